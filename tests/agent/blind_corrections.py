"""Sixty corrections by two people who never saw the program: read by its own reader, by a strong model, and by both.

    python -m tests.agent.blind_corrections          # the table, and what was not taken up
    python -m tests.agent.blind_corrections record   # write the prompts anew beside the completions that are kept

``tables/blind_corrections.jsonl`` holds the turns, annotated by their authors as readings are;
``recorded/corrections.jsonl`` the prompt that `understand` sends for each, and what a strong model said that saw
nothing but the prompt. Every turn goes the service's own way: what is known is recorded, then the patient talks, the
model answers over HTTP, and what counts is what stands in the log afterwards.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import uuid
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, ClassVar, Literal, Protocol, get_args

from agent.turns import TurnRequest
from domain.commands import CorrectSlot, RecordSlots, RegisterPatient, RetractSlot
from domain.events import CheckFailed, ClarificationRequested
from domain.ledger import Fact, Ledger
from domain.values import Content, SlotKind, Source
from extraction.naming.lexicon import Lexicon
from extraction.port import Reading
from extraction.text.language import Language
from server.composition import Knowledge, load_knowledge
from server.data_directory import DataDirectory
from tests.agent.agent_bench import AgentBench, Heard
from tests.agent.llm_bench import models_at
from tests.agent.recorded_endpoint import label
from tests.llm_server import LlmServer, Reply, model_of, says, understood
from tests.llm_server.replies import skill_of
from tests.shipped import vocabulary
from training.playing import ZONE, concept_of, content_of, fact_line
from training.scoring import Outcome, Score, concept, core, score

TURNS = Path(__file__).parent / "tables" / "blind_corrections.jsonl"
RECORDED = Path(__file__).parent / "recorded" / "corrections.jsonl"
Readers = Literal["reader", "model", "both"]
_ENDING = frozenset({"stop", "retract"})
_TOLD = ("value", "dose", "frequency", "date", "status", "polarity", "temporality")
_YES = {"ko": "네, 맞아요", "en": "Yes, that's right."}


class Silent:
    """A reader that reads nothing, so that a model is alone."""

    extractors: ClassVar[dict[str, str]] = {"nobody": "1"}

    def read(self, text: str, *, language: Language | None = None, **others: Any) -> Reading:
        return Reading((), language or "ko", {"nobody": "1"})


@dataclass(frozen=True)
class Result:
    """What became of one turn: of ``moved`` corrections so many were ``taken`` up at once, and ``after`` a yes to what
    was ``asked``; ``wrong`` is what was done that nobody told, ``standing`` the wrong values left in force.
    """

    row: Mapping[str, Any]
    moved: int
    taken: int
    wrong: tuple[str, ...]
    standing: int
    facts: tuple[str, ...]
    asked: bool = False
    after: int = 0
    checks: tuple[str, ...] = ()


class Model(Protocol):
    """What stands in for a model; ``turn`` is the turn being played, "" for a yes to what was asked."""

    turn: str

    def __call__(self, request: Mapping[str, Any], /) -> Reply:
        """What it says to a request."""
        ...


@dataclass
class Said:
    """The model: what it said to each turn's prompt, and the prompts as they come."""

    completions: dict[str, Mapping[str, Any]]
    turn: str = ""
    prompts: dict[str, str] = field(default_factory=dict)

    def __call__(self, request: Mapping[str, Any]) -> Reply:
        if skill_of(request) != "understand":
            return model_of(request)
        prompt = request["messages"][1]["content"]
        self.prompts[self.turn] = prompt
        completion = understood() | dict(self.completions.get(self.turn) or {})
        told = [one | {"target": label(prompt, one.get("target", ""))} for one in completion["operations"]]
        completion["operations"] = understood(*told)["operations"]
        return says(completion)


def turns(language: str = "", file: Path = TURNS) -> list[dict[str, Any]]:
    """The turns of a language, all of them without one."""
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    return [row for row in rows if row["lang"].startswith(language)]


def completions() -> dict[str, Mapping[str, Any]]:
    """What the model said, by turn; turns in which the service asks none are missing."""
    if not RECORDED.exists():
        return {}
    rows = [json.loads(line) for line in RECORDED.read_text("utf-8").splitlines()]
    return {row["id"]: row["completion"] for row in rows if row["completion"] is not None}


