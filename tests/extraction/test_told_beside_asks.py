"""What people tell beside a question or put right in few words: in both languages, with what it must not be."""

from __future__ import annotations

import pytest

from domain.ledger import Fact
from domain.values import PATIENT
from extraction.reading.asking.told_before_asking import told_before_asking
from tests.extraction.test_ordinary_conversations import Known, lines, medicine, taken
from tests.extraction.test_what_the_record_settles import after
from tests.shipped import vocabulary

ALLOPURINOL = medicine("Allopurinol", "100mg", "QD")
RAMIPRIL = medicine("Ramipril", "5mg", "QD")
CEFUROXIME = medicine("Cefuroxime", "250mg", "TID")
CEFACLOR = medicine("Cefaclor", "250mg", "TID")
MIRTAZAPINE = medicine("Mirtazapine", "15mg", "QHS")
THYROXINE = medicine("Levothyroxine", "100mcg", "QD")
SUGAR: Known = {"slot": "labs", "name": "Glucose", "value": 142, "unit": "mg/dL", "date": "2026-01-05"}


def values(facts: list[Fact], slot: str, concept_id: str) -> list[object]:
    return [
        one.content.value
        for one in facts
        if one.content.slot.value == slot and one.content.concept.concept_id == concept_id
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The clinic raised it to 200. What should my level be?", "The clinic raised it to 200."),
        ("오늘부터 두 알로 늘렸어요. 괜찮을까요?", "오늘부터 두 알로 늘렸어요."),
        ("What is it for? They gave me 20.", ""),
        ("it went up to 7.4 last week", ""),
        ("is 9.1 high", ""),
    ],
)
def test_only_what_stands_before_a_question_is_told_before_it(text: str, told: str) -> None:
    assert told_before_asking(text).strip() == told


@pytest.mark.parametrize(
    ("text", "known", "expected"),
    [
        ("Doctor moved the allopurinol up to 200 once a day. What should my uric acid be?", ALLOPURINOL,
         ["allopurinol 200mg QD active"]),
        ("라미프릴을 10으로 올려 주셨어요. 운동해도 되나요?", RAMIPRIL, ["ramipril 10mg QD active"]),
        ("Is it safe to move the allopurinol up to 200 once a day?", ALLOPURINOL, ["allopurinol 100mg QD active"]),
    ],
)  # fmt: skip
def test_a_change_before_a_question_is_a_change(text: str, known: Known, expected: list[str]) -> None:
    assert taken(text, known) == expected


@pytest.mark.parametrize(
    ("text", "known", "expected"),
    [
        ("아 세 번이 아니라 두 번이네요. 주스랑 먹여도 되나요?", CEFUROXIME, ["cefuroxime 250mg BID active"]),
        ("sorry, it's twice a day not three times", CEFUROXIME, ["cefuroxime 250mg BID active"]),
        ("she was sick three times, not twice", RAMIPRIL, ["ramipril 5mg QD active"]),
        ("the nurse said mornings are better so I swapped, morning now", MIRTAZAPINE, ["mirtazapine 15mg QD active"]),
        ("졸려서 자기 전으로 옮겼어요", RAMIPRIL, ["ramipril 5mg QHS active"]),
        ("it's 88?? no sorry 112 is right, the new dose", THYROXINE, ["levothyroxine 112mcg QD active"]),
    ],
)  # fmt: skip
def test_how_often_and_how_much_are_put_right_in_few_words(text: str, known: Known, expected: list[str]) -> None:
    assert taken(text, known) == expected


def test_a_bare_number_puts_right_the_one_value_that_it_can_have_been() -> None:
    facts = after("No it was 124, my nephew read it wrong", SUGAR, RAMIPRIL)
    assert values(facts, "labs", "glucose") == [124.0]
    assert values(after("No it was 900, my nephew read it wrong", SUGAR, RAMIPRIL), "labs", "glucose") == [142.0]


