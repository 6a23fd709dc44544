"""Why an answer was given: what it rests on, derived again from the log alone and checked against what was recorded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from agent.proof import (
    Check,
    PassageLookup,
    UnprovedVersions,
    assembled_again,
    chain_check,
    context_checks,
    document_checks,
    equal,
    fact_checks,
    foreign_checks,
    quality_checks,
    text_hash,
    turn_checks,
)
from agent.recorded_turn import RecordedTurn, answered_turn
from agent.skills.summary import CAUTIOUS_COUNTER
from agent.tokens import TokenCounter
from domain.events import (
    AnswerGiven,
    AnswerInvalidated,
    QualityAssessed,
    Recorded,
    RetrievedDocument,
    SummaryInvalidated,
)
from domain.ledger import Fact
from projections.patient_view import PatientView
from projections.tiers import Summary
from retrieval.corpus import Passage


@dataclass(frozen=True, slots=True)
class ExplainedFact:
    """A fact as it stood when the answer was written: whether the answer used it, and whether it is current now."""

    fact: Fact
    used: bool
    still_current: bool


@dataclass(frozen=True, slots=True)
class ExplainedDocument:
    """A passage of the context as it was recorded; ``passage`` is what the corpus holds now, None when it is gone."""

    recorded: RetrievedDocument
    passage: Passage | None


@dataclass(frozen=True, slots=True)
class ExplainedSummary:
    """A summary of the context as it stood then, and whether a fact that it used has been corrected since."""

    summary: Summary
    invalidated: bool


@dataclass(frozen=True, slots=True)
class ModelUse:
    """A model or rule that took part, by skill, with its parameters."""

    skill: str
    model: str
    parameters: Mapping[str, str] = field(default_factory=dict)
    prompt_hash: str = ""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What an answer rests on, and every check of it; ``view`` is the memory that the answer was written from.

    ``source`` is the turn that the answer was written in: an earlier one for a cached answer.
    """

    turn: RecordedTurn
    source: RecordedTurn
    view: PatientView
    now: PatientView
    checks: tuple[Check, ...]
    facts: tuple[ExplainedFact, ...]
    documents: tuple[ExplainedDocument, ...]
    summaries: tuple[ExplainedSummary, ...]
    assessments: tuple[QualityAssessed, ...]
    models: tuple[ModelUse, ...]
    invalidated: AnswerInvalidated | None

    @property
    def proved(self) -> bool:
        """Whether the log gives again everything that was recorded."""
        return all(check.agrees for check in self.checks)

    @property
    def differences(self) -> tuple[Check, ...]:
        """The checks that do not agree."""
        return tuple(check for check in self.checks if not check.agrees)


@dataclass(frozen=True, slots=True)
class _Derived:
    """A written answer derived again: the memory it was read from, and the checks."""

    view: PatientView
    checks: tuple[Check, ...]


def counters_by_name(counter: TokenCounter) -> Mapping[str, TokenCounter]:
    """The ways of counting tokens that can be repeated here: the estimate always, and the service's own."""
    return {one.name: one for one in (CAUTIOUS_COUNTER, counter)}


def explain(
    patient_id: str,
    events: Sequence[Recorded],
    turn_number: int,
    passage: PassageLookup,
    counters: Mapping[str, TokenCounter],
    unproved: UnprovedVersions = lambda up_to_version: (),
) -> Explanation:
    """Explain the answer of a turn from the patient's stream; its last event is the now that staleness is told for.

    ``unproved`` tells which versions the hash chain does not prove. Raises PatientNotFound, PatientErased, and
    TurnNotFound for a turn that has no answer.
    """
    turn = source = answered_turn(patient_id, events, turn_number)
    checks: tuple[Check, ...] = (chain_check(turn.answer.version, unproved(turn.answer.version)),)
    while source.given.cached_from is not None:
        earlier = _answer_of(events, source.given.cached_from, before=source.answer.version)
        checks += tuple(_repetition_checks(source, earlier, _view_at(patient_id, events, source.extracted_at)))
        if earlier is None or earlier.payload.turn_number is None:
            break
        source = answered_turn(patient_id, events, earlier.payload.turn_number)
    derived = _derive(patient_id, events, source, passage, counters)
    now = PatientView.fold(patient_id, events)
    return Explanation(
        turn=turn,
        source=source,
        view=derived.view,
        now=now,
        checks=checks + derived.checks,
        facts=_facts(source, derived.view, now),
        documents=_documents(source, passage),
        summaries=_summaries(source, derived.view, events),
        assessments=tuple(one.quality for one in source.passes if one.quality is not None),
        models=tuple(_models(source)),
        invalidated=_invalidation(events, turn.answer.event_id),
    )


def _derive(
    patient_id: str,
    events: Sequence[Recorded],
    turn: RecordedTurn,
    passage: PassageLookup,
    counters: Mapping[str, TokenCounter],
) -> _Derived:
    read = saved = _view_at(patient_id, events, turn.read_until)
    if turn.given.foreign:
        return _Derived(saved, tuple(foreign_checks(turn, saved)))
    for candidate in _views_read(patient_id, events, turn):
        if _reads_alike(turn, candidate, passage, counters):
            read = candidate
            break
    checks = (
        *context_checks(turn, read, passage, counters),
        *fact_checks(turn, read, saved),
        *turn_checks(turn),
        *document_checks(turn, passage),
        *(quality_checks(turn) if turn.given.cached_from is None else ()),
        *_judged(turn),
    )
    return _Derived(read, checks)


