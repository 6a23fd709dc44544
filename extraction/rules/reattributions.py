"""Whose it really is: "그건 어머니 얘기예요", "that's my brother's" take back what was told as the patient's own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from domain.proposals import Operation, Target
from domain.reattribution import of_relative
from domain.values import PATIENT, Content, SlotKind
from extraction.naming.mentions import Mention
from extraction.rules.analysis import FINDINGS, MEASUREMENTS, SUBSTANCES
from extraction.rules.assertion import Assertions
from extraction.rules.claims import Claim
from extraction.rules.clauses import Clause
from extraction.rules.moods import Mood
from extraction.rules.retractions import slot_of
from extraction.text.lazy_regex import lazy_regex

_COPULA: Final = r"(?:이?(?:에요|예요|에여|었어요|였어요|었습니다|였습니다|야|죠|네요|래요|인데|고요|구요)|입니다|임)"
_BELONGING: Final = lazy_regex(
    rf"(?:님)?(?:의|네)?\s?(?:거|것|꺼|얘기|이야기|약|병|검사|결과|기록|수치|알레르기|증상|경우){_COPULA}"
)
_BEING: Final = lazy_regex(rf"(?:님)?\s?(?:{_COPULA}|이요|요)")
_KOREAN_OPENING: Final = (
    r"(?:아|아니|아차|참|앗|음|네|사실은?|실은|근데|그런데|죄송(?:해요|합니다|한데)?|정정할게요|잠깐만?요?)"
)
_THAT: Final = (
    r"(?:(?:그건|그게|그거는?|그것은|이건|이게|방금\s?(?:건|거는|말한\s?[건게])|아까\s?(?:건|말한\s?[건게]))"
    r"|그\s?(?P<noun>약|병|알레르기|수치|검사|결과|증상)[은이가는]?)"
)
_NOT_ME: Final = r"(?:(?:제가|저는?|내가|제\s?(?:거|것|게|얘기|이야기|약|병)(?:이|가)?)\s?(?:아니라|아니고요?))"
_KOREAN_BEFORE: Final = lazy_regex(
    rf"[\s,.]*(?:{_KOREAN_OPENING}[\s,.]*)*(?P<that>{_THAT})?[\s,]*(?P<notme>{_NOT_ME})?[\s,]*(?:저희|우리|제|내)?\s*"
)
_ENGLISH_NOUN: Final = (
    r"(?P<noun>medications?|medicines?|meds|pills?|allerg(?:y|ies)|conditions?|disease|diagnosis|illness|problem|history"
    r"|story|results?|numbers?|readings?|symptoms?|one)"
)
_ENGLISH_OPENING: Final = r"(?:sorry|actually|no|oh|wait|well|but|and|i mean|my mistake|correction)"
_ENGLISH_BEFORE: Final = lazy_regex(
    rf"[\s,.;]*(?:{_ENGLISH_OPENING}[\s,.;]*)*"
    r"(?:i meant|(?:that|it|this|those|these|they)(?:'s|'re|s| is| are| was| were))"
    r"\s(?:actually |really |about |for |not (?:me|mine),? (?:but |it's |that's )?)*(?:my |our )?"
)
_ENGLISH_POINTED: Final = lazy_regex(rf"[\s,.;]*(?:{_ENGLISH_OPENING}\b|that|i meant)")
_ENGLISH_AFTER: Final = lazy_regex(
    rf"(?:(?:['’]s?)?(?:\s{_ENGLISH_NOUN})?|\s(?:who (?:has|had|takes) (?:it|that|them)))?"
    r"(?:,? (?:and )?not (?:me|mine|my own))?\s*(?:[.!,;]|$)"
)
_NAMED_BEFORE: Final = lazy_regex(
    r"\s?(?:은|는|이|가)\s(?:사실은?\s|실은\s)?(?:저희\s|우리\s|제\s)?"
    r"|(?:\sallergy)?\s(?:is|was|are|were|belongs? to)\s(?:actually\s|really\s)?(?:my\s|our\s)?"
)
"""What stands between a name and the relative whose it is said to be ("고혈압은 어머니 얘기예요")."""

_NOUNS: Final = (
    (lazy_regex(r"약|med|pill"), frozenset({SlotKind.MEDICATIONS})),
    (lazy_regex(r"알레르기|allerg"), frozenset({SlotKind.ALLERGIES})),
    (lazy_regex(r"병|condition|disease|diagnosis|illness"), frozenset({SlotKind.CONDITIONS})),
    (lazy_regex(r"증상|symptom"), frozenset({SlotKind.SYMPTOMS})),
    (lazy_regex(r"수치|검사|결과|result|number|reading"), frozenset({SlotKind.LABS, SlotKind.VITALS})),
)
_ATTRIBUTABLE: Final = frozenset(SlotKind) - {SlotKind.DEMOGRAPHICS, SlotKind.FAMILY_HISTORY, SlotKind.SOCIAL_HISTORY}
_OWN: Final = FINDINGS | SUBSTANCES | MEASUREMENTS | {"procedures"}
_REASON: Final = "somebody else's"


def find_reattributions(
    assertions: Assertions, spoken_of: Sequence[Content]
) -> tuple[tuple[Mention, ...], tuple[Claim, ...]]:
    """The mentions that are said to be another's, and the claims that take them from the patient's record."""
    analysis = assertions.analysis
    for relative in analysis.within(0, len(analysis.text), {"relatives"}):
        clause = analysis.clause_at(relative.start)
        if assertions.mood_at(relative.start) is not Mood.STATEMENT:
            continue
        named = [one for one in analysis.within(clause.start, relative.start, _OWN)]
        if named:
            if _is_named_theirs(assertions, named, relative):
                return _of_mentions(assertions, named, relative)
            continue
        nouns = _anaphor(assertions, clause, relative)
        if nouns is None:
            continue
        earlier = _mentions_before(assertions, clause)
        if earlier:
            return _of_mentions(assertions, earlier, relative)
        if any(analysis.within(analysis.sentence_span(clause.sentence)[0], clause.start, SUBSTANCES)):
            # "We have lisinopril in the house, but that's for my dad": what was told last is nobody else's by that.
            return (), ()
        return (), tuple(_of_spoken(relative, spoken_of, nouns))
    return (), ()


def _is_named_theirs(assertions: Assertions, named: Sequence[Mention], relative: Mention) -> bool:
    text = assertions.analysis.cue_text
    if not _NAMED_BEFORE.fullmatch(text, named[-1].end, relative.start):
        return False
    if text[relative.start].isascii():
        possessive = any(sign in text[relative.start : relative.end + 1] for sign in "'’")
        return possessive and _ENGLISH_AFTER.match(text, relative.end) is not None
    return bool(_BELONGING.match(text, relative.end))


def _anaphor(assertions: Assertions, clause: Clause, relative: Mention) -> str | None:
    """The nouns by which the clause says what is a relative's ("그 약은"); None when it says nothing of the kind."""
    text = assertions.analysis.cue_text
    if any(clause.start <= one.start < clause.end for one in assertions.analysis.quantities):
        return None
    if text[relative.start].isascii():
        before = _ENGLISH_BEFORE.fullmatch(text, clause.start, relative.start)
        after = _ENGLISH_AFTER.match(text, relative.end)
        if before is None or after is None:
            return None
        possessive = any(sign in text[relative.start : relative.end + 1] for sign in "'’")
        # "It was my husband" may answer "who told you?": bare, it takes nothing back.
        pointed = possessive or after["noun"] or "not" in after[0] or _ENGLISH_POINTED.match(before[0])
        return (after["noun"] or "") if pointed else None
    before = _KOREAN_BEFORE.fullmatch(text, clause.start, relative.start)
    if before is None:
        return None
    belonging = _BELONGING.match(text, relative.end)
    pointed = before["that"] or before["notme"]
    if belonging is None and not (pointed and _BEING.match(text, relative.end)):
        return None
    return (before["noun"] or "") + (belonging[0] if belonging else "")


