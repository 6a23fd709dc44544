"""Play the lists over gRPC, each with a patient of its own, and count what is kept and answered as it was told.

    python -m evaluation.medicines_told FILE... [--show failed|all] [--only ID ...]

A line of a FILE is an entry: ``says`` (one or two messages with their time), ``medicines`` (each as it stands after all
of them) and ``asks`` (questions, each asked after the messages, with the names and figures that an answer holds).
"""

from __future__ import annotations

import argparse
import json
import tempfile
import uuid
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from clients.client import AnamnesisClient
from evaluation.medicines_told.scoring import Kept, Names, answers, kept, patient_of
from evaluation.server_process import running_server
from extraction.naming.vocabulary import load_vocabulary
from protos.anamnesis.v1 import fact_pb2

_ZONES = {"ko": "Asia/Seoul", "en": "Europe/London"}


def play(
    client: AnamnesisClient, entries: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[Mapping[str, Any], list[str], Sequence[fact_pb2.Fact]]]:
    """Each entry with the answers to its questions, and the facts on record before these."""
    for entry in entries:
        patient_id, conversation = str(uuid.uuid4()), str(uuid.uuid4())
        client.register_patient(patient_id, locale=entry["language"], time_zone=_ZONES[entry["language"]])
        at = None
        for message in entry["says"]:
            at = datetime.fromisoformat(message["at"])
            client.say(patient_id, message["text"], conversation_id=conversation, said_at=at)
        facts = list(client.profile(patient_id).facts)
        assert at is not None
        told = []
        for number, ask in enumerate(entry["asks"], 1):
            moment = at + number * timedelta(minutes=2)
            told.append(client.say(patient_id, ask["text"], conversation_id=conversation, said_at=moment).text)
        yield entry, told, facts


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, score and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--address")
    parser.add_argument("--show", choices=("none", "failed", "all"), default="none")
    parser.add_argument("--only", nargs="*")
    options = parser.parse_args(arguments)
    names = Names(load_vocabulary())
    with tempfile.TemporaryDirectory() as data, running_server(options.address, Path(data)) as address:
        with AnamnesisClient(address) as client:
            for path in options.files:
                entries = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
                counts: Counter[str] = Counter()
                for played in play(client, [one for one in entries if not options.only or one["id"] in options.only]):
                    _count(played, names, counts, options.show)
                print(_summary(path.stem, counts))


def _count(
    played: tuple[Mapping[str, Any], list[str], Sequence[fact_pb2.Fact]], names: Names, counts: Counter[str], show: str
) -> None:
    entry, told, facts = played
    patient = patient_of(entry["medicines"])
    found = [(one, kept(one, patient, facts, names)) for one in entry["medicines"]]
    for _, one in found:
        counts.update(_told(one))
    said = [(ask, text, answers(ask, text, names)) for ask, text in zip(entry["asks"], told, strict=True)]
    for ask, _, (full, clean) in said:
        for key in ("asks", f"ask {ask['kind']}"):
            counts.update({key: 1, f"{key} full": full, f"{key} clean": clean})
    wrong = any(not one.is_right for _, one in found) or any(not clean for _, _, (_, clean) in said)
    if show == "all" or (show == "failed" and wrong):
        print(_shown(entry, found, said, facts))


def _told(one: Kept) -> dict[str, int]:
    return {
        "medicines": 1, "right": one.is_right, "known": one.is_known, "dose": one.is_known and one.has_dose,
        "rhythm": one.is_known and one.has_rhythm, "false": one.is_false,
    }  # fmt: skip


def _summary(author: str, counts: Counter[str]) -> str:
    told, asked = counts["medicines"], counts["asks"]
    lines = [
        f"{author}: medicines {told}: all right {counts['right'] / told:.3f}, known {counts['known'] / told:.3f}, "
        f"dose {counts['dose'] / told:.3f}, rhythm {counts['rhythm'] / told:.3f}, "
        f"taken falsely {counts['false']}; asked {asked}: held {counts['asks full'] / asked:.3f}, "
        f"and nothing else {counts['asks clean'] / asked:.3f}"
    ]
    kinds = sorted(key for key in counts if key.startswith("ask ") and not key.endswith((" full", " clean")))
    lines.append("  " + ", ".join(f"{kind[4:]} {counts[f'{kind} clean']}/{counts[kind]}" for kind in kinds))
    return "\n".join(lines)


def _shown(
    entry: Mapping[str, Any],
    found: Sequence[tuple[Mapping[str, Any], Kept]],
    said: Sequence[tuple[Mapping[str, Any], str, tuple[bool, bool]]],
    facts: Sequence[fact_pb2.Fact],
) -> str:
    lines = [f"## {entry['id']}", *(f"  > {one['at'][:16]} {one['text']}" for one in entry["says"])]
    for one, made in found:
        if made.is_right:
            continue
        lacks = [name for name, has in (("known", made.is_known), ("dose", made.has_dose), ("rhythm", made.has_rhythm))
                 if not has]  # fmt: skip
        wanted = {key: value for key, value in one.items() if value not in (None, [], "", False)}
        lines.append(f"  {'FALSE' if made.is_false else 'lacks'} {' '.join(lacks)}: {wanted}")
    lines += [f"  = {_fact(one)}" for one in facts if one.slot == fact_pb2.SLOT_KIND_MEDICATIONS and one.current]
    for ask, text, (full, clean) in said:
        if not clean:
            lines += [f"  ? {ask['text']} [{ask['kind']}] -> {ask['answer']} {'(too much)' if full else ''}",
                      "    " + text.replace("\n", " / ")]  # fmt: skip
    return "\n".join(lines)


def _fact(one: fact_pb2.Fact) -> str:
    told = (one.name, one.dose, one.frequency, one.timing, one.status, one.subject, one.certainty, one.valid_from)
    return " ".join(filter(None, (*told, one.valid_to)))


if __name__ == "__main__":
    main()
