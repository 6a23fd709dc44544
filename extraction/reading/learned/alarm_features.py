"""What is looked at to hear that an utterance calls for urgent care: its words, and the findings that it names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from extraction.reading.items import Item
from extraction.reading.learned.features import whole
from extraction.reading.learned.item_features import group
from extraction.reading.learned.masking import Masked


def alarm_features(items: Sequence[Item], masked: Masked) -> Iterator[str]:
    """The features of an utterance as a whole."""
    yield from whole(masked)
    for item in items:
        if item.entry is None or not item.named or group(item) not in ("finding", "drug"):
            continue
        yield f"names={item.entry.concept_id}"
        yield f"dangerous={item.entry.extra.get('red_flag', '')}"
        for above in item.entry.broader[:3]:
            yield f"names={above}"
