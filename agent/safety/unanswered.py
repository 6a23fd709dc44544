"""The alarm just told, where nothing answers what is asked next: "shall I let her sleep?" after signs of a stroke."""

from __future__ import annotations

from agent.answers.consultation import Consultation
from agent.answers.part import Part
from agent.safety.after_alarm import goes, has_ended, is_in_care
from agent.safety.asked_back import without_asked_back
from agent.safety.upholding import is_of_this_sitting, sounded_lately, told_again


def stands_unanswered(consultation: Consultation) -> Part:
    """The alarm of the turn before that could not wait, again; empty without one, or where care was had or sought."""
    text = consultation.request.text
    if is_in_care(text) or has_ended(text) or goes(text) or not is_of_this_sitting(consultation):
        return Part()
    if not without_asked_back(text).strip():
        return Part()
    found = sounded_lately(consultation, 1, ("now",))
    return told_again(consultation, found) if found else Part()
