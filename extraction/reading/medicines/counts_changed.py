"""A medicine on record of which more or fewer are taken at once: "알닥톤은 한 알만", "메티마졸 한 알로 줄었어요".

The record holds what was taken in all, 100 mg of two tablets of 50, and not of what strength they are. The old dose no
longer holds; how many are taken is told, and stands until somebody tells the strength. A pair that is put right by
another ("40/5가 아니고 80/5") takes the place of the one on record.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import PATIENT, Content, SlotKind, Status
from extraction.reading.items import Heard
from extraction.reading.medicines.listed_entries import Entry, entries_told
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_schedules import schedule_of
from extraction.values.dose_units import number_of_dose, unit_of_dose
from extraction.values.measure_words import counter_of, with_unit

_LONGEST: Final = 400
_CHANGED_KO: Final = lazy_regex(
    r"\s?(?:씩\s?)?(?:으?로|만)(?:\s?(?:줄|늘|올|내|낮|감량|증량|바[꾸꿔꿨]|먹|하)|\s?(?:[.,!\s]|$))"
)
_CHANGED_EN: Final = lazy_regex(
    r"\b(?:(?:down|up|back) to|(?:cut|reduced?|dropped|lowered|increased?|upped|raised|changed|moved|put) (?:it "
    r"|that |me )?"
    r"(?:down |up |back )?to|(?:only|just) (?:take |taking |on )?|now (?:only |just )?) ?(?:taking )?$"
)
_PIECES: Final = frozenset({"", "tab", "cap", "piece"})
_PUT_RIGHT: Final = lazy_regex(
    r"(?P<old>\d+(?:\.\d+)?/\d+(?:\.\d+)?)\s?(?:mg|밀리|미리)?\s?(?:가|이)?\s?아니(?:고|라|에요|예요|라서)[\s,.]*"
    r"(?P<new>\d+(?:\.\d+)?/\d+(?:\.\d+)?)"
    r"|\bnot (?:the )?(?P<o>\d+(?:\.\d+)?/\d+(?:\.\d+)?)[\s,.]*(?:but |it'?s |its |it is )?(?:the )?"
    r"(?P<n>\d+(?:\.\d+)?/\d+(?:\.\d+)?)"
)


def with_counts_changed(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], extractor: str
) -> tuple[Proposal, ...]:
    """``proposals`` with the medicines on record of which another number is taken, or another pair, from now on."""
    if len(sheet.folded) > _LONGEST or not heard.facts:
        return tuple(proposals)
    found = tuple(proposals)
    for entry in entries_told(sheet):
        known = next((one for one in heard.facts if _is_taken(one, entry)), None)
        dose = _counted(sheet, entry) if known is not None else None
        if known is not None and dose is not None:
            found = _with(sheet, found, known, dose, entry, extractor, Operation.CHANGE)
    match = _PUT_RIGHT.search(sheet.folded)
    if match is None:
        return found
    old, new = match["old"] or match["o"], match["new"] or match["n"]
    meant = [one for one in heard.facts if _is_own(one) and (one.dose or "").startswith(old)]
    named = [
        one for one in entries_told(sheet) if meant and one.mention.entry.concept_id == meant[0].concept.concept_id
    ]
    if len(meant) != 1 or not named:
        return found
    return _with(
        sheet, found, meant[0], new + unit_of_dose(meant[0].dose or ""), named[0], extractor, Operation.CORRECT
    )


def _with(
    sheet: Sheet, found: tuple[Proposal, ...], known: Content, dose: str, entry: Entry, extractor: str, how: Operation
) -> tuple[Proposal, ...]:
    concept = known.concept.concept_id
    own = [
        one for one in found
        if (one.content is not None and one.content.concept.concept_id == concept and one.content.slot is known.slot)
        or (one.target is not None and one.target.concept_id == concept)
    ]  # fmt: skip
    ended = any(one.content is not None and one.content.status in (Status.STOPPED, Status.ON_HOLD) for one in own)
    moved = any(one.content is not None and one.content.dose not in (None, known.dose) for one in own)
    if ended or moved:
        return found
    quote, start, end = sheet.quote(entry.mention.start, entry.mention.end)
    content = Content(slot=known.slot, concept=known.concept, status=Status.ACTIVE, dose=dose)
    told = Proposal(
        operation=how, content=content, target=Target(slot=known.slot, concept_id=concept), quote=quote,
        start=start, end=end, extractor=extractor,
    )  # fmt: skip
    return (*(one for one in found if one not in own), told)


def _counted(sheet: Sheet, entry: Entry) -> str | None:
    """How many are taken from now on, or how much that is where the strength is told beside it."""
    counts = [word for word in entry.words if word.kind in ("count", "half") and word.unit in _PIECES]
    strengths = [word for word in entry.words if word.kind == "strength"]
    if len(counts) != 1 or len(strengths) > 1:
        return None
    word, text = counts[0], sheet.folded
    changed = _CHANGED_KO.match(text, word.end) or _CHANGED_EN.search(text[: word.start])
    if changed is None:
        return None
    if strengths and len(strengths[0].numbers) == 1:
        return f"{round(strengths[0].numbers[0] * word.numbers[0], 4):g}{strengths[0].unit or 'mg'}"
    return None if strengths else with_unit(f"{word.numbers[0]:g}", " tab")


def _is_own(fact: Content) -> bool:
    own = fact.slot is SlotKind.MEDICATIONS and fact.subject == PATIENT
    return own and fact.status in (Status.ACTIVE, None)


def _is_taken(fact: Content, entry: Entry) -> bool:
    """Whether it is the medicine of an entry, with one measured dose."""
    if not _is_own(fact) or fact.concept.concept_id != entry.mention.entry.concept_id:
        return False
    return number_of_dose(fact.dose) is not None and not counter_of(fact.dose) and not schedule_of(fact.dose)
