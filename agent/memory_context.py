"""GetContext: what an agent of the user's own should know before it answers, within its token budget.

Pinned facts come first and whole, or the call fails; then what to be careful of, what is open and what changed lately,
the facts nearest to the query, the last turns and the summaries of those before. Every line names the events it comes
from. Of answers only those of the agent itself are in it: what this service answered is none of the prompt's business.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from agent.line_tokens import of_lines
from agent.memory_lines import ContextLine, Section, item_line, summary_line, turn_line
from agent.memory_notes import ended_lately, notes
from agent.tokens import TokenCounter
from domain.consolidation import Cluster, concept_key
from domain.errors import BudgetExceeded
from domain.values import SlotKind
from projections.consolidated import ConsolidatedItem
from projections.patient_view import PatientView
from projections.tiers import TurnLine

DEFAULT_TOKENS = 1_200
"""The budget where the caller names none (thesis: consolidated memory at ten turns)."""
FACT_SHARE = 0.5
"""How much of the room beside the pinned facts other facts may take before the conversation had its share."""
RELEVANCE_WEIGHT = 0.7
"""What nearness to the query counts against importance: a lab fades within days, and may be what is asked about."""

PINNED_ORDER = (
    SlotKind.ALLERGIES,
    SlotKind.CONDITIONS,
    SlotKind.MEDICATIONS,
    SlotKind.LABS,
    SlotKind.VITALS,
)
"""What harms most when it is overlooked stands first."""

NOTE_PLACES: dict[Section, int] = {"change": 2, "question": 3, "warning": 4}
CONVERSATION = 5
"""Where lines stand in the block: pinned facts 0, other facts 1. Of the notes the last is the first to be kept."""

Cosines = Callable[[Sequence[str], str], NDArray[np.float32]]
"""Pairwise cosines of texts in a language, as ``Retriever.similarity``."""


Bearing = Callable[[str, Sequence[TurnLine]], Sequence[float]]
"""How likely each of some turns, the oldest first, tells what a query asks for."""
LEAST_BEARING = 0.2
"""The least such probability from which a turn goes before newer ones."""


def newest_first(query: str, turns: Sequence[TurnLine]) -> Sequence[float]:
    """The bearing of turns where nobody reads what they tell: none is likelier than another."""
    return [0.0] * len(turns)


@dataclass(frozen=True, slots=True)
class MemoryContext:
    """The block: its lines as one text, and the tokens of that text."""

    text: str
    lines: tuple[ContextLine, ...]
    tokens: int


@dataclass(frozen=True, slots=True)
class _Placed:
    """A line at its place in the block: facts first, the conversation after them in its order."""

    line: ContextLine
    place: tuple[int, int]


def memory_context(
    view: PatientView,
    query: str,
    token_budget: int,
    counter: TokenCounter,
    similarity: Cosines,
    at: datetime,
    language: str,
    further: Sequence[ContextLine] = (),
    bearing: Bearing = newest_first,
) -> MemoryContext:
    """What is known of the patient at ``at`` in at most ``token_budget`` tokens by ``counter``, for ``query``.

    ``further`` are warnings and open questions that the view alone does not tell. Where not all that was said finds
    room, ``bearing`` tells which earlier turns bear on the query. Raises BudgetExceeded, with
    ``needed`` tokens in its details, when the pinned facts alone do not fit.
    """
    of_one = of_lines(counter, view.ledger)
    items = view.consolidated.present(at, lambda texts: similarity(texts, language).tolist())
    shared = {concept_key(fact) for fact in view.profile.pinned()}
    pinned = [item for item in items if not shared.isdisjoint(_concepts(item.cluster))]
    told = {fact.fact_id for fact in ended_lately(view, at)}
    kept = _pinned_lines(view, pinned, token_budget, counter, language, told)
    places = {id(item) for item in pinned}
    others = [item for item in items if id(item) not in places]
    facts = [
        _Placed(item_line(item.cluster, view.ledger, language, told=told), (1, rank))
        for rank, item in enumerate(_by_relevance(others, query, similarity, view, language))
    ]
    room = token_budget - _tokens(kept, counter)
    noted = [_noted(line, rank) for rank, line in enumerate((*further, *notes(view, at, language)))]
    pressing, _ = _fitting(sorted(noted, key=lambda one: -one.place[0]), room, of_one)
    room -= sum(_cost(one, of_one) for one in pressing)
    chosen, rest = _fitting(facts, int(room * FACT_SHARE), of_one)
    room -= sum(_cost(one, of_one) for one in chosen)
    said, _ = _fitting(_conversation(view, query, room, of_one, language, bearing), room, of_one)
    room -= sum(_cost(one, of_one) for one in said)
    late, _ = _fitting(rest, room, of_one)
    optional = [*pressing, *chosen, *said, *late]
    # A text may cost a little more than its lines, for a tokenizer sees across their ends.
    while optional and _tokens([*kept, *optional], counter) > token_budget:
        optional.pop()
    lines = tuple(one.line for one in _in_place([*kept, *optional]))
    text = "\n".join(line.text for line in lines)
    return MemoryContext(text, lines, counter.count(text) if text else 0)


def _pinned_lines(
    view: PatientView,
    pinned: Sequence[ConsolidatedItem],
    budget: int,
    counter: TokenCounter,
    language: str,
    told: Collection[str],
) -> list[_Placed]:
    """The pinned facts with what they were before, or without it where the budget is small."""
    ordered = sorted(pinned, key=lambda item: PINNED_ORDER.index(item.cluster.representative.content.slot))
    needed = 0
    for brief in (False, True):
        placed = [
            _Placed(item_line(item.cluster, view.ledger, language, brief=brief, told=told), (0, rank))
            for rank, item in enumerate(ordered)
        ]
        needed = _tokens(placed, counter)
        if needed <= budget:
            return placed
    raise BudgetExceeded(needed=needed, budget=budget)


def _concepts(cluster: Cluster) -> set[tuple[str, ...]]:
    """What its members are of: a series of thousands is all of one concept."""
    members = cluster.members[:1] if cluster.is_series else cluster.members
    return {concept_key(fact) for fact in members}


def _noted(line: ContextLine, rank: int) -> _Placed:
    return _Placed(line, (NOTE_PLACES[line.section], rank))


def _by_relevance(
    items: Sequence[ConsolidatedItem], query: str, similarity: Cosines, view: PatientView, language: str
) -> list[ConsolidatedItem]:
    """Nearest to the query and most important first; equal ones stay in order of importance."""
    if not items or not query.strip():
        return list(items)
    lines = [item_line(item.cluster, view.ledger, language, brief=True).text for item in items]
    nearness = similarity([query, *lines], language)[0, 1:]
    scores = [
        RELEVANCE_WEIGHT * max(0.0, float(near)) + (1 - RELEVANCE_WEIGHT) * item.importance / (1 + item.importance)
        for near, item in zip(nearness, items, strict=True)
    ]
    return [items[index] for index in sorted(range(len(items)), key=lambda index: (-round(scores[index], 6), index))]


def _conversation(
    view: PatientView, query: str, room: int, counter: TokenCounter, language: str, bearing: Bearing
) -> Iterator[_Placed]:
    """Turns word for word while there is room, then summaries of those that found none, newest first.

    The last turns come first; of those before, the ones that bear on the query, then the newest.
    """
    tiers = view.tiers
    kept, recent = tiers.kept(), tiers.working()
    before = kept[: len(kept) - len(recent)]
    chosen: Iterable[TurnLine] = (*reversed(recent), *reversed(before))
    if before and query.strip() and sum(_cost(_said(view, one, language), counter) for one in kept) > room:
        likely = dict(zip(before, bearing(query, before), strict=True))
        bears = sorted((one for one in before if likely[one] >= LEAST_BEARING), key=lambda one: -likely[one])
        chosen = (*reversed(recent), *bears, *(one for one in reversed(before) if one not in bears))
    told = set()
    for turn in chosen:
        given = view.answers.given.get(turn.turn_number)
        own = given is not None and given.agent is not None
        lines = (_said(view, turn, language, answered=True), _said(view, turn, language)) if own else ()
        line = next((one for one in lines or (_said(view, turn, language),) if _cost(one, counter) <= room), None)
        if line is not None:
            room -= _cost(line, counter)
            told.add(turn.turn_number)
            yield line
    for summary in reversed(tiers.compressed()):
        if not told.issuperset(range(summary.first_turn, summary.last_turn + 1)):
            yield _Placed(summary_line(summary, tiers), (CONVERSATION, summary.first_turn))


def _said(view: PatientView, turn: TurnLine, language: str, *, answered: bool = False) -> _Placed:
    line = turn_line(turn, language, view.profile.time_zone, answered=answered)
    return _Placed(line, (CONVERSATION, turn.turn_number))


def _fitting(lines: Iterable[_Placed], room: int, counter: TokenCounter) -> tuple[list[_Placed], list[_Placed]]:
    kept, left = [], []
    for one in lines:
        cost = _cost(one, counter)
        if cost <= room:
            kept.append(one)
            room -= cost
        else:
            left.append(one)
    return kept, left


def _cost(one: _Placed, counter: TokenCounter) -> int:
    return counter.count(f"{one.line.text}\n")


def _tokens(lines: Sequence[_Placed], counter: TokenCounter) -> int:
    return counter.count("\n".join(one.line.text for one in _in_place(lines))) if lines else 0


def _in_place(lines: Iterable[_Placed]) -> list[_Placed]:
    return sorted(lines, key=lambda one: one.place)
