"""Numbers of an answer: held by the material for the very thing they are told of, or worked out from what is.

A number belongs to the test or the medicine named nearest before it. One that the material holds for something else
only is refused; a difference, a daily total or a conversion of numbers that the answer names is worked out again.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import combinations
from typing import Final

from agent.llm_failures import OutputUnusable
from agent.skills.grounding import BRACKETED, ENDED, FREQUENCIES, MARKS, MONTHS, numbers, spoken_amounts, spoken_tens
from agent.skills.held_record import NO_RECORD, HeldRecord
from agent.skills.reckoned_numbers import AGED, ages_at, by_ratio, counts_told, reckoned, without_parts
from extraction.naming.mentions import Mention
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise
from extraction.values.frequencies import find_frequencies

Names = Callable[[str], Sequence[Mention]]
"""Finds the concepts that a text names."""

Day = tuple[int, int, int]
"""Year, month and day, 0 where a date does not say."""
_DAYS: Final = 31
_NUMBER: Final = lazy_regex(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?")
DATE: Final = lazy_regex(
    r"\d{4}-\d{2}(?:-\d{2})?|\d{4}\s?년(?:\s?\d{1,2}\s?월)?(?:\s?\d{1,2}\s?일)?|\d{1,2}\s?월(?:\s?\d{1,2}\s?일)?"
    r"|\d{1,2}\s?일(?!\s?(?:에\s?\d|\d|분|간))"
    r"|\b\d{1,2}(?:st|nd|rd|th)?\s(?:of\s)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b(?:,?\s\d{4})?"
    r"|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\s\d{1,2}(?:st|nd|rd|th)?\b(?:,?\s\d{4})?"
    r"|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\s(?:19|20)\d{2}\b"
    r"|\bthe \d{1,2}(?:st|nd|rd|th)\b(?!\s(?:time|dose|attack|episode|week|day|month|visit|reading|test))"
    r"|(?<![\w.])(?:19|20)\d{2}(?![\dA-Za-z])(?!\s?(?:mg|mcg|µg|g|ml|iu|units?|kcal|calories|steps|보|단위|밀리)(?![a-z]))",
    re.IGNORECASE,
)
_EMERGENCY: Final = lazy_regex(
    r"(?<![\d.])(?:119|911|112|999|988|109|1393|1339|1577-0199|111)(?!\d|\.\d|\s?(?:mg|%|mm|점|kg|단위))"
)
_CALLED_BY_NUMBER: Final = lazy_regex(r"(?<![\d.])(?:911|999)(?!\d|\.\d|\s?(?:mg|%|mm|점|kg|단위))")
"""Numbers that no reading of a patient is likely to have."""
_CALLING: Final = lazy_regex(
    r"전화|신고|부르|불러|연락|응급|구급|상담|\b(?:call(?:ing)?|dial(?:l?ing)?|ring(?:ing)?|phon(?:e|ing)"
    r"|emergency|ambulance|line)\b",
    re.IGNORECASE,
)
_COMPARING: Final = lazy_regex(
    r"평균|차이|높|낮|보다|비해|좋아[지졌진]|나아[지졌진]|나빠[지졌진]|올[라랐]|오른|오르|상승|떨어|하락|줄|늘|감소|증가|내려|내린|만큼|초과|모자|자[라랐란]|커[지졌]|작아[지졌]"
    r"|\b(?:higher|lower|above|below|over|under|rose|risen|rises?|fell|fallen|falls?|drop(?:ped|s)?|declin\w*"
    r"|climb\w*|reduction|difference|more|less"
    r"|up|down|by|increase\w*|better|worse|improv\w*|than"
    r"|gap|apart|between|average|mean"
    r"|decrease\w*|gain\w*|lost|put on|heavier|lighter|trimm\w*|since|grew|grown|shrunk|shrank)\b",
    re.IGNORECASE,
)
_TOTALLING: Final = lazy_regex(
    r"하루|일주일|한\s?주|총|합|모두|전부|매일|씩|더하|\b(?:adds? up|comes? to|in all"
    r"|day|daily|total|altogether|times|twice|week|weekly)\b",
    re.IGNORECASE,
)
_UNITS: Final = lazy_regex(
    r"(?<![A-Za-z])(?:mg/d?l|mmol/l|[µu]mol/l|g/d?l|mmol/mol|mg|mcg|g|kg|lb|cm)(?![A-Za-z/])|%", re.IGNORECASE
)
_TENS: Final = (10.0, 100.0, 1000.0)
_MOLAR: Final = (18.0, 18.016, 38.67, 88.57, 88.4, 59.48, 10.93)
"""Factors of glucose, cholesterol, triglycerides, creatinine and uric acid between mmol or umol and mg/dL."""
_BOUND: Final = frozenset({"labs", "vitals", "medications", "drug_classes"})
_SENTENCE: Final = lazy_regex(r"(?<=[.!?。])\s+|\n+|;\s|(?<=,)\s")
_ROUNDING: Final = 0.051
"""How far a number that was worked out may be from the exact one: it is told with one decimal place."""


@dataclass(slots=True)
class Held:
    """The numbers of the material: of each concept, of dates, and of nothing in particular."""

    of: dict[str, set[float]] = field(default_factory=lambda: defaultdict(set))
    free: set[float] = field(default_factory=set)
    dates: set[Day] = field(default_factory=set)

    @property
    def all(self) -> set[float]:
        """All but those of dates."""
        return self.free.union(*self.of.values()) if self.of else set(self.free)


def held(material: Iterable[str], names: Names) -> Held:
    """What the lines and sentences of ``material`` hold; values that were corrected are not among them."""
    found = Held()
    for text in material:
        plain = ENDED.sub(" ", text)
        found.dates |= {day_of(one[0]) for one in DATE.finditer(plain)}
        for sentence in _SENTENCE.split(DATE.sub(_blank, plain)):
            for value, concepts in numbers_told(sentence, names):
                for concept in concepts:
                    found.of[concept].add(value)
                if not concepts:
                    found.free.add(value)
        found.free |= {float(times) for code, times in FREQUENCIES.items() if re.search(rf"\b{code}\b", plain)}
    return found


def require_grounded_numbers(
    text: str, material: Iterable[str], names: Names, record: HeldRecord = NO_RECORD, today: str = ""
) -> None:
    """Raises OutputUnusable for a number that is nobody's ("ungrounded_number") or another's ("number_of_another").

    Emergency numbers may always be told. What is worked out must name what it was worked out from, but for how far the
    readings of a test in ``record`` lie apart.
    """
    texts = tuple(material)
    shown = BRACKETED.sub(lambda found: " " if any(found[0] in one for one in texts) else found[0], text)
    shown = MARKS.sub(" ", shown)
    shown = (_EMERGENCY if _CALLING.search(shown) else _CALLED_BY_NUMBER).sub(_blank, shown)
    known = held(texts, names)
    days = {day_of(one[0]) for one in DATE.finditer(shown)}
    unknown = {one for one in days if not any(is_same_day(one, other) for other in known.dates)}
    unknown -= {one for one in unknown if _is_to_come(one, known.dates)}
    now = {day_of(today)} if today else set()
    spans = _spans({_dated(one, known.dates) for one in days} | known.dates | now)
    weeks = {float(one) for each in texts for one in _WEEKS.findall(each)}
    strange = {float(part) for one in unknown for part in one if part} - known.free
    shown = _without_frequencies(DATE.sub(_blank, shown), texts)
    worked = reckoned(texts, names, [[value for _, value in one] for one in record.readings.values()])
    shown = without_parts(shown, worked)
    spans["year"] |= worked.years
    stated = numbers(shown)
    named = _tests_named(shown, names)
    # What names no test ("that is a drop of 2.3") is of one that was spoken of.
    shares = record.shares()
    goals = _from_goals(record, named, texts, text, names)
    rationed = by_ratio(shown, worked)
    if today and AGED.search(shown):
        rationed |= ages_at(worked, known.dates, int(today[:4]))
    gaps = record.gaps(named if named & record.readings.keys() else frozenset(record.readings))
    gaps |= set().union(*(worked.gaps[one] for one in named & worked.gaps.keys()))
    totals = {one: told for one, told in _totals(known, record).items() if one not in worked.pieced}
    pieces = counts_told(shown)
    if _TOTALLING.search(shown):
        for one in named & known.of.keys():
            totals.setdefault(one, set()).update(round(a * count, 6) for a in known.of[one] for count in pieces)
    moved = _COMPARING.search(shown) or _BEFORE.search(shown)
    for medicine, amounts in (worked.earlier if moved else worked.totals).items():
        totals.setdefault(medicine, set()).update(amounts)
    for sentence, value, concepts in _stated(shown, names):
        if (value in gaps or value in goals) and _COMPARING.search(shown):
            continue
        if value in rationed:
            continue
        unit = _time_unit(value, sentence)
        if any(abs(value - one) <= 1 for one in spans.get(unit, ())):
            continue
        if unit == "week" and any(one * count == value for one in weeks for count in pieces):
            continue
        if unit == "week" and any(abs(value - one - other) <= 1 for one in weeks for other in spans["week"]):
            continue
        if value in shares and _COMPARING.search(shown) and re.search(rf"{value:g}\s?(?:%|percent|퍼센트)", sentence):
            continue
        if _is_derived(value, sentence, shown, stated, known) or _is_from_goal(value, shown, known, record):
            continue
        if _TOTALLING.search(shown) and any(value in totals.get(one, ()) for one in concepts or named or totals):
            continue
        own = set().union(*(known.of[one] for one in concepts)) if concepts else set()
        if value in own or value in known.free or (not concepts and value in known.all):
            continue
        if value in known.all:
            raise OutputUnusable("number_of_another", f"{value:g} belongs to something else in the data")
        strange.add(value)
    bound = {one.entry.concept_id for one in names(normalise(shown).text) if one.entry.kind in _BOUND}
    own = known.free.union(*(known.of[one] for one in bound)) if bound else known.free
    own = own | {float(record.times[one]) for one in bound & record.times.keys()}
    counted = set[float]().union(rationed, *spans.values())
    counted |= gaps | goals if _COMPARING.search(shown) else set()
    strange |= (spoken_amounts(shown, texts) | spoken_tens(shown, texts)) - own - counted
    if strange:
        told = ", ".join(f"{number:g}" for number in sorted(strange))
        raise OutputUnusable("ungrounded_number", f"these numbers are not in the data: {told}")


def _stated(text: str, names: Names) -> Iterator[tuple[str, float, frozenset[str]]]:
    """The numbers of an answer with their clause and whose they are: "it fell, from 9.1 to 6.8" is of the test before
    the comma.
    """
    for whole in _FULL_STOP.split(text):
        last = frozenset[str]()
        for clause in _SENTENCE.split(whole):
            tests = [one.entry for one in names(normalise(clause).text) if one.entry.kind in _TESTS]
            told = _alike(frozenset({tests[-1].concept_id, *tests[-1].broader})) if tests else last
            goes_on = _FROM_TO.match(clause) is not None
            for value, concepts in numbers_told(clause, names):
                yield clause, value, concepts or (last if goes_on else concepts)
            last = told


_FULL_STOP: Final = lazy_regex(r"(?<=[.!?。])\s+|\n+|;\s")
_FROM_TO: Final = lazy_regex(r"\s*(?:from|down|up|to|at|now|and now|지난|지금)\b", re.IGNORECASE)
_TESTS: Final = frozenset({"labs", "vitals"})


def numbers_told(sentence: str, names: Names) -> list[tuple[float, frozenset[str]]]:
    """The numbers of a sentence, each with the concepts of the name nearest before it, else of the next one."""
    plain = normalise(sentence).text
    mentions = [one for one in names(plain) if one.entry.kind in _BOUND]
    found = []
    for match in _NUMBER.finditer(plain):
        if any(one.start <= match.start() < one.end for one in mentions):
            continue
        before = [one for one in mentions if one.end <= match.start()]
        amount = _AMOUNT_OF.match(plain, match.end())
        ahead = next((one for one in mentions if amount is not None and one.start == amount.end()), None)
        near = ahead or (before[-1] if before else next(iter(mentions), None))
        named = _NAMED_OF.search(plain, 0, match.start()) if ahead is None else None
        if named is not None and not any(one.end > named.start() for one in before):
            # "A sugar of 19" names what it is of, be it by a word that is not known.
            near = None
        ids = frozenset({near.entry.concept_id, *near.entry.broader}) if near is not None else frozenset()
        found.append((float(match[0].replace(",", "")), _alike(ids)))
    return found


_AMOUNT_OF: Final = lazy_regex(r"\s?(?:mg|mcg|g|units?|puffs?|tablets?)\sof\s(?:the\s|your\s)?", re.IGNORECASE)
"""Between an amount and the name that it is of."""
_NAMED_OF: Final = lazy_regex(r"\b(?:an?|your|the)\s[a-z]+\sof\s$", re.IGNORECASE)


def _without_frequencies(text: str, material: Iterable[str]) -> str:
    """``text`` without how often something is done, where the material tells the same: "1회" of "once" is no value."""
    told = {one.code for each in material for line in each.splitlines() for one in find_frequencies(line)}
    for one in find_frequencies(text):
        if one.code in told and any(character.isdigit() for character in one.text):
            text = text.replace(one.text, " " * len(one.text))
    return text


def _tests_named(text: str, names: Names) -> frozenset[str]:
    return _alike(frozenset(one.entry.concept_id for one in names(normalise(text).text) if one.entry.kind in _BOUND))


def _alike(ids: frozenset[str]) -> frozenset[str]:
    pressure = any(one == "pulse_pressure" or "blood_pressure" in one for one in ids)
    ids = ids | {one.removesuffix("_score") for one in ids}
    return ids | {"blood_pressure", "systolic_blood_pressure", "diastolic_blood_pressure"} if pressure else ids


def _is_derived(value: float, sentence: str, text: str, stated: set[float], known: Held) -> bool:
    """Whether a number follows from two that the answer names, or one is a goal it names, in words that say so."""
    operands = {one for one in stated if one in known.all} - {value}
    if _COMPARING.search(sentence) and any(abs(abs(a - b) - value) <= _ROUNDING for a, b in combinations(operands, 2)):
        return True
    if _TOTALLING.search(text):
        times = {one for one in (*operands, 2.0, 3.0, 4.0) if one == int(one) and 2 <= one <= 6}
        if any(abs(dose * count - value) <= _ROUNDING for dose in operands for count in times):
            return True
    if _MULTIPLES.search(sentence) and any(
        abs(one * count - value) <= _ROUNDING for one in operands for count in (2.0, 3.0, 4.0, 5.0, 10.0)
    ):
        return True
    if len({one.casefold() for one in _UNITS.findall(sentence)}) > 1:
        factors = (*_TENS, *_MOLAR)
        exact = (worked for one in operands for factor in factors for worked in (one * factor, one / factor))
        return any(_is_near(one, value) for one in exact)
    return False


_BEFORE: Final = lazy_regex(r"전에|이전|예전|원래|\b(?:before|previous\w*|used to|was|earlier)\b", re.IGNORECASE)
"""That a dose of before is told."""
_MULTIPLES: Final = lazy_regex(r"[두세네2-9]\s?배|열\s?배|\b(?:twice|double|triple|times|fold)\b", re.IGNORECASE)


def _is_from_goal(value: float, text: str, known: Held, record: HeldRecord) -> bool:
    """Whether a number tells how far a test's newest reading lies from a limit that the answer names and is held."""
    if not (_COMPARING.search(text) or _BEYOND.search(text)):
        return False
    limits = numbers(text) - {value}
    return any(
        abs(abs(readings[-1][1] - limit) - value) <= _ROUNDING
        for test, readings in record.readings.items()
        for limit in limits & (known.free.union(*(known.of[one] for one in _alike(frozenset({test})))))
    )


