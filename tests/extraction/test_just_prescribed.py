"""What was just prescribed and is asked about is not taken yet; a course that is given has its last day."""

from __future__ import annotations

import pytest

from domain.values import Status
from tests.extraction.test_ordinary_conversations import medicine
from tests.extraction.test_what_the_record_settles import after, medicines

METFORMIN = medicine("Metformin", "500mg", "BID")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The dentist gave me clindamycin for the abscess. Should I take it?", "Clindamycin"),
        ("They've given me Bactrim for 5 days, twice daily. Is it ok to take", "Sulfamethoxazole/trimethoprim"),
        ("the surgery gave me nitrofurantoin this morning. ok to take it?", "Nitrofurantoin"),
        ("병원에서 박트림 처방해줬어요. 먹어야 하나요 말아야 하나요", "Sulfamethoxazole/trimethoprim"),
    ],
)
@pytest.mark.parametrize("known", [(), (METFORMIN,)])
def test_what_leave_is_asked_for_is_planned(text: str, name: str, known: tuple[dict[str, object], ...]) -> None:
    assert medicines(after(text, *known)).get(name) == "planned"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("They put me on amlodipine last month, can I eat grapefruit?", "Amlodipine"),
        ("지난달에 암로디핀 처방받았는데 자몽 먹어도 돼요?", "Amlodipine"),
        ("The doctor prescribed lisinopril 10, should I take it in the morning or at night?", "Lisinopril"),
        ("She gave me prednisolone 30mg and I've taken it since Monday. Is it ok to drink?", "Prednisolone"),
        ("작년에 처방받은 라미프릴 5mg 계속 먹고 있어요. 이대로 먹어도 되나요?", "Ramipril"),
    ],
)
def test_what_is_taken_stays_taken(text: str, name: str) -> None:
    assert medicines(after(text)).get(name) == "active"


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("she has given me prednisolone 30mg for 5 days", "2026-01-09"),
        ("I was put on doxycycline 100 mg for a week", "2026-01-11"),
    ],
)
def test_a_course_that_is_given_ends(text: str, last: str) -> None:
    [fact] = after(text)
    assert (fact.content.status, fact.content.valid_from, fact.content.valid_to) == (Status.ACTIVE, None, last)


def test_days_that_it_was_taken_are_no_course() -> None:
    [fact] = after("I have been on prednisolone for 5 days")
    assert (fact.content.valid_from, fact.content.valid_to) == ("2025-12-31", None)


def test_what_was_prescribed_years_ago_need_not_be_taken_still() -> None:
    assert medicines(after("졸피뎀은 2019년에 처방받은 적 있어요")).get("Zolpidem") != "active"
