"""What is asked of corrections: what was put right in this conversation, and what had been said before it was."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.answers.record.changes import difference_of, put_right
from agent.answers.record.known import numeric
from agent.answers.record.summary import spoke_of
from agent.answers.values.comparison import measured
from agent.words.sentences import sentence
from domain.events import SpokenReference
from domain.ledger import CORRECTED, RETRACTED, REVERTED, Fact
from domain.values import ANY, PATIENT, SERIES_SLOTS
from extraction.naming.mentions import Kind

_WITHDRAWN: Final = (CORRECTED, RETRACTED, REVERTED)
"""How a fact ends that was never true."""

_LAST_WORDS: Final = "just_told"
_OF_CARE: Final[tuple[Kind, ...]] = ("medications", "drug_classes", "labs", "vitals", "conditions", "allergens")


def _changed(consultation: Consultation) -> Part:
    """Each correction of this conversation, from what to what, else each of all; that there was none at all."""
    request = consultation.request
    of_something = request.slots or request.dates or request.concepts(*_OF_CARE)
    if of_something or consultation.situation.intent.name == _LAST_WORDS:
        # "What changed in my medicines this week?" asks of them, "what did I just tell you?" for the words.
        return Part()
    language = consultation.words.language
    withdrawn = [fact for fact in consultation.ledger.ended() if fact.ended in _WITHDRAWN]
    of_talk = [fact for fact in withdrawn if _is_of_talk(consultation, fact)]
    lines = [line for fact in of_talk or withdrawn if (line := _line(consultation, fact)).text]
    if not lines:
        return Part(sentence("put_right.nothing", language))
    head = sentence("put_right.head" if of_talk else "put_right.earlier", language)
    return joined((Part(head), *lines))


def _line(consultation: Consultation, fact: Fact) -> Part:
    match fact.ended:
        case "corrected" if (new := _successor(consultation, fact)) is not None:
            said = put_right(consultation, fact, new)
            return Part(f"- {said.text}", said.facts, (), _speaks_of(new))
        case "retracted":
            name = consultation.words.brief(fact)
            return Part(sentence("put_right.taken_out", consultation.words.language, name=name))
        case "reverted":
            name = consultation.words.brief(fact)
            return Part(sentence("put_right.taken_back", consultation.words.language, name=name))
        case _:
            return Part()


def _is_of_talk(consultation: Consultation, fact: Fact) -> bool:
    """Whether this conversation put the fact right, or told it and took it out."""
    lines, now = consultation.situation.view.tiers, consultation.situation.question.turn_number
    present, line = lines.line_of(now), lines.line_of(_turn_of_end(consultation, fact) or 0)
    return present is not None and line is not None and line.conversation_id == present.conversation_id


def _turn_of_end(consultation: Consultation, fact: Fact) -> int | None:
    """The turn that put the fact right; the one that told it, where no other fact says when it was taken out."""
    match fact.ended:
        case "corrected" if (new := _successor(consultation, fact)) is not None:
            return new.evidence[0].turn_number
        case "reverted" if old := consultation.ledger.facts.get(fact.supersedes[0] if fact.supersedes else ""):
            return old.evidence[-1].turn_number
        case _:
            return fact.evidence[0].turn_number


def _successor(consultation: Consultation, fact: Fact) -> Fact | None:
    return consultation.ledger.facts.get(fact.superseded_by or "")


def _said_before(consultation: Consultation) -> Part:
    """What was put right last of what is asked about, as it had been said, and what stands now."""
    meant = {one for name in consultation.request.tests for one in (name, *consultation.known.tests_named(name))}
    meant |= {one.entry.concept_id for one in consultation.request.subjects if one.entry.kind != "relatives"}
    pairs = [
        (old, new)
        for old in consultation.ledger.ended()
        if old.ended == CORRECTED
        and (new := _successor(consultation, old)) is not None
        and (not meant or not meant.isdisjoint((*_concepts(old), *_concepts(new))))
    ]
    if not pairs:
        return Part()
    turn = max(pairs, key=lambda pair: pair[1].version)[1].evidence[0].turn_number
    last = (pair for pair in pairs if pair[1].evidence[0].turn_number == turn)
    return joined(_beside(consultation, old, new) for old, new in last)


def _concepts(fact: Fact) -> Iterator[str]:
    yield from (fact.content.concept.concept_id, *fact.content.concept.broader)


def _beside(consultation: Consultation, old: Fact, new: Fact) -> Part:
    words = consultation.words
    if old.content.concept.concept_id == ANY or PATIENT not in (old.content.subject, new.content.subject):
        return Part()
    if old.content.slot in SERIES_SLOTS and numeric(old) is not None:
        slots = {"name": words.test(old.content), "before": words.measurement(old), "now": words.measurement(new)}
    elif old.content.concept.concept_id != new.content.concept.concept_id:
        slots = {"name": words.slot(old.content.slot), "before": words.brief(old), "now": words.brief(new)}
    else:
        before, _, now = difference_of(consultation, old, new).partition(" → ")
        slots = {"name": words.name(new.content), "before": before if now else words.brief(old)}
        slots["now"] = now or words.brief(new)
    text = sentence("put_right.before", words.language, **slots)
    return Part(text, (new.fact_id,), (), _speaks_of(new))


def _speaks_of(fact: Fact) -> tuple[SpokenReference, ...]:
    return measured(fact) if fact.content.slot in SERIES_SLOTS else spoke_of(fact.content.slot, (fact,))


COMPOSERS: Final[Mapping[str, Callable[[Consultation], Part]]] = MappingProxyType(
    {"changed": _changed, "said_before": _said_before}
)
"""The composers of the kinds of corrections."""
