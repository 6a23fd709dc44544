"""Two readings of one utterance made one: where they agree the reading is sure, where they differ the words decide.

The other reader's proposals stand unless a model's operation on the same concept passed every guard; a model may lower
what that reader took for a fact, and nothing older than this utterance.

The policy, in order: what both do to one fact is done, and sure; of one act told more fully by one, the fuller stands;
an act upon a fact that the words do not name gives way to a guarded one of the same words upon one that they do
(:mod:`agent.understanding.contradicting`); an end against another act of the same fact is asked about; of two other
acts the guarded one stands, but for readings and amounts, which the reader puts into numbers of its own; a new fact
that both tell differently stands as the words bear it out (:mod:`agent.understanding.differing`).
Nothing of this lets a model withdraw an allergy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from agent.understanding.alike import (
    brings_something,
    ends,
    is_about,
    is_of_the_fact,
    is_same,
    is_within,
    same_concept,
    same_matter,
    says_more,
    says_nothing_new,
)
from agent.understanding.contradicting import leave_out_contradicted
from agent.understanding.cues import cues
from agent.understanding.differing import borne_out, is_a_guess_at, with_what_both_tell
from agent.understanding.guards import Guards
from agent.understanding.lowering import lower
from agent.understanding.merged import MOVING, OVER, STATING, Merged, states
from agent.understanding.restoring import put_back
from agent.understanding.statements import stated
from agent.understanding.told import Told
from agent.understanding.verdicts import CONFIRMED_ALONE, Verdict
from agent.understanding.words import Span, numbers_of
from domain.proposals import Doubt, Operation, Proposal
from domain.targets import correction_to_revert, resolve
from domain.values import ANY, SERIES_SLOTS, Certainty, SlotKind, Status

MOST_OPERATIONS: Final = 16
"""Operations of one utterance that are looked at; a patient tells fewer things in one breath."""
_SETTLED_BY_AGREEMENT: Final = frozenset({"of_the_person", "act_not_shown", "target_not_named"})
"""Checks that are met where the other reader hears the same act of the same fact."""
_SETTLED_BY_ONE_NUMBER: Final = frozenset({"act_not_shown", "dose_of_another", "target_not_named"})
"""Checks that are met where both readers find the same new dose of the same medicine."""
_NOT_IN_FORCE: Final = OVER | {Status.PLANNED}
_SOME: Final = "current"
"""A habit that there is, without how much of it."""


def merge(told: Sequence[Told], guards: Guards, reads: Sequence[Proposal]) -> Merged:
    """``reads``, those of the other reader, with what of ``told`` passes the guards."""
    merged = Merged(list(reads))
    placed = [(one, guards.words.place(one.quote)) for one in told[:MOST_OPERATIONS]]
    merged.refused += [("quote_not_said", "left_out") for _, place in placed if place is None]
    here = [(one, place) for one, place in placed if place is not None]
    verdicts = [_judged(guards, one, place) for one, place in here if one.do != "not_stated"]
    leave_out_contradicted(merged, [one for one, _ in here], verdicts, guards)
    for verdict in _one_for_each_fact(verdicts, merged):
        if verdict.proposal is None:
            merged.refused.append((verdict.check, "left_out"))
        elif verdict.outcome == "asked":
            _ask(merged, verdict, guards)
        else:
            _apply(merged, verdict, guards)
    for one, place in here:
        if one.do == "not_stated":
            lower(merged, one, place, guards, verdicts, [each for each, _ in here])
    return merged


def _judged(guards: Guards, told: Told, place: Span) -> Verdict:
    if told.do == "state" or _is_against_none(told, guards):
        return stated(guards, replace(told, do="state"), place)
    if told.do == "revert" and not told.target.strip():
        return put_back(guards, told, place)
    return guards.upon(told, place)


def _is_against_none(told: Told, guards: Guards) -> bool:
    """Whether "none at all" is put right by naming one: then that one is told."""
    fact = guards.seen.facts.get(told.target.strip().upper())
    none = fact is not None and fact.content.concept.concept_id == ANY
    return none and told.do in ("correct", "change") and bool(told.name.strip()) and not told.negated


def _one_for_each_fact(verdicts: Sequence[Verdict], merged: Merged) -> list[Verdict]:
    """Operations without those upon one fact that say different things: who says both knows neither."""
    kept = list[Verdict]()
    for verdict in verdicts:
        if verdict.proposal is None or verdict.fact is None:
            kept.append(verdict)
            continue
        same = [one for one in verdicts if one.proposal is not None and one.fact == verdict.fact]
        if any(_effect(one) != _effect(verdict) for one in same):
            merged.refused.append(("several_operations", "left_out"))
        elif same[0] is verdict:
            kept.append(verdict)
    return kept


def _effect(verdict: Verdict) -> tuple[object, ...]:
    assert verdict.proposal is not None
    return verdict.proposal.operation, verdict.proposal.content, verdict.proposal.reattributed_to


def _ask(merged: Merged, verdict: Verdict, guards: Guards) -> None:
    """Ask, unless the other reader has read these concepts, or something is asked already."""
    proposal = verdict.proposal
    assert proposal is not None
    read = [one for one in merged.proposals if same_matter(one, verdict) and not says_nothing_new(one, verdict)]
    # The other name alone leaves open what becomes of the fact that it takes the place of.
    read = [one for one in read if is_of_the_fact(one, verdict) or _finds_nothing(one, guards)]
    if read and all(_finds_nothing(one, guards) for one in read) and not merged.asks:
        # What the other reader takes back stands nowhere; what the model found does.
        merged.drop(*read)
        read = []
    if read and verdict.doubts <= _SETTLED_BY_AGREEMENT and all(_leaves_open(one, verdict) for one in read):
        merged.drop(*read)
        merged.proposals.append(proposal.with_fields(doubt=None))
        return
    if read and verdict.doubts <= _SETTLED_BY_ONE_NUMBER and all(_tells_the_same(one, verdict) for one in read):
        merged.drop(*read)
        merged.proposals.append(proposal.with_fields(doubt=None))
        return
    if read or merged.asks:
        merged.refused.append((verdict.check, "left_out"))
        return
    merged.refused.append((verdict.check, "asked"))
    merged.proposals.append(proposal)


def _tells_the_same(read: Proposal, verdict: Verdict) -> bool:
    """Whether the other reader finds the same number for this very concept, and only hears it told otherwise."""
    content, claim, fact = read.content, verdict.proposal.content if verdict.proposal else None, verdict.fact
    if content is None or claim is None or fact is None or read.operation not in STATING or claim.dose is None:
        return False
    return content.concept.concept_id == fact.content.concept.concept_id and content.dose == claim.dose


def _is_vaguer(read: Proposal, verdict: Verdict) -> bool:
    """Whether the other reader hears the act, and brings nothing that is not on record."""
    return read.operation in MOVING and verdict.fact is not None and says_nothing_new(read, verdict)


def _finds_nothing(read: Proposal, guards: Guards) -> bool:
    """Whether it takes back what is not on record."""
    return read.operation is Operation.RETRACT and not resolve(guards.ledger, read.target, read.content).facts


def _leaves_open(read: Proposal, verdict: Verdict) -> bool:
    """Whether the other reader hears the same act of the same fact, and not what takes its place, which a model read
    in a number of the words.
    """
    fact, proposal = verdict.fact, verdict.proposal
    if fact is None or proposal is None or proposal.content is None or read.content is None:
        return False
    # That there is some is no amount.
    value = None if read.content.value == _SOME else read.content.value
    told = (value, read.content.dose, read.content.frequency, read.content.valid_from)
    same = read.operation is proposal.operation and same_concept(read.content.concept, fact.content.concept)
    number = proposal.content.value if proposal.content.value is not None else proposal.content.dose
    return same and read.operation in MOVING and not any(told) and bool(numbers_of(str(number or "")))


def _apply(merged: Merged, verdict: Verdict, guards: Guards) -> None:
    """Put a model's operation in the place of what the other reader made of the same concept, if anything."""
    proposal = verdict.proposal
    assert proposal is not None
    rivals = [one for one in merged.proposals if same_matter(one, verdict) and one.extractor != guards.extractor]
    rivals = [one for one in rivals if not _is_of_somebody_else(one, verdict)]
    if proposal.operation is Operation.RETRACT and any(
        one.operation is Operation.RETRACT and one.reattributed_to is not None for one in rivals
    ):
        # The other reader takes it back, too, and knows whose it is.
        return
    same = next((one for one in rivals if is_same(one, proposal)), None)
    if same is not None:
        merged.replace(same, _agreed(same, proposal, guards) if not _is_vaguer(same, verdict) else proposal)
        # A reaction is told beside the end of the medicine that caused it.
        others = [one for one in rivals if one is not same and verdict.fact is not None and not _is_allergy(one)]
        # A habit is given up for one of its kind: snuff for pouches.
        kept = ends(proposal) and verdict.fact is not None and verdict.fact.content.slot is SlotKind.SOCIAL_HISTORY
        told_again = [one for one in others if one.operation in STATING and not kept]
        merged.drop(*told_again, *(one for one in others if _is_left_for_another(one, verdict)))
        return
    acts = [one for one in rivals if not states(one, guards.ledger) and not is_within(one, proposal, verdict)]
    told = proposal.content is not None and brings_something(proposal.content, verdict)
    if acts and told and not ends(proposal) and not any(_is_shown(one, verdict, guards) for one in acts):
        # An end that no word shows gives way to the other act, which the words have borne out.
        merged.drop(*acts)
        rivals = [one for one in rivals if one not in acts]
    elif acts and (verdict.fact is None or _is_measured(verdict) or any(ends(one) for one in (proposal, *acts))):
        # Two readers that hear different acts of one fact: the patient knows. What only states moves nothing on record.
        merged.refused.append(("reader_disagrees", "left_out"))
        return
    elif any(says_more(one, proposal) for one in acts):
        merged.refused.append(("reader_disagrees", "left_out"))
        return
    elif acts:
        # Where both move it, the one that the guards have held against the words stands.
        merged.drop(*acts)
        rivals = [one for one in rivals if one not in acts]
    others = [one for one in rivals if not states(one, guards.ledger) and not ends(one)]
    given = proposal.reattributed_to is not None
    if ends(proposal) and any(not (given and says_nothing_new(one, verdict)) for one in others):
        # What one hears as an end the other hears as another act that leaves the fact as it is.
        merged.refused.append(("reader_disagrees", "asked" if not merged.asks else "left_out"))
        if not merged.asks:
            merged.proposals.append(proposal.with_fields(doubt=Doubt.UNSURE_READING))
        return
    if verdict.told.do == "state" and verdict.fact is None:
        if rivals and not borne_out(rivals, verdict, guards):
            _doubt_what_is_in_force(merged, proposal, rivals)
            return
        proposal = with_what_both_tell(proposal, rivals)
        rivals += [one for one in merged.proposals if one not in rivals and is_a_guess_at(one, verdict, guards)]
    own = [one for one in rivals if _is_allergy(proposal) or not _is_allergy(one)]
    merged.drop(*(one for one in own if not _is_new_reading(one, verdict)))
    merged.proposals.append(proposal)


