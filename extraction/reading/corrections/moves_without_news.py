"""A move that was heard without what it moves to: "drop the warfarin to four", "마도파가 네 번으로 늘었고".

The readers hear surely that something on record is changed or put right, and of what; which of the numbers it is they
bind by their places, and at times by none. Of a medicine what the words tell and nothing else has taken, a number near
its dose on record, a count, a rhythm, is then the news, where there is one alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import PATIENT, Content, Polarity, SlotKind, Status
from extraction.naming.lexicon import Lexicon
from extraction.reading.figures.figures import Figure
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Understanding
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_schedules import schedule_of
from extraction.values.dose_units import DOSE_UNITS, assumed_unit, number_of_dose
from extraction.values.measure_words import counter_of, with_unit

_MOVES: Final = frozenset({Operation.CHANGE, Operation.CORRECT})
_GOING_ON: Final = frozenset({None, Status.ACTIVE})
_NEWS: Final = (
    "value", "value_low", "dose", "frequency", "timing", "valid_from", "valid_to", "stage", "severity", "reaction",
    "qualifier",
)  # fmt: skip
_LONGEST: Final = 300
_FURTHEST: Final = 5.0
"""Most by which a dose is moved at once, as a factor; what is further off is another number."""
_TAKEN: Final = frozenset({"medications", "drug_classes"})
_TESTS: Final = frozenset({"labs", "vitals"})
_FROM_TO: Final = lazy_regex(
    r"\s?(?:(?:mg|mcg|밀리\S*|미리|알|정|단위)?\s?(?:에서|서|→|->|=>|~)|\S{0,8}\s?(?:up |down )?to)\s?(?:the )?"
)
"""What stands between the old number and the new one."""
_DENIED_BEFORE: Final = lazy_regex(
    r"(?:\bnot|\bno|n'?t|\binstead of|\brather than|\bwas|\bused to be)(?: (?:the|at|on))? ?$"
)
_DENIED_BEHIND: Final = lazy_regex(
    r"\s?(?:mg|mcg|밀리\S*|미리|알|정)?\s?(?:이|가|은|는)?\s?(?:아니|아이|말고|였|이었|이랬|랬|라고\s?했|라\s?했|짜리\s?먹다)"
    r"|\s?(?:mg|mcg)?\s?(?:is (?:way )?out|was before|before|any ?more|is wrong)"
)
_OF_TIME: Final = lazy_regex(
    r"\s?-?(?:days?|weeks?|months?|years?|hours?|hrs?|minutes?|mins?|nights?|times|x\b|th\b|st\b|nd\b|rd\b|am\b|pm\b|o'?clock"
    r"|%|/|lit(?:er|re)s?|l\b|kg|kilos?|lbs?|pounds?|리터|일|주|달|개월|년|시간|시(?![가-힣])|분|번|회|차|세|살|킬로|월)"
)
_OFTEN_KO: Final = lazy_regex(r"(?<![가-힣\d])(?P<n>한|두|세|네|[1-4])\s?(?:번|회)(?:으로|씩|만|이에|이야|으루)")
_OFTEN_EN: Final = lazy_regex(
    r"\b(?P<n>once|twice|thrice|one|two|three|four|[1-4])(?: (?:tablets?|pills?|capsules?|caps?|doses?|puffs?))?"
    r"(?: times)? (?:a|per|each|every) day\b|\b(?P<alone>thrice|twice)\b"
)
_TIMES: Final = {
    "한": 1, "두": 2, "세": 3, "네": 4, "once": 1, "one": 1, "twice": 2, "two": 2, "thrice": 3, "three": 3, "four": 4,
    "1": 1, "2": 2, "3": 3, "4": 4,
}  # fmt: skip
_DAILY: Final = {1: "QD", 2: "BID", 3: "TID", 4: "QID"}
_MOVED_UP_TWICE: Final = lazy_regex(r"\b(?:up|down|gone|went|changed|moved) (?:twice|thrice)\b")


def with_news_of_moves(
    sheet: Sheet, heard: Heard, understanding: Understanding, proposals: Sequence[Proposal], lexicon: Lexicon
) -> tuple[Proposal, ...]:
    """``proposals`` in which a change or correction that says nothing new tells what the words do, where they do."""
    kept = tuple(proposals)
    if len(sheet.folded) > _LONGEST or not (understanding.surely("change") or understanding.surely("correct")):
        return kept
    empty = [(one, known) for one in kept if (known := _moves_nothing(one, heard)) is not None]
    if not empty:
        return kept
    others = [one for one in kept if all(one is not moved for moved, _ in empty)]
    filled: dict[int, Proposal] = {}
    for proposal, known in empty:
        content = _news(sheet, proposal, known, others, lexicon)
        if content is not None:
            filled[id(proposal)] = proposal.with_fields(content=content)
            others = [*others, filled[id(proposal)]]
    return tuple(filled.get(id(one), one) for one in kept)


def _moves_nothing(proposal: Proposal, heard: Heard) -> Content | None:
    """The medicine on record that a proposal moves to where it stands; None where it tells anything new."""
    content = proposal.content
    if proposal.operation not in _MOVES or content is None or content.subject != PATIENT:
        return None
    if content.slot is not SlotKind.MEDICATIONS:
        return None
    known = next(
        (one for one in heard.facts if one.slot is content.slot and one.concept.concept_id == content.concept.concept_id
         and one.subject == PATIENT), None,
    )  # fmt: skip
    if known is None or known.polarity is not Polarity.AFFIRMED or content.polarity is not Polarity.AFFIRMED:
        return None
    if content.status not in _GOING_ON or known.status not in _GOING_ON:
        return None
    told = [name for name in _NEWS if getattr(content, name) not in (None, getattr(known, name))]
    return None if told else known


def _news(
    sheet: Sheet, proposal: Proposal, known: Content, others: Sequence[Proposal], lexicon: Lexicon
) -> Content | None:
    start, end = _own_words(sheet, known)
    dose = _dose(sheet, known, others, lexicon, start, end)
    often = _often(sheet, known, others, start, end)
    if dose is None and often is None:
        return None
    content = proposal.content or known
    content = content if dose is None else content.with_fields(dose=dose)
    return content if often is None else content.with_fields(frequency=often)


def _own_words(sheet: Sheet, known: Content) -> tuple[int, int]:
    """From where what is moved is named to where another such thing is; all words where nothing names it."""
    named = [one for one in sheet.mentions if one.entry.kind in _TAKEN | _TESTS]
    own = [one for one in named if known.concept.concept_id in (one.entry.concept_id, *one.entry.broader)
           or one.entry.concept_id in known.concept.broader]  # fmt: skip
    if not own:
        return 0, min((one.start for one in named), default=len(sheet.folded))
    start, end = own[0].start, own[-1].end
    before = max((one.end for one in named if one.end <= start), default=0)
    behind = min((one.start for one in named if one.start >= end and one not in own), default=len(sheet.folded))
    return before, behind


def _dose(
    sheet: Sheet, known: Content, others: Sequence[Proposal], lexicon: Lexicon, start: int, end: int
) -> str | None:
    own = number_of_dose(known.dose)
    if known.dose is not None and schedule_of(known.dose):
        return None
    figures = [one for one in sheet.figures if start <= one.start and one.end <= end and _may_be_a_dose(sheet, one)]
    figures = [one for one in figures if not _is_taken_by(one, others)]
    new = [one for one in figures if not _is_old(sheet, one, figures, own)]
    if len(new) != 1:
        return None
    return _written(new[0], known, own, lexicon)


def _written(figure: Figure, known: Content, own: float | None, lexicon: Lexicon) -> str | None:
    value, unit = figure.value, figure.quantity.unit
    if figure.counter:
        counted = counter_of(known.dose)
        if counted and counted != figure.counter:
            return None
        written = with_unit(f"{value:g}", f" {figure.measure or figure.counter}")
        return None if written == known.dose else written
    if unit is None and own is None:
        return None
    if own is not None and not 1 / _FURTHEST <= value / own <= _FURTHEST:
        return None
    if unit is not None:
        return f"{value:g}{DOSE_UNITS[unit]}" if unit in DOSE_UNITS else None
    if figure.spoken and counter_of(known.dose):
        return None
    return with_unit(f"{value:g}", assumed_unit(known.concept, known.dose, lexicon, value))


def _may_be_a_dose(sheet: Sheet, figure: Figure) -> bool:
    if figure.kind not in ("number", "count") or figure.value <= 0 or figure.schedule is not None:
        return False
    dated = any(one.start < figure.end and figure.start < one.end for one in sheet.dates)
    often = any(one.start <= figure.start and figure.end <= one.end for one in sheet.frequencies)
    timed = not figure.counter and _OF_TIME.match(sheet.folded, figure.end) is not None
    return not dated and not often and not timed and not _is_how_often(sheet, figure)


def _is_how_often(sheet: Sheet, figure: Figure) -> bool:
    patterns = (_OFTEN_KO, _OFTEN_EN)
    return any(one.start() <= figure.start < one.end() for rule in patterns for one in rule.finditer(sheet.folded))


def _is_taken_by(figure: Figure, others: Sequence[Proposal]) -> bool:
    written = f"{figure.value:g}"
    told = (one.content for one in others if one.content is not None)
    return any(written == one.value_stated or number_of_dose(one.dose) == figure.value for one in told)


def _is_old(sheet: Sheet, figure: Figure, figures: Sequence[Figure], own: float | None) -> bool:
    """Whether a number is what it was: that on record, one that is denied, or where another one comes from."""
    text = sheet.folded
    if not figure.counter and figure.value == own:
        return True
    if _DENIED_BEFORE.search(text[max(0, figure.start - 20) : figure.start]) or _DENIED_BEHIND.match(text, figure.end):
        return True
    behind = next((one for one in figures if one.start >= figure.end), None)
    return behind is not None and _FROM_TO.fullmatch(text[figure.end : behind.start]) is not None


def _often(sheet: Sheet, known: Content, others: Sequence[Proposal], start: int, end: int) -> str | None:
    told = {one.content.frequency for one in others if one.content is not None}
    text = sheet.folded
    counted = [
        (_DAILY[_TIMES[one["n"] if "n" in one.groupdict() and one["n"] else one["alone"]]], *one.span())
        for rule in (_OFTEN_KO, _OFTEN_EN) for one in rule.finditer(text, start, end)
        if not _is_of_the_move(text, *one.span())
    ]  # fmt: skip
    plain = [
        (one.code, one.start, one.end) for one in sheet.frequencies
        if start <= one.start and one.end <= end and not one.weak
        and not any(first < one.end and one.start < last for _, first, last in counted)
    ]  # fmt: skip
    codes = {code for code, first, last in (*counted, *plain) if not _DENIED_BEHIND.match(text, last)
             and not _DENIED_BEFORE.search(text[max(0, first - 20) : first])}  # fmt: skip
    # Of two rhythms, one of which is on record, which holds is not told by that.
    return next(iter(codes)) if len(codes) == 1 and codes.isdisjoint({known.frequency, *told}) else None


def _is_of_the_move(text: str, start: int, end: int) -> bool:
    """Whether it counts the moves themselves: "it's gone up twice since"."""
    return any(one.start() < end and start < one.end() for one in _MOVED_UP_TWICE.finditer(text))
