"""A product that is asked about by another name than the one under which its substance is taken already.

"May I take Nurofen for the headache?" of somebody who takes ibuprofen asks leave to take it twice over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.safety.taking import ended_now, taken_before
from agent.words.sentences import sentence
from domain.ledger import Fact
from domain.values import SlotKind
from extraction.naming.mentions import Mention
from extraction.text.lazy_regex import lazy_regex

_AS_NEEDED: Final = frozenset(
    {"analgesic", "antipyretic", "nsaid", "antihistamine", "cold_medicine", "decongestant", "cough_medicine", "antacid",
     "laxative", "proton_pump_inhibitor", "h2_blocker", "sleeping_pill", "antidiarrheal"}
)  # fmt: skip
"""What is bought for the occasion, and so beside what is taken already."""
_ADDED: Final = lazy_regex(
    r"\b(?:too|also|as well|on top|another|extra|gave|given|bought|got|new|prescribed|found)\b"
    r"|(?<=[가-힣])도\s|또|추가|새로|더\s?먹|사\s?왔|받았|받아\s?왔|처방",
    re.IGNORECASE,
)
"""Words by which what is prescribed for every day is told as something more."""
_HOW_MUCH: Final = lazy_regex(r"\bhow (?:many|much|often)\b|\bmax|몇|얼마|최대", re.IGNORECASE)
"""Words that ask for the most of what is taken, by whatever name."""
_SHORTEST: Final = 4
"""Letters from which a name that begins like the one told is the same: "paracetamol tablets", "paracetamols"."""


def named_otherwise(consultation: Consultation) -> Part:
    """That a medicine which leave is asked for under another name is the one taken, and so not added to it."""
    if not consultation.request.has("permission") or _HOW_MUCH.search(consultation.request.text):
        return Part()
    return joined(_said(consultation, mention, fact) for mention, fact in _pairs(consultation))


def _pairs(consultation: Consultation) -> Iterator[tuple[Mention, Fact]]:
    request, before = consultation.request, taken_before(consultation) - ended_now(consultation)
    own = {fact.content.concept.concept_id: fact for fact in consultation.known.in_force(SlotKind.MEDICATIONS)}
    seen: set[str] = set()
    for one in request.mentions:
        fact = own.get(one.entry.concept_id)
        if fact is None or one.entry.concept_id not in before or one.entry.concept_id in seen or one.start == one.end:
            continue
        if one.entry.kind != "medications" or _is_own_name(fact, one):
            continue
        if not _AS_NEEDED.isdisjoint(one.entry.broader) or _ADDED.search(request.text):
            seen.add(one.entry.concept_id)
            yield one, fact


def _is_own_name(fact: Fact, mention: Mention) -> bool:
    """Whether the words name it as the lexicon does, or as it was told."""
    said = mention.surface.casefold().strip()
    names = [mention.entry.name, mention.entry.name_ko or "", fact.content.concept.name]
    names += [one.quote for one in fact.evidence]
    return any(_alike(said, name.casefold()) for name in names if name)


def _alike(said: str, name: str) -> bool:
    return said in name or (len(name) >= _SHORTEST and name in said)


def _said(consultation: Consultation, mention: Mention, fact: Fact) -> Part:
    text = sentence(
        "weigh.other_name",
        consultation.words.language,
        said=mention.surface,
        name=consultation.words.name(fact.content),
    )
    return Part(text, (fact.fact_id,))
