"""Several readings of one test on one day, told apart by the circumstances in which each was taken.

"168/92 going in, 131/78 coming out" are two readings; "130, no wait, 140" is one. Two values of one test and day
disagree for the record (DESIGN.md 4), so each reading but the last carries what sets it apart as its qualifier.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import Content, SlotKind
from extraction.reading.asking.asked import sentence_at
from extraction.reading.figures.figures import Figure
from extraction.reading.figures.meal_circumstances import with_own_meals
from extraction.reading.sheet import Sheet
from extraction.rules.measurements import HOME
from extraction.text.lazy_regex import lazy_regex

CONDITIONS: Final = (
    ("lying", r"누워|누운|누울|lying|supine|laid down"),
    ("sitting", r"앉아|앉은|앉을|sitting|seated|sat down"),
    ("standing", r"서서|선 채|일어나서|일어서|standing|stood up|on my feet"),
    ("at rest", r"가만|쉴 ?때|쉬면서|안정 ?시|휴식|at rest|resting"),
    ("on exertion", r"걷|걸으|계단|움직|운동|walk|stairs|exertion|exercis|climb"),
    ("left", r"왼|좌측|\bleft\b|(?<![가-힣a-z\d])(?:좌|좌안|lt?|os)[은는이가]?[\s:]*$|^\s?(?:os|lt)\b"),
    ("right",
     r"오른|우측|\bright (?:arm|ear|eye|side|hand|one)\b|\bright[\s:]*$|^\s?(?:od|rt|right)\b"
     r"|(?<![가-힣a-z\d])(?:우|우안|rt?|od)[은는이가]?[\s:]*$"),
    ("spine", r"요추|허리|척추|spine|lumbar"),
    ("hip", r"대퇴|고관절|엉덩이|\bhips?\b|femur|femoral"),
)  # fmt: skip
"""How, where and on which side something is measured: such readings are not compared with each other."""

TIMES: Final = (
    ("morning", r"아침|오전|새벽|기상|일어나자마자|morning|\bam\b|\ba\.m|woke|waking"),
    ("noon", r"점심|정오|한낮|noon|lunch|midday"),
    ("evening", r"저녁|오후|퇴근|evening|\bpm\b|\bp\.m|dinner|supper|tonight"),
    ("night", r"밤|자기 ?전|취침|잠자리|night|bedtime|in bed"),
    ("before", r"전에|전엔|들어갈 ?때|시작할 ?때|before|going in|at the start"),
    ("after", r"후에|후엔|뒤에|끝나고|나올 ?때|마치고|after|coming out|at the end"),
)  # fmt: skip
"""When on a day: the last reading of the day is the day's, and needs no mark."""

_MARKED: Final = tuple((name, lazy_regex(words)) for name, words in (*CONDITIONS, *TIMES))
_ANY_MARK: Final = lazy_regex("|".join(words for _, words in (*CONDITIONS, *TIMES)))
_LASTING: Final = frozenset(name for name, _ in CONDITIONS)
_REPAIR: Final = lazy_regex(
    r"아니|아뇨|아녜|아참|잘못|정정|실수|\bno\b|\bnope\b|sorry|\bwait\b|i mean|actually|make that|rather|correction"
    r"|scratch|oops"
)
_BREAK: Final = lazy_regex(r"[,.;!?\n](?=\s|$)|그리고|\bthen\b|\band\b")
_TESTS: Final = frozenset({SlotKind.LABS, SlotKind.VITALS})
_LOWER: Final = "diastolic_blood_pressure"
_GLUCOSE: Final = "glucose"
_PRESSURES: Final = frozenset({"systolic_blood_pressure", "diastolic_blood_pressure"})

NTH: Final = "{} of {}"
"""The qualifier of a reading of several that nothing else sets apart."""


