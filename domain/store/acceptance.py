"""Accepting a loss: after an operator has looked at what is missing, the log goes on from where it ends now."""

from __future__ import annotations

from domain.store.chain import GENESIS, Head
from domain.store.ports import LogStore
from domain.store.seal import Seal


def accept_head(log: LogStore, seal: Seal) -> Head:
    """Begin anchor and checkpoints anew at the log's end, which is returned; the log itself is left as it is."""
    end = log.max_notification_id()
    rows = log.select_chained(end - 1, 1, end)
    head = Head(end, rows[0].chain) if rows else Head(0, GENESIS)
    seal.checkpoints.keep(head.position)
    if head.position:
        seal.checkpoints.sign(head)
    if seal.anchor is not None:
        seal.anchor.reset(head)
    return head
