"""How many cigarettes a day, where the amount stands in another sentence than the habit, or is put right by itself.

"담배를 못 끊어서 하루 8개비씩 피워요" and "I'm a smoker, 7 sticks a day" tell how many; "it's 13, not 7" puts that
right.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.ages import AGE
from domain.proposals import Operation, Proposal, Target
from domain.values import PATIENT, Content, Polarity, SlotKind, Temporality
from extraction.naming.lexicon import Lexicon
from extraction.reading.corrections.just_told.focus import LONGEST, asks, is_put_right
from extraction.reading.corrections.taking_back import is_denied
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Understanding
from extraction.text.lazy_regex import lazy_regex
from extraction.values.spoken_numbers import NumberMention, find_numbers

SMOKING: Final = "smoking"
_UNIT: Final = "{cigarette}"
_COUNTED: Final = lazy_regex(
    r"\s?(?:sticks?(?: of (?:cigarettes?|cigs?|fags?))?|cigarettes?|cigs?|ciggies|fags?|smokes|개비|개피|까치"
    r"|가치)(?![a-z])"
)
_A_DAY: Final = lazy_regex(r"\s?(?:or so\s)?(?:a|per|each|every|/)\s?day\b|\s?daily\b")
_DAY: Final = lazy_regex(r"하루|매일|날마다|1일|일일|/\s?일|\b(?:a|per|each|every|one) day\b|\bdaily\b")
_OVER: Final = lazy_regex(
    r"\b(?:quit|stopped|gave up|given up|used to|ex-?smoker|former\w*|until|no longer|any ?more|ago)\b"
    r"|(?<!못 )(?<!못)끊(?!지\s?못|을\s?수\s?없)|금연|예전|전에는|옛날"
)
_OTHER_THINGS: Final = frozenset({"medications", "drug_classes", "labs", "vitals", "allergens", "procedures"})
_MOST: Final = 100


def with_cigarettes_counted(
    sheet: Sheet,
    heard: Heard,
    understanding: Understanding,
    proposals: Sequence[Proposal],
    lexicon: Lexicon,
    author: str,
) -> tuple[Proposal, ...]:
    """``proposals`` with the number of cigarettes a day that the words tell, or put into the place of another."""
    kinds = {one.entry.kind for one in sheet.mentions}
    habits = {one.entry.concept_id for one in sheet.mentions if one.entry.kind == "social"}
    if len(sheet.folded) > LONGEST or heard.patient_is or not kinds.isdisjoint(_OTHER_THINGS) or habits - {SMOKING}:
        return tuple(proposals)
    if "relatives" in kinds or _OVER.search(sheet.folded) is not None:
        return tuple(proposals)
    known = next((one for one in heard.facts if _is_smoking(one)), None)
    told = [one for one in proposals if one.content is not None and _is_smoking(one.content)]
    counted = _counted(sheet)
    if known is None or not isinstance(known.value, float):
        if len({one.value for one in counted}) != 1 or asks(sheet, counted[0].start):
            return tuple(proposals)
        if not told:
            smoked = _SMOKED.search(sheet.folded) is not None and known is None
            return (*proposals, _told(sheet, counted[0], lexicon, author)) if smoked else tuple(proposals)
        return tuple(_with_amount(one, counted[0]) if one in told else one for one in proposals)
    new = _put_right(sheet, heard, understanding, known, counted)
    if new is None:
        aged = any(one.content is not None and one.content.concept.concept_id == AGE for one in proposals)
        # "I'm 54, not 45" counts no cigarettes.
        return tuple(one for one in proposals if not (aged and one in told and not counted))
    rest = (one for one in proposals if one.content is None or one.content.slot is not SlotKind.SOCIAL_HISTORY)
    return (*(one for one in rest if one.content is not None), _corrected(sheet, known, new, author))


def _is_smoking(content: Content) -> bool:
    smoked = content.slot is SlotKind.SOCIAL_HISTORY and content.concept.concept_id == SMOKING
    own = content.subject == PATIENT and content.polarity is Polarity.AFFIRMED
    return smoked and own and content.temporality is Temporality.CURRENT


def _counted(sheet: Sheet) -> list[NumberMention]:
    """The numbers of cigarettes."""
    return [one for one in _numbers(sheet) if _COUNTED.match(sheet.folded, one.end) is not None]


def _numbers(sheet: Sheet) -> list[NumberMention]:
    found = find_numbers(sheet.folded, 0, len(sheet.folded), lenient=True)
    dated = [(one.start, one.end) for one in sheet.dates]
    return [
        one
        for one in found
        if one.high is None and 0 < one.value <= _MOST and not any(start <= one.start < end for start, end in dated)
        and not (sheet.folded.startswith("일", one.end) or sheet.folded[one.start : one.end] in ("하루", "one", "a"))
    ]  # fmt: skip


def _put_right(
    sheet: Sheet, heard: Heard, understanding: Understanding, known: Content, counted: Sequence[NumberMention]
) -> NumberMention | None:
    """The one number that takes the place of the one on record."""
    text = sheet.folded
    last = known.concept.concept_id in heard.of_last_turn
    numbers = _numbers(sheet)
    old = [one for one in numbers if float(one.value) == known.value]
    named = any(one.entry.concept_id == SMOKING for one in sheet.mentions) or bool(counted)
    if not named and not (last and (_DAY.search(text) is not None or old)):
        return None
    new = [one for one in numbers if one not in old and not is_denied(text, (one.start, one.end))]
    new = [one for one in new if one in counted or _A_DAY.match(text, one.end)] or new
    if len({one.value for one in new}) != 1 or asks(sheet, new[0].start):
        return None
    return new[0] if old or is_put_right(sheet, understanding) else None


def _told(sheet: Sheet, amount: NumberMention, lexicon: Lexicon, author: str) -> Proposal:
    """Cigarettes that are smoked tell the habit, named or not: "하루 8개비 피워요"."""
    quote, start, end = sheet.quote(amount.start, amount.end)
    concept = lexicon.entry("social", SMOKING).concept(sheet.language)
    content = Content(
        slot=SlotKind.SOCIAL_HISTORY, concept=concept.with_fields(name=SMOKING), value=float(amount.value), unit=_UNIT,
        frequency="QD",
    )  # fmt: skip
    return Proposal(operation=Operation.ASSERT, content=content, quote=quote, start=start, end=end, extractor=author)


_SMOKED: Final = lazy_regex(
    r"피워|피웁|피운다|피우고\s?있|피는|피고\s?있|(?<![가-힣])펴|태워요|태웁|태우고\s?있|\bi (?:\w+ )?smoke\b"
    r"|\bi['’]?m smoking\b"
)
"""That somebody smokes now."""


def _with_amount(proposal: Proposal, amount: NumberMention) -> Proposal:
    content = proposal.content
    if content is None or (isinstance(content.value, float) and content.unit is not None and content.frequency):
        return proposal
    return proposal.with_fields(
        content=content.with_fields(value=float(amount.value), unit=_UNIT, frequency=content.frequency or "QD")
    )


def _corrected(sheet: Sheet, known: Content, new: NumberMention, author: str) -> Proposal:
    quote, start, end = sheet.quote(new.start, new.end)
    unit = known.unit if known.unit and _COUNTED.match(sheet.folded, new.end) is None else _UNIT
    return Proposal(
        operation=Operation.CORRECT,
        content=Content(
            slot=SlotKind.SOCIAL_HISTORY, concept=known.concept, value=float(new.value), unit=unit,
            frequency=known.frequency or "QD",
        ),
        target=Target(slot=SlotKind.SOCIAL_HISTORY, concept_id=SMOKING),
        quote=quote, start=start, end=end, extractor=author, fields=("value",),
    )  # fmt: skip
