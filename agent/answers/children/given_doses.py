"""What a child was given of one medicine within a day, in milligrams for each kilogram, and when more may follow.

Paracetamol: at most 15 mg for each kilogram a dose and 75 a day (MFDS; 60 by the BNF for Children); help is sought from
75 mg for each kilogram within a day (TOXBASE; US poison centres, from 150 at once). Ibuprofen: 10
a dose and 40 a day (MFDS, AAP; 30 by the NHS), help from 100 at once (TOXBASE).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Final

from agent.answers.complaints.fever_doses import RULES, Rule
from agent.answers.complaints.fever_medicine_asked import IBUPROFEN, PARACETAMOL
from extraction.reading.children.child import Child, Given
from extraction.reading.children.products import DEXIBUPROFEN

DEXIBUPROFEN_RULE: Final = Rule(5, 7, (4, 6), {"ko": "4", "en": "4 doses"}, {"ko": 28, "en": 28}, 6, 100, 300, 1200)
"""Dexibuprofen 5-7 mg/kg every 4 to 6 hours, at most 4 doses (MFDS label of dexibuprofen syrup)."""
CHILD_RULES: Final = {**RULES, DEXIBUPROFEN: DEXIBUPROFEN_RULE}
_DAY: Final = timedelta(hours=24)
_SOON: Final = timedelta(minutes=20)
"""Doses so close together are one dose given twice."""
AFTER_DOUBLE: Final = 8
"""Hours without more after more than one dose at once: two doses stand for two intervals of four hours."""
DAILY_LIMIT: Final = {PARACETAMOL: 75.0, IBUPROFEN: 40.0, DEXIBUPROFEN: 28.0}
_NEARLY: Final = 0.85
"""The share of what calls for help from which a kitchen's spoons may make the rest."""
_HELP: Final = {PARACETAMOL: 75.0, IBUPROFEN: 100.0, DEXIBUPROFEN: 50.0}
"""Milligrams for each kilogram in a day from which it is told to who knows poisons at once."""
_TABLETS, _TABLET_KG = 144.0, 40.0
_NEAR_HARM: Final = 0.6
"""Share of the harmful amount from which nobody is told that it is far away."""
_OVER: Final = 1.05
"""By how much a spoon may exceed a limit and still be on it."""


@dataclass(frozen=True, slots=True)
class OfADay:
    """The doses of one medicine that a child was given in the last day."""

    substance: str
    doses: tuple[Given, ...]
    child: Child

    @property
    def rule(self) -> Rule:
        """The doses that are right."""
        return CHILD_RULES[self.substance]

    @property
    def milligrams(self) -> float | None:
        """All together; None where one of them is not known."""
        amounts = [one.milligrams for one in self.doses]
        return sum(each for each in amounts if each is not None) if None not in amounts else None

    @property
    def each_kilogram(self) -> float | None:
        """All together for each kilogram."""
        total = self.milligrams
        return total / self.child.weight if total is not None and self.child.weight else None

    @property
    def highest(self) -> float | None:
        """The most for each kilogram within twenty minutes; None where it is not known."""
        if not self.child.weight:
            return None
        best: float | None = None
        for one in self.doses:
            near = [each for each in self.doses if _is_near(one, each)]
            if any(each.milligrams is None for each in near):
                continue
            summed = sum(each.milligrams or 0.0 for each in near) / self.child.weight
            best = summed if best is None else max(best, summed)
        return best

    @property
    def last(self) -> datetime | None:
        """When the last one was given."""
        return max((one.at for one in self.doses if one.at is not None), default=None)

    @property
    def first(self) -> datetime | None:
        """When the first one of the day was given."""
        return min((one.at for one in self.doses if one.at is not None), default=None)

    @property
    def is_harmful(self) -> bool:
        """Whether it is so much that help is sought at once."""
        each = self.each_kilogram
        return each is not None and each >= _HELP[self.substance]

    @property
    def is_over(self) -> bool:
        """Whether it is more than a day's most."""
        each = self.each_kilogram
        return each is not None and each > DAILY_LIMIT[self.substance] * _OVER

    @property
    def is_much(self) -> bool:
        """Whether what was given at once, or over the day in too large doses, comes near to what does harm."""
        highest, each = self.highest, self.each_kilogram
        summed = self.is_doubled and each is not None and each >= _HELP[self.substance] * _NEARLY
        return summed or (highest is not None and highest >= self.rule.harmful * _NEAR_HARM)

    @property
    def is_doubled(self) -> bool:
        """Whether more was given at once, or sooner, than one dose."""
        highest = self.highest
        tablets = (
            self.child.months is not None and self.child.months >= _TABLETS and (self.child.weight or 0.0) >= _TABLET_KG
        )
        if highest is not None and highest > self.rule.high * _OVER:
            # From twelve years and 40 kg on the label of tablets allows up to two (MFDS).
            if not (tablets and highest * (self.child.weight or 0.0) <= self.rule.grown * _OVER):
                return True
        hours = sorted(one.at for one in self.doses if one.at is not None)
        gaps = [later - earlier for earlier, later in pairwise(hours)]
        return any(each < timedelta(hours=self.rule.hours[0]) - _SOON for each in gaps)

    def again_from(self) -> datetime | None:
        """From when more may be given."""
        if self.last is None:
            return None
        return self.last + timedelta(hours=AFTER_DOUBLE if self.is_doubled else self.rule.hours[0])


def _is_near(one: Given, other: Given) -> bool:
    if one is other:
        return True
    if one.at is None or other.at is None:
        # A second one without an hour was given beside the first.
        return True
    return abs(one.at - other.at) <= _SOON


def of_the_day(child: Child, now: datetime) -> tuple[OfADay, ...]:
    """What a child was given in the last day, by medicine; dexibuprofen counts as the ibuprofen that it is."""
    recent = [
        one for one in child.doses if one.at is None or timedelta(0) <= now - one.at + timedelta(minutes=6) <= _DAY
    ]
    substances = dict.fromkeys(one.substance for one in recent if one.substance in CHILD_RULES)
    return tuple(
        OfADay(each, tuple(_in_order([one for one in recent if one.substance == each])), child) for each in substances
    )


def _in_order(doses: Sequence[Given]) -> list[Given]:
    return sorted(doses, key=lambda one: (one.at is None, one.at.timestamp() if one.at is not None else 0.0))
