"""Ask a study's turns in SQL: ready queries by name, or one of the reader's own, over every ``measured.parquet``."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import duckdb

from evaluation.study.patients import InvalidStudy

_FILES = "measured.parquet"


@cache
def names() -> tuple[str, ...]:
    """The ready queries."""
    found = (one.name for one in files("evaluation.study.queries").iterdir())
    return tuple(sorted(name.removesuffix(".sql") for name in found if name.endswith(".sql")))


def text_of(name: str) -> str:
    """A ready query. Raises InvalidStudy for a name that none has."""
    if name not in names():
        raise InvalidStudy(f"No query is called {name}; known are {', '.join(names())}.")
    return files("evaluation.study.queries").joinpath(f"{name}.sql").read_text(encoding="utf-8")


def purpose(name: str) -> str:
    """What a ready query answers: its first line."""
    return text_of(name).splitlines()[0].removeprefix("-- ")


def ask(folder: Path, sql: str) -> tuple[list[str], list[Sequence[Any]]]:
    """Columns and rows of a query over the view ``turns``, which holds every experiment of a study that has a report.

    Raises InvalidStudy where no report was written yet, and for SQL that DuckDB refuses.
    """
    found = sorted(folder.glob(f"*/{_FILES}"))
    if not found:
        raise InvalidStudy(f"{folder} has no {_FILES}: write the report of the study first.")
    # A query reads these files and nothing else: neither other files nor the network.
    with duckdb.connect(config={"autoinstall_known_extensions": "false", "autoload_known_extensions": "false"}) as base:
        base.execute(
            "CREATE TABLE turns AS SELECT * FROM read_parquet(?, union_by_name = true)", [list(map(str, found))]
        )
        base.execute("SET enable_external_access = false")
        base.execute("SET lock_configuration = true")
        try:
            result = base.execute(sql)
        except duckdb.Error as error:
            raise InvalidStudy(f"DuckDB refuses the query: {str(error).splitlines()[0]}") from error
        columns = [one[0] for one in result.description or ()]
        return columns, list(result.fetchall())
