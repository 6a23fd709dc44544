"""Whole sentences of the retrieved passages that fit this patient; nothing is quoted against the patient's facts."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from agent.answers.consultation import Consultation
from agent.answers.medicines.concerns import PREGNANCIES, PREGNANT
from agent.answers.record.known import numeric
from agent.words.figures import number
from agent.words.wording import lookup
from domain.events import Citation
from domain.ledger import CHANGED, Ledger
from domain.values import SlotKind
from extraction.naming.mentions import Mention
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise
from retrieval.corpus import Passage

Standing = Literal["inside", "outside", "unknown"]
"""Where the latest value stands; a sentence about the other side is not quoted."""

_NUMBER: Final = lazy_regex(r"\d+(?:\.[1-9]\d*)?")
_SENTENCE_END: Final = lazy_regex(r"(?<=[.!?])\s+")
_MEDICINE: Final = lazy_regex(
    r"약(?!속|국|간|사|점|화|해|물\s?남용)|복용|복약|인슐린|흡입제|처방|치료를\s?유지|지금의\s?치료|현재\s?치료"
    r"|medic(?!al)|\bdrugs?\b|\bpills?\b|\bdos(?:e|es|ing|age)\b|insulin|inhaler|prescri|current treatment"
    r"|treatment (?:change|needs)",
    re.IGNORECASE,
)
_NO_MEDICINE: Final = lazy_regex(
    r"약(?:이|을)?\s?(?:없|복용하지\s?않|먹지\s?않|쓰지\s?않)|약보다|약\s?없이|약이\s?필요"
    r"|without (?:\w+ ){0,3}medicine|no medicine"
    r"|before medicine|rather than medicine|need for medicine|(?:blood pressure|cholesterol"
    r"|diabetes) medicine is not started",
    re.IGNORECASE,
)
_WITHOUT_MEDICINE: Final = lazy_regex(
    r"약(?:이|을)?\s?(?:필요\s?)?(?:없|복용하지\s?않|먹지\s?않)|without (?:\w+ ){0,3}medicine|no medicine is",
    re.IGNORECASE,
)
_INSIDE: Final = lazy_regex(
    r"목표\s?(?:이내|안|범위\s?안)|목표에\s?(?:도달|들)|within (?:the )?target|within range|well[- ]controlled"
    r"|잘\s?조절",
    re.IGNORECASE,
)
_OUTSIDE: Final = lazy_regex(
    r"목표(?:를|보다|값보다)?\s?(?:벗어|높|넘|초과|웃)|목표\s?이상|above (?:the )?target|outside (?:the )?target"
    r"|not met",
    re.IGNORECASE,
)
_OLDER: Final = lazy_regex(
    r"고령|(?<![가-힣])(?:노인|노년)|(?:6[05]|7[05])세\s?이상|older|elderly|from age (?:6|7)\d", re.IGNORECASE
)
_OLDER_FROM: Final = 65
"""Years from which a person counts as an older adult in the guidelines quoted (ADA 2024, 13)."""
_TREATED_BY: Final = {
    "diabetes": "antidiabetic",
    "hypertension": "antihypertensive",
    "hyperlipidemia": "lipid_lowering_agent",
}
"""The class of medicine that treats a topic of the corpus, where passages tell the treated from the untreated."""
_NUTRIENTS: Final = frozenset({"vitamin", "mineral", "supplement"})
"""Classes that a sentence on food names without meaning a medicine."""
_ABSENT: Final = lazy_regex(r"없는|없이|없고|없어도|\bwithout\b", re.IGNORECASE)
_CHILDREN: Final = lazy_regex(r"어린이|소아|영아|유아|청소년|children|infants?|toddlers?|teenagers?", re.IGNORECASE)
_ADULT_FROM: Final = 18
"""Years from which advice for children is not the patient's."""
_EMERGENCY: Final = lazy_regex(r"응급|119|emergency", re.IGNORECASE)
_OWN_CONCEPT, _TEST_CONCEPT, _MEDICINE_CONCEPT, _STATES_SIDE, _ABOUT, _RANK = 2.0, 3.0, 1.5, 3.0, 2.0, 0.05
_STRANGER, _EMERGENCY_COST, _OTHER_TEST, _KIND, _GENERIC = 5.0, 2.0, 3.0, 0.3, 0.5
"""Weights of what makes a sentence fit: it names a condition, the test or a medicine of the patient's, or says what to
do on this side of the target; the rank of retrieval breaks ties. A sentence is quoted when its sum is above 0."""

