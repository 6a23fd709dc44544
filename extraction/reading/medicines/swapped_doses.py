"""Two doses that were told the wrong way round: "A is the 10mg one and B the 5mg one", "swap those doses".

The record says what is exchanged: two medicines with the doses that each of them is now said to have of the other.
Where words of an exchange name one of the two, or none, the other is the one that was told with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import Content, Status, Temporality
from extraction.reading.corrections.taking_back import asked_in, requested
from extraction.reading.items import Heard
from extraction.reading.medicines.doses_in_order import is_strength, strength, strengths, told_in_order
from extraction.reading.medicines.meant import besides, is_named_by, is_taken, medicines_named, on_record
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_LONGEST: Final = 300
_EXCHANGED: Final = lazy_regex(
    r"\b(?:swap\w*|switch\w*|flip\w*|transpos\w*|interchang\w*|invert\w*|revers\w*|backwards?|back to front"
    r"|upside down"
    r"|wrong way|other way|(?:in the )?wrong order|mix\w* (?:\w+ ){0,4}?up|mix-?up|muddl\w*|confus\w*|jumbl\w*"
    r"|exchang\w*"
    r"|trade(?:d)? places|chang\w* places|crossed|opposite|vice versa|the other'?s|each other'?s)\b"
    r"|뒤바|맞바|서로\s?바[꿔꾸뀌뀐]|바[꿔꾸꿨뀌뀐]|거꾸로|반대|헷갈|혼동|섞[었여]|뒤섞"
)
_OF_A_DOSE: Final = lazy_regex(
    r"\b(?:dos(?:es?|ages?|ing)|amounts?|strengths?|mgs?|milligrams?|numbers?)\b|용량|함량|밀리|mg|짜리"
)
_OTHER: Final = lazy_regex(
    r"\b(?:the other|other one|each|both|two|them)\b|다른|나머지|둘|두\s?(?:약|개|가지)|서로|반대쪽"
)
_CHANGED: Final = lazy_regex(
    r"\b(?:doctor|gp|consultant|hospital|clinic|nurse|pharmacist|chemist) (?:has |have |just |also )?(?:swapped"
    r"|switched|changed"
    r"|moved|put)|\bfrom (?:now|today|tomorrow)\b|\bif\b|올[려렸]|늘[려렸]|줄[여였]|바꿔\s?(?:주셨|주시(?!면)|주더"
    r"|주래|처방)|오늘부터|이제부터"
    r"|선생님이\s?바"
)
_PAIR: Final = 2


def with_doses_swapped(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], author: str) -> tuple[Proposal, ...]:
    """``proposals`` in which each of two medicines on record has the dose that was told of the other."""
    pair = _pair(sheet, heard) if len(sheet.folded) <= _LONGEST else None
    if pair is None or _CHANGED.search(sheet.folded) is not None:
        return tuple(proposals)
    first, second = pair
    right = (_with_dose(sheet, first, second, author), _with_dose(sheet, second, first, author))
    return (*besides(proposals, pair, sheet), *right)


def _pair(sheet: Sheet, heard: Heard) -> tuple[Content, Content] | None:
    """The two medicines whose doses are exchanged."""
    dosed = [one for one in on_record(heard) if is_taken(one) and is_strength(one.dose)]
    of_a_test = any(one.entry.kind in ("labs", "vitals") for one in sheet.mentions)
    if len(dosed) < _PAIR or of_a_test or _is_asked(sheet):
        # "81 mg/dL에서 105 mg/dL로 바뀌었으면 LDL이 는 건가요?" exchanges the values of no medicines.
        return None
    named = [next((fact for fact in dosed if is_named_by(one, fact)), None) for one in medicines_named(sheet)]
    known = [one for one in named if one is not None]
    if len(named) != len(known) or len(known) > _PAIR:
        return None
    told = told_in_order(sheet)
    said = {strength(one) for one in strengths(sheet)}
    exchanged = _EXCHANGED.search(sheet.folded) is not None
    if len(known) == _PAIR and known[0].dose != known[1].dose:
        first, second = known
        crossed = all(
            told.get(one.concept.concept_id, ("",))[-1] == other.dose
            for one, other in ((first, second), (second, first))
        )
        unsaid = exchanged and not said and _OF_A_DOSE.search(sheet.folded) is not None
        return (first, second) if crossed or unsaid else None
    if not exchanged:
        return None
    if len(known) == 1:
        return _with_the_other(sheet, known[0], dosed, said)
    last = [one for one in dosed if one.concept.concept_id in heard.of_last_turn]
    several = last if len(last) == _PAIR else dosed
    both = not said or said == {one.dose for one in several}
    if len(several) != _PAIR or several[0].dose == several[1].dose or not both:
        return None
    return (several[0], several[1]) if _OF_A_DOSE.search(sheet.folded) or said else None


def _with_the_other(
    sheet: Sheet, known: Content, dosed: Sequence[Content], said: set[str]
) -> tuple[Content, Content] | None:
    """The medicine named and the one whose dose it is said to have, or that is called the other."""
    others = [one for one in dosed if one.concept.concept_id != known.concept.concept_id and one.dose != known.dose]
    owners = [one for one in others if one.dose in said]
    if len(owners) == 1 and said <= {known.dose, owners[0].dose}:
        return known, owners[0]
    unsaid = not said and len(others) == 1 and _OTHER.search(sheet.folded) is not None
    return (known, others[0]) if unsaid and _OF_A_DOSE.search(sheet.folded) is not None else None


def _is_asked(sheet: Sheet) -> bool:
    """Whether it is asked whether they are exchanged; a wish in the form of a question asks nothing."""
    asks = bool(asked_in(sheet.folded)) or _WONDERS.search(sheet.folded) is not None
    return asks and not requested(sheet.folded)


_WONDERS: Final = lazy_regex(
    r"언제|뭐[에로였예가]|무엇|뭔지|몇|얼마|어떻게|왜"
    r"|\b(?:when (?:did|was|were)|what (?:is|was|were|did)|how (?:much|many)|why)\b"
)
"""Words of a question: "언제 뭐에서 뭐로 바뀌었죠" exchanges nothing."""


def _with_dose(sheet: Sheet, fact: Content, other: Content, author: str) -> Proposal:
    own = next((one for one in medicines_named(sheet) if is_named_by(one, fact)), None)
    quote, start, end = sheet.quote(own.start, own.end) if own is not None else sheet.quote(0, len(sheet.text))
    content = Content(
        slot=fact.slot, concept=fact.concept, status=Status.ACTIVE, temporality=Temporality.CURRENT, dose=other.dose,
        frequency=fact.frequency,
    )  # fmt: skip
    return Proposal(
        operation=Operation.CORRECT, content=content, target=Target(slot=fact.slot, concept_id=fact.concept.concept_id),
        quote=quote, start=start, end=end, extractor=author, fields=("dose",),
    )  # fmt: skip
