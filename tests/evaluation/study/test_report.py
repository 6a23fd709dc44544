"""The report of a study: the same bytes for the same rows, whole in both languages, and nothing beside it needed."""

from __future__ import annotations

import csv
import hashlib
import json
import re
from importlib.resources import files
from pathlib import Path

import pyarrow.parquet as pq
import pytest
import yaml
from typer.testing import CliRunner

from evaluation.study.figures.style import can_draw, short_names
from evaluation.study.patients import InvalidStudy
from evaluation.study.queries.running import ask, names, text_of
from evaluation.study.report import write_report
from evaluation.study.report.numbers import number, p_value
from evaluation.study.report.tables import shares_table
from evaluation.study.report.words import Locale, Words
from server.__main__ import application
from tests.evaluation.study.made_rows import example


@pytest.fixture(scope="module")
def reported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = example(tmp_path_factory.mktemp("reported") / "study")
    write_report(out)
    return out


def _bytes(out: Path) -> dict[str, str]:
    return {
        str(file.relative_to(out)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(out.rglob("*")) if file.is_file()
    }  # fmt: skip


@pytest.mark.parametrize("locales", [("en",), pytest.param(("ko", "en"), marks=pytest.mark.torture)])
def test_a_report_written_again_elsewhere_is_the_same_bytes(
    reported: Path, tmp_path: Path, locales: tuple[Locale, ...]
) -> None:
    again = example(tmp_path / "other" / "study")
    # The one file that tells of commit, time and machine; everything else follows from the rows.
    (again / "provenance.json").write_bytes((reported / "provenance.json").read_bytes())
    drawn_before = again / "figures" / "en" / "of_an_earlier_report.png"
    drawn_before.parent.mkdir(parents=True)
    drawn_before.write_bytes(b"")
    write_report(again, locales)
    written, before = _bytes(again), _bytes(reported)
    if "ko" not in locales:
        # The page that is opened first is in the study's own language, where it is written.
        del written["report.html"]
    assert written.items() <= before.items() and len(written) > len(before) * len(locales) // 3
    assert "ko" not in locales or written == before


def test_both_languages_have_every_section_and_need_nothing_else(reported: Path) -> None:
    pages = {locale: (reported / f"report.{locale}.html").read_text(encoding="utf-8") for locale in ("ko", "en")}
    assert pages["ko"].count("<h2") == pages["en"].count("<h2") >= 7
    assert pages["ko"].count("<table>") == pages["en"].count("<table>") >= 12
    for page in pages.values():
        assert not re.search(r"(src|href)=\"(?!data:|#)", page), "a page that needs nothing beside it"
    assert (reported / "report.html").read_text(encoding="utf-8") == pages["ko"], "the study's own language"
    assert "논문의 주장" in pages["ko"] and "What the thesis states" in pages["en"]
    markdown = (reported / "report.en.md").read_text(encoding="utf-8")
    assert "| metric | pair | n | difference | 95 % | dz | Hedges' g |" in markdown
    short = (reported / "summary.en.md").read_text(encoding="utf-8")
    assert len(short) < len(markdown) / 2 and "![" not in short, "a page for who has no folder"
    assert "| Hit rate of the response cache | 33 % | 0.750" in short and "| cache/repeats | response_cache |" in short
    assert "## Experiment p6" in short and "Hedges" not in short
    # Of the largest comparison and of the smallest: twelve conversations of P6, and six of the cache.
    assert [int(one) for one in re.findall(r"compared over (\d+) scenarios", markdown)] == [12, 6]
    assert not re.search(r"\n- [^\n]*\n\n- ", markdown), "a list is one list"


@pytest.mark.skipif(not can_draw(), reason="matplotlib is not installed")
def test_the_figures_stand_as_png_and_svg_in_both_languages(reported: Path) -> None:
    drawn = {file.stem for file in (reported / "figures" / "en").glob("*.png")}
    assert {"p6_means", "p6_heat", "parts", "cache_repeats_memory", "p6_uncertainty_quality"} <= drawn
    for locale in ("ko", "en"):
        assert {file.stem for file in (reported / "figures" / locale).glob("*.svg")} == drawn
    page = (reported / "report.en.html").read_text(encoding="utf-8")
    assert page.count("data:image/svg+xml;base64,") == len(drawn)


def test_a_system_that_lacks_a_part_is_named_by_what_it_lacks() -> None:
    named = short_names(["llm", "full", "full-cache", "full-cache-memory"])
    assert list(named.values()) == ["llm", "full", "- cache", "- cache, - memory"]
    assert short_names(["full-cache"]) == {"full-cache": "full-cache"}


def test_a_table_of_many_systems_is_as_wide_as_its_groups() -> None:
    groups = {"T1": {"llm": 0.25, "s3": 0.5}, "T6": {"llm": 1.0}}
    few = shares_table(groups, ["llm", "s3"], "t", "", Words("en"))
    assert (few.columns, few.rows) == (["group", "llm", "s3"], [["T1", "0.25", "0.50"], ["T6", "1.00", "–"]])
    many = shares_table(groups, ["llm", *(f"s{at}" for at in range(8)), "s3-cache"], "t", "", Words("en"))
    assert many.columns == ["system", "T1", "T6"] and len(many.rows) == 10
    assert many.rows[0] == ["llm", "0.25", "1.00"] and many.rows[4] == ["s3", "0.50", "–"]
    assert many.rows[-1][0] == "- cache"


def test_no_p_value_stands_without_effect_and_interval(reported: Path) -> None:
    for file in sorted((reported / "tables").glob("*.csv")):
        rows = list(csv.reader(file.read_text(encoding="utf-8").splitlines()))
        if any(
            (name.startswith("p") and name.strip("p ()").istitle()) or name in ("p", "p (signed-rank)")
            for name in rows[0]
        ):
            assert "95 %" in " ".join(rows[0]), file.name
            assert any(name in rows[0] for name in ("difference", "Kendall's W")), file.name


def test_the_data_stand_beside_the_pages(reported: Path) -> None:
    found = json.loads((reported / "findings.json").read_text(encoding="utf-8"))
    stage = found["experiments"]["p6"]["stages"]["p6"]["comparison"]
    assert stage["means"]["passed"]["agent"]["n"] == 12 and stage["tests"][0]["paired"]["n"] == 12
    table = pq.read_table(reported / "p6" / "measured.parquet")
    assert table.num_rows == 3 * 12 * 6 and {"truth", "answer", "m_passed", "m_urr"} <= set(table.column_names)
    assert (reported / "p6" / "measured.csv").read_text(encoding="utf-8").startswith('"experiment"')


def test_every_ready_query_runs_over_all_experiments(reported: Path) -> None:
    for name in names():
        columns, rows = ask(reported, text_of(name))
        assert (columns and rows) or name == "stops", name
    _, shares = ask(reported, text_of("passed_by_turn"))
    assert {one[0] for one in shares} == {"p6", "cache"}
    _, files_read = ask(reported, "SELECT count(*) FROM turns")
    assert files_read == [(3 * 12 * 6 + 2 * 6 * 12,)]
    with pytest.raises(InvalidStudy, match="refuses"):
        ask(reported, "SELECT * FROM read_csv('/etc/hostname')")
    with pytest.raises(InvalidStudy, match="No query is called nothing"):
        text_of("nothing")


def test_the_commands(reported: Path, tmp_path: Path) -> None:
    def invoke(*arguments: str) -> tuple[int, str]:
        done = CliRunner().invoke(application(), ["study", *arguments])
        return done.exit_code, done.output

    other = example(tmp_path / "other", agent=0.3)
    code, output = invoke("compare", str(reported), str(other), "--out", str(tmp_path / "compared"))
    assert code == 0 and "| p6 | agent | passed | 12 |" in output, output
    assert (tmp_path / "compared" / "compare.en.html").exists()
    assert invoke("query", str(reported))[1].count("\n") >= len(names())
    code, output = invoke("query", str(reported), "SELECT count(*) AS n FROM turns", "--csv")
    assert (code, output) == (0, "n\n360\n")


def test_both_languages_have_all_words() -> None:
    text = files("evaluation.study.report").joinpath("words.yaml").read_text(encoding="utf-8")
    table = yaml.safe_load(text)
    assert all(one.keys() == {"ko"} and one["ko"].count("|") == 1 for one in table.pop("experiments").values())
    for key, value in table.items():
        for name, one in value.items() if key == "labels" else [(key, value)]:
            assert one.keys() == {"en", "ko"}, name
            if isinstance(one["en"], str):
                assert re.findall(r"\{\w+\}", one["en"]) == re.findall(r"\{\w+\}", one["ko"]) or sorted(
                    re.findall(r"\{\w+\}", one["en"])
                ) == sorted(re.findall(r"\{\w+\}", one["ko"])), name
                assert one["en"].count("|") == one["ko"].count("|"), name
            else:
                assert len(one["en"]) == len(one["ko"]), name


def test_figures_are_printed_alike() -> None:
    assert (p_value(0.00004), p_value(0.0412), p_value(1.0), p_value(None)) == ("< .001", ".041", "> .999", "–")
    assert (number(0.12345), number(-0.0001), number(1234.5), number(float("inf")), number(None)) == (
        "0.123", "0.000", "1,234", "∞", "–")  # fmt: skip
