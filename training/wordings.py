"""Wordings of the protocol's turns as readings: each filled with names and numbers, with what its turn says and asks.

A wording is what one author would say in a turn of the six-turn protocol (``wordings/LANGUAGE_AUTHOR.json``: turn ->
wordings with holes). What a turn means is known, so that its wordings need no annotation. Authors knew the turns alone.
"""

from __future__ import annotations

import csv
import json
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from extraction.naming.lexicon import Lexicon
from training.framing import FRAMES

WORDINGS: Final = Path(__file__).parent / "wordings"
UNREAD: Final = frozenset({"c", "d"})
"""The authors of wordings that are kept to measure on."""
AT: Final = "2026-01-05"
"""The day on which every wording is said."""

JSON = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Turn:
    """What a turn says: its acts, the facts after it and those on record before it (fields by their holes), its ask."""

    acts: tuple[str, ...] = ("state",)
    facts: tuple[JSON, ...] = ()
    known: tuple[JSON, ...] = ()
    ask: str | None = None
    not_facts: tuple[JSON, ...] = ()


_NONE: Final = {"op": "assert", "name": "*", "polarity": "negated"}
_EARLIER: Final = {"slot": "labs", "name": "test", "value": "v1", "date": "d1"}
_LATEST: Final = {"slot": "labs", "name": "test", "value": "v2", "date": "d2"}
_LAB: Final = {"op": "assert", "slot": "labs", "name": "test"}
_MED: Final = {"slot": "medications", "name": "med", "dose": "olddose", "frequency": "QD"}
_DX: Final = {"slot": "conditions", "name": "dx1"}
_COND: Final = {"op": "assert", "slot": "conditions", "name": "cond"}
_DRUG: Final = {"op": "assert", "slot": "medications", "name": "drug"}
_GLUCOSE: Final = {"op": "assert", "slot": "labs", "name": "Glucose"}
_ASK: Final = ("ask",)

