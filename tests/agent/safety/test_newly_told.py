"""What is told second may be what makes the first a danger: an illness, a pregnancy or an allergy beside a medicine."""

from __future__ import annotations

import pytest

from agent.skills.ports import Language
from domain.values import Content
from tests.agent.conversation import NOW, Conversation, age, allergy, condition, lab, medicine, states


def taken(concept_id: str) -> Content:
    return medicine(concept_id, "10mg", "BID")


@pytest.mark.parametrize(
    ("language", "takes", "told", "says", "because"),
    [
        ("en", "propranolol", "asthma", "By the way, I do get a touch of asthma", "worsen asthma"),
        ("ko", "propranolol", "asthma", "참 저 가벼운 천식도 있어요", "천식이 나빠질"),
        ("en", "lisinopril", "pregnancy", "I have just found out I'm expecting", "unborn"),
        ("ko", "losartan", "pregnancy", "임신인 걸 알게 됐어요", "태아"),
    ],
)
def test_an_illness_told_after_a_medicine_is_weighed_with_it(
    language: Language, takes: str, told: str, says: str, because: str
) -> None:
    text = Conversation(language).knows(taken(takes)).said(says, [states(condition(told, language))]).text
    assert because in text, text


def test_an_allergy_told_after_a_medicine_stands_against_it() -> None:
    talk = Conversation("en").knows(medicine("amoxicillin", "500mg", "TID"))
    assert "Penicillin" in talk.said("I'm allergic to penicillin", [states(allergy("penicillin"))]).text.split("\n")[0]


@pytest.mark.parametrize("told", ["osteoporosis", "hypertension", "gout"])
def test_what_is_lived_with_alarms_nobody(told: str) -> None:
    talk = Conversation("en").knows(medicine("prednisolone", "5mg", "QD"), medicine("aspirin", "100mg", "QD"))
    assert "Caution" not in talk.said("I have that too", [states(condition(told, "en"))]).text


def test_aspirin_that_guards_a_stent_is_no_painkiller() -> None:
    talk = Conversation("ko").knows(age(67), condition("coronary_artery_disease"), condition("hypertension"))
    told = [states(medicine("aspirin", "100mg", "QD")), states(medicine("clopidogrel", "75mg", "QD"))]
    assert "주의" not in talk.said("아침에 아스피린 100이랑 클로피도그렐 75 먹어요. 클로피도그렐은 뭐예요?", told).text


def test_aspirin_for_a_pain_still_is_one() -> None:
    talk = Conversation("en").knows(age(67), medicine("warfarin", "3mg", "QD"))
    assert "bleeding" in talk.said("Can I take aspirin for my headache?").text


@pytest.mark.parametrize(
    ("language", "known", "says", "because"),
    [
        ("ko", condition("benign_prostatic_hyperplasia"), "약국에서 종합감기약 사 드려도 될까요?", "소변이 막힐"),
        ("en", condition("hypertension", "en"), "Can I have a cold remedy for my nose?", "raise blood pressure"),
        ("ko", condition("reflux_esophagitis"), "두통에 애드빌 먹어도 돼요?", "역류"),
        ("en", condition("gerd", "en"), "Is it ok to take naproxen for my back?", "irritate the stomach"),
        ("ko", taken("levothyroxine"), "저녁에 마그네슘 같이 먹어도 되나요?", "4시간"),
        (
            "en",
            condition("coronary_artery_disease", "en"),
            "Can I take sumatriptan for my migraine?",
            "narrow the vessels",
        ),
        ("en", taken("fexofenadine"), "Can I take it with grapefruit juice?", "4 hours"),
    ],
)
def test_more_that_should_not_meet_is_warned_of(language: Language, known: Content, says: str, because: str) -> None:
    assert because in Conversation(language).knows(known).said(says).text


def test_an_antihistamine_that_dries_nothing_up_stops_no_urine() -> None:
    talk = Conversation("en").knows(condition("benign_prostatic_hyperplasia", "en"))
    assert "urine" not in talk.said("Can I take cetirizine for my hay fever?").text


def test_two_that_are_often_prescribed_so_are_asked_about_without_a_no() -> None:
    told = [states(medicine("sertraline", "50mg", "QD")), states(medicine("sumatriptan", "50mg", None))]
    text = Conversation("en").said("I take sertraline 50 and sumatriptan 50. Are they ok together?", told).text
    assert "often prescribed so" in text and "No, " not in text


TODAY = NOW.date().isoformat()
_QTC = "qtc_interval"


