"""A medicine that was changed in its form and goes on: "changed to slow release", "서방정으로 바꿔 주셨어요".

"Changed to" reads as the end of what is named before it; where a form of the same medicine stands behind it, nothing
has ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import Content, SlotKind, Status, Temporality
from extraction.naming.lexicon import Lexicon
from extraction.reading.asking.asked import sentence_around
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_units import assumed_unit
from extraction.values.measure_words import with_unit

_TO_FORM: Final = lazy_regex(
    r"\b(?:chang\w+|switch\w*|swapp?\w*|mov\w+|put|gone|went|converted)\b[^.;,!?]{0,32}?"
    r" (?:to|onto|for) (?:the |a |an |my )?(?:\w+ )?(?:(?:slow|modified|extended|sustained|prolonged|controlled"
    r"|immediate|delayed|long)[- ]?(?:releas\w+|acting)|mr|xr|xl|sr|er|cr|pr|la|liquid|syrup|solution|suspension"
    r"|capsules?|caplets?|patch(?:es)?|dispersibles?|soluble|melts?|coated|gastro-resistant|enteric|chewables?|powder|sachets?|drops|injections?|pens?)\b"
    r"|(?:서방정|서방형|서방|장용정|장용|시럽|물약|캡슐|패치|가루약?|산제|붙이는\s?(?:거|것|약)|주사|구강붕해정|녹여\s?먹는\s?(?:거|것|약)?)"
    r"(?:제제|제)?으?로\s?(?:바[꿔꿨꾸뀌뀐꿈]|변경|교체|갈아)"
)
_AMOUNT: Final = lazy_regex(r"\W{0,3}(?P<n>\d+(?:\.\d+)?) ?(?P<unit>mg|mcg|g)?(?![\w%/])")


def with_forms_changed(sheet: Sheet, proposals: Sequence[Proposal], lexicon: Lexicon) -> tuple[Proposal, ...]:
    """``proposals`` in which a medicine of which only the form was changed has not ended."""
    return tuple(_going_on(one, sheet, lexicon) for one in proposals)


def _going_on(proposal: Proposal, sheet: Sheet, lexicon: Lexicon) -> Proposal:
    content = proposal.content
    if content is None or content.slot is not SlotKind.MEDICATIONS or not _may_go_on(content):
        return proposal
    name = next((one for one in sheet.mentions if one.entry.concept_id == content.concept.concept_id), None)
    if name is None:
        return proposal
    first, last = sentence_around(sheet.folded, name.start)
    match = _TO_FORM.search(sheet.folded, first, last)
    own = name.entry.concept_id
    others = (
        one for one in sheet.mentions
        if first <= one.start < last and one.entry.kind == "medications" and one.entry.concept_id != own
    )  # fmt: skip
    if match is None or any(one.start > name.start and one.start < match.end() + _NEAR for one in others):
        return proposal
    dose = content.dose
    amount = _AMOUNT.match(sheet.folded, match.end(), last)
    if dose is None and amount is not None:
        number = float(amount["n"])
        unit = amount["unit"] or assumed_unit(content.concept, None, lexicon, number)
        dose = with_unit(f"{number:g}", unit) if unit else None
    told = Content(
        slot=content.slot, concept=content.concept, subject=content.subject, status=Status.ACTIVE,
        temporality=Temporality.CURRENT, dose=dose, frequency=content.frequency, timing=content.timing,
    )  # fmt: skip
    target = proposal.target or Target(slot=content.slot, concept_id=content.concept.concept_id)
    return proposal.with_fields(operation=Operation.CHANGE, content=told, target=target)


def _may_go_on(content: Content) -> bool:
    """Whether it was heard as ended, or as taken with no dose: that may stand behind the form."""
    return content.status is Status.STOPPED or (content.status is Status.ACTIVE and content.dose is None)


_NEAR: Final = 24
"""Characters behind the form in which another medicine is what the change led to."""
