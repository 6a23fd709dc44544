"""Which medicine an end is of, what ends none, which day stays, and lists, gifts and habits beside medicines."""

from __future__ import annotations

from typing import Any

import pytest

from domain.ledger import Fact
from domain.values import Certainty, SlotKind, Status
from tests.extraction.test_what_the_record_settles import after


def taken(name: str, dose: str | None = None, **more: Any) -> dict[str, Any]:
    return {"slot": "medications", "name": name, "dose": dose, **more}


def of_medicines(facts: list[Fact]) -> dict[str, str]:
    """Each medicine's status; "doubted" where it is not certain."""
    told = [one.content for one in facts if one.content.slot is SlotKind.MEDICATIONS]
    return {
        one.concept.name: "doubted"
        if one.certainty is not Certainty.CONFIRMED
        else str((one.status or Status.ACTIVE).value)
        for one in told
    }


ATENOLOL, BISOPROLOL, ASPIRIN = taken("Atenolol", "50mg"), taken("Bisoprolol", "2.5mg"), taken("Aspirin", "75mg")
WARFARIN, APIXABAN, TRAMADOL = taken("Warfarin", "3mg"), taken("Apixaban", "5mg"), taken("Tramadol", "50mg")
SERTRALINE, METFORMIN, GLICLAZIDE = (
    taken("Sertraline", "50mg"),
    taken("Metformin", "500mg"),
    taken("Gliclazide", "80mg"),
)
OMEPRAZOLE, LOSARTAN, VERAPAMIL = taken("Omeprazole", "20mg"), taken("Losartan", "50mg"), taken("Verapamil", "80mg")


@pytest.mark.parametrize(
    ("text", "ended", "kept"),
    [
        ("doctor stopped the atenolol because I'm on bisoprolol", ATENOLOL, BISOPROLOL),
        ("since I have metformin anyway she stopped gliclazide", GLICLAZIDE, METFORMIN),
        ("no more aspirin for me, the apixaban does that job", ASPIRIN, APIXABAN),
        ("came off omeprazole, losartan is enough", OMEPRAZOLE, LOSARTAN),
        ("hospital stopped tramadol straight away when they saw sertraline on my list", TRAMADOL, SERTRALINE),
        ("new GP won't give me tramadol because of sertraline so that's stopped", TRAMADOL, SERTRALINE),
        ("와파린 먹고 있어서 아스피린은 빼자고 하셔서 뺐어요", ASPIRIN, WARFARIN),
        ("비소프롤롤 먹으니까 아테놀롤은 끊으라고 하셔서 끊었어요", ATENOLOL, BISOPROLOL),
        ("베라파밀은 비소프롤롤이랑 안 맞아서 끊었어요", VERAPAMIL, BISOPROLOL),
        ("트라마돌 끊었어요 설트랄린이랑 충돌한대서", TRAMADOL, SERTRALINE),
        ("엘리퀴스 먹는다고 아스피린은 빼셨어요", ASPIRIN, APIXABAN),
        ("로사르탄이 있어서 오메프라졸은 의사가 중단했어요", OMEPRAZOLE, LOSARTAN),
    ],
)
def test_an_end_is_that_of_its_own_medicine(text: str, ended: dict[str, Any], kept: dict[str, Any]) -> None:
    assert of_medicines(after(text, ended, kept)) == {ended["name"]: "stopped", kept["name"]: "active"}


@pytest.mark.parametrize(
    "text",
    [
        "both aspirin and warfarin were stopped last week", "stopped aspirin and warfarin because I bled",
        "came off warfarin, and aspirin too", "와파린하고 아스피린 끊었어요", "와파린 끊고 아스피린도 뺐어요",
        "피가 나서 와파린이랑 아스피린 둘 다 끊었어요",
    ],
)  # fmt: skip
def test_a_row_ends_as_a_whole(text: str) -> None:
    assert of_medicines(after(text, WARFARIN, ASPIRIN)) == {"Warfarin": "stopped", "Aspirin": "stopped"}