async def results(
    rows: Sequence[Mapping[str, Any]], readers: Readers, knowledge: Knowledge, folder: Path, said: Model
) -> list[Result]:
    """What becomes of every turn when these read it."""
    async with _bench(folder, knowledge, readers, said) as bench:
        return [await _result(row, bench, said) for row in rows]


@asynccontextmanager
async def _bench(folder: Path, knowledge: Knowledge, readers: Readers, said: Model) -> AsyncIterator[AgentBench]:
    async with LlmServer.running(said) as server:
        models = models_at(server.base_url) if readers != "reader" else None
        bench = AgentBench(folder, knowledge, models=models)
        if readers == "model":
            bench.runner = type(bench.runner)(replace(bench.ports, extractor=Silent()))
        try:
            yield bench
        finally:
            if models is not None:
                await models.close()
            bench.records.close()


async def _result(row: Mapping[str, Any], bench: AgentBench, said: Model) -> Result:
    turn = await _told(row, bench, said)
    payloads = [one.payload for one in bench.records.stream(turn.patient_id)]
    result = _stands(row, bench.views.view(turn.patient_id).ledger, turn.before)
    asked = any(isinstance(one, ClarificationRequested) for one in payloads)
    refused = [one for one in payloads if isinstance(one, CheckFailed) and one.skill == "understand"]
    checks = tuple(f"{one.check} ({one.outcome})" for one in refused)
    after = result.taken
    if asked and result.taken < result.moved:
        said.turn = ""
        await _talk(bench, turn.patient_id, row, _YES[row["lang"]])
        yes = _stands(row, bench.views.view(turn.patient_id).ledger, turn.before)
        # Who is asked about what they did not say says no.
        after = yes.taken if len(yes.wrong) <= len(result.wrong) else after
    return replace(result, asked=asked, after=max(after, result.taken), checks=checks)


@dataclass(frozen=True)
class Turn:
    """One turn that went the service's own way: its patient, and the facts that were on record ``before`` it."""

    patient_id: str
    before: Mapping[str, Fact]


async def _told(row: Mapping[str, Any], bench: AgentBench, said: Model) -> Turn:
    said.turn = row["id"]
    patient_id, said_at = str(uuid.uuid4()), datetime.fromisoformat(f"{row['at']}T03:00:00+00:00")
    _know(row, bench, patient_id, said_at, vocabulary().lexicon)
    before = {one.fact_id: one for one in bench.views.view(patient_id).ledger.current()}
    bench.skip(said_at - bench.clock())
    await _talk(bench, patient_id, row, row["text"], row.get("agent_said") or None)
    return Turn(patient_id, before)


async def _talk(
    bench: AgentBench, patient_id: str, row: Mapping[str, Any], text: str, agent: str | None = None
) -> None:
    said_at = datetime.fromisoformat(f"{row['at']}T03:00:00+00:00")
    turn = TurnRequest(str(uuid.uuid4()), patient_id, "c", text, said_at, row["lang"], agent_said=agent)
    await bench.runner.run(turn, Heard())


async def scores(
    rows: Sequence[Mapping[str, Any]], readers: Readers, knowledge: Knowledge, folder: Path, said: Model
) -> AsyncIterator[Score]:
    """The score of what is live after every turn, by the definitions of the readings."""
    async with _bench(folder, knowledge, readers, said) as bench:
        for row in rows:
            turn = await _told(row, bench, said)
            current = bench.views.view(turn.patient_id).ledger.current()
            lines = [fact_line(one, new=one.fact_id not in turn.before) for one in current]
            yield score(row, Outcome(lines))


