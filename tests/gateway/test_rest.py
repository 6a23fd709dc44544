"""The REST interface over a real HTTP server and a real service: it says what the RPCs say, and lets nobody else in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import httpx
import pytest
from google.protobuf.json_format import MessageToDict

from clients import AnamnesisClient
from clients.gateway.openapi import document
from clients.gateway.routes import METHODS, ROUTES
from tests.gateway.conftest import running_gateway
from tests.server.running import CARD

SAID = "My HbA1c was 7.2% on 3 March 2025, and I take metformin 500 mg twice a day."
CORRECTED = "Sorry, my HbA1c was 6.9%, not 7.2%."


def _path(route: Any, **values: object) -> str:
    return str(route.path).format(patient_id=values.get("patient", uuid4()), fact_id=uuid4(), turn_number=1)


def _events(response: httpx.Response) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Name, data and id of each event until the stream ends."""
    name = data = identity = ""
    for line in response.iter_lines():
        if line.startswith("event: "):
            name = line[7:]
        elif line.startswith("data: "):
            data = line[6:]
        elif line.startswith("id: "):
            identity = line[4:]
        elif not line and data:
            yield name, json.loads(data), identity
            name = data = identity = ""


def test_every_rpc_has_a_route() -> None:
    assert {route.rpc for route in ROUTES} == set(METHODS)


def test_a_turn_streams_step_by_step_and_is_what_grpc_tells(
    http: httpx.Client, client: AnamnesisClient, patient: str
) -> None:
    http.post(f"/v1/patients/{patient}/turns", json={"text": SAID}, headers={"Accept": "application/json"})
    with http.stream("POST", f"/v1/patients/{patient}/turns", json={"text": CORRECTED}) as response:
        steps = list(_events(response))

    assert response.headers["content-type"].startswith("text/event-stream")
    names = [name for name, _, _ in steps]
    assert names[:2] == ["turn_accepted", "understood"] and names[-1] == "turn_completed"
    [event] = [data["slot_event"] for name, data, _ in steps if name == "slot_event"]
    assert (event["kind"], event["fact"]["number"]) == ("SLOT_EVENT_KIND_CORRECTED", 6.9)
    [answer] = [data["answer"] for name, data, _ in steps if name == "answer"]
    assert "".join(data["answer_delta"]["text"] for name, data, _ in steps if name == "answer_delta") == answer["text"]
    assert client.explain(patient, 2).answer.text == answer["text"]


def test_a_repeated_key_is_one_turn(http: httpx.Client, patient: str) -> None:
    headers = {"Accept": "application/json", "Idempotency-Key": str(uuid4())}
    first, again = (
        http.post(f"/v1/patients/{patient}/observations", json={"text": SAID}, headers=headers).json() for _ in range(2)
    )

    assert (again["turn_number"], again["slot_events"]) == (first["turn_number"], first["slot_events"])
    other = http.post(f"/v1/patients/{patient}/observations", json={"text": "I smoke."}, headers=headers)
    assert (other.status_code, other.json()["reason"]) == (409, "REQUEST_ID_REUSED")


def test_an_agent_of_ones_own_needs_nothing_but_http(http: httpx.Client, patient: str) -> None:
    url = f"/v1/patients/{patient}"
    turn = http.post(f"{url}/observations", json={"text": SAID}).json()["turn_number"]
    context = http.get(f"{url}/context", params={"query": "HbA1c"}).json()
    answer = {"text": "Your HbA1c was 7.2%.", "model": "mine"}
    recorded = http.post(f"{url}/turns/{turn}/answer", json=answer).json()
    stale = http.post(f"{url}/observations", json={"text": CORRECTED}).json()["invalidated"]
    explained = http.get(f"{url}/turns/{turn}/explanation").json()

    assert "7.2" in context["text"] and len(recorded["facts_used"]) == 1
    assert [one["answer_event_id"] for one in stale] == [recorded["answer_event_id"]]
    assert explained["verified"] and explained["invalidated"]["reason"].startswith("corrected")


