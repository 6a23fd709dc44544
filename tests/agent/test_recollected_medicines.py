"""What was told of medicines, allergies and illnesses, asked for again in words that no author of the reader used.

``tables/recollected_medicines.jsonl``: what is on record, what was said before with what it told, the question, and
what its answer must hold and lack.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from domain.proposals import Operation, Proposal, Target
from domain.values import Content, SlotKind
from tests.agent.conversation import Conversation, allergy, card_reader, condition, lexicon, medicine, symptom

TABLE: Final = Path(__file__).parent / "tables" / "recollected_medicines.jsonl"
ROWS: Final[list[dict[str, Any]]] = [json.loads(line) for line in TABLE.read_text("utf-8").splitlines()]
MAKERS: Final[Mapping[str, Callable[..., Content]]] = {"condition": condition, "allergy": allergy, "symptom": symptom}


def _content(told: Sequence[Any]) -> Content:
    kind, concept_id, fields = told
    if kind == "medicine":
        return medicine(concept_id, fields.get("dose"), fields.get("frequency"), **_rest(fields, "dose", "frequency"))
    if kind == "family":
        concept = lexicon().entry("conditions", concept_id).concept("ko")
        return Content.of({"slot": SlotKind.FAMILY_HISTORY, "concept": concept, **fields})
    return MAKERS[kind](concept_id, **fields)


def _rest(fields: Mapping[str, Any], *known: str) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if name not in known}


def _proposal(told: Mapping[str, Any]) -> Proposal:
    content = _content(told["content"]) if "content" in told else None
    operation = Operation(told.get("operation", "assert"))
    target = Target.of(told["target"]) if "target" in told else None
    return Proposal(operation=operation, content=content, target=target, quote=told.get("quote", "said"),
                    reattributed_to=told.get("reattributed_to"))  # fmt: skip


def _name(row: Mapping[str, Any]) -> str:
    return f"{row['kind']}-{row['language']}-{row['asks'][:40]}"


@pytest.mark.parametrize("row", ROWS, ids=_name)
def test_what_was_told_is_answered_from_the_record(row: dict[str, Any]) -> None:
    talk = Conversation(row["language"], cards=card_reader()).knows(*map(_content, row.get("knows", ())))
    for said, told in row.get("says", ()):
        talk.said(said, [_proposal(one) for one in told])
    answer = talk.said(row["asks"]).text
    assert [one for one in row["holds"] if re.search(one, answer) is None] == [], answer
    assert [one for one in row.get("lacks", ()) if re.search(one, answer) is not None] == [], answer
