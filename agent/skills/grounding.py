"""What a text may say: numbers that its material holds, quotations that a passage holds, the language asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from agent.llm_failures import OutputUnusable
from agent.skills.ports import Language
from extraction.language import detect

_NUMBER: Final = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?")
_MARKS: Final = re.compile(r"^\s*\d{1,2}[.)]\s|\[[^\]]*\]", re.MULTILINE)
"""Numbers of a list and what stands in brackets state nothing."""
_ENDED: Final = re.compile(r"\[(?:corrected|withdrawn|no longer)[^\]]*\]")
"""Markers of values that were never true (projections/markers.py): they are no material."""
_FREQUENCIES: Final = {"QD": 1, "BID": 2, "TID": 3, "QID": 4, "QW": 1}
"""How often a day (a week) a medicine is taken, by its code: words say it as a number."""
_SHORTEST_QUOTE, _LONGEST_QUOTE = 8, 400
"""Characters of a quotation: fewer prove nothing, and more are a copy."""
_TELLING_SENTENCE: Final = 25
"""Characters from which a sentence of the instructions that turns up in an answer was copied."""


def numbers(text: str) -> set[float]:
    """The numbers that a text states."""
    return {float(found.replace(",", "")) for found in _NUMBER.findall(text)}


def held_numbers(material: Iterable[str]) -> set[float]:
    """The numbers that may be stated after reading ``material``; values that were corrected are not among them."""
    held: set[float] = set()
    for text in material:
        held |= numbers(_ENDED.sub(" ", text))
        held |= {float(times) for code, times in _FREQUENCIES.items() if re.search(rf"\b{code}\b", text)}
    return held


def require_held_numbers(text: str, material: Iterable[str]) -> None:
    """Raises OutputUnusable ("ungrounded_number") for a number that the material does not hold."""
    strange = sorted(numbers(_MARKS.sub(" ", text)) - held_numbers(material))
    if strange:
        told = ", ".join(f"{number:g}" for number in strange)
        raise OutputUnusable("ungrounded_number", f"these numbers are not in the data: {told}")


def require_language(text: str, language: Language) -> None:
    """Raises OutputUnusable ("wrong_language") for a text in the other language."""
    if detect(text, language) != language:
        wanted = "Korean" if language == "ko" else "English"
        raise OutputUnusable("wrong_language", f"the text must be in {wanted}")


def require_own_words(text: str, instructions: str) -> None:
    """Raises OutputUnusable ("leaked_prompt") for an answer that repeats a sentence of its instructions."""
    folded = " ".join(text.split())
    for line in re.split(r"(?<=[.:])\s+|\n", instructions):
        sentence = " ".join(line.strip("- ").split())
        if len(sentence) >= _TELLING_SENTENCE and sentence in folded:
            raise OutputUnusable("leaked_prompt", "it repeats its instructions")


def quoted(passage: str, quote: str) -> str | None:
    """The words of ``passage`` that ``quote`` repeats, whatever the white space between them; None when it does not."""
    words = quote.strip(" \"'“”‘’…").split()
    if not _SHORTEST_QUOTE <= len(" ".join(words)) <= _LONGEST_QUOTE:
        return None
    found = re.search(r"\s+".join(map(re.escape, words)), passage)
    return found[0] if found else None
