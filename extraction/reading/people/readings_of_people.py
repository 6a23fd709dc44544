"""Whose each reading of a message is: "nan 128/76, grandad 150/94", "hers is 9.1, mine 6.2", "8/1 어머니 132/78".

A reading is of whoever was named last before it in its sentence, or of the one to whom the words behind it give it
("145/92 was grandad's"). What somebody only says, brings or measures for another makes no reading that one's. Where a
sentence names nobody, nobody's is what is returned: who is meant then, the talk has to tell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from extraction.naming.mentions import Mention
from extraction.reading.people.named_people import UNKNOWN
from extraction.reading.people.persons import NEAREST, OUTSIDER, SELF
from extraction.reading.people.vocatives import without_vocatives
from extraction.text.lazy_regex import lazy_regex
from extraction.values.spoken_numbers import NumberMention, find_numbers

PRESSURE: Final = "blood_pressure"
TEMPERATURE: Final = "body_temperature"
_SYSTOLIC, _DIASTOLIC = (60, 260), (30, 150)
_FEVERISH: Final = (34.0, 43.0)
_PRESSURES: Final = frozenset({"systolic_blood_pressure", "diastolic_blood_pressure", "home_blood_pressure"})


@dataclass(frozen=True, slots=True)
class Marker:
    """Where [start, end) a text comes to somebody: SELF, OUTSIDER, or a kinship concept id, and the name if told."""

    who: str
    start: int
    end: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class PersonReading:
    """A reading told at [start, end) with whose it is (None: nobody was named) and of which test ("": not said)."""

    person: Marker | None
    values: tuple[float, ...]
    test: str
    start: int
    end: int

    @property
    def shown(self) -> str:
        """The reading as it is given back."""
        return "/".join(f"{one:g}" for one in self.values)


_SELF: Final = lazy_regex(
    r"\b(?:me|mine|my own|myself|i(?:['’]m|m| am| was| had| have))\b"
    r"|\bmy (?=(?:own|bp|blood|sugars?|temp\w*|readings?|sats?|weight|pulse|pressure|glucose|oxygen|hba1c|one)\b)"
    r"|(?<![가-힣])(?:저는|저도|저|나는|나도|나|난|전|내는|지는|본인은?|내가|제가|(?:내|제)\s?(?:껀|건|꺼|거|것)[는은]?"
    r"|(?:내|제)(?=\s(?:열|혈압|당|혈당|체온|수치|맥박|산소|몸무게|체중|\d)))(?=[\s,:]|$)(?!\s?(?:재|잰|쟀|측정|봤|해\s?드))"
)
_ANIMAL: Final = lazy_regex(
    r"\b(?:the|my|our) (?P<who>cow|dog|cat|horse|calf|sheep|pup|puppy|kitten|pony|goat)\b"
    r"|(?<![가-힣])(?:우리\s|저희\s)?(?P<ko>소|송아지|강아지|멍멍이|고양이|염소|돼지|말)(?:는|은|가|이)(?=\s)"
)
_PRONOUN: Final = lazy_regex(r"\b(?:(?P<her>she|hers?)|(?P<his>he|his|him))\b(?:['’]s)?")
_SAYS: Final = lazy_regex(
    r"^(?:['’]s)?\s(?:says?|said|thinks?|reckons?|told|tells?|wants?|wanted|asked|asks|rang|made|makes|keeps? on"
    r"|insist\w*"
    r"|bought|lent|gave|took (?:my|me)|(?:meter|machine|monitor|cuff|thermometer|scales|friend|doctor|nurse|gp)\b)"
    r"|^(?:님|분)?(?:이|가|께서|은|는|도|한테|하고|랑|이랑)?\s(?:[가-힣]{1,5}\s)?(?:재\s?[주줬보]|쟀|재더니|말[하씀]|걱정"
    r"|[가-힣]*래서|사\s?[다줬]|봐\s?[주줬]|하라고|물어|기계|혈압계|체온계)"
)
"""What somebody does with a reading that is another's."""
_BETWEEN: Final = 60
"""Characters at most from whoever is named to that one's reading."""
_OWNER_BEHIND: Final = lazy_regex(
    r"\s?(?:%|c|f)?,?\s?(?:(?:was|is|were|that['’]?s|for|on|of|from|belongs to|actually|really"
    r"|not mine,? (?:it['’]?s|but))\s)*"
    r"(?:(?:my|our|the)\s)?|\s?(?:은|는|이|가|나온\s?[거건게]|나온\s?것은?)?\s(?:사실\s)?(?:우리\s|저희\s)?"
)
_OWNED: Final = lazy_regex(r"(?:['’]?s\b|['’])|(?:님|분)?\s?(?:꺼|거|것|껀|건|수치|값|혈압)")
_SENTENCE: Final = lazy_regex(r"[.!?;](?=\s|$)|\n")
_OTHERWISE: Final = lazy_regex(
    r"\s?-?(?:mg|mcg|ug|µg|mls?|g|iu|units?|tabs?|tablets?|pills?|caps(?:ules?)?|puffs?|x|times?|hours?"
    r"|hrs?|h|mins?|minutes?"
    r"|secs?|seconds?|am|pm|a\.m|p\.m|o['’]?clock|days?|nights?|weeks?|wks?|months?|mos?|mths?|years?|yrs?|yo|y/o"
    r"|st|nd|rd|th|oz|ounces?|miles?|steps?|litres?|liters?|l|doses?|drops?|wet|points?|of (?:them|us)|more"
    r"|jan\w*|feb\w*|mar(?:ch)?|apr\w*"
    r"|may|june?|july?|aug\w*|sept?\w*|oct\w*|nov\w*|dec\w*)\b"
    r"|\s?(?:시(?!간당)|분|일|월|개월|주|년|살|세|번|회|알|정|포|봉|잔|병|개|명|층|동|호|차|단위|미리|밀리|씨씨|cc|박|째|돌"
    r"|학년|기|마이크로|방울|숟|스푼|캡슐|걸음|보(?![가-힣]))"
    r"|['’]?s\b"
)
_CALLED: Final = lazy_regex(
    r"(?:\b(?:at|by|around|since|aged?|room|no\.?|number|until|till|past|week|day|type|stage|grade|step|bed|ward|x|took)"
    r"|[a-z]|/|:|-|제|최근)\s?$"
)
_YEARS: Final = lazy_regex(r"\(\s?$|\bi(?:['’]?m| am)\s$|\b(?:turned|turning|just)\s$|(?<![가-힣])(?:만|나이)\s?$")
_NEAR: Final = 12
_AS_DATE: Final = lazy_regex(r"(?<!\d)(?:1[0-2]|0?[1-9])\s?/\s?(?:3[01]|[12]\d|0?[1-9])(?![\d/])")
_DOSED: Final = ("medications", "drug_classes", "allergens")
_TESTS: Final = ("labs", "vitals")
_AS_PRESSURE: Final = lazy_regex(r"\s?(?:/|over|에)\s?")
_DEGREES: Final = lazy_regex(r"\s?(?:°|도(?![가-힣])|degrees|%|퍼(?:센트)?|kg|kilos?|lbs?|pounds?|키로|킬로|mmol)")


