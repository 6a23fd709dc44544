"""The turn row: what one turn of one scenario under one system leaves behind for metrics, statistics and the report.

Rows hold what happened and what was right, no averages and no times of the machine: the same study gives the same rows
on every machine. A file ``turns.jsonl`` of an experiment has one row a line, whole scenarios only, sorted by system,
scenario and turn.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

JSON = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Context:
    """A document as it was put before the answer: its id and its text, as the log's retrieval names it."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Rubric:
    """Points 0-2; None where the turn asks for nothing of the kind."""

    accuracy: int | None = None
    context: int | None = None
    reasoning: int | None = None
    hallucination: int | None = None
    evidence: int | None = None


@dataclass(frozen=True, slots=True)
class TurnRow:
    """One turn.

    ``scenario`` pairs across systems; ``repeat`` numbers plays of one scenario under one system. ``factors`` are the
    experiment's own (its levels by name). ``truth`` is the patient as they are after this turn, ``gold`` the checks of
    the answer: ``[{name, rubric, forbidden, passed, ...}]``. ``passed`` is None for a turn that nothing is asked of.
    ``memory_found`` facts are remembered after the turn, ``memory_right`` of them as they are, ``memory_expected``
    should be. ``uptake`` is None but for corrections; ``resurrected`` says that something corrected is current again;
    ``collateral`` counts untouched facts that a correction lost, ``false_apply`` untrue ones that it added.
    ``retrievals`` has a list of document ids a search; ``qualities`` the judged score of each draft and ``quality``
    that of the answer; ``stop_reason`` is why refining ended, "" where there was none. ``memory_items_raw`` and
    ``memory_items_kept`` count the notes before and after consolidation. ``facts_used`` are the facts an answer rests
    on, as ``slot name`` (ids differ from run to run). ``model_cost`` is in USD, tokens as the log counts them.
    ``wanted`` are the documents that a good answer needs, ``labelled`` the complexity that an annotator gave the
    question, "" where nobody did. ``context_facts`` (``slot name``), ``context_turns`` and ``context_summaries`` (a
    number) are what the prompt held of the memory; ``warnings`` are the codes that the answer carries. ``relevant`` are
    those of the retrieved documents that are about the patient or what was asked, None where nothing was retrieved.
    """

    experiment: str
    system: str
    scenario: str
    patient: str
    cohort: str
    level: str
    mode: str
    locale: str
    repeat: int
    turn: int
    turn_type: str
    template: str
    question: str
    message: str
    answer: str
    factors: dict[str, str | int | float | bool] = field(default_factory=dict)
    disclosed: tuple[str, ...] = ()
    required: tuple[str, ...] = ()
    truth: JSON = field(default_factory=dict)
    gold: tuple[JSON, ...] = ()
    passed: bool | None = None
    rubric: Rubric = field(default_factory=Rubric)
    memory_found: int = 0
    memory_right: int = 0
    memory_expected: int = 0
    uptake: bool | None = None
    resurrected: bool = False
    collateral: int = 0
    false_apply: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    calls: int = 0
    iterations: int = 0
    retrievals: tuple[tuple[str, ...], ...] = ()
    complexity: str = ""
    needs_retrieval: bool = False
    stop_reason: str = ""
    cache_hit: bool = False
    quality: float | None = None
    qualities: tuple[float, ...] = ()
    uncertainty: float | None = None
    consistency: float | None = None
    memory_items_raw: int = 0
    memory_items_kept: int = 0
    contexts: tuple[Context, ...] = ()
    citations: tuple[str, ...] = ()
    facts_used: tuple[str, ...] = ()
    model_cost: float = 0.0
    intake: str = ""
    shape: str = ""
    failure: str = ""
    wanted: tuple[str, ...] = ()
    labelled: str = ""
    warnings: tuple[str, ...] = ()
    context_facts: tuple[str, ...] = ()
    context_turns: tuple[int, ...] = ()
    context_summaries: int = 0
    relevant: tuple[str, ...] | None = None
    log_probabilities: tuple[float, ...] = ()

    def as_dict(self) -> JSON:
        """The row as JSON values."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: JSON) -> TurnRow:
        """A row from JSON values. Raises TypeError for a field that rows don't have."""
        values = {**data}
        values["rubric"] = Rubric(**data.get("rubric", {}))
        values["contexts"] = tuple(Context(**one) for one in data.get("contexts", ()))
        values["retrievals"] = tuple(tuple(one) for one in data.get("retrievals", ()))
        values["relevant"] = tuple(data["relevant"]) if data.get("relevant") is not None else None
        for name in _LISTS:
            values[name] = tuple(data.get(name, ()))
        return cls(**values)


_LISTS = ("disclosed", "required", "gold", "qualities", "citations", "facts_used", "wanted", "warnings",
          "context_facts", "context_turns", "log_probabilities")  # fmt: skip

COLUMNS: tuple[str, ...] = tuple(one.name for one in fields(TurnRow))
"""The columns of a row, in the order of its fields."""


def to_lines(rows: Iterable[TurnRow]) -> str:
    """Rows as JSON Lines."""
    return "".join(json.dumps(row.as_dict(), ensure_ascii=False, sort_keys=True) + "\n" for row in rows)


def read_rows(path: Path) -> Iterator[TurnRow]:
    """The rows of a ``turns.jsonl``."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield TurnRow.from_dict(json.loads(line))
