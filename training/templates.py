"""Slot-filled sentences as readings: what a template's slots say becomes facts, questions and denials."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from extraction.naming.lexicon import Lexicon
from training.numbers import number

AT: Final = "2026-03-04"
"""The day on which every slot-filled sentence is said."""

_SLOTS: Final = {
    "C": "conditions", "S": "symptoms", "M": "medications", "A": "allergies", "P": "procedures",
}  # fmt: skip
_TABLES: Final = {
    "C": ("conditions",), "S": ("symptoms",), "M": ("medications", "drug_classes"), "A": ("allergens",),
    "P": ("procedures",), "T": ("labs", "vitals"),
}  # fmt: skip
_ASKS: Final = {
    "ask_list": "list", "ask_value": "lookup", "ask_compare": "compare", "ask_judge": "judge",
    "ask_treatment": "assess", "ask_drug": "medicine", "ask_safety": "permission", "ask_knowledge": "knowledge",
    "ask_plan": "plan", "ask_audit": "audit",
}  # fmt: skip


EXPANDED: Final = Path(__file__).parent / "templates" / "expanded.jsonl"


def readings(lexicon: Lexicon, draw: random.Random) -> Iterator[dict[str, Any]]:
    """The readings of the expanded templates."""
    for line in EXPANDED.read_text(encoding="utf-8").splitlines():
        reading = reading_of(json.loads(line), lexicon, draw)
        if reading is not None:
            yield reading


def reading_of(line: Mapping[str, Any], lexicon: Lexicon, draw: random.Random) -> dict[str, Any] | None:
    """The reading of one expanded template; None for what no reading says (values quoted within questions)."""
    op, sub, text, spans = line["op"], line["sub"], line["text"], line["spans"]
    reading: dict[str, Any] = {
        "id": f"t{line['tid']}-{draw.randrange(10**9)}", "lang": line["lang"], "at": AT, "known": [], "agent_said": "",
        "text": text, "acts": [], "facts": [], "not_facts": [], "asks": [], "red_flag": op == "alarm",
        "template": line["tid"], "arcs": True,
    }  # fmt: skip
    reading["acts"] = ["ask"] if op.startswith("ask") else ["state"] if op in ("alarm", "other_person") else [op]
    if op.startswith("ask"):
        reading["asks"] = [{"op": _ASKS[op]}]
    if line.get("reassess"):
        reading["acts"].append("ask")
        reading["asks"] = [{"op": "assess"}]
    owner = next((text[one["start"] : one["end"]] for one in spans if one["kind"] == "R"), None)
    named = [one for one in spans if one["kind"] in _TABLES]
    reading["arcs"] = len([one for one in named if one["kind"] in "MT"]) <= 1
    for span in named:
        _fact(reading, span, spans, op, sub, owner, lexicon, draw)
    return reading


def _name(span: Mapping[str, Any], lexicon: Lexicon) -> str | None:
    for kind in _TABLES[span["kind"]]:
        try:
            return lexicon.entry(kind, span["id"]).name  # type: ignore[arg-type]
        except KeyError:
            continue
    return None


def _fact(
    reading: dict[str, Any], span: Mapping[str, Any], spans: Sequence[Mapping[str, Any]], op: str, sub: str,
    owner: str | None, lexicon: Lexicon, draw: random.Random,
) -> None:  # fmt: skip
    text, attr = reading["text"], span["attr"]
    said = text[span["start"] : span["end"]]
    name = _name(span, lexicon) if span["id"] else said
    if name is None:
        return
    slot = "labs" if span["kind"] == "T" else _SLOTS[span["kind"]]
    if span["kind"] == "T" and any(entry.concept_id == span["id"] for entry in lexicon.entries("vitals")):
        slot = "vitals"
    fact: dict[str, Any] = {"op": _op(op, sub), "slot": slot, "name": name, "said": said}
    if op.startswith("ask") or attr == "hyp":
        reading["not_facts"].append({"slot": slot, "name": name, "said": said, "why": "question"})
        if op.startswith("ask"):
            reading["asks"][0].setdefault("about", []).append({"slot": slot, "said": said})
        return
    if attr == "oth" or op == "other_person":
        why = "third_party"
        reading["not_facts"].append({"slot": slot, "name": name, "said": said, "why": why})
        return
    if attr == "old":
        if op == "retract":
            fact["replaces"] = {"said": said}
            reading["facts"].append(fact)
            _know(reading, {"slot": slot, "name": name})
        else:
            reading["not_facts"].append({"slot": slot, "name": name, "said": said, "why": "old_value"})
            _know(reading, {"slot": slot, "name": name})
        return
    if attr in ("fam", "famneg"):
        _family(reading, fact, attr, owner, lexicon, op)
        return
    fact |= {
        "neg": {"polarity": "negated"}, "past": {"temporality": "past"}, "unc": {"certainty": "uncertain"},
        "plan": {"temporality": "future", "status": "planned"},
    }.get(attr, {})  # fmt: skip
    _figures(fact, span, spans, text)
    if slot in ("labs", "vitals") and "value" not in fact:
        if op in ("correct", "revert", "retract") and draw.random() < 0.9:
            _know(reading, {"slot": slot, "name": name, "value": fact.get("replaces", {}).get("value", 5)})
        if "replaces" not in fact and op != "retract":
            return
    if op in ("correct", "change", "revert", "retract") and draw.random() < 0.8:
        known = {"slot": slot, "name": name}
        replaced = fact.get("replaces") or {}
        known |= {key: replaced[key] for key in ("value", "dose") if key in replaced}
        if slot in ("labs", "vitals"):
            known.setdefault("value", round((number(fact.get("value")) or 5.0) * draw.uniform(0.7, 1.4), 1))
        if sub not in ("med_start", "med_switch", "add_missing", "add_allergy", "med_name", "profile"):
            _know(reading, known)
    reading["facts"].append(fact)


def _op(op: str, sub: str) -> str:
    if op == "change" and sub == "med_stop":
        return "stop"
    if sub in ("add_missing", "add_allergy"):
        return "assert"
    return op if op in ("correct", "change", "retract", "revert") else "assert"


def _family(
    reading: dict[str, Any], fact: dict[str, Any], attr: str, owner: str | None, lexicon: Lexicon, op: str
) -> None:
    entry = lexicon.by_name(owner, ("relatives",)) if owner else None
    if op == "retract":
        own = {**fact, "replaces": {"said": fact["said"]}}
        reading["facts"].append(own)
        _know(reading, {"slot": fact["slot"], "name": fact["name"]})
        return
    fact |= {"slot": "family_history", "subject": entry.concept_id if entry else "family", "op": "assert"}
    if attr == "famneg":
        fact["polarity"] = "negated"
    reading["facts"].append(fact)


def _figures(fact: dict[str, Any], span: Mapping[str, Any], spans: Sequence[Mapping[str, Any]], text: str) -> None:
    words = {"V": "value", "D": "dose", "F": "frequency", "W": "date"}
    allowed = {"T": "VW", "M": "DFW", "C": "W", "P": "W", "S": "W", "A": ""}[span["kind"]]
    for other in spans:
        if other["kind"] not in allowed:
            continue
        said, key = text[other["start"] : other["end"]], words[other["kind"]]
        if other["attr"] in ("new", "dur"):
            fact[f"{key}_said"] = said
            if key in ("value", "dose"):
                fact[key] = said
        elif other["attr"] == "old" and key in ("value", "dose"):
            fact.setdefault("replaces", {})[key] = said
            fact["replaces"]["said"] = said


def _know(reading: dict[str, Any], fact: dict[str, Any]) -> None:
    if not any(one["name"] == fact["name"] for one in reading["known"]):
        reading["known"].append(fact)
