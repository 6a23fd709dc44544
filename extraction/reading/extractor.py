"""The extractor that the agent calls: the learned reader, with the rules of the first one as an opinion beside it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final
from zoneinfo import ZoneInfo

from domain.collecting import uncollected
from domain.proposals import Operation, Proposal
from domain.remembering import remembering_at_least
from domain.speaking_for import ONESELF
from domain.values import Content, SlotKind
from extraction.naming.concepts import lexicon_words
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import ConceptRecogniser, Entry
from extraction.port import Reading
from extraction.reading.asking.feared import without_what_is_feared
from extraction.reading.asking.told_before_asking import told_before_asking, with_what_was_told_before
from extraction.reading.asking.told_in_asking import told_in_asking, with_what_asking_tells
from extraction.reading.asking.wondering import asks_tersely, asks_what_was_told, asks_whether, wondered
from extraction.reading.children.apart import with_children_apart
from extraction.reading.corrections.bare_corrections import with_bare_corrections
from extraction.reading.corrections.by_old_number import with_old_numbers
from extraction.reading.corrections.by_the_record import with_values_put_right_by_the_record
from extraction.reading.corrections.by_their_day import with_readings_put_right_by_their_day
from extraction.reading.corrections.denied_ends import denies_all
from extraction.reading.corrections.goals_put_right import with_goals_put_right
from extraction.reading.corrections.just_told.allergies import with_allergies_put_right
from extraction.reading.corrections.just_told.beginnings import with_beginnings_put_right
from extraction.reading.corrections.just_told.illnesses import with_what_the_doctor_found
from extraction.reading.corrections.just_told.relatives import with_relatives_put_right
from extraction.reading.corrections.last_correction_undone import with_the_last_correction_undone
from extraction.reading.corrections.named_alone import with_named_alone
from extraction.reading.corrections.names_by_the_record import with_names_put_right_by_the_record
from extraction.reading.corrections.not_of_a_test import without_what_no_test_is_told_in
from extraction.reading.corrections.one_of_a_series import with_one_of_a_series_put_right
from extraction.reading.corrections.pressures_put_right import with_pressures_put_right
from extraction.reading.corrections.put_right_by_name import with_named_put_right
from extraction.reading.corrections.single_owner import with_one_owner
from extraction.reading.corrections.slips import with_slips_put_right
from extraction.reading.corrections.taken_back import with_values_taken_back
from extraction.reading.corrections.taken_off import with_illnesses_taken_off
from extraction.reading.corrections.taking_back import asked_in
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
from extraction.reading.figures.row_doses import without_doses_in_a_row, without_values_as_doses
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
from extraction.reading.findings.start_dates import with_beginnings
from extraction.reading.findings.still_had import with_what_is_still_had
from extraction.reading.findings.suspected_allergies import (
    with_allergies_to_what_is_taken,
    with_what_was_stopped_for_it,
)
from extraction.reading.findings.told_allergies import with_told_allergies
from extraction.reading.findings.told_at_a_distance import with_ends_of_sentences
from extraction.reading.findings.told_outright import with_what_is_told_outright
from extraction.reading.items import Heard
from extraction.reading.learned.absences import ABSENCES, load_absences
from extraction.reading.learned.encoder_files import load_evidence_reader
from extraction.reading.learned.evidence import EvidenceReader
from extraction.reading.learned.linear import Models, load_models
from extraction.reading.learned.urgency import UrgencyReader, load_urgency
from extraction.reading.medicines.asked_ends import without_asked_ends
from extraction.reading.medicines.by_the_record import with_medicines_by_the_record
from extraction.reading.medicines.considered_doses import with_considered_doses
from extraction.reading.medicines.corrected_rhythms import with_rhythms_put_right
from extraction.reading.medicines.counts_changed import with_counts_changed
from extraction.reading.medicines.courses import with_ended_courses
from extraction.reading.medicines.days_listed import with_first_of_listed_days
from extraction.reading.medicines.dose_kept import with_doses_kept
from extraction.reading.medicines.dose_told_later import with_doses_told_later
from extraction.reading.medicines.doses_by_time import with_doses_by_time
from extraction.reading.medicines.doses_of_a_day import with_doses_of_a_day
from extraction.reading.medicines.end_dates import with_end_dates
from extraction.reading.medicines.ended_beside import with_what_goes_on_beside_an_end
from extraction.reading.medicines.exchanges import with_exchanges
from extraction.reading.medicines.fetched import with_what_is_fetched
from extraction.reading.medicines.given_now import with_what_was_given_now
from extraction.reading.medicines.intentions import with_intentions
from extraction.reading.medicines.kept_as_needed import with_as_needed_kept
from extraction.reading.medicines.late_doses import without_late_doses
from extraction.reading.medicines.liquid_doses import with_liquid_doses
from extraction.reading.medicines.listed import with_listed
from extraction.reading.medicines.moved_doses import with_moved_doses
from extraction.reading.medicines.moved_schedules import with_moved_schedules
from extraction.reading.medicines.moved_times import with_times_moved
from extraction.reading.medicines.not_carried_out import with_what_was_carried_out
from extraction.reading.medicines.not_of_a_medicine import without_what_is_of_no_medicine
from extraction.reading.medicines.offered import without_offers
from extraction.reading.medicines.outright_ends import with_outright_ends
from extraction.reading.medicines.pauses import with_pauses
from extraction.reading.medicines.plainly_taken import with_plainly_taken
from extraction.reading.medicines.planned_by_day import with_planned_by_their_day
from extraction.reading.medicines.rhythms_apart import with_rhythms_apart
from extraction.reading.medicines.rhythms_beside import with_rhythms_beside
from extraction.reading.medicines.rows_taken import with_rows_taken
from extraction.reading.medicines.spans_over import with_spans_over
from extraction.reading.medicines.taken_since import with_taken_since
from extraction.reading.medicines.taper_amounts import without_taper_amounts
from extraction.reading.medicines.times_told import with_times_told
from extraction.reading.medicines.told_by_mishap import with_what_mishaps_tell
from extraction.reading.medicines.told_once import told_once
from extraction.reading.medicines.used_then import without_what_a_medicine_is_for
from extraction.reading.people.cigarettes import with_cigarettes_counted
from extraction.reading.people.denying_names import with_denying_names
from extraction.reading.people.illness_of_a_relative import with_illnesses_of_relatives
from extraction.reading.people.in_laws import with_kin_by_marriage
from extraction.reading.people.last_period import with_last_period
from extraction.reading.people.names import with_name
from extraction.reading.people.nursing import without_the_nurslings
from extraction.reading.people.others_stories import without_others_stories
from extraction.reading.people.own_age import with_one_age, without_years_of_life_as_time
from extraction.reading.people.person_details import with_person_details
from extraction.reading.people.possessed import with_possessors
from extraction.reading.people.read_somewhere import without_what_was_read
from extraction.reading.people.readings_apart import with_readings_apart
from extraction.reading.people.relatives_by_name import with_relatives_by_name
from extraction.reading.people.roster import with_household_listed
from extraction.reading.people.sleep_and_water import with_sleep_and_water
from extraction.reading.people.speaking_for import kin_of, with_the_patients_own, without_the_speakers_own
from extraction.reading.people.tested_pregnant import with_pregnancy_tested
from extraction.reading.people.things_apart import with_things_apart
from extraction.reading.people.told_in_turn import with_told_in_turn
from extraction.reading.people.told_work import with_told_work
from extraction.reading.people.two_lines import with_positive_test
from extraction.reading.people.weeks_along import with_weeks_along
from extraction.reading.people.whose_it_is import with_whose_it_is
from extraction.reading.proposing import proposals_of
from extraction.reading.reader import READER, LearnedReader
from extraction.reading.understanding import ActKind
from extraction.reading.vetoes import allowed
from extraction.rules.pipeline import Extractor
from extraction.text.kiwi import shared_kiwi
from extraction.text.language import Language, detect
from extraction.text.normalise import normalise
from extraction.values.plausibility import doubted

_TELLING: Final[tuple[ActKind, ...]] = ("state", "correct", "change", "retract", "revert")
"""The acts by which words tell something, and do more than ask."""
_QUESTION: Final = 200
_ASKED_AT_MOST: Final = 300
"""Characters of a message beyond which a question is no part of it that tells of a habit."""
"""Characters of the agent's last question that are looked at."""


