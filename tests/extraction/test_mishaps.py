"""What went wrong with taking a medicine, as words tell it in two languages, and what only sounds like it."""

from __future__ import annotations

from datetime import date

import pytest

from extraction.reading.medicines.mishaps import mishaps_in
from extraction.text.normalise import normalise

WEDNESDAY = date(2026, 6, 17)


def told(text: str) -> list[tuple[str, float | None]]:
    """The acts that a text tells, each once, with the longest of its spans."""
    found: dict[str, float | None] = {}
    for one in mishaps_in(normalise(text).text, WEDNESDAY):
        days = [each for each in (found.get(one.act), one.days) if each is not None]
        found[one.act] = max(days, default=None)
    return list(found.items())


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("{} 이틀 못 먹었어요", 2),
        ("{} 사흘이나 빼먹었네요", 3),
        ("{} 나흘째 안 먹고 있어요", 4),
        ("{} 닷새 동안 까먹었어요", 5),
        ("{} 일주일 못 드셨어요", 7),
        ("{} 3일 거르셨어요", 3),
        ("{} 2주 동안 끊었어요", 14),
        ("월요일부터 {} 못 먹었어요", 2),
        ("{} 집에 두고 왔어요. 사흘째예요", 3),
        ("{} 약이 다 떨어져서 이틀째 못 먹어요", 2),
        ("{} 토일월 저녁 까먹었어요", 3),
    ],
)
@pytest.mark.parametrize("name", ["씬지로이드", "콩코르"])
def test_what_was_left_out_for_days_in_korean(text: str, days: float, name: str) -> None:
    assert ("without", days) in told(text.format(name))


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("missed {} two days running", 2),
        ("haven't had my {} since Monday", 2),
        ("ran out of {} four days ago", 4),
        ("left my {} at home, 3 days now", 3),
        ("forgot my {} for a week", 7),
        ("been off the {} for a fortnight", 14),
        ("stopped taking {} five days ago", 5),
        ("came away without my {} on Sunday", 3),
        ("skipped {} Thursday night, all Friday, Saturday", 3),
        ("didn't take my {} yesterday and today", 2),
        ("forgot last night's {}, we were out on Saturday", 1),
    ],
)
@pytest.mark.parametrize("name", ["levothyroxine", "bisoprolol"])
def test_what_was_left_out_for_days_in_english(text: str, days: float, name: str) -> None:
    assert ("without", days) in told(text.format(name))


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("깜빡하고 암로디핀을 두 번 먹었어요", "extra"),
        ("동생이 모르고 인슐린을 또 놔드렸대요", "extra"),
        ("아침 약을 7시에 한 번 9시에 또 드셨네요", "extra"),
        ("took my ramipril twice by mistake", "extra"),
        ("had Tuesday and Wednesday's box this morning", "extra"),
        ("carer gave her tablets at 8 and then the other carer gave them again", "extra"),
        ("think I doubled up on my digoxin", "extra"),
        ("took 2 instead of 1, is that ok", "extra"),
        ("남편 혈압약을 내 약인 줄 알고 먹었어요", "another"),
        ("took my wife's metformin by mistake", "another"),
        ("아빠가 제 약인 줄 알고 제 콘서타를 드셨어요", "lent"),
        ("my husband swallowed my fosamax thinking it was his", "lent"),
        ("약 먹고 20분 뒤에 토했어요", "vomited"),
        ("took my ramipril at 8 and was sick at 20 past", "vomited"),
        ("프레드니솔론 그냥 끊어도 되나요", "wish"),
        ("ok if I just quit them?", "wish"),
        ("thinking of coming off my sertraline", "wish"),
    ],
)
def test_what_else_goes_wrong(text: str, act: str) -> None:
    assert act in dict(told(text))


@pytest.mark.parametrize(
    "text",
    [
        "점심을 못 먹었어요",
        "수박 먹어도 되는겨? 아예 못먹는겨?",
        "had two seizures in may, none since touch wood, on levetiracetam",
        "no migraines in june and two attacks in july, none for a fortnight",
        "손녀가 약을 안 먹었을 수도 있으니 지켜볼까요",
        "약 안 먹고 숨쉬기로 가라앉혔어요",
        "철분제는 안 먹어요",
        "밥도 못 드세요",
        "와파린 한 번도 안 빼먹고 먹고 있어요",
        "깜빡하고 전화를 못 했네요",
        "약을 빼먹으면 어떻게 되나요",
        "의사가 아스피린 끊으라고 해서 안 먹어요",
        "담배 끊었어요",
        "작년에 와파린 끊었어요",
        "비소프롤롤 하루 두 번 먹었어요",
        "I've never missed a dose",
        "what happens if I miss a dose?",
        "I missed the bus",
        "skipped lunch",
        "missed my period",
        "stopped smoking last month",
        "my doctor stopped my bisoprolol on Monday",
        "GP told me to stop the ramipril",
        "forgot to mention I take aspirin",
        "I take it twice a day",
        "can I take another one now?",
        "used to forget my tablets",
        "never had warfarin",
        "not taking aspirin",
        "no meds, no allergies",
    ],
)
def test_what_only_sounds_like_it(text: str) -> None:
    assert [act for act, _ in told(text) if act != "wish"] == []


@pytest.mark.parametrize(
    "text",
    [
        "I've swallowed his Monday morning lot. His are metformin 1000 and cilazapril 2.5",
        "I swallowed her morning pills by accident, atenolol 50",
        "oh no I took the wrong box, those were my wife's: amlodipine 10 and sotalol 80",
        "we just took their tablets",
    ],
)
def test_pills_that_are_his_or_hers_are_anothers(text: str) -> None:
    assert "another" in dict(told(text))


@pytest.mark.parametrize(
    "text", ["she took her pills this morning", "that was my wife's idea", "I took her to the doctor for her tablets"]
)
def test_what_somebody_takes_of_their_own_is_no_mishap(text: str) -> None:
    assert "another" not in dict(told(text))
