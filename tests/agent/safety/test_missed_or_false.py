"""What hides an emergency in plain words raises it, and what only sounds like one raises none, by phenomenon."""

from __future__ import annotations

import pytest

from agent.safety.drinking import tells_heavy_drinking
from agent.safety.mishaps.beyond_dose import is_beyond
from agent.safety.self_harm import speaks_of_self_harm
from agent.safety.whereabouts import country_of
from agent.skills.ports import Language
from domain.values import Content, SlotKind, Status
from tests.agent.conversation import Conversation, age, medicine, states
from tests.agent.safety.spoken import known, spoken
from tests.agent.safety.test_red_flags import raised
from tests.shipped import vocabulary

PREGNANT = [known("conditions:pregnancy")]
INSULIN = [medicine("insulin_glargine", "18U", "QHS")]
YOUNG = [age(23)]


def drinker(quote_value: float = 8.0) -> Content:
    concept = vocabulary().lexicon.entry("social", "alcohol").concept("en")
    return Content(
        slot=SlotKind.SOCIAL_HISTORY,
        concept=concept,
        value=quote_value,
        unit="{drink}",
        frequency="QD",
        status=Status.ACTIVE,
    )


def alarms(language: Language, facts: list[Content], text: str) -> list[tuple[str, str]]:
    return [(one.key or one.symptom, one.level) for one in raised(language, facts, text)]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "sicked 8 times today, wee is like cola and only been once"),
        ("en", "can't keep anything down for two days, not even water"),
        ("en", "throwing up all day, lost half a stone and I've hardly peed"),
        ("en", "everything comes back up, even sips. should I try ginger?"),
        ("en", "puke every hour, not peed today"),
        ("ko", "하루 종일 토해서 3키로나 빠졌고 입이 바짝 말라요"),
        ("ko", "물만 마셔도 다 토해요 이틀째. 생강차 마시면 되나요"),
        ("ko", "하루에 열 번 토하고 체중이 4kg 빠졌어요"),
        ("ko", "먹는 족족 토하고 3kg 빠졌어요"),
        ("ko", "아무것도 못 먹고 계속 게워요 소변도 거의 안 나와요"),
    ],
)
def test_sickness_in_pregnancy_that_dries_out_is_seen_the_same_day(language: Language, text: str) -> None:
    assert any(key.startswith("hyperemesis") for key, _ in alarms(language, PREGNANT, text))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "bit queasy in the mornings, sick once, eating toast and drinking fine. does ginger help?"),
        ("en", "threw up once after curry, fine since, peeing normally"),
        ("ko", "아침에 한 번 토하고 나면 잘 먹고 물도 잘 마셔요 생강차 도움되나요?"),
        ("ko", "속이 울렁거리는데 밥은 먹어요 정상이죠?"),
    ],
)
def test_usual_morning_sickness_is_none(language: Language, text: str) -> None:
    assert alarms(language, PREGNANT, text) == []


@pytest.mark.parametrize(
    ("language", "text", "level"),
    [
        ("en", "big blob of jelly came out with streaks of pink blood, baby kicking, no pain", "today"),
        ("en", "lost my mucus plug, a bit of blood in it", "today"),
        ("en", "thick gooey bit with pinkish blood when I wiped", "today"),
        ("ko", "끈적한 콧물 같은 덩어리에 피가 살짝 섞여 나왔어요", "today"),
        ("ko", "이슬이 비쳤어요 분홍색 점액이에요", "today"),
        ("en", "bright red blood soaking a pad, no pain", "now"),
        ("en", "lots of bright red blood, no mucus", "now"),
        ("en", "jelly and then a gush of fresh blood", "now"),
        ("ko", "생리처럼 피가 콸콸 나와요", "now"),
        ("ko", "점액이 나오더니 새빨간 피가 뚝뚝 떨어져요", "now"),
    ],
)
def test_the_show_is_rung_about_and_bleeding_is_an_emergency(language: Language, text: str, level: str) -> None:
    facts = [known("conditions:pregnancy", 38.0, "wk")]
    assert alarms(language, facts, text)[0][1] == level


