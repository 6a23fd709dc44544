"""Lexicon names behind typing errors, in the words that nothing else explains.

Korean is compared by jamo, the letters of a syllable: "메트폴민" lacks one of "메트포르민". A word that the analyser
knows is never taken for a misspelling, and a word that is near two concepts is left alone.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence, Set
from functools import lru_cache
from itertools import islice, pairwise, takewhile
from typing import Final, TypeAlias

from extraction.naming.matcher import Candidate
from extraction.naming.mentions import Entry, Kind
from extraction.naming.name_forms import NameForms, letter_set
from extraction.text.jamo import jamo, jamo_distance
from extraction.text.kiwi import LONGEST_RUN, Stem, singular
from extraction.text.lazy_regex import lazy_regex

LEAST_SYLLABLES: Final = 3
LEAST_LETTERS: Final = 8
LEAST_LETTERS_OF_A_DRUG: Final = 7
"""Shorter names have too many ordinary words beside them: "always" is one letter from a brand of eye drops."""

LEAST_SYLLABLES_FOR_TWO: Final = 5
"""From this length two edits are forgiven, if they are in vowels and no syllable came or went: lovastatin is no
misspelt rosuvastatin, nor hydroquinone hydrocodone. A weak syllable left out within a name of as many is forgiven."""

CONFIDENCE: Final = {0: 0.95, 1: 0.9, 2: 0.8}
"""By the number of edits; an exact match has 1.0, the same letters in other syllables count 0 edits."""

_KINDS: Final[frozenset[Kind]] = frozenset(
    {"medications", "drug_classes", "labs", "conditions", "symptoms", "allergens", "procedures"}
)
_LATIN_KINDS: Final[frozenset[Kind]] = frozenset({"medications", "drug_classes", "labs", "conditions", "allergens"})
_HANGUL_RUN: Final = lazy_regex("[가-힣]+")
_VOWELS: Final = lazy_regex("[ㅏ-ㅣ]")
_ENGLISH_SUFFIXES: Final = ("ic", "al", "ous", "ing", "ed", "ly")
"""What makes another word of a name: pancreatin is a drug, pancreatic is not."""
_NUMBER_WORD: Final = lazy_regex("[영공일이삼사오육륙칠팔구십백천만]+")
"""Number words are no misspelt name, however near one they come ("이백사십일" and 이펙사)."""
_TAIL: Final = lazy_regex(
    r"(?:을|를|이|가|은|는|도|만|로|으로|과|와|랑|이랑|하고|에|의|요|이요|이에요|예요|입니다|이고|이나|나|부터|까지|약|정)?"
)
ORDINARY_NEIGHBOURS: Final = frozenset(
    "ability activate activates aesthetic artistic aspiring chocolatey clarinet clarity compound contract contracts "
    "creating creative creator creators differing enclose heroine inflection injection insulting meditation metadata "
    "metadatas mitigate morning mornings operator precise preparation program programs recast servant singles "
    "singular".split()
)
"""English words one letter away from a name of the lexicon."""

REMEMBERED_WORDS: Final = 16_384
"""Words whose nearest name is kept in memory: the same ones return turn after turn, and in every passage."""

Name: TypeAlias = tuple[int, int, str, Entry]
"""Its place among all, its letters as a set, how it is compared, and what it names."""


class TypoMatcher:
    """Near misses of lexicon names. Immutable: threads may share it."""

    name: Final = "typo"

    def __init__(self, names: Iterable[tuple[Entry, str]], forms: NameForms) -> None:
        """``names`` with their ``forms``, one by one."""
        self._exact: set[str] = {*forms.folded, *forms.singulars}
        self._longest = 0
        self._beginning: dict[tuple[str, int], list[Name]] = {}
        self._nearest = lru_cache(REMEMBERED_WORDS)(self._search)
        self._near = lru_cache(REMEMBERED_WORDS)(self._near_beginnings)
        listed = zip(names, forms.folded, forms.letters, strict=True)
        for place, ((entry, surface), folded, letters) in enumerate(listed):
            self._add(place, entry, folded, letters, one_word=" " not in surface)
        self._firsts = sorted({first for first, _ in self._beginning if not first.isascii()})

    def forget(self) -> None:
        """Keep none of the words that were looked up."""
        self._nearest.cache_clear()
        self._near.cache_clear()

    def _add(self, place: int, entry: Entry, key: str, letters: tuple[int, int], *, one_word: bool) -> None:
        latin = key.isascii()
        if latin:
            least = LEAST_LETTERS_OF_A_DRUG if entry.kind == "medications" else LEAST_LETTERS
            fits = entry.kind in _LATIN_KINDS and one_word and key.isalpha() and len(key) >= least
        else:
            fits = entry.kind in _KINDS and bool(_HANGUL_RUN.fullmatch(key)) and len(key) >= LEAST_SYLLABLES
        if fits:
            self._longest = max(self._longest, len(key) + 1)
            count, own = letters
            self._beginning.setdefault((key[0], count), []).append((place, own, key, entry))

    def candidates(self, text: str, parts: Sequence[Stem], exact: Sequence[Candidate]) -> Iterator[Candidate]:
        """Misspelt names in what `exact` leaves of `text`, whose analysis is `parts`.

        An exact match inside a longer word may be an accident (로바스타틴 in 아트로바스타틴): the word is tried whole.
        """
        ends = {each.end for each in exact}
        nouns = {part.end for part in parts if part.noun and not part.latin} - ends
        doubtful = {each.start for each in exact if each.start in nouns}
        taken = {at for each in exact if each.start not in doubtful for at in range(each.start, each.end)}
        for part in parts:
            if part.tag == "SL" and part.start not in taken and part.end - part.start >= LEAST_LETTERS_OF_A_DRUG - 1:
                yield from self._latin(text, part)
        runs = list(_HANGUL_RUN.finditer(text))
        starts = [part.start for part in parts]
        for run in runs:
            if run.end() - run.start() > LONGEST_RUN:
                continue
            inside = parts[bisect_left(starts, run.start()) : bisect_left(starts, run.end())]
            yield from self._hangul(run, inside, taken, doubtful)
        named = {at for each in exact for at in range(each.start, each.end)}
        within = {at for each in exact for at in range(each.start + 1, each.end)}
        for left, right in pairwise(runs):
            if text[left.end() : right.start()] == " " and named.isdisjoint(range(left.start(), left.end())):
                yield from self._two_words(left, right, within)

    def _latin(self, text: str, part: Stem) -> Iterator[Candidate]:
        word = text[part.start : part.end].casefold()
        if word.isascii() and word not in ORDINARY_NEIGHBOURS and not {word, singular(word)} & self._exact:
            for form in dict.fromkeys((word, word.removesuffix("s"))):
                if len(form) >= LEAST_LETTERS_OF_A_DRUG - 1 and (found := self._nearest(form)):
                    yield Candidate(found[0], part.start, part.end, CONFIDENCE[found[1]], self.name)
                    return

    def _hangul(
        self, run: re.Match[str], parts: Sequence[Stem], taken: Set[int], doubtful: Set[int]
    ) -> Iterator[Candidate]:
        borders = {part.start for part in parts} | {run.end()}
        for at, first in enumerate(parts):
            begins = at == 0 or parts[at - 1].silent or parts[at - 1].predicate or first.start - 1 in taken
            furthest = min(run.end(), first.start + self._longest)
            for end in range(furthest if begins else 0, first.start + LEAST_SYLLABLES - 1, -1):
                if end not in borders and not _TAIL.fullmatch(run.string, end, run.end()):
                    continue
                if not taken.isdisjoint(range(first.start, end)):
                    continue
                word = run.string[first.start : end]
                whole = not doubtful.isdisjoint(range(first.start + 1, end))
                if word in self._exact or _NUMBER_WORD.fullmatch(word) or (_is_plain(end, parts, at) and not whole):
                    continue
                if found := self._nearest(word):
                    yield Candidate(found[0], first.start, end, CONFIDENCE[found[1]], self.name)
                    return

    def _two_words(self, left: re.Match[str], right: re.Match[str], within: Set[int]) -> Iterator[Candidate]:
        """A name of two words with an error in one ("경계성 당료"), which by itself may be too short to tell.

        The second word may be a name of its own (비염 in "알래르기 비염"): the longer one says more. None ends where
        another name goes on, `within`.
        """
        for end in range(right.end(), right.start(), -1):
            word = left[0] + right.string[right.start() : end]
            if len(word) < LEAST_SYLLABLES_FOR_TWO or word in self._exact:
                return
            if not _TAIL.fullmatch(right.string, end, right.end()):
                continue
            if end in within:
                continue
            if found := self._nearest(word, beginning=True):
                yield Candidate(found[0], left.start(), end, CONFIDENCE[found[1]], self.name)
                return

    def _search(self, word: str, *, beginning: bool = False) -> tuple[Entry, int] | None:
        """The one concept whose name is nearest to `word`, and the edits to it; None when none or two are.

        With `beginning`, only names with the same first letter or syllable, and one edit.
        """
        letters, latin = jamo(word), word.isascii()
        own = letter_set(letters)
        best: list[tuple[str, Entry]] = []
        least = 1 if latin or beginning or len(word) < LEAST_SYLLABLES_FOR_TWO - 1 else 2
        beginnings = (word[0],) if beginning or latin else self._near(word[0])
        for length in range(len(letters) - least, len(letters) + least + 1):
            names = sorted(name for first in beginnings for name in self._beginning.get((first, length), ()))
            for _, letter_bits, name, entry in names:
                # An edit changes at most two letters of the set: a cheap test before the dear one.
                if (own ^ letter_bits).bit_count() > 2 * least or not _alike(word, name):
                    continue
                edits = jamo_distance(word, name, least)
                if edits > least or (edits == 2 and not _sounds_alike(word, name) and not _lacks_one(word, name)):
                    continue
                if edits and not latin and len(name) == LEAST_SYLLABLES and not _begin_alike(word, name):
                    continue
                if edits < least:
                    best, least = [], edits
                best.append((name, entry))
        one = len({name for name, _ in best}) == 1 or len({entry.concept_id for _, entry in best}) == 1
        return (best[0][1], least) if one else None

    def _near_beginnings(self, first: str) -> tuple[str, ...]:
        """The first syllables of names that :func:`_alike` lets stand for this one; of Latin letters only the same."""
        return tuple(one for one in self._firsts if jamo_distance(first, one, 1) <= 1)


def _alike(word: str, name: str) -> bool:
    """Whether the beginnings agree but for one letter: 고 and 저, hyper and hypo make opposites of what follows."""
    if word.isascii():
        return word[0] == name[0] and _suffix(word) in ("", _suffix(name))
    return jamo_distance(word[0], name[0], 1) <= (0 if len(name) == LEAST_SYLLABLES else 1)


def _begin_alike(word: str, name: str) -> bool:
    """Whether the syllables begin with the same letters: in the shortest names only vowels and ends are mistaken.

    Where a first letter differs it is another word: 아이라, "is not", is no isoniazid, and 오십년, "fifty years", no
    frozen shoulder. What only runs on into the next syllable as it is spoken (고혀랍) begins with nothing else.
    """
    if jamo(word).replace(_SILENT, "") == jamo(name).replace(_SILENT, ""):
        return True
    return len(word) == len(name) and all(
        (ord(one) - _FIRST_SYLLABLE) // _OF_ONE_ONSET == (ord(other) - _FIRST_SYLLABLE) // _OF_ONE_ONSET
        for one, other in zip(word, name, strict=True)
    )


_SILENT: Final = "ㅇ"
_FIRST_SYLLABLE: Final = ord("가")
_OF_ONE_ONSET: Final = 21 * 28
"""Syllables that begin with the same letter, in Unicode's order: vowels times ends."""


