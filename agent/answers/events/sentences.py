"""The sentences of what was said, those that ask among them."""

from __future__ import annotations

import re
from typing import Final

from domain.remembering import remembered
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise

_END: Final = lazy_regex(r"(?<=[?!~])\s+|\n+|(?<=[^\d\s][.])\s+|(?<=\d[.])\s+(?=\D)|(?<=[ㅋㅎㅠㅜ])\s+")
_PLAIN: Final = lazy_regex(
    r"\?\s*\W*$|[가-힣](?:나요|까요|죠|는지요?|더라|던가|능가|당가)\s*[?~.]*$"
    r"|몇\s?(?:번|회|차례|시|일|살|차)\S{0,2}(?:죠|지|야|냐|나요|예요|이에요|인지|더라|였)|(?:언제|며칠"
    r"|메칠)\S{0,3}(?:죠|지|야|예요|에요|더라|였|인지)"
    r"|^(?:so |and |ok |hi |right |please |but |also )*(?:(?:since |from |on |for |in )?(?:what|which"
    r"|how (?:many|long|often|far))\b|since when\b"
    r"|whens?\b(?:'s| is| was| were| did| do| does| have| has| am| are| will)|whats\b|did i\b|have i\b"
    r"|do i\b|can you\b|could you\b)",
    re.IGNORECASE,
)
_WISH: Final = lazy_regex(
    r"(?:읊어|말해|알려|정리해?|불러|읽어|보여|세어|셈해|요약해?|뽑아|나열해?|대)\s?(?:봐|줘|주|달|드려)\S*\W*$"
    r"|^(?:\w+ ){0,3}(?:read|list|tell me|give me|show me|remind me|go through|count|add up)\b",
    re.IGNORECASE,
)
"""A wish to be told back: it asks as a question does."""


@remembered
def sentences_told(text: str) -> tuple[str, ...]:
    """The sentences of an utterance, in their order."""
    lines = (normalise(line).text for line in text.splitlines())
    return tuple(one.strip() for line in lines for one in _END.split(line) if one.strip())


def is_asked(sentence: str) -> bool:
    """Whether a sentence asks: what it names then happened on no day."""
    return _PLAIN.search(sentence) is not None or _WISH.search(sentence) is not None


def asked_in(text: str) -> str:
    """The sentences of an utterance that ask."""
    return " ".join(one for one in sentences_told(text) if is_asked(one))
