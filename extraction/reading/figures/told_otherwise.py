"""Numbers that were taken for a reading and are told of something else: "나 68이고 혈압은 15년 됐어".

An age is no pressure and no dose. What is told only as the reason for a medicine has no value there. What counts
another thing right before it ("스텐트 두 개 박았고 담배 피워요") counts no cigarettes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import Content, SlotKind
from extraction.reading.medicines.times_in_words import TAKEN
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_units import number_of_dose

_MEASURED: Final = frozenset({SlotKind.LABS, SlotKind.VITALS})
_REASON: Final = lazy_regex(r"\s?(?:[이가]\s?(?:높|낮|올라|안\s?좋)[가-힣]{0,3}\s?)?(?:때문|땜|탓|덕분)")
_REASON_AHEAD: Final = lazy_regex(
    r"\b(?:because of|cos of|coz of|due to|on account of|'cause of)(?: (?:my|the"
    r"|his|her|high|low|bad))* $"
)
_RESULT: Final = lazy_regex(r"\b(?:was|came|measured|tested|result|reading)\b|재\s?[보봤니]|쟀|나[왔와오]|측정|검사")
"""Words of measuring around a number, or right behind it."""
_BESIDE: Final = 6
_BETWEEN: Final = 2


def without_numbers_told_otherwise(sheet: Sheet, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` without readings of such numbers, and with a habit of no count where the count is another's."""
    ages = {one.content.value: one for one in proposals if one.content is not None and _is_age(one.content)}
    kept = []
    for one in proposals:
        content = one.content
        if content is not None and content.slot in _MEASURED and one.operation is Operation.ASSERT:
            aged = _is_the_age(one, ages.get(content.value)) or _is_of_oneself(sheet, content)
            if aged or _is_a_reason(sheet, content) or _is_of_a_habit(sheet, one, content):
                continue
        if (
            content is not None
            and content.slot is SlotKind.MEDICATIONS
            and (_is_dosed_by_age(sheet, content) or _is_dosed_by_drinks(sheet, content))
        ):
            one = one.with_fields(content=content.with_fields(dose=None))
        if content is not None and content.slot is SlotKind.SOCIAL_HISTORY and _counts_another(sheet, content):
            one = one.with_fields(content=content.with_fields(value="current", unit=None))
        kept.append(one)
    return tuple(kept)


def _is_age(content: Content) -> bool:
    return content.slot is SlotKind.DEMOGRAPHICS and content.concept.concept_id == "age"


def _is_the_age(reading: Proposal, age: Proposal | None) -> bool:
    """Whether the number of a reading stands where the patient's years were read."""
    if age is None or None in (reading.start, reading.end, age.start, age.end):
        return False
    assert reading.start is not None and reading.end is not None and age.start is not None and age.end is not None
    return reading.start <= age.start and age.end <= reading.end and reading.quote != age.quote


def _is_of_oneself(sheet: Sheet, content: Content) -> bool:
    """Whether the only such number is what somebody says to be: "나 68이고"."""
    told = [one for one in sheet.figures if one.value == content.value]
    return len(told) == 1 and bool(
        _ONESELF.search(sheet.folded[max(0, told[0].start - 8) : told[0].start])
        and _AND_SO.match(sheet.folded, told[0].end)
    )


_ONESELF: Final = lazy_regex(r"(?:^|[\s.,])(?:저는?|전|나는?|난|내가|내는)\s$")
_AND_SO: Final = lazy_regex(r"(?:이고|이구|인데|이며)")


def _is_of_a_habit(sheet: Sheet, proposal: Proposal, content: Content) -> bool:
    """Whether all such numbers say how much of something is done, how often or since what age: "smoke ten a day"."""
    told = [one for one in sheet.figures if one.value == content.value]
    if not told and proposal.start is not None and proposal.end is not None:
        # In another unit: the number that the reading rests on.
        placed = ((one, sheet.quote(one.start, one.end)) for one in sheet.figures)
        told = [one for one, (_, low, high) in placed if proposal.start <= low and high <= proposal.end]
    text = sheet.folded
    return bool(told) and all(
        _PER_DAY.match(text, one.end)
        or _OF_HABITS.match(text, one.end)
        or _DOES.search(text[max(0, one.start - 24) : one.start])
        for one in told
    )


def _is_dosed_by_drinks(sheet: Sheet, content: Content) -> bool:
    """Whether the number of a dose stands in the words as that of a habit alone: "on atorvastatin, 2 coffees a day"."""
    told = [one for one in sheet.figures if one.value == number_of_dose(content.dose)]
    return bool(told) and all(
        one.counter in _HABITUAL or _OF_HABITS.match(sheet.folded, one.end) is not None for one in told
    )


_HABITUAL: Final = frozenset({"drink", "cigarette", "pack", "bottle"})
"""Counters of what is drunk and smoked."""


_OF_HABITS: Final = lazy_regex(
    r"\s?(?:\w+ )?(?:cigarettes?|cigs|ciggies|fags|smokes|rollies|roll[- ]ups|drinks?|pints?|units of (?:alcohol|booze)"
    r"|units a week|coffees?|teas?|beers?|wines?|cups|miles?|steps)\b|\s?(?:개비|개피|갑|잔|보(?![가-힣])|만보)"
)
_PER_DAY: Final = lazy_regex(
    r"\s?(?:\w+ )?(?:a|per|each|every) (?:day|night|week|month)\b(?! (?:ago|after|before|later|or))"
    r"|\s?(?:\w+ )?packs?\b|\s?병"
)
_DOES: Final = lazy_regex(
    r"\b(?:smok\w*|vap(?:e|es|ing)|drink\w*|walk\w*|run|jog\w*)(?: (?:about|around|roughly|maybe|like|some|up to|over"
    r"|at least))* $"
    r"|\b(?:since|when|until|till) (?:i|he|she) (?:was|were|turned) $"
)
"""What is done before a number of times or years of it, and what stands behind the number of a habit."""


def _is_dosed_by_age(sheet: Sheet, content: Content) -> bool:
    """Whether the number of a dose stands in the words as years alone: "on rigevidon, 19"."""
    told = [one for one in sheet.figures if one.value == number_of_dose(content.dose)]
    return bool(told) and all(one.kind == "age" for one in told)


def _is_a_reason(sheet: Sheet, content: Content) -> bool:
    """Whether the test is named only as why a medicine is taken or changed, and its number is that one's dose.

    "당화 때문에 재 봤더니 6.3" tells of the test.
    """
    named = [one for one in sheet.mentions if one.entry.concept_id == content.concept.concept_id]
    if len(named) != 1:
        return False
    figures = [one for one in sheet.figures if one.value == content.value]
    behind = all(one.start >= named[0].end for one in figures) and not any(
        _RESULT.search(sheet.folded, named[0].end, one.end + _BESIDE) for one in figures
    )
    taken = [one.start for one in sheet.mentions if one.entry.kind in TAKEN]
    behind = behind and any(start < one.start for start in taken for one in figures)
    ahead = sheet.folded[max(0, named[0].start - 24) : named[0].start]
    reason = _REASON.match(sheet.folded, named[0].end) is not None or _REASON_AHEAD.search(ahead) is not None
    return reason and bool(figures) and behind


def _counts_another(sheet: Sheet, content: Content) -> bool:
    if not isinstance(content.value, float):
        return False
    figures = [one for one in sheet.figures if one.value == content.value]
    others = [
        one.end for one in sheet.mentions if one.entry.kind in ("procedures", "conditions", "medications", "symptoms")
    ]
    return bool(figures) and all(any(0 <= one.start - end <= _BETWEEN for end in others) for one in figures)
