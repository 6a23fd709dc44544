"""Illnesses by a bare name that has other meanings: "gout, and blood pressure", "I also have ulcer", "혈압이랑 당뇨".

A reading is called "pressure", too, and an organ "thyroid". That somebody has it, alone or in a row with other
illnesses, or takes a medicine for it, makes an illness of the name. The names are closed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Mention
from extraction.text.lazy_regex import lazy_regex

CONFIDENCE: Final = 0.8

_PROBLEM: Final = r"(?: (?:problems?|trouble|issues?))?"
_BARE_EN: Final = (
    ("hypertension", lazy_regex(rf"\b(?:blood pressure|pressure|bp){_PROBLEM}\b")),
    ("hypercholesterolemia", lazy_regex(rf"\bcholesterol{_PROBLEM}\b")),
    ("diabetes_mellitus", lazy_regex(rf"\bsugars?{_PROBLEM}\b")),
    ("thyroid_disease", lazy_regex(rf"\bthyroid{_PROBLEM}\b")),
    ("peptic_ulcer", lazy_regex(r"\bulcers?\b")),
)  # fmt: skip
_BARE_KO: Final = (
    ("hypertension", lazy_regex(r"(?<![가-힣])혈압(?=(?:이랑|하고|과|이|도|,|에)?\s)")),
    ("hypercholesterolemia", lazy_regex(r"(?<![가-힣])콜레스테롤(?=(?:이랑|하고|과|이|도|,|에)?\s)")),
    ("diabetes_mellitus", lazy_regex(r"(?<![가-힣])당(?=(?:이랑|하고|과|이|도|,)?\s)")),
    ("thyroid_disease", lazy_regex(r"(?<![가-힣])갑상선(?=(?:이랑|하고|과|이|도|,|에)?\s)")),
)  # fmt: skip
_HAS: Final = lazy_regex(
    r"(?:\b(?:have|has|had|having|got|gets|suffer(?:s|ing)? (?:from|with)|diagnosed with|living with"
    r"|treated for)|(?:i|he|she|they|we)'(?:ve|s)(?: got)?)$"
)
_SMALL: Final = lazy_regex(
    r"(?:[\s,&+/;]|\b(?:and|also|a|an|the|my|his|her|some|both|as well as|plus|with|bad|bit of|touch of|too|just"
    r"|now|always|already|other things? like|little)\b)+$"
)
_NOT_BEHIND: Final = lazy_regex(
    r"\s?(?:[:=\d]|(?:is|was|of|are|were|at|on|in|reading|check\w*|test\w*|tablets?|pills?|meds?|medicines?|medication"
    r"|monitor\w*|machine|cuff|level\w*|levels|control\w*|today|yesterday|this|went|goes|came|come|came|dropp\w*|nodules?"
    r"|cancer|blood|eye|surgery|removed|taken|measured|done|cravings?|free|in\b|to)\b)"
)
_OF_ANOTHER: Final = lazy_regex(
    r"\b(?:low|normal|good|perfect|fine|mouth|leg|foot|eye|pressure|skin|toe|corneal|diabetic|venous|heel|apple|no|any"
    r"|peer|under|air|tyre|brown|water)\s$"
)
_FOR_IT: Final = lazy_regex(r"\bfor (?:my|his|her|me|the)(?: high)? $")
_REACH: Final = 90
_HAS_KO: Final = lazy_regex(
    r"(?:이랑|하고|과|와|이|가|도|,|에)?\s?(?:이\s)?(?:다\s|둘\s?다\s|모두\s|좀\s)?"
    r"(?:있(?:어[요서]?|으[세시신셔]|습|고|는데|음|다)|앓|진단)"
)
_JOINS_KO: Final = lazy_regex(r"(?:이랑|하고|과|와|도|,|에)\s?|\s")


def with_everyday_illnesses(text: str, mentions: Sequence[Mention], lexicon: Lexicon) -> tuple[Mention, ...]:
    """``mentions`` of a text in lower case with the illnesses that bare names tell that somebody has."""
    kept = list(mentions)
    for name, start, end in sorted(_told(text, mentions), key=lambda one: one[1]):
        entry = lexicon.find("conditions", name)
        over = [one for one in kept if one.start < end and start < one.end]
        if entry is None or any(one.entry.kind in ("conditions", "symptoms", "medications") for one in over):
            continue
        if any(one.entry.concept_id == name for one in kept):
            continue
        kept = [one for one in kept if one not in over]
        kept.append(Mention(entry, start, end, text[start:end], CONFIDENCE, "composed"))
    return tuple(sorted(kept, key=lambda mention: mention.start))


def _told(text: str, mentions: Sequence[Mention]) -> Iterator[tuple[str, int, int]]:
    illnesses = [(one.start, one.end) for one in mentions if one.entry.kind == "conditions"]
    bare = [(name, *match.span()) for name, pattern in _BARE_EN for match in pattern.finditer(text)]
    places = [*illnesses, *((start, end) for _, start, end in bare)]
    for name, start, end in bare:
        if _NOT_BEHIND.match(text, end) or _OF_ANOTHER.search(text, max(0, start - _REACH), start):
            continue
        if is_had(text, start, places) or _is_treated(text, start, mentions):
            yield name, start, end
    bare = [(name, *match.span()) for name, pattern in _BARE_KO for match in pattern.finditer(text)]
    places = [*illnesses, *((start, end) for _, start, end in bare)]
    for name, start, end in bare:
        if is_had_in_korean(text, end, places):
            yield name, start, end


def is_had(text: str, start: int, places: Sequence[tuple[int, int]]) -> bool:
    """Whether a word of having stands before the name, with other illnesses and small words alone between."""
    at, low = start, max(0, start - _REACH)
    while at > low:
        if _HAS.search(text, low, at) is not None:
            return True
        small = _SMALL.search(text, low, at)
        if small is not None:
            at = small.start()
            continue
        before = next((one for one in places if one[1] == at), None)
        if before is None:
            return False
        at = before[0]
    return False


def _is_treated(text: str, start: int, mentions: Sequence[Mention]) -> bool:
    """Whether a medicine is told to be taken for it: "lisinopril 20 once a day for my pressure"."""
    why = _FOR_IT.search(text, max(0, start - _REACH), start)
    if why is None:
        return False
    opening = max(text.rfind(mark, 0, start) for mark in ".?!;")
    return any(one.entry.kind == "medications" and opening < one.start < why.start() for one in mentions)


def is_had_in_korean(text: str, end: int, places: Sequence[tuple[int, int]]) -> bool:
    """Whether the name, or the row that it opens, is said to be there."""
    at = end
    for _ in range(4):
        if _HAS_KO.match(text, at) is not None:
            return True
        joined = _JOINS_KO.match(text, at)
        behind = next(
            (one for one in places if joined is not None and one[0] in (joined.end(), joined.end() + 1)), None
        )
        if behind is None:
            return False
        at = behind[1]
    return False
