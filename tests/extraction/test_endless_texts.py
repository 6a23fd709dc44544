"""Texts that run on without an end are read in pieces, and whole: no piece grows with them."""

from __future__ import annotations

import sys
from itertools import count, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.bench import ODD_UNITS, bench_odd, dense_texts
from extraction.naming.concepts import lexicon_words
from extraction.rules.clauses import LONGEST, split_clauses
from extraction.rules.pipeline import Extractor
from extraction.text.kiwi import LONGEST_RUN, shared_kiwi, stems
from extraction.text.normalise import normalise
from extraction.text.repetitions import without_repetitions
from tests.builders import NOW
from tests.shipped import reader, vocabulary


@pytest.mark.parametrize("unit", ["혈압약 ", "가", "metformin and ", "아스피린, ", "없어요 "])
def test_clauses_and_sentences_stay_short_and_cover_the_text(unit: str) -> None:
    text = (unit * 4_000)[:4_000].rstrip()
    clauses = split_clauses(text, ())
    assert clauses[0].start == 0 and clauses[-1].end == len(text)
    assert all(left.end == right.start for left, right in pairwise(clauses))
    assert all(clause.end - clause.start <= LONGEST for clause in clauses)
    sentences: dict[int, int] = {}
    for clause in clauses:
        sentences[clause.sentence] = sentences.get(clause.sentence, 0) + clause.end - clause.start
    assert max(sentences.values()) < 2 * LONGEST


def test_a_clause_is_cut_between_words_and_never_within_a_name() -> None:
    name = "당화혈색소" * 60
    text = f"{'가' * (LONGEST - 50)} {name} {'나 ' * 300}"
    start = text.index(name)
    clauses = split_clauses(text, ((start, start + len(name)),))
    cuts = [clause.end for clause in clauses[:-1]]
    assert not any(start < cut < start + len(name) for cut in cuts)
    assert all(text[cut - 1].isspace() for cut in cuts)


@pytest.mark.parametrize("length", [LONGEST_RUN, LONGEST_RUN + 1, 3 * LONGEST_RUN])
def test_a_run_without_spaces_is_analysed_in_its_place(length: int) -> None:
    text = f"메트포르민 {('고혈압약을먹어요' * LONGEST_RUN)[:length]} 기침이 나요"
    found = stems(shared_kiwi(lexicon_words(vocabulary().lexicon)), text)
    assert [stem.start for stem in found if stem.key == "기침"] == [text.index("기침")]
    assert all(text[stem.start : stem.end] == "고혈압약" for stem in found if stem.key == "고혈압약")
    assert sum(stem.key == "고혈압약" for stem in found) >= length // 8 - 3


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126) | st.sampled_from("가나힣ㅠ \n\u200b"), max_size=40))
def test_plain_text_is_normalised_as_any_other(text: str) -> None:
    # An invisible letter at the end makes the text one that is looked at letter by letter.
    whole, slowly = normalise(text), normalise(text + "\ufeff")
    assert (whole.text, whole.starts, whole.ends) == (slowly.text, slowly.starts, slowly.ends)


def test_facts_around_an_endless_middle_are_read(extractor: Extractor) -> None:
    text = f"메트포르민 500mg 하루 두 번 먹어요. {'가' * 1_500} {'혈압약 ' * 400}. 당화혈색소는 7.2%였어요."
    found = {
        proposal.content.concept.concept_id: proposal.content
        for proposal in extractor.read(text, said_at=NOW, time_zone="Asia/Seoul").proposals
        if proposal.content is not None
    }
    assert (found["metformin"].dose, found["metformin"].frequency) == ("500mg", "BID")
    assert found["hba1c"].value == 7.2


def test_every_odd_text_is_timed_once() -> None:
    ticks = count()
    taken = bench_odd(vocabulary().lexicon, vocabulary().recogniser, lambda: float(next(ticks)), characters=40)
    assert taken == dict.fromkeys(ODD_UNITS, 1000.0)


def test_dense_texts_are_long_always_the_same_and_repeat_nothing() -> None:
    texts = dense_texts(vocabulary().lexicon, 4_000)
    assert texts == dense_texts(vocabulary().lexicon, 4_000)
    assert {len(text) for text in texts.values()} == {4_000}
    assert all(without_repetitions(normalise(text)).text == normalise(text).text for text in texts.values())


MOST_CALLS = 4_100_000
"""Calls of functions for the densest text: a measure of the work that no machine and no neighbour on it changes."""


@pytest.mark.parametrize(
    "name", ["the shortest names", pytest.param("pressures by day", marks=pytest.mark.torture), "a home meter"]
)
def test_the_densest_texts_cost_a_bounded_number_of_calls(name: str) -> None:
    text = dense_texts(vocabulary().lexicon, 4_000)[name]
    # Patterns are compiled where they are first looked for, which is no work of this text; what was read costs no call.
    reader().read(text, said_at=NOW, time_zone="Asia/Seoul")
    vocabulary().recogniser.forget()
    calls = count()

    sys.setprofile(lambda *_: next(calls))
    try:
        reader().read(text, said_at=NOW, time_zone="Asia/Seoul")
    finally:
        sys.setprofile(None)

    assert next(calls) < MOST_CALLS
