"""Angina that comes at rest is no mere count."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from agent.skills.ports import Language
from server.composition import Knowledge
from tests.agent.test_diary import answers

HEART_EN = "I have angina, GTN spray when needed. One spray walking uphill on Monday, fine after."
HEART_KO = "협심증 있어요, 니트로글리세린은 필요할 때 써요. 월요일에 언덕 오르다 한 번 뿌렸어요."


@pytest.mark.parametrize(
    ("language", "texts", "says"),
    [
        ("en", (HEART_EN, "Another spray, chest tight while I lay in bed, ten minutes.", "How many is that?"), "999"),
        ("ko", (HEART_KO, "가만히 누워 있는데 가슴이 조여서 또 뿌렸어요, 10분.", "지금까지 몇 번이죠?"), "119"),
    ],
)  # fmt: skip
def test_what_gets_worse_is_said_to_be_urgent(
    tmp_path: Path, knowledge: Knowledge, language: Language, texts: tuple[str, ...], says: str
) -> None:
    said = answers(tmp_path, knowledge, language, *texts, apart=timedelta(hours=2))
    assert any(says in one for one in said[1:]), said


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", (HEART_EN, "Chest tight on the hill again, gone when I sat down.", "How many sprays is that?")),
        ("en", (HEART_EN, "I lay in bed with a chest infection.", "What do I take?")),
    ],
)
def test_the_ordinary_course_is_only_told(
    tmp_path: Path, knowledge: Knowledge, language: Language, texts: tuple[str, ...]
) -> None:
    answer = answers(tmp_path, knowledge, language, *texts)[-1]
    assert "may be the start of a heart attack" not in answer
