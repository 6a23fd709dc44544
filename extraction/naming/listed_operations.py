"""Operations that a list tells by the part alone, with the year: "right hip 2014, left 2017", "맹장 2006".

A part of the body that has a year has had its operation then. What else was wrong with it would be said between.
"""

from __future__ import annotations

from typing import Final

from extraction.naming.told import Told
from extraction.text.lazy_regex import lazy_regex

_SIDE_EN: Final = r"(?:(?:right|left|both|r|l|bilateral|new|first|second|other)\s)?"
_WHICH_EN: Final = r"(?:\s(?:no\.?\s?|number\s)?(?:[12]|one|two|x\s?[12]))?"
_YEAR_EN: Final = (
    r"(?:(?:,|:|\s-|\s–)?\s?\(?(?:in|back in|was|were|done|done in|out in|out)?\s?)?"
    r"(?:\(?(?:19|20)\d\d\b|\(?'\d\d\b|(?:at|aged?|when i was)\s\d{1,2}\b(?!\s?(?:mg|am|pm|%|/)))"
)
_ENDS: Final = r"(?=\)?\s?(?:[.,;:&()/+]|and\b|then\b|&|-|–|$|\n|(?:left|right|l|r|both)\b))"
_OPENS: Final = (
    r"(?:^|[,;:.(/&\n–-]\s?|\band\s|\bplus\s|\bhad (?:my |a |the )?|\bops?:?\s|\bsurger(?:y|ies):?\s|\bmy\s|\bthe\s)"
)
_PARTS_EN: Final = (
    ("appendectomy", r"appendix|appendicectomy"), ("cholecystectomy", r"gall ?bladder|gb"),
    ("tonsillectomy", r"tonsils"), ("adenoidectomy", r"adenoids"), ("hip_replacement", r"hips?"),
    ("knee_replacement", r"knees?"), ("cataract_surgery", r"cataracts?"), ("meniscus_surgery", r"meniscus"),
    ("acl_reconstruction", r"acl"), ("heart_valve_surgery", r"(?:mitral|aortic|heart) valve"),
)  # fmt: skip
_PARTS_KO: Final = (
    ("appendectomy", r"맹장|충수"), ("cholecystectomy", r"쓸개|담낭"), ("tonsillectomy", r"편도선?"),
    ("knee_replacement", r"무릎"), ("hip_replacement", r"고관절"), ("heart_valve_surgery", r"판막"),
)  # fmt: skip
_WHEN_KO: Final = (
    r"(?:(?:(?:19|20)\d\d\s?년?|\d\d년|재작년|작년|올해|[가-힣]{1,4}\s?살|\d{1,2}\s?살|(?:초등|중|고등)학교|국민학교|대학|어릴|군대)"
    r"(?:에|때|적|\s때|\s적)?(?:에)?)"
)
_DONE_KO: Final = r"\s?(?:이미\s|다\s|벌써\s|둘\s?다\s)?(?:했[가-힣]{0,3}|수술|뗐|뗀|뗌|떼|갈았|갈고|갈아)"
_ALONE_KO: Final = r"(?=\s?(?:[,.;/()·]|$|\n))"
_REPLACED_KO: Final = r"(?:은|는|을|를|도)?\s(?:\S{1,6}\s){0,3}?(?:갈았|갈고|갈아\s?끼|갈아끼|교체했)"


def _english() -> tuple[Told, ...]:
    return tuple(
        Told(
            "procedures", name,
            lazy_regex(
                rf"{_OPENS}(?P<it>{_SIDE_EN}(?:{part}){_WHICH_EN}\s?(?:\([a-z ,]{{1,16}}\)\s?)?){_YEAR_EN}{_ENDS}"
            ),
            frozenset({"cataract", "appendicitis"}),
        )
        for name, part in _PARTS_EN
    )  # fmt: skip


def _korean() -> tuple[Told, ...]:
    return tuple(
        Told(
            "procedures", name,
            lazy_regex(
                rf"(?<![가-힣])(?P<it>{part})(?:은|는|도|이|,|:)?\s?{_WHEN_KO}(?:{_DONE_KO}|{_ALONE_KO})"
                if name in ("appendectomy", "cholecystectomy", "tonsillectomy")
                else rf"(?<![가-힣])(?:왼쪽\s?|오른쪽\s?|양쪽\s?|대동맥\s?|승모\s?)?(?P<it>{part}){_REPLACED_KO}"
            ),
        )
        for name, part in _PARTS_KO
    )  # fmt: skip


LISTED_OPERATIONS: Final = (
    *_english(),
    Told("procedures", "hip_replacement", lazy_regex(
        r"\b(?:first|second|other|right|left|new)?\s?hip\s(?:no\.?\s?|number\s)(?:[12]|one|two)\b"
    )),
    Told("procedures", "knee_replacement", lazy_regex(
        r"\b(?:first|second|other|right|left|new)?\s?knee\s(?:no\.?\s?|number\s)(?:[12]|one|two)\b"
    )),
    *_korean(),
    Told("procedures", "blood_transfusion", lazy_regex(
        r"(?<![가-힣])(?:피|혈액)(?:를|을|도|만)?\s?(?:\S{1,3}\s?)?(?:팩|봉지|병|파인트)(?:을|를|이나|씩|\s)*(?:\S{1,3}\s)?"
        r"(?:맞|수혈|넣)|\b(?:\d|one|two|three|four|six|a couple of)\s(?:units?|pints?|bags?)(?: of (?:blood|red cells"
        r"|rbcs?))?\s(?:given|transfused|went in|put in|put into)"
    )),
    *(
        Told("procedures", "cesarean_section", lazy_regex(pattern))
        for pattern in (
            r"\b(?:by|via|was a|was an? emergency|emergency|elective|planned|crash|the|my|had a|another|no) "
            r"(?P<it>sections?)\b(?! (?:of|on|about|head|editor|manager)\b| \d+\b(?! ?(?:wks?|weeks)))",
            r"(?:^|[,;:.(]\s?)(?P<it>sections?)\s(?:at \d|in (?:19|20)\d\d|scar|booked|no\b)",
        )
    ),
)  # fmt: skip
