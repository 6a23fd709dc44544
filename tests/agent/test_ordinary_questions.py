"""What ordinary people ask: how pressing a value is, why a medicine was changed, how two differ, what to do now."""

from __future__ import annotations

import pytest

from agent.skills.ports import Language
from tests.agent.conversation import (
    Conversation,
    age,
    allergy,
    changes,
    condition,
    lab,
    medicine,
    states,
    vital,
)

PULSE = vital("heart_rate", 52, "/min", "2026-03-13")
UPPER = vital("systolic_blood_pressure", 152, "mm[Hg]", "2026-03-13")
LOWER = vital("diastolic_blood_pressure", 94, "mm[Hg]", "2026-03-13")


def treated(language: Language) -> Conversation:
    return Conversation(language).knows(
        medicine("metformin", "1000mg", "BID"),
        medicine("bisoprolol", "2.5mg", "QD"),
        condition("type_2_diabetes", language),
        allergy("penicillin"),
        lab("egfr", 48, "mL/min/{1.73_m2}", "2026-03-11"),
    )


@pytest.mark.parametrize(
    ("language", "told", "says"),
    [
        ("ko", "방금 재 봤더니 152에 94 나왔어요 놀랐어요", ("152/94 mmHg", "높습니다", "응급은 아닙니다")),
        ("en", "it was 152 over 94 just now", ("152/94 mmHg", "above", "no emergency")),
    ],
)
def test_a_pressure_outside_its_limit_is_weighed_though_nobody_asked(
    language: Language, told: str, says: tuple[str, ...]
) -> None:
    text = Conversation(language).said(told, [states(UPPER), states(LOWER)]).text
    assert all(one in text for one in says), text


def test_a_value_within_its_limit_that_nobody_asks_about_is_only_noted() -> None:
    told = [vital("systolic_blood_pressure", 118, "mm[Hg]", "2026-03-13")]
    assert len(Conversation("en").said("it was 118 this morning", [states(one) for one in told]).text.splitlines()) == 1


@pytest.mark.parametrize(("language", "name"), [("ko", "비소프롤롤"), ("en", "Bisoprolol")])
def test_a_slow_pulse_names_the_medicine_that_slows_it(language: Language, name: str) -> None:
    text = treated(language).said("맥박 52예요" if language == "ko" else "pulse 52", [states(PULSE)]).text
    assert name in text and "60" in text


def test_limits_for_adults_judge_no_child() -> None:
    fast = vital("heart_rate", 130, "/min", "2026-03-13")
    child, adult = Conversation("en").knows(age(4)), Conversation("en").knows(age(40))
    assert "100" not in child.said("pulse 130 today", [states(fast)]).text
    assert "100" in adult.said("pulse 130 today", [states(fast)]).text


@pytest.mark.parametrize(
    ("language", "asked", "says"),
    [
        ("ko", "메트포르민을 왜 줄였을까요?", ("기록에는 이유가 없", "48")),
        ("ko", "의사가 메트포르민 왜 바꾼 거예요", ("기록에는 이유가 없", "48")),
        ("en", "Why did the doctor cut the metformin?", ("no reason", "48", "below its limit")),
        ("en", "why'd he lower my metformin", ("no reason", "48")),
    ],
)
def test_why_a_medicine_was_changed_is_told_from_what_steers_it(
    language: Language, asked: str, says: tuple[str, ...]
) -> None:
    talk = treated(language)
    talk.said("500", [changes(medicine("metformin", "500mg", "BID"))])
    text = talk.said(asked).text
    assert all(one in text for one in says), text


@pytest.mark.parametrize(
    ("language", "asked"),
    [
        ("ko", "두 약이 뭐가 다른 거예요?"),
        ("ko", "왜 둘 다 먹어야 해요?"),
        ("en", "what's the difference between the two pills"),
        ("en", "why do I need both of them?"),
    ],
)
def test_two_medicines_are_told_apart_by_what_they_are_for(language: Language, asked: str) -> None:
    text = treated(language).said(asked).text
    assert ("혈당" in text and "맥박" in text) if language == "ko" else ("sugar" in text and "slows" in text), text


@pytest.mark.parametrize(
    "asked",
    ["아까 그 검사 값 두 개랑 차이를 알려 주세요", "can you put both values and the difference in one sentence?"],
)
def test_both_values_are_no_two_medicines(asked: str) -> None:
    language: Language = "en" if asked.isascii() else "ko"
    talk = treated(language).knows(lab("egfr", 55, "mL/min/{1.73_m2}", "2025-09-01"))
    assert "55" in talk.said(asked).text


@pytest.mark.parametrize(
    ("language", "asked"), [("ko", "아지스로마이신 먹어도 되나요?"), ("en", "Can I take azithromycin?")]
)
def test_of_what_no_rule_speaks_no_leave_is_given_and_the_record_is_named(language: Language, asked: str) -> None:
    text = treated(language).said(asked).text
    assert ("먹어도 된다는 뜻은 아닙니다" if language == "ko" else "that is no leave to take it") in text
    assert ("페니실린" if language == "ko" else "Penicillin") in text


@pytest.mark.parametrize(
    ("language", "asked", "then", "says"),
    [
        ("ko", "나프록센 먹어도 돼요?", "그럼 어떻게 해야 하죠?", "시작하지 말고"),
        ("en", "Can I take naproxen?", "ok so what do I do for the pain then", "do not start Naproxen"),
    ],
)
def test_what_to_do_after_a_warning_is_no_plan_with_what_was_warned_of(
    language: Language, asked: str, then: str, says: str
) -> None:
    talk = treated(language)
    talk.said(asked)
    assert says in talk.said(then).text


@pytest.mark.parametrize(
    ("language", "asked", "says"),
    [("ko", "저 지금 몇 주죠?", ("28주 0일",)), ("en", "how many weeks am I now?", ("28 weeks and 0 days",))],
)
def test_the_weeks_of_a_pregnancy_are_counted_on(language: Language, asked: str, says: tuple[str, ...]) -> None:
    told = condition("pregnancy", language, value=28.0, unit="wk")
    text = Conversation(language).knows(told).said(asked).text
    assert all(one in text for one in says), text


def test_the_reason_of_a_smaller_dose_comes_before_any_warning_of_it() -> None:
    told = [changes(medicine("metformin", "500mg", "BID")), states(medicine("empagliflozin", "10mg", "QD"))]
    talk = Conversation("en").knows(
        medicine("metformin", "1000mg", "BID"), lab("egfr", 43, "mL/min/{1.73_m2}", "2024-05-01")
    )
    text = talk.said("She cut the metformin to 500 twice a day and added Jardiance. Why did she cut it?", told).text
    assert "Why Metformin was changed" in text and "may need a lower dose" in text and "before you use" not in text
