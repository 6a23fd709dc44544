"""What was told, in the patient's own words, where an answer from the record leaves something of it out.

No field holds all that people tell (on which days it came, how many each time, what is still thought over), and no
composer hears all that they ask of it. Whoever asks for what was told is then given back the sentences that tell of it,
with their days: nothing is read into them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from agent.answers.asking.asks import asks_in
from agent.answers.asking.laid_out import laid_out
from agent.answers.asking.request import read_request
from agent.answers.asking.value_request import OF_A_SERIES
from agent.answers.asking.word_stems import stems
from agent.answers.consultation import Consultation
from agent.answers.knowledge.side_heard import end_of
from agent.answers.part import Part, joined
from agent.answers.record.changes import turn_changes
from agent.answers.remembered.remembered import remembered
from agent.answers.remembered.tellings import sentences_of
from agent.words.sentences import sentence
from domain.ledger import Fact, local_day
from domain.values import SERIES_SLOTS
from extraction.naming.mentions import Entry, Mention
from extraction.reading.learned.aspects import RECORD
from extraction.reading.learned.over_encoder import what_is_named
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise
from projections.tiers import TurnLine

_LEAST: Final = 0.5
_SURELY: Final = 0.9
"""The least probability that an ask is one of the record, and of one that passages answer or that tells something."""
_REACH: Final = 30
"""Turns that are looked through, the newest first."""
_MOST: Final = 4
"""Turns that are quoted."""
_NEAREST: Final = 3
"""Turns before an ask that names nothing of what was told."""
_SHORT: Final = 6
"""Turns of a talk in which all that was told is near."""
_LONGEST: Final = 220
"""Characters of the sentences of one turn that are quoted."""
_LISTS: Final = frozenset({"summary", "handover", "form", "again", "audit", "why", "weeks", "plan", "steps"})
"""Intents that want the record, or the last answer, in a form of its own."""
_OF_NOTHING_TOLD: Final = frozenset(
    {"greeting", "thanks", "nod", "complaint", "small_talk", "preference", "scope", "beyond", "appointments"}
)
"""Intents that ask for nothing that was told."""
_OF_ANYTHING: Final = stems(
    "today yesterday tonight morning evening night nights week weeks month months days last time times again take "
    "taken taking took every first second third next since before after doctor nurse said told tell know remember "
    "think really still going 오늘 어제 그제 아침 저녁 점심 지금 이번 다음 처음 마지막 다시 먹었 먹고 말했 의사 선생 "
    "병원 그리고 그래서 그런데 제가 저는 했는데 했지 했죠"
)
"""The beginnings of words that stand in tellings of anything."""
_OWN: Final = lazy_regex(
    r"\b(?:i|me|my|mine|we|our|he|she|him|his|her|it)\b|[았었했갔왔됐였랬]\S{0,4}(?:[죠지요소]|더라|던가|능가|나|니|냐)"
    r"|(?<![가-힣])(?:제|내|저|나|우리)(?:[가는]|\s)|더라|댔|랬|째(?:요|예요|지|죠|여)",
    re.IGNORECASE,
)
_NUMBER: Final = lazy_regex(r"\d+(?:[.,]\d+)?")
_OF_TIME: Final = lazy_regex(
    r"\d+\s?(?:시간?|분|일|월|hours?|hrs?|h\b|mins?|minutes?|am|pm|st|nd|rd|th)|\d+:\d+", re.IGNORECASE
)
"""Numbers that tell a time or a day, or how long after a meal."""
_NUMBERED: Final = lazy_regex(r"\d+(?:[.,]\d+)?\s?[a-z%가-힣]{1,3}")


@dataclass(frozen=True, slots=True)
class _Told:
    """Sentences of one turn that tell of what is asked."""

    line: TurnLine
    words: str
    facts: tuple[str, ...]


def in_own_words(
    consultation: Consultation, said: Part, *, nothing_found: bool, answered: Collection[int] = ()
) -> Part:
    """The sentences that tell of what is asked and that ``said`` leaves out; empty where the record is not asked for.

    Turns that are ``answered`` are told back in ``said`` as they stand after all that was put right.
    ``nothing_found`` is whether ``said`` holds nothing of the record: then what was told last counts, too.
    """
    intent = consultation.situation.intent.name
    if consultation.cards is None or intent in _OF_NOTHING_TOLD or (intent in _LISTS and not nothing_found):
        return Part()
    request = consultation.request
    if laid_out(request, consultation.situation.view.answers) is not None:
        return Part()
    if said.citations and _OWN.search(request.text) is None:
        # What a passage answers is asked of oneself, or of what is so in general.
        return Part()
    if not _asks_of_record(consultation, _SURELY if said.citations else _LEAST) or _is_settled(consultation, said):
        return Part()
    told = [
        one
        for one in _told(consultation, said.text, nothing_found=nothing_found)
        if one.line.turn_number not in answered
    ]
    zone, language = consultation.ledger.time_zone, consultation.words.language
    days = (consultation.words.date(local_day(one.line.said_at, zone)) for one in told[-_MOST:])
    quoted = [
        Part(sentence("details.quoted", language, day=day, quote=one.words), one.facts)
        for day, one in zip(days, told[-_MOST:], strict=True)
    ]
    if quoted and said.facts:
        quoted.insert(0, Part(sentence("details.left_out", language)))
    return joined(quoted)


def asks_record_alone(consultation: Consultation) -> bool:
    """Whether one thing is asked, and surely of the record: a passage that answers it is of something else."""
    alone = len(asks_in(consultation.request)) <= 1 and not _is_telling(consultation)
    return alone and _OWN.search(consultation.request.text) is not None and _asks_of_record(consultation, _SURELY)


def _is_settled(consultation: Consultation, said: Part) -> bool:
    """Whether one thing alone is asked, and all that the ask names is spoken of in an answer from the record."""
    request = consultation.request
    if len(asks_in(request)) > 1 or not said.facts or said.citations:
        return False
    own, values = remembered(consultation), request.values
    told = bool(own.text) and own.text in said.text
    if values is not None and values.fold not in (None, "latest"):
        # Of a series something may be left out, unless the time is named of which it was asked.
        return told and values.window is not None
    shown = _folded(said.text)
    if not all(one in shown for one in _numbered(request.text)):
        return False
    named = bool(request.mentions) and all(_is_named(one.entry, shown) for one in request.mentions)
    return told or named


def _asks_of_record(consultation: Consultation, least: float) -> bool:
    """Whether the whole ask, or one of several, is heard as one that the record answers."""
    request = consultation.request
    asks = asks_in(request)
    noted = _is_telling(consultation)
    if "?" not in request.text and (not asks or (noted and not request.has("question"))):
        # "Write that down, please" asks for nothing that was told before.
        return False
    words = [request.plain, *(one.text for one in asks)] if len(asks) > 1 else [request.plain]
    least = _SURELY if noted else least
    return any(_of_record(consultation, one) >= least for one in words if one.strip())


def _is_telling(consultation: Consultation) -> bool:
    changes = turn_changes(consultation)
    return bool(changes.recorded or changes.corrective)


def _of_record(consultation: Consultation, words: str) -> float:
    cards = consultation.cards
    if cards is None:
        return 0.0
    text = end_of(normalise(words).text)
    named = what_is_named(one.entry for one in consultation.finder.find(text))
    return cards.aspects.probabilities(text, named).get(RECORD, 0.0)


def _told(consultation: Consultation, answer: str, *, nothing_found: bool) -> Iterator[_Told]:
    """What was told of the things that are asked about and is not in the answer, the oldest turn first."""
    now = consultation.situation.question.turn_number
    tiers = consultation.situation.view.tiers
    lines = sorted(({**tiers.told, **tiers.lines}).items())
    before = [line for turn, line in lines if turn < now][-_REACH:]
    asked = _Asked.of(consultation)
    here = [line for line in before if line.conversation_id == before[-1].conversation_id]
    several = len(asks_in(consultation.request)) > 1
    # In a short talk what is asked in several breaths, or was not heard at all, is of what was just told.
    near = set(here[-_NEAREST:]) if nothing_found or (several and len(here) <= _SHORT) else set[TurnLine]()
    for line in before:
        told = _of_turn(consultation, line, asked, answer)
        told = told if told is not None or line not in near else _of_turn(consultation, line, None, answer)
        if told is not None:
            yield told


@dataclass(frozen=True, slots=True)
class _Asked:
    """What an ask speaks of: concepts, all that is wider, the beginnings of its words, numbers with their units."""

    named: frozenset[str]
    wider: frozenset[str]
    words: frozenset[str]

    @classmethod
    def of(cls, consultation: Consultation) -> _Asked:
        """What the words that ask speak of: a name that only stands for "that one" is no word of theirs.

        Where something is told in the same breath, what that speaks of is not asked.
        """
        asks = asks_in(consultation.request) if _is_telling(consultation) else ()
        text = " ".join(one.text for one in asks) or consultation.situation.question.text
        mentions = consultation.finder.find(normalise(text).text)
        return cls(frozenset(one.entry.concept_id for one in mentions), _wider(mentions), _words(text))

    def is_told_by(self, text: str, mentions: tuple[Mention, ...]) -> bool:
        """Whether a sentence speaks of one of the things."""
        told = {one.entry.concept_id for one in mentions}
        # What is of the same group is no more than a neighbour: one of the two has to hold the other.
        named = not (told.isdisjoint(self.wider) and _wider(mentions).isdisjoint(self.named))
        return named or not _words(text).isdisjoint(self.words)


def _wider(mentions: tuple[Mention, ...]) -> frozenset[str]:
    return frozenset(each for one in mentions for each in (one.entry.concept_id, *one.entry.broader))


def _words(text: str) -> frozenset[str]:
    return (stems(normalise(text).text) - _OF_ANYTHING) | _numbered(text)


def _numbered(text: str) -> frozenset[str]:
    """The numbers of a text with the letters behind them, without spaces."""
    return frozenset(one.replace(" ", "") for one in _NUMBERED.findall(normalise(text).text.casefold()))


def _is_named(entry: Entry, folded: str) -> bool:
    return any(name and _folded(name) in folded for name in (entry.name, entry.name_ko))


def _folded(text: str) -> str:
    return normalise(text).text.casefold().replace(" ", "")


def _of_turn(consultation: Consultation, line: TurnLine, asked: _Asked | None, answer: str) -> _Told | None:
    """The sentences of a turn that tell of what is asked, if they hold anything that the answer doesn't."""
    sentences = [
        each
        for each in sentences_of(line.question)
        if not _is_ask(consultation, each) and not _is_withdrawn(consultation, line, each)
    ]
    own = [
        at
        for at, each in enumerate(sentences)
        if (
            _counts(consultation, each)
            if asked is None
            else asked.is_told_by(each, consultation.finder.find(normalise(each).text))
        )
    ]
    told = " ".join(sentences[at] for at in own)
    if not own or not _says_more(consultation, told, answer) or _is_reckoned_with(consultation, line, told, answer):
        return None
    # What follows goes on about it, where there is room for that.
    words = " ".join(sentences[own[0] :])
    words = words if len(words) <= _LONGEST else " ".join(sentences[at] for at in own)
    facts = tuple(fact.fact_id for fact in _facts_of(consultation, line) if _stands_in(fact, line, words))
    return _Told(line, words if len(words) <= _LONGEST else f"{words[:_LONGEST].rstrip()}…", facts)


