"""From what a model says it read to proposals: nothing without its words in the utterance, nothing the rules know."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from agent.answers.cues import SLOT_WORDS
from agent.polarity import negations
from agent.skills.ports import Language, Question
from domain.ledger import Ledger
from domain.proposals import Proposal
from domain.values import (
    ANY,
    PATIENT,
    SERIES_SLOTS,
    Certainty,
    Concept,
    Content,
    Polarity,
    SlotKind,
    Status,
    Temporality,
)
from extraction.measurements import alternatives, unit_of
from extraction.mentions import ConceptRecogniser, Entry, Kind
from extraction.normalise import fold, normalise
from extraction.quantities import convert, find_quantities

MOST_CLAIMS: Final = 12
"""Claims of one utterance that are looked at; a patient tells fewer things in one breath."""
CONFIDENCE: Final = 0.5
LONGEST_NAME: Final = 60
"""Characters of a name that the lexicon does not know; longer ones are sentences."""

_KINDS: Final[dict[SlotKind, tuple[Kind, ...]]] = {
    SlotKind.CONDITIONS: ("conditions",),
    SlotKind.SYMPTOMS: ("symptoms",),
    SlotKind.MEDICATIONS: ("medications", "drug_classes"),
    SlotKind.ALLERGIES: ("allergens", "medications", "drug_classes"),
    SlotKind.VITALS: ("vitals",),
    SlotKind.LABS: ("labs",),
    SlotKind.PROCEDURES: ("procedures",),
    SlotKind.SOCIAL_HISTORY: ("social",),
}
_SENTENCE_LIKE: Final = re.compile(
    r"\b(?:i|my|me|he|him|his|she|her|they|their|you|your|it|that|this|is|are|was|were|have|has|had|say|says|said|told)\b"
    r"|(?:니다|어요|아요|해요|예요|이에요|대요|래요|데요|거든요|라고|다고)$",
    re.IGNORECASE,
)
"""Words that stand in no name of a disease or a medicine."""
_ASKING: Final = "?？"
_SENTENCE_ENDS: Final = ".!\n" + _ASKING


@dataclass(frozen=True, slots=True)
class QuotedClaim:
    """One fact as a model read it; ``quote`` must be words of the utterance."""

    slot: SlotKind
    name: str
    quote: str
    dose: str | None = None
    negated: bool = False
    subject: str = PATIENT
    past: bool = False


def proposals_of(
    claims: Sequence[QuotedClaim],
    question: Question,
    ruled: Sequence[Proposal],
    ledger: Ledger,
    recogniser: ConceptRecogniser,
    extractor: str,
) -> Iterator[Proposal]:
    """Proposals for the claims that hold, all of them uncertain and none of them about what is known already.

    A claim is dropped when its quote is not in the utterance or is part of a question, when its name or number is not
    in its quote, when its words deny what it affirms or the other way round, when ``ruled`` has the same concept or
    other words of its slot there, and when ``ledger`` holds a fact it could contradict: a second opinion overrules
    nobody.
    """
    taken = list(ruled)
    for claim in claims[:MOST_CLAIMS]:
        start = question.text.find(claim.quote) if claim.quote.strip() else -1
        if start < 0 or claim.subject == "other" or _is_asked(question.text, start + len(claim.quote)):
            continue
        if not _polarity_is_told(claim, _sentence(question.text, start, start + len(claim.quote))):
            continue
        content = _content(claim, question.language, recogniser)
        if content is None or _is_read(content, start, claim.quote, taken) or _is_known(content, ledger):
            continue
        proposal = Proposal(
            content=content,
            quote=claim.quote,
            start=start,
            end=start + len(claim.quote),
            confidence=CONFIDENCE,
            extractor=extractor,
        )
        taken.append(proposal)
        yield proposal


def _content(claim: QuotedClaim, language: Language, recogniser: ConceptRecogniser) -> Content | None:
    if not claim.name.strip() or fold(claim.name) not in fold(claim.quote):
        return None
    entry = _entry(claim, recogniser)
    if claim.slot in SERIES_SLOTS:
        return _measured(claim, entry, language) if entry is not None else None
    if entry is None and (len(claim.name) > LONGEST_NAME or _is_no_name(claim.name)):
        return None
    name = claim.name.strip()
    concept = entry.concept(language) if entry else Concept(concept_id=fold(name), name=name, display=name)
    family = claim.subject != PATIENT
    if family and claim.slot not in (SlotKind.CONDITIONS, SlotKind.SYMPTOMS):
        return None
    dose = claim.dose if claim.dose and claim.dose in claim.quote else None
    return Content(
        slot=SlotKind.FAMILY_HISTORY if family else claim.slot,
        concept=concept,
        subject=claim.subject,
        polarity=Polarity.NEGATED if claim.negated else Polarity.AFFIRMED,
        certainty=Certainty.UNCERTAIN,
        temporality=Temporality.PAST if claim.past else Temporality.CURRENT,
        dose=dose if claim.slot is SlotKind.MEDICATIONS else None,
        status=None if family else _status(claim),
    )


def _entry(claim: QuotedClaim, recogniser: ConceptRecogniser) -> Entry | None:
    """The lexicon's entry that the claim's name is, as a whole."""
    name = normalise(claim.name).text
    kinds = _KINDS[claim.slot]
    found = [mention for mention in recogniser.find(name) if mention.entry.kind in kinds]
    return max(found, key=lambda mention: mention.end - mention.start).entry if found else None


def _is_no_name(name: str) -> bool:
    """Whether a name is a piece of a sentence, or only the word for a whole slot ("allergy", "약")."""
    return _SENTENCE_LIKE.search(name) is not None or any(
        re.fullmatch(rf"(?:{words})\S?", name.strip(), re.IGNORECASE) for words in SLOT_WORDS.values()
    )


def _status(claim: QuotedClaim) -> Status | None:
    if claim.negated:
        return None
    if claim.slot is SlotKind.MEDICATIONS:
        return Status.STOPPED if claim.past else Status.ACTIVE
    if claim.slot is SlotKind.CONDITIONS:
        return Status.RESOLVED if claim.past else Status.ACTIVE
    return None


def _measured(claim: QuotedClaim, entry: Entry, language: Language) -> Content | None:
    """One reading, with the one number of its quote; a unit that cannot be converted, or a past value, is left out."""
    quantities = find_quantities(normalise(claim.quote).text)
    if len(quantities) != 1 or claim.negated or claim.past or claim.subject != PATIENT:
        return None
    quantity, own = quantities[0], unit_of(entry)
    if quantity.value is None:
        return None
    value = convert(quantity.value, quantity.unit or own, own, alternatives(entry)) if own else quantity.value
    low, high = entry.extra.get("plausible_low", ""), entry.extra.get("plausible_high", "")
    if value is None or (low and high and not float(low) <= value <= float(high)):
        return None
    return Content(
        slot=claim.slot,
        concept=entry.concept(language),
        value=round(value, 2),
        comparator=quantity.comparator,
        unit=own or quantity.unit,
        value_stated=f"{quantity.value:g}",
        unit_stated=quantity.unit,
        certainty=Certainty.UNCERTAIN,
    )


def _sentence(text: str, start: int, end: int) -> str:
    """The sentence that holds text[start:end]."""
    first = max((text.rfind(mark, 0, start) for mark in _SENTENCE_ENDS), default=-1) + 1
    last = min((place for mark in _SENTENCE_ENDS if (place := text.find(mark, end)) >= 0), default=len(text))
    return text[first:last]


def _polarity_is_told(claim: QuotedClaim, sentence: str) -> bool:
    """A denial needs a word that denies in its sentence; what is affirmed has none in its own words."""
    if claim.negated:
        return negations(sentence) > 0
    return claim.past or negations(claim.quote) == 0


def _is_asked(text: str, at: int) -> bool:
    """Whether the sentence that holds the words before ``at`` is a question."""
    ends = [place for place in range(at, len(text)) if text[place] in _SENTENCE_ENDS]
    return bool(ends) and text[ends[0]] in _ASKING


def _is_read(content: Content, start: int, quote: str, taken: Sequence[Proposal]) -> bool:
    """Whether the concept was read anywhere in the utterance, or these words as something of the same slot."""
    end = start + len(quote)
    for proposal in taken:
        known = proposal.content
        if known is None:
            continue
        same = {known.concept.concept_id, *known.concept.broader}
        if content.concept.concept_id in same or known.concept.concept_id in content.concept.broader:
            return True
        overlaps = proposal.start is not None and proposal.end is not None
        if overlaps and known.slot is content.slot and proposal.start < end and start < proposal.end:  # type: ignore[operator]
            return True
        if known.concept.concept_id == ANY and known.slot is content.slot:
            return True
    return False


def _is_known(content: Content, ledger: Ledger) -> bool:
    """Whether memory holds the concept, or that there is none or nothing known of its slot; of a test, any value."""
    return any(
        fact.content.concept.concept_id in (content.concept.concept_id, ANY)
        and fact.content.subject in (content.subject, PATIENT)
        for fact in ledger.current(content.slot)
    )
