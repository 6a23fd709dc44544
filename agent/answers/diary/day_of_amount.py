"""On which day each amount of a sentence was: days and amounts are paired in the order in which they are told.

Who begins with a day ("tues 4 wed 5", "어제 여섯 번 오늘 네 번") goes on so, and who begins with an amount ("6 pads
monday, 8 yesterday") tells the day behind it. A day that would be left without an amount takes the last of several.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import Final

from extraction.text.lazy_regex import lazy_regex
from extraction.values.days_meant import DayMeant
from extraction.values.diary_amounts import Amount, small_number

_FILLED: Final = r"(?:(?:was|it was|i had|had|only|just|about|around|maybe|up|got|used) ){0,3}"
_BEHIND_DAY: Final = lazy_regex(
    r"(?:'s|\s?(?:ni(?:ght|te)|am|pm|밤|꺼|거|은|는|에는|엔|에))?[:,]?\s+" + _FILLED
    + r"(?P<n>\d{1,3}(?:\.\d)?|(?:one|two|three|four|five|six)\b)"
    r"(?=\s*(?:$|[,;!)/\n]|\.(?!\d)|and\b|then\b|\s{4})"
    r"|\s(?!(?:mg|mcg|ml|am|pm|kg|kilos?|lbs?|stone|units?|hours?|hrs?|mins?|days?|weeks?|times?|of|out|in|to"
    r"|degrees?|percent|o'?clock|years?|months?|at|by|or|on|[a-z]+[^s]s)\b)[a-z]{2,}|\s[^\sa-z\d가-힣])"
)  # fmt: skip
_WEEKDAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_WEEKDAY_BESIDE: Final = lazy_regex(
    r"\b(?P<w>(?:mon|tue|wed|thu|fri|sat|sun)(?:s|nes|rs|ur|n)?(?:day)?)\b(?: ni(?:ght|te))?[:,]?"
    r"\s+" + _FILLED + r"(?=\d|one\b|two\b|three\b|four\b|five\b|six\b|none\b)"
)
_WEEK_KO: Final = "월화수목금토일"
_SHORT_KO: Final = lazy_regex(r"(?<![가-힣\d])[월화수목금토일](?=\s\d{1,3}(?![\d월]))")
"""Days of the week by their first letter: only where several stand in a row, each before its number."""
_SINCE_BEHIND: Final = lazy_regex(r"(?:\s\S{1,5}){0,2}?\s?(?:부터|이후|후로|뒤로|시작)")
_TODAY: Final = lazy_regex(r"\s*(?:[a-z]+ )?(?:so far|by now|already|up to now|tonight)\b")
_CLAUSE_END: Final = lazy_regex(r"[,;.!?\n](?!\d)|\band\b|[고구며](?=\s)")


def days_told(said: str, days: Sequence[DayMeant], today: str) -> tuple[DayMeant, ...]:
    """``days``, and each day of the week that stands right beside a number: the last one of its name."""
    found = list(days)
    for match in _WEEKDAY_BESIDE.finditer(said):
        if any(one.start < match.end("w") and match.start("w") < one.end for one in days):
            continue
        ago = (date.fromisoformat(today).weekday() - _WEEKDAYS.index(match["w"][:3])) % 7
        day = date.fromisoformat(today) - timedelta(days=ago)
        found.append(DayMeant(day.isoformat(), match.start("w"), match.end("w")))
    short = [*_SHORT_KO.finditer(said)]
    for match in short if len(short) > 1 else ():
        ago = (date.fromisoformat(today).weekday() - _WEEK_KO.index(match[0])) % 7
        day = date.fromisoformat(today) - timedelta(days=ago)
        found.append(DayMeant(day.isoformat(), match.start(), match.end()))
    return tuple(sorted(found, key=lambda one: one.start))


def beside_days(masked: str, days: Sequence[DayMeant], amounts: Sequence[Amount]) -> list[Amount]:
    """The numbers that nothing names and that stand right behind a day: "tues night 6.5", "15일 4"."""
    found = []
    for one in days:
        match = _BEHIND_DAY.match(masked, one.end)
        if match is not None and not any(
            each.start < match.end("n") and match.start("n") < each.end for each in amounts
        ):
            found.append(Amount("bare", small_number(match["n"]), match.start("n"), match.end("n")))
    return found


def adds_up(said: str) -> bool:
    """Whether words say that two amounts of one day are to be added: another hour, "more", "then"."""
    return _ADDS.search(said) is not None


_ADDS: Final = lazy_regex(
    r"\b(?:more|another|again|extra|also|then|later|plus|each|morning|afternoon|evening|night|lunch|noon|breakfast"
    r"|dinner|bed(?:time)?|\d\s?(?:am|pm)|before|after|overnight|sorry|actually|no|not)\b"
    r"|아침|점심|저녁|밤|낮|오전|오후|새벽|또|더|다시|씩|시(?!간)|아니|그리고|추가|바로|이어"
)


def begins(said: str, day: DayMeant) -> bool:
    """Whether a day is only since when something is there."""
    return _SINCE_BEHIND.match(said, day.end) is not None or said[: day.start].endswith(("since ", "from "))


def days_of_amounts(
    amounts: Sequence[Amount], days: Sequence[DayMeant], day: str, today: str, said: str
) -> dict[Amount, str]:
    """The day of each amount; ``day`` is that of the sentence where no order tells."""
    if not days:
        return dict.fromkeys(amounts, day)
    tokens: list[Amount | DayMeant] = sorted([*amounts, *days], key=lambda one: (one.start, isinstance(one, Amount)))
    begun = _clauses(said)
    found: dict[Amount, str] = {}
    for place, one in enumerate(tokens):
        if not isinstance(one, Amount):
            continue
        before = next((each for each in reversed(tokens[:place]) if isinstance(each, DayMeant)), None)
        behind = tokens[place + 1] if place + 1 < len(tokens) else None
        own = [each for each in tokens if isinstance(each, DayMeant) and begun(each.start) == begun(one.start)]
        if _TODAY.match(said, one.end) is not None:
            found[one] = today
        elif len(own) == 1:
            found[one] = own[0].day
        elif isinstance(behind, DayMeant) and (before is None or _is_left(tokens, place)):
            found[one] = behind.day
        elif before is not None:
            found[one] = before.day
        else:
            # What is told before the first day, in a clause of its own, is of the telling.
            shared = next((each for each in tokens[place:] if isinstance(each, DayMeant)), None)
            alike = isinstance(behind, Amount) and behind.kind == one.kind
            within = shared is not None and begun(shared.start) == begun(one.start)
            found[one] = shared.day if shared is not None and within and not alike else today
    return found


def _clauses(said: str) -> Callable[[int], int]:
    ends = [match.end() for match in _CLAUSE_END.finditer(said)]
    return lambda at: sum(1 for end in ends if end <= at)


def _is_left(tokens: Sequence[Amount | DayMeant], place: int) -> bool:
    """Whether the day behind an amount has no amount of its own, and the amount is not the only one of its day."""
    following = tokens[place + 2] if place + 2 < len(tokens) else None
    alone = place > 0 and isinstance(tokens[place - 1], DayMeant)
    return not isinstance(following, Amount) and not (alone and _leads(tokens))


def _leads(tokens: Sequence[Amount | DayMeant]) -> bool:
    return isinstance(tokens[0], DayMeant)
