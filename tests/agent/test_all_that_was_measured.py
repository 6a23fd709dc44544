"""Whoever asks back for values gets all of them: each of its day, hour and circumstance, or those of the one asked."""

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


def _last(folder: Path, knowledge: Knowledge, language: Language, hours: int, texts: tuple[str, ...]) -> str:
    """The answer to the last of what was said, so many hours apart."""
    bench, heard = AgentBench(folder, knowledge), Heard()
    for text in texts:
        heard = Heard()
        request = TurnRequest(str(uuid.uuid4()), bench.patient_id, "c", text, locale=language)
        asyncio.run(bench.runner.run(request, heard))
        bench.skip(timedelta(hours=hours))
    return heard.answer


FEVER_EN = ("body temperature 39.2", "38.7", "37.9")
FEVER_KO = ("체온 39.2예요", "38.7", "37.9")
SUGARS_EN = ("glucose fasting 94, two hours after lunch 148", "glucose fasting 102, two hours after lunch 131")
SUGARS_KO = ("혈당 공복 94, 점심 식후 148", "혈당 공복 102, 점심 식후 131")


@pytest.mark.parametrize(
    ("language", "texts", "holds", "lacks"),
    [
        ("en", (*FEVER_EN, "what was my first temperature?"), ("39.2",), ("38.7", "37.9")),
        ("en", (*FEVER_EN, "what was my highest temperature?"), ("39.2",), ("37.9",)),
        ("en", (*FEVER_EN, "what is my latest temperature?"), ("37.9",), ("39.2",)),
        ("ko", (*FEVER_KO, "첫 체온은 얼마였나요?"), ("39.2",), ("38.7", "37.9")),
        ("ko", (*FEVER_KO, "가장 높았던 체온은?"), ("39.2",), ("37.9",)),
        ("en", ("blood pressure 151/92", "139/84", "what was my first blood pressure?"), ("151/92",), ("139/84",)),
        ("ko", ("혈압 151/92", "139/84", "가장 높았던 혈압은?"), ("151/92",), ("139/84",)),
    ],
)
def test_readings_of_one_day_are_all_told(
    tmp_path: Path, knowledge: Knowledge, language: Language, texts: tuple[str, ...], holds: tuple[str, ...],
    lacks: tuple[str, ...],
) -> None:  # fmt: skip
    answer = _last(tmp_path, knowledge, language, 3, texts)
    assert all(one in answer for one in holds) and not any(one in answer for one in lacks), answer


@pytest.mark.parametrize(
    ("language", "texts", "holds", "lacks"),
    [
        ("en", (*SUGARS_EN, "what was my highest glucose?"), ("148",), ("102",)),
        ("en", (*SUGARS_EN, "what was my highest fasting glucose?"), ("102",), ("148",)),
        ("en", (*SUGARS_EN, "average fasting glucose?"), ("98",), ("118", "139")),
        ("en", (*SUGARS_EN, "what was my last glucose after meals?"), ("131",), ("102",)),
        ("ko", (*SUGARS_KO, "가장 높았던 혈당은?"), ("148",), ("102",)),
        ("ko", (*SUGARS_KO, "가장 높았던 공복 혈당은?"), ("102",), ("148",)),
        ("ko", (*SUGARS_KO, "공복 혈당 평균이 얼마예요?"), ("98",), ("118", "139")),
        ("ko", (*SUGARS_KO, "가장 높았던 식후 혈당은?"), ("148",), ("102",)),
    ],
)
def test_sugars_are_told_by_the_circumstance_that_is_asked(
    tmp_path: Path, knowledge: Knowledge, language: Language, texts: tuple[str, ...], holds: tuple[str, ...],
    lacks: tuple[str, ...],
) -> None:  # fmt: skip
    answer = _last(tmp_path, knowledge, language, 24, texts)
    assert all(one in answer for one in holds) and not any(one in answer for one in lacks), answer


def test_a_reading_that_was_put_right_is_told_no_more(tmp_path: Path, knowledge: Knowledge) -> None:
    texts = ("blood pressure 168/98", "sorry, that was wrong. 139/82", "what was my highest blood pressure?")
    assert "168" not in _last(tmp_path, knowledge, "en", 1, texts)
