"""What was measured of the people of a talk, each reading with its day and whose it is, as it was put right since.

The record is the patient's. What was told of others is kept as it was said, and read again from the turns here. Where
whose a reading is cannot be told, the whole is not sure, and nothing may be reckoned from it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Final

from agent.answers.asking.request import Finder
from agent.answers.asking.value_request import dates_in
from agent.answers.consultation import Consultation
from agent.answers.record.patient_named import WithoutPatient
from domain.ages import AGE
from domain.ledger import local_day
from domain.remembering import remembered
from domain.speaking_for import patient_called
from domain.values import PATIENT, SERIES_SLOTS
from extraction.naming.mentions import Mention
from extraction.reading.people.given_to_another import are_swapped, whose_that_was
from extraction.reading.people.named_people import names_told
from extraction.reading.people.persons import OUTSIDER, SELF
from extraction.reading.people.readings_of_people import Marker, PersonReading, markers_in, readings_in
from extraction.reading.people.speaking_for import kin_of
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise

_DAY: Final = len("2026-01-31")
_ENDS: Final = lazy_regex(r"[!?;\n]|\.(?=\s)")
_ASKS: Final = lazy_regex(r"\?\s*$")
_MOST: Final = 40
"""Turns that are looked through, the newest first."""


@dataclass(frozen=True, slots=True)
class Told:
    """One reading of somebody: the person's key (a kinship concept id or SELF, and the name), the day, the turn.

    ``first`` is whose it was told to be at first, where that was put right since.
    """

    who: str
    name: str
    test: str
    values: tuple[float, ...]
    day: str
    turn: int
    first: tuple[str, str] | None = None

    @property
    def key(self) -> tuple[str, str]:
        """By what the same person is known in another turn: the name where one was told."""
        return ("", self.name) if self.name else (self.who, "")

    @property
    def shown(self) -> str:
        """The reading as it is given back."""
        return "/".join(f"{one:g}" for one in self.values)


@dataclass(slots=True)
class Board:
    """The readings of a talk in the order in which they were told; ``sure`` is whether each has its person.

    ``patient`` is whose the record is (SELF, or a kinship concept id), ``recorded`` what stands on it as that one's.
    """

    readings: list[Told] = field(default_factory=list)
    sure: bool = True
    names: Mapping[str, str] = field(default_factory=dict)
    test: str = ""
    last: str = ""
    patient: str = SELF
    recorded: frozenset[tuple[int, str]] = frozenset()
    ages: frozenset[tuple[int, float]] = frozenset()
    """The turns in which somebody's years were told, with those: "Mum 79, warfarin" is no reading."""

    @property
    def people(self) -> tuple[tuple[str, str], ...]:
        """Everybody measured, the one told of first before the others."""
        return tuple(dict.fromkeys(one.key for one in self.readings))

    @property
    def of_others(self) -> bool:
        """Whether somebody else than the patient was measured."""
        return any(one.who != self.patient for one in self.readings)


def board_of(consultation: Consultation, *, with_this_turn: bool = False) -> Board:
    """The readings told in the turns before this one, and in this one where it is ``with_this_turn``."""
    tiers, now = consultation.situation.view.tiers, consultation.situation.question.turn_number
    zone = consultation.ledger.time_zone
    said = [
        (turn, line.question, line.said_at)
        for turn, line in sorted({**tiers.told, **tiers.lines}.items())
        if turn < now
    ]
    if with_this_turn:
        question = consultation.situation.question
        said.append((now, question.text, question.said_at))
    called = patient_called(consultation.ledger)
    finder = consultation.finder.finder if isinstance(consultation.finder, WithoutPatient) else consultation.finder
    patient = (kin_of(finder.find(called)) if called else "") or SELF
    return _read(tuple(said[-_MOST:]), finder, zone, patient, _recorded(consultation), _ages(consultation))


@remembered
def _read(
    said: tuple[tuple[int, str, datetime], ...],
    finder: Finder,
    zone: str,
    patient: str,
    recorded: frozenset[tuple[int, str]],
    ages: frozenset[tuple[int, float]],
) -> Board:
    texts = [(turn, normalise(text).text, at) for turn, text, at in said if not _ASKS.search(text)]
    found = [(turn, text, tuple(finder.find(text)), at) for turn, text, at in texts]
    names = names_told([(text, mentions) for _, text, mentions, _ in found])
    board = Board(names=names, patient=patient, recorded=recorded, ages=ages)
    board.last = board.patient if board.patient != SELF else ""
    for turn, text, mentions, at in found:
        _heard(board, turn, text, mentions, at, zone)
    return board


def kept_on_record(consultation: Consultation) -> frozenset[tuple[int, str]]:
    """The turns that told a reading of anybody on record, with its number as it was stated."""
    return _recorded(consultation, of_others=True)


def _ages(consultation: Consultation) -> frozenset[tuple[int, float]]:
    return frozenset(
        (one.turn_number, fact.content.value)
        for fact in consultation.ledger.facts.values()
        if fact.content.concept.concept_id == AGE and isinstance(fact.content.value, float)
        for one in fact.evidence
        if one.turn_number is not None
    )


def _recorded(consultation: Consultation, *, of_others: bool = False) -> frozenset[tuple[int, str]]:
    """The turns that told a reading of the patient's, with its number as it was stated."""
    return frozenset(
        (one.turn_number, fact.content.value_stated)
        for fact in consultation.ledger.facts.values()
        if fact.content.slot in SERIES_SLOTS
        and (of_others or fact.content.subject == PATIENT)
        and fact.content.value_stated
        for one in fact.evidence
        if one.turn_number is not None
    )