class LearnedExtractor:
    """Reads utterances with the shipped models; without state of its own, so threads may share it."""

    def __init__(
        self,
        lexicon: Lexicon,
        recogniser: ConceptRecogniser,
        models: Models | None = None,
        encoder: EvidenceReader | None = None,
        ear: UrgencyReader | None = None,
    ) -> None:
        """``models`` are the shipped ones, except in training and in tests; then ``encoder`` and ``ear`` come along.

        An ear is fitted on one encoder: with one that has not seen some authors there is none.
        """
        rules = Extractor(lexicon, recogniser)
        self._words = shared_kiwi(lexicon_words(lexicon))
        self._lexicon = lexicon
        self._recogniser = recogniser
        if models is None and encoder is None:
            encoder = load_evidence_reader()
            ear = load_urgency(encoder) if encoder is not None else None
        self._reader = LearnedReader(lexicon, recogniser, models or load_models(), rules, encoder, ear)
        self._absences = load_absences()
        version = self._reader.version
        self._author = f"{READER}@{version}"
        self.extractors = {**rules.extractors, READER: version, ABSENCES: self._absences.version}

    @property
    def encoder(self) -> EvidenceReader | None:
        """The encoder that reads beside the linear models; None where they read alone."""
        return self._reader.encoder

    @property
    def ear(self) -> UrgencyReader | None:
        """What hears how urgent words are; None where the linear models do."""
        return self._reader.ear

    @property
    def reader(self) -> LearnedReader:
        """What reads one utterance by itself, before anything is proposed for the record."""
        return self._reader

    def warm_up(self) -> None:
        """Lay out what the first utterance would wait for, in the memory of the thread that loads."""
        self.read("혈압약을 먹어요", said_at=datetime.fromtimestamp(0, UTC), time_zone="UTC")

    def _named_by(self, agent_said: str) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
        """The tests that the agent's last question names, and all that the agent's last words name."""
        words = normalise(agent_said[-_QUESTION:]).text
        if not words.strip():
            return (), ()
        named = self._recogniser.find(words)
        asks = words.rstrip().endswith("?")
        opening = max(words.rstrip().rfind(mark, 0, -1) for mark in ".?!\n") + 1
        tests = (one.entry for one in named if one.start >= opening and one.entry.kind in ("labs", "vitals"))
        return tuple(tests) if asks else (), tuple(one.entry for one in named)

    def read(
        self,
        text: str,
        *,
        said_at: datetime,
        time_zone: str,
        language: Language | None = None,
        spoken_of: Sequence[Content] = (),
        of_last_turn: Collection[str] = (),
        agent_said: str = "",
        patient_called: str = "",
        corrected: Sequence[Content] = (),
        goals: Sequence[Content] = (),
        children: Sequence[Content] = (),
        said_before: Sequence[str] = (),
    ) -> Reading:
        """The reading of ``text``, said at ``said_at`` (aware) by a patient who lives in ``time_zone`` (IANA).

        ``spoken_of`` holds what the conversation last spoke of, newest first, ``of_last_turn`` the concepts of these
        that the last turn spoke of, and ``agent_said`` the words that the
        patient answers: "it was 6.8" and "no, the other one" are understood from them. ``patient_called`` is what one
        who speaks for a patient calls that one ("my mum"), and ``ONESELF`` where whoever speaks is the patient.
        ``corrected`` holds what corrections replaced, the newest correction's first, ``goals`` what was set for
        the patient's tests, the newest first, and ``children`` who the children on record are. ``said_before`` are the
        turns before, the oldest first: a name told in one of them is somebody's. No text raises.
        """
        # Tens of thousands of spans and buckets come and go for a long text, and none of them refers to itself.
        with remembering_at_least(), uncollected():
            plain = normalise(text).text
            spoken = language or detect(plain)
            if not plain.strip():
                return Reading((), spoken, dict(self.extractors))
            patient_is = kin_of(self._recogniser.find(patient_called)) if patient_called else ""
            named = self._named_by(agent_said)
            speaker_is = patient_called == ONESELF
            heard = Heard(
                tuple(spoken_of), agent_said, *named, patient_is, frozenset(of_last_turn), speaker_is=speaker_is,
                superseded=tuple(corrected), goals=tuple(goals), children=tuple(children),
                said_before=tuple(said_before),
            )  # fmt: skip
            whole = self._read(text, said_at, time_zone, spoken, heard)
            whole = self._with_what_asking_tells(whole, text, said_at, time_zone, heard)
            told = told_before_asking(text) if spoken_of else ""
            if not told:
                return whole
            before = self._read(told, said_at, time_zone, spoken, heard, attentive=False)
            return replace(whole, proposals=with_what_was_told_before(whole.proposals, before.proposals))

    def _with_what_asking_tells(
        self, whole: Reading, text: str, said_at: datetime, time_zone: str, heard: Heard
    ) -> Reading:
        if whole.understanding is None or not whole.understanding.requests or len(text) > _ASKED_AT_MOST:
            return whole
        told = told_in_asking(text, whole.language)
        if not told:
            return whole
        language: Language = "ko" if whole.language == "ko" else "en"
        alone = [
            (one, self._read(one.words, said_at, time_zone, language, heard, attentive=False).proposals) for one in told
        ]
        return replace(whole, proposals=with_what_asking_tells(text, heard.facts, whole.proposals, alone))

    def _read(
        self, text: str, said_at: datetime, time_zone: str, spoken: Language, heard: Heard, *, attentive: bool = True
    ) -> Reading:
        """The reading of some words; how urgent they are is only to be asked of what was read ``attentive``."""
        sheet, understanding, rules = self._reader.read(
            text, said_at=said_at, time_zone=time_zone, language=spoken, heard=heard, attentive=attentive
        )
        proposed = proposals_of(sheet, heard, understanding, rules, self._lexicon, self._author)
        spared = tuple(sheet.normalised.span(start, end) for start, end in sheet.going_on)
        unnamed = spared if denies_all(sheet.going_on, sheet.mentions) else ()
        unsure = tuple(sheet.normalised.span(start, end) for start, end in wondered(sheet.folded))
        kept = tuple(doubted(one, self._lexicon) for one in allowed(understanding, proposed, spared, unsure, unnamed))
        kept = with_beginnings(sheet, heard, kept, self._author)
        kept = with_goals(sheet, kept, self._lexicon, self._author)
        kept = with_former_values(sheet, with_liquid_doses(sheet, with_moved_schedules(sheet, kept)))
        kept = with_complaints_over(sheet, heard, kept, self._author)
        kept = with_doses_of_a_day(sheet, heard, kept)
        kept = with_considered_doses(sheet, heard, with_moved_doses(sheet, heard, kept, self._author))
        kept = with_slips_put_right(sheet, heard, with_bare_pounds(sheet, heard, with_units_on_record(heard, kept)))
        kept = with_bare_corrections(sheet, heard, understanding, kept, self._author)
        kept = with_one_owner(sheet, heard, with_rhythms_put_right(sheet, heard, kept, self._author))
        kept = with_named_put_right(sheet, heard, with_named_alone(sheet, heard, kept), self._lexicon, self._author)
        kept = with_pressures_put_right(sheet, heard, kept, self._author)
        kept = with_old_numbers(sheet, heard, kept, self._lexicon, self._author)
        kept = with_possessors(sheet, heard, with_what_was_carried_out(sheet, heard, kept))
        kept = without_others_values(sheet, heard, with_doses_told_later(sheet, kept, self._lexicon))
        kept = with_rhythms_beside(sheet, with_rhythms_apart(sheet, with_exchanges(sheet, heard, kept, self._author)))
        kept = with_allergies_to_what_is_taken(sheet, heard, kept, self._author)
        kept = with_told_allergies(sheet, heard, kept, self._lexicon, self._author)
        kept = with_denied_allergies(sheet, heard, kept, self._lexicon, self._author)
        kept = with_what_was_stopped_for_it(sheet, heard, kept, self._author)
        kept = with_spans_over(sheet, kept)
        kept = with_end_dates(sheet, with_pauses(sheet, heard, kept, self._author))
        kept = with_ended_courses(
            sheet,
            heard,
            without_offers(sheet, with_intentions(sheet, with_what_was_given_now(sheet, kept))),
            self._author,
        )
        kept = with_what_goes_on_beside_an_end(sheet, with_outright_ends(sheet, heard, kept, self._author))
        kept = with_pregnancy_tested(sheet, heard, kept, self._lexicon, self._author)
        kept = with_weeks_along(sheet, heard, kept, self._lexicon, self._author)
        kept = with_positive_test(sheet, heard, kept, self._lexicon, self._author)
        kept = with_person_details(sheet, heard, understanding, kept, self._author)
        kept = with_name(sheet, heard, understanding, kept, self._author, self._words)
        kept = with_told_work(sheet, heard, understanding, kept, self._author)
        kept = with_sleep_and_water(sheet, heard, understanding, with_denying_names(sheet, heard, kept), self._author)
        kept = with_values_taken_back(sheet, heard, withdrawn_once(kept), self._author)
        kept = with_values_put_right_by_the_record(sheet, heard, understanding, kept, self._lexicon, self._author)
        kept = with_one_of_a_series_put_right(sheet, heard, understanding, kept, self._lexicon, self._author)
        kept = without_what_no_test_is_told_in(sheet, kept, self._lexicon)
        kept = with_readings_put_right_by_their_day(sheet, heard, kept, self._author)
        kept = without_hours_as_values(sheet, without_values_as_doses(sheet, kept))
        kept = with_the_next_reading(sheet, heard, kept, self._author)
        kept = with_readings_in_a_row(sheet, heard, without_doses_in_a_row(sheet, kept), self._lexicon, self._author)
        kept = with_next_rows(sheet, heard, kept, self._author)
        kept = with_former_rows(sheet, heard, kept, self._lexicon, self._author)
        kept = with_goals_put_right(sheet, heard, understanding, kept, self._author)
        kept = with_the_last_correction_undone(sheet, heard, understanding, kept, self._author)
        kept = with_illnesses_taken_off(sheet, heard, kept, self._author)
        kept = with_names_put_right_by_the_record(sheet, heard, kept, self._lexicon, self._author)
        kept = with_the_patients_own(sheet, heard, understanding, with_one_age(sheet, kept))
        kept = without_years_of_life_as_time(sheet, kept)
        kept = with_units_of_age(sheet, heard, kept, self._author)
        kept = with_illness_times(sheet, heard, kept, self._author)
        kept = with_what_is_told_outright(sheet, heard, kept, self._author)
        kept = with_as_needed_kept(sheet, heard, with_plainly_told(sheet, with_what_is_still_had(sheet, kept)))
        kept = with_times_moved(sheet, heard, with_times_told(sheet, heard, kept, self._author), self._author)
        kept = without_others_stories(sheet, heard, without_the_speakers_own(sheet, heard, kept))
        kept = without_what_was_read(sheet, kept)
        kept = with_fuller_names(sheet, with_returns(sheet, heard, kept))
        kept = with_plainly_taken(sheet, heard, without_late_doses(sheet, heard, kept), self._author)
        kept = without_what_a_medicine_is_for(sheet, kept)
        kept = with_rows_taken(sheet, heard, understanding, kept, self._author)
        listed = without_values_as_doses(sheet, with_listed(sheet, heard, kept, self._author))
        kept = without_numbers_told_otherwise(sheet, listed)
        kept = with_counts_changed(sheet, heard, kept, self._author)
        kept = with_denials_of_their_own(sheet, with_plainly_denied(sheet, kept, self._lexicon))
        kept = with_none_at_all(sheet, heard, understanding, kept, self._absences, self._author)
        kept = with_the_allergy_of_one_substance(sheet, heard, kept, self._lexicon, self._author)
        kept = with_ends_of_sentences(sheet, heard, with_planned_by_their_day(sheet, heard, kept), self._author)
        kept = with_allergies_put_right(sheet, heard, understanding, kept, self._lexicon, self._author)
        kept = with_allergies_ruled_out(sheet, heard, kept, self._lexicon, self._author)
        kept = with_cigarettes_counted(sheet, heard, understanding, kept, self._lexicon, self._author)
        kept = with_operation_years(sheet, kept)
        kept = with_beginnings_put_right(sheet, heard, understanding, kept, self._author)
        kept = with_occasions(sheet, heard, kept, self._author)
        kept = with_what_the_doctor_found(sheet, heard, kept, self._author)
        kept = with_relatives_put_right(sheet, heard, understanding, kept, author=self._author)
        kept = with_illnesses_of_relatives(sheet, heard, with_relatives_by_name(sheet, kept))
        kept = with_medicines_by_the_record(sheet, heard, understanding, kept, self._lexicon, self._author)
        kept = with_doses_by_time(sheet, heard, kept, self._author)
        kept = with_doses_kept(sheet, heard, without_asked_ends(sheet, heard, with_taken_since(sheet, kept)))
        kept = without_what_is_of_no_medicine(sheet, heard, kept)
        kept = with_whose_it_is(sheet, heard, tuple(one for one in told_once(kept) if not _is_asked(one, text)))
        kept = with_readings_apart(sheet, heard, kept, self._recogniser.find, self._lexicon, self._author)
        kept = with_what_is_fetched(sheet, kept, self._author)
        kept = without_taper_amounts(sheet, kept)
        kept = with_first_of_listed_days(sheet, with_what_mishaps_tell(sheet, kept))
        kept = with_children_apart(
            sheet, heard, kept, self._lexicon, self._author, said_at.astimezone(ZoneInfo(time_zone))
        )
        kept = without_the_nurslings(sheet, heard, kept)
        kept = with_last_period(sheet, heard, understanding, kept, self._lexicon, self._author)
        kept = with_household_listed(sheet, heard, without_days_to_come(sheet, kept), self._author)
        kept = with_things_apart(sheet, heard, kept, self._recogniser.find)
        kept = with_kin_by_marriage(sheet, heard, with_told_in_turn(sheet, heard, kept, self._author))
        kept = without_what_is_feared(kept, text, spoken)
        kept = without_denials_of_something_else(sheet, kept)
        if asks_tersely(sheet.folded):
            kept = ()
        tells = any(understanding.surely(kind) for kind in _TELLING)
        if understanding.has("ask") and not tells and asks_what_was_told(sheet.folded):
            asks = asked_in(sheet.folded)
            kept = tuple(
                one for one in kept if asks and not any(first <= (one.start or 0) < last for first, last in asks)
            )
        return Reading(kept, spoken, dict(self.extractors), understanding)


def _is_asked(proposal: Proposal, text: str) -> bool:
    """Whether a finding is only asked about, in the order of a question and without its mark."""
    content = proposal.content
    if content is None or content.slot not in (SlotKind.CONDITIONS, SlotKind.SYMPTOMS) or proposal.start is None:
        return False
    return proposal.operation is Operation.ASSERT and asks_whether(text.lower(), proposal.start)
