"""A number that is put right by itself, where the readers doubt of what: "No it was 186, my grandson read it wrong",
"480 not 520".

Beside medicines and other values on record the learned readers leave such words alone. The wrong number names its fact,
in the unit in which it was told. Where the right one stands alone and one value or dose on record alone is so near that
it can have been misread, it is that one; of several nobody can know.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import PATIENT, SERIES_SLOTS, Content, SlotKind, Status
from extraction.reading.asking.asked import asked, sentences
from extraction.reading.corrections.slips import is_slip, nearer_half
from extraction.reading.figures.figures import Figure
from extraction.reading.figures.measured_values import DIASTOLIC, SYSTOLIC
from extraction.reading.figures.measuring import number_on_record
from extraction.reading.figures.units_on_record import in_unit_on_record
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Act, Understanding
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_schedules import schedule_of
from extraction.values.dose_units import unit_of_dose

_SURE: Final = 0.5
"""Doubt below which an utterance puts something right."""
_WIDEST: Final = 1.6
"""How far a misread number lies from the right one at most, as a factor."""
_MOVES: Final = (Operation.CHANGE, Operation.CORRECT, Operation.RETRACT, Operation.REVERT)
_NAMED: Final = frozenset({"labs", "vitals", "medications", "drug_classes", "symptoms"})
_FURTHEST: Final = 4.0
"""Most by which a number is put right, as a factor."""
_NUMBER: Final = r"(?<![\d./:-])(?P<{}>\d{{1,4}}(?:\.\d{{1,2}})?)"
_PAIR_EN: Final = lazy_regex(
    rf"{_NUMBER.format('new1')},? (?:and |but )?(?:not?|instead of|rather than) {_NUMBER.format('old1')}"
    r"(?![\d.]*[\d/:])"
    rf"|\bnot {_NUMBER.format('old2')}(?:,| but|, but|, it'?s|;| it'?s)+ {_NUMBER.format('new2')}(?![\d.]*[\d/:])"
)
_PAIR_KO: Final = lazy_regex(
    rf"{_NUMBER.format('old1')}\s?(?:이|가|은|는)?\s?(?:아니라|아니고|아니에요|아니네요?|아니었고|말고)[,. ]*"
    r"(?:\S{1,6} )?"
    rf"{_NUMBER.format('new1')}(?![\d.]*[\d/:])"
)
"""A number and the wrong one that it takes the place of, with no name beside them."""
_SUPPOSED: Final = lazy_regex(
    r"\b(?:if|used to|usual(?:ly)?|normal(?:ly)?|best|wish\w*|hop(?:e|ed|ing)|target|goal|aim\w*"
    r"|would|could|almost|nearly)\b"
    r"|원래|예전|평소|보통|목표|최고|라면|이면|였으면|었으면|좋겠|싶|될\s?뻔"
)
"""Words of another time, of an aim or of a wish: the number beside is not what was measured."""
_WRONG: Final = lazy_regex(
    r"\b(?:wrong\w*|mis(?:read|heard|typed|took)|mistake|sorry|not|no|actually|should (?:be|say)|i meant?|typo|oops)\b"
    r"|아니|잘못|다시\s?보니|정정|틀[렸린]|착각|죄송|앗"
)


def with_bare_corrections(
    sheet: Sheet, heard: Heard, understanding: Understanding, proposals: Sequence[Proposal], extractor: str
) -> tuple[Proposal, ...]:
    """``proposals`` with the one value or dose on record that the only number of a correction can mean."""
    if any(one.operation in _MOVES and _says_to_what(one) for one in proposals):
        return tuple(proposals)
    confirmed = any(one.operation is Operation.CONFIRM for one in proposals)
    paired = None if confirmed else _of_a_pair(sheet, heard, extractor)
    if paired is not None:
        return (*(one for one in proposals if one.operation not in _MOVES), paired)
    if not (_puts_right(understanding.acts) or is_slip(sheet.folded)) or any(
        one.operation in _MOVES for one in proposals
    ):
        return tuple(proposals)
    numbers = [one for one in sheet.figures if one.kind == "number" and one.quantity.value is not None]
    named = any(one.entry.kind in ("labs", "vitals", "medications", "drug_classes") for one in sheet.mentions)
    if named or len(numbers) != 1 or numbers[0].counter or _WRONG.search(sheet.folded) is None:
        return tuple(proposals)
    meant = _meant(numbers[0], heard)
    return tuple(proposals) if meant is None else (*proposals, _corrected(sheet, meant, numbers[0], extractor))


def _says_to_what(proposal: Proposal) -> bool:
    """Whether what moves is told with what it moves to, or as taken back or ended."""
    content = proposal.content
    if proposal.operation not in (Operation.CHANGE, Operation.CORRECT) or content is None:
        return True
    ended = content.status in (Status.STOPPED, Status.ON_HOLD, Status.RESOLVED)
    return bool(content.value is not None or content.dose or content.frequency or content.valid_from or ended)


def _of_a_pair(sheet: Sheet, heard: Heard, extractor: str) -> Proposal | None:
    """The correction of the one fact on record that has the wrong number of "480 not 520"."""
    match = (_PAIR_KO if sheet.language == "ko" else _PAIR_EN).search(sheet.folded)
    if match is None or any(one.entry.kind in _NAMED for one in sheet.mentions):
        return None
    ends = next((end for start, end in sentences(sheet.folded) if start <= match.start() < end), len(sheet.folded))
    if (
        _SUPPOSED.search(sheet.folded)
        or sheet.folded[ends : ends + 1] == "?"
        or any(start <= match.start() < end for start, end in asked(sheet.folded))
    ):
        return None
    old = float(match["old1"] or (match["old2"] if "old2" in match.groupdict() else 0))
    new = float(match["new1"] or (match["new2"] if "new2" in match.groupdict() else 0))
    figure = next((one for one in sheet.figures if one.value == new and one.kind == "number"), None)
    if figure is None or figure.counter or old == new or not 1 / _FURTHEST <= new / old <= _FURTHEST:
        return None
    told = [one for one in heard.facts if one.subject == PATIENT and _is_told_as(one, old)]
    concepts = list(dict.fromkeys(one.concept.concept_id for one in told))
    pointed = [one for one in concepts if one in heard.pointed_at]
    if len(concepts) > 1 and len(pointed) != 1:
        return None
    fact = next((one for one in told if one.concept.concept_id == (pointed or concepts)[0]), None) if told else None
    return _corrected(sheet, fact, figure, extractor) if fact is not None else None


def _is_told_as(fact: Content, number: float) -> bool:
    if fact.slot is SlotKind.MEDICATIONS:
        return fact.status in (Status.ACTIVE, None) and number_on_record(fact) == number
    return fact.slot in SERIES_SLOTS and number in (number_on_record(fact), _stated(fact))


def _stated(fact: Content) -> float | None:
    try:
        return float(fact.value_stated) if fact.value_stated else None
    except ValueError:
        return None


def _puts_right(acts: Sequence[Act]) -> bool:
    return any(act.kind == "correct" and act.doubt < _SURE for act in acts)


def _meant(figure: Figure, heard: Heard) -> Content | None:
    near = [one for one in heard.facts if _is_near(one, figure)]
    if len(near) > 1:
        # Digits that changed places were misread: 168 and 186.
        near = [one for one in near if _digits(number_on_record(one)) == _digits(figure.value)]
        near = near or _of_one_pressure(figure, heard)
    return near[0] if len(near) == 1 else None


def _of_one_pressure(figure: Figure, heard: Heard) -> list[Content]:
    """The half of the pressure on record that the number is far nearer to, where nothing else is near it."""
    close = [one for one in heard.facts if _is_near(one, figure)]
    halves = {one.concept.concept_id: one for one in reversed(close)}
    if len(close) != len(halves) or set(halves) != {SYSTOLIC, DIASTOLIC}:
        return []
    half = nearer_half(figure.value, number_on_record(halves[SYSTOLIC]), number_on_record(halves[DIASTOLIC]))
    return [halves[half]] if half is not None else []


def _is_near(fact: Content, figure: Figure) -> bool:
    number = number_on_record(fact)
    in_force = fact.slot in SERIES_SLOTS or (
        fact.slot is SlotKind.MEDICATIONS and fact.status in (Status.ACTIVE, None) and not schedule_of(fact.dose)
    )
    if not in_force or fact.subject != PATIENT or not number or number == figure.value or figure.value <= 0:
        return False
    return 1 / _WIDEST <= figure.value / number <= _WIDEST and figure.quantity.unit in (None, fact.unit)


def _digits(value: float | None) -> list[str]:
    return sorted(f"{value:g}".replace(".", "")) if value is not None else []


def _corrected(sheet: Sheet, fact: Content, figure: Figure, extractor: str) -> Proposal:
    quote, start, end = sheet.quote(figure.start, figure.end)
    content = Content(slot=fact.slot, concept=fact.concept)
    if fact.slot is SlotKind.MEDICATIONS:
        dose = f"{figure.value:g}{unit_of_dose(fact.dose or '')}"
        content = content.with_fields(dose=dose, status=Status.ACTIVE)
    else:
        content = content.with_fields(
            value=figure.value, value_stated=f"{figure.value:g}", unit=fact.unit, qualifier=fact.qualifier
        )
        content = in_unit_on_record(content, fact)
    return Proposal(
        operation=Operation.CORRECT, content=content,
        target=Target(slot=fact.slot, concept_id=fact.concept.concept_id), quote=quote, start=start, end=end,
        extractor=extractor,
    )  # fmt: skip
