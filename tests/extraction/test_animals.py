"""What is told of an animal is no fact of the patient, and what a person tells beside it is."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from domain.proposals import Proposal
from domain.values import PATIENT
from tests.shipped import reader

OF_AN_ANIMAL = (
    "The vet put our spaniel on gabapentin 100 mg at night.",
    "cat: diabetes, 2 units of lantus twice a day",
    "Thyroxine 75 for the dog. She also has a heart murmur.",
    "My old mare has asthma and takes prednisolone 5 mg.",
    "수의사 선생님이 콩이한테 푸로세미드 10mg 처방해 주셨어요",
    "고양이가 당뇨라 란투스 2단위씩 하루 두 번 맞혀요",
    "우리 강아지 심장병이래요. 라식스 하루 두 번 먹여요",
)
OF_A_PERSON = (
    ("The dog bit my hand, I'm on co-amoxiclav 625 mg three times a day.", "Amoxicillin/clavulanate"),
    ("I'm allergic to cats and take cetirizine 10 mg.", "Cetirizine"),
    ("The vet gave the cat prednisolone. I take amlodipine 5 mg.", "Amlodipine"),
    ("My calf is sore since I started Lipitor 20 mg.", "Atorvastatin"),
    ("고양이 털 알레르기가 있어서 지르텍 10mg 먹어요", "Cetirizine"),
    ("고양이는 메티마졸 먹고 저는 암로디핀 5mg 먹어요", "Amlodipine"),
    ("스텐트 두 개 박았고 플라빅스 75mg 먹어요", "Clopidogrel"),
    ("말이 어눌해져서 아스피린 100mg 먹기 시작했어요", "Aspirin"),
)


def read(says: str) -> Sequence[Proposal]:
    return reader().read(says, said_at=datetime(2026, 5, 10, 3, tzinfo=UTC), time_zone="Asia/Seoul").proposals


@pytest.mark.parametrize("says", OF_AN_ANIMAL)
def test_what_is_told_of_an_animal_is_kept_of_nobody(says: str) -> None:
    assert not [one for one in read(says) if one.content is not None]


@pytest.mark.parametrize(("says", "medicine"), OF_A_PERSON)
def test_what_a_person_takes_is_kept_where_an_animal_or_what_sounds_like_one_is_named(says: str, medicine: str) -> None:
    told = [one.content for one in read(says) if one.content is not None and one.content.subject == PATIENT]
    assert medicine in [one.concept.name for one in told]
    assert not {"Prednisolone", "Methimazole"} & {one.concept.name for one in told}


@pytest.mark.parametrize(
    ("before", "says"),
    [
        ("My dog Rex has epilepsy.", "Rex is on phenobarbital 30 mg twice a day now."),
        ("우리 강아지 이름은 콩이예요.", "콩이 푸로세미드 반 알 하루 두 번 먹여요"),
        ("Biscuit our spaniel limps.", "Gabapentin 100 mg for Biscuit at night"),
    ],
)
def test_an_animal_is_known_by_the_name_that_was_told_before(before: str, says: str) -> None:
    said_at = datetime(2026, 5, 10, 3, tzinfo=UTC)
    told = reader().read(says, said_at=said_at, time_zone="Asia/Seoul", said_before=(before,)).proposals
    assert not [one for one in told if one.content is not None]
    assert [one for one in read(says) if one.content is not None], "a name alone tells nothing"
