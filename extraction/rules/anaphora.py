"""Corrections by a part alone: "사실 20이었어요", "mmol이 아니라 mg이에요", "the 21st, not the 12th".

They name no test and no medicine; what was spoken of last says which one is meant, and what the part is of.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Target
from domain.values import PATIENT, SERIES_SLOTS, Content, Precision, SlotKind
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Kind
from extraction.rules.analysis import MEASUREMENTS, MEDICINES, Analysis
from extraction.rules.claims import Claim
from extraction.rules.cues import Span
from extraction.rules.measurements import DIASTOLIC, SYSTOLIC, is_plausible, measured, unit_fits
from extraction.rules.medications import dose_of
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_units import DOSE_UNITS, assumed_unit
from extraction.values.partial_dates import day_of
from extraction.values.quantities import QuantityMention
from extraction.values.units import unit_at

_DAYS: Final = (
    lazy_regex(r"(?<!\d)(?P<old>\d{1,2})일(?:이|은)?\s?(?:아니라|아니고|말고)[,\s]*(?P<new>\d{1,2})일"),
    lazy_regex(
        r"\bthe (?P<new>\d{1,2})(?:st|nd|rd|th),? (?:and )?not (?:on )?(?:the )?(?P<old>\d{1,2})(?:st|nd|rd|th)\b"
    ),
    lazy_regex(
        r"\b(?:not|wasn't) (?:on )?the (?P<old>\d{1,2})(?:st|nd|rd|th),? (?:but |it was )*(?:on )?"
        r"the (?P<new>\d{1,2})(?:st|nd|rd|th)\b"
    ),
)
_UNITS: Final = (
    lazy_regex(r"(?:^|[\s,])(?P<old>[^\s\d,]+?)(?:이|가)?\s?(?:아니라|아니고|말고)[,\s]*(?P<new>[^\s\d,.]+)"),
    lazy_regex(
        r"\b(?:it's|it is|it was|i meant|that's|should be)(?: in)? (?P<new>[^\s\d,.]+),?"
        r" (?:and )?not (?P<old>[^\s\d,.]+)"
    ),
    lazy_regex(r"\bnot (?P<old>[^\s\d,.]+)[,;]? (?:but |it's |it was )+(?:in )?(?P<new>[^\s\d,.]+)"),
)
MISSPOKEN: Final = lazy_regex(
    r"^\W*(?:아,?\s?)?(?:아니(?:요|야|에요|예요|다)?|아뇨|아니아니)(?:[\s,.!]+)"
    r"|^\W*(?:죄송|미안)[가-힣]*"
    r"|^\W*(?:oh,? )?(?:no|nope|wait)(?:,? (?:no|wait|sorry))*[,.!]\s?"
    r"|(?:^|[\s,.])(?:사실은?|실은|실제로는?|정정|잘못\s?말|착각)"
    r"|\b(?:actually|i meant|i misspoke|correction|sorry|my mistake)\b"
)
"""What opens or accompanies a value that takes the place of the one told before."""


def corrected_part(
    analysis: Analysis, lexicon: Lexicon, spoken_of: Sequence[Content], claims: Sequence[Claim]
) -> Claim | None:
    """The correction of a day, a unit or a bare number of what was last spoken of; None when there is none."""
    known = [one for one in spoken_of if one.subject == PATIENT]
    if analysis.clauses[-1].asked:
        return None
    return (
        _other_day(analysis, known)
        or _other_unit(analysis, lexicon, known)
        or _other_number(analysis, lexicon, known, claims)
    )


def content_like(known: Content, new: QuantityMention, lexicon: Lexicon, analysis: Analysis) -> Content | None:
    """``known`` with a new value or dose; None for an unknown test, another kind of unit or an impossible value."""
    if known.slot is SlotKind.MEDICATIONS:
        unit = assumed_unit(known.concept, known.dose, lexicon)
        return Content(slot=known.slot, concept=known.concept, dose=dose_of(new, unit))
    kind: Kind = "vitals" if known.slot is SlotKind.VITALS else "labs"
    try:
        entry = lexicon.entry(kind, known.concept.concept_id)
    except KeyError:
        return None
    fits = unit_fits(entry, new) and is_plausible(entry, new)
    return measured(entry, new, analysis) if fits else None


def _other_day(analysis: Analysis, known: Sequence[Content]) -> Claim | None:
    for pattern in _DAYS:
        for match in pattern.finditer(analysis.cue_text):
            old, new = int(match["old"]), int(match["new"])
            for content in known:
                date = content.valid_from or ""
                moved = day_of(int(date[:4]), int(date[5:7]), new) if len(date) == 10 and int(date[8:]) == old else None
                if moved is not None:
                    fresh = Content(
                        slot=content.slot, concept=content.concept, valid_from=moved[0], precision=Precision.DAY
                    )
                    return _correction(fresh, match.span(), _target(content, date=date), "date")
    return None


def _other_unit(analysis: Analysis, lexicon: Lexicon, known: Sequence[Content]) -> Claim | None:
    """The same number in another unit."""
    content = next((one for one in known if one.slot in SERIES_SLOTS or one.dose), None)
    if content is None:
        return None
    for pattern in _UNITS:
        for match in pattern.finditer(analysis.text):
            old, new = (unit_at(match[name], 0, 0.0) for name in ("old", "new"))
            if old is None or new is None or new.code is None or old.code in (None, new.code):
                continue
            number = _number(content.dose if content.slot is SlotKind.MEDICATIONS else content.value_stated)
            if number is None or (content.slot is SlotKind.MEDICATIONS and new.code not in DOSE_UNITS):
                return None
            stated = QuantityMention(number, None, None, None, _unit_of_test(content, new.code), True, *match.span())
            fresh = content_like(content, stated, lexicon, analysis)
            said = content.dose if content.slot is SlotKind.MEDICATIONS else content.value
            return _correction(fresh, match.span(), _target(content, old=_plain(said)), "unit") if fresh else None
    return None


def _unit_of_test(content: Content, code: str) -> str:
    """In "mg" of a blood test the litre is left out: mg/dL, the test's own unit, is meant."""
    own = content.unit or ""
    return own if content.slot in SERIES_SLOTS and own.startswith(f"{code}/") else code


