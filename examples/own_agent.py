"""Memory for an agent of your own, in twelve lines. Start a server first: `anamnesis serve`."""

import os

from clients import AnamnesisClient


def my_model(question: str, memory: str) -> str:
    """Your own model goes here; this one only reads its prompt aloud."""
    return f"Before I answer {question!r}, this is what I know:\n{memory}"


with AnamnesisClient(os.environ.get("ANAMNESIS_ADDRESS", "127.0.0.1:50051")) as memory:
    patient = memory.register_patient(locale="en", time_zone="Europe/London")
    answer = None
    for said in ("I take warfarin, and my INR was 2.4 yesterday.", "Sorry, it was 3.4, not 2.4. Is that too high?"):
        turn = memory.observe(patient, said, agent_said=answer)
        for stale in turn.invalidated:
            print(f"(what I said in turn {stale.turn_number} no longer holds: {stale.reason})")
        answer = my_model(said, memory.context(patient, said).text)
        recorded = memory.record_answer(patient, turn.turn_number, answer, model="my-model")
        print(answer, f"[rests on {len(recorded.facts_used)} facts]", sep="\n")
