"""Sentences of the catalogue as they are said to one who keeps a record for somebody else.

"Which you take" and "how this applies to you" are said of the patient, who is not the one that reads them. Advice to
whoever acts ("tell your doctor", "do not stop it on your own") holds for a carer as it does for a patient, and stays.
"""

from __future__ import annotations

import re
from typing import Final

from agent.skills.ports import Language
from extraction.text.lazy_regex import lazy_regex

_QUOTED: Final = "“"
_SAID: Final[dict[Language, tuple[tuple[re.Pattern[str], str], ...]]] = {
    "en": tuple(
        (lazy_regex(said), instead)
        for said, instead in (
            (r", which you take,", ", which is on record,"),
            (r", if you take that,", ", if that is taken,"),
            (r"\b(on|in|or) your record\b", r"\1 the record"),
            (r"\bHow much (.+?) do you take, and how often\?", r"How much \1 is taken, and how often?"),
            (r"\bHow often do you take (.+?)\?", r"How often is \1 taken?"),
            (r"\bSince when have you had (.+?)\?", r"Since when has there been \1?"),
            (r"\bWhat happened when you had (.+?)\?", r"What happened with \1?"),
            (r"\bHow this applies to you\b", "How this applies to the patient"),
            (r"\b(pharmacist) what you take\b", r"\1 what is taken"),
            (r"\bAmong your medicines\b", "Among the medicines on record"),
            (r"\byour (present|other) medicines\b", r"the \1 medicines"),
            (r"\bYour (latest|lowest|highest|allergies)\b", r"The \1"),
            (r"\bDo you have any allergies\?", "Are there any allergies?"),
            (r"; do not drive yourself, and do not", "; do not"),
            (r", and do not drive yourself\.", "."),
        )
    ),
    "ko": tuple(
        (lazy_regex(said), instead)
        for said, instead in (
            (r"본인에게 어떻게", "환자분께 어떻게"),
            (r"^- 본인:", "- 환자:"),
            (r" 직접 운전하지 말고 ", " "),
            (r" 주무르지 말고, 스스로 운전하지 마세요", " 주무르지 마세요"),
        )
    ),
}


def said_of_another(text: str, language: Language) -> str:
    """``text`` with what it says of "you" said of the patient, line by line; quoted passages stay word for word."""
    return "\n".join(line if _QUOTED in line else _of_another(line, language) for line in text.split("\n"))


def _of_another(line: str, language: Language) -> str:
    for pattern, instead in _SAID[language]:
        line = pattern.sub(instead, line)
    return line
