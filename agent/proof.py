"""What of an answer can be derived a second time from the log, compared with what was recorded when it was given.

Nothing here calls a model, an index or a clock; what a check shows are ids, hashes and numbers, never words.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from agent.consistency import agree, penalised
from agent.context import TOTAL_TOKENS, Added, ContextAssembler
from agent.profiles import FULL, AblationProfile, UnknownProfile, profile_named
from agent.prompt_layout import LAYOUTS
from agent.recorded_turn import RecordedPass, RecordedTurn
from agent.refinement import best_iteration, overall, stop_reason, threshold, verdict
from agent.skills.ports import Draft, Intent, Quality, Question
from agent.state import Iteration
from agent.tokens import TokenCounter
from domain.events import ContextAssembled, QualityAssessed
from domain.ledger import CHANGED, Fact
from projections.patient_view import PatientView
from retrieval.corpus import Passage
from retrieval.retriever import Hit

PassageLookup = Callable[[str], Passage | None]
"""The passage of a document id as the corpus holds it now."""

UnprovedVersions = Callable[[int], Sequence[int]]
"""The versions of the patient, up to one, whose row the hash chain of the log does not prove."""

ROUNDING = 2e-6
"""Recorded scores are rounded to six places, so a sum of them may be off by this much."""

SHOWN = 20
"""Versions that are named where many are not proved."""

NOT_AVAILABLE = "not available"
GO_ON = "go on"
"""Stands for the reason to stop after a pass that another one followed."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was recorded, and what the log gives for it now."""

    name: str
    recorded: str
    derived: str
    agrees: bool


def equal(name: str, recorded: object, derived: object) -> Check:
    """A check by equality; collections are shown item by item."""
    return Check(name, _shown(recorded), _shown(derived), recorded == derived)


def chain_check(version: int, unproved: Sequence[int]) -> Check:
    """Every event up to the answer is the one that was written, at the time that was written with it."""
    whole = f"versions 1 to {version}"
    but = f", but not {_shown(unproved[:SHOWN])}{' and more' if len(unproved) > SHOWN else ''}" if unproved else ""
    return equal("events as they were written", whole, whole + but)


def context_checks(
    turn: RecordedTurn, view: PatientView, passage: PassageLookup, counters: Mapping[str, TokenCounter]
) -> Iterator[Check]:
    """Every context of the turn assembled again over ``view``: the ids, the token counts and the prompt's hash."""
    for one in turn.passes:
        mark = _mark(turn, one)
        again = assembled_again(turn, one, view, passage, counters)
        if again is None:
            known = (one.context.layout or 1) in LAYOUTS
            told = ("tokenizer", one.context.tokenizer) if known else ("layout", one.context.layout)
            yield equal(f"{told[0]}{mark}", told[1], NOT_AVAILABLE)
            continue
        yield equal(f"facts in context{mark}", one.context.fact_ids, again.fact_ids)
        yield equal(f"turns in context{mark}", one.context.turn_numbers, again.turn_numbers)
        yield equal(f"summaries in context{mark}", one.context.summary_ids, again.summary_ids)
        yield equal(f"documents in context{mark}", one.context.document_ids, again.document_ids)
        yield equal(f"tokens{mark}", one.context.tokens, again.tokens)
        yield equal(f"prompt hash{mark}", one.context.prompt_hash, again.prompt_hash)


def assembled_again(
    turn: RecordedTurn,
    one: RecordedPass,
    view: PatientView,
    passage: PassageLookup,
    counters: Mapping[str, TokenCounter],
) -> ContextAssembled | None:
    """The context of one pass over ``view``; None where its way of counting tokens or its layout is not available."""
    counter, layout = counters.get(one.context.tokenizer), one.context.layout or 1
    if counter is None or layout not in LAYOUTS:
        return None
    said = turn.utterance
    question = Question(said.text, said.language, said.said_at, view.profile.time_zone, turn.turn_number)
    documents = one.retrieved.documents if one.retrieved else ()
    hits = [
        Hit(found, document.score, document.rank, {})
        for document in documents
        if (found := passage(document.document_id)) is not None
    ]
    assembler = ContextAssembler(counter, one.context.budget or TOTAL_TOKENS, one.context.prompt, layout)
    told = one.context
    # Which turns bore on the question was heard by a reader of that time; those that found room are on record.
    added = Added(told.about or (), told.draft, told.feedback or "", turns=told.turn_numbers)
    try:
        profile = profile_named(turn.given.profile)
    except UnknownProfile:
        profile = FULL
    context = assembler.assemble(question, view, hits, profile, one.context.compressed or {}, added)
    return assembler.event(context, one.number)


def fact_checks(turn: RecordedTurn, read: PatientView, saved: PatientView) -> Iterator[Check]:
    """Every fact used was believed when it was read; those that went stale by the save were recorded as stale."""
    used = turn.given.facts_used
    yield equal("facts used were believed", used, tuple(one for one in used if _believed(read.ledger.facts.get(one))))
    stale = tuple(one for one in used if not _believed(saved.ledger.facts.get(one)))
    yield equal("facts stale when saved", turn.stale_at_once, stale)


