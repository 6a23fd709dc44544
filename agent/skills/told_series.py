"""How what is counted or taken went, where one line of the material tells it twice: how often a medicine was used in
two months, how often something happened, a dose now and the one before.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from agent.skills.claims import Claim
from agent.skills.clauses import clauses_of
from agent.skills.course_checks import shares_told
from agent.skills.reckoned_numbers import BEFORE, amounts_of
from agent.skills.span_checks import Grounds
from agent.skills.trend_checks import fell, rose
from agent.skills.whose_checks import Problem
from extraction.text.lazy_regex import lazy_regex
from extraction.values.small_counts import ENGLISH_COUNT, KOREAN_COUNT_ALONE, read_count

_COUNTED: Final = lazy_regex(
    rf"(?P<day>\d{{4}}-\d{{2}})(?:에|에는|부터)?\s?(?P<ko>\d+|{KOREAN_COUNT_ALONE})\s?(?:번|회|차례)"
    rf"|(?P<en>{ENGLISH_COUNT})\s(?:times\s)?(?:in|from|since|during)\s(?P<since>\d{{4}}-\d{{2}})",
    re.IGNORECASE,
)
"""A count with the month in which it was made, or from which on."""
_WEEKLY: Final = lazy_regex(
    rf"(?P<week>지지난\s?[주달]|(?<!지)지난\s?[주달]|이번\s?[주달])에?는?\s?(?P<ko>\d+|{KOREAN_COUNT_ALONE})\s?(?:번|회|차례)"
)
_WEEK_ORDER: Final = {"지지난주": 0, "지지난달": 0, "지난주": 1, "지난달": 1, "이번주": 2, "이번달": 2}
_OF_DOSE: Final = lazy_regex(r"용량|\bdos(?:e|es|age)\b", re.IGNORECASE)
_OF_USE: Final = lazy_regex(
    r"사용|횟수|빈도|쓰[는신시]|자주|\b(?:us(?:e|es|ed|ing)|often|frequen\w*|number of|fewer|more|less)\b",
    re.IGNORECASE,
)
_NOT: Final = lazy_regex(
    r"않|아니|없|\b(?:not|never|no|if|whether|(?-i:may)|might|could|would)\b|n['’]t\b|[을ㄹ]까", re.IGNORECASE
)
_NEAR: Final = 0.12
"""How far a part that is told in words may be from the exact one."""
_TAKEN: Final = frozenset({"medications", "drug_classes"})
_COURSES: Final = frozenset({*_TAKEN, "symptoms", "conditions"})


def of_series(sentence: str, heard: Sequence[Claim], grounds: Grounds) -> Problem | None:
    """What is wrong with how a sentence says that a count or a dose went."""
    # What the sentence leaves open says nothing of how it went.
    sentence = "".join(one.text for one in clauses_of(sentence) if not one.open)
    if _NOT.search(sentence):
        return None
    if (changed := _of_change(sentence, heard, grounds)) is not None:
        return changed
    up, down = rose(sentence), fell(sentence)
    named = {one.entry.concept_id: one for one in heard if one.entry.kind in _COURSES}
    tested = any(one.entry.kind in ("labs", "vitals") for one in heard)
    for ids, counts in _counts(grounds):
        if _OF_DOSE.search(sentence):
            break
        about = set(named) == ids & set(named) != set()
        if about and not tested:
            for part, over in shares_told(sentence):
                ratio = counts[-1] / counts[-2] if counts[-2] else 0.0
                right = ratio > part if over else _apart(ratio, part) <= _NEAR * max(part, 0.5)
                if not right and _OF_USE.search(sentence):
                    return "wrong_direction", f"it was told {counts[-2]:g} times and then {counts[-1]:g} times"
        if about and not tested and up != down and (_OF_USE.search(sentence) or not _TAKEN & _kinds(named.values())):
            if (up and counts[-1] <= counts[-2]) or (down and counts[-1] >= counts[-2]):
                return "wrong_direction", f"it was told {counts[-2]:g} times and then {counts[-1]:g} times"
    medicines = {key for key, one in named.items() if one.entry.kind in _TAKEN}
    told = {value for value, _ in amounts_of(sentence)} | _bare(sentence)
    moved_up, moved_down = _RAISED.search(sentence) is not None, _LOWERED.search(sentence) is not None
    alone = len(medicines) == 1 and moved_up != moved_down
    for ids, before, after in _doses(grounds):
        both = {before, after} <= told
        if medicines and medicines <= ids:
            went = [(float(one["a"] or one["c"]), float(one["b"] or one["d"])) for one in _FROM_TO.finditer(sentence)]
            if (after, before) in went or (
                alone and ((moved_up and after < before) or (moved_down and after > before))
            ):
                return "wrong_direction", f"its dose went from {before:g} to {after:g}"
        if not both and not (medicines and medicines <= ids and _OF_DOSE.search(sentence)):
            continue
        if up != down and not tested and ((up and after <= before) or (down and after >= before)):
            return "wrong_direction", f"its dose went from {before:g} to {after:g}"
        for part, over in shares_told(sentence):
            ratio = after / before
            right = ratio > part if over else _apart(ratio, part) <= _NEAR * max(part, 0.5)
            if not right and (both or _OF_DOSE.search(sentence)):
                return "wrong_direction", f"its dose went from {before:g} to {after:g}"
    return None


_FROM_TO: Final = lazy_regex(
    r"(?<![\d.])(?P<a>\d+(?:\.\d+)?)\s?(?:[a-zA-Z]+|단위|밀리그램|마이크로그램)?에서\s(?P<b>\d+(?:\.\d+)?)(?![\d.])"
    r"|\bfrom (?P<c>\d+(?:\.\d+)?)\s?(?:mg|mcg|g|ml|units?)? to (?P<d>\d+(?:\.\d+)?)(?![\d.])",
    re.IGNORECASE,
)
_RAISED: Final = lazy_regex(
    r"(?:늘[리린렸]|올[리린렸]|증량)"
    r"|\b(?:was|were|been|being|got|since|after|you(?:['’]ve| have)?|they|doctor)\s"
    r"(?:\w+\s){0,2}?"
    r"(?:raised|increased|upped|put up|stepped up|doubled)\b",
    re.IGNORECASE,
)
_LOWERED: Final = lazy_regex(
    r"(?:줄[이인였]|낮[추춘췄]|내[리린렸]|감량)"
    r"|\b(?:was|were|been|being|got|since|after|you(?:['’]ve| have)?|they|doctor)\s"
    r"(?:\w+\s){0,2}?"
    r"(?:lowered|reduced|cut|decreased|halved|stepped down|trimmed)\b",
    re.IGNORECASE,
)


_CHANGES_KO: Final = lazy_regex(r"^(?:을|를)?\s?(?:\S{1,5}로\s)?(?:줄이|늘리|올리|낮추)(?:신|셨|시니|고\s나서)")
_CHANGES_EN: Final = lazy_regex(
    r"^\s(?:was|were|has been|got)\s(?:\w+\s)?(?:raised|lowered|cut|halved|doubled|increased|reduced|upped)\b",
    re.IGNORECASE,
)
_TELLS_CHANGE: Final = lazy_regex(
    r"줄[이였임]|늘[리렸]|올[리렸]|낮[추췄]|시작해서|\b(?:cut|raised|lowered|halved|doubled|increased|reduced"
    r"|started at|going down"
    r"|went (?:up|down)|taper\w*)\b",
    re.IGNORECASE,
)


def _of_change(sentence: str, heard: Sequence[Claim], grounds: Grounds) -> Problem | None:
    """A dose that is said to have been changed, where the material tells that of other medicines only."""

    def tells(line: str) -> bool:
        return BEFORE.search(line) is not None or _TELLS_CHANGE.search(line) is not None

    lines = [
        ({name for one in grounds.names(line) if one.entry.kind in _TAKEN for name in
          (one.entry.concept_id, *one.entry.broader)}, line)
        for line in grounds.lines()
    ]  # fmt: skip
    for one in heard:
        after = sentence[one.end :]
        if one.entry.kind not in _TAKEN or not (_CHANGES_KO.search(after) or _CHANGES_EN.search(after)):
            continue
        own = [line for ids, line in lines if one.entry.concept_id in ids]
        others = [line for ids, line in lines if ids and one.entry.concept_id not in ids]
        if own and not any(map(tells, own)) and any(map(tells, others)):
            return "beyond_the_record", f"nobody told that its dose changed: {one.entry.name}"
    return None


def _apart(ratio: float, part: float) -> float:
    """How far a part is from what is left, from what is gone, and from what came on top."""
    return min(abs(ratio - part), abs(1 - ratio - part), abs(ratio - 1 - part))


def _kinds(claims: Iterable[Claim]) -> set[str]:
    return {one.entry.kind for one in claims}


def _bare(sentence: str) -> set[float]:
    return {float(one[0]) for one in _NUMBER.finditer(sentence)}


_NUMBER: Final = lazy_regex(r"(?<![\d.])\d+(?:\.\d+)?(?![\d.])")


def _counts(grounds: Grounds) -> Iterator[tuple[set[str], list[float]]]:
    """What a line counts in two months or more, in their order, with what it names."""
    for line in grounds.lines():
        weeks = sorted(
            (_WEEK_ORDER[one["week"].replace(" ", "")], float(max(read_count(one["ko"]))))
            for one in _WEEKLY.finditer(line)
        )
        if len(weeks) > 1:
            yield {one.entry.concept_id for one in grounds.names(line)}, [count for _, count in weeks]
        found = sorted(
            (one["day"] or one["since"], float(max(read_count(one["ko"] or one["en"]))))
            for one in _COUNTED.finditer(line)
        )
        if len(found) > 1:
            yield {one.entry.concept_id for one in grounds.names(line)}, [count for _, count in found]


def _doses(grounds: Grounds) -> Iterator[tuple[set[str], float, float]]:
    """The dose before and the one now of each medicine of which a line tells both."""
    for line in grounds.lines():
        earlier = BEFORE.search(line)
        if earlier is None:
            continue
        now, before = amounts_of(line[: earlier.start()]), amounts_of(line[earlier.end() :])
        if len(now) == len(before) == 1 and now[0][1] == before[0][1] and before[0][0]:
            ids = {name for one in grounds.names(line) for name in (one.entry.concept_id, *one.entry.broader)}
            yield ids, before[0][0], now[0][0]
