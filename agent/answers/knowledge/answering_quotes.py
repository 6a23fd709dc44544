"""Which sentences answer a general question: those about what it names, on the side of it that is asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from agent.answers.asking.word_stems import stems
from agent.answers.consultation import Consultation
from agent.answers.knowledge.quotes import Quote, fitting
from agent.answers.medicines.concerns import Concern, states_asked
from agent.words.wording import lookup
from domain.values import SlotKind
from extraction.naming.mentions import Entry, Kind
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise

_KINDS: Final = ("overview", "target", "medication", "monitoring", "caution", "lifestyle", "urgent")
_ASKS_MEANING: Final = lazy_regex(r"뭐예요|뭐에요|뭔가요|무엇|이란|무슨|what (?:is|are|does)|mean", re.IGNORECASE)
_MEANS: Final = lazy_regex(
    r"보여\s?줍니다|뜻합니다|말합니다|(?:상태|질환|병|수치|지표|검사)입니다|수치로|나타[내냅]"
    r"|\bmeasure of\b|reflects|\bmeans\b|\bis (?:a|an|the)\b",
    re.IGNORECASE,
)
_ASKS_RANGE: Final = lazy_regex(r"정상|기준|참고|\b(?:normal|usual|healthy|reference|range)\b", re.IGNORECASE)
_GIVES_RANGE: Final = lazy_regex(r"정상[^.]{0,24}\d|\b(?:normal|usual|range)\b.{0,60}\d", re.IGNORECASE)
_URGENT: Final = lazy_regex(r"119|응급|emergency", re.IGNORECASE)
_ASPECTS: Final = tuple(
    (lazy_regex(asked, re.IGNORECASE), lazy_regex(spoken, re.IGNORECASE))
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
_LEAST_WEIGHED: Final = 2
"""Things asked about together of which a sentence must speak: one alone says nothing of the two."""
_LEAST_SHARED: Final = 2
"""Words that a sentence must share with a question that names no concept, where the question has as many."""


def answering_quotes(
    consultation: Consultation, entries: tuple[Entry, ...], weighed: tuple[Concern, ...] = ()
) -> tuple[Quote, ...]:
    """At most two sentences for a question that names ``entries``; none where no passage speaks of what is asked.

    ``weighed`` are things asked about together, a medicine first: only sentences that speak of it and of another count.
    """
    if weighed:
        return _weighing(consultation, entries, weighed)
    request = consultation.request
    medicines = tuple(entry for entry in entries if entry.kind in ("medications", "drug_classes"))
    if request.has("permission") and medicines:
        entries = medicines
    states = states_asked(request.text)
    about = {each for entry in entries for each in (entry.concept_id, *entry.broader)}
    named = {entry.concept_id for entry in entries}
    found = fitting(consultation, _KINDS, about=about | {state.concept_id for state in states}, trusting=True)
    if entries or states:
        exact = [quote for quote in found if named & _concepts(consultation, quote)]
        near = exact or [quote for quote in found if about & _concepts(consultation, quote)]
        found = tuple(near or [quote for quote in found if _speaks_of_any(consultation, quote, states)])
    wanted = stems(request.text)
    alarming = any(entry.kind == "symptoms" for entry in entries)
    ranged = bool(request.tests) and bool(_ASKS_RANGE.search(request.text))
    meaning = _ASKS_MEANING.search(request.text) and not _aspect_asked(request.text)
    found = _on_aspect(request.text, found)
    # Of a complaint, what is said for the patient's own illness comes before what holds for anybody.
    own = request.has("permission") or (alarming and not medicines)
    mine = _own_concerns(consultation) if own else frozenset()
    ranked = sorted(
        found,
        key=lambda quote: (
            -_bears_on(consultation, quote, mine, named),
            -bool(ranged and _gives_range(consultation, quote.sentence, named)),
            -bool(alarming and _URGENT.search(quote.sentence)),
            bool(meaning) * (quote.passage.kind in ("medication", "caution")),
            -bool(meaning and _MEANS.search(quote.sentence)),
            -_names_aspect(request.text, quote.sentence),
            -len(wanted & stems(quote.sentence)),
            -len(wanted & stems(quote.passage.title)),
            -quote.fit,
        ),
    )
    if not (entries or states):
        least = min(len(wanted), _LEAST_SHARED)
        ranked = [quote for quote in ranked if wanted and len(wanted & stems(quote.sentence)) >= least]
    else:
        ranked = _to_the_point(consultation, ranked, entries)
    return tuple(ranked[:_MOST_QUOTES])


def _to_the_point(consultation: Consultation, ranked: list[Quote], entries: tuple[Entry, ...]) -> list[Quote]:
    """Those of ``ranked`` that speak of what is asked of what is named, not of it alone.

    "He is 22 months old and has a fever of 38.4, what do I do?" is not answered by what holds in a course of
    chemotherapy. What asks no more than what a thing is, or one side of it that is told by its words, is answered by
    sentences about it.
    """
    request = consultation.request
    text = request.plain or request.text
    if _ASKS_MEANING.search(text) or _aspect_asked(text) or _ASKS_RANGE.search(text):
        return ranked
    names = {each for entry in entries for form in _forms(entry) for each in stems(form)}
    told = {each for one in request.mentions for each in stems(text[one.start : one.end])}
    asked = stems(text) - names - told - _ASKING
    named = {one.entry.concept_id: one.entry for one in request.mentions} | {one.concept_id: one for one in entries}
    if not asked and len(named) == 1 and not request.has("permission"):
        # A name and no more: what it is.
        return ranked
    medicines = _medicines_meant(consultation, named.values())
    own = (*consultation.known.in_force(SlotKind.MEDICATIONS), *consultation.known.in_force(SlotKind.CONDITIONS))
    meant = set(named) | medicines | {fact.content.concept.concept_id for fact in own}
    kept = []
    for quote in ranked:
        spoken = {one.entry.concept_id for one in consultation.finder.find(normalise(quote.sentence).text)}
        # Whoever asks of a medicine wants to hear of that one.
        of_it = not medicines or bool(spoken & medicines)
        if of_it and (asked & stems(quote.sentence) or len(spoken & meant) >= _LEAST_WEIGHED):
            kept.append(quote)
    return kept


def _medicines_meant(consultation: Consultation, named: Iterable[Entry]) -> set[str]:
    """The medicines that are named, with their classes; where a class is named, the patient's own ones of it."""
    found: set[str] = set()
    taken = [fact.content.concept for fact in consultation.known.in_force(SlotKind.MEDICATIONS)]
    for entry in named:
        if entry.kind == "medications":
            found |= {entry.concept_id, *entry.broader}
        elif entry.kind == "drug_classes":
            found |= {one.concept_id for one in taken if entry.concept_id in one.broader} or {entry.concept_id}
    return found


