"""What an answer tells of what the patient told, where it says which turn each piece of it comes from.

A day or a number stands in the turn that is named for it, or is worked out from what such turns tell. What another turn
told is refused: an answer with sources is held to them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from agent.llm_failures import OutputUnusable
from agent.skills.answer_parts import taken_apart, without_quotations
from agent.skills.kept_words import KeptWords
from agent.skills.recounted_checks import require_forward, require_weekdays, settled
from agent.skills.sourced_days import days_vouched_for
from agent.skills.sourced_numbers import hours_vouched_for, numbers_vouched_for
from agent.skills.vouched import Vouched
from agent.sources import Sourced


def settled_by_sources(sourced: Sourced, kept: KeptWords, texts: Sequence[str]) -> str:
    """The text with the days and numbers left blank that the named turns bear out.

    Raises OutputUnusable: "unsourced" for a turn that is none, "value_of_another_day" and "ungrounded_number" for a day
    or a number that the turn named for it does not tell. ``texts`` are the facts, documents and the rules' draft, by
    which what rests on no turn is held afterwards.
    """
    unknown = set(sourced.turns) - kept.turns
    if unknown:
        raise OutputUnusable("unsourced", f"there is no turn {', '.join(map(str, sorted(unknown)))} of the patient")
    text = without_quotations(sourced.text, kept)
    answer = taken_apart(text, kept)
    vouched = Vouched(answer, sourced, kept)
    require_weekdays(answer)
    require_forward(answer)
    if _is_coarse(vouched):
        settled(text, kept, texts)
    blank = [*days_vouched_for(vouched, texts), *numbers_vouched_for(vouched), *hours_vouched_for(vouched)]
    for start, end in blank:
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    return text


def _is_coarse(vouched: Vouched) -> bool:
    """Whether so many turns are named at once for so much that nobody can tell which is of which."""
    for one in vouched.sourced.sources:
        days = [each for each in vouched.answer.days if one.start <= each.start < one.end]
        told = [each for each in vouched.answer.told if one.start <= each.amount.start < one.end]
        if len(one.turns) >= _MANY and len(days) + len(told) >= _MANY:
            return True
    return False


_MANY: Final = 3
