"""Conditions, symptoms and procedures: the patient's own, and the conditions of relatives."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from domain.proposals import Operation
from domain.values import PATIENT, Certainty, Content, Polarity, Precision, SlotKind, Status, Temporality
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Mention
from extraction.rules.allergies import ALLERGY
from extraction.rules.analysis import MEDICINES, Analysis
from extraction.rules.assertion import Assertion, Assertions
from extraction.rules.claims import Claim
from extraction.rules.clauses import Clause
from extraction.rules.cue_kinds import Cue
from extraction.rules.cues import Span
from extraction.rules.experiencer import OTHER
from extraction.rules.joints import Joint
from extraction.rules.medications import date_of
from extraction.rules.moods import Mood
from extraction.rules.named_findings import named_findings
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dates import DateMention

_SLOTS: Final = {
    "conditions": SlotKind.CONDITIONS,
    "symptoms": SlotKind.SYMPTOMS,
    "procedures": SlotKind.PROCEDURES,
}
_SEVERE: Final = lazy_regex(
    r"끊어지|심하게|심해[요서졌]|심한|심하고|심합|극심|너무\s?(?:아프|아파|심)|죽[을겠]|못\s?참|끊어질|쥐어짜|터질"
    r"|찢어질|\b(?:severe|terrible|worst"
    r"|excruciating|unbearable|awful|really bad|splitting|pounding|killing me|agonizing)\b"
)
_MILD: Final = lazy_regex(
    r"살짝|약간|조금|가벼운|가볍게|경미|미미|살살|심하(?:지는?|진)\s?않|\b(?:mild(?:ly)?|slight(?:ly)?"
    r"|a (?:little|bit)|minor"
    r"|not (?:too )?(?:bad|severe))\b"
)
_MODERATE: Final = lazy_regex(r"중간\s?정도|중등도|\bmoderate(?:ly)?\b")
_STAGE_AFTER: Final = lazy_regex(
    r"\s?(?:은|는|이|가)?\s?(?:제)?\s?([0-9]|[일이삼사오]|초|말)\s?기(?![가-힣]*(?:억|준|간))"
    r"|,?\s?stage\s?([0-9]|i{1,3}|iv|v)\b"
)
_STAGE_NEXT: Final = lazy_regex(r"[\s,.]*(?:지금\s?|현재\s?)?([1-5일이삼사오초말])\s?기(?:라|래|예|이에|입|였|요)()")
_STAGE_BEFORE: Final = lazy_regex(r"\bstage\s?([0-9]|i{1,3}|iv|v)(?:[ab])?\s(?:of )?(?:the )?$|([0-9])\s?기\s$")
_STAGE_IN: Final = lazy_regex(r"stage\s?([0-9]|i{1,3}|iv|v)(?:[ab])?()$|([0-9])[ab]?\s?(?:기|단계)?$")
"""The stage inside the name of a staged disease."""

_STAGE_NUMBERS: Final = {
    "일": "1",
    "이": "2",
    "삼": "3",
    "사": "4",
    "오": "5",
    "i": "1",
    "ii": "2",
    "iii": "3",
    "iv": "4",
    "v": "5",
}
_SURGERY_AFTER: Final = lazy_regex(
    r"\s?(?:으로\s|때문에\s)?(?:수술|절제)|(?:을|를)?\s?(?:뗐|떼어|떼냈|제거했|제거하|잘라)|\s?(?:surgery|operation|removal)\b"
)
_OCCURRED: Final = lazy_regex(r"입원|앓|걸렸|걸린|\b(?:had|got|hospitali[sz]ed|suffered|caught)\b")
_DIAGNOSED: Final = lazy_regex(r"진단|판정|\bdiagnosed\b|\bfound out\b")


def read_findings(
    assertions: Assertions, lexicon: Lexicon, skipped: Callable[[Span], bool], reactions: frozenset[int]
) -> Iterator[Claim]:
    """Claims about findings; ``reactions`` are where symptoms stand that are told as part of an allergy."""
    analysis = assertions.analysis
    for mention in named_findings(analysis, lexicon):
        slot = _SLOTS.get(mention.entry.kind)
        if mention.entry.kind == "conditions" and ALLERGY.search(mention.surface.lower()):
            continue
        if slot is None or mention.start in reactions or skipped((mention.start, mention.end)):
            continue
        assertion = assertions.of(mention)
        if assertion.subject == OTHER:
            continue
        if assertion.mood is Mood.STATEMENT:
            if (
                slot is SlotKind.PROCEDURES
                and assertion.polarity is Polarity.NEGATED
                and _is_unknown(analysis, mention)
            ):
                continue
            yield from _stated(assertions, mention, slot, assertion)
        elif assertion.subject == PATIENT and _is_own_list(analysis, mention):
            content = Content(slot=slot, concept=mention.entry.concept(analysis.language))
            span = (mention.start, mention.end)
            yield Claim(content, (span,), span, mention, Operation.MENTION, confidence=mention.confidence)


def _stated(assertions: Assertions, mention: Mention, slot: SlotKind, assertion: Assertion) -> Iterator[Claim]:
    analysis = assertions.analysis
    if assertion.subject != PATIENT:
        if slot is not SlotKind.PROCEDURES:
            for subject in assertions.subjects_at(mention.start):
                yield _family(analysis, mention, replace(assertion, subject=subject))
            yield from _self_exclusion(assertions, mention)
        return
    date = date_of(assertions, mention)
    if date is None and slot is SlotKind.SYMPTOMS:
        date = _shared_onset(analysis, mention)
    clause = analysis.clause_at(mention.start)
    operated = slot is SlotKind.CONDITIONS and bool(_SURGERY_AFTER.match(analysis.cue_text, mention.end))
    if operated and analysis.has(clause, Cue.PLANNED):
        operated, date = False, None
    content = Content(
        slot=slot,
        concept=mention.entry.concept(analysis.language),
        polarity=assertion.polarity,
        certainty=assertion.certainty,
        temporality=_temporality(analysis, mention, slot, assertion, date, operated=operated),
    )
    if slot is SlotKind.PROCEDURES and date is not None and date.value > analysis.day[: len(date.value)]:
        assertion = replace(assertion, status=Status.PLANNED)
        content = content.with_fields(temporality=Temporality.FUTURE)
    content = content.with_fields(
        status=_status(content, assertion),
        severity=_severity(analysis, mention) if slot is SlotKind.SYMPTOMS else None,
        stage=_stage(analysis, mention) if slot is SlotKind.CONDITIONS else None,
        frequency=_frequency(analysis, mention),
    )
    content = content.with_fields(**_period(assertions, mention, content, date))
    spans = ((mention.start, mention.end), *(((date.start, date.end),) if date else ()))
    yield Claim(content, spans, (mention.start, mention.end), mention, confidence=mention.confidence)


def _shared_onset(analysis: Analysis, mention: Mention) -> DateMention | None:
    """The onset that opens the sentence, for a symptom joined to the first one: "어제부터 목이 아프고 기침이 나요"."""
    at = analysis.index_at(mention.start)
    own = analysis.clauses[at]
    start, _ = analysis.sentence_span(own.sentence)
    joined = [one for one in analysis.clauses[:at] if one.sentence == own.sentence]
    if not joined or any(one.joint is not Joint.SEQUENCE for one in joined):
        return None
    first = next(analysis.within(start, joined[0].end, {"symptoms", "conditions", *MEDICINES}), None)
    if first is None or first.entry.kind != "symptoms":
        return None
    opening = (one for one in analysis.dates if one.kind == "since" and start <= one.start)
    return next((one for one in opening if one.end <= first.start), None)


def _is_unknown(analysis: Analysis, mention: Mention) -> bool:
    """An examination never had, told as the reason for not knowing."""
    start, end = analysis.sentence_span(analysis.clause_at(mention.start).sentence)
    return any(True for _ in analysis.cues_in(start, end, Cue.UNKNOWN))


def _family(analysis: Analysis, mention: Mention, assertion: Assertion) -> Claim:
    content = Content(
        slot=SlotKind.FAMILY_HISTORY,
        concept=mention.entry.concept(analysis.language),
        subject=assertion.subject,
        polarity=assertion.polarity,
        certainty=assertion.certainty,
    )
    return Claim(
        content, ((mention.start, mention.end),), (mention.start, mention.end), mention, confidence=mention.confidence
    )


def _self_exclusion(assertions: Assertions, mention: Mention) -> Iterator[Claim]:
    """The patient's own "저는 아니고요", "I don't" after a relative's condition."""
    analysis = assertions.analysis
    index = analysis.index_at(mention.start)
    for clause in analysis.clauses[index + 1 : index + 2]:
        own = assertions.experiencers.of(clause.end, clause) == PATIENT
        names = any(True for _ in analysis.within(clause.start, clause.end, set(_SLOTS)))
        denies = re.search(
            r"아니|음성|없|괜찮|\b(?:do|am|have)(?:n't| not)\b", analysis.cue_text[clause.start : clause.end]
        )
        if own and denies and not names and _names_self(analysis, clause) and mention.entry.kind == "conditions":
            content = Content(
                slot=SlotKind.CONDITIONS, concept=mention.entry.concept(analysis.language), polarity=Polarity.NEGATED
            )
            yield Claim(content, ((mention.start, mention.end), (clause.start, clause.end)), None, mention)


