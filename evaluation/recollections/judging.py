"""Whether an answer and the record are right after a talk."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from evaluation.recollections.fills import Filled
from evaluation.recollections.scenes import Scene
from protos.anamnesis.v1 import fact_pb2

_SAID: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "@once": r"\bonce\b|\bone time\b|every day|daily", "@twice": r"\btwice\b|\b2 times\b|\btwo times\b",
        "@two": r"(?<![\d.])2(?![\d.])|\btwo\b", "@three": r"(?<![\d.])3(?![\d.])|\bthree\b",
        "@four": r"(?<![\d.])4(?![\d.])|\bfour\b",
        "@table": r"\|", "@told": r"\b(?:told|said|mentioned)\b|2026",
        "@judged": r"target|range|normal|above|below|within|reference|criterion|all right|too (?:high|low)",
        "@morning": r"morning|breakfast", "@evening": r"evening|dinner|supper", "@bedtime": r"bed",
        "@no": r"\b(?:no|not|never|stopped|none|nothing)\b|n't\b",
        "@unsure": r"suspect|not (?:yet )?(?:been )?confirm|unconfirm|uncertain|possib|not (?:yet )?(?:certain|sure)",
        "@refuse": r"\b(?:do not|don't|must not|should not|shouldn't|can't|cannot) (?:take|have|start|use)|\bavoid|"
                   r"^no\b|not (?:be )?taken?\b",
    },
    "ko": {
        "@once": r"한\s*번|1회|1번|매일", "@twice": r"두\s*번|2회|2번",
        "@two": r"(?<![\d.])2(?![\d.])|두\s*(?:가지|개|종|번)|둘",
        "@three": r"(?<![\d.])3(?![\d.])|세\s*(?:가지|개|종|번|차례)|셋",
        "@four": r"(?<![\d.])4(?![\d.])|네\s*(?:가지|개|번|차례)|넷",
        "@table": r"\|", "@told": r"말씀|알려|하셨|2026",
        "@judged": r"목표|정상|기준|범위|높|낮|괜찮",
        "@morning": r"아침", "@evening": r"저녁", "@bedtime": r"자기 전|취침|잠자기|자기전",
        "@no": r"아니|않|없|못|끊|중단|그만",
        "@unsure": r"의심|확진(?:되지| ?전|은 아)|확실하지|확인되지|불확실|미확정|가능성",
        "@refuse": r"(?:드시|복용하|먹|쓰|시작하)(?:지 마|지 않|면 안|시면 안|지 말)|피[하해]|안 됩니다|안 돼",
    },
}  # fmt: skip
_SIDES: Final = ("Systolic blood pressure", "Diastolic blood pressure")


def _holds(token: str, answer: str, language: str, filled: Filled) -> bool:
    pattern = filled.found[token[1:-1]] if token.startswith("{") else _SAID[language][token]
    return re.search(pattern, answer, re.IGNORECASE | re.MULTILINE) is not None


def what_answer_lacks(scene: Scene, answer: str, language: str, filled: Filled) -> tuple[str, ...]:
    """What the answer should hold and doesn't, or holds and shouldn't."""
    lacks = [" | ".join(one) for one in scene.says if not any(_holds(each, answer, language, filled) for each in one)]
    first = answer.partition("\n")[0]
    return (*lacks, *(f"not {one}" for one in scene.never if _holds(one, first, language, filled)))


_SLOTS: Final = {
    "lab": "SLOT_KIND_LABS", "med": "SLOT_KIND_MEDICATIONS", "all": "SLOT_KIND_ALLERGIES",
    "cond": "SLOT_KIND_CONDITIONS", "fam": "SLOT_KIND_FAMILY_HISTORY", "sym": "SLOT_KIND_SYMPTOMS",
    "op": "SLOT_KIND_PROCEDURES", "bp": "SLOT_KIND_VITALS",
}  # fmt: skip


def what_record_lacks(scene: Scene, facts: Sequence[fact_pb2.Fact], filled: Filled) -> tuple[str, ...]:
    """What should be on record and isn't, or is and shouldn't."""
    wrong = []
    for wanted in scene.record:
        slot, *about = wanted.lstrip("-").split()
        held = any(_is_it(fact, slot, about, filled) for fact in facts if fact.current)
        if held == wanted.startswith("-"):
            wrong.append(wanted)
    return tuple(wrong)


def _is_it(fact: fact_pb2.Fact, slot: str, about: Sequence[str], filled: Filled) -> bool:
    if fact_pb2.SlotKind.Name(fact.slot) != _SLOTS[slot] or fact.polarity == "negated":
        return False
    names = f"{fact.name} | {fact.display}"
    match slot:
        case "lab":
            return fact.number == filled.numbers[about[0]] or fact.value_stated == filled.words[about[0]]
        case "bp":
            return fact.name in _SIDES and f"{fact.number:g}" in filled.words[about[0]].split("/")
        case "med":
            return (
                fact.subject == "patient" and fact.status not in ("stopped", "planned", "on-hold")
                and re.search(filled.found[about[0]], names, re.IGNORECASE) is not None
                and all(fact.dose == filled.words[one] for one in about[1:])
            )  # fmt: skip
        case "fam":
            return (
                _is_whose(fact, about, filled) and re.search(filled.found[about[1]], names, re.IGNORECASE) is not None
            )
        case _:
            return fact.subject == "patient" and re.search(filled.found[about[0]], names, re.IGNORECASE) is not None


_RELATIVES: Final = {
    "언니": "sister", "어머니": "mother", "아버지": "father", "남동생": "brother",
}  # fmt: skip


def _is_whose(fact: fact_pb2.Fact, about: Sequence[str], filled: Filled) -> bool:
    said = filled.words[about[0]]
    return fact.subject.endswith(_RELATIVES.get(said, said))
