"""What of the record is asked, in the words of authors whom nobody has read and nothing learnt from."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from evaluation.recollections.scenes import read_scenes
from extraction.reading.learned.encoder_files import load_evidence_reader
from extraction.reading.learned.over_encoder import what_is_named
from extraction.reading.learned.recollections import KINDS, OTHER, LearnedRecollections, load_recollections
from extraction.text.normalise import normalise
from tests.shipped import vocabulary
from training.examples import READINGS, load
from training.recollections import KIND_OF, UNREAD, questions

LEAST_RIGHT = 0.75
"""The share of unread wordings that are surely heard for what they ask."""
LEAST_SURE = 0.5
MOST_FALSE = 2
"""Of a hundred utterances that ask for nothing that was told."""


@pytest.fixture(scope="module")
def reader() -> LearnedRecollections:
    return load_recollections(load_evidence_reader())


def heard(reader: LearnedRecollections, text: str) -> str:
    found = reader.read(text, what_is_named(one.entry for one in vocabulary().recogniser.find(normalise(text).text)))
    return found.kind if found.probability >= LEAST_SURE else OTHER


@pytest.mark.parametrize("language", ["ko", "en"])
def test_what_unread_authors_ask_is_heard(reader: LearnedRecollections, language: str) -> None:
    asked = [one for one in questions(UNREAD, random.Random(11)) if one.author.startswith(language)]
    asked = random.Random(1).sample(asked, 150)
    share = sum(heard(reader, one.text) == one.kind for one in asked) / len(asked)
    # The words are shown by no failure: nobody is to read them.
    del asked
    assert share >= LEAST_RIGHT


def others() -> Iterator[str]:
    for path in sorted(READINGS.glob("*.jsonl"))[::6]:
        yield from (row["text"] for row in load(path)[:40] if not row["asks"])


def test_what_tells_asks_for_nothing(reader: LearnedRecollections) -> None:
    texts = list(others())
    assert len(texts) >= 200
    false = sum(heard(reader, one) != OTHER for one in texts) * 100 / len(texts)
    assert false <= MOST_FALSE


def test_every_question_of_the_scenes_has_a_kind() -> None:
    asked = {scene.steps[-1][0] for scene in read_scenes()}
    assert {KIND_OF.get(one, one.partition(".")[2]) for one in asked} <= set(KINDS)
