"""What somebody works as, how long somebody sleeps, and how much of a habit there was, in the words that tell it."""

from __future__ import annotations

import pytest

from domain.ages import MONTHS, YEARS
from domain.ledger import Fact
from domain.values import SlotKind, Temporality
from extraction.reading.people.english_jobs import doer_of
from extraction.reading.people.korean_jobs import job_in_english, job_in_korean
from tests.extraction.test_what_the_record_settles import after


def habit(facts: list[Fact], name: str) -> object:
    """The value of the habit of that name; None where none is on record."""
    return next((one.content.value for one in facts if one.content.concept.name.casefold() == name), None)


@pytest.mark.parametrize(
    ("text", "work"),
    [
        ("춘천에서 시내버스를 모는 쉰둘 남자예요", "bus driver"),
        ("딸기 농사짓는 예순하나입니다. 무릎이 아파요", "strawberry farmer"),
        ("족발집 하는데 손목이 시큰거려요", "restaurant owner"),
        ("호텔에서 20년 일했습니다. 허리가 아파요", "hotel worker"),
        ("약사인데 제 혈압이 궁금해요", "pharmacist"),
        ("도배 15년차인데 어깨가 안 올라가요", "wallpaper installer"),
        ("초등학교 교사로 일하고 있어요. 목이 자주 쉬어요", "elementary school teacher"),
        ("편의점 야간 알바인데 잠이 부족해요", "convenience store night-shift worker"),
        ("퇴직 교사 68세입니다. 손이 떨려요", "retired teacher"),
        ("중학교에서 과학을 가르치는 마흔 살이에요", "middle school teacher"),
        ("번역 하느라 목이 아파요", "translator"),
        ("I drive the 73 bus and my back is killing me", "bus driver"),
        ("Moira, 58, retired postmistress, Oban. Sore knees since May", "retired postmistress"),
        ("I teach piano in Leeds and my thumb hurts", "piano teacher"),
        ("I'm a luthier, 41, and my hands go numb", "luthier"),
    ],
)
def test_work_is_told_by_what_somebody_does(text: str, work: str) -> None:
    assert habit(after(text), "occupation") == work


@pytest.mark.parametrize(
    "text",
    [
        "버스 기사님이 급정거해서 허리를 다쳤어요", "간호사가 혈압이 높대요", "남편이 약사인데 저는 두통이 심해요",
        "병원에서 3년 동안 약을 받았어요", "아이가 어린이집 다녀요", "택시 타고 왔어요",
        "The nurse told me to rest", "My sister is a nurse and says it is a cold", "Should I see a carpenter?",
        "I took the 46 bus to the clinic", "Lisinopril, 20, nurse gave it to me",
    ],
)  # fmt: skip
def test_where_somebody_went_and_what_others_are_is_no_work(text: str) -> None:
    assert habit(after(text), "occupation") is None


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("drive a forklift", "forklift driver"), ("work in an office", "office worker"),
        ("driving trucks", "truck driver"),
        ("drive the school bus", "school bus driver"), ("driving instructor", None), ("barista", None),
    ],
)  # fmt: skip
def test_who_does_something_is_named_by_it(words: str, name: str | None) -> None:
    assert doer_of(words) == name


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("교대근무 소방관", "firefighter"), ("조선소 용접공", "welder"), ("개인택시", "taxi driver"),
        ("물류센터 야간조", "warehouse night-shift worker"), ("어묵 튀기는 사람", None),
    ],
)  # fmt: skip
def test_the_trade_is_told_before_the_place_and_the_shift(words: str, name: str | None) -> None:
    assert job_in_english(words, 0, len(words)) == name


@pytest.mark.parametrize(
    ("name", "korean"),
    [
        ("welder", "용접공"), ("apple farmer", "사과 농사"), ("bus driver", "버스기사"),
        ("forklift driver", "지게차 운전"),
        ("restaurant owner", "식당 운영"), ("warehouse night-shift worker", "물류센터 근무(야간)"), ("luthier", None),
    ],
)  # fmt: skip
def test_work_is_said_in_korean_again(name: str, korean: str | None) -> None:
    assert job_in_korean(name) == korean


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("요즘 하루 다섯 시간밖에 못 자요", 5.0), ("잠은 일곱 시간 반 정도예요", 7.5),
        ("하루 서너 시간 자고 출근해요", "3-4"),
        ("세 시간도 못 자요", "less than 3"), ("I sleep about six hours a night", 6.0), ("I get 4 hrs of sleep", 4.0),
    ],
)  # fmt: skip
def test_how_long_somebody_sleeps_is_kept(text: str, hours: float | str) -> None:
    assert habit(after(text), "sleep duration") == hours


