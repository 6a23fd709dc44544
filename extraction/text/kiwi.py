"""The process's Korean analyser, and the stems of a bilingual text.

Korean words carry particles and endings, so a name is matched by the stems of its morphemes: "메스꺼워요" and
"메스꺼움" have the same. Latin words and numbers are kept whole, because Kiwi splits "HbA1c" into three.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from threading import Lock
from typing import Any, Final

import _kiwipiepy  # type: ignore[import-not-found]
from kiwipiepy import Kiwi, Token

from extraction.text.lazy_regex import lazy_regex
from extraction.text.warm_store import MANY_WORDS, kept

USER_WORD_SCORE: Final = 3.0
"""Score of a lexicon word in Kiwi's dictionary. At 0.0 "고혈압약" still falls into 고 + 혈압 + 약 (measured)."""

LONGEST_RUN: Final = 200
"""Characters without a space after which a text is taken apart: nobody writes so, and the analyser weighs every way to
read them together."""

_HANGUL: Final = lazy_regex("[가-힣]")
_ENDLESS_RUN: Final = lazy_regex(rf"\S{{{LONGEST_RUN + 1},}}")
_RUN: Final = lazy_regex(r"\d+(?:[.,]\d+)+|[^\W_가-힣ㄱ-ㆎ]+(?:'s\b)?")
_HANGUL_WORD: Final = lazy_regex("[가-힣]{2,}")

_PREDICATES: Final = frozenset({"VV", "VA"})
_NOUNS: Final = frozenset({"NNG", "NNP", "NNB", "NR", "NP", "XR", "XPN", "XSN", "MM", "SL", "SN", "SH"})
_SILENT_OPENINGS: Final = "JE"
_SILENT_TAGS: Final = frozenset({"XSV", "XSA", "XSM", "VCP", "MAG", "MAJ", "IC", "SO"})
"""Morphemes that carry no part of a name: endings of derivation, the copula, adverbs, interjections, hyphens."""

_LONGEST_ABBREVIATION: Final = 5

_TELLING_AUXILIARIES: Final = frozenset({"않", "말", "못하", "싶"})
"""Auxiliary verbs that change what is said; the others (지다, 보다, 죽다...) are no more than endings, tagged EX."""

_instances: dict[frozenset[str], Kiwi] = {}
_asked_for: dict[tuple[str, ...], Kiwi] = {}
"""The same by all words that were given: to look through those of a lexicon takes twenty milliseconds."""
_building = Lock()
_forked = False


def _note_fork() -> None:
    global _forked
    _forked = True


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_note_fork)


class ForkableKiwi(Kiwi):  # type: ignore[misc]
    """Kiwi for a process whose children analyse as well: they have none of its threads, and it would wait for them."""

    short_names: frozenset[str] = frozenset()
    """Those of two syllables, which it sees in words only where the rest of a sentence lets it."""
    names: frozenset[str] = frozenset()
    """The words of the lexicon, learnt or known before: where a particle stuck to one is read as part of it, it is not.
    """

    def tokenize(self, text: str | Iterable[str], *options: Any, **others: Any) -> Any:
        """The same analyses; in a forked process one after the other."""
        if isinstance(text, str) or not _forked:
            return super().tokenize(text, *options, **others)
        return [super(ForkableKiwi, self).tokenize(one, *options, **others) for one in text]


@dataclass(frozen=True, slots=True)
class Stem:
    """One morpheme, Latin word or number of a text: `key` is what names are compared by, [start, end) where it stands.

    `tag` is Kiwi's part of speech (Sejong tag set); `known` says whether it is a word of the dictionary, `verbal`
    whether it is a noun or root that is used as a predicate ("부족" in "부족해요").
    """

    key: str
    start: int
    end: int
    tag: str
    known: bool = True
    verbal: bool = False

    @property
    def silent(self) -> bool:
        """Whether names are compared without it."""
        return self.tag[0] in _SILENT_OPENINGS or self.tag in _SILENT_TAGS

    @property
    def optional(self) -> bool:
        """Whether it is silent in most names but part of some: "간이 안 좋다", "머리에 혹"."""
        return self.tag in ("MAG", "MAJ", "JKB")

    @property
    def noun(self) -> bool:
        """Whether it stands without an ending: nouns, numbers, Latin words, and what is joined to nouns."""
        return self.tag in _NOUNS and not self.verbal

    @property
    def predicate(self) -> bool:
        """Whether it is the stem of a verb or an adjective, or a noun made one."""
        return self.tag in _PREDICATES or self.verbal

    @property
    def latin(self) -> bool:
        """Whether it is a word or number in another script."""
        return self.tag in ("SL", "SN")


