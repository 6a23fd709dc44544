"""Dialect and chat in the spelling of the standard language: "와파린 묵은지 팔년", "먹엇는데", "dinnae", "mornin".

The forms lie in ``words/vernacular_ko.tsv`` and ``words/vernacular_en.tsv``: what one begins with, its pattern, what is
written instead, and an example. Endings, stems and small words are closed sets, the same for whoever speaks so; they
say nothing of what is told. Every reader reads the standard spelling, and quotes what was typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Final

from extraction.text.lazy_regex import lazy_regex

Respelling = tuple[int, int, str]
"""Where a form stands, [start, end), and what is written instead."""

_Forms = dict[str, tuple[tuple[re.Pattern[str], str], ...]]
"""By what they begin with, a syllable or a whole word, the patterns of forms with what is written instead."""

_WORD: Final = lazy_regex("[a-z0-9]+", re.IGNORECASE)
_DOUBLED: Final = "ㅆ"
_ENDING_SO: Final = "".join(map(chr, range(0xAC00 + 20, 0xD7A4, 28)))
"""The syllables that end in ``_DOUBLED``, as those of the past do."""


def standard_forms(text: str) -> list[Respelling]:
    """The forms of dialect and chat in ``text`` in their order, with the standard ones."""
    words = [(match.start(), match[0].lower()) for match in _WORD.finditer(text)]
    found = _found(text, words, _forms("vernacular_en.tsv", re.IGNORECASE))
    if not text.isascii():
        found += _found(text, enumerate(text), _forms("vernacular_ko.tsv"))
        found.sort()
    return found


def _found(text: str, beginnings: Iterable[tuple[int, str]], forms: _Forms) -> list[Respelling]:
    found: list[Respelling] = []
    reached = 0
    for at, beginning in beginnings:
        if at < reached or beginning not in forms:
            continue
        for form, standard in forms[beginning]:
            if match := form.match(text, at):
                reached = match.end()
                capital = text[at].isupper() and (at == 0 or not match[0].isupper())
                found.append((at, reached, standard[0].upper() + standard[1:] if capital else standard))
                break
    return found


@cache
def _forms(name: str, flags: int = 0) -> _Forms:
    forms: dict[str, list[tuple[re.Pattern[str], str]]] = {}
    for row in (files("extraction.text") / "words" / name).read_text(encoding="utf-8").splitlines():
        if not row or row.startswith("#"):
            continue
        begins, form, standard, _ = row.split("\t")
        pattern = lazy_regex(form.replace(_DOUBLED, _ENDING_SO), flags)
        for each in begins.split("|") if flags else begins:
            forms.setdefault(each, []).append((pattern, standard))
    return {beginning: tuple(those) for beginning, those in forms.items()}
