"""What a relative may take is weighed by what was told of that one, not by the record of whoever speaks."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.skills.ports import Language
from server.composition import Knowledge
from tests.agent.test_diary import answers

MUM = "Mum 79, AF, warfarin 3 mg Mon-Sat, 2 mg Sun. I am 49, levothyroxine 50 mcg; note both."
DAD = "My father is 82, heart failure, furosemide 40 mg. Me: 51, asthma, montelukast 10 mg at night."
KEN = "My husband Ken, 66, on methotrexate 15 mg Mondays, and me, 61, on amlodipine 5 mg."
MOTHER = "어머니 79세 심방세동 와파린 3mg 저녁. 저는 49세 신지로이드 50. 둘 다 적어 주세요."
HUSBAND = "남편: 70세, 간질, 테그레톨 200 하루 두번, 페니실린 알레르기. 저: 66세, 통풍, 알로푸리놀 100."


@pytest.mark.parametrize(
    ("language", "texts", "holds", "lacks"),
    [
        ("en", (MUM, "can she take ibuprofen?"), ("your mother", "Warfarin", "bleeding"), ("Levothyroxine",)),
        ("en", (MUM, "what may I give her for a cold?"), ("your mother", "warfarin"), ("evothyroxine",)),
        ("en", (MUM, "can I take ibuprofen?"), ("Levothyroxine",), ("Warfarin", "your mother")),
        ("en", (MUM, "what am I taking?"), ("Levothyroxine",), ("Warfarin",)),
        ("en", (DAD, "would ibuprofen be ok for dad?"), ("heart failure",), ("Asthma",)),
        ("en", (DAD, "is naproxen ok for me?"), ("Asthma",), ("Heart failure", "Furosemide")),
        ("en", (DAD, "what does dad take?"), ("Furosemide",), ("Montelukast",)),
        ("en", (KEN, "can Ken have trimethoprim?"), ("your husband", "Methotrexate"), ("Amlodipine",)),
        ("ko", (MOTHER, "이부프로펜 드려도 될까요?"), ("어머니", "와파린", "출혈"), ("레보티록신",)),
        ("ko", (MOTHER, "저는 이부프로펜 먹어도 되나요?"), ("레보티록신",), ("와파린",)),
        ("ko", (HUSBAND, "남편 치과에서 아목시실린 준대요 먹어도 되나요?"), ("알레르기 기록이 있음",), ("통풍",)),
    ],
)  # fmt: skip
def test_the_medicines_weighed_are_those_of_whom_it_is_asked(
    tmp_path: Path, knowledge: Knowledge, language: Language, texts: tuple[str, ...], holds: tuple[str, ...],
    lacks: tuple[str, ...],
) -> None:  # fmt: skip
    said = answers(tmp_path, knowledge, language, *texts)[-1]
    assert all(one in said for one in holds), said
    assert not any(one in said for one in lacks), said


@pytest.mark.parametrize(
    ("language", "texts", "holds", "lacks"),
    [
        ("en", (MUM, "mum's INR 3.8"), ("your mother 3.8",), ("Recorded: INR",)),
        ("en", (MUM, "she has black stools"), ("999",), ("Recorded: black stools",)),
        ("en", (KEN, "Ken had a temp of 38.2 last night"), ("Ken 38.2",), ("Recorded",)),
        ("en", (KEN, "what does Ken take?"), ("Methotrexate",), ("Amlodipine",)),
        ("en", (KEN, "my temp is 38.2"), ("Recorded: body temperature 38.2",), ("Ken",)),
        ("en", ("Meds for my wife April and me. Me: ramipril 5 mg", "April: levothyroxine 75 mcg, amlodipine 5"),
         ("wife: Levothyroxine",), ("Apr",)),
        ("en", ("wife's side: her father has colon cancer",), ("father-in-law: Colon cancer",), ("; father:",)),
        ("en", ("Hello son, it's Agnes here, 81. I'm on apixaban 5 mg. pulse 88",), ("age 81", "88"), ("your son",)),
        ("ko", (MOTHER, "엄마 열 38.2예요"), ("어머니 38.2",), ("체온 38.2",)),
        ("ko", (MOTHER, "저는 열 38.2예요"), ("체온 38.2",), ("어머니 38.2",)),
        ("ko", ("아버지 수술 이력: 담낭 2019년, 무릎 인공관절 2022년. 저는 맹장 2015년",), ("충수",), ("담낭",)),
    ],
)  # fmt: skip
def test_what_is_told_of_a_relative_later_is_that_ones(
    tmp_path: Path, knowledge: Knowledge, language: Language, texts: tuple[str, ...], holds: tuple[str, ...],
    lacks: tuple[str, ...],
) -> None:  # fmt: skip
    said = answers(tmp_path, knowledge, language, *texts)[-1]
    assert all(one in said for one in holds), said
    assert not any(one in said for one in lacks), said
