"""Write the report of a study: pages in both languages, figures, tables and data.

Everything but ``provenance.json`` (commit, time, machine) and the times of turns follows from the rows: a report
that is written again is the same bytes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from evaluation.study.analysis.findings import find
from evaluation.study.analysis.reading import read_study
from evaluation.study.figures.style import can_draw, hangul_font
from evaluation.study.files import as_json, write_whole
from evaluation.study.report.data import findings_json, write_tables, write_turns
from evaluation.study.report.drawing import Drawer
from evaluation.study.report.markdown import markdown
from evaluation.study.report.page import page
from evaluation.study.report.provenance import provenance
from evaluation.study.report.sections import document
from evaluation.study.report.summary import summary
from evaluation.study.report.words import LOCALES, Locale, Words


def write_report(out: Path, locales: Sequence[Locale] = LOCALES, about: Mapping[str, str] | None = None) -> Path:
    """Write a study's report, and return its page in the study's language.

    ``about`` has what only the caller knows: model names and prices. Raises InvalidStudy where nothing was played.
    """
    study = read_study(out)
    findings = find(study)
    made = provenance(out, about or {})
    for locale in locales:
        words = Words(locale)
        drawer, note = _drawer(out / "figures" / locale, words)
        report = document(findings, made, words, drawer, note)
        write_whole(out / f"report.{locale}.md", markdown(report, f"figures/{locale}"))
        write_whole(out / f"summary.{locale}.md", markdown(summary(report)))
        write_whole(out / f"report.{locale}.html", page(report, out / "figures" / locale, words))
        write_whole(out / f"report.{locale}.json", as_json(report.as_data()))
        _clear(out / "figures" / locale, {one.name for one in report.pictures()})
        if locale == locales[-1]:
            write_tables(out / "tables", report.tables())
    for one in study.experiments:
        write_turns(out / one.name, one.turns)
    write_whole(out / "findings.json", findings_json(findings))
    spoken = study.settings.get("language")
    first = out / f"report.{spoken if spoken in locales else locales[0]}.html"
    write_whole(out / "report.html", first.read_bytes())
    return out / "report.html"


def _clear(folder: Path, drawn: set[str]) -> None:
    """Remove figures that an earlier report drew and this one doesn't: a reader could not tell them from its own."""
    for file in folder.glob("*.*") if folder.is_dir() else ():
        if file.suffix in (".png", ".svg") and file.stem not in drawn:
            file.unlink()


def _drawer(folder: Path, words: Words) -> tuple[Drawer | None, str]:
    """Who draws, in the language's letters where this machine has them; and what a reader is told if not."""
    if not can_draw():
        return None, words("no_figures")
    if words.locale != "ko":
        return Drawer(folder, words, words, None), ""
    font = hangul_font()
    if font is None:
        return Drawer(folder, words, Words("en"), None), words("no_hangul")
    return Drawer(folder, words, words, font), ""
