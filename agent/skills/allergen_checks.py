"""What an answer says of allergies: whose there are, and what it makes of a substance that one speaks against.

A substance on record as an allergen may be named for its reaction, to be avoided, or to be told of, and in no other
way: "a gentle choice", "a spoonful before bed" and "전에 탈 없이 맞으셨던" do not order it in so many words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from agent.llm_failures import OutputUnusable
from agent.skills.clauses import Clause, clause_at, clauses_of
from agent.skills.held_record import HeldFact, HeldRecord
from agent.skills.number_checks import Names
from domain.values import SlotKind
from extraction.naming.mentions import Entry, Mention
from extraction.text.lazy_regex import lazy_regex

_SENTENCE: Final = lazy_regex(r"(?<=[.!?。])\s+|\n+|;\s")
_SUBSTANCES: Final = frozenset({"medications", "drug_classes", "allergens"})
_TOLD_OF: Final = lazy_regex(
    r"알레르기|알러지|과민|두드러기|발진|호흡곤란|숨이\s?[찼차막가]|부[었어었]|붓|가[려렵]|간지|쇼크|아나필락|반응"
    r"|이상\s?반응|부작용|피하|피해|금기|삼가|조심|주의|빼\s?[고달주]|빠진|제외"
    r"|들어\s?있는지|들어가|성분|확인|알리|알려|말씀|이야기|얘기|물어|여쭤|상의|의논|문의|마세요|마십시오|말아"
    r"|않|안\s|못|아니|대신|말고|없이도"
    r"|\b(?:allerg\w*|react\w*|rash|hives|urticaria|swell\w*|swollen|itch\w*|anaphyla\w*|wheez\w*|breathless\w*"
    r"|intoleran\w*"
    r"|side effects?|vomit\w*|avoid\w*|steer clear|keep (?:away|off|clear)|stay (?:away|off|clear)|clear of"
    r"|contain\w*"
    r"|label\w*|ingredient\w*|check\w*|tell|told|mention\w*|remind\w*|inform\w*|warn\w*|ask\w*|discuss\w*"
    r"|free of|instead of"
    r"|other than|rather than|no|not|never|alternative\w*|substitut\w*|list(?:ed)?|record\w*|note[ds]?)\b"
    r"|-free\b|n['’]t\b",
    re.IGNORECASE,
)
"""How an allergen may be spoken of: by the reaction, as something to keep away from, or to be told of."""
_UNHARMED: Final = lazy_regex(
    r"(?:탈|문제|부작용|이상|반응|걱정)\s?(?:은|는|이|가|도)?\s?없이|마음\s?(?:놓고|편히)|괜찮"
    r"|\bwithout\s(?:(?:a|any|second)\s){0,2}(?:thought|worry|trouble|problems?|reactions?|fear|hesitation)\b"
    r"|\b(?:got on (?:well|fine) with|agrees? with|suits?|tolerat\w*|(?:no|not|never|n't)\s(?:\w+\s){0,3}"
    r"(?:trouble|problems?|reactions?|allergic|worry|harm))\b",
    re.IGNORECASE,
)
"""That it did no harm, or would do none."""
_NOT_SUITED: Final = lazy_regex(
    r"(?:\b(?:not|never)|n['’]t)\s(?:agree with|suit|get on (?:well|fine) with|tolerate)\b", re.IGNORECASE
)
"""The same, denied."""
_ALLERGIC_TO: Final = lazy_regex(r"\ballergic to\s(?:\w+\s)?$|\ballergy to\s(?:\w+\s)?$", re.IGNORECASE)
_ALLERGY: Final = lazy_regex(r"^\s?allerg(?:y|ies)\b|^(?:에는|에|에도)?\s?(?:대한\s?)?(?:알레르기|알러지)")
_DENIES: Final = lazy_regex(r"없|않|아니|아닙|\b(?:no|not|never|without|free|nor)\b|n['’]t\b", re.IGNORECASE)
_UNSURE: Final = lazy_regex(r"기록|말씀하신\s?적|물어|확인|\b(?:record|ask|whether|if|check)\b", re.IGNORECASE)


def require_allergies(text: str, record: HeldRecord, names: Names) -> None:
    """Raises OutputUnusable where an allergy is claimed that is not on record, or an allergen is spoken well of."""
    if not record.opened:
        return
    for sentence in filter(str.strip, _SENTENCE.split(text)):
        clauses = clauses_of(sentence)
        for one in names(sentence):
            if one.entry.kind in _SUBSTANCES:
                _require_held(one, sentence, clauses, record)
                _require_wary(one, sentence, record)


def _require_held(one: Mention, sentence: str, clauses: Sequence[Clause], record: HeldRecord) -> None:
    named = sentence[one.start : one.end]
    claims = _ALLERGIC_TO.search(sentence[: one.start]) or _ALLERGY.search(sentence[one.end :])
    told = claims is not None or "알레르기" in named or "allerg" in named.casefold()
    clause = clause_at(clauses, one.start)
    if not told or clause.open or _UNSURE.search(clause.text) or _DENIES.search(clause.text):
        return
    if not any(fact.stands != "denied" for fact in _allergies(record, one.entry)):
        raise OutputUnusable("beyond_the_record", f"it claims an allergy that is not on record: {one.entry.name}")


def _require_wary(one: Mention, sentence: str, record: HeldRecord) -> None:
    held = [fact for fact in _allergies(record, one.entry) if fact.stands != "denied"]
    above = all(one.entry.concept_id in fact.broader and one.entry.concept_id != fact.concept_id for fact in held)
    if not held or above:
        return
    if _UNHARMED.search(_NOT_SUITED.sub(" not ", sentence)) or not _TOLD_OF.search(sentence):
        raise OutputUnusable("permits_allergen", f"an allergy speaks against {one.entry.name}; tell that there is one")


def _allergies(record: HeldRecord, entry: Entry) -> Sequence[HeldFact]:
    found = record.about(entry, SlotKind.ALLERGIES)
    if found:
        return found
    families = {family for family, kinds in _FOOD_FAMILIES.items() if entry.concept_id in kinds}
    return [one for one in record.facts if one.own and one.slot is SlotKind.ALLERGIES and one.concept_id in families]


_FOOD_FAMILIES: Final = {
    "shellfish": frozenset({"shrimp", "crab", "lobster", "mollusks", "squid"}),
    "seafood": frozenset({"fish", "shellfish", "shrimp", "crab", "lobster", "mollusks", "squid", "fish_roe"}),
    "tree_nuts": frozenset({"walnut", "pine_nut", "chestnut", "ginkgo_nut"}),
    "dairy": frozenset({"milk"}),
    "legumes": frozenset({"peanuts", "soy"}),
}
"""The foods of each family that an allergy may be to, by lexicon id (EU 1169/2011 annex II)."""
