"""What was told a moment ago and is put right in few words: allergies, illnesses of the family, years, days, counts."""

from __future__ import annotations

import pytest

from domain.ledger import Fact
from domain.values import Certainty, Content, Polarity, SlotKind, Status
from evaluation.recollections.scenes import spoken
from tests.extraction.talking import Talk
from tests.shipped import reader


def after(*said: str) -> list[Fact]:
    """What is on record when all of it was said."""
    talk = Talk(reader())  # type: ignore[arg-type]
    for one in said:
        talk.say(one)
    return list(talk.ledger.current())


def held(facts: list[Fact], slot: SlotKind) -> list[Content]:
    """The affirmed contents of a slot."""
    alike = (one.content for one in facts if one.content.slot is slot)
    return [one for one in alike if one.polarity is Polarity.AFFIRMED]


def filled(wording: str, **names: str) -> str:
    return spoken(wording, names)


ALLERGY = {"en": "I'm allergic to {old}, it gave me hives", "ko": "{old} 알레르기가 있어요. 먹고 두드러기가 났어요"}
SUBSTANCES = {"en": ("codeine", "tramadol", "naproxen"), "ko": ("코데인", "트라마돌", "나프록센")}
MEDICINE = {"코데인": "codeine", "트라마돌": "tramadol", "나프록센": "naproxen"}


@pytest.mark.parametrize(
    ("language", "wording"),
    [
        ("en", "I rang home and they say {new} brought it on, {old} has never troubled me"),
        ("en", "not {old}, {new}"),
        ("en", "my wife says it was {new}"),
        ("en", "{old} is harmless, it's {new} I can't tolerate, I muddled them up"),
        ("en", "the culprit was {new}; the one I told you I've had with no problems"),
        ("en", "please put {new} there instead of {old}, that's the one I reacted to"),
        ("ko", "집에 물어보니 {new} 때문이었대요, {old}[은/는] 먹어도 괜찮았고요"),
        ("ko", "{old}[이/가] 아니라 {new}[이었어요/였어요]"),
        ("ko", "두드러기 난 건 {new} 먹고였어요, 먼저 말한 약은 아무 탈 없었어요"),
        ("ko", "약 이름을 헷갈렸어요. {new}[이/가] 맞아요"),
    ],
)
def test_the_other_substance_has_the_allergy_and_its_reaction(language: str, wording: str) -> None:
    for old, new in zip(SUBSTANCES[language], SUBSTANCES[language][1:], strict=False):
        told = held(after(filled(ALLERGY[language], old=old), filled(wording, old=old, new=new)), SlotKind.ALLERGIES)

        assert [one.concept.concept_id for one in told] == [MEDICINE.get(new, new)]
        assert told[0].reaction is not None


@pytest.mark.parametrize(
    ("language", "wording"),
    [
        ("en", "I'm allergic to {new} as well"),
        ("en", "so they gave me {new} instead and that went well"),
        ("en", "can I have {new} then?"),
        ("en", "my mother is allergic to {old} too"),
        ("en", "my sister wanted to know about {new}"),
        ("en", "sorry, I meant my blood pressure tablet is amlodipine"),
        ("en", "I was wrong, my sister has asthma, not my mother"),
        ("en", "{new} I take without trouble, it is {old} that did it"),
        ("ko", "{new}도 알레르기 있어요"),
        ("ko", "그래서 {new}[으로/로] 바꿔 주셨어요"),
        ("ko", "{new} 먹어도 되나요?"),
        ("ko", "잘못 말했어요, 어머니가 아니라 아버지가 당뇨예요"),
    ],
)
def test_an_allergy_stands_where_nothing_takes_its_place(language: str, wording: str) -> None:
    old, new, _ = SUBSTANCES[language]
    told = held(after(filled(ALLERGY[language], old=old), filled(wording, old=old, new=new)), SlotKind.ALLERGIES)

    assert MEDICINE.get(old, old) in {one.concept.concept_id for one in told}
    assert "amlodipine" not in {one.concept.concept_id for one in told}


