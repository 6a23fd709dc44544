"""Whom the words of a talk mean: the child of a name, of a kinship word, of "she"; a new one where none can be."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from extraction.reading.children.ages import IN_MONTHS, Age
from extraction.reading.children.child import Child
from extraction.reading.children.doses import Dose, sentence_spans
from extraction.reading.children.persons import Word

_ADJACENT: Final = 3


def meant_child(
    people: list[Child],
    word: Word,
    current: int | None,
    text: str,
    touched: int,
    start: int,
    pending: Age | None,
) -> int | None:
    """The child that a word means; a new one where nobody told so far can be."""
    if word.name:
        known = next((index for index, one in enumerate(people) if one.name.casefold() == word.name.casefold()), None)
        if known is not None:
            return known
        beside = touched >= 0 and 0 <= start - touched <= _ADJACENT and not re.search(r"[.!?]", text[touched:start])
        if (
            current is not None
            and not people[current].name
            and (beside or (len(people) == 1 and people[0].role not in _APART))
            and pending is None
        ):
            return current
        if current is not None and not people[current].name and pending is not None and people[current].age is None:
            return current
        return added(people)
    if word.kind == "generic":
        return _generic(people, word, current, pending, text, touched, start)
    fits = [
        index
        for index, one in enumerate(people)
        if one.role in ("", word.role) or {one.role, word.role} <= _ANY or word.role == "child"
        if not (one.sex and word.sex and one.sex != word.sex)
    ]
    own = [index for index in fits if people[index].role == word.role]
    if word.role == "sibling":
        own = [index for index in own if people[index].role == "sibling"]
        if own:
            return own[-1]
        return added(people, Child(role="sibling"))
    beside = touched >= 0 and 0 <= start - touched <= _ADJACENT and not re.search(r"[.!?,]", text[touched:start])
    apart = current is not None and {people[current].role, word.role} <= _APART and people[current].role != word.role
    if beside and not apart and current is not None and current in fits:
        return current
    if word.role in ("first", "second"):
        if own:
            return own[-1]
        if people and pending is None and len(people) == 1 and not people[0].role and not people[0].age:
            return 0
        return added(people, Child(role=word.role))
    if pending is not None and current is not None and people[current].age is not None:
        same = next((index for index in fits if _is_about(people[index].age, pending)), None)
        if same is not None:
            return same
        return added(people)
    if own:
        return own[-1]
    open_ones = [index for index in fits if people[index].role != "sibling"]
    if open_ones:
        return open_ones[-1] if current not in open_ones else current
    return added(people)


_APART: Final = frozenset({"first", "second", "sibling"})
"""Roles by which there is another child, whose name may come next."""
_ANY: Final = frozenset({"", "child", "grandchild", "second", "first"})


def _is_about(known: Age | None, told: Age) -> bool:
    return known is not None and abs(known.months - told.months) <= max(IN_MONTHS[known.unit], IN_MONTHS[told.unit])


def _generic(
    people: list[Child], word: Word, current: int | None, pending: Age | None, text: str, touched: int, start: int
) -> int | None:
    """Whom "she" or "애" means: the child that is meant, where the sex fits; the one that is no sister or brother."""
    if not people:
        if word.sex and pending is None:
            # "She's warm" before any child was named may be anybody.
            return None
        people.append(Child())
        return 0
    if (
        pending is not None
        and current is not None
        and people[current].age is not None
        and not _is_about(people[current].age, pending)
    ):
        return added(people)
    if word.sex:
        fits = [index for index, one in enumerate(people) if one.sex in ("", word.sex)]
        if current in fits:
            return current
        return fits[-1] if fits else current
    if touched >= 0 and 0 <= start - touched <= _ADJACENT and current is not None:
        return current
    own = [index for index, one in enumerate(people) if one.role != "sibling"]
    return own[0] if own else len(people) - 1 if word.role != "child" else added(people)


def added(people: list[Child], child: Child | None = None) -> int:
    """The place of one more child."""
    people.append(child or Child())
    return len(people) - 1


def receiver(people: list[Child], words: Sequence[Word], dose: Dose, text: str, current: int | None) -> int | None:
    """Who was given a dose: whoever the sentence gives it to, else the child that is meant."""
    span = next(((first, last) for first, last in sentence_spans(text) if first <= dose.start < last), (0, len(text)))
    for word in words:
        if word.receives and span[0] <= word.start < span[1]:
            known = next((index for index, one in enumerate(people) if word.name and one.name == word.name), None)
            if known is not None:
                return known
            if word.name:
                return added(people, Child(name=word.name))
            same = [index for index, one in enumerate(people) if word.role and one.role == word.role]
            if len(same) == 1:
                return same[0]
    return current
