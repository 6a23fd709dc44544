"""What people tell by its parts: an operation by what it took out, a dose by how many tablets, a name by half of it."""

from __future__ import annotations

from typing import Any

import pytest

from domain.ledger import Fact
from extraction.naming.removals import with_removals
from extraction.reading.figures.measuring import normal
from extraction.values.spoken_numbers import find_numbers
from tests.extraction.test_what_the_record_settles import after, medicines
from tests.shipped import vocabulary


def operations(text: str) -> list[str]:
    return [one.entry.concept_id for one in with_removals(text.lower(), (), vocabulary().lexicon)]


@pytest.mark.parametrize(
    ("text", "operation"),
    [
        ("맹장은 스무 살 때 뗐고요", "appendectomy"),
        ("쓸개를 복강경으로 떼어냈어요", "cholecystectomy"),
        ("대장 용종 네 개를 제거했습니다", "polypectomy"),
        ("왼쪽 발가락 하나를 절단하셨어요", "amputation"),
        ("작년에 사랑니 두 개 뽑았어요", "tooth_extraction"),
        ("발목 철심은 재작년에 뺐어요", "implant_hardware_removal"),
        ("They had my tonsils out when I was six", "tonsillectomy"),
        ("gallbladder was taken out in May", "cholecystectomy"),
        ("the surgeon removed two fibroids last year", "myomectomy"),
        ("Her spleen came out after the crash", "splenectomy"),
        ("he yanked a molar on Monday", "tooth_extraction"),
    ],
)
def test_an_operation_is_told_by_what_it_took_out(text: str, operation: str) -> None:
    assert operations(text) == [operation]


@pytest.mark.parametrize(
    "text",
    [
        "맹장은 그대로 있어요", "갑상선 수치가 높대요", "파스를 떼고 나니 가려워요", "눈썹을 뽑았어요",
        "살을 좀 뺐어요", "물을 빼고 있어요", "my tooth is killing me", "I ran out of breath and my spleen hurts",
        "took my kidney tablets",
        "the dentist cleaned my teeth", "I can't talk my teeth out of chattering", "pulled a muscle in my back",
    ],
)  # fmt: skip
def test_a_part_that_stays_is_no_operation(text: str) -> None:
    assert operations(text) == []


def dose(text: str, name: str, *known: dict[str, Any], agent: str = "") -> str | None:
    facts = after(text, *known, agent=agent)
    return next((one.content.dose for one in facts if one.content.concept.concept_id == name), None)


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("케프라 500 두 알씩 아침저녁으로 먹어요", "levetiracetam", "1000mg"),
        ("쿠에타핀 25 반 알 자기 전에 먹어요", "quetiapine", "12.5mg"),
        ("I take furosemide 40, half a tablet in the morning", "furosemide", "20mg"),
        ("I take six of the little 5s of prednisolone every morning", "prednisolone", "30mg"),
        ("I take paracetamol two every six hours", "acetaminophen", "2 tab"),
        ("folic acid 400 mics daily", "folic_acid", "400mcg"),
        ("I take half a gram of metformin at night", "metformin", "0.5g"),
        ("My Ozempic is point five once a week", "semaglutide", "0.5mg"),
        ("자렐토 다섯 밀리그램짜리 먹어요", "rivaroxaban", "5mg"),
        ("세레타이드 250 두 흡입씩 하루 두 번", "fluticasone_salmeterol_inhaler", "2 puff (250)"),
        ("와파린 2 먹어요", "warfarin", "2mg"),
        ("메트포르민 500 한 알 먹어요", "metformin", "500mg"),
    ],
)
def test_the_dose_is_what_is_taken_at_a_time(text: str, name: str, expected: str) -> None:
    assert dose(text, name) == expected


THYROXINE = {"slot": "medications", "name": "Levothyroxine", "dose": "100mcg"}
CALCIUM = {"slot": "medications", "name": "Calcium carbonate", "dose": "500mg"}
CALCIUM_VALUE = {"slot": "labs", "name": "Calcium", "value": 8.9, "date": "2025-12-20"}
PREDNISOLONE = {"slot": "medications", "name": "Prednisolone", "dose": "20mg"}
QUETIAPINE = {"slot": "medications", "name": "Quetiapine", "dose": "25mg"}