def _heard(board: Board, turn: int, text: str, mentions: Sequence[Mention], at: datetime, zone: str) -> None:
    folded = text.casefold()
    if len(folded) != len(text):
        return
    found = readings_in(folded, mentions, board.names, last=board.last, test=board.test, several=board.of_others)
    found = tuple(one for one in found if len(one.values) > 1 or (turn, one.values[0]) not in board.ages)
    people = markers_in(folded, mentions, board.names, board.last)
    told = [_told(board, one, turn, text, at, zone) for one in found]
    if are_swapped(folded) and board.readings:
        _swap(board, [one for one in told if one is not None], text, at, zone)
    elif (owner := whose_that_was(folded, people)) is not None and board.readings:
        _give(board, owner)
        board.readings += [one for one in told if one is not None]
    else:
        for reading in told:
            if reading is not None and not _gives_back(board, reading, folded):
                board.readings.append(reading)
    if any(one is None for one in told):
        board.sure = False
    if found:
        board.test = found[-1].test or board.test
    kin = [one.who for one in people if one.who not in (SELF, OUTSIDER)]
    board.last = kin[-1] if kin else board.last


def _told(board: Board, one: PersonReading, turn: int, text: str, at: datetime, zone: str) -> Told | None:
    """A reading with its person and day; None where it is open whose it is."""
    person = one.person
    if person is None and (turn, f"{one.values[0]:g}") in board.recorded:
        person = Marker(board.patient, 0, 0)
    if person is None and len(board.people) == 1:
        before = board.readings[-1]
        person = Marker(before.who, 0, 0, before.name)
    if person is None:
        return None
    start = max((match.end() for match in _ENDS.finditer(text, 0, one.start)), default=0)
    ends = _ENDS.search(text, one.end)
    clause = text[start : ends.start() if ends is not None else len(text)]
    dates = [each for each in dates_in(clause, at, zone) if each.kind == "point" and len(each.value) == _DAY]
    ahead = [each.value for each in dates if each.start <= one.start - start] or _slashed(clause, one.start - start, at)
    days = ahead[-1:] or list({each.value for each in dates})
    day = days[0] if len(days) == 1 else local_day(at, zone)
    return Told(person.who, person.name, one.test, one.values, day, turn)


_SLASHED: Final = lazy_regex(r"(?<![\d/.])(\d{1,2})/(\d{1,2})(?![\d/])")
_REACH: Final = 200
"""Days back to which a day without its year is taken to be meant."""


def _slashed(text: str, place: int, at: datetime) -> list[str]:
    """The day in figures alone that stands last before a place: month and day, or day and month in English."""
    found: list[str] = []
    for match in _SLASHED.finditer(text, 0, place):
        first, second = int(match[1]), int(match[2])
        korean = any("가" <= char <= "힣" for char in text)
        orders = ((first, second),) if korean else ((second, first), (first, second))
        for month, day in orders:
            try:
                told = date(at.year, month, day)
            except ValueError:
                continue
            if 0 <= (at.date() - told).days <= _REACH:
                found.append(told.isoformat())
                break
    return found


def _give(board: Board, owner: Marker) -> None:
    """The reading told last is the owner's."""
    last = board.readings[-1]
    board.readings[-1] = replace(last, who=owner.who, name=owner.name, first=(last.who, last.name))


_WAS: Final = lazy_regex(r"\b(?:was|were|not|isn['’]?t|wrong|actually)\b|아니|꺼|거(?:야|예|였|임)|였")


def _gives_back(board: Board, reading: Told, folded: str) -> bool:
    """Whether words give a reading told before to another: "the 145/92 was grandad's"."""
    if _WAS.search(folded) is None:
        return False
    for at in range(len(board.readings) - 1, -1, -1):
        one = board.readings[at]
        if one.values == reading.values and one.key != reading.key and one.turn < reading.turn:
            board.readings[at] = replace(one, who=reading.who, name=reading.name, first=(one.who, one.name))
            return True
    return False


_TWO: Final = 2


def _swap(board: Board, restated: Sequence[Told], text: str, at: datetime, zone: str) -> None:
    """Two people's readings change places: as they are told anew, or the two of the last turn that told any."""
    turn = board.readings[-1].turn
    lately = [one for one in board.readings if one.turn == turn]
    if restated:
        values = {one.values for one in restated}
        held = [one for one in board.readings if one.values in values] or lately
        day, turn = held[-1].day, held[-1].turn
        firsts = {one.values: (one.who, one.name) for one in held}
        keys = {one.key for one in restated}
        board.readings = [
            one
            for one in board.readings
            if not (one.turn == turn and one.day == day and (one.values in values or one.key in keys))
        ]
        board.readings += [replace(one, day=day, turn=turn, first=firsts.get(one.values)) for one in restated]
        return
    named = {each.value for each in dates_in(text, at, zone) if len(each.value) == _DAY}
    chosen = [one for one in lately if one.day in named] if named else lately
    if len(chosen) != _TWO or chosen[0].key == chosen[1].key:
        board.sure = False
        return
    first, second = chosen
    for one, other in ((first, second), (second, first)):
        index = board.readings.index(one)
        board.readings[index] = replace(one, values=other.values, first=(other.who, other.name))
