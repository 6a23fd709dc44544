"""Days told in one breath, with their pressures or their tablets, are reckoned as days of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.skills.ports import Language
from server.composition import Knowledge
from tests.agent.test_diary import answers

FOUR_KO = ("혈압 적어 주세요. 4일 141에 87, 5일 135에 83", "6일 148/91, 7일 133/81. 다 아침에 잰 거예요")
FOUR_EN = ("BP on the 4th 141/87, on the 5th 135/83", "6th 148/91. 7th 133/81. all in the morning")


@pytest.mark.parametrize(
    ("language", "texts", "holds"),
    [
        ("ko", (*FOUR_KO, "나흘 것 불러 주세요. 제일 높은 것하고 평균도요"), ("141/87", "135/83", "148/91", "139/86")),
        ("en", (*FOUR_EN, "read me all of them, highest and average"), ("141/87", "135/83", "148/91", "139/86")),
        ("ko", (" ".join(FOUR_KO), "혈압 평균이랑 제일 높은 거 알려주세요"), ("139/86", "148/91")),
        ("en", (" ".join(FOUR_EN), "what was my highest blood pressure, and the average?"), ("139/86", "148/91")),
        ("ko", (" ".join(FOUR_KO), "평균 혈압은?"), ("139/86",)),
        ("ko", (" ".join(FOUR_KO), "가장 높았던 혈압은?"), ("148/91",)),
        ("ko", ("타이레놀 2일 1알, 5일 2알 먹었어요", "6일도 1알 먹었어요", "타이레놀 며칠, 총 몇 알 먹었어요?"),
         ("모두 4알", "3일")),
        ("ko", ("이부프로펜 2일 1알, 5일 2알, 9일 1알 먹음", "이부프로펜 며칠이나 먹었죠? 총 몇 알?"), ("모두 4알",)),
        ("en", ("sumatriptan: 1 tablet on the 3rd, 2 tablets on the 7th, one on the 9th",
                "how many sumatriptan tablets in all, on how many days?"), ("In all 4", "3 days")),
        ("en", ("took 2 Tylenol on the 1st and 2 on the 3rd", "how many Tylenol tablets in all, on how many days?"),
         ("In all 4", "2 days")),
    ],
)  # fmt: skip
def test_each_day_is_counted(
    tmp_path: Path, knowledge: Knowledge, language: Language, texts: tuple[str, ...], holds: tuple[str, ...]
) -> None:
    answer = answers(tmp_path, knowledge, language, *texts)[-1]
    assert all(one in answer for one in holds), answer


@pytest.mark.parametrize(
    ("text", "reckons"),
    [
        ("타이레놀 2일 2알, 5일 2알 먹었어요", False),
        ("타이레놀 2일 2알, 5일 20알 먹었어요", True),
        ("타이레놀 오늘 아침 2알, 점심 2알 먹었어요", True),
    ],
)
def test_doses_of_days_gone_by_are_no_sum_of_today(
    tmp_path: Path, knowledge: Knowledge, text: str, reckons: bool
) -> None:
    assert ("오늘 모두" in answers(tmp_path, knowledge, "ko", text)[0]) is reckons
