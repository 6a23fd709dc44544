"""What happened on which day, and what is to come, is told back as it was told, moved, cancelled or put right."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.skills.ports import Language
from server.composition import Knowledge
from tests.agent.test_diary import answers

Talk = tuple[Language, tuple[str, ...], tuple[str, ...], tuple[str, ...]]

# The bench begins on 10 March 2026, a Tuesday; each turn is a day later.
VISITS: tuple[Talk, ...] = (
    (
        "ko",
        ("치과 20일 3시 예약했어요", "안과는 25일 오전 10시", "치과가 22일로 밀렸어요", "예약 언제언제인지 알려줘"),
        ("22일", "3시", "25일", "오전 10시"),
        ("20일(금)",),
    ),
    (
        "en",
        (
            "GP on the 20th at 9.15, podiatrist on the 27th at 2pm",
            "the podiatrist is cancelled",
            "what have I got booked?",
        ),
        ("20 Mar", "9.15", "Cancelled", "podiatrist"),
        ("- Fri 27",),
    ),
    (
        "en",
        ("dermatology appointment on the 24th at 11am", "derm moved to the 31st", "when's dermatology?"),
        ("31 Mar", "11am", "moved from 24 Mar"),
        ("- Tue 24",),
    ),
    (
        "ko",
        ("19일 9시 물리치료 예약, 21일은 동창회인데 병원은 아니고", "병원 가는 날 순서대로 말해줘"),
        ("19일", "물리치료", "진료가 아니라고"),
        ("- 3월 21일",),
    ),
    (
        "ko",
        ("치과 20일 3시 예약", "피부과가 취소됐어요", "예약 날짜 알려줘"),
        ("20일", "피부과가 취소됐어요"),
        ("취소하신 것",),
    ),
)

HAPPENED: tuple[Talk, ...] = (
    (
        "ko",
        ("편두통 온 날 3월 2일 5일 9일", "5일은 빼줘", "이번 달 편두통 몇 번이었죠?"),
        ("3월 2일", "3월 9일", "2번"),
        ("3번",),
    ),
    ("en", ("migraines: 2nd, 6th and 9th", "another one today", "how many migraines?"), ("4 in all", "11 Mar"), ()),
    (
        "en",
        ("had a seizure on the 8th, a big one", "a staring spell yesterday, tiny", "when was the last big seizure?"),
        ("8 Mar", "small"),
        ("last was on Tue 10",),
    ),
    (
        "en",
        ("three panic attacks last week", "one today", "how many panic attacks altogether?"),
        ("three panic attacks last week", "not reckoned"),
        ("in all",),
    ),
    (
        "ko",
        ("넘어졌어요 어제", "어제 또 넘어졌어요", "어제건 넘어진 게 아니라 미끄러질 뻔한 거래요", "몇 번 넘어졌죠?"),
        ("3월 9일", "1번"),
        ("2번",),
    ),
    ("ko", ("남편이 어제 넘어졌어요", "나도 오늘 넘어졌어요", "내가 몇 번 넘어졌죠?"), ("3월 11일", "1번"), ("9일",)),
)

PERIODS: tuple[Talk, ...] = (
    (
        "ko",
        ("생리 1월 20일, 2월 16일 시작", "오늘 생리 시작", "생리 사이가 며칠이고 평균은요?"),
        ("27일", "23일", "25일"),
        (),
    ),
    (
        "en",
        ("my period started Feb 14 and ended Feb 18", "started again today",
         "it was only spotting today, it started yesterday", "how many days between my periods?"),
        ("14 Feb", "18 Feb"),
        ("12 Mar,",),
    ),
)  # fmt: skip

DOSES: tuple[Talk, ...] = (
    (
        "ko",
        ("B형간염 1차 오늘 맞았어요", "B형간염 2차 오늘 맞힘", "B형간염 접종 날짜 알려주세요"),
        ("1차 3월 10일", "2차 3월 11일", "11일 1일"),
        (),
    ),
    (
        "en",
        ("rabies jab no.1 today, typhoid too", "rabies 2 done. 3rd booked 29th", "the 3rd is 30th not 29th",
         "which jabs have I had and what's left?"),
        ("dose 1 10 Mar", "dose 2 11 Mar", "planned for 30 Mar", "Typhoid"),
        ("29 Mar",),
    ),
    (
        "ko",
        ("파상풍 주사는 2018년에 맞았어요", "아 2018 아니고 2016년이네요", "파상풍 언제 맞았죠?"),
        ("2016",),
        ("2018",),
    ),
)  # fmt: skip

ONCE: tuple[Talk, ...] = (
    (
        "ko",
        ("3월 3일에 무릎 수술 받았어요", "오늘 실밥 뽑았어요", "수술한 지 며칠째죠?"),
        ("3월 3일", "9일"),
        ("실밥",),
    ),
    ("en", ("had my hernia surgery on March 4", "how many days since my surgery?"), ("4 Mar", "7 days"), ()),
    (
        "en",
        ("got a cough, came on about 7 March", "husband says it started 3 March", "since when have I had it?"),
        ("3 Mar", "7 Mar"),
        (),
    ),
)


@pytest.mark.parametrize(("language", "texts", "holds", "lacks"), (*VISITS, *HAPPENED, *PERIODS, *DOSES, *ONCE))
def test_dated_events_are_told_back(
    tmp_path: Path, knowledge: Knowledge, language: Language, texts: tuple[str, ...], holds: tuple[str, ...],
    lacks: tuple[str, ...],
) -> None:  # fmt: skip
    answer = answers(tmp_path, knowledge, language, *texts)[-1]
    assert all(one in answer for one in holds), answer
    assert not any(one in answer for one in lacks), answer


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("ko", ("혈압 150/90", "수술 전에 아스피린 끊어야 하나요?")),
        ("ko", ("두통이 있어요", "두통에 뭐 먹으면 좋아요?")),
        ("en", ("I get migraines", "how many migraines a month is too many?")),
        ("en", ("my mum had a fall", "how do I stop her falling?")),
        ("en", ("had a panic attack on the 2nd", "weight 80 kg", "how many kilos between the 2nd and the 9th?")),
        ("en", ("warfarin 4mg since 2 March", "when did I start warfarin?")),
        ("ko", ("6월 1일부터 메트포르민 먹어요", "약 언제부터 먹었죠?")),
    ],
)
def test_what_asks_of_no_day_is_answered_otherwise(
    tmp_path: Path, knowledge: Knowledge, language: Language, texts: tuple[str, ...]
) -> None:
    answer = answers(tmp_path, knowledge, language, *texts)[-1]
    assert "말씀하신 날:" not in answer, answer
    assert "on the days you told me" not in answer, answer
    assert "달력이 아니어서" not in answer, answer
    assert "I am no calendar" not in answer, answer
