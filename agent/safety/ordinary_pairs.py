"""What is ordinarily fine together, by class: a table with its sources, and whether it names a pair.

The rest of the record is no matter of this table's: whoever asks it must have held the pair against the cautions,
the contraindications and the allergies first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal

from agent.safety.substances import Named
from agent.safety.tables import table
from extraction.naming.mentions import Entry
from extraction.text.lazy_regex import lazy_regex

YEARS: Final = 12
"""The age from which a label allows what a row says nothing of."""
_ANY: Final = "any"


@dataclass(frozen=True, slots=True)
class Ordinary:
    """One row of ordinary_pairs.yaml."""

    one: frozenset[str]
    beside: frozenset[str]
    not_for: frozenset[str]
    kind: Literal["label", "food", "prescribed"]
    heed_ko: str
    heed_en: str
    source: str
    from_years: float = YEARS
    spared: frozenset[str] = frozenset()
    """What it does not speak of though it names a class of it, or whatever is taken."""
    holds: frozenset[str] = frozenset()
    food: Entry | None = None
    said: re.Pattern[str] | None = None

    def is_of(self, entry: Entry) -> bool:
        """Whether the row speaks of a medicine or a food: a narrow one only by its own name."""
        if entry.concept_id in self.one:
            return True
        return not self.one.isdisjoint(_broad(entry)) and _narrow(entry) <= self.one | self.beside

    def names(self, entry: Entry) -> bool:
        """Whether it is among what may stand beside; each narrow class that it belongs to must be named itself."""
        family = _broad(entry)
        if not self.spared.isdisjoint(family):
            return False
        if _ANY in self.beside:
            return True
        if entry.concept_id in self.beside:
            return True
        narrow = _narrow(entry)
        return narrow <= self.beside if narrow else not self.beside.isdisjoint(family)


@cache
def ordinary_rows() -> tuple[Ordinary, ...]:
    """The shipped rows, in the order of the table."""
    careful = frozenset(table("ordinary_pairs")["careful"].split())
    return tuple(
        Ordinary(
            one=frozenset(_ids_of(row["one"])),
            beside=frozenset(_ids_of(row["with"])),
            not_for=(careful | frozenset(row.get("not_for", "").split())) - frozenset(_ids_of(row.get("fits", ""))),
            kind=row["kind"],
            heed_ko=row["heed_ko"],
            heed_en=row["heed_en"],
            source=row["source"],
            from_years=float(row.get("from_years", YEARS)),
            spared=frozenset(_ids_of(row.get("except", ""))),
            holds=frozenset(row.get("holds", "").split()),
            food=Entry("social", row["one"].split()[0], row["en"], row["ko"]) if "said_en" in row else None,
            said=lazy_regex(f"{row['said_ko']}|{row['said_en']}", re.IGNORECASE) if "said_en" in row else None,
        )
        for row in table("ordinary_pairs")["rows"]
    )


def row_of_pair(thing: Entry, other: Entry) -> Ordinary | None:
    """The row that calls a pair fine, whichever of the two it begins with; that of the thing asked about first."""
    for one, beside in ((thing, other), (other, thing)):
        for row in ordinary_rows():
            if row.is_of(one) and row.names(beside):
                return row
    return None


def foods_in(text: str) -> Iterator[Named]:
    """The everyday foods that words name and no other table has, and where."""
    for row in ordinary_rows():
        if row.food is None or row.said is None:
            continue
        for found in row.said.finditer(text):
            yield Named(row.food, found.start(), found.end())


def _narrow(entry: Entry) -> frozenset[str]:
    narrow = _narrow_ids()
    return frozenset(each for each in (entry.concept_id, *entry.broader) if each in narrow)


def _broad(entry: Entry) -> frozenset[str]:
    return frozenset((entry.concept_id, *entry.broader))


@cache
def _narrow_ids() -> frozenset[str]:
    return frozenset(table("ordinary_pairs")["narrow"].split())


def _ids_of(written: str) -> Iterator[str]:
    groups: dict[str, str] = table("cautions")["groups"] | table("ordinary_pairs")["groups"]
    for each in written.split():
        if each == "@careful":
            yield from table("ordinary_pairs")["careful"].split()
        elif each.startswith("@"):
            yield from _ids_of(groups[each[1:]])
        else:
            yield each
