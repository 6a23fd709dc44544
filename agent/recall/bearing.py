"""Which sentences of all that was said an answer needs: what relates each of them to the ask, weighed by a model.

No field of a fact holds all that people tell, and no composer hears all that they ask of it. Which of their own
sentences bear on an ask can be heard without knowing either: by words, things, people and days that both name, by how
near they lie in meaning, and by how all the others do.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from agent.answers.events.sentences import is_asked
from agent.recall.looked_for import Ask, Finder, LookedFor, Words, asking_part, days_named, parts_of, words_of
from agent.recall.meanings import Meanings
from agent.recall.sayings import Saying, sayings_of
from domain.ledger import local_day
from domain.remembering import remembered
from extraction.reading.learned.bearing import BearingModel
from extraction.reading.learned.encoder import Encoder
from extraction.text.lazy_regex import lazy_regex
from projections.tiers import TurnLine

FEATURES: Final = (
    "near", "from_nearest", "apart", "nearer", "nearer_share", "turn_near", "turn_from_nearest",
    "stems_shared", "stems_shared_count", "stems_shared_share", "letters_shared", "letters_shared_share",
    "letters_shared_count", "same_things", "related", "one_holds_other", "things_asked", "things_told",
    "things_of_another_kind", "same_kind", "same_person", "asked_of_another", "told_of_another", "person_left_out",
    "person_beside", "person_in_turn", "turn_of_another", "on_named_day", "days_named", "numbers", "turns_ago",
    "days_ago", "place", "many", "is_last", "count", "asks", "length", "length_of_ask", "near_the_nearest",
    "one_before_near", "korean", "near_a_part", "from_nearest_to_a_part", "apart_by_a_part", "place_by_a_part",
    "nearest_to_a_part", "parts", "near_whole", "from_nearest_to_whole",
)  # fmt: skip
"""What relates an ask and a sentence among others, in the order of the model's features."""
MOST_WEIGHED: Final = 48
"""Sentences that are weighed, the newest and those that share most with the ask: each costs some milliseconds once."""
_NEWEST: Final = 24
_NUMBER: Final = lazy_regex(
    r"\d+(?:[.,]\d+)?|(?<![가-힣])(?:한|두|세|네|다섯|여섯|일곱)\s?(?:번|알|개|시|차례|봉|잔|방울)"
    r"|\b(?:one|two|three|four|five|six|once|twice|half)\b"
)
_A_DAY: Final = 86_400.0


@dataclass(frozen=True, eq=False)
class BearingReader:
    """Weighs sentences against asks; deterministic and without state, so threads may share it."""

    model: BearingModel
    finder: Finder

    @property
    def encoder(self) -> Encoder:
        """Tells what sentences mean."""
        return self.model.encoder

    def sayings(
        self, ask: Ask, turns: Sequence[TurnLine], meanings: Meanings | None = None
    ) -> tuple[tuple[Saying, float], ...]:
        """The sentences of ``turns``, all before the ask, each with how likely an answer to it needs it.

        Of very many sentences only some are weighed, and the others left out. ``meanings`` are those known already.
        """
        return _weighed(self, ask, tuple(turns), meanings or Meanings(self.model.encoder))

    def turns(self, ask: Ask, turns: Sequence[TurnLine], meanings: Meanings | None = None) -> tuple[float, ...]:
        """How likely each turn holds a sentence that an answer to ``ask`` needs."""
        best: dict[int, float] = {}
        for saying, likely in self.sayings(ask, turns, meanings):
            best[saying.turn_number] = max(likely, best.get(saying.turn_number, 0.0))
        return tuple(best.get(one.turn_number, 0.0) for one in turns)


@remembered
def _weighed(
    reader: BearingReader, ask: Ask, turns: tuple[TurnLine, ...], meanings: Meanings
) -> tuple[tuple[Saying, float], ...]:
    if not turns or not ask.words.strip():
        return ()
    looked = looked_for(reader.finder, ask, turns[-1].turn_number + 1, meanings)
    sayings = _worth_weighing(reader.finder, looked, sayings_of(turns))
    likely = reader.model.weigher.probabilities(features(reader.finder, looked, sayings, meanings))
    return tuple(zip(sayings, likely, strict=True))


def looked_for(finder: Finder, ask: Ask, turn_number: int, meanings: Meanings) -> LookedFor:
    """What an ask looks for that was said in this turn."""
    asking = asking_part(ask.words)
    days = days_named(asking, ask.said_at, ask.zone, ("point", "since"))
    parts = np.stack([meanings.of(one) for one in parts_of(asking)])
    return LookedFor(
        ask, asking, words_of(finder, asking), meanings.of(asking), parts, meanings.of(ask.words), days, turn_number
    )


def _worth_weighing(finder: Finder, looked: LookedFor, sayings: tuple[Saying, ...]) -> tuple[Saying, ...]:
    if len(sayings) <= MOST_WEIGHED:
        return sayings
    older = sayings[:-_NEWEST]
    words = [words_of(finder, one.words) for one in older]

    def shared(at: int) -> tuple[int, int]:
        one = words[at]
        return len(one.wider & looked.words.wider), len(one.letters & looked.words.letters)

    chosen = sorted(range(len(older)), key=shared, reverse=True)[: MOST_WEIGHED - _NEWEST]
    return (*(older[at] for at in sorted(chosen)), *sayings[-_NEWEST:])


