"""Which sentences answer a general question: those about what it names, on the side of it that is asked for."""

from __future__ import annotations

import re
from typing import Final

from agent.skills.answering.consultation import Consultation
from agent.skills.answering.quotes import Quote, fitting
from agent.skills.answering.wording import lookup
from extraction.mentions import Entry, Kind
from extraction.normalise import normalise

_KINDS: Final = ("overview", "target", "medication", "monitoring", "caution", "lifestyle", "urgent")
_ASKS_MEANING: Final = re.compile(r"뭐예요|뭐에요|뭔가요|무엇|이란|무슨|what (?:is|are|does)|mean", re.IGNORECASE)
_MEANS: Final = re.compile(
    r"보여\s?줍니다|뜻합니다|말합니다|(?:상태|질환|병|수치|지표)입니다|reflects|\bmeans\b|\bis (?:a|an|the)\b",
    re.IGNORECASE,
)
_URGENT: Final = re.compile(r"119|응급|emergency", re.IGNORECASE)
_ASPECTS: Final = tuple(
    (re.compile(asked, re.IGNORECASE), re.compile(spoken, re.IGNORECASE))
    for asked, spoken in (
        (
            r"부작용|side effects?",
            r"부작용|메스꺼|설사|변비|기침|어지|두통|피로|출혈|저혈당|발진|붓|근육|통증|아프|졸|입이\s?마르"
            r"|side effect|nausea"
            r"|diarrh|cough|dizz|tired|bleed|rash|swell|muscle|pain|drows|dry mouth|stomach|low blood sugar"
            r"|weight gain",
        ),
        (
            r"뭘?\s?먹으면|무엇을\s?먹|음식|식단|식사|what (?:should|can|may) i eat|\bfoods?\b|\bdiet\b",
            r"음식|식사|술|맥주|소금|나트륨|채소|과일|과당|음료|고기|단백질|섭취|food|diet|eat"
            r"|drink|salt|meal|sugar",
        ),
        (
            r"증상|symptoms?\b",
            r"통증|아프|피로|붓|어지|숨|열|기침|마르|체중|저리|떨|마비|어눌|처지|pain|tired|swell"
            r"|dizz|breath"
            r"|fever|cough|thirst|weight|numb|weak|droop|speech",
        ),
    )
)
"""What one side of a matter is asked by, and what a sentence on it speaks of."""
_MOST_QUOTES: Final = 2
_LEAST_SHARED: Final = 2
"""Words that a sentence must share with a question that names no concept, where the question has as many."""
_WORDS: Final = re.compile(r"[가-힣]{2,}|[a-z]{4,}")
_STEM: Final = {True: 2, False: 5}
"""Letters of a word that are compared: two syllables of a Korean word, whose ending varies, five of an English one."""
_COMMON: Final = re.compile(
    r"^(?:어떤|어떻|얼마|무엇|무슨|있나|있는|되나|하나|해야|하는|언제|그게|그거|그건|저는|제가|거예|좋은|좋을"
    r"|먹어|먹는|먹을|되나|되는|괜찮|드셔|마셔|복용|환자|같이|함께|알려|주세|궁금|정도|what|when|which"
    r"|should|would|could|have|does|"
    r"about|there|with|that|this|please|tell|much|many|good|need|from|your)"
)


def answering_quotes(consultation: Consultation, entries: tuple[Entry, ...]) -> tuple[Quote, ...]:
    """At most two sentences for a question that names ``entries``; none where no passage speaks of what is asked."""
    medicines = tuple(entry for entry in entries if entry.kind in ("medications", "drug_classes"))
    if consultation.request.has("permission") and medicines:
        entries = medicines
    about = {each for entry in entries for each in (entry.concept_id, *entry.broader)}
    named = {entry.concept_id for entry in entries}
    found = fitting(consultation, _KINDS, about=about, trusting=True)
    if entries:
        exact = [quote for quote in found if named & _concepts(consultation, quote)]
        found = tuple(exact or [quote for quote in found if about & _concepts(consultation, quote)])
    wanted = _stems(consultation.request.text)
    alarming = any(entry.kind == "symptoms" for entry in entries)
    found = _on_aspect(consultation, tuple(found))
    mine = _own_concerns(consultation) if consultation.request.has("permission") else frozenset()
    ranked = sorted(
        found,
        key=lambda quote: (
            -_bears_on(consultation, quote, mine, named),
            -bool(alarming and _URGENT.search(quote.sentence)),
            bool(_ASKS_MEANING.search(consultation.request.text)) * (quote.passage.kind in ("medication", "caution")),
            -bool(_ASKS_MEANING.search(consultation.request.text) and _MEANS.search(quote.sentence)),
            -len(wanted & _stems(f"{quote.passage.title} {quote.sentence}")),
            -quote.fit,
        ),
    )
    if not entries:
        least = min(len(wanted), _LEAST_SHARED)
        ranked = [quote for quote in ranked if wanted and len(wanted & _stems(quote.sentence)) >= least]
    return tuple(ranked[:_MOST_QUOTES])


def _on_aspect(consultation: Consultation, found: tuple[Quote, ...]) -> tuple[Quote, ...]:
    """Where one side of the matter is asked for (effects, food, signs), only sentences that speak of it."""
    for asked, spoken in _ASPECTS:
        if asked.search(consultation.request.text):
            return tuple(quote for quote in found if spoken.search(quote.sentence))
    return found


def _own_concerns(consultation: Consultation) -> frozenset[str]:
    known = consultation.known
    return known.condition_ids() | known.medicine_ids()


def _bears_on(consultation: Consultation, quote: Quote, mine: frozenset[str], named: set[str]) -> int:
    """How many of the patient's own illnesses and medicines, or of the things asked about, a sentence names."""
    if not mine:
        return 0
    mentions = consultation.finder.find(normalise(quote.sentence).text)
    spoken = {each for mention in mentions for each in (mention.entry.concept_id, *mention.entry.broader)}
    return len(spoken & mine) + len(spoken & named)


def _concepts(consultation: Consultation, quote: Quote) -> set[str]:
    """What a passage is about, with the more general concepts of its conditions and medicines."""
    concepts = set(quote.passage.concepts)
    kinds: tuple[Kind, ...] = ("conditions", "medications")
    for concept_id in quote.passage.concepts:
        found = (lookup(consultation.words.dictionary, kind, concept_id) for kind in kinds)
        concepts.update(each for entry in found if entry is not None for each in entry.broader)
    return concepts


def _stems(text: str) -> frozenset[str]:
    words = _WORDS.findall(text.casefold())
    return frozenset(word[: _STEM["가" <= word[0] <= "힣"]] for word in words if not _COMMON.match(word))
