"""Right and wrong answers over records, read from answers.yaml."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Literal, cast

import yaml

from agent.answers.record.known import Known
from agent.skills.ports import Language, Situation
from domain.ledger import local_day
from domain.values import PATIENT, Content, SlotKind, Status
from tests.agent.conversation import NOW, ZONE, none_of
from tests.agent.safety.spoken import known, spoken
from tests.shipped import vocabulary

_PAIRS = Path(__file__).parent / "answers.yaml"


@dataclass(frozen=True, slots=True)
class Pair:
    """A question over a record with a right and a wrong answer; every other one is held back."""

    record: str
    language: Language
    half: Literal["seen", "held"]
    question: str
    right: str
    wrong: str

    @property
    def situation(self) -> Situation:
        """The situation in which the question is asked."""
        base = _base(self.record)
        return replace(base, question=replace(base.question, text=self.question, language=self.language))

    @property
    def known(self) -> Known:
        """What is on record when it is asked."""
        return _known(self.record)


def pairs() -> Iterator[Pair]:
    """All pairs, in the file's order."""
    for place, (record, question, right, wrong) in enumerate(_read()["pairs"]):
        language: Language = "en" if question.isascii() else "ko"
        yield Pair(record, language, "seen" if place % 2 == 0 else "held", question, right, wrong)


@cache
def _read() -> dict[str, Any]:
    return cast(dict[str, Any], yaml.safe_load(_PAIRS.read_text(encoding="utf-8")))


@cache
def _known(record: str) -> Known:
    return Known(_base(record).view.ledger, local_day(NOW, ZONE))


@cache
def _base(record: str) -> Situation:
    return spoken("en", _record(record), "hello", urgent=False)


@cache
def _record(name: str) -> tuple[Content, ...]:
    return tuple(_content(row) for row in _read()["records"][name])


def _content(row: Mapping[str, Any]) -> Content:
    slot, concept_id = row["fact"].split(":")
    if concept_id == "none":
        return none_of(SlotKind(slot))
    if slot == "family":
        concept = vocabulary().lexicon.entry("conditions", concept_id).concept("ko")
        return Content.of({"slot": SlotKind.FAMILY_HISTORY, "concept": concept, "subject": row.get("subject", PATIENT)})
    fields = {key: row[key] for key in ("dose", "frequency") if key in row}
    if "status" in row:
        fields["status"] = Status(row["status"])
    if "value" in row:
        fields["valid_from"] = row["day"]
        return known(row["fact"], float(row["value"]), row["unit"], **fields)
    return known(row["fact"], **fields)
