"""What patients wonder about is answered from one table, whatever the words; look-alikes are no emergency."""

from __future__ import annotations

import pytest

from agent.safety.alarms import sources
from agent.safety.counsel import counsels
from agent.safety.record import states
from agent.safety.substances import substances
from agent.skills.ports import Language
from domain.values import Content
from tests.agent.conversation import Conversation, condition, lexicon, medicine, vital

TODAY = "2024-05-02"


def taken(concept_id: str) -> Content:
    return medicine(concept_id, "10mg", "QD")


@pytest.mark.parametrize(
    ("facts", "language", "says", "expected"),
    [
        ([taken("rifampin")], "ko", "오줌이 빨갛게 나왔어요. 큰일인가요?", "주황~붉은색"),
        ([taken("rifampin")], "en", "My pee has gone bright orange, is that bad?", "turns urine"),
        ([taken("levodopa_carbidopa")], "ko", "기저귀에 소변이 진한 갈색인데 피인가요?", "레보도파"),
        ([taken("levodopa_carbidopa")], "en", "Her urine is very dark, is it blood?", "Levodopa"),
        ([taken("levothyroxine")], "ko", "약 먹고 십 분 만에 토했어요. 다시 먹나요?", "흡수되지 않았을"),
        ([taken("levothyroxine")], "en", "Sick just after my tablet. Take it again?", "came up within 30 minutes"),
        ([taken("warfarin")], "ko", "다음 주 임플란트 하는데 약을 며칠 끊을까요?", "스스로"),
        ([taken("warfarin")], "en", "I'm having a tooth out, do I stop it for days?", "Do not stop the blood thinner"),
        ([taken("metformin")], "en", "It gives me an upset stomach. What can I do?", "slow-release"),
        ([taken("gliclazide")], "en", "Do I need to tell them for my licence?", "DVLA"),
        ([condition("epilepsy")], "ko", "다음 달에 운전해도 되나요?", "운전하지 마세요"),
        ([taken("tamoxifen")], "en", "I had some spotting, is my period back?", "womb lining"),
        ([taken("lithium")], "en", "Can I come off it, I feel so good?", "suddenly risks"),
        ([taken("filgrastim")], "ko", "주사 맞고 골반이 쑤셔요. 왜 이래요?", "필그라스팀"),
        ([taken("isoniazid")], "ko", "피리독신은 비타민인데 안 먹어도 되죠?", "신경을 상하게"),
    ],
)  # fmt: skip
def test_what_patients_wonder_about_is_answered(
    facts: list[Content], language: Language, says: str, expected: str
) -> None:
    assert expected in Conversation(language).knows(*facts).said(says).text


def test_a_row_does_not_speak_to_who_has_nothing_of_it() -> None:
    assert "Rifampicin" not in Conversation("en").said("My pee has gone bright orange, is that bad?").text


def test_one_tablet_is_forgiven_only_to_who_was_warned_of_it() -> None:
    forgiven = "A single tablet seldom does harm"
    talk = Conversation("en").knows(taken("warfarin"))
    assert forgiven not in talk.said("I had my valve done in 2014, a metal one.").text
    talk.said("Can I take ibuprofen for my knee?")
    assert forgiven in talk.said("I only took the one.").text


def test_few_neutrophils_are_explained_and_enough_are_not() -> None:
    few = "Below 0.5 is very low"
    assert few in Conversation("en").said("The neutrophils were 0.2 today, why am I in here?").text
    assert few not in Conversation("en").said("TSH 0.01, neutrophils 2300. Is that better?").text


@pytest.mark.parametrize(
    ("says", "expected"),
    [
        ("She blew 240 this morning. Is that bad?", "range for caution"),
        ("He blew 140 just now. Is that bad?", "call an ambulance now"),
        ("She blew 290 this morning, is that fine?", "reassuring"),
    ],
)
def test_a_peak_flow_is_held_against_the_best(says: str, expected: str) -> None:
    talk = Conversation("en").knows(condition("asthma"), vital("peak_expiratory_flow", 300, "L/min", TODAY))
    assert expected in talk.said(says).text


