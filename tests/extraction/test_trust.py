"""How far a reading is to be trusted: right readings of authors whom nothing has learnt from stand above wrong ones."""

from __future__ import annotations

from datetime import UTC, datetime
from statistics import mean

from extraction.reading.extractor import LearnedExtractor
from tests.shipped import vocabulary
from training.examples import load
from training.trust import UNSEEN, weighed

_AT = datetime(2026, 6, 10, 9, tzinfo=UTC)
_LEAST_APART = 0.06


def _confidences(learned: LearnedExtractor, text: str) -> list[float]:
    return [one.confidence for one in learned.read(text, said_at=_AT, time_zone="UTC").proposals]


def test_what_is_plainly_told_is_trusted_more_than_what_is_told_in_passing(learned: LearnedExtractor) -> None:
    plain = _confidences(learned, "I take metformin 500 mg twice a day")
    passing = _confidences(learned, "I'm coming off Biktarvy and going on the Cabenuva shots, first one's December 8th")
    assert min(plain) > max(passing)
    assert all(0 <= one <= 1 for one in (*plain, *passing))


def test_right_readings_of_held_authors_are_trusted_more_than_wrong_ones(learned: LearnedExtractor) -> None:
    weigher = learned.truster
    some = load(UNSEEN / "q27.jsonl")[::3]
    found = list(weighed(some, vocabulary(), "q27"))
    likely = weigher.probabilities([one.row for one in found])
    right = [one for one, told in zip(likely, found, strict=True) if told.right]
    wrong = [one for one, told in zip(likely, found, strict=True) if not told.right]
    assert mean(right) - mean(wrong) > _LEAST_APART


def test_a_pasted_sheet_keeps_the_readers_own_confidence(learned: LearnedExtractor) -> None:
    sheet = "\n".join(f"2026-05-{day:02d} BP {120 + day}/{70 + day} glucose {100 + day}" for day in range(1, 29))
    assert set(_confidences(learned, sheet)) <= {1.0, 0.8}
