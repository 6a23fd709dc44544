"""How a medicine is taken where words name a meal, the night or a need, or one time of day for a whole row."""

from __future__ import annotations

import pytest

from tests.extraction.test_what_the_record_settles import after


def rhythms(text: str) -> dict[str, str | None]:
    """How often each medicine is taken after ``text``."""
    facts = [one.content for one in after(text) if one.content.slot.value == "medications"]
    return {one.concept.name: one.frequency for one in facts}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("I'm on pantoprazole 40 mg before breakfast", "QD"),
        ("I have gliclazide 80 with my lunch", "QD"),
        ("판토프라졸 40 아침 먹기 전에 먹어요", "QD"),
        ("메트포르민 500 저녁 먹고 나서 먹어요", "QD"),
        ("세티리진 10 밤에 한 알 먹어요", "QHS"),
        ("I take rizatriptan 10mg when one starts", "PRN"),
        ("I use my salbutamol inhaler every now and then", "PRN"),
        ("naproxen 250 if my knee plays up", "PRN"),
        ("살부타몰은 가끔 써요", "PRN"),
        ("트라마돌 50 심하면 먹어요", "PRN"),
    ],
)
def test_words_of_a_meal_the_night_or_a_need_tell_how_often(text: str, code: str) -> None:
    assert list(rhythms(text).values()) == [code]


@pytest.mark.parametrize(
    "text",
    [
        "I took ibuprofen 400 before breakfast",
        "어제 밤에 타이레놀 한 알 먹었어요",
        "메트포르민을 가끔 깜빡해요",
        "I feel dizzy before breakfast since starting amlodipine 5",
        "I take metformin 500, and my sugar is high after dinner",
    ],
)
def test_one_dose_a_slip_and_what_is_not_taken_tell_no_rhythm(text: str) -> None:
    assert set(rhythms(text).values()) == {None}


@pytest.mark.parametrize(
    ("text", "often"),
    [
        (
            "아침에 로사르탄 50, 클로피도그렐 75 먹고 비소프롤롤 5 그리고 자기전에 로수바스타틴 10 먹습니다",
            {"Losartan": "QD", "Clopidogrel": "QD", "Bisoprolol": "QD", "Rosuvastatin": "QHS"},
        ),
        ("아침에 암로디핀 5, 저녁에 메트포르민 500이랑 피타바스타틴 2 먹어요",
         {"Amlodipine": "QD", "Metformin": "QD", "Pitavastatin": "QD"}),
        ("mornings: ramipril 5, bisoprolol 2.5. bedtime: simvastatin 40",
         {"Ramipril": "QD", "Bisoprolol": "QD", "Simvastatin": "QHS"}),
        ("Every morning I have amlodipine 5mg and ramipril 10mg twice a day", {"Amlodipine": "QD", "Ramipril": "BID"}),
        ("candesartan 8 once a day and levetiracetam 500", {"Candesartan": "QD", "Levetiracetam": None}),
    ],
)  # fmt: skip
def test_a_time_that_leads_a_row_holds_for_the_row(text: str, often: dict[str, str | None]) -> None:
    assert rhythms(text) == often
