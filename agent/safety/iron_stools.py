"""Black stools on iron: the known effect of the tablets, unless something says that it may be blood."""

from __future__ import annotations

import re
from typing import Final

from agent.safety.alarms import signs_in
from agent.safety.placing import Told
from agent.safety.record import Record
from domain.ledger import Fact
from extraction.text.lazy_regex import lazy_regex

IRON: Final = ("iron_preparation", "bismuth_subsalicylate", "bismuth_subcitrate")
_BLEEDS: Final = (
    "anticoagulant", "antiplatelet", "nsaid", "ssri", "snri", "steroid", "cirrhosis", "esophageal_varices",
    "peptic_ulcer", "gastric_ulcer", "duodenal_ulcer", "bleeding_disorder", "hemophilia", "thrombocytopenia",
)  # fmt: skip
"""With these on record black stools are an alarm, iron or not."""
_DANGER: Final = frozenset(
    {"faint", "weak_faint", "bleeds_on", "vomits_blood", "belly_rigid", "breathless", "palpitations", "cold_sweat",
     "blue_grey", "chest_pressure", "collapse", "shock_signs", "anticoagulant_words", "woozy_standing"}
)  # fmt: skip
_LIKE_BLOOD: Final = lazy_regex(
    r"끈적|끈끈|짜장|자장면|타르|냄새(?!\S{0,2}\s?(?:보통|평소|그대로|비슷|똑같|정상|괜찮|별로|안|없))"
    r"|악취|비린|선지|혈변|붉|빨간|빨갛|벌겋|피(?=[가도를 ])|핏"
    r"|\btar|stick|\bfoul|stink|smell(?!s?\w* (?:the same|normal|as (?:usual|ever|always)|like (?:usual|normal)))"
    r"|\breek|blood|maroon|\bred\b|jelly|coffee ground",
    re.IGNORECASE,
)
_HURTS: Final = lazy_regex(
    r"(?:배|속|명치|복부)(?:가|는|도|이)?\s?(?:\S{1,4}\s)?(?:아프|아파|쓰리|쓰려|뒤틀)|복통|속쓰림"
    r"|(?:tummy|belly|stomach|abdom\w*|gut)\b[^.!?,]{0,14}(?:pain|ache|hurt|cramp|sore)|(?:pain|ache"
    r"|hurts?)\b[^.!?,]{0,12}(?:tummy|belly|stomach|gut)",
    re.IGNORECASE,
)


def iron_behind(told: Told, record: Record) -> tuple[Fact, ...]:
    """The iron on record that explains the black stools told; empty where something else is told or on record with it.

    BNF: iron turns stools black, green-black or dark; tarry, sticky, foul or bloody ones are not explained.
    """
    iron = record.holding(IRON)
    if not iron or record.holding(_BLEEDS):
        return ()
    text = told.text
    if "black_stool" not in signs_in(text) and not _DARK.search(text):
        return ()
    worse = any(told.stands(*one.span()) for pattern in (_LIKE_BLOOD, _HURTS) for one in pattern.finditer(text))
    # "Turned black" is also said of what one sees before fainting.
    return () if worse or signs_in(_DARK.sub(" ", text)) & _DANGER else iron


_DARK: Final = lazy_regex(
    r"(?:변|대변|똥)(?:이|도|은|을|\s?색)?[^.!?\n]{0,16}(?:검|까맣|까매|까만|새까|시커|어두|짙|녹색|초록)[가-힣]*|(?:검은"
    r"|까만|시커먼|어두운|흑)\s?(?:변|똥|대변)"
    r"|(?:stools?|poos?|poop|motions?|number two)\b[^.!?\n]{0,30}(?:black|dark|green)|(?:black|dark"
    r"|green)\w*\s(?:\w+ )?(?:stools?|poos?|poop|motions?)",
    re.IGNORECASE,
)
