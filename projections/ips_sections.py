"""The sections of an International Patient Summary, and which facts each of them holds.

Codes and obligations: HL7 FHIR IPS 2.0, Composition (hl7.org/fhir/uv/ips). A required section without entries says why.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from domain.ledger import Fact
from domain.values import ANY, IN_FORCE, PATIENT, Polarity, SlotKind, Status

_OVER: Final = (Status.RESOLVED, Status.REMISSION, Status.STOPPED)


@dataclass(frozen=True, slots=True)
class Section:
    """A section: its LOINC code, its title in both languages, whether IPS requires it, and what belongs to it."""

    loinc: str
    title: str
    title_ko: str
    required: bool
    holds: Callable[[Fact], bool]


def _own(fact: Fact, *slots: SlotKind) -> bool:
    return fact.current and fact.content.subject == PATIENT and fact.content.slot in slots


def _present(fact: Fact) -> bool:
    """Said to be there, or the statement that nothing is."""
    return fact.content.polarity is Polarity.AFFIRMED or fact.content.concept.concept_id == ANY


def _is_problem(fact: Fact) -> bool:
    finding = _own(fact, SlotKind.CONDITIONS, SlotKind.SYMPTOMS) and _present(fact)
    return finding and fact.content.status not in _OVER


def _is_past_problem(fact: Fact) -> bool:
    return _own(fact, SlotKind.CONDITIONS, SlotKind.SYMPTOMS) and _present(fact) and fact.content.status in _OVER


def _is_allergy(fact: Fact) -> bool:
    return _own(fact, SlotKind.ALLERGIES) and _present(fact) and fact.content.status not in _OVER


def _is_taken(fact: Fact) -> bool:
    status = fact.content.status
    taken = status is None or status is Status.PLANNED or status in IN_FORCE
    return _own(fact, SlotKind.MEDICATIONS) and _present(fact) and taken


SECTIONS: Final = (
    Section("11450-4", "Problems", "현재 문제", True, _is_problem),
    Section("48765-2", "Allergies and intolerances", "알레르기", True, _is_allergy),
    Section("10160-0", "Medications", "복용 약", True, _is_taken),
    Section("30954-2", "Results", "검사 결과", False, lambda fact: _own(fact, SlotKind.LABS) and _present(fact)),
    Section("8716-3", "Vital signs", "활력징후", False, lambda fact: _own(fact, SlotKind.VITALS) and _present(fact)),
    Section("47519-4", "Procedures", "시술과 수술", False,
            lambda fact: _own(fact, SlotKind.PROCEDURES) and _present(fact)),
    Section("29762-2", "Social history", "사회력", False, lambda fact: _own(fact, SlotKind.SOCIAL_HISTORY)),
    Section("11348-0", "Past problems", "과거 문제", False, _is_past_problem),
    Section("10157-6", "Family history", "가족력", False,
            lambda fact: fact.current and (fact.content.subject != PATIENT
                                           or fact.content.slot is SlotKind.FAMILY_HISTORY)),
)  # fmt: skip
"""In the order of the document. IPS has no section for relatives; as an open document it allows one."""
