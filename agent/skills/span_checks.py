"""Since when something of the record has been so, as a sentence tells it: a day, or how long by now.

What is told is worked out against the day on which the record has it begin. Where the record has none, a span is
invented, unless the material tells it of the same thing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time
from typing import Final

from agent.skills.claims import Claim
from agent.skills.clauses import claimed
from agent.skills.held_record import HeldFact, HeldRecord
from agent.skills.number_checks import Names
from agent.skills.whose_checks import Problem
from domain.values import SlotKind
from extraction.naming.mentions import Entry
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dates import DateMention, find_dates

_KINDS: Final = ("conditions", "symptoms", "medications", "drug_classes", "procedures")
_SLOTS: Final = (SlotKind.CONDITIONS, SlotKind.SYMPTOMS, SlotKind.MEDICATIONS, SlotKind.PROCEDURES)
_LENGTH: Final = lazy_regex(
    r"\b(?:days?|nights?|weeks?|fortnight|months?|years?|decades?)\b|일|주|달|개월|년|해|보름|열흘|사흘|나흘"
    r"|이틀|하루",
    re.IGNORECASE,
)
"""A unit of a span: what is told as one is told by how long ago it began."""
_COUNTED: Final = lazy_regex(r"\bfor\b|\bago\b|\bover\b|째|동안|전|넘|되|됐|된|\bhalf\b", re.IGNORECASE)
_GOING_ON: Final = lazy_regex(
    r"째|[가이]?\s?넘[었게는은]|되[었셨]|됐|동안[^.]{0,14}(?:[았었였]|오[고셨]|왔|고\s?(?:있|계))|째다|째입"
    r"|전부터|부터|전에\s?(?:시작|생)"
    r"|\b(?:have|has|had|been|['’]ve|since|began|begun|started|going on|ago|by now|lasted)\b",
    re.IGNORECASE,
)
"""That something lasts, or began: "for two weeks" alone may be how long to do something."""
_MORE: Final = lazy_regex(r"넘|이상|\b(?:more than|over|well over|at least)\b", re.IGNORECASE)
_ENDED: Final = lazy_regex(
    r"끊|중단|그만|나[았으]|없[었는이은]|쉬[었신]|\b(?:stopped|ended|without|off|free|no longer|not|never|gone"
    r"|since you (?:stopped|quit))\b"
    r"|n['’]t\b",
    re.IGNORECASE,
)
"""What makes the span that of an end, or of an absence."""
_DAY: Final = {"day": 1.0, "week": 7.0, "month": 30.44, "year": 365.25}
_SHARE: Final = 0.25
"""How far a span may be from the exact one, by its length: "three months" of eleven weeks."""
_ROUNDED: Final = 0.6
"""The same by its unit."""


@dataclass(frozen=True, slots=True)
class Grounds:
    """What a sentence's spans and causes may rest on beside the facts: the material, and the day it is said (ISO)."""

    texts: tuple[str, ...] = ()
    names: Names = lambda text: ()
    today: str = ""
    years: float | None = None
    """The patient's age, where it is known."""
    sex: str | None = None

    def lines(self) -> Iterator[str]:
        """The lines of the material: what belongs together is told in one."""
        return (line for text in self.texts for line in text.splitlines())

    def lines_of(self, concept_ids: Collection[str]) -> Iterator[str]:
        """The lines that name one of these."""
        return (line for line in self.lines() if any(one.entry.concept_id in concept_ids for one in self.names(line)))

    def together(self, *tells: Callable[[str], bool]) -> bool:
        """Whether one sentence of the material tells all of these."""
        return any(
            all(tell(one) for tell in tells) for text in self.texts for one in _SENTENCE.split(text) if one.strip()
        )

    def tells_of(self, entry: Entry) -> bool:
        """Whether the material names this, one kind of it, or what it is a kind of."""
        wanted = {entry.concept_id, *entry.broader}
        return any(
            one.entry.concept_id in wanted or entry.concept_id in one.entry.broader or set(one.entry.broader) & wanted
            for text in self.texts
            for one in self.names(text)
        )

    def words(self, named: str) -> bool:
        """Whether the material has a longer word of this name, which no table may know there."""
        words = {one[0].casefold()[:_STEM] for one in _LONGER.finditer(named)}
        own = [line.casefold() for line in self.lines() if not _OF_OTHERS.match(line)]
        return any(word in line for word in words for line in own)

    def tested(self, entry: Entry) -> bool:
        """Whether a line of a test names this: an examination is told as one too."""
        lines = (line for line in self.lines() if _TEST.match(line))
        return any(one.entry.concept_id == entry.concept_id for line in lines for one in self.names(line))

    def dates(self, text: str) -> tuple[DateMention, ...]:
        """The dates and spans of a text, as said on that day."""
        # The honorific of "it has been three years" is as long as the plain form.
        return find_dates(
            text.replace("되셨", "되었"), datetime.combine(date.fromisoformat(self.today), time(12), UTC), "UTC"
        )


