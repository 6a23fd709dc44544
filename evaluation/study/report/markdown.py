"""A report as Markdown."""

from __future__ import annotations

from collections.abc import Sequence

from evaluation.study.report.document import Document, Picture, Table


def markdown(document: Document, figures: str = "figures") -> str:
    """The report as Markdown; ``figures`` is the folder of its pictures."""
    parts = [f"# {document.title}", *document.lead]
    for section in document.sections:
        parts += [f"{'#' * section.level} {section.title}", *_paragraphs(section.paragraphs)]
        for block in section.blocks:
            parts.append(_table(block) if isinstance(block, Table) else _picture(block, figures))
    return "\n\n".join(part for part in parts if part) + "\n"


def _paragraphs(lines: Sequence[str]) -> list[str]:
    """Paragraphs, with the items of a list in one."""
    found = list[str]()
    for line in lines:
        if found and line.startswith("- ") and found[-1].startswith("- "):
            found[-1] += f"\n{line}"
        else:
            found.append(line)
    return found


def _picture(block: Picture, figures: str) -> str:
    return f"![{_text(block.caption)}]({figures}/{block.name}.png)\n\n*{_text(block.caption)}*"


def _table(block: Table) -> str:
    lines = [_row(block.columns), _row(["---"] * len(block.columns)), *map(_row, block.rows)]
    heading = f"**{_text(block.title)}**\n\n" if block.title else ""
    return heading + "\n".join(lines) + (f"\n\n{block.note}" if block.note else "")


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(_text(cell) for cell in cells) + " |"


def _text(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
