"""Replies to what was asked: "112가 맞아요", "the chart is right", "3월 거요" name what holds or what was meant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal

from domain.proposals import Operation, Target
from domain.values import PATIENT, SlotKind, Source
from extraction.rules.analysis import FINDINGS, MEASUREMENTS, SUBSTANCES, Analysis
from extraction.rules.assertion import Assertions
from extraction.rules.claims import Claim
from extraction.rules.cue_kinds import Cue
from extraction.rules.cues import Span
from extraction.rules.moods import Mood
from extraction.text.lazy_regex import lazy_regex

_RIGHT: Final = r"맞(?:아|았|습|네|는\s?(?:거|것|값|말)|고요|다고|을)"
_HOLDS: Final = rf"\s?(?:쪽)?(?:이|가|은|는|으로)?\s?(?:더\s?)?{_RIGHT}"
_NAMED_RIGHT: Final = lazy_regex(
    rf"\s?(?:이|가|은|는)?\s?(?:있는\s?(?:거|게|것)(?:이|가)?\s?)?{_RIGHT}|\s(?:is|was) (?:right|correct)\b"
)
_VALUE_RIGHT: Final = lazy_regex(
    rf"(?:이라는\s?게|라는\s?게)?{_HOLDS}|\s(?:is|was) (?:right|correct)\b|,? that's right\b"
)
_SOURCES: Final = (
    (
        Source.RECORD,
        lazy_regex(
            r"(?:차트|의무\s?기록|진료\s?기록|병원\s?(?:기록|자료|거|것|게)|기록|전산|검사지|결과지)"
            rf"(?:에\s?(?:있는|적힌|나온)\s?(?:거|것|게|값|수치)?)?{_HOLDS}"
            r"|\b(?:the |my )?(?:chart|records?|file|card|hospital)(?:'s)?(?: value| reading| one| version)?"
            r"(?: is| was|'s) (?:right|correct)\b"
        ),
    ),
    (
        Source.PATIENT,
        lazy_regex(
            rf"(?<![가-힣])(?:제|내)(?:가)?\s?(?:말씀드린|말한|말|말씀|얘기|기억|값)\s?(?:거|것|게|값)?{_HOLDS}"
            r"|\b(?:what i (?:said|told you)|my (?:number|value|version|one|reading))(?: is| was)? (?:right|correct)\b"
            r"|\bi(?:'m| am| was) (?:the one who(?:'s| is| was) )?(?:right|correct)\b"
        ),
    ),
)
_SIDE: Final = rf"\s?(?:거|것|게|값|쪽|기록)?(?:{_HOLDS}|(?:이에요|예요|요)(?=[\s.!]|$))"
_ONE: Final = r"(?: one| value| number| reading)?(?:(?: is| was|'s)(?: right| correct))?\s*[.!]*$"
_PLACES: Final[tuple[tuple[Literal["first", "second"], re.Pattern[str]], ...]] = (
    ("first", lazy_regex(rf"(?:첫\s?번째|첫째|앞의?|처음){_SIDE}|\bthe (?:first|former|earlier){_ONE}")),
    ("second", lazy_regex(rf"(?:두\s?번째|둘째|뒤의?|나중){_SIDE}|\bthe (?:second|latter|newer){_ONE}")),
)
_ITS_VALUE: Final = r"\s?(?:에\s?)?(?:잰|한|나온|찍은|받은)?\s?(?:거|것|게|값|수치|기록|결과|쪽)?"
_IS_MEANT: Final = (
    r"(?:이|가|를|을)?\s?(?:말(?:이에요|이요|입니다|씀드린|하는)?\s?(?:거예요|겁니다)?"
    r"|요|이요|이에요|예요|입니다|맞아요)?"
)
_CHOSEN: Final[tuple[tuple[Literal["latest", "previous"], re.Pattern[str]], ...]] = (
    (
        "latest",
        lazy_regex(
            rf"\s*(?:(?:네|아|음|그),?\s*)*(?:가장|제일)?\s?(?:최근|마지막|최신){_ITS_VALUE}{_IS_MEANT}\s*[.!]*"
            r"|(?:(?:yes|oh|i mean|i meant),?\s)*the (?:latest|last|most recent|newest)"
            r"(?: one| value| number| reading| result)?\s*[.!]*"
        ),
    ),
    (
        "previous",
        lazy_regex(
            rf"\s*(?:(?:네|아|음|그),?\s*)*(?:그\s?전|바로\s?전|이전|지난번){_ITS_VALUE}{_IS_MEANT}\s*[.!]*"
            r"|(?:(?:yes|oh|i mean|i meant),?\s)*the (?:previous one|one before(?: that)?)\s*[.!]*"
        ),
    ),
)
_ONLY_A_DATE: Final = lazy_regex(
    rf"\s*(?:(?:네|아|음|그|yes|oh|i mean|i meant|the one|the|from|on|in|of),?\s?)*\x00{_ITS_VALUE}"
    rf"(?: one| value| number| reading| result)?{_IS_MEANT}\s*[.!]*"
)
_ONLY_A_VALUE: Final = lazy_regex(
    r"\s*(?:(?:네|아|음|yes|it's|it is|it was),?\s*)*\x00(?:이에요|예요|이요|요|입니다)?\s*[.!]*"
)


def is_confirmed(analysis: Analysis, span: Span) -> bool:
    """Whether the name at ``span`` is said to be right ("유방암이 맞아요")."""
    match = _NAMED_RIGHT.match(analysis.cue_text, span[1])
    return match is not None and not analysis.clause_at(span[0]).asked


def confirmed(analysis: Analysis, claim: Claim) -> Claim:
    """``claim`` as a confirmation, when its name is said to be right."""
    content, mention = claim.content, claim.mention
    if claim.operation is not Operation.ASSERT or content is None or mention is None or content.subject != PATIENT:
        return claim
    if mention.entry.kind not in FINDINGS | SUBSTANCES or not is_confirmed(analysis, (mention.start, mention.end)):
        return claim
    target = Target(slot=content.slot, concept_id=content.concept.concept_id)
    return claim.into(Operation.CONFIRM, target, "confirmed", claim.fields)


def read_confirmations(assertions: Assertions, claims: list[Claim]) -> Iterator[Claim]:
    """The reply that an utterance without other claims gives to an open question."""
    analysis = assertions.analysis
    stated = [one for one in analysis.clauses if assertions.mood_at(one.start) is Mood.STATEMENT]
    if claims or len(stated) != len(analysis.clauses) or analysis.has(analysis.clauses[-1], Cue.NEGATION):
        return
    target, spans = _named_side(analysis)
    if target is not None:
        yield Claim(None, spans, operation=Operation.CONFIRM, target=target, reason="confirmed")


def _named_side(analysis: Analysis) -> tuple[Target | None, tuple[Span, ...]]:
    text = analysis.cue_text
    test = next((one for one in analysis.mentions if one.entry.kind in MEASUREMENTS), None)
    slot = (SlotKind.VITALS if test.entry.kind == "vitals" else SlotKind.LABS) if test else None
    about = Target(slot=slot, concept_id=test.entry.concept_id if test else None)
    for source, pattern in _SOURCES:
        if match := pattern.search(text):
            return about.with_fields(source=source), (match.span(),)
    for which, pattern in _PLACES:
        if match := pattern.search(text):
            return about.with_fields(which=which), (match.span(),)
    for choice, pattern in _CHOSEN:
        if match := pattern.fullmatch(text):
            return about.with_fields(which=choice), (match.span(),)
    for date in analysis.dates:
        if _ONLY_A_DATE.fullmatch(text[: date.start] + "\x00" + text[date.end :]):
            return about.with_fields(date=date.value), ((date.start, date.end),)
    for value in analysis.quantities:
        alone = _ONLY_A_VALUE.fullmatch(text[: value.start] + "\x00" + text[value.end :])
        if value.value is not None and (alone or _VALUE_RIGHT.match(text, value.end)):
            return about.with_fields(old=value.value), ((value.start, value.end),)
    return None, ()
