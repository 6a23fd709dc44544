"""What takes the place of a fact on record: the number, dose, date or name that the words hold, read by our readers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from agent.understanding.alone import FURTHEST_VALUE, Alone
from agent.understanding.contents import (
    KINDS,
    dated,
    dose,
    entry_of,
    figure_kinds,
    other_side,
    own_words,
    reading,
    test_entry,
    with_status,
)
from agent.understanding.cues import cues
from agent.understanding.figures import (
    counts_units,
    denies_after,
    is_bare,
    is_dose_of,
    is_strength,
    moved_to,
    words_of_dates,
)
from agent.understanding.revised import as_date, new_figure, of_the_person, other_date, unknown_value
from agent.understanding.showing import Showing
from agent.understanding.told import Told
from agent.understanding.verdicts import Trial
from agent.understanding.words import Span, Words, numbers_of
from domain.comparison import same_value
from domain.ledger import Fact, Ledger
from domain.targets import same_day
from domain.values import SERIES_SLOTS, Certainty, Concept, Content, SlotKind, Status, Temporality
from extraction.naming.lexicon import Lexicon
from extraction.reading.figures.figures import Figure
from extraction.reading.understanding import Understanding
from extraction.text.normalise import fold
from extraction.values.dates import DateMention
from extraction.values.dose_units import number_of_dose, unit_of_dose

IN_OWN_WORDS: Final = frozenset({SlotKind.DEMOGRAPHICS, SlotKind.FAMILY_HISTORY, SlotKind.SOCIAL_HISTORY})
"""Whose values are words as often as numbers."""
_AFTER: Final = 14
"""Characters after a number in which words deny it."""
_NAMED_IN_OWN_WORDS: Final = frozenset({SlotKind.CONDITIONS, SlotKind.SYMPTOMS, SlotKind.PROCEDURES})
_NEVER_FOUND: Final = frozenset({"medications", "drug_classes", "allergens", "labs", "vitals"})
"""What no illness, complaint or operation is called."""


@dataclass(frozen=True, slots=True)
class Replacing:
    """The new content of a fact that is corrected or changed. What the words leave in doubt is noted in the trial."""

    words: Words
    ledger: Ledger
    lexicon: Lexicon
    understanding: Understanding | None
    alone: Alone
    showing: Showing

    def content(self, trial: Trial, told: Told, fact: Fact) -> tuple[Content | None, str]:
        """What ``told`` puts in the place of ``fact``, partial where it leaves something as it is; None and the check
        that failed where it puts nothing there.
        """
        known = fact.content
        if told.value and (day := as_date(known.value)) is not None:
            return other_date(trial, told, fact, day)
        if known.slot in IN_OWN_WORDS and (not told.name or known.slot is SlotKind.SOCIAL_HISTORY):
            return of_the_person(trial, told, fact)
        date = self.said_date(told, trial.span)
        # A date in words that nobody reads is no invention; it only stays unknown, unless nothing else is told.
        unread = bool(told.value or told.dose or told.name) and self.words.place(told.date) is not None
        unsaid = bool(told.date) and date is None and not unread and not _is_day_of(told.date, fact)
        trial.doubt("date_not_said", unsaid)
        if known.slot in SERIES_SLOTS and told.value:
            return self._new_value(trial, told, fact, date)
        # What was done to somebody once stays done, on whichever day it was.
        stands = known.temporality if known.slot is SlotKind.PROCEDURES else Temporality.CURRENT
        same = Content(slot=known.slot, concept=known.concept, status=known.status, temporality=stands)
        content = self._other_concept(trial, told, fact) or same
        if content.concept.concept_id != _id(fact) and _is_on_record(content, self.ledger):
            trial.doubt("other_concept_on_record", True)
        if known.slot not in SERIES_SLOTS and isinstance(known.value, float) and told.value:
            return self._another_number(trial, told, fact)
        if known.slot is SlotKind.MEDICATIONS or (known.slot is SlotKind.PROCEDURES and known.dose):
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
        trial.doubt("date_of_another", elsewhere and not self.showing.is_swapped(told, fact, trial.span))
        return content, ""

    def _another_number(self, trial: Trial, told: Told, fact: Fact) -> tuple[Content | None, str]:
        """Another number of what is no test: the week of a pregnancy, the size of a stone."""
        known = fact.content
        figure, failed = new_figure(trial, told.value, fact, ())
        number = figure.value if figure is not None else self._count_of_time(told)
        if number is None:
            return None, failed
        if same_value(known.value, number):
            return None, "nothing_new"
        known_number = known.value if isinstance(known.value, float) else 0.0
        trial.doubt("implausible_value", not _may_be_next(number, known_number))
        return known.with_fields(value=number, value_stated=f"{number:g}"), ""

    def _count_of_time(self, told: Told) -> float | None:
        """Weeks or months that are said as a model says them, and not denied: no value of a test, so no figure."""
        place, numbers = self.words.place(told.value), numbers_of(told.value)
        if place is None or len(numbers) != 1 or denies_after(self.words.text[place[1] : place[1] + _AFTER]):
            return None
        return next(iter(numbers))

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
                alone = alone and self.alone.becomes(told, fact, trial.span)
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
            if other is None and _is_same_dose(content.dose, fact.content.dose):
                content = content.with_fields(dose=None)
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

    def _other_concept(self, trial: Trial, told: Told, fact: Fact) -> Content | None:
        """The other drug or disease that it is, by a name that the words hold."""
        span = trial.span
        if not told.name.strip():
            named = told.standard_name.casefold()
            side = told.do == "correct" and other_side(fact.content.concept, named, named)
            return self._by_standard_name(trial, told, fact) if side else None
        if (side := other_side(fact.content.concept, self.words.text[slice(*span)], told.name)) is not None:
            known = self.lexicon.by_name(side.name, KINDS.get(fact.content.slot, ()))
            concept = known.concept(self.words.sheet.language) if known is not None else side
            return fact.content.with_fields(concept=concept)
        entry, said = entry_of(told, fact.content.slot, span, self.words, self.lexicon)
        asked = fact.content.slot is SlotKind.FAMILY_HISTORY
        if entry is None and told.do == "correct" and fact.content.slot in _NAMED_IN_OWN_WORDS:
            return self._in_own_words(told, fact) or self._by_standard_name(trial, told, fact)
        if entry is None or not (said or asked) or entry.concept_id == _id(fact) or _id(fact) in entry.broader:
            return None
        concept = entry.concept(self.words.sheet.language)
        return with_status(Content(slot=fact.content.slot, concept=concept), "active")

    def _by_standard_name(self, trial: Trial, told: Told, fact: Fact) -> Content | None:
        """What it really is, by the name that a model has for words which do not hold it: asked, and never done."""
        concept = fact.content.concept
        side = other_side(concept, told.standard_name.casefold(), told.standard_name)
        entry = self.lexicon.by_name(told.standard_name, KINDS.get(fact.content.slot, ()))
        if side is None and (entry is None or entry.concept_id in (concept.concept_id, *concept.broader)):
            return None
        trial.doubt("name_not_said", True)
        known = side if side is not None else entry.concept(self.words.sheet.language) if entry is not None else concept
        return with_status(Content(slot=fact.content.slot, concept=known), "active")

    def _in_own_words(self, told: Told, fact: Fact) -> Content | None:
        """What it really is, by a name that no table has: kept as it is said, where it is another name."""
        concept = own_words(told) if fold(told.name) in fold(told.quote) else None
        known, at = fact.content.concept, self.words.text.find(told.name.strip().casefold())
        called = self.words.within((at, at + len(told.name.strip()))) if at >= 0 else []
        if any(one.entry.kind in _NEVER_FOUND for one in called):
            return None
        if concept is None or fold(concept.name) in {fold(known.name), fold(known.display or known.name)}:
            return None
        content = Content(slot=fact.content.slot, concept=concept, certainty=Certainty.UNCERTAIN)
        return with_status(content, "active")

    def said_date(self, told: Told, span: Span) -> DateMention | None:
        """The day that a model names, where the words of the quote or its sentence hold it."""
        if not told.date.strip():
            return None
        return self.words.date(told.date, span) or self.words.date(told.date, self.words.sentence(span))


def _is_same_dose(one: str | None, other: str | None) -> bool:
    """Whether two doses are written otherwise and are one: "14U" and "14 units"."""
    if not one or not other or number_of_dose(one) is None or number_of_dose(one) != number_of_dose(other):
        return False
    return unit_of_dose(one).strip()[:1].casefold() == unit_of_dose(other).strip()[:1].casefold()


def _may_be_next(number: float, known: float) -> bool:
    return known > 0 < number and 1 / FURTHEST_VALUE <= number / known <= FURTHEST_VALUE


def _is_on_record(content: Content, ledger: Ledger) -> bool:
    return bool(ledger.about(content.slot, content.concept.concept_id, content.subject))


def _id(fact: Fact) -> str:
    return fact.content.concept.concept_id


def _is_day_of(words: str, fact: Fact) -> bool:
    return len(words) >= 4 and same_day(fact.clinical_day, words.strip())
