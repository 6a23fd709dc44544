"""Medicines as lists tell them: strengths, halves, counts, times, headings, needs, ends, and whose they are."""

from __future__ import annotations

import pytest

from domain.values import Content, SlotKind
from tests.extraction.test_what_the_record_settles import after

Told = tuple[str | None, str | None, str | None]


def taken(text: str) -> dict[str, Content]:
    return {
        one.content.concept.concept_id: one.content for one in after(text) if one.content.slot is SlotKind.MEDICATIONS
    }


def told(text: str) -> dict[str, Told]:
    return {name: (one.dose, one.frequency, one.timing) for name, one in taken(text).items()}


STRENGTHS = {"simvastatin": "simvastatin 40", "ramipril": "ramipril 10", "aspirin": "aspirin 75"}
TIMES_EN = {
    "nights": ("QHS", None), "mornings": ("QD", "MORN"), "at bedtime": ("QHS", None), "bd": ("BID", None),
    "x3": ("TID", None), "two times a day": ("BID", None), "three times": ("TID", None),
    "one in the morning every other day": ("QOD", "MORN"), "breakfast and supper": ("BID", "CM CV"),
    "mon wed fri": ("3/week", "mon wed fri"), "when it's bad, about once a month": ("PRN", None),
    "only if needed": ("PRN", None),
}  # fmt: skip


@pytest.mark.parametrize(("words", "when"), TIMES_EN.items())
@pytest.mark.parametrize("frame", ["my list: {}, losartan 50 mornings", "losartan 50 mornings, {}. that's it"])
def test_a_number_behind_a_name_is_its_strength_whatever_follows(
    words: str, when: tuple[str, str | None], frame: str
) -> None:
    for name, strength in STRENGTHS.items():
        read = told(frame.format(f"{strength} {words}"))
        assert read[name] == (f"{strength.split()[1]}mg", *when)
        assert read["losartan"] == ("50mg", "QD", "MORN")


@pytest.mark.parametrize(
    ("text", "dose"),
    [
        ("bisoprolol 2.5 half mornings, aspirin 75", "1.25mg"),
        ("half a 2.5 of bisoprolol, whole a 75 aspirin", "1.25mg"),
        ("bisoprolol 5 two of them at night, aspirin 75", "10mg"),
        ("bisoprolol five, two of them, aspirin 75", "10mg"),
        ("콩코르 2.5 반, 아스피린 100", "1.25mg"),
        ("콩코르 5 반쪽 아침, 아스피린 100", "2.5mg"),
        ("콩코르 2.5 두알 아침, 아스피린 100", "5mg"),
        ("aspirin 75, that half a bisoprolol, the 5s", "2.5mg"),
    ],
)
def test_half_and_two_say_how_much_of_the_strength_is_taken(text: str, dose: str) -> None:
    assert taken(text)["bisoprolol"].dose == dose


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "AM box: Eliquis 5, metoprolol 25. PM: Eliquis again, lipitor 40",
            {"apixaban": ("5mg", "BID", "MORN EVE"), "metoprolol": ("25mg", "QD", "MORN"),
             "atorvastatin": ("40mg", "QD", "EVE")},
        ),
        (
            "Morning: ramipril 5, metformin 500\nNight: metformin 500, simvastatin 20",
            {"ramipril": ("5mg", "QD", "MORN"), "metformin": ("500mg", "BID", "MORN NIGHT"),
             "simvastatin": ("20mg", "QHS", None)},
        ),
        (
            "아침: 노바스크 5, 다이아벡스 500. 저녁: 다이아벡스 500, 리피토 10",
            {"amlodipine": ("5mg", "QD", "MORN"), "metformin": ("500mg", "BID", "MORN EVE"),
             "atorvastatin": ("10mg", "QD", "EVE")},
        ),
        (
            "아침식후 자누메트 50/500, 디오반 80. 저녁 자누메트 또, 크레스토5",
            {"sitagliptin_metformin": ("50/500mg", "BID", "PCM EVE"), "valsartan": ("80mg", "QD", "PCM"),
             "rosuvastatin": ("5mg", "QD", "EVE")},
        ),
        (
            "라믹탈 100 아침 150 저녁, 데파코트 500 밤에",
            {"lamotrigine": ("100mg morning, 150mg evening", "BID", None), "valproic_acid": ("500mg", "QHS", None)},
        ),
        (
            "프로그랍 1미리 아침 두캡슐 저녁 한캡슐, 소론도 5 아침",
            {"tacrolimus": ("2mg morning, 1mg evening", "BID", "MORN EVE"), "prednisolone": ("5mg", "QD", "MORN")},
        ),
        (
            "whole a 25 quetiapine bedtime, prn propranolol 10s",
            {"quetiapine": ("25mg", "QHS", None), "propranolol": ("10mg", "PRN", None)},
        ),
        (
            "미라펙스 0.375 아침 하나 자기전 클로나제팜 0.5 반알",
            {"pramipexole": ("0.375mg", "QD", "MORN"), "clonazepam": ("0.25mg", "QHS", None)},
        ),
    ],
)  # fmt: skip
def test_times_of_headings_and_of_each_dose(text: str, expected: dict[str, Told]) -> None:
    assert told(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "my list: memantine 20, donepezil 10 stopped in april cos of pulse, senna at night",
        "donepezil 10 discontinued, memantine 20 mornings",
        "아리셉트 10 중단, 에빅사 10 아침",
    ],
)
def test_an_entry_that_is_called_stopped_has_ended(text: str) -> None:
    status = {name: one.status.value for name, one in taken(text).items() if one.status is not None}
    assert status["donepezil"] == "stopped" and status["memantine"] == "active"


