"""Play the talks over gRPC, each with a patient of its own, and count those whose answer and record are right.

    python -m evaluation.recollections [--language ko|en] [--authors c d] [--draws 3] [--scene NAME ...] [--show failed]

Exit status 1 when the share of talks whose answer and record are right is below ``--floor``.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import uuid
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Final

from clients.client import AnamnesisClient
from evaluation.recollections.fills import AT, fill, read_fills, settle
from evaluation.recollections.judging import what_answer_lacks, what_record_lacks
from evaluation.recollections.scenes import DATA, Scene, messages_of, read_scenes
from evaluation.server_process import running_server

BETWEEN_TURNS: Final = timedelta(minutes=2)


@dataclass(frozen=True, slots=True)
class Played:
    """A talk that was played: its messages and answers, and what was wrong, if anything."""

    language: str
    author: str
    scene: Scene
    messages: tuple[str, ...]
    answers: tuple[str, ...]
    answer_lacks: tuple[str, ...]
    record_lacks: tuple[str, ...]

    @property
    def is_right(self) -> bool:
        """Whether the last answer and the record are right."""
        return not self.answer_lacks and not self.record_lacks


def play(
    client: AnamnesisClient, language: str, authors: Sequence[str], scenes: Sequence[Scene], draws: int
) -> Iterator[Played]:
    """Each scene in each author's words, ``draws`` times; the same arguments give the same talks."""
    fills = read_fills()[language]
    for author in authors:
        bank = json.loads((DATA / f"{language}_{author}.json").read_text(encoding="utf-8"))
        for scene in scenes:
            if any(kind not in bank for kind, _ in scene.steps):
                continue
            for number in range(draws):
                draw = random.Random(f"{language} {author} {scene.name} {number}")  # noqa: S311 - not for secrets
                filled = fill(language, fills, draw)
                settle(scene, fills, filled, draw)
                said = messages_of(scene, bank, filled.words, draw)
                patient_id, conversation = str(uuid.uuid4()), str(uuid.uuid4())
                client.register_patient(patient_id, locale=language, time_zone="Asia/Seoul")
                answers = [
                    client.say(patient_id, text, conversation_id=conversation, said_at=AT + at * BETWEEN_TURNS).text
                    for at, text in enumerate(said)
                ]
                facts = list(client.profile(patient_id).facts)
                yield Played(
                    language, author, scene, tuple(said), tuple(answers),
                    what_answer_lacks(scene, answers[-1], language, filled), what_record_lacks(scene, facts, filled),
                )  # fmt: skip


def table(played: Sequence[Played]) -> str:
    """Right talks by scene and language, and in all by author."""
    counts: dict[str, dict[str, Counter[bool]]] = defaultdict(lambda: defaultdict(Counter))
    for one in played:
        counts[one.scene.name][one.language][one.is_right] += 1
    lines = ["| scene | ko | en |", "|---|---|---|"]
    lines.extend(
        f"| {scene} | {' | '.join(f'{found[each][True]}/{found[each].total()}' for each in ('ko', 'en'))} |"
        for scene, found in counts.items()
    )
    return "\n".join(lines)


def summary(played: Sequence[Played]) -> str:
    """One line an author: talks right; answers right; records right."""
    by_author: dict[tuple[str, str], list[Played]] = defaultdict(list)
    for one in played:
        by_author[one.language, one.author].append(one)
    lines = []
    for (language, author), those in by_author.items():
        right = sum(one.is_right for one in those)
        answers, records = sum(not one.answer_lacks for one in those), sum(not one.record_lacks for one in those)
        lines.append(
            f"{language} {author}: right {right}/{len(those)} ({right / len(those):.3f}), "
            f"answers {answers / len(those):.3f}, records {records / len(those):.3f}"
        )
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, score and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--address")
    parser.add_argument("--language", choices=("ko", "en"), action="append")
    parser.add_argument("--authors", nargs="*", default=["c", "d"])
    parser.add_argument("--scene", nargs="*")
    parser.add_argument("--draws", type=int, default=3)
    parser.add_argument("--show", choices=("none", "failed", "all"), default="none")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--floor", type=float, default=0.0)
    options = parser.parse_args(arguments)
    scenes = [scene for scene in read_scenes() if not options.scene or scene.name in options.scene]
    played = []
    with tempfile.TemporaryDirectory() as data, running_server(options.address, Path(data)) as address:
        with AnamnesisClient(address) as client:
            for language in options.language or ("ko", "en"):
                for one in play(client, language, options.authors, scenes, options.draws):
                    played.append(one)
                    if options.show == "all" or (options.show == "failed" and not one.is_right):
                        print(_shown(one))
    if options.table:
        print(table(played))
    print(summary(played))
    return 0 if sum(one.is_right for one in played) >= options.floor * len(played) else 1


def _shown(one: Played) -> str:
    mark = "right" if one.is_right else f"WRONG answer {list(one.answer_lacks)} record {list(one.record_lacks)}"
    said = "\n".join(
        f"    > {message}\n      {answer.replace(chr(10), ' / ')}"
        for message, answer in zip(one.messages, one.answers, strict=True)
    )
    return f"{one.language} {one.author} {one.scene.name}: {mark}\n{said}"


if __name__ == "__main__":
    sys.exit(main())
