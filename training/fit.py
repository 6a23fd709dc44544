"""``python -m training.fit``: fit anew what weighs passages against asks, from pairs that were judged.

A line of ``fit/judged.jsonl`` is an ask of a talk with what was told just before, and the grades of passages: 2 where
one answers it, 1 where it is of use and answers something else, 0 where it is beside it; ``record`` where the patient's
own record was asked for. Asks are laid among passages by the wordings of the
common questions. ``--measure`` leaves a fifth of the talks out at a time and prints what is told from a probability on.
Needs torch and scikit-learn (`make tune` makes an environment for it). The same data and machine give the same bytes.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from agent.answers.asking.word_stems import stems
from agent.answers.knowledge.fitting import FEATURES, FitReader, Near, ask_heard, features
from extraction.naming.vocabulary import Vocabulary, load_vocabulary
from extraction.reading.learned.aspects import load_aspects
from extraction.reading.learned.encoder_files import load_evidence_reader, load_sentence_encoder
from extraction.reading.learned.faq import load_faq, meant_by, together
from extraction.reading.learned.fit import MODEL, FitModel, PassagePlaces, fit_model, packed_fit
from extraction.reading.learned.linear import MODELS
from extraction.reading.learned.meaning import meaning
from extraction.text.normalise import normalise
from retrieval.cards import Cards, shipped_cards
from retrieval.corpus import Passage
from training.faq import Wording, rows, wordings
from training.weighing import weights, weights_of_nothing

DATA: Final = Path(__file__).parent / "fit" / "judged.jsonl"
_LANGUAGES: Final = ("en", "ko")
_SENTENCE: Final = re.compile(r"(?<=[.!?:;])\s")
_WIDTH: Final = 96
"""Numbers of the vector in which asks and passages have their places."""
_EPOCHS, _BATCH, _RATE, _OTHERS = 6, 128, 2e-3, 900
"""Of the projection; with each batch so many other passages are drawn that do not answer it."""
_DROPPED_ASK, _DROPPED_PASSAGE, _SHARPNESS = 0.15, 0.1, 20.0
_FOLDS: Final = 5
ANSWERS: Final = 2
"""The grade of a passage that answers."""
_GRADES: Final = {"2": "answers", "1": "of use", "0": "beside", "record": "the record was asked"}


@dataclass(frozen=True, slots=True)
class Judged:
    """An ask with the grades of passages by their ids."""

    talk: str
    language: str
    told: tuple[str, ...]
    ask: str
    record: bool
    grades: dict[str, int]

    @property
    def conversation(self) -> str:
        """The talk that it belongs to, of which several asks may be judged."""
        return "/".join(self.talk.split("/")[:2])


def judged() -> list[Judged]:
    """All committed asks in a fixed order."""
    lines = map(json.loads, DATA.read_text(encoding="utf-8").splitlines())
    return [
        Judged(one["talk"], one["language"], tuple(one["told"]), one["ask"], one["record"], one["grades"])
        for one in lines
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the model file, or with ``--measure`` print how asks of talks left out are answered."""
    parser = argparse.ArgumentParser(prog="python -m training.fit", description=__doc__.splitlines()[0])
    parser.add_argument("--measure", action="store_true")
    parser.add_argument("--out", type=Path, default=Path(str(MODELS.joinpath(MODEL))))
    options = parser.parse_args(arguments)
    vocabulary = load_vocabulary()
    cards = shipped_cards()
    laid = _laid(cards, list(wordings(rows())), vocabulary)
    asks = judged()
    rows_of = _rows(_reader(laid, vocabulary, cards), asks)
    if options.measure:
        return _measured(asks, rows_of)
    pairs = [(row, grade) for one in rows_of for row, grade in one]
    arrays = laid.arrays | weights([row for row, _ in pairs], [grade == ANSWERS for _, grade in pairs])
    version = hashlib.sha256(DATA.read_bytes()).hexdigest()[:12]
    content = packed_fit(version, FEATURES, arrays, laid.passages)
    options.out.write_bytes(content)
    sys.stdout.write(f"{len(asks)} asks, {len(pairs)} pairs, {len(content)} bytes\n")
    return 0


