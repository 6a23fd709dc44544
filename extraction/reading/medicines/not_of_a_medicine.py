"""Numbers of a diary that are no dose and no rhythm: a score of pain beside a tablet, how often one got up at night.

"5점, 타이레놀 두 알" told two tablets, and "두 번, 일어날 때 어질" puts no medicine right that nobody named.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import SlotKind
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex
from extraction.values.diary_amounts import small_number
from extraction.values.dose_units import number_of_dose

_SCORE: Final = lazy_regex(
    r"(?<![\d.])(?P<n>\d{1,2})\s?(?:점(?![가-힣])|점(?=[이은정쯤에])|/\s?10\b(?!\s?mg)|out of (?:10|ten)\b)"
)
_OF_TAKING: Final = lazy_regex(
    r"약|먹|드[셨시세신]|복용|투약|맞[아았는고]|뿌[려렸리]|넣|바[르릅]|알(?=\s|$|[.,을를로])|정(?=\s|$|[.,을를로])|용량|처방|올[렸려리]|줄[였여이]|옮[겼겨기긴]"
    r"|\b(?:takes?|taking|took|taken|tabs?|tablets?|pills?|caps?(?:ules?)?|dos(?:e|es|age|ing)|meds?|medicines?"
    r"|puffs?|drops?|units?|mg|mcg|ml"
    r"|prescri\w+|moved?|swap\w*|switch\w*|shift\w*|daily|inject\w*|us(?:e|ed|ing)|it|them|that|one)\b"
)
_MOVES: Final = (Operation.CHANGE, Operation.CORRECT)
_ASKED: Final = lazy_regex(r"몇 번|얼마나|한 번에|how (?:often|much)|which|어느|맞는지|right")


def without_what_is_of_no_medicine(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` without a score taken for a dose, and without a rhythm moved in words that speak of no medicine."""
    told = list(_SCORE.finditer(sheet.folded))
    scores = {float(match["n"]) for match in told} | {_MOST_OF_TEN for match in told if "10" in match[0]}
    kept = (_counted_beside(_without_score(one, scores, sheet), sheet) for one in proposals)
    named = {one.entry.concept_id for one in sheet.mentions}
    silent = _OF_TAKING.search(sheet.folded) is None and _ASKED.search(heard.agent_said) is None
    rated = any(one.unit == _OF_TEN for one in heard.facts)
    return tuple(
        one
        for one in kept
        if not (silent and _moves_a_rhythm(one, named)) and not (rated and _is_the_next_score(one, sheet))
    )


def _is_the_next_score(proposal: Proposal, sheet: Sheet) -> bool:
    """Whether a dose was moved by the number alone that opens the words, where a pain of ten is followed up."""
    content = proposal.content
    if content is None or content.slot is not SlotKind.MEDICATIONS or proposal.operation not in _MOVES:
        return False
    opening = _OPENS.match(sheet.folded)
    return opening is not None and number_of_dose(content.dose) == float(opening["n"]) <= _MOST_OF_TEN


_OF_TEN: Final = "{score}"
_MOST_OF_TEN: Final = 10.0


def _without_score(proposal: Proposal, scores: set[float], sheet: Sheet) -> Proposal:
    content = proposal.content
    if content is None or content.slot is not SlotKind.MEDICATIONS or not content.dose or not scores:
        return proposal
    if number_of_dose(content.dose) not in scores:
        return proposal
    counts = [one for one in sheet.figures if one.kind == "count" and one.counter]
    if any(one.value == number_of_dose(content.dose) for one in counts):
        return proposal
    dose = f"{counts[0].value:g} {counts[0].counter}" if len(counts) == 1 else None
    return proposal.with_fields(content=content.with_fields(dose=dose))


def _counted_beside(proposal: Proposal, sheet: Sheet) -> Proposal:
    """A dose that the count right before the name tells, and no number further off: "still 5, 2 more co-codamol"."""
    content = proposal.content
    if content is None or content.slot is not SlotKind.MEDICATIONS or not content.dose:
        return proposal
    dose = number_of_dose(content.dose)
    for mention in sheet.mentions:
        if mention.entry.concept_id != content.concept.concept_id:
            continue
        beside = _MORE.search(sheet.folded, max(0, mention.start - 16), mention.start)
        opening = _OPENS.match(sheet.folded)
        if beside is None or opening is None:
            continue
        count, first = small_number(beside["n"]), float(opening["n"])
        if dose != count and dose in (first, first * count):
            return proposal.with_fields(content=content.with_fields(dose=f"{count:g} tab"))
    return proposal


_MORE: Final = lazy_regex(r"(?<![\w.])(?P<n>\d|one|two|three|four)(?: more| extra| other)? $")
_OPENS: Final = lazy_regex(r"[\s,.!]*(?:still |just |only |today |now |up to |down to )?(?P<n>\d{1,2})(?=\s?[,.!;])")


def _moves_a_rhythm(proposal: Proposal, named: set[str]) -> bool:
    content = proposal.content
    if content is None or content.slot is not SlotKind.MEDICATIONS or proposal.operation not in _MOVES:
        return False
    rhythm = content.frequency is not None and content.dose is None
    return rhythm and content.concept.concept_id not in named
