"""Two studies side by side: `study compare A B`."""

from __future__ import annotations

from pathlib import Path

from evaluation.study.analysis.differences import Differences, differences
from evaluation.study.analysis.reading import read_study
from evaluation.study.files import write_whole
from evaluation.study.report.data import write_tables
from evaluation.study.report.document import Document, Section, Table
from evaluation.study.report.markdown import markdown
from evaluation.study.report.numbers import ends, number, p_value
from evaluation.study.report.page import page
from evaluation.study.report.words import Locale, Words


def compare_studies(first: Path, second: Path, out: Path | None = None, locale: Locale = "en") -> str:
    """What changed from one study to another, as Markdown; with ``out``, written there as page, Markdown and CSV.

    Scenarios are paired by their names, which the same patients and seed give. Raises InvalidStudy for a folder without
    a played study.
    """
    words = Words(locale)
    found = differences(read_study(first), read_study(second))
    report = _document(found, first.name or str(first), second.name or str(second), words)
    text = markdown(report)
    if out is not None:
        write_whole(out / f"compare.{locale}.md", text)
        write_whole(out / f"compare.{locale}.html", page(report, out, words))
        write_tables(out, report.tables())
    return text


def _document(found: Differences, first: str, second: str, words: Words) -> Document:
    report = Document(words("compare", first=first, second=second), [words("compare_text")])
    if found.settings:
        report.lead.append(words("settings_differ", names=", ".join(found.settings)))
    if not found.scenarios:
        report.lead.append(words("compare_none"))
        return report
    rows = [
        [one.experiment, one.system, one.metric, str(one.paired.n), number(one.first), number(one.second),
         number(one.paired.difference), ends(one.paired.interval), number(one.paired.dz, 2),
         p_value(one.paired.wilcoxon_p), p_value(one.holm_p)]
        for one in found.differing
    ]  # fmt: skip
    table = Table("compare", "", words.columns("compare_columns"), rows)
    section = Section(words("compare_section"), 2, [words("compare_equal", count=found.equal)], [table] if rows else [])
    report.sections.append(section)
    return report
