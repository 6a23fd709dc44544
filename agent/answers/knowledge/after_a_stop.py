"""What a stopped medicine minded, asked of who takes another one of its kind: "do I still have to avoid spinach?"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, Protocol

from agent.answers.asking.request import Finder, Request
from domain.ledger import Fact
from domain.values import IN_FORCE, PATIENT, SlotKind
from extraction.naming.mentions import Kind
from projections.patient_view import PatientView
from retrieval.corpus import Passage

_STILL: Final = re.compile(
    r"\b(?:do|does|should|must|can|may|could|am|is) (?:i|he|she|we)\b[^.?!]{0,20}\b(?:still|now|any ?more"
    r"|have to|need|eat|avoid)\b"
    r"|이제|그럼|그러면|아직|계속|더\s?이상|먹어도|드셔도|받아야|해야",
    re.IGNORECASE,
)
_TESTS: Final[tuple[Kind, ...]] = ("labs", "vitals")


class Shelf(Protocol):
    """Where cards are found."""

    def card(self, language: str, aspect: str, subjects: Sequence[str]) -> Passage | None:
        """The card of this aspect about the first of ``subjects`` that has one, or None."""
        ...


def asks_after_stop(request: Request, view: PatientView) -> bool:
    """Whether a food or a test is asked about that may have gone with a medicine that another took the place of."""
    named = request.concepts("allergens", *_TESTS)
    if not named or request.concepts("medications", "drug_classes") or _STILL.search(request.text) is None:
        return False
    return any(True for _ in _replaced(view))


def successor_card(shelf: Shelf, finder: Finder, request: Request, view: PatientView, language: str) -> Passage | None:
    """The card on the same side of the medicine taken now, where that of the stopped one speaks of what is asked."""
    if not asks_after_stop(request, view):
        return None
    aspect = "monitoring" if request.concepts(*_TESTS) else "food"
    named = set(request.concepts("allergens", *_TESTS))
    for old, new in _replaced(view):
        minded = shelf.card(language, aspect, _ids(old))
        spoken = {one.entry.concept_id for one in finder.find(minded.text)} if minded is not None else set()
        if named & spoken:
            return shelf.card(language, aspect, _ids(new))
    return None


def _replaced(view: PatientView) -> Iterator[tuple[Fact, Fact]]:
    """Each medicine that was stopped with one of its kind that is taken."""
    facts = [fact for fact in view.ledger.current(SlotKind.MEDICATIONS) if fact.content.subject == PATIENT]
    taken = [fact for fact in facts if fact.content.status is None or fact.content.status in IN_FORCE]
    for old in (fact for fact in facts if fact not in taken):
        for new in taken:
            same = old.content.concept.concept_id == new.content.concept.concept_id
            if not same and set(old.content.concept.broader) & set(new.content.concept.broader):
                yield old, new


def _ids(fact: Fact) -> tuple[str, ...]:
    return (fact.content.concept.concept_id, *fact.content.concept.broader)