ASPIRIN_FROM_YEARS: Final = 16
"""Age in years from which aspirin may be taken for a fever: Reye's syndrome (BNF for Children)."""
_ASPIRIN: Final = "aspirin"


@dataclass(frozen=True, slots=True)
class Quote:
    """One whole sentence of a passage, or a whole card, and how well it fits."""

    passage: Passage
    sentence: str
    fit: float

    @property
    def marked(self) -> str:
        """The sentence in quotation marks, with its document."""
        return f"“{self.sentence}” [{self.passage.document_id}]"

    @property
    def citation(self) -> Citation:
        """The citation of this sentence."""
        return Citation(
            document_id=self.passage.document_id,
            title=self.passage.title,
            quote=self.sentence,
            source=self.passage.source,
        )


def whole(card: Passage) -> Quote:
    """A card as it is quoted: all of it."""
    return Quote(card, card.text, 0.0)


def sentences(text: str) -> tuple[str, ...]:
    """The whole sentences of a passage, verbatim."""
    return tuple(sentence.strip() for sentence in _SENTENCE_END.split(text.strip()) if sentence.strip())


def fitting(
    consultation: Consultation,
    kinds: Sequence[str],
    *,
    tests: Collection[str] = (),
    standing: Standing = "unknown",
    generic: Iterable[str] = (),
    about: Collection[str] = (),
    trusting: bool = False,
    saying: re.Pattern[str] | None = None,
) -> tuple[Quote, ...]:
    """Sentences of passages of these kinds, the best fit first, earlier kinds preferred.

    ``generic`` names pairs of passages that fit every patient, for where no retrieved one is about ``tests``.

    ``about`` are concepts that the question itself names: they may be spoken of though the patient has none of them.
    ``saying`` is what a sentence must speak of. ``trusting`` takes retrieval's word that a passage answers the
    question, where nothing else recommends it.
    """
    reading = _Reading(consultation, frozenset(tests), standing, frozenset(about), trusting)
    found: list[Quote] = []
    for rank, hit in enumerate(consultation.situation.hits):
        if hit.passage.kind in kinds and hit.passage.language == consultation.words.language:
            preference = _KIND * (len(kinds) - kinds.index(hit.passage.kind))
            found.extend(reading.quotes(hit.passage, preference - _RANK * rank))
    if consultation.library is not None:
        for rank, pair in enumerate(generic):
            passage = consultation.library.passage(f"{consultation.words.language}-{pair}")
            if passage is not None:
                found.extend(reading.quotes(passage, _GENERIC - _RANK * rank))
    kept = [quote for quote in found if saying is None or saying.search(quote.sentence)]
    return tuple(sorted(kept, key=lambda quote: -quote.fit))


def _withdrawn_numbers(ledger: Ledger, tests: Collection[str]) -> frozenset[str]:
    """Numbers that were corrected or withdrawn of these tests; quoted beside one they would read like its value."""
    return frozenset(
        number(value).removesuffix(".0")
        for fact in ledger.ended()
        if fact.ended != CHANGED and fact.content.concept.concept_id in tests
        if (value := numeric(fact)) is not None
    )


