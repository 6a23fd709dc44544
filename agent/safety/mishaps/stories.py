"""Which medicine a mishap is of: what stands with it in a sentence, else what was named before, else all of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from agent.answers.record.known import Known
from agent.safety.alarms import is_said
from agent.safety.mishaps.beyond_dose import is_beyond
from agent.safety.mishaps.medicine import Medicine
from agent.safety.mishaps.told_apart import is_of_all, told_apart
from agent.skills.ports import Situation
from domain.events import SlotChanged, SlotRecorded
from domain.ledger import Fact
from domain.values import Polarity, SlotKind, Status
from extraction.naming.mentions import Mention
from extraction.reading.medicines.days_left_out import days_near
from extraction.reading.medicines.mishaps import (
    Act,
    Manner,
    Mishap,
    ended_by_order,
    lacks_before,
    mishaps_in,
    owned_before,
)
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise

_BACK: Final = timedelta(days=3)
_TURNS: Final = 4
"""Time and turns back in which a mishap still is of now."""
_STOPPED_LATELY: Final = 60
"""Days in which a medicine that is on record as stopped may be what was left off."""
_DAY: Final = len("2026-01-31")
_TAKEN: Final = ("medications", "drug_classes")
_END: Final = lazy_regex(r"[.?!\n]")
_HANGUL: Final = lazy_regex(r"[가-힣]")
_ITS_THING: Final = lazy_regex(r"\s(?:my|his|her|their|our|the) (?:\w+(?:'s)?)(?: \w+){0,2}", re.IGNORECASE)
_PILLS: Final = lazy_regex(
    r"\b(?:\w*tab\w*|pills?|meds?|medic\w+|dos\w+|inhalers?|insulins?|injections?|jabs?|patch\w*|drops?|capsules?"
    r"|last|first"
    r"|morning\w*|evening\w*|night\w*|second|usual|daily|weekly|lot|\w+day'?s?)\b",
    re.IGNORECASE,
)
_THE_PILL: Final = lazy_regex(r"\w+ (?:to take )?(?:the|my) pill\b(?! ?box)", re.IGNORECASE)
_NEAR: Final = 70
"""Characters behind an English verb within which its medicine is named."""


@dataclass(frozen=True, slots=True)
class Story:
    """A mishap with the medicines that it is of, in how many days; ``now`` whether this very turn tells it.

    ``counted`` are those of which the days are told, not only supposed.
    """

    act: Act
    medicines: tuple[Medicine, ...]
    manner: Manner
    days: float | None
    now: bool
    counted: tuple[Medicine, ...] = ()

    def of(self, name: str) -> tuple[Medicine, ...]:
        """Those of its medicines that are of a row."""
        return tuple(one for one in self.medicines if one.row.name == name)


Places = Sequence[tuple[Medicine, int]]
"""Medicines with where the words name them."""


def stories(
    situation: Situation, known: Known, mentions: Sequence[Mention] = (), *, earlier: bool = False
) -> tuple[Story, ...]:
    """The mishaps that this turn tells, with their medicines; ``earlier`` those of the turns before it, too.

    ``mentions`` are what this turn names: a medicine among them need not be on record.
    """
    own = medicines_of(known)
    told: list[Story] = []
    for turn, text, day, now in _lines(situation, earlier=earlier):
        said = [one for one in mentions if not is_asked_for(text, one)] if now else []
        places = list(_places(own, turn, text, said))
        gone = _given_way(situation, text, places) if now else frozenset()
        for one, medicine in _lacking(text, places, day):
            if medicine.concept_id in gone:
                continue
            told.append(Story(one.act, (medicine,), one.manner, one.days, now, (medicine,)))
        for one in mishaps_in(text, day):
            if _is_of_something_else(one, text, places) or _is_of_drink(one, text, places):
                continue
            named = _meant(one, text, places)
            meant = named or told_apart(text, _of_record(own, known, said))
            if one.act == "without":
                meant = tuple(each for each in meant if each.concept_id not in gone)
            if meant:
                counted = meant if named or len(meant) == 1 or is_of_all(text) else ()
                told.append(Story(one.act, meant, one.manner, one.days, now, counted))
    told += _beyond_the_dose(situation, own)
    return tuple(_joined(told))


_IN_ITS_PLACE: Final = lazy_regex(
    r"\bno (?:more|longer)\b|\b(?:first|start\w*|swap\w*|switch\w*|chang\w*|instead|now on|moved)\b"
    r"|\b(?:till|until) then\b|대신|바[꿔꿨꾸뀌뀐꿈]|이제\s?(?:안|그만)|시작|첫|그때까지",
    re.IGNORECASE,
)
"""Words of one medicine in the place of another, or of one that is still to come."""
_LAPSE: Final = lazy_regex(
    r"\b(?:forg[eo]t\w*|miss(?:ed|ing)|skipp\w*|ran out|run out|out of|lost|left (?:it|them|my)|without)\b"
    r"|까먹|깜[빡박]|빼먹|걸렀|떨어졌|잊",
    re.IGNORECASE,
)


def _given_way(situation: Situation, text: str, places: Places) -> frozenset[str]:
    """The medicines of an exchange told this turn: what ended with it was not missed, nor what is yet to begin."""
    named = {one.concept_id for one, _ in places}
    if len(named) < _PAIR or not _IN_ITS_PLACE.search(text) or _LAPSE.search(text):
        return frozenset()
    told = [one.payload for one in situation.turn_events]
    moved = {
        one.content.concept.concept_id
        for one in told
        if (isinstance(one, SlotChanged) and one.content.status is Status.STOPPED)
        or (isinstance(one, SlotRecorded) and one.content.slot is SlotKind.MEDICATIONS)
    }
    return frozenset(moved & named)


_PAIR: Final = 2


def _beyond_the_dose(situation: Situation, own: Sequence[Medicine]) -> Iterator[Story]:
    """Insulin injected this turn in many times its dose."""
    insulin = tuple(one for one in own if "insulin_therapy" in one.kinds)
    facts = [one.fact for one in insulin if one.fact is not None]
    if is_beyond(normalise(situation.question.text).text, situation.view.ledger, facts):
        yield Story("extra", insulin, "", None, True)


_NEEDED_KO: Final = lazy_regex(
    r"[을를도]?\s?(?:\S{1,4}\s)?(?:먹어야|필요|먹을까|먹어볼까|사야|써야|받아야|맞아야|있어야)"
)
_NEEDED_EN: Final = lazy_regex(
    r"\b(?:need(?:s|ed)?|should (?:i|we|she|he) (?:get|take|buy|use)|do i (?:get|take|have to take)|get|want)"
    r" (?:to (?:take|get|buy|use) )?(?:the |a |an |some )?$",
    re.IGNORECASE,
)
_AHEAD: Final = 40
_WANTED: Final = frozenset({"emergency_contraceptive", "antidote", "antiemetic", "analgesic"})
"""Kinds of medicine that are taken once something went wrong, and were not missed themselves."""


def is_asked_for(text: str, mention: Mention) -> bool:
    """Whether words ask if a medicine is needed that is taken only once something went wrong."""
    entry = mention.entry
    if _WANTED.isdisjoint({entry.concept_id, *entry.broader}):
        return False
    before = text[max(0, mention.start - _AHEAD) : mention.start]
    return _NEEDED_KO.match(text, mention.end) is not None or _NEEDED_EN.search(before) is not None


def _lacking(text: str, places: Places, day: date) -> Iterator[tuple[Mishap, Medicine]]:
    """What is told as lacking right before its name, unless whoever treats ended it."""
    if ended_by_order(text):
        return
    for medicine, at in places:
        if lacks_before(text, at):
            yield Mishap("without", at, at, "ran_out", days_near(text, (at, at), day)), medicine


def medicines_of(known: Known) -> tuple[Medicine, ...]:
    """The patient's medicines: in force, suspected, or ended so lately that it may be the mishap itself."""
    own = (fact for fact in known.own(SlotKind.MEDICATIONS) if _is_lately(fact, known.today))
    return tuple(
        Medicine(frozenset({one.content.concept.concept_id, *one.content.concept.broader}), one) for one in own
    )


