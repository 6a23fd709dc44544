"""How far a reading is to be trusted: how likely it is that an author would have noted the same.

What the readers say of their own margins hardly tells right readings from wrong ones (an area under the curve of .53 to
.62 on each of fourteen authors they never saw). So what they read, how, beside what else and in which kind of utterance
is weighed by a model that learnt from readings of nine authors who were left out (``training/trust.py``; of two others
.73). The words themselves are not looked at.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Protocol

from numpy.typing import NDArray

from domain.proposals import Operation, Proposal
from domain.values import PATIENT, Certainty, Content, Polarity, SlotKind, Status, Temporality
from extraction.reading.learned.encoder_files import packed, unpacked_arrays
from extraction.reading.learned.linear import MODELS
from extraction.reading.learned.weigher import Weigher, stored
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import ACTS, ASKS, Read, State, Understanding
from extraction.rules.claims import RULES

MODEL: Final = "trust.npz"
_SLOTS: Final = tuple(SlotKind)
_STATUSES: Final = (None, *Status)
_OPERATIONS: Final = (
    Operation.ASSERT, Operation.MENTION, Operation.CORRECT, Operation.CHANGE, Operation.RETRACT, Operation.REVERT,
)  # fmt: skip
_STATES: Final[tuple[State, ...]] = ("current", "negated", "ended", "planned", "on_hold")
_CHANGES: Final = ("assert", "mention", "correct", "change", "stop", "retract", "revert")
_ENDED: Final = frozenset({Status.STOPPED, Status.RESOLVED, Status.REMISSION})
_MOST: Final = 40
"""Proposals of one utterance beyond which it is a sheet and no telling."""
_FAR: Final = -9.0
"""A margin or doubt that nobody gave."""


class Truster(Protocol):
    """Gives each row of features a probability."""

    def probabilities(self, rows: Sequence[Sequence[float]]) -> tuple[float, ...]:
        """One for each row."""
        ...


@dataclass(frozen=True, slots=True)
class Told:
    """What is read of one utterance, as far as its readings are weighed by it."""

    sheet: Sheet
    understanding: Understanding
    facts: Sequence[Content]
    answers: bool


def trusted(truster: Truster, told: Told, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` with how likely each is right as its confidence.

    What holds no content keeps its own, and so do the many of a pasted sheet: nothing like it was learnt from.
    """
    weighed = [one for one in proposals if one.content is not None] if len(proposals) <= _MOST else []
    likely = truster.probabilities(features(told, weighed)) if weighed else ()
    by_place = {id(one): each for one, each in zip(weighed, likely, strict=True)}
    return tuple(
        one.with_fields(confidence=by_place[id(one)]) if id(one) in by_place else one for one in proposals
    )  # fmt: skip


def features(told: Told, proposals: Sequence[Proposal]) -> list[list[float]]:
    """A row for each proposal, all of which hold content."""
    understanding = told.understanding
    acts = {one.kind: 1.0 - one.doubt for one in understanding.acts}
    asks = {one.op for one in understanding.requests}
    text = told.sheet.original
    utterance = [
        float(len(text)), float(told.sheet.language == "ko"), float(told.answers), float(len(told.facts)),
        float(text.count("?")), float(len(proposals)), float(len(understanding.reads)),
        float(sum(one.item.named for one in understanding.reads)), understanding.doubt, float(understanding.red_flag),
        understanding.asking.asks if understanding.asking is not None else _FAR,
        *(acts.get(kind, -1.0) for kind in ACTS), *(float(kind in asks) for kind in ASKS),
    ]  # fmt: skip
    slots = [one.content.slot for one in proposals if one.content is not None]
    known = {(one.slot, one.concept.concept_id) for one in told.facts}
    return [
        [*_of_content(content, one), *_of_place(one, content, proposals, slots, known, len(text)),
         *_of_item(told, one, content), *utterance]
        for one in proposals if (content := one.content) is not None
    ]  # fmt: skip


