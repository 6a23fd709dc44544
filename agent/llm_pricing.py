"""What a call to a model costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

PER_TOKENS = 1_000_000
"""Prices are for this many tokens, as services publish them."""


@dataclass(frozen=True, slots=True)
class Price:
    """Price of a million tokens read and of a million written, in one currency for the whole table."""

    read: float = 0.0
    written: float = 0.0

    def cost(self, read: int, written: int = 0) -> float:
        """Cost of so many tokens."""
        return (read * self.read + written * self.written) / PER_TOKENS


FREE = Price()


def price_of(prices: Mapping[str, Price], model: str) -> Price | None:
    """The price of ``model``, of its family for a dated name ("gpt-4o-mini-2024-07-18"), None when unlisted."""
    families = (name for name in prices if model == name or model.startswith(f"{name}-2"))
    return prices.get(max(families, key=len, default=""))
