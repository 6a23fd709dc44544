"""Complaints, stays and operations that people tell by what happened, and what only sounds like them."""

from __future__ import annotations

import pytest

from extraction.naming.body_complaints import with_body_complaints
from extraction.naming.removals import with_removals
from extraction.naming.told_findings import with_told_findings
from extraction.reading.findings.no_complaints import is_no_complaint, says_nothing
from tests.extraction.test_what_the_record_settles import after
from tests.shipped import vocabulary


def told(text: str) -> list[str]:
    return [one.entry.concept_id for one in with_told_findings(text.lower(), (), vocabulary().lexicon)]


@pytest.mark.parametrize(
    ("text", "concept"),
    [
        ("I'm up four times a night to pee", "nocturia"),
        ("She gets up twice a night for the loo", "nocturia"),
        ("전립선약을 먹는데도 새벽에 세 번은 깨요", "nocturia"),
        ("밤에 소변을 서너 번 봐요", "nocturia"),
        ("자다가 두세 번 깨요", "night_waking"),
        ("새벽 세 시면 눈이 떠져요", "early_awakening"),
        ("변은 닷새에 한 번 봐요", "constipation"),
        ("He hasn't been for six days", "constipation"),
        ("화장실을 하루에 일곱 번 가요", "frequent_bowel_movements"),
        ("I've been to the toilet eight times since lunch", "frequent_bowel_movements"),
    ],
)
def test_waterworks_and_bowels_are_told_by_counting(text: str, concept: str) -> None:
    assert told(text) == [concept]


@pytest.mark.parametrize(
    "text",
    [
        "의자에서 일어설 때마다 핑 돌아요", "누웠다가 일어나면 눈앞이 캄캄해요", "침대에서 일어나다가 어질해서 "
        "주저앉았어요",
        "I go woozy when I get out of bed", "Every time I stand up my head spins", "light-headed on standing",
    ],
)  # fmt: skip
def test_dizziness_that_comes_with_standing_up(text: str) -> None:
    assert told(text) == ["orthostatic_dizziness"]


@pytest.mark.parametrize(
    ("text", "concept"),
    [
        ("지난 화요일에 퇴원했습니다", "hospitalization"),
        ("They kept her in overnight", "hospitalization"),
        ("She did nine days in intensive care", "hospitalization"),
        ("He was admitted twice last winter", "hospitalization"),
        ("Ops: appendix 1987, right hip 2015", "appendectomy hip_replacement"),
        ("쓸개는 스무 살 때 뗐고 편도 1999", "cholecystectomy tonsillectomy"),
        ("왼쪽 무릎은 재작년에 새로 갈았어요", "knee_replacement"),
        ("hip no 2 done in May", "hip_replacement"),
        ("피를 세 팩 맞았어요", "blood_transfusion"),
        ("both girls were by section", "cesarean_section"),
    ],
)
def test_a_stay_or_an_operation_is_told_by_its_end_or_its_year(text: str, concept: str) -> None:
    assert sorted(told(text)) == sorted(concept.split())


@pytest.mark.parametrize(
    ("text", "concept"),
    [
        ("갈비뼈 세 대가 나갔대요", "rib_fracture"),
        ("새끼발가락에 금이 갔대요", "foot_fracture"),
        ("계단에서 발목을 접질렀어요", "ankle_sprain"),
        ("국물에 손을 데었어요", "burn_injury"),
        ("I burnt my left hand on the grill", "burn_injury"),
        ("sliced my thumb open on a tin lid", "laceration"),
        ("간에 1.5cm 혹이 보인대요", "liver_mass"),
        ("콩팥에 4미리 돌이 두 개 있대요", "kidney_stone"),
        ("there's a 6 mm stone in my left ureter", "urolithiasis"),
        ("두 줄기 결절이 성대에 있대요", ""),
    ],
)
def test_an_injury_or_a_growth_is_told_by_its_place(text: str, concept: str) -> None:
    assert told(text) == concept.split()


