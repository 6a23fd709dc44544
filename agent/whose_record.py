"""Whose a record is, as whoever speaks has told it: a relative's, or the speaker's own.

The word from which the patient's sex was read may name a relative. Else what was recorded is the speaker's own where it
was told in the first person, and no relative was named beside it: "I take ramipril 10", "리피토 먹어요". Where neither
is so, nothing tells.
"""

from __future__ import annotations

import re
from typing import Final, Protocol

from domain.ages import AGE
from domain.ledger import by_version
from domain.speaking_for import GENDER, NAME, ONESELF, patient_called
from domain.values import PATIENT, Content, SlotKind
from extraction.naming.mentions import Mention
from extraction.reading.people.speaking_for import kin_of
from extraction.text.lazy_regex import lazy_regex
from projections.patient_view import PatientView

_LOOKED_AT: Final = 6
"""Turns that told something, newest first, in which the first person is looked for."""
_FIRST_PERSON: Final = lazy_regex(r"(?<![\w'’])(?:i|i['’](?:m|ve|d)|im|ive|my|me|mine)(?![\w'’])", re.IGNORECASE)
_HONOURED: Final = lazy_regex(
    r"(?<!주)(?:으?[시세셨셔]|으십|하십|드[시세셔신]|계[시세셔신])(?:[가-힣]{0,3})(?=[\s.,!?]|$)|께서|어르신|모시|돌보"
)
"""A Korean verb that honours whoever it tells of: nobody tells so of himself."""
_HANGUL: Final = lazy_regex(r"[가-힣]")


class _Finder(Protocol):
    def find(self, text: str) -> tuple[Mention, ...]: ...


def patient_named(view: PatientView, finder: _Finder) -> str:
    """What the patient is called by whoever speaks, or ``ONESELF`` where that one is the patient."""
    called = patient_called(view.ledger)
    if called and kin_of(finder.find(called)):
        return called
    own = {
        one.evidence[0].turn_number
        for one in view.ledger.current()
        if one.content.subject == PATIENT and one.evidence and one.evidence[0].turn_number is not None
    }
    told = [line.question for turn, line in view.tiers.lines.items() if turn in own]
    return ONESELF if any(_is_of_oneself(one, finder) for one in told[-_LOOKED_AT:]) else called


def _is_of_oneself(text: str, finder: _Finder) -> bool:
    first_person = not _HONOURED.search(text) if _HANGUL.search(text) else _FIRST_PERSON.search(text) is not None
    return bool(first_person) and not kin_of(finder.find(text))


def children_known(view: PatientView) -> tuple[Content, ...]:
    """Who the children on record are: name, age, sex and last weight of the patient and of those told beside."""
    facts = [
        one.content for one in view.ledger.current(SlotKind.DEMOGRAPHICS) if one.content.concept.concept_id in _WHO
    ]
    weights: dict[tuple[str, str], Content] = {}
    for fact in sorted(view.ledger.current(SlotKind.VITALS), key=by_version):
        if fact.content.concept.concept_id == "body_weight":
            weights[fact.content.subject, fact.content.qualifier or ""] = fact.content
    return (*facts, *weights.values())


_WHO: Final = frozenset({NAME, AGE, GENDER})


def said_before(view: PatientView, turn_number: int) -> tuple[str, ...]:
    """The last turns before this one as they were said, the oldest first: in them people were told of, some by name."""
    before = [line.question for turn, line in sorted(view.tiers.lines.items()) if turn < turn_number]
    return tuple(before[-_SAID:])


_SAID: Final = 12
"""Turns back to which somebody told of is still known by name."""
