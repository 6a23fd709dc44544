from __future__ import annotations

import json

import pytest

from evaluation.extraction import Floors, Scores, scores_of

FLOORS = Floors(entity=0.75, strict=0.5, max_unsafe=5)


def test_scores_come_from_the_first_line_of_a_report() -> None:
    figures = {"entity_PRF": [0.9, 0.8, 0.85], "strict_PRF": [0.7, 0.6, 0.65], "unsafe": 2}
    assert scores_of(json.dumps(figures) + "\n  ALL gold=3\n") == Scores(0.85, 0.65, 2)


@pytest.mark.parametrize(
    ("scores", "missed"),
    [
        (Scores(0.75, 0.5, 5), 0),
        (Scores(0.74, 0.5, 5), 1),
        (Scores(0.7, 0.4, 6), 3),
    ],
)
def test_every_floor_counts(scores: Scores, missed: int) -> None:
    assert len(FLOORS.missed(scores)) == missed
