"""Numbers that are no values, by what stands right behind them: periods, counts, money, times of day."""

from __future__ import annotations

from typing import Final

from extraction.text.lazy_regex import lazy_regex
from extraction.values.quantities import QuantityMention

_BEHIND: Final = lazy_regex(
    r"째|(?<=\d)\s?일\s?(?:로|치|간|분)|\s?(?:년|개월|달(?!러)|주(?!사|의|에?\s?(?:\d|[한두세])\s?[회번])|일(?!\s?(?:때|경|로)|주일)|시(?:간|에|쯤|부터|까지|경|반|이[에었고]|\d|\s"
    r"|정각|넘)|분(?!당)|초(?!음)|번|명|층|끼|가지|건(?![강조체])|종류|항목|줄|문장|사람|"
    r"가족|군데|곳|기(?!준|록)|단계|호|월|대(?=\s|초|중|후|$)|형\s?당뇨|(?:-|\s)?(?!(?:day|week|month|cycle) \d)"
    r"(?:years?|yrs?|months?|mths?\b|mos?\b|weeks?(?!ly)"
    r"|wks?\b|days?|nights?\b|hours?|"
    r"minutes?|mins?|hrs?|secs?\b|seconds?\b|times?"
    r"|(?:faint |pink |clear )?lines?\b|st\b|nd\b|rd\b|th\b)|[dw]\b)"
    r"|\s?(?:\d{1,4}\s?)?[천백만]{0,2}\s?원(?![인래리])|\s?(?:달러|유로|파운드(?!\s?(?:나가|빠|쪘))|엔(?=\s|$)|dollars?\b|bucks\b"
    r"|quid\b|euros?\b"
    r"|rupees?\b|pesos?\b|naira\b|rand\b)"
)
_TIMES: Final = "번회"
_TIMES_EN: Final = "times"
"""Counters of times, which some quantities end with."""
_HALF_OF_THE_DAY: Final = lazy_regex(r"(\s?)(?:am\b|pm\b|a\.m|p\.m)")
_LAST_HOUR: Final = 12


def is_no_value(quantity: QuantityMention, folded: str) -> bool:
    """Whether what stands behind a number, in the text in lower case, makes it no value of a test and no dose."""
    end = quantity.end
    return _BEHIND.match(folded, end) is not None or _counts_times(folded, end) or _is_hour(quantity, folded)


def _counts_times(folded: str, end: int) -> bool:
    """Whether the word that counts times is part of what ends at ``end``: "한번에", "4 times" are no values."""
    return folded[end - 1] in _TIMES or folded.endswith(_TIMES_EN, 0, end)


def _is_hour(quantity: QuantityMention, folded: str) -> bool:
    """Whether the half of the day behind a number makes it an hour: "8 pm" and "730pm", but "metformin 500 am" none."""
    behind = _HALF_OF_THE_DAY.match(folded, quantity.end)
    return behind is not None and ((quantity.value or 0.0) <= _LAST_HOUR or not behind[1])
