"""What a text comes to in few words: its heads, with the reason of a warning, or when to get help."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from agent.safety.weighing import WARNINGS
from extraction.text.lazy_regex import lazy_regex

_LONGEST: Final = 60
"""Characters of the longest line of an answer that heads others."""
_NOTED: Final = ("Recorded: ", "기록했습니다: ")
"""How the sentence of what was noted begins."""
_CHANGED: Final = lazy_regex(
    r"changed from the previous .*→|is recorded as stopped|is corrected: "
    r"|이전 .*→ .*변경|중단한 약으로 기록|정정했습니다"
)
"""Sentences of what was changed, which was told to us as well."""
_HELP: Final = lazy_regex(
    r"\b(?:at once|emergency|ambulance|straight away|immediately|same day|call your|call the|see a doctor|be seen"
    r"|ring (?:whoever|the|your)|ask (?:your|the|whoever))\b"
    r"|바로|응급|119|즉시|그날|의사에게|의사와|의사나|진료를|의료진에게",
    re.IGNORECASE,
)
"""Words of a sentence that says when to get help."""
_MOST_REASONS: Final = 2
"""Reasons of a warning that are told where it is to be short."""


def shortened(text: str) -> str:
    """The heads of a text: each list on one line, of everything else the first sentence of the first paragraph, with
    the reason where it warns, else with when to get help.
    """
    lines = without_notes(text)
    if lines and lines[0].startswith(_QUOTED):
        return _quote_in_short(lines[0])
    if len(lines) == 1:
        return _line_in_short(lines[0])
    said: list[str] = []
    for at, line in enumerate(lines):
        item = _item(line)
        if item is not None and said:
            joint = " " if said[-1].endswith(":") else ", "
            said[-1] += f"{joint}{_first_sentence(item).rstrip('.')}"
        elif line.endswith(":") or (": " in line and len(line) <= _LONGEST):
            said.append(line)
        elif not said:
            said.append(_line_in_short(line))
        elif at == 1 and not line.startswith(_QUOTED) and _HELP.search(said[0]) is None:
            # What to do about it stands behind how it is.
            said.extend(helping(list(sentences_of(line))))
    return "\n".join(said)


def without_notes(text: str) -> list[str]:
    """The lines of a text but for those of what was noted: it was told to us, and what was asked is what is wanted."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    lines = [line for line in lines if not line.startswith(_NOTED)] or lines
    return [line for line in lines if _CHANGED.search(line) is None] or lines


def tells_of_change(text: str) -> bool:
    """Whether a text tells that something was changed, stopped or put right."""
    return _CHANGED.search(text) is not None


_QUOTED: Final = "\N{LEFT DOUBLE QUOTATION MARK}"


def _quote_in_short(line: str) -> str:
    """A card by its first sentence, and the one that says when to get help: what is short must not lose that."""
    first, *others = sentences_of(quoted(line))
    return " ".join((first, *helping(others)))


def _line_in_short(line: str) -> str:
    """A paragraph by its first sentence, with what must not be lost: why not, else what to do."""
    first, *others = sentences_of(line)
    if _HELP.search(first) is not None and not any(one.startswith(WARNINGS) for one in others):
        return first
    warning = [_fewer_reasons(one) for one in others if one.startswith(WARNINGS)]
    return " ".join((first, *(warning[:1] or helping(others))))


def _fewer_reasons(warning: str) -> str:
    reasons = warning.rstrip(".").split("; ")
    return f"{'; '.join(reasons[:_MOST_REASONS])}."


def helping(sentences: Sequence[str]) -> list[str]:
    """The first sentence that says when to get help, where one does."""
    return [one for one in sentences if _HELP.search(one) is not None][:1]


def quoted(line: str) -> str:
    """What a line quotes of a passage, without its marks; the line itself where it quotes nothing."""
    if not line.startswith(_QUOTED):
        return line
    return line[1:].partition("\N{RIGHT DOUBLE QUOTATION MARK}")[0]


def sentences_of(text: str) -> Iterator[str]:
    """The sentences of a paragraph, in order."""
    while text:
        first = _first_sentence(text)
        yield first
        text = text[len(first) :].strip()


def _item(line: str) -> str | None:
    """The words of a list item ("1. …", "- …"), None for another line."""
    head, _, rest = line.partition(" ")
    return rest if rest and (head == "-" or (head[:-1].isdecimal() and head[-1] in ".)")) else None


def _first_sentence(text: str) -> str:
    for at, char in enumerate(text[:-1]):
        if char in ".?!" and text[at + 1] == " " and not text[at - 1 : at].isdecimal():
            return text[: at + 1]
    return text
