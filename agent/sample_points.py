"""What one sample of an answer tells, as points that another sample can bear out or contradict.

A point is a fact of the record that was used, a value of something, or a stance: that something is so or is not, is to
be done or is not. How a point is worded, and what one sample adds that another leaves out, is no disagreement.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from agent.skills.number_checks import DATE, Names, numbers_told
from extraction.naming.mentions import Mention
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise

SAME_MATTER: Final = 0.5
"""Share of the words of the shorter of two clauses that the other holds, where they are about the same (ours)."""
SAME_MEASURE: Final = 0.3
"""The same for two clauses with numbers of one unit (ours): "up to 5 g of salt", "12 g a day is fine"."""

_CLAUSE: Final = lazy_regex(
    r"(?<=[.!?。])\s+|\n+|[;:]\s|,?\s(?:but|though|although)\s|,\s(?:so|and)\s"
    r"|(?<=지만)\s|(?<=는데)\s|(?<=있어)\s|(?<=으니)\s|(?<=니까)\s"
)
_AGAINST: Final = lazy_regex(
    r"없|않|아니|아닙|(?<![가-힣])안 |못 |말고|마세요|마시고|마십시오|말아|끊|중단|금기|피하|피해|삼가|해롭"
    r"|\b(?:no|not|never|without|nor|cannot|avoid\w*|stop\w*|unsafe|contraindicated|quit)\b|n't\b",
    re.IGNORECASE,
)
"""Words that turn a stance round; two of them in one clause ("don't stop it") leave it as it is."""
_UNLIMITED: Final = lazy_regex(
    r"^\s*(?:no|아니요|아뇨),|제한 ?없|상관 ?없|문제 ?없|문제가 없"
    r"|\bno (?:longer than|more than|difference|problem|limit)\b",
    re.IGNORECASE,
)
"""Denials that deny nothing of the matter itself, and the word that answers a question."""
_ASKS: Final = lazy_regex(
    r"의료진|의사|약사|상의|물어보|여쭤|문의|진료|병원|연락|알려|알리|말씀"
    r"|\b(?:ask|tell|call|doctor|clinician|pharmacist|report|reported|help)\b",
    re.IGNORECASE,
)
"""Words that send the patient to somebody, which go with every stance."""
_UNIT: Final = lazy_regex(r"\s?(%|[a-zA-Z]+(?:/[a-zA-Z]+)?|[가-힣]+)")
_GOAL_BEFORE: Final = lazy_regex(
    r"(?:목표|권고|기준|\b(?:goal|target|limit|below|under|less than)\b)[^\d.;]{0,14}$", re.IGNORECASE
)
_GOAL_AFTER: Final = lazy_regex(r"\s?\S{0,3}\s?(?:미만|이하|아래|이내)|\s?%?\s?(?:goal|target)", re.IGNORECASE)
_MEASURED: Final = frozenset({"labs", "vitals"})
_TIME: Final = {"분": "min", "시간": "h", "일": "d", "주": "wk", "minutes": "min", "minute": "min", "hours": "h"}
_HANGUL, _LATIN = lazy_regex(r"[가-힣]+"), lazy_regex(r"[a-z]{3,}")
_EMPTY_WORDS: Final = frozenset(
    "the and for are was were with that this your you not can may should must yes have has had than then them its will"
    " more most some any also very well best good take taken taking".split()
)
_COMMON_SYLLABLES: Final = frozenset(
    {"습니", "니다", "세요", "드세", "하세", "시면", "으로", "에는", "하는", "드시", "됩니", "있습"}
)


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause: the concepts that it names, its words, whether it is against what they tell, and its numbers."""

    concepts: frozenset[str]
    words: frozenset[str]
    against: bool
    asks: bool
    values: tuple[tuple[float, str], ...]


@dataclass(frozen=True, slots=True)
class Points:
    """Everything that a sample tells; ``facts`` are those of the record that it used."""

    facts: frozenset[str] = frozenset()
    clauses: tuple[Clause, ...] = field(default=())

    @classmethod
    def of(cls, text: str, facts: Sequence[str], names: Names) -> Points:
        """The points of ``text``; ``names`` finds the concepts that a text names."""
        return cls(frozenset(facts), tuple(_clauses(text, names)))

    def disagreement(self, other: Points) -> float:
        """0 where the other contradicts nothing of what both speak of, 1 where it contradicts all that is of one kind.

        Of the three kinds (facts, values, stances) the worst counts: that two samples agree on what to eat makes a dose
        on which they differ no surer.
        """
        facts = [not self.facts & other.facts] if self.facts and other.facts else []
        values = [_value_contradicted(clause, other) for clause in self.clauses]
        stances = [_stance_contradicted(clause, other) for clause in self.clauses]
        return max(_share(facts), _share(values), _share(stances))


