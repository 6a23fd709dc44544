"""What the status words of FHIR R4 say of a fact (hl7.org/fhir/R4/valueset-condition-clinical.html and its like).

A table gives None for a word under which the resource states nothing.
"""

from __future__ import annotations

from typing import Final

from domain.values import Certainty, Polarity, Status, Temporality

ENTERED_IN_ERROR: Final = "entered-in-error"
UNSAID: Final = ""
"""Stands for an absent status element."""

Assertion = tuple[Polarity, Certainty]

_YES: Final = (Polarity.AFFIRMED, Certainty.CONFIRMED)
_PERHAPS: Final = (Polarity.AFFIRMED, Certainty.UNCERTAIN)
_NO: Final = (Polarity.NEGATED, Certainty.CONFIRMED)

VERIFICATION: Final[dict[str, Assertion | None]] = {
    UNSAID: _YES,
    "confirmed": _YES,
    "unconfirmed": _PERHAPS,
    "presumed": _PERHAPS,
    "provisional": _PERHAPS,
    "differential": _PERHAPS,
    "refuted": _NO,
    ENTERED_IN_ERROR: None,
}
"""Verification status of conditions and allergies."""

CONDITION: Final[dict[str, Status | None]] = {
    UNSAID: None,
    "active": Status.ACTIVE,
    "recurrence": Status.RECURRENCE,
    "relapse": Status.RECURRENCE,
    "inactive": Status.RESOLVED,
    "remission": Status.REMISSION,
    "resolved": Status.RESOLVED,
}
ALLERGY: Final[dict[str, Status | None]] = {
    UNSAID: None,
    "active": None,
    "inactive": Status.RESOLVED,
    "resolved": Status.RESOLVED,
}
"""An allergy is for life unless it is said to be over: "active" adds nothing."""

MEDICATION: Final[dict[str, tuple[Status | None] | None]] = {
    UNSAID: (None,),
    "active": (Status.ACTIVE,),
    "on-hold": (Status.ON_HOLD,),
    "intended": (Status.PLANNED,),
    "draft": (Status.PLANNED,),
    "completed": (Status.STOPPED,),
    "stopped": (Status.STOPPED,),
    "cancelled": (Status.STOPPED,),
    "not-taking": (Status.STOPPED,),
    "unknown": (None,),
    ENTERED_IN_ERROR: None,
}
"""Status of requests and statements; the fact's status may be open, so it stands in a tuple."""

PROCEDURE: Final[dict[str, tuple[Assertion, Temporality] | None]] = {
    UNSAID: (_YES, Temporality.PAST),
    "completed": (_YES, Temporality.PAST),
    "in-progress": (_YES, Temporality.CURRENT),
    "preparation": (_YES, Temporality.FUTURE),
    "on-hold": (_YES, Temporality.FUTURE),
    "stopped": (_PERHAPS, Temporality.PAST),
    "unknown": (_PERHAPS, Temporality.PAST),
    "not-done": (_NO, Temporality.PAST),
    ENTERED_IN_ERROR: None,
}
OBSERVATION: Final[dict[str, Certainty | None]] = {
    UNSAID: Certainty.CONFIRMED,
    "final": Certainty.CONFIRMED,
    "amended": Certainty.CONFIRMED,
    "corrected": Certainty.CONFIRMED,
    "preliminary": Certainty.UNCERTAIN,
    "registered": Certainty.UNCERTAIN,
    "unknown": Certainty.UNCERTAIN,
    "cancelled": None,
    ENTERED_IN_ERROR: None,
}
FAMILY: Final[dict[str, Certainty | None]] = {
    UNSAID: Certainty.CONFIRMED,
    "completed": Certainty.CONFIRMED,
    "partial": Certainty.CONFIRMED,
    "health-unknown": Certainty.UNKNOWN,
    ENTERED_IN_ERROR: None,
}


def time_of(status: Status | None) -> Temporality:
    """When something of this status holds."""
    if status in (Status.RESOLVED, Status.REMISSION, Status.STOPPED):
        return Temporality.PAST
    return Temporality.FUTURE if status is Status.PLANNED else Temporality.CURRENT
