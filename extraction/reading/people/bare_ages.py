"""Years that a message tells by a number alone, as people introduce themselves: "26, on the combined pill", "sertraline
50mg for anxiety. 28", "I'm a postman, 44", "levothyroxine 50, underactive thyroid, 41 f", "simvastatin 40, 63 years".

Such a number is a piece of the message by itself, and the rest tells of a person and measures nothing. Behind the bare
name of a medicine it is a dose, behind that of an illness years may be how long somebody has had it, and beside a
relative it is open whose years it is: there nothing is heard.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from extraction.naming.mentions import Mention
from extraction.reading.people.told_ages import ToldAge
from extraction.text.lazy_regex import lazy_regex

_PIECES: Final = lazy_regex(r"(?<!\d)[.,](?!\d)|(?<=\d)[.,](?=\s|$)|(?<=\D)[.,](?=\d)|[;!?\n()]|\s[-–]\s")
_ALONE: Final = lazy_regex(
    r"(?:age:? |i'?m |i am |나이 )?(?P<n>\d{2})(?:\s?(?P<years>years?|yrs?|y))?(?:\s(?:now|here))?"
)
_WITH_SEX: Final = lazy_regex(
    r"(?:i'?m |i am |pt:? |patient:? )?"
    r"(?:(?P<n>\d{2})\s?(?:yrs?|yo|y/o|세|살)?\s?/?\s?(?P<sex>[fm]|남|여)(?:$|\s(?P<then>[a-z가-힣/]+))"
    r"|[fm남여]\s?/?\s?(?P<m>\d{2})(?:$|\s?(?:yrs?|yo|세|살)(?:$|\s))"
    r"|(?:sex:? |gender:? |성별\s?)?(?:male|female|man|woman|guy|lady|남자|여자|남성|여성)[\s:/]{0,2}(?P<w>\d{2})"
    r"(?:$|(?=\s(?:and|with|on|got|has|have|having|years?|yrs?|yo)\b)))"
)
_NO_PERSON: Final = frozenset(
    "outside degrees in today out this now tonight away from deep long high walk sprint and or at".split()
)
"""What follows a letter that is a unit: "41 f outside", "50 m away"."""
_OPENS: Final = lazy_regex(
    r"(?:(?:저는?|전|나는?|난)\s)?(?P<k>\d{2})(?:이고요?|이구요?|인데요?)\s|"
    r"(?P<n>\d{2})\s(?:(?:and\s)?(?:i'?m\s)?(?:on|taking)|with|w/|(?:and|been|now)\s(?:diabetic|have|has|got"
    r"|taking|pregnant))\s"
)
_MEDICINES: Final = frozenset({"medications", "drug_classes"})
_TELLS: Final = frozenset(
    {"medications", "drug_classes", "conditions", "symptoms", "procedures", "allergens", "social"}
)
_IN_WORDS: Final = lazy_regex(r"\b(?:i'?m|i am|me|my)\b|(?<![가-힣])(?:저|제|나|내|전|난)(?:는|가|도)?(?=\s)")
_OTHERWISE: Final = lazy_regex(
    r"\b(?:years?|yrs?)[\s-]old\b|\by/?o\b|\baged?\b|\d\s?(?:살|세)(?![가-힣])|\d\s?/\s?\d|\bborn\b|\d년생"
    r"|\b(?:room|ward|bed|bus|route|flat|score[sd]?|sessions?|not|sorry|typo|meant?|actually|bpm|pulse|he|she"
    r"|friends?|neighbou?r|colleague|co-?worker|mate|boss|flatmate|roommate)\b|아니라|말고|친구|이웃|동료|지인"
    r"|선배|후배"
)
"""Words beside which a bare number is told as something else, or an age is told in its own words."""
_ENDS_IN_NUMBER: Final = lazy_regex(r"(?:\d|\b(?:is|was|of|to|at|for|number|no|about|around|than|or|and))\s*$")
_AT_MOST: Final = 300
_GROWN, _OLDEST = 16, 99
_TOO_LONG_TAKEN: Final = 40
"""Years for which hardly a medicine has been taken that somebody tells of."""
_SHARE: Final = 0.6
"""Share of a piece of a message from which a name makes it up."""
_COLD: Final = 86
"""Degrees Fahrenheit from which a body may be measured so."""


@dataclass(frozen=True, slots=True)
class _Piece:
    start: int
    end: int


def bare_ages(folded: str, mentions: Sequence[Mention]) -> tuple[ToldAge, ...]:
    """The one age that a text in lower case tells by a number alone; none where there are several, or none is sure."""
    if len(folded) > _AT_MOST or _OTHERWISE.search(folded) is not None:
        return ()
    if any(one.entry.kind == "relatives" for one in mentions):
        return ()
    names = [one for one in mentions if one.entry.kind in _TELLS]
    measures = any(one.entry.kind in ("labs", "vitals") for one in mentions)
    if not names and _IN_WORDS.search(folded) is None:
        return ()
    pieces = [*_pieces(folded)]
    found = [age for at in range(len(pieces)) for age in _told_in(folded, pieces, at, names)]
    # Where something is measured only the word for years, or the letter of a sex, makes a number an age.
    return tuple(age for age in found if not measures or not _is_bare(folded, age)) if len(found) == 1 else ()


def _is_bare(folded: str, age: ToldAge) -> bool:
    before = folded[: age.start].rstrip(" :/")
    if _OF_ONESELF.search(before) is not None and _AND_SO.match(folded, age.end) is not None:
        return False
    return _SAID.match(folded, age.end) is None and before[-1:] not in _SEXES and not before.endswith(_SEXES_IN_WORDS)


_OF_ONESELF: Final = lazy_regex(r"(?:^|[\s.,])(?:저는?|전|나는?|난|내가|내는)$")
_AND_SO: Final = lazy_regex(r"(?:이고|이구|인데|이며|이라|임|이요)")
_SAID: Final = lazy_regex(r"\s?(?:y|years?|yrs?|/?\s?[fm남여])(?![a-z])")
_SEXES: Final = frozenset("fm남여")
_SEXES_IN_WORDS: Final = ("male", "man", "lady", "guy", "남자", "여자", "남성", "여성")


def _pieces(folded: str) -> Iterator[_Piece]:
    start = 0
    for end, after in [*((one.start(), one.end()) for one in _PIECES.finditer(folded)), (len(folded), len(folded))]:
        bare = folded[start:end].strip()
        if bare:
            first = folded.index(bare, start)
            yield _Piece(first, first + len(bare))
        start = after


def _told_in(folded: str, pieces: Sequence[_Piece], at: int, names: Sequence[Mention]) -> Iterator[ToldAge]:
    piece = pieces[at]
    before = pieces[at - 1] if at else None
    if (match := _WITH_SEX.fullmatch(folded, piece.start, piece.end)) is None:
        match = _WITH_SEX.match(folded, piece.start, piece.end)
        match = match if match is not None and (match["then"] or match["w"]) else None
    if match is not None:
        group = next(name for name in "nmw" if match[name])
        cold = match["sex"] == "f" and int(match["n"] or 0) >= _COLD
        if int(match[group]) >= _GROWN and match["then"] not in _NO_PERSON and not cold:
            yield _age(match, group)
        return
    if (match := _ALONE.fullmatch(folded, piece.start, piece.end)) is not None:
        after = pieces[at + 1] if at + 1 < len(pieces) else None
        personal = after is not None and _OF_A_PERSON.match(folded, after.start, after.end) is not None
        if (
            _GROWN <= int(match["n"]) <= _OLDEST and _is_of_a_person(folded, before, names, personal=personal)
        ) or _may_stand(folded, before, int(match["n"]), names, in_years=match["years"] is not None):
            yield _age(match, "n")
    elif before is None and (match := _OPENS.match(folded, piece.start, piece.end)) is not None:
        group = "n" if match["n"] else "k"
        if _GROWN <= int(match[group]) <= _OLDEST and _named_in(names, piece):
            yield _age(match, group)
    elif before is None and (match := _AHEAD.match(folded, piece.start, piece.end)) is not None:
        illness = any(one.entry.kind == "conditions" and one.start == match.end() for one in names)
        if illness and _GROWN <= int(match["n"]) <= _OLDEST:
            yield _age(match, "n")


_AHEAD: Final = lazy_regex(r"(?P<n>\d{2}) ")
"""A number right ahead of an illness, with which a message opens: "72 고혈압 당뇨"."""


_OF_A_PERSON: Final = lazy_regex(
    r"(?:at )?(?:uni|university|college|student|school|work(?:s|ing)? |retired|single|married|divorced|mum of"
    r"|mom of|mother of"
    r"|dad of|father of|living|live|lives|from|based|female|male|woman|man|teacher|nurse|builder|office|student)\b"
    r"|(?:대학|학생|직장|회사|주부|자취|미혼|기혼|은퇴|학원)"
)
"""What introduces the person who tells: a number right before it is that one's age."""


