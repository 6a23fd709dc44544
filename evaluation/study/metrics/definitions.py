"""Every metric by name: its definition, where the definition comes from, its unit, and which way is better."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

RAGAS = "RAGAS (Es et al. 2023), deterministic twin"
PAPER = "RAGAS (Es et al. 2023), by a model"
THESIS = "thesis 6"
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
    Metric(
        "context_recall",
        "Share of the documents that a good answer needs that the last search brought (by id).",
        RAGAS + ": ids in place of claims",
        "0-1",
        "high",
    ),
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
    Metric(
        "model_faithfulness",
        "Share of the answer's statements that a model infers from its sources.",
        PAPER,
        "0-1",
        "high",
    ),
    Metric(
        "model_answer_relevancy",
        "Likeness of questions a model makes of the answer to the one asked, by terms.",
        PAPER,
        "0-1",
        "high",
    ),
    Metric(
        "model_context_precision",
        "Mean of precision at k over documents that a model finds useful.",
        PAPER,
        "0-1",
        "high",
    ),
    Metric(
        "model_total",
        "Rubric total by a model, .35/.25/.25/.15: the middle of three orders.",
        THESIS + ", 7",
        "0-2",
        "high",
    ),
    Metric("cus", "Context utilisation: share of the retrieved documents that the answer used.", THESIS, "0-1", "high"),
    Metric("urr", "Unique retrieval: 1 - Jaccard of a retrieval's documents with the one before.", THESIS, "0-1", None),
    Metric(
        "ccr",
        "Cross-turn consistency: share of pairs of turns stating test values that don't contradict each other.",
        THESIS,
        "0-1",
        "high",
    ),
    Metric(
        "sfs",
        "Slot factual score: values stated rightly, of those required and those stated wrongly.",
        THESIS + " (it gives no formula)",
        "0-1",
        "high",
    ),
    Metric(
        "csp",
        "Context sensitivity: 1 - mean likeness (Jaccard of terms) of answers to the same words of different patients.",
        THESIS + " (it gives no formula)",
        "0-1",
        None,
    ),
    Metric(
        "ass",
        "Answer stability: mean likeness of answers to the same words of one patient, in repeats or at other turns.",
        THESIS + " (it gives no formula)",
        "0-1",
        "high",
    ),
    Metric(
        "perplexity",
        "exp of the mean negative log-probability (nat) of the tokens that the last call for an answer "
        "wrote, its samples and its JSON included.",
        THESIS,
        "1",
        "low",
    ),
    Metric("retrieval_rate", "Share of turns that retrieved.", THESIS, "0-1", None),
    Metric("targeted_retrieval_rate", "Share of retrievals that brought a relevant document.", THESIS, "0-1", "high"),
    Metric("retrievals", "Mean searches a turn.", THESIS, "searches", None),
    Metric(
        "tokens",
        "Mean tokens a turn, read and written: of model calls, or by rule of the prompt a model would read.",
        THESIS,
        "tokens",
        "low",
    ),
    Metric("cost", "Mean cost a turn, as the answers state it.", THESIS, "USD", "low"),
    Metric("milliseconds", "Median time from utterance to answer, by the server's clock.", THESIS, "ms", "low"),
    Metric("iterations", "Mean drafts of an answer that was written.", THESIS, "drafts", None),
    Metric("accuracy", "Rubric 0-2: the required values and names are in the answer.", THESIS + ", 7", "0-2", "high"),
    Metric("context", "Rubric 0-2: what earlier turns brought is used rightly.", THESIS + ", 7", "0-2", "high"),
    Metric("reasoning", "Rubric 0-2: comparisons, targets and conclusions are right.", THESIS + ", 7", "0-2", "high"),
    Metric("hallucination", "Rubric 0-2: 2 = nothing stated that must not be.", THESIS + ", 7", "0-2", "high"),
    Metric("evidence", "Rubric 0-2: documents are cited where the turn asks for them.", THESIS + ", 7", "0-2", "high"),
    Metric("total", "Rubric total by weights .35/.25/.25/.15, without evidence.", THESIS + ", 7", "0-2", "high"),
    Metric("total_with_evidence", "Rubric total by weights .30/.20/.20/.10/.20.", THESIS + ", 7", "0-2", "high"),
    Metric("passed", "Share of turns without one failed check.", OWN, "0-1", "high"),
    Metric("quality", "Overall score that the service's own judge gives the answer.", THESIS + ", 2", "0-1", "high"),
    Metric("uncertainty", "Disagreement of three samples, as the service reports it.", THESIS + ", 5", "0-1", "low"),
    Metric("flagged", "Share of answers whose uncertainty is above .3.", THESIS + ", 5", "0-1", None),
    Metric("consistency", "Mean pairwise cosine of the retrieved documents.", THESIS + ", 5", "-1 to 1", None),
    Metric("warned", "Share of answers that carry a warning.", OWN, "0-1", None),
    Metric("answered", "Share of turns that ended with an answer.", OWN, "0-1", "high"),
    Metric(
        "intent_right",
        "Share of labelled questions whose complexity was read rightly.",
        THESIS + ", 2",
        "0-1",
        "high",
    ),
    Metric("cache_hit", "Share of answers that came from the cache.", THESIS + ", 3", "0-1", None),
    Metric(
        "transcript_tokens",
        "Tokens of all that both said before this turn's answer.",
        THESIS + ", 3",
        "tokens",
        None,
    ),
    Metric("calls", "Mean calls to a model a turn.", THESIS, "calls", "low"),
    Metric("tokens_in", "Mean tokens read by models a turn.", THESIS, "tokens", "low"),
    Metric("tokens_out", "Mean tokens written by models a turn.", THESIS, "tokens", "low"),
    Metric(
        "loop",
        "Of turns with several drafts, those that searched the same documents (Jaccard >= .8) again and gained < .05.",
        THESIS + ", 4",
        "0-1",
        "low",
    ),
    Metric(
        "wanted_found", "Share of the documents a good answer needs that were in the last prompt.", OWN, "0-1", "high"
    ),
    Metric("reciprocal_rank", "1 / rank of the first needed document in a turn's first search.", OWN, "0-1", "high"),
    Metric(
        "same_searches", "Searches that found what the one before had found (Jaccard >= .8).", OWN, "searches", "low"
    ),
    Metric("retrieved_documents", "Mean documents retrieved a turn.", OWN, "documents", None),
    Metric("needless_documents", "Documents retrieved for a turn that needs none.", OWN, "documents", "low"),
    Metric("documents_in_prompt", "Documents that reached the prompt of a turn that searched.", OWN, "documents", None),
    Metric(
        "contradiction_warned",
        "Share of answers that warn, where documents that say the opposite were both found.",
        OWN,
        "0-1",
        "high",
    ),
    Metric("uncertain_warned", "Share of answers by a model over documents that warn of doubt.", OWN, "0-1", None),
    Metric("repeated_fact_in_prompt", "Whether what was told most often is in a late prompt.", OWN, "0-1", "high"),
    Metric("older_turns_in_prompt", "Summaries and turns before the last five in a late prompt.", OWN, "items", "high"),
    Metric("early_stop", "Share of judged turns that one of the two safety stops ended.", THESIS + ", 4", "0-1", None),
    Metric("memory_precision", "Share of remembered facts that are true at the end of the turn.", OWN, "0-1", "high"),
    Metric("memory_recall", "Share of true, disclosed facts that are remembered.", OWN, "0-1", "high"),
    Metric("memory_f1", "Harmonic mean of memory precision and recall.", OWN, "0-1", "high"),
    Metric("memory_items_raw", "Items that memory would hold as they came.", THESIS + ", 3", "items", None),
    Metric("memory_items_kept", "Items that consolidated memory holds.", THESIS + ", 3", "items", "low"),
    Metric("memory_saving", "1 - items kept / items as they came.", THESIS + ", 3", "0-1", "high"),
    Metric("context_facts", "Mean facts of the memory in a prompt.", OWN, "facts", None),
    Metric("context_turns", "Mean earlier turns in a prompt.", OWN, "turns", None),
    Metric("context_summaries", "Mean summaries of earlier turns in a prompt.", OWN, "summaries", None),
    Metric("uptake", "After a correction, the new state is in memory and the old one is not.", OWN, "0-1", "high"),
    Metric("resurrection", "Something corrected is current again at the last turn.", OWN, "0-1", "low"),
    Metric("collateral", "Untouched facts that a correction's turn lost.", OWN, "facts", "low"),
    Metric("false_apply", "Facts that a correction's turn added and that are not true.", OWN, "facts", "low"),
)

DEFINITIONS: Mapping[str, Metric] = MappingProxyType({metric.name: metric for metric in _ALL})

ALIASES: Mapping[str, str] = MappingProxyType(
    {"resurrected": "resurrection", "intent_accuracy": "intent_right", "searches": "retrievals", "clean": "passed"}
)
"""Other names under which experiments declare a metric."""
