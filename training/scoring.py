"""How right the record is after an utterance: the definitions by which every author's readings are scored.

A fact of the author and one of the record are of one concept when the slot is the same and the names agree, or when the
words that it was read from share words with the author's. core = concept, value, dose, polarity, whose, in force. A
correction, change, stop, retraction or revert is taken up when its new state is on record (core) and the old one is
not. unsafe = a new, affirmed, certain, present fact of the patient that the author forbids, or a wrong old value left
standing.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

Fact = Mapping[str, Any]

ENDED: Final = frozenset({"stopped", "resolved", "on_hold", "remission", "completed"})
_UNITS: Final = {
    "단위": "u", "units": "u", "unit": "u", "iu": "u", "밀리그램": "mg", "마이크로그램": "mcg", "ug": "mcg",
    "µg": "mcg",
    "정": "tab", "알": "tab", "tablet": "tab", "tablets": "tab", "puffs": "puff", "방울": "drop", "drops": "drop",
}  # fmt: skip
_DROPPED: Final = " \t·-_,.()"
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


@dataclass
class Score:
    """Counts over utterances; the shares below are taken from them."""

    counts: Counter[str] = field(default_factory=Counter)

    def share(self, part: str, whole: str) -> float:
        """One count as a share of another; 0 where there is none."""
        return self.counts[part] / self.counts[whole] if self.counts[whole] else 0.0

    def line(self) -> dict[str, Any]:
        """The figures of a report."""
        count = self.counts
        return {
            "lines": count["lines"], "concept": round(self.share("concept", "gold"), 3),
            "core": round(self.share("core", "gold"), 3), "precision": round(self.share("new_right", "new"), 3),
            "taken_up": f"{count['taken']}/{count['moved']}",
            "unsafe_per_100": round(100 * self.share("unsafe", "lines"), 1), "unwritten": count["unwritten"],
            "acts": round(self.share("acts_right", "lines"), 3),
            "acts_each": round(self.share("act_right", "act_n"), 3),
            "asks": round(self.share("ask_right", "ask_n"), 3),
            "red_flags": f"{count['raised']}/{count['flags']}", "false_alarms": count["false_alarms"],
        }  # fmt: skip

    def __add__(self, other: Score) -> Score:
        return Score(self.counts + other.counts)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one utterance: the live facts, and what it was understood as."""

    facts: Sequence[Fact]
    acts: frozenset[str] = frozenset()
    asks: tuple[str, ...] = ()
    alarm: bool = False


def score(reading: Mapping[str, Any], outcome: Outcome) -> Score:
    """The score of one utterance."""
    total = Score(Counter(lines=1))
    count, facts = total.counts, outcome.facts
    used: set[int] = set()
    for gold in reading["facts"]:
        _score_fact(gold, facts, used, count)
    new = [at for at, fact in enumerate(facts) if fact.get("new")]
    count["new"] += len(new)
    count["new_right"] += sum(at in used or any(core(gold, facts[at]) for gold in reading["facts"]) for at in new)
    for forbidden in reading["not_facts"]:
        count["unsafe"] += any(_is_forbidden(forbidden, fact, reading) for fact in facts)
    _score_words(reading, outcome, count)
    return total


def _score_fact(gold: Fact, facts: Sequence[Fact], used: set[int], count: Counter[str]) -> None:
    op, replaced = gold["op"], gold.get("replaces") or {}
    also = (replaced["name"],) if replaced.get("name") and op in ("stop", "retract") else ()
    if op == "stop" and gold.get("status") not in ENDED:
        gold = {**gold, "status": "stopped"}
    hits = [at for at, fact in enumerate(facts) if core(gold, fact, also)]
    if op != "retract":
        count["gold"] += 1
        count["concept"] += any(concept(gold, fact, also) for fact in facts)
        if hits:
            hits.sort(key=lambda at: (at in used, not facts[at].get("new")))
            used.add(hits[0])
            count["core"] += 1
    if op in ("correct", "change", "stop", "retract", "revert"):
        standing = _old_stands(gold, op, replaced, facts, also)
        count["moved"] += 1
        count["taken"] += (op == "retract" or bool(hits)) and not standing
        count["unsafe"] += standing and op in ("correct", "retract", "stop")


def _old_stands(gold: Fact, op: str, replaced: Mapping[str, Any], facts: Sequence[Fact], also: Sequence[str]) -> bool:
    """Whether what was replaced is still in force for the patient."""
    if op == "change" and gold["slot"] in ("labs", "vitals"):
        return False
    old = {**gold, **{name: value for name, value in replaced.items() if name != "said"}}
    for name in ("value", "dose", "frequency"):
        if op != "retract" and name not in replaced:
            old.pop(name, None)
    old.pop("status", None)
    old.pop("temporality", None)
    old["polarity"] = replaced.get("polarity", "affirmed" if op == "retract" else gold.get("polarity", "affirmed"))
    distinct = op in ("stop", "retract") or any(
        old.get(name) != gold.get(name) for name in ("name", "value", "dose") if name in replaced
    )
    return distinct and any(
        concept(old, fact, also) and _value(old, fact) and _dose_same(old, fact)
        and _in_force(fact) and not _planned(fact)
        and (fact.get("polarity") or "affirmed") == old["polarity"] and _whose(fact) == "patient"
        and not (op not in ("stop", "retract") and core(gold, fact))
        for fact in facts
    )  # fmt: skip