TURNS: Final[Mapping[str, Turn]] = {
    "T0.demo": Turn(facts=(
        {"op": "assert", "each": "dx", "slot": "conditions"},
        {"op": "assert", "slot": "demographics", "name": "age"},
        {"op": "assert", "slot": "demographics", "name": "gender"},
    )),
    "T0.meds": Turn(facts=({"op": "assert", "each": "meds", "slot": "medications"},)),
    "T0.meds.none": Turn(facts=({**_NONE, "slot": "medications"},)),
    "T0.allergy.some": Turn(facts=({"op": "assert", "each": "allergy", "slot": "allergies"},)),
    "T0.allergy.none": Turn(facts=({**_NONE, "slot": "allergies"},)),
    "T0.allergy.unknown": Turn(facts=({"op": "assert", "slot": "allergies", "name": "*", "certainty": "unknown"},)),
    "T0.labs2": Turn(facts=({**_LAB, "value": "v1", "date": "d1"}, {**_LAB, "value": "v2", "date": "d2"})),
    "T0.labs1": Turn(facts=({**_LAB, "value": "v2", "date": "d2"},)),
    "T0.bp": Turn(facts=(
        {"op": "assert", "slot": "vitals", "name": "Systolic blood pressure", "value": "sys"},
        {"op": "assert", "slot": "vitals", "name": "Diastolic blood pressure", "value": "dia"},
    )),
    "T0.wt": Turn(facts=({"op": "assert", "slot": "vitals", "name": "Body weight", "value": "wt"},)),
    "T0.sym": Turn(facts=({"op": "assert", "slot": "symptoms", "name": "sym", "date_said": "onset"},)),
    "T1": Turn(_ASK, ask="list"),
    "T2.full.given": Turn(_ASK, known=(_EARLIER, _LATEST), ask="compare", facts=(
        {**_LAB, "op": "mention", "value": "v1", "date": "d1"}, {**_LAB, "op": "mention", "value": "v2", "date": "d2"},
    )),
    "T2.full.recall": Turn(_ASK, known=(_EARLIER, _LATEST), ask="compare"),
    "T2.notrend.given": Turn(
        _ASK, known=(_LATEST,), ask="judge", facts=({**_LAB, "op": "mention", "value": "v2", "date": "d2"},)
    ),
    "T2.notrend.recall": Turn(_ASK, known=(_LATEST,), ask="judge"),
    "T3.num": Turn(_ASK, known=(_EARLIER, _LATEST), ask="compare"),
    "T3.num1": Turn(_ASK, known=(_LATEST,), ask="lookup"),
    "T3.drug": Turn(_ASK, known=(_MED,), ask="lookup"),
    "T3.drug2": Turn(_ASK, known=(_MED,), ask="lookup"),
    "T4": Turn(_ASK, known=(_LATEST,), ask="assess"),
    "T5.lab_latest": Turn(("correct", "ask"), known=(_EARLIER, {**_LATEST, "value": "old"}), ask="assess", facts=(
        {**_LAB, "op": "correct", "value": "new", "replaces": {"value": "old"}},
    )),
    "T5.lab_nonlatest": Turn(("correct", "ask"), known=({**_EARLIER, "value": "old"}, _LATEST), ask="compare", facts=(
        {**_LAB, "op": "correct", "value": "new", "replaces": {"value": "old"}},
    )),
    "T5.lab_date": Turn(("correct", "ask"), known=(_EARLIER, _LATEST), facts=(
        {**_LAB, "op": "correct", "value": "v2", "date": "dnew"},
    )),
    "T5.lab_unit": Turn(("correct", "ask"), known=({**_LATEST, "value": "old"},), ask="assess", facts=(
        {**_LAB, "op": "correct", "value": "newu", "replaces": {"value": "old"}},
    )),
    "T5.dose_wrong": Turn(("correct", "ask"), known=(_MED,), ask="assess", facts=(
        {"op": "correct", "slot": "medications", "name": "med", "dose": "moredose", "replaces": {"dose": "olddose"}},
    )),
    "T5.dose_change": Turn(("change", "ask"), known=(_MED,), ask="assess", facts=(
        {"op": "change", "slot": "medications", "name": "med", "dose": "moredose", "replaces": {"dose": "olddose"}},
    )),
    "T5.med_wrong": Turn(("correct", "ask"), known=(_MED,), ask="assess", facts=(
        {"op": "correct", "slot": "medications", "name": "newmed", "dose": "newdose", "replaces": {"name": "med"}},
    )),
    "T5.med_stop": Turn(("change", "ask"), known=(_MED,), ask="assess", facts=(
        {"op": "stop", "slot": "medications", "name": "med", "status": "stopped"},
    )),
    "T5.med_missing": Turn(("state", "ask"), known=({**_NONE, "slot": "medications"},), ask="assess", facts=(
        {"op": "assert", "slot": "medications", "name": "newmed", "dose": "newdose", "frequency": "QD"},
    )),
    "T5.retract": Turn(("retract", "state", "ask"), known=(_DX,), ask="assess", facts=({**_DX, "op": "retract"},)),
    "T5.retract_plain": Turn(("retract", "ask"), known=(_DX,), ask="assess", facts=({**_DX, "op": "retract"},)),
    "T5.allergy_add": Turn(("state", "ask"), known=({**_NONE, "slot": "allergies"},), facts=(
        {"op": "assert", "slot": "allergies", "name": "newal"},
    )),
    "T5b.correct2": Turn(("correct",), known=(_EARLIER, {**_LATEST, "value": "new"}), facts=(
        {**_LAB, "op": "correct", "value": "new2", "replaces": {"value": "new"}},
    )),
    "T5b.revert": Turn(("revert",), known=(_EARLIER, {**_LATEST, "value": "new"}), facts=(
        {**_LAB, "op": "revert", "value": "old", "replaces": {"value": "new"}},
    )),
    "T6.plan": Turn(_ASK, ask="plan"),
    "T6.recall": Turn(_ASK, known=(_LATEST,), ask="list"),
    "T6.add": Turn(_ASK),
    "H.negation": Turn(facts=({"op": "assert", "slot": "symptoms", "name": "sym", "polarity": "negated"},)),
    "H.resolved_med": Turn(facts=({**_DRUG, "op": "stop", "temporality": "past", "status": "stopped"},)),
    "H.resolved_cond": Turn(facts=({**_COND, "temporality": "past", "status": "resolved"},)),
    "H.hypothetical": Turn(_ASK, not_facts=({"slot": "conditions", "name": "cond", "why": "hypothetical"},)),
    "H.uncertain": Turn(facts=({**_COND, "certainty": "uncertain"},)),
    "H.two_values": Turn(facts=({**_GLUCOSE, "value": "a"}, {**_GLUCOSE, "value": "b"})),
    "H.reldate": Turn(facts=({"op": "assert", "slot": "symptoms", "name": "sym", "date_said": "ago"},)),
    "H.unit": Turn(facts=({**_GLUCOSE, "value": "a"},)),
    "H.bp_spoken": Turn(facts=(
        {"op": "assert", "slot": "vitals", "name": "Systolic blood pressure", "value": "sys"},
        {"op": "assert", "slot": "vitals", "name": "Diastolic blood pressure", "value": "dia"},
    )),
    "H.planned": Turn(facts=({**_DRUG, "status": "planned", "temporality": "future"},)),
    "H.question_only": Turn(_ASK, not_facts=({"slot": "medications", "name": "drug", "why": "question"},)),
    "H.allergy_neg": Turn(facts=({"op": "assert", "slot": "allergies", "name": "al", "polarity": "negated"},)),
    "H.allergy_pos": Turn(facts=({"op": "assert", "slot": "allergies", "name": "al"},)),
}  # fmt: skip
"""What each turn says. Whose something is (family, a friend) teaches nothing: a rule tells it."""

