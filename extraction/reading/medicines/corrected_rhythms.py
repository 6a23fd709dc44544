"""How often, put right or moved without the name: "아 세 번이 아니라 두 번이네요", "it's twice, not three times",
"I take it in the morning now".

A count that is put right is that of the medicine on record which is taken as often as the wrong one says, or of the
complaint that was told with it; of several medicines it is that of the one told last. A time of day that is told of a
medicine that is changed says when it is taken from now on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import PATIENT, Content, SlotKind, Status
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_COUNTS: Final = {
    "한": 1, "두": 2, "세": 3, "네": 4, "다섯": 5, "여섯": 6, "일곱": 7, "여덟": 8, "아홉": 9, "열": 10,
    "once": 1, "twice": 2, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10,
}  # fmt: skip
_NUMBER_KO: Final = r"(?:한|두|세|네|다섯|여섯|일곱|여덟|아홉|열|\d{1,2})"
_NUMBER_EN: Final = r"(?:once|twice|(?:one|two|three|four|five|six|seven|eight|nine|ten|\d{1,2}) times?)"
_BARE_EN: Final = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|\d{1,2})"
_EACH_EN: Final = r"(?: (?:a|per|each|every) (?:day|week|month))?"
_PUT_RIGHT: Final = (
    lazy_regex(
        rf"(?<![가-힣\d])(?P<old>{_NUMBER_KO})\s?번(?:씩)?(?:이|은|도)?\s?(?:아니라|아니고|아니에요|아니네요|말고)[^.!?\d]{{0,14}}?"
        rf"(?<![가-힣\d])(?P<new>{_NUMBER_KO})\s?번"
    ),
    lazy_regex(rf"\bnot (?P<old>{_NUMBER_EN}){_EACH_EN},? (?:but|it'?s|it is|it was) (?P<new>{_NUMBER_EN})"),
    lazy_regex(rf"\bnot (?P<old>{_BARE_EN}),? but (?P<new>{_BARE_EN}) times\b"),
    lazy_regex(rf"\b(?P<new>{_NUMBER_EN}){_EACH_EN},? (?:and )?(?:not|instead of|rather than) (?P<old>{_NUMBER_EN})"),
)
"""A count of times and the one that it should have been."""
_PERIODS: Final = (
    ("month", lazy_regex(r"한\s?달|매달|월\s?\d|\b(?:a|per|each|every) month\b|\bmonthly\b")),
    ("week", lazy_regex(r"일주일|한\s?주|매주|주에|\b(?:a|per|each|every) week\b|\bweekly\b")),
    ("day", lazy_regex(r"하루|매일|\b(?:a|per|each|every) day\b|\bdaily\b")),
)
_CODES: Final = {1: ("QD", "QHS"), 2: ("BID",), 3: ("TID",), 4: ("QID",)}
"""How often a day by count; the first code is what a corrected count is written as."""
_BY_DAY: Final = lazy_regex(
    r"아침|점심|저녁|식후|식전|낮에|오전|\b(?:morning|lunch(?:time)?|noon|midday|tea ?time|breakfast|dinner"
    r"|supper|evening)s?\b"
)
_AT_NIGHT: Final = lazy_regex(r"자기\s?전|취침|잠자리|밤에|\b(?:at night|bedtime|before bed|nights?)\b")
_REVISES: Final = (Operation.CHANGE, Operation.CORRECT)


@dataclass(frozen=True, slots=True)
class _Counts:
    """A wrong count, the right one, and where both stand."""

    old: int
    new: int
    start: int
    end: int


def with_rhythms_put_right(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], extractor: str
) -> tuple[Proposal, ...]:
    """``proposals`` with how often as it was put right, or at what time as it was moved."""
    found = tuple(_at_its_time(one, sheet, heard) for one in proposals)
    found = (*found, *_moved_without_name(sheet, heard, found, extractor))
    counts = _put_right(sheet.folded)
    if counts is None:
        return found
    complaints = [one for one in found if _is_counted(one, counts)]
    if complaints:
        return tuple(_counted(one, counts, sheet) if one in complaints else one for one in found)
    meant = [one for one in heard.facts if _is_taken_so(one, counts.old)]
    named = {one.content.concept.concept_id for one in found if _is_revised(one) and one.content is not None}
    # Of several the one that was told last is put right: the newest come first.
    meant = ([one for one in meant if one.concept.concept_id in named] or meant)[:1]
    if not meant or counts.new not in _CODES:
        return found
    kept = tuple(one for one in found if not (_is_revised(one) and _is_of(one, meant[0])))
    return (*kept, _corrected(sheet, meant[0], counts, extractor))


def _put_right(text: str) -> _Counts | None:
    for pattern in _PUT_RIGHT:
        if (match := pattern.search(text)) is not None:
            old, new = _number(match["old"]), _number(match["new"])
            return _Counts(old, new, match.start(), match.end()) if old and new and old != new else None
    return None


def _number(words: str) -> int:
    first = words.split()[0]
    return int(first) if first.isdigit() else _COUNTS.get(first, 0)


def _is_counted(proposal: Proposal, counts: _Counts) -> bool:
    """Whether a proposal tells a complaint with the wrong count, or puts one right without any."""
    content = proposal.content
    if content is None or content.slot not in (SlotKind.SYMPTOMS, SlotKind.CONDITIONS):
        return False
    return content.value == counts.old or (content.value is None and proposal.operation in _REVISES)


def _counted(proposal: Proposal, counts: _Counts, sheet: Sheet) -> Proposal:
    assert proposal.content is not None
    period = next((name for name, said in _PERIODS if said.search(sheet.folded)), None)
    often = f"{counts.new}/{period}" if period is not None else proposal.content.frequency
    content = proposal.content.with_fields(
        value=float(counts.new), unit="{times}", value_stated=str(counts.new), frequency=often
    )
    return proposal.with_fields(content=content)


def _is_taken_so(fact: Content, times: int) -> bool:
    taken = fact.slot is SlotKind.MEDICATIONS and fact.subject == PATIENT and fact.status in (Status.ACTIVE, None)
    return taken and fact.frequency in _CODES.get(times, ())


def _is_revised(proposal: Proposal) -> bool:
    content = proposal.content
    return (
        content is not None
        and content.slot is SlotKind.MEDICATIONS
        and proposal.operation in (*_REVISES, Operation.ASSERT)
        and content.frequency is None
        and content.dose is None
    )


def _is_of(proposal: Proposal, fact: Content) -> bool:
    return proposal.content is not None and proposal.content.concept.concept_id == fact.concept.concept_id


def _corrected(sheet: Sheet, fact: Content, counts: _Counts, extractor: str) -> Proposal:
    quote, start, end = sheet.quote(counts.start, counts.end)
    content = Content(
        slot=fact.slot, concept=fact.concept, status=Status.ACTIVE, frequency=_CODES[counts.new][0], dose=fact.dose
    )
    return Proposal(
        operation=Operation.CORRECT, content=content,
        target=Target(slot=fact.slot, concept_id=fact.concept.concept_id), quote=quote, start=start, end=end,
        extractor=extractor,
    )  # fmt: skip


def _at_its_time(proposal: Proposal, sheet: Sheet, heard: Heard) -> Proposal:
    """A medicine that is changed without a rhythm, at the time of day that its words tell."""
    content = proposal.content
    if content is None or proposal.operation not in _REVISES or not _is_revised(proposal):
        return proposal
    if content.status not in (Status.ACTIVE, None):
        return proposal
    known = next((one for one in heard.facts if _is_of(proposal, one) and one.slot is SlotKind.MEDICATIONS), None)
    words = _words_of(proposal, sheet.folded)
    start = sheet.folded.find(words)
    told = {one.code for one in sheet.frequencies if start <= one.start < start + len(words)}
    if known is not None and len(told) == 1 and told != {known.frequency}:
        return proposal.with_fields(content=content.with_fields(frequency=next(iter(told))))
    if known is None or known.frequency not in ("QD", "QHS"):
        return proposal
    by_day, at_night = _BY_DAY.search(words) is not None, _AT_NIGHT.search(words) is not None
    if by_day == at_night:
        return proposal
    often = "QD" if by_day else "QHS"
    return proposal if often == known.frequency else proposal.with_fields(content=content.with_fields(frequency=often))


_MOVED: Final = lazy_regex(
    r"\b(?P<day>mornings?|evenings?) now\b|\b(?:moved|changed|switched|shifted) (?:it|that) (?:over )?to "
    r"(?:the )?(?:(?P<day2>mornings?|evenings?|breakfast"
    r"|dinner|lunch)|(?P<night>nights?|bedtime))\b"
    r"|(?:(?P<day3>아침|점심|저녁)(?:\s?식[후전])?|(?P<night2>자기\s?전|취침\s?전))(?:에|으로|로)?\s?(?:먹는\s?(?:걸로|거로|것으로)\s?)?(?:바[꿨꿔꾸뀌뀐]|옮[겼기긴])"
)
"""A time of day that something was moved to, without its name."""
_NAMES_IT: Final = frozenset({"medications", "drug_classes"})


def _moved_without_name(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], extractor: str
) -> tuple[Proposal, ...]:
    """The one medicine on record that is moved to another time of day by words that do not name it."""
    match = _MOVED.search(sheet.folded)
    if match is None or any(one.operation in _REVISES and _is_medicine(one) for one in proposals):
        return ()
    start = max(sheet.folded.rfind(mark, 0, match.start()) for mark in ".?!\n") + 1
    if any(start <= one.start < match.end() and one.entry.kind in _NAMES_IT for one in sheet.mentions):
        return ()
    often = "QHS" if match["night"] or match["night2"] else "QD"
    told = {one.content.concept.concept_id for one in proposals if one.content is not None}
    daily = [one for one in heard.facts if _is_taken_so(one, 1) and one.concept.concept_id not in told]
    moved = [one for one in daily if one.frequency != often]
    if len(moved) != 1 or len(daily) > 1:
        return ()
    quote, first, last = sheet.quote(match.start(), match.end())
    content = Content(slot=moved[0].slot, concept=moved[0].concept, status=Status.ACTIVE, frequency=often)
    return (
        Proposal(
            operation=Operation.CHANGE, content=content,
            target=Target(slot=moved[0].slot, concept_id=moved[0].concept.concept_id), quote=quote, start=first,
            end=last, extractor=extractor,
        ),
    )  # fmt: skip


def _is_medicine(proposal: Proposal) -> bool:
    return proposal.content is not None and proposal.content.slot is SlotKind.MEDICATIONS


def _words_of(proposal: Proposal, text: str) -> str:
    """The sentence that a proposal was read from."""
    at = text.find(proposal.quote.casefold()) if proposal.quote else -1
    if at < 0:
        return text
    start = max(text.rfind(mark, 0, at) for mark in ".?!\n") + 1
    ends = [found for mark in ".?!\n" if (found := text.find(mark, at)) >= 0]
    return text[start : min(ends, default=len(text))]