def markers_in(text: str, mentions: Sequence[Mention], names: Mapping[str, str], last: str = "") -> tuple[Marker, ...]:
    """Everybody to whom a text in lower case comes, by place; ``names`` are those told, ``last`` whom it spoke of."""
    found = []
    for one in without_vocatives(text, mentions):
        if one.entry.kind == "relatives" and one.entry.concept_id not in ("family", "parents", "relative"):
            kin = one.entry.extra.get("kin") == "1" or one.entry.concept_id in NEAREST
            if kin or _HAS.match(text, one.end) is not None:
                found.append(Marker(one.entry.concept_id if kin else OUTSIDER, one.start, one.end))
    for name, who in names.items():
        korean = re.match(r"[가-힣]", name) is not None
        pattern = rf"(?<![가-힣]){re.escape(name)}이?" if korean else rf"(?<![a-z]){re.escape(name)}(?![a-z])"
        found += [Marker(who, *match.span(), name) for match in re.finditer(pattern, text)]
    found += [Marker(OUTSIDER, *match.span(), match["who"] or match["ko"]) for match in _ANIMAL.finditer(text)]
    found += [Marker(SELF, *match.span()) for match in _SELF.finditer(text)]
    kept: list[Marker] = []
    for person in sorted(found, key=lambda each: (each.start, -each.end)):
        if kept and person.start < kept[-1].end:
            continue
        if kept and person.name and _is_named_so(kept[-1], person, text):
            # "Husband Derek", "첫째 하준이": the name is that one's.
            kept[-1] = Marker(kept[-1].who, kept[-1].start, person.end, person.name)
            continue
        kept.append(person)
    return tuple(sorted((*kept, *_pronouns(text, kept, last)), key=lambda one: one.start))


