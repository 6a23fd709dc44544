"""The children of a talk with what was told of each: one reading for the record, for alarms and for doses.

What is told stands behind whom it is told of; a child stays meant until another is named. Whoever speaks is no child of
the household: "저 38.9도" is the mother's fever. Of one child the last weight counts ("that was his brother's").
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from domain.ages import YEARS
from extraction.reading.children.ages import IN_MONTHS, NEWBORN, Age, ages_in
from extraction.reading.children.child import Child, Given, Household, Reading
from extraction.reading.children.doses import Dose, doses_in, strength_in
from extraction.reading.children.meant import added, meant_child, receiver
from extraction.reading.children.measures import Measure, bare_decimals, temperatures_in, weights_in
from extraction.reading.children.persons import Word, words_for_children
from extraction.reading.children.products import Product, products_in
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise

_I: Final = re.IGNORECASE
_OWN: Final = lazy_regex(
    r"(?:\b(?:i'?m|i am|i weigh|my (?:own )?(?:temp\w*|fever|weight)(?: is| was)?|me:?)|(?<![가-힣])(?:저는|저|제가"
    r"|나는|내가|전|제\s?(?:체온|열|몸무게)[은이]?))[^.,!?]{0,10}$",
    _I,
)
_RIGHTING: Final = lazy_regex(
    r"\b(?:sorry|wait|oops|whoops|actually|correction|i mean|scratch that|other way|my bad|mistake|not \d|re-?weighed"
    r"|just weighed|wrong|typo|no,)\b|아니고|아니라|잘못|정정|다시\s?재|다시\s?보|죄송|미안|아\s?참|앗|착각|헷갈|말고"
    r"|방금\s?(?:재|체중계)",
    _I,
)
_BOTH: Final = lazy_regex(r"\b(?:both|the pair of them|the two of them|each)\b|둘\s?다|둘다|양쪽\s?다", _I)
_ABOUT_SELF: Final = lazy_regex(
    r"\bit'?s (?:about )?me\b|\bit'?s for me\b|\bfor myself\b|\bmyself take\b|\bi(?:'m| am)? (?:breast ?feed\w*"
    r"|nursing)\b|\bwhile (?:breast ?feeding|nursing)\b|\b(?:can|could|may|should|is it (?:ok|safe) if) i (?:still "
    r"|safely |also )?(?:take|have|use|drink)\b"
    r"|\bmy (?:breast|boob|wound|stitches|c-section|headache|milk|period|mastitis)\b|\bi(?:'ve| have) (?:got )?(?:a"
    r" )?(?:mastitis|migraine|headache|hay fever|uti|fever|temp\w*)"
    r"|수유\s?중|모유\s?(?:수유|먹이)|젖\s?(?:먹이|물리)|제가\s?먹|내가\s?먹(?!였|이)|저는\s[^.?!]{0,40}먹고"
    r"|(?<![가-힣])저\s?(?:먹어도|38|39|37)|출산한\s?지|젖몸살",
    _I,
)
_GIVES_CHILD: Final = lazy_regex(
    r"\b(?:give|gave|giving) (?:him|her|the baby|my)|먹일|먹였|먹이면|멕|애\s?먹|아기\s?(?:먹여|열)", _I
)


def household(lines: Sequence[tuple[str, datetime]], recorded: Sequence[Child] = ()) -> Household:
    """What ``lines``, said at local moments and in order, tell of children, over those that are on record."""
    people: list[Child] = list(recorded)
    strength: float | None = None
    products: tuple[Product, ...] = ()
    asked: tuple[int, ...] = ()
    meant: tuple[tuple[int, int], ...] = ()
    last_product: Product | None = None
    about_self = False
    for index, (said, said_at) in enumerate(lines):
        text = normalise(said).text
        told = strength_in(text)
        strength = told if told is not None else strength
        products = products_in(text)
        if told is not None and not doses_in(text, said_at, last_product):
            people = [_of_strength(one, told, products) for one in people]
        people, asked, meant = _with_line(people, text, said_at, index, last_product, strength)
        last_product = products[-1] if products else last_product
        about_self = about_self or (_ABOUT_SELF.search(text) is not None and _GIVES_CHILD.search(text) is None)
    last = len(lines) - 1
    people = [replace(one, last_line=last) for one in people]
    return Household(tuple(people), _main(people, about_self=about_self), strength, products, asked, meant)


def _with_line(
    people: list[Child], text: str, said_at: datetime, line: int, product: Product | None, strength: float | None
) -> tuple[list[Child], tuple[int, ...], tuple[tuple[int, int], ...]]:
    """``people`` with what one line tells, whom it names, and from where on each is meant."""
    ages, weights, degrees = ages_in(text), weights_in(text), temperatures_in(text)
    doses = doses_in(text, said_at, product)
    words = words_for_children(text, ages, [one.name for one in people if one.name])
    righting = _RIGHTING.search(text) is not None
    people = list(people)
    several = _several(text) if not people else ()
    if several:
        people = [Child(role=role, age=age, age_line=line) for role, age in several]
        ages = tuple(one for one in ages if not any(each.start <= one.start < each.end for _, each in several))
    if righting and doses:
        substances = {one.substance for one in doses}
        people = [
            replace(
                one,
                doses=tuple(each for each in one.doses if each.line != line - 1 or each.substance not in substances),
            )
            for one in people
        ]
    tokens: list[tuple[int, int, str, object]] = []
    tokens += [(one.start, one.end, "word", one) for one in words]
    tokens += [(one.start, one.end, "age", one) for one in ages if one.sure or _is_told(text, one, words, weights)]
    tokens += [(one.start, one.end, "weight", one) for one in weights if not _is_own(text, one.start)]
    tokens += [(one.start, one.end, "degrees", one) for one in degrees if not _is_own(text, one.start)]
    places: dict[int, int | None] = {}
    """Who was meant where each dose is told."""
    tokens += [(one.start, one.end, "dose", one) for one in doses]
    if NEWBORN.search(text) and not ages:
        match = NEWBORN.search(text)
        tokens.append((match.start(), match.end(), "newborn", match))  # type: ignore[union-attr]
    tokens.sort(key=lambda one: one[0])
    current = _main(people, about_self=False) if people else None
    named: list[int] = []
    fresh: set[int] = set()
    """Children of whom this line has told an age."""
    weighed: set[int] = set()
    pending: Age | None = None
    loose = (-1, "")
    """Where a pronoun ends that means nobody told of yet, and its sex: "he's 2 and a half"."""
    touched = -1
    """Where what was last told of the child that is meant ends."""
    meant: list[tuple[int, int]] = []
    for start, end, kind, one in tokens:
        if current is not None and (not meant or meant[-1][1] != current):
            meant.append((touched if meant and touched >= 0 else 0 if not meant else start, current))
        if kind == "word":
            word: Word = one  # type: ignore[assignment]
            before = current
            current = meant_child(people, word, current, text, touched, start, pending)
            if current is None:
                loose = (end, word.sex)
                continue
            if word.kind != "generic" or before is None:
                if current not in named:
                    named.append(current)
            people[current] = _called(people[current], word)
            if pending is not None:
                people[current] = replace(people[current], age=pending, age_line=line)
                fresh.add(current)
                pending = None
            touched = end
        elif kind == "age":
            age: Age = one  # type: ignore[assignment]
            if _leads(text, age, words):
                pending = age
                continue
            current = _of_age(people, age, current, fresh, text, touched, righting=righting)
            if current is None:
                continue
            if not people[current].role and _OURS.search(text[max(0, start - _OWNED) : start]):
                people[current] = replace(people[current], role="child")
            beside = loose[0] >= 0 and start - loose[0] <= _NEARBY
            sex = people[current].sex or (loose[1] if beside else "")
            people[current] = replace(people[current], age=age, age_line=line, sex=sex)
            fresh.add(current)
            touched = end
            if current not in named:
                named.append(current)
        elif kind == "newborn":
            if current is None:
                people.append(Child())
                current = len(people) - 1
            people[current] = replace(people[current], newborn=True)
        elif kind == "weight":
            weight: Measure = one  # type: ignore[assignment]
            if weight.at_birth or weight.denied:
                continue
            if current is None:
                if not people:
                    people.append(Child())
                current = 0
            child = people[current]
            if current in weighed and not righting and abs((child.weight or 0) - weight.value) > 0.2:
                continue
            weighed.add(current)
            old = child.weight if child.weight is not None and child.weight != weight.value else child.weight_before
            people[current] = replace(
                child,
                weight=weight.value,
                weight_before=old,
                weight_line=line,
                weight_said=text[start:end],
                weight_is_righted=righting and old is not None,
            )
            touched = end
        elif kind == "degrees":
            measured: Measure = one  # type: ignore[assignment]
            holders = range(len(people)) if _tells_of_both(text, start) else [] if current is None else [current]
            order = _in_turn(text, measured, degrees, people)
            holders = holders if order is None else [order]
            if not people:
                people.append(Child())
                current, holders = 0, [0]
            for each in holders:
                reading = Reading(measured.value, said_at, line)
                people[each] = replace(people[each], temperatures=(*people[each].temperatures, reading))
            touched = end
        elif kind == "dose":
            places[start] = current
    for dose in doses:
        holder = receiver(people, words, dose, text, places.get(dose.start))
        if holder is None:
            if not people:
                people.append(Child())
            holder = 0
        milligrams = _held(dose, text, product, strength)
        given = Given(dose.substance, dose.at, dose.millilitres, milligrams, dose.said, line)
        people[holder] = replace(people[holder], doses=(*people[holder].doses, given))
    if righting and not weights and current is not None and people[current].weight is not None:
        people[current] = _righted(people[current], text, line, [one.start for one in degrees])
    if current is not None and (not meant or meant[-1][1] != current):
        meant.append((touched, current))
    return people, tuple(named), tuple(meant)


def _is_own(text: str, start: int) -> bool:
    return _OWN.search(text[max(0, start - 24) : start]) is not None


def _held(dose: Dose, text: str, product: Product | None, told: float | None) -> float | None:
    if dose.milligrams is not None or dose.millilitres is None:
        return dose.milligrams
    own = next((one for one in products_in(text) if one.said == dose.said), product)
    if told is not None:
        return round(dose.millilitres * told, 1)
    return round(dose.millilitres * own.strength, 1) if own is not None and own.strength else None


def _of_strength(child: Child, milligrams: float, products: tuple[Product, ...]) -> Child:
    """What was given before by the strength of its syrup that is told now, where it is told of that medicine.

    "The bottle says 250 in 5" changes what the ten millilitres of this morning held.
    """
    substances = {one.substance for one in products}
    doses = tuple(
        replace(one, milligrams=round(one.millilitres * milligrams, 1))
        if one.millilitres is not None and (not substances or one.substance in substances)
        else one
        for one in child.doses
    )
    return replace(child, doses=doses)


def _righted(child: Child, text: str, line: int, degrees: list[int]) -> Child:
    """A weight put right by a bare number: "방금 재보니 12.4네요", "how much for 32"."""
    near = [
        one
        for one in bare_decimals(text)
        if child.weight and 0.4 < one.value / child.weight < 2.5 and one.start not in degrees
    ]
    if not near or child.weight is None or near[0].value == child.weight:
        return child
    return replace(
        child,
        weight=near[0].value,
        weight_before=child.weight,
        weight_line=line,
        weight_said=near[0].said,
        weight_is_righted=True,
    )


_IS_SO: Final = lazy_regex(
    r"(?:['’]?s)?[\s,(:]*(?:(?:is|are|be|have|has|only|just|now|about|abt|around|nearly|almost|aged?|who|he|she|it|like"
    r"|(?-i:[A-Z][a-z]+))[\s,]*)*",
    _I,
)
"""What stands between a child and the bare age of it: "my baby have 5 weeks", not "he's been ill 3 years"."""
_BESIDE: Final = 18


def _is_told(text: str, age: Age, words: Sequence[Word], weights: Sequence[Measure]) -> bool:
    """Whether a bare span of time or number is somebody's age: right behind a child, beside a weight, or alone."""
    before = text[max(0, age.start - _BESIDE) : age.start]
    opening = age.start - len(before) + max(before.rfind(mark) for mark in ".!?;\n") + 1
    behind = (one for one in words if opening <= one.end <= age.start)
    if any(_IS_SO.fullmatch(text[one.end : age.start]) for one in behind) or any(
        one.start == age.end + 1 for one in words
    ):
        return True
    if any(0 <= one.start - age.end <= _BESIDE or 0 <= age.start - one.end <= _ADJACENT for one in weights):
        return True
    alone = text[opening : age.start].strip() == "" and text[age.end : age.end + 1] in (".", "", ",", "!", "\n")
    return alone and bool(words)