_BEYOND: Final = lazy_regex(r"넘|밑돌|웃돌|미치|\b(?:short of|beyond|past|from|off|away|points?)\b", re.IGNORECASE)
_DAYS_A_WEEK: Final = 7


def _totals(known: Held, record: HeldRecord) -> dict[str, set[float]]:
    """What a day's and a week's tablets and doses of each medicine come to, by how often the record has it taken."""
    return {
        medicine: {
            round(amount * count, 6) for amount in (1.0, *known.of[medicine]) for count in (times, times * _DAYS_A_WEEK)
        }
        for medicine, times in record.times.items()
        if medicine in known.of
    }


_TIME: Final = (
    ("day", lazy_regex(r"\s?(?:일\s?(?:만|동안|간|째|뒤|후|전)|days?\b)", re.IGNORECASE)),
    ("week", lazy_regex(r"\s?(?:주|weeks?\b)", re.IGNORECASE)),
    ("month", lazy_regex(r"\s?(?:개월|달|months?\b)", re.IGNORECASE)),
    (
        "year",
        lazy_regex(
            r"\s?(?:년\s?(?:만|동안|간|째|뒤|후|전|이|반|먼저|앞|빠|늦|사이|차|넘|남짓|가까이|정도|쯤|되|됐)|years?\b)",
            re.IGNORECASE,
        ),
    ),
)
_UNIT_DAYS: Final = {"day": 1.0, "week": 7.0, "month": 30.44, "year": 365.25}


