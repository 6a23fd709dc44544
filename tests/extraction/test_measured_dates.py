"""A date dates what it stands beside: a value takes none that belongs to another finding of its sentence."""

from __future__ import annotations

from datetime import datetime

import pytest

from domain.values import SERIES_SLOTS
from extraction.rules.pipeline import Extractor

SAID_AT = datetime.fromisoformat("2025-03-10T12:00:00+09:00")


def dates(extractor: Extractor, text: str, *, measured: bool) -> dict[str, str | None]:
    read = extractor.read(text, said_at=SAID_AT, time_zone="Asia/Seoul").proposals
    contents = [one.content for one in read if one.content is not None]
    return {one.concept.concept_id: one.valid_from for one in contents if (one.slot in SERIES_SLOTS) is measured}


@pytest.mark.parametrize(
    "text",
    [
        "quuxitis since 2019 and my HbA1c was 7.7% on 2025-01-02",
        "quuxitis in 2019 and my HbA1c was 7.7% on 2025-01-02",
        "I have had gout since 2019 and my HbA1c was 7.7% on 2025-01-02",
        "My HbA1c was 7.7% on 2025-01-02 and I have had gout since 2019",
        "I started metformin in 2020 and my HbA1c was 7.7% on 2025-01-02",
        "My mother had diabetes since 2001 and my HbA1c was 7.7% on 2025-01-02",
        "Surgery in 2018, HbA1c 7.7% on 2025-01-02",
        "2019년부터 통풍이 있었고 2025년 1월 2일 당화혈색소는 7.7%였어요",
        "2019년부터 통풍이 있었고 당화혈색소는 7.7%였어요(2025년 1월 2일)",
        "2020년부터 메트포르민을 먹고 있고 2025년 1월 2일 당화혈색소는 7.7%였어요",
        "당화혈색소는 2025년 1월 2일에 7.7%였고 2019년부터 고혈압이 있어요",
        "통풍(2019년), 당화혈색소 7.7%(2025년 1월 2일)",
    ],
)
def test_the_date_beside_a_value_wins_over_that_of_another_finding(extractor: Extractor, text: str) -> None:
    assert dates(extractor, text, measured=True) == {"hba1c": "2025-01-02"}


@pytest.mark.parametrize(
    "text", ["I have had gout since 2019 and my HbA1c was 7.7%", "2019년부터 통풍이 있고 당화혈색소는 7.7%예요"]
)
def test_the_start_of_an_illness_dates_no_value(extractor: Extractor, text: str) -> None:
    assert dates(extractor, text, measured=True) == {"hba1c": None}
    assert dates(extractor, text, measured=False) == {"gout": "2019"}


@pytest.mark.parametrize(
    "text",
    [
        "2025년 1월 2일에 건강검진을 받았는데 당화혈색소가 7.7%였어요",
        "2025년 1월 2일에 병원에 갔고 당화혈색소가 7.7%였어요",
        "I went to the clinic on 2025-01-02 and my HbA1c was 7.7%",
    ],
)
def test_the_day_of_a_visit_dates_the_value_found_there(extractor: Extractor, text: str) -> None:
    assert dates(extractor, text, measured=True) == {"hba1c": "2025-01-02"}


def test_a_finding_keeps_the_date_beside_it_too(extractor: Extractor) -> None:
    text = "Surgery in 2018, glucose 110 on 2025-02-03, LDL 130 on 2025-03-04"
    assert dates(extractor, text, measured=False) == {"surgery": "2018"}
    assert dates(extractor, text, measured=True) == {"glucose": "2025-02-03", "ldl_cholesterol": "2025-03-04"}


@pytest.mark.parametrize(
    "text",
    [
        "혈압이 150/95였고 2025년 3월 9일은 160/100이었어요",
        "혈압은 150/95, 2025년 3월 9일은 160/100이었어요",
        "혈압이 2025년 3월 10일에 150/95, 2025년 3월 9일에 160/100이었어요",
        "My blood pressure was 150/95 on 10 March and 160/100 on 9 March",
    ],
)
def test_two_readings_of_a_pair_keep_their_own_days(extractor: Extractor, text: str) -> None:
    read = extractor.read(text, said_at=SAID_AT, time_zone="Asia/Seoul").proposals
    told = [(one.content.value, one.content.valid_from) for one in read if one.content is not None]
    today, yesterday = "2025-03-10", "2025-03-09"
    assert told == [(150, today), (95, today), (160, yesterday), (100, yesterday)]
