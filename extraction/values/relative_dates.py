"""Dates that count from the moment they are said: "어제", "사흘 전", "두 달쯤 됐어요", "for two months"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from typing import Final

from extraction.text.lazy_regex import lazy_regex
from extraction.text.needed_letters import Rows
from extraction.values.partial_dates import Partial, Reading, day_of, days_from, months_from, shifted_month, year_of
from extraction.values.small_counts import ENGLISH_COUNT, KOREAN_COUNT_ALONE, KOREAN_DAYS, read_count

_PART_OF_DAY: Final = r"(?:\s?(?:아침|새벽|오전|점심|오후|저녁|밤|낮))?"
_DAY_WORDS_KO: Final = {
    "그그저께": -3, "그끄저께": -3, "그저께": -2, "그제": -2, "엊그제": -2, "엊그저께": -2, "어제": -1, "어저께": -1,
    "어젯밤": -1, "어제밤": -1, "간밤": -1, "지난밤": -1, "엊저녁": -1, "오늘": 0, "금일": 0, "어젠": -1,
    "새벽부터": 0, "내일모레": 2, "내일": 1, "모레": 2,
    "글피": 3,
}  # fmt: skip
_DAY_WORDS_EN: Final = {
    "the day before yesterday": -2, "day before yesterday": -2, "the day after tomorrow": 2, "day after tomorrow": 2,
    "yesterday": -1, "last night": -1, "this morning": 0, "this afternoon": 0, "this evening": 0, "tonight": 0,
    "today": 0, "tomorrow": 1, "this am": 0, "this morn": 0, "this arvo": 0,
    "this mornin": 0, "last nite": -1, "tonite": 0,
    "yday": -1, "tmrw": 1, "tomoz": 1,
}  # fmt: skip
_SHIFTS_KO: Final = {
    "지지난": -2, "저저번": -2, "지난": -1, "저번": -1, "이번": 0, "요번": 0, "다음": 1, "담": 1, "다다음": 2,
}  # fmt: skip
_YEARS_KO: Final = {"재작년": -2, "작년": -1, "지난해": -1, "올해": 0, "올": 0, "금년": 0, "내년": 1}
_SHIFTS_EN: Final = {"last": -1, "this": 0, "next": 1, "coming": 1}
_WEEKDAYS: Final = {
    **{char: at for at, char in enumerate("월화수목금토일")},
    "monday": 0,
    "tuesday": 1,
    "wednesday": 2,
    "thursday": 3,
    "friday": 4,
    "saturday": 5,
    "sunday": 6,
    **{short: at for at, names in enumerate(("mon", "tues tue", "weds wed", "thurs thur thu", "fri", "sat", "sun"))
       for short in names.split()},
}  # fmt: skip


def _longest_first(words: dict[str, int]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


_AMOUNT_KO: Final = (
    rf"(?:(?<![가-힣])(?P<days>{_longest_first(KOREAN_DAYS)})|(?P<half>반\s?년)"
    rf"|(?P<n>{KOREAN_COUNT_ALONE})\s?여?\s?(?P<unit>시간|일(?!주)|주일?|개월|달|년|해)(?P<more>\s?반)?)"
)
_ABOUT_KO: Final = r"\s?(?:쯤|정도|가량)?"
_UNIT_EN: Final = r"(?P<unit>hour|hr|day|night|week|wk|fortnight|month|mth|mo|year|yr)s?"
_AMOUNT_EN: Final = rf"(?:(?P<half>half a year)|(?P<n>{ENGLISH_COUNT}) ?(?:or so )?{_UNIT_EN})"
_ABOUT_EN: Final = "(?:about|around|over|almost|nearly|more than|at least|maybe|roughly)"
_SHIFT_KO: Final = _longest_first(_SHIFTS_KO)
_WEEKDAY_EN: Final = (
    r"monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon(?! petit)|tues?|weds?(?! to\b)"
    r"|thurs?|fri"
)
_SHORT_WEEKDAY_EN: Final = "sat|sun"
"""Short names that are other words, too: days only behind a word of time."""

_Resolver = Callable[[re.Match[str], datetime], Partial | None]


def relative_dates(text: str, said_at: datetime) -> Iterator[Reading]:
    """Yield the relative dates of normalised `text`; `said_at` is in the patient's zone."""
    for pattern, resolve, lasting in _RULES.worth_trying(text):
        for match in pattern.finditer(text):
            partial = resolve(match, said_at)
            if partial is not None:
                yield Reading(partial[0], partial[1], match.start(), match.end(), lasting)


