"""The JSON files of AI Hub's expert medical knowledge: questions with answers, and source texts.

One file holds one object, a list of them, or an object with the list under ``data``. A question has ``question`` and
``answer``, a source text ``content``; ``source`` (or ``source_spec``) and ``creation_year`` say where it is from.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from retrieval.corpus import is_partial_date
from retrieval.documents import decoded
from retrieval.errors import CorpusInvalid

MAX_TITLE_CHARACTERS = 300
_IDS = ("qa_id", "c_id", "id")


@dataclass(frozen=True, slots=True)
class Row:
    """One question with its answer, or one source text, whose title is empty."""

    row_id: str
    title: str
    text: str
    source: str
    date: str


def read_question_answers(content: bytes, name: str) -> Iterator[tuple[int, Row]]:
    """The rows of a file, each with the line that is known of it. Raises CorpusInvalid, with file and line."""
    try:
        found = json.loads(decoded(content, name))
    except json.JSONDecodeError as error:
        raise _invalid(name, error.lineno, "not JSON") from error
    except (ValueError, RecursionError) as error:
        # Numbers of thousands of digits, and lists within lists without end.
        raise _invalid(name, 1, "not JSON") from error
    rows = found.get("data", [found]) if isinstance(found, dict) else found
    if not isinstance(rows, list) or not rows:
        raise _invalid(name, 1, "no question with an answer, and no content")
    for number, row in enumerate(rows, start=1):
        yield number, _row(row, name, number)


def _row(row: Any, name: str, number: int) -> Row:
    if not isinstance(row, dict):
        raise _invalid(name, number, "not an object")
    question, answer = _text(row, "question"), _text(row, "answer")
    text = answer if question else _text(row, "content")
    if not text:
        raise _invalid(name, number, "answer: missing" if question else "question or content: missing")
    title = question[:MAX_TITLE_CHARACTERS]
    # A question too long for a title is told in full before its answer.
    if len(question) > MAX_TITLE_CHARACTERS:
        title, text = "", f"{question}\n{answer}"
    source = ", ".join(dict.fromkeys(filter(None, (_text(row, "source_spec"), _text(row, "source")))))
    year = _text(row, "creation_year")
    row_id = next((value for key in _IDS if (value := _text(row, key))), str(number))
    return Row(row_id, title, text, source, year if is_partial_date(year) else "")


def _text(row: dict[str, Any], key: str) -> str:
    value = row.get(key)
    said = str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""
    return said.replace("\r\n", "\n").strip()


def _invalid(name: str, line: int, rule: str) -> CorpusInvalid:
    return CorpusInvalid(f"{name}, line {line}: {rule}", file=name, line=line, rule=rule)
