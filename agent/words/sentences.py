"""Sentences by key in two catalogues, one a language: the same keys with the same slots, which a test holds.

A slot of a Korean sentence may name a particle ("{name:은}"), which takes the form that the filled word asks for.
"""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import Final, Literal

from agent.words import (
    children_en,
    children_ko,
    events_en,
    events_ko,
    people_en,
    people_ko,
    regimen_en,
    regimen_ko,
    sentences_en,
    sentences_ko,
)
from agent.words.josa import with_particle

CATALOGUES: Final[Mapping[str, Mapping[str, str]]] = {
    "ko": {
        **sentences_ko.SENTENCES, **children_ko.SENTENCES, **regimen_ko.SENTENCES, **people_ko.SENTENCES,
        **events_ko.SENTENCES,
    },
    "en": {
        **sentences_en.SENTENCES, **children_en.SENTENCES, **regimen_en.SENTENCES, **people_en.SENTENCES,
        **events_en.SENTENCES,
    },
}  # fmt: skip
_PARTICLES: Final[Mapping[str, Literal["은", "이", "을", "과", "으로"]]] = {
    each: each for each in ("은", "이", "을", "과", "으로")
}


class _Worded(Formatter):
    def format_field(self, value: object, format_spec: str) -> str:
        if format_spec in _PARTICLES:
            return with_particle(str(value), _PARTICLES[format_spec])
        if format_spec == "cap":
            said = str(value)
            return said[:1].upper() + said[1:] if said.islower() else said
        return str(format(value, format_spec))


_FORMATTER: Final = _Worded()


def sentence(key: str, language: str, **slots: object) -> str:
    """The sentence of ``key`` in ``language`` ("ko" or "en") with its slots filled; KeyError for an unknown key."""
    return worded(CATALOGUES[language][key], **slots)


def worded(text: str, **slots: object) -> str:
    """A sentence that a table holds, with its slots filled as those of the catalogues are."""
    return _FORMATTER.vformat(text, (), slots)


def slots_of(text: str) -> frozenset[str]:
    """The names of the slots of a sentence."""
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name)