def _stands(row: Mapping[str, Any], ledger: Ledger, before: Mapping[str, Fact]) -> Result:
    """What the record says after a turn, against what its author says it must."""
    lines = [fact_line(one, new=one.fact_id not in before) for one in ledger.current()]
    gold = _named(row, vocabulary().lexicon)
    counts = _counts(gold, lines)
    ended = [one for one in before if not ledger.facts[one].current]
    wrong = [told_of(before[one]) for one in ended if not _is_told(before[one], list(ledger.current()), gold)]
    told = [{**one, "op": "assert"} for one in gold["facts"]]
    for forbidden in gold["not_facts"]:
        one = score({**gold, "facts": told, "not_facts": [forbidden]}, Outcome(lines)).counts["unsafe"]
        wrong += [f"+ {forbidden['slot']} {forbidden['name']}"] * one
    standing = counts["unsafe"] - sum(one.startswith("+") for one in wrong)
    new = tuple(told_of(one) for one in ledger.current() if one.fact_id not in before)
    return Result(row, counts["moved"], counts["taken"], tuple(wrong), standing, new)


def _counts(gold: Mapping[str, Any], lines: Sequence[Mapping[str, Any]]) -> Counter[str]:
    """The author's counts. What stands where another of their facts puts it is no wrong value that was left: two
    readings that had been swapped each bear the value that was wrong of the other.
    """
    counts = Counter[str]()
    for one in gold["facts"]:
        others = [each for each in gold["facts"] if each is not one and each.get("date")]
        own = [line for line in lines if not any(core(each, line) and each["date"] == line["date"] for each in others)]
        counts += score({**gold, "facts": [one], "not_facts": []}, Outcome(own)).counts
    whole = (
        score(gold, Outcome(lines)).counts["unsafe"] - score({**gold, "not_facts": []}, Outcome(lines)).counts["unsafe"]
    )
    counts["unsafe"] += whole
    return counts


def _know(row: Mapping[str, Any], bench: AgentBench, patient_id: str, said_at: datetime, lexicon: Lexicon) -> None:
    """What is on record before the turn. A value that had replaced another was corrected once; so was what a turn takes
    back, which the authors tell by what it goes back to."""
    bench.skip(said_at - timedelta(days=1) - bench.clock())

    def ids() -> dict[str, Any]:
        return {"request_id": str(uuid.uuid4()), "patient_id": patient_id, "now": bench.clock()}

    bench.records.execute(RegisterPatient(**ids(), tenant="test", locale=row["lang"], time_zone=ZONE))
    for known in row["known"]:
        content = content_of(known, lexicon, row["lang"])
        before = known.get("replaces") or _taken_back(row, known)
        first = content_of({**known, **before}, lexicon, row["lang"])
        earlier = _earlier(bench.views.view(patient_id).ledger.current(), first)
        if earlier is not None and known.get("op") == "retract":
            bench.records.execute(RetractSlot(**ids(), fact_id=earlier.fact_id, reason="", source=Source.PATIENT))
            continue
        if earlier is not None and known.get("op") in ("correct", "change", "stop"):
            bench.records.execute(
                CorrectSlot(**ids(), fact_id=earlier.fact_id, replacement=content, reason="", source=Source.PATIENT)
            )
            continue
        older = {one.fact_id for one in bench.views.view(patient_id).ledger.current()}
        bench.records.execute(RecordSlots(**ids(), contents=(first,), source=Source.PATIENT))
        if first != content:
            added = [one for one in bench.views.view(patient_id).ledger.current() if one.fact_id not in older]
            bench.records.execute(
                CorrectSlot(**ids(), fact_id=added[0].fact_id, replacement=content, reason="", source=Source.PATIENT)
            )


def _earlier(facts: Iterable[Fact], content: Content) -> Fact | None:
    """The fact on record that a later line of ``known`` puts right, stops or takes back."""
    same = (
        one
        for one in facts
        if one.content.slot is content.slot and one.content.concept.concept_id == content.concept.concept_id
    )
    return next(same, None)


def _taken_back(row: Mapping[str, Any], known: Mapping[str, Any]) -> dict[str, Any]:
    """What stood before ``known`` was put in its place, where the turn takes that back; empty where it does not."""
    if any(one.get("replaces") for one in row["known"]):
        return {}
    for gold in row["facts"]:
        replaced = gold.get("replaces") or {}
        same = all(known.get(name, value) == value for name, value in replaced.items() if name != "said")
        if gold["op"] == "revert" and same and (gold["slot"], gold["name"]) == (known["slot"], known["name"]):
            stood = {name: gold[name] for name in _TOLD if name in gold}
            return {"status": None, **stood} if "status" in known else stood
    return {}


