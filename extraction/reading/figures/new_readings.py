"""A value told of a test whose value is on record: one more reading, or the one on record put right or said again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from domain.values import PATIENT, Content, SlotKind
from extraction.reading.figures.figures import Figure
from extraction.reading.figures.measuring import is_number, number_on_record
from extraction.reading.items import Heard
from extraction.reading.understanding import GUESS, Act, Read, Role
from extraction.text.lazy_regex import lazy_regex

_TESTS: Final = frozenset({"labs", "vitals"})
_TELLING: Final = frozenset({"state", "change", "correct", "reply"})
_PUTTING_RIGHT: Final = frozenset({"correct", "retract", "revert", "reply"})
_DAY: Final = len("2026-03-02")

_NEAR: Final = 4.0
"""Most by which a reading that names no test differs from the one on record, as a factor."""


def new_readings(
    reads: Sequence[Read], heard: Heard, acts: Sequence[Act], figures: Sequence[Figure], text: str = ""
) -> list[Read]:
    """``reads`` with each new reading of a test told as one, and one that names no test given to its own.

    ``text`` is the folded text, for the day that stands right before a bare number.
    """
    told = [_without_the_known(_told_anew(_another_reading(read, heard, acts), heard), heard) for read in reads]
    return _unnamed(told, heard, acts, figures, text)


def speaks_of(agent_said: str, own: float) -> bool:
    """Whether the agent just named the number on record."""
    return any(float(one) == own for one in _NUMBER.findall(agent_said))


_NUMBER: Final = lazy_regex(r"\d+(?:\.\d+)?")


def _another_reading(read: Read, heard: Heard, acts: Sequence[Act]) -> Read:
    """A value of a test that puts nothing right is one more reading, and the one on record stays.

    It puts nothing right when nobody hears a correction, or when it is of another day and no value on record is named.
    """
    measured = read.role in _TESTS and read.change == "correct" and bool(read.new)
    if not measured or read.item.heard is None:
        return read
    fact = heard.facts[read.item.heard]
    own = number_on_record(fact)
    if own is not None and speaks_of(heard.agent_said, own):
        return read
    corrected = any(act.kind in _PUTTING_RIGHT and act.doubt <= GUESS for act in acts)
    if read.old:
        # The earlier value is only named beside the new one, each of its own day ("4.7 today, it was 5.6 last time").
        return replace(read, change="assert", old=()) if not corrected and _is_dated_apart(read, fact) else read
    return read if corrected and not _is_of_another_day(read, fact, heard) else replace(read, change="assert")


def _is_dated_apart(read: Read, fact: Content) -> bool:
    said = {one.value for one in read.dates if len(one.value) == _DAY}
    return bool(said) and fact.valid_from not in said


def _is_of_another_day(read: Read, fact: Content, heard: Heard) -> bool:
    """Whether it is dated, and neither a day nor a value of this test on record is said: those would be put right."""
    known = [one for one in heard.facts if one.concept.concept_id == fact.concept.concept_id]
    said = {one.value for one in read.dates if len(one.value) == _DAY}
    recorded = {one.valid_from for one in known if one.valid_from is not None and len(one.valid_from) == _DAY}
    again = any(
        is_number(figure, own) for figure in read.new for one in known if (own := number_on_record(one)) is not None
    )
    return bool(said and recorded) and not said & recorded and not again


def _told_anew(read: Read, heard: Heard) -> Read:
    """What is said again of a test but with a value that stands nowhere on record is a new reading."""
    again = read.role in _TESTS and read.change == "mention" and read.state == "current" and read.item.named
    if not again or len(read.new) != 1 or read.item.heard is None:
        return read
    known = [number_on_record(one) for one in heard.facts]
    stands = any(own is not None and is_number(read.new[0], own) for own in known)
    return read if stands else replace(read, change="assert")


def _without_the_known(read: Read, heard: Heard) -> Read:
    """Of several values told of a test, those that stand on record are only named beside the new one."""
    if read.role not in _TESTS or read.change != "assert" or len(read.new) <= 1 or read.item.heard is None:
        return read
    concept = heard.facts[read.item.heard].concept.concept_id
    known = [number_on_record(one) for one in heard.facts if one.concept.concept_id == concept]
    fresh = tuple(one for one in read.new if not any(own is not None and is_number(one, own) for own in known))
    return replace(read, new=fresh) if fresh else read


def _unnamed(reads: list[Read], heard: Heard, acts: Sequence[Act], figures: Sequence[Figure], text: str) -> list[Read]:
    """The one figure that nothing in the words owns, as a reading of the one test on record that it fits.

    "Result came, 3.1" after a TSH of 8.4: somebody who tells one number of the one test on record tells a new value.
    """
    taken = {one.start for read in reads if read.role != "untouched" for one in (*read.new, *read.old)}
    free = [one for one in figures if one.kind == "number" and one.start not in taken]
    tells = any(act.kind in _TELLING for act in acts)
    if len(free) != 1 or not tells:
        return reads
    told_of_a_day = _DAY_BEFORE.search(text, max(0, free[0].start - _DAY_REACH), free[0].start) is not None
    told_of_a_day = told_of_a_day and _COMES_OUT.match(text, free[0].end) is not None
    fitting = [index for index, read in enumerate(reads) if fits_unnamed(read, heard, free[0], as_value=told_of_a_day)]
    if len(fitting) != 1:
        return reads
    read = reads[fitting[0]]
    known = heard.facts[read.item.heard or 0]
    role: Role = "labs" if known.slot is SlotKind.LABS else "vitals"
    reads[fitting[0]] = replace(read, role=role, change="assert", state="current", new=(free[0],))
    return reads


_DAY_BEFORE: Final = lazy_regex(
    r"(?:오늘|어제|그제|이번|아까|지금|방금)(?:[은는엔도]|에는)?\s?(?:아침|저녁|점심)?(?:[은는엔도]|에는)?\s?$"
    r"|\b(?:today|now|this (?:morning|time|evening)|tonight|yesterday)(?: (?:it (?:is|was)|it'?s|i got))?\s?$"
)
_COMES_OUT: Final = lazy_regex(
    r"\s?(?:[이가]?\s?(?:나왔|나오|나와|이에요|예요|이네|네요|요(?![가-힣])|입니다|이래|래요|이고|인데)|[.,!]|$|\b(?:again|only|and|but|so)\b)"
)
_DAY_REACH: Final = 30


def fits_unnamed(read: Read, heard: Heard, figure: Figure, *, as_value: bool) -> bool:
    """Whether a fact on record that nobody names is a test of which the figure can be the next value.

    A whole number without a unit may count anything, unless the words tell it ``as_value``.
    """
    if read.item.named or read.item.heard is None or read.role != "untouched":
        return False
    fact = heard.facts[read.item.heard]
    own = number_on_record(fact)
    if fact.slot not in (SlotKind.LABS, SlotKind.VITALS) or fact.subject != PATIENT or not own or figure.value <= 0:
        return False
    unit = figure.quantity.unit
    exact = not float(figure.value).is_integer() or (unit is not None and unit == fact.unit) or as_value
    return exact and unit in (None, fact.unit) and 1 / _NEAR <= figure.value / own <= _NEAR
