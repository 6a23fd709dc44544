from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.values.frequencies import find_frequencies, find_frequency, find_route


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("오메가3는 하루 한 번 먹어요", "QD"),
        ("하루에 세 번", "TID"),
        ("하루네번", "QID"),
        ("1일 2회", "BID"),
        ("아침 저녁으로", "BID"),
        ("아침에 한 알, 저녁에 한 알", "BID"),
        ("매 식후에", "TID"),
        ("매일 아침 공복에", "QD"),
        ("하루 한 알씩", "QD"),
        ("하루에 12단위", "QD"),
        ("매일 자기 전에", "QHS"),
        ("취침 전", "QHS"),
        ("필요할 때만", "PRN"),
        ("무릎 아플 때만", "PRN"),
        ("코 막힐 때만", "PRN"),
        ("격일로", "QOD"),
        ("이틀에 한 번", "QOD"),
        ("여덟 시간마다", "Q8H"),
        ("12시간 간격으로", "Q12H"),
        ("60일마다", "Q60D"),
        ("일주일에 한 번", "weekly"),
        ("매주 월요일에", "weekly"),
        ("2주에 한 번", "q2wk"),
        ("3주마다", "q3wk"),
        ("한 달에 한 번", "monthly"),
        ("석 달에 한 번", "q3mo"),
        ("6개월에 한 번", "q6mo"),
        ("반년마다", "q6mo"),
        ("일주일에 네 번", "4/week"),
        ("주 2~3회", "2-3/week"),
        ("한 달에 서너 번", "3-4/month"),
        ("아침 식후에 한 알", "QD"),
    ],
)
def test_reads_korean_frequencies(text: str, code: str) -> None:
    mention = find_frequency(text)
    assert mention is not None
    assert mention.code == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("one tablet once daily", "QD"),
        ("twice a day", "BID"),
        ("500mg tid로", "TID"),
        ("four times per day", "QID"),
        ("every night", "QHS"),
        ("daily at bedtime", "QHS"),
        ("as needed", "PRN"),
        ("whenever I need it", "PRN"),
        ("only when my back hurts", "PRN"),
        ("every other day", "QOD"),
        ("every 4 hours", "Q4H"),
        ("q12h", "Q12H"),
        ("once a week", "weekly"),
        ("every three weeks", "q3wk"),
        ("every 3 months", "q3mo"),
        ("three times a week", "3/week"),
        ("a couple of times a month", "2/month"),
        ("one pill a day", "QD"),
        ("one in the morning and one at night", "BID"),
        ("mornings and evenings", "BID"),
        ("mornings and nights", "BID"),
        ("evenings and mornings", "BID"),
        ("morning and in the evening", "BID"),
        ("morning, noon and night", "TID"),
        ("breakfast, lunch and dinner", "TID"),
    ],
)
def test_reads_english_frequencies(text: str, code: str) -> None:
    mention = find_frequency(text)
    assert mention is not None
    assert mention.code == code


@pytest.mark.parametrize(
    "text", ["", "하루 종일 졸려요", "오늘 아침에 잰 혈압", "계단 오를 때 숨이 차요", "this is fine", "두 번 다시"]
)
def test_other_words_are_no_frequency(text: str) -> None:
    assert find_frequency(text) is None


def test_a_corrected_count_keeps_the_period() -> None:
    assert [mention.code for mention in find_frequencies("하루 세 번이 아니라 두 번이에요")] == ["TID", "BID"]


def test_a_time_of_day_alone_is_weak() -> None:
    mentions = find_frequencies("아침에 먹는데, 원래는 하루 두 번이에요")
    assert [(mention.code, mention.weak) for mention in mentions] == [("QD", True), ("BID", False)]
    first = find_frequency("아침에 먹는데, 원래는 하루 두 번이에요")
    assert first is not None and first.code == "BID"


def test_the_words_are_quoted_as_typed() -> None:
    text = "약은 하루\u200b  ２번 먹어요"
    mention = find_frequency(text)
    assert mention is not None
    assert mention.text == text[mention.start : mention.end] == "하루\u200b  ２번"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("숨찰 때 흡입해요", "inhalation"),
        ("two puffs", "inhalation"),
        ("12단위 맞아요", "injection"),
        ("I inject it", "injection"),
        ("연고를 발라요", "topical"),
        ("apply the cream", "topical"),
        ("눈에 넣어요", "ophthalmic"),
        ("패치를 붙여요", "transdermal"),
        ("좌약이에요", "rectal"),
        ("식후에 먹어요", "oral"),
        ("by mouth", "oral"),
        ("혀 밑에 넣어요", "sublingual"),
    ],
)
def test_reads_routes(text: str, code: str) -> None:
    route = find_route(text)
    assert route is not None
    assert route.code == code


@pytest.mark.parametrize("text", ["처음 말이 맞아요", "that is right", ""])
def test_other_words_are_no_route(text: str) -> None:
    assert find_route(text) is None


@given(st.text() | st.text("하루매일주달에한두번아침저녁마다0123 everyday\0ㅏ", max_size=60))
def test_never_fails_and_spans_stay_inside(text: str) -> None:
    reached = 0
    for mention in find_frequencies(text):
        assert reached <= mention.start < mention.end <= len(text)
        assert mention.text == text[mention.start : mention.end]
        reached = mention.end
    find_route(text)


@pytest.mark.every_case
@pytest.mark.parametrize("char", ["하루 ", "1", "한 번 ", "아침", "every ", "in the morning ", "때", "때만 ", " "])
def test_long_runs_of_one_character_finish(char: str) -> None:
    find_frequencies((char * 4000)[:4000])
