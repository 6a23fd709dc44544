"""What is left to ``make torture`` is left out evenly, in both languages, and nobody's behaviour is."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from tests.sampling import FEW, LEAST, ONE_IN, chosen, leave_out, sample


def test_few_rows_all_stay() -> None:
    rows = [f"sentence number {number}" for number in range(FEW)]
    assert sample(rows) == rows


@pytest.mark.parametrize("of", [FEW + 1, 12, 48, 400])
def test_of_many_one_in_so_many_stays_in_its_order_and_always_the_same(of: int) -> None:
    rows = [f"sentence number {number}" for number in range(of)]
    kept = sample(rows)
    assert kept == sample(rows) == sorted(kept, key=rows.index) and kept[0] == rows[0]
    assert len(kept) == max(LEAST, -(-of // ONE_IN))


def test_each_language_has_its_share_wherever_in_a_row_its_words_stand() -> None:
    rows = [("en", ("It hurts.", {"at": number})) for number in range(40)]
    rows += [("ko", ("아픕니다.", {"at": number})) for number in range(8)]
    assert Counter(language for language, _ in sample(rows)) == {"en": 40 // ONE_IN, "ko": LEAST // 2}


@pytest.mark.parametrize("period", [2, 3, 4, 5])
def test_whatever_repeats_in_a_row_is_sampled_whole(period: int) -> None:
    assert {place % period for place in chosen(12, 48)} == set(range(period))


def test_what_is_chosen_is_spread_evenly() -> None:
    places = sorted(chosen(25, 100))
    assert max(after - before for before, after in pairwise(places)) <= 2 * ONE_IN


def _cases(parent: pytest.Collector, name: str, said: list[str], *marks: pytest.Mark) -> list[pytest.Function]:
    def test() -> None: ...

    found = []
    for text in said:
        spec: Any = SimpleNamespace(params={"text": text}, marks=list(marks), id=text, _idlist=())
        found.append(
            pytest.Function.from_parent(parent, name=f"{name}[{text}]", callobj=test, callspec=spec, originalname=name)
        )
    return found


def test_what_is_left_out_is_left_to_torture_and_nobodys_behaviour_is(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = request.node.parent
    monkeypatch.setattr("tests.sampling.FOLDERS", (module.nodeid,))
    said = [f"It hurts on day {number}" for number in range(20)]
    sentences = _cases(module, "test_sentences", said)
    others = _cases(module, "test_names", [f"name{number}" for number in range(20)])
    others += _cases(module, "test_every_case", said, pytest.mark.every_case.mark)
    others += _cases(module, "test_few", said[:FEW])
    leave_out([*sentences, *others])
    left = [case for case in sentences if case.get_closest_marker("torture")]
    assert len(left) == 20 - max(LEAST, -(-20 // ONE_IN))
    assert not any(case.get_closest_marker("torture") for case in others)
