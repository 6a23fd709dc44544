"""A text of the longest permitted length costs what its words do: no part of the reader looks at all pairs of them."""

from __future__ import annotations

import gc
import os
import sys
from datetime import UTC, datetime
from functools import cache
from types import FrameType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.utterance import MAX_CHARACTERS
from domain.values import Concept, Content, SlotKind
from extraction.bench import ODD_UNITS, dense_texts
from extraction.naming.mentions import Entry
from extraction.reading.extractor import LearnedExtractor
from extraction.reading.figures.figures import Figure
from extraction.reading.items import Item
from extraction.reading.learned.arc_features import NEAREST, Arcs
from extraction.reading.learned.features import WIDEST, hashed, hashed_under, reach
from extraction.reading.learned.linear import load_models
from extraction.reading.sheet import Sheet, lay_out
from extraction.values.quantities import QuantityMention
from tests.shipped import vocabulary

NOW = datetime(2026, 3, 4, 3, tzinfo=UTC)
_READER = os.sep + "extraction" + os.sep
LAB = Entry("labs", "hba1c", "HbA1c", "당화혈색소")
SIZES = (500, 1000)
"""Characters; counting the lines of a text takes ten times as long as reading it."""
MOST_TIMES = 2.2
"""Twice the text takes 1.5 to 2.13 times the lines; a part that looks at all pairs would take four times as many."""


@cache
def extractor() -> LearnedExtractor:
    return LearnedExtractor(vocabulary().lexicon, vocabulary().recogniser, load_models())


def lines_run(text: str, known: tuple[Content, ...] = ()) -> int:
    """How many lines of the reader the reading of ``text`` runs, each turn of a loop anew."""
    count = 0

    def line(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        count += event == "line"
        return line

    def call(frame: FrameType, event: str, _: Any) -> Any:
        return line if _READER in frame.f_code.co_filename else None

    before = sys.gettrace()
    sys.settrace(call)
    try:
        extractor().read(text, said_at=NOW, time_zone="Asia/Seoul", spoken_of=known)
    finally:
        sys.settrace(before)
    return count


def test_a_long_text_is_read_without_a_search_for_cycles() -> None:
    text = dense_texts(vocabulary().lexicon, 1_000)["diseases"]
    extractor().read(text, said_at=NOW, time_zone="Asia/Seoul")
    began: list[int] = []

    def collecting(phase: str, about: dict[str, int]) -> None:
        if phase == "start" and sys._getframe(1).f_code.co_filename.find(_READER) >= 0:
            began.append(about["generation"])

    gc.callbacks.append(collecting)
    try:
        extractor().read(text, said_at=NOW, time_zone="Asia/Seoul")
    finally:
        gc.callbacks.remove(collecting)

    assert len(began) <= 1
    assert gc.isenabled()


def numbered(unit: str, characters: int) -> str:
    """``unit`` over and over with another number each time: no row that could be cut short."""
    return "".join(f"{at * 37 % 90 + 10} {unit}" for at in range(characters // len(unit) + 1))[:characters]


@pytest.mark.parametrize(
    "unit",
    [
        "백이십에 팔십 ",
        "메트포르민 500mg 하루 두 번, ",
        *(pytest.param(one, marks=pytest.mark.torture) for one in ("혈압약 ", "어머니는 당뇨 아버지는 고혈압 ")),
    ],
)
def test_twice_the_text_is_at_most_twice_the_work(unit: str) -> None:
    known = (Content.of({"slot": SlotKind.LABS, "concept": Concept(concept_id="hba1c", name="HbA1c"), "value": 7.2}),)
    lines_run(unit * 3, known)

    once, twice = (lines_run(numbered(unit, size), known) for size in SIZES)

    assert twice < MOST_TIMES * once


@pytest.mark.parametrize("name", ["bare pressures", "the shortest names"])
def test_so_it_is_of_a_text_that_holds_nothing_but_values_or_names(name: str) -> None:
    lexicon = vocabulary().lexicon
    lines_run("120/80, 두통")

    once, twice = (lines_run(dense_texts(lexicon, size)[name]) for size in SIZES)

    assert twice < MOST_TIMES * once


@cache
def an_ordinary_long_one() -> int:
    """Lines that a list of medicines of 1,000 characters costs."""
    return lines_run(numbered("메트포르민 500mg 하루 두 번, ", 1_000))


@pytest.mark.every_case
@pytest.mark.parametrize("unit", ODD_UNITS[::12])
def test_the_longest_text_that_repeats_itself_is_less_work_than_an_ordinary_long_one(unit: str) -> None:
    # The first reading builds what all others use.
    lines_run(unit)

    assert lines_run((unit * MAX_CHARACTERS)[:MAX_CHARACTERS]) < an_ordinary_long_one()


def sheet(starts: list[int]) -> Sheet:
    empty = lay_out("", vocabulary().lexicon, vocabulary().recogniser, NOW, "Asia/Seoul", "ko")
    figures = [Figure(QuantityMention(7.0, None, None, None, None, False, at, at + 1)) for at in starts]
    return Sheet(empty.original, empty.normalised, empty.folded, empty.language, empty.day, (), tuple(figures), (), ())


@settings(max_examples=60)
@given(
    st.lists(st.integers(0, 400), max_size=90),
    st.lists(st.integers(0, 400), max_size=60),
    st.integers(0, 12),
)
def test_a_figure_may_belong_to_the_nearest_names_and_to_all_of_memory(
    figures: list[int], names: list[int], memory: int
) -> None:
    items = [Item("labs", at, at + 2, LAB) for at in sorted(names)]
    items += [Item("labs", 0, 0, slot=SlotKind.LABS, heard=at, named=False) for at in range(memory)]
    arcs = Arcs(sheet(sorted(figures)), items)

    for attribute in arcs.attributes:
        near = sorted(range(len(names)), key=lambda at: (abs(items[at].start - attribute.start), at))[:NEAREST]

        assert list(arcs.candidates(attribute)) == [*sorted(near), *range(len(names), len(items))]


@given(st.integers(1, 100_000))
def test_each_neighbour_looks_far_in_all_but_endless_texts(count: int) -> None:
    assert reach(count) == WIDEST if count <= 240 else reach(count) * count <= WIDEST * 240 or reach(count) == 9


@given(st.lists(st.text(max_size=8)), st.lists(st.text(min_size=1, max_size=5), min_size=1, max_size=3))
def test_words_under_a_prefix_have_the_buckets_of_their_names(words: list[str], prefixes: list[str]) -> None:
    assert sorted(hashed_under(prefixes, words)) == hashed(f"{prefix}:{word}" for prefix in prefixes for word in words)
