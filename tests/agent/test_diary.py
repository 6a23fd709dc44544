"""What is asked of days is reckoned from all that was told of them, and a course that is alarming says so."""

from __future__ import annotations

import asyncio
import uuid
from datetime import timedelta
from pathlib import Path

import pytest

from agent.skills.ports import Language
from agent.turns import TurnRequest
from server.composition import Knowledge
from tests.agent.agent_bench import AgentBench, Heard


def answers(
    folder: Path, knowledge: Knowledge, language: Language, *texts: str, apart: timedelta = timedelta(days=1)
) -> list[str]:
    """The answers to what was said a day, or so long, apart."""
    bench, said = AgentBench(folder, knowledge), []
    for text in texts:
        heard = Heard()
        request = TurnRequest(str(uuid.uuid4()), bench.patient_id, "c", text, locale=language)
        asyncio.run(bench.runner.run(request, heard))
        said.append(heard.answer)
        bench.skip(apart)
    return said


@pytest.mark.parametrize(
    ("language", "texts", "holds"),
    [
        ("en", ("pain 7/10 today", "5/10", "4/10. Is it getting better?"), ("Down 3", "That is better")),
        ("en", ("took 2 ibuprofen", "1 ibuprofen", "how many ibuprofen altogether?"), ("In all 3",)),
        ("en", ("slept 5h", "6h", "7h", "average of the nights?"), ("6 h", "Average")),
        ("ko", ("설사 오늘 5번", "3번", "2번. 총 몇번이고 제일 심한 날은?"), ("모두 10번", "5번")),
        (
            "ko",
            (
                "두통 오늘 4번",
                "3번",
                "오늘부터 나프록센 250 먹어요",
                "2번",
                "1번",
                "약 먹기 전이랑 먹은 뒤 평균 비교하면?",
            ),
            ("평균 3.5번", "평균 1.5번"),
        ),
        (
            "en",
            (
                "8 hot flushes today",
                "6 hot flushes",
                "started black cohosh today",
                "4 hot flushes",
                "2 hot flushes",
                "average before and after?",
            ),
            ("average of 7", "then on 3 "),
        ),
        (
            "ko",
            ("간밤에 화장실 세 번", "간밤엔 다섯 번", "네 번", "평균 몇 번이고 제일 많이 간 밤은?"),
            ("평균 4번", "3월 10일 밤(5번)", "화장실:"),
        ),
        ("ko", ("혈압 150/92", "144/88", "139/86 처음보다 얼마나 내렸고 의사한테 한줄로"), ("11/6 줄었", "150/92")),
        ("ko", ("통증 7점", "5점", "어제는 5점이 아니라 6점이었어요", "첫날보다 얼마나 줄었나요"), ("1 줄었",)),
        (
            "en",
            ("they want a pain score each morning. 8, 2 codeine", "6, 2 codeine", "4, none. How many codeine in all?"),
            ("8/10", "4/10", "In all 4"),
        ),
    ],
)
def test_days_are_reckoned(
    tmp_path: Path, knowledge: Knowledge, language: Language, texts: tuple[str, ...], holds: tuple[str, ...]
) -> None:
    answer = answers(tmp_path, knowledge, language, *texts)[-1]
    assert all(one in answer for one in holds), answer


@pytest.mark.parametrize(
    ("language", "texts", "holds"),
    [
        ("ko", ("설사 오늘 5번", "3번", "막걸리 서너 사발 마심", "2번. 총 몇번?"), ("막걸리 서너 사발", "5번")),
        (
            "ko",
            ("갑자기 현기증이 났어요", "현기증 오늘은 두 번", "한 번", "총 몇 번이었죠?"),
            ("갑자기 현기증이", "두 번"),
        ),
        (
            "en",
            ("4 loose stools", "6 loose stools and 2 watery", "3 loose stools", "how many stools altogether?"),
            ("2 watery",),
        ),
        ("en", ("pain 7/10 today", "5 and 7", "4/10. what's the average?"), ("5 and 7", "4/10")),
        ("ko", ("두통 오늘 3번", "2번", "약 먹기 시작", "1번", "먹기 전이랑 지금 평균은?"), ("3번", "1번")),
    ],
)
def test_over_a_part_nothing_is_reckoned(
    tmp_path: Path, knowledge: Knowledge, language: Language, texts: tuple[str, ...], holds: tuple[str, ...]
) -> None:
    answer = answers(tmp_path, knowledge, language, *texts)[-1]
    assert all(one in answer for one in holds), answer
    assert not any(one in answer for one in ("In all", "Average of", "Highest", "있었던 날", "일 평균", "가장 높은"))


