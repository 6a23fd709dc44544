"""How a medicine is taken where words name a meal, the night or a need, or one time of day for a whole row.

"Omeprazole before breakfast" is taken once a day, "밤에 하나씩" at bedtime and "only when it's bad" as needed. A time
that leads a row holds for the row: "아침에 아스피린 100, 클로피도그렐 75 먹고 자기 전에 ...". A dose of one day is no
rhythm: what was taken before breakfast yesterday may never be taken so again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import PATIENT, Content, Polarity, SlotKind, Status
from extraction.naming.mentions import Mention
from extraction.reading.asking.asked import asked, sentences
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_MEAL: Final = (
    r"(?:(?:my|his|her|their|your|the) )?(?:breakfast|lunch|dinner|supper|tea|brekkie|food"
    r"|(?:evening|morning|main|midday) meal)"
)
_TROUBLE: Final = (
    r"(?:bad|worse|awful|terrible|unbearable|too much|comes? (?:on|back)|coming on|starts?|flares?|flaring|acts? up"
    r"|plays? up|acting up|playing up|hurts?|hurting|aches?|aching|sore|itch\w*|wheez\w*|tight|breathless"
    r"|in pain|need(?:s|ed|ing)?"
    r"|get (?:one|a bad|an attack|the pain|heartburn|wheezy|anxious)|can'?t sleep|kicks? (?:off|in)|strikes?|hits?)"
)
_WHENS: Final[Sequence[tuple[str, re.Pattern[str]]]] = (
    ("PRN", lazy_regex(
        r"\b(?:when(?:ever)?|if|any ?time) "
        r"(?:it|its|it'?s|they|they'?re|that|things|one|i|im|i'?m|we|s?he|you|the \w+|my \w+(?: \w+)?)"
        rf"(?: (?:is|are|gets?|feels?|really|just|all))* ?{_TROUBLE}\b"
        r"|\bas and when\b|\b(?:as|if|when|where) (?:required|needed|necessary)\b"
        r"|\b(?:every )?now and (?:again|then)\b|\bonce in a while\b|\bfrom time to time\b|\boccasionally\b"
        r"|\bhere and there\b|\bevery so often\b"
        r"|(?<![가-힣])(?:가끔(?:씩|가다가?)?|어쩌다가?|이따금(?:씩)?|때때로)(?![가-힣])"
        r"|(?:심하|아프|급하|쑤시|가려우|답답하|쓰리|안\s?좋으)면"
    )),
    ("QHS", lazy_regex(
        r"\b(?:nights?|bed ?time)\s?:|(?<![가-힣])(?:자기\s?전|취침\s?전?|밤)\s?:"
        r"|(?<![가-힣])(?<!어제\s)(?<!오늘\s)밤에(?=\s?(?:하나|한\s?(?:알|정|포|번|캡슐)|[1반]\s?(?:알|정|포|번)"
        r"|먹어|먹고|먹는|드[시세셔]|복용|바르|발라|\d))"
    )),
    ("QD", lazy_regex(
        r"\b(?:mornings?|evenings?|noon|lunch(?:time)?|[ap]m)\s?:|(?<![가-힣])(?:아침|점심|저녁)\s?:"
        rf"|\b(?:before|with|after|at) {_MEAL}\b"
        r"(?!,? (?:and )?(?:(?:with|before|after|at) )?(?:lunch|dinner|supper|tea|bed|night)\b)"
        r"|(?<![가-힣])(?<!오늘\s)(?<!어제\s)(?:아침|점심|저녁)(?:밥|식사)?"
        r"\s?(?:먹고|먹은\s?(?:뒤|후)에?|먹기\s?전에?|하고|드시고)(?:\s?나서)?"
    )),
)  # fmt: skip
"""What tells how often without counting, by the code that it is written as."""

_AMOUNT: Final = (
    r"(?>\d+(?:[.,/]\d+)*|half|one|two|a|an|mg|mcg|ug|µg|g|ml|units?|iu|tab(?:let)?s?|caps(?:ule)?s?|pills?|puffs?|drops?"
    r"|sachets?|inhalers?|cream|now|just|only|usually|always|it|for it|taken|as well|too"
    r"|밀리(?:그램)?|미리|알|정|캡슐|포|개|하나(?:씩)?|한\s?(?:알|정|번|포)(?:씩)?|반\s?알|약|은|는|을|를|도|만)"
)
_BEHIND: Final = lazy_regex(rf"[\s,()]*(?:{_AMOUNT}[\s,)]*)*")
"""What may stand between a medicine and the words that tell how it is taken."""
_AHEAD: Final = lazy_regex(
    r"[\s,:-]*(?:(?:i|we|he|she|they|also|then|just|only|take|takes|taking|use|uses|using|have|has|it'?s|is|my|the|his"
    r"|her|some|a|an|one|on|약|은|는|먹는|드시는|건|거|제가|저는)[\s,:]*)*"
)
"""What may stand between such words and the first medicine of a row that they lead."""
_ROW: Final = lazy_regex(
    rf"[\s,/+&]*(?:(?:{_AMOUNT}|and|then|plus|also|과|와|랑|이랑|하고|먹고|드시고|맞고|그리고|또|및)[\s,/+&]*)*"
)
"""What may stand between the medicines of one row."""
_REACH: Final = 40
"""Most characters between them."""
_USED: Final = lazy_regex(r"\s*(?:먹|쓰|써|뿌|드[시세셔]|바르|발라|맞|복용|하)")
ONE_DAY: Final = lazy_regex(
    r"\b(?:took|gave|swallowed|popped|today|yesterday|tonight|tomorrow|this (?:morning|evening)|last night|ago"
    r"|forg[eo]t\w*|miss(?:ed)?|skip\w*|stop\w*|should|could|can i|used to)\b"
    r"|오늘|어제|그제|내일|아까|방금|먹었|먹였|드셨|뿌렸|깜[빡박]|빼먹|까먹|거르|걸러|끊|중단"
)
"""Words of one dose, of a slip or of an end: no rhythm is told by their sentence."""
_BOUND: Final = frozenset({"QD", "BID", "TID", "QHS", "PRN"})
_OPEN: Final = (Status.ACTIVE, Status.PLANNED)


@dataclass(frozen=True, slots=True)
class _Rhythm:
    """How often, as a code, and the codes that the words of the next row may have been heard as."""

    code: str
    instead_of: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _When:
    """How often, as a code, and the words that tell it."""

    code: str
    start: int
    end: int


def with_rhythms_beside(sheet: Sheet, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` with how often for the medicines of which only such words tell it."""
    if not any(_in_question(one.content) for one in proposals):
        return tuple(proposals)
    often = _told(sheet)
    return tuple(_with(one, often) for one in proposals) if often else tuple(proposals)


