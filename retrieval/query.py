"""What to search for, from what a patient wrote and what is known of them; pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from retrieval.chunking import sentences
from retrieval.retriever import RetrievalQuery
from retrieval.tokens import script_language

# A message as long as this tells a story around its question; searched whole, the story drowns it. On human-written
# messages a one-sentence summary was worth .11 nDCG@10 to BM25.
LONG_CHARACTERS = 200
CONDENSED_CHARACTERS = 160
NAMES_A_LANGUAGE = 2
MAX_NAMES = 12
OLDER_FROM, CHILD_UNTIL = 65, 18

_QUESTION = re.compile(
    r"[?？]\s*$|(나요|까요|는지요?|을지요?|니까|인가요|은가요|되죠|알려\s?주세요|궁금\S*)[.!~\s]*$"
    r"|^(what|how|why|when|which|who|can|could|should|is|are|do|does|will|would|may)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"\w+")
_OF_AGE: Mapping[str, Mapping[str, str]] = {
    "older": {"ko": "고령 노인", "en": "older adults"},
    "child": {"ko": "소아 청소년", "en": "children"},
}


def compose_query(
    text: str,
    language: str,
    k: int,
    names: Iterable[Sequence[str]] = (),
    concepts: Sequence[str] = (),
    age: int | None = None,
) -> RetrievalQuery:
    """The query for a message: condensed when long, widened by other names of what it speaks of, and by the patient.

    ``names`` holds the names, in both languages, of each concept in the message; ``concepts`` the concept ids to
    prefer, those of the message before those of the patient. Raises ValueError as RetrievalQuery does.
    """
    condensed = condense(text)
    return RetrievalQuery(
        text=condensed,
        language=language,
        k=k,
        expansions=(*other_names(condensed, names), *_of_age(language, age)),
        concepts=tuple(dict.fromkeys(concepts)),
    )


def condense(text: str) -> str:
    """A long message as the sentence or two that ask; as it is when short.

    Without a question the sentences with the most words that return elsewhere in the message stand for it. Sentences
    are never changed, so a "not" stays.
    """
    if len(text) <= LONG_CHARACTERS:
        return text
    told = sentences(text)
    asking = [number for number, sentence in enumerate(told) if _QUESTION.search(sentence)]
    if asking:
        # Of several questions the last one is usually the point; what precedes it says what "it" is.
        order = [*reversed(asking), *(number - 1 for number in reversed(asking) if number)]
    else:
        order = sorted(range(len(told)), key=lambda number: (-_shared_words(told, number), number))
    chosen: set[int] = set()
    length = 0
    for number in dict.fromkeys(order):
        if chosen and length + len(told[number]) > CONDENSED_CHARACTERS:
            continue
        chosen.add(number)
        length += len(told[number]) + 1
    return " ".join(told[number] for number in sorted(chosen))


def other_names(text: str, names: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """Names of the same concepts that the text does not hold, two a language and concept, twelve at most."""
    said = text.casefold()
    found: list[str] = []
    for concept in names:
        taken = {"ko": 0, "en": 0}
        for name in concept:
            language = script_language(name)
            if name.casefold() not in said and taken[language] < NAMES_A_LANGUAGE:
                taken[language] += 1
                found.append(name)
    return tuple(dict.fromkeys(found))[:MAX_NAMES]


def _of_age(language: str, age: int | None) -> tuple[str, ...]:
    if age is None or CHILD_UNTIL <= age < OLDER_FROM:
        return ()
    group = _OF_AGE["child" if age < CHILD_UNTIL else "older"]
    return (group[language],) if language in group else ()


def _shared_words(told: Sequence[str], number: int) -> int:
    words = set(_WORD.findall(told[number].casefold()))
    elsewhere = {word for other, each in enumerate(told) if other != number for word in _WORD.findall(each.casefold())}
    return len(words & elsewhere)