def _names_self(analysis: Analysis, clause: Clause) -> bool:
    return bool(re.search(r"저는|저만|전\s|나는|\bi\b|\bi'm\b", analysis.cue_text[clause.start : clause.end]))


def _temporality(
    analysis: Analysis,
    mention: Mention,
    slot: SlotKind,
    assertion: Assertion,
    date: DateMention | None,
    *,
    operated: bool,
) -> Temporality:
    if slot is not SlotKind.CONDITIONS or assertion.polarity is Polarity.NEGATED:
        return (
            assertion.temporality
            if slot is SlotKind.CONDITIONS or assertion.temporality is Temporality.FUTURE or assertion.status
            else Temporality.CURRENT
        )
    if operated:
        return Temporality.PAST
    if assertion.temporality is Temporality.CURRENT and date is not None and date.kind == "point":
        clause = analysis.clause_at(mention.start)
        words = analysis.cue_text[clause.start : clause.end]
        if _OCCURRED.search(words) and not _DIAGNOSED.search(words) and mention.entry.extra.get("chronic") != "1":
            return Temporality.PAST
    return assertion.temporality


def _status(content: Content, assertion: Assertion) -> Status | None:
    if assertion.status is not None or content.polarity is Polarity.NEGATED:
        return assertion.status
    if content.slot is not SlotKind.CONDITIONS:
        return None
    if content.certainty is not Certainty.CONFIRMED:
        return None
    return Status.RESOLVED if content.temporality is Temporality.PAST else Status.ACTIVE


