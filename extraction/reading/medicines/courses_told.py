"""A course by its days: "given it for 7 days, three times a day, first dose on 4 June", "5일분, 하루 세 번".

A course begins on the day of its first dose and ends when its days are over; the length put right moves its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import PATIENT, Content, Precision, SlotKind, Status, Temporality
from extraction.naming.mentions import Mention
from extraction.reading.corrections.taking_back import asked_in, is_denied, pulls_up, puts_right
from extraction.reading.figures.figures import Figure
from extraction.reading.findings.times_told_of import times_told
from extraction.reading.items import Heard
from extraction.reading.medicines.meant import besides, is_of, is_taken, meant, medicines_named
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import GUESS, Understanding
from extraction.text.lazy_regex import lazy_regex

_LONGEST: Final = 300
_DAY: Final = 10
"""Characters of a whole day as a partial date."""
_LENGTH: Final = lazy_regex(
    r"(?<![\d.])(?P<en>\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|twelve"
    r"|fourteen)[ -]?(?P<unit>days?|weeks?)(?:'s?)?\b(?! ago)"
    r"|(?<![\d.월])(?P<ko>\d{1,2})\s?(?:일|(?P<week>주))\s?(?:치|분(?!\s?간격)|동안|간(?![격격])|짜리|(?=이나"
    r"|이요|이에요|예요|입니다|이야|이래|이 |은 |을 |로 |이라|먹|씩|\s?복용|\s?먹|[,.!]|\s?처방|$|\s?아니|\s?맞"
    r"|네|일\s?\S))"
    r"|(?<![가-힣])(?P<native>일주일|이주일|사흘|나흘|닷새|엿새|이레|열흘|보름)\s?(?:치|분|동안|간)?"
)
_NATIVE: Final = {
    "일주일": 7,
    "이주일": 14,
    "사흘": 3,
    "나흘": 4,
    "닷새": 5,
    "엿새": 6,
    "이레": 7,
    "열흘": 10,
    "보름": 15,
}
_COUNTS: Final = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "twelve": 12, "fourteen": 14,
}  # fmt: skip
_FIRST: Final = lazy_regex(r"\b(?:first|start\w*|began|begun|begin|beginning|from|since)\b|첫|처음|최초|개시|시작|부터")
"""Words that name the first day of a course."""
_OVER: Final = lazy_regex(
    r"\b(?:finish\w*|complet\w*|stopped|done with|last dose was|ended|used to)\b|다\s?먹었|끝났|끝냈|마쳤|끊|중단"
)
_DAILY: Final = lazy_regex(
    r"\b(?:(?P<en>\d|one|two|three|four)(?: doses?| tablets?| capsules?| pills?| times?|x| goes)?,? (?:a|per"
    r"|each|every|one) day"
    r"|(?P<dly>\d|one|two|three|four) (?:doses?|times?) daily|(?:one|a|per|every|each) day,? (?P<sg>\d|one|two"
    r"|three|four) times?)\b"
    r"|(?:하루|1일|매일)(?:에)?\s?(?P<ko>[1-4]|한|두|세|네|일|이|삼|사)\s?(?:번|회|차례)"
)
_CODES: Final = {1: "QD", 2: "BID", 3: "TID", 4: "QID"}
_WORDS: Final = {"한": 1, "두": 2, "세": 3, "네": 4, "일": 1, "이": 2, "삼": 3, "사": 4, **_COUNTS}
_MOST: Final = 60
"""Days beyond which nothing is a course."""


def with_courses_told(
    sheet: Sheet, heard: Heard, understanding: Understanding, proposals: Sequence[Proposal], author: str
) -> tuple[Proposal, ...]:
    """``proposals`` with the one medicine that is given for so many days from its first day to its last."""
    if len(sheet.folded) > _LONGEST or _OVER.search(sheet.folded) is not None:
        return tuple(proposals)
    lengths = _lengths(sheet)
    if not lengths:
        return tuple(proposals)
    named = medicines_named(sheet)
    first = _first_day(sheet, [place for _, _, place in lengths])
    if len(named) == 1 and first is not None and len({days for days, _, _ in lengths}) == 1:
        return _told(sheet, named[0], first, lengths[0][0], proposals, author)
    return _put_right(sheet, heard, understanding, lengths, proposals, author)


def _lengths(sheet: Sheet) -> list[tuple[int, bool, tuple[int, int]]]:
    """The lengths in days that the words tell, whether each is denied, and where it stands."""
    text = sheet.folded
    supposed = asked_in(text)
    taken = [(one.start, one.end) for one in sheet.dates if one.precision == "day" and one.kind == "point"]
    found = []
    for one in _LENGTH.finditer(text):
        if any(first <= one.start() < last for first, last in supposed):
            continue
        if any(start < one.end() and one.start() < end and "월" in text[start:end] for start, end in taken):
            continue
        count = _NATIVE.get(one["native"] or "") or _number(one["en"] or one["ko"] or "")
        weeks = 7 if (one["unit"] or "").startswith("week") or one["week"] else 1
        if 1 < count * weeks <= _MOST:
            found.append((count * weeks, is_denied(text, one.span()), one.span()))
    return found


def _number(words: str) -> int:
    return int(words) if words.isdigit() else _WORDS.get(words, 0)


def _first_day(sheet: Sheet, lengths: Sequence[tuple[int, int]]) -> str | None:
    """The one day told beside words of a first dose, that is not to come."""
    if _FIRST.search(sheet.folded) is None:
        return None
    days = {
        one.value for one in times_told(sheet)
        if len(one.value) == _DAY and one.value <= sheet.day
        and not any(start < one.end and one.start < end for start, end in lengths)
    }  # fmt: skip
    told = {one for one in days if (date.fromisoformat(sheet.day) - date.fromisoformat(one)).days <= _MOST}
    return told.pop() if len(told) == 1 else None


def _told(
    sheet: Sheet, name: Mention, first: str, days: int, proposals: Sequence[Proposal], author: str
) -> tuple[Proposal, ...]:
    own = [one for one in proposals if is_of(one, name.entry.concept_id) and one.content is not None]
    if not own or own[0].content is None or own[0].content.subject != PATIENT:
        return tuple(proposals)
    content = own[0].content
    counted = (content.dose or "").split(" ")[-1] in ("capsules", "tabs", "tab", "tablets", "caps", "capsule")
    often = _often(sheet)
    course = content.with_fields(
        status=Status.ACTIVE, temporality=Temporality.CURRENT, valid_from=first, valid_to=_last(first, days),
        precision=Precision.DAY, frequency=often or content.frequency,
        dose=None if counted and often is not None else content.dose,
    )  # fmt: skip
    rest = [one for one in proposals if not is_of(one, name.entry.concept_id)]
    kind = Operation.ASSERT if own[0].operation is not Operation.CORRECT else own[0].operation
    return (*rest, own[0].with_fields(operation=kind, content=course, target=None, doubt=None))


def _often(sheet: Sheet) -> str | None:
    match = _DAILY.search(sheet.folded)
    if match is None:
        return next((one.code for one in sheet.frequencies if not one.weak), None)
    return _CODES.get(_number(next(one for one in match.groupdict().values() if one)))


def _last(first: str, days: int) -> str:
    return (date.fromisoformat(first) + timedelta(days=days - 1)).isoformat()


def _put_right(
    sheet: Sheet, heard: Heard, understanding: Understanding, lengths: Sequence[tuple[int, bool, tuple[int, int]]],
    proposals: Sequence[Proposal], author: str,
) -> tuple[Proposal, ...]:  # fmt: skip
    fact = meant(sheet, heard, _is_course)
    if _ELAPSED.search(sheet.folded) is not None:
        return tuple(proposals)
    if fact is None or fact.valid_from is None or fact.valid_to is None or sheet.folded.rstrip().endswith("?"):
        return tuple(proposals)
    known = (date.fromisoformat(fact.valid_to) - date.fromisoformat(fact.valid_from)).days + 1
    new = {days for days, denied, _ in lengths if not denied and days != known}
    heard_so = any(one.kind in ("correct", "revert", "change") and one.doubt <= GUESS for one in understanding.acts)
    old = any(days == known for days, _, _ in lengths)
    if old and not new:
        # "I said 7 days but it's actually 10."
        new = {int(one.value) for one in sheet.figures if _is_bare(one) and one.value != known}
    if len(new) != 1 or not (
        old or heard_so or puts_right(sheet.folded) or pulls_up(sheet.folded) or _MISREAD.search(sheet.folded)
    ):
        return tuple(proposals)
    quote, start, end = sheet.quote(0, len(sheet.text))
    content = Content(
        slot=fact.slot, concept=fact.concept, status=Status.ACTIVE, temporality=Temporality.CURRENT,
        valid_from=fact.valid_from, valid_to=_last(fact.valid_from, new.pop()), precision=Precision.DAY,
    )  # fmt: skip
    right = Proposal(
        operation=Operation.CORRECT, content=content, target=Target(slot=fact.slot, concept_id=fact.concept.concept_id),
        quote=quote, start=start, end=end, extractor=author, fields=("length",),
    )  # fmt: skip
    return (*besides(proposals, (fact,), sheet), right)


_ELAPSED: Final = lazy_regex(
    r"\b(?:had|been (?:on|taking)|taken|took|taking|on) (?:it |them |that )?for (?:about )?\w+ (?:days|weeks)\b"
    r"|\b(?:so far|left|to go|already"
    r"|ago|later|after|another)\b"
    r"|째|지났|남았|남은|뒤에|후에|전에"
)
"""Words of days gone by or still to come, which are not the length of the whole."""
_MISREAD: Final = lazy_regex(
    r"\b(?:wrong|mis\w+|mistake\w*|sorry|oops|label|box|leaflet|checked|correct\w*|chang\w+|make (?:that|it)"
    r"|in (?:all|total))\b|잘못|정정"
    r"|고쳐|바꿔|다시|봉투|약\s?봉지|래요?|맞"
)


def _is_bare(figure: Figure) -> bool:
    bare = figure.quantity.unit is None and figure.quantity.value is not None and not figure.counter
    return bare and 1 < figure.value <= _MOST and float(figure.value).is_integer()


def _is_course(fact: Content) -> bool:
    whole = len(fact.valid_from or "") == _DAY and len(fact.valid_to or "") == _DAY
    return fact.slot is SlotKind.MEDICATIONS and is_taken(fact) and whole
