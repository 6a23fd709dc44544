"""An alarm stands when it is doubted; quiet emergencies are heard; what only sounds like one is left alone."""

from __future__ import annotations

import pytest

from agent.skills.ports import RED_FLAG, Language
from domain.values import Content
from tests.agent.conversation import NOW, Conversation, condition, lab, medicine, states, symptom


def taken(concept_id: str) -> Content:
    return medicine(concept_id, "10mg", "QD")


@pytest.mark.parametrize(
    ("facts", "language", "says", "doubt", "upheld"),
    [
        ([taken("warfarin")], "en", "Mum knocked her head on Sunday and now she is drowsy and vomiting.",
         "Surely that can wait until tomorrow?", "call 999|call 911|call 119|emergency room now"),
        ([taken("warfarin")], "ko", "어제 모서리에 머리를 부딪혔는데 자꾸 졸리다 하고 토했어요.",
         "내일 가면 안 될까요?", "지금 바로"),
        ([taken("warfarin")], "ko", "어제 모서리에 머리를 부딪혔는데 자꾸 졸리다 하고 토했어요.",
         "오늘은 일 뛰고 다음 주 쉬는 날 가도 되나요", "지금 바로"),
        ([taken("docetaxel")], "en", "I am shivering and my temperature is 38.4.", "Really? Why are you so sure?",
         "white cells"),
        ([taken("docetaxel")], "ko", "열이 38.5도예요.", "정말 가야 돼요? 멀쩡한데.", "기다리지 마세요"),
        ([condition("heart_failure")], "en", "The scales said 71.2 on Monday and 74.0 today.", "Why should he ring?",
         "fluid"),
        ([taken("ethambutol")], "ko", "요즘 빨강하고 초록이 잘 구분이 안 돼요.", "다음 달에 말하면 안 될까요?",
         "눈 부작용"),
        ([taken("methimazole")], "ko", "어제부터 목이 아프고 오늘은 열이 38.6도예요.",
         "2주 전 검사에서 호중구 괜찮았잖아요, 그럼 상관없는 거 아니에요?", "기다리지 마세요"),
    ],
)  # fmt: skip
def test_a_doubted_alarm_stands_with_its_reason(
    facts: list[Content], language: Language, says: str, doubt: str, upheld: str
) -> None:
    talk = Conversation(language).knows(*facts)
    assert RED_FLAG in talk.said(says).warnings
    again = talk.said(doubt).text
    assert any(one in again for one in upheld.split("|")), again


@pytest.mark.parametrize(
    ("language", "says", "asks"),
    [
        ("ko", "체중이 사흘 만에 68에서 71.2로 늘었어요.", "이거 병원 가야 되는 건가요?"),
        ("ko", "체중이 사흘 만에 68에서 71.2로 늘었어요.", "의사한테 가봐야 할까요?"),
        ("en", "The scales said 71.2 on Monday and 74.0 today.", "Should we go to the hospital?"),
        ("en", "The scales said 71.2 on Monday and 74.0 today.", "Is this worth seeing someone about?"),
    ],
)
def test_who_asks_whether_to_be_seen_after_an_alarm_is_told_again(language: Language, says: str, asks: str) -> None:
    talk = Conversation(language).knows(condition("heart_failure"))
    assert RED_FLAG in talk.said(says).warnings
    again = talk.said(asks).text
    assert ("오늘 안에" if language == "ko" else "be seen today") in again, again


@pytest.mark.parametrize("refuses", ["Nah, I'm not going to A&E for a sore leg.", "I won't call anybody, it'll pass."])
def test_who_will_not_go_is_told_again(refuses: str) -> None:
    talk = Conversation("en").knows(taken("estradiol"))
    told = talk.said("My left calf is swollen.", [states(symptom("sudden_leg_pain_swelling"))])
    assert RED_FLAG in told.warnings
    assert "do not wait" in talk.said(refuses).text.casefold()


