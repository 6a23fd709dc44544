from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.values.spoken_numbers import find_numbers

DIGITS = "영일이삼사오육칠팔구"
NATIVE_TENS = ["", "열", "스물", "서른", "마흔", "쉰", "예순", "일흔", "여든", "아흔"]
NATIVE_ONES = ["", "하나", "둘", "셋", "넷", "다섯", "여섯", "일곱", "여덟", "아홉"]
ENGLISH_ONES = ["", *"one two three four five six seven eight nine".split()]
ENGLISH_TENS = ["", "", *"twenty thirty forty fifty sixty seventy eighty ninety".split()]


def sino(number: int) -> str:
    """Spell a number below 100,000 as it is read out in Korean."""
    words = ""
    for place, name in ((10_000, "만"), (1000, "천"), (100, "백"), (10, "십"), (1, "")):
        digit, number = divmod(number, place)
        if digit and (digit > 1 or place in (1, 10_000)):
            words += DIGITS[digit]
        words += name if digit else ""
    return words


def values(text: str, *, lenient: bool = False) -> list[float]:
    return [mention.value for mention in find_numbers(text, lenient=lenient)]


@given(st.integers(1, 99_999))
def test_sino_korean_round_trip(number: int) -> None:
    assert values(f"{sino(number)} 밀리그램") == [number]


@given(st.integers(1, 999), st.text("0123456789", min_size=1, max_size=4), st.booleans())
def test_spoken_decimals_round_trip(whole: int, decimals: str, spaced: bool) -> None:
    gap = " " if spaced else ""
    words = f"{sino(whole)}{gap}점{gap}" + gap.join(DIGITS[int(digit)] for digit in decimals)
    assert values(f"{words} 퍼센트") == [float(f"{whole}.{decimals}")]


@given(st.integers(1, 99))
def test_native_korean_round_trip(number: int) -> None:
    words = NATIVE_TENS[number // 10] + NATIVE_ONES[number % 10]
    assert values(f"{words} 개") == [number]


@given(st.integers(21, 99), st.integers(1, 9), st.booleans())
def test_english_hundreds_round_trip(rest: int, hundreds: int, read_out: bool) -> None:
    below = "-".join(filter(None, (ENGLISH_TENS[rest // 10], ENGLISH_ONES[rest % 10])))
    joint = " " if read_out else " hundred and "
    assert values(f"{ENGLISH_ONES[hundreds]}{joint}{below} mg") == [hundreds * 100 + rest]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("나트륨 백삼십오 나왔고 칼슘 구 점 이래요", [135, 9.2]),
        ("나이는 만으로 예순하나라예", [61]),
        ("it is three hundred three times a day", [300, 3]),
        ("two thousand three times a day", [2000, 3]),
        ("three hundred and three mg", [303]),
        ("twenty two times a day", [22]),
        ("혈압은 백삼십이에 팔십이었어요", [132, 80]),
        ("올해 쉰여덟 살이에요", [58]),
        ("오 밀리를 세 번", [5, 3]),
        ("용량이 백 밀리그램이에요", [100]),
        ("혈압이 백육십이었어요", [160]),
        ("보니까백십칠이 맞아요", [117]),
        ("보니까사 점구가 맞아요", [4.9]),
        ("육 점 팔 프로", [6.8]),
        ("육 점팔프로", [6.8]),
        ("영 점 이오 밀리그램", [0.25]),
        ("이만오천 단위", [25_000]),
        ("2천 단위", [2000]),
        ("반 알", [0.5]),
        ("7점 5", [7.5]),
        ("여섯 시간마다 두 알", [6, 2]),
        ("1,500 mg and 0.25 mg", [1500, 0.25]),
        ("one oh five", [105]),
        ("six point twenty-five", [6.25]),
        ("two and a half tablets", [2.5]),
        ("twelve thousand five hundred", [12_500]),
        ("eighty-four and ninety-nine", [84, 99]),
        ("half a tablet", [0.5]),
    ],
)
def test_reads_numbers_however_they_are_said(text: str, expected: list[float]) -> None:
    assert values(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "이 약은 오늘 처음이에요",
        "일주일쯤 됐나요",
        "만약 구토를 하면",
        "사과를 먹으면 천식이",
        "백혈구가 낮대요",
        "이틀은 괜찮았어요",
        "십이지장궤양",
        "오십견이 왔어요",
        "이번에 이사를 갔는데",
        "네 알겠습니다",
        "두통이 심해요",
        "세포 검사",
        "하나도 없어요",
        "이 정도면 사회생활은",
        "사이가 좋아요",
        "오이를 먹었어요",
        "no one told me",
        "one of my friends",
        "HbA1c and B12",
        "제2형 당뇨",
        "두 번째 약이요",
        "type 2 diabetes",
        "a lot",
        "열이 나요",
    ],
)
def test_does_not_fire_inside_ordinary_words(text: str) -> None:
    assert values(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("백육이었어요", [106]),
        ("백이십이었어요", [120]),
        ("백팔십칠 나왔습니다", [187]),
        ("팔십구", [89]),
        ("칠 점 삼이었", [7.3]),
        ("칠이요", [7]),
        ("혈당백사십나왔어요", [140]),
        ("이 약", []),
    ],
)
def test_a_window_where_a_value_is_expected_takes_bare_words(text: str, expected: list[float]) -> None:
    assert values(text, lenient=True) == expected


def test_a_spoken_span_has_two_ends() -> None:
    (mention,) = find_numbers("서너 번쯤")
    assert (mention.value, mention.high) == (3, 4)


def test_a_window_keeps_the_offsets_of_the_whole_text() -> None:
    text = "어제 5, 오늘 ７．２%"
    (mention,) = find_numbers(text, text.index("오늘"))
    assert text[mention.start : mention.end] == "７．２"
    assert mention.digits


@given(st.text() | st.text("일이삼십백천만점 한두세열알번0123.,-oneptw", max_size=60), st.booleans())
def test_never_fails_and_spans_stay_inside(text: str, lenient: bool) -> None:
    reached = 0
    for mention in find_numbers(text, lenient=lenient):
        assert reached <= mention.start < mention.end <= len(text)
        reached = mention.end


@pytest.mark.parametrize("char", ["이", "백", "만", "점", "1", ".", "1,", "one ", "한 ", "\0", "ㅏ"])
def test_long_runs_of_one_character_finish(char: str) -> None:
    find_numbers((char * 4000)[:4000], lenient=True)


@pytest.mark.parametrize(("text", "values"), [("안압이요", []), ("안압 이요", [2]), ("안압은 이십사요", [24])])
def test_the_copula_behind_a_word_is_no_two(text: str, values: list[int]) -> None:
    assert [one.value for one in find_numbers(text, 2, lenient=True)] == values