_WEEKS: Final = lazy_regex(r"(\d+)\s?(?:주|weeks?\b)", re.IGNORECASE)


def _dated(one: Day, known: Iterable[Day]) -> Day:
    """A day that is told without its year, in that of the newest day held."""
    year = max((each[0] for each in known), default=0)
    return one if one[0] else (year, one[1], one[2])


def _time_unit(value: float, sentence: str) -> str:
    """The unit of time in which a number is told, "" where it is none."""
    found = re.search(rf"(?<![\d.]){value:g}(?![\d.])", sentence)
    if found is None:
        return ""
    return next((unit for unit, words in _TIME if words.match(sentence, found.end())), "")


def _spans(days: Iterable[Day]) -> dict[str, set[float]]:
    """How far the days that are told or held lie apart, in each unit of time."""
    # A month is told in place of its middle, and a year of its own.
    whole = {(year, month or _MIDDLE_MONTH, day or _MIDDLE_DAY) for year, month, day in days if year}
    exact = sorted({date(*one) for one in whole if _is_calendar_day(one)})
    apart = {(later - earlier).days for earlier, later in combinations(exact, 2)}
    return {unit: {round(one / length, 1) for one in apart} for unit, length in _UNIT_DAYS.items()}


_MIDDLE_MONTH, _MIDDLE_DAY = 7, 15