@pytest.mark.parametrize(
    ("language", "says", "plays_down"),
    [
        ("ko", "오른팔에 힘이 안 들어가고 말이 꼬여요.", "아 그거 팔이 눌려서 그런 거 같아요 이제 괜찮아요"),
        ("ko", "오른팔에 힘이 안 들어가고 말이 꼬여요.", "금방 나아졌어요"),
        ("en", "My arm won't lift and my words come out wrong.", "It's gone now, probably just slept on it"),
    ],
)
def test_who_makes_little_of_an_emergency_is_told_again(language: Language, says: str, plays_down: str) -> None:
    talk = Conversation(language)
    assert RED_FLAG in talk.said(says).warnings
    assert ("기다리지 마세요" if language == "ko" else "do not wait") in talk.said(plays_down).text


@pytest.mark.parametrize(
    ("language", "says", "joke", "line"),
    [
        ("ko", "그냥 죽고 싶어요.", "ㄴㄴ 농담임 걱정마", "109"),
        ("en", "I want to kill myself.", "just joking, don't worry", "988"),
    ],
)
def test_a_wish_to_die_that_was_a_joke_is_asked_about(language: Language, says: str, joke: str, line: str) -> None:
    talk = Conversation(language)
    assert RED_FLAG in talk.said(says).warnings
    assert line in talk.said(joke).text


def test_what_was_no_emergency_may_be_made_little_of() -> None:
    talk = Conversation("ko")
    talk.said("무릎이 좀 쑤셔요.")
    assert "기다리지" not in talk.said("이제 괜찮아요").text


def test_why_a_medicine_is_taken_doubts_no_alarm_of_something_else() -> None:
    talk = Conversation("en").knows(condition("heart_failure"), taken("lisinopril"))
    assert RED_FLAG in talk.said("The scales said 71.2 on Monday and 74.0 today.").warnings
    assert "lisinopril" in talk.said("Remind me why I'm on lisinopril").text.casefold()


@pytest.mark.parametrize(("values", "at_once"), [((51.0, 112.0), False), ((112.0, 51.0), True), ((51.0, 62.0), True)])
def test_a_low_sugar_that_came_up_again_calls_no_ambulance(values: tuple[float, float], at_once: bool) -> None:
    talk = Conversation("en").knows(condition("type_1_diabetes"))
    was, now = (lab("glucose", value, "mg/dL", NOW.date().isoformat()) for value in values)
    told = talk.said("Sugar in the night and just now.", [states(was.with_fields(qualifier="night")), states(now)])
    assert ("may be an emergency" in told.text) is at_once, told.text


@pytest.mark.parametrize(
    ("language", "says", "alarms"),
    [
        ("ko", "코피가 20분째 안 멎어요.", True),
        ("ko", "코피가 났는데 금방 멎었어요.", False),
        ("en", "I've had a nosebleed for 25 minutes and it won't stop.", True),
        ("en", "Just a spot of blood on the hanky, the nosebleed stopped at once.", False),
    ],
)
def test_a_nosebleed_under_a_blood_thinner_alarms_by_how_long_it_lasts(
    language: Language, says: str, alarms: bool
) -> None:
    talk = Conversation(language).knows(taken("warfarin"))
    assert (RED_FLAG in talk.said(says).warnings) is alarms


def test_who_is_home_again_is_not_sent_back() -> None:
    talk = Conversation("en").knows(condition("asthma"))
    talk.said("He can't finish a sentence and the inhaler is wearing off already.")
    assert "Please do not wait" not in talk.said("Home now, they gave him steroids. Why so many tablets?").text


def test_where_help_had_been_called_another_matter_is_not_going_past_the_alarm() -> None:
    talk = Conversation("ko").knows(condition("lumbar_disc_herniation"))
    talk.said("오늘 병실 할머니가 가슴 아프다고 하셔서 119 불렀어요. 저는 그냥 허리만 뻐근해요")
    assert "기다리지 마세요" not in talk.said("환자 옮길 때 허리 안 아프게 하는 방법 몇 가지만").text


