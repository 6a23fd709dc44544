"""What takes the place of a fact on record, where no table of tests or doses says what it may be."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Final

from agent.understanding.contents import LONGEST_NAME
from agent.understanding.cues import cues
from agent.understanding.figures import is_denied, is_plain
from agent.understanding.told import Told
from agent.understanding.verdicts import Trial
from domain.comparison import same_value
from domain.ledger import Fact
from domain.values import Concept, Content, SlotKind, Temporality
from extraction.reading.figures.figures import Figure
from extraction.text.lazy_regex import lazy_regex

_CUT_SHORT: Final = lazy_regex(r"\b(?:hundred|thousand)(?: and)? $")
"""Words before a number of which they are the larger part: "hundred and twenty six" is no 26."""
LIMIT_REACH: Final = 12
"""Characters around a number in which words tell that it is a goal or a limit."""


def new_figure(
    trial: Trial, said: str, fact: Fact, kinds: Sequence[str], other: Concept | None = None
) -> tuple[Figure | None, str]:
    """The number that is the new one: in the quote, the fact's own or that of the ``other`` which it really is, and not
    the one that is denied.
    """
    words, content = trial.words, fact.content
    figure = words.figure(said, trial.span, kinds)
    if figure is None:
        figure = words.figure(said, (0, len(words.text)), kinds)
        trial.doubt("value_not_quoted", True)
    if figure is None:
        return None, "value_not_said"
    if _CUT_SHORT.search(words.text[: figure.start]):
        return None, "value_not_said"
    if figure.kind == "age" and content.slot is not SlotKind.DEMOGRAPHICS:
        return None, "value_of_another"
    if kinds and figure.kind in ("systolic", "diastolic") and figure.kind not in kinds:
        return None, "value_of_another"
    if is_denied(words, figure):
        return None, "value_denied"
    around = (max(0, figure.start - LIMIT_REACH), min(len(words.text), figure.end + LIMIT_REACH))
    trial.doubt("value_is_a_limit", bool(cues("goal", words.text, *around)))
    sentence = words.sentence((figure.start, figure.end))
    trial.doubt("value_is_planned", bool(cues("plan", words.text, *sentence)))
    trial.doubt("value_is_past", bool(cues("past", words.text, *sentence)))
    trial.doubt("value_not_plain", not is_plain(words, figure))
    named = bool(words.names_of(content.concept))
    concept = content.concept if other is None else other
    rival = named and not words.owns((figure.start, figure.end), concept, content.slot)
    trial.doubt("value_of_another", rival)
    return figure, ""


def unknown_value(trial: Trial, told: Told, fact: Fact) -> tuple[Content | None, str]:
    """Another number of a test that the lexicon does not know: nobody knows what is plausible, so it is asked."""
    figure, failed = new_figure(trial, told.value, fact, ())
    if figure is None or figure.value is None:
        return None, failed or "value_not_said"
    known = fact.content
    if same_value(known.value, figure.value):
        return None, "nothing_new"
    unit = figure.quantity.unit or known.unit
    trial.doubt("test_unknown", True)
    stated = f"{figure.value:g}"
    return Content(
        slot=known.slot, concept=known.concept, value=figure.value, value_stated=stated, unit=unit
    ), "" if unit == known.unit else "unit_of_another"


def of_the_person(trial: Trial, told: Told, fact: Fact) -> tuple[Content | None, str]:
    """Another age, occupation or habit, in the patient's own words or number."""
    known = fact.content
    if isinstance(known.value, float) and told.value:
        figure, failed = new_figure(trial, told.value, fact, ())
        if figure is None or figure.value is None:
            return None, failed or "value_not_said"
        if same_value(known.value, figure.value):
            return None, "nothing_new"
        return known.with_fields(value=figure.value, value_stated=f"{figure.value:g}"), ""
    said = " ".join((told.value or told.frequency).split())
    if (amount := _amount(known.value, said)) and trial.words.place(said) is not None:
        return known.with_fields(value=amount, value_stated=None, temporality=Temporality.CURRENT), ""
    if not said or len(said) > LONGEST_NAME or trial.words.place(said) is None:
        return None, "value_not_said"
    return known.with_fields(value=said, temporality=Temporality.CURRENT), ""


_AMOUNT: Final = lazy_regex(r"\d+(?:\.\d+)?(?P<unit> [a-z ]+)/(?P<period>day|week|month)")
_A_PERIOD: Final = lazy_regex(
    r"(?P<number>\d+(?:\.\d+)?)\s?(?:a|per|each|every|/)\s?(?P<period>day|week|month|wk|mo)", re.IGNORECASE
)
_PERIODS: Final = {"wk": "week", "mo": "month"}


def _amount(known: object, said: str) -> str:
    """An amount that names no unit ("14 a wk") in that of the amount on record, "" where they are not alike."""
    before = _AMOUNT.fullmatch(known) if isinstance(known, str) else None
    now = _A_PERIOD.fullmatch(said)
    if before is None or now is None or _PERIODS.get(now["period"].lower(), now["period"].lower()) != before["period"]:
        return ""
    return f"{now['number']}{before['unit']}/{before['period']}"


def other_date(trial: Trial, told: Told, fact: Fact, known: date) -> tuple[Content | None, str]:
    """Another date of what is a date itself, as the day of a birth to come: in the year that is nearest to it."""
    found = trial.words.date(told.value, trial.span) or trial.words.date(told.value, trial.words.sentence(trial.span))
    said = as_date(found.value) if found is not None else None
    if said is None:
        return None, "value_not_said"
    near = min((_in_year(said, known.year + one) for one in (-1, 0, 1)), key=lambda one: abs(one - known))
    trial.doubt("date_of_another", near != said and found is not None and str(said.year) in trial.words.text)
    return fact.content.with_fields(value=near.isoformat(), value_stated=None), ""


def as_date(value: object) -> date | None:
    """The day that a value on record is, None for what is no day."""
    try:
        return date.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None


def _in_year(day: date, year: int) -> date:
    return day.replace(year=year, day=min(day.day, 28)) if (day.month, day.day) == (2, 29) else day.replace(year=year)