def _is_calendar_day(one: Day) -> bool:
    try:
        date(*one)
    except ValueError:
        return False
    return True


def _is_to_come(one: Day, known: Iterable[Day]) -> bool:
    """Whether a day lies beyond all that is held, so that nothing on record can have been on it."""
    newest = max((each for each in known if each[0]), default=None)
    year, month, day = one
    if newest is None or not month:
        return False
    if year:
        return (year, month, day or 0) > newest
    return newest[1] < month <= newest[1] + _SOON


_SOON: Final = 3
"""Months within which a day without its year is taken to be yet to come."""


def _from_goals(record: HeldRecord, named: frozenset[str], texts: Sequence[str], text: str, names: Names) -> set[float]:
    """How far readings of the named tests lie from the limits that the material sets for them."""
    # The limits are read by what stands on this module.
    from agent.skills.held_goals import goals_of

    if not _LIMIT_NAMED.search(text):
        return set()
    return {
        round(abs(value - goal.value), 6)
        for test in named & record.readings.keys()
        for goal in goals_of(texts, test, names)
        for _, value in record.readings[test]
    }


_LIMIT_NAMED: Final = lazy_regex(r"목표|기준|권고|\b(?:goals?|targets?|limits?|cut-?off|line)\b", re.IGNORECASE)


def _is_near(exact: float, told: float) -> bool:
    """Whether a converted number is told as it is, but for rounding."""
    return abs(exact - told) <= max(0.005, 0.01 * abs(exact))


def day_of(words: str) -> Day:
    """Year, month and day of a date, 0 where it does not say."""
    parts = [int(one) for one in re.findall(r"\d+", words)]
    month = next((at for at, name in enumerate(MONTHS, 1) if name in words.casefold()), 0)
    if month:
        year = next((one for one in parts if one > _DAYS), 0)
        return year, month, next((one for one in parts if one <= _DAYS), 0)
    year = parts[0] if parts and parts[0] > _DAYS else 0
    rest = parts[1:] if year else parts
    if "월" not in words and not year:
        return 0, 0, next(iter(rest), 0)
    return year, next(iter(rest), 0), next(iter(rest[1:]), 0)


def is_same_day(told: Day, known: Day) -> bool:
    """Whether a date is held: every part of it that is told."""
    return any(told) and all(not one or one == other for one, other in zip(told, known, strict=True))


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])
