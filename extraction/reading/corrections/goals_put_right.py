"""A goal put right: "not 79, she wants it under 74.5", "목표를 3.15 아래로 고쳐줘".

The goals that were set stand on record, so a limit that is told in a correction is of the test that is named, of the
one whose goal is said beside it, or of the goal that was told last. A number without a side is a goal only where it is
called one. It takes the place of the goal that was never right, and is no value of the test.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import SERIES_SLOTS, Content, SlotKind
from extraction.reading.corrections.slips import is_slip
from extraction.reading.corrections.taking_back import asked_in, is_denied, puts_right, requested, takes_back
from extraction.reading.figures.measured_values import DIASTOLIC, SYSTOLIC
from extraction.reading.findings.goals import GOAL, Limit, limits_said, pressure_limits
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import GUESS, Understanding
from extraction.text.lazy_regex import lazy_regex

_LONGEST: Final = 300
_FURTHEST: Final = 4.0
"""Most by which a goal is put right, as a factor."""
_CALLED: Final = lazy_regex(r"목표|타깃|타겟|\b(?:targets?|goals?|limit|cut-?off)\b")
_BESIDE: Final = frozenset({"medications", "drug_classes", "labs", "vitals"})


def with_goals_put_right(
    sheet: Sheet, heard: Heard, understanding: Understanding, proposals: Sequence[Proposal], author: str
) -> tuple[Proposal, ...]:
    """``proposals`` in which a limit that the words put right takes the place of the goal that was set."""
    if not heard.goals or len(sheet.folded) > _LONGEST or sheet.dates:
        return tuple(proposals)
    pressures = _of_pressures(sheet, heard)
    if pressures:
        moved = [(goal, right) for goal, right in pressures if goal.value != right.value]
        says_old = len(moved) < len(pressures)
        if not moved or not _is_put_right(sheet, heard, understanding, proposals, *moved[0], says_old=says_old):
            return tuple(proposals)
        numbers: set[float | None] = {one.value for _, one in pressures}
        kept = [one for one in proposals if not any(_is_of_these_words(one, sheet, goal, numbers) for goal, _ in moved)]
        return (*kept, *(_corrected(sheet, goal, right, author) for goal, right in moved))
    return _of_one_number(sheet, heard, understanding, proposals, author)


def _of_pressures(sheet: Sheet, heard: Heard) -> list[tuple[Content, Limit]]:
    """The two goals that were set for a blood pressure, each with the number that is told for it."""
    goals = {one.concept.concept_id.removeprefix(GOAL): one for one in reversed(heard.goals)}
    upper, lower = goals.get(SYSTOLIC), goals.get(DIASTOLIC)
    if upper is None or lower is None:
        return []
    said = [one for one in pressure_limits(sheet) if (one[0].value, one[1].value) != (upper.value, lower.value)]
    return [(upper, said[0][0]), (lower, said[0][1])] if len(said) == 1 else []


def _of_one_number(
    sheet: Sheet, heard: Heard, understanding: Understanding, proposals: Sequence[Proposal], author: str
) -> tuple[Proposal, ...]:
    numbers = limits_said(sheet)
    goal = _meant(sheet, heard, numbers)
    if goal is None or not isinstance(goal.value, float):
        return tuple(proposals)
    own = goal.value
    new = [one for one in numbers if one.value != own and _is_near(one, own)]
    new = [one for one in new if not is_denied(sheet.folded, (one.start, one.end))] if len(new) > 1 else new
    sided = [one for one in new if one.comparator is not None] or new
    if len({one.value for one in sided}) != 1:
        return tuple(proposals)
    right = sided[0]
    says_old = any(one.value == own for one in numbers)
    if not _is_put_right(sheet, heard, understanding, proposals, goal, right, says_old=says_old):
        return tuple(proposals)
    kept = [one for one in proposals if not _is_of_these_words(one, sheet, goal, {own, right.value})]
    return (*kept, _corrected(sheet, goal, right, author))


def _meant(sheet: Sheet, heard: Heard, numbers: Sequence[Limit]) -> Content | None:
    """The goal that is meant: of the test that is named, else the one whose number is said, else the last one set."""
    named = {one.entry.concept_id for one in sheet.mentions if one.entry.kind in ("labs", "vitals")}
    goals = [one for one in heard.goals if one.value_low is None]
    if named:
        tests = {fact.concept.concept_id for fact in heard.facts if not named.isdisjoint(fact.concept.broader)} | named
        goals = [one for one in goals if one.concept.concept_id.removeprefix(GOAL) in tests]
        return goals[0] if goals else None
    said = [one for one in goals if any(one.value == number.value for number in numbers)]
    return next(iter(said or goals), None)


def _is_near(number: Limit, own: float) -> bool:
    return own > 0 and 1 / _FURTHEST <= number.value / own <= _FURTHEST


def _is_put_right(
    sheet: Sheet, heard: Heard, understanding: Understanding, proposals: Sequence[Proposal], goal: Content,
    right: Limit, *, says_old: bool,
) -> bool:  # fmt: skip
    """Whether the words put a goal right, and neither ask nor tell of anything else."""
    text, concept = sheet.folded, goal.concept.concept_id
    if any(first <= right.start < last for first, last in asked_in(text)) and not requested(text):
        return False
    named = {one.entry.concept_id for one in sheet.mentions if one.entry.kind in _BESIDE}
    of_it = {concept.removeprefix(GOAL), *goal.concept.broader}
    told_anew = any(one.content is not None and one.content.concept.concept_id == concept for one in proposals)
    if named - of_it and not told_anew:
        return False
    if not says_old and any(one.entry.kind == "relatives" for one in sheet.mentions):
        return False
    called = _CALLED.search(text) is not None
    heard_so = any(one.kind in ("correct", "retract", "revert") and one.doubt <= GUESS for one in understanding.acts)
    # A limit alone is put right by a guess: nothing but a goal was set below something.
    heard_so = heard_so or (right.comparator is not None and understanding.has("correct"))
    wrong = heard_so or takes_back(text) or puts_right(text) or is_slip(text)
    readings = [one for one in heard.facts if one.concept.concept_id == concept.removeprefix(GOAL)]
    if right.comparator is None and not called:
        # A bare number is a goal only beside the one that was set, where it is no value of the test either.
        return says_old and wrong and not named and not any(one.value in (goal.value, right.value) for one in readings)
    if named:
        # "My LDL goal is now below 60" moves a goal that was right until then.
        return wrong and (told_anew or says_old or called or not readings)
    return says_old or wrong or called


def _is_of_these_words(proposal: Proposal, sheet: Sheet, goal: Content, numbers: set[float | None]) -> bool:
    """Whether it is another reading of the same words: of this goal, or of a value or dose that nobody names."""
    content, target = proposal.content, proposal.target
    if content is None:
        return target is None or target.concept_id is None or target.slot in SERIES_SLOTS
    if content.concept.concept_id == goal.concept.concept_id:
        return True
    if content.slot in SERIES_SLOTS:
        return content.value in numbers or proposal.operation is not Operation.ASSERT
    named = any(one.entry.concept_id == content.concept.concept_id for one in sheet.mentions)
    return content.slot is SlotKind.MEDICATIONS and not named


def _corrected(sheet: Sheet, goal: Content, right: Limit, author: str) -> Proposal:
    quote, start, end = sheet.quote(right.start, right.end)
    content = Content(
        slot=goal.slot,
        concept=goal.concept,
        value=right.value,
        comparator=right.comparator or goal.comparator,
        unit=goal.unit,
        qualifier=goal.qualifier,
    )
    return Proposal(
        operation=Operation.CORRECT,
        content=content,
        target=Target(slot=goal.slot, concept_id=goal.concept.concept_id),
        reason="a goal was put right",
        quote=quote,
        start=start,
        end=end,
        extractor=author,
        fields=("value",),
    )
