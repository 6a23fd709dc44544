"""Only a day of the event's own clause is its day; what tells of a medicine, a visit or a value has days of its own."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from agent.answers.events.doses import doses_told
from agent.answers.events.happenings import happenings_told
from agent.answers.events.onsets import onsets_told
from agent.answers.events.visits import visits_told
from projections.tiers import TurnLine
from tests.shipped import vocabulary

MONDAY = datetime(2026, 6, 15, tzinfo=UTC)
ZONE = "Europe/London"


def lines(talk: str) -> tuple[TurnLine, ...]:
    """The turns of "0.20 fell today||1.9 again": each with its day after Monday 15 June and its hour."""
    found = []
    for turn, each in enumerate(talk.split("||"), 1):
        at, _, text = each.partition(" ")
        day, _, hour = at.partition(".")
        found.append(TurnLine(turn, "c", "e", text, MONDAY + timedelta(days=int(day), hours=int(hour) - 1)))
    return tuple(found)


@pytest.mark.parametrize(
    ("talk", "expected"),
    [
        ("14.9 started my period on 2 June, it lasted 6 days. next one started 27 June", "period 06-02:1 06-27:1"),
        ("15.9 생리 6월 2일에 시작해서 6일 했어요. 6월 29일 시작", "period 06-02:1 06-29:1"),
        ("15.9 생리 6월 2일 시작해서 5일 하고 끝남, 6월 29일 또 시작", "period 06-02:1 06-29:1"),
        ("15.9 6/2 생리 시작 7일 함 6/29 시작", "period 06-02:1 06-29:1"),
        ("15.9 생리 기록: 6/2 시작 6/29 시작", "period 06-02:1 06-29:1"),
        ("0.20 공황으로 약 오늘부터 먹기 시작했어요", ""),
        ("0.20 공황 때문에 에스시탈로프람 10mg 어제부터 먹어요", ""),
        ("0.20 started sertraline 50 for panic today", ""),
        ("0.20 started topiramate yesterday for my migraines", ""),
        ("0.20 편두통 예방약 프로프라놀롤 오늘부터 시작", ""),
        ("0.20 통풍약 알로푸리놀 어제 받았어요", ""),
        ("0.20 saw the migraine nurse yesterday", ""),
        ("0.20 had a panic attack yesterday at work", "panic 06-14:1"),
        ("0.20 migraine yesterday, took 2 sumatriptan", "migraine 06-14:1"),
        ("0.20 어제 편두통 와서 이부프로펜 먹음", "migraine 06-14:1"),
        ("0.20 공황 어제 왔어요. 약은 오늘부터 먹어요", "panic 06-14:1"),
        ("0.20 panic attack on friday. started sertraline today", "panic 06-12:1"),
        ("0.20 fell on tuesday, x-ray today was clear", "fall 06-09:1"),
        ("0.20 fell on tuesday and got the stitches out today", "fall 06-09:1"),
        ("0.20 어제 넘어지셨어요. 오늘 엑스레이 찍었어요", "fall 06-14:1"),
        ("0.20 had a seizure on the 9th, neurology is on the 30th", "seizure 06-09:1"),
        ("0.20 경련은 9일에 했고 약은 10일에 올렸어요", "seizure 06-09:1"),
        ("0.20 seizure last night, keppra upped today", "seizure 06-14:1"),
        ("0.20 nan had a fall tues, skin tear. another fall last night", "fall 06-09:1 06-14:1"),
        ("0.20 my migraines started in may, GP on 20th", ""),
        ("0.20 fainted twice today||3.20 once more yesterday", "faint 06-15:2 06-17:1"),
        ("0.20 nosebleed the 3rd, the 9th and today", "nosebleed 06-03:1 06-09:1 06-15:1"),
        ("0.20 코피 6월 3일, 9일, 오늘", "nosebleed 06-03:1 06-09:1 06-15:1"),
        ("0.20 천식 발작 지난주 화요일, 병원 다녀옴||5.20 어제 또 발작", "asthma 06-09:1 06-19:1"),
        ("0.20 통풍 3월 2일 5월 9일 왔었고 콜히친 먹음", "gout 03-02:1 05-09:1"),
        ("0.20 hypo on friday 3.1 and another this morning", "hypo 06-12:1 06-15:1"),
        ("0.20 저혈당 금요일에 왔고 오늘 아침에도 또", "hypo 06-12:1 06-15:1"),
        ("0.20 넘어지신 게 금요일이에요. 무릎은 괜찮대요", "fall 06-12:1"),
        ("0.20 passed out at church sunday, doctor on wednesday", "faint 06-14:1"),
        ("0.20 no seizures since the 3rd", ""),
        ("0.20 3일 이후로 발작 없음", ""),
        ("0.20 편두통은 아니고 그냥 두통 어제", "headache 06-14:1"),
        ("0.20 mum fell yesterday. i had a migraine today", "fall 06-14:1; migraine 06-15:1"),
        ("0.20 period started 3 june and finished on the 8th||12.20 period today", "period 06-03:1 06-27:1"),
        ("0.20 생리 3일에 시작 8일에 끝||13.20 오늘 생리 시작 양 많음", "period 06-03:1 06-28:1"),
        ("0.20 생리 시작 4월 3일 5월 2일 6월 1일", "period 04-03:1 05-02:1 06-01:1"),
        ("0.20 LMP 3 may, usual cycle 30 days||20.20 period came this morning 5 july", "period 05-03:1 07-05:1"),
        (
            "0.20 last period 3 may, my cycle is usually 30 days||20.20 period came this morning",
            "period 05-03:1 07-05:1",
        ),
        ("0.20 마지막 생리 5월 3일, 주기는 원래 30일||20.20 오늘 아침 생리 시작", "period 05-03:1 07-05:1"),
        (
            "2.20 panic. one monday at lunch, two today||4.20 one friday in a shop||6.20 none sat. one this evening",
            "panic 06-15:1 06-17:2 06-19:1 06-21:1",
        ),
        ("0.20 two falls this week", "fall ?"),
        ("0.20 migraine days: 2/6, 9/6, 13/6", "migraine ?"),
        ("16.9 편두통 6/10 저녁 1번. 6/12 오전 1번 (토함)||26.9 6/17 또 왔음", "migraine 06-10:1 06-12:1 06-17:1"),
        ("0.20 이번 주 코피 두 번", "nosebleed ?"),
        (
            "0.20 fainted today, fine by 6||3.20 another one today, was sick twice||7.12 again since 9 this morning",
            "faint 06-15:1 06-18:1 06-22:1",
        ),
        (
            "0.20 seizure on 3 june, 2 minutes. one 9 june, 40 sec||12.20 he had one tonight 8:10pm, 3 min",
            "seizure 06-03:1 06-09:1 06-27:1",
        ),
    ],
)
def test_a_day_is_that_of_the_event_of_its_clause(talk: str, expected: str) -> None:
    told, _ = happenings_told(lines(talk), ZONE, vocabulary().recogniser)
    said = []
    for key, one in told.items():
        days = " ".join(f"{each.day[5:]}:{each.count}" for each in sorted(one.on, key=lambda each: each.day))
        said += [f"{key} {days}{'?' if one.open_turns else ''}"] if one.on or one.open_turns else []
    assert "; ".join(said) == expected


@pytest.mark.parametrize(
    ("talk", "expected"),
    [
        (
            "0.9 여드름이 5월 1일부터 났고 독시사이클린은 6월 1일 시작||1.9 시작은 6월 1일 아니고 5월 25일",
            "",
        ),
        ("0.9 acne since 1 May, started doxycycline 1 June||1.9 actually started doxy on 25 May not 1 June", ""),
        ("0.9 rash since thursday||1.9 no it was wednesday it started", "rash 06-10<06-11"),
        ("0.9 두드러기 목요일부터||1.9 아니 수요일부터였네요", "urticaria 06-10<06-11"),
        ("0.9 cough since 1 June||1.9 the antibiotic was from the 5th not the 6th", ""),
        ("0.9 기침이 6월 1일부터 나요. 항생제는 5일부터||1.9 아 5일이 아니라 6일부터네요", ""),
    ],
)
def test_what_is_put_right_of_another_thing_moves_no_beginning(talk: str, expected: str) -> None:
    told = onsets_told(lines(talk), ZONE, vocabulary().recogniser)
    moved = [f"{key} {one.day[5:]}<{one.before[5:]}" for key, one in told.items() if one.before]
    assert "; ".join(moved) == expected


@pytest.mark.parametrize(
    ("talk", "expected"),
    [
        (
            "0.9 rabies vaccine first dose today||3.9 second done today||7.9 third done. Remaining 29 June and 13 July",
            "rabies 1:06-15 2:06-18 3:06-22 plan 4:06-29 5:07-13",
        ),
        ("0.9 광견병 1차 오늘 맞음||3.9 2차 맞음. 남은 건 22일 29일", "rabies 1:06-15 2:06-18 plan 3:06-22 4:06-29"),
        ("0.9 flu jab last october", "flu 0:10"),
        ("0.9 두번째 싱그릭스 오늘. 체온 37.3", "zoster 2:06-15"),
        ("0.9 가다실 1차 3월 2일, 2차 5월 4일. 3차는 9월 2일 예약", "hpv 1:03-02 2:05-04 plan 3:09-02"),
        ("0.9 아기 오늘 폐렴구균 2차 맞았어요||20.9 오늘 검진 체중 7.9 접종은 없었어요", "pneumo 2:06-15"),
        ("0.9 rota 2nd dose today||20.9 weighs 7.4, no jabs this time", "rota 2:06-15"),
        (
            "0.9 cat bite on 10 june. first rabies dose today||3.9 2nd done||7.9 third today, 4th is on 29 june",
            "rabies 1:06-15 2:06-18 3:06-22 plan 4:06-29",
        ),
    ],
)
def test_a_dose_has_a_number_of_a_dose(talk: str, expected: str) -> None:
    told = doses_told(lines(talk), ZONE)
    said = []
    for key, one in told.doses.items():
        days = " ".join(f"{number}:{day[5:]}" for number, day in one.days())
        planned = " ".join(f"{number}:{day[5:]}" for number, day in one.planned.items())
        said += [f"{key} {days}{f' plan {planned}' if planned else ''}"] if days or planned else []
    assert "; ".join(said) == expected


@pytest.mark.parametrize(
    ("talk", "expected"),
    [
        (
            "0.9 피부과 6/20 오전10시, 치과 6/26 3시반||1.9 피부과 밀렸대. 6/24 수 9시40분으로",
            "06-24 피부과 9시40분; 06-26 치과 3시반",
        ),
        (
            "0.9 hearing sat 20 june 11.30. physio mon 22 june 4pm||2.9 hearing moved to thurs 25 june, same time",
            "06-22 physio 4pm; 06-25 hearing 11.30",
        ),
    ],
)
def test_what_is_moved_is_kept_once(talk: str, expected: str) -> None:
    told = visits_told(lines(talk), ZONE)
    assert "; ".join(f"{one.day[5:]} {one.words}" for one in told.kept) == expected
