"""What is made of the proposals of one utterance, step by step: each mends what the readers leave, in this order.

A step that breaks on words which nobody foresaw takes nothing with it but itself: the proposals stand as they were
before it, and what was read says which step is missing.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from kiwipiepy import Kiwi

from domain.broken import STRICT, place_of
from domain.proposals import Operation, Proposal
from domain.values import SlotKind
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Mention
from extraction.reading.asking.feared import without_what_is_feared
from extraction.reading.asking.wondering import asks_whether
from extraction.reading.children.apart import with_children_apart
from extraction.reading.corrections.by_old_number import with_old_numbers
from extraction.reading.corrections.by_the_record import with_values_put_right_by_the_record
from extraction.reading.corrections.by_their_day import with_readings_put_right_by_their_day
from extraction.reading.corrections.goals_put_right import with_goals_put_right
from extraction.reading.corrections.just_told.allergies import with_allergies_put_right
from extraction.reading.corrections.just_told.beginnings import with_beginnings_put_right
from extraction.reading.corrections.just_told.illnesses import with_what_the_doctor_found
from extraction.reading.corrections.just_told.relatives import with_relatives_put_right
from extraction.reading.corrections.last_correction_undone import with_the_last_correction_undone
from extraction.reading.corrections.moves_without_news import with_news_of_moves
from extraction.reading.corrections.named_alone import with_named_alone
from extraction.reading.corrections.names_by_the_record import with_names_put_right_by_the_record
from extraction.reading.corrections.not_of_a_test import without_what_no_test_is_told_in
from extraction.reading.corrections.one_of_a_series import with_one_of_a_series_put_right
from extraction.reading.corrections.put_right_by_name import with_named_put_right
from extraction.reading.corrections.sides_put_right import with_sides_put_right
from extraction.reading.corrections.single_owner import with_one_owner
from extraction.reading.corrections.slips import with_slips_put_right
from extraction.reading.corrections.taken_back import with_values_taken_back
from extraction.reading.corrections.taken_off import with_illnesses_taken_off
from extraction.reading.corrections.units_of_age import with_units_of_age
from extraction.reading.corrections.withdrawals import withdrawn_once
from extraction.reading.figures.bare_pounds import with_bare_pounds
from extraction.reading.figures.former_rows import with_former_rows
from extraction.reading.figures.former_values import with_former_values
from extraction.reading.figures.hours_as_values import without_hours_as_values
from extraction.reading.figures.next_readings import with_the_next_reading
from extraction.reading.figures.next_rows import with_next_rows
from extraction.reading.figures.not_own_values import without_others_values
from extraction.reading.figures.readings_in_a_row import with_readings_in_a_row
from extraction.reading.figures.row_doses import without_values_as_doses
from extraction.reading.figures.told_otherwise import without_numbers_told_otherwise
from extraction.reading.figures.units_on_record import with_units_on_record
from extraction.reading.findings.allergies_ruled_out import with_allergies_ruled_out
from extraction.reading.findings.allergy_of_one_substance import with_the_allergy_of_one_substance
from extraction.reading.findings.by_fuller_name import with_fuller_names
from extraction.reading.findings.complaints_over import with_complaints_over
from extraction.reading.findings.denied_allergies import with_denied_allergies
from extraction.reading.findings.denied_by_else import without_denials_of_something_else
from extraction.reading.findings.denied_doings import with_denials_of_their_own
from extraction.reading.findings.goals import with_goals
from extraction.reading.findings.illness_times import with_illness_times
from extraction.reading.findings.none_at_all import with_none_at_all
from extraction.reading.findings.not_yet import without_days_to_come
from extraction.reading.findings.occasions import with_occasions
from extraction.reading.findings.operation_years import with_operation_years
from extraction.reading.findings.plainly_denied import with_plainly_denied
from extraction.reading.findings.plainly_told import with_plainly_told
from extraction.reading.findings.returns import with_returns
from extraction.reading.findings.sides import with_sides
from extraction.reading.findings.start_dates import with_beginnings
from extraction.reading.findings.still_had import with_what_is_still_had
from extraction.reading.findings.told_allergies import with_told_allergies
from extraction.reading.findings.told_at_a_distance import with_ends_of_sentences
from extraction.reading.findings.told_outright import with_what_is_told_outright
from extraction.reading.items import Heard
from extraction.reading.learned.absences import AbsenceReader
from extraction.reading.medicines.asked_ends import without_asked_ends
from extraction.reading.medicines.by_the_record import with_medicines_by_the_record
from extraction.reading.medicines.considered_doses import with_considered_doses
from extraction.reading.medicines.corrected_rhythms import with_rhythms_put_right
from extraction.reading.medicines.courses import with_ended_courses
from extraction.reading.medicines.dose_kept import with_doses_kept
from extraction.reading.medicines.doses_by_time import with_doses_by_time
from extraction.reading.medicines.doses_of_a_day import with_doses_of_a_day
from extraction.reading.medicines.end_dates import with_end_dates
from extraction.reading.medicines.fetched import with_what_is_fetched
from extraction.reading.medicines.given_now import with_what_was_given_now
from extraction.reading.medicines.intentions import with_intentions
from extraction.reading.medicines.kept_as_needed import with_as_needed_kept
from extraction.reading.medicines.liquid_doses import with_liquid_doses
from extraction.reading.medicines.listed import with_listed
from extraction.reading.medicines.moved_doses import with_moved_doses
from extraction.reading.medicines.moved_schedules import with_moved_schedules
from extraction.reading.medicines.moved_times import with_times_moved
from extraction.reading.medicines.not_carried_out import with_what_was_carried_out
from extraction.reading.medicines.not_of_a_medicine import without_what_is_of_no_medicine
from extraction.reading.medicines.offered import without_offers
from extraction.reading.medicines.pauses import with_pauses
from extraction.reading.medicines.plainly_taken import with_plainly_taken
from extraction.reading.medicines.planned_by_day import with_planned_by_their_day
from extraction.reading.medicines.rhythms_apart import with_rhythms_apart
from extraction.reading.medicines.rhythms_beside import with_rhythms_beside
from extraction.reading.medicines.rows_taken import with_rows_taken
from extraction.reading.medicines.spans_over import with_spans_over
from extraction.reading.medicines.taken_since import with_taken_since
from extraction.reading.medicines.times_told import with_times_told
from extraction.reading.medicines.told_once import told_once
from extraction.reading.people.animals import without_what_is_an_animals
from extraction.reading.people.cigarettes import with_cigarettes_counted
from extraction.reading.people.denying_names import with_denying_names
from extraction.reading.people.illness_of_a_relative import with_illnesses_of_relatives
from extraction.reading.people.last_period import with_last_period
from extraction.reading.people.names import with_name
from extraction.reading.people.nursing import without_the_nurslings
from extraction.reading.people.others_stories import without_others_stories
from extraction.reading.people.own_age import with_one_age, without_years_of_life_as_time
from extraction.reading.people.person_details import with_person_details
from extraction.reading.people.read_somewhere import without_what_was_read
from extraction.reading.people.readings_apart import with_readings_apart
from extraction.reading.people.relatives_by_name import with_relatives_by_name
from extraction.reading.people.roster import with_household_listed
from extraction.reading.people.sleep_and_water import with_sleep_and_water
from extraction.reading.people.speaking_for import with_the_patients_own, without_the_speakers_own
from extraction.reading.people.tested_pregnant import with_pregnancy_tested
from extraction.reading.people.things_apart import with_things_apart
from extraction.reading.people.told_in_turn import with_told_in_turn
from extraction.reading.people.told_work import with_told_work
from extraction.reading.people.two_lines import with_positive_test
from extraction.reading.people.weeks_along import with_weeks_along
from extraction.reading.people.whose_it_is import with_whose_it_is
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Understanding
from extraction.text.language import Language

Proposals = tuple[Proposal, ...]


@dataclass(frozen=True, slots=True)
class Read:
    """What every step may look at: the words, what was understood of them, and what readers know.

    ``at`` is when they were said, in the zone of whoever says them.
    """

    text: str
    spoken: Language
    at: datetime
    sheet: Sheet
    heard: Heard
    understanding: Understanding
    lexicon: Lexicon
    find: Callable[[str], tuple[Mention, ...]]
    words: Kiwi
    absences: AbsenceReader
    author: str


Step = Callable[[Read, Proposals], Proposals]


def mended(steps: Sequence[Step], read: Read, proposals: Proposals) -> tuple[Proposals, tuple[str, ...]]:
    """The proposals after all ``steps``, and of each that broke where it did and the kind of the failure."""
    broken = []
    for step in steps:
        try:
            proposals = step(read, proposals)
        except Exception as error:
            if os.environ.get(STRICT):
                raise
            # One step of many: whatever it breaks on, the others are to stand.
            broken.append(f"{place_of(error)} {type(error).__name__}")
    return proposals, tuple(broken)


def _without_asked(proposals: Proposals, text: str) -> Proposals:
    """``proposals`` without findings that are only asked about, in the order of a question and without its mark."""
    return tuple(one for one in proposals if not _is_asked(one, text))


def _is_asked(proposal: Proposal, text: str) -> bool:
    content = proposal.content
    if content is None or content.slot not in (SlotKind.CONDITIONS, SlotKind.SYMPTOMS) or proposal.start is None:
        return False
    return proposal.operation is Operation.ASSERT and asks_whether(text.lower(), proposal.start)


STEPS: Final[tuple[Step, ...]] = (
    lambda t, kept: with_beginnings(t.sheet, t.heard, kept, t.author),
    lambda t, kept: with_goals(t.sheet, kept, t.lexicon, t.author),
    lambda t, kept: with_moved_schedules(t.sheet, kept),
    lambda t, kept: with_liquid_doses(t.sheet, kept),
    lambda t, kept: with_former_values(t.sheet, kept),
    lambda t, kept: with_complaints_over(t.sheet, t.heard, kept, t.author),
    lambda t, kept: with_doses_of_a_day(t.sheet, t.heard, kept),
    lambda t, kept: with_moved_doses(t.sheet, t.heard, kept, t.author),
    lambda t, kept: with_considered_doses(t.sheet, t.heard, kept),
    lambda t, kept: with_units_on_record(t.heard, kept),
    lambda t, kept: with_bare_pounds(t.sheet, t.heard, kept),
    lambda t, kept: with_slips_put_right(t.sheet, t.heard, kept),
    lambda t, kept: with_rhythms_put_right(t.sheet, t.heard, kept, t.author),
    lambda t, kept: with_old_numbers(t.sheet, t.heard, kept, t.lexicon, t.author),
    lambda t, kept: with_one_owner(t.sheet, t.heard, kept),
    lambda t, kept: with_named_alone(t.sheet, t.heard, kept),
    lambda t, kept: with_named_put_right(t.sheet, t.heard, kept, t.lexicon, t.author),
    lambda t, kept: with_what_was_carried_out(t.sheet, t.heard, kept),
    lambda t, kept: without_others_values(t.sheet, t.heard, kept),
    lambda t, kept: with_rhythms_apart(t.sheet, kept),
    lambda t, kept: with_rhythms_beside(t.sheet, kept),
    lambda t, kept: with_told_allergies(t.sheet, t.heard, kept, t.lexicon, t.author),
    lambda t, kept: with_denied_allergies(t.sheet, t.heard, kept, t.lexicon, t.author),
    lambda t, kept: with_spans_over(t.sheet, kept),
    lambda t, kept: with_pauses(t.sheet, t.heard, kept, t.author),
    lambda t, kept: with_end_dates(t.sheet, kept),
    lambda t, kept: with_what_was_given_now(t.sheet, kept),
    lambda t, kept: with_intentions(t.sheet, kept),
    lambda t, kept: without_offers(t.sheet, kept),
    lambda t, kept: with_ended_courses(t.sheet, t.heard, kept, t.author),
    lambda t, kept: with_pregnancy_tested(t.sheet, t.heard, kept, t.lexicon, t.author),
    lambda t, kept: with_weeks_along(t.sheet, t.heard, kept, t.lexicon, t.author),
    lambda t, kept: with_positive_test(t.sheet, t.heard, kept, t.lexicon, t.author),
    lambda t, kept: with_person_details(t.sheet, t.heard, t.understanding, kept, t.author),
    lambda t, kept: with_name(t.sheet, t.heard, t.understanding, kept, t.author, t.words),
    lambda t, kept: with_told_work(t.sheet, t.heard, t.understanding, kept, t.author),
    lambda t, kept: with_denying_names(t.sheet, t.heard, kept),
    lambda t, kept: with_sleep_and_water(t.sheet, t.heard, t.understanding, kept, t.author),
    lambda t, kept: withdrawn_once(kept),
    lambda t, kept: with_values_taken_back(t.sheet, t.heard, kept, t.author),
    lambda t, kept: with_values_put_right_by_the_record(t.sheet, t.heard, t.understanding, kept, t.lexicon, t.author),
    lambda t, kept: with_one_of_a_series_put_right(t.sheet, t.heard, t.understanding, kept, t.lexicon, t.author),
    lambda t, kept: without_what_no_test_is_told_in(t.sheet, kept, t.lexicon),
    lambda t, kept: with_readings_put_right_by_their_day(t.sheet, t.heard, kept, t.author),
    lambda t, kept: without_values_as_doses(t.sheet, kept),
    lambda t, kept: without_hours_as_values(t.sheet, kept),
    lambda t, kept: with_the_next_reading(t.sheet, t.heard, kept, t.author),
    lambda t, kept: with_readings_in_a_row(t.sheet, t.heard, kept, t.lexicon, t.author),
    lambda t, kept: with_next_rows(t.sheet, t.heard, kept, t.author),
    lambda t, kept: with_former_rows(t.sheet, t.heard, kept, t.lexicon, t.author),
    lambda t, kept: with_goals_put_right(t.sheet, t.heard, t.understanding, kept, t.author),
    lambda t, kept: with_the_last_correction_undone(t.sheet, t.heard, t.understanding, kept, t.author),
    lambda t, kept: with_illnesses_taken_off(t.sheet, t.heard, kept, t.author),
    lambda t, kept: with_names_put_right_by_the_record(t.sheet, t.heard, kept, t.lexicon, t.author),
    lambda t, kept: with_one_age(t.sheet, kept),
    lambda t, kept: with_the_patients_own(t.sheet, t.heard, t.understanding, kept),
    lambda t, kept: without_years_of_life_as_time(t.sheet, kept),
    lambda t, kept: with_units_of_age(t.sheet, t.heard, kept, t.author),
    lambda t, kept: with_illness_times(t.sheet, t.heard, kept, t.author),
    lambda t, kept: with_what_is_told_outright(t.sheet, t.heard, kept, t.author),
    lambda t, kept: with_what_is_still_had(t.sheet, kept),
    lambda t, kept: with_plainly_told(t.sheet, kept),
    lambda t, kept: with_as_needed_kept(t.sheet, t.heard, kept),
    lambda t, kept: with_times_told(t.sheet, t.heard, kept, t.author),
    lambda t, kept: with_times_moved(t.sheet, t.heard, kept, t.author),
    lambda t, kept: without_the_speakers_own(t.sheet, t.heard, kept),
    lambda t, kept: without_others_stories(t.sheet, t.heard, kept),
    lambda t, kept: without_what_was_read(t.sheet, kept),
    lambda t, kept: with_returns(t.sheet, t.heard, kept),
    lambda t, kept: with_fuller_names(t.sheet, kept),
    lambda t, kept: with_plainly_taken(t.sheet, t.heard, kept, t.author),
    lambda t, kept: with_rows_taken(t.sheet, t.heard, t.understanding, kept, t.author),
    lambda t, kept: with_listed(t.sheet, t.heard, kept, t.author),
    lambda t, kept: without_values_as_doses(t.sheet, kept),
    lambda t, kept: without_numbers_told_otherwise(t.sheet, kept),
    lambda t, kept: with_plainly_denied(t.sheet, kept, t.lexicon),
    lambda t, kept: with_denials_of_their_own(t.sheet, kept),
    lambda t, kept: with_none_at_all(t.sheet, t.heard, t.understanding, kept, t.absences, t.author),
    lambda t, kept: with_the_allergy_of_one_substance(t.sheet, t.heard, kept, t.lexicon, t.author),
    lambda t, kept: with_planned_by_their_day(t.sheet, t.heard, kept),
    lambda t, kept: with_ends_of_sentences(t.sheet, t.heard, kept, t.author),
    lambda t, kept: with_allergies_put_right(t.sheet, t.heard, t.understanding, kept, t.lexicon, t.author),
    lambda t, kept: with_allergies_ruled_out(t.sheet, t.heard, kept, t.lexicon, t.author),
    lambda t, kept: with_cigarettes_counted(t.sheet, t.heard, t.understanding, kept, t.lexicon, t.author),
    lambda t, kept: with_operation_years(t.sheet, kept),
    lambda t, kept: with_beginnings_put_right(t.sheet, t.heard, t.understanding, kept, t.author),
    lambda t, kept: with_occasions(t.sheet, t.heard, kept, t.author),
    lambda t, kept: with_what_the_doctor_found(t.sheet, t.heard, kept, t.author),
    lambda t, kept: with_relatives_put_right(t.sheet, t.heard, t.understanding, kept, author=t.author),
    lambda t, kept: with_relatives_by_name(t.sheet, kept),
    lambda t, kept: with_illnesses_of_relatives(t.sheet, t.heard, kept),
    lambda t, kept: with_medicines_by_the_record(t.sheet, t.heard, t.understanding, kept, t.lexicon, t.author),
    lambda t, kept: with_doses_by_time(t.sheet, t.heard, kept, t.author),
    lambda t, kept: with_taken_since(t.sheet, kept),
    lambda t, kept: without_asked_ends(t.sheet, t.heard, kept),
    lambda t, kept: with_doses_kept(t.sheet, t.heard, kept),
    lambda t, kept: without_what_is_of_no_medicine(t.sheet, t.heard, kept),
    lambda t, kept: tuple(told_once(kept)),
    lambda t, kept: _without_asked(kept, t.text),
    lambda t, kept: with_whose_it_is(t.sheet, t.heard, kept),
    lambda t, kept: with_readings_apart(t.sheet, t.heard, kept, t.find, t.lexicon, t.author),
    lambda t, kept: with_what_is_fetched(t.sheet, kept, t.author),
    lambda t, kept: with_children_apart(t.sheet, t.heard, kept, t.lexicon, t.author, t.at),
    lambda t, kept: without_the_nurslings(t.sheet, t.heard, kept),
    lambda t, kept: with_last_period(t.sheet, t.heard, t.understanding, kept, t.lexicon, t.author),
    lambda t, kept: without_days_to_come(t.sheet, kept),
    lambda t, kept: with_household_listed(t.sheet, t.heard, kept, t.author),
    lambda t, kept: with_things_apart(t.sheet, t.heard, kept, t.find),
    lambda t, kept: with_told_in_turn(t.sheet, t.heard, kept, t.author),
    lambda t, kept: without_what_is_feared(kept, t.text, t.spoken),
    lambda t, kept: without_denials_of_something_else(t.sheet, kept),
    lambda t, kept: with_news_of_moves(t.sheet, t.heard, t.understanding, kept, t.lexicon),
    lambda t, kept: with_sides(t.sheet, kept),
    lambda t, kept: with_sides_put_right(t.sheet, t.heard, t.understanding, kept, t.author),
    lambda t, kept: without_what_is_an_animals(t.sheet, t.heard, kept, t.find),
)
"""In their order: a later one sees what an earlier one left."""
