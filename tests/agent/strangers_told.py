"""All that strangers tell, read by the service's own reader, by a strong model, and by both.

    python -m tests.agent.strangers_told q27 q54      # what of it is stored right, by author
    python -m tests.agent.strangers_told record q27   # write the prompts anew beside the completions that are kept

``recorded/told`` holds, for every ninth or so utterance of six authors of ``training/unseen``, the prompt that
`understand` sends and what readers said to it who played a strong model and saw nothing but the prompt; where the
service asks no model, neither. Every utterance goes the service's own way, as in
:mod:`tests.agent.blind_corrections`, and is scored by the definitions of the readings.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, get_args

from server.composition import Knowledge, load_knowledge
from server.data_directory import DataDirectory
from tests.agent.blind_corrections import Readers, results, scores
from tests.agent.written_completions import Written
from training.scoring import Score

TOLD: Final = Path(__file__).parent / "recorded" / "told"
UNSEEN: Final = Path(__file__).parents[2] / "training" / "unseen"
_MEASURES: Final = ("lines", "concept", "core", "precision", "taken_up", "unsafe_per_100")


def kept(author: str) -> list[dict[str, str]]:
    """The utterances of an author that are kept: id, prompt, completion."""
    return [json.loads(line) for line in (TOLD / f"{author}.jsonl").read_text("utf-8").splitlines()]


def rows_of(author: str) -> list[dict[str, Any]]:
    """The annotated utterances of an author that are kept, in their order."""
    every = {
        row["id"]: row for row in map(json.loads, (UNSEEN / f"{author}.jsonl").read_text("utf-8").splitlines())
    }  # fmt: skip
    return [{"known": [], **every[one["id"]]} for one in kept(author)]


def model_of(author: str) -> Written:
    """The model that says what was said to the kept prompts."""
    said = [one for one in kept(author) if one["completion"]]
    return Written({one["id"]: one["completion"] for one in said}, {one["id"]: one["prompt"] for one in said})


async def scored(
    rows: Sequence[Mapping[str, Any]], readers: Readers, model: Written, folder: Path, knowledge: Knowledge
) -> Score:
    """The score of what stands on record after each of these utterances."""
    total = Score()
    folder.mkdir()
    async for found in scores(rows, readers, knowledge, folder, model):
        total += found
    return total


async def _table(authors: Iterable[str], home: Path, knowledge: Knowledge) -> None:
    for author in authors:
        for readers in get_args(Readers):
            found = await scored(rows_of(author), readers, model_of(author), home / f"{author}-{readers}", knowledge)
            line = found.line()
            print(author, readers, {name: line[name] for name in _MEASURES}, flush=True)


async def _record(author: str, home: Path, knowledge: Knowledge) -> None:
    model, said = Written({}), {one["id"]: one["completion"] for one in kept(author)}
    await results(rows_of(author), "both", knowledge, home, model)
    lines = [
        {"id": one, "prompt": asked[0]["messages"][1]["content"] if (asked := model.sent.get(one)) else "",
         "completion": said[one]}
        for one in said
    ]  # fmt: skip
    text = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in lines)
    (TOLD / f"{author}.jsonl").write_text(text, "utf-8")


def main(arguments: Sequence[str]) -> int:
    """Print the table of these authors (all, where none is named), or write their prompts."""
    named = [one for one in arguments if one != "record"] or sorted(path.stem for path in TOLD.glob("*.jsonl"))
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        knowledge = load_knowledge(DataDirectory(home))
        if "record" in arguments:
            for author in named:
                asyncio.run(_record(author, home / author, knowledge))
        else:
            asyncio.run(_table(named, home, knowledge))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
