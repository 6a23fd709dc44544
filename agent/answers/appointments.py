"""Appointments: the record has no place for them, and says so rather than take them for something else."""

from __future__ import annotations

from agent.answers.consultation import Consultation
from agent.answers.part import Part
from agent.words.sentences import sentence


def no_appointments(consultation: Consultation) -> Part:
    """That no appointment is kept here, and where to look."""
    return Part(sentence("appointments.asked", consultation.words.language))
