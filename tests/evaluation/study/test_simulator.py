"""The simulated patient: deterministic, whole, and with gold that right answers pass and wrong ones don't."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from evaluation.study.corrections import SHAPES, memory_keys
from evaluation.study.gold import GOLD, Check, Situation
from evaluation.study.noise import spoken
from evaluation.study.patients import InvalidStudy, generate
from evaluation.study.simulator import INTAKES, MODES, Play, Scenario, planned, simulate
from evaluation.study.vocabulary import LANGUAGES

SIMULATED = """
import hashlib
from evaluation.study.patients import generate
from evaluation.study.simulator import planned, simulate
patients = generate(10)
said = "|".join(turn.text for p, play in zip(patients, planned(patients, "ko")) for turn in simulate(p, play).turns)
print(hashlib.sha256(said.encode()).hexdigest())
"""


def _scenario(number: int, seed: int, language: str, mode: str, intake: str, shape: str, fillers: int) -> Scenario:
    patient = generate(20, seed)[number]
    play = Play(language=language, mode=mode, intake=intake, shape=shape, fillers=fillers)  # type: ignore[arg-type]
    return simulate(patient, play, seed)


scenarios = st.builds(
    _scenario,
    st.integers(0, 19),
    st.integers(0, 5),
    st.sampled_from(LANGUAGES),
    st.sampled_from(MODES),
    st.sampled_from(INTAKES),
    st.sampled_from(sorted(SHAPES)),
    st.integers(0, 3),
)


def told(check: Check) -> str:
    """The shortest clause that says what a check wants."""
    day = [check.day.isoformat()] if check.day else []
    value = [f"{check.value:g}"] if check.value is not None else []
    steps = [f"{n}." for n in range(1, check.steps + 1)]
    # A stopped medicine is named with its end, or it would be named as taken.
    ended = ["중단"] if check.name == "stopped medicine" else []
    return " ".join([*check.about[:1], *check.any_of[:1], *day, *value, *steps, *ended])


@settings(max_examples=60)
@given(scenarios)
def test_every_conversation_is_whole_and_its_gold_can_be_met(scenario: Scenario) -> None:
    kinds = [said.template.turn for said in scenario.turns]
    assert [kind for kind in kinds if kind in ("T1", "T2", "T3", "T4", "T5", "T6")] == [
        "T1",
        "T2",
        "T3",
        "T4",
        "T5",
        "T6",
    ]
    assert len({said.turn_id for said in scenario.turns}) == len(scenario.turns)
    assert all(first.at < second.at for first, second in zip(scenario.turns, scenario.turns[1:], strict=False))
    for said in scenario.turns:
        assert "{" not in said.text and "None" not in said.text and "  " not in said.text
        right = "\n".join(told(check) for check in said.checks if not check.forbidden)
        assert [check.name for check in said.checks if not check.passes(right, cited=1)] == []
        wanted = [check for check in said.checks if not check.forbidden]
        assert not wanted or not all(check.passes("음.", cited=0) for check in wanted)


@settings(max_examples=40)
@example(_scenario(2, 1, "ko", "minimal", "dialogue", "lab_twice", 0))  # whose half step rounds to where it began
@given(scenarios)
def test_a_correction_changes_the_truth_and_names_what_is_stale(scenario: Scenario) -> None:
    corrected = [said for said in scenario.turns if said.template.turn in ("T5", "T5b")]
    for said in corrected:
        before, after = memory_keys(said.before), memory_keys(said.truth)
        assert before != after
        assert said.stale == {(*key, value) for key, value in before.items() if after.get(key) != value}
    if corrected[-1].template.id == "T5b.lab_undone":
        assert corrected[-1].truth == corrected[0].before
    assert scenario.turns[-1].truth == corrected[-1].truth


def test_a_memory_frozen_before_the_correction_fails_the_last_turns() -> None:
    patients = generate(28)
    caught = 0
    for patient in patients:
        scenario = simulate(patient, Play(shape="lab_latest"))
        said = next(one for one in scenario.turns if one.template.turn == "T5")
        stale = f"최근 {said.before.series[-1].value:g}입니다."
        caught += not all(check.passes(stale) for check in said.checks)
    assert caught == len(patients)


def test_stale_values_may_be_named_only_where_they_are_taken_back() -> None:
    check = Check("stale", "hallucination", ("LDL",), value=150, forbidden=True)
    assert not check.passes("최근 LDL은 150 mg/dL입니다.")
    assert check.passes("LDL은 150 mg/dL가 아니라 120 mg/dL로 정정했습니다.")
    assert check.passes("최근 LDL은 120 mg/dL입니다.")


def test_a_stale_value_that_is_the_target_itself_is_not_held_against_an_answer() -> None:
    patient = next(one for one in generate(40) if one.focus == "hba1c")
    before = patient.model_copy(update={"labs": (patient.series[-1].model_copy(update={"value": 7.0}),)})
    after = patient.model_copy(update={"labs": (patient.series[-1].model_copy(update={"value": 6.7}),)})
    checks = GOLD["corrected_value"](Situation(after, before, stale_value=7.0))
    assert [check.name for check in checks] == ["latest value"]


def test_unknown_is_not_none() -> None:
    patient = generate(1).pop().model_copy(update={"allergies": None})
    checks = GOLD["listing"](Situation(patient, patient))
    allergy = [check for check in checks if check.name.startswith("allergies")]
    assert all(check.passes("알레르기는 확인되지 않았습니다.") for check in allergy)
    assert not any(check.passes("알레르기는 없습니다.") for check in allergy)


@pytest.mark.parametrize(
    ("answer", "passes"),
    [
        ("복용약: 없음", True),
        ("복용약:\n없음", True),
        ("드시는 약은 없다고 하셨습니다.", True),
        ("Medicines: none", True),
        ("You told me that you are not taking any medication.", True),
        ("복용약: 기록된 것 없음", False),
        ("복용약: 기록된 것 없음\n알레르기: 없음", False),
        ("Medicines: none on record", False),
        ("여기에 없는 증상이나 약이 있으면 함께 말씀하시고, 약 봉투를 가져가시면 좋습니다.", False),
        ("아직 전해 드릴 기록이 없습니다.", False),
    ],
)
def test_who_says_that_nothing_is_recorded_has_not_said_that_there_is_none(answer: str, passes: bool) -> None:
    patient = generate(1).pop().model_copy(update={"medications": ()})
    (check,) = [one for one in GOLD["listing"](Situation(patient, patient)) if one.name == "no medicines"]
    assert check.passes(answer) is passes


def test_the_words_do_not_depend_on_the_hash_seed() -> None:
    patients = generate(10)
    said = "|".join(
        turn.text for p, play in zip(patients, planned(patients, "ko"), strict=True) for turn in simulate(p, play).turns
    )
    other = subprocess.run(
        [sys.executable, "-c", SIMULATED],
        env={**os.environ, "PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert other.stdout.strip() == hashlib.sha256(said.encode()).hexdigest()


def test_a_plan_of_eighty_meets_every_mode_intake_and_shape() -> None:
    plays = planned(generate(80), "ko")
    assert {play.mode for play in plays} == set(MODES) and {play.intake for play in plays} == set(INTAKES)
    assert {play.shape for play in plays} == set(SHAPES)
    with pytest.raises(InvalidStudy, match="known are lab_latest"):
        simulate(generate(1)[0], Play(shape="mood"))


@pytest.mark.parametrize(
    ("figure", "korean", "english"),
    [
        ("7.4", "칠 점 사", "seven point four"),
        ("120", "백이십", "one hundred twenty"),
        ("95", "구십오", "ninety-five"),
        ("10", "십", "ten"),
        ("204", "이백사", "two hundred four"),
    ],
)
def test_figures_are_spoken_as_people_say_them(figure: str, korean: str, english: str) -> None:
    assert (spoken(figure, "ko"), spoken(figure, "en")) == (korean, english)
