"""Frames as readings: each filled with several names, its kind said as facts, so that the readers can learn from it.

A kind says what becomes of what is named in the frame and little else, so a frame teaches little else: no days, no
rhythms but where the kind is one of rhythms, and of look-alikes no numbers.
"""

from __future__ import annotations

import csv
import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from extraction.naming.lexicon import Lexicon, surfaces
from extraction.naming.mentions import Kind

FRAMES: Final = Path(__file__).parent / "frames"
AT: Final = "2026-01-05"
"""The day on which every frame is said."""
EARLIER: Final = "2025-10-02"
"""The day of a result to which a later one is told."""
_FILLS: Final = 2
_COMMON: Final = 48
"""Frames from which on a kind is a common one, and each of them counts for less."""
_DRAWS: Final[Mapping[str, tuple[str, str]]] = {
    "m": ("m", "medications"), "n": ("m", "medications"), "t": ("t", "labs"), "u": ("t", "labs"),
    "c": ("c", "conditions"), "d": ("c", "conditions"), "s": ("s", "symptoms"), "r": ("s", "symptoms"),
    "x": ("x", "allergies"), "y": ("x", "allergies"),
}  # fmt: skip
"""Of a hole for a name: the fills it draws from, and the slot of its fact."""
_TABLES: Final[Mapping[str, tuple[Kind, ...]]] = {
    "m": ("medications", "drug_classes"), "t": ("labs",), "c": ("conditions",), "s": ("symptoms",),
    "x": ("allergens", "medications", "drug_classes"),
}  # fmt: skip
_NUMBERS: Final[Mapping[str, tuple[str, ...]]] = {
    "m": ("o", "v"), "n": ("", "w"), "t": ("a", "b"), "u": ("", "e"),
}  # fmt: skip
"""The holes for the first and the second number of a name."""
_RHYTHMS: Final = {
    "en": ("twice a day", "three times a day", "every other day"), "ko": ("하루 두 번", "하루 세 번", "이틀에 한 번"),
}  # fmt: skip
_PRESSURES: Final = (("128", "79"), ("146", "91"), ("118", "72"), ("162", "98"), ("134", "84"))
_ASKS: Final = re.compile(
    r"\?|(?:나요|까요|가요|는지요?|을까|ㄹ까|할까|될까|인가|는가|려나|니|냐|죠)\s*[.!~ㅠㅎㅋ]*$", re.MULTILINE
)
_OTHERS: Final = re.compile(
    r"\b(?:friend|mate|neighbou?r|colleague|coworker|roommate|flatmate|boss|teacher|bestie|buddy|bloke|guy|lady|"
    r"patient|client|someone|husband|wife|partner|girlfriend|boyfriend|missus|hubby|fella)s?\b|"
    r"친구|이웃|동료|옆집|옆자리|룸메|선배|후배|팀장|과장|부장|사장|이장|환자|남편|신랑|아내|와이프|영감|할멈|마누라|집사람|바깥양반|"
    r"시어머니|시아버지|장모|장인|며느리|사위|다른 사람|아는 (?:사람|언니|형|동생)"
)


@dataclass(frozen=True, slots=True)
class Told:
    """What a kind says of the name in one hole.

    ``known`` and ``fact`` are fields of a fact on record before and of the one after, numbers by their holes; ``fact``
    is None where nothing is to be written of it.
    """

    hole: str
    fact: Mapping[str, Any] | None = field(default_factory=dict)
    known: Mapping[str, Any] | None = None


