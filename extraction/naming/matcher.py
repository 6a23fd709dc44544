"""The dictionary matcher: lexicon names in a text, by stems and by spelling, always at the borders of morphemes.

Stems find what is inflected ("숨이 너무 차요" is the name "숨이 참"); spelling finds what is spaced or analysed in
another way ("당화 혈색소", "고혈압진단"). Because a match begins and ends with a morpheme, 간 is never found in 시간.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from extraction.naming.mentions import Entry, Kind
from extraction.text.jamo import jamo
from extraction.text.kiwi import Stem
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import fold

KIND_ORDER: Final[tuple[Kind, ...]] = (
    "medications",
    "drug_classes",
    "labs",
    "vitals",
    "conditions",
    "symptoms",
    "procedures",
    "social",
    "relatives",
    "allergens",
)
"""Which table speaks when one form stands in several: the most specific first. Nearly everything can be an allergen, so
that table comes last; whoever reads of an allergy asks it by name."""

ORDINARY_WORDS: Final = frozenset(
    "ace add aid aids all alp am an arm as ask at bad bid cad can cap cat cold cup do ed fast gad gas "
    "gist got he his ice id in is it la lad leap led low map mash mi ms msg nash nix no or pad pan pe peg "
    "pet pid pots prep pt rad rest sad scan sob soma tag us vessel was".split()
)
"""English words that are medical abbreviations when written in capitals."""

_LEAST_SPACED: Final = 3
_LEAST_SPACED_LATIN: Final = 6
"""A name that is written in one piece may be spaced out in the text from this length on: "두 통" is two packs of
something, "당화 혈색소" can only be the test."""
_NOT_A_FINDING: Final = frozenset({"성", "적", "용", "계", "식", "과"})
"""Suffixes that turn a finding into something else: 혈압계 measures, 당뇨식 is eaten."""
_HANGUL: Final = lazy_regex("[가-힣]")
_ADVERB_LIMIT: Final = 2
_OPENING: Final = 3
"""Letters by which it is known that no name begins at a place; the shortest names have two."""
_VALUE_WINDOW: Final = 8
_NEXT_CLAUSE: Final = lazy_regex(r"(?:데|고|서|니까|지만|으면|며|더니)\s+\S+$")
"""A Korean ending behind which another clause begins."""


Named = tuple[tuple[Entry, str], str, tuple[str, ...]]
"""An entry and one form of it, the form's folded spelling, and the stems that it is compared by."""
Names = tuple[tuple[Entry, str], ...]
"""Entries and the form by which each was found."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A possible mention, before the longest is chosen."""

    entry: Entry
    start: int
    end: int
    confidence: float
    recogniser: str


def _is_of_two_clauses(entry: Entry, words: str) -> bool:
    """Whether the stems of a medicine stand in two clauses: "열은 내렸는데 약" is no medicine that brings a "
    "fever down.
    """
    return entry.kind in ("medications", "drug_classes") and _NEXT_CLAUSE.search(words) is not None


