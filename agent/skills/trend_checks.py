"""Which way the values of a test went, as an answer tells it, held against the days on which they were read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from agent.llm_failures import OutputUnusable
from agent.skills.clauses import clauses_of
from agent.skills.course_checks import require_level, require_share
from agent.skills.held_goals import Goal, goals_of, goals_under, meant_tests, series_of, sides_of
from agent.skills.held_record import HeldRecord
from agent.skills.number_checks import DATE, Day, Names, day_of, is_same_day
from agent.skills.side_checks import require_side
from extraction.naming.mentions import Entry
from extraction.text.lazy_regex import lazy_regex

_NUMBER: Final = lazy_regex(r"\d+(?:\.\d+)?")
_ROSE: Final = lazy_regex(
    r"오르고\s?있|오르는|올라가|늘어나|높아지는|뛰었|뛴|늘고\s?있|오름세|상승세|오른|오르(?:셨|더니|며|면서)|올랐|올라|치솟|상승|증가|높아[지졌진져]|늘[었어]"
    r"|\b(?:rose|risen|rising|rises|climb(?:ed|ing|s)|increas(?:ed|ing|es)|grew|grown|growing|jumped|(?:went"
    r"|gone|going|is"
    r"|has gone|crept|edged|shot|moved|came|come|coming) up"
    r"|an? (?:\w+ )?(?:rise|increase|jump|climb) (?:of|in|from)"
    r""
    r"|(?:go(?:es|ing|ne)?|went|moved|mov(?:es|ing)) from \S+ up to"
    r"|keeps? (?:rising|climbing|increasing|going up)|upwards?|put on|gained|spiked|surged|soared"
    r"|(?:bring(?:s|ing)?|brought)\s(?:\w+\s){1,4}?up"
    r"|(?:creep|edg|inch|drift|trend|head|tick"
    r"|shoot)ing up)\b",
    re.IGNORECASE,
)
_FELL: Final = lazy_regex(
    r"내리고\s?있|내려가|내려오|줄어[드들든]|낮아지는|떨어지는|줄고\s?있|내림세|하락세|감소세|내렸|내려(?!다)|내린|내리(?:셨|더니|며|면서)|떨어[지졌진져]|하락|감소"
    r"|낮아[지졌진져]|줄[었어]|가라앉|꺾[였이]"
    r"|\b(?:fell|fallen|falling|falls|dropp(?:ed|ing)|drops|decreas(?:ed|ing|es)|declin(?:ed|ing|es)|dipped|sank"
    r"|shrunk"
    r"|eased|(?:went|gone|going|come|came|coming|is|has gone"
    r"|crept|edged|moved) down"
    r"|an? (?:\w+ )?(?:fall|drop|decrease|decline|dip|reduction) (?:of|in|from)"
    r""
    r"|(?:go(?:es|ing|ne)?|went|moved|mov(?:es|ing)) from \S+ down to"
    r"|keeps? (?:falling|dropping|decreasing|going down)|downwards?|lost|slipped|slid|sagged|calmed|tailed off|dwindled"
    r"|settl(?:ed|ing)|(?:bring(?:s|ing)?|brought)\s(?:\w+\s){1,4}?down"
    r"|(?:creep|edg|inch|drift|trend|head"
    r"|tick)ing down)\b",
    re.IGNORECASE,
)
_WORSE: Final = lazy_regex(
    r"나빠[지졌져]|악화되|악화하|\b(?:got|gets?|getting|gotten|become|is) worse\b|\bworse than\b", re.IGNORECASE
)
_BETTER: Final = lazy_regex(
    r"좋아[지졌져]|나아[지졌져]|호전되|개선되|\b(?:got|gets?|getting|gotten|become|is|are|doing"
    r"|working) better\b|\bbetter than\b|\bimprov(?:ed|ing)\b"
    r"|\brecover(?:ed|ing)\b|회복",
    re.IGNORECASE,
)
_LATEST: Final = lazy_regex(
    r"(?:가장|제일)\s?최근|최신|마지막(?:으로)?|\b(?:latest|most recent|newest|current(?:ly)?|last one)\b",
    re.IGNORECASE,
)
_EARLIEST: Final = lazy_regex(
    r"(?:가장|제일)\s?(?:오래|먼저|처음)|맨\s?처음|\b(?:earliest|oldest|very first)\b", re.IGNORECASE
)
_BEFORE: Final = lazy_regex(
    r"(?:지난번|이전|직전|전번|저번)(?:\s?(?:검사|측정|값|결과))?보다"
    r"|\bthan (?:the (?:one|time|value|reading|test) before|before|last time|(?:the|your) (?:previous|last|earlier))",
    re.IGNORECASE,
)
_HIGHER: Final = lazy_regex(
    r"높(?:습니다|아요|은|았|네|죠|지요)|\b(?:is|was|are|were|came) (?:\w+ ){0,2}(?:higher|greater|larger)\b",
    re.IGNORECASE,
)
_LOWER: Final = lazy_regex(
    r"낮(?:습니다|아요|은|았|네|죠|지요)|\b(?:is|was|are|were|came) (?:\w+ ){0,2}(?:lower|smaller)\b", re.IGNORECASE
)
_WENT: Final = lazy_regex(
    r"올랐|올라갔|떨어졌|내려갔|줄었|늘었|낮아졌|높아졌|\b(?:rose|climbed|increased|fell|dropped|decreased"
    r"|declined|gained|put on|brought\s(?:\w+\s){1,4}?(?:up|down)"
    r"|(?:has|have)\s(?:\w+\s)?(?:come|gone|been coming|been going|risen"
    r"|fallen|crept|doubled|halved|tripled|improved|worsened))\b",
    re.IGNORECASE,
)
_STEADY: Final = lazy_regex(
    r"그대로[이입였]|변화가?\s?(?:거의\s)?없|변함\s?없|제자리"
    r"|\b(?:held steady|steady|unchanged|the same as|no change|hasn['’]t (?:changed|moved)|has not (?:changed"
    r"|moved)|stayed put)\b",
    re.IGNORECASE,
)
_EVERY: Final = lazy_regex(
    r"\b(?:(?:at|with|on) (?:each|every)|every time|each time|every (?:check|test|reading|visit)"
    r"|steadily|consistently)\b"
    r"|(?:할|볼|잴|받을|하실|재실) 때마다|매번|검사마다|번번이|(?:꾸준히|계속)\s(?:오르|올|떨어|내려|줄|늘|낮아|높아)",
    re.IGNORECASE,
)
"""That it went one way from each reading to the next."""
_MOVES: Final = 0.08
"""The share of a value by which it must differ to be another."""
_THAN: Final = lazy_regex(r"보다|\bthan\b|\bof the two\b|\bthe other\b", re.IGNORECASE)
_MONTH: Final = lazy_regex(
    r"\b(?:january|february|march|april|june|july|august|september|october|november|december)\b(?!\s\d)|\b(?:in"
    r"|since|from) may\b",
    re.IGNORECASE,
)


def require_course(
    sentence: str, named: Sequence[Entry], texts: Sequence[str], record: HeldRecord, names: Names
) -> None:
    """Which way the one test of a sentence went, what share of an earlier value it is, and how it stands."""
    tests = list(dict.fromkeys(series_of(one) for one in named)) or list(meant_tests(sentence, record))
    if not tests and not _OF_DOSE.search(sentence):
        _require_any_course(sentence, record)
    if len(tests) != 1:
        return
    test = tests[0]
    readings = record.of_test(test, sentence)
    goals = goals_under(goals_of(texts, test, names), sentence)
    worse = goals or sides_of(test, named[0] if named else None, record)
    if readings:
        _require_pairs(sentence, readings)
        require_direction(sentence, readings, worse)
        _require_gap(sentence, readings, goals)
        if len(readings) == 1 and (_WENT.search(sentence) or _BEFORE.search(sentence)):
            raise OutputUnusable("wrong_direction", "there is one value on record, and it tells how it went")
        if _STEADY.search(sentence) and len(readings) > 1 and _moved(readings):
            raise OutputUnusable("wrong_direction", "it is told as unchanged, and it changed")
        if (compared := _of_two_days(sentence, readings) or _compared(sentence, readings)) is not None:
            days = _of_two_days(sentence, readings) is not None
            require_share(_of_test(sentence, names), *(reversed(compared) if days else compared))
        told = [float(one) for one in _NUMBER.findall(DATE.sub(" ", sentence))]
        values = [one for one in told if any(one == known for _, known in readings)]
        value = values[0] if values else None
        require_side(sentence, values, readings[-1][1], goals)
        judged = _reached(sentence, values) or value or readings[-1][1]
        require_level(sentence, readings, judged, goals, record.usual.get(test))


def _of_test(sentence: str, names: Names) -> str:
    """``sentence`` without the clauses that tell of a medicine and of no test: a share in them is the dose's."""
    kept = []
    for clause in clauses_of(sentence):
        kinds = {one.entry.kind for one in names(clause.text)}
        if kinds & {"labs", "vitals"} or not kinds & {"medications", "drug_classes"}:
            kept.append(clause.text)
    return "".join(kept)


