"""What is said beside the days that were asked for, where the same words ask of something else, too."""

from __future__ import annotations

from dataclasses import replace

from agent.answers.asking.asks import asks_in
from agent.answers.consultation import Consultation
from agent.answers.events.account import EventsTold
from agent.answers.leading import is_fallback
from agent.answers.part import Part, joined
from agent.answers.remembered.own_words import in_own_words
from agent.skills.besides import said_besides


def with_other_asks(consultation: Consultation, events: EventsTold) -> Part:
    """The account of the days, with what is on record of values or medicines that are asked about beside them.

    What the record says of the event itself is left out: it holds no days of it.
    """
    request = consultation.request
    if events.is_of_doses:
        # Whoever asks when a vaccination was may ask whether another is due: a passage that answers that stays.
        return joined((events.account, *(_quotes(said_besides(consultation, (), led=False)))))
    if len(asks_in(request)) < 2:
        return events.account
    said = said_besides(consultation, (), led=True) if request.tests else Part()
    lines = [line for line in said.text.split("\n") if not any(one.words.search(line) for one in events.kinds)]
    if said.citations or is_fallback(consultation, said):
        lines = []
    told = joined((events.account, replace(said, text="\n".join(lines), citations=())))
    of_others = bool(request.tests or request.concepts("medications", "drug_classes")) or any(
        one.entry.kind in ("symptoms", "conditions")
        and not any(kind.words.search(request.plain[one.start : one.end]) for kind in events.kinds)
        for one in request.mentions
    )
    answered = () if of_others else events.turns
    return joined((told, in_own_words(consultation, told, nothing_found=False, answered=answered).part))


def _quotes(said: Part) -> tuple[Part, ...]:
    """The quoted passages of an answer alone."""
    lines = [line for line in said.text.split("\n") if any(f"[{one.document_id}]" in line for one in said.citations)]
    return (Part("\n".join(lines), (), said.citations),) if lines else ()