class DictionaryMatcher:
    """All lexicon names of a text as candidates, overlapping ones included. Immutable: threads may share it."""

    name: Final = "dictionary"

    def __init__(self, names: Iterable[Named], *, stems: bool = True) -> None:
        """Without ``stems`` names are found only as they are spelt."""
        self._by_stems: dict[tuple[str, ...], Names] = {}
        self._prefixes: set[tuple[str, ...]] = set()
        self._by_spelling: dict[str, Names] = {}
        by_stems, by_spelling, prefixes = self._by_stems, self._by_spelling, self._prefixes
        for named, folded, keys in names:
            # Most names are found by both, and share nothing with another: one object for both.
            alone = (named,)
            if keys and stems:
                by_stems[keys] = others + alone if (others := by_stems.get(keys)) else alone
                for length in range(1, len(keys)):
                    prefixes.add(keys[:length])
            spelt = folded.replace("-", "")
            if len(spelt) >= 2:
                by_spelling[spelt] = others + alone if (others := by_spelling.get(spelt)) else alone
        self._longest = max(map(len, self._by_spelling), default=0)
        self._openings = frozenset(name[:_OPENING] for name in self._by_spelling)

    def candidates(self, text: str, parts: Sequence[Stem]) -> Iterator[Candidate]:
        """Every name whose stems or whose spelling stand in `text`, whose analysis is `parts`."""
        for first, last, names in (*self._stem_matches(parts), *self._spelling_matches(text, parts)):
            if not stands_alone(parts, first, last):
                continue
            start, end = parts[first].start, max(part.end for part in parts[first : last + 1])
            for entry, surface in names:
                if case_fits(surface, entry, text, start, end) and not _is_of_two_clauses(entry, text[start:end]):
                    yield Candidate(entry, start, end, 1.0, self.name)

    def _stem_matches(self, parts: Sequence[Stem]) -> Iterator[tuple[int, int, Names]]:
        for first, part in enumerate(parts):
            if part.silent:
                continue
            if (part.key,) not in self._prefixes:
                if names := self._by_stems.get((part.key,)):
                    yield first, first, names
                continue
            # Each path is the keys so far and the last stem that gave one; an optional stem is of the name or not.
            paths: list[tuple[tuple[str, ...], int]] = [((part.key,), first)]
            for at in range(first, len(parts)):
                if at != first and (parts[at].optional or not parts[at].silent):
                    longer = [((*keys, parts[at].key), at) for keys, last in paths if joined(parts, last, at)]
                    paths = [*longer, *paths] if parts[at].optional else longer
                for keys, last in paths:
                    if last == at and (names := self._by_stems.get(keys)):
                        yield first, at, names
                paths = [path for path in paths if path[0] in self._prefixes]
                if not paths:
                    break

    def _spelling_matches(self, text: str, parts: Sequence[Stem]) -> Iterator[tuple[int, int, Names]]:
        compact, place = _compact(text)
        for first, part in enumerate(parts):
            opening = compact[place[part.start] : place[part.start] + _OPENING]
            if part.tag == "SO" or not (opening in self._openings or opening[:-1] in self._openings):
                continue
            for last in range(first, len(parts)):
                start, end = part.start, parts[last].end
                if place[end] - place[start] > self._longest:
                    break
                names = self._by_spelling.get(compact[place[start] : place[end]]) if end > start else None
                if names and (names := _spelled_so(names, text, parts, first, last)):
                    yield first, last, names


def _compact(text: str) -> tuple[str, list[int]]:
    """The folded text without spaces and hyphens, and for each offset of `text` where it lies in it."""
    pieces = ["" if char == "-" or char.isspace() else char for char in text.casefold()]
    if len(pieces) != len(text):  # a letter is folded into two ("ß")
        pieces = ["" if char == "-" or char.isspace() else char.casefold() for char in text]
    return "".join(pieces), [0, *accumulate(map(len, pieces))]


def _spelled_so(names: Names, text: str, parts: Sequence[Stem], first: int, last: int) -> Names:
    """Those of `names` that the words from `first` to `last` may be, seeing how they are spaced and analysed."""
    start, end = parts[first].start, parts[last].end
    inside = parts[first : last + 1]
    written = text[start:end]
    spelled = fold(written)
    if _may_be_spaced(written, spelled, inside):
        return names
    if len(spelled) <= 2 and not _is_word(text, start, end, inside):
        return ()
    return tuple(name for name in names if name[1].casefold() == written.casefold())


def name_keys(surface: str, parts: Sequence[Stem]) -> tuple[str, ...]:
    """The stems that a name is compared by; empty when it must be compared by its spelling alone.

    That is so for a word that the analyser misreads (자궁 as a call to a 궁, 치루 as a form of a verb) and for a
    verb of one syllable: 차다 is to kick, to be cold, to be full, and to wear.
    """
    audible = [at for at, part in enumerate(parts) if not part.silent]
    if not audible or audible[0] > 0:
        return ()
    if parts[-1].tag.startswith("J") or parts[-1].optional or any(part.tag == "IC" for part in parts):
        return ()
    if parts[-1].tag.startswith("E") and not (surface[-1] in "다요기거것" or jamo(surface[-1]).endswith("ㅁ")):
        return ()
    last = audible[-1]
    if parts[last].key in ("거", "것") and len(audible) > 1 and parts[audible[-2]].predicate:
        last = audible[-2]
    kept = [part for at, part in enumerate(parts[: last + 1]) if not part.silent or _belongs(parts, at)]
    if len(kept) == 1 and kept[0].predicate and len(kept[0].key) <= 2:
        return ()
    return tuple(part.key for part in kept)


