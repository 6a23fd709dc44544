"""What the learned readers look at: the masked words around a place, hashed into a fixed number of buckets."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final
from zlib import crc32

from extraction.reading.learned.masking import Masked, Token

BUCKETS: Final = 1 << 18
"""Buckets of the hash: a power of two, so that a mask finds the bucket."""

_MASK: Final = BUCKETS - 1

_NEAR: Final = (1, 2, 3, 4, 6, 9)
"""Upper ends of the distance classes, in tokens."""

_REACH: Final = 9

WIDEST: Final = 100
"""Tokens on either side that are looked at in a sentence without end; a text of the training has 76 words at most."""

_LONG: Final = 240
"""Tokens, or items, of an utterance from which on each sees less of the others: longer ones are pasted or endless."""


def hashed(names: Iterable[str]) -> list[int]:
    """The buckets of these features, each once, in order."""
    return sorted({crc32(name.encode()) & _MASK for name in names})


def hashed_under(prefixes: Sequence[str], words: Iterable[str]) -> set[int]:
    """The buckets of every word under every prefix, as those of ``f"{prefix}:{word}"``."""
    seeds = [crc32(f"{prefix}:".encode()) for prefix in prefixes]
    encoded = [word.encode() for word in set(words)]
    return {crc32(word, seed) & _MASK for seed in seeds for word in encoded}


Look = tuple[str, str | None]
"""A place and the word that stands there, each of whose pieces is a feature; or one feature, and no word."""


def looked_at(masked: Masked, prefixes: tuple[str, ...], looks: Iterable[Look]) -> set[int]:
    """The buckets of what is looked at, under every prefix; without prefixes as they are.

    Each is hashed once an utterance: its neighbours see a word at a few distances only.
    """
    kept = masked.hashes.setdefault(prefixes, {})
    wanted = set(looks)
    for look in wanted.difference(kept):
        place, word = look
        seeds = [crc32(place.encode(), crc32(f"{one}:".encode())) for one in prefixes] or [crc32(place.encode())]
        parts = [b""] if word is None else [piece.encode() for piece in _pieces(word)]
        kept[look] = tuple([crc32(part, seed) & _MASK for seed in seeds for part in parts])
    return set(chain.from_iterable([kept[look] for look in wanted]))


def reach(count: int) -> int:
    """How far each of ``count`` neighbours in a row looks: WIDEST in all but endless texts."""
    return WIDEST if count <= _LONG else max(_REACH, WIDEST * _LONG**2 // count**2)


def pieces(token: Token) -> Iterator[str]:
    """A word and the parts that carry its grammar: beginnings and endings of a Korean word, the stem of another."""
    return _pieces(token.text)


def _pieces(text: str) -> Iterator[str]:
    yield text
    # A mask opens with a mark, which no word does, and so does a row of words.
    if len(text) < 2 or text[0] == _MASK_OPENS or " " in text:
        return
    if "가" <= text[0] <= "힣":
        for length in (1, 2, 3):
            if length < len(text):
                yield f"{text[:length]}~"
                yield f"~{text[-length:]}"
        if len(text) > 4:
            yield f"~{text[-4:]}"
    elif len(text) > 4:
        yield f"{text[:4]}~"
        yield f"~{text[-3:]}"


_DISTANCES: Final = tuple(next((str(limit) for limit in _NEAR if steps <= limit), "far") for steps in range(_REACH + 1))


_PLACES: Final = {
    side: [
        [tuple(f"{side}{_DISTANCES[steps]}{beyond}{what}" for what in ("=", "=+", "2=")) for beyond in ("", "x")]
        for steps in range(_REACH + 1)
    ]
    for side in "LR"
}
"""What stands before a word by its side, distance and sentence: alone, joined to what is looked from, and in a pair."""

_MASK_OPENS: Final = "<"


def window(masked: Masked, first: int, last: int) -> list[Look]:
    """The words around the tokens ``first`` to ``last``, by side and distance, and the ends of their sentence."""
    tokens, sentences = masked.tokens, masked.sentences
    found: list[Look] = []
    here = sentences[first] if 0 <= first < len(sentences) else 0
    for side, step, edge in (("L", -1, first), ("R", 1, last)):
        places, all_of_it, threes = _PLACES[side], f"{side}=", f"{side}3="
        for steps in range(1, _REACH + 1):
            at = edge + step * steps
            if not 0 <= at < len(tokens):
                found.append((f"{side}{_DISTANCES[steps]}=|", None))
                break
            token = tokens[at]
            place = places[steps][sentences[at] != here]
            found.append((place[token.joined and steps == 1], token.text))
            if steps > 4:
                continue
            found.append((all_of_it, token.text))
            beyond = at + step
            if 0 <= beyond < len(tokens):
                pair = f"{token.text} {tokens[beyond].text}"
                found.append((place[2], pair))
                if steps <= 2 and 0 <= beyond + step < len(tokens):
                    found.append((threes, f"{pair} {tokens[beyond + step].text}"))
    if 0 <= first - 1 and last + 1 < len(tokens):
        found.append((f"LR={tokens[first - 1].text} {tokens[last + 1].text}", None))
    found += _sentence(masked, here, first, last)
    return found


def _sentence(masked: Masked, here: int, first: int, last: int) -> Iterator[Look]:
    """The words of the sentence before and behind, its end, and the opening of the next one."""
    tokens = masked.tokens
    own = _places(masked, here)
    far = reach(len(tokens))
    for at in own[max(0, first - own.start - far) : max(0, last - own.start) + far]:
        if at < first or at > last:
            yield ("S<" if at < first else "S>"), tokens[at].text
    for at in own[-2:]:
        yield "E", tokens[at].text
    if own:
        yield "O", tokens[own[0]].text
    following = _places(masked, here + 1)
    for at in following[:6]:
        yield "N", tokens[at].text
    for at in following[-2:]:
        yield "NE", tokens[at].text
    for at in _places(masked, here - 1)[-3:]:
        yield "P", tokens[at].text


def _places(masked: Masked, sentence: int) -> range:
    """The tokens of a sentence; sentences count upwards."""
    return range(bisect_left(masked.sentences, sentence), bisect_right(masked.sentences, sentence))


def in_talk(masked: Masked, agent_said: str) -> Iterator[str]:
    """The words of the whole utterance, and whether it follows a question of the agent."""
    asked = is_question(agent_said)
    yield f"asked={asked}"
    yield f"told={bool(agent_said) and not asked}"
    for word in whole(masked):
        yield word
        if asked and word[:1] in "BZ":
            yield f"?{word}"


def is_question(agent_said: str) -> bool:
    """Whether the agent's words end with a question."""
    return agent_said.rstrip(" \"')”’").endswith(("?", "？"))


def of_words(tokens: Sequence[Token]) -> Iterator[str]:
    """Words in their order: singly, in pairs and in threes, the opening and the end."""
    for at, token in enumerate(tokens):
        for piece in pieces(token):
            yield f"W{piece}"
        if at + 1 < len(tokens):
            yield f"W2{token.text} {tokens[at + 1].text}"
        if at + 2 < len(tokens):
            yield f"W3{token.text} {tokens[at + 1].text} {tokens[at + 2].text}"
    for at in range(min(2, len(tokens))):
        for piece in pieces(tokens[at]):
            yield f"B{at}{piece}"
    for at in range(1, min(3, len(tokens)) + 1):
        for piece in pieces(tokens[-at]):
            yield f"Z{at}{piece}"


def whole(masked: Masked) -> Iterator[str]:
    """The words of the whole utterance, singly, in pairs and in threes, its opening and its end."""
    tokens = masked.tokens
    yield from of_words(tokens)
    yield f"len={min(len(tokens) // 4, 8)}"
