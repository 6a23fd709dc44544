"""Passages that say opposite things of one medicine: near in meaning by any cosine, and not to be answered from as one.

Three sentences on ibuprofen in pregnancy ("safe early", "contraindicated", "ask your doctor") have a mean cosine of .75
in Korean and .59 in English with the shipped vectors, so the threshold of consistency alone lets them pass.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal

from extraction.naming.mentions import ConceptRecogniser
from extraction.text.lazy_regex import lazy_regex
from retrieval.retriever import Hit

COMPARED_DOCUMENTS, COMPARED_CHARACTERS = 8, 500
"""Documents, and characters of each, that are compared (thesis: consistency)."""

_FORBIDS: Final = lazy_regex(
    r"금기|안전하지\s*않|권장되지\s*않|피해야|피하(?:세요|십시오|는 것)"
    r"|(?:복용|사용|투여)(?:해서는|하면|하시면)\s*안|(?:먹으면|먹어서는|쓰면|써서는)\s*안"
    r"|(?:복용|사용|투여)하지\s*(?:않|마|말)|(?:먹지|쓰지)\s*(?:않|마|말)"
    r"|\bcontraindicated\b|\bavoid\b|\bunsafe\b|\bcannot be (?:taken|used)\b"
    r"|\b(?:must|should|do|does|may|can|is|are) not (?:be )?(?:tak|us|giv|safe|recommended)"
    r"|\bnot (?:safe|recommended)\b",
    re.IGNORECASE,
)
_ALLOWS: Final = lazy_regex(
    r"안전(?:하|한|합|해요|했)|(?:복용|사용|투여)해도\s*(?:되|된|괜찮|비교적)"
    r"|(?:먹어도|써도)\s*(?:되|된|괜찮)|사용할 수 있"
    r"|\bsafe\b|\b(?:can|may) be (?:taken|used)\b|\bis allowed\b|\bmay (?:take|use)\b",
    re.IGNORECASE,
)
_SETTINGS: Final = lazy_regex(
    r"임신|수유|소아|어린이|고령|노인|신장|콩팥|간질환|음주|술|수술"
    r"|pregnan|breast-?feeding|nursing|child|elderly|older|kidney|renal|liver|hepatic|alcohol|surgery",
    re.IGNORECASE,
)
_SAME_SETTING: Final = {
    "pregnan": "임신", "breast-feeding": "수유", "breastfeeding": "수유", "nursing": "수유", "child": "소아",
    "어린이": "소아", "elderly": "고령", "older": "고령", "노인": "고령", "kidney": "신장", "renal": "신장",
    "콩팥": "신장", "liver": "간질환", "hepatic": "간질환", "alcohol": "술", "음주": "술", "surgery": "수술",
}  # fmt: skip
_SENTENCE: Final = lazy_regex(r"(?<=[.!?。])\s+|\n+")
_MEDICINES: Final = ("medications", "drug_classes")


def opposed(question: str, hits: Sequence[Hit], recogniser: ConceptRecogniser) -> tuple[str, ...]:
    """Ids of the documents that allow and of those that forbid what is asked; empty unless there are both.

    Only sentences count that name the medicine of the question, in documents about its setting (pregnancy, a disease
    that is named): what is safe for one patient and not for another is no contradiction.
    """
    asked = recogniser.find(question)
    medicines = {one.entry.concept_id for one in asked if one.entry.kind in _MEDICINES}
    around = _settings(question) | {one.entry.concept_id for one in asked if one.entry.kind == "conditions"}
    if not medicines or not around:
        return ()
    sides: dict[str, list[str]] = {"allows": [], "forbids": []}
    for hit in hits[:COMPARED_DOCUMENTS]:
        text = f"{hit.passage.title}. {hit.passage.text[:COMPARED_CHARACTERS]}"
        if not around & (_settings(text) | set(hit.passage.concepts)):
            continue
        for sentence in _SENTENCE.split(text):
            side = stance(sentence)
            if side is not None and medicines & {one.entry.concept_id for one in recogniser.find(sentence)}:
                sides[side].append(hit.passage.document_id)
    if not (sides["allows"] and sides["forbids"]):
        return ()
    return tuple(dict.fromkeys((*sides["allows"], *sides["forbids"])))


def stance(sentence: str) -> Literal["allows", "forbids"] | None:
    """What a sentence says of a use; a sentence that does both, or neither, takes no side."""
    forbids = _FORBIDS.search(sentence) is not None
    allows = _ALLOWS.search(_FORBIDS.sub(" ", sentence)) is not None
    if forbids == allows:
        return None
    return "forbids" if forbids else "allows"


def _settings(text: str) -> set[str]:
    return {_SAME_SETTING.get(found.lower(), found.lower()) for found in _SETTINGS.findall(text)}
