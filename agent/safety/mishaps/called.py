"""What medicines of a mishap are called to the patient: as on record, else by the name that was told."""

from __future__ import annotations

from collections.abc import Iterable

from agent.answers.consultation import Consultation
from agent.safety.mishaps.medicine import Medicine


def names_of(consultation: Consultation, medicines: Iterable[Medicine]) -> str:
    """The names in a row, each once."""
    return ", ".join(dict.fromkeys(name_of(consultation, one) for one in medicines))


def name_of(consultation: Consultation, medicine: Medicine) -> str:
    """One name; empty for a medicine that nobody named."""
    if medicine.fact is not None:
        return consultation.words.name(medicine.fact.content)
    entry = medicine.entry
    return consultation.pick(entry.name_ko or entry.name, entry.name) if entry is not None else ""
