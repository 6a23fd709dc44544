"""Tests that a reading implies though no dictionary finds their name: "I weigh 71 kilos", a mistyped "혈얍 130"."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Mention
from extraction.rules.cues import Span
from extraction.text.lazy_regex import lazy_regex
from extraction.text.spans import Spans
from extraction.values.quantities import QuantityMention
from extraction.values.units import BODY_CELSIUS, BODY_FAHRENHEIT

_REACH: Final = 40
"""Characters between the word and its value."""

CONFIDENCE: Final = 0.7
"""What is implied is less sure than what is named."""


@dataclass(frozen=True, slots=True)
class _Implied:
    """A test, the word that suggests it before or after the value, and the units in which the value may stand."""

    kind: str
    concept_id: str
    word: re.Pattern[str]
    units: frozenset[str | None]


_FEVERS: Final = frozenset({"fever", "high_fever"})
"""Findings whose word also names what is measured ("열이 39도")."""

_FEVER_REACH: Final = 64
_FEVER_BEFORE: Final = lazy_regex(
    r"(?:\bfever\s(?:of |was |is |at |hit |reached |up to |around |about )*"
    r"|(?<![가-힣])(?:고|미)?열(?:이|은|도)?\s?(?:(?:아직도?|아침|저녁|지금|오늘|다시|또)(?:에|은|엔)?\s)?)$"
)
_PRESSURE: Final = lazy_regex(r"혈[가-힣](?=\s|[은이도가])|\bb\.?p\b|\bblood pres+ure\b|\bpres+ure\b")
_RULES: Final = (
    _Implied("vitals", "body_weight", lazy_regex(
        r"몸\s?무[가-힣]|[채체]중|\bweigh(?:ed|s|ing)?\b"
        r"|\bweight\b(?!(?:\s|-)(?:bearing|on (?:it|that|(?:my|her|his|the) (?:left |right |bad )?"
        r"(?:leg|foot|hip|ankle|knee))))"
        ), frozenset({"kg", "[lb_av]", None})),
    _Implied("vitals", "body_height", lazy_regex(
        r"(?<![가-힣])키(?:는|가|\s)|\btall\b|\bheight\b"), frozenset({"cm", "[in_i]"})),
    _Implied("vitals", "body_temperature", lazy_regex(
        r"[채체]온|(?<![가-힣])열(?:이|은|\s)|\bfever\b|\btemp(?:erature)?\b"), frozenset({"Cel", "[degF]"})),
    _Implied(
        "labs", "glucose", lazy_regex(
            r"(?:공복|식후)\s?혈[가-힣]|혈[당탕딩댕](?=[은이도\s])|\bsugars?\b(?! (?:in|pill|free))"),
        frozenset({"mg/dL", "mmol/L", None}),
    ),
)  # fmt: skip


def with_degrees(quantity: QuantityMention, text: str) -> QuantityMention:
    """A bare number right after a word for fever in the degrees in which it can be one: "a fever of 102"."""
    value = quantity.value
    if (
        value is None
        or quantity.unit is not None
        or not _FEVER_BEFORE.search(text[max(0, quantity.start - _FEVER_REACH) : quantity.start])
    ):
        return quantity
    for (low, high), unit in ((BODY_CELSIUS, "Cel"), (BODY_FAHRENHEIT, "[degF]")):
        if low <= value <= high:
            return replace(quantity, unit=unit)
    return quantity


def implied_tests(
    text: str,
    mentions: Sequence[Mention],
    quantities: Sequence[QuantityMention],
    pressures: Sequence[Span],
    lexicon: Lexicon,
) -> Iterator[Mention]:
    """Mentions of tests in the cue text that values imply, where none is named close before the value."""
    named = sorted(mention.start for mention in mentions if mention.entry.kind in ("labs", "vitals"))
    others = Spans((one.start, one.end) for one in mentions if one.entry.concept_id not in _FEVERS)
    for start, end in pressures:
        found = list(_before(text, start, named, others, _PRESSURE, lexicon, ("vitals", "blood_pressure")))
        if not found and not named and "over" in text[start:end]:
            found = [Mention(lexicon.entry("vitals", "blood_pressure"), start, start, "", CONFIDENCE, "implied")]
        yield from found
    for quantity in quantities:
        for rule in _RULES:
            if quantity.unit not in rule.units:
                continue
            found = list(_before(text, quantity.start, named, others, rule.word, lexicon, (rule.kind, rule.concept_id)))
            if not found and quantity.unit is not None:
                found = list(_after(text, quantity.end, others, rule, lexicon))
            if found:
                yield found[0]
                break


def _before(
    text: str,
    place: int,
    named: Sequence[int],
    others: Spans,
    word: re.Pattern[str],
    lexicon: Lexicon,
    test: tuple[str, str],
) -> Iterator[Mention]:
    window = max(0, place - _REACH)
    matches = [match for match in word.finditer(text, window, place) if not others.touch(*match.span())]
    if matches and bisect_left(named, matches[-1].end()) < bisect_left(named, place):
        return
    if matches and not re.search(r"[.?!]\s", text[matches[-1].end() : place]):
        yield _mention(test, matches[-1], lexicon)


def _after(text: str, place: int, others: Spans, rule: _Implied, lexicon: Lexicon) -> Iterator[Mention]:
    match = rule.word.search(text, place, place + _REACH // 2)
    if match and not others.touch(*match.span()):
        yield _mention((rule.kind, rule.concept_id), match, lexicon)


def _mention(test: tuple[str, str], match: re.Match[str], lexicon: Lexicon) -> Mention:
    entry = lexicon.entry("vitals" if test[0] == "vitals" else "labs", test[1])
    return Mention(entry, match.start(), match.end(), match[0], CONFIDENCE, "implied")
