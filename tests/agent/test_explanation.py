"""An explanation is derived from the log alone: what was recorded is proved, and whatever does not fit it is shown."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from agent.explanation import Explanation, counters_by_name, explain
from agent.proof import PassageLookup
from agent.refinement import overall
from agent.skills.ports import AnswerSkill, Draft, Quality, Situation
from agent.tokens import token_counter
from domain.commands import CorrectSlot
from domain.errors import PatientErased, PatientNotFound, TurnNotFound
from domain.events import (
    AnswerGiven,
    AnswerInvalidated,
    ContextAssembled,
    DocumentsRetrieved,
    IntentClassified,
    Payload,
    QualityAssessed,
    Recorded,
    RefinementStopped,
    SlotRecorded,
    SummaryInvalidated,
    TurnsSummarised,
)
from domain.events import PatientErased as Erasure
from domain.ledger import Fact
from domain.values import SlotKind
from retrieval.corpus import Passage
from server.composition import Knowledge
from tests.agent.agent_bench import NOW, AgentBench
from tests.agent.long_conversation import hold
from tests.builders import an_id

TURNS = 17
COMPARISON, REPEATED = 5, 18
LONG = "오늘은 별일 없이 잘 지냈어요. " * 60
"""After some of these not all that was said finds room word for word, and summaries stand for it."""
QUESTION = "고혈압 약은 언제 먹는 게 좋은가요?"


@pytest.fixture(scope="module")
def shelf(knowledge: Knowledge) -> PassageLookup:
    return knowledge.retriever.passage


@pytest.fixture(scope="module")
def stream(tmp_path_factory: pytest.TempPathFactory, knowledge: Knowledge) -> tuple[Recorded, ...]:
    """Turns with corrections, changes, documents and summaries, long ones, and the cached answer to a question."""
    bench = AgentBench(tmp_path_factory.mktemp("explained"), knowledge)

    async def talk() -> None:
        await hold(bench, 13)
        for _ in range(TURNS - 13):
            await bench.say(LONG)
        await bench.say(QUESTION)
        await bench.say(QUESTION)

    asyncio.run(talk())
    events = bench.records.stream(bench.patient_id)
    bench.records.close()
    return events


def _explain(stream: Sequence[Recorded], turn: int, shelf: PassageLookup) -> Explanation:
    return explain(stream[0].patient_id, stream, turn, shelf, counters_by_name(token_counter()))


def _edited(stream: Sequence[Recorded], turn: int, kind: type[Payload], **fields: Any) -> list[Recorded]:
    """The stream with fields of one kind of event of a turn written over."""
    return [
        msgspec.structs.replace(event, payload=event.payload.with_fields(**fields))
        if isinstance(event.payload, kind) and event.payload.turn_number == turn
        else event
        for event in stream
    ]


def _names(explanation: Explanation) -> set[str]:
    return {check.name for check in explanation.differences}


def test_every_answer_of_a_conversation_is_proved(stream: tuple[Recorded, ...], shelf: PassageLookup) -> None:
    for turn in range(1, TURNS + 3):
        explanation = _explain(stream, turn, shelf)
        assert explanation.proved, (turn, explanation.differences)
        assert len(explanation.checks) >= 12


def test_the_explanation_names_what_the_answer_rests_on(stream: tuple[Recorded, ...], shelf: PassageLookup) -> None:
    explanation = _explain(stream, COMPARISON, shelf)
    used = [one.fact.content for one in explanation.facts if one.used]

    assert {content.value for content in used if content.slot is SlotKind.LABS} == {7.8, 7.2}
    assert any(not one.used for one in explanation.facts)
    assert {model.skill for model in explanation.models} >= {"extraction", "intent", "answer", "quality"}
    assert explanation.view.version < explanation.turn.answer.version


def test_the_summaries_of_the_context_are_named_with_the_turns_they_tell_of(
    stream: tuple[Recorded, ...], shelf: PassageLookup
) -> None:
    explained = {turn: _explain(stream, turn, shelf) for turn in range(1, TURNS + 3)}
    made = {event.payload.summary_id for event in stream if isinstance(event.payload, TurnsSummarised)}
    gone = {event.payload.summary_id for event in stream if isinstance(event.payload, SummaryInvalidated)}
    named = {one.summary.summary_id: one for each in explained.values() for one in each.summaries}

    assert named and named.keys() <= made
    assert all(one.invalidated == (summary_id in gone) for summary_id, one in named.items())
    for turn, each in explained.items():
        best = each.source.best
        assert [one.summary.summary_id for one in each.summaries] == list(best.context.summary_ids if best else ())
        assert all(one.summary.last_turn < turn for one in each.summaries)


def test_what_was_corrected_later_is_told_as_it_was_then(stream: tuple[Recorded, ...], shelf: PassageLookup) -> None:
    explanation = _explain(stream, COMPARISON, shelf)
    [stale] = [one.fact for one in explanation.facts if one.used and not one.still_current]

    assert explanation.proved
    assert stale.content.value == 7.2 and stale.current
    assert explanation.invalidated is not None and explanation.invalidated.fact_id == stale.fact_id
    before = [event for event in stream if event.version <= explanation.turn.answer.version]
    assert _explain(before, COMPARISON, shelf).invalidated is None


def test_documents_are_held_against_the_corpus_of_today(stream: tuple[Recorded, ...], shelf: PassageLookup) -> None:
    turn = next(one for one in range(1, TURNS + 1) if _explain(stream, one, shelf).documents)
    [first, *_] = _explain(stream, turn, shelf).documents
    wanted = first.recorded.document_id

    def without(document_id: str) -> Passage | None:
        return None if document_id == wanted else shelf(document_id)

    def rewritten(document_id: str) -> Passage | None:
        found = shelf(document_id)
        return replace(found, text="other", content_hash="0" * 64) if found and document_id == wanted else found

    for corpus, now in ((without, "gone"), (rewritten, "0" * 64)):
        explanation = _explain(stream, turn, corpus)
        [documents] = [check for check in explanation.differences if check.name == "documents"]
        assert f"{wanted} {now}" in documents.derived
        assert "prompt hash" in _names(explanation)


def test_a_cached_answer_is_explained_by_the_turn_it_repeats(
    stream: tuple[Recorded, ...], shelf: PassageLookup
) -> None:
    original, repeated = _explain(stream, REPEATED, shelf), _explain(stream, REPEATED + 1, shelf)

    assert repeated.turn.given.cached_from == original.turn.answer.event_id
    assert repeated.source.turn_number == REPEATED
    assert repeated.facts == original.facts
    assert len(repeated.checks) == len(original.checks) + 7
    edited = _edited(stream, REPEATED + 1, AnswerGiven, text="something else")
    assert _names(_explain(edited, REPEATED + 1, shelf)) == {f"turn {REPEATED + 1} repeats text"}
    lost = _edited(stream, REPEATED + 1, AnswerGiven, cached_from=an_id("nothing"))
    assert not _explain(lost, REPEATED + 1, shelf).proved


FORGERIES: dict[str, tuple[type[Payload], dict[str, Any], set[str]]] = {
    "the text": (AnswerGiven, {"text": "다른 말"}, {"text hash"}),
    "a fact that never was": (AnswerGiven, {"facts_used": ("nothing",)}, {"facts used were believed"}),
    "the score": (QualityAssessed, {"overall": 0.01}, {"quality", "verdict", "quality of the answer"}),
    "the threshold": (QualityAssessed, {"threshold": 0.99}, {"threshold"}),
    "the concepts": (IntentClassified, {"medical_concepts": 9}, {"threshold"}),
    "the stop": (RefinementStopped, {"reason": "max_iterations"}, {"stop reason"}),
    "the prompt": (ContextAssembled, {"prompt_hash": "0" * 64}, {"prompt hash"}),
    "the turns": (ContextAssembled, {"turn_numbers": (1,)}, {"tokens", "prompt hash"}),
    "the profile": (AnswerGiven, {"profile": "no_such_profile"}, {"profile"}),
    "the tokenizer": (ContextAssembled, {"tokenizer": "cl100k_base"}, {"tokenizer"}),
}


@pytest.mark.every_case
@pytest.mark.parametrize("forgery", FORGERIES)
def test_whatever_is_written_over_is_shown(stream: tuple[Recorded, ...], shelf: PassageLookup, forgery: str) -> None:
    kind, fields, expected = FORGERIES[forgery]
    explanation = _explain(_edited(stream, COMPARISON, kind, **fields), COMPARISON, shelf)

    assert not explanation.proved
    assert expected <= _names(explanation)


def test_an_edited_fact_shows_in_the_prompt(stream: tuple[Recorded, ...], shelf: PassageLookup) -> None:
    def forged(event: Recorded) -> Recorded:
        payload = event.payload
        if isinstance(payload, SlotRecorded) and payload.content.value == 7.2:
            content = payload.content.with_fields(value=9.9)
            return msgspec.structs.replace(event, payload=payload.with_fields(content=content))
        return event

    names = _names(_explain([forged(event) for event in stream], COMPARISON, shelf))
    assert "prompt hash" in names


def test_checks_show_no_words_of_the_patient(stream: tuple[Recorded, ...], shelf: PassageLookup) -> None:
    edited = _edited(stream, COMPARISON, AnswerGiven, text="비밀", facts_used=("nothing",))
    shown = " ".join(check.recorded + check.derived for check in _explain(edited, COMPARISON, shelf).checks)

    assert shown.isascii()


def test_turns_without_an_answer_and_patients_without_a_stream_are_named(
    stream: tuple[Recorded, ...], shelf: PassageLookup
) -> None:
    last = stream[-1]
    erased = (
        *stream,
        msgspec.structs.replace(last, version=last.version + 1, payload=Erasure(certificate_hash="0" * 64)),
    )
    with pytest.raises(TurnNotFound):
        _explain(stream, 99, shelf)
    with pytest.raises(TurnNotFound):
        _explain(stream[:2], 1, shelf)
    with pytest.raises(PatientErased):
        _explain(erased, 1, shelf)
    with pytest.raises(PatientNotFound):
        explain(an_id("nobody"), (), 1, shelf, {})


class NeverContent:
    """Finds every draft wanting, the second a little less."""

    def __init__(self) -> None:
        self._scores = iter((0.1, 0.3, 0.2))

    async def assess(self, situation: Situation, draft: Draft) -> Quality:
        score = next(self._scores)
        return Quality(score, score, score, overall((score, score, score)), missing=("labs",), needs_retrieval=True)


async def test_every_pass_of_a_refined_answer_is_proved(
    tmp_path: Path, knowledge: Knowledge, shelf: PassageLookup
) -> None:
    bench = AgentBench(tmp_path, knowledge, lambda skills: replace(skills, quality=NeverContent()))
    await bench.say("고혈압과 당뇨병이 있으면 무엇을 먹는 게 좋은가요?", profile="self_refine_no_safety")
    events = bench.records.stream(bench.patient_id)
    bench.records.close()
    explanation = _explain(events, 1, shelf)

    assert explanation.proved, explanation.differences
    assert len(explanation.source.passes) == 3
    assert explanation.source.best is explanation.source.passes[1]
    [stopped] = [check for check in explanation.checks if check.name == "stop reason"]
    assert stopped.recorded == "go on, go on, max_iterations"
    inconsistent = _edited(events, 1, DocumentsRetrieved, consistency=0.1)
    assert explanation.proved and _names(_explain(inconsistent, 1, shelf)) == set()
    strict = _edited(inconsistent, 1, AnswerGiven, profile="full_context_engineering")
    assert {"quality (0)", "quality (1)", "quality (2)"} <= _names(_explain(strict, 1, shelf))


@dataclass(frozen=True)
class CorrectedMeanwhile:
    """Answers as the skill it stands for; before that, the interface corrects the first fact that it may use."""

    answering: AnswerSkill
    correct: Callable[[Fact], None]

    async def answer(self, situation: Situation) -> Draft:
        draft = await self.answering.answer(situation)
        for fact_id in draft.facts_used[:1]:
            self.correct(situation.view.ledger.facts[fact_id])
        return draft


async def test_a_correction_while_the_answer_is_written_leaves_it_proved_and_stale(
    tmp_path: Path, knowledge: Knowledge, shelf: PassageLookup
) -> None:
    """Its context was read before the correction and saved after it; the log tells the two apart."""

    def correct(fact: Fact) -> None:
        content = fact.content.with_fields(value=6.1)
        bench.records.execute(
            CorrectSlot(
                request_id=an_id(fact.fact_id),
                patient_id=bench.patient_id,
                now=NOW,
                fact_id=fact.fact_id,
                replacement=content,
                reason="typing error",
            )
        )

    bench = AgentBench(
        tmp_path, knowledge, lambda skills: replace(skills, answer=CorrectedMeanwhile(skills.answer, correct))
    )
    await bench.say("당화혈색소는 2026년 3월 5일에 6.9%였어요.")
    events = bench.records.stream(bench.patient_id)
    explanation = _explain(events, 1, shelf)
    bench.records.close()

    assert explanation.proved, explanation.differences
    assert explanation.view.version == explanation.turn.extracted_at < explanation.turn.read_until
    assert explanation.turn.stale_at_once == explanation.turn.given.facts_used[:1] != ()
    unmarked = [event for event in events if not isinstance(event.payload, AnswerInvalidated)]
    assert _names(_explain(unmarked, 1, shelf)) == {"facts stale when saved"}


ASKED_OF_VALUES = (
    "2026년 1월 5일 당화혈색소는 8.1%였어요.",
    "2026년 2월 9일 당화혈색소는 7.4%였어요.",
    "메트포르민 500mg 하루 두 번 먹어요.",
    "당화혈색소가 제일 높았던 게 언제예요?",
    "그다음은요?",
    "당화혈색소 평균은 얼마예요?",
    "1월보다 당화혈색소가 얼마나 떨어졌어요?",
    "당화혈색소 값 전부 보여 주세요",
    "표로 만들어 줄래요?",
    "숫자만요",
    "더 짧게요",
    "메트포르민은 언제부터 먹었죠?",
    "집에서 142에 91이면 괜찮은 건가요?",
)


async def test_answers_about_values_and_other_forms_of_an_answer_are_proved(
    tmp_path: Path, knowledge: Knowledge, shelf: PassageLookup
) -> None:
    bench = AgentBench(tmp_path, knowledge)
    for text in ASKED_OF_VALUES:
        await bench.say(text)
    events = tuple(bench.records.stream(bench.patient_id))
    names = [event.payload.intent for event in events if isinstance(event.payload, IntentClassified)]
    assert names[3:] == ["values"] * 5 + ["form"] * 3 + ["since", "told"]
    for turn in range(1, len(ASKED_OF_VALUES) + 1):
        told = _explain(events, turn, shelf)
        assert told.proved, (turn, told.differences)
