"""Plain text, Markdown and PDF as sections with a title; what a reader of the document does not see is left out."""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec

from retrieval.errors import CorpusInvalid, LoaderMissing

_HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*\s*$")
_FENCE = re.compile(r"^(```|~~~)")
# Comments and tags are not shown, and are a known place for instructions to a model.
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_HIDDEN_ELEMENT = re.compile(
    r"<(\w{1,40})\b[^<>]{0,500}?(?:display\s*:\s*none|visibility\s*:\s*hidden|\bhidden\b)[^<>]{0,500}>.*?(?:</\1\s*>|\Z)",
    re.DOTALL | re.I,
)
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\((?:[^()]|\([^()]*\))*\)")
_MARKS = re.compile(r"(\*\*|__|`)")
_SOFT_HYPHEN = "\u00ad"


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a document under one title. ``line`` is where it begins, of a PDF the page; ``place`` is cited."""

    title: str
    text: str
    line: int
    place: str = ""


def text_sections(content: bytes, name: str) -> Iterator[Section]:
    """A plain text is one section, titled as its file. Raises CorpusInvalid."""
    yield Section(_stem(name), decoded(content, name), 1)


def markdown_sections(content: bytes, name: str) -> Iterator[Section]:
    """One section a heading. Raises CorpusInvalid."""
    shown = decoded(content, name)
    for hidden in (_COMMENT, _HIDDEN_ELEMENT):
        # Line breaks stay, so that lines keep their numbers.
        shown = hidden.sub(lambda found: "\n" * found[0].count("\n"), shown)
    title, lines, start, fenced = _stem(name), list[str](), 1, False
    for number, line in enumerate(shown.split("\n"), start=1):
        fenced ^= bool(_FENCE.match(line))
        heading = None if fenced else _HEADING.match(line)
        if heading is None:
            lines.append(line)
            continue
        yield Section(title, _plain(lines), start)
        title, lines, start = _plain([heading[1]]) or _stem(name), [], number
    yield Section(title, _plain(lines), start)


def pdf_sections(content: bytes, name: str) -> Iterator[Section]:
    """One section a page. Raises LoaderMissing, and CorpusInvalid for a damaged or encrypted file."""
    if find_spec("pypdf") is None:
        raise LoaderMissing(f"{name} cannot be read: pypdf is not installed.", file=name)
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    page_number = 0
    try:
        reader = PdfReader(io.BytesIO(content))
        if reader.is_encrypted:
            raise _invalid(name, 0, "encrypted")
        title = reader.metadata.title if reader.metadata else None
        for page_number, page in enumerate(reader.pages, start=1):
            yield Section(
                _printed(title or _stem(name)), _printed(page.extract_text()), page_number, f"p. {page_number}"
            )
    except (PyPdfError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise _invalid(name, page_number, "not a readable PDF") from error


def decoded(content: bytes, name: str) -> str:
    """The text of a file in UTF-8, line ends made one. Raises CorpusInvalid with the first line that is not."""
    try:
        return content.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise _invalid(name, line, "not UTF-8; convert the file, for instance with iconv") from error


def _plain(lines: list[str]) -> str:
    linked = _LINK.sub(r"\1", "\n".join(lines))
    # Once more for a picture that is a link.
    text = _TAG.sub("", _LINK.sub(r"\1", linked))
    return _MARKS.sub("", text).strip()


def _printed(text: str) -> str:
    """Without what fonts and extraction leave behind; other hidden characters stay, to be refused."""
    kept = (each for each in text if each in "\n\t" or unicodedata.category(each) not in ("Cc", "Co", "Cs"))
    return "".join(kept).replace(_SOFT_HYPHEN, "").strip()


def _stem(name: str) -> str:
    return name.rpartition("/")[2].rpartition(".")[0]


def _invalid(name: str, line: int, rule: str) -> CorpusInvalid:
    return CorpusInvalid(f"{name}, line {line}: {rule}", file=name, line=line, rule=rule)
