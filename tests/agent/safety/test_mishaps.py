"""What follows for a medicine that was left out, doubled, another's or brought up: by act, by kind, by length."""

from __future__ import annotations

import pytest

from agent.safety.alarms import signs
from agent.safety.mishaps.alarming import FELT_IN_WORDS
from agent.safety.mishaps.rows import dangers, row_of, rows
from agent.safety.tables import table
from agent.skills.ports import Language
from tests.agent.conversation import Conversation, medicine
from tests.agent.safety.spoken import known
from tests.shipped import vocabulary


def answer(language: Language, concept: str, text: str, dose: str | None = "5mg") -> str:
    return Conversation(language).knows(medicine(concept, dose, "QD")).said(text).text


@pytest.mark.parametrize(
    ("concept", "ko", "en"),
    [
        ("levothyroxine", "괜찮습니다", "No harm done"),
        ("atorvastatin", "괜찮습니다", "No harm done"),
        ("vitamin_d", "괜찮습니다", "No harm done"),
        ("prednisolone", "부신 위기", "adrenal crisis"),
        ("insulin_glargine", "케톤산증", "ketoacidosis"),
        ("bisoprolol", "협심증", "angina"),
        ("levetiracetam", "운전하지", "do not drive"),
        ("apixaban", "뇌졸중", "strokes"),
        ("clopidogrel", "스텐트", "stent"),
        ("lithium", "농도", "blood level"),
        ("clozapine", "48시간", "48 hours"),
        ("sertraline", "찌릿", "zaps"),
        ("tacrolimus", "거부반응", "rejection"),
        ("amlodipine", "180/120", "180/120"),
        ("metformin", "혈당", "sugar"),
        ("methotrexate", "이틀", "two days"),
        ("alendronate", "다음 날 아침", "morning after"),
        ("levodopa_carbidopa", "굳고", "stiffness"),
        ("alprazolam", "발작", "fits"),
    ],
)
def test_what_was_missed_for_days_is_told_of_by_what_it_is(concept: str, ko: str, en: str) -> None:
    for language, text, expected in (
        ("ko", "사흘 동안 약을 못 먹었어요", ko),
        ("en", "haven't taken it for three days", en),
    ):
        said = answer(language, concept, text)  # type: ignore[arg-type]
        assert expected in said
        assert ("3일쯤" if language == "ko" else "about 3 days") in said


@pytest.mark.parametrize("language", ["ko", "en"])
@pytest.mark.parametrize("concept", ["apixaban", "levothyroxine", "atorvastatin", "bisoprolol", "metformin"])
def test_missed_doses_are_never_made_up_for(language: Language, concept: str) -> None:
    text = (
        "이틀 못 먹었는데 오늘 세 알 먹을까요?" if language == "ko" else "missed it two days, do I take three tonight?"
    )
    said = answer(language, concept, text)
    assert ("몰아서" in said or "한꺼번에" in said) if language == "ko" else "never" in said.lower()


@pytest.mark.parametrize(
    ("language", "concept", "text", "expected"),
    [
        ("ko", "prednisolone", "약을 집에 두고 와서 나흘째 못 먹었는데 계속 토해요", "부신 위기"),
        ("en", "prednisolone", "left it at home four days ago and can't keep anything down", "adrenal crisis"),
        ("ko", "insulin_glargine", "어제부터 인슐린을 안 맞았고 토하고 배가 아파요", "케톤산증"),
        ("en", "insulin_glargine", "not taken my insulin since yesterday, being sick", "ketoacidosis"),
        ("ko", "bisoprolol", "약이 떨어져 나흘 못 먹었더니 심장이 두근거리고 가슴이 조여요", "베타차단제"),
        ("en", "bisoprolol", "ran out four days ago, chest is tight", "beta blocker"),
        ("ko", "digoxin", "모르고 또 드셨대요. 속이 울렁거리고 누렇게 보인대요", "디곡신"),
        ("en", "insulin_aspart", "took it twice by mistake", "too much insulin"),
    ],
)
def test_what_is_missing_in_an_illness_is_an_emergency(
    language: Language, concept: str, text: str, expected: str
) -> None:
    said = answer(language, concept, text)
    assert said.startswith("응급일 수 있는" if language == "ko" else "This may be an emergency")
    assert expected in said