def features(finder: Finder, looked: LookedFor, sayings: Sequence[Saying], meanings: Meanings) -> list[list[float]]:
    """What relates an ask and each of some sentences, in the order of :data:`FEATURES`."""
    if not sayings:
        return []
    words = [words_of(finder, one.words) for one in sayings]
    of_turns = {one.turn_number: words_of(finder, one.whole) for one in sayings}
    meant = np.stack([meanings.of(one.words) for one in sayings])
    near = np.round((meant @ looked.meaning).astype(np.float64), 4)
    turns = {one.turn_number: round(float(meanings.of(one.whole) @ looked.meaning), 4) for one in sayings}
    nearest, spread = int(near.argmax()), max(float(near.std()), 1e-6)
    to_nearest = np.round((meant @ meant[nearest]).astype(np.float64), 4)
    stems, letters = _Rarity.of([one.stems for one in words]), _Rarity.of([one.letters for one in words])
    by_part = _by_part(looked, meant)
    rows = []
    for at, saying in enumerate(sayings):
        closer = int((near > near[at]).sum())
        follows = at > 0 and sayings[at - 1].turn_number == saying.turn_number
        rows.append(
            [
                float(near[at]),
                float(near[at] - near[nearest]),
                float((near[at] - near.mean()) / spread),
                float(closer),
                closer / len(sayings),
                turns[saying.turn_number],
                turns[saying.turn_number] - max(turns.values()),
                *stems.shared(looked.words.stems, words[at].stems),
                *letters.shared(looked.words.letters, words[at].letters),
                *_named(looked.words, words[at]),
                *_people(looked.words.people, words[at].people, of_turns[saying.turn_number].people),
                _on_day(looked, saying),
                float(len(looked.days)),
                float(len(_NUMBER.findall(saying.words.casefold()))),
                float(looked.turn_number - saying.turn_number),
                (looked.ask.said_at - saying.said_at).total_seconds() / _A_DAY,
                float(saying.place),
                float(saying.many),
                float(saying.place == saying.many - 1),
                float(len(sayings)),
                float(is_asked(saying.words)),
                float(len(saying.words)),
                float(len(looked.text)),
                float(to_nearest[at]),
                float(near[at - 1]) if follows else 0.0,
                float(looked.ask.language == "ko"),
                *by_part[at],
            ]
        )
    return rows


def _by_part(looked: LookedFor, meant: NDArray[np.float32]) -> list[list[float]]:
    """How near each of N sentences (N, H) lies to the nearest clause of the ask, and to the whole utterance."""
    near = np.round((meant @ looked.parts.T).astype(np.float64), 4)
    apart = (near - near.mean(axis=0)) / np.maximum(near.std(axis=0), 1e-6)
    places = (-near).argsort(axis=0, kind="stable").argsort(axis=0, kind="stable").min(axis=1)
    nearest = (near >= near.max(axis=0)).any(axis=1)
    part, whole = near.max(axis=1), np.round((meant @ looked.whole).astype(np.float64), 4)
    columns = (
        part, part - part.max(), apart.max(axis=1), places, nearest, np.full(len(meant), len(looked.parts)),
        whole, whole - whole.max(),
    )  # fmt: skip
    rows: list[list[float]] = np.stack([one.astype(np.float64) for one in columns], axis=1).tolist()
    return rows


@dataclass(frozen=True, slots=True)
class _Rarity:
    """What parts of words weigh: the fewer sentences hold one, the more."""

    often: Mapping[str, int]
    count: int

    @classmethod
    def of(cls, each: Sequence[Iterable[str]]) -> _Rarity:
        return cls(Counter(part for parts in each for part in parts), len(each))

    def sum(self, parts: Iterable[str]) -> float:
        return math.fsum(math.log((self.count + 1) / (self.often.get(one, 0) + 0.5)) for one in parts)

    def shared(self, asked: frozenset[str], told: frozenset[str]) -> tuple[float, float, float]:
        """The weight of what both hold, its count, and its share of what is asked."""
        both, whole = asked & told, self.sum(asked)
        return self.sum(both), float(len(both)), self.sum(both) / whole if whole > 0 else 0.0


def _named(asked: Words, told: Words) -> tuple[float, ...]:
    related = not asked.wider.isdisjoint(told.wider)
    holds = not asked.concepts.isdisjoint(told.wider) or not asked.wider.isdisjoint(told.concepts)
    return (
        float(len(asked.concepts & told.concepts)),
        float(related),
        float(holds),
        float(len(asked.concepts)),
        float(len(told.concepts)),
        float(bool(asked.concepts) and not related),
        float(not asked.kinds.isdisjoint(told.kinds)),
    )


def _people(asked: frozenset[str], told: frozenset[str], in_turn: frozenset[str]) -> tuple[float, ...]:
    return (
        float(not asked.isdisjoint(told)),
        float(bool(asked)),
        float(bool(told)),
        float(bool(asked) and not told),
        float(bool(told) and not asked),
        float(not asked.isdisjoint(in_turn)),
        float(bool(in_turn) and not asked),
    )


def _on_day(looked: LookedFor, saying: Saying) -> float:
    """1 where a sentence tells of a day that the ask names, -1 where it tells of others, 0 where none is named."""
    if not looked.days:
        return 0.0
    zone = looked.ask.zone
    own = days_named(saying.words, saying.said_at, zone, ("point",)) or (local_day(saying.said_at, zone),)
    told = any(one.startswith(day) or day.startswith(one) for one in own for day in looked.days)
    return 1.0 if told else -1.0
