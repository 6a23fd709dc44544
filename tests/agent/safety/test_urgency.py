"""Alarms by combination: what the reader hears alone, what only sounds alike, and how long an alarm is upheld."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agent.safety import red_flags
from agent.skills.ports import RED_FLAG, Language
from domain.values import Content
from extraction.text.normalise import normalise
from tests.agent.conversation import Conversation, medicine, states, symptom
from tests.agent.safety.spoken import known, spoken
from tests.shipped import vocabulary


def taken(concept_id: str) -> Content:
    return medicine(concept_id, "10mg", "QD")


@pytest.mark.parametrize(
    ("language", "text", "urgency", "facts", "alarms"),
    [
        ("en", "My daughter is five, temp 38.6 since last night, eating toast and watching cartoons.", 0.2, [], False),
        ("en", "My daughter is five, temp 38.6 since last night, eating toast and watching cartoons.", 2.1, [], True),
        ("en", "My daughter has 38.6 since last night and a sore throat", 0.2, [], False),
        ("en", "My daughter has 38.6 since last night and a sore throat", 0.6, [], True),
        ("en", "temp 38.6 since last night", 0.2, ["conditions:pregnancy"], True),
        ("ko", "네 살 아들이 38.7도인데 물도 잘 마시고 장난감 갖고 잘 놀아요.", 0.3, [], False),
    ],
)
def test_the_ear_alone_must_be_surer_of_a_cold_and_of_who_is_at_ease(
    language: Language, text: str, urgency: float, facts: list[str], alarms: bool
) -> None:
    situation = replace(spoken(language, [known(fact) for fact in facts], text, urgent=True), urgency=urgency)
    found = red_flags(situation, vocabulary().recogniser.find(normalise(text).text), vocabulary().lexicon)
    assert bool(found) is alarms, found


@pytest.mark.parametrize(
    ("language", "says", "alarms"),
    [
        ("en", "GP cut my ramipril down to 5, I told you 10 before", False),
        ("en", "I cut my finger chopping onions", False),
        ("en", "hurt myself lifting the washing machine", False),
        ("en", "last night I cut my wrists a bit, nobody knows", True),
        ("en", "I keep thinking about stepping in front of the train", True),
        ("ko", "손목을 그었어요 깊진 않아요", True),
        ("en", "sparkling zigzags in both eyes for 20 minutes then headache", False),
        ("en", "got oven cleaner in my eye, can't open it", True),
        ("ko", "눈에 락스가 튀어서 앞이 뿌예요", True),
        ("ko", "눈에 안약 넣으면 따가워요", False),
        ("en", "I took the whole box of paracetamol an hour ago", True),
    ],
)
def test_one_word_is_no_alarm_and_two_that_belong_together_are(language: Language, says: str, alarms: bool) -> None:
    assert (RED_FLAG in Conversation(language).said(says).warnings) is alarms


@pytest.mark.parametrize(
    ("facts", "language", "says", "alarms"),
    [
        ([taken("ferrous_sulfate")], "en", "my stools are black since I started them, no tummy pain", False),
        ([taken("ferrous_sulfate")], "ko", "변이 새까매졌어요", False),
        ([taken("ferrous_sulfate"), taken("apixaban")], "en", "my stools are black", True),
        ([taken("ferrous_sulfate"), taken("naproxen")], "ko", "변이 새까매졌어요", True),
        ([taken("ferrous_sulfate")], "en", "my stools are black and sticky like tar", True),
        ([taken("ferrous_sulfate")], "ko", "변이 까맣고 일어서면 핑 돌아요", True),
        ([taken("amlodipine")], "en", "my stools are black", True),
    ],
)
def test_iron_explains_black_stools_and_nothing_beside(
    facts: list[Content], language: Language, says: str, alarms: bool
) -> None:
    draft = Conversation(language).knows(*facts).said(says, [states(symptom("melena"))])
    assert (RED_FLAG in draft.warnings) is alarms
    explained = "harmless effect" if language == "en" else "해롭지 않은 영향"
    assert (explained in draft.text) is not alarms


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "She slipped and knocked her head, now she keeps dozing off"),
        ("en", "She bumped her head on the sink. She's a bit sleepier than usual and says her head is sore"),
        ("ko", "넘어지면서 뒤통수를 박으셨는데 말씀이 느려지셨어요"),
        ("ko", "어제 화장실에서 미끄러져 머리를 찧었는데 머리가 계속 아파요"),
    ],
)
def test_a_blow_with_thinned_blood_and_a_sign_is_for_now(language: Language, says: str) -> None:
    text = Conversation(language).knows(taken("warfarin")).said(says).text
    assert text.startswith(("This may be an emergency", "응급일 수 있는")), text


@pytest.mark.parametrize(
    ("language", "blow", "later"),
    [
        ("en", "bumped my head on the shelf this morning, feel fine otherwise", "I've got a headache now"),
        ("ko", "머리를 선반에 부딪혔는데 혹만 났어요", "아까부터 자꾸 졸려요"),
    ],
)
def test_a_blow_told_before_and_a_sign_told_now_are_one_story(language: Language, blow: str, later: str) -> None:
    now = ("This may be an emergency", "응급일 수 있는")
    talk = Conversation(language).knows(taken("clopidogrel"))
    assert not talk.said(blow).text.startswith(now)
    assert talk.said(later).text.startswith(now)
    assert not Conversation(language).knows(taken("clopidogrel")).said(later).text.startswith(now)


@pytest.mark.parametrize(
    ("language", "blow"),
    [
        ("en", "he slipped and bumped the back of his head, says he is fine"),
        ("ko", "머리를 선반에 부딪혔는데 혹만 났어요"),
    ],
)
def test_a_blow_with_an_anticoagulant_is_seen_at_once(language: Language, blow: str) -> None:
    text = Conversation(language).knows(taken("warfarin")).said(blow).text
    assert text.startswith(("This may be an emergency", "응급일 수 있는"))


AGAIN = ("Please do not wait", "기다리지 마세요")


@pytest.mark.parametrize(
    ("language", "says", "goes_past"),
    [
        ("en", "my stools are black and sticky", "Cant I just skip tonights pill and see my doctor Monday?"),
        ("en", "my stools are black and sticky", "could it be the liquorice I ate?"),
        ("en", "my stools are black and sticky", "should I take the warfarin tonight or not"),
        ("en", "Poo is black like tar", "what about if I stop the warfarin for a couple of days"),
        ("en", "banged my head on the car door, feel drowsy now", "do i still take the evening warfarin"),
        ("en", "my chest feels tight and it goes down my left arm", "I'd rather have a nap first"),
        ("ko", "변이 까맣고 끈적해요", "그냥 누워서 쉬다가 모레 정기검진 때 말하면 안 될까요?"),
        ("ko", "변이 까맣고 끈적해요", "오늘 저녁 와파린만 건너뛰면 되겠죠?"),
        ("ko", "가슴이 쥐어짜듯 아프고 왼팔이 저려요", "체한 거 아닐까요?"),
    ],
)
def test_an_alarm_is_upheld_in_whatever_words_it_is_gone_past(language: Language, says: str, goes_past: str) -> None:
    talk = Conversation(language).knows(taken("warfarin"))
    assert RED_FLAG in talk.said(says).warnings
    assert talk.said(goes_past).text.startswith(AGAIN)


@pytest.mark.parametrize(
    ("language", "says", "after"),
    [
        ("en", "my stools are black and sticky", "Went to A&E, they did a scope and it was a small ulcer"),
        ("en", "my chest feels tight and it goes down my left arm", "ok, calling 999 now"),
        (
            "en",
            "my stools are black and sticky",
            "Of what you know about me, show only diagnoses, medications and allergies.",
        ),
        ("ko", "변이 까맣고 끈적해요", "응급실 다녀왔어요. 내시경에서 위궤양이래요"),
        ("ko", "가슴이 쥐어짜듯 아프고 왼팔이 저려요", "네 지금 바로 갈게요"),
    ],
)
def test_who_was_seen_or_goes_is_not_told_again(language: Language, says: str, after: str) -> None:
    talk = Conversation(language).knows(taken("warfarin"))
    assert RED_FLAG in talk.said(says).warnings
    assert not talk.said(after).text.startswith(AGAIN)


@pytest.mark.parametrize(
    ("language", "seen", "asks"),
    [
        ("en", "Went to A&E, they did a scope and it was a small ulcer", "Can I see my own doctor on Monday?"),
        ("ko", "응급실 다녀왔어요. 내시경에서 위궤양이래요", "월요일에 외래 가도 되죠?"),
    ],
)
def test_care_that_was_had_ends_an_alarm(language: Language, seen: str, asks: str) -> None:
    talk = Conversation(language).knows(taken("warfarin"))
    talk.said("my stools are black and sticky" if language == "en" else "변이 까맣고 끈적해요")
    talk.said(seen)
    assert not talk.said(asks).text.startswith(AGAIN)


@pytest.mark.parametrize(("at_once", "level"), [(1.2, "now"), (-1.2, "today")])
def test_what_can_wait_for_a_clinic_is_for_today(at_once: float, level: str) -> None:
    said = "my jaw has been stiff since the dentist and now I cannot open it"
    situation = replace(spoken("en", [], said, urgent=True), urgency=1.5, at_once=at_once)
    [flag] = red_flags(situation, vocabulary().recogniser.find(normalise(said).text), vocabulary().lexicon)
    assert flag.level == level
