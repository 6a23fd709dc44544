"""The tokens of a patient's lines, counted once: most lines of a prompt or block stand in the next one, too."""

from __future__ import annotations

from typing import Final

from agent.tokens import TokenCounter
from domain.ledger import Ledger

KNOWN_LINES: Final = 2_048
"""Lines of one patient whose tokens are kept."""


def of_lines(counter: TokenCounter, ledger: Ledger) -> TokenCounter:
    """``counter`` for lines of this patient; what it counted is kept with the ledger and goes with it."""
    known = ledger.derived(("tokens", counter.name), dict[str, int], lambda known, _: known)

    def count(text: str) -> int:
        tokens = known.get(text)
        if tokens is None:
            if len(known) >= KNOWN_LINES:
                known.clear()
            tokens = known[text] = counter.count(text)
        return tokens

    return TokenCounter(counter.name, count)
