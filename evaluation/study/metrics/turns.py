"""All metrics of the turns of a study, from its rows alone; None where a metric does not apply to a turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby

from agent.tokens import token_counter
from evaluation.study.experiments.own import OWN
from evaluation.study.gold import cues
from evaluation.study.metrics import answers, retrieval, stops
from evaluation.study.metrics.repeated import asked_again
from evaluation.study.metrics.rubric import WEIGHTS, WEIGHTS_WITH_EVIDENCE, total
from evaluation.study.metrics.sources import denied_wrongly, documents_of, facts_of
from evaluation.study.metrics.stated import contradicting_pairs
from evaluation.study.metrics.terms import claims, supported, supports
from evaluation.study.rows import TurnRow

Values = Mapping[str, float | None]

LONG = 9
"""Turns from which a conversation shows growth."""
FLAGGED = 0.3
"""Uncertainty above which an answer carries a warning (thesis, section 5)."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A turn with its metrics by name."""

    row: TurnRow
    values: Values


def conversations(rows: Iterable[TurnRow]) -> list[list[TurnRow]]:
    """Rows by conversation (experiment, system, scenario, repeat), each in the order of its turns."""

    def key(row: TurnRow) -> tuple[str, str, str, int]:
        return row.experiment, row.system, row.scenario, row.repeat

    ordered = sorted(rows, key=lambda row: (*key(row), row.turn))
    return [list(of) for _, of in groupby(ordered, key)]


def measured(rows: Iterable[TurnRow]) -> list[Measured]:
    """The metrics of every turn; those of whole conversations stand on the last turn of each."""
    found, talks = list[Measured](), conversations(rows)
    again = iter(asked_again([row for conversation in talks for row in conversation]))
    for conversation in talks:
        said = iter(_transcript(conversation))
        before: frozenset[str] | None = None
        for row in conversation:
            values = _of_parts(row) | _of_answer(row) | _of_retrieval(row, before) | _of_memory(row) | _of_effort(row)
            last = row is conversation[-1]
            values |= next(again)
            values["transcript_tokens"] = next(said)
            found.append(Measured(row, values | {"ccr": _consistency(conversation) if last else None}))
            if row.retrievals:
                before = frozenset(row.retrievals[-1])
    return found


def _transcript(conversation: Sequence[TurnRow]) -> list[float | None]:
    """By turn, the tokens of all that was said before its answer; None in short conversations."""
    if len(conversation) < LONG:
        return [None for _ in conversation]
    count, spoken, found = token_counter().count, 0, list[float | None]()
    for row in conversation:
        spoken += count(row.message)
        found.append(float(spoken))
        spoken += count(row.answer)
    return found


def _share(part: float, whole: float) -> float | None:
    return part / whole if whole else None


def _flag(value: bool | None) -> float | None:
    return None if value is None else float(value)


def _of_parts(row: TurnRow) -> dict[str, float | None]:
    """What single parts of the agent move; a metric that has a definition here as well keeps that one."""
    return {name: of(row) for name, of in OWN.items()}


def _consistency(conversation: Sequence[TurnRow]) -> float | None:
    contradicting, pairs = contradicting_pairs(conversation)
    return None if not pairs else 1 - contradicting / pairs


def _of_answer(row: TurnRow) -> dict[str, float | None]:
    asked = row.passed is not None
    wanted = {str(one["name"]): bool(one["passed"]) for one in row.gold
              if not one["forbidden"] and one["rubric"] != "evidence"}  # fmt: skip
    wrong = sum(not one["passed"] for one in row.gold if one["forbidden"])
    unknown = any(cue in row.answer.casefold() for cue in cues("unknown"))
    declines = not row.answer or (unknown and not any(wanted.values()))
    return {
        **asdict(row.rubric),
        "total": total(row.rubric, WEIGHTS),
        "total_with_evidence": total(row.rubric, WEIGHTS_WITH_EVIDENCE),
        "passed": _flag(row.passed),
        "sfs": answers.slot_factual_score(wanted, wrong),
        "faithfulness": _faithfulness(row) if asked else None,
        "answer_relevancy": answers.answer_relevancy(row.question, row.answer, declines=declines) if asked else None,
        "answered": float(bool(row.answer) and not row.failure),
        "quality": row.quality,
        "uncertainty": row.uncertainty,
        "flagged": None if row.uncertainty is None else float(row.uncertainty > FLAGGED),
        "warned": float(bool(row.warnings)),
        "perplexity": answers.perplexity(row.log_probabilities),
        "intent_right": float(row.complexity == row.labelled) if row.labelled else None,
    }


