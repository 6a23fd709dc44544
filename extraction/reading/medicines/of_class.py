"""Which medicines on record a class that is named can mean: "the sugar tablets" of somebody who takes two."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.values import Content
from extraction.reading.corrections.recalling import members_on_record
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Read

_MOVES: Final = frozenset({"change", "stop"})


def meant_of_class(read: Read, facts: Sequence[Content], sheet: Sheet) -> tuple[Content, ...]:
    """The medicines in force of the class by which something is changed or stopped; none where no class is named.

    More than one means that nobody can know which: then it is asked, not guessed.
    """
    entry = read.item.entry
    if entry is None or read.item.kind != "drug_classes" or not read.item.named or read.change not in _MOVES:
        return ()
    indices = members_on_record(entry.concept_id, sheet.folded[read.item.start : read.item.end], facts)
    return tuple(facts[index] for index in indices)
