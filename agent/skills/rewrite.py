"""Rewriting a query by rule: add what was missing and what is particular to this patient."""

from __future__ import annotations

from agent.skills.ports import Quality, RewrittenQuery, Situation
from domain.values import IN_FORCE, PATIENT, Polarity, SlotKind

PATIENT_TERMS = 6
"""At most this many of the patient's own terms are added, so that they do not drown the question."""

_DETAIL = {"ko": "자세히 기준 권고", "en": "detailed criteria recommendation"}


class FixedRewrite:
    """The query with the same few words each time: what a second search is without any feedback (for ablations)."""

    async def rewrite(self, situation: Situation, quality: Quality, query: str) -> RewrittenQuery:
        """The query, and words like "in detail"; neither the judge nor the patient has a say."""
        words = tuple(_DETAIL[situation.question.language].split())
        return RewrittenQuery(query=query, expansions=words, reason="fixed words")


class RuleRewrite:
    """The deterministic rewriter (thesis: append slots, profile, and words like "in detail")."""

    async def rewrite(self, situation: Situation, quality: Quality, query: str) -> RewrittenQuery:
        """The question with the missing slots and the patient's conditions and medicines."""
        terms: list[str] = []
        for slot in (SlotKind.CONDITIONS, SlotKind.MEDICATIONS):
            for fact in situation.view.ledger.current(slot):
                content = fact.content
                in_force = content.status is None or content.status in IN_FORCE
                if content.subject == PATIENT and content.polarity is Polarity.AFFIRMED and in_force:
                    terms.append(content.concept.display or content.concept.name)
        expansions = (*quality.missing, *terms[:PATIENT_TERMS], *_DETAIL[situation.question.language].split())
        return RewrittenQuery(
            query=query, expansions=tuple(dict.fromkeys(expansions)), reason="added missing slots and patient terms"
        )
