"""The six-turn protocol P6 over gRPC: play every scenario against a server, then score answers and memory.

    python -m evaluation.p6 --scenarios DIR [--address HOST:PORT] [--out DIR]

DIR holds ``scenarios.jsonl`` and the checker ``tools/check_p6.py``. Without an address a server is started on loopback
with a temporary data directory. Exit status 1 when a floor of ``--floor-*`` is missed.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import statistics
import sys
import tempfile
import uuid
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from types import ModuleType
from typing import Any

from clients.client import AnamnesisClient
from evaluation.server_process import running_server
from protos.anamnesis.v1 import fact_pb2

JSON = dict[str, Any]
SYSTEMS = {
    "conditions": ("SNOMED",),
    "family_history": ("SNOMED",),
    "medications": ("RXNORM",),
    "labs": ("LOINC",),
    "vitals": ("LOINC",),
    "allergies": ("SNOMED", "RXNORM"),
}
"""Which code system the checker's gold facts carry, by slot."""


@dataclass(slots=True)
class Transcript:
    """Answers and memory of all turns, in the checker's formats."""

    answers: list[JSON] = field(default_factory=list)
    memory: list[JSON] = field(default_factory=list)
    failures: Counter[str] = field(default_factory=Counter)


def read_scenarios(folder: Path) -> list[JSON]:
    """The scenarios of a folder."""
    with (folder / "scenarios.jsonl").open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def play(client: AnamnesisClient, scenarios: Iterable[JSON], language: str) -> Iterator[tuple[JSON, Transcript]]:
    """Play scenarios one after the other, each with a patient of its own, and yield what came back."""
    for scenario in scenarios:
        transcript = Transcript()
        patient_id = str(uuid.uuid4())
        client.register_patient(patient_id, locale=language, time_zone=scenario.get("timezone", "Asia/Seoul"))
        if scenario["record"]:
            client.import_card(patient_id, json.dumps(scenario["record"], ensure_ascii=False))
        conversation_id = str(uuid.uuid4())
        for turn in scenario["turns"]:
            _play_turn(client, scenario, turn, patient_id, conversation_id, language, transcript)
        yield scenario, transcript


def _play_turn(
    client: AnamnesisClient,
    scenario: JSON,
    turn: JSON,
    patient_id: str,
    conversation_id: str,
    language: str,
    transcript: Transcript,
) -> None:
    text, citations = "", list[str]()
    for message in client.converse(
        patient_id,
        turn[f"utterance_{language}"],
        conversation_id=conversation_id,
        said_at=datetime.fromisoformat(turn["at"]),
    ):
        kind = message.WhichOneof("payload")
        if kind == "answer":
            text = message.answer.text
            citations = [citation.document_id for citation in message.answer.citations]
        elif kind == "turn_failed":
            transcript.failures[message.turn_failed.reason] += 1
    key = {"scenario_id": scenario["scenario_id"], "turn_id": turn["turn_id"]}
    transcript.answers.append({**key, "answer": text, "citations": citations})
    facts = client.profile(patient_id).facts
    transcript.memory.append({**key, "memory": [as_checked(fact) for fact in facts]})


def as_checked(fact: fact_pb2.Fact) -> JSON:
    """A fact of the profile in the checker's words; absent fields are its defaults."""
    slot = fact_pb2.SlotKind.Name(fact.slot).removeprefix("SLOT_KIND_").lower()
    kind = fact.WhichOneof("value")
    checked: JSON = {
        "slot": slot,
        "name": fact.name,
        "display": fact.display,
        "code": code_of(fact, slot),
        "value": plain(getattr(fact, kind)) if kind else None,
        "unit": fact.unit,
        "effective": fact.valid_from if slot in ("labs", "vitals") else None,
        "dose": fact.dose,
        "frequency": fact.frequency,
        "status": "current",
        "polarity": fact.polarity,
        "certainty": fact.certainty,
        "subject": fact.subject,
        "temporality": fact.temporality,
    }
    if slot == "medications":
        checked["med_status"] = fact.status or "active"
    if slot == "conditions":
        checked["clinical_status"] = fact.status or "active"
    return {name: value for name, value in checked.items() if value not in (None, "")}


