"""A complaint that is told gets counsel: what it may come of, what helps, when to be seen; and no more than once."""

from __future__ import annotations

import pytest

from agent.safety.alarms import sources
from agent.safety.complaint_rows import complaint_rows
from agent.safety.record import states
from agent.skills.ports import Language
from agent.words.sentences import slots_of
from domain.values import Content, Polarity, Status, Temporality
from extraction.naming.mentions import Kind
from tests.agent.conversation import (
    NOW,
    Conversation,
    age,
    card_reader,
    condition,
    lexicon,
    medicine,
    symptom,
    vital,
)
from tests.agent.conversation import (
    states as told,
)

TODAY = NOW.date().isoformat()


def taken(concept_id: str) -> Content:
    return medicine(concept_id, "10mg", "QD")


def talk(language: Language, *known: Content) -> Conversation:
    return Conversation(language, cards=card_reader()).knows(age(52), *known)


@pytest.mark.parametrize(
    ("known", "language", "says", "felt", "expected"),
    [
        (taken("amlodipine"), "en", "my ankles are fat by evening", "leg_swelling", "well-known effect of Amlodipine"),
        (taken("amlodipine"), "ko", "저녁이면 발목이 부어요", "leg_swelling", "암로디핀"),
        (taken("tamsulosin"), "en", "a bit light-headed getting up", "orthostatic_dizziness", "effect of Tamsulosin"),
        (taken("tamsulosin"), "ko", "일어설 때 핑 돌아요", "orthostatic_dizziness", "탐스로신"),
        (taken("clarithromycin"), "en", "my poo is loose", "diarrhea", "antibiotics such as Clarithromycin"),
        (taken("topiramate"), "ko", "손끝이 저릿저릿해요", "paresthesia", "해롭지 않은 영향"),
        (taken("lisinopril"), "en", "I keep coughing, dry, nothing comes up", "dry_cough", "ACE inhibitors"),
        (taken("bisoprolol"), "en", "I am worn out all day", "fatigue", "beta blockers such as Bisoprolol"),
        (taken("ferrous_sulfate"), "ko", "속이 울렁거려요", "nausea", "황산철"),
        (taken("atorvastatin"), "en", "my thighs ache", "muscle_pain", "statins such as Atorvastatin"),
        (taken("sertraline"), "ko", "메스꺼워요", "nausea", "한두 주"),
        (taken("budesonide_inhaler"), "en", "my voice has gone croaky", "hoarseness", "Rinse and spit"),
        (condition("asthma"), "ko", "밤마다 기침하느라 깨요", "cough", "조절되지 않고"),
        (condition("benign_prostatic_hyperplasia"), "en", "up four times to pee", "nocturia", "leave a light"),
        (condition("pregnancy"), "en", "I have a headache", "headache", "blood pressure"),
    ],
)  # fmt: skip
def test_what_the_record_explains_is_said(
    known: Content, language: Language, says: str, felt: str, expected: str
) -> None:
    text = talk(language, known).said(says, [told(symptom(felt))]).text
    assert expected in text


@pytest.mark.parametrize(
    ("language", "says", "felt", "card"),
    [
        ("en", "my ear hurts", "ear_pain", "en-card-ear-pain-self-care"),
        ("ko", "귀가 아파요", "ear_pain", "ko-card-ear-pain-self-care"),
        ("en", "I've got a headache", "headache", "en-card-headache-self-care"),
        ("en", "I have a headache. Should I worry?", "headache", "en-card-headache-warning"),
        ("ko", "기침이 나요. 걱정해야 하나요?", "cough", "ko-card-cough-warning"),
        ("ko", "통 잠이 안 와요", "insomnia", "ko-card-insomnia-self"),
    ],
)
def test_else_the_card_on_the_complaint_is_quoted(language: Language, says: str, felt: str, card: str) -> None:
    assert card in talk(language).said(says, [told(symptom(felt))]).text


@pytest.mark.parametrize(
    ("language", "says", "asked_back"),
    [("en", "my ankles are swollen", "Since when"), ("ko", "발목이 부어요", "언제부터")],
)
def test_what_is_missing_is_asked_for_once_after_the_counsel(language: Language, says: str, asked_back: str) -> None:
    text = talk(language, taken("amlodipine")).said(says, [told(symptom("leg_swelling"))]).text
    assert text.count(asked_back) == 1
    assert text.index("mlodipin") < text.index(asked_back)


@pytest.mark.parametrize(
    ("language", "asks"),
    [
        ("en", "is that bad?"),
        ("en", "should I be worried about it?"),
        ("en", "could it be one of my tablets?"),
        ("en", "what should I do"),
        ("en", "do I stop taking it?"),
        ("ko", "심한 건가요?"),
        ("ko", "어떡하죠"),
        ("ko", "약 때문인가요?"),
        ("ko", "계속 먹어도 되나요?"),
    ],
)
def test_a_question_about_what_was_just_told_is_answered_by_the_same(language: Language, asks: str) -> None:
    one = talk(language, taken("amlodipine"))
    one.said("my ankles are swollen" if language == "en" else "발목이 부어요", [told(symptom("leg_swelling"))])
    text = one.said(asks).text
    assert "Raise the legs" in text or "다리를 올리고" in text


def test_another_question_is_not_answered_by_counsel() -> None:
    one = talk("en", taken("amlodipine"))
    one.said("my ankles are swollen", [told(symptom("leg_swelling"))])
    assert "Raise the legs" not in one.said("What medicines am I on?").text
    assert "Raise the legs" not in one.said("Can I take ibuprofen with it?").text


def test_a_value_told_last_is_what_is_asked_about() -> None:
    one = talk("en", taken("amlodipine"))
    one.said("my ankles are swollen", [told(symptom("leg_swelling"))])
    one.said("pulse was 72", [told(vital("heart_rate", 72, "/min", TODAY))])
    assert "Raise the legs" not in one.said("is that ok?").text


