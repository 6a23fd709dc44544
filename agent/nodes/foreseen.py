"""What cannot wait is foreseen: whether the rules will answer a turn with an alarm, before any model is asked.

Words that alarm by themselves are known at once (:func:`agent.safety.sounds`). An alarm told before and told of again
("it's still there", "can't it wait till morning?"), and a value or a symptom that alarms as a fact, show only in the
rules' answer over the record with this turn in it: so that is made first, and nothing of it is saved.
"""

from __future__ import annotations

from agent.agents_words import with_agents_words
from agent.injection import believed
from agent.memoryless import heard, seen
from agent.nodes.situation import situation_of
from agent.nodes.store import shown_events
from agent.ports import Ports
from agent.record_of_kin import for_whom_is_asked
from agent.state import TurnState
from agent.understanding.replies import with_reply
from domain.commands import RecordExtraction
from domain.events import Recorded, event_id_at
from domain.patient import PatientState, decide
from extraction.port import Reading


async def foresees_urgency(state: TurnState, ports: Ports) -> bool:
    """Whether the rules alone would send to care; ``state`` holds what they read and what they take it to ask."""
    told = await ports.work(lambda: _as_if_saved(state, ports))
    draft = await ports.asked(ports.twins.answer, lambda: ports.twins.answer.answer(situation_of(told)))
    return draft.urgent


def _as_if_saved(state: TurnState, ports: Ports) -> TurnState:
    """The state as it would be after save 2 if no model had been asked."""
    question, profile = state["question"], state["profile"]
    events = state["turn_events"] if state["extracted"] else _decided(state, ports)
    view = state["view"]
    if not state["extracted"] and events:
        view = view.copy()
        for event in events:
            view.apply(event)
    shown = shown_events(events)
    known = for_whom_is_asked(
        seen(with_agents_words(view, question, ports.recogniser), profile, shown), question, ports.recogniser
    )
    return {**state, "view": view, "known": known, "turn_events": shown, "heard": heard(view, profile, shown)}


def _decided(state: TurnState, ports: Ports) -> tuple[Recorded, ...]:
    """The events that the rules' reading would become; none for a question that is put to memory and is no turn."""
    question, reading, now = state["question"], state["reading"], ports.clock()

    def decided(patient: PatientState) -> tuple[Recorded, ...]:
        turn = patient.turns.get(question.turn_number)
        if turn is None or turn.extracted:
            return ()
        answered: Reading = with_reply(reading, patient.asked_by(question.turn_number - 1), question.text)
        command = RecordExtraction(
            request_id=state["request_id"],
            patient_id=state["patient_id"],
            now=now,
            actor=state["actor"],
            turn_number=question.turn_number,
            proposals=believed(answered, question.text).proposals,
            extractors=reading.extractors,
        )
        return tuple(
            Recorded(state["patient_id"], version, event_id_at(state["patient_id"], version), now, payload)
            for version, payload in enumerate(decide(patient, command), start=patient.version + 1)
        )

    return ports.records.inspect(state["patient_id"], decided)
