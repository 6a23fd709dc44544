"""What a prompt needs beside the facts: what changed lately, what is open, and what to be careful of."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from agent.memory_lines import ContextLine, fact_text, pick
from agent.safety import red_flags, urgent_text
from agent.safety.whereabouts import country_of
from agent.skills.ports import Intent, Language, Question, Situation
from agent.words.wording import Dictionary
from domain.events import Recorded, SlotRecorded
from domain.ledger import Fact, local_day
from extraction.naming.mentions import ConceptRecogniser
from extraction.text.normalise import normalise
from projections.answers import GivenAnswer
from projections.markers import marker
from projections.patient_view import PatientView

LATELY: Final = timedelta(days=14)
"""How far back a change is told as one: two weeks, the usual time to a first follow-up (ours)."""
MOST_CHANGES: Final = 5
"""Changes that are told, the newest of them (ours)."""
JUST_SAID: Final = timedelta(days=1)
"""How old the last words may be to warn of an emergency: as old as a reading (agent/safety.py)."""


def ended_lately(view: PatientView, at: datetime) -> tuple[Fact, ...]:
    """Facts that were corrected, changed or withdrawn within two weeks before ``at``, the newest last."""
    ended = [
        (fact.ended_recorded_at, fact.version, fact)
        for fact in view.ledger.ended()
        if fact.ended_recorded_at is not None and at - LATELY <= fact.ended_recorded_at and marker(view.ledger, fact)
    ]
    return tuple(fact for *_, fact in sorted(ended, key=lambda one: one[:2])[-MOST_CHANGES:])


def notes(view: PatientView, at: datetime, language: str) -> Iterator[ContextLine]:
    """Changes, open disagreements, and the agent's own answers that no longer hold."""
    for fact in ended_lately(view, at):
        day = local_day(fact.ended_recorded_at or at, view.profile.time_zone)
        yield ContextLine(f"~ {marker(view.ledger, fact)} ({day})", _events(fact.ended_by, fact.event_id), "change")
    for fact_ids in view.ledger.disputes.values():
        sides = [view.ledger.facts[fact_id] for fact_id in fact_ids]
        asked = pick(("어느 것이 맞는지 환자에게 확인", "ask the patient which is right"), language)
        told = " | ".join(fact_text(fact, language) for fact in sides)
        yield ContextLine(f"? {asked}: {told}", _events(*(fact.event_id for fact in sides)), "question")
    yield from _stale_answers(view, language)


def alarm(
    view: PatientView, at: datetime, language: Language, lexicon: Dictionary, recogniser: ConceptRecogniser
) -> tuple[ContextLine, ...]:
    """The warning that what the patient said last may be an emergency; none for words of another day."""
    line = next(reversed(view.tiers.lines.values()), None)
    if line is None or at - line.said_at > JUST_SAID:
        return ()
    facts = [view.ledger.facts[fact_id] for fact_id in line.fact_ids]
    told = (
        SlotRecorded(fact_id=fact.fact_id, content=fact.content, evidence=fact.evidence[-1], said_at=line.said_at)
        for fact in facts
    )
    situation = Situation(
        question=Question(line.question, language, line.said_at, view.profile.time_zone, line.turn_number),
        intent=Intent("other", "simple", False, 0, 0),
        view=view,
        turn_events=tuple(Recorded(view.patient_id, 0, line.event_id, line.said_at, payload) for payload in told),
        hits=(),
    )
    flags = red_flags(situation, recogniser.find(normalise(line.question).text), lexicon)
    text = urgent_text(flags, language, view.profile.time_zone, country_of(view, situation.question))
    return (ContextLine(f"! {text}", (line.event_id,), "warning"),) if text else ()


def _stale_answers(view: PatientView, language: str) -> Iterator[ContextLine]:
    """Answers of the agent that rest on what was withdrawn since it last spoke, so that it can put them right."""
    own = [answer for answer in view.answers.given.values() if answer.agent is not None]
    for answer in own:
        stale = [view.ledger.facts[fact_id] for fact_id, _ in answer.invalidated if fact_id in view.ledger.facts]
        stale = [fact for fact in stale if not fact.current and (answer is own[-1] or _after(fact, own[-1]))]
        if stale:
            said = pick(("번 답변은 더 이상 맞지 않음", " no longer holds: tell the patient"), language)
            which = pick((f"#{answer.turn_number}", f"your answer #{answer.turn_number}"), language)
            why = " ".join(marker(view.ledger, fact) for fact in stale)
            ended = (fact.ended_by for fact in stale)
            yield ContextLine(f"! {which}{said} {why}", _events(answer.event_id, *ended), "warning")


def _after(fact: Fact, answer: GivenAnswer) -> bool:
    return fact.ended_recorded_at is not None and fact.ended_recorded_at >= answer.recorded_at


def _events(*event_ids: str | None) -> tuple[str, ...]:
    return tuple(dict.fromkeys(event_id for event_id in event_ids if event_id))
