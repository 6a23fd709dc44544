"""Clauses: where one statement ends and the next begins, and what joins them.

Korean joins clauses with endings on the predicate (는데, 지만, 고, 어서, 면), English with conjunctions. A comma ends a
clause only after a predicate (Korean) or before a new one (English); elsewhere it separates the items of a list, which
share their predicate.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from extraction.cues import Span


class Joint(StrEnum):
    """How a clause is tied to the next one."""

    FINAL = "final"
    CONTRAST = "contrast"
    SEQUENCE = "sequence"
    REASON = "reason"
    CONDITION = "condition"


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause and its span; ``sentence`` counts from 0, ``joint`` is what follows, ``asked`` marks a question mark."""

    start: int
    end: int
    sentence: int
    joint: Joint
    asked: bool = False


_STEM: Final = (
    r"(?:있|없|었|았|였|했|됐|겠|않|많|좋|같|하|먹|나|나오|르|리|치|프|보|받|잡|크|쁘|끊|맞|앓|마시|피우|렸|졌|왔|갔|났|렵|럽|겁|쓰"
    r"|껍|맵|답|붓|쑤시|차|이|이시|시|셨|쉬|늘|줄|올리|낮추|바꾸)"
)
_NOUNS_IN_GO: Final = r"(?<!사)(?<!경)(?<!최)(?<!창)(?<!광)(?<!연)(?<!참)(?<!신)(?<!재)(?<!장)(?<!권)(?<!충)(?<!라)(?<!다)(?<!냐)(?<!자)(?<!려)(?<!아니)(?<!말)"
_OPEN_VOWEL: Final = "[" + "".join(chr(0xAC00 + 588 * first + 28 * vowel) for first in range(19) for vowel in (0, 4, 6, 9, 14, 1, 10)) + "]"
"""A syllable on which the ending 서 leans ("아파서", "걸려서"), unlike the particle in "에서"."""

_JOINTS: Final[tuple[tuple[Joint, str], ...]] = (
    (Joint.FINAL, r"[?!]+|(?<!\d)\.(?!\.)(?=\s|$|[가-힣])(?<!\bdr\.)(?<!\bmr\.)(?<!\bms\.)(?<!mrs\.)(?<!\bvs\.)(?<!\.[a-z]\.)|(?<=\d)\.(?=\s+[^\d\s]|$)|;"),
    (
        Joint.FINAL,
        r"(?:니다|[어아여해워와돼려겨져봐줘에예이네군죠래대데고구나까가파커써셔펴켜쳐려라프세]요|[있없]음|[했됐였었았]음|입니다|죠)(?=[\s,~]|$)(?<!필요)(?<!중요)",
    ),
    (Joint.CONTRAST, r"[가-힣](?<!군)(?<!가운)(?<=[는은인던한픈쁜단린운른난든큰진픔])데(?:도|요|다가)?(?=[\s,.]|[가-힣]|$)(?<!그런데)(?<!근데)|지만"),
    (Joint.SEQUENCE, rf"(?<=[가-힣]){_NOUNS_IN_GO}고(?:요)?(?=[\s,]|$)(?!\s?(?:있|계|싶|나서|말[았고]))|{_STEM}고(?=[가-힣])(?!\s?(?:있|계|싶|나서|요))"),
    (Joint.SEQUENCE, r"(?<=[으이하되시])며(?=[\s,])|면서|다가(?=[\s,]|[가-힣])|더니|[가-힣]자마자"),
    (Joint.REASON, rf"{_OPEN_VOWEL}서(?=[\s,]|[가-힣])(?<!혼자서)|니까(?=[\s,])|거든(?=[\s,])|때문에|탓에"),
    (Joint.CONDITION, r"(?:으면|하면|되면|가면|나면|오면|보면|르면|리면|지면|이면|다면|라면|니면|시면|기면|치면|우면|쓰면|크면|아프면|추면|키면)(?=[\s,]|[가-힣])"),
    (Joint.CONTRAST, r"\bbut\b|\bhowever\b|\balthough\b|\bthough\b|\bexcept\b|\bwhereas\b|\bwhile\b|\byet\b"),
    (Joint.REASON, r"\bbecause\b|\bsince(?= (?:i|my|the|he|she)\b)|\bso (?=(?:i|my|they|the)\b)"),
    (Joint.SEQUENCE, r"\band (?=(?:i|i'm|i've|my|he|she|it|they|we|the|then|now|also|am|is|was|take|took|takes|have|had|has|feel|felt|been|still|don't|do|did|not|no|started|stopped|quit|began|use|get|got|lost|yesterday|today|last|on (?:\d|[jfmasond][a-z]{2,8}))\b)"),
    (Joint.SEQUENCE, r",\s?(?=(?:i|i'm|i've|i'd|my|he|she|it|it's|they|we|the|that's|that|which|has|have|had|denies|is|was|does|do|can|could|should|would|will|what|why|how|no|not|now|just|only|please|started|stopped|so|then|take|takes|taking)\b)"),
    (Joint.SEQUENCE, r"(?<=[다죠네래대중지야어아돼해])(?<!가래),"),
    (Joint.SEQUENCE, r"(?=\b(?:if|unless|in case|suppose|when|whenever)\b)"),
)  # fmt: skip
_BOUNDARY: Final = re.compile("|".join(f"(?P<j{at}>{pattern})" for at, (_, pattern) in enumerate(_JOINTS)))
_LIST_COMMA_JOINT: Final = len(_JOINTS) - 2


def split_clauses(text: str, protected: Sequence[Span]) -> tuple[Clause, ...]:
    """Cut the cue text into clauses that cover it; no boundary falls inside a ``protected`` span (a name, a date).

    A comma or a coordinating ending right after a protected span joins the items of a list, so it is no boundary.
    """
    covered = bytearray(len(text) + 1)
    closes = bytearray(len(text) + 1)
    for start, end in protected:
        covered[start + 1 : end] = b"\1" * max(0, end - start - 1)
        closes[end] = 1
    clauses: list[Clause] = []
    start, sentence = 0, 0
    for end, joint, asked in (*_boundaries(text, covered, closes), (len(text), Joint.FINAL, False)):
        if not text[start:end].strip(" .,?!;~"):
            if asked and clauses and clauses[-1].joint is Joint.FINAL:
                last = clauses[-1]
                clauses[-1] = Clause(last.start, end, last.sentence, Joint.FINAL, True)
                start = end
            continue
        clauses.append(Clause(start, end, sentence, joint, asked))
        start = end
        if joint is Joint.FINAL:
            sentence += 1
    return tuple(clauses)


def _boundaries(text: str, covered: bytearray, closes: bytearray) -> Iterator[tuple[int, Joint, bool]]:
    for match in _BOUNDARY.finditer(text):
        if covered[match.end() - 1 if match.end() > match.start() else match.end()]:
            continue
        number = int((match.lastgroup or "j0")[1:])
        if number == _LIST_COMMA_JOINT and closes[match.start()]:
            continue
        if text[match.end() - 2 : match.end()] == "하고" and closes[match.end() - 2]:
            continue
        joint = _JOINTS[number][0]
        if joint is Joint.FINAL and text[match.end() : match.end() + 1] == ",":
            joint = Joint.SEQUENCE
        yield match.end(), joint, "?" in match[0]
