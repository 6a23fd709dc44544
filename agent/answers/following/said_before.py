"""What a patient said in the turns just before: what words that name nothing go on about."""

from __future__ import annotations

from typing import Final

from projections.patient_view import PatientView

_TURNS: Final = 2


def said_before(view: PatientView) -> str:
    """What the patient said in the last turns that were answered, in order; empty where none was."""
    answered = [line for _, line in sorted(view.tiers.lines.items()) if line.answer is not None]
    here = [line for line in answered if line.conversation_id == answered[-1].conversation_id]
    return " ".join(line.question for line in here[-_TURNS:])
