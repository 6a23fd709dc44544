"""Which concept an item of a record is about: its codes first, then its names, else itself.

A record's display is not always its code's name (a misspelt drug, "Diabetes" for type 2), so the code decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from domain.values import Coding, Concept
from extraction.naming.lexicon import CODE_SYSTEMS, SHORT_NAMES, Lexicon
from extraction.naming.mentions import Entry, Kind
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import fold

_HISTORY: Final = "history of "
_BRACKETED: Final = lazy_regex(r"\s*[(\[][^)\]]*[)\]]")
_STRENGTH: Final = lazy_regex(
    r"^\d+\s?(?:HR|ML|ACTUAT)\s+|\s+\d[\d.,/]*\s?(?:(?:mg|mcg|ug|g|ml|unt|units?|meq|%)(?:/\w+)*|/\d+)?(?=\s|$)",
    re.IGNORECASE,
)
_FORMS_AND_SALTS: Final = frozenset(
    "acetate auto-injector besylate bromide calcium capsule capsules cream delayed depot dr drops er "
    "extended fumarate gel hcl hydrobromide hydrochloride implant inhalation inhalant inhaler injectable "
    "injection intrauterine iud maleate mesylate metered-dose nasal ointment ophthalmic oral patch "
    "phosphate pill pills potassium powder release ring sodium solution spray sr succinate sulfate "
    "suppository suspension syrup system tablet tablets tartrate topical transdermal vaginal xl xr 정 캡슐 "
    "주사 주사제 시럽 연고 크림 패치 흡입제 서방정".split()
)
"""Last words of a drug's name that say how it is made up, not what it is."""


def concept_of(
    lexicon: Lexicon,
    kinds: Sequence[Kind],
    names: Sequence[str],
    codings: Sequence[Coding],
    language: str,
) -> tuple[Concept, Entry | None]:
    """The concept of a record's item and its lexicon entry, which is None where the lexicon has none.

    `names` are the record's words, English first, and not empty. The concept carries the record's codes before the
    lexicon's. Without an entry it is named as in the record, and its id is the first code or the folded name.
    """
    entry = _entry(lexicon, kinds, names, codings)
    if entry is not None:
        known = entry.concept(language)
        return known.with_fields(codings=_distinct((*codings, *known.codings))), entry
    name = names[0]
    display = names[-1] if language == "ko" else name
    return Concept(concept_id=_own_id(name, codings), name=name, display=display, codings=_distinct(codings)), None


def _entry(lexicon: Lexicon, kinds: Sequence[Kind], names: Sequence[str], codings: Sequence[Coding]) -> Entry | None:
    for coding in codings:
        if found := lexicon.by_code(coding.system, coding.code, kinds):
            return found
    for spelled in (spelled for name in names for spelled in _spellings(name, drug="medications" in kinds)):
        if found := lexicon.by_name(spelled, kinds):
            return found
    return None


def _spellings(name: str, *, drug: bool) -> Iterator[str]:
    """The name as it stands, without what is in brackets, and for drugs without strength, form and salt."""
    yield name
    bare = _BRACKETED.sub("", name).strip()
    yield bare
    if bare.casefold().startswith(_HISTORY):
        yield bare[len(_HISTORY) :]
    if not drug:
        return
    words = _STRENGTH.sub("", bare).split()
    yield " ".join(words)
    while len(words) > 1 and words[-1].casefold() in _FORMS_AND_SALTS:
        words.pop()
        yield " ".join(words)


def _own_id(name: str, codings: Sequence[Coding]) -> str:
    if not codings:
        return fold(name)
    return f"{SHORT_NAMES.get(codings[0].system, codings[0].system)}:{codings[0].code}"


def _distinct(codings: Sequence[Coding]) -> tuple[Coding, ...]:
    by_code: dict[tuple[str, str], Coding] = {}
    for coding in codings:
        by_code.setdefault((coding.system, coding.code), coding)
    return tuple(by_code.values())


def coding_of(system: str, code: str, display: str | None) -> Coding:
    """A coding whose system is given as a FHIR URI or by its short name."""
    return Coding(system=CODE_SYSTEMS.get(system.upper(), system), code=code, display=display)
