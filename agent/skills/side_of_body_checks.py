"""On which side of the body something is said to be, held against the side that the material tells; and what a value
was read under.

A side belongs to the part of the body that it stands with ("the left calf", "왼쪽 무릎"), or to the value that is
told beside it. Where the material tells that part on another side only, the sentence has it wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from agent.skills.span_checks import Grounds
from agent.skills.whose_checks import Problem
from extraction.text.lazy_regex import lazy_regex
from extraction.values.sides import PARTS_EN, PARTS_KO

_STEMS: Final = {"feet": "foot", "calves": "calf"}
_SIDES: Final = {
    "left": "left", "left-hand": "left", "right": "right", "right-hand": "right", "both": "both", "왼쪽": "left",
    "왼": "left", "오른쪽": "right", "오른": "right", "양쪽": "both", "양": "both", "두": "both",
}  # fmt: skip
_SIDED: Final = lazy_regex(
    r"\b(?P<en>left|right|both)\s(?:of\s)?(?:your\s|his\s|her\s|the\s|big\s|little\s|upper\s|lower\s)*(?P<part>"
    + "|".join(PARTS_EN)
    + r")\b|\b(?P<behind>"
    + "|".join(PARTS_EN)
    + r")\son\sthe\s(?P<en2>left|right)\b"
    r"|(?<![가-힣])(?P<ko>왼쪽|왼|오른쪽|오른|양쪽|양|두)\s?(?:엄지(?=발가락|손가락))?"
    r"(?P<part_ko>" + "|".join(PARTS_KO) + r")",
    re.IGNORECASE,
)
_BARE: Final = lazy_regex(
    r"\b(?:on|in) the (?P<after>left|right)\b|\b(?P<only>left|right)(?: side)?\b|(?P<ko>왼쪽|오른쪽|양쪽)",
    re.IGNORECASE,
)
_VALUE: Final = lazy_regex(r"(?<![\d.-])\d+(?:\.\d+)?(?!\d|\.\d|-\d)")
_OTHERS: Final = lazy_regex(r"^[^:]*\((?!stopped|planned|on hold|중단|예정|보류)[^)]*\)\s?:")
"""A line that is told of somebody else."""
_CORRECT: Final = lazy_regex(r"아니|말고|\b(?:not|rather than|instead of|other)\b|n['’]t\b", re.IGNORECASE)


def of_sides(sentence: str, grounds: Grounds) -> Problem | None:
    """What is wrong with the side on which a sentence has something."""
    if _CORRECT.search(sentence):
        return None
    lines = [line for line in grounds.lines() if not _OTHERS.match(line)]
    told = dict[str, set[str]]()
    for line in lines:
        for side, part in _sided(line):
            told.setdefault(part, set()).add(side)
    for side, part in _sided(sentence):
        known = told.get(part, set())
        if known and side not in known and "both" not in known and not (side == "both" and len(known) > 1):
            return "beyond_the_record", f"it is told of the other side: {part}"
    return _of_value(sentence, lines) or _of_label(sentence, lines) or _of_weekday(sentence, lines, grounds)


def _of_value(sentence: str, lines: Sequence[str]) -> Problem | None:
    """A value that was measured on the other side."""
    sides = set(_bare(sentence))
    if len(sides) != 1 or "both" in sides:
        return None
    for found in _VALUE.finditer(sentence):
        of_value = [set(_bare(line)) for line in lines if any(one[0] == found[0] for one in _VALUE.finditer(line))]
        if of_value and all(each and not each & sides for each in of_value):
            return "number_of_another", f"it was measured on the other side: {found[0]}"
    return None


_LABELS: Final = tuple(
    lazy_regex(words, re.IGNORECASE)
    for words in (
        r"\b(?P<label>mon|tues|wednes|thurs|fri|satur|sun)day\b|(?<![가-힣])(?P<ko>[월화수목금토일])요일",
        r"\b(?P<label>sitting|standing|lying)\b|(?<![가-힣])(?P<ko>앉|서서|누워|누운)",
        r"\b(?:at|week)\s(?P<label>\d{1,2})(?=\sweeks?\b|[),])|(?<!\d)(?P<ko>\d{1,2})\s?주(?:차|에\s)",
    )
)
"""What tells under what a value was read: the day of the week, how somebody lay or stood, the week of a pregnancy."""


def _of_label(sentence: str, lines: Sequence[str]) -> Problem | None:
    """A value that was read on another day of the week, in another posture, or in another week."""
    for words in _LABELS:
        said = set(_labels(words, sentence))
        values = [found[0] for found in _VALUE.finditer(words.sub(" ", sentence))]
        if len(said) != 1 or len(values) != 1:
            continue
        told = [set(_labels(words, line)) for line in lines if _VALUE_TOLD.search(line) and values[0] in _values(line)]
        if told and all(each and not each & said for each in told):
            return "value_of_another_day", f"it was read under something else: {values[0]}"
    return None


def _of_weekday(sentence: str, lines: Sequence[str], grounds: Grounds) -> Problem | None:
    """The one medicine of a sentence that is taken on another day of the week."""
    named = {one.entry.concept_id for one in grounds.names(sentence) if one.entry.kind == "medications"}
    said = set(_labels(_LABELS[0], sentence))
    if len(named) != 1 or len(said) != 1:
        return None
    own = [line for line in lines if named & {one.entry.concept_id for one in grounds.names(line)}]
    told = {day for line in own for day in _labels(_LABELS[0], line)}
    if told and not told & said:
        return "wrong_frequency", "it is taken on another day of the week"
    return None


_VALUE_TOLD: Final = lazy_regex(r"\s*(?:test|vital sign|검사|활력징후)\s?:", re.IGNORECASE)


def _values(line: str) -> set[str]:
    return {found[0] for found in _VALUE.finditer(line)}


def _labels(words: re.Pattern[str], text: str) -> Iterator[str]:
    for found in words.finditer(text):
        yield (found["label"] or found["ko"]).casefold()


def _bare(text: str) -> Iterator[str]:
    for found in _BARE.finditer(text):
        yield _SIDES[(found["after"] or found["only"] or found["ko"]).casefold()]


def _sided(text: str) -> Iterator[tuple[str, str]]:
    """Each side in a text with the part of the body that it stands with."""
    for found in _SIDED.finditer(text):
        side = _SIDES[(found["en"] or found["en2"] or found["ko"]).casefold()]
        part = (found["part"] or found["behind"] or found["part_ko"]).casefold()
        yield side, _STEMS.get(part, part.removesuffix("s") if part.isascii() else part)