def ids_of(medicines: Iterable[Medicine]) -> tuple[str, ...]:
    """The facts that medicines stand on record by."""
    return tuple(one.fact.fact_id for one in medicines if one.fact is not None)


def _is_lately(fact: Fact, today: str) -> bool:
    content = fact.content
    if content.status is Status.PLANNED:
        return False
    if content.status is not Status.STOPPED and content.polarity is Polarity.AFFIRMED:
        return True
    ended = (content.valid_to or fact.day)[:_DAY]
    if len(ended) < _DAY:
        return ended >= today[: len(ended)]
    return (date.fromisoformat(today) - date.fromisoformat(ended)).days <= _STOPPED_LATELY


def _of_record(own: Sequence[Medicine], known: Known, mentions: Sequence[Mention]) -> tuple[Medicine, ...]:
    """All that is taken, where the words name no medicine: what ended lately only where nothing else is left."""
    if any(one.entry.kind in _TAKEN for one in mentions):
        return ()
    taken = tuple(one for one in own if one.fact is not None and known.is_in_force(one.fact))
    return taken or tuple(own)


def _places(
    own: Sequence[Medicine], turn: int, text: str, mentions: Sequence[Mention]
) -> Iterator[tuple[Medicine, int]]:
    """Where words name medicines: by name, by the words of the record, or by a class that one on record is of."""
    named = {one.entry.concept_id: one for one in reversed(mentions) if one.entry.kind in _TAKEN}
    placed: list[Medicine] = []
    for one in own:
        mention = named.pop(one.concept_id, None)
        quoted = _quoted(one.fact, turn, text) if one.fact is not None else None
        place = mention.start if mention is not None else quoted
        if place is not None:
            placed.append(one)
            yield one, place
    narrow = frozenset(each for mention in named.values() for each in mention.entry.broader)
    for mention in named.values():
        entry = mention.entry
        of_class = [one for one in own if entry.concept_id in _classes(one)]
        if of_class or entry.concept_id in narrow:
            # "The blood pressure pill, amlodipine" is one; "my insulin" is the one on record.
            yield from ((one, mention.start) for one in of_class if one not in placed)
        else:
            yield Medicine(frozenset({entry.concept_id, *entry.broader}), None, entry), mention.start


