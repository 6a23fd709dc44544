"""Illnesses of childhood that a talk names: by each a nursery has its own rule, or a medicine is not given."""

from __future__ import annotations

import re
from typing import Final, Literal

from extraction.text.lazy_regex import lazy_regex

Illness = Literal["chickenpox", "hand_foot_mouth", "stomach", "scarlet", "impetigo", "conjunctivitis", "lice", "fever"]
_I: Final = re.IGNORECASE
_NAMED: Final[tuple[tuple[Illness, re.Pattern[str]], ...]] = (
    ("chickenpox", lazy_regex(r"\bchicken ?pox\b|\bvaricella\b|\bthe pox\b|수두(?!\s?(?:접종|예방))", _I)),
    (
        "hand_foot_mouth",
        lazy_regex(r"\bhand,? ?(?:and )?foot,? ?(?:(?:and|n|&) )?mouth\b|\bhfmd?\b|\bcoxsackie\w*|수족구", _I),
    ),
    (
        "stomach",
        lazy_regex(
            r"\b(?:vomit\w*|diarrh\w*|the runs|d ?& ?v|norovirus|(?:was|been|being) sick|sick (?:twice|once|again"
            r"|all)|(?:tummy|stomach) bug|gastro\w*|running stomach)\b|장염|설사|구토|노로",
            _I,
        ),
    ),
    ("scarlet", lazy_regex(r"\bscarlet fever\b|\bstrep\b|성홍열", _I)),
    ("impetigo", lazy_regex(r"\bimpetigo\b|농가진", _I)),
    ("conjunctivitis", lazy_regex(r"\bconjunctivitis\b|\bpink ?eye\b|\bsticky eyes?\b|결막염|눈곱", _I)),
    ("lice", lazy_regex(r"\b(?:head ?lice|nits)\b|머릿니|\bjust a cold\b", _I)),
    ("fever", lazy_regex(r"\b(?:fever\w*|temp(?:erature)?)\b|열", _I)),
)
_DRIED: Final = lazy_regex(
    r"\b(?:vomit\w*|throwing up|threw up|diarrh\w*|the runs|running stomach|can'?t keep (?:anything|fluids) down"
    r"|dehydrat\w*)\b|토하|토했|구토|설사|탈수",
    _I,
)
_NOT_DRIED: Final = lazy_regex(
    r"\b(?:no|not|isn'?t|without) (?:any )?(?:vomit\w*|diarrh\w*|throwing)|(?:토하|설사하)지\s?않|구토\s?(?:없|안)"
    r"|설사\s?(?:없|안)|토\s?안",
    _I,
)
_WORSE: Final = lazy_regex(
    r"\b(?:nurofen|ibuprofen|motrin|advil|brufen|nsaids?)\b[^.?!]{0,60}\b(?:set (?:\w+ ){1,2}(?:chest|asthma)"
    r"|wheez\w*|nebuli\w*|allerg\w*|hives|swell\w*|swollen|rash|attack|react\w*|couldn'?t breathe)\b"
    r"|\ballergic to (?:nurofen|ibuprofen|motrin|advil|nsaids?)\b|(?:부루펜|이부프로펜|맥시부펜"
    r"|덱시부)[^.?!]{0,24}(?:두드러기|알레르기|쌕쌕|부었|발작|호흡곤란|천식)",
    _I,
)
_TOLERATED: Final = lazy_regex(r"괜찮았|문제\s?없었|\b(?:was|were|been) (?:fine|ok|okay|alright)\b", _I)


def illnesses_in(text: str) -> frozenset[Illness]:
    """The illnesses that ``text`` names."""
    return frozenset(name for name, pattern in _NAMED if pattern.search(text))


def is_dried_by(text: str) -> bool:
    """Whether somebody vomits or has diarrhoea by ``text``, so that ibuprofen may harm the kidneys (NICE NG143)."""
    return _DRIED.search(text) is not None and _NOT_DRIED.search(text) is None


def is_made_worse(text: str) -> bool:
    """Whether ibuprofen has harmed before: asthma that it set off, an allergy."""
    return _WORSE.search(text) is not None and _TOLERATED.search(text) is None


_ASTHMA: Final = lazy_regex(r"\basthma\w*\b|천식", _I)
_NO_ASTHMA: Final = lazy_regex(r"\bno (?:history of )?asthma\b|천식[은이도]?\s?(?:없|아니)", _I)


def has_asthma(text: str) -> bool:
    """Whether somebody has asthma, of whom nothing says that ibuprofen was borne well before."""
    return _ASTHMA.search(text) is not None and _NO_ASTHMA.search(text) is None and _TOLERATED.search(text) is None
