"""Questions for measured values are answered with exactly what they ask, with date, in either language."""

from __future__ import annotations

from datetime import date, timedelta
from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.answers.asking.request import read_request
from agent.skills.ports import Language
from agent.words.figures import date_text, number
from domain.values import Concept, Content, SlotKind, Status
from tests.agent.conversation import (
    NOW,
    ZONE,
    Conversation,
    condition,
    lab,
    medicine,
    recogniser,
    vital,
)

A1C = (
    lab("hba1c", 8.1, "%", "2023-06-10"),
    lab("hba1c", 7.4, "%", "2023-09-20"),
    lab("hba1c", 8.6, "%", "2023-12-12"),
    lab("hba1c", 7.2, "%", "2024-04-03"),
)
PRESSURES = tuple(
    vital(f"{part}_blood_pressure", value, "mm[Hg]", day)
    for day, upper, lower in (("2024-01-05", 152, 94), ("2024-02-18", 138, 86), ("2024-04-28", 146, 90))
    for part, value in (("systolic", upper), ("diastolic", lower))
)


def diabetic(language: Language = "ko") -> Conversation:
    return Conversation(language).knows(
        condition("type_2_diabetes", valid_from="2019-04"),
        medicine("metformin", "500mg", "BID", valid_from="2019-04"),
        medicine("losartan", "50mg", "QD"),
        *A1C,
        *PRESSURES,
    )


@pytest.mark.parametrize(
    ("question", "says", "never"),
    [
        ("당화혈색소가 제일 높았던 게 언제예요?", ("8.6%", "2023년 12월 12일"), ("7.2",)),
        ("당화혈색소 가장 낮았을 때 얼마였죠?", ("7.2%", "2024년 4월 3일"), ("8.6",)),
        ("맨 처음 잰 당화혈색소는요?", ("8.1%", "2023년 6월 10일"), ("7.2",)),
        ("이번 거 바로 전 당화혈색소가 얼마였어요?", ("8.6%",), ("8.1",)),
        ("9월에 잰 당화혈색소는 얼마였나요?", ("7.4%",), ("8.1", "8.6")),
        ("당화혈색소 평균이 얼마예요?", ("7.8%", "4개"), ()),
        ("당화혈색소를 몇 번 쟀나요?", ("4번", "8.1%", "7.2%"), ()),
        ("당화혈색소가 8 넘은 적이 몇 번 있었나요?", ("2번", "8.1%", "8.6%"), ("7.4", "7.2")),
        ("작년 8월부터 12월까지 당화혈색소 알려 주세요", ("7.4%", "8.6%"), ("8.1", "7.2")),
        ("작년 6월보다 당화혈색소가 얼마나 떨어졌나요?", ("8.1%", "7.2%", "0.9%p 감소"), ("8.6",)),
        ("당화혈색소 추이를 보여 주세요", ("8.1%", "7.4%", "8.6%", "7.2%", "0.9%p 내렸습니다"), ()),
        ("혈압이 제일 높았을 때가 언제죠?", ("152/94 mmHg", "1월 5일"), ("138",)),
        ("아래 혈압이 88 넘은 적 있나요? 몇 번이요?", ("2번", "94 mmHg", "90 mmHg"), ("138",)),
    ],
)
def test_a_korean_question_gets_exactly_what_it_asks(
    question: str, says: tuple[str, ...], never: tuple[str, ...]
) -> None:
    text = diabetic().said(question).text
    assert all(one in text for one in says), text
    assert not any(one in text for one in never), text


@pytest.mark.parametrize(
    ("question", "says", "never"),
    [
        ("When was my A1c highest?", ("8.6%", "12 Dec 2023"), ("7.2",)),
        ("I had bloods on 3 April 2024. What was my highest A1c?", ("8.6%", "12 Dec 2023"), ("7.2",)),
        ("How low did my A1c get?", ("7.2%", "3 Apr 2024"), ("8.6",)),
        ("what did my A1c start out at", ("8.1%", "10 Jun 2023"), ("7.2",)),
        ("What was the A1c prior to the latest?", ("8.6%",), ("8.1",)),
        ("What was my A1c back in September?", ("7.4%",), ("8.1", "8.6")),
        ("my mean A1c?", ("7.8%", "4 HbA1c values"), ()),
        ("How many times was my A1c checked?", ("4 times",), ()),
        ("How many times was my A1c above 8?", ("2 times", "8.1%", "8.6%"), ("7.4", "7.2")),
        ("A1c values between August and December", ("7.4%", "8.6%"), ("8.1", "7.2")),
        ("How much has my A1c dropped since last June?", ("8.1%", "7.2%", "0.9 percentage points"), ("8.6",)),
        ("Show me the trend of my A1c", ("8.1%", "7.4%", "8.6%", "7.2%"), ()),
        ("When did my blood pressure peak?", ("152/94 mmHg", "5 Jan 2024"), ("138",)),
    ],
)
def test_an_english_question_gets_exactly_what_it_asks(
    question: str, says: tuple[str, ...], never: tuple[str, ...]
) -> None:
    text = diabetic("en").said(question).text
    assert all(one in text for one in says), text
    assert not any(one in text for one in never), text


