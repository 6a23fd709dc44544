"""A blood pressure put right by both its numbers: "혈압 오타났어요, 146/91입니다", "bp's wrong, it's 146 over 91"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import PATIENT, Content
from extraction.reading.corrections.put_right_by_name import ANEW, WRONG
from extraction.reading.figures.measuring import number_on_record
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet

_HALVES: Final = {"systolic": "systolic_blood_pressure", "diastolic": "diastolic_blood_pressure"}
_OTHERS: Final = frozenset({"relatives", "labs", "vitals", "medications"})
"""What the numbers may be of instead."""
_NAMES: Final = frozenset({"blood_pressure", *_HALVES.values()})


def with_pressures_put_right(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], author: str
) -> tuple[Proposal, ...]:
    """``proposals`` in which the one pressure told takes the place of that on record, where words call it wrong."""
    told = [one for one in sheet.figures if one.kind in _HALVES]
    known = {half: _newest(heard, concept_id) for half, concept_id in _HALVES.items()}
    if len(told) != len(_HALVES) or any(one is None for one in known.values()) or _speaks_otherwise(sheet, proposals):
        return tuple(proposals)
    found = []
    for figure in told:
        old = known[figure.kind]
        if old is not None and figure.value is not None and figure.value != number_on_record(old):
            content = Content(slot=old.slot, concept=old.concept, value=figure.value, unit=old.unit)
            target = Target(
                slot=old.slot, concept_id=old.concept.concept_id, subject=old.subject, old=number_on_record(old)
            )  # fmt: skip
            quote, start, end = sheet.quote(figure.start, figure.end)
            found.append(
                Proposal(
                    operation=Operation.CORRECT, content=content, target=target, quote=quote, start=start, end=end,
                    extractor=author,
                )
            )  # fmt: skip
    return (*(one for one in proposals if not _is_pressure(one)), *found) if found else tuple(proposals)


def _newest(heard: Heard, concept_id: str) -> Content | None:
    return next((one for one in heard.facts if one.concept.concept_id == concept_id and one.subject == PATIENT), None)


def _speaks_otherwise(sheet: Sheet, proposals: Sequence[Proposal]) -> bool:
    """Whether the words ask, tell of another measuring, person or thing, or were put right by the readers."""
    text = sheet.folded
    if WRONG.search(text) is None or ANEW.search(text) is not None or text.rstrip().endswith("?"):
        return True
    if any(one.entry.kind in _OTHERS and one.entry.concept_id not in _NAMES for one in sheet.mentions):
        return True
    told = [one for one in proposals if one.operation is not Operation.MENTION]
    # The readers put both halves right or, at times, one alone, which leaves a pressure that nobody has measured.
    corrected = [one for one in told if _is_pressure(one) and one.operation is Operation.CORRECT]
    return len(corrected) >= len(_HALVES) or any(not _is_pressure(one) for one in told)


def _is_pressure(proposal: Proposal) -> bool:
    return proposal.content is not None and proposal.content.concept.concept_id in _NAMES