def _forms(entry: Entry) -> tuple[str, ...]:
    return (entry.name, entry.name_ko, *entry.synonyms_en, *entry.synonyms_ko)


_ASKING: Final = stems(
    "what when why how long often much many can could should will would help does matter normal fine safe better still "
    "again also take taking took start started getting gets going today tonight tomorrow week weeks month months year "
    "years right know think thing things something anything really doctor pharmacist medicine medicines tablet tablets "
    "pill pills 어떡 어떻게 어쩌 언제 왜 얼마나 그냥 지금 오늘 내일 요즘 계속 자꾸 많이 조금 약이 약을 약은 "
    "먹으면 먹고 하면 "
    "되죠 될까 되겠 있어 있나 같은 같아 그런 이런 저런 원래 혹시 근데 그럼 앞으로 아예 병원 의사 약사 선생 "
    "진짜 정말 너무"
)
"""Beginnings of words in which anything is asked, which say nothing of what is."""


def _weighing(
    consultation: Consultation, entries: tuple[Entry, ...], weighed: tuple[Concern, ...]
) -> tuple[Quote, ...]:
    """The sentences that speak of most of what is weighed together: of a medicine itself before those of its class."""
    about = {each for entry in entries for each in (entry.concept_id, *entry.broader)}
    about.update(thing.concept_id for thing in weighed)
    wanted = stems(consultation.request.text)
    # Of a class it is the patient's own medicine of that class that is weighed.
    medicines = _medicines_meant(consultation, (one for one in entries if one.kind == "drug_classes"))
    ranked: list[tuple[int, int, int, float, int, Quote]] = []
    for quote in fitting(consultation, _KINDS, about=about, trusting=True):
        mentions = consultation.finder.find(normalise(quote.sentence).text)
        spoken = [thing for thing in weighed if thing.in_sentence(quote.sentence, mentions)]
        if len(spoken) < _LEAST_WEIGHED or (
            medicines and medicines.isdisjoint(one.entry.concept_id for one in mentions)
        ):
            continue
        exact = {mention.entry.concept_id for mention in mentions} & {thing.concept_id for thing in spoken}
        ranked.append((-len(spoken), -len(exact), -len(wanted & stems(quote.sentence)), -quote.fit, len(ranked), quote))
    return tuple(quote for *_, quote in sorted(ranked)[:_MOST_QUOTES])


def _gives_range(consultation: Consultation, sentence: str, tests: set[str]) -> bool:
    """Whether a sentence says where one of ``tests`` usually lies; a number goes with the test named first."""
    mentions = consultation.finder.find(normalise(sentence).text)
    first = next((each.entry.concept_id for each in mentions if each.entry.kind in ("labs", "vitals")), None)
    return first in tests and bool(_GIVES_RANGE.search(sentence))


def _speaks_of_any(consultation: Consultation, quote: Quote, things: tuple[Concern, ...]) -> bool:
    mentions = consultation.finder.find(normalise(quote.sentence).text)
    return any(thing.in_sentence(quote.sentence, mentions) for thing in things)


def _aspect_asked(text: str) -> bool:
    return any(asked.search(text) for asked, _ in _ASPECTS)


def _on_aspect(text: str, found: tuple[Quote, ...]) -> tuple[Quote, ...]:
    """Where one side of the matter is asked for (effects, food, signs), only sentences that speak of it."""
    for asked, spoken in _ASPECTS:
        if asked.search(text):
            return tuple(quote for quote in found if spoken.search(quote.sentence))
    return found


def _names_aspect(text: str, sentence: str) -> bool:
    """Whether a sentence calls the side that is asked for by its name."""
    return any(asked.search(text) and asked.search(sentence) for asked, _ in _ASPECTS)


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
