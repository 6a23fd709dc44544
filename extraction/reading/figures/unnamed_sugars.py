"""A blood sugar that nobody calls by its name: "공복 148", "two hours after eating 9.1", "재보니 62더라고요"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from domain.values import PATIENT, Content
from extraction.naming.mentions import Entry
from extraction.reading.figures.figures import Figure
from extraction.reading.figures.measuring import in_range, unit_fits
from extraction.reading.figures.unnamed_inrs import can_be_an_inr, measures_clotting
from extraction.reading.sheet import Cover, Sheet
from extraction.text.lazy_regex import lazy_regex

_MEALS: Final = lazy_regex(
    r"(?<![가-힣])(?:아침\s?)?(?:공복|식전|빈속)(?![에\s]?혈|에)(?:은|이|엔|으로|:)?\s?"
    r"|(?<![가-힣])(?:식후(?![에\s]?혈|에)|밥\s?먹고)(?:\s?(?:[12]|한|두)\s?시간)?(?:은|이|엔|:)?\s?"
    r"|(?<![가-힣])당(?:은|이|도|가)?\s"
    r"|\b(?:my |his |her )?sugars?(?: (?:was|is|were|are|at|of|around|about))?\s"
    r"|\b(?:fasting|before breakfast)(?: one| number| reading)?(?: was| is|:)?\s"
    r"|\b(?:(?:two hours|2 ?h(?:ou)?rs?|an hour|1 ?h(?:ou)?r) )?after (?:eating|meals?|food|breakfast|lunch|dinner|tea)"
    r"(?: was| is|:)?\s"
)
"""How a sugar is called by its meal alone, right before its value."""

_MEASURES: Final = lazy_regex(
    r"(?:재\s?보니|재보니까|재니까?|쟀더니|재봤더니|재\s?봤는데|찍어\s?보니|찔러\s?보니|찔렀더니)(?:까)?\s(?:\S{1,6}\s)?$"
    r"|(?:기계|측정기|기기|센서)(?:에서?|가|는|로|엔)?\s(?:\S{1,5}\s)?$"
    r"|\b(?:(?:meter|machine|monitor|glucometer|sensor|libre|dexcom|test strip)"
    r" (?:said|says|read|reads|reading|showed|shows|shown|was|is|gave(?: me)?|came up)"
    r"|pricked my finger(?:,| and)?(?: it (?:was|says|said)| got)?"
    r"|(?:checked|tested)(?: it| myself)?(?: and|,)? (?:it was|i was|got|said))\s$"
)
"""Words that say that something was measured, right before its value."""
_INSTRUMENT: Final = lazy_regex(
    r"(?:혈당\s?(?:기|계)|당\s?측정기|혈당\s?측정기|리브레|덱스콤)(?:에서?|가|는|로|엔)?\s(?:\S{1,5}\s)?$"
    r"|\b(?:glucometer|glucose meter|sugar meter|libre|dexcom|cgm)(?: (?:said|says|read|reads|reading|showed|shows|was"
    r"|is|at|gave(?: me)?))?(?: (?:about|around|only))?\s$"
)
"""Names of what measures nothing but sugar, right before a value: whoever has one need not say what it shows."""
_PRICKED: Final = lazy_regex(
    r"손가락\S{0,3}\s(?:\S{1,3}\s)?(?:찔러|찔렀|따서|땄)\S{0,3}\s?(?:(?:재|쟀|봤|보니|확인)\S{0,4}\s?){0,2}(?:혈당\S?\s)?$"
    r"|\bfinger[ -]?(?:prick|stick)s?(?: test| reading)?(?: (?:was|is|said|says|came (?:up|out|back)(?: as| at)?|showed"
    r"|shows|gave(?: me)?|reads?|at))?\s$"
)
"""A finger is pricked at home for nothing else but an INR."""
_METER: Final = lazy_regex(
    r"(?:^|[.,;!?]\s?|\b(?:my|the|his|her|and|so|but)\s)meter "
    r"(?:said|says|reads?|reading|showed|shows|shown|gave(?: me)?|came up(?: with| as)?"
    r"|is (?:showing|reading|saying))\s$"
)
_OWN_METER: Final = lazy_regex(r"\bsugars?\b|gluco|\b(?:libre|dexcom|cgm)\b|혈당|당뇨|리브레")
"""What measures or names a sugar and nothing else."""
_OTHER_METER: Final = lazy_regex(
    r"\b(?:peak|flow|asthma|inhaler|blow|blew|puffs?|parking|electric\w*|gas|smart|taxi|light|energy|bill|pressure|bp"
    r"|oximeter|oxygen|water|usage|cholesterol)\b"
)
"""What else a meter measures, by words of the same message."""

_SHOWS: Final = lazy_regex(
    r"\bit(?:'s| is)? (?:says|said|reads|read|showed|shows|showing|saying)\s(?:only\s)?$"
    r"|\b(?:the|my|his|her) (?:reading|number|result)(?: is| was| of)\s(?:only\s)?$"
)
"""Words for what anything may show: a sugar only of who takes what lowers it and feels it."""
_BEHIND: Final = lazy_regex(
    r"^\s(?:on|by) (?:the|my|his|her) (?:meter|machine|monitor|glucometer|sensor|libre|dexcom)\b"
)
"""The meter behind what it shows: "forty nine on the meter"."""
_OTHER_METERS: Final = lazy_regex(
    r"\b(?:scales?|kilos?|kg|lbs?|pounds|thermometer|temp\w*|pulse|heart rate|bp|blood pressure|cuff|oximeter|oxygen"
    r"|sats?|clock|watch|weigh\w*)\b|체중계|몸무게|체온|혈압|맥박|산소"
)
"""What else of a patient's shows a bare number."""

