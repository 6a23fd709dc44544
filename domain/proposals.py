"""What extraction hands to the domain: claims with a target described in words, never a fact id.

Only the aggregate resolves a target to a fact, so a command that meets a conflict and is decided again decides rightly.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

import msgspec

from domain.values import PATIENT, Content, SlotKind, Source, Value


class Operation(StrEnum):
    """What the words do to memory."""

    ASSERT = "assert"
    """States something; a repetition becomes a reaffirmation."""
    MENTION = "mention"
    """Presupposes something in passing (a question that quotes a value): may reaffirm, never creates."""
    REMIND = "remind"
    """Says again what was said before ("I told you it was 7.2"): no new reading, and nothing corrected revives."""
    CHANGE = "change"
    """True until now, different from now on: a dose raised, a medicine stopped."""
    CORRECT = "correct"
    """What was said or recorded before was never true."""
    RETRACT = "retract"
    """Withdrawn without a replacement of its own."""
    REVERT = "revert"
    """An earlier correction was itself wrong; the value before it lives again."""
    CONFIRM = "confirm"
    """Names the right side of an open contradiction."""


class Doubt(StrEnum):
    """Why a claim is asked about however it was said."""

    IMPLAUSIBLE_VALUE = "implausible_value"
    """No living patient has such a value: nothing is recorded before it is told again."""
    UNUSUAL_DOSE = "unusual_dose"
    """Far above the usual maximum: recorded as uncertain, until it is confirmed or told again."""
    UNSURE_READING = "unsure_reading"
    """One reader reads it in these words, and the words alone do not show it: nothing is done before a yes."""


class Target(Value):
    """Describes which fact is meant: any field may be open, and the more are given the narrower the choice.

    ``old`` is the value, dose, frequency or drug name that was said before; ``date`` its clinical time; ``which`` picks
    the newest or the one before it ("the latest value", "the earlier one"), or all that was "spoken" together last, so
    that more than one thing is asked about. A CONFIRM picks a side of what was asked: ``which`` the first or the second
    that was named, ``source`` what the chart says or what the patient said, "asked" that it is so as it was asked.
    """

    slot: SlotKind | None = None
    concept_id: str | None = None
    subject: str = PATIENT
    old: float | str | None = None
    date: str | None = None
    which: Literal["latest", "previous", "first", "second", "spoken", "asked"] | None = None
    source: Source | None = None


class Proposal(Value):
    """One claim read from an utterance or a record.

    ``content`` may be partial for CHANGE and CORRECT: open fields are taken over from the target. ``start``/``end`` are
    the span of ``quote`` in the original text; ``fields`` names what a correction is about ("date", "dose", "value",
    "concept"), for the words of the answer. ``reattributed_to`` names whose a RETRACTed fact is, a kinship word;
    ``doubt`` what there is to ask about the content.
    """

    operation: Operation = Operation.ASSERT
    content: Content | None = None
    target: Target | None = None
    reason: str = ""
    quote: str = ""
    start: int | None = None
    end: int | None = None
    confidence: Annotated[float, msgspec.Meta(ge=0.0, le=1.0)] = 1.0
    extractor: str = ""
    fields: tuple[str, ...] = ()
    reattributed_to: str | None = None
    doubt: Doubt | None = None