def _is_forbidden(forbidden: Fact, fact: Fact, reading: Mapping[str, Any]) -> bool:
    return (
        bool(fact.get("new")) and concept(forbidden, fact)
        and (fact.get("polarity") or "affirmed") == "affirmed" and fact.get("certainty") != "uncertain"
        and _whose(fact) == "patient" and _in_force(fact) and not _planned(fact)
        and not any(core(gold, fact) for gold in reading["facts"])
    )  # fmt: skip


def _score_words(reading: Mapping[str, Any], outcome: Outcome, count: Counter[str]) -> None:
    acts = frozenset(reading["acts"])
    count["acts_right"] += acts == outcome.acts
    count["act_n"] += len(acts | outcome.acts)
    count["act_right"] += len(acts & outcome.acts)
    if asked := [ask["op"] for ask in reading["asks"]]:
        count["ask_n"] += 1
        count["ask_right"] += asked[0] in outcome.asks
    flag = bool(reading.get("red_flag"))
    count["flags"] += flag
    count["raised"] += flag and outcome.alarm
    count["false_alarms"] += outcome.alarm and not flag


def core(gold: Fact, fact: Fact, also: Sequence[str] = ()) -> bool:
    """Whether concept, value, dose, polarity, whose and in force agree."""
    return (
        concept(gold, fact, also) and _value(gold, fact) and _dose_same(gold, fact)
        and gold.get("polarity", "affirmed") == (fact.get("polarity") or "affirmed")
        and _whose(gold) == _whose(fact) and _in_force(gold) == _in_force(fact) and _planned(gold) == _planned(fact)
    )  # fmt: skip


def concept(gold: Fact, fact: Fact, also: Sequence[str] = ()) -> bool:
    """Whether both are about the same thing."""
    if gold.get("slot") != fact.get("slot"):
        return False
    if gold.get("name") == "*":
        return _folded(fact.get("name")) in ("", "*", "none")
    return (
        same_name(gold.get("name"), fact.get("name"))
        or _shares(fact.get("quote"), gold.get("said"))
        or any(same_name(name, fact.get("name")) for name in also)
    )


def _folded(words: Any) -> str:
    text = unicodedata.normalize("NFKC", str(words or "")).lower()
    return "".join(char for char in text if char not in _DROPPED)


def same_name(left: Any, right: Any) -> bool:
    """Whether two names are one but for case and marks, or one holds the other and neither is short."""
    one, other = _folded(left), _folded(right)
    if not one or not other:
        return False
    return one == other or (min(len(one), len(other)) >= 5 and (one in other or other in one))


def _shares(quote: Any, said: Any) -> bool:
    one, other = _folded(quote), _folded(said)
    return bool(one and other) and (one in other or other in one)


def _value(gold: Fact, fact: Fact) -> bool:
    if gold.get("value") in (None, ""):
        return True
    wanted, found = _number(gold["value"]), _number(fact.get("value"))
    if wanted is None:
        one, other = _folded(gold["value"]), _folded(fact.get("value"))
        return not other or one in other or other in one
    if found is None:
        return False
    # An author notes a value in the unit that was said; the record keeps it so, and in the test's own unit.
    stored = [found, _number(fact.get("stated"))]
    accepted = [wanted, *(_number(value) for value in gold.get("converted", ()))]
    return any(
        abs(one - other) <= max(0.06, abs(one) * 0.006)
        for one in accepted
        for other in stored
        if one is not None and other is not None
    )


def _number(value: Any) -> float | None:
    try:
        return float(value)
    except (TypeError, ValueError):
        return None


def _dose_same(gold: Fact, fact: Fact) -> bool:
    if not gold.get("dose"):
        return True
    wanted, found = _dose(gold["dose"]), _dose(fact.get("dose"))
    # An author who notes a number alone names no unit that the record's could differ from.
    return wanted == found or (_number(wanted) is not None and _number(wanted) == _number(found.rstrip(_LETTERS)))


def _dose(words: Any) -> str:
    text = "".join(char for char in str(words or "").lower() if char not in " ,·-_()")
    for unit in sorted(_UNITS, key=len, reverse=True):
        if text.endswith(unit):
            return text[: -len(unit)] + _UNITS[unit]
    return text


def _whose(fact: Fact) -> str:
    return "patient" if fact.get("subject", "patient") in ("", "patient", None) else "other"


def _in_force(fact: Fact) -> bool:
    return fact.get("status") not in ENDED and fact.get("temporality") != "past"


def _planned(fact: Fact) -> bool:
    return fact.get("status") == "planned" or fact.get("temporality") == "future"