_REACH: Final = 40
_SUGARS: Final = (30.0, 600.0)
"""Milligrams a decilitre between which a bare number of a meter is a sugar."""
_MILLIMOLES: Final = (1.1, 33.3)
"""The same in millimoles a litre, where the number has a decimal (what most meters can show)."""


def unnamed_sugars(sheet: Sheet, facts: Sequence[Content], glucose: Entry) -> Iterator[tuple[int, int]]:
    """The places [start, end) of the words that call a sugar; empty before a number that only a meter explains.

    A number that was only "measured" is a sugar of somebody with diabetes on record who names no test.
    """
    yield from _by_the_meal(sheet, glucose)
    yield from _by_what_it_is(sheet, glucose)
    tested = any(one.entry.kind in ("labs", "vitals") for one in sheet.mentions)
    if tested:
        return
    of_diabetes = any("diabet" in word or "insulin" in word for fact in facts for word in _kinds_of(fact))
    of_diabetes = of_diabetes or any("diabet" in one.entry.concept_id for one in sheet.mentions)
    of_breath = any("asthma" in word or "pulmonary" in word for fact in facts for word in _kinds_of(fact))
    low = _LOW.search(sheet.folded) is not None
    meter = not of_breath and _OTHER_METER.search(sheet.folded) is None
    thinned = measures_clotting(facts) and _OWN_METER.search(sheet.folded) is None
    for start, end in _by_the_meter(sheet, anything=of_diabetes or low, felt=of_diabetes and low, meter=meter):
        # Blood that is thinned is measured at home, too: a small number is no sugar for certain.
        if not thinned or not any(one.start in (start, end, end + 1) and can_be_an_inr(one) for one in sheet.figures):
            yield start, end


def _by_the_meal(sheet: Sheet, glucose: Entry) -> Iterator[tuple[int, int]]:
    taken = Cover(len(sheet.folded), ((one.start, one.end) for one in sheet.mentions))
    for match in _MEALS.finditer(sheet.folded):
        figure = next((one for one in sheet.figures if one.start >= match.end()), None)
        if figure is None or figure.start > match.end() + 1 or figure.kind not in ("number", "age"):
            continue
        clock = _CLOCK.match(sheet.folded, figure.end) is not None
        if not taken.touches(match.start(), match.end()) and _is_sugar(figure, glucose) and not clock:
            yield match.start(), match.start() + len(match[0].rstrip(" :"))


_CLOCK: Final = lazy_regex(r"\s?(?:[ap]\.?m\b|o'?clock|시(?!\s?간))")
"""What makes a number the hour at which a sugar is measured."""


def _by_what_it_is(sheet: Sheet, glucose: Entry) -> Iterator[tuple[int, int]]:
    """The sugar that is called low or high by its own name: "저혈당 52", "hypo, 2.9"."""
    for match in _LOW_OR_HIGH.finditer(sheet.folded):
        figure = next((one for one in sheet.figures if one.start == match.end()), None)
        if figure is not None and figure.kind == "number" and _is_sugar(figure, glucose) and not figure.counter:
            yield figure.start, figure.start