_HAS: Final = lazy_regex(r"(?:['’]s|['’])\s|(?:님|분)?(?:은|는|이|가|도|꺼|거)\s|\s?(?=\d)|,? (?:got|had|has|was|is)\s")
"""Behind somebody who is no kin, that something is that one's."""


def _is_named_so(kin: Marker, name: Marker, text: str) -> bool:
    between = text[kin.end : name.start]
    return kin.who not in (SELF, OUTSIDER) and not kin.name and re.fullmatch(r"[,\s(]*(?:is\s)?", between) is not None


_WOMEN: Final = frozenset(
    "mother wife daughter sister grandmother aunt niece girlfriend mother_in_law daughter_in_law sister_in_law".split()
)
_MEN: Final = frozenset(
    "father husband son brother grandfather uncle nephew boyfriend father_in_law son_in_law brother_in_law".split()
)


_OWNERS: Final = frozenset({"hers", "his"})
"""Pronouns that set somebody's reading beside another's, whoever that is."""


def _pronouns(text: str, people: Sequence[Marker], last: str) -> Iterator[Marker]:
    """The pronouns as the last one told of before them who may be meant."""
    for match in _PRONOUN.finditer(text):
        against = _MEN if match["her"] else _WOMEN
        before = [one for one in people if one.end <= match.start() and one.who not in (SELF, OUTSIDER)]
        fits = [one for one in before if one.who not in against]
        inside = any(one.start < match.end() and match.start() < one.end for one in people)
        # "Her mother" and "his doctor" are others than she and he.
        if inside or any(one.start == match.end() + 1 for one in people):
            continue
        if fits:
            yield Marker(fits[-1].who, *match.span(), fits[-1].name)
        elif last and last not in against:
            yield Marker(last, *match.span())
        elif match[0] in _OWNERS:
            yield Marker(UNKNOWN, *match.span())


def readings_in(
    text: str,
    mentions: Sequence[Mention],
    names: Mapping[str, str],
    *,
    last: str = "",
    test: str = "",
    several: bool = False,
) -> tuple[PersonReading, ...]:
    """The readings of a normalised text in lower case, by place, with whose each is.

    ``last`` is the relative told of before and ``test`` the test of the readings told before, where the text names
    none; ``several`` is whether the talk has told several people's.
    """
    people = markers_in(text, mentions, names, last)
    found, spans = [], _figures(text, mentions, named=test)
    for start, end, values in spans:
        first = max((match.end() for match in _SENTENCE.finditer(text, 0, start)), default=0)
        ends = _SENTENCE.search(text, end)
        until = ends.start() if ends is not None else len(text)
        later = next((one[0] for one in spans if one[0] >= end), until)
        person = (
            _paired_behind(people, spans, (start, end), first, until)
            or _owner_behind(text, people, (start, end), until, later)
            or _owner_before(text, people, first, start)
            or _told_of_before(text, mentions, people, first, several=several)
        )
        found.append(PersonReading(person, values, _test(text, mentions, first, start, values) or test, start, end))
    return tuple(found)


def _told_of_before(
    text: str, mentions: Sequence[Mention], people: Sequence[Marker], first: int, *, several: bool
) -> Marker | None:
    """Whom the sentences before speak of measuring, where they speak of one: "my mum has to be weighed. 64.2 today"."""
    before = [one for one in people if one.end <= first]
    if not before or len({(one.who, one.name) for one in before}) > 1 or before[-1].who == SELF:
        return None
    start = max((match.end() for match in _SENTENCE.finditer(text, 0, before[-1].start)), default=0)
    ends = _SENTENCE.search(text, before[-1].end)
    stop = ends.start() if ends is not None else len(text)
    named = any(one.entry.kind in _TESTS and start <= one.start < stop for one in mentions)
    return before[-1] if several or named or _in_words(text, start, stop) else None


