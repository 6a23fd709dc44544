"""How often a plain sentence leaves the record as it should: `python -m training.framed training/frames/f3.jsonl`.

A frame is a sentence with holes for a name and its numbers, of one of some fifty kinds ("med.stop": a medicine on
record is not taken any more). Its author knew the kinds alone. Each frame is filled with two of three names, over a
record that holds the fact and another medicine; `--show` prints what fails. The share of frames that leave the record
as their kind says is printed with that of each kind.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import isclose
from pathlib import Path
from typing import Any, Final

from domain.patient import PatientState
from domain.proposals import Proposal
from domain.values import PATIENT, Certainty, Content, Polarity, SlotKind, Status, Temporality
from extraction.naming.vocabulary import load_vocabulary
from extraction.reading.extractor import LearnedExtractor
from training.playing import ZONE, play

_MEDICINES: Final = {
    "en": (("Ramipril", "ramipril", "5", "10"), ("Metformin", "metformin", "500", "1000"),
           ("Atorvastatin", "Lipitor", "20", "40")),
    "ko": (("Amlodipine", "노바스크", "5", "10"), ("Metformin", "메트포르민", "500", "1000"),
           ("Atorvastatin", "리피토", "20", "40")),
}  # fmt: skip
_TESTS: Final = {
    "en": (("HbA1c", "HbA1c", "7.2", "6.9"), ("Creatinine", "creatinine", "1.1", "1.4"),
           ("LDL cholesterol", "LDL", "130", "104")),
    "ko": (("HbA1c", "당화혈색소", "7.2", "6.9"), ("Creatinine", "크레아티닌", "1.1", "1.4"),
           ("LDL cholesterol", "LDL", "130", "104")),
}  # fmt: skip
_ILLNESSES: Final = {
    "en": (("asthma", "Asthma"), ("gout", "Gout"), ("glaucoma", "Glaucoma")),
    "ko": (("천식", "Asthma"), ("통풍", "Gout"), ("녹내장", "Glaucoma")),
}  # fmt: skip
_RHYTHMS: Final = {
    "en": (("twice a day", "BID"), ("three times a day", "TID"), ("every other day", "QOD")),
    "ko": (("하루 두 번", "BID"), ("하루 세 번", "TID"), ("이틀에 한 번", "QOD")),
}  # fmt: skip
_COMPLAINTS: Final = {
    "en": (("headache", "headache"), ("back pain", "back pain"), ("nausea", "nausea")),
    "ko": (("두통", "headache"), ("기침", "cough"), ("어지럼증", "dizziness")),
}  # fmt: skip
_SUBSTANCES: Final = {
    "en": (("penicillin", "Penicillin"), ("peanuts", "Peanuts"), ("ibuprofen", "Ibuprofen")),
    "ko": (("페니실린", "Penicillin"), ("땅콩", "Peanuts"), ("아스피린", "Aspirin")),
}  # fmt: skip
_OPERATIONS: Final = {
    "en": ("hernia repair", "knee replacement", "appendectomy"), "ko": ("탈장 수술", "무릎 인공관절 수술", "맹장 수술"),
}  # fmt: skip
_COUNTS: Final = {
    "smok.tell": "12", "alco.tell": "4", "preg.tell": "22", "weig.tell": "72", "weig.moved": "76", "temp.tell": "38.4",
    "puls.tell": "88", "year.tell": "47", "long.tell": "6", "symp.since": "3",
}  # fmt: skip
"""The number in the hole {k} of a kind."""
_MORE: Final = re.compile(r"\b(?:up|put on|gain\w*|heavier|more)\b|쪘|쪄|불었|불어|늘었|늘어")
_HEAVIER: Final = "84"
"""The weight after 80 kg where the words say that it is more."""
_OTHER: Final = {"slot": "medications", "name": "Omeprazole", "dose": "30mg", "frequency": "QD"}
_PRESSURE: Final = (("Systolic blood pressure", 146.0), ("Diastolic blood pressure", 91.0))
_OVER: Final = frozenset({Status.STOPPED, Status.ON_HOLD, Status.RESOLVED, Status.PLANNED})
_UNRECORDED: Final = frozenset(
    {"med.tell", "med.start", "med.two", "med.plan", "med.past", "med.other", "med.ask", "med.cannot", "med.needed",
     "med.for", "long.tell"}
)  # fmt: skip
"""Kinds of medicines that begin with an empty record."""
_SAID_ON: Final = "2026-01-05"
_FILLS: Final = 2


@dataclass(frozen=True, slots=True)
class Filled:
    """A frame with its holes filled: the words, what was on record, and what the kind's numbers are."""

    kind: str
    text: str
    known: tuple[Mapping[str, Any], ...]
    medicine: tuple[str, str, str, str]
    test: tuple[str, str, str, str]
    other_medicine: tuple[str, str, str, str]
    other_test: tuple[str, str, str, str]
    illnesses: tuple[str, str]
    """The illness and the other one, as the record calls them."""
    complaints: tuple[str, str]
    rhythm: str
    substances: tuple[str, str]
    """What an allergy is of and another such thing, as the record calls them."""
    number: str
    """What a kind of {k} tells."""


