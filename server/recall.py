"""What is remembered, put together for a reader: the tiers, a block for a prompt, and what is nearest to a query."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime

from agent.memory_context import DEFAULT_TOKENS, memory_context, newest_first
from agent.memory_lines import ContextLine
from agent.memory_notes import alarm
from agent.memory_search import DEFAULT_K, MemoryHit, MemorySearch
from agent.recall.looked_for import Ask
from agent.recall.meanings import Meanings
from agent.tokens import token_counter
from domain.events import ClarificationRequested, Recorded
from domain.records import PatientRecords
from projections.patient_view import PatientView
from projections.tiers import Summary, TurnLine
from protos.anamnesis.v1 import memory_pb2 as pb
from protos.anamnesis.v1.fact_pb2 import SlotEvent
from server import requests
from server.composition import Knowledge
from server.requests import Moment
from server.slot_events import shown
from server.translate import Presenter, timestamp

WORKING_IMPORTANCE = 1.0
"""Turns are remembered verbatim or not at all: within the tier none outranks another."""

QUESTIONS_PAGE = 1_000
"""Questions of a patient that are read from the log at once."""
_QUESTIONS = "questions"
MENTIONS_PER_FACT = 10
"""Mentions of a fact whose events GetMemory names unless asked for more: a fact may have thousands."""


class Recall:
    """Reads one patient's view; runs in the work pool."""

    def __init__(self, records: PatientRecords, knowledge: Knowledge, clock: Callable[[], datetime]) -> None:
        self._records = records
        self._lexicon, self._recogniser = knowledge.lexicon, knowledge.recogniser
        self._similarity = knowledge.retriever.similarity
        self._search = MemorySearch(knowledge.recogniser, knowledge.tokenizer, knowledge.retriever.similarity)
        self._tokens = token_counter()
        self._bearing = knowledge.bearing
        self._clock = clock

    def memory(self, view: PatientView, moment: Moment, mentions: int = 0) -> pb.GetMemoryResponse:
        """The three tiers and the consolidated facts, with the events of so many latest mentions of each."""
        mentions = mentions or MENTIONS_PER_FACT
        at, language = self._at(moment), _language(view)
        presenter = Presenter(view, at)
        items = view.consolidated.present(at, lambda texts: self._similarity(texts, language).tolist())
        lasting = sorted(view.tiers.semantic(), key=presenter.importance, reverse=True)
        return pb.GetMemoryResponse(
            working=[_working_turn(line) for line in (*view.tiers.pending(), *view.tiers.working())],
            compressed=[_block(summary, view) for summary in view.tiers.compressed()],
            semantic=[presenter.semantic(fact, mentions) for fact in lasting],
            consolidated=[presenter.consolidated(item, mentions) for item in items],
            version=view.version,
            position=view.position,
        )

    def context(self, view: PatientView, moment: Moment, query: str, budget: int) -> pb.GetContextResponse:
        """A block for a prompt; raises BudgetExceeded when the pinned facts alone do not fit."""
        at, language = self._at(moment), _language(view)
        further = (*alarm(view, at, requests.language(language), self._lexicon, self._recogniser), *self._asked(view))

        def bearing(query: str, turns: Sequence[TurnLine]) -> Sequence[float]:
            if self._bearing is None:
                return newest_first(query, turns)
            ask = Ask(query, at, view.profile.time_zone, language)
            return self._bearing.turns(ask, turns, Meanings.beside(view, self._bearing.encoder))

        found = memory_context(
            view, query, budget or DEFAULT_TOKENS, self._tokens, self._similarity, at, language, further, bearing
        )
        return pb.GetContextResponse(
            text=found.text,
            lines=[
                pb.ContextLine(text=line.text, event_ids=line.event_ids, section=line.section) for line in found.lines
            ],
            tokens=found.tokens,
            version=view.version,
            position=view.position,
        )

    def search(self, view: PatientView, moment: Moment, query: str, k: int) -> pb.SearchMemoryResponse:
        """The hits nearest to ``query``, best first."""
        at = self._at(moment)
        presenter = Presenter(view, at)
        hits = self._search.search(view, query, k or DEFAULT_K, at, _language(view))
        return pb.SearchMemoryResponse(
            hits=[_hit(hit, view, presenter) for hit in hits], version=view.version, position=view.position
        )

    def _asked(self, view: PatientView) -> Iterator[ContextLine]:
        """What the last turn asked back: an answer to it is understood as one in the next turn."""
        newest = max(view.tiers.lines, default=0)
        events = [event for event in self._questions(view) if event.payload.turn_number == newest]
        for message in shown(events, view, _language(view)):
            if isinstance(message, SlotEvent):
                yield ContextLine(f"? {message.question}", (message.event_id,), "question")

    def _questions(self, view: PatientView) -> Sequence[Recorded]:
        """What was asked back in the last turn in which anything was; read on from where it was last looked for."""
        found: tuple[int, tuple[Recorded, ...]] | None = view.beside.get(_QUESTIONS)
        if found is not None and found[0] <= view.version:
            events = self._records.stream(view.patient_id, after_version=found[0], up_to_version=view.version)
            questions = [*found[1], *(event for event in events if isinstance(event.payload, ClarificationRequested))]
        else:
            questions = [*self._all_questions(view)]
        last = tuple(event for event in questions if event.payload.turn_number == questions[-1].payload.turn_number)
        view.beside[_QUESTIONS] = (view.version, last)
        return last

    def _all_questions(self, view: PatientView) -> Iterator[Recorded]:
        position, topics = 0, [ClarificationRequested.topic()]
        while rows := self._records.rows(
            position, QUESTIONS_PAGE, up_to=view.position, topics=topics, patient_id=view.patient_id
        ):
            yield from map(self._records.recorded, rows)
            position = rows[-1].id

    def _at(self, moment: Moment) -> datetime:
        return moment.valid_at or self._clock()


def _language(view: PatientView) -> str:
    return view.profile.locale or "ko"


def _hit(hit: MemoryHit, view: PatientView, presenter: Presenter) -> pb.MemoryHit:
    message = pb.MemoryHit(score=hit.score, event_ids=hit.event_ids, text=hit.text)
    match hit.kind:
        case "fact":
            message.fact.CopyFrom(presenter.fact(view.ledger.facts[hit.id]))
        case "turn":
            line = view.tiers.line_of(hit.turn_number)
            assert line is not None, "a turn that was found is kept"
            message.turn.CopyFrom(_working_turn(view.tiers.marked(line)))
        case "summary":
            message.summary.CopyFrom(_block(view.tiers.summaries[hit.turn_number], view))
    return message


def _working_turn(line: TurnLine) -> pb.WorkingTurn:
    return pb.WorkingTurn(
        turn_number=line.turn_number,
        question=line.question,
        answer=line.answer or "",
        at=timestamp(line.said_at),
        importance=WORKING_IMPORTANCE,
        event_ids=[event_id for event_id in (line.event_id, line.answer_event_id) if event_id],
    )


def _block(summary: Summary, view: PatientView) -> pb.CompressedBlock:
    turns = range(summary.first_turn, summary.last_turn + 1)
    lines = [view.tiers.lines[turn] for turn in turns if turn in view.tiers.lines]
    return pb.CompressedBlock(
        block_id=summary.event_id,
        first_turn=summary.first_turn,
        last_turn=summary.last_turn,
        summary=summary.text,
        tokens=summary.tokens,
        event_ids=[event_id for line in lines for event_id in (line.event_id, line.answer_event_id) if event_id],
    )
