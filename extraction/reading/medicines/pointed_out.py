"""Medicines that are pointed at by their place in what the agent said: "I've stopped the former", "뒤엣건 계속 먹어요".

No name stands there for the readers to hear an end by. What is said of either one outright, in its own words, is so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from extraction.reading.asking.asked import asked, sentence_around
from extraction.reading.items import ANSWERED, Heard
from extraction.reading.medicines.outright_ends import is_said_over
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Read
from extraction.text.lazy_regex import lazy_regex

_MEDICINES: Final = ("medications", "drug_classes")
_AND: Final = lazy_regex(r",|\b(?:and|but|though|while)\b")
_GOES_ON: Final = lazy_regex(r"계속|그대로|여전히|꾸준히|\b(?:still|keep\w*|carry\w* on|continu\w*|same as)\b")


def with_what_is_pointed_out(reads: Sequence[Read], heard: Heard, sheet: Sheet) -> list[Read]:
    """``reads`` with the end, or none, of each medicine that is pointed at; the others that were named stay."""
    pointed = sorted((read.item.start, read.item.end) for read in reads if _is_pointed_at(read))
    if not pointed:
        return list(reads)
    supposed = list(asked(sheet.folded))
    said = {one.concept_id for one in heard.agent_named}
    told = []
    for read in reads:
        item = read.item
        if not item.named and item.heard is not None and heard.facts[item.heard].concept.concept_id in said:
            # Who points at one of two says that the other is not meant.
            told.append(replace(read, role="untouched"))
            continue
        if not _is_pointed_at(read) or any(start <= item.start < end for start, end in supposed):
            told.append(read)
            continue
        first, last = sentence_around(sheet.folded, item.start)
        first = max((end for _, end in pointed if first < end <= item.start), default=first)
        last = min((start for start, _ in pointed if item.end <= start < last), default=last)
        asks = sheet.folded[last : last + 1] == "?"
        if sheet.language == "ko":
            # What is said of it stands behind it.
            first = item.start
        elif (parted := _AND.search(sheet.folded, item.end, last)) is not None:
            last = parted.start()
        if asks:
            told.append(read)
        elif _GOES_ON.search(sheet.folded, first, last) is not None:
            told.append(replace(read, role="medications", change="mention", state="current"))
        elif is_said_over(sheet.folded, (first, item.start), (item.end, last), korean=sheet.language == "ko"):
            told.append(replace(read, role="medications", change="stop", state="ended", new=()))
        else:
            told.append(read)
    return told


def _is_pointed_at(read: Read) -> bool:
    item = read.item
    placed = item.named and item.confidence == ANSWERED and item.start < item.end and item.heard is not None
    return placed and item.kind in _MEDICINES and not read.new
