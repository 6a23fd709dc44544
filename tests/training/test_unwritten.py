"""What was read as a fact and is in no proposal is found; what is written under other words is not."""

from __future__ import annotations

from domain.proposals import Operation, Proposal
from domain.values import Concept, Content, SlotKind
from extraction.port import Reading
from extraction.reading.items import Item
from extraction.reading.understanding import Act, Read, Understanding
from training.unwritten import unwritten


def reading(*proposals: Proposal) -> Reading:
    # "Keppra and a fit": the medicine was read as one that is taken, the fit as asked about.
    reads = (Read(Item("medications", 0, 6), "medications"), Read(Item("symptoms", 13, 16), "asked"))
    understanding = Understanding("en", (Act("state", 0.0),), (), reads, red_flag=False, doubt=0.0)
    return Reading(proposals, "en", {}, understanding)


def proposal(concept_id: str, start: int, end: int) -> Proposal:
    content = Content(slot=SlotKind.MEDICATIONS, concept=Concept(concept_id=concept_id, name=concept_id))
    return Proposal(
        operation=Operation.ASSERT, content=content, quote="words", start=start, end=end, extractor="test@1"
    )


def test_a_fact_without_a_proposal_is_found() -> None:
    assert [one.item.start for one in unwritten(reading())] == [0]
    assert [one.item.start for one in unwritten(reading(proposal("aspirin", 8, 12)))] == [0]


def test_a_fact_whose_words_or_concept_a_proposal_has_is_written() -> None:
    assert list(unwritten(reading(proposal("levetiracetam", 0, 6)))) == []
    assert list(unwritten(reading(proposal("medications", 20, 24)))) == []


def test_the_rules_alone_leave_nothing_unwritten() -> None:
    assert list(unwritten(Reading((), "en", {}))) == []
