"""The aspect of an ask: which side of a thing is heard in its words alone, and amid all that was said."""

from __future__ import annotations

from typing import Final, Protocol

from agent.answers.asking.asks import asks_in
from agent.answers.asking.request import Finder, Request, read_request
from agent.answers.asking.sides_asked import OF_MEDICINE
from agent.answers.following.said_before import said_before
from extraction.naming.mentions import Kind
from extraction.reading.learned.aspects import ASPECTS, Aspect, AspectReader
from extraction.reading.learned.faq import together
from extraction.reading.learned.over_encoder import what_is_named
from extraction.text.normalise import normalise
from projections.patient_view import PatientView

FINDINGS: Final[tuple[Kind, ...]] = ("conditions", "labs", "vitals", "symptoms")

_END: Final = 160
"""Characters at the end of an ask that are read for its aspect: where no sentence parts them, the question is last."""

_SEVERAL: Final = 2
_SIGNS: Final = "signs"


class Ear(Protocol):
    """What hears aspects, and finds what words name."""

    @property
    def aspects(self) -> AspectReader:
        """The reader of aspects."""
        ...

    @property
    def finder(self) -> Finder:
        """Finds the names of things."""
        ...


def side_heard(
    ear: Ear,
    request: Request,
    view: PatientView,
    said: str,
    *,
    of_record: bool = False,
    idle: frozenset[str] = frozenset(),
) -> Aspect:
    """The aspect of an ask: the only one of an utterance is heard amid all of it, too, behind what was said before.

    The surer of both is believed. One that was put in other words, because it followed on something, is heard in
    those. What sounds ``of_record`` ("what are my medicines?") is heard by itself, unless it may be of the same side
    so. Whoever asks says which labels are ``idle`` there: one is as good as another.
    """
    words, whole = end_of(request.plain), " ".join(said.split())
    alone = _side(ear, words)
    named_first = whole in request.text
    several = len(asks_in(read_request(said, ear.finder))) >= _SEVERAL
    if several or not (named_first or request.text in whole):
        return alone
    if of_record and {alone.label, alone.next_label} <= idle and alone.label not in ASPECTS:
        # Amid all of it only one of the two would be believed.
        return alone
    amid = _side(ear, normalise(together(said_before(view), request.text if named_first else said)).text)
    if of_record and amid.label not in (alone.label, alone.next_label):
        return alone
    return max(amid, alone, key=lambda one: one.probability)


def _side(ear: Ear, words: str) -> Aspect:
    named = ear.finder.find(words)
    heard = ear.aspects.read(words, what_is_named(one.entry for one in named))
    if heard.label != _SIGNS or heard.next_label not in OF_MEDICINE or any(one.entry.kind in FINDINGS for one in named):
        return heard
    # What may show itself with a medicine, where no illness is spoken of, is what it does besides.
    return Aspect(heard.next_label, heard.probability, heard.label, heard.next_probability)


def end_of(text: str) -> str:
    """The last words of a long ask, from a word's beginning."""
    if len(text) <= _END:
        return text
    return text[-_END:].partition(" ")[2] or text[-_END:]
