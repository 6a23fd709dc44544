"""``python -m training.train``: fit the readers of extraction/reading from the committed data, and write their file.

Needs scikit-learn (extra ``training``). The same data give the same bytes.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import ConceptRecogniser
from extraction.naming.vocabulary import load_vocabulary
from extraction.reading.items import MEMORY_ITEMS, Item
from extraction.reading.learned.alarm_features import alarm_features
from extraction.reading.learned.arc_features import Arcs, Attribute, arc_buckets
from extraction.reading.learned.features import BUCKETS, hashed, in_talk, whole
from extraction.reading.learned.item_features import item_buckets
from extraction.reading.learned.linear import LinearModel, Models, pack, unpack
from extraction.reading.rule_view import view
from extraction.reading.understanding import ACTS
from extraction.rules.pipeline import Extractor
from training import flags, framing, marked, protocol, templates, wordings
from training.examples import READINGS, Example, example, is_old, is_value, load, places, state_of
from training.playing import ZONE
from training.remembering import pool_of, with_memory

OUT: Final = Path(__file__).parent.parent / "extraction" / "reading" / "models" / "reader.npz"
WEIGHTS: Final = {"template": 0.25, "protocol": 0.4, "marked": 0.8, "framed": 0.3, "worded": 0.5}
"""How much a sentence of a source counts beside an author's own utterance: many of one template say little more.

A frame of a kind that few authors wrote ("rare") counts as an utterance.
"""

UNREAD: Final = frozenset({"f5", "f6", "g1", "g2", "h5", "h6", "j3", "j4"})
"""The authors of frames that are kept to measure on."""
FRAMED: Final = tuple(path for path in sorted(framing.FRAMES.glob("*.jsonl")) if path.stem not in UNREAD)
"""The frames that are learnt from."""
WORDED: Final = tuple(path for path in sorted(wordings.WORDINGS.glob("*.json")) if path.stem[3:] not in wordings.UNREAD)
"""The wordings of the protocol's turns that are learnt from."""
_OF_NAMED: Final = frozenset({"role", "state", "change", "certain"})
"""The classifiers of items that frames teach, beside those of numbers and of acts: the rest a frame leaves open."""

FRAMES: Final = frozenset({"framed", "rare"})
"""The sources that are frames."""
LIGHTLY: Final = frozenset({"marked", "template"}) | FRAMES
"""The sources that say of numbers beside no name, and of who speaks, nothing."""

_ROLE_C, _ITEM_C, _ARC_C, _WHOLE_C = 1.0, 1.0, 1.0, 2.0
"""Inverse strengths of regularisation (scikit-learn's C), chosen on authors that were left out."""

_ARC_LABELS: Final = ("none", "new", "old")


@dataclass(frozen=True, slots=True)
class Sample:
    """One training example of one classifier, and where it comes from."""

    source: str
    buckets: list[int]
    label: str


Samples = dict[str, list[Sample]]


def corpus(
    lexicon: Lexicon, recogniser: ConceptRecogniser, frames: Sequence[Path] = FRAMED
) -> Iterator[tuple[str, Example]]:
    """All examples with their sources: an author's name, "marked", "template", "protocol", "framed" or "rare"."""
    rules = Extractor(lexicon, recogniser)
    for source, found in _laid_out(lexicon, recogniser, frames):
        reading = rules.read(
            found.reading["text"], said_at=datetime.fromisoformat(f"{found.reading['at']}T03:00:00+00:00"),
            time_zone=ZONE, language=found.reading["lang"], spoken_of=found.heard.facts[:MEMORY_ITEMS],
        )  # fmt: skip
        found.rules = view(found.sheet, found.items, reading.proposals)
        yield source, found


def _laid_out(lexicon: Lexicon, recogniser: ConceptRecogniser, frames: Sequence[Path]) -> Iterator[tuple[str, Example]]:
    authors = {path.stem: load(path) for path in sorted(READINGS.glob("*.jsonl"))}
    pool = pool_of([row for rows in authors.values() for row in rows])
    remember = random.Random(2)  # noqa: S311 - fills records
    for author, rows in authors.items():
        for row in rows:
            yield author, example(with_memory(row, pool, remember), lexicon, recogniser)
    for path in sorted(marked.MARKED.glob("*.txt")):
        for found in marked.examples(path, lexicon, recogniser, pool, remember):
            yield "marked", found
    for reading in flags.readings():
        yield "flags", example(reading, lexicon, recogniser)
    draw = random.Random(1)  # noqa: S311 - fills templates
    for reading in templates.readings(lexicon, draw):
        yield "template", example(with_memory(reading, pool, remember), lexicon, recogniser)
    for reading in framing.readings(lexicon, random.Random(3), frames):  # noqa: S311 - fills frames
        yield "rare" if reading["rare"] else "framed", example(reading, lexicon, recogniser)
    for reading in wordings.readings(lexicon, random.Random(4), WORDED):  # noqa: S311 - fills wordings
        yield "worded", example(reading, lexicon, recogniser)
    for reading in protocol.readings():
        yield "protocol", example(reading, lexicon, recogniser)


