"""What an answer, its judge and the next query may rest on, as the turn stands."""

from __future__ import annotations

from math import inf

from agent.skills.ports import Situation
from agent.state import TurnState
from extraction.reading.understanding import UNLIKE


def situation_of(state: TurnState) -> Situation:
    """The situation at this point of the turn."""
    history = state["history"]
    reading = state.get("reading")
    understood = reading.understanding if reading is not None else None
    return Situation(
        question=state["question"],
        intent=state["intent"],
        view=state["known"],
        turn_events=state["heard"],
        hits=state["hits"],
        iteration=state["iteration"],
        missing=history[-1]["quality"].missing if history else (),
        context=state.get("context"),
        feedback=history[-1]["quality"].reason if history else "",
        ruled=state.get("ruled"),
        urgent=understood is not None and understood.red_flag,
        urgency=understood.urgency if understood is not None else inf,
        at_once=understood.at_once if understood is not None else inf,
        likeness=understood.likeness if understood is not None else UNLIKE,
        calm=understood is not None and understood.calm,
    )