@pytest.mark.parametrize(
    ("language", "wording"),
    [
        ("en", "no, that was my {who}, I take it happily"),
        ("en", "I got it wrong, my {who} is the allergic one"),
        ("en", "take that off mine please, it happened to my {who} and never to me"),
        ("ko", "그건 제가 아니라 {who} 얘기예요"),
        ("ko", "헷갈렸어요. 두드러기 났던 건 {who}예요, 저는 멀쩡해요"),
    ],
)
def test_an_allergy_of_a_relative_is_not_the_patients(language: str, wording: str) -> None:
    for who, subject in {"en": (("father", "father"), ("sister", "sister")), "ko": (("어머니", "mother"),)}[language]:
        facts = after(filled(ALLERGY[language], old=SUBSTANCES[language][0]), filled(wording, who=who))

        assert not held(facts, SlotKind.ALLERGIES)
        assert [one.subject for one in held(facts, SlotKind.FAMILY_HISTORY)] == [subject]


@pytest.mark.parametrize(
    ("text", "reaction"),
    [
        ("codeine is out for me, I'm allergic. My lips swelled up from it.", True),
        ("Allergy to naproxen. I came out in a rash.", True),
        ("저는 코데인 못 먹어요. 알레르기라 입술 부기가 왔었어요", True),
        ("I'm allergic to codeine. I have a headache.", False),
        ("I had a cough and they didn't give me amoxicillin because I'm allergic", False),
        ("고혈압 때문에 병원 다녀요. 이부프로펜 알레르기 있어요", False),
    ],
)
def test_what_a_substance_did_is_its_reaction_and_no_complaint(text: str, reaction: bool) -> None:
    facts = after(text)

    assert [one.reaction is not None for one in held(facts, SlotKind.ALLERGIES)] == [reaction]
    others = held(facts, SlotKind.SYMPTOMS) + held(facts, SlotKind.CONDITIONS)
    assert bool(others) is not reaction


FAMILY = {"en": "My {old} has {ill}.", "ko": "{old}[이/가] {ill} 환자예요"}


@pytest.mark.parametrize(
    ("language", "wording"),
    [
        ("en", "Sorry, I meant my {new}"),
        ("en", "it isn't my {old} but my {new}"),
        ("en", "wrong parent, my {new} is the one with {ill}"),
        ("ko", "아 {new}[이에요/예요]"),
        ("ko", "{old} 말고 {new}[이요/요]"),
        ("ko", "사람을 잘못 말했네요, {ill}[은/는] {new}[이/가] 앓아요"),
    ],
)
def test_an_illness_goes_to_the_other_relative(language: str, wording: str) -> None:
    names = {"en": ("mother", "father", "gout"), "ko": ("어머니", "아버지", "통풍")}[language]
    holes = dict(zip(("old", "new", "ill"), names, strict=True))
    facts = after(filled(FAMILY[language], **holes), filled(wording, **holes))

    assert [(one.concept.concept_id, one.subject) for one in held(facts, SlotKind.FAMILY_HISTORY)] == [
        ("gout", "father")
    ]
    assert not held(facts, SlotKind.CONDITIONS)


@pytest.mark.parametrize(
    ("said", "theirs"),
    [
        (("My mother has gout.", "And my father has asthma."), {("gout", "mother"), ("asthma", "father")}),
        (("My mother has gout.", "I asked my father, she does"), {("gout", "mother")}),
        (("My mother has gout.", "Does my father need a test?"), {("gout", "mother")}),
        (("My mother has gout.", "sorry, not gout, asthma"), {("asthma", "mother")}),
        (("They found glaucoma in my father",), {("glaucoma", "father")}),
        (("glaucoma, that's what my father has",), {("glaucoma", "father")}),
        (("어머니가 통풍이에요", "아버지도 통풍이에요"), {("gout", "mother"), ("gout", "father")}),
        (("어머니가 통풍이에요", "통풍이 아니라 천식이에요"), {("asthma", "mother")}),
        (("녹내장은 우리 집에서 아버지가 앓고 계세요",), {("glaucoma", "father")}),
        (("녹내장 있는 사람이 집안에 있는데 아버지예요",), {("glaucoma", "father")}),
    ],
)
def test_the_familys_illnesses_are_nobody_elses(said: tuple[str, ...], theirs: set[tuple[str, str]]) -> None:
    facts = after(*said)

    assert {(one.concept.concept_id, one.subject) for one in held(facts, SlotKind.FAMILY_HISTORY)} == theirs
    assert not held(facts, SlotKind.CONDITIONS)


