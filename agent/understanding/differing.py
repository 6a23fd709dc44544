"""A new fact that two readers tell differently: whose telling the words bear out, and what each adds to the other's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from agent.understanding.cues import Shown
from agent.understanding.guards import Guards
from agent.understanding.merged import OVER
from agent.understanding.verdicts import Verdict
from domain.proposals import Operation, Proposal
from domain.values import PATIENT, SERIES_SLOTS, Certainty, Content, Polarity, SlotKind, Status, Temporality

_ENDED: Final[tuple[Shown, ...]] = ("stop", "ended", "past")
_FELT: Final = frozenset({SlotKind.CONDITIONS, SlotKind.SYMPTOMS})


def borne_out(rivals: Sequence[Proposal], verdict: Verdict, guards: Guards) -> bool:
    """Whether the words bear out every way in which a model reads a new fact otherwise than the other reader."""
    proposal = verdict.proposal
    assert proposal is not None and proposal.content is not None
    claim = proposal.content
    span = guards.words.place(verdict.told.quote)
    assert span is not None

    def shows(act: Shown) -> bool:
        return guards.words.shows(act, claim.concept, claim.slot, span)

    begins = claim.valid_from is not None and claim.valid_from > guards.words.sheet.day
    return all(_difference_shown(read.content, claim, shows, begins) for read in rivals if read.content is not None)


def _difference_shown(read: Content, claim: Content, shows: Callable[[Shown], bool], begins: bool) -> bool:
    """Whether the words bear out how a claim differs; one that ``begins`` on a day to come is planned."""
    if claim.slot is SlotKind.ALLERGIES and read.slot is SlotKind.MEDICATIONS:
        return claim.polarity is Polarity.AFFIRMED
    if read.slot is SlotKind.ALLERGIES:
        # An allergy that one reader hears and the other hears denied is an allergy until somebody knows better.
        return claim.slot is read.slot and read.polarity is Polarity.NEGATED and claim.polarity is Polarity.AFFIRMED
    if claim.subject != read.subject:
        # Guards have found the relative in the sentence; a relative's disease is not the patient's.
        return claim.subject != PATIENT
    if claim.polarity is not read.polarity:
        return shows("negated") == (claim.polarity is Polarity.NEGATED)
    if claim.status is not read.status and claim.status is not None:
        if claim.status in OVER:
            # Of what is felt or found the reading that says less counts; what is taken ends by words that say so.
            unsure = read.certainty is Certainty.UNCERTAIN or read.status is Status.PLANNED or claim.slot in _FELT
            return unsure or shows("stop") or shows("ended") or shows("past")
        if claim.status is Status.PLANNED:
            return begins or shows("plan")
        if read.status is Status.PLANNED:
            return not begins and not shows("plan")
        return not any(shows(one) for one in _ENDED)
    if claim.certainty is Certainty.UNCERTAIN and read.certainty is Certainty.CONFIRMED:
        return shows("doubt")
    # A number that the guards found to be this concept's, where the other reader took another or none.
    if claim.slot is SlotKind.SOCIAL_HISTORY:
        return read.value is None
    told, known = (claim.value, claim.value_low, claim.dose), (read.value, read.value_low, read.dose)
    return all(one is not None for one, other in zip(told, known, strict=True) if other is not None)


def with_what_both_tell(proposal: Proposal, rivals: Sequence[Proposal]) -> Proposal:
    """A medicine as a model tells it, with the frequency that only the other reader found; what was done as done."""
    content = proposal.content
    done = any(one.content is not None and one.content.temporality is Temporality.PAST for one in rivals)
    if content is not None and content.slot is SlotKind.PROCEDURES and done:
        return proposal.with_fields(content=content.with_fields(temporality=Temporality.PAST))
    if content is None or content.slot is not SlotKind.MEDICATIONS or content.frequency is not None:
        return proposal
    found = {one.content.frequency for one in rivals if one.content is not None and one.content.slot is content.slot}
    often = found.pop() if len(found) == 1 else None
    return proposal if often is None else proposal.with_fields(content=content.with_fields(frequency=often))


def is_a_guess_at(read: Proposal, verdict: Verdict, guards: Guards) -> bool:
    """Whether the other reader only guesses at what these words name, and a model names it."""
    content, claim = read.content, verdict.proposal.content if verdict.proposal is not None else None
    if content is None or claim is None or read.operation is not Operation.ASSERT or read.doubt is not None:
        return False
    place = guards.words.place(verdict.told.name) or guards.words.place(verdict.told.quote)
    own = guards.words.place(read.quote)
    if place is None or own is None or content.certainty is not Certainty.UNCERTAIN:
        return False
    found = {content.slot, claim.slot}
    alike = len(found) == 1 or found in (_FELT, SERIES_SLOTS)
    return alike and place[0] < own[1] and own[0] < place[1]
