"""A figure beside its floor, and the table of figures beside those that were landed last."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

LANDED = Path("docs/benchmarks/landed.json")
"""The ratios that were landed last, in the checkout that a bench is run from."""


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured, what stands beside it from the same run, and what else was seen (``note``)."""

    name: str
    value: float
    unit: str
    floor: float
    floor_name: str
    note: str = ""

    @property
    def ratio(self) -> float:
        """How many times its floor; machines differ and are busy, so this is what is compared over time."""
        return self.value / self.floor if self.floor else float("inf")


@dataclass(frozen=True, slots=True)
class Skipped:
    """A line that could not be measured here, and why."""

    name: str
    why: str


def line(figure: Figure, landed: Mapping[str, float]) -> str:
    """A figure as a line: itself, its floor, the ratio, and the landed ratio with how much of it this one is."""
    before = landed.get(figure.name)
    if before is None:
        beside = "not landed"
    else:
        beside = f"landed x{before:.2f}, now {figure.ratio / before:.0%} of it" if before else "landed x0"
    note = f"; {figure.note}" if figure.note else ""
    return (
        f"{figure.name:44s} {figure.value:9.2f} {figure.unit:14s} x{figure.ratio:6.2f} of {figure.floor:.2f} "
        f"({figure.floor_name}); {beside}{note}"
    )


def landed_ratios(path: Path = LANDED) -> dict[str, float]:
    """The landed ratios by line; none where nothing was landed.

    Raises ValueError for a file that holds something else.
    """
    if not path.exists():
        return {}
    try:
        held = json.loads(path.read_text(encoding="utf-8"))
        return {name: float(one["ratio"]) for name, one in held.items()}
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{path} holds no landed figures: write it anew with `make bench-landed`.") from error


def land(figures: Iterable[Figure], path: Path = LANDED) -> None:
    """Make these the landed figures of their lines; lines that were not measured keep theirs."""
    held = json.loads(path.read_text(encoding="utf-8")) if landed_ratios(path) else {}
    for figure in figures:
        held[figure.name] = {
            "value": round(figure.value, 3), "unit": figure.unit, "floor": round(figure.floor, 3),
            "floor_name": figure.floor_name, "ratio": round(figure.ratio, 4), "note": figure.note,
        }  # fmt: skip
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(held, indent=2, ensure_ascii=False, sort_keys=True) + "\n", encoding="utf-8")
