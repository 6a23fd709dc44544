from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import HealthCheck, given, settings

from domain.events import SlotReaffirmed
from domain.ledger import Fact
from domain.transitions import counts_against_none
from domain.values import ANY, SERIES_SLOTS
from projections.ips_document import export_ips
from tests.builders import NOW, an_id
from tests.projections.fhir_patients import Stream, lives
from tests.projections.fhir_rules import check_bundle, check_ips

TRIED = settings(max_examples=60, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
KEPT = (
    "slot", "value", "value_low", "value_high", "comparator", "unit", "value_stated", "unit_stated", "dose",
    "frequency", "timing", "route", "status", "polarity", "certainty", "subject", "temporality", "qualifier",
    "severity", "stage", "reaction", "valid_to",
)  # fmt: skip


@TRIED
@given(lives())
def test_importing_an_export_into_the_same_patient_changes_nothing(stream: Stream) -> None:
    believed = [told(fact) for fact in stream.current]
    events = stream.take_in(stream.export())
    assert {type(event) for event in events} <= {SlotReaffirmed}
    assert [told(fact) for fact in stream.current] == believed


@TRIED
@given(lives())
def test_an_empty_patient_gets_the_same_facts(stream: Stream) -> None:
    copy = Stream(an_id("empty"))
    copy.take_in(stream.export())
    assert Counter(map(told, copy.current)) == Counter(map(told, expected_of(stream.current)))


@TRIED
@given(lives())
def test_every_export_is_valid_and_always_the_same(stream: Stream) -> None:
    check_bundle(stream.export())
    assert stream.export() == stream.export()
    for language in ("ko", "en"):
        check_ips(export_ips(stream.view, at=NOW, language=language))


def told(fact: Fact) -> tuple[Any, ...]:
    content = fact.content
    when = fact.clinical_day if content.slot in SERIES_SLOTS else content.valid_from
    return (content.concept.concept_id, when, *(getattr(content, name) for name in KEPT))


def expected_of(facts: tuple[Fact, ...]) -> list[Fact]:
    """All of them, but "none" beside something concrete, which a record does not keep."""
    concrete = {fact.content.slot for fact in facts if counts_against_none(fact.content)}
    return [fact for fact in facts if fact.content.concept.concept_id != ANY or fact.content.slot not in concrete]