_OF_OTHERS: Final = lazy_regex(r"^[^:]*\((?!stopped|planned|on hold|중단|예정|보류)[^)]*\)\s?:")
"""A line that is told of somebody else."""
_LONGER: Final = lazy_regex(r"[A-Za-z]{5,}")
_STEM: Final = 5
_TEST: Final = lazy_regex(r"\s*(?:test|검사)\b", re.IGNORECASE)
MOVED: Final = lazy_regex(
    r"\b(?:less|more|fewer|better|worse|improv\w*|eas\w+|rarer)\b|나아|심해|줄[었어]|늘[었어]", re.IGNORECASE
)
"""That a complaint changed since a day, on which it did not begin."""
_WHOLE: Final = len("2026-06-02")
_SENTENCE: Final = lazy_regex(r"(?<=[.!?。])\s+|\n+|;\s")
NO_GROUNDS: Final = Grounds()
"""Of an answer without material."""


def of_spans(sentence: str, heard: Sequence[Claim], record: HeldRecord, grounds: Grounds) -> Problem | None:
    """What is wrong with since when, or how long, a sentence says that something on record has been so."""
    if not grounds.today:
        return None
    if (wrong := _of_ends(sentence, heard, record, grounds)) is not None:
        return wrong
    told = [
        one
        for one in heard
        if one.entry.kind in _KINDS and not one.open and not one.ordered and one.state in ("current", "ended")
        and one.role not in ("asked", "untouched", "family_history") and not one.another
    ]  # fmt: skip
    held = {one.entry.concept_id: _standing(record, one) for one in told}
    if (
        not told
        or not any(held.values())
        or len({one.entry.concept_id for one in heard if _lasts(one) and not one.ordered}) > 1
    ):
        # Of two things that last the span may be the other's.
        return None
    spoken = claimed(sentence)
    facts = [fact for facts in held.values() for fact in facts]
    one = next(one for one in told if held[one.entry.concept_id])
    days = {one for fact in record.facts for one in (fact.since, fact.until) if len(one) == _WHOLE}
    days |= {day for readings in record.readings.values() for day, _ in readings if len(day) == _WHOLE}
    beginnings = [mention for mention in grounds.dates(spoken) if _tells_beginning(mention, spoken)]
    # "By the visit in July it had lasted two weeks": a span may end on any day on record.
    if any(_agrees(mention, facts, grounds.today, day) for mention in beginnings for day in (grounds.today, *days)):
        # Of several days the others are those of what else the sentence tells.
        return None
    for mention in beginnings:
        if not _is_told(one, mention, grounds):
            since = next((fact.since for fact in facts if fact.since), "")
            known = f"it began on {since}" if since else "the record does not say since when"
            return "value_of_another_day", f"{known}: {one.entry.name}"
    return None


def of_relative_day(sentence: str, record: HeldRecord, grounds: Grounds) -> Problem | None:
    """A value that is told of last week, or of yesterday, and was read on another day than the one read then."""
    if not grounds.today:
        return None
    days = [one for one in grounds.dates(sentence) if _RECKONED.search(one.words)]
    values = {float(one[0]) for one in _READ.finditer(sentence)}
    if len(days) != 1 or len(values) != 1:
        return None
    value, then = values.pop(), days[0].value
    for readings in record.readings.values():
        of_value = [day for day, read in readings if read == value]
        of_day = [read for day, read in readings if _overlap(then, day) and len(day) >= len(then)]
        if of_value and of_day and value not in of_day:
            return "value_of_another_day", f"another value was read then: {value:g}"
    return None


