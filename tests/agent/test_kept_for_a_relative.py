"""A record that somebody keeps for a relative: that one's kinship word is the patient's, and "I" is not."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from agent.skills.ports import Language
from domain.proposals import Proposal
from domain.speaking_for import patient_called
from domain.values import Concept, Content, SlotKind
from tests.agent.conversation import ZONE, Conversation, age, condition, medicine, vital
from tests.shipped import reader

MORNING = datetime(2026, 1, 5, 9, tzinfo=UTC)


def read(said: str, *, called: str = "") -> set[tuple[str, str, str]]:
    """Slot, concept and person of each fact told."""
    found = reader().read(said, said_at=MORNING, time_zone=ZONE, patient_called=called).proposals
    contents = [one.content for one in found if one.content is not None]
    return {(one.slot.value, one.concept.name, one.subject) for one in contents}


def kept_for(called: str, language: Language = "ko") -> Conversation:
    """A conversation in which the patient's sex was read from a kinship word."""
    sex = Content(slot=SlotKind.DEMOGRAPHICS, concept=Concept(concept_id="gender", name="gender"), value="female")
    talk = Conversation(language)
    talk.said("저희 어머니예요" if language == "ko" else "this is about my wife", [Proposal(content=sex, quote=called)])
    return talk


@pytest.mark.parametrize(
    ("said", "illness"),
    [
        ("저희 어머니 일흔여덟이신데 당뇨 있으세요", "Diabetes mellitus"),
        ("장모님이 올해 81세시고 치매가 있으세요", "Dementia"),
        ("my mum is 78 and has diabetes", "Diabetes mellitus"),
    ],
)
def test_whoever_opens_with_a_relative_and_that_ones_years_speaks_for_that_one(said: str, illness: str) -> None:
    assert ("conditions", illness, "patient") in read(said)


@pytest.mark.parametrize(
    "said", ["큰아들이 당뇨여, 마흔여덟에 나왔다드만", "my dad got diabetes when he was 48", "어머니가 당뇨 있으세요"]
)
def test_an_illness_of_the_family_is_none_of_the_patients(said: str) -> None:
    assert not [one for one in read(said) if one[0] == "conditions"]


@pytest.mark.parametrize(
    ("called", "said"),
    [
        ("어머니", "저는 약 안 먹고요 꽃가루 알레르기만 있어요"),
        ("아이", "저는 갑상선약 씬지로이드 0.1 먹고 수유 중이에요"),
        ("wife", "I take levothyroxine myself, nothing else"),
        ("mum", "I'm allergic to penicillin myself but she isn't"),
    ],
)
def test_what_the_speaker_tells_of_himself_is_not_the_patients(called: str, said: str) -> None:
    assert read(said, called=called) == set()
    assert read(said) != set()


def test_what_is_done_or_measured_for_the_patient_is_the_patients() -> None:
    assert ("vitals", "Systolic blood pressure", "patient") in read("제가 재보니 152에 90이에요", called="어머니")
    assert ("medications", "Aspirin", "patient") in read("I have to give her aspirin 100 every day", called="wife")


def test_the_same_relative_is_the_patient_and_another_is_family() -> None:
    assert ("conditions", "Stroke", "patient") in read("엄마가 작년에 뇌졸중 왔었어요", called="어머니")
    assert ("family_history", "Diabetes mellitus", "father") in read("아버지가 당뇨세요", called="어머니")
    assert ("family_history", "Diabetes mellitus", "mother") in read("her mother has diabetes", called="wife")


def test_who_is_spoken_for_is_told_from_the_record() -> None:
    assert patient_called(kept_for("어머니").view.ledger) == "어머니"
    assert patient_called(Conversation("ko").knows(age(4)).view.ledger) == "child"
    assert patient_called(Conversation("ko").knows(age(40)).view.ledger) == ""


@pytest.mark.parametrize(
    ("language", "called", "asked"),
    [("ko", "어머니", "어머니 병력 알려주세요"), ("en", "my wife", "what conditions does my wife have?")],
)
def test_the_patients_illnesses_are_asked_about_by_the_kinship_word(
    language: Language, called: str, asked: str
) -> None:
    talk = kept_for(called, language).knows(condition("stroke", language))
    assert ("뇌졸중" if language == "ko" else "Stroke") in talk.said(asked).text


