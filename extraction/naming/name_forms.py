"""What every form of every lexicon entry is compared by, worked out once for all matchers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from extraction.naming.lexicon import Lexicon, surfaces
from extraction.naming.matcher import KIND_ORDER, name_keys
from extraction.naming.mentions import Entry
from extraction.text.jamo import jamo
from extraction.text.kiwi import Stem, singular
from extraction.text.normalise import fold, normalise
from extraction.text.vernacular import standard_forms


class NameForms(msgspec.Struct, frozen=True, array_like=True):
    """Lists over :func:`names` of a lexicon, parallel but for the stems and the singulars."""

    folded: list[str]
    """The spelling without case and spaces."""
    stems: list[str]
    """Each stem once: names share few."""
    numbers: list[tuple[int, ...]]
    """The numbers of the stems that it is compared by; none where it is compared by its spelling alone."""
    singulars: list[str]
    """The spelling without an English plural ending, of those that have one."""
    letters: list[tuple[int, int]]
    """How many letters it has, a Hangul syllable's one by one, and which, as :func:`letter_set`."""

    @property
    def keys(self) -> Iterator[tuple[str, ...]]:
        """The stems that each is compared by."""
        stem = self.stems.__getitem__
        return (tuple(map(stem, numbers)) for numbers in self.numbers)


def names(lexicon: Lexicon) -> Iterator[tuple[Entry, str]]:
    """Every entry with each of its forms, by table, in the order in which tables speak."""
    for kind in KIND_ORDER:
        for entry in lexicon.entries(kind):
            for surface in surfaces(entry):
                yield entry, surface


def name_forms(lexicon: Lexicon, analyse: Callable[[str], Sequence[Stem]]) -> NameForms:
    """The forms of a lexicon; ``analyse`` gives the stems of one."""
    listed = list(names(lexicon))
    folded = [fold(surface) for _, surface in listed]
    number: dict[str, int] = {}
    numbers = [
        tuple(number.setdefault(key, len(number)) for key in name_keys(surface, analyse(surface)))
        for surface in (_as_read(surface) for _, surface in listed)
    ]
    return NameForms(
        folded,
        list(number),
        numbers,
        [one for key in folded if (one := singular(key)) != key],
        [(len(letters), letter_set(letters)) for letters in map(jamo, folded)],
    )


def _as_read(surface: str) -> str:
    """A name as texts are read: in the standard spelling."""
    return normalise(surface).text if standard_forms(surface) else surface


def letter_set(letters: str) -> int:
    """The letters of a word as bits, so that words with few letters in common are told apart at once."""
    bits = 0
    for letter in letters:
        bits |= 1 << (ord(letter) % 61)
    return bits
