"""Values that somebody asks to have written down: "Please put my weight down as 80 kg", "몸무게 80kg 적어 주세요".

The form is a request and the words tell: what is to be noted is so. Who names a test and no value of it ("write down
my last sugar") asks for what stands on record, and so does who asks whether to note it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, cast

from extraction.reading.asking.asked import sentences
from extraction.reading.figures.figures import Figure
from extraction.reading.figures.measuring import in_range, unit_fits
from extraction.reading.items import Heard, Item
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Act, Read, Role
from extraction.text.lazy_regex import lazy_regex

_NOTED_EN: Final = lazy_regex(
    r"(?:^|[,;:]\s*|\b(?:please|kindly|pls|(?:would|could|can|will) (?:you|u)(?: please| kindly)?|(?:i'd"
    r"|i would) like (?:you )?to"
    r"|i (?:want|need) (?:you )?to|just|so|and|also|ok(?:ay)?|hi|hello)\s)"
    r"(?:please |kindly |just )?(?:put|note|add|write|record|mark|enter|register|log|jot|save|keep|store|make a note)\b"
    r"(?!\s(?:of )?(?:what|when|how|which|whether|if)\b)"
)
_NOTED_KO: Final = lazy_regex(
    r"(?:적어|넣어|기록해|등록해|메모해|올려|남겨|써|저장해|입력해|적어놔|기억해)\s?(?:주|줘|줄|놔|놓|둬|두)"
)
_OPEN: Final = lazy_regex(
    r"\b(?:should|shall|may|must|do|did|have|when|where|how) (?:i|you)\b|\b(?:can|could) i\b(?! ask you)"
    r"|\b(?:last|latest|previous|recent|both|these|those|all) (?:\w+ ){0,3}?(?:values?|readings?|results?|numbers?)\b"
    r"|\b(?:remove|delete|strike|take off|wrong|goal|target|aim|every|whenever|each time)\b|삭제|지워|모르|할까|될까"
    r"|목표"
    r"|마다"
)
_MEASURED: Final = lazy_regex(r"\bi(?:'m| am)?\s(?:now )?(?:weigh\w*|measure\w*|stand)\b")
_TESTS: Final = ("labs", "vitals")


def told_by_noting_a_value(acts: tuple[Act, ...], sheet: Sheet) -> tuple[Act, ...]:
    """``acts`` with the telling that a request to note a value is, which is no question of its own."""
    noted = [span for span in _noting(sheet.folded) if _holds_a_value(sheet, span)]
    if not noted:
        return acts
    others = "".join(sheet.folded[end : end + 1] for start, end in sentences(sheet.folded) if (start, end) not in noted)
    kept = tuple(one for one in acts if one.kind not in ("ask", "state") or (one.kind == "ask" and "?" in others))
    return (*kept, Act("state", 0.0))


def with_noted_values(reads: Sequence[Read], sheet: Sheet, heard: Heard) -> list[Read]:
    """``reads`` with what is to be noted as the patient's value, where the models took it for asked or put right."""
    noted = [span for span in _noting(sheet.folded) if _holds_a_value(sheet, span)]
    others = any(one.entry.kind == "relatives" for one in sheet.mentions) and not heard.patient_is
    if not noted or others:
        return list(reads)
    bound = {figure.start for read in reads if read.is_fact for figure in (*read.new, *read.old)}
    return [_noted(read, sheet, noted, bound) for read in reads]


def _noting(folded: str) -> Iterator[tuple[int, int]]:
    for start, end in sentences(folded):
        said = folded[start:end].strip()
        if (_NOTED_EN.search(said) or _NOTED_KO.search(said)) and _OPEN.search(said) is None:
            yield start, end


def _holds_a_value(sheet: Sheet, span: tuple[int, int]) -> bool:
    named = any(one.entry.kind in _TESTS and span[0] <= one.start < span[1] for one in sheet.mentions)
    named = named or _MEASURED.search(sheet.folded, *span) is not None
    return named and any(span[0] <= one.start < span[1] and one.kind != "age" for one in sheet.figures)


def _noted(read: Read, sheet: Sheet, noted: Sequence[tuple[int, int]], bound: set[int]) -> Read:
    item = read.item
    if item.kind not in _TESTS or item.entry is None or not item.named:
        return read
    if read.is_fact and (read.change == "assert" or item.heard is not None):
        return read
    span = next(((start, end) for start, end in noted if start <= item.start < end), None)
    figure = None if span is None else _own(item, sheet, span, bound)
    if figure is None:
        return read
    return replace(
        read,
        role=cast(Role, item.kind),
        state="current",
        change="assert",
        certain=True,
        doubt=0.0,
        new=(figure,),
        old=(),
    )


def _counts(figure: Figure, item: Item) -> bool:
    """Whether a number before a test's name only says how many of its values are meant: "the last two LDLs"."""
    whole = figure.value < _FEW and float(figure.value).is_integer()
    return bool(figure.counter) or (whole and not figure.quantity.unit_stated and figure.start < item.start)


_FEW: Final = 20


def _own(item: Item, sheet: Sheet, span: tuple[int, int], bound: set[int]) -> Figure | None:
    """The one number of the sentence that can be a value of the test."""
    found = [
        one
        for one in sheet.figures
        if span[0] <= one.start < span[1]
        and one.kind == "number"
        and (one.start not in bound)
        and not _counts(one, item)
        and item.entry is not None
        and unit_fits(item.entry, one.quantity)
        and in_range(item.entry, one.quantity)
    ]
    return found[0] if len(found) == 1 else None
