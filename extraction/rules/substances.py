"""One substance in several tables: a medicine taken, an allergen borne badly, a level that is measured."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Entry, Kind, Mention
from extraction.text.lazy_regex import lazy_regex
from extraction.values.units import unit_at

_MEDICINES: Final[tuple[Kind, ...]] = ("medications", "drug_classes")
_ALLERGENS: Final[tuple[Kind, ...]] = ("allergens",)
_LEVEL: Final = lazy_regex(
    r"\s?(?:수치|농도|level)?\s?(?:은|는|이|가|:|=|was|is|of|came back(?: at)?|at)?\s?(?P<value>\d+(?:\.\d+)?)"
)
_MEASURED: Final = lazy_regex(r"수치|농도|level")
_OF_DRUGS: Final = frozenset({"inr", "prothrombin_time", "vancomycin_trough", "anti_xa"})
"""Tests of a drug or of its effect whose names do not say so; those of vitamins and minerals are told bare."""
_INTAKE: Final = lazy_regex(
    r"먹|드시|드셔|복용|맞|투여|처방|씩|하루|매일|아침|저녁|[알정]\s"
    r"|\b(?:tak(?:e|es|ing)|took|on|dose|daily|a day|every|pills?|tablets?|shots?|injections?|supplements?|prescribed"
    r"|started|morning|night|weekly|bedtime|(?:before|with|after|at) (?:breakfast|lunch|dinner|supper))\b"
)
_OXYGEN: Final = "oxygen"
_SATURATION: Final = lazy_regex(
    r"(?:'?s| is| was)?(?:가|는|도)?(?: at| up to| down to| around| about| only| still)?\s?(?:[6-9]\d|100)"
    r"(?![\d/]|[.,]\d|\s?(?:litres?|liters?|l\b|리터|m[lgm]\b|years?|hours?|days?|feet|세|살|시간|만\s?원|원))"
)
"""Oxygen is breathed by its litres and hours, and measured in the blood by its percent."""
_PILL: Final = lazy_regex(r"\s?약(?=[\s은을이도만.,]|$)")
_SENTENCE: Final = lazy_regex(r"[.?!](?=\s|$)|[.?!]$")


def as_medicine(mention: Mention, lexicon: Lexicon) -> Mention:
    """An allergen that is a medicine too, as the medicine; whether it is taken or borne badly, the context tells."""
    if mention.entry.kind != "allergens" or mention.entry.extra.get("category") != "medication":
        return mention
    medicine = lexicon.by_name(mention.surface, _MEDICINES) or lexicon.by_name(mention.entry.name, _MEDICINES)
    return replace(mention, entry=medicine) if medicine else mention


def as_allergen(mention: Mention, lexicon: Lexicon) -> Entry:
    """The entry under which an allergy to the named substance is kept: the allergen's, where there is one."""
    if mention.entry.kind == "allergens":
        return mention.entry
    named = lexicon.by_name(mention.surface, _ALLERGENS) or lexicon.by_name(mention.entry.name, _ALLERGENS)
    return named or mention.entry


def as_test(mention: Mention, text: str, lexicon: Lexicon) -> Mention:
    """A medicine as the blood test of its level, where a value of that test follows and nobody takes anything.

    ``text`` is the cue text. "B12 180" among other results is one; "B12 1000" and "B12 500mcg" are doses.
    """
    if mention.entry.kind != "medications":
        return mention
    if mention.entry.concept_id == _OXYGEN:
        saturated = _SATURATION.match(text, mention.end) is not None
        return replace(mention, entry=lexicon.entry("vitals", "oxygen_saturation")) if saturated else mention
    level = _LEVEL.match(text, mention.end)
    test = _test_of(mention, lexicon, measured=level is not None and _MEASURED.search(level[0]) is not None)
    if level is None or test is None or not _is_level(test, float(level["value"]), text, level.end()):
        return mention
    ends = [match.start() for match in _SENTENCE.finditer(text)]
    start = max((end for end in ends if end < mention.start), default=0)
    end = min((end for end in ends if end >= level.end()), default=len(text))
    return mention if _INTAKE.search(text, start, end) else replace(mention, entry=test)


def level_of(mention: Mention, lexicon: Lexicon) -> Entry | None:
    """The test that goes by the name of a medicine that is told as a result: "B12 fine"; None where there is none."""
    return _test_of(mention, lexicon, measured=True) if mention.entry.kind == "medications" else None


def _test_of(mention: Mention, lexicon: Lexicon, *, measured: bool) -> Entry | None:
    """The test that goes by a medicine's name; that of a drug's level only where the words call it ``measured``.

    A bare number behind a medicine is its dose: "와파린 3" is no INR of 3, "digoxin 0.125" no level.
    """
    names = (mention.surface, f"{mention.surface} level", f"{mention.surface} 수치", f"{mention.surface} 농도")
    test = next((test for name in names if (test := lexicon.by_name(name, ("labs",)))), None)
    of_a_drug = test is not None and (test.concept_id.endswith("_level") or test.concept_id in _OF_DRUGS)
    return test if measured or not of_a_drug else None


def _is_level(test: Entry, value: float, text: str, end: int) -> bool:
    unit = unit_at(text, end, value)
    low, high = test.extra.get("plausible_low", ""), test.extra.get("plausible_high", "")
    if unit is not None and unit.code is not None:
        others = {one.partition(":")[0] for one in test.extra.get("alt_units", "").split("|")}
        return unit.code == test.extra.get("unit") or (unit.code in others and "/" in unit.code)
    return bool(low and high) and float(low) <= value <= float(high)


def for_disease(mention: Mention, text: str, lexicon: Lexicon) -> Mention:
    """A misspelt disease before the word "약" as the medicine for it: "고협압 약" is no disease that is told."""
    pill = _PILL.match(text, mention.end)
    if mention.entry.kind != "conditions" or mention.confidence == 1.0 or pill is None:
        return mention
    medicine = lexicon.by_name(f"{mention.entry.name_ko}약", _MEDICINES)
    end = pill.end()
    return replace(mention, entry=medicine, end=end, surface=text[mention.start : end]) if medicine else mention
