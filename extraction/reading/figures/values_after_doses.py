"""A value told again behind what was taken for it: "39.2, gave calpol 5 ml, now 38.4", "혈당 320이라 맞고 지금 210".

The number stands behind a medicine and would be read as its dose, though its words tell it as measured anew. It is in
the unit of the value that was told before, which nobody repeats.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from extraction.naming.mentions import Mention
from extraction.reading.figures.figures import Figure
from extraction.reading.figures.measuring import in_range
from extraction.text.lazy_regex import lazy_regex

_AGAIN: Final = lazy_regex(
    r"(?:\b(?:now|still|later|afterwards?|currently|at present|then|again|(?:came|went|gone|is|was|it'?s|dropped|back)"
    r" (?:down|up)|(?:down|up|dropped|fell|rose)(?= to))(?:[\s,:]+(?:it|is|it'?s|he'?s|she'?s|i'?m|at|only|about|around"
    r"|was|reading|reads|down|up|to|back|showing|he|she|the|temp\w*|sugar|pulse|number))*[\s,:]+"
    r"|\bafter (?:the |that |his |her |my |it )?(?:\w+ ){0,2}(?:it was |it's |down to |was |is )?)$"
    r"|(?:지금|현재|방금|이제|아직(?:도)?|다시)(?:은|는|도)?(?:\s?(?:다시|재니까?|재\s?보니까?|쟀더니|겨우|좀|열이?|체온이?|혈당이?|맥박이?))*\s?$"
    r"|(?:시간|분)\s?(?:쯤\s?)?(?:뒤|후|있다가?|지나(?:니|서|고)?)(?:에|엔|에는|는)?(?:\s?(?:다시|재니까?|재\s?보니까?|쟀더니))*\s?$"
    r"|(?:먹(?:이|였|었)?|맞(?:았|혔|히)?|넣(?:었)?|뿌[리렸])(?:고|으니|니|더니)(?:까)?(?:\s?(?:나니까?|나서|다시|재니까?|재\s?보니까?))*\s?$"
    r"|(?<!\d)\d{1,2}\s?시(?:\s?반|\s?\d{1,2}\s?분)?(?:에|엔|에는|는|쯤)?\s?$"
)
"""Words right before a number that is measured once more."""
_AGAIN_BEHIND: Final = lazy_regex(
    r"\s(?:now|afterwards?|an hour later|(?:\d|an?|one|two|half an?) ?(?:mins?|minutes|h(?:ou)?rs?) later"
    r"|at \d{1,2}(?:[:.]\d\d)? ?(?:[ap]\.?m)?(?![\d.])|by (?:\d|noon|midnight|bedtime))"
    r"|\s?(?:도|°c?|℃)?(?:으?로|까지)\s?(?:떨어|내려|내렸|올라|올랐)"
)
_DOSED: Final = lazy_regex(
    r"\s?(?:mg|mcg|ug|g|ml|mls|cc|iu|units?|u|tabs?|tablets?|pills?|caps?\w*|puffs?|drops?|spoon\w*|tsp|x|times|a day"
    r"|daily|밀리|미리|시시|단위|알|정(?!도)|포|퍼프|방울|번|회|씩|mg을|먹|복용|드시|줄였|늘렸|증량|감량)(?![a-z])"
)
"""What makes a number a dose after all."""
_TEMPERATURES: Final = {"Cel": (34.0, 43.0), "[degF]": (93.5, 108.9)}
"""Temperatures of people who live, by their units."""
_MOST: Final = {"glucose": 6.0}
_MOST_OTHERWISE: Final = 2.5
"""Most by which a value changes within hours, as a factor."""
_LIKE_THE_DOSE: Final = 4.0
"""What is so near to the dose named before may be the next dose as well."""
_TAKEN: Final = ("medications", "drug_classes")
_TESTS: Final = ("labs", "vitals")
_PLAIN_UNITS: Final = {"glucose": ("mg/dL", "mmol/L")}
_WHOLE_SUGAR: Final = 34.0
"""From here on a sugar is in milligrams a decilitre."""


def with_units_told_again(figures: Sequence[Figure], folded: str, mentions: Sequence[Mention]) -> tuple[Figure, ...]:
    """``figures`` with each value that is told again behind a medicine in the unit of the one before it."""
    taken = [one for one in mentions if one.entry.kind in _TAKEN]
    made = list(figures)
    if not taken:
        return tuple(made)
    for at, figure in enumerate(made):
        if figure.kind != "number" or figure.quantity.unit is not None or figure.counter or figure.schedule is not None:
            continue
        between = [one for one in taken if one.end <= figure.start]
        if not between or not _is_told_again(figure, folded, between[-1]):
            continue
        first = next(
            (
                (one, unit) for one in reversed(made[:at])
                if one.end <= between[-1].start and (unit := _unit_of(one, figure, folded, mentions)) is not None
            ),
            None,
        )  # fmt: skip
        doses = [one for one in made[:at] if between[-1].end <= one.start and _can_be_its_dose(one, figure)]
        if first is not None and not doses:
            made[at] = replace(figure, quantity=replace(figure.quantity, unit=first[1], unit_stated=True), again=True)
    return tuple(made)


def _is_told_again(figure: Figure, folded: str, medicine: Mention) -> bool:
    """Whether the words at a number tell it as measured once more, and not as how much of the medicine is taken."""
    if _DOSED.match(folded, figure.end) is not None:
        return False
    own = folded[medicine.start : figure.start]
    told = _AGAIN.search(own)
    after = _AFTER_IT.search(folded, max(0, medicine.start - _REACH), medicine.start) is not None
    if after and not folded[medicine.end : figure.start].strip(" ,"):
        return True
    if told is None and _AGAIN_BEHIND.match(folded, figure.end) is None:
        return False
    # "Warfarin now 4" is the dose: something is done with the medicine before its value is told.
    since = own[len(folded[medicine.start : medicine.end]) : told.start() if told is not None else None]
    done = told is not None and _DONE.match(told[0]) is not None
    return done or any(one.isalnum() or one in ",.;-" for one in since)


_DONE: Final = lazy_regex(r"먹|맞|넣|뿌")
_AFTER_IT: Final = lazy_regex(r"\bafter (?:the |that |his |her |my |some |a )?$")
_REACH: Final = 24


def _unit_of(known: Figure, figure: Figure, folded: str, mentions: Sequence[Mention]) -> str | None:
    """The unit of a value told before, where ``figure`` can be the next of its test; None where it can't."""
    if known.kind != "number" or known.counter or known.schedule is not None:
        return None
    for unit, (least, most) in _TEMPERATURES.items():
        exact = known.quantity.unit == unit or known.value % 1 or figure.value % 1 or known.value >= least + _FEVER
        if known.quantity.unit in (None, unit) and least <= known.value <= most and least <= figure.value <= most:
            named = _test_before(known, mentions)
            return unit if exact and (named is None or named.entry.concept_id == _TEMPERATURE) else None
    named = _test_before(known, mentions)
    if named is None and _is_a_sugar(known, figure, folded):
        return _PLAIN_UNITS["glucose"][known.value < _WHOLE_SUGAR]
    if named is None or named.entry.concept_id == _TEMPERATURE or known.value <= 0:
        return None
    most_by = _MOST.get(named.entry.concept_id, _MOST_OTHERWISE)
    if not 1 / most_by <= figure.value / known.value <= most_by:
        return None
    unit_told: str | None = known.quantity.unit or named.entry.extra.get("unit") or None
    if known.quantity.unit is None and named.entry.concept_id in _PLAIN_UNITS:
        unit_told = _PLAIN_UNITS[named.entry.concept_id][known.value < _WHOLE_SUGAR]
    return unit_told if in_range(named.entry, replace(figure.quantity, unit=unit_told)) else None


