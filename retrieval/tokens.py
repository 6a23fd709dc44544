"""Text to index terms, by script: Korean morphemes and character bigrams, English stems, other runs whole.

Whitespace words lose .11 to .22 nDCG@10 on Korean, because particles and endings stick to the word; morphemes recover
colloquial verbs, bigrams recover names the analyser does not know, and both in one index is the safest choice.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from importlib.metadata import version
from importlib.util import find_spec
from itertools import pairwise
from typing import Protocol, cast

import Stemmer

from retrieval.stopwords import ENGLISH_STOP_WORDS

_HANGUL = "가-힣"
_HANGUL_RUN = re.compile(f"[{_HANGUL}]+")
_WORD_OR_NUMBER = re.compile(rf"\d+(?:[.,]\d+)+|[^\W_{_HANGUL}ㄱ-ㆎ]+")
_HAS_HANGUL = re.compile(f"[{_HANGUL}]")

CONTENT_TAGS = frozenset({"NNG", "NNP", "VV", "VA", "XR"})
PREDICATE_TAGS = frozenset({"VV", "VA"})
USER_WORD_SCORE = 3.0


class Morpheme(Protocol):
    """A morpheme of an analysis."""

    @property
    def form(self) -> str:
        """Its dictionary form; of predicates the stem."""
        ...

    @property
    def tag(self) -> str:
        """Its part of speech in the Sejong tag set, as "NNG" or "VV-I"."""
        ...


class MorphemeAnalyser(Protocol):
    """What the tokenizer needs of a ``kiwipiepy.Kiwi``."""

    def tokenize(self, text: Iterable[str]) -> Iterable[Iterable[Morpheme]]:
        """The analyses of several texts, in their order."""
        ...


@lru_cache(maxsize=1)
def load_analyser(user_words: tuple[str, ...] = ()) -> MorphemeAnalyser | None:
    """The process's Korean analyser, or None when kiwipiepy is not installed.

    It takes about a second and 350 MB, so one process keeps one. ``user_words`` are common nouns the analyser must not
    split; they are added before the first analysis, because every later addition rebuilds its dictionary.
    """
    if find_spec("kiwipiepy") is None:
        return None
    from kiwipiepy import Kiwi

    kiwi = Kiwi(load_multi_dict=False)
    for word in user_words:
        kiwi.add_user_word(word, "NNG", USER_WORD_SCORE)
    return cast(MorphemeAnalyser, kiwi)


def script_language(text: str) -> str:
    """Which language a text without a label is in: "ko" when at least three letters in ten are Hangul, else "en"."""
    letters = sum(character.isalpha() for character in text)
    hangul = sum(len(run) for run in _HANGUL_RUN.findall(text))
    return "ko" if hangul and hangul >= 0.3 * letters else "en"


class Tokenizer:
    """Terms of a text in both languages, repetitions kept.

    ``analyser`` may be shared with other users of one Kiwi; ``user_words`` then only name, in ``id``, the words its
    owner has added. Without an analyser Korean is indexed by bigrams alone, which keeps most of the gain.
    """

    def __init__(self, analyser: MorphemeAnalyser | None, user_words: Sequence[str] = ()) -> None:
        self.analyser = analyser
        self.id = _tokenizer_id(analyser is not None, user_words)

    def terms(self, text: str) -> list[str]:
        """The terms of one text."""
        return self.terms_of([text])[0]

    def terms_of(self, texts: Sequence[str]) -> list[list[str]]:
        """The terms of each text; one call for many texts lets the analyser use its own workers."""
        plain = [unicodedata.normalize("NFKC", text) for text in texts]
        korean = [position for position, text in enumerate(plain) if _HAS_HANGUL.search(text)]
        # A stemmer object must not be used by two threads at once; making one costs microseconds.
        stem = Stemmer.Stemmer("english").stemWord
        terms = [_words(text, stem) for text in plain]
        if self.analyser is not None and korean:
            analyses = self.analyser.tokenize([plain[position] for position in korean])
            for position, morphemes in zip(korean, analyses, strict=True):
                terms[position].extend(_content_terms(morphemes))
        for position in korean:
            terms[position].extend(_bigrams(plain[position]))
        return terms


def _words(text: str, stem: Callable[[str], str]) -> list[str]:
    words = _WORD_OR_NUMBER.findall(text.casefold())
    return [stem(word) if word.isalpha() else word for word in words if word not in ENGLISH_STOP_WORDS]


def content_term(morpheme: Morpheme) -> str | None:
    """The index term of a morpheme that carries a topic, predicates in their dictionary form; None for any other."""
    tag = morpheme.tag.partition("-")[0]
    if tag not in CONTENT_TAGS or not _HAS_HANGUL.search(morpheme.form):
        return None
    return f"{morpheme.form}다" if tag in PREDICATE_TAGS else morpheme.form


def _content_terms(morphemes: Iterable[Morpheme]) -> list[str]:
    return [term for each in morphemes if (term := content_term(each)) is not None]


def _bigrams(text: str) -> list[str]:
    terms: list[str] = []
    for run in _HANGUL_RUN.findall(text):
        terms.extend(first + second for first, second in pairwise(run))
        if len(run) == 1:
            terms.append(run)
    return terms


def _tokenizer_id(analysed: bool, user_words: Sequence[str]) -> str:
    if not analysed:
        return "bigram+stem/1"
    words = hashlib.sha256("\n".join(sorted(set(user_words))).encode("utf-8")).hexdigest()[:12]
    return f"kiwi-{version('kiwipiepy')}+bigram+stem/1 words:{words}"