@pytest.mark.parametrize(
    ("language", "text", "twisted"),
    [
        ("ko", "한시간전부터 오른쪽 알이 갑자기 땡기고 아파요 한번 토함", True),
        ("ko", "왼쪽 부랄이 두 시간 전부터 미친듯이 아픔 성병임?", True),
        ("ko", "불알 한쪽이 자다가 갑자기 너무 아파요", True),
        ("en", "right nut really hurts all of a sudden, threw up once, didn't get hit", True),
        ("en", "woke up with agony in my right bollock, been sick", True),
        ("en", "my nutsack hurts so bad on one side since this morning", True),
        ("en", "my left testi hurts really bad since PE and i feel like throwing up", True),
        ("en", "kicked a ball and my foot hurts all of a sudden", False),
        ("en", "ball of my foot hurts suddenly when I run", False),
        ("en", "my eyeballs hurt all of a sudden", False),
        ("ko", "오른쪽 눈알이 갑자기 아파요", False),
        ("ko", "타이레놀 한 알이 목에 걸린 것처럼 갑자기 아파요", False),
        ("ko", "종아리에 알이 배겨서 아파요", False),
    ],
)
def test_a_twisted_testicle_is_heard_in_the_words_of_boys(language: Language, text: str, twisted: bool) -> None:
    found = alarms(language, [], text)
    assert ("testis" in dict(found)) is twisted
    assert not twisted or found[0] == ("testis", "now")


@pytest.mark.parametrize(
    ("language", "text", "level"),
    [
        ("en", "going cold turkey from tomorrow, ok? last time I got the shakes and saw spiders", "today"),
        ("en", "wife wants me to stop drinking completely today. any harm?", "today"),
        ("en", "I won't touch alcohol from tomorrow, proud of me?", "today"),
        ("ko", "내일부터 딱 끊을라는데 괜찮것소? 저번에 하루 안먹었더니 손 떨리고 벌레가 보였소", "today"),
        ("ko", "이번 주말부터 술 한 방울도 안 마시기로 했어요, 오늘부터 단주합니다", "today"),
        ("en", "stopped drinking two days ago, I'm seeing things crawling on the wall", "now"),
        ("ko", "어제부터 술 끊었는데 지금 벌레가 보이고 손이 덜덜 떨려요", "now"),
        ("en", "going cold turkey on the cigarettes tomorrow", None),
        ("ko", "내일부터 담배 딱 끊으려고요", None),
    ],
)
def test_who_drinks_much_daily_does_not_stop_at_once(language: Language, text: str, level: str | None) -> None:
    found = [each for key, each in alarms(language, [drinker()], text) if key.startswith("alcohol")]
    assert (found[0] if found else None) == level
    assert not [one for one in alarms(language, [], text) if one[0].startswith("alcohol")]


@pytest.mark.parametrize(
    ("text", "heavy"),
    [
        ("I get through a litre of cider and half a bottle of gin every night", True),
        ("8 pints a day, 55", True),
        ("밤마다 양주 한 병 비웁니다", True),
        ("저녁마다 맥주 여섯 캔 마셔요", True),
        ("bottle of vodka a day until 2015, sober since", False),
        ("a glass of wine every night", False),
        ("예전엔 매일 소주 두 병 마셨었죠", False),
        ("물을 매일 두 병 마셔요", False),
    ],
)
def test_much_alcohol_each_day_is_told_in_many_measures(text: str, heavy: bool) -> None:
    assert tells_heavy_drinking(text) is heavy


@pytest.mark.parametrize(
    ("language", "text", "happened"),
    [
        ("ko", "오늘밤은 그냥 건너뛰면 안됨? 두배맞아야함?", False),
        ("ko", "어제 깜빡했는데 오늘 두 배로 맞을까요?", False),
        ("ko", "혈당이 230인데 두번 맞아도 돼요?", False),
        ("ko", "깜빡했으면 다음날 두배로 놓나요?", False),
        ("en", "missed last night, do I inject twice the dose tonight?", False),
        ("en", "sugar is 240, can I take a double dose?", False),
        ("ko", "실수로 두 번 맞았어요 어떡해요?", True),
        ("ko", "8단위 맞을 걸 80단위 맞았어요", True),
        ("ko", "60단위 맞아버렸는데 괜찮아요?", True),
        ("en", "I took my Lantus twice tonight by mistake, should I be worried?", True),
        ("en", "accidentally injected 60 units instead of 6, what do I do?", True),
        ("en", "I've just injected 40 units of novorapid instead of my tresiba", True),
    ],
)
def test_a_dose_that_is_asked_about_has_not_been_taken(language: Language, text: str, happened: bool) -> None:
    assert bool(alarms(language, INSULIN, text)) is happened