_TOGETHER: Final = (
    ("T0.meds", "T0.allergy.some"), ("T0.meds", "T0.allergy.none"), ("T0.meds.none", "T0.allergy.unknown"),
    ("T0.labs2", "T0.bp", "T0.wt"), ("T0.labs1", "T0.bp", "T0.wt"), ("T6.plan", "T6.add"), ("T6.recall", "T6.add"),
)  # fmt: skip
"""Turns that are told in one breath, besides alone."""

_TOLD_WHOLE: Final = ("T0.", "T2.", "T5.lab_date")
"""The turns of which it is said of every day and rhythm what it belongs to."""
_TOPICS: Final[Mapping[str, re.Pattern[str]]] = {
    "medications": re.compile(
        r"medic(?:ation|ine)s?|med list|meds?\b|tablets?|pills?|drugs?|prescri\w+|복용약|처방약|약물|약", re.IGNORECASE
    ),
    "allergies": re.compile(r"allerg\w+|알레르기|알러지", re.IGNORECASE),
}
"""The words that name all of a slot."""

_UNITS: Final = {
    "HbA1c": "%", "LDL cholesterol": "mg/dL", "Total cholesterol": "mg/dL", "Triglycerides": "mg/dL",
    "Creatinine": "mg/dL", "Uric acid": "mg/dL", "Hemoglobin": "g/dL", "Potassium": "mmol/L", "Sodium": "mmol/L",
}  # fmt: skip
_SAID: Final[Mapping[str, Mapping[str, Sequence[str]]]] = {
    "en": {
        "rel": ("father", "mother"), "when": ("last month", "last week", "a month ago"),
        "past": ("last year", "five years ago"),
        "ago": ("three months ago", "two weeks ago", "three days ago", "the day before yesterday", "last week"),
        "male": ("male", "man"), "female": ("female", "woman"),
        "rhythm": ("once a day", "twice a day", "as needed", "three times a day"),
        "target": ("below 130", "below 7.0%", "13 or more", "below 140/90"),
    },
    "ko": {
        "rel": ("아버지", "어머니"), "when": ("지난달", "지난주", "한 달 전"), "past": ("작년", "5년 전"),
        "ago": ("3개월 전", "2주 전", "사흘 전", "그저께", "지난주"),
        "male": ("남성", "남자"), "female": ("여성", "여자"),
        "rhythm": ("하루 한 번", "하루 두 번", "필요할 때", "하루 세 번"),
        "target": ("130 미만", "7.0% 미만", "13 이상", "140/90 미만"),
    },
}  # fmt: skip
_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_PARTICLE: Final = re.compile(r"(\S*?)\[([^\[\]/]+)/([^\[\]/]+)\]")
_HOLE: Final = re.compile(r"\{(\w+)\}")
_RIEUL: Final = 8
"""The coda after which it is 로 as after a vowel."""
_CLOSED_DIGITS: Final = "013678"
"""The digits whose Korean name ends in a consonant."""


