"""Leave for an activity with an illness or a medicine on record: a yes or a no first, and look-alikes left alone."""

from __future__ import annotations

import pytest

from agent.safety.alarms import sources
from agent.safety.cautions import ids_of
from agent.safety.record import states
from agent.safety.tables import table
from agent.skills.ports import Language
from agent.words.sentences import slots_of
from domain.values import Content, SlotKind
from tests.agent.conversation import Conversation, condition, medicine, none_of, vital
from tests.shipped import vocabulary

HIGH = vital("systolic_blood_pressure", 172, "mm[Hg]", "2026-03-01")


def taking(name: str) -> Content:
    return medicine(name, None, "QD")


def said(language: Language, asked: str, *known: Content) -> str:
    return Conversation(language).knows(*known, none_of(SlotKind.ALLERGIES)).said(asked).text


def test_the_table_names_only_what_exists_and_says_the_same_in_both_languages() -> None:
    lexicon = vocabulary().lexicon
    known = {each for kind in ("medications", "drug_classes", "conditions", "procedures", "social")
             for one in lexicon.entries(kind) for each in (one.concept_id, *one.broader)}  # fmt: skip
    known |= states() | {"pressure_far_too_high", "breastfeeding"}
    for row in table("activities").values():
        assert row["source"] in sources() and {*ids_of(row.get("fine", ""))} <= known
        for case in row["cases"]:
            assert {*ids_of(case.get("with", "")), *ids_of(case.get("without", ""))} <= known, case
            assert slots_of(case["ko"]) == slots_of(case["en"]) <= {"name"}
            assert "with" in case or not slots_of(case["ko"])


@pytest.mark.parametrize(
    ("language", "asked", "known", "begins", "names"),
    [
        ("en", "can I give blood?", (taking("isotretinoin"),), "No", "4 weeks"),
        ("en", "uni has a blood drive, am I ok to donate blood?", (taking("apixaban"),), "No", "puncture"),
        ("en", "May I donate blood?", (condition("iron_deficiency_anemia"),), "No", "haemoglobin"),
        ("en", "got a tattoo last month, can I give blood?", (), "No", "4 months"),
        ("en", "can I give blood?", (taking("amlodipine"), condition("hypertension")), "Yes", "180/100"),
        ("en", "can I give blood?", (), "Yes", "tested there"),
        ("en", "can I give blood?", (taking("lithium"),), "With what is on record (Lithium)", "donor line"),
        ("ko", "헌혈해도 되나요?", (taking("isotretinoin"),), "아니요", "4주"),
        ("ko", "헌혈 가능한가요", (taking("warfarin"),), "아니요", "멎지"),
        ("ko", "헌혈해도 될까요", (taking("levothyroxine"),), "네", "문진"),
        ("en", "is a sauna ok?", (taking("losartan"),), "Yes, if the pressure", "cold plunge"),
        ("en", "can I use the hot tub?", (taking("losartan"), HIGH), "No, not for now", "172"),
        ("en", "is it safe to go in a sauna?", (condition("pregnancy"),), "No", "pregnancy"),
        ("ko", "찜질방 가도 되나요?", (condition("hypertension"),), "네", "냉탕"),
        ("ko", "사우나 해도 돼요?", (taking("fentanyl_patch"),), "아니요", "붙인 채로"),
        ("en", "can I drive after taking chlorpheniramine?", (), "No", "loratadine"),
        ("en", "am I ok to drive on loratadine?", (taking("mirtazapine"),), "Yes, as a rule", "less sleepy"),
        ("ko", "알레르기약 먹고 운전해도 되나요?", (taking("chlorpheniramine"),), "아니요", "펙소페나딘"),
        ("en", "can I get the flu jab?", (condition("pregnancy"),), "Yes, do have it", "not live"),
        ("en", "should I have the whooping cough vaccine?", (condition("pregnancy"),), "Yes", "27 to 36"),
        ("ko", "독감 주사 맞아도 되나요?", (condition("pregnancy"),), "네, 맞으세요", "생백신이 아니"),
        ("en", "is it ok to fly?", (condition("pregnancy"),), "Yes as a rule until week 36", "belt"),
        ("en", "can I fly next week?", (condition("pneumothorax"),), "No", "X-ray"),
        ("en", "can I have a glass of wine the evening before my blood test?", (), "No", "24 hours"),
        ("en", "can I fast for Ramadan?", (taking("metformin"),), "Yes as a rule", "Metformin"),
        ("ko", "라마단 단식해도 되나요?", (taking("levothyroxine"),), "네", "해 진 뒤"),
    ],
)  # fmt: skip
def test_a_yes_or_a_no_comes_first_about_the_thing_asked_and_what_is_on_record(
    language: Language, asked: str, known: tuple[Content, ...], begins: str, names: str
) -> None:
    text = said(language, asked, *known)
    assert text.startswith(begins), text
    assert names in text, text


@pytest.mark.parametrize(
    ("language", "asked", "known", "never"),
    [
        ("en", "I gave blood yesterday and feel faint, can I take iron?", (taking("amlodipine"),), "rules it out"),
        ("en", "can my brother give blood?", (taking("isotretinoin"),), "Isotretinoin"),
        ("en", "I drove here on chlorpheniramine, is that ok?", (), "No, do not drive"),
        ("en", "can you drive me mad", (taking("chlorpheniramine"),), "No, do not drive"),
        ("en", "can I get the MMR vaccine?", (condition("pregnancy"),), "Yes, do have it"),
        ("en", "can I get the flu jab?", (), "Yes, do have it"),
        ("en", "can I climb two flights of stairs?", (condition("hypertension"),), "hand luggage"),
        ("en", "was my fasting glucose ok?", (taking("metformin"),), "Yes as a rule"),
        ("en", "can I go to the sauna?", (taking("lithium"),), "Yes"),
        ("en", "can I fast in Ramadan?", (taking("gliclazide"),), "Yes as a rule"),
        ("ko", "라마단에 단식해도 되나요?", (taking("gliclazide"),), "네,"),
        ("ko", "헌혈했는데 어지러워요 철분제 먹어도 되나요?", (taking("amlodipine"),), "헌혈을 막는"),
        ("ko", "운전하다가 허리가 아파요", (taking("zolpidem"),), "위법"),
        ("ko", "동생이 헌혈해도 되나요?", (taking("isotretinoin"),), "이소트레티노인"),
    ],
)  # fmt: skip
def test_look_alikes_and_what_is_warned_of_get_no_such_answer(
    language: Language, asked: str, known: tuple[Content, ...], never: str
) -> None:
    assert never not in said(language, asked, *known)


@pytest.mark.parametrize(
    ("language", "asked"),
    [
        ("en", "crushing chest pain down my left arm right now, can I give blood and take paracetamol?"),
        ("ko", "지금 가슴이 쥐어짜듯 아프고 왼팔까지 저려요 타이레놀 먹어도 되나요?"),
    ],
)
def test_beside_an_alarm_nothing_is_called_fine(language: Language, asked: str) -> None:
    text = said(language, asked, taking("amlodipine"))
    assert not any(one in text for one in ("as far as is known", "알려진 바로는"))
