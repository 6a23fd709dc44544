"""What the encoder says of an utterance: log-odds beside those of the linear readers, for the same questions.

It reads the words with what the agent said and the newest facts on record, so "it was 6.9" and its test meet in one
sequence. It gives evidence only: what is asked, and what may be answered, stays with the reader.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from domain.values import PATIENT, Content, Polarity, Status
from extraction.reading.items import UNLISTED, Heard, Item, ItemKind
from extraction.reading.learned.arc_features import Arcs, Attribute, AttributeKind
from extraction.reading.learned.encoder import END, START, Encoder, Floats, gelu
from extraction.reading.learned.word_pieces import Span, WordPieces
from extraction.reading.sheet import Sheet

KINDS: Final[tuple[ItemKind, ...]] = (
    "conditions", "symptoms", "medications", "drug_classes", "labs", "vitals", "allergens", "procedures", "social",
    "topic", "age", "gender",
)  # fmt: skip
ARCS: Final[tuple[AttributeKind, ...]] = ("figure", "frequency", "date", "relative")
ARC_LABELS: Final = ("none", "new", "old")

TAGS: Final = ("none", *(f"{edge}:{kind}" for kind in UNLISTED for edge in ("at", "in")))
"""What a piece of the utterance may name: nothing, or the beginning or the inside of a name of a kind."""

_NAMED: Final = 0.4
"""The probability of its kind, by the mean of its pieces, from which every word of a longer name is part of it."""

_NAMED_SHORT: Final = 0.75
"""The same for a name that is hardly more than a word."""

_SHORT: Final = 7
"""Characters up to which a name is short."""

_NAMED_OPERATION: Final = 0.65
"""The same for an operation, of which more are made up."""

KEPT: Final[frozenset[ItemKind]] = frozenset({"symptoms", "conditions", "labs", "procedures"})
"""What is kept in the patient's own words. Of medicines and habits that nothing lists, left-out authors showed fewer
found than made up."""

FACTS: Final = 6
"""Facts on record, newest first, that are read beside the words."""

_TEXT, _AGENT, _FACT = 96, 24, 12
"""Most pieces of each part: what lies beyond is left to the linear readers."""

FAR: Final = 15
"""Pieces between a name and what may belong to it, from which on all distances are one."""

Table = Mapping[str, float]
NOTHING: Final[Table] = {}


@dataclass(frozen=True)
class Sequenced:
    """What the encoder reads of one utterance, and where the words of each thing stand in it."""

    ids: tuple[int, ...]
    spans: tuple[Span, ...]
    """Characters of each piece; (-1, -1) outside the utterance."""
    facts: tuple[Span, ...]
    """Pieces of each fact on record."""

    @cached_property
    def reached(self) -> int:
        """Characters of the utterance that are read: most of what a long one names stands behind them."""
        return max(last for _, last in self.spans)

    @property
    def words(self) -> int:
        """Pieces of the utterance, its beginning and end among them."""
        return len(self.spans)

    def over(self, start: int, end: int) -> Span | None:
        """The pieces that spell [start, end) of the text, or the one at ``start``; None beyond what is read."""
        end = max(end, start + 1)
        if start >= self.reached:
            return None
        own = [at for at, (first, last) in enumerate(self.spans) if 0 <= first < end and last > start]
        return (own[0], own[-1] + 1) if own else None


def sequenced(pieces: WordPieces, sheet: Sheet, heard: Heard) -> Sequenced:
    """The utterance, the agent's words and the newest facts as one sequence of pieces."""
    split = pieces.split
    ids, spans = split(sheet.text, first=_TEXT)
    sequence = [START, *ids[:_TEXT], END]
    placed = [(-1, -1), *spans[:_TEXT], (-1, -1)]
    if heard.agent_said:
        sequence += [*split(heard.agent_said, last=_AGENT)[0][-_AGENT:], END]
    facts = []
    for fact in heard.facts[:FACTS]:
        own = split(in_words(fact))[0][:_FACT]
        facts.append((len(sequence), len(sequence) + len(own)))
        sequence += [*own, END]
    return Sequenced(tuple(sequence), tuple(placed), tuple(facts))


def in_words(fact: Content) -> str:
    """A fact on record as the encoder reads it: its name, value and dose, whose it is, and whether it goes on."""
    said = [fact.concept.display or fact.concept.name]
    if fact.polarity is Polarity.NEGATED:
        said.append("none")
    if fact.value not in (None, ""):
        said.append(f"{fact.value:g}" if isinstance(fact.value, float) else str(fact.value))
    if fact.dose:
        said.append(str(fact.dose))
    if fact.subject != PATIENT:
        said.append(fact.subject)
    if fact.status in _NOT_ON:
        said.append(_NOT_ON[fact.status])
    return " ".join(said)


