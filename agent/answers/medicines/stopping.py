"""Whether a medicine may be stopped, paused or changed: never on one's own, with what is known of stopping it."""

from __future__ import annotations

import re
from typing import Final

from agent.answers.complaints.complaints import complaints
from agent.answers.consultation import Consultation
from agent.answers.following.recall import which_meant
from agent.answers.following.references import medicines_spoken
from agent.answers.knowledge.quotes import Quote, fitting, whole
from agent.answers.medicines.meant import medicines_meant
from agent.answers.part import Part, joined
from agent.words.sentences import sentence
from domain.ledger import Fact
from domain.values import SlotKind
from extraction.text.lazy_regex import lazy_regex

_KINDS: Final = ("caution", "medication", "monitoring", "urgent")
_OF_STOPPING: Final = (
    "끊", "중단", "멈추", "줄이", "갑자기", "스스로", "임의", "빼먹", "거르", "빠뜨",
    "stop", "abrupt", "suddenly", "on one's own", "on your own", "taper", "withdraw", "left off", "skip", "missed",
    "without asking",
)  # fmt: skip
"""What a sentence on stopping a medicine speaks of."""
_MOST_QUOTES: Final = 2


def keep_or_stop(consultation: Consultation) -> Part:
    """Not on one's own; what the passages say of stopping; what to tell the prescriber."""
    language = consultation.words.language
    facts = () if _means_all(consultation) else medicines_meant(consultation)
    ids = tuple(fact.fact_id for fact in facts)
    names = ", ".join(consultation.words.name(fact.content) for fact in facts)
    key = "stopping.named" if names else "assess.medicine"
    card = consultation.card("stopping")
    quotes = (whole(card),) if card is not None else _quotes(consultation, facts)
    told = complaints(consultation)
    parts = [
        Part(sentence(key, language, **({"name": names} if names else {})), ids, (), medicines_spoken(facts)),
        Part("\n".join(quote.marked for quote in quotes), (), tuple(quote.citation for quote in quotes)),
    ]
    if told:
        listed = ", ".join(consultation.words.name(fact.content) for fact in told)
        parts.append(Part(sentence("stopping.tell", language, listed=listed), tuple(fact.fact_id for fact in told)))
    if consultation.request.doubtful:
        parts.append(which_meant(consultation))
    return joined(part for part in parts if part.text)


def _means_all(consultation: Consultation) -> bool:
    """Whether the words name no medicine and mean several: "should I stop the tablets?" is not about the last one."""
    request = consultation.request
    several = len(consultation.known.in_force(SlotKind.MEDICATIONS)) > 1
    return several and not request.concepts("medications", "drug_classes") and _SEVERAL.search(request.text) is not None


_SEVERAL: Final = lazy_regex(
    r"\b(?:tablets|pills|meds|medicines|medications|drugs|them all|all of them|everything)\b|약들|약\s?(?:다"
    r"|전부|모두)",
    re.IGNORECASE,
)


def _quotes(consultation: Consultation, facts: tuple[Fact, ...]) -> tuple[Quote, ...]:
    own = {fact.content.concept.concept_id for fact in facts}
    classes = {each for fact in facts for each in fact.content.concept.broader}
    if not own:
        return ()
    found = [
        quote
        for quote in fitting(consultation, _KINDS, about=own | classes, trusting=True)
        if any(word in quote.sentence.casefold() for word in _OF_STOPPING)
        and not (own | classes).isdisjoint(quote.passage.concepts)
    ]
    exact = [quote for quote in found if not own.isdisjoint(quote.passage.concepts)]
    return tuple((exact or found)[:_MOST_QUOTES])