def _day_word(match: re.Match[str], said_at: datetime) -> Partial | None:
    word = match["word"].lower()
    return days_from(said_at.date(), _DAY_WORDS_KO[word] if word in _DAY_WORDS_KO else _DAY_WORDS_EN[word])


_PARTS_OF_TODAY: Final = (
    r"(?:breakfast|lunch(?:time)?|dinner(?:time)?|supper|tea ?time|dawn|noon|midday|i (?:woke|got) up"
    r"|\d{1,2}(?::\d\d)? ?(?:[ap]\.?m\.?)(?!\w))"
)


def _of_today(match: re.Match[str], said_at: datetime) -> Partial | None:
    return days_from(said_at.date(), 0)


def _ago(match: re.Match[str], said_at: datetime) -> Partial | None:
    return _amount(match, said_at, -1)


def _no_age(match: re.Match[str], said_at: datetime) -> Partial | None:
    """How long ago, but where the years of a life open a sentence: "On statins. 66 yrs." tells an age."""
    opens = not match.string[: match.start()].strip() or match.string[: match.start()].rstrip().endswith(".")
    if opens and match["n"] and (match["unit"] or "").startswith("y") and read_count(match["n"])[0] >= _GROWN:
        return None
    return _ago(match, said_at)


_GROWN: Final = 18


def _ahead(match: re.Match[str], said_at: datetime) -> Partial | None:
    return _amount(match, said_at, 1)


def _amount(match: re.Match[str], said_at: datetime, sign: int) -> Partial | None:
    groups, today = match.groupdict(), said_at.date()
    if groups.get("half"):
        return months_from(today, 6 * sign)
    if groups.get("days"):
        return days_from(today, KOREAN_DAYS[groups["days"]] * sign)
    count = read_count(groups.get("n") or "1")[0] * sign
    unit = groups["unit"].lower()
    if unit in ("시간", "hour", "hr"):
        return _hours_from(said_at, count)
    if unit in ("일", "day", "night"):
        return days_from(today, count)
    if unit.startswith("주") or unit in ("week", "wk"):
        return days_from(today, 7 * count, "week")
    if unit == "fortnight":
        return days_from(today, 14 * count, "week")
    if unit in ("개월", "달", "month", "mth", "mo"):
        return months_from(today, count)
    return months_from(today, 12 * count + 6 * sign) if groups.get("more") else year_of(today.year + count)


def _hours_from(said_at: datetime, hours: int) -> Partial | None:
    try:
        return (said_at + timedelta(hours=hours)).date().isoformat(), "day"
    except OverflowError:
        return None


def _period(match: re.Match[str], said_at: datetime) -> Partial | None:
    groups, today = match.groupdict(), said_at.date()
    word = groups["shift"].lower()
    shift = _SHIFTS_KO[word] if word in _SHIFTS_KO else _SHIFTS_EN[word]
    unit = groups["unit"].lower()
    if unit in ("주", "week", "wk"):
        return _weekday_in_week(groups.get("weekday"), today, shift) or days_from(today, 7 * shift, "week")
    if unit in ("달", "month", "mth"):
        if groups.get("day"):
            return day_of(*shifted_month(today, shift), int(groups["day"]))
        return months_from(today, shift)
    return year_of(today.year + shift)


def _weekday_in_week(weekday: str | None, today: date, shift: int) -> Partial | None:
    if weekday is None:
        return None
    return days_from(today, _WEEKDAYS[weekday.lower()] - today.weekday() + 7 * shift)


def _weekday_alone(match: re.Match[str], said_at: datetime) -> Partial | None:
    groups, today = match.groupdict(), said_at.date()
    back = (today.weekday() - _WEEKDAYS[groups["weekday"].lower()]) % 7
    cue = (groups.get("cue") or "").lower()
    if cue in ("next", "this coming", "다음") or (cue == "this" and back):
        return days_from(today, 7 - back)
    # Who says "Tuesday" of a Tuesday means that day, unless it is called the last one.
    return days_from(today, -(back or (7 if cue in ("last", "지난") else 0)))


def _weekday_to_come(match: re.Match[str], said_at: datetime) -> Partial | None:
    today = said_at.date()
    return days_from(today, 7 - (today.weekday() - _WEEKDAYS[match["weekday"].lower()]) % 7)


def _named_year(match: re.Match[str], said_at: datetime) -> Partial | None:
    return year_of(said_at.year + _YEARS_KO[match["word"]])


