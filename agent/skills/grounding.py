"""What a text may say: numbers that its material holds, quotations that a passage holds, the language asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from agent.llm_failures import OutputUnusable
from agent.skills.ports import Language
from extraction.text.language import detect
from extraction.text.lazy_regex import lazy_regex
from extraction.values.spoken_numbers import find_numbers

_NUMBER: Final = lazy_regex(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?")
MARKS: Final = lazy_regex(r"^\s*\d{1,2}[.)]\s|\[F\d+(?:, ?F\d+)*\]", re.MULTILINE)
"""Numbers of a list, and of the facts that a sentence rests on, state nothing."""
BRACKETED: Final = lazy_regex(r"\[[^\]]*\]")
MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
"""The beginnings of the months' English names, in their order."""
_DOSE_WORDS: Final = lazy_regex(
    r"\s?(?:밀리\s?그램|미리\s?그램|밀리|마이크로\s?그램|그램|그람|단위|유닛|퍼센트|프로(?!\w)|알(?![가-힣])|정(?![가-힣])|캡슐"
    r"|mg|mcg|㎎|g\b|units?\b|percent\b|(?:milli|micro)?grams?\b|tablets?\b|pills?\b|capsules?\b)",
    re.IGNORECASE,
)
"""What makes a number in words the amount of a medicine or the value of a test; "두 가지" counts things to say."""
_LINK: Final = lazy_regex(r"(?:https?://|www\.)[^\s<>\"'()\[\]“”]+", re.IGNORECASE)
ENDED: Final = lazy_regex(r"\[(?:corrected|withdrawn|no longer)[^\]]*\]")
"""Markers of values that were never true (projections/markers.py): they are no material."""
FREQUENCIES: Final = {"QD": 1, "BID": 2, "TID": 3, "QID": 4, "QW": 1}
"""How often a day (a week) a medicine is taken, by its code: words say it as a number."""
_SHORTEST_QUOTE, _LONGEST_QUOTE = 8, 400
"""Characters of a quotation: fewer prove nothing, and more are a copy."""
_TELLING_SENTENCE: Final = 25
"""Characters from which a sentence of the instructions that turns up in an answer was copied."""


_OURS: Final = lazy_regex(r"[A-Za-zÀ-ɏͰ-Ͽ\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3]")
"""Letters of Korean and of Latin script, and the Greek ones that units and receptors are written with."""
MOST_FOREIGN: Final = 0.2
"""Share of letters of other scripts that a text may hold: a gloss in Chinese characters beside a Korean word (ours)."""


_LARGER: Final = 13
_TENS_IN_WORDS: Final = lazy_regex(
    r"스물|서른|마흔|쉰|예순|일흔|여든|아흔|(?:twen|thir|for|fif|six|seven|eigh|nine)(?:ty|teen)|fourteen|eighteen",
    re.IGNORECASE,
)
_WORD: Final = lazy_regex(r"[^\W\d_]+")
_ENGLISH: Final = frozenset(
    "the is are was were your you and of to for with at in on it that this have has be not can will as from by a an i "
    "my me or if it's there".split()
)
_OTHER_LATIN: Final = frozenset(
    "der das und ist sind nicht ihr ihre ihrem ihren sie bitte mit zu zum den dem ein eine für auf wenn oder bei "
    "le la les est et vous votre vos avec pour une dans pas que sur à au trop ou si "
    "el los las su sus usted con una por del está es y il gli è che della lei sua não você seu".split()
)
"""Little words of German, French, Spanish, Italian and Portuguese that English has not (ours)."""


def numbers(text: str) -> set[float]:
    """The numbers that a text states."""
    return {float(found.replace(",", "")) for found in _NUMBER.findall(text)}


def held_numbers(material: Iterable[str]) -> set[float]:
    """The numbers that may be stated after reading ``material``; values that were corrected are not among them."""
    held: set[float] = set()
    for text in material:
        held |= numbers(ENDED.sub(" ", text))
        held |= {float(times) for code, times in FREQUENCIES.items() if re.search(rf"\b{code}\b", text)}
    return held


def require_held_numbers(text: str, material: Iterable[str]) -> None:
    """Raises OutputUnusable ("ungrounded_number") for a number that the material does not hold, in digits or words.

    Brackets that stand in the material too, such as a document's id, state nothing.
    """
    texts = tuple(material)
    shown = BRACKETED.sub(lambda found: " " if any(found[0] in one for one in texts) else found[0], text)
    stated = numbers(MARKS.sub(" ", shown))
    stated |= spoken_amounts(shown, texts) - held_numbers(texts)
    strange = sorted(stated - held_numbers(texts))
    if strange:
        told = ", ".join(f"{number:g}" for number in strange)
        raise OutputUnusable("ungrounded_number", f"these numbers are not in the data: {told}")


def spoken_amounts(text: str, material: Iterable[str]) -> set[float]:
    """Amounts that stand in words ("오백 밀리그램", "two tablets") and nowhere in the material."""
    words = (one for one in find_numbers(text) if not one.digits)
    spoken = {float(one.value) for one in words if _DOSE_WORDS.match(text, one.end)}
    if not spoken:
        return spoken
    return spoken - {
        float(one.value) for told in material for one in find_numbers(ENDED.sub(" ", told)) if not one.digits
    }


def _is_of_another_latin(text: str) -> bool:
    """Whether little words of another language that is written in Latin letters outnumber the English ones."""
    words = _WORD.findall(text.casefold())
    others = sum(word in _OTHER_LATIN for word in words)
    return others > 1 and others > sum(word in _ENGLISH for word in words)


def spoken_tens(text: str, material: Iterable[str]) -> set[float]:
    """Larger numbers in words ("sixty-three", "예순셋") that the material does not hold: small ones count things."""
    spoken = {
        float(one.value)
        for one in find_numbers(text)
        if not one.digits and one.value >= _LARGER and _TENS_IN_WORDS.match(text, one.start)
    }
    told = {float(one.value) for each in material for one in find_numbers(ENDED.sub(" ", each))} if spoken else set()
    return spoken - told


def require_held_links(text: str, material: Iterable[str]) -> None:
    """Raises OutputUnusable ("ungrounded_link") for an address that the material does not hold."""
    texts = tuple(material)
    if any(not any(link.rstrip(".,;:!?") in one for one in texts) for link in _LINK.findall(text)):
        raise OutputUnusable("ungrounded_link", "it holds an address that is not in the data")


def require_language(text: str, language: Language) -> None:
    """Raises OutputUnusable ("wrong_language") for a text in the other language, or in neither."""
    letters = sum(character.isalpha() for character in text)
    foreign = sum(character.isalpha() and not _OURS.match(character) for character in text)
    other = language == "en" and _is_of_another_latin(text)
    if detect(text, language) != language or foreign > MOST_FOREIGN * letters or other:
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
