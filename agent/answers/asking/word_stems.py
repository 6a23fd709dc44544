"""The beginnings of the words that say what a text is about: two texts that share some speak of the same."""

from __future__ import annotations

from typing import Final

from extraction.text.lazy_regex import lazy_regex

_WORDS: Final = lazy_regex(r"[가-힣]{2,}|[a-z]{4,}")
_STEM: Final = {True: 2, False: 5}
"""Letters of a word that are compared: two syllables of a Korean word, whose ending varies, five of an English one."""
_COMMON: Final = lazy_regex(
    r"^(?:어떤|어떻|얼마|무엇|무슨|있나|있는|되나|하나|해야|하는|언제|그게|그거|그건|저는|제가|거예|좋은|좋을"
    r"|먹어|먹는|먹을|되나|되는|괜찮|드셔|마셔|복용|환자|같이|함께|알려|주세|궁금|정도|what|when|which"
    r"|should|would|could|have|does|"
    r"about|there|with|that|this|please|tell|much|many|good|need|from|your)"
)


def stems(text: str) -> frozenset[str]:
    """The beginnings of the telling words of ``text``, in lower case."""
    words = _WORDS.findall(text.casefold())
    return frozenset(word[: _STEM["가" <= word[0] <= "힣"]] for word in words if not _COMMON.match(word))
