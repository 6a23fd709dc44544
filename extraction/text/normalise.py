"""One spelling for every character, with the way back to the words as typed.

Keyboards, phones and copied lab sheets write the same thing in many code points: decomposed Hangul, full-width digits,
square unit signs, zero-width spaces. Readers work on the normalised text and quote evidence from the original.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final

from domain.remembering import remembered
from extraction.text.lazy_regex import lazy_regex
from extraction.text.spelling import respellings
from extraction.text.vernacular import standard_forms

_INVISIBLE: Final = frozenset(
    [0x00AD, 0x180E, 0xFEFF, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0xFE0E, 0xFE0F]
)
_FULL_WIDTH: Final = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_PUNCTUATION: Final = {
    **dict.fromkeys(map(ord, "‐‑‒–—―−﹣"), "-"),
    **dict.fromkeys(map(ord, "～∼˜〜"), "~"),
    **dict.fromkeys(map(ord, "“”„‟"), '"'),
    **dict.fromkeys(map(ord, "‘’‚‛′"), "'"),
    **dict.fromkeys(map(ord, "ㆍ・∙"), "·"),
    ord("。"): ".",
    ord("、"): ",",
    ord("º"): "°",
    ord("˚"): "°",
    ord("⁄"): "/",
    ord("µ"): "μ",
}
_UNIT_SIGNS: Final = {
    ord(sign): spelled
    for sign, spelled in {
        "㎎": "mg", "㎏": "kg", "㎍": "μg", "㎖": "mL", "㎗": "dL", "ℓ": "L", "㎕": "μL", "㏄": "cc",
        "㎜": "mm", "㎝": "cm", "㎡": "m2", "℃": "°C", "℉": "°F", "㏖": "mol", "㎉": "kcal", "㎚": "nm",
    }.items()
}  # fmt: skip
_REPLACEMENTS: Final = {**_FULL_WIDTH, **_PUNCTUATION, **_UNIT_SIGNS}


@dataclass(frozen=True, slots=True)
class Normalised:
    """Normalised text, and for each of its characters where it stood in the original."""

    text: str
    original_length: int
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Map the half-open span [start, end) of `text` to the original; an empty span stays empty."""
        if not 0 <= start <= end <= len(self.text):
            raise ValueError("span outside the normalised text")
        if start == end:
            at = self.starts[start] if start < len(self.starts) else self.original_length
            return at, at
        return self.starts[start], self.ends[end - 1]


_UNUSUAL: Final = lazy_regex("[^ -~가-힣]|  ")
"""What a text must hold to be changed: nearly none does, and each is read many times, in pieces."""

_UNLIKE: Final = lazy_regex("[ -~가-힣]?[^ -~가-힣]+")
"""A stretch of other characters, with the usual one before it, which the first of them may complete."""

_STRAY_FIRST, _STRAY_LAST = "\u3131", "\u318e"
"""Hangul compatibility jamo: letters typed without a syllable."""


_CONTRACTED: Final = lazy_regex(
    r"\b(?=[AaCcDdHhIiMmNnSsTtWwYy])"  # the rest is tried where it can begin: a third of the time
    r"(?:(?:[Dd]o(?:es)?|[Dd]id|[Cc]a|[Cc]ould|[Ww]o|[Ww]ould|[Ss]hould|[Ii]s|[Aa]re|[Ww]as|[Ww]ere|[Hh]as|[Hh]ave|[Hh]ad"
    r"|[Mm]ust|[Nn]eed|[Aa]i)n(?=t\b)|(?:[Ii]|[Yy]ou|[Ww]e|[Tt]hey)(?=ve\b)|(?:[Yy]ou|[Tt]hey)(?=re\b)|[Ii](?=m\b)"
    r"|(?:[Hh]e|[Ss]he|[Tt]hat|[Ww]hat|[Ww]here|[Tt]here|[Hh]ere|[Ww]ho)(?=s\b))"
)
"""English words whose apostrophe people leave out, up to where it belongs. Forms that are words themselves (its, well,
were, ill, id) and those in capitals (IM, HES) stay."""


_GLUED: Final = lazy_regex(
    r"(?<![a-z가-힣])(?!vitamin|coenzyme|비타민|오메가|코로나)(?:[a-z]{6,}|[가-힣]{3,})(?=\d{1,4}(?:\.\d{1,2})?(?:$|[\s,/+]|mg|mcg))"
)
"""A long word up to the number that is typed onto it: in "ramipril5 aspirin75" each is a name and its strength."""

_LONGEST_LIST: Final = 400
"""Characters of a message that somebody types as a list."""


