"""Real changes: a dose raised, a medicine stopped or swapped. The old was true until then."""

from __future__ import annotations

from collections.abc import Sequence

from domain.proposals import Operation, Target
from domain.values import Content, Precision, SlotKind, Status, Temporality
from extraction.naming.mentions import Mention
from extraction.rules.analysis import MEASUREMENTS
from extraction.rules.assertion import Assertions
from extraction.rules.claims import Claim
from extraction.rules.cue_kinds import Cue
from extraction.rules.medications import date_of, dose_of
from extraction.rules.struck import Struck, Why
from extraction.values.frequencies import FrequencyMention
from extraction.values.quantities import QuantityMention


def changed(assertions: Assertions, claim: Claim, struck: Sequence[Struck]) -> Claim:
    """``claim`` as a change, when the words say that a medicine was stopped or its dose or frequency changed."""
    content = claim.content
    if (
        content is None
        or claim.mention is None
        or claim.operation is not Operation.ASSERT
        or content.slot is not SlotKind.MEDICATIONS
    ):
        return claim
    target = Target(slot=content.slot, concept_id=content.concept.concept_id)
    if content.status in (Status.STOPPED, Status.ON_HOLD):
        return claim.into(Operation.CHANGE, target, content.status.value, ("status",))
    if not (content.dose or content.frequency) or not _is_changed(assertions, claim.mention):
        return claim
    target = target.with_fields(old=_before(assertions, claim.mention, content, struck))
    field = "dose" if content.dose else "frequency"
    return claim.with_content(_from_date(assertions, claim.mention, content)).into(
        Operation.CHANGE, target, "changed", (field,)
    )


def ended(assertions: Assertions, mention: Mention) -> Claim:
    """The end of a medicine that gave way to another."""
    date = date_of(assertions, mention)
    content = Content(
        slot=SlotKind.MEDICATIONS,
        concept=mention.entry.concept(assertions.analysis.language),
        status=Status.STOPPED,
        temporality=Temporality.PAST,
        valid_to=date.value if date else None,
        precision=Precision(date.precision) if date else None,
    )
    target = Target(slot=SlotKind.MEDICATIONS, concept_id=mention.entry.concept_id)
    span = (mention.start, mention.end)
    return Claim(content, (span,), span, mention, Operation.CHANGE, target, "switched", mention.confidence, ("status",))


def _is_changed(assertions: Assertions, mention: Mention) -> bool:
    """A word of change in a clause about the medicine, and not about a test's value."""
    analysis = assertions.analysis
    for clause in assertions.region(mention):
        measured = any(True for _ in analysis.within(clause.start, clause.end, MEASUREMENTS))
        if not measured and analysis.has(clause, Cue.CHANGED):
            return True
    return False


def _before(assertions: Assertions, mention: Mention, content: Content, struck: Sequence[Struck]) -> str | None:
    """The dose or frequency before the change, when it was said."""
    sentence = assertions.analysis.clause_at(mention.start).sentence
    for one in struck:
        if one.why is Why.CHANGE and assertions.analysis.clause_at(one.start).sentence == sentence:
            if isinstance(one.item, QuantityMention) and content.dose:
                if one.item.unit is None:
                    return f"{one.item.value:g}" + content.dose.lstrip("0123456789./-")
                return dose_of(one.item)
            if isinstance(one.item, FrequencyMention) and content.frequency:
                return one.item.code
    return None


def _from_date(assertions: Assertions, mention: Mention, content: Content) -> Content:
    date = date_of(assertions, mention)
    if date is None:
        return content
    return content.with_fields(valid_from=date.value, precision=Precision(date.precision))
