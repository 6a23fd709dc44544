"""An earlier answer is given again only for the same question, while all it rests on still holds."""

from __future__ import annotations

import uuid
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from agent.cache import ResponseCache
from agent.repetition import core, phrases
from agent.skills.ports import Language
from domain.commands import CorrectSlot
from domain.events import AnswerGiven, AnswerInvalidated, ContextAssembled
from domain.values import SlotKind
from extraction.naming.concepts import lexicon_words
from extraction.text.kiwi import shared_kiwi, stems
from server.composition import Knowledge
from tests.agent.agent_bench import AgentBench
from tests.agent.scripted import Judge, Writer

SALT = "고혈압 환자는 소금을 얼마나 먹어야 하나요?"

MINIMAL_PAIRS = [
    ("페니실린 알레르기가 있으면 어떤 약을 먹나요?", "페니실린 알레르기가 없으면 어떤 약을 먹나요?"),
    ("혈압이 150/95면 어떻게 하나요?", "혈압이 110/70이면 어떻게 하나요?"),
    ("메트포르민을 먹으면 어떻게 되나요?", "메트포르민을 끊으면 어떻게 되나요?"),
    ("메트포르민은 식전에 먹어요?", "메트포르민은 식후에 먹어요?"),
    ("메트포르민은 언제 먹어요?", "메트포르민은 왜 먹어요?"),
    ("메트포르민을 두 알 먹어도 되나요?", "메트포르민을 세 알 먹어도 되나요?"),
    ("메트포르민 부작용은 뭐예요?", "메트포르민 효과는 뭐예요?"),
    ("혈압이 높으면 어떻게 하나요?", "혈압이 낮으면 어떻게 하나요?"),
    ("고혈압이면 어떻게 하나요?", "어머니가 고혈압이면 어떻게 하나요?"),
    ("먹은 메트포르민은 몸에 얼마나 남나요?", "먹을 메트포르민은 몸에 얼마나 남나요?"),
    ("What if I am allergic to penicillin?", "What if I am not allergic to penicillin?"),
    ("What does a blood pressure of 150/95 mean?", "What does a blood pressure of 110/70 mean?"),
    ("What happens when I take metformin?", "What happens when I stop metformin?"),
    ("Can I take metformin before meals?", "Can I take metformin after meals?"),
    ("Can I take two tablets of metformin?", "Can I take three tablets of metformin?"),
    ("Should I raise my metformin?", "Should I lower my metformin?"),
    ("Is metformin safe for me?", "Is metformin safe for my mother?"),
    ("Can I switch from metformin to insulin?", "Can I switch from insulin to metformin?"),
]
SAME = [
    (SALT, "고혈압 환자는 소금을 얼마나 먹어야 하나요"),
    ("고혈압 관리 방법을 알려 주세요.", "고혈압 관리 방법 좀 알려줄래요?"),
    ("What foods are good for high blood pressure?", "Please tell me: what foods are good for high blood pressure?"),
    ("당뇨병 관리 방법 알려 주세요.", "당뇨병은 어떻게 관리하나요?"),
    ("메트포르민 부작용 알려줘", "메트포르민의 부작용은 무엇인가요?"),
    ("How do I manage diabetes?", "What are ways to manage diabetes?"),
    ("What are the side effects of metformin?", "What are metformin side effects?"),
]
BOUND_TO_THE_MOMENT = ["지금 고혈압에 좋은 음식은 무엇인가요?", "그 약의 부작용은 무엇인가요?", "부작용은 뭐예요?"]


@pytest.fixture
def bench(tmp_path: Path, knowledge: Knowledge) -> AgentBench:
    return AgentBench(tmp_path, knowledge)


def answers(bench: AgentBench) -> list[AnswerGiven]:
    return [event.payload for event in bench.records.stream(bench.patient_id) if isinstance(event.payload, AnswerGiven)]


@pytest.mark.parametrize(("first", "second"), MINIMAL_PAIRS)
async def test_a_minimal_pair_never_shares_an_answer(bench: AgentBench, first: str, second: str) -> None:
    for text in (first, second, first):
        await bench.say(text)
    asked, other, again = answers(bench)
    assert other.cached_from is None
    # The question itself is one that would be repeated, unless telling it brought a fact: so the pair was the reason.
    assert again.cached_from is not None or bench.views.view(bench.patient_id).facts_changed_at
    assert asked.cached_from is None


