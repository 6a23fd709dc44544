"""Of a record kept for a relative, that one's kinship word names the patient and nobody of the family."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from agent.answers.asking.request import Finder
from domain.ledger import Ledger
from domain.speaking_for import patient_called
from extraction.naming.mentions import Mention
from extraction.reading.people.speaking_for import kin_of, may_be, told_of_oneself


@dataclass(frozen=True, slots=True)
class WithoutPatient:
    """A finder that passes over the words for one relative, ``patient`` (a kinship concept id)."""

    finder: Finder
    patient: str

    def find(self, text: str) -> tuple[Mention, ...]:
        """All mentions in ``text`` but those of the patient, and what is only told of whoever speaks, by start."""
        own = [(start, end) for start, end in told_of_oneself(text.lower()) if "?" not in text[start:]]
        return tuple(
            one
            for one in self.finder.find(text)
            if not any(start <= one.start < end for start, end in own)
            and (one.entry.kind != "relatives" or not may_be(one.entry.concept_id, self.patient))
        )

    def speakers_own(self, text: str) -> tuple[Mention, ...]:
        """What whoever speaks for the patient tells of his or her own medicines, illnesses and allergies."""
        own = told_of_oneself(text.lower())
        return tuple(
            one
            for one in self.finder.find(text)
            if one.entry.kind in _OWN and any(start <= one.start < end for start, end in own)
        )


_OWN: Final = frozenset({"medications", "drug_classes", "conditions", "allergens"})


def finder_over(finder: Finder, ledger: Ledger) -> Finder:
    """``finder`` as questions over this record are read by it ("어머니 병력", "what is my wife taking")."""
    called = patient_called(ledger)
    patient = kin_of(finder.find(called)) if called else ""
    return WithoutPatient(finder, patient) if patient else finder