@settings(max_examples=6)
@given(
    st.lists(st.integers(40, 130), min_size=2, max_size=6, unique=True),
    st.sampled_from([("highest", max), ("lowest", min)]),
    st.sampled_from(["ko", "en"]),
)
def test_the_extreme_of_any_series_is_the_one_that_is_told(
    tenths: list[int], wanted: tuple[str, object], language: Language
) -> None:
    values = [each / 10 for each in tenths]
    days = [(date(2023, 1, 1) + timedelta(days=31 * at)).isoformat() for at in range(len(values))]
    fold, choose = wanted
    readings = [lab("hba1c", value, "%", day) for value, day in zip(values, days, strict=True)]
    talk = Conversation(language).knows(*readings)
    korean = {"highest": "제일 높았던 당화혈색소는?", "lowest": "제일 낮았던 당화혈색소는?"}
    text = talk.said(korean[fold] if language == "ko" else f"What was my {fold} A1c?").text
    extreme = choose(values)  # type: ignore[operator]
    assert f"{number(extreme, '%')}%" in text
    assert date_text(days[values.index(extreme)], language) in text
    others = {f"{number(value, '%')}%" for value in values} - {f"{number(extreme, '%')}%"}
    assert not any(f" {other}" in text or f"은 {other}" in text for other in others)
    mean = talk.said("당화혈색소 평균은요?" if language == "ko" else "What is my average A1c?").text
    numbers = "".join(ch if ch.isdigit() or ch == "." else " " for ch in mean).split()
    told = [float(one) for one in numbers if "." in one[:-1]]
    assert any(abs(one - fmean(values)) <= 0.0501 for one in told), mean


def test_undated_values_are_ordered_as_told_and_never_given_a_date_of_their_own() -> None:
    talk = Conversation().knows(lab("hba1c", 7.4, "%", "2023-11")).knows(lab("hba1c", 8.1, "%", "2024-04-20"))
    assert "7.4%(2023년 11월)" in talk.said("그 전 당화혈색소는 얼마였어요?").text


def test_since_when_is_read_from_the_record_and_asked_for_where_it_is_not_there() -> None:
    talk = diabetic()
    assert "2019년 4월" in talk.said("메트포르민은 언제부터 먹었죠?").text
    assert "기록에 없습니다" in talk.said("로사르탄은 언제부터 먹고 있나요?").text
    assert "기록에 없어" in talk.said("와파린은 언제부터 먹었어요?").text
    assert "Apr 2019" in diabetic("en").said("How long have I been on metformin?").text


def test_a_value_that_the_question_tells_is_judged_by_the_criterion_of_its_circumstances() -> None:
    office = diabetic().said("142에 91이면 괜찮은 건가요?").text
    home = diabetic().said("집에서 138에 84 나왔는데 정상인가요?").text
    assert "142/91 mmHg" in office and "140/90" in office and "높습니다" in office
    assert "138/84 mmHg" in home and "135/85" in home and "높습니다" in home
    pregnant = Conversation("en").knows(condition("pregnancy", "en"))
    assert "below 95 mg/dL" in pregnant.said("Is a fasting sugar of 97 normal?").text
    assert "no criterion" in pregnant.said("Is an LDL of 180 too high?").text.casefold()
    assert "no criterion" in diabetic("en").said("Is a ferritin of 300 too high?").text.casefold()


def test_the_best_value_is_on_the_side_of_the_target_and_without_one_nothing_is_called_best() -> None:
    talk = Conversation("en").knows(
        lab("egfr", 48, "mL/min/{1.73_m2}", "2024-01-02"), lab("egfr", 42, "mL/min/{1.73_m2}", "2024-03-02"),
        lab("ferritin", 30, "ng/mL", "2024-01-02"), lab("ferritin", 80, "ng/mL", "2024-03-02"),
    )  # fmt: skip
    assert "48" in talk.said("What was my best eGFR?").text.split("best")[1]
    assert "no criterion" in talk.said("What was my best ferritin?").text


def test_what_was_never_measured_is_said_to_be_missing() -> None:
    assert "기록된 값이 없어" in diabetic().said("요산 최고 수치가 얼마였어요?").text
    assert "on record" in diabetic("en").said("What was my highest uric acid?").text
    nearest = diabetic("en").said("What was my A1c in February 2022?").text
    assert "No HbA1c from Feb 2022 is on record" in nearest and "8.1%" in nearest