@pytest.mark.parametrize(
    ("text", "known", "allergies", "medicines"),
    [
        ("They've prescribed me cefuroxime. But I broke out in hives with that years ago", (), ["cefuroxime"], []),
        ("어제 세프라딘 받았는데 예전에 그거 먹고 두드러기 났었어요", (), ["cefradine"], []),
        ("My sister came out in a rash with that years ago, they gave me cefuroxime", (), [],
         ["cefuroxime active"]),
        ("의사가 세파클러 알레르기 의심된다고 끊으래요", (CEFACLOR,), ["cefaclor"], []),
        ("they suspect a penicillin allergy", (), ["penicillin"], []),
        ("전에 나프록센 먹고 숨 찬 적 있어요", (), ["naproxen"], []),
        ("he had peanut butter and came out in hives", (), ["peanuts"], []),
    ],
)  # fmt: skip
def test_a_reaction_of_another_time_is_an_allergy(
    text: str, known: tuple[Known, ...], allergies: list[str], medicines: list[str]
) -> None:
    facts = after(text, *known)
    kept = [
        one.content.concept.concept_id
        for one in facts
        if one.content.slot.value == "allergies" and one.content.polarity.value == "affirmed"
    ]
    assert sorted(set(kept)) == allergies
    assert [one for one in lines(facts, "medications") if one.endswith("active")] == medicines


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("41살 여자, 여섯살 아들 하나 있어요", [41.0]),
        ("I have an 8 year old daughter and I'm 37, migraines", [37.0]),
        ("Hello, I am Tomek, 54 years, welder. Knee hurts", [54.0]),
        ("I am diabetic, 20 years, and on metformin", []),
    ],
)
def test_of_two_ages_ones_own_is_the_patients(text: str, years: list[float]) -> None:
    facts = [one for one in after(text) if one.content.subject == PATIENT]
    assert values(facts, "demographics", "age") == years


def test_a_positive_test_is_a_pregnancy() -> None:
    assert values(after("임테기 두 줄 나왔어요! 6주쯤 된 것 같아요"), "conditions", "pregnancy") == [6.0]
    assert not values(after("pregnancy test was negative"), "conditions", "pregnancy")


def test_the_weekday_of_a_rhythm_is_no_date() -> None:
    (osteoporosis,) = [
        one
        for one in after("골다공증으로 악토넬 35 일주일에 한번 수요일에 먹어요")
        if one.content.slot.value == "conditions"
    ]
    assert osteoporosis.content.valid_from is None


def test_where_a_pressure_was_taken_is_kept() -> None:
    for text in ("퇴근하고 집에 와서 쟀더니 혈압 136/87", "138/88 on my own cuff this morning"):
        kept = {one.content.qualifier for one in after(text) if one.content.slot.value == "vitals"}
        assert kept == {"home"}, text


@pytest.mark.parametrize(
    ("text", "means", "never"),
    [
        ("2 hr after dinner it was 131", None, "heart_rate"),
        ("BP 118/76, HR 64", "heart_rate", None),
        ("my oxygen says 93 on the finger clip", "oxygen_saturation", "oxygen"),
        ("she is on oxygen at 2 litres", None, "oxygen_saturation"),
        ("taking iron once daily and calcium at night", "calcium_carbonate", "calcium"),
        ("calcium came back 2.4", "calcium", "calcium_carbonate"),
    ],
)
def test_a_name_means_what_stands_beside_it(text: str, means: str | None, never: str | None) -> None:
    found = {one.entry.concept_id for one in vocabulary().recogniser.find(text)}
    assert means is None or means in found
    assert never not in found


@pytest.mark.parametrize("text", ["열은 내렸는데 약 먹고 설사해요", "목은 나았는데 약 먹으니 속이 쓰려요"])
def test_two_clauses_are_no_medicine(text: str) -> None:
    assert taken(text) == []
