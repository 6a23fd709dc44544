"""The words for children in a text, by place: kin ("딸", "my lad", "brother"), names told of them, and pronouns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from extraction.reading.children.ages import Age
from extraction.reading.children.measures import Measure
from extraction.text.lazy_regex import lazy_regex

Kind = Literal["kin", "name", "generic"]
_I: Final = re.IGNORECASE


@dataclass(frozen=True, slots=True)
class Word:
    """A word for a child at [start, end): a kinship word with its role, a name, or one that means whichever is meant.

    ``role`` is "child", "grandchild", "sibling", "first", "second" or ""; ``sex`` "female", "male" or "".
    """

    kind: Kind
    start: int
    end: int
    name: str = ""
    role: str = ""
    sex: str = ""
    receives: bool = False
    """Whether something is given to this one ("하린이한테")."""


_KIN_EN: Final = lazy_regex(
    r"\b(?P<grand>great[- ]?grand(?:son|daughter|child|baby)|grand(?:son|daughter|child|baby)|granddaughter)\b"
    r"|\b(?P<sibling>(?:(?:older|younger|little|big|baby|twin) )?(?:brother|sister|sibling))\b(?!['’]?s? in[- ]law)"
    r"|\b(?P<first>(?:my |our )?(?:eldest|oldest|older one|big one))\b|\b(?P<second>(?:my |our )?(?:youngest|younger"
    r" one|little one|wee one))\b"
    r"|\b(?P<child>son|daughter|toddler|newborn|baby|infant|bub|kiddo|kid|child|lad|lass|lil man|little man|(?:my|our"
    r"|a|the|wee|little|baby|old) (?:boy|girl|fella)|boy|girl)\b",
    _I,
)
_NO_CHILD_EN: Final = lazy_regex(
    r"\b(?:children'?s|infants?'?|baby|kids?'?|toddlers?'?|junior) (?=(?:tylenol|motrin|advil|paracetamol|ibuprofen"
    r"|nurofen|aspirin|calpol|panadol|"
    r"medicine|syrup|suspension|milk|formula|monitor|clinic|food|bottle|rice|wipes|drops|dose|paracetemol|liquid"
    r"|vitamins?|a&e|hospital|ward|nurofen|benadryl|cough|one))"
    r"|\bmy (?:sister|brother)\b(?! (?:is|has|\(|,) ?\d)|\bas a kid\b|\bi kid you\b|\b(?:when|since) i was a (?:kid"
    r"|child|baby|girl|boy)\b|\b(?:first|second|third) baby\b",
    _I,
)
_GENERIC_EN: Final = lazy_regex(r"\b(?P<male>he|him|his|hes|he's)\b|\b(?P<female>she|her|shes|she's)\b", _I)
_KIN_KO: Final = lazy_regex(
    r"(?<![가-힣])(?:우리\s?|저희\s?|울\s?|즈그\s?|지\s)?(?:"
    r"(?P<first>첫째|첫애|큰애|큰아이|큰아(?=\s)|큰아들|큰딸|큰놈)|(?P<second>(?:둘째|셋째|막내)(?!\s?(?:를\s"
    r"|을\s)?(?:임신|가졌|출산|낳))|막둥이|작은애|작은아이|작은아들|작은딸)"
    r"|(?P<sister>누나|언니)|(?P<brother>형아|형(?=[이은는도의한\s(,.])|오빠)|(?P<younger>(?:여|남)?동생)"
    r"|(?P<daughter>딸(?:내미|아이|아기)?|여아|손녀(?:딸)?|증손녀|여자\s?아이|여자\s?아기|여자\s?애|공주)"
    r"|(?P<son>아들(?:내미|놈|램)?|남아|손자|증손자|남자\s?아이|남자\s?아기|남자\s?애|왕자)"
    r"|(?P<grand>증손주|손주|외손주)|(?P<any>아기|애기|아가(?!씨)|신생아|쌍둥이|아이(?!구|고|스|폰|브|나(?:랑|를|와|도|하고|정|\s?\d))"
    r"|애(?=[가는도를한기\s]|들)|아(?=[는가]\s)|얘|조카))"
)
_NO_CHILD_KO: Final = lazy_regex(
    r"아니라|애니|아이\s?아빠|아이\s?엄마|애\s?아빠|애\s?엄마|아기\s?아빠|아이들|애들|애매|애먹|애쓰|었다\s?아이가"
    r"|다\s?아이가|아이가(?=[.?!]|$)|아기\s?(?:띠|용|수첩|변기)|어린이집|아이\s?키우|동생을?\s?(?:가|임신|낳)|언니들"
    r"|제\s(?:동생|언니|누나|오빠|형)|남편\s?(?:동생|형)"
)
_RECEIVES: Final = lazy_regex(r"[가-힣]{0,4}?(?:한테|에게|께)")
_NOT_NAME_EN: Final = frozenset(
    "eldest oldest youngest older younger middle twin twins he she it this that there here who what when where why"
    " how i my our his her their the and but so is was yes no"
    " ok okay hi hello hey temp temperature fever weight "
    "january february march april may june july august september october november december jan feb mar apr jun jul aug"
    " sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri"
    " sat sun easter christmas"
    " name now today tonight yesterday calpol nurofen tylenol motrin advil ibuprofen paracetamol aspirin doctor nurse"
    " mum mom dad nan gran grandma gran grandad "
    "mam husband wife hubby both each one two baby son daughter boy girl kid child all just got gave had quick sorry"
    " wait actually thanks please morning "
    "dose label english american british leeds london uk us usa nhs gp er uti hfmd covid flu rsv jabs spots rash"
    " chicken pox strep me you we they "
    "monday tuesday wednesday thursday friday saturday sunday june july august mother father brother sister grandson"
    " granddaughter only last next another about around".split()
)  # fmt: skip
_NAME_EN: Final = (
    lazy_regex(
        r"\b(?i:son|daughter|boy|girl|baby|toddler|grandson|granddaughter|brother|sister|lad|lass|nephew|niece|eldest"
        r"|youngest|little one)(?:,| is| called| named)? (?P<name>[A-Z][a-z]{1,11})\b"
    ),
    lazy_regex(r"\b(?:name(?:'s| is| of|:)?|called|named) (?:is )?(?P<name>[A-Z][a-z]{1,11})\b"),
    lazy_regex(
        r"\b(?P<name>[A-Z][a-z]{1,11})(?=(?:['’]s|,| is| \(|,? who is|,? who's|,? aged|:| she is| he is) ?(?:only "
        r"|just |nearly |almost |about )?\d)"
    ),
    lazy_regex(
        r"\b(?P<name>[A-Z][a-z]{1,11})(?= (?:\d{1,3}(?:\.\d)? ?(?:kgs?|kilos?|lbs?|pounds?|months?|weeks?)|weighs)\b)"
    ),
    lazy_regex(r"\b(?i:gave|give|giving|given|for) (?P<name>[A-Z][a-z]{1,11})\b"),
    lazy_regex(r"\b(?P<name>[A-Z][a-z]{1,11}) (?:had|has|got) (?:his|her)\b"),
    lazy_regex(r"\b(?P<name>[A-Z][a-z]{1,11})(?=,? 1?\d½?,? \(?\d{1,3}(?:\.\d)? ?(?:kgs?|kilos?|lbs?|pounds?)\b)"),
    lazy_regex(
        r"\b(?P<name>[A-Z][a-z]{1,11})(?=['’]s (?:ear|throat|fever|temp|weight|dose|chest|cough|rash|had|been|got)\b)"
    ),
    lazy_regex(
        r"\b(?:baby|little)(?: girl| boy)? is (?:\d+|[a-z]+) (?:days?|weeks?|months?)(?: old)?,"
        r" (?P<name>[A-Z][a-z]{1,11})\b"
    ),
)
_INTRODUCES: Final = lazy_regex(r"\b(?:i'?m|i am|this is|my name is|it's)\s$", _I)
"""What makes a name the speaker's own."""
_NOT_NAME_KO: Final = frozenset(
    "개월 살된 쌍둥 둘다 셋다 모두 태명 이름 임신 출산 접종 여아 남아 아기 애기 아가 아들 아들이 딸 딸이 아이 손녀"
    " 손자 손주"
    " 조카 여자 남자 첫째 둘째 셋째 막내 몸무게 체중 감기 열이 지금 오늘 어제 아직 우리 저희 예방 접종 장염 수두 "
    "신생아 쌍둥이 어린이 유치원 해열제 타이레놀 챔프 부루펜 엄마 아빠 언니 누나 오빠 형아 동생 만 이제 정도 되는"
    " 되고 되어 기침 콧물 중이염 폐렴 몸이 애가 애는 병원 이고 이에요 입니다 인데 "
    "수족구 열나 체온 분유 모유 키로 킬로 여기 근데 그리고 아침 저녁 새벽 방금 갑자기 아토피 천식 땀띠 남편 며느리"
    " 할머니 할아버지 사내 계집 꼬마 녀석 짜리 감기가 감기로 목이 배가 귀가 귀를 이름은 이름이 생리통".split()
)  # fmt: skip
_JOSA: Final = (
    r"(?=(?:이|이는|이가|이고|이에요|예요|이랑|이도|이한테|는|은|가|도|한테|에게|랑|네|를|을|의)?(?:[\s(,.?!]|$))"
)
_NAME_KO: Final = (
    lazy_regex(
        r"(?:딸|아들|손자|손녀|손주|여아|남아|첫째|둘째|셋째|막내|큰애|오빠|누나|언니|형|동생|조카)(?:인|은"
        r"|는)?\s(?:이름은\s)?(?P<name>[가-힣]{2}(?=이)|[가-힣]{2}|[A-Z][a-z]{1,11})" + _JOSA
    ),
    lazy_regex(r"(?:이름[은이]?|태명[은이]?)\s(?P<name>[가-힣]{2}(?=이)|[가-힣]{2,3}|[A-Z][a-z]{1,11})" + _JOSA),
    lazy_regex(
        r"(?<![가-힣])(?P<name>[가-힣]{2}|[A-Z][a-z]{1,11})(?:이)?\s?(?=\(\s?(?:만\s?)?(?:\d{1,3}(?:\.\d)?"
        r"|[가-힣]{1,2})\s?(?:살|세|개월|돌|kg|키로|킬로))"
    ),
    lazy_regex(
        r"(?<![가-힣])(?P<name>[가-힣]{2}|[A-Z][a-z]{1,11})(?:이는|이가|이|는|은)\s(?=(?:만\s?|이제\s"
        r"|올해\s)?(?:\d{1,3}(?:\.\d)?|[가-힣]{1,2})\s?(?:살|세\s|개월|돌|kg|키로|킬로))"
    ),
    lazy_regex(
        r"(?:\d|[한두세네]|다섯|여섯|일곱|여덟|아홉)\s?(?:살|세|개월|돌)(?:\s?된|\s?여아|\s?남아|짜리)?\s"
        r"(?P<name>[가-힣]{2}(?=이[\s가는,.])|[가-힣]{2}(?=\s(?:\d|감기|열|몸무게|체중|수족구|콧물|기침|장염|수두"
        r"|구토|설사|폐렴|중이염"
        r"|독감|코로나))|[A-Z][a-z]{1,11})"
    ),
    lazy_regex(r"(?<![가-힣])(?P<name>[가-힣]{2})이\s?엄마"),
    lazy_regex(r"(?:아기|애기|아이)\s(?P<name>[가-힣]{2})이(?=[\s가는,.])"),
)


