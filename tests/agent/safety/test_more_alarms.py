"""Alarms of values told late, of low sugars under sulfonylureas, of dry nappies and fewer kicks."""

from __future__ import annotations

import pytest

from domain.values import Content
from tests.agent.conversation import Conversation, age, condition, lab, medicine, states


def told(value: Content, *known: Content) -> str:
    return Conversation("en").knows(*known).said("It was that", [states(value)]).text


def test_a_laboratorys_result_is_an_alarm_for_a_week() -> None:
    assert "within the week" in told(lab("potassium", 5.9, "mmol/L", "2024-04-28"))
    assert "within the week" not in told(lab("potassium", 5.9, "mmol/L", "2024-03-01"))


def test_one_that_was_measured_again_is_history() -> None:
    again = lab("potassium", 4.4, "mmol/L", "2024-04-30")
    assert "within the week" not in told(lab("potassium", 5.9, "mmol/L", "2024-04-28"), again)


def test_a_low_sugar_is_one_where_a_medicine_lowers_it() -> None:
    low = lab("glucose", 64, "mg/dL", "2024-05-01")
    assert "low blood sugar" in told(low, medicine("glipizide", "5mg", "QD"))
    assert "low blood sugar" not in told(low, medicine("metformin", "500mg", "BID"))


@pytest.mark.parametrize("said", ["no wet nappy since this morning", "her diaper has been dry all day"])
def test_a_child_who_wets_no_nappy_is_seen_today(said: str) -> None:
    assert "seen today" in Conversation("en").knows(age(2)).said(said).text


@pytest.mark.parametrize("said", ["baby's kicking less today", "he's moving a lot less than usual in there"])
def test_fewer_kicks_are_an_alarm(said: str) -> None:
    assert "the baby moving less" in Conversation("en").knows(condition("pregnancy", "en")).said(said).text


@pytest.mark.parametrize("known", ["dialysis_dependence", "varicella"])
def test_painkillers_are_warned_of(known: str) -> None:
    said = Conversation("en").knows(condition(known, "en")).said("Can I take ibuprofen?").text
    assert "Caution" in said
