"""What a text must hold for a pattern to match: no row that matches is ever passed over."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.answers.asking.cues import CUES, cues_in
from agent.safety.alarms import signs
from extraction.text.needed_letters import Rows, may_match, needs, pieces_of

PATTERNS = (
    r"blood|bleed\w*|피가?\s?나",
    r"\b(?:chest|breast).{0,20}?(?:pain|hurt(?:s|ing)?)\b",
    r"(?:안|못)\s?먹",
    r"(?i:KELVIN|strasse)",
    r"x?y?z?",
    r"(?<=,)\s[ab]c+(?!d)",
    r"(?:ab){2,}|[^a]b",
    r"(?=needle)n|^$",
)
WORDS = st.lists(
    st.sampled_from(
        "blood BLED bleeding chest pain hurts 피가 나 못먹 안 먹 Kelvin ſtrasse kelvin , ac abab needle İ \n .".split(
            " "
        )
    ),
    max_size=8,
)
SENTENCES = (
    "어제부터 가슴이 조이고 왼팔이 저려요.",
    "My mouth is drooping on one side and I can't lift my arm.",
    "안녕하세요, 당화혈색소는 6.9%였어요. 비교해 주세요.",
    "What did I say about my blood pressure? Remind me please, it was 138/86.",
    "숨이 차서 말을 못 하겠어요, 119 불러야 하나요?",
    "I feel like ending it all, I took thirty tablets.",
)


@pytest.mark.every_case
@pytest.mark.parametrize("written", PATTERNS)
@pytest.mark.parametrize("flags", [0, re.IGNORECASE])
@given(words=WORDS, glue=st.sampled_from(("", " ")))
def test_whatever_matches_is_worth_trying(written: str, flags: int, words: list[str], glue: str) -> None:
    pattern, text = re.compile(written, flags), glue.join(words)

    if pattern.search(text):
        assert may_match(needs(pattern), pieces_of(text))


def test_what_lacks_the_words_is_passed_over() -> None:
    tried = needs(re.compile(r"\b(?:chest|breast).{0,20}(?:pain|ache)", re.IGNORECASE))

    assert may_match(tried, pieces_of("a PAIN in my Chest"))
    assert not may_match(tried, pieces_of("a pain in my knee"))
    assert not may_match(tried, pieces_of("my chest is fine"))


def test_a_text_with_letters_of_other_alphabets_is_always_tried() -> None:
    # The Kelvin sign and the long s are k and s to a pattern without case.
    assert re.search("kiss", "\u212ai\u017f\u017f", re.IGNORECASE)
    assert may_match(needs(re.compile("kiss", re.IGNORECASE)), pieces_of("\u212ai\u017f\u017f"))


def test_rows_keep_their_order_and_lose_none_that_matches() -> None:
    rows = Rows(
        [("pain", re.compile("pain")), ("any", re.compile(".")), ("ache", re.compile("ache"))], lambda one: one[1]
    )

    assert [name for name, _ in rows.worth_trying("headache")] == ["any", "ache"]
    assert [name for name, _ in rows] == ["pain", "any", "ache"]


@pytest.mark.parametrize("text", SENTENCES)
def test_the_shipped_cues_and_signs_are_found_as_before(text: str) -> None:
    assert cues_in(text) == {name for name, pattern in CUES.items() if pattern.search(text)}
    pieces = pieces_of(text)
    patterns = [pattern for both in signs().values() for pattern in both]
    tried = [pattern for pattern in patterns if may_match(needs(pattern), pieces)]
    assert [one for one in tried if one.search(text)] == [one for one in patterns if one.search(text)]
    assert len(tried) < len(patterns) / 2
