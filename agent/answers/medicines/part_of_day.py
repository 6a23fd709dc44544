"""The medicines of one part of the day: "저녁하고 자기 전에 드시는 약이 뭐죠?", "what does she take at night?".

A list of all that is taken does not answer it, and neither does the whole day by the clock.
"""

from __future__ import annotations

from agent.answers.consultation import Consultation
from agent.answers.following.references import medicines_spoken
from agent.answers.medicines.day_of_medicines import placed_medicines
from agent.answers.medicines.day_placing import part_of
from agent.answers.medicines.part_asked import PLACES
from agent.answers.part import Part
from agent.words.sentences import sentence


def part_of_day(consultation: Consultation) -> Part:
    """The medicines taken in the parts of the day that the words name."""
    return of_parts(consultation, *(name for name, _, said in PLACES if said.search(consultation.request.text)))


def of_parts(consultation: Consultation, *names: str) -> Part:
    """The medicines taken in these parts of the day: by what was told, else by what is usual."""
    words, language = consultation.words, consultation.words.language
    parts = [(name, places) for name, places, _ in PLACES if name in names]
    wanted = frozenset().union(*(places for _, places in parts))
    placed = placed_medicines(consultation)
    found = [one for one in placed if wanted.intersection(map(part_of, one.places))]
    head = sentence("part.joint", language).join(sentence(f"part.{name}", language) for name, _ in parts)
    if not found:
        return Part(sentence("part.none", language, part=head))
    listed = "\n".join(f"{at}. {words.medicine(one.fact.content)}" for at, one in enumerate(found, 1))
    usual = "" if all(one.told for one in found) else "\n" + sentence("part.usual", language)
    facts = tuple(one.fact for one in found)
    text = f"{sentence('part.head', language, part=head)}\n{listed}{usual}"
    return Part(text, tuple(fact.fact_id for fact in facts), (), medicines_spoken(facts))
