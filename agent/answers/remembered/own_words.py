"""What was told, in the patient's own words, where an answer from the record leaves some of it out or is beside it.

No field holds all that people tell (on which days it came, how many each time, what is still thought over), and no
composer hears all that they ask of it. Whoever asks for what was told is then given back the sentences that tell of it,
with their days: nothing is read into them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

from agent.answers.asking.asks import asks_in
from agent.answers.asking.laid_out import laid_out
from agent.answers.asking.request import Request, read_request
from agent.answers.asking.value_request import OF_A_SERIES
from agent.answers.consultation import Consultation
from agent.answers.events.sentences import asked_in, is_asked
from agent.answers.knowledge.side_heard import end_of
from agent.answers.leading import is_fallback
from agent.answers.medicines.course_end import asks_course_end
from agent.answers.part import Part
from agent.answers.recollected.recollected import recollection_asked
from agent.answers.record.changes import turn_changes
from agent.answers.remembered.remembered import remembered
from agent.recall.bearing import BearingReader
from agent.recall.looked_for import Ask, words_of
from agent.recall.meanings import Meanings
from agent.recall.sayings import Saying
from agent.words.sentences import sentence
from domain.ledger import Fact, local_day
from domain.values import SERIES_SLOTS
from extraction.reading.learned.aspects import RECORD
from extraction.reading.learned.over_encoder import what_is_named
from extraction.reading.learned.recollections import OTHER
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise
from projections.tiers import TurnLine

_LEAST: Final = 0.5
_SURELY: Final = 0.9
"""The least probability that an ask is one of the record, and of one that passages answer or that tells something."""
_LEAST_WHERE_TOLD: Final = 0.15
_TOLD_SURELY: Final = 0.6
"""The same of one's own matter where a sentence bears on it with this probability, and nothing else answers."""
_UNMARKED: Final = 0.7
"""The same where nothing in the form of the words asks."""
_BEARS: Final = 0.25
_BEARS_SURELY: Final = 0.4
"""The least probability that an answer needs a sentence for it to be quoted, and to be missed where it isn't told."""
_LEFT_OUT: Final = 0.6
"""What a sentence must reach of the likeliest one's probability to be quoted beside an answer from the record."""
_BESIDE_THE_LIKELIEST: Final = 0.4
"""What a sentence must reach of the likeliest one's probability: of few sentences most are somewhat likely."""
_REACH: Final = 60
"""Turns that are looked through, the newest first."""
_MOST: Final = 7
"""Turns that are quoted."""
_NEAREST: Final = 3
"""The same where none of them surely tells of what is asked."""
_LAID_OUT: Final = 3
"""Facts from which an answer counts as the record laid out."""
_LONGEST: Final = 260
"""Characters of the sentences of one turn that are quoted."""
_LISTS: Final = frozenset({"summary", "handover", "form", "again", "audit", "why", "weeks", "plan", "steps"})
"""Intents that want the record, or the last answer, in a form of its own."""
_OF_NOTHING_TOLD: Final = frozenset(
    {"greeting", "thanks", "nod", "complaint", "small_talk", "preference", "scope", "beyond", "appointments"}
)
"""Intents that ask for nothing that was told."""
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
_MOSTLY: Final = 0.6
"""The share of the beginnings of a sentence's words that stand in an answer which tells it again."""


@dataclass(frozen=True, slots=True)
class OwnWords:
    """The patient's own sentences; ``instead`` of an answer that tells nothing of what they tell, or beside it."""

    part: Part = field(default_factory=Part)
    instead: bool = False


@dataclass(frozen=True, slots=True)
class _Told:
    """Sentences of one turn that tell of what is asked, how surely, and the facts that stand in them."""

    line: TurnLine
    words: str
    likely: float
    facts: tuple[str, ...]


