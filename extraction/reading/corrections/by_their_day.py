"""Readings put right by the day of which they were told: "6월 29일은 37.5가 아니라 37.2", "Thursday's was 144/90".

Beside a reading of today the learned readers put the last one right, whichever day is named. A day names its reading:
what is told of it in the past, with a number that does not stand, takes that reading's place, and no other's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import PATIENT, SERIES_SLOTS, Content
from extraction.reading.figures.measuring import number_told
from extraction.reading.figures.units_on_record import in_unit_on_record
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex
from extraction.values.days_meant import days_meant
from extraction.values.put_right import put_right, takes_back

_CLAUSE: Final = lazy_regex(r"[.;!?\n](?=\s|$)|[()]|\s그리고\s|\s그런데\s|\s근데\s")
_NUMBER: Final = lazy_regex(
    r"(?<![\w.:/-])\d{1,3}(?:\.\d{1,2})?(?![\d/:]|\.\d|\s?(?:번|회|알|정(?!도)|개|점|시간|분|주|살|세|월|년|일))"
)
_PAIR: Final = lazy_regex(r"(?<![\d/.])(?P<upper>\d{2,3})\s?(?:/|over)\s?(?P<lower>\d{2,3})(?![\d/])")
_WAS: Final = lazy_regex(r"[였었]|\bwas\b|\bshould\b|'s\b")
_ANEW: Final = lazy_regex(
    r"저녁|점심|오후|밤에|자기\s?전|또|다시\s?(?:쟀|재)|\b(?:evening|afternoon|night|later|another|also"
    r"|as well|bedtime|pm)\b"
)
_FURTHEST: Final = 2.5
_HALVES: Final = {"systolic_blood_pressure": "upper", "diastolic_blood_pressure": "lower"}


def with_readings_put_right_by_their_day(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], author: str
) -> tuple[Proposal, ...]:
    """``proposals`` in which the readings of the past days that are named are put right, and no others for them."""
    found = [one for clause in _clauses(sheet) for one in _of_clause(sheet, heard, *clause, author)]
    if not found:
        return tuple(proposals)
    moved: set[object] = {one.content.value for one in found if one.content is not None}
    concepts = {one.content.concept.concept_id for one in found if one.content is not None}
    if concepts & _HALVES.keys():
        concepts |= _HALVES.keys()
    spans = [(one.start or 0, one.end or 0) for one in found]
    kept = [one for one in proposals if not _is_replaced(one, concepts, moved, spans)]
    return (*kept, *found)


def _clauses(sheet: Sheet) -> Iterator[tuple[int, int]]:
    start = 0
    for match in _CLAUSE.finditer(sheet.folded):
        yield start, match.start()
        start = match.end()
    yield start, len(sheet.folded)


def _of_clause(sheet: Sheet, heard: Heard, start: int, end: int, author: str) -> Iterator[Proposal]:
    text = sheet.folded[start:end]
    if any(one.entry.kind == "relatives" and start <= one.start < end for one in sheet.mentions):
        # "My mum's was 4.8 on 29 May" puts nothing of the patient's right.
        return
    if sheet.folded[end : end + 1] == "?" or not (takes_back(text) or _WAS.search(text)) or _ANEW.search(text):
        return
    series = [
        one for one in heard.facts
        if one.slot in SERIES_SLOTS and one.subject == PATIENT and isinstance(one.value, float) and one.valid_from
    ]  # fmt: skip
    days = [
        one for one in days_meant(sheet.folded, {one.valid_from or "" for one in series}, sheet.dates, sheet.day)
        if start <= one.start < end
    ]  # fmt: skip
    if len({one.day for one in days}) != 1 or (days[0].day >= sheet.day and not takes_back(text)):
        return
    of_day = [one for one in series if one.valid_from == days[0].day]
    pair = _PAIR.search(text)
    if pair is not None:
        for fact in of_day:
            half = _HALVES.get(fact.concept.concept_id)
            if half is not None and float(pair[half]) != fact.value:
                yield _corrected(sheet, fact, float(pair[half]), start + pair.start(), start + pair.end(), author)
        return
    dated = [(one.start, one.end) for one in days] + [(one.start, one.end) for one in sheet.dates]
    numbers = [
        (float(match[0]), start + match.start(), start + match.end())
        for match in _NUMBER.finditer(text)
        if not any(first < start + match.end() and start + match.start() < last for first, last in dated)
    ]
    right = put_right(sheet.folded, numbers)
    if right is None:
        return
    meant = [one for one in of_day if _is_meant(one, right.new, right.old)]
    if len(meant) != 1 or number_told(meant[0]) == right.new:
        return
    place = next(one for one in numbers if one[0] == right.new)
    yield _corrected(sheet, meant[0], right.new, place[1], place[2], author)


def _is_meant(fact: Content, new: float, old: float | None) -> bool:
    own = number_told(fact)
    if own is None or not own or (old is not None and own != old):
        return False
    return 1 / _FURTHEST <= new / own <= _FURTHEST


def _corrected(sheet: Sheet, fact: Content, value: float, start: int, end: int, author: str) -> Proposal:
    quote, first, last = sheet.quote(start, end)
    content = Content(
        slot=fact.slot, concept=fact.concept, value=value, unit=fact.unit, value_stated=f"{value:g}",
        qualifier=fact.qualifier,
    )  # fmt: skip
    return Proposal(
        operation=Operation.CORRECT, content=in_unit_on_record(content, fact),
        target=Target(
            slot=fact.slot, concept_id=fact.concept.concept_id, subject=fact.subject, old=fact.value if isinstance(
                fact.value, float) else None, date=fact.valid_from,
        ),
        quote=quote, start=first, end=last, extractor=author, fields=("value",),
    )  # fmt: skip


def _is_replaced(proposal: Proposal, concepts: set[str], values: set[object], spans: Sequence[tuple[int, int]]) -> bool:
    """Whether a proposal says of the same numbers something else, or puts another reading of the test right."""
    content = proposal.content
    if content is None or content.concept.concept_id not in concepts:
        return False
    if proposal.operation is Operation.CORRECT:
        return True
    at = any(proposal.start is not None and start <= proposal.start < end for start, end in spans)
    return at or content.value in values
