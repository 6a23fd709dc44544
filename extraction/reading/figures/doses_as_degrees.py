"""Doses that look like temperatures, by a particle or a letter: "텔미사르탄 40도 먹고", "2C bid"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from extraction.naming.mentions import Mention
from extraction.text.lazy_regex import lazy_regex
from extraction.values.quantities import QuantityMention


def is_strength(quantity: QuantityMention, folded: str, mentions: Sequence[Mention]) -> bool:
    """Whether a number stands right behind a medicine: "텔미사르탄 40도" is "40 as well" and no temperature.

    So it is where it is taken, "50도 있고 100도 먹어요": nobody takes degrees, though many a medicine at 39.
    """
    too = quantity.unit == "[degF]" and folded[quantity.end - 1] == "도"
    taken = too and _TAKEN_TOO.match(folded, quantity.end) is not None
    return taken or any(
        one.entry.kind in ("medications", "drug_classes")
        and one.end <= quantity.start
        and _TOPIC.fullmatch(folded, one.end, quantity.start) is not None
        for one in mentions
    )


_TAKEN_TOO: Final = lazy_regex(
    r"\s(?:같이|함께|또|계속|따로|추가로|매일|하루|아침|저녁)?\s?(?:[가-힣]{1,6}\s)?"
    r"(?:먹|드시|드세|드셔|드십|복용|처방|추가|타\s?먹)"
)
_TOPIC: Final = lazy_regex(r"\s?(?:[은는이가])?\s?")


def without_degrees(quantity: QuantityMention, folded: str) -> QuantityMention:
    """A dose that was taken for a temperature: "40도" is 40 as well, the letter of "2C bid" capsules."""
    end = quantity.end - (folded[quantity.end - 1] == "c")
    return replace(quantity, unit=None, unit_stated=False, end=end)
