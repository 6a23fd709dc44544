"""How a prompt is laid out: the share of each part, the words of a fact and of a turn, and which facts come first.

The log names the layout of every prompt, so that one which was sent under an older one can be proved all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from agent.prompt_facts import describe, prompt_line
from agent.uncertainty import without_warning
from domain.ledger import Fact, local_day
from domain.values import PATIENT, SlotKind
from extraction.text.lazy_regex import lazy_regex
from projections.patient_view import PatientView
from projections.tiers import TurnLine

LATEST_LAYOUT: Final = 5
MOST_READINGS: Final = 12
"""Readings of a test that is asked about: those of a year by the month."""
ANSWERS, ANSWER_CHARACTERS = 3, 120
"""Earlier answers that are told, and characters of each but the last: two Korean sentences."""
_SENTENCE_END: Final = lazy_regex(r"(?<=[.!?。])\s|\n")


@dataclass(frozen=True, slots=True)
class Layout:
    """One way to lay out a prompt; ``slices`` are the tokens of each part, which together are the whole budget.

    ``dated`` layouts tell the day of each turn, and hold older turns: those that bear on the question, then all others.
    Those with ``today`` tell on which day it is asked, and in which turn. Those with ``lends`` give what bears, and
    summaries, what other parts leave free, and hold none of turns told whole.
    What must be told (pinned facts, the draft, the utterance) may take more, of which documents, then history, are cut;
    in ``whole`` layouts only beyond what other parts leave free. Those count and hash what is really sent: numbered
    facts, the draft and the feedback of the judge among it.
    """

    slices: Mapping[str, int]
    fact: Callable[[Fact, str], str]
    whole: bool
    dated: bool = False
    lends: bool = False
    today: bool = False


def asked_first(view: PatientView, about: Collection[str], day: str) -> Iterator[Fact]:
    """The facts that an answer needs whatever their weight.

    Who the patient is, what was complained of on ``day``, and the latest readings of each test that is asked about.
    """
    for fact in view.ledger.current(SlotKind.DEMOGRAPHICS):
        if fact.content.subject == PATIENT:
            yield fact
    for fact in view.ledger.current(SlotKind.SYMPTOMS):
        if fact.content.subject == PATIENT and local_day(fact.last_said_at, view.profile.time_zone) == day:
            yield fact
    for key, series in view.ledger.series().items():
        if key.concept_id in about and key.subject == PATIENT:
            yield from reversed(series.facts[-MOST_READINGS:])


def earlier_turn(line: TurnLine, ago: int, day: str = "") -> str:
    """A turn before this one: the patient's words whole, and of older answers only their first sentences, or nothing.

    ``ago`` 1 is the turn before, ``day`` the one on which it was said. An answer in which a marker stands is told whole
    or not at all.
    """
    answer = without_warning(line.answer) if line.answer and ago <= ANSWERS else ""
    if ago > 1 and "[" not in answer:
        answer = _beginning(answer)
    told = f"{line.turn_number} ({day}): {line.question}" if day else f"{line.turn_number}: {line.question}"
    return told + (f"\n-> {answer}" if answer else "")


def whole_turn(line: TurnLine) -> str:
    """A turn as the first layout told it."""
    return f"{line.turn_number}: {line.question}" + (f"\n-> {without_warning(line.answer)}" if line.answer else "")


def _beginning(text: str) -> str:
    """As many whole sentences as fit, the first in any case."""
    if len(text) <= ANSWER_CHARACTERS:
        return text
    ends = [found.start() for found in _SENTENCE_END.finditer(text)]
    fitting = [end for end in ends if end <= ANSWER_CHARACTERS]
    end = fitting[-1] if fitting else (ends[0] if ends else len(text))
    return text[:end] if end == len(text) else f"{text[:end]} …"


_OF_MEMORY: Final = {
    "answer": 500, "documents": 900, "system": 600, "user": 200, "draft": 200, "history": 800, "profile": 800,
}  # fmt: skip
LAYOUTS: Final[Mapping[int, Layout]] = {
    1: Layout(
        slices={"answer": 1500, "documents": 900, "system": 600, "user": 500, "history": 300, "profile": 200},
        fact=describe,
        whole=False,
    ),
    2: Layout(slices=_OF_MEMORY, fact=prompt_line, whole=True),
    3: Layout(slices=_OF_MEMORY, fact=prompt_line, whole=True, dated=True),
    4: Layout(slices=_OF_MEMORY, fact=prompt_line, whole=True, dated=True, lends=True),
    LATEST_LAYOUT: Layout(slices=_OF_MEMORY, fact=prompt_line, whole=True, dated=True, lends=True, today=True),
}
"""The layouts by version; from the second on memory has 1,600 tokens instead of 500 (reference: real-model.md 4)."""
