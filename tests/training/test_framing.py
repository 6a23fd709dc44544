"""Frames as readings: what a kind of frame says of what is named in it, and what it leaves on record before."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.shipped import vocabulary
from training.examples import example
from training.framing import readings

KINDS = {
    "med.change": ("they put my {m} up to {v} on monday", ("change", "medications"), ["change"]),
    "med.correct": ("no, {m} was never {o}, it is {v}", ("correct", "medications"), ["correct"]),
    "med.stop": ("no more {m} for me since spring", ("stop", "medications"), ["change"]),
    "lab.correct": ("{t} isn't {a}, i read {b} now", ("correct", "labs"), ["correct"]),
    "cond.deny": ("{c} is not what i have", ("assert", "conditions"), ["state"]),
    "symp.over": ("the {s} has left me", ("stop", "symptoms"), ["change"]),
    "alle.tell": ("{x} brings me out in spots", ("assert", "allergies"), ["state"]),
}


def _readings(tmp_path: Path, *frames: tuple[str, str]) -> list[dict[str, Any]]:
    file = tmp_path / "frames.jsonl"
    rows = [json.dumps({"kind": kind, "frame": frame}, ensure_ascii=False) for kind, frame in frames]
    file.write_text("\n".join(rows), encoding="utf-8")
    return list(readings(vocabulary().lexicon, random.Random(7), [file]))


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_becomes_the_fact_it_tells(tmp_path: Path, kind: str) -> None:
    frame, (op, slot), acts = KINDS[kind]
    for reading in _readings(tmp_path, (kind, frame)):
        (fact,) = reading["facts"]
        assert (fact["op"], fact["slot"], reading["acts"]) == (op, slot, acts)
        assert fact["said"] in reading["text"] and "{" not in reading["text"]
        assert example(reading, vocabulary().lexicon, vocabulary().recogniser).lost == []


def test_what_is_changed_or_put_right_stands_on_record_with_its_old_number(tmp_path: Path) -> None:
    frames = [("med.change", "{m} went from {o} to {v}"), ("lab.correct", "{t}: {b}, not {a}")]
    for reading in _readings(tmp_path, *frames):
        (fact,) = reading["facts"]
        (own,) = [one for one in reading["known"] if one["name"] == fact["name"]]
        replaced = fact["replaces"]
        if fact["slot"] == "medications":
            assert own["dose"] == f"{replaced['dose']}mg" != f"{fact['dose']}mg"
        else:
            assert own["value"] == float(replaced["value"]) != float(fact["value"])


@pytest.mark.parametrize(
    ("kind", "frame", "why"),
    [
        ("med.keep", "should i stop {m} before the dentist?", "question"),
        ("med.keep", "{m} 끊어도 되나요", "question"),
        ("lab.keep", "my neighbour had a {t} of {b}", "third_party"),
        ("lab.keep", "엄마 {t} 수치가 {b}래요", "third_party"),
        ("cond.ask", "i read a whole book on {c}", "hypothetical"),
    ],
)
def test_a_look_alike_states_nothing(tmp_path: Path, kind: str, frame: str, why: str) -> None:
    found = _readings(tmp_path, (kind, frame))
    assert found
    for reading in found:
        assert reading["facts"] == []
        assert [one["why"] for one in reading["not_facts"]] == [why]


@pytest.mark.parametrize("kind", ["med.other", "cond.other", "cond.kin", "symp.other"])
def test_what_is_anothers_teaches_nothing(tmp_path: Path, kind: str) -> None:
    assert _readings(tmp_path, (kind, "my mother has had {c} for years")) == []


def test_a_switch_ends_one_medicine_and_begins_another(tmp_path: Path) -> None:
    for reading in _readings(tmp_path, ("med.switch", "off {m}, on {n} {w} since monday")):
        old, new = reading["facts"]
        assert (old["op"], new["op"], new["replaces"]) == ("stop", "change", {"name": old["name"]})
        assert old["name"] != new["name"] and new["dose"] in reading["text"]
        assert [one["name"] for one in reading["known"]].count(old["name"]) == 1


def test_two_names_of_one_kind_keep_their_own_numbers(tmp_path: Path) -> None:
    for reading in _readings(tmp_path, ("lab.two", "{t} {b}, {u} {e}"), ("med.two", "{n} {w} and {m} {v}")):
        for fact in reading["facts"]:
            number = fact.get("value") or fact["dose"]
            assert f"{fact['said']} {number}" in reading["text"]


def test_a_pressure_is_put_right_in_both_its_parts(tmp_path: Path) -> None:
    for reading in _readings(tmp_path, ("bp.correct", "no: {p}/{q}")):
        old = {one["name"]: one["value"] for one in reading["known"] if one["slot"] == "vitals"}
        assert {one["name"] for one in reading["facts"]} == set(old)
        assert all(float(one["replaces"]["value"]) == old[one["name"]] for one in reading["facts"])


def test_a_pressure_that_is_named_stands_on_its_name(tmp_path: Path) -> None:
    for reading in _readings(
        tmp_path, ("bp.correct", "sorry, my blood pressure was {p}/{q}"), ("bp.tell", "혈압 {p}/{q}")
    ):
        found = example(reading, vocabulary().lexicon, vocabulary().recogniser)
        named = [
            role for item, role in zip(found.items, found.roles, strict=True) if item.named and item.start < item.end
        ]
        assert set(named) == {"vitals"}, found.roles


def test_the_same_draw_fills_the_same_names(tmp_path: Path) -> None:
    frames = [("med.tell", "i take {m} {v}"), ("symp.tell", "{s} since yesterday")]
    assert _readings(tmp_path, *frames) == _readings(tmp_path, *frames)