def test_the_past_is_asked_for_in_the_query(http: httpx.Client, patient: str) -> None:
    url = f"/v1/patients/{patient}"
    then = http.post(f"{url}/imports", json={"card_json": json.dumps(CARD)}).json()["position"]
    http.post(f"{url}/observations", json={"text": "Sorry, my latest HbA1c was 6.9%, not 7.2%."})

    def values(**query: str) -> list[float]:
        facts = http.get(f"{url}/profile", params=query).json()["facts"]
        return sorted(fact["number"] for fact in facts if fact["name"] == "HbA1c")

    assert values() == [6.9, 7.8]
    assert values(position=then) == [7.2, 7.8]
    assert values(valid_at="2025-01-15T00:00:00Z") == [7.8]
    asked = {"text": "What is my latest HbA1c?", "as_of": {"position": then}}
    assert "7.2" in http.post(f"{url}/questions", json=asked).json()["answer"]["text"]


def test_a_reply_is_the_message_in_its_json_form(http: httpx.Client, client: AnamnesisClient, patient: str) -> None:
    http.post(f"/v1/patients/{patient}/imports", json={"card_json": json.dumps(CARD)})
    told = http.get(f"/v1/patients/{patient}/timeline", params={"slot": "labs", "name": "HbA1c"}).json()

    [*histories] = client.timeline(patient, slot="labs", name="HbA1c")
    said = [
        MessageToDict(one, preserving_proto_field_name=True, always_print_fields_with_no_presence=True)
        for one in histories
    ]
    assert told["histories"] == said and len(said) == 2
    exported = http.get(f"/v1/patients/{patient}/export", params={"format": "ips"}).json()
    assert json.loads(exported["record_json"])["type"] == "document"


def test_a_watch_goes_on_after_the_last_event_that_was_seen(http: httpx.Client, patient: str) -> None:
    http.post(f"/v1/patients/{patient}/observations", json={"text": SAID})
    url = f"/v1/patients/{patient}/events/stream"
    with http.stream("GET", url) as response:
        seen = [
            (identity, data["event"]["topic"])
            for (_, data, identity), _ in zip(_events(response), range(2), strict=False)
        ]
    with http.stream("GET", url, headers={"Last-Event-ID": seen[0][0]}) as response:
        _, again, identity = next(_events(response))
    page = http.get(f"/v1/patients/{patient}/events", params={"page_size": 2}).json()

    assert (identity, again["event"]["topic"]) == seen[1]
    assert [event["topic"] for event in page["events"]] == [topic for _, topic in seen]


def test_an_operator_verifies_and_rebuilds(http: httpx.Client, patient: str) -> None:
    as_list = {"Accept": "application/json"}
    verified = http.post("/v1/log/verification", json={}, headers=as_list).json()["steps"]
    rebuilt = http.post("/v1/projections/rebuild", json={"verify_only": True}, headers=as_list).json()["steps"]

    assert verified[-1]["done"] and not any("finding" in step for step in verified)
    assert {step["name"] for step in rebuilt if step["done"] and step["identical"]} == {
        view["name"] for view in http.get("/v1/projections").json()["projections"]
    }
    assert http.get("/v1/health").json() == {"serving": True, "what_if": True, "studies": True}


SECRET = "leprosy"
WRONG: dict[str, tuple[str, str, dict[str, Any], int, str]] = {
    "unknown field": ("POST", "turns", {"json": {"text": "x", SECRET: 1}}, 400, "unknown here"),
    "wrong type": ("POST", "turns", {"json": {"text": {"a": SECRET}}}, 400, "The field text"),
    "wrong nested value": ("POST", "facts", {"json": {"facts": [{"slot": SECRET}]}}, 400, "The field facts"),
    "no object": ("POST", "turns", {"json": [SECRET]}, 400, "not a JSON object"),
    "no JSON": ("POST", "turns", {"content": SECRET, "headers": {"Content-Type": "application/json"}}, 400, "not JSON"),
    "not declared": ("POST", "turns", {"content": "{}"}, 415, "not declared"),
    "another patient": ("POST", "turns", {"json": {"text": "x", "patient_id": str(uuid4())}}, 400, "the path"),
    "unknown parameter": ("GET", "profile", {"params": {SECRET: "1"}}, 400, "unknown here"),
    "no flag": ("GET", "profile", {"params": {"include_history": SECRET}}, 400, "true or false"),
    "no slot": ("GET", "timeline", {"params": {"slot": SECRET}}, 400, "slot is none"),
    "no moment": ("GET", "profile", {"params": {"known_at": SECRET}}, 400, "as_of"),
    "two pasts": (
        "GET",
        "profile",
        {"params": {"known_at": "2025-01-01T00:00:00Z", "position": "1"}},
        400,
        "two names",
    ),
    "a later past": ("GET", "profile", {"params": {"position": "999999999"}}, 400, "position"),
    "no turn": ("GET", "turns/x/explanation", {}, 400, "turn_number"),
    "empty text": ("POST", "observations", {"json": {"text": " "}}, 400, ""),
    "over-large": ("POST", "imports", {"json": {"card_json": "x" * 9_000_000}}, 413, "larger"),
    "what-if of nothing": ("POST", "what-if", {"json": {"at_turn": -1}}, 400, "no what-if"),
    "what-if of an option": ("POST", "what-if", {"json": {"at_turn": 1, "corrections": ["--into=/"]}}, 400, "facts"),
}