def samples_of(source: str, found: Example) -> Samples:
    """What one utterance teaches each classifier."""
    made: Samples = {}

    def add(name: str, buckets: list[int], label: str) -> None:
        made.setdefault(name, []).append(Sample(source, buckets, label))

    unsaid = is_unsaid(source, found)
    for index, item in enumerate(found.items):
        if unsaid and not item.named:
            continue
        if source in LIGHTLY and item.named and (item.start == item.end or is_person(found, item)):
            # Nor what a number implies that stands beside no name, nor who speaks.
            continue
        buckets = sorted(item_buckets(found.sheet, found.heard, found.items, found.masked, index, found.rules))
        add("role" if item.named else "memory", buckets, found.roles[index])
        for fact in found.facts[index][:1]:
            add("state", buckets, state_label(fact))
            certain = fact.get("certainty", "confirmed") == "confirmed"
            add("certain", buckets, "confirmed" if certain else "uncertain")
            if fact["op"]:
                add("change" if item.named else "memory-change", buckets, fact["op"])
    if found.reading.get("arcs", True):
        arcs = Arcs(found.sheet, found.items)
        for attribute in arcs.attributes:
            if found.reading.get("arcs") == "figures" and attribute.figure is None:
                continue
            for index in arcs.candidates(attribute):
                arc = arc_buckets(found.sheet, found.heard, arcs, found.masked, attribute, index, found.rules)
                add(f"arc:{attribute.kind}", sorted(arc), arc_label(found, attribute, index))
    if source in FRAMES:
        made = {name: those for name, those in made.items() if name in _OF_NAMED or name.startswith("arc:")}
    if source == "flags":
        return {"red": [Sample(source, hashed(alarm_features(found.items, found.masked)), flag_of(found))]}
    words = hashed(whole(found.masked))
    talk = hashed(in_talk(found.masked, found.heard.agent_said))
    # Of the protocol it is known what it asks, and of the other acts nothing.
    for act in ACTS if source != "protocol" else ("ask",):
        add(f"act:{act}", talk, "yes" if act in found.reading["acts"] else "no")
    if source in FRAMES:
        return made
    for ask in found.reading["asks"][:1]:
        add("ask", words, ask["op"])
    if source not in ("protocol", "worded"):
        alarm = hashed(alarm_features(found.items, found.masked))
        add("red", alarm, flag_of(found))
    return made


def is_unsaid(source: str, found: Example) -> bool:
    """Whether its author does not say which fact on record is meant: marks don't, of a correction without a name."""
    moves = set(found.reading["acts"]) & {"correct", "change", "retract", "revert", "reply"}
    return source == "marked" and bool(moves)


def is_person(found: Example, item: Item) -> bool:
    """Whether it is an age called so or a sex, which marks never say."""
    called = any(one.kind == "age" and one.start == item.start for one in found.sheet.figures)
    return item.kind == "gender" or (item.kind == "age" and called)


def flag_of(found: Example) -> str:
    """Whether its author calls it urgent: yes or no."""
    return "yes" if found.reading.get("red_flag") else "no"


def state_label(fact: Mapping[str, Any]) -> str:
    """How a fact is asserted, as the readers tell it apart: what is past and what was stopped have ended."""
    state = state_of(fact)
    return "ended" if state in ("past", "stopped") else state


def arc_label(found: Example, attribute: Attribute, index: int) -> str:
    """Whether an attribute belongs to an item's fact: "none", "new", "old"."""
    return _ARC_LABELS[_bound(found, attribute, index)]