@pytest.mark.parametrize(
    ("text", "name", "dose"),
    [
        ("sertraline 6 mths, propranolol 40", "sertraline", None),
        ("zolpidem 3 nights a week, ramipril 5", "zolpidem", None),
        ("metformin for 10 years, ramipril 5 mornings", "metformin", None),
        ("I was on atorvastatin 20 and now it is 40", "atorvastatin", "40mg"),
        ("리피토 20 먹다가 지금은 40 먹어요", "atorvastatin", "40mg"),
    ],
)
def test_lengths_of_time_and_former_doses_are_no_strength(text: str, name: str, dose: str | None) -> None:
    assert taken(text)[name].dose == dose


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("I have amlodipine 10 and he has ramipril 5. his is rosuva 10, mine prava 20", {"amlodipine", "pravastatin"}),
        ("my wife takes levothyroxine 75 and I take amlodipine 5", {"amlodipine"}),
        ("I take lisinopril 10 and aspirin 81. My husband's on warfarin 3 and digoxin 125", {"lisinopril", "aspirin"}),
        ("남편 72 플라빅스75 아침, 크레스토20 저녁. 저는 아스피린100 아침, 노바스크5 저녁", {"aspirin", "amlodipine"}),
        ("와이프는 씬지로이드 75 먹고 나는 노바스크 5 먹어", {"amlodipine"}),
        ("나는 노바스크 5 먹고 디곡신 0.25는 남편 거예요", {"amlodipine"}),
    ],
)  # fmt: skip
def test_of_two_lists_only_ones_own_is_the_patients(text: str, own: set[str]) -> None:
    assert {name for name, one in taken(text).items() if one.subject == "patient"} == own


@pytest.mark.parametrize(
    ("text", "medicine", "test"),
    [
        ("metoprolol 25, potassium 10, lipitor 40", "potassium_chloride", None),
        ("I take bisoprolol 5, amlodipine 5, vitamin b12 1000", "cyanocobalamin", None),
        ("노바스크 5, 칼륨 600, 다이크로짇 25", "potassium_chloride", None),
        ("furosemide 40, potassium 4.1, digoxin 125", None, "potassium"),
        ("metformin 500 twice a day, potassium 5.9 yesterday", None, "potassium"),
        ("리피토 20 먹고 칼륨 5.8 나왔어요", None, "potassium"),
    ],
)
def test_a_mineral_in_a_row_of_medicines_is_taken(text: str, medicine: str | None, test: str | None) -> None:
    facts = [one.content for one in after(text)]
    named = {one.concept.concept_id for one in facts if one.slot is SlotKind.MEDICATIONS}
    measured = {one.concept.concept_id for one in facts if one.slot is SlotKind.LABS}
    assert (medicine is None) or medicine in named
    assert measured == ({test} if test else set())


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("aspirin 75 and the under the tongue one if I get chest pain", "nitroglycerin"),
        ("ramipril 5, the tablet that goes under my tongue for angina", "nitroglycerin"),
        ("아스피린 100 먹고 혀밑에 녹이는 거 가슴 답답할 때만", "nitroglycerin"),
        ("under the tongue spray when my chest hurts", "nitroglycerin_spray"),
    ],
)
def test_what_goes_under_the_tongue_for_the_chest_is_nitroglycerin(text: str, name: str) -> None:
    assert name in taken(text)


@pytest.mark.parametrize(
    "text", ["the under the tongue tablets for my grass pollen allergy", "알레르기 때문에 혀밑에 녹이는 약 먹어요"]
)
def test_what_melts_there_for_an_allergy_is_not(text: str) -> None:
    assert "nitroglycerin" not in taken(text)
