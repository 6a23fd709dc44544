"""Complaints put together from a part of the body and what it does: "무릎이 붓고 아파요", "my knees are so sore".

A dictionary holds "무릎이 아프다" in one piece; people put words between ("허리가 끊어질 것처럼
아파요") and let several predicates share one subject. The part is looked up with the complaint, so that only names
of the lexicon come out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Mention
from extraction.text.lazy_regex import lazy_regex

CONFIDENCE: Final = 0.8
"""Of a complaint put together from two places, beside 1.0 for a name in one piece."""

_GENERIC: Final = frozenset({"pain", "edema", "numbness", "paresthesia", "skin_redness", "itching"})
"""Complaints that name no part of the body, which give way to the one that does."""

_KOREAN_PART: Final = lazy_regex(
    r"(?<![가-힣])(?:(?:왼|오른|양)\s?쪽?\s?)?(?P<part>뒷머리|머리|어깨|허리|뒷목|장딴지|엄지\s?발가락|엄지\s?손가락|무릎|팔꿈치\s?안쪽|팔꿈치|손목|손가락|발목|발가락|종아리|옆구리|명치|아랫배"
    r"|뱃속|가슴|손등|손끝|손바닥|발등|발끝|발바닥|발?뒤꿈치|팔뚝|겨드랑이|정강이|허벅지|다리|팔|손|발|등|배|목|턱|눈꺼풀|눈|귀|코"
    r"|잇몸|이빨|골반|엉덩이|관절|사타구니|갈비뼈|볼|입술|두피)(?:팍|짝|통)?"
    r"(?:\s?(?:한복판|한가운데|가운데|안쪽|바깥쪽|뒤쪽|앞쪽|언저리|주변|부위|전체))?"
    r"(?:들?이|가|은|는|도|만|하고|랑|부터|까지)?\s(?:좀\s|약간\s)?"
)
_KOREAN_STATES: Final = (
    (
        "pain",
        lazy_regex(
            r"아[프파팠픈픔플푸]|쑤[시셔신셨십]|결[리려린렸]|욱신|시큰|지끈|콕콕|뻐근|쥐어짜|땡[기겨긴김]|당[기겨긴김]"
        ),
    ),
    ("swelling", lazy_regex(r"붓[고는습네지거]|부[어었은]|부으")),
    ("numbness", lazy_regex(r"저[리려린렸릿릴]")),
    ("redness", lazy_regex(r"(?:새|시)?(?:빨|발|벌|뻘)[갛개간갰게겋건겠]|불긋|불그")),
    ("itching", lazy_regex(r"가[렵려]|간지[러럽럼]|근질")),
    ("cracks", lazy_regex(r"갈라[지져졌진짐집]|쩍쩍")),
)
_INTERRUPTED: Final = lazy_regex(r"[가-힣](?:이|가|을|를)\s|[.?!,]")
"""Another noun with a case, or the end of the statement, before the predicate."""

_KOREAN_REACH: Final = 28
_KOREAN_NAMES: Final = {
    "pain": ("{} 통증", "{}이 아프다", "{}가 아프다", "{}통"),
    "swelling": ("{} 부종", "{}이 붓다", "{}가 붓다"),
    "numbness": ("{} 저림", "{}이 저리다", "{}가 저리다"),
    "redness": ("{} 발적", "{}이 빨갛다", "{}가 빨갛다"),
    "itching": ("{} 가려움", "{}이 가렵다", "{}가 가렵다"),
    "cracks": ("{} 갈라짐", "{}이 갈라지다", "{}가 갈라지다"),
}
_CALLED_KO: Final = {"뒷목": "목", "뒷머리": "머리", "장딴지": "종아리", "엄지발가락": "발가락", "엄지손가락": "손가락"}
"""Parts by the name under which their complaints are listed."""
_ENGLISH_PART: Final = lazy_regex(
    r"\b(?:my|me|the|his|her|both|left|right|big) "
    r"(?P<part>head|neck|shoulder|elbow|wrist|hand|finger|back|lower back|hip|knee"
    r"|ankle|feet|foot|leg|calf|chest|stomach|belly|tummy|jaw|ear|eye|throat|arm|toe|heel|thumb|thigh|shin|cheek|lip|skin|scalp|armpit|palm|sole|eyelid|knuckle)(?P<many>s)?"
    r"(?: (?:is|are|was|were|has been|have been|feels?|felt|gets?|got|keeps?|still|really)\b|'s(?: been)?\b)"
)
_CLIPPED_PART: Final = lazy_regex(
    r"(?:^|[.!?,;] )(?:(?:big|left|right|both) )?"
    r"(?P<part>neck|shoulder|elbow|wrist|hand|finger|hip|knee|ankle|foot|calf|jaw|toe|heel|thumb|thigh|shin|lip"
    r"|eyelid)(?P<many>s)? (?=(?:(?:is|are|all|very|really|still|so|a bit|bright) )*"
    r"(?:sore|swollen|red|numb|itchy|puffy|inflamed|aching|throbbing|painful)\b)"
)
"""A part at the head of a clipped statement, with its state right behind: "Big toe red and roasting"."""
_ENGLISH_STATES: Final = (
    (
        "pain",
        lazy_regex(
            r"\b(?:sore|hurt(?:s|ing|in)?|ach(?:es|ing|in|y)|painful|killing me|in (?:a lot of )?pain"
            r"|throbbing)\b"
        ),
    ),
    ("swelling", lazy_regex(r"\b(?:swollen|swelling(?: up)?|puffy)\b")),
    ("numbness", lazy_regex(r"\b(?:numb|tingl(?:y|ing)|pins and needles)\b")),
    ("redness", lazy_regex(r"\b(?:(?:bright |beetroot |very )?red|inflamed)\b(?! (?:flag|cross|blood|meat))")),
    ("itching", lazy_regex(r"\bitch(?:y|ing|es)?\b")),
    ("cracks", lazy_regex(r"\b(?:cracked|cracking|splitting)\b")),
)
_AILING: Final = lazy_regex(
    r"(?:\b(?:my|me|his|her) |(?:^|[.!?,;] )(?:the )?)"
    r"(?:(?:big|left|right|bad|good|other) )?"
    r"(?P<part>back|lower back|neck|shoulder|elbow|wrist|hip|knee|ankle|foot|heel|toe|thumb|stomach|tummy"
    r"|belly)(?:'?s)?"
    r"(?: (?:is|are|was|has|have|been|be|really|still|pure|fair|so|proper|just|absolutely|right|all|a bit|at it))* "
    r"(?P<state>at (?:me|him|her)\b|(?:playing|acting|plays|acts) (?:me |him |her )?up\b"
    r"|(?:killing|murdering|destroying|at) (?:me|him|her)\b"
    r"|(?:giving|gives|gave) (?:(?:me|him|her) )?(?:grief|gyp|jip|trouble|bother|hell|out)\b"
    r"|in (?:bits|agony|ribbons)\b"
    r"|(?:rooted|stuffed|buggered|knackered|crook|wrecked|banjaxed|shot|dodgy|cactus|worse|gone again|gone on me)\b)"
)
"""A joint or the back with what people say of one that ails, in words that name no pain."""
_ENGLISH_STOP: Final = lazy_regex(r"[.?!;]|\b(?:but|my|i|he|she)\b")
_ENGLISH_REACH: Final = 36
_ENGLISH_NAMES: Final = {
    "pain": ("{} pain", "{}ache", "sore {}"),
    "swelling": ("{} swelling", "swollen {}"),
    "numbness": ("{} numbness", "numb {}"),
    "redness": ("red {}", "{} redness"),
    "itching": ("itchy {}", "{} itching"),
    "cracks": ("cracked {}", "split {}"),
}
_ANYWHERE: Final = {
    "pain": "pain",
    "swelling": "edema",
    "numbness": "numbness",
    "redness": "skin_redness",
    "itching": "itching",
    "cracks": "skin_fissures",
}
_ONE_PAIN: Final = ("pain", "numbness")
"""States that are one complaint with the part's name before them; what is seen on the part is another."""
_OF_A_RASH: Final = ("redness", "itching")
_RASHES: Final = frozenset(
    {"rash", "hives_symptom", "urticaria", "eczema", "atopic_dermatitis", "psoriasis", "cellulitis"}
)
"""What is named so is red and itches: "the rash on my hands is red" is one complaint."""
_SWELLINGS: Final = frozenset({"edema", "leg_swelling", "one_sided_leg_swelling"})
"""A part that is told to swell may also hurt: "다리가 붓고 아파요" is two complaints."""


