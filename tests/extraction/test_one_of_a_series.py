"""One reading of several put right by its day, its place or its number; and what only looks like a correction."""

from __future__ import annotations

import pytest

from domain.values import SlotKind
from tests.extraction.conversing import after

TESTS = {
    "en": (("potassium", 3.9, 4.2, 3.6, 4.8), ("ferritin", 43, 61, 25, 34), ("LDL", 130, 104, 143, 117)),
    "ko": (("칼륨", 3.9, 4.2, 3.6, 4.8), ("페리틴", 43, 61, 25, 34), ("LDL", 130, 104, 143, 117)),
}
TOLD = {
    "en": "My {test} was {v1} on May 7, {v2} on May 29 and {v3} on Jun 9.",
    "ko": "{test} 결과예요. 5월 7일에 {v1}, 5월 29일에 {v2}, 6월 9일에 {v3} 나왔어요.",
}
DAYS = ("2026-05-07", "2026-05-29", "2026-06-09")
SAID_OF_THE_MIDDLE = {
    "en": (
        "I misread one. On May 29 it was {vx}.",
        "On May 29 it was {vx}.",
        "For May 29 I put the wrong number down. It was {vx}.",
        "the May 29 result should be {vx}",
        "May 29 was {vx}, sorry",
        "Please change May 29 to {vx}.",
        "the middle one was {vx}, I mistyped it",
        "The second result should read {vx}.",
        "I told you {v2} but I meant {vx}, on May 29",
        "{v2} was wrong, that one was {vx}",
        "My {test} on May 29 was {vx}, I looked at the wrong line.",
        "I wrote {v2} for May 29, my eyes aren't what they were. {vx} it says.",
    ),
    "ko": (
        "5월 29일에는 {vx}였어요",
        "5월 29일 것은 {vx}로 바꿔 주세요",
        "제가 5월 29일 값을 틀리게 불러드렸네요. {vx}입니다.",
        "5월 29일 {test} 수치는 {vx}예요, 잘못 봤어요",
        "두 번째 결과는 {vx}예요 잘못 적었어요",
        "가운데 거 {vx}로 고쳐줘",
        "{v2} 아니고 {vx}요, 5월 29일 거",
        "5월 29일 결과 다시 보니 {vx} 나왔네요",
        "{v2}라고 적은 건 오타고 {vx}예요",
    ),
}
SAID_OF_THE_LAST = {
    "en": (
        "The last one was {vx}, I misread it.",
        "Last one is {vx}.",
        "make the most recent value {vx} please",
        "The latest result should be {vx}, not {v3}.",
        "My last {test} was really {vx}, I typed it wrong.",
        "sorry the final number ought to be {vx}",
        "Jun 9 should be {vx}",
    ),
    "ko": (
        "마지막 것은 {vx}예요, 잘못 봤어요",
        "맨 끝에 거 {vx}로 바꿔 주세요",
        "제일 나중 수치가 {vx}인데 잘못 말했네요",
        "가장 최근 값은 {v3}가 아니고 {vx}예요",
        "마지막 {test} 값 {vx}로 정정할게요",
        "6월 9일 거 {vx}가 맞아요",
    ),
}
SAID_OF_ITS_DAY = {
    "en": (
        "Sorry, wrong day for the last one. It was Jun 11.",
        "The last one was on Jun 11, not Jun 9.",
        "I had the date of the last one wrong, that was Jun 11",
        "Not Jun 9, it was Jun 11 they took the last one.",
        "Please move the most recent result to Jun 11.  I had the day wrong.",
        "I said Jun 9 for the last test but the slip says Jun 11.",
        "Jun 11, not Jun 9, for the latest {test}.",
        "the {v3} was on Jun 11, I mixed up the days",
    ),
    "ko": (
        "마지막 거 날짜가 틀렸어요. 6월 11일이에요.",
        "마지막 검사는 6월 9일이 아니라 6월 11일에 했어요",
        "6월 9일이라고 한 거 6월 11일이었어요",
        "맨 나중 검사 날짜를 6월 11일로 바꿔 주세요",
        "날을 착각했네요 마지막에 잰 건 6월 11일",
        "{v3} 나온 날은 6월 11일이에요, 날짜 잘못 말했어요",
    ),
}


def _talks(said: dict[str, tuple[str, ...]]) -> list[tuple[str, str, tuple[float, ...]]]:
    """Each wording with one of the tests, in turn, so that every test meets many wordings."""
    found = []
    for language, wordings in said.items():
        for at, wording in enumerate(wordings):
            name, *numbers = TESTS[language][at % len(TESTS[language])]
            holes = {
                "test": name,
                **{key: f"{one:g}" for key, one in zip(("v1", "v2", "v3", "vx"), numbers, strict=True)},
            }
            found.append(
                (TOLD[language].format(**holes), wording.format(**holes), tuple(float(one) for one in numbers))
            )
    return found


def readings(*texts: str) -> dict[str | None, object]:
    """The value of each day after a conversation."""
    return {one.content.valid_from: one.content.value for one in after(*texts) if one.content.slot is SlotKind.LABS}


