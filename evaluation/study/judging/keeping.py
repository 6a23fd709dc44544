"""Judgements kept beside the rows as they come: conversation by conversation, and none is paid for twice."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from evaluation.study.rows import TurnRow

Progress = Callable[[int, int], None]
Key = tuple[str, str, int, int]


def judge_missing(
    file: Path, rows: Sequence[TurnRow], judge: Callable[[TurnRow], dict[str, Any]], progress: Progress
) -> float:
    """Judge the rows that the file has nothing of, and append a line for each; the cost in USD of those.

    A conversation is written when all of it is judged, and a torn end is dropped. What ``judge`` raises goes through.
    """
    done, spent = set(judgements(file)), 0.0
    left = [row for row in rows if _key(row) not in done]
    count = len(rows) - len(left)
    progress(count, len(rows))
    with file.open("a", encoding="utf-8") as opened:
        for _, group in groupby(left, key=lambda row: (row.system, row.scenario, row.repeat)):
            lines = list[str]()
            for row in group:
                judged = judge(row)
                spent += judged["cost"]
                lines.append(json.dumps(judged, ensure_ascii=False, sort_keys=True) + "\n")
                count += 1
                progress(count, len(rows))
            opened.write("".join(lines))
            opened.flush()
            os.fsync(opened.fileno())
    return spent


def judgements(file: Path) -> dict[Key, dict[str, Any]]:
    """What is judged already, by system, scenario, repeat and turn; a last line without its end is cut off the file."""
    if not file.exists():
        return {}
    whole, _, torn = file.read_text(encoding="utf-8").rpartition("\n")
    if torn:
        file.write_text(whole + "\n" if whole else "", encoding="utf-8")
    lines = [json.loads(line) for line in whole.splitlines() if line]
    return {(one["system"], one["scenario"], one["repeat"], one["turn"]): one for one in lines}


def _key(row: TurnRow) -> Key:
    return row.system, row.scenario, row.repeat, row.turn