@pytest.mark.parametrize(("verb", "path", "request_", "status", "words"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_named_and_never_repeated(
    http: httpx.Client, patient: str, verb: str, path: str, request_: dict[str, Any], status: int, words: str
) -> None:
    refused = http.request(verb, f"/v1/patients/{patient}/{path}", **request_)

    assert refused.status_code == status, refused.text
    assert refused.headers["content-type"] == "application/problem+json"
    assert words in refused.json()["title"] and refused.json()["advice"]
    assert SECRET not in refused.text


def test_nobody_is_nobody_over_http_too(http: httpx.Client) -> None:
    missing = http.get(f"/v1/patients/{uuid4()}/profile")

    assert (missing.status_code, missing.json()["reason"]) == (404, "PATIENT_NOT_FOUND")
    assert http.post(f"/v1/patients/{uuid4()}/what-if", json={"at_turn": 1}).status_code == 404
    assert http.get("/v1/nothing").status_code == 404


FOREIGN = {
    "a name of its own": ({"Host": "evil.example"}, 421),
    "another page": ({"Origin": "https://evil.example"}, 403),
    "a form": ({"Content-Type": "text/plain"}, 415),
}


@pytest.mark.parametrize(("headers", "status"), FOREIGN.values(), ids=FOREIGN)
def test_another_web_page_cannot_use_it(http: httpx.Client, patient: str, headers: dict[str, str], status: int) -> None:
    sent = {"Content-Type": "application/json", **headers}
    refused = http.post(f"/v1/patients/{patient}/observations", content='{"text":"I smoke."}', headers=sent)

    assert refused.status_code == status
    assert http.get(f"/v1/patients/{patient}/profile").json()["version"] == "1"
    assert "access-control-allow-origin" not in refused.headers


def test_a_browser_is_told_to_load_nothing_from_elsewhere(http: httpx.Client) -> None:
    page = http.get("/")

    assert page.status_code == 200 and "default-src 'self'" in page.headers["content-security-policy"]
    assert page.headers["x-content-type-options"] == "nosniff"
    assert http.get("/../../pyproject.toml").status_code == 404


def test_without_a_service_the_gateway_says_what_to_do() -> None:
    with running_gateway("127.0.0.1:1") as base, httpx.Client(base_url=base) as http:
        refused, health = http.get("/v1/patients"), http.get("/v1/health")

    assert (refused.status_code, health.status_code) == (503, 503)
    assert "anamnesis serve" in refused.json()["advice"]


def test_the_description_holds_every_route_and_says_what_fields_mean(http: httpx.Client) -> None:
    told = http.get("/openapi.json").json()

    assert told == document()
    assert {(path, verb.upper()) for path, verbs in told["paths"].items() for verb in verbs} == {
        (route.path, route.verb) for route in ROUTES
    }
    references = {part.split('"')[0] for part in json.dumps(told).split("#/components/schemas/")[1:]}
    assert references <= set(told["components"]["schemas"])
    fact = told["components"]["schemas"]["Fact"]["properties"]
    assert all(field["description"] for field in fact.values())
    names = [verb["operationId"] for verbs in told["paths"].values() for verb in verbs.values()]
    assert len(names) == len(set(names))
