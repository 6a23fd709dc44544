"""Every metric by name: its definition, where the definition comes from, its unit, and which way is better."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

RAGAS = "RAGAS (Es et al. 2023), deterministic twin"
THESIS = "thesis, section 6"
OWN = "this study"


@dataclass(frozen=True, slots=True)
class Metric:
    """One metric: ``better`` is None where neither more nor less is good by itself."""

    name: str
    definition: str
    source: str
    unit: str
    better: Literal["high", "low"] | None


_ALL = (
    Metric("context_precision", "Mean of precision at k over the ranks k of relevant documents.", RAGAS, "0-1", "high"),
    Metric("context_recall", "Share of the reference's claims that the retrieved texts support.", RAGAS, "0-1", "high"),
    Metric(
        "faithfulness",
        "Share of the answer's claims that facts on record or cited texts support.",
        RAGAS,
        "0-1",
        "high",
    ),
    Metric(
        "answer_relevancy",
        "Share of the question's content terms that the answer takes up; 0 for an answer that declines.",
        RAGAS + ": terms in place of generated questions",
        "0-1",
        "high",
    ),
    Metric("cus", "Context utilisation: share of the retrieved documents that the answer used.", THESIS, "0-1", "high"),
    Metric("urr", "Unique retrieval: 1 - Jaccard of a retrieval's documents with the one before.", THESIS, "0-1", None),
    Metric("ccr", "Cross-turn consistency: share of turn pairs without contradiction.", THESIS, "0-1", "high"),
    Metric(
        "sfs",
        "Slot factual score: values stated rightly, of those required and those stated wrongly.",
        THESIS + " (it gives no formula)",
        "0-1",
        "high",
    ),
    Metric(
        "csp",
        "Context sensitivity: 1 - mean similarity of answers to one question in different contexts.",
        THESIS + " (it gives no formula)",
        "0-1",
        None,
    ),
    Metric(
        "ass",
        "Answer stability: mean similarity of answers to one question in one context.",
        THESIS + " (it gives no formula)",
        "0-1",
        "high",
    ),
    Metric("perplexity", "exp of the mean negative log-probability (nat) of the answer's tokens.", THESIS, "1", "low"),
    Metric("retrieval_rate", "Share of turns that retrieved.", THESIS, "0-1", None),
    Metric("targeted_retrieval_rate", "Share of retrievals that brought a relevant document.", THESIS, "0-1", "high"),
    Metric(
        "tokens",
        "Mean tokens a turn: of model calls, or by rule of the prompt a model would read.",
        THESIS,
        "tokens",
        "low",
    ),
    Metric("cost", "Mean cost a turn, as the answers state it.", THESIS, "USD", "low"),
    Metric("milliseconds", "Median time from utterance to answer, by the server's clock.", THESIS, "ms", "low"),
    Metric("iterations", "Mean drafts of an answer that was written.", THESIS, "drafts", None),
    Metric("accuracy", "Rubric 0-2: the required values and names are in the answer.", THESIS + " 7", "0-2", "high"),
    Metric("context", "Rubric 0-2: what earlier turns brought is used rightly.", THESIS + " 7", "0-2", "high"),
    Metric("reasoning", "Rubric 0-2: comparisons, targets and conclusions are right.", THESIS + " 7", "0-2", "high"),
    Metric("hallucination", "Rubric 0-2: 2 = nothing stated that must not be.", THESIS + " 7", "0-2", "high"),
    Metric("evidence", "Rubric 0-2: documents are cited where the turn asks for them.", THESIS + " 7", "0-2", "high"),
    Metric("total", "Rubric total by weights .35/.25/.25/.15, without evidence.", THESIS + " 7", "0-2", "high"),
    Metric("total_with_evidence", "Rubric total by weights .30/.20/.20/.10/.20.", THESIS + " 7", "0-2", "high"),
    Metric("clean", "Share of turns without one failed check.", OWN, "0-1", "high"),
    Metric("memory_precision", "Share of remembered facts that are true at the end of the turn.", OWN, "0-1", "high"),
    Metric("memory_recall", "Share of true, disclosed facts that are remembered.", OWN, "0-1", "high"),
    Metric("memory_f1", "Harmonic mean of memory precision and recall.", OWN, "0-1", "high"),
    Metric("uptake", "After a correction, the new state is in memory and the old one is not.", OWN, "0-1", "high"),
    Metric("answered_uptake", "The last turn's answer states the corrected value and not the old.", OWN, "0-1", "high"),
    Metric("resurrection", "A corrected value is current again at the last turn.", OWN, "0-1", "low"),
    Metric("collateral", "Share of untouched facts that a correction's turn lost.", OWN, "0-1", "low"),
    Metric("false_apply", "Facts that a correction's turn added and that are not true.", OWN, "facts", "low"),
)

DEFINITIONS: Mapping[str, Metric] = MappingProxyType({metric.name: metric for metric in _ALL})
