"""Questions by person in a talk of several: "whose was the 145/92?", "what did nan get?", "할머니는 얼마였지?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.answers.recollected.people_told import Board, Told, board_of, kept_on_record
from agent.answers.regimen.whose import kin_name
from agent.words.sentences import sentence
from domain.ledger import local_day
from extraction.naming.mentions import Kind
from extraction.reading.figures.meal_circumstances import meal_of
from extraction.reading.people.named_people import UNKNOWN
from extraction.reading.people.persons import OUTSIDER, SELF
from extraction.reading.people.readings_of_people import PRESSURE, markers_in
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise

_WHOSE: Final = lazy_regex(
    r"\b(?:whose|who|which (?:one|of (?:them|us|the))|each|both|everyone|everybody|person by person)\b"
    r"|누구|누가|누굴|각각|각자|사람별|둘\s?다|두\s?분|식구",
    re.IGNORECASE,
)
_OF_OTHER_THINGS: Final[tuple[Kind, ...]] = ("medications", "drug_classes", "allergens")
_MEDICINES: Final = lazy_regex(
    r"\b(?:tak(?:e|es|ing|en)|took|tablets?|pills?|meds|medicines?|medication|dose|doses|allerg\w+|give|gave)\b"
    r"|약(?=[을이은도만\s]|$)|먹|드시|복용|알레르기|알러지",
    re.IGNORECASE,
)
_EXTREME: Final = lazy_regex(
    r"\b(?:high\w*|low\w*|worst|best|most|peak|top)\b|제일|젤|가장|최고|최저|높|낮", re.IGNORECASE
)
_PAST: Final = lazy_regex(
    r"\b(?:was|were|did|had|got|get|been|have|has|what|which|list|tell|remind|again)\b"
    r"|[었았였했났왔갔랬]|나온|더라|지\?|몇|얼마|언제|알려|말해|정리",
    re.IGNORECASE,
)
_OWNED_PLAINLY: Final = lazy_regex(
    r"\b(dad|dadd?y|papa|pa|mum|mummy|mom|mommy|mam|mama|ma|nan|nana|gran|granny|grandad|grandpa|grandma|hubby|husband"
    r"|wife)s\b(?!')",
    re.IGNORECASE,
)
"""A relative as the owner of something, written without the mark: "dads highest"."""
_BIDS: Final = lazy_regex(
    r"\W*(?:(?:pls|please|now|ok|and|can you|so)\s)*"
    r"(?:what(?:['’]?s)?|who(?:se|['’]?s)?|which|tell|list|give|show|read|remind)\b",
    re.IGNORECASE,
)
"""How a question begins that is written without its mark, and what bids."""
_LEAST: Final = 2
_OF_TODAY: Final = lazy_regex(r"\d")


def by_person(consultation: Consultation) -> Part:
    """The readings told of each, where several people were measured and it is asked by person; else nothing."""
    request = consultation.request
    if "?" not in request.text and not request.asks and not _BIDS.match(request.text):
        return Part()
    text = _OWNED_PLAINLY.sub(r"\1's", normalise(consultation.situation.question.text).text)
    if len(request.slots) >= _LEAST:
        # Age, diagnoses and medicines are asked of one record.
        return Part()
    if request.concepts(*_OF_OTHER_THINGS) or (_MEDICINES.search(text) and not request.tests):
        return Part()
    board = board_of(consultation)
    if len(board.people) < _LEAST and not board.of_others:
        return Part()
    if not _asks_by_person(consultation, board, text) or not (_PAST.search(text) or _EXTREME.search(text)):
        return Part()
    if not board.sure or meal_of(text.casefold()) is not None:
        # Of whom one was told is open, or which were before a meal: nothing is reckoned, the words are given back.
        return _in_words(consultation, board)
    return _listed(consultation, board, text)


def _asks_by_person(consultation: Consultation, board: Board, text: str) -> bool:
    """Whether a question names somebody who was measured, asks whose it was, or for a reading told of another."""
    folded = text.casefold()
    finder = getattr(consultation.finder, "finder", consultation.finder)
    people = markers_in(folded, tuple(finder.find(text)), board.names, board.last)
    told = {one.who for one in board.readings}
    named = any(one.who in told - {SELF} or one.name for one in people)
    numbers = [one for one in board.readings if one.shown in folded or _said(one, folded)]
    others = any(one.who != board.patient for one in numbers)
    return named or _WHOSE.search(text) is not None or others


def _said(one: Told, folded: str) -> bool:
    """Whether a question says the first number of a reading: "the 171", "171 나온거"."""
    return re.search(rf"(?<![\d.]){re.escape(f'{one.values[0]:g}')}(?![\d.])", folded) is not None


def _listed(consultation: Consultation, board: Board, text: str) -> Part:
    folded = text.casefold()
    said = [one for one in board.readings if _said(one, folded)]
    parts = [_of_one(consultation, board, one) for one in said]
    parts.append(Part(sentence("people.head", consultation.words.language)))
    extreme = _EXTREME.search(text) is not None
    for key in board.people:
        own = [one for one in board.readings if one.key == key]
        for test in dict.fromkeys(one.test for one in own):
            parts.append(_line(consultation, board, [one for one in own if one.test == test], extreme=extreme))
    return joined(parts)


def _of_one(consultation: Consultation, board: Board, one: Told) -> Part:
    key = "people.was_of" if one.first is None or one.first == (one.who, one.name) else "people.was_of_after_all"
    who = person_name(consultation, board, one.who, one.name)
    day = consultation.words.date(one.day)
    return Part(sentence(key, consultation.words.language, value=one.shown, day=day, who=who))


def _line(consultation: Consultation, board: Board, readings: Sequence[Told], *, extreme: bool) -> Part:
    words, language = consultation.words, consultation.words.language
    ordered = sorted(readings, key=lambda one: (one.day, one.turn))
    listed = ", ".join(f"{words.date(one.day)} {one.shown}" for one in ordered)
    who = person_name(consultation, board, ordered[0].who, ordered[0].name)
    test = _test_name(consultation, ordered[0].test)
    line = sentence("people.line", language, who=f"{who} ({test})" if test else who, readings=listed)
    if extreme and len(ordered) >= _LEAST:
        high, low = max(ordered, key=lambda one: one.values), min(ordered, key=lambda one: one.values)
        line += " " + sentence(
            "people.extremes", language, high=high.shown, high_day=words.date(high.day), low=low.shown,
            low_day=words.date(low.day),
        )  # fmt: skip
    return Part(line)


def _test_name(consultation: Consultation, test: str) -> str:
    for kind in ("vitals", "labs"):
        try:
            entry = consultation.words.dictionary.entry(kind, test)
        except KeyError:
            continue
        if entry is not None:
            return consultation.pick(entry.name_ko or entry.name, entry.name)
    return sentence("people.pressure", consultation.words.language) if test == PRESSURE else ""


def person_name(consultation: Consultation, board: Board, who: str, name: str) -> str:
    """Somebody of the talk as an answer calls that one."""
    language = consultation.words.language
    if who == SELF:
        return sentence("people.yourself", language)
    if name:
        return name if re.match(r"[가-힣]", name) else name.capitalize()
    if who in (OUTSIDER, UNKNOWN):
        return sentence("people.another", language)
    return kin_name(consultation, who)


def _in_words(consultation: Consultation, board: Board) -> Part:
    """The turns that told any reading, as they were said."""
    turns = {one.turn for one in board.readings}
    tiers = consultation.situation.view.tiers
    lines = [line for turn, line in sorted({**tiers.told, **tiers.lines}.items()) if turn >= min(turns)]
    now, zone = consultation.situation.question.turn_number, consultation.ledger.time_zone
    return joined(
        Part(
            sentence(
                "details.quoted", consultation.words.language,
                day=consultation.words.date(local_day(line.said_at, zone)), quote=line.question,
            )
        )
        for line in lines
        if line.turn_number < now and _OF_TODAY.search(line.question) and not line.question.rstrip().endswith("?")
    )  # fmt: skip


def kept_of_others(consultation: Consultation) -> Part:
    """What this turn told of others' readings, kept as it was said and set into no record; empty of none."""
    now = consultation.situation.question.turn_number
    before, board = board_of(consultation), board_of(consultation, with_this_turn=True)
    language = consultation.words.language
    held = kept_on_record(consultation)
    new = [
        one
        for one in board.readings
        if one.turn == now
        and one.who not in (board.patient, SELF, OUTSIDER)
        and (now, f"{one.values[0]:g}") not in held
    ]
    moved = [one for one in board.readings if one not in before.readings and one.turn < now]
    parts = []
    for key, told in (("people.put_right", moved), ("people.kept", new)):
        if told:
            named = [f"{person_name(consultation, board, one.who, one.name)} {one.shown}" for one in told]
            parts.append(Part(sentence(key, language, listed=", ".join(named))))
    return joined(parts)
