"""What the encoder is tuned on: each example as a sequence of pieces with the answers to every question asked of it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from extraction.reading.learned.arc_features import Arcs
from extraction.reading.learned.evidence import ARC_LABELS, ARCS, KINDS, TAGS, Sequenced, distance, sequenced
from extraction.reading.learned.word_pieces import Span, WordPieces
from extraction.reading.understanding import ACTS, ASKS
from training.examples import Example, named_spans
from training.train import FRAMES, LIGHTLY, WEIGHTS, arc_label, flag_of, is_person, is_unsaid, state_label

ROLES: Final = (
    "other", "asked", "old", "untouched", "conditions", "symptoms", "medications", "labs", "vitals", "allergies",
    "family_history", "social_history", "procedures", "demographics",
)  # fmt: skip
STATES: Final = ("current", "negated", "ended", "planned", "on_hold")
CHANGES: Final = ("assert", "mention", "correct", "change", "stop", "retract", "revert")
CERTAINTIES: Final = ("uncertain", "confirmed")

LABELS: Final = {
    "role": ROLES, "state": STATES, "change": CHANGES, "certain": CERTAINTIES, "act": ACTS, "ask": ASKS, "tag": TAGS,
}  # fmt: skip

_UNNAMED: Final = frozenset({"flags", "protocol", "template", "worded"}) | FRAMES
"""The sources that do not say of everything named where it stands, or name what every list holds."""

UNKNOWN: Final = -100
"""The answer to a question that is not asked of an example."""

_DRAWN: Final = {"template": 0.15, "protocol": 0.4}
"""Shares of the sources that repeat themselves: more of one template teaches little and costs hours."""

_FEW: Final = 0.5
"""Weight of a fact on record that stays untouched: most do."""


@dataclass(frozen=True, slots=True)
class ItemLesson:
    """One item: its pieces, those of its fact on record, its kind, and its answers by question."""

    span: Span
    fact: Span | None
    kind: int
    answers: dict[str, int]
    weight: float


@dataclass(frozen=True, slots=True)
class ArcLesson:
    """One pair of what belongs and an item: its pieces, the item's index, the relation, the distance, the answer."""

    span: Span
    item: int
    relation: int
    away: int
    answer: int


@dataclass(frozen=True, slots=True)
class Lesson:
    """One utterance; ``acts`` and ``tags``, one for each of its pieces, are empty where they are not taught."""

    source: str
    ids: tuple[int, ...]
    words: int
    items: tuple[ItemLesson, ...]
    arcs: tuple[ArcLesson, ...]
    acts: tuple[float, ...]
    ask: int
    alarm: float | None
    weight: float
    tags: tuple[int, ...] = ()


def lessons(found: Iterable[tuple[str, Example]], pieces: WordPieces, *, without: frozenset[str]) -> list[Lesson]:
    """The lessons of all examples but those of the authors ``without``; the same for the same data."""
    draw = random.Random(5)  # noqa: S311 - thins templates
    made = []
    for source, one in found:
        kept = draw.random() < _DRAWN.get(source, 1.0)
        if kept and source not in without:
            made.append(lesson(source, one, pieces))
    return made


def lesson(source: str, found: Example, pieces: WordPieces) -> Lesson:
    """One example as a lesson."""
    weight = WEIGHTS.get(source, 1.0)
    sequence = sequenced(pieces, found.sheet, found.heard)
    unsaid = is_unsaid(source, found)
    items = []
    for index, item in enumerate(found.items):
        skipped = (unsaid and not item.named) or (
            source in LIGHTLY and item.named and (item.start == item.end or is_person(found, item))
        )
        place = sequence.over(item.start, item.end) if item.named else (0, 1)
        known = sequence.facts[item.heard] if item.heard is not None and item.heard < len(sequence.facts) else None
        read = place is not None and (item.named or known is not None)
        taught = 0.0 if skipped or source == "flags" or not read else weight
        answers = _answers(found, index)
        if not item.named and found.roles[index] == "untouched":
            taught *= _FEW
        kind = KINDS.index(item.kind) + (len(KINDS) if item.named else 0)
        items.append(ItemLesson(place or (0, 1), known, kind, answers, taught))
    arcs = tuple(_arcs(found, sequence)) if source != "flags" and found.reading.get("arcs", True) else ()
    taught = source not in ("flags", "protocol")
    asked = found.reading["asks"][0]["op"] if taught and found.reading["asks"] else None
    return Lesson(
        source, sequence.ids, sequence.words, tuple(items), arcs,
        tuple(float(act in found.reading["acts"]) for act in ACTS) if taught else (),
        ASKS.index(asked) if asked is not None else UNKNOWN,
        None if source in ("protocol", "worded") or source in FRAMES else float(flag_of(found) == "yes"), weight,
        () if source in _UNNAMED else _tags(found, sequence),
    )  # fmt: skip


def _tags(found: Example, sequence: Sequenced) -> tuple[int, ...]:
    """What each piece of the utterance names: the first tag is nothing, then the beginning and the inside of a kind."""
    tags = [0] * sequence.words
    for kind, start, end in named_spans(found):
        place = sequence.over(start, end)
        if place is not None:
            first, last = place
            inside = TAGS.index(f"in:{kind}")
            tags[first:last] = [TAGS.index(f"at:{kind}"), *[inside] * (last - first - 1)]
    return tuple(tags)


def _answers(found: Example, index: int) -> dict[str, int]:
    answers = {"role": ROLES.index(found.roles[index]), "state": UNKNOWN, "change": UNKNOWN, "certain": UNKNOWN}
    for fact in found.facts[index][:1]:
        answers["state"] = STATES.index(state_label(fact))
        answers["certain"] = int(fact.get("certainty", "confirmed") == "confirmed")
        if fact["op"] in CHANGES:
            answers["change"] = CHANGES.index(fact["op"])
    return answers


def _arcs(found: Example, sequence: Sequenced) -> Iterator[ArcLesson]:
    arcs = Arcs(found.sheet, found.items)
    for attribute in arcs.attributes:
        if found.reading.get("arcs") == "figures" and attribute.figure is None:
            continue
        place = sequence.over(attribute.start, attribute.end)
        if place is None:
            continue
        for index in arcs.candidates(attribute):
            item = found.items[index]
            relation = ARCS.index(attribute.kind) + (0 if item.named else len(ARCS))
            answer = ARC_LABELS.index(arc_label(found, attribute, index))
            yield ArcLesson(place, index, relation, distance(sequence, item, place), answer)
