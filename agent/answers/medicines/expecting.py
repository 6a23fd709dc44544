"""What may come of a medicine that was just begun or changed: "gone up to 100 today. What might I notice?".

Such words name nothing, and a reader takes them for a question of the record or for a plan; what is meant are the
effects of the medicine that the words before them tell of.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import Final

from agent.answers.asking.request import Finder, Request, read_request
from agent.answers.following.references import present, spoken
from domain.ledger import CHANGED
from domain.values import IN_FORCE
from extraction.text.lazy_regex import lazy_regex
from projections.patient_view import PatientView

_ASKS: Final = lazy_regex(
    r"\bwhat (?:might|will|could|should|can|may|would|do|am|is|are) (?:i|he|she|we|they|you)\b(?: \w+){0,2}? "
    r"(?:notice|expect|feel|experience|see happen)\b"
    r"|\bwhat (?:to expect|happens now|can happen|might happen|could happen|will happen|changes? (?:can|will|might|to"
    r" expect))\b"
    r"|\b(?:will|would|might|should|am|is) (?:i|he|she|we|they)\b(?: \w+)? (?:feel|notice)\b[^.?!]{0,30}\b(?:different"
    r"|difference|anything|change)"
    r"|\bhow (?:will|might|could) (?:it|that|this|the (?:new|higher|lower) dose)\b[^.?!]{0,20}\b(?:affect|feel)\b"
    r"|(?:어떤|무슨)\s?(?:변화|증상|느낌|반응|영향|일)(?:이|을|를|가)?\s?(?:있을|생길|올|느낄|나타날|생기|나타나|겪)"
    r"|(?:뭐가|뭘|무엇이|어떻게|뭔가)\s?(?:달라질|달라지|느껴질|느끼|변할|변하|나타날)",
    re.IGNORECASE,
)
_WHEN: Final = lazy_regex(r"\b(?:when|how (?:soon|long|quickly|many (?:days|weeks)))\b|언제|며칠|얼마나", re.IGNORECASE)
"""Words that ask when it is to be noticed, not what."""
_NOT: Final = ("labs", "vitals", "procedures", "allergens")
"""Kinds beside which the words may be about something else that is to come: a test, an operation."""
_LONGEST: Final = 80


def expects_effects(own: Request) -> bool:
    """Whether words that name nothing ask what is to be noticed."""
    named = any(one.entry.kind != "relatives" for one in own.mentions)
    asks = _ASKS.search(own.text) is not None and _WHEN.search(own.text) is None
    return not named and len(own.text) <= _LONGEST and asks


def effects_expected(told: Request, finder: Finder, moment: tuple[datetime, str]) -> Request | None:
    """The question for the effects of the one medicine that ``told`` names; None where it names none, or others too."""
    medicines = {one.entry.concept_id: one for one in told.mentions if one.entry.kind == "medications"}
    if len(medicines) != 1 or told.concepts(*_NOT):
        return None
    return _of(next(iter(medicines.values())).surface, told.text, finder, moment)


def effects_of_changed(own: Request, view: PatientView, finder: Finder, moment: tuple[datetime, str]) -> Request | None:
    """The same of the one medicine that the last answer spoke of as new or changed; None where it spoke of none."""
    last = spoken(view.answers, "medications")
    latest = view.answers.last()
    if last is None or latest is None or last.turn_number != latest.turn_number or len(last.reference.fact_ids) != 1:
        return None
    fact = present(view.ledger, last.reference.fact_ids[0])
    if fact is None or fact.content.status not in IN_FORCE:
        return None
    replaced = [view.ledger.facts.get(one) for one in fact.supersedes]
    new = not replaced or any(one is not None and one.ended == CHANGED for one in replaced)
    return _of(fact.content.concept.name, own.text, finder, moment) if new else None


_WATCHES: Final = lazy_regex(
    r"\b(?:watch(?:ing)? (?:out )?for|look(?:ing)? out for|keep an eye (?:out )?(?:on|for)"
    r"|be (?:careful|aware) of|to expect)\b"
    r"|(?:조심|주의|신경\s?쓸|살펴|지켜)[가-힣]{0,4}\s?(?:할|볼|봐야|해야)?\s?(?:건|것|거|게|점|증상|뭐|있)",
    re.IGNORECASE,
)
"""Words that ask what to watch for."""
_ENDS: Final = lazy_regex(r"끊|그만|중단|\b(?:stop\w*|off|without|finished|quit)\b", re.IGNORECASE)
"""Words of an end: then it is asked what comes without it."""


def effects_to_watch(own: Request, finder: Finder, moment: tuple[datetime, str]) -> Request | None:
    """The question for the effects of the one medicine that words name which ask what to watch for with it."""
    if len(own.text) > _LONGEST or _WATCHES.search(own.text) is None or _ENDS.search(own.text):
        return None
    medicines = own.concepts("medications", "drug_classes")
    if len(medicines) != 1 or own.tests or own.concepts("conditions", "symptoms", "procedures"):
        return None
    named = next(one for one in own.mentions if one.entry.concept_id == medicines[0])
    return _of(named.surface, own.text, finder, moment)


def _of(name: str, said: str, finder: Finder, moment: tuple[datetime, str]) -> Request:
    korean = any("가" <= char <= "힣" for char in said)
    return read_request(
        f"{name} 부작용은 뭐예요?" if korean else f"What are the side effects of {name}?", finder, moment
    )
