"""How long a course goes, what is taken as needed, how often an illness comes and since when it is had."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

import pytest

from domain.proposals import Operation, Proposal
from domain.values import Status
from extraction.values.frequencies import find_frequency
from tests.shipped import reader, vocabulary
from training.playing import content_of

NOW = datetime(2026, 3, 10, 9, tzinfo=UTC)


def proposed(text: str, concept: str, *known: Mapping[str, str]) -> list[Proposal]:
    """What is proposed of one concept."""
    facts = tuple(content_of({**one, "status": "active"}, vocabulary().lexicon, "en") for one in known)
    reading = reader().read(text, said_at=NOW, time_zone="Europe/London", spoken_of=facts)
    return [one for one in reading.proposals if one.content is not None and one.content.concept.concept_id == concept]


@pytest.mark.parametrize(
    ("text", "concept", "last"),
    [
        ("Cefaclor 하루 세 번 4일이요", "cefaclor", "2026-03-13"),
        ("자렐토 15mg 하루 두 번 2주 먹으래요", "rivaroxaban", "2026-03-23"),
        ("세파클러 사흘 먹으라고 하셨어요", "cefaclor", "2026-03-12"),
        ("GP put me on doxycycline 100 mg once a day for a fortnight", "doxycycline", "2026-03-23"),
        ("For 6 days I am to take doxycycline 100 mg", "doxycycline", "2026-03-15"),
        ("Nitrofurantoin 100 mg twice daily, five days", "nitrofurantoin", "2026-03-14"),
        ("They gave prednisone 20 mg for 4 more days and lisinopril is now 10 mg", "prednisone", "2026-03-13"),
    ],
)
def test_a_course_is_kept_to_its_last_day(text: str, concept: str, last: str) -> None:
    found = [one.content.valid_to for one in proposed(text, concept) if one.content is not None]

    assert found == [last]


@pytest.mark.parametrize(
    ("text", "concept"),
    [
        ("I've been on doxycycline for 2 weeks", "doxycycline"),
        ("아목시실린 3일 먹었는데 안 낫네요", "amoxicillin"),
        ("I take lisinopril 10 mg daily, 5 days ago I felt dizzy", "lisinopril"),
    ],
)
def test_a_time_that_has_passed_is_no_end(text: str, concept: str) -> None:
    assert all(one.content is not None and one.content.valid_to is None for one in proposed(text, concept))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("rizatriptan 10 when a migraine hits", "PRN"),
        ("two puffs before football", "PRN"),
        ("두통이 오면 나프록센 먹어요", "PRN"),
        ("운동 전에 두 번 뿌려요", "PRN"),
        ("alendronate every Tuesday", "weekly"),
        ("20 minutes before breakfast once a day", "QD"),
    ],
)
def test_an_occasion_is_as_needed_and_a_weekday_a_week(text: str, code: str) -> None:
    found = find_frequency(text)

    assert found is not None
    assert found.code == code


_RELIEVER = {"slot": "medications", "name": "Albuterol inhaler", "frequency": "PRN"}


@pytest.mark.parametrize("text", ["using my ventolin nearly every day this month", "벤토린을 거의 매일 써요"])
def test_what_is_used_often_is_still_as_needed(text: str) -> None:
    assert not proposed(text, "albuterol_inhaler", _RELIEVER)


def test_a_schedule_that_somebody_set_takes_its_place() -> None:
    found = proposed("the nurse said to take ventolin every day now", "albuterol_inhaler", _RELIEVER)

    assert [one.content.frequency for one in found if one.content is not None] == ["QD"]


@pytest.mark.parametrize(
    ("text", "concept", "code"),
    [
        ("i get migraines like 4 a month", "migraine", "4/month"),
        ("I have about 7 migraines a month", "migraine", "7/month"),
        ("gout attacks, 3 a year", "gout", "3/year"),
    ],
)
def test_attacks_are_counted_by_a_bare_number(text: str, concept: str, code: str) -> None:
    assert [one.content.frequency for one in proposed(text, concept) if one.content is not None] == [code]


def test_a_count_of_attacks_is_put_right() -> None:
    on_record = {"slot": "conditions", "name": "Migraine", "frequency": "4/month"}
    found = proposed("it was more like 9 migraines a month, not 4", "migraine", on_record)

    assert [one.operation for one in found] == [Operation.CORRECT]
    assert [one.content.frequency for one in found if one.content is not None] == ["9/month"]


@pytest.mark.parametrize(
    ("text", "concept", "since"),
    [
        ("type 2 diabetic about 6 years", "type_2_diabetes", "2020"),
        ("high blood pressure these 10 years", "hypertension", "2016"),
        ("천식 앓은 지 20년 됐어요", "asthma", "2006"),
        ("my asthma is back again since Sunday", "asthma", None),
        ("gout, 30 years old", "gout", None),
    ],
)
def test_years_tell_since_when_and_a_flare_does_not(text: str, concept: str, since: str | None) -> None:
    found = [one.content for one in proposed(text, concept) if one.content is not None]

    assert {one.valid_from for one in found} == {since}
    assert {one.status for one in found} == {Status.ACTIVE}
