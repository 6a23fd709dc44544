"""Judging a draft by rule: are its numbers grounded, does it say what was asked, does it rest on what still holds?

An answer that fails one check of review.py is not half right: no score then suffices, whatever else it holds.
"""

from __future__ import annotations

import re

from agent.answers.asking.request import Finder
from agent.answers.record.known import Known
from agent.refinement import overall
from agent.skills.ports import RED_FLAG, Draft, Quality, Situation
from agent.skills.review import Finding, review
from agent.words.wording import Dictionary
from domain.ledger import Fact, local_day
from domain.values import Content
from extraction.text.lazy_regex import lazy_regex

JUDGE = "rules@2"
FAILED = 0.25
"""What a failed check leaves of every score: less than the lowest threshold (.40) overall."""
UNSOURCED = 0.5
"""Grounding of an answer that should cite a document and does not (the twin of the thesis gives .3 to .7)."""

_NUMBER = lazy_regex(r"\d+(?:\.\d+)?")
_MARKS = lazy_regex(r"\[[^\]]*\]|^\s*\d[.)]\s", re.MULTILINE)


class RuleQuality:
    """The deterministic judge: checks against facts and documents instead of guessing from length."""

    def __init__(self, finder: Finder, dictionary: Dictionary) -> None:
        self._finder = finder
        self._dictionary = dictionary

    async def assess(self, situation: Situation, draft: Draft) -> Quality:
        """Scores of ``draft``; ``missing`` names the slots that were asked for and are not answered."""
        facts = [fact for fact_id in draft.facts_used if (fact := situation.view.ledger.facts.get(fact_id))]
        grounding = _grounded_share(situation, draft, facts)
        if situation.intent.needs_retrieval and not draft.citations:
            grounding *= UNSOURCED
        missing = tuple(
            slot.value
            for slot in situation.intent.slots
            if not any(fact.content.slot is slot for fact in facts) and any(situation.view.ledger.current(slot))
        )
        asked = len(situation.intent.slots)
        completeness = 1.0 if draft.text and not asked else (asked - len(missing)) / max(asked, 1)
        accuracy = _accuracy(situation, draft, facts)
        found = self._reviewed(situation, draft)
        failed = [one for one in found if not one.held]
        if failed:
            grounding, completeness, accuracy = (FAILED * score for score in (grounding, completeness, accuracy))
        return Quality(
            grounding=grounding,
            completeness=completeness,
            accuracy=accuracy,
            overall=overall((grounding, completeness, accuracy)),
            missing=missing,
            checks=tuple(one.in_words for one in sorted(found, key=lambda one: one.held)),
            needs_retrieval=situation.intent.needs_retrieval and not draft.citations,
            reason="; ".join(f"{one.name}: {one.told}" for one in failed) or "numbers, slots and sources checked",
            judge=JUDGE,
        )

    def _reviewed(self, situation: Situation, draft: Draft) -> tuple[Finding, ...]:
        """The findings on the draft; none on an emergency, which answers no question."""
        if RED_FLAG in draft.warnings:
            return ()
        question = situation.question
        known = Known(situation.view.ledger, local_day(question.said_at, question.time_zone))
        return review(question.text, draft.text, known, self._finder, self._dictionary)


def _grounded_share(situation: Situation, draft: Draft, facts: list[Fact]) -> float:
    stated = _NUMBER.findall(_MARKS.sub(" ", draft.text))
    if not stated:
        return 1.0
    held = set(_NUMBER.findall(situation.question.text))
    for fact in facts:
        held.update(_numbers_of(fact.content))
    for citation in draft.citations:
        held.update(_NUMBER.findall(citation.quote))
        held.update(_NUMBER.findall(citation.source))
    cited = {citation.document_id for citation in draft.citations}
    for hit in situation.hits:
        if hit.passage.document_id in cited:
            held.update(_NUMBER.findall(hit.passage.text))
    known = {float(number) for number in held}
    differences = {round(abs(left - right), 6) for left in known for right in known}
    return sum(float(number) in known or round(float(number), 6) in differences for number in stated) / len(stated)


def _numbers_of(content: Content) -> set[str]:
    words = (content.value, content.value_stated, content.dose, content.valid_from, content.valid_to, content.stage)
    return {number for word in words if word is not None for number in _NUMBER.findall(f"{word}")}


def _accuracy(situation: Situation, draft: Draft, facts: list[Fact]) -> float:
    passages = {hit.passage.document_id: hit.passage.text for hit in situation.hits}
    quoted = all(citation.quote in passages.get(citation.document_id, "") for citation in draft.citations)
    believed = all(fact.ended in (None, "changed") for fact in facts)
    return (1.0 if quoted else 0.5) * (1.0 if believed else 0.5)
