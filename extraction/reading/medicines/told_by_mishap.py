"""What a mishap tells of a medicine, and what it does not: "has been out since Sunday" is no beginning, another's pill
is not taken on, tablets counted over a day are doses as needed, and who never misses one takes it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date, timedelta
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import ANY, Certainty, Content, Polarity, SlotKind, Status, Temporality
from extraction.reading.asking.asked import sentences
from extraction.reading.medicines.doses_counted import Counted, doses_counted, products_in, tells_taken
from extraction.reading.medicines.mishaps import lacks_before, mishaps_in, owned_before
from extraction.reading.medicines.untaken import untaken_in
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_units import number_of_dose, unit_of_dose

_LATELY: Final = timedelta(days=60)
"""How far back a mishap reaches that would be taken for a beginning."""
_BEGINS: Final = lazy_regex(
    r"시작|처방\s?받|새로|바꿔\s?(?:줬|주)|타\s?왔|\b(?:began|begun|started|starting|put (?:me|him|her) on"
    r"|prescribed|new|given)\b"
)
_NEVER_MISSED: Final = lazy_regex(
    r"(?:한\s?번도|하나도|절대)\s?(?:안\s?)?(?:빼\s?먹|빠뜨|빠트|거르|까먹|놓치|잊)|안\s?(?:빼\s?먹|빠뜨|빠트|거르)|(?:빼\s?먹|빠뜨리|빠트리|거르|까먹)지\s?않"
    r"|(?:빠짐|거름)\s?없이"
)
_NEVER_TAKEN: Final = lazy_regex(
    r"원래\s?(?:\S+\s)?안|처음부터\s?안|처방[^.?!]{0,8}(?:안|없)|약[은이]?\s?(?:하나도\s)?(?:안\s?먹어요|안\s?먹습|없)"
    r"|\b(?:i|he|she|we) (?:don'?t|doesn'?t|do not) take\b|\bnever (?:taken|took|been on)\b"
)
"""Words by which nothing of it is taken at all, so that nothing was missed."""
_CATCHING_UP: Final = lazy_regex(
    r"\b(?:take|have|do i|swallow|just)\b[^.?!]{0,12}\b(?P<en>two|three|four|2|3|4)\b(?: (?:of (?:them|it)|tablets"
    r"|pills))?"
    r"[^.?!\d]{0,16}(?:tonight|tomorrow|now|today|together|at once|instead|to (?:make|catch) up|next|\?)"
    r"|(?:내일|오늘|이따|한꺼번에|몰아서?|저녁에)[^.?!]{0,12}(?P<ko>두|세|네|2|3|4)\s?(?:알|정|개|번)"
)
"""A number that is only asked about, to make up for what was missed."""
_NUMBERS: Final = {"two": 2, "three": 3, "four": 4, "두": 2, "세": 3, "네": 4}
_WEIGHTS: Final = frozenset({"kg", "kgs", "lb", "lbs", "킬로", "키로"})
_AS_NEEDED: Final = frozenset({"analgesic", "nsaid", "antipyretic", "cold_medicine"})
_PRN: Final = "PRN"
_FEW: Final = 3


def with_what_mishaps_tell(sheet: Sheet, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` with the medicines of a mishap as they are: no beginning, dose or owner that it does not tell."""
    if not any(_is_medicine(one) for one in proposals):
        return tuple(proposals)
    named = {one.entry.concept_id for one in sheet.mentions}
    if any(untaken_in(sheet.text)):
        # "Last night's tablet is still in the box" is neither a new hour nor the end of it.
        proposals = [one for one in proposals if not _is_medicine(one) or _named(one, named)]
    day = date.fromisoformat(sheet.day)
    acts: set[str] = {one.act for one in mishaps_in(sheet.text, day)}
    if "another" in acts:
        # "The wrong box, those were my wife's: ..." corrects nothing of one's own.
        proposals = [
            one.with_fields(operation=Operation.ASSERT, target=None) if one.operation is Operation.CORRECT else one
            for one in proposals
        ]
    told = doses_counted(sheet.text, products_in(sheet.mentions)) if tells_taken(sheet.text) else ()
    counted = {one.product.entry.concept_id: one for one in told}
    theirs = _told_of(sheet, day, "another") if "another" in acts else frozenset()
    lacked = _told_of(sheet, day, "without") if "without" in acts else frozenset()
    return tuple(_as_told(sheet, one, acts, counted, theirs, lacked) for one in proposals)


def _named(proposal: Proposal, named: Collection[str]) -> bool:
    content = proposal.content
    return content is not None and content.concept.concept_id in named