@pytest.mark.parametrize(
    ("concept", "procedure", "expected"),
    [("clopidogrel", "coronary_stenting", "a stent"), ("warfarin", "heart_valve_surgery", "a heart valve")],
)
def test_a_stent_or_valve_without_its_medicine_is_for_today(concept: str, procedure: str, expected: str) -> None:
    talk = Conversation("en").knows(medicine(concept, None, None), known(f"procedures:{procedure}"))
    said = talk.said("stopped taking it four days ago for the dentist").text
    assert said.startswith("This may need to be seen today") and expected in said


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("ko", "비소프롤롤은 하루도 안 빼먹고 먹어요"),
        ("ko", "의사가 비소프롤롤 끊으라고 해서 사흘 전부터 안 먹어요"),
        ("ko", "점심을 못 먹었어요"),
        ("en", "never missed a bisoprolol"),
        ("en", "my doctor stopped the bisoprolol three days ago"),
        ("en", "dad forgot his keys"),
    ],
)
def test_what_is_no_mishap_is_not_told_of(language: Language, text: str) -> None:
    said = answer(language, "bisoprolol", text)
    assert "협심증" not in said and "must not stop suddenly" not in said


@pytest.mark.parametrize("language", ["ko", "en"])
def test_a_box_taken_twice_is_told_of_as_one(language: Language) -> None:
    talk = Conversation(language).knows(
        *(medicine(one, dose, "QD") for one, dose in (("amlodipine", "5mg"), ("rosuvastatin", "10mg")))
    )
    said = talk.said(
        "아침 약을 모르고 두 번 드셨어요" if language == "ko" else "took my morning box twice by mistake"
    ).text
    assert ("하루 최대량 안" if language == "ko" else "within the most of a day") in said
    assert "119" in said if language == "ko" else "fainting" in said


@pytest.mark.parametrize(
    ("concept", "ko", "en"),
    [
        ("isotretinoin", "지금부터 더 드시지 마세요", "Take no more"),
        ("methotrexate", "지금부터 더 드시지 마세요", "Take no more"),
        ("valproic_acid", "갑자기 끊지 마세요", "do not stop it on your own"),
        ("warfarin", "끊지 말고 지금", "Do not stop"),
        ("sertraline", "갑자기 끊지 마세요", "Do not stop"),
        ("lisinopril", "바꾸세요", "to change"),
    ],
)
def test_in_a_pregnancy_each_is_stopped_changed_or_kept(concept: str, ko: str, en: str) -> None:
    for language, text, expected in (("ko", "계속 먹어도 되나요?", ko), ("en", "do I stop it?", en)):
        talk = Conversation(language)  # type: ignore[arg-type]
        talk.knows(medicine(concept, None, None), known("conditions:pregnancy"))
        name = vocabulary().lexicon.entry("medications", concept)
        said = talk.said(f"{name.name_ko if language == 'ko' else name.name} {text}").text
        assert expected in said


def test_the_table_names_what_there_is() -> None:
    lexicon, sources = vocabulary().lexicon, table("sources")

    def is_known(concept: str) -> bool:
        tables = ("medications", "drug_classes", "conditions", "procedures", "symptoms")
        return any(lexicon.find(each, concept) is not None for each in tables)  # type: ignore[arg-type]

    for row in rows():
        assert all(is_known(each) for each in row.of | row.but), row.name
        assert row.text("without", "ko") and row.text("without", "en"), row.name
        assert {key[:-3] for key in row.texts if key.endswith("_ko")} == {
            key[:-3] for key in row.texts if key.endswith("_en")
        }, row.name
        assert row.source in sources, row.name
    for danger in dangers():
        assert all(each in signs() or each in FELT_IN_WORDS or is_known(each) for each in danger.signs)
        assert all(is_known(each) for each in danger.known)
        assert danger.of in {row.name for row in rows()} and danger.alarm.source in sources
    for name, row in table("mishaps")["pregnancy"].items():
        assert all(is_known(each) for each in f"{row['of']} {row.get('but', '')}".split()), name
        assert row["source"] in sources, name


def test_every_medicine_has_a_row() -> None:
    assert row_of({"nothing_known"}).name == "other"
    assert row_of({"levothyroxine", "thyroid_drug"}).name == "levothyroxine"
