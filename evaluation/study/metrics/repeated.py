"""Answers to one question held against each other: told to different patients, and told again to the same one."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Hashable, Sequence
from statistics import fmean

from evaluation.study.metrics.terms import similarity
from evaluation.study.rows import TurnRow

Values = dict[str, float | None]


def asked_again(rows: Sequence[TurnRow]) -> list[Values]:
    """By row, ``csp`` and ``ass``; None where nobody else was asked the same, and where there is no answer.

    The same question is the same words before typing errors, under one system and stage. CSP holds an answer against
    those to other patients, ASS against those to the same patient with the same truth: in repeats of the conversation,
    or at other turns of it.
    """
    asked, told = defaultdict[Hashable, list[int]](list), defaultdict[Hashable, list[int]](list)
    for place, row in enumerate(rows):
        if row.question and row.answer:
            question = row.experiment, str(row.factors.get("stage", "")), row.system, row.question
            asked[question].append(place)
            told[question, row.scenario, json.dumps(row.truth, sort_keys=True)].append(place)
    found: list[Values] = [{"csp": None, "ass": None} for _ in rows]
    for places in asked.values():
        for place in places:
            alike = _alike(rows, place, [one for one in places if rows[one].patient != rows[place].patient])
            found[place]["csp"] = None if alike is None else 1 - alike
    for places in told.values():
        for place in places:
            found[place]["ass"] = _alike(rows, place, [one for one in places if one != place])
    return found


def _alike(rows: Sequence[TurnRow], place: int, others: Sequence[int]) -> float | None:
    """The mean likeness of an answer to those of other rows."""
    return fmean(similarity(rows[place].answer, rows[one].answer) for one in others) if others else None