def _season(match: re.Match[str], said_at: datetime) -> Partial | None:
    """Last summer is this year's once summer is over, else last year's; a year is all that a season tells."""
    word = match["season"].lower()
    ends = {"봄": 5, "spring": 5, "여름": 8, "summer": 8, "가을": 11, "fall": 11, "autumn": 11}.get(word)
    if ends is None:
        return year_of(said_at.year - 1)
    return year_of(said_at.year if said_at.month > ends else said_at.year - 1)


_SEASON_BEGINS: Final = {"spring": 3, "summer": 6, "fall": 9, "autumn": 9, "winter": 12}


def _season_begun(match: re.Match[str], said_at: datetime) -> Partial | None:
    """The year in which the season last began."""
    return year_of(said_at.year - (said_at.month < _SEASON_BEGINS[match["begun"].lower()]))


def _day_of_month(match: re.Match[str], said_at: datetime) -> Partial | None:
    today = said_at.date()
    for months in range(3):
        found = day_of(*shifted_month(today, -months), int(match["day"]))
        if found is not None and found[0] <= today.isoformat():
            return found
    return None


_MONTHS: Final = "january february march april may june july august september october november december".split()
_MONTH_NAMED: Final = lazy_regex(
    rf"\b({'|'.join(_MONTHS)})\b(?![^.;!?]*\b(?:{'|'.join(_MONTHS)})\b)[^.;!?]*$", re.IGNORECASE
)
_MONTH_REACH: Final = 80


def _bare_day(match: re.Match[str], said_at: datetime) -> Partial | None:
    """The day of the month that the sentence named last before it, else of the running one, if that day is past.

    A later day may be last month's or next: "my scan is on the 24th" of a 22nd is no date of the past.
    """
    named = _MONTH_NAMED.search(match.string[max(0, match.start() - _MONTH_REACH) : match.start()])
    today = said_at.date()
    if named is None:
        return _day_of_month(match, said_at) if int(match["day"]) <= today.day else None
    month = _MONTHS.index(named[1].lower()) + 1
    year = today.year if month <= today.month else today.year - 1
    return day_of(year, month, int(match["day"]))


def _rule(pattern: str, resolve: _Resolver, lasting: bool = False) -> tuple[re.Pattern[str], _Resolver, bool]:
    return lazy_regex(pattern, re.IGNORECASE | re.ASCII), resolve, lasting


