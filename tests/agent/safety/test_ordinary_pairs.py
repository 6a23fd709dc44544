"""What is ordinarily fine together: a yes with its heed, and everything that must stay a no, a question or silence."""

from __future__ import annotations

import pytest

from agent.safety.alarms import sources
from agent.safety.ordinary_pairs import ordinary_rows
from agent.safety.record import states as states_of_records
from agent.safety.substances import substances
from agent.safety.tables import table
from agent.skills.ports import Language
from domain.values import Concept, Content, SlotKind
from extraction.naming.mentions import Kind
from tests.agent.conversation import Conversation, age, allergy, condition, lab, medicine, none_of, states
from tests.shipped import vocabulary

YES = ("Yes, as far as is known", "네, 알려진 바로는")
NO_CLASH = ("No, no clash is known", "아니요, 알려진 문제는 없습니다")
PART = ("With part of what you take", "드시는 것 가운데 일부와는")
FINE = (*YES, *NO_CLASH, *PART)
HIGH_POTASSIUM = lab("potassium", 5.6, "mmol/L", "2026-03-01")


def said(language: Language, asked: str, *known: Content, heard: bool = True) -> str:
    facts = (*known, none_of(SlotKind.ALLERGIES)) if heard else known
    return Conversation(language).knows(*facts).said(asked).text


def taking(name: str) -> Content:
    return medicine(name, None, "QD")


def test_the_table_names_only_what_exists() -> None:
    lexicon = vocabulary().lexicon
    kinds: tuple[Kind, ...] = ("medications", "drug_classes", "conditions", "social", "procedures")
    known = {each for kind in kinds for one in lexicon.entries(kind) for each in (one.concept_id, *one.broader)}
    known |= states_of_records() | {one.concept_id for one in substances()} | {"any", "breastfeeding"}
    for row in ordinary_rows():
        own = {row.food.concept_id} if row.food is not None else set()
        assert row.one | row.beside | row.not_for | row.holds | row.spared <= known | own, sorted(row.one)
        assert row.source in sources() and row.heed_ko and row.heed_en
    assert {*table("ordinary_pairs")["narrow"].split()} <= known


@pytest.mark.parametrize(
    ("language", "record", "asked", "names"),
    [
        ("en", "amlodipine", "Can I take paracetamol with amlodipine?", ("Amlodipine", "4,000 mg")),
        ("en", "metformin", "is cetirizine ok with my metformin", ("Cetirizine", "Metformin", "drowsy")),
        ("en", "atorvastatin", "would vitamin D be alright alongside atorvastatin?", ("Vitamin D", "4,000 IU")),
        ("en", "amlodipine", "may I take omeprazole on top of my amlodipine", ("Omeprazole", "two weeks")),
        ("en", "escitalopram", "bought probiotics, fine with escitalopram?", ("Probiotics", "antibiotic")),
        ("en", "apixaban", "are throat sweets ok with apixaban?", ("flurbiprofen",)),
        ("en", "methotrexate", "Is a saline nasal spray ok with methotrexate?", ("only in the nose",)),
        ("en", "losartan", "can I have coffee with losartan", ("three or four cups",)),
        ("en", "sertraline", "may I drink milk with sertraline?", ("Sertraline", "Water")),
        ("en", "levothyroxine", "can I take folic acid with levothyroxine?", ("400 micrograms",)),
        ("en", "lisinopril", "Is it ok to take metformin with lisinopril?", ("often taken together",)),
        ("ko", "amlodipine", "암로디핀 먹는데 타이레놀 먹어도 돼요?", ("아세트아미노펜", "4000mg")),
        ("ko", "metformin", "지르텍 메트포르민이랑 같이 먹어도 되나요", ("세티리진", "메트포르민")),
        ("ko", "escitalopram", "비타민D 1000이랑 유산균 샀거든. 같이 먹어도 됨?", ("비타민 D", "유산균")),
        ("ko", "rosuvastatin", "로수바스타틴 먹는 중인데 루테인 괜찮을까", ("루테인",)),
        ("ko", "apixaban", "식염수 코 스프레이 뿌려도 되나요", ("코 안에만",)),
        ("ko", "losartan", "로사르탄 먹는데 커피 마셔도 되나요?", ("서너 잔",)),
        ("ko", "sertraline", "약이랑 우유 같이 마셔도 괜찮아요?", ("설트랄린",)),
    ],
)  # fmt: skip
def test_what_the_table_names_is_answered_with_a_yes_first_and_its_heed(
    language: Language, record: str, asked: str, names: tuple[str, ...]
) -> None:
    text = said(language, asked, taking(record))
    assert text.startswith(FINE), text
    assert all(one in text for one in names), text
    assert "neither for nor against" not in text and "된다거나 안 된다는" not in text