def readings(lexicon: Lexicon, draw: random.Random, files: Sequence[Path]) -> Iterator[JSON]:
    """The readings of the wordings of ``files``, each filled once, and those of turns told in one breath."""
    fills = _fills()
    for path in files:
        bank: Mapping[str, Sequence[str]] = json.loads(path.read_text(encoding="utf-8"))
        language = path.stem[:2]
        by_turn = {
            key: [one for name, those in bank.items() if _turn_of(name) == key for one in those] for key in TURNS
        }
        for key, wordings in by_turn.items():
            for count, wording in enumerate(wordings):
                yield _reading(f"{path.stem}-{key}-{count}", ((key, wording),), language, fills, lexicon, draw)
        for keys in (those for those in _TOGETHER if all(by_turn[key] for key in those)):
            for count in range(len(by_turn[keys[0]])):
                parts = tuple((key, draw.choice(by_turn[key])) for key in keys)
                yield _reading(f"{path.stem}-{'+'.join(keys)}-{count}", parts, language, fills, lexicon, draw)


def _turn_of(name: str) -> str:
    """The turn of a key of a bank: the longest that begins it."""
    return max((key for key in TURNS if name == key or name.startswith(f"{key}.")), key=len, default="")


Fills = Mapping[str, Sequence[Mapping[str, str]]]


@dataclass(slots=True)
class _Filled:
    """What stands in the holes: the words, the values behind them, and lists of names."""

    words: dict[str, str] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)
    names: dict[str, Mapping[str, str]] = field(default_factory=dict)
    lists: dict[str, list[JSON]] = field(default_factory=dict)

    def lowered(self) -> _Filled:
        """The same in small letters, as some type."""
        words = {hole: said.lower() for hole, said in self.words.items()}
        lists = {hole: [{**one, "said": one["said"].lower()} for one in those] for hole, those in self.lists.items()}
        return _Filled(words, self.values, self.names, lists)


def _fills() -> Mapping[str, Fills]:
    found: dict[str, dict[str, list[Mapping[str, str]]]] = {}
    with (FRAMES / "fills.tsv").open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            found.setdefault(row["language"], {}).setdefault(row["hole"], []).append(row)
    return found


def _reading(
    name: str, parts: Sequence[tuple[str, str]], language: str, fills: Mapping[str, Fills], lexicon: Lexicon,
    draw: random.Random,
) -> JSON:  # fmt: skip
    filled = _filled(language, fills[language], draw)
    for key, _ in parts:
        _number(filled, key, draw)
    if language == "en" and draw.random() < 0.2:
        filled = filled.lowered()
        parts = [(key, re.sub(r"[A-Z]", lambda found: found[0].lower(), wording)) for key, wording in parts]
    text = " ".join(_said(wording, filled) for _, wording in parts)
    reading: JSON = {
        "id": name, "lang": language, "at": AT, "known": [], "agent_said": "", "text": text, "acts": [], "facts": [],
        "not_facts": [], "asks": [], "red_flag": False,
        "arcs": "all" if all(key.startswith(_TOLD_WHOLE) for key, _ in parts) else "figures",
    }  # fmt: skip
    for other in draw.sample(list(fills[language]["m"]), draw.randint(0, 2)):
        if other["name"] not in {one["name"] for one in filled.names.values()}:
            reading["known"].append({
                "slot": "medications", "name": _listed(other["name"], lexicon), "dose": f"{other['first']}mg",
                "frequency": "QD",
            })  # fmt: skip
    for key, wording in parts:
        _add(reading, TURNS[key], filled, wording, lexicon)
    return reading


