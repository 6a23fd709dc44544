"""Values said anew right after they were told wrong: "아니, 148/95였어요", "No, my A1c was 6.9", "위가 148이었어요".

What was spoken of last says which test is meant; of a blood pressure each number is put in the place of its own kind.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from domain.comparison import says
from domain.proposals import Operation, Target
from domain.values import PATIENT, SERIES_SLOTS, Content
from extraction.naming.lexicon import Lexicon
from extraction.rules.analysis import FINDINGS, MEASUREMENTS, MEDICINES, Analysis
from extraction.rules.anaphora import MISSPOKEN, content_like
from extraction.rules.claims import Claim
from extraction.rules.cues import Span
from extraction.rules.measurements import DIASTOLIC, SYSTOLIC, measured
from extraction.rules.struck import Struck, Why
from extraction.text.lazy_regex import lazy_regex
from extraction.values.blood_pressure import in_range
from extraction.values.quantities import QuantityMention

_UNIT: Final = "mm[Hg]"
_PARTS: Final = (SYSTOLIC, DIASTOLIC)
_PART_BEFORE: Final = {
    SYSTOLIC: lazy_regex(
        r"(?:^|[\s,.])(?:위|윗|높은|수축기)(?:\s?(?:쪽|숫자|수치|값|혈압|거|게|것))?(?:가|이|는|은)?\s?$"
        r"|\b(?:top|upper|higher|first|systolic)(?: (?:number|one|figure|value|reading))? (?:was|is|should be) $"
    ),
    DIASTOLIC: lazy_regex(
        r"(?:^|[\s,.])(?:아래|아랫|밑|낮은|이완기)(?:\s?(?:쪽|숫자|수치|값|혈압|거|게|것))?(?:가|이|는|은)?\s?$"
        r"|\b(?:bottom|lower|second|diastolic)(?: (?:number|one|figure|value|reading))? (?:was|is|should be) $"
    ),
}
_LONGEST_LABEL: Final = 32
_ANEW: Final = lazy_regex(r"오늘|지금|방금|다시|이번|또\s|재니|재보|\b(?:today|now|again|just|this time|later)\b")
"""Words that make a second value another reading and no repair of the first."""


@dataclass(frozen=True, slots=True)
class _Pair:
    """One reading of the blood pressure as it is known; a number that nobody told is None."""

    systolic: Content | None
    diastolic: Content | None

    @property
    def told(self) -> tuple[Content, ...]:
        return tuple(one for one in (self.systolic, self.diastolic) if one is not None)


def repaired(analysis: Analysis, claims: Sequence[Claim], spoken_of: Sequence[Content]) -> list[Claim]:
    """``claims`` with the values that repair what was spoken of last turned into corrections of it."""
    if analysis.clauses[-1].asked or _ANEW.search(analysis.cue_text):
        return list(claims)
    known = [one for one in spoken_of if one.subject == PATIENT and one.slot in SERIES_SLOTS]
    last = _last_pair(known).told if _is_of_pressure(spoken_of) else ()
    return [_restated(analysis, claim, known, whole_pair_last=len(last) > 1) for claim in claims]


def repaired_pressure(
    analysis: Analysis,
    lexicon: Lexicon,
    spoken_of: Sequence[Content],
    struck: Sequence[Struck],
    withdrawn: Callable[[Span], bool],
) -> list[Claim]:
    """The corrections of a blood pressure that is not named: of both its numbers, or of the one that is given."""
    named = any(True for _ in analysis.within(0, len(analysis.text), MEASUREMENTS | MEDICINES))
    if named or analysis.clauses[-1].asked:
        return []
    taken_back = [one for one in struck if one.kind == "value" and one.why is not Why.REPAIR]
    old = [one.item.value for one in taken_back if isinstance(one.item, QuantityMention) and one.item.value is not None]
    known = _pair_of(spoken_of, old)
    fresh = _fresh_numbers(analysis, withdrawn)
    if known is None or not fresh:
        return []
    labelled = _part_before(analysis, fresh[0])
    if not (
        old or MISSPOKEN.search(analysis.cue_text[: fresh[0].start]) or _is_label_of_last(analysis, fresh, spoken_of)
    ):
        return []
    if len(fresh) == 1:
        of_pressure = _is_pair(analysis, taken_back) or (not old and _is_of_pressure(spoken_of))
        part = labelled or (_nearest(known, fresh[0]) if of_pressure else None)
        placed = {part: fresh[0]} if part else {}
    else:
        placed = dict(zip(_PARTS, fresh, strict=True))
    return [
        claim for part, number in placed.items() if (claim := _put(analysis, lexicon, known, part, number)) is not None
    ]


def _restated(analysis: Analysis, claim: Claim, known: Sequence[Content], *, whole_pair_last: bool) -> Claim:
    content = claim.content
    if content is None or claim.operation is not Operation.ASSERT or claim.mention is None or claim.value_span is None:
        return claim
    meant = next((one for one in known if one.concept.concept_id == content.concept.concept_id), None)
    if meant is None or claim.dated(analysis.dates) or content.qualifier not in (None, meant.qualifier):
        return claim
    part = content.concept.concept_id in _PARTS
    clipped = part and whole_pair_last and not _names_pressure(claim.mention.surface)
    if not (clipped or _opens_with_repair(analysis, claim)):
        return claim
    undated = claim.with_content(content.with_fields(valid_from=None, precision=None))
    return undated.into(Operation.CORRECT, _target(meant), "misstated", ("value",))


def _opens_with_repair(analysis: Analysis, claim: Claim) -> bool:
    """Whether "no" or "sorry" is said of the claim: not of an illness or a medicine that is named before it."""
    others = any(True for _ in analysis.within(0, claim.start, FINDINGS | MEDICINES))
    return not others and bool(MISSPOKEN.search(analysis.cue_text[: claim.end]))


def _is_of_pressure(spoken_of: Sequence[Content]) -> bool:
    """Whether the blood pressure was spoken of last."""
    last = next((one for one in spoken_of if one.subject == PATIENT), None)
    return last is not None and last.concept.concept_id in _PARTS


def _names_pressure(surface: str) -> bool:
    return any(word in surface.casefold() for word in ("혈압", "pressure", "bp"))


def _last_pair(spoken_of: Sequence[Content]) -> _Pair:
    """The blood pressure spoken of last: both numbers of one day."""
    told = [one for one in spoken_of if one.subject == PATIENT and one.concept.concept_id in _PARTS]
    same_day = [one for one in told if one.valid_from == told[0].valid_from]
    systolic, diastolic = (next((one for one in same_day if one.concept.concept_id == part), None) for part in _PARTS)
    return _Pair(systolic, diastolic)


def _pair_of(spoken_of: Sequence[Content], old: Sequence[float]) -> _Pair | None:
    """The blood pressure spoken of last that says all of ``old``."""
    told = [one for one in spoken_of if one.subject == PATIENT and one.concept.concept_id in _PARTS]
    for day in dict.fromkeys(one.valid_from for one in told):
        pair = _last_pair([one for one in told if one.valid_from == day])
        if all(any(says(one, value) for one in pair.told) for value in old):
            return pair
    return None


def _fresh_numbers(analysis: Analysis, withdrawn: Callable[[Span], bool]) -> tuple[QuantityMention, ...]:
    """The two numbers of the one pair that stands, or the one number that does; empty for anything else."""
    pairs = [one for one in analysis.pressures if not withdrawn((one.start, one.end))]
    numbers = [one for one in analysis.quantities if not withdrawn((one.start, one.end)) and one.value is not None]
    if len(pairs) == 1 and not numbers:
        pair = pairs[0]
        return tuple(
            QuantityMention(float(value), None, None, None, _UNIT, True, pair.start, pair.end)
            for value in (pair.systolic, pair.diastolic)
        )
    return tuple(numbers) if len(numbers) == 1 and not pairs and numbers[0].unit in (None, _UNIT) else ()


def _part_before(analysis: Analysis, number: QuantityMention) -> str | None:
    before = analysis.cue_text[max(0, number.start - _LONGEST_LABEL) : number.start]
    return next((part for part, pattern in _PART_BEFORE.items() if pattern.search(before)), None)


def _is_label_of_last(analysis: Analysis, fresh: Sequence[QuantityMention], spoken_of: Sequence[Content]) -> bool:
    """Whether a number is labelled "the upper one" right after a whole reading: nobody measures one number anew."""
    if not _is_of_pressure(spoken_of) or analysis.dates or _ANEW.search(analysis.cue_text):
        return False
    return _part_before(analysis, fresh[0]) is not None


def _is_pair(analysis: Analysis, struck: Sequence[Struck]) -> bool:
    pairs = {(one.start, one.end) for one in analysis.pressures}
    return any((one.start, one.end) in pairs for one in struck)


def _nearest(known: _Pair, number: QuantityMention) -> str:
    """The part that a number without a label stands for: the one whose known value is nearer in proportion."""
    said = number.value or 1.0

    def distance(one: Content) -> float:
        value = one.value
        if not isinstance(value, int | float) or value <= 0 or said <= 0:
            # A reading may be kept in words ("in the 130s"): no number is near it.
            return float("inf")
        return max(value, said) / min(value, said)

    return min(known.told, key=distance).concept.concept_id


def _put(analysis: Analysis, lexicon: Lexicon, known: _Pair, part: str, number: QuantityMention) -> Claim | None:
    """The claim that puts ``number`` in the place of a part; a part that was never told is told now, of that day."""
    content = known.systolic if part == SYSTOLIC else known.diastolic
    if number.value is None or not in_range(number.value, upper=part == SYSTOLIC):
        return None
    span = (number.start, number.end)
    if content is None:
        day = known.told[0]
        fresh = measured(lexicon.entry("vitals", part), number, analysis)
        return Claim(fresh.with_fields(valid_from=day.valid_from, precision=day.precision), (span,), span)
    changed = content_like(content, number, lexicon, analysis)
    if changed is None:
        return None
    return Claim(changed, (span,), span, None, Operation.CORRECT, _target(content), "misstated", fields=("value",))


def _target(known: Content) -> Target:
    old = known.value if isinstance(known.value, (float, int, str)) and not isinstance(known.value, bool) else None
    return Target(
        slot=known.slot, concept_id=known.concept.concept_id, subject=known.subject, old=old, date=known.valid_from
    )  # fmt: skip