def words_for_children(
    text: str, ages: Iterable[Age], known: Iterable[str], weights: Iterable[Measure] = ()
) -> tuple[Word, ...]:
    """The words for children in ``text``, in order; ``known`` are names told before."""
    found = [*_kin(text), *_names(text, tuple(known))]
    found += [
        one for one in _generic(text) if not any(one.start < other.end and other.start < one.end for other in found)
    ]
    del ages, weights
    found.sort(key=lambda one: (one.start, one.kind != "name"))
    kept: list[Word] = []
    for one in found:
        if not kept or one.start >= kept[-1].end:
            kept.append(one)
    return tuple(kept)


def _kin(text: str) -> Iterator[Word]:
    masked = _NO_CHILD_EN.sub(lambda match: "\0" * len(match[0]), text)
    for match in _KIN_EN.finditer(masked):
        role = next(key for key, value in match.groupdict().items() if value)
        said = match[0].casefold()
        sex = (
            "male"
            if re.search(r"son|boy|lad\b|brother|man|fella", said)
            else "female"
            if re.search(r"daughter|girl|lass|sister", said)
            else ""
        )
        generic = said in ("baby", "child", "kid", "toddler", "infant", "bub", "kiddo")
        yield Word(
            "generic" if generic else "kin", *match.span(), role={"grand": "grandchild"}.get(role, role), sex=sex
        )
    masked = _NO_CHILD_KO.sub(lambda match: "\0" * len(match[0]), text)
    for match in _KIN_KO.finditer(masked):
        role = next(key for key, value in match.groupdict().items() if value)
        sex = {"sister": "female", "brother": "male", "daughter": "female", "son": "male"}.get(role, "")
        told = {
            "sister": "sibling",
            "brother": "sibling",
            "younger": "sibling",
            "daughter": "child",
            "son": "child",
            "any": "child",
            "grand": "grandchild",
        }
        end = match.end()
        receives = _RECEIVES.match(masked, end) is not None and masked[end : end + 3].startswith(("한테", "에게"))
        if match[0].endswith(("딸", "아들")):
            sex = "female" if match[0].endswith("딸") else "male"
        yield Word(
            "generic" if role == "any" else "kin",
            match.start(),
            end,
            role=told.get(role, role),
            sex=sex,
            receives=receives,
        )


