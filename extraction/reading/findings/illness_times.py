"""How often an illness comes and since when it is had: "migraines like 5 a month", "type 2 diabetic about 6 years".

A bare number with a period beside a name counts attacks. Years alone behind the name of an illness that lasts are how
long it has been had. And since when it is at somebody again is the day of the flare, and no beginning of the illness.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import PATIENT, Content, Polarity, Precision, SlotKind, Status
from extraction.naming.mentions import Mention
from extraction.reading.asking.asked import asked, sentences
from extraction.reading.figures.counts import TIMES
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex
from extraction.values.small_counts import ENGLISH_COUNT, KOREAN_COUNT_ALONE, read_count

_COMES: Final = (SlotKind.CONDITIONS, SlotKind.SYMPTOMS)
_PERIOD: Final = r"(?:a|per|every|each|in a) (?P<period>day|week|month|year)\b"
_ABOUT: Final = (
    r"(?:(?:about|around|like|maybe|roughly|say|up to|at least|more like|probably|easily|bout|some|i get|i have"
    r"|i'd get|with) )*"
)
_BEHIND: Final = lazy_regex(
    rf"(?: attacks?| headaches?| flares?(?: ups?)?| days?| fits?)?,? "
    rf"(?:(?:are|is|come|comes|coming|happen|of) )?{_ABOUT}"
    rf"(?P<n>{ENGLISH_COUNT})(?: (?:of them|days|attacks|times))?,? {_PERIOD}"
)
_AHEAD: Final = lazy_regex(rf"\b(?P<n>{ENGLISH_COUNT}) (?:bad |severe |full |proper )?$")
_AFTER: Final = lazy_regex(rf"(?: attacks?| days?)? {_PERIOD}")
_PUT_RIGHT: Final = lazy_regex(
    r"\b(?:not|rather than|instead of)(?: the)? (?:\d|one|two|three|four|five|six|seven|eight|nine|ten)"
    r"|\b(?:more like|actually|i meant|correction|wrong|mistake|sorry)\b"
)
_MOVED_KO: Final = lazy_regex(rf"({KOREAN_COUNT_ALONE})\s?(?:번|회|차례)(?:\s?정도|쯤)?(?:으로|까지)\s?(?:줄|늘)")
_MOVED_EN: Final = lazy_regex(rf"\b(?:down|up) to (?:about |only |just )?(?:(once|twice)|({ENGLISH_COUNT}) times)\b")
_YEARS: Final = lazy_regex(
    rf",? (?:(?:for|now|about|bout|around|roughly|nearly|almost|over|these|the|last|past|going on|some|good) )*"
    rf"(?P<n>{ENGLISH_COUNT})(?:\s?\+)? (?:yrs?|years?)(?: or so| now)?(?=\s*(?:[.,;!]|$|\band\b))(?! (?:ago|old))"
)
_AGAIN: Final = lazy_regex(
    r"\b(?:again|flar(?:e|ed|ing|es)|playing up|acting up|back with a vengeance|at (?:me|him|her))\b"
    r"|또|다시|도[졌져지]|재발|심해[졌져]"
)
_FLARE_DAYS: Final = 92
"""Days within which what has begun again began."""
_MOST: Final = 100
"""Attacks or years beyond which a number is something else."""
_REACH: Final = 24


def with_illness_times(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], extractor: str
) -> tuple[Proposal, ...]:
    """``proposals`` with how often an illness comes and how long it has been had, and without a flare as its start."""
    if not any(one.slot in _COMES for one in _contents(proposals)):
        return tuple(proposals)
    found = [_timed(one, sheet, heard, extractor) for one in proposals]
    return tuple(one for one in found if one is not None)


def _contents(proposals: Sequence[Proposal]) -> list[Content]:
    return [one.content for one in proposals if one.content is not None]


def _timed(proposal: Proposal, sheet: Sheet, heard: Heard, extractor: str) -> Proposal | None:
    content = proposal.content
    if content is None or content.slot not in _COMES or content.subject != PATIENT:
        return proposal
    if content.polarity is not Polarity.AFFIRMED or content.status is Status.RESOLVED:
        return proposal
    named = [one for one in sheet.mentions if one.entry.concept_id == content.concept.concept_id]
    if len(named) != 1 or any(first <= named[0].start < last for first, last in asked(sheet.folded)):
        return proposal
    known = next((one for one in heard.facts if one.concept.concept_id == content.concept.concept_id), None)
    moved = _moved_count(sheet.folded, known)
    if moved is not None and content.value is None and content.slot is SlotKind.SYMPTOMS:
        return proposal.with_fields(content=content.with_fields(value=moved, unit=TIMES))
    code = _attacks(sheet.folded, named[0])
    if code is not None and known is not None and known.frequency and known.frequency != code:
        return _put_right(proposal, content, known, code, sheet, extractor)
    if code is not None and content.frequency is None:
        content = content.with_fields(frequency=code)
    if content.slot is SlotKind.CONDITIONS and content.concept.chronic:
        since = _since(sheet, named[0])
        if since is not None and content.valid_from is None:
            content = content.with_fields(valid_from=since, precision=Precision.YEAR)
        elif _is_flare(sheet, named[0], content):
            content = content.with_fields(valid_from=None, precision=None)
            if proposal.operation is Operation.CHANGE and code is None and content.status is Status.ACTIVE:
                return None
    return proposal.with_fields(content=content)


def _moved_count(text: str, known: Content | None) -> float | None:
    """To how many times it has come down or gone up, where so many are on record: "두 번으로 줄었어요"."""
    if known is None or known.unit != TIMES:
        return None
    match = _MOVED_KO.search(text) or _MOVED_EN.search(text)
    if match is None:
        return None
    number = next(one for one in match.groups() if one)
    low, high = (2, 2) if number == "twice" else (1, 1) if number == "once" else read_count(number)
    return float(low) if low == high else None


def _attacks(text: str, named: Mention) -> str | None:
    """How often it is told to come, as a code; None where words with "times" or none say so."""
    match = _BEHIND.match(text, named.end)
    number, period = (match["n"], match["period"]) if match is not None else (None, None)
    if match is None:
        ahead = _AHEAD.search(text, max(0, named.start - _REACH), named.start)
        after = _AFTER.match(text, named.end) if ahead is not None else None
        number, period = (ahead["n"], after["period"]) if ahead is not None and after is not None else (None, None)
    if number is None:
        return None
    low, high = read_count(number)
    return f"{low if low == high else f'{low}-{high}'}/{period}" if 0 < high < _MOST else None


def _put_right(
    proposal: Proposal, content: Content, known: Content, code: str, sheet: Sheet, extractor: str
) -> Proposal:
    if _PUT_RIGHT.search(sheet.folded) is None:
        return proposal.with_fields(content=content.with_fields(frequency=code))
    right = Content(slot=known.slot, concept=known.concept, frequency=code, status=known.status)
    return proposal.with_fields(
        operation=Operation.CORRECT, content=right, extractor=extractor, fields=("frequency",),
        target=Target(slot=known.slot, concept_id=known.concept.concept_id),
    )  # fmt: skip


def _since(sheet: Sheet, named: Mention) -> str | None:
    match = _YEARS.match(sheet.folded, named.end)
    if match is None:
        return None
    low, high = read_count(match["n"])
    return str(int(sheet.day[:4]) - high) if low == high and 0 < high < _MOST else None


def _is_flare(sheet: Sheet, named: Mention, content: Content) -> bool:
    """Whether its first day is only that on which it began again."""
    since = content.valid_from
    if since is None or len(since) != len(sheet.day):
        return False
    recent = date.fromisoformat(since) >= date.fromisoformat(sheet.day) - timedelta(days=_FLARE_DAYS)
    start, end = next((one for one in sentences(sheet.folded) if one[0] <= named.start < one[1]), (0, 0))
    return recent and content.status is not Status.RECURRENCE and _AGAIN.search(sheet.folded, start, end) is not None
