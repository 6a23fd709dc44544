"""Numbers without a name: the wrong one of a pair names its fact, and an hour of the clock is a value of nothing."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from domain.proposals import Operation, Proposal
from domain.values import Content
from extraction.reading.extractor import LearnedExtractor
from tests.shipped import vocabulary
from training.playing import content_of

_AT = datetime(2026, 3, 2, 9, tzinfo=UTC)


def _read(learned: LearnedExtractor, text: str, *known: Content) -> tuple[Proposal, ...]:
    return learned.read(text, said_at=_AT, time_zone="UTC", spoken_of=known).proposals


def _tested(name: str, value: float, stated: str | None = None, unit: str | None = None) -> Content:
    told = content_of({"slot": "labs", "name": name, "value": value}, vocabulary().lexicon, "en")
    return told.with_fields(value_stated=stated or f"{value:g}", unit_stated=unit, unit="mg/dL" if unit else told.unit)


def _taken(name: str, dose: str) -> Content:
    told = {"slot": "medications", "name": name, "dose": dose, "frequency": "QD", "status": "active"}
    return content_of(told, vocabulary().lexicon, "en")


_URIC_ACID = _tested("Uric acid", 8.74, "520", "umol/L")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Sorry had the wrong glasses on. 480 not 520.", 8.07),
        ("not 520 but 480, I can't read my own writing", 8.07),
        ("520이 아니라 480이네요", 8.07),
    ],
)
def test_the_wrong_number_names_its_fact_in_the_unit_it_was_told_in(
    learned: LearnedExtractor, text: str, value: float
) -> None:
    [corrected] = _read(learned, text, _URIC_ACID, _taken("Indapamide", "2.5mg"))
    assert corrected.operation is Operation.CORRECT
    assert corrected.content is not None
    assert (corrected.content.concept.name, corrected.content.value) == ("Uric acid", value)


@pytest.mark.parametrize("text", ["was it 480 not 520?", "if it were 480, not 520, I'd be glad", "480 not 530"])
def test_what_is_asked_supposed_or_of_no_fact_puts_nothing_right(learned: LearnedExtractor, text: str) -> None:
    read = _read(learned, text, _URIC_ACID, _taken("Indapamide", "2.5mg"))
    assert not any(one.content is not None and one.content.value is not None for one in read)


@pytest.mark.parametrize(
    "text",
    [
        "pop forgot his eliquis this morning, its 1.30 in the arvo now",
        "it's 7.30 in the morning and i forgot",
        "took it at 9.15",
        "woke up around 3:40 again",
    ],
)
def test_an_hour_is_no_value(learned: LearnedExtractor, text: str) -> None:
    read = _read(learned, text, _tested("Creatinine", 1.6), _tested("HbA1c", 7.0), _taken("Apixaban", "2.5mg"))
    assert not any(one.content is not None and one.content.value is not None for one in read)


@pytest.mark.parametrize(
    ("text", "value"), [("INR 2.45 this morning", 2.45), ("my A1c came back at 6.85", 6.85), ("potassium 4.30", 4.3)]
)
def test_a_value_with_a_dot_is_no_hour(learned: LearnedExtractor, text: str, value: float) -> None:
    assert value in [one.content.value for one in _read(learned, text) if one.content is not None]


@pytest.mark.parametrize(
    ("text", "name", "dose", "often"),
    [
        ("he takes eliquis 5mg twice a day. whats eliquis even for", "Apixaban", "5mg", "BID"),
        ("the blue pump (salbutamol) 2 puffs when he needs it", "Albuterol inhaler", "2 puff", "PRN"),
    ],
)
def test_a_medicine_that_is_named_twice_is_told_once(
    learned: LearnedExtractor, text: str, name: str, dose: str, often: str
) -> None:
    [told] = [one.content for one in _read(learned, text) if one.content and one.content.concept.name == name]
    assert (told.dose, told.frequency) == (dose, often)
