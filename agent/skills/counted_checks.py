"""How often something is said to have happened, how many there are of it, and how long a course of it was.

The material counts what it counts beside its name, some of it month by month. A count of the same thing in a sentence
is one of those, their sum, or how far two lie apart; a month's is that month's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from agent.skills.claims import Claim
from agent.skills.clauses import clauses_of
from agent.skills.grounding import MONTHS
from agent.skills.span_checks import Grounds
from agent.skills.whose_checks import Problem
from extraction.text.lazy_regex import lazy_regex
from extraction.values.small_counts import ENGLISH_COUNT, KOREAN_COUNT_ALONE, read_count

_KINDS: Final = frozenset({"medications", "drug_classes", "conditions", "symptoms", "procedures"})
_EVENTS: Final = {
    "visit": "visits?|trips?|admissions?", "attack": "attacks?|episodes?|flares?|flare-ups?|bouts?",
    "fall": "falls?", "seizure": "seizures?|fits?", "shot": "shots?|injections?|doses|infusions?|jabs?",
    "stent": "stents?", "stone": "stones?", "tablet": "tablets?|pills?", "nosebleed": "nosebleeds?", "hypo": "hypos?",
    "operation": "operations?|surgeries", "day": "(?:migraine|headache|bad|sick|clear|free) days",
}  # fmt: skip
"""What is counted in English, by the words for it."""
_EN: Final = lazy_regex(
    rf"(?P<count>{ENGLISH_COUNT})\s(?:(?:more|such|night|ER|A&E|hospital|kidney|emergency|separate)\s){{0,2}}(?:"
    + "|".join(f"(?P<{name}>{words})" for name, words in _EVENTS.items())
    + r")\b(?!\s(?:a|per|each|every)\b)",
    re.IGNORECASE,
)
_EN_TIMES: Final = lazy_regex(
    rf"\b(?P<once>once|twice|thrice)\b(?!\s(?:a|per|each|every|daily|you|the|it|he|she)\b)"
    rf"|(?P<count>{ENGLISH_COUNT})\stimes\b(?!\s(?:a|per|each|every|daily|as|the|higher|more)\b)"
    rf"|\bthe (?P<of>{ENGLISH_COUNT}) (?:that )?(?:you|he|she)(?:['’]ve|['’]s| have| has)? had\b"
    rf"|\((?P<alone>{ENGLISH_COUNT}|once|twice)(?=[,) ])"
    r"(?!\s(?:days?|weeks?|months?|years?|hours?|minutes?|kg|mg)\b)",
    re.IGNORECASE,
)
_IN_ISO: Final = lazy_regex(rf"(?P<count>{ENGLISH_COUNT})\sin\s\d{{4}}-(?P<month>\d{{2}})", re.IGNORECASE)
"""A count of a line with its month, and nothing else between them."""
_KO: Final = lazy_regex(
    rf"(?<!하루\s)(?<!하루에\s)(?<!한 번에\s)(?<!일주일에\s)(?<!한 달에\s)(?<!매일\s)(?P<count>{KOREAN_COUNT_ALONE})\s?"
    r"(?:번|차례|회)(?!째|씩|\s?(?:씩|흡입|꼴|정도\s?오|쯤\s?오|더))|(?P<pieces>" + KOREAN_COUNT_ALONE + r")\s?개(?!월)"
    r"|(?P<single>하나)(?=[\s,)]|$)"
)
_MONTH: Final = lazy_regex(
    r"(?P<iso>\d{4}-(?P<m>\d{2}))|(?<!\d)(?P<ko>\d{1,2})\s?월"
    r"|\b(?P<en>january|february|march|april|june|july|august|september|october|november|december)\b"
    r"|\b(?:in|of|from|during) (?P<may>may)\b",
    re.IGNORECASE,
)
_A_TIME: Final = lazy_regex(
    r"하루|매일|일주일에|한\s?달에|매주|\b(?:a|per|each|every) (?:day|week|month|night)\b|daily", re.IGNORECASE
)
_COURSE: Final = lazy_regex(
    rf"(?P<en>{ENGLISH_COUNT})[- ](?P<unit>day|week|month|year)s?[- ](?:\w+\s)?(?:course|burst|taper|treatment|cure)\b"
    rf"|(?P<ko>{KOREAN_COUNT_ALONE})\s?(?P<unit_ko>일|주|달|개월|년|해)\s?(?:동안|간|치)?\s?"
    r"(?:드신|드셨|먹은|맞으[신셨]|쓰[신셨]|복용하[신셨]|치료)",
    re.IGNORECASE,
)
_LASTED: Final = lazy_regex(
    rf"(?P<en>{ENGLISH_COUNT})[- ](?P<unit>day|week|month|year)s?\b"
    rf"|(?P<ko>{KOREAN_COUNT_ALONE})\s?(?P<unit_ko>일|주|달|개월|년|해)(?!\d)",
    re.IGNORECASE,
)
_DAYS: Final = {"day": 1.0, "week": 7.0, "month": 30.4, "year": 365.0, "일": 1.0, "주": 7.0, "달": 30.4, "개월": 30.4,
                "년": 365.0, "해": 365.0}  # fmt: skip
_NEAR: Final = 0.3
"""How far a course may be from the one told, by its length."""


@dataclass(frozen=True, slots=True)
class _Count:
    """One count: of what kind of event ("" for times and pieces), in which month (0 where none is told)."""

    value: int
    event: str
    month: int
    place: int


def of_counted(sentence: str, heard: Sequence[Claim], grounds: Grounds) -> Problem | None:
    """What is wrong with a count, or the length of a course, that a sentence tells."""
    spoken = "".join(
        " " * len(one.text) if one.supposed and not sentence.endswith("?") else one.text for one in clauses_of(sentence)
    )
    named = {one.entry.concept_id for one in heard if one.entry.kind in _KINDS}
    said = list(_counts(spoken))
    months = _months(spoken)
    for count in said:
        if count.value < _SEVERAL:
            continue
        about = [line for line in grounds.lines() if _is_about(line, count, named, _stems(spoken), grounds)]
        told = [
            one
            for line in about
            for one in _counts(line)
            if not (one.event and count.event) or one.event == count.event
        ]
        if not told:
            continue
        dated = {one.month: one.value for one in told if one.month}
        if len(months) == 1 and len(said) == 1 and next(iter(months)) in dated and len(dated) > 1:
            if count.value != dated[next(iter(months))]:
                return "value_of_another_day", f"it is the count of another month: {count.value}"
            continue
        known = {one.value for one in told}
        known |= {abs(a - b) for a in known for b in known} | {sum(one.value for one in told)}
        for line in about:
            every = [max(read_count(one[0])) for one in _ANY_COUNT.finditer(_DATED.sub(" ", line))]
            known |= {*every, sum(every)} | {a + b for a, b in combinations(every, 2)}
        if count.value not in known:
            return "beyond_the_record", f"it was told to have happened another number of times: {count.value}"
    return _of_rate(spoken, heard, grounds) or _of_course(spoken, named, grounds)


_SEVERAL: Final = 2
"""A single time is told of anything."""
_DATED: Final = lazy_regex(r"\d{4}(?:-\d{2}){0,2}|\d+(?:\.\d+)?\s?(?:mg|mcg|g|ml|%|units?|단위)", re.IGNORECASE)
_ANY_COUNT: Final = lazy_regex(
    rf"(?!\ban?\b){ENGLISH_COUNT}|(?!이번){KOREAN_COUNT_ALONE}(?=\s?(?:번|회|차례|개|알|봉|병))", re.IGNORECASE
)


_ENOUGH: Final = 2
"""Words that a line and a sentence share to be about one thing that no table names."""
_WORDS: Final = lazy_regex(r"[A-Za-z]{5,}|[가-힣]{2,}")


def _stems(text: str) -> set[str]:
    words = (one[0].casefold() for one in _WORDS.finditer(text.partition(":")[2] or text))
    return {one[:6] if one.isascii() else one[:2] for one in words}


def _is_about(line: str, count: _Count, named: set[str], stems: set[str], grounds: Grounds) -> bool:
    if count.event and re.search(rf"\b(?:{_EVENTS[count.event]})\b", line, re.IGNORECASE):
        return True
    if not named and len(_stems(line) & stems) >= _ENOUGH:
        return True
    return bool(named) and any(one.entry.concept_id in named for one in grounds.names(line))


def _counts(text: str) -> Iterator[_Count]:
    for found in _EN.finditer(text):
        event = next(name for name in _EVENTS if found[name])
        yield _Count(max(read_count(found["count"])), event, _month_at(text, found), found.start())
    for found in _IN_ISO.finditer(text):
        yield _Count(max(read_count(found["count"])), "", int(found["month"]), found.start())
    for found in _EN_TIMES.finditer(text):
        words = (found["once"] or found["count"] or found["of"] or found["alone"]).casefold()
        value = {"once": 1, "twice": 2, "thrice": 3}.get(words) or max(read_count(words))
        if not _A_TIME.match(text, found.end() + 1):
            yield _Count(value, "", _month_at(text, found), found.start())
    for found in _KO.finditer(text):
        words = found["count"] or found["pieces"] or found["single"]
        if found[0].startswith("이번"):
            continue
        if not _A_TIME.search(text[max(0, found.start() - 8) : found.start()]):
            yield _Count(max(read_count(words)), "", _month_at(text, found), found.start())


def _month_at(text: str, found: re.Match[str]) -> int:
    """The month that stands with a count of a line: right before it in Korean, behind it in English."""
    korean = re.search(r"[가-힣]", found[0]) is not None
    near = text[max(0, found.start() - 10) : found.start()] if korean else text[found.end() : found.end() + 12]
    months = [one for one in _MONTH.finditer(near) if one["iso"]]
    return int(months[-1]["m"]) if months else 0


def _months(text: str) -> set[int]:
    found = set[int]()
    for one in _MONTH.finditer(text):
        if one["ko"] or one["iso"]:
            found.add(int(one["ko"] or one["m"]))
        else:
            found.add(MONTHS.index((one["en"] or one["may"]).casefold()[:3]) + 1)
    return found


_RATE: Final = lazy_regex(
    rf"(?P<period>하루|매일|일주일|한\s?주|한\s?달|밤)(?:에|동안)?\s?(?:약\s|한\s)?(?P<ko>{KOREAN_COUNT_ALONE})"
    r"\s?(?P<counter>잔|병|갑|캔|개비|봉|번|차례|회)(?!\s?흡입)"
    rf"|(?P<en>{ENGLISH_COUNT}|once|twice)\s(?:"
    r"(?P<noun>times|cups?|glass(?:es)?|bottles?|cans?|pints?|packs?|cigarettes?|beers?)\s)?"
    r"(?:of \w+ )?(?:a|per|each|every)\s(?P<period_en>day|week|month|night)\b",
    re.IGNORECASE,
)
_A_WEEK: Final = {
    "하루": 7.0, "매일": 7.0, "밤": 7.0, "day": 7.0, "night": 7.0, "일주일": 1.0, "한주": 1.0, "week": 1.0,
    "한달": 0.25, "month": 0.25,
}  # fmt: skip
_RATED: Final = frozenset({"symptoms", "conditions", "social", "procedures"})


def _of_rate(sentence: str, heard: Sequence[Claim], grounds: Grounds) -> Problem | None:
    """How often in a day, a week or a month a complaint comes, or something is drunk or smoked."""
    if any(one.entry.kind in ("medications", "drug_classes") for one in heard):
        return None
    said = list(_rates(sentence))
    named = {one.entry.concept_id for one in heard if one.entry.kind in _RATED}
    lines = list(grounds.lines_of(named)) if named else []
    if not _WAS.search(sentence):
        # What was so before is told behind it.
        lines = [line[: before.start()] if (before := _BEFORE.search(line)) else line for line in lines]
    told = [rate for line in lines for kind, rate in _rates(line) if said and kind == said[0][0]]
    if len(said) == 1 and told and not any(abs(said[0][1] - other) < _SAME for other in told):
        return "wrong_frequency", "it was told to be as often as another number"
    return None


_SAME: Final = 0.3
_BEFORE: Final = lazy_regex(
    r"그\s?전에는|이전에는|작년에는|원래|\b(?:before|previously|used to|was|were)\b", re.IGNORECASE
)
_WAS: Final = lazy_regex(
    r"전에|예전|원래|작년|에서\s|던|줄[이였었]|\b(?:used to|before|was|were|had|cut|from|down|instead|once|compared)\b",
    re.IGNORECASE,
)


_KINDS_OF: Final = {
    "잔": "glass", "병": "bottle", "갑": "pack", "캔": "can", "개비": "cigarette", "봉": "bag", "glasses": "glass",
    "cups": "glass", "cup": "glass", "bottles": "bottle", "cans": "can", "packs": "pack", "cigarettes": "cigarette",
    "번": "time", "차례": "time", "회": "time", "times": "time",
}  # fmt: skip


def _rates(text: str) -> Iterator[tuple[str, float]]:
    """What is counted, and how often in a week."""
    for found in _RATE.finditer(text):
        period = (found["period"] or found["period_en"]).replace(" ", "").casefold()
        words = (found["ko"] or found["en"]).casefold()
        count = {"once": 1, "twice": 2}.get(words) or max(read_count(words))
        counter = (found["counter"] or found["noun"] or "times").casefold()
        yield _KINDS_OF.get(counter, counter), count * _A_WEEK[period]


def _of_course(sentence: str, named: set[str], grounds: Grounds) -> Problem | None:
    """The length of a course that was told to be another."""
    for found in _COURSE.finditer(sentence):
        lines = [
            line
            for line in grounds.lines()
            if any({one.entry.concept_id, *one.entry.broader} & named for one in grounds.names(line))
        ]
        told = {days for line in lines for days in map(_length, _LASTED.finditer(line))}
        length = _length(found)
        if told and not any(abs(one - length) <= _NEAR * one for one in told | {sum(told)}) and _is_ended(lines):
            return "value_of_another_day", f"the course was told to be of another length: {length:g} days"
    return None


def _is_ended(lines: Sequence[str]) -> bool:
    return any("stopped" in line.casefold() or "중단" in line for line in lines)


def _length(found: re.Match[str]) -> float:
    return max(read_count(found["en"] or found["ko"])) * _DAYS[(found["unit"] or found["unit_ko"]).casefold()]