_OF_DOSE: Final = lazy_regex(r"용량|\bdos(?:e|es|age)\b", re.IGNORECASE)
"""What goes up or down then is a medicine's dose, and no test."""


_GAP: Final = lazy_regex(
    r"(?<![\d./])(?P<ko>\d+(?:\.\d+)?)\s?(?:[a-zA-Z/]+|점|회|도)?\s?(?:만큼\s?|정도\s?)?(?:더\s)?"
    r"(?:낮[아았]|높[아았]|떨어|올[라랐]|줄[었어]|늘[었어]|내려|내렸)"
    r"|\bby (?:about |around |roughly |nearly )?(?P<by>\d+(?:\.\d+)?)(?![\d.]|\s?(?:%|per|mg\b|mcg\b|units\b))"
    r"|(?<![\d./])(?P<en>\d+(?:\.\d+)?)\s(?:[a-zA-Z/]+\s)?(?:points? )?(?:lower|higher)\b(?! than \d)",
    re.IGNORECASE,
)
"""How far a value is said to lie from another one."""
_BY_LIMIT: Final = lazy_regex(
    r"목표|기준|권고|정상|평균|\b(?:goals?|targets?|limits?|normal|average|usual|range)\b|%|퍼센트", re.IGNORECASE
)


def _require_gap(sentence: str, readings: Sequence[tuple[str, float]], goals: Sequence[Goal]) -> None:
    """How far values are told to lie apart, two of them do."""
    if len(readings) < 2 or _BY_LIMIT.search(sentence):
        return
    values = {value for _, value in readings}
    gaps = {abs(one - other) for one in values for other in values | {goal.value for goal in goals}}
    for found in _GAP.finditer(DATE.sub(" ", sentence)):
        told = float(found["ko"] or found["by"] or found["en"])
        close = 0.5 if told == int(told) and told >= _WHOLE else _ROUNDING
        if told not in values and not any(abs(gap - told) <= close for gap in gaps):
            raise OutputUnusable("ungrounded_number", f"no two values lie so far apart: {told:g}")


