"""Corrections of any author, with completions that somebody writes who sees nothing but the prompts.

    python -m tests.agent.written_completions prompts TURNS DIR   # DIR/001.txt...: what is sent for each line of TURNS
    python -m tests.agent.written_completions score TURNS DIR PROMPTS  # DIR/001.json...: what was said to each prompt
    python -m tests.agent.written_completions score TURNS DIR PROMPTS odd  # or even: the turns of one half alone

A completion is the text of the model as it came. Where memory moves its labels meanwhile, they follow the lines of the
prompt that its author saw.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from server.composition import load_knowledge
from server.data_directory import DataDirectory
from tests.agent.blind_corrections import results, table, turns
from tests.llm_server import Reply, model_of, says, understood
from tests.llm_server.replies import fenced, skill_of

_LABEL = re.compile(r"[FR]\d+")
_LABELLED = {"F": "facts", "R": "read"}


@dataclass
class Written:
    """A model that says to each turn what was written for it; ``seen`` are the prompts that its author saw."""

    completions: Mapping[str, str]
    seen: Mapping[str, str] = field(default_factory=dict)
    turn: str = ""
    sent: dict[str, list[Mapping[str, Any]]] = field(default_factory=dict)

    def __call__(self, request: Mapping[str, Any]) -> Reply:
        if skill_of(request) != "understand":
            return model_of(request)
        messages = request["messages"]
        self.sent.setdefault(self.turn, []).append(request)
        said = self.completions.get(self.turn)
        if said is None:
            return says(understood(kind="none", retrieve=False))
        return says(_moved(said, self.seen.get(self.turn, ""), messages[1]["content"]))


def _moved(said: str, seen: str, prompt: str) -> str:
    """A completion with the labels that its author saw as they are called in this prompt; F99 for what is not there."""
    try:
        completion = json.loads(said)
        for one in completion["operations"]:
            if _LABEL.fullmatch(one["target"]):
                one["target"] = _label(one["target"], seen, prompt)
    except (ValueError, KeyError, TypeError):
        # What is no such object goes to the service as it is.
        return said
    return json.dumps(completion, ensure_ascii=False)


def _label(label: str, seen: str, prompt: str) -> str:
    part = _LABELLED[label[0]]
    told = dict(line.partition(" ")[::2] for line in fenced(seen, part).splitlines()).get(label)
    now = {line.partition(" ")[2]: line.partition(" ")[0] for line in fenced(prompt, part).splitlines()}
    return now.get(told, f"{label[0]}99") if told else label


def number(at: int) -> str:
    """The name of a line's files, counted from 1."""
    return f"{at:03d}"


async def write_prompts(file: Path, folder: Path) -> int:
    """Write what is sent for every line of ``file``; how many lines ask a model."""
    rows, model = turns(file=file), Written({})
    with tempfile.TemporaryDirectory() as home:
        await results(rows, "both", load_knowledge(DataDirectory(Path(home))), Path(home), model)
    folder.mkdir(parents=True, exist_ok=True)
    asked = 0
    for at, row in enumerate(rows, 1):
        if requests := model.sent.get(row["id"]):
            system, data = (one["content"] for one in requests[0]["messages"])
            (folder / f"{number(at)}.txt").write_text(f"=== system\n{system}\n=== user\n{data}\n", "utf-8")
            schema = requests[0]["response_format"]["json_schema"]["schema"]
            (folder / "schema.json").write_text(json.dumps(schema, indent=1), "utf-8")
            asked += 1
    return asked


def written(file: Path, completions: Path, prompts: Path) -> Written:
    """The model of a folder of completions."""
    said, seen = {}, {}
    for at, row in enumerate(turns(file=file), 1):
        if (completion := completions / f"{number(at)}.json").exists():
            said[row["id"]] = completion.read_text("utf-8")
            seen[row["id"]] = (prompts / f"{number(at)}.txt").read_text("utf-8").partition("=== user\n")[2]
    return Written(said, seen)


def half(rows: Sequence[Mapping[str, Any]], which: str) -> list[Mapping[str, Any]]:
    """The turns whose number, the last part of their id, is "odd" or "even"; all of them for ""."""
    wanted = {"": (0, 1), "odd": (1,), "even": (0,)}[which]
    return [row for row in rows if int(str(row["id"]).rpartition("-")[2]) % 2 in wanted]


def main(mode: str, file: Path, folder: Path, prompts: Path | None, which: str) -> None:
    """Write the prompts, or print the table of what came of the completions."""
    if mode == "prompts":
        print(asyncio.run(write_prompts(file, folder)), "prompts")
        return
    with tempfile.TemporaryDirectory() as home:
        knowledge = load_knowledge(DataDirectory(Path(home)))
        model = written(file, folder, prompts or folder)
        print(len(model.completions), "completions")
        asyncio.run(
            table(half(turns(file=file), which), lambda: Written(model.completions, model.seen), Path(home), knowledge)
        )


if __name__ == "__main__":
    told = [*sys.argv[1:], *[""] * 5]
    main(told[0], Path(told[1]), Path(told[2]), Path(told[3]) if told[3] else None, told[4])
