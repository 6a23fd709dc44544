"""Findings and operations that are told by what happened: "up four times a night for a wee", "일어서면 핑 돌아요".

Each room beside this one holds a table of such structures. What somebody tells so gets the name of a concept; words
that name a broader one in the same place give way to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from extraction.naming.coloured_inhalers import COLOURED_INHALERS
from extraction.naming.everyday_illnesses import with_everyday_illnesses
from extraction.naming.everyday_states import EVERYDAY_STATES
from extraction.naming.excretion_counts import EXCRETION_COUNTS
from extraction.naming.growths import GROWTHS
from extraction.naming.hospital_stays import HOSPITAL_STAYS
from extraction.naming.household_medicines import HOUSEHOLD_MEDICINES
from extraction.naming.household_names import HOUSEHOLD_NAMES
from extraction.naming.injuries import INJURIES
from extraction.naming.lexicon import Lexicon
from extraction.naming.listed_operations import LISTED_OPERATIONS
from extraction.naming.mentions import Mention
from extraction.naming.mimetics import MIMETICS
from extraction.naming.placed_pains import PLACED_PAINS
from extraction.naming.standing_up import STANDING_UP
from extraction.naming.swallowed import SWALLOWED
from extraction.naming.told import Told
from extraction.text.needed_letters import Rows

CONFIDENCE: Final = 0.8
"""Of a finding put together from its parts, beside 1.0 for its name."""

_TABLES: Final = Rows[Told]((
    *EXCRETION_COUNTS,
    *STANDING_UP,
    *HOSPITAL_STAYS,
    *LISTED_OPERATIONS,
    *INJURIES,
    *GROWTHS,
    *HOUSEHOLD_NAMES,
    *MIMETICS,
    *EVERYDAY_STATES,
    *PLACED_PAINS,
    *COLOURED_INHALERS,
    *SWALLOWED,
    *HOUSEHOLD_MEDICINES,
), lambda one: one.pattern)  # fmt: skip


def with_told_findings(text: str, mentions: Sequence[Mention], lexicon: Lexicon) -> tuple[Mention, ...]:
    """``mentions`` of a text in lower case with the findings that its words tell without naming them."""
    kept = list(with_everyday_illnesses(text, mentions, lexicon))
    for told in _TABLES.worth_trying(text):
        for start, end in told.places(text):
            entry = lexicon.find(told.kind, told.concept_id)
            over = [one for one in kept if one.start < end and start < one.end]
            if entry is None or any(one.entry.concept_id not in told.instead_of for one in over):
                continue
            if told.once and any(one.entry.concept_id == told.concept_id for one in kept if one not in over):
                continue
            kept = [one for one in kept if one not in over]
            kept.append(Mention(entry, start, end, text[start:end], CONFIDENCE, "composed"))
    return tuple(sorted(kept, key=lambda mention: mention.start))