def in_own_words(
    consultation: Consultation, said: Part, *, nothing_found: bool, answered: Collection[int] = ()
) -> OwnWords:
    """The sentences that tell of what is asked and that ``said`` leaves out; empty where the record is not asked for.

    Turns that are ``answered`` are told back in ``said`` as they stand after all that was put right.
    ``nothing_found`` is whether ``said`` holds nothing of the record.
    """
    request, bearing = consultation.request, consultation.bearing
    if bearing is None or consultation.cards is None or consultation.situation.intent.name in _OF_NOTHING_TOLD:
        return OwnWords()
    if laid_out(request, consultation.situation.view.answers) is not None or turn_changes(consultation).corrective:
        return OwnWords()
    if not _asks_of_record(consultation, _LEAST_WHERE_TOLD):
        # Most turns ask nothing of the record: what was said before is weighed for none of them.
        return OwnWords()
    surely = _asks_of_record(consultation, _SURELY)
    told = _told(consultation, bearing)
    if not told:
        nothing = surely and asks_record_alone(consultation) and is_fallback(consultation, said)
        return OwnWords(_not_found(consultation), instead=True) if nothing else OwnWords()
    likeliest = max(told, key=lambda one: one.likely)
    asking = consultation.situation.question.asking
    if _is_telling(consultation) and asking is not None and asking.op == "judge":
        # "136 over 84, is that all right?" asks of what is told now.
        return OwnWords()
    rests_on = {*answered, *_turns_of(consultation, said)}
    # What came with a record stands in no turn.
    alone = surely and not _is_of_records(consultation, said) and likeliest.line.turn_number not in rests_on
    of_own = _OWN.search(request.text) is not None or (alone and likeliest.likely >= _TOLD_SURELY)
    if said.citations and not of_own:
        # What a passage answers is asked of oneself, or of what is so in general.
        return OwnWords()
    if not (surely or _asks_of_record(consultation, _least(consultation, said, told))):
        return OwnWords()
    if _points_at_an_answer(request) and (
        request.ordinal is not None
        or request.has("one_sentence")
        or likeliest.likely < (_BEARS_SURELY if surely else _TOLD_SURELY)
    ):
        # "Does that change it?" asks of what was answered.
        return OwnWords()
    if _is_list(consultation) and not nothing_found and not (alone and likeliest.likely >= _BEARS_SURELY):
        return OwnWords()
    missed = [one for one in told if one.line.turn_number not in answered and _is_missed(consultation, one, said.text)]
    untold = [one for one in missed if one.likely >= _BEARS_SURELY and _is_untold(one, said.text)]
    # A kind that is surely heard, and of which nothing is on record, may stand in words alone.
    heard = bool(said.facts) and recollection_asked(consultation) != OTHER
    beside_it = likeliest in missed and not _is_worked_out(consultation, said, told, answered)
    wholly = beside_it and _is_untold(likeliest, said.text)
    # Of what is named and nowhere on record only a sentence that surely bears is told in place of saying so.
    named = _is_of_what_is_named(consultation, said)
    least = _TOLD_SURELY if heard or (named and nothing_found) else _BEARS_SURELY
    whole = _is_whole(consultation, said) and (named or not alone)
    if wholly and likeliest.likely >= least and (alone or not heard) and not whole:
        # Of asks whose kind nobody surely hears, seven in a hundred answers were right that left out what bears on it.
        return OwnWords(_quoted(consultation, told, "own_words.asked"), instead=True)
    if beside_it and alone and not heard and not named and (not said.facts or likeliest.likely >= _TOLD_SURELY):
        if likeliest.likely >= _BEARS_SURELY:
            return OwnWords(_quoted(consultation, told, "own_words.asked"), instead=True)
        if nothing_found and not is_fallback(consultation, said):
            return OwnWords()
        nearest = sorted(told, key=lambda one: -one.likely)[:_NEAREST]
        return OwnWords(
            _quoted(consultation, [one for one in told if one in nearest], "own_words.nearest"), instead=True
        )
    missed = [one for one in missed if one.likely >= _BEARS_SURELY]
    if not missed or (heard and len(asks_in(request)) <= 1) or _is_whole(consultation, said):
        return OwnWords()
    beside = [one for one in untold if not said.facts or one.likely >= _LEFT_OUT * likeliest.likely]
    return OwnWords(_quoted(consultation, beside, "own_words.left_out" if said.facts else "own_words.asked"))


