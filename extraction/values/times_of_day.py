"""Finds the words for days of the week and times of the day at which something is taken, as the codes of a timing.

"On Mondays after dinner" is mon and PCV, "아침 식후" PCM, "at half past eight in the evening" an hour of the clock. An
hour of which nobody says whether it is before noon is none, but for those at which nobody is up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from domain.timing import DAYS
from extraction.text.lazy_regex import lazy_regex
from extraction.text.needed_letters import Rows
from extraction.values.schedule_words import whens_told


@dataclass(frozen=True, slots=True)
class TimeMention:
    """The codes of one day, list of days or time of the day, and where its words stand."""

    codes: tuple[str, ...]
    start: int
    end: int

    @property
    def is_day(self) -> bool:
        """Whether it names days of the week."""
        return self.codes[0] in DAYS


_OWN: Final = r"(?:(?:my|me|his|her|their|your|our|the|a|an|light|eating|having|i have|i eat|i've had) ){0,2}"
_MEAL_EN: Final = (
    rf"{_OWN}(?P<meal>breakfast|brekkie|brekky|brunch|lunch(?:time)?|midday meal|dinner(?:time)?|supper"
    r"|evening meal|main meal|morning meal)"
)
_SIDE: Final = {"before": "A", "with": "", "at": "", "during": "", "after": "P", "following": "P"}
_MEALS: Final = {"b": "M", "m": "V", "l": "D", "d": "V", "s": "V", "e": "V", "t": "V"}
_NOT_ONCE: Final = (
    r"(?<!this )(?<!that )(?<!good )(?<!tomorrow )(?<!yesterday )(?<!last )(?<!next )(?<!one )(?<!other )"
)
_CLOCK: Final = r"(?P<h>\d{1,2})(?:[:.](?P<m>[0-5]\d))?"
_HALF_EN: Final = r"(?P<part>a\.?m\.?(?![a-z])|p\.?m\.?(?![a-z]))"
_PART_EN: Final = r"(?:o'?clock )?(?P<part>in (?:the )?(?:morning|afternoon|evening)|at night)"
_PATTERNS: Final[Rows[tuple[str, re.Pattern[str]]]] = Rows((
    ("clock", lazy_regex(rf"(?<![\d.:/-])(?<!\d )\b(?:(?:at|around|about|by) )?{_CLOCK} ?{_HALF_EN}")),
    ("clock", lazy_regex(rf"\b(?:at|around|about|by) {_CLOCK} {_PART_EN}")),
    ("clock", lazy_regex(r"\b(?P<h>\d{1,2})(?:[:.](?P<m>[0-5]\d))? o'?clock (?P<part>in (?:the )?(?:morning"
                         r"|afternoon|evening)|at night)")),
    ("both", lazy_regex(r"\bam ?(?:and|&|/|,) ?pm\b")),
    ("clock", lazy_regex(r"(?<![\d.:/-])(?:at )?(?P<h>1[3-9]|2[0-3]):(?P<m>[0-5]\d)(?![\d:])")),
    ("clock", lazy_regex(r"(?<![\d.:/-])\bat (?P<h>[1-5])(?: o'?clock\b|(?=\s*(?:[,.;]|$|and\b)))(?! ?(?:mg|ml"
                         r"|mcg))")),
    ("clock", lazy_regex(
        r"(?P<part>오전|오후|아침|점심|낮|저녁|밤|새벽)에?\s?(?P<h>\d{1,2}|[한두세네]|다섯|여섯|일곱|여덟|아홉"
        r"|열한|열두|열)"
        r"\s?시\s?(?:(?P<m>[0-5]?\d)\s?분|(?P<half>반))?(?!\s?간)"
    )),
    ("clock", lazy_regex(r"(?<![\d.:/-])(?P<h>1[3-9]|2[0-3])\s?시(?!\s?간)")),
    ("meals", lazy_regex(
        rf"\b(?P<side>before|with|at|after) {_MEAL_EN}(?:,? (?:and|&)|,) (?P<next>breakfast|lunch|dinner|supper"
        rf"|tea)\b"
    )),
    ("meal", lazy_regex(
        rf"\b(?P<side>before|with|at|during|after|following) {_MEAL_EN}\b(?! (?:club|menu|yesterday|today))"
    )),
    ("meal", lazy_regex(r"(?P<meal>아침|점심|저녁)\s?(?:을\s?|을\s)?(?:밥|식사)?(?:을)?\s?"
                        r"(?P<side>식\s?후|식\s?전|공복|식사\s?[후전]|먹고(?:\s?나서)?|먹자마자|먹은\s?[뒤후다]에?"
                        r"|먹기\s?[바직]?로?\s?전"
                        r"|[후전]에?(?=[에\s,.]|$)|식사(?:랑|와|하고|때)|밥(?:이랑|하고|과|때))")),
    ("PCV", lazy_regex(r"\bafter (?:my |the )?tea\b(?! and (?:toast|coffee))")),
    ("ACV", lazy_regex(r"\bbefore (?:my |the )?tea\b(?! and (?:toast|coffee))")),
    ("CV", lazy_regex(r"\b(?:at|with) tea-?\s?time\b|\btea-?\s?time\b")),
    ("PC", lazy_regex(
        r"\bafter (?:each |every |all |my |the )?(?:meals?|food|eating)\b|매\s?식후|매\s?식사\s?후"
        r"|(?<![가-힣])식후|밥\s?먹고(?:\s?나서)?"
        r"|식사\s?(?:후|하고\s?나서)|끼니\s?후"
    )),
    ("AC", lazy_regex(
        r"\bbefore (?:each |every |all |my |the )?(?:meals?|food|eating)\b|매\s?식전|(?<![가-힣])식전|식사\s?전"
        r"|밥\s?먹기\s?전"
    )),
    ("C", lazy_regex(r"\bwith (?:each |every |all |my |the |a )?(?:meals?|food)\b|식사\s?(?:중|와\s?함께|하면서"
                     r"|때)|밥이랑")),
    ("WAKE", lazy_regex(
        r"\b(?:on|upon|after) (?:waking|getting up)(?: up)?\b|\b(?:when|as soon as|after) (?:i|he|she|they) "
        r"(?:wakes?|gets?|get) up\b|\bas soon as i(?:'m| am) up\b|일어나자마자|일어나서\s?바로|기상\s?(?:직후|후"
        r"|하자마자|시)|눈\s?뜨자마자"
    )),
    ("HS", lazy_regex(
        r"\b(?:at |around |before |just before |right before )?bed-?\s?times?\b|\b(?:just "
        r"|right )?before (?:i go to |going to |going )?"
        r"(?:bed|sleep|sleeping)\b|\bwhen (?:i|he|she|they) goe?s? to (?:bed|sleep)\b|\blast thing(?: at night)?\b"
        r"|(?:잠?\s?자기|취침|잠들기|주무시기)\s?(?:바로\s?|직)?전|취침\s?시|잠?\s?잘\s?때|자러\s?갈\s?때|주무실\s?때"
    )),
    ("MORN", lazy_regex(
        rf"\b{_NOT_ONCE}(?:(?:first thing )?in the (?:early )?|(?:each|every|of a|of an|a) )?"
        r"mornings?(?:'s)?\b(?! (?:after|sickness|people|person|coffee|walk|routine|stiffness|headaches?))"
        r"|\bfirst thing\b"
        r"|(?<=\d)\s?(?<!\b\d )(?<!\b\d)(?<!\b1[0-2] )(?<!\b1[0-2])(?:mg |mcg )?\bam\b(?! i)|(?<=mg )am\b"
        r"|\bqam\b|(?<![가-힣])(?:아침|오전)"
    )),
    ("NOON", lazy_regex(r"\bat 12\b(?![:.\d]| ?(?:am|mg|mcg|ml|units?))|\b(?:at |around )?(?:noon|midday)\b"
                        r"|\b(?:at )?lunch-?\s?times?\b|(?<![가-힣])(?:점심|한낮|정오)")),
    ("AFT", lazy_regex(
        rf"\b{_NOT_ONCE}(?:in the (?:early |late |mid-?)?|(?:each|every|of an?) )?(?:mid-?)?afternoons?\b"
        rf"|(?<![가-힣])오후"
    )),
    ("EVE", lazy_regex(
        rf"\b{_NOT_ONCE}(?:in the (?:early |late )?|(?:each|every|of an?) )?evenings?\b(?! (?:meal|primrose))"
        rf"|\bqpm\b|(?<=mg )pm\b|(?<![가-힣])저녁"
    )),
    ("NIGHT", lazy_regex(
        rf"\b{_NOT_ONCE}(?:at |(?:each|every|of a) )nights?\b|\bnightly\b|\b{_NOT_ONCE}nights?\b(?! (?:shifts?"
        rf"|sweats?|out|before|nurse|"
        r"time pain|terrors?|mares?|cramps?))|\bnight-?time\b|(?<![가-힣])밤(?=에|마다|\s|,|$|으로|이(?:에요"
        r"|예요|야|라|고|요|$))"
    )),
), lambda row: row[1])  # fmt: skip
"""Words of the day by what they name, the most exact first; a later one gives way to an earlier."""
_ONCE_BEFORE: Final = lazy_regex(
    r"(?:오늘|어제|그제|엊그제|내일|지난|이번|다음|간)\s?(?:날\s?)?$|\b(?:this|last|next|yesterday|tomorrow) $"
)
_WEEKDAY_BEFORE: Final = lazy_regex(r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day $")
_NO_TIME: Final = lazy_regex(r"저녁\s?무렵부터|아침\s?부터|밤\s?새|밤\s?늦게까지")
_KO_HOURS: Final = {
    "한": 1, "두": 2, "세": 3, "네": 4, "다섯": 5, "여섯": 6, "일곱": 7, "여덟": 8, "아홉": 9, "열": 10, "열한": 11,
    "열두": 12,
}  # fmt: skip
_ABBREVIATED: Final = lazy_regex(r"(?:mon|tues?|weds?|thu|thurs?|fri|sat|sun)s?\.?")
_FIRM: Final = lazy_regex(r"\b(?:every|each|on|once a week|weekly) (?:a )?$")
_SUCH_TIMES: Final = lazy_regex(r" (?:morning|afternoon|evening|night)s\b")
_GROUPED: Final = {"weekdays": DAYS[:5], "weekends": DAYS[5:]}
_KOREAN_EACH: Final = lazy_regex(r"매주\s?$")


def find_times(text: str, *, weekly: bool = False) -> tuple[TimeMention, ...]:
    """Every recurring day and time of the day in ``text`` (in lower case), in order.

    One weekday alone may be a date; it is a day of the week where its words say so ("Mondays", "월요일마다") or, by
    ``weekly``, something else tells of once a week.
    """
    found = list(_days(text, weekly=weekly))
    taken = bytearray(len(text))
    for one in found:
        taken[one.start : one.end] = b"\x01" * (one.end - one.start)
    for name, pattern in _PATTERNS.worth_trying(text):
        for match in pattern.finditer(text):
            start, end = match.span()
            codes = _codes(name, match)
            if any(taken[start:end]) or not codes or _is_once(text, start, end, taken):
                continue
            taken[start:end] = b"\x01" * (end - start)
            found.append(TimeMention(codes, start, end))
    return tuple(_beside_the_same(text, sorted(found, key=lambda one: one.start)))


def _is_once(text: str, start: int, end: int, taken: bytearray) -> bool:
    """Whether a time is that of one day: "this morning", "Monday morning", but not "Sunday mornings"."""
    before = max(0, start - 10)
    if _ONCE_BEFORE.search(text, before, start) or _NO_TIME.match(text, start):
        return True
    return _WEEKDAY_BEFORE.search(text, before, start) is not None and not taken[start - 2] and text[end - 1] != "s"


def _beside_the_same(text: str, found: Sequence[TimeMention]) -> Iterator[TimeMention]:
    """Mentions in which each meal of a row is on the side that is told of the row: "아침 저녁 식후"."""
    for at, one in enumerate(found):
        side = _of_row(text, found, at) if len(one.codes) == 1 and one.codes[0] in _BARE else None
        yield one if side is None else TimeMention((side,), one.start, one.end)


def _of_row(text: str, found: Sequence[TimeMention], at: int) -> str | None:
    """The code of a bare meal by the one that tells the side for its row: the next in Korean, the last in English."""
    own = found[at]
    hangul = "가" <= text[own.end - 1] <= "힣"
    others = found[at + 1 :] if hangul else found[:at][::-1]
    place = own
    for other in others:
        between = text[place.end : other.start] if hangul else text[other.end : place.start]
        if _ROW.fullmatch(between) is None:
            return None
        side = _SIDED.fullmatch(other.codes[0])
        if side is not None:
            return side["side"] + _BARE[own.codes[0]]
        place = other
    return None


_BARE: Final = {"MORN": "M", "NOON": "D", "EVE": "V"}
_SIDED: Final = lazy_regex(r"(?P<side>[AP]?C)[MDV]")
_ROW: Final = lazy_regex(r"\s?(?:[,·/&]|and|하고|이랑|랑|과|와)?\s?")


def _days(text: str, *, weekly: bool) -> Iterator[TimeMention]:
    for when, start, end, recurs in whens_told(text):
        named = [one for day in when.split("/") for one in _GROUPED.get(day, (day.lower(),)) if one in DAYS]
        words, before = text[start:end], text[max(0, start - 12) : start]
        firm = _FIRM.search(before) or _KOREAN_EACH.search(before) or _SUCH_TIMES.match(text, end)
        if not named or not (recurs or weekly or _KOREAN_EACH.search(before) or _SUCH_TIMES.match(text, end)):
            continue
        if len(named) == 1 and _ABBREVIATED.fullmatch(words) and not firm:
            # "Sat in the sun" names no day.
            continue
        yield TimeMention(tuple(named), start, end)


def _codes(name: str, match: re.Match[str]) -> tuple[str, ...]:
    if name == "clock":
        return _hour(match)
    if name == "meals":
        return tuple(_beside_meal(match[one], match["side"]) for one in ("meal", "next"))
    if name == "meal":
        return (_beside_meal(match["meal"], match["side"]),)
    return ("MORN", "EVE") if name == "both" else (name,)


def _beside_meal(meal: str, side: str) -> str:
    if "가" <= meal[0] <= "힣":
        of = {"아침": "M", "점심": "D", "저녁": "V"}[meal]
        before = side.endswith("전") or side.endswith("전에") or side == "공복"
        during = side.startswith(("식사랑", "식사와", "식사하고", "식사때", "밥"))
        return f"{'A' if before else ''}C{of}" if before or during else f"PC{of}"
    of = "M" if meal.startswith(("b", "morning")) else _MEALS[meal[0]]
    of = "D" if meal == "midday meal" else of
    return f"{_SIDE[side]}C{of}"


def _hour(match: re.Match[str]) -> tuple[str, ...]:
    parts = match.groupdict()
    told = parts["h"]
    hour = int(told) if told.isdigit() else _KO_HOURS[told]
    minute = 30 if parts.get("half") else int(parts.get("m") or 0)
    part = (parts.get("part") or "").replace("o'clock ", "").replace("oclock ", "")
    if hour > 23 or (hour == 0 and part):
        return ()
    late = part.startswith(("p", "in the a", "in the e", "오후", "저녁", "점심", "낮")) or (
        part in ("at night", "밤") and 6 <= hour <= 11
    )
    if (late and hour < 12 and not (part in ("점심", "낮") and hour > 6)) or (not part and hour <= 5):
        hour += 12
    elif hour == 12 and part.startswith(("a", "in the m", "오전", "밤", "새벽", "at night")):
        hour = 0
    return (f"{hour:02d}:{minute:02d}",)
