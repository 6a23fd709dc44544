"""Whether words only ask about a medicine: "do I still take it?", "아직 먹는다고 했는지 봐 줘요"."""

from __future__ import annotations

from typing import Final

from extraction.text.lazy_regex import lazy_regex

_WONDERS: Final = lazy_regex(
    r"\b(?:ask(?:s|ed|ing)?(?: me)?|wonder\w*|check\w*|see|know|remember|tell (?:me|them|her|him)|sure"
    r"|remind me) (?:if|whether|why)\b"
    r"|\bwhether (?:or not )?(?:i|he|she)\b|\bbecause of what\b"
    r"|(?:는|은|던|건|인|한|을|ㄹ)지(?:\s?(?:좀|를|도|만))?(?:\s|[.,!]|$)(?!\s?(?:\d|한\s|두\s|세\s|오래|꽤"
    r"|벌써))|[했였았었]나요?\W*(?:\s|$)|[았었했였]더라(?:고?요)?\W*$"
    r"|던가요?\W*$|[었았했]지요?\?|는\s?건가"
)
"""Questions within other words, and those to oneself."""


def wonders(text: str) -> bool:
    """Whether words ask within others, or oneself, whether or why something is so."""
    return _WONDERS.search(text) is not None
