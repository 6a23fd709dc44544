"""A number or a rhythm that is told without a name moves one fact on record, and a rhythm is its own medicine's."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from domain.proposals import Doubt, Operation, Proposal
from domain.values import Content
from extraction.reading.extractor import LearnedExtractor
from tests.shipped import vocabulary
from training.playing import content_of

_AT = datetime(2026, 3, 2, 9, tzinfo=UTC)


def _taken(name: str, dose: str, often: str) -> Content:
    told = {"slot": "medications", "name": name, "dose": dose, "frequency": often, "status": "active"}
    return content_of(told, vocabulary().lexicon, "en")


def _tested(name: str, value: float) -> Content:
    return content_of({"slot": "labs", "name": name, "value": value}, vocabulary().lexicon, "en")


def _moved(
    learned: LearnedExtractor, text: str, known: tuple[Content, ...], agent_said: str = ""
) -> dict[str, Proposal]:
    reading = learned.read(text, said_at=_AT, time_zone="UTC", spoken_of=known, agent_said=agent_said)
    moved = (one for one in reading.proposals if one.operation in (Operation.CHANGE, Operation.CORRECT))
    return {
        one.content.concept.name: one
        for one in moved
        if one.content is not None and (one.content.dose or one.content.frequency or one.content.value is not None)
    }


_PILLS = (_taken("Topiramate", "25mg", "QHS"), _taken("Sumatriptan", "50mg", "PRN"), _taken("Amlodipine", "5mg", "QD"))
_GOUT = (_taken("Colchicine", "500mcg", "BID"), _taken("Ramipril", "5mg", "QD"), _taken("Allopurinol", "100mg", "QD"))


@pytest.mark.parametrize(
    ("text", "known", "agent_said", "name", "dose", "often"),
    [
        ("she cut it to one a day", _GOUT, "Colchicine can upset the stomach.", "Colchicine", None, "QD"),
        ("rang the surgery, they dropped it to once a day. toe is better", _GOUT, "", "Colchicine", None, "QD"),
        ("moved up to 50 at night last week, no trouble so far", _PILLS, "", "Topiramate", "50mg", "QHS"),
        ("now up to 10 mg", _PILLS, "Recorded: Amlodipine 5mg once a day.", "Amlodipine", "10mg", None),
        ("toe is fine now. allopurinol is now 200 no 100", _GOUT, "", "Allopurinol", "200mg", "QD"),
        ("colchicine upsets me and the nurse said to take only one in a day now", _GOUT, "", "Colchicine", None, "QD"),
        ("she said to take just one a day from now on", _GOUT, "Colchicine can upset.", "Colchicine", None, "QD"),
        ("하루 한 번으로 줄이래요", _GOUT, "기록했습니다: 콜히친 0.5mg 하루 두 번", "Colchicine", None, "QD"),
        ("50으로 올렸어요 밤에", _PILLS, "기록했습니다: 토피라메이트 25mg", "Topiramate", "50mg", None),
    ],
)
def test_what_names_none_moves_the_medicine_that_was_spoken_of(
    learned: LearnedExtractor,
    text: str,
    known: tuple[Content, ...],
    agent_said: str,
    name: str,
    dose: str | None,
    often: str | None,
) -> None:
    moved = _moved(learned, text, known, agent_said)
    assert list(moved) == [name]
    content = moved[name].content
    assert content is not None
    assert (content.dose, content.frequency) == (dose, often)


@pytest.mark.parametrize(
    "text", ["sorry misread it, 6.8. is that a good drop?", "아 잘못 봤네 6.8임. 많이 내려간 거 맞나요"]
)
def test_a_value_that_is_put_right_is_no_dose(learned: LearnedExtractor, text: str) -> None:
    known = (_tested("Uric acid", 6.3), _tested("Uric acid", 8.4), _taken("Amlodipine", "5mg", "QD"))
    moved = _moved(learned, text, known, "Recorded: uric acid 6.3 mg/dL.")
    assert list(moved) == ["Uric acid"]
    assert moved["Uric acid"].content is not None
    assert moved["Uric acid"].content.value == 6.8


def test_where_several_can_be_meant_one_is_asked_about(learned: LearnedExtractor) -> None:
    moved = _moved(learned, "의사가 하루 두 번만 먹으래요", _PILLS)
    assert len(moved) == 1
    assert next(iter(moved.values())).doubt is Doubt.UNSURE_READING


@pytest.mark.parametrize(
    "text",
    [
        "I walk the dog twice a day",
        "I only took one today",
        "should I cut it to once a day?",
        "my weight went up to 80",
        "하루 한 번으로 줄여도 될까요?",
    ],
)
def test_what_moves_no_medicine_leaves_them_all(learned: LearnedExtractor, text: str) -> None:
    assert not _moved(learned, text, _GOUT, "Recorded: Colchicine 500mcg twice a day.")


@pytest.mark.parametrize(
    ("text", "often"),
    [
        ("got prednisone 40 mg for 5 days and symbicort 2 puffs twice a day", [None, "BID"]),
        ("I take ramipril 5 mg and metformin 500 mg twice a day", [None, "BID"]),
        ("lisinopril 10 mg, metformin 500 mg, both twice a day", ["BID", "BID"]),
        ("I take aspirin and metformin 500 twice a day", [None, "BID"]),
        ("metformin and gliclazide twice a day", ["BID", "BID"]),
        ("every morning I take ramipril 5 mg and aspirin 75 mg", ["QD", "QD"]),
        ("암로디핀 5밀리, 메트포르민 500 하루 두 번", [None, "BID"]),
        ("와파린 3mg 먹고 비소프롤롤 2.5mg 하루 한 번", [None, "QD"]),
        ("플라빅스 75 하고 리피토 20 아침마다 한 알씩 먹어요", ["QD", "QD"]),
    ],
)
def test_a_rhythm_is_the_next_medicines_unless_it_is_shared_out(
    learned: LearnedExtractor, text: str, often: list[str | None]
) -> None:
    reading = learned.read(text, said_at=_AT, time_zone="UTC")
    taken = [one.content for one in reading.proposals if one.content is not None and one.content.slot == "medications"]
    assert [one.frequency for one in taken] == often