@pytest.mark.parametrize(
    ("language", "texts", "holds"),
    [
        ("en", ("heart failure, weight 80.2 kg", "81.4", "82.6"), ("2.4 kg", "heart failure nurse")),
        ("ko", ("심부전 체중 60.1kg", "61.4", "62.5"), ("2.4 kg", "심부전 진료팀")),
        ("en", ("asthma, peak flow 420", "350", "300"), ("71%", "seen today")),
        ("ko", ("천식 피크플로우 420", "300", "200"), ("48%", "119")),
        ("en", ("mood 5", "3", "1"), ("from 5 to 1", "do not stay alone")),
        ("ko", ("임신 33주 태동 10번에 20분", "10번 세는데 50분"), ("태동", "지금 분만하실 병원")),
    ],
)
def test_an_alarming_course_is_said_with_its_number(
    tmp_path: Path, knowledge: Knowledge, language: Language, texts: tuple[str, ...], holds: tuple[str, ...]
) -> None:
    answer = answers(tmp_path, knowledge, language, *texts)[-1]
    assert all(one in answer for one in holds), answer


@pytest.mark.parametrize(
    ("language", "texts", "lacks"),
    [
        ("en", ("weight 80.2 kg", "81.4", "82.6"), "heart failure"),
        ("en", ("heart failure, weight 80.2 kg", "80.4", "80.9"), "fluid is building up"),
        ("en", ("asthma, peak flow 420", "410", "400"), "getting worse"),
        ("ko", ("기분 3점", "4점", "5점"), "109"),
    ],
)
def test_a_harmless_course_is_no_alarm(
    tmp_path: Path, knowledge: Knowledge, language: Language, texts: tuple[str, ...], lacks: str
) -> None:
    assert lacks not in answers(tmp_path, knowledge, language, *texts)[-1]


def test_figures_alone_are_answered_in_the_language_of_the_talk(tmp_path: Path, knowledge: Knowledge) -> None:
    bench, heard = AgentBench(tmp_path, knowledge), Heard()
    for text in ("my weight is 80.2 kg", "80.9"):
        heard = Heard()
        asyncio.run(bench.runner.run(TurnRequest(str(uuid.uuid4()), bench.patient_id, "c", text), heard))
        bench.skip(timedelta(days=1))
    assert heard.answer.startswith("Recorded")


@pytest.mark.parametrize(
    ("language", "texts", "holds"),
    [
        (
            "en",
            ("on ramipril since 2 June", "a dry cough since 10 June", "which came first, the pill or the cough?"),
            "8 days",
        ),
        ("ko", ("6월 3일부터 리시노프릴 먹어요", "6월 12일부터 마른기침 나요", "약이랑 기침 중에 뭐가 먼저야?"), "9일"),
    ],
)  # fmt: skip
def test_which_came_first(
    tmp_path: Path, knowledge: Knowledge, language: Language, texts: tuple[str, ...], holds: str
) -> None:
    assert holds in answers(tmp_path, knowledge, language, *texts)[-1]


@pytest.mark.parametrize(
    ("language", "texts", "holds"),
    [
        ("ko", ("6월 초에 몸무게 61.4였어요", "오늘은 55.8이네요 밥맛은 그대로인데", "그동안 몇키로 빠졌죠?"), "5.6"),
        ("ko", ("2019년에 공복혈당 140", "며칠 전에 공복혈당 140", "5월에 공복혈당 140", "다 정리해줘"), "2019년"),
        ("en", ("heart failure, weight 80 kg in May", "heart failure, weight 82 kg in 2019", "since when?"), ""),
        ("en", ("INR 2.4 in 2019", "INR 2.6 in March", "glucose 3.2 last year", "sum it all up"), ""),
    ],
)
def test_values_of_a_month_or_a_year_are_no_days_and_still_answered(
    tmp_path: Path, knowledge: Knowledge, language: Language, texts: tuple[str, ...], holds: str
) -> None:
    assert holds in answers(tmp_path, knowledge, language, *texts)[-1]
