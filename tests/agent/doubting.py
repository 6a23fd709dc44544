"""How well does the doubt of each method tell right answers from wrong ones?

    python -m tests.agent.doubting

Sets of three samples of one answer, each set known to be right or wrong, are compared by every method; what is printed
is the share of right and of wrong answers that would be told as uncertain, and how doubt goes with being wrong (the
point-biserial correlation, and the chance that a wrong answer is doubted more than a right one).

``written``: 48 answers made for this, 24 right ones in three wordings, 18 wrong ones whose samples differ, 6 wrong
ones that say the same thrice, which no comparison can find. ``recorded``: what a strong model said thrice in the
recorded conversations, all of it right, and the same with the numbers of two samples altered. ``sentences``: of the 200
sentences of the checks, a right one with the two right ones that are nearest to it, and twice with a wrong one.
"""

from __future__ import annotations

import csv
import json
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import numpy as np

from agent.skills.ports import Language
from agent.uncertainty import WARN_ABOVE, Comparison, Method, compare
from server.composition import Knowledge, load_knowledge
from server.data_directory import DataDirectory

FOLDER = Path(__file__).parent
METHODS: tuple[Method, ...] = get_args(Method)
_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?!\w*-)")


@dataclass(frozen=True)
class Answer:
    """One answer: its samples, the facts that each used, and whether it is right."""

    texts: tuple[str, ...]
    facts: tuple[tuple[str, ...], ...]
    language: Language
    right: bool
    alike: bool = False


@dataclass(frozen=True)
class Row:
    """What one method makes of one set of answers."""

    name: str
    method: Method
    right_flagged: float
    wrong_flagged: float
    correlation: float
    area: float


def written() -> list[Answer]:
    """The answers made for this."""
    rows = [json.loads(line) for line in (FOLDER / "tables/answer_samples.jsonl").read_text("utf-8").splitlines()]
    return [
        Answer(
            tuple(one["text"] for one in row["samples"]), tuple(tuple(one["facts"]) for one in row["samples"]),
            row["lang"], row["right"], row["kind"] == "alike",
        )
        for row in rows
    ]  # fmt: skip


def recorded() -> list[Answer]:
    """Three samples of a strong model, and the same with other numbers in two of them."""
    found = list[Answer]()
    for language in ("ko", "en"):
        for line in (FOLDER / f"recorded/{language}.jsonl").read_text("utf-8").splitlines():
            said = [one["completion"] for one in json.loads(line)["calls"] if one["skill"] == "answer"]
            for at in range(0, len(said) - 2, 3):
                texts, facts = (
                    [one["answer"] for one in said[at : at + 3]],
                    [tuple(one["facts"]) for one in said[at : at + 3]],
                )
                if len(set(texts)) < 2:
                    continue
                spoken: Language = "ko" if language == "ko" else "en"
                found.append(Answer(tuple(texts), tuple(facts), spoken, True))
                if any(_NUMBER.search(text) for text in texts):
                    other = (texts[0], *(_altered(text, times) for times, text in enumerate(texts[1:], 2)))
                    found.append(Answer(other, tuple(facts), spoken, False))
    return found


def sentences() -> list[Answer]:
    """Right sentences beside the right and the wrong ones that are nearest to them."""
    with (FOLDER / "tables/answer_sentences.tsv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t") if row["kind"] != "language"]
    found = list[Answer]()
    for row in rows:
        text = row["text"].replace("\\n", "\n")
        near = sorted(
            (
                one
                for one in rows
                if one["language"] == row["language"] and one["verdict"] == "right" and one is not row
            ),
            key=lambda one: -_alike(one["text"], text),
        )
        first, second = (one["text"].replace("\\n", "\n") for one in near[:2])
        right = row["verdict"] == "right"
        texts = (text, first, second) if right else (first, text, first)
        found.append(Answer(texts, ((), (), ()), "ko" if row["language"] == "ko" else "en", right))
    return found


SETS = {"written": written, "recorded": recorded, "sentences": sentences}


def compared(answers: Sequence[Answer], knowledge: Knowledge) -> list[Comparison]:
    """Every answer's samples compared as the service compares them."""
    return [
        compare(
            one.texts,
            knowledge.retriever.similarity(list(one.texts), one.language),
            knowledge.recogniser.find,
            one.facts,
        )
        for one in answers
    ]


def rows(knowledge: Knowledge) -> Iterator[Row]:
    """A row for every set and method."""
    for name, made in SETS.items():
        answers = made()
        comparisons = compared(answers, knowledge)
        for method in METHODS:
            doubts = np.array([one.by(method) for one in comparisons])
            wrong = np.array([not one.right for one in answers])
            yield Row(
                name, method, float((doubts[~wrong] > WARN_ABOVE).mean()), float((doubts[wrong] > WARN_ABOVE).mean()),
                float(np.corrcoef(doubts, wrong)[0, 1]) if doubts.std() > 0 else 0.0,
                _area(doubts[wrong], doubts[~wrong]),
            )  # fmt: skip


def _area(wrong: Any, right: Any) -> float:
    more = (wrong[:, None] > right[None, :]).mean() + 0.5 * (wrong[:, None] == right[None, :]).mean()
    return float(more)


def _altered(text: str, times: int) -> str:
    return _NUMBER.sub(lambda found: f"{float(found[0]) * times + 1:g}", text)


def _alike(one: str, other: str) -> float:
    first, second = ({text[at : at + 2] for at in range(len(text) - 1)} for text in (one, other))
    return len(first & second) / len(first | second)


def main() -> int:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        knowledge = load_knowledge(DataDirectory(Path(folder)))
        counted = {
            name: (sum(one.right for one in made()), sum(not one.right for one in made()))
            for name, made in SETS.items()
        }
        print("| set (right, wrong) | method | right flagged | wrong flagged | correlation | area |")
        print("|---|---|---|---|---|---|")
        for row in rows(knowledge):
            right, wrong = counted[row.name]
            print(
                f"| {row.name} ({right}, {wrong}) | {row.method} | {row.right_flagged:.2f} | {row.wrong_flagged:.2f} "
                f"| {row.correlation:.2f} | {row.area:.2f} |"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
