"""What talks are made of, and their messages in an author's words."""

from __future__ import annotations

import csv
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

DATA: Final = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Scene:
    """What a talk is made of, and what must hold after it: alternatives in each of ``says``."""

    name: str
    steps: tuple[tuple[str, tuple[str, ...]], ...]
    says: tuple[tuple[str, ...], ...]
    never: tuple[str, ...]
    record: tuple[str, ...]


def read_scenes(path: Path = DATA / "scenes.tsv") -> tuple[Scene, ...]:
    """All scenes of a file."""
    with path.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    return tuple(
        Scene(
            name=row["scene"],
            steps=tuple(_step(one) for one in row["steps"].split()),
            says=tuple(tuple(each.split(" | ")) for each in row["says"].split(" & ")) if row["says"] else (),
            never=tuple(row["never"].split(" | ")) if row["never"] else (),
            record=tuple((row["record"] or "").split(" & ")) if row["record"] else (),
        )
        for row in rows
    )


def _step(text: str) -> tuple[str, tuple[str, ...]]:
    """The kind of a message and the holes that stand in it for its own: ``q.may_take[a2]``."""
    kind, _, renamed = text.rstrip("]").partition("[")
    return kind, tuple(renamed.split(",")) if renamed else ()


def messages_of(
    scene: Scene, bank: Mapping[str, Sequence[str]], words: Mapping[str, str], draw: random.Random
) -> list[str]:
    """The messages of a talk in an author's words, with ``words`` in their holes."""
    said = []
    for kind, renamed in scene.steps:
        wording = draw.choice(bank[kind])
        for one in renamed:
            wording = re.sub(rf"\{{{one[0]}1\}}", f"{{{one}}}", wording)
        said.append(spoken(wording, words))
    return said


_HOLE: Final = re.compile(r"\{(\w+)\}")
_PARTICLE: Final = re.compile(r"(\S*?)\[([^\[\]/]+)/([^\[\]/]+)\]")
_RIEUL: Final = 8
"""The coda after which it is 로 as after a vowel."""
_CLOSED_DIGITS: Final = "013678"
"""The digits whose Korean name ends in a consonant."""


def spoken(wording: str, words: Mapping[str, str]) -> str:
    """A wording with its holes filled and its particles chosen by the letter before."""
    text = _HOLE.sub(lambda hole: words[hole[1]], wording)
    return _PARTICLE.sub(lambda found: found[1] + found[2 if _is_closed(found[1], found[3]) else 3], text)


def _is_closed(before: str, other: str) -> bool:
    last = before.rstrip("%)\"'")[-1:]
    if "가" <= last <= "힣":
        coda = (ord(last) - ord("가")) % 28
        return bool(coda) and not (other == "로" and coda == _RIEUL)
    if before.endswith(("mg", "mcg")):
        # Read aloud: milligrams, "밀리그램".
        return True
    return last in _CLOSED_DIGITS and not (other == "로" and last in "178")
