"""Whether words show the act that a model hears: by a cue of the fact's own, or because another reader hears it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from agent.understanding.agreeing import OtherReader
from agent.understanding.cues import GIVEN_UP, Shown, cues
from agent.understanding.figures import is_dose_of
from agent.understanding.seen import Seen
from agent.understanding.told import Told
from agent.understanding.words import Span, Words, numbers_of
from domain.ledger import Fact, Ledger
from domain.values import PATIENT, SlotKind
from extraction.reading.understanding import ActKind, Understanding

_BESIDE: Final = frozenset({"relatives", "labs", "vitals", "procedures"})
"""What may be named beside an end without being what ends."""
ENDING: Final = ("stop", "retract")
_BEHIND: Final = 2
"""Characters between a name and the words that uphold it: a plural's s, or a space."""
_TELLING: Final[tuple[ActKind, ...]] = ("state", "correct", "change", "retract", "revert", "reply")


@dataclass(frozen=True, slots=True)
class Showing:
    """The acts that one utterance shows."""

    words: Words
    seen: Seen
    ledger: Ledger
    understanding: Understanding | None
    other: OtherReader

    def is_shown(self, told: Told, fact: Fact, span: Span) -> bool:
        """Whether the words show the act: by a cue of this fact's own, or because the other reader hears it too."""
        content, words = fact.content, self.words
        if told.do == "retract" and (self._surely("revert") or self._is_upheld(fact)):
            # What is asked back or said to be right is not taken away, whichever words speak of the taking.
            return False
        # An end that another reader hears too is shown by no word where what is named is told to stay.
        stays = told.do in ENDING and words.shows("same", content.concept, content.slot, span)
        if self.other.hears(told, fact, span) and (not stays or self.other.proposes(told, fact)):
            return True
        match told.do:
            case "stop":
                act: Shown = "over" if content.slot is SlotKind.CONDITIONS else "ended"
                act = "stop" if content.slot in GIVEN_UP else act
                # "Quit it, no, hang on, do not quit it": an end that is denied as well is a question.
                kept = words.shows("kept", content.concept, content.slot, span)
                # A complaint that is denied is one that is over.
                acts: tuple[Shown, ...] = (act, "negated") if content.slot is SlotKind.SYMPTOMS else (act,)
                told_of = any(words.shows(one, content.concept, content.slot, span) for one in acts)
                return not kept and (told_of or self._is_shown_unnamed(act, fact, span))
            case "retract":
                theirs = told.whose not in (PATIENT, "") and bool(words.owners(span))
                return theirs or words.shows("retract", content.concept, content.slot, span, adjacent=True)
            case "revert":
                whole = (0, len(words.text))
                back = self._says_what_stood(fact) and bool(cues("correct", words.text, *whole))
                return self._surely("revert") or bool(cues("revert", words.text, *whole)) or back
            case _:
                start, end = words.sentence(span)
                shown: tuple[Shown, ...] = ("change",) if told.do == "change" else ("correct",)
                alike: tuple[ActKind, ...] = ("change",) if told.do == "change" else ("revert",)
                # A reply shows the act only where the service itself asked which is right.
                asked = self.seen.asked is not None and fact.fact_id in self.seen.asked.candidates
                heard = self._surely("correct", *alike, *(("reply",) if asked else ()))
                heard = heard or any(cues(one, words.text, start, end) for one in shown)
                return heard or self._tells_a_dose(told, fact)

    def _tells_a_dose(self, told: Told, fact: Fact) -> bool:
        """Whether another dose is told right at the name of the medicine: that it is so now is change enough."""
        if fact.content.slot is not SlotKind.MEDICATIONS or not told.dose or told.do != "change" or self.only_asks():
            return False
        figure = self.words.figure(told.dose, (0, len(self.words.text)))
        named = self.words.names_of(fact.content.concept)
        return figure is not None and bool(named) and is_dose_of(
            self.words, figure, fact.content.concept, self.understanding
        )  # fmt: skip

    def _says_what_stood(self, fact: Fact) -> bool:
        """Whether the value that a correction took away is said again, and the one in its place is not."""
        before = [self.ledger.facts[one] for one in fact.supersedes]
        return any(self.words.says_old(one) for one in before) and not self.words.says_old(fact)

    def only_asks(self) -> bool:
        """Whether the other reader hears a question and nothing that is told."""
        return self._surely("ask") and not self._surely(*_TELLING)

    def _surely(self, *acts: ActKind) -> bool:
        return self.understanding is not None and any(self.understanding.surely(act) for act in acts)

    def acts_at_all(self, told: Told, span: Span) -> bool:
        """Whether the sentences of the quote show any act of this kind, of whichever fact."""
        start, end = self.words.sentence(span)
        acts: tuple[Shown, ...] = ("stop", "ended", "retract") if told.do in ENDING else ("change", "correct", "stop")
        heard = self._surely("correct", "change", "retract", "revert", "reply")
        return heard or any(cues(act, self.words.text, start, end) for act in acts)

    def _is_shown_unnamed(self, act: Shown, fact: Fact, span: Span) -> bool:
        """Whether words show the act of a fact that was just spoken of, in sentences that name nothing else to end."""
        first, last = self.words.sentence(span)
        if self.words.names_of(fact.content.concept) or fact.fact_id not in self.seen.in_mind:
            return False
        named = [one for one in self.words.within((first, last)) if one.entry.kind not in _BESIDE]
        kept = act == "stop" and bool(cues("kept", self.words.text, 0, len(self.words.text)))
        return not named and not kept and bool(cues(act, self.words.text, first, last))

    def _is_upheld(self, fact: Fact) -> bool:
        """Whether what a name stands for is said to be right, right behind it ("the weight's right but ...")."""
        text = self.words.text
        ends = [end for _, end in self.words.names_of(fact.content.concept)]
        return any(start - end <= _BEHIND for end in ends for start, _ in cues("upheld", text, end, len(text)))

    def is_swapped(self, told: Told, fact: Fact, span: Span) -> bool:
        """Whether two readings of a test that are both said are told to stand in each other's place."""
        series = self.ledger.about(fact.content.slot, fact.content.concept.concept_id, fact.content.subject)
        others = [one for one in series if one.fact_id != fact.fact_id and one.content.value in numbers_of(told.value)]
        said = self.words.says_old(fact) and any(self.words.says_old(one) for one in others)
        return said and bool(cues("swapped", self.words.text, *self.words.sentence(span)))
