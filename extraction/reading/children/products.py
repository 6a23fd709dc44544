"""Medicines for fever and pain as they are called at home, the substance of each, and how strong its syrup is.

Strengths are those on the labels: paracetamol 120 mg in 5 mL (UK infant suspensions, Calpol), 250 mg in 5 mL (Calpol
Six Plus), 160 mg in 5 mL (Children's Tylenol, FDA; Korean suspensions, MFDS); ibuprofen 100 mg in 5 mL, 50 mg in 1.25
mL of US infant drops; dexibuprofen 60 mg in 5 mL (MFDS). A product of which several strengths are sold has none here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from extraction.text.lazy_regex import lazy_regex

PARACETAMOL, IBUPROFEN, DEXIBUPROFEN = "acetaminophen", "ibuprofen", "dexibuprofen"
UK_PARACETAMOL, SIX_PLUS, PARACETAMOL_160 = 24.0, 50.0, 32.0
IBUPROFEN_100, IBUPROFEN_DROPS, DEXIBUPROFEN_60 = 20.0, 40.0, 12.0
"""Milligrams in a millilitre."""
_I: Final = re.IGNORECASE


@dataclass(frozen=True, slots=True)
class Product:
    """A medicine named at [start, end): its substance and, where it has one, the strength of its syrup."""

    substance: str
    strength: float | None
    start: int
    end: int
    said: str
    milligrams: float | None = None
    """Milligrams of one tablet, where the name tells them ("타이레놀500")."""


_ROWS: Final = (
    (PARACETAMOL, SIX_PLUS, lazy_regex(r"\b(?:calpol|paracetamol)\s?(?:six ?plus|6 ?plus|6\+)", _I)),
    (PARACETAMOL, UK_PARACETAMOL, lazy_regex(
        r"\bcalpol\b|\binfants?'? paracetamol\b|\bbaby paracetamol\b|\bparacetamol (?:suspension|syrup)\b|\bdisprol\b"
        r"|\bmedised\b", _I)),
    (PARACETAMOL, PARACETAMOL_160, lazy_regex(
        r"(?:\b(?:children'?s|kids|infants?'?|baby|liquid)\s)?\btylenol\b|\bfeverall\b|\bpanadol\b|\bacetaminophen\b"
        r"|\bapap\b", _I)),
    (PARACETAMOL, None, lazy_regex(r"\bparacetamol\b", _I)),
    (IBUPROFEN, IBUPROFEN_DROPS, lazy_regex(
        r"\binfants?'? (?:motrin|advil|ibuprofen)(?: drops)?\b|\b(?:motrin|advil) (?:infants?'? )?drops\b|\bmotrin"
        r" infants?\b", _I)),
    (IBUPROFEN, IBUPROFEN_100, lazy_regex(
        r"(?:\b(?:children'?s|kids|baby)\s)?\b(?:nurofen|motrin|advil|ibuprofen|brufen|calprofen|ibuprofin|iburofen"
        r"|neurofen)\b", _I)),
    (PARACETAMOL, PARACETAMOL_160, lazy_regex(
        r"챔프\s?시럽?\s?\(?(?:빨강|빨간|빨간색|적색|아세트)[가-힣]*\)?|(?:빨강|빨간|빨간색)\s?(?:챔프|시럽|해열제)"
        r"|콜대원\s?키즈\s?펜(?:시럽)?(?:\s?보라색?)?|콜대원\s?보라색?"
        r"|세토펜|아세트아미노펜|(?:어린이\s?)?타이레놀(?:\s?(?:현탁액|시럽))?|타세놀|아니스펜(?!에스)|(?:써스펜"
        r"|서스펜)(?:\s?좌약)?|파라세타몰|펜시럽")),
    (DEXIBUPROFEN, DEXIBUPROFEN_60, lazy_regex(r"맥시부(?:펜|키즈)?|덱시부프로펜|덱시부|애니펜|dexibuprofen")),
    (IBUPROFEN, IBUPROFEN_100, lazy_regex(
        r"챔프\s?시럽?\s?\(?(?:파랑|파란|파란색|이부)[가-힣]*\)?|(?:파랑|파란|파란색)\s?(?:챔프|시럽)"
        r"|콜대원\s?키즈\s?이부펜?|(?<!덱시)이부프로펜|부루펜|이부루펜|이지엔\s?6?\s?(?:애니|키즈)?|이브펜|캐롤")),
    (PARACETAMOL, PARACETAMOL_160, lazy_regex(r"챔프(?!\s?시럽?\s?\(?(?:파|이부))")),
)  # fmt: skip
_MILLIGRAMS: Final = lazy_regex(
    r"\s?(?P<mg>\d{2,4})(?!\d)(?!\s?(?:mg|밀리그램)?\s?(?:/|per\b|in\b))\s?(?:mg|밀리그램|짜리|미리짜리)?(?!\s?(?:ml"
    r"|밀리|미리|cc|/|시|\d|일|번))",
    _I,
)


def products_in(text: str) -> tuple[Product, ...]:
    """The medicines for fever that ``text`` names, in order."""
    found: list[Product] = []
    for one in sorted(_all(text), key=lambda each: (each.start, -each.end)):
        if not found or one.start >= found[-1].end:
            found.append(one)
    return tuple(found)


def _all(text: str) -> Iterator[Product]:
    for substance, strength, pattern in _ROWS:
        for match in pattern.finditer(text):
            told = _MILLIGRAMS.match(text, match.end())
            each = float(told["mg"]) if told and float(told["mg"]) in _TABLETS else None
            yield Product(substance, strength, match.start(), match.end(), match[0], each)


_TABLETS: Final = frozenset({80.0, 100.0, 125.0, 160.0, 200.0, 250.0, 325.0, 350.0, 400.0, 500.0, 650.0})
"""Milligrams that tablets and suppositories for fever are sold in."""
