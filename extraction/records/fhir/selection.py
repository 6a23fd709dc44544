"""Which of a record's statements stand, where it says several things of one: a chart keeps every prescription."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter

from domain.comparison import agrees, same_value
from domain.transitions import counts_against_none
from domain.values import ANY, IN_FORCE, PATIENT, SERIES_SLOTS, Content


@dataclass(frozen=True, slots=True)
class Claim:
    """One fact read from a resource; `exported` when the resource is an export of ours, which repeats nothing."""

    content: Content
    exported: bool = False


def select(claims: Sequence[Claim]) -> tuple[list[Content], int]:
    """The statements that stand, in their order, and how many of the record's others they replace.

    Of several about one thing the one in force stands, else the latest, with those that agree with it. Dated values of
    a test all stand. "None" is not kept beside something concrete.
    """
    best: dict[tuple[str, ...], Content] = {}
    for claim in claims:
        if not claim.exported and claim.content.slot not in SERIES_SLOTS:
            key = _key(claim.content)
            best[key] = max(best.get(key, claim.content), claim.content, key=_rank)
    concrete = {claim.content.slot for claim in claims if counts_against_none(claim.content)}
    ranked: list[tuple[int, Content]] = []
    for claim in claims:
        content = claim.content
        if content.concept.concept_id == ANY and content.subject == PATIENT and content.slot in concrete:
            continue
        chosen = None if claim.exported else best.get(_key(content))
        if chosen is None or chosen is content:
            ranked.append((0, content))
        elif agrees(chosen, content) and (content.value is None or same_value(chosen.value, content.value)):
            # After the one that stands, so that its dates are the fact's.
            ranked.append((1, content))
    kept = [content for _, content in sorted(ranked, key=itemgetter(0))]
    return kept, len(claims) - len(kept)


def _key(content: Content) -> tuple[str, ...]:
    return (content.slot, content.concept.concept_id, content.subject, content.qualifier or "")


def _rank(content: Content) -> tuple[bool, str]:
    return (content.status is None or content.status in IN_FORCE, content.valid_from or "")
