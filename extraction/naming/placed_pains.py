"""Pain told with its place apart from it, and places that share one pain: "sharp pain under my heel", "my thighs and
shoulders ache", "허벅지랑 종아리가 뻐근해요".

A dictionary holds "knee pain" and "my knees ache" in one piece. Where a word for the side stands between, or another
part of the body, the place would be lost, or all but the last.
"""

from __future__ import annotations

from typing import Final

from extraction.naming.told import Told
from extraction.text.lazy_regex import lazy_regex

_ENGLISH: Final = (
    ("foot_pain", r"heels?|foot|feet|soles?"),
    ("toe_pain", r"toes?"),
    ("ankle_pain", r"ankles?"),
    ("calf_pain", r"calf|calves"),
    ("leg_pain", r"thighs?|legs?|shins?|hamstrings?"),
    ("knee_pain", r"knees?"),
    ("hip_pain", r"hips?"),
    ("groin_pain", r"groin"),
    ("low_back_pain", r"lower back"),
    ("back_pain", r"(?:upper )?back"),
    ("shoulder_pain", r"shoulders?|shoulder blades?"),
    ("neck_pain", r"neck"),
    ("rib_pain", r"ribs?"),
    ("elbow_pain", r"elbows?"),
    ("arm_pain", r"arms?"),
    ("wrist_pain", r"wrists?"),
    ("hand_pain", r"hands?|palms?"),
    ("finger_pain", r"fingers?|knuckles?|thumbs?"),
    ("jaw_pain", r"jaw"),
    ("ear_pain", r"ears?"),
    ("eye_pain", r"eyes?"),
)
_KOREAN: Final = (
    ("leg_pain", "허벅지|다리|정강이"),
    ("calf_pain", "종아리"),
    ("knee_pain", "무릎"),
    ("ankle_pain", "발목"),
    ("foot_pain", "발바닥|뒤꿈치|발"),
    ("toe_pain", "발가락"),
    ("hip_pain", "고관절|엉덩이"),
    ("low_back_pain", "허리"),
    ("back_pain", "등"),
    ("shoulder_pain", "어깨"),
    ("neck_pain", "목|뒷목"),
    ("arm_pain", "팔"),
    ("elbow_pain", "팔꿈치"),
    ("wrist_pain", "손목"),
    ("hand_pain", "손"),
    ("finger_pain", "손가락"),
)
_PART_EN: Final = "(?:" + "|".join(parts for _, parts in _ENGLISH) + ")"
_PART_KO: Final = "(?:" + "|".join(parts for _, parts in _KOREAN) + ")"
_PAIN_EN: Final = r"(?:pains?|aches?|aching|soreness|cramps?|twinges?|stabbing|throbbing)"
_SIDE_EN: Final = (
    r"(?: (?:right|just|deep|all|up|down|sort of|kind of))*"
    r" (?:under|underneath|below|behind|in|on|at|around|along|across|between|beneath|inside|above|over|near|down)"
    r" (?:(?:my|the|his|her|both|left|right|big|bottom|back|ball|sole|side|top|inside|outside|of|a|one) )*"
)
_AND_EN: Final = r"(?:,| and| &| or)+ (?:(?:my|the|his|her|both|left|right|lower) )?"
_HURT_EN: Final = (
    r"(?: (?:is|are|was|were|be|been|have|has|both|all|really|so|very|just|always|feel|feels|felt|get|gets|got|still"
    r"|a|bit"
    r"|killing|constantly|badly))* (?:ache|aches|aching|achy|ached|hurt|hurts|hurting|sore|painful|paining"
    r"|in (?:bits|agony)"
    r"|throb|throbbing|killing me)\b"
)
_AND_KO: Final = r"(?:이?랑|하고|[와과도]|이나|,)\s?(?:(?:왼쪽|오른쪽|양쪽|아래|둘\s?다)\s?)?"
_HURT_KO: Final = (
    r"\s?(?:이|가|도|은|는|까지)?\s?(?:(?:너무|좀|다|전부|많이|계속|둘|모두|엄청|같이)\s?){0,3}"
    r"(?:아[프파팠픈]|뻐근|쑤[시셔신]|결[리려린]|땡[기겨긴]|당[기겨긴]|욱신|뻑적지근|시큰|뭉[치쳐])"
)
_SIDE_KO: Final = r"(?<![가-힣])(?:[왼양]쪽?|오른쪽?)?\s?"
_NO_THING: Final = r"(?! (?:infection|medicine|drops|clinic))"
_GENERIC: Final = frozenset({"pain", "body_aches", "muscle_pain", "joint_pain"})


def _rows() -> tuple[Told, ...]:
    placed = (
        Told("symptoms", name, lazy_regex(rf"\b{_PAIN_EN}{_SIDE_EN}(?:{parts})\b{_NO_THING}"), _GENERIC)
        for name, parts in _ENGLISH
    )
    shared = (
        Told("symptoms", name, lazy_regex(rf"\b(?P<it>{parts})(?:{_AND_EN}{_PART_EN}){{1,3}}{_HURT_EN}"), _GENERIC)
        for name, parts in _ENGLISH
    )
    last = (
        Told("symptoms", name, lazy_regex(rf"\b{_PART_EN}{_AND_EN}(?P<it>(?:{parts}){_HURT_EN})"), _GENERIC)
        for name, parts in _ENGLISH
    )
    shared_ko = (
        Told(
            "symptoms",
            name,
            lazy_regex(rf"{_SIDE_KO}(?P<it>{parts})(?:{_AND_KO}{_PART_KO}){{1,3}}{_HURT_KO}"),
            _GENERIC,
        )
        for name, parts in _KOREAN
    )
    neck = Told(
        "symptoms", "neck_pain",
        lazy_regex(rf"(?<![가-힣])(?:어깨|허리|등|팔){_AND_KO}(?P<it>목{_HURT_KO})"), _GENERIC | {"sore_throat"},
    )  # fmt: skip
    lips = Told("symptoms", "lip_tongue_swelling", lazy_regex(
        rf"\b(?:lips?{_AND_EN}(?:tongue|mouth|face)|(?:tongue|face){_AND_EN}lips?)"
        r"(?: (?:is|are|was|were|have|has|all|really|so|very|got|getting|went|gone))* (?:swollen|swelling|swelled|puffy"
        r"|puffed|swole|blown|swell)\b(?: up)?"
    ), frozenset({"edema", "facial_swelling"}))  # fmt: skip
    return (*placed, *shared, *last, *shared_ko, neck, lips)


PLACED_PAINS: Final = _rows()
