"""Whose a dose is that differs by day or time: the medicine's that is named beside it, or the one's that it is near."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from extraction.naming.mentions import Mention
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_schedules import DoseSchedule


def is_of_a_medicine(
    schedule: DoseSchedule, mentions: Sequence[Mention], text: str, doses: Sequence[float], values: Sequence[float] = ()
) -> bool:
    """Whether a medicine is what was named last before a schedule, or first behind it in its sentence.

    It may have been named right before in a sentence of its own. Where nothing measured or taken is named it has a
    unit of doses, goes by days ("4 on weekdays, 3 on weekends"), or is near the one dose on record; not where all of
    it is as near to one of the ``values`` on record as next readings are ("72.4 on Friday, 72.9 on Saturday").
    """
    outside = (one for one in mentions if one.end <= schedule.start or one.start >= schedule.end)
    mentions = [one for one in outside if one.entry.kind in _OF_NUMBERS]
    before = [one for one in mentions if one.end <= schedule.start]
    behind = [one for one in mentions if one.start >= schedule.end]
    last = max(before, key=lambda one: one.end, default=None)
    if last is not None and not _ENDS.search(text, last.end, schedule.start):
        return last.entry.kind in TAKEN
    first = min(behind, key=lambda one: one.start, default=None)
    if first is not None and not _ENDS.search(text, schedule.end, first.start):
        return first.entry.kind in TAKEN
    if last is not None and last.entry.kind in TAKEN and schedule.start - last.end <= _SENTENCE_BEFORE:
        return _is_a_sentence(schedule, text)
    near = [one for one in doses if schedule.is_near(one)]
    if not mentions and not schedule.unit and not near and any(_goes_on(schedule, one) for one in values):
        return False
    return not mentions and (bool(schedule.unit) or schedule.frequency is None or len(near) == 1)


def _goes_on(schedule: DoseSchedule, value: float) -> bool:
    return all(1 / _CLOSE <= part.amount / value <= _CLOSE for part in schedule.parts)


_CLOSE: Final = 1.25
"""Most by which readings of some days differ from the one before, as a factor."""


def _is_a_sentence(schedule: DoseSchedule, text: str) -> bool:
    """Whether a schedule is a sentence by itself, or one of taking: "아침 110 저녁 150 나와요" may be of a sugar."""
    end = _ENDS.search(text, schedule.end)
    behind = text[schedule.end : end.start() if end else len(text)]
    return not behind.strip(" .,;!~") or _OF_TAKING.match(behind) is not None


_OF_TAKING: Final = lazy_regex(
    r"[\s,]*(?:으?로\s|씩|먹|복용|드[시세셔리]|맞[고아는습]|이?[에예]?요\b|\btak|\beach\b|\bdaily\b)"
)
TAKEN: Final = frozenset({"medications", "drug_classes"})
_OF_NUMBERS: Final = TAKEN | {"labs", "vitals", "social", "symptoms"}
"""Kinds of what is told with numbers by the time of day."""
_SENTENCE_BEFORE: Final = 24
"""Most characters between a medicine and a schedule in the next sentence ("I take Cortef. 10 morning, 5 noon")."""
_ENDS: Final = lazy_regex(r"[.!?\n](?=\s|$)")
