"""The prompts: one file a skill, version and language, and the fences that keep data apart from instructions.

A version is never rewritten, for the log names the one that was sent; a new text is a new file.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final, Literal

from extraction.text.lazy_regex import lazy_regex

LATEST: Final = {
    "answer": 5,
    "compression": 1,
    "quality": 3,
    "repair": 1,
    "rewrite": 1,
    "summary": 2,
    "understand": 3,
}
"""The version of each skill's prompt that is sent."""
FENCES: Final = (
    "answer",
    "asked",
    "conversation",
    "documents",
    "draft",
    "facts",
    "feedback",
    "query",
    "read",
    "today",
    "utterance",
)
"""Names of the fences; inside one, what looks like a fence is disarmed."""

_FENCE = lazy_regex(rf"<(\s*/?\s*(?:{'|'.join(FENCES)})\b[^<>\n]{{0,80}})>", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Prompt:
    """The instructions of one skill in one language; ``name`` is its file's name and version ("answer@1")."""

    name: str
    text: str

    @property
    def hash(self) -> str:
        """SHA-256 of the text."""
        return hashlib.sha256(self.text.encode()).hexdigest()


@cache
def prompt(skill: str, language: Literal["ko", "en"], version: int | None = None) -> Prompt:
    """The prompt of ``skill``, the latest version unless another is named. KeyError for a skill that has none."""
    number = version or LATEST[skill]
    text = files(__package__).joinpath(f"{skill}.v{number}.{language}.md").read_text(encoding="utf-8")
    return Prompt(f"{skill}@{number}", text.strip())


def latest(skill: str) -> str:
    """The name of the prompt of ``skill`` that is sent ("answer@1")."""
    return f"{skill}@{LATEST[skill]}"


def named_prompt(name: str, language: Literal["ko", "en"]) -> Prompt:
    """The prompt that the log names ("answer@1")."""
    skill, _, version = name.partition("@")
    return prompt(skill, language, int(version))


def disarmed(text: str) -> str:
    """``text`` with what looks like one of our fences made harmless, so that data cannot end its own fence."""
    return _FENCE.sub(r"‹\1›", text)


def fenced(name: str, text: str) -> str:
    """``text`` as data between the fences of this name."""
    inside = f"{disarmed(text)}\n" if text else ""
    return f"<{name}>\n{inside}</{name}>"
