"""The guards: what a model says is done to a fact on record is done only where the words bear it out.

Nothing is taken from the model but which words to look at: the value, its unit, the date and the concept are read from
them again by our own readers. Where quote and target stand and another guard fails, the patient is asked.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from agent.understanding.agreeing import OtherReader
from agent.understanding.contents import (
    KINDS,
    certain,
    dated,
    dose,
    entry_of,
    figure_kinds,
    other_side,
    reading,
    test_entry,
    with_status,
)
from agent.understanding.cues import Shown, cues
from agent.understanding.figures import (
    counts_units,
    is_bare,
    is_dose_of,
    is_strength,
    moved_to,
    words_of_dates,
)
from agent.understanding.referring import References
from agent.understanding.revised import as_date, new_figure, of_the_person, other_date, unknown_value
from agent.understanding.seen import Seen
from agent.understanding.told import Told
from agent.understanding.verdicts import Trial, Verdict
from agent.understanding.words import GENERAL, Span, Words, names, numbers_of
from domain.comparison import agrees, overlay, same_value
from domain.ledger import Fact, Ledger
from domain.proposals import Operation, Target
from domain.targets import correction_to_revert, resolve, same_day
from domain.values import ANY, PATIENT, SERIES_SLOTS, Concept, Content, SlotKind, Source, Status, Temporality
from extraction.naming.lexicon import Lexicon
from extraction.reading.figures.figures import Figure
from extraction.reading.understanding import ActKind, Understanding
from extraction.reading.figures.measuring import in_range, unit_fits
from extraction.text.normalise import fold
from extraction.values.dates import DateMention
from extraction.values.dose_units import DOSE_UNITS, number_of_dose, unit_of_dose

_BESIDE: Final = frozenset({"relatives", "labs", "vitals", "procedures"})
"""What may be named beside an end without being what ends."""
_ENDING: Final = ("stop", "retract")
_NUMBERED: Final = frozenset({SlotKind.MEDICATIONS, *SERIES_SLOTS})
_TAKES_NUMBERS: Final = frozenset({"labs", "vitals", "medications", "drug_classes"})
_SMALL: Final = 10
"""Numbers below this are said of too many things to tell which fact is meant."""
_FURTHEST_DOSE, _FURTHEST_VALUE = 5.0, 3.0
"""Most by which a dose or a reading is moved by a number that names neither, as a factor."""
_BEHIND: Final = 2
"""Characters between a name and the words that uphold it: a plural's s, or a space."""
_TELLING: Final[tuple[ActKind, ...]] = ("state", "correct", "change", "retract", "revert", "reply")
_ENDED: Final = frozenset({SlotKind.MEDICATIONS, SlotKind.CONDITIONS, SlotKind.SYMPTOMS, SlotKind.SOCIAL_HISTORY})
_OF_THE_PERSON: Final = frozenset({SlotKind.DEMOGRAPHICS, SlotKind.FAMILY_HISTORY})
"""Who the patient is and what their family has: a model may only have them asked about it."""
_IN_OWN_WORDS: Final = frozenset({*_OF_THE_PERSON, SlotKind.SOCIAL_HISTORY})
"""Whose values are words as often as numbers."""


