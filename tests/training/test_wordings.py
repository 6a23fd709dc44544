"""Wordings of the protocol's turns as readings: what a turn says stands in the words, and on record before it."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.shipped import vocabulary
from training.examples import example
from training.wordings import WORDINGS, readings

TURNS = {
    "T0.labs2": ("{test_en} {v1_en} on {d1_en}, then {v2_en} on {d2_en}", [("assert", "labs")], ["state"]),
    "T0.meds.coop": ("my pills: {meds}", [("assert", "medications")], ["state"]),
    "T5.lab_latest": ("{test_en}: make {old_en} into {new_en}. and now?", [("correct", "labs")], ["correct", "ask"]),
    "T5.dose_change": ("{med_en} {old} to {new} {when_en}. ok?", [("change", "medications")], ["change", "ask"]),
    "T5.med_wrong": ("no {med_en}, {newmed_en} {newdose}. so?", [("correct", "medications")], ["correct", "ask"]),
    "T5b.revert": ("{old_en} it was", [("revert", "labs")], ["revert"]),
    "H.allergy_neg": ("{al_en} never did a thing to me", [("assert", "allergies")], ["state"]),
}  # fmt: skip


def _readings(tmp_path: Path, language: str, bank: Mapping[str, list[str]]) -> list[dict[str, Any]]:
    file = tmp_path / f"{language}_x.json"
    file.write_text(json.dumps(bank, ensure_ascii=False), encoding="utf-8")
    return [one for one in readings(vocabulary().lexicon, random.Random(7), [file]) if "+" not in one["id"]]


@pytest.mark.parametrize("turn", TURNS)
def test_a_turn_says_its_facts_and_finds_them_in_its_words(tmp_path: Path, turn: str) -> None:
    wording, said, acts = TURNS[turn]
    (reading,) = _readings(tmp_path, "en", {turn: [wording]})
    assert {(one["op"], one["slot"]) for one in reading["facts"]} == set(said)
    assert reading["acts"] == acts
    assert "{" not in reading["text"]
    assert example(reading, vocabulary().lexicon, vocabulary().recogniser).lost == []


def test_what_a_correction_replaces_stands_on_record(tmp_path: Path) -> None:
    (reading,) = _readings(tmp_path, "en", {"T5.lab_latest": ["{test_en} {new_en} not {old_en}. so?"]})
    (fact,) = reading["facts"]
    on_record = [one["value"] for one in reading["known"] if one["slot"] == "labs"]
    assert fact["replaces"]["value"] in on_record and fact["value"] not in on_record


def test_a_korean_particle_follows_the_sound_before_it(tmp_path: Path) -> None:
    (reading,) = _readings(tmp_path, "ko", {"T0.demo.min": ["{sex}[은/는] {age}[으로/로] {dx}"]})
    sex, age = (next(one["said"] for one in reading["facts"] if one["name"] == name) for name in ("gender", "age"))
    assert f"{sex}{'은' if sex[-1] == '성' else '는'} " in reading["text"]
    assert f"{age}{'으로' if age[-1] in '036' else '로'} " in reading["text"]


@pytest.mark.parametrize("author", ["en_a", "ko_f"])
def test_of_the_shipped_wordings_nothing_told_is_lost(author: str) -> None:
    path = WORDINGS / f"{author}.json"
    words = vocabulary()
    lost = [
        one["id"]
        for one in readings(words.lexicon, random.Random(4), [path])
        if any(fact["name"] != "*" for fact in example(one, words.lexicon, words.recogniser).lost)
    ]
    assert len(lost) <= 8, lost
