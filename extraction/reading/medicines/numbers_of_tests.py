"""A bare number that is a value of a test, and no dose: "uric acid came back 540", "sugars gone up to 240".

Between the name of a test and the dose that was changed for it stands a value of the test, or a word for what follows
from it: "INR 3.4, down to 4", "sugar high so up to 24".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import SlotKind
from extraction.reading.asking.asked import sentences
from extraction.reading.medicines.meant import is_unnamed
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_units import number_of_dose

TAKEN: Final = frozenset({"medications", "drug_classes"})
_MEASURED: Final = frozenset({"labs", "vitals"})
_OF_A_TEST: Final = lazy_regex(
    r"\b(?:sugars?|bloods?|levels?|counts?|readings?|results?|numbers?|tests?|press(?:ure)?|bp|pulse|weight|urate|uric"
    r"|(?:c[ao]m(?:e|es|ing)|was|were|is) back|measured|tested)\b"
    r"|(?:혈당|당뇨|혈압|맥박|체중|몸무게|수치|검사|결과|요산|간수치|콜레스테롤)(?:이|가|은|는|도|치)?(?![가-힣]*약)|(?<![가-힣])당(?:이|은)(?![가-힣])"
)
_WHAT_FOLLOWS: Final = lazy_regex(
    r"\d|\b(?:so|therefore|hence|because of (?:that|this)|that'?s why|which is why|then|doctor|doc|dr|gp|nurse|they"
    r"|he|she|me|my|dose|it)\b"
    r"|라서|[아어여해]서|니까|길래|때문에|의사|선생|쌤|약(?:을|이|은)?(?![가-힣])|용량|[라다]고"
)
"""What may stand between a test and the dose that was changed for it."""


def is_of_a_test(sheet: Sheet, place: int, start: int, *, ahead: bool) -> bool:
    """Whether the bare number at ``place`` is told of a test that the sentence from ``start`` on names before it.

    ``ahead``: a day to come is told, of which a result can be none unless it stands right behind the test.
    """
    before = [one for one in sheet.mentions if start <= one.start < place]
    last = max(before, key=lambda one: one.start, default=None)
    if last is not None and last.entry.kind in (*TAKEN, "relatives"):
        return False
    measured = last is not None and last.entry.kind in _MEASURED
    since = last.end if last is not None and measured else start
    word = max((one.end() for one in _OF_A_TEST.finditer(sheet.folded, since, place)), default=None)
    named = word if word is not None else since if measured else None
    follows = named is not None and _WHAT_FOLLOWS.search(sheet.folded, named, place) is not None
    if measured and not ahead:
        return True
    if named is not None and not follows:
        return True
    if last is None or ahead:
        return False
    beside = not any(mark in sheet.folded[last.end : place] for mark in ",;(")
    return sheet.language == "en" and beside


def without_values_as_doses(sheet: Sheet, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` without the doses of a medicine nobody names whose whole number is the value of a test."""
    begins = [start for start, _ in sentences(sheet.folded)]
    return tuple(one for one in proposals if not _is_a_value(one, sheet, begins))


def _is_a_value(proposal: Proposal, sheet: Sheet, begins: Sequence[int]) -> bool:
    content, place = proposal.content, proposal.start
    changes = proposal.operation in (Operation.CHANGE, Operation.CORRECT) and content is not None and place is not None
    if not changes or content is None or place is None or content.slot is not SlotKind.MEDICATIONS:
        return False
    number = number_of_dose(content.dose)
    if number is None or proposal.quote != f"{number:g}" or not is_unnamed(proposal, sheet):
        return False
    start = max((one for one in begins if one <= place), default=0)
    return is_of_a_test(sheet, place, start, ahead=False)
