"""How well cards and common questions answer an ask: what relates the two, weighed by a model.

Each passage is found by more than one road: by where the ask lies among questions and answers, by which common question
it is heard as, and by what it is about. Whether one answers is no matter of the road: what only one of them names,
the side that is heard, the words that both share and how near it lies are weighed together.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from agent.answers.asking.word_stems import stems
from agent.answers.knowledge.side_heard import end_of
from domain.remembering import remembered
from extraction.naming.mentions import Entry, Kind, Mention
from extraction.reading.learned.aspects import RECORD, AspectReader
from extraction.reading.learned.faq import OTHER, LearnedFaq, surroundings, together
from extraction.reading.learned.fit import FitModel, Floats, PassagePlaces
from extraction.reading.learned.over_encoder import what_is_named
from extraction.text.normalise import normalise
from retrieval.cards import ANY
from retrieval.corpus import Passage

FAQ: Final = "faq"
"""The kind of the passages that answer common questions."""
FEATURES: Final = (
    "log_odds", "probability", "is_common", "is_none", "near", "from_nearest", "apart", "rank", "names_asked",
    "names_told", "exact", "medicines_left", "findings_left", "left", "unheard", "side", "record", "at_large", "korean",
    "title_in_all", "title_in_ask", "ask_in_text", "all_in_text", "words", "names", "likelier", "has_medicine",
    "exactly_told", "title",
)  # fmt: skip
"""What relates an ask and a passage, in the order of the model's features."""
_MEDICINES: Final[frozenset[Kind]] = frozenset({"medications", "drug_classes"})
_FINDINGS: Final[frozenset[Kind]] = frozenset({"conditions", "symptoms", "labs", "vitals", "procedures"})
_NEAREST: Final = 24
"""Passages that are weighed for where they lie, and how many common questions for how they are heard."""
_LIKELIEST: Final = 8
_NO_QUESTION: Final = -12.0
"""The logarithm of the probability of a passage that answers no common question, and its rank among them."""
_NO_RANK: Final = 500
_FEWEST: Final = 1e-9


class Finder(Protocol):
    """Finds the names of things; the same words give the same."""

    def find(self, text: str) -> tuple[Mention, ...]:
        """What ``text`` names, by place."""
        ...


class Shelf(Protocol):
    """Where passages are found by their ids."""

    def passage(self, document_id: str) -> Passage | None:
        """The passage of this id, or None."""
        ...


@dataclass(frozen=True, slots=True)
class Fitting:
    """A passage by its id, and how likely it answers what was asked."""

    document_id: str
    probability: float


@dataclass(frozen=True, eq=False)
class FitReader:
    """Weighs passages against asks; deterministic and without state, so threads may share it."""

    model: FitModel
    faqs: LearnedFaq
    aspects: AspectReader
    finder: Finder
    shelf: Shelf

    def weighed(
        self, ask: str, before: str, language: str, known: frozenset[str] = frozenset(), among: tuple[str, ...] = ()
    ) -> tuple[Fitting, ...]:
        """The passages that may answer ``ask``, the likeliest first; those of ``among`` are weighed in any case.

        ``before`` is what the patient said just before, ``known`` the concepts on record with all that is wider.
        """
        return _weighed(self, ask, before, language, known, among)


@dataclass(frozen=True, slots=True)
class Ask:
    """What is heard in an ask: its names and those before it, its words, the side it is of, the question it may be."""

    words: str
    named: tuple[Entry, ...]
    named_before: frozenset[str]
    wider: frozenset[str]
    heard: frozenset[str]
    own: frozenset[str]
    """The beginnings of its words, and of those before it as well."""
    all: frozenset[str]
    log_odds: Mapping[str, float]
    sides: Mapping[str, float]
    language: str


def ask_heard(reader: FitReader, ask: str, before: str, language: str, known: frozenset[str]) -> Ask:
    """What is heard in ``ask``, said behind ``before`` over what is ``known``."""
    whole = together(before, ask)
    named, named_before = _entries(reader, ask), _entries(reader, before)
    wider, all_wider = _wider(named), _wider((*named, *named_before)) | known
    around = surroundings(_entries(reader, whole), _wider(named_before) | known)
    return Ask(
        ask, named, frozenset(one.concept_id for one in named_before), wider, all_wider, stems(ask), stems(whole),
        reader.faqs.log_odds(ask, before, around),
        reader.aspects.probabilities(end_of(ask), what_is_named(named)), language,
    )  # fmt: skip


def _entries(reader: FitReader, text: str) -> tuple[Entry, ...]:
    return tuple(one.entry for one in reader.finder.find(normalise(text).text)) if text else ()


def _wider(entries: Iterable[Entry]) -> frozenset[str]:
    return frozenset(each for entry in entries for each in (entry.concept_id, *entry.broader))


