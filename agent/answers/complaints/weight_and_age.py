"""How heavy and how old the patient is: as last told in the conversation, else by the record.

Doses for children go by weight and the rules on fever by age. "He's 14 kilos" said in passing is heeded even where
nothing was put on record of it; what somebody who speaks for a child says of themselves is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.record.known import numeric
from domain.ledger import Fact
from extraction.text.lazy_regex import lazy_regex

POUNDS_A_KILOGRAM: Final = 2.20462
_LIGHTEST, _HEAVIEST = 1.5, 250.0
"""Kilograms between which a number is a person's weight."""
_WEIGHT: Final = lazy_regex(
    r"(?<![\d.,/])(?P<n>\d{1,3}(?:\.\d+)?)\s?(?P<unit>kgs?|kilos?|kilograms?|킬로(?:그램)?|키로|lbs?|pounds?|파운드)"
    r"(?![\w/])",
    re.IGNORECASE | re.ASCII,
)
_INSTEAD: Final = lazy_regex(
    r"(?P<new>\d{1,3}(?:\.\d+)?)\s?(?P<unit>kgs?|kilos?|lbs?|pounds?)?,? (?:and )?(?:not|instead of|rather than) "
    r"(?P<old>\d{1,3}(?:\.\d+)?)"
    r"|(?P<old_ko>\d{1,3}(?:\.\d+)?)\s?(?:kg|킬로|키로)?\s?(?:이|가)?\s?(?:아니라|아니고|말고|대신)\s?"
    r"(?P<new_ko>\d{1,3}(?:\.\d+)?)",
    re.IGNORECASE,
)
"""A number put in the place of another: a weight where the old one is the weight that was known."""
_OF_SPEAKER: Final = lazy_regex(r"(?:\b(?:i'?m|i am|i weigh)|(?:저는|제가|난|나는|저)) (?:\w+ ){0,2}$", re.IGNORECASE)
_UNITS_EN: Final = {"d": 365.25, "w": 365.25 / 7, "m": 12.0, "y": 1.0}
_AGE_EN: Final = lazy_regex(
    r"(?<![\d.])(?P<n>\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)[ -]?"
    r"(?P<unit>d|w|m|y)(?:ays?|eeks?|ks?|onths?|os?|ears?|rs?)?[ -](?:old|girl|boy)\b",
    re.IGNORECASE,
)
_AGE_BARE_EN: Final = lazy_regex(
    r"\b(?:(?:my|our) (?:little )?(?:son|daughter|boy|girl|kid|child|baby|toddler)(?: [A-Z]\w+)?(?: is|'?s)"
    r"|(?:he|she)(?: is|'?s)) (?P<n>1?\d)\b(?! ?(?:[.:/%]\d|%|kg|kilo|lb|pound|st\b|cm|deg|not|mo|we|day|h|ml|mg))",
)
_AGE_KO: Final = lazy_regex(
    r"(?<![\d.])(?P<n>\d{1,3}|한|두|석|세|넉|네|다섯|여섯)\s?(?:(?P<y>살|세(?![가-힣]))|(?P<m>개월|달)\s?"
    r"(?:된|짜리|아기|아이|딸|아들|남아|여아|이고|이에요|예요|인데)|(?P<w>주)\s?(?:된|짜리|아기|신생아))"
)
_AGE_RIGHT: Final = lazy_regex(
    r"(?<![\d.])(?P<n>\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)[ -]?"
    r"(?P<unit>d|w|m|y)(?:ays?|eeks?|ks?|onths?|os?|ears?|rs?)?(?: old)?,? not "
    r"(?:\d{1,2} ?)?(?:days|weeks|wks|months|years)\b"
    r"|(?:정확히는?|정확하게는|아니라|아니고|말고)\s?생후\s?(?P<n_ko>\d{1,3})\s?(?P<unit_ko>일|주|개월)(?!\s?(?:전|째|뒤|후|동안|간))",
    re.IGNORECASE,
)
"""An age in another unit than the one that was told before: "6 WEEKS not months", "정확히는 생후 78일"."""
_UNITS_KO: Final = {"일": "d", "주": "w", "개월": "m"}
_WORDS: Final = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "한": 1, "두": 2, "석": 3, "세": 3, "넉": 4, "네": 4, "다섯": 5, "여섯": 6,
}  # fmt: skip
GROWN_YEARS: Final = 18.0


@dataclass(frozen=True, slots=True)
class Weight:
    """A weight in kilograms, the fact that holds it where one does, and the weight that it took the place of."""

    kilograms: float
    fact: Fact | None = None
    before: float | None = None


def weight_of(consultation: Consultation) -> Weight | None:
    """The weight to reckon with: told in these words, else on record, else told earlier in the conversation."""
    recorded = _recorded(consultation)
    *earlier, now = said_lines(consultation)
    told: float | None = None
    for line in earlier:
        told = _told(line, told, consultation) or told
    base = recorded.kilograms if recorded is not None else told
    new = _told(now, base, consultation)
    if new is not None and (base is None or abs(new - base) > _ROUNDED):
        return Weight(new, None, base)
    return recorded or (Weight(base) if base is not None else None)