@pytest.mark.parametrize(
    ("said", "stands"),
    [
        (("I have gout", "the clinic says it isn't that after all"), False),
        (("I have gout", "good news, I don't have it, the doctor was mistaken"), False),
        (("통풍이 있어요", "병원에서 그 병이 아니래요"), False),
        (("통풍이 있어요", "알고 보니 통풍 아니래요"), False),
        (("I have gout", "my doctor says it's not that bad"), True),
        (("I have gout", "the doctor said no alcohol"), True),
        (("I have gout", "the doctor said it might not be gout"), True),
        (("통풍이 있어요", "선생님이 심하지 않대요"), True),
        (("통풍이 있어요", "검사 결과 이상 없대요"), True),
    ],
)
def test_an_illness_is_withdrawn_without_its_name(said: tuple[str, ...], stands: bool) -> None:
    assert bool(held(after(*said), SlotKind.CONDITIONS)) is stands


@pytest.mark.parametrize(
    ("said", "certain"),
    [
        (("The doctor suspects gout", "it's definite now, I have it"), True),
        (("The doctor suspects gout", "they were right, it is gout"), True),
        (("의사가 통풍을 의심해요", "그 병 확진됐어요"), True),
        (("의사가 통풍을 의심해요", "의심이 아니라 통풍 맞대요"), True),
        (("The doctor suspects gout", "they still have to confirm it"), False),
        (("The doctor suspects gout", "the appointment is confirmed"), False),
        (("의사가 통풍을 의심해요", "내일 확진 검사 받아요"), False),
        (("의사가 통풍을 의심해요", "예약 확정됐어요"), False),
    ],
)
def test_a_suspicion_is_confirmed(said: tuple[str, ...], certain: bool) -> None:
    told = held(after(*said), SlotKind.CONDITIONS)

    assert [(one.concept.concept_id, one.certainty is Certainty.CONFIRMED) for one in told] == [("gout", certain)]


@pytest.mark.parametrize(
    ("said", "year"),
    [
        (("Appendix surgery, 2010", "sorry, it was 2008"), "2008"),
        (("I was in hospital in 2010 for my gallbladder surgery", "the operation was in 2009, not 2010"), "2009"),
        (("담낭 수술 받았어요, 2010년에", "수술 연도 2009년으로 고쳐 주세요"), "2009"),
        (("2010년에 담낭 수술 받았어요", "아니 2009년이요"), "2009"),
        (("I had gallbladder surgery in 2010", "Sorry, I was born in 1960, not 1961"), "2010"),
        (("I had gallbladder surgery in 2010", "I retired in 2016, not 2010"), "2010"),
        (("I had gallbladder surgery in 2010", "I had another one in 2018"), "2010"),
    ],
)
def test_the_year_of_an_operation_moves_and_the_operation_stays(said: tuple[str, ...], year: str) -> None:
    told = [one for one in held(after(*said), SlotKind.PROCEDURES) if one.concept.concept_id != "hospitalization"]

    assert [one.valid_from for one in told] == [year]


@pytest.mark.parametrize(
    ("said", "since"),
    [
        (("Cough since 3 Feb, not gone yet", "my diary says 7 Feb"), "2025-02-03"),
        (("Cough since 3 Feb, not gone yet", "wrong day, my diary says 7 Feb"), "2025-02-07"),
        (("I've had a cough since 3 Feb", "it was 7 Feb, not 3 Feb, sorry for the confusion"), "2025-02-07"),
        (("기침이 2월 3일에 시작됐는데 지금까지 안 없어져요", "2월 7일부터예요"), "2025-02-07"),
        (("2월 3일부터 기침이 있어요", "날짜를 틀렸네요, 2월 7일에 시작됐어요"), "2025-02-07"),
        (("2월 3일부터 기침이 있어요", "2월 20일에 병원 예약했어요"), "2025-02-03"),
    ],
)
def test_the_first_day_of_a_complaint_moves_and_it_is_had_still(said: tuple[str, ...], since: str) -> None:
    told = [one for one in held(after(*said), SlotKind.SYMPTOMS) if one.concept.concept_id == "cough"]

    assert [(one.valid_from, one.status is Status.RESOLVED) for one in told] == [(since, False)]


