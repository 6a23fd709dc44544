"""Numbers that follow from what one line of the material tells: the doses of a medicine before and after a change, what
they come to in a day with puffs and times, spans between ages, a dose by a ratio, what part one number is of another.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from typing import Final

from extraction.naming.mentions import Mention
from extraction.text.lazy_regex import lazy_regex
from extraction.values.frequencies import find_frequencies
from extraction.values.small_counts import ENGLISH_COUNT, KOREAN_COUNT_ALONE, read_count

_AMOUNT: Final = lazy_regex(
    r"(?<![\d./])(?P<n>\d+(?:,\d{3})*(?:\.\d+)?)\s?(?P<unit>mg|mcg|µg|μg|grams?|g|ml|units?|iu|단위"
    r"|밀리그램|그램)(?![A-Za-z/])",
    re.IGNORECASE,
)
_PIECES: Final = lazy_regex(
    rf"(?P<en>{ENGLISH_COUNT})\s(?:puffs?|sprays?|tablets?|capsules?|drops?)\b"
    rf"|(?P<ko>\d+|{KOREAN_COUNT_ALONE})\s?(?:회|번)?\s?(?:흡입|뿌|알|정(?=[씩\s,]|$)|캡슐|방울)",
    re.IGNORECASE,
)
_PER_DAY: Final = {"QD": 1, "QHS": 1, "BID": 2, "TID": 3, "QID": 4}
_AGES: Final = lazy_regex(
    r"\bage[d]? (?P<en>\d{1,3})\b|나이 (?P<na>\d{1,3})|(?<!\d)(?P<ko>\d{1,3})\s?(?:세|살)(?![가-힣]{2})"
)
_FIRST_BIRTHDAY: Final = lazy_regex(r"(?<![가-힣])돌\s?(?:무렵|때|쯤|부터|지나)")
_RATIO: Final = lazy_regex(
    r"(?P<dose>\d+(?:\.\d+)?)\s?(?:units?|단위)\s?(?:per|for every|for each|to)\s(?P<of>\d+(?:\.\d+)?)\s?g\b"
    r"|(?P<of_ko>\d+(?:\.\d+)?)\s?g\s?(?:당|마다|에)\s?(?P<dose_ko>\d+(?:\.\d+)?)\s?(?:units?|단위)",
    re.IGNORECASE,
)
_GRAMS: Final = lazy_regex(r"(?<![\d.])(\d+(?:\.\d+)?)\s?(?:g|grams?|그램)(?![A-Za-z])", re.IGNORECASE)
_UNITS: Final = lazy_regex(r"(?<![\d.])(\d+(?:\.\d+)?)\s?(?:units?|단위)(?![A-Za-z])", re.IGNORECASE)
_FRACTION: Final = lazy_regex(
    r"(?P<whole>[2-9])\s?분의\s?(?P<part>[1-9])|(?<![\d./])(?P<n>[1-9])/(?P<m>[2-9])(?![\d/])"
)
_TIMES: Final = lazy_regex(
    r"(?<![\d.])(?P<times>\d+(?:\.\d+)?)(?:\s?배|[- ]?fold\b|\stimes\s(?:as|the|what|higher|more|its))"
)
_PERCENT: Final = lazy_regex(r"(?<![\d.])(?P<n>\d+(?:\.\d+)?)\s?(?:%|percent\b|퍼센트|프로)", re.IGNORECASE)
_COUNT: Final = lazy_regex(
    rf"(?<![\d.-])(?P<ko>\d+|{KOREAN_COUNT_ALONE})\s?(?:번|회|알|잔|개비|병|봉|캔|갑|포|개|시간|분(?!의)|킬로)"
    rf"|(?P<en>{ENGLISH_COUNT})\s(?:times|tablets|pills|glasses|bottles|cups|pints|cigarettes|packs|hours|minutes)\b",
    re.IGNORECASE,
)
_HOURS: Final = lazy_regex(r"(?:시간|hours)$", re.IGNORECASE)
_MINUTES: Final = 60.0
_ASIDE: Final = lazy_regex(r"\([^)]*\)")
"""What a line tells beside the thing itself."""
_PARTS_OF_DAY: Final = lazy_regex(
    r"아침|점심|저녁|자기\s?전|밤|낮|\b(?:morning|noon|lunch|midday|afternoon|evening|dinner|supper|night|bedtime)\b",
    re.IGNORECASE,
)
_TABLETS: Final = lazy_regex(
    rf"(?P<ko>{KOREAN_COUNT_ALONE})\s?(?:알|정(?![가-힣])|캡슐|번|회|차례)"
    rf"|(?P<en>{ENGLISH_COUNT})\s(?:(?!a |per )[a-z-]+\s)?(?:tablets?|pills?|capsules?|times|doses|injections)\b",
    re.IGNORECASE,
)
"""How many of a medicine were taken."""
BEFORE: Final = lazy_regex(r"그\s?전에는|이전에는|원래|\b(?:before that|previously|used to be|was)\b", re.IGNORECASE)
"""What tells the dose before."""
_NEAR: Final = 0.04
"""How far a part that is told roughly may be from the exact one."""

Names = Callable[[str], Sequence[Mention]]
_TAKEN: Final = frozenset({"medications", "drug_classes"})


@dataclass(slots=True)
class Reckoned:
    """What follows from single lines: for each medicine its amounts, what they come to in a day and how far they lie
    apart; years between ages; parts that two numbers of one thing are of each other.
    """

    totals: dict[str, set[float]] = field(default_factory=lambda: defaultdict(set))
    earlier: dict[str, set[float]] = field(default_factory=lambda: defaultdict(set))
    """What the doses before came to in a day."""
    gaps: dict[str, set[float]] = field(default_factory=lambda: defaultdict(set))
    pieced: set[str] = field(default_factory=set)
    """Medicines of which several pieces are taken at once."""
    percents: set[float] = field(default_factory=set)
    years: set[float] = field(default_factory=set)
    ages: set[float] = field(default_factory=set)
    parts: set[float] = field(default_factory=set)
    ratios: set[float] = field(default_factory=set)
    """Units for a gram."""


def reckoned(material: Iterable[str], names: Names, readings: Iterable[Sequence[float]]) -> Reckoned:
    """What the lines of ``material``, and the ``readings`` of each test, come to."""
    found = Reckoned()
    ages = set[float]()
    material = tuple(material)
    for text in material:
        ages |= {float(one["en"] or one["na"] or one["ko"]) for one in _AGES.finditer(text)}
        ages |= {1.0 for _ in _FIRST_BIRTHDAY.finditer(text)}
        for one in _RATIO.finditer(text):
            found.ratios.add(float(one["dose"] or one["dose_ko"]) / float(one["of"] or one["of_ko"]))
        for line in text.splitlines():
            _read_line(line, names, found)
    _multiply(material, names, found)
    found.ages = ages
    found.years = {abs(a - b) for a, b in combinations(ages, 2)}
    for series in readings:
        found.parts |= set(_parts(series))
    return found


def _read_line(line: str, names: Names, found: Reckoned) -> None:
    amounts = amounts_of(line)
    counts = list(_counts(line))
    found.parts |= {*_parts([value for value, _ in amounts]), *_parts(counts)}
    if not amounts:
        return
    medicine = next((one.entry for one in names(line) if one.entry.kind in _TAKEN), None)
    if medicine is None:
        return
    times = {_PER_DAY[one.code] for one in find_frequencies(line) if one.code in _PER_DAY} or {1}
    pieces = {max(read_count(one["en"] or one["ko"])) for one in _PIECES.finditer(line)} or {1}
    change = BEFORE.search(line)
    now = amounts_of(line[: change.start()]) if change is not None else amounts
    whole = days_parts(line)
    for one in (medicine.concept_id, *medicine.broader):
        if whole is not None:
            found.totals[one].add(whole)
            found.earlier[one].add(whole)
        for kept, told in ((found.totals, now), (found.earlier, amounts)):
            kept[one] |= {round(value * count * often, 6) for value, _ in told for count in pieces for often in times}
        if pieces != {1}:
            found.pieced.add(one)
            # Several puffs are one dose.
            found.gaps[one] |= {round(value * count, 6) for value, _ in now for count in pieces}
        pairs = [(a, b) for (a, unit), (b, other) in combinations(amounts, 2) if unit == other and a != b]
        found.gaps[one] |= {round(abs(a - b) * often, 6) for a, b in pairs for often in {1, *times}}
    found.percents |= {round(100 * abs(a - b) / b) for (a, _), (b, _) in permutations(amounts, 2) if b and a != b}


def _counts(line: str) -> Iterator[float]:
    """What a line counts; hours are told in minutes."""
    for one in _COUNT.finditer(line):
        count = float(max(read_count(one["ko"] or one["en"])))
        yield count * _MINUTES if _HOURS.search(one[0]) else count


def days_parts(line: str) -> float | None:
    """What the amounts of a line, each with its part of the day, come to: "3 mg in the morning and 2 at night"."""
    plain = _ASIDE.sub(" ", line)
    amounts = amounts_of(plain)
    if len(amounts) < 2 or len({unit for _, unit in amounts}) > 1 or len(_PARTS_OF_DAY.findall(plain)) < len(amounts):
        return None
    return round(sum(value for value, _ in amounts), 6)


def counts_told(text: str) -> set[int]:
    """How often, or how many pieces of, something is taken as ``text`` tells it."""
    return {max(read_count(one["ko"] or one["en"])) for one in _TABLETS.finditer(text)}


def _multiply(material: Iterable[str], names: Names, found: Reckoned) -> None:
    """What so many of a medicine come to as another line counts them: five tablets of 50 mg."""
    lines = [line for text in material for line in text.splitlines()]
    doses = dict[str, set[float]]()
    for line in lines:
        plain = _ASIDE.sub(" ", line)
        medicine = next((one.entry for one in names(plain) if one.entry.kind in _TAKEN), None)
        if medicine is not None and (amounts := amounts_of(plain)):
            doses.setdefault(medicine.concept_id, set()).add(amounts[0][0])
    for line in lines:
        counts = counts_told(line)
        for concept in {one.entry.concept_id for one in names(line)} & doses.keys() if counts else ():
            taken = {round(dose * count, 6) for dose in doses[concept] for count in counts}
            found.totals[concept] |= taken
            found.earlier[concept] |= taken


def amounts_of(line: str) -> list[tuple[float, str]]:
    """The amounts of a line, with their units."""
    return [(float(one["n"].replace(",", "")), _unit(one["unit"])) for one in _AMOUNT.finditer(line)]


def _unit(words: str) -> str:
    plain = words.casefold().rstrip("s")
    return {"단위": "unit", "gram": "g", "그램": "g", "밀리그램": "mg"}.get(plain, plain)


def _parts(values: Sequence[float]) -> Iterator[float]:
    """What part each of several values is of each other."""
    yield from (a / b for a, b in permutations(values, 2) if b and a / b > 0)


def without_parts(text: str, known: Reckoned) -> str:
    """``text`` without fractions and multiples that hold of two numbers of one thing: "3분의 1", "1.5배"."""

    def fraction(found: re.Match[str]) -> str:
        part = float(found["part"] or found["n"]) / float(found["whole"] or found["m"])
        # What is left, and what is gone, are both told as a part.
        right = any(min(abs(one - part), abs(1 - one - part)) <= _NEAR for one in known.parts)
        return " " * len(found[0]) if right else found[0]

    def multiple(found: re.Match[str]) -> str:
        told = float(found["times"])
        right = any(abs(one - told) <= max(_NEAR, 0.05 * told) for one in known.parts if one > 1)
        return " " * len(found[0]) if right else found[0]

    def percent(found: re.Match[str]) -> str:
        return " " * len(found[0]) if float(found["n"]) in known.percents else found[0]

    shown = _TIMES.sub(multiple, _FRACTION.sub(fraction, text))
    return _PERCENT.sub(percent, shown)


def by_ratio(text: str, known: Reckoned) -> set[float]:
    """Grams and units of ``text`` that stand in a ratio that is told."""
    grams, units = ({float(one) for one in each.findall(text)} for each in (_GRAMS, _UNITS))
    found = set[float]()
    for ratio in known.ratios:
        for gram in grams:
            found |= {one for unit in units if abs(gram * ratio - unit) <= 0.5 for one in (gram, unit)}
    return found


A_DAYS: Final = lazy_regex(
    r"(?:하루에?|매일)\s(?:총\s|모두\s)?\d[\d.,]*\s?(?:mg|mcg|g|밀리그램|단위)(?!\S?\s?씩)|\d\s?(?:mg|mcg|g|grams?"
    r"|units?)\s(?:of\s(?:\w+\s){1,2})?(?:a|per|each|over the|in a) day\b"
    r"(?!,? (?:in|as) )|\bdaily (?:dose|total|amount)\b",
    re.IGNORECASE,
)
"""An amount that is told as a whole day's."""


AGED: Final = lazy_regex(
    r"\b(?:were|was|aged|age(?: of)?|at)\s(?:about |around |roughly |only |just )?(?:\d|[a-z]+)"
    r"|[살세]\s?(?:쯤|무렵|때|에|이)|무렵|나이",
    re.IGNORECASE,
)
"""That a number is an age."""


def ages_at(known: Reckoned, days: Iterable[tuple[int, int, int]], today: int) -> set[float]:
    """How old somebody of an age on record was in the year of each day that is held, ``today`` being this year."""
    passed = {today - year for year, _, _ in days if year and year <= today}
    return {age - one + less for age in known.ages for one in passed for less in (0, -1) if age - one + less > 0}


def tells_days_total(sentence: str, dose: str, rhythm: str) -> bool:
    """Whether an amount of the sentence is what ``dose`` comes to in a day: "400 mg a day" of 200 mg twice."""
    times = _PER_DAY.get(rhythm, 0)
    totals = {value * times for value, _ in amounts_of(dose)}
    return times > 1 and any(
        value in totals for whole in A_DAYS.finditer(sentence) for value, _ in amounts_of(f"{whole[0]} ")
    )
