"""The first day of the last period, from which a pregnancy is counted: told with its day, and put right by another.

"First day of my last period was 3 June", "막생 5월 1일", and then "checked, it's 13 June not 3". There is one such day;
the day on which a period ended is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final

from domain.ages import LAST_PERIOD
from domain.proposals import Operation, Proposal, Target
from domain.values import PATIENT, Content, Polarity, Precision, SlotKind
from extraction.naming.lexicon import Lexicon
from extraction.reading.asking.asked import sentence_around
from extraction.reading.corrections.just_told.focus import LONGEST, asks, is_put_right
from extraction.reading.corrections.taking_back import is_denied
from extraction.reading.items import Heard
from extraction.reading.people.speaking_for import is_spoken_for
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Understanding
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dates import DateMention

_NAMED: Final = lazy_regex(
    r"\blmp\b|\blast (?:proper |normal |real |monthly |menstrual )?(?:period|menses|monthly|bleed)\b"
    r"|(?:마지막|최종)(?:으로)?\s?(?:생리|월경|멘스)(?!통|대|컵)|(?<![가-힣])막생(?![가-힣]{2})"
    r"|(?:생리|월경)(?:를|는|은)?\s?(?:맨\s?)?마지막(?:으로)?"
)
_ENDED: Final = lazy_regex(r"\b(?:end(?:ed|ing)?|finish(?:ed)?|stopped|until|till)\b|끝나|끝났|끝난|까지")
_BEGUN: Final = lazy_regex(r"\b(?:start|began|begin)|시작|터졌")
_NEAR: Final = 16
_ELSE: Final = frozenset({"medications", "drug_classes", "labs", "conditions", "procedures", "allergens"})
_DAY: Final = len("2026-06-13")


def with_last_period(
    sheet: Sheet,
    heard: Heard,
    understanding: Understanding,
    proposals: Sequence[Proposal],
    lexicon: Lexicon,
    extractor: str,
) -> tuple[Proposal, ...]:
    """``proposals`` with the one day of the last period as told, or as put right."""
    if len(sheet.folded) > LONGEST or is_spoken_for(sheet, heard):
        return tuple(proposals)
    known = next((one for one in heard.facts if _is_own(one)), None)
    place = _NAMED.search(sheet.folded)
    day = _day_beside(sheet, place.start()) if place is not None else None
    if day is None and known is not None:
        day = _day_alone(sheet, heard, known, understanding)
    if day is None or asks(sheet, day.start):
        return tuple(proposals)
    kept = [
        one for one in proposals if not _is_of_it(one, sheet, place.start() if place is not None else day.start, day)
    ]
    if known is not None and known.valid_from == day.value:
        return tuple(kept)
    entry = lexicon.entry("symptoms", LAST_PERIOD)
    content = Content(
        slot=SlotKind.SYMPTOMS, concept=entry.concept(sheet.language), valid_from=day.value,
        precision=Precision(day.precision),
    )  # fmt: skip
    first = min(place.start(), day.start) if place is not None else day.start
    quote, start, end = sheet.quote(first, max(day.end, place.end() if place is not None else day.end))
    told = Proposal(operation=Operation.ASSERT, content=content, quote=quote, start=start, end=end, extractor=extractor)
    if known is not None:
        target = Target(slot=SlotKind.SYMPTOMS, concept_id=LAST_PERIOD, date=known.valid_from)
        content = content.with_fields(temporality=known.temporality, status=known.status)
        told = told.with_fields(operation=Operation.CORRECT, content=content, target=target, fields=("date",))
    return (*kept, told)


def _is_own(fact: Content) -> bool:
    own = fact.concept.concept_id == LAST_PERIOD and fact.subject == PATIENT
    return own and fact.polarity is Polarity.AFFIRMED


def _days(sheet: Sheet) -> list[DateMention]:
    """The whole days that are told as so, none of them to come."""
    found = list(sheet.dates)
    if sheet.language == "ko":
        found += _by_slash(sheet)
    return [
        one
        for one in sorted(found, key=lambda day: day.start)
        if len(one.value) == _DAY and one.value <= sheet.day and not is_denied(sheet.folded, (one.start, one.end))
    ]


def _by_slash(sheet: Sheet) -> Iterator[DateMention]:
    """Days written as month and day, "4/11", the last time it was that day."""
    for match in _SLASH.finditer(sheet.folded):
        try:
            day = date(int(sheet.day[:4]), int(match["month"]), int(match["day"]))
            day = day if day.isoformat() <= sheet.day else day.replace(year=day.year - 1)
        except ValueError:
            continue
        yield DateMention(day.isoformat(), "day", "point", *match.span(), match.group())


_SLASH: Final = lazy_regex(r"(?<![\d/.])(?P<month>1?\d)\s?/\s?(?P<day>[0-3]?\d)(?![\d/]|\.\d)")


def _day_beside(sheet: Sheet, place: int) -> DateMention | None:
    """The day that is told of what is named at ``place``, in its sentence: right behind it, else ahead of it."""
    first, last = sentence_around(sheet.folded, place)
    own = [one for one in _days(sheet) if first <= one.start < last]
    day = next((one for one in own if one.start >= place), own[-1] if own else None)
    if day is None:
        return None
    ended = _ENDED.search(sheet.folded, day.end, min(last, day.end + _NEAR))
    begun = _BEGUN.search(sheet.folded, day.end, ended.start() if ended is not None else day.end)
    return day if ended is None or begun is not None else None


def _day_alone(sheet: Sheet, heard: Heard, known: Content, understanding: Understanding) -> DateMention | None:
    """The other day by which words that name nothing else put it right."""
    named = any(one.entry.kind in _ELSE for one in sheet.mentions)
    meant = LAST_PERIOD in heard.of_last_turn or heard.facts[0] is known
    other = [one for one in _days(sheet) if one.value != known.valid_from]
    if named or not meant or len({one.value for one in other}) != 1 or not is_put_right(sheet, understanding):
        return None
    return other[0]


def _is_of_it(proposal: Proposal, sheet: Sheet, place: int, day: DateMention) -> bool:
    """Whether a proposal is another reading of that day or of the period that it is of."""
    content, target = proposal.content, proposal.target
    if content is not None and content.concept.concept_id == LAST_PERIOD:
        return True
    if content is None:
        return target is None or target.concept_id in (None, LAST_PERIOD)
    if content.slot is not SlotKind.SYMPTOMS or proposal.start is None:
        return False
    first, last = sentence_around(sheet.folded, place)
    start = sheet.quote(first, max(first + 1, last))[1]
    period = _PERIOD.search(proposal.quote.casefold()) is not None
    return period and (start or 0) <= proposal.start and content.valid_from in (None, day.value)


_PERIOD: Final = lazy_regex(r"생리|월경|\bperiods?\b|\bmenses\b")