_NOT_ON: Final[Mapping[Status | None, str]] = {
    Status.STOPPED: "stopped", Status.RESOLVED: "over", Status.ON_HOLD: "paused", Status.PLANNED: "planned",
}  # fmt: skip


@dataclass(frozen=True)
class Dense:
    """A linear map: weights (in, out) and bias."""

    weights: Floats
    bias: Floats

    def __call__(self, values: Floats) -> Floats:
        """``values`` (n, in) mapped to (n, out)."""
        return np.asarray(values @ self.weights + self.bias, dtype=np.float32)


@dataclass(frozen=True)
class Heads:
    """What is asked of the encoder's states: maps and tables by name, and the labels of each question."""

    maps: Mapping[str, Dense]
    tables: Mapping[str, Floats]
    labels: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Evidence:
    """Log-odds of one utterance. Tables are empty where the encoder did not read."""

    acts: Table
    asks: Table
    alarm: float
    items: tuple[Mapping[str, Table], ...]
    """By item: "role", "state", "change", "certain"."""
    arcs: Mapping[tuple[str, int, int, int], Table]
    """By kind and place of what belongs, and item: "none", "new", "old"."""

    def of(self, index: int, question: str) -> Table:
        """The log probabilities of an item's labels."""
        return self.items[index].get(question, NOTHING) if index < len(self.items) else NOTHING

    def arc(self, attribute: Attribute, index: int) -> Table:
        """The log probabilities of an attribute's belonging to an item."""
        return self.arcs.get((attribute.kind, attribute.start, attribute.end, index), NOTHING)


SILENT: Final = Evidence(NOTHING, NOTHING, 0.0, (), {})
"""No evidence: the linear readers decide alone."""


@dataclass(frozen=True)
class Listened:
    """An utterance as the encoder heard it: the sequence that it read, and the meaning (n, H) of each of its pieces."""

    sequence: Sequenced
    states: Floats


@dataclass(frozen=True)
class EvidenceReader:
    """The encoder with its heads; without state of its own, so threads may share it."""

    encoder: Encoder
    heads: Heads
    version: str
    without: frozenset[str] = frozenset()
    """The authors of readings that it was not tuned on."""

    def listen(self, sheet: Sheet, heard: Heard) -> Listened:
        """One utterance laid out, as the encoder hears it; no text raises."""
        sequence = sequenced(self.encoder.pieces, sheet, heard)
        return Listened(sequence, self.encoder.states(sequence.ids))

    def unlisted(self, listened: Listened) -> tuple[Item, ...]:
        """What the words name, listed or not: whole words, each read by its pieces, neighbours of a kind joined."""
        sequence = listened.sequence
        scores = np.exp(_log_softmax(self.heads.maps["tag"](listened.states[: sequence.words])))
        found: list[Item] = []
        joined = False
        for start, end, pieces in _words(sequence):
            kind, sure, begins = _named(scores[pieces[0] : pieces[1]])
            if kind is None:
                joined = False
                continue
            last = found[-1] if found and joined and not begins else None
            if last is not None and last.kind == kind:
                found[-1] = replace(last, end=end, confidence=min(last.confidence, sure))
            else:
                found.append(Item(kind, start, end, confidence=sure))
            joined = True
        return tuple(one for one in found if one.kind in KEPT and _is_sure(one))

    def read(self, listened: Listened, sheet: Sheet, items: Sequence[Item]) -> Evidence:
        """The evidence on what an utterance speaks of; no text raises."""
        sequence, states = listened.sequence, listened.states
        whole = np.concatenate([states[0], states[1 : max(2, sequence.words - 1)].mean(axis=0)])[None]
        utterance = gelu(self.heads.maps["utt"](whole))
        maps, labels = self.heads.maps, self.heads.labels
        acts = maps["act"](utterance)[0]
        asks = _log_softmax(maps["ask"](utterance))[0]
        read = [index for index, item in enumerate(items) if _is_read(sequence, item)]
        tables: list[Mapping[str, Table]] = [{} for _ in items]
        arcs: dict[tuple[str, int, int, int], Table] = {}
        if read:
            named, facts, kinds = self._vectors(sequence, states, [items[index] for index in read])
            opening = np.repeat(states[:1], len(read), axis=0)
            hidden = gelu(maps["item"](np.concatenate([named, facts, opening, kinds], axis=1)))
            for question in ("role", "state", "change", "certain"):
                scores = _log_softmax(maps[question](hidden))
                for row, index in enumerate(read):
                    tables[index] = {**tables[index], question: _table(labels[question], scores[row])}
            arcs = self._arcs(sheet, sequence, states, items, {one: at for at, one in enumerate(read)},
                              (named, facts, kinds))  # fmt: skip
        return Evidence(
            _table(labels["act"], acts), _table(labels["ask"], asks), float(maps["red"](utterance)[0, 0]),
            tuple(tables), arcs,
        )  # fmt: skip

    def _vectors(self, sequence: Sequenced, states: Floats, items: Sequence[Item]) -> tuple[Floats, Floats, Floats]:
        named, facts, kinds = [], [], []
        for item in items:
            first, last = (sequence.over(item.start, item.end) or (0, 1)) if item.named else (0, 1)
            named.append(_mean(states, (first, last)))
            known = sequence.facts[item.heard] if item.heard is not None and item.heard < len(sequence.facts) else None
            facts.append(self.heads.tables["nofact"][0] if known is None else _mean(states, known))
            kinds.append(self.heads.tables["kind"][KINDS.index(item.kind) + (len(KINDS) if item.named else 0)])
        return np.stack(named), np.stack(facts), np.stack(kinds)

    def _arcs(
        self,
        sheet: Sheet,
        sequence: Sequenced,
        states: Floats,
        items: Sequence[Item],
        rows: Mapping[int, int],
        vectors: tuple[Floats, Floats, Floats],
    ) -> dict[tuple[str, int, int, int], Table]:
        keys, inputs = [], []
        named, facts, kinds = vectors
        arcs = Arcs(sheet, items)
        for attribute in arcs.attributes:
            place = sequence.over(attribute.start, attribute.end)
            if place is None:
                continue
            own = _mean(states, place)
            for index in arcs.candidates(attribute):
                if index not in rows:
                    continue
                row, item = rows[index], items[index]
                pair = ARCS.index(attribute.kind) + (0 if item.named else len(ARCS))
                away = distance(sequence, item, place)
                relation = self.heads.tables["arck"][pair] + self.heads.tables["dist"][away]
                keys.append((attribute.kind, attribute.start, attribute.end, index))
                inputs.append(np.concatenate([own, named[row], facts[row], own * named[row], kinds[row], relation]))
        if not keys:
            return {}
        scores = _log_softmax(self.heads.maps["arc.out"](gelu(self.heads.maps["arc"](np.stack(inputs)))))
        return {key: _table(ARC_LABELS, scores[at]) for at, key in enumerate(keys)}