_WHOLE: Final = 10
"""From here on a gap may be told as a whole number."""
_ROUNDING: Final = 0.051


def _reached(sentence: str, values: Sequence[float]) -> float | None:
    """The one of several values at which the sentence says a test arrived: "from 3.1 to 1.6", "3.1에서 1.6으로"."""
    if len(set(values)) < len(("from", "to")):
        return None
    left = {float(one["en"] or one["ko"]) for one in _LEFT.finditer(DATE.sub(" ", sentence))}
    kept = [one for one in values if one not in left]
    return kept[-1] if left and kept else None


_LEFT: Final = lazy_regex(
    r"\bfrom\s(?P<en>\d+(?:\.\d+)?)|(?P<ko>\d+(?:\.\d+)?)\s?(?:[a-zA-Z%/]+\s?)?(?:에서|이?었는데|이던|보다)",
    re.IGNORECASE,
)
"""A value from which a test went."""


def _require_any_course(sentence: str, record: HeldRecord) -> None:
    """What names no test and tells which way one went between days on record is true of one that was read then."""
    days = [day_of(one[0]) for one in (*DATE.finditer(sentence), *_MONTH.finditer(sentence))]
    courses = [
        readings
        for readings in record.readings.values()
        if len(readings) > 1 and any(is_same_day(day, day_of(at)) for day in days for at, _ in readings)
    ]
    if not courses or (_ROSE.search(sentence) is None) == (_FELL.search(sentence) is None):
        return
    refused = 0
    for readings in courses:
        try:
            require_direction(sentence, readings, [])
        except OutputUnusable:
            refused += 1
    if refused == len(courses):
        raise OutputUnusable("wrong_direction", "no test on record went that way")


def _moved(readings: Sequence[tuple[str, float]]) -> bool:
    before, after = readings[-2][1], readings[-1][1]
    return abs(after - before) > _MOVES * abs(before)


