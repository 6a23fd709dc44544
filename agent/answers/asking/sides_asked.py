"""Which sides of a thing an ask is about, the likelier first: by the aspect that is heard, the intent and the words.

An intent that cues and reader hear rightly as a rule is overruled only by an aspect that is heard surely.
"""

from __future__ import annotations

from typing import Final

from agent.answers.asking.aspect_words import (
    AHEAD,
    AT_MOST,
    DOSE,
    EATEN,
    HOW_OFTEN,
    MEALS,
    MISSED,
    MOVES,
    OCCURS,
    WHAT_TO_DO,
)
from agent.answers.asking.request import Request
from domain.values import SlotKind
from extraction.reading.learned.aspects import ASPECTS, OTHER, RECORD, Aspect
from projections.patient_view import PatientView

OF_ILLNESS: Final = frozenset(
    {"meaning", "cause", "signs", "outlook", "self_care", "warning_signs", "contagion", "heredity", "test_preparation"}
)
"""Aspects of an illness, a complaint or a test, rather than of a medicine."""

OF_MEDICINE: Final = frozenset(
    {"purpose", "onset", "duration", "timing", "technique", "missed_dose", "extra_dose", "vomited_dose", "stopping",
     "side_effects", "dependence", "storage", "monitoring", "substitute"}
)  # fmt: skip
"""Aspects of a medicine alone. The others are of what goes together with whatever somebody takes or has."""

_FREELY: Final = 0.4
"""The least probability of an aspect that is answered alone, for intents that ask what is known."""

_NAMED: Final = 0.3
"""The same where the ask names its subject, and a card of that aspect is about it."""

_TOGETHER: Final = 0.35
"""The same of what goes together with a medicine or an illness: such a question names the other thing."""

_LIKELY: Final = 0.25
"""The least probability of one that is less likely, where the next is likely, too."""

_NEXT: Final = 0.2
"""The least probability of the next one then: of the two the card is taken that shares more words with the ask."""

SURELY: Final = 0.7
"""The least probability of an aspect against an intent that cues and reader hear rightly as a rule."""

_BEYOND_DOUBT: Final = 0.85
"""The same against one that is seldom anything else."""

_RATHER: Final = 0.5
"""The same against one that general questions are taken for as often."""

_WHAT_FOR: Final = frozenset({"given_for", "its_use"})
"""Intents that ask what a medicine is for, and nothing else."""

OPEN: Final = frozenset({"knowledge", "purpose", "stopping", "cause", *_WHAT_FOR})
"""Intents whose questions are for what is known in general."""

ELSE: Final = {
    **dict.fromkeys(("correction", "ended", "still", "lookup", "since", "medicine", "acknowledge"), _RATHER),
    **dict.fromkeys(("steps", "plan", "judge", "told", "total"), SURELY),
    **dict.fromkeys(("summary", "compare", "values", "recall", "audit"), _BEYOND_DOUBT),
}
"""Intents that general questions are taken for, with the least probability of an aspect against each."""

_ASKED_OF_RECORD: Final = frozenset({"meaning", "cause", "outlook", "self_care", "monitoring", "purpose", "food"})
"""Aspects that a question for a plan, a value or a beginning may have, too."""

_NO_ASPECT: Final = frozenset({RECORD, OTHER})

_OF_OWN_MEDICINE: Final = frozenset({"timing", "extra_dose", "duration", "monitoring"})
"""Aspects that a question how much of a medicine is taken, and when, may have."""

STEPS: Final = (("self_care", 1.0), ("warning_signs", 1.0))
"""Where steps for what strikes are written down, the likelier side first."""


def sides_by_words(name: str, text: str) -> tuple[tuple[str, float], ...] | None:
    """The aspects that intent and words settle, whatever is heard; None where it has to be heard."""
    if name in _WHAT_FOR:
        return (("purpose", 1.0),)
    return () if HOW_OFTEN.search(text) is not None else None


def idle_sides(name: str, text: str) -> frozenset[str]:
    """The labels for which :func:`sides_asked` gives nothing under an intent of ``ELSE``, however sure they are.

    Only those that no words have to bear out: in place of another the next likely one would be believed.
    """
    if name not in ELSE or AT_MOST.search(text) is not None:
        return frozenset()
    idle = {"duration", "monitoring"} if name == "medicine" else _ASKED_OF_RECORD
    return (frozenset(idle) - {"self_care"}) | _NO_ASPECT


def sides_asked(heard: Aspect, name: str, text: str, said: str, *, named: bool) -> tuple[tuple[str, float], ...]:
    """The aspects that are asked about, the likelier first; where that has no card, the next one may have.

    ``named`` is whether the ask names of what: then less is needed to believe what of it.
    """
    first, second = (heard.label, heard.probability), (heard.next_label, heard.next_probability)
    settled = sides_by_words(name, text)
    if settled is not None or heard.label not in ASPECTS:
        return settled or ()
    if AT_MOST.search(text) is not None:
        return (("extra_dose", _FREELY),)
    if name in ("plan", "steps") and first[0] == "self_care" and first[1] >= SURELY and AHEAD.search(text) is None:
        # "What can I do tonight?" asks for help now, not for a plan.
        return (first, ("warning_signs", first[1]))
    if name in ELSE:
        if name == "medicine" and first[0] == "purpose" and DOSE.search(text) is not None:
            return ()
        of_record = _OF_OWN_MEDICINE if name == "medicine" else _ASKED_OF_RECORD
        of_record = of_record | _OF_OWN_MEDICINE if name in ("since", "lookup") else of_record
        of_meals = first[0] == "timing" and MEALS.search(text) is not None
        return (first,) if first[1] >= ELSE[name] and (of_meals or first[0] not in of_record) else ()
    if name == "purpose":
        # "Which of my pills is for blood pressure?" asks what each is for, whatever else it sounds like.
        return (first,) if first[0] == "purpose" or first[1] >= SURELY else ()
    if MOVES.search(text) is not None:
        return (("timing", 1.0),)
    if MISSED.search(said) is not None:
        return (("missed_dose", 1.0),)
    if first[0] == "cause" and EATEN.search(text) is not None:
        # Which foods bring it on is told with what to eat.
        return (("food", first[1]), first)
    if first[1] >= (_NAMED if named else _FREELY):
        return (first,)
    if second[0] in ASPECTS and first[1] >= _LIKELY and second[1] >= _NEXT:
        return (first, second)
    return (first,) if first[1] >= _TOGETHER and first[0] not in OF_ILLNESS | OF_MEDICINE else ()


def first_aid(request: Request, name: str, view: PatientView) -> tuple[tuple[str, float], ...]:
    """What to do where an illness or a complaint strikes, for an ask for steps that says no more."""
    strikes = bool(request.concepts("conditions", "symptoms")) and OCCURS.search(request.plain) is not None
    steps = name in ("steps", "plan")
    if steps and request.concepts("conditions", "symptoms") and nothing_to_plan_on(view):
        return STEPS
    wanted = WHAT_TO_DO.search(request.plain) is not None
    if (steps or name == "knowledge") and wanted and request.concepts("symptoms") and not AHEAD.search(request.plain):
        # Whoever tells a complaint and asks what to do has it now.
        return STEPS
    return STEPS if (steps or (name == "knowledge" and wanted)) and strikes else ()


def nothing_to_plan_on(view: PatientView) -> bool:
    """Whether the record holds no medicine and no value, of which a plan of the patient's own would speak."""
    slots = (SlotKind.MEDICATIONS, SlotKind.LABS, SlotKind.VITALS)
    return not any(True for slot in slots for _ in view.ledger.current(slot))
