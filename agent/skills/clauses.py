"""The clauses of a sentence of an answer, and which of them claim something.

What stands in a condition, behind "whether", under "may", or in a question leaves it open whether it is so; all else is
claimed, also where it is only taken for granted ("now that ...", "since you no longer ...", "-으시니"). A question at
the end that asks for assent ("isn't it?", "-지요?") claims what it stands behind. The marks are the closed classes of
the two languages: conjunctions, modal verbs, and the endings of Korean verbs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from agent.skills.moods import MOOD_KO
from extraction.text.lazy_regex import lazy_regex

_TAG: Final = lazy_regex(
    r",?\s(?:is|are|was|were|do|does|did|has|have|had|will|would|can|could|should|won|isn|aren|wasn|weren|don|doesn"
    r"|didn|hasn|haven|hadn|wouldn|couldn|shouldn|ca)(?:['’]t|n['’]t)?\s(?:it|you|he|she|they|that|we|there)\?\s*$"
    r"|,\s(?:right|okay|ok)\?\s*$",
    re.IGNORECASE,
)
_TAG_KO: Final = lazy_regex(r"(?<=[지네군])요\?\s*$|(?<=[죠지네])\?\s*$")
_BOUND_EN: Final = lazy_regex(
    r"[,;:]\s+|\s(?=(?:and|but|so|because|while|although|though|since|now that|which|where|if|when|whenever|unless"
    r"|until|whether|before|after|given|rather than|even|(?:as|once)\s(?:you|your|he|his|she|her|it|the|there"
    r"|this|that|they|we|i|someone))\b)",
    re.IGNORECASE,
)
_BOUND_KO: Final = lazy_regex(
    r",\s+|(?<=[가-힣])(?:(?<!머)니|니까|므로|지만|는데|은데|인데|면서|으며|거나|면|[어아여해라와워려져겨켜춰줘돼쳐]서"
    r"|(?<![최사보])고(?!\s?(?:있|계|싶|나서|말))|(?:은|신|한|된|간|난)\s(?:뒤|후|다음|이래)(?:로|로는|에|에는"
    r"|라)?|느라|려면|도록|라면|자마자"
    r"|(?:이|태|자|거|터)라|(?:을|ㄹ|할|될|날|갈|쓸|탈|실|볼|줄|플)\s때(?:는|에는|마다|엔)?|[어아여해]도|을지"
    r"|는지|은지|신지|ㄹ지)(?=\s)"
)
_STARTS_EN: Final = lazy_regex(
    r"^(?:(?:and|but|so|then|because|since|as|now that|while|although|though|which|given)\s)*"
    r"(?:you|your|he|she|his|her|it|its|this|that|these|those|we|i|let|please|call|go|ask|do|don|tell|there"
    r"|shall|with"
    r"|the|what|my|no|a|an|being|having|by)\b",
    re.IGNORECASE,
)
_NAMES_ONLY_EN: Final = lazy_regex(
    r"^(?:(?:and|or)\s)?(?:an?|any|the|your|no)\s(?!.*\b(?:is|are|was|were|has|have|had|do|does|did|can|could"
    r"|may|might|should|will|would"
    r"|must|need\w*|you|it|he|she|we|they|I|this|that|call|go|see|ask|tell|take|makes?|means?)\b)",
    re.IGNORECASE,
)
"""A piece that only names something goes on with the list before it: "if you have a fever, a rash or pain"."""
_OPENS_EN: Final = lazy_regex(
    r"^(?:(?:and|but|so|or|then|even|only|just)\s)*(?:if|unless|whether|in case|should(?=\s)|when|whenever|until|once"
    r"|before|how|suppose|provided)\b",
    re.IGNORECASE,
)
_HOLDS_OPEN_EN: Final = lazy_regex(
    r"\b(?:if|whether|in case|(?-i:may)|might|could|can|would|should|usually|often|sometimes|generally|for most"
    r"|most people"
    r"|some people|anyone|anybody|ask|any|such as|signs? of|watch (?:out )?for|look out for|means calling"
    r"|possible|risk of|cause[sd]?|prevents?)\b|n't know\b",
    re.IGNORECASE,
)
_OPENS_KO: Final = lazy_regex(
    r"(?:(?<!것을\s보)(?<!걸\s보)면|거나|때(?:는|에는|마다|엔)?|도록|려면|는지|은지|을지|신지|ㄹ지|[어아여해]도)\s*,?\s*$"
)
_HOLDS_OPEN_KO: Final = lazy_regex(
    r"수\s?(?:있|도)|보통|일반적|대개|경우|같은\s|[을ㄹ]까|흔히|많은\s분|여부|혹시|만약|만일|일부\s"
    r"|사람에\s?따라|환자에서|분들|기\s?(?:쉽|쉬[우운워])"
)

_AND_KO: Final = lazy_regex(r"(?<!시)(?:고|거나|며)\s*$")
_IF_KO: Final = lazy_regex(r"(?:면|때(?:는|에는|마다|엔)?)\s*,?\s*$")
_SUGGESTS_KO: Final = lazy_regex(r"\s*(?:더\s|참\s|가장\s)?(?:좋|어떨|어떠|됩|되|돼|괜찮|충분|나을|낫)")
"""What makes of a condition before it a suggestion: "-면 좋겠습니다"."""
_ORDERS_KO: Final = lazy_regex(MOOD_KO)


@dataclass(frozen=True, slots=True)
class Clause:
    """[``start``, ``end``) of a sentence; ``open`` where what it says is not claimed to be so."""

    start: int
    end: int
    text: str
    open: bool
    supposed: bool = False
    """Whether it is left open by a condition or a question, and not by "may" alone."""
    ordered: bool = False
    """Whether it orders, permits or suggests something."""


def clauses_of(sentence: str) -> tuple[Clause, ...]:
    """The clauses of ``sentence`` in their order."""
    korean = re.search(r"[가-힣]", sentence) is not None
    return tuple(_korean(sentence) if korean else _english(sentence))


def clause_at(clauses: Sequence[Clause], place: int) -> Clause:
    """The clause in which ``place`` lies, or the last one."""
    return next((one for one in clauses if one.start <= place < one.end), clauses[-1])


def claimed(sentence: str) -> str:
    """``sentence`` with what is left open blanked, each character in its place."""
    return "".join(" " * len(one.text) if one.open else one.text for one in clauses_of(sentence))


def _pieces(sentence: str, bound: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    start = 0
    for found in bound.finditer(sentence):
        if found.end() > start:
            yield start, found.end()
            start = found.end()
    if start < len(sentence):
        yield start, len(sentence)


def _english(sentence: str) -> Iterator[Clause]:
    asks = sentence.rstrip().endswith("?") and not _TAG.search(sentence)
    body = _TAG.sub(lambda found: "." + " " * (len(found[0]) - 1), sentence)
    pieces = list(_pieces(body, _BOUND_EN))
    before = listed = False
    for place, (start, end) in enumerate(pieces):
        text = body[start:end]
        words = text.strip()
        opened = _OPENS_EN.search(words) is not None
        # A list goes on in the clause that it began in: "if you have a fever, a rash or pain".
        starts = _STARTS_EN.search(words) is not None
        goes_on = before and (not starts or _NAMES_ONLY_EN.search(words) is not None)
        last = place == len(pieces) - 1
        before = opened or goes_on
        supposed = before or (asks and last)
        listed = (listed and not starts) or _HOLDS_OPEN_EN.search(words) is not None
        yield Clause(start, end, text, supposed or listed, supposed)


def _korean(sentence: str) -> Iterator[Clause]:
    body = _TAG_KO.sub(lambda found: found[0].replace("?", "."), sentence)
    asks = body.rstrip().endswith("?")
    pieces = list(_pieces(body, _BOUND_KO))
    for place, (start, end) in enumerate(pieces):
        text = body[start:end]
        last = place == len(pieces) - 1
        following = body[pieces[place + 1][0] : pieces[place + 1][1]] if not last else ""
        # "숨이 막히고 가슴이 아프면": what is told in one with a condition is one.
        chained = _AND_KO.search(text) is not None and _IF_KO.search(following) is not None
        suggests = _SUGGESTS_KO.match(body[end:]) is not None and text.rstrip().endswith("면")
        supposed = (
            chained
            or (_OPENS_KO.search(text) is not None and not suggests)
            or (asks and last and _SUGGESTS_KO.match(text) is None)
        )
        yield Clause(
            start, end, text, supposed or _HOLDS_OPEN_KO.search(text) is not None, supposed,
            suggests or _ORDERS_KO.search(text) is not None,
        )  # fmt: skip