class _Reading:
    """Judges sentences for one patient."""

    def __init__(
        self,
        consultation: Consultation,
        tests: frozenset[str],
        standing: Standing,
        about: frozenset[str],
        trusting: bool,
    ) -> None:
        known = consultation.known
        self._consultation = consultation
        self._tests = tests
        self._standing = standing
        self._about = about
        self._trust = 1.0 if trusting else 0.0
        self._conditions = known.condition_ids()
        self._medicines = known.medicine_ids()
        self._disowned = known.disowned_ids() - about
        self._allergies = {fact.content.concept.concept_id for fact in known.in_force(SlotKind.ALLERGIES)}
        self._takes_medicine = bool(known.in_force(SlotKind.MEDICATIONS))
        self._age = known.age_years()
        self._withdrawn = _withdrawn_numbers(consultation.ledger, tests)

    def quotes(self, passage: Passage, preference: float) -> list[Quote]:
        """The sentences of one passage that may be quoted, with their fit on top of ``preference``."""
        named = set(passage.concepts)
        if not self._passage_fits(named, passage.kind) or self._is_for_the_untreated(passage):
            return []
        if self._is_not_for_children(named):
            return []
        base = self._trust + preference
        base += _TEST_CONCEPT * bool(named & (self._tests | self._about))
        base += _OWN_CONCEPT * bool(named & self._conditions) + _MEDICINE_CONCEPT * bool(named & self._medicines)
        return [
            Quote(passage, sentence, base + bonus)
            for sentence in sentences(passage.text)
            if (bonus := self._fit(sentence)) is not None and base + bonus > 0
        ]

    def _passage_fits(self, named: set[str], kind: str) -> bool:
        """A passage about conditions or medicines must be about one of the patient's, the test or what was asked."""
        if named & self._disowned and not named & (self._conditions | self._about):
            return False
        if self._about or (named & self._tests and kind != "lifestyle"):
            return True
        dictionary = self._consultation.words.dictionary
        conditions = {each for each in named if lookup(dictionary, "conditions", each) is not None}
        medicines = {each for each in named if lookup(dictionary, "medications", each) is not None}
        if medicines and medicines == named - conditions and not medicines & self._medicines:
            return False
        return not conditions or bool(conditions & self._conditions) or bool(medicines & self._medicines)

    def _is_not_for_children(self, named: set[str]) -> bool:
        """Whether it tells a child of aspirin that nobody asked about: under sixteen it is not given for a fever."""
        young = self._age is not None and self._age < ASPIRIN_FROM_YEARS
        return young and _ASPIRIN in named and not {_ASPIRIN, "antiplatelet"} & (self._about | self._medicines)

    def _is_for_the_untreated(self, passage: Passage) -> bool:
        """Whether the passage says what to do without medicine, and this patient takes one for it."""
        if not _WITHOUT_MEDICINE.search(passage.title):
            return False
        treated_by = _TREATED_BY.get(passage.topic)
        return self._takes_medicine if treated_by is None else treated_by in self._medicines

    def _fit(self, sentence: str) -> float | None:
        """How well a sentence fits, None when it must not be quoted to this patient."""
        if (
            not self._takes_medicine
            and _MEDICINE.search(sentence)
            and not _NO_MEDICINE.search(sentence)
            and not self._about
        ):
            return None
        if self._takes_medicine and _WITHOUT_MEDICINE.search(sentence):
            return None
        if _OLDER.search(sentence) and (self._age is None or self._age < _OLDER_FROM):
            return None
        if _CHILDREN.search(sentence) and not self._about and (self._age is None or self._age >= _ADULT_FROM):
            return None
        if PREGNANT.search(sentence) and PREGNANCIES.isdisjoint(self._conditions | self._about):
            return None
        inside, outside = bool(_INSIDE.search(sentence)), bool(_OUTSIDE.search(sentence))
        if (self._standing == "inside" and outside) or (self._standing == "outside" and inside):
            return None
        if self._standing == "unknown" and (inside or outside) and self._tests:
            return None
        if self._withdrawn.intersection(_NUMBER.findall(sentence)):
            return None
        mentions = self._consultation.finder.find(normalise(sentence).text)
        names = {concept for each in mentions for concept in (each.entry.concept_id, *each.entry.broader)}
        tests = {each.entry.concept_id for each in mentions if each.entry.kind in ("labs", "vitals")}
        if (inside or outside) and self._tests and tests and not names & self._tests:
            return None
        strangers = self._strangers(mentions, names, bool(_ABSENT.search(sentence)))
        if strangers is None:
            return None
        fit = (
            _STATES_SIDE * (inside or outside) + 1.0 * bool(names & self._tests) + 1.0 * bool(names & self._conditions)
        )
        if self._tests and tests and not names & self._tests:
            fit -= _OTHER_TEST
        return (
            fit + _ABOUT * bool(names & self._about) - _EMERGENCY_COST * bool(_EMERGENCY.search(sentence)) - strangers
        )

    def _strangers(self, mentions: Iterable[Mention], names: set[str], absent: bool) -> float | None:
        """What naming illnesses of other people costs; None when something named forbids the sentence.

        A guideline names the illness whose target it gives; that is a last resort for a test of the patient's own. One
        that speaks of people without an illness must not be quoted to a patient who has it.
        """
        cost = 0.0
        for mention in mentions:
            concept_id, kind = mention.entry.concept_id, mention.entry.kind
            family = {concept_id, *mention.entry.broader}
            if concept_id in self._disowned:
                return None
            if self._about:
                continue
            if kind in ("medications", "drug_classes") and not family & (self._medicines | _NUTRIENTS):
                return None
            if kind == "allergens" and concept_id in self._allergies:
                return None
            if kind != "conditions":
                continue
            if absent and family & self._conditions:
                return None
            if not absent and not family & self._conditions:
                if not names & self._tests:
                    return None
                cost = _STRANGER
        return cost