_LOW_OR_HIGH: Final = lazy_regex(
    r"(?<![가-힣])(?:저혈당|고혈당)(?:이|으로|로|은|:|,)?\s"
    r"(?:(?:또|오늘|어제|어젯밤|그저께|새벽|아침|점심|저녁|밤|낮|오전|오후|자다가|\d{1,2}\s?시(?:\s?반|\s?\d{1,2}\s?분)?)"
    r"(?:에|쯤|에도|도)?\s){0,4}"
    r"|\b(?:(?:hypo|hyper)(?:glyc\w+)?|low (?:blood )?(?:sugars?|glucose|bg))(?: again)?"
    r"(?: (?:of|at|was|is|to))?[,:]?\s"
)


def _is_sugar(figure: Figure, glucose: Entry) -> bool:
    quantity = figure.quantity
    return quantity.value is not None and unit_fits(glucose, quantity) and in_range(glucose, quantity)


def _by_the_meter(sheet: Sheet, *, anything: bool, felt: bool, meter: bool) -> Iterator[tuple[int, int]]:
    other = _OTHER_METERS.search(sheet.folded) is not None
    for figure in sheet.figures:
        first = max(0, figure.start - _REACH)
        before = sheet.folded[first : figure.start]
        # No other meter of a patient's shows milligrams a decilitre.
        told = anything or figure.quantity.unit is not None
        called = _INSTRUMENT.search(before) or _PRICKED.search(before)
        called = called or (_MEASURES.search(before) if told and not other else None)
        called = called or (_METER.search(before) if meter else None)
        if called is None and not other and is_bare_sugar(figure) and _is_shown_low(sheet, figure, before, felt=felt):
            yield figure.start, figure.start
        if called is None or not is_bare_sugar(figure):
            continue
        words = called[0].rstrip()
        # The meter itself is what the value is called by; words that only say "measured" name nothing.
        named = "재" not in words and "찔" not in words and "찍" not in words
        start = first + called.start()
        yield (start, start + len(words)) if named else (figure.start, figure.start)


def _is_shown_low(sheet: Sheet, figure: Figure, before: str, *, felt: bool) -> bool:
    """Whether a number stands before its meter, or is what "it" shows to somebody who feels a low sugar."""
    return _BEHIND.match(sheet.folded[figure.end :]) is not None or (felt and _SHOWS.search(before) is not None)


def is_bare_sugar(figure: Figure) -> bool:
    """Whether a number without a name can be what a meter of sugars shows."""
    unit = figure.quantity.unit
    if figure.kind not in ("number", "age") or unit not in (None, "mg/dL", "mmol/L"):
        return False
    least, most = _SUGARS if unit == "mg/dL" or (unit is None and figure.value % 1 == 0) else _MILLIMOLES
    return least <= figure.value <= most


def is_by_the_meter(folded: str, place: int) -> bool:
    """Whether the number at ``place`` is what a meter of sugars is said to show, in those words."""
    return _SHOWN.search(folded, max(0, place - _REACH), place) is not None


_SHOWN: Final = lazy_regex(
    r"\b(?:meter|machine|monitor|it) (?:said|says|read|reads|showed|shows)\s(?:only\s)?$"
    r"|\b(?:the|my|his|her) (?:reading|number|result)(?: is| was| of)\s(?:only\s)?$"
    r"|(?:혈당기|측정기|기계)\S{0,3}\s(?:\S{1,6}\s)?$"
)
_LOW: Final = lazy_regex(
    r"\b(?:shak(?:y|ing|ey)|sweaty|clammy|jittery|wobbly|hypo|trembl\w+|sweating|starving|light.?headed"
    r"|juice|glucose tabs?|dextrose|jelly babies)\b"
    r"|저혈당|식은\s?땀|(?:손|몸)[이가은는도]?\s?(?:\S{1,3}\s)?(?:떨|후들)|어질|떨려|배고파|허기|주스|사탕"
)
"""Words around a sugar that is low: whoever tells them of a meter speaks of no other."""


def _kinds_of(fact: Content) -> tuple[str, ...]:
    return (fact.concept.concept_id, *fact.concept.broader) if fact.subject == PATIENT else ()