def _not_found(consultation: Consultation) -> Part:
    return Part(sentence("own_words.not_found", consultation.words.language))


def _is_untold(told: _Told, answer: str) -> bool:
    """Whether an answer holds none of the numbers of what was told."""
    return _values(told.words).isdisjoint(_values(answer))


def _is_of_what_is_named(consultation: Consultation, said: Part) -> bool:
    """Whether something is named in the ask, and an answer rests on that, or says that there is nothing of it."""
    named = {one.entry.concept_id for one in consultation.request.mentions}
    facts = _facts(consultation, said)
    return bool(named) and (not facts or not named.isdisjoint(one.content.concept.concept_id for one in facts))


def _is_worked_out(consultation: Consultation, said: Part, told: Sequence[_Told], answered: Collection[int]) -> bool:
    """Whether an answer was worked out from what it does not repeat: days between, a mean, an end, what is next."""
    if max(told, key=lambda one: one.likely).line.turn_number in answered:
        return True
    if asks_course_end(consultation.request, consultation.situation.view):
        return True
    own = remembered(consultation)
    if not own.text or own.text not in said.text:
        return False
    # By person it is reckoned from the words themselves.
    rests_on = {*answered, *_turns_of(consultation, said)}
    return not own.facts or not rests_on.isdisjoint(one.line.turn_number for one in told)


def _turns_of(consultation: Consultation, said: Part) -> Iterator[int]:
    """The turns that told the facts of an answer."""
    for one in _facts(consultation, said):
        yield from (each.turn_number for each in one.evidence if each.turn_number is not None)


def _facts(consultation: Consultation, said: Part) -> list[Fact]:
    """The facts on record that an answer rests on."""
    facts = consultation.ledger.facts
    return [facts[one] for one in said.facts if one in facts]


def _is_of_records(consultation: Consultation, said: Part) -> bool:
    """Whether an answer rests on a fact that was told in no turn."""
    return any(all(each.turn_number is None for each in one.evidence) for one in _facts(consultation, said))


def _is_list(consultation: Consultation) -> bool:
    """Whether the whole record is wanted in a form, and nothing by its name."""
    return consultation.situation.intent.name in _LISTS and not consultation.request.mentions


def _points_at_an_answer(request: Request) -> bool:
    """Whether what was answered is asked again, or one of what it listed."""
    return request.ordinal is not None or (request.has("again") and not request.mentions)


def _is_whole(consultation: Consultation, said: Part) -> bool:
    """Whether an answer lays out the record, or holds several values of a test that is named."""
    facts = _facts(consultation, said)
    if consultation.situation.intent.name in _LISTS:
        return len(facts) >= _LAID_OUT
    tests = {each for one in consultation.request.tests for each in consultation.known.tests_named(one)}
    return sum(one.content.concept.concept_id in tests for one in facts) > 1


def _quoted(consultation: Consultation, told: Sequence[_Told], header: str) -> Part:
    """The likeliest turns, the oldest first, each on a line with its day."""
    language, zone = consultation.words.language, consultation.ledger.time_zone
    likeliest = sorted(told, key=lambda one: -one.likely)[:_MOST]
    chosen = [one for one in told if one in likeliest]
    if not chosen:
        return Part()
    lines = [sentence(header, language)]
    for day, ones in groupby(chosen, key=lambda one: local_day(one.line.said_at, zone)):
        quotes = " ".join(f"“{one.words}”" for one in ones)
        lines.append(sentence("own_words.quoted", language, day=consultation.words.date(day), quotes=quotes))
    return Part("\n".join(lines), tuple(dict.fromkeys(fact for one in chosen for fact in one.facts)))


def asks_record_alone(consultation: Consultation) -> bool:
    """Whether one thing is asked, and surely of the record: a passage that answers it is of something else."""
    alone = len(asks_in(consultation.request)) <= 1 and not _is_telling(consultation)
    return alone and _OWN.search(consultation.request.text) is not None and _asks_of_record(consultation, _SURELY)


