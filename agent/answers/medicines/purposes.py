"""Which of the medicines does what the question describes ("which of my tablets slows the heart?")."""

from __future__ import annotations

from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.following.recall import medicine_sentences
from agent.answers.following.references import medicines_spoken
from agent.answers.part import Part, joined
from agent.words.sentences import sentence
from agent.words.wording import lookup
from domain.ledger import Fact
from domain.values import SlotKind

_LEAST: Final = {True: 2, False: 4}
"""Letters by which two words are held to be one: two syllables of Korean, four letters of English."""
_NAMED: Final = 3
"""How many words a class or a medicine is worth that is called by its name."""
_EMPTY: Final = frozenset(
    "which tablet tablets pill pills medicine medicines medication medications drug drugs these those that this "
    "does helps with from mine take taking have used "
    "약중 약중에 중에 어떤 어느 뭐가 먹는 제가 약이 약은 약이에요 약인가요 약이죠 위한 쓰는".split()
)


def medicine_for(consultation: Consultation) -> Part:
    """The medicine or medicines that fit the description, with what each is for; all of them where none fits."""
    taken = consultation.known.in_force(SlotKind.MEDICATIONS)
    language = consultation.words.language
    if not taken:
        return Part(sentence("purpose.none_taken", language))
    fits = [(_fit(consultation, fact), fact) for fact in taken]
    best = max(fit for fit, _ in fits)
    fitting = [fact for fit, fact in fits if best and fit == best]
    chosen = tuple(fitting) if fitting and len(fitting) < len(taken) else taken
    lines = [Part(medicine_sentences(consultation.words, fact.content), (fact.fact_id,)) for fact in chosen]
    lead = Part(sentence("purpose.unsure", language)) if chosen is taken and len(taken) > 1 else Part()
    said = joined((lead, *lines))
    return Part(said.text, said.facts, (), medicines_spoken(chosen))


def _fit(consultation: Consultation, fact: Fact) -> int:
    """How well a medicine fits: by a class or an illness that is named, and by the words of its purpose."""
    content = fact.content
    family = {content.concept.concept_id, *content.concept.broader}
    named = {mention.entry.concept_id for mention in consultation.request.mentions}
    entry = consultation.words.entry(content)
    purpose = entry.extra.get(consultation.pick("purpose_ko", "purpose_en"), "") if entry is not None else ""
    classes = (lookup(consultation.words.dictionary, "drug_classes", each) for each in content.concept.broader)
    names = " ".join(consultation.pick(one.name_ko or one.name, one.name) for one in classes if one is not None)
    shared = _stems(consultation.request.text) & _stems(f"{purpose} {names}")
    return _NAMED * len(named & family) + len(shared)


def _stems(text: str) -> frozenset[str]:
    words = "".join(ch if ch.isalnum() else " " for ch in text.casefold()).split()
    stems = set()
    for word in words:
        least = _LEAST["가" <= word[0] <= "힣"]
        if len(word) >= least and word not in _EMPTY:
            stems.add(word[:least])
    return frozenset(stems)
