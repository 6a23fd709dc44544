"""A value put right by two numbers, of which the record says which is the old one: "please replace 86 with 107".

Whoever puts a value right says it in any order and with any verb. The record knows which of the two stands, so that one
is the old one and the other the new one; a value that a correction replaced, said again, undoes that correction. Words
that compare, suppose or tell of another measuring put nothing right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import PATIENT, SERIES_SLOTS, Content, SlotKind
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Entry
from extraction.reading.corrections.numbers_said import is_value, numbers_said
from extraction.reading.corrections.taking_back import (
    asked_in,
    denies_the_new,
    editing,
    is_asked,
    is_denied,
    moves_between,
    of_an_earlier_one,
    puts_right,
    requested,
    supposes,
    takes_back_plainly,
    undoes,
)
from extraction.reading.figures.figures import Figure
from extraction.reading.figures.measured_values import DIASTOLIC, SYSTOLIC, measured
from extraction.reading.figures.measuring import in_range, normal, unit_fits
from extraction.reading.figures.units_on_record import in_unit_on_record
from extraction.reading.findings.goals import GOAL
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet, is_goal
from extraction.reading.understanding import GUESS, Understanding

_FURTHEST: Final = 4.0
"""Most by which a value is put right, as a factor."""


@dataclass(frozen=True, slots=True)
class _Said:
    """The numbers said that can be values of one test: those that stand on record, and the others."""

    entry: Entry
    standing: tuple[tuple[Figure, tuple[Content, ...]], ...]
    others: tuple[Figure, ...]

    @property
    def figures(self) -> tuple[Figure, ...]:
        """All of them, those that are not on record first."""
        return (*self.others, *(figure for figure, _ in self.standing))


def with_values_put_right_by_the_record(
    sheet: Sheet, heard: Heard, understanding: Understanding, proposals: Sequence[Proposal], lexicon: Lexicon,
    author: str,
) -> tuple[Proposal, ...]:  # fmt: skip
    """``proposals`` in which the number that is not on record takes the place of the one that is, or of none."""
    if not any(one.slot in SERIES_SLOTS for one in heard.facts) or len(sheet.folded) > _LONGEST:
        return tuple(proposals)
    numbers = numbers_said(sheet)
    if not numbers or any(one.kind in ("systolic", "diastolic") for one in sheet.figures):
        return tuple(proposals)
    of_tests = (_said(one, numbers, heard) for one in _tests(sheet, heard, lexicon))
    said = [one for one in of_tests if one is not None]
    right = _put_right(sheet, heard, understanding, said, author)
    if right is None:
        return tuple(one for one in proposals if not _is_supposed(one, said, sheet))
    return (*(one for one in proposals if not _is_of_these(one, right, sheet)), right)


def _is_supposed(proposal: Proposal, said: Sequence[_Said], sheet: Sheet) -> bool:
    """Whether it puts a value right that is only supposed beside the one on record: "if it were 107 and not 86"."""
    content = proposal.content
    if proposal.operation not in (Operation.CORRECT, Operation.CHANGE) or content is None:
        return False
    return any(
        supposes(sheet.folded, old.start, new.start)
        for one in said
        if one.entry.concept_id == content.concept.concept_id
        for old, _ in one.standing
        for new in one.others
        if content.value in (new.value, normal(one.entry, new.quantity, new.value))
    )


_LONGEST: Final = 400
"""Characters of a text in which a correction is looked for; longer ones are pasted sheets."""


def _put_right(
    sheet: Sheet, heard: Heard, understanding: Understanding, said: Sequence[_Said], author: str
) -> Proposal | None:
    narrowed = [_of_the_denied(one, sheet.folded) for one in said]
    pairs = [one for one in narrowed if len(one.standing) == 1 and len({each.value for each in one.others}) == 1]
    pointed = [one for one in pairs if one.entry.concept_id in heard.pointed_at]
    pairs = pointed if len(pairs) > 1 else pairs
    if len(pairs) == 1 and _is_correction(sheet, heard, understanding, pairs[0]):
        figure, facts = pairs[0].standing[0]
        return _corrected(sheet, heard, pairs[0], figure, _meant(sheet, facts, heard), author)
    undone = [(one, back) for one in said if (back := _replaced(one, heard)) is not None]
    if len(undone) == 1 and _is_undone(sheet, understanding, undone[0][0]):
        return _reverted(sheet, undone[0][0].figures[0], undone[0][1], author)
    return None


def _of_the_denied(said: _Said, text: str) -> _Said:
    """Of two numbers that stand the one that is denied: "7.1 not 8.1, the 7.9 in June is right"."""
    if len(said.standing) == 1:
        return said
    denied = tuple(one for one in said.standing if is_denied(text, (one[0].start, one[0].end)))
    return replace(said, standing=denied) if len(denied) == 1 else said


def _tests(sheet: Sheet, heard: Heard, lexicon: Lexicon) -> Iterator[Entry]:
    """The tests on record that the words name; where they name none, all that are on record."""
    known = {one.concept.concept_id: one for one in heard.facts if one.slot in SERIES_SLOTS and one.subject == PATIENT}
    named = {one.entry.concept_id for one in sheet.mentions if one.entry.kind in ("labs", "vitals")}
    broader = {one for one, fact in known.items() if not named.isdisjoint(fact.concept.broader)}
    for concept_id, fact in known.items():
        if concept_id in (SYSTOLIC, DIASTOLIC) or (named and concept_id not in named | broader):
            continue
        entry = lexicon.find("vitals" if fact.slot is SlotKind.VITALS else "labs", concept_id)
        if entry is not None:
            yield entry


def _said(entry: Entry, numbers: Sequence[Figure], heard: Heard) -> _Said | None:
    series = [one for one in heard.facts if one.concept.concept_id == entry.concept_id and one.subject == PATIENT]
    standing: dict[float, tuple[Figure, tuple[Content, ...]]] = {}
    others: list[Figure] = []
    for figure in numbers:
        own = tuple(one for one in series if is_value(entry, figure, one))
        if own:
            standing.setdefault(normal(entry, figure.quantity, figure.value) or figure.value, (figure, own))
        elif unit_fits(entry, figure.quantity) and in_range(entry, figure.quantity) and _is_near(entry, figure, series):
            others.append(figure)
    return _Said(entry, tuple(standing.values()), tuple(others)) if others or standing else None


def _is_near(entry: Entry, figure: Figure, series: Sequence[Content]) -> bool:
    value = normal(entry, figure.quantity, figure.value)
    known = [one.value for one in series if isinstance(one.value, float) and one.value > 0]
    return bool(value) and any(1 / _FURTHEST <= (value or 0.0) / one <= _FURTHEST for one in known)


def _is_correction(sheet: Sheet, heard: Heard, understanding: Understanding, pair: _Said) -> bool:
    """Whether the words put a value right, and explain the two numbers in no other way."""
    old, new = pair.standing[0][0], pair.others[0]
    days = {one.valid_from for one in heard.facts if one.concept.concept_id == pair.entry.concept_id}
    if any(not any(day and day.startswith(one.value) for day in days) for one in sheet.dates):
        # A day that is not on record is that of another measuring.
        return False
    text = sheet.folded
    named = bool({one.entry.concept_id for one in sheet.mentions} & {pair.entry.concept_id})
    if not named and any(one.entry.kind in _NAMED for one in sheet.mentions):
        return False
    if supposes(text, old.start, new.start):
        return False
    first, second = (old.start, old.end), (new.start, new.end)
    if moves_between(text, first, second) and not editing(text):
        return False
    asks = asked_in(text)
    if denies_the_new(text, first, second) or (is_asked(text, old.start, asks) and not requested(text)):
        return False
    if takes_back_plainly(text, first, second, asks):
        return True
    if is_goal(text, new.start) or is_asked(text, new.start, asks):
        # "It should be 70" is what somebody wishes for, unless something is taken back.
        return False
    heard_so = any(one.kind in ("correct", "revert", "retract") and one.doubt <= GUESS for one in understanding.acts)
    return heard_so or puts_right(text)


_NAMED: Final = frozenset({"labs", "vitals", "medications", "drug_classes"})


def _meant(sheet: Sheet, facts: Sequence[Content], heard: Heard) -> Content:
    """The reading of several with the old value that the words mean: by its day, else the earlier or the latest."""
    dated = [one for one in facts if any((one.valid_from or "").startswith(day.value) for day in sheet.dates)]
    by_day = sorted(dated or facts, key=lambda one: one.valid_from or "")
    return by_day[0] if len(by_day) > 1 and of_an_earlier_one(sheet.folded) else by_day[-1]


def _replaced(said: _Said, heard: Heard) -> Content | None:
    """The value that a correction replaced and that is said again, where it is the only number."""
    if len({one.value for one in said.figures}) != 1:
        return None
    return _superseded(said, said.figures[0], heard)


def _superseded(said: _Said, figure: Figure, heard: Heard) -> Content | None:
    own = [one for one in heard.superseded if one.concept.concept_id == said.entry.concept_id]
    return next((one for one in own if is_value(said.entry, figure, one)), None)


def _is_undone(sheet: Sheet, understanding: Understanding, said: _Said) -> bool:
    """Whether the words go back to the number; one that still stands on another day needs to be heard so."""
    number, text = said.figures[0], sheet.folded
    named = any(one.entry.kind in ("medications", "drug_classes") for one in sheet.mentions)
    if named or sheet.dates or (is_asked(text, number.start, asked_in(text)) and not requested(text)):
        return False
    heard_so = any(one.kind == "revert" and one.doubt <= GUESS for one in understanding.acts)
    return heard_so or (not said.standing and undoes(text))


def _corrected(sheet: Sheet, heard: Heard, said: _Said, old: Figure, fact: Content, author: str) -> Proposal:
    new = said.others[0]
    target = _target(fact, fact.value if isinstance(fact.value, float) else old.value)
    back = _superseded(said, new, heard)
    if back is not None:
        return _reverted(sheet, new, back, author)
    told = measured(said.entry, new, sheet.language).with_fields(slot=fact.slot, concept=fact.concept)
    content = in_unit_on_record(told, fact)
    return _proposal(sheet, new, Operation.CORRECT, content, target, author)


def _reverted(sheet: Sheet, figure: Figure, back: Content, author: str) -> Proposal:
    wanted = back.value if isinstance(back.value, float) else figure.value
    return _proposal(
        sheet, figure, Operation.REVERT, back, Target(slot=back.slot, concept_id=back.concept.concept_id, old=wanted),
        author,
    )  # fmt: skip


def _target(fact: Content, old: float) -> Target:
    return Target(
        slot=fact.slot, concept_id=fact.concept.concept_id, subject=fact.subject, old=old, date=fact.valid_from
    )


def _proposal(
    sheet: Sheet, figure: Figure, operation: Operation, content: Content, target: Target, author: str
) -> Proposal:
    quote, start, end = sheet.quote(figure.start, figure.end)
    return Proposal(
        operation=operation, content=content, target=target, quote=quote, start=start, end=end, extractor=author
    )


def _is_of_these(proposal: Proposal, right: Proposal, sheet: Sheet) -> bool:
    """Whether it is another reading of the same words: of this test, of a goal, or of a dose that nobody names."""
    assert right.content is not None
    meant = right.content.concept.concept_id
    target = proposal.target
    if proposal.operation is Operation.REVERT and right.operation is Operation.REVERT:
        return True
    if proposal.operation in (Operation.REVERT, Operation.RETRACT):
        return target is None or target.concept_id in (None, meant) or target.slot in SERIES_SLOTS
    content = proposal.content
    if content is None:
        return False
    if content.slot in SERIES_SLOTS and not _is_named(content, sheet):
        return any(content.value == one for one in (right.content.value, target.old if target else None))
    if content.slot is SlotKind.MEDICATIONS:
        return not _is_named(content, sheet) and content.dose is not None
    return content.concept.concept_id in (meant, f"{GOAL}{meant}")


def _is_named(content: Content, sheet: Sheet) -> bool:
    return any(one.entry.concept_id == content.concept.concept_id for one in sheet.mentions)