def test_it_is_said_that_the_speakers_own_is_not_kept() -> None:
    said = kept_for("어머니").said("저는 꽃가루 알레르기만 있어요").text
    assert "말씀하시는 분 자신의 이야기는 이 기록에 적지 않습니다" in said


def test_vessels_that_are_diseased_lower_the_limit_of_ldl() -> None:
    talk = Conversation("en").knows(condition("myocardial_infarction", "en"))
    assert "55 mg/dL" in talk.said("My LDL was 92, is that ok?").text
    assert "130 mg/dL" in Conversation("en").said("My LDL was 92, is that ok?").text


def test_whoever_takes_something_against_sugar_is_judged_as_with_diabetes() -> None:
    talk = Conversation("ko").knows(age(81), medicine("glimepiride", "2mg", "QD"))
    assert "80~130 mg/dL" in talk.said("혈당 108 나왔어요 괜찮아요?").text


def test_a_small_child_called_by_its_sex_is_spoken_for() -> None:
    boy = Content(slot=SlotKind.DEMOGRAPHICS, concept=Concept(concept_id="gender", name="gender"), value="male")
    talk = Conversation("ko").knows(age(2))
    talk.said("남아예요", [Proposal(content=boy, quote="남아")])
    assert patient_called(talk.view.ledger) == "남아 child"
    assert read("저는 철분제 하루 한 알 먹어요", called="남아 child") == set()


SHARED = "meant for somebody else"
SHARED_KO = "다른 사람에게 처방된 약"


@pytest.mark.parametrize(
    "said", ["Her tablets. Donepezil 10 mg at bedtime.", "These are her pills: apixaban 2.5 mg twice a day"]
)
def test_the_patients_own_tablets_are_nobody_elses(said: str) -> None:
    assert SHARED not in kept_for("my wife", "en").said(said).text


@pytest.mark.parametrize(
    ("language", "said", "warned"),
    [
        ("en", "can she have one of mine? I take ramipril", SHARED),
        ("en", "my sister has some ibuprofen left over, can she take it?", SHARED),
        ("en", "our neighbour gave us some tablets for her back, ok?", SHARED),
        ("ko", "제 약 먹여도 될까요? 이부프로펜이에요", SHARED_KO),
        ("ko", "언니가 먹던 아목시실린 먹여도 돼요?", SHARED_KO),
    ],
)
def test_what_another_takes_is_not_given_to_the_patient(language: Language, said: str, warned: str) -> None:
    called = "my wife" if language == "en" else "어머니"
    assert warned in kept_for(called, language).said(said).text


def test_what_the_patient_takes_is_not_said_to_be_taken_by_whoever_asks() -> None:
    asked, facts = "Can I give her ibuprofen?", [medicine("apixaban", "2.5mg", "BID")]
    told = kept_for("my wife", "en").knows(*facts).said(asked).text
    assert "Apixaban, which is on record" in told
    assert "you take" not in told
    assert "Apixaban, which you take" in Conversation("en").knows(*facts).said("Can I take ibuprofen?").text


def test_what_is_asked_back_is_asked_of_the_patient_and_once() -> None:
    talk = kept_for("my wife", "en")
    asked = "How often is Sumatriptan taken?"
    said = talk.said(
        "she is on sumatriptan 50mg", [Proposal(content=medicine("sumatriptan", "50mg", None), quote="sumatriptan")]
    )
    assert asked in said.text
    again = talk.said(
        "sumatriptan 50mg, yes", [Proposal(content=medicine("sumatriptan", "50mg", None), quote="sumatriptan")]
    )
    assert asked not in again.text


@pytest.mark.parametrize(
    ("language", "called", "said", "expected"),
    [
        ("en", "my wife", "Her pulse is 72 today. I take ramipril 5 myself", "What you tell of yourself (Ramipril)"),
        ("ko", "어머니", "오늘 맥박 72예요. 저는 암로디핀 먹어요", "말씀하시는 분 자신의 것(암로디핀)"),
    ],
)
def test_beside_what_is_kept_it_is_said_what_is_not(language: Language, called: str, said: str, expected: str) -> None:
    pulse = Proposal(content=vital("heart_rate", 72, "/min", "2026-01-05"), quote="72")
    told = kept_for(called, language).said(said, [pulse]).text
    assert expected in told
    assert ("혈압을 낮추는" if language == "ko" else "lowers blood pressure") not in told


def test_of_ones_own_record_nothing_is_said_to_be_left_out() -> None:
    assert "What you tell of yourself" not in Conversation("en").said("I take ramipril 5 myself").text
