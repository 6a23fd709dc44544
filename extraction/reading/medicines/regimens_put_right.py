"""A dose put right together with how often: "no wait, it's 1000 twice a day", "the box says 850 mg three times a day".

The two stand side by side and are one telling: half of it alone, the old amount at the new times or the new one at the
old, is what nobody has said. They are of the medicine that was just told, where the words name none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import Content, Status, Temporality
from extraction.reading.corrections.taking_back import asked_in, is_denied, pulls_up, puts_right, requested
from extraction.reading.items import Heard
from extraction.reading.medicines.doses_in_order import is_strength
from extraction.reading.medicines.meant import besides, is_taken, meant, medicines_named
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import GUESS, Understanding
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_units import number_of_dose

_LONGEST: Final = 200
_TOLD: Final = lazy_regex(
    r"(?:^|[.,;:!]\s?|\b(?:it'?s|it is|that'?s|should (?:be|read|say)|says?|said|reads?|meant|mean|make (?:it"
    r"|that)|actually|no|wait|sorry)\s)"
    r"(?:(?:really|actually|supposed to be|meant to be)\s)?"
    r"(?P<n>\d{1,4}(?:\.\d+)?)\s?(?P<unit>mg|mcg|g|units?|ml)?(?P<many>s)?,?\s?(?=\S)"
)
_BESIDE: Final = 2
"""Most characters between the amount and how often."""
_DAILY: Final = frozenset({"QD", "BID", "TID", "QID", "QHS"})
_NEAR: Final = 8.0
"""Most by which a bare number differs from the dose on record, as a factor: more is a count or another thing."""
_SLIPPED: Final = lazy_regex(
    r"\b(?:wrong|mistake\w*|misread|mixed up|hold on|hang on|(?:no|oh),? wait|wait,? no|correction|scratch that"
    r"|i meant|oops|sorry"
    r"|actually|my bad|checked|(?:box|bottle|label|packet|wife|husband|mum|mom|son|daughter) (?:says|said))\b"
)
_MOVES: Final = lazy_regex(
    r"\b(?:rais\w*|increas\w*|upped|bump\w*|reduc\w*|lower\w*|from (?:now|today|tomorrow)|since|doctor|doc|gp"
    r"|will|going to"
    r"|max\w*|also|add\w*|another|extra|took|taken|had|swallowed)\b"
)


def with_regimens_put_right(
    sheet: Sheet, heard: Heard, understanding: Understanding, proposals: Sequence[Proposal], author: str
) -> tuple[Proposal, ...]:
    """``proposals`` with amount and rhythm of the medicine just told as the words put both right."""
    text = sheet.folded
    if len(text) > _LONGEST or medicines_named(sheet) or sheet.dates or _MOVES.search(text) is not None:
        return tuple(proposals)
    if asked_in(text) and not requested(text):
        return tuple(proposals)
    heard_so = any(one.kind in ("correct", "revert") and one.doubt <= GUESS for one in understanding.acts)
    if not (heard_so or puts_right(text) or pulls_up(text) or _SLIPPED.search(text)):
        return tuple(proposals)
    fact = meant(sheet, heard, lambda one: is_taken(one) and is_strength(one.dose))
    if fact is None or fact.dose is None:
        return tuple(proposals)
    told = _dose_and_rhythm(sheet, fact) or _rhythm(sheet, fact)
    if told is None or (told.dose, told.often) == (fact.dose, fact.frequency):
        return tuple(proposals)
    quote, start, end = sheet.quote(told.start, told.end)
    content = Content(
        slot=fact.slot, concept=fact.concept, status=Status.ACTIVE, temporality=Temporality.CURRENT, dose=told.dose,
        frequency=told.often,
    )  # fmt: skip
    right = Proposal(
        operation=Operation.CORRECT, content=content, target=Target(slot=fact.slot, concept_id=fact.concept.concept_id),
        quote=quote, start=start, end=end, extractor=author, fields=("dose", "frequency"),
    )  # fmt: skip
    return (*besides(proposals, (fact,), sheet), right)


@dataclass(frozen=True, slots=True)
class _Regimen:
    """A dose as it is written, how often, and where both are told."""

    dose: str
    often: str
    start: int
    end: int


def _dose_and_rhythm(sheet: Sheet, fact: Content) -> _Regimen | None:
    """An amount with how often right behind it; a bare number is in the unit on record, and near what stands there."""
    assert fact.dose is not None
    old, unit = number_of_dose(fact.dose), _unit(fact.dose)
    for match in _TOLD.finditer(sheet.folded):
        often = next(
            (one for one in sheet.frequencies if 0 <= one.start - match.end() <= _BESIDE and one.code in _DAILY), None
        )
        if often is None or is_denied(sheet.folded, match.span("n")) or not old or not unit:
            continue
        number = float(match["n"])
        if match["unit"] is None and not 1 / _NEAR <= number / old <= _NEAR:
            return None
        return _Regimen(f"{number:g}{match['unit'] or unit}", often.code, match.start("n"), often.end)
    return None


def _rhythm(sheet: Sheet, fact: Content) -> _Regimen | None:
    """How often alone, where that is all that is put right: "it's twice a day, sorry"."""
    if len(sheet.frequencies) != 1 or sheet.figures or fact.frequency not in _DAILY or fact.dose is None:
        return None
    often = sheet.frequencies[0]
    if often.code not in _DAILY or is_denied(sheet.folded, (often.start, often.end)):
        return None
    if _IS_SO.search(sheet.folded, 0, often.start) is None:
        return None
    return _Regimen(fact.dose, often.code, often.start, often.end)


_IS_SO: Final = lazy_regex(
    r"(?:^|\b(?:it'?s|it is|that'?s|should (?:be|read|say)|says?|said|meant|mean|make (?:it|that)|actually"
    r"|take it|no,?|wait,?|sorry,?)\s)"
    r"(?:(?:really|actually|supposed to be|meant to be)\s)?$"
)


def _unit(dose: str) -> str:
    """The unit that a dose on record is written in; empty for a schedule or a count."""
    unit = dose.lstrip("0123456789.").strip()
    return unit if unit in ("mg", "mcg", "g", "U", "mL") else ""