def told_apart(sheet: Sheet, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` with a qualifier for each of several readings of one test and day that their words set apart."""
    proposals = with_own_meals(sheet, [_of_its_hour(sheet, one) for one in proposals])
    proposals = [_as_the_best(sheet, one) for one in proposals]
    if HOME.search(sheet.folded) is not None:
        proposals = [_taken_at_home(sheet, one) for one in proposals]
    together: dict[tuple[str, str, str, str], list[int]] = defaultdict(list)
    for index, one in enumerate(proposals):
        content = one.content
        if content is None or one.operation is not Operation.ASSERT or content.slot not in _TESTS:
            continue
        if content.value_stated is not None:
            day = content.valid_from or sheet.day
            together[content.concept.concept_id, content.subject, content.qualifier or "", day].append(index)
    made = list(proposals)
    several = [indexes for indexes in together.values() if len(indexes) > 1]
    said = _by_value(sheet.figures) if several else {}
    for indexes in several:
        for index, qualifier in _qualified(sheet, said, [(index, proposals[index].content) for index in indexes]):
            content = made[index].content
            if content is not None:
                own = f"{content.qualifier} {qualifier}" if content.qualifier in _MEALS else qualifier
                made[index] = made[index].with_fields(content=content.with_fields(qualifier=own))
    return tuple(made)


_MEALS: Final = frozenset({"fasting", "postprandial"})
"""Circumstances that one of several of a day keeps beside what sets it apart: "postprandial noon"."""


def _of_its_hour(sheet: Sheet, proposal: Proposal) -> Proposal:
    """A blood sugar of a tolerance test, by the hour right before its number: "fasting 4.7, one hour 9.2"."""
    content = proposal.content
    if content is None or content.concept.concept_id != _GLUCOSE or content.qualifier not in (None, "fasting"):
        return proposal
    start = sheet.folded.find(proposal.quote.casefold())
    end = start + len(proposal.quote)
    figures = [one for one in sheet.figures if start <= one.start < end] if start >= 0 else []
    value = next((one for one in figures if f"{one.value:g}" == content.value_stated), None)
    told = _HOUR.search(sheet.folded, max(0, value.start - _HOUR_REACH), value.start) if value is not None else None
    if told is None or _EATEN.search(sheet.folded, max(0, told.start() - _HOUR_REACH), told.start()) is not None:
        return proposal
    hours = {"one": "1", "two": "2", "three": "3", "한": "1", "두": "2", "세": "3"}
    return proposal.with_fields(content=content.with_fields(qualifier=f"{hours.get(told['n'], told['n'])}h"))


_HOUR: Final = lazy_regex(
    r"(?<!식후 )(?<!식후)\b(?P<n>one|two|three|[123]|한|두|세)[ -]?(?:hours?|hrs?|h|시간)"
    r"(?: (?:later|post|mark|one|value|was|is))*(?:째|후|뒤|값)?(?:는|은|에)?\s?[:=]?\s?$"
)
"""An hour of a tolerance test; "two hours after eating" is one after a meal."""
_HOUR_REACH: Final = 24
_EATEN: Final = lazy_regex(
    r"(?:먹고|먹은\s?(?:지|후|뒤)|식후|식사\s?(?:후|뒤|하고)|(?:아침|점심|저녁|밥)\s?(?:후|뒤))(?:\s?나서)?(?:에|는|지)?\s?$"
    r"|\bafter (?:eating|food|meals?|breakfast|lunch|dinner|supper|tea)[\s,]*$"
)
"""What was eaten right before the hours: "점심 먹고 한 시간" is after a meal, and no hour of a test."""


def _as_the_best(sheet: Sheet, proposal: Proposal) -> Proposal:
    """A peak flow that is told as the patient's best: what others are held against, and no reading of the day."""
    content = proposal.content
    if content is None or content.concept.concept_id != _PEAK_FLOW or content.value_stated is None:
        return proposal
    at = sheet.folded.find(proposal.quote.casefold())
    end = at + len(proposal.quote)
    own = [one for one in sheet.figures if at <= one.start < end and f"{one.value:g}" == content.value_stated]
    if at < 0 or not own or _BEST.search(sheet.folded, max(0, own[-1].start - _BEST_REACH), own[-1].start) is None:
        return proposal
    return proposal.with_fields(content=content.with_fields(qualifier="best"))


_PEAK_FLOW: Final = "peak_expiratory_flow"
_BEST: Final = lazy_regex(
    r"\bbest(?: (?:ever|peak flow|reading|one|is|was|of|being))*[\s:]*$|(?:최고치|최고\s?기록|베스트)[은는이가]?[\s:]*$"
)
_BEST_REACH: Final = 30


def _taken_at_home(sheet: Sheet, proposal: Proposal) -> Proposal:
    """A pressure whose sentence says that it was taken at home, where other limits hold."""
    content = proposal.content
    if content is None or content.concept.concept_id not in _PRESSURES or content.qualifier is not None:
        return proposal
    at = sheet.folded.find(proposal.quote.casefold())
    if at < 0 or HOME.search(sentence_at(sheet.folded, at)) is None:
        return proposal
    return proposal.with_fields(content=content.with_fields(qualifier="home"))


def _by_value(figures: Sequence[Figure]) -> dict[str, list[Figure]]:
    """The figures in their order by the value as it is stated: a log of a home meter holds hundreds."""
    said: dict[str, list[Figure]] = defaultdict(list)
    for one in figures:
        said[f"{one.value:g}"].append(one)
    return said


def _qualified(
    sheet: Sheet, said: Mapping[str, Sequence[Figure]], told: Sequence[tuple[int, Content | None]]
) -> list[tuple[int, str]]:
    """Which of the readings, by index, are set apart, and by what."""
    placed: list[tuple[Figure, int]] = []
    used: set[int] = set()
    for index, content in told:
        if content is None or content.value_stated is None:
            continue
        wanted = "diastolic" if content.concept.concept_id == _LOWER else None
        alike = said.get(content.value_stated, ())
        figure = next((one for one in alike if id(one) not in used and wanted in (None, one.kind)), None)
        if figure is not None:
            used.add(id(figure))
            placed.append((figure, index))
    placed.sort(key=lambda one: one[0].start)
    if len(placed) < 2 or len({figure.value for figure, _ in placed}) < 2 or _is_repaired(sheet, placed):
        return []
    names = _circumstances(sheet, [figure for figure, _ in placed])
    times = Counter(names)
    found: list[tuple[int, str]] = []
    newest = _newest(names)
    for nth, ((_, index), name) in enumerate(zip(placed, names, strict=True)):
        last = nth == newest
        if name is None or times[name] > 1:
            name = None if last else NTH.format(nth + 1, len(placed))
        if name is not None and (not last or name in _LASTING):
            found.append((index, name))
    return found


def _newest(names: Sequence[str | None]) -> int:
    """Which of the readings of a day is its last: by the times that all of them name, else the one told last."""
    hours = [_ORDER.get(name or "") for name in names]
    known = [one for one in hours if one is not None]
    return hours.index(max(known)) if len(set(known)) == len(names) else len(names) - 1


_ORDER: Final = {"morning": 0, "noon": 1, "evening": 2, "night": 3}


def _is_repaired(sheet: Sheet, placed: Sequence[tuple[Figure, int]]) -> bool:
    """Whether the speaker takes one value back for the next."""
    return any(_REPAIR.search(sheet.folded, first.end, second.start) for (first, _), (second, _) in pairwise(placed))


def _circumstances(sheet: Sheet, placed: Sequence[Figure]) -> list[str | None]:
    """What the words before each figure say of it, else those behind it, up to the next one."""
    starts = [one.start for one in placed]
    ends = sorted(one.end for one in placed)
    found: list[str | None] = []
    follow = False
    for figure in placed:
        ended, begins = bisect_right(ends, figure.start), bisect_left(starts, figure.end)
        before = ends[ended - 1] if ended else 0
        behind = starts[begins] if begins < len(starts) else len(sheet.folded)
        words = sheet.folded[before : figure.start]
        if before and (cut := _BREAK.search(words)) is not None:
            words = words[cut.end() :]
        stop = _BREAK.search(sheet.folded, figure.end, behind)
        name = _named(words)
        if name is None or follow:
            # Whoever says the first one's circumstance behind it keeps to that: "21 OD 19 OS".
            later = _named(sheet.folded[figure.end : stop.start() if stop else behind])
            follow = follow or (not found and later is not None)
            name = later or name
        found.append(name)
    return found


def _named(words: str) -> str | None:
    if _ANY_MARK.search(words) is None:
        return None
    return next((name for name, pattern in _MARKED if pattern.search(words)), None)
