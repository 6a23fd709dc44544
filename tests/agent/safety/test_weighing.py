"""What a turn names is weighed against the record before anything else is answered, in whatever words it is asked."""

from __future__ import annotations

import pytest

from agent.safety.cautions import of_kind
from agent.safety.substances import substances
from agent.skills.ports import Language
from domain.values import Certainty, Content
from tests.agent.conversation import Conversation, allergy, condition, lab, medicine

TODAY = "2024-05-02"


def taken(concept_id: str) -> Content:
    return medicine(concept_id, "10mg", "QD")


@pytest.mark.parametrize(
    ("facts", "language", "question", "no", "because"),
    [
        (
            [taken("colchicine")],
            "ko",
            "치과에서 에리스로마이신을 줬는데 먹어도 될까요?",
            "쓰지 마세요",
            "콜히친이 몸에 쌓여",
        ),
        (
            [taken("colchicine")],
            "en",
            "The dentist gave me clarithromycin, is that all right?",
            "do not take",
            "colchicine",
        ),
        ([taken("lithium")], "ko", "이부프로펜 사 왔는데 같이 먹어도 되나요?", "쓰지 마세요", "리튬 농도"),
        (
            [taken("lithium")],
            "en",
            "Could I have diclofenac for my shoulder?",
            "do not take",
            "lithium to toxic levels",
        ),
        ([condition("parkinsons_disease")], "en", "He feels sick, may he have a Stemetil?", "do not take", "movement"),
        ([condition("parkinsons_disease")], "ko", "속이 메스꺼운데 맥페란 먹어도 되나요?", "쓰지 마세요", "파킨슨"),
        ([taken("tamoxifen")], "ko", "우울해서 플루옥세틴을 받았는데 같이 먹어도 돼요?", "쓰지 마세요", "재발 방지"),
        ([taken("tamoxifen")], "en", "Am I all right to take paroxetine with it?", "do not take", "tamoxifen"),
        ([taken("losartan")], "ko", "싱겁게 먹으려고 저나트륨 소금 샀는데 써도 되죠?", "피하세요", "칼륨"),
        ([taken("ramipril")], "en", "Is a salt substitute all right for him?", "avoid", "potassium dangerously"),
        ([taken("docetaxel")], "en", "May I take St John's wort for my mood?", "do not take", "cancer medicine"),
        ([taken("metronidazole")], "ko", "오늘 맥주 한 캔 마셔도 되나요?", "피하세요", "홍조"),
        ([taken("isoniazid")], "en", "Can I have a couple of beers?", "avoid", "liver"),
        ([taken("methotrexate")], "en", "They gave me trimethoprim, can I take it?", "do not take", "methotrexate"),
        ([condition("epilepsy")], "en", "Can I take Sudafed for my cold?", "do not take", "seizures"),
        ([condition("hashimoto_thyroiditis")], "ko", "다시마환 먹어도 될까요?", "피하세요", "요오드"),
        ([taken("rifampin")], "ko", "피임약 새로 처방받았는데 같이 먹어도 돼요?", "쓰지 마세요", "피임약의 효과"),
        ([taken("warfarin")], "en", "Any harm in cranberry juice? Can I have it?", "avoid", "bleeding"),
    ],
)
def test_what_must_not_be_taken_is_told_first(
    facts: list[Content], language: Language, question: str, no: str, because: str
) -> None:
    first, _, rest = Conversation(language).knows(*facts).said(question).text.partition("\n")
    assert no in first, first
    assert because in first, first
    assert because not in rest, "it is told once"


