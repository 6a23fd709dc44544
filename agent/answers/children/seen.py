"""Whether a child's fever has to be seen (NICE NG143), and when the child may go back to nursery (UKHSA; KDCA)."""

from __future__ import annotations

import re
from typing import Final

from agent.answers.children.matters import FADES, FEVER_GONE
from agent.answers.children.talk import Talk, who_it_is
from agent.answers.complaints.fever_care import UNWELL, WELL, fever_of
from agent.words.figures import number
from extraction.reading.children.child import Child
from extraction.text.lazy_regex import lazy_regex

_MONTHS_YOUNG: Final = 3.0


_MONTHS_INFANT: Final = 6.0


_HIGH: Final = 39.0


FEVER: Final = 38.0


def to_be_seen(talk: Talk, child: Child, *, brief: bool) -> list[str]:
    """Whether a fever has to be seen."""
    if not child.temperatures:
        return []
    degrees, months = child.temperatures[-1].degrees, child.months
    shown = f"{number(round(degrees, 1))}°C"
    unwell, well = UNWELL.search(talk.lines) is not None, WELL.search(talk.lines) is not None
    if months is None or months < _MONTHS_YOUNG or FEVER_GONE.search(talk.lines):
        return []
    if degrees < FEVER:
        return [talk.say("child.no_fever", degrees=shown)] if not brief else []
    if unwell:
        return [talk.say("child.unwell", who=who_it_is(talk, child))]
    if months < _MONTHS_INFANT and degrees >= _HIGH:
        return [talk.say("child.fever_infant", degrees=shown)]
    days = fever_of(talk.consultation).days
    found = [talk.say("child.long_fever", days=days)] if days >= _LONG_DAYS else []
    found += [
        talk.say(
            "child.fever_home", degrees=shown, who=who_it_is(talk, child), well=talk.say("child.well") if well else ""
        )
    ]
    if _JABS.search(talk.lines) and months < _JAB_MONTHS:
        found = [talk.say("child.jabs")]
    return found


_JABS: Final = lazy_regex(r"\b(?:jabs?|vaccin\w+|immuni\w+|shots)\b|접종|예방주사", re.IGNORECASE)


_LONG_DAYS: Final = 4


_JAB_MONTHS: Final = 24


def back_to_nursery(talk: Talk) -> str:
    """When the child may go back, by what it has."""
    for illness in ("chickenpox", "hand_foot_mouth", "stomach", "scarlet", "impetigo", "conjunctivitis"):
        if illness in talk.ill:
            return talk.say(f"nursery.{illness}")
    if FADES.search(talk.lines) and FEVER_GONE.search(talk.lines):
        return talk.say("nursery.roseola")
    child = talk.told.patient
    if child is not None and (child.temperatures or child.doses or "fever" in talk.ill):
        if child.temperatures and child.temperatures[-1].degrees < FEVER:
            return talk.say("nursery.no_fever", degrees=f"{number(round(child.temperatures[-1].degrees, 1))}°C")
        return talk.say("nursery.fever")
    return talk.say("nursery.lice") if "lice" in talk.ill else talk.say("nursery.fever")
