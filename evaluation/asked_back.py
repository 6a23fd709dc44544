"""Talks over days in which people ask back what they told: what is answered, what a model is shown and may say.

    python -m evaluation.asked_back training/bearing/held/*.jsonl [--out answers.json] [--budget 1200] [--played DIR]

Each talk is played twice over gRPC, each time by a patient of its own. First the rules answer. Then a scripted endpoint
stands for a model that knows: it gives the author's own answer to each ask, and the rules' draft to all else. With
``--played`` it gives what a strong model was played to say by somebody who saw the prompts alone, with the turns named
that each piece rests on; another reader has said which of it is right (evaluation/asked/played). Printed are, of all
asks: how many of the model's right answers reached the patient past the checks, and of those for which something that
was told is needed, how many had all of it in the block of GetContext and in the model's prompt. What the rules answer
is written to ``--out`` for a reader to judge.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import tempfile
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from clients.client import AnamnesisClient
from evaluation import model_bench
from evaluation.server_process import running_server

_NAMED: Final = {
    "+00:00": "Europe/London", "+01:00": "Europe/London", "+05:30": "Asia/Kolkata", "-02:30": "America/St_Johns",
    "-03:30": "America/St_Johns", "+09:30": "Australia/Darwin", "+10:30": "Australia/Adelaide",
}  # fmt: skip
_OFFSET: Final = len("2026-01-31T08:00:00")
DEFAULT_TOKENS: Final = 1_200


@dataclass(frozen=True, slots=True)
class Asked:
    """An ask that was played: its talk and turn, the answer, the block that GetContext gave, and the model's prompt."""

    talk: str
    ask: Mapping[str, Any]
    said: str
    answer: str
    block: str
    prompt: str

    given: str = ""
    verdict: str = "right"

    @property
    def is_taken(self) -> bool:
        """Whether what the model gave reached the patient; the marks of its sources do not."""
        return bool(self.given) and _MARKS.sub("", self.given).strip() in self.answer

    def needed(self) -> list[str]:
        """The words of earlier turns that an answer needs, without spaces."""
        return [_folded(one["quote"]) for one in self.ask["evidence"] if one["turn"] < self.ask["turn"]]

    def holds_all(self, text: str) -> bool:
        """Whether ``text`` holds all that an answer needs."""
        return all(one in _folded(text) for one in self.needed())


class Knowing:
    """A scripted model: the author's answer where an ask stands in the prompt, the rules' draft otherwise."""

    def __init__(self, played: Mapping[tuple[str, int], Mapping[str, str]] | None = None) -> None:
        self.played = played
        self.said, self.answer, self.prompt = "", "", ""

    def given(self, talk: str, ask: Mapping[str, Any]) -> tuple[str, str]:
        """What it says to an ask, and whether that is right."""
        if self.played is None:
            return str(ask.get("answer", "")), "right"
        found = self.played.get((talk, ask["turn"]), {})
        return found.get("answer", ""), found.get("verdict", "")

    def reply(self, skill: str, prompt: str) -> Mapping[str, Any]:
        """What it says to a skill's prompt."""
        if skill == "answer" and self.answer and self.said.strip() in prompt:
            self.prompt = prompt
            return {"answer": self.answer, "citations": [], "facts": []}
        return model_bench.reply(skill, prompt)


def play(client: AnamnesisClient, talks: Sequence[Mapping[str, Any]], model: Knowing, budget: int) -> Iterator[Asked]:
    """Each ask of the talks, played in the order of its turns."""
    for talk in talks:
        patient, conversation = str(uuid.uuid4()), str(uuid.uuid4())
        client.register_patient(patient, locale=talk["language"], time_zone=zone_of(talk))
        asks = {one["turn"]: one for one in talk["asks"]}
        for number, turn in enumerate(talk["turns"], start=1):
            ask, said = asks.get(number), turn["says"]
            model.said, model.prompt = said, ""
            model.answer, verdict = model.given(talk["id"], ask) if ask else ("", "")
            block = client.context(patient, said, token_budget=budget).text if ask else ""
            moment = datetime.fromisoformat(turn["at"])
            answer = client.say(patient, said, conversation_id=conversation, said_at=moment).text
            if ask:
                yield Asked(talk["id"], ask, said, answer, block, model.prompt, model.answer, verdict)


def zone_of(talk: Mapping[str, Any]) -> str:
    """A zone in which the first turn of a talk was said at the hour that it names: its days are those of the author."""
    if talk["language"] == "ko":
        return "Asia/Seoul"
    offset = talk["turns"][0]["at"][_OFFSET:]
    # The names of fixed zones count westward.
    hours = int(offset[:3])
    return _NAMED.get(offset) or f"Etc/GMT{-hours:+d}"


def _folded(text: str) -> str:
    return "".join(text.split())


def _played(
    talks: Sequence[Mapping[str, Any]],
    budget: int,
    *,
    with_model: bool,
    played: Mapping[tuple[str, int], Mapping[str, str]] | None = None,
) -> list[Asked]:
    model = Knowing(played)
    with tempfile.TemporaryDirectory() as data, model_bench.endpoint(0, model.reply) as scripted:
        how = {"BASE_URL": scripted.url, "STREAM": "false", "SPEND_LIMIT": "0"} if with_model else {}
        os.environ.update({f"ANAMNESIS_LLM_{name}": value for name, value in how.items()})
        with running_server(None, Path(data)) as address, AnamnesisClient(address) as client:
            return list(play(client, talks, model, budget))


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--budget", type=int, default=DEFAULT_TOKENS)
    parser.add_argument("--played", type=Path)
    options = parser.parse_args(arguments)
    talks = [json.loads(line) for path in options.files for line in path.read_text(encoding="utf-8").splitlines()]
    ruled = _played(talks, options.budget, with_model=False)
    if options.out is not None:
        rows = [
            {"talk": one.talk, "turn": one.ask["turn"], "says": one.said, "rubric": one.ask["rubric"],
             "answer": one.answer}
            for one in ruled
        ]  # fmt: skip
        options.out.write_text(json.dumps(rows, ensure_ascii=False, indent=1), encoding="utf-8")
    told = [one for one in ruled if one.needed()]
    played = _answers(options.played) if options.played is not None else None
    modelled = _played(talks, options.budget, with_model=True, played=played)
    shown = [one for one in modelled if one.needed()]
    right = [one for one in modelled if one.verdict == "right"]
    wrong = [one for one in modelled if one.verdict in ("wrong", "dangerous")]
    print(f"{len(right)} right answers of a model; of them reached the patient: {sum(map(_taken, right))}")
    if wrong:
        print(f"{len(wrong)} wrong answers of a model; of them reached the patient: {sum(map(_taken, wrong))}")
    print(f"{len(told)} need what was told; all of it in GetContext: {sum(one.holds_all(one.block) for one in told)}")
    print(f"all of it in the model's prompt: {sum(one.holds_all(one.prompt) for one in shown)}")
    return 0


def _answers(folder: Path) -> dict[tuple[str, int], dict[str, str]]:
    lines = (line for path in sorted(folder.glob("*.jsonl")) for line in path.read_text(encoding="utf-8").splitlines())
    return {(one["talk"], one["turn"]): one for one in map(json.loads, lines)}


_MARKS: Final = re.compile(r"[ \t]?\{[^{}]*\}")


def _taken(one: Asked) -> bool:
    return bool(one.prompt) and one.is_taken


if __name__ == "__main__":
    sys.exit(main())