def _judged(turn: RecordedTurn) -> Iterator[Check]:
    """What the judge looked at, in its words; the scores that follow from it are derived again elsewhere."""
    for one in turn.passes:
        for told in (one.quality.checks or ()) if one.quality is not None else ():
            yield Check(f"judge, pass {one.number + 1}", told, "as recorded", agrees=True)


def _views_read(patient_id: str, events: Sequence[Recorded], turn: RecordedTurn) -> Iterator[PatientView]:
    """Every memory that the turn can have read: as of each version from its save 2 to its save 3."""
    view = _view_at(patient_id, events, turn.extracted_at)
    yield view.copy()
    for event in events:
        if turn.extracted_at < event.version <= turn.read_until:
            view.apply(event)
            yield view.copy()


def _reads_alike(
    turn: RecordedTurn, view: PatientView, passage: PassageLookup, counters: Mapping[str, TokenCounter]
) -> bool:
    for one in turn.passes:
        again = assembled_again(turn, one, view, passage, counters)
        if again is None or again.prompt_hash != one.context.prompt_hash:
            return False
    return True


def _repetition_checks(turn: RecordedTurn, earlier: Recorded | None, view: PatientView) -> Iterator[Check]:
    """A cached answer is an earlier one, whole, that nothing had made stale."""
    mark = f"turn {turn.turn_number} repeats"
    given = turn.given
    yield equal(f"{mark} answer", given.cached_from, earlier.event_id if earlier else "")
    if earlier is None or not isinstance(earlier.payload, AnswerGiven):
        return
    source = earlier.payload
    yield equal(f"{mark} text", text_hash(_core(given)), text_hash(_core(source)))
    yield equal(f"{mark} facts", given.facts_used, source.facts_used)
    yield equal(f"{mark} documents", given.document_ids, source.document_ids)
    yield equal(f"{mark} quality", given.quality, source.quality)
    yield equal(f"{mark} profile and corpus", (given.profile, given.corpus_hash), (source.profile, source.corpus_hash))
    changed = view.facts_changed_at if view.facts_changed_at > earlier.version else 0
    yield equal(f"{mark} with facts changed since, at version", 0, changed)


def _core(given: AnswerGiven) -> str:
    """An answer without the phrases that were put around it when it was repeated."""
    return given.text.removeprefix(given.opening or "").removesuffix(given.closing or "")


def _facts(turn: RecordedTurn, view: PatientView, now: PatientView) -> tuple[ExplainedFact, ...]:
    in_context = turn.best.context.fact_ids if turn.best else ()
    used = turn.given.facts_used
    return tuple(
        ExplainedFact(fact, fact_id in used, fact_id in now.ledger.facts and now.ledger.facts[fact_id].current)
        for fact_id in dict.fromkeys((*in_context, *used))
        if (fact := view.ledger.facts.get(fact_id)) is not None
    )


def _documents(turn: RecordedTurn, passage: PassageLookup) -> tuple[ExplainedDocument, ...]:
    if turn.best is None or turn.best.retrieved is None:
        return ()
    in_context = turn.best.context.document_ids
    found = {document.document_id: document for document in turn.best.retrieved.documents}
    return tuple(ExplainedDocument(found[one], passage(one)) for one in in_context if one in found)


def _summaries(turn: RecordedTurn, view: PatientView, events: Sequence[Recorded]) -> tuple[ExplainedSummary, ...]:
    wanted = turn.best.context.summary_ids if turn.best else ()
    gone = {event.payload.summary_id for event in events if isinstance(event.payload, SummaryInvalidated)}
    known = {one.summary_id: one for one in view.tiers.summaries.values()}
    return tuple(ExplainedSummary(known[one], one in gone) for one in wanted if one in known)


def _models(turn: RecordedTurn) -> Iterator[ModelUse]:
    for name, version in turn.extraction.extractors.items():
        yield ModelUse("extraction", f"{name}@{version}")
    if turn.intent is not None:
        yield ModelUse("intent", turn.intent.classifier)
    for one in turn.passes:
        if one.draft is not None:
            yield ModelUse("answer", one.draft.author, one.draft.parameters)
        if one.quality is not None:
            yield ModelUse("quality", one.quality.judge)
    for call in turn.models:
        yield ModelUse(call.skill, call.model, call.parameters, call.prompt_hash)


def _invalidation(events: Sequence[Recorded], answer_event_id: str) -> AnswerInvalidated | None:
    stale = (event.payload for event in events if isinstance(event.payload, AnswerInvalidated))
    return next((payload for payload in stale if payload.answer_event_id == answer_event_id), None)


def _answer_of(events: Sequence[Recorded], event_id: str, *, before: int) -> Recorded | None:
    found = (event for event in events if event.event_id == event_id and event.version < before)
    return next((event for event in found if isinstance(event.payload, AnswerGiven)), None)


def _view_at(patient_id: str, events: Sequence[Recorded], version: int) -> PatientView:
    return PatientView.fold(patient_id, (event for event in events if event.version <= version))