_RULES: Final = Rows((
    _rule(rf"(?<![가-힣])(?P<word>{_longest_first(_DAY_WORDS_KO)}){_PART_OF_DAY}", _day_word),
    _rule(rf"\b(?P<word>{_longest_first(_DAY_WORDS_EN)})\b(?: (?:morning|afternoon|evening|night)\b)?", _day_word),
    _rule(rf"{_AMOUNT_KO}{_ABOUT_KO}\s?전(?!부(?!터)|체|혀|화|립|신|문|형)", _ago),
    _rule(rf"{_AMOUNT_KO}{_ABOUT_KO}\s?(?:뒤|후)", _ahead),
    _rule(rf"{_AMOUNT_KO}{_ABOUT_KO}\s?(?:째|동안|(?:이|가|은|는)?\s?(?:넘게|됐|되었|돼|된|됩|되[어었]|지났|지나"
          rf"|넘었))", _ago, lasting=True),
    _rule(r"(?<=지\s)" + rf"{_AMOUNT_KO}{_ABOUT_KO}(?=\s?(?:$|[.,!?]|이에|예요|이요|요|입))", _ago, lasting=True),
    _rule(rf"(?P<n>{KOREAN_COUNT_ALONE})\s?(?P<unit>년|개월|주|일)간(?![가-힣])", _ago, lasting=True),
    _rule(rf"(?:지난|최근)\s?{_AMOUNT_KO}\s?(?:동안|간)", _ago, lasting=True),
    _rule(rf"\b{_AMOUNT_EN} (?:ago|back|earlier)\b", _ago),
    _rule(rf"\bin (?:about |around )?{_AMOUNT_EN}(?: time)?\b", _ahead),
    _rule(rf"\b(?:since|already|going on|coming up(?: on)?) (?:{_ABOUT_EN} )?{_AMOUNT_EN}\b(?! ago)",
          _ago, lasting=True),
    _rule(rf"\b{_AMOUNT_EN} (?:already|now|running|straight|in a row|on the trot|going)\b", _ago, lasting=True),
    _rule(rf"(?:^|(?<=[,.;(] )|(?<=[,;(]))(?:{_ABOUT_EN} )?{_AMOUNT_EN}(?= ?(?:[,.;)!]|$))", _no_age, lasting=True),
    _rule(rf"(?<=\bsince )(?:about |around |like )?(?P<word>{_PARTS_OF_TODAY})\b", _of_today, lasting=True),
    _rule(rf"\b(?:for|over) (?:{_ABOUT_EN} )?{_AMOUNT_EN}\b", _ago, lasting=True),
    _rule(rf"\b(?:(?:for|over|during|within|in) )?(?:the )?(?:last"
          rf"|past) (?:{_ABOUT_EN} )?{_AMOUNT_EN}\b", _ago, lasting=True),
    _rule(rf"\b(?:for|over|during|within|in) the (?:last|past) {_UNIT_EN}\b", _ago, lasting=True),
    _rule(rf"(?<![가-힣])(?P<shift>{_SHIFT_KO})\s?(?P<unit>주)(?!사|기|로|변|말고)(?:말"
          rf"|\s?(?P<weekday>[월화수목금토일])(?:요일|욜))?", _period),
    _rule(rf"(?<![가-힣])(?P<shift>{_SHIFT_KO})\s?(?P<unit>달)(?:\s?(?P<day>\d{{1,2}})일)?", _period),
    _rule(rf"(?<![가-힣])(?P<shift>{_SHIFT_KO})\s?(?P<unit>해)(?![가-힣])", _period),
    _rule(r"\bthe (?P<day>\d{1,2})(?:st|nd|rd|th)? (?:of )?(?P<shift>last|this|next) (?P<unit>month)\b", _period),
    _rule(r"\b(?P<shift>last|this|next|coming) (?P<unit>week|month|year|wk|mth|yr)\b", _period),
    _rule(rf"(?:(?<=\bfrom )|(?<=\btill )|(?<=\buntil )|(?<=\bby ))(?P<weekday>{_WEEKDAY_EN}|{_SHORT_WEEKDAY_EN})\b",
          _weekday_to_come),
    _rule(rf"\b(?:(?P<cue>last|next|this coming|this) )?(?P<weekday>{_WEEKDAY_EN})\b(?:'s\b)?", _weekday_alone),
    _rule(rf"(?:(?<=\bsince )|(?<=\bon )|\b(?P<cue>last|next|this coming|this) )(?P<weekday>{_SHORT_WEEKDAY_EN})\b"
          r"(?! (?:down|up|out|in|on|at|here|there|cream|burn)\b)", _weekday_alone),
    _rule(r"(?<![가-힣])(?<!매주\s)(?:(?P<cue>지난"
          r"|다음)\s?)?(?P<weekday>[월화수목금토일])(?:요일|욜)(?!마다)", _weekday_alone),
    _rule(r"(?<![가-힣])(?P<word>재작년|작년|지난해|올해|금년|내년)(?:\s?(?:봄|여름|가을|겨울|초|말))?", _named_year),
    _rule(r"(?<![가-힣])(?P<word>올)\s?(?:봄|여름|가을|겨울|초(?!등|기))", _named_year),
    _rule(rf"(?P<n>{KOREAN_COUNT_ALONE})\s?(?P<unit>년)\s?차(?!이|례)", _ago, lasting=True),
    _rule(r"(?:(?<=\bsince )|\bthis |\bover the |(?<=\bfrom ))(?P<begun>spring|summer|fall|autumn|winter)\b",
          _season_begun),
    _rule(r"(?:\blast (?P<season>spring|summer|fall|autumn|winter)\b)", _season),
    _rule(r"(?<![가-힣])지난\s?(?P<season>봄|여름|가을|겨울)", _season),
    _rule(r"(?<![가-힣\d.])(?:지난\s?)?(?P<day>\d{1,2})일(?=날|에(?!\s?(?:한|두|세|네|\d"
          r"|[일이삼]\s?회)))", _day_of_month),
    _rule(r"(?<![가-힣])새벽\s?(?P<clock>\d{1,2}|한|두|세|네|다섯|여섯)\s?시", _of_today),
    _rule(r"(?:\bon the |(?<=\bsince )(?:the )?|(?<=\bas of )(?:the )?|\bon )(?P<day>\d{1,2})(?:st|nd|rd|th)\b"
          rf"(?! (?:of|floor|day|week|time|try|page|{'|'.join(_MONTHS)}))", _bare_day),
    _rule(r"(?<![\w/.-])(?:the )?(?P<day>\d{1,2})(?:st|nd|rd|th)"
          r"(?=:? (?:(?:it )?was |read |showed )?\d{2,3}(?:\.\d+|/\d{2,3})?(?![\w.]?\w)"
          r"(?! ?(?:mc?g|ml|tab|pill|step|unit)))", _bare_day),
), lambda row: row[0])  # fmt: skip