def _names(text: str, known: tuple[str, ...]) -> Iterator[Word]:
    names = set(known)
    for pattern in _NAME_EN:
        for match in pattern.finditer(text):
            if match["name"].casefold() not in _NOT_NAME_EN and not _INTRODUCES.search(text[: match.start("name")]):
                names.add(match["name"])
    if re.search(r"[가-힣]", text):
        for pattern in _NAME_KO:
            for match in pattern.finditer(text):
                if _is_name_ko(match["name"], text[match.end("name") :]):
                    names.add(match["name"])
    for name in names:
        korean = re.fullmatch(r"[가-힣]+", name) is not None
        written = (
            rf"(?<![가-힣]){re.escape(name)}(?:이)?(?=[가-힣]{{0,3}})"
            if korean
            else rf"(?<![A-Za-z]){re.escape(name)}(?![a-z])"
        )
        for match in re.finditer(written, text, re.IGNORECASE):
            receives = korean and re.match(r"(?:한테|에게)", text[match.end() :]) is not None
            yield Word("name", match.start(), match.end(), name=name, receives=receives)


_IS_AGE: Final = lazy_regex(r"(?:[한두세네]|열)(?:살|돌|달|시|알|번|개|명)$|\d")
_NO_NAME_ENDS: Final = ("요", "를", "을", "고", "데", "된", "에", "던", "면", "네", "죠")
_ENDINGS: Final = ("은", "는", "서", "지", "도", "인", "한", "만", "가", "이")
"""Last syllables of names that are endings of other words, too."""
_CALLED_SO: Final = lazy_regex(r"(?:이|가|는|랑|네|도)?(?:\s?\(|이|가\s|는\s|랑\s)")


