"""An answer whose pieces name the turns that they come from, beside what the patient said in these turns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from agent.skills.answer_parts import Answer, days_of
from agent.skills.kept_words import KeptWords, Piece
from agent.skills.recounted_checks import DENIES, TOLD_ON
from agent.skills.worked_out import sentence_of
from agent.sources import Sourced
from extraction.text.lazy_regex import lazy_regex


@dataclass(frozen=True)
class Vouched:
    """An answer taken apart, with the pieces of what was told that its sources name."""

    answer: Answer
    sourced: Sourced
    kept: KeptWords

    @cached_property
    def told(self) -> tuple[Piece, ...]:
        """The pieces of all turns that are named."""
        return tuple(one for one in self.kept.pieces if one.turn in self.sourced.turns)

    def of(self, place: int) -> tuple[Piece, ...]:
        """The pieces that a place of the answer rests on: those of its own source, else of all that are named."""
        turns = self.turns_of(place)
        return tuple(one for one in self.told if one.turn in turns)

    def turns_of(self, place: int) -> tuple[int, ...]:
        """The turns of those pieces; what is named within one piece, as the ends of a range are, stands together."""
        source = self.sourced.at(place)
        if source is None or not source.turns:
            return self.sourced.turns
        named = set(source.turns)
        for one in self.sourced.sources[self.sourced.sources.index(source) + 1 :]:
            if one.start != source.end or not _GOES_ON.match(self.sourced.text, source.end):
                break
            source, named = one, named | one.turns
        return tuple(sorted(named))

    def named_with(self, place: int) -> tuple[int, ...]:
        """The turns that the sentence of a place names."""
        start, end = sentence_of(place, self.sourced.text)
        return tuple(sorted({turn for one in self.sourced.within(start, end) for turn in one.turns}))

    def names(self, place: int) -> bool:
        """Whether turns, and no facts, are named for a place."""
        source = self.sourced.at(place)
        return source is not None and bool(source.turns) and not source.facts


_GOES_ON: Final = lazy_regex(r"\s?(?:→|->|~|–|-|부터|에서|to\b|until\b|through\b)")
"""What stands between the two ends of one range."""


def is_vouched(sentence: str, sourced: Sourced, kept: KeptWords) -> bool:
    """Whether a sentence names something, and all of it stands in its turns, which deny it where the sentence does.

    Such a sentence claims nothing of its own. One of a medicine or of what somebody is allergic to tells moreover when
    it was, or that it was told so, and no later turn speaks of it: how things stand now the record knows.
    """
    start = sourced.text.find(sentence)
    own = sourced.within(start, start + len(sentence)) if start >= 0 else []
    # "Your sister. You said so{6}": what names no turn itself may rest on those of the answer.
    turns = {turn for one in own for turn in one.turns} or set(sourced.turns)
    names = {one for one in kept.stems_of(sentence) if one.startswith("#")}
    told = [one for one in kept.pieces if one.turn in turns]
    if not turns or not names <= frozenset[str]().union(*(one.stems for one in told)) or not names:
        return False
    of_these = [one for one in told if one.stems & names]
    denied = [DENIES.search(one.words) is not None for one in of_these]
    if any(denied) != (DENIES.search(sentence) is not None):
        return False
    taken = {f"#{one.entry.concept_id}" for one in kept.names(sentence) if one.entry.kind in _HELD_TO_RECORD}
    if not taken:
        return True
    dated = TOLD_ON.search(sentence) is not None or any(True for _ in days_of(sentence, kept))
    return dated and not any(taken & one.stems for one in kept.pieces if max(turns) < one.turn < kept.last)


_HELD_TO_RECORD: Final = frozenset({"medications", "drug_classes", "allergens"})