_ON_RECORD: Final = {"dose": "o", "frequency": "QD"}
_NEGATED: Final = {"polarity": "negated"}
_PAST: Final = {"temporality": "past"}
_OLD: Final[Mapping[str, Any]] = {"op": "old"}
"""Of what stands on record and another name takes the place of: nothing is told of it but that."""
KINDS: Final[Mapping[str, tuple[Told, ...]]] = {
    "med.tell": (Told("m", {"dose": "v"}),),
    "med.change": (Told("m", {"op": "change", "dose": "v", "replaces": {"dose": "o"}}, _ON_RECORD),),
    "med.correct": (Told("m", {"op": "correct", "dose": "v", "replaces": {"dose": "o"}}, _ON_RECORD),),
    "med.stop": (Told("m", {"op": "stop", "status": "stopped"}, _ON_RECORD),),
    "med.keep": (Told("m", None, _ON_RECORD),),
    "med.start": (Told("m", {"dose": "v"}),),
    "med.switch": (
        Told("m", {"op": "stop", "status": "stopped"}, _ON_RECORD),
        Told("n", {"op": "change", "dose": "w", "replaces": {"name": "m"}}),
    ),
    "med.freq": (Told("m", {"op": "change", "frequency_said": "f"}, _ON_RECORD),),
    "med.two": (Told("m", {"dose": "v"}), Told("n", {"dose": "w"})),
    "med.swapdose": (
        Told("n", {"op": "mention"}, {"dose": "w", "frequency": "QD"}),
        Told("m", {"op": "change", "dose": "v", "replaces": {"dose": "o"}}, _ON_RECORD),
    ),
    "med.plan": (Told("m", {"status": "planned", "temporality": "future"}),),
    "med.past": (Told("m", {**_PAST, "status": "stopped"}),),
    "med.ask": (Told("m", None),),
    "lab.tell": (Told("t", {"value": "b"}),),
    "lab.correct": (
        Told("t", {"op": "correct", "value": "b", "replaces": {"value": "a"}}, {"value": "a", "date": AT}),
    ),
    "lab.next": (Told("t", {"value": "b"}, {"value": "a", "date": EARLIER}),),
    "lab.keep": (Told("t", None, {"value": "a", "date": AT}),),
    "lab.two": (Told("t", {"value": "b"}), Told("u", {"value": "e"})),
    "lab.was": (Told("t", {"value": "b"}), Told("t", {"value": "e"})),
    "cond.tell": (Told("c"),),
    "cond.deny": (Told("c", _NEGATED),),
    "cond.past": (Told("c", _PAST),),
    "cond.ask": (Told("c", None),),
    "cond.two": (Told("c"), Told("d")),
    "cond.mixed": (Told("c"), Told("d", _NEGATED)),
    "cond.unsure": (Told("c", {"certainty": "uncertain"}),),
    "symp.tell": (Told("s"),),
    "symp.deny": (Told("s", _NEGATED),),
    "symp.over": (Told("s", {"op": "stop", "status": "resolved"}, {}),),
    "symp.two": (Told("s"), Told("r")),
    "symp.mixed": (Told("s"), Told("r", _NEGATED)),
    "symp.long": (Told("s", _PAST),),
    "alle.tell": (Told("x"),),
    "alle.deny": (Told("x", _NEGATED),),
    "alle.ask": (Told("x", None),),
    "med.cannot": (Told("m", _NEGATED),),
    "med.restart": (
        Told("m", {"op": "change", "status": "active"}, {**_ON_RECORD, "status": "stopped", "temporality": "past"}),
    ),
    "med.pause": (Told("m", {"op": "change", "status": "on_hold"}, _ON_RECORD),),
    "med.needed": (Told("m", {"dose": "v", "frequency": "PRN"}),),
    "med.was": (Told("m", None, _ON_RECORD),),
    "med.for": (Told("m", {"dose": "v"}), Told("c")),
    "alle.swap": (Told("x", _OLD, {}), Told("y", {"op": "correct", "replaces": {"name": "x"}})),
    "alle.gone": (Told("x", {"op": "retract"}, {}),),
    "alle.stay": (Told("x", None, {}),),
    "symp.back": (Told("s", {}, {"status": "resolved", "temporality": "past"}),),
    "symp.still": (Told("s", None, {}),),
    "cond.over": (Told("c", {"op": "stop", "status": "resolved"}, {"status": "active"}),),
    "cond.wrong": (Told("c", {"op": "retract"}, {"status": "active"}),),
    "lab.goal": (Told("t", None),),
}
"""What each kind says, by the holes of its names; the pressures have no name and are told apart.

What is another's (".other", ".kin") teaches nothing: a rule tells whose a fact is, and readers that learnt it here
unlearnt to hear carers.
"""
_PRESSURE_NAMED: Final = re.compile(r"\b(?:blood )?pressure\b|\bbp\b|혈압", re.IGNORECASE)
_PRESSURE: Final = {"bp.tell": "assert", "bp.correct": "correct"}
_ACTS: Final = {"correct": "correct", "change": "change", "stop": "change", "retract": "retract"}
_KEPT: Final = frozenset({"med.keep", "med.was", "alle.stay", "symp.still"})
"""The kinds that speak of what is on record and leave it as it is."""


