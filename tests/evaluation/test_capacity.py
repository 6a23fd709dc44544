"""A capacity plan: every slope says what measured it, figures grow as they must, and nonsense is refused by name."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from datetime import date
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from domain.errors import InvalidCommand
from evaluation.capacity.plan import Demand, Range, plan
from evaluation.capacity.slopes import Slope, Slopes, measured_slopes
from server.__main__ import application

SLOPES = measured_slopes()
DEMANDS = st.builds(
    Demand,
    patients=st.integers(1, 1_000_000),
    turns_per_day=st.floats(0.001, 50),
    days=st.integers(1, 3_650),
    cores=st.integers(1, 128),
    memory=st.floats(64, 4_096),
)


def _figures(demand: Demand) -> dict[str, Range]:
    return {line.name: line.figure for line in plan(demand, SLOPES)}


def test_every_slope_says_what_measured_it_when_and_how_far_it_may_be_off() -> None:
    date.fromisoformat(SLOPES.measured_on)
    assert SLOPES.machine
    slopes = [one for one in msgspec.structs.astuple(SLOPES) if isinstance(one, Slope)]
    assert len(slopes) == len(Slopes.__struct_fields__) - 2
    for slope in slopes:
        assert slope.command.startswith("python -m evaluation.") and slope.means and slope.unit
        assert 0 <= slope.low <= slope.value <= slope.high


@given(DEMANDS)
def test_a_plan_lies_within_its_range_and_twice_the_patients_need_no_less_of_anything(demand: Demand) -> None:
    figures, doubled = _figures(demand), _figures(replace(demand, patients=2 * demand.patients))
    for name, figure in figures.items():
        assert figure.low <= figure.value <= figure.high
        assert doubled[name].value >= figure.value * (1 - 1e-9) or name == "memory"
    for name in ("turns", "events", "log", "views", "access", "keys", "disk", "verify_hours"):
        assert doubled[name].value == pytest.approx(2 * figures[name].value)
    assert figures["disk"].value > figures["log"].value > 0


def test_what_is_held_in_memory_stops_growing_at_the_patients_that_are_held() -> None:
    few, many = _figures(Demand(1_000, 1, days=100)), _figures(Demand(100_000, 1, days=100))
    assert many["memory"].value == pytest.approx(few["memory"].value)


def test_a_machine_without_room_for_one_process_is_said_to_be_too_small() -> None:
    figures = _figures(Demand(100_000, 20, days=3_650, memory=1))
    assert math.isinf(figures["machines"].value)


@pytest.mark.parametrize(
    ("field", "value"),
    [("patients", 0), ("turns_per_day", 0), ("turns_per_day", math.nan), ("days", 0), ("use", 1.5), ("cores", 0)],
)
def test_what_nobody_can_mean_is_refused_by_name(field: str, value: float) -> None:
    asked: dict[str, Any] = {"patients": 10, "turns_per_day": 1, field: value}
    with pytest.raises(InvalidCommand, match=field.replace("_", "-")):
        Demand(**asked)


@pytest.mark.parametrize(("language", "said"), [("en", "kept views"), ("ko", "뷰")])
def test_the_command_prints_the_plan_and_what_it_rests_on(language: str, said: str) -> None:
    asked = ["plan", "--patients", "10000", "--turns-per-day", "2"]
    told = CliRunner().invoke(application(), asked, env={"ANAMNESIS_LANG": language})
    assert told.exit_code == 0, told.output
    assert said in told.stdout and SLOPES.measured_on in told.stdout and SLOPES.cpu_turn.command in told.stdout

    found = json.loads(CliRunner().invoke(application(), [*asked, "--json"]).stdout)
    assert {one["name"] for one in found["plan"]} >= {"machines", "memory", "disk", "views_hours"}
    assert found["slopes"]["log_event"]["command"] == SLOPES.log_event.command


def test_the_command_refuses_what_nobody_can_mean_with_what_to_do() -> None:
    told = CliRunner().invoke(application(), ["plan", "--patients", "0", "--turns-per-day", "2"])
    assert told.exit_code != 0 and "patients" in told.output
