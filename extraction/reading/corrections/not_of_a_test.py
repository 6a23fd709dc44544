"""Numbers that correct no value, because no test is told so: "make that 300mg", "actually it's 13 a day".

A correction that names nothing is read upon what was told last. A dose, a count and a rate are of something else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import SERIES_SLOTS, SlotKind
from extraction.naming.lexicon import Lexicon
from extraction.reading.figures.measuring import unit_fits
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_MOVES: Final = frozenset({Operation.CORRECT, Operation.CHANGE})
_POINTING: Final = (1.0, 2.0)
"""Numbers whose words point to something rather than measure it."""
_COUNTED: Final = lazy_regex(
    r"\s?(?:(?:a|per|each|every) (?:day|night|week|month|morning)|times|daily|cigarettes?|cigs|smokes|fags|packs?"
    r"|tablets?|pills?|capsules?|puffs?|drinks?|glasses|bottles|hours?|years?|days?|weeks?|months?)\b"
    r"|\s?(?:개비|개월|개(?![가-힣])|개[씩를가는]|갑|알|정(?=[을씩이,.\s]|$)|잔|병(?!원)|번|회(?![가-힣]*차)|시간|년|일(?:간|동안|치)"
    r"|주(?:간|째|동안)|포(?![가-힣])|캡슐)"
)


_EVENT: Final = lazy_regex(
    r"\b(?:began|begun|beginning|start(?:ed|ing|s)?|stopp?(?:ed|ing)?|since|set in|took ill|fell|operat\w+|surgery)\b"
    r"|시작|부터|끊[은었]|생[기긴겼]|수술|넘어"
)


def tells_of_an_event(text: str) -> bool:
    """Whether something began, ended or happened: a day beside it is no day of a reading."""
    return _EVENT.search(text) is not None


def without_what_no_test_is_told_in(
    sheet: Sheet, proposals: Sequence[Proposal], lexicon: Lexicon
) -> tuple[Proposal, ...]:
    """``proposals`` without corrections of a test that nobody names by what is no value or day of it."""
    return tuple(one for one in proposals if not _is_of_something_else(one, sheet, lexicon))


def _is_of_something_else(proposal: Proposal, sheet: Sheet, lexicon: Lexicon) -> bool:
    content = proposal.content
    if proposal.operation not in _MOVES or content is None or content.slot not in SERIES_SLOTS:
        return False
    if any(one.entry.kind in ("labs", "vitals") for one in sheet.mentions):
        return False
    if content.value is None:
        return content.valid_from is not None and tells_of_an_event(sheet.folded)
    entry = lexicon.find("vitals" if content.slot is SlotKind.VITALS else "labs", content.concept.concept_id)
    if content.value in _POINTING and not any(one.isdigit() for one in proposal.quote):
        # "That one I stopped."
        return True
    said = [one for one in sheet.figures if one.value == content.value]
    return bool(said) and all(
        (entry is not None and one.quantity.unit_stated and not unit_fits(entry, one.quantity))
        or bool(one.counter)
        or _COUNTED.match(sheet.folded, one.end) is not None
        for one in said
    )
