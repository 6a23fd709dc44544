"""Goals that are set for a test, in whatever order, and goals that are put right; what is only near one is none."""

from __future__ import annotations

import pytest

from tests.extraction.conversing import after

TESTS = {"en": (("LDL", 78, 84), ("uric acid", 5.5, 5.8)), "ko": (("LDL", 78, 84), ("요산", 5.5, 5.8))}
TOLD = {
    "en": (
        "My doctor wants my {test} below {goal}.",
        "My {test} must be less than {goal}, the nurse told me.",
        "Under {goal} is where my doctor would like my {test} to be.",
        "What they want for my {test} is anything below {goal}.",
        "The consultant insists my {test} has to come down below {goal}",
        "dr says get the {test} under {goal}",
        "{test} goal: below {goal}, set by my GP",
    ),
    "ko": (
        "의사가 {test} {goal} 미만이어야 한대요",
        "병원에서 제 {test}은 {goal}보다 낮아야 한다고 하네요",
        "선생님이 {test} {goal} 밑으로 만들래요",
        "{test} 목표는 {goal} 미만이에요. 주치의가 정했어요.",
        "쌤이 {test} {goal} 아래로 내려와야 된대",
        "담당의가 {test}을 {goal} 밑으로 유지하라고 하셨어요",
    ),
}
PUT_RIGHT = {
    "en": (
        "No, below {right}, not {goal}.",
        "Sorry, the target is under {right}.",
        "I got that wrong, she wants it less than {right}",
        "{goal} was a mistake, my doctor said below {right}",
        "the goal should be {right}, I misremembered",
        "Please correct the target to below {right}.",
        "I told you {goal} but the letter says under {right}.",
        "My {test} target is below {right}, not {goal}.",
        "make the goal under {right}",
    ),
    "ko": (
        "{goal} 말고 {right} 미만이래요",
        "목표 잘못 말했어요, {right} 미만이에요",
        "목표를 {right} 밑으로 바꿔 주세요",
        "다시 보니 {right} 아래라고 하셨네요, {goal}은 착각이었어요",
        "{test} 목표는 {goal}이 아니라 {right} 미만이에요",
        "아 {right}보다 낮게 하라는 거였어요 잘못 들었어요",
    ),
}


def goals(*texts: str) -> tuple[list[tuple[str | None, object]], int]:
    """The goals on record, and how many values stand beside them."""
    facts = [one.content for one in after(*texts)]
    set_for = [one for one in facts if one.concept.concept_id.startswith("goal:")]
    values = [one for one in facts if one.slot.value in ("labs", "vitals")]
    return [(one.comparator, one.value) for one in set_for], len(values)


def _talks(wordings: dict[str, tuple[str, ...]]) -> list[tuple[str, str, float, float]]:
    return [
        (
            TOLD[language][0].format(test=test, goal=f"{goal:g}"),
            wording.format(test=test, goal=f"{goal:g}", right=f"{right:g}"),
            goal,
            right,
        )
        for language, those in wordings.items()
        for at, wording in enumerate(those)
        for test, goal, right in TESTS[language][at % 2 : at % 2 + 1]
    ]


@pytest.mark.parametrize(("said", "goal"), [(said, goal) for _, said, goal, _ in _talks(TOLD)])
def test_what_a_doctor_wants_of_a_test_is_its_goal_and_no_value(said: str, goal: float) -> None:
    assert goals(said) == ([("<", goal)], 0)


@pytest.mark.parametrize(("told", "said", "right"), [(told, said, right) for told, said, _, right in _talks(PUT_RIGHT)])
def test_a_goal_put_right_takes_the_place_of_the_one_that_was_told(told: str, said: str, right: float) -> None:
    assert goals(told, said) == ([("<", right)], 0)


@pytest.mark.parametrize(
    "said",
    [
        "Is it below 84 or below 78?",
        "Is 84 under the target?",
        "I want to get it under 84 by summer on my own, doctor or not?",
        "My sister's has to be under 84.",
        "의사가 84 이상이면 오라고 했어요",
        "목표가 84 미만 맞나요?",
        "Thanks, noted.",
        "I take 84 mg of something",
    ],
)
def test_what_is_asked_or_of_something_else_leaves_the_goal(said: str) -> None:
    told = TOLD["ko" if any("가" <= one <= "힣" for one in said) else "en"][0].format(test="LDL", goal="78")
    assert goals(told, said)[0] == [("<", 78.0)]


@pytest.mark.parametrize(
    "said",
    [
        "The doctor says if my LDL goes under 70 he wants to see me.",
        "The nurse said to call if my glucose is under 70.",
        "의사가 칼륨이 5.5 이상이면 병원에 와야 된대요",
        "의사 선생님이 공복혈당이 70 밑으로 떨어지면 사탕을 먹어야 된대요",
        "엄마 LDL은 70 밑으로 낮춰야 된대요",
        "My sister's LDL must be under 70, her doctor says.",
        "Is my LDL supposed to be under 70?",
    ],
)
def test_what_follows_from_a_limit_or_is_anothers_is_no_goal(said: str) -> None:
    assert goals(said) == ([], 0)


def test_a_measured_limit_stays_a_value() -> None:
    assert goals("My doctor told me my potassium was below 3.") == ([], 1)
    assert goals("병원에서 칼륨이 3.5보다 낮다고 했어요") == ([], 1)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("My doctor wants my blood pressure below 130/80.", "sorry, below 140/90"),
        ("My doctor wants my blood pressure below 130/80.", "The target should be 140/90, not 130/80."),
        ("의사가 혈압을 130/80 미만으로 유지하래요", "130/80이 아니라 140/90 미만이래요"),
    ],
)
def test_both_numbers_of_a_pressures_goal_are_put_right(told: str, said: str) -> None:
    found, values = goals(told, said)
    assert ({one for _, one in found}, values) == ({140.0, 90.0}, 0)


def test_of_several_goals_the_one_that_is_named_is_put_right() -> None:
    told = ("My doctor wants my LDL below 78.", "My doctor wants my uric acid below 5.5.")
    assert goals(*told, "Sorry, the LDL one is below 84.") == ([("<", 5.5), ("<", 84.0)], 0)