def test_several_questions_are_answered_in_order() -> None:
    text = diabetic().said("당화혈색소 제일 높았을 때가 언제고, 로사르탄 용량은 얼마예요?").text
    assert text.index("8.6%") < text.index("50mg")
    english = diabetic("en").said("What was my first A1c? And what's my blood pressure now?").text
    assert english.index("8.1%") < english.index("146/90")


@pytest.mark.parametrize(
    "text",
    [
        "어제 혈당이 6.1 mmol/L라고 나왔어요.",
        "오늘 아침에 잰 혈압이 백이십에 칠십이었어요.",
        "Glucose 8.3 mmol/L, measured yesterday.",
        "당화혈색소가 왜 올랐을까요?",
        "LDL 낮추려면 어떻게 해야 하나요?",
        "What is a normal A1c?",
        "How do I bring my A1c down?",
        "Why is my blood pressure highest in the morning?",
    ],
)
def test_what_tells_a_value_or_asks_for_something_else_is_no_question_for_values(text: str) -> None:
    talk = diabetic("ko" if any("가" <= ch <= "힣" for ch in text) else "en")
    talk.said(text)
    assert talk.intent is not None and talk.intent.name not in ("values", "since", "told")


@settings(max_examples=60)
@given(st.text(max_size=80))
def test_no_text_makes_the_grammar_fail(text: str) -> None:
    read_request(text, recogniser(), (NOW, ZONE))


def test_a_stopped_medicine_is_not_among_those_named() -> None:
    talk = Conversation().knows(
        medicine("metformin", "500mg", "BID"), medicine("losartan", "50mg", "QD"),
        medicine("warfarin", "3mg", "QD", status=Status.STOPPED),
    )  # fmt: skip
    text = talk.said("제 약 하나만 말해 주세요").text
    assert "메트포르민" in text and "로사르탄" not in text and "와파린" not in text


def test_a_dose_in_a_question_is_judged_as_no_value() -> None:
    text = diabetic("en").said("Metformin 1000 with supper since April. Will that still keep my sugar okay?").text
    assert "1000 mg/dL" not in text


def test_what_to_do_with_medicines_is_not_answered_with_carry_on_where_no_value_bears_on_it() -> None:
    talk = Conversation("en").knows(medicine("isotretinoin", "20mg", "QD"), medicine("sertraline", "50mg", "QD"))
    text = talk.said("What do you recommend I do about my isotretinoin?").text
    assert "Carry on" not in text and "ask whoever prescribed it first" in text


def test_a_low_pressure_is_not_called_within_the_target() -> None:
    talk = diabetic("en")
    assert "is low" in talk.said("Is 88 over 54 normal?").text
    text = talk.said("98/60 this morning, is that too low?").text
    assert "not too low" in text and "under 90/60" in text
    low = Conversation("en").knows(
        vital("systolic_blood_pressure", 84, "mm[Hg]", "2024-04-30"),
        vital("diastolic_blood_pressure", 50, "mm[Hg]", "2024-04-30"),
    )
    assert "within the target" not in low.said("Is my blood pressure in the target range?").text


def test_an_hba1c_is_judged_by_another_criterion_without_diabetes() -> None:
    healthy = Conversation("en").knows(lab("hba1c", 5.9, "%", "2024-04-03"))
    assert "below 5.7%" in healthy.said("Is my A1c in the target range?").text
    assert "below 7.0%" in diabetic("en").said("Is my A1c in the target range?").text


def test_a_difference_from_today_back_is_read_as_a_span_of_the_past() -> None:
    text = diabetic().said("당화혈색소가 오늘 기준으로 여덟 달 전보다 얼마나 내려갔나요?").text
    assert "7.4%" in text and "7.2%" in text and "감소" in text


def test_the_form_that_a_question_itself_asks_for_is_kept() -> None:
    assert diabetic("en").said("All my A1c results, numbers only please").text == "8.1%, 7.4%, 8.6%, 7.2%"
    assert diabetic().said("당화혈색소 값 전부 표로 보여 주세요").text.startswith("| 항목")


def _of_sex(sex: str) -> Content:
    return Content(slot=SlotKind.DEMOGRAPHICS, concept=Concept(concept_id="gender", name="gender"), value=sex)


def test_common_tests_are_judged_by_a_reference_range_and_ferritin_by_the_sex() -> None:
    assert "no criterion" in Conversation("en").said("Is a ferritin of 250 too high?").text.casefold()
    woman = Conversation("en").knows(_of_sex("female"))
    assert "above the target" in woman.said("Is a ferritin of 250 too high?").text
    assert "below the target" in woman.said("Is a ferritin of 6 low?").text
    man = Conversation("en").knows(_of_sex("male"))
    assert "within the target" in man.said("Is a ferritin of 250 too high?").text
    assert "8.6~10.2" in man.said("Is a calcium of 10.9 high?").text
