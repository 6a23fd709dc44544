"""What the other reader does to a fact that nobody speaks of, where a model tells the same words of one that is meant.

Of two readers one has found what the words name, list or speak of; the other took what was nearest on record.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from agent.understanding.guards import Guards
from agent.understanding.merged import STATING, Merged
from agent.understanding.referring import References
from agent.understanding.told import Told
from agent.understanding.verdicts import Verdict
from agent.understanding.words import Words, numbers_of
from domain.ledger import Fact
from domain.proposals import Operation, Proposal
from domain.targets import resolve

_GUESSED: Final = 0.5
"""Confidence below which the other reader's act is likelier wrong than right."""


def leave_out_contradicted(merged: Merged, told: Sequence[Told], verdicts: Sequence[Verdict], guards: Guards) -> None:
    """Leave out acts of the other reader upon facts that a model says are not spoken of, or whose number it tells of
    another: only where the words do not name them and do mean that other one.
    """
    references = References(guards.words, guards.seen, guards.ledger)
    for read in list(merged.proposals):
        if read.operation in STATING:
            continue
        touched = _touched(read, guards)
        if not touched or any(references.names(one) for one in touched) or is_told_of(touched, told, guards):
            continue
        denied = _is_denied(read, told, guards)
        others = [one for one in verdicts if _is_of_another(read, touched, one, guards.words, denied=denied)]
        # What the reader itself hardly believes gives way to a fact that nobody names either.
        guessed = read.confidence < _GUESSED
        if any(guessed or _is_meant(one, references, guards) for one in others):
            merged.refused.append(("not_stated_of_this", "lowered"))
            merged.drop(read)


def _touched(read: Proposal, guards: Guards) -> tuple[Fact, ...]:
    """The facts that an act is upon; what is to be as it was before is found by its concept, not by that value."""
    target = read.target
    if read.operation is Operation.REVERT and target is not None and target.concept_id is not None:
        target = target.with_fields(old=None)
    return tuple(resolve(guards.ledger, target, read.content).facts)


def is_told_of(facts: Sequence[Fact], told: Sequence[Told], guards: Guards) -> bool:
    """Whether a model itself does something to these facts: then it does not say that they are not spoken of."""
    labels = {label for label, fact in guards.seen.facts.items() if fact in facts}
    return any(one.do != "not_stated" and one.target.strip().upper() in labels for one in told)


def _is_denied(read: Proposal, told: Sequence[Told], guards: Guards) -> bool:
    shown = {label for label, one in guards.seen.reads.items() if one == read}
    return any(one.do == "not_stated" and one.target.strip().upper() in shown for one in told)


def _is_meant(verdict: Verdict, references: References, guards: Guards) -> bool:
    """Whether the words mean the fact of an operation, or both readers have found it."""
    fact = verdict.fact
    return fact is not None and (references.means(fact) or guards.other.finds(fact))


def _is_of_another(read: Proposal, touched: Sequence[Fact], verdict: Verdict, words: Words, *, denied: bool) -> bool:
    """Whether a model tells an operation upon another fact in these words, or by the same number."""
    fact, proposal = verdict.fact, verdict.proposal
    if fact is None or proposal is None or fact in touched:
        return False
    place, span = words.place(read.quote), words.place(verdict.told.quote)
    if place is None or span is None or not (place[0] < span[1] and span[0] < place[1]):
        return False
    return denied or bool(_numbers(read) & _numbers(proposal))


def _numbers(proposal: Proposal) -> set[float]:
    content = proposal.content
    if content is None:
        return set()
    return {float(content.value)} if isinstance(content.value, float | int) else numbers_of(content.dose or "")
