"""Pairs with a limit by dose: the number is said, and whether the dose on record is within it."""

from __future__ import annotations

import pytest

from agent.safety.alarms import sources
from agent.safety.beside_limits import beside_limits
from agent.safety.tables import table
from agent.skills.ports import Language
from domain.values import Content, SlotKind
from tests.agent.conversation import Conversation, medicine, none_of, states
from tests.shipped import vocabulary

AMLODIPINE = medicine("amlodipine", "5mg", "QD")
ABOVE = ("No, not at this dose", "아니요, 지금 용량으로는")
WITHIN = ("Yes, at this dose", "네, 지금 용량이면")
UNTOLD = ("Only up to a limit", "정해진 용량까지만")


def simvastatin(dose: str | None) -> Content:
    return medicine("simvastatin", dose, "QHS")


def said(language: Language, asked: str, *known: Content) -> str:
    return Conversation(language).knows(*known, none_of(SlotKind.ALLERGIES)).said(asked).text


def test_the_table_names_only_what_exists() -> None:
    lexicon = vocabulary().lexicon
    known = {each for kind in ("medications", "drug_classes") for one in lexicon.entries(kind)
             for each in (one.concept_id, *one.broader)}  # fmt: skip
    for row, written in zip(beside_limits(), table("beside_limits")["limits"], strict=True):
        assert row.one | row.other <= known, sorted(row.one | row.other - known)
        assert row.most > 0 and row.source in sources(), written


@pytest.mark.parametrize(
    ("language", "asked"),
    [
        ("en", "is simvastatin ok together with amlodipine?"),
        ("en", "can I take simvastatin with amlodipine"),
        ("ko", "심바스타틴이랑 암로디핀 같이 먹어도 되나요?"),
    ],
)
@pytest.mark.parametrize(
    ("dose", "begins", "number"), [("40mg", ABOVE, "40"), ("20mg", WITHIN, "20"), (None, UNTOLD, "20")]
)
def test_a_dose_is_held_against_the_limit_of_the_pair(
    language: Language, asked: str, dose: str | None, begins: tuple[str, ...], number: str
) -> None:
    text = said(language, asked, simvastatin(dose), AMLODIPINE)
    assert text.startswith(begins), text
    assert number in text and ("20 mg" in text or "20mg" in text)
    assert "may need a lower dose" not in text and "용량을 줄여야" not in text


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "amlodipine 5 mg since today. is that ok together?"),
        ("ko", "암로디핀 5mg 오늘부터 먹어요. 둘이 같이 먹어도 돼요?"),
    ],
)
def test_a_medicine_told_with_the_question_is_held_against_it_too(language: Language, words: str) -> None:
    talk = Conversation(language).knows(simvastatin("40mg"), none_of(SlotKind.ALLERGIES))
    text = talk.said(words, [states(AMLODIPINE)]).text
    assert any(one in text for one in ABOVE), text


def test_the_whole_day_counts() -> None:
    twice = medicine("citalopram", "20mg", "BID")
    once = medicine("citalopram", "20mg", "QD")
    assert said("en", "can I take omeprazole with citalopram?", twice).startswith(ABOVE)
    assert said("en", "can I take omeprazole with citalopram?", once).startswith(WITHIN)


@pytest.mark.parametrize(
    ("asked", "known", "number"),
    [
        ("can I take diltiazem with simvastatin?", simvastatin("20mg"), "10 mg"),
        ("is clarithromycin ok with colchicine?", medicine("colchicine", "0.6mg", "QD"), "0.6 mg"),
        ("can I take cyclosporine with rosuvastatin?", medicine("rosuvastatin", "5mg", "QD"), "5 mg"),
    ],
)
def test_a_pair_that_is_a_no_stays_one_and_tells_the_number(asked: str, known: Content, number: str) -> None:
    text = said("en", asked, known)
    assert number in text and "Caution:" in text, text
    assert not text.startswith((*WITHIN, *UNTOLD))


@pytest.mark.parametrize(
    ("asked", "known"),
    [
        ("can I take omeprazole with sertraline?", medicine("sertraline", "50mg", "QD")),
        ("is rosuvastatin ok with amlodipine?", AMLODIPINE),
        ("is pravastatin ok with amlodipine?", AMLODIPINE),
    ],
)
def test_a_pair_without_a_limit_has_none(asked: str, known: Content) -> None:
    assert not said("en", asked, known).startswith((*ABOVE, *WITHIN, *UNTOLD))
