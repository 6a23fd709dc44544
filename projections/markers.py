"""How text says that something in it no longer holds: markers for values that were corrected, withdrawn or changed.

A value that was never true is replaced by its marker; one that was true then keeps its words, and the marker follows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from domain.bounds import bounds_text
from domain.ledger import CHANGED, CORRECTED, Fact, Ledger
from domain.values import ANY, Content, Polarity


@dataclass(frozen=True, slots=True)
class Mark:
    """A marker for the characters ``start`` to ``end`` of a text: after them if it ``keeps`` them, else instead."""

    start: int
    end: int
    marker: str
    keeps: bool = False


def marker(ledger: Ledger, fact: Fact) -> str:
    """What says how an ended fact stands now, empty for one that has not ended.

    "[corrected: HbA1c 7.2 % -> 6.9 %]", "[withdrawn: HbA1c 7.2 %]" or "[since changed: metformin 500 mg -> 1000 mg]".
    The right side is what is believed now, however often it was corrected on the way.
    """
    if fact.current:
        return ""
    successor = _believed(ledger, fact)
    if fact.ended == CHANGED:
        if successor is None:
            return f"[no longer: {_named(fact.content)}]"
        return f"[since changed: {_difference(fact.content, successor.content)}]"
    if fact.ended == CORRECTED and successor is not None:
        return f"[corrected: {_difference(fact.content, successor.content)}]"
    return f"[withdrawn: {_named(fact.content)}]"


def mark_of(ledger: Ledger, fact: Fact, start: int, end: int) -> Mark | None:
    """The mark for the words that state ``fact``; None while it is believed."""
    if fact.current:
        return None
    return Mark(start, end, marker(ledger, fact), keeps=fact.ended == CHANGED)


def marks_of_replaced(ledger: Ledger, fact: Fact, text: str) -> Iterator[Mark]:
    """Marks for words of ``text`` that state what the correction ``fact`` replaced ("not 7.2 but 6.9")."""
    for old in (ledger.facts[fact_id] for fact_id in fact.supersedes if fact_id in ledger.facts):
        if old.ended != CORRECTED:
            continue
        for words in _said(old.content) - _said(fact.content):
            for found in re.finditer(rf"(?<![\w.]){re.escape(words)}(?![\d.]\d|\d)\s?%?", text):
                yield Mark(found.start(), found.end(), marker(ledger, old))


def marked(text: str, marks: Iterable[Mark]) -> str:
    """``text`` with its marks; where some overlap, their words are kept only if each of them keeps them."""
    merged: list[Mark] = []
    for mark in sorted(set(marks), key=lambda one: (one.start, one.end, one.marker)):
        if merged and mark.start < merged[-1].end:
            last = merged.pop()
            both = last.marker if mark.marker == last.marker else f"{last.marker} {mark.marker}"
            mark = Mark(last.start, max(last.end, mark.end), both, last.keeps and mark.keeps)
        merged.append(mark)
    for mark in reversed(merged):
        kept = f"{text[mark.start : mark.end]} " if mark.keeps else ""
        text = text[: mark.start] + kept + mark.marker + text[mark.end :]
    return text


def _believed(ledger: Ledger, fact: Fact) -> Fact | None:
    """The current fact at the end of the line that replaced this one."""
    following = ledger.facts.get(fact.superseded_by or "")
    while following is not None and not following.current:
        following = ledger.facts.get(following.superseded_by or "")
    return following


def _difference(old: Content, new: Content) -> str:
    """Both sides in the fields in which they differ; the name stands once where it is the same."""
    if old.concept.concept_id != new.concept.concept_id:
        return f"{_named(old)} -> {_named(new)}"
    for said in (_measured, _taken, _standing, lambda content: content.valid_from or "", _finer):
        left, right = said(old), said(new)
        if left != right:
            return f"{_name(old)} {left or '?'} -> {right or '?'}"
    return f"{_named(old)} -> {_named(new)}"


def _said(content: Content) -> set[str]:
    """The words by which a text would state what is particular to a content: value, dose, name."""
    number = content.value if isinstance(content.value, (int, float)) and not isinstance(content.value, bool) else None
    words = (
        f"{number:g}" if number is not None else None,
        f"{number:.1f}" if number is not None else None,
        content.value_stated,
        content.dose,
        content.concept.display,
        content.concept.name,
    )
    return {word for word in words if word}


def _named(content: Content) -> str:
    return " ".join(word for word in (_name(content), _measured(content), _taken(content)) if word)


def _name(content: Content) -> str:
    if content.concept.concept_id == ANY:
        return f"no {content.slot.value}" if content.polarity is Polarity.NEGATED else f"{content.slot.value} unknown"
    return content.concept.display or content.concept.name


def _measured(content: Content) -> str:
    if content.value is None:
        shown = bounds_text(content)
    else:
        plain = isinstance(content.value, (int, float)) and not isinstance(content.value, bool)
        shown = f"{content.value:g}" if plain else str(content.value)
    return f"{content.comparator or ''}{shown}{' ' + content.unit if content.unit else ''}" if shown else ""


def _taken(content: Content) -> str:
    return " ".join(word for word in (content.dose, content.frequency, content.timing, content.route) if word)


def _standing(content: Content) -> str:
    if content.polarity is Polarity.NEGATED:
        return "not present"
    return content.status.value if content.status is not None else content.subject


def _finer(content: Content) -> str:
    details = (content.qualifier, content.severity, content.stage, content.reaction, content.subject)
    return " ".join(word for word in details if word)
