"""What the terminal says to its user: the words that the page has, too, and sentences of its own."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

LANGUAGES = ("ko", "en")
_LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


def user_language(environment: Mapping[str, str] | None = None) -> str:
    """The language of the terminal's locale: ko or, for all others, en. POSIX's variables in their order decide."""
    known = os.environ if environment is None else environment
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


@cache
def _catalogue(language: str) -> Mapping[str, str]:
    # A line of the page's catalogue is a line of JSON; tests/gateway/test_page_files.py holds it to that.
    text = files("clients.ui").joinpath("static", "words", f"{language}.js").read_text(encoding="utf-8")
    lines = [line.strip() for line in text.splitlines() if line.startswith('  "')]
    sentences: dict[str, str] = json.loads("{" + "".join(lines).rstrip(",") + "}")
    own = json.loads(files("clients.cli").joinpath("sentences.json").read_text(encoding="utf-8"))
    return sentences | {name: said[language] for name, said in own.items()}
