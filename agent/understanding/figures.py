"""Which number of an utterance is what is told: none that is denied, that counts things, or is another thing's."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from agent.understanding.words import Span, Words
from domain.values import Concept
from extraction.reading.figures.figures import Figure
from extraction.reading.understanding import Understanding
from extraction.text.lazy_regex import lazy_regex

_SMALL_WORD: Final = 3
"""Number words up to here count things rather than tell a value ("the Tuesday one")."""
_DENIED_BY: Final = (
    *("이 아니", "가 아니", "은 아니", "는 아니", "아니라", "아니고", " 아니라", " 아니고", "말고", " 말고"),
    *("이 아닌", "가 아닌"),
)
_LEFT_BEHIND_BY: Final = ("에서 ", "에서,", "라고 했", "이라고 했", "라고 말", "이라고 말", " to ")
_NEAR: Final = 18
"""Characters around a bare number in which words tell what it is of."""
_OF_ANOTHER_BEFORE: Final = lazy_regex(
    r"(?:나이|몸무게|체중|키|혈압|맥박|심박\S*|체온|열|혈당|산소\S*)(?:은|는|이|가|도|만)?\s?(?:지금\s?)?$"
    r"|\b(?:i'm|i am|he's|she's|aged?|turn(?:ed|ing)|weigh\w*|weight|height|pulse|heart|rate|bp|pressure|temp\w*|fever"
    r"|sats?|sugars?|glucose|racing|scales?)\b(?:\s(?:is|was|at|of|to|now|about|around|like|said|says))*\s?$",
    re.IGNORECASE,
)
_OF_ANOTHER_AFTER: Final = lazy_regex(
    r"\s?(?:살|세(?![가-힣])|키로|킬로(?!그램이하)|kg|kilos?|lbs?\b|pounds?|stone|years?\b|y/?o\b|도(?![가-힣]{2})|점|명|층|호|시(?!작)|분(?!의)"
    r"|cm|bpm|degrees)|\s?on (?:my|the|his|her|\w+'s)\b",
    re.IGNORECASE,
)
_APART: Final = lazy_regex(
    r"[;:!?]|[.](?=\s)|\b(?:and|but|while|so|because|my|i|i'm|was|he|she)\b|는데|지만|[가-힣]고[ ,]", re.IGNORECASE
)
"""What ends the reach of a medicine's name over a number that nothing else makes its dose."""
_STRENGTH: Final = lazy_regex(
    r"\d\s?(?:mg|mcg|µg|ug|g|ml|u|iu|units?|%|meq|밀리|마이크로|그램|단위)(?![a-z])", re.IGNORECASE
)
_ADJACENT: Final = lazy_regex(r"\s?(?:of|정도의|짜리)?\s?(?:the |my |his |her )?", re.IGNORECASE)


def words_of_dates(words: Words, span: Span) -> list[str]:
    """The dates that are said in the sentence of ``span``."""
    start, end = words.sentence(span)
    return [one.value for one in words.sheet.dates if start <= one.start and one.end <= end]


def is_plain(words: Words, figure: Figure) -> bool:
    """Whether a number is one: no count of times, no part of "71 point 5", and no "one" that stands for a thing."""
    after = words.text[figure.end : figure.end + 8].lstrip()
    counted = words.text[figure.start : figure.end].rstrip().endswith(("번", "회", "times"))
    if counted or after.startswith(("번", "회", "times", "point", "차", "번째")):
        return False
    return not (figure.spoken and figure.value <= _SMALL_WORD and figure.quantity.unit is None)


def is_denied(words: Words, figure: Figure) -> bool:
    """Whether a number is the one that does not hold: "7.2가 아니라", "not 7.2", "40에서", "from 40"."""
    after = words.text[figure.end : figure.end + 14]
    before = words.text[max(0, figure.start - 16) : figure.start]
    return denies_after(after) or denies_before(before)


def denies_after(after: str) -> bool:
    """Whether the words after a number deny it, or tell where a change came from."""
    tail = after.lstrip(" %")
    for unit in ("mg", "mcg", "ml", "g", "밀리그램", "밀리", "알", "정", "도", "단위"):
        tail = tail[len(unit) :] if tail.startswith(unit) else tail
    return tail.startswith((*_DENIED_BY, *_LEFT_BEHIND_BY))


def denies_before(before: str) -> bool:
    """Whether the words before a number deny it, or tell where a change came from."""
    words = before.split()
    last = [one.strip("(,") for one in words[-2:]]
    return any(one in ("not", "from", "isn't", "wasn't", "instead") for one in last) or before.rstrip().endswith(
        ("rather than", "instead of", "n't")
    )


def moved_to(figure: Figure, known: float | None) -> Figure:
    """A number told as the way from the one on record to another ("5 to 7.5", "40에서 80") as where it leads."""
    quantity = figure.quantity
    ends = (quantity.low, quantity.high)
    if quantity.value is not None or known is None or known not in ends:
        return figure
    new = next((one for one in ends if one is not None and one != known), None)
    return figure if new is None else replace(figure, quantity=replace(quantity, value=new, low=None, high=None))


def counts_units(figure: Figure) -> bool:
    """Whether it counts tablets or puffs, which says nothing of how strong one is."""
    return figure.kind == "count" or bool(figure.counter)


def is_strength(dose: str | None) -> bool:
    """Whether a dose on record tells a strength ("0.2mg") and not a number of tablets or puffs."""
    return _STRENGTH.search(dose or "") is not None


def is_bare(figure: Figure) -> bool:
    """Whether neither a unit nor a counter makes a dose of it."""
    return not figure.quantity.unit_stated and not figure.counter


def is_dose_of(words: Words, figure: Figure, concept: Concept, understanding: Understanding | None) -> bool:
    """Whether the words make a bare number the dose of ``concept``: no age, weight or reading, and no other thing's.

    Either the other reader binds it to the medicine, or nothing stands between it and the medicine's name.
    """
    if figure.kind == "age":
        return False
    before = words.text[max(0, figure.start - _NEAR) : figure.start]
    after = words.text[figure.end : figure.end + _NEAR]
    if _OF_ANOTHER_BEFORE.search(before) or _OF_ANOTHER_AFTER.match(after):
        return False
    if _is_bound(figure, concept, understanding):
        return True
    return any(_reaches(words, figure, name) for name in words.names_of(concept))


def _is_bound(figure: Figure, concept: Concept, understanding: Understanding | None) -> bool:
    reads = understanding.reads if understanding is not None else ()
    return any(
        read.item.entry is not None
        and read.item.entry.concept_id == concept.concept_id
        and any(one.start == figure.start for one in (*read.new, *read.old))
        for read in reads
    )


def _reaches(words: Words, figure: Figure, name: Span) -> bool:
    if figure.end <= name[0]:
        return _ADJACENT.fullmatch(words.text[figure.end : name[0]]) is not None
    between = (name[1], figure.start)
    if any(one.entry.kind != "relatives" for one in words.within(between)):
        return False
    return _APART.search(words.text[slice(*between)]) is None