def _owner_before(text: str, people: Sequence[Marker], first: int, start: int) -> Marker | None:
    before = [one for one in people if first <= one.start and one.end <= start]
    for one in reversed(before):
        if start - one.end > _BETWEEN:
            return None
        if _SAYS.match(text[one.end : start]) is None:
            return one
    return None


def _paired_behind(
    people: Sequence[Marker],
    spans: Sequence[tuple[int, int, tuple[float, ...]]],
    place: tuple[int, int],
    first: int,
    until: int,
) -> Marker | None:
    """Who stands behind a reading in a sentence in which each does: "158/84 for dad, 134/86 me", "96 엄마, 98 나"."""
    read = [one for one in spans if first <= one[0] < until]
    named = [one for one in people if first <= one.start < until]
    if len(read) != len(named) or len(read) < _PAIR:
        return None
    ends = [*(one[0] for one in read[1:]), until]
    behind = all(
        reading[1] <= one.start < end for reading, one, end in zip(read, named, ends, strict=True)
    )  # fmt: skip
    return next(one for reading, one in zip(read, named, strict=True) if reading[0] == place[0]) if behind else None


_PAIR: Final = 2


def _owner_behind(text: str, people: Sequence[Marker], place: tuple[int, int], until: int, later: int) -> Marker | None:
    """Whom the words right behind a reading name as its owner ("was grandad's"); ``later`` is where the next stands."""
    start, end = place
    behind = next((one for one in people if one.start >= end), None)
    if behind is None or behind.start >= min(until, later):
        return None
    if _OWNER_BEHIND.fullmatch(text, end, behind.start) is None:
        return None
    gap = text[end : behind.start].strip(" ,")
    owned = _OWNED.match(text, behind.end) is not None or text[behind.start : behind.end] in ("mine", "hers", "his")
    # Whoever is named right before a reading of his own is no owner of the one before.
    free = later >= until or _READING_NEXT.fullmatch(text, behind.end, later) is None
    piece = text.rfind(",", 0, start)
    alone = piece >= 0 and not any(piece < one.start < start for one in people)
    return behind if free and (owned or gap or alone) else None


_READING_NEXT: Final = lazy_regex(
    r"(?:['’]s|은|는|이|가|도|님은?|께서는?|:|,| is| was| had| got| at)?\s?(?:[a-z가-힣]{1,12}(?: is| was)?\s)?"
)


def _figures(text: str, mentions: Sequence[Mention], *, named: str) -> list[tuple[int, int, tuple[float, ...]]]:
    """The places and values of what may be readings."""
    dates = [match.span() for match in _AS_DATE.finditer(text) if int(match[0].split("/")[0]) < _SYSTOLIC[0]]
    numbers = [one for one in find_numbers(text) if not any(start <= one.start < end for start, end in dates)]
    found: list[tuple[int, int, tuple[float, ...]]] = []
    done = -1
    for one, following in pairwise([*numbers, None]):
        if one is None or one.start < done:
            continue
        if following is not None and _is_pressure(text, one, following):
            found.append((one.start, following.end, (float(one.value), float(following.value))))
            done = following.end
        elif _is_reading(text, mentions, one, named=named):
            found.append((one.start, one.end, (float(one.value),)))
    return found


def _is_pressure(text: str, one: NumberMention, following: NumberMention) -> bool:
    fits = _SYSTOLIC[0] <= one.value <= _SYSTOLIC[1] and _DIASTOLIC[0] <= following.value <= _DIASTOLIC[1]
    return fits and one.value > following.value and _AS_PRESSURE.fullmatch(text, one.end, following.start) is not None


