from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.values.body_size import heights
from extraction.values.quantities import convert, find_blood_pressure, find_quantities

FACTORS = {"mmol/L": "18.016", "mmol/mol": "ifcc", "[degF]": "fahrenheit"}


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("6.8%", 6.8, "%"),
        ("육 점 팔 프로래요", 6.8, "%"),
        ("140 mg/dL", 140, "mg/dL"),
        ("7.9mmol/L이라고", 7.9, "mmol/L"),
        ("21 nmol/L", 21, "nmol/L"),
        ("190pmol/L예요", 190, "pmol/L"),
        ("12 µg/L", 12, "ug/L"),
        ("320 ng/dL", 320, "ng/dL"),
        ("9 ng/L", 9, "ng/L"),
        ("48 mmol/mol", 48, "mmol/mol"),
        ("61 mL/min", 61, "mL/min"),
        ("850밀리", 850, "mg"),
        ("십 미리", 10, "mg"),
        ("이십오 밀리그램", 25, "mg"),
        ("100마이크로그램", 100, "ug"),
        ("50㎍", 50, "ug"),
        ("12단위", 12, "U"),
        ("units로는 12 units", 12, "U"),
        ("100U/mL", 100, "U/mL"),
        ("63kg", 63, "kg"),
        ("육십삼 킬로", 63, "kg"),
        ("172 cm", 172, "cm"),
        ("150 pounds", 150, "[lb_av]"),
        ("37.9도", 37.9, "Cel"),
        ("100.4 F", 100.4, "[degF]"),
        ("맥박이 84회", 84, "/min"),
        ("분당 18회", 18, "/min"),
        ("three milligrams", 3, "mg"),
        ("하루 3회", 3, None),
        ("키는 172", 172, None),
    ],
)
def test_reads_value_and_unit(text: str, value: float, unit: str | None) -> None:
    (quantity,) = find_quantities(text)
    assert (quantity.value, quantity.unit, quantity.unit_stated) == (value, unit, unit is not None)


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("110에서 130 사이예요", 110, 130),
        ("백십에서 백삼십 사이", 110, 130),
        ("110~130", 110, 130),
        ("between 110 and 130", 110, 130),
        ("it runs from 110 to 130", 110, 130),
        ("5-10 mg", 5, 10),
        ("한두 알", 1, 2),
    ],
)
def test_reads_ranges(text: str, low: float, high: float) -> None:
    (quantity,) = find_quantities(text)
    assert (quantity.value, quantity.low, quantity.high) == (None, low, high)


@pytest.mark.parametrize(
    "text", ["250에서 500으로 올렸어요", "raised it from 250 to 500", "250에서 500으로 바꿨어요", "250 and 500"]
)
def test_a_change_is_two_quantities_and_no_range(text: str) -> None:
    assert [quantity.value for quantity in find_quantities(text)] == [250, 500]


@pytest.mark.parametrize(
    ("text", "comparator"),
    [
        ("9를 넘었어요", ">"),
        ("over 9", ">"),
        ("9 이상", ">="),
        ("at least 9", ">="),
        ("9 이하", "<="),
        ("no more than 9", "<="),
        ("went up to 9", None),
        ("9 미만", "<"),
        ("below 9", "<"),
        ("9를 안 넘어요", "<="),
        ("9 or higher", ">="),
        ("9", None),
        ("≥ 9", ">="),
    ],
)
def test_reads_comparators(text: str, comparator: str | None) -> None:
    (quantity,) = find_quantities(text)
    assert (quantity.value, quantity.comparator) == (9, comparator)


def test_the_over_of_a_blood_pressure_compares_nothing() -> None:
    assert [quantity.comparator for quantity in find_quantities("it was 131 over 84")] == [None, None]


def test_a_combination_keeps_every_strength() -> None:
    (quantity,) = find_quantities("160/4.5mcg")
    assert (quantity.parts, quantity.unit) == ((160, 4.5), "ug")


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("131/84", (131, 84)),
        ("131에 84였어요", (131, 84)),
        ("혈압이 백삼십에 팔십사였어요", (130, 84)),
        ("150에95나왔어요", (150, 95)),
        ("백삼십이에 팔십", (132, 80)),
        ("백오십칠 다시 구십삼", (157, 93)),
        ("131 over 84", (131, 84)),
        ("one thirty-one over eighty-four", (131, 84)),
        ("수축기 131 이완기 84", (131, 84)),
        ("혈압 131-84", (131, 84)),
    ],
)
def test_reads_blood_pressure(text: str, pair: tuple[int, int]) -> None:
    assert [found[:2] for found in find_blood_pressure(text)] == [pair]


@pytest.mark.parametrize(
    "text",
    ["휴물린 70/30", "250/50mcg", "2021/10/11", "84/131", "500/20", "110에서 90으로", "오전 110에 70kg", "131-84"],
)
def test_other_pairs_are_no_blood_pressure(text: str) -> None:
    assert find_blood_pressure(text) == ()


def test_the_span_of_a_pair_takes_in_its_unit() -> None:
    text = "아침엔 131/84 mmHg였어요"
    ((_, _, start, end),) = find_blood_pressure(text)
    assert text[start:end] == "131/84 mmHg"


@pytest.mark.parametrize(
    ("value", "source", "target", "expected"),
    [
        (7.0, "mmol/L", "mg/dL", 126.112),
        (48.0, "mmol/mol", "%", 6.543),
        (98.6, "[degF]", "Cel", 37.0),
        (1.0, "g", "mg", 1000.0),
        (150.0, "[lb_av]", "kg", 68.039),
    ],
)
def test_converts(value: float, source: str, target: str, expected: float) -> None:
    assert convert(value, source, target, FACTORS) == pytest.approx(expected, abs=1e-3)


@given(st.floats(0.1, 1000), st.sampled_from([*FACTORS, "g", "[lb_av]"]))
def test_conversion_round_trip(value: float, unit: str) -> None:
    own = "kg" if unit in ("g", "[lb_av]") else "own"
    there = convert(value, unit, own, FACTORS)
    assert there is not None
    assert convert(there, own, unit, FACTORS) == pytest.approx(value)


def test_units_of_different_kinds_do_not_convert() -> None:
    assert convert(1, "mg", "cm", {}) is None
    with pytest.raises(ValueError):
        convert(1, "mmol/L", "mg/dL", {"mmol/L": "0"})


@given(st.text() | st.text("0123456789./-~에서 백이십사이over%mg\0ㅏ", max_size=60))
def test_never_fails_and_spans_stay_inside(text: str) -> None:
    for quantity in find_quantities(text):
        assert 0 <= quantity.start < quantity.end <= len(text)
    for systolic, diastolic, start, end in find_blood_pressure(text):
        assert systolic > diastolic
        assert 0 <= start < end <= len(text)


@pytest.mark.parametrize("char", ["1", "1/", "1-", "1에서", "over 1 ", "between ", "백에 ", " "])
def test_long_runs_of_one_character_finish(char: str) -> None:
    text = (char * 4000)[:4000]
    find_quantities(text)
    find_blood_pressure(text)


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("혈색소 11.9 g/dL가 아니라 110 g/L예요", ["g/dL", "g/L"]),
        ("eGFR 55 mL/min/1.73m2 나왔어요", ["mL/min/{1.73_m2}", None]),
    ],
)
def test_a_unit_is_read_to_its_end(text: str, units: list[str | None]) -> None:
    assert [one.unit for one in find_quantities(text)] == units
    assert heights(text) == ()
