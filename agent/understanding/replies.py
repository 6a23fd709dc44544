"""A plain yes to a question that a yes answers; any other reply is read as what it says."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from domain.events import ClarificationRequested
from domain.proposals import Operation, Proposal, Target
from extraction.port import Reading
from extraction.text.lazy_regex import lazy_regex

EXTRACTOR: Final = "reply@1"
_ASKED: Final = "unsure_reading"
_YES: Final = lazy_regex(
    r"\s*(?:(?:네|넵|넹|예|응|어|그래|그럼|맞아|맞습니다|그렇습니다|그래요|맞아요|맞네요|맞는데요|그렇죠|그렇지요|그거예요|그\s?말이에요|그\s?뜻이에요)"
    r"(?:요)?[\s,.!~]*)+"
    r"|\s*(?:(?:yes|yeah|yep|yup|correct|right|exactly|sure|indeed|that's (?:right|correct|it)"
    r"|that is (?:right|correct)|it is|i do|i did|please)[\s,.!]*)+",
    re.IGNORECASE,
)


def is_yes(text: str) -> bool:
    """Whether a message is a yes and nothing besides: "yes, but 20" is another thing."""
    return _YES.fullmatch(text) is not None


def with_reply(reading: Reading, asked: ClarificationRequested | None, text: str) -> Reading:
    """``reading``, and where it is a plain yes to ``asked``, that it is so as it was asked."""
    if asked is None or asked.kind != _ASKED or not is_yes(text):
        return reading
    yes = Proposal(
        operation=Operation.CONFIRM, target=Target(which="asked"), reason="confirmed", quote=text.strip(),
        start=len(text) - len(text.lstrip()), end=len(text.rstrip()), extractor=EXTRACTOR,
    )  # fmt: skip
    return replace(reading, proposals=(yes,), extractors={**reading.extractors, "reply": "1"})