def test_half_of_the_tablet_on_record_is_half_of_its_dose() -> None:
    assert dose("쎄로켈은 반 알로 줄였어요", "quetiapine", QUETIAPINE) == "12.5mg"
    assert dose("They put me on two and a half of warfarin", "warfarin") == "2.5mg"


def test_half_of_a_name_means_what_is_on_record() -> None:
    assert medicines(after("씬지는 어제부로 끊었어요", THYROXINE)) == {"Levothyroxine": "stopped"}
    assert medicines(after("I've stopped the pred as of yesterday", PREDNISOLONE)) == {"Prednisolone": "stopped"}


@pytest.mark.parametrize("text", ["씬지는 어제부로 끊었어요", "친구가 프레드 얘기를 했어요", "what is pred?"])
def test_half_of_a_name_means_nothing_where_nothing_is_on_record(text: str) -> None:
    assert medicines(after(text)) == {}


def test_a_word_for_a_test_means_the_medicine_on_record_unless_a_value_follows() -> None:
    assert medicines(after("칼슘은 오늘로 끊었어요", CALCIUM)) == {"Calcium carbonate": "stopped"}
    told = after("칼슘 9.1 나왔어요", CALCIUM)
    assert medicines(told) == {"Calcium carbonate": "active"}
    assert [one.content.value for one in told if one.content.slot.value == "labs"] == [9.1]


def values(facts: list[Fact], name: str) -> list[object]:
    return [one.content.value for one in facts if one.content.concept.concept_id == name]


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("초음파에서 담석 9mm 하나 나왔어요", "gallstones", 9.0),
        ("I have a 3 cm fibroid in the womb", "uterine_fibroids", 3.0),
        ("I was told I have gallstones", "gallstones", None),
    ],
)
def test_a_finding_keeps_the_size_that_was_told(text: str, name: str, expected: float | None) -> None:
    assert values(after(text), name) == [expected]


@pytest.mark.parametrize(
    ("text", "age", "gender"),
    [
        ("34F, asthma since childhood", 34.0, "female"),
        ("67세 남, 당뇨 있습니다", 67.0, "male"),
        ("63 yrs male, diabetic", 63.0, "male"),
        ("올해 쉰하나 됐어요. 혈압약 먹습니다", 51.0, None),
    ],
)
def test_age_and_sex_in_short(text: str, age: float, gender: str | None) -> None:
    facts = after(text)
    assert values(facts, "age") == [age]
    assert values(facts, "gender") == ([gender] if gender else [])


@pytest.mark.parametrize(
    "text",
    [
        "혈압 아래가 여든둘이에요",
        "서른 점 만점에 스물여섯 점이래요",
        "temp was 94F this morning",
        "형이 마흔에 당뇨가 왔어요",
    ],
)
def test_other_numbers_are_no_age(text: str) -> None:
    assert values(after(text), "age") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [("4만2천", 42_000), ("23만 1천", 231_000), ("1만5천", 15_000), ("3만 5백", 30_500), ("2만", None)],
)
def test_myriads_and_thousands_are_one_number(text: str, expected: int | None) -> None:
    numbers = [one.value for one in find_numbers(text)]
    assert (numbers == [expected]) if expected is not None else numbers


def test_an_arrow_compares_nothing() -> None:
    told = after("hemoglobin 9.7 -> 10.1 -> 12.4")
    found = [one.content for one in told if one.content.concept.concept_id == "hemoglobin"]
    assert found
    assert [one.comparator for one in found] == [None] * len(found)


@pytest.mark.parametrize(("value", "expected"), [(4.0, 154.68), (160.0, 160.0)])
def test_a_small_whole_number_of_a_blood_fat_is_in_millimoles(value: float, expected: float) -> None:
    from extraction.values.quantities import QuantityMention

    quantity = QuantityMention(value, None, None, None, None, False, 0, 1)
    assert normal(vocabulary().lexicon.entry("labs", "ldl_cholesterol"), quantity, value) == pytest.approx(expected)


PREGNANT = {"slot": "conditions", "name": "Pregnancy"}


def test_bare_weeks_tell_how_far_the_pregnancy_on_record_is() -> None:
    told = [one.content for one in after("36 weeks now, feet are swollen", PREGNANT)]
    assert not [one for one in told if one.concept.name.startswith("36")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("혼자 살아요", "alone"), ("I live with my wife", "with spouse"), ("딸네랑 아내랑 같이 살아요", "with family")],
)
def test_with_whom_somebody_lives(text: str, expected: str) -> None:
    assert values(after(text), "living_situation") == [expected]