@pytest.mark.parametrize(
    ("language", "takes", "value", "says", "because"),
    [
        ("en", "metformin", ("egfr", 24, "mL/min/{1.73_m2}"), "My eGFR came back at 24", "lactic acidosis"),
        ("ko", "naproxen", ("egfr", 38, "mL/min/{1.73_m2}"), "이번에 eGFR 38이래요", "콩팥 기능이 나빠질"),
        ("en", "citalopram", (_QTC, 510, "ms"), "The ECG showed a QTc of 510", "heart rhythm"),
        ("ko", "spironolactone", ("potassium", 5.8, "mmol/L"), "칼륨이 5.8 나왔어요", "칼륨이 위험하게"),
    ],
)
def test_a_value_told_after_a_medicine_is_weighed_with_it(
    language: Language, takes: str, value: tuple[str, float, str], says: str, because: str
) -> None:
    text = Conversation(language).knows(taken(takes)).said(says, [states(lab(*value, TODAY))]).text
    assert because in text, text


def test_a_value_no_worse_than_the_last_alarms_nobody_again() -> None:
    before = lab("egfr", 24, "mL/min/{1.73_m2}", "2024-03-01")
    talk = Conversation("en").knows(taken("metformin"), before)
    told = states(lab("egfr", 29, "mL/min/{1.73_m2}", TODAY))
    assert "lactic" not in talk.said("My eGFR is 29 now", [told]).text


@pytest.mark.parametrize(
    ("language", "takes", "says", "because"),
    [
        ("en", "simvastatin", "We are trying for a baby.", "unborn"),
        ("ko", "valproic_acid", "임신 준비 중이에요.", "태아"),
        ("ko", "ramipril", "임신했어요.", "태아"),
        ("en", "nitrofurantoin", "I've just been told I'm G6PD deficient.", "red blood cells"),
        ("en", "codeine", "I'm breastfeeding now.", "nursing baby"),
    ],
)
def test_a_state_that_only_the_words_tell_is_weighed_with_what_is_taken(
    language: Language, takes: str, says: str, because: str
) -> None:
    text = Conversation(language).knows(taken(takes)).said(says).text
    assert because in text, text


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "My sister is pregnant."),
        ("en", "I'm not pregnant."),
        ("en", "I was on it when I was pregnant."),
        ("ko", "언니가 임신했어요."),
        ("ko", "임신은 아니에요."),
    ],
)
def test_a_state_of_another_or_of_the_past_is_not_the_patients(language: Language, says: str) -> None:
    text = Conversation(language).knows(taken("simvastatin")).said(says).text
    assert "unborn" not in text and "태아" not in text, text


@pytest.mark.parametrize(
    ("language", "takes", "new", "says", "because"),
    [
        ("en", "simvastatin", "clarithromycin", "I started clarithromycin yesterday for my chest", "muscle damage"),
        ("ko", "simvastatin", "clarithromycin", "어제부터 클래리스로마이신 먹기 시작했어요", "근육이 심하게"),
        ("en", "nitroglycerin", "sildenafil", "I got some Viagra off the internet", "Take no more Sildenafil"),
        ("ko", "oxycodone", "zolpidem", "잠이 안 와서 졸피뎀 받았어요", "호흡이 위험하게"),
        ("en", "theophylline", "ciprofloxacin", "I was started on ciprofloxacin today", "theophylline toxic"),
    ],
)
def test_a_medicine_begun_now_is_weighed_with_what_was_taken_before(
    language: Language, takes: str, new: str, says: str, because: str
) -> None:
    text = Conversation(language).knows(taken(takes)).said(says, [states(medicine(new, None, None))]).text
    assert because in text, text


@pytest.mark.parametrize(
    ("language", "takes", "also", "says"),
    [
        ("en", "sertraline", "amitriptyline", "I take amitriptyline at night too"),
        ("ko", "quetiapine", "escitalopram", "에스시탈로프람도 아침에 먹어요"),
    ],
)
def test_what_is_told_as_taken_for_long_is_no_new_danger(language: Language, takes: str, also: str, says: str) -> None:
    text = Conversation(language).knows(taken(takes)).said(says, [states(medicine(also, None, "QD"))]).text
    assert "Caution" not in text and "주의:" not in text, text


@pytest.mark.parametrize(
    ("language", "takes", "says", "because"),
    [
        ("en", "sertraline", "Can I have a few drinks on Saturday with it?", "alcohol"),
        ("en", "metronidazole", "May I have a cocktail tonight?", "flushing"),
        ("ko", "zolpidem", "오늘 치맥 해도 돼요?", "호흡이 위험하게"),
    ],
)
def test_alcohol_by_other_words_is_alcohol(language: Language, takes: str, says: str, because: str) -> None:
    assert because in Conversation(language).knows(taken(takes)).said(says).text
