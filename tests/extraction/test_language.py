from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.text.language import Language, detect


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("요즘 잠을 통 못 자요", "ko"),
        ("warfarin 3mg qd로 먹고 INR 2.4였어요", "ko"),
        ("BP 150/95, HR 88 나옴", "ko"),
        ("My knees hurt when I climb stairs.", "en"),
        ("I take 타이레놀 for it, and 게보린 when I have a headache", "en"),
        ("warfarin 3 mg qd", "en"),
    ],
)
def test_reads_the_language_of_the_sentence_not_of_its_drug_names(text: str, language: Language) -> None:
    assert detect(text) == language


@pytest.mark.parametrize("text", ["", "   ", "120/80", "👍", "\x00"])
@pytest.mark.parametrize("default", ["ko", "en"])
def test_falls_back_where_there_are_no_letters(text: str, default: Language) -> None:
    assert detect(text, default) == default


@given(st.text())
def test_never_fails(text: str) -> None:
    assert detect(text) in ("ko", "en")
