"""Which fact alone can be meant where the words name none: the only one that a number fits, or that could end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from agent.understanding.agreeing import OtherReader
from agent.understanding.contents import test_entry
from agent.understanding.cues import FAMILIES, GIVEN_UP, Shown, cues
from agent.understanding.told import Told
from agent.understanding.words import Span, Words, numbers_of
from domain.ledger import Fact, Ledger
from domain.values import PATIENT, SERIES_SLOTS, Content, SlotKind, Status
from extraction.naming.lexicon import Lexicon
from extraction.reading.figures.figures import Figure
from extraction.reading.figures.measuring import in_range, unit_fits
from extraction.values.dose_units import DOSE_UNITS, number_of_dose, unit_of_dose

_NUMBERED: Final = frozenset({SlotKind.MEDICATIONS, *SERIES_SLOTS})
OF_THE_PERSON: Final = frozenset({SlotKind.DEMOGRAPHICS, SlotKind.FAMILY_HISTORY})
"""Who the patient is and what their family has: a model may only have them asked about it."""
_TAKES_NUMBERS: Final = frozenset({"labs", "vitals", "medications", "drug_classes"})
_MAY_END: Final = frozenset({*GIVEN_UP, SlotKind.SYMPTOMS})
_NOT_STANDING: Final = frozenset({Status.STOPPED, Status.RESOLVED, Status.PLANNED})
_SMALL: Final = 10
"""Whole numbers below this are said of too many things to tell which fact is meant."""
_FURTHEST_DOSE: Final = 5.0
FURTHEST_VALUE: Final = 3.0
"""Most by which a dose or a reading is moved by a number that names neither, as a factor."""


@dataclass(frozen=True, slots=True)
class Alone:
    """What of the record one utterance can only mean; asked where it tells something, never where it only asks."""

    words: Words
    ledger: Ledger
    lexicon: Lexicon
    other: OtherReader

    def becomes(self, told: Told, fact: Fact, span: Span) -> bool:
        """Whether a number that is told for what is on record can be of this fact alone: of no other reading or dose on
        record is it the next, and the words name nothing else that takes numbers.
        """
        content = fact.content
        said = told.dose if content.slot is SlotKind.MEDICATIONS else told.value
        if told.do not in ("correct", "change") or not said or content.slot in OF_THE_PERSON:
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

    def ends(self, told: Told, fact: Fact, span: Span) -> bool:
        """Whether words that tell an end, and name nothing of its kind, are told where one thing of it is on record."""
        slot = fact.content.slot
        if told.do != "stop" or slot not in _MAY_END:
            return False
        if self.other.acts_on_another(fact):
            # "I weaned her on Friday" ends what is weaned, and not the only medicine.
            return False
        if slot is SlotKind.SYMPTOMS and self.other.finds_something_felt():
            # "Her mouth's gone down": what is told for the first time may be what is gone.
            return False
        kinds = {slot, SlotKind.CONDITIONS} if slot is SlotKind.SYMPTOMS else {slot}
        others = (one for one in self.ledger.current() if one.content.slot in kinds and one.content.subject == PATIENT)
        standing = {_id(one) for one in others if one.content.status not in _NOT_STANDING}
        named = any(one.entry.kind in FAMILIES[slot] for one in self.words.sheet.mentions)
        first, last = self.words.sentence(span)
        act: Shown = "stop" if slot in GIVEN_UP else "ended"
        shown = cues(act, self.words.text, first, last) and not cues("kept", self.words.text, 0, len(self.words.text))
        return standing == {_id(fact)} and not named and bool(shown)

    def _names_what_takes_numbers(self) -> bool:
        return any(one.entry.kind in _TAKES_NUMBERS for one in self.words.sheet.mentions)

    def _says_old_of_it_alone(self, fact: Fact, span: Span) -> bool:
        """Whether the quote holds a telling number that stands on record for this fact, and for no other."""
        numbers = (one.value for one in self.words.figures_in(span) if one.value is not None)
        said = {one for one in numbers if one >= _SMALL or not one.is_integer()}
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
        return fits and 1 / FURTHEST_VALUE <= figure.value / content.value <= FURTHEST_VALUE


def _numbers_on_record(content: Content) -> set[float]:
    value = content.value
    found = {value} if isinstance(value, float) else numbers_of(value) if isinstance(value, str) else set[float]()
    return found | numbers_of(content.dose or "")


def _id(fact: Fact) -> str:
    return fact.content.concept.concept_id
