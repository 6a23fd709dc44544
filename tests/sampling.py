"""Of many sentences an evenly spread sample is tried each time, and all of them under the ``torture`` marker.

Ten thousand sentences stand in ``parametrize`` above the tests of ``FOLDERS``, and more in tables. Each is a case of a
behaviour that its test tells of, and its neighbours say the same in other words: a change that breaks the behaviour
breaks many. What is left out is marked ``torture``: ``make torture`` runs it, ``pytest -m ''`` runs everything, and a
test that is named by ``::`` runs with all its sentences. Whoever adds a sentence, or changes how one is read, runs the
file with ``-m ''``.

The cases of a test are sentences where some hold words in a row. Those that are told apart by a name or a number (which
skill fails, and how) are behaviours of their own, and none is left out; where such cases hold sentences, too, the test
says so by ``pytest.mark.every_case``.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from typing import Any, Final, TypeVar

import pytest

T = TypeVar("T")

FOLDERS: Final = ("tests/agent/", "tests/extraction/")
FEW: Final = 6
"""So many sentences of a test, and fewer, all run each time."""
ONE_IN: Final = 8
"""Of more than that, one in so many does,"""
LEAST: Final = 4
"""and so many at the least, half of them in each language."""
_GOLDEN: Final = (math.sqrt(5) - 1) / 2
_HANGUL: Final = re.compile("[가-힣]")
_WORDS_IN_A_ROW: Final = re.compile(r"\S\s+\S+\s+\S|[가-힣]\S*\s+\S")


def sample(rows: Sequence[T]) -> list[T]:
    """The rows of a table that are tried each time."""
    kept = _kept(rows)
    return [row for place, row in enumerate(rows) if place in kept]


Sampling = Callable[[Sequence[Any]], list[Any]]
SAMPLED: Final = pytest.mark.parametrize(
    "sampled", [sample, pytest.param(list, marks=pytest.mark.torture)], ids=["sample", "all"]
)
"""Of a test that goes through tables by itself: it takes ``sampled(rows)`` of each."""


def leave_out(items: Sequence[pytest.Item]) -> None:
    """Mark as torture whatever is not in the sample of its test."""
    tests = defaultdict[tuple[str, str], list[pytest.Function]](list)
    for item in items:
        if isinstance(item, pytest.Function) and _is_a_case(item):
            assert item.parent is not None
            tests[item.parent.nodeid, item.originalname].append(item)
    for cases in tests.values():
        if not any(_WORDS_IN_A_ROW.search(text) for case in cases for text in _texts(case.callspec.params)):
            continue
        kept = _kept([case.callspec.params for case in cases])
        for place, case in enumerate(cases):
            if place not in kept:
                case.add_marker(pytest.mark.torture)


def chosen(count: int, of: int) -> frozenset[int]:
    """So many places of a row: evenly spread, the first among them, and never in step with what repeats in the row.

    Where a frame is put around each sentence, every fourth case would be the same frame again and again.
    """
    return frozenset(sorted(range(of), key=lambda place: place * _GOLDEN % 1)[:count])


def _kept(rows: Sequence[Any]) -> Set[int]:
    if len(rows) <= FEW:
        return frozenset(range(len(rows)))
    languages = defaultdict[bool, list[int]](list)
    for place, row in enumerate(rows):
        languages[any(map(_HANGUL.search, _texts(row)))].append(place)
    found = set[int]()
    for places in languages.values():
        count = max(LEAST // len(languages), math.ceil(len(places) / ONE_IN))
        found |= {places[one] for one in chosen(count, len(places))}
    return found


def _is_a_case(item: pytest.Function) -> bool:
    if not item.nodeid.startswith(FOLDERS) or not hasattr(item, "callspec"):
        return False
    return not any(item.get_closest_marker(name) for name in ("torture", "every_case"))


def _texts(value: Any) -> Iterator[str]:
    """The words in a parameter, wherever in it they stand."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from _texts(tuple(value.values()))
    elif isinstance(value, Sequence | Set) and not isinstance(value, bytes | bytearray | range):
        for one in value:
            yield from _texts(one)
    elif is_dataclass(value):
        yield from _texts([getattr(value, one.name) for one in fields(value)])
