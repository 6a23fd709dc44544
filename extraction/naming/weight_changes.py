"""Weight that was lost or gained, told by the amount: "down 12 pounds", "두 달 만에 5kg 늘었어요".

The amount stands between the words that a dictionary could hold. It belongs to the change, and is never what somebody
weighs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Mention
from extraction.text.lazy_regex import lazy_regex

CONFIDENCE: Final = 0.8
"""Of a finding put together from an amount and a verb, beside 1.0 for its name."""

_NUMBER_EN: Final = (
    r"(?:\d+(?:\.\d+)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|half an?|a few"
    r"|a couple(?: of)?|several|some)"
)
_AMOUNT_EN: Final = (
    rf"(?:(?:about|around|like|maybe|almost|nearly|over|at least|a good|another|another good)\s)*{_NUMBER_EN}"
    r"\s?(?:more\s|extra\s|whole\s)?(?:kgs?|kilos?|kilograms?|lbs?|pounds?|stone)\b"
)
_LOST: Final = (
    r"\b(?:lost|loses?|losing|dropped|dropping|shed|shedding|took off|taken off|knocked off|(?:am|are|is|was|were"
    r"|been|me|him|her"
    r"|them|gone|went|i'm|he's|she's|,)\s(?:back\s)?down)"
)
_GAINED: Final = (
    r"\b(?:gained|gaining|gains?|put(?:ting)?(?: back)? on|piled on|piling on|added|(?:am|are|is|was|were|been|me"
    r"|him|her|them"
    r"|gone|went|i'm|he's|she's|,)\s(?:back\s)?up)"
)
_NUMBER_KO: Final = (
    r"(?:\d+(?:\.\d+)?|[한두세네]|다섯|여섯|일곱|여덟|아홉|열|[이삼사오육칠팔구]?십[일이삼사오육칠팔구]?"
    r"|[일이삼사오육칠팔구]|몇)"
)
_AMOUNT_KO: Final = (
    rf"(?<![\d가-힣.]){_NUMBER_KO}\s?(?:kg|킬로그램|킬로|키로|파운드)"
    r"\s?(?:정도|쯤|가량|씩|이나|나|가|이|은|는|도|를|을|넘게|더|밖에|\s)*"
)
_PATTERNS: Final = (
    ("weight_loss", lazy_regex(rf"{_LOST}\s(?:by\s)?{_AMOUNT_EN}")),
    ("weight_loss", lazy_regex(rf"\b{_AMOUNT_EN}\s(?:lighter|down|off me|fell off me)\b")),
    ("weight_gain", lazy_regex(rf"{_GAINED}\s(?:by\s)?{_AMOUNT_EN}")),
    ("weight_gain", lazy_regex(rf"\b{_AMOUNT_EN}\s(?:heavier|up)\b(?!\sthe\b)")),
    (
        "weight_loss",
        lazy_regex(
            rf"{_AMOUNT_KO}(?:빠졌|빠지|빠진|빠질|빠짐|뺐|뺀|빼|줄었|줄어|줄고|준\s|감량|감소|내려갔|내렸|떨어졌)"
        ),
    ),
    (
        "weight_gain",
        lazy_regex(rf"{_AMOUNT_KO}(?:쪘|찌(?=[고면는])|찐|찜|늘었|늘어|늘고|는\s거|불었|불어|증가|올랐|올라갔|붙었)"),
    ),
)
_AMOUNT: Final = lazy_regex(r"kg|kilo|lb|pound|stone|킬로|키로|파운드")


def with_weight_changes(text: str, mentions: Sequence[Mention], lexicon: Lexicon) -> tuple[Mention, ...]:
    """``mentions`` of a text in lower case with the losses and gains of weight that are told by their amounts.

    What stands in their words gives way to them ("lost a stone"); a weight named beside them stays.
    """
    if _AMOUNT.search(text) is None:
        return tuple(mentions)
    kept = list(mentions)
    for name, start, end in _changes(text):
        entry = lexicon.find("symptoms", name)
        if entry is None:
            continue
        kept = [one for one in kept if one.end <= start or end <= one.start]
        kept.append(Mention(entry, start, end, text[start:end], CONFIDENCE))
    return tuple(sorted(kept, key=lambda mention: mention.start))


def weight_changes_in(text: str) -> tuple[tuple[int, int], ...]:
    """Where a text in lower case tells a loss or a gain of weight by its amount."""
    return tuple((start, end) for _, start, end in _changes(text)) if _AMOUNT.search(text) is not None else ()


def _changes(text: str) -> Iterator[tuple[str, int, int]]:
    taken: list[tuple[int, int]] = []
    for name, pattern in _PATTERNS:
        for match in pattern.finditer(text):
            if not any(start < match.end() and match.start() < end for start, end in taken):
                taken.append((match.start(), match.end()))
                yield name, match.start(), match.end()
