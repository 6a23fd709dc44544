"""Questions that the record alone answers, tried in order; nothing is said of what is no question of the kind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from agent.answers.asking.asks import asks_in
from agent.answers.asking.laid_out import laid_out
from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.answers.recollected.by_person import by_person
from agent.answers.recollected.of_household import of_household
from agent.answers.recollected.recollected import WORDS_FIRST, asks_for_one, recollected, recollection_asked
from agent.answers.record.changes import turn_changes
from agent.answers.regimen.regimen import RECKONED, regimen_asked_of
from agent.answers.remembered import (
    between_readings,
    both_purposes,
    days_told,
    dose_history,
    lapses_told,
    next_due,
    period_changes,
    to_tell,
    told_details,
    which_first,
    which_side,
)
from agent.safety.day_counts import counted_over_the_day
from agent.safety.day_rhythms import over_by_rhythm
from agent.safety.mishaps.in_pregnancy import in_pregnancy
from agent.safety.upholding import upheld
from agent.safety.weighing import weighings
from domain.values import SlotKind
from extraction.reading.medicines.untaken import untaken_in
from extraction.text.normalise import normalise

_Answer = tuple[Callable[[Consultation], Part], Callable[[str], bool]]


def _with_its_course(consultation: Consultation) -> Part:
    """A dose with its changes, where those or its beginning are asked for beside it."""
    asks = dose_history.asks_with_its_course(consultation.request)
    return dose_history.dose_history(consultation) if asks else Part()


_CLOSER: Final[tuple[_Answer, ...]] = (
    (which_first.which_first, which_first.is_part),
    (both_purposes.both_purposes, both_purposes.is_part),
    (to_tell.to_tell, to_tell.is_part),
    (next_due.next_due, next_due.is_part),
    (period_changes.changes_in_period, period_changes.is_part),
    (days_told.days_told, days_told.is_part),
    (_with_its_course, dose_history.is_part),
    (told_details.told_details, told_details.is_part),
    (which_side.which_side, which_side.is_part),
)
"""Answers to questions that are closer than those of the regimen."""
_ANSWERS: Final[tuple[_Answer, ...]] = (
    (dose_history.dose_history, dose_history.is_part),
    (between_readings.between_readings, between_readings.is_part),
)
"""Answers to wider questions; each with whether one ask of several is a part of what it answers."""


def remembered(consultation: Consultation) -> Part:
    """The answer from memory to what is asked; empty where it is no question of the kind, or nothing is on record.

    What asks of something else, too, is answered ask by ask.
    """
    if (people := by_person(consultation)).text or (people := of_household(consultation)).text:
        return people
    if (lapses := lapses_told.lapses_told(consultation)).text:
        return lapses
    if dose_history.asks_every_dose(consultation.request) and (doses := dose_history.dose_history(consultation)).text:
        return doses
    if (reckoned := regimen_asked_of(consultation, RECKONED)).text:
        return reckoned
    request, changes = consultation.request, turn_changes(consultation)
    asks = request.asks or "?" in request.text
    if not asks and (changes.recorded or changes.corrective):
        # What is told of a habit sounds like a question for it where nothing else is told.
        return regimen_asked_of(consultation)
    parts = tuple(one.text for one in asks_in(request))
    own = recollected(consultation) if len(parts) <= 1 or asks_for_one(consultation, parts) else Part()
    if own.text and recollection_asked(consultation) not in WORDS_FIRST and not _asks_closer(request.text):
        return own
    # A list, a plan or a place in a list holds words of the past that ask for nothing else.
    laid = laid_out(request, consultation.situation.view.answers) not in (None, "compare")
    told = Part() if laid or not asks else _first_of(consultation, parts, _CLOSER)
    told = told if told.text else regimen_asked_of(consultation)
    if not told.text and asks and not laid:
        told = _first_of(consultation, parts, _ANSWERS)
    return told if told.text else own


def _asks_closer(text: str) -> bool:
    return which_first.is_part(text) or which_side.is_part(text)


def _first_of(consultation: Consultation, parts: Sequence[str], answers: Sequence[_Answer]) -> Part:
    """The first answer that has anything to say, of what all parts of the question ask for."""
    for answer, is_part in answers:
        said = answer(consultation) if len(parts) <= 1 or all(map(is_part, parts)) else Part()
        if said.text:
            return said
    return Part()


def rests_on_tellings(text: str) -> bool:
    """Whether an answer may be another once something known is told again, or a day has passed."""
    return any(one.is_part(text) for one in (days_told, next_due, told_details))


def remembered_alone(consultation: Consultation) -> Part:
    """The answer where the whole utterance is one question of the kind and nothing else is to be said.

    What tells something as well is acknowledged first, and weighed what names a medicine that is not on record, or two
    that are a danger together.
    """
    changes = turn_changes(consultation)
    if changes.recorded or changes.corrective or changes.open:
        return Part()
    if counted_over_the_day(consultation).text or in_pregnancy(consultation).text:
        # A day's doses are summed from what was told; and what harms in a pregnancy is no matter of its hour.
        return Part()
    if any(untaken_in(normalise(consultation.situation.question.text).text)):
        # "Today's tablet is still in the box" asks what to do about it, not what the day holds.
        return Part()
    if upheld(consultation).text:
        # "Why?" right after an alarm asks of the alarm, whatever else it names.
        return Part()
    if regimen_asked_of(consultation).facts:
        # What a rhythm comes to is held against the most of a day before it is told.
        return joined((over_by_rhythm(consultation), remembered(consultation)))
    if _names_another(consultation) and (
        not recollected(consultation).text or any(one.is_grave for one in weighings(consultation))
    ):
        return Part()
    if both_purposes.asks_both_purposes(consultation.request) and any(one.is_grave for one in weighings(consultation)):
        return Part()
    return remembered(consultation)


def _names_another(consultation: Consultation) -> bool:
    named = set(consultation.request.concepts("medications"))
    own = {
        one
        for slot in (SlotKind.MEDICATIONS, SlotKind.ALLERGIES)
        for fact in consultation.known.own(slot)
        for one in (fact.content.concept.concept_id, *fact.content.concept.broader)
    }
    return not named <= own
