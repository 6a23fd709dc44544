"""An answer is as the patient wishes it, asks once for what it lacks, and uses the reply."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.preferences import stated
from domain.events import AnswerGiven, ContextAssembled
from server.composition import Knowledge
from tests.agent.agent_bench import AgentBench

PLAN = "지금 치료를 유지할지 조정할지 근거와 함께 알려 주세요."
TOLD = (
    "58세이고 고혈압과 제2형 당뇨병이 있어요. 메트포르민 500mg 하루 두 번 먹어요. "
    "당화혈색소는 2026년 3월 5일에 6.9%였어요."
)  # fmt: skip
A1C = "2026년 3월 5일 당화혈색소는 6.9%였어요."


@pytest.fixture
def bench(tmp_path: Path, knowledge: Knowledge) -> AgentBench:
    return AgentBench(tmp_path, knowledge)


@pytest.mark.parametrize(
    ("text", "short", "plain"),
    [
        ("앞으로 짧고 쉽게 설명해 주세요.", True, True),
        ("짧게 말해 주세요", True, False),
        ("저는 쉬운 말로 설명해 주시면 좋겠어요", False, True),
        ("답은 간단하게 해 주세요.", True, False),
        ("Please keep it short and clear.", True, True),
        ("From now on, use plain language.", False, True),
        ("I prefer short answers.", True, False),
        ("앞으로는 자세히 설명해 주세요", False, False),
    ],
)
def test_a_wish_is_heard(text: str, short: bool, plain: bool) -> None:
    wish = stated(text)
    assert wish is not None and (wish.short, wish.plain) == (short, plain)


@pytest.mark.parametrize(
    "text",
    [
        "고혈압을 짧게 설명해 주세요.",
        "숨이 짧아졌어요",
        "이번 주에 할 일을 세 단계로 간단히 알려 주세요.",
        "자세히 설명해 주세요.",
        "I have been short of breath.",
        "Is it simple to keep it clear?",
        "Keep the wound clean and dry.",
        "제 약을 간단히 정리해 주세요.",
    ],
)
def test_a_question_or_a_symptom_is_no_wish(text: str) -> None:
    assert stated(text) is None


async def test_answers_are_short_and_plain_until_the_patient_says_else(bench: AgentBench) -> None:
    await bench.say(TOLD)
    before = (await bench.say(PLAN)).answer
    agreed = await bench.say("앞으로 짧고 쉽게 설명해 주세요.")
    assert len(agreed.answer) < 60 and "DocumentsFound" not in agreed.kinds()
    short = (await bench.say(PLAN)).answer
    assert len(short) < len(before)
    assert "6.9" in short and "의료진" in short
    assert "당화혈색소(두세 달 동안의 평균 혈당)" in short
    await bench.say("앞으로는 자세히 설명해 주세요.")
    assert (await bench.say(PLAN)).answer == before


async def test_a_wish_stays_in_the_prompt_when_the_turns_around_it_are_gone(bench: AgentBench) -> None:
    await bench.say("앞으로 짧고 쉽게 설명해 주세요.")
    for number in range(11):
        await bench.say(
            f"오늘 혈압은 {120 + number}에 80이었어요. 아침에 일어나서 쟀고 조금 어지러웠지만 곧 괜찮아졌어요."
        )
    contexts = [
        event.payload for event in bench.records.stream(bench.patient_id) if isinstance(event.payload, ContextAssembled)
    ]
    assert all(1 in context.turn_numbers for context in contexts[1:])


@pytest.mark.parametrize(
    ("question", "ask", "reply", "used"),
    [
        (PLAN, "최근 검사값과 그 날짜를 알려 주세요.", A1C, "6.9"),
        ("최근 검사 결과를 비교해 주세요.", "알려 주시면 기록하겠습니다.", A1C, "6.9"),
        ("타이레놀을 먹어도 되나요?", "알레르기가 있는지 알려 주세요.", "페니실린 알레르기가 있어요.", "페니실린"),
    ],
)
async def test_what_is_missing_is_asked_for_once_and_the_reply_is_used(
    bench: AgentBench, question: str, ask: str, reply: str, used: str
) -> None:
    first = (await bench.say(question, profile="-response_cache")).answer
    again = (await bench.say(question, profile="-response_cache")).answer
    assert ask in first and ask not in again
    await bench.say(reply)
    answered = (await bench.say(question, profile="-response_cache")).answer
    assert used in answered and ask not in answered
    given = [
        event.payload for event in bench.records.stream(bench.patient_id) if isinstance(event.payload, AnswerGiven)
    ]
    assert len(given) == 4