@pytest.mark.parametrize(("first", "second"), SAME)
async def test_the_same_question_but_for_courtesy_is_not_answered_twice(
    bench: AgentBench, first: str, second: str
) -> None:
    await bench.say(first)
    await bench.say(second)
    given, repeated = answers(bench)
    assert repeated.cached_from is not None and given.text in repeated.text


@pytest.mark.parametrize("text", BOUND_TO_THE_MOMENT)
async def test_a_question_about_now_or_about_what_was_said_is_answered_anew(bench: AgentBench, text: str) -> None:
    await bench.say(text)
    await bench.say(text)
    assert answers(bench)[1].cached_from is None


async def test_a_fact_voids_what_was_answered_before_and_a_repeated_fact_does_not(bench: AgentBench) -> None:
    await bench.say("고혈압이 있어요.")
    await bench.say(SALT)
    await bench.say("고혈압이 있어요.")
    await bench.say(SALT)
    assert answers(bench)[-1].cached_from is not None
    await bench.say("페니실린 알레르기가 있어요.")
    await bench.say(SALT)
    assert answers(bench)[-1].cached_from is None


async def test_an_utterance_that_brings_a_fact_voids_its_own_hit_and_is_remembered(bench: AgentBench) -> None:
    question = "제 약을 정리해 주세요."
    await bench.say(question)
    await bench.say(f"메트포르민 500mg 하루 두 번 먹어요. {question}")
    assert answers(bench)[-1].cached_from is None
    assert "메트포르민" in answers(bench)[-1].text


async def test_a_correction_kills_the_answers_that_rested_on_it(bench: AgentBench) -> None:
    await bench.say("2026년 3월 5일 당화혈색소는 6.9%였어요.")
    question = "제 당화혈색소 검사 결과를 알려 주세요."
    await bench.say(question)
    await bench.say(question)
    assert answers(bench)[-1].cached_from is not None and "6.9" in answers(bench)[-1].text
    [latest] = bench.views.view(bench.patient_id).ledger.current(SlotKind.LABS)
    bench.records.execute(
        CorrectSlot(
            request_id=str(uuid.uuid4()),
            patient_id=bench.patient_id,
            now=bench.clock(),
            fact_id=latest.fact_id,
            replacement=latest.content.with_fields(value=6.1),
            reason="laboratory",
        )
    )
    await bench.say(question)
    assert answers(bench)[-1].cached_from is None and "6.1" in answers(bench)[-1].text
    stream = [event.payload for event in bench.records.stream(bench.patient_id)]
    assert sum(isinstance(one, AnswerInvalidated) for one in stream) >= 2


async def test_a_repeated_answer_keeps_its_warnings(tmp_path: Path, knowledge: Knowledge) -> None:
    doubtful = Writer(("소금을 하루 5g 아래로 드세요.", "소금을 하루 12g까지 드세요.", "소금은 줄이지 않아도 됩니다."))
    bench = AgentBench(tmp_path, knowledge, lambda skills: replace(skills, answer=doubtful, quality=Judge(0.9)))
    await bench.say(SALT)
    await bench.say(SALT)
    first, repeated = answers(bench)
    assert repeated.cached_from is not None
    assert repeated.warnings == first.warnings == ("uncertain",)
    assert repeated.uncertainty == first.uncertainty


async def test_the_saving_of_a_repeated_answer_is_what_the_first_one_took(bench: AgentBench) -> None:
    for _ in range(3):
        await bench.say(SALT)
    first, *repeated = answers(bench)
    payloads = [event.payload for event in bench.records.stream(bench.patient_id)]
    prompts = sum(one.tokens["total"] for one in payloads if isinstance(one, ContextAssembled))
    for one in repeated:
        assert one.saved is not None
        assert one.saved["tokens"] == prompts + first.tokens["answer"]
        assert 0 < one.saved["milliseconds"] <= sum(first.milliseconds.values())


