"""The last correction undone by words that say no number: "I needn't have changed it, put back what I told you first".

What was just corrected is the one thing that such words can go back to. The reader of acts hears that they do; where it
does not, words of going back beside words of a correction say it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal, Target
from extraction.reading.corrections.numbers_said import numbers_said
from extraction.reading.corrections.taking_back import asked_in, goes_back, requested
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import GUESS, Understanding
from extraction.text.lazy_regex import lazy_regex

_A_CORRECTION: Final = lazy_regex(
    r"\b(?:correct(?:ed|ing|ions?)|chang(?:ed|es?|ing)|fix(?:ed|es)?|edit(?:ed|s)?|amend\w*|updat\w+)\b"
    r"|고[쳐치친]|정정|수정|바[꾸꿔꾼뀐]"
)
_IS_RIGHT: Final = lazy_regex(r"맞(?:아|았|음|네|는|습|더)|옳|\b(?:right|correct|true|accurate)\b")
_WISHED: Final = lazy_regex(
    r"(?:으로|로|그대로)\s?(?:다시\s?|도로\s?)?(?:해|두|둬|놔|놓아|남겨|돌려|바꿔|고쳐)\s?(?:주|줘|달)"
)
"""A wish in words that only look like a question."""
_NAMED: Final = frozenset({"labs", "vitals", "medications", "drug_classes", "allergens", "relatives"})


def with_the_last_correction_undone(
    sheet: Sheet, heard: Heard, understanding: Understanding, proposals: Sequence[Proposal], author: str
) -> tuple[Proposal, ...]:
    """``proposals`` with the correction of the last turn undone, where that is all that the words can mean."""
    last = heard.superseded[0].concept.concept_id if heard.superseded else None
    if last is None or last not in heard.pointed_at or numbers_said(sheet) or sheet.dates:
        return tuple(proposals)
    concepts = {one.concept.concept_id for one in heard.facts if last in (one.concept.concept_id, *one.concept.broader)}
    if any(one.entry.kind in _NAMED and one.entry.concept_id not in {last, *concepts} for one in sheet.mentions):
        return tuple(proposals)
    if not _goes_back(sheet, understanding):
        return tuple(proposals)
    kept = [one for one in proposals if not _is_of_it(one, {last, *concepts})]
    undone = [one for one in kept if one.operation is Operation.REVERT and one.target in (None, Target())]
    if undone:
        return tuple(kept)
    quote, start, end = sheet.quote(0, len(sheet.text))
    revert = Proposal(
        operation=Operation.REVERT, target=Target(), reason="correction undone", quote=quote, start=start, end=end,
        extractor=author,
    )  # fmt: skip
    return (*(one for one in kept if one.operation is not Operation.REVERT), revert)


def _goes_back(sheet: Sheet, understanding: Understanding) -> bool:
    text = sheet.folded
    asks = asked_in(text)
    if asks and not requested(text) and asks[0][0] == 0:
        return False
    if any(one.kind == "revert" and one.doubt <= GUESS for one in understanding.acts):
        return True
    if (understanding.surely("ask") or "?" in text) and not requested(text) and _WISHED.search(text) is None:
        return False
    said = _A_CORRECTION.search(text) is not None or _IS_RIGHT.search(text) is not None
    return goes_back(text) and (understanding.has("revert") or said)


def _is_of_it(proposal: Proposal, concepts: set[str]) -> bool:
    """Whether it takes back or puts right what was just put right: there the same words go back to what it was."""
    content, target = proposal.content, proposal.target
    if proposal.operation not in (Operation.RETRACT, Operation.CORRECT, Operation.CHANGE):
        return False
    about = content.concept.concept_id if content is not None else target.concept_id if target is not None else None
    return about is None or about in concepts
