"""A count of days is said of a medicine left out only where the words tell that it is of it."""

from __future__ import annotations

from datetime import date

import pytest

from agent.skills.ports import Language
from extraction.reading.medicines.mishaps import mishaps_in
from tests.agent.conversation import Conversation, medicine


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("야즈 2주차인데 어제 거 깜빡했어요", 1.0),
        ("팩 13일째인데 어제 저녁 걸 빼먹었어요", 1.0),
        ("피임약 둘째 주에 두 알을 까먹었어요", None),
        ("5일째 6일째 약을 빼먹었어요", None),
        ("12일 금요일에 약을 깜빡했어요", None),
        ("6월 9일에 약 먹는 걸 잊었어요", None),
        ("생리 3일째인데 약을 깜빡했어요", None),
        ("감기 4일째인데 혈압약을 못 먹었어요", None),
        ("열난 지 사흘 됐는데 혈압약을 빼먹었어요", None),
        ("항생제 7일치 받았는데 한 번 빼먹었어요", 1.0),
        ("수술하고 열흘 됐어요 와파린을 깜빡했어요", None),
        ("와파린을 사흘 못 먹었어요", 3.0),
        ("혈압약이 떨어져서 5일째 못 먹고 있어요", 5.0),
        ("이틀째 약을 안 먹었어요", 2.0),
        ("약을 3일 동안 빼먹었어요", 3.0),
        ("일주일 동안 인슐린을 못 맞았어요", 7.0),
        ("약 못 먹은 지 2주 됐어요", 14.0),
        ("어제 오늘 약을 못 먹었어요", 2.0),
        ("2nd week of the pack and I forgot last night's pill", 1.0),
        ("I'm on day 8 of the pack and missed a pill", 1.0),
        ("missed two pills in week 3 of my pack", None),
        ("missed my pill on day 12", None),
        ("day 5 of antibiotics, forgot this morning's one", 1.0),
        ("I've had a cold for 6 days and forgot my ramipril", None),
        ("on a 7 day course of amoxicillin and I missed a dose", 1.0),
        ("post op 10 days, I forgot my apixaban", None),
        ("forgot my pill, had sex 3 days ago", None),
        ("been on citalopram 8 weeks, forgot it", None),
        ("my period is 5 days late and I missed a pill", 1.0),
        ("ran out of warfarin 3 days ago", 3.0),
        ("missed 4 days of metformin", 4.0),
        ("haven't taken my ramipril for two weeks", 14.0),
        ("forgot my pills for 2 days", 2.0),
        ("pharmacy was out so I missed 4 weeks", 28.0),
        ("missed my warfarin since Friday", 3.0),
        ("I forgot yesterday's pill. should I use condoms for 7 days", 1.0),
        ("깜빡하고 어제 약을 안 먹었어요. 7일 동안 콘돔 써야 하나요?", 1.0),
        ("forgot my metformin. appointment is in 5 days", None),
        ("약을 깜빡했어요. 3일 뒤에 진료예요", None),
        ("이 약 먹은 지 두 달 됐는데 깜빡했어요", None),
        ("took it for 5 days then stopped taking it", None),
        ("I take it for 3 months now and missed one tablet", 1.0),
    ],
)
def test_days_of_something_else_are_not_days_left_out(text: str, days: float | None) -> None:
    told = [one.days for one in mishaps_in(text, date(2026, 6, 15)) if one.act == "without"]
    assert told
    assert max((each for each in told if each is not None), default=None) == days


@pytest.mark.parametrize(
    ("language", "says", "counted", "uncounted"),
    [
        ("en", "pharmacy was out so I missed 4 weeks", (), ("Semaglutide", "Ramipril")),
        ("en", "missed 3 weeks of the jab", ("Semaglutide",), ("Ramipril",)),
        ("en", "got no 1mg for two weeks, so missed 14 days", ("Semaglutide",), ("Ramipril",)),
        ("en", "missed ramipril for 3 days", ("Ramipril",), ("Semaglutide",)),
        ("en", "I missed 3 days of all my tablets", ("Semaglutide", "Ramipril"), ()),
        ("en", "no meds for 4 days now", ("Semaglutide", "Ramipril"), ()),
        ("ko", "사흘 못 먹었는데 어떡하죠", (), ("세마글루타이드", "라미프릴")),
        ("ko", "주사를 3주 못 맞았어요", ("세마글루타이드",), ("라미프릴",)),
        ("ko", "라미프릴을 나흘 못 먹었어요", ("라미프릴",), ("세마글루타이드",)),
        ("ko", "약이 떨어져서 나흘째 못 먹고 있어요. 어떡하죠?", ("세마글루타이드", "라미프릴"), ()),
    ],
)
def test_days_are_counted_of_what_was_missed_alone(
    language: Language, says: str, counted: tuple[str, ...], uncounted: tuple[str, ...]
) -> None:
    talk = Conversation(language).knows(medicine("semaglutide", "1mg", "weekly"), medicine("ramipril", "5mg", "QD"))
    opening = next(
        (one for one in talk.said(says).text.splitlines() if "As you tell it" in one or "말씀하신 대로면" in one), ""
    )
    head = opening.split("been missed")[0].split("빠졌습니다")[0]
    assert all(name in head for name in counted)
    assert not any(name in head for name in uncounted)
