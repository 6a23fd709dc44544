"""A report in short: claims, parts, and what each stage is there to show, without pictures and tests."""

from __future__ import annotations

from evaluation.study.report.document import Document, Section, Table

_WHOLE = frozenset({"claims", "claims_not_measured", "own_metrics", "provenance"})
_OF_STAGES = ("_means", "_by_turn", "_relations", "_stops", "_failures")
_LEFT_OUT = "_other_means"


def summary(report: Document) -> Document:
    """The tables that a reader without the folder can use, in the report's order; sections that hold none go."""
    short = Document(report.title, report.lead[:1])
    for section in report.sections:
        kept = [block for block in section.blocks if isinstance(block, Table) and _tells(block.key)]
        if kept or section.paragraphs:
            short.sections.append(Section(section.title, section.level, section.paragraphs, [*kept]))
    return short


def _tells(key: str) -> bool:
    return key in _WHOLE or (key.endswith(_OF_STAGES) and not key.endswith(_LEFT_OUT))