def turn_checks(turn: RecordedTurn) -> Iterator[Check]:
    """Every turn that the answer says it rests on was shown to its author, or is the one that asks."""
    used = turn.given.turns_used
    if used is None:
        return
    shown = {number for one in turn.passes for number in one.context.turn_numbers} | {turn.turn_number}
    yield equal("turns used were shown", used, tuple(one for one in used if one in shown))


def foreign_checks(turn: RecordedTurn, saved: PatientView) -> Iterator[Check]:
    """Of another agent's answer: every fact it rests on was on record, and what did not hold was recorded as stale.

    When the agent read its facts is not known, so a fact that had ended by then is no fault of the log.
    """
    used = turn.given.facts_used
    yield equal("facts used were on record", used, tuple(one for one in used if one in saved.ledger.facts))
    stale = tuple(one for one in used if not _believed(saved.ledger.facts.get(one)))
    yield equal("facts stale when saved", turn.stale_at_once, stale)


def document_checks(turn: RecordedTurn, passage: PassageLookup) -> Iterator[Check]:
    """Every passage found is in the corpus with the same content, and every quotation is in its passage."""
    for one in turn.passes:
        if one.retrieved is not None:
            recorded = {document.document_id: document.content_hash for document in one.retrieved.documents}
            now = {document_id: _hash_now(document_id, passage) for document_id in recorded}
            yield equal(f"documents{_mark(turn, one)}", recorded, now)
    citations = turn.given.citations
    quoted = [
        one.document_id
        for one in citations
        if (found := passage(one.document_id)) is not None and one.quote in found.text
    ]
    yield equal("citations", [one.document_id for one in citations], quoted)


def quality_checks(turn: RecordedTurn) -> Iterator[Check]:
    """The overall scores, the threshold, the verdicts, why refinement stopped, and which draft was given."""
    try:
        profile = profile_named(turn.given.profile)
    except UnknownProfile:
        yield equal("profile", turn.given.profile, NOT_AVAILABLE)
        return
    if turn.intent is None:
        yield equal("intent", "recorded", NOT_AVAILABLE)
        return
    intent = Intent(
        turn.intent.intent,
        turn.intent.complexity,
        turn.intent.needs_retrieval,
        turn.intent.k,
        turn.intent.medical_concepts,
    )
    history: list[Iteration] = []
    reasons: list[str] = []
    for one in turn.passes:
        if one.quality is None or one.draft is None:
            yield equal(f"judgement{_mark(turn, one)}", "recorded", NOT_AVAILABLE)
            return
        mark, quality = _mark(turn, one), one.quality
        score = _weighed(one, quality, profile)
        yield Check(f"quality{mark}", _shown(quality.overall), _shown(score), abs(quality.overall - score) <= ROUNDING)
        wanted = threshold(intent, profile)
        yield equal(f"threshold{mark}", quality.threshold, wanted)
        history.append(_iteration(one, quality, profile))
        again = verdict(quality.overall, wanted, history[-1]["documents_agree"], profile)
        yield equal(f"verdict{mark}", quality.verdict, again)
        reasons.append(stop_reason(history, intent, profile) or GO_ON)
    if turn.stopped is None or not history:
        yield equal("stop reason", "recorded", NOT_AVAILABLE)
        return
    yield equal("stop reason", [GO_ON] * (len(history) - 1) + [turn.stopped.reason], reasons)
    yield equal("iterations", turn.stopped.iterations, len(history))
    best = best_iteration(history)
    yield equal("best iteration", turn.stopped.best_iteration, best)
    yield equal("quality of the answer", turn.given.quality, history[best]["quality"].overall)
    drafted = turn.passes[best].draft
    yield equal("text hash", drafted.text_hash if drafted else "", text_hash(turn.given.text))


def text_hash(text: str) -> str:
    """SHA-256 of a text, as drafts are recorded by."""
    return hashlib.sha256(text.encode()).hexdigest()


def _weighed(one: RecordedPass, quality: QualityAssessed, profile: AblationProfile) -> float:
    parts = (quality.grounding, quality.completeness, quality.accuracy)
    return penalised(Quality(*parts, overall(parts)), agree(one.retrieved, profile)).overall


def _iteration(one: RecordedPass, quality: QualityAssessed, profile: AblationProfile) -> Iteration:
    documents = one.retrieved.documents if one.retrieved else ()
    return Iteration(
        draft=Draft(text=""),
        quality=Quality(quality.grounding, quality.completeness, quality.accuracy, quality.overall),
        uncertainty=one.draft.uncertainty if one.draft else None,
        documents_agree=agree(one.retrieved, profile),
        document_hashes=frozenset(document.content_hash for document in documents),
    )


def _believed(fact: Fact | None) -> bool:
    return fact is not None and fact.ended in (None, CHANGED)


def _hash_now(document_id: str, passage: PassageLookup) -> str:
    found = passage(document_id)
    return found.content_hash if found is not None else "gone"


def _mark(turn: RecordedTurn, one: RecordedPass) -> str:
    """Told apart by number only where there was more than one pass."""
    return f" ({one.number})" if len(turn.passes) > 1 else ""


def _shown(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {one}" for key, one in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(map(str, value))
    return f"{value:.6g}" if isinstance(value, float) else str(value)
