"""A conversation over real events: each turn is decided, folded, classified and answered by the rule skills."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache
from typing import Any
from uuid import NAMESPACE_OID, uuid5
from zoneinfo import ZoneInfo

from agent.answers.asking.learned_kinds import Kinds, LearnedKinds
from agent.answers.knowledge.cards import CardReader
from agent.answers.knowledge.fitting import FitReader
from agent.skills.answer import RuleAnswer
from agent.skills.intent import RuleIntent
from agent.skills.ports import Draft, Intent, Language, Question, Situation
from domain.commands import Command, CompleteTurn, ReceiveUtterance, RecordExtraction, RecordSlots, RegisterPatient
from domain.events import AnswerGiven, Recorded, event_id_at
from domain.patient import PatientState, decide, evolve
from domain.proposals import Operation, Proposal, Target
from domain.remembering import remembering
from domain.values import ANY, Concept, Content, Polarity, SlotKind, Source, Status
from extraction.naming.concepts import Recogniser
from extraction.naming.lexicon import Lexicon
from extraction.reading.learned.aspects import load_aspects
from extraction.reading.learned.faq import load_faq
from extraction.reading.learned.fit import load_fit
from extraction.reading.learned.recollections import LearnedRecollections, load_recollections
from projections.patient_view import PatientView
from retrieval.cards import shipped_cards
from retrieval.corpus import Passage, shipped_corpus
from retrieval.retriever import Hit
from tests.shipped import reader, vocabulary

ZONE = "Asia/Seoul"
NOW = datetime(2024, 5, 2, 10, tzinfo=ZoneInfo(ZONE))


@cache
def lexicon() -> Lexicon:
    return vocabulary().lexicon


@cache
def recogniser() -> Recogniser:
    return vocabulary().recogniser


@cache
def passages() -> dict[str, Passage]:
    return {passage.document_id: passage for passage in shipped_corpus()}


class Shelf:
    """The shipped passages and cards, by id."""

    def passage(self, document_id: str) -> Passage | None:
        return passages().get(document_id) or shipped_cards().by_id.get(document_id)

    def card(self, language: str, aspect: str, subjects: Sequence[str]) -> Passage | None:
        return shipped_cards().find(language, aspect, subjects)


@cache
def card_reader() -> CardReader:
    evidence = reader().encoder
    assert evidence is not None
    aspects, shelf = load_aspects(evidence), Shelf()
    fits = FitReader(load_fit(), load_faq(), aspects, recogniser(), shelf)
    return CardReader(aspects, shelf, recogniser(), lexicon(), fits)


@cache
def recollections() -> LearnedRecollections:
    evidence = reader().encoder
    assert evidence is not None
    return load_recollections(evidence)


def hits(*document_ids: str) -> tuple[Hit, ...]:
    return tuple(
        Hit(passages()[document_id], 1.0 / rank, rank, {"bm25": rank})
        for rank, document_id in enumerate(document_ids, 1)
    )


def condition(concept_id: str, language: Language = "ko", **fields: object) -> Content:
    concept = lexicon().entry("conditions", concept_id).concept(language)
    return Content.of({"slot": SlotKind.CONDITIONS, "concept": concept, "status": Status.ACTIVE, **fields})


def medicine(concept_id: str, dose: str | None, frequency: str | None, **fields: object) -> Content:
    concept = lexicon().entry("medications", concept_id).concept("ko")
    return Content.of(
        {
            "slot": SlotKind.MEDICATIONS,
            "concept": concept,
            "dose": dose,
            "frequency": frequency,
            "status": Status.ACTIVE,
            **fields,
        }
    )


def allergy(concept_id: str, **fields: object) -> Content:
    concept = lexicon().entry("allergens", concept_id).concept("ko")
    return Content.of({"slot": SlotKind.ALLERGIES, "concept": concept, **fields})


def symptom(concept_id: str, **fields: object) -> Content:
    concept = lexicon().entry("symptoms", concept_id).concept("ko")
    return Content.of({"slot": SlotKind.SYMPTOMS, "concept": concept, **fields})


def lab(concept_id: str, value: float, unit: str, day: str) -> Content:
    concept = lexicon().entry("labs", concept_id).concept("ko")
    return Content(slot=SlotKind.LABS, concept=concept, value=value, unit=unit, valid_from=day)


def vital(concept_id: str, value: float, unit: str, day: str) -> Content:
    concept = lexicon().entry("vitals", concept_id).concept("ko")
    return Content(slot=SlotKind.VITALS, concept=concept, value=value, unit=unit, valid_from=day)


def age(years: int) -> Content:
    return Content(slot=SlotKind.DEMOGRAPHICS, concept=Concept(concept_id="age", name="age"), value=years)


def none_of(slot: SlotKind) -> Content:
    return Content(slot=slot, concept=Concept(concept_id=ANY, name=ANY), polarity=Polarity.NEGATED)


def states(content: Content) -> Proposal:
    return Proposal(content=content, quote="said")


def corrects(content: Content, **target: object) -> Proposal:
    described = Target.of(
        {"slot": content.slot, "concept_id": content.concept.concept_id, "date": content.valid_from, **target}
    )
    return Proposal(operation=Operation.CORRECT, content=content, target=described, quote="said")


def changes(content: Content) -> Proposal:
    return Proposal(operation=Operation.CHANGE, content=content, quote="said")


@dataclass
class Conversation:
    """One patient who talks; ``said`` returns the draft and keeps it as the answer that was given."""

    language: Language = "ko"
    intent: Intent | None = None
    cards: CardReader | None = None
    """Finds the cards that answer general questions; None leaves them to the passages found."""
    _requests: int = 0
    patient_id: str = field(default_factory=lambda: str(uuid5(NAMESPACE_OID, "patient")))

    def __post_init__(self) -> None:
        self._state = PatientState(self.patient_id)
        self.view = PatientView(self.patient_id)
        self._do(
            RegisterPatient(
                request_id=self._next_id(),
                patient_id=self.patient_id,
                now=NOW,
                tenant="test",
                locale=self.language,
                time_zone=ZONE,
            )
        )

    def knows(self, *contents: Content) -> Conversation:
        self._do(
            RecordSlots(
                request_id=self._next_id(),
                patient_id=self.patient_id,
                now=NOW,
                contents=contents,
                source=Source.PATIENT,
            )
        )
        return self

    def said(self, text: str, proposals: Sequence[Proposal] = (), found: tuple[Hit, ...] = ()) -> Draft:
        # As a turn does: its parts ask the same of the same words.
        with remembering():
            return self._said(text, proposals, found)

    def _said(self, text: str, proposals: Sequence[Proposal], found: tuple[Hit, ...]) -> Draft:
        request_id = self._next_id()
        base: dict[str, Any] = {"request_id": request_id, "patient_id": self.patient_id, "now": NOW}
        self._do(ReceiveUtterance(**base, conversation_id="c", text=text, language=self.language))
        turn_number = max(self._state.turns)
        question = Question(text, self.language, NOW, ZONE, turn_number)
        if self._kinds is not None:
            question = replace(question, asking=self._kinds.read(question))
        intents = RuleIntent(lexicon(), recogniser(), self._kinds, self.cards)
        self.intent = asyncio.run(intents.classify(question, self.view))
        found = (*(Hit(shipped_cards().by_id[one], 1.0, 1, {}) for one in self.intent.cards), *found)
        events = self._do(RecordExtraction(**base, turn_number=turn_number, proposals=tuple(proposals), extractors={}))
        situation = Situation(question, self.intent, self.view, events, found)
        answers = RuleAnswer(lexicon(), recogniser(), Shelf(), self._kinds, self.cards, recollections())
        draft = asyncio.run(answers.answer(situation))
        self._do(CompleteTurn(**base, turn_number=turn_number, trace=(self._given(draft),)))
        return draft

    @property
    def _kinds(self) -> Kinds | None:
        # Whoever has the encoder for aspects has the reader of kinds, too.
        return LearnedKinds(lexicon(), recogniser()) if self.cards is not None else None

    def _given(self, draft: Draft) -> AnswerGiven:
        return AnswerGiven(
            text=draft.text,
            language=self.language,
            intent=self.intent.name if self.intent is not None else "",
            citations=draft.citations,
            facts_used=draft.facts_used,
            document_ids=draft.document_ids,
            spoke_of=draft.spoke_of,
            quality=1.0,
            uncertainty=None,
            warnings=draft.warnings,
            iterations=0,
            tokens={},
            cost=0.0,
            cached_from=None,
            author=draft.author,
            said_at=NOW,
        )

    def _do(self, command: Command) -> tuple[Recorded, ...]:
        events = []
        for payload in decide(self._state, command):
            version = self._state.version + 1
            event = Recorded(self.patient_id, version, event_id_at(self.patient_id, version), NOW, payload)
            evolve(self._state, event)
            self.view.apply(event)
            events.append(event)
        return tuple(events)

    def _next_id(self) -> str:
        self._requests += 1
        return str(uuid5(NAMESPACE_OID, f"request {self._requests}"))
