"""What can be said of the page without a browser."""

from __future__ import annotations

import json
import re
from pathlib import Path

import clients.ui
from protos.anamnesis.v1 import fact_pb2
from tests.gateway import page_targets

STATIC = Path(clients.ui.__file__).parent / "static"
SCRIPTS = {path.name: path.read_text(encoding="utf-8") for path in STATIC.glob("*.js")}


def _catalogue(language: str) -> dict[str, str]:
    """The sentences by name: a line of the catalogue is a line of JSON."""
    text = (STATIC / "words" / f"{language}.js").read_text(encoding="utf-8")
    lines = [line.strip() for line in text.splitlines() if line.startswith('  "')]
    found: dict[str, str] = json.loads("{" + "".join(lines).rstrip(",") + "}")
    return found


def test_both_languages_say_everything_with_the_same_values() -> None:
    korean, english = _catalogue("ko"), _catalogue("en")

    assert korean.keys() == english.keys()
    for name, text in korean.items():
        assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", english[name])), name


def test_every_sentence_that_a_script_asks_for_is_there() -> None:
    known = _catalogue("ko")
    asked = {name for text in SCRIPTS.values() for name in re.findall(r"""\bt\("([\w.]+)\"""", text)}
    kinds = {f"kind.{name.removeprefix('SLOT_EVENT_KIND_')}" for name in fact_pb2.SlotEventKind.keys()[1:]}
    slots = {f"slot.{name.removeprefix('SLOT_KIND_').lower()}" for name in fact_pb2.SlotKind.keys()[1:]}

    assert len(asked) > 80
    assert sorted((asked | kinds | slots) - known.keys()) == []


def test_no_script_makes_markup_of_text_or_reaches_elsewhere() -> None:
    for name, text in SCRIPTS.items():
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", text), name
        assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text), name


def test_the_targets_drawn_are_those_that_answers_judge_by() -> None:
    drawn = json.loads(page_targets.FILE.read_text(encoding="utf-8"))

    assert drawn == page_targets.expected(), "write them anew: python -m tests.gateway.page_targets"
    assert len(drawn["tests"]) == 12