@pytest.mark.parametrize(
    "text",
    [
        # a dose that is still there, or was not taken
        "just found this morning's tablet still in the box, it's gone one. Do I leave it or take 2 tonight?",
        "noticed I left yesterday's apixaban in the packet", "slept through my apixaban",
        "blanked on my evening apixaban",
        "Tuesday's apixaban never got taken, skip it?", "clean forgot my 8am apixaban, leave it now?",
        "아침 약이 그대로 있네요 저녁에 두 알 먹어요?", "엘리퀴스 어젯밤에 안 먹고 잤어요",
        "화요일 엘리퀴스가 안 뜯긴 채로 있어요", "엘리퀴스 오늘 거 아직 안 먹었네 지금 먹어?",
        # an end that is meant, asked or threatened
        "gonna quit it cold turkey today, any reason I shouldn't", 
        "about to stop the apixaban, feel fine now. any harm?",
        "quitting apixaban today whatever you say. talk me out of it?",
        "had enough, apixaban is going in the bin tonight",
        "I'm done with apixaban after this pack", "stopping apixaban today, anything I should know?",
        "if this carries on I'm binning the apixaban", "엘리퀴스 당장 끊을래", "엘리퀴스 끊겠습니다 말리지 마세요",
        "월요일부터 엘리퀴스 안 먹으려구요", "내일부터 끊으려는데 괜찮을까요", "엘리퀴스 이번 통만 먹고 끝낼래요",
        # other words of "off"
        "off to Kos on sunday whoop!! can i sunbathe on it",
    ],
)  # fmt: skip
def test_what_is_left_over_or_only_meant_ends_nothing(text: str) -> None:
    assert of_medicines(after(text, APIXABAN)) == {"Apixaban": "active"}


@pytest.mark.parametrize(
    "text",
    [
        "I stopped the apixaban yesterday", "I was told to quit apixaban and I have stopped it",
        "quit apixaban last month, is it normal to feel dizzy?", "came off apixaban in May, do I need a check?",
        "packed in the apixaban last week, should I worry?", "wanted to quit apixaban, last Monday I stopped it",
        "엘리퀴스 지난달에 중단했는데 피검사 해야 하나요?", "엘리퀴스 의사가 끊으래서 끊었어요",
        "엘리퀴스 안 먹어요 이제",
    ],
)  # fmt: skip
def test_what_was_ended_has_ended(text: str) -> None:
    assert of_medicines(after(text, APIXABAN)) == {"Apixaban": "stopped"}


WEEKLY = taken("Semaglutide", "0.5mg", frequency="weekly", timing="sun")


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("totally spaced on my Sunday shot. its thursday now. do i skip to sunday or do it", "sun"),
        ("it's Friday and I still haven't done my Ozempic from Sunday", "sun"),
        ("오늘 목요일인데 아직 일요일 오젬픽을 안 맞았어요", "sun"),
        ("오젬픽 이번 주는 화요일에 맞음 까먹어서", "sun"),
        ("moved my Ozempic to Thursdays from now on", "thu"),
        ("오젬픽 맞는 요일을 목요일로 바꿨어요", "thu"),
    ],
)
def test_a_late_dose_moves_no_day(text: str, day: str) -> None:
    (told,) = [one.content for one in after(text, WEEKLY) if one.content.slot is SlotKind.MEDICATIONS]
    assert (told.timing, told.status) == (day, Status.ACTIVE)


