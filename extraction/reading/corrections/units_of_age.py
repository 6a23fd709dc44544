"""An age that is put right by its unit: "sorry typo, 6 WEEKS not months", "개월 말고 6주요".

The number stays, or is said again, and the unit was wrong. Weeks and months of a complaint are put right so as well:
what is meant is the age only where the unit, and the number if one is told, are those of the age on record.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from domain.ages import AGE, DAYS, MONTHS, WEEKS, YEARS
from domain.proposals import Operation, Proposal, Target
from domain.values import PATIENT, Content, SlotKind
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_UNITS: Final = {
    "year": YEARS, "yr": YEARS, "month": MONTHS, "mth": MONTHS, "mo": MONTHS, "week": WEEKS, "wk": WEEKS, "day": DAYS,
    "개월": MONTHS, "달": MONTHS, "주": WEEKS, "일": DAYS, "살": YEARS, "세": YEARS,
}  # fmt: skip
_WORDS: Final = {
    word: number
    for number, word in enumerate("one two three four five six seven eight nine ten eleven twelve".split(), start=1)
}
_N: Final = rf"(?:(?P<{{}}>\d{{{{1,3}}}}|{'|'.join(_WORDS)})[\s-]?)?"
_EN: Final = r"(?P<{}>years?|yrs?|months?|mths?|mos?|weeks?|wks?|days?)\b(?: old)?"
_KO: Final = r"(?P<{}>개월|달|주|일|살|세)"
_NOT_KO: Final = r"[이가은는]?\s?(?:아니라|아니고|아니구|말고|아니에요|아니예요|아닙니다),?\.?\s?"
_SORRY_EN: Final = r"sorry|typo|oops|whoops|i meant?|correction|my (?:bad|mistake)|scratch that|should (?:say|be|read)"
_SORRY_KO: Final = (
    r"죄송(?:해요|합니다)?|미안(?:해요)?|오타(?:예요|요|네요)?|앗|아니"
    r"|잘못\s?(?:썼|쳤|말했|적었)(?:어요|네요|습니다)?"
)
_IS_KO: Final = r"(?:이에요|예요|이요|요|입니다|인데요?|이고|이야|야)?"


def _pattern(*parts: str) -> re.Pattern[str]:
    return re.compile("".join(parts))


_CONTRASTS: Final = (
    _pattern(r"\b", _N.format("n"), _EN.format("unit"), r",? (?:and )?not ", _N.format("o"), _EN.format("wrong")),
    _pattern(r"\bnot ", _N.format("o"), _EN.format("wrong"), r"[,;:.]? (?:but |it'?s |i mean(?:t)? |he'?s |she'?s )?",
             _N.format("n"), _EN.format("unit")),
    _pattern(_N.format("o"), _KO.format("wrong"), _NOT_KO,
             r"(?:생후\s?)?", _N.format("n"), _KO.format("unit"), r"(?![가-힣]?간)"),
    _pattern(_N.format("n"), _KO.format("unit"), _IS_KO, r"[,.]?\s", _N.format("o"), _KO.format("wrong"),
             r"[이가은는]?\s?(?:아니|말고)"),
)  # fmt: skip
"""One unit told against another: "weeks not months", "개월이 아니라 주"."""
_SLIPS: Final = (
    _pattern(rf"\b(?:{_SORRY_EN})\b",
             r"[,:.!]? (?:(?:i meant?|it'?s|it is|that'?s|he'?s|she'?s|typo|sorry|was|to (?:say|put|type))[,:]? )*",
             _N.format("n"), _EN.format("unit"), r"(?! (?:ago|later))"),
    _pattern(rf"(?:{_SORRY_KO})[,.!~]?\s",
             r"(?:생후\s?)?", _N.format("n"), _KO.format("unit"), _IS_KO, r"(?=[\s,.!]|$)"),
)  # fmt: skip
"""Words of a slip, and the right unit behind them: "oops, 6 weeks"."""
_OF_AGE: Final = lazy_regex(r"\bold\b|\bage\b|\bbaby\b|\b(?:s?he)'?s\b|생후|나이|아기|애기")


def with_units_of_age(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], extractor: str
) -> tuple[Proposal, ...]:
    """``proposals`` with the age on record in the unit that is put right, where the words put one right."""
    known = next((one for one in heard.facts if one.concept.concept_id == AGE and one.subject == PATIENT), None)
    if known is None or not isinstance(known.value, float):
        return tuple(proposals)
    found = next((one for one in _put_right(sheet.folded) if _is_meant(one, known, sheet)), None)
    if found is None:
        made = [_told_closer(one, known) for one in proposals]
        told = any(_is_age(one) and not _is_hollow(one) for one in made)
        return tuple(one for one in made if not (told and _is_hollow(one)))
    value = _number(found["n"]) or known.value
    content = Content(
        slot=SlotKind.DEMOGRAPHICS, concept=known.concept, value=value, unit=_unit(found["unit"]),
        value_stated=f"{value:g}",
    )  # fmt: skip
    quote, start, end = sheet.quote(*found.span())
    own = Proposal(
        operation=Operation.CORRECT, content=content, target=Target(slot=SlotKind.DEMOGRAPHICS, concept_id=AGE),
        quote=quote, start=start, end=end, extractor=extractor,
    )  # fmt: skip
    return (*(one for one in proposals if not _is_age(one)), own)


def _told_closer(proposal: Proposal, known: Content) -> Proposal:
    """An age that is the one on record in a smaller unit in its place: "3개월", and then "정확히는 생후 78일"."""
    content = proposal.content
    if (
        not _is_age(proposal)
        or content is None
        or content.subject != PATIENT
        or proposal.operation is not Operation.ASSERT
    ):
        return proposal
    told, recorded = _LENGTHS.get(content.unit or YEARS), _LENGTHS.get(known.unit or YEARS)
    if told is None or recorded is None or told >= recorded:
        return proposal
    if not isinstance(content.value, float) or not isinstance(known.value, float):
        return proposal
    if abs(content.value * told - known.value * recorded) > recorded:
        return proposal
    return proposal.with_fields(operation=Operation.CORRECT, target=Target(slot=SlotKind.DEMOGRAPHICS, concept_id=AGE))


_LENGTHS: Final = {YEARS: 365.25, MONTHS: 30.4, WEEKS: 7.0, DAYS: 1.0}


def _put_right(folded: str) -> list[re.Match[str]]:
    return [match for pattern in (*_CONTRASTS, *_SLIPS) for match in pattern.finditer(folded)]


def _is_meant(match: re.Match[str], known: Content, sheet: Sheet) -> bool:
    """Whether what is put right is the age on record: its unit was the wrong one, and its number is told or none is."""
    unit, wrong = _unit(match["unit"]), match.groupdict().get("wrong")
    recorded = known.unit or YEARS
    if unit == recorded or (wrong and _unit(wrong) != recorded):
        return False
    numbers = {_number(match[group]) for group in ("n", "o") if match.groupdict().get(group)}
    if known.value in numbers:
        return True
    if numbers:
        return _OF_AGE.search(sheet.folded) is not None
    return wrong is not None and not any(one.entry.kind in _LASTING for one in sheet.mentions)


_LASTING: Final = frozenset({"conditions", "symptoms", "medications", "drug_classes", "procedures"})
"""What lasts weeks or months itself, where it is named."""


def _number(words: str | None) -> float | None:
    return None if not words else float(_WORDS.get(words) or words)


def _unit(words: str) -> str:
    return next(code for word, code in _UNITS.items() if words.startswith(word))


def _is_age(proposal: Proposal) -> bool:
    return proposal.content is not None and proposal.content.concept.concept_id == AGE


def _is_hollow(proposal: Proposal) -> bool:
    """Whether an age is only said to be another, without the one that it is."""
    return _is_age(proposal) and proposal.content is not None and proposal.content.value is None
