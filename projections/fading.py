"""What the importance of all current facts follows from, in arrays: ten thousand are weighed in a millisecond."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from domain.decay import LAMBDA_PER_HOUR, importance
from domain.derived import Change
from domain.ledger import Fact, by_version

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Fading:
    """Current facts in recording order, each with when it begins to fade (POSIX seconds), how fast, and its gain.

    ``rate`` is the decay constant per hour, ``gain`` the importance while nothing has faded.
    """

    facts: tuple[Fact, ...]
    since: Numbers
    rate: Numbers
    gain: Numbers

    @classmethod
    def of(cls, facts: Iterable[Fact], since: Callable[[Fact], datetime]) -> Fading:
        """These facts; ``since`` says from when on each fades."""
        ordered = tuple(facts)
        rows = np.array([_row(fact, since) for fact in ordered], np.float64).reshape(len(ordered), 3)
        return cls(ordered, rows[:, 0].copy(), rows[:, 1].copy(), rows[:, 2].copy())

    def after(self, changes: Sequence[Change], since: Callable[[Fact], datetime]) -> Fading | None:
        """The same after changes; None where a fact that has changed is not among these."""
        facts, columns = list(self.facts), [self.since, self.rate, self.gain]
        for before, after in changes:
            if before is not None and before.current:
                place = bisect_left(facts, before.version, key=by_version)
                if place == len(facts) or facts[place].fact_id != before.fact_id:
                    return None
                del facts[place]
                columns = [np.delete(column, place) for column in columns]
            if after.current:
                place = bisect_left(facts, after.version, key=by_version)
                facts.insert(place, after)
                row = _row(after, since)
                columns = [np.insert(column, place, value) for column, value in zip(columns, row, strict=True)]
        return Fading(tuple(facts), *columns)

    def order(self, at: datetime) -> list[int]:
        """Places by falling importance at a moment, equal ones in recording order."""
        hours = np.maximum(0.0, at.timestamp() - self.since) / 3600
        weights: Numbers = np.exp(-self.rate * hours) * self.gain
        order: list[int] = np.argsort(-weights, kind="stable").tolist()
        return order


def _row(fact: Fact, since: Callable[[Fact], datetime]) -> tuple[float, float, float]:
    return since(fact).timestamp(), LAMBDA_PER_HOUR[fact.content.slot], importance(1.0, fact.mentions)