def _other_number(
    analysis: Analysis, lexicon: Lexicon, known: Sequence[Content], claims: Sequence[Claim]
) -> Claim | None:
    """A bare number after "사실" or "actually", in an utterance that tells nothing else."""
    values = [one for one in analysis.quantities if one.value is not None]
    if len(values) != 1 or not MISSPOKEN.search(analysis.cue_text[: values[0].start]):
        return None
    (new,) = values
    named = {one.entry.concept_id for one in analysis.within(0, len(analysis.text), MEASUREMENTS | MEDICINES)}
    if any(claim.content is not None and claim.content.concept.concept_id not in named for claim in claims):
        return None
    meant = (one for one in known if one.slot in SERIES_SLOTS or one.slot is SlotKind.MEDICATIONS)
    meant = (one for one in meant if new.unit is None or _takes_unit(one, new, lexicon, analysis))
    content = next((one for one in meant if not named or one.concept.concept_id in named), None)
    if content is None or content.concept.concept_id in (SYSTOLIC, DIASTOLIC):
        return None
    if content.slot is SlotKind.MEDICATIONS and (content.dose is None or named & _told(claims)):
        return None
    if content.slot in SERIES_SLOTS and named:
        return None
    fresh = content_like(content, new, lexicon, analysis)
    if fresh is None:
        return None
    if content.slot is SlotKind.MEDICATIONS and new.unit is None:
        unit = (content.dose or "").lstrip("0123456789./-")
        fresh = fresh.with_fields(dose=f"{new.value:g}{unit}")
    old = content.dose if content.slot is SlotKind.MEDICATIONS else content.value
    field = "dose" if content.slot is SlotKind.MEDICATIONS else "value"
    return _correction(fresh, (new.start, new.end), _target(content, old=_plain(old)), field)


def _takes_unit(content: Content, new: QuantityMention, lexicon: Lexicon, analysis: Analysis) -> bool:
    """Whether a number in this unit can stand in the place of the known one."""
    if content.slot is SlotKind.MEDICATIONS:
        return new.unit in DOSE_UNITS
    return content_like(content, new, lexicon, analysis) is not None


def _told(claims: Sequence[Claim]) -> set[str]:
    """Medicines whose dose the utterance tells anyway."""
    return {one.content.concept.concept_id for one in claims if one.content is not None and one.content.dose}


def _target(content: Content, *, old: float | str | None = None, date: str | None = None) -> Target:
    return Target(
        slot=content.slot, concept_id=content.concept.concept_id, subject=content.subject, old=old, date=date
    )  # fmt: skip


def _correction(content: Content, span: Span, target: Target, field: str) -> Claim:
    return Claim(content, (span,), span, None, Operation.CORRECT, target, "misstated", fields=(field,))


def _plain(value: float | str | bool | None) -> float | str | None:
    return None if isinstance(value, bool) else value


def _number(words: str | None) -> float | None:
    match = re.match(r"\d+(?:\.\d+)?", words or "")
    return float(match[0]) if match else None
