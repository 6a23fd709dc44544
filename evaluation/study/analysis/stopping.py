"""The safety stops of refinement scored against the same turns played without them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evaluation.study import statistics
from evaluation.study.metrics.stops import STOPS, searched_again_in_vain, stop_score
from evaluation.study.rows import TurnRow
from evaluation.study.statistics import Interval, UnusableSample

_BOTH_OFF = ("-duplicate_detection", "-progress_monitoring")
_STOPLESS = {"self_refine_full_safety": "self_refine_no_safety"}
"""The thesis has a name of its own for one of its profiles without stops."""


@dataclass(frozen=True, slots=True)
class Stopping:
    """Stops of ``system`` held against ``without``; shares are None where nothing is counted."""

    system: str
    without: str
    stopped: int
    rightly: int
    precision: float | None
    precision_interval: Interval | None
    recall: float | None
    recall_interval: Interval | None
    loops_with: float | None
    loops_without: float | None


def has_no_stops(system: str) -> bool:
    """Whether a profile of this name plays without both stops."""
    return "no_safety" in system or all(flag in system for flag in _BOTH_OFF)


def stopping(rows: Sequence[TurnRow], seed: int) -> list[Stopping]:
    """Every system that stopped at least once, against the one that plays without stops; [] where none does."""
    systems = list(dict.fromkeys(row.system for row in rows))
    found = []
    for system in systems:
        without = without_stops(system, systems)
        own = [row for row in rows if row.system == system]
        if without not in (None, system) and any(row.stop_reason in STOPS for row in own):
            free = {_place(row): row for row in rows if row.system == without}
            found.append(_scored(system, str(without), own, [row for row in own if _place(row) in free], free, seed))
    return found


def without_stops(system: str, systems: Sequence[str]) -> str | None:
    """Of these systems the one that plays as this one but without stops; another one without them where none does."""
    base = _STOPLESS.get(system, system.partition("-")[0])
    free = [name for name in systems if has_no_stops(name)]
    return next((name for name in free if name.partition("-")[0] == base), next(iter(free), None))


def _place(row: TurnRow) -> tuple[str, int, int]:
    return row.scenario, row.repeat, row.turn


def _scored(
    system: str,
    without: str,
    own: Sequence[TurnRow],
    shared: Sequence[TurnRow],
    free: dict[tuple[str, int, int], TurnRow],
    seed: int,
) -> Stopping:
    scenarios = sorted({row.scenario for row in shared})
    scores = [stop_score((row, free[_place(row)]) for row in shared if row.scenario == one) for one in scenarios]
    stopped, rightly = [one.stopped for one in scores], [one.rightly for one in scores]
    pointless = [one.pointless for one in scores]
    return Stopping(
        system=system,
        without=without,
        stopped=sum(stopped),
        rightly=sum(rightly),
        precision=sum(rightly) / sum(stopped) if sum(stopped) else None,
        precision_interval=_interval(rightly, stopped, seed),
        recall=sum(rightly) / sum(pointless) if sum(pointless) else None,
        recall_interval=_interval(rightly, pointless, seed),
        loops_with=_loops(own),
        loops_without=_loops(list(free.values())),
    )


def _interval(parts: Sequence[int], wholes: Sequence[int], seed: int) -> Interval | None:
    try:
        return statistics.bootstrap_ratio(parts, wholes, seed=seed)
    except UnusableSample:
        return None


def _loops(rows: Sequence[TurnRow]) -> float | None:
    """Of turns with several drafts, the share that searched in vain."""
    known = [one for one in map(searched_again_in_vain, rows) if one is not None]
    return sum(known) / len(known) if known else None