@pytest.mark.parametrize(
    ("text", "beyond"),
    [
        ("misread the pen and took 42 units, what do I do", True),
        ("my doctor put me up, I took 20 units last night, ok?", False),
        ("took 18 units, is that ok?", False),
        ("I inject 60 units", False),
    ],
)
def test_units_are_too_many_by_the_dose_on_record(text: str, beyond: bool) -> None:
    view = spoken("en", INSULIN, "hello").view
    assert is_beyond(text, view.ledger, tuple(view.ledger.current(SlotKind.MEDICATIONS))) is beyond


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("ko", "혼자살고 점심은 안 묵었어"),
        ("ko", "여자 혼자살아요 약은 안 먹어요"),
        ("en", "I live alone and didn't bother with lunch today"),
        ("en", "just me and him in the house since mum died, he's been up every night and I'm shattered"),
        ("en", "he's been up wandering every night this week I'm on my knees, caring for dad"),
        ("en", "what's the point of taking two blood pressure tablets?"),
        ("en", "thinking of taking all my tablets in the morning instead of splitting them, ok?"),
        ("en", "left a goodbye note for my colleague who retires, anyway is ibuprofen ok"),
        ("ko", "남은 항생제 다 먹을까요?"),
        ("ko", "아침 저녁 약을 한꺼번에 먹어도 되나요"),
    ],
)
def test_who_is_alone_or_worn_out_is_not_taken_to_want_to_die(language: Language, text: str) -> None:
    assert not any(one.self_harm for one in raised(language, [], text))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("ko", "혼자 사는데 더는 살고 싶지 않아요"),
        ("ko", "혼자살아 밥도 안 먹고 이대로 죽었으면 좋겠어"),
        ("en", "up every night with mum, I can't go on, I'd rather be dead"),
        ("en", "I live alone, skipped lunch, everyone would be better off without me"),
        ("en", "don't eat, don't sleep, what's the point of any of it"),
        ("en", "stopped eating, I've written my goodbye letters"),
        ("en", "keep thinking about taking all my tablets"),
        ("ko", "잠도 못 자고 약을 한꺼번에 먹어버릴까 생각해요"),
        ("ko", "애들한테 마지막 편지 써놨어"),
    ],
)
def test_a_wish_to_die_beside_it_is_heard(language: Language, text: str) -> None:
    assert any(one.self_harm for one in raised(language, [], text))


def test_to_live_alone_is_not_read_as_the_word_it_is_written_like() -> None:
    assert not speaks_of_self_harm("혼자살고 있어요")
    assert speaks_of_self_harm("자살하고 싶어요")


@pytest.mark.parametrize(
    ("language", "facts", "text", "quiet"),
    [
        ("en", YOUNG, "sharp pain left of my breastbone, hurts if i press on the rib or twist. no fever", True),
        ("en", YOUNG, "chest pain only when I twist, sore to touch", True),
        ("ko", YOUNG, "가슴 왼쪽이 손으로 누르면 콕콕 아파요 심장마비예요?", True),
        ("ko", YOUNG, "벤치프레스 하고 가슴을 누르면 아프고 몸을 비틀 때 아파요", True),
        ("en", [age(58)], "chest pain, hurts when I press on it", False),
        ("en", [], "chest pain, hurts when I press on it", False),
        ("en", YOUNG, "chest pain pressing like an elephant, sweating", False),
        ("en", YOUNG, "chest hurts when I press but I'm breathless and coughing blood", False),
        ("ko", YOUNG, "가슴이 조이고 누르면 아프고 식은땀이 나요", False),
        ("en", [], "mosquito bite is swollen, red and hot and itchy. my mate died of sepsis. 36.8, feel ok", True),
        ("en", [], "horsefly bit my calf, red hot n swelled up, itches like mad, temp 36.8 i feel ok", True),
        ("ko", [], "등에 쏘인 종아리가 손바닥만하게 빨갛고 뜨겁고 가려워요 열은 36.7 컨디션 괜찮아요", True),
        ("en", [], "wasp sting and my lips are swelling and I'm wheezing", False),
        ("en", [], "bite on my leg, red streak going up, fever 38.8 and shaking", False),
        ("en", [], "she's started coughing and choking on the pills, shall I crush them in jam?", True),
        ("ko", [], "약 드실 때마다 사레들려 기침하시는데 갈아서 드려도 되나요?", True),
        ("en", [], "he's choking on a pill right now and can't breathe, should I crush it?", False),
        ("en", [], "doxycycline 100mg once a day for spots", True),
        ("en", [], "band of painful blisters round one side of my ribs since yesterday", False),
    ],
)
def test_what_its_own_words_explain_raises_nothing(
    language: Language, facts: list[Content], text: str, quiet: bool
) -> None:
    assert (alarms(language, facts, text) == []) is quiet


