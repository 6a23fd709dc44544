"""A further value of a test told without its name, and doses told among the values of a test."""

from __future__ import annotations

from datetime import timedelta

import pytest

from domain.values import SERIES_SLOTS
from tests.extraction.conversing import after


def values(*texts: str) -> list[tuple[str, float, str | None]]:
    found = after(*texts, apart=timedelta(days=1))
    return sorted(
        (one.content.concept.concept_id, float(one.content.value), one.content.valid_from)
        for one in found
        if one.content.slot in SERIES_SLOTS and isinstance(one.content.value, float)
    )


@pytest.mark.parametrize(
    ("texts", "test", "value", "day"),
    [
        (("작년 사구체여과율 61이었어요", "올봄에 다시 했더니 55래요. 허리 아파서 파스 붙여요"), "egfr", 55, "2026"),
        (("작년에 총콜레스테롤 231", "올해 재검에서 205 나왔대요. 매일 40분 걸어요"), "total_cholesterol", 205, "2026"),
        (("작년 LDL 158", "지난달에 또 검사했는데 132예요. 야식 끊었어요"), "ldl_cholesterol", 132, "2026-05"),
        (("칼륨 5.1, 사구체여과율 48이래요", "다시 검사했더니 46이래요"), "egfr", 46, None),
        (("작년 당화혈색소 6.9", "올해 또 쟀는데 7.4래요, 무릎도 아파요"), "hba1c", 7.4, "2026"),
        (("eGFR 61 last year", "they repeated it this spring, came back at 55. my hip aches"), "egfr", 55, "2026"),
        (("LDL was 160 in January", "redid the test last week and it's 131 now. started walking 40 minutes"),
         "ldl_cholesterol", 131, "2026-06-10"),
        (("uric acid was 9 in 2024", "rechecked it last month, 8, my toe still hurts"), "uric_acid", 8, "2026-05"),
        (("My eGFR was 66 last year", "Had it done again in May, it was 60, my knee hurts"), "egfr", 60, "2026-05"),
        (("ferritin 12 in March", "the bloods were repeated in June, 31 this time"), "ferritin", 31, "2026-06"),
    ],
)  # fmt: skip
def test_a_test_that_was_had_again_has_its_new_value(
    texts: tuple[str, ...], test: str, value: float, day: str | None
) -> None:
    told = values(*texts)
    assert (test, value) in [(one[0], one[1]) for one in told]
    assert day is None or (test, value, day) in told


@pytest.mark.parametrize(
    "then",
    [
        "올해 또 갔는데 52번 기다렸어요",
        "엄마도 다시 했는데 58이래요",
        "다시 검사하면 65 나왔으면 좋겠어요",
        "mum had hers done again, 58",
        "had the knee done again in June, 52 stitches",
        "went to the gym again, 60 minutes",
        "when I have it done again I hope for 65",
    ],
)
def test_what_is_no_value_of_the_patient_is_none(then: str) -> None:
    assert [one[1] for one in values("작년 사구체여과율 61이었어요", then)] == [61]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("TSH was 8.1 in March and they started levothyroxine 25. In May it was 4.9 so she made it 50 mcg",
         [(4.9, "2026-05"), (8.1, "2026-03")]),
        ("TSH was 7.7 in February, put on Synthroid 50. In April it came down to 3.2",
         [(3.2, "2026-04"), (7.7, "2026-02")]),
        ("3월에 TSH 8.1 나와서 씬지로이드 25 시작했고 5월에 4.9라서 50으로 올렸어요",
         [(4.9, "2026-05"), (8.1, "2026-03")]),
        ("2월 TSH 7.7, 신지로이드 50 먹고 4월엔 3.2", [(3.2, "2026-04"), (7.7, "2026-02")]),
        ("LDL 1월 166, 아토르바스타틴 20 먹고 4월 98", [(98, "2026-04"), (166, "2026-01")]),
        ("TSH 때문에 씬지로이드 75 먹어요", []),
        ("taking levothyroxine 88 for my TSH", []),
    ],
)  # fmt: skip
def test_a_dose_is_no_value_of_the_test_beside_it(text: str, told: list[tuple[float, str]]) -> None:
    assert [one[1:] for one in values(text)] == told