def plain(value: float | str | bool) -> float | int | str | bool:
    """A whole number without its decimal point, as the gold writes ages and counts."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def code_of(fact: fact_pb2.Fact, slot: str) -> str | None:
    """The fact's code in the system that the gold uses; the record's own code comes first among equals."""
    for wanted in SYSTEMS.get(slot, ()):
        for coding in fact.codings:
            if wanted in coding.system.upper():
                return coding.code
    return None


@dataclass(frozen=True, slots=True)
class Score:
    """What the checker says: share of clean turns, correction metrics, memory figures."""

    turns: int
    clean: float
    by_turn: dict[str, tuple[int, float]]
    top_failures: list[tuple[str, int]]
    correction: JSON
    memory: dict[str, float]
    median_length: dict[str, float]


def score(checker: ModuleType, scenarios: Sequence[JSON], transcript: Transcript) -> Score:
    """Score the turns T1 to T6 (with T5b) of these scenarios."""
    answers: dict[str, dict[str, str]] = defaultdict(dict)
    citations: dict[tuple[str, str], list[str]] = {}
    for line in transcript.answers:
        answers[line["scenario_id"]][line["turn_id"]] = line["answer"]
        citations[line["scenario_id"], line["turn_id"]] = line["citations"]
    remembered = {(line["scenario_id"], line["turn_id"]): line["memory"] for line in transcript.memory}
    clean: dict[str, list[bool]] = defaultdict(list)
    lengths: dict[str, list[int]] = defaultdict(list)
    failures: Counter[str] = Counter()
    quality: list[JSON] = []
    for scenario in scenarios:
        given = answers[scenario["scenario_id"]]
        for turn in scenario["turns"]:
            key = (scenario["scenario_id"], turn["turn_id"])
            result = checker.score_turn(turn, given[turn["turn_id"]], given, citations[key])
            clean[turn["turn_type"]].append(not result["hard_fail"])
            lengths[turn["turn_type"]].append(len(given[turn["turn_id"]]))
            failures.update(f"{turn['turn_type']} {name.split(':')[0]}" for name in result["hard_fail"])
            quality.append(checker.score_memory(scenario, turn, remembered[key]))
    scored = [passed for kind, all_passed in clean.items() if kind != "T0" for passed in all_passed]
    return Score(
        turns=len(scored),
        clean=sum(scored) / max(len(scored), 1),
        by_turn={kind: (len(passed), sum(passed) / len(passed)) for kind, passed in sorted(clean.items())},
        top_failures=failures.most_common(12),
        correction=checker.correction_metrics(scenarios, remembered),
        memory={
            "precision": statistics.fmean(one["precision"] for one in quality),
            "recall": statistics.fmean(one["recall"] for one in quality),
            "f1": statistics.fmean(one["f1"] for one in quality),
            "stale": float(sum(len(one["stale_current"]) for one in quality)),
            "wrongly_stored": float(sum(len(one["wrongly_stored"]) for one in quality)),
        },
        median_length={kind: statistics.median(all_lengths) for kind, all_lengths in sorted(lengths.items())},
    )


def load_checker(folder: Path) -> ModuleType:
    """The data folder's own checker."""
    path = folder / "tools" / "check_p6.py"
    spec = importlib.util.spec_from_file_location("check_p6", path)
    if spec is None or spec.loader is None:
        raise FileNotFoundError(path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def report(title: str, result: Score) -> str:
    """A score in a few lines."""
    turns = "  ".join(f"{kind} {share:.3f} ({count})" for kind, (count, share) in result.by_turn.items())
    memory = "  ".join(f"{name} {value:.3f}" for name, value in result.memory.items())
    lengths = "  ".join(f"{kind} {value:.0f}" for kind, value in result.median_length.items())
    return "\n".join(
        [
            f"{title}: hard-failure-free turns T1-T6 {result.clean:.3f} of {result.turns}",
            f"  by turn: {turns}",
            f"  correction: {json.dumps(result.correction, ensure_ascii=False)}",
            f"  memory: {memory}",
            f"  median answer length in characters: {lengths}",
            f"  most frequent hard failures: {result.top_failures}",
        ]
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, score and report; 0 when every floor holds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenarios", type=Path, required=True)
    parser.add_argument("--address")
    parser.add_argument("--language", choices=("ko", "en"), default="ko")
    parser.add_argument("--only", nargs="*", help="scenario ids to play")
    parser.add_argument("--out", type=Path, help="keep answers.jsonl and memory.jsonl here")
    parser.add_argument("--floor-clean", type=float, default=0.0)
    parser.add_argument("--floor-uptake", type=float, default=0.0)
    options = parser.parse_args(arguments)
    scenarios = read_scenarios(options.scenarios)
    if options.only:
        scenarios = [one for one in scenarios if one["scenario_id"] in options.only]
    checker = load_checker(options.scenarios)
    whole, by_intake = Transcript(), defaultdict[str, Transcript](Transcript)
    with tempfile.TemporaryDirectory() as data, running_server(options.address, Path(data)) as address:
        with AnamnesisClient(address) as client:
            for scenario, transcript in play(client, scenarios, options.language):
                for part in (whole, by_intake[scenario["intake"]]):
                    part.answers += transcript.answers
                    part.memory += transcript.memory
                    part.failures += transcript.failures
    if options.out:
        options.out.mkdir(parents=True, exist_ok=True)
        for name, lines in (("answers", whole.answers), ("memory", whole.memory)):
            text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
            (options.out / f"{name}.jsonl").write_text(text, encoding="utf-8")
    for intake, transcript in sorted(by_intake.items()):
        chosen = [scenario for scenario in scenarios if scenario["intake"] == intake]
        print(report(f"{intake} intake", score(checker, chosen, transcript)))
    total = score(checker, scenarios, whole)
    print(report("all", total))
    if whole.failures:
        print(f"failed turns: {dict(whole.failures)}", file=sys.stderr)
    return 0 if floors_hold(total, options.floor_clean, options.floor_uptake) else 1


def floors_hold(result: Score, clean: float, uptake: float) -> bool:
    """Whether clean turns and correction uptake reach their floors and no corrected value came back."""
    resurrected = int(str(result.correction["resurrected_at_T6"]).split("/")[0])
    reached = result.clean >= clean and result.correction["correction_uptake"] >= uptake
    return reached and (resurrected == 0 or not (clean or uptake))


if __name__ == "__main__":
    sys.exit(main())
