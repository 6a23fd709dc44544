"""Short names of what is on record: "씬지" of 씬지로이드, "pred" of prednisolone, "the trait" of a sickle cell trait.

Nobody would know them without the record; with it they mean one thing. So do words that name a test and a medicine:
"칼슘은 오늘로 끝" stops the calcium tablets that are on record.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, Literal

from domain.values import PATIENT, Content, SlotKind, Status
from extraction.naming.lexicon import Lexicon, surfaces
from extraction.naming.mentions import Entry, Mention
from extraction.reading.sheet import Cover, Sheet
from extraction.text.lazy_regex import lazy_regex

_CLIPPED_KO: Final = 2
"""Fewest syllables of a clipped Korean name; the whole has at least two more, or one more of three."""
_CLIPPED_EN: Final = 4
"""Fewest letters of a clipped English name; the whole has at least two more."""

_BEHIND_KO: Final = (
    r"(?=(?:은|는|이|가|을|를|도|만|랑|이랑|하고|로|으로|요|이요|야|약|정)?(?:[\s.,!?~:/()]|\d|ㅋ|ㅎ|ㅠ|$))"
)
_ORDINARY: Final = frozenset(
    """
    test form card sing plan pros trip star glad port sole main mine rest care park over meth norm cart mono
    calm pain real rose lips live lung most much near once open over para pink plus poly prop pure quick
    seri slow soft some sore tram trip tube type vita volt warm west zero pant ache acid actual card carb cell chlor
    """.split()
)
_ORDINARY_KO: Final = frozenset(
    "수면 혈압 진통 안정 비타 프로 이소 오리 아스 디아 트리 하이 메디 카페 알로 로사 데스 코코 마이 바이".split()
)
_GENERAL: Final = frozenset(
    """
    disease disorder syndrome failure history status infection injury attack problem illness condition stage deficiency
    patient episode
    """.split()
)
_THE: Final = r"\b(?:the|my|this|that|his|her|our)\s"


def recalled(
    sheet: Sheet, facts: Sequence[Content], lexicon: Lexicon
) -> Iterator[tuple[Literal["medications", "conditions"], Entry, int, int, int]]:
    """What the words name by a short name of a fact on record: its entry, the span, and the fact's index."""
    taken = Cover(len(sheet.folded), ((mention.start, mention.end) for mention in sheet.mentions))
    for index, fact in enumerate(facts):
        kind = _KINDS.get(fact.slot)
        entry = lexicon.find(kind, fact.concept.concept_id) if kind is not None and fact.subject == PATIENT else None
        if kind is None or entry is None:
            continue
        pattern = _short_names(entry)
        for match in pattern.finditer(sheet.folded) if pattern is not None else ():
            if not taken.touches(match.start(), match.end()):
                taken.add(match.start(), match.end())
                yield kind, entry, match.start(), match.end(), index


_KINDS: Final[dict[SlotKind, Literal["medications", "conditions"]]] = {
    SlotKind.MEDICATIONS: "medications",
    SlotKind.CONDITIONS: "conditions",
}


def _short_names(entry: Entry) -> re.Pattern[str] | None:
    """What finds the short names of an entry in a folded text; None where it has none."""
    return _pattern(entry.kind == "conditions", surfaces(entry))


@lru_cache(maxsize=2048)
def _pattern(condition: bool, forms: tuple[str, ...]) -> re.Pattern[str] | None:
    if condition:
        head = forms[0].split(" ")[-1].casefold()
        told = " " in forms[0] and len(head) > _CLIPPED_EN and head not in _GENERAL
        return re.compile(rf"{_THE}{re.escape(head)}\b") if told else None
    korean: set[str] = set()
    english: set[str] = set()
    for form in forms:
        first = form.split("/")[0].split(" ")[0].casefold()
        if _HANGUL.fullmatch(first):
            korean |= {first[:size] for size in range(_CLIPPED_KO, len(first))}
        elif _LATIN.fullmatch(first):
            english |= {first[:size] for size in range(_CLIPPED_EN, len(first) - 1)}
    found = [rf"(?<![가-힣a-z0-9])(?:{_any_of(korean - _ORDINARY_KO)}){_BEHIND_KO}"] if korean - _ORDINARY_KO else []
    found += [rf"(?<![a-z])(?:{_any_of(english - _ORDINARY)})(?![a-z])"] if english - _ORDINARY else []
    return re.compile("|".join(found)) if found else None


def _any_of(names: set[str]) -> str:
    return "|".join(sorted((re.escape(name) for name in names), key=lambda name: (-len(name), name)))


_HANGUL: Final = lazy_regex(r"[가-힣]{3,}")
_LATIN: Final = lazy_regex(r"[a-z]{6,}")


def meant_on_record(mention: Mention, sheet: Sheet, facts: Sequence[Content], lexicon: Lexicon) -> int | None:
    """The index of the medicine on record that a word for a test means: no such test is on record, no value follows."""
    entry = mention.entry
    if entry.concept_id == _IRON and _ONLY_IRON.fullmatch(sheet.folded, mention.start, mention.end):
        # "The iron" is the preparation of it that is on record, whichever that is.
        own = [index for index, fact in enumerate(facts) if _is_iron(fact)]
        return own[0] if len(own) == 1 else None
    if entry.kind != "labs" or _VALUE.match(sheet.folded, mention.end):
        return None
    if any(fact.concept.concept_id == entry.concept_id for fact in facts):
        return None
    named = sheet.folded[mention.start : mention.end].strip()
    alike = [
        index
        for index, fact in enumerate(facts)
        if fact.slot is SlotKind.MEDICATIONS and fact.subject == PATIENT and _begins(fact, named, lexicon)
    ]
    return alike[0] if len(alike) == 1 else None


_IRON: Final = "ferrous_sulfate"
_ONLY_IRON: Final = lazy_regex(r"(?:the )?iron(?: (?:pills?|tablets?|tabs?|one))?|철분(?:제|약)?")


def _is_iron(fact: Content) -> bool:
    return fact.slot is SlotKind.MEDICATIONS and fact.subject == PATIENT and "iron_preparation" in fact.concept.broader


_VALUE: Final = lazy_regex(r"[^.!?\n]{0,12}\d|\s?(?:수치|검사|level|test|blood)")


def _begins(fact: Content, named: str, lexicon: Lexicon) -> bool:
    entry = lexicon.find("medications", fact.concept.concept_id)
    forms = surfaces(entry) if entry is not None else (fact.concept.name, fact.concept.display)
    return any(form.casefold() == named or form.casefold().startswith((f"{named} ", named)) for form in forms if form)


_IN_FORCE: Final = frozenset({None, Status.ACTIVE, Status.RECURRENCE})


def members_on_record(class_id: str, said: str, facts: Sequence[Content]) -> tuple[int, ...]:
    """The medicines in force, by index, that the words for a class can mean: tablets are not injected."""
    members = [at for at, one in enumerate(facts) if _is_taken(one) and class_id in one.concept.broader]
    swallowed = [at for at in members if _INJECTED.isdisjoint(facts[at].concept.broader)]
    return tuple(swallowed if swallowed and _TABLET.search(said) else members)


def _is_taken(fact: Content) -> bool:
    return fact.slot is SlotKind.MEDICATIONS and fact.subject == PATIENT and fact.status in _IN_FORCE


_TABLET: Final = lazy_regex(r"\b(?:tablets?|pills?|capsules?)\b|알약|정제|캡슐")
_INJECTED: Final = frozenset({"insulin", "insulin_therapy", "glp1_receptor_agonist"})
"""Classes that are injected: no tablet is one of them, but for a few by name."""
