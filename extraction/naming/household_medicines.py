"""Medicines by where they go or what they are for: "the under-the-tongue one", "혀 밑에 녹이는 거", "one for sugar".

What goes under the tongue when the chest hurts is nitroglycerin (BNF, "Glyceryl trinitrate": sublingual tablet and
spray); what melts there for an allergy, a craving or sleep is not, and beside words of those nothing is heard. "One for
pressure" names the kind of a medicine, and measures nothing.
"""

from __future__ import annotations

from typing import Final

from extraction.naming.told import Told
from extraction.text.lazy_regex import lazy_regex

_OTHER_LOZENGES: Final = (
    r"(?:allerg|immunother|desensiti|pollen|suboxone|subutex|opioid|heroin|melatonin|b12|lorazepam|migraine"
    r"|seizure|fit\b"
    r"|알레르기|면역|비염|진드기|수면|불면|편두통|항암|비타민|멜라토닌)"
)
_ALONE: Final = rf"\A(?s:(?!.*{_OTHER_LOZENGES})"
_ONE: Final = r"(?:ones?|tablets?|tabs?|pills?|things?|thingy|stuff|meds?|medicines?)"
_TONGUE: Final = r"under[- ](?:the|my|his|her|your)[- ]tongue"
_NITRO: Final = frozenset({"antianginal", "nitrate"})
_UNNAMED: Final = r"(?<!gtn )(?<!nitro )(?<!nitroglycerin )(?<!trinitrate )(?<!nitrate )(?<!ntg )"

_LIST: Final = r"(?<![a-z])(?:tablets?|pills?|meds|medicines?|medications?|i take|i'?m on|we take|take)\b"
_PIECE: Final = r"(?:ones?|one tablet|tablets?|pills?|another|1|2|two|something)"


def _for(kind: str, words: str, instead_of: frozenset[str]) -> Told:
    return Told("drug_classes", kind, lazy_regex(
        rf"{_LIST}[\s\S]{{0,200}}?(?P<it>\b{_PIECE}(?: is| are| i take| i have)? for (?:the |my |his "
        rf"|her )?{words}\b)"
        rf"(?! (?:free|test|reading|check|in|of))"
    ), instead_of)  # fmt: skip


HOUSEHOLD_MEDICINES: Final = (
    *(
        Told("medications", concept, lazy_regex(pattern), _NITRO)
        for concept, pattern in (
            ("nitroglycerin_spray", rf"{_ALONE}.*?{_UNNAMED}(?P<it>\b{_TONGUE} sprays?\b))"),
            ("nitroglycerin_spray", rf"{_ALONE}.*?{_UNNAMED}(?P<it>\bsprays? (?:(?:that |which )?(?:goes |go )"
                                    rf"|i (?:use|take|squirt"
                                    rf"|do|put) )?{_TONGUE}))"),
            ("nitroglycerin", rf"{_ALONE}.*?(?P<it>\b{_TONGUE} {_ONE}\b))"),
            ("nitroglycerin", rf"{_ALONE}.*?(?P<it>\b{_ONE} (?:that |which )?(?:goes |go |i (?:pop|put|stick"
                              rf"|melt|dissolve) "
                              rf"|you (?:pop|put|stick) )(?:it )?{_TONGUE}))"),
            ("nitroglycerin_spray", rf"{_ALONE}.*?(?P<it>혀\s?(?:밑|아래)에?다?가?\s?(?:칙칙|뿌리)[가-힣]{{0,4}}\s?"
                                    r"(?:거|것|약|스프레이)))"),
            ("nitroglycerin", rf"{_ALONE}.*?(?P<it>(?<![가-힣])(?:설하정|혀\s?(?:밑|아래)에?다?가?\s?"
                              r"(?:녹이|녹여|넣|두|놓|물)[가-힣]{0,3}\s?(?:먹는|쓰는|하는)?\s?(?:거|것|약|알약"
                              r"|정(?=[\s,.]|$)))))"),
        )
    ),
    _for("antihypertensive", r"(?:blood )?pressure", frozenset({"blood_pressure", "hypertension"})),
    _for("antidiabetic", r"(?:blood )?sugars?", frozenset({"glucose", "blood_glucose"})),
    _for("heart_drug", r"heart", frozenset()),
)  # fmt: skip