_ROUNDED: Final = 0.06
"""Kilograms by which a weight in pounds may differ from the same one on record."""


def age_of(consultation: Consultation) -> float | None:
    """The age in years: on record, else as the conversation told it."""
    known = consultation.known.age_years()
    if (right := _age_put_right(consultation)) is not None:
        return right
    if known is not None:
        return known
    return next((years for line in reversed(said_lines(consultation)) if (years := _age_in(line)) is not None), None)


def _age_put_right(consultation: Consultation) -> float | None:
    """The age that a line of the talk puts in the place of the one before, where no fact of it was kept since."""
    fact = consultation.known.age()
    kept = fact.evidence[-1].turn_number if fact is not None and fact.evidence else None
    question, lines = consultation.situation.question, consultation.situation.view.tiers.lines
    told = {turn: line.question for turn, line in lines.items()} | {question.turn_number: question.text}
    for turn in sorted(told, reverse=True):
        if kept is not None and turn < kept:
            return None
        if match := _AGE_RIGHT.search(told[turn]):
            unit = match["unit"] or _UNITS_KO[match["unit_ko"]]
            return _counted(match["n"] or match["n_ko"]) / _UNITS_EN[unit.casefold()]
    return None


def age_fact(consultation: Consultation) -> tuple[str, ...]:
    """The fact that an age on record rests on."""
    fact = consultation.known.age()
    return (fact.fact_id,) if fact is not None else ()


def is_child(consultation: Consultation) -> bool | None:
    """Whether the patient is a child; None where neither age nor weight tells."""
    years = age_of(consultation)
    if years is not None:
        return years < GROWN_YEARS
    weight = weight_of(consultation)
    return weight.kilograms < _GROWN_KG if weight is not None else None


_GROWN_KG: Final = 40.0
"""Kilograms from which somebody of no known age is dosed as a grown person."""


def said_lines(consultation: Consultation) -> list[str]:
    """What the patient said in this conversation, in order, these words last."""
    question = consultation.situation.question
    lines = consultation.situation.view.tiers.lines
    before = [line.question for turn, line in sorted(lines.items()) if turn < question.turn_number]
    return [*before, question.text]


def _recorded(consultation: Consultation) -> Weight | None:
    series = consultation.known.series("body_weight")
    kilograms = numeric(series[-1]) if series else None
    if kilograms is None:
        return None
    fact = series[-1]
    replaced = (numeric(consultation.ledger.facts.get(one)) for one in fact.supersedes)
    before = next((one for one in replaced if one is not None and one != kilograms), None)
    if before is None and len(series) > 1:
        before = numeric(series[-2])
    return Weight(kilograms, fact, before)


def _told(line: str, known: float | None, consultation: Consultation) -> float | None:
    """The weight that a line tells of the patient; a bare number only where it takes the place of the known one."""
    for new, old in _replacements(line):
        if known is not None and abs(new - known) <= _ROUNDED:
            return new
        if known is not None and abs(old - known) < _NEARLY:
            return new
    line = _INSTEAD.sub(lambda match: match[0] if match["old_ko"] else match["new"] + (match["unit"] or ""), line)
    found = [one for one in _weights(line) if not (consultation.is_kept_for_another and _says_of_self(line, one[1]))]
    return found[-1][0] if found else None


_NEARLY: Final = 0.6
"""Kilograms by which the number that is put right may differ from the weight that was known."""


def _replacements(line: str) -> Iterator[tuple[float, float]]:
    """The new number and the old one of words that put one in the place of another, in kilograms."""
    for match in _INSTEAD.finditer(line):
        new, old = match["new"] or match["new_ko"], match["old"] or match["old_ko"]
        share = POUNDS_A_KILOGRAM if (match["unit"] or "").casefold().startswith(("lb", "pound")) else 1.0
        yield round(float(new) / share, 1), round(float(old) / share, 1)


def _weights(line: str) -> Iterator[tuple[float, int]]:
    for match in _WEIGHT.finditer(line):
        pounds = match["unit"].casefold().startswith(("lb", "pound", "파운드"))
        kilograms = float(match["n"]) / (POUNDS_A_KILOGRAM if pounds else 1.0)
        if _LIGHTEST <= kilograms <= _HEAVIEST:
            yield round(kilograms, 1), match.start()


def _says_of_self(line: str, place: int) -> bool:
    return _OF_SPEAKER.search(line[:place]) is not None


def _age_in(line: str) -> float | None:
    if match := _AGE_EN.search(line):
        return _counted(match["n"]) / _UNITS_EN[match["unit"].casefold()]
    if match := _AGE_KO.search(line):
        return _counted(match["n"]) / (1.0 if match["y"] else 12.0 if match["m"] else _UNITS_EN["w"])
    bare = _AGE_BARE_EN.search(line)
    return float(bare["n"]) if bare else None


def _counted(said: str) -> float:
    return float(_WORDS.get(said.casefold()) or said)
