"""Signs are kept, and what cannot be or is far from usual is asked about."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.proposals import Doubt, Proposal
from domain.values import Concept, Content, SlotKind
from extraction.naming.lexicon import Lexicon
from extraction.rules.pipeline import Extractor
from extraction.values.dose_forms import dose_limits
from extraction.values.plausibility import doubt_of, is_unusual_dose
from tests.builders import NOW
from tests.shipped import vocabulary

Read = Callable[[str], list[Proposal]]


@pytest.fixture(scope="module")
def shipped() -> Lexicon:
    return vocabulary().lexicon


@pytest.fixture(scope="module")
def read(extractor: Extractor) -> Read:
    return lambda text: list(extractor.read(text, said_at=NOW, time_zone="Asia/Seoul").proposals)


def drug(dose: str, frequency: str | None = None, concept_id: str = "metformin") -> Content:
    concept = Concept(concept_id=concept_id, name=concept_id)
    return Content(slot=SlotKind.MEDICATIONS, concept=concept, dose=dose, frequency=frequency)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("A1c was -7.2", -7.2),
        ("A1c was −7.2%", -7.2),
        ("당화혈색소가 마이너스 7.2예요", -7.2),
        ("I am -5 years old", -5.0),
        ("제 나이는 -5살이에요", -5.0),
        ("체온 -3도", -3.0),
    ],
)
def test_a_value_below_zero_keeps_its_sign_and_is_asked_about(read: Read, text: str, value: float) -> None:
    (told,) = read(text)
    assert told.content is not None and told.content.value == value
    assert told.doubt is Doubt.IMPLAUSIBLE_VALUE


@pytest.mark.parametrize("text", ["T-score was -2.5", "골밀도 T점수는 -2.5예요"])
def test_a_test_that_has_values_below_zero_is_not_asked_about(read: Read, text: str) -> None:
    (told,) = read(text)
    assert told.content is not None and told.content.value == -2.5 and told.doubt is None


@pytest.mark.parametrize("text", ["혈당이 100 -140 사이", "blood sugar 120-140", "I take metformin -500mg"])
def test_a_dash_between_words_or_numbers_is_no_sign(read: Read, text: str) -> None:
    (told,) = read(text)
    assert told.content is not None and told.doubt is None
    assert (told.content.value_low or 0) >= 0 and not (told.content.dose or "").startswith("-")


def test_a_number_with_two_points_is_none(read: Read) -> None:
    assert read("My HbA1c was 8.0.0") == []


@pytest.mark.parametrize("text", ["I was diagnosed with diabetes on 1 January 9999", "1월 1일 9999년에 고혈압 진단"])
def test_a_year_out_of_reach_makes_no_date_of_this_year(read: Read, text: str) -> None:
    (told,) = read(text)
    assert told.content is not None and told.content.valid_from is None


@pytest.mark.parametrize(
    ("content", "unusual"),
    [
        (drug("500 mg", "BID"), False),
        (drug("2550mg"), False),
        (drug("9000 mg"), True),
        (drug("2,000mg"), False),
        (drug("9 g"), True),
        (drug("1000 mg", "Q2H"), True),
        (drug("1000 mg", "8/day"), True),
        (drug("5000/500 mg"), False),
        (drug("75mg", concept_id="levothyroxine"), True),
        (drug("75mcg", concept_id="levothyroxine"), False),
        (drug("1e308 mg"), False),
        (drug("two puffs"), False),
    ],
)
def test_a_dose_is_unusual_far_above_the_most_of_a_day(content: Content, unusual: bool) -> None:
    assert is_unusual_dose(content) is unusual


def test_ten_times_the_most_of_any_listed_medicine_is_unusual_and_the_most_itself_is_not() -> None:
    for concept_id, most in dose_limits().items():
        assert is_unusual_dose(drug(f"{10 * most:.6f}mg", concept_id=concept_id)), concept_id
        assert not is_unusual_dose(drug(f"{most:.6f}mg", concept_id=concept_id)), concept_id


def test_every_listed_medicine_is_one_of_the_lexicon(shipped: Lexicon) -> None:
    assert [one for one in dose_limits() if shipped.find("medications", one) is None] == []


@pytest.mark.parametrize("value", [-7.2, 0.0, 2.9, 20.1, 1e14])
@pytest.mark.parametrize("end", ["value", "value_low", "value_high"])
def test_a_value_outside_of_the_bounds_of_its_test_cannot_be(shipped: Lexicon, value: float, end: str) -> None:
    concept = Concept(concept_id="hba1c", name="HbA1c")
    content = Content(slot=SlotKind.LABS, concept=concept, unit="%").with_fields(**{end: value})
    assert doubt_of(content, shipped) is Doubt.IMPLAUSIBLE_VALUE
    assert doubt_of(content.with_fields(**{end: 7.2}), shipped) is None
    # In another unit the bounds say nothing.
    assert doubt_of(content.with_fields(unit="mmol/mol"), shipped) is None


@pytest.mark.parametrize(
    ("value", "unit", "can_be"),
    [
        (101.0, "a", True), (170.0, "a", False), (170.0, None, False),
        (170.0, "d", True), (20.0, "mo", True), (2500.0, "d", False), (300.0, "mo", False),
    ],
)  # fmt: skip
def test_an_age_is_bounded_in_its_own_unit(shipped: Lexicon, value: float, unit: str | None, can_be: bool) -> None:
    concept = Concept(concept_id="age", name="age")
    content = Content(slot=SlotKind.DEMOGRAPHICS, concept=concept, value=value, unit=unit)
    assert (doubt_of(content, shipped) is None) is can_be