def _in_turn(text: str, measured: Measure, degrees: Sequence[Measure], people: Sequence[Child]) -> int | None:
    """Whose degrees they are where two are told of both in their order: "both have a temp, 38.7 and 39.3"."""
    if len(people) != _PAIR or len(degrees) != _PAIR or not _BOTH.search(text[: degrees[0].start]):
        return None
    between = text[degrees[0].end : degrees[1].start].strip()
    return list(degrees).index(measured) if _AND.fullmatch(between) else None


def _tells_of_both(text: str, start: int) -> bool:
    """Whether the number at ``start`` is told of both: "both about 38.8"; not behind a new sentence."""
    match = _BOTH.search(text, max(0, start - _BOTH_REACH), start)
    return match is not None and not re.search(r"[.!?]|첫째|둘째|큰애|작은애", text[match.end() : start])


_BOTH_REACH: Final = 14
_PAIR: Final = 2
_AND: Final = lazy_regex(r"(?:and|&|,|/|하고|이랑|랑|와)", _I)
_PLURAL: Final = (
    lazy_regex(
        r"\b(?:sons|daughters|boys|girls|kids|children|little ones|grand(?:sons|daughters|children"
        r"|kids))\b[^.!?\d]{0,24}"
        r"(?P<a>1?\d)(?: ?(?:yrs?|years?(?: old)?|y))? ?(?:and|&|,) ?(?P<b>1?\d)(?! ?(?:kg|kilo|lb|ml|mg|months?"
        r"|weeks?|days?|times))",
        _I,
    ),
    lazy_regex(
        r"(?<![가-힣\d])(?P<a>\d{1,2}|[한두세네]|다섯|여섯|일곱|여덟|아홉|열)\s?(?:살|세)[,랑하고와\s]{1,3}"
        r"(?P<b>\d{1,2}|[한두세네]|다섯|여섯|일곱|여덟|아홉|열)\s?(?:살|세)\s?(?:남매|형제|자매|아이들|애들|애\s?둘"
        r"|두\s?아이)"
    ),
)
_COUNTED: Final = {
    "한": 1.0, "두": 2.0, "세": 3.0, "네": 4.0, "다섯": 5.0, "여섯": 6.0, "일곱": 7.0, "여덟": 8.0, "아홉": 9.0,
    "열": 10.0,
}  # fmt: skip


