"""Slips of the finger or the ear in the words that patients tell by: "alergic", "teh", "혈얍", "당료".

A word is put right where it is one slip away from exactly one word of the tables and is no word of its own; the tables
name beside each word the real ones that are as near ("sugary", "감사"). English slips are letters left out, doubled,
mistaken or swapped, the fewer the shorter the word; Korean ones are letters that sound alike or lie side by side, and
the final consonant that is written where it is spoken ("혀랍"). No name of a medicine is in the tables: one that is
misspelt may be near to two (:mod:`extraction.naming.typos`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

from extraction.text.jamo import CHOSEONG, Syllable, spelled, syllables
from extraction.text.lazy_regex import lazy_regex

Respelling = tuple[int, int, str]
"""Where a misspelt word stands, [start, end), and how it is spelt."""

_WORD: Final = lazy_regex(r"(?<![A-Za-z0-9_@./-])[A-Za-z][a-z]{2,15}(?![A-Za-z0-9_@])")
"""Words in lower case, or with a capital at their head; abbreviations and addresses are left alone."""
_MISSING, _MISTAKEN = 6, 7
"""Letters of a word from which on one left out, one too many or one mistaken is forgiven; of shorter ones a swap.

A vowel is taken for another in a shorter word already."""
_VOWELS: Final = frozenset("aeiouy")
_KEPT_WORDS: Final = 8_192

_SHORT: Final = 2
"""Syllables of a word that is put right only at the head of what is written together, and where it ends there."""
_ENDS: Final = lazy_regex(
    r"(?![가-힣])|(?:은|는|이|가|을|를|도|에|의|로|과|와|만|요|랑|하고|부터|까지|때문|하|해|했|합|한|할|함|받|때|약|계|수치|전단계|높|낮|재|쟀|잴"
    r"|예|입|였|이)"
)
"""What follows a word of two syllables: nothing more, a particle, or what patients say of it."""

_VOWELS_ALIKE: Final = ("ㅏㅑ", "ㅓㅕ", "ㅗㅛ", "ㅜㅠ", "ㅐㅔ", "ㅒㅖ", "ㅔㅖ", "ㅙㅚ", "ㅚㅞ", "ㅙㅞ", "ㅢㅣ", "ㅡㅜ")
_VOWELS_BESIDE: Final = ("ㅏㅓ", "ㅗㅜ")
_INITIALS_ALIKE: Final = ("ㄱㅋ", "ㄷㅌ", "ㅂㅍ", "ㅈㅊ", "ㄴㄹ")
_INITIALS_BESIDE: Final = ("ㄱㄲ", "ㄷㄸ", "ㅂㅃ", "ㅈㅉ", "ㅅㅆ")
_FINALS_ALIKE: Final = ("ㄱㅇ", "ㄱㄲ", "ㅂㅍ", "ㅅㅆ")
_FINALS_BESIDE: Final = ("ㄴㅇ", "ㄴㄹ", "ㅅㄷ", "ㅁㅇ")
_ONSET_OF_NOTHING: Final = "ㅇ"


def respellings(text: str) -> list[Respelling]:
    """The misspelt words of ``text`` in their order, with what is meant."""
    found: list[Respelling] = []
    _english(text, found)
    if not text.isascii():
        _korean(text, found)
        found.sort()
    return found


def _english(text: str, found: list[Respelling]) -> None:
    for match in _WORD.finditer(text):
        word = match[0]
        # A capital within a sentence begins a name: of a person, a place, a brand.
        named = word[0].isupper() and match.start() > 0
        meant = None if named else _meant(word.lower())
        if meant is not None:
            found.append((match.start(), match.end(), meant.capitalize() if word[0].isupper() else meant))


@lru_cache(_KEPT_WORDS)
def _meant(word: str) -> str | None:
    """The one English word of the table that ``word`` is a slip of; None where none or several are."""
    table, near = _english_words()
    if word in table:
        return None
    keys = {word, *(_without(word, at) for at in range(len(word)))}
    candidates = {one for key in keys for one in near.get(key, ()) if _is_slip(word, one) and word not in table[one]}
    return candidates.pop() if len(candidates) == 1 else None


def _is_slip(word: str, meant: str) -> bool:
    """Whether one slip makes ``word`` of ``meant``: the first letter stays, or is swapped with the second."""
    size = len(meant)
    if abs(len(word) - size) > 1:
        return False
    if len(word) == size:
        unlike = [at for at in range(size) if word[at] != meant[at]]
        if len(unlike) == 1:
            vowels = _VOWELS.issuperset((word[unlike[0]], meant[unlike[0]]))
            return unlike[0] > 0 and size >= (_MISSING if vowels else _MISTAKEN)
        swapped = len(unlike) == 2 and unlike[1] == unlike[0] + 1
        return swapped and word[unlike[0]] == meant[unlike[1]] and word[unlike[1]] == meant[unlike[0]] and unlike[0] > 0
    longer, shorter = (word, meant) if len(word) > size else (meant, word)
    return (
        size >= _MISSING
        and word[0] == meant[0]
        and any(_without(longer, at) == shorter for at in range(1, len(longer)))
    )


def _without(word: str, at: int) -> str:
    return word[:at] + word[at + 1 :]


@cache
def _english_words() -> tuple[dict[str, frozenset[str]], dict[str, tuple[str, ...]]]:
    """Each word with its real neighbours, and the words by themselves and with one letter left out."""
    table = _table("english.tsv")
    near: dict[str, list[str]] = {}
    for word in table:
        for key in {word, *(_without(word, at) for at in range(len(word)))}:
            near.setdefault(key, []).append(word)
    return table, {key: tuple(words) for key, words in near.items()}


def _korean(text: str, found: list[Respelling]) -> None:
    slips, heads, opens = _korean_slips()
    reached = 0
    for match in opens.finditer(text):
        at = match.start()
        head = text[at : at + _SHORT]
        if at < reached or head not in heads:
            continue
        for size in heads[head]:
            slip = text[at : at + size]
            if len(slip) < size or slip not in slips:
                continue
            first = at == 0 or not "가" <= text[at - 1] <= "힣"
            if size > _SHORT or (first and _ENDS.match(text, at + size)):
                found.append((at, at + size, slips[slip]))
                reached = at + size
                break


@cache
def _korean_slips() -> tuple[dict[str, str], dict[str, tuple[int, ...]], re.Pattern[str]]:
    """What each slip of a Korean word means, where it is one of one word alone; by their first two syllables the
    lengths of those that begin so; and where two syllables stand that may begin one.
    """
    table = _table("korean.tsv")
    found: dict[str, set[str]] = {}
    for word, real in table.items():
        for slip in slips_of(word):
            if slip not in real and slip not in table:
                found.setdefault(slip, set()).add(word)
    alone = {slip: next(iter(words)) for slip, words in found.items() if len(words) == 1}
    heads: dict[str, set[int]] = {}
    for slip in alone:
        heads.setdefault(slip[:_SHORT], set()).add(len(slip))
    first, second = ("".join(sorted({head[at] for head in heads})) for at in range(_SHORT))
    opens = lazy_regex(f"[{first}](?=[{second}])")
    return alone, {head: tuple(sorted(sizes, reverse=True)) for head, sizes in heads.items()}, opens


def slips_of(word: str) -> frozenset[str]:
    """The ways in which a Korean word is misspelt by one slip."""
    letters = syllables(word)
    short = len(word) <= _SHORT
    vowels = _VOWELS_ALIKE if short else (*_VOWELS_ALIKE, *_VOWELS_BESIDE)
    initials = _INITIALS_ALIKE if short else (*_INITIALS_ALIKE, *_INITIALS_BESIDE)
    finals = _FINALS_ALIKE if short else (*_FINALS_ALIKE, *_FINALS_BESIDE)
    found = set()
    for at, (initial, vowel, final) in enumerate(letters):
        new: list[Syllable] = [(initial, one, final) for one in _alike(vowel, vowels)]
        new += [(one, vowel, final) for one in _alike(initial, initials)]
        new += [(initial, vowel, one) for one in _alike(final, finals)]
        found |= {_with(letters, at, one) for one in new}
        behind = letters[at + 1] if at + 1 < len(letters) else None
        if final in CHOSEONG and final and behind is not None and behind[0] == _ONSET_OF_NOTHING:
            spoken = (*letters[:at], (initial, vowel, ""), (final, behind[1], behind[2]), *letters[at + 2 :])
            found.add("".join(map(spelled, spoken)))
    return frozenset(found - {word})


def _alike(letter: str, groups: tuple[str, ...]) -> Iterator[str]:
    return (group.replace(letter, "") for group in groups if letter and letter in group)


def _with(letters: tuple[Syllable, ...], at: int, one: Syllable) -> str:
    return "".join(map(spelled, (*letters[:at], one, *letters[at + 1 :])))


def _table(name: str) -> dict[str, frozenset[str]]:
    """The words of a table, each with the real words that are one slip away."""
    rows = (files("extraction.text") / "words" / name).read_text(encoding="utf-8").splitlines()[1:]
    pairs = (row.partition("\t") for row in rows)
    return {word: frozenset(real.split()) for word, _, real in pairs if word}
