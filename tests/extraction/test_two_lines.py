"""A pregnancy that its test tells, and two lines of everything else."""

from __future__ import annotations

import pytest

from domain.values import Polarity
from tests.extraction.test_what_the_record_settles import after


def _pregnant(text: str, *known: dict[str, object]) -> bool:
    facts = [one.content for one in after(text, *known)]
    return any(one.concept.concept_id == "pregnancy" and one.polarity is Polarity.AFFIRMED for one in facts)


@pytest.mark.parametrize(
    "text",
    [
        "took a pregnancy test just now. 2 lines. did another one. 2 lines",
        "my period is late so I did a test and it's two pink lines",
        "peed on a stick, two lines!!",
        "pregnancy test came back positive this morning",
        "took a test just now. 2 lines. probably like 5 or 6 weeks",
        "생리가 안와서 테스트했는데 두줄이에요",
        "임테기 두 줄 나왔어요",
        "임신테스트기 해봤는데 두줄 떴어요",
        "임신 테스트 양성이에요",
    ],
)
def test_a_positive_test_is_a_pregnancy(text: str) -> None:
    assert _pregnant(text)


def test_it_counts_though_she_said_before_that_she_is_not() -> None:
    denied: dict[str, object] = {"slot": "conditions", "name": "Pregnancy", "polarity": "negated"}
    assert _pregnant("period's late, did a test, two lines", denied)


@pytest.mark.parametrize(
    "text",
    [
        "covid test has two lines",
        "what do two lines on a pregnancy test mean?",
        "if the pregnancy test shows two lines I'll call you",
        "my period is late but the test does not show two lines",
        "my daughter's period is late and her test has two lines",
        "ovulation test two lines, period due next week",
        "코로나 자가키트 두 줄 나왔어요",
        "임테기 두 줄 나오면 어떡하죠",
        "생리가 늦는데 테스트는 한 줄이에요",
        "the form has two lines for my period dates?",
    ],
)
def test_other_lines_are_none(text: str) -> None:
    assert not _pregnant(text)
