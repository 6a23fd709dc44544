from __future__ import annotations

from datetime import datetime

import pytest

from domain.proposals import Operation
from domain.values import Content
from extraction.rules.pipeline import Extractor

SAID_AT = datetime.fromisoformat("2025-03-10T12:00:00+09:00")


def stated(extractor: Extractor, text: str) -> list[Content]:
    reading = extractor.read(text, said_at=SAID_AT, time_zone="Asia/Seoul")
    return [
        one.content for one in reading.proposals if one.content is not None and one.operation is not Operation.MENTION
    ]


def polarities(extractor: Extractor, text: str) -> dict[str, str]:
    return {content.concept.concept_id: content.polarity.value for content in stated(extractor, text)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("천식은 없지만 고혈압은 있어요.", {"asthma": "negated", "hypertension": "affirmed"}),
        ("천식이나 고혈압, 통풍은 없습니다.", {"asthma": "negated", "hypertension": "negated", "gout": "negated"}),
        ("두통은 있고 발열은 없어요", {"headache": "affirmed", "fever": "negated"}),
        ("머리는 안 아파요.", {"headache": "negated"}),
        ("저 통풍 아니에요.", {"gout": "negated"}),
        ("통풍은 업어요", {"gout": "negated"}),
        ("No asthma, gout or hypertension.", {"asthma": "negated", "gout": "negated", "hypertension": "negated"}),
        ("I don't have gout but I have asthma.", {"gout": "negated", "asthma": "affirmed"}),
        ("My doctor ruled out gout.", {"gout": "negated"}),
        ("입맛이 없어요.", {"loss_of_appetite": "affirmed"}),
    ],
)
def test_negation_reaches_what_shares_its_predicate_and_no_more(
    extractor: Extractor, text: str, expected: dict[str, str]
) -> None:
    assert polarities(extractor, text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "통풍이 있으면 어떤 약을 먹나요?",
        "만약 통풍이 생기면 걱정이에요.",
        "통풍 환자는 맥주를 마셔도 되나요?",
        "메트포르민 먹어도 될까요?",
        "이웃이 통풍으로 고생해요.",
        "메트포르민 먹는 친구가 있어요.",
        "뉴스에서 통풍이 늘었다고 하더라고요.",
        "What if I get gout?",
        "Should I stop metformin if I develop gout?",
        "Is metformin safe?",
        "My neighbour has gout and takes metformin.",
        "혈압이 180을 넘으면 응급실에 가야 하나요?",
        "메트포르민을 끊고 싶어요.",
    ],
)
def test_questions_suppositions_and_other_people_state_nothing(extractor: Extractor, text: str) -> None:
    assert stated(extractor, text) == []


@pytest.mark.parametrize(
    ("text", "subject", "polarity"),
    [
        ("어머니가 통풍을 앓으셨어요.", "mother", "affirmed"),
        ("저희 형은 통풍이 있어요.", "brother", "affirmed"),
        ("통풍 있는 우리 아버지", "father", "affirmed"),
        ("가족 중에 통풍 있는 사람은 없어요.", "family", "negated"),
        ("My father had gout.", "father", "affirmed"),
        ("Gout runs in my family.", "family", "affirmed"),
        ("Nobody in my family has gout.", "family", "negated"),
    ],
)
def test_a_relatives_condition_is_family_history(extractor: Extractor, text: str, subject: str, polarity: str) -> None:
    (content,) = stated(extractor, text)
    assert (content.slot, content.subject, content.polarity) == ("family_history", subject, polarity)


@pytest.mark.parametrize("text", ["어머니가 통풍이 있으세요. 저는 없어요.", "My mother has gout but I don't."])
def test_the_patient_excludes_themselves(extractor: Extractor, text: str) -> None:
    slots = {content.slot.value: content.polarity.value for content in stated(extractor, text)}
    assert slots == {"family_history": "affirmed", "conditions": "negated"}


@pytest.mark.parametrize("text", ["아버지한테 들었는데 제가 통풍이래요.", "My wife says I have gout."])
def test_a_relative_who_only_speaks_owns_nothing(extractor: Extractor, text: str) -> None:
    (content,) = stated(extractor, text)
    assert (content.slot, content.subject) == ("conditions", "patient")


@pytest.mark.parametrize(
    ("text", "status", "temporality"),
    [
        ("폐렴은 다 나았어요.", "resolved", "past"),
        ("어릴 때 천식이 있었는데 지금은 괜찮아요.", "resolved", "past"),
        ("3년 전에 폐렴으로 입원했어요.", "resolved", "past"),
        ("10년 전에 고혈압을 진단받았어요.", "active", "current"),
        ("고혈압이 있어요.", "active", "current"),
        ("My pneumonia has cleared up.", "resolved", "past"),
        ("I had asthma as a child.", "resolved", "past"),
    ],
)
def test_conditions_end_and_last(extractor: Extractor, text: str, status: str, temporality: str) -> None:
    content = stated(extractor, text)[0]
    assert (content.status, content.temporality) == (status, temporality)


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("와파린을 먹고 있어요.", "active"),
        ("와파린은 지난달에 끊었어요.", "stopped"),
        ("예전에 와파린을 먹었는데 지금은 안 먹어요.", "stopped"),
        ("와파린은 코피가 나서 중단했습니다.", "stopped"),
        ("작년까지와파린복욕하다가중단했어요", "stopped"),
        ("와파린을 잠시 쉬고 있어요.", "on_hold"),
        ("와파린을 끊었다가 다시 먹고 있어요.", "active"),
        ("다음 주부터 와파린을 먹기로 했어요.", "planned"),
        ("의사가 와파린을 시작하자고 했어요.", "planned"),
        ("와파린은 며칠 안 먹었어요.", "active"),
        ("I used to take warfarin.", "stopped"),
        ("I was on warfarin but I'm off it now.", "stopped"),
        ("I'm starting warfarin next week.", "planned"),
        ("My doctor wants me to start warfarin.", "planned"),
    ],
)
def test_medicines_are_taken_stopped_or_planned(extractor: Extractor, text: str, status: str) -> None:
    (content,) = [one for one in stated(extractor, text) if one.slot == "medications"]
    assert content.status == status


@pytest.mark.parametrize(
    ("text", "certainty"),
    [
        ("통풍이 의심된다고 했어요.", "uncertain"),
        ("통풍일 수도 있대요.", "uncertain"),
        ("통풍인 것 같은데 확실하진 않아요.", "uncertain"),
        ("통풍이래요.", "confirmed"),
        ("I might have gout.", "uncertain"),
        ("The doctor suspects gout.", "uncertain"),
    ],
)
def test_doubt_is_kept(extractor: Extractor, text: str, certainty: str) -> None:
    (content,) = stated(extractor, text)
    assert content.certainty == certainty
