from __future__ import annotations

import pytest

from domain.events import ContradictionFound
from domain.ledger import Fact, Ledger
from domain.trust import DEFAULT_TRUST_ORDER, InvalidTrustOrder, in_trust_order, trust_order
from domain.values import Source
from tests.builders import NOW, evidence, lab, medicine, recorded
from tests.specs import history


def disputed(first: Source, second: Source) -> tuple[Fact, ...]:
    """Two values of one day that disagree, with a medicine told between them."""
    ledger = Ledger()
    rival = ContradictionFound(
        question_id="q",
        fact_id="second",
        content=lab(6.9),
        conflicts_with=("first",),
        evidence=evidence().with_fields(source=second),
        said_at=NOW,
    )
    told = recorded("first", lab(7.2))
    told = told.with_fields(evidence=told.evidence.with_fields(source=first))
    for event in history(told, recorded("medicine", medicine("500 mg")), rival):
        ledger.apply(event)
    return tuple(ledger.current())


def ids(facts: tuple[Fact, ...]) -> list[str]:
    return [fact.fact_id for fact in facts]


def test_the_patient_comes_first_unless_told_otherwise() -> None:
    facts = disputed(Source.RECORD, Source.PATIENT)

    assert ids(in_trust_order(facts)) == ["second", "medicine", "first"]
    assert ids(in_trust_order(facts, trust_order("record, clinician,patient"))) == ["first", "medicine", "second"]


def test_of_equally_trusted_sides_the_order_stays() -> None:
    facts = disputed(Source.PATIENT, Source.PATIENT)

    assert in_trust_order(facts) == facts


def test_facts_that_nobody_disputes_stay_where_they_are() -> None:
    ledger = Ledger()
    told = [recorded("first", lab(7.2)), recorded("second", lab(6.9, "2024-01-02"))]
    for event in history(*told):
        ledger.apply(event)
    facts = tuple(ledger.current())

    for order in ("patient,clinician,record", "record,clinician,patient"):
        assert in_trust_order(facts, trust_order(order)) == facts


@pytest.mark.parametrize("words", ["", "patient", "patient,patient,record", "patient,clinician,record,nurse"])
def test_an_order_names_every_source_once(words: str) -> None:
    with pytest.raises(InvalidTrustOrder):
        trust_order(words)


def test_the_default_is_the_order_of_the_sources() -> None:
    assert trust_order("patient,clinician,record") == DEFAULT_TRUST_ORDER == tuple(Source)