@pytest.mark.parametrize(("told", "said", "values"), _talks(SAID_OF_THE_MIDDLE))
def test_the_reading_of_the_day_said_is_put_right_and_no_other(told: str, said: str, values: tuple[float, ...]) -> None:
    first, _, last, right = values
    assert readings(told, said) == dict(zip(DAYS, (first, right, last), strict=True))


@pytest.mark.parametrize(("told", "said", "values"), _talks(SAID_OF_THE_LAST))
def test_the_last_reading_is_put_right_and_no_other(told: str, said: str, values: tuple[float, ...]) -> None:
    first, middle, _, right = values
    assert readings(told, said) == dict(zip(DAYS, (first, middle, right), strict=True))


@pytest.mark.parametrize(("told", "said", "values"), _talks(SAID_OF_ITS_DAY))
def test_a_day_said_alone_moves_the_reading_and_is_never_a_value(
    told: str, said: str, values: tuple[float, ...]
) -> None:
    assert readings(told, said) == dict(zip((*DAYS[:2], "2026-06-11"), values[:3], strict=True))


@pytest.mark.parametrize(
    "said",
    [
        "Was it 4.8 on 29 May?",
        "On 29 May I walked 5 km.",
        "On 29 May I had 4 glasses of wine.",
        "On 29 May I slept only 4 hours",
        "I saw the doctor on Jun 12.",
        "the date of my last visit was Jun 8",
        "The last one was low, normal is 4.5",
        "I should get to 4.5 for the next test on Jul 3",
        "My mum's was 4.8 on 29 May",
        "the last one cost me 4 euros",
        "sorry, I meant to ask about Jun 8, can I fast then?",
        "If it had been 4.8 on 29 May, would that be high?",
        "Actually, make that 4 a day.",
        "actually that one I stopped in April",
        "sorry, 4 mg, not 5 mg",
        "it's not May 29, it started on May 21",
        "we have lisinopril at home, but that's for my mother",
        "아 4개비예요 잘못 말했어요",
        "아니 4mg이에요 5mg이 아니라",
        "5월 29일이 아니라 5월 12일에 시작됐어요",
        "마지막 진료 날짜는 6월 12일이었어요",
        "5월 29일에 4.8이었나요?",
        "엄마는 5월 29일에 4.8이었어요",
        "마지막이 5.5 넘으면 큰일이라던데",
        "마지막 거 정상인가요? 정상은 4.5죠?",
        "다음 검사 날짜는 6월 20일이에요",
        "5월 29일에 맥주 5잔 마셨어요",
    ],
)
def test_what_is_asked_or_told_of_something_else_leaves_the_readings_alone(said: str) -> None:
    name, first, middle, last, _ = TESTS["ko" if any("가" <= one <= "힣" for one in said) else "en"][0]
    told = TOLD["ko" if name == "칼륨" else "en"].format(test=name, v1=first, v2=middle, v3=last)
    assert readings(told, said) == dict(zip(DAYS, (first, middle, last), strict=True))


@pytest.mark.parametrize(
    ("said", "moved"),
    [
        ("On May 29 it was 155/92, I misread it.", {"2026-05-29": {155, 92}}),
        ("The last one was 136/84.", {"2026-06-09": {136, 84}}),
        ("It was 150/96 on May 29, not 150/90.", {"2026-05-29": {150, 96}}),
        ("5월 29일 거 155/92예요 잘못 봤어요", {"2026-05-29": {155, 92}}),
        ("마지막 혈압은 136/84예요, 잘못 적었어요", {"2026-06-09": {136, 84}}),
        ("wrong day for the last one, it was Jun 8", {"2026-06-09": None, "2026-06-08": {138, 84}}),
        ("마지막 거 날짜 틀렸어요 6월 8일이에요", {"2026-06-09": None, "2026-06-08": {138, 84}}),
    ],
)
def test_a_pressure_is_put_right_as_one_reading(said: str, moved: dict[str, set[int] | None]) -> None:
    korean = any("가" <= one <= "힣" for one in said)
    told = "혈압 142/88(5월 7일), 150/90(5월 29일), 138/84(6월 9일)"
    told = told if korean else "My blood pressure was 142/88 on May 7, 150/90 on May 29 and 138/84 on Jun 9."
    found: dict[str | None, set[object]] = {}
    for one in after(told, said):
        found.setdefault(one.content.valid_from, set()).add(one.content.value)
    standing = {"2026-05-07": {142, 88}, "2026-05-29": {150, 90}, "2026-06-09": {138, 84}}
    assert found == {day: pair for day, pair in {**standing, **moved}.items() if pair is not None}


@pytest.mark.parametrize(
    "said", ["I mixed them up: May 7 was 104 and May 29 was 130.", "바뀌었어요. 5월 7일이 104고 5월 29일이 130이에요"]
)
def test_readings_that_changed_places_are_put_right_together(said: str) -> None:
    korean = any("가" <= one <= "힣" for one in said)
    told = "LDL 5월 7일 130, 5월 29일 104" if korean else "I had LDL 130 on May 7 and 104 on May 29."
    assert readings(told, said) == {"2026-05-07": 104, "2026-05-29": 130}