def _told_of(sheet: Sheet, day: date, act: str) -> frozenset[str]:
    """The medicines named in the sentence that tells a mishap; all of the message, where no sentence tells it alone."""
    told = [(start, end) for start, end in sentences(sheet.text)
            if any(one.act == act for one in mishaps_in(sheet.text[start:end], day))]  # fmt: skip
    named = [one for one in sheet.mentions if not told or any(start <= one.start < end for start, end in told)]
    return frozenset(one.entry.concept_id for one in named)


def _is_medicine(proposal: Proposal) -> bool:
    content = proposal.content
    told = proposal.operation in (Operation.ASSERT, Operation.CHANGE, Operation.CORRECT)
    named = content is not None and content.slot is SlotKind.MEDICATIONS and content.concept.concept_id != ANY
    return told and named


def _as_told(
    sheet: Sheet,
    proposal: Proposal,
    acts: set[str],
    counted: dict[str, Counted],
    theirs: Collection[str],
    lacked: Collection[str],
) -> Proposal:
    content = proposal.content
    if content is None or not _is_medicine(proposal) or proposal.operation is Operation.CORRECT:
        return proposal
    told = _without_weights(content)
    if content.polarity is Polarity.NEGATED and _NEVER_MISSED.search(sheet.folded):
        told = told.with_fields(
            polarity=Polarity.AFFIRMED, certainty=Certainty.CONFIRMED, status=Status.ACTIVE,
            temporality=Temporality.CURRENT, valid_to=None,
        )  # fmt: skip
    lacks = any(
        lacks_before(sheet.text, one.start)
        for one in sheet.mentions
        if one.entry.concept_id == content.concept.concept_id
    )
    lacks = lacks or content.concept.concept_id in lacked
    if told.polarity is Polarity.NEGATED and lacks and not _NEVER_TAKEN.search(sheet.folded):
        told = told.with_fields(polarity=Polarity.AFFIRMED, status=Status.ACTIVE, temporality=Temporality.CURRENT)
    if lacks and not _BEGINS.search(sheet.folded) and _is_lately(told.valid_from, sheet.day):
        told = told.with_fields(valid_from=None, precision=None)
    if content.concept.concept_id in theirs and not _is_own(sheet, content.concept.concept_id):
        told = told.with_fields(
            status=Status.STOPPED, temporality=Temporality.PAST, valid_from=None, valid_to=sheet.day,
            precision="day", certainty=Certainty.CONFIRMED,
        )  # fmt: skip
    if "extra" in acts and told.valid_to is not None and told.status is not Status.STOPPED:
        # "Six doses are gone in three days" is no course of three days.
        told = told.with_fields(valid_from=None, valid_to=None, precision=None)
    told = _without_catching_up(sheet, told)
    one = counted.get(content.concept.concept_id)
    if one is not None and _is_counted(one) and not _AS_NEEDED.isdisjoint(content.concept.broader):
        # Of two substances in one tablet ("5/325") the dose on record names both.
        dose = told.dose if "/" in (told.dose or "") else _dose(one)
        told = told.with_fields(dose=dose, frequency=_PRN, timing=None)
    return proposal if told == content else proposal.with_fields(content=told)


def _without_weights(content: Content) -> Content:
    """A body's weight beside a medicine is none of it."""
    unit = unit_of_dose(content.dose or "").strip().casefold()
    return content.with_fields(dose=None) if content.dose and unit in _WEIGHTS else content


def _is_lately(began: str | None, day: str) -> bool:
    if began is None or len(began) < len(day):
        return False
    return date.fromisoformat(day) - date.fromisoformat(began[: len(day)]) <= _LATELY


def _is_own(sheet: Sheet, concept_id: str) -> bool:
    """Whether a medicine is named as one's own beside another's that was taken."""
    places = [one.start for one in sheet.mentions if one.entry.concept_id == concept_id]
    return any(owned_before(sheet.text, place) for place in places)


def _without_catching_up(sheet: Sheet, content: Content) -> Content:
    asked = _CATCHING_UP.search(sheet.folded)
    if asked is None or content.dose is None:
        return content
    word = asked["en"] or asked["ko"]
    number = float(_NUMBERS.get(word, 0) or word)
    return content.with_fields(dose=None) if number_of_dose(content.dose) == number else content


def _is_counted(one: Counted) -> bool:
    return one.doses > 1 or one.tablets >= _FEW


def _dose(one: Counted) -> str | None:
    """The strength of one tablet, else what one dose came to in mg; None where neither is told."""
    if one.strength:
        return f"{one.strength:g}mg"
    return f"{one.mg / one.doses:g}mg" if one.mg and one.doses else None
