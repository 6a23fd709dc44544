"""A piece of an answer: its text, and what that text rests on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from domain.events import Citation, SpokenReference


@dataclass(frozen=True, slots=True)
class Part:
    """Text with the facts it states or that selected it, the passages it quotes, and what it spoke of."""

    text: str = ""
    facts: tuple[str, ...] = ()
    citations: tuple[Citation, ...] = ()
    spoke_of: tuple[SpokenReference, ...] = ()


def joined(parts: Iterable[Part], separator: str = "\n") -> Part:
    """The parts as one; empty texts leave no separator, and nothing is listed twice."""
    kept = list(parts)
    return Part(
        text=separator.join(part.text for part in kept if part.text),
        facts=tuple(dict.fromkeys(fact_id for part in kept for fact_id in part.facts)),
        citations=tuple(dict.fromkeys(citation for part in kept for citation in part.citations)),
        spoke_of=tuple(dict.fromkeys(reference for part in kept for reference in part.spoke_of)),
    )
