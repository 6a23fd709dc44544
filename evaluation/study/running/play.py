"""Play one conversation under one system, and write down every turn with what was right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from datetime import date
from types import MappingProxyType

from evaluation.study import memory
from evaluation.study.experiments.definition import Value
from evaluation.study.gold import Check
from evaluation.study.memory import Stated
from evaluation.study.patients import Patient
from evaluation.study.rows import JSON, Rubric, TurnRow
from evaluation.study.scoring import points, relevant, verdicts
from evaluation.study.simulator import Said, Scenario
from evaluation.study.systems.port import MemorySize, Reply, System, Trace
from evaluation.study.systems.service import Passage
from evaluation.study.voice import Voice

_CORRECTING = frozenset({"T5", "T5b"})


@dataclass(frozen=True, slots=True)
class Label:
    """What the rows of one task have in common."""

    experiment: str
    stage: str
    system: str
    repeat: int
    factors: Mapping[str, Value]
    sized: bool = False


@dataclass(slots=True)
class Played:
    """A conversation's rows, and apart from them the milliseconds of each turn, which are the machine's."""

    rows: list[TurnRow] = field(default_factory=list)
    milliseconds: list[float | None] = field(default_factory=list)


class Neighbour:
    """Another patient on the same service, whose conversation goes on between the turns of the one that is played."""

    def __init__(self, system: System, scenario: Scenario) -> None:
        self._system, self._scenario, self._left = system, scenario, iter(scenario.turns)

    def arrive(self) -> None:
        """Bring the card, if there is one."""
        if self._scenario.record is not None:
            self._system.load(self._scenario.record)

    def speak(self) -> None:
        """Say the next line, and nothing once all is said."""
        said = next(self._left, None)
        if said is not None:
            self._system.ask(said.text, said.at)


@dataclass(slots=True)
class _Turn:
    said: Said
    text: str
    by: str
    reply: Reply
    held: frozenset[Stated] | None
    before: frozenset[Stated] | None
    disclosed: frozenset[str] | None
    size: MemorySize


def play(
    system: System,
    scenario: Scenario,
    label: Label,
    passages: Mapping[str, Passage] = MappingProxyType({}),
    voice: Voice | None = None,
    beside: Sequence[Neighbour] = (),
) -> Played:
    """Play a scenario to its end; ``passages`` are the corpus's, by id; ``voice`` has a model say the patient's lines.

    Before each turn every patient ``beside`` this one says their next line: nothing of it may reach these rows.

    Raises InvalidStudy where the system refuses it, and the client's named failures.
    """
    if scenario.record is not None:
        system.load(scenario.record)
    disclosed: set[str] | None = None if scenario.record is not None else set()
    for neighbour in beside:
        neighbour.arrive()
    turns, before = list[_Turn](), system.facts()
    for said in scenario.turns:
        for neighbour in beside:
            neighbour.speak()
        text, by = voice.say(said, scenario, turns[-1].reply.answer if turns else "") if voice else (said.text, "")
        reply = system.ask(text, said.at)
        if disclosed is not None:
            disclosed.update(said.template.discloses)
        held = system.facts()
        size = system.size() if label.sized else MemorySize(0, 0)
        told = None if disclosed is None else frozenset(disclosed)
        turns.append(_Turn(said, text, by, reply, held, before, told, size))
        before = held
    return _written(scenario, label, turns, system.traces(), passages)


def _written(
    scenario: Scenario,
    label: Label,
    turns: Sequence[_Turn],
    traces: Sequence[Trace],
    passages: Mapping[str, Passage],
) -> Played:
    played, found, stale = Played(), set[str](), set[Stated]()
    for number, (turn, trace) in enumerate(zip(turns, traces, strict=True), start=1):
        # Only what was found in this conversation is evidence: a passage cited without a search is not.
        found.update(document for one in trace.retrievals for document in one)
        if turn.said.template.turn in _CORRECTING:
            stale |= turn.said.stale
        row = _row(scenario, label, number, turn, trace, found, stale)
        played.rows.append(replace(row, relevant=_relevant(turn.said, trace, passages)))
        played.milliseconds.append(trace.milliseconds)
    return played


def _row(
    scenario: Scenario,
    label: Label,
    number: int,
    turn: _Turn,
    trace: Trace,
    found: AbstractSet[str],
    stale: AbstractSet[Stated],
) -> TurnRow:
    said, reply, play = turn.said, turn.reply, scenario.play
    passed = verdicts(said.checks, reply.answer, len(set(reply.citations) & found))
    return TurnRow(
        experiment=label.experiment,
        system=label.system,
        scenario=f"{label.stage}.{scenario.scenario_id}",
        patient=scenario.patient.patient_id,
        cohort=scenario.patient.cohort,
        level=scenario.patient.level,
        mode=play.mode,
        locale=play.language,
        repeat=label.repeat,
        turn=number,
        turn_type=said.template.turn,
        template=said.template.id,
        question=said.question,
        message=turn.text,
        answer=reply.answer,
        factors={
            "stage": label.stage,
            **label.factors,
            **({"expected": said.labelled} if said.labelled else {}),
            **({"voice": turn.by} if turn.by else {}),
        },
        disclosed=said.template.discloses,
        required=said.template.uses,
        truth=truth_of(said.truth),
        gold=tuple(_gold(check, passed[check.name]) for check in said.checks),
        passed=all(passed.values()) if passed else None,
        rubric=Rubric(**points(said.checks, passed)),
        **_memory(turn, stale),
        tokens_in=trace.tokens_in,
        tokens_out=trace.tokens_out,
        calls=trace.calls,
        iterations=trace.iterations,
        retrievals=tuple(trace.retrievals),
        complexity=trace.complexity,
        needs_retrieval=trace.needs_retrieval,
        stop_reason=trace.stop_reason,
        cache_hit=trace.cache_hit,
        quality=trace.quality,
        qualities=tuple(trace.qualities),
        uncertainty=trace.uncertainty,
        consistency=trace.consistency,
        memory_items_raw=turn.size.raw,
        memory_items_kept=turn.size.kept,
        contexts=trace.contexts,
        citations=reply.citations,
        facts_used=trace.facts_used,
        model_cost=trace.cost,
        intake=play.intake,
        shape=play.shape,
        failure=reply.failure,
        wanted=said.wanted,
        labelled=said.labelled,
        warnings=trace.warnings,
        context_facts=trace.context_facts,
        context_turns=trace.context_turns,
        context_summaries=trace.context_summaries,
        log_probabilities=trace.log_probabilities,
    )


def _relevant(said: Said, trace: Trace, passages: Mapping[str, Passage]) -> tuple[str, ...] | None:
    """Of the documents found, those that the question is labelled with, or else those about the patient."""
    if not trace.retrievals:
        return None
    found = dict.fromkeys(document for one in trace.retrievals for document in one)
    if said.wanted:
        return tuple(one for one in found if one in said.wanted)
    return tuple(one for one in found if one in passages and relevant((one, passages[one].about), said.truth))


def _memory(turn: _Turn, stale: AbstractSet[Stated]) -> JSON:
    """What memory held after the turn, and what a correction did to it; nothing for a memory without facts."""
    if turn.held is None or turn.before is None:
        return {}
    said = turn.said
    wanted = memory.expected(said.truth, turn.disclosed)
    found: JSON = {
        "memory_found": len(turn.held),
        "memory_right": len(memory.right(turn.held, wanted)),
        "memory_expected": len(wanted),
        "resurrected": memory.resurrected(turn.held, said.truth, sorted(stale)),
    }
    if said.template.turn in _CORRECTING:
        change = memory.corrected(turn.before, turn.held, said.before, said.truth, said.stale)
        found |= {"uptake": change.uptake, "collateral": change.collateral, "false_apply": change.false_apply}
    return found


def truth_of(patient: Patient) -> JSON:
    """A truth as the rows have it: the patient's fields that a conversation can change, by the vocabulary's ids."""
    data: JSON = patient.model_dump(mode="json", exclude={"patient_id", "as_of", "cohort", "level"})
    return data


def _gold(check: Check, passed: bool) -> JSON:
    fields = {
        "any_of": list(check.any_of), "about": list(check.about), "value": check.value, "day": check.day,
        "steps": check.steps,
        "citations": check.citations,
    }  # fmt: skip
    shown = {name: one.isoformat() if isinstance(one, date) else one for name, one in fields.items() if one}
    return {"name": check.name, "rubric": check.rubric, "forbidden": check.forbidden, "passed": passed, **shown}
