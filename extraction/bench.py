"""How long the extraction of one turn takes, by part: normalising, recognising concepts, reading claims."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from extraction.lexicon import Lexicon
from extraction.mentions import ConceptRecogniser, Mention
from extraction.normalise import normalise
from extraction.pipeline import Extractor

SAID_AT: Final = datetime(2026, 3, 10, 1, 0, tzinfo=UTC)
REPEATS: Final = 10
"""How often every utterance is read: enough for a 95th percentile that one pause of the machine does not make."""

UTTERANCES: Final = (
    "안녕하세요, 오늘 처음 왔어요.",
    "혈압약은 아침마다 한 알씩 먹고 있어요.",
    "당화혈색소가 지난달에 7.4였는데 이번엔 6.9 나왔대요.",
    "머리가 자주 아프고 가끔 어지러워요. 열은 없어요.",
    "어머니가 당뇨가 있으셨고 아버지는 뇌졸중으로 돌아가셨어요.",
    "페니실린 맞고 두드러기가 난 적이 있어요.",
    "아까 아스피린이라고 했는데 잘못 말했어요, 와파린이에요.",
    "메트포르민을 오백에서 천으로 올렸어요, 한 달쯤 됐어요.",
    "담배는 십 년 전에 끊었고 술은 일주일에 한두 번 마셔요.",
    "혈압이 백사십에 구십까지 올라가서 걱정이에요. 약을 늘려야 할까요?",
    "작년 봄에 담낭 수술을 받았고 그 뒤로는 소화가 잘 안 돼요.",
    "I take lisinopril ten milligrams every morning.",
    "My last A1c was 7.1 and my fasting glucose about 130.",
    "No chest pain, but I get short of breath on the stairs.",
    "Sorry, I meant losartan, not lisinopril.",
    "My mother had breast cancer; I have never had it myself.",
    "I stopped the statin two weeks ago because my legs hurt.",
    "Could it be the thyroid? My TSH was 5.2 in January.",
)
"""Turns as patients speak them, in both languages, from a greeting to several facts at once."""


@dataclass(frozen=True, slots=True)
class Timing:
    """Milliseconds a turn at two percentiles, of one part."""

    part: str
    p50: float
    p95: float


class _Timed:
    """A recogniser that adds up the time it takes."""

    def __init__(self, recogniser: ConceptRecogniser, timer: Callable[[], float]) -> None:
        self.name, self.version = recogniser.name, recogniser.version
        self.seconds = 0.0
        self._recogniser, self._timer = recogniser, timer

    def find(self, text: str) -> tuple[Mention, ...]:
        """The same mentions."""
        started = self._timer()
        found = self._recogniser.find(text)
        self.seconds += self._timer() - started
        return found


def bench(
    lexicon: Lexicon,
    recogniser: ConceptRecogniser,
    timer: Callable[[], float],
    utterances: Sequence[str] = UTTERANCES,
    repeats: int = REPEATS,
) -> tuple[Timing, ...]:
    """Read every utterance ``repeats`` times, after once unmeasured; ``timer`` gives seconds.

    "read" is all that is neither normalising nor recognising.
    """
    timed = _Timed(recogniser, timer)
    extractor = Extractor(lexicon, timed)
    rows: list[tuple[float, float, float, float]] = []
    for _ in range(repeats + 1):
        for text in utterances:
            timed.seconds = 0.0
            started = timer()
            normalise(text)
            normalised = timer()
            extractor.read(text, said_at=SAID_AT, time_zone="Asia/Seoul")
            turn = timer() - normalised
            first = normalised - started
            rows.append((first, timed.seconds, turn - first - timed.seconds, turn))
    measured = rows[len(utterances) :]
    columns = zip(*measured, strict=True)
    return tuple(
        Timing(part, percentile(column, 50), percentile(column, 95))
        for part, column in zip(("normalise", "recognise", "read", "turn"), columns, strict=True)
    )


def percentile(seconds: Sequence[float], rank: int) -> float:
    """The nearest-rank percentile of times in seconds, in milliseconds."""
    ordered = sorted(seconds)
    return ordered[max(0, -(-len(ordered) * rank // 100) - 1)] * 1000
