"""How a patient wants to be spoken to: short, in plain words, or in full; what they said last holds.

Read from the remembered turns, so it needs no event of its own and is seen as of any moment. Only an utterance that is
about nothing but the way of speaking counts: "explain hypertension briefly" is a question, "keep it short" is a wish.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from extraction.text.lazy_regex import lazy_regex
from projections.patient_view import PatientView

_WISH_KO: Final = lazy_regex(
    r"^(?:(?:앞으로(?:는|도)?|이제(?:부터)?(?:는)?|항상|늘|계속|제발|부탁인데|좀|더|모두|모든|저(?:는|한테는|에게는)?"
    r"|답(?:변)?(?:은|을)?|대답(?:은|을)?|설명(?:은|을)?|말(?:은|을)?)[\s,]*)*"
    r"(?:짧|간단|간략|쉽|쉬운|알기 쉽|길게 말고|어려운 말 말고|자세)[가-힣\s,]{0,20}?"
    r"(?:말|설명|답|얘기|이야기|알려|해|부탁)[가-힣\s]*[.!~]*$"
)
_WISH_EN: Final = lazy_regex(
    r"^(?:(?:please|from now on|always|in (?:the )?future|just|can you|could you|i would like|i'd like|i prefer|i like"
    r"|i want)[\s,]*)*"
    r"(?=[^?]*\b(?:answers?|repl(?:y|ies)|explain|explanations?|it|words?|language|terms|sentences|english|brief|short)\b)"
    r"(?:keep|make|give|answer|reply|explain|speak|talk|use|be|short|brief|simple|plain|clear|detailed)\b[^?\d]{0,80}[.!]*$",
    re.IGNORECASE,
)
_STANDING: Final = lazy_regex(
    r"앞으로|이제부터|항상|늘 |계속|from now on|always|in (?:the )?future|i (?:would like|prefer|like)|i'd like",
    re.IGNORECASE,
)
_SHORT: Final = lazy_regex(r"짧|간단|간략|길게 말고|\b(?:short|shorter|brief|briefly|concise)\b", re.IGNORECASE)
_PLAIN: Final = lazy_regex(
    r"쉽|쉬운|어려운 말 말고|\b(?:simple|simpler|simply|plain|clear|clearly|easy)\b", re.IGNORECASE
)
_IN_FULL: Final = lazy_regex(r"자세|\b(?:detail|details|detailed|in full)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Preferences:
    """How answers should be; ``turn_number`` is where it was said, 0 for nothing said."""

    short: bool = False
    plain: bool = False
    turn_number: int = 0


def stated(text: str) -> Preferences | None:
    """What an utterance wishes of the way of speaking; None for one that is about anything else.

    "In detail" alone asks for more about what was just said; it ends an earlier wish only as a lasting one.
    """
    folded = " ".join(text.split())
    if not (_WISH_KO.match(folded) or _WISH_EN.match(folded)):
        return None
    if _IN_FULL.search(folded):
        return Preferences() if _STANDING.search(folded) else None
    wish = Preferences(short=bool(_SHORT.search(folded)), plain=bool(_PLAIN.search(folded)))
    return wish if wish.short or wish.plain else None


def preferences(view: PatientView) -> Preferences:
    """What holds after the remembered turns, this one included."""
    for turn, line in reversed(view.tiers.lines.items()):
        wish = stated(line.question)
        if wish is not None:
            return Preferences(wish.short, wish.plain, turn)
    return Preferences()
