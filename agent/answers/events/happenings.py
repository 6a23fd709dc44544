"""The days on which something happened, folded from what was told: added, put right, taken out, and what stays open.

A sentence that names a kind and tells a day, or that something happened, adds it; one that only says "another",
"twice today" or lists days goes on with what was spoken of last. What takes back or puts right must find what was told;
where it does not, or where only a week or a month is told, the sentence stays open and nothing is reckoned with it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from agent.answers.asking.request import Finder
from agent.answers.events.clauses import LISTED_ONLY, MONTH_ALONE, clause_at, own_days, without_other_things
from agent.answers.events.counts import count_told
from agent.answers.events.days import NamedDay, days_read
from agent.answers.events.kinds import GENERIC, PERIOD, EventKind, kinds_named
from agent.answers.events.named_for_itself import is_told
from agent.answers.events.people import people_in
from agent.answers.events.periods import LAST_ONE, LASTED, period_marks
from agent.answers.events.sentences import is_asked, sentences_told
from domain.ledger import local_day
from domain.remembering import remembered
from extraction.text.lazy_regex import lazy_regex
from projections.tiers import TurnLine

_HAPPENED: Final = lazy_regex(
    r"\b(?:had|got|came|hit|woke|started|happened|another|again|fell|took|did|did one|been|done"
    r"|in hospital)\b|[가-힣]*[았었했갔왔났졌겼셨렸됐뺐냈넣뗐랐]|또|다시|[가-힣](?:함|옴|남|짐|심|뺌)(?=\W|$)"
    r"|(?:발작|경련)(?=\W|$)|\b(?:attack|episode|seizure|migraine|fit)\b(?= (?:today|now|this|last|yesterday"
    r"|again))|ㅠ",
    re.IGNORECASE,
)
"""That something happened, where no day is told: on the day of the telling."""
_AGAIN: Final = lazy_regex(
    r"(?<![가-힣])(?:또|다시)(?![가-힣]{2,}면)|\b(?:another|again|one more|(?:a|the) (?:2nd|second|3rd"
    r"|third) one|(?:had|got|came|big|bad|small) ones?|(?:one|two|three|[1-3]) (?:today|tonight|yesterday|this|last|on"
    r"|early|more|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*)"
    r"|(?:one|two|three|\d)(?= (?:at|in) )|(?:one|another)(?= (?:on )?(?:the )?(?:\d|jan|feb|mar|apr|may"
    r"|jun|jul|aug|sep|oct|nov|dec))|it (?:came|started|happened)|(?:once|twice))\b|(?:한|두|세|네"
    r"|\d)\s?번|[왔났](?:어|다|네|음|지)|시작",
    re.IGNORECASE,
)
_NONE: Final = lazy_regex(
    r"없[었어음네다고이]|안\s?(?:했|왔|옴|함|아[파팠프]|일어|나[왔타]|넘어)|\bno (?:more |big |new |other "
    r"|further )*(?:ones?|attacks?|seizures?|fits?|falls?|migraines?|headaches?|episodes?|hypos?)\b"
    r"|\b(?:didn'?t|haven'?t|hasn'?t|not) (?:have|had|any|got)\b|\bnone\b|\bfree\b|조용",
    re.IGNORECASE,
)
_BACKGROUND: Final = lazy_regex(
    r"\b(?:for years|since i was|usually|often|sometimes|most (?:days|weeks)|keep(?:ing)? (?:track|a)"
    r"|history of|prone to|diagnosed|used to"
    r"|a (?:week|month|year)\b|every|per (?:week|month)|epilepsy|nurse|diary|log)\b|자주|가끔|평소|원래"
    r"|때마다|마다|적어\s?(?:놔|둬|줘)|기록\s?(?:좀|중|해|시작)|일기\s?(?:쓰|시작)"
    r"|예정|\b(?:going to|will|book\w*|due|next|planned|waiting|scheduled|before my|before the|after)\b"
    r"|있어요|앓|진단|전에|하기로|하재|하자고",
    re.IGNORECASE,
)
"""What tells of a habit, an illness as such or what is to come, and of no day."""
_REMOVED: Final = lazy_regex(
    r"빼\s?(?:자|줘|고|야|주|라|줄|버)|지워|지우|취소|삭제|무효|세지\s?마|\b(?:take (?:out|off|away)"
    r"|take (?:that|it|the \S+|\S+ \S+) (?:out|off|away)|remove|delete|drop|scratch|ignore"
    r"|cross (?:out|off)|strike|doesn'?t count|don'?t count|forget)\b|술병",
    re.IGNORECASE,
)
_WAS_NOT: Final = lazy_regex(
    r"아니(?:었|래|라|고|야|에요|예요|네)|말고|\b(?:wasn'?t|weren'?t|was not|isn'?t) (?:really "
    r"|actually )?(?:a |an |my )?\w+",
    re.IGNORECASE,
)
_PUT_INSTEAD: Final = lazy_regex(
    r"(?:으?로)\s?(?:바꿔|바꾸|고쳐|고치|정정|해\s?(?:줘|주)|적어|수정)|\b(?:put|make it|change (?:it"
    r"|that) to|should be|i meant?|it was (?:actually|really)|actually"
    r"|correction|instead|sorry|no,|no(?= (?:it|that|she|he|i)\b)|put it as)\b|진짜|사실은?",
    re.IGNORECASE,
)
_WIDE: Final = lazy_regex(
    r"\b(?:this|last|past) (?:week|month|year|few)\b|\bweekend\b|(?:이번|지난"
    r"|저번)\s?(?:주(?!\s?[월화수목금토일])|달)|\bdays? (?:last|this)\b|며칠|몇\s?번",
    re.IGNORECASE,
)
_NUMBER: Final = lazy_regex(
    r"(?<![\d.:/])\b(?:\d{1,2}|two|three|four|five|six)\b(?![:/.]\d)|[한두세네]\s?번|\d\s?번", re.IGNORECASE
)
_RIGHT_DAY: Final = lazy_regex(r"(?:\s?(?:\S{1,6}\s)?(?:아니[고라야]|말고|에서))", re.IGNORECASE)
_WRONG_BEFORE: Final = lazy_regex(r"\b(?:not|isn'?t|instead of|rather than)(?: on)?(?: the)?\s$", re.IGNORECASE)
_SMALL: Final = lazy_regex(
    r"\b(?:staring|absence|absent|little|small|minor|tiny|partial|focal|twitch\w*|zoned?|zoning|jerks?"
    r"|mild) ?(?:spells?|ones?|seizures?|fits?|absences?|attacks?)?\b"
    r"|멍\s?때|멍하|소발작|부분\s?발작|결신|작은|살짝|약하게|가벼",
    re.IGNORECASE,
)
_FOREIGN: Final = lazy_regex(
    r"\d{3,}|부터|올[리립려렸릴]|줄[이입였여일]|약|알(?:\s|$)|정(?:\s|$)|먹|복용|mg|밀리|혈압|혈당|체중"
    r"|몸무게|체온|열이|병원|예약|검사|\b(?:took|pills?|tablets?|dose|mg|bp|sugar|weight|appointment|booked"
    r"|nurse|doctor"
    r"|sleep|slept|ate|period)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Happening:
    """What happened on a day, so many times; ``small`` where it was told to be a lesser one of its kind."""

    day: str
    count: int
    turn: int
    told_on: str
    words: str
    small: bool = False
    who: frozenset[str] = frozenset()


@dataclass(slots=True)
class Happenings:
    """All that was told of one kind."""

    kind: EventKind
    on: list[Happening] = field(default_factory=list)
    ends: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    open_turns: dict[int, str] = field(default_factory=dict)
    touched: set[int] = field(default_factory=set)

    @property
    def days(self) -> list[str]:
        """The days, each once, in their order."""
        return sorted({one.day for one in self.on})

    def add(self, day: str, count: int, line: TurnLine, told_on: str, words: str, *, small: bool = False) -> None:
        """A happening of a day; told anew in another turn it is the same one."""
        self.touched.add(line.turn_number)
        if day in self.removed:
            self.removed.remove(day)
        who = people_in(words)
        same = next((one for one in self.on if (one.day, one.small, one.who) == (day, small, who)), None)
        if same is None:
            self.on.append(Happening(day, count, line.turn_number, told_on, words, small, who))
        elif same.turn != line.turn_number and count != same.count:
            # Two counts of one day: whether they add up nobody says.
            self.open_turns[line.turn_number] = line.question

    def take_out(self, day: str, line: TurnLine) -> bool:
        """Whether there was anything on this day to take out."""
        kept = [one for one in self.on if one.day != day]
        found = len(kept) < len(self.on)
        if found:
            self.on = kept
            self.removed.append(day)
            self.touched.add(line.turn_number)
        return found


@dataclass(slots=True)
class _Reading:
    """The state of the fold."""

    zone: str
    finder: Finder | None = None
    kinds: dict[str, Happenings] = field(default_factory=dict)
    topic: EventKind | None = None

    def of(self, kind: EventKind) -> Happenings:
        return self.kinds.setdefault(kind.key, Happenings(kind))


@remembered
def happenings_told(
    lines: tuple[TurnLine, ...], zone: str, finder: Finder | None = None
) -> tuple[Mapping[str, Happenings], EventKind | None]:
    """What happened by kind, as it stands after the last of these turns (the oldest first), and the kind told last."""
    reading = _Reading(zone, finder)
    for line in lines:
        _read_turn(reading, line)
    return reading.kinds, reading.topic


def may_tell(text: str, said_at: datetime, zone: str) -> bool:
    """Whether a turn may enter anything in a series: it names a kind, a day, or goes on with what was told."""
    words = text.casefold()
    if kinds_named(words) or any(one.search(words) for one in (_AGAIN, _REMOVED, _PUT_INSTEAD, _WAS_NOT, _NONE)):
        return True
    read = days_read(words, said_at, zone, ahead=False)
    return bool(read.days) or read.month is not None


def _read_turn(reading: _Reading, line: TurnLine) -> None:
    sentences = [one.casefold() for one in sentences_told(line.question) if not is_asked(one)]
    month: tuple[int, int] | None = None
    before = reading.topic
    named_here: list[EventKind] = []
    for place, sentence in enumerate(sentences):
        kinds = [one for one in kinds_named(sentence, reading.topic) if is_told(sentence, one)]
        named_here += [one for one in kinds if one not in named_here]
        if len(kinds) > 1:
            kinds = _chief(sentence, kinds)
        words = kinds[0].words if kinds else _AGAIN
        own = without_other_things(sentence, words, reading.finder, _NONE)
        read = days_read(own, line.said_at, reading.zone, ahead=False, month=month)
        month = read.month or month
        today = local_day(line.said_at, reading.zone)
        days = [one for one in read.days if one.day <= today]
        denied = [one for one in kinds_named(sentence, reading.topic) if one not in kinds and one.key in reading.kinds]
        for one in denied:
            _deny(reading.of(one), sentence, days, line)
        kind = kinds[0] if kinds else None
        if kind is None and not denied:
            near = named_here[-1] if named_here else before if place == 0 or reading.topic is before else reading.topic
            goes_on = near is not None and not _names_another(reading, sentence) and _goes_on(own, days, near)
            kind = near if goes_on else None
        if kind is None:
            continue
        told = reading.of(kind)
        changes = any(one.search(sentence) for one in (_REMOVED, _PUT_INSTEAD, _WAS_NOT)) or _wrong(sentence, days)
        if kind is not PERIOD and days and not changes:
            # A day of another clause is none of what happened.
            every, days = (
                days,
                own_days(own, days, (kind.words, _AGAIN, GENERIC) if kinds else (_AGAIN, _HAPPENED, _SMALL)),
            )
            if not days and any(one.day < today for one in every):
                reading.of(kind).open_turns[line.turn_number] = line.question
                continue
        if _read_sentence(told, own, days, line, today, named=bool(kinds), unplaced=read.unplaced):
            reading.topic = kind
    _of_whole_turn(reading, named_here, sentences, line)


def _names_another(reading: _Reading, sentence: str) -> bool:
    """Whether a sentence without a kind names a complaint of its own: "one more" is then one of that."""
    if reading.finder is None or _SMALL.search(sentence) is not None:
        return False
    again = _AGAIN.search(sentence)
    words = sentence if again is None else clause_at(sentence, again.start())
    return any(one.entry.kind in ("symptoms", "conditions") for one in reading.finder.find(words))


def _chief(sentence: str, kinds: list[EventKind]) -> list[EventKind]:
    """Of several kinds of one sentence the first named, which the others explain."""
    return sorted(kinds, key=lambda one: next(m.start() for m in one.words.finditer(sentence)))[:1]


def _goes_on(sentence: str, days: Sequence[NamedDay], near: EventKind) -> bool:
    """Whether a sentence without a name goes on with what was spoken of: another, so often, days alone, a change."""
    if near.once:
        return False
    if days and (_REMOVED.search(sentence) or _PUT_INSTEAD.search(sentence) or _wrong(sentence, days)):
        return True
    rest = sentence
    for one in reversed(days):
        rest = f"{rest[: one.start]}{rest[one.end :]}"
    if days and LISTED_ONLY.fullmatch(rest) is not None:
        return True
    if days and near is PERIOD and period_marks(sentence, days):
        return True
    if days and _SMALL.search(sentence) is not None and near.key == "seizure":
        return True
    return any(
        _FOREIGN.search(sentence, max(0, one.start() - _BEFORE), one.end() + _BEHIND) is None
        for one in _AGAIN.finditer(sentence)
    )


_BEFORE: Final = 10
_BEHIND: Final = 12
"""Characters around "another" within which a word of something else makes it that one's."""