def _is_of_a_person(folded: str, before: _Piece | None, names: Sequence[Mention], *, personal: bool) -> bool:
    """Whether a number alone behind a medicine's name is an age: what follows tells of the person, or the medicine is
    of two substances and has no strength of one number ("on rigevidon, 19").
    """
    if before is None or _ENDS_IN_NUMBER.search(folded, before.start, before.end):
        return False
    last = next((one for one in reversed(names) if before.start <= one.start < before.end), None)
    if last is None or last.entry.kind not in _MEDICINES:
        return False
    return personal or ("/" in last.entry.name and "contraceptive" in last.entry.broader)


def _may_stand(folded: str, before: _Piece | None, number: int, names: Sequence[Mention], *, in_years: bool) -> bool:
    """Whether a number alone can be somebody's years behind what is told before it."""
    if not _GROWN <= number <= _OLDEST:
        return False
    if before is None:
        return True
    if _ENDS_IN_NUMBER.search(folded, before.start, before.end):
        taken = [one for one in names if one.entry.kind in _MEDICINES and before.start <= one.start < before.end]
        return in_years and number >= _TOO_LONG_TAKEN and bool(taken)
    last = next((one for one in reversed(names) if before.start <= one.start < before.end), None)
    if in_years and last is not None and (number < _TOO_LONG_TAKEN or last.entry.kind == "social"):
        return False
    if last is None:
        return True
    whole = (last.end - last.start) >= _SHARE * (before.end - before.start)
    if last.entry.kind in _MEDICINES:
        return last.end < before.end or (in_years and number >= _TOO_LONG_TAKEN)
    return not (in_years and whole)


def _named_in(names: Sequence[Mention], piece: _Piece) -> bool:
    return any(piece.start <= one.start < piece.end for one in names)


def _age(match: re.Match[str], group: str) -> ToldAge:
    return ToldAge(float(match[group]), "", *match.span(group))