@dataclass(frozen=True, slots=True)
class Guards:
    """The checks of one utterance over what is known; pure, and the same for every model."""

    words: Words
    seen: Seen
    ledger: Ledger
    lexicon: Lexicon
    understanding: Understanding | None
    extractor: str

    @property
    def other(self) -> OtherReader:
        """What the other reader makes of the same words."""
        return OtherReader(self.words, self.seen, self.ledger, self.understanding)

    def upon(self, told: Told, span: Span) -> Verdict:
        """What becomes of an operation upon a fact on record."""
        if told.do == "change" and told.status in ("on_hold", "stopped", "resolved") and not _tells_what_is_new(told):
            told = replace(told, do="stop")
        trial = Trial(told, span, self.words, self.extractor)
        fact = self.seen.facts.get(told.target.strip().upper())
        if fact is None:
            return trial.left_out("target_unknown")
        trial.fact = fact
        failed = self._forbidden(told, fact, span)
        if failed:
            return trial.left_out(failed)
        shown = self._is_shown(told, fact, span)
        meant = References(self.words, self.seen, self.ledger)
        # Where only a question is heard, no number is told of anything, and what is heard besides is a guess.
        only_asks = self._only_asks()
        agreed = not only_asks and self.other.agrees(told, fact)
        alone = not only_asks and not self.other.mentions(fact) and self._is_the_only_one(told, fact, span)
        named = meant.means(fact) or agreed or alone or self.other.finds(fact)
        shown = shown or agreed
        if not named and not shown and not self._acts_at_all(told, span):
            return trial.left_out("target_not_named")
        if fact.content.slot in _OF_THE_PERSON and not (named and shown):
            return trial.left_out("slot_not_acted_upon")
        trial.doubt("target_not_named", not named)
        trial.doubt("act_not_shown", not shown)
        unlike = told.do in _ENDING or not shown or self.words.is_asked(span)
        trial.doubt("only_asked", only_asks and unlike)
        trial.doubt("told_as_a_guess", bool(cues("if", self.words.text, *self.words.sentence(span))))
        picked = fact.content.slot not in SERIES_SLOTS or meant.means_reading(fact)
        picked = picked or self._is_swapped(told, fact, span) or self._is_the_newest_put_right(told, fact, span)
        trial.doubt("reading_not_meant", not picked)
        plainly = fact.content.slot in _OF_THE_PERSON and self.other.hears_put_right(told, fact)
        habit = fact.content.slot is SlotKind.SOCIAL_HISTORY and told.do != "retract"
        plainly = plainly or (habit and not self._names_another_habit(fact))
        trial.doubt("of_the_person", fact.content.slot in _IN_OWN_WORDS and not plainly)
        trial.doubt("allergy_withdrawn", fact.content.slot is SlotKind.ALLERGIES)
        trial.doubt("stated_by_clinician", any(one.source is Source.CLINICIAN for one in fact.evidence))
        match told.do:
            case "retract":
                return self._withdrawn(trial, told, fact)
            case "revert":
                return self._reverted(trial, told, fact)
            case "stop":
                return self._stopped(trial, told, fact)
            case _:
                return self._different(trial, told, fact)

    def _forbidden(self, told: Told, fact: Fact, span: Span) -> str:
        """The hard check that an operation fails, "" for none."""
        content = fact.content
        if not fact.current or fact.fact_id not in self.ledger.facts:
            return "target_not_current"
        if content.subject != PATIENT and content.slot is not SlotKind.FAMILY_HISTORY:
            return "target_not_the_patients"
        if content.slot is SlotKind.ALLERGIES and not self._denies(told, fact, span):
            return "allergy_withdrawn"
        if content.concept.concept_id == ANY:
            return "slot_not_acted_upon"
        if told.do in _ENDING and told.name.strip() and fold(told.name) not in fold(self.words.text):
            return "name_not_said"
        if told.do == "stop" and content.slot not in _ENDED:
            return "nothing_to_stop"
        telling = told.do in ("correct", "change") and bool(
            cues("correct", self.words.text, *self.words.sentence(span))
        )
        if self._is_asked_of(fact, span) and not telling and not self.other.proposes(told, fact):
            return "asked_not_told"
        return ""

    def _is_the_newest_put_right(self, told: Told, fact: Fact, span: Span) -> bool:
        """Whether words of a correction, which name no day and no value on record, are of the newest reading."""
        content = fact.content
        series = self.ledger.about(content.slot, content.concept.concept_id, content.subject)
        newest = bool(series) and series[-1].fact_id == fact.fact_id
        said = any(self.words.says_reading(one) for one in series)
        return told.do == "correct" and newest and not said and bool(
            cues("correct", self.words.text, *self.words.sentence(span))
        )  # fmt: skip

    def _is_swapped(self, told: Told, fact: Fact, span: Span) -> bool:
        """Whether two readings of a test that are both said are told to stand in each other's place."""
        series = self.ledger.about(fact.content.slot, fact.content.concept.concept_id, fact.content.subject)
        others = [one for one in series if one.fact_id != fact.fact_id and one.content.value in numbers_of(told.value)]
        said = self.words.says_old(fact) and any(self.words.says_old(one) for one in others)
        return said and bool(cues("swapped", self.words.text, *self.words.sentence(span)))

    def _names_another_habit(self, fact: Fact) -> bool:
        known = fact.content.concept
        said = [one for one in self.words.sheet.mentions if one.entry.kind == "social" and not names(one, known)]
        others = (one for one in self.ledger.current(SlotKind.SOCIAL_HISTORY) if one.content.concept != known)
        return bool(said) or any(self.words.names_of(one.content.concept) for one in others)

    def _is_the_only_one(self, told: Told, fact: Fact, span: Span) -> bool:
        """Whether a number that is told for what is on record can be of this fact alone: of no other reading or dose on
        record is it the next, and the words name nothing else that takes numbers.
        """
        content = fact.content
        said = told.dose if content.slot is SlotKind.MEDICATIONS else told.value
        if told.do not in ("correct", "change") or not said or content.slot in _OF_THE_PERSON:
            return False
        figure = self.words.figure(said, span)
        denied = told.do == "correct" and self._says_old_of_it_alone(fact, span)
        if denied and not self._names_what_takes_numbers():
            return True
        if content.slot not in _NUMBERED or figure is None or self._names_what_takes_numbers():
            return False
        others = (one for one in self.ledger.current() if one.content.subject == PATIENT)
        able = {_id(one) for one in others if self._may_become(one, figure)}
        return able == {_id(fact)}

    def _names_what_takes_numbers(self) -> bool:
        return any(one.entry.kind in _TAKES_NUMBERS for one in self.words.sheet.mentions)

    def _says_old_of_it_alone(self, fact: Fact, span: Span) -> bool:
        """Whether the quote holds the number on record of this fact, of more than one figure, and of no other's."""
        said = {one.value for one in self.words.figures_in(span) if one.value is not None and one.value >= _SMALL}
        bearing = {
            _id(one)
            for one in self.ledger.current()
            if one.content.subject == PATIENT and said & _numbers_on_record(one.content)
        }
        return bearing == {_id(fact)}

    def _may_become(self, fact: Fact, figure: Figure) -> bool:
        """Whether a number may be the next value or dose of a fact: in its unit, and near the one on record."""
        content = fact.content
        if content.slot is SlotKind.MEDICATIONS:
            known, unit = number_of_dose(content.dose), unit_of_dose(content.dose or "")
            stated = DOSE_UNITS.get(figure.quantity.unit or "")
            if figure.kind != "number" or known is None or (figure.quantity.unit and stated != unit):
                return False
            return 1 / _FURTHEST_DOSE <= figure.value / known <= _FURTHEST_DOSE
        if content.slot not in SERIES_SLOTS or not isinstance(content.value, float) or not content.value:
            return False
        entry = test_entry(content.concept, content.slot, self.lexicon)
        fits = entry is not None and unit_fits(entry, figure.quantity) and in_range(entry, figure.quantity)
        return fits and 1 / _FURTHEST_VALUE <= figure.value / content.value <= _FURTHEST_VALUE

    def _denies(self, told: Told, fact: Fact, span: Span) -> bool:
        """Whether an allergy is withdrawn by its name in words that deny it: then the patient is asked, and no more."""
        if told.do != "retract" or not self.words.names_of(fact.content.concept):
            return False
        start, end = self.words.sentence(span)
        return bool(cues("retract", self.words.text, start, end))

    def _is_shown(self, told: Told, fact: Fact, span: Span) -> bool:
        """Whether the words show the act: by a cue of this fact's own, or because the other reader hears it too."""
        content, words = fact.content, self.words
        if told.do == "retract" and (self._surely("revert") or self._is_upheld(fact)):
            # What is asked back or said to be right is not taken away, whichever words speak of the taking.
            return False
        # An end that another reader hears too is shown by no word where what is named is told to stay.
        stays = told.do in _ENDING and words.shows("same", content.concept, content.slot, span)
        if self.other.hears(told, fact, span) and (not stays or self.other.proposes(told, fact)):
            return True
        match told.do:
            case "stop":
                act: Shown = "over" if content.slot is SlotKind.CONDITIONS else "ended"
                act = "stop" if content.slot in (SlotKind.MEDICATIONS, SlotKind.SOCIAL_HISTORY) else act
                # "Quit it, no, hang on, do not quit it": an end that is denied as well is a question.
                kept = words.shows("kept", content.concept, content.slot, span)
                return not kept and (
                    words.shows(act, content.concept, content.slot, span) or self._is_shown_unnamed(act, fact, span)
                )
            case "retract":
                theirs = told.whose not in (PATIENT, "") and bool(words.owners(span))
                return theirs or words.shows("retract", content.concept, content.slot, span, adjacent=True)
            case "revert":
                whole = (0, len(words.text))
                back = self._says_what_stood(fact) and bool(cues("correct", words.text, *whole))
                return self._surely("revert") or bool(cues("revert", words.text, *whole)) or back
            case _:
                start, end = words.sentence(span)
                shown: tuple[Shown, ...] = ("change",) if told.do == "change" else ("correct",)
                acts: tuple[ActKind, ...] = ("change",) if told.do == "change" else ("revert",)
                # A reply shows the act only where the service itself asked which is right.
                asked = self.seen.asked is not None and fact.fact_id in self.seen.asked.candidates
                heard = self._surely("correct", *acts, *(("reply",) if asked else ()))
                return heard or any(cues(one, words.text, start, end) for one in shown) or self._tells_a_dose(told, fact)

    def _tells_a_dose(self, told: Told, fact: Fact) -> bool:
        """Whether another dose is told right at the name of the medicine: that it is so now is change enough."""
        if fact.content.slot is not SlotKind.MEDICATIONS or not told.dose or told.do != "change" or self._only_asks():
            return False
        figure = self.words.figure(told.dose, (0, len(self.words.text)))
        named = self.words.names_of(fact.content.concept)
        return figure is not None and bool(named) and is_dose_of(
            self.words, figure, fact.content.concept, self.understanding
        )  # fmt: skip

    def _says_what_stood(self, fact: Fact) -> bool:
        """Whether the value that a correction took away is said again, and the one in its place is not."""
        before = [self.ledger.facts[one] for one in fact.supersedes]
        return any(self.words.says_old(one) for one in before) and not self.words.says_old(fact)

    def _only_asks(self) -> bool:
        """Whether the other reader hears a question and nothing that is told."""
        return self._surely("ask") and not self._surely(*_TELLING)

    def _surely(self, *acts: ActKind) -> bool:
        return self.understanding is not None and any(self.understanding.surely(act) for act in acts)

    def _is_asked_of(self, fact: Fact, span: Span) -> bool:
        """Whether only questions name the fact's concept; of one that is not named, whether the quote is one."""
        places = self.words.names_of(fact.content.concept)
        return all(self.words.is_asked(one) for one in places or [span])

    def _acts_at_all(self, told: Told, span: Span) -> bool:
        start, end = self.words.sentence(span)
        acts: tuple[Shown, ...] = ("stop", "ended", "retract") if told.do in _ENDING else ("change", "correct", "stop")
        heard = self._surely("correct", "change", "retract", "revert", "reply")
        return heard or any(cues(act, self.words.text, start, end) for act in acts)

    def _is_shown_unnamed(self, act: Shown, fact: Fact, span: Span) -> bool:
        """Whether words show the act of a fact that was just spoken of, in sentences that name nothing else to end."""
        first, last = self.words.sentence(span)
        if self.words.names_of(fact.content.concept) or fact.fact_id not in self.seen.in_mind:
            return False
        named = [one for one in self.words.within((first, last)) if one.entry.kind not in _BESIDE]
        kept = act == "stop" and bool(cues("kept", self.words.text, 0, len(self.words.text)))
        return not named and not kept and bool(cues(act, self.words.text, first, last))

    def _is_upheld(self, fact: Fact) -> bool:
        """Whether what a name stands for is said to be right, right behind it ("the weight's right but ...")."""
        text = self.words.text
        ends = [end for _, end in self.words.names_of(fact.content.concept)]
        return any(start - end <= _BEHIND for end in ends for start, _ in cues("upheld", text, end, len(text)))

    def _target(self, fact: Fact, content: Content | None) -> Target | None:
        """A selector that means this fact and no other; None where there is none."""
        known = fact.content
        plain = Target(slot=known.slot, concept_id=_id(fact), subject=known.subject)
        old = known.value if isinstance(known.value, float | str) else known.dose
        tries = [plain, plain.with_fields(date=fact.clinical_day)]
        tries += [plain.with_fields(old=old), plain.with_fields(old=old, date=fact.clinical_day)] if old else []
        if known.slot in SERIES_SLOTS:
            tries = tries[1:]
        for target in tries:
            if [one.fact_id for one in resolve(self.ledger, target, content).facts] == [fact.fact_id]:
                return target
        return None

    def _reverted(self, trial: Trial, told: Told, fact: Fact) -> Verdict:
        """The last correction of a fact undone; where none is known, the value that is told put in its place."""
        target = Target(slot=fact.content.slot, concept_id=_id(fact), subject=fact.content.subject)
        if correction_to_revert(self.ledger, target) is not None:
            return trial.proposed(Operation.REVERT, None, target)
        if told.value or told.dose:
            return self._different(trial, told, fact)
        return trial.left_out("nothing_to_revert")

    def _withdrawn(self, trial: Trial, told: Told, fact: Fact) -> Verdict:
        target = self._target(fact, None)
        if target is None:
            return trial.left_out("target_not_unique")
        # A spouse's illness says nothing of the patient's family: it is withdrawn, and kept nowhere.
        given = told.whose if told.whose not in (PATIENT, "other", "spouse", "") else None
        trial.doubt("whose_not_said", given is not None and given not in self._relatives(fact, trial.span))
        return trial.proposed(Operation.RETRACT, None, target, reattributed_to=given)

    def _relatives(self, fact: Fact, span: Span) -> list[str]:
        """The relatives named where the fact is, or else those it is said to be of in ``span`` ("It's my sister's.").

        A sentence that tells something else of a relative ("Mother signs her cheques") gives them nothing.
        """
        places = self.words.names_of(fact.content.concept)
        beside = [one for place in places for one in self.words.relatives(place)]
        named = beside or (self.words.owners(span) if places else self.words.relatives(span))
        return [*named, *(GENERAL[one] for one in named if one in GENERAL)]

    def _stopped(self, trial: Trial, told: Told, fact: Fact) -> Verdict:
        known = fact.content
        content = Content(slot=known.slot, concept=known.concept)
        status = "on_hold" if told.status == "on_hold" else "stopped"
        content = dated(with_status(content, status), self._said_date(told, trial.span), ends=True)
        target = self._target(fact, content)
        if target is None:
            return trial.left_out("target_not_unique")
        if known.status is not None and known.status is content.status:
            return trial.left_out("nothing_new")
        return trial.proposed(Operation.CHANGE, certain(content, sure=told.certain), target)

    def _different(self, trial: Trial, told: Told, fact: Fact) -> Verdict:
        """A correction or a change to another value, dose, frequency, date or concept."""
        content, failed = self._new_content(trial, told, fact)
        if content is None:
            return trial.left_out(failed)
        content = certain(content, sure=told.certain)
        if told.do == "change" and content.slot in SERIES_SLOTS:
            day = content.valid_from or (self.words.sheet.day if content.slot is SlotKind.VITALS else None)
            return trial.proposed(Operation.ASSERT, content.with_fields(valid_from=day))
        target = self._target(fact, content)
        if target is None:
            return trial.left_out("target_not_unique")
        merged = overlay(content, fact.content)
        moved = content.valid_from is not None and not same_day(fact.clinical_day, content.valid_from)
        if merged.concept.concept_id == _id(fact) and agrees(fact.content, merged) and not moved:
            return trial.left_out("nothing_new")
        return trial.proposed(Operation.CHANGE if told.do == "change" else Operation.CORRECT, content, target)

    def _new_content(self, trial: Trial, told: Told, fact: Fact) -> tuple[Content | None, str]:
        known = fact.content
        if told.value and (day := as_date(known.value)) is not None:
            return other_date(trial, told, fact, day)
        if known.slot in _IN_OWN_WORDS and (not told.name or known.slot is SlotKind.SOCIAL_HISTORY):
            return of_the_person(trial, told, fact)
        date = self._said_date(told, trial.span)
        # A date in words that nobody reads is no invention; it only stays unknown, unless nothing else is told.
        unread = bool(told.value or told.dose or told.name) and self.words.place(told.date) is not None
        unsaid = bool(told.date) and date is None and not unread and not _is_day_of(told.date, fact)
        trial.doubt("date_not_said", unsaid)
        if known.slot in SERIES_SLOTS and told.value:
            return self._new_value(trial, told, fact, date)
        # What was done to somebody once stays done, on whichever day it was.
        stands = known.temporality if known.slot is SlotKind.PROCEDURES else Temporality.CURRENT
        same = Content(slot=known.slot, concept=known.concept, status=known.status, temporality=stands)
        content = self._other_concept(told, fact, trial.span) or same
        if content.concept.concept_id != _id(fact) and fold_clash(content, self.ledger):
            trial.doubt("other_concept_on_record", True)
        if known.slot is SlotKind.MEDICATIONS:
            content, failed = self._taken(trial, told, fact, content)
            if failed:
                return None, failed
        if told.status == "active" and known.status not in (None, Status.ACTIVE):
            content = with_status(content, "active")
        elif told.status in ("planned", "on_hold", "stopped", "resolved"):
            # How it stands now is told by a stop, whose words are looked for.
            trial.doubt("status_not_shown", True)
            content = with_status(content, told.status)
        moved = date is not None and not same_day(fact.clinical_day, date.value)
        content = dated(content, date) if moved or told.do == "change" else content
        if content == same:
            return None, "nothing_new"
        return content, ""

    def _new_value(self, trial: Trial, told: Told, fact: Fact, date: DateMention | None) -> tuple[Content | None, str]:
        known = fact.content
        entry = test_entry(known.concept, known.slot, self.lexicon)
        if entry is None:
            return unknown_value(trial, told, fact)
        figure, failed = new_figure(trial, told.value, fact, figure_kinds(_id(fact)))
        if figure is None:
            return None, failed
        content, failed = reading(entry, figure, self.words.sheet.language)
        content = content.with_fields(concept=known.concept)
        trial.doubt(failed, bool(failed))
        if not figure.quantity.unit_stated and same_value(known.value, figure.value):
            return None, "nothing_new"
        if told.do == "change":
            return dated(content, date), ""
        if same_value(known.value, content.value):
            return (dated(content, date), "") if date is not None else (None, "nothing_new")
        sentence = words_of_dates(self.words, (figure.start, figure.end))
        another = [one for one in sentence if not same_day(fact.clinical_day, one)]
        elsewhere = bool(another) and len(another) == len(sentence)
        trial.doubt("date_of_another", elsewhere and not self._is_swapped(told, fact, trial.span))
        return content, ""

    def _taken(self, trial: Trial, told: Told, fact: Fact, content: Content) -> tuple[Content, str]:
        """``content`` with the dose and the frequency that are said."""
        if told.dose:
            other = content.concept if content.concept.concept_id != _id(fact) else None
            figure, failed = new_figure(trial, told.dose, fact, (), other)
            if figure is None:
                return content, failed
            known = number_of_dose(fact.content.dose)
            if not counts_units(figure):
                figure = moved_to(figure, known)
                sentence = self.words.sentence(trial.span)
                # A bare number that came out of something may be a reading of what nobody names.
                alone = told.do == "change" and other is None and bool(cues("change", self.words.text, *sentence))
                alone = alone and self._is_the_only_one(told, fact, trial.span)
                bare = is_bare(figure) and not alone
                trial.doubt("dose_of_another", bare and not self._is_dose(figure, fact, content.concept))
                written, failed = dose(figure, fact.content.dose, self.words)
                trial.doubt(failed, bool(failed))
                content = content.with_fields(dose=written)
            elif not is_strength(fact.content.dose):
                content = content.with_fields(dose=dose(figure, fact.content.dose, self.words)[0])
            elif not told.frequency:
                # How many are taken says how strong a dose is only where nothing else has changed.
                trial.doubt("count_for_a_strength", True)
                content = content.with_fields(dose=dose(figure, fact.content.dose, self.words)[0])
        if told.frequency:
            found = self.words.frequency(told.frequency, trial.span)
            if found is None and not told.dose:
                return content, "frequency_not_said"
            content = content.with_fields(frequency=found.code) if found is not None else content
        return content, ""

    def _is_dose(self, figure: Figure, fact: Fact, concept: Concept) -> bool:
        """Whether a bare number is this medicine's dose: by its place, or set against the dose on record."""
        contrasted = self.words.says_old(fact) and not same_value(figure.value, number_of_dose(fact.content.dose))
        return contrasted or is_dose_of(self.words, figure, concept, self.understanding)

    def _other_concept(self, told: Told, fact: Fact, span: Span) -> Content | None:
        """The other drug or disease that it is, by a name that the words hold."""
        if not told.name.strip():
            return None
        if (side := other_side(fact.content.concept, self.words.text[slice(*span)], told.name)) is not None:
            known = self.lexicon.by_name(side.name, KINDS.get(fact.content.slot, ()))
            concept = known.concept(self.words.sheet.language) if known is not None else side
            return fact.content.with_fields(concept=concept)
        entry, said = entry_of(told, fact.content.slot, span, self.words, self.lexicon)
        asked = fact.content.slot is SlotKind.FAMILY_HISTORY
        if entry is None or not (said or asked) or entry.concept_id == _id(fact) or _id(fact) in entry.broader:
            return None
        concept = entry.concept(self.words.sheet.language)
        return with_status(Content(slot=fact.content.slot, concept=concept), "active")

    def _said_date(self, told: Told, span: Span) -> DateMention | None:
        if not told.date.strip():
            return None
        return self.words.date(told.date, span) or self.words.date(told.date, self.words.sentence(span))


def _numbers_on_record(content: Content) -> set[float]:
    value = content.value
    found = {value} if isinstance(value, float) else numbers_of(value) if isinstance(value, str) else set[float]()
    return found | numbers_of(content.dose or "")


def _tells_what_is_new(told: Told) -> bool:
    return any(one.strip() for one in (told.value, told.dose, told.frequency, told.name))


def fold_clash(content: Content, ledger: Ledger) -> bool:
    """Whether the other concept is on record already."""
    return bool(ledger.about(content.slot, content.concept.concept_id, content.subject))


def _id(fact: Fact) -> str:
    return fact.content.concept.concept_id


def _is_day_of(words: str, fact: Fact) -> bool:
    return len(words) >= 4 and same_day(fact.clinical_day, words.strip())
