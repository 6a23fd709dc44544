"""What a researcher is given over the wire: tables of the own tenant that name nobody, and nothing else."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from pyarrow import parquet
from typer.testing import CliRunner

from clients import AnamnesisClient, Credentials, NotPermitted
from projections.deidentified import TABLES
from server.__main__ import application
from server.authentication.principals_file import create_token
from server.composition import Knowledge
from tests.server.principals import SECRET, Ward, ward
from tests.server.running import CARD


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, knowledge: Knowledge) -> Iterator[Ward]:
    with ward(tmp_path_factory.mktemp("ward"), knowledge) as place:
        with place.client("clinician") as client:
            client.import_card(place.own, CARD)
        yield place


def _rows(tables: dict[str, bytes], name: str) -> list[dict[str, object]]:
    return list(parquet.read_table(io.BytesIO(tables[name])).to_pylist())


def test_the_tables_are_of_the_own_tenant_and_name_nobody(place: Ward) -> None:
    with place.client("researcher") as client:
        tables, again = client.study_tables(), client.study_tables("researcher")

    assert set(tables) == set(TABLES)
    assert len(_rows(tables, "people")) == 2
    assert {row["slot"] for row in _rows(tables, "facts")} >= {"labs", "medications", "allergies"}
    everything = str([_rows(tables, name) for name in tables])
    assert not any(word in everything for word in (SECRET, place.own, place.other, place.foreign))
    assert _rows(tables, "facts") == _rows(again, "facts")


def test_another_study_has_other_names_and_needs_a_credential_of_its_own(place: Ward) -> None:
    hips = create_token(place.data / "principals.json", "hips", "researcher", tenant="a")[1]
    with place.client("researcher") as client, pytest.raises(NotPermitted):
        client.study_tables("hips")
    with place.client("researcher") as one, AnamnesisClient(place.address, credentials=Credentials(token=hips)) as two:
        first, second = (_rows(client.study_tables(), "people") for client in (one, two))

    assert len(first) == len(second) == 2
    assert not {row["person"] for row in first} & {row["person"] for row in second}


def test_the_command_fetches_them_and_the_review_names_it(place: Ward, tmp_path: Path) -> None:
    (tmp_path / "token").write_text(place.tokens["researcher"])
    reach = ["--address", place.address, "--token-file", str(tmp_path / "token")]
    fetched = CliRunner().invoke(application(), ["deidentify", "--into", str(tmp_path / "tables"), *reach])
    asked = CliRunner().invoke(application(), ["deidentify", "", "SELECT count(*) AS n FROM people", *reach])
    review = CliRunner().invoke(application(), ["access", "review", "--data", str(place.data)])

    assert fetched.exit_code == 0, fetched.output
    assert {file.stem for file in (tmp_path / "tables").iterdir()} == set(TABLES)
    assert asked.exit_code == 0 and "2" in asked.stdout
    assert "taken away by" in review.stdout and "ExportStudy" in review.stdout
