"""The limits that a test's values are held against: what the material sets, and which side is good for anybody."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from agent.skills.held_record import HeldRecord, circumstance
from agent.skills.number_checks import Names
from agent.skills.targets import general_target
from extraction.naming.mentions import Entry
from extraction.text.lazy_regex import lazy_regex

_SENTENCE: Final = lazy_regex(r"(?<=[.!?。])\s+|\n+|;\s")
_TESTS: Final = frozenset({"labs", "vitals"})
_SET: Final = lazy_regex(r"목표|권고|\b(?:goals?|targets?|aim|advised|recommended)\b", re.IGNORECASE)
_GOAL_BEFORE, _GOAL_AFTER = 30, 20
"""Characters before and after a limit in which words tell that it is a goal."""
_LIMIT: Final = lazy_regex(
    r"(?:(?P<upper>\d+)\s?/\s?)?(?P<n>\d+(?:\.\d+)?)\s?(?:%|[a-zA-Z/]+)?\s?(?P<ko>미만|이하|이상|초과)"
    r"|\b(?P<en>below|under|less than|at most|above|over|at least)\s(?P<m>\d+(?:\.\d+)?)",
    re.IGNORECASE,
)
_LIMITS_BELOW: Final = frozenset({"미만", "이하", "below", "under", "less than", "at most"})

Side = Literal["below", "above"]


@dataclass(frozen=True, slots=True)
class Goal:
    """A limit that the material gives for a test."""

    side: Side
    value: float
    how: str | None = None
    """Under what circumstances it holds ("fasting"); None where it says nothing of them."""


def series_of(entry: Entry) -> str:
    """The test whose readings a name stands for: of the blood pressure as a whole, the upper ones."""
    own = entry.concept_id.removesuffix("_score")
    return "systolic_blood_pressure" if own == "blood_pressure" else own


def goals_of(texts: Iterable[str], test: str, names: Names) -> Iterator[Goal]:
    """The limits that the material gives for a test."""
    for text in texts:
        for sentence in _SENTENCE.split(text):
            # A threshold that something is diagnosed or tested again by is no goal.
            limits = [one for one in _LIMIT.finditer(sentence) if _is_set_as_goal(sentence, one)]
            tests = [one for one in names(sentence) if one.entry.kind in _TESTS] if limits else []
            yield from _ranges(sentence, test, names)
            for limit in limits:
                before = [one for one in tests if one.end <= limit.start()]
                near = before[-1] if before else next(iter(tests), None)
                if near is not None and series_of(near.entry) == test:
                    words = (limit["ko"] or limit["en"]).casefold()
                    yield Goal(
                        "below" if words in _LIMITS_BELOW else "above",
                        float(_upper(limit, test) or limit["n"] or limit["m"]),
                        circumstance(sentence[: limit.start()]),
                    )


def goals_under(goals: Iterable[Goal], sentence: str) -> list[Goal]:
    """Those of the goals that hold under the circumstances that a sentence names."""
    found, how = list(goals), circumstance(sentence)
    return [one for one in found if one.how == how] if any(one.how for one in found) else found


def _ranges(sentence: str, test: str, names: Names) -> Iterator[Goal]:
    """Both ends of a range that a sentence sets for a test ("목표 80~130 mg/dL")."""
    for found in _RANGE.finditer(sentence):
        near = [one for one in names(sentence[: found.start()]) if one.entry.kind in _TESTS]
        if near and series_of(near[-1].entry) == test and _is_set_as_goal(sentence, found):
            yield Goal("above", float(found["low"]))
            yield Goal("below", float(found["high"]))


_RANGE: Final = lazy_regex(r"(?P<low>\d+(?:\.\d+)?)\s?(?:~|–|-|to)\s?(?P<high>\d+(?:\.\d+)?)(?![\d-])")


def _upper(limit: re.Match[str], test: str) -> str | None:
    """The upper one of two limits of the pressure that are told together: "140/90 미만"."""
    return limit["upper"] if test == "systolic_blood_pressure" else None


def good_side(entry: Entry) -> Iterator[Goal]:
    """The side on which a test is good for anybody, where it has one."""
    target = general_target(entry.concept_id, None, ())
    if target is not None and (target.low is None) != (target.below is None and target.high is None):
        limit = target.low if target.low is not None else target.below if target.below is not None else target.high
        yield Goal("above" if target.low is not None else "below", limit or 0.0)
    elif target is None and entry.extra.get("higher_is_better") == "1":
        yield Goal("above", 0.0)


_MEANT: Final[Mapping[str, re.Pattern[str]]] = {
    one: lazy_regex(words, re.IGNORECASE)
    for one, words in {
        "egfr": r"\bkidneys?\b|\brenal\b|신장|콩팥",
        "tsh": r"\bthyroid\b|갑상선",
        "body_weight": r"\bweigh(?:t|ed|s)?\b|\bkilos?\b|\b(?:lost|gained|put on)\b[^.]{0,20}\bkg\b"
        r"|kg\s?(?:빠|줄|늘|쪘|찌)|체중|몸무게",
        "glucose": r"\bsugars?\b|혈당",
        "peak_expiratory_flow": r"\bblew\b|\bblows?\b|불어|최대\s?호기",
        "systolic_blood_pressure": r"\bpressures?\b|혈압",
        "body_temperature": r"\btemperature\b|\bfever\b|체온|(?<![가-힣])열[이은도]",
        "heart_rate": r"\bpulse\b|\bheart rate\b|맥박|심박|(?<![가-힣])맥이",
        "alt": r"\bliver\b|간\s?수치",
        "ldl_cholesterol": r"\bcholesterol\b|콜레스테롤",
        "vitamin_d_25oh": r"\bvitamin d\b|비타민\s?d",
        "vitamin_b12": r"\bb12\b",
        "creatinine": r"\bcreatinine\b|크레아티닌",
        "phq_9": r"\bmood score\b|\bdepression score\b|우울 점수",
        "ferritin": r"\biron stores?\b|저장\s?철",
    }.items()
}
"""By what organ or act a test is spoken of, where no name of it stands."""
_HIGHER_IS_BETTER: Final = frozenset(
    {"egfr", "peak_expiratory_flow", "ferritin", "fev1", "ejection_fraction", "bone_density_t_score"}
)


def meant_tests(sentence: str, record: HeldRecord) -> Iterator[str]:
    """The tests of the record that a sentence means by the organ whose work they measure."""
    return (one for one, words in _MEANT.items() if one in record.readings and words.search(sentence))


def sides_of(test: str, entry: Entry | None, record: HeldRecord) -> list[Goal]:
    """On which side a test is good for anybody, where it has one."""
    if entry is not None and (sides := list(good_side(entry))):
        return sides
    usual = record.usual.get(test)
    if test in _HIGHER_IS_BETTER:
        return [Goal("above", 0.0)]
    if usual is not None and (usual.low is None) != (usual.below is None and usual.high is None):
        return [Goal("above" if usual.low is not None else "below", 0.0)]
    return []


def _is_set_as_goal(sentence: str, limit: re.Match[str]) -> bool:
    before = sentence[max(0, limit.start() - _GOAL_BEFORE) : limit.start()]
    return _SET.search(f"{before} {sentence[limit.end() : limit.end() + _GOAL_AFTER]}") is not None


def meets(value: float, side: Side, limit: float) -> bool:
    """Whether a value lies on this side of a limit."""
    return value < limit if side == "below" else value > limit