def _several(text: str) -> tuple[tuple[str, Age], ...]:
    """The older and the younger one of two children told by their years in one breath: "my sons (8 and 5)"."""
    match = next((found for pattern in _PLURAL if (found := pattern.search(text))), None)
    if match is None:
        return ()
    years = [_COUNTED.get(match[one]) or float(match[one]) for one in "ab"]
    spans = (match.start("a"), match.end("b"))
    return tuple(
        (role, Age(value, YEARS, *spans))
        for role, value in zip(("first", "second"), sorted(years, reverse=True), strict=True)
    )


_LEADS: Final = lazy_regex(r"[ -]?(?:old\s)?(?:된\s?|짜리\s?|되는\s?|인\s?|먹은\s?)?(?:우리\s|저희\s)?", _I)


def _leads(text: str, age: Age, words: Sequence[Word]) -> bool:
    """Whether the age stands right before whose it is: "18개월 여아", "a 5-year-old son", "6살 지안이"."""
    match = _LEADS.match(text, age.end)
    at = match.end() if match is not None else age.end
    if text[age.end : age.end + 1] in (",", ".", ")"):
        return False
    return any(one.start == at and not (one.kind == "generic" and one.sex) for one in words)


def _of_age(
    people: list[Child], age: Age, current: int | None, fresh: set[int], text: str, touched: int, *, righting: bool
) -> int | None:
    """Whose age it is; a child of another age than the one that is meant is a new one, where nothing is put right."""
    if current is None:
        people.append(Child())
        return len(people) - 1
    known = people[current].age
    if known is None or (righting and current not in fresh):
        return current
    if abs(known.months - age.months) <= max(IN_MONTHS[known.unit], IN_MONTHS[age.unit]):
        finer = IN_MONTHS[age.unit] < IN_MONTHS[known.unit]
        return current if finer else None
    if righting and touched >= 0 and _RIGHTING.search(text, max(0, touched - 6), age.end + 6):
        return current
    if not age.sure:
        return None
    return added(people)


def _called(child: Child, word: Word) -> Child:
    return replace(child, name=child.name or word.name, role=child.role or word.role, sex=child.sex or word.sex)


_ADJACENT: Final = 3
_NEARBY: Final = 14
_OWNED: Final = 6
_OURS: Final = lazy_regex(r"\b(?:my|our|me|her|his)\s$", _I)
"""What makes "a 5 year old" somebody's child: "my 5 yr old had a temp"."""


def _main(people: Sequence[Child], *, about_self: bool) -> int | None:
    """The child that the talk is about: the ill one, else the first that is no sister or brother."""
    if not people:
        return None
    ill = [index for index, one in enumerate(people) if one.temperatures or one.doses]
    if (
        about_self
        and not any(one.temperatures and max(each.degrees for each in one.temperatures) >= 38 for one in people)
        and not any(one.doses for one in people)
    ):
        return None
    own = [index for index in ill if people[index].role != "sibling"] or [
        index for index, one in enumerate(people) if one.role != "sibling"
    ]
    return (own or ill or [0])[0]