def _named(row: Mapping[str, Any], lexicon: Lexicon) -> dict[str, Any]:
    """``row`` with the lexicon's names, so that no synonym of an author's counts as another thing."""

    def one(fact: Mapping[str, Any]) -> dict[str, Any]:
        named = {**fact, "name": concept_of(SlotKind(fact["slot"]), str(fact["name"]), lexicon, row["lang"]).name}
        if name := (fact.get("replaces") or {}).get("name"):
            old = concept_of(SlotKind(fact["slot"]), str(name), lexicon, row["lang"]).name
            named["replaces"] = {**fact["replaces"], "name": old}
        return named

    return {**row, "facts": [one(each) for each in row["facts"]], "not_facts": [one(each) for each in row["not_facts"]]}


def _is_told(fact: Fact, current: Sequence[Fact], gold: Mapping[str, Any]) -> bool:
    """Whether the author tells that this fact ends so: by what stands in its place, or by an end of its own."""
    told, line = gold["facts"], fact_line(fact, new=False)
    successor = next((one for one in current if fact.fact_id in one.supersedes), None)
    if successor is not None and any(core(one, fact_line(successor, new=True)) for one in told):
        return True
    if successor is not None and successor.content.status not in ("stopped", "resolved"):
        return False
    return any(
        (one["op"] in _ENDING or one.get("replaces") is not None)
        and (concept(one, line) or concept({**one, "name": (one.get("replaces") or {}).get("name")}, line))
        for one in told
    )


def told_of(fact: Fact) -> str:
    """A fact in a line: what it is, its values, and what is told of it that goes without saying of no other."""
    content = fact.content
    words = (content.slot.value, content.concept.name, content.value, content.dose, content.frequency, content.status)
    marks = (content.polarity.value, content.subject, content.valid_from, content.certainty.value)
    return " ".join(str(one) for one in (*words, *marks) if one not in (None, "affirmed", "patient", "confirmed"))


async def table(
    rows: Sequence[Mapping[str, Any]], model: Callable[[], Model], folder: Path, knowledge: Knowledge
) -> None:
    """Print what becomes of these turns, read by each, and every turn that was not taken up or did something wrong."""
    print(
        "| turns | read by | taken up at once | and with a yes to what is asked | wrong operations | left wrong |\n"
        "|---|---|---|---|---|---|"
    )
    missed = list[str]()
    for language in ("ko", "en"):
        for readers in get_args(Readers):
            home = _made(folder / f"{language}-{readers}")
            spoken = [row for row in rows if row["lang"].startswith(language)]
            found = await results(spoken, readers, knowledge, home, model())
            moved, taken, after = (sum(getattr(one, name) for one in found) for name in ("moved", "taken", "after"))
            wrong = sum(len(one.wrong) for one in found)
            standing = sum(one.standing for one in found if not one.asked)
            print(
                f"| {language}, {len(found)} | {readers} | {taken} of {moved} | {after} | {wrong} | {standing} |",
                flush=True,
            )
            for one in found:
                if one.taken < one.moved or one.wrong:
                    mark = " (asked)" if one.asked else ""
                    missed.append(
                        f"{language} {readers} {one.row['id']}{mark} {one.taken}/{one.moved} {one.row['text']}"
                    )
                    missed += [f"      wrong: {each}" for each in one.wrong]
                    missed += [f"      now: {each}" for each in one.facts]
                    missed += [f"      check: {each}" for each in one.checks]
    print(*missed, sep="\n")


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


async def _record(folder: Path, knowledge: Knowledge) -> None:
    said = Said(completions())
    await results(turns(), "both", knowledge, folder, said)
    lines = [
        {"id": row["id"], "prompt": said.prompts.get(row["id"], ""), "completion": said.completions.get(row["id"])}
        for row in turns()
    ]
    RECORDED.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in lines), "utf-8")
    print("the service asks no model in", *(one["id"] for one in lines if not one["prompt"]))


def main() -> int:
    """Print the table, or write the prompts."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        knowledge = load_knowledge(DataDirectory(home))
        if "record" in sys.argv[1:]:
            asyncio.run(_record(home, knowledge))
        else:
            asyncio.run(table(turns(), lambda: Said(completions()), home, knowledge))
    return 0


if __name__ == "__main__":
    sys.exit(main())
