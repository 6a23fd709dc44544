"""Words that ask what may be, what is too much, or what holds in general: no record answers them.

"How many times a day can I take it?" sounds as "how many times a day do I take it?" does, and an answer from the record
would be heard as leave.
"""

from __future__ import annotations

import re
from typing import Final

from agent.answers.asking.request import Request
from extraction.text.lazy_regex import lazy_regex

_BEYOND: Final = lazy_regex(
    r"\b(?:can|could|may|might|should|shall) (?!you give)(?:i|he|she|we|they|one|you|people|somebody|someone|anyone)"
    r"(?: safely| still| also| even| just| really)* (?:take|use|be|stop|start|give|eat|drink|skip|double|mix|combine"
    r"|go on|keep|continue)\b"
    r"|\b(?:could|might) (?:i|it|this|that) (?:be|(?:also |really )?have(?! (?:the|a|my) ))\b"
    r"|\bmax(?:imum|imal)?\b|\bat most\b|\btoo (?:much|many|high|low|little|often|strong)\b|\bsafe(?:ly)?\b"
    r"|\ballowed\b|\b(?:usual|normal|typical|recommended|standard|common)(?:ly)?\b|\bbest\b|\bgood for\b"
    r"|\bstill (?:need\b|have to\b)|\bneed to keep\b|\bif (?:my|his|her) [^?,]{2,30} (?:is|was|are|were)\b"
    r"|\bin general\b|\bpeople\b|\bpatients\b|\bsupposed to be\b"
    r"|최대|보통|일반적|정상|적당|적정|권장|너무|안전|위험|좋은|좋을|[아어여해]도\s?(?:되|돼|될|괜찮)"
    r"|(?:먹|쓸|맞)을?\s?수\s?있|까지\s?먹을|(?:일|할|될)까|\d\s?%?(?:이면|면)\s|사람들",
    re.IGNORECASE,
)


def asks_beyond_record(request: Request) -> bool:
    """Whether what is asked is no question for what was told."""
    return _BEYOND.search(request.plain or request.text) is not None