def _asks_of_record(consultation: Consultation, least: float) -> bool:
    """Whether the whole ask, or one of several, is heard as one that the record answers."""
    request = consultation.request
    asks = asks_in(request)
    noted = _is_telling(consultation)
    marked = "?" in request.text or request.has("question") or bool(asked_in(request.text))
    if not marked and (noted or consultation.situation.intent.name == "acknowledge"):
        # "Write that down, please" asks for nothing that was told before.
        return False
    least = least if marked or asks else max(least, _UNMARKED)
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


def _before(consultation: Consultation) -> tuple[TurnLine, ...]:
    """The turns before this one, the oldest first, as far as is looked."""
    now, tiers = consultation.situation.question.turn_number, consultation.situation.view.tiers
    return tuple(one for one in (*tiers.told.values(), *tiers.lines.values()) if one.turn_number < now)[-_REACH:]


def _told(consultation: Consultation, bearing: BearingReader) -> list[_Told]:
    """What was told of what is asked, the oldest turn first."""
    question, view = consultation.situation.question, consultation.situation.view
    ask = Ask(question.text, question.said_at, question.time_zone, question.language)
    before = _before(consultation)
    weighed = bearing.sayings(ask, before, Meanings.beside(view, bearing.encoder))
    lines = {one.turn_number: one for one in before}
    least = max(_BEARS, _BESIDE_THE_LIKELIEST * max((likely for _, likely in weighed), default=0.0))
    found = []
    for turn, sayings in groupby(weighed, key=lambda one: one[0].turn_number):
        chosen = [(saying, likely) for saying, likely in sayings if likely >= least]
        kept = [(saying, likely) for saying, likely in chosen if _may_be_told(consultation, lines[turn], saying)]
        if kept:
            words = " ".join(saying.words for saying, _ in kept)
            facts = tuple(
                one.fact_id for one in _facts_of(consultation, lines[turn]) if _stands_in(one, lines[turn], words)
            )
            words = words if len(words) <= _LONGEST else f"{words[:_LONGEST].rstrip()}…"
            found.append(_Told(lines[turn], words, max(likely for _, likely in kept), facts))
    return found


def _may_be_told(consultation: Consultation, line: TurnLine, saying: Saying) -> bool:
    return not _is_ask(consultation, saying.words) and not _is_withdrawn(consultation, line, saying.words)


def _least(consultation: Consultation, said: Part, told: Sequence[_Told]) -> float:
    """How surely an ask must be one of the record: the less, the more surely a sentence tells of one's own matter."""
    own = _OWN.search(consultation.request.text) is not None
    if own and any(one.likely >= _TOLD_SURELY for one in told):
        return _LEAST if said.citations else _LEAST_WHERE_TOLD
    return _SURELY if said.citations else _LEAST


def _is_missed(consultation: Consultation, told: _Told, answer: str) -> bool:
    """Whether what was told of it holds anything that the answer doesn't."""
    return _says_more(consultation, told.words, answer) and not _is_reckoned_with(
        consultation, told.line, told.words, answer
    )


def _is_ask(consultation: Consultation, words: str) -> bool:
    return is_asked(words) or words.rstrip().endswith("?") or bool(asks_in(read_request(words, consultation.finder)))


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
    """Whether words hold a number, or where they hold none much else, that the answer doesn't."""
    numbers = _numbers(words)
    if numbers:
        return not numbers <= _numbers(answer)
    told, shown = words_of(consultation.finder, words).letters, words_of(consultation.finder, answer).letters
    return len(told & shown) < _MOSTLY * len(told)


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


def _values(text: str) -> frozenset[str]:
    """The numbers of a text but those of days and hours, where it holds any other."""
    return _numbers(_OF_TIME.sub(" ", normalise(text).text)) or _numbers(text)


def _numbers(text: str) -> frozenset[str]:
    return frozenset(one.replace(",", ".").lstrip("0") or "0" for one in _NUMBER.findall(normalise(text).text))
