"""What the patient told over days may be told again with its days, counts and sums, and nothing else for it."""

from __future__ import annotations

from datetime import datetime
from typing import Final

import pytest

from agent.llm_failures import OutputUnusable
from agent.skills.kept_words import KeptWords
from agent.skills.recounted_checks import retold, settled
from projections.tiers import Tiers, TurnLine
from tests.shipped import vocabulary

ZONE: Final = {"ko": "Asia/Seoul", "en": "Europe/London"}
TALKS: Final = {
    "ko": (
        ("2026-05-04T20:00:00+09:00", "오늘 오후에 두통이 와서 이미그란 한 알 먹었어요."),
        ("2026-05-09T08:00:00+09:00", "어제 두통 심해서 이미그란 두 알 먹었네요. 남편은 혈압이 163에 86이래요."),
        ("2026-05-12T07:30:00+09:00", "아침 혈압 144에 82예요. 이미그란은 12알짜리 한 통이에요."),
        ("2026-05-20T09:00:00+09:00", "스프레이는 코피가 나서 그만뒀어요."),
    ),
    "en": (
        ("2026-07-06T20:00:00+01:00", "Palpitations again this evening after 3 cans of energy drink."),
        ("2026-07-14T09:00:00+01:00", "Bad palpitations last night, I had drunk 2 cans."),
        ("2026-07-20T09:00:00+01:00", "Weight 78.4 today. My husband is 91.2."),
        ("2026-07-27T09:00:00+01:00", "Weight down to 77.1 this morning."),
    ),
}
ASKED: Final = {
    "ko": ("2026-05-21T09:00:00+09:00", "두통 온 날이랑 이미그란 몇 알 먹었는지 알려 주세요?"),
    "en": ("2026-07-28T09:00:00+01:00", "On which days did I have palpitations, and how many cans each time?"),
}
RIGHT: Final = (
    ("ko", "두통은 5월 4일과 5/8 이틀이었고, 이미그란은 모두 세 알(4일 한 알, 8일 두 알) 드셨어요."),
    ("ko", "5월 4일에서 5월 8일까지 4일 간격이에요."),
    ("ko", "12알 중 3알 드셨으니 9알 남았어요."),
    ("ko", "5월 12일(화) 아침 혈압은 144/82였어요."),
    ("en", "Two days: 6 July (3 cans) and the night of 13 July (2 cans)."),
    ("en", "5 cans in all: 3 on Monday 6 July and 2 on 13 July."),
    ("en", "From 78.4 on 20 July to 77.1 on 27 July, down 1.3 in 7 days."),
    ("en", "It was 78.4 and then 77.1, so 1.3 kg."),
    ("en", "5 cans: 3 on 6 July and 2 on 13 July."),
    ("en", "You had 78.4, on 20 July."),
)
WRONG: Final = (
    ("ko", "5월 12일 아침 혈압은 163/86이었어요.", {"value_of_another_day", "number_of_another"}),
    ("ko", "5월 9일 아침 혈압은 144/82였어요.", {"value_of_another_day"}),
    ("ko", "5월 12일(수) 아침 혈압은 144/82였어요.", {"value_of_another_day"}),
    ("ko", "5월 15일에 두통이 왔어요.", {"ungrounded_number"}),
    ("ko", "코피가 나서 그만둔 건 5월 12일이에요.", {"value_of_another_day"}),
    ("ko", "이미그란은 모두 네 알(5월 4일 한 알, 5월 8일 두 알) 드셨어요.", {"ungrounded_number"}),
    ("en", "Three days: 6 July and 13 July.", {"ungrounded_number"}),
    ("en", "It was 91.2 on 20 July and 77.1 on 6 July.", {"value_of_another_day"}),
    ("en", "On Tuesday 6 July you had palpitations.", {"value_of_another_day"}),
    ("en", "You had 78.4, on 27 July.", {"value_of_another_day"}),
    ("en", "From 27 July to 20 July, 7 days.", {"value_of_another_day"}),
    ("ko", "5월 8일부터 5월 4일까지 4일 간격이에요.", {"value_of_another_day"}),
)


def kept(language: str) -> KeptWords:
    tiers = Tiers("patient")
    for turn, (at, words) in enumerate((*TALKS[language], ASKED[language]), 1):
        tiers.lines[turn] = TurnLine(turn, "talk", f"event-{turn}", words, datetime.fromisoformat(at))
    at, words = ASKED[language]
    return KeptWords(tiers, words, datetime.fromisoformat(at), ZONE[language], vocabulary().recogniser.find)


@pytest.mark.parametrize(("language", "answer"), RIGHT)
def test_what_was_told_is_told_again_with_its_days(language: str, answer: str) -> None:
    left = settled(answer, kept(language))
    assert not [one for one in left if one.isdigit()], "every number and day of it is borne out"


@pytest.mark.parametrize(("language", "answer", "checks"), WRONG)
def test_what_was_told_of_another_day_or_not_at_all_is_refused(language: str, answer: str, checks: set[str]) -> None:
    with pytest.raises(OutputUnusable) as refused:
        settled(answer, kept(language))
    assert refused.value.reason in checks


def test_a_count_that_its_list_does_not_come_to_is_sent_back_with_what_to_do() -> None:
    with pytest.raises(OutputUnusable) as refused:
        settled("Three days: 6 July and 13 July.", kept("en"))
    assert refused.value.problem.startswith("list the days that you counted")


def test_without_kept_words_an_answer_is_left_to_the_other_checks() -> None:
    answer = "The potassium was 4.6 on 9 March."
    assert settled(answer, KeptWords()) == answer


def test_an_account_of_a_day_is_known_by_its_day() -> None:
    assert retold("두통은 5월 4일에 있었어요.", kept("ko"))
    assert not retold("두통은 5월 20일에 있었어요.", kept("ko"))
    assert not retold("두통이 있으세요.", kept("ko")), "it tells how things stand now"