def told(text: str, slot: str, *known: dict[str, Any]) -> dict[str, str]:
    """The facts of a slot, each with what stands of it: none, planned, stopped, uncertain or present."""
    found = {}
    for one in (fact.content for fact in after(text, *known)):
        if one.slot.value == slot:
            stands = one.status.value if one.status else one.temporality.value
            stands = "none" if one.polarity.value == "negated" else stands
            found[one.concept.concept_id] = "uncertain" if one.certainty.value == "uncertain" else stands
    return found


@pytest.mark.parametrize(
    ("text", "symptom"),
    [
        ("약을 먹어도 열이 안 떨어져요", "fever"),
        ("두통이 가라앉지 않아요", "headache"),
        ("The headache just won't go away", "headache"),
    ],
)
def test_what_will_not_go_is_there(text: str, symptom: str) -> None:
    assert told(text, "symptoms").get(symptom) in ("current", "active")


@pytest.mark.parametrize("text", ["열은 없어요", "I have no fever"])
def test_what_is_denied_stays_denied(text: str) -> None:
    assert told(text, "symptoms").get("fever") == "none"


def test_what_another_takes_is_not_the_patients() -> None:
    assert told("옆집 아저씨는 와파린 끊었대요. 저는 어쩌죠?", "medications") == {}
    assert told("저도 갑상선이 안 좋고 엄마도 메티마졸 드시거든요", "medications").get("methimazole") in (
        None,
        "uncertain",
    )
    assert told("저는 와파린 먹어요", "medications") == {"warfarin": "active"}


def test_what_is_booked_is_to_come() -> None:
    facts = told("1월 20일에 담낭 수술 날짜 잡혔어요", "procedures")
    assert set(facts.values()) == {"planned"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [("오늘 공복 132 나왔어요", [132.0]), ("식후 2시간 188이에요", [188.0]), ("이 약은 공복에 두 알 먹어요", [])],
)
def test_a_sugar_by_its_meal(text: str, expected: list[float]) -> None:
    assert values(after(text), "glucose") == expected


DIABETES = {"slot": "conditions", "name": "Diabetes mellitus"}


def test_what_somebody_with_diabetes_measures_is_a_sugar() -> None:
    assert values(after("어지러워서 재보니 58이더라고요", DIABETES), "glucose") == [58.0]
    assert values(after("어지러워서 재보니 58이더라고요"), "glucose") == []


@pytest.mark.parametrize(
    "text",
    ["I nearly had a heart attack when I saw the bill", "합격했대요 심장마비 올 뻔", "you gave me a heart attack!"],
)
def test_a_fright_is_no_heart_attack(text: str) -> None:
    assert told(text, "conditions") == {}


def test_a_heart_attack_is_one() -> None:
    assert "myocardial_infarction" in told("I had a heart attack in 2019", "conditions")


def test_the_hour_is_no_value_of_a_test() -> None:
    assert values(after("밤 11시 반이네요. 심장 효소는 괜찮대요"), "troponin_i") != [11.0]


def test_a_day_takes_no_year_of_another_fact() -> None:
    facts = after("2019년에 갑상선염 진단받았어요. TSH가 작년 말부터 봐서 12월 4일 6.8, 12월 29일 3.2예요")
    assert all(
        str(one.content.valid_from).startswith("2025") for one in facts if one.content.concept.concept_id == "tsh"
    )


def test_an_age_behind_a_name_is_no_value() -> None:
    facts = after("Gareth, 61, retired. They found my cholesterol up.")
    assert values(facts, "age") == [61.0]
    assert values(facts, "total_cholesterol") == []


ATORVASTATIN = {"slot": "medications", "name": "Atorvastatin", "dose": "20mg"}


def test_the_dose_on_record_moves_where_the_words_name_both() -> None:
    assert dose("It was 20 at first but they put it up to 40", "atorvastatin", ATORVASTATIN) == "40mg"
    assert dose("아토르바스타틴을 40으로 올려줬어요", "atorvastatin", ATORVASTATIN) == "40mg"