def _doubt_what_is_in_force(merged: Merged, proposal: Proposal, rivals: Sequence[Proposal]) -> None:
    """Keep what the other reader tells; as uncertain, where a model hears it ended, put off or planned."""
    claim = proposal.content
    lowered = [
        (one, one.content)
        for one in rivals
        if claim is not None
        and claim.status in _NOT_IN_FORCE
        and one.content is not None
        and one.content.slot is claim.slot
        and one.content.status not in _NOT_IN_FORCE
    ]
    merged.refused.append(("reader_disagrees", "lowered" if lowered else "left_out"))
    for one, content in lowered:
        merged.replace(one, one.with_fields(content=content.with_fields(certainty=Certainty.UNCERTAIN)))


def _is_measured(verdict: Verdict) -> bool:
    """Whether it moves what the other reader puts into numbers and units of its own: a reading, a habit's amount."""
    slot = verdict.fact.content.slot if verdict.fact is not None else None
    return slot in SERIES_SLOTS or slot is SlotKind.SOCIAL_HISTORY


def _is_allergy(read: Proposal) -> bool:
    return read.content is not None and read.content.slot is SlotKind.ALLERGIES


def _is_left_for_another(read: Proposal, verdict: Verdict) -> bool:
    """Whether it moves what another medicine or illness takes the place of, and ends it not."""
    fact, proposal = verdict.fact, verdict.proposal
    if fact is None or proposal is None or proposal.content is None or read.operation not in MOVING or ends(read):
        return False
    known = fact.content.concept
    return not same_concept(known, proposal.content.concept) and is_about(read, fact.content.slot, known)


