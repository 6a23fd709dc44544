"""What an answer says of a value without telling a wrong number: that it is high, low or usual, and what share of an
earlier one it is ("half of what it was in spring", "두 배").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from agent.llm_failures import OutputUnusable
from agent.skills.held_goals import Goal, meets
from agent.skills.targets import Target
from extraction.text.lazy_regex import lazy_regex

_HIGH: Final = lazy_regex(
    r"(?<!보다\s)(?<!더\s)높은\s?(?:수치|편|값|상태|혈압|혈당|열)|(?<!가장\s)(?<!제일\s)높(?:습니다|네요|아서|으니|으므로|으셔|으시"
    r"|게\s?나)|올라\s?있|고열|정상\S{0,4}\s?(?:보다 높|을 넘|를 넘)|(?:너무|많이|꽤|매우)\s빨[라리랐]|고혈압에 해당"
    r"|\b(?:(?:is|was|are|were|been|being|be|runs?|running|stays?|looks?|rather|too|very|quite|still|a bit"
    r"|a little|dangerously"
    r"|worryingly)\s(?:\w+\s)?(?:high|fast|rapid)|racing|exceeds? the (?:normal|usual|healthy)"
    r"|above (?:the )?(?:normal|usual)|as high as|elevated|raised|on the high side|too much)\b(?!er)",
    re.IGNORECASE,
)
_LOW: Final = lazy_regex(
    r"(?<!보다\s)(?<!더\s)낮은\s?(?:수치|편|값|상태)|(?<!가장\s)(?<!제일\s)낮(?:습니다|네요|아서|으니|으므로)|저혈압에"
    r"|부족한\s?(?:수치|편|상태)"
    r"|\b(?:(?:is|was|are|were|been|being|be|runs?|running|stays?|looks?|rather|too|very|quite|still|a bit"
    r"|a little|dangerously"
    r"|worryingly)\s(?:\w+\s)?low|below (?:the )?(?:normal|usual)|on the low side|too little)\b(?!er)",
    re.IGNORECASE,
)
_USUAL: Final = lazy_regex(
    r"넉넉|충분[하히한]|정상(?>(?:\s?(?:범위|수치|치|값))?)(?!\S{0,3}\s?(?:보다|벗어|밖|아니|넘|위로|아래로|을\s?넘))"
    r"|\b(?<!not )(?<!n't )(?<!above )(?<!below )(?<!than )(?:(?:perfectly|quite|fully|entirely)\s)?"
    r"(?:normal|comfortably (?:in|within|inside)(?:\s\w+)?\srange|well filled|ample|plentiful|sufficient|(?:in"
    r"|within|inside)\s(?:the|its)\s(?:normal|usual|healthy|reference)(?:\srange)?)\b",
    re.IGNORECASE,
)
_FAILING: Final = lazy_regex(
    r"\b(?:struggl\w+|weak(?:ened)?|failing|poor(?:ly)?|damaged|suffer\w*)\b|망가|약해[졌진]|나빠[졌진]"
    r"|위험한\s수준|떨어져\s있",
    re.IGNORECASE,
)
_COMPARES: Final = lazy_regex(
    r"보다|비해|목표|기준|권고|\bthan\b|\bgoals?\b|\btargets?\b|\blimits?\b|\bcompared\b", re.IGNORECASE
)
_NEAR: Final = 0.12
"""How far a share told in words may be from the exact one."""
_FRACTIONS: Final = {
    "half": 1 / 2, "third": 1 / 3, "quarter": 1 / 4, "fourth": 1 / 4, "fifth": 1 / 5, "sixth": 1 / 6, "eighth": 1 / 8,
    "tenth": 1 / 10, "절반": 1 / 2, "반": 1 / 2,
}  # fmt: skip
_COUNTS: Final = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "twice": 2, "double": 2, "doubled": 2, "triple": 3,
    "tripled": 3, "twofold": 2, "threefold": 3, "halved": 0.5, "두": 2, "세": 3, "네": 4, "곱절": 2, "갑절": 2,
}  # fmt: skip
_PART: Final = "|".join(one for one in _FRACTIONS if one.isascii())
_SHARE: Final = lazy_regex(
    rf"(?P<more_than>\b(?:more|over) than\s|\bover\s|well over\s)?"
    rf"(?:(?P<by>by\s)?(?:(?P<n>a|one|two|three)\s)?(?P<part>{_PART})s?\b(?P<rest>\s(?:less|lower|more|higher"
    rf"|of|as|what|the|smaller))?"
    r"|\b(?P<times>twice|double|doubled|tripled?|halved|twofold|threefold|(?:two|three"
    r"|four)\stimes)\b(?P<less>\s(?:less|lower))?)",
    re.IGNORECASE,
)
_SHARE_KO: Final = lazy_regex(
    r"(?P<half>절반|(?<![가-힣])반)(?P<half_as>으로|\s?(?:정도|수준|가까이|쯤)?\s?(?:으로|만큼|이하|밖에|넘게|이상)?)"
    r"|(?P<of>[2-9두세네])\s?분의\s?(?P<n>[1-9일이삼])(?P<frac_as>\s?(?:정도|가량|쯤)?\s?(?:로|만큼|이|가)?)"
    r"|(?P<times>두|세|네|(?<![\d.])[2-9])\s?배(?P<over>\s?(?:넘|이상|가까|남짓))?|(?P<fold>곱절|갑절)"
)
_MEDICINAL: Final = lazy_regex(
    r"\b(?:tablet|pill|dose|puff|cup|hour|day|glass|teaspoon)s?\b|알|정을|포|컵|시간|그릇|접시|숟", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class _Share:
    """What part of the earlier value the later one is told to be; ``over`` where more than that."""

    part: float
    over: bool = False
    change: bool = False
    """Whether the part is that by which it changed, which way the direction says."""


def require_level(
    sentence: str, readings: Sequence[tuple[str, float]], value: float, goals: Sequence[Goal], usual: Target | None
) -> None:
    """A value is called high, low or usual by the range that the material sets, else by the one it is judged by."""
    if _COMPARES.search(sentence) or not readings:
        return
    upper = [one for one in goals if one.side == "below"]
    lower = [one for one in goals if one.side == "above"]
    if goals:
        above = bool(upper) and not any(meets(value, one.side, one.value) for one in upper)
        under = bool(lower) and not any(meets(value, one.side, one.value) for one in lower)
    elif usual is not None:
        above = usual.is_above(value)
        under = not usual.holds(value) and not above
    else:
        # Nothing that is held says what is much or little of it.
        above = under = False
        if _USUAL.search(sentence) and _is_usual(sentence):
            raise OutputUnusable("wrong_against_goal", f"nothing says what is usual of it: {value:g}")
    if usual is not None and usual.holds(value) and not goals and _FAILING.search(sentence):
        raise OutputUnusable("wrong_against_goal", f"it is called what it is not: {value:g}")
    wrong = (
        (_HIGH.search(sentence) is not None and not above)
        or (_LOW.search(sentence) is not None and not under)
        or ((above or under) and not _HIGH.search(sentence) and _is_usual(sentence))
    )
    if wrong:
        raise OutputUnusable("wrong_against_goal", f"it is called what it is not: {value:g}")


def _is_usual(sentence: str) -> bool:
    found = _USUAL.search(sentence)
    return found is not None and not _OUTSIDE.search(sentence[: found.start()])


_OUTSIDE: Final = lazy_regex(
    r"\b(?:above|below|outside|over|beyond|under|out of|short of|not|n['’]t|far from|back to|until"
    r"|return)\b[^,.]{0,24}$",
    re.IGNORECASE,
)


def require_share(sentence: str, before: float, after: float) -> None:
    """What part of ``before`` the value ``after`` is told to be, it is."""
    if not before or _MEDICINAL.search(sentence):
        return
    ratio = after / before
    for one in _shares(sentence):
        if one.change:
            changed = abs(1 - ratio)
            right = changed >= one.part - 0.02 if one.over else abs(changed - one.part) <= _NEAR * max(one.part, 0.5)
        else:
            right = ratio > one.part if one.over else abs(ratio - one.part) <= _NEAR * max(one.part, 0.5)
        if not right:
            raise OutputUnusable("wrong_direction", f"it is another share; the values are {before:g}, {after:g}")


def shares_told(sentence: str) -> Iterator[tuple[float, bool]]:
    """The parts of an earlier value that a sentence tells, and whether it is more than that."""
    yield from ((one.part, one.over) for one in _shares(sentence))


def _shares(sentence: str) -> Iterator[_Share]:
    for found in _SHARE.finditer(sentence):
        over = found["more_than"] is not None
        if found["part"]:
            part = _FRACTIONS[found["part"].casefold()] * _COUNTS.get((found["n"] or "a").casefold(), 1)
            rest = (found["rest"] or "").strip().casefold()
            if part == 0.5 and found["n"] and not rest and not found["by"]:
                # "Two and a half" counts something.
                continue
            by = found["by"] is not None or rest in ("less", "lower", "more", "higher", "smaller")
            if by or rest in ("of", "as", "what", "the"):
                yield _Share(part, over, by or (over and re.search(r"down|fall|fell|drop|less", sentence) is not None))
        else:
            word = found["times"].casefold().split()[0]
            yield _Share(float(_COUNTS[word]), over)
    for found in _SHARE_KO.finditer(sentence):
        over = re.search(r"넘|이상", found[0] + sentence[found.end() : found.end() + 3]) is not None
        by = re.match(r"\s?(?:만큼|이나|가까이)?\s?(?:줄|감소|떨어|내려|낮아)", sentence[found.end() :]) is not None
        if found["half"] and (found["half"] == "절반" or found["half_as"].strip()):
            to = "로" in found["half_as"] or "수준" in found["half_as"]
            yield _Share(0.5, over, by and not to)
        elif found["of"]:
            whole = {"두": 2, "세": 3, "네": 4}.get(found["of"]) or int(found["of"])
            part = {"일": 1, "이": 2, "삼": 3}.get(found["n"]) or int(found["n"])
            yield _Share(part / whole, over, by and "로" not in found["frac_as"])
        elif found["times"] or found["fold"]:
            count = _COUNTS.get(found["times"] or "곱절") or float(found["times"])
            yield _Share(float(count), over)
