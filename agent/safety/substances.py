"""Foods, drinks, habits and shop products that rules on medicines ask for and the lexicon has no entry for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from agent.safety.tables import table
from agent.words.wording import Dictionary, lookup
from extraction.naming.mentions import Entry
from extraction.text.lazy_regex import lazy_regex
from extraction.text.needed_letters import Rows


@dataclass(frozen=True, slots=True)
class Substance:
    """One row of substances.yaml: its words, and the entries of the lexicon it stands for, if it has none of
    its own.
    """

    concept_id: str
    name_ko: str
    name_en: str
    stands_for: tuple[str, ...]
    said: re.Pattern[str]

    @property
    def entry(self) -> Entry:
        """The substance as an entry, so that rules see it as they see a medicine."""
        return Entry("social", self.concept_id, self.name_en, self.name_ko)


@dataclass(frozen=True, slots=True)
class Named:
    """A medicine or a substance that words name, and where."""

    entry: Entry
    start: int
    end: int


@cache
def substances() -> Rows[Substance]:
    """The shipped rows, in the order of the table."""
    rows = (
        Substance(
            name,
            row.get("ko", ""),
            row.get("en", ""),
            tuple(row.get("stands_for", "").split()),
            lazy_regex(f"{row['said_ko']}|{row['said_en']}", re.IGNORECASE),
        )
        for name, row in table("substances").items()
    )
    return Rows(rows, lambda one: one.said)


def substances_in(text: str, dictionary: Dictionary) -> tuple[Named, ...]:
    """What ``text`` names of them, in the order of the table, each once."""
    found: list[Named] = []
    for one in substances().worth_trying(text):
        match = one.said.search(text)
        if match is None:
            continue
        entries = [lookup(dictionary, "medications", each) for each in one.stands_for] or [one.entry]
        found.extend(Named(entry, match.start(), match.end()) for entry in entries if entry is not None)
    return tuple(found)
