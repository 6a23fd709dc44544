"""Whom a card is for: what it says of children or of an illness is not told to who is none and has none.

A card opens with whom it is about ("Under 16 ...", "With asthma ...", "뇌전증 약을 먹을 때 ..."). It is found by what
it is about, which may be a class that the patient's medicine belongs to for another reason.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from agent.answers.asking.request import Finder
from agent.answers.referents.expressions import points_at_that
from domain.values import PATIENT, Polarity, SlotKind, Status
from extraction.naming.mentions import Entry
from extraction.text.lazy_regex import lazy_regex
from projections.patient_view import PatientView
from retrieval.corpus import Passage

_OPENING: Final = 48
"""Characters in which a card says whom it is about."""
_CHILD: Final = lazy_regex(
    r"(?:in |for |with )?(?:a |most |many )?(?:under (?:1[0-8]|[3-9])|children|child\b|babies|infants|toddlers"
    r"|newborns?|teenagers)"
    r"|(?:어린)?아이|아기|어린이|소아|영아|신생아|청소년|(?:만\s?)?\d{1,2}\s?(?:세|개월)\s?(?:미만|이하|전)"
    r"|[가-힣\s]{0,24}(?:하는|한)\s(?:아이|아기|어린이)(?:들?에게|한테|들?[은는도])",
    re.IGNORECASE,
)
"""How a card begins that is about children; a baby that somebody carries or nurses comes later in its words."""
_OF_A_CHILD: Final = lazy_regex(
    r"\b(?:under (?:1[0-8]|[3-9])|child(?:ren)?|bab(?:y|ies)|infants?|toddlers?|newborns?|teen\w*|son|daughter"
    r"|kid|kids|boy|girl|grandson|granddaughter|nephew|niece|little one)\b"
    r"|아이|아기|어린이|소아|영아|신생아|청소년|세\s?미만|아들|딸|애가|애는|애한테|조카|손주|손자|손녀|둘째|첫째|막내",
    re.IGNORECASE,
)
_OF_A_BABY: Final = lazy_regex(
    r"\b(?:bab(?:y|ies)|infants?|newborns?|(?:week|month|wk|mo|mth)s?[- ]?old)\b"
    r"|아기|신생아|영아|(?:개월|백일)\s?(?:된|아기|애|인데)",
    re.IGNORECASE,
)
CHILD: Final = "child"
BABY: Final = "baby"
"""Of whom a question may be, beside the concepts of the lexicon."""
_GROWN: Final = lazy_regex(r"어른|성인|\badults?\b", re.IGNORECASE)
_FAR: Final = 90
"""Characters in which a card that begins with children may turn to everybody."""
_GROWN_FROM: Final = 18.0
_WITH: Final = lazy_regex(r"^(?:with|in|if you have|people with|for people with|when you have)\s", re.IGNORECASE)
_HAVING_KO: Final = lazy_regex(r"(?:이|가)?\s?(?:있|환자|약을|인\s?사람|에서는|에는|이라면|라면)")


@dataclass(frozen=True, slots=True)
class Whose:
    """Whom an ask is about: the record, and all words of the utterance."""

    view: PatientView
    finder: Finder
    said: str

    def suits(self, card: Passage) -> bool:
        """Whether a card may be told here."""
        return self.is_of_age(card) and self._is_of_an_illness(card) and self._is_of_what_is_taken(card)

    def _is_of_what_is_taken(self, card: Passage) -> bool:
        """Whether a card is not about a medicine that is on record as stopped, unless the words speak of it."""
        medicines = [fact for fact in self.view.ledger.current(SlotKind.MEDICATIONS) if fact.content.subject == PATIENT]
        over = {one.content.concept.concept_id for one in medicines if one.content.status is Status.STOPPED}
        over -= {one.content.concept.concept_id for one in medicines if one.content.status is not Status.STOPPED}
        if not over or points_at_that(self.said):
            return True
        about = {one.entry.concept_id for one in self.finder.find(card.text[:_OPENING])}
        said = {one.entry.concept_id for one in self.finder.find(self.said)}
        return about.isdisjoint(over - said)

    def is_of_age(self, card: Passage) -> bool:
        """Whether a card is for somebody of this age: what is told to children is not told to grown people."""
        if _CHILD.match(card.text) is None or _GROWN.search(card.text[:_FAR]) is not None:
            return True
        if _OF_A_CHILD.search(self.said) is not None:
            return True
        age = self._age()
        # Who speaks of no child, and tells no age, speaks of a grown person.
        return age is not None and age < _GROWN_FROM

    def _age(self) -> float | None:
        """The patient's age in years, as told."""
        told = (one.content.value for one in self.view.ledger.current(SlotKind.DEMOGRAPHICS) if _is_age(one.content))
        age = next(told, None)
        return float(age) if isinstance(age, (int, float)) else None

    def of_child(self) -> frozenset[str]:
        """CHILD where the words speak of a child or the patient is one, and BABY for one under a year."""
        age = self._age()
        found = {CHILD} if _OF_A_CHILD.search(self.said) is not None else set()
        if age is not None and age < _GROWN_FROM:
            found.add(CHILD)
        if (age is not None and age < 1) or _OF_A_BABY.search(self.said) is not None:
            found |= {CHILD, BABY}
        return frozenset(found)

    def _is_of_an_illness(self, card: Passage) -> bool:
        opening = card.text[:_OPENING]
        named = [one for one in self.finder.find(opening) if _is_of_illness(one.entry)]
        meant = [
            one.entry
            for one in named
            if (_WITH.match(opening) and opening[: one.start].count(" ") <= _FEW)
            or (one.start < _FIRST and (one.entry.concept_id in _OF_ILLNESS or _HAVING_KO.match(opening, one.end)))
        ]
        if not meant or _OR.search(opening) is not None:
            return True
        families = [{*_OF_ILLNESS.get(entry.concept_id, (entry.concept_id,)), *entry.broader} for entry in meant]
        own = self._own() | {
            each
            for one in self.finder.find(self.said)
            for each in (one.entry.concept_id, *one.entry.broader)
            if one.entry.kind in ("conditions", "symptoms", "procedures")
        }
        return any(not family.isdisjoint(own) for family in families)

    def _own(self) -> set[str]:
        slots = (SlotKind.CONDITIONS, SlotKind.SYMPTOMS, SlotKind.PROCEDURES)
        return {
            each
            for slot in slots
            for fact in self.view.ledger.current(slot)
            if fact.content.subject == PATIENT and fact.content.polarity is Polarity.AFFIRMED
            for each in (fact.content.concept.concept_id, *fact.content.concept.broader)
        }


_OR: Final = lazy_regex(r"거나\s|\bor\b", re.IGNORECASE)
"""Words that name another reason why a card may be for somebody."""
_FEW: Final = 4
_FIRST: Final = 14


_OF_ILLNESS: Final = {"antiepileptic": ("epilepsy", "seizure_disorder")}
"""Classes that are called by one illness, though many take them for another: "뇌전증 약"."""


def _is_of_illness(entry: Entry) -> bool:
    return entry.kind == "conditions" or entry.concept_id in _OF_ILLNESS


def _is_age(content: object) -> bool:
    concept = getattr(content, "concept", None)
    return concept is not None and concept.concept_id == "age"
