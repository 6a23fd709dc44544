"""What somebody wonders about the record: "원래 20 아니었나", "wasn't it 20?". It puts nothing right by itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from extraction.text.lazy_regex import lazy_regex

_SENTENCE: Final = lazy_regex(r"[.!?？\n]+(?=\s|$)|(?<=[가-힣](?:요|다))\s|$")
_KOREAN: Final = lazy_regex(
    r"(?:아니었(?:나|던가|을까)|아닌(?:가|감|지)|아니던가|이었(?:나|던가|더라)|였(?:나|던가|더라)|인가|았나|었나"
    r"|겠나|던가)(?:요|여|유)?\s*$"
)
_KOREAN_ASKED: Final = lazy_regex(
    r"(?:아니(?:에요|예요|야|여|었어요?|죠|지요?|유)|아녜요|아닙니까|맞(?:아요|나요|죠|지요))\s*$"
)
_ENGLISH: Final = lazy_regex(
    r"\b(?:wasn't|isn't|aren't|weren't|shouldn't|wasnt|isnt|was|is|should) (?:it|that|this|mine"
    r"|my \w+)\b(?! not right\b)"
    r"|\b(?:i wonder(?:ed)?|wondering) (?:if|whether)\b|,?\s(?:wasn't it|isn't it|or was it|or is it)\W*$",
)


def wondered(text: str) -> Iterator[tuple[int, int]]:
    """The sentences of the cue text, as [start, end), that only wonder whether something is so."""
    start = 0
    for match in _SENTENCE.finditer(text):
        said, asked = text[start : match.start()], "?" in match[0] or "？" in match[0]
        if said.strip() and _wonders(said, asked=asked):
            yield start, match.end()
        start = match.end()


def _wonders(said: str, *, asked: bool) -> bool:
    if _KOREAN.search(said) is not None:
        return True
    return asked and (_KOREAN_ASKED.search(said) is not None or _ENGLISH.search(said) is not None)


_INVERTED: Final = lazy_regex(
    r"(?:^|[.!?,;:]\s|\b(?:and|but|so|or|then)\s)(?:have|has) (?:i|he|she|we|they|my \w+)"
    r"(?: (?:really|actually|now|got|a))*\s$"
)
_INVERTED_REACH: Final = 40


def asks_whether(folded: str, place: int) -> bool:
    """Whether the words right before ``place`` ask, with no mark, if somebody has what stands there: "have I gout"."""
    return _INVERTED.search(folded[max(0, place - _INVERTED_REACH) : place]) is not None


_TERSE: Final = lazy_regex(
    r"\W*(?:(?:나|내가|난|저|제가|울|우리)\s?)?[^.?!\d]{0,20}[가-힣](?:음|함|임|핌|됨|심|짐|감|옴"
    r"|댐)\s?\?+[\sㅋㅎㅠㅜ]*"
    r"|\W*(?:(?:나|내가|난|저|제가)\s)[^.?!\d]{0,16}(?:핌|함|임|됨|감|옴)\s?\?+[\sㅋㅎㅠㅜ]*"
)


def asks_tersely(folded: str) -> bool:
    """Whether a chat line is a question in the form of a note, which states nothing: "나 담배 핌?"."""
    return _TERSE.fullmatch(folded) is not None


_SAID: Final = lazy_regex(
    r"\b(?:(?:what|as|like|that|which|whatever) i(?:['’]ve| have)? (?:said|told|say|mentioned|given|gave|noted)"
    r"|(?:according to|going (?:by|off|on)|based on|from) (?:what|my)|did i (?:say|tell|mention|note|give)"
    r"|have i (?:said|told|mentioned))\b"
    r"|(?:다고|라고|냐고)\s?(?:내가\s|제가\s|아까\s|전에\s)?(?:했|말했|말씀드렸|얘기했|적었|적어|알려)\S{0,3}(?:나"
    r"|지|죠|더라|던가|는가|니|는지|을까|어\?|어요\?|나요)"
)


def asks_what_was_told(folded: str) -> bool:
    """Whether words that ask go back to what was told: they tell nothing anew, least of all what was withdrawn."""
    return _SAID.search(folded) is not None