@pytest.mark.parametrize(
    ("said", "days"),
    [
        (("Palpitations: 3 Jan, 17 Jan, 2 Feb",), "2025-01-03 2025-01-17 2025-02-02"),
        (
            ("the palpitations came on 3 Jan, came back on 17 Jan and once more on 2 Feb",),
            "2025-01-03 2025-01-17 2025-02-02",
        ),
        (("두근거림이 1월 3일, 1월 17일, 2월 2일 이렇게 세 번 왔어요",), "2025-01-03 2025-01-17 2025-02-02"),
        (("두근거림이 1월 3일, 1월 17일에 왔어요", "2월 2일에도 또 그랬어요"), "2025-01-03 2025-01-17 2025-02-02"),
        (("I had palpitations on 3 Jan", "and again on 17 Jan"), "2025-01-03 2025-01-17"),
        (("Palpitations: 3 Jan, 17 Jan", "there was one more, on 2 Feb"), "2025-01-03 2025-01-17 2025-02-02"),
        (("Palpitations: 3 Jan, 17 Jan", "it was 18 Jan, not 17 Jan"), "2025-01-03 2025-01-18"),
        (("Palpitations: 3 Jan, 17 Jan", "my appointment is on 2 Feb"), "2025-01-03 2025-01-17"),
        (("I've had palpitations since 3 Jan, I saw the doctor on 17 Jan and 2 Feb",), None),
        (("no palpitations on 3 Jan or 17 Jan",), None),
    ],
)
def test_every_day_on_which_a_complaint_came_is_kept(said: tuple[str, ...], days: str | None) -> None:
    facts = [one.content for one in after(*said) if one.content.slot is SlotKind.SYMPTOMS]

    assert [one.timing for one in facts] == [days]
    assert days is None or facts[0].value == len(days.split())


@pytest.mark.parametrize(
    ("said", "amount"),
    [
        (("I'm a smoker. 7 sticks per day.",), 7),
        (("하루 7개비 피워요",), 7),
        (("담배를 아직 못 끊어서 하루에 7개비씩 피워요",), 7),
        (("I smoke 7 cigarettes a day", "7 is wrong, I counted 12 a day"), 12),
        (("하루 7개비 피워요", "솔직히 12개비예요, 7개비라고 한 건 틀렸어요"), 12),
        (("I smoke 7 cigarettes a day", "I'm 54, not 45"), 7),
        (("I smoke 7 cigarettes a day", "I want to get down to 4"), 7),
    ],
)
def test_cigarettes_are_counted_by_the_day(said: tuple[str, ...], amount: float) -> None:
    told = [one for one in held(after(*said), SlotKind.SOCIAL_HISTORY) if one.concept.concept_id == "smoking"]

    assert [(one.value, one.unit, one.frequency) for one in told] == [(amount, "{cigarette}", "QD")]


@pytest.mark.parametrize(
    ("said", "slot"),
    [
        (("I have gout", "it isn't gout after all, the doctor says", "so do I have gout going by what I said"), "c"),
        (("통풍이 있어요", "병원에서 통풍 아니래요", "내가 통풍이 있다고 했나 없다고 했나"), "c"),
        (("I'm allergic to codeine", "that was my brother, not me", "am I allergic to codeine, from what I told"), "a"),
    ],
)
def test_asking_what_was_told_brings_nothing_withdrawn_back(said: tuple[str, ...], slot: str) -> None:
    assert not held(after(*said), SlotKind.CONDITIONS if slot == "c" else SlotKind.ALLERGIES)


def test_asking_whether_it_was_told_withdraws_nothing() -> None:
    facts = after("코데인 알레르기가 있어요", "내가 코데인에 알레르기가 있다고 했나 없다고 했나")

    assert held(facts, SlotKind.ALLERGIES)


def test_what_is_told_in_front_of_such_a_question_is_told() -> None:
    assert held(after("I have asthma, did I tell you that already?"), SlotKind.CONDITIONS)