class Record:
    """The live facts after the words, as the kinds ask of them."""

    def __init__(self, contents: Sequence[Content]) -> None:
        self._own = [one for one in contents if one.subject == PATIENT]
        self._kin = [one for one in contents if one.slot is SlotKind.FAMILY_HISTORY]

    def doses(self, name: str) -> list[str]:
        """The numbers of the doses in force of a medicine."""
        found = [one for one in self._own if one.concept.name == name and _holds(one)]
        return [match[0] if (match := re.match(r"[\d.]+", one.dose or "")) else "" for one in found]

    def values(self, name: str) -> list[float]:
        """The values in force of a test."""
        found = [one.value for one in self._own if one.concept.name == name and _holds(one)]
        return [one for one in found if isinstance(one, float)]

    def rhythms(self, name: str) -> list[str]:
        """The rhythms in force of a medicine."""
        found = [one for one in self._own if one.concept.name == name and _holds(one)]
        return [one.frequency or "" for one in found]

    def names(self, slot: SlotKind) -> set[str]:
        """What is had of a slot now and surely, by name."""
        return {one.concept.name for one in self.had(slot, sure=True)}

    def told(self, slot: SlotKind) -> list[Content]:
        """What is told in a slot, whether had or not."""
        return [one for one in self._own if one.slot is slot]

    def had(self, slot: SlotKind, *, now: bool = True, sure: bool = False) -> list[Content]:
        """What is had: ``now`` without what is over, ``sure`` without what is uncertain."""
        found = [one for one in self.told(slot) if one.polarity is Polarity.AFFIRMED]
        found = [one for one in found if not now or _holds(one)]
        return [one for one in found if not sure or one.certainty is Certainty.CONFIRMED]

    def numbers(self, concept_id: str) -> list[float]:
        """The numbers in force that stand on record of a concept."""
        found = [one for one in self._own if one.concept.concept_id == concept_id and one.polarity is Polarity.AFFIRMED]
        return [one.value for one in found if isinstance(one.value, float) and _holds(one)]

    def uses(self, habit: str) -> list[Content]:
        """What is told of a habit that is had now."""
        found = [one for one in self.had(SlotKind.SOCIAL_HISTORY) if one.concept.concept_id == habit]
        return [one for one in found if one.value not in ("former", "never", "none")]

    def of_relatives(self) -> set[str]:
        """The illnesses of relatives, by name."""
        return {one.concept.name for one in self._kin if one.polarity is Polarity.AFFIRMED}

    def takes(self) -> list[Content]:
        """The medicines in use."""
        return [one for one in self.had(SlotKind.MEDICATIONS) if one.status is Status.ACTIVE]


def _holds(content: Content) -> bool:
    return content.status not in _OVER and content.temporality is Temporality.CURRENT


def _is(found: Sequence[float], wanted: str) -> bool:
    return len(found) == 1 and isclose(found[0], float(wanted), abs_tol=0.02)


_Check = Callable[[Record, Filled], bool]
_ILL, _FELT, _REACTS = SlotKind.CONDITIONS, SlotKind.SYMPTOMS, SlotKind.ALLERGIES
_OPERATED: Final = SlotKind.PROCEDURES


def _among(found: Sequence[float], *wanted: str) -> bool:
    return all(any(_is([value], one) for value in found) for one in wanted)


