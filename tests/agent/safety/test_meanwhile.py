"""What an alarm says to do until help comes, and to whom it says not to drive; what follows once they were seen."""

from __future__ import annotations

import pytest

from agent.safety.tables import table
from agent.skills.ports import RED_FLAG, Language
from domain.values import Content
from tests.agent.conversation import Conversation, condition, medicine

UNTIL: list[tuple[list[Content], Language, str, str]] = [
    ([condition("asthma")], "en", "I can only get a word or two out and the inhaler is doing nothing", "up to ten"),
    ([condition("asthma")], "ko", "흡입기를 여러 번 뿌려도 소용없고 숨이 차서 말을 못 해요", "최대 10번"),
    ([], "en", "a crushing pain in my chest going down my left arm", "only if the emergency service tells you"),
    ([], "ko", "가슴이 쥐어짜듯 아프고 식은땀이 나요", "구급 상담원이 씹어 먹으라고 할 때만"),
    ([], "en", "one side of my mouth droops and my words come out slurred", "note the time"),
    ([], "ko", "입이 한쪽으로 돌아가고 말이 어눌해요", "시작된 시각"),
    ([medicine("apixaban", "5mg", "BID")], "en", "I hit my head on a beam and now I keep vomiting", "Apixaban"),
    ([], "en", "I hit my head on a beam and now I keep vomiting", "any blood thinner"),
    ([medicine("drospirenone_ethinyl_estradiol", "1", "QD")], "en",
     "after the long flight my left calf only is swollen and sore", "do not massage"),
    ([], "en", "he has been having a fit for six minutes and it will not stop", "nothing in the mouth"),
]  # fmt: skip


@pytest.mark.parametrize(("facts", "language", "text", "said"), UNTIL)
def test_an_alarm_says_what_to_do_until_help_comes(
    facts: list[Content], language: Language, text: str, said: str
) -> None:
    answer = Conversation(language).knows(*facts).said(text)
    assert RED_FLAG in answer.warnings
    assert said in answer.text.split("\n")[0]


@pytest.mark.parametrize(
    ("language", "own", "others", "driving"),
    [
        ("en", "I have a crushing pain in my chest and down my left arm",
         "my husband has a crushing pain in his chest and down his left arm", "drive yourself"),
        ("ko", "저 가슴이 쥐어짜듯 아프고 식은땀이 나요",
         "남편이 가슴이 쥐어짜듯 아프고 식은땀이 나요", "운전하지 마세요"),
    ],
)  # fmt: skip
def test_only_who_is_ill_is_told_not_to_drive(language: Language, own: str, others: str, driving: str) -> None:
    assert driving in Conversation(language).said(own).text
    told = Conversation(language).said(others)
    assert RED_FLAG in told.warnings
    assert driving not in told.text


def test_what_is_done_meanwhile_names_alarms_and_sources_that_exist() -> None:
    known = {*table("alarms"), *table("words"), "oxygen_saturation", "systolic_blood_pressure"}
    for name, row in table("meanwhile").items():
        assert row["source"] in table("sources"), name
        assert row["ko"] and row["en"]
        assert any(one.startswith(each.rstrip("*")) for each in row["of"] for one in known), name


@pytest.mark.parametrize(
    ("language", "alarm", "seen", "back", "later"),
    [
        ("en", "my mouth went lopsided and my words were mush for ten minutes",
         "they called it a TIA. home now, they put me on clopidogrel 75 a day", "go back at once",
         "can I take it with food?"),
        ("ko", "가슴이 쥐어짜듯 아프고 식은땀이 나요", "응급실 다녀왔어요. 괜찮대요",
         "바로 다시 가거나", "운동은 해도 되나요?"),
    ],
)  # fmt: skip
def test_who_was_seen_hears_when_to_go_back_and_no_alarm_again(
    language: Language, alarm: str, seen: str, back: str, later: str
) -> None:
    talk = Conversation(language)
    assert RED_FLAG in talk.said(alarm).warnings
    said = talk.said(seen)
    assert back in said.text and RED_FLAG not in said.warnings
    after = talk.said(later).text
    assert back not in after and "As I said" not in after and "앞서 말씀드린" not in after


def test_who_was_seen_without_an_alarm_hears_nothing_of_going_back() -> None:
    assert "go back at once" not in Conversation("en").said("they called it a TIA last month. home now").text


def test_what_to_do_now_after_an_alarm_is_what_follows_it() -> None:
    talk = Conversation("en")
    talk.said("I'm coughing up blood since this morning, bright red")
    assert talk.said("what do I do now").text.startswith("1. Call ")