def _is_sure(item: Item) -> bool:
    least = _NAMED_OPERATION if item.kind == "procedures" else _NAMED
    return item.confidence >= (_NAMED_SHORT if item.end - item.start <= _SHORT else least)


def _words(sequence: Sequenced) -> Iterator[tuple[int, int, Span]]:
    """The words of the utterance: the characters of each, and its pieces."""
    first, start, reached = -1, 0, -1
    for at, (low, high) in enumerate(sequence.spans):
        if low < 0:
            continue
        if low != reached and first >= 0:
            yield start, reached, (first, at)
            first = -1
        if first < 0:
            first, start = at, low
        reached = high
    if first >= 0:
        yield start, reached, (first, len(sequence.spans))


def _named(scores: Floats) -> tuple[ItemKind | None, float, bool]:
    """The kind that a word (pieces, tags) names, if any, how sure that is, and whether the name begins with it."""
    mean = scores.mean(axis=0)
    kinds = mean[1::2] + mean[2::2]
    best = int(kinds.argmax())
    if kinds[best] <= mean[0]:
        return None, 0.0, False
    begins = float(scores[0, 1 + 2 * best]) > float(scores[0, 2 + 2 * best])
    return UNLISTED[best], round(float(kinds[best]), 3), begins


def distance(sequence: Sequenced, item: Item, place: Span) -> int:
    """How many pieces an item's first stands behind those of ``place``, as the row of a table."""
    beside = (sequence.over(item.start, item.end) or (0, 1))[0] - place[0] if item.named else FAR
    return max(-FAR, min(FAR, beside)) + FAR


def _is_read(sequence: Sequenced, item: Item) -> bool:
    if item.named:
        return sequence.over(item.start, item.end) is not None
    return item.heard is not None and item.heard < len(sequence.facts)


def _mean(states: Floats, span: Span) -> Floats:
    # What ``mean`` gives, without the half of its time in which it looks at its arguments.
    return np.asarray(np.add.reduce(states[span[0] : span[1]], axis=0) / (span[1] - span[0]), dtype=np.float32)


def _table(labels: Sequence[str], scores: NDArray[np.float32]) -> Table:
    # Rounded, so that a last bit that differs between machines decides nothing.
    return dict(zip(labels, (round(float(score), 3) for score in scores), strict=True))


def _log_softmax(scores: Floats) -> Floats:
    shifted = scores - scores.max(axis=-1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True)), dtype=np.float32)
