"""What only sounds like an alarm raises none, and what stands beside it still does; an alarm says what it is for."""

from __future__ import annotations

import pytest

from agent.safety import RedFlag, red_flags
from agent.skills.ports import Language
from domain.values import Content
from extraction.text.normalise import normalise
from tests.agent.conversation import Conversation, condition, medicine, symptom
from tests.agent.safety.spoken import spoken
from tests.shipped import vocabulary

QUIET: list[tuple[list[Content], Language, str]] = [
    ([], "en", "I nearly had a heart attack at the bill, my pulse is fine"),
    ([], "en", "we were out of breath laughing, anyway can I take vitamin D?"),
    ([], "en", "my head is going to explode with all this paperwork"),
    ([], "ko", "약값 보고 심장이 멎는 줄 알았어요"),
    ([], "ko", "깜짝 놀라서 심장 마비 오는 줄 알았네요"),
    ([], "ko", "스트레스로 머리가 터질 것 같아요"),
    ([condition("gout")], "en", "my big toe is so sore I can't bear the sheet on it"),
    ([medicine("amlodipine", "5mg", "QD")], "ko", "혈압약 먹고 발목이 좀 부어요. 숨은 안 차요"),
    ([], "en", "mam was taken to A&E with chest pain yesterday but she's home and grand, just heartburn"),
    ([], "ko", "아빠가 어제 가슴이 조여서 응급실 갔는데 역류성식도염이래요"),
    ([medicine("metoprolol", "50mg", "BID")], "en", "my pulse was 54 this morning and I feel a bit tired"),
    ([], "en", "the blue inhaler is the one I use before football"),
    ([], "en", "so far I've managed without medication, is lifestyle enough?"),
    ([], "en", "can I stay without medicine and only do lifestyle changes?"),
    ([], "ko", "아스피린 알레르기가 있어요. 조심할 점이 바뀌나요?"),
    ([], "ko", "주의할 점이 커지는지, 궁금한 점이 더 있어요"),
    ([], "ko", "크레아틴 하루 5g 먹어요"),
    ([], "ko", "10년 전에 아버지가 뇌졸중이셨어요. 숟가락을 놓치시더니 말을 못 하셨지요. 저는 뭘 검사하나요?"),
    (
        [],
        "en",
        "My dad had a stroke ten years ago. He dropped his spoon and couldn't speak. What should I have checked?",
    ),
    ([], "ko", "유산균 하루 7g 먹음"),
    ([], "ko", "창피해서 말을 못 했어요"),
    ([], "ko", "수유중이라고 말을 못 했는데 먹어도 되나요?"),
    ([], "ko", "가격 듣고 기절할 뻔했어요"),
]
LOUD: list[tuple[list[Content], Language, str]] = [
    ([], "en", "dad was taken to A&E with chest pain, they sent him home but now it is back and he is sweating"),
    ([], "ko", "엄마가 응급실 갔는데 괜찮대서 왔는데 지금 의식이 없어요"),
    ([], "en", "my stomach is agony, I can't bear the sheet on it and I have a fever"),
    ([], "en", "I can't straighten up, my belly is hard as a board and I keep vomiting"),
    ([], "en", "she was laughing and then her mouth dropped on one side"),
    ([], "ko", "새우 먹고 목이 붓고 숨이 차요"),
    ([], "ko", "타이레놀을 하루 8g 먹었어요"),
    ([], "ko", "아버지가 10년 전에 뇌졸중이셨어요. 숟가락을 놓치시더니 지금 말을 못 하세요"),
    ([], "en", "My dad had a stroke ten years ago. He can't speak now and his arm is weak"),
    ([], "ko", "갑자기 말을 못해요"),
    ([], "ko", "숨이 차서 말을 못 해요"),
    ([], "ko", "목이 뻣뻣하고 열이 39도예요"),
    ([], "ko", "너무 놀라서 심장이 멎는 줄 알았는데, 지금은 가슴이 계속 조이고 식은땀이 나요"),
    ([medicine("bisoprolol", "5mg", "QD")], "en", "my pulse is 38 and I'm dizzy"),
    ([], "en", "my pulse is 52 and I fainted this morning"),
    ([], "en", "her lips have gone blue and she is breathless"),
    ([], "en", "they would all be better off without me"),
    ([], "ko", "등에 있는 점이 커지고 피가 나요"),
]


def raised(language: Language, facts: list[Content], text: str) -> tuple[RedFlag, ...]:
    """What is raised as the service reads the words."""
    return red_flags(
        spoken(language, facts, text), vocabulary().recogniser.find(normalise(text).text), vocabulary().lexicon
    )


@pytest.mark.parametrize(("facts", "language", "text"), QUIET)
def test_what_only_sounds_like_an_alarm_raises_none(facts: list[Content], language: Language, text: str) -> None:
    assert raised(language, facts, text) == ()


@pytest.mark.parametrize(("facts", "language", "text"), LOUD)
def test_a_true_alarm_beside_such_words_is_raised(facts: list[Content], language: Language, text: str) -> None:
    assert raised(language, facts, text)


@pytest.mark.parametrize(
    ("language", "text", "named"),
    [("en", "my pulse is 41 and I feel so tired", "heart rate"), ("ko", "갑자기 머리가 너무 아파요", "뇌졸중")],
)
def test_what_only_a_reader_hears_is_said_by_its_name(language: Language, text: str, named: str) -> None:
    situation = spoken(language, [], text, urgent=True)
    (flag,) = red_flags(situation, (), vocabulary().lexicon)
    assert named in (flag.name_ko if language == "ko" else flag.name_en)


GRAVE: list[tuple[Language, str, bool]] = [
    ("ko", "요즘은 사는 게 무슨 의미가 있나 싶어요", True),
    ("ko", "이제 그만 살고 싶어요", True),
    ("ko", "사는 의미를 모르겠고 다 놔버리고 싶어요", True),
    ("en", "life isn't worth living any more", True),
    ("en", "what's the point of going on", True),
    ("en", "I'm so tired of living", True),
    ("ko", "운동하는 게 무슨 의미가 있나요?", False),
    ("ko", "이 동네 사는 게 좋아요", False),
    ("en", "what's the point of taking two inhalers?", False),
    ("en", "is the flu jab worth it?", False),
]


@pytest.mark.parametrize(("language", "text", "grave"), GRAVE)
def test_a_life_told_as_not_worth_it_is_heard_and_a_tablet_is_not(language: Language, text: str, grave: bool) -> None:
    assert any(one.self_harm for one in raised(language, [], text)) is grave


def test_a_wish_to_die_stands_first_in_a_note_for_the_doctor() -> None:
    talk = Conversation("en").knows(symptom("fatigue"), symptom("suicidal_ideation"), symptom("back_pain"))
    note = talk.said("write a note for my doctor").text
    line = next(each for each in note.split("\n") if "suicidal" in each)
    assert line.index("suicidal") < min(line.index("fatigue"), line.index("back pain"))