@dataclass(frozen=True, slots=True)
class _Laid:
    """Passages among asks: where they lie, and what lays an ask among them."""

    passages: dict[str, PassagePlaces]
    arrays: dict[str, NDArray[Any]]


def _laid(cards: Cards, asked: Sequence[Wording], vocabulary: Vocabulary) -> _Laid:
    encoder = load_sentence_encoder()
    passages = {
        language: sorted((one for one in cards.by_id.values() if one.language == language), key=_by_id)
        for language in _LANGUAGES
    }
    meant = {
        language: np.stack(
            [np.concatenate([meaning(encoder, one.title), meaning(encoder, _opening(one))]) for one in those]
        )
        for language, those in passages.items()
    }
    row_of = {one.document_id: at for those in passages.values() for at, one in enumerate(those)}
    alone = {(one.pair, one.ask): one for one in asked}
    asks = [one for one in alone.values() if f"{_language(one.ask)}-{one.pair}" in row_of]
    vectors = np.stack([meant_by(encoder, one.ask, together(one.before or one.known, one.ask)) for one in asks])
    answers = [(language := _language(one.ask), row_of[f"{language}-{one.pair}"]) for one in asks]
    centre, toward, places = _projected(vectors, meant, answers)
    found = {}
    for language, those in passages.items():
        scale = float(np.abs(places[language]).max()) / 127
        found[language] = PassagePlaces(
            tuple(one.document_id for one in those), np.rint(places[language] / scale).astype(np.int8), scale,
            tuple(_named(one, vocabulary) for one in those),
            dict(Counter(each for one in those for each in stems(f"{one.title} {one.text}"))),
        )  # fmt: skip
    return _Laid(found, {"centre": centre, "toward": toward})


def _by_id(passage: Passage) -> str:
    return passage.document_id


def _language(text: str) -> str:
    return "ko" if any("가" <= char <= "힣" for char in text) else "en"


def _opening(passage: Passage) -> str:
    return f"{passage.title}. {_SENTENCE.split(passage.text)[0]}"


def _named(passage: Passage, vocabulary: Vocabulary) -> frozenset[str]:
    mentions = vocabulary.recogniser.find(normalise(f"{passage.title}. {passage.text}").text)
    return frozenset(each for one in mentions for each in (one.entry.concept_id, *one.entry.broader))


def _projected(
    asks: NDArray[np.float32], passages: dict[str, NDArray[np.float32]], answers: Sequence[tuple[str, int]]
) -> tuple[NDArray[np.float32], NDArray[np.float32], dict[str, NDArray[np.float32]]]:
    """What lays asks and passages into one space, where each of ``asks`` lies near the passage that answers it."""
    torch.manual_seed(0)
    draw = np.random.default_rng(0)
    centre = asks.mean(axis=0)
    middle = np.concatenate(list(passages.values())).mean(axis=0)
    asked = torch.tensor(asks - centre)
    those = {language: torch.tensor(one - middle) for language, one in passages.items()}
    own = torch.nn.Parameter(torch.randn(asks.shape[1], _WIDTH) * 0.05)
    other = torch.nn.Parameter(own.detach().clone())
    sharpness = torch.nn.Parameter(torch.tensor(_SHARPNESS))
    optimiser = torch.optim.Adam([own, other, sharpness], lr=_RATE)
    right = np.array([row for _, row in answers])
    for _ in range(_EPOCHS):
        for language, given in those.items():
            order = draw.permutation(np.array([at for at, (one, _) in enumerate(answers) if one == language]))
            for start in range(0, len(order), _BATCH):
                batch = order[start : start + _BATCH]
                beside = draw.choice(len(given), min(_OTHERS, len(given)), replace=False)
                among = np.unique(np.concatenate([right[batch], beside]))
                one = functional.normalize(functional.dropout(asked[batch], _DROPPED_ASK) @ own, dim=1)
                two = functional.normalize(functional.dropout(given[among], _DROPPED_PASSAGE) @ other, dim=1)
                wanted = torch.tensor(np.searchsorted(among, right[batch]))
                wrong = functional.cross_entropy(sharpness * one @ two.T, wanted)
                optimiser.zero_grad()
                wrong.backward()
                optimiser.step()
    places = {language: functional.normalize(one @ other.detach(), dim=1).numpy() for language, one in those.items()}
    return centre, own.detach().numpy(), places