def _in_question(content: Content | None) -> bool:
    return (
        content is not None
        and content.slot is SlotKind.MEDICATIONS
        and content.subject == PATIENT
        and content.polarity is Polarity.AFFIRMED
        and content.status in _OPEN
        and "," not in (content.dose or "")
    )


def _with(proposal: Proposal, often: Mapping[str, _Rhythm]) -> Proposal:
    content = proposal.content
    if content is None or proposal.operation not in (Operation.ASSERT, Operation.CHANGE) or not _in_question(content):
        return proposal
    names = (content.concept.concept_id, *content.concept.broader)
    told = next((often[one] for one in names if one in often), None)
    if told is None or content.frequency not in (None, *told.instead_of):
        return proposal
    return proposal.with_fields(content=content.with_fields(frequency=told.code))


def _told(sheet: Sheet) -> dict[str, _Rhythm]:
    """How often each medicine is taken, by its concept; the first that is told of it holds."""
    found: dict[str, _Rhythm] = {}
    supposed = list(asked(sheet.folded))
    for start, end in sentences(sheet.folded):
        if any(first <= start < last for first, last in supposed) or ONE_DAY.search(sheet.folded, start, end):
            continue
        named = [
            one
            for one in sheet.mentions
            if one.entry.kind in ("medications", "drug_classes") and start <= one.start < end
        ]
        whens = sorted(_whens(sheet, start, end), key=lambda one: one.start)
        for name, rhythm in (*_leading(sheet, named, whens), *_behind(sheet, named, whens, end)):
            found.setdefault(name, rhythm)
    return found


def _whens(sheet: Sheet, start: int, end: int) -> Iterator[_When]:
    taken = [(one.start, one.end) for one in sheet.frequencies]
    yield from (
        _When(one.code, one.start, one.end)
        for one in sheet.frequencies
        if start <= one.start < end and one.code in _BOUND
    )
    for code, pattern in _WHENS:
        for match in pattern.finditer(sheet.folded, start, end):
            if not any(first < match.end() and match.start() < last for first, last in taken):
                yield _When(code, match.start(), match.end())


def _behind(sheet: Sheet, named: Sequence[Mention], whens: Sequence[_When], end: int) -> Iterator[tuple[str, _Rhythm]]:
    """The medicines right behind which it stands: "omeprazole 20 mg before breakfast"."""
    for one, after in zip(named, [*(other.start for other in named[1:]), end], strict=False):
        when = next((when for when in whens if one.end <= when.start and when.end <= after), None)
        if (
            when is None
            or when.start - one.end > _REACH
            or _BEHIND.fullmatch(sheet.folded, one.end, when.start) is None
        ):
            continue
        hangul = "가" <= sheet.folded[when.start] <= "힣"
        if when.code != "PRN" or not hangul or _USED.match(sheet.folded, when.end):
            yield one.entry.concept_id, _Rhythm(when.code)


def _leading(sheet: Sheet, named: Sequence[Mention], whens: Sequence[_When]) -> Iterator[tuple[str, _Rhythm]]:
    """The medicines of rows that a time of day leads; in a list that begins with a medicine it stands behind each."""
    if not named or not whens or named[0].start < whens[0].start:
        return
    current: _When | None = None
    last = 0
    for one in named:
        ahead = [when for when in whens if last <= when.start and when.end <= one.start]
        if ahead:
            current = ahead[-1] if _leads(sheet, ahead[-1], one) else None
        elif one.start - last > _REACH or _ROW.fullmatch(sheet.folded, last, one.start) is None:
            current = None
        last = one.end
        if current is not None:
            yield one.entry.concept_id, _Rhythm(current.code, _of_next_row(sheet, whens, one, named))


def _of_next_row(sheet: Sheet, whens: Sequence[_When], last: Mention, named: Sequence[Mention]) -> frozenset[str]:
    """The codes as which the time that leads the next row may have been heard of ``last``, alone or with its own."""
    after = next((one for one in named if one.start >= last.end and one.entry is not last.entry), None)
    between = [when for when in whens if last.end <= when.start and after is not None and when.end <= after.start]
    if not between or after is None or not _leads(sheet, between[-1], after):
        return frozenset()
    return frozenset({between[-1].code, "BID"})


def _leads(sheet: Sheet, when: _When, first: Mention) -> bool:
    near = first.start - when.end <= _REACH
    return near and _AHEAD.fullmatch(sheet.folded, when.end, first.start) is not None
