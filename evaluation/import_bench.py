"""What reading a record in costs the server, by the number of its entries: CPU time of the process, and of later calls.

    python -m evaluation.import_bench [--entries 1000 2000 4000]

Each record is a FHIR bundle of dated values of one test (a home meter), the hardest kind, for a patient of its own.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from pathlib import Path

from clients import AnamnesisClient
from evaluation.server_process import cpu_seconds, started

ENTRIES = (1_000, 2_000, 4_000)
SECONDS = 120.0
"""A call is given this time: what is measured is what it costs, not whether it is late."""


def bundle(entries: int) -> str:
    """A FHIR bundle of so many values of one test, each of its own day."""
    first = date(2000, 1, 1)
    resources = [
        {
            "resourceType": "Observation",
            "status": "final",
            "subject": {"reference": "Patient/p"},
            "category": [{"coding": [{"code": "laboratory"}]}],
            "code": {"coding": [{"system": "http://loinc.org", "code": "4548-4", "display": "HbA1c"}]},
            "effectiveDateTime": (first + timedelta(days=number)).isoformat(),
            "valueQuantity": {"value": 5 + number % 97 / 20, "unit": "%", "code": "%"},
        }
        for number in range(entries)
    ]
    entry = [{"resource": resource} for resource in resources]
    return json.dumps({"resourceType": "Bundle", "type": "collection", "entry": entry})


def measure(client: AnamnesisClient, entries: int, used: Callable[[], float]) -> list[float]:
    """CPU seconds of the import of so many entries, of the profile after it, and of a turn."""
    record = bundle(entries)
    patient = client.register_patient(locale="en", time_zone="UTC")
    found = []
    for call in (
        lambda: client.import_fhir(patient, record),
        lambda: client.profile(patient),
        lambda: client.say(patient, "I have asthma.", timeout=SECONDS),
    ):
        before = used()
        call()
        found.append(used() - before)
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entries", type=int, nargs="+", default=ENTRIES)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as data, started(Path(data)) as (process, address):
        with AnamnesisClient(address, timeout=SECONDS) as client:
            client.say(client.register_patient(locale="en", time_zone="UTC"), "I have asthma.")
            print("  entries   import  ms an entry  profile after it  turn after it  (CPU s)")
            for entries in options.entries:
                imported, profile, turn = measure(client, entries, lambda: cpu_seconds(process.pid))
                print(f"{entries:9} {imported:8.2f} {1000 * imported / entries:12.2f} {profile:17.2f} {turn:14.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
