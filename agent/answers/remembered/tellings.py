"""In which words, and on which days, a fact was told: its evidence followed back to the turns that hold it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from agent.answers.asking.value_request import dates_in
from agent.answers.consultation import Consultation
from agent.answers.remembered.asked import tells_past
from agent.recall.sayings import sentences_of
from domain.ledger import CHANGED, Fact, local_day
from domain.values import PATIENT, Polarity, SlotKind
from extraction.text.lazy_regex import lazy_regex
from projections.tiers import TurnLine

_DAY: Final = len("2026-01-31")
_SHORTEST: Final = 3
"""Letters of a name that stands for itself in any sentence."""
_HAPPENED: Final = lazy_regex(
    r"\b(?:took|taken|had|got|came|woke|used|needed|given|attack|again|another|today|tonight|yesterday"
    r"|(?:this|last) (?:morning|afternoon|evening|night))\b|오늘|어제|그제|아까|방금|새벽|아침에|점심에|저녁에"
    r"|밤에|또|다시",
    re.IGNORECASE,
)
"""Words that tell of something that happened, not of what is so from day to day ("I take it when needed")."""
_NOT_DONE: Final = lazy_regex(
    r"\b(?:no|not|never|without|forgot|missed|skipped)\b|n't\b|(?<![가-힣])(?:안|못)\s|않|없|깜빡|거[르렀]|빼먹|까먹",
    re.IGNORECASE,
)
_ASKED: Final = lazy_regex(r"\?\s*$|^\W*(?:how|what|which|when|why|who|where|can|should|do|does|is)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Telling:
    """One turn that told a fact: the local day, and the sentences of it that speak of the fact and nothing else.

    ``words`` is empty where the turn's words are not kept, and ``day`` is then that of its answer.
    """

    fact: Fact
    turn_number: int
    day: str
    said_at: datetime
    words: str

    def event_days(self, time_zone: str) -> tuple[str, ...]:
        """The days on which it happened, as told; none where the words tell of no event."""
        if not self.words or any(one.search(self.words) is not None for one in (_ASKED, _NOT_DONE)):
            return ()
        if days := self.named_days(time_zone):
            return days
        happened = _HAPPENED.search(self.words) is not None or tells_past(self.words)
        return (self.day,) if happened else ()

    def named_days(self, time_zone: str) -> tuple[str, ...]:
        """The whole days that the words name, whatever they tell of them; none of a question."""
        if _ASKED.search(self.words) is not None:
            return ()
        points = (one for one in dates_in(self.words, self.said_at, time_zone) if one.kind == "point")
        return tuple(dict.fromkeys(one.value for one in points if len(one.value) == _DAY and one.precision == "day"))


def tellings(consultation: Consultation, facts: Iterable[Fact], *, by_name: bool = False) -> tuple[Telling, ...]:
    """Every earlier turn that told one of these facts, the oldest first, each once.

    ``by_name`` adds the turns that name one of them, though nothing new was recorded of what they told. Words in which
    something withdrawn since stands are left out: they are said to nobody again.
    """
    view, now = consultation.situation.view, consultation.situation.question.turn_number
    zone = consultation.ledger.time_zone
    found: dict[int, Telling] = {}
    for fact in facts:
        for evidence in fact.evidence:
            turn = evidence.turn_number
            if turn is None or turn >= now or turn in found:
                continue
            line, answer = view.tiers.line_of(turn), view.answers.given.get(turn)
            said_at = line.said_at if line is not None else answer.said_at if answer is not None else fact.said_at
            words = _words(consultation, line, fact, evidence.quote) if line is not None else ""
            found[turn] = Telling(fact, turn, local_day(said_at, zone), said_at, words)
    if by_name:
        for telling in _by_name(consultation, facts):
            found.setdefault(telling.turn_number, telling)
    return tuple(found[turn] for turn in sorted(found))


def _by_name(consultation: Consultation, facts: Iterable[Fact]) -> Iterator[Telling]:
    """The kept turns in which a sentence names one of the facts."""
    tiers, now = consultation.situation.view.tiers, consultation.situation.question.turn_number
    names = {name: fact for fact in facts for name in _names(consultation, fact)}
    for turn, line in (*tiers.told.items(), *tiers.lines.items()):
        named = ((one, name) for one in sentences_of(line.question) for name in names if name in one.casefold())
        found = next(named, None) if turn < now else None
        if found is not None:
            day = local_day(line.said_at, consultation.ledger.time_zone)
            yield Telling(names[found[1]], turn, day, line.said_at, found[0])


def _names(consultation: Consultation, fact: Fact) -> Iterator[str]:
    entry = consultation.words.entry(fact.content)
    concept = fact.content.concept
    own = (concept.name, concept.display)
    named = own if entry is None else (*own, entry.name, entry.name_ko, *entry.synonyms_ko, *entry.synonyms_en)
    yield from (name.casefold() for name in named if len(name) >= _SHORTEST)


def date_told(consultation: Consultation, facts: Iterable[Fact]) -> str | None:
    """The one (partial) date that the words name which told of these facts; None of none, or of several."""
    zone = consultation.ledger.time_zone
    told = (date for one in tellings(consultation, facts) for date in dates_in(one.words, one.said_at, zone))
    days = {one.value for one in told if one.kind in ("point", "since")}
    return days.pop() if len(days) == 1 else None


def told_lines(
    consultation: Consultation, concept_ids: Collection[str], slots: Collection[SlotKind]
) -> tuple[Fact, ...]:
    """The patient's facts of these concepts that were true at some time, the changed ones among them."""
    return tuple(
        fact
        for fact in consultation.ledger.facts.values()
        if fact.content.slot in slots
        and fact.ended in (None, CHANGED)
        and fact.content.subject == PATIENT
        and fact.content.polarity is Polarity.AFFIRMED
        and not set(concept_ids).isdisjoint((fact.content.concept.concept_id, *fact.content.concept.broader))
    )


def _words(consultation: Consultation, line: TurnLine, fact: Fact, quote: str) -> str:
    beside = [other for one in line.fact_ids if (other := consultation.ledger.facts.get(one)) is not None]
    concept = fact.content.concept.concept_id
    others = _quotes(line, (one for one in beside if one.content.concept.concept_id != concept))
    said = _about(line.question, quote, others)
    withdrawn = _quotes(line, (one for one in beside if one.ended not in (None, CHANGED)))
    return "" if any(one in said for one in withdrawn) else said


def _quotes(line: TurnLine, facts: Iterable[Fact]) -> tuple[str, ...]:
    """The words of this turn that tell these facts."""
    told = (one for fact in facts for one in fact.evidence if one.turn_number == line.turn_number)
    return tuple(one.quote for one in told if one.quote)


def _about(text: str, quote: str, others: Sequence[str]) -> str:
    """The sentence that tells a fact, with those behind it that go on about it, in their order."""
    sentences = sentences_of(text)
    start = next((place for place, one in enumerate(sentences) if quote and quote in one), None)
    if start is None:
        # A quote may reach over two sentences.
        return text if len(sentences) == 1 or (quote and quote in text) else ""
    return " ".join((sentences[start], *_going_on(sentences[start + 1 :], others)))


def _going_on(sentences: Sequence[str], others: Sequence[str]) -> Iterator[str]:
    for one in sentences:
        if any(quote in one for quote in others):
            return
        yield one
