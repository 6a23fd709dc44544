"""A denial at the predicate of a complaint or habit is one, whatever else the message tells or asks."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from domain.values import ANY, Certainty, Content, Polarity, SlotKind
from extraction.reading.extractor import LearnedExtractor

_AT = datetime(2026, 3, 2, 9, tzinfo=UTC)


def _told(learned: LearnedExtractor, text: str) -> list[Content]:
    found = learned.read(text, said_at=_AT, time_zone="UTC").proposals
    return [one.content for one in found if one.content is not None]


def _polarity_of(learned: LearnedExtractor, text: str, concept: str) -> set[Polarity]:
    return {one.polarity for one in _told(learned, text) if one.concept.concept_id == concept}


@pytest.mark.parametrize(
    ("text", "concept"),
    [
        ("저 38살이고 담배 안피우고 혈압 정상이에요. 약먹어야돼요?", "smoking"),
        ("42세 여자고 술 안마시고 콜레스테롤 좀 높대요. 약 먹어야 하나요?", "alcohol"),
        ("술 안마시고 담배 끊은지 10년", "alcohol"),
        ("다리는 안 저리고 오줌도 잘 나옵니더. 누워있는게 낫습니꺼? 을매나 갑니꺼?", "leg_numbness"),
        ("발은 안 붓고 무릎만 부었어요. 왜이래요?", "leg_swelling"),
        ("허리는 아픈데 다리는 안 땡겨요. 파스 붙여도 돼요?", "leg_pain"),
        ("열은 안 나는데 기침이 심해요. 병원 가야되나요?", "fever"),
        ("24살 여 55kg 술안마심 다른약은 없음", "alcohol"),
        ("36 남 안아프고 잘보이고 눈곱도 없음", "pain"),
        ("눈이 빨갛고 안아파요", "pain"),
        ("숨차고 가슴 아프고 그런 거 없어요", "shortness_of_breath"),
        ("어지럽거나 토하거나 그런 적 없음", "dizziness"),
        ("죽고싶고 그런건 아녜요", "suicidal_ideation"),
        ("열은 없고 옆구리도 안아픔. 꼭 병원 가요?", "flank_pain"),
        ("목 하나도 안아픔 ㅋㅋ 배만 좀 부글부글. 그만 먹어도 되져?", "pain"),
        ("기침도 없고 살도 안빠졌는데 회사 다녀도 돼요?", "weight_loss"),
    ],
)
def test_a_denial_at_the_predicate_denies(learned: LearnedExtractor, text: str, concept: str) -> None:
    assert _polarity_of(learned, text, concept) == {Polarity.NEGATED}


@pytest.mark.parametrize(
    ("text", "concept"),
    [
        ("담배 못 끊고 있어요", "smoking"),
        ("술은 안 끊었고 담배는 끊었어요", "alcohol"),
        ("기침은 심하지 않아요", "cough"),
        ("입 안이 헐었어요", "mouth_sores"),
        ("귀가 잘 안 들려요", "hearing_difficulty"),
        ("목소리가 안 나와요", "hoarseness"),
        ("열이 안 떨어져요", "fever"),
        ("지병은 고혈압 말고는 없어요", "hypertension"),
        ("aint got no chest pain just short of breath", "shortness_of_breath"),
        ("안 아픈 데가 없어요", "pain"),
        ("runny nose, cough, phlegm but no fever", "phlegm"),
        ("headache though no fever", "headache"),
        ("눈 새빨개요 안아프고 잘보임", "red_eye"),
        ("다리가 저려요 허리는 괜찮고", "leg_numbness"),
    ],
)
def test_what_is_no_denial_of_it_leaves_it_had(learned: LearnedExtractor, text: str, concept: str) -> None:
    assert _polarity_of(learned, text, concept) == {Polarity.AFFIRMED}


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        ("복용약 없음, 알러지 없음, 지병 없음", {SlotKind.MEDICATIONS, SlotKind.ALLERGIES, SlotKind.CONDITIONS}),
        ("58 yr old man here, no illnesses that i know of. had bloods done", {SlotKind.CONDITIONS}),
        ("Allergies: none. Medications: none", {SlotKind.ALLERGIES, SlotKind.MEDICATIONS}),
        ("23살 대학생이고요 약 없고 알러지 없음", {SlotKind.MEDICATIONS, SlotKind.ALLERGIES}),
    ],
)
def test_none_of_a_kind_is_sure_and_no_complaint(learned: LearnedExtractor, text: str, slots: set[SlotKind]) -> None:
    told = _told(learned, text)
    none = [one for one in told if one.concept.concept_id == ANY]
    assert {one.slot for one in none} == slots
    assert all(one.polarity is Polarity.NEGATED and one.certainty is Certainty.CONFIRMED for one in none)
    assert not [one for one in told if one.slot is SlotKind.SYMPTOMS]


@pytest.mark.parametrize(
    "text",
    [
        "i have no disease of the heart",
        "no meds for it yet",
        "no allergies except nuts",
        "do i have no allergies",
        "먹는 약 없어요?",
        "엄마는 지병 없어요",
        "지병은 고혈압 말고는 없어요",
    ],
)
def test_what_is_narrowed_asked_or_anothers_is_not_none_at_all(learned: LearnedExtractor, text: str) -> None:
    assert not [one for one in _told(learned, text) if one.concept.concept_id == ANY]


@pytest.mark.parametrize(
    ("text", "medicine"),
    [
        ("I take no aspirin", "aspirin"),
        ("never had warfarin", "warfarin"),
        ("not taking aspirin", "aspirin"),
        ("red eye since I sneezed. I'm on no blood thinners", "anticoagulant"),
        ("no aspirin, no warfarin", "warfarin"),
    ],
)
def test_a_medicine_that_is_not_taken_at_all_is_denied(learned: LearnedExtractor, text: str, medicine: str) -> None:
    assert _polarity_of(learned, text, medicine) == {Polarity.NEGATED}


@pytest.mark.parametrize("text", ["no ramipril since Saturday", "haven't taken ramipril for 3 days", "out of ramipril"])
def test_one_that_is_only_lacking_is_not(learned: LearnedExtractor, text: str) -> None:
    assert _polarity_of(learned, text, "ramipril") == {Polarity.AFFIRMED}


@pytest.mark.parametrize(
    "text",
    [
        "I'm not allergic to any medication",
        "no drug allergies",
        "no meds I react to",
        "알레르기 있는 약 없어요",
        "약물 알레르기 없음",
    ],
)
def test_no_medicine_that_is_not_borne_is_no_allergy_and_says_nothing_of_what_is_taken(
    learned: LearnedExtractor, text: str
) -> None:
    none = {one.slot for one in _told(learned, text) if one.concept.concept_id == ANY}
    assert none == {SlotKind.ALLERGIES}


@pytest.mark.parametrize(
    "text", ["not allergic to any meds and not taking any", "알레르기 있는 약 없고 먹는 약도 없어요"]
)
def test_none_of_both_is_told_of_both(learned: LearnedExtractor, text: str) -> None:
    none = {one.slot for one in _told(learned, text) if one.concept.concept_id == ANY}
    assert none == {SlotKind.ALLERGIES, SlotKind.MEDICATIONS}


@pytest.mark.parametrize(
    ("text", "concept", "polarity"),
    [
        ("X-ray was clear", "x_ray", Polarity.AFFIRMED),
        ("mammogram was clear", "mammography", Polarity.AFFIRMED),
        ("유방촬영 이상 없대요", "mammography", Polarity.AFFIRMED),
        ("no X-ray done", "x_ray", Polarity.NEGATED),
        ("엑스레이 안 찍었어요", "x_ray", Polarity.NEGATED),
    ],
)
def test_an_examination_that_found_nothing_was_had(
    learned: LearnedExtractor, text: str, concept: str, polarity: Polarity
) -> None:
    assert _polarity_of(learned, text, concept) == {polarity}
