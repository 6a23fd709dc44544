"""A positive pregnancy test is a pregnancy: what harms an unborn child is held against it from then on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import PATIENT, Content, SlotKind, Status
from extraction.naming.lexicon import Lexicon
from extraction.reading.items import Heard
from extraction.reading.people.pregnancy_weeks import PREGNANCY, WEEKS, weeks_alone, weeks_told
from extraction.reading.sheet import Sheet

_TEST: Final = "pregnancy_test"
_POSITIVE: Final = "positive"


def with_pregnancy_tested(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], lexicon: Lexicon, extractor: str
) -> tuple[Proposal, ...]:
    """``proposals`` with the pregnancy that a positive test of the patient shows, and its weeks where they are told."""
    shown = next((one for one in proposals if _is_positive(one)), None)
    known = (*(one.content for one in proposals if one.content is not None), *heard.facts)
    if shown is None or any(one.slot is SlotKind.CONDITIONS and _is_pregnancy(one) for one in known):
        return tuple(proposals)
    weeks = next((weeks_told(sheet.folded, start, end) for start, end in weeks_alone(sheet.folded)), None)
    entry = lexicon.entry("conditions", PREGNANCY)
    content = Content(slot=SlotKind.CONDITIONS, concept=entry.concept(sheet.language), status=Status.ACTIVE)
    if weeks is not None:
        content = content.with_fields(value=weeks, unit=WEEKS, value_stated=f"{weeks:g}")
    return (
        *proposals,
        Proposal(
            operation=Operation.ASSERT, content=content, quote=shown.quote, start=shown.start, end=shown.end,
            extractor=extractor,
        ),
    )  # fmt: skip


def _is_positive(proposal: Proposal) -> bool:
    content = proposal.content
    return (
        content is not None
        and proposal.operation is Operation.ASSERT
        and content.concept.concept_id == _TEST
        and content.value == _POSITIVE
        and content.subject == PATIENT
    )


def _is_pregnancy(content: Content) -> bool:
    return PREGNANCY in (content.concept.concept_id, *content.concept.broader)
