"""Withdrawals: what is taken back without a new value, what belongs to a relative, and corrections that are undone."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from domain.proposals import Operation, Target
from domain.reattribution import of_relative
from domain.values import Content, Polarity, SlotKind
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Mention
from extraction.rules.allergies import ALLERGY
from extraction.rules.analysis import FINDINGS, MEASUREMENTS, SUBSTANCES, Analysis
from extraction.rules.assertion import Assertions
from extraction.rules.claims import Claim
from extraction.rules.confirmations import is_confirmed
from extraction.rules.cue_kinds import Cue
from extraction.rules.cues import CueMatch
from extraction.rules.experiencer import OTHER
from extraction.rules.substances import as_allergen
from extraction.text.lazy_regex import lazy_regex

_ATTRIBUTED: Final = lazy_regex(r"(?:얘기|이야기|병|말|거|것|경우)(?:예|에|이|였|입|죠|고)")
_RETRACTABLE: Final = FINDINGS | SUBSTANCES | {"procedures"}
_PRESSURE: Final = "blood_pressure"
_BARE_PRESSURE: Final = lazy_regex(r"\bbp\b")
_NAMES_ANOTHER: Final = lazy_regex(
    r"\b(?:my|the) (?!last\b|latest|previous|record|entry|one\b|thing|note|above|whole|same|first|second|other|bit|part"
    r"|message|line|info|number|value|reading|mistake|wrong|doctor|pharm|nurse|husband|wife)[a-z]"
    r"|(?<![가-힣])(?!그|이|저|방금|아까|마지막|위|앞|내|제|모든|다른|잘못|틀린)[가-힣]{2,8}\s기록[을은]?\s?(?:좀\s)?(?:지[워우울]|삭제|없애|빼)"
)
"""A withdrawal that names something which is not known here means that, and not what was spoken of last."""
_OF_PRESSURE: Final = frozenset({"systolic_blood_pressure", "diastolic_blood_pressure"})
_SLOTS: Final = {
    "conditions": SlotKind.CONDITIONS,
    "symptoms": SlotKind.SYMPTOMS,
    "procedures": SlotKind.PROCEDURES,
    "medications": SlotKind.MEDICATIONS,
    "drug_classes": SlotKind.MEDICATIONS,
    "allergens": SlotKind.ALLERGIES,
}


def slot_of(analysis: Analysis, mention: Mention) -> SlotKind:
    """The slot that a withdrawn mention was in: a substance beside the word "allergy" is an allergy."""
    clause = analysis.clause_at(mention.start)
    if mention.entry.kind in SUBSTANCES and ALLERGY.search(analysis.cue_text, clause.start, clause.end):
        return SlotKind.ALLERGIES
    return _SLOTS[mention.entry.kind]


def find_reversion(assertions: Assertions) -> Claim | None:
    """The undoing of a correction ("처음에 말한 6.3%가 맞았어요. 정정한 걸 취소해 주세요")."""
    analysis = assertions.analysis
    cues = list(analysis.cues_in(0, len(analysis.text), Cue.REVERTING))
    if not cues or _is_asked(analysis, cues):
        return None
    value = next((one for one in analysis.quantities if one.value is not None), None)
    test = next((one for one in analysis.mentions if one.entry.kind in MEASUREMENTS), None)
    slot = (SlotKind.VITALS if test.entry.kind == "vitals" else SlotKind.LABS) if test else None
    target = Target(slot=slot, concept_id=test.entry.concept_id if test else None, old=value.value if value else None)
    spans = tuple((cue.start, cue.end) for cue in cues) + (((value.start, value.end),) if value else ())
    return Claim(None, spans, operation=Operation.REVERT, target=target, reason="correction undone")


def _is_asked(analysis: Analysis, cues: Sequence[CueMatch]) -> bool:
    return all(analysis.clause_at(cue.start).asked for cue in cues)


def find_retractions(
    assertions: Assertions, spoken_of: Sequence[Content], lexicon: Lexicon
) -> tuple[tuple[Mention, ...], tuple[Claim, ...]]:
    """The mentions that are withdrawn, and the claims that withdraw them and give them to whom they belong."""
    analysis = assertions.analysis
    if any(
        is_confirmed(analysis, (one.start, one.end)) for one in analysis.within(0, len(analysis.text), _RETRACTABLE)
    ):
        # "취소할게요, 유방암이 맞아요" takes back what was said against it.
        return (), ()
    cues = [cue for cue in _retracting(assertions) if not analysis.clause_at(cue.start).asked]
    mentions: list[Mention] = []
    claims: list[Claim] = []
    for cue in cues[:1]:
        withdrawn = _withdrawn(analysis, cue)
        owner = _owner(assertions, cue)
        tests = set() if withdrawn else _tests_named(analysis, cue)
        if tests and not analysis.quantities:
            claims += _claims_of_tests(cue, tests, spoken_of, owner)
        elif (
            not withdrawn and spoken_of and not analysis.quantities and not _NAMES_ANOTHER.search(analysis.text.lower())
        ):
            claims += _claims_of_spoken(cue, spoken_of[0], owner)
        for mention in withdrawn:
            mentions.append(mention)
            claims += _claims(analysis, mention, cue, owner, lexicon)
    return tuple(mentions), tuple(claims)


def _retracting(assertions: Assertions) -> Iterator[CueMatch]:
    """Words of withdrawal; "X라고 한 건 남편 얘기예요" withdraws without a word for it."""
    analysis = assertions.analysis
    yield from analysis.cues_in(0, len(analysis.text), Cue.RETRACTION)
    for cue in analysis.cues_in(0, len(analysis.text), Cue.SPOKEN_BEFORE):
        clause = analysis.clause_at(cue.start)
        owner = assertions.experiencers.named(cue.end, clause.end)
        if owner not in (None, OTHER) and _ATTRIBUTED.search(analysis.cue_text, cue.end, clause.end):
            yield cue


def _withdrawn(analysis: Analysis, cue: CueMatch) -> list[Mention]:
    start, end = analysis.sentence_span(analysis.clause_at(cue.start).sentence)
    own = list(analysis.within(start, end, _RETRACTABLE))
    inside = [mention for mention in own if cue.start <= mention.start < cue.end]
    if inside:
        return inside
    if own:
        before = [mention for mention in own if mention.start < cue.start]
        return before or own[:1]
    sentence = analysis.clause_at(cue.start).sentence
    earlier = list(analysis.within(*analysis.sentence_span(sentence - 1), _RETRACTABLE)) if sentence else []
    return earlier[-1:]


def _owner(assertions: Assertions, cue: CueMatch) -> str | None:
    """The relative to whom the withdrawn words belong, named in this sentence or the next."""
    analysis = assertions.analysis
    sentence = analysis.clause_at(cue.start).sentence
    start, _ = analysis.sentence_span(sentence)
    _, end = analysis.sentence_span(sentence + 1)
    owner = assertions.experiencers.named(start, end or analysis.sentence_span(sentence)[1])
    return None if owner == OTHER else owner


def _claims(
    analysis: Analysis, mention: Mention, cue: CueMatch, owner: str | None, lexicon: Lexicon
) -> Iterator[Claim]:
    slot = slot_of(analysis, mention)
    entry = as_allergen(mention, lexicon) if slot is SlotKind.ALLERGIES else mention.entry
    concept = entry.concept(analysis.language)
    target = Target(slot=slot, concept_id=entry.concept_id)
    span = ((mention.start, mention.end), (cue.start, cue.end))
    if owner is None:
        content = Content(slot=slot, concept=concept, polarity=Polarity.NEGATED)
        yield Claim(content, span, None, mention, Operation.RETRACT, target, "withdrawn")
        return
    theirs = of_relative(Content(slot=slot, concept=concept), owner)
    if theirs is not None:
        yield Claim(theirs, span, None, mention)
    yield Claim(None, span, None, mention, Operation.RETRACT, target, "withdrawn", reattributed_to=owner)


def _tests_named(analysis: Analysis, cue: CueMatch) -> set[str]:
    """The tests that the sentence of a withdrawal names; a pressure is both its numbers."""
    start, end = analysis.sentence_span(analysis.clause_at(cue.start).sentence)
    named = {one.entry.concept_id for one in analysis.within(start, end, MEASUREMENTS)}
    if _PRESSURE in named or _BARE_PRESSURE.search(analysis.text.lower(), start, end) is not None:
        named |= _OF_PRESSURE
    return named


def _claims_of_tests(
    cue: CueMatch, named: Collection[str], spoken_of: Sequence[Content], owner: str | None
) -> Iterator[Claim]:
    """The withdrawal of the values of tests that are named: "delete my weight"."""
    for concept_id in dict.fromkeys(one.concept.concept_id for one in spoken_of if one.concept.concept_id in named):
        known = next(one for one in spoken_of if one.concept.concept_id == concept_id)
        yield from _claims_of_spoken(cue, known, owner)


def _claims_of_spoken(cue: CueMatch, known: Content, owner: str | None) -> Iterator[Claim]:
    """A withdrawal that names nothing means what was spoken of last ("그건 제 얘기가 아니에요")."""
    target = Target(slot=known.slot, concept_id=known.concept.concept_id, subject=known.subject)
    yield Claim(
        None, ((cue.start, cue.end),), None, None, Operation.RETRACT, target, "withdrawn", reattributed_to=owner
    )