def readings(lexicon: Lexicon, draw: random.Random, files: Sequence[Path]) -> Iterator[dict[str, Any]]:
    """The readings of the frames of ``files``, each filled with some of the names of its language.

    Those of a kind that has few frames are ``rare``.
    """
    fills = _fills()
    counts = Counter(
        json.loads(line)["kind"] for path in files for line in path.read_text(encoding="utf-8").splitlines()
    )
    for path in files:
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        language = "ko" if any("가" <= char <= "힣" for char in rows[0]["frame"]) else "en"
        for count, row in enumerate(rows):
            for nth in range(_FILLS if row["kind"] in KINDS or row["kind"] in _PRESSURE else 0):
                reading = _reading(row["kind"], row["frame"], language, fills, lexicon, draw)
                rare = counts[row["kind"]] < _COMMON
                yield {"id": f"{path.stem}-{count}-{nth}", **reading, "rare": rare}


Fills = Mapping[tuple[str, str], Sequence[Mapping[str, str]]]


def _fills() -> Fills:
    found: dict[tuple[str, str], list[Mapping[str, str]]] = {}
    with (FRAMES / "fills.tsv").open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            found.setdefault((row["language"], row["hole"]), []).append(row)
    return found


def _reading(
    kind: str, frame: str, language: str, fills: Fills, lexicon: Lexicon, draw: random.Random
) -> dict[str, Any]:
    told = KINDS.get(kind, ())
    drawn = _drawn(told, fills, language, draw)
    words = _words(drawn, language, draw)
    text = re.sub(r"\{([a-z])\}", lambda hole: words[hole[1]], frame)
    reading: dict[str, Any] = {
        "lang": language, "at": AT, "known": [], "agent_said": "", "text": text, "acts": ["state"],
        "facts": [], "not_facts": [], "asks": [], "red_flag": False,
        "arcs": "all" if kind == "med.freq" else "figures",
    }  # fmt: skip
    reading["known"] += _others(fills[language, "m"], lexicon, draw, frozenset(one["name"] for one in drawn.values()))
    for one in told:
        _add(reading, one, drawn, words, frame, lexicon, kind)
    if kind in _PRESSURE:
        _add_pressure(reading, words, _PRESSURE[kind], draw)
    acts = [_ACTS[fact["op"]] for fact in reading["facts"] if fact["op"] in _ACTS]
    reading["acts"] = acts[-1:] or reading["acts"]
    return reading


def _drawn(told: Sequence[Told], fills: Fills, language: str, draw: random.Random) -> dict[str, Mapping[str, str]]:
    """A fill for each hole of a name, no name twice."""
    found: dict[str, Mapping[str, str]] = {}
    for hole in dict.fromkeys(one.hole for one in told):
        taken = {one["name"] for one in found.values()}
        found[hole] = draw.choice([one for one in fills[language, _DRAWS[hole][0]] if one["name"] not in taken])
    return found


def _words(drawn: Mapping[str, Mapping[str, str]], language: str, draw: random.Random) -> dict[str, str]:
    """What stands in each hole; the older value of a test told twice is its first."""
    upper, lower = draw.choice(_PRESSURES)
    words = {"f": draw.choice(_RHYTHMS[language]), "p": upper, "q": lower}
    for hole, fill in drawn.items():
        words[hole] = fill["said"]
        for number, key in zip(_NUMBERS.get(hole, ()), ("first", "second"), strict=False):
            words[number] = fill[key]
    if "t" in drawn and "u" not in drawn:
        words["e"] = drawn["t"]["first"]
    return words


def _others(
    medicines: Sequence[Mapping[str, str]], lexicon: Lexicon, draw: random.Random, named: frozenset[str]
) -> Iterator[dict[str, Any]]:
    """A medicine or two that stand on record beside what the words are about, often none."""
    for other in draw.sample(list(medicines), draw.randint(0, 2)):
        if other["name"] not in named:
            name = _name(other, "m", lexicon)
            yield {"slot": "medications", "name": name, "dose": f"{other['first']}mg", "frequency": "QD"}


