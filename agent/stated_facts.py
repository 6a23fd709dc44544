"""Which of a patient's facts does a text state, and in which order? For answers that this service did not write.

A medicine, illness, allergy or symptom is stated by its name, a test by its values near its name, or by the name alone:
then it is the latest value that is meant. What no longer holds is found by its value or dose: a text that states a
corrected value rests on it, unless it also states one that holds ("6.9, not 7.2").
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from agent.answers.record.summary import spoke_of
from agent.answers.values.comparison import measured
from domain.events import SpokenReference
from domain.ledger import CHANGED, Fact, Ledger
from domain.values import ANY, PATIENT, SERIES_SLOTS
from extraction.naming.mentions import ConceptRecogniser
from extraction.text.normalise import normalise
from extraction.values.quantities import find_quantities

REACH: Final = 4
"""Sentences after the one that names a concept in which its values may still stand: a short list (ours)."""
_ENDS: Final = "!?\n。！？"


@dataclass(frozen=True, slots=True)
class StatedFacts:
    """The facts in the order in which the text names them, and the references that it makes."""

    fact_ids: tuple[str, ...] = ()
    spoke_of: tuple[SpokenReference, ...] = ()


def stated_facts(text: str, ledger: Ledger, recogniser: ConceptRecogniser, heard: Collection[str] = ()) -> StatedFacts:
    """The facts of ``ledger`` that ``text`` states.

    Of the tests of the facts ``heard``, those that the words before spoke of, a value is stated without a name too.
    """
    plain = normalise(text).text
    named, sentences = _named(plain, ledger, recogniser), tuple(_sentences(plain))
    found: dict[str, Fact] = {}
    for concept_id, places in named.items():
        facts = _of_concept(concept_id, ledger)
        elsewhere = [place for other, there in named.items() if other != concept_id for place in there]
        numbers = [number for place in places for number in _numbers_near(plain, place, sentences, elsewhere)]
        series = [fact for fact in facts if fact.content.slot in SERIES_SLOTS]
        others = [fact for fact in facts if fact.content.slot not in SERIES_SLOTS]
        found.update((fact.fact_id, fact) for fact in (*_by_value(series, numbers), *_by_dose(others, numbers)))
    if not any(fact.content.slot in SERIES_SLOTS for fact in found.values()):
        spoken = {ledger.facts[one].content.concept.concept_id for one in heard if one in ledger.facts}
        numbers = list(_numbers(plain))
        series = [fact for fact in ledger.facts.values() if fact.content.slot in SERIES_SLOTS]
        named_before = [fact for fact in series if fact.content.concept.concept_id in spoken]
        if any(_values(fact).intersection(numbers) for fact in named_before):
            found.update((fact.fact_id, fact) for fact in _by_value(named_before, numbers))
    return StatedFacts(tuple(found), tuple(_references(tuple(found.values()))))


def outdated(fact_ids: Iterable[str], ledger: Ledger) -> tuple[str, ...]:
    """Those of the facts that were true and have changed since, where what holds now is not among them."""
    ids = tuple(fact_ids)
    ended = [ledger.facts[one] for one in ids if one in ledger.facts and ledger.facts[one].ended == CHANGED]
    return tuple(fact.fact_id for fact in ended if _holding_now(fact, ledger) not in ids)


def _holding_now(fact: Fact, ledger: Ledger) -> str | None:
    following: Fact | None = fact
    while following is not None and not following.current:
        following = ledger.facts.get(following.superseded_by or "")
    return following.fact_id if following is not None else None


def _named(text: str, ledger: Ledger, recogniser: ConceptRecogniser) -> dict[str, list[int]]:
    """Where each concept stands: those of the lexicon, and the names of facts that the lexicon does not know."""
    places: dict[str, list[int]] = {}
    for mention in recogniser.find(text):
        places.setdefault(mention.entry.concept_id, []).append(mention.start)
    unknown: dict[str, set[int]] = {}
    folded = text.casefold()
    for fact in ledger.facts.values():
        concept = fact.content.concept
        if concept.concept_id not in places and concept.concept_id != ANY:
            names = (name.casefold() for name in (concept.display, concept.name) if name)
            unknown.setdefault(concept.concept_id, set()).update(
                place for name in names for place in _words(folded, name)
            )
    places.update((concept_id, sorted(there)) for concept_id, there in unknown.items() if there)
    return dict(sorted(places.items(), key=lambda one: one[1][0]))


def _words(text: str, name: str) -> Iterator[int]:
    """Where ``name`` stands as words of its own; a Korean particle may follow."""
    place = text.find(name)
    while place >= 0:
        before, after = text[max(0, place - 1) : place], text[place + len(name) : place + len(name) + 1]
        if not before.isalnum() and not (after.isalnum() and after.isascii()):
            yield place
        place = text.find(name, place + 1)


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    """Where sentences begin and end; the point of a number ends none."""
    start = 0
    for place, character in enumerate(text):
        following = text[place + 1 : place + 2]
        if character in _ENDS or (character == "." and (not following or following.isspace())):
            yield start, place + 1
            start = place + 1
    if start < len(text):
        yield start, len(text)


def _numbers_near(
    text: str, place: int, sentences: Sequence[tuple[int, int]], elsewhere: Sequence[int]
) -> Iterator[float]:
    """The numbers of the sentence that holds ``place``, and of the next ones until one names something else."""
    own = next((index for index, (start, end) in enumerate(sentences) if start <= place < end), 0)
    for index, (start, end) in enumerate(sentences[own : own + 1 + REACH]):
        if index and any(start <= other < end for other in elsewhere):
            return
        yield from _numbers(text[start:end])


def _numbers(text: str) -> Iterator[float]:
    for quantity in find_quantities(text):
        yield from (one for one in (quantity.value, *quantity.parts, quantity.low, quantity.high) if one is not None)


def _of_concept(concept_id: str, ledger: Ledger) -> list[Fact]:
    """Facts about the concept, or without a current one about narrower ones too; another person's only without own."""
    facts = [fact for fact in ledger.facts.values() if fact.content.concept.concept_id == concept_id]
    if not any(fact.current for fact in facts):
        facts += [fact for fact in ledger.facts.values() if concept_id in fact.content.concept.broader]
    return [fact for fact in facts if fact.content.subject == PATIENT] or facts