@pytest.mark.parametrize(
    ("facts", "language", "told", "expected"),
    [
        ([taken("warfarin")], "en", "I have been taking naproxen for two days, is that ok?", "Take no more Naproxen"),
        ([taken("warfarin")], "ko", "나프록센을 이틀째 먹고 있는데 괜찮나요?", "더 쓰지 말고"),
        ([lab("egfr", 24, "mL/min/{1.73_m2}", TODAY), taken("metformin")], "en", "May I go on taking metformin?",
         "phone the prescriber today"),
        ([lab("egfr", 24, "mL/min/{1.73_m2}", TODAY), taken("metformin")], "ko", "메트포르민 이대로 먹어도 되겠소?",
         "오늘 바로 처방한 병원에 전화"),
    ],
)  # fmt: skip
def test_what_is_taken_already_is_left_out_or_asked_about_today(
    facts: list[Content], language: Language, told: str, expected: str
) -> None:
    assert expected in Conversation(language).knows(*facts).said(told).text


@pytest.mark.parametrize(
    ("language", "question"),
    [("en", "Can I take Augmentin?"), ("ko", "오구멘틴 먹어도 되나요?")],
)
def test_a_combination_is_its_parts(language: Language, question: str) -> None:
    said = Conversation(language).knows(allergy("amoxicillin")).said(question).text
    assert ("contains Amoxicillin" if language == "en" else "아목시실린 성분이 들어") in said


@pytest.mark.parametrize(
    ("language", "story", "name"),
    [
        ("ko", "마누라는 나프록센 먹고 있어요. 오늘 날씨가 좋네요.", "나프록센"),
        ("en", "My neighbour is on naproxen. Lovely weather today.", "Naproxen"),
        ("en", "Not naproxen, I said paracetamol.", "Naproxen"),
    ],
)
def test_what_another_takes_or_what_is_set_aside_is_not_weighed(language: Language, story: str, name: str) -> None:
    said = Conversation(language).knows(taken("warfarin")).said(story).text
    assert not said.startswith(name) and f"{name} together" not in said and f"{name}을 지금" not in said


def test_low_dose_aspirin_is_never_told_to_be_left_out() -> None:
    talk = Conversation("en").knows(taken("warfarin"), taken("aspirin"))
    said = talk.said("Can I take aspirin with warfarin?").text
    assert "do not stop it on your own" in said and "Take no more" not in said


def test_hours_apart_are_enough_where_only_absorption_suffers() -> None:
    said = Conversation("en").knows(taken("levothyroxine")).said("Can I take iron tablets?").text
    assert "4 hours apart" in said and "do not take" not in said


@pytest.mark.parametrize("language", ["ko", "en"])
def test_who_asks_why_hears_the_reason_of_the_warning(language: Language) -> None:
    talk = Conversation(language).knows(taken("lithium"))
    talk.said("나프록센 먹어도 되나요?" if language == "ko" else "Can I take naproxen?")
    why = talk.said("아까 그거 왜 안 된다고 하셨죠?" if language == "ko" else "Why were you so against that one?").text
    assert ("리튬 농도" if language == "ko" else "lithium to toxic levels") in why


def test_the_table_holds_well_over_150_rows_and_every_substance_has_a_word_in_both_languages() -> None:
    assert len(of_kind("medicines")) + len(of_kind("states")) >= 150
    for one in substances():
        assert one.stands_for or (one.name_ko and one.name_en), one.concept_id


def test_what_was_only_asked_about_is_not_said_to_be_taken() -> None:
    asked = taken("naproxen").with_fields(certainty=Certainty.UNCERTAIN)
    said = Conversation("en").knows(taken("warfarin"), asked).said("Can I take ibuprofen?").text
    assert "Warfarin, which you take" in said
    assert "Naproxen, if you take that" in said


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("ko", "주말에 하프마라톤 뛰는데 해도 되나요? 인슐린 어떻게 해요"),
        ("en", "Can I run a half marathon? What do I do with my insulin"),
        ("ko", "감기인데 인슐린 맞아도 되나요?"),
    ],
)
def test_a_plain_name_for_what_is_taken_is_nothing_new_beside_it(language: Language, question: str) -> None:
    talk = Conversation(language).knows(condition("type_1_diabetes"), medicine("insulin_aspart", "10U", "TID"))
    said = talk.said(question).text
    assert not any(words in said for words in ("쓰지 마세요", "do not take", "된다거나 안 된다", "I hold nothing")), (
        said
    )
