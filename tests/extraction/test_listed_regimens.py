"""How lists tell a regimen, over names and frames: times ahead and behind, amounts at each time, hours, days, needs."""

from __future__ import annotations

import pytest

from domain.values import Content, SlotKind, Status
from tests.extraction.test_what_the_record_settles import after

Told = tuple[str | None, str | None, str | None]
Table = tuple[str, str | None, str | None]

EN = {"losartan": ("losartan", "50"), "pravastatin": ("pravastatin", "40"), "sertraline": ("sertraline", "100")}
KO = {"losartan": ("코자", "50"), "carvedilol": ("딜라트렌", "25"), "rosuvastatin": ("크레스토", "10")}
BESIDE_EN, BESIDE_KO = "ramipril 5 mornings", "노바스크 5 아침"


def taken(text: str) -> dict[str, Content]:
    facts = (one.content for one in after(text) if one.content.slot is SlotKind.MEDICATIONS)
    return {one.concept.concept_id: one for one in facts}


def told(text: str) -> dict[str, Told]:
    return {name: (one.dose, one.frequency, one.timing) for name, one in taken(text).items()}


def of_strength(dose: str, strength: str) -> str:
    """A dose of the table: "{1}mg" is one piece of the strength, "{2}" two, "{h}" half and "{o}" one and a half."""
    pieces = {"{1}": 1.0, "{2}": 2.0, "{h}": 0.5, "{o}": 1.5}
    for mark, many in pieces.items():
        dose = dose.replace(mark, f"{float(strength) * many:g}")
    return dose


WORDS_EN = {
    "two with breakfast and one with supper": ("{2}mg morning, {1}mg evening", "BID", "CM CV"),
    "one in the morning one at night": ("{1}mg", "BID", "MORN NIGHT"),
    "half at night": ("{h}mg", "QHS", None),
    "one and a half at bedtime": ("{o}mg", "QHS", None),
    "two at 8am and one at 2pm": ("{2}mg 08:00, {1}mg 14:00", "BID", "08:00 14:00"),
    "one at 7, 11, 3 and 7": ("{1}mg", "QID", "07:00 11:00 15:00 19:00"),
    "every day except sunday": ("{1}mg", "6/week", "mon tue wed thu fri sat"),
    "on school days": ("{1}mg", "5/week", "mon tue wed thu fri"),
    "tues n fri": ("{1}mg", "2/week", "tue fri"),
    "up to 3 times a day": ("{1}mg", "PRN", None),
    "only in a flare": ("{1}mg", "PRN", None),
    "on and off": ("{1}mg", "PRN", None),
    "am pm": ("{1}mg", "BID", "MORN EVE"),
    "nocte": ("{1}mg", "QHS", None),
    "at bed": ("{1}mg", "QHS", None),
    "w/ dinner": ("{1}mg", "QD", "CV"),
    "x2 once a day": ("{2}mg", "QD", None),
}  # fmt: skip


@pytest.mark.parametrize(("words", "expected"), WORDS_EN.items())
@pytest.mark.parametrize("frame", ["{}, " + BESIDE_EN, BESIDE_EN + ", {}", "my tablets: " + BESIDE_EN + "\n{}"])
def test_what_stands_behind_a_name_tells_how_it_is_taken(words: str, expected: Table, frame: str) -> None:
    for name, (said, strength) in EN.items():
        read = told(frame.format(f"{said} {strength} {words}"))
        assert read[name] == (of_strength(expected[0], strength), *expected[1:])
        assert read["ramipril"] == ("5mg", "QD", "MORN")


WORDS_KO = {
    "아침 두 알 저녁 한 알": ("{2}mg morning, {1}mg evening", "BID", "MORN EVE"),
    "아침에 하나 자기 전에 반 알": ("{1}mg morning, {h}mg bedtime", "BID", "MORN HS"),
    "일곱시 한 알 열한시 한 알 세시 반 알": ("{1}mg 07:00, {1}mg 11:00, {h}mg 15:00", "TID", "07:00 11:00 15:00"),
    "아침8시 저녁8시 한 알씩": ("{1}mg", "BID", "08:00 20:00"),
    "한 알 반씩 저녁": ("{o}mg", "QD", "EVE"),
    "1T 저녁식후": ("{1}mg", "QD", "PCV"),
    "세번 식후": ("{1}mg", "TID", "PC"),
    "화요일 빼고 매일 한 알": ("{1}mg", "6/week", "mon wed thu fri sat sun"),
    "두근거리면 한 알": ("{1}mg", "PRN", None),
    "어지러울 때 하루 두 번까지": ("{1}mg", "PRN", None),
    "무조건 새벽5시": ("{1}mg", "QD", "05:00"),
    "밥 먹고 세번": ("{1}mg", "TID", "PC"),
}  # fmt: skip