@pytest.mark.parametrize(
    "text",
    [
        "여덟 시간은 자야 하나요?", "잠이 두 시간마다 깨요", "낮잠을 두 시간 자요", "주말엔 열 시간 자요",
        "자기 두 시간 전에 먹어요",
        "How many hours of sleep do I need?", "I'd like to sleep 8 hours if I could", "take it 2 hours before sleep",
    ],
)  # fmt: skip
def test_sleep_that_is_wished_asked_or_broken_is_no_habit(text: str) -> None:
    assert habit(after(text), "sleep duration") is None


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("물은 하루 1.5리터 마셔요", 1.5), ("물 하루에 여섯 잔 마십니다", 6.0),
        ("I drink 3 litres of water a day", 3.0),
        ("물 하루 2리터 마시라는데 힘들어요", None), ("물 한 잔 마시고 토했어요", None),
    ],
)  # fmt: skip
def test_how_much_water_somebody_drinks_is_kept(text: str, amount: float | None) -> None:
    assert habit(after(text), "water intake") == amount


def test_another_amount_of_sleep_takes_the_place_of_the_one_on_record() -> None:
    known = {"slot": "social_history", "name": "sleep duration", "value": 4, "unit": "h"}
    facts = [one for one in after("이제 일곱 시간은 자요", known) if one.content.slot is SlotKind.SOCIAL_HISTORY]
    assert [one.content.value for one in facts] == [7.0]


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("담배는 하루 한 갑 반 피우다가 재작년에 끊었어요", 1.5),
        ("담배 끊은 지 10년이에요. 그 전엔 하루 두 갑 피웠어요", 2.0),
        ("ex-smoker, 20 a day until 2012", 20.0), ("I used to smoke a pack a day", 1.0),
        ("담배는 5년 전에 끊었어요", "former"),
    ],
)  # fmt: skip
def test_of_a_habit_given_up_it_is_kept_how_much_it_was(text: str, amount: object) -> None:
    fact = next(one for one in after(text) if one.content.concept.name == "smoking")
    assert (fact.content.value, fact.content.temporality) == (amount, Temporality.PAST)


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("걷기는 매일 8000보 정도 해요", 8000.0), ("I walk the dog for 40 minutes every day", 40.0),
        ("커피를 세 잔에서 한 잔으로 줄였어요", 1.0), ("맥주 두 병이 아니라 한 병 마셔요", 1.0),
    ],
)  # fmt: skip
def test_the_amount_that_holds_is_the_one_kept(text: str, amount: float) -> None:
    assert amount in [one.content.value for one in after(text) if one.content.slot is SlotKind.SOCIAL_HISTORY]


def person(text: str) -> dict[str, object]:
    """The age, in its unit, and the sex that are on record after the words."""
    facts = [one.content for one in after(text) if one.content.slot is SlotKind.DEMOGRAPHICS]
    return {one.concept.concept_id: one.value if one.unit in (None, YEARS) else (one.value, one.unit) for one in facts}


@pytest.mark.parametrize(
    ("text", "age"),
    [
        ("15개월 딸이 어제부터 열이 나요", (15.0, MONTHS)), ("저희 10개월 애가 분유를 토해요", (10.0, MONTHS)),
        ("올해 여든셋이시고 아침에 아스피린 드세요", 83.0), ("나이 예순다섯 고혈압 약 먹어요", 65.0),
        ("She's four and a half and has a fever of 39", 4.5), ("My daughter Ines is seven and she has eczema", 7.0),
        ("62 F, frozen shoulder since March", 62.0), ("(71 M, retired) on apixaban 5 mg twice a day", 71.0),
    ],
)  # fmt: skip
def test_years_and_months_are_told_in_many_ways(text: str, age: object) -> None:
    assert person(text)["age"] == age


@pytest.mark.parametrize(
    "text",
    [
        "어머니는 옆 동에 사세요", "박트림 400 세 알 먹어요", "수술한 지 15개월 됐어요", "I walked 30 m, then stopped",
        "She's 28.5 kg now", "직원은 스물둘 정도예요",
    ],
)  # fmt: skip
def test_other_numbers_are_nobodys_years(text: str) -> None:
    assert "age" not in person(text)


@pytest.mark.parametrize(
    ("text", "sex"),
    [("저 남잔데요 유방이 아파요", "male"), ("나 여잔데 전립선약을 받았어요", "female"), ("I'm a bloke, 44", "male")],
)
def test_the_sex_is_told_outright(text: str, sex: str) -> None:
    assert person(text)["gender"] == sex
