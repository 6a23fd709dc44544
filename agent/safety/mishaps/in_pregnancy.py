"""What a medicine means once a pregnancy is known: stopped at once, changed the same day, or never left off alone.

Said in the turn that tells of the pregnancy for every medicine on record, and later of those that are named, by their
class as well, or of all where a tablet of no name is asked about. A test that contradicts the record counts as positive
until it is settled.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.safety.mishaps.medicine import Medicine
from agent.safety.mishaps.stories import ids_of, medicines_of
from agent.safety.states_told import positive_since_denied
from agent.safety.tables import table
from agent.words.sentences import sentence, worded
from domain.values import SlotKind
from extraction.reading.medicines.mishaps import mishaps_in
from extraction.reading.people.two_lines import positive_after_pregnancy
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise

_PREGNANCY: Final = "pregnancy"
_MOST: Final = 3


def in_pregnancy(consultation: Consultation) -> Part:
    """What is to be done about the medicines of the pregnant one; empty where none is concerned."""
    pregnant = consultation.known.pregnancies()
    view, question = consultation.situation.view, consultation.situation.question
    unsettled = not pregnant and positive_since_denied(view)
    if not pregnant and not unsettled:
        return Part()
    told_now = any(one.turn_number == question.turn_number for fact in pregnant for one in fact.evidence)
    told_now = told_now or (unsettled and positive_after_pregnancy(question.text))
    said = list(_told(consultation, told_now=told_now))[:_MOST]
    if unsettled and (said or told_now):
        said.insert(0, Part(sentence("pregnancy.unsettled", consultation.words.language)))
    return joined(said)


def is_left_off(consultation: Consultation) -> bool:
    """Whether this turn speaks of a medicine that is not to be taken on in the pregnancy: none of it is made up for."""
    if not in_pregnancy(consultation).text:
        return False
    own = medicines_of(consultation.known)
    meant = _meant(consultation, own) or own
    rows = table("mishaps")[_PREGNANCY].values()
    met = [row for one in meant if (row := next((row for row in rows if _fits(row, one.kinds)), None)) is not None]
    return any(not row.get("goes_on") for row in met)


def _told(consultation: Consultation, *, told_now: bool) -> Iterator[Part]:
    own = [one for one in medicines_of(consultation.known) if one.fact is None or _is_taken(consultation, one)]
    meant = own if told_now else _meant(consultation, own)
    for row in table("mishaps")[_PREGNANCY].values():
        of_row = [one for one in meant if _fits(row, one.kinds)]
        if of_row:
            meant = [one for one in meant if one not in of_row]
            names = ", ".join(consultation.words.name(one.fact.content) for one in of_row if one.fact is not None)
            text = row[consultation.words.language]
            yield Part(worded(text, name=names), ids_of(of_row))


def _meant(consultation: Consultation, own: Sequence[Medicine]) -> list[Medicine]:
    """Those that the words name or name the class of; all, where a tablet of no name is missed or asked about."""
    request, question = consultation.request, consultation.situation.question
    named = [one.entry for one in request.mentions if one.entry.kind in ("medications", "drug_classes")]
    if named:
        ids = {one.concept_id for one in named}
        return [one for one in own if not ids.isdisjoint(one.kinds)]
    missed = mishaps_in(normalise(question.text).text, question.said_at.date())
    asks = request.has("permission", "obligation", "advice") or _ASKS_TO_TAKE.search(question.text) is not None
    asked = asks and _TABLET.search(question.text) is not None
    return list(own) if missed or asked else []


_ASKS_TO_TAKE: Final = lazy_regex(
    r"\b(?:do|should|shall|can) (?:i|we) (?:still )?(?:take|have|skip|miss)\b|\b(?:take|skip)\b[^.?!]{0,40}\?"
    r"|(?:먹|드시|드셔|끊)[^.?!\s]{0,4}\s?\S{0,4}\?",
    re.IGNORECASE,
)
_TABLET: Final = lazy_regex(
    r"약|(?:먹|드시)(?:어|던|는)\s?(?:거|것|걸)|오늘\s?(?:거|것|꺼)"
    r"|\b(?:tablets?|pills?|dose|medicines?|meds|medication|\w+'s one)\b",
    re.IGNORECASE,
)


def _is_taken(consultation: Consultation, one: Medicine) -> bool:
    fact = one.fact
    taken = (*consultation.known.in_force(SlotKind.MEDICATIONS), *consultation.known.suspected(SlotKind.MEDICATIONS))
    return fact in taken


def _fits(row: Mapping[str, Any], kinds: Collection[str]) -> bool:
    of, but = (frozenset(str(row.get(key, "")).split()) for key in ("of", "but"))
    return not of.isdisjoint(kinds) and but.isdisjoint(kinds)