def _add(reading: JSON, turn: Turn, filled: _Filled, wording: str, lexicon: Lexicon) -> None:
    reading["acts"] += [act for act in turn.acts if act not in reading["acts"]]
    reading["known"] += [_fact(one, filled, "", lexicon) for one in turn.known]
    for one in turn.facts:
        if "each" in one:
            fields = {key: value for key, value in one.items() if key != "each"}
            reading["facts"] += [{**fields, **listed} for listed in filled.lists[one["each"]]]
        else:
            reading["facts"].append(_fact(one, filled, wording, lexicon))
    reading["not_facts"] += [_fact(one, filled, wording, lexicon) for one in turn.not_facts]
    if turn.ask is not None:
        reading["asks"].append({"op": turn.ask, "about": []})


def _fact(fields: Mapping[str, Any], filled: _Filled, wording: str, lexicon: Lexicon) -> JSON:
    """A fact with what stands in its holes; with a wording it says where it is named there."""
    made: JSON = {}
    for key, value in fields.items():
        if key == "name" and value in filled.names:
            made[key] = _listed(filled.names[value]["name"], lexicon)
            if wording:
                made["said"] = filled.words[value] if _stands(value, wording) else None
        elif key == "replaces":
            made[key] = _fact(value, filled, "", lexicon)
        elif key in ("value", "dose", "date") and value in filled.values:
            made[key] = filled.values[value]
            if key == "date" and wording:
                made["date_said"] = filled.words[value] if _stands(value, wording) else None
        elif key == "date_said":
            made[key] = filled.words[value]
        elif value is not None:
            made[key] = value
    if wording and made["name"] in ("age", "gender"):
        made["value"] = filled.values[made["name"]]
        made["said"] = filled.words["age" if made["name"] == "age" else "sex"]
    if wording and made["name"] == "*":
        topic = _TOPICS[made["slot"]].search(wording)
        made["said"] = topic and topic[0]
    return made if not wording or "said" in made else {**made, "said": None}


def _stands(hole: str, wording: str) -> bool:
    return f"{{{hole}}}" in wording or f"{{{hole}_en}}" in wording


def _listed(name: str, lexicon: Lexicon) -> str:
    entry = lexicon.by_name(name)
    return entry.name if entry is not None else name


def _said(wording: str, filled: _Filled) -> str:
    text = _HOLE.sub(lambda hole: filled.words[hole[1].removesuffix("_en")], wording)
    return _PARTICLE.sub(lambda found: found[1] + found[2 if _is_closed(found[1], found[3]) else 3], text)


def _is_closed(before: str, other: str) -> bool:
    last = before[-1:]
    if "가" <= last <= "힣":
        coda = (ord(last) - ord("가")) % 28
        return bool(coda) and not (other == "로" and coda == _RIEUL)
    return last in _CLOSED_DIGITS and not (other == "로" and last in "178")


def _filled(language: str, fills: Fills, draw: random.Random) -> _Filled:
    said = {key: draw.choice(those) for key, those in _SAID[language].items()}
    found = _Filled()
    found.words |= said
    found.words["onset"] = said["ago"]
    age, sex = draw.randint(18, 92), draw.choice(("male", "female"))
    found.values |= {"age": age, "gender": sex}
    found.words |= {"age": str(age), "sex": said[sex]}
    _add_names(found, language, fills, draw)
    _add_numbers(found, language, draw)
    return found


