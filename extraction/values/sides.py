"""Sides of the body in words: "my left knee", "deaf in the right ear", "왼쪽 무릎", "좌안", and which side is denied.

"Right" is said of much else ("right now", "that's right"): alone it is a side only behind an article or beside a part
of the body. Where a side is denied ("not the right one", "오른쪽이 아니라"), it is told where something is not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from domain.values import BOTH, LEFT, RIGHT
from extraction.text.lazy_regex import lazy_regex

PARTS_EN: Final = (
    "eyes? ears? knees? shoulders? hips? calf calves legs? shins? thighs? arms? forearms? elbows? hands? wrists? feet "
    "foot ankles? toes? thumbs? fingers? knuckles? heels? breasts? lungs? kidneys? flanks? chest groin cheeks? jaw "
    "ovary ovaries testicles? testis temples? nostrils? buttocks? ribs? collarbone eyelids? face lobe tube tonsil"
).split()
"""Parts of the body of which there are two, as patterns of words."""
PARTS_KO: Final = (
    "눈 귀 무릎 어깨 고관절 엉덩이 종아리 정강이 허벅지 다리 팔꿈치 팔뚝 팔 손목 손등 손가락 손 발목 발가락 발등 "
    "발바닥 발뒤꿈치 발 엄지 검지 유방 가슴 젖 폐 콩팥 신장 옆구리 골반 뺨 볼 턱 난소 나팔관 고환 서혜부 사타구니 "
    "관자놀이 쇄골 얼굴 눈꺼풀 콧구멍"
).split()
_ALL_EN: Final = "|".join(PARTS_EN)
_ALL_KO: Final = "|".join(PARTS_KO)

_BESIDE_A_PART: Final = lazy_regex(
    r"(?<![\w'])(?P<side>left|right|both|bilateral|lt|rt|l|r)\.?[ -](?:hand |sided? )?"
    r"(?:(?:of|my|his|her|the|our|their|your|big|little|upper|lower|inner|outer|front|back|middle|index|ring|great)"
    rf" ){{0,3}}(?:{_ALL_EN})\b"
)
_ENDS: Final = r"\W*$|\s?[.,;:!?)]| not\b| but\b| and\b| only\b"
_GOES_ON: Final = r"|['\u2019]s\b| instead\b| they\b| i\b| he\b| she\b| it\b| we\b| that'?s?\b| was\b| is\b| has\b"
_SIDED: Final = lazy_regex(
    r"(?<![\w'])(?P<side>left|right)[ -](?:sided?|hand side|one)(?![\w])"
    r"|(?<![\w'])(?P<only>bilateral(?:ly)?)(?![\w])"
    rf"|\b(?:on|in|of) (?:the|my|his|her|their|its) (?P<within>left|right)(?={_ENDS})"
    r"|\b(?:the|only|just|only the|just the|my|his|her|not the|writing) (?P<alone>left|right)"
    rf"(?={_ENDS}{_GOES_ON})"
    r"|(?:^|[.,!?] |\bits? )(?P<opening>left|right)(?=['\u2019]s\b| is\b| was\b| one\b|,? (?:mun|love|dear|mate)\b|!)"
    r"|[(,:;] ?(?P<marked>left|right|bilateral)(?= ?[).,;]|\W*$)"
    rf"|\b(?:it was|it'?s|was) (?:in |on )?(?P<told>left)(?={_ENDS})"
    r"|\bnot (?P<bare>left|right)(?=\W*$|\s?[.,;:!?)])"
    r"|\b(?P<first>left|right),? not (?:the )?(?P<other>left|right)\b"
)
_KO: Final = lazy_regex(
    r"(?<![가-힣])(?P<side>왼쪽|왼편|왼짝|왼손|좌측|오른쪽|오른편|오른짝|오른손|바른쪽|바른짝|우측|양쪽|양측|양짝|양편"
    rf"|두\s?쪽\s?다)\s?(?:의\s)?(?:{_ALL_KO})?"
    rf"|(?<![가-힣])(?P<glued>왼|오른|양)\s?(?:{_ALL_KO})"
    r"|(?<![가-힣])(?P<eye>좌안|우안|양안)"
)
_DENIED_BEFORE: Final = lazy_regex(
    r"(?:\bnot|\bno|\bnae|\bnever|n'?t|\brather than|\binstead of|\bwisnae|\bisnae)(?: (?:in|on|of|it was|it'?s))?"
    r"(?: (?:the|my|his|her|their|a))?\s?$"
    r"|\b(?:you|u|they|she|he|it) (?:wrote|put|noted|said|typed|heard|have|got|says?)(?: down)?(?: it as| as)?"
    r"(?: the| my| his| her)? ?$"
)
_DENIED_BEHIND: Final = lazy_regex(
    r"\s?(?:이)?라(?:고|꼬|구)\s?(?:했|적|말|하|써)"
    r"|\s?(?:이|가|은|는|쪽이|쪽은|것?이|거)?\s?(?:아니|아녀|아이고|아이라|아이다|아인\s|말고|말구|안\s?했|안\s?한|아적\s?안)"
)
_BEGINS: Final = (
    ("왼", LEFT), ("좌", LEFT), ("l", LEFT), ("오", RIGHT), ("바", RIGHT), ("우", RIGHT), ("r", RIGHT),
    ("양", BOTH), ("두", BOTH), ("b", BOTH),
)  # fmt: skip
_REACH: Final = 24
_LONGEST: Final = 2000
"""Characters of a text in which sides are looked for; longer ones are pasted sheets."""


@dataclass(frozen=True, slots=True)
class SideMark:
    """A side in words: [start, end) is the side with the part of the body told with it."""

    start: int
    end: int
    side: str
    denied: bool = False


def side_marks(folded: str) -> tuple[SideMark, ...]:
    """The sides of a text in lower case, by their place; none overlaps another."""
    if len(folded) > _LONGEST:
        return ()
    found: list[SideMark] = []
    for one in sorted(_marks(folded), key=lambda mark: (mark.start, -mark.end)):
        if not found or one.start >= found[-1].end:
            found.append(one)
    # "That's not right" denies no side where none is spoken of.
    lone = len(found) == 1 and folded[found[0].start : found[0].end] == "right" and found[0].denied
    return () if lone else tuple(found)


def _marks(folded: str) -> Iterator[SideMark]:
    for match in _BESIDE_A_PART.finditer(folded):
        yield _mark(folded, match["side"], *match.span())
    for match in _SIDED.finditer(folded):
        if match["other"] is not None:
            yield _mark(folded, match["first"], *match.span("first"))
            yield SideMark(*match.span("other"), _side(match["other"]), denied=True)
            continue
        if match["bare"] is not None:
            yield SideMark(*match.span("bare"), _side(match["bare"]), denied=True)
            continue
        group = next(name for name, words in match.groupdict().items() if words)
        yield _mark(folded, match[group], match.start(group), match.end())
    for match in _KO.finditer(folded):
        yield _mark(folded, match["side"] or match["glued"] or match["eye"], *match.span())


def _mark(folded: str, words: str, start: int, end: int) -> SideMark:
    before = folded[max(0, start - _REACH) : start]
    denied = _DENIED_BEFORE.search(before) is not None or _DENIED_BEHIND.match(folded, end) is not None
    return SideMark(start, end, _side(words), denied)


def _side(words: str) -> str:
    return next(side for begins, side in _BEGINS if words.startswith(begins))


def side_before(folded: str, place: int) -> SideMark | None:
    """The side right before a name: "left mastectomy", "right inguinal hernia"."""
    match = _RIGHT_BEFORE.search(folded, max(0, place - _REACH), place)
    return _mark(folded, match["side"], *match.span("side")) if match is not None else None


_RIGHT_BEFORE: Final = lazy_regex(
    r"(?<![\w'])(?P<side>left|right|bilateral|rt|lt)\.?[ -]"
    r"(?:total |partial |inguinal |frozen |upper |lower |side |sided ){0,2}$"
)
