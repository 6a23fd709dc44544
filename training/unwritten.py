"""What was found in an utterance, was read as a fact of some slot, and is in none of its proposals."""

from __future__ import annotations

from collections.abc import Iterator

from extraction.port import Reading
from extraction.reading.understanding import Read


def unwritten(reading: Reading) -> Iterator[Read]:
    """The named items of ``reading`` that have the role of a fact and of which nothing is proposed.

    An item is written where a proposal rests on words of it, or is about its concept: a figure, a finding of a list or
    a class beside its member may be written under another's words.
    """
    if reading.understanding is None:
        return
    places = [(one.start, one.end) for one in reading.proposals if one.start is not None and one.end is not None]
    concepts = {
        concept_id
        for one in reading.proposals
        for concept_id in (
            *((one.content.concept.concept_id, *one.content.concept.broader) if one.content is not None else ()),
            one.target.concept_id if one.target is not None else None,
        )
    }
    for read in reading.understanding.reads:
        item = read.item
        named = item.named and item.start < item.end and item.kind != "topic"
        if not read.is_fact or not named or item.concept_id in concepts:
            continue
        if not any(start < item.end and item.start < end for start, end in places):
            yield read
