"""Questions worth asking of any log, in SQL over the tables of :mod:`projections.event_tables`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class ReadyQuery(NamedTuple):
    """A question in words, and the SQL that answers it."""

    title: str
    sql: str


READY_QUERIES: Mapping[str, ReadyQuery] = MappingProxyType(
    {
        "events": ReadyQuery(
            "How many events of each kind, of how many patients?",
            "SELECT event, count(*) AS events, count(DISTINCT patient_id) AS patients, min(recorded_at) AS first, "
            "max(recorded_at) AS last FROM events GROUP BY event ORDER BY events DESC, event",
        ),
        "corrections": ReadyQuery(
            "What is corrected most, and how long did the wrong value stand?",
            "SELECT slot, name, count(*) AS corrections, count(DISTINCT patient_id) AS patients, "
            "median(seconds) AS median_seconds FROM corrections GROUP BY slot, name ORDER BY corrections DESC, name",
        ),
        "correction_rate": ReadyQuery(
            "Which share of the facts of each slot was corrected?",
            "SELECT s.slot, count(DISTINCT s.fact_id) AS facts, count(DISTINCT c.old_fact_id) AS corrected, "
            "count(DISTINCT c.old_fact_id) / count(DISTINCT s.fact_id) AS share FROM slots s LEFT JOIN corrections c "
            "ON c.patient_id = s.patient_id AND c.old_fact_id = s.fact_id GROUP BY s.slot ORDER BY share DESC, s.slot",
        ),
        "corrections_by_month": ReadyQuery(
            "How many corrections of each patient, slot and month?",
            "SELECT patient_id, slot, strftime(recorded_at, '%Y-%m') AS month, count(*) AS corrections "
            "FROM corrections GROUP BY ALL ORDER BY month, patient_id, slot",
        ),
        "time_to_correction": ReadyQuery(
            "How long does a wrong value stand before it is corrected?",
            "SELECT slot, count(*) AS corrections, quantile_cont(seconds, 0.5) AS p50_seconds, "
            "quantile_cont(seconds, 0.95) AS p95_seconds, max(seconds) AS longest_seconds "
            "FROM corrections WHERE seconds IS NOT NULL GROUP BY slot ORDER BY p50_seconds DESC, slot",
        ),
        "medication_changes": ReadyQuery(
            "Which medicines were changed, and to what?",
            "SELECT n.name, o.dose AS old_dose, n.dose AS new_dose, n.status, count(*) AS changes FROM slots n "
            "JOIN slots o ON o.patient_id = n.patient_id AND o.fact_id = n.supersedes[1] "
            "WHERE n.event = 'SlotChanged' AND n.slot = 'medications' GROUP BY ALL ORDER BY changes DESC, n.name",
        ),
        "contradictions": ReadyQuery(
            "How many contradictions were found, and how many were settled?",
            "SELECT count(*) FILTER (event = 'ContradictionFound') AS found, "
            "count(*) FILTER (event = 'ContradictionResolved') AS settled, "
            "count(*) FILTER (event = 'ClarificationRequested') AS questions FROM events",
        ),
        "stale_answers": ReadyQuery(
            "Which answers went stale, why, and how long after they were given?",
            "SELECT i.patient_id, i.answer_turn_number, i.reason, a.intent, "
            "date_diff('second', a.recorded_at, i.recorded_at) AS seconds FROM invalidations i JOIN answers a "
            "ON a.patient_id = i.patient_id AND a.turn_number = i.answer_turn_number ORDER BY seconds DESC",
        ),
        "stale_rate": ReadyQuery(
            "Which share of the answers to each kind of question went stale?",
            "SELECT a.intent, count(*) AS answers, count(i.turn) AS stale, count(i.turn) / count(*) AS share "
            "FROM answers a LEFT JOIN (SELECT DISTINCT patient_id, answer_turn_number AS turn FROM invalidations) i "
            "ON i.patient_id = a.patient_id AND i.turn = a.turn_number GROUP BY a.intent ORDER BY share DESC, a.intent",
        ),
        "unanswered": ReadyQuery(
            "Which turns have no answer?",
            "SELECT patient_id, turn_number, recorded_at, coalesce(outcome, 'unfinished') AS outcome, failure "
            "FROM turns WHERE outcome IS DISTINCT FROM 'answered' ORDER BY position",
        ),
        "stage_latency": ReadyQuery(
            "How long does each stage of a turn take?",
            "SELECT stage, count(*) AS runs, round(quantile_cont(milliseconds, 0.5), 3) AS p50, "
            "round(quantile_cont(milliseconds, 0.95), 3) AS p95, round(max(milliseconds), 3) AS longest "
            "FROM stages GROUP BY stage ORDER BY p95 DESC",
        ),
        "turn_latency": ReadyQuery(
            "How long do turns take, from utterance to answer, by language and profile?",
            "SELECT language, profile, count(*) AS turns, quantile_cont(seconds, 0.5) AS p50_seconds, "
            "quantile_cont(seconds, 0.95) AS p95_seconds FROM turns WHERE outcome = 'answered' "
            "GROUP BY ALL ORDER BY language, profile",
        ),
        "extraction": ReadyQuery(
            "How much does extraction find in a turn, and how long does it take?",
            "SELECT language, count(*) AS turns, avg(proposals) AS proposals, "
            "quantile_cont(extraction_milliseconds, 0.5) AS p50, quantile_cont(extraction_milliseconds, 0.95) AS p95 "
            "FROM turns WHERE extraction_milliseconds IS NOT NULL GROUP BY language ORDER BY language",
        ),
        "answer_quality": ReadyQuery(
            "How good are the answers of each intent, and what do they cost?",
            "SELECT intent, author, count(*) AS answers, avg(quality) AS quality, avg(iterations) AS iterations, "
            "avg(tokens) AS tokens, sum(cost) AS cost, avg(from_cache::INT) AS from_cache "
            "FROM answers GROUP BY ALL ORDER BY quality, intent",
        ),
        "profiles": ReadyQuery(
            "What do answers take under each profile: iterations, tokens, calls of models, cost?",
            "SELECT profile, count(*) AS answers, avg(iterations) AS iterations, sum(tokens)::BIGINT AS tokens, "
            "sum(model_calls)::BIGINT AS model_calls, sum(fallbacks)::BIGINT AS fallbacks, sum(cost) AS cost, "
            "avg(milliseconds) AS milliseconds FROM costs GROUP BY profile ORDER BY answers DESC, profile",
        ),
        "documents_cited": ReadyQuery(
            "Which passages are cited most, and how often are they found without being cited?",
            "SELECT r.document_id, max(c.title) AS title, count(DISTINCT (r.patient_id, r.turn_number)) AS found, "
            "count(DISTINCT (c.patient_id, c.turn_number)) AS cited FROM retrieved r LEFT JOIN citations c "
            "ON c.document_id = r.document_id AND c.patient_id = r.patient_id AND c.turn_number = r.turn_number "
            "GROUP BY r.document_id ORDER BY cited DESC, found DESC, r.document_id",
        ),
        "facts_unused": ReadyQuery(
            "Which facts has no answer ever used?",
            "SELECT s.slot, s.name, count(*) AS facts, count(*) FILTER (u.fact_id IS NULL) AS never_used FROM slots s "
            "LEFT JOIN (SELECT DISTINCT patient_id, fact_id FROM facts_used) u "
            "ON u.patient_id = s.patient_id AND u.fact_id = s.fact_id "
            "GROUP BY s.slot, s.name ORDER BY never_used DESC, s.slot, s.name",
        ),
        "refinement": ReadyQuery(
            "Does refining help: how do the scores move from one iteration to the next?",
            "SELECT iteration, judge, verdict, count(*) AS drafts, avg(grounding) AS grounding, "
            "avg(completeness) AS completeness, avg(accuracy) AS accuracy, avg(overall) AS overall "
            "FROM quality GROUP BY ALL ORDER BY iteration, judge, verdict",
        ),
        "retrieval": ReadyQuery(
            "How much is retrieved, and how consistent is it?",
            "SELECT k, array_to_string(legs, '+') AS legs, count(*) AS retrievals, avg(documents) AS documents, "
            "avg(best_score) AS best_score, avg(consistency) AS consistency, "
            "count(*) FILTER (consistency < 0.5) AS inconsistent FROM retrievals GROUP BY ALL ORDER BY k, legs",
        ),
        "sources": ReadyQuery(
            "Who states the facts: patients, clinicians or records?",
            "SELECT slot, source, extractor, count(*) AS facts FROM slots GROUP BY ALL "
            "ORDER BY slot, facts DESC, source",
        ),
        "mentions": ReadyQuery(
            "Which patients speak most, and how often do they repeat or correct themselves?",
            "SELECT patient_id, count(*) FILTER (event = 'UtteranceReceived') AS turns, "
            "count(*) FILTER (event = 'SlotReaffirmed') AS repeated, "
            "count(*) FILTER (event = 'SlotCorrected') AS corrected FROM events "
            "GROUP BY patient_id ORDER BY turns DESC, patient_id",
        ),
    }
)
"""By name, as the command line offers them."""
