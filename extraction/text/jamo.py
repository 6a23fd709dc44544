"""The letters of Hangul syllables, and how far two words are apart by them."""

from __future__ import annotations

from typing import Final

CHOSEONG: Final[str] = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
JUNGSEONG: Final[str] = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"
JONGSEONG: Final[tuple[str, ...]] = ("", *"ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ")
_FIRST: Final = 0xAC00
_SYLLABLES: Final = 11_172

Syllable = tuple[str, str, str]
"""The initial consonant, the vowel and the final consonant ("" where there is none) of one syllable."""


def syllables(word: str) -> tuple[Syllable, ...]:
    """The letters of each syllable of a word in Hangul; a character that is none raises ValueError."""
    found = []
    for char in word:
        index = ord(char) - _FIRST
        if not 0 <= index < _SYLLABLES:
            raise ValueError("no Hangul syllable")
        found.append((CHOSEONG[index // 588], JUNGSEONG[index % 588 // 28], JONGSEONG[index % 28]))
    return tuple(found)


def spelled(letters: Syllable) -> str:
    """The syllable of three letters."""
    initial, vowel, final = letters
    return chr(_FIRST + CHOSEONG.index(initial) * 588 + JUNGSEONG.index(vowel) * 28 + JONGSEONG.index(final))


def jamo(text: str) -> str:
    """Spell every Hangul syllable as compatibility jamo; other characters stay.

    Initial and final consonants share one letter, so "먹어" and "머거" differ by one jamo, as they do to the ear.
    """
    return "".join(map(_letters, text))


def jamo_distance(left: str, right: str, limit: int) -> int:
    """Edits (insert, delete, replace, swap neighbours) between the jamo of two words, or `limit` + 1 if more.

    This is the restricted Damerau-Levenshtein distance: no substring is edited twice.
    """
    if limit < 0:
        raise ValueError("limit must not be negative")
    a, b = jamo(left), jamo(right)
    if abs(len(a) - len(b)) > limit:
        return limit + 1
    before: list[int] = []
    above = list(range(len(b) + 1))
    for i, x in enumerate(a, start=1):
        row = [i]
        for j, y in enumerate(b, start=1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        if min(row) > limit and min(above) > limit:
            return limit + 1
        before, above = above, row
    return min(above[-1], limit + 1)


def _letters(char: str) -> str:
    index = ord(char) - _FIRST
    if not 0 <= index < _SYLLABLES:
        return char
    return CHOSEONG[index // 588] + JUNGSEONG[index % 588 // 28] + JONGSEONG[index % 28]