def test_weeks_alone_tell_of_a_pregnancy_where_one_is_spoken_of() -> None:
    assert values(after("31 weeks today, the midwife is happy"), "pregnancy") == [31.0]
    assert values(after("지금 27주이고 산부인과 다녀왔어요"), "pregnancy") == [27.0]
    assert values(after("I've been coughing for 6 weeks, so has the baby"), "pregnancy") == []
    assert values(after("6 weeks ago the midwife came"), "pregnancy") == []
    assert values(after("31 weeks on this tablet now"), "pregnancy") == []


def test_a_sugar_by_its_short_name() -> None:
    assert values(after("점심 먹고 당이 230이에요"), "glucose") == [230.0]
    assert values(after("my sugar was 260 this morning"), "glucose") == [260.0]
    assert values(after("I take two sugars in 3 cups of tea"), "glucose") == []


HEMOGLOBIN = {"slot": "labs", "name": "Hemoglobin", "value": 12.1, "date": "2025-12-01"}


@pytest.mark.parametrize(
    "text", ["아 맞다, 제최근 혈색소 14.5 g/dL 맞죠?", "my last haemoglobin was 14.5, right?", "혈색소 14.5였죠?"]
)
def test_a_value_that_is_asked_back_is_not_told(text: str) -> None:
    assert values(after(text, HEMOGLOBIN), "hemoglobin") == [12.1]


def test_a_value_whose_meaning_is_asked_is_told() -> None:
    assert 14.5 in values(after("오늘 혈색소 14.5 나왔는데 괜찮은 거죠?"), "hemoglobin")


@pytest.mark.parametrize("text", ["복용 중인 약은없습니다", "그러니까 먹는 약은 없어요"])
def test_none_at_all_without_a_space(text: str) -> None:
    assert told(text, "medications") == {"*": "none"}


@pytest.mark.parametrize("text", ["먹는 약 없으면 어떡해요?", "엄마는 먹는 약이 없어요. 저는 있고요"])
def test_none_is_not_heard_where_it_is_asked_or_anothers(text: str) -> None:
    assert "*" not in told(text, "medications")


PENICILLIN = {"slot": "allergies", "name": "Penicillin"}
PEANUT = {"slot": "allergies", "name": "Peanut"}


def test_no_allergy_goes_because_another_does() -> None:
    text = (
        "It were our brother who came out in welts off the penicillin, not me. Tek it off. The peanuts is mine though."
    )
    assert "none" not in told(text, "allergies", PENICILLIN, PEANUT).values()
    assert any("peanut" in name for name in told(text, "allergies", PENICILLIN, PEANUT))


@pytest.mark.parametrize(
    ("text", "test"),
    [("와파린 3이에요", "inr"), ("digoxin 0.125", "digoxin_level"), ("케프라 10이에요", "levetiracetam_level")],
)
def test_a_bare_number_behind_a_medicine_is_no_level(text: str, test: str) -> None:
    assert values(after(text), test) == []


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("I was on sertraline 75 and they put me up to 100", "sertraline", "100mg"),
        ("They had me on losartan 100 but it was cut down to 50 last week", "losartan", "50mg"),
        ("I was on sertraline 75, and my sister is 100 miles away", "sertraline", "75mg"),
    ],
)
def test_the_dose_is_where_it_was_moved_to(text: str, name: str, expected: str) -> None:
    assert dose(text, name) == expected


def test_drinking_plenty_is_no_alcohol() -> None:
    assert told("I have been drinking plenty, mostly squash", "social_history") == {}
    assert told("I have been drinking every night", "social_history") == {"alcohol": "current"}


def dates(text: str, name: str) -> list[object]:
    return [fact.content.valid_from for fact in after(text) if fact.content.concept.concept_id == name]


def test_a_bare_day_belongs_to_the_month_that_was_named() -> None:
    assert dates("In October I saw her, and the potassium on the 28th was 5.1", "potassium") == ["2025-10-28"]
    assert dates("My HbA1c was 7.1 on the 3rd", "hba1c") == ["2026-01-03"]


def test_a_bare_day_to_come_is_none_of_the_past() -> None:
    assert dates("My MRI is on the 28th", "mri_scan") == [None]


def test_of_a_morning_is_once_a_day() -> None:
    taken = [fact.content.frequency for fact in after("I take ramipril 5mg of a morning and senna of a night")]
    assert taken == ["QD", "QHS"]
