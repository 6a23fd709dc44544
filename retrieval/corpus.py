"""The corpus: passages with provenance, read from JSON lines and refused whole when one line is wrong."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date as calendar_date
from importlib.resources import files
from pathlib import Path
from sys import intern
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator
from pydantic_core import PydanticCustomError

from retrieval.errors import CorpusInvalid
from retrieval.tokens import script_language

MAX_TEXT_CHARACTERS = 100_000
_ALLOWED_CONTROLS = frozenset("\n\t")
_HIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Co", "Cs"})


@dataclass(frozen=True, slots=True)
class Passage:
    """One citable piece of text.

    ``pair`` links the same passage in two languages; ``concepts`` are lexicon concept ids; ``year`` is 0 when unknown,
    ``date`` as exactly as it is known ("2024", "2024-12", "2024-12-03").
    ``content_hash`` is the SHA-256 of ``text`` in UTF-8, as lower-case hexadecimal.
    """

    document_id: str
    pair: str
    language: str
    title: str
    topic: str
    kind: str
    concepts: tuple[str, ...]
    text: str
    source: str
    year: int
    content_hash: str
    licence: str = ""
    date: str = ""


class _Row(BaseModel):
    """One line on disk. A user's corpus must give ``id`` and ``text``; null means absent; other keys are ignored."""

    model_config = ConfigDict(strict=True, extra="ignore")

    id: str = Field(min_length=1, max_length=200)
    text: str = Field(min_length=1, max_length=MAX_TEXT_CHARACTERS)
    pair: str = ""
    lang: Literal["ko", "en"] | None = None
    title: str = ""
    topic: str = ""
    kind: str = ""
    concepts: list[str] = []
    source: str = ""
    year: int = Field(default=0, ge=0, le=9999, strict=False)
    licence: str = ""
    content_hash: str = ""
    date: str = ""

    @model_validator(mode="after")
    def _text_is_what_was_hashed(self) -> _Row:
        if self.content_hash and self.content_hash != content_hash(self.text):
            raise PydanticCustomError("content_hash_differs", "the text is not what the content hash was made of")
        return self

    @field_validator("date")
    @classmethod
    def _date_exists(cls, date: str) -> str:
        if date and not is_partial_date(date):
            raise PydanticCustomError("date", "a date is YYYY, YYYY-MM or YYYY-MM-DD")
        return date

    @model_validator(mode="before")
    @classmethod
    def _null_is_absent(cls, row: object) -> object:
        return {key: value for key, value in row.items() if value is not None} if isinstance(row, dict) else row

    def passage(self) -> Passage:
        """The line as a passage; without ``lang`` its script decides."""
        return passage_of(
            self.id,
            self.text,
            pair=self.pair,
            language=self.lang,
            title=self.title,
            topic=self.topic,
            kind=self.kind,
            concepts=tuple(self.concepts),
            source=self.source,
            year=self.year,
            licence=self.licence,
            date=self.date,
        )


def passage_of(
    document_id: str,
    text: str,
    *,
    pair: str = "",
    language: str | None = None,
    title: str = "",
    topic: str = "",
    kind: str = "",
    concepts: tuple[str, ...] = (),
    source: str = "",
    year: int = 0,
    licence: str = "",
    date: str = "",
) -> Passage:
    """A passage with its content hash; without a language its script decides, without a year its date."""
    # Thousands of passages are of one source and about the same things: one object for all of them.
    return Passage(
        document_id=document_id,
        pair=pair,
        language=intern(language or script_language(text)),
        title=title,
        topic=intern(topic),
        kind=intern(kind),
        concepts=tuple(map(intern, concepts)),
        text=text,
        source=intern(source),
        year=year or int(date[:4] or 0),
        content_hash=content_hash(text),
        licence=intern(licence),
        date=intern(date),
    )


def is_partial_date(text: str) -> bool:
    """Whether the text is a year, a month or a day that exists, such as "2024", "2024-12" or "2024-12-03"."""
    if not re.fullmatch(r"[0-9]{4}(-[0-9]{2}){0,2}", text):
        return False
    try:
        calendar_date.fromisoformat(f"{text}-01-01"[:10])
    except ValueError:
        return False
    return True