@pytest.mark.parametrize(("words", "expected"), WORDS_KO.items())
@pytest.mark.parametrize("frame", ["{}, " + BESIDE_KO, BESIDE_KO + ", {}", "먹는 약\n" + BESIDE_KO + "\n{}"])
def test_the_same_in_korean(words: str, expected: Table, frame: str) -> None:
    for name, (said, strength) in KO.items():
        read = told(frame.format(f"{said} {strength} {words}"))
        assert read[name] == (of_strength(expected[0], strength), *expected[1:])
        assert read["amlodipine"] == ("5mg", "QD", "MORN")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("아침에는 {0} 하나 {1} 반쪽 {2} 하나 먹고 저녁에 노바스크 5 하나", ("MORN", "MORN", "MORN", "EVE")),
        ("{0} 하나 아침에 먹고 저녁에 {1} 하나 {2} 하나 그리고 자기 전에 노바스크 5", ("MORN", "EVE", "EVE", "QHS")),
        ("[아침]\n{0} 1정\n{1} 1정\n[저녁]\n{2} 1정\n[자기전]\n노바스크 5 반알", ("MORN", "MORN", "EVE", "QHS")),
        ("아침에\n{0}\n{1}\n저녁에\n{2}\n노바스크 5", ("MORN", "MORN", "EVE", "EVE")),
    ],
)
def test_a_time_that_leads_holds_up_to_the_next(text: str, expected: tuple[str, ...]) -> None:
    read = told(text.format(*(" ".join(one) for one in KO.values())))
    whens = tuple(timing or often for _, often, timing in (*(read[name] for name in KO), read["amlodipine"]))
    assert whens == expected


@pytest.mark.parametrize(
    "text",
    [
        "the {0}, the {1} and the {2}, all in the morning since my op",
        "mornings: {0}, {1}, {2}",
        "in the morning i take {0} and {1} and {2}",
    ],
)
def test_a_time_told_once_is_shared(text: str) -> None:
    read = told(text.format(*(" ".join(one) for one in EN.values())))
    assert {read[name][2] for name in EN} == {"MORN"}


@pytest.mark.parametrize(
    ("text", "name", "dose"),
    [
        ("Yasmin at 9pm, ramipril 5 mornings", "drospirenone_ethinyl_estradiol", None),
        ("nexplanon 2024, sertraline 50 mornings", "etonogestrel_implant", None),
        ("프로작 20 아침, 머시론 밤 10시", "desogestrel_ethinyl_estradiol", None),
        ("clenil 50 two puffs twice daily, ramipril 5 mornings", "beclomethasone_inhaler", "2 puff (50)"),
        ("entresto 24/26 two at night, ramipril 5 mornings", "sacubitril_valsartan", "48/52mg"),
        ("paracetamol 2 x 500 four times a day, ramipril 5", "acetaminophen", "1000mg"),
        ("씬지로이드 75 먹다가 5월부터 88로, 노바스크 5 아침", "levothyroxine", "88mcg"),
        ("humalog 10 with each meal (3 meals), ramipril 5 mornings", "insulin_lispro", "10U"),
        ("sumatriptan 50 prn (4ish a month), ramipril 5 mornings", "sumatriptan", "50mg"),
        ("melatonin 3mg gummy half hour before bed, ramipril 5 mornings", "melatonin", "3mg"),
    ],
)
def test_hours_years_meals_and_pieces_are_told_from_strengths(text: str, name: str, dose: str | None) -> None:
    assert taken(text)[name].dose == dose