@remembered
def _weighed(
    reader: FitReader, ask: str, before: str, language: str, known: frozenset[str], among: tuple[str, ...]
) -> tuple[Fitting, ...]:
    places = reader.model.passages.get(language)
    if places is None or not ask.strip():
        return ()
    heard = ask_heard(reader, ask, before, language, known)
    near = Near.of(places, reader.model.place(ask, together(before, ask)))
    chosen = {places.ids[int(at)] for at in np.argsort(-near.of_all, kind="stable")[:_NEAREST]}
    questions = sorted((one for one in heard.log_odds if one != OTHER), key=lambda one: (-heard.log_odds[one], one))
    chosen.update(f"{language}-{pair}" for pair in questions[:_LIKELIEST])
    chosen.update(among)
    found = [
        passage for one in sorted(chosen) if one in places.row_of and (passage := reader.shelf.passage(one)) is not None
    ]
    likely = reader.model.probabilities([features(heard, one, places, near) for one in found])
    weighed = (Fitting(one.document_id, each) for one, each in zip(found, likely, strict=True))
    return tuple(sorted(weighed, key=lambda one: (-one.probability, one.document_id)))


@dataclass(frozen=True, eq=False, slots=True)
class Near:
    """How near each passage of a language lies to an ask (n,), and how near they lie at most and on the whole."""

    of_all: Floats
    most: float
    mean: float
    spread: float

    @classmethod
    def of(cls, places: PassagePlaces, place: NDArray[np.float32]) -> Near:
        """How near the passages lie to the place of an ask."""
        near = places.near(place)
        return cls(near, float(near.max()), float(near.mean()), max(float(near.std()), _FEWEST))


def features(ask: Ask, passage: Passage, places: PassagePlaces, near: Near) -> list[float]:
    """What relates an ask and a passage that has a place, in the order of :data:`FEATURES`."""
    row = places.row_of[passage.document_id]
    concepts = frozenset(passage.concepts) - {ANY}
    named = concepts.union(places.named[row])
    medicines = [one for one in ask.named if one.kind in _MEDICINES]
    findings = [one for one in ask.named if one.kind in _FINDINGS]
    common = passage.kind == FAQ and passage.pair in ask.log_odds
    odds = ask.log_odds.get(passage.pair or "", _NO_QUESTION) if common else _NO_QUESTION
    own = float(near.of_all[row])
    title, text = stems(passage.title), stems(f"{passage.title} {passage.text}")
    rare = _Rarity(places)
    exactly = {one.concept_id for one in ask.named}
    return [
        odds,
        math.exp(odds) if common else 0.0,
        float(common),
        math.exp(ask.log_odds.get(OTHER, _NO_QUESTION)),
        own,
        own - near.most,
        (own - near.mean) / near.spread,
        math.log1p(float((near.of_all > own).sum())),
        float(not concepts.isdisjoint(ask.wider)),
        float(not concepts.isdisjoint(ask.heard)),
        float(not concepts.isdisjoint(exactly)),
        _left(medicines, named),
        _left(findings, named),
        _left([*medicines, *findings], named),
        float(bool(concepts) and concepts.isdisjoint(ask.heard) and ANY not in passage.concepts),
        ask.sides.get(passage.kind or "", 0.0),
        ask.sides.get(RECORD, 0.0),
        float(ANY in passage.concepts),
        float(ask.language == "ko"),
        rare.share(title, ask.all),
        rare.share(title, ask.own),
        rare.share(ask.own, text),
        rare.share(ask.all, text),
        float(len(ask.words.split())),
        float(len(ask.named)),
        math.log1p(sum(one > odds for one in ask.log_odds.values()) if common else _NO_RANK),
        float(bool(medicines)),
        float(not concepts.isdisjoint(ask.named_before)),
        rare.sum(title),
    ]


def _left(entries: Sequence[Entry], named: frozenset[str]) -> float:
    """The share of what is named that a passage doesn't name."""
    left = sum(named.isdisjoint((one.concept_id, *one.broader)) for one in entries)
    return left / len(entries) if entries else 0.0


@dataclass(frozen=True, slots=True)
class _Rarity:
    """What the beginnings of words weigh: the rarer among the passages, the more."""

    places: PassagePlaces

    def sum(self, words: Iterable[str]) -> float:
        often, count = self.places.often, len(self.places.ids)
        return sum(math.log((count + 1) / (often.get(one, 0) + 1)) for one in sorted(words))

    def share(self, words: frozenset[str], among: frozenset[str]) -> float:
        """The share of ``words`` that stands ``among`` others."""
        whole = self.sum(words)
        return self.sum(words & among) / whole if whole else 0.0