def _period(assertions: Assertions, mention: Mention, content: Content, date: DateMention | None) -> dict[str, object]:
    if date is None:
        return {}
    analysis = assertions.analysis
    clause = analysis.clause_at(date.start)
    ended = content.status is Status.RESOLVED and analysis.has(clause, Cue.RESOLVED) and date.kind != "since"
    occurred = _OCCURRED.search(analysis.cue_text, clause.start, clause.end)
    edge = "valid_to" if ended and not occurred else "valid_from"
    return {edge: date.value, "precision": Precision(date.precision)}


def _severity(analysis: Analysis, mention: Mention) -> str | None:
    index = analysis.index_at(mention.start)
    end = analysis.clauses[min(index + 1, len(analysis.clauses) - 1)].end
    clause = analysis.clauses[index]
    following = analysis.cue_text[clause.end : end]
    words = analysis.cue_text[clause.start : clause.end] + (
        following if re.match(r"\s?(?:심하|\bnot\b|it's)", following) else ""
    )
    for name, pattern in (("mild", _MILD), ("severe", _SEVERE), ("moderate", _MODERATE)):
        if pattern.search(words):
            return name
    return None


def _stage(analysis: Analysis, mention: Mention) -> str | None:
    clause = analysis.clause_at(mention.start)
    after = _STAGE_AFTER.match(analysis.cue_text, mention.end) or _STAGE_NEXT.match(analysis.cue_text, clause.end)
    before = _STAGE_BEFORE.search(analysis.cue_text[max(0, mention.start - 14) : mention.start])
    match = after or before or _STAGE_IN.search(mention.surface.lower())
    if match is None:
        return None
    word = next(group for group in match.groups() if group)
    return _STAGE_NUMBERS.get(word, word)


def _frequency(analysis: Analysis, mention: Mention) -> str | None:
    """How often it comes, when the clause speaks of no medicine."""
    clause = analysis.clause_at(mention.start)
    if mention.entry.kind == "procedures" or any(
        True for _ in analysis.within(clause.start, clause.end, MEDICINES | {"social"})
    ):
        return None
    return next(
        (one.code for one in analysis.frequencies if clause.start <= one.start < clause.end and not one.weak), None
    )


def _is_own_list(analysis: Analysis, mention: Mention) -> bool:
    """In a question, the patient's own list in parentheses ("동반 질환(고혈압, 비만)") presupposes what it names."""
    before = analysis.cue_text[: mention.start]
    opened = before.rfind("(")
    if opened > before.rfind(")"):
        return bool(re.search(r"(?:질환|병|진단|conditions?|history)\s?$", before[:opened]))
    return bool(re.search(r"나이\([^)]*\)와\s[^.?!]*$", before))
