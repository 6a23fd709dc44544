"""Sentences with light marks ("{med.stop Lipitor}", "{new 40 mg}") as examples, unknown names among them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from domain.values import SlotKind
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import ConceptRecogniser
from extraction.reading.items import Heard, Item, ItemKind, items_of
from extraction.reading.learned.masking import mask
from extraction.reading.sheet import lay_out
from extraction.text.language import detect
from training.examples import Example
from training.numbers import number
from training.playing import ZONE, content_of
from training.remembering import with_memory

MARKED: Final = Path(__file__).parent / "marked"
AT: Final = datetime(2026, 3, 4, 3, tzinfo=UTC)
"""The moment at which every marked sentence is said."""

_KINDS: Final[Mapping[str, tuple[ItemKind, str]]] = {
    "med": ("medications", "medications"), "cond": ("conditions", "conditions"), "sym": ("symptoms", "symptoms"),
    "lab": ("labs", "labs"), "vital": ("vitals", "vitals"), "alg": ("allergens", "allergies"),
    "proc": ("procedures", "procedures"), "soc": ("social", "social_history"),
}  # fmt: skip
_NONE: Final = {
    "med": SlotKind.MEDICATIONS, "alg": SlotKind.ALLERGIES, "cond": SlotKind.CONDITIONS, "proc": SlotKind.PROCEDURES,
    "fam": SlotKind.FAMILY_HISTORY, "sym": SlotKind.SYMPTOMS, "soc": SlotKind.SOCIAL_HISTORY,
}  # fmt: skip
_FIELDS: Final[Mapping[str, Mapping[str, str]]] = {
    "cur": {}, "neg": {"polarity": "negated"}, "past": {"temporality": "past"}, "stop": {"status": "stopped"},
    "plan": {"status": "planned"}, "hold": {"status": "on_hold"}, "unc": {"certainty": "uncertain"},
}  # fmt: skip
_ACTS: Final = ("correct", "change", "retract", "revert")


@dataclass(frozen=True, slots=True)
class Mark:
    """A marked span of the plain text: "med.stop", "new", "date"..., and the mark it belongs to (from 1), if named."""

    tag: str
    start: int
    end: int
    owner: int | None = None


def parse(text: str) -> tuple[str, list[Mark]]:
    """The plain text of a marked one, and its marks in order. Raises ValueError for unbalanced braces."""
    plain, marks, at = "", [], 0
    while at < len(text):
        if text[at] != "{":
            plain += text[at]
            at += 1
            continue
        close = text.index("}", at)
        tag, _, words = text[at + 1 : close].partition(" ")
        tag, _, owner = tag.partition("@")
        marks.append(Mark(tag, len(plain), len(plain) + len(words), int(owner) if owner else None))
        plain += words
        at = close + 1
    return plain, marks


def lines(path: Path) -> Iterator[tuple[bool, list[str], list[str], str]]:
    """Red flag, acts, asks and marked text of each line of a file."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.count("\t") == 2:
            acts, asks, text = line.split("\t")
            listed = [act.strip() for act in acts.strip().lstrip("!").split(",")]
            ops = [ask.strip() for ask in asks.split(",") if ask.strip() not in ("", "-")]
            yield acts.strip().startswith("!"), listed, ops, text.strip()


def examples(
    path: Path,
    lexicon: Lexicon,
    recogniser: ConceptRecogniser,
    pool: Mapping[str, Sequence[dict[str, Any]]],
    draw: random.Random,
) -> Iterator[Example]:
    """The examples of a file of marked sentences over records of ``pool``; a line with broken marks is left out."""
    for count, (red, acts, asks, text) in enumerate(lines(path)):
        try:
            plain, marks = parse(text)
        except ValueError:
            continue
        row: dict[str, Any] = {
            "id": f"{path.stem}-{count}", "text": plain, "lang": detect(plain), "at": AT.date().isoformat(),
            "acts": acts, "asks": [{"op": op} for op in asks], "red_flag": red, "known": [], "agent_said": "",
            "facts": [], "not_facts": [], "arcs": True,
        }  # fmt: skip
        known = with_memory(row, pool, draw)["known"]
        heard = Heard(tuple(content_of(fact, lexicon, row["lang"]) for fact in reversed(known)))
        yield _example(row, marks, heard, lexicon, recogniser)