def _reader(laid: _Laid, vocabulary: Vocabulary, cards: Cards) -> FitReader:
    """A reader that lays out features; its weights are of no use yet."""
    nothing = weights_of_nothing(len(FEATURES))
    content = packed_fit("", FEATURES, laid.arrays | nothing, laid.passages)
    model: FitModel = fit_model(content, load_sentence_encoder())
    shelf = _Shelf(cards)
    return FitReader(model, load_faq(), load_aspects(load_evidence_reader()), vocabulary.recogniser, shelf)


@dataclass(frozen=True, slots=True)
class _Shelf:
    cards: Cards

    def passage(self, document_id: str) -> Passage | None:
        return self.cards.by_id.get(document_id)


def _rows(reader: FitReader, asks: Iterable[Judged]) -> list[list[tuple[list[float], int]]]:
    """The features and grades of the passages of each ask."""
    found = []
    for one in asks:
        before = " ".join(one.told)
        heard = ask_heard(reader, one.ask, before, one.language, frozenset())
        places = reader.model.passages[one.language]
        near = Near.of(places, reader.model.place(one.ask, together(before, one.ask)))
        those = [
            (reader.shelf.passage(each), grade) for each, grade in sorted(one.grades.items()) if each in places.row_of
        ]
        found.append(
            [(features(heard, passage, places, near), grade) for passage, grade in those if passage is not None]
        )
    return found


def _measured(asks: Sequence[Judged], rows_of: Sequence[Sequence[tuple[list[float], int]]]) -> int:
    """Print, of the asks of talks left out, what the likeliest passage is from each probability on."""
    talks = sorted({one.conversation for one in asks})
    order = np.random.default_rng(1).permutation(len(talks))
    fold = {talks[at]: place % _FOLDS for place, at in enumerate(order)}
    likely: dict[int, NDArray[np.float64]] = {}
    for out in range(_FOLDS):
        kept = [
            pair for one, pairs in zip(asks, rows_of, strict=True) if fold[one.conversation] != out for pair in pairs
        ]
        model = _model([row for row, _ in kept], [grade == ANSWERS for _, grade in kept])
        for at, one in enumerate(asks):
            if fold[one.conversation] == out and rows_of[at]:
                likely[at] = np.array(model([row for row, _ in rows_of[at]]))
    answered = sum(any(grade == ANSWERS for _, grade in pairs) for pairs in rows_of)
    sys.stdout.write(f"{len(asks)} asks, of which a passage answers {answered}\n")
    for least in (0.0, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7):
        told: defaultdict[str, int] = defaultdict(int)
        for at, found in likely.items():
            best = int(np.argmax(found))
            if found[best] >= least:
                told["record" if asks[at].record else str(rows_of[at][best][1])] += 1
        listed = ", ".join(f"{called} {told[grade]}" for grade, called in _GRADES.items())
        sys.stdout.write(f"{least}: {listed}\n")
    return 0


def _model(
    given: Sequence[Sequence[float]], answers: Sequence[bool]
) -> Callable[[Sequence[Sequence[float]]], tuple[float, ...]]:
    arrays = weights(given, answers)
    nothing = {"centre": np.zeros(1, np.float32), "toward": np.zeros((1, 1), np.float32)}
    content = packed_fit("", FEATURES, arrays | nothing, {})
    return fit_model(content, load_sentence_encoder()).probabilities


if __name__ == "__main__":
    raise SystemExit(main())
