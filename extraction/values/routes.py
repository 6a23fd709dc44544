"""By which way a medicine is taken: oral, inhalation, injection, topical and so on."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise


@dataclass(frozen=True, slots=True)
class RouteMention:
    """A route of administration, its words and their span."""

    code: str
    text: str
    start: int
    end: int


_ROUTES: Final = tuple(
    (code, lazy_regex(pattern, re.IGNORECASE | re.ASCII))
    for code, pattern in (
        ("sublingual", r"혀\s?(?:밑|아래)|설하|\bunder (?:my|the|your) tongue\b|\bsublingual(?:ly)?\b"),
        ("inhalation", r"흡입|들이마[시셔]|네뷸라이저|\binhal(?:e|es|ed|er|ers|ing|ation)\b|\bnebuli[sz]er\b"
            r"|\bpuffs?\b"),
        ("ophthalmic", r"점안|안약|눈에\s?(?:넣|떨어|한\s?방울)|\beye ?drops?\b|\bin (?:my|each|both|the) eyes?\b"),
        ("otic", r"점이액|귀에\s?(?:넣|떨어)|\bear ?drops?\b|\bin (?:my|each|both|the) ears?\b"),
        ("nasal", r"비강|코에\s?(?:뿌|넣)|코\s?스프레이|\bnasal(?:ly)?\b|\bnose spray\b|\b(?:in|up) (?:my"
            r"|each) (?:nose|nostril)"),
        ("rectal", r"좌약|좌제|항문|\bsuppositor(?:y|ies)\b|\brectal(?:ly)?\b"),
        ("vaginal", r"질정|질\s?좌제|\bvaginal(?:ly)?\b"),
        ("transdermal", r"패치|붙이|붙여|붙입|\bpatch(?:es)?\b|\btransdermal\b"),
        ("intravenous", r"정맥|수액|링거|\bintravenous(?:ly)?\b|\biv (?:drip|infusion)\b|\binfusion\b"),
        ("intramuscular", r"근육\s?주사|\bintramuscular(?:ly)?\b"),
        ("subcutaneous", r"피하\s?주사|배에\s?(?:놓|놔|맞)|\bsubcutaneous(?:ly)?\b|\bunder (?:my|the) skin\b"),
        ("injection", r"주사|투약\s?펜|(?:단위|유닛|인슐린|한\s?대|한\s?방)[가-힣]{0,2}\s?(?:씩\s?)?맞|\binject(?:s"
            r"|ed|ing|ion|ions)?\b"
                      r"|\bshots?\b"),
        ("topical", r"바르|바릅|바른|발라|발랐|도포|연고|크림|로션|\bappl(?:y|ies|ied|ying)\b|\brub(?:s|bed|bing)?\b"
            r"|\bcream\b"
                    r"|\bointment\b|\btopical(?:ly)?\b|\bon (?:my|the) skin\b"),
        ("oral", r"복용|먹[고는어었으습을기]|삼키|삼켜|내복|경구|\borally\b|\bby mouth\b|\bswallow(?:s|ed|ing)?\b"
            r"|\bp\.?o\.?\b"),
    )
)  # fmt: skip


def find_route(text: str) -> RouteMention | None:
    """Return the most specific route that `text` names (a nasal spray before "take"), or None."""
    source = normalise(text)
    for code, pattern in _ROUTES:
        if match := pattern.search(source.text):
            start, end = source.span(match.start(), match.end())
            return RouteMention(code, text[start:end], start, end)
    return None