def _read_sentence(
    told: Happenings,
    sentence: str,
    days: Sequence[NamedDay],
    line: TurnLine,
    today: str,
    *,
    named: bool,
    unplaced: bool,
) -> bool:
    """Fold one sentence; whether it told anything of the kind."""
    if _put_right(told, sentence, days, line, today):
        return True
    if told.kind is PERIOD:
        return _read_period(told, sentence, days, line, today)
    if _NONE.search(sentence) is not None and not days:
        return False
    small = _SMALL.search(sentence) is not None
    if unplaced and days:
        # A list of which one day cannot be read is known in part.
        told.open_turns[line.turn_number] = line.question
        return True
    if days and _NONE.search(sentence) is None:
        distinct = {one.day: clause_at(sentence, one.start) for one in days}
        counts = {day: count_told(clause) for day, clause in distinct.items()}
        if len({(one.day, count_told(clause_at(sentence, one.start))) for one in days}) > len(distinct):
            # Two counts of one day: whether they add up nobody says.
            told.open_turns[line.turn_number] = line.question
            return True
        if len(set(distinct.values())) < len(distinct) and any(
            one not in (None, len(distinct)) for one in counts.values()
        ):
            told.open_turns[line.turn_number] = line.question
            return True
        shared = len(set(distinct.values())) < len(distinct)
        if _BACKGROUND.search(sentence) is not None and told.kind.once:
            return False
        for day, count in counts.items():
            if not told.kind.once or not told.on or day != told.on[-1].day:
                told.add(day, 1 if shared else count or 1, line, today, sentence, small=small)
        return True
    if unplaced or (_WIDE.search(sentence) is not None and _NUMBER.search(sentence) is not None):
        told.open_turns[line.turn_number] = line.question
        return True
    if not days and MONTH_ALONE.search(sentence) is not None:
        return False
    if _BACKGROUND.search(sentence) is not None or (
        _HAPPENED.search(sentence) is None and _AGAIN.search(sentence) is None
    ):
        return False
    told.add(today, count_told(sentence) or 1, line, today, sentence, small=small)
    return True