@remembered
def normalise(text: str) -> Normalised:
    """Compose (NFC), drop invisible characters, spell signs in ASCII, and fold runs of white space into one space.

    Idempotent. Stray letters that form no syllable ("ㅠㅠ", "당뇨ㅛ") are slips of the finger or moods: dropped.
    Ellipses stay. "dont" and "ive" get the apostrophe that every reader of English looks for, and slips in the words
    that patients tell by ("alergic", "혈얍") are put right.
    """
    found = _in_one_spelling(text)
    edits = sorted([*respellings(found.text), *standard_forms(found.text)])
    typed = found.text.lower() if len(found.text) <= _LONGEST_LIST else ""
    if glued := [(match.end(), match.end(), " ") for match in _GLUED.finditer(typed)]:
        edits = sorted([*edits, *glued])
    if _CONTRACTED.search(found.text):
        edits = sorted([*edits, *((match.end(), match.end(), "'") for match in _CONTRACTED.finditer(found.text))])
    return _edited(found, edits) if edits else found


def _edited(found: Normalised, edits: Sequence[tuple[int, int, str]]) -> Normalised:
    """``found`` with other words for some stretches, each of whose letters leads back to all that was typed there."""
    text: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    reached = 0
    for start, end, instead in edits:
        if start < reached:
            continue
        # What was left out stands nowhere: it is quoted with the letter that follows it.
        first, last = (found.starts[start], found.ends[end - 1]) if end > start else (found.starts[start],) * 2
        last = last if end > start else found.ends[start]
        text += (found.text[reached:start], instead)
        starts += (*found.starts[reached:start], *[first] * len(instead))
        ends += (*found.ends[reached:start], *[last] * len(instead))
        reached = end
    text.append(found.text[reached:])
    return Normalised(
        "".join(text), found.original_length, (*starts, *found.starts[reached:]), (*ends, *found.ends[reached:])
    )


def _in_one_spelling(text: str) -> Normalised:
    if not _UNUSUAL.search(text):
        size = len(text)
        return Normalised(text, size, tuple(range(size)), tuple(range(1, size + 1)))
    out: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for char, start, end in _pieces(text):
        if _STRAY_FIRST <= char <= _STRAY_LAST:
            continue
        if char.isspace():
            if out and out[-1] == " ":
                ends[-1] = end
                continue
            char = " "
        out.append(char)
        starts.append(start)
        ends.append(end)
    return Normalised("".join(out), len(text), tuple(starts), tuple(ends))


def fold(text: str) -> str:
    """A matching key: normalised, case folded, without spaces ("Lipitor  20" and "lipitor20" are one key)."""
    # Normalising leaves these characters as they stand, and the fifty thousand names of the lexicon hold hardly others.
    if not _UNUSUAL.search(text) and not _CONTRACTED.search(text) and not standard_forms(text):
        return text.casefold().replace(" ", "")
    return normalise(text).text.casefold().replace(" ", "")


def fold_all(texts: Sequence[str]) -> list[str]:
    """The keys of several, which takes a third of the time where none holds anything unusual."""
    together = " ".join(texts)
    if _UNUSUAL.search(together) or _CONTRACTED.search(together) or standard_forms(together):
        return [fold(text) for text in texts]
    return [text.casefold().replace(" ", "") for text in texts]


def _pieces(text: str) -> Iterator[tuple[str, int, int]]:
    """The composed characters of ``text`` and their places; only what is not plain is looked at letter by letter."""
    reached = 0
    for match in _UNLIKE.finditer(text):
        yield from zip(text[reached : match.start()], count(reached), count(reached + 1))
        yield from _composed(_replaced(match[0], match.start()))
        reached = match.end()
    yield from zip(text[reached:], count(reached), count(reached + 1))


def _replaced(text: str, place: int) -> list[tuple[str, int, int]]:
    pieces = []
    for at, char in enumerate(text, place):
        if ord(char) in _INVISIBLE:
            continue
        # Some code points are canonically another character (the Kelvin sign is K): settle that before looking up.
        for part in unicodedata.normalize("NFC", char):
            pieces += [(out, at, at + 1) for out in _REPLACEMENTS.get(ord(part), part)]
    return pieces


def _composed(pieces: list[tuple[str, int, int]]) -> list[tuple[str, int, int]]:
    out: list[tuple[str, int, int]] = []
    group: list[tuple[str, int, int]] = []
    for piece in pieces:
        if group and not _joins(group[-1][0], piece[0]):
            out += _close(group)
            group = []
        group.append(piece)
    return out + _close(group)


def _joins(previous: str, char: str) -> bool:
    if char.isascii():
        return False
    if unicodedata.combining(char) or "\u1160" <= char <= "\u11ff":
        return True
    return len(unicodedata.normalize("NFC", previous + char)) == 1


def _close(group: list[tuple[str, int, int]]) -> list[tuple[str, int, int]]:
    if len(group) <= 1:
        return group
    composed = unicodedata.normalize("NFC", "".join(char for char, _, _ in group))
    return [(char, group[0][1], group[-1][2]) for char in composed]
