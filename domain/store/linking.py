"""Rows of waiting saves as they are to be stored: each with its position, and its digest where the log is sealed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.store.chain import Head, link
from domain.store.group_commit import Save

COLUMNS = ("position", "originator_id", "originator_version", "topic", "event_id", "recorded_at", "chain", "state")
"""What the values of a row are, in their order."""


def linked(
    saves: Sequence[Save], head: Head, chain_key: bytes | None, *, keep_positions: bool = False
) -> tuple[list[Any], list[list[int]], Head]:
    """The values of all rows, one after the other without a break, the positions of each save, and the head after them.

    Positions go on from ``head`` without a gap, unless the rows are to keep their own. Without a key there is no chain.
    """
    values: list[Any] = []
    given: list[list[int]] = []
    position, digest = head.position, head.digest
    chain = None
    for save in saves:
        positions = []
        for row in save.rows:
            position = row.id if keep_positions else position + 1
            columns = (str(row.originator_id), row.originator_version, row.topic, row.event_id, row.recorded_at)
            if chain_key is not None:
                digest = chain = link(chain_key, digest, position, *columns, row.state)
            values += (position, *columns, chain, row.state)
            positions.append(position)
        given.append(positions)
    return values, given, Head(position, digest)