def _wrong(sentence: str, days: Sequence[NamedDay]) -> list[NamedDay]:
    return [
        one for one in days
        if _RIGHT_DAY.match(sentence, one.end) is not None
        or _WRONG_BEFORE.search(sentence, max(0, one.start - 20), one.start) is not None
    ]  # fmt: skip


def _meant(told: Happenings, day: NamedDay) -> str:
    """The day that words mean of those told: itself, else the last told by that number, else what was told on it."""
    if day.day in told.days:
        return day.day
    if day.loose and (same := [one for one in told.days if int(one[8:]) == day.number]):
        return same[-1]
    said_then = [one.day for one in told.on if one.told_on == day.day]
    return said_then[-1] if said_then else day.day


def _put_right(told: Happenings, sentence: str, days: Sequence[NamedDay], line: TurnLine, today: str) -> bool:
    """Take out or replace what was told; whether the sentence does so, or wants to and cannot be followed."""
    wrong = _wrong(sentence, days)
    right = [one for one in days if one not in wrong]
    removes = _REMOVED.search(sentence) is not None
    if removes or (wrong and not right) or (len(days) == 1 and told.on and _is_denied(told, sentence, days[0])):
        found = [told.take_out(_meant(told, one), line) for one in (wrong or days)]
        if not found and removes and told.on:
            told.open_turns[line.turn_number] = line.question
        elif not all(found):
            told.open_turns[line.turn_number] = line.question
        return True
    if wrong and len(right) == 1 and len(wrong) == 1:
        found_it = told.take_out(_meant(told, wrong[0]), line)
        told.add(right[0].day, 1, line, today, sentence)
        if not found_it:
            told.open_turns[line.turn_number] = line.question
        return True
    if wrong:
        told.open_turns[line.turn_number] = line.question
        return True
    distinct = list(dict.fromkeys(one.day for one in days))
    if len(distinct) == 2 and told.on and _PUT_INSTEAD.search(sentence) is not None:
        old = [one for one in distinct if one in told.days]
        if len(old) == 1:
            new = next(one for one in distinct if one != old[0])
            told.take_out(old[0], line)
            told.add(new, 1, line, today, sentence)
            return True
    if len(distinct) == 1 and told.on and _PUT_INSTEAD.search(sentence) is not None:
        day = days[0].day
        last = max(told.on, key=lambda one: (one.turn, one.day))
        if day not in told.days and last.turn != line.turn_number:
            told.take_out(last.day, line)
        told.add(day, last.count, line, today, sentence)
        return True
    return False


