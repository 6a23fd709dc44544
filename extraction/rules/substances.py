"""One substance in several tables: a medicine taken, an allergen borne badly, a level that is measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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


def in_rows_of_medicines(mentions: Sequence[Mention], text: str, lexicon: Lexicon) -> tuple[Mention, ...]:
    """``mentions`` in which a mineral or vitamin named in a row of medicines is the supplement, and no blood test:
    "metoprolol 25, potassium 10, Lipitor 40".

    ``text`` is the cue text. A number that no test yields, or a strength that is sold, is a dose there; "potassium 4.1"
    is a level wherever it stands.
    """
    found = list(mentions)
    for at, one in enumerate(found):
        value = _DOSED.match(text, one.end) if one.entry.kind == "labs" else None
        if value is None or _MEASURED.search(text, one.start, one.end + _LEVEL_REACH):
            continue
        before, after = found[at - 1] if at else None, found[at + 1] if at + 1 < len(found) else None
        ahead = before is not None and before.entry.kind in _MEDICINES and _joins(text, before.end, one.start)
        behind = after is not None and after.entry.kind in _MEDICINES and _joins(text, one.end, after.start)
        sold = float(value["n"]) in _SOLD.get(one.entry.concept_id, ())
        supplement = _supplement(one, lexicon)
        beyond = ahead and behind and not _is_level(one.entry, float(value["n"]), text, value.end())
        if supplement is not None and (beyond or (sold and (ahead or behind))):
            found[at] = replace(one, entry=supplement)
    return tuple(found)


_SOLD: Final[Mapping[str, tuple[float, ...]]] = {
    "potassium": (8, 10, 20, 600, 750, 1080), "vitamin_b12": (50, 100, 250, 500, 1000, 1500, 2000),
    "folate": (0.4, 0.8, 1, 5, 400, 800), "iron": (27, 65, 100, 200, 210, 256, 300, 305, 322, 325),
    "calcium": (300, 500, 600, 1000, 1200, 1250), "magnesium": (200, 250, 300, 400, 500),
    "zinc_level": (15, 25, 50, 220),
}  # fmt: skip
"""Strengths in which supplements are sold, by the test of the same name (labels in dm+d, DailyMed, 의약품안전나라).
No level of potassium is 8, none of iron is told as 325."""


def _joins(text: str, start: int, end: int) -> bool:
    return end - start <= _ROW_REACH and _ROW.fullmatch(text, start, end) is not None


def _supplement(mention: Mention, lexicon: Lexicon) -> Entry | None:
    names = (mention.surface, *(f"{mention.surface}{kind}" for kind in _KINDS))
    return next((one for name in names if (one := lexicon.by_name(name, ("medications",))) is not None), None)


_KINDS: Final = (" supplement", " supplements", " tablet", " tablets", " pill", "제", "정", " 보충제", " 영양제")
_ROW_REACH: Final = 40
_LEVEL_REACH: Final = 8
_ROW: Final = lazy_regex(
    r"(?:[\s,/+&()]|\d+(?:[./]\d+)*|(?:mg|mcg|ug|units?|iu|ml|g|meq|mmol|and|plus|the|my|then|once|twice"
    r"|three times|daily|a day|bd"
    r"|od|tds|nights?|mornings?|am|pm|at night|in the morning|at bedtime|again|tab|tablets?)(?![a-z])"
    r"|아침|점심|저녁|밤|하루|자기\s?전|한|두|세|반|알|정|번|씩|에|하고|이랑|랑|와|과|그리고|미리|밀리)*"
)
"""What stands between the medicines of one row: amounts, times and what joins them."""
_DOSED: Final = lazy_regex(r"\s?(?P<n>\d{1,5}(?:\.\d+)?)(?![\d.]*\d|[^,;.\n]{0,8}(?:/|%|mmol|meq/l|mg/dl))")


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
