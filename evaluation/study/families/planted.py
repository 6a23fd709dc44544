"""What is planted to see whether a part notices: a corpus of 400 documents, and the questions that lead to them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from evaluation.study.bank import render
from evaluation.study.vocabulary import Language, vocabulary

DOCUMENTS = 400
"""Of the planted corpus (thesis 6: contradictions in 20 of 400)."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """A question whose answer only a second search finds, and what a first answer to it lacks."""

    id: str
    language: Language
    question: str
    missing: str
    title: str
    text: str

    @property
    def document(self) -> str:
        """The id of its document."""
        return f"planted-hidden-{self.id}-{self.language}"


@dataclass(frozen=True, slots=True)
class Opposed:
    """A question on which two planted documents say the opposite."""

    id: str
    language: Language
    question: str
    title: str
    allows: str
    forbids: str

    @property
    def documents(self) -> tuple[str, str]:
        """The ids of its documents: the one that allows, and the one that forbids."""
        return f"planted-allows-{self.id}-{self.language}", f"planted-forbids-{self.id}-{self.language}"


@cache
def planted() -> Mapping[str, Any]:
    """The shipped file."""
    data: Any = yaml.safe_load(files("evaluation.study.families").joinpath("planted.yaml").read_text(encoding="utf-8"))
    return dict(data)


@cache
def hidden(language: Language) -> tuple[Hidden, ...]:
    """Questions for a second search."""
    return tuple(Hidden(one["id"], language, **one[language]) for one in planted()["second_search"])


@cache
def opposed(language: Language) -> tuple[Opposed, ...]:
    """Questions with contradicting documents."""
    data, words = planted()["contradictions"], vocabulary().medicines
    found = []
    for id_ in data["medicines"]:
        fields = {"medicine": words[id_].name(language)}
        found.append(Opposed(id_, language, **{name: render(text, fields) for name, text in data[language].items()}))
    return tuple(found)


def corpus() -> str:
    """The planted corpus as JSON Lines: the planted documents of both languages, filled up with shipped ones in turn.

    Near-duplicates are planted with the contradictions: two documents on one medicine differ in little else.
    """
    rows = [row for language in ("ko", "en") for row in _planted_rows(language)]
    shipped = files("retrieval").joinpath("corpus/passages.jsonl").read_text(encoding="utf-8").splitlines()
    # Korean and English stand side by side there, so both keep their share.
    lines = [json.dumps(row, ensure_ascii=False, sort_keys=True) for row in rows]
    return "".join(f"{line}\n" for line in [*lines, *shipped[: DOCUMENTS - len(lines)]])


def _planted_rows(language: Language) -> Iterator[dict[str, Any]]:
    common = {"lang": language, "topic": "planted", "source": "planted for a study", "year": 2026,
              "licence": "Apache-2.0"}  # fmt: skip
    for one in hidden(language):
        yield {**common, "id": one.document, "title": one.title, "text": one.text}
    for pair in opposed(language):
        for document, text in zip(pair.documents, (pair.allows, pair.forbids), strict=True):
            yield {**common, "id": document, "title": pair.title, "text": text}
