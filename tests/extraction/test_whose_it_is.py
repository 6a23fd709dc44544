"""What somebody else takes, has or measures is not the patient's, however plainly it is told."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from domain.speaking_for import ONESELF
from domain.values import PATIENT, Content, SlotKind
from extraction.reading.extractor import LearnedExtractor
from tests.shipped import vocabulary
from training.playing import content_of

_AT = datetime(2026, 3, 2, 9, tzinfo=UTC)


def _known() -> tuple[Content, ...]:
    return (content_of({"slot": "medications", "name": "Omeprazole", "dose": "20mg"}, vocabulary().lexicon, "en"),)


def _told(learned: LearnedExtractor, text: str, called: str | None = None) -> dict[str, str]:
    """Whose each fact is; with ``called`` something is on record, of whoever is called so."""
    known = () if called is None else _known()
    reading = learned.read(text, said_at=_AT, time_zone="UTC", spoken_of=known, patient_called=called or "")
    told = [one.content for one in reading.proposals if one.content is not None]
    return {one.concept.name: one.subject for one in told if one.slot is not SlotKind.DEMOGRAPHICS}


def _patients(learned: LearnedExtractor, text: str, called: str | None = None) -> set[str]:
    return {name for name, subject in _told(learned, text, called).items() if subject == PATIENT}


@pytest.mark.parametrize("called", [None, ONESELF, "my mum"])
@pytest.mark.parametrize(
    "text",
    [
        "A bloke at my gym told me he's on Lipitor 20 and feels grand",
        "workmate says her doctor gave her 10 ramipril",
        "Tunde next door gets metformin 500 from our chemist",
        "My flatmate keeps getting nausea",
        "The lady upstairs was diagnosed with gout",
        "My boss's HbA1c was 8.1",
        "A friend of mine is allergic to penicillin",
        "회사 동료가 리피토 20 먹고 있대요",
        "노인정 같이 다니는 할매가 노바스크 5를 매일 먹는다네요",
        "같은 병실 아저씨가 두통이 심하대요",
        "옆집 아주머니는 당화혈색소 8.1 나왔대요",
        "언니네 애가 기침이 심하대요",
    ],
)
def test_whoever_is_no_kin_is_never_the_patient(learned: LearnedExtractor, text: str, called: str | None) -> None:
    assert not _patients(learned, text, called)


@pytest.mark.parametrize("called", [None, ONESELF])
@pytest.mark.parametrize(
    "text",
    [
        "The ramipril 5mg in the drawer is my dad's, not mine.",
        "it's my daughter who's on the metformin (500 mg), I don't take it",
        "아내가 리피토 20mg 먹고 있는데 저는 아니고요",
        "메트포르민 500 먹는 건 제가 아니라 장모님이에요",
        "노바스크 5 이건 제 약이 아니라 우리 딸이 먹는 약이에요",
        "저는 괜찮은데 아버지가 요새 기침으로 힘들어하세요",
        "I collect ramipril 5 for my brother every month",
    ],
)
def test_what_is_said_not_to_be_ones_own_is_anothers(learned: LearnedExtractor, text: str, called: str | None) -> None:
    assert not _patients(learned, text, called)


@pytest.mark.parametrize(
    "text",
    [
        "my husband takes metformin 500",
        "mum keeps getting back pain",
        "My brother's creatinine was 1.4",
        "남편이 그저께부터 기침 때문에 고생해요",
        "우리 영감은 노바스크 5 먹어요",
    ],
)
def test_a_relative_beside_whoever_speaks_is_a_bystander(learned: LearnedExtractor, text: str) -> None:
    assert not _patients(learned, text, ONESELF)
    assert not _patients(learned, text, "my daughter")


def test_a_relatives_complaint_is_that_relatives(learned: LearnedExtractor) -> None:
    assert _told(learned, "mum keeps getting back pain", ONESELF) == {"back pain": "mother"}


@pytest.mark.parametrize("text", ["my mom takes metformin 500", "남편이 그저께부터 기침 때문에 고생해요"])
def test_one_bare_sentence_makes_no_carer(learned: LearnedExtractor, text: str) -> None:
    assert not _patients(learned, text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("아빠가 디곡신 0.125 드셔요 77세. 심부전이고요", "Digoxin"),
        ("Medicines for my mum (80): ramipril 5, Lipitor 20", "Ramipril"),
        ("my wee girl is 5 and has got chickenpox", "Chickenpox"),
        ("제가 돌보는 할머니께서 메트포르민 500밀리 복용하고 계십니다", "Metformin"),
        ("My wife has been complaining of nausea since yesterday, what should she do?", "nausea"),
    ],
)
def test_a_carers_opening_is_of_the_patient(learned: LearnedExtractor, text: str, name: str) -> None:
    assert name in _patients(learned, text)


@pytest.mark.parametrize("text", ["mum's on ramipril 5 too", "엄마가 라미프릴 5도 드세요", "엄마 라미프릴 5 드세요"])
def test_what_a_carer_goes_on_to_tell_is_of_the_patient(learned: LearnedExtractor, text: str) -> None:
    assert "Ramipril" in _patients(learned, text, "my mum")


@pytest.mark.parametrize("called", [None, ONESELF])
@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("my doctor gave me Lipitor 20", "Atorvastatin"),
        ("mum says I should take my metformin 500, so I do", "Metformin"),
        ("my brother reminded me to take my ramipril 5", "Ramipril"),
        ("my dad has diabetes and I take metformin 500", "Metformin"),
        ("My GP says she is putting me on ramipril 5", "Ramipril"),
        ("I'm a 45 year old man taking ramipril 5", "Ramipril"),
        ("my wife measured my blood pressure, 150/90", "Systolic blood pressure"),
        ("my neighbour drove me to the clinic and my blood pressure was 150/90", "Systolic blood pressure"),
        ("아내가 챙겨줘서 리피토 20 먹어요", "Atorvastatin"),
        ("엄마가 먹으라고 해서 메트포르민 500 먹고 있어요", "Metformin"),
        ("저는 노바스크 5 먹어요, 남편은 안 먹고요", "Amlodipine"),
        ("남편 때문에 두통이 있어요", "headache"),
        ("친구 만나러 가는데 두통이 왔어요", "headache"),
        ("아내가 혈압 재줬는데 150 나왔어요", "Systolic blood pressure"),
    ],
)
def test_what_others_do_or_say_leaves_it_the_patients(
    learned: LearnedExtractor, text: str, name: str, called: str | None
) -> None:
    assert name in _patients(learned, text, called)


@pytest.mark.parametrize(
    ("text", "illness", "relative"),
    [
        ("45세 남 사무직 키 173 몸무게 82. 아버지가 당뇨세요", "Diabetes mellitus", "father"),
        ("38세 여자 키 160. 엄마가 고혈압이세요", "Hypertension", "mother"),
        ("61세 여 체중 58. 언니가 갑상선암이에요", "Thyroid cancer", "sister"),
        ("29 m. dad had a heart attack at 50", "Myocardial infarction", "father"),
        ("38 f, 160cm. mum has high blood pressure", "Hypertension", "mother"),
    ],
)
def test_who_opens_with_years_and_sex_tells_a_relatives_illness_apart(
    learned: LearnedExtractor, text: str, illness: str, relative: str
) -> None:
    assert illness not in _patients(learned, text)
    assert _told(learned, text, ONESELF)[illness] == relative


@pytest.mark.parametrize(
    "text", ["엄마가 78세. 당뇨세요. 메트포르민 드세요", "my mum, 80, f. diabetic, takes metformin 500"]
)
def test_a_relatives_own_years_and_sex_are_the_patients(learned: LearnedExtractor, text: str) -> None:
    assert {"Diabetes mellitus", "Metformin"} <= _patients(learned, text)


@pytest.mark.parametrize("text", ["할머니인데요 나는 당뇨 있는 사람이여 76살", "나는 할아버지인데 당뇨가 있지"])
def test_an_elder_who_says_so_speaks_for_herself(learned: LearnedExtractor, text: str) -> None:
    assert "Diabetes mellitus" in _patients(learned, text)
