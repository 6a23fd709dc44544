"""The bank is sound in itself, and an unsound one is told by name."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from evaluation.study.bank import problems, read_bank, render, shipped_bank
from evaluation.study.corrections import SHAPES
from evaluation.study.gold import GOLD
from evaluation.study.particles import with_particle
from evaluation.study.patients import InvalidStudy

WHOLE = {"id": "T1.a", "turn": "T1", "goal": "x", "gold": "nothing", "ko": ["가", "나"], "en": ["a", "b"]}


def test_the_shipped_bank_has_no_problem_and_every_shape_of_correction() -> None:
    bank = shipped_bank()
    assert problems(bank, GOLD.keys()) == []
    assert len(bank.templates) >= 40 and len(SHAPES) == 14
    assert {one.id for one in bank.of("T5")} == {f"T5.{shape}" for shape in SHAPES}


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"ko": ["{previous_unit}", "나"]}, "previous_unit is not guaranteed: the template has to need trend"),
        ({"ko": ["{blood}", "나"]}, "unknown field blood"),
        ({"ko": ["{age", "나"]}, "cannot be read"),
        ({"en": ["{age|은/는}", "b"]}, "a particle in English"),
        ({"en": ["a", "a"]}, "fewer than two wordings in en"),
        ({"needs": ["luck"]}, "unknown need luck"),
        ({"gold": "guess"}, "unknown gold generator guess"),
        ({"uses": ["mood"]}, "unknown slot mood"),
        ({"fallback": "T1.b"}, "unknown fallback T1.b"),
        ({"fallback": "T1.a"}, "in a circle"),
        ({"needs": ["trend"]}, "its last fallback T1.a still needs trend"),
        ({"then": "T9"}, "unknown next template"),
    ],
)
def test_lint_names_what_is_wrong(tmp_path: Path, change: dict[str, object], named: str) -> None:
    file = tmp_path / "bank.yaml"
    file.write_text(yaml.safe_dump([{**WHOLE, **change}], allow_unicode=True), encoding="utf-8")
    found = problems(read_bank(file), GOLD.keys())
    assert any(named in problem for problem in found), found
    assert "T6: no template" in found


def test_a_malformed_bank_is_refused_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "bank.yaml"
    for text, named in (
        ("- {id: a}", "Template 1"),
        ("a: [", "cannot be read"),
        ("a: b", "a list"),
        (yaml.safe_dump([WHOLE, WHOLE], allow_unicode=True), "earlier one"),
    ):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(InvalidStudy, match=named):
            read_bank(file)


def test_no_sentence_is_built_around_an_empty_slot() -> None:
    assert render(
        "저는 {age}세, {test|은/는} {latest_unit|이에요/예요}.", {"age": "61", "test": "LDL", "latest_unit": "7.4%"}
    ) == ("저는 61세, LDL은 7.4%예요.")
    with pytest.raises(InvalidStudy, match="names test"):
        render("{test}", {"test": ""})


@pytest.mark.parametrize(
    ("word", "pair", "expected"),
    [
        ("당화혈색소", "은/는", "당화혈색소는"),
        ("혈압", "은/는", "혈압은"),
        ("120 mg/dL", "이/가", "120 mg/dL가"),
        ("500mg", "으로/로", "500mg으로"),
        ("하루", "으로/로", "하루로"),
        ("서울", "으로/로", "서울로"),
        ("10", "을/를", "10을"),
        ("5", "을/를", "5를"),
    ],
)
def test_particles_follow_the_last_sound(word: str, pair: str, expected: str) -> None:
    assert with_particle(word, pair) == expected
