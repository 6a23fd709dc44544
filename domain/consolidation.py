"""Which current facts say one thing: clusters, the fact that speaks for each, and how much the item weighs.

Facts of one concept belong together. Only words that no concept names are compared by cosine, for names of different
diseases are near one another too (98 % of Korean disease names have a wrong neighbour at .80; retrieval.md 2.5).
Values of a test on different dates are a series: one item with its latest value, and nothing in it is a duplicate.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, product

from domain.comparison import fold
from domain.decay import importance
from domain.ledger import Fact, Ledger
from domain.series import Series, SeriesByKey, SeriesKey
from domain.values import SERIES_SLOTS, Concept, SlotKind, Source

LEAST_COSINE = 0.8
"""Words of two facts mean the same above this cosine (thesis; DESIGN.md 6)."""

DESCRIBED_SLOTS = frozenset(
    {
        SlotKind.CONDITIONS,
        SlotKind.SYMPTOMS,
        SlotKind.PROCEDURES,
        SlotKind.FAMILY_HISTORY,
        SlotKind.SOCIAL_HISTORY,
    }
)
"""Slots whose facts people describe in words of their own. Two drug names that look alike are two drugs."""

Similarity = Callable[[Sequence[str]], Sequence[Sequence[float]]]
"""Pairwise cosines of short texts: a symmetric matrix."""

_TELLING = re.compile(
    r"\d+(?:[.,]\d+)?|왼|오른|[좌우양]측|상부|하부|급성|만성|없|않|아니|고(?=혈|지혈|칼|나트)|저(?=혈|칼|나트)"
    r"|\b(?:left|right|bilateral|upper|lower|acute|chronic|no|not|without|i{1,3}|iv)\b|hyper|hypo",
    re.IGNORECASE,
)
"""What makes two names different however near they are: numbers, sides, negations and opposites."""

_TRUST = {source: rank for rank, source in enumerate(Source)}


class Won(StrEnum):
    """Why a fact speaks for its cluster: the first of these in which it surpasses every other member."""

    ONLY = "only"
    LATEST = "latest"
    MOST_MENTIONED = "most_mentioned"
    MOST_TRUSTED = "most_trusted"
    FIRST_RECORDED = "first_recorded"


class Trend(StrEnum):
    """Where the last two readings of a series point; NONE unless both are plain numbers in one unit, undisputed."""

    NONE = ""
    RISING = "rising"
    FALLING = "falling"
    STEADY = "steady"


@dataclass(frozen=True, slots=True)
class Cluster:
    """Current facts that say one thing, oldest first; ``representative`` speaks for them.

    ``mentions`` is how often the members were said, together; ``cohesion`` is the mean pairwise cosine of the members,
    1 for one member or one concept. ``contradictions`` are the ids of all facts in open contradictions with a member,
    the member itself among them.
    """

    members: tuple[Fact, ...]
    representative: Fact
    won: Won
    mentions: int
    cohesion: float = 1.0
    contradictions: tuple[str, ...] = ()

    @property
    def is_series(self) -> bool:
        """Whether the members are values of one test rather than repetitions."""
        return self.representative.content.slot in SERIES_SLOTS

    @property
    def previous(self) -> Fact | None:
        """The reading before the latest, for a series."""
        if not self.is_series:
            return None
        day = self.representative.clinical_day
        return next((fact for fact in reversed(self.members) if fact.clinical_day < day), None)

    @property
    def trend(self) -> Trend:
        """Whether the latest reading is above or below the one before it."""
        before, latest = self.previous, self.representative
        if before is None or before.disputed or latest.disputed or before.content.unit != latest.content.unit:
            return Trend.NONE
        old, new = _number(before), _number(latest)
        if old is None or new is None:
            return Trend.NONE
        if math.isclose(old, new, rel_tol=1e-6, abs_tol=1e-9):
            return Trend.STEADY
        return Trend.RISING if new > old else Trend.FALLING

    @property
    def event_ids(self) -> tuple[str, ...]:
        """The events that recorded the members and those in which they were said, each once, members in order."""
        return tuple(dict.fromkeys(event_id for fact in self.members for event_id in events_of(fact)))

    def latest_event_ids(self, mentions: int) -> tuple[str, ...]:
        """As :attr:`event_ids`, but of each member's mentions the latest so many alone."""
        return tuple(
            dict.fromkeys(
                event_id
                for fact in self.members
                for event_id in (fact.event_id, *(one.event_id for one in fact.evidence.last(mentions)))
            )
        )

    def importance(self, weight: float) -> float:
        """The thesis's importance under a time weight of 0 to 1: ``weight * (1 + .1 * mentions) * cohesion``."""
        return importance(weight, self.mentions, self.cohesion)