def _is_planned(content: Content) -> bool:
    return content.status is Status.PLANNED or content.temporality is Temporality.FUTURE


def _borne_badly(record: Record) -> set[str]:
    return {one.concept.name.casefold() for one in record.had(_REACTS)}


def _dose_is(place: int | None) -> _Check:
    def check(record: Record, one: Filled) -> bool:
        wanted = [] if place is None else [one.medicine[place]]
        others = [] if one.kind in _UNRECORDED else ["30"]
        return record.doses(one.medicine[0]) == wanted and record.doses("Omeprazole") == others

    return check


CHECKS: Mapping[str, _Check] = {
    "med.tell": _dose_is(3), "med.change": _dose_is(3), "med.correct": _dose_is(3), "med.stop": _dose_is(None),
    "med.keep": _dose_is(2),
    "lab.tell": lambda record, one: _is(record.values(one.test[0]), one.test[3]),
    "lab.correct": lambda record, one: _is(record.values(one.test[0]), one.test[3]),
    "lab.next": lambda record, one: any(_is([value], one.test[3]) for value in record.values(one.test[0])),
    "lab.keep": lambda record, one: _is(record.values(one.test[0]), one.test[2]),
    "cond.tell": lambda record, one: bool(record.had(_ILL, sure=True)),
    "cond.deny": lambda record, one: not record.had(_ILL, now=False) and bool(record.told(_ILL)),
    "cond.past": lambda record, one: not record.had(_ILL) and bool(record.had(_ILL, now=False)),
    "cond.other": lambda record, one: not record.had(_ILL, now=False),
    "cond.ask": lambda record, one: not record.had(_ILL, sure=True),
    "symp.tell": lambda record, one: bool(record.had(_FELT)),
    "symp.deny": lambda record, one: not record.had(_FELT) and bool(record.told(_FELT)),
    "symp.over": lambda record, one: not record.had(_FELT),
    "med.start": _dose_is(3),
    "med.switch": lambda record, one: (
        not record.doses(one.medicine[0]) and record.doses(one.other_medicine[0]) == [one.other_medicine[3]]
    ),
    "med.freq": lambda record, one: (
        record.rhythms(one.medicine[0]) == [one.rhythm] and record.doses(one.medicine[0]) == [one.medicine[2]]
    ),
    "med.two": lambda record, one: (
        record.doses(one.medicine[0]) == [one.medicine[3]]
        and record.doses(one.other_medicine[0]) == [one.other_medicine[3]]
    ),
    "med.plan": lambda record, one: not record.takes(),
    "med.past": lambda record, one: not record.takes(),
    "med.other": lambda record, one: not record.takes(),
    "med.ask": lambda record, one: not [each for each in record.takes() if each.certainty is Certainty.CONFIRMED],
    "lab.two": lambda record, one: (
        _is(record.values(one.test[0]), one.test[3]) and _is(record.values(one.other_test[0]), one.other_test[3])
    ),
    "lab.was": lambda record, one: _among(record.values(one.test[0]), one.test[3], one.test[2]),
    "bp.tell": lambda record, one: all(_is(record.values(name), str(value)) for name, value in _PRESSURE),
    "cond.two": lambda record, one: record.names(_ILL) == set(one.illnesses),
    "cond.mixed": lambda record, one: record.names(_ILL) == {one.illnesses[0]},
    "cond.unsure": lambda record, one: not record.had(_ILL, sure=True),
    "cond.kin": lambda record, one: not record.had(_ILL, now=False),
    "symp.two": lambda record, one: record.names(_FELT) == set(one.complaints),
    "symp.mixed": lambda record, one: record.names(_FELT) == {one.complaints[0]},
    "symp.other": lambda record, one: not record.had(_FELT),
    "symp.long": lambda record, one: not record.had(_FELT),
    "alle.tell": lambda record, one: bool(record.had(_REACTS)) and not record.takes(),
    "alle.deny": lambda record, one: not record.had(_REACTS),
    "alle.ask": lambda record, one: not record.had(_REACTS, sure=True),
    "med.cannot": lambda record, one: not record.takes(),
    "med.restart": lambda record, one: one.medicine[0] in record.names(SlotKind.MEDICATIONS),
    "med.pause": _dose_is(None), "med.was": _dose_is(2), "med.needed": _dose_is(3),
    "med.for": lambda record, one: (
        record.doses(one.medicine[0]) == [one.medicine[3]] and one.illnesses[0] in record.names(_ILL)
    ),
    "alle.swap": lambda record, one: _borne_badly(record) == {one.substances[1].casefold()},
    "alle.gone": lambda record, one: not record.had(_REACTS),
    "alle.stay": lambda record, one: one.substances[0].casefold() in _borne_badly(record),
    "symp.back": lambda record, one: bool(record.had(_FELT)),
    "symp.still": lambda record, one: bool(record.had(_FELT)),
    "cond.over": lambda record, one: not record.had(_ILL),
    "cond.wrong": lambda record, one: not record.had(_ILL, now=False),
    "lab.goal": lambda record, one: not record.values(one.test[0]),
    "smok.tell": lambda record, one: _is(record.numbers("smoking"), one.number),
    "smok.quit": lambda record, one: not record.uses("smoking"),
    "alco.tell": lambda record, one: _is(record.numbers("alcohol"), one.number),
    "alco.none": lambda record, one: not record.uses("alcohol") and bool(record.told(SlotKind.SOCIAL_HISTORY)),
    "fam.tell": lambda record, one: one.illnesses[0] in record.of_relatives() and not record.had(_ILL, now=False),
    "oper.past": lambda record, one: bool([each for each in record.had(_OPERATED, now=False) if not _is_planned(each)]),
    "oper.plan": lambda record, one: (
        bool(record.told(_OPERATED)) and all(_is_planned(each) for each in record.told(_OPERATED))
    ),
    "preg.tell": lambda record, one: (
        _among(record.numbers("pregnancy"), one.number) or _is(record.numbers("gestational_age"), one.number)
    ),
    "weig.tell": lambda record, one: _is(record.numbers("body_weight"), one.number),
    "weig.moved": lambda record, one: _among(record.numbers("body_weight"), one.number),
    "temp.tell": lambda record, one: _is(record.numbers("body_temperature"), one.number),
    "puls.tell": lambda record, one: _is(record.numbers("heart_rate"), one.number),
    "side.tell": lambda record, one: (
        bool(record.had(_FELT)) and one.medicine[0] in record.names(SlotKind.MEDICATIONS) and not record.had(_REACTS)
    ),
    "year.tell": lambda record, one: _is(record.numbers("age"), one.number),
    "long.tell": _dose_is(3), "symp.since": lambda record, one: bool(record.had(_FELT)),
}  # fmt: skip
CHECKS = {**CHECKS, "med.swapdose": CHECKS["med.two"], "bp.correct": CHECKS["bp.tell"]}
"""What the record must be after a frame of each kind."""


