"""A fact that was withdrawn and is asked back: it stands in no list of facts, so it is found by its name."""

from __future__ import annotations

from agent.understanding.contents import KINDS
from agent.understanding.cues import cues
from agent.understanding.guards import Guards
from agent.understanding.told import Told
from agent.understanding.verdicts import Trial, Verdict
from agent.understanding.words import Span
from domain.ledger import RETRACTED, Fact
from domain.proposals import Operation
from domain.values import PATIENT
from extraction.text.normalise import fold


def put_back(guards: Guards, told: Told, span: Span) -> Verdict:
    """What becomes of a withdrawal that a model hears undone: the only fact of that name that was withdrawn and stands
    nowhere since is told again, where the words show it and they, or what was said right before them, name it.
    """
    trial = Trial(told, span, guards.words, guards.extractor)
    shown = bool(cues("revert", guards.words.text, *guards.words.sentence(span)))
    found = [one for one in _withdrawn(guards) if _is_named(one, guards, told)]
    if not shown or len(found) != 1:
        return trial.left_out("target_unknown")
    trial.fact = found[0]
    trial.doubt("only_asked", guards.words.is_asked(span))
    return trial.proposed(Operation.ASSERT, found[0].content)


def _withdrawn(guards: Guards) -> list[Fact]:
    """The last of each concept of the patient's own that was withdrawn, where none of it is current."""
    last = {
        (one.content.slot, one.content.concept.concept_id): one
        for one in sorted(guards.ledger.facts.values(), key=lambda each: each.version)
        if one.content.subject == PATIENT and (one.ended == RETRACTED or one.current)
    }
    return [one for one in last.values() if one.ended == RETRACTED]


def _is_named(fact: Fact, guards: Guards, told: Told) -> bool:
    concept = fact.content.concept
    if guards.words.names_of(concept):
        return True
    said = fold(guards.seen.answer)
    known = guards.lexicon.by_name(told.name, KINDS.get(fact.content.slot, ())) if told.name.strip() else None
    meant = known is not None and known.concept_id == concept.concept_id
    return meant and any(fold(one) in said for one in (told.name, concept.name, concept.display or concept.name))