@pytest.mark.parametrize(
    ("text", "concept"),
    [
        ("No fits since Easter", "seizure"),
        ("Two crises this year, she has sickle cell", "sickle_cell_crisis"),
        ("the dreams are worse", "nightmares"),
        ("another camera down next month", "gastroscopy"),
        ("Gran had a nasty fall", "falls"),
        ("My last period was the 3rd of May", "last_menstrual_period"),
        ("마지막 생리는 5월 3일이에요", "last_menstrual_period"),
        ("계단만 내려가면 무릎이 시큰", "joint_pain"),
        ("속만 메슥메슥", "nausea"),
        ("숨이 쌕쌕거려요", "wheezing"),
        ("회의하다가 두 번 졸았어요", "drowsiness"),
        ("귀도 멍멍", "ear_fullness"),
    ],
)
def test_what_families_call_it_and_what_it_sounds_like(text: str, concept: str) -> None:
    assert concept in told(text)


@pytest.mark.parametrize(
    "text",
    [
        "the new shirt fits me", "fit as a fiddle", "I fell asleep on the sofa", "he fell off the wagon",
        "a fall in her platelets since spring", "the falls team rang", "living the dream", "my phone camera is broken",
        "take it twice a night", "the knee has hurt since 2018", "read section 3 of the leaflet", "화장실이 어디예요",
        "퇴원한 지 열흘 됐어요", "퇴원하면 뭘 먹어야 해요?", "맹장이 아픈 것 같아요", "돈이 나갔어요", "아기가 "
        "쌕쌕 잘 자요",
        "간에 좋은 음식이 뭐예요", "discharged from the wound", "one a day at night", "다섯 번 일어나 앉기 운동을 해요",
    ],
)  # fmt: skip
def test_what_only_sounds_like_it_is_nothing(text: str) -> None:
    assert told(text) == []


def test_a_stomach_that_was_taken_out_by_parts_is_an_operation() -> None:
    found = with_removals("위를 3분의 2 잘라냈어요", (), vocabulary().lexicon)
    assert [one.entry.concept_id for one in found] == ["gastrectomy"]


def test_an_end_of_a_stay_that_was_named_is_no_second_stay() -> None:
    text = "닷새 입원했다가 어제 퇴원했어요"
    named = vocabulary().recogniser.find(text)
    found = with_told_findings(text, named, vocabulary().lexicon)
    assert [one.entry.concept_id for one in found].count("hospitalization") == 1


@pytest.mark.parametrize(
    ("text", "concept"),
    [
        ("등이 온통 빨개졌어요", "skin_redness"),
        ("손등이 자꾸 가려워요", "itching"),
        ("팔꿈치 안쪽이 쩍쩍 갈라져요", "skin_fissures"),
        ("눈이 좀 빨개요", "red_eye"),
        ("my shin is red and hot", "skin_redness"),
        ("my knuckles are cracked", "skin_fissures"),
        ("her eyes are itchy", "itchy_eyes"),
    ],
)
def test_what_is_seen_on_a_part_is_a_complaint(text: str, concept: str) -> None:
    assert [one.entry.concept_id for one in with_body_complaints(text, (), vocabulary().lexicon)] == [concept]


def test_a_rash_that_is_red_is_one_complaint() -> None:
    text = "the rash on my shin is red and itchy"
    named = vocabulary().recogniser.find(text)
    found = [one.entry.concept_id for one in with_body_complaints(text, named, vocabulary().lexicon)]
    assert "skin_redness" not in found


@pytest.mark.parametrize(
    "words",
    [
        "목소리는 돌아왔는데",
        "쉬면 3분이면 풀려요",
        "생리는 규칙적이고",
        "속이 다 시원합니다",
        "심해지고",
        "white",
        "socks",
    ],
)
def test_what_is_as_it_should_be_is_no_complaint(words: str) -> None:
    assert is_no_complaint(words, 0, len(words)) or says_nothing(words, 0, len(words))


@pytest.mark.parametrize(
    "words", ["숨이 턱까지 차요", "목소리가 안 나와요", "속이 뒤집어져요", "gone white", "red wedge in my eye"]
)
def test_a_complaint_stays_one(words: str) -> None:
    assert not is_no_complaint(words, 0, len(words))
    assert not says_nothing(words, 0, len(words))


def test_a_function_that_works_denies_its_failure() -> None:
    facts = after("Sore back but I'm peeing fine")
    retention = [one.content for one in facts if one.content.concept.concept_id == "urinary_retention"]
    assert [one.polarity.value for one in retention] == ["negated"]
