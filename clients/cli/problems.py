"""Why something was refused and what to do next, in the language of the terminal.

In English the service's own sentences stand, which name what was wrong. The other languages have a sentence for each
reason, and after it what the service named.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from clients.cli.words import Words

_QUOTES = "'\"`"


def problem_text(
    reason: str, sentence: str, advice: str, details: Mapping[str, str], words: Words | None = None
) -> tuple[str, str]:
    """The sentence and the advice of a refusal, as far as the language has them; else as they came."""
    words = words or Words()
    own = "" if words.language == "en" else words(f"problem.{reason}", "")
    if not own:
        return sentence, advice
    named = ", ".join(dict.fromkeys((*_told(details, words), *_named(sentence))))
    own = words("cli.named", sentence=own.rstrip("."), named=named) + "." if named else own
    return own, words(f"advice.{reason}", "")


def _told(details: Mapping[str, str], words: Words) -> Iterator[str]:
    for name, value in details.items():
        if f"cli.detail.{name}" in words:
            yield words(f"cli.detail.{name}", value=value)


def _named(sentence: str) -> Iterator[str]:
    """The names in a sentence: quoted words, paths, settings and fields, which no language changes."""
    for word in sentence.split():
        bare = word.strip(".,:;()" + _QUOTES)
        if bare and (word[0] in _QUOTES or "/" in bare or "_" in bare):
            yield bare
