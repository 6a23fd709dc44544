"""The files of a study: a piece a task, whole or not there at all, and the experiment's rows put together from them."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from evaluation.study.cards import card_schema, cards_text
from evaluation.study.experiments.definition import Experiment, read_experiment
from evaluation.study.files import as_json, write_whole
from evaluation.study.patients import InvalidStudy
from evaluation.study.rows import COLUMNS, TurnRow, to_lines
from evaluation.study.running.play import Played
from evaluation.study.running.settings import Settings, Task, patients_of, tasks_of
from evaluation.study.version import version

ROWS, TIMINGS, PARQUET, PIECES = "turns.jsonl", "timings.jsonl", "turns.parquet", "pieces"
PLAYED_AT = "played_at.json"
"""How many conversations of an experiment each version of the code has played."""
_OPEN = ("truth", "gold", "factors")
"""Columns of open shape: JSON text in Parquet."""
_TYPES: Mapping[str, pa.DataType] = {
    **dict.fromkeys(("repeat", "turn", "memory_found", "memory_right", "memory_expected", "collateral", "false_apply",
                     "tokens_in", "tokens_out", "calls", "iterations", "memory_items_raw", "memory_items_kept",
                     "context_summaries"), pa.int64()),
    **dict.fromkeys(("quality", "uncertainty", "consistency", "model_cost"), pa.float64()),
    **dict.fromkeys(("passed", "uptake", "resurrected", "needs_retrieval", "cache_hit"), pa.bool_()),
    **dict.fromkeys(("disclosed", "required", "citations", "facts_used", "wanted", "warnings", "context_facts",
                     "relevant"), pa.list_(pa.string())),
    "rubric": pa.struct([(name, pa.int64()) for name in ("accuracy", "context", "reasoning", "hallucination",
                                                         "evidence")]),
    "retrievals": pa.list_(pa.list_(pa.string())),
    **dict.fromkeys(("qualities", "log_probabilities"), pa.list_(pa.float64())),
    "contexts": pa.list_(pa.struct([("id", pa.string()), ("text", pa.string())])),
    "context_turns": pa.list_(pa.int64()),
}  # fmt: skip
SCHEMA = pa.schema([(name, _TYPES.get(name, pa.string())) for name in COLUMNS])
"""Columns of the Parquet file, in the order of the row's fields; what is not named otherwise is text."""


def claim(settings: Settings, out: Path) -> None:
    """Note the settings of a study where it is new. Raises InvalidStudy where the folder holds another study."""
    wanted, file = as_json(asdict(settings)), out / "study.json"
    if file.exists():
        if settings_of(out) != settings:
            raise InvalidStudy(f"{out} holds a study with other settings; give another folder, or the same settings.")
    else:
        write_whole(out / "patients.jsonl", cards_text(patients_of(settings)))
        write_whole(out / "card.schema.json", as_json(card_schema()))
        write_whole(file, wanted)
    for name in settings.experiments:
        experiment = read_experiment(name)
        kept = out / experiment.name / "experiment.json"
        if kept.exists() and not _declares(kept, experiment):
            raise InvalidStudy(f"{out} holds {experiment.name} as it was declared before; give another folder.")
        write_whole(kept, as_json(experiment.model_dump(mode="json")))
        write_whole(kept.with_name("settings.json"), wanted)


def _declares(kept: Path, experiment: Experiment) -> bool:
    try:
        return Experiment.model_validate_json(kept.read_text(encoding="utf-8")) == experiment
    except ValueError:
        return False


def settings_of(out: Path) -> Settings:
    """The settings of a study. Raises InvalidStudy where there is none."""
    try:
        data = json.loads((out / "study.json").read_text(encoding="utf-8"))
        return Settings(**{**data, "experiments": tuple(data["experiments"]), "systems": tuple(data["systems"])})
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise InvalidStudy(f"{out} holds no study: {type(error).__name__}.") from error


def piece(out: Path, task: Task) -> Path:
    """The file of one task."""
    return out / task.experiment / PIECES / f"{task.key}.json"


def keep(out: Path, task: Task, played: Played) -> None:
    """Write a task's piece: rows with their times, and the code that played them."""
    rows = [row.as_dict() for row in played.rows]
    data = {"rows": rows, "milliseconds": played.milliseconds, "version": version()}
    write_whole(piece(out, task), json.dumps(data, ensure_ascii=False))


def open_tasks(settings: Settings, out: Path) -> tuple[list[Task], int]:
    """Tasks that are not yet played, those that need one service together; and how many there are in all."""
    every = [task for name in settings.experiments for task in tasks_of(settings, name)]
    order = {need: place for place, need in enumerate(dict.fromkeys(task.need for task in every))}
    left = [task for task in every if not piece(out, task).exists()]
    return sorted(left, key=lambda task: order[task.need]), len(every)


def gather(settings: Settings, out: Path) -> None:
    """Put the rows of each experiment together from its pieces, in the order of its tasks, whatever is played yet.

    Rows of an experiment whose pieces are not there, as in a folder that was handed on, are left as they are.
    """
    for name in settings.experiments:
        experiment = read_experiment(name)
        if not (out / experiment.name / PIECES).is_dir():
            continue
        rows, times, versions = list[TurnRow](), list[str](), Counter[str]()
        for task, data in _pieces(out, tasks_of(settings, name)):
            rows += (TurnRow.from_dict(row) for row in data["rows"])
            times += _times(task, data)
            versions[data.get("version", "")] += 1
        place = out / experiment.name
        write_whole(place / ROWS, to_lines(rows))
        write_whole(place / TIMINGS, "".join(times))
        write_whole(place / PLAYED_AT, as_json(versions))
        if rows:
            write_whole(place / PARQUET, parquet(rows))


def _pieces(out: Path, tasks: Sequence[Task]) -> Iterator[tuple[Task, Any]]:
    for task in tasks:
        file = piece(out, task)
        if file.exists():
            yield task, json.loads(file.read_text(encoding="utf-8"))


def _times(task: Task, data: Any) -> Iterator[str]:
    for row, milliseconds in zip(data["rows"], data["milliseconds"], strict=True):
        line = {"scenario": row["scenario"], "system": task.system, "repeat": task.repeat, "turn": row["turn"],
                "milliseconds": milliseconds}  # fmt: skip
        yield json.dumps(line, sort_keys=True) + "\n"


def parquet(rows: Sequence[TurnRow]) -> bytes:
    """Rows as Parquet, with columns of open shape as JSON text."""
    table = []
    for row in rows:
        data = row.as_dict()
        for column in _OPEN:
            data[column] = json.dumps(data[column], ensure_ascii=False, sort_keys=True)
        table.append(data)
    written = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(table, schema=SCHEMA), written)
    return written.getvalue()


def experiment_of(out: Path, name: str) -> Experiment:
    """An experiment as the study played it. Raises InvalidStudy where it is not there."""
    try:
        return Experiment.model_validate_json((out / name / "experiment.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidStudy(f"{out} holds no experiment {name}: {type(error).__name__}.") from error
