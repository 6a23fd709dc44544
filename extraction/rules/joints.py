"""What joins two clauses: endings of the predicate in Korean, conjunctions and commas in English."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Joint(StrEnum):
    """How a clause is tied to the next one."""

    FINAL = "final"
    CONTRAST = "contrast"
    SEQUENCE = "sequence"
    REASON = "reason"
    CONDITION = "condition"


def _not_after(syllables: str) -> str:
    return "".join(f"(?<!{syllable})" for syllable in syllables)


def _syllables(vowels: tuple[int, ...], final: int) -> str:
    """The class of syllables with one of ``vowels`` and the consonant ``final`` below, as Unicode counts them."""
    return "[" + "".join(chr(0xAC00 + 588 * first + 28 * v + final) for first in range(19) for v in vowels) + "]"


_STEM: Final = (
    "(?:있|없|었|았|였|했|됐|겠|않|많|좋|같|하|먹|나|나오|르|리|치|프|보|받|잡|크|쁘|끊|맞|앓|마시|피우|렸|졌|왔|갔|났"
    "|렵|럽|겁|쓰|껍|맵|답|붓|쑤시|차|이|이시|시|셨|쉬|늘|줄|올리|낮추|바꾸)"
)
"""Ends of predicates to which 고 leans when no space shows where the word ends."""

_NOT_A_NOUN: Final = _not_after("사경최창광연참신재장권충") + _not_after("라다냐자려말") + "(?<!아니)"
"""고 that ends a noun (사고, 연고), a quotation (라고, 다고) or a contrast (아니고) joins no clauses."""

_OPEN_VOWEL: Final = _syllables((0, 4, 6, 9, 14, 1, 10), 0)
"""A syllable on which the ending 서 leans ("아파서", "걸려서"), unlike the particle in "에서"."""

_FINAL_VERB: Final = (
    "(?:니다|[어아여해워와돼려겨져봐줘에예이네군죠래대데고구나까가파커써셔펴켜쳐라프세]요|[있없했됐였었았]음|죠)"
    r"(?=[\s,~]|$)(?<!필요)(?<!중요)"
)
_STOP: Final = (
    r"[?!]+|(?<!\d)\.(?!\.)(?=\s|$|[가-힣])(?<!\bdr\.)(?<!\bmr\.)(?<!\bms\.)(?<!mrs\.)(?<!\bvs\.)(?<!\.[a-z]\.)"
    r"|(?<=\d)\.(?=\s+[^\d\s]|$)|;"
)
_SUBJECTS: Final = "i|i'm|i've|i'd|my|he|she|it|it's|they|we"
_PREDICATES: Final = "has|have|had|is|was|does|do|did|don't|take|takes|took|started|stopped|quit|began|not|no"

JOINTS: Final[tuple[tuple[Joint, str], ...]] = (
    (Joint.FINAL, _STOP),
    (Joint.FINAL, _FINAL_VERB),
    (
        Joint.CONTRAST,
        r"[가-힣](?<!군)(?<!가운)(?<=[는은인던한픈쁜단린운른난든큰진픔])데(?:도|요|다가)?(?=[\s,.]|[가-힣]"
        r"|$)(?<!그런데)(?<!근데)"
        r"|(?<![두세네섯곱덟홉열러몇0-9]\s가)(?<![두세네섯곱덟홉열러몇0-9]가)지만",
    ),
    (Joint.SEQUENCE, rf"(?<=[가-힣]){_NOT_A_NOUN}고(?:요)?(?=[\s,]|$)(?!\s?(?:있|계|싶|나서|말[았고]))"),
    (Joint.SEQUENCE, rf"{_STEM}고(?=[가-힣])(?!\s?(?:있|계|싶|나서|요))"),
    (Joint.SEQUENCE, r"(?<=[으이하되시])며(?=[\s,])|면서|다가(?=[\s,]|[가-힣])|더니|[가-힣]자마자"),
    (
        Joint.REASON,
        rf"(?<!아니)(?<=이)라(?=[\s,])(?!\s?(?:[했하한그말부]|들[었은]|불))|{_OPEN_VOWEL}서(?=[\s,]"
        rf"|[가-힣])(?<!혼자서)|니까(?=[\s,])|거든(?=[\s,])|때문에|땜에|땜시|탓에",
    ),
    (
        Joint.CONDITION,
        "(?:으면|하면|되면|가면|나면|오면|보면|르면|리면|지면|이면|다면|라면|니면|시면|기면|치면|우면|쓰면|크면|추면|키면|프면)"
        r"(?=[\s,]|[가-힣])",
    ),
    (Joint.CONTRAST, r"\b(?:but|however|although|though|except|whereas|while|yet)\b"),
    (Joint.REASON, r"\bbecause\b|\bsince(?= (?:i|my|the|he|she)\b)|\bso (?=(?:i|my|they|the)\b)"),
    (
        Joint.SEQUENCE,
        rf"\band (?=(?:{_SUBJECTS}|{_PREDICATES}|the|then|now|also|am|feel|felt|been|still|use|get|got|lost"
        r"|yesterday|today|last|on (?:\d|[jfmasond][a-z]{2,8}))\b)",
    ),
    (
        Joint.SEQUENCE,
        rf",\s?(?=(?:{_SUBJECTS}|{_PREDICATES}|the|that's|that|which|denies|taking|can|could|should|would|will"
        r"|what|why|how|now|just|only|please|so|then)\b)",
    ),
    (Joint.SEQUENCE, r"(?:(?<=번)|(?<=알)|(?<=정)|(?<=씩)|(?<=mg))\s(?=알레르기|알러지)"),
    (Joint.SEQUENCE, r"(?=\b(?:if|unless|in case|suppose|when|whenever)\b)"),
)
"""Every joint, the most telling first; the clause ends where the match does."""

LIST_COMMA: Final = r"(?<=[다죠네래대중지야어아돼해]),"
"""A comma after a predicate, which is one between clauses unless a name stands before it."""
