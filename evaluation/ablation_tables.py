"""What each profile costs and what it gives: the events of played turns in DuckDB, and one row a profile.

Every figure comes from the log as a client reads it; nothing is measured beside it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import UTC
from typing import Any

import duckdb
import pyarrow as pa

from protos.anamnesis.v1 import audit_pb2

Row = dict[str, Any]

_EVENTS = pa.schema(
    {
        "profile": pa.string(),
        "patient_id": pa.string(),
        "turn": pa.int64(),
        "event": pa.string(),
        "recorded_at": pa.timestamp("us", "UTC"),
        "tokens": pa.int64(),
        "payload": pa.string(),
    }
)

_SQL = """
WITH turns AS (
    SELECT profile, patient_id, turn,
        count(*) FILTER (event = 'AnswerGiven') AS answered,
        count(*) FILTER (event = 'TurnFailed') AS failed,
        count(*) FILTER (event = 'DocumentsRetrieved') AS retrievals,
        count(*) FILTER (event = 'ModelCalled') AS model_calls,
        count(*) FILTER (event = 'FallbackUsed') AS fallbacks,
        sum(tokens) FILTER (event = 'ModelCalled') AS model_tokens,
        sum(tokens) FILTER (event <> 'ModelCalled') AS would_be_tokens,
        max(payload->>'reason') FILTER (event = 'RefinementStopped') AS stopped,
        max((payload->>'quality')::DOUBLE) FILTER (event = 'AnswerGiven') AS quality,
        max((payload->>'iterations')::INT) FILTER (event = 'AnswerGiven') AS iterations,
        max((payload->>'cost')::DOUBLE) FILTER (event = 'AnswerGiven') AS cost,
        max((payload->>'uncertainty')::DOUBLE) FILTER (event = 'AnswerGiven') AS uncertainty,
        bool_or(coalesce(payload->>'cached_from', '') <> '') FILTER (event = 'AnswerGiven') AS cached,
        epoch_ms(max(recorded_at) FILTER (event = 'AnswerGiven'))
            - epoch_ms(max(recorded_at) FILTER (event = 'UtteranceReceived')) AS milliseconds
    FROM events WHERE turn IS NOT NULL GROUP BY ALL
), judged AS (
    SELECT profile, avg((payload->>'grounding')::DOUBLE) AS grounding,
        avg((payload->>'completeness')::DOUBLE) AS completeness, avg((payload->>'accuracy')::DOUBLE) AS accuracy,
        string_agg(DISTINCT payload->>'judge', ', ' ORDER BY payload->>'judge') AS judge
    FROM events WHERE event = 'QualityAssessed' GROUP BY profile
)
SELECT t.profile, count(*) AS turns, sum(failed)::BIGINT AS failed, any_value(judge) AS judge,
    round(avg(quality), 3) AS quality, round(any_value(grounding), 3) AS grounding,
    round(any_value(completeness), 3) AS completeness, round(any_value(accuracy), 3) AS accuracy,
    round(avg(iterations) FILTER (iterations > 0), 2) AS iterations,
    round(avg(retrievals), 2) AS retrievals, round(avg(model_calls), 2) AS model_calls,
    round(avg(coalesce(model_tokens, would_be_tokens, 0)), 0) AS tokens,
    round(sum(cost), 4) AS cost,
    count(*) FILTER (iterations > 1) AS refined,
    count(*) FILTER (stopped = 'same_documents') AS same_documents,
    count(*) FILTER (stopped = 'no_progress') AS no_progress,
    count(*) FILTER (stopped = 'max_iterations') AS loops,
    count(*) FILTER (cached) AS cached, sum(fallbacks)::BIGINT AS fallbacks,
    count(*) FILTER (uncertainty > 0.3) AS uncertain,
    round(quantile_cont(milliseconds, 0.5), 1) AS p50_ms, round(quantile_cont(milliseconds, 0.95), 1) AS p95_ms
FROM turns t LEFT JOIN judged j ON j.profile = t.profile
GROUP BY t.profile
"""

MEANING: Mapping[str, str] = {
    "judge": "who scored: scores of different judges don't compare",
    "quality": "mean overall score of the answers that were given",
    "iterations": "mean drafts of an answer that was written",
    "tokens": "mean tokens of a turn's model calls; by rule, of the prompts a model would have read and the text",
    "same_documents": "turns that the first safety stop ended early",
    "no_progress": "turns that the second safety stop ended early",
    "loops": "turns that only the limit of iterations ended",
}
"""What the columns mean whose names don't say it."""


def events_table(events: Iterable[tuple[str, audit_pb2.Event]]) -> pa.Table:
    """Events as they came over the wire, each with the profile it was played under."""
    rows = []
    for profile, event in events:
        payload, name = json.loads(event.payload_json), event.topic.split(".")[-2]
        rows.append(
            {
                "profile": profile,
                "patient_id": event.patient_id,
                "turn": payload.get("turn_number"),
                "event": name,
                "recorded_at": event.recorded_at.ToDatetime(UTC),
                "tokens": _tokens(name, payload.get("tokens") or {}),
                "payload": event.payload_json,
            }
        )
    return pa.Table.from_pylist(rows, schema=_EVENTS)


def _tokens(event: str, counts: Mapping[str, int]) -> int | None:
    """Tokens of a model's call, of a prompt as it was assembled, or of an answer's text; None for any other event."""
    match event:
        case "ModelCalled":
            return sum(counts.values())
        case "ContextAssembled":
            return counts["total"]
        case "AnswerGiven":
            return counts.get("answer")
        case _:
            return None


def by_profile(events: pa.Table, order: Iterable[str]) -> list[Row]:
    """One row a profile, in ``order``."""
    with duckdb.connect(":memory:") as connection:
        connection.execute("SET autoinstall_known_extensions = false")
        connection.register("events_in", events)
        connection.execute("CREATE VIEW events AS SELECT * REPLACE (payload::JSON AS payload) FROM events_in")
        rows = {row["profile"]: row for row in connection.sql(_SQL).to_arrow_table().to_pylist()}
    return [rows[profile] for profile in order if profile in rows]
