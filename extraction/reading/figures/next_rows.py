"""The next values of several tests by their numbers alone: "94 / 37.8" after "saturation 96, temperature 38.2".

Whoever notes two or three values each day names them once and keeps to their order; the two sides of one test are told
in the same way ("우 18 좌 16" after both eyes' pressures). Each number is the next value of the one that stands in its
place, is named beside it, or is the only one that it fits.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, permutations
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import PATIENT, SERIES_SLOTS, Content, Precision
from extraction.reading.figures.figures import Figure
from extraction.reading.figures.measuring import number_on_record, number_told
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_LEAST, _MOST = 2, 3
"""How many values a day are noted so."""
_OPENING: Final = lazy_regex(
    r"[\s,.!~:-]*(?:(?:오늘|어제|지금|이번|아침|점심|저녁|새벽|밤|오전|오후)(?:[은는엔도]|에는?)?[\s,:]*"
    r"|(?:today|yesterday|now|this|morning|evening|afternoon|tonight|noon|night|am|pm|again|latest|new)(?:'s)?[\s,:]+)*"
)
_BETWEEN: Final = lazy_regex(r"\s*(?:도|%|프로|kg|키로|cm|°c?)?\s*(?:[/,;&|·-]|\band\b|\bn\b|이?고|이?랑|하고|에)?\s*")
"""What stands between two values but a name or a side."""
_RIGHT: Final = lazy_regex(
    r"(?<![가-힣a-z\d])(?:오른\s?(?:쪽|눈)?|우측?|우안|right(?: eye)?|rt?|od)[은는이가]?[\s:,]*$"
)
_LEFT: Final = lazy_regex(r"(?<![가-힣a-z\d])(?:왼\s?(?:쪽|눈)?|좌측?|좌안|left(?: eye)?|lt?|os)[은는이가]?[\s:,]*$")
_SIDE: Final = lazy_regex(
    r"[\s,/]*(?:(?:오른|왼)\s?(?:쪽|눈)?|[우좌]측?|[우좌]안|(?:right|left)(?: eye)?|[rl]t?|od|os)[은는이가]?[\s:,]*"
)
_CHANGED: Final = lazy_regex(
    r"아니[고라었]|잘못|정정|에서|였다가|목표|정상|\b(?:not|sorry|meant|wrong|goal|target|from|to|between|if|was)\b|\?"
)
_SIDES: Final = frozenset({"left", "right"})
_APART: Final = frozenset({*_SIDES, "fasting", "postprandial"})
"""What tells two values of one test apart that are noted together every day."""
_PRESSURES: Final = frozenset({"systolic_blood_pressure", "diastolic_blood_pressure"})
_RANGES: Final = {"body_temperature": (34.0, 43.0), "oxygen_saturation": (60.0, 100.0)}
"""Between which values lie that are told by their numbers alone, in the unit on record."""
_NEAR: Final = {"body_height": 1.15, "body_weight": 1.25}
_NEAR_OTHERWISE: Final = 2.5


def with_next_rows(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], author: str) -> tuple[Proposal, ...]:
    """``proposals`` with each number of such a row as the next value of its own test."""
    row = [one for one in sheet.figures if one.kind in ("number", "age") and one.schedule is None]
    if not _LEAST <= len(row) <= _MOST or len(row) != len(sheet.figures) or not _is_a_row(sheet, row):
        return tuple(proposals)
    known = _last_told(heard, len(row))
    owners = _owners(sheet, row, known)
    if owners is None:
        return tuple(proposals)
    concepts = {one.concept.concept_id for one in owners}
    spans = [sheet.quote(one.start, one.end) for one in row]
    kept = [one for one in proposals if not _is_of(one, concepts, spans)]
    day = _day(sheet, row[0])
    told = [
        Proposal(
            operation=Operation.ASSERT, content=_next(one, figure.value, day), quote=quote, start=first, end=last,
            extractor=author,
        )
        for one, figure, (quote, first, last) in zip(owners, row, spans, strict=True)
    ]  # fmt: skip
    return (*kept, *told)


def _is_a_row(sheet: Sheet, row: Sequence[Figure]) -> bool:
    """Whether the numbers stand side by side at the head of the words, with nothing but names and sides between."""
    if any(one.entry.kind not in ("labs", "vitals", "symptoms") for one in sheet.mentions if one.start < row[-1].end):
        return False
    if _CHANGED.search(sheet.folded) is not None or any(one.counter for one in row):
        return False
    opening = _bare(sheet, 0, row[0].start)
    return _OPENING.fullmatch(opening) is not None and all(
        _BETWEEN.fullmatch(_bare(sheet, one.end, other.start)) is not None for one, other in pairwise(row)
    )


def _bare(sheet: Sheet, start: int, end: int) -> str:
    """The words between two places without the names of tests, the days and the side that stands there."""
    words = list(sheet.folded[start:end])
    named = [*((one.start, one.end) for one in sheet.mentions), *((one.start, one.end) for one in sheet.dates)]
    for first, last in named:
        if start <= first and last <= end:
            words[first - start : last - start] = " " * (last - first)
    left = "".join(words)
    return _SIDE.sub(" ", left, count=1) if _SIDE.fullmatch(left) is not None else left


def _last_told(heard: Heard, count: int) -> tuple[Content, ...]:
    """The tests, or the sides of one, that were last told together, in the order in which they were told."""
    newest: dict[tuple[str, str], Content] = {}
    for one in heard.facts:
        if one.slot in SERIES_SLOTS and one.comparator is None and isinstance(one.value, float):
            side = one.qualifier if one.qualifier in _APART else ""
            held = newest.get((one.concept.concept_id, side))
            # What was spoken of last comes first; of two days the later one's is the last told.
            if held is None or (one.valid_from or "") > (held.valid_from or "9"):
                newest[one.concept.concept_id, side] = one
    if any(concept in _PRESSURES for concept, _ in newest):
        return ()
    for said in reversed(heard.said_before):
        placed = []
        for one in newest.values():
            at = said.find(one.value_stated or "-")
            if at >= 0:
                placed.append((at, one))
        if len(placed) == count and len({at for at, _ in placed}) == count:
            return tuple(one for _, one in sorted(placed, key=lambda each: each[0]))
    return ()


def _owners(sheet: Sheet, row: Sequence[Figure], known: Sequence[Content]) -> tuple[Content, ...] | None:
    """The test or side of which each number is the next value; None where that is not certain."""
    if len(known) != len(row) or any(one.subject != PATIENT for one in known):
        return None
    # Whoever says the side of the first number behind it says that of each there: "18 OD 16 OS".
    behind = not _side(sheet, row[0], behind=False) and bool(_side(sheet, row[0], behind=True))
    fitting = [
        each for each in permutations(known)
        if all(_fits(sheet, figure, one, behind=behind) for figure, one in zip(row, each, strict=True))
    ]  # fmt: skip
    if not fitting:
        return None
    # The order in which they were told comes first, where nothing that is named speaks against it.
    return fitting[0] if fitting[0] == tuple(known) or len(fitting) == 1 else None


def _fits(sheet: Sheet, figure: Figure, known: Content, *, behind: bool) -> bool:
    name, side = _named(sheet, figure), _side(sheet, figure, behind=behind)
    concept, told, own = known.concept.concept_id, number_told(known), number_on_record(known)
    if (name and name != concept) or (side and known.qualifier != side) or not told or not own or figure.value <= 0:
        return False
    if name:
        return True
    if concept in _RANGES and told == own:
        least, most = _RANGES[concept]
        return least <= figure.value <= most
    near = _NEAR.get(concept, _NEAR_OTHERWISE)
    return 1 / near <= figure.value / told <= near


def _named(sheet: Sheet, figure: Figure) -> str:
    """The test that is named right before a number; empty where none is."""
    return next(
        (
            one.entry.concept_id for one in sheet.mentions
            if one.entry.kind in ("labs", "vitals") and 0 <= figure.start - one.end <= _BESIDE
        ),
        "",
    )  # fmt: skip


_BESIDE: Final = 3


def _side(sheet: Sheet, figure: Figure, *, behind: bool) -> str:
    """The side that is named right before a number, or right behind it; empty where none is."""
    if behind:
        told = _SIDE_BEHIND.match(sheet.folded, figure.end)
        return "" if told is None else "right" if told["right"] else "left"
    before = sheet.folded[max(0, figure.start - _REACH) : figure.start]
    return "right" if _RIGHT.search(before) is not None else "left" if _LEFT.search(before) is not None else ""


_REACH: Final = 14
_SIDE_BEHIND: Final = lazy_regex(
    r"\s?\(?(?:(?P<right>오른|우측|우안|right|rt|od)|(?:왼|좌측|좌안|left|lt|os))(?![a-z\d])"
)


def _day(sheet: Sheet, first: Figure) -> str:
    days = [one.value for one in sheet.dates if one.end <= first.start and len(one.value) == len(sheet.day)]
    return days[-1] if days and days[-1] <= sheet.day else sheet.day


def _next(known: Content, value: float, day: str) -> Content:
    told, own = number_told(known), number_on_record(known)
    factor = own / told if own and told else 1.0
    return Content(
        slot=known.slot, concept=known.concept, value=value if factor == 1.0 else round(value * factor, 2),
        unit=known.unit, value_stated=f"{value:g}", unit_stated=known.unit_stated,
        qualifier=known.qualifier if known.qualifier in _APART else None, valid_from=day, precision=Precision.DAY,
    )  # fmt: skip


def _is_of(proposal: Proposal, concepts: set[str], spans: Sequence[tuple[str, int, int]]) -> bool:
    """Whether a proposal is of one of the tests, or makes of one of the numbers something else."""
    content = proposal.content
    if content is not None and content.concept.concept_id in concepts:
        return True
    start, end = proposal.start, proposal.end
    return start is not None and end is not None and any(start <= first and last <= end for _, first, last in spans)
