"""Which medicine is for which time of the day: by what was told of it, else as the day's medicines are placed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.following.references import medicines_spoken
from agent.answers.medicines.day_of_medicines import Placed, day_of_medicines, day_warnings, placed_medicines
from agent.answers.medicines.day_placing import part_of
from agent.answers.medicines.its_use import asks_use_of_each
from agent.answers.medicines.part_asked import PLACES, asks_part_of_day
from agent.answers.medicines.part_of_day import of_parts, part_of_day
from agent.answers.part import Part
from agent.answers.record.summary import listing
from agent.words.doses import dose_text
from agent.words.sentences import sentence
from domain.ledger import Fact
from domain.timing import Timing, times_a_day
from domain.values import SlotKind
from extraction.values.dose_schedules import schedule_of

_SOME: Final = 2
"""Parts of a day that are not the whole of it."""
_PARTS: Final = frozenset({"MORN", "NOON", "AFT", "EVE", "NIGHT", "HS"})


def _by_time(consultation: Consultation) -> Part:
    """A line for each part of the day where all was told in parts of the day; else the day by the clock."""
    request = consultation.request
    named = [one for one, _, said in PLACES if said.search(request.text) is not None]
    if 0 < len(named) <= _SOME and asks_part_of_day(request, consultation.situation.view):
        return part_of_day(consultation)
    placed = placed_medicines(consultation)
    taken = listing(consultation, SlotKind.MEDICATIONS)
    if not taken.facts or asks_use_of_each(request.text):
        return Part()
    if not all(_is_plain(one) for one in placed) or len(placed) != len(taken.facts) or day_warnings(consultation):
        return day_of_medicines(consultation)
    language = consultation.words.language
    lines = []
    for name, places, _ in PLACES:
        found = [one.fact for one in placed if any(_is_in(name, places, part_of(place)) for place in one.places)]
        if found:
            listed = ", ".join(_strength(consultation, fact) for fact in found)
            lines.append(sentence("own.part", language, part=sentence(f"part.{name}", language), listed=listed))
    facts = tuple(one.fact for one in placed)
    return Part("\n".join(lines), tuple(fact.fact_id for fact in facts), (), medicines_spoken(facts))


def _is_plain(placed: Placed) -> bool:
    """Whether no more was told of a medicine than the parts of the day in which it is taken every day."""
    content, timing = placed.fact.content, Timing.read(placed.fact.content.timing)
    every_day = times_a_day(content.frequency) is not None and not timing.days
    return placed.told and every_day and not schedule_of(content.dose) and _PARTS.issuperset(timing.times)


def _is_in(name: str, places: frozenset[str], place: str) -> bool:
    # The afternoon is a part of its own, and of noon where only noon is asked for.
    return place in places and not (name == "noon" and place == "afternoon")


def _strength(consultation: Consultation, fact: Fact) -> str:
    words = consultation.words
    return f"{words.name(fact.content)} {dose_text(fact.content.dose or '', words.language)}".strip()


def _of_part(name: str, consultation: Consultation) -> Part:
    """The medicines told to be taken then, and those of which no time was told; without any told, as is usual."""
    placed = placed_medicines(consultation)
    if not placed:
        return Part()
    words, language, request = consultation.words, consultation.words.language, consultation.request
    named = [one for one, _, said in PLACES if said.search(request.text) is not None]
    if len(named) > 1 and asks_part_of_day(request, consultation.situation.view):
        # "In the evening and at bedtime": one kind is heard, and two parts are asked for.
        return part_of_day(consultation)
    places = next(each for one, each, _ in PLACES if one == name)
    told = tuple(one.fact for one in placed if one.told and places.intersection(map(part_of, one.places)))
    untold = tuple(one.fact for one in placed if not one.told)
    if not told and ((usual := of_parts(consultation, name)).facts or not untold):
        return usual
    lines = []
    if told:
        lines.append(sentence("part.head", language, part=sentence(f"part.{name}", language)))
        lines += (f"{at}. {words.medicine(fact.content)}" for at, fact in enumerate(told, 1))
    if untold:
        listed = ", ".join(words.name(fact.content) for fact in untold)
        lines.append(sentence("own.untold_hour", language, listed=listed))
    ids = tuple(fact.fact_id for fact in (*told, *untold))
    return Part("\n".join(lines), ids, (), medicines_spoken(told or untold))


COMPOSERS: Final[Mapping[str, Callable[[Consultation], Part]]] = MappingProxyType(
    {
        "list_by_time": _by_time,
        "morning": partial(_of_part, "morning"),
        "bedtime": partial(_of_part, "bedtime"),
    }
)
"""The composers of the kinds of times of the day."""