@dataclass(frozen=True, slots=True)
class _Complaint:
    part: re.Match[str]
    state: str
    start: int
    end: int
    names: tuple[str, ...]


def with_body_complaints(text: str, mentions: Sequence[Mention], lexicon: Lexicon) -> tuple[Mention, ...]:
    """``mentions`` of a cue text with the complaints of parts of the body in place of the bare "아파요", "swollen"."""
    kept = list(mentions)
    for complaint in (*_korean(text), *_english(text), *_ailing(text)):
        place = (complaint.start, complaint.end)
        over = [one for one in kept if one.start < place[1] and place[0] < one.end]
        if any(one.entry.concept_id not in _GENERIC for one in over):
            continue
        if complaint.state in _OF_A_RASH and any(one.entry.concept_id in _RASHES for one in kept):
            continue
        found = _mention(complaint, lexicon, text)
        named = next((one for one in kept if one.start <= complaint.part.start("part") < one.end), None)
        if (
            named is not None
            and complaint.state in _ONE_PAIN
            and not _SWELLINGS & {named.entry.concept_id, *named.entry.broader}
        ):
            # "허리가 끊어질 듯 아파요" is one pain: the part's name has told it, and the bare "아파요" adds none.
            if found is not None and found.entry.concept_id == named.entry.concept_id:
                kept = [one for one in kept if one not in over]
            continue
        if found is not None and not any(_same(found, one) for one in kept):
            kept = [one for one in kept if one not in over]
            kept.append(found)
    for found in _excreted(text, lexicon):
        if not any(one.start < found.end and found.start < one.end for one in kept if one.entry.kind == "symptoms"):
            kept.append(found)
    return tuple(sorted(kept, key=lambda mention: mention.start))