def _is_reading(text: str, mentions: Sequence[Mention], one: NumberMention, *, named: str) -> bool:
    decimal = not float(one.value).is_integer()
    if _YEARS.search(text[max(0, one.start - _NEAR) : one.start]) is not None and not decimal:
        return False
    if _OTHERWISE.match(text, one.end) or (
        _CALLED.search(text[max(0, one.start - _NEAR) : one.start]) and not _after_name(text, one)
    ):
        return False
    if not decimal and _is_years(text, mentions, one):
        return False
    near = [each for each in mentions if each.end <= one.start and one.start - each.end <= _BETWEEN]
    if any(each.start <= one.start < each.end for each in mentions):
        return False
    if near and near[-1].entry.kind in _DOSED:
        return False
    if _FEVERISH[0] <= one.value < _FEVERISH[1] and decimal:
        return True
    if not one.digits and not _is_tested(text, mentions):
        return False
    if named and not _is_tested(text, mentions) and re.search(r"\bthe\s$", text[: one.start]) is not None:
        return False
    ends = _SENTENCE.search(text, one.end)
    stop = ends.start() if ends is not None else len(text)
    # A test that only a later sentence names is none of this number: "Ann, 61, retired. They found my cholesterol up."
    by_now = [each for each in mentions if each.start < stop]
    tested = named or _is_tested(text[:stop], by_now) or _DEGREES.match(text, one.end)
    return bool(tested) and (decimal or _LEAST <= one.value <= _MOST) and one.value > 1


def _is_years(text: str, mentions: Sequence[Mention], one: NumberMention) -> bool:
    """Whether a bare number is how old somebody is: "she is 66, on metformin", "162/84 for Dad. he's 79, I'm 50".

    Where a test was named before it, it may be that one's value, unless that is a pressure, told in two numbers.
    """
    if one.value > _OLDEST or _HOW_OLD.search(text, 0, one.start) is None or _MEASURED_SO.match(text, one.end):
        return False
    named = {each.entry.concept_id for each in mentions if each.entry.kind in _TESTS and each.start < one.start}
    return named <= {*_PRESSURES, PRESSURE} and not _in_words(text, 0, one.start)


_OLDEST: Final = 110
_HOW_OLD: Final = lazy_regex(r"(?<![\w'’])(?:(?:s?he|they)(?:['’]?s| is)|i['’]?m|i am)\s$")
_MEASURED_SO: Final = lazy_regex(r"\s?(?:/|%|over\b|mm|bpm|deg|°|c\b|f\b|kg|mg)")
_LEAST, _MOST = 20, 500


def _after_name(text: str, one: NumberMention) -> bool:
    """Whether a number is set behind a word and a space ("dad 88"), not behind one that counts or dates it."""
    return (
        re.search(
            r"\b(?:at|by|around|since|aged?|room|no|number|until|till|past|week|day|type|stage|grade|step|bed|ward|x|took)\s?$",
            text[: one.start],
        )
        is None
        and re.search(r"[a-z]\s$|:\s?$", text[: one.start]) is not None
    )


_IN_WORDS: Final = (
    ("glucose", lazy_regex(r"\b(?:sugars?|bms?|glucose)\b|(?<![가-힣])(?:식후\s?|공복\s?)?당(?=[이은도]?\s)|혈당")),
    ("body_weight", lazy_regex(r"\bweigh(?:s|ed|ing)?\b|\bscales\b|몸무게|체중")),
)
"""Tests by words that name nothing by themselves elsewhere."""


def _in_words(text: str, start: int = 0, end: int | None = None) -> str:
    stop = len(text) if end is None else end
    return next((test for test, pattern in _IN_WORDS if pattern.search(text, start, stop) is not None), "")


def _is_tested(text: str, mentions: Sequence[Mention]) -> bool:
    return any(one.entry.kind in _TESTS for one in mentions) or bool(_in_words(text))


def _test(text: str, mentions: Sequence[Mention], first: int, start: int, values: tuple[float, ...]) -> str:
    if len(values) > 1:
        return PRESSURE
    named = [one.entry.concept_id for one in mentions if one.entry.kind in _TESTS and first <= one.start < start]
    named = named or [one.entry.concept_id for one in mentions if one.entry.kind in _TESTS]
    if named and named[-1] not in _PRESSURES and named[-1] != PRESSURE:
        return named[-1]
    if told := _in_words(text):
        return told
    return TEMPERATURE if _FEVERISH[0] <= values[0] < _FEVERISH[1] and not values[0].is_integer() else ""
