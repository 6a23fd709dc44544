"""Which people beside the patient a sentence of an answer names: relatives and others, each by the groups that a fact's
subject falls into.
"""

from __future__ import annotations

import re
from typing import Final

from extraction.text.lazy_regex import lazy_regex

_GROUPS: Final = {
    "mother": "parent", "father": "parent", "parents": "parent", "brother": "sibling", "sister": "sibling",
    "sibling": "sibling", "child": "child", "son": "child", "daughter": "child", "spouse": "spouse",
    "husband": "spouse", "wife": "spouse", "grandmother": "grandparent", "grandfather": "grandparent",
    "grandparents": "grandparent", "grandparent": "grandparent", "aunt": "kin", "uncle": "kin", "cousin": "kin",
}  # fmt: skip
"""The group of each subject of a fact; any other is somebody who is no relative."""
_END: Final = r"(?:님|분|께서|네|의|[은는이가도을를과와랑만]|이랑|[이인에]\S{0,4}|예요|입)?(?![가-힣])"
_NAMED: Final = {
    group: lazy_regex(words, re.IGNORECASE)
    for group, words in {
        "parent": r"\b(?:mothers?|fathers?|mum|mom|mam|dad|parents?)\b|어머[니님]|엄마|아버[지님]|아빠|부모",
        "sibling": r"\b(?:brothers?|sisters?|siblings?|twin)\b|누나|누님|언니|오빠|동생|형제|자매"
        rf"|(?<![가-힣\d])형(?:님)?{_END}",
        "child": r"\b(?:sons?|daughters?|child(?:ren)?|kids?|bab(?:y|ies)|boy|girl)\b|아들|아드님|(?<![가-힣])딸|따님"
        rf"|자녀|아이(?![다고라구]|였|유|네[요.]?$)|(?<![가-힣])아기|(?<![가-힣])애{_END}",
        "spouse": r"\b(?:husband|wife|spouse|partner)\b|남편|바깥\s?양반|아내|와이프|부인(?!과)|집사람|배우자|신랑",
        "grandparent": r"\b(?:grand(?:mother|father|parents?|ma|pa|dad)|gran|nan|granny)\b|할머[니님]"
        r"|할아버[지님]|조부|조모",
        "kin": r"\b(?:aunts?|uncles?|cousins?|nephews?|nieces?|in-laws?)\b|이모|고모|삼촌|외삼촌|사촌|조카"
        r"|시어머니|장모|장인",
        "other": r"\b(?:friend|flatmate|roommate|housemate|neighbou?r|colleague|co-worker|workmate|boss|someone else"
        r"|somebody else|another person|other people|not yours)\b|친구|룸메이트|이웃|동료|지인|다른\s?(?:분"
        r"|사람)|남의",
    }.items()
}
"""The words for each group; "other" is whoever is no relative."""
_FAMILY: Final = lazy_regex(
    r"\b(?:relatives?|family|runs? in)\b|가족|집안|친척", re.IGNORECASE
)  # fmt: skip
"""Words that may stand for any relative."""


def groups_named(sentence: str) -> frozenset[str]:
    """The groups of people that a sentence names; "family" where it names relatives without saying which."""
    found = {group for group, words in _NAMED.items() if words.search(sentence)}
    return frozenset(found | ({"family"} if _FAMILY.search(sentence) else set()))


_CLEFT: Final = lazy_regex(r"(?-i:\b(?:it|that)(?:['’]s| is| was)\s[A-Z][a-z]+\s(?:who|that)\b)", re.IGNORECASE)
_PROPER: Final = lazy_regex(
    r"(?<=[a-z,] )(?!(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Crohn|Parkinson|Alzheimer"
    r"|Hashimoto|Graves|Cushing|Raynaud|Bell)\b)[A-Z][a-z]+['’]s\b"
)


def names_person(sentence: str, patient: str = "") -> bool:
    """Whether a sentence names somebody by a name of their own: "it's Mary who has it", "that was Tom's".

    ``patient`` is what is told of the patient, whose own name is none.
    """
    if _CLEFT.search(sentence):
        return True
    return any(found[0][:-2] not in patient for found in _PROPER.finditer(sentence))


def group_of(subject: str) -> str:
    """The group of a fact's subject."""
    return _GROUPS.get(subject, "other")


def is_named(subject: str, groups: frozenset[str]) -> bool:
    """Whether a sentence that names ``groups`` may speak of ``subject``."""
    own = group_of(subject)
    return own in groups or ("family" in groups and own != "other")
