"""GetMemory, GetContext and SearchMemory over the wire: for an agent of the user's own."""

from __future__ import annotations

import pytest

from clients import AnamnesisClient, FailedPrecondition, InvalidRequest
from protos.anamnesis.v1 import fact_pb2

SAID = (
    "I take metformin 500 mg twice a day and I'm allergic to penicillin.",
    "My A1c was 7.8 on 2 December 2024 and 7.2 on 3 March 2025.",
    "Sorry, my latest A1c wasn't 7.2, it was 6.9.",
)


@pytest.fixture(scope="module")
def talked(client: AnamnesisClient) -> str:
    patient = client.register_patient(locale="en", time_zone="Europe/London")
    for text in SAID:
        client.say(patient, text)
    return patient


def test_a_context_holds_pinned_facts_traceable_to_their_events(client: AnamnesisClient, talked: str) -> None:
    context = client.context(talked, "how is my blood sugar?", token_budget=600)

    assert "6.9" in context.text
    assert "enicillin" in context.text
    assert context.tokens <= 600
    known = {event.event_id for event in client.events(talked)}
    assert all(line.event_ids and set(line.event_ids) <= known for line in context.lines)


def test_a_corrected_value_is_in_a_context_only_inside_its_marker(client: AnamnesisClient, talked: str) -> None:
    for line in client.context(talked, "A1c", token_budget=2_000).text.splitlines():
        if "7.2" in line:
            assert "[corrected" in line


def test_a_budget_too_small_for_what_must_not_be_lost_is_refused_with_the_least_that_works(
    client: AnamnesisClient, talked: str
) -> None:
    with pytest.raises(FailedPrecondition) as raised:
        client.context(talked, "anything", token_budget=5)

    assert raised.value.reason == "BUDGET_EXCEEDED"
    least = int(raised.value.details["needed"])
    assert "enicillin" in client.context(talked, "anything", token_budget=least).text


def test_a_search_finds_by_meaning_across_languages_and_believed_facts_first(
    client: AnamnesisClient, talked: str
) -> None:
    hits = client.search(talked, "당화혈색소", k=5).hits

    assert hits[0].fact.name == "HbA1c"
    assert hits[0].fact.current
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert all(hit.event_ids for hit in hits)


def test_memory_consolidates_a_series_into_one_item_with_its_members(client: AnamnesisClient, talked: str) -> None:
    (series,) = [item for item in client.memory(talked).consolidated if item.fact.name == "HbA1c"]

    assert series.fact.number == pytest.approx(6.9)
    assert len(series.member_fact_ids) == 2
    assert series.trend == "falling"
    assert series.reason == "latest"


@pytest.mark.parametrize(("query", "k"), [("", 3), ("x" * 4_001, 3), ("A1c", -1), ("A1c", 101)])
def test_a_bad_search_is_refused_by_name(client: AnamnesisClient, talked: str, query: str, k: int) -> None:
    with pytest.raises(InvalidRequest):
        client.search(talked, query, k=k)


def test_memory_names_the_latest_mentions_and_says_when_there_are_more(client: AnamnesisClient, patient: str) -> None:
    allergy = fact_pb2.Fact(slot=fact_pb2.SLOT_KIND_ALLERGIES, name="Penicillin")
    for _ in range(12):
        client.record(patient, [allergy])
    said = [event.event_id for event in client.events(patient)][1:]
    brief, whole = client.memory(patient), client.memory(patient, mentions_per_fact=50)

    [short], [long] = brief.consolidated, whole.consolidated
    assert short.mentions == long.mentions == 12
    assert list(long.member_event_ids) == said and not long.more_member_event_ids
    assert set(short.member_event_ids) == {said[0], *said[2:]} and short.more_member_event_ids
    assert list(brief.semantic[0].event_ids) == said[2:] and brief.semantic[0].more_event_ids
    with pytest.raises(InvalidRequest):
        client.memory(patient, mentions_per_fact=-1)


def test_what_the_last_turn_asked_back_is_in_a_context_until_the_next_turn(client: AnamnesisClient) -> None:
    def asked() -> list[str]:
        lines = client.context(patient, "allergies", token_budget=2_000).lines
        return [line.text for line in lines if line.section == "question"]

    patient = client.register_patient(locale="en", time_zone="Europe/London")
    client.say(patient, "I'm allergic to penicillin.")
    assert asked() == []
    for _ in range(2):
        client.say(patient, "I have no allergies.")
        assert len(asked()) == 1 and asked() == asked()
        client.say(patient, "My A1c was 7.2 on 3 March 2025.")
        assert asked() == []
