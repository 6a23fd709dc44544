"""The adapters under the real frameworks, offline: OpenAI's SDK, LangGraph and LangChain over a real service."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, TypedDict
from uuid import uuid4

import pytest
from langchain_core.chat_history import BaseChatMessageHistory
from langchain_core.language_models.fake_chat_models import FakeListChatModel
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.runnables.history import RunnableWithMessageHistory
from langgraph.graph import END, START, StateGraph
from langgraph.store.base import BaseStore
from openai import OpenAI

from clients import AnamnesisClient
from clients.adapters.langchain_memory import AnamnesisChatMessageHistory
from clients.adapters.langgraph_memory import AnamnesisStore, record_node, remember_node
from clients.adapters.openai_memory import CHAT_TOOLS, remembering
from clients.adapters.tools import MemoryTools

ANSWER = "Your latest HbA1c was 7.2%."
ASKED = "What was my latest HbA1c?"
CORRECTED = "Sorry, my latest HbA1c was 6.9%, not 7.2%."


@pytest.fixture
def openai() -> Iterator[tuple[OpenAI, list[dict[str, Any]]]]:
    """OpenAI's own client, and the bodies that it sends to a server which always answers the same."""
    bodies: list[dict[str, Any]] = []

    class Answers(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            bodies.append(body)
            sent = _response(body) if self.path.endswith("responses") else _completion(body)
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream" if body.get("stream") else "application/json")
            self.send_header("Content-Length", str(len(sent)))
            self.end_headers()
            self.wfile.write(sent)

        def log_message(self, *_: object) -> None:
            """Nothing is said of requests."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    thread = Thread(target=server.serve_forever)
    thread.start()
    with OpenAI(api_key="none", base_url=f"http://127.0.0.1:{server.server_port}/v1") as client:
        yield client, bodies
    server.shutdown()
    thread.join()
    server.server_close()


def _completion(body: dict[str, Any]) -> bytes:
    told = {"id": "c", "created": 0, "model": "scripted"}
    if not body.get("stream"):
        message = {"role": "assistant", "content": ANSWER}
        choice = {"index": 0, "finish_reason": "stop", "message": message}
        return json.dumps({**told, "object": "chat.completion", "choices": [choice]}).encode()
    chunks = [
        {**told, "object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"content": part}}]}
        for part in (ANSWER[:9], ANSWER[9:])
    ]
    return ("".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks) + "data: [DONE]\n\n").encode()


def _response(body: dict[str, Any]) -> bytes:
    content = [{"type": "output_text", "text": ANSWER, "annotations": []}]
    output = [{"type": "message", "id": "m", "role": "assistant", "status": "completed", "content": content}]
    told = {"id": "r", "object": "response", "created_at": 0, "model": "scripted", "status": "completed"}
    whole = {**told, "output": output, "parallel_tool_calls": False, "tool_choice": "auto", "tools": []}
    if not body.get("stream"):
        return json.dumps(whole).encode()
    event = {"type": "response.completed", "sequence_number": 0, "response": whole}
    return f"event: response.completed\ndata: {json.dumps(event)}\n\n".encode()


def _answered(client: AnamnesisClient, patient: str, turn: int = 1) -> tuple[str, str, int]:
    told = client.explain(patient, turn)
    assert told.verified, told.discrepancies
    return told.answer.text, told.model, len(told.answer.facts_used)


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("way", ["chat", "responses"])
def test_an_openai_client_remembers_recalls_and_records(
    openai: tuple[OpenAI, list[dict[str, Any]]], client: AnamnesisClient, patient: str, way: str, stream: bool
) -> None:
    sdk, bodies = openai
    wrapped = remembering(sdk, client, patient)
    history = [{"role": "assistant", "content": "Hello."}, {"role": "user", "content": ASKED}]
    if way == "chat":
        answer = wrapped.chat.completions.create(model="scripted", messages=history, stream=stream)
    else:
        answer = wrapped.responses.create(model="scripted", input=history, stream=stream)
    parts = list(answer) if stream else []
    told = client.observe(patient, CORRECTED)

    sent = bodies[0]["messages" if way == "chat" else "input"]
    assert [one["role"] for one in sent] == ["assistant", "system", "user"]
    assert "7.2" in sent[1]["content"] and "never instructions" in sent[1]["content"]
    assert _answered(client, patient) == (ANSWER, "scripted", 1)
    assert [one.turn_number for one in told.invalidated] == [1]
    assert not stream or len(parts) > 0
    assert wrapped.base_url == sdk.base_url


def test_an_openai_client_says_when_there_is_nothing_to_remember(
    openai: tuple[OpenAI, list[dict[str, Any]]], client: AnamnesisClient, patient: str
) -> None:
    wrapped = remembering(openai[0], client, patient)
    for messages in ([], [{"role": "tool", "content": "x"}], [{"role": "user", "content": [{"type": "image_url"}]}]):
        with pytest.raises(ValueError, match="message"):
            wrapped.chat.completions.create(model="scripted", messages=messages)
    assert openai[1] == []


BAD_CALLS: list[tuple[str, str | dict[str, Any]]] = [
    ("forget", "{}"),
    ("remember", "[]"),
    ("remember", "{"),
    ("remember", {"text": " "}),
    ("recall", {"query": "x", "k": 1}),
    ("recall", {"query": "x", "known_at": "yesterday"}),
]


def test_the_tools_take_what_a_model_sends(client: AnamnesisClient, patient: str) -> None:
    tools = MemoryTools(client, patient)
    said = json.loads(tools.call("remember", '{"text": "I also take amlodipine 5 mg once a day."}'))
    corrected = json.loads(tools.call("correct", {"said": CORRECTED, "fact": "hba1c", "value": "6.9%"}))
    changed = json.loads(tools.call("what_changed", {"since": "2020-01-01T00:00:00Z"}))
    later = json.loads(tools.call("what_changed", {"since": "2999-01-01T00:00:00Z"}))

    assert said["understood"][0]["kind"] == "recorded" and corrected["holds"]
    assert [one["kind"] for one in changed["changes"]] == ["corrected"] and later["changes"] == []
    assert {tool["function"]["name"] for tool in CHAT_TOOLS} == {"remember", "recall", "correct", "what_changed"}
    for name, arguments in BAD_CALLS:
        assert {"error", "advice"} <= json.loads(tools.call(name, arguments)).keys(), name


def test_a_store_of_langgraph_keeps_what_was_said_once_and_shows_what_is_known(
    client: AnamnesisClient, patient: str
) -> None:
    store: BaseStore = AnamnesisStore(client)
    said, facts = (patient, "said"), (patient, "facts")
    for _ in range(2):
        store.put(said, "m1", {"text": "I also take amlodipine 5 mg once a day."})
    item = store.get(said, "m1")
    assert item is not None
    assert (item.namespace, item.key, item.value) == (
        said, "m1", {"text": "I also take amlodipine 5 mg once a day.", "turn_number": 1})  # fmt: skip
    assert store.get(said, "m2") is None and store.get((str(uuid4()), "said"), "m1") is None
    assert len(store.search(said)) == 1

    [amlodipine] = store.search(facts, filter={"name": "Amlodipine"})
    assert amlodipine.value["dose"] == "5mg" and store.get(facts, amlodipine.key) == amlodipine
    best = store.search((patient,), query="blood sugar HbA1c", limit=3)
    assert any(one.value["name"] == "HbA1c" for one in best) and all(one.score is not None for one in best)
    first, rest = store.search(facts, limit=2), store.search(facts, limit=100, offset=2)
    assert len({one.key for one in (*first, *rest)}) == len(client.profile(patient).facts)

    store.delete(facts, amlodipine.key)
    assert store.get(facts, amlodipine.key) is None
    assert any(v.fact.name == "Amlodipine" for one in client.timeline(patient) for v in one.versions)


def test_a_store_lists_its_namespaces_and_refuses_with_a_reason(client: AnamnesisClient, patient: str) -> None:
    store: BaseStore = AnamnesisStore(client)
    before = client.profile(patient).version
    assert store.list_namespaces(prefix=(patient,)) == [(patient, "facts"), (patient, "said")]
    assert store.list_namespaces(prefix=(patient,), max_depth=1) == [(patient,)]
    assert store.list_namespaces(prefix=(patient,), suffix=("said",)) == [(patient, "said")]
    refused: list[tuple[Callable[[], object], str]] = [
        (lambda: store.put((patient, "facts"), "x", {"name": "Diabetes"}), "understood, not put"),
        (lambda: store.delete((patient, "said"), "x"), "never deleted"),
        (lambda: store.put((patient, "said"), "x", {"note": "y"}), "A value is"),
        (lambda: store.get(("memories", "u1"), "x"), "A namespace is"),
    ]
    for attempt, words in refused:
        with pytest.raises(ValueError, match=words):
            attempt()
    with pytest.raises(NotImplementedError, match="TTL"):
        store.put((patient, "said"), "x", {"text": "y"}, ttl=5)
    assert client.profile(patient).version == before


async def test_a_store_works_beside_the_event_loop(client: AnamnesisClient, patient: str) -> None:
    store = AnamnesisStore(client)
    await asyncio.gather(
        *(store.aput((patient, "said"), f"m{n}", {"text": f"I have taken {n} walks."}) for n in range(3))
    )
    assert len(await store.asearch((patient, "said"))) == 3


class State(TypedDict, total=False):
    messages: list[Any]
    patient_id: str
    memory: str
    turn_number: int
    understood: dict[str, Any]
    facts_used: list[str]


def test_a_graph_of_ones_own_has_memory_by_two_nodes(client: AnamnesisClient, patient: str) -> None:
    prompts: list[str] = []

    def model(state: State) -> State:
        prompts.append(state["memory"])
        return {"messages": [*state["messages"], AIMessage(ANSWER)]}

    graph = StateGraph(State)
    graph.add_node("remember", remember_node(client))
    graph.add_node("model", model)
    graph.add_node("record", record_node(client, model="mine"))
    for before, after in ((START, "remember"), ("remember", "model"), ("model", "record"), ("record", END)):
        graph.add_edge(before, after)
    app = graph.compile(store=AnamnesisStore(client))
    first = app.invoke({"messages": [HumanMessage(ASKED)], "patient_id": patient})
    second = app.invoke({"messages": [*first["messages"], HumanMessage(CORRECTED)], "patient_id": patient})

    assert "7.2" in prompts[0] and "6.9" in prompts[1]
    assert _answered(client, patient)[:2] == (ANSWER, "mine") and len(first["facts_used"]) == 1
    assert [one["turn_number"] for one in second["understood"]["answers_that_no_longer_hold"]] == [1]
    with pytest.raises(ValueError, match="not the patient's"):
        app.invoke({"messages": [AIMessage("x")], "patient_id": patient})


# LangChain keeps its histories, and points users of this class to LangGraph, for which there are the nodes.
@pytest.mark.filterwarnings("ignore:RunnableWithMessageHistory")
def test_a_chain_of_langchain_has_its_history_in_the_log(client: AnamnesisClient, patient: str) -> None:
    def history(session_id: str) -> BaseChatMessageHistory:
        return AnamnesisChatMessageHistory(client, patient, session_id)

    chain = RunnableWithMessageHistory(FakeListChatModel(responses=[ANSWER, "It is corrected."]), history)
    config: Any = {"configurable": {"session_id": "a"}}
    chain.invoke([HumanMessage(ASKED)], config)
    chain.invoke([HumanMessage(CORRECTED)], config)
    history("b").add_messages([HumanMessage("I smoke.")])

    told = history("a").messages
    assert [(type(one), one.text) for one in told] == [
        (HumanMessage, ASKED),
        (AIMessage, ANSWER),
        (HumanMessage, CORRECTED),
        (AIMessage, "It is corrected."),
    ]
    assert [one.text for one in history("b").messages] == ["I smoke."]
    assert client.explain(patient, 1).invalidated.reason.startswith("corrected")
    with pytest.raises(NotImplementedError, match="erase"):
        history("a").clear()
    with pytest.raises(ValueError, match="something that was said"):
        history("c").add_messages([AIMessage("x")])
