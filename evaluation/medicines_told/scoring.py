"""Whether the record holds a medicine as it was told, and an answer what was asked of it.

Names are compared by concept, as the shipped lexicon knows them: a brand is its substance, a combination any of its
own. What no lexicon knows is compared by its words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from domain.timing import Timing, lies_within
from extraction.naming.vocabulary import Vocabulary
from protos.anamnesis.v1 import fact_pb2

_KINDS: Final = ("medications", "drug_classes", "substances")
_GONE: Final = ("stopped", "on_hold", "on-hold", "completed")
_NUMBER: Final = re.compile(r"(?<![\d.])\d[\d,]*(?:\.\d+)?(?![\d])")
_ITEM: Final = re.compile(r"\s*(?:\d+[.)]|[-*•])\s")
_PLACES: Final[Mapping[str, tuple[str, ...]]] = {
    "morning": ("MORN",), "noon": ("NOON",), "afternoon": ("AFT",), "evening": ("EVE", "NIGHT"),
    "night": ("NIGHT", "EVE"), "bedtime": ("NIGHT", "HS"),
}  # fmt: skip
_TIMES: Final = {"QD": 1, "QHS": 1, "BID": 2, "TID": 3, "QID": 4, "Q24H": 1, "Q12H": 2, "Q8H": 3, "Q6H": 4, "Q4H": 6}
_WHENS: Final = ("morning", "noon", "afternoon", "evening", "night", "bedtime")


@dataclass(frozen=True, slots=True)
class Kept:
    """What the record makes of one medicine that was told."""

    is_known: bool
    """Whether it stands on record as what it is: taken, ended, somebody else's; what is not taken stands nowhere."""
    has_dose: bool
    has_rhythm: bool
    is_false: bool
    """Whether it stands as taken by the patient and is not."""

    @property
    def is_right(self) -> bool:
        """Whether all of it is as it was told."""
        return self.is_known and self.has_dose and self.has_rhythm and not self.is_false


class Names:
    """The concepts that words name, by the shipped lexicon."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._find = vocabulary.recogniser.find
        self._named: dict[str, frozenset[str]] = {}

    def of(self, text: str) -> frozenset[str]:
        """The ids of the medicines that ``text`` names."""
        if text not in self._named:
            found = (one.entry.concept_id for one in self._find(text) if one.entry.kind in _KINDS)
            self._named[text] = frozenset(found)
        return self._named[text]

    def are_same(self, told: Mapping[str, Any], fact: fact_pb2.Fact) -> bool:
        """Whether a fact is of the medicine that was told."""
        ids = self.of(told["name"]) | self.of(told["said"])
        if ids & self.of(fact.name):
            return True
        said = f"{told['name']} {told['said']}".casefold()
        return any(one and one.casefold() in said for one in (fact.name, fact.display))

    def names(self, text: str, name: str) -> bool:
        """Whether ``text`` names the medicine called ``name``."""
        return bool(self.of(name) & self.of(text)) or name.casefold() in text.casefold()


def patient_of(medicines: Sequence[Mapping[str, Any]]) -> str:
    """Who the patient of an entry is: the one person whose medicines it tells, else whoever speaks ("self")."""
    people = {one["whose"] for one in medicines}
    return people.pop() if len(people) == 1 else "self"


def kept(told: Mapping[str, Any], patient: str, facts: Sequence[fact_pb2.Fact], names: Names) -> Kept:
    """What stands on record of ``told``, one of the medicines of an entry about ``patient``."""
    current = [one for one in facts if one.current and one.polarity != "negated"]
    own = [one for one in current if one.slot == fact_pb2.SLOT_KIND_MEDICATIONS and names.are_same(told, one)]
    mine = [one for one in own if one.subject == "patient"]
    active = [one for one in mine if one.status not in (*_GONE, "planned") and one.temporality == "current"]
    if told["whose"] != patient:
        is_known = any(one.subject != "patient" for one in own)
        return Kept(is_known and not active, True, True, bool(active))
    match told["state"]:
        case "taken":
            if not active:
                return Kept(False, False, False, False)
            return Kept(True, has_dose(told, active[-1]), has_rhythm(told, active[-1]), False)
        case "stopped" | "paused":
            return Kept(any(one.status in _GONE for one in mine) and not active, True, True, bool(active))
        case _:
            return Kept(not active, True, True, bool(active))


def has_dose(told: Mapping[str, Any], fact: fact_pb2.Fact) -> bool:
    """Whether a fact holds how much is taken at once: the strength of a piece, or of all pieces, or how many."""
    held = _numbers(fact.dose)
    strengths = _numbers(told["strength"] if told["strength"] not in (None, "unknown") else "")
    by_time = _numbers(told["at_once"] or "")
    if not strengths:
        return not held or set(held) <= set(by_time) | {1.0}
    if not held:
        return False
    if len(set(by_time)) > 1:
        return any(set(held) >= {one * strength for one in by_time} for strength in (*strengths, 1.0))
    count = by_time[0] if by_time else 1.0
    return strengths[0] * count in held or (strengths[0] in held and (count == 1 or count in held))


def has_rhythm(told: Mapping[str, Any], fact: fact_pb2.Fact) -> bool:
    """Whether a fact holds how often and when it is taken, as far as that was told."""
    code, timing = fact.frequency.upper(), Timing.read(fact.timing)
    if told["as_needed"] != ("PRN" in code):
        return False
    if told["as_needed"]:
        return True
    days = told["days"]
    if isinstance(days, list) and days:
        named = {one[:3].lower() for one in days}
        return named == set(timing.days) or all(one.capitalize() in fact.dose for one in named)
    if days:
        return bool(code) and code not in _TIMES
    if told["a_day"] is not None and not _is_so_often(told["a_day"], code, timing, fact.dose):
        return False
    return all(_is_then(one, code, timing, fact.dose) for one in told["times"])


def _is_so_often(a_day: float, code: str, timing: Timing, dose: str) -> bool:
    often = _TIMES.get(code) or (_numbers(code)[0] if code.endswith("/DAY") else None)
    return a_day in (often, len(timing.times) or None, dose.count(",") + 1 if "," in dose else None)


def _is_then(time: str, code: str, timing: Timing, dose: str) -> bool:
    if ":" in time:
        return time in timing.times or any(lies_within(time, one) for one in timing.places)
    if time in ("bedtime", "night", "evening") and code == "QHS":
        return True
    if any(lies_within(one, place) for one in timing.times for place in _PLACES.get(time, ())):
        return True
    return time in dose or (time in ("evening", "night", "bedtime") and any(one in dose for one in _WHENS[3:]))


def answers(ask: Mapping[str, Any], answer: str, names: Names) -> tuple[bool, bool]:
    """Whether an answer holds all that it has to, and whether it gives nothing that is not asked for, too."""
    held = _numbers(answer)
    full = all(names.names(answer, one) for one in ask["must"]) and all(
        float(one.replace(",", "")) in held for one in ask["figures"] if _NUMBER.fullmatch(one)
    )
    given = "\n".join(_given(answer.splitlines()))
    return full, full and not any(names.names(given, one) for one in ask["must_not"])


def _given(lines: Sequence[str]) -> Iterable[str]:
    """The lines of an answer that give something: its first, and those of a list."""
    yield from lines[:1]
    yield from (one for one in lines[1:] if _ITEM.match(one))


def _numbers(text: str) -> list[float]:
    return [float(one.replace(",", "")) for one in _NUMBER.findall(text)]