@pytest.mark.parametrize(
    ("language", "asked"),
    [
        ("en", "Do I have to avoid spinach with apixaban?"),
        ("en", "any problem with vitamin C and my apixaban?"),
        ("ko", "아픽사반 먹는데 시금치 피해야 하나요?"),
        ("ko", "아픽사반이랑 비타민C 같이 먹으면 문제 있나요?"),
    ],
)
def test_whether_harm_comes_of_it_is_answered_with_a_no(language: Language, asked: str) -> None:
    assert said(language, asked, taking("apixaban")).startswith(NO_CLASH)


@pytest.mark.parametrize(
    ("language", "asked", "known"),
    [
        # warned of: between medicines, with an illness, a value, an age, an allergy
        ("en", "Can I take paracetamol with warfarin?", (taking("warfarin"),)),
        ("en", "Can I take paracetamol with amlodipine?", (taking("amlodipine"), condition("cirrhosis"))),
        ("en", "Can I take vitamin D with amlodipine?", (taking("amlodipine"), condition("sarcoidosis"))),
        ("en", "may I have a banana with losartan?", (taking("losartan"), HIGH_POTASSIUM)),
        ("en", "can he take cetirizine with montelukast?", (taking("montelukast"), age(3))),
        ("en", "Can I take paracetamol with amlodipine?", (taking("amlodipine"), allergy("acetaminophen"))),
        ("en", "can I drink milk with amlodipine?", (taking("amlodipine"), allergy("milk"))),
        ("en", "Can I take fish oil with apixaban?", (taking("apixaban"),)),
        ("en", "can I have grapefruit with simvastatin?", (taking("simvastatin"),)),
        ("en", "Can I take a cold remedy with pseudoephedrine with losartan?", (taking("losartan"),)),
        ("en", "is cetirizine ok with metformin", (taking("metformin"), condition("chronic_kidney_disease"))),
        ("ko", "와파린 먹는데 타이레놀 먹어도 돼요?", (taking("warfarin"),)),
        ("ko", "암로디핀 먹는데 이부프로펜 먹어도 돼요?", (taking("amlodipine"), condition("chronic_kidney_disease"))),
        ("ko", "아목시실린이랑 우유 먹어도 되나요", (taking("amoxicillin"), allergy("milk"))),
        # narrow medicines that no row names
        ("en", "is cetirizine ok with lithium?", (taking("lithium"),)),
        ("en", "Can I take vitamin C with tacrolimus?", (taking("tacrolimus"),)),
        ("en", "Can I take omeprazole with methotrexate?", (taking("methotrexate"),)),
        ("ko", "카르바마제핀 먹는데 비타민D 먹어도 되나요", (taking("carbamazepine"),)),
        # the same substance twice
        ("en", "Can I take vitamin D with my calcium and vitamin D tablet?", (taking("calcium_vitamin_d"),)),
        ("en", "Can I take paracetamol with co-codamol?", (taking("codeine_acetaminophen"),)),
        # other questions: how much, when, instead, a stop, somebody else
        ("en", "How much paracetamol can I take with amlodipine?", (taking("amlodipine"),)),
        ("en", "can I take vitamin D instead of amlodipine?", (taking("amlodipine"),)),
        ("en", "can I stop amlodipine and take vitamin C?", (taking("amlodipine"),)),
        ("en", "can my sister take paracetamol with her lithium?", (taking("amlodipine"),)),
        ("ko", "암로디핀 대신 오메가3 먹어도 되나요", (taking("amlodipine"),)),
        ("ko", "타이레놀 몇 알까지 먹어도 되나요", (taking("amlodipine"),)),
        # a medicine that is only told of, and a food asked of with an illness
        ("ko", "판토프라졸 받았어요. 아스피린도 같이 먹고 있고요", (taking("aspirin"),)),
        ("en", "I take vitamin D together with amlodipine.", (taking("amlodipine"),)),
        ("en", "is candesartan all right with my asthma?", (taking("albuterol_inhaler"), condition("asthma"))),
        ("ko", "칸데사르탄 천식 있어도 괜찮나요?", (taking("albuterol_inhaler"), condition("asthma"))),
        ("en", "is chicken ok with gout?", (taking("allopurinol"), condition("gout"))),
        ("en", "is chicken ok? and beer?", (taking("allopurinol"), condition("gout"))),
        # what is asked about is what no row names
        ("en", "can I drink beer with my tablets?", (taking("amlodipine"), taking("metformin"))),
        ("ko", "암로디핀 술이랑 먹어도 되나요?", (taking("amlodipine"), taking("metformin"))),
        ("en", "Can I take melatonin with losartan?", (taking("losartan"), taking("metformin"))),
        # what no table knows
        ("en", "Can I take paracetamol with zorblaxin?", (taking("amlodipine"),)),
        ("ko", "조르블락신이랑 같이 타이레놀 먹어도 되나요", (taking("amlodipine"),)),
    ],
)  # fmt: skip
def test_what_anything_speaks_against_or_no_row_names_is_never_called_fine(
    language: Language, asked: str, known: tuple[Content, ...]
) -> None:
    heard = not any(one.slot is SlotKind.ALLERGIES for one in known)
    text = said(language, asked, *known, heard=heard)
    assert not any(one in text for one in FINE), text


