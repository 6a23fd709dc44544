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
_UNSURE: Final = (
    r"\b(?:not|n['’]?t|never) (?:\w+ )?(?:sure|certain|positive|clear|proven|confirmed|tested|know|tell|say)\b"
    r"|n['’]?t (?:be |been |really |quite |entirely )?(?:sure|certain|positive|know|tell|say|tested|proven)\b"
    r"|\b(?:unsure|who knows|no idea|dunno|if i am|whether)\b"
    r"|확실(?:하지|치|히는?|한\s?건)|모르겠|모르는|아닐\s?수도|검사는?\s?(?:아직\s?)?(?:안|못)"
)
"""Words that leave it open: their "not" denies no allergy."""
_SUSPECTS: Final = lazy_regex(
    r"의심|(?:인|일|일지도|있는|있을)\s?(?:것|거|수|듯)\s?(?:같|있|도|해)|[일인]지\s?(?:모|확실|도)|가능성"
    r"|\bsuspect\w*|\b(?:may|might|maybe|perhaps|could|possibl[ey]|probabl[ey]|likely)\b"
    rf"|\b(?:think|thinks|thought|reckons?)\b|{_UNSURE}"
)
_LEFT_OPEN: Final = lazy_regex(_UNSURE)
_DENIES: Final = lazy_regex(
    r"아니(?:래|라|에|고|었)|없(?:대|어|다|음|는|습)|\b(?:not|no|isn't|never|without|ruled out|nothing)\b|n't\b"
)


def with_suspicions(reads: Iterable[Read], sheet: Sheet) -> list[Read]:
    """``reads`` with each allergy that is only suspected as an uncertain one, read as denied or as had."""
    return [
        replace(read, state="current", certain=False)
        if read.role == "allergies"
        and read.state in ("negated", "current")
        and read.item.named
        and _is_suspected(read, sheet)
        else read
        for read in reads
    ]


def left_open(text: str) -> bool:
    """Whether words leave open whether something is so: "not sure", "확실하지 않아요"."""
    return _LEFT_OPEN.search(text) is not None


def _is_suspected(read: Read, sheet: Sheet) -> bool:
    words = sentence_at(sheet.folded, read.item.start)
    if _ALLERGY.search(words) is None or _SUSPECTS.search(words) is None:
        return False
    if read.state == "current" and _LEFT_OPEN.search(words) is None:
        return False
    return _DENIES.search(_LEFT_OPEN.sub(" ", words)) is None
