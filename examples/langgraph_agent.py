"""A LangGraph agent with memory: a node that remembers before the model, and one that records after it."""

import os
from typing import Any, TypedDict

from langchain_core.messages import AIMessage, HumanMessage
from langgraph.graph import END, START, StateGraph

from clients import AnamnesisClient
from clients.adapters.langgraph_memory import AnamnesisStore, record_node, remember_node


class State(TypedDict, total=False):
    """What the nodes hand on."""

    messages: list[Any]
    patient_id: str
    memory: str
    turn_number: int


def model(state: State) -> State:
    """Your own model goes here; this one only reads its prompt aloud."""
    return {"messages": [*state["messages"], AIMessage(f"I know:\n{state['memory']}")]}


with AnamnesisClient(os.environ.get("ANAMNESIS_ADDRESS", "127.0.0.1:50051")) as client:
    graph = StateGraph(State)
    graph.add_node("remember", remember_node(client))
    graph.add_node("model", model)
    graph.add_node("record", record_node(client))
    for before, after in ((START, "remember"), ("remember", "model"), ("model", "record"), ("record", END)):
        graph.add_edge(before, after)
    agent = graph.compile(store=AnamnesisStore(client))

    patient = client.register_patient(locale="en", time_zone="Europe/London")
    state = agent.invoke({"messages": [HumanMessage("I take metformin 500 mg twice a day.")], "patient_id": patient})
    state = agent.invoke({"messages": [HumanMessage("They raised it to 1000 mg.")], "patient_id": patient})
    print(state["messages"][-1].text)
    print(client.explain(patient, 1).verified)