@pytest.mark.parametrize(
    ("language", "says", "content"),
    [
        ("en", "no swelling in the legs", symptom("leg_swelling", polarity=Polarity.NEGATED)),
        ("ko", "다리는 안 부어요", symptom("leg_swelling", polarity=Polarity.NEGATED)),
        ("en", "the swelling has gone", symptom("leg_swelling", status=Status.RESOLVED)),
        ("en", "the swelling is much better now", symptom("leg_swelling")),
        ("ko", "부기가 많이 가라앉았어요", symptom("leg_swelling")),
        ("en", "I had swollen legs years ago", symptom("leg_swelling", temporality=Temporality.PAST)),
    ],
)
def test_what_is_not_there_or_is_going_gets_no_counsel(language: Language, says: str, content: Content) -> None:
    text = talk(language, taken("amlodipine")).said(says, [told(content)]).text
    assert "Raise the legs" not in text and "다리를 올리고" not in text


def test_what_is_for_children_is_not_told_to_grown_people() -> None:
    assert "A child with vomiting" not in talk("en").said("I have the runs", [told(symptom("diarrhea"))]).text


def test_an_alarm_stands_alone() -> None:
    text = (
        talk("en", taken("amlodipine")).said("crushing chest pain down my left arm", [told(symptom("chest_pain"))]).text
    )
    assert "emergency services now" in text and "[en-card" not in text


def test_what_an_alarm_said_is_not_made_less_of() -> None:
    one = talk("en", taken("ramipril"))
    one.said("crushing chest pain down my left arm", [told(symptom("chest_pain"))])
    assert "known effect" not in one.said("and I am dizzy", [told(symptom("dizziness"))]).text


def test_a_medicine_given_for_a_complaint_is_not_blamed_for_it() -> None:
    given = medicine("furosemide", "20mg", "QD")
    one = talk("en")
    text = one.said("GP gave me furosemide for peeing a lot at night", [told(given), told(symptom("nocturia"))]).text
    assert "known effects of the water tablet" not in text


def test_the_medicine_that_was_started_last_is_named() -> None:
    one = talk("en", medicine("ferrous_sulfate", "200mg", "QD", valid_from="2020-01-01"), taken("sertraline"))
    text = one.said("I feel sick", [told(symptom("nausea"))]).text
    assert "antidepressants such as Sertraline" in text and "Ferrous" not in text


def test_a_card_is_not_read_out_twice() -> None:
    one = talk("en")
    assert "[en-card-ear-pain" in one.said("my ear hurts", [told(symptom("ear_pain"))]).text
    assert "[en-card-ear-pain" not in one.said("my ear still hurts", [told(symptom("ear_pain"))]).text


def test_a_painkiller_that_the_record_speaks_against_is_taken_back() -> None:
    kept = talk("en", taken("warfarin")).said("my ear hurts", [told(symptom("ear_pain"))]).text
    free = talk("en").said("my ear hurts", [told(symptom("ear_pain"))]).text
    assert "take no ibuprofen" in kept and "take no ibuprofen" not in free


def test_ear_pain_after_a_fever_is_to_be_seen() -> None:
    one = talk("en", vital("body_temperature", 38.8, "Cel", TODAY))
    assert "infection of the middle ear" in one.said("now his ear hurts", [told(symptom("ear_pain"))]).text


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "using my blue inhaler nearly every day"),
        ("en", "I need the ventolin most days now"),
        ("ko", "요즘 벤토린을 거의 매일 써요"),
        ("ko", "파란 흡입기를 자주 쓰게 되네요"),
    ],
)
def test_a_reliever_needed_daily_means_asthma_out_of_control(language: Language, says: str) -> None:
    text = talk(language, condition("asthma"), medicine("albuterol_inhaler", None, "PRN")).said(says).text
    assert "not well controlled" in text or "조절되지 않고" in text


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "I use my inhaler every day as prescribed"),
        ("en", "I don't need the ventolin every day"),
        ("ko", "흡입기 매일 잘 쓰고 있어요"),
    ],
)
def test_a_preventer_used_daily_is_as_it_should_be(language: Language, says: str) -> None:
    known = (condition("asthma"), taken("budesonide_inhaler"), medicine("albuterol_inhaler", None, "PRN"))
    text = talk(language, *known).said(says).text
    assert "not well controlled" not in text and "조절되지 않고" not in text


@pytest.mark.parametrize(
    ("language", "says", "counselled"),
    [
        ("en", "a mosquito bit me and my hand is all swollen", True),
        ("ko", "벌에 쏘인 데가 퉁퉁 붓고 가려워요", True),
        ("en", "I swelled up from the bus seat", False),
        ("ko", "모기가 많아서 잠을 못 자요", False),
    ],
)
def test_a_bite_that_swells_where_it_is_gets_counsel(language: Language, says: str, counselled: bool) -> None:
    text = talk(language).said(says, [told(symptom("hand_swelling"))]).text
    assert ("local reaction" in text or "국소 반응" in text) is counselled


def test_every_row_names_what_exists() -> None:
    kinds: tuple[Kind, ...] = ("conditions", "symptoms", "medications", "drug_classes", "procedures", "vitals")
    known = states() | {
        each for kind in kinds for entry in lexicon().entries(kind) for each in (entry.concept_id, *entry.broader)
    }
    for one in complaint_rows():
        named = {*one.having, *one.without, *one.after, *one.below, *one.complaints}
        assert named <= known, (one.name, named - known)
        assert one.source in sources(), one.name
        assert one.complaints or one.said is not None, one.name
        assert slots_of(one.ko) == slots_of(one.en) <= {"name"}, one.name
