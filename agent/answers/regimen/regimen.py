"""What is asked of the regimen, answered from the record: one table from the kind of question to what answers it.

A question is read from its own words: the kind, the medicines, the time, and whose they are. Each answer states what
the record holds; of what it holds no field for, the words in which it was told; and that it is not told, where neither
is so. What is no question of the regimen is answered elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Final

from agent.answers.asking.asks import asks_in
from agent.answers.asking.laid_out import laid_out
from agent.answers.asking.request import Finder, read_request
from agent.answers.consultation import Consultation
from agent.answers.medicines.total_asked import weekday_asked
from agent.answers.part import Part, joined
from agent.answers.record.patient_named import WithoutPatient
from agent.answers.regimen import frames
from agent.answers.regimen.asked import Asked, Kind, regimen_asked
from agent.answers.regimen.listed import all_taken, on_days, taken_then
from agent.answers.regimen.meant import Medicines, kin_meant, medicines_of, of_those, pointed_at
from agent.answers.regimen.moments import Moments
from agent.answers.regimen.of_one import (
    at_most,
    before_it,
    begun,
    days_of,
    dose_of,
    often_taken,
    on_the_day,
    when_taken,
)
from agent.answers.regimen.reckoned import added_up
from agent.answers.regimen.stopped import what_stopped
from agent.answers.regimen.told import told_of
from agent.answers.regimen.whose import kin_name, named_person, told_of_kin, told_of_stranger, whose_is
from agent.answers.remembered.next_due import due_of, rhythm_of
from agent.whose_record import patient_named
from agent.words.sentences import sentence
from domain.events import Recorded, SlotChanged, SlotCorrected, SlotRecorded
from domain.speaking_for import ONESELF

_Composer = Callable[[Consultation, Asked, Medicines], Part]


def _due(consultation: Consultation, asked: Asked, person: Medicines) -> Part:
    meant = [one for one in (*person.taken, *person.ahead) if rhythm_of(one) is not None]
    if meant:
        return joined(due_of(consultation, one) for one in meant)
    return joined(told_of(consultation, (one.concept_id,)) for one in asked.named)


def _on_days(consultation: Consultation, asked: Asked, person: Medicines) -> Part:
    return (on_the_day if asked.named else on_days)(consultation, asked, person)


_COMPOSERS: Final[Mapping[Kind, _Composer]] = MappingProxyType(
    {
        "stopped": what_stopped,
        "due": _due,
        "since": begun,
        "days_of": days_of,
        "before": before_it,
        "total": added_up,
        "limit": at_most,
        "often": often_taken,
        "when": when_taken,
        "then": taken_then,
        "on_days": _on_days,
        "dose": dose_of,
        "listed": all_taken,
    }
)
"""What answers each kind of question; a kind of whose medicine it is needs no person."""
_OF_ONE: Final = frozenset({"since", "days_of", "before", "often", "when", "dose"})
"""Kinds that are of single medicines: words that name none point at one, or at those of a form."""


def regimen(consultation: Consultation, words: str, only: Collection[str] = ()) -> Part:
    """The answer to what ``words`` ask of the regimen; empty where they ask nothing of it, or nothing is on record."""
    finder = _finder(consultation)
    asked = regimen_asked(words, finder, consultation.known.today) or _by_name(consultation, words)
    if asked is None or asked.kind == "limit" or (only and asked.kind not in only):
        return Part()
    if asked.kind == "whose_is":
        return whose_is(consultation, asked)
    return _answer(consultation, asked)


def _by_name(consultation: Consultation, words: str) -> Asked | None:
    """What is asked of a relative who is called by name: "what does Ken take?"."""
    kin, name = named_person(consultation, words)
    if not kin:
        return None
    called = words.replace(name, f"my {kin.replace('_in_law', '-in-law')}")
    return regimen_asked(called, _finder(consultation), consultation.known.today)


_SEVERAL: Final = 2
RECKONED: Final = frozenset({"total", "then", "on_days", "days_of", "whose_is", "before"})
"""Kinds that no other answer from memory is heard in."""
_GOING_ON: Final = frozenset({"form", "again", "others", "scope"})
"""Intents of words that go on about the last answer, or ask of others' records."""


