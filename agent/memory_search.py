"""SearchMemory: the patient's own facts, turns and summaries nearest to a query.

Words rank by BM25 over the same terms as documents, concepts match across languages and names, and the encoder settles
what is left. Only one patient's view is searched, so nothing of another can be found.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from agent.memory_context import Cosines
from agent.memory_lines import fact_text, subject_of, summary_line, turn_line, value_of
from domain.consolidation import events_of
from domain.decay import importance, time_weight
from domain.ledger import Fact
from domain.values import SlotKind
from extraction.mentions import ConceptRecogniser
from projections.importance import reference_time
from projections.markers import marker
from projections.patient_view import PatientView
from projections.tiers import TurnLine
from retrieval.bm25 import lexical_engine
from retrieval.terms import count_terms
from retrieval.tokens import Tokenizer

DEFAULT_K = 8
"""Hits where the caller names no number (thesis: active retrieval, moderate)."""
MAX_QUERY_CHARACTERS = 4_000

WORDS, CONCEPT, MEANING = 0.5, 0.4, 0.1
"""What each leg counts in a score of 0 to 1: meaning only orders what words or concepts have found."""
SAME, NARROWER, BROADER = 1.0, 0.8, 0.5
"""How well a fact's concept answers the one asked for: type 2 diabetes answers diabetes better than the reverse."""
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
class _Document:
    """A hit to be, with the words it is found by, its concepts and its weight among equals."""

    hit: MemoryHit
    words: str
    facts: tuple[Fact, ...]
    weight: float
    share: float
    believed: bool


class MemorySearch:
    """Searches the memory of one patient at a time; keeps nothing between searches."""

    def __init__(self, recogniser: ConceptRecogniser, tokenizer: Tokenizer, similarity: Cosines) -> None:
        self._recogniser = recogniser
        self._tokenizer = tokenizer
        self._similarity = similarity

    def search(self, view: PatientView, query: str, k: int, at: datetime, language: str) -> tuple[MemoryHit, ...]:
        """At most ``k`` hits, best first: what is believed before what was superseded, equal ones by importance."""
        query = query[:MAX_QUERY_CHARACTERS]
        documents = list(_documents(view, at, language))
        if not documents or not query.strip():
            return ()
        words = self._word_scores(query, documents)
        asked = self._asked(query)
        concepts = [one.share * max((_match(fact, asked) for fact in one.facts), default=0.0) for one in documents]
        found = [index for index in range(len(documents)) if words[index] > 0 or concepts[index] > 0]
        if not found:
            return ()
        nearness = self._similarity([query, *(documents[index].words for index in found)], language)[0, 1:]
        scored = []
        for near, index in zip(nearness, found, strict=True):
            score = WORDS * words[index] + CONCEPT * concepts[index] + MEANING * max(0.0, float(near))
            scored.append((_placed(score, documents[index].believed), documents[index]))
        scored.sort(key=lambda pair: (-pair[0], -pair[1].weight, pair[1].hit.kind, pair[1].hit.id))
        return tuple(_scored(document.hit, score) for score, document in scored[:k])

    def _word_scores(self, query: str, documents: Sequence[_Document]) -> list[float]:
        """BM25 as a share of the best, times the share of the query's terms that are there; 0 where none is."""
        asked, *terms = self._tokenizer.terms_of([query, *(one.words for one in documents)])
        scores = lexical_engine(count_terms(terms)).scores(asked)
        best, wanted = float(scores.max(initial=0.0)), frozenset(asked)
        if best <= 0:
            return [0.0] * len(documents)
        covered = (len(wanted.intersection(each)) / len(wanted) for each in terms)
        return [float(score) / best * share for score, share in zip(scores, covered, strict=True)]

    def _asked(self, query: str) -> dict[str, frozenset[str]]:
        """The concepts that the query names, each with the more general ones."""
        return {mention.entry.concept_id: frozenset(mention.entry.broader) for mention in self._recogniser.find(query)}


def _documents(view: PatientView, at: datetime, language: str) -> Iterator[_Document]:
    for fact in view.ledger.facts.values():
        turn = next((one.turn_number for one in fact.evidence if one.turn_number is not None), 0)
        text = fact_text(fact, language) if fact.current else marker(view.ledger, fact)
        weight = time_weight(fact.content.slot, reference_time(fact, view.profile.time_zone), at)
        yield _Document(
            MemoryHit("fact", fact.fact_id, text, 0.0, events_of(fact), turn),
            _words_of(fact),
            (fact,),
            importance(weight, fact.mentions),
            1.0,
            fact.current,
        )
    for line in (*view.tiers.pending(), *view.tiers.working()):
        found = turn_line(line, language)
        hit = MemoryHit("turn", line.event_id, found.text, 0.0, found.event_ids, line.turn_number)
        yield _Document(hit, f"{line.question} {line.answer or ''}", _facts_in(view, line), 0.0, IN_A_TURN, True)
    for summary in view.tiers.compressed():
        found = summary_line(summary, view.tiers)
        facts = tuple(view.ledger.facts[fact_id] for fact_id in summary.fact_ids if fact_id in view.ledger.facts)
        hit = MemoryHit("summary", summary.summary_id, found.text, 0.0, found.event_ids, summary.first_turn)
        yield _Document(hit, found.text, facts, 0.0, IN_A_TURN, True)


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


def _match(fact: Fact, asked: Mapping[str, frozenset[str]]) -> float:
    concept = fact.content.concept
    if concept.concept_id in asked:
        return SAME
    if any(broader in asked for broader in concept.broader):
        return NARROWER
    return BROADER if any(concept.concept_id in broader for broader in asked.values()) else 0.0


def _placed(score: float, believed: bool) -> float:
    """Two halves of the scale, so that no superseded value ranks above a believed one."""
    half = min(1.0, max(0.0, score)) / 2
    return round(0.5 + half if believed else half, 6)


def _scored(hit: MemoryHit, score: float) -> MemoryHit:
    return MemoryHit(hit.kind, hit.id, hit.text, score, hit.event_ids, hit.turn_number)
