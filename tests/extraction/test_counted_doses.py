"""Doses that are counted: how many tablets a bare small number is, and how what is counted is written and read back."""

from __future__ import annotations

import pytest

from agent.words.doses import dose_text
from extraction.values.dose_forms import counted_when_bare, form_of, small_strengths
from extraction.values.dose_schedules import schedule_of
from extraction.values.measure_words import counter_of, with_unit
from tests.extraction.test_told_by_parts import dose
from tests.shipped import vocabulary


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("I'm on duloxetine, one at bedtime", "duloxetine", "1 capsule"),
        ("She takes omeprazole one every morning", "omeprazole", "1 capsule"),
        ("I take amlodipine 2 in the morning and 1 at night", "amlodipine", "2 tab morning, 1 tab night"),
        ("메트포르민 아침 2 저녁 1 먹어요", "metformin", "2 tab morning, 1 tab evening"),
        ("리피토 하나 자기 전에 먹습니다", "atorvastatin", "1 tab"),
        ("My mirtazapine is 2 at bedtime", "mirtazapine", "2 tab"),
        ("오메가3 2C bid 먹어요", "omega_3_fish_oil", "2 capsules"),
        ("I take two ibuprofen when my back is bad", "ibuprofen", "2 tab"),
        ("2 Nurofen at bedtime gets me through the night", "ibuprofen", "2 tab"),
        ("I took two of the paracetamol last night", "acetaminophen", "2 tab"),
        ("Seretide 2 in the morning and 2 at night", "fluticasone_salmeterol_inhaler", "2 puff morning, 2 puff night"),
        ("심비코트 아침저녁 두 번씩 흡입해요", "budesonide_formoterol_inhaler", "2 puff"),
        ("아바미스 양쪽에 한 번씩 뿌려요", "fluticasone_furoate_nasal_spray", "1 spray"),
        ("I use Nasonex, two squirts each side, every morning", "mometasone_nasal_spray", "2 spray"),
        ("I take Movicol, one sachet a day", "polyethylene_glycol_3350", "1 sachet"),
        ("홍삼 하루 두 포 먹어요", "red_ginseng", "2 sachets"),
        ("차전자피 한 숟갈씩 아침에 먹어요", "psyllium", "1 spoonful"),
    ],
)  # fmt: skip
def test_a_small_count_is_kept_as_what_it_counts(text: str, name: str, expected: str) -> None:
    assert dose(text, name) == expected


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("I take warfarin 3 daily", "warfarin", "3mg"),
        ("리스페리돈 2 자기 전에 먹어요", "risperidone", "2mg"),
        ("I take prednisolone 4 every morning", "prednisolone", "4mg"),
        ("I take aspirin 75 and simvastatin 20", "aspirin", "75mg"),
    ],
)
def test_a_strength_that_small_stays_one(text: str, name: str, expected: str) -> None:
    assert dose(text, name) == expected


def test_the_number_of_one_medicine_counts_none_of_the_next() -> None:
    text = "I take warfarin 3 aspirin 75 simvastatin 20"
    assert (dose(text, "warfarin"), dose(text, "aspirin")) == ("3mg", "75mg")


@pytest.mark.parametrize(
    ("name", "amount", "in_words", "counter"),
    [
        ("tamsulosin", 1, False, "cap"), ("acetaminophen", 2, False, "tab"), ("warfarin", 3, False, ""),
        ("warfarin", 1, True, "tab"), ("acetaminophen", 0.5, True, "tab"), ("acetaminophen", 0.5, False, ""),
        ("acetaminophen", 5, False, ""), ("insulin_glargine", 4, False, ""), ("clobetasol", 2, False, ""),
        ("latanoprost", 1, False, "drop"), ("mometasone_nasal_spray", 2, True, "spray"),
    ],
)  # fmt: skip
def test_what_a_bare_number_counts(name: str, amount: float, in_words: bool, counter: str) -> None:
    entry = vocabulary().lexicon.find("medications", name)
    assert counted_when_bare(amount, entry, in_words=in_words) == counter


def test_the_tables_name_medicines_of_the_lexicon() -> None:
    lexicon = vocabulary().lexicon
    assert [one for one in small_strengths() if lexicon.find("medications", one) is None] == []
    assert all(1 <= one <= 4 for strengths in small_strengths().values() for one in strengths)
    assert form_of(None) == ""


@pytest.mark.parametrize(
    ("number", "unit", "written"),
    [
        ("2", " packet", "2 sachets"), ("1", " sachets", "1 sachet"), ("0.5", " cap", "0.5 capsule"),
        ("1-2", " capsules", "1-2 capsules"), ("2", " tab", "2 tab"), ("3", " puff", "3 puff"), ("5", "mg", "5mg"),
        ("2", " patch", "2 patches"), ("1", " drink", "1 drink"), ("8", " units", "8 units"), ("7", "", "7"),
    ],
)  # fmt: skip
def test_a_count_is_written_in_its_number(number: str, unit: str, written: str) -> None:
    assert with_unit(number, unit) == written


@pytest.mark.parametrize(
    ("dose_on_record", "counter"),
    [
        ("2 packet", "packet"), ("2 sachets", "packet"), ("1 capsule", "cap"), ("2 cap", "cap"), ("1 tablet", "tab"),
        ("2 tab morning, 1 tab night", "tab"), ("100mcg 2 puffs", "puff"), ("3 drink", "drink"), ("1 cup", "drink"),
        ("500mg", ""), ("12 units", ""), (None, ""),
    ],
)  # fmt: skip
def test_doses_of_now_and_before_are_read_back(dose_on_record: str | None, counter: str) -> None:
    assert counter_of(dose_on_record) == counter


def test_a_schedule_of_counts_is_read_back_in_either_form() -> None:
    for written in ("2 cap morning, 1 cap evening", "2 capsules morning, 1 capsule evening"):
        parts = schedule_of(written)
        assert [part.amount for part in parts] == [2, 1]
        assert ", ".join(part.written() for part in parts) == "2 capsules morning, 1 capsule evening"


@pytest.mark.parametrize(
    ("dose_on_record", "korean", "english"),
    [
        ("2 tab", "2알", "2 tablets"),
        ("1 sachet", "1포", "1 sachet"),
        ("2 packet", "2포", "2 sachets"),
        ("2 puff", "2번 흡입", "2 puffs"),
        ("0.5 tab", "0.5알", "0.5 tablet"),
        ("500mg", "500mg", "500mg"),
        ("2 tab morning, 1 tab night", "아침 2알, 밤 1알", "2 tablets in the morning, 1 tablet at night"),
    ],
)
def test_a_count_is_said_in_the_language_of_the_answer(dose_on_record: str, korean: str, english: str) -> None:
    assert (dose_text(dose_on_record, "ko"), dose_text(dose_on_record, "en")) == (korean, english)
