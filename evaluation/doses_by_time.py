"""``python -m evaluation.doses_by_time``: whether each time of a day has its dose after talks that move one.

``doses_by_time.jsonl`` holds forty talks by an author who knew the subject alone; what is expected are the amounts by
the time of day after the last message. Every second talk was read to find what to mend, the others by nobody. Times
after the afternoon count as one, as people call them by either name.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
import uuid
from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

from clients.client import AnamnesisClient
from domain.timing import Timing
from evaluation.server_process import running_server
from protos.anamnesis.v1 import fact_pb2

DATA: Final = Path(__file__).with_suffix(".jsonl")
_ZONES: Final = {"ko": "Asia/Seoul", "en": "Europe/London"}
_BETWEEN: Final = timedelta(minutes=3)
_BEGUN: Final = datetime(2026, 6, 15, 10)
_LATE: Final = "late"
_TIMES: Final = {
    **dict.fromkeys(("WAKE", "ACM", "CM", "MORN", "PCM", "morning", "dawn"), "morning"),
    **dict.fromkeys(("ACD", "CD", "NOON", "PCD", "noon"), "noon"), **dict.fromkeys(("AFT", "afternoon"), "afternoon"),
    **dict.fromkeys(("ACV", "CV", "EVE", "PCV", "NIGHT", "HS", "evening", "night", "bedtime"), _LATE),
}  # fmt: skip
_HOURS: Final = ((11, "morning"), (14, "noon"), (17, "afternoon"), (24, _LATE))
_AMOUNT: Final = re.compile(r"(?P<number>\d+(?:\.\d+)?)\s?(?P<unit>[a-zA-Z]*)")
_UNITS: Final = {"units": "u", "unit": "u", "ug": "mcg", "tabs": "tab"}


def main() -> int:
    """Play the talks, and print how many leave every dose right: those that were read, and the others."""
    talks = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]
    right = {0: 0, 1: 0}
    with tempfile.TemporaryDirectory() as data, running_server(None, Path(data)) as address:
        with AnamnesisClient(address) as client:
            for at, talk in enumerate(talks):
                right[at % 2] += _left_by(client, talk) == _plain(talk["expected"])
    half = len(talks) // 2
    sys.stdout.write(f"all doses right: {right[0]} of {half} that were read, {right[1]} of {half} that nobody read\n")
    return 0


def _left_by(client: AnamnesisClient, talk: Mapping[str, object]) -> dict[str, tuple[float, str]]:
    """The amounts by time of day that a talk leaves of its medicine."""
    language, turns = str(talk["language"]), talk["turns"]
    patient, conversation = str(uuid.uuid4()), str(uuid.uuid4())
    zone = _ZONES[language]
    client.register_patient(patient, locale=language, time_zone=zone)
    assert isinstance(turns, list)
    for number, says in enumerate(turns):
        at = _BEGUN.replace(tzinfo=ZoneInfo(zone)) + number * _BETWEEN
        client.say(patient, says, conversation_id=conversation, said_at=at)
    taken = [one for one in client.profile(patient).facts if one.dose and one.status in ("active", "")]
    named = str(talk["medicine"]).lower()
    own = [one for one in taken if one.name.lower() in named or named.split()[-1][:6] in one.name.lower()] or taken
    return _plain(_told(own[0])) if own else {}


def _told(fact: fact_pb2.Fact) -> dict[str, str]:
    """What a fact says is taken at each time."""
    if "," in fact.dose:
        parts = (part.rpartition(" ") for part in fact.dose.split(", "))
        return {when: amount for amount, _, when in parts}
    times = Timing.read(fact.timing).times or (("HS",) if fact.frequency == "QHS" else ())
    return dict.fromkeys(times, fact.dose)


def _plain(amounts: Mapping[str, str]) -> dict[str, tuple[float, str]]:
    """Amounts in one unit by the four parts of a day."""
    found = {}
    for when, amount in amounts.items():
        match = _AMOUNT.match(amount)
        if match is None:
            continue
        number, unit = float(match["number"]), match["unit"].lower()
        unit = _UNITS.get(unit, unit)
        number, unit = (number * 1000, "mg") if unit == "g" else (number, unit)
        hour = next((part for end, part in _HOURS if ":" in when and int(when[:2]) < end), "")
        found[hour or _TIMES.get(when, when)] = (number, unit)
    return found


if __name__ == "__main__":
    raise SystemExit(main())