def _excreted(text: str, lexicon: Lexicon) -> Iterator[Mention]:
    """What looks like blood in a toilet, in whatever words: "poop's gone black", "my wee is a bit pink"."""
    for name, pattern in _EXCRETED:
        entry = lexicon.find("symptoms", name)
        for match in pattern.finditer(text) if entry is not None else ():
            assert entry is not None
            yield Mention(entry, match.start(), match.end(), match[0], CONFIDENCE, "composed")


_LOOKS: Final = (
    r"(?:'s|s)?(?:\s(?:is|are|was|were|has|have|looks?|been|gone|turned|turning|become|became|coming|come|came|out|a"
    r"|bit|little|all|really|very|kind|of|kinda|quite|so|like|pretty|now|dark,?|almost|nearly|jet|pitch)){0,7}\s"
)
_EXCRETED: Final = (
    ("melena", lazy_regex(
        rf"\b(?:stools?|poos?|poops?|bowel (?:motion|movement)s?|motions?)\b{_LOOKS}(?:black(?:ish)?|tarry|tar)\b"
        r"(?! pepper)"
        rf"|\b(?:my|his|her) toilet(?=\s(?:has |have |is |was )?(?:become|became|turn\w+|gone|com\w+)\b){_LOOKS}"
        r"black(?:ish)?\b"
    )),
    ("hematuria", lazy_regex(rf"\b(?:urine|pee|wee|water)\b{_LOOKS}(?:pink|red|bloody)\b")),
)  # fmt: skip


def _same(found: Mention, other: Mention) -> bool:
    return found.entry.concept_id == other.entry.concept_id and abs(found.start - other.start) <= _KOREAN_REACH


def _korean(text: str) -> Iterator[_Complaint]:
    for part in _KOREAN_PART.finditer(text):
        for state, pattern in _KOREAN_STATES:
            match = pattern.search(text, part.end(), part.end() + _KOREAN_REACH)
            if match is None or _INTERRUPTED.search(text, part.end(), match.start()):
                continue
            if match.start() > part.end() and text[match.start() - 1] != " ":
                continue
            called = part["part"].replace(" ", "")
            named = (called, *(short for short in (_CALLED_KO.get(called),) if short is not None))
            names = tuple(name.format(one) for one in named for name in _KOREAN_NAMES[state])
            yield _Complaint(part, state, match.start(), match.end(), names)


def _ailing(text: str) -> Iterator[_Complaint]:
    for match in _AILING.finditer(text):
        names = tuple(name.format(match["part"]) for name in _ENGLISH_NAMES["pain"])
        yield _Complaint(match, "pain", match.start("part"), match.end(), names)


def _english(text: str) -> Iterator[_Complaint]:
    for part in (*_ENGLISH_PART.finditer(text), *_CLIPPED_PART.finditer(text)):
        stop = _ENGLISH_STOP.search(text, part.end(), part.end() + _ENGLISH_REACH)
        end = stop.start() if stop and not text.startswith("killing", stop.start() - 8) else part.end() + _ENGLISH_REACH
        for state, pattern in _ENGLISH_STATES:
            match = pattern.search(text, part.end(), end)
            if match is not None:
                names = tuple(name.format(part["part"]) for name in _ENGLISH_NAMES[state])
                yield _Complaint(part, state, match.start(), match.end(), names)


def _mention(complaint: _Complaint, lexicon: Lexicon, text: str) -> Mention | None:
    for name in complaint.names:
        entry = lexicon.by_name(name, ("symptoms",))
        if entry is not None:
            break
    else:
        entry = lexicon.entry("symptoms", _ANYWHERE[complaint.state])
    start, end = complaint.start, complaint.end
    return Mention(entry, start, end, text[start:end], CONFIDENCE, "composed")