_CARED_FOR: Final = lazy_regex(
    r"(?:키우|기르|재우|돌보|먹이|보내|맡기|씻기|데리|보살|챙기|모시|살피|업히|입히|태우|가르치|말리|혼내|달래|깨우|앉히|눕히"
    r"|부르|찾|보|일하|다니|지내|배우|만드|앓고)"
)
"""Stems of what is done to a child, or what somebody does: with 는 behind them they look like a name."""
_OF_AN_ALLERGEN: Final = lazy_regex(r"[은는이가도에]?\s?(?:알레르기|알러지|알레르|과민|먹고|먹으면|먹다가|먹인)")


def _is_name_ko(name: str, behind: str) -> bool:
    """Whether a word is a name by what it is and what follows it: "하은이", "윤서는"; "먹던" and "오늘은" are none."""
    if _CARED_FOR.fullmatch(name) or _OF_AN_ALLERGEN.match(behind):
        return False
    if _KIN_KO.fullmatch(name) or name in _NOT_NAME_KO or name.endswith(_NO_NAME_ENDS) or _IS_AGE.match(name):
        return False
    return not name.endswith(_ENDINGS) or _CALLED_SO.match(behind) is not None


def _generic(text: str) -> Iterator[Word]:
    for match in _GENERIC_EN.finditer(text):
        yield Word("generic", *match.span(), sex="male" if match["male"] else "female")