def shared_kiwi(user_words: Iterable[str]) -> Kiwi:
    """The process's Kiwi that knows `user_words`: built at the first call with them, the same object afterwards.

    It takes one to two seconds and 350 MB, so a process keeps one set of words. It may be read by several threads.
    Of `user_words` it learns those in Hangul that it would take apart or misread otherwise; never one in which it sees
    a verb or an ending, because a frozen "메스꺼움" is no longer the stem of "메스꺼워요".
    """
    given = tuple(user_words)
    with _building:
        if given not in _asked_for:
            words = frozenset(word for word in given if _HANGUL_WORD.fullmatch(word))
            if words not in _instances:
                _instances[words] = _build(sorted(words))
            _asked_for[given] = _instances[words]
        return _asked_for[given]


def _build(words: Sequence[str]) -> Kiwi:
    kiwi = ForkableKiwi(load_multi_dict=False)

    def learnt() -> list[str]:
        return [word for word, tokens in zip(words, kiwi.tokenize(words), strict=True) if _to_learn(word, tokens)]

    # Words added after an analysis cost a rebuild at the next one: where it is known which, none comes before.
    for word in kept("learnt", words, list[str], learnt) if len(words) >= MANY_WORDS else learnt():
        kiwi.add_user_word(word, "NNG", USER_WORD_SCORE)
    kiwi.names = frozenset(word for word in words if len(word) >= _SHORTEST_STUCK)
    kiwi.short_names = frozenset(word for word in words if len(word) == _SHORT)
    kiwi.tokenize("")
    _give_back_freed()
    return kiwi


def _give_back_freed() -> None:
    """Have the analyser's own allocator return what building has freed, a tenth of it; by itself it keeps that."""
    collect = getattr(ctypes.CDLL(_kiwipiepy.__file__), "mi_collect", None)
    if collect is not None:  # some builds of the analyser take memory from the system's allocator
        collect(True)


def _to_learn(word: str, tokens: Sequence[Token]) -> bool:
    tags = {_plain_tag(token) for token in tokens}
    if any(tag.startswith(("V", "E", "XSV", "XSA")) for tag in tags) or (len(word) < 3 and not tags <= _NOUNS):
        return False
    in_dictionary = len(tokens) == 1 and bool(tokens[0].base_form)
    # A short word that Kiwi knows needs no help, and boosted it would break up its neighbours.
    return not in_dictionary or len(word) >= 3


def _plain_tag(token: Token) -> str:
    return str(token.tag).partition("-")[0]


def stems(kiwi: Kiwi, text: str) -> tuple[Stem, ...]:
    """All stems of `text` in their order, the silent ones included."""
    if not _HANGUL.search(text):
        return _stems(text, None)
    if not _ENDLESS_RUN.search(text):
        return _stems(text, _parted(kiwi, _morphemes(kiwi.tokenize(text))))
    places = _places_to_cut(text)
    pieces = [text[start:end] for start, end in pairwise(places)]
    analysed = zip(places, kiwi.tokenize(pieces), strict=False)
    return _stems(text, _parted(kiwi, [stem for start, tokens in analysed for stem in _morphemes(tokens, start)]))


def stems_of_all(kiwi: Kiwi, texts: Sequence[str]) -> dict[str, tuple[Stem, ...]]:
    """The stems of each text; for thousands of texts much faster than one by one."""
    korean = [text for text in texts if _HANGUL.search(text)]
    analysed = dict(zip(korean, kiwi.tokenize(korean), strict=True))
    return {text: _stems(text, _morphemes(analysed[text]) if text in analysed else None) for text in texts}


def _places_to_cut(text: str) -> list[int]:
    """Where what is written without a space for too long is taken apart, the beginning and the end among them."""
    places = [0]
    for run in _ENDLESS_RUN.finditer(text):
        places += range(run.start() + LONGEST_RUN, run.end(), LONGEST_RUN)
    return [*places, len(text)]


def _stems(text: str, morphemes: Sequence[Stem] | None) -> tuple[Stem, ...]:
    runs = [match.span() for match in _RUN.finditer(text)]
    found = [_run(text[start:end], start, end) for start, end in runs]
    rest = morphemes
    if rest is None:
        rest = [_mark(char, at) for at, char in enumerate(text) if not (char.isspace() or char.isalnum())]
    ends = iter([*runs, (len(text) + 1, len(text) + 1)])
    start, end = next(ends)
    for stem in sorted(rest, key=lambda each: each.start):
        while end <= stem.start:
            start, end = next(ends)
        if max(stem.end, stem.start + 1) <= start:
            found.append(stem)
    return tuple(sorted(found, key=lambda stem: (stem.start, stem.end)))


def _run(word: str, start: int, end: int) -> Stem:
    if word[0].isdigit() and not any(char.isalpha() for char in word):
        return Stem(word, start, end, "SN")
    # "CRPS" is no plural of "CRP".
    abbreviation = word.isupper() and len(word) <= _LONGEST_ABBREVIATION
    return Stem(word.casefold() if abbreviation else singular(word.casefold()), start, end, "SL")


