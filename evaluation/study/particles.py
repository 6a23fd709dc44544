"""Korean particles by the last sound of a word, also of figures, units and Latin letters."""

from __future__ import annotations

# Read aloud: 0 영, 1 일, 3 삼, 6 육, 7 칠, 8 팔 end in a consonant; of these 일, 칠, 팔 in ㄹ.
_DIGITS = {"0": "ㅇ", "1": "ㄹ", "3": "ㅁ", "6": "ㄱ", "7": "ㄹ", "8": "ㄹ"}
_UNITS = {"mcg": "ㅁ", "mg": "ㅁ", "mL/min/1.73m2": "", "mg/dL": "", "g/dL": "", "mmol/L": "", "g/L": "", "mIU/L": "",
          "%": ""}  # fmt: skip
_LETTERS = {"l": "ㄹ", "m": "ㅁ", "n": "ㄴ", "r": "ㄹ"}


def _final(word: str) -> str:
    """The final consonant that a reader hears at the end of a word: "" for none, "ㄹ" where it is that one."""
    for unit in sorted(_UNITS, key=len, reverse=True):
        if word.endswith(unit):
            return _UNITS[unit]
    last = word[-1:].casefold()
    if "가" <= last <= "힣":
        index = (ord(last) - ord("가")) % 28
        return "" if not index else "ㄹ" if index == 8 else "ㄴ"
    return _DIGITS.get(last, _LETTERS.get(last, ""))


def with_particle(word: str, pair: str) -> str:
    """A word with one of two particles: "after a consonant/after a vowel", as in "은/는"; 으로/로 treats ㄹ as a vowel.

    Raises ValueError for a pair that is not two particles.
    """
    after_consonant, slash, after_vowel = pair.partition("/")
    if not (after_consonant and slash and after_vowel):
        raise ValueError(pair)
    final = _final(word)
    vowel = not final or (final == "ㄹ" and after_consonant == "으로")
    return word + (after_vowel if vowel else after_consonant)
