"""Which fact on record the words mean: by its name or a part of it, by its place in a list, or as just spoken of."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from agent.understanding.cues import FAMILIES
from agent.understanding.figures import is_denied
from agent.understanding.seen import Seen
from agent.understanding.words import Span, Words, names
from domain.ledger import Fact, Ledger
from domain.values import ANY, PATIENT, SERIES_SLOTS, SlotKind
from extraction.text.lazy_regex import lazy_regex

_WORD: Final = lazy_regex(r"(?:type|stage|grade) \d|[a-z][a-z'-]+|[가-힣]+")
_SHORTEST: Final = 3
"""Letters of a part of a name that may stand for the whole; Korean syllables carry more, and two do."""
_OF_ALL_KINDS: Final = frozenset(
    "pain disease disorder syndrome type blood level test left right upper lower chronic acute history the and not"
    " total free serum day daily mouth once take taking body rate count high low"
    " 통증 질환 검사 수치 왼쪽 오른쪽 양쪽 만성 급성 하루 혈액 총".split()
)
"""Words of many names, which alone mean none of them."""
_THINGS: Final = r"(?:one|thing|number|value|figure|reading|result|med|medicine|drug|pill|tablet|item|line)"
_PLACES: Final[tuple[tuple[int, str], ...]] = (
    (-1, r"마지막|맨\s?(?:끝|뒤)|\blast (?:one|thing|bit|of)\b|\bthe last\b"),
    (0, rf"첫\s?(?:번째|째)|맨\s?(?:처음|앞)|\b(?:first|1st) (?:of|{_THINGS})\b"),
    (1, rf"두\s?번째|둘째|\b(?:second|2nd) {_THINGS}\b"),
    (2, rf"세\s?번째|셋째|\b(?:third|3rd) {_THINGS}\b"),
)
_AT: Final = tuple((place, lazy_regex(pattern, re.IGNORECASE)) for place, pattern in _PLACES)


@dataclass(frozen=True, slots=True)
class References:
    """What of the record one utterance speaks of."""

    words: Words
    seen: Seen
    ledger: Ledger

    def means(self, fact: Fact) -> bool:
        """Whether the words name the fact's concept and no other of its class, or refer to what was just spoken of."""
        concept, slot = fact.content.concept, fact.content.slot
        if self.words.names_of(concept):
            rivals = {
                one.content.concept.concept_id
                for one in self.ledger.current(slot)
                if one.content.subject == PATIENT and self.words.names_of(one.content.concept)
            }
            return self.words.names_exactly(concept) or rivals == {concept.concept_id}
        if self.names(fact):
            return True
        if self._names_another(slot):
            return False
        in_mind = [one for one in self._in_mind() if one.content.slot is slot]
        if {one.content.concept.concept_id for one in in_mind} == {concept.concept_id}:
            return True
        # A number alone picks no fact; of those just spoken of it does.
        return [one.fact_id for one in in_mind if self.words.says_old(one)] == [fact.fact_id]

    def names(self, fact: Fact) -> bool:
        """Whether its name or a part of it is said, or its place among what was just told."""
        named = bool(self.words.names_of(fact.content.concept))
        return named or self._is_named_in_part(fact) or self._is_at_its_place(fact)

    def means_by_dose(self, fact: Fact) -> bool:
        """Whether the dose on record is said, and no other medicine on record has it."""
        alike = [one.fact_id for one in self.ledger.current(fact.content.slot) if self.words.says_old(one)]
        return alike == [fact.fact_id]

    def means_reading(self, fact: Fact) -> bool:
        """In a series: the reading whose value or day is said, else the newest. Of two, the one that is denied."""
        content = fact.content
        series = [
            one
            for one in self.ledger.about(content.slot, content.concept.concept_id, content.subject)
            if one.content.concept.concept_id == content.concept.concept_id
        ]
        said = [one for one in series if self.words.says_reading(one)]
        if len(said) > 1:
            said = [one for one in said if self._is_denied(one)] or [one for one in said if self._says(one)] or said
        if said:
            return [one.fact_id for one in said] == [fact.fact_id]
        # A newer value of a test is a new reading, unless the words speak of today's.
        newest = bool(series) and series[-1].fact_id == fact.fact_id
        in_mind = content.slot is SlotKind.LABS and fact.fact_id in self.seen.in_mind
        return newest and (self.words.sheet.day in (fact.clinical_day, fact.day) or in_mind)

    def _says(self, fact: Fact) -> bool:
        return any(one.value == fact.content.value for one in self.words.sheet.figures)

    def _is_denied(self, fact: Fact) -> bool:
        value = fact.content.value
        return any(one.value == value and is_denied(self.words, one) for one in self.words.sheet.figures)

    def _is_named_in_part(self, fact: Fact) -> bool:
        """Whether a word of its name is said that no other fact on record bears: "LEFT hip" of the pain in the hip."""
        if fact.content.slot in SERIES_SLOTS:
            return False
        others = [one for one in self.ledger.current() if one.content.concept != fact.content.concept]
        borne = {part for one in others for part in _parts(one)}
        if self._is_said_in_short(fact, others):
            return True
        return any(
            not any(not names(one, fact.content.concept) for one in self.words.within(place))
            for part in _parts(fact) - borne
            for place in self._places(part)
        )

    def _is_said_in_short(self, fact: Fact, others: Sequence[Fact]) -> bool:
        """Whether a word of the message begins its name and no other's on record: "dex" of dexamethasone."""
        if fact.content.slot not in (SlotKind.MEDICATIONS, SlotKind.PROCEDURES):
            return False
        known = [one.span() for one in _WORD.finditer(self.words.text)]
        said = {self.words.text[slice(*one)] for one in known if not self.words.within(one)} - _OF_ALL_KINDS
        short = {one for one in said if len(one) >= (_SHORTEST if one.isascii() else 2)}
        return any(_begins(one, fact) and not any(_begins(one, other) for other in others) for one in short)

    def _places(self, part: str) -> list[Span]:
        start = r"(?<![a-z])" if part[0].isascii() else r"(?<![가-힣])"
        end = r"(?![a-z])" if part[0].isascii() else ""
        return [one.span() for one in re.finditer(start + re.escape(part) + end, self.words.text)]

    def _is_at_its_place(self, fact: Fact) -> bool:
        """Whether the words tell its place among what the patient was just told: "take the last one out"."""
        listed = [one for one in self.seen.listed if one in self.ledger.facts]
        said = {place for place, pattern in _AT if pattern.search(self.words.text)}
        # Whose it is may be said beside its place; any other name says which by itself.
        named = any(one.entry.kind != "relatives" for one in self.words.sheet.mentions)
        if len(said) != 1 or len(listed) < 2 or named:
            return False
        place = next(iter(said))
        return place < len(listed) and listed[place] == fact.fact_id

    def _in_mind(self) -> list[Fact]:
        found = (self.ledger.facts.get(one) for one in self.seen.in_mind)
        return [one for one in found if one is not None and one.current]

    def _names_another(self, slot: SlotKind) -> bool:
        kinds = FAMILIES[slot]
        return any(one.entry.kind in kinds for one in self.words.sheet.mentions)


def _begins(word: str, fact: Fact) -> bool:
    concept = fact.content.concept
    names = f"{concept.name} {concept.display or ''}".casefold().split()
    return any(name.startswith(word) and len(word) < len(name) for name in names)


def _parts(fact: Fact) -> set[str]:
    """The words of a fact's name that may stand for it; of a Korean one, without the syllable that ends it as well."""
    concept = fact.content.concept
    if concept.concept_id == ANY:
        return set()
    found = set[str]()
    for word in _WORD.findall(f"{concept.name} {concept.display or ''}".casefold()):
        found.add(word)
        if not word.isascii() and len(word) > 2:
            found.add(word[:-1])
    return {one for one in found - _OF_ALL_KINDS if len(one) >= (_SHORTEST if one.isascii() else 2)}