def _deny(told: Happenings, sentence: str, days: Sequence[NamedDay], line: TurnLine) -> None:
    """Take out what is now said to have been none of the kind: of the day named, else the last told where that is
    pointed to.
    """
    if days:
        meant = [_meant(told, one) for one in days]
        taken = [one for one in meant if one in told.days]
        for one in taken:
            told.take_out(one, line)
        if not taken and not any(one.day in told.removed for one in days) and _POINTS.search(sentence) is not None:
            told.open_turns[line.turn_number] = line.question
    elif told.on and _POINTS.search(sentence) is not None:
        told.take_out(max(told.on, key=lambda one: (one.turn, one.day)).day, line)


_POINTS: Final = lazy_regex(r"그건|그거|그게|저번|아까|어제[건꺼것거]|\b(?:that|it|last one|the one)\b", re.IGNORECASE)


def _is_denied(told: Happenings, sentence: str, day: NamedDay) -> bool:
    """Whether the one day that is named, and was told of, is now said to have been something else."""
    return _WAS_NOT.search(sentence) is not None and _meant(told, day) in told.days


def _read_period(told: Happenings, sentence: str, days: Sequence[NamedDay], line: TurnLine, today: str) -> bool:
    marks = period_marks(sentence, days)
    if not days and (not marks or LASTED.search(sentence) is not None):
        return False
    for day, mark in marks:
        at = day or today
        if mark == "end":
            told.ends.append(at)
            told.touched.add(line.turn_number)
        elif mark == "spotting":
            told.take_out(at, line)
        else:
            told.add(at, 1, line, today, sentence)
    if len(days) == 1 and not marks and LAST_ONE.search(sentence) is not None:
        told.add(days[0].day, 1, line, today, sentence)
        return True
    if days and not marks:
        told.open_turns[line.turn_number] = line.question
    return True


def _of_whole_turn(reading: _Reading, kinds: Sequence[EventKind], sentences: Sequence[str], line: TurnLine) -> None:
    """A turn of several sentences whose one kind and one day stand apart: "today in the shop ... it was panic"."""
    if len(kinds) != 1 or kinds[0].once or kinds[0] is PERIOD:
        return
    told = reading.of(kinds[0])
    text = " ".join(without_other_things(one, kinds[0].words, reading.finder, _NONE) for one in sentences)
    days = {one.day for one in days_read(text, line.said_at, reading.zone, ahead=False).days}
    aside = line.turn_number in told.touched or line.turn_number in told.open_turns
    if (
        aside
        or len(days) != 1
        or MONTH_ALONE.search(text) is not None
        or _BACKGROUND.search(text) is not None
        or _NONE.search(text) is not None
    ):
        return
    today = local_day(line.said_at, reading.zone)
    if (day := days.pop()) <= today and _HAPPENED.search(text) is not None:
        told.add(day, 1, line, today, text)
        reading.topic = kinds[0]