def doses(text: str) -> dict[str, str | None]:
    """The dose of each medicine that is certainly taken."""
    told = [one.content for one in after(text) if one.content.slot is SlotKind.MEDICATIONS]
    sure = (one for one in told if one.certainty is Certainty.CONFIRMED and one.status is Status.ACTIVE)
    return {one.concept.name: one.dose for one in sure}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("store my pills ramipril5 aspirin75", {"Ramipril": "5mg", "Aspirin": "75mg"}),
        ("write this down, levothyroxine 50 sertraline 50", {"Levothyroxine": "50mcg", "Sertraline": "50mg"}),
        ("put my medication in: gabapentin300 duloxetine60", {"Gabapentin": "300mg", "Duloxetine": "60mg"}),
        ("mirtazapine 15", {"Mirtazapine": "15mg"}),
        ("내 약 외워놔라 로사르탄50 메트포르민500 자누비아100",
         {"Losartan": "50mg", "Metformin": "500mg", "Sitagliptin": "100mg"}),
        ("외워둬 씬지로이드50 세르트랄린50", {"Levothyroxine": "50mcg", "Sertraline": "50mg"}),
        ("약 저장 라믹탈100 쎄로켈50", {"Lamotrigine": "100mg", "Quetiapine": "50mg"}),
        ("is ramipril 5 aspirin 75 ok together", {}),
        ("what is the difference between losartan 50 and amlodipine 5", {}),
        ("로사르탄50이랑 텔미사르탄40 뭐가 더 세?", {}),
    ],
)  # fmt: skip
def test_a_row_of_names_with_strengths_is_taken(text: str, expected: dict[str, str]) -> None:
    assert doses(text) == expected


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("병원에서 통풍이라고 콜킨 줬는데 이게 왜 나한테 옴?", "Colchicine"),
        ("중이염이라고 아목시실린 지어줬어요 술 괜찮아요?", "Amoxicillin"),
        ("갑상선저하라고 씬지로이드 주셨는데 평생 먹어요?", "Levothyroxine"),
        ("got told it's a bladder infection and was given nitrofurantoin, is it catching?", "Nitrofurantoin"),
        ("they put me on levothyroxine for hashimotos, is it for life?", "Levothyroxine"),
    ],
)
def test_what_a_clinic_gave_for_an_illness_is_taken(text: str, name: str) -> None:
    assert name in doses(text)


@pytest.mark.parametrize(
    "text",
    ["would they give me colchicine for gout?", "통풍이면 콜킨 주나요?",
     "they gave me morphine in hospital for the fracture",
     "the gp offered me sertraline for depression but I said no"],
)  # fmt: skip
def test_what_might_be_or_once_was_given_is_not_taken(text: str) -> None:
    assert doses(text) == {}


@pytest.mark.parametrize(
    "text",
    ["홈쇼핑서 훼라민큐 샀거든요 세인트존스워트 들었대요 같이 먹어도 되죠?",
     "세인트존스워트 든 영양제를 샀어요 먹어도 될까요",
     "bought a mood supplement, it's got st john's wort in it. can I take it?",
     "picked up a menopause supplement with st john's wort in it, ok together?"],
)  # fmt: skip
def test_what_is_in_a_product_that_was_only_bought_is_not_taken(text: str) -> None:
    assert of_medicines(after(text)).get("St John's wort", "planned") == "planned"


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("I'm 64, on ramipril for me blood pressure, smoke ten a day these 40 yr", set()),
        ("on metformin for my sugar, about 15 a day of roll ups", set()),
        ("weight's creeping up, smoke twelve a day, on sertraline 50", set()),
        ("pulse is fine, I smoke forty a day for 50 years", set()),
        ("got blood pressure, ten ciggies a day since I was 20, losartan 50", set()),
        ("혈압 있고 담배 하루 20개비", set()),
        ("weight 82 kg, drink 4 pints a week", {82.0}),
        ("pulse 58, run 20 miles a week", {58.0}),
        ("혈압 132/84, 담배 하루 10개비", {132.0, 84.0}),
    ],
)
def test_the_number_of_a_habit_is_no_reading(text: str, readings: set[float]) -> None:
    measured = (SlotKind.LABS, SlotKind.VITALS)
    assert {one.content.value for one in after(text) if one.content.slot in measured} == readings
