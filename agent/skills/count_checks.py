"""What a sentence counts without a unit of dose, and what it makes of a value: tablets and puffs, how often something
happened, an illness that a test is said to show.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from agent.skills.claims import Claim
from agent.skills.clauses import claimed
from agent.skills.held_record import HeldRecord
from agent.skills.span_checks import Grounds
from agent.skills.speaking import OF_YOU
from agent.skills.whose_checks import Problem
from domain.values import SlotKind
from extraction.text.lazy_regex import lazy_regex
from extraction.values.small_counts import ENGLISH_COUNT, KOREAN_COUNT_ALONE, read_count

_PIECES: Final = lazy_regex(
    rf"(?P<en>{ENGLISH_COUNT})\s(?:\w+\s)?(?:puffs?|tablets?|pills?|capsules?|drops?|sachets?|patch(?:es)?)\b"
    rf"|(?P<ko>{KOREAN_COUNT_ALONE})\s?(?:알|정(?=[씩을이\s])|캡슐|방울|포(?=[씩를\s])|번\s?(?:흡입|뿌))",
    re.IGNORECASE,
)
"""Pieces of a medicine that are taken at once."""
_A_DAY: Final = lazy_regex(
    r"\b(?:a|per|each|every) (?:day|week)|daily|in all|total|makes?\b|하루에?|모두|일주일|합", re.IGNORECASE
)
_TIMES: Final = lazy_regex(
    rf"(?P<ko>{KOREAN_COUNT_ALONE})\s?(?:번|차례|회)(?:이나|씩이나)?\s?(?:겪|앓|걸[리렸]|입원|쓰러|발작|재발"
    rf"|넘어|수술)"
    rf"|\b(?:had|been through|suffered|survived|lived through)\s(?:\w+\s){{0,3}}?(?P<en>twice"
    rf"|(?!an?\b|one\b){ENGLISH_COUNT} (?:times|attacks?|episodes?|falls?|seizures?|strokes?))",
    re.IGNORECASE,
)
"""How often something befell somebody."""
_TOLD_TIMES: Final = lazy_regex(
    rf"(?<!하루\s)(?<!하루에\s)(?<!일주일에\s){KOREAN_COUNT_ALONE}\s?(?:번|차례|회)(?!/분)"
    rf"|\b(?:twice|{ENGLISH_COUNT} times)\b(?!\s(?:a|per|each)\b)",
    re.IGNORECASE,
)
"""The same in the material, and no rhythm."""
_STAGE: Final = lazy_regex(
    r"\b(?:stage|grade|class)\s(?P<en>\d[ab]?|I{1,3}V?|IV)\b|(?<![\d.])(?P<ko>\d[ab]?)\s?(?:단계"
    r"|기)(?=[에의로이입를가는은\s,.]|$)",
    re.IGNORECASE,
)
_GRAVITY: Final = (
    lazy_regex(
        r"\b(?:severe|grave|advanced|late-stage|end-stage|terminal)\b|중증|심한|말기|진행된|심각한", re.IGNORECASE
    ),
    lazy_regex(r"\b(?:mild|slight|early|early-stage|minor|beginning)\b|경증|가벼운|초기|경미한", re.IGNORECASE),
)
"""Words for how grave an illness is: the graver, and the lighter ones."""
_MEANS: Final = lazy_regex(
    r"\b(?:counts? as|points? to|means?|indicates?|amounts? to|is a sign of|is typical of|shows?|proves?"
    r"|confirms?)\s(?:that you have\s|an?\s|the\s)?(?:\w+\s)?$",
    re.IGNORECASE,
)
_MEANS_KO: Final = lazy_regex(r"^(?:에|으로|로|을|를)?\s?(?:해당|진단|의미|뜻|보입니|가리키|나타내|시사)")
_OPEN: Final = lazy_regex(
    r"수\s?(?:있|도)|않|아니|없|의심|가능|\b(?:may|might|can|could|would|if|whether|not|no|never|suggests?"
    r"|likely)\b|n['’]t\b",
    re.IGNORECASE,
)


def of_counts(sentence: str, heard: Sequence[Claim], record: HeldRecord, grounds: Grounds) -> Problem | None:
    """A number of tablets or puffs, or of times that something happened, which nothing tells."""
    taken = {
        one.entry.concept_id: one
        for one in heard
        if one.entry.kind == "medications" and not one.open and record.about(one.entry, SlotKind.MEDICATIONS)
    }
    for found in _PIECES.finditer(sentence) if len(taken) == 1 else ():
        count = max(read_count(found["en"] or found["ko"]))
        if count > 1 and not _A_DAY.search(sentence) and count not in _pieces_told(next(iter(taken.values())), grounds):
            return "number_of_another", f"the record does not hold how many are taken at once: {count}"
    had = [one for one in heard if one.entry.kind in ("conditions", "symptoms", "procedures") and not one.open]
    often = _TIMES.search(sentence) if had else None
    if often is not None and not _is_counted(often, had, grounds) and not any(map(_TOLD_TIMES.search, grounds.texts)):
        return "beyond_the_record", "nobody told how often it happened"
    return None


def _is_counted(found: re.Match[str], had: Sequence[Claim], grounds: Grounds) -> bool:
    """Whether a line that names the same tells the same number."""
    words = (found["ko"] or found["en"]).casefold().replace("twice", "two")
    count = _COUNT.search(words)
    told = {one.entry.concept_id for one in had}
    return count is not None and any(
        max(read_count(each[0])) == max(read_count(count[0]))
        for line in grounds.lines_of(told)
        for each in _COUNT.finditer(line)
    )


_COUNT: Final = lazy_regex(rf"{ENGLISH_COUNT}|{KOREAN_COUNT_ALONE}", re.IGNORECASE)


def _pieces_told(one: Claim, grounds: Grounds) -> set[int]:
    return {
        max(read_count(found["en"] or found["ko"]))
        for line in grounds.lines_of({one.entry.concept_id})
        for found in _PIECES.finditer(line)
    }


def of_meanings(sentence: str, heard: Sequence[Claim], record: HeldRecord, grounds: Grounds) -> Problem | None:
    """An illness that a value is said to show, which neither the record nor the material knows."""
    tests = [one for one in heard if one.entry.kind in ("labs", "vitals")]
    if not tests or _OPEN.search(sentence):
        return None
    for one in heard:
        if one.entry.kind != "conditions" or not (
            _MEANS.search(sentence[: one.start]) or _MEANS_KO.search(sentence[one.end :])
        ):
            continue
        held = record.about(one.entry, SlotKind.CONDITIONS, SlotKind.SYMPTOMS)
        if not held and not grounds.tells_of(one.entry):
            return "beyond_the_record", f"nothing tells that the value shows it: {one.entry.name}"
    return None


def of_gravity(sentence: str, heard: Sequence[Claim], grounds: Grounds) -> Problem | None:
    """A stage, or a gravity of an illness, that nothing tells."""
    spoken = claimed(sentence)
    for found in _STAGE.finditer(spoken):
        stage = (found["en"] or found["ko"]).casefold()
        told = {(one["en"] or one["ko"]).casefold() for text in grounds.texts for one in _STAGE.finditer(text)}
        if stage not in told:
            return "ungrounded_number", f"nothing tells of this stage: {stage}"
    for one in heard:
        if (
            one.entry.kind != "conditions"
            or one.entry.concept_id == "pregnancy"
            or one.open
            or not (one.granted or OF_YOU.search(sentence))
        ):
            continue
        near = sentence[max(0, one.start - 14) : one.start]
        for words in _GRAVITY:
            if words.search(near) and not any(words.search(text) for text in grounds.texts):
                return "beyond_the_record", f"nothing tells how grave it is: {one.entry.name}"
    return None