def _lines(situation: Situation, *, earlier: bool) -> Iterator[tuple[int, str, date, bool]]:
    question, lines = situation.question, situation.view.tiers.lines
    for turn in range(max(1, question.turn_number - _TURNS), question.turn_number) if earlier else ():
        line = lines.get(turn)
        if line is not None and question.said_at - line.said_at <= _BACK:
            yield turn, normalise(line.question).text, line.said_at.date(), False
    yield question.turn_number, normalise(question.text).text, question.said_at.date(), True


def _classes(one: Medicine) -> frozenset[str]:
    """The classes that a medicine is of, itself left out."""
    return one.kinds - {one.concept_id}


def _quoted(fact: Fact, turn: int, text: str) -> int | None:
    """Where a turn's words name a medicine on record; None where they don't."""
    for one in fact.evidence:
        if one.turn_number != turn:
            continue
        quote = normalise(one.quote).text.casefold()
        at = text.casefold().find(quote) if quote else -1
        if at >= 0:
            return at
    return None


def _meant(mishap: Mishap, text: str, places: Places) -> tuple[Medicine, ...]:
    if mishap.act == "another":
        theirs = [(one, at) for one, at in places if not owned_before(text, at)]
        places = theirs or places
    if _THE_PILL.match(text, mishap.start):
        pills = [(one, at) for one, at in places if "contraceptive" in one.kinds]
        places = pills or places
    first, last = _sentence(text, mishap)
    here = [(one, at) for one, at in places if first <= at < last]
    before = tuple(one for one, at in here if at < mishap.end)
    behind = tuple(one for one, at in here if mishap.start <= at <= mishap.end + _NEAR)
    for found in (before, behind) if _HANGUL.search(text) else (behind, before):
        if found:
            return found
    earlier = tuple(one for one, at in places if at < first)
    return tuple(one for one, _ in here) or earlier or tuple(one for one, _ in places)


def _is_of_something_else(mishap: Mishap, text: str, places: Places) -> bool:
    """Whether what was forgotten or missed is named and is no medicine: "dad forgot his keys"."""
    thing = _ITS_THING.match(text, mishap.end) if mishap.act == "without" else None
    if thing is None or _PILLS.search(thing[0]):
        return False
    return not any(thing.start() <= at < thing.end() + 1 for _, at in places)


def _is_of_drink(mishap: Mishap, text: str, places: Places) -> bool:
    """Whether what was left out is alcohol that is to be given up: no medicine is named beside it."""
    drink = is_said("quits_drinking", text) and not is_said("quits_other", text)
    return mishap.act == "without" and not places and drink


def _sentence(text: str, mishap: Mishap) -> tuple[int, int]:
    ends: list[int] = [match.end() for match in re.finditer(_END.pattern, text)]
    first = max((end for end in ends if end <= mishap.start), default=0)
    return first, min((end for end in ends if end >= mishap.end), default=len(text))


def _is_gap(story: Story) -> bool:
    return story.act == "without" and (bool(story.manner) or (story.days or 0.0) > 1)


def _joined(told: Sequence[Story]) -> Iterator[Story]:
    """One story an act: its medicines together, the longest of its spans, the first manner that is told."""
    acts = dict.fromkeys(one.act for one in told)
    if {"another", "lent"} & acts.keys() or ("extra" in acts and not any(_is_gap(one) for one in told)):
        # Whose tablet another took has not had it, and who forgot having had one took two: neither is a gap.
        acts.pop("without", None)
    for act in acts:
        of_act = [one for one in told if one.act == act]
        medicines = tuple({each.concept_id: each for one in of_act for each in one.medicines}.values())
        days = [one.days for one in of_act if one.days is not None]
        manner: Manner = next((one.manner for one in of_act if one.manner), "")
        longest = max(days, default=None)
        counted = tuple(each for one in of_act if one.days == longest for each in one.counted)
        yield Story(act, medicines, manner, longest, any(one.now for one in of_act), counted)
