"""Files and folders into passages: our JSON lines, AI Hub's questions and answers, text, Markdown and PDF.

Every file is read whole or refused by name and line; nothing is skipped in silence but files of other kinds, which
``sources_in`` leaves out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from retrieval.aihub import read_question_answers
from retrieval.chunking import MAX_CHUNK_CHARACTERS, chunks
from retrieval.corpus import Passage, hides_characters, parse_corpus, passage_of
from retrieval.documents import Section, markdown_sections, pdf_sections, text_sections
from retrieval.errors import CorpusInvalid

MAX_DOCUMENT_BYTES = 8 * 1024 * 1024
"""A single document above this is a book: split it, so that a citation says where in it."""
MAX_COLLECTION_BYTES = 4 * 1024**3
HIDDEN = "control or zero-width character"


@dataclass(frozen=True, slots=True)
class Provenance:
    """What a citation says where the file itself does not: source, licence, language ("ko" or "en"), date."""

    source: str = ""
    licence: str = ""
    language: str | None = None
    date: str = ""


Located = tuple[int, Passage]
Read = Callable[[bytes, str, Provenance], Iterator[Located]]


def sources_in(paths: Iterable[Path]) -> list[tuple[Path, str]]:
    """The files that these paths mean, each with the name that its passages carry; folders are searched whole.

    Raises CorpusInvalid for a path that does not exist, or a folder without a readable file.
    """
    found: list[tuple[Path, str]] = []
    for path in paths:
        if not path.exists():
            raise _invalid(path.name, 0, "does not exist")
        if path.is_dir():
            inside = sorted(file for file in path.rglob("*") if file.is_file() and file.suffix.lower() in READERS)
            if not inside:
                raise _invalid(path.name, 0, f"no file of a known kind ({', '.join(sorted(READERS))})")
            found.extend((file, file.relative_to(path).as_posix()) for file in inside)
        elif path.suffix.lower() in READERS:
            found.append((path, path.name))
        else:
            raise _invalid(path.name, 0, f"not a file of a known kind ({', '.join(sorted(READERS))})")
    return found


def load_sources(
    paths: Iterable[Path],
    provenance: Provenance = Provenance(),
    progress: Callable[[str, int, int], None] = lambda _stage, _done, _of: None,
) -> tuple[Passage, ...]:
    """All passages of these files and folders, at most 900 characters each.

    Raises CorpusInvalid, with file and line, when a file cannot be read, breaks its format, hides characters, or
    repeats an id; and LoaderMissing for a PDF without the library that reads it.
    """
    passages: dict[str, Passage] = {}
    where: dict[str, tuple[str, int]] = {}
    files = sources_in(paths)
    for number, (path, name) in enumerate(files, start=1):
        for line, passage in READERS[path.suffix.lower()](_content(path, name), name, provenance):
            _check_shown(passage, name, line)
            for part in _parts(passage):
                if part.document_id in passages:
                    file, first = where[part.document_id]
                    raise _invalid(name, line, f"duplicate id, first in {file} on line {first}")
                passages[part.document_id], where[part.document_id] = part, (name, line)
        progress("files", number, len(files))
    return tuple(passages.values())


def _content(path: Path, name: str) -> bytes:
    most = MAX_COLLECTION_BYTES if path.suffix.lower() in (".jsonl", ".json") else MAX_DOCUMENT_BYTES
    try:
        if path.stat().st_size > most:
            raise _invalid(name, 0, f"larger than {most:,} bytes; split it into smaller files")
        return path.read_bytes()
    except OSError as error:
        raise _invalid(name, 0, "cannot be read") from error


def _read_corpus(content: bytes, name: str, provenance: Provenance) -> Iterator[Located]:
    for number, passage in enumerate(parse_corpus(content, name), start=1):
        date = passage.date or (provenance.date if not passage.year else "")
        yield (
            number,
            replace(
                passage,
                source=passage.source or provenance.source or name,
                licence=passage.licence or provenance.licence,
                date=date,
                year=passage.year or int(date[:4] or 0),
            ),
        )


def _read_question_answers(content: bytes, name: str, provenance: Provenance) -> Iterator[Located]:
    for line, row in read_question_answers(content, name):
        if any(map(hides_characters, (row.row_id, row.title, row.text, row.source))):
            raise _invalid(name, line, HIDDEN)
        yield (
            line,
            passage_of(
                f"{name}#{row.row_id}",
                row.text,
                title=row.title,
                kind="question_answer" if row.title else "",
                language=provenance.language,
                source=row.source or provenance.source or name,
                licence=provenance.licence,
                date=row.date or provenance.date,
            ),
        )


def _read_sections(sections: Callable[[bytes, str], Iterator[Section]]) -> Read:
    def read(content: bytes, name: str, provenance: Provenance) -> Iterator[Located]:
        found = False
        for number, section in enumerate(sections(content, name), start=1):
            for part, text in enumerate(chunks(section.text), start=1):
                found = True
                yield (
                    section.line,
                    passage_of(
                        f"{name}#{number}.{part}",
                        text,
                        title=section.title,
                        language=provenance.language,
                        source=", ".join(filter(None, (provenance.source or name, section.place))),
                        licence=provenance.licence,
                        date=provenance.date,
                    ),
                )
        if not found:
            scanned = "; a scanned document needs text recognition first" if name.lower().endswith(".pdf") else ""
            raise _invalid(name, 0, f"no text{scanned}")

    return read


READERS: Mapping[str, Read] = {
    ".jsonl": _read_corpus,
    ".json": _read_question_answers,
    ".txt": _read_sections(text_sections),
    ".md": _read_sections(markdown_sections),
    ".markdown": _read_sections(markdown_sections),
    ".pdf": _read_sections(pdf_sections),
}


def _parts(passage: Passage) -> Iterator[Passage]:
    if len(passage.text) <= MAX_CHUNK_CHARACTERS:
        yield passage
        return
    for number, text in enumerate(chunks(passage.text), start=1):
        made = passage_of(f"{passage.document_id}#{number}", text)
        yield replace(passage, document_id=made.document_id, text=text, content_hash=made.content_hash)


def _check_shown(passage: Passage, name: str, line: int) -> None:
    if any(hides_characters(text) for text in (passage.document_id, passage.title, passage.text, passage.source)):
        raise _invalid(name, line, HIDDEN)


def _invalid(name: str, line: int, rule: str) -> CorpusInvalid:
    return CorpusInvalid(f"{name}, line {line}: {rule}", file=name, line=line, rule=rule)
