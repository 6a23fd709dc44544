"""Where words place what they tell: denied, imagined, long ago, in a story, settled, another person's past; or now.

A sign counts unless something places it elsewhere, and what places it must stand in the same clause or sentence. The
patterns are in placing.yaml.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property

from agent.safety.tables import table
from extraction.text.needed_letters import Needs, may_match, needs, pieces_of


@dataclass(frozen=True)
class Told:
    """One utterance, normalised, with what places its parts."""

    text: str

    def stands(self, start: int, end: int) -> bool:
        """Whether what is said at [start, end) is told as so now, of whomever."""
        first, last = _around(_pattern("clause_end"), self.text, start)
        opening, closing = _around(_pattern("sentence_end"), self.text, start)
        clause, sentence = self.text[first : max(last, end)], self.text[opening : max(closing, end)]
        within, before, after = self.text[start:end], self.text[first:start], self.text[end : max(last, end)]
        rest = self.text[end:]
        if self._has("denied_before", before) or self._has("denied_within", within) or self._has("denied_after", after):
            return False
        if self._has("asked_and_denied", rest) or self._has("when", rest) or self._has("reason_before", before):
            return False
        if any(self._has(name, clause) for name in ("imagined", "habit_of_speech", "at_table")):
            return False
        if self._is_over or self._tells_others_reaction or end <= self._seen_to:
            return False
        if self._has("story", sentence) or self._has("settled", sentence) or self._has("asked_when", sentence):
            return False
        if self._is_avoided or (self._has("avoided", sentence) and not self._has("recent", sentence)):
            return False
        if self._tells_allergy(sentence):
            return False
        if self._is_recent(sentence):
            return True
        if self.text[closing : closing + 1] == "?" and self._has("imagined", self.text):
            return False
        if self._is_of_another_time(sentence) or self._tells_on(opening, sentence):
            return False
        fine = (self._has("fine_now", sentence) or self._of_another_and_over) and not self._turns_to(start)
        return not fine

    def _tells_on(self, opening: int, sentence: str) -> bool:
        """Whether a sentence goes on with a story of long ago: what it tells, it tells as the one before it did."""
        if not opening or not self._has("told_on", sentence) or self._has("present", sentence):
            return False
        first, last = _around(_pattern("sentence_end"), self.text, max(0, opening - 2))
        before = self.text[first:last]
        return self._has("long_ago", before) and not self._is_recent(before)

    def _turns_to(self, start: int) -> bool:
        """Whether what is said from ``start`` on is set against words that all was well ("fine, but ...")."""
        ends = [found.end() for found in _pattern("fine_now").finditer(self.text) if found.end() <= start]
        return bool(ends) and self._has("turns", self.text[ends[0] : start])

    @cached_property
    def is_elsewhere(self) -> bool:
        """Whether the utterance as a whole tells nothing of now: a story, a habit of speech, history, a question."""
        if any(self._has(name, self.text) for name in ("story", "habit_of_speech", "imagined", "settled")):
            return True
        if self._of_another_and_over or self._is_avoided or self._only_asks_when:
            return True
        if self._is_over or self._tells_others_reaction or self._seen_to:
            return True
        if self._tells_allergy(self.text):
            return True
        return self._is_of_another_time(self.text) and not self._is_recent(self.text)

    @cached_property
    def settles_with_rest(self) -> bool:
        """Whether a symptom is said to come with effort and to pass at once."""
        return self._has("effort", self.text) and self._has("eased_by_rest", self.text)

    @cached_property
    def asks_leave(self) -> bool:
        """Whether the words ask if something may be taken."""
        return self._has("asks_leave", self.text)

    @cached_property
    def at_ease(self) -> bool:
        """Whether somebody is told to eat, drink, play or joke, as who is very ill does not."""
        return self._has("at_ease", self.text)

    @cached_property
    def is_lost_in_words(self) -> bool:
        """Whether the patient says that instructions confuse: who loses hold of the world seldom says so."""
        return self._has("muddled_by_words", self.text)

    @cached_property
    def _is_over(self) -> bool:
        """Whether an episode is told that has ended by itself, and nothing says that it is still there."""
        return self._has("over", self.text) and not self._has("still", self.text)

    @cached_property
    def _tells_others_reaction(self) -> bool:
        """Whether another person's reaction to a medicine is told, and nothing of today."""
        found = _pattern("others_reaction").search(self.text)
        if found is None:
            return False
        opening, closing = _around(_pattern("sentence_end"), self.text, found.start())
        return not self._has("recent", self.text[opening:closing])

    @cached_property
    def _of_another_and_over(self) -> bool:
        """Whether another person's trouble is told that has ended."""
        return self._has("others", self.text) and self._has("fine_now", self.text)

    @cached_property
    def _seen_to(self) -> int:
        """Up to where another person's trouble is told that was seen to and turned out well; 0 for none."""
        if not (self._has("others", self.text) and self._has("seen_to", self.text)) or self._has("goes_on", self.text):
            return 0
        return max((found.start() for found in _pattern("seen_well").finditer(self.text)), default=0)

    @cached_property
    def _only_asks_when(self) -> bool:
        """Whether all that is said is a question for the date of something on record."""
        opening, closing = _around(_pattern("sentence_end"), self.text, 0)
        return self._has("asked_when", self.text) and not self.text[closing:].strip(" .?!") and opening == 0

    @cached_property
    def _is_avoided(self) -> bool:
        """Whether a reaction is told as the reason why something has been avoided since."""
        return self._has("avoided", self.text) and not self._has("recent", self.text)

    def _tells_allergy(self, text: str) -> bool:
        """Whether an allergy is told with what it does, and nothing of having met with it now."""
        return self._has("allergy_told", text) and not self._has("took_it", text) and not self._is_recent(text)

    def _is_recent(self, text: str) -> bool:
        # Words that are left out bring others together.
        return _pattern("recent").search(_pattern("fine_now").sub(" ", text)) is not None

    def _is_of_another_time(self, text: str) -> bool:
        return self._has("long_ago", text) or self._has("chronic", text)

    def _has(self, name: str, part: str) -> bool:
        """Whether a pattern matches in a part of the utterance."""
        return may_match(_needs(name), self._pieces) and _pattern(name).search(part) is not None

    @cached_property
    def _pieces(self) -> frozenset[str] | None:
        return pieces_of(self.text)


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile("|".join(table("placing")[name]), re.IGNORECASE)


@cache
def _needs(name: str) -> Needs:
    return needs(_pattern(name))


def _around(ends: re.Pattern[str], text: str, place: int) -> tuple[int, int]:
    """The part of ``text`` between two ends that holds ``place``."""
    first = 0
    for found in ends.finditer(text):
        if found.end() > place:
            return first, found.start() if found.start() > place else len(text)
        first = found.end()
    return first, len(text)
