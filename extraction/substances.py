"""One substance in two tables: a medicine that is taken, and an allergen that is borne badly."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from extraction.lexicon import Lexicon
from extraction.mentions import Entry, Kind, Mention

_MEDICINES: Final[tuple[Kind, ...]] = ("medications", "drug_classes")
_ALLERGENS: Final[tuple[Kind, ...]] = ("allergens",)


def as_medicine(mention: Mention, lexicon: Lexicon) -> Mention:
    """An allergen that is a medicine too, as the medicine; whether it is taken or borne badly, the context tells."""
    if mention.entry.kind != "allergens" or mention.entry.extra.get("category") != "medication":
        return mention
    medicine = lexicon.by_name(mention.surface, _MEDICINES) or lexicon.by_name(mention.entry.name, _MEDICINES)
    return replace(mention, entry=medicine) if medicine else mention


def as_allergen(mention: Mention, lexicon: Lexicon) -> Entry:
    """The entry under which an allergy to the named substance is kept: the allergen's, where there is one."""
    if mention.entry.kind == "allergens":
        return mention.entry
    named = lexicon.by_name(mention.surface, _ALLERGENS) or lexicon.by_name(mention.entry.name, _ALLERGENS)
    return named or mention.entry