def events_of(fact: Fact) -> tuple[str, ...]:
    """The event that recorded a fact, and the events in which it was said."""
    return tuple(dict.fromkeys((fact.event_id, *(evidence.event_id for evidence in fact.evidence))))


def is_named(concept: Concept) -> bool:
    """Whether a lexicon or a code names the concept; otherwise its id is the speaker's words, folded."""
    return bool(concept.codings) or fold(concept.concept_id) not in (fold(concept.name), fold(concept.display))


def is_described(fact: Fact) -> bool:
    """Whether a fact is told in words that no concept names, and so may mean the same as one in other words."""
    return fact.content.slot in DESCRIBED_SLOTS and not is_named(fact.content.concept)


def consolidate(facts: Iterable[Fact], similarity: Similarity | None = None) -> tuple[Cluster, ...]:
    """The clusters of these current facts: each fact in exactly one, in order of recording, whatever their order was.

    Without ``similarity`` only facts of one concept meet.
    """
    ordered = sorted(facts, key=lambda fact: (fact.version, fact.fact_id))
    by_concept: dict[tuple[str, ...], list[Fact]] = {}
    for fact in ordered:
        by_concept.setdefault(concept_key(fact), []).append(fact)
    questions: dict[str, list[str]] = {}
    for fact in ordered:
        if fact.disputed and fact.question_id is not None:
            questions.setdefault(fact.question_id, []).append(fact.fact_id)
    found = [
        _cluster(_by_day(fact for group in groups for fact in group), cohesion, questions)
        for groups, cohesion in _joined(list(by_concept.values()), similarity)
    ]
    return tuple(sorted(found, key=_first))


def clusters_of(ledger: Ledger, similarity: Similarity | None = None) -> tuple[Cluster, ...]:
    """What :func:`consolidate` makes of the ledger's current facts, without looking at every value of a test."""
    told = (fact for slot in SlotKind if slot not in SERIES_SLOTS for fact in ledger.current(slot))
    clusters = [(_first(one), one) for one in consolidate(told, similarity)]
    return tuple(one for _, one in sorted([*clusters, *_series_clusters(ledger.series())], key=lambda pair: pair[0]))


def series_cluster(series: SeriesByKey, shared: tuple[str, ...]) -> Cluster | None:
    """The one cluster of the values that have this :func:`concept_key`, None where there are none."""
    same = {key: one for key, one in series.items() if _shared(key) == shared}
    return next((cluster for _, cluster in _series_clusters(same)), None)


def _series_clusters(series: SeriesByKey) -> Iterator[tuple[tuple[int, str], Cluster]]:
    """The clusters of series, each with its place in order of recording."""
    questions: dict[str, list[str]] = {}
    for fact in sorted((fact for one in series.values() for fact in one.disputed), key=lambda fact: fact.version):
        questions.setdefault(fact.question_id or "", []).append(fact.fact_id)
    alike: dict[tuple[str, ...], list[Series]] = {}
    for key, one in series.items():
        alike.setdefault(_shared(key), []).append(one)
    for parts in alike.values():
        members = parts[0].facts if len(parts) == 1 else _by_day(fact for one in parts for fact in one.facts)
        disputed = _by_day(fact for one in parts for fact in one.disputed)
        mentions = sum(one.mentions for one in parts)
        yield (min(one.first for one in parts), ""), _cluster(members, 1.0, questions, mentions, disputed)


def _shared(key: SeriesKey) -> tuple[str, ...]:
    return (key.slot, key.subject, key.polarity, key.concept_id, key.qualifier)


def _first(cluster: Cluster) -> tuple[int, str]:
    return min((fact.version, fact.fact_id) for fact in cluster.members)


def concept_key(fact: Fact) -> tuple[str, ...]:
    """What members of one cluster share. The qualifier counts: a fasting glucose is not a random one."""
    content = fact.content
    return (content.slot, content.subject, content.polarity, content.concept.concept_id, content.qualifier or "")


