"""A report's data beside its pages: rows as Parquet and CSV, tables as CSV, and all findings as JSON."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, is_dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.csv as pa_csv
import pyarrow.parquet as pq

from evaluation.study.analysis.findings import Findings
from evaluation.study.files import as_json, write_whole
from evaluation.study.metrics.definitions import DEFINITIONS
from evaluation.study.metrics.turns import Measured
from evaluation.study.report.document import Table


def write_turns(folder: Path, turns: Sequence[Measured]) -> None:
    """Every turn with its metrics, as ``measured.parquet`` and ``measured.csv``.

    Columns are the row's, then each metric as ``m_name``. What has an open shape is JSON text in both.
    """
    columns = [{**_plain(one.row.as_dict()), **_metrics(one)} for one in turns]
    table = pa.Table.from_pylist(columns, schema=_schema(columns))
    for ending, write in (("parquet", pq.write_table), ("csv", pa_csv.write_csv)):
        data = io.BytesIO()
        write(table, data)
        write_whole(folder / f"measured.{ending}", data.getvalue())


def _plain(row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: json.dumps(value, ensure_ascii=False, sort_keys=True) if isinstance(value, dict | list | tuple) else value
        for name, value in row.items()
    }


def _metrics(one: Measured) -> dict[str, float | None]:
    return {f"m_{name}": one.values.get(name) for name in DEFINITIONS}


def _schema(columns: Sequence[Mapping[str, Any]]) -> pa.Schema:
    """Types by the first value there is; a column without any is of figures for metrics, else of text."""
    kinds = {bool: pa.bool_(), int: pa.int64(), float: pa.float64(), str: pa.string()}
    fields = []
    for name in columns[0]:
        value = next((row[name] for row in columns if row[name] is not None), 0.0 if name.startswith("m_") else "")
        mixed = isinstance(value, int) and not isinstance(value, bool) and any(
            isinstance(row[name], float) for row in columns
        )  # fmt: skip
        fields.append((name, pa.float64() if mixed else kinds[type(value)]))
    return pa.schema(fields)


def write_tables(folder: Path, tables: Iterable[Table]) -> None:
    """Every table as CSV, by its key."""
    for table in tables:
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(table.columns)
        writer.writerows(table.rows)
        write_whole(folder / f"{table.key}.csv", text.getvalue())


def findings_json(findings: Findings) -> str:
    """All that was found, as JSON; a figure that is not finite is null."""
    experiments = {
        one.experiment.name: {
            "own": [_data(effect) for effect in one.own],
            "stages": {
                stage.comparison.stage: {
                    "comparison": _data(stage.comparison),
                    "relations": [_data(relation) for relation in stage.relations],
                    "stops": [_data(stop) for stop in stage.stops],
                    "replay": _data(stage.replay),
                }
                for stage in one.stages
            },
        }
        for one in findings.experiments
    }
    claims = [{"id": one.claim.id, **_data(one), "claim": one.claim.model_dump(mode="json")} for one in findings.claims]
    return as_json({"experiments": experiments, "claims": claims})


def _data(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return {name: _data(one) for name, one in _fields(value).items()}
    if isinstance(value, Mapping):
        return {" | ".join(name) if isinstance(name, tuple) else str(name): _data(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_data(one) for one in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _fields(value: Any) -> dict[str, Any]:
    kept = {name: getattr(value, name) for name in value.__dataclass_fields__}
    kept.pop("claim", None)
    return {name: asdict(one) if is_dataclass(one) and not isinstance(one, type) else one for name, one in kept.items()}