def _is_of_somebody_else(read: Proposal, verdict: Verdict) -> bool:
    """Whether a reader tells of a relative what an operation takes back from the patient: both hold."""
    content, fact = read.content, verdict.fact
    return content is not None and fact is not None and content.subject != fact.content.subject


def _is_shown(read: Proposal, verdict: Verdict, guards: Guards) -> bool:
    """Whether an act of the other reader is no end, or words that may tell an end stand anywhere in the message."""
    fact, place = verdict.fact, guards.words.place(verdict.told.quote)
    if not ends(read) or fact is None or place is None:
        return True
    known, text = fact.content, guards.words.text
    changes = guards.words.shows("change", known.concept, known.slot, place)
    return not changes or bool(cues("any_end", text, 0, len(text)))


def _is_new_reading(read: Proposal, verdict: Verdict) -> bool:
    """Whether it is another value of a test of which one reading is taken back."""
    fact, ends = verdict.fact, verdict.told.do in ("retract", "revert")
    series = fact is not None and fact.content.slot in SERIES_SLOTS and read.content is not None
    return ends and series and read.operation in STATING and not says_nothing_new(read, verdict)


def _agreed(read: Proposal, proposal: Proposal, guards: Guards) -> Proposal:
    """What both read: the other reader's, which knows more details, and sure where the model is.

    Where the reader found no fact that it takes the place of, it is the one that the model found; where both mean one,
    it is told so that no other operation of the same words makes another of it.
    """
    if read.operation is Operation.REVERT and correction_to_revert(guards.ledger, read.target) is None:
        return proposal
    meant = resolve(guards.ledger, read.target, read.content).facts if read.content is not None else ()
    found = resolve(guards.ledger, proposal.target, proposal.content).facts if proposal.target is not None else ()
    if read.content is not None and found and (not meant or meant == found):
        read = read.with_fields(target=proposal.target)
    if read.doubt is Doubt.UNSURE_READING:
        # What one asks before it is done, the other reads too, by words that show it.
        read = read.with_fields(doubt=None)
    content = read.content
    if content is None or proposal.content is None:
        return read
    if proposal.content.certainty is not Certainty.CONFIRMED:
        return read
    if read.doubt is not None or content.certainty is not Certainty.UNCERTAIN:
        return read
    return read.with_fields(
        content=content.with_fields(certainty=Certainty.CONFIRMED), confidence=max(read.confidence, CONFIRMED_ALONE)
    )