@pytest.mark.parametrize(
    ("facts", "language", "says"),
    [
        ([condition("asthma")], "en", "He only manages single words, then stops for breath."),
        ([condition("asthma")], "ko", "한두 마디 하고 숨을 쉬어요. 벤토린 뿌려도 금방 다시 나빠져요."),
        ([condition("heart_failure")], "en",
         "She has slept in the armchair for three nights and her slippers are tight."),
        ([condition("heart_failure")], "ko", "며칠째 소파에 앉아서 자요. 신발이 꽉 껴요."),
        ([taken("ethambutol")], "en", "Red and green look washed out since last week."),
        ([taken("amlodipine")], "en", "Her pressure was 84/50 when she stood up this morning."),
        ([taken("tamoxifen")], "ko", "폐경인데 어제 피가 살짝 비쳤어요."),
    ],
)  # fmt: skip
def test_a_quiet_emergency_is_heard(facts: list[Content], language: Language, says: str) -> None:
    assert RED_FLAG in Conversation(language).knows(*facts).said(says).warnings


@pytest.mark.parametrize(
    ("facts", "language", "says"),
    [
        ([taken("lithium")], "en", "I get muddled about which tablet goes when."),
        ([taken("lithium")], "en", "A fine tremor, the same since 2019, worse with coffee."),
        ([taken("tamoxifen")], "en", "My dose went to 100 last month."),
        ([taken("glimepiride")], "en", "My sugar was 3.3 on Tuesday and I was shaky. I had juice and it passed off."),
        ([taken("lamotrigine")], "en", "My brother had a dreadful rash on it years back."),
        ([], "ko", "아침에 뽑은 피 결과가 나왔어요."),
    ],
)
def test_what_only_sounds_like_one_is_left_alone(facts: list[Content], language: Language, says: str) -> None:
    assert RED_FLAG not in Conversation(language).knows(*facts).said(says).warnings


def test_a_reaction_to_one_thing_is_no_reaction_to_the_medicine_named_before_it() -> None:
    talk = Conversation("en").knows(taken("levothyroxine"))
    talk.said("I take levothyroxine every morning and latex brings me out in welts.")
    said = talk.said("Write a short list for the nurse with my tablets.").text
    assert "Medicines: Levothyroxine" in said


def test_a_medicine_only_asked_about_is_not_handed_over_as_taken() -> None:
    talk = Conversation("en").knows(taken("lithium"))
    talk.said("Can I take naproxen for my back?")
    said = talk.said("Write a short note for the nurse with what I take and what I can't have.").text
    assert "Medicines: Lithium" in said
    assert "Not to have: Naproxen" in said


@pytest.mark.parametrize(
    ("language", "says", "asks", "steps", "first"),
    [
        ("en", "My chest feels crushed and my left arm is numb.", "What do I do first? Give me 4 steps.", 4, "Call "),
        ("ko", "가슴이 쥐어짜듯 아프고 왼팔이 저려요.", "그럼 지금 뭐부터 해야 돼요? 3단계로요.", 3, "지금 바로"),
    ],
)
def test_steps_asked_for_after_an_alarm_are_those_that_follow_it(
    language: Language, says: str, asks: str, steps: int, first: str
) -> None:
    talk = Conversation(language).knows(taken("warfarin"))
    assert RED_FLAG in talk.said(says).warnings
    lines = [one for one in talk.said(asks).text.splitlines() if one[:2] in {f"{at}." for at in range(1, 9)}]
    assert len(lines) == steps
    assert first in lines[0]
    assert any("warfarin" in one.casefold() for one in lines)


def test_steps_asked_for_without_an_alarm_are_a_plan_for_the_week() -> None:
    talk = Conversation("en").knows(taken("warfarin"))
    talk.said("I slept well.")
    assert "emergency room" not in talk.said("Give me a plan for this week in 3 steps.").text
