"""Which medicine words mean that only describe it or point at it, as the words would be with its name in their place.

"How do I take the weekly one?" is read as "How do I take alendronate?", so that whatever answers the one answers the
other. Where several fit, the request says which they are, and it is asked once which one is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from agent.answers.asking.cues import ORDINALS
from agent.answers.asking.request import Finder, Request, read_request
from agent.answers.referents.by_time import called_by_time
from agent.answers.referents.expressions import (
    THING_EN,
    THING_KO,
    Pointing,
    both_meant,
    called_that,
    described,
    points_at_each,
    points_at_several,
)
from agent.answers.referents.salience import (
    MEDICINES,
    asked_which,
    entries_of,
    entry_of,
    listed_last,
    medicines_in_mind,
    newest_medicines,
    own_medicines,
    question_of,
)
from domain.ledger import Fact
from extraction.naming.mentions import Entry
from extraction.text.lazy_regex import lazy_regex
from projections.patient_view import PatientView

_LONGEST: Final = 240
"""Characters from which words tell a story, in which "the new one" may be anything."""
_SEVERAL: Final = 2
_DETERMINER: Final = lazy_regex(r"\b(?:my|the|that|this|his|her|their|our|your) $", re.IGNORECASE)
_KOREAN: Final = lazy_regex(r"[가-힣]")
_NOUNS: Final = ("tablet", "pill", "medicine", "inhaler")
_NOUNS_KO: Final = ("약", " 약")
_BY_PLACE: Final = lazy_regex(
    rf"(?: {THING_EN}\b| of (?:them|those|these)\b|(?=[,?.!]|$))|\s?{THING_KO}|(?=은|는|요|이|\?|$)", re.IGNORECASE
)
"""What follows the place of a thing in a list, and not that of a dose or of a time."""
_EACH: Final = lazy_regex(r"\b(?:each|what|why)\b|각각|각자|왜|뭐|뭘|무슨|어디", re.IGNORECASE)
"""Words that ask what each of several is for, which is told of each."""
_ROUTES: Final = {"tablet": "oral", "pill": "oral", "capsule": "oral", "알약": "oral", "약": "oral"}


@dataclass(frozen=True, slots=True)
class Referents:
    """What an expression means, or may mean, and where in the words it stands."""

    start: int
    end: int
    meant: tuple[Entry, ...]
    may: tuple[Fact, ...] = ()
    """The medicines of which it may be any."""


def named_instead(
    request: Request, view: PatientView, turn: int, finder: Finder, moment: tuple[datetime, str]
) -> Request:
    """The request with a medicine's name in the place of the expression that means it.

    Where several may be meant, their facts are in ``doubtful``.
    """
    if len(request.text) > _LONGEST:
        return request
    found = next(_referents(request, view, turn, finder), None)
    if found is None:
        return request
    if not found.meant:
        return replace(request, doubtful=tuple(fact.fact_id for fact in found.may))
    text, korean = request.text, _KOREAN.search(request.text) is not None
    before = _DETERMINER.sub("", text[: found.start])
    names = [(one.name_ko if korean else "") or one.name for one in found.meant]
    joint = ", " if korean else " and "
    said = joint.join(names)
    return replace(read_request(f"{before}{said}{text[found.end :]}", finder, moment), taken_for=said)


def _referents(request: Request, view: PatientView, turn: int, finder: Finder) -> Iterator[Referents]:
    if request.concepts(*MEDICINES):
        yield from _by_look_alone(request, view, finder)
        return
    if request.ordinal is not None or (request.tests and request.has("compare", "previous")):
        # "That second one of your list" is found by its place, and "the difference between the last HbA1c and this
        # one" speaks of values.
        return
    if (placed := _by_place(request, view, finder)) is not None:
        yield placed
    if (both := _both(request, view, finder)) is not None:
        yield both
    for pointing in described(request.text):
        if pointing.kind == "described" and _asked_of_a_test(view, turn, finder):
            # Behind a question of a value "the sugar one" is another value.
            continue
        yield from _chosen(pointing, _fitting(request.text, pointing, view, finder), view, finder)
    # "These two" and "each of them" are no one of them.
    several = points_at_several(request.text) or points_at_each(request.text)
    for pointing in () if several else called_that(request.text):
        yield from _pointed_at(pointing, view, turn, finder)


def _fitting(text: str, pointing: Pointing, view: PatientView, finder: Finder) -> Sequence[Fact]:
    """The medicines on record that fit a description."""
    match pointing.kind:
        case "new":
            return newest_medicines(view)
        case "rhythm":
            own = own_medicines(view)
            # The day or the time that was told of one names it before the rhythm that several share.
            told = called_by_time(text, own)
            return told or [fact for fact in own if fact.content.frequency in pointing.said]
        case "look":
            return _of_look(text, pointing, view, finder)
        case _:
            return _of_description(pointing, view, finder)


def _chosen(pointing: Pointing, fitting: Sequence[Fact], view: PatientView, finder: Finder) -> Iterator[Referents]:
    """The one that fits, of several the one that was just listed; a tie only where the words surely mean a medicine."""
    listed = [fact for fact in listed_last(view) if fact in fitting]
    chosen = listed if len(fitting) > 1 and len(listed) == 1 else fitting
    entries = tuple(entry for fact in chosen if (entry := entry_of(fact, finder)) is not None)
    if len(entries) == 1:
        yield Referents(pointing.start, pointing.end, entries)
    elif len(entries) > 1 and pointing.kind in ("new", "look"):
        yield Referents(pointing.start, pointing.end, (), tuple(chosen))


def _both(request: Request, view: PatientView, finder: Finder) -> Referents | None:
    """The two medicines of a list of two, where "both" alone means them."""
    listed = listed_last(view)
    found = both_meant(request.text) if len(listed) == _SEVERAL else None
    entries = entries_of(listed, finder)
    if found is None or request.mentions or len(entries) != _SEVERAL or _EACH.search(request.text):
        return None
    return Referents(found.start, found.end, entries)


def _asked_of_a_test(view: PatientView, turn: int, finder: Finder) -> bool:
    """Whether the question before was of a measured value and of no medicine."""
    said = question_of(view, turn - 1)
    before = read_request(said, finder) if said is not None else None
    return before is not None and bool(before.tests) and not before.concepts(*MEDICINES)


def _by_place(request: Request, view: PatientView, finder: Finder) -> Referents | None:
    """The medicine at the place asked for in the list that the last answer gave."""
    listed = listed_last(view)
    # How one of a list is taken is told of the list itself.
    told = request.has("how_taken") or (request.has("again") and request.has("medicine"))
    if request.ordinal is None or told or len(listed) < max(_SEVERAL, request.ordinal):
        return None
    pattern = next(pattern for place, pattern in ORDINALS if place == request.ordinal)
    found = pattern.search(request.text)
    after = _BY_PLACE.match(request.text, found.end()) if found is not None else None
    if found is None or (after is None and request.ordinal > 0):
        return None
    entry = entry_of(listed[request.ordinal - 1 if request.ordinal > 0 else -1], finder)
    end = after.end() if after is not None else found.end()
    return Referents(found.start(), end, (entry,)) if entry is not None else None


def _by_look_alone(request: Request, view: PatientView, finder: Finder) -> Iterator[Referents]:
    """A medicine called by a look that others share ("the brown inhaler"), where another of its kind is taken."""
    named = [one for one in request.mentions if one.entry.kind in MEDICINES]
    own = own_medicines(view)
    if len(named) != 1 or any(named[0].entry.concept_id in _family(fact) for fact in own):
        return
    for pointing in described(request.text):
        if pointing.kind == "look" and pointing.start <= named[0].start <= pointing.end:
            yield from _chosen(pointing, _alike(named[0].entry, own), view, finder)


def _of_look(text: str, pointing: Pointing, view: PatientView, finder: Finder) -> Sequence[Fact]:
    """The medicines that look so, as far as a look is known to be of a kind; of tablets it may be any."""
    colour, said, own = next(iter(pointing.said)), text[pointing.start : pointing.end].casefold(), own_medicines(view)
    kind = [one.entry for one in finder.find(f"{colour} inhaler") if one.entry.kind == "medications"]
    inhaled = [fact for fact in own if "inhaler" in _family(fact)]
    if kind and inhaled and not any(noun in said for noun in _ROUTES):
        return [fact for fact in inhaled if kind[0].concept_id in _family(fact)] or _alike(kind[0], own)
    route = next((route for noun, route in _ROUTES.items() if noun in said), None)
    if route is None:
        return ()
    return [fact for fact in own if (entry := entry_of(fact, finder)) is not None and entry.extra["route"] == route]


def _of_description(pointing: Pointing, view: PatientView, finder: Finder) -> Sequence[Fact]:
    """The medicines of the class that the words would name with a noun, else those that are for what they name."""
    words, own = next(iter(pointing.said)), own_medicines(view)
    nouns = _NOUNS_KO if _KOREAN.search(words) else tuple(f" {noun}" for noun in _NOUNS)
    for noun in nouns:
        whole = f"{words}{noun}"
        named = [one for one in finder.find(whole) if one.entry.kind in MEDICINES and one.start < len(words) < one.end]
        classes = {one.entry.concept_id for one in named}
        if fitting := [fact for fact in own if not classes.isdisjoint(_family(fact))]:
            return fitting
    illnesses = {one.entry.concept_id for one in finder.find(words)}
    return [fact for fact in own if illnesses & _treats(fact, finder)]


def _treats(fact: Fact, finder: Finder) -> set[str]:
    """What the purpose of a medicine names."""
    entry = entry_of(fact, finder)
    purpose = entry.extra.get("purpose_en", "") if entry is not None else ""
    return {one.entry.concept_id for one in finder.find(purpose)}


def _pointed_at(pointing: Pointing, view: PatientView, turn: int, finder: Finder) -> Iterator[Referents]:
    """What "that tablet" means: the one spoken of last, of a list that was just given any.

    A medicine that is not taken is meant only right after it was asked about.
    """
    asked = asked_of(view, turn, finder)
    listed = () if asked_which(view.answers) else listed_last(view)
    if len(listed) >= _SEVERAL and len(asked) != 1:
        yield Referents(pointing.start, pointing.end, (), listed)
        return
    own = {fact.content.concept.concept_id for fact in own_medicines(view)} | {one.concept_id for one in asked}
    in_mind = medicines_in_mind(view, turn, finder, warned_of=True)
    meant = asked[0] if len(asked) == 1 else next((one for one in in_mind if one.concept_id in own), None)
    if meant is not None:
        yield Referents(pointing.start, pointing.end, (meant,))


def asked_of(view: PatientView, turn: int, finder: Finder) -> tuple[Entry, ...]:
    """The medicines that the last question was of which named or described any, as long as what came after only went
    on about it.
    """
    for each in range(turn - 1, max(0, turn - 1 - _TURNS), -1):
        said = question_of(view, each)
        if said is None:
            return ()
        request = _last_found(read_request(said, finder), view, each, finder)
        named = {one.concept_id: one for one in request}
        if named:
            return tuple(_own_of(one, view, finder) for one in named.values())
        if len(said) > _GOES_ON:
            return ()
    return ()


_TURNS: Final = 3
_GOES_ON: Final = 24
"""Characters up to which words ("why not?", "더 짧게요") go on about what was asked before them."""


def _last_found(request: Request, view: PatientView, turn: int, finder: Finder) -> tuple[Entry, ...]:
    named = tuple(one.entry for one in request.mentions if one.entry.kind in MEDICINES)
    if named:
        return named
    kinds = (*described(request.text),)
    found = (each for one in kinds for each in _chosen(one, _fitting(request.text, one, view, finder), view, finder))
    return next((one.meant for one in found), ())


def _own_of(entry: Entry, view: PatientView, finder: Finder) -> Entry:
    """Of a class the patient's own medicine, where one alone is of it."""
    own = [fact for fact in own_medicines(view) if entry.concept_id in _family(fact)]
    return (entry_of(own[0], finder) or entry) if len(own) == 1 else entry


def _alike(entry: Entry, own: Sequence[Fact]) -> list[Fact]:
    """The medicines taken that are of the very classes of another."""
    return [fact for fact in own if entry.broader and set(fact.content.concept.broader) == set(entry.broader)]


def _family(fact: Fact) -> tuple[str, ...]:
    return (fact.content.concept.concept_id, *fact.content.concept.broader)
