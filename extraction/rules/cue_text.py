"""The text in which cues are looked for: lower case, with common misspellings of tense and negation put right.

Every replacement keeps its length, so a place in the cue text is the same place in the normalised text.
"""

from __future__ import annotations

from typing import Final

from extraction.text.lazy_regex import lazy_regex

_SPELLINGS: Final = (
    (r"잇(?=어|습|는|고|음|었|을|네|지|다|구|으|나|던|죠)", "있"),
    (r"(?<![가-힣])업(?=어요|습니|는|고|음|었|네|다|구요|죠)|(?<=[이은는도가])업(?=어요|습니|었|네요|음|구요)", "없"),
    (r"(?<=[가-힣])햇", "했"),
    (r"햇(?=어|습|는|고|네|다|죠|던)", "했"),
    (r"됫|됬", "됐"),
    (r"(?<=[가-힣])엇(?=어|습|는|고|네|다|죠|던)", "었"),
    (r"(?<=[가-힣])앗(?=어|습|는|고|네|다|죠|던)", "았"),
    (r"낳았|낫았", "나았"),
    (r"끈었|끊엇|끈엇", "끊었"),
    (r"끈고", "끊고"),
    (r"괜찬", "괜찮"),
    (r"머거", "먹어"),
    (r"머것|먹엇|먹었", "먹었"),
    (r"알러르기", "알레르기"),
    (r"않(?=\s?(?:먹|아프|아파|나와|했|해요|마셔|피[우워]))(?<!지않)(?<!지 않)", "안"),
    (r"안(?=(?:아요|습니다|았)(?:$|[\s.,!?]))(?<=지안)", "않"),
    (r"몰르", "모르"),
    (r"조아", "좋아"),
)
_COMPILED: Final = tuple((lazy_regex(pattern), right) for pattern, right in _SPELLINGS)


def cue_text(text: str) -> str:
    """``text`` folded for cue matching; as long as ``text``, character for character."""
    folded = "".join(lower if len(lower := char.lower()) == 1 else char for char in text)
    for pattern, right in _COMPILED:
        folded = pattern.sub(right, folded)
    return folded
