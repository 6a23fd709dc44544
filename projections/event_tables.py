"""The tables of the analysis log: nothing that a patient said or was told stands in them, only what became of it.

Every row of a stored table follows from one event (a correction also from the fact it corrects), so tables can be
written piece by piece. What takes several events to tell is a view over them.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import pyarrow as pa

_TEXT, _WHOLE, _REAL = pa.string(), pa.int64(), pa.float64()
_TIME, _IDS = pa.timestamp("us", "UTC"), pa.list_(pa.string())
PLACE = {"position": _WHOLE, "patient_id": _TEXT, "turn_number": _WHOLE, "recorded_at": _TIME}
"""The columns that every table begins with."""


def _schema(columns: Mapping[str, pa.DataType]) -> pa.Schema:
    return pa.schema(PLACE | dict(columns))


SCHEMAS: Mapping[str, pa.Schema] = MappingProxyType(
    {
        "events": _schema(
            {"version": _WHOLE, "topic": _TEXT, "event": _TEXT, "event_id": _TEXT, "request_id": _TEXT, "actor": _TEXT}
        ),
        "slots": _schema(
            {
                "event": _TEXT,
                "fact_id": _TEXT,
                "supersedes": _IDS,
                "slot": _TEXT,
                "name": _TEXT,
                "value": _REAL,
                "unit": _TEXT,
                "dose": _TEXT,
                "frequency": _TEXT,
                "timing": _TEXT,
                "status": _TEXT,
                "polarity": _TEXT,
                "certainty": _TEXT,
                "subject": _TEXT,
                "valid_from": _TEXT,
                "source": _TEXT,
                "extractor": _TEXT,
                "said_at": _TIME,
            }
        ),
        "corrections": _schema(
            {
                "slot": _TEXT,
                "name": _TEXT,
                "old_fact_id": _TEXT,
                "old_name": _TEXT,
                "old_value": _REAL,
                "old_dose": _TEXT,
                "new_fact_id": _TEXT,
                "new_value": _REAL,
                "new_dose": _TEXT,
                "unit": _TEXT,
                "seconds": _REAL,
                "reason": _TEXT,
                "source": _TEXT,
            }
        ),
        "turn_steps": _schema(
            {
                "step": _TEXT,
                "conversation_id": _TEXT,
                "said_at": _TIME,
                "language": _TEXT,
                "profile": _TEXT,
                "characters": _WHOLE,
                "proposals": _WHOLE,
                "extraction_milliseconds": _REAL,
                "outcome": _TEXT,
                "failure": _TEXT,
            }
        ),
        "answers": _schema(
            {
                "intent": _TEXT,
                "language": _TEXT,
                "author": _TEXT,
                "profile": _TEXT,
                "quality": _REAL,
                "uncertainty": _REAL,
                "iterations": _WHOLE,
                "tokens": _WHOLE,
                "cost": _REAL,
                "facts": _WHOLE,
                "documents": _WHOLE,
                "citations": _WHOLE,
                "characters": _WHOLE,
                "warnings": _IDS,
                "from_cache": pa.bool_(),
                "milliseconds": _REAL,
            }
        ),
        "facts_used": _schema({"fact_id": _TEXT}),
        "citations": _schema({"document_id": _TEXT, "title": _TEXT, "source": _TEXT}),
        "stages": _schema({"stage": _TEXT, "milliseconds": _REAL}),
        "invalidations": _schema({"answer_turn_number": _WHOLE, "fact_id": _TEXT, "reason": _TEXT}),
        "retrievals": _schema(
            {
                "iteration": _WHOLE,
                "k": _WHOLE,
                "documents": _WHOLE,
                "best_score": _REAL,
                "consistency": _REAL,
                "legs": _IDS,
            }
        ),
        "retrieved": _schema(
            {"iteration": _WHOLE, "document_id": _TEXT, "content_hash": _TEXT, "rank": _WHOLE, "score": _REAL}
        ),
        "quality": _schema(
            {
                "iteration": _WHOLE,
                "grounding": _REAL,
                "completeness": _REAL,
                "accuracy": _REAL,
                "overall": _REAL,
                "threshold": _REAL,
                "verdict": _TEXT,
                "judge": _TEXT,
            }
        ),
        "model_calls": _schema(
            {
                "skill": _TEXT,
                "model": _TEXT,
                "prompt_hash": _TEXT,
                "tokens": _WHOLE,
                "cost": _REAL,
                "milliseconds": _REAL,
            }
        ),
        "fallbacks": _schema({"skill": _TEXT, "reason": _TEXT}),
        "checks_failed": _schema({"skill": _TEXT, "check": _TEXT, "outcome": _TEXT}),
    }
)
"""The stored tables and their columns. ``seconds`` and ``milliseconds`` are durations; other times are UTC."""

SKELETON = ("position", "patient_id", "recorded_at", "version", "topic", "event", "event_id")
"""The columns of ``events`` that say nothing of a patient: all that stays of one who was erased."""

TEXTS = _schema({"kind": _TEXT, "text": _TEXT})
"""The table ``texts``, made only when it is asked for and never stored: utterances, answers, summaries, quotes."""

VIEWS: Mapping[str, str] = MappingProxyType(
    {
        "turns": """
            SELECT min(position) FILTER (step = 'received') AS position, patient_id, turn_number,
                min(recorded_at) FILTER (step = 'received') AS recorded_at,
                max(conversation_id) AS conversation_id, max(said_at) AS said_at, max(language) AS language,
                max(profile) AS profile, max(characters) AS characters, max(proposals) AS proposals,
                max(extraction_milliseconds) AS extraction_milliseconds, max(outcome) AS outcome,
                max(failure) AS failure, epoch(max(recorded_at) FILTER (outcome IS NOT NULL)
                    - min(recorded_at) FILTER (step = 'received')) AS seconds
            FROM turn_steps GROUP BY patient_id, turn_number HAVING count(*) FILTER (step = 'received') > 0""",
        "costs": """
            SELECT a.position, a.patient_id, a.turn_number, a.recorded_at, a.profile, a.author, a.iterations, a.tokens,
                a.cost, a.milliseconds, coalesce(m.calls, 0) AS model_calls, coalesce(m.tokens, 0) AS model_tokens,
                coalesce(m.cost, 0) AS model_cost, coalesce(m.milliseconds, 0) AS model_milliseconds,
                coalesce(f.fallbacks, 0) AS fallbacks
            FROM answers a
            LEFT JOIN (SELECT patient_id, turn_number, count(*) AS calls, sum(tokens)::BIGINT AS tokens,
                    sum(cost) AS cost, sum(milliseconds) AS milliseconds FROM model_calls GROUP BY ALL) m
                ON m.patient_id = a.patient_id AND m.turn_number = a.turn_number
            LEFT JOIN (SELECT patient_id, turn_number, count(*) AS fallbacks FROM fallbacks GROUP BY ALL) f
                ON f.patient_id = a.patient_id AND f.turn_number = a.turn_number""",
    }
)
"""What takes several events to tell: ``turns`` from beginning to end, and ``costs``, what each answer took."""