def _mentions_before(assertions: Assertions, clause: Clause) -> list[Mention]:
    """The patient's own findings of the sentence before, which "그건" means."""
    analysis = assertions.analysis
    if clause.sentence == 0:
        return []
    earlier = analysis.within(*analysis.sentence_span(clause.sentence - 1), FINDINGS | SUBSTANCES)
    return [one for one in earlier if assertions.subject_at(one.start) == PATIENT]


def _of_mentions(
    assertions: Assertions, named: Sequence[Mention], relative: Mention
) -> tuple[tuple[Mention, ...], tuple[Claim, ...]]:
    claims: list[Claim] = []
    taken = [one for one in named if one.entry.kind in FINDINGS | SUBSTANCES]
    for mention in taken:
        slot = slot_of(assertions.analysis, mention)
        spans = ((mention.start, mention.end), (relative.start, relative.end))
        concept = mention.entry.concept(assertions.analysis.language)
        theirs = of_relative(Content(slot=slot, concept=concept), owner) if (owner := _owner(relative)) else None
        if theirs is not None:
            claims.append(Claim(theirs, spans, None, mention))
        target = Target(slot=slot, concept_id=concept.concept_id)
        claims.append(_retraction(spans, target, relative, mention))
    return tuple(taken), tuple(claims)


def _of_spoken(relative: Mention, spoken_of: Sequence[Content], nouns: str) -> Iterator[Claim]:
    slots = next((slots for pattern, slots in _NOUNS if pattern.search(nouns)), None)
    known = next((one for one in spoken_of if one.slot in (slots or _ATTRIBUTABLE) and one.subject == PATIENT), None)
    if known is not None:
        slot = known.slot if slots else None
        target = Target(slot=slot, concept_id=known.concept.concept_id, which="spoken")
        yield _retraction(((relative.start, relative.end),), target, relative, None)


def _retraction(
    spans: tuple[tuple[int, int], ...], target: Target, relative: Mention, mention: Mention | None
) -> Claim:
    return Claim(
        None, spans, None, mention, Operation.RETRACT, target, _REASON, reattributed_to=_owner(relative)
    )  # fmt: skip


def _owner(relative: Mention) -> str | None:
    """The kinship word; None for somebody whose health is none of our business."""
    return relative.entry.concept_id if relative.entry.extra.get("kin") == "1" else None
