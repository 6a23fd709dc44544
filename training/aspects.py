"""``python -m training.aspects``: fit the reader of aspects from the committed questions, or measure left-out ones.

The questions are those of the readings' authors (``aspects/readings.tsv`` names the aspect of each), written ones by
aspect (``aspects/written.txt``) and those of further authors (``aspects/*.jsonl``). Needs scikit-learn (extra
``training``). The same data give the same bytes.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from agent.answers.knowledge.quotes import sentences
from agent.recall.looked_for import asking_part
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Kind
from extraction.naming.vocabulary import load_vocabulary
from extraction.reading.learned.aspects import ASPECTS, LABELS, MODEL, OTHER, RECORD
from extraction.reading.learned.faq import together
from extraction.reading.learned.linear import MODELS
from extraction.reading.learned.over_encoder import apart
from retrieval.cards import shipped_cards
from training.examples import READINGS, load
from training.over_encoder import features, file_of, meanings

DATA: Final = Path(__file__).parent / "aspects"
TALKS: Final = Path(__file__).parent / "bearing"
_TALK: Final = 0.4
"""What an ask of a talk over days counts."""
_STRENGTH: Final = 40.0
"""The inverse strength of regularisation (scikit-learn's C), chosen on authors of readings that were left out."""

_EVENED: Final = 0.7
"""How far the aspects are weighed alike: 0 as often as they come, 1 all the same."""

_UNSORTED: Final = 0.3
"""What a question counts that is of none of the aspects: it may be about anything, and near to many."""

_FOLDS: Final = 5
_BY_ASPECT: Final = ("a", "b")
"""How authors are called who wrote questions by aspect, and those who wrote messages of talks so."""
_UNTOLD, _ALONE = 0.6, 0.5
"""What a message of a talk counts without what was told before it, and its question alone."""

_SENTENCE_ENDS: Final = re.compile(r"(?<=[.?!])\s+|\n")
_SETTINGS, _SETTING = 2, 0.5
"""How often a written question is set behind other words, and what each such one counts."""

_CARDS, _CARD = "cards", 0.2
"""Whose the words of cards are, and what each such one counts."""

_LONGEST_NAME: Final = 20
_RENAMED: Final[tuple[Kind, ...]] = ("medications", "conditions")
_FEWEST_LETTERS: Final = 3
"""Letters of words that name something; fewer may stand within others."""
_PLAINLY, _PLAIN_NAMES = "plainly", 40
"""Whose plain questions are, and the medicines of which each is asked."""
_PLAIN: Final = {
    True: (
        "{medicine} 먹어도 되나요?",
        "{medicine} 먹어도 돼?",
        "{medicine} 써도 괜찮을까요?",
        "저 {medicine} 먹어도 될까요",
    ),
    False: (
        "May I take {medicine}?",
        "can I take {medicine}",
        "Is {medicine} ok for me?",
        "is it safe to use {medicine}?",
    ),
}
_DOSES: Final = ("5mg", "20mg", "500 mg", "10", "0.5mg")
_TOLD: Final = {
    True: ("{medicine} 먹는데", "{medicine} 먹고 있어요.", "{illness} 있고 {medicine} {dose} 먹어요.",
           "{medicine} {dose} 처방받았어요.", "{medicine}"),
    False: ("I take {medicine}.", "I'm on {medicine} {dose}.", "I have {illness} and take {medicine}.", "{medicine}:",
            "They put me on {medicine} {dose} last week."),
}  # fmt: skip
"""What is told before a question, in Korean or not."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One question, who wrote it, and its aspect."""

    author: str
    text: str
    aspect: str
    weight: float = 1.0


def questions() -> Iterator[Asked]:
    """All committed questions."""
    texts = {row["id"]: row["text"] for path in sorted(READINGS.glob("*.jsonl")) for row in load(path)}
    with (DATA / "readings.tsv").open(newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            yield Asked(row["reading"].split("-")[0], texts[row["reading"]], row["aspect"])
    aspect = ""
    for line in (DATA / "written.txt").read_text().splitlines():
        if line.startswith("# "):
            aspect = line[2:]
        elif line:
            yield Asked("written", line, aspect)
    for path in sorted(DATA.glob("*.jsonl")):
        for one in path.read_text().splitlines():
            row = json.loads(one)
            yield from _in_a_talk(Asked(path.stem, row["text"], row["aspect"]), row.get("told"))
    yield from of_talks()


def of_talks() -> Iterator[Asked]:
    """What people ask back of what they told over days, each ask by itself: the record answers it."""
    for path in sorted(TALKS.glob("*.jsonl")):
        for line in path.read_text().splitlines():
            talk = json.loads(line)
            for ask in talk["asks"]:
                said = talk["turns"][ask["turn"] - 1]["says"]
                yield Asked(path.stem, asking_part(said), RECORD, _TALK)


def _in_a_talk(asked: Asked, told: str | None) -> Iterator[Asked]:
    """A question as it is heard, behind what was told before; of a talk also without that, and its last part alone."""
    yield replace(asked, text=together(told or "", asked.text))
    if told is None:
        return
    if told:
        yield replace(asked, weight=_UNTOLD)
    parts = [part for part in _SENTENCE_ENDS.split(asked.text) if part.strip()]
    last = next((part for part in reversed(parts) if "?" in part), parts[-1])
    if last != asked.text:
        yield replace(asked, text=last, weight=_ALONE)


def in_settings(asked: Sequence[Asked], lexicon: Lexicon) -> list[Asked]:
    """Each written question twice more, behind words that tell of a medicine or illness as people do first.

    The letters of one medicine's name then speak for no aspect.
    """
    draw = random.Random(3)  # noqa: S311 - fills sentences
    medicines = [entry for entry in lexicon.entries("medications") if len(entry.name) < _LONGEST_NAME]
    illnesses = [entry for entry in lexicon.entries("conditions") if len(entry.name) < _LONGEST_NAME]
    made = []
    for one in asked:
        korean = any("가" <= char <= "힣" for char in one.text)
        for _ in range(_SETTINGS):
            medicine, illness = draw.choice(medicines), draw.choice(illnesses)
            told = draw.choice(_TOLD[korean]).format(
                medicine=(medicine.name_ko or medicine.name) if korean else medicine.name.lower(),
                illness=(illness.name_ko or illness.name) if korean else illness.name.lower(),
                dose=draw.choice(_DOSES),
            )
            made.append(Asked(one.author, f"{told} {one.text}", one.aspect, _SETTING))
    return made


def renamed(lexicon: Lexicon) -> Iterator[Asked]:
    """Each message of a talk about other things of their kind: no name, and no letter of one, speaks for an aspect."""
    draw = random.Random(5)  # noqa: S311 - fills sentences
    entries = {kind: [one for one in lexicon.entries(kind) if len(one.name) < _LONGEST_NAME] for kind in _RENAMED}
    of = {one.name.casefold(): kind for kind, those in entries.items() for one in those}
    for path in sorted(DATA.glob("b*.jsonl")):
        for line in path.read_text().splitlines():
            row = json.loads(line)
            [about], said = row["about"][:1] or [""], next(iter(row["said"]), "")
            kind = of.get(about.casefold())
            if kind is None or len(said) < _FEWEST_LETTERS:
                continue
            other = draw.choice(entries[kind])
            name = (other.name_ko or other.name) if row["lang"] == "ko" else other.name.lower()
            text, told = (row[key].replace(said, name) for key in ("text", "told"))
            yield Asked(path.stem, together(told, text), row["aspect"], _SETTING)


def plainly(lexicon: Lexicon) -> Iterator[Asked]:
    """Leave asked in the plainest words, which is a question of no aspect: pairs and the record answer it."""
    draw = random.Random(7)  # noqa: S311 - fills sentences
    medicines = [entry for entry in lexicon.entries("medications") if len(entry.name) < _LONGEST_NAME]
    for frame, korean in ((frame, korean) for korean, frames in _PLAIN.items() for frame in frames):
        for entry in draw.sample(medicines, _PLAIN_NAMES):
            name = (entry.name_ko or entry.name) if korean else entry.name
            yield Asked(_PLAINLY, frame.format(medicine=name), OTHER, _CARD)


def of_cards() -> Iterator[Asked]:
    """The title and the first sentence of every shipped card: they speak of its aspect as a question for it does."""
    for card in shipped_cards().by_id.values():
        if card.kind not in ASPECTS:
            continue
        yield Asked(_CARDS, f"{card.title}?", card.kind, _CARD)
        yield Asked(_CARDS, sentences(card.text)[0], card.kind, _CARD)


def fitted(rows: Any, labels: Sequence[str], each: Sequence[float]) -> Any:
    """Multinomial logistic regression of ``labels``, of examples that count ``each``."""
    from sklearn.linear_model import LogisticRegression

    counts = Counter(labels)
    weights = {
        label: (len(labels) / (len(counts) * count)) ** _EVENED * (_UNSORTED if label == OTHER else 1.0)
        for label, count in counts.items()
    }
    return LogisticRegression(C=_STRENGTH, max_iter=300, tol=1e-3, class_weight=weights).fit(
        rows, labels, sample_weight=each
    )


def model_of(rows: Any, asked: Sequence[Asked], centre: NDArray[np.float32]) -> bytes:
    """The bytes of the model file that these questions give; ``centre`` is their mean meaning."""
    model = fitted(rows, [one.aspect for one in asked], [one.weight for one in asked])
    order = [list(model.classes_).index(label) for label in LABELS]
    return file_of(LABELS, model.coef_[order], model.intercept_[order], centre)


def measured(asked: Sequence[Asked], rows: Any, authors: Sequence[str]) -> dict[str, Any]:
    """How questions of ``authors`` are read by models that saw none of theirs: a fold of them is left out at a time."""
    labels, theirs = np.array([one.aspect for one in asked]), np.array([one.author for one in asked])
    each = np.array([one.weight for one in asked])
    said: list[tuple[str, str, float]] = []
    for fold in range(min(_FOLDS, len(authors))):
        out = np.isin(theirs, authors[fold::_FOLDS])
        model = fitted(rows[~out], labels[~out].tolist(), each[~out].tolist())
        judged = out & (each == 1)
        likely = model.predict_proba(rows[judged])
        best = model.classes_[likely.argmax(axis=1)]
        said += list(zip(labels[judged], best, likely.max(axis=1), strict=True))
    told = [one for one in said if one[1] in ASPECTS and one[2] >= 0.4]
    general = [one for one in said if one[0] in ASPECTS]
    return {
        "questions": len(said), "right": round(sum(a == b for a, b, _ in said) / len(said), 3),
        "told": len(told), "precision": round(sum(a == b for a, b, _ in told) / len(told), 3),
        "recall": round(sum(a == b and sure >= 0.4 for a, b, sure in general) / len(general), 3),
    }  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the model file, or with ``--measure`` print how left-out authors are read."""
    parser = argparse.ArgumentParser(prog="python -m training.aspects", description="Train the reader of aspects.")
    parser.add_argument("--measure", action="store_true", help="leave the readings' authors out, a fold at a time")
    parser.add_argument("--out", type=Path, default=Path(str(MODELS.joinpath(MODEL))))
    options = parser.parse_args(arguments)
    vocabulary = load_vocabulary()
    asked = list(questions())
    asked += in_settings([one for one in asked if one.author == "written" or one.author[0] == "a"], vocabulary.lexicon)
    asked += renamed(vocabulary.lexicon)
    asked += plainly(vocabulary.lexicon)
    asked += of_cards()
    texts = [one.text for one in asked]
    meant = meanings(texts)
    centre = meant.mean(axis=0)
    rows = features(texts, vocabulary.recogniser, apart(meant, centre))
    if options.measure:
        authors = sorted({one.author for one in asked} - {"written", _CARDS, _PLAINLY})
        for name, those in (
            ("readings", [one for one in authors if one[0] not in _BY_ASPECT]),
            *((one, [one]) for one in authors),
        ):
            if name == "readings" or name[0] in _BY_ASPECT:
                sys.stdout.write(f"{name} {json.dumps(measured(asked, rows, those))}\n")
        return 0
    content = model_of(rows, asked, centre)
    options.out.write_bytes(content)
    sys.stdout.write(f"{len(content)} bytes from {len(asked)} questions\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
