"""How often a day, put right: "it's two times a day, not one", "2x a day", "하루 한 번이 아니라 두 번이에요".

A count of times is no dose. Of the counts told the one on record is the old one, and the other is right, unless the
words deny that one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import Content, Status, Temporality
from extraction.reading.corrections.taking_back import asked_in, is_denied, pulls_up, puts_right, requested
from extraction.reading.items import Heard
from extraction.reading.medicines.doses_in_order import strengths
from extraction.reading.medicines.meant import is_of, is_taken, is_unnamed, meant, medicines_named
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import GUESS, Understanding
from extraction.text.lazy_regex import lazy_regex

_LONGEST: Final = 200
_CODES: Final = {1: "QD", 2: "BID", 3: "TID", 4: "QID"}
_WORDS: Final = {
    "once": 1, "twice": 2, "thrice": 3, "one": 1, "a": 1, "single": 1, "two": 2, "three": 3, "four": 4, "couple": 2,
    "한": 1, "두": 2, "세": 3, "네": 4, "일": 1, "이": 2, "삼": 3, "사": 4,
}  # fmt: skip
_TIMES: Final = lazy_regex(
    r"\b(?:(?P<word>once|twice|thrice)|(?P<en>[1-4]|one|two|three|four|single|couple(?= of)) ?(?:of )?(?:times?|x)\b)"
    r"|(?<![가-힣\d.])(?P<ko>[1-4]|한|두|세|네)\s?(?:번|회|차례)"
)
_BARE: Final = lazy_regex(
    r"\b(?:not|instead of|rather than|isn'?t)(?: just| only)? (?P<en>one|two|three|four|[1-4])(?![\w.]|\s?(?:m"
    r"|mg|mcg|tab|pill))"
)
"""A count by its number alone behind a denial: "twice a day, not one"."""
_OTHER_PERIOD: Final = lazy_regex(
    r"\b(?:week|month|hour|year|night)s?\b|(?:일주일|주|한\s?달|시간|매주|매달)(?:에|마다|\s)"
)
_CHANGED: Final = lazy_regex(
    r"\b(?:now|from (?:now|today)|since|start(?:ed|ing)|doctor|gp|they) (?:\w+ ){0,3}?(?:put|chang|rais|increas"
    r"|cut|reduc|upp|told|want)\w*"
    r"|\bsince (?:yesterday|last|monday|tuesday|wednesday|thursday|friday|\d)|늘[려렸리었]|줄[여였이었]|오늘부터"
    r"|어제부터|지난주부터|이제부터"
)


def with_counts_a_day_put_right(
    sheet: Sheet, heard: Heard, understanding: Understanding, proposals: Sequence[Proposal], author: str
) -> tuple[Proposal, ...]:
    """``proposals`` in which the one medicine meant is taken as often as the words put it right."""
    text = sheet.folded
    if len(text) > _LONGEST or strengths(sheet) or _OTHER_PERIOD.search(text) or _CHANGED.search(text):
        return tuple(proposals)
    fact = meant(sheet, heard, lambda one: is_taken(one) and one.frequency in _CODES.values())
    if fact is None or (asked_in(text) and not requested(text)) or any(_is_of_a_test(one) for one in proposals):
        return tuple(proposals)
    if _is_told_otherwise(fact, proposals) or _is_of_a_complaint(sheet):
        return tuple(proposals)
    told = _told(text)
    old = next(count for count, code in _CODES.items() if code == fact.frequency)
    new = {count for count, _, denied in told if not denied} - {old}
    taken_back = any(count == old for count, _, _ in told)
    if len(new) != 1 or new <= {count for count, _, denied in told if denied}:
        return tuple(proposals)
    heard_so = any(one.kind in ("correct", "revert") and one.doubt <= GUESS for one in understanding.acts)
    if not (taken_back or heard_so or puts_right(text) or pulls_up(text)):
        return tuple(proposals)
    place = next((start, end) for count, (start, end), denied in told if count in new and not denied)
    kept = [one for one in proposals if not is_of(one, fact.concept.concept_id) and not is_unnamed(one, sheet)]
    return (*kept, _corrected(sheet, fact, new.pop(), place, author))


def _told(text: str) -> list[tuple[int, tuple[int, int], bool]]:
    """The counts with their places, and whether each is denied."""
    found = [(_count(one), one.span(), is_denied(text, one.span())) for one in _TIMES.finditer(text)]
    bare = [(_count(one), one.span("en"), True) for one in _BARE.finditer(text)]
    return [*found, *(one for one in bare if not any(start <= one[1][0] < end for _, (start, end), _ in found))]


def _count(match: re.Match[str]) -> int:
    word = next(one for one in match.groupdict().values() if one)
    return int(word) if word.isdigit() else _WORDS[word]


def _is_told_otherwise(fact: Content, proposals: Sequence[Proposal]) -> bool:
    """Whether the readers heard another dose of it: then they heard how often, too."""
    own = (one.content for one in proposals if is_of(one, fact.concept.concept_id))
    return any(one is not None and one.dose not in (None, fact.dose) for one in own)


def _is_of_a_complaint(sheet: Sheet) -> bool:
    """Whether the words name what happened so many times, and no medicine: "seizures were two, three by now"."""
    named = any(one.entry.kind in ("symptoms", "conditions") for one in sheet.mentions)
    return named and not medicines_named(sheet)


def _is_of_a_test(proposal: Proposal) -> bool:
    content = proposal.content
    return content is not None and content.value is not None and content.slot.value in ("labs", "vitals")


def _corrected(sheet: Sheet, fact: Content, count: int, place: tuple[int, int], author: str) -> Proposal:
    named = medicines_named(sheet)
    first, last = (min(place[0], named[0].start), max(place[1], named[0].end)) if named else place
    quote, start, end = sheet.quote(first, last)
    content = Content(
        slot=fact.slot, concept=fact.concept, status=Status.ACTIVE, temporality=Temporality.CURRENT, dose=fact.dose,
        frequency=_CODES[count],
    )  # fmt: skip
    return Proposal(
        operation=Operation.CORRECT, content=content, target=Target(slot=fact.slot, concept_id=fact.concept.concept_id),
        quote=quote, start=start, end=end, extractor=author, fields=("frequency",),
    )  # fmt: skip
