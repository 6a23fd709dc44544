"""Complaints by a Korean mimetic word alone, as clipped speech ends on it: "계단에서 시큰", "속만 메슥", "쌕쌕거려서".

A dictionary holds the verb that is made of the word; the word itself, doubled or not, says the same. The words are few,
and most of them name one complaint.
"""

from __future__ import annotations

from typing import Final

from extraction.naming.told import Told
from extraction.text.lazy_regex import lazy_regex

_SAID: Final = (
    r"(?=거[리려렸린립]|대[고는서]|하[고다네며면는니지]|한데|해[요서]?|했|합|허[고니]|헌|[\s.,!?~ㅋㅠㅜ)/]|$)"
)
_WORDS: Final = (
    ("pain", r"욱신(?:욱신)?|쿡쿡|콕콕\s?(?:쑤시|찌르)"),
    ("joint_pain", r"시큰(?:시큰)?|시큼시큼"),
    ("skin_burning", r"화끈화끈|따끔따끔|쓰라림"),
    ("wheezing", r"쌕쌕(?!\s?(?:자|잘|잠))|쎅쎅|그렁그렁|가르릉|쇳소리"),
    ("nausea", r"메슥(?:메슥)?|미식미식|니글니글|울렁울렁|미슥(?:미슥)?"),
    ("paresthesia", r"찌릿찌릿|저릿저릿|자릿자릿"),
    ("itching", r"근질근질"),
    ("chills", r"오들오들|으슬으슬|벌벌(?=\s?(?:떨|떠))|오슬오슬"),
    ("dizziness", r"어질어질|핑핑(?=\s?(?:돌|도))|빙빙(?=\s?(?:돌|도는))|빙글빙글(?=\s?(?:돌|도는))|아찔아찔"),
    ("numbness", r"얼얼"),
    ("bowel_sounds", r"꾸르륵(?:꾸르륵)?|꼬르륵꼬르륵"),
)  # fmt: skip
_OF_A_PART: Final = (
    ("ear_fullness", r"귀(?:가|도|는|만)?\s(?:\S{1,4}\s)?(?P<it>멍멍|먹먹|멍)"),
    ("sore_throat", r"목(?:이|도|만|은|구멍이)?\s(?:\S{1,4}\s)?(?P<it>칼칼|따끔(?:따끔)?|까끌(?:까끌)?|간질(?:간질)?)"),
    ("sweating", r"(?:등짝?|온몸|몸|머리|속옷|베개|이불|옷)(?:이|가|은|도)?\s(?:다\s|땀[에으]로?\s)?(?P<it>축축|흠뻑)"),
    ("hot_flashes", r"얼굴(?:이|만|도|은)?\s(?:\S{1,4}\s)?(?P<it>화끈(?:화끈)?)"),
)  # fmt: skip
_BROADER: Final = frozenset({"pain", "paresthesia", "itching", "skin_burning"})

MIMETICS: Final = (
    *(
        Told("symptoms", name, lazy_regex(rf"(?<![가-힣]){words}{_SAID}"), _BROADER) for name, words in _OF_A_PART
    ),
    *(Told("symptoms", name, lazy_regex(rf"(?<![가-힣])(?:{words}){_SAID}")) for name, words in _WORDS),
    Told("symptoms", "drowsiness", lazy_regex(
        r"(?<![가-힣])(?:꾸벅꾸벅|깜빡|깜박|자꾸|계속|\S{1,2}\s?번|운전하다\S{0,2}|일하다\S{0,2}|낮에)\s?"
        r"(?:졸[았아고다던음린려려요]|존다|좁니다)[가-힣]{0,2}"
    )),
    Told("symptoms", "excessive_sleepiness", lazy_regex(
        r"(?:하루\s?종일|온종일|종일|왼종일|낮\s?내내|진종일)\s(?:잠만\s)?(?:자[고요네기]|잤|잠만|주무[시세셨])[가-힣]{0,2}"
    ), frozenset({"drowsiness"})),
)  # fmt: skip
