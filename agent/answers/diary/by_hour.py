"""What is logged by the hour: feeds, what was pumped or drunk, each amount with its hour, as it was put right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from agent.answers.diary.rows import Diary, Entry, Row
from extraction.naming.mentions import Mention
from extraction.text.lazy_regex import lazy_regex
from extraction.values.diary_amounts import names_nothing
from extraction.values.hourly_amounts import HourlyAmount, hourly_amounts, hours_in
from extraction.values.put_right import put_right, takes_back

_OF_RECORD: Final = frozenset({"labs", "vitals", "medications", "drug_classes"})
"""What has numbers of its own, on record or counted as taken."""
_NUMBER: Final = lazy_regex(r"(?<![\d.:])\d{1,4}(?:\.\d{1,2})?(?![\d:]|\s?(?:am|pm)\b|\s?시|\s?분)")
_LEFT_OVER: Final = lazy_regex(r"남[기겨겼긴길김았]|\bleft\b")
_OF_TIME: Final = ("시", "분", "반", "살", "약")
_ENDS: Final = lazy_regex(r"[.!?\n]|$")
_BESIDE: Final = lazy_regex(r"(?<![가-힣])(?P<w>[가-힣]{1,6})\s(?P<n>\d{1,2})(?=\s*(?:$|[,.;/\n]|[가-힣]{1,6}\s\d))")


def read_by_hour(diary: Diary, text: str, mentions: Sequence[Mention], day: str, turn: int) -> str:
    """``text`` with what was logged by the hour blanked out, after it was entered, or put right, in its row."""
    row = next((one for one in diary.rows if one.kind == "measure"), None)
    told = hourly_amounts(text)
    if any(one.entry.kind in _OF_RECORD for one in mentions) or (row is None and len(told) < 2):
        return text
    text = _sentences_put_right(diary, row, text, turn)
    told = hourly_amounts(text)
    if not told:
        return text
    row = row or diary.row("measure", diary.announced)
    for one in told:
        _enter(diary, row, one, day, turn)
    text = _blanked(text, [(one.hour.start, one.end) for one in told])
    return _beside(diary, text, day, turn)


def _enter(diary: Diary, row: Row, amount: HourlyAmount, day: str, turn: int) -> None:
    again = any(one.day == day and one.at == amount.hour.at and one.hour == amount.hour.words for one in row.entries)
    if again:
        diary.unheard.setdefault(turn, []).append(amount.hour.words)
    row.unit = row.unit or amount.unit
    if amount.unit and amount.unit != row.unit:
        diary.unheard.setdefault(turn, []).append(amount.unit)
    row.entries.append(Entry(day, amount.value, turn, hour=amount.hour.words, at=amount.hour.at))
    diary.turns.add(turn)
    diary.days.add(day)


def _sentences_put_right(diary: Diary, row: Row | None, text: str, turn: int) -> str:
    """``text`` without the clauses that put the amount of an hour right."""
    if row is None:
        return text
    for hour in hours_in(text):
        numbers = [
            (float(one[0]), one.start(), one.end())
            for one in _NUMBER.finditer(text, hour.end)
            if one.start() >= hour.end
        ]
        places = [place for place, one in enumerate(row.entries) if one.at == hour.at]
        if not places or len(numbers) < 2:
            continue
        place = places[-1]
        was = row.entries[place].value
        right = None
        if takes_back(text[hour.start :]):
            found = put_right(text, numbers[:2])
            right = found.new if found is not None and found.old in (was, None) else None
        elif numbers[0][0] == was and _LEFT_OVER.search(text, hour.end) is not None:
            # "80 of which 20 were left, so 60": what was left is taken off.
            less = was - numbers[1][0]
            right = less if len(numbers) == 2 or numbers[2][0] == less else None
        if right is None:
            continue
        row.entries[place] = replace(row.entries[place], value=right, was=was)
        diary.turns.add(turn)
        last = max(one[2] for one in numbers[:3])
        end = _ENDS.search(text, last)
        return _blanked(text, [(hour.start, end.start() if end is not None else last)])
    return text


def _beside(diary: Diary, text: str, day: str, turn: int) -> str:
    """``text`` without the counts beside a log, which are told without a counter: "쉬 2 똥 1"."""
    spans = []
    for match in _BESIDE.finditer(text):
        if names_nothing(match["w"]) or match["w"].endswith(_OF_TIME):
            continue
        word = match["w"]
        things = [one for one in diary.rows if one.kind == "things" and one.name]
        like = [one for one in things if one.name.startswith(word) or word.startswith(one.name)]
        row = like[0] if like else diary.row("things", word)
        row.entries.append(Entry(day, float(match["n"]), turn))
        spans.append(match.span("n"))
    return _blanked(text, spans)


def _blanked(text: str, spans: Sequence[tuple[int, int]]) -> str:
    blank = list(text)
    for start, end in spans:
        blank[start:end] = " " * (end - start)
    return "".join(blank)