def regimen_asked_of(consultation: Consultation, only: Collection[str] = ()) -> Part:
    """The answer to a question, or to the one ask of it that is answered, where all it asks is of the regimen.

    Where ``only`` names kinds, questions of others are left out.
    """
    if consultation.asked:
        return regimen(consultation, consultation.asked, only)
    question, situation = consultation.situation.question, consultation.situation
    going_on = situation.intent.name in _GOING_ON
    if going_on or laid_out(consultation.request, situation.view.answers) is not None:
        if situation.intent.name != "again":
            return Part()
        # "Tell me the morning ones" asks for no answer again, where it names a time or a medicine.
        only = RECKONED
    asks = list(asks_in(read_request(question.text, _finder(consultation))))
    asks = [one for one in asks if len(asks) < _SEVERAL or not frames.MANNER.search(one.text)]
    if asks:
        said = [regimen(consultation, one.text, only) for one in asks]
        return joined(said) if all(one.text for one in said) else Part()
    last = consultation.situation.view.answers.last()
    # "The evening ones" behind "Which do you mean?" is a reply.
    asked_back = last is not None and last.text.rstrip().endswith("?")
    tells = any(map(_records, consultation.situation.turn_events))
    return Part() if asked_back or tells else regimen(consultation, question.text, only)


def on_a_weekday(consultation: Consultation) -> Part:
    """The medicines of the day of the week that the words name."""
    day, person = weekday_asked(consultation.request), medicines_of(consultation, "")
    if day is None or not person.taken:
        return Part()
    asked = Asked("on_days", consultation.request.text, moments=Moments(days=(day,)))
    return on_days(consultation, asked, person)


def _records(event: Recorded) -> bool:
    return isinstance(event.payload, (SlotRecorded, SlotChanged, SlotCorrected))


def _finder(consultation: Consultation) -> Finder:
    """The finder that hears every relative, whoever's record it is."""
    finder = consultation.finder
    return finder.finder if isinstance(finder, WithoutPatient) else finder


def told_limit(consultation: Consultation, words: str) -> Part:
    """What was told of how much of a medicine may be had, where ``words`` ask for that: said before what is known."""
    finder = _finder(consultation)
    asked = regimen_asked(words, finder, consultation.known.today)
    return _answer(consultation, asked) if asked is not None and asked.kind == "limit" else Part()


def _answer(consultation: Consultation, asked: Asked) -> Part:
    kin, name = ("", "") if asked.kin or asked.own else named_person(consultation, asked.words)
    if name and not kin:
        return told_of_stranger(consultation, name)
    kin = kin or kin_meant(consultation, asked)
    person = medicines_of(consultation, kin)
    if person.kin and not person.all:
        return _nothing_of(consultation, asked, kin)
    if not person.all:
        return Part()
    meant = of_those(consultation, asked, person)
    if meant is None:
        # What is named stands on no record; where it was told of, the words that told it are said.
        told = joined(told_of(consultation, (one.concept_id,)) for one in asked.named)
        return told if asked.kind != "listed" else Part()
    if asked.kind in _OF_ONE and asked.says(frames.POINTS) and not asked.named:
        # "That tablet" is the one spoken of last, which is found elsewhere where it isn't the only one of its form.
        meant = meant if meant is not person and len(meant.taken) == 1 else pointed_at(consultation, person)
        if len(meant.taken) != 1:
            return Part()
    elif asked.kind in _OF_ONE and meant is person:
        meant = pointed_at(consultation, person)
        if not meant.all:
            return Part()
    return _COMPOSERS[asked.kind](consultation, asked, meant)


def _nothing_of(consultation: Consultation, asked: Asked, kin: str) -> Part:
    """What was told of somebody of whom no medicine is on record."""
    told = joined(told_of(consultation, (one.concept_id,)) for one in asked.named) if asked.named else Part()
    told = told if told.text else told_of_kin(consultation, kin)
    if told.text or patient_named(consultation.situation.view, _finder(consultation)) != ONESELF:
        # A record of which nothing tells whose it is may be that one's.
        return told
    return Part(sentence("regimen.none_of_kin", consultation.words.language, who=kin_name(consultation, kin)))
