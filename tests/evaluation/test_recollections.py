"""Talks of something told, put right and asked: how they are filled, and what counts as right."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from evaluation.recollections.fills import Filled, fill, read_fills
from evaluation.recollections.judging import what_answer_lacks, what_record_lacks
from evaluation.recollections.scenes import Scene, messages_of, read_scenes, spoken
from protos.anamnesis.v1 import fact_pb2


def filled(language: str = "en") -> Filled:
    return fill(language, read_fills()[language], random.Random(3))


def scene(
    steps: Sequence[tuple[str, tuple[str, ...]]] = (), says: Sequence[tuple[str, ...]] = (),
    never: Sequence[str] = (), record: Sequence[str] = (),
) -> Scene:  # fmt: skip
    return Scene("one", tuple(steps), tuple(says), tuple(never), tuple(record))


@pytest.mark.parametrize(
    ("wording", "said"),
    [
        ("{m}[을/를] 먹어요", "로사르탄을 먹어요"),
        ("{n}[이에요/예요]", "6이에요"),
        ("{d}[으로/로] 바꿨어요", "50mg으로 바꿨어요"),
        ("{k}[으로/로] 해요", "칼로 해요"),
    ],
)
def test_a_particle_goes_by_the_letter_before(wording: str, said: str) -> None:
    assert spoken(wording, {"m": "로사르탄", "n": "6", "d": "50mg", "k": "칼"}) == said


def test_the_same_draw_gives_the_same_talk() -> None:
    bank = {"t.one_med": ["I take {m1} {o1}", "{m1}, {o1}"], "q.dose": ["how much {m1}?"]}
    steps = scene([("t.one_med", ()), ("q.dose", ())])
    one, other = (messages_of(steps, bank, filled().words, random.Random(1)) for _ in range(2))
    assert one == other
    assert not any("{" in message for message in one)


def test_a_step_may_be_about_the_second_of_its_kind() -> None:
    made = filled()
    steps = scene([("q.may_take", ("a2",))])
    [said] = messages_of(steps, {"q.may_take": ["may I have {a1}?"]}, made.words, random.Random(1))
    assert said == f"may I have {made.words['a2']}?"


@pytest.mark.parametrize("day", ["12 May", "May 12", "12th of May", "2026-05-12", "5월 12일"])
def test_a_day_counts_in_every_form(day: str) -> None:
    made = filled()
    made.found["d1"] = next(
        pattern for pattern in (fill("en", read_fills()["en"], random.Random(at)).found["d1"] for at in range(400))
        if "12" in pattern and "May" in pattern
    )  # fmt: skip
    assert what_answer_lacks(scene(says=[("{d1}",)]), f"It was {day}.", "en", made) == ()


def test_a_number_within_another_is_not_it() -> None:
    made = filled()
    made.found["v1"] = r"(?<![\d.])13(?!\d|\.\d)"
    assert what_answer_lacks(scene(says=[("{v1}",)]), "LDL was 130 and 1.13", "en", made) == ("{v1}",)


def test_what_must_not_be_said_counts_on_the_first_line() -> None:
    made = filled()
    name = made.words["m2"]
    never = scene(never=["{m2}"])
    assert what_answer_lacks(never, f"You take {name}.", "en", made) == ("not {m2}",)
    assert what_answer_lacks(never, f"You take nothing.\n{name} was corrected.", "en", made) == ()


def fact(**fields: object) -> fact_pb2.Fact:
    made = fact_pb2.Fact(slot="SLOT_KIND_MEDICATIONS", polarity="affirmed", subject="patient", current=True)
    for name, value in fields.items():
        setattr(made, name, value)
    return made


@pytest.mark.parametrize(
    ("changes", "record", "lacks"),
    [
        ({}, ["med m1 o1"], ()),
        ({"dose": "1mg"}, ["med m1 o1"], ("med m1 o1",)),
        ({"status": "stopped"}, ["med m1 o1"], ("med m1 o1",)),
        ({"subject": "sister"}, ["-med m1"], ()),
        ({}, ["-med m1"], ("-med m1",)),
        ({"current": False}, ["-med m1"], ()),
    ],
)
def test_the_record_is_held_against_what_was_told(
    changes: dict[str, object], record: list[str], lacks: tuple[str, ...]
) -> None:
    made = filled()
    told = fact(**{"name": made.words["m1"], "dose": made.words["o1"], **changes})
    assert what_record_lacks(scene(record=record), [told], made) == lacks


def test_every_scene_names_kinds_and_holes_that_are_there() -> None:
    known = filled()
    for one in read_scenes():
        assert one.steps
        for token in (each for alternatives in one.says for each in alternatives):
            assert token.startswith("@") or token.strip("{}") in known.found, (one.name, token)
