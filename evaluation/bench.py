"""What a turn costs, part by part.

    python -m evaluation.bench [--turns N]

Turns are timed at the client over loopback gRPC (wall clock, p50 and p95 in milliseconds); their parts are read from
the recorded events.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
import uuid
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from clients.client import AnamnesisClient
from evaluation.server_process import running_server

UTTERANCES = (
    "안녕하세요, 저는 58세 남성이고 고혈압과 제2형 당뇨병이 있어요.",
    "메트포르민 500mg 하루 두 번, 암로디핀 5mg 하루 한 번 먹고 있습니다.",
    "당화혈색소는 2025년 12월 3일에 7.2%, 2026년 3월 5일에 6.9%였어요.",
    "최근 두 번의 당화혈색소를 비교해 주세요.",
    "지금 치료를 유지할지 조정할지 근거와 함께 알려 주세요.",
    "오늘 아침 혈압은 138에 86이었어요.",
    "제 진단명과 약, 알레르기를 정리해 주세요.",
    "이번 주에 할 일 세 가지를 알려 주세요.",
)
OPENERS = ("음", "네", "저기요", "선생님", "그럼", "그러면", "아", "참", "저", "그게", "어", "있잖아요")
"""Every patient begins sentences in their own way: what was recognised is remembered, and no two say quite the same."""


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which ``share`` of the values lie, by rank."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def line(name: str, milliseconds: Sequence[float]) -> str:
    """One part's p50 and p95."""
    return f"  {name:28s} p50 {statistics.median(milliseconds):8.2f} ms   p95 {quantile(milliseconds, 0.95):8.2f} ms"


def measure_turns(turns: int) -> list[str]:
    """Whole turns at the client, and their parts from the log."""
    walls: list[float] = []
    parts: dict[str, list[float]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as data, running_server(None, Path(data)) as address:
        with AnamnesisClient(address) as client:
            for start in range(0, turns, len(UTTERANCES)):
                patient_id = str(uuid.uuid4())
                client.register_patient(patient_id, locale="ko", time_zone="Asia/Seoul")
                opener = OPENERS[start // len(UTTERANCES) % len(OPENERS)]
                for text in (f"{opener}, {utterance}" for utterance in UTTERANCES):
                    began = time.perf_counter()
                    for _ in client.converse(patient_id, text):
                        pass
                    if start:  # the first patient warms the server up
                        walls.append((time.perf_counter() - began) * 1000)
                if start:
                    for event in client.events(patient_id):
                        for name, value in _parts(event.topic, json.loads(event.payload_json)).items():
                            parts[name].append(value)
    named = sum((statistics.fmean(values) for name, values in parts.items() if name != "turn"), 0.0)
    return [
        f"turns: {len(walls)} over loopback gRPC, offline, 2 cores",
        line("whole turn at the client", walls),
        *(line(name, values) for name, values in sorted(parts.items())),
        f"  mean not in these parts (graph, wire, other saves): {statistics.fmean(walls) - named:.2f} ms",
    ]


def _parts(topic: str, payload: dict[str, Any]) -> dict[str, float]:
    if topic == "anamnesis.Patient.AnswerGiven.v1":
        return {str(name): float(value) for name, value in payload.get("milliseconds", {}).items()}
    return {}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=80)
    options = parser.parse_args(arguments)
    print("\n".join(measure_turns(options.turns)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