def _mark(char: str, at: int) -> Stem:
    return Stem(char, at, at + 1, "SO" if char == "-" else "SF")


def _morphemes(tokens: Sequence[Token], place: int = 0) -> list[Stem]:
    found: list[Stem] = []
    verbal = False
    for token in reversed(tokens):
        tag, form = _plain_tag(token), str(token.form)
        if tag == "VX" and form not in _TELLING_AUXILIARIES:
            tag = "EX"
        verbal = found[-1].tag in ("XSA", "XSV") if found and tag != "XPN" else verbal
        key = f"{form}다" if tag in _PREDICATES else "에" if form == "에서" else form
        root = verbal and (tag in _NOUNS or tag == "MAG")
        start = place + token.start
        found.append(Stem(key, start, start + token.len, "XR" if root and tag == "MAG" else tag,
                          bool(token.base_form), root))  # fmt: skip
    return found


def _parted(kiwi: Kiwi, morphemes: list[Stem]) -> list[Stem]:
    """``morphemes`` with the particle taken off a name that the analyser has read as one word it does not know.

    "아목시실린에 알레르기" was a noun "아목시실린에", and the allergy had no cause.
    """
    names: frozenset[str] = getattr(kiwi, "names", frozenset())
    found: list[Stem] = []
    for stem in _whole(morphemes, getattr(kiwi, "short_names", frozenset())):
        tail = _stuck(stem, names)
        cut = stem.end - len(tail)
        found += [replace(stem, end=cut, key=stem.key[: -len(tail)], known=True)] if tail else [stem]
        if tail:
            found.append(Stem(tail, cut, stem.end, _PARTICLES[tail]))
    return found


def _whole(morphemes: list[Stem], names: frozenset[str]) -> list[Stem]:
    """``morphemes`` with a name that stands by itself and was taken for a noun with a particle as one.

    "병명 비만" is no rain alone, which "비만 오면" is.
    """
    ordered = morphemes[::-1]  # they come from the last to the first
    parted = [f"{one.key}{tail.key}" for one, tail in pairwise(ordered) if tail.tag == "JX" and one.tag == "NNG"]
    if names.isdisjoint(parted):
        return morphemes
    found: list[Stem] = []
    at = 0
    while at < len(ordered):
        stem, tail = ordered[at], ordered[at + 1] if at + 1 < len(ordered) else None
        behind = ordered[at + 2] if at + 2 < len(ordered) else None
        alone = (at == 0 or ordered[at - 1].end < stem.start) and (
            behind is None
            or (tail is not None and (behind.start > tail.end or behind.tag == "VCP" or behind.tag[0] == "S"))
        )
        if tail is not None and alone and tail.start == stem.end and tail.tag == "JX" and stem.tag == "NNG":
            if f"{stem.key}{tail.key}" in names and (behind is None or behind.key not in _OF_THE_WEATHER):
                found.append(Stem(f"{stem.key}{tail.key}", stem.start, tail.end, "NNG"))
                at += 2
                continue
        found.append(stem)
        at += 1
    return found


_OF_THE_WEATHER: Final = frozenset({"오다", "내리다", "맞다", "그치다", "안", "좀", "자꾸", "계속", "조금"})
"""What is said of the rain, right behind it."""


def _stuck(stem: Stem, names: frozenset[str]) -> str:
    if stem.known or stem.tag not in ("NNG", "NNP") or stem.key in names or len(stem.key) != stem.end - stem.start:
        return ""
    return next((one for one in _PARTICLES if stem.key.endswith(one) and stem.key[: -len(one)] in names), "")


_PARTICLES: Final = {
    "에서": "JKB", "에는": "JKB", "이랑": "JC", "하고": "JC", "으로": "JKB", "에": "JKB", "은": "JX",
    "는": "JX", "이": "JKS", "가": "JKS", "을": "JKO", "를": "JKO", "도": "JX", "만": "JX", "랑": "JC",
    "와": "JC", "과": "JC", "로": "JKB", "의": "JKG",
}  # fmt: skip
"""Particles that are written at the end of a name, the longer first, with their parts of speech."""

_SHORT: Final = 2
_SHORTEST_STUCK: Final = 3
"""Syllables of a name from which on a particle is taken off it: shorter ones are parts of many words."""


def singular(word: str) -> str:
    """An English word without its plural or possessive ending: a key to compare by, not always a word ("headach")."""
    word = word.removesuffix("'s")
    if len(word) < 4 or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("shes", "sses", "xes")):
        return word[:-2]
    word = word.removesuffix("s")
    # "headaches" and "rashes" lose the same letters though only one of the words ends in e: so neither keeps it.
    return word.removesuffix("e") if len(word) > 5 else word
