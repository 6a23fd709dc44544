"""Summarising five turns by rule: their facts by slot, then what was asked; never a number that no fact holds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from agent.memory_lines import SLOT_LABELS, pick
from agent.prompt_facts import name_within, prompt_line
from agent.skills.ports import Language, TurnSummary
from agent.tokens import TokenCounter, estimate
from domain.ledger import Fact
from extraction.text.lazy_regex import lazy_regex
from projections.patient_view import PatientView

AUTHOR = "rules@3"
SUMMARY_TOKENS = 200
"""The most that a summary of five turns may cost (thesis: compressed tier)."""
CAUTIOUS_COUNTER = TokenCounter("estimate", estimate)
"""Never counts less than a model would, so a summary that fits by it fits."""

_ASKED = {"ko": "질문", "en": "asked"}
_AGAIN = {"ko": "다시 언급", "en": "again"}
_QUESTION_CHARACTERS = 60
_NUMBER = lazy_regex(r"\d")


class RuleSummary:
    """The deterministic summary of a block of turns, built from the facts that have evidence in it."""

    def __init__(self, counter: TokenCounter = CAUTIOUS_COUNTER, most: int = SUMMARY_TOKENS) -> None:
        self._counter = counter
        self._most = most

    async def summarise(self, view: PatientView, first_turn: int, last_turn: int, language: Language) -> TurnSummary:
        """Current facts of turns ``first_turn`` to ``last_turn`` by slot, and what was asked, in at most 200 tokens.

        Facts that were pinned are all in it, those of earlier blocks by name; other facts, by importance, and questions
        are in it as far as there is room.
        """
        facts = [view.ledger.facts[fact_id] for fact_id in facts_of_turns(view, first_turn, last_turn)]
        pinned = [fact for fact in facts if view.profile.is_pinned(fact)]
        new = [fact for fact in pinned if _first_turn(fact) in range(first_turn, last_turn + 1)]
        again = [fact for fact in pinned if fact not in new]
        block = f"{first_turn}-{last_turn}:"
        parts = self._pinned(block, new, again, language)
        at = max((line.said_at for turn, line in view.tiers.lines.items() if turn <= last_turn), default=None)
        for fact in _by_importance(view, facts, pinned, at):
            parts = self._with(parts, prompt_line(fact, language))
        for asked in _questions(view, first_turn, last_turn):
            parts = self._with(parts, f"{_ASKED[language]}: {asked}")
        return TurnSummary(_joined(parts), AUTHOR)

    def _pinned(self, block: str, new: Sequence[Fact], again: Sequence[Fact], language: Language) -> list[str]:
        """The pinned facts in full, else by name; the profile holds each of them whole in any case."""
        named = [f"{_AGAIN[language]}: {name_within(fact, language)}" for fact in again]
        full = [block, *(prompt_line(fact, language) for fact in new), *named]
        if self._fits(full):
            return full
        names = [_named(fact, language) for fact in (*new, *again)]
        shown = len(names)
        while shown and not self._fits([block, *names[:shown], f"+{len(names) - shown}"]):
            shown -= 1
        return [block, *names[:shown], *([f"+{len(names) - shown}"] if shown < len(names) else [])]

    def _with(self, parts: list[str], part: str) -> list[str]:
        longer = [*parts, part]
        return longer if self._fits(longer) else parts

    def _fits(self, parts: Sequence[str]) -> bool:
        return self._counter.count(_joined(parts)) <= self._most


def facts_of_turns(view: PatientView, first_turn: int, last_turn: int) -> tuple[str, ...]:
    """Ids of current facts with evidence in these turns, in order of first mention."""
    found: dict[str, None] = {}
    for turn in range(first_turn, last_turn + 1):
        line = view.tiers.lines.get(turn)
        for fact_id in line.fact_ids if line else ():
            if view.ledger.facts[fact_id].current:
                found[fact_id] = None
    return tuple(found)


def _named(fact: Fact, language: Language) -> str:
    return f"{pick(SLOT_LABELS[fact.content.slot], language)}: {name_within(fact, language)}"


def _first_turn(fact: Fact) -> int:
    return min((one.turn_number for one in fact.evidence if one.turn_number is not None), default=0)


def _by_importance(
    view: PatientView, facts: Sequence[Fact], pinned: Sequence[Fact], at: datetime | None
) -> Iterable[Fact]:
    if at is None:
        return ()
    shown = {fact.fact_id for fact in pinned}
    return [weighed.fact for weighed in view.importance.weigh((one for one in facts if one.fact_id not in shown), at)]


def _questions(view: PatientView, first_turn: int, last_turn: int) -> Iterable[str]:
    """The utterances that brought no fact; a number in one would be a number without a fact."""
    for turn in range(first_turn, last_turn + 1):
        line = view.tiers.lines.get(turn)
        if line is not None and not line.fact_ids and not _NUMBER.search(line.question):
            words = " ".join(line.question.split())
            yield words if len(words) <= _QUESTION_CHARACTERS else f"{words[:_QUESTION_CHARACTERS].rstrip()}…"


def _joined(parts: Sequence[str]) -> str:
    """The block, then its parts; parts that begin with the same label share it."""
    block, *rest = parts
    by_label: dict[str, list[str]] = {}
    for part in rest:
        label, _, words = part.partition(": ")
        by_label.setdefault(label, []).append(words)
    told = "; ".join(
        f"{label}: {', '.join(filter(None, words))}".removesuffix(": ") for label, words in by_label.items()
    )
    return f"{block} {told}".rstrip()
