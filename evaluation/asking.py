"""What people ask of their values, of the last thing said and of their list: asked over gRPC, with known answers.

    python -m evaluation.asking [--address HOST:PORT] [--split dev|held] [--kind KIND ...] [--show failed|all]

``asked/patients.json`` holds four invented patients, ``asked/questions.tsv`` the questions: 24 kinds, three wordings,
two languages. Turns are separated by "//"; the last one's answer must hold all of ``says`` ("&"; "|" between
alternatives) and none of ``not``. All wordings were written before the answers, by one hand; the answers to those of
the split "held" were looked at only once they had been scored.
Exit status 1 when the share of right answers is below ``--floor``.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
import tempfile
import uuid
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final
from zoneinfo import ZoneInfo

from clients.client import AnamnesisClient
from evaluation.server_process import running_server
from protos.anamnesis.v1 import fact_pb2

DATA: Final = Path(__file__).parent / "asked"
ASKED_AT: Final = datetime(2025, 11, 22, 10, tzinfo=ZoneInfo("Asia/Seoul"))
"""The moment of every question: words like "since March" and "last December" count from it."""


@dataclass(frozen=True, slots=True)
class Case:
    """One question, after the turns that it leans on, and what its answer must and must not hold."""

    split: str
    kind: str
    patient: str
    language: str
    turns: tuple[str, ...]
    says: tuple[tuple[str, ...], ...]
    never: tuple[str, ...]

    def is_right(self, text: str) -> bool:
        """Whether ``text`` answers it."""
        said = text.casefold()
        held = all(any(one.casefold() in said for one in either) for either in self.says)
        return held and not any(one.casefold() in said for one in self.never)


def read_cases(path: Path = DATA / "questions.tsv") -> tuple[Case, ...]:
    """All questions of a file."""
    with path.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    return tuple(
        Case(
            split=row["split"],
            kind=row["kind"],
            patient=row["patient"],
            language=row["language"],
            turns=tuple(row["turns"].split(" // ")),
            says=tuple(tuple(each.split(" | ")) for each in row["says"].split(" & ")),
            never=tuple((row["not"] or "").split(" & ")) if row["not"] else (),
        )
        for row in rows
    )


def read_patients(path: Path = DATA / "patients.json") -> dict[str, list[dict[str, Any]]]:
    """The facts of each patient, by name."""
    return {name: one["facts"] for name, one in json.loads(path.read_text(encoding="utf-8")).items()}


def fact_of(row: dict[str, Any]) -> fact_pb2.Fact:
    """A fact of the data as the wire has it."""
    fact = fact_pb2.Fact(
        slot=f"SLOT_KIND_{row['slot'].upper()}",
        name=row["name"],
        unit=row.get("unit", ""),
        dose=row.get("dose", ""),
        frequency=row.get("frequency", ""),
        status=row.get("status", ""),
        polarity=row.get("polarity", ""),
        qualifier=row.get("qualifier", ""),
        reaction=row.get("reaction", ""),
        valid_from=row.get("from", ""),
    )
    value = row.get("value")
    if isinstance(value, str):
        fact.text = value
    elif value is not None:
        fact.number = float(value)
    return fact


def answers(
    client: AnamnesisClient, cases: Sequence[Case], patients: dict[str, list[dict[str, Any]]]
) -> Iterator[tuple[Case, str]]:
    """Each case with the answer to its last turn, from a patient of its own."""
    for case in cases:
        patient_id, conversation = str(uuid.uuid4()), str(uuid.uuid4())
        client.register_patient(patient_id, locale=case.language, time_zone="Asia/Seoul")
        client.record(patient_id, [fact_of(row) for row in patients[case.patient]])
        text = ""
        for turn in case.turns:
            text = client.say(patient_id, turn, conversation_id=conversation, said_at=ASKED_AT).text
        yield case, text


def table(scored: Sequence[tuple[Case, bool]]) -> str:
    """Right answers by kind and language, and in all."""
    counts: dict[str, dict[str, list[bool]]] = defaultdict(lambda: defaultdict(list))
    for case, right in scored:
        counts[case.kind][case.language].append(right)
        counts["all"][case.language].append(right)
    lines = ["| kind | ko | en |", "|---|---|---|"]
    for kind, found in counts.items():
        if kind != "all":
            lines.append(f"| {kind} | {_share(found['ko'])} | {_share(found['en'])} |")
    lines.append(f"| all | {_share(counts['all']['ko'])} | {_share(counts['all']['en'])} |")
    return "\n".join(lines)


def _share(right: Sequence[bool]) -> str:
    return f"{sum(right)}/{len(right)}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Ask, score and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--address")
    parser.add_argument("--split", choices=("dev", "held"))
    parser.add_argument("--kind", nargs="*")
    parser.add_argument("--show", choices=("none", "failed", "all"), default="none")
    parser.add_argument("--floor", type=float, default=0.0)
    options = parser.parse_args(arguments)
    cases = [
        case
        for case in read_cases()
        if (not options.split or case.split == options.split) and (not options.kind or case.kind in options.kind)
    ]
    scored = []
    with tempfile.TemporaryDirectory() as data, running_server(options.address, Path(data)) as address:
        with AnamnesisClient(address) as client:
            for case, text in answers(client, cases, read_patients()):
                right = case.is_right(text)
                scored.append((case, right))
                if options.show == "all" or (options.show == "failed" and not right):
                    mark = "right" if right else "WRONG"
                    print(f"{mark} {case.kind} {case.patient}: {' // '.join(case.turns)}\n    {text!r}")
    print(table(scored))
    total = sum(right for _, right in scored)
    print(f"right: {total} of {len(scored)}")
    return 0 if total >= options.floor * len(scored) else 1


if __name__ == "__main__":
    sys.exit(main())