def test_a_strength_is_no_peak_flow() -> None:
    talk = Conversation("en").knows(condition("asthma"), vital("peak_expiratory_flow", 300, "L/min", TODAY))
    assert "peak flow" not in talk.said("Two puffs of Clenil 100, she blew well. How much is that a day?").text


def test_every_row_names_what_exists() -> None:
    known = {
        each
        for kind in ("conditions", "medications", "drug_classes", "procedures", "labs", "vitals", "allergens")
        for entry in lexicon().entries(kind)
        for each in (entry.concept_id, *entry.broader)
    }
    known |= states() | {one.concept_id for one in substances()}
    for one in counsels():
        named = {each.removeprefix("allergy:") for each in (*one.having, *one.named)}
        assert named <= known, (one.name, named - known)
        assert one.source in sources(), one.name
        assert one.ko.strip() and one.en.strip()


@pytest.mark.parametrize(
    ("language", "says", "expected"),
    [
        ("ko", "저는 철분제 먹는데 이거 애기가 먹으면 위험해요?", "몇 알로도"),
        ("en", "I take iron tablets. Is it dangerous if my toddler swallows one?", "iron tablets can be deadly"),
    ],
)
def test_what_a_child_might_swallow_is_told_of(language: Language, says: str, expected: str) -> None:
    assert expected in Conversation(language).said(says).text


@pytest.mark.parametrize(
    "says", ["Her pills. Donepezil 10 at bedtime. Apixaban 2.5 twice a day.", "His prescription changed today"]
)
def test_who_keeps_anothers_list_uses_no_medicine_of_theirs(says: str) -> None:
    assert "meant for somebody else" not in Conversation("en").said(says).text


def test_a_medicine_of_somebody_elses_is_no_answer() -> None:
    said = Conversation("en").said("My sister has some spare diclofenac, can I take one?").text
    assert "meant for somebody else" in said


@pytest.mark.parametrize(
    ("language", "says"),
    [("ko", "엄지발가락이 죽을만큼 아프고 빨갛게 부었어요"), ("en", "my big toe is red and swollen, absolute agony")],
)
def test_a_gout_attack_is_no_ambulance(language: Language, says: str) -> None:
    text = Conversation(language).knows(condition("gout", language), taken("febuxostat")).said(says).text
    assert ("통풍 발작" in text or "gout attack" in text) and "emergency (" not in text and "응급일 수" not in text


def test_a_hot_joint_with_fever_is_not_called_gout() -> None:
    text = Conversation("en").knows(condition("gout", "en")).said("my knee is red and swollen and I have a fever").text
    assert "sounds like a gout attack" not in text


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("ko", "저는 철분제 하루 한 알 먹어요. 이거 아기가 먹으면 위험해요?"),
        ("ko", "제 혈압약 암로디핀을 애가 삼키면 어떻게 돼요?"),
        ("ko", "할머니가 드시는 당뇨약을 손주가 주워 먹으면 큰일 나나요?"),
        ("en", "is it dangerous if my toddler got into my metformin?"),
        ("en", "What happens if the baby swallows one of my iron tablets?"),
        ("en", "If my grandson ate one of those pills would it harm him?"),
    ],
)
def test_a_grown_persons_tablets_are_dangerous_to_a_child(language: Language, says: str) -> None:
    expected = "어른이 먹는 약은 어린아이에게" if language == "ko" else "Medicines meant for an adult"
    assert expected in Conversation(language).said(says).text


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("ko", "아이가 아목시실린 먹어도 되나요?"),
        ("ko", "우리 애가 해열제 먹으면 졸린가요?"),
        ("en", "is it ok if my son takes amoxicillin with food?"),
        ("en", "is it ok if my baby eats honey?"),
        ("en", "what happens if I swallow two of my tablets?"),
    ],
)
def test_a_childs_own_medicine_is_none_of_a_grown_persons(language: Language, says: str) -> None:
    text = Conversation(language).said(says).text
    assert "어른이 먹는 약은" not in text
    assert "Medicines meant for an adult" not in text
