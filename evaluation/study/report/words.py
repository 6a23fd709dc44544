"""The report's words in Korean and English, from ``words.yaml``."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any, Literal, get_args

import yaml

Locale = Literal["ko", "en"]
LOCALES: tuple[Locale, ...] = get_args(Locale)


@cache
def _table() -> dict[str, Any]:
    text = files("evaluation.study.report").joinpath("words.yaml").read_text(encoding="utf-8")
    found: dict[str, Any] = yaml.safe_load(text)
    return found


class Words:
    """Sentences of one language. A key that is missing is a KeyError: tests hold both languages total."""

    def __init__(self, locale: Locale) -> None:
        self.locale: Locale = locale

    def __call__(self, key: str, **values: object) -> str:
        """A sentence with its blanks filled."""
        text: str = _table()[key][self.locale]
        return text.format(**values) if values else text

    def columns(self, key: str) -> list[str]:
        """A table's headings."""
        return self(key).split("|")

    def label(self, metric: str) -> str:
        """A metric's name for readers; its own name where none is given."""
        named = _table()["labels"].get(metric)
        return named[self.locale] if named else metric.replace("_", " ")

    def experiment(self, name: str, title: str, question: str) -> tuple[str, str]:
        """An experiment's title and question: in this language where it ships, else as it declares them itself."""
        shipped = _table()["experiments"].get(name, {}).get(self.locale)
        if shipped is None:
            return title or name, question
        own_title, _, own_question = str(shipped).partition("|")
        return own_title, own_question

    def notes(self) -> list[str]:
        """How to read a report."""
        found: list[str] = _table()["notes"][self.locale]
        return found