def _counts(consultation: Consultation, words: str) -> bool:
    """Whether a number stands in the words that belongs to no name ("type 2 diabetes")."""
    text = normalise(words).text
    named = [(one.start, one.end) for one in consultation.finder.find(text)]
    return any(not any(start <= one.start() < end for start, end in named) for one in _NUMBER.finditer(text))


def _is_ask(consultation: Consultation, words: str) -> bool:
    return words.rstrip().endswith("?") or bool(asks_in(read_request(words, consultation.finder)))


def _facts_of(consultation: Consultation, line: TurnLine) -> Iterator[Fact]:
    facts = consultation.ledger.facts
    yield from (facts[one] for one in line.fact_ids if one in facts)


def _stands_in(fact: Fact, line: TurnLine, words: str) -> bool:
    quotes = (one.quote for one in fact.evidence if one.turn_number == line.turn_number)
    return any(one and one in words for one in quotes)


def _is_withdrawn(consultation: Consultation, line: TurnLine, words: str) -> bool:
    """Whether words tell of a fact that no longer holds: they are said to nobody again."""
    return any(fact.ended is not None and _stands_in(fact, line, words) for fact in _facts_of(consultation, line))


def _says_more(consultation: Consultation, words: str, answer: str) -> bool:
    """Whether words hold a number, or where they hold none a thing, that the answer doesn't."""
    numbers = _numbers(words)
    if numbers:
        return not numbers <= _numbers(answer)
    shown = normalise(answer).text.casefold()
    named = [one.entry for one in consultation.finder.find(normalise(words).text)]
    return any(not any(name and name.casefold() in shown for name in (one.name, one.name_ko)) for one in named)


def _is_reckoned_with(consultation: Consultation, line: TurnLine, words: str, answer: str) -> bool:
    """Whether a series is asked for, and every number of the words is said or is on record from this very turn.

    Of what is on record the answer has found the highest, the first or the mean; that is no part that it leaves out.
    """
    values = consultation.request.values
    if values is None or values.fold not in OF_A_SERIES:
        return False
    known = set(_numbers(answer))
    measured = [one for one in _facts_of(consultation, line) if one.content.slot in SERIES_SLOTS]
    if not any(_stands_in(one, line, words) for one in measured):
        return False
    for fact in _facts_of(consultation, line):
        content = fact.content
        told = (content.value, content.value_low, content.value_high)
        known |= {f"{one:g}" for one in told if isinstance(one, (int, float))}
        known |= _numbers(f"{content.value_stated or ''} {content.dose or ''} {content.valid_from or ''}")
    return _numbers(_OF_TIME.sub(" ", normalise(words).text)) <= known


def _numbers(text: str) -> frozenset[str]:
    return frozenset(one.replace(",", ".").lstrip("0") or "0" for one in _NUMBER.findall(normalise(text).text))