@pytest.mark.parametrize("language", ["ko", "en"])
def test_three_repetitions_in_ten_are_phrased_otherwise_and_none_in_the_middle(language: Language) -> None:
    said = "혈압을 낮추려면 소금을 하루 5g 아래로 드세요."
    phrased = [phrases(str(uuid.uuid5(uuid.NAMESPACE_OID, f"{number}")), language) for number in range(2_000)]
    varied = [one for one in phrased if one.opening or one.closing]
    assert 0.25 < len(varied) / len(phrased) < 0.35
    assert len(set(varied)) == 4
    for one in varied:
        assert core(f"{one.opening}{said}{one.closing}", language) == said


DRUGS = (
    ("메트포르민", "metformin"), ("로사르탄", "losartan"), ("암로디핀", "amlodipine"), ("아토르바스타틴",
     "atorvastatin"),
    ("와파린", "warfarin"), ("아스피린", "aspirin"), ("이부프로펜", "ibuprofen"), ("레보티록신", "levothyroxine"),
    ("디곡신", "digoxin"), ("푸로세미드", "furosemide"),
)  # fmt: skip
FRAMES = (
    ("{0} 부작용은 뭐예요?", "What are the side effects of {1}?"),
    ("{0}을 식전에 먹으면 어떻게 되나요?", "What happens when I take {1} before meals?"),
    ("{0}을 끊으면 어떻게 되나요?", "What happens when I stop {1}?"),
    ("임신 중에 {0}을 먹어도 되나요?", "Can I take {1} during pregnancy?"),
    ("{0} 두 알을 먹어도 되나요?", "Can I take two tablets of {1}?"),
    ("{0}을 술과 같이 먹어도 되나요?", "Can I take {1} with alcohol?"),
    ("{0}은 왜 먹나요?", "Why do people take {1}?"),
    ("어머니가 {0}을 먹어도 되나요?", "Can my mother take {1}?"),
    ("{0} 용량을 늘려도 되나요?", "Can I raise the dose of {1}?"),
)  # fmt: skip
SWAPS = (
    (" 부작용", " 효과"), ("식전", "식후"), ("끊으면", "먹으면"), ("임신", "수유"), ("두 알", "세 알"), ("술", "우유"
     ), ("왜", "언제"), ("어머니", "아버지"),
    ("늘려", "줄여"), ("side effects", "benefits"), ("before", "after"), ("stop", "take"), ("pregnancy",
     "breastfeeding"),
    ("two", "three"), ("alcohol", "milk"), ("Why", "When"), ("mother", "father"), ("raise", "lower"), ("Can I",
     "Must I"),
)  # fmt: skip


def pairs_that_differ_in_one_word() -> list[tuple[str, str]]:
    """Every frame with every two drugs, and every swap of the word that matters."""
    said = [(frame[which], which) for frame in FRAMES for which in (0, 1)]
    found = [
        (frame.format(*one), frame.format(*other))
        for frame, _ in said
        for one in DRUGS
        for other in DRUGS
        if one < other
    ]
    for frame, _ in said:
        for drug in DRUGS:
            text = frame.format(*drug)
            found += [(text, text.replace(word, other)) for word, other in SWAPS if word in text]
    return found


def _the_same(knowledge: Knowledge, pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    words = partial(stems, shared_kiwi(lexicon_words(knowledge.lexicon)))
    cache = ResponseCache(knowledge.recogniser, knowledge.retriever.similarity, lambda: "", words)
    return [(one, other) for one, other in pairs if cache.signature(one) == cache.signature(other)]


def test_the_thesis_own_paraphrase_is_one_question(knowledge: Knowledge) -> None:
    assert _the_same(knowledge, [("당뇨병 관리 방법", "당뇨병은 어떻게 관리하나요?")])


def test_no_two_questions_that_differ_in_a_word_that_matters_are_one(knowledge: Knowledge) -> None:
    assert _the_same(knowledge, pairs_that_differ_in_one_word()[::17]) == []


@pytest.mark.torture
def test_no_two_of_all_pairs_that_differ_in_a_word_that_matters_are_one(knowledge: Knowledge) -> None:
    pairs = pairs_that_differ_in_one_word()
    assert len(pairs) > 1_000
    assert _the_same(knowledge, pairs) == []
