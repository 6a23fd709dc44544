"""A dose or a rhythm that is surely moved is moved to what the words tell, wherever in them it stands."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from domain.proposals import Operation
from extraction.reading.extractor import LearnedExtractor
from tests.shipped import vocabulary
from training.playing import content_of

_AT = datetime(2026, 6, 10, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "name", "dose", "often", "moved"),
    [
        ("I've been told to drop the warfarin to four.", "Warfarin", "5mg", "QD", ("4mg", None)),
        ("i upped it myself to 2 a day bc one did nothing", "Omeprazole", "20mg", "QD", (None, "BID")),
        (
            "마도파가 네 번으로 늘었고 리큅은 헛것 보셔서 빼셨어요",
            "Levodopa/benserazide",
            "100mg",
            "TID",
            (None, "QID"),
        ),
        ("덱사 다섯 알에서 세 알로 내렸어요 당이 300 넘어가서", "Dexamethasone", "다섯 알", "QW", ("3 tab", None)),
        ("라식스 도로 20으로 내리래요 크레아티닌이 1.6으로 뛰어서", "Furosemide", "40mg", "QD", ("20mg", None)),
    ],
)
def test_what_is_moved_is_moved_to_what_nothing_else_has_taken(
    learned: LearnedExtractor, text: str, name: str, dose: str, often: str, moved: tuple[str | None, str | None]
) -> None:
    told = {"slot": "medications", "name": name, "dose": dose, "frequency": often, "status": "active"}
    known = content_of(told, vocabulary().lexicon, "en")
    read = learned.read(text, said_at=_AT, time_zone="UTC", spoken_of=(known,)).proposals
    own = [
        one for one in read if one.content is not None and one.content.concept.concept_id == known.concept.concept_id
    ]
    assert [(one.content.dose, one.content.frequency) for one in own if one.content is not None] == [moved]
    assert own[0].operation is Operation.CHANGE


@pytest.mark.parametrize(
    "text",
    ["네 두 알 다 드셨어요", "They put me up to 2 litres of oxygen", "I still take it, since 4 weeks", "wasn't it 20?"],
)
def test_a_number_of_something_else_moves_no_dose(learned: LearnedExtractor, text: str) -> None:
    told = {"slot": "medications", "name": "Amlodipine", "dose": "5mg", "frequency": "QD", "status": "active"}
    known = content_of(told, vocabulary().lexicon, "en")
    read = learned.read(text, said_at=_AT, time_zone="UTC", spoken_of=(known,)).proposals
    assert {one.content.dose for one in read if one.content is not None} <= {None, "5mg"}


def test_the_end_of_a_verb_names_no_urine(learned: LearnedExtractor) -> None:
    read = learned.read("약을 내리래요 크레아티닌이 1.6이래요", said_at=_AT, time_zone="UTC").proposals
    assert {one.content.concept.name for one in read if one.content is not None} == {"Creatinine"}
