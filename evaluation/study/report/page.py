"""A report as one HTML page that needs nothing beside it: no scripts, and no fonts or pictures from elsewhere."""

from __future__ import annotations

import base64
import html
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from evaluation.study.report.document import Document, Picture, Section, Table
from evaluation.study.report.words import Words

_NUMERIC = frozenset("0123456789.,-+<>∞–… ()n%")


def page(document: Document, figures: Path, words: Words) -> str:
    """The report as HTML; pictures are read from ``figures`` and go into the page."""
    parts = [f"<h1>{_text(document.title)}</h1>", *(f'<p class="lead">{_text(line)}</p>' for line in document.lead)]
    parts.append(_contents(document.sections))
    for place, section in enumerate(document.sections):
        parts.append(_section(section, place, figures, words))
    style = files("evaluation.study.report").joinpath("page.css").read_text(encoding="utf-8")
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{_text(document.title)}</title><style>{style}</style>"
    )
    body = "\n".join(parts)
    return f'<!doctype html>\n<html lang="{words.locale}"><head>{head}</head>\n<body>{body}</body></html>\n'


def _contents(sections: Sequence[Section]) -> str:
    links = (f'<a href="#s{place}">{_text(section.title)}</a>' for place, section in enumerate(sections)
             if section.level == 2)  # fmt: skip
    return f"<nav>{' '.join(links)}</nav>"


def _section(section: Section, place: int, figures: Path, words: Words) -> str:
    level = section.level
    parts = [f'<section><h{level} id="s{place}">{_text(section.title)}</h{level}>']
    parts += [f"<p>{_text(line)}</p>" for line in section.paragraphs if not line.startswith("- ")]
    if items := [line[2:] for line in section.paragraphs if line.startswith("- ")]:
        parts.append("<ul>" + "".join(f"<li>{_text(item)}</li>" for item in items) + "</ul>")
    for block in section.blocks:
        parts.append(_picture(block, figures) if isinstance(block, Picture) else _table(block, words))
    return "\n".join([*parts, "</section>"])


def _picture(block: Picture, figures: Path) -> str:
    data = base64.b64encode((figures / f"{block.name}.svg").read_bytes()).decode()
    caption = _text(block.caption)
    image = f'<img alt="{caption}" src="data:image/svg+xml;base64,{data}">'
    return f"<figure>{image}<figcaption>{caption}</figcaption></figure>"


def _table(block: Table, words: Words) -> str:
    numeric = [all(_is_figure(row[at]) for row in block.rows) for at in range(len(block.columns))]
    head = "".join(f"<th{_class(right)}>{_text(one)}</th>" for one, right in zip(block.columns, numeric, strict=True))
    body = "".join(
        "<tr>" + "".join(f"<td{_class(right)}>{_text(one)}</td>" for one, right in zip(row, numeric, strict=True))
        + "</tr>\n"
        for row in block.rows
    )  # fmt: skip
    title = f"<h4>{_text(block.title)}</h4>" if block.title else ""
    note = f'<p class="note">{_text(block.note)}</p>' if block.note else ""
    table = f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>\n{body}</tbody></table></div>'
    if block.folded:
        return f"<details><summary>{_text(block.title or words('show_all'))}</summary>{table}{note}</details>"
    return title + table + note


def _is_figure(cell: str) -> bool:
    return not cell or (set(cell) <= _NUMERIC)


def _class(right: bool) -> str:
    return ' class="n"' if right else ""


def _text(text: str) -> str:
    return html.escape(text, quote=True)
