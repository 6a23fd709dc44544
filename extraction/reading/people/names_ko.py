"""Whether Korean words can be somebody's name: a family name of the closed list with one or two syllables that are no
word, or a given name alone where the words say that a name follows.
"""

from __future__ import annotations

from typing import Final

from kiwipiepy import Kiwi

from extraction.text.kiwi import Stem, stems
from extraction.text.lazy_regex import lazy_regex

_SINGLE: Final = frozenset(
    "김이박최정강조윤장임한오서신권황안송류유전홍고문양손배백허남심노하곽성차주우구민나진지엄채원천방공현함변염여추도소석선설마"
    "길연위표명기반왕금옥육인맹제모탁국어은편용예경봉사부가복태목형피두감음빈동온호범좌팽승간상시갈단견당화창"
)
"""Family names of one syllable (2015 census: 99.9 % of all people)."""
_DOUBLE: Final = ("남궁", "황보", "제갈", "사공", "선우", "독고", "서문", "동방")
_FREQUENT: Final = frozenset(
    "김이박최정강조윤장임한오서신권황안송류유전홍고문양손배백허남심노하곽성차주우구민나진지엄채원천"
)
_NO_GIVEN: Final = frozenset("사원부자생공직병증암염과인님분씨네들댁집쪽적성")
"""Last syllables of words for trades, illnesses and people, where what stands before is a word of its own."""
_PLACES_BEHIND: Final = (
    "역",
    "대",
    "점",
    "병원",
    "마트",
    "시장",
    "댁",
    "님",
    "아지매",
    "할매",
    "할배",
    "엄마",
    "아빠",
    "씨",
)
_NOBODY: Final = frozenset(
    "뭐 뭔 뭔데 무엇 누구 모르 비밀 생략 가명 본명 익명 그냥 저도 제가 내가 저는 나는 우리 저희 아직 이거 그거 "
    "저거 아무 없음"
    " 하나 둘이 셋이 할머니 할아버지 아가씨 아저씨 아줌마 아주머니 선생님 어르신 언니 오빠 누나 엄마 아빠 이모 "
    "고모 삼촌 환자"
    " 보호자 본인 당사자 이상 정상 음성 양성 오늘 내일 어제 지금 최근 이번 다음 여기 거기 저기".split()
)
FULL: Final = r"(?:남궁|황보|제갈|사공|선우|독고|서문|동방|[가-힣])\s?[가-힣]{2}"


def is_full_name(name: str, kiwi: Kiwi, *, sure: bool = False) -> bool:
    """Whether ``name`` is a family name with a given one; ``sure`` is whether the words say that a name "
    "stands there.
    """
    name = name.replace(" ", "")
    family = next((one for one in _DOUBLE if name.startswith(one)), name[:1])
    given = name[len(family) :]
    if not 1 <= len(given) <= 2 or (len(family) == 1 and family not in _SINGLE) or _is_nobody(name):
        return False
    if len(given) == 1 and not sure:
        return False
    if sure and family in (_FREQUENT | set(_DOUBLE)) and given[-1] not in "님씨":
        return not _is_word(name, kiwi)
    if family not in _FREQUENT and len(family) == 1:
        return False
    # "이지은" is read as a verb behind "this"; its given name alone is a name.
    return _is_no_word(name, given, kiwi) or (
        len(given) == 2 and _is_known_name(given, kiwi) and not _is_word(name, kiwi)
    )


def is_given_name(name: str, kiwi: Kiwi) -> bool:
    """Whether ``name`` may be a given name, or one of another country, where the words say that a name stands there."""
    if not 2 <= len(name) <= _LONGEST or _is_nobody(name):
        return False
    parts = _parts(name, kiwi)
    if not parts or any(part.tag in _NO_PARTS for part in parts):
        return False
    whole = [part for part in parts if part.start == 0 and part.end >= len(name)]
    return any(part.tag == "NNP" or not part.known for part in whole) or (
        len(parts) > 1 and all(part.end - part.start == 1 or part.tag == "NNP" or not part.known for part in parts)
    )


def is_named_in_the_dictionary(name: str, kiwi: Kiwi) -> bool:
    """Whether the analyser knows ``name`` as a name alone, or not at all."""
    parts = _parts(name, kiwi)
    return len(parts) == 1 and (parts[0].tag == "NNP" or not parts[0].known) and not _is_nobody(name)


def is_a_verb(text: str, start: int, kiwi: Kiwi) -> bool:
    """Whether the Korean word that begins at ``start`` is a verb where it stands: "아들 키우는 엄마" names nobody."""
    word = _WORD.match(text, start)
    parts = stems(kiwi, word[0]) if word is not None else ()
    return bool(parts) and parts[0].tag in _VERBS and any(part.tag in _VERBAL_ENDINGS for part in parts[1:])


_WORD: Final = lazy_regex(r"[가-힣]+")
_VERBS: Final = frozenset({"VV", "VA", "VX"})
_VERBAL_ENDINGS: Final = frozenset({"ETM", "EC", "EF", "EP", "ETN"})
_LONGEST: Final = 6
_NO_PARTS: Final = frozenset({"VV", "VA", "VX", "JKB", "JKO", "EC", "EF", "ETM", "MAG", "VCN", "NP", "NR", "NNB"})


_NO_NAME_AHEAD: Final = tuple(
    "이름 성함 연세 나이 생신 생일 뭐 뭔 뭘 머이 머여 누구 누군 무엇 무슨 어떻 어떤 몰라 모르".split()
)


def _is_nobody(name: str) -> bool:
    return name in _NOBODY or name.endswith(_PLACES_BEHIND) or name.startswith(_NO_NAME_AHEAD)


def _is_known_name(given: str, kiwi: Kiwi) -> bool:
    parts = _parts(given, kiwi)
    return len(parts) == 1 and parts[0].tag == "NNP" and parts[0].known


def _is_word(name: str, kiwi: Kiwi) -> bool:
    """Whether the analyser knows the whole as a common noun."""
    parts = _parts(name, kiwi)
    return len(parts) == 1 and parts[0].tag == "NNG" and parts[0].known


def _is_no_word(name: str, given: str, kiwi: Kiwi) -> bool:
    parts = _parts(name, kiwi)
    if not parts or any(part.tag in _NO_PARTS for part in parts):
        return False
    for part in parts:
        common = part.tag in ("NNG", "XR", "MM") and part.known and part.end - part.start >= len(given) > 1
        if common and (part.start == 0 or given[-1] in _NO_GIVEN or parts[0].tag != "NNP"):
            return False
    return True


def _parts(name: str, kiwi: Kiwi) -> tuple[Stem, ...]:
    """The morphemes of a name before a copula, in which it stands as a noun."""
    return tuple(part for part in stems(kiwi, f"{name}입니다") if part.start < len(name))


def without_call(name: str, kiwi: Kiwi) -> str:
    """A given name without the syllable by which it is called: "서연이" is "서연"."""
    long_enough = len(name) == _CALLED and name.endswith("이")
    return name[:-1] if long_enough and not is_full_name(name, kiwi) else name


_CALLED: Final = 3
