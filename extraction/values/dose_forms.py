"""In what form a medicine comes, and so what a bare small number of it counts: "Flomax one" is a capsule, no milligram.

A whole number up to four counts tablets, capsules, puffs, sprays or drops, unless the medicine comes in strengths of so
few milligrams ("warfarin 3"); in words ("one", "하나") it counts even then. Four milligrams of paracetamol, or one of
tamsulosin, nobody takes: kept as such they would be a wrong memory, and every total reckoned from them wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Final

from extraction.naming.mentions import Entry

FEW: Final = 4
"""Up to so many are taken at a time of what comes in one strength; more may be one."""

_BY_ROUTE: Final[Mapping[str, str]] = {
    "inhalation": "puff", "nasal": "spray", "ophthalmic": "drop", "otic": "drop", "oral": "tab", "sublingual": "tab",
}  # fmt: skip
_OF_TABLETS: Final = frozenset({"mg", "mcg", "tablets"})
_OF_DEVICES: Final = frozenset({"puffs", "sprays", "drops"})
"""Units of the lexicon by which what comes by a route is a tablet, or is breathed in, sprayed or dropped."""


def form_of(entry: Entry | None) -> str:
    """What a medicine is counted in ("tab", "cap", "packet", "puff", "spray", "drop"); empty where nobody knows."""
    if entry is None or entry.kind != "medications":
        return ""
    if entry.concept_id in _forms():
        return _forms()[entry.concept_id]
    form = _BY_ROUTE.get(entry.extra.get("route", ""), "")
    units = set(entry.extra.get("units", "").split("|"))
    return form if units & (_OF_TABLETS if form == "tab" else _OF_DEVICES) else ""


def counted_when_bare(amount: float, entry: Entry | None, *, in_words: bool = False) -> str:
    """What a bare ``amount`` of a medicine counts; empty where it may be a strength, or no form is known."""
    form = form_of(entry)
    # One and a half of what comes in no strength so small is a tablet and a half, in digits too.
    halves = amount in (1 + _HALF, 2 + _HALF) and form == "tab"
    few = amount in range(1, FEW + 1) or (amount == _HALF if in_words else halves and _comes_larger(entry))
    if not form or entry is None or not few:
        return ""
    if entry.concept_id not in small_strengths() or in_words:
        return form
    most = dose_limits().get(entry.concept_id)
    # Two of colchicine are no milligrams, of which nobody takes as many in a day.
    return form if most is not None and amount > most else ""


_HALF: Final = 0.5


@lru_cache(maxsize=1)
def small_strengths() -> Mapping[str, tuple[float, ...]]:
    """The strengths from one to four milligrams in which medicines come as tablets, capsules or oral solutions.

    Compiled from the public labels of products of the United States, the United Kingdom and Korea ("How supplied",
    "성상 및 함량"); of opioids by the millilitre of their solutions, which are told in milligrams.
    """
    return {name: tuple(float(one) for one in strengths.split("|")) for name, strengths in _rows("small_strengths.tsv")}


@lru_cache(maxsize=1)
def dose_limits() -> Mapping[str, float]:
    """The most of a medicine, in milligrams a day, that is usual for an adult in any indication.

    Compiled from general knowledge of United States prescribing information ("Dosage and administration"), rounded
    upwards; only several times as much is asked about, so that it need not be exact.
    """
    return {name: float(most) for name, most in _rows("dose_limits.tsv")}


_LARGE: Final = 40.0
"""Milligrams a day from which on the most of a medicine is so much that none of its tablets is of one or two."""


def _comes_larger(entry: Entry | None) -> bool:
    return entry is not None and dose_limits().get(entry.concept_id, 0.0) >= _LARGE


@lru_cache(maxsize=1)
def _forms() -> Mapping[str, str]:
    """Medicines taken by mouth that come as capsules or sachets alone, by the same labels."""
    return dict(_rows("dose_forms.tsv"))


def _rows(name: str) -> list[tuple[str, str]]:
    rows = (files(__package__) / name).read_text(encoding="utf-8").splitlines()[1:]
    return [(first, second) for first, second in (row.split("\t") for row in rows)]