def _of_content(content: Content, proposal: Proposal) -> list[float]:
    texts = (content.dose, content.frequency, content.valid_from, content.valid_to, content.unit, content.timing,
             content.qualifier, content.reaction)  # fmt: skip
    return [
        *(float(content.slot is one) for one in _SLOTS), *(float(content.status is one) for one in _STATUSES),
        *(float(proposal.operation is one) for one in _OPERATIONS), *(float(bool(one)) for one in texts),
        float(content.temporality is Temporality.PAST), float(content.temporality is Temporality.FUTURE),
        float(content.polarity is Polarity.NEGATED), float(content.subject != PATIENT),
        float(content.certainty is not Certainty.CONFIRMED), float(content.value is not None),
        float(isinstance(content.value, str)), float(content.value_low is not None),
    ]  # fmt: skip


def _of_place(
    proposal: Proposal,
    content: Content,
    proposals: Sequence[Proposal],
    slots: Sequence[SlotKind],
    known: set[tuple[SlotKind, str]],
    length: int,
) -> list[float]:
    start, end = (proposal.start or 0), (proposal.end or 0)
    beside = sum((other.start or 0) < end and start < (other.end or 0) for other in proposals) - 1
    return [
        proposal.confidence, float(proposal.extractor == RULES), float(len(proposal.quote)),
        float(len(proposal.quote.split())), float(proposal.doubt is not None), float(proposal.target is not None),
        float((content.slot, content.concept.concept_id) in known), float(start), start / max(1, length),
        float(slots.count(content.slot)), float(beside),
    ]  # fmt: skip


def _of_item(told: Told, proposal: Proposal, content: Content) -> list[float]:
    """How the item was read that the proposal stands on, and how near its second choice came."""
    place = told.sheet.normalised.span
    near = [
        one for one in told.understanding.reads
        if one.item.named and _overlap(place(one.item.start, max(one.item.end, one.item.start)), proposal)
    ]  # fmt: skip
    read = max(near, key=lambda one: _fits(one, content), default=None)
    if read is None:
        return [0.0, 0.0, _FAR, 0.0, _FAR, _FAR, 0.0, *[0.0] * (2 * len(_STATES) + len(_CHANGES)), *[-1.0] * 5, 0.0]
    bound = (read.new, read.old, read.frequencies, read.dates, read.subjects)
    return [
        float(len(near)), float(read.item.concept_id == content.concept.concept_id), read.item.confidence,
        float(read.item.unlisted), read.doubt, read.next_behind, float(read.certain),
        *(float(read.state == one) for one in _STATES), *(float(read.next_state == one) for one in _STATES),
        *(float(read.change == one) for one in _CHANGES), *(float(len(one)) for one in bound),
        float(read.role == content.slot.value) + 2 * float(read.state == _state_of(content)),
    ]  # fmt: skip


def _overlap(span: tuple[int, int], proposal: Proposal) -> bool:
    start, end = proposal.start, proposal.end
    if start is None:
        return False
    return span[0] < max(end or 0, start + 1) and start < max(span[1], span[0] + 1)


def _fits(read: Read, content: Content) -> tuple[bool, bool, int]:
    same = read.item.concept_id == content.concept.concept_id
    return same, read.role == content.slot.value, -read.item.start


def _state_of(content: Content) -> State:
    if content.polarity is Polarity.NEGATED:
        return "negated"
    if content.status is Status.PLANNED or content.temporality is Temporality.FUTURE:
        return "planned"
    if content.status is Status.ON_HOLD:
        return "on_hold"
    return "ended" if content.status in _ENDED or content.temporality is Temporality.PAST else "current"


def packed_trust(version: str, arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """The bytes of the model file, with what it was fitted on."""
    import numpy as np

    card = np.frombuffer(json.dumps({"data": version}).encode(), dtype=np.uint8)
    return packed({**stored(arrays), "card": card})


@cache
def load_trust() -> Weigher:
    """The shipped model."""
    return Weigher.of(unpacked_arrays(MODELS.joinpath(MODEL).read_bytes()))