def _by_day(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    return tuple(sorted(facts, key=lambda fact: (fact.clinical_day, fact.version, fact.fact_id)))


def _cluster(
    members: tuple[Fact, ...],
    cohesion: float,
    questions: Mapping[str, Sequence[str]],
    mentions: int | None = None,
    disputed: Sequence[Fact] | None = None,
) -> Cluster:
    """The cluster of these members, in order of their days; what is known of all of them need not be counted again."""
    winner, won = _winner(members)
    open_sides = [fact for fact in members if fact.disputed] if disputed is None else disputed
    asked = dict.fromkeys(fact.question_id for fact in open_sides if fact.question_id is not None)
    rivals = dict.fromkeys(fact_id for question in asked for fact_id in questions[question])
    said = sum(fact.mentions for fact in members) if mentions is None else mentions
    return Cluster(members, winner, won, said, cohesion, tuple(rivals))


def _winner(members: Sequence[Fact]) -> tuple[Fact, Won]:
    """Who speaks for members that are in order of their days."""
    if len(members) == 1:
        return members[0], Won.ONLY
    left = list(members[bisect_left(members, members[-1].clinical_day, key=lambda fact: fact.clinical_day) :])
    if len(left) == 1:
        return left[0], Won.LATEST
    for won, merit in _MERITS:
        best = max(merit(fact) for fact in left)
        left = [fact for fact in left if merit(fact) == best]
        if len(left) == 1:
            return left[0], won
    return min(left, key=lambda fact: (fact.version, fact.fact_id)), Won.FIRST_RECORDED


def _trust(fact: Fact) -> int:
    return -min(_TRUST[source] for source in fact.evidence.sources)


_MERITS: tuple[tuple[Won, Callable[[Fact], int]], ...] = (
    (Won.MOST_MENTIONED, lambda fact: fact.mentions),
    (Won.MOST_TRUSTED, _trust),
)


def _joined(
    groups: Sequence[list[Fact]], similarity: Similarity | None
) -> Iterator[tuple[tuple[list[Fact], ...], float]]:
    """The groups of one concept, those in the speakers' own words joined where they mean the same."""
    described: dict[tuple[str, ...], list[list[Fact]]] = {}
    for group in groups:
        content = group[0].content
        if similarity is None or not is_described(group[0]):
            yield (group,), 1.0
        else:
            alike = (content.slot, content.subject, content.polarity, content.qualifier or "")
            described.setdefault(alike, []).append(group)
    if similarity is not None:
        for candidates in described.values():
            yield from _alike(candidates, similarity)


def _alike(groups: list[list[Fact]], similarity: Similarity) -> Iterator[tuple[tuple[list[Fact], ...], float]]:
    """Complete linkage, nearest first: in a joined cluster every two wordings are near, not only neighbours."""
    groups = sorted(groups, key=lambda group: (_words(group[0]), group[0].fact_id))
    words = [_words(group[0]) for group in groups]
    cosines = similarity(words) if len(words) > 1 else [[1.0]]
    telling = [sorted(match.casefold() for match in _TELLING.findall(text)) for text in words]
    near = {
        (one, other): float(cosines[one][other])
        for one, other in combinations(range(len(groups)), 2)
        if cosines[one][other] > LEAST_COSINE and telling[one] == telling[other]
    }
    clusters: list[tuple[int, ...]] = [(index,) for index in range(len(groups))]
    for one, other in sorted(near, key=lambda pair: (-near[pair], pair)):
        left = next(cluster for cluster in clusters if one in cluster)
        right = next(cluster for cluster in clusters if other in cluster)
        if left != right and all((min(pair), max(pair)) in near for pair in product(left, right)):
            clusters = [cluster for cluster in clusters if cluster not in (left, right)]
            clusters.append(tuple(sorted((*left, *right))))
    for cluster in clusters:
        yield (
            tuple(groups[index] for index in cluster),
            _cohesion([len(groups[index]) for index in cluster], cluster, near),
        )


def _cohesion(sizes: Sequence[int], cluster: Sequence[int], near: Mapping[tuple[int, int], float]) -> float:
    """The mean pairwise cosine of all members; members of one concept count as equal."""
    pairs = math.comb(sum(sizes), 2)
    if not pairs:
        return 1.0
    size = dict(zip(cluster, sizes, strict=True))
    equal = sum(math.comb(one, 2) for one in sizes)
    across = sum(size[one] * size[other] * near[one, other] for one, other in combinations(cluster, 2))
    return min(1.0, (equal + across) / pairs)


def _words(fact: Fact) -> str:
    return fact.content.concept.display or fact.content.concept.name


def _number(fact: Fact) -> float | None:
    value = fact.content.value
    plain = isinstance(value, (int, float)) and not isinstance(value, bool) and fact.content.comparator is None
    return float(value) if plain and value is not None else None