def _bound(found: Example, attribute: Attribute, index: int) -> int:
    for fact in found.facts[index]:
        if attribute.figure is not None:
            if is_value(fact, attribute.figure):
                return 1
            if is_old(fact, attribute.figure):
                return 2
        elif attribute.relative is not None:
            if attribute.relative.entry.concept_id == fact.get("subject"):
                return 1
        else:
            said = ("frequency_said",) if attribute.kind == "frequency" else ("date_said", "end_said")
            spans = [span for key in said for span in places(found, fact.get(key))]
            if any(start < attribute.end and attribute.start < end for start, end in spans):
                return 1
    return 0


def fit(samples: Sequence[Sample], strength: float, *, balanced: bool = False) -> LinearModel:
    """A linear classifier of ``samples``, its weights rounded to 8 bits."""
    from sklearn.svm import LinearSVC

    rows_of = matrix([sample.buckets for sample in samples])
    weights = np.array([WEIGHTS.get(sample.source, 1.0) for sample in samples])
    model = LinearSVC(C=strength, class_weight="balanced" if balanced else None, random_state=0)
    model.fit(rows_of, [sample.label for sample in samples], sample_weight=weights)
    labels = tuple(str(label) for label in model.classes_)
    rows, biases = model.coef_, model.intercept_
    if len(labels) == 2:
        rows, biases = np.vstack([-rows[0] / 2, rows[0] / 2]), np.array([-biases[0] / 2, biases[0] / 2])
    return rounded(labels, rows, biases)


def matrix(rows: Sequence[list[int]]) -> Any:
    """A sparse row of length one for the buckets of each example."""
    from sklearn.preprocessing import normalize

    indices = np.fromiter((bucket for row in rows for bucket in row), dtype=np.int32)
    ends = np.cumsum([0, *(len(row) for row in rows)])
    ones = np.ones(len(indices), dtype=np.float64)
    return normalize(sp.csr_matrix((ones, indices, ends), shape=(len(rows), BUCKETS)))


def rounded(labels: tuple[str, ...], rows: NDArray[np.float64], biases: NDArray[np.float64]) -> LinearModel:
    """The classifier of these weights, in 8 bits with a scale for each label."""
    scales = np.abs(rows).max(axis=1) / 127
    scales[scales == 0] = 1.0
    whole_numbers = np.rint(rows / scales[:, None]).astype(np.int8)
    used = np.flatnonzero(np.any(whole_numbers != 0, axis=0))
    row_of = np.full(BUCKETS, -1, dtype=np.int32)
    row_of[used] = np.arange(len(used), dtype=np.int32)
    weights = np.ascontiguousarray(whole_numbers[:, used].T)
    return LinearModel(labels, weights, row_of, scales.round(9), np.asarray(biases).round(6))


def train(samples: Mapping[str, Sequence[Sample]]) -> dict[str, LinearModel]:
    """The classifiers of the reader, by name."""
    strengths = {"role": _ROLE_C, "memory": _ROLE_C}
    models = {}
    for name in sorted(samples):
        whole_utterance = name.startswith("act:") or name in ("ask", "red")
        strength = _WHOLE_C if whole_utterance else _ARC_C if name.startswith("arc:") else strengths.get(name, _ITEM_C)
        balanced = name in ("state", "change", "memory-change", "memory", "red", "certain") or name.startswith("act:")
        models[name] = fit(samples[name], strength, balanced=balanced)
    return models


def gathered(found: Iterable[tuple[str, Example]]) -> Samples:
    """The samples of all examples, by classifier."""
    everything: Samples = {}
    for source, one in found:
        for name, made in samples_of(source, one).items():
            everything.setdefault(name, []).extend(made)
    return everything


def without(samples: Mapping[str, Sequence[Sample]], author: str) -> Samples:
    """All samples but an author's own."""
    return {name: [one for one in those if one.source != author] for name, those in samples.items()}


def main(arguments: Sequence[str] | None = None) -> int:
    """Train on everything and write the model file; prints its size and version."""
    parser = argparse.ArgumentParser(prog="python -m training.train", description="Train the readers.")
    parser.add_argument("--out", type=Path, default=OUT)
    options = parser.parse_args(arguments)
    vocabulary = load_vocabulary()
    samples = gathered(corpus(vocabulary.lexicon, vocabulary.recogniser))
    content = pack(train(samples))
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_bytes(content)
    models: Models = unpack(content)
    counts = {name: len(those) for name, those in samples.items()}
    sys.stdout.write(f"{len(content)} bytes, version {models.version}\n{json.dumps(counts)}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