_RECKONED: Final = lazy_regex(
    r"\b(?:last|yesterday|today|this (?:morning|week|month))\b|어제|오늘|지난|이번", re.IGNORECASE
)
_READ: Final = lazy_regex(r"(?<![\d.])\d+(?:\.\d+)?(?!\d|\.\d|\s?(?:mg|mcg|g|ml|units?|월|일|년|주)(?![A-Za-z]))")


def _of_ends(sentence: str, heard: Sequence[Claim], record: HeldRecord, grounds: Grounds) -> Problem | None:
    """What is wrong with how long ago a sentence says that something on record came to its end."""
    lasting = [one for one in heard if one.entry.kind in (*_KINDS, "social") and not one.open]
    for one in lasting:
        facts = [fact for fact in record.about(one.entry, *_SLOTS, SlotKind.SOCIAL_HISTORY) if fact.until]
        if not facts or any(fact.stands != "ended" for fact in facts):
            continue
        ends = [replace(fact, since=fact.until) for fact in facts]
        for mention in grounds.dates(claimed(sentence)):
            spoken = _LENGTH.search(mention.words) is not None and _COUNTED.search(mention.words) is not None
            if not spoken or not _STOPPING.search(sentence) or _LATER.match(sentence[mention.end :]):
                continue
            if not _agrees(mention, ends, grounds.today, grounds.today) and not _is_told(one, mention, grounds):
                return "value_of_another_day", f"it ended on {facts[0].until}: {one.entry.name}"
    return None


_STOPPING: Final = lazy_regex(
    r"끊|중단|그만|\b(?:stopp\w*|ended|came off|been off|quit|gave up|given up|discontinued|free of)\b", re.IGNORECASE
)


def _is_told(one: Claim, mention: DateMention, grounds: Grounds) -> bool:
    """Whether a sentence of the material tells the same day, or span, of the same thing; since an age is as long."""

    def names(text: str) -> bool:
        return any(
            each.entry.concept_id == one.entry.concept_id or one.entry.concept_id in each.entry.broader
            for each in grounds.names(text)
        )

    def since_age(text: str) -> bool:
        begun = [float(found["en"] or found["ko"]) for found in _SINCE_AGE.finditer(text)]
        lasted = float(grounds.today[:4]) - float(mention.value[:4])
        return grounds.years is not None and any(abs(grounds.years - each - lasted) <= 1 for each in begun)

    if _sums_up(one, mention, grounds):
        return True
    return grounds.together(
        names, lambda text: any(each.value == mention.value for each in grounds.dates(text)) or since_age(text)
    )


_WEEKS: Final = lazy_regex(r"(\d+)\s?(?:주|weeks?\b)", re.IGNORECASE)


def _sums_up(one: Claim, mention: DateMention, grounds: Grounds) -> bool:
    """Whether a span is what several of the same thing's line come to: two weeks of one dose and six of another."""
    told = _WEEKS.search(mention.words)
    lines = grounds.lines_of({one.entry.concept_id})
    return told is not None and any(sum(map(int, _WEEKS.findall(line))) == int(told[1]) for line in lines)


_SINCE_AGE: Final = lazy_regex(
    r"\b(?:since|at|from) (?:the )?age (?:of )?(?P<en>\d{1,2})\b|(?P<ko>\d{1,2})\s?[세살]", re.IGNORECASE
)
"""The age at which something began."""


def _standing(record: HeldRecord, one: Claim) -> list[HeldFact]:
    return [fact for fact in record.about(one.entry, *_SLOTS) if fact.stands == "current"]


def _lasts(one: Claim) -> bool:
    return one.entry.kind in (*_KINDS, "labs", "vitals") and one.role != "old"


def _tells_beginning(mention: DateMention, sentence: str) -> bool:
    """Whether a date of a sentence tells since when, or how long, something has been so."""
    counted = _LENGTH.search(mention.words) is not None and _COUNTED.search(mention.words) is not None
    around = f"{sentence[max(0, mention.start - 30) : mention.start]} {sentence[mention.start : mention.end + 16]}"
    if _ENDED.search(sentence) or (not counted and MOVED.search(sentence)) or _is_reference(mention, sentence):
        return False
    if counted:
        return (mention.kind == "since" or _BEGAN.search(around) is not None) and _GOING_ON.search(around) is not None
    return mention.kind == "since" or _BEGAN.search(around) is not None


