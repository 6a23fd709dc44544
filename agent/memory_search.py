"""SearchMemory: the patient's own facts, turns and summaries nearest to a query.

Words rank by BM25 over the same terms as documents, concepts match across languages and names, and the encoder settles
what is left. Only one patient's view is searched, so nothing of another can be found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from agent.memory_context import Cosines
from agent.memory_index import Document, MemoryIndex, Scores
from agent.memory_lines import fact_text, subject_of, summary_line, turn_line, value_of
from domain.consolidation import events_of
from domain.decay import LAMBDA_PER_HOUR, importance
from domain.ledger import Fact
from domain.values import SlotKind
from extraction.naming.mentions import ConceptRecogniser
from projections.importance import reference_time
from projections.markers import marker
from projections.patient_view import PatientView
from projections.tiers import Summary, TurnLine
from retrieval.tokens import Tokenizer

DEFAULT_K = 8
"""Hits where the caller names no number (thesis: active retrieval, moderate)."""
MAX_QUERY_CHARACTERS = 4_000

WORDS, CONCEPT, MEANING = 0.5, 0.4, 0.1
"""What each leg counts in a score of 0 to 1: meaning only orders what words or concepts have found."""
SAME, NARROWER, BROADER = 1.0, 0.8, 0.5
"""How well a fact's concept answers the one asked for: type 2 diabetes answers diabetes better than the reverse."""
COMPARED = 3
"""Times as many as are asked for are compared by meaning, where words and concepts cannot tell more of them apart."""
IN_A_TURN = 0.8
"""A turn that speaks of a concept is worth a little less than the fact itself."""

_ASKED_AS: Final = {
    SlotKind.DEMOGRAPHICS: "기본 정보 나이 성별 about age sex",
    SlotKind.CONDITIONS: "질환 진단 병 병력 condition diagnosis disease history",
    SlotKind.SYMPTOMS: "증상 불편 symptom complaint",
    SlotKind.MEDICATIONS: "약 복용약 복용 먹는 medicine medication drug pill",
    SlotKind.VITALS: "활력징후 측정 vital sign reading",
    SlotKind.LABS: "검사 수치 결과 lab test result",
    SlotKind.ALLERGIES: "알레르기 부작용 allergy allergic reaction",
    SlotKind.FAMILY_HISTORY: "가족력 가족 병력 family history",
    SlotKind.SOCIAL_HISTORY: "생활 습관 habit lifestyle social history",
    SlotKind.PROCEDURES: "수술 시술 procedure surgery operation",
}
"""Words by which a whole slot is asked for, in both languages."""

Kind = Literal["fact", "turn", "summary"]
_BESIDE = "memory_search"


@dataclass(frozen=True, slots=True)
class MemoryHit:
    """Something found; ``id`` is that of the fact, of the utterance's event, or of the summary.

    ``score`` is 0 to 1 and comparable within one search; from .5 on is what is believed, below it what was superseded,
    whose text is a marker. ``turn_number`` is the turn, the first of a summary, or the one of a fact's first mention
    (0 for a fact from a record).
    """

    kind: Kind
    id: str
    text: str
    score: float
    event_ids: tuple[str, ...]
    turn_number: int


@dataclass(frozen=True, slots=True)
class _Remembered:
    """Something that may be found: a fact, a turn or a summary, with the facts that it speaks of."""

    document: Document
    found: Fact | TurnLine | Summary
    facts: tuple[Fact, ...]
    share: float
    believed: bool


class _Memory:
    """All that may be found in one patient's memory at one version, arranged for any query."""

    def __init__(self, view: PatientView) -> None:
        self.all = list(_remembered(view))
        self.documents = [one.document for one in self.all]
        self.believed = np.fromiter((one.believed for one in self.all), bool, len(self.all))
        self._about: dict[tuple[str, tuple[str, ...]], list[int]] = {}
        self._shares = np.fromiter((one.share for one in self.all), np.float64, len(self.all))
        for place, one in enumerate(self.all):
            for fact in one.facts:
                concept = fact.content.concept
                self._about.setdefault((concept.concept_id, concept.broader), []).append(place)

        weighed = [one.found if isinstance(one.found, Fact) else None for one in self.all]
        zone = view.profile.time_zone
        self._fading = _numbers(LAMBDA_PER_HOUR[fact.content.slot] if fact else 0.0 for fact in weighed)
        self._since = _numbers(reference_time(fact, zone).timestamp() if fact else 0.0 for fact in weighed)
        self._gain = _numbers(importance(1.0, fact.mentions) if fact else 0.0 for fact in weighed)

    def weights(self, places: NDArray[np.intp], at: datetime) -> Scores:
        """The importance of some of the facts at a moment, as :mod:`domain.decay` has it; 0 for what is no fact."""
        hours = np.maximum(0.0, at.timestamp() - self._since[places]) / 3600
        weights: Scores = np.exp(-self._fading[places] * hours) * self._gain[places]
        return weights

    def concept_scores(self, asked: Mapping[str, frozenset[str]]) -> Scores:
        """How well each answers the concepts that are asked for."""
        scores = np.zeros(len(self.all))
        for (concept_id, broader), places in self._about.items() if asked else ():
            if match := _match(concept_id, broader, asked):
                scores[places] = np.maximum(scores[places], match)
        return scores * self._shares


