"""What an assertion becomes: claims read from words or records, turned into fact events over a ledger.

This is the table of DESIGN.md 4 in code. The interpretation works on its own copy of the ledger, so each claim of one
utterance sees what the claims before it did.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from domain.cancellation import cancellable
from domain.comparison import agrees, overlay, same_measurement, same_value
from domain.events import (
    ClarificationRequested,
    CorrectionReverted,
    Payload,
)
from domain.fact_making import FactMaking
from domain.ledger import Fact, key_of
from domain.proposals import Doubt, Operation, Proposal
from domain.reattribution import of_relative
from domain.reminders import superseded
from domain.replies import chosen, confirmed_dose, confirmed_sides, is_yes_to, names_what_it_means, reverted_side
from domain.self_repairs import last_of_each_key
from domain.series import NEWER_READING, is_taken_often
from domain.targets import (
    Resolution,
    correction_of,
    correction_to_revert,
    made_with,
    resolve,
    same_day,
    told_as_one,
)
from domain.transitions import ENDED, Transition, counts_against_none, transition
from domain.values import (
    ANY,
    BOTH,
    PATIENT,
    SERIES_SLOTS,
    SIDED_SLOTS,
    SIDES,
    Certainty,
    Content,
    Polarity,
    SlotKind,
    Source,
    Status,
)

_BETWEEN_READINGS: Final = timedelta(minutes=20)
"""From which on a second sugar of a day was taken after the first, and is no other telling of it."""


@dataclass(slots=True)
class Interpretation(FactMaking):
    """Turns proposals into events, one after the other, over a scratch ledger."""

    asked: ClarificationRequested | None = None
    """What the turn before asked, if it asked something."""
    still_asked: ClarificationRequested | None = None
    """What an earlier turn asked and nobody settled: a reply that names what it means settles it."""

    def take(self, proposals: tuple[Proposal, ...]) -> tuple[Payload, ...]:
        """The events that these claims become; inside one utterance the last of two values for one key wins."""
        told = proposals if self.setting.source is Source.RECORD else last_of_each_key(proposals, self._day)
        for proposal in cancellable(told):
            self._take(proposal)
        return tuple(self.events)

    def _take(self, proposal: Proposal) -> None:
        content = proposal.content
        if proposal.doubt is Doubt.UNSURE_READING:
            self._ask_whether(proposal)
        elif proposal.doubt is None or content is None:
            self._apply(proposal)
        elif proposal.doubt is Doubt.IMPLAUSIBLE_VALUE and self.setting.source is not Source.RECORD:
            self._ask(proposal.doubt, proposal, [])
        elif proposal.doubt is Doubt.UNUSUAL_DOSE and self._told_before(content):
            self._apply(proposal)
        else:
            self._apply(proposal.with_fields(content=content.with_fields(certainty=Certainty.UNCERTAIN)))
            marked = [fact for fact in self.ledger.with_key(key_of(content, self._day)) if self._made_here(fact)]
            # A record is not asked: the mark stands until somebody speaks of it.
            if marked and self.setting.source is not Source.RECORD:
                self._ask(proposal.doubt, proposal, marked[-1:])

    def _ask_whether(self, proposal: Proposal) -> None:
        """Put a reading to the patient: once a turn, and only where it still means one fact, or adds one."""
        if any(isinstance(made, ClarificationRequested) for made in self.events):
            return
        adds = proposal.operation is Operation.ASSERT
        meant = () if adds else self._meant(proposal)
        if adds or len(meant) == 1:
            self._ask(Doubt.UNSURE_READING, proposal, list(meant))

    def _meant(self, proposal: Proposal) -> tuple[Fact, ...]:
        """The facts that a reading means; of a correction to undo, the one that it made."""
        if proposal.operation is Operation.REVERT:
            found = correction_to_revert(self.ledger, proposal.target)
            return (found[0],) if found is not None else ()
        return resolve(self.ledger, proposal.target, proposal.content).facts

    def _told_before(self, content: Content) -> bool:
        """Whether an unusual dose is told again: then it was no slip."""
        return any(
            same_value(fact.content.dose, content.dose)
            and fact.content.certainty is Certainty.UNCERTAIN
            and not self._made_here(fact)
            for fact in self.ledger.with_key(key_of(content, self._day))
        )

    def _apply(self, proposal: Proposal) -> None:
        match proposal.operation:
            case Operation.RETRACT:
                self._retract(proposal)
            case Operation.REVERT:
                self._revert(proposal)
            case Operation.CORRECT:
                self._correct(proposal)
            case Operation.CHANGE if proposal.content is not None:
                self._change(proposal, proposal.content)
            case Operation.CONFIRM:
                self._confirm(proposal)
            case Operation.REMIND if proposal.content is not None:
                self._remind(proposal, proposal.content)
            case Operation.ASSERT | Operation.MENTION if proposal.content is not None:
                self._assert(proposal, proposal.content)
            case _:
                return

    def _assert(self, proposal: Proposal, content: Content) -> None:
        if content.concept.concept_id == ANY and content.subject == PATIENT:
            self._assert_whole_slot(proposal, content)
        elif content.slot in SERIES_SLOTS:
            self._assert_measurement(proposal, content)
        else:
            self._assert_finding(proposal, content)

    def _assert_whole_slot(self, proposal: Proposal, content: Content) -> None:
        known = self.ledger.whole_slot(content.slot)
        concrete = [fact for fact in self.ledger.current(content.slot) if counts_against_none(fact.content)]
        if proposal.operation is Operation.MENTION:
            if known is not None and agrees(known.content, content):
                self._reaffirm(known, proposal, content)
        elif concrete:
            self._ask("none_after_concrete", proposal, concrete)
        elif known is None:
            self._record(proposal, content)
        elif agrees(known.content, content):
            self._reaffirm(known, proposal, content)
        else:
            self._change_fact(known, proposal, content, reason="restated")

    def _assert_measurement(self, proposal: Proposal, content: Content) -> None:
        known = self.ledger.about(
            content.slot, content.concept.concept_id, content.subject, on=content.valid_from or None
        )
        series = [
            fact for fact in known if content.qualifier is None or fact.content.qualifier in (None, content.qualifier)
        ]
        said_before = [fact for fact in series if same_measurement(fact.content, content)]
        if said_before:
            self._settle_or_reaffirm(said_before[-1], proposal, content)
            return
        if proposal.operation is Operation.MENTION:
            return
        rivals = self.ledger.with_key(key_of(content, self._day))
        if not rivals and not self._revives(content):
            self._record(proposal, content)
        elif (
            len(rivals) == 1
            and self._is_taken_after(rivals[-1], content)
            and proposal.operation is not Operation.REMIND
        ):
            self._change_fact(rivals[-1], proposal, content, reason=NEWER_READING, ended_at=self._day)
        else:
            self._contradict(proposal, content, rivals or self.ledger.withdrawn(content))

    def _is_taken_after(self, known: Fact, content: Content) -> bool:
        """Whether a value of the day of another was taken after it; of a sugar, where some time has gone by."""
        if content.slot is SlotKind.VITALS:
            return True
        apart = self.setting.said_at - known.last_said_at >= _BETWEEN_READINGS
        return is_taken_often(content) and apart and self.setting.source is Source.PATIENT

    def _assert_finding(self, proposal: Proposal, content: Content) -> None:
        known = self.ledger.with_key(key_of(content, self._day))
        if not known:
            self._assert_new_finding(proposal, content)
            return
        fact = next((one for one in known if agrees(one.content, content)), known[-1])
        step = transition(fact, content, self.setting.source, self.setting.said_at)
        if step is Transition.SAME:
            self._settle_or_reaffirm(fact, proposal, content)
        elif proposal.operation is Operation.MENTION:
            return
        elif step is Transition.CHANGE and len(known) == 1:
            self._change_fact(fact, proposal, overlay(content, fact.content), reason=proposal.reason or "restated")
        else:
            self._contradict(proposal, content, known)

    def _assert_new_finding(self, proposal: Proposal, content: Content) -> None:
        narrower = [
            fact
            for fact in self.ledger.about(content.slot, content.concept.concept_id, content.subject)
            if fact.content.qualifier == content.qualifier or content.qualifier is None
        ]
        if content.polarity is Polarity.AFFIRMED:
            earlier = [fact for fact in narrower if not self._made_here(fact) and agrees(fact.content, content)]
            if earlier:
                self._reaffirm(earlier[0], proposal, None)
                return
            if (unsided := self._told_of_no_side(content)) is not None:
                self._reaffirm(unsided, proposal, content)
                return
        if proposal.operation is Operation.MENTION:
            return
        if content.polarity is Polarity.NEGATED:
            denied = tuple(fact for fact in narrower if fact.content.polarity is Polarity.AFFIRMED)
            if denied:
                self._contradict(proposal, content, denied)
                return
        none = self.ledger.whole_slot(content.slot)
        if none is not None and counts_against_none(content):
            self._correct_fact(none, proposal, content, reason="concrete after none")
        elif self._revives(content):
            self._contradict(proposal, content, self.ledger.withdrawn(content))
        else:
            self._record(proposal, content)

    def _told_of_no_side(self, content: Content) -> Fact | None:
        """The one fact of the same that is of no side yet ("it's the left knee" says which one hurts), or of both."""
        if content.slot not in SIDED_SLOTS or content.qualifier not in SIDES:
            return None
        known = self.ledger.about(content.slot, content.concept.concept_id, content.subject)
        unsided = [one for one in known if one.content.qualifier in (None, BOTH) and agrees(one.content, content)]
        return unsided[-1] if len(unsided) == 1 and len(known) == 1 else None

    def _change(self, proposal: Proposal, content: Content, meant: Fact | None = None) -> None:
        found = self._found(proposal, meant)
        if len(found.facts) > 1:
            self._ask("ambiguous_target", proposal, list(found.facts))
            return
        if not found.facts:
            self._assert(proposal, content)
            return
        fact = found.facts[0]
        if content.concept.concept_id in fact.content.concept.broader:
            # "My water tablet" is the furosemide on record, and stays it.
            content = content.with_fields(concept=fact.content.concept)
        merged = overlay(content, fact.content)
        if content.slot in SERIES_SLOTS and fact.key != key_of(content, self._day):
            self._assert(proposal, content)
            return
        # Another medicine told without a dose is no repetition of the one whose place it takes.
        if merged.concept.concept_id == fact.content.concept.concept_id and agrees(fact.content, merged):
            self._reaffirm(fact, proposal, merged)
            return
        if fact.disputed:
            self._settle(fact, proposal)
        if merged.status in ENDED:
            ended_at = content.valid_to or self._day
            merged = merged.with_fields(valid_from=fact.content.valid_from, valid_to=ended_at)
        else:
            ended_at = content.valid_from or self._day
            merged = merged.with_fields(valid_from=ended_at, valid_to=None)
        reason = proposal.reason or "changed"
        if not self.ledger.others_at(merged, self._day, fact.fact_id):
            self._change_fact(fact, proposal, merged, reason=reason, ended_at=ended_at)
            return
        stopped = fact.content.with_fields(status=Status.STOPPED, valid_to=ended_at)
        self._change_fact(fact, proposal, stopped, reason=reason, ended_at=ended_at)
        self._assert(proposal, content)

    def _correct(self, proposal: Proposal, meant: Fact | None = None) -> None:
        found = self._found(proposal, meant)
        unheard = not found.facts and proposal.content is not None and self._stands_elsewhere(proposal.content, found)
        if len(found.facts) > 1 or (not found.facts and found.near and not unheard):
            self._ask("ambiguous_target", proposal, list(found.facts or found.near))
            return
        if proposal.content is None:
            if found.facts:
                self._retract_fact(found.facts[0], proposal)
            return
        if not found.facts:
            self._assert(proposal, proposal.content)
            return
        fact = found.facts[0]
        merged = overlay(proposal.content, fact.content)
        if fact.content.status in ENDED and merged.status not in ENDED and proposal.content.valid_to is None:
            # What never ended has no day of its end.
            merged = merged.with_fields(valid_to=None)
        twin = self.ledger.others_at(merged, fact.day, fact.fact_id)
        # "It is my father who has it" says the same of somebody else, and repeats nothing.
        known, told = fact.content, merged
        same = (told.concept.concept_id, told.subject, told.qualifier) == (
            known.concept.concept_id, known.subject, known.qualifier
        )  # fmt: skip
        same_days = fact.clinical_day == (merged.valid_from or fact.day) and fact.content.valid_to == merged.valid_to
        if same and agrees(fact.content, merged) and same_days:
            self._reaffirm(fact, proposal, merged)
        elif twin and agrees(twin[0].content, merged):
            self._retract_fact(fact, proposal)
            self._reaffirm(twin[0], proposal, merged)
        else:
            self._correct_fact(fact, proposal, merged, reason=proposal.reason or "corrected")

    def _stands_elsewhere(self, content: Content, found: Resolution) -> bool:
        """Whether what is corrected was never on record: a reading of a day of which there is none is a new one."""
        return (
            content.slot in SERIES_SLOTS
            and content.valid_from is not None
            and not any(same_day(fact.clinical_day, content.valid_from) for fact in found.near)
        )

    def _retract(self, proposal: Proposal, meant: Fact | None = None) -> None:
        found = self._found(proposal, meant)
        if len(found.facts) > 1 and not told_as_one(found.facts):
            self._ask("ambiguous_target", proposal, list(found.facts))
        elif found.facts:
            for fact in found.facts:
                self._retract_fact(fact, proposal)
                self._give(fact, proposal)
        elif proposal.content is not None:
            self._assert(proposal, proposal.content)

    def _give(self, fact: Fact, proposal: Proposal) -> None:
        """A fact that is a relative's is recorded as theirs, unless the same words told it already."""
        relative = proposal.reattributed_to
        theirs = of_relative(fact.content, relative) if relative is not None else None
        if theirs is not None and not self.ledger.with_key(key_of(theirs, self._day)):
            self._record(proposal, theirs)

    def _remind(self, proposal: Proposal, content: Content) -> None:
        """Said before: known, or heard now for the first time, or corrected since, and then it is asked about."""
        stale = superseded(self.ledger, content)
        if stale is None:
            self._assert(proposal, content)
        else:
            self._contradict(proposal, stale.content, stale.rivals)

    def _confirm(self, proposal: Proposal) -> None:
        """The reply to an open question: what it chooses is done, the one side that it names holds."""
        asked = self.asked
        if asked is None and names_what_it_means(proposal.target):
            asked = self.still_asked
        marked = confirmed_dose(self.ledger, asked, proposal.target) if asked is not None else None
        if marked is not None:
            certain = marked.content.with_fields(certainty=Certainty.CONFIRMED)
            self._change_fact(marked, proposal, certain, reason=proposal.reason or "confirmed")
            return
        if self.asked is not None and is_yes_to(self.asked, proposal.target):
            self._carry_out_as_asked(self.asked, proposal)
            return
        meant = chosen(self.ledger, asked, proposal.target) if asked is not None else None
        if asked is not None and meant is not None:
            self._carry_out(asked.proposal, proposal, meant)
            return
        sides = confirmed_sides(self.ledger, proposal.target, proposal.content)
        if len(sides) == 1:
            self._settle(sides[0], proposal)
        elif sides:
            self._ask("ambiguous_target", proposal, list(sides))
        elif proposal.content is not None:
            undone = correction_of(self.ledger, proposal.content)
            if undone is not None:
                self._undo(proposal, *undone)
            else:
                self._assert(proposal, proposal.content)

    def _carry_out_as_asked(self, asked: ClarificationRequested, reply: Proposal) -> None:
        """Do what a yes confirms, unless the fact that was meant has ended meanwhile."""
        claim = asked.proposal.with_fields(doubt=None)
        if asked.candidates:
            meant = self.ledger.facts.get(asked.candidates[0])
            if meant is not None and meant.current:
                self._carry_out(claim, reply, meant)
        elif claim.content is not None:
            words = {name: getattr(reply, name) for name in ("quote", "start", "end", "confidence", "extractor")}
            self._assert(claim.with_fields(**words), claim.content)

    def _carry_out(self, claim: Proposal, reply: Proposal, meant: Fact) -> None:
        """Do what was claimed a turn ago to the fact that the reply chose; the reply is the evidence."""
        words = {name: getattr(reply, name) for name in ("quote", "start", "end", "confidence", "extractor")}
        claim = claim.with_fields(**words)
        match claim.operation:
            case Operation.CORRECT:
                self._correct(claim, meant)
            case Operation.RETRACT:
                self._retract(claim, meant)
            case Operation.CHANGE if claim.content is not None:
                self._change(claim, claim.content, meant)
            case Operation.REVERT:
                self._revert(claim)
            case _:
                return

    def _found(self, proposal: Proposal, meant: Fact | None) -> Resolution:
        return resolve(self.ledger, proposal.target, proposal.content) if meant is None else Resolution((meant,))

    def _revert(self, proposal: Proposal) -> None:
        correction = correction_to_revert(self.ledger, proposal.target)
        side = reverted_side(self.ledger, proposal, after=correction[0].version if correction else 0)
        if side is not None:
            self._settle(side, proposal)
            return
        if correction is None:
            if proposal.content is not None:
                self._put_right(proposal, proposal.content)
            return
        for made in (correction, *made_with(self.ledger, correction[0], proposal.target)):
            self._undo(proposal, *made)

    def _put_right(self, proposal: Proposal, content: Content) -> None:
        """What was right all along and never stood on record takes the place of the one fact that does."""
        found = resolve(self.ledger, None, content)
        if len(found.facts) == 1 and not agrees(found.facts[0].content, overlay(content, found.facts[0].content)):
            self._correct(proposal, found.facts[0])
        else:
            self._assert(proposal, content)

    def _undo(self, proposal: Proposal, fact: Fact, restored: tuple[str, ...]) -> None:
        for old in (self.ledger.facts[fact_id] for fact_id in restored):
            for other in self.ledger.others_at(old.content, old.day, fact.fact_id):
                self._retract_fact(other, proposal)
        self._emit(
            CorrectionReverted(
                **self._base(),
                fact_id=fact.fact_id,
                restored=restored,
                reason=proposal.reason or "correction undone",
                evidence=self._evidence(proposal),
                said_at=self.setting.said_at,
            )
        )

    def _settle_or_reaffirm(self, fact: Fact, proposal: Proposal, content: Content) -> None:
        if not fact.disputed or self.setting.source is Source.RECORD:
            self._reaffirm(fact, proposal, content)
        elif proposal.operation is not Operation.MENTION:
            self._settle(fact, proposal)

    def _revives(self, content: Content) -> bool:
        return self.setting.source is Source.RECORD and bool(self.ledger.withdrawn(content))
