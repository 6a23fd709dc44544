"""The studies beside a gateway over HTTP: what their reports show, and nothing else of their folders."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from clients.gateway.studies import Studies
from evaluation.study.figures.style import can_draw
from evaluation.study.report.writing import write_report
from tests.evaluation.study.made_rows import played, study_folder
from tests.gateway.conftest import running_gateway

NOBODY = "127.0.0.1:9"
"""No service is needed to look at a study."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("studies")
    rows = {"p6": played("p6", "p6", {"llm": 0.2, "agent": 0.9}, 6)}
    stages = {"p6": [{"id": "p6", "systems": ["llm", "agent"], "whole": "agent"}]}
    write_report(study_folder(folder / "2026" / "첫 연구", rows, stages), about={"model": "none"})
    study_folder(folder / "running", rows, stages)
    (folder / "notes").mkdir()
    (folder / "notes" / "report.ko.json").write_text("{}")
    return folder


@pytest.fixture(scope="module")
def studies(folder: Path) -> Iterator[httpx.Client]:
    with running_gateway(NOBODY, studies=Studies(folder)) as base, httpx.Client(base_url=base, timeout=30) as client:
        yield client


def test_the_list_says_what_was_played_and_which_have_a_report(studies: httpx.Client) -> None:
    listed = {one["name"]: one for one in studies.get("/v1/studies").json()["studies"]}

    assert set(listed) == {"2026/첫 연구", "running"}
    told = listed["2026/첫 연구"]
    assert (told["experiments"], told["reports"], told["language"]) == (["p6"], ["ko", "en"], "ko")
    assert told["patients"] > 0 and told["written"].startswith("20")
    assert listed["running"]["reports"] == []


@pytest.mark.parametrize("locale", ["ko", "en"])
def test_a_report_has_the_tables_and_figures_that_can_be_fetched(studies: httpx.Client, locale: str) -> None:
    base = "/v1/studies/2026/첫 연구"
    report = studies.get(f"{base}/report", params={"locale": locale}).json()["report"]
    blocks = [block for section in report["sections"] for block in section["blocks"]]
    tables = [block for block in blocks if "rows" in block]
    means = next(block for block in tables if block["key"] == "p6_means")

    assert means["rows"] and all(len(row) == len(table["columns"]) for table in tables for row in table["rows"])
    fetched = studies.get(f"{base}/tables/p6_means.csv")
    assert fetched.headers["content-type"].startswith("text/csv")
    rows = list(csv.reader(io.StringIO(fetched.content.decode())))
    assert len(rows) == len(means["rows"]) + 1
    whole = studies.get(f"{base}/report.html", params={"locale": locale})
    assert report["title"] in whole.text and "script" not in whole.headers["content-security-policy"]
    pictures = [block for block in blocks if "rows" not in block]
    assert bool(pictures) is can_draw()
    for picture in pictures:
        drawn = studies.get(f"{base}/figures/{locale}/{picture['name']}.svg")
        assert drawn.headers["content-type"] == "image/svg+xml" and b"<svg" in drawn.content


def test_a_study_without_a_report_says_how_to_write_one(studies: httpx.Client) -> None:
    told = studies.get("/v1/studies/running/report", params={"locale": "ko"})

    assert told.status_code == 404
    assert (told.json()["reason"], told.json()["advice"]) == (
        "NO_REPORT",
        "Write it: anamnesis study report DIR/running",
    )


@pytest.mark.parametrize(
    "path",
    [
        "notes/report",
        "running/../running/patients.jsonl",
        "running/study.json",
        "running/p6/turns.jsonl",
        "2026/%2e%2e/running/report",
        "2026/첫 연구/tables/..%2f..%2f..%2frunning%2fstudy.csv",
        "2026/첫 연구/figures/%2e%2e/ko.svg",
        "2026/첫 연구/figures/fr/p6_means.svg",
        "absent/report",
    ],
)
def test_nothing_else_of_the_folder_is_given_out(studies: httpx.Client, path: str) -> None:
    assert studies.get(f"/v1/studies/{path}").status_code in (400, 404)


def test_a_folder_that_is_itself_a_study_is_listed_by_its_name(folder: Path) -> None:
    with running_gateway(NOBODY, studies=Studies(folder / "running")) as base:
        listed = httpx.get(f"{base}/v1/studies").json()["studies"]

    assert [one["name"] for one in listed] == ["running"]


def test_without_a_folder_there_are_no_studies() -> None:
    with running_gateway(NOBODY) as base:
        assert httpx.get(f"{base}/v1/studies").status_code == 404
        assert httpx.get(f"{base}/v1/health").json()["studies"] is False
