"""Which of the medicines that somebody takes may do what they feel: those whose cards on side effects name it."""

from __future__ import annotations

import re
from typing import Final

from agent.answers.asking.request import Request
from agent.answers.knowledge.cards import CardReader
from domain.ledger import Fact
from domain.values import IN_FORCE, PATIENT, Polarity, SlotKind
from extraction.text.lazy_regex import lazy_regex
from projections.patient_view import PatientView
from retrieval.corpus import Passage

BODILY: Final = ("symptoms", "conditions")
_SIDE_EFFECTS: Final = "side_effects"
_MOST: Final = 3
_DENIED: Final = lazy_regex(r"\b(?:no|not|without|never|isn'?t|aren'?t)\s(?:\w+\s){0,2}$", re.IGNORECASE)
"""Words before a complaint that nobody feels."""
"""Cards that one answer quotes."""

_THINGS_EN: Final = r"(?:tablets?|pills?|medicines?|medications?|meds|drugs?|inhalers?|capsules?)"
_AMONG: Final = lazy_regex(
    rf"\b(?:which|any|one|some|either) (?:one )?(?:of )?(?:my|the|these|those|his|her) (?:\w+ )?{_THINGS_EN}\b"
    rf"|\bwhich (?:\w+ )?{_THINGS_EN}\b|\b(?:could|can|might|are|is) (?:it (?:be )?)?my (?:\w+ )?{_THINGS_EN}\b"
    r"|(?:약|먹는\s?(?:것|거))들?\s?(?:중에?|가운데|때문(?!에\s?(?:여쭤|여쭙|문의|물어|연락|전화|왔|상담|글))|탓)|(?:어떤|어느|무슨)\s?약\s?(?:이|때문|탓|에서)"
)
"""Words that look for one among the medicines."""
_DOES: Final = lazy_regex(
    r"\b(?:mak(?:e|es|ing)|caus(?:e|es|ing)|giv(?:e|es|ing)|behind|responsible|blame|do(?:es|ing)? (?:this|that"
    r"|it)|from)\b"
    r"|때문|탓|부작용|(?:할|울|을|릴|질|칠|일|쓸|생길|올|날|그럴)\s?수\s?있|원인|일으"
)
"""Words by which it does harm, and not what it is for."""
_IS_FOR: Final = lazy_regex(
    r"\b(?:is|are) (?:it |that )?for\b|\bhelps?\b|\blowers?\b|위한|때문에\s?먹|약이(?:에요|예요|죠|지)"
)


def asks_culprit(request: Request) -> bool:
    """Whether the words ask which of one's medicines does what they name, as in "which of my pills makes me dizzy?"."""
    text = (request.plain or request.text).casefold()
    asked = _AMONG.search(text) is not None and _DOES.search(text) is not None and _IS_FOR.search(text) is None
    return asked and bool(request.concepts(*BODILY))


def culprit_cards(reader: CardReader, request: Request, view: PatientView, language: str) -> tuple[Passage, ...]:
    """The cards on side effects of the medicines in force that name what is asked about, in the order of the record."""
    felt = {
        each
        for mention in request.mentions
        if mention.entry.kind in BODILY and _DENIED.search(request.plain[: mention.start]) is None
        for each in (mention.entry.concept_id, *mention.entry.broader)
    }
    found: dict[str, Passage] = {}
    for fact in view.ledger.current():
        card = _card_of(reader, fact, language)
        if card is None or card.document_id in found:
            continue
        named = (mention.entry for mention in reader.finder.find(card.text))
        if any(felt & {entry.concept_id, *entry.broader} for entry in named if entry.kind in BODILY):
            found[card.document_id] = card
    return tuple(found.values())[:_MOST]


def _card_of(reader: CardReader, fact: Fact, language: str) -> Passage | None:
    content = fact.content
    taken = content.slot is SlotKind.MEDICATIONS and content.status in IN_FORCE and content.subject == PATIENT
    if not taken or content.polarity is not Polarity.AFFIRMED:
        return None
    return reader.shelf.card(language, _SIDE_EFFECTS, (content.concept.concept_id, *content.concept.broader))