_BESIDE_KO: Final = lazy_regex(r"^\S{0,3}\s?(?:(?!부터)\S+\s){0,4}?(?:뒤|후|다음|이후|지나|직전|전[에인이])")
_BESIDE_EN: Final = lazy_regex(r"\b(?:after|before|following|by|until)\s(?:\w+\s){0,5}$", re.IGNORECASE)
_REACH: Final = 24
"""Characters behind a date in which a Korean word tells that something came after it, or before."""


def _is_reference(mention: DateMention, sentence: str) -> bool:
    """Whether something only came after a date, or before it: "6월 30일 검사 이틀 뒤에", "two days after the visit"."""
    counted = _LENGTH.search(mention.words) is not None and _COUNTED.search(mention.words) is not None
    behind = sentence[mention.end : mention.end + _REACH]
    if _UP_TO.search(f"{mention.words[-2:]}{behind}") is not None:
        return True
    if counted or _LENGTH.search(mention.words) is not None:
        if _LATER.search(mention.words) or _LATER.match(behind):
            return True
    return not counted and (
        _BESIDE_KO.search(behind) is not None or _BESIDE_EN.search(sentence[: mention.start]) is not None
    )


_UP_TO: Final = lazy_regex(
    r"^\S{0,2}부터\s(?:\S+\s)?\S+까지|^.{0,2}\s(?:to|until|and)\s(?:\w+)\b(?=.*\b(?:total|altogether)\b)|^.{0,2}\sto\s(?i:january|february|march|april|may|june|july|august|september|october|november|december)\b"
)
"""A window of time, whose first day is no beginning of what was counted in it."""
_LATER: Final = lazy_regex(r"\s?(?:뒤|후|만에|later\b|after\b)", re.IGNORECASE)
"""A span that is reckoned from something else than today."""
_BEGAN: Final = lazy_regex(
    r"시작|생[긴겼]|진단|발병|\b(?:began|begun|started|starting|came on|diagnos\w*|first (?:noticed|appeared|had))\b",
    re.IGNORECASE,
)


def _agrees(mention: DateMention, facts: Sequence[HeldFact], today: str, until: str) -> bool:
    days = [fact.since for fact in facts if fact.since]
    if _LENGTH.search(mention.words) is None or _COUNTED.search(mention.words) is None:
        return any(_overlap(mention.value, one) for one in days)
    later = date.fromisoformat(today).toordinal() - date.fromisoformat(until).toordinal()
    more = _MORE.search(mention.words) is not None
    return any(
        (known + later <= late - more * (late - early) * _BEYOND) if more else (early <= known + later <= late)
        for one in days
        for early, late in (_bounds(mention, today),)
        for known in _ordinals(one)
    )


_BEYOND: Final = 0.4
"""What of the leeway is not given to a span that is told to be exceeded."""


def _bounds(mention: DateMention, today: str) -> tuple[int, int]:
    """The first and the last day on which what has lasted so long may have begun."""
    unit = _DAY[mention.precision]
    begun = sum(_ordinals(mention.value)) / 2 if mention.precision != "day" else _ordinals(mention.value)[0]
    now = date.fromisoformat(today).toordinal()
    if mention.precision in ("month", "year"):
        # "For two months" is two whole units before today, and its value the month or the year in which that lies.
        begun = now - round((now - begun) / unit) * unit
    slack = max(_ROUNDED * unit, _SHARE * (now - begun))
    return int(begun - slack), int(begun + slack)


def _ordinals(partial: str) -> tuple[int, int]:
    """The first and the last day of a partial date."""
    parts = [int(one) for one in partial.split("-")]
    first = date(parts[0], parts[1] if len(parts) > 1 else 1, parts[2] if len(parts) > 2 else 1)
    last = first if len(parts) > 2 else date(parts[0], parts[1] if len(parts) > 1 else 12, 28)
    return first.toordinal(), last.toordinal()


def _overlap(told: str, known: str) -> bool:
    length = min(len(told), len(known))
    return told[:length] == known[:length]
