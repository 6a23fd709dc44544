"""A stay in a hospital that is told by its end or its length: "퇴원했어요", "five nights in the ICU", "kept her in"."""

from __future__ import annotations

from typing import Final

from extraction.naming.told import SPELL_EN, Told
from extraction.text.lazy_regex import lazy_regex

_WARD: Final = (
    r"(?:hospital|icu|itu|hdu|ccu|nicu|the (?:hospital|ward|burns? unit|infirmary|royal|general|stroke unit"
    r"|unit|psych ward)"
    r"|a (?:hospital|ward|clinic)|intensive care|high dependency|the nicu|the icu|st\.? [a-z]+'?s)"
)
_SOMEBODY: Final = r"(?:me|him|her|them|us|mum|mam|mom|dad|nan|gran|my \w+|the (?:baby|wee (?:one|man)|boy|girl|lad))"
_SPELL_KO: Final = (
    r"(?:하루|이틀|사흘|나흘|닷새|엿새|이레|여드레|아흐레|열흘|보름|일주일|한\s?달|[두세네]\s?(?:달|주)"
    r"|\d{1,2}\s?(?:일|주|달|박|개월))"
)

HOSPITAL_STAYS: Final = (
    Told("procedures", "hospitalization", lazy_regex(
        r"퇴원(?=\s?(?:했|하셨|하심|함|시켰)(?:습니다|어요|어|음|다|대요|네요|답니다|지요|죠|수다|심더|슈)?(?:[\s.!,?]|$))"
    ), once=True),
    Told("procedures", "hospitalization", lazy_regex(
        rf"(?:중환자실|병원|병동|집중치료실)에(?:서|만)?\s(?:\S+\s)?{_SPELL_KO}\S{{0,2}}\s?(?:\S+\s)?(?:있[었다]|계[셨시]|누워|지냈|보냈)"
    ), once=True),
    Told("procedures", "hospitalization", lazy_regex(
        rf"\b(?:spent|did|had|was|been|after)\s{SPELL_EN}\s(?:in|at|on)\s{_WARD}"
        rf"|\b{SPELL_EN}\s(?:in|at|on)\s{_WARD}"
        rf"|\bkept\s(?:{_SOMEBODY}\s)?(?:in overnight|overnight|in for (?:the night|observation|obs|{SPELL_EN})"
        rf"|in\b(?=[.,!]|$))"
        r"|\b(?:got |was |were |been |being |twice |re)?admitted\s(?:twice|once|thrice|(?:two|three|four|\d) "
        r"times|for \w+"
        r"|overnight|with \w+|on the)"
        r"|\b(?:twice|once|thrice)\sadmitted\b"
        r"|\bdischarged\s(?:home|today|yesterday|on \w+|from (?:the )?(?:hospital|ward|icu|hdu|unit)|last "
        r"\w+day|this \w+)"
        r"|\b(?:came|come|got|is|was|back|let|sent)(?:\s(?:me|him|her|back))?\s(?:home|out)\s(?:from|of)\s(?:the )?"
        r"(?:hospital|ward|icu|infirmary)\b"
    ), frozenset({"hospitalization"}), once=True),
)  # fmt: skip
