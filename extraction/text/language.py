"""Which of the two languages an utterance is in."""

from __future__ import annotations

import re
from typing import Literal

from extraction.text.lazy_regex import lazy_regex

Language = Literal["ko", "en"]

KOREAN_SHARE = 0.15
"""Least share of Hangul among letters for Korean. A syllable carries two to three Latin letters, so a Korean
sentence full of drug names and test abbreviations ("metformin 500mg bid로 먹고") falls well under one half."""

ENGLISH_FRAME_SHARE = 0.6
"""The same share when English function words frame the sentence ("I take 타이레놀 for it")."""

_HANGUL = lazy_regex(r"[\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3]")
_LATIN = lazy_regex(r"[A-Za-z]")
_ENGLISH_FRAME = lazy_regex(
    r"\b(?:i|i'm|i've|my|me|the|is|are|was|were|have|had|take|took|am|and|of|for|it|they|he|she|a|an|not|what|can)\b",
    re.IGNORECASE,
)

_MEASURE = lazy_regex(
    r"\d\s?(?:kg|kgs|lbs?|g|mg|mcg|ug|ml|l|cm|mm|mmhg|bpm|mmol(?:/l)?|mg/dl|iu|u|c|f|h|hr|min)\b|\b(?:bp"
    r"|hr)\b(?=\s?\d)",
    re.IGNORECASE,
)
"""A unit behind its number is written alike in both languages."""


def is_of_figures_alone(text: str) -> bool:
    """Whether nothing but figures and their units stands in the text, which tell no language: "63.9", "66.1kg"."""
    left = _MEASURE.sub("0", text)
    return _HANGUL.search(left) is None and _LATIN.search(left) is None


def detect(text: str, default: Language = "ko") -> Language:
    """Return the language of `text`; `default` when it holds neither Hangul nor Latin letters."""
    hangul = len(_HANGUL.findall(text))
    latin = len(_LATIN.findall(text))
    if hangul == 0 and latin == 0:
        return default
    framed = len(_ENGLISH_FRAME.findall(text)) >= 2
    needed = ENGLISH_FRAME_SHARE if framed else KOREAN_SHARE
    return "ko" if hangul / (hangul + latin) >= needed else "en"
