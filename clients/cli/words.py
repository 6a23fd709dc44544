"""What the terminal says to its user: the words that the page has, too, and sentences of its own."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextvars import ContextVar
from functools import cache
from importlib.resources import files

LANGUAGES = ("ko", "en")
LANGUAGE_VARIABLE = "ANAMNESIS_LANG"
"""What has the commands that a command starts speak as it does; it wins over the locale."""
_LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


_said: ContextVar[str] = ContextVar("language", default="")


def speak(language: str) -> None:
    """From now on this command speaks ``language``; that of its terminal where it is empty."""
    _said.set(language)


def user_language(environment: Mapping[str, str] | None = None) -> str:
    """The language that was said, else that of the terminal's locale: ko or, for all others, en.

    POSIX's variables in their order decide.
    """
    known = os.environ if environment is None else environment
    said = (environment is None and _said.get()) or known.get(LANGUAGE_VARIABLE, "")
    if said in LANGUAGES:
        return said
    locale = next((known[name] for name in _LOCALE_VARIABLES if known.get(name)), "")
    return "ko" if locale.lower().startswith("ko") else "en"


class Words:
    """The sentences of one language by their names."""

    def __init__(self, language: str = "") -> None:
        """``language`` is "ko" or "en"; that of the user's terminal unless given."""
        self.language = language if language in LANGUAGES else user_language()
        self._sentences = _catalogue(self.language)

    def __call__(self, name: str, otherwise: str | None = None, /, **values: object) -> str:
        """A sentence with its values put in. ``otherwise`` is for open lists: what an unknown name becomes."""
        text = self._sentences.get(name)
        if text is None:
            if otherwise is None:
                raise KeyError(name)
            return otherwise
        for key, value in values.items():
            text = text.replace(f"{{{key}}}", str(value))
        return text

    def __contains__(self, name: str) -> bool:
        return name in self._sentences

    def beginning(self, prefix: str) -> list[tuple[str, str]]:
        """Every sentence whose name begins so, under the rest of its name."""
        return [(name.removeprefix(prefix), said) for name, said in self._sentences.items() if name.startswith(prefix)]


@cache
def _catalogue(language: str) -> Mapping[str, str]:
    # In English the service says itself why it refuses.
    sentences = (_of_page("problems") if language == "ko" else {}) | _of_page(language)
    own = json.loads(files("clients.cli").joinpath("sentences.json").read_text(encoding="utf-8"))
    return sentences | {name: said[language] for name, said in own.items()}


def _of_page(name: str) -> dict[str, str]:
    """A catalogue of the page: a line of it is a line of JSON, which tests/gateway/test_page_files.py holds it to."""
    text = files("clients.ui").joinpath("static", "words", f"{name}.js").read_text(encoding="utf-8")
    lines = [line.strip() for line in text.splitlines() if line.startswith('  "')]
    found: dict[str, str] = json.loads("{" + "".join(lines).rstrip(",") + "}")
    return found
