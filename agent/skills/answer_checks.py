"""What a model's answer must pass before a patient may read it, and what of it can be traced to facts and passages."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from agent.context import Context, name_within
from agent.llm_failures import OutputUnusable
from agent.prompts import Prompt
from agent.skills.advice_checks import NamesMedicine, require_no_advice
from agent.skills.grounding import (
    quoted,
    require_held_links,
    require_held_numbers,
    require_language,
    require_own_words,
)
from agent.skills.ports import Draft, Language, Situation
from domain.events import Citation
from domain.ledger import Fact, Ledger
from domain.values import ANY, SlotKind
from retrieval.corpus import Passage

MOST_CITATIONS: Final = 8
SHORTEST_NAME: Final = 2
"""Characters of a fact's name from which its standing in a text counts as stating the fact."""

_CLAIMS_TO_CHANGE: Final = re.compile(
    r"(?:기록|알레르기|기억|정보|내용|프로필)\S*\s?(?:에서\s?)?(?:을|를|은|는|이|가)?\s?(?:모두\s|전부\s)?"
    r"(?:삭제|제거|초기화|지웠|지워\s?(?:드|졌|두))"
    r"|\b(?:I(?:'ve| have)?|has been|have been|was|were|is now|are now)\s(?:now\s|just\s|all\s)?"
    r"(?:deleted|removed|erased|cleared|wiped|reset)\b",
    re.IGNORECASE,
)
"""An answer that says it changed the record: it cannot have, for only the patient's words do, through the rules."""


@dataclass(frozen=True, slots=True)
class Material:
    """What one answer may rest on.

    ``texts`` hold every number that may be stated; ``passages`` are those of the context, by document id; ``allergies``
    are names that the twin's draft, ``ruled``, warned of, and ``asks`` tells whether that draft asks the patient
    something.
    """

    language: Language
    instructions: str
    texts: tuple[str, ...]
    passages: Mapping[str, Passage]
    allergies: tuple[str, ...]
    asks: bool
    ruled: str = ""
    names_medicine: NamesMedicine = lambda text: False

    @classmethod
    def of(
        cls, situation: Situation, context: Context, ruled: Draft, instructions: Prompt, names_medicine: NamesMedicine
    ) -> Material:
        """The material of ``situation`` as its context shows it, and what the twin has derived from it."""
        language = situation.question.language
        shown = {line.document_id for line in context.documents}
        facts = (situation.view.ledger.facts.get(fact_id) for fact_id in ruled.facts_used)
        warned = (fact for fact in facts if fact is not None and _warns(fact, ruled.text, language))
        return cls(
            language=language,
            instructions=instructions.text,
            texts=(context.body(), ruled.text),
            passages={
                hit.passage.document_id: hit.passage for hit in situation.hits if hit.passage.document_id in shown
            },
            allergies=tuple(dict.fromkeys(name_within(fact, language) for fact in warned)),
            asks="?" in ruled.text,
            ruled=ruled.text,
            names_medicine=names_medicine,
        )


def require_sound(text: str, citations: Sequence[tuple[str, str]], material: Material) -> None:
    """Raises OutputUnusable with the first thing that is wrong with an answer and its (document id, quote) pairs."""
    if not text.strip():
        raise OutputUnusable("empty", "the answer is empty")
    require_language(text, material.language)
    require_own_words(text, material.instructions)
    if _CLAIMS_TO_CHANGE.search(text):
        raise OutputUnusable("false_claim", "it says that it changed the record, which it cannot")
    require_held_numbers(text, material.texts)
    require_held_links(text, material.texts)
    if material.asks and "?" not in text:
        raise OutputUnusable("incomplete", "the question to the patient in <draft> is not asked")
    untold = [name for name in material.allergies if name.casefold() not in text.casefold()]
    if untold:
        raise OutputUnusable("incomplete", f"the allergy is not told: {', '.join(untold)}")
    require_no_advice(text, material.texts, material.names_medicine, material.ruled, bool(material.allergies))
    for document_id, quote in citations:
        passage = material.passages.get(document_id)
        if passage is None or quoted(passage.text, quote) is None:
            raise OutputUnusable("unquoted", "each quote must be copied word for word from the document it names")


def cited(citations: Sequence[tuple[str, str]], material: Material) -> tuple[Citation, ...]:
    """The citations of a sound answer, each quote as its passage has it."""
    found: dict[tuple[str, str], Citation] = {}
    for document_id, quote in citations:
        passage = material.passages[document_id]
        words = quoted(passage.text, quote)
        assert words is not None
        found[document_id, words] = Citation(
            document_id=document_id, title=passage.title, quote=words, source=passage.source
        )
    return tuple(found.values())[:MOST_CITATIONS]


def used_facts(
    text: str, labels: Sequence[str], context: Context, ledger: Ledger, language: Language
) -> tuple[str, ...]:
    """Ids of the context's facts that the answer names, by its own account ("F2") or by their name in its words.

    Rather one too many: an answer is marked stale when a fact it used is corrected, and a missed one never would be.
    """
    own = {label.strip(" []").upper() for label in labels}
    folded = text.casefold()
    used: list[str] = []
    for number, line in enumerate(context.profile, 1):
        fact = ledger.facts.get(line.fact_id)
        if fact is None or not fact.current:
            continue
        named = _is_named(fact, folded, language)
        if f"F{number}" in own or named:
            used.append(line.fact_id)
    return tuple(dict.fromkeys(used))


def _is_named(fact: Fact, folded: str, language: Language) -> bool:
    name = name_within(fact, language).casefold()
    return fact.content.concept.concept_id != ANY and len(name) >= SHORTEST_NAME and name in folded


def _warns(fact: Fact, text: str, language: Language) -> bool:
    return fact.content.slot is SlotKind.ALLERGIES and _is_named(fact, text.casefold(), language)
