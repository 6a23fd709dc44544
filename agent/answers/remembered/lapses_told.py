"""Which doses were missed or late, in the patient's own words: no field of the record counts them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from agent.answers.asking.value_request import dates_in
from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.recall.sayings import sentences_of
from agent.safety.mishaps.lapses_asked import asks_of_lapses, asks_of_lapses_alone
from agent.words.sentences import sentence
from domain.ledger import local_day
from extraction.text.lazy_regex import lazy_regex
from projections.tiers import TurnLine

_LAPSE: Final = lazy_regex(
    r"\b(?:miss(?:ed)?|skip(?:ped)?|forg[eo]t(?:ten)?|didn'?t (?:take|have|do)|did not take|haven'?t (?:taken|had)"
    r"|not taken|late|overslept|without (?:it|them|my)|ran out|no (?:pill|tablet|dose))\b"
    r"|빼\s?먹|빠뜨|빠졌|까먹|까묵|깜[빡박]|거[르른름렀]|걸렀|걸러|놓[쳤친]|잊[었어]|(?:못|안)\s?(?:먹|묵|드|맞)"
    r"|늦게|늦었|늦잠|건너뛰",
    re.IGNORECASE,
)
_TAKEN: Final = lazy_regex(
    r"\b(?:took|taken|had (?:both|it|one)|on time|remembered)\b"
    r"|(?<![안못] )(?<![안못])(?:먹었|먹음|맞았|챙겨|제시간)|다\s?먹",
    re.IGNORECASE,
)
_CLAUSE: Final = lazy_regex(
    r"[.,;!?\n]+|\b(?:but|and (?:i )?(?:took|had))\b|(?<=[가-힣])(?:는데|지만|[었았]고)(?=\s)", re.IGNORECASE
)
_HOUR_TOLD: Final = lazy_regex(r"\d\s?(?:시|am|pm|o'?clock)|\d:\d\d", re.IGNORECASE)
_DAY: Final = len("2026-01-31")
_MOST: Final = 6
_LONGEST: Final = 220


def lapses_told(consultation: Consultation) -> Part:
    """What was told of doses missed or late, turn by turn with the days it names; empty where none was."""
    text = consultation.situation.question.text
    if not asks_of_lapses_alone(text):
        return Part()
    quoted = [_quoted(consultation, line) for line in _lines(consultation)][-_MOST:]
    if not quoted:
        return Part()
    language = consultation.words.language
    return joined((Part(sentence("lapses.own", language)), *map(Part, quoted)))


def is_part(text: str) -> bool:
    """Whether one ask of several asks for a part of what is answered here."""
    return asks_of_lapses(text)


def _lines(consultation: Consultation) -> Iterator[TurnLine]:
    tiers, now = consultation.situation.view.tiers, consultation.situation.question.turn_number
    for turn, line in sorted({**tiers.told, **tiers.lines}.items()):
        if turn < now and "?" not in line.question and _LAPSE.search(line.question) is not None:
            yield line
        elif turn < now and any(_LAPSE.search(one) and not asks_of_lapses(one) for one in sentences_of(line.question)):
            yield line
        elif turn < now and _HOUR_TOLD.search(line.question) and _TAKEN.search(line.question):
            # An hour at which it was taken may be a late one.
            yield line


def _quoted(consultation: Consultation, line: TurnLine) -> str:
    language, zone = consultation.words.language, consultation.ledger.time_zone
    day = consultation.words.date(local_day(line.said_at, zone))
    words = line.question.strip()
    words = words if len(words) <= _LONGEST else f"{words[:_LONGEST].rstrip()}…"
    said = sentence("details.quoted", language, day=day, quote=words)
    days = ", ".join(consultation.words.date(one) for one in _days(line, zone))
    return f"{said} {sentence('lapses.days', language, days=days)}" if days else said


def _days(line: TurnLine, zone: str) -> tuple[str, ...]:
    """The days of the clauses that tell of a lapse and of nothing taken."""
    found: list[str] = []
    for clause in _CLAUSE.split(line.question):
        if clause and _LAPSE.search(clause) is not None and _TAKEN.search(clause) is None:
            told = dates_in(clause, line.said_at, zone)
            found.extend(one.value for one in told if len(one.value) == _DAY and one.kind == "point")
    return tuple(dict.fromkeys(sorted(found)))