class MemorySearch:
    """Searches the memory of one patient at a time.

    What was read of a patient's words is kept beside their views, and forgotten with them.
    """

    def __init__(self, recogniser: ConceptRecogniser, tokenizer: Tokenizer, similarity: Cosines) -> None:
        self._recogniser = recogniser
        self._tokenizer = tokenizer
        self._similarity = similarity

    def search(self, view: PatientView, query: str, k: int, at: datetime, language: str) -> tuple[MemoryHit, ...]:
        """At most ``k`` hits, best first: what is believed before what was superseded, equal ones by importance.

        Of many that words and concepts cannot tell apart, meaning orders the most important ones.
        """
        query = query[:MAX_QUERY_CHARACTERS]
        memory, index = self._kept(view)
        if not memory.all or not query.strip():
            return ()
        words, concepts = index.word_scores(query, memory.documents), memory.concept_scores(self._asked(query))
        scores = np.where((words > 0) | (concepts > 0), WORDS * words + CONCEPT * concepts, -1.0)
        places, weights = self._candidates(scores, memory, k, at)
        if not places:
            return ()
        texts = [memory.documents[place].words() for place in places]
        nearness = self._similarity([query, *texts], language)[0, 1:]
        scored = []
        for near, place, weight in zip(nearness, places, weights, strict=True):
            score = _placed(scores[place] + MEANING * max(0.0, float(near)), bool(memory.believed[place]))
            scored.append((score, weight, memory.all[place]))
        scored.sort(key=lambda one: (-one[0], -one[1], one[2].document.key))
        return tuple(_hit(one, score, view, language) for score, _, one in scored[:k])

    def _kept(self, view: PatientView) -> tuple[_Memory, MemoryIndex]:
        version, memory, index = view.beside.get(_BESIDE, (None, None, None))
        if version != view.version or memory is None:
            memory, index = _Memory(view), index or MemoryIndex(self._tokenizer)
            view.beside[_BESIDE] = (view.version, memory, index)
        return memory, index

    def _candidates(self, scores: Scores, memory: _Memory, k: int, at: datetime) -> tuple[list[int], list[float]]:
        """What may still be among the first ``k``, with the weight of each: of equal ones the most important."""
        placed = np.where(scores < 0, -1.0, np.minimum(1.0, scores) / 2 + np.where(memory.believed, 0.5, 0.0))
        found = np.flatnonzero(placed >= 0)
        if len(found) > k:
            least = np.partition(placed[found], len(found) - k)[len(found) - k] - MEANING / 2
            found = found[placed[found] >= least]
        weights = memory.weights(found, at)
        order = np.lexsort((found, -weights, -placed[found]))[: COMPARED * k]
        return found[order].tolist(), weights[order].tolist()

    def _asked(self, query: str) -> dict[str, frozenset[str]]:
        """The concepts that the query names, each with the more general ones."""
        return {mention.entry.concept_id: frozenset(mention.entry.broader) for mention in self._recogniser.find(query)}


def _numbers(values: Iterable[float]) -> Scores:
    return np.array(list(values), np.float64)


def _remembered(view: PatientView) -> Iterator[_Remembered]:
    for fact in view.ledger.facts.values():
        document = Document(("fact", fact.fact_id), fact, partial(_words_of, fact))
        yield _Remembered(document, fact, (fact,), 1.0, fact.current)
    for line in view.tiers.kept():
        words = f"{line.question} {line.answer or ''}"
        document = Document(("turn", line.event_id), line, words.__str__)
        yield _Remembered(document, line, _facts_in(view, line), IN_A_TURN, True)
    for summary in view.tiers.compressed():
        words = summary_line(summary, view.tiers).text
        facts = tuple(view.ledger.facts[fact_id] for fact_id in summary.fact_ids if fact_id in view.ledger.facts)
        # What it says may change with its facts, so it is read again.
        document = Document(("summary", summary.summary_id), object(), words.__str__)
        yield _Remembered(document, summary, facts, IN_A_TURN, True)


def _hit(one: _Remembered, score: float, view: PatientView, language: str) -> MemoryHit:
    match one.found:
        case Fact() as fact:
            text = fact_text(fact, language) if fact.current else marker(view.ledger, fact)
            turn = next((each.turn_number for each in fact.evidence if each.turn_number is not None), 0)
            return MemoryHit("fact", fact.fact_id, text, score, events_of(fact), turn)
        case TurnLine() as line:
            told = turn_line(line, language, view.profile.time_zone)
            return MemoryHit("turn", line.event_id, told.text, score, told.event_ids, line.turn_number)
        case Summary() as summary:
            told = summary_line(summary, view.tiers)
            return MemoryHit("summary", summary.summary_id, told.text, score, told.event_ids, summary.first_turn)


def _words_of(fact: Fact) -> str:
    """All words that may find a fact: its slot and names in both languages, its value, and the patient's own words."""
    content = fact.content
    whose = (subject_of(content, "ko"), subject_of(content, "en"))
    details = (content.qualifier, content.severity, content.stage, content.reaction, content.status, content.valid_from)
    own = (evidence.quote for evidence in fact.evidence)
    names = (content.concept.name, content.concept.display)
    parts = (_ASKED_AS[content.slot], *whose, *names, value_of(content), *details, *own)
    return " ".join(dict.fromkeys(part for part in parts if part))


def _facts_in(view: PatientView, line: TurnLine) -> tuple[Fact, ...]:
    """The current facts that a turn speaks of."""
    facts = (view.ledger.facts.get(fact_id) for fact_id in dict.fromkeys((*line.fact_ids, *line.answer_fact_ids)))
    return tuple(fact for fact in facts if fact is not None and fact.current)


def _match(concept_id: str, broader: tuple[str, ...], asked: Mapping[str, frozenset[str]]) -> float:
    if concept_id in asked:
        return SAME
    if any(one in asked for one in broader):
        return NARROWER
    return BROADER if any(concept_id in one for one in asked.values()) else 0.0


def _placed(score: float, believed: bool) -> float:
    """Two halves of the scale, so that no superseded value ranks above a believed one."""
    half = min(1.0, max(0.0, score)) / 2
    return round(0.5 + half if believed else half, 6)
