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


class NameColumns(msgspec.Struct, frozen=True, array_like=True):
    """Names, and for each the number of what is told of it, and whether it stands in capitals."""

    names: list[str]
    told: list[int]
    is_upper: list[bool]
    statuses: list[dict[str, str]]
    """What is told: the concepts that have a name and how, "P" for the primary name, "A" for another."""


class ConceptTable(msgspec.Struct, frozen=True, array_like=True):
    """What a database that was never trained consists of."""

    concepts: list[ConceptRow]
    names: NameColumns
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
        _columns(database),
        database.token_counts,
    )


def _columns(database: CDB) -> NameColumns:
    numbers: dict[tuple[tuple[str, str], ...], int] = {}
    infos = database.name2info.values()
    told = [numbers.setdefault(tuple(info["per_cui_status"].items()), len(numbers)) for info in infos]
    return NameColumns(list(database.name2info), told, [info["is_upper"] for info in infos], list(map(dict, numbers)))


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
    # The names of one concept mostly say the same of it: one object for all of them.
    statuses = [{intern(cui): intern(status) for cui, status in one.items()} for one in table.names.statuses]
    for name, told, is_upper in zip(table.names.names, table.names.told, table.names.is_upper, strict=True):
        own = intern(name)
        database.name2info[own] = get_new_name_info(own, statuses[told], is_upper)
    database.token_counts = table.token_counts
    database._subnames = {part for info in database.cui2info.values() for part in info["subnames"]}
    database.has_changed_names = False
    database.is_dirty = True
    return database