def filled(rows: Sequence[Mapping[str, str]], language: str) -> Iterator[Filled]:
    """Each frame with two of three names in its holes, the names in turn."""
    for number, row in enumerate(rows):
        for nth in range(_FILLS):
            at, beside = (number + nth) % 3, (number + nth + 1) % 3
            medicine, second = _MEDICINES[language][at], _MEDICINES[language][beside]
            test, other = _TESTS[language][at], _TESTS[language][beside]
            ills = (_ILLNESSES[language][at], _ILLNESSES[language][beside])
            felt = (_COMPLAINTS[language][at], _COMPLAINTS[language][beside])
            rhythm = _RHYTHMS[language][at]
            heavier = row["kind"] == "weig.moved" and _MORE.search(row["frame"]) is not None
            counted = _HEAVIER if heavier else _COUNTS.get(row["kind"], "")
            substances = (_SUBSTANCES[language][at][1], _SUBSTANCES[language][beside][1])
            holes = {
                "m": medicine[1], "o": medicine[2], "v": medicine[3], "n": second[1], "w": second[3], "f": rhythm[0],
                "t": test[1], "a": test[2], "b": test[3], "u": other[1],
                "e": test[2] if row["kind"] == "lab.was" else other[3],
                "p": f"{_PRESSURE[0][1]:g}", "q": f"{_PRESSURE[1][1]:g}", "c": ills[0][0], "d": ills[1][0],
                "s": felt[0][0], "r": felt[1][0], "x": _SUBSTANCES[language][at][0],
                "y": _SUBSTANCES[language][beside][0], "g": _OPERATIONS[language][at], "k": counted,
            }  # fmt: skip
            told = _Told(felt[0][1], ills[0][1], substances[0])
            text = re.sub(r"\{([a-z])\}", lambda hole, holes=holes: holes[hole[1]], row["frame"])  # type: ignore[misc]
            yield Filled(
                row["kind"], text, _known(row["kind"], medicine, second, test, told), medicine, test, second, other,
                (ills[0][1], ills[1][1]), (felt[0][1], felt[1][1]), rhythm[1], substances, counted,
            )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Told:
    """What the words may be about, as the record calls it."""

    complaint: str
    illness: str
    substance: str


