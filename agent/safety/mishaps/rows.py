"""The rows of mishaps.yaml: what a medicine is where it was left out or taken once too often, the gravest first."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from agent.safety.alarms import Alarm, Level
from agent.safety.tables import table
from extraction.text.lazy_regex import lazy_regex

_TABLE: Final = "mishaps"


@dataclass(frozen=True, slots=True)
class Row:
    """One of them; ``texts`` by what they are said of and the language ("without_ko", "stop_en")."""

    name: str
    place: int
    of: frozenset[str]
    but: frozenset[str]
    texts: Mapping[str, str]
    extra: str
    harmless: bool
    source: str

    def fits(self, kinds: Collection[str]) -> bool:
        """Whether a medicine of these ids and classes is of this row; the last row is of all."""
        return not self.of or (not self.of.isdisjoint(kinds) and self.but.isdisjoint(kinds))

    def text(self, of_what: str, language: str) -> str:
        """What is said of it; empty where the row has nothing to say of that."""
        return self.texts.get(f"{of_what}_{language}", "")


@dataclass(frozen=True, slots=True)
class Danger:
    """What makes an emergency of a mishap: ``signs`` of which one is felt, ``known`` or ``said`` of which one holds."""

    alarm: Alarm
    act: str
    of: str
    signs: frozenset[str]
    known: tuple[str, ...]
    said: re.Pattern[str] | None


@cache
def rows() -> tuple[Row, ...]:
    """The shipped rows, in the order of the table."""
    return tuple(_row(place, name, row) for place, (name, row) in enumerate(table(_TABLE)["rows"].items()))


@cache
def dangers() -> tuple[Danger, ...]:
    """The shipped alarms, in the order of the table."""
    return tuple(_danger(name, row) for name, row in table(_TABLE)["alarms"].items())


def row_of(kinds: Collection[str]) -> Row:
    """The row of a medicine of these ids and classes."""
    return next(row for row in rows() if row.fits(kinds))


def _row(place: int, name: str, row: Mapping[str, Any]) -> Row:
    texts = {key: str(text) for key, text in row.items() if key.endswith(("_ko", "_en"))}
    of, but = (frozenset(str(row.get(key, "")).split()) for key in ("of", "but"))
    return Row(name, place, of, but, texts, row["extra"], bool(row.get("harmless", False)), row["source"])


def _danger(name: str, row: Mapping[str, Any]) -> Danger:
    level: Level = row["level"]
    alarm = Alarm(
        alarm_id=name, signs=(), known=(), unless=(), level=level, name_ko=row["ko"], name_en=row["en"],
        source=row["source"], first=row.get("first", ""), self_harm=False, sure=True,
    )  # fmt: skip
    said = f"{row['said_ko']}|{row['said_en']}" if "said_ko" in row else ""
    return Danger(
        alarm,
        row["act"],
        row["of"],
        frozenset(row.get("signs", ())),
        tuple(row.get("known", ())),
        lazy_regex(said, re.IGNORECASE) if said else None,
    )
