"""What a newer extractor reads differently in old utterances: the difference, and what a person has decided stays.

An utterance is interpreted again over what was known when it was said, and what comes of it is compared, place by place
in the text, with what it led to. Human corrections hang on the place in the text and not on a fact id: a new reading of
words whose old reading was corrected since proposes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from domain.events import ContradictionFound, Recorded, ReextractionProposed, SlotReaffirmed
from domain.overruling import claim_overruled, overlap, overruled
from domain.proposals import Proposal
from domain.readings import MADE, Reading, readings
from domain.reread_facts import READING, reread, unread
from domain.retelling import Retelling, ToldAgain, retell
from domain.values import Content


@dataclass(frozen=True, slots=True)
class NewReading:
    """What an extractor (name -> version) reads in a recorded utterance now."""

    extractors: dict[str, str]
    proposals: tuple[Proposal, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """One line of the difference: the words, what they were read as and what they are read as now.

    ``kept`` is a difference that proposes nothing; ``why`` says what speaks against it.
    """

    kind: Literal["added", "changed", "no longer read", "kept"]
    turn_number: int
    quote: str
    before: Content | None
    after: Content | None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Reextraction:
    """What to propose, one event an utterance that differs, and the difference in full to be read."""

    proposed: tuple[ReextractionProposed, ...]
    differences: tuple[Difference, ...]


def outdated(stream: Iterable[Recorded], extractors: Mapping[str, str]) -> frozenset[str]:
    """The event ids of extracted utterances that these versions have not read, whether they then differed or not."""
    story = retell(stream, {})
    return frozenset(told.event_id for told in story.utterances.values() if told.read_by not in (None, extractors))


def reextract(stream: Iterable[Recorded], new: Mapping[str, NewReading]) -> Reextraction:
    """The difference between what utterances (by event id) led to and what their ``new`` readings would.

    A reading that awaits its decision already, and a claim that was decided upon, is not proposed again.
    """
    story = retell(stream, {event_id: reading.proposals for event_id, reading in new.items()})
    comparisons = [
        _Comparison.of(told, story, new[told.event_id]) for told in story.utterances.values() if told.fresh is not None
    ]
    unsaid = {(each.told.event_id, fact_id) for each in comparisons for fact_id in each.mentions_gone}
    proposed = []
    for comparison in comparisons:
        comparison.conclude(unsaid)
        pending = comparison.told.pending
        payload = ReextractionProposed(
            utterance_event_id=comparison.told.event_id,
            extractors=comparison.new.extractors,
            proposals=tuple(comparison.proposals),
        )
        if payload.proposals and (pending is None or not _same_proposal(pending, payload)):
            proposed.append(payload)
    return Reextraction(tuple(proposed), tuple(line for each in comparisons for line in each.lines))


@dataclass(slots=True)
class _Comparison:
    """One utterance: old and new readings that have no equal, and what becomes of them."""

    told: ToldAgain
    story: Retelling
    new: NewReading
    old: list[Reading]
    fresh: list[Reading]
    proposals: list[Proposal] = field(default_factory=list)
    lines: list[Difference] = field(default_factory=list)

    @classmethod
    def of(cls, told: ToldAgain, story: Retelling, new: NewReading) -> _Comparison:
        """The comparison without what is read as before."""
        old, fresh = readings(told.events, story.ledger), []
        for reading in told.fresh or ():
            equal = next((one for one in old if one.same_as(reading)), None)
            if equal is None:
                fresh.append(reading)
            else:
                old.remove(equal)
        return cls(told, story, new, old, fresh)

    @property
    def mentions_gone(self) -> list[str]:
        """Facts that these words were taken to repeat, and are no longer."""
        return [reading.upon[0] for reading in self.old if reading.act is SlotReaffirmed]

    def conclude(self, unsaid: set[tuple[str, str]]) -> None:
        """Turn what differs into proposals and lines; ``unsaid`` are mentions of facts that are gone everywhere."""
        kept: list[Reading] = []
        for reading in self.fresh:
            counterpart = self._counterpart(reading)
            if counterpart is None:
                self._add(reading)
            elif why := self.story.later.get(counterpart.fact_id or ""):
                kept.append(counterpart)
                self._line("kept", counterpart, reading, why)
            else:
                self.old.remove(counterpart)
                self._change(counterpart, reading)
        for reading in self.old:
            if reading not in kept:
                self._remove(reading, unsaid)

    def _counterpart(self, reading: Reading) -> Reading | None:
        """The old reading of the same words, of the same slot unless a person has had a say in it."""
        there = [old for old in self.old if overlap(old.span, reading.span)]
        alike = [old for old in there if _slot(old) == _slot(reading)]
        alike = alike or [old for old in there if old.fact_id in self.story.later]
        return max(alike, key=lambda old: (_concept(old) == _concept(reading), overlap(old.span, reading.span)),
                   default=None)  # fmt: skip

    def _add(self, reading: Reading) -> None:
        claim = reading.claim(self.new.proposals)
        why = self._decided(claim, reading.content) or self._overruled(claim)
        if why:
            self._line("kept", None, reading, why)
        else:
            self._propose(claim)
            self._line("added", None, reading)

    def _change(self, old: Reading, reading: Reading) -> None:
        claim, fact = reading.claim(self.new.proposals), self.story.ledger.facts.get(old.fact_id or "")
        if fact is None:
            proposals = [claim]
        elif reading.content is not None and _replaceable(old, reading):
            proposals = [reread(fact, claim, reading.content)]
        else:
            proposals = [unread(fact, claim.extractor), claim]
        why = self._decided(claim, reading.content) or self._overruled(proposals[-1])
        if why:
            self._line("kept", old, reading, why)
            return
        for proposal in proposals:
            self._propose(proposal)
        self._line("changed", old, reading)

    def _remove(self, old: Reading, unsaid: set[tuple[str, str]]) -> None:
        fact = self.story.ledger.facts.get(old.fact_id or "")
        if fact is None or old.act not in MADE:
            self._line("kept", old, None, "it changed no value")
            return
        proposal = unread(fact, next(iter(self.new.extractors), ""))
        said_again = any(
            evidence.event_id != self.told.event_id and (evidence.event_id, fact.fact_id) not in unsaid
            for evidence in fact.evidence
        )
        why = self.story.later.get(fact.fact_id) or ("said again" if said_again else "")
        # What a model read beside the rules ("extraction@1/<model>") is not theirs to miss.
        why = why or ("read by a model" if "/" in fact.evidence[0].extractor else "")
        why = why or self._decided(proposal, None)
        if why:
            self._line("kept", old, None, why)
        else:
            self._propose(proposal)
            self._line("no longer read", old, None)

    def _decided(self, claim: Proposal, content: Content | None) -> str:
        """Whether someone has decided already about these words being read so."""
        here = [one for one in self.told.decided if (one.start, one.end) == (claim.start, claim.end)]
        known = any(one == claim or (content is not None and one.content == content) for one in here)
        gone = claim.fields == READING and any(one.operation is claim.operation for one in here)
        return "decided before" if known or gone else ""

    def _overruled(self, proposal: Proposal) -> str:
        if proposal.fields == READING:
            why = overruled(self.story.ledger, proposal.content, self.told.said_at, self.told.event_id)
        else:
            setting = self.story.setting_of(self.told, self.story.version + 1)
            why = claim_overruled(self.story.ledger, proposal, setting)
        return why or ""

    def _propose(self, proposal: Proposal) -> None:
        if proposal not in self.proposals:
            self.proposals.append(proposal)

    def _line(
        self, kind: Literal["added", "changed", "no longer read", "kept"], old: Reading | None, new: Reading | None,
        why: str = "",
    ) -> None:  # fmt: skip
        seen = new or old
        assert seen is not None
        before, after = old.content if old else None, new.content if new else None
        self.lines.append(Difference(kind, self.told.turn_number, seen.quote, before, after, why))


def _same_proposal(pending: ReextractionProposed, payload: ReextractionProposed) -> bool:
    return (pending.extractors, pending.proposals) == (payload.extractors, payload.proposals)


def _replaceable(old: Reading, reading: Reading) -> bool:
    """Whether the new reading can stand in the old one's place; the side of a contradiction must be found again."""
    return (old.act, old.upon) == (reading.act, reading.upon) and old.act is not ContradictionFound


def _slot(reading: Reading) -> str | None:
    return reading.content.slot if reading.content is not None else None


def _concept(reading: Reading) -> str | None:
    return reading.content.concept.concept_id if reading.content is not None else None
