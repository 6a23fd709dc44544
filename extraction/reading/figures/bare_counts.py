"""Counts that no measure word follows: "2 panadol at bedtime", "Flomax one at bedtime", "나조넥스 양쪽 두 번씩".

Right before a medicine's name a small number counts it. Right behind it "one", "하나" and a half do, where the sentence
goes on to say when; and how often what is breathed in or sprayed is used on one side, or beside how often a day, says
how many puffs or sprays that makes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from extraction.naming.mentions import Mention
from extraction.reading.figures.figures import Figure
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_forms import FEW, form_of
from extraction.values.quantities import QuantityMention
from extraction.values.small_counts import KOREAN_COUNT, read_count

Span = tuple[int, int]

_OF: Final = lazy_regex(r" (?:of (?:the |my |his |her |your |those |these |them )?)?(?:little |baby |adult )?")
"""What may stand between a count and the name that it counts."""

_BETWEEN: Final = lazy_regex(_OF.pattern + "(?:an? |my |the )?")

_THEN: Final = (
    r"(?=\s?(?:[,.;:!?)]|$|and\b)|\s(?:at|in|every|each|before|after|with|once|twice|daily|nightly|mornings?|nights?"
    r"|per|a (?:day|night|week)|when|as|on|tablet|tab)\b)"
)
_BEHIND_EN: Final = lazy_regex(rf"[\s,:]{{1,2}}(?P<n>one|a half|half)(?! an?\b){_THEN}")
_BEHIND_KO: Final = lazy_regex(
    r"[\s,:]{1,2}(?:(?:아침|점심|저녁|밤|하루|자기\s?전)(?:에|마다)?\s)?(?P<n>하나|둘|셋|넷|반쪽?)(?:\s?개)?(?:씩|만|를|을)?(?=[\s,.;!?]|$)(?!\s?(?:배|으?로))"
)
_BEFORE_HALF: Final = lazy_regex(r"\b(?P<n>(?:a )?half)(?: of)?(?: an?| my| the)? $")
_WORTH: Final = {"one": 1.0, "하나": 1.0, "둘": 2.0, "셋": 3.0, "넷": 4.0}

_TAKEN_BY_THE_HANDFUL: Final = frozenset({"prednisolone", "prednisone", "methotrexate", "dexamethasone"})
_DEVICES: Final = frozenset({"puff", "spray", "drop"})
_TIMES: Final = lazy_regex(
    rf"(?P<side>(?:양|한|각)\s?쪽(?:에|으로)?\s?|각\s?|콧구멍(?:에|마다)?\s?)?(?P<n>{KOREAN_COUNT})\s?번(?P<each>씩)?(?P<done>\s?(?:칙|뿌|들이|흡입|분무|빨))?"
)
_TIMES_EN: Final = lazy_regex(
    r"\b(?P<n>once|twice|one|two|1|2)(?: times)?(?: (?:up|in|into|to))?"
    r" (?:each|both|either|per) (?:side|nostril|eye|ear)s?\b"
)
_TAKEN: Final = frozenset({"tab", "cap", "packet", "puff", "spray", "drop", "spoon"})
_MOST_AT_A_TIME: Final = 12
"""Most that are taken of a medicine at a time: twenty-eight tablets are a box."""
_TIMES_WORTH: Final = {"once": 1.0, "one": 1.0, "1": 1.0, "twice": 2.0, "two": 2.0, "2": 2.0}
_DEVICE_REACH: Final = 24
"""Most characters between the name of what is breathed in or sprayed and how often it is on one side."""
_ENDS: Final = lazy_regex(r"[.;!?\n](?=\s|$)")


def counting_names(figures: Sequence[Figure], mentions: Sequence[Mention], folded: str) -> list[Figure]:
    """``figures`` with each bare small number right before the name of a medicine as a count of it."""
    return [_as_count(figure, mentions, folded) for figure in figures]


def _as_count(figure: Figure, mentions: Sequence[Mention], folded: str) -> Figure:
    value = figure.quantity.value
    bare = figure.kind == "number" and figure.quantity.unit is None and value in range(1, _MOST_AT_A_TIME + 1)
    if not bare or value is None or figure.quantity.parts or figure.schedule is not None:
        return figure
    for mention in mentions:
        gap = mention.start >= figure.end and _OF.fullmatch(folded, figure.end, mention.start)
        # "6 pred" are tablets, where "10 ramipril" may be milligrams.
        several = value <= FEW or mention.entry.concept_id in _TAKEN_BY_THE_HANDFUL
        form = form_of(mention.entry) if gap and several else ""
        if form and not _follows_a_name(figure.start, mentions, folded):
            return replace(figure, kind="count", counter=form)
    return figure


def counts_what_follows(figure: Figure, start: int, folded: str) -> bool:
    """Whether a figure is a count, bare or of a few tablets, right before the name that begins at ``start``."""
    few = not figure.measure or (figure.counter in _TAKEN and 0 < figure.value <= _MOST_AT_A_TIME)
    counts = figure.kind == "count" and few and figure.end <= start
    return counts and _BETWEEN.fullmatch(folded, figure.end, start) is not None


def _follows_a_name(start: int, mentions: Sequence[Mention], folded: str) -> bool:
    """Whether a name stands right before: in "warfarin 3 aspirin 75" the number is of the first."""
    return any(one.end <= start and not folded[one.end : start].strip(" :") for one in mentions)


def counts_beside(mentions: Sequence[Mention], frequencies: Sequence[Span], folded: str) -> Iterator[Figure]:
    """The counts in words right beside the name of a medicine, and the puffs and sprays that are told as times."""
    starts = sorted(one.start for one in mentions)
    for mention in mentions:
        form = form_of(mention.entry)
        if not form:
            continue
        half = _BEFORE_HALF.search(folded, max(0, mention.start - 16), mention.start)
        behind = _BEHIND_EN.match(folded, mention.end) or _BEHIND_KO.match(folded, mention.end) or half
        if behind is not None and form not in _DEVICES:
            yield _count(_WORTH.get(behind["n"], 0.5), form, behind.span("n"))
        elif form in _DEVICES:
            last = next((one for one in starts if one >= mention.end), len(folded))
            yield from _times(folded, mention.end, min(last, mention.end + _DEVICE_REACH), form, frequencies)


def _times(folded: str, start: int, last: int, form: str, frequencies: Sequence[Span]) -> Iterator[Figure]:
    ended = _ENDS.search(folded, start, last)
    last = ended.start() if ended else last
    told = any(start <= first and end <= last for first, end in frequencies)
    for match in _TIMES.finditer(folded, start, last):
        if any(first < match.end() and match.start("n") < end for first, end in frequencies):
            continue
        if match["side"] or match["done"] or (told and match["each"]):
            yield _count(float(read_count(match["n"])[0]), form, (match.start("n"), match.end()))
            return
    if (sided := _TIMES_EN.search(folded, start, last)) is not None:
        yield _count(_TIMES_WORTH[sided["n"]], form, sided.span("n"))


def _count(value: float, form: str, place: Span) -> Figure:
    return Figure(QuantityMention(value, None, None, None, None, False, *place), "count", form)
