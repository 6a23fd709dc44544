"""How much of a habit: "하루 한 갑 반", "스무 개비", "half a pack a day", "two glasses of wine on weekends".

What is counted tells which habit it is: packs and cigarettes are smoked, of cups and bottles the word for the drink
tells. An amount that is told for now also tells that the habit goes on.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from domain.proposals import Proposal
from domain.values import Content, Polarity, SlotKind
from extraction.reading.asking.asked import asked
from extraction.reading.items import Item
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Read
from extraction.rules.habits import TAKEN_UP_AGAIN
from extraction.text.lazy_regex import lazy_regex
from extraction.values.spoken_numbers import find_numbers

_SMOKED: Final = (
    ("{pack}", lazy_regex(r"\s?(?:갑(?![상작자])|packs?\b)")),
    ("{cigarette}", lazy_regex(
        r"\s?(?:개비|개피|까치|가치|cigarettes?\b|cigs?\b|smokes\b|fags\b|roll-?ups?\b|rollies\b)"
    )),
)  # fmt: skip
_DRUNK: Final = (("{drink}", lazy_regex(
    r"\s?(?:(?:standard|small|large|big|strong|black|stiff|half) )?(?:잔|병(?!원)|캔|컵|사발|drinks?\b|stubb(?:y|ies)\b"
    r"|tinn(?:y|ies)\b|schooners?\b|drams?\b|glass(?:es)?\b|pints?\b|bottles?\b|cans?\b|cups?\b|mugs?\b|shots?\b"
    r"|beers?\b|wines?\b|whisk(?:e?y|ies)\b|coffees?\b|lattes?\b|espressos?\b|teas?\b|봉지?(?=\s|에|씩|을|이|정도|$))"
)),)  # fmt: skip
_MOVED: Final = (
    ("{step}", lazy_regex(r"\s?(?:걸음|보(?![다고통건험])|steps?\b)")),
    ("min", lazy_regex(
        r"\s?(?:분(?![기의들만쯤]?\s?(?:전|뒤|후|거리))|-?\s?min(?:ute)?s?\b)(?!\s(?:ago|before|after|away))"
    )),
    ("km", lazy_regex(r"\s?(?:km\b|k\b|킬로(?!그램)|키로(?!그램)|kilomet(?:re|er)s?\b)")),
    ("[mi_i]", lazy_regex(r"\s?miles?\b")),
    ("h", lazy_regex(r"\s?(?:시간(?!\s?(?:전|뒤|후|마다))|hours?\b|hrs?\b)(?!\s(?:ago|before|after|away))")),
)  # fmt: skip
FORMER: Final = "former"
"""The value of a habit given up of which no amount is told; that it is over stands in its time, too."""
_COUNTERS: Final = {"smoking": _SMOKED, "alcohol": _DRUNK, "caffeine": _DRUNK, "exercise": _MOVED}
_HALF_BEHIND: Final = lazy_regex(r"\s?반(?=\s|$|[.,!?~]|정도|씩|쯤|이|은|을|만|피|펴)|\s?and a half\b")
_HALF_AHEAD: Final = lazy_regex(r"(?:(?<![가-힣])반\s?|\bhalf (?:a |an )?)$")
_ONE_AHEAD: Final = lazy_regex(r"\ban?\s?$")
_HELD: Final = lazy_regex(r"pack|bottle|glass|pint|can\b|cup|mug|shot|hour|mile")
"""What one of is told with an article: a pack, an hour; "a drink" counts nothing."""
_SENTENCE: Final = lazy_regex(r"[.!?\n]+(?=\s|$)")
_PERIODS: Final = (
    ("QD", lazy_regex(
        r"하루|매일|날마다|\ba day\b|\bdaily\b|\bper day\b|\bevery (?:day|night)\b|\beach day\b|\ba ni(?:ght|te)\b"
        r"|/\s?d(?:ay)?\b"
    )),
    ("weekly", lazy_regex(
        r"일주일|한\s?주|주에|매주|\ba week\b|\bper week\b|\bweekly\b|\bevery week\b|\bweekends?\b|주말"
        r"|\b(?:a|per|each) wk\b|/\s?w(?:ee)?k\b"
    )),
    ("monthly", lazy_regex(r"한\s?달|매달|\ba month\b|\bmonthly\b")),
)  # fmt: skip
_OVER: Final = lazy_regex(
    r"끊|금연|금주|그만|접었|(?:피|마시|먹)[던었]|[폈피]었|마셨|예전|전에는|전엔|그때|옛날|젊[을었]|였[다어는지]|았었|었었"
    r"|안\s?(?:펴|피|마)"
    r"|\b(?:quit|stopped|gave up|given up|used to|was|were|ex-?smoker|former|back then|when i was|until|no longer"
    r"|any ?more|smoked|drank|haven't|not)\b"
)
_CHANGED: Final = lazy_regex(r"(?:에서|from\b|아니라|아니고|아님|말고|^[을를서])[^.!?\n]*$")
"""What stands between an earlier or a mistaken amount and the one that took its place."""
_BEFORE_THAT: Final = lazy_regex(r"\s?(?:그\s?전|전에|예전|before that|i used to|used to)")
_UNTOLD: Final = frozenset({
    None, "current", "daily", "QD", "weekly", "monthly", "1/month", *(f"{times}/week" for times in range(1, 8)),
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Amount:
    """So much of a habit: a number of ``unit`` (UCUM annotation), how often where it is said, and where it stands."""

    value: float
    unit: str
    frequency: str | None
    start: int
    end: int
    moved: bool = False
    """Whether an earlier amount went over into this one: "반 갑에서 한 갑으로"."""


def amount_of(sheet: Sheet, concept_id: str, start: int, end: int) -> Amount | None:
    """What the sentence around [start, end) tells of the habit named there; None where it tells no amount."""
    counters = _COUNTERS.get(concept_id)
    if counters is None:
        return None
    ends = [match.start() for match in _SENTENCE.finditer(sheet.folded)]
    at = bisect_right(ends, start)
    first, last = (ends[at - 1] + 1 if at else 0), (ends[at] if at < len(ends) else len(sheet.folded))
    others = [
        one.start
        for one in sheet.mentions
        if one.entry.kind == "social" and one.entry.concept_id != concept_id and first <= one.start < last
    ]
    if counters is not _SMOKED:
        # Cups are told of either drink: those up to the next habit are this one's.
        last = min((one for one in others if one >= end), default=last)
        first = max((one for one in others if one < start), default=first)
    found = _amounts(sheet.folded, first, last, counters)
    if not found and concept_id in ("smoking", "alcohol"):
        found = _bare(sheet.folded, first, last, counters)
    if not found:
        return None
    behind = [one for one in found if one.start >= start]
    chosen = (behind or found)[0]
    moved = [one for one in found if one.start > chosen.start and _CHANGED.search(sheet.folded[chosen.end : one.start])]
    often = _frequency(sheet.folded[first:last])
    return replace(moved[0] if moved else chosen, frequency=often, moved=bool(moved))


_EACH_TIME: Final = lazy_regex(
    r"\s?(?:or so\s|at most\s|max\s|tops\s|odd\s)?(?:/\s?|a |an |per |each |every )(?:day|nite|night|evening|wk|week"
    r"|month|d\b|w\b)"
)
_PIECES_KO: Final = lazy_regex(r"\s?개(?![월년비피])")
"""Korean for pieces: what is smoked may be counted so."""


def _bare(text: str, first: int, last: int, counters: Sequence[tuple[str, re.Pattern[str]]]) -> list[Amount]:
    """Amounts without a word for what is counted, right before how often: "10 a day", "14 a wk", "하루 열 개"."""
    unit = counters[-1][0]
    return [
        Amount(float(one.value), unit, None, one.start, one.end)
        for one in find_numbers(text, first, last, lenient=True)
        if one.high is None
        and 0 < one.value <= _MOST
        and (_EACH_TIME.match(text, one.end) or (counters is _SMOKED and _PIECES_KO.match(text, one.end)))
    ]


def _amounts(text: str, first: int, last: int, counters: Sequence[tuple[str, re.Pattern[str]]]) -> list[Amount]:
    found: list[Amount] = []
    most = _MOST_MOVED if counters is _MOVED else _MOST
    for number in find_numbers(text, first, last, lenient=True):
        for unit, pattern in counters:
            counted = pattern.match(text, number.end)
            if counted is not None and number.high is None and _LEAST.get(unit, 0) < number.value <= most:
                half = _HALF_BEHIND.match(text, counted.end())
                value = float(number.value) + (0.5 if half is not None else 0.0)
                found.append(Amount(value, unit, None, number.start, (half or counted).end()))
                break
    taken = {one.end for one in found}
    for unit, pattern in counters:
        for counted in pattern.finditer(text, first, last):
            half = _HALF_AHEAD.search(text, first, counted.start())
            one = _ONE_AHEAD.search(text, first, counted.start()) if _HELD.search(counted[0]) else None
            ahead = half or one
            if ahead is not None and counted.end() not in taken:
                found.append(Amount(0.5 if half else 1.0, unit, None, ahead.start(), counted.end()))
    return sorted(found, key=lambda one: one.start)


_MOST: Final = 100
"""More cigarettes or cups are no amount of one time."""
_LEAST: Final = {"{step}": 100}
"""Who can do four steps does not walk them every day."""
_MOST_MOVED: Final = 50_000
"""Nobody walks more steps a day."""


def _frequency(words: str) -> str | None:
    return next((code for code, pattern in _PERIODS if pattern.search(words)), None)


def with_habits_going_on(reads: Sequence[Read], sheet: Sheet) -> list[Read]:
    """``reads`` where a habit whose amount is told for now is one that goes on, whatever was heard of its end."""
    return [replace(read, state="current", change="assert") if _goes_on(read, sheet) else read for read in reads]


def is_told_by_amount(item: Item, sheet: Sheet) -> bool:
    """Whether a habit that is named is told by how much and how often, of nobody else and in no question."""
    if item.kind != "social" or not item.named or item.unlisted or item.concept_id is None or "?" in sheet.folded:
        return False
    if any(one.entry.kind == "relatives" for one in sheet.mentions) or next(iter(asked(sheet.folded)), None):
        return False
    amount = amount_of(sheet, item.concept_id, item.start, item.end)
    return amount is not None and amount.frequency is not None


def _goes_on(read: Read, sheet: Sheet) -> bool:
    item = read.item
    ended = read.role == "social_history" and (read.state == "ended" or read.change == "stop") and item.named
    if not ended or item.concept_id is None or amount_of(sheet, item.concept_id, item.start, item.end) is None:
        return False
    ends = [match.start() for match in _SENTENCE.finditer(sheet.folded)]
    at = bisect_right(ends, item.start)
    sentence = sheet.folded[ends[at - 1] if at else 0 : ends[at] if at < len(ends) else len(sheet.folded)]
    return _OVER.search(sentence) is None or TAKEN_UP_AGAIN.search(sentence) is not None


def with_amount(proposal: Proposal, read: Read, sheet: Sheet) -> Proposal:
    """A habit's proposal with the amount that its sentence tells, where it has none."""
    content, item = proposal.content, read.item
    if content is None or not item.named or not _is_told(content):
        return proposal
    amount = amount_of(sheet, content.concept.concept_id, item.start, item.end)
    if amount is None and content.value == FORMER:
        amount = _told_after(sheet, content.concept.concept_id, item.end)
    if amount is None:
        return proposal
    if isinstance(content.value, float) and not amount.moved:
        often = content.frequency or amount.frequency
        return proposal.with_fields(content=content.with_fields(frequency=often))
    often = content.frequency or amount.frequency
    quote, start, end = sheet.quote(min(item.start, amount.start), max(item.end, amount.end))
    filled = content.with_fields(value=amount.value, unit=amount.unit, frequency=often)
    return proposal.with_fields(content=filled, quote=quote, start=start, end=end)