def _by_value(series: Sequence[Fact], numbers: Sequence[float]) -> list[Fact]:
    """The values of a test that stand in the text, in its order; without any of them the latest that is believed."""
    order = {number: place for place, number in reversed(list(enumerate(numbers)))}
    stated = [
        (min(order[one] for one in _values(fact) if one in order), fact)
        for fact in series
        if _values(fact) & order.keys()
    ]
    found = [fact for _, fact in sorted(stated, key=lambda one: (one[0], one[1].version))]
    holding = [fact for fact in found if fact.ended in (None, CHANGED)]
    if holding or found:
        return holding or found
    believed = [fact for fact in series if fact.current]
    return [max(believed, key=lambda fact: (fact.clinical_day, fact.version))] if believed else []


def _by_dose(facts: Sequence[Fact], numbers: Sequence[float]) -> list[Fact]:
    """What is named and current; what has ended where its dose, and none that is current, stands in the text."""
    current = [fact for fact in facts if fact.current]
    ended = [fact for fact in facts if not fact.current and _doses(fact).intersection(numbers)]
    if ended and not any(_doses(fact).intersection(numbers) for fact in current):
        return ended[-1:]
    return current


def _values(fact: Fact) -> set[float]:
    content = fact.content
    stated = {quantity.value for quantity in find_quantities(content.value_stated or "") if quantity.value is not None}
    plain = isinstance(content.value, (int, float)) and not isinstance(content.value, bool)
    return {float(content.value), *stated} if plain else stated  # type: ignore[arg-type]


def _doses(fact: Fact) -> set[float]:
    return {quantity.value for quantity in find_quantities(fact.content.dose or "") if quantity.value is not None}


def _references(facts: Sequence[Fact]) -> Iterator[SpokenReference]:
    """One reference for each test and for each other slot, in the order in which the text comes to them."""
    groups: dict[str, list[Fact]] = {}
    for fact in facts:
        content = fact.content
        groups.setdefault(content.concept.concept_id if content.slot in SERIES_SLOTS else content.slot, []).append(fact)
    for group in groups.values():
        slot = group[0].content.slot
        yield from measured(*group) if slot in SERIES_SLOTS else spoke_of(slot, tuple(group))
