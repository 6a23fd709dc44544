"""A dose that is told a clause after its medicine: "prescribed metformin and I've been on 1000 ever since".

The number stands behind a word of taking and far from the name, so nothing binds it. Where one medicine alone is named
and none of its dose was read, it is that one's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import Polarity, SlotKind, Status
from extraction.naming.lexicon import Lexicon
from extraction.reading.figures.figures import Figure
from extraction.reading.figures.written_doses import written_dose
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_units import assumed_unit

_TAKING: Final = lazy_regex(
    r"\b(?:been on|i'm on|i am on|am on|is on|he's on|she's on|take|takes|taking|took|started (?:me |him "
    r"|her )?(?:on|at|with)"
    r"|put (?:me|him|her) on|having|dose is|dose of|up to|down to|gave me|given)(?: just| only| about| the)? $"
)
_TAKING_KO: Final = lazy_regex(
    r"(?:mg|밀리|짜리)?(?:씩|을|를|으로|로)?\s?(?:하루\s?\S{1,3}\s?\S{1,2}\s?)?(?:먹|드시|드셔|복용|맞|쓰)"
)
_MOST: Final = 5000.0


def with_doses_told_later(sheet: Sheet, proposals: Sequence[Proposal], lexicon: Lexicon) -> tuple[Proposal, ...]:
    """``proposals`` in which the only medicine has the number that stands behind a word of taking."""
    named = {one.entry.concept_id for one in sheet.mentions if one.entry.kind in ("medications", "drug_classes")}
    lacking = [one for one in proposals if _lacks(one)]
    if len(named) != 1 or len(lacking) != 1 or len(sheet.figures) > _FEW:
        return tuple(proposals)
    number = _taken(sheet)
    content = lacking[0].content
    if number is None or content is None or content.concept.concept_id not in named:
        return tuple(proposals)
    assumed = assumed_unit(content.concept, None, lexicon, number.value)
    if number.quantity.unit is None and not assumed:
        return tuple(proposals)
    told = lacking[0].with_fields(content=content.with_fields(dose=written_dose(number, assumed)))
    return tuple(told if one is lacking[0] else one for one in proposals)


_FEW: Final = 3


def _lacks(proposal: Proposal) -> bool:
    content = proposal.content
    if content is None or content.slot is not SlotKind.MEDICATIONS or proposal.operation is not Operation.ASSERT:
        return False
    return content.dose is None and content.status is Status.ACTIVE and content.polarity is Polarity.AFFIRMED


def _taken(sheet: Sheet) -> Figure | None:
    found = []
    for one in sheet.figures:
        if one.kind != "number" or one.quantity.parts or one.quantity.unit not in (None, "mg", "ug", "g", "U"):
            continue
        before, behind = sheet.folded[: one.start], one.end
        told = _TAKING_KO.match(sheet.folded, behind) if sheet.language == "ko" else _TAKING.search(before)
        if told is not None and 0 < one.value <= _MOST:
            found.append(one)
    return found[0] if len(found) == 1 else None
