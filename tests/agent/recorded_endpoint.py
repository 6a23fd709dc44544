"""A recorded endpoint: what a strong model said to the prompts of two conversations, said again in the tests.

    python -m tests.agent.recorded_endpoint

plays both conversations and writes the prompts anew beside the completions that are kept, so that a reader sees what
was asked. A call that has no completion yet is answered by the obedient model and written down with an empty one.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from server.composition import load_knowledge
from server.data_directory import DataDirectory
from tests.agent.agent_bench import AgentBench, Heard
from tests.agent.llm_bench import bench_at
from tests.llm_server import LlmServer, Reply, model_of, says
from tests.llm_server.replies import fenced, skill_of, understood

FOLDER = Path(__file__).parent / "recorded"
Spoken = Literal["ko", "en"]


@dataclass
class Call:
    """One call: the data that the model saw, and what it said; None where it has not been asked yet."""

    skill: str
    completion: dict[str, Any] | None
    prompt: str = ""

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> Call:
        return cls(kept["skill"], kept["completion"], kept.get("prompt", ""))


@dataclass
class Conversation:
    """The turns of one patient, each with the calls that were made for it."""

    language: Spoken
    said: list[str]
    calls: list[list[Call]]

    @classmethod
    def load(cls, language: Spoken) -> Conversation:
        rows = [json.loads(line) for line in (FOLDER / f"{language}.jsonl").read_text(encoding="utf-8").splitlines()]
        return cls(language, [row["said"] for row in rows], [[Call.of(one) for one in row["calls"]] for row in rows])

    def save(self) -> None:
        rows = [
            {"said": said, "calls": [vars(call) for call in calls]}
            for said, calls in zip(self.said, self.calls, strict=True)
        ]
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        (FOLDER / f"{self.language}.jsonl").write_text(text, encoding="utf-8")


@dataclass
class Replaying:
    """Answers each call of a turn with what was said to the same skill in the same turn; the last again if need be."""

    conversation: Conversation
    turn: int = 0
    made: dict[int, list[Call]] = field(default_factory=lambda: defaultdict(list))
    unknown: Counter[str] = field(default_factory=Counter)

    def __call__(self, request: Mapping[str, Any]) -> Reply:
        skill, prompt = skill_of(request), request["messages"][1]["content"]
        known = [one for one in self.conversation.calls[self.turn] if one.skill == skill and one.completion is not None]
        before = sum(one.skill == skill for one in self.made[self.turn])
        call = known[min(before, len(known) - 1)] if known else None
        self.made[self.turn].append(Call(skill, call.completion if call else None, prompt))
        if call is None or call.completion is None:
            self.unknown[skill] += 1
            return model_of(request)
        completion = call.completion
        if skill == "understand":
            completion = understood() | completion
            told = [one | {"target": label(prompt, one.get("target", ""))} for one in completion["operations"]]
            completion["operations"] = understood(*told)["operations"]
        return says(completion)


def label(prompt: str, target: str) -> str:
    """The label of the line that names the target ("F:Metformin"): labels move when memory does."""
    kind, _, name = target.partition(":")
    lines = fenced(prompt, "facts" if kind == "F" else "read").splitlines() if name else ()
    return next((line.split()[0] for line in lines if name in line), "F99" if name else target)


async def play(bench: AgentBench, replaying: Replaying) -> list[Heard]:
    """What each turn of the conversation reported."""
    heard = []
    for number, text in enumerate(replaying.conversation.said):
        replaying.turn = number
        heard.append(await bench.say(text))
    return heard


async def record(language: Spoken) -> None:
    """Play a conversation and write its prompts beside the completions."""
    replaying = Replaying(Conversation.load(language))
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        knowledge = load_knowledge(DataDirectory(home))
        async with LlmServer.running(replaying) as server, bench_at(home, knowledge, server) as bench:
            for number, heard in enumerate(await play(bench, replaying), 1):
                print(number, replaying.conversation.said[number - 1], "->", heard.answer, sep="\n   ")
            print([str(one.content) for one in bench.views.view(bench.patient_id).ledger.current()])
    conversation = replaying.conversation
    Conversation(language, conversation.said, [replaying.made[n] for n in range(len(conversation.said))]).save()
    print("without a completion:", dict(replaying.unknown))


if __name__ == "__main__":
    for spoken in sys.argv[1:] or ("ko", "en"):
        asyncio.run(record("ko" if spoken == "ko" else "en"))
