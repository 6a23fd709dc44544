"""An allergy on record that whoever tests has ruled out: "skin test negative, she took it off my chart", "검사해 보니
알레르기 아니라고 지웠어요".

It is taken back where the words name it, or a substance of its class that was given under watch; where they name none,
only an allergy that stands alone on record can be meant. A test of something else takes nothing back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import PATIENT, Content, Polarity, SlotKind
from extraction.naming.lexicon import Lexicon
from extraction.reading.asking.asked import sentences
from extraction.reading.findings.not_borne import SUBSTANCES
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.rules.substances import as_allergen
from extraction.text.lazy_regex import lazy_regex

_TESTED: Final = lazy_regex(
    r"\b(?:test(?:s|ed|ing)?|challenge[ds]?|allergist|allergy (?:clinic|doctor|specialist|nurse)|supervis\w+|specialist"
    r"|clinic|hospital|doctor|gp|graded|de-?labell?\w*|under watch)\b"
    r"|검사|테스트|유발|알레르기\s?(?:내과|클리닉|전문)|병원|의사|교수|선생|먹여\s?보"
)
_CLEARED: Final = lazy_regex(
    r"\b(?:not|no longer|isn'?t|wasn'?t|ain'?t|never) (?:actually |really |even |truly )?allergic\b|\bde-?labell?ed\b"
    r"|\b(?:took|taken|takes|remov\w+|struck|crossed|wiped|deleted) (?:it|that|this|the|my|his|her|penicillin|[a-z]+)\b"
    r"[^.?!]{0,24}\b(?:off|from|out|allergy|label)\b"
    r"|\b(?:cleared|passed) (?:me|him|her)? ?(?:for|of|as)\b|\bruled (?:it )?out\b"
    r"|\b(?:tests?|challenge|results?)\b[^.?!]{0,30}\b(?:negative|clear|fine)\b|\bno (?:real |true )?allergy\b"
    r"|(?:알레르기|알러지|앨러지)[가는도]?\s?(?:아니|없다|없대|없다고)|음성[^.?!]{0,24}(?:지웠|지워|뺐|빼|삭제|해제|알레르기)"
    r"|(?:알레르기|알러지)[^.?!]{0,20}(?:음성|지웠|지워|뺐|빼\s?[주줬]|삭제|해제)"
)
_NOT_YET: Final = lazy_regex(
    r"\b(?:if|next (?:week|month)|tomorrow|will|going to|gonna|want to|waiting|booked|should|might|whether|"
    r"not allergic to anything)\b|으?면\s|받아볼|예정|할까|될까|모르겠|아닐까|다음\s?(?:주|달)|내일|기다"
)
_OF_AN_ALLERGY: Final = lazy_regex(r"allerg|알레르기|알러지|앨러지|de-?label")


def with_allergies_ruled_out(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], lexicon: Lexicon, author: str
) -> tuple[Proposal, ...]:
    """``proposals`` in which an allergy on record that the words rule out is taken back, and nothing denied beside."""
    held = [one for one in heard.facts if _is_held(one)]
    if not held or any(one.entry.kind == "relatives" for one in sheet.mentions) or not _is_ruled_out(sheet.folded):
        return tuple(proposals)
    named = [as_allergen(one, lexicon) for one in sheet.mentions if one.entry.kind in SUBSTANCES]
    ids_named = {one.concept_id for one in named}
    meant = [fact for fact in held if not ids_named.isdisjoint(_crossing(fact, lexicon))]
    if not named and len(held) == 1:
        meant = held
    if len(meant) != 1:
        return tuple(proposals)
    ids = {meant[0].concept.concept_id, *ids_named}
    found = Proposal(
        operation=Operation.RETRACT, target=Target(slot=SlotKind.ALLERGIES, concept_id=meant[0].concept.concept_id),
        quote=sheet.text, start=0, end=len(sheet.text), extractor=author,
    )  # fmt: skip
    return (*(one for one in proposals if not _is_of(one, ids)), found)


def _is_held(one: Content) -> bool:
    return one.slot is SlotKind.ALLERGIES and one.subject == PATIENT and one.polarity is Polarity.AFFIRMED


def _crossing(held: Content, lexicon: Lexicon) -> frozenset[str]:
    """The substance of an allergy with those that the lexicon holds to be of its class."""
    entry = lexicon.find("allergens", held.concept.concept_id)
    cross = entry.extra.get("cross", "") if entry is not None else ""
    return frozenset({held.concept.concept_id, *cross.split("|")})


def _is_ruled_out(text: str) -> bool:
    """Whether it is told, and neither asked nor still to come, that a test has found no allergy."""
    told = " ".join(text[start:end] for start, end in sentences(text) if text[end : end + 1] != "?")
    if _OF_AN_ALLERGY.search(told) is None or _TESTED.search(told) is None or _NOT_YET.search(told) is not None:
        return False
    return _CLEARED.search(told) is not None


def _is_of(proposal: Proposal, ids: set[str]) -> bool:
    if proposal.target is not None and proposal.target.slot is SlotKind.ALLERGIES:
        return True
    content = proposal.content
    return content is not None and content.slot is SlotKind.ALLERGIES and content.concept.concept_id in {*ids, "*"}