def _known(
    kind: str, medicine: Sequence[str], second: Sequence[str], test: Sequence[str], told: _Told
) -> tuple[Mapping[str, Any], ...]:
    if kind == "med.restart":
        over = {"status": "stopped", "temporality": "past"}
        return (_OTHER, {"slot": "medications", "name": medicine[0], "dose": f"{medicine[2]}mg", **over})
    if kind.startswith("med.") and kind not in _UNRECORDED:
        own = {"slot": "medications", "name": medicine[0], "dose": f"{medicine[2]}mg", "frequency": "QD"}
        beside = {"slot": "medications", "name": second[0], "dose": f"{second[3]}mg", "frequency": "QD"}
        return (beside, own) if kind == "med.swapdose" else (_OTHER, own)
    if kind in ("lab.correct", "lab.next", "lab.keep"):
        day = "2025-10-02" if kind == "lab.next" else _SAID_ON
        return ({"slot": "labs", "name": test[0], "value": float(test[2]), "date": day},)
    if kind == "bp.correct":
        return tuple(
            {"slot": "vitals", "name": name, "value": value - 18, "date": _SAID_ON} for name, value in _PRESSURE
        )
    if kind == "smok.quit":
        return ({"slot": "social_history", "name": "smoking", "value": "current"},)
    if kind == "weig.moved":
        return ({"slot": "vitals", "name": "Body weight", "value": 80.0, "unit": "kg", "date": "2025-10-02"},)
    if kind == "side.tell":
        return ({"slot": "medications", "name": medicine[0], "dose": f"{medicine[2]}mg", "frequency": "QD"},)
    if kind in ("alle.swap", "alle.gone", "alle.stay"):
        return ({"slot": "allergies", "name": told.substance},)
    if kind in ("cond.over", "cond.wrong"):
        return ({"slot": "conditions", "name": told.illness, "status": "active"},)
    if kind == "symp.back":
        return ({"slot": "symptoms", "name": told.complaint, "status": "resolved", "temporality": "past"},)
    return ({"slot": "symptoms", "name": told.complaint},) if kind in ("symp.over", "symp.still") else ()


def main() -> None:
    """Print the share that is right, whole and by kind."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--show", action="store_true", help="print what fails")
    given = parser.parse_args()
    vocabulary = load_vocabulary()
    extractor = LearnedExtractor(vocabulary.lexicon, vocabulary.recogniser)

    def read(said: str, at: datetime, language: str, state: PatientState, agent_said: str) -> Sequence[Proposal]:
        facts = tuple(one.content for one in reversed(tuple(state.ledger.current())))
        reading = extractor.read(said, said_at=at, time_zone=ZONE, spoken_of=facts, agent_said=agent_said)
        return reading.proposals

    for file in given.files:
        rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        language = "ko" if any("가" <= char <= "힣" for char in rows[0]["frame"]) else "en"
        right: Counter[str] = Counter()
        count: Counter[str] = Counter()
        for one in filled(rows, language):
            reading = {"id": one.text, "at": _SAID_ON, "lang": language, "known": list(one.known), "text": one.text}
            state = play(reading, vocabulary.lexicon, read).state
            passed = CHECKS[one.kind](Record([fact.content for fact in state.ledger.current()]), one)
            count[one.kind] += 1
            right[one.kind] += passed
            if given.show and not passed:
                print(one.kind, one.text, sep="\t")
        total = sum(right.values())
        print(file.stem, f"{total}/{sum(count.values())}", round(total / sum(count.values()), 3))
        print(" ".join(f"{kind} {right[kind]}/{count[kind]}" for kind in count))


if __name__ == "__main__":
    main()
