"""``python -m training.bearing``: fit anew which sentences of what was said bear on an ask of the record.

A line of ``bearing/*.jsonl`` is a talk: its ``turns`` with their moments, and ``asks``, each with the words of earlier
turns that a good answer needs. ``--measure`` leaves half of the authors out at a time and prints how well the needed
sentences are found; ``--held`` scores the shipped model on authors that nothing learns from. Needs scikit-learn.
The same data and machine give the same bytes.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import numpy as np

from agent.recall.bearing import FEATURES, features, looked_for
from agent.recall.looked_for import Ask, Finder
from agent.recall.meanings import Meanings
from agent.recall.sayings import Saying, sayings_of
from domain.remembering import remembering_at_least
from extraction.naming.vocabulary import load_vocabulary
from extraction.reading.learned.bearing import MODEL, load_bearing, packed_bearing
from extraction.reading.learned.encoder_files import load_sentence_encoder
from extraction.reading.learned.linear import MODELS
from extraction.reading.learned.weigher import Weigher
from projections.tiers import TurnLine
from training.weighing import weights

DATA: Final = Path(__file__).parent / "bearing"
HELD: Final = DATA / "held"
ZONES: Final = {"ko": "Asia/Seoul", "en": "Europe/London"}
_LEAST: Final = (0.3, 0.4, 0.5)
_MOST: Final = (4, 6, 8)


@dataclass(frozen=True, slots=True)
class Asked:
    """An ask of a talk by an author, what was said before it, and which of that a good answer needs."""

    author: str
    ask: Ask
    turn_number: int
    before: tuple[TurnLine, ...]
    needed: tuple[tuple[int, str], ...]

    def is_needed(self, saying: Saying) -> bool:
        """Whether a sentence holds words that are needed, or is a part of them."""
        own = _folded(saying.words)
        quotes = (_folded(quote) for turn, quote in self.needed if turn == saying.turn_number)
        return any(one in own or own in one for one in quotes if one)


def asks_of(paths: Iterable[Path]) -> Iterator[Asked]:
    """The asks of some files, in their order; those before which nothing was said are left out."""
    for path in paths:
        for line in path.read_text(encoding="utf-8").splitlines():
            yield from _asks(path.stem, json.loads(line))


def _asks(author: str, talk: dict[str, Any]) -> Iterator[Asked]:
    lines = tuple(
        TurnLine(number, talk["id"], f"{talk['id']}/{number}", turn["says"], datetime.fromisoformat(turn["at"]))
        for number, turn in enumerate(talk["turns"], start=1)
    )
    for ask in talk["asks"]:
        said = lines[ask["turn"] - 1]
        before = lines[: ask["turn"] - 1]
        needed = tuple((one["turn"], one["quote"]) for one in ask["evidence"] if one["turn"] < ask["turn"])
        if before:
            ask_of = Ask(said.question, said.said_at, ZONES[talk["language"]], talk["language"])
            yield Asked(author, ask_of, said.turn_number, before, needed)


def _folded(text: str) -> str:
    return "".join(text.split())


Rows = tuple[Asked, list[list[float]], list[bool]]


def laid_out(finder: Finder, asks: Iterable[Asked]) -> Iterator[Rows]:
    """Each ask with the features of the sentences before it, and which of them are needed."""
    meanings = Meanings(load_sentence_encoder())
    for one in asks:
        looked = looked_for(finder, one.ask, one.turn_number, meanings)
        sayings = sayings_of(one.before)
        yield one, features(finder, looked, sayings, meanings), [one.is_needed(each) for each in sayings]


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the model file, or measure."""
    parser = argparse.ArgumentParser(prog="python -m training.bearing", description=__doc__.splitlines()[0])
    parser.add_argument("--measure", action="store_true")
    parser.add_argument("--held", action="store_true")
    parser.add_argument("--out", type=Path, default=Path(str(MODELS.joinpath(MODEL))))
    options = parser.parse_args(arguments)
    vocabulary = load_vocabulary()
    paths = sorted((HELD if options.held else DATA).glob("*.jsonl"))
    with remembering_at_least():
        rows = list(laid_out(vocabulary.recogniser, asks_of(paths)))
    if options.held:
        return _told(rows, [load_bearing().weigher.probabilities(given) for _, given, _ in rows])
    if options.measure:
        return _measured(rows)
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()[:12]
    content = packed_bearing(digest, FEATURES, _fitted(rows))
    options.out.write_bytes(content)
    sys.stdout.write(f"{len(rows)} asks, {sum(len(one) for _, one, _ in rows)} sentences, {len(content)} bytes\n")
    return 0


def _fitted(rows: Iterable[Rows]) -> dict[str, Any]:
    pairs = [pair for _, given, needed in rows for pair in zip(given, needed, strict=True)]
    return weights([given for given, _ in pairs], [needed for _, needed in pairs])


def _measured(rows: Sequence[Rows]) -> int:
    authors = sorted({ask.author for ask, _, _ in rows})
    likely: list[tuple[float, ...]] = [()] * len(rows)
    for out in (authors[0::2], authors[1::2]):
        weigher = Weigher.of(_fitted(one for one in rows if one[0].author not in out))
        for at, (ask, given, _) in enumerate(rows):
            if ask.author in out:
                likely[at] = weigher.probabilities(given)
    return _told(rows, likely)


def _told(rows: Sequence[Rows], likely: Sequence[Sequence[float]]) -> int:
    """Print how well the needed sentences are found."""
    from sklearn.metrics import average_precision_score

    needed = [np.array(one) for _, _, one in rows]
    given = [np.array(one) for one in likely]
    some = [(one, given[at]) for at, one in enumerate(needed) if one.any()]
    whole = average_precision_score(np.concatenate(needed), np.concatenate(given))
    each = float(np.mean([average_precision_score(one, other) for one, other in some]))
    sys.stdout.write(f"{len(rows)} asks; average precision {whole:.3f}, mean of each ask {each:.3f}\n")
    for least in _LEAST:
        found = sum(int(((other >= least) & one).sum()) for one, other in zip(needed, given, strict=True))
        told = sum(int((other >= least).sum()) for other in given)
        all_of = sum(bool((other[one] >= least).all()) for one, other in some)
        sys.stdout.write(
            f"from {least}: recall {found / sum(int(one.sum()) for one in needed):.3f}, precision {found / told:.3f}, "
            f"all of it {all_of / len(some):.3f}\n"
        )
    for most in _MOST:
        all_of = sum(set(np.flatnonzero(one)) <= set(np.argsort(-other, kind="stable")[:most]) for one, other in some)
        sys.stdout.write(f"all of it among the likeliest {most}: {all_of / len(some):.3f}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
