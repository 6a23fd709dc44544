"""Everything one answer is made from, read once: the situation, the question's reading, the facts and the words."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Protocol

from agent.answers.asking.learned_kinds import Kinds
from agent.answers.asking.near_names import named_nearly
from agent.answers.asking.request import Finder, Request
from agent.answers.following.following import understood
from agent.answers.following.references import spoken
from agent.answers.knowledge.cards import CardReader, card_asked
from agent.answers.knowledge.whose_card import Whose
from agent.answers.record.known import Known
from agent.answers.record.patient_named import WithoutPatient, finder_over
from agent.preferences import Preferences, preferences
from agent.recall.bearing import BearingReader
from agent.skills.ports import Situation
from agent.words.for_another import said_of_another
from agent.words.wording import Dictionary, Wording
from domain.events import SlotChanged, SlotCorrected, SlotReaffirmed, SlotRecorded
from domain.ledger import Fact, Ledger, local_day
from domain.values import PATIENT, SERIES_SLOTS, SlotKind
from extraction.naming.mentions import Mention
from extraction.reading.figures.meal_circumstances import meal_of
from extraction.reading.learned.aspects import ASPECTS
from extraction.reading.learned.recollections import RecollectionReader
from retrieval.corpus import Passage

_STANDS_FOR: Final = {"glucose": ("hba1c",), "hba1c": ("glucose",), "creatinine": ("egfr",), "egfr": ("creatinine",),
               "iron": ("ferritin", "hemoglobin")}  # fmt: skip
"""Tests that tell of the same thing where the one that is named was never measured."""
_MOST_TOLD: Final = 4
"""Tests told in one turn that "is that all right?" is about."""


class Library(Protocol):
    """Passages by id, for the generic ones that fit every patient."""

    def passage(self, document_id: str) -> Passage | None:
        """The passage of this id, or None."""
        ...


@dataclass(frozen=True, slots=True)
class Consultation:
    """One turn as the answer's parts see it."""

    situation: Situation
    request: Request
    known: Known
    words: Wording
    finder: Finder
    library: Library | None = None
    kinds: Kinds | None = None
    """Reads the kind of each of several asks; without it cues decide alone."""
    cards: CardReader | None = None
    """Finds the cards that answer general questions; without it passages are searched alone."""
    recollections: RecollectionReader | None = None
    """Hears what of the record is asked for; without it cues decide alone."""
    bearing: BearingReader | None = None
    """Finds the sentences, of all that was said, that an answer needs; without it names and words decide alone."""
    asked: str = ""
    """The words of the one ask of several that is answered; empty where the whole question is."""

    def card(self, name: str) -> Passage | None:
        """The card that answers what is asked by an intent, where it was found for this turn."""
        if self.cards is None or not self.situation.intent.cards:
            return None
        found = card_asked(
            self.cards, self.request, name, self.situation.view, self.words.language, self.situation.question.text
        )
        hits = (hit.passage for hit in self.situation.hits)
        return next((one for one in hits if found is not None and one.document_id == found.document_id), None)

    @property
    def ledger(self) -> Ledger:
        """The patient's facts after this turn's were saved."""
        return self.situation.view.ledger

    @property
    def preferences(self) -> Preferences:
        """How the patient wants to be spoken to."""
        return preferences(self.situation.view)

    @property
    def is_kept_for_another(self) -> bool:
        """Whether whoever speaks keeps this record for a relative."""
        return isinstance(self.finder, WithoutPatient)

    def speakers_own(self) -> tuple[Mention, ...]:
        """What one who speaks for the patient tells of himself or herself in this turn."""
        finder = self.finder
        return finder.speakers_own(self.request.text) if isinstance(finder, WithoutPatient) else ()

    def asked_before(self, question: str) -> bool:
        """Whether an answer has asked this before: what the patient did not tell then is not asked for again."""
        asked = said_of_another(question, self.words.language) if self.is_kept_for_another else question
        return any(asked in answer.text for answer in self.situation.view.answers.given.values())

    def pick(self, ko: str, en: str) -> str:
        """The rendering in the answer's language."""
        return self.words.pick(ko, en)

    def tests_asked(self) -> tuple[str, ...]:
        """The tests that the question is about: those it names and that have values, else the one last spoken of,
        else the one measured last; empty when there is none.
        """
        named = [
            test for name in self.request.tests for test in self.known.tests_named(name) if self.known.series(test)
        ]
        if named:
            return tuple(dict.fromkeys(named))
        if self.request.tests:
            # "How is my sugar doing?" is answered by the test that stands for it on record.
            others = (other for name in self.request.tests for other in _STANDS_FOR.get(name, ()))
            return tuple(other for other in others if self.known.series(other))
        return self._tests_nearly_named() or self.tests_in_mind()

    def tests_in_mind(self) -> tuple[str, ...]:
        """The tests just told, else the one last spoken of, else the one measured last; a pressure is both numbers."""
        told = self.tests_told()
        if told:
            return told
        earlier = spoken(self.situation.view.answers, "measurement")
        mentioned = earlier.reference.concept_id if earlier is not None else None
        measured = self.known.tests()
        test = mentioned if mentioned in measured else next(iter(measured), None)
        if test is None:
            return ()
        partners = [other for other in measured if self._is_partner(test, other)]
        return (test, *partners)

    def has_spoken_of_a_test(self) -> bool:
        """Whether an answer of this conversation spoke of a value: what follows without a name goes on about it."""
        return spoken(self.situation.view.answers, "measurement") is not None

    def tests_told(self) -> tuple[str, ...]:
        """The tests of which this very turn told or corrected a value of the patient's own, in the order told."""
        facts = (
            self.ledger.facts.get(event.payload.fact_id)
            for event in self.situation.turn_events
            if isinstance(event.payload, (SlotRecorded, SlotCorrected, SlotChanged, SlotReaffirmed))
        )
        told = dict.fromkeys(
            fact.content.concept.concept_id
            for fact in facts
            if fact is not None and fact.content.slot in SERIES_SLOTS and fact.content.subject == PATIENT
        )
        return tuple(test for test in told if self.known.series(test))[:_MOST_TOLD]

    def medicines_told(self) -> tuple[Fact, ...]:
        """The patient's medicines that this very turn told, changed or corrected, in the order told."""
        facts = (
            self.ledger.facts.get(event.payload.fact_id)
            for event in self.situation.turn_events
            if isinstance(event.payload, (SlotRecorded, SlotCorrected, SlotChanged, SlotReaffirmed))
        )
        told = (fact for fact in facts if fact is not None and fact.content.slot is SlotKind.MEDICATIONS)
        return tuple(fact for fact in told if self.known.is_in_force(fact) and fact.content.subject == PATIENT)

    def _tests_nearly_named(self) -> tuple[str, ...]:
        found = []
        for test in self.known.tests():
            series = self.known.series(test)
            entry = self.words.entry(series[-1].content)
            names = (entry.name, entry.name_ko, *entry.synonyms_ko, *entry.synonyms_en) if entry is not None else ()
            if named_nearly(self.request.text, names):
                found.append(test)
        return tuple(found[:1])

    def _is_partner(self, test: str, other: str) -> bool:
        pair = ("systolic", "diastolic")
        return test.startswith(pair[0]) and other == test.replace(*pair)


