"""A model plays the patient: its own words, the simulator's schedule, values and gold."""

from __future__ import annotations

import pytest

from clients.client import AnamnesisClient
from evaluation.study.judging.endpoint import Endpoint
from evaluation.study.patients import generate
from evaluation.study.running.play import Label, play
from evaluation.study.running.played_model import playing
from evaluation.study.simulator import Mode, Play, Scenario, simulate
from evaluation.study.systems.opening import opened
from evaluation.study.voice import Voice, says_the_same

LABEL = Label("p6", "p6", "agent", 1, {})


def _scenario(mode: Mode) -> Scenario:
    return simulate(generate(3, 5)[0], Play("ko", mode), 5)


def test_a_model_says_the_schedule_in_its_own_words(address: str) -> None:
    scenario = _scenario("minimal")
    with playing("retelling") as url, Endpoint(url, "", "played") as model, AnamnesisClient(address) as client:
        rows = play(opened("agent", "ko", client), scenario, LABEL, voice=Voice(model.ask)).rows
    assert [row.message for row in rows] == [f"저기요, {said.text}" for said in scenario.turns]
    assert {row.factors["voice"] for row in rows} == {"model"}
    assert [(row.template, row.question) for row in rows] == [(one.template.id, one.question) for one in scenario.turns]
    corrected = next(row for row in rows if row.turn_type == "T5")
    assert corrected.uptake and all(row.answer for row in rows)


@pytest.mark.parametrize("mode", ["cooperative", "noisy"])
def test_a_model_that_adds_a_figure_is_not_listened_to(mode: Mode) -> None:
    scenario = _scenario(mode)
    with playing("misquoting") as url, Endpoint(url, "", "played") as model:
        said = [Voice(model.ask).say(one, scenario, "") for one in scenario.turns]
    assert said == [(one.text, "script") for one in scenario.turns]


@pytest.mark.parametrize(
    ("message", "same"),
    [
        ("제 당화혈색소가 7.2%였어요, 메트포르민 먹고 있고요.", True),
        ("HbA1c 7.2%, 메트포르민 복용이요.", True),
        ("제 당화혈색소가 7.3%였어요, 메트포르민 먹고 있고요.", False),
        ("제 당화혈색소가 7.2%였어요.", False),
        ("당화혈색소 7.2%, 메트포르민이랑 암로디핀이요.", False),
        ("당화혈색소 7.2%, 메트포르민\x00", False),
        ("", False),
    ],
)
def test_a_line_is_the_same_by_its_figures_and_names(message: str, same: bool) -> None:
    assert says_the_same(message, "메트포르민을 먹고 있고 당화혈색소는 7.2%입니다.") is same