def test_what_is_only_told_beside_what_is_warned_of_is_not_called_fine() -> None:
    vitamin = taking("vitamin_d")
    talk = Conversation("en").knows(condition("pregnancy"), taking("folic_acid"), none_of(SlotKind.ALLERGIES))
    text = talk.said("just on the folic acid and vitamin d, can I take nurofen?", [states(vitamin)]).text
    assert text.startswith("No, do not take") and not any(one in text for one in FINE), text


def test_hours_between_two_are_told_without_a_yes_for_the_rest() -> None:
    text = said("en", "can I drink milk with my tablets?", taking("doxycycline"), taking("cetirizine"))
    assert "4 hours apart" in text and not any(one in text for one in FINE), text


@pytest.mark.parametrize("language", ["en", "ko"])
def test_of_several_medicines_the_yes_holds_for_those_that_a_row_names(language: Language) -> None:
    asked = "Can I take vitamin C with my tablets?" if language == "en" else "지금 먹는 약이랑 비타민C 먹어도 되나요?"
    text = said(language, asked, taking("amlodipine"), taking("lithium"))
    assert text.startswith(PART), text
    lithium = "Lithium" if language == "en" else "리튬"
    assert lithium in text and text.index(lithium) > text.index("Amlodipine" if language == "en" else "암로디핀")


def test_a_medicine_on_record_that_no_table_knows_is_named_as_unknown() -> None:
    unlisted = Content(
        slot=SlotKind.MEDICATIONS, concept=Concept(concept_id="text:zorblaxin", name="zorblaxin", display="zorblaxin")
    )
    text = said("en", "Can I take paracetamol with my tablets?", taking("amlodipine"), unlisted)
    assert text.startswith(PART) and "Of zorblaxin with it I hold nothing" in text, text


@pytest.mark.parametrize("language", ["en", "ko"])
def test_an_allergy_that_was_never_asked_of_is_heeded(language: Language) -> None:
    asked = "Can I take cetirizine with metformin?" if language == "en" else "메트포르민 먹는데 지르텍 먹어도 돼요?"
    clause = "allergic to it" if language == "en" else "알레르기가 있으면"
    assert clause in said(language, asked, taking("metformin"), heard=False)
    assert clause not in said(language, asked, taking("metformin"))
