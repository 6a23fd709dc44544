"""What sounds like a finding and is none: figures of speech, what was only read somewhere, days that are to come."""

from __future__ import annotations

import pytest

from domain.values import Status, Temporality
from tests.extraction.test_what_the_record_settles import after


def _names(text: str) -> set[str]:
    return {one.content.concept.concept_id for one in after(text)}


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("창피해서 말을 못 했어요", "aphasia"),
        ("의사한테 임신이라고 말을 못 했어요", "aphasia"),
        ("물은 많이 마실게요", "excessive_thirst"),
        ("I take a bp tablet, forget the name", "memory_loss"),
        ("gliclazide and another one, forget what it's called", "memory_loss"),
        ("I'm on apixaban for my wobbly heartbeat", "balance_problem"),
        ("영수증 보고 기절할 뻔했어요", "presyncope"),
        ("nearly fainted when I saw the bill", "presyncope"),
        ("통풍 있어요. 마지막 발작은 5월 초였어요", "seizure"),
        ("천식 발작이 어제 왔어요", "seizure"),
        ("she's conked out on the sofa now, 39.2 at teatime", "syncope"),
        ("did I hurt him?", "pain"),
        ("I can't get in to see a specialist till August, can't see any doctor before", "vision_loss"),
        ("cant see my dentist until monday", "vision_loss"),
        ("my toenails turned yellow", "jaundice"),
        ("the lenses have all turned yellow", "jaundice"),
        ("he keeps breaking out in a cold sweat", "pimples"),
        ("walked into a door, there's a small bump on my forehead, I hit it hard", "rash"),
        ("white pus on my tonsils", "wound"),
        ("they took blood for the sugar test", "diabetes_mellitus"),
        ("is the sugar meter any good", "diabetes_mellitus"),
        ("a faint smear of blood on the tissue", "pap_smear"),
        ("the little one has been purging since last night, watery", "self_induced_vomiting"),
        ("my cousin says this can give me a stroke", "stroke"),
        ("the shop man told me I could collapse any day", "syncope"),
        ("I read that it means kidney failure", "kidney_failure"),
        ("my aunt reckons I'm going to get jaundice from it", "jaundice"),
    ],
)
def test_a_manner_of_speech_is_no_finding(text: str, finding: str) -> None:
    assert finding not in _names(text)


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("갑자기 말을 못해요", "aphasia"),
        ("물을 엄청 많이 마셔요 목이 말라서", "excessive_thirst"),
        ("I keep forgetting things", "memory_loss"),
        ("wobbly on my pins", "balance_problem"),
        ("일어나다가 기절할 뻔했어요", "presyncope"),
        ("발작은 작년에 있었어요", "seizure"),
        ("she conked out at the bus stop and came round after a minute", "syncope"),
        ("I can't see a thing with my left eye", "vision_loss"),
        ("I can't see her face with that eye", "vision_loss"),
        ("his eyes turned yellow", "jaundice"),
        ("grandad turned yellow over the week", "jaundice"),
        ("itchy little bumps all over my arms", "rash"),
        ("I've gone back to bingeing and purging", "self_induced_vomiting"),
        ("we have been purging all night, watery", "diarrhea"),
        ("my smear was due in May", "pap_smear"),
        ("I take metformin for the sugar", "diabetes_mellitus"),
        ("I have sugar, since ten years", "diabetes_mellitus"),
        ("my wife says I have jaundice", "jaundice"),
        ("my husband thinks I had a stroke in 2019", "stroke"),
    ],
)
def test_the_same_words_told_in_earnest_are_one(text: str, finding: str) -> None:
    assert finding in _names(text)


@pytest.mark.parametrize(
    ("text", "illness"),
    [
        ("the internet says it's a brain tumour", "brain_tumor"),
        ("reddit thinks it's appendicitis lol", "appendicitis"),
        ("read online that this is leukaemia, I'm terrified", "leukemia"),
        ("googled it and it says internal bleeding", "bleeding"),
        ("구글에 쳐보니까 뇌출혈이라고 나와요", "intracerebral_hemorrhage"),
        ("챗지피티가 갑상선암 같대요", "thyroid_cancer"),
        ("블로그 보니까 위암 초기 증상이래요", "stomach_cancer"),
    ],
)
def test_what_was_only_read_is_nobodys_illness(text: str, illness: str) -> None:
    assert illness not in _names(text)


@pytest.mark.parametrize(
    ("text", "illness"),
    [
        ("my GP says it's asthma, and the internet says it's common", "asthma"),
        ("I have asthma, read online that inhalers help", "asthma"),
        ("google says it's a tumour but my doctor says migraine", "migraine"),
        ("저 고혈압 있어요. 인터넷에서 혈압계 샀어요", "hypertension"),
        ("병원에서 천식이라고 했어요 인터넷 보니까 관리가 중요하대요", "asthma"),
    ],
)
def test_what_was_found_beside_it_stays(text: str, illness: str) -> None:
    assert illness in _names(text)


@pytest.mark.parametrize(
    "text",
    [
        "LDL 160, recheck in six weeks they said",
        "A1c 7.9, come back in 3 months",
        "당화혈색소 7.9래요 3개월 뒤에 다시 오라네요",
        "기침 나요. 2주 뒤에 다시 오래요",
        "knee pain, physio in three weeks",
        "diagnosed with diabetes, review in 3 months",
        "임신 12주예요 예정일은 12월 25일",
    ],
)
def test_what_is_so_did_not_begin_on_a_day_to_come(text: str) -> None:
    present = [one.content for one in after(text) if one.content.temporality is not Temporality.FUTURE]
    assert present
    assert all(one.valid_from is None or one.valid_from <= "2026-01-05" for one in present)


@pytest.mark.parametrize(
    ("text", "day"),
    [("백내장 수술 12월 2일로 잡혔어요", "2026-12-02"), ("surgery is on 3 December", "2026-12-03")],
)
def test_what_is_planned_without_a_year_is_to_come(text: str, day: str) -> None:
    planned = [one.content for one in after(text) if one.content.status is Status.PLANNED]
    assert [one.valid_from for one in planned] == [day]


def test_an_operation_that_was_had_is_not_planned() -> None:
    [operation] = [one.content for one in after("had my gallbladder out on 3 December")]
    assert (operation.temporality, operation.valid_from) == (Temporality.PAST, "2025-12-03")