def _is_a_sugar(known: Figure, figure: Figure, folded: str) -> bool:
    """Whether both numbers are sugars by the everyday word before the first, which is no test's name."""
    called = _SUGAR.search(folded, max(0, known.start - _REACH), known.start) is not None
    alike = known.value > 0 and 1 / _MOST["glucose"] <= figure.value / known.value <= _MOST["glucose"]
    same = (known.value < _WHOLE_SUGAR) == (figure.value < _WHOLE_SUGAR)
    return called and alike and same and known.quantity.unit is None


_SUGAR: Final = lazy_regex(
    r"\b(?:sugars?|bms?|bgs?|glucose)\b(?:[\s:]+(?:was|is|of|at|it|\w{2,8}))*\s*$|(?:혈당|당|공복|식후)[이은는가도]?\s?$"
)
_TEMPERATURE: Final = "body_temperature"
_FEVER: Final = 3.0


def _test_before(figure: Figure, mentions: Sequence[Mention]) -> Mention | None:
    """What is named last before a number: None where that is no test."""
    named = [one for one in mentions if one.end <= figure.start and one.entry.kind in (*_TESTS, *_TAKEN)]
    last = max(named, key=lambda one: one.start, default=None)
    return last if last is not None and last.entry.kind in _TESTS else None


def _can_be_its_dose(dose: Figure, figure: Figure) -> bool:
    """Whether a bare number behind the medicine is one that ``figure`` may raise or lower."""
    bare = dose.quantity.unit is None and not dose.counter and dose is not figure
    return bare and dose.value > 0 and 1 / _LIKE_THE_DOSE <= figure.value / dose.value <= _LIKE_THE_DOSE
