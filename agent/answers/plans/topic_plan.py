"""A plan against one complaint, or for sleep, weight or strain: the steps of the card that says how one helps "
"oneself.
"""

from __future__ import annotations

import re
from typing import Final

from agent.answers.asking.request import Request
from agent.answers.consultation import Consultation
from agent.answers.knowledge.cards import CardReader, self_care_card
from agent.answers.knowledge.quotes import Quote, sentences
from agent.answers.part import Part, joined
from agent.answers.record.person import person
from agent.words.sentences import sentence
from domain.events import SpokenReference
from extraction.text.lazy_regex import lazy_regex
from retrieval.corpus import Passage

_SLEEP: Final = lazy_regex(
    r"잠\s?(?:을|좀|이|도|에|\S{0,2}\s?(?:자|들))|수면|숙면|불면|\bsleep(?:ing)?\b", re.IGNORECASE
)
_WEIGHT: Final = lazy_regex(
    r"살\s?(?:을|좀)?\s?(?:빼|빠)|체중\s?(?:을|좀)?\s?(?:줄|감량|빼)|다이어트|\blos(?:e|ing) (?:some |a bit of "
    r")?weight\b",
    re.IGNORECASE,
)
_STRAIN: Final = lazy_regex(r"스트레스|\bstress(?:ed)?\b", re.IGNORECASE)
_TOPICS: Final = ((_SLEEP, ("insomnia",)), (_WEIGHT, ("overweight", "obesity")), (_STRAIN, ("stress",)))
"""What a plan may be for that is no complaint by its name, with the subjects of its cards."""
_MOST_LINES: Final = 5


def plan_topic(request: Request) -> tuple[str, ...]:
    """What a plan is wanted for, as subjects of cards; empty where it is for a treatment, a value or the week "
    "at large.
    """
    if request.tests or request.has("treatment", "evidence", "reassess"):
        return ()
    topics = [each for said, subjects in _TOPICS if said.search(request.plain) for each in subjects]
    complaints = (one.entry for one in request.mentions if one.entry.kind == "symptoms")
    named = (each for entry in complaints for each in (entry.concept_id, *entry.broader))
    return tuple(dict.fromkeys((*named, *topics)))


def topic_card(reader: CardReader, request: Request, name: str, language: str) -> Passage | None:
    """The card whose steps answer a wish for a plan (intent ``name``); None where it is for no topic of a card."""
    return self_care_card(reader, language, plan_topic(request)) if name in ("steps", "plan") else None


def planned_by_card(consultation: Consultation) -> Part:
    """The plan, for whom it is, in as many numbered lines as were asked for; empty where no card of this turn "
    "holds it.
    """
    if consultation.cards is None:
        return Part()
    language = consultation.words.language
    card = topic_card(consultation.cards, consultation.request, "steps", language)
    found = {hit.passage.document_id for hit in consultation.situation.hits}
    if card is None or card.document_id not in found:
        return Part()
    about = person(consultation)
    heading = Part(sentence("plan.now", language, listed=about.text), about.facts, (), about.spoke_of)
    lines = _spread(sentences(card.text), consultation.request.items or _MOST_LINES)
    steps = []
    for place, line in enumerate(lines, start=1):
        quote = Quote(card, line, 0.0)
        steps.append(Part(f"{place}. {quote.marked}", (), (quote.citation,)))
    said = joined((heading, *steps))
    return Part(
        said.text, said.facts, said.citations, (*said.spoke_of, SpokenReference(kind="plan", fact_ids=said.facts))
    )


def _spread(said: tuple[str, ...], count: int) -> list[str]:
    """The sentences in order over at most ``count`` lines, none left out: what warns comes last in a card."""
    lines = min(count, len(said))
    each, more = divmod(len(said), lines)
    found, at = [], 0
    for line in range(lines):
        # The last lines take what is over: a plan begins with one thing at a time.
        size = each + (line >= lines - more)
        found.append(" ".join(said[at : at + size]))
        at += size
    return found
