"""What is told of medicines, once more by what stands on record and by the closed words beside it.

The readers of single items hear who takes what, and since when, from the words around a name; what is swapped, what
never ended and what was the reason is said by what the record holds of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Proposal
from extraction.naming.lexicon import Lexicon
from extraction.reading.items import Heard
from extraction.reading.medicines.asked_about import without_beginnings_asked_about
from extraction.reading.medicines.counts_a_day import with_counts_a_day_put_right
from extraction.reading.medicines.courses import with_last_tablets
from extraction.reading.medicines.courses_told import with_courses_told
from extraction.reading.medicines.doses_by_turns import with_doses_by_turns
from extraction.reading.medicines.doses_from_a_day import with_doses_from_a_day
from extraction.reading.medicines.doses_moved_then import with_doses_moved_then
from extraction.reading.medicines.doses_put_right import with_doses_put_right
from extraction.reading.medicines.ends_bound import without_ends_of_what_is_only_named
from extraction.reading.medicines.forms_changed import with_forms_changed
from extraction.reading.medicines.not_ended_yet import without_ends_to_come
from extraction.reading.medicines.of_another import with_medicines_of_others
from extraction.reading.medicines.regimens_put_right import with_regimens_put_right
from extraction.reading.medicines.still_taken import with_what_is_still_taken
from extraction.reading.medicines.swapped_doses import with_doses_swapped
from extraction.reading.medicines.told_besides import with_what_is_told_besides
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Understanding
from extraction.values.plausibility import doubted

_LONGEST: Final = 400
"""Characters of a text beyond which it is a pasted sheet."""


def with_medicines_by_the_record(
    sheet: Sheet, heard: Heard, understanding: Understanding, proposals: Sequence[Proposal], lexicon: Lexicon,
    author: str,
) -> tuple[Proposal, ...]:  # fmt: skip
    """``proposals`` with the medicines that they tell of as the record and the words around them say."""
    if len(sheet.folded) > _LONGEST:
        return tuple(proposals)
    kept = with_what_is_told_besides(sheet, heard, with_doses_by_turns(sheet, proposals), author)
    kept = without_beginnings_asked_about(sheet, heard, kept)
    kept = with_doses_put_right(sheet, heard, understanding, kept, author)
    kept = with_counts_a_day_put_right(sheet, heard, understanding, kept, author)
    kept = with_regimens_put_right(sheet, heard, understanding, kept, author)
    kept = with_doses_swapped(sheet, heard, kept, author)
    kept = with_doses_moved_then(sheet, heard, kept, author)
    kept = with_doses_from_a_day(sheet, heard, kept, lexicon, author)
    kept = without_ends_of_what_is_only_named(sheet, without_ends_to_come(sheet, kept))
    kept = with_forms_changed(sheet, kept, lexicon)
    kept = with_what_is_still_taken(sheet, heard, kept, author)
    kept = with_courses_told(sheet, heard, understanding, kept, author)
    kept = with_last_tablets(sheet, heard, kept, author)
    kept = with_medicines_of_others(sheet, heard, kept, author)
    return tuple(one if one in proposals else doubted(one, lexicon) for one in kept)