def _belongs(parts: Sequence[Stem], at: int) -> bool:
    """Whether a silent stem is part of a name: its adverbs, and the particle between two nouns ("머리에 혹")."""
    after = next((part for part in parts[at + 1 :] if not part.silent), None)
    return parts[at].optional and (parts[at].tag != "JKB" or (after is not None and after.noun))


def _may_be_spaced(written: str, spelled: str, parts: Sequence[Stem]) -> bool:
    """Whether a name may be written as in the text, whatever spaces it has itself: only where nouns follow nouns."""
    if len(parts) == 1:
        return len(spelled) > 1 and not parts[0].silent
    # A noun made a verb may end a name: 맹장 수술(했어요).
    last = parts[-1].noun or (parts[-1].verbal and parts[-1].tag == "NNG")
    if not last or not all(part.noun or part.tag == "SO" for part in parts[:-1]) or parts[-1].silent:
        return False
    if " " not in written and "-" not in written:
        return True
    return len(spelled) >= (_LEAST_SPACED_LATIN if spelled.isascii() else _LEAST_SPACED)


def _is_word(text: str, start: int, end: int, parts: Sequence[Stem]) -> bool:
    """Whether the span is all of the text, or a word between spaces that can be no verb and no noun with a particle."""
    if text.strip(" .,!?~") == text[start:end]:
        return True
    between = (start == 0 or text[start - 1] == " ") and (end == len(text) or text[end] in " .,!?")
    return between and not any(part.predicate or part.tag.startswith("J") for part in parts)


def joined(parts: Sequence[Stem], first: int, second: int) -> bool:
    """Whether two stems may belong to one name: 머리(가 너무) 아프다 may, 당뇨(는) 약 may not."""
    left, right = parts[first], parts[second]
    between = [part for part in parts[first + 1 : second] if part.tag != "SO"]
    if left.noun and right.noun:
        return all(part.tag == "JKG" for part in between)
    if left.noun:
        adverbs = sum(part.tag in ("MAG", "MAJ") for part in between)
        return adverbs <= _ADVERB_LIMIT and not any(part.tag.startswith("E") for part in between)
    return not any(part.tag.startswith("J") for part in between)


def stands_alone(parts: Sequence[Stem], first: int, last: int) -> bool:
    """Whether the words from `first` to `last` are a word of their own, not a piece of a longer one."""
    start, end = parts[first].start, parts[last].end
    before = parts[first - 1] if first and parts[first - 1].end == start else None
    after = parts[last + 1] if last + 1 < len(parts) and parts[last + 1].start == end else None
    if before is not None and (before.tag == "XPN" or (before.noun and not before.known)):
        return False
    if after is not None and after.tag in ("XSN", "NNG") and after.key in _NOT_A_FINDING:
        return False
    if end - start > 1 or parts[first].latin:
        return True
    neighbours = [part for part in (before, after) if part is not None and part.noun and not part.latin]
    return parts[first].tag in ("NNG", "NNP") and not neighbours


def case_fits(surface: str, entry: Entry, text: str, start: int, end: int) -> bool:
    """Whether the text writes an abbreviation as one: "MS" is a disease and "ms" is not, but "bp 138" is clear."""
    if not (surface.isascii() and surface.isalnum()) or surface.islower():
        return True
    written = text[start:end]
    if written == surface or written.isupper():
        return True
    korean = bool(_HANGUL.search(text))
    measured = entry.kind in ("labs", "vitals") and any(char.isdigit() for char in text[end : end + _VALUE_WINDOW])
    if surface.casefold() in ORDINARY_WORDS:
        return korean and measured
    return len(surface) > 2 or korean or measured


def longest(candidates: Iterable[Candidate]) -> list[Candidate]:
    """The longest candidates that do not overlap, by start; of equal spans the surest, then the first in KIND_ORDER."""
    ranked = sorted(
        candidates,
        key=lambda each: (each.start - each.end, -each.confidence, KIND_ORDER.index(each.entry.kind), each.start),
    )
    chosen: list[Candidate] = []
    taken: set[int] = set()
    for candidate in ranked:
        if taken.isdisjoint(range(candidate.start, candidate.end)):
            taken.update(range(candidate.start, candidate.end))
            chosen.append(candidate)
    return sorted(chosen, key=lambda each: each.start)
