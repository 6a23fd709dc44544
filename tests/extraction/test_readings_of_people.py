"""Whose each reading of a message is, by whom it names beside it; and a weekday's letter that is no word."""

from __future__ import annotations

import pytest

from extraction.reading.people.given_to_another import are_swapped, whose_that_was
from extraction.reading.people.named_people import names_told
from extraction.reading.people.readings_of_people import markers_in, readings_in
from extraction.text.normalise import normalise
from tests.shipped import vocabulary


def _readings(text: str) -> str:
    plain = normalise(text).text
    mentions = vocabulary().recogniser.find(plain)
    found = readings_in(plain.casefold(), mentions, names_told([(plain, mentions)]))
    named = ((one.person.name or one.person.who if one.person else "-", one.shown) for one in found)
    return " ".join(f"{who} {shown}" for who, shown in named)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("aunt 128/76, uncle 150/94", "aunt 128/76 uncle 150/94"),
        ("mum's was 141/88 and dad's 122/70", "mother 141/88 father 122/70"),
        ("me 120/70, my husband 158/92", "self 120/70 husband 158/92"),
        ("my wife's sugar 9.1, mine 6.2", "wife 9.1 self 6.2"),
        ("dad 88 on the oximeter, me 97", "father 88 self 97"),
        ("hers was 9.1 but my sugar is 6.4", "relative 9.1 self 6.4"),
        ("twins, both hot. ola 38.1 pip 37.8", "ola 38.1 pip 37.8"),
        ("Temps: Sam 38.4, Ruth 37.1", "sam 38.4 ruth 37.1"),
        ("145/92 was grandad's", "grandfather 145/92"),
        ("the 98 on me sats, 91 mum", "self 98 mother 91"),
        ("sats 90 for dad at 4pm, 97 for me", "father 90 self 97"),
        ("that's Gerald's. mine 139/82", "self 139/82"),
        ("my mum has to be weighed every day. 64.2 this morning", "mother 64.2"),
        ("8/1 토 어머니 132/78 아버지 158/92", "mother 132/78 father 158/92"),
        ("이모는 128에 76이고 저는 118에 70이에요", "aunt 128/76 self 118/70"),
        ("저 38.4 남편은 열 내림 36.9", "self 38.4 husband 36.9"),
        ("할머니 당 180 할아버지 당 140", "grandmother 180 grandfather 140"),
        ("우리 영감은 당이 백이십 저는 백오십육", "husband 120 self 156"),
        ("아침에 내 열 37.8 재고 우리 소는 40.1이여", "self 37.8 소 40.1"),
        ("145/92는 할아버지꺼예요", "grandfather 145/92"),
        ("쌍둥이 둘 다 열나요. 지우 38.2 지아 37.5", "지우 38.2 지아 37.5"),
        # Who measures, says or brings has not been measured.
        ("husband took my bp, 150/90", "self 150/90"),
        ("my daughter says it's 150/90", "- 150/90"),
        ("남편이 재줬는데 150/90 나왔어요", "- 150/90"),
        # A dose, years, days and hours are no readings, and a day of the week is nobody's name.
        ("amlodipine 10 for me, husband apixaban 5", ""),
        ("mama (82) sugar was 121", "mother 121"),
        ("Tues 146/90, Weds 138/84", "- 146/90 - 138/84"),
        ("암로디핀 5 먹고 혈압 132/78", "- 132/78"),
    ],
)
def test_a_reading_is_of_whoever_is_named_with_it(text: str, told: str) -> None:
    assert _readings(text) == told


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("no, that was grandad's", "grandfather"),
        ("oh that's Gerald's, he used it after", "gerald"),
        ("sorry, my wife's not mine", "wife"),
        ("그건 할머니꺼예요", "grandmother"),
        ("아니 할아버지꺼야", "grandfather"),
        ("that was after grandad's dinner", ""),
        ("그건 할머니가 주신 거예요", ""),
        ("my wife's 150/90", ""),
    ],
)
def test_a_reading_is_given_to_somebody_else(text: str, who: str) -> None:
    plain = normalise(text).text
    mentions = vocabulary().recogniser.find(plain)
    people = markers_in(plain.casefold(), mentions, names_told([(plain, mentions)]))
    owner = whose_that_was(plain.casefold(), people)
    assert (owner.name or owner.who if owner is not None else "") == who


@pytest.mark.parametrize(
    ("text", "swapped"),
    [
        ("I wrote them the wrong way round", True),
        ("other way about, it's ola", True),
        ("swapped those two", True),
        ("두 분 바꿔 적었어요", True),
        ("둘이 바뀌었네요", True),
        ("swapped to the new tablets", False),
        ("typical, they swap", False),
        ("약을 바꿨어요", False),
    ],
)
def test_two_are_taken_for_each_other(text: str, swapped: bool) -> None:
    assert are_swapped(text.casefold()) is swapped


@pytest.mark.parametrize(
    ("text", "vomits"),
    [
        *((text, False) for text in (
            "8/1 토 어머니 132/78", "7월 4일(토) 138/84", "(토) 혈압 120/80", "7.4(토) 체온 38.2", "4일 토 140/90",
            "8/1(토), 8/2(일) 두통", "8/1 토: 맥박 72", "오늘(토) 열 37.9",
        )),
        *((text, True) for text in (
            "8/1 토 3번", "8/1 토함", "8월 1일에 토했어요", "어제 토 두 번", "13일은 토까지 함", "오늘 토했어요",
            "회 먹고 토",
        )),
    ],
)  # fmt: skip
def test_the_letter_of_a_weekday_is_no_vomiting(text: str, vomits: bool) -> None:
    found = vocabulary().recogniser.find(normalise(text).text)
    assert any(one.entry.concept_id == "vomiting" for one in found) is vomits
