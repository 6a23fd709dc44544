"""MedCAT's concept database as a table of plain data: built by MedCAT once, and filled in again without it."""

from __future__ import annotations

from sys import intern
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from medcat.cdb import CDB
    from medcat.config import Config


class ConceptRow(msgspec.Struct, frozen=True, array_like=True):
    """One concept: its id, primary name, names and their beginnings as MedCAT compares them, and its types."""

    cui: str
    preferred_name: str
    names: list[str]
    subnames: list[str]
    type_ids: list[str]


class NameRow(msgspec.Struct, frozen=True, array_like=True):
    """One name, with the concepts that have it and how: "P" for the primary name, "A" for another."""

    name: str
    statuses: dict[str, str]
    is_upper: bool


class ConceptTable(msgspec.Struct, frozen=True, array_like=True):
    """What a database that was never trained consists of."""

    concepts: list[ConceptRow]
    names: list[NameRow]
    token_counts: dict[str, int]


def table_of(database: CDB) -> ConceptTable:
    """The table of a database that MedCAT has built."""
    return ConceptTable(
        [
            ConceptRow(
                cui, info["preferred_name"], sorted(info["names"]), sorted(info["subnames"]), sorted(info["type_ids"])
            )
            for cui, info in database.cui2info.items()
        ],
        [NameRow(name, info["per_cui_status"], info["is_upper"]) for name, info in database.name2info.items()],
        database.token_counts,
    )


def database_of(table: ConceptTable, config: Config) -> CDB:
    """The database again, equal to the one that the table was made of."""
    from medcat.cdb import CDB
    from medcat.cdb.concepts import get_new_cui_info, get_new_name_info

    database = CDB(config)
    for concept in table.concepts:
        cui = intern(concept.cui)
        database.cui2info[cui] = get_new_cui_info(
            cui,
            concept.preferred_name,
            # Most names are their own beginning, and stand in the list of names too: one object instead of three.
            names=set(map(intern, concept.names)),
            subnames=set(map(intern, concept.subnames)),
            type_ids=set(map(intern, concept.type_ids)),
        )
    shared: dict[tuple[tuple[str, str], ...], dict[str, str]] = {}
    for name in table.names:
        # The names of one concept mostly say the same of it: one object for all of them.
        told = tuple((intern(cui), intern(status)) for cui, status in name.statuses.items())
        statuses = shared.get(told)
        if statuses is None:
            statuses = shared[told] = dict(told)
        own = intern(name.name)
        database.name2info[own] = get_new_name_info(own, statuses, name.is_upper)
    database.token_counts = table.token_counts
    database._subnames = {part for info in database.cui2info.values() for part in info["subnames"]}
    database.has_changed_names = False
    database.is_dirty = True
    return database