def _told_after(sheet: Sheet, concept_id: str, end: int) -> Amount | None:
    """What the sentence behind that of a habit given up tells of the time before: "... 그 전엔 하루 두 갑"."""
    counters, close = _COUNTERS.get(concept_id), _SENTENCE.search(sheet.folded, end)
    if counters is None or close is None or _BEFORE_THAT.match(sheet.folded, close.end()) is None:
        return None
    following = _SENTENCE.search(sheet.folded, close.end())
    last = following.start() if following is not None else len(sheet.folded)
    found = _amounts(sheet.folded, close.end(), last, counters)
    return replace(found[0], frequency=_frequency(sheet.folded[close.end() : last])) if found else None


def _is_told(content: Content) -> bool:
    """Whether a habit is or was there, told without an amount or with one."""
    own = content.slot is SlotKind.SOCIAL_HISTORY and content.polarity is Polarity.AFFIRMED
    return own and (isinstance(content.value, float) or content.value in _UNTOLD or content.value == FORMER)


def is_of_another_drink(proposal: Proposal, sheet: Sheet) -> bool:
    """Whether the rules heard alcohol where only coffee or tea is drunk: "I drink 3 coffees a day"."""
    content = proposal.content
    alcohol = (
        content is not None and content.slot is SlotKind.SOCIAL_HISTORY and content.concept.concept_id == "alcohol"
    )
    named = {one.entry.concept_id for one in sheet.mentions if one.entry.kind == "social"}
    return alcohol and "caffeine" in named and "alcohol" not in named
