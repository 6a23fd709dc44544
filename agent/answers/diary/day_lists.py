"""Days that are told in a list, as one ticks them off: "두통 2일 6일 13일", "migraines on the 3rd, 9th and 14th".

Each day of a list is once; a day that is taken out again has been none. The month is the one that stands before the
days, else the last in which such a day was, seen from the turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final

from agent.answers.diary.row_meant import name_of
from agent.answers.diary.rows import Diary, Entry, Row
from extraction.naming.mentions import Mention
from extraction.text.lazy_regex import lazy_regex

_NEXT: Final = r"(?:\s*[,&/]\s*(?:and )?(?:the )?|\s+(?:and |하고 |그리고 )?(?:the )?|[와과]\s?)"
_KO: Final = r"\d{1,2}일(?!\s?(?:간|동안|째|마다|치|전|후|뒤|에\s?\d))"
_EN: Final = r"\d{1,2}(?:st|nd|rd|th)"
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_BY_NAME: Final = r"(?P<e>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? "
_LIST: Final = lazy_regex(
    r"(?:(?P<k>\d{1,2})월[은엔에의]?\s?(?:[가-힣]{1,8}\s)?)?(?<![\d월])(?P<a>" + _KO + "(?:" + _NEXT + _KO + ")+)"
    r"|(?:" + _BY_NAME + r")?(?:the )?(?P<b>" + _EN + "(?:" + _NEXT + _EN + ")+)"
    r"|\b"
    + _BY_NAME.replace("?P<e>", "?P<f>")
    + r"(?P<c>\d{1,2}(?:(?:, | and |, and | & )\d{1,2}(?![\d:./%]|\s?(?:mg|am|pm|st|nd|rd|th)\b))+)"
)
_TAKEN_OUT: Final = lazy_regex(
    r"(?P<d>\d{1,2})(?:일|st|nd|rd|th)(?:[은는이가]|\s?(?:꺼|거|것)[은는]?)?\s?(?:빼|아니|취소|제외|지워|없던)"
    r"|\b(?:take|leave|cross|scratch|not) (?:out |off )?the (?P<t>\d{1,2})(?:st|nd|rd|th)"
)
_DAYS: Final = lazy_regex(r"\d{1,2}")


def read_day_lists(diary: Diary, text: str, mentions: Sequence[Mention], today: str, turn: int) -> str:
    """``text`` with its lists of days blanked out, after each day was entered once, or was taken out again."""
    row = next((one for one in diary.rows if one.listed), None)
    if row is not None and _take_out(row, text):
        diary.turns.add(turn)
        return ""
    blank = list(text)
    for match in _LIST.finditer(text):
        row = row or _row_before(diary, mentions, match.start(), "ko" if match["a"] else "en")
        if row is None:
            return text
        month = int(match["k"] or 0) or _month_of(match["e"] or match["f"])
        for one in _DAYS.findall(match["a"] or match["b"] or match["c"]):
            day = _day(int(one), month, date.fromisoformat(today))
            if day is None:
                diary.unheard.setdefault(turn, []).append(one)
                continue
            if all(each.day != day for each in row.entries):
                row.entries.append(Entry(day, 1.0, turn))
            diary.days.add(day)
        row.listed = True
        diary.turns.add(turn)
        diary.lead = diary.lead or row
        blank[match.start() : match.end()] = " " * (match.end() - match.start())
    return "".join(blank)


def _row_before(diary: Diary, mentions: Sequence[Mention], start: int, language: str) -> Row | None:
    """The row of what is named before a list, or was said to be written down; None where a list is of nothing had."""
    had = [one for one in mentions if one.entry.kind in ("symptoms", "conditions")]
    before = [one for one in had if one.end <= start]
    if before or (had and not diary.announced):
        one = before[-1] if before else had[0]
        return diary.row("times", name_of(one, language), one.entry.concept_id)
    return diary.row("times", diary.announced) if diary.announced else None


def _take_out(row: Row, text: str) -> bool:
    """Whether a day that words take out stood in the list, and was taken out."""
    gone = {int(match["d"] or match["t"]) for match in _TAKEN_OUT.finditer(text)}
    kept = [one for one in row.entries if int(one.day[-2:]) not in gone]
    taken = len(kept) < len(row.entries)
    row.entries[:] = kept
    return taken


def _month_of(name: str | None) -> int:
    return _MONTHS.index(name) + 1 if name else 0


def _day(of_month: int, month: int, today: date) -> str | None:
    """The last such day up to ``today``; None where there was none within a year."""
    for back in range(_MONTHS_BACK):
        index = today.year * 12 + today.month - 1 - back
        year, wanted = divmod(index, 12)
        if month and wanted + 1 != month:
            continue
        try:
            day = date(year, wanted + 1, of_month)
        except ValueError:
            continue
        if day <= today:
            return day.isoformat()
    return None


_MONTHS_BACK: Final = 12