def _suffix(word: str) -> str:
    return next((suffix for suffix in _ENGLISH_SUFFIXES if word.endswith(suffix)), "")


def _sounds_alike(word: str, name: str) -> bool:
    return len(word) == len(name) and _VOWELS.sub("", jamo(word)) == _VOWELS.sub("", jamo(name))


def _lacks_one(word: str, name: str) -> bool:
    """Whether a weak syllable within a long name was left out, and nothing else is other: "메포르민".

    Weak is the vowel that only parts two consonants of a foreign word (메트포르민); without a full one ("로바스타틴")
    it is another medicine's name.
    """
    if len(name) != len(word) + 1 or len(name) < LEAST_SYLLABLES_FOR_TWO:
        return False
    weak = (at for at in range(1, len(name) - 1) if jamo(name[at]).endswith("ㅡ"))
    return any(name[:at] + name[at + 1 :] == word for at in weak)


def _is_plain(end: int, parts: Sequence[Stem], first: int) -> bool:
    """Whether the analyser explains the text up to `end` with words that it knows, none of them a stray syllable."""
    inside = list(takewhile(lambda part: part.start < end, islice(parts, first, None)))
    if not all(part.known for part in inside):
        return False
    if any(part.predicate or part.silent for part in inside):
        return True
    return all(part.end - part.start >= 2 or part.tag == "XSN" for part in inside)
