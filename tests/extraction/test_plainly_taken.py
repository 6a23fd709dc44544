"""Medicines that are plainly taken are sure, told once and moved by no late dose; what was bought is not taken."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from domain.proposals import Operation, Proposal
from domain.values import Certainty, Content, SlotKind, Status
from extraction.reading.extractor import LearnedExtractor

_AT = datetime(2026, 4, 1, 9, tzinfo=UTC)


def _read(learned: LearnedExtractor, text: str, known: Sequence[Content] = ()) -> list[Proposal]:
    found = learned.read(text, said_at=_AT, time_zone="UTC", spoken_of=known).proposals
    return [one for one in found if (one.content or one.target).slot is SlotKind.MEDICATIONS]  # type: ignore[union-attr]


def _told(learned: LearnedExtractor, text: str) -> list[Content]:
    return [one.content for one in _read(learned, text) if one.content is not None]


@pytest.mark.parametrize("text", ["on microgynon, 23f", "메트포르민이랑 인슐린 란투스 18단위 맞음 61세"])
def test_what_is_plainly_taken_is_sure(learned: LearnedExtractor, text: str) -> None:
    told = _told(learned, text)
    assert told
    assert all(one.certainty is Certainty.CONFIRMED and one.status is Status.ACTIVE for one in told)


@pytest.mark.parametrize("text", ["should i be on ramipril?", "thinking of taking sertraline"])
def test_what_is_only_considered_is_not(learned: LearnedExtractor, text: str) -> None:
    assert not [one for one in _told(learned, text) if one.status is Status.ACTIVE]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("메트포르민이랑 인슐린 란투스 18단위 맞음 58세", {"metformin", "insulin_glargine"}),
        ("인슐린 투제오 20단위 맞아요", {"insulin_glargine"}),
        ("혈압약 아모디핀 5mg 먹어요", {"amlodipine"}),
    ],
)
def test_a_kind_beside_its_medicine_is_no_second_one(learned: LearnedExtractor, text: str, names: set[str]) -> None:
    assert {one.concept.concept_id for one in _told(learned, text)} == names


@pytest.mark.parametrize(
    ("before", "text", "kind"),
    [
        ("철분약 먹고 있어요", "훼로바유 하루 한알이고 배는 안아프고 어지럽지도 않음. 정상이야?", "iron_preparation"),
        ("혈압약 먹어요", "노바스크 하루 한알이고 어지럽지 않아요", "antihypertensive"),
    ],
)
def test_a_name_told_after_its_kind_takes_its_place(
    learned: LearnedExtractor, before: str, text: str, kind: str
) -> None:
    (told,) = _read(learned, text, _told(learned, before))
    assert told.operation is Operation.CORRECT
    assert told.target is not None
    assert told.target.concept_id == kind


def test_another_of_the_kind_stands_beside_it(learned: LearnedExtractor) -> None:
    told = _read(learned, "텔미사르탄도 하루 한알 먹어요", _told(learned, "혈압약 먹어요"))
    assert [one.operation for one in told] == [Operation.ASSERT]


@pytest.mark.parametrize(
    "text", ["비타민D 1000이랑 유산균 샀거든. 같이 먹어도 됨?", "오메가3 샀는데 혈압약이랑 먹어도 돼요?"]
)
def test_what_was_bought_and_is_asked_about_is_not_taken_yet(learned: LearnedExtractor, text: str) -> None:
    assert not [
        one for one in _told(learned, text)
        if one.status is Status.ACTIVE and one.concept.concept_id != "antihypertensive"
    ]  # fmt: skip


def test_what_was_bought_and_is_taken_is_taken(learned: LearnedExtractor) -> None:
    (told,) = _told(learned, "i bought a new inhaler, ventolin, been taking it 2 weeks")
    assert told.status is Status.ACTIVE


_LATE = "its wednesday and i only now noticed i didnt take it. take it now or leave it til monday?"


@pytest.mark.parametrize(
    ("text", "moves"),
    [(_LATE, False), ("i've moved it to wednesdays from now on", True)],
)
def test_a_late_dose_moves_no_schedule(learned: LearnedExtractor, text: str, *, moves: bool) -> None:
    known = _told(learned, "I take methotrexate 10mg every monday")
    told = _read(learned, text, known)
    assert any(one.operation is Operation.CHANGE for one in told) is moves
