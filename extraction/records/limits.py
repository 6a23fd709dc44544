"""How much one record may hold: work on it takes time, and everybody else waits for some of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from domain.errors import RecordTooLarge
from domain.ledger import FactKey, key_of
from domain.values import Content, SlotKind

MAX_ENTRIES: Final = 5_000
"""Entries of one record, and facts that they tell: a second and a half of one core (measured: evaluation.import_bench).
"""

MAX_RIVALS: Final = 50
"""Different things that a record may say of one test on one day, or of one finding: each is held against all others."""


def check_entries(count: int, limit: int) -> None:
    """Raises RecordTooLarge for more entries than ``limit``."""
    if count > limit:
        raise RecordTooLarge(f"The record has {count} entries; {limit} are read at once.", entries=count, limit=limit)


def check_facts(contents: Sequence[Content], limit: int) -> None:
    """Raises RecordTooLarge for more facts than ``limit``, and for a record that contradicts itself without end.

    Of a vital sign any number of readings a day is taken: a newer one follows an older.
    """
    if len(contents) > limit:
        raise RecordTooLarge(
            f"The record tells more than {limit} facts; so many are read at once.", facts=len(contents), limit=limit
        )
    said: defaultdict[FactKey, set[Content]] = defaultdict(set)
    for content in contents:
        if content.slot is SlotKind.VITALS:
            continue
        rivals = said[key_of(content, "")]
        rivals.add(content)
        if len(rivals) > MAX_RIVALS:
            raise RecordTooLarge(
                f"The record says more than {MAX_RIVALS} different things of one test on one day, or of one finding.",
                limit=MAX_RIVALS,
            )
