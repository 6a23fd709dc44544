"""Conversations with a model played by hand: each prompt is written to a file and waited upon until it is answered.

    python -m tests.agent.played_by_hand DESK KEPT CONVERSATIONS... [--turns 5]

``DESK/NNN.request.json`` holds what the service asks; who plays the model sees nothing else and writes the text of the
model as ``DESK/NNN.completion.json``. All conversations go on at once, so that several requests may lie there. Skills
that do not speak to the patient and read nothing (judge, rewriting, summaries) are answered by the obedient model.
``KEPT`` gets every turn with its prompts, completions, answer and what is on record at the end.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import sys
import tempfile
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from agent.llm_turn import Allowance
from agent.turns import TurnRequest
from domain.commands import RegisterPatient
from domain.events import CheckFailed, FallbackUsed
from server.composition import Knowledge, load_knowledge
from server.data_directory import DataDirectory
from tests.agent.agent_bench import AgentBench, Heard
from tests.agent.blind_corrections import told_of
from tests.agent.llm_bench import models_at
from tests.llm_server import LlmServer, Reply, model_of, says
from tests.llm_server.replies import skill_of
from training.playing import ZONE

BY_HAND: Final = frozenset({"understand", "answer"})
PATIENCE: Final = 1_800.0
"""Seconds that a request waits for its completion."""
LOOK_AGAIN: Final = 1.0


@dataclass
class Desk:
    """Where requests are laid down and completions fetched."""

    folder: Path
    asked: int = 0

    async def completion(self, request: Mapping[str, Any]) -> str | None:
        """What is written for a request; None where nobody wrote in time."""
        self.asked += 1
        name = f"{self.asked:03d}"
        system, data = (one["content"] for one in request["messages"][:2])
        told = {"skill": skill_of(request), "system": system, "user": data, "more": request["messages"][2:]}
        told["schema"] = request["response_format"]["json_schema"]["schema"]
        text = json.dumps(told, ensure_ascii=False, indent=1)
        (self.folder / f"{name}.request.json").write_text(text, "utf-8")
        answer = self.folder / f"{name}.completion.json"
        for _ in range(int(PATIENCE / LOOK_AGAIN)):
            if answer.exists() and _is_whole(said := answer.read_text("utf-8")):
                return said
            await asyncio.sleep(LOOK_AGAIN)
        return None


@dataclass
class Player:
    """The model of one conversation; ``calls`` are those of the turn that is under way."""

    desk: Desk
    calls: list[dict[str, Any]] = field(default_factory=list)
    said: str | None = None

    async def before(self, request: Mapping[str, Any]) -> None:
        """Have a request answered."""
        skill = skill_of(request)
        if skill not in BY_HAND:
            return
        self.said = await self.desk.completion(request)
        prompt = request["messages"][1]["content"]
        self.calls.append({"skill": skill, "prompt": prompt, "completion": json.loads(self.said or "null")})

    def __call__(self, request: Mapping[str, Any]) -> Reply:
        """Say what was written."""
        if skill_of(request) not in BY_HAND or self.said is None:
            return model_of(request)
        return says(self.said)


def _is_whole(text: str) -> bool:
    """Whether a file that is being written is complete."""
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


async def play(rows: Sequence[Mapping[str, Any]], desk: Desk, knowledge: Knowledge, folder: Path) -> dict[str, Any]:
    """One conversation from its first turn on."""
    player, turns = Player(desk), list[dict[str, Any]]()
    async with LlmServer.running(player) as server:
        server.before = player.before
        models = models_at(server.base_url, llm_samples=1, llm_attempts=1)
        patient = {skill: replace(tuning, seconds=2 * PATIENCE) for skill, tuning in models.tunings.items()}
        models = replace(models, tunings=patient, allowance=Allowance(4 * PATIENCE, math.inf, math.inf))
        bench = AgentBench(folder, knowledge, models=models)
        said_at = [datetime.fromisoformat(row["at"]) for row in rows]
        bench.skip(said_at[0] - bench.clock())
        patient_id, language = str(uuid.uuid4()), rows[0]["language"]
        bench.records.execute(
            RegisterPatient(
                request_id=str(uuid.uuid4()), patient_id=patient_id, now=bench.clock(), tenant="test",
                locale=language, time_zone=ZONE,
            )
        )  # fmt: skip
        try:
            for row, at in zip(rows, said_at, strict=True):
                heard = Heard()
                bench.skip(max(at - bench.clock(), at - at))
                await bench.runner.run(
                    TurnRequest(str(uuid.uuid4()), patient_id, "c", row["says"], at, language), heard
                )
                turns.append({**row, "calls": player.calls, "answer": heard.answer})
                player.calls = []
        finally:
            await models.close()
            payloads = [one.payload for one in bench.records.stream(patient_id)]
            facts = [told_of(one) for one in bench.views.view(patient_id).ledger.current()]
            bench.records.close()
    refused = [f"{one.skill} {one.check} {one.outcome}" for one in payloads if isinstance(one, CheckFailed)]
    twins = [f"{one.skill} {one.reason}" for one in payloads if isinstance(one, FallbackUsed)]
    return {"turns": turns, "facts": facts, "refused": refused, "fell_back": twins}


async def main(arguments: Sequence[str]) -> int:
    """Play all conversations and keep what came of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("desk", type=Path)
    parser.add_argument("kept", type=Path)
    parser.add_argument("conversations", type=Path, nargs="+")
    parser.add_argument("--turns", type=int, default=5)
    options = parser.parse_args(arguments)
    rows = [json.loads(line) for file in options.conversations for line in file.read_text("utf-8").splitlines()]
    told = [list(group)[: options.turns] for _, group in groupby(rows, lambda row: row["conversation"])]
    options.desk.mkdir(parents=True, exist_ok=True)
    desk = Desk(options.desk)
    with tempfile.TemporaryDirectory() as home:
        knowledge = load_knowledge(DataDirectory(Path(home)))
        folders = [Path(home) / str(at) for at, _ in enumerate(told)]
        for folder in folders:
            folder.mkdir()
        playing = (play(one, desk, knowledge, folder) for one, folder in zip(told, folders, strict=True))
        played = await asyncio.gather(*playing)
    options.kept.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in played), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:])))
