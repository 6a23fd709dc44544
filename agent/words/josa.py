"""Korean particles after any word: Hangul, digits, Latin letters, units and parentheses."""

from __future__ import annotations

from typing import Final, Literal

from extraction.text.lazy_regex import lazy_regex

Particle = Literal["은", "이", "을", "과", "으로"]
"""A particle, by its form after a final consonant."""

_FORMS: Final[dict[str, tuple[str, str]]] = {
    "은": ("은", "는"),
    "이": ("이", "가"),
    "을": ("을", "를"),
    "과": ("과", "와"),
    "으로": ("으로", "로"),
}
_RIEUL: Final = 8
_DIGIT_FINALS: Final = {"0": 21, "1": _RIEUL, "3": 16, "6": 1, "7": _RIEUL, "8": _RIEUL}
"""Jongseong index (Unicode 3.12) of the Sino-Korean digits that end in a consonant: yeong, il, sam, yuk, chil, pal."""
_UNIT_FINALS: Final = {
    "mg": 16,
    "mcg": 16,
    "kg": 16,
    "g": 16,
    "mmol/mol": _RIEUL,
    "mmhg": 0,
    "%": 0,
    "%p": 0,
    "ml": 0,
    "cm": 0,
}
"""Jongseong of the units as they are read aloud: "mg" is read with a final m, "%" with a final vowel."""
_LETTER_FINALS: Final = {"l": _RIEUL, "m": 16, "n": 4, "r": _RIEUL}
"""Letters whose Korean names (el, em, en, ar) end in a consonant; also how words that end so are read."""
_TRAILING_PARENTHESIS: Final = lazy_regex(r"\s*\([^()]*\)\s*$")
_LAST_WORD: Final = lazy_regex(r"([A-Za-z]+(?:/[A-Za-z]+)*(?:/1\.73m²)?|%p?|\d|[가-힣])[^A-Za-z%\d가-힣]*$")


def with_particle(words: str, particle: Particle) -> str:
    """``words`` followed by the right form of ``particle``; a parenthesis at the end is passed over."""
    after_consonant, after_vowel = _FORMS[particle]
    final = _final_of(words)
    if particle == "으로" and final == _RIEUL:
        return words + after_vowel
    return words + (after_consonant if final else after_vowel)


def _final_of(words: str) -> int:
    """Jongseong index of the last sound, 0 for a vowel."""
    spoken = words
    while _TRAILING_PARENTHESIS.search(spoken):
        spoken = _TRAILING_PARENTHESIS.sub("", spoken)
    match = _LAST_WORD.search(spoken)
    if match is None:
        return 0
    last = match[1]
    if "가" <= last <= "힣":
        return (ord(last) - 0xAC00) % 28
    if last.isdigit():
        return _DIGIT_FINALS.get(last, 0)
    if last.casefold() in _UNIT_FINALS:
        return _UNIT_FINALS[last.casefold()]
    if "/" in last or "%" in last:
        return 0
    return 0 if last[-1] == "r" and len(last) > 1 and last.islower() else _LETTER_FINALS.get(last[-1].casefold(), 0)
