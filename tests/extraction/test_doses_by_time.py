"""A medicine has a dose for each time of a day: one is added, moved or ended, and the others stay."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from domain.proposals import Proposal
from domain.values import Content, SlotKind, Status
from extraction.reading.medicines.doses_by_time import by_times
from tests.shipped import reader, vocabulary
from training.playing import ZONE


def taken(concept: str, dose: str, frequency: str | None = "QD", timing: str | None = None) -> Content:
    entry = vocabulary().lexicon.find("medications", concept)
    assert entry is not None
    return Content(
        slot=SlotKind.MEDICATIONS, concept=entry.concept("en"), dose=dose, frequency=frequency, timing=timing,
        status=Status.ACTIVE,
    )  # fmt: skip


def told(text: str, *known: Content, last: tuple[str, ...] = ()) -> list[Proposal]:
    """What is proposed of medicines after words over what is on record, the first of which was spoken of last."""
    spoken = last or (known[0].concept.concept_id,)
    read = reader().read(
        text, said_at=datetime(2026, 6, 16, 1, tzinfo=UTC), time_zone=ZONE, spoken_of=known, of_last_turn=spoken
    )
    return [one for one in read.proposals if one.content is not None and one.content.slot is SlotKind.MEDICATIONS]


def after(text: str, *known: Content) -> tuple[str | None, str | None, str | None]:
    """Dose, rhythm and times that the words leave of the first of what is on record."""
    content = next(
        (one.content for one in told(text, *known)
         if one.content is not None and one.content.concept.concept_id == known[0].concept.concept_id), None,
    )  # fmt: skip
    return (content.dose, content.frequency, content.timing) if content is not None else (None, None, None)


EVENING = taken("insulin_aspart", "6U", "QD", "EVE")
MORNING = taken("insulin_glargine", "12U", "QD", "MORN")
GABAPENTIN = taken("gabapentin", "300mg", "QHS")
METFORMIN = taken("metformin", "500mg morning, 1000mg night", "BID")
MEALS = taken("insulin_aspart", "8U morning, 4U noon, 6U evening", "TID")
TWICE = taken("metformin", "500mg", "BID", "MORN EVE")


@pytest.mark.parametrize(
    ("text", "known", "dose"),
    [
        ("점심때는 4단위 맞아요", EVENING, "4U noon, 6U evening"),
        ("아침엔 8", EVENING, "8U morning, 6U evening"),
        ("노보래피드 점심에 4단위 맞습니다", EVENING, "4U noon, 6U evening"),
        ("밤에도 10단위 맞아요", MORNING, "12U morning, 10U night"),
        ("란투스를 자기 전에도 8단위 추가했어요", MORNING, "12U morning, 8U bedtime"),
        ("and 6 units at breakfast", taken("insulin_aspart", "10U", "QD", "CV"), "6U morning, 10U evening"),
        ("I also take 100 in the morning", GABAPENTIN, "100mg morning, 300mg bedtime"),
        ("I also take gabapentin 100 in the morning", GABAPENTIN, "100mg morning, 300mg bedtime"),
        ("oh and 8 at lunch, forgot that one", EVENING, "8U noon, 6U evening"),
        ("and 150 at noon, 100 at 6pm", taken("levodopa_carbidopa", "100mg", "QD", "08:00"),
         "100mg 08:00, 150mg noon, 100mg evening"),
    ],
)  # fmt: skip
def test_a_dose_of_another_time_comes_beside_those_on_record(text: str, known: Content, dose: str) -> None:
    assert after(text, known)[0] == dose


@pytest.mark.parametrize(
    ("text", "known", "dose"),
    [
        ("저녁은 7단위로 늘렸어요", MEALS, "8U morning, 4U noon, 7U evening"),
        ("The evening one went down to 500", METFORMIN, "500mg morning, 500mg night"),
        ("아침 건 250으로 줄었어요", METFORMIN, "250mg morning, 1000mg night"),
        ("the night dose of metformin is 850 now", METFORMIN, "500mg morning, 850mg night"),
        ("morning dose cut to 250, because of a low sugar at 3am", METFORMIN, "250mg morning, 1000mg night"),
        ("밤 것만 850으로 줄었어요 속이 쓰려서요", METFORMIN, "500mg morning, 850mg night"),
    ],
)
def test_the_dose_of_one_time_moves_by_itself(text: str, known: Content, dose: str) -> None:
    assert after(text, known)[0] == dose


@pytest.mark.parametrize(
    ("text", "known", "left"),
    [
        ("점심 노보래피드는 이제 안 맞아요", MEALS, ("8U morning, 6U evening", "BID", None)),
        ("아침 건 끊었어요", METFORMIN, ("1000mg", "QD", "NIGHT")),
        ("I've stopped the morning metformin", METFORMIN, ("1000mg", "QD", "NIGHT")),
        ("They dropped the morning one", METFORMIN, ("1000mg", "QD", "NIGHT")),
        ("저녁 메트포르민은 뺐어요", TWICE, ("500mg", "QD", "MORN")),
        ("I no longer take the evening metformin", TWICE, ("500mg", "QD", "MORN")),
        ("의사가 오늘부터 점심 건 빼래요", MEALS, ("8U morning, 6U evening", "BID", None)),
        ("don't need the lunch one any more, it made me low", MEALS, ("8U morning, 6U evening", "BID", None)),
    ],
)
def test_the_end_of_one_dose_is_no_end_of_the_medicine(
    text: str, known: Content, left: tuple[str | None, str | None, str | None]
) -> None:
    assert after(text, known) == left
    assert all(one.content is None or one.content.status is not Status.STOPPED for one in told(text, known))


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("Now I take gabapentin 400 in the morning instead", GABAPENTIN),
        ("란투스 밤에 10단위 맞는 걸로 바꿨어요", MORNING),
        ("Atorvastatin 40 at night", taken("atorvastatin", "20mg", "QD", "MORN")),
        ("아침 혈당 150 나왔어요", GABAPENTIN),
        ("오늘 점심은 4단위 맞았어요", EVENING),
        ("I forgot the morning metformin", METFORMIN),
        ("어제 아침 건 안 먹었어요", METFORMIN),
        ("I've stopped metformin", METFORMIN),
        ("메트포르민은 끊었어요", METFORMIN),
        ("아침저녁으로 110, 150 나와요", METFORMIN),
    ],
)
def test_what_is_moved_missed_or_measured_adds_and_ends_no_dose(text: str, known: Content) -> None:
    dose = after(text, known)[0]
    assert dose is None or "," not in dose or dose == known.dose


def test_of_several_medicines_the_one_that_was_spoken_of_is_meant() -> None:
    found = told("점심때는 4단위 맞아요", EVENING, MORNING)
    assert [(one.content.concept.concept_id, one.content.dose) for one in found if one.content is not None] == [
        ("insulin_aspart", "4U noon, 6U evening")
    ]


@pytest.mark.parametrize(
    ("known", "amounts"),
    [
        (EVENING, [(6.0, "evening")]),
        (TWICE, [(500.0, "morning"), (500.0, "evening")]),
        (METFORMIN, [(500.0, "morning"), (1000.0, "night")]),
        (taken("metformin", "500mg", "BID"), []),
        (taken("metformin", "500mg", "TID", "MORN EVE"), []),
        (taken("metformin", "500mg", "BID", "C"), []),
        (taken("warfarin", "5mg Mon/Wed/Fri, 4mg other days", None), []),
        (taken("alendronate", "70mg", "weekly", "mon MORN"), []),
    ],
)  # fmt: skip
def test_the_amounts_of_a_day_are_known_where_all_its_times_are(
    known: Content, amounts: list[tuple[float, str]]
) -> None:
    assert [(one.amount, one.when) for one in by_times(known)] == amounts


LANTUS = taken("insulin_glargine", "16U", "QHS")
TRESIBA = taken("insulin_degludec", "20U", "QD", "EVE")


@pytest.mark.parametrize(
    ("text", "known", "dose"),
    [
        ("from today 18 units, morning fasting 148", LANTUS, "18U"),
        ("오늘부터 18단위, 아침 공복 148", LANTUS, "18U"),
        ("오늘부터 22단위 아침혈당 9.1", TRESIBA, "22U"),
        ("이제 아침 8단위 밤 8단위로 나눠 맞아요", LANTUS, "8U morning, 8U night"),
        ("splitting it now, 7 in the morning 7 at bedtime", LANTUS, "7U morning, 7U bedtime"),
        ("now its 10 in the morning and 8 at night", LANTUS, "10U morning, 8U night"),
        ("lantus 10 units in the morning as well now", LANTUS, "10U morning, 16U bedtime"),
        ("오늘부터 저녁에 18단위", LANTUS, "18U"),
    ],
)
def test_a_long_acting_insulin_of_another_amount_is_changed_and_added_where_words_say_so(
    text: str, known: Content, dose: str
) -> None:
    assert after(text, known)[0] == dose


COLCHICINE, GLICLAZIDE = taken("colchicine", "500mcg", "BID"), taken("gliclazide", "80mg")
WARFARIN, ALLOPURINOL = taken("warfarin", "5mg"), taken("allopurinol", "100mg")


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("uric acid 540 from thurs", COLCHICINE),
        ("urate come back at 480 from monday", COLCHICINE),
        ("요산 목요일부터 540 나왔어요", COLCHICINE),
        ("sugars gone up to 240 since monday", GLICLAZIDE),
        ("혈당이 월요일부터 240으로 올랐어요", GLICLAZIDE),
        ("my sugar has gone up to 160 today", GLICLAZIDE),
        ("요산 검사 금요일부터 400으로 나왔대요", ALLOPURINOL),
    ],
)
def test_a_number_that_a_test_names_is_no_dose(text: str, known: Content) -> None:
    assert after(text, known)[0] is None


@pytest.mark.parametrize(
    ("text", "known", "dose"),
    [
        ("inr low so 6 from thurs", WARFARIN, "6mg"),
        ("INR 1.6이라 내일부터 6으로 올리래요", WARFARIN, "6mg"),
        ("요산이 8.9라서 목요일부터 200으로 올린대요", ALLOPURINOL, "200mg"),
        ("sugar was high at 14, so doc says up to 120 from tomorrow", GLICLAZIDE, "120mg"),
    ],
)
def test_the_dose_that_a_test_led_to_is_one(text: str, known: Content, dose: str) -> None:
    assert after(text, known)[0] == dose


METHOTREXATE = taken("methotrexate", "10mg", "weekly", "mon")
FOLIC_ACID = taken("folic_acid", "5mg", "weekly", "thu")


@pytest.mark.parametrize(
    "text",
    ["then it went up to 15 from monday", "they put it up to 15 from this monday", "월요일부터 15로 올렸어요"],
)
def test_a_new_dose_without_a_name_is_of_the_medicine_that_it_is_a_step_of(text: str) -> None:
    moved = told(text, METHOTREXATE, FOLIC_ACID, last=("methotrexate", "folic_acid"))
    doses = {one.content.concept.concept_id: one.content.dose for one in moved if one.content and one.content.dose}
    assert doses == {"methotrexate": "15mg"}


@pytest.mark.parametrize(
    "text", ["메토트렉세이트 용량이 언제 뭐에서 뭐로 바뀌었죠", "when was my dose changed and from what"]
)
def test_a_question_for_a_change_exchanges_no_doses(text: str) -> None:
    assert all(one.content is None or one.content.dose is None for one in told(text, METHOTREXATE, FOLIC_ACID))


@pytest.mark.parametrize(
    ("text", "dose"),
    [
        ("now 1 gm morning 500 night", "1000mg morning, 500mg evening"),
        ("아침 1g 저녁 500mg으로 바뀌었어요", "1000mg morning, 500mg evening"),
    ],
)
def test_grams_beside_milligrams_are_told_in_milligrams(text: str, dose: str) -> None:
    assert after(text, TWICE)[0] == dose