def content_hash(text: str) -> str:
    """SHA-256 of the text in UTF-8, lower-case hexadecimal."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def as_line(passage: Passage) -> str:
    """The passage as one line of a corpus file, with its content hash."""
    row = {
        "id": passage.document_id,
        "pair": passage.pair,
        "lang": passage.language,
        "title": passage.title,
        "topic": passage.topic,
        "kind": passage.kind,
        "concepts": list(passage.concepts),
        "text": passage.text,
        "source": passage.source,
        "year": passage.year,
        "licence": passage.licence,
        "date": passage.date,
        "content_hash": passage.content_hash,
    }
    return json.dumps(row, ensure_ascii=False)


def corpus_hash(passages: Iterable[Passage]) -> str:
    """SHA-256 over every field of every passage, whatever their order."""
    digest = hashlib.sha256()
    for passage in sorted(passages, key=lambda each: each.document_id):
        fields = [
            passage.document_id,
            passage.pair,
            passage.language,
            passage.title,
            passage.topic,
            passage.kind,
            list(passage.concepts),
            passage.content_hash,
            passage.source,
            passage.year,
            passage.licence,
            passage.date,
        ]
        digest.update(json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode("utf-8") + b"\n")
    return digest.hexdigest()


def load_corpus(path: Path) -> tuple[Passage, ...]:
    """Read a corpus of JSON lines, one passage a line; blank lines are skipped.

    Raises CorpusInvalid, with file and line, when the file cannot be read, a line is not such a passage, an id comes
    twice, or a string hides control or zero-width characters (a known way to smuggle instructions into a prompt).
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise CorpusInvalid("the corpus file cannot be read", file=path.name, line=0, rule="readable") from error
    return parse_corpus(content, path.name)


def shipped_corpus() -> tuple[Passage, ...]:
    """The corpus inside the installed package."""
    resource = files("retrieval").joinpath("corpus", "passages.jsonl")
    return parse_corpus(resource.read_bytes(), resource.name, complete=True)


def parse_corpus(content: bytes, name: str, complete: bool = False) -> tuple[Passage, ...]:
    """The passages of one file's bytes. ``complete`` demands every key of the format, as the shipped corpus has them.

    Raises CorpusInvalid as load_corpus does.
    """
    passages: list[Passage] = []
    first_seen: dict[str, int] = {}
    for number, line in enumerate(content.split(b"\n"), start=1):
        if not line.strip():
            continue
        row = _parse_line(line, name, number)
        if complete and (absent := set(_Row.model_fields) - {"content_hash", "date"} - row.model_fields_set):
            raise _invalid(name, number, f"missing {sorted(absent)[0]}")
        if row.id in first_seen:
            raise _invalid(name, number, f"duplicate id, first on line {first_seen[row.id]}")
        first_seen[row.id] = number
        passages.append(row.passage())
    if not passages:
        raise _invalid(name, 0, "no passages")
    return tuple(passages)


def _parse_line(line: bytes, name: str, number: int) -> _Row:
    try:
        row = _Row.model_validate(json.loads(line))
    except UnicodeDecodeError as error:
        raise _invalid(name, number, "not UTF-8") from error
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "line"
        raise _invalid(name, number, f"{where}: {first['type']}") from error
    except (ValueError, RecursionError) as error:
        raise _invalid(name, number, "not JSON") from error
    if not row.text.strip():
        raise _invalid(name, number, "text: blank")
    strings: Sequence[str] = (
        *(row.id, row.text, row.pair, row.title, row.topic, row.kind, row.source, row.licence),
        *row.concepts,
    )
    if any(hides_characters(each) for each in strings):
        raise _invalid(name, number, "control or zero-width character")
    return row


def hides_characters(text: str) -> bool:
    """Whether the text holds a control, format or private character, which a reader would not see."""
    # Printable is what is neither of these categories nor unassigned nor a separator but the space.
    if text.isprintable():
        return False
    return any(
        unicodedata.category(character) in _HIDDEN_CATEGORIES and character not in _ALLOWED_CONTROLS
        for character in text
    )


def _invalid(name: str, line: int, rule: str) -> CorpusInvalid:
    return CorpusInvalid(f"{name}, line {line}: {rule}", file=name, line=line, rule=rule)
