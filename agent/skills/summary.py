"""Summarising five turns by rule: their facts, one line a slot, never a number that no fact holds."""

from __future__ import annotations

from agent.context import describe
from agent.skills.ports import Language
from projections.patient_view import PatientView

AUTHOR = "rules@1"


class RuleSummary:
    """The deterministic summary of a block of turns, built from the facts that have evidence in it."""

    async def summarise(self, view: PatientView, first_turn: int, last_turn: int, language: Language) -> str:
        """Current facts of turns ``first_turn`` to ``last_turn``, and what was asked, in at most one line each."""
        facts = facts_of_turns(view, first_turn, last_turn)
        head = f"{first_turn}-{last_turn}:"
        lines = [describe(view.ledger.facts[fact_id], language) for fact_id in facts]
        return " ".join([head, "; ".join(lines)]) if lines else head


def facts_of_turns(view: PatientView, first_turn: int, last_turn: int) -> tuple[str, ...]:
    """Ids of current facts with evidence in these turns, in order of first mention."""
    found: dict[str, None] = {}
    for turn in range(first_turn, last_turn + 1):
        line = view.tiers.lines.get(turn)
        for fact_id in line.fact_ids if line else ():
            if view.ledger.facts[fact_id].current:
                found[fact_id] = None
    return tuple(found)
