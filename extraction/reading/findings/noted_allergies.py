"""Allergies that somebody asks to have noted: "Would you kindly put down eggs under allergies for me?".

The form is a question and the words tell: what is to be written down is so. Whether to write it down ("should I list
mould?") or what stands there ("is shellfish under my allergies?") is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from extraction.reading.asking.asked import sentences
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Act, Read
from extraction.text.lazy_regex import lazy_regex

_NOTED_EN: Final = lazy_regex(
    r"(?:^|[,;:]\s*|\b(?:please|kindly|(?:would|could|can|will) you(?: please| kindly)?|(?:i'd|i would) like you to"
    r"|you (?:may|might|can|could)|just|so|and|also)\s)"
    r"(?:please |kindly )?(?:put|note|add|list|write|record|mark|enter|include|register|log|jot|save)\b"
    r"[^.?!\n]*\ballerg"
)
_NOTED_KO: Final = lazy_regex(
    r"(?:알레르기|알러지)[^.?!\n]*(?:적어|넣어|추가해|기록해|등록해|메모해|올려|남겨|써|표시해|저장해|입력해|반영해)\s?(?:주|줘|줄|놔|놓|둬|두)"
)
_OPEN: Final = lazy_regex(
    r"\b(?:should|shall|may|can|could|must|do|did|have) i\b"
    r"|\b(?:whether|if i|not allergic|no allerg\w+|any allerg\w+|none)\b"
    r"|\b(?:remove|delete|strike|take off|instead|wrong)\b|없|아니|아닙|안\s?(?:나|생)|빼|삭제|지워|모르|할까|될까"
)
_LISTS_MEDICINES: Final = lazy_regex(
    r"\b(?:meds|medications?|medicines?|prescriptions?|taking)\b|복용약|먹는\s?약|약물?\s?(?:목록|에)"
)
_BORNE_BADLY: Final = frozenset({"allergens", "medications", "drug_classes"})


def asks_to_note(folded: str) -> tuple[tuple[int, int], ...]:
    """The sentences [start, end) that ask to have an allergy written down."""
    return tuple(_noting(folded)) if "allerg" in folded or "알레르기" in folded or "알러지" in folded else ()


def _noting(folded: str) -> Iterator[tuple[int, int]]:
    for start, end in sentences(folded):
        said = folded[start:end].strip()
        if (_NOTED_EN.search(said) or _NOTED_KO.search(said)) and _OPEN.search(said) is None:
            yield start, end


def told_by_noting(acts: tuple[Act, ...], sheet: Sheet) -> tuple[Act, ...]:
    """``acts`` with the telling that a request to note an allergy is, which is no question of its own.

    Who names nothing to be noted ("write down my illnesses, tablets and allergies") asks for what is on record.
    """
    folded = sheet.folded
    noted = [
        (start, end)
        for start, end in asks_to_note(folded)
        if any(one.entry.kind in _BORNE_BADLY and start <= one.start < end for one in sheet.mentions)
    ]
    if not noted:
        return acts
    others = "".join(folded[end : end + 1] for start, end in sentences(folded) if (start, end) not in noted)
    kept = tuple(one for one in acts if one.kind not in ("ask", "state") or (one.kind == "ask" and "?" in others))
    return (*kept, Act("state", 0.0))


def with_noted_allergies(reads: Sequence[Read], sheet: Sheet, heard: Heard) -> list[Read]:
    """``reads`` with what is to be noted under the allergies as an allergy of the patient's."""
    noted = asks_to_note(sheet.folded)
    others = any(one.entry.kind == "relatives" for one in sheet.mentions) and not heard.patient_is
    if not noted or others:
        return list(reads)
    # "Add metformin to my medicines and eggs to my allergies": what is told to be taken is no allergy.
    clear = [span for span in noted if _LISTS_MEDICINES.search(sheet.folded, *span) is None]

    def is_meant(read: Read) -> bool:
        spans = noted if read.item.kind == "allergens" else clear
        return any(start <= read.item.start < end for start, end in spans)

    return [_as_allergy(read) if is_meant(read) else read for read in reads]


def _as_allergy(read: Read) -> Read:
    item = read.item
    if not item.named or item.kind not in _BORNE_BADLY or item.start == item.end:
        return read
    return replace(read, role="allergies", state="current", change="assert", certain=True, doubt=0.0)
