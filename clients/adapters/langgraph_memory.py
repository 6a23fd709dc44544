"""LangGraph's store over a patient's memory, and two nodes for a graph of one's own.

A store keeps what it is given; a medical memory understands it. So there are two kinds of namespace:

* ``(patient_id, "said")``: `put(key, {"text": ...})` observes an utterance, once for a key; `get` gives it back with
  what was understood. Nothing that was said can be put otherwise or deleted.
* ``(patient_id, "facts")``: the facts by their ids, to get and to search. `delete` retracts one; to change one, say so.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid5

from google.protobuf.timestamp_pb2 import Timestamp
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage
from langchain_core.runnables import RunnableLambda
from langgraph.store.base import (
    BaseStore,
    GetOp,
    Item,
    ListNamespacesOp,
    MatchCondition,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
)

from clients.adapters.outcomes import fact_json, observed_json
from clients.client import AnamnesisClient
from clients.errors import NotFound
from protos.anamnesis.v1 import fact_pb2

SAID, FACTS = "said", "facts"
CONVERSATION = "langgraph"
_UTTERANCE = "anamnesis.Patient.UtteranceReceived.v1"
_KEYS = {"text", "agent_said"}

State = dict[str, Any]


class AnamnesisStore(BaseStore):
    """A `BaseStore` over the service. Time to live is not supported: what a patient said does not expire."""

    supports_ttl = False

    def __init__(self, client: AnamnesisClient) -> None:
        self._client = client

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Do each operation in order. Raises ValueError for what a medical memory must not do, saying why."""
        return [self._do(op) for op in ops]

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Like :meth:`batch`, beside the event loop."""
        return await asyncio.to_thread(self.batch, list(ops))

    def _do(self, op: Op) -> Result:
        match op:
            case GetOp():
                return self._get(op.namespace, op.key)
            case PutOp():
                self._put(op)
                return None
            case SearchOp():
                return self._search(op)
            case ListNamespacesOp():
                return self._namespaces(op)
        raise ValueError(f"The store does not know the operation {type(op).__name__}.")

    def _get(self, namespace: tuple[str, ...], key: str) -> Item | None:
        patient, kind = _place(namespace)
        items = self._said(patient) if kind == SAID else self._facts(patient)
        wanted = _request_id(patient, key) if kind == SAID else key
        try:
            found = next((item for identity, item in items if identity == wanted), None)
        except NotFound:
            return None
        if found is not None and kind == SAID:
            found.key = key
        return found

    def _put(self, op: PutOp) -> None:
        patient, kind = _place(op.namespace)
        if kind == FACTS:
            if op.value is not None:
                raise ValueError(f"Facts are understood, not put: put what was said into ({patient!r}, {SAID!r}).")
            self._client.retract(patient, op.key, reason="deleted through the LangGraph store")
            return
        if op.value is None:
            raise ValueError("What a patient said is never deleted one by one; client.erase(patient_id) forgets all.")
        text = op.value.get("text")
        if not isinstance(text, str) or op.value.keys() - _KEYS:
            raise ValueError('A value is {"text": what was said}, and "agent_said" where it replies to something.')
        self._client.observe(
            patient,
            text,
            agent_said=op.value.get("agent_said"),
            conversation_id=CONVERSATION,
            request_id=_request_id(patient, op.key),
        )

    def _search(self, op: SearchOp) -> list[SearchItem]:
        patient, kind = _place((*op.namespace_prefix, FACTS) if len(op.namespace_prefix) == 1 else op.namespace_prefix)
        wanted = op.filter or {}
        found: list[SearchItem]
        if op.query and kind == FACTS:
            hits = self._client.search(patient, op.query, k=op.offset + op.limit).hits
            found = [_fact_item(patient, hit.fact, hit.score) for hit in hits if hit.HasField("fact")]
        else:
            items = self._said(patient) if kind == SAID else self._facts(patient)
            found = [_as_found(item) for _, item in items]
        matching = [one for one in found if all(one.value.get(name) == value for name, value in wanted.items())]
        return matching[op.offset : op.offset + op.limit]

    def _namespaces(self, op: ListNamespacesOp) -> list[tuple[str, ...]]:
        every = ((one.patient_id, kind) for one in self._client.patients() for kind in (FACTS, SAID))
        met = [one for one in every if all(_meets(one, condition) for condition in op.match_conditions or ())]
        cut = list(dict.fromkeys(one[: op.max_depth] if op.max_depth else one for one in met))
        return cut[op.offset : op.offset + op.limit]

    def _facts(self, patient: str) -> Iterator[tuple[str, Item]]:
        for fact in self._client.profile(patient).facts:
            yield fact.fact_id, _fact_item(patient, fact)

    def _said(self, patient: str) -> Iterator[tuple[str, Item]]:
        for event in self._client.events(patient, topics=[_UTTERANCE]):
            payload = json.loads(event.payload_json)
            value = {name: payload[name] for name in ("text", "agent_said", "turn_number") if payload.get(name)}
            at = _moment(event.recorded_at)
            yield (
                payload["request_id"],
                Item(value=value, key=event.event_id, namespace=(patient, SAID), created_at=at, updated_at=at),
            )


def _place(namespace: tuple[str, ...]) -> tuple[str, str]:
    """Patient and kind of a namespace. Raises ValueError for any other."""
    try:
        patient, kind = namespace
        UUID(patient)
    except ValueError:
        kind = ""
    if kind not in (SAID, FACTS):
        raise ValueError(f"A namespace is (patient id, {SAID!r}) or (patient id, {FACTS!r}).")
    return patient, kind


def _request_id(patient: str, key: str) -> str:
    """The request of a key: the same key again is the same utterance, not another one."""
    return str(uuid5(NAMESPACE_URL, f"anamnesis:langgraph:{patient}:{key}"))


def _fact_item(patient: str, fact: fact_pb2.Fact, score: float | None = None) -> SearchItem:
    at = _moment(fact.recorded_at)
    return SearchItem((patient, FACTS), fact.fact_id, fact_json(fact), at, at, score)


def _as_found(item: Item) -> SearchItem:
    return SearchItem(item.namespace, item.key, item.value, item.created_at, item.updated_at)


def _moment(timestamp: Timestamp) -> datetime:
    return timestamp.ToDatetime(UTC)


def _meets(namespace: tuple[str, ...], condition: MatchCondition) -> bool:
    path = condition.path
    if len(path) > len(namespace):
        return False
    part = namespace[: len(path)] if condition.match_type == "prefix" else namespace[len(namespace) - len(path) :]
    return all(wanted in ("*", given) for wanted, given in zip(path, part, strict=True))


def remember_node(client: AnamnesisClient, *, tokens: int = 0) -> RunnableLambda[Any, State]:
    """A node before the model: keeps the last human message and puts what it has to know into the state.

    It reads `messages` and `patient_id`, and writes `memory` (text for the prompt), `turn_number` and `understood`.
    """

    def remember(state: Any) -> State:
        messages: list[BaseMessage] = state["messages"]
        if not messages or not isinstance(messages[-1], HumanMessage):
            raise ValueError("The last message is not the patient's: put the node where a human message comes in.")
        before = next((one.text for one in reversed(messages[:-1]) if isinstance(one, AIMessage)), None)
        patient, said = state["patient_id"], messages[-1].text
        observed = client.observe(patient, said, agent_said=before or None, conversation_id=CONVERSATION)
        context = client.context(patient, said, token_budget=tokens)
        return {"memory": context.text, "turn_number": observed.turn_number, "understood": observed_json(observed)}

    return RunnableLambda(remember, name="remember")


def record_node(client: AnamnesisClient, *, model: str = "langgraph") -> RunnableLambda[Any, State]:
    """A node after the model: records the last AI message as the answer to the turn that `remember_node` kept."""

    def record(state: Any) -> State:
        last = state["messages"][-1]
        if not isinstance(last, AIMessage) or not last.text.strip():
            raise ValueError("The last message is not an answer: put the node where the model has answered.")
        recorded = client.record_answer(state["patient_id"], state["turn_number"], last.text, model=model)
        return {"facts_used": list(recorded.facts_used)}

    return RunnableLambda(record, name="record")
