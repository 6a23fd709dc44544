"""What the other reader hears in the same words: where two readers agree, no word of a list is needed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from agent.understanding.merged import OVER, STATING
from agent.understanding.referring import References
from agent.understanding.seen import Seen
from agent.understanding.told import Told
from agent.understanding.words import Span, Words, numbers_of
from domain.ledger import Fact, Ledger
from domain.proposals import Doubt, Operation, Proposal
from domain.targets import resolve
from domain.values import SlotKind
from extraction.reading.understanding import Read, Understanding

HEARD: Final = 0.6
"""Doubt below which the other reader is taken to hear an act of one concept."""
_ALIKE: Final = ("correct", "change")
"""What two readers may call otherwise, and both mean that another value takes the place of the one on record."""


@dataclass(frozen=True, slots=True)
class OtherReader:
    """What the other reader makes of an utterance, held against an operation of a model."""

    words: Words
    seen: Seen
    ledger: Ledger
    understanding: Understanding | None

    def hears(self, told: Told, fact: Fact, span: Span) -> bool:
        """Whether it hears this act, of this concept or of nothing that the words name as they name this."""
        if self.proposes(told, fact) or self._hears_of_another(told, fact, span):
            return True
        reads = self.understanding.reads if self.understanding is not None and told.do != "retract" else ()
        alike = _ALIKE if told.do in _ALIKE else (told.do,)
        return any(_reads_of(one, fact) and one.change in alike and one.doubt < HEARD for one in reads)

    def proposes(self, told: Told, fact: Fact) -> bool:
        """Whether it proposes this act of this concept, without asking first."""
        return any(
            one.operation == told.do and one.doubt is not Doubt.UNSURE_READING and _is_of(one, fact)
            for one in self.seen.reads.values()
        )

    def agrees(self, told: Told, fact: Fact) -> bool:
        """Whether it does this to this very fact, be it as a question: what two readers find needs no third witness."""
        return any(
            _does(one, told) and self._touched(one) == [fact.fact_id]
            for one in self.seen.reads.values()
            if one.operation not in STATING
        )

    def mentions(self, fact: Fact) -> bool:
        """Whether it hears this fact spoken of as it stands on record."""
        heard = (one for one in self.seen.reads.values() if one.operation is Operation.MENTION)
        return any(_is_of(one, fact) for one in heard)

    def states(self, fact: Fact) -> bool:
        """Whether it reads another value of the same thing told for the first time."""
        return any(one.operation is Operation.ASSERT and _is_of(one, fact) for one in self.seen.reads.values())

    def weighs(self, told: Told, fact: Fact) -> bool:
        """Whether it hears this very dose spoken of, and not told: "she wondered about 100, but we didn't"."""
        heard = (one for one in self.seen.reads.values() if one.operation is Operation.MENTION and _is_of(one, fact))
        doses = (numbers_of(one.content.dose or "") for one in heard if one.content is not None)
        return bool(told.dose) and any(one and one == numbers_of(told.dose) for one in doses)

    def acts_on_another(self, fact: Fact) -> bool:
        """Whether it does something to another fact on record by these words."""
        acts = (one for one in self.seen.reads.values() if one.operation not in STATING)
        return any(touched and fact.fact_id not in touched for touched in map(self._touched, acts))

    def finds_something_felt(self) -> bool:
        """Whether it reads a complaint or an illness told for the first time."""
        stated = (one.content for one in self.seen.reads.values() if one.operation is Operation.ASSERT)
        return any(one is not None and one.slot in (SlotKind.SYMPTOMS, SlotKind.CONDITIONS) for one in stated)

    def _touched(self, read: Proposal) -> list[str]:
        return [one.fact_id for one in resolve(self.ledger, read.target, read.content).facts]

    def finds(self, fact: Fact) -> bool:
        """Whether it means this fact and no other by what it does, though the words do not name it."""
        return any(
            self._touched(read) == [fact.fact_id]
            for read in self.seen.reads.values()
            if read.operation not in STATING and read.doubt is None
        )

    def hears_put_right(self, told: Told, fact: Fact) -> bool:
        """Whether it hears something put right, where a sentence names this alone and tells one number, the new one."""
        heard = self.understanding.acts if self.understanding is not None else ()
        if told.do != "correct" or not any(one.kind == "correct" and one.doubt < HEARD for one in heard):
            return False
        for name in self.words.names_of(fact.content.concept):
            sentence = self.words.sentence(name)
            others = [one for one in self.words.within(sentence) if (one.start, one.end) != name]
            figures = self.words.figures_in(sentence)
            if len(figures) == 1 and not others and figures[0].value in numbers_of(told.value):
                return True
        return False

    def _hears_of_another(self, told: Told, fact: Fact, span: Span) -> bool:
        """Whether it hears this act in these words of what they do not name: the act is agreed, the name is here."""
        meant = References(self.words, self.seen, self.ledger)
        heard = [one for one in self.seen.reads.values() if one.operation == told.do and one.doubt is None]
        for one in heard:
            place, touched = self.words.place(one.quote), resolve(self.ledger, one.target, one.content).facts
            here = place is not None and place[0] < span[1] and span[0] < place[1]
            if here and not any(meant.names(other) for other in touched):
                return meant.names(fact)
        return False


def _does(read: Proposal, told: Told) -> bool:
    """Whether a reading is this act; an end is a change of how it stands."""
    over = read.content is not None and read.content.status in OVER
    if told.do == "stop" or over:
        return told.do == "stop" and over
    return read.operation == told.do


def _is_of(read: Proposal, fact: Fact) -> bool:
    concept = fact.content.concept
    ids = {concept.concept_id, *concept.broader}
    if read.target is not None and read.target.concept_id is not None:
        return read.target.concept_id in ids
    return read.content is not None and read.content.concept.concept_id in ids


def _reads_of(read: Read, fact: Fact) -> bool:
    entry, concept = read.item.entry, fact.content.concept
    return entry is not None and entry.concept_id in (concept.concept_id, *concept.broader)
