"""A judged set: a folder with corpus.jsonl, queries.jsonl and qrels.tsv, as public retrieval benchmarks are laid out.

``corpus.jsonl`` and ``queries.jsonl`` hold ``id`` (or ``_id``) and ``text``, a corpus line perhaps a ``title``;
``qrels.tsv`` has a header and query id, document id and grade between tabs. Other people's texts are measured as they
are: what a served corpus must not hold, such as zero-width characters, is removed here and not refused, and corpus
lines of one id are parts of one document, found when any of them is.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from domain.errors import AnamnesisError

CORPUS, QUERIES, JUDGEMENTS = "corpus.jsonl", "queries.jsonl", "qrels.tsv"
_SPACES = frozenset("\n\t")
_HIDDEN = frozenset({"Cc", "Cf", "Co", "Cs"})


class JudgedSetInvalid(AnamnesisError):
    """A file of the judged set is missing or breaks its format. ``details``: file, line (from 1) and rule."""

    status = "INVALID_ARGUMENT"
    reason = "JUDGED_SET_INVALID"
    advice = "Correct the named line; the folder needs corpus.jsonl, queries.jsonl and qrels.tsv."


@dataclass(frozen=True, slots=True)
class Document:
    """One line of the corpus, or one query, whose title is empty."""

    document_id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class JudgedSet:
    """Queries that have a relevant document; ``grades`` by query id, then document id.

    ``unjudged`` counts the other queries, ``parts`` the corpus lines whose id an earlier line has.
    """

    name: str
    corpus: tuple[Document, ...]
    queries: tuple[Document, ...]
    grades: Mapping[str, Mapping[str, float]]
    unjudged: int
    parts: int


def read_judged_set(folder: Path) -> JudgedSet:
    """The judged set in a folder. Raises JudgedSetInvalid, with file and line."""
    corpus = tuple(_documents(folder / CORPUS))
    asked = tuple(_documents(folder / QUERIES, unique=True))
    grades = _grades(folder / JUDGEMENTS)
    queries = tuple(each for each in asked if any(grade > 0 for grade in grades.get(each.document_id, {}).values()))
    if not queries:
        raise _invalid(folder / JUDGEMENTS, 0, "no query has a relevant document")
    parts = len(corpus) - len({document.document_id for document in corpus})
    return JudgedSet(folder.resolve().name, corpus, queries, grades, len(asked) - len(queries), parts)


def _documents(path: Path, unique: bool = False) -> Iterator[Document]:
    seen: dict[str, int] = {}
    for number, line in _lines(path):
        try:
            row = json.loads(line)
        except ValueError:
            raise _invalid(path, number, "not JSON") from None
        document_id, text = _field(row, "id") or _field(row, "_id"), _field(row, "text")
        if not document_id:
            raise _invalid(path, number, "id: missing")
        if unique and document_id in seen:
            raise _invalid(path, number, f"duplicate id, first on line {seen[document_id]}")
        seen.setdefault(document_id, number)
        title = _field(row, "title")
        if text or title:
            yield Document(document_id, title if text else "", text or title)
    if not seen:
        raise _invalid(path, 0, "empty")


def _grades(path: Path) -> dict[str, dict[str, float]]:
    grades: dict[str, dict[str, float]] = {}
    for number, line in _lines(path):
        if number == 1:
            continue
        fields = line.split("\t")
        try:
            query_id, document_id, grade = fields[0].strip(), fields[1].strip(), float(fields[2])
        except (IndexError, ValueError):
            raise _invalid(path, number, "not query id, document id and grade between tabs") from None
        grades.setdefault(query_id, {})[document_id] = grade
    return grades


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    try:
        content = path.read_bytes()
    except OSError:
        raise _invalid(path, 0, "cannot be read") from None
    for number, line in enumerate(content.split(b"\n"), start=1):
        try:
            text = line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError:
            raise _invalid(path, number, "not UTF-8") from None
        if text.strip():
            yield number, text


def _field(row: Any, name: str) -> str:
    value = row.get(name) if isinstance(row, dict) else None
    if value is None or isinstance(value, bool | list | dict):
        return ""
    return "".join(
        character for character in str(value) if character in _SPACES or unicodedata.category(character) not in _HIDDEN
    ).strip()


def _invalid(path: Path, line: int, rule: str) -> JudgedSetInvalid:
    return JudgedSetInvalid(f"{path.name}, line {line}: {rule}", file=path.name, line=line, rule=rule)
