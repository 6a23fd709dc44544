"""Reminders: "I told you my A1c was 7.2" says again what was said before, so it brings no reading of today."""

from __future__ import annotations

from typing import Final

from domain.proposals import Operation
from domain.values import PATIENT, SERIES_SLOTS, SlotKind
from extraction.rules.analysis import Analysis
from extraction.rules.claims import Claim
from extraction.text.lazy_regex import lazy_regex

_OWN_WORDS: Final = r"(?:제가|내가|아까|방금|저번에|지난번에|전에|이미|분명히?|좀\s?전에)"
_QUOTING: Final = rf"(?:다|라)고\s?(?:{_OWN_WORDS}\s?)*"
_REMINDED_AFTER: Final = lazy_regex(
    rf"[^.?!]{{0,24}}?{_QUOTING}(?:했잖|했었잖|그랬잖|말했잖|얘기했|이야기했|말씀\s?드렸|알려\s?드렸)"
)
_QUOTED_AFTER: Final = lazy_regex(rf"[^.?!]{{0,24}}?{_QUOTING}(?:했는데|했지만|했었|했던|했죠|했어요|말했|말한)")
_OWN: Final = lazy_regex(rf"(?<![가-힣]){_OWN_WORDS}")
_REMINDED_BEFORE: Final = lazy_regex(
    r"(?:아까|방금|전에|저번에|지난번에|좀\s?전에)\s?(?:제가\s?)?(?:말씀\s?드린|말한|얘기한|말했듯|말씀\s?드렸듯)"
    r"|\b(?:(?:as|like) )?i(?:'ve| had)? (?:just |already |earlier |previously )?"
    r"(?:said|told (?:you|him|her|them)|mentioned)\b(?! (?:not|no)\b)"
)
_OTHERWISE: Final = lazy_regex(r"\b(?:but|nothing|none|not?|forgot|however)\b|는데|지만")
"""Words after which something new is told in the same sentence."""

_REMINDABLE: Final = SERIES_SLOTS | {SlotKind.CONDITIONS, SlotKind.MEDICATIONS, SlotKind.ALLERGIES}


def reminded(analysis: Analysis, claim: Claim) -> Claim:
    """``claim`` as a reminder, when the speaker says that they have told it before."""
    content = claim.content
    if claim.operation is not Operation.ASSERT or content is None or content.subject != PATIENT:
        return claim
    if content.slot not in _REMINDABLE or not _is_reminder(analysis, claim):
        return claim
    start, _ = claim.value_span or (claim.start, claim.end)
    if content.slot in SERIES_SLOTS and not claim.dated(date for date in analysis.dates if date.start < start):
        # The value is of the day on which it was told first, which nobody says here.
        claim = claim.with_content(content.with_fields(valid_from=None, precision=None))
    return claim.into(Operation.REMIND, None, "said before", claim.fields)


def _is_reminder(analysis: Analysis, claim: Claim) -> bool:
    start, end = claim.value_span or (claim.start, claim.end)
    sentence_start, sentence_end = analysis.sentence_span(analysis.clause_at(start).sentence)
    before = analysis.cue_text[sentence_start:start]
    told = _REMINDED_BEFORE.search(before)
    if told and not _OTHERWISE.search(before, told.end()):
        return True
    if _REMINDED_AFTER.match(analysis.cue_text, end, sentence_end):
        return True
    return bool(_QUOTED_AFTER.match(analysis.cue_text, end, sentence_end) and _OWN.search(before))
