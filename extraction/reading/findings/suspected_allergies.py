"""Allergies that are suspected: "they suspect a penicillin allergy", "알레르기 의심된다고 끊으래요".

A suspicion is no denial: it is kept as an uncertain allergy.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from extraction.reading.asking.asked import sentence_at
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Read
from extraction.text.lazy_regex import lazy_regex

_ALLERGY: Final = lazy_regex(r"알레르기|알러지|앨러지|과민|\ballerg(?:y|ies|ic)\b|\bsensitiv(?:e|ity)\b")
_SUSPECTS: Final = lazy_regex(
    r"의심|(?:인|일|일지도|있을)\s?(?:것|거|수)\s?(?:같|있|도)|일지\s?모|가능성"
    r"|\bsuspect\w*|\b(?:may|might|could|possibl[ey]|probabl[ey]|likely)\b|\b(?:think|thinks|thought|reckons?)\b"
)
_DENIES: Final = lazy_regex(
    r"아니(?:래|라|에|고|었)|없(?:대|어|다|음|는|습)|\b(?:not|no|isn't|never|without|ruled out|nothing)\b|n't\b"
)


def with_suspicions(reads: Iterable[Read], sheet: Sheet) -> list[Read]:
    """``reads`` with each allergy that is only suspected as an uncertain one, where it was read as denied."""
    return [
        replace(read, state="current", certain=False)
        if read.role == "allergies" and read.state == "negated" and read.item.named and _is_suspected(read, sheet)
        else read
        for read in reads
    ]


def _is_suspected(read: Read, sheet: Sheet) -> bool:
    words = sentence_at(sheet.folded, read.item.start)
    return _ALLERGY.search(words) is not None and _SUSPECTS.search(words) is not None and _DENIES.search(words) is None