@pytest.mark.parametrize(
    ("language", "text", "own"),
    [
        ("en", "my neighbour had a stroke like this: my face has dropped on one side", True),
        ("en", "my sister got a rash from penicillin and now my throat is closing after taking it", True),
        ("ko", "친구가 뇌경색 왔었는데 저도 지금 오른팔에 힘이 빠지고 말이 어눌해요", True),
        ("en", "mum came out in hives after amoxicillin, can I have it?", False),
        ("en", "my mate had a heart attack on the pitch, should I get checked", False),
        ("ko", "언니가 세파 맞고 두드러기 났었어요 저도 조심해야 하나요", False),
    ],
)
def test_another_persons_story_hides_no_sign_of_ones_own(language: Language, text: str, own: bool) -> None:
    assert bool(alarms(language, [], text)) is own


@pytest.mark.parametrize(
    ("text", "level"), [("meter says 58, shaky", "today"), ("meter says 58, feel fine", "this_week")]
)
def test_a_low_sugar_that_is_felt_is_heard_of_today(text: str, level: str) -> None:
    assert [one.level for one in raised("en", [known("medications:gliclazide")], text)] == [level]


@pytest.mark.parametrize(
    ("before", "text", "alarmed"),
    [
        ("tonight I made a roasted beet salad", "ok so my pee is PINK. no pain. do I need the ER", False),
        ("비트샐러드 잔뜩 먹음", "오줌이 빨개요 안 아픈데 응급실 가야 해요?", False),
        ("tonight I made a pea soup", "ok so my pee is PINK. no pain. do I need the ER", True),
        ("tonight I made a roasted beet salad", "my pee is red with clots and my back hurts", True),
    ],
)
def test_what_was_eaten_a_turn_before_explains_the_colour(before: str, text: str, alarmed: bool) -> None:
    talk = Conversation("ko" if "가" <= text[0] <= "힣" else "en")
    talk.said(before)
    hematuria = known("symptoms:hematuria")
    answer = talk.said(text, [states(hematuria)]).text
    assert ("seen today" in answer or "오늘 안에 진료" in answer) is alarmed


@pytest.mark.parametrize(
    ("text", "country"),
    [
        ("38 weeks pregnant. Bronte, Adelaide", "AU"),
        ("I'm Bruce, Perth. 60", "AU"),
        ("Shane, 55, Perth WA", "AU"),
        ("Margaret, 77, Perth (the Scottish one)", "GB"),
        ("Ed, 50, London (the Canadian one)", "CA"),
        ("I'm 40, my kids are Sydney, Adelaide", None),
    ],
)
def test_a_town_behind_a_name_is_where_somebody_lives(text: str, country: str | None) -> None:
    situation = spoken("en", [], text)
    assert country_of(situation.view, situation.question) == country


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "had some beetroot and my wee is red with clots"),
        ("ko", "비트 먹었어요 소변이 빨개요"),
    ],
)
def test_a_thinned_blood_is_not_explained_by_beetroot(language: Language, text: str) -> None:
    found = alarms(language, [known("medications:warfarin")], text)
    assert found and found[0][1] in ("now", "today")
