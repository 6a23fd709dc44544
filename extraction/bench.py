"""How long the extraction of one turn takes, by part: normalising, recognising concepts, reading claims."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from domain.utterance import MAX_CHARACTERS
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import ConceptRecogniser, Kind, Mention
from extraction.reading.extractor import LearnedExtractor
from extraction.reading.learned.encoder_files import load_evidence_reader
from extraction.reading.learned.linear import load_models
from extraction.reading.learned.urgency import load_urgency
from extraction.rules.pipeline import Extractor
from extraction.text.normalise import normalise

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


ODD_UNITS: Final = (
    "혈압약 ", "metformin ", "가", "1/", "혈압 ", "고혈압 당뇨 ", "두통이 있어요. ", "I have diabetes. ",
    "혈압 120/80 ", "1 ", "- ", "1-", "2020-", "1월 1일 ", "어제 ", "not ", "아니라 ", "아니요, ", "no, ",
    "500mg ", "메트포르민 500mg ", "HbA1c 7.2 ", "a", "ab ", "가나다 ", "ㅋ", "!", "?", "한 ", "두 ", "일", "이",
    "백", "천만 ", "one ", "twenty ", "시작했", "부터 ", "for ", "ago ", "가가가가 ", "혈", "압", "약", "당",
    "abc", "x ", "아스피린", "aspirin", "aspirin,", "타이레놀, ", "엄마가 당뇨예요 ", "my mother has diabetes ",
    "if ", "만약 ", "안 ", "없", "없어요 ", "어디 ", "\n", "a\n", "。", "(", "(a)", "[1]", "' ", '"a" ', "0",
    "00 ", "mg ", "% ", ", ", ". ", "漢", "é", "🙂", "\u200b가", "ＡＢ ",
    # Sentences as people speak them, over and over: they are recognised, where a single word may not be.
    "고혈압, 당뇨, 고지혈증, 천식, ", "혈압 120/80, 혈당 110, A1c 7.2%, ", "7.2가 아니라 6.9였어요. ",
    "메트포르민 500mg 하루 두 번, 아스피린 100mg 하루 한 번, ", "metformin 500mg twice daily, aspirin 81 mg once, ",
    "아니요 혈압약 안 먹어요 아니 먹어요 ", "A1c was 7.2, no 6.9, I mean 7.1, ", "not diabetes, not hypertension, ",
    "어머니는 당뇨 아버지는 고혈압 누나는 암 ", "2024년 3월 5일 혈당 110 2024년 3월 6일 혈당 120 ",
    "머리가 아프고 배가 아프고 열이 나고 ", "I have diabetes, hypertension, asthma, and gout ",
    "metformin 메트포르민 diabetes 당뇨 ", "혈압약을 끊었어요 다시 시작했어요 ", "열이 38도였다가 37도였다가 ",
    "오메가3, 비타민D, 칼슘, 마그네슘, ", "(혈압) [당뇨] {약} ", "가슴이 아프지 않고 숨이 차지 않고 ",
    "제가 어제 병원에 갔는데 의사 선생님이 혈압이 높다고 하셨어요 ", "백이십에 팔십 ", "세 번 네 번 다섯 번 ",
    "one hundred twenty over eighty ", "aspirin aspirn asprin aspiren ", "당료 고협압 혈악 ",
    "that's wrong, it was not 500 but 850 ", "취소 취소할게요 ", "the doctor said the nurse said my mother said ",
    "알레르기 페니실린 두드러기 ", "Mr. A. B. C. D. ", "혈당 110mg/dL 120 mg/dL 130 mg per dL ",
)  # fmt: skip
"""What a text of the longest permitted length may repeat: names, numbers, dates, cues and marks of both languages."""
ODD_MILLISECONDS: Final = 250.0
"""What such a text may take of the processor (guarantees: F14)."""


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


def bench_served(
    lexicon: Lexicon,
    recogniser: ConceptRecogniser,
    timer: Callable[[], float],
    utterances: Sequence[str] = UTTERANCES,
    repeats: int = REPEATS,
) -> tuple[Timing, ...]:
    """Read as a turn is served, after once unmeasured: by the linear readers, then with the encoder beside them."""
    timings = []
    for part, encoder in (("linear readers", None), ("with the encoder", load_evidence_reader())):
        ear = load_urgency(encoder) if encoder is not None else None
        extractor = LearnedExtractor(lexicon, recogniser, load_models(), encoder, ear)
        taken = []
        for _ in range(repeats + 1):
            for text in utterances:
                started = timer()
                extractor.read(text, said_at=SAID_AT, time_zone="Asia/Seoul")
                taken.append(timer() - started)
        measured = taken[len(utterances) :]
        timings.append(Timing(part, percentile(measured, 50), percentile(measured, 95)))
    return tuple(timings)


def bench_odd(
    lexicon: Lexicon, recogniser: ConceptRecogniser, timer: Callable[[], float], characters: int = MAX_CHARACTERS
) -> dict[str, float]:
    """Milliseconds by ``timer`` (seconds) that each of :data:`ODD_UNITS`, repeated to so many characters, takes.

    It is read as a turn is served: by the learned reader, with the rules beside it.
    """
    extractor = LearnedExtractor(lexicon, recogniser)
    taken = {}
    for unit in ODD_UNITS:
        text = (unit * characters)[:characters]
        started = timer()
        extractor.read(text, said_at=SAID_AT, time_zone="Asia/Seoul")
        taken[unit] = 1000 * (timer() - started)
    return taken


def bench_dense(
    lexicon: Lexicon, recogniser: ConceptRecogniser, timer: Callable[[], float], characters: int = MAX_CHARACTERS
) -> dict[str, float]:
    """The same for :func:`dense_texts`, by what they hold."""
    extractor = LearnedExtractor(lexicon, recogniser)
    taken = {}
    for name, text in dense_texts(lexicon, characters).items():
        started = timer()
        extractor.read(text, said_at=SAID_AT, time_zone="Asia/Seoul")
        taken[name] = 1000 * (timer() - started)
    return taken


def dense_texts(lexicon: Lexicon, characters: int) -> dict[str, str]:
    """Texts of so many characters that hardly hold anything but names, numbers and days, none like the one before.

    No patient writes them by hand: they are logs of a home meter, charts and hostile lists. Always the same ones.
    """
    chance = random.Random(7)  # noqa: S311
    kinds: tuple[Kind, ...] = ("medications", "labs", "conditions", "symptoms")
    ko = {kind: [one.name_ko or one.name for one in lexicon.entries(kind)] for kind in kinds}
    en = {kind: [one.name for one in lexicon.entries(kind)] for kind in kinds}
    short = sorted({name for names in ko.values() for name in names if len(name) <= _SHORT})

    def number(least: int, most: int) -> int:
        return chance.randint(least, most)

    def day() -> str:
        return f"{number(1, 12)}월 {number(1, 28)}일"

    def pressure() -> str:
        return f"{number(110, 160)}/{number(60, 99)}"

    def of(names: Sequence[str]) -> str:
        return chance.choice(names)

    makers: dict[str, Callable[[], str]] = {
        "pressures by day": lambda: f"{day()} 아침 혈압 {pressure()} 맥박 {number(55, 95)}\n",
        "a home meter": lambda: (
            f"2025-{number(1, 12):02}-{number(1, 28):02} BP {pressure()} glucose {number(80, 200)}\n"
        ),
        "bare pressures": lambda: f"{pressure()}, ",
        "bare numbers": lambda: f"{number(1, 300)} ",
        "tests": lambda: f"{of(ko['labs'])} {number(10, 2000) / 10}, ",
        "tests by day": lambda: f"{of(en['labs'])} {number(10, 2000) / 10} mg/dL ({day()}), ",
        "medicines": lambda: f"{of(ko['medications'])} {number(1, 500)}mg 하루 두 번, ",
        "medicines in English": lambda: f"{of(en['medications'])} {number(1, 500)} mg twice daily; ",
        "diseases": lambda: f"{of(ko['conditions'])}, ",
        "diseases in English": lambda: f"{of(en['conditions'])}, ",
        "complaints": lambda: f"{of(ko['symptoms'])}이 있어요. ",
        "corrections": lambda: f"{of(ko['labs'])}는 {number(10, 99) / 10}이 아니라 {number(10, 99) / 10}였어요. ",
        "relatives": lambda: f"{of(('어머니', '아버지', '누나', '할머니'))}는 {of(ko['conditions'])} ",
        "allergies": lambda: f"{of(ko['medications'])} 알레르기 {of(ko['symptoms'])} ",
        "the shortest names": lambda: f"{of(short)} ",
    }
    return {name: "".join(maker() for _ in range(characters // 3))[:characters] for name, maker in makers.items()}


_SHORT: Final = 3


def percentile(seconds: Sequence[float], rank: int) -> float:
    """The nearest-rank percentile of times in seconds, in milliseconds."""
    ordered = sorted(seconds)
    return ordered[max(0, -(-len(ordered) * rank // 100) - 1)] * 1000