def _add_names(found: _Filled, language: str, fills: Fills, draw: random.Random) -> None:
    medicines = draw.sample(list(fills["m"]), 7)
    illnesses, allergens = draw.sample(list(fills["c"]), 6), draw.sample(list(fills["x"]), 5)
    found.names |= {
        "med": medicines[0], "newmed": medicines[1], "drug": medicines[2], "dx1": illnesses[0], "cond": illnesses[1],
        "newal": allergens[0], "al": allergens[1], "sym": draw.choice(fills["s"]), "test": draw.choice(fills["t"]),
    }  # fmt: skip
    found.words |= {hole: one["said"] for hole, one in found.names.items()}
    doses = (
        (medicines[1], "second", "newdose"),
        (medicines[0], "first", "olddose"),
        (medicines[0], "second", "moredose"),
    )
    for medicine, column, hole in doses:
        found.words[hole] = found.values[hole] = f"{medicine[column]}mg"
    rhythms = _SAID[language]["rhythm"]
    taken = [
        {"name": one["name"], "said": one["said"], "dose": f"{one['first']}mg", "frequency_said": draw.choice(rhythms)}
        for one in medicines[3 : 3 + draw.randint(1, 3)]
    ]
    found.lists["meds"] = taken
    found.words["meds"] = _row([f"{one['said']} {one['dose']} {one['frequency_said']}" for one in taken], language)
    for hole, those in (("dx", illnesses[2:]), ("allergy", allergens[2:])):
        chosen = those[: draw.randint(1, len(those))]
        found.lists[hole] = [{"name": one["name"], "said": one["said"]} for one in chosen]
        found.words[hole] = _row([one["said"] for one in chosen], language)


def _row(items: Sequence[str], language: str) -> str:
    if language == "ko" or len(items) == 1:
        return ", ".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"


def _add_numbers(found: _Filled, language: str, draw: random.Random) -> None:
    test = found.names["test"]
    unit = _UNITS.get(test["name"], "")
    first, second = float(test["first"]), float(test["second"])
    places = max(len(test["first"].partition(".")[2]), len(test["second"].partition(".")[2]))
    step = max(abs(first - second), 10.0**-places)
    for hole, value in (("v1", first), ("v2", second), ("old", second), ("new", second + step * draw.choice((0.5, 2))),
                        ("new2", second + 3 * step), ("newu", second * 10)):  # fmt: skip
        number = round(value, places + (value != round(value, places) and places == 0))
        words = f"{number:g}"
        found.values[hole] = float(words)
        bare = not unit or draw.random() < 0.3
        found.words[hole] = words if bare else words + ("%" if unit == "%" else f" {unit}")
    days = [(2024, draw.randint(1, 12), draw.randint(1, 28)), (2025, draw.randint(1, 12), draw.randint(1, 28))]
    days.append((2025, days[1][1], days[1][2] % 28 + 1))
    for hole, (year, month, day) in zip(("d1", "d2", "dnew"), days, strict=True):
        found.values[hole] = f"{year}-{month:02}-{day:02}"
        found.words[hole] = f"{day} {_MONTHS[month - 1]} {year}" if language == "en" else draw.choice(
            (f"{year}년 {month}월 {day}일", f"{year}-{month:02}-{day:02}", f"{year % 100}년 {month}월 {day}일")
        )  # fmt: skip
    systolic, diastolic = draw.randint(104, 186), draw.randint(64, 99)
    weight = round(draw.uniform(44, 104), 1)
    found.values |= {"sys": systolic, "dia": diastolic, "wt": weight}
    found.words |= {
        "sys": str(systolic),
        "dia": str(diastolic),
        "wt": f"{weight} kg" if language == "en" else f"{weight}kg",
    }


def _number(found: _Filled, key: str, draw: random.Random) -> None:
    """The numbers of a turn whose holes mean something of its own: doses, sugars, a pressure."""
    if key.startswith("T5.dose"):
        found.words |= {"old": found.words["olddose"], "new": found.words["moredose"]}
    elif key == "H.two_values":
        for hole in ("a", "b"):
            found.values[hole] = draw.randint(96, 228)
            found.words[hole] = f"{found.values[hole]} mg/dL" if draw.random() < 0.7 else str(found.values[hole])
    elif key == "H.unit":
        found.values["a"] = draw.choice((5.4, 6.2, 7.7, 8.9, 11.3))
        found.words["a"] = str(found.values["a"])
    elif key == "H.bp_spoken":
        found.words |= {"a": str(found.values["sys"]), "b": str(found.values["dia"])}
