"""``python -m training.absences``: fit the reader of "none at all" and "not known", or measure authors left out.

It learns from ``absences/`` (such statements by author, with what else the same people say) and from all readings. An
author's statement tells it as a whole; what a reading tells of a whole slot stands in the stretch that scores highest.
Needs scikit-learn (extra ``training``). The same data give the same bytes.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.naming.vocabulary import Vocabulary, load_vocabulary
from extraction.reading.learned.absence_features import asked_of, features_of, masked_words, names_one, stretches
from extraction.reading.learned.absences import (
    ALLERGIES_UNKNOWN,
    BARS,
    LABELS,
    MODEL,
    NO_ALLERGIES,
    NO_MEDICINES,
    untold,
)
from extraction.reading.learned.features import hashed
from extraction.reading.learned.linear import MODELS, LinearModel, pack
from extraction.reading.sheet import lay_out
from training.examples import READINGS, load
from training.playing import ZONE
from training.train import matrix, rounded

ABSENCES: Final = Path(__file__).parent / "absences"
_AT: Final = datetime.fromisoformat("2025-03-10T03:00:00+00:00")

_STRENGTH: Final = 1.0
"""The inverse strength of regularisation (scikit-learn's C)."""
_TELLING: Final = 10.0
"""What a stretch that tells it counts beside one that doesn't: there are a hundred of these for one."""
_SOUNDING_ALIKE: Final = 4.0
"""What a stretch of the statements' authors that tells none counts: many were written to sound alike."""
_DRAWN: Final = 12_000
"""Stretches of readings that are learnt from at first; then those that come near to one that tells it."""
_ROUNDS: Final = 2
_NEAR: Final = -0.6
_FOLDS: Final = 5
_OPENINGS: Final = {
    "en": (
        "58, female, type 2 diabetes.", "on metformin 500mg twice a day", "I take metformin and lisinopril,",
        "Lisinopril 10mg once a day and simvastatin 20mg at bedtime.", "I have asthma and",
    ),
    "ko": (
        "58세 여성, 제2형 당뇨병이요.", "메트포르민 500mg 하루 두 번", "리시노프릴 10mg 하루 한 번 먹고",
        "복용약은 심바스타틴 20mg 자기 전입니다.", "혈압약 먹고 있고",
    ),
}  # fmt: skip
"""What people say before it; the first names no medicine."""
_HESITATING: Final = {
    "en": ("um,", "well,", "so", "oh and", "actually", "let me think,", "ok so", "right,", "and"),
    "ko": ("그러니까", "음,", "아", "저기요", "그리고", "어 그게", "사실", "아 그리고", "뭐"),
}
"""What people begin with before they say it."""
_LEAST: Final = 2
"""A weight of less, of 127, is left out."""


@dataclass(frozen=True, slots=True)
class Example:
    """The buckets of a stretch, what it tells, and what it may tell, nobody says."""

    buckets: list[int]
    tells: frozenset[str]
    may_tell: frozenset[str] = frozenset()
    weight: float = 1.0
    out: frozenset[str] = frozenset()
    """What it cannot tell, for it names another slot."""


@dataclass(frozen=True, slots=True)
class Told:
    """What somebody said, and what of LABELS its words tell somewhere."""

    author: str
    language: str
    text: str
    labels: frozenset[str]
    examples: tuple[Example, ...]


Laid = list[tuple[list[int], tuple[int, int], frozenset[str]]]
"""The buckets and the place of each stretch of some words, and what it cannot tell."""


def _laid_out(vocabulary: Vocabulary, text: str, language: str, asked: str = "") -> Laid:
    sheet = lay_out(text, vocabulary.lexicon, vocabulary.recogniser, _AT, ZONE, language)
    masked = masked_words(sheet)
    found: Laid = []
    for one in stretches(sheet, masked):
        if not names_one(masked, one):
            out = untold(sheet.folded[one.start : one.end], asked)
            found.append((hashed(features_of(masked, one, asked)), (one.start, one.end), out))
    return found


def rows() -> Iterator[tuple[str, str, str, str, str]]:
    """The author, the language, the label ("-" for none), the text and the agent's question of each statement."""
    for path in sorted(ABSENCES.glob("*.tsv")):
        author, _, language = path.stem.partition("_")
        for line in path.read_text(encoding="utf-8").splitlines():
            label, text, question = [*line.split("\t"), ""][:3]
            yield author, language, label, text, question


def written(vocabulary: Vocabulary) -> Iterator[Told]:
    """The committed statements, each by itself and behind other words without a mark between them."""
    told: dict[tuple[str, str, str], list[str]] = {}
    for author, language, label, text, question in rows():
        yield _told(vocabulary, author, language, ("", ""), (text, label), question)
        if not question:
            told.setdefault((author, language, label), []).append(text)
    for (author, language, label), texts in told.items():
        if label not in LABELS:
            continue
        for at, text in enumerate(texts):
            openings = _OPENINGS[language][:1] if label == NO_MEDICINES else _OPENINGS[language]
            for opening in (openings[at % len(openings)], _HESITATING[language][at % len(_HESITATING[language])]):
                yield _told(vocabulary, author, language, (opening, ""), (text, label))
        for behind in (NO_ALLERGIES, ALLERGIES_UNKNOWN) if label == NO_MEDICINES else ():
            others = told.get((author, language, behind), [])
            for at in range(max(len(texts), len(others)) if others else 0):
                first, second = texts[at % len(texts)], others[(at + 1) % len(others)]
                yield _told(vocabulary, author, language, (first.rstrip(" ."), label), (second, behind))


def _told(
    vocabulary: Vocabulary,
    author: str,
    language: str,
    first: tuple[str, str],
    last: tuple[str, str],
    question: str = "",
) -> Told:
    """The second of two texts, each with its label, right behind the first, which may be empty, or an answer."""
    text = f"{first[0]} {last[0]}".strip()
    begins = len(first[0]) + 1 if first[0] else 0
    own, both = frozenset({last[1]} & set(LABELS)), frozenset({first[1], last[1]} & set(LABELS))
    laid = _laid_out(vocabulary, text, language, asked_of(question))
    end = max((place[1] for _, place, _ in laid), default=0)
    places = [place for _, place, _ in laid]
    # Of what has more clauses than a stretch, the longest at its end tells it.
    behind = [place for place in places if place[1] == end and place[0] >= begins]
    last_of_all = min(behind) if behind else (begins, end)
    examples = []
    for buckets, place, out in laid:
        tells = own if place == last_of_all else both if place == (0, end) else frozenset()
        may_tell = frozenset() if place in (last_of_all, (0, end)) else both
        weight = 1.0 if both else _SOUNDING_ALIKE
        examples.append(Example(buckets, tells, may_tell, weight, out))
    return Told(author, language, text, both, tuple(examples))


def read(vocabulary: Vocabulary) -> Iterator[Told]:
    """All utterances of the readings."""
    labels = {
        ("medications", "negated"): NO_MEDICINES, ("allergies", "negated"): NO_ALLERGIES,
        ("allergies", "affirmed"): ALLERGIES_UNKNOWN,
    }  # fmt: skip
    for path in sorted(READINGS.glob("*.jsonl")):
        for row in load(path):
            told = {
                labels.get((fact["slot"], fact.get("polarity", "affirmed")), "")
                for fact in row["facts"]
                if fact.get("name") == "*" and not fact.get("subject")
            }
            tells = frozenset(told & set(LABELS))
            laid = _laid_out(vocabulary, row["text"], row["lang"], asked_of(row.get("agent_said") or ""))
            examples = tuple(Example(buckets, frozenset(), tells, out=out) for buckets, _, out in laid)
            yield Told(path.stem, row["lang"], row["text"], tells, examples)


Weights = dict[str, tuple[NDArray[np.float64], float]]


def _fitted(examples: Sequence[Example]) -> Weights:
    from sklearn.svm import LinearSVC

    found: Weights = {}
    for label in LABELS:
        known = [one for one in examples if label not in one.may_tell | one.out]
        tells = np.array([label in one.tells for one in known])
        model = LinearSVC(C=_STRENGTH, random_state=0, max_iter=4000)
        weights = np.where(tells, _TELLING, np.array([one.weight for one in known]))
        model.fit(matrix([one.buckets for one in known]), tells, sample_weight=weights)
        found[label] = (model.coef_[0], float(model.intercept_[0]))
    return found


def margins(weights: Weights, those: Sequence[Example]) -> NDArray[np.float64]:
    """The margins of stretches, (stretches, labels)."""
    table = matrix([one.buckets for one in those])
    found = np.stack([table @ weights[label][0] + weights[label][1] for label in LABELS], axis=1)
    found[np.array([[label in one.out for label in LABELS] for one in those])] = -np.inf
    return found


def fit(statements: Sequence[Told], utterances: Sequence[Told]) -> Weights:
    """The weights that statements and utterances teach."""
    sure = [example for one in statements for example in one.examples]
    silent = [example for one in utterances if not one.labels for example in one.examples]
    draw = random.Random(0)  # noqa: S311 - draws examples
    sure += draw.sample(silent, min(_DRAWN, len(silent)))
    weights = _fitted(sure)
    for _ in range(_ROUNDS):
        near = np.flatnonzero((margins(weights, silent) > _NEAR).any(axis=1))
        examples = [*sure, *(silent[at] for at in near.tolist())]
        for one in utterances:
            if one.labels and one.examples:
                scores = margins(weights, one.examples)
                best = {label: int(scores[:, LABELS.index(label)].argmax()) for label in sorted(one.labels)}
                examples += [Example(one.examples[at].buckets, frozenset({label})) for label, at in best.items()]
        weights = _fitted(examples)
    return weights


def model_of(weights: Weights) -> bytes:
    """The bytes of the model file."""
    models: dict[str, LinearModel] = {}
    for label, (row, bias) in sorted(weights.items()):
        kept = np.where(np.abs(row) * 127 < _LEAST * np.abs(row).max(), 0.0, row)
        halves = np.vstack([-kept / 2, kept / 2])
        models[label] = rounded(("no", "yes"), halves, np.array([-bias / 2, bias / 2]))
    return pack(models)


def _measured(statements: Sequence[Told], utterances: Sequence[Told]) -> Iterator[str]:
    """How the statements of each author, and a fifth of the readings' authors, are heard by what never saw them."""
    for author in sorted({one.author for one in statements}):
        weights = fit([one for one in statements if one.author != author], utterances)
        own = [one for one in statements if one.author == author]
        for language in ("ko", "en"):
            yield f"{author} {language}: {_line(weights, [one for one in own if one.language == language])}"
    authors = sorted({one.author for one in utterances})
    for fold in range(_FOLDS):
        out = set(authors[fold::_FOLDS])
        weights = fit(statements, [one for one in utterances if one.author not in out])
        yield f"readings {fold}: {_line(weights, [one for one in utterances if one.author in out])}"


def _line(weights: Weights, those: Sequence[Told]) -> str:
    parts = []
    none = np.full(len(LABELS), -np.inf)
    scores = [margins(weights, one.examples).max(axis=0) if one.examples else none for one in those]
    for at, label in enumerate(LABELS):
        told = [score[at] > BARS[label] for one, score in zip(those, scores, strict=True) if label in one.labels]
        false = [score[at] > BARS[label] for one, score in zip(those, scores, strict=True) if label not in one.labels]
        parts.append(f"{label} {sum(told)}/{len(told)} false {sum(false)}/{len(false)}")
    return "; ".join(parts)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the model file, or with ``--measure`` print how authors are heard that were left out."""
    parser = argparse.ArgumentParser(prog="python -m training.absences", description="Train the reader of absences.")
    parser.add_argument("--measure", action="store_true", help="leave each author out")
    parser.add_argument("--out", type=Path, default=Path(str(MODELS.joinpath(MODEL))))
    options = parser.parse_args(arguments)
    vocabulary = load_vocabulary()
    statements, utterances = list(written(vocabulary)), list(read(vocabulary))
    if options.measure:
        for line in _measured(statements, utterances):
            sys.stdout.write(f"{line}\n")
        return 0
    content = model_of(fit(statements, utterances))
    options.out.write_bytes(content)
    sys.stdout.write(f"{len(content)} bytes from {len(statements)} statements\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