def _require_pairs(sentence: str, readings: Sequence[tuple[str, float]]) -> None:
    """Values that are told with their days in one order: "from 125 in March to 150 in May"."""
    known = {value for _, value in readings}
    days = [(one.start(), day_of(one[0])) for one in (*DATE.finditer(sentence), *_MONTH.finditer(sentence))]
    values = [float(one) for one in _NUMBER.findall(DATE.sub(" ", sentence)) if float(one) in known]
    if len(days) != len(values) or len(readings) < 2:
        return
    for (_, day), value in zip(sorted(days), values, strict=True):
        if not any(is_same_day(day, day_of(at)) for at, told in readings if told == value):
            raise OutputUnusable("value_of_another_day", f"this value was measured on another day: {value:g}")


def require_day(sentence: str, readings: Sequence[tuple[str, float]]) -> None:
    """A value that is told beside one day is of that day; several are told in the order of their days."""
    days = _days_told(sentence)
    known = {value for _, value in readings}
    values = [value for value in map(float, _NUMBER.findall(DATE.sub(" ", sentence))) if value in known]
    if len(values) == 1 and len(readings) > 1:
        _require_place(sentence, values[0], readings)
    if not days or len(days) != len(values):
        return
    for day, value in zip(days, values, strict=True):
        of_value = [day_of(one) for one, told in readings if told == value and one]
        if of_value and not any(is_same_day(day, one) for one in of_value):
            raise OutputUnusable("value_of_another_day", f"this value was measured on another day: {value:g}")


_ARRIVES: Final = lazy_regex(
    r"\bfrom (?P<a>\d+(?:\.\d+)?)\s?(?:[a-zA-Z/%]+ )?(?:(?:all the way |back )?(?:up|down) )?to "
    r"(?P<b>\d+(?:\.\d+)?)(?![\d.]\d)"
    r"|(?<![\d.])(?P<c>\d+(?:\.\d+)?)\s?(?:%|[a-zA-Z/]+)?에서\s(?P<d>\d+(?:\.\d+)?)(?!\d|\.\d)",
    re.IGNORECASE,
)


def require_order(sentence: str, readings: Sequence[tuple[str, float]]) -> None:
    """Two values that a test is told to have gone between stand in the order of their days, whatever else is open."""
    values = [value for _, value in readings]
    for found in _ARRIVES.finditer(DATE.sub(" ", sentence)):
        left, reached = float(found["a"] or found["c"]), float(found["b"] or found["d"])
        if left != reached and left in values and reached in values:
            last = len(values) - 1 - values[::-1].index(reached)
            if values.index(left) > last:
                raise OutputUnusable("wrong_direction", f"in order of time it went from {reached:g} to {left:g}")


def _days_told(sentence: str) -> list[Day]:
    """The days of a sentence in their order, months told by their names among them."""
    whole = list(DATE.finditer(sentence))
    months = [
        one
        for one in _IN_MONTH.finditer(sentence)
        if not any(each.start() <= one.start() < each.end() for each in whole)
    ]
    return [day_of(one[0]) for one in sorted((*whole, *months), key=lambda one: one.start())]


def require_unnamed_day(sentence: str, record: HeldRecord) -> None:
    """A value that only one test of the record has, told beside one day without the test's name, is of that day."""
    days = _days_told(sentence)
    told = {float(one) for one in _DECIMAL.findall(DATE.sub(" ", sentence))}
    if len(days) != 1 or len(told) != 1:
        return
    value = next(iter(told))
    having = [readings for readings in record.readings.values() if any(value == one for _, one in readings)]
    if len(having) != 1 or len(having[0]) < 2:
        return
    of_day = {one for day, one in having[0] if is_same_day(days[0], day_of(day))}
    if of_day and value not in of_day:
        raise OutputUnusable("value_of_another_day", f"this value was measured on another day: {value:g}")


_IN_MONTH: Final = lazy_regex(
    r"\b(?:in|of) (?:january|february|march|april|may|june|july|august|september|october|november|december)\b(?!\s\d)",
    re.IGNORECASE,
)
_DECIMAL: Final = lazy_regex(r"(?<![\d.])\d+\.\d+(?![\d.])")


