"""What goes on record where children are told of: each one's own, and the mother's as the mother's."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from domain.values import PATIENT, Content
from tests.shipped import reader

ZONE = "Europe/London"
EVENING = datetime(2026, 7, 15, 20, 0, tzinfo=ZoneInfo(ZONE))


def told(said: str) -> list[Content]:
    language = "ko" if any("가" <= one <= "힣" for one in said) else "en"
    found = reader().read(said, said_at=EVENING, time_zone=ZONE, language=language).proposals  # type: ignore[arg-type]
    return [one.content for one in found if one.content is not None]


def of(said: str, concept_id: str, subject: str = PATIENT) -> list[object]:
    return [one.value for one in told(said) if one.concept.concept_id == concept_id and one.subject == subject]


@pytest.mark.parametrize(
    ("said", "age", "kilograms"),
    [
        ("my baby have 5 weeks, girl, weight 4.3 kilo", 5.0, 4.3),
        ("우리 손주가 56일 됐는데 38.3. 애기는 5.1키로예요. 누나는 네살 16키로", 56.0, 5.1),
        ("Junie is 5 wks old, 9 lb 2, she's warm", 5.0, 4.14),
        ("18개월 여아 윤슬이 11.2kg예요. 39.1이에요", 18.0, 11.2),
        ("ten months, 9kg, gave Oscar his calpol", 10.0, 9.0),
        ("큰애 서준이(6살 21키로) 타이레놀 10미리를 하린이한테 먹였어요. 하린이는 두돌 12키로", 24.0, 12.0),
    ],
)
def test_the_childs_age_and_weight_are_the_patients(said: str, age: float, kilograms: float) -> None:
    assert of(said, "age") == [age]
    assert of(said, "body_weight") == [kilograms]


@pytest.mark.parametrize(
    "said",
    [
        "I'm nursing my 4 month old, Freya, 6.5kg. can I take my sumatriptan 50?",
        "출산 3주차 수유중이에요. 저 38.9도 나요. 아기는 3.9kg 남아. 이부프로펜 제가 먹어도 되나요?",
        "baby Wren is 3 weeks, 3.9kg. its me, i'm breastfeeding, on sertraline 50. can i take ibuprofen",
        "저는 37살 혈압약 아모디핀 5 먹고요 아들은 9살 30키로 ADHD로 콘서타 18 먹어요",
    ],
)
def test_a_mothers_record_takes_nothing_of_the_child(said: str) -> None:
    ages = [one for one in of(said, "age") if isinstance(one, float)]
    assert all(one >= 18 for one in ages)
    assert not of(said, "body_weight")
    assert any(one.subject != PATIENT for one in told(said))


@pytest.mark.parametrize(
    "said",
    [
        "my baby have 5 weeks, girl",
        "우리 아기 5주 됐어요 4.3키로",
        "Nell is 6 weeks old, 4.4kg, she cries a lot",
    ],
)
def test_weeks_of_a_child_are_no_pregnancy(said: str) -> None:
    assert not [one for one in told(said) if one.concept.concept_id == "pregnancy"]


@pytest.mark.parametrize(
    ("said", "dose", "timing"),
    [
        ("Theo's 3, 14 kilos. he had 5ml of the pink calpol at 2", "5mL", "14:00"),
        ("Maisie is 5, 39.1, had 10ml calpol at 6", "10mL", "18:00"),
        ("18개월 11.2kg 챔프 빨강 5미리 7시에 먹였어요", "5mL", "19:00"),
        ("DS 14 months 10.5kg had 5ml calpol at 7am, 11am and 3pm", "5mL", "07:00 11:00 15:00"),
    ],
)
def test_what_was_given_stands_with_its_amount_and_hour(said: str, dose: str, timing: str) -> None:
    found = [one for one in told(said) if one.concept.concept_id == "acetaminophen"]
    assert [(one.dose, one.timing, one.frequency) for one in found] == [(dose, timing, "PRN")]


@pytest.mark.parametrize(
    "said",
    [
        "my boy Mateo is 2, 22 pounds, fever 102.3, how much childrens motrin",
        "6살 지안이 20kg 열나요. 이부프로펜 있는데 먹일까요?",
    ],
)
def test_what_is_only_asked_about_was_not_given(said: str) -> None:
    assert not [one for one in told(said) if one.concept.concept_id == "ibuprofen"]


def test_a_swallowed_tablet_is_nothing_that_the_child_takes() -> None:
    said = "My son Kofi who is 2 and weighs 12kg has eaten one of grandad's pills. It says amlodipine 10"
    found = [one for one in told(said) if one.concept.concept_id == "amlodipine"]
    assert found
    assert all(one.certainty == "uncertain" and one.temporality == "past" for one in found)
