"""Why something was said, the same more simply, and shorter without what must not be lost: out of that very answer."""

from __future__ import annotations

import pytest

from agent.answers.following.gist import shortened
from agent.skills.ports import Language
from tests.agent.conversation import Conversation, age, card_reader, condition, medicine, states, symptom, vital

DAY = "2024-05-01"


def talk_of(language: Language) -> Conversation:
    return Conversation(language, cards=card_reader()).knows(
        age(67),
        condition("atrial_fibrillation"),
        medicine("warfarin", "5mg", "QD"),
        medicine("amlodipine", "5mg", "QD"),
    )


@pytest.mark.parametrize(
    ("language", "asks", "why", "says"),
    [
        ("en", "May I take naproxen for my shoulder?", "How come?", "bleeding"),
        ("en", "May I take naproxen for my shoulder?", "What's the reason?", "bleeding"),
        ("ko", "어깨가 결리는데 나프록센 먹어도 되나요?", "왜요?", "출혈"),
        ("ko", "어깨가 결리는데 나프록센 먹어도 되나요?", "왜 그런가요", "출혈"),
        ("ko", "어깨가 결리는데 나프록센 먹어도 되나요?", "왜 그런지 쉽게 설명해 주시겠어요", "출혈"),
        ("en", "What are the side effects of amlodipine?", "Why do you say that?", "ankles"),
        ("ko", "암로디핀 부작용은 뭐예요?", "왜 그렇게 말씀하세요?", "발목"),
    ],
)
def test_a_reason_is_told_in_words_and_not_by_document(language: Language, asks: str, why: str, says: str) -> None:
    talk = talk_of(language)
    first = talk.said(asks).text
    text = talk.said(why).text
    assert says in text and text != first, text
    assert "-card-" not in text and "turn 1" not in text and "1번째" not in text, text


@pytest.mark.parametrize(
    ("language", "asks", "why", "says"),
    [
        ("en", "My pressure was 158/96 today. Is it too high?", "Why?", ("158", "above")),
        ("ko", "오늘 혈압 158/96 나왔어요. 높은 건가요?", "왜요?", ("158", "높")),
    ],
)
def test_the_reason_of_a_judgement_is_the_value_against_its_target(
    language: Language, asks: str, why: str, says: tuple[str, ...]
) -> None:
    talk = talk_of(language)
    told = (vital("systolic_blood_pressure", 158, "mm[Hg]", DAY), vital("diastolic_blood_pressure", 96, "mm[Hg]", DAY))
    talk.said(asks, [states(one) for one in told])
    text = talk.said(why).text
    assert all(one in text for one in says) and "rested on" not in text, text


@pytest.mark.parametrize(
    ("language", "asks", "wish"),
    [
        ("en", "May I take naproxen for my shoulder?", "I don't understand, simpler please"),
        ("en", "May I take naproxen for my shoulder?", "Can you put that in plain English?"),
        ("en", "May I take naproxen for my shoulder?", "Shorter please"),
        ("ko", "어깨가 결리는데 나프록센 먹어도 되나요?", "이해가 안 가요 쉬운 말로요"),
        ("ko", "어깨가 결리는데 나프록센 먹어도 되나요?", "더 짧게요"),
    ],
)
def test_simpler_or_shorter_keeps_the_verdict_and_its_reason(language: Language, asks: str, wish: str) -> None:
    talk = talk_of(language)
    first = talk.said(asks).text
    text = talk.said(wish).text
    assert len(text) < len(first), text
    assert ("No, do not" in text and "bleeding" in text) or ("쓰지 마세요" in text and "출혈" in text), text


def test_why_and_simpler_in_one_says_the_reason_once() -> None:
    talk = talk_of("ko")
    talk.said("어깨가 결리는데 나프록센 먹어도 되나요?")
    assert talk.said("왜 그런지 좀 더 쉽게 설명해 주시겠어요").text.count("와파린") == 1


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Is it a simple operation?"), ("ko", "요즘 쉽게 지치고 잘 못 먹어요"), ("en", "Explain warfarin simply")],
)
def test_other_words_ask_for_no_simpler_form(language: Language, said: str) -> None:
    talk = talk_of(language)
    warned = talk.said("나프록센 먹어도 되나요?" if language == "ko" else "May I take naproxen?").text
    text = talk.said(said).text
    assert text.split("\n")[0] not in warned, text


@pytest.mark.parametrize(
    ("text", "kept", "lost"),
    [
        ("The pulse you told, 48, is low. The criterion is that of X. Be seen at once if you faint.", "at once", "X"),
        ("Go on with it. It acts slowly. Ask your pharmacist about the hour.", "pharmacist", "slowly"),
        ("맥박 48은 낮습니다. 기준은 협회 것입니다. 쓰러지면 바로 진료를 받으세요.", "바로 진료", "협회"),
    ],
)
def test_what_is_short_keeps_when_to_get_help(text: str, kept: str, lost: str) -> None:
    said = shortened(text)
    assert kept in said and lost not in said


def test_a_warning_after_an_alarm_is_what_a_bare_why_asks_of() -> None:
    talk = talk_of("en")
    talk.said("I have a crushing chest pain", [states(symptom("chest_pain"))])
    talk.said("It was looked at and is fine. May I take naproxen for my shoulder?")
    assert "bleeding" in talk.said("Why?").text
