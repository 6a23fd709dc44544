"""Mishaps that are emergencies: a steroid or insulin that is missing in an illness, a heart without its beta blocker,
a stent or valve without what thins the blood, too much of what leaves no margin, a weekly medicine taken daily.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from agent.answers.record.known import numeric
from agent.safety.alarms import Raised, signs_in
from agent.safety.mishaps.medicine import Medicine
from agent.safety.mishaps.rows import Danger, dangers
from agent.safety.mishaps.stories import Story, ids_of, medicines_of, stories
from agent.safety.record import Record
from agent.skills.ports import Situation
from domain.values import Polarity, SlotKind, Status
from extraction.naming.mentions import Mention
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise

_TURNS: Final = 4
_BACK: Final = timedelta(days=3)
_DAILY: Final = frozenset({"QD", "QHS", "BID", "TID", "QAM", "QPM"})
_EVERY_DAY: Final = lazy_regex(
    r"매일|날마다|아침마다|저녁마다|밤마다|하루\s?(?:한|두|세|\d)\s?번|\bevery ?day\b|\bdaily\b|\b(?:each"
    r"|every) (?:day|night|morning"
    r"|evening)\b|\bnightly\b",
    re.IGNORECASE,
)
_NOT_DAILY: Final = lazy_regex(
    r"매일[^.?!]{0,12}(?:아니|안\s?되|말)|\bnot (?:every ?day|daily)\b|\bfolic\b|엽산|폴산", re.IGNORECASE
)
FELT_IN_WORDS: Final = {
    "very_thirsty": lazy_regex(r"thirst|목이?\s?(?:너무\s?)?(?:말라|마르|타)|갈증", re.IGNORECASE),
    "sugar_high_mmol": lazy_regex(
        r"\b(?:sugars?|glucose|meter|bg|reading|levels?)\b[^.?!]{0,24}\b(?:1[4-9]|[23]\d)(?:\.\d)?\b(?!\s?(?:mg|units?|years?))",
        re.IGNORECASE,
    ),
    "angina_told": lazy_regex(
        r"angina\b[^.?!]{0,40}\b(?:chatty|back|worse|more|again|twice|times?|attacks?|today|yesterday|playing)"
        r"|(?:협심증|가슴)[^.?!]{0,20}(?:심해|도지|또|다시|조이|뻑적지근|뻐근|답답)",
        re.IGNORECASE,
    ),
    "fast_pulse": lazy_regex(
        r"heart(?:'s| is| has been| was)? (?:been )?(?:going|racing|pounding|thumping|hammering|banging|jumping"
        r"|leaping)|"
        r"(?:맥박?[이은가]?\s?|심박수?[가는이]?\s?|pulse\b[^.?!]{0,12}\b)(?:1[0-9]\d)(?!\d|/)",
        re.IGNORECASE,
    ),
    "slow_pulse_told": lazy_regex(
        r"(?:맥박?[이은가]?\s?|심박수?[가는이]?\s?|pulse\b[^.?!]{0,12}\b)(?:[34]\d|5[0-4])(?!\d|/)", re.IGNORECASE
    ),
    "yellow_told": lazy_regex(r"(?:누렇|노랗|누르스름|노르스름)|yellow", re.IGNORECASE),
}
"""What words or numbers tell beside the signs of the table."""
_FAST_PULSE: Final = 100.0
_HIGH_SUGAR: Final = 250.0


def mishap_alarms(situation: Situation, record: Record, mentions: Sequence[Mention] = ()) -> tuple[Raised, ...]:
    """The alarms that a mishap raises with what is felt or on record, told in this turn or shared with those before."""
    found = endangered(situation, record, mentions)
    return tuple(Raised(one.alarm, ids_of(facts)) for one, facts in found)


def endangered(
    situation: Situation, record: Record, mentions: Sequence[Mention] = ()
) -> tuple[tuple[Danger, tuple[Medicine, ...]], ...]:
    """The same, as dangers with the medicines that they are of; of one medicine only the gravest."""
    told = stories(situation, record.known, mentions, earlier=True)
    daily = _weekly_taken_daily(situation, record)
    if not told and not daily:
        return ()
    texts = tuple(_texts(situation))
    felt, fresh = _felt(texts, record), _felt(texts[-1:], record, _told_now(situation, record))
    found: list[tuple[Danger, tuple[Medicine, ...]]] = []
    for one in dangers():
        facts = daily if one.act == "daily" else _of(one, told, felt, fresh)
        if facts and _is_known(one, record, texts):
            found.append((one, facts))
    grave = {one.of for one, _ in found if one.alarm.level == "now"}
    return tuple((one, facts) for one, facts in found if one.alarm.level == "now" or one.of not in grave)


def _told_now(situation: Situation, record: Record) -> frozenset[str]:
    """The complaints that this very turn tells."""
    turn = situation.question.turn_number
    felt = record.known.in_force(SlotKind.SYMPTOMS)
    return frozenset(
        fact.content.concept.concept_id for fact in felt if any(one.turn_number == turn for one in fact.evidence)
    )


def _of(danger: Danger, told: tuple[Story, ...], felt: frozenset[str], fresh: frozenset[str]) -> tuple[Medicine, ...]:
    """The medicines by which a danger holds: told now, or before where what is felt is told now."""
    for story in told:
        facts = story.of(danger.of)
        if story.act != danger.act or not facts:
            continue
        if danger.signs and danger.signs.isdisjoint(felt):
            continue
        if story.now or not danger.signs.isdisjoint(fresh):
            return facts
    return ()


def _is_known(danger: Danger, record: Record, texts: tuple[str, ...]) -> bool:
    if not danger.known and danger.said is None:
        return True
    if record.holding(danger.known):
        return True
    said = danger.said
    return said is not None and any(said.search(text) for text in texts)


def _texts(situation: Situation) -> list[str]:
    question, lines = situation.question, situation.view.tiers.lines
    earlier = (lines.get(turn) for turn in range(max(1, question.turn_number - _TURNS), question.turn_number))
    kept = [one.question for one in earlier if one is not None and question.said_at - one.said_at <= _BACK]
    return [normalise(one).text for one in (*kept, question.text)]


def _felt(texts: Sequence[str], record: Record, complaints: frozenset[str] | None = None) -> frozenset[str]:
    """What is felt: signs of the words, values of today, and ``complaints``, else all that are on record."""
    signs = {sign for text in texts for sign in signs_in(text)}
    signs |= {name for name, pattern in FELT_IN_WORDS.items() if any(pattern.search(text) for text in texts)}
    on_record = (fact.content.concept.concept_id for fact in record.known.in_force(SlotKind.SYMPTOMS))
    signs |= set(on_record) if complaints is None else complaints
    pulse, sugar = (record.known.series(test)[-1:] for test in ("heart_rate", "glucose"))
    if any((numeric(one) or 0.0) >= _FAST_PULSE and one.day == record.today for one in pulse):
        signs.add("fast_pulse")
    if any((numeric(one) or 0.0) >= _HIGH_SUGAR and one.day == record.today for one in sugar):
        signs.add("high_sugar")
    return frozenset(signs)


def _weekly_taken_daily(situation: Situation, record: Record) -> tuple[Medicine, ...]:
    """A weekly medicine that is told as taken every day, now or in the turns before where this one goes on of it."""
    texts = _texts(situation)
    told = [at for at, text in enumerate(texts) if _EVERY_DAY.search(text) and not _NOT_DAILY.search(text)]
    if not told or (told[-1] < len(texts) - 1 and not _told_now(situation, record)):
        return ()
    return tuple(
        one
        for one in medicines_of(record.known)
        if one.row.name == "methotrexate"
        and one.fact is not None
        and one.fact.content.frequency in _DAILY
        and one.fact.content.polarity is Polarity.AFFIRMED
        and one.fact.content.status is not Status.STOPPED
    )
