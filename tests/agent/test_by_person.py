"""Talks in which several people are measured or treated: nobody's is another's, and each is given back by person."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.skills.ports import Language
from server.composition import Knowledge
from tests.agent.test_diary import answers

NAN = ("nan 128/76, grandad 150/94", "nan 145/92", "no that was grandads", "nan 131/78, grandad 141/88")
PARENTS = ("8/1 토 어머니 132/78 아버지 158/92", "둘이 바꿔 적었어요")
TWINS = ("twins both hot. ola 38.1 pip 37.8", "ola 39.2", "other way round, pip was 39.2 and ola 37.9")
FEVERS = ("저 38.4 남편은 36.9", "아들도 38.9")
TABLETS = ("Me: losartan 50 for bp. husband Colin warfarin 3 at night for AF",)
HOUSE = ("엄마는 씬지로이드 75, 할머니는 아리셉트 5, 나는 이소티논 20", "할머니꺼 어제부터 10으로 올렸대")


@pytest.mark.parametrize(
    ("language", "texts", "holds", "lacks"),
    [
        ("en", (*NAN, "whose was the 145/92?"), ("145/92", "reading of your grandfather"), ()),
        ("en", (*NAN, "what did nan get on all her days?"), ("128/76", "131/78"), ()),
        ("en", NAN, ("Kept as you told it", "your grandfather 141/88"), ("Recorded",)),
        ("en", NAN[:3], ("Put right: your grandfather 145/92",), ()),
        ("en", (*TWINS, "which of them had the 39.2?"), ("reading of Pip", "37.9"), ()),
        ("en", ("my bp 168/98", "that was my husband's, not mine. mine 139/82", "what was my last blood pressure?"),
         ("139",), ("168",)),
        ("en", ("weight 181 lb", "182. my husband got on it, 201", "what was my highest weight?"), ("182",), ("201",)),
        ("en", ("my wife's sugar 9.1, mine 6.2",), ("Recorded: glucose", "6.2 mmol/L", "your wife 9.1"), ()),
        ("en", (*TABLETS, "what do I take?"), ("Losartan",), ("Warfarin",)),
        ("ko", (*PARENTS, "158은 누구꺼였죠?"), ("어머니", "158/92"), ("구토",)),
        ("ko", (*FEVERS, "누가 제일 높았어요?"), ("아들", "38.9", "남편", "36.9", "본인"), ()),
        ("ko", FEVERS[:1], ("체온 38.4", "남편 36.9"), ()),
        ("ko", (*HOUSE, "누가 뭐 먹는지 다시 말해줘"), ("씬지로이드 75", "10으로", "이소티논 20"), ()),
        # One's own readings alone are answered from the record, by nobody's name.
        ("en", ("my bp 150/90", "my bp 138/84", "what was my highest blood pressure?"), ("150/90",), ("By person",)),
        ("ko", ("내 혈압 150/90", "오늘은 138/84", "제일 높은 혈압이 얼마였죠?"), ("150/90",), ("사람별",)),
    ],
)  # fmt: skip
def test_a_talk_of_several_people(
    tmp_path: Path, knowledge: Knowledge, language: Language, texts: tuple[str, ...], holds: tuple[str, ...],
    lacks: tuple[str, ...],
) -> None:  # fmt: skip
    answer = answers(tmp_path, knowledge, language, *texts)[-1]
    assert all(one in answer for one in holds), answer
    assert not any(one in answer for one in lacks), answer


@pytest.mark.parametrize(
    ("language", "texts", "alarms"),
    [
        ("ko", ("심부전으로 입원했던 아버지 몸무게 적어요. 오늘 71.4", "71.9", "74.1"), "2.7 kg"),
    ],
)
def test_a_carers_daily_weights_are_recorded(
    tmp_path: Path, knowledge: Knowledge, language: Language, texts: tuple[str, ...], alarms: str
) -> None:
    said = answers(tmp_path, knowledge, language, *texts)
    assert alarms in said[-1], said[-1]
