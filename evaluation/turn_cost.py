"""What a turn costs besides its model calls: time of the workflow itself, and tokens of the prompt by part.

    python -m evaluation.turn_cost [--address HOST:PORT]

One conversation of twenty-one turns, the length that the thesis counts memory for. Times are those the service records
in its events; tokens are those of the prompt that was assembled last in each turn.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from clients.client import AnamnesisClient
from evaluation.server_process import running_server

TURNS = 21
PARTS = ("system", "profile", "history", "documents", "user", "total")
SHOWN_TURNS = (1, 5, 10, 15, 21)
_KST = timezone(timedelta(hours=9))
FIRST_DAY = datetime(2026, 3, 2, 9, 0, tzinfo=_KST)

_OPENING = (
    "안녕하세요. 58세 남성이고 고혈압과 제2형 당뇨병이 있어요.",
    "메트포르민 500mg 하루 두 번, 암로디핀 5mg 하루 한 번 먹어요. 페니실린 알레르기가 있어요.",
    "당화혈색소는 2025년 12월 3일에 7.8%, 2026년 2월 25일에 7.2%였어요.",
    "어제부터 두통이 있어요.",
    "최근 당화혈색소 두 값을 비교해 주세요.",
    "죄송해요, 최근 당화혈색소는 7.2%가 아니라 6.9%였어요.",
)
_DAILY = (
    "오늘 혈압은 {systolic}에 {diastolic}이었어요.",
    "고혈압 환자는 소금을 얼마나 먹어야 하나요?",
    "지금 치료를 유지할지 조정할지 근거와 함께 알려 주세요.",
    "당뇨병 환자에게 좋은 운동은 무엇인가요?",
    "오늘은 기침도 나요.",
)


def utterances(count: int = TURNS) -> list[str]:
    """A conversation over some weeks: what is told, asked, measured and corrected."""
    said = list(_OPENING[:count])
    while len(said) < count:
        number = len(said) - len(_OPENING)
        said.append(_DAILY[number % len(_DAILY)].format(systolic=128 + number, diastolic=78 + number % 9))
    return said


def measure(client: AnamnesisClient) -> list[str]:
    """Play the conversation and say what its turns took."""
    patient_id = str(uuid.uuid4())
    client.register_patient(patient_id, locale="ko", time_zone="Asia/Seoul")
    for number, text in enumerate(utterances()):
        for _ in client.converse(patient_id, text, said_at=FIRST_DAY + timedelta(days=number)):
            pass
    tokens: dict[int, dict[str, int]] = {}
    graph: list[float] = []
    for event in client.events(patient_id):
        payload, name = json.loads(event.payload_json), event.topic.split(".")[-2]
        if name == "ContextAssembled":
            tokens[payload["turn_number"]] = payload["tokens"]
        elif name == "AnswerGiven":
            graph.append(payload["milliseconds"]["graph"])
    return [*_times(graph), *_tokens(tokens)]


def _times(graph: Sequence[float]) -> list[str]:
    ordered = sorted(graph)
    p95 = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    return [f"workflow between its nodes: p50 {statistics.median(graph):.2f} ms   p95 {p95:.2f} ms a turn"]


def _tokens(tokens: dict[int, dict[str, Any]]) -> list[str]:
    """One line for each turn shown; the mean and the most of all of them."""
    shown = {f"turn {turn}": tokens[turn] for turn in SHOWN_TURNS if turn in tokens}
    every = {part: [one[part] for one in tokens.values()] for part in PARTS}
    shown["mean"] = {part: round(statistics.fmean(values)) for part, values in every.items()}
    shown["most"] = {part: max(values) for part, values in every.items()}
    return [
        f"tokens of the prompt over {TURNS} turns, of at most 4000 with the answer:",
        "  ".join(("         ", *(f"{part:>9}" for part in PARTS))),
        *("  ".join((f"  {name:7}", *(f"{counts[part]:9}" for part in PARTS))) for name, counts in shown.items()),
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--address")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as data, running_server(options.address, Path(data)) as address:
        with AnamnesisClient(address) as client:
            print("\n".join(measure(client)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
