"""Injuries that are told by what happened to which part: "갈비뼈 두 대가 나갔대요", "sliced my thumb open".

A dictionary holds the usual form of the verb; how many bones it were, and how it is spelt, stands between.
"""

from __future__ import annotations

from typing import Final

from extraction.naming.told import Told
from extraction.text.lazy_regex import lazy_regex

_BETWEEN_KO: Final = (
    r"\s?(?:뼈)?(?:에|가|이|는|은|도|를|을)?\s?"
    r"(?:(?:[한두세네몇]\s?(?:대|개|군데)|\S{1,5}쪽|살짝|좀|또|다|번)(?:가|이|에)?\s){0,3}"
)
_CRACKED_KO: Final = r"(?:금(?:이|만|도)?\s?(?:갔|간|가[서고])|부러[졌지진짐])"
_BONES: Final = (
    ("rib_fracture", "갈비뼈?|늑골"), ("finger_fracture", "(?:새끼|엄지|검지|가운데)?손가락"),
    ("foot_fracture", "(?:새끼|엄지)?발가락|발등"),
    ("wrist_fracture", "손목"), ("ankle_fracture", "발목|복사뼈|복숭아뼈"), ("clavicle_fracture", "쇄골"),
    ("hip_fracture", "고관절|엉덩이뼈"), ("pelvic_fracture", "골반"), ("nasal_fracture", "코뼈"),
    ("fracture", "뼈|꼬리뼈|팔꿈치|정강이|무릎뼈?"),
)  # fmt: skip
_NICKED: Final = r"finger|thumb|hand|foot|chin|head|lip|toe|knee|palm|forehead|shin|heel|eyebrow|scalp"
_BURNT: Final = (
    r"finger|thumb|hand|foot|feet|leg|arm|chin|toe|knee|palm|forearm|chest|thigh|wrist|back|belly|tummy|shoulder|face"
)
_WHOSE_EN: Final = r"(?:my|his|her|the|me|both|own)\s(?:(?:left|right|whole|big|little|middle|index|ring|bare)\s)?"
_BODY_KO: Final = r"손|손등|손가락|손목|발|발등|발가락|팔|팔뚝|다리|허벅지|종아리|배|얼굴|가슴|등|입천장|혀|목|무릎"

INJURIES: Final = (
    *(
        Told(
            "conditions", name, lazy_regex(rf"(?<![가-힣])(?:{bone}){_BETWEEN_KO}{_CRACKED_KO}"),
            frozenset({"fracture"}),
        )
        for name, bone in _BONES
    ),
    Told("conditions", "rib_fracture", lazy_regex(
        r"(?<![가-힣])(?:갈비뼈?|늑골)(?:가|이|는)?\s?(?:[한두세네몇]\s?(?:대|개)(?:가|이)?\s?)?나[갔간가]"
    )),
    Told("conditions", "ankle_sprain", lazy_regex(
        r"(?<![가-힣])발목?(?:을|를|이|도)?\s(?:\S{1,4}\s)?접질[렀렸러려른린]\S{0,1}"
    ), frozenset({"sprain"})),
    Told("conditions", "sprain", lazy_regex(
        r"(?<![가-힣])(?:손목|무릎|손가락|발가락|허리)(?:을|를|이|도)?\s(?:\S{1,4}\s)?접질[렀렸러려른린]\S{0,1}"
    ), frozenset({"sprain"})),
    Told("conditions", "burn_injury", lazy_regex(
        rf"(?<![가-힣])(?:{_BODY_KO})(?:을|를|이|에|도)?\s(?:\S{{1,5}}\s){{0,2}}?(?:데었|데였|데인|뎄|데이[고셨])\S{{0,1}}"
        r"|(?:물|국|기름|커피|냄비|다리미|불판|증기|라면)에\s(?:\S{1,5}\s){0,2}?(?:데었|데였|데인|뎄|데이[고셨])\S{0,1}"
    )),
    Told("conditions", "burn_injury", lazy_regex(
        rf"\b(?:burn(?:ed|t)|scalded|scorched)\s{_WHOSE_EN}(?:{_BURNT})s?\b(?! (?:off|out|up))"
    )),
    Told("conditions", "laceration", lazy_regex(
        rf"\b(?:sliced|gashed|slashed|cut|split)\s(?:open\s)?{_WHOSE_EN}(?:{_NICKED})s?\b(?:\sopen)?(?!\s?(?:off|nails?|hair))"
    )),
)  # fmt: skip
