"""A medicine that is asked about is held against the medicines, illnesses, values and states on record."""

from __future__ import annotations

import pytest

from agent.safety.alarms import sources
from agent.safety.cautions import of_kind
from agent.safety.record import states
from agent.safety.states_told import BREASTFEEDING
from agent.safety.substances import substances
from agent.skills.ports import Language
from domain.values import Content, SlotKind, Status, Temporality
from tests.agent.conversation import Conversation, age, allergy, condition, lab, lexicon, medicine, none_of, vital

TODAY = "2024-05-02"
NO_ALLERGY = none_of(SlotKind.ALLERGIES)


def medicine_of(concept_id: str) -> Content:
    return medicine(concept_id, None, "QD")


def over(concept_id: str) -> Content:
    """An illness that the patient had and has no more."""
    return condition(concept_id).with_fields(status=Status.RESOLVED, temporality=Temporality.PAST)


@pytest.mark.parametrize(
    ("facts", "language", "question", "expected"),
    [
        ([lab("egfr", 24, "mL/min/{1.73_m2}", TODAY)], "ko", "메트포르민 먹어도 되나요?", "젖산산증이 생길 수 있음"),
        ([lab("egfr", 38, "mL/min/{1.73_m2}", TODAY)], "en", "Can I take metformin?", "may need a lower dose"),
        ([lab("potassium", 5.6, "mmol/L", TODAY)], "en", "Can I take spironolactone?", "raise potassium dangerously"),
        ([age(78)], "en", "Can I take zolpidem?", "falls and confusion"),
        ([age(6)], "ko", "코데인 먹어도 되나요?", "호흡이 위험하게 느려질 수 있음"),
        ([condition("long_qt_syndrome")], "en", "Can I take azithromycin?", "long QT"),
        ([medicine_of("citalopram")], "en", "Can I take clarithromycin?", "long QT"),
        ([medicine_of("ibuprofen")], "en", "Can I take naproxen as well?", "of the same kind"),
        ([condition("seizure_disorder")], "en", "May I use tramadol?", "seizures"),
        ([condition("cirrhosis")], "ko", "아세트아미노펜 먹어도 되나요?", "간이 더 상할 수 있음"),
        ([condition("asthma")], "en", "Can I take propranolol?", "worsen asthma"),
        ([over("asthma")], "en", "Can I use Cosopt eye drops?", "worsen asthma"),
        ([over("gastric_ulcer")], "ko", "이부프로펜 먹어도 되나요?", "출혈 위험이 커질 수 있음"),
        ([medicine_of("warfarin")], "en", "Can I use Daktarin gel for thrush?", "bleeding"),
        (
            [condition("pregnancy"), vital("gestational_age", 24, "wk", TODAY)],
            "en",
            "Can I take ibuprofen?",
            "unborn child",
        ),
        (
            [condition("pregnancy").with_fields(value=24.0, unit="wk")],
            "en",
            "Can I take ibuprofen?",
            "unborn child",
        ),
        ([medicine_of("warfarin")], "ko", "은행잎 추출물 먹어도 되나요?", "출혈 위험이 커질 수 있음"),
        ([condition("g6pd_deficiency")], "en", "Can I take nitrofurantoin?", "red blood cells"),
        ([], "en", "I am breastfeeding. Can I take codeine?", "nursing baby"),
    ],
)
def test_a_medicine_meets_what_is_on_record(
    facts: list[Content], language: Language, question: str, expected: str
) -> None:
    draft = Conversation(language).knows(*facts, NO_ALLERGY).said(question)
    assert expected in draft.text


@pytest.mark.parametrize(
    ("facts", "question"),
    [
        ([lab("egfr", 92, "mL/min/{1.73_m2}", TODAY)], "Can I take metformin?"),
        ([age(40)], "Can I take zolpidem?"),
        ([lab("potassium", 4.1, "mmol/L", TODAY)], "Can I take spironolactone?"),
        ([condition("long_qt_syndrome")], "Can I take amoxicillin?"),
        ([over("migraine")], "Can I take propranolol?"),
    ],
)
def test_what_is_on_record_and_harmless_brings_no_caution(facts: list[Content], question: str) -> None:
    assert "Caution" not in Conversation("en").knows(*facts, NO_ALLERGY).said(question).text


def test_an_allergy_holds_across_the_classes_that_react_alike() -> None:
    talk = Conversation("en").knows(allergy("penicillin"))
    assert "do not take or give Amoxicillin" in talk.said("Can I take amoxicillin?").text


def test_every_caution_names_concepts_of_the_lexicon_a_source_and_a_harm_in_both_languages() -> None:
    tables = ("conditions", "medications", "drug_classes", "procedures", "social")
    concepts = {
        each
        for kind in tables
        for entry in lexicon().entries(kind)  # type: ignore[arg-type]
        for each in (entry.concept_id, *entry.broader)
    }
    concepts |= states() | {BREASTFEEDING.concept_id} | {one.concept_id for one in substances()}
    for caution in (*of_kind("medicines"), *of_kind("states")):
        named = {token.removeprefix("planned:").removeprefix("had:") for token in caution.one | caution.other}
        assert named <= concepts, named - concepts
        assert caution.source in sources()
        assert caution.harm_ko and caution.harm_en


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "can I take ibuprofen? kidneys are fine, not pregnant"),
        ("en", "ibuprofen 200 ok to sleep? no tummy stuff no kidney stuff, definitely not pregnant"),
        ("ko", "이부프로펜 400 먹어도 되나요? 알러지 없고 위 신장 괜찮아요"),
        ("ko", "임신 아닌데 이부프로펜 먹어도 돼요?"),
    ],
)
def test_what_is_denied_beside_the_question_is_no_reason_against(language: Language, text: str) -> None:
    answer = Conversation(language).said(text).text
    assert not any(one in answer for one in ("harm the kidneys", "unborn", "콩팥 기능이 나빠", "태아에게 해로울"))


@pytest.mark.parametrize(
    ("language", "text", "harm"),
    [
        ("en", "is ibuprofen ok, my kidneys are not great", "harm the kidneys"),
        ("en", "can I take ibuprofen, I'm pregnant", "unborn"),
        ("ko", "신장이 안 좋은데 이부프로펜 먹어도 돼요?", "콩팥"),
        ("ko", "임신 중인데 이부프로펜 먹어도 되나요", "태아"),
    ],
)
def test_what_is_told_beside_the_question_is_one(language: Language, text: str, harm: str) -> None:
    assert harm in Conversation(language).said(text).text
