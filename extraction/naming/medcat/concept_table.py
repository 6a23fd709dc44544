"""MedCAT's concept database as a table of plain data: built by MedCAT once, and filled in again without it."""

from __future__ import annotations

from sys import intern
from typing import TYPE_CHECKING, Any

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
    """What a database that was never trained consists of, for reading.

    How often each token stands in a name is left out: MedCAT corrects spelling by it, which it is not asked to do.
    """

    concepts: list[ConceptRow]
    names: NameColumns


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
    )


def _columns(database: CDB) -> NameColumns:
    numbers: dict[tuple[tuple[str, str], ...], int] = {}
    infos = database.name2info.values()
    told = [numbers.setdefault(tuple(info["per_cui_status"].items()), len(numbers)) for info in infos]
    return NameColumns(list(database.name2info), told, [info["is_upper"] for info in infos], list(map(dict, numbers)))


class _Concepts(dict[str, Any]):
    """What MedCAT knows of each concept, by id: laid out in its own form for whoever asks, and held as rows."""

    def __getitem__(self, cui: str) -> Any:
        from medcat.cdb.concepts import get_new_cui_info

        row = super().__getitem__(cui)
        return get_new_cui_info(
            cui, row.preferred_name, names=set(row.names), subnames=set(row.subnames), type_ids=set(row.type_ids)
        )

    def get(self, cui: str, default: Any = None) -> Any:
        return self[cui] if cui in self else default

    def values(self) -> Any:
        return [self[cui] for cui in self]

    def items(self) -> Any:
        return [(cui, self[cui]) for cui in self]


class _Names(_Concepts):
    """The same of each name, held as the number of what is told of it and whether it stands in capitals."""

    def __init__(self, columns: NameColumns) -> None:
        told = zip(columns.told, columns.is_upper, strict=True)
        # As few as there are concepts: one object for all names of which the same is told.
        same: dict[tuple[int, bool], tuple[int, bool]] = {}
        super().__init__(zip(map(intern, columns.names), (same.setdefault(one, one) for one in told), strict=True))
        # The names of one concept mostly say the same of it: one object for all of them.
        self._statuses = [{intern(cui): intern(status) for cui, status in one.items()} for one in columns.statuses]

    def __getitem__(self, name: str) -> Any:
        from medcat.cdb.concepts import get_new_name_info

        told, is_upper = dict.__getitem__(self, name)
        return get_new_name_info(name, self._statuses[told], is_upper)


def database_of(table: ConceptTable, config: Config) -> CDB:
    """The database again, for reading alone: what the table holds of it is equal to what that was made of.

    What is written into an entry of it is lost: MedCAT's own form of each takes four times the memory.
    """
    from medcat.cdb import CDB

    database = CDB(config)
    rows = [_shared(one) for one in table.concepts]
    database.cui2info = _Concepts((intern(one.cui), one) for one in rows)
    database.name2info = _Names(table.names)
    database._subnames = {part for one in rows for part in one.subnames}
    database.has_changed_names = False
    database.is_dirty = True
    return database


def _shared(row: ConceptRow) -> ConceptRow:
    """A row whose names are objects that others have, too: most are their own beginning, and forms of the lexicon."""
    return ConceptRow(
        row.cui, row.preferred_name, list(map(intern, row.names)), list(map(intern, row.subnames)),
        list(map(intern, row.type_ids)),
    )  # fmt: skip
