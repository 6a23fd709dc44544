"""One dose found untaken, a medicine that is only needed after a miss, and one left off before a tooth is pulled."""

from __future__ import annotations

import pytest

from agent.skills.ports import Language
from tests.agent.conversation import Conversation, medicine


def answered(language: Language, takes: str, often: str, text: str) -> str:
    return Conversation(language).knows(medicine(takes, None, often)).said(text).text


@pytest.mark.parametrize(
    ("language", "takes", "often", "text", "expected"),
    [
        ("en", "apixaban", "BID", "found this morning's tablet still in the box, it's 1pm. take two tonight?", "now"),
        ("en", "dabigatran", "BID", "this morning's capsule is still in the pack and it's 2 pm", "more than 6 hours"),
        ("en", "rivaroxaban", "QD", "last night's tablet is still in the packet, it is 7am", "more than 12 hours"),
        ("en", "edoxaban", "QD", "just noticed today's tablet is still in the organizer", "on the same day"),
        ("en", "warfarin", "QD", "found last night's tablet still in the box this morning", "only the next day"),
        ("en", "desogestrel", "QD", "just found this morning's pill still in the pack", "take one pill now"),
        ("ko", "apixaban", "BID", "아침 약이 약통에 그대로 있네요 지금 오후 1시인데 저녁에 두 알?", "지금 한 알을"),
        ("ko", "dabigatran", "BID", "아침 약이 그대로 남아 있어요 어떡하죠", "6시간 넘게"),
        ("ko", "warfarin", "QD", "어제 약이 약통에 그대로 있어요", "다음 날에야"),
        ("ko", "levothyroxine", "QD", "오늘 아침 약이 그대로 남아 있어요", "평소대로"),
    ],
)
def test_a_dose_found_untaken_is_a_missed_one(
    language: Language, takes: str, often: str, text: str, expected: str
) -> None:
    said = answered(language, takes, often, text)
    assert expected in said
    assert "recorded as stopped" not in said and "중단한 약" not in said


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("ko", "어제 것을 까먹었어요. 관계도 있었는데 응급피임약 먹어야 하나요?"),
        ("ko", "헐 어제 거 까먹음 지금 낮1시.. 사후피임약 먹어야돼요?"),
        ("ko", "어제 피임약 빼먹었어요 응급피임약 필요해요?"),
        ("en", "forgot last night's one, had sex, do I need emergency contraception?"),
        ("en", "missed yesterday's pill, should I get the morning-after pill?"),
    ],
)
def test_what_is_needed_after_a_miss_was_not_missed_itself(language: Language, text: str) -> None:
    said = answered(language, "drospirenone_ethinyl_estradiol", "QD", text)
    assert "48" in said
    assert not said.startswith(("응급피임약", "emergency contraceptive"))


@pytest.mark.parametrize(
    ("language", "takes", "text", "expected"),
    [
        ("ko", "warfarin", "내일 이 뽑는데 오늘 것 이미 안 먹었어요", "양쪽에 알리세요"),
        ("ko", "apixaban", "치과에서 이 뽑는대서 오늘 아침 거 건너뛰었어요", "양쪽에 알리세요"),
        ("ko", "clopidogrel", "발치 앞두고 오늘 것 안 먹었어요", "스스로 끊지 마세요"),
        ("en", "warfarin", "having a tooth pulled thursday so I already missed today's", "on your own"),
        ("en", "clopidogrel", "tooth out tomorrow, already skipped today's clopidogrel", "on your own"),
        ("en", "apixaban", "dentist tomorrow, I left out this morning's one already", "on your own"),
    ],
)
def test_who_left_it_off_before_a_tooth_is_told_so_and_of_no_days_that_were_not_told(
    language: Language, takes: str, text: str, expected: str
) -> None:
    said = answered(language, takes, "QD", text)
    assert expected in said
    assert "As you tell it" not in said and "말씀하신 대로면" not in said