def consult(
    situation: Situation,
    dictionary: Dictionary,
    finder: Finder,
    library: Library | None = None,
    kinds: Kinds | None = None,
    cards: CardReader | None = None,
    recollections: RecollectionReader | None = None,
    bearing: BearingReader | None = None,
) -> Consultation:
    """Read a situation."""
    question = situation.question
    today = local_day(question.said_at, question.time_zone)
    finder = finder_over(finder, situation.view.ledger)
    whose = Whose(situation.view, finder, question.text)
    # What is told to children, or to who has another illness, is no passage for this patient.
    hits = tuple(
        hit
        for hit in situation.hits
        if hit.passage.kind not in ASPECTS
        or hit.passage.document_id in situation.intent.cards
        or whose.suits(hit.passage)
    )
    return Consultation(
        situation=replace(situation, hits=hits),
        request=understood(question, situation.view, finder),
        known=Known(situation.view.ledger, today, _meal_asked(situation)),
        words=Wording(question.language, dictionary),
        finder=finder,
        library=library,
        kinds=kinds,
        cards=cards,
        recollections=recollections,
        bearing=bearing,
    )


def _meal_asked(situation: Situation) -> str | None:
    """Of which sugars a turn asks, of fasting ones or those after a meal; None where it tells a value itself."""
    told = any(
        isinstance(event.payload, (SlotRecorded, SlotChanged)) and event.payload.content.slot in SERIES_SLOTS
        for event in situation.turn_events
    )
    return None if told else meal_of(situation.question.text.casefold())


LISTED: tuple[SlotKind, ...] = (SlotKind.CONDITIONS, SlotKind.MEDICATIONS, SlotKind.ALLERGIES)
"""The slots of a medical summary, in the customary order."""