def _require_place(sentence: str, told: float, readings: Sequence[tuple[str, float]]) -> None:
    """The one value that is told as the latest, or as the earliest, is of that day."""
    of_last, of_first = ({value for day, value in readings if day == readings[at][0]} for at in (-1, 0))
    if (_LATEST.search(sentence) and told not in of_last) or (_EARLIEST.search(sentence) and told not in of_first):
        raise OutputUnusable("value_of_another_day", f"this value was measured on another day: {told:g}")


def require_direction(sentence: str, readings: Sequence[tuple[str, float]], goals: Sequence[Goal]) -> None:
    """Raises OutputUnusable where the values went the other way than a sentence tells."""
    rose, fell = _ROSE.search(sentence) is not None, _FELL.search(sentence) is not None
    if (compared := _of_two_days(sentence, readings)) is not None and not (rose or fell):
        told, other = compared
        if (_HIGHER.search(sentence) and told <= other) or (_LOWER.search(sentence) and told >= other):
            raise OutputUnusable("wrong_direction", f"it tells the other direction; the values are {told:g}, {other:g}")
        if not (_WORSE.search(sentence) or _BETTER.search(sentence)):
            return
    if _BEFORE.search(sentence) and not (rose or fell):
        rose, fell = _HIGHER.search(sentence) is not None, _LOWER.search(sentence) is not None
    sides = {one.side for one in goals}
    if not (rose or fell) and len(sides) == 1:
        # Which way is worse is told by the side on which the goal lies.
        worse, better = _WORSE.search(sentence) is not None, _BETTER.search(sentence) is not None
        rose, fell = (worse, better) if sides == {"below"} else (better, worse)
    if rose == fell or len(readings) < 2:
        return
    if _EVERY.search(sentence):
        steps = list(pairwise(value for _, value in readings))
        if any((after <= before) if rose else (after >= before) for before, after in steps):
            raise OutputUnusable("wrong_direction", "it did not go that way each time")
    compared = _compared(sentence, readings)
    if compared is None:
        steps = list(pairwise(value for _, value in readings))
        if all((after <= before) if rose else (after >= before) for before, after in steps):
            raise OutputUnusable("wrong_direction", "it went the other way each time")
        return
    before, after = compared
    if (rose and after <= before) or (fell and after >= before):
        raise OutputUnusable(
            "wrong_direction", f"it tells the other direction; in order of time the values are {before:g}, {after:g}"
        )


def _of_two_days(sentence: str, readings: Sequence[tuple[str, float]]) -> tuple[float, float] | None:
    """The value of the day that is compared, and that of the other: "April's was the higher of the two", "1월보다"."""
    if not _THAN.search(sentence):
        return None
    days = [(one.end(), day_of(one[0])) for one in (*DATE.finditer(sentence), *_MONTH.finditer(sentence))]
    of_days = dict[float, bool]()
    for end, day in sorted(days):
        value = next((told for at, told in readings if is_same_day(day, day_of(at))), None)
        if value is not None:
            than = sentence[end : end + 5].strip().startswith("보다") or "than " in sentence[:end].casefold()
            of_days.setdefault(value, than)
    if len(of_days) == 1 and len(readings) == 2:
        (value, than), other = next(iter(of_days.items())), next(told for _, told in readings if told not in of_days)
        return (other, value) if than else (value, other)
    if len(of_days) == 2:
        first, second = of_days
        return (second, first) if of_days[first] and not of_days[second] else (first, second)
    return None


def _compared(sentence: str, readings: Sequence[tuple[str, float]]) -> tuple[float, float] | None:
    """The two readings that a sentence compares: those that it names, else the last two."""
    told = {float(one) for one in _NUMBER.findall(DATE.sub(" ", sentence))}
    named = [value for _, value in readings if value in told]
    if len(named) == 2:
        return named[0], named[1]
    days = [day_of(one[0]) for one in (*DATE.finditer(sentence), *_MONTH.finditer(sentence))]
    of_days = [value for day, value in readings if any(is_same_day(one, day_of(day)) for one in days)]
    if len(of_days) == 2:
        return of_days[0], of_days[1]
    # Of three readings and more it is open which earlier one is meant, unless the one before is named.
    if len(readings) == 2 or (len(readings) > 2 and _BEFORE.search(sentence)):
        return readings[-2][1], readings[-1][1]
    return None


def rose(sentence: str) -> bool:
    """Whether a sentence tells that something went up."""
    return _ROSE.search(sentence) is not None


def fell(sentence: str) -> bool:
    """Whether a sentence tells that something went down."""
    return _FELL.search(sentence) is not None