def _name(fill: Mapping[str, str], hole: str, lexicon: Lexicon) -> str:
    entry = lexicon.by_name(fill["name"], _TABLES[hole])
    return entry.name if entry is not None else fill["name"]


def _add(
    reading: dict[str, Any], told: Told, drawn: Mapping[str, Mapping[str, str]], words: Mapping[str, str], frame: str,
    lexicon: Lexicon, kind: str,
) -> None:  # fmt: skip
    """What is said of one name: on record before, and as a fact or as none."""
    pool, slot = _DRAWS[told.hole]
    name = _name(drawn[told.hole], pool, lexicon)
    said = drawn[told.hole]["said"] if f"{{{told.hole}}}" in frame else None
    fact = {"op": "assert", "slot": slot, "name": name, "said": said}
    if told.known is not None:
        reading["known"].append({"slot": slot, "name": name, **_numbered(told.known, words, unit="mg")})
    if told.fact is _OLD:
        return
    if told.fact is None:
        _look_alike(reading, fact, kind, lexicon)
        return
    fields = _numbered(told.fact, words)
    if "replaces" in fields and fields["replaces"].get("name") is not None:
        fields["replaces"] = {"name": _name(drawn[told.fact["replaces"]["name"]], pool, lexicon)}
    reading["facts"].append({**fact, **fields})


def _numbered(fields: Mapping[str, Any], words: Mapping[str, str], unit: str = "") -> dict[str, Any]:
    """``fields`` with what stands in their holes."""
    found: dict[str, Any] = {}
    for key, value in fields.items():
        if isinstance(value, Mapping):
            found[key] = _numbered(value, words)
        elif key == "dose":
            found[key] = f"{words[value]}{unit}"
        elif key == "value":
            found[key] = float(words[value]) if unit else words[value]
        else:
            found[key] = words[value] if key == "frequency_said" else value
    return found


def _add_pressure(reading: dict[str, Any], words: Mapping[str, str], op: str, draw: random.Random) -> None:
    # Beside a name that is taught as nothing, readers unlearnt to hear the pressure at all.
    named = _PRESSURE_NAMED.search(reading["text"])
    older = draw.choice([one for one in _PRESSURES if one[0] != words["p"]])
    for name, hole, old in (("Systolic", "p", older[0]), ("Diastolic", "q", older[1])):
        fact: dict[str, Any] = {
            "op": op, "slot": "vitals", "name": f"{name} blood pressure", "said": named and named[0],
            "value": words[hole],
        }  # fmt: skip
        if op == "correct":
            fact["replaces"] = {"value": old}
            reading["known"].append({"slot": "vitals", "name": fact["name"], "value": float(old), "date": AT})
        reading["facts"].append(fact)


def _look_alike(reading: dict[str, Any], fact: dict[str, Any], kind: str, lexicon: Lexicon) -> None:
    text = reading["text"]
    reading["arcs"] = False
    if fact["said"] is None:
        return
    if _ASKS.search(text) or kind == "med.ask":
        reading["not_facts"].append({**fact, "why": "question"})
        reading["acts"] = ["ask"]
    elif _OTHERS.search(text) or _is_of_a_relative(text, lexicon):
        reading["not_facts"].append({**fact, "why": "third_party"})
    elif kind in _KEPT:
        reading["facts"].append({**fact, "op": "mention"})
    else:
        reading["not_facts"].append({**fact, "why": "hypothetical"})


def _is_of_a_relative(text: str, lexicon: Lexicon) -> bool:
    said = text.casefold()
    return any(named.search(said) for named in _relatives(lexicon))


@cache
def _relatives(lexicon: Lexicon) -> tuple[re.Pattern[str], ...]:
    found = []
    for entry in lexicon.entries("relatives"):
        forms = sorted((re.escape(form.casefold()) for form in surfaces(entry)), key=len, reverse=True)
        found.append(re.compile(rf"(?<![a-z가-힣])(?:{'|'.join(forms)})(?![a-z])"))
    return tuple(found)
