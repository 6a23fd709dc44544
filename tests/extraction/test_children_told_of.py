"""The children of a talk: ages in every unit, weights, temperatures and doses, each of the child it is told of."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from extraction.reading.children.ages import ages_in
from extraction.reading.children.child import Child, Household
from extraction.reading.children.household import household
from extraction.reading.children.measures import temperatures_in, weights_in

NOON = datetime(2026, 7, 15, 20, 0)


def told(*lines: str, at: datetime = NOON) -> Household:
    return household([(line, at + timedelta(minutes=5 * index)) for index, line in enumerate(lines)])


def patient(*lines: str, at: datetime = NOON) -> Child:
    child = told(*lines, at=at).patient
    assert child is not None
    return child


@pytest.mark.parametrize(
    ("said", "value", "unit"),
    [
        ("my baby is 5 weeks old", 5, "wk"),
        ("she's 11 days old and sleepy", 11, "d"),
        ("my son is two and a half, eating ok", 2.5, "a"),
        ("Ada (6 yrs old, 46 lb)", 6, "a"),
        ("my daughter Zoe, 8 months, 7.9 kg", 8, "mo"),
        ("a 7yo boy with a cough", 7, "a"),
        ("Ben had his 8 week jabs today", 8, "wk"),
        ("I gave birth to Nell 6 weeks ago", 6, "wk"),
        ("우리 아기 56일 됐는데요", 56, "d"),
        ("9일 된 아가 엄마예요", 9, "d"),
        ("생후 3주 아기", 3, "wk"),
        ("신생아 2주 3일 됐어요", 17, "d"),
        ("백일 된 아기", 100, "d"),
        ("여덟달 된 손주", 8, "mo"),
        ("두돌 지난 딸", 24, "mo"),
        ("18개월 여아", 18, "mo"),
        ("만 네살 손자", 4, "a"),
        ("중2 딸 생리통", 14, "a"),
        ("출산 3주차 수유중이에요", 3, "wk"),
    ],
)
def test_an_age_is_told_in_any_unit(said: str, value: float, unit: str) -> None:
    assert [(one.value, one.unit) for one in ages_in(said)] == [(value, unit)]


@pytest.mark.parametrize(
    "said",
    [
        "fever for 3 days and a cough",
        "he's had it 2 weeks ago",
        "I'm 20 weeks gone with number three",
        "under 3 months with fever means hospital",
        "take one every 6 months for years",
        "I'm 34, been on it for 4 years",
        "사흘째 열이 나요",
        "3일째 기침해요",
        "임신 30주예요",
        "34주 아기 태동이 줄었어요",
        "2주 전에 다쳤어요",
        "술은 끊은지 8개월",
        "6개월마다 검사해요",
        "서른 아홉살 남자예요",
    ],
)
def test_other_spans_of_time_are_no_age(said: str) -> None:
    assert not [one for one in ages_in(said) if one.sure]


@pytest.mark.parametrize(
    ("said", "kilograms"),
    [("9 lb 2", 4.14), ("46 lb", 20.87), ("22 pounds", 9.98), ("14키로", 14), ("11.2kg", 11.2), ("weight 7,4.", 7.4),
     ("weighs 12", 12), ("12키론데", 12)],
)  # fmt: skip
def test_a_weight_is_in_kilograms(said: str, kilograms: float) -> None:
    assert [one.value for one in weights_in(said)] == [kilograms]


@pytest.mark.parametrize(
    ("said", "degrees"),
    [("rectal says 100.6.", 38.11), ("fever 102.3, grumpy", 39.06), ("38,5 because tooth", 38.5), ("39도", 39),
     ("38도 5부", 38.5), ("102.4°F 예요", 39.11), ("thermometer 35.4 under the arm", 35.4)],
)  # fmt: skip
def test_a_temperature_is_in_celsius(said: str, degrees: float) -> None:
    assert [one.value for one in temperatures_in(said)] == [degrees]


@pytest.mark.parametrize(
    "said", ["37도 넘으면 응급실 가래요", "she weighs 38.5 kg", "38도 이상이면 오라고", "over 38 is a fever"]
)
def test_a_limit_or_a_weight_is_no_temperature(said: str) -> None:
    assert not temperatures_in(said)


@pytest.mark.parametrize(
    ("said", "own", "other"),
    [
        ("손주가 56일 됐는데 38.3이에요. 애기는 5.1키로. 누나는 네살 16키로", (5.1, 38.3), 16),
        ("세살 Ella 31 lb, 열이 102.4°F. 오빠 Noah는 7살 52 lb 멀쩡함", (14.06, 39.11), 23.59),
        ("아기 4개월 6.8kg 38.2 있어요. 첫째 딸 5살 18kg 은 5ml 먹었어요", (6.8, 38.2), 18),
        ("Mia is 2, 12 kg, 39.1. Her brother Tom is 6 and 21kg", (12, 39.1), 21),
        ("my girl's 9 months 8.4kg temp 38.8, big brother is 4 and 17 kilos", (8.4, 38.8), 17),
    ],
)
def test_a_brothers_weight_is_not_the_patients(said: str, own: tuple[float, float], other: float) -> None:
    found = told(said)
    child = found.patient
    assert child is not None
    assert (child.weight, child.temperatures[-1].degrees) == own
    assert [one.weight for one in found.children if one is not child and one.weight] == [other]


@pytest.mark.parametrize(
    "lines",
    [
        ("my son Eli, 48 lbs, fever 101. how much motrin?", "oops thats his brother's weight. Eli is 38 lb"),
        ("Eli is 4, 22 kg, fever 39", "wait no, that was the old one, just weighed him 17.24 kg"),
        ("만4살 준우 열이요 몸무게 14키로", "아 다시 재니 17.24키로네요"),
    ],
)
def test_the_weight_told_last_counts(lines: tuple[str, ...]) -> None:
    child = patient(*lines)
    assert child.weight == pytest.approx(17.24)
    assert child.weight_before is not None


@pytest.mark.parametrize(
    ("said", "doses"),
    [
        ("Theo's 3, 14 kilos. he had 5ml of the pink calpol at 2", [("acetaminophen", 120.0, "14:00")]),
        ("아들 5살 18키로 저녁 7시에 부루펜 8미리 먹였어요", [("ibuprofen", 160.0, "19:00")]),
        ("27개월 딸 12키로. 두 시간 전에 타이레놀 시럽 5미리 먹였어요", [("acetaminophen", 160.0, "18:00")]),
        ("Ava (6, 46 lb) had 7.5 ml children's Tylenol at 4 pm", [("acetaminophen", 240.0, "16:00")]),
        ("my 2 year old had 5ml nurofen (100mg/5ml) half an hour ago", [("ibuprofen", 100.0, "19:30")]),
        (
            "손자 네살 15.5키로. 아침 7시에 챔프 빨간거 6미리 11시에 또 6미리 먹였어",
            [("acetaminophen", 192.0, "07:00"), ("acetaminophen", 192.0, "11:00")],
        ),
        ("she's 14, 50 kg. how much ibuprofen can she have?", []),
        ("만 3세 14키로 부루펜 5미리 먹여도 될까요?", []),
    ],
)
def test_a_dose_is_what_was_given(said: str, doses: list[tuple[str, float, str]]) -> None:
    found = [(one.substance, one.milligrams, f"{one.at:%H:%M}" if one.at else "") for one in patient(said).doses]
    assert found == doses


@pytest.mark.parametrize(
    ("said", "weight"),
    [
        ("6살(20kg)은 멀쩡하고 둘째 11개월(9.2kg)이 38.9. 6시에 큰애 먹는 부루펜 6미리를 둘째한테 줬어요", 9.2),
        ("큰애 6살 21키로 줄 타이레놀 10미리를 하린이한테 먹였어요. 하린이는 두돌 12키로", 12.0),
    ],
)
def test_a_dose_is_of_whom_it_was_given_to(said: str, weight: float) -> None:
    assert [one.weight for one in told(said).children if one.doses] == [weight]


@pytest.mark.parametrize(
    ("said", "weights", "degrees"),
    [
        ("my sons (8 and 5) both have a temp, 38.7 and 39.3. Eldest 26kg, youngest 18kg", [26, 18], [38.7, 39.3]),
        ("첫째 7살 24kg 둘째 3살 14kg 둘다 열나요. 첫째는 39.2 둘째는 38.5", [24, 14], [39.2, 38.5]),
    ],
)
def test_two_ill_children_keep_their_own(said: str, weights: list[float], degrees: list[float]) -> None:
    children = told(said).children
    assert [one.weight for one in children] == weights
    assert [[each.degrees for each in one.temperatures] for one in children] == [[each] for each in degrees]


def test_what_was_told_the_wrong_way_round_is_put_right() -> None:
    found = told(
        "Isla, 5, 18kg, had nurofen 7.5ml at half five. Rory is 18 months, 11.2 kg and he had calpol 5ml at half three",
        "sorry other way round! Isla calpol at half 3, 10ml. Rory the nurofen at half 5, 5ml",
    )
    given = {one.name: [(each.substance, each.millilitres) for each in one.doses] for one in found.children}
    assert given == {"Isla": [("acetaminophen", 10.0)], "Rory": [("ibuprofen", 5.0)]}


@pytest.mark.parametrize(
    "said",
    [
        "I'm nursing my 4 month old, Freya, 6.5kg. can I take sumatriptan?",
        "출산 3주차 수유중이에요. 저 38.9도 나요. 아기는 3.9kg. 이부프로펜 제가 먹어도 되나요",
        "baby is 3 weeks, Wren, 3.9kg, all good there. its me, the wound hurts",
    ],
)
def test_a_mothers_own_question_is_about_her(said: str) -> None:
    found = told(said)
    assert found.is_of_children
    assert found.patient is None
    assert not any(one.temperatures for one in found.children)


@pytest.mark.parametrize(
    "said",
    [
        "mum 79 on warfarin for her valve. Six days now without it",
        "임신 24주. 훼로바 저녁 한알 먹어요",
        "heart failure, weight 81.2 this morning, bumetanide 1",
        "finished antibiotics, 74. daughter says i'm talking rubbish, 38.9",
        "타이레놀 500 아침 9시 2알 먹었습니다. 70kg 32세 남",
    ],
)
def test_grown_people_are_no_children(said: str) -> None:
    assert not told(said).is_of_children