def _example(
    row: dict[str, Any], marks: list[Mark], heard: Heard, lexicon: Lexicon, recogniser: ConceptRecogniser
) -> Example:
    sheet = lay_out(row["text"], lexicon, recogniser, AT, ZONE, row["lang"])
    marks = [_placed(mark, sheet.normalised.starts) for mark in marks]
    found = items_of(sheet, heard, lexicon)
    named = [mark for mark in marks if mark.tag.partition(".")[0] in (*_KINDS, "none")]
    items: list[Item] = []
    labels: list[Mark | None] = []
    for item in found:
        over = [
            mark
            for mark in named
            if item.named and mark.start < max(item.end, item.start + 1) and item.start < mark.end
        ]
        if not over:
            items.append(item)
            labels.append(None)
    for mark in named:
        items.append(_item(mark, found))
        labels.append(mark)
    row["named"] = [(one.kind, one.start, one.end) for one, mark in zip(items, labels, strict=True) if mark is not None]
    order = sorted(range(len(items)), key=lambda at: (not items[at].named, items[at].start, items[at].end))
    items, labels = [items[at] for at in order], [labels[at] for at in order]
    example = Example(row, sheet, heard, tuple(items), mask(sheet, items))
    for item, label in zip(items, labels, strict=True):
        fact = _fact(row, label, named, marks) if label is not None else None
        example.facts.append([fact] if fact is not None and fact["role"] not in ("old", "asked", "other") else [])
        nothing = "other" if item.named else "untouched"
        example.roles.append(fact["role"] if fact is not None else nothing)
    return example


def _placed(mark: Mark, starts: tuple[int, ...]) -> Mark:
    """The mark in the normalised text: ``starts`` says where each of its characters stood in the original."""
    first = next((at for at, place in enumerate(starts) if place >= mark.start), len(starts))
    last = next((at for at, place in enumerate(starts) if place >= mark.end), len(starts))
    return replace(mark, start=first, end=last)


def _item(mark: Mark, found: tuple[Item, ...]) -> Item:
    kind, _, status = mark.tag.partition(".")
    if kind == "none":
        return Item("topic", mark.start, mark.end, slot=_NONE.get(status, SlotKind.CONDITIONS))
    known = next(
        (one for one in found if one.start < mark.end and mark.start < one.end and one.entry is not None), None
    )
    if known is not None:
        return replace(known, start=mark.start, end=mark.end)
    return Item(_KINDS[kind][0], mark.start, mark.end)


def _fact(row: Mapping[str, Any], mark: Mark, named: list[Mark], marks: list[Mark]) -> dict[str, Any]:
    kind, _, status = mark.tag.partition(".")
    if kind == "none":
        slot = _NONE.get(status, SlotKind.CONDITIONS).value
        return {"role": slot, "slot": slot, "op": "assert", "name": "*", "polarity": "negated"}
    slot = _KINDS[kind][1]
    role = {"ask": "asked", "oth": "other", "old": "old", "fam": "family_history"}.get(status, slot)
    fact: dict[str, Any] = {"role": role, "slot": role, "name": "", **_FIELDS.get(status, {})}
    for figure in marks:
        if figure.tag in ("new", "old", "date", "freq") and _owner(figure, named) is mark:
            _attach(fact, figure, row["text"], slot)
    fact["op"] = _op(row["acts"], fact, status, named)
    return fact


def _owner(figure: Mark, named: list[Mark]) -> Mark | None:
    if figure.owner is not None:
        return named[figure.owner - 1] if 0 < figure.owner <= len(named) else None
    takes = [
        one for one in named if one.tag.split(".")[0] in ("med", "lab", "vital", "cond", "sym", "proc", "soc", "alg")
    ]
    if figure.tag in ("new", "old"):
        takes = [one for one in takes if one.tag.split(".")[0] in ("med", "lab", "vital", "soc")]
    before = [one for one in takes if one.end <= figure.start]
    return before[-1] if before else next((one for one in takes if one.start >= figure.end), None)


def _attach(fact: dict[str, Any], figure: Mark, text: str, slot: str) -> None:
    words = text[figure.start : figure.end]
    match figure.tag:
        case "new" | "old":
            key = "dose" if slot == "medications" else "value"
            if number(words) is not None:
                into = fact if figure.tag == "new" else fact.setdefault("replaces", {})
                into.setdefault(key, words)
        case "date":
            fact.setdefault("date_said", words)
        case "freq":
            fact.setdefault("frequency_said", words)


def _op(acts: list[str], fact: Mapping[str, Any], status: str, named: list[Mark]) -> str:
    """What is done to the record, as far as one mark tells; "" where it could be one of two."""
    done = [act for act in acts if act in _ACTS]
    if not done:
        return "assert"
    if status in ("stop", "hold") and "change" in done:
        return "stop" if status == "stop" else "change"
    figured = "value" in fact or "dose" in fact or "replaces" in fact
    facts = [one for one in named if one.tag.partition(".")[2] not in ("ask", "oth", "old")]
    if len(done) == 1 and (figured or len(facts) == 1):
        return done[0]
    return ""