def _share(verdicts: Sequence[bool | None]) -> float:
    told = [one for one in verdicts if one is not None]
    return sum(told) / len(told) if told else 0.0


def _clauses(text: str, names: Names) -> Iterator[Clause]:
    for one in _CLAUSE.split(DATE.sub(" ", text)):
        plain = normalise(one).text
        mentions = [found for found in names(plain) if found.entry.kind != "relatives"]
        concepts = frozenset(found.entry.concept_id for found in mentions)
        # A long name is one thing that is spoken of, however many words or syllables it has.
        words = _words(_without(plain, mentions)) | concepts
        if not words:
            continue
        turned = len(_AGAINST.findall(_UNLIMITED.sub(" ", plain))) % 2 == 1
        tests = any(one.entry.kind in _MEASURED for one in mentions)
        values = tuple((value, _unit(plain, value, tests)) for value, _ in numbers_told(plain, names))
        yield Clause(concepts, words, turned, _ASKS.search(plain) is not None, values)


def _without(text: str, mentions: Sequence[Mention]) -> str:
    for one in mentions:
        text = f"{text[: one.start]}{' ' * (one.end - one.start)}{text[one.end :]}"
    return text


def _value_contradicted(clause: Clause, other: Points) -> bool | None:
    """Whether each of two samples gives values of the same that the other does not; None where one gives none.

    A value more is no contradiction, and neither is a difference of two that are told.
    """
    rivals = [one for one in other.clauses if one.values and _same_measure(clause, one)]
    theirs = {value for one in rivals for value in one.values}
    units = {unit for _, unit in theirs} & {unit for _, unit in clause.values}
    mine, theirs = ({value for value in told if value[1] in units} for told in (set(clause.values), theirs))
    if not mine or not theirs:
        return None
    return bool(_underived(mine) - theirs) and bool(_underived(theirs) - mine)


def _underived(values: set[tuple[float, str]]) -> set[tuple[float, str]]:
    gaps = {round(abs(one - other), 6) for one, _ in values for other, _ in values if one != other}
    return {value for value in values if round(value[0], 6) not in gaps}


def _stance_contradicted(clause: Clause, other: Points) -> bool | None:
    """Whether another sample takes the other side of the same matter; None where it takes none."""
    if clause.asks:
        return None
    sides = {one.against for one in other.clauses if not one.asks and _same_matter(clause, one)}
    return None if not sides else clause.against not in sides


def _same_matter(one: Clause, other: Clause) -> bool:
    if one.concepts and other.concepts and not one.concepts & other.concepts:
        return False
    return _shared(one, other) >= SAME_MATTER


def _same_measure(one: Clause, other: Clause) -> bool:
    if one.concepts and other.concepts:
        return bool(one.concepts & other.concepts)
    return _shared(one, other) >= SAME_MEASURE


def _shared(one: Clause, other: Clause) -> float:
    return len(one.words & other.words) / min(len(one.words), len(other.words))


def _unit(text: str, value: float, tests: bool) -> str:
    """What a number is of: its unit, and for ``tests`` whether it is a goal, which no reading contradicts."""
    for match in re.finditer(r"\d+(?:[.,]\d+)?", text):
        if float(match[0].replace(",", "")) == value:
            unit = _UNIT.match(text, match.end())
            word = unit[1].casefold() if unit else ""
            goal = _GOAL_BEFORE.search(text[: match.start()]) or _GOAL_AFTER.match(text, match.end())
            name = next((name for start, name in _TIME.items() if word.startswith(start)), word[:2])
            return f"goal {name}" if tests and goal else name
    return ""


def _words(text: str) -> frozenset[str]:
    """Words that tell what a clause is about: Hangul in pairs of syllables, Latin words of three letters and more."""
    folded = _AGAINST.sub(" ", text.casefold())
    pairs = {run[at : at + 2] for run in _HANGUL.findall(folded) for at in range(len(run) - 1)}
    return frozenset((pairs - _COMMON_SYLLABLES) | (set(_LATIN.findall(folded)) - _EMPTY_WORDS))