@pytest.mark.parametrize(
    ("text", "name", "status"),
    [
        ("노바스크 5 아침, 크레스토 10 먹다가 근육통 때문에 관뒀음", "rosuvastatin", Status.STOPPED),
        ("노바스크 5 아침, 크레스토 10은 비싸서 5월에 끊었고요", "rosuvastatin", Status.STOPPED),
        ("노바스크 5 아침, 지르텍 10 꽃가루철에만 지금은 안 먹음", "cetirizine", Status.ON_HOLD),
        ("ramipril 5 mornings, pravastatin 40 - finished", "pravastatin", Status.STOPPED),
        ("ramipril 5 mornings, testosterone jab every 10 weeks last done 1 June", "testosterone", Status.ACTIVE),
        ("노바스크 5 아침, 홍삼 먹으라는데 안 먹어요", "red_ginseng", None),
        ("ramipril 5 mornings. doctor wanted me on pravastatin, i said no", "pravastatin", None),
        ("ramipril 5 mornings. borrowed my mates adderall once", "amphetamine_dextroamphetamine", None),
    ],
)
def test_an_entry_tells_whether_its_medicine_is_taken(text: str, name: str, status: Status | None) -> None:
    read = taken(text)
    assert name in read if status is not None else read.get(name) is None or read[name].status is not Status.ACTIVE
    assert status is None or read[name].status is status


@pytest.mark.parametrize(
    ("text", "own", "theirs"),
    [
        ("my wife Anna takes losartan 50 mornings and i take ramipril 5", {"ramipril"}, {"losartan"}),
        ("ramipril 5 mornings for me. my wife is having losartan 50", {"ramipril"}, {"losartan"}),
        (
            "집사람 약부터요 코자 50 아침, 크레스토 10 저녁. 나는 노바스크 5 아침",
            {"amlodipine"},
            {"losartan", "rosuvastatin"},
        ),
        ("남편거: 코자 50 아침 / 내꺼: 노바스크 5 아침", {"amlodipine"}, {"losartan"}),
        ("딜라트렌서방 16 아침, 노바스크 5 저녁", {"carvedilol", "amlodipine"}, set()),
    ],
)
def test_of_two_lists_each_is_its_owners(text: str, own: set[str], theirs: set[str]) -> None:
    read = [one.content for one in after(text) if one.content.slot is SlotKind.MEDICATIONS]
    assert {one.concept.concept_id for one in read if one.subject == "patient"} == own
    assert {one.concept.concept_id for one in read if one.subject != "patient"} == theirs


@pytest.mark.parametrize(
    "text",
    [
        "I feel dizzy before breakfast since starting losartan 50",
        "코자 50 먹는데 밤에 다리가 저려요",
        "아침에 머리가 아파요 코자 50 먹어요",
    ],
)
def test_the_hour_of_a_complaint_is_no_time_of_a_medicine(text: str) -> None:
    assert told(text)["losartan"] == ("50mg", None, None)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "losartan 50mg morning and night with metformin",
            {"losartan": ("50mg", "BID", "MORN NIGHT"), "metformin": (None, None, None)},
        ),
        (
            "I use gliclazide 80mg morning and evening along with metformin 500",
            {"gliclazide": ("80mg", "BID", "MORN EVE"), "metformin": ("500mg", None, None)},
        ),
        ("metformin with breakfast and dinner", {"metformin": (None, "BID", "CM CV")}),
        (
            "warfarin 5mg at night with aspirin in the morning",
            {"warfarin": ("5mg", "QHS", None), "aspirin": (None, "QD", "MORN")},
        ),
    ],
)
def test_with_before_the_next_name_parts_it_from_the_times(text: str, expected: dict[str, Told]) -> None:
    assert told(text) == expected


@pytest.mark.parametrize(
    ("text", "frequency"),
    [
        ("I started metformin Tuesday", None),
        ("started a new pack of the pill on Sunday", None),
        ("given my first Ozempic shot on Friday", None),
        ("picked up losartan Thursday", None),
        ("started methotrexate 10mg every Tuesday", "weekly"),
        ("I take my methotrexate on Tuesdays", "weekly"),
        ("alendronate once a week on Sunday", "weekly"),
    ],
)
def test_the_day_on_which_a_medicine_was_begun_is_no_rhythm(text: str, frequency: str | None) -> None:
    assert [often for _, often, _ in told(text).values()] == [frequency]
