"""Values and pressures told in a row with their days: each is of its own day, wherever its test is named."""

from __future__ import annotations

import pytest

from tests.extraction.conversing import after

TESTS = {
    "en": (("potassium", 3.9, 4.2, 3.6), ("LDL", 130, 104, 143)),
    "ko": (("칼륨", 3.9, 4.2, 3.6), ("LDL", 130, 104, 143)),
}
DAYS = ("2026-05-07", "2026-05-29", "2026-06-09")
ROWS = {
    "en": (
        "My {test} was {v1} on May 7, {v2} on May 29 and {v3} on Jun 9.",
        "On May 7 they got {v1} for my {test}, on May 29 {v2}, and on Jun 9 it was {v3}.",
        "{test}: May 7 - {v1}, May 29 - {v2}, Jun 9 - {v3}",
        "{test} May 7 {v1} May 29 {v2} Jun 9 {v3}",
        "Three {test} results: first one {v1} on May 7, second one {v2} on May 29, third one {v3} on Jun 9.",
        "{v1} on May 7, {v2} on May 29 and {v3} on Jun 9, that was my {test}.",
        "May 7: {v1}, May 29: {v2}, Jun 9: {v3}. Those are my {test} results.",
    ),
    "ko": (
        "{test} 5월 7일 {v1}, 5월 29일 {v2}, 6월 9일 {v3}",
        "5월 7일에 {test} {v1} 나왔고요 5월 29일에는 {v2}, 6월 9일에는 {v3}였어요",
        "5월 7일 {v1}, 5월 29일 {v2}, 6월 9일 {v3} 이게 제 {test} 결과예요",
        "{test} 첫 번째 {v1}(5월 7일) 두 번째 {v2}(5월 29일) 세 번째 {v3}(6월 9일)",
    ),
}
PRESSURES = {
    "en": (
        "On May 7 the monitor gave 148/98, on May 29 it gave 164/78, and on Jun 9 133/85. That's my blood pressure.",
        "On May 7 the cuff read 148/98. Then on May 29 my BP was 164/78, and on Jun 9 133/85.",
        "BP: May 7 148/98, May 29 164/78, Jun 9 133/85",
        "my pressures: 148/98 dated May 7, 164/78 dated May 29, 133/85 dated Jun 9",
        "the cuff said 148/98 on May 7, 164/78 on May 29 and then on Jun 9 it said 133/85",
    ),
    "ko": (
        "혈압을 5월 7일에 쟀더니 148/98이고 5월 29일엔 164/78, 6월 9일엔 133/85 나왔어요",
        "5월 7일 혈압 148/98이었고 5월 29일에 다시 재니 164/78, 6월 9일에 또 쟀을 땐 133/85",
        "5월 7일에 혈압 쟀더니 148/98, 5월 29일에는 164/78, 6월 9일에는 133/85 찍혔어요",
        "혈압 148/98(5월 7일), 164/78(5월 29일), 133/85(6월 9일)",
    ),
}


@pytest.mark.parametrize(
    ("text", "values"),
    [
        (
            row.format(test=name, **{hole: f"{one:g}" for hole, one in zip(("v1", "v2", "v3"), values, strict=True)}),
            values,
        )
        for language, rows in ROWS.items()
        for row in rows
        for name, *values in TESTS[language]
    ],
)
def test_each_value_of_a_row_is_of_its_own_day(text: str, values: list[float]) -> None:
    assert {one.content.valid_from: one.content.value for one in after(text)} == dict(zip(DAYS, values, strict=True))


@pytest.mark.parametrize("text", [one for those in PRESSURES.values() for one in those])
def test_each_pressure_of_a_row_is_of_its_own_day(text: str) -> None:
    told = {(one.content.valid_from, one.content.value) for one in after(text)}
    pairs = zip(DAYS, ((148, 98), (164, 78), (133, 85)), strict=True)
    assert told == {(day, value) for day, pair in pairs for value in pair}