def _faithfulness(row: TurnRow) -> float | None:
    made = claims(row.answer)
    if not made:
        return None
    facts, documents = facts_of(row), documents_of(row)
    held = [supports(facts, claim) or supported(documents, claim) for claim in made]
    return sum(good and not denied_wrongly(row, claim) for good, claim in zip(held, made, strict=True)) / len(made)


def _relevance(row: TurnRow) -> list[list[bool]]:
    """By search, whether each document is about the case (see ``TurnRow.relevant``); [] where nobody said."""
    good = row.relevant if row.relevant is not None else row.wanted or None
    return [] if good is None else [[document in good for document in search] for search in row.retrievals if search]


def _of_retrieval(row: TurnRow, before: frozenset[str] | None) -> dict[str, float | None]:
    searches = [frozenset(one) for one in row.retrievals]
    judged = _relevance(row)
    chain = ([before] if before is not None else []) + searches
    unique = [one for one in map(retrieval.unique_retrieval, chain, chain[1:]) if one is not None]
    last = judged[-1] if judged else []
    return {
        "retrievals": float(len(searches)),
        "retrieved_documents": float(sum(map(len, searches))),
        "retrieval_rate": float(bool(searches)),
        "context_precision": retrieval.context_precision(last),
        "context_recall": _share(len(set(row.wanted) & searches[-1]), len(row.wanted)) if searches else None,
        "cus": retrieval.context_utilisation(searches[-1], frozenset(row.citations)) if searches else None,
        "urr": _share(sum(unique), len(unique)),
        "targeted_retrieval_rate": retrieval.targeted_retrieval_rate(judged),
        "consistency": row.consistency,
    }


def _of_memory(row: TurnRow) -> dict[str, float | None]:
    precision = _share(row.memory_right, row.memory_found)
    recall = _share(row.memory_right, row.memory_expected)
    both = precision is not None and recall is not None
    corrects = row.uptake is not None
    # A memory of words holds no facts, so none can come back.
    ends = row.turn_type == "T6" and row.memory_expected > 0
    return {
        "memory_precision": precision,
        "memory_recall": recall,
        "memory_f1": _share(2 * row.memory_right, row.memory_found + row.memory_expected) if both else None,
        "uptake": _flag(row.uptake),
        "resurrection": float(row.resurrected) if ends or row.resurrected else None,
        "collateral": float(row.collateral) if corrects else None,
        "false_apply": float(row.false_apply) if corrects else None,
        "memory_items_raw": float(row.memory_items_raw) if row.memory_items_raw else None,
        "memory_items_kept": float(row.memory_items_kept) if row.memory_items_raw else None,
        "memory_saving": _share(row.memory_items_raw - row.memory_items_kept, row.memory_items_raw),
        "context_facts": float(len(row.context_facts)),
        "context_turns": float(len(row.context_turns)),
        "context_summaries": float(row.context_summaries),
    }


def _of_effort(row: TurnRow) -> dict[str, float | None]:
    return {
        "tokens": float(row.tokens_in + row.tokens_out),
        "tokens_in": float(row.tokens_in),
        "tokens_out": float(row.tokens_out),
        "calls": float(row.calls),
        "cost": row.model_cost,
        "iterations": float(row.iterations) if row.iterations else None,
        "cache_hit": float(row.cache_hit),
        "loop": _flag(stops.searched_again_in_vain(row)),
        "early_stop": _flag(stops.stopped_early(row)),
    }
