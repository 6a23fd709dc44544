"""What a patient's number of current facts costs: 1,000 and 10,000 dated values of one test beside ten.

    python -m evaluation.facts_bench [--facts 1000 10000]

A home meter for years. CPU time of the server's process, mean of interleaved rounds, over loopback gRPC, with what
a call leaves to be done after it; where a call returns every fact, per fact returned. The bar: 1.5 times the cost at
ten values.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import uuid
from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta
from pathlib import Path

from clients.client import AnamnesisClient
from evaluation.server_process import cpu_seconds, settled, started
from protos.anamnesis.v1 import fact_pb2

FEW = 10
MOST_EXPORTED = 1_000
"""Facts of an export that fits into one message of 4 MiB."""
BATCH = 200
ROUNDS = 3
REPEATED = 4
"""Calls of a round: the kernel counts in hundredths of a second."""
LAST_DAY = date(2024, 12, 31)

Call = Callable[[AnamnesisClient, str, int], object]
CALLS: dict[str, tuple[Call, bool]] = {
    "GetProfile, a fact": (lambda client, patient, _: client.profile(patient), True),
    "GetContext": (lambda client, patient, _: client.context(patient, "혈당"), False),
    "SearchMemory": (lambda client, patient, number: client.search(patient, f"혈당 {100 + number}"), False),
    "GetTimeline, a page": (lambda client, patient, _: next(client.timeline(patient)), False),
    "ExportRecord, a fact": (lambda client, patient, _: client.export(patient), True),
    "a turn that asks": (
        lambda client, patient, number: list(client.converse(patient, f"혈당 추세가 어때요? {number}")),
        False,
    ),
    "a turn that states": (
        lambda client, patient, number: list(
            client.converse(patient, f"2025년 1월 {number + 1}일 혈당은 {101 + number}였어요.")
        ),
        False,
    ),
}
"""Each call, and whether it returns every fact."""


def recorded(client: AnamnesisClient, facts: int) -> str:
    """A new patient with so many dated values of one test, a day each."""
    patient_id = str(uuid.uuid4())
    client.register_patient(patient_id, locale="ko", time_zone="Asia/Seoul")
    for first in range(0, facts, BATCH):
        days = range(first, min(facts, first + BATCH))
        client.record(patient_id, [_value(day) for day in days])
    return patient_id


def _value(day: int) -> fact_pb2.Fact:
    return fact_pb2.Fact(
        slot=fact_pb2.SLOT_KIND_LABS,
        name="Glucose",
        number=90 + day % 80,
        unit="mg/dL",
        valid_from=(LAST_DAY - timedelta(days=day)).isoformat(),
    )


def costs(
    client: AnamnesisClient, process_id: int, many: Sequence[int], names: Sequence[str] = tuple(CALLS)
) -> Iterator[tuple[str, dict[int, float]]]:
    """CPU ms of each call by number of facts, few and many in turn; per fact where it returns every one."""
    patients = {size: recorded(client, size) for size in (FEW, *many)}
    for name in names:
        call, every = CALLS[name]
        spent = {size: 0.0 for size in patients if "Export" not in name or size <= MOST_EXPORTED}
        for number in range(ROUNDS + 1):
            for size in spent:
                patient_id, began = patients[size], cpu_seconds(process_id)
                for again in range(REPEATED):
                    call(client, patient_id, REPEATED * number + again)
                # What a call leaves to be done after it (kept views) is its cost too.
                if number:
                    spent[size] += (settled(process_id) - began) / (REPEATED * ROUNDS)
        yield name, {size: 1000 * seconds / (size if every else 1) for size, seconds in spent.items()}


def measure(client: AnamnesisClient, process_id: int, many: Sequence[int]) -> Iterator[str]:
    """Every call on patients of few and of many facts, in turn."""
    yield "current values of one test:  " + "".join(f"{size:>10}" for size in (FEW, *many)) + "   ms CPU; ratio to ten"
    for name, each in costs(client, process_id, many):
        ratios = "  ".join(f"x{each[size] / max(each[FEW], 1e-9):.2f}" for size in many if size in each)
        yield f"  {name:26s} " + "".join(f"{one:10.3f}" for one in each.values()) + f"   {ratios}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--facts", type=int, nargs="+", default=[1_000, 10_000])
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as data, started(Path(data)) as (process, address):
        with AnamnesisClient(address, timeout=60) as client:
            for line in measure(client, process.pid, options.facts):
                print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
