"""What another reader took for a fact, and a model says is none: lowered as far as the words bear out why."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from agent.understanding.contents import KINDS
from agent.understanding.contradicting import is_told_of
from agent.understanding.cues import cues
from agent.understanding.guards import Guards
from agent.understanding.merged import MOVING, STATING, Merged, states
from agent.understanding.referring import References
from agent.understanding.told import Told
from agent.understanding.verdicts import Verdict
from agent.understanding.words import Span, Words, numbers_of
from domain.ledger import Fact
from domain.proposals import Doubt, Operation, Proposal
from domain.reattribution import of_relative
from domain.targets import resolve
from domain.values import ANY, SERIES_SLOTS, Certainty, Concept, Content, Polarity, SlotKind, Status, Temporality
from extraction.text.lazy_regex import lazy_regex

LIMIT_REACH: Final = 16
"""Characters around a number, or before a name, in which words tell what it is or whose."""
_CLAUSE_ENDS: Final = lazy_regex(r"고[ ,]|는데|지만|[,;.]\s|\b(?:and|but)\b", re.IGNORECASE)
_KEPT_TO_THE_READER: Final = frozenset({SlotKind.ALLERGIES, SlotKind.DEMOGRAPHICS})
"""What a patient is and reacts to: put right by the reader, it stands whatever a model says."""
_OWN: Final = lazy_regex(r"(?:우리|저희|제|내|울)\s?$|\b(?:my|our)\s$", re.IGNORECASE)
_MYSELF: Final = lazy_regex(r"저는|제가|전\s|나는|내가|\b(?:i|my|me|i'm|i've)\b", re.IGNORECASE)


def lower(
    merged: Merged, told: Told, span: Span, guards: Guards, verdicts: Sequence[Verdict], others: Sequence[Told] = ()
) -> None:
    """Lower one reading of this utterance, as far as the words bear out why.

    ``verdicts`` are those upon the model's other operations: where they show that the words are told of another fact,
    a reader that took them for this one's is left out. ``others`` is all that the model tells.
    """
    label = told.target.strip().upper()
    read = guards.seen.reads.get(label)
    if read is not None and read not in merged.proposals and read.operation not in STATING:
        return
    if read is None or read not in merged.proposals:
        merged.refused.append(("target_not_read", "left_out"))
        return
    content = read.content
    touched = resolve(guards.ledger, read.target, content).facts if content is not None else ()
    told_of = is_told_of(touched, others, guards)
    # What moves nothing on record only tells something new.
    moves = read.operation in MOVING and bool(touched) and not told_of
    if moves and content is not None and content.slot not in _KEPT_TO_THE_READER:
        fate = _moved_wrongly(read, content, told, guards, verdicts, merged)
        if fate == "lowered":
            merged.refused.append(("not_stated_of_this", "lowered"))
            merged.drop(read)
            return
        if fate == "asked":
            # One question a message: beside another it is neither done nor asked.
            merged.refused.append(("not_stated_of_this", "left_out" if merged.asks else "asked"))
            if merged.asks:
                merged.drop(read)
            else:
                merged.replace(read, read.with_fields(doubt=Doubt.UNSURE_READING))
            return
    if _is_of_nothing_said(read, others, guards):
        merged.refused.append(("not_stated_of_this", "lowered" if merged.asks else "asked"))
        if merged.asks:
            merged.drop(read)
        else:
            merged.replace(read, read.with_fields(doubt=Doubt.UNSURE_READING))
        return
    if _moves_a_value_to_a_limit(read, told, guards) and not any(one.doubt is not None for one in merged.proposals):
        # The reader hears a value corrected where the words tell a goal: the patient knows, and a yes does it.
        merged.refused.append(("not_stated_goal", "asked"))
        merged.replace(read, read.with_fields(doubt=Doubt.UNSURE_READING))
        return
    if content is None or not states(read, guards.ledger) or content.slot is SlotKind.ALLERGIES:
        merged.refused.append(("reading_not_lowered", "left_out"))
        return
    known = guards.ledger.about(content.slot, content.concept.concept_id, content.subject)
    # "None at all" on record goes when one is told, and would stand again beside one that is not sure.
    known = known or guards.ledger.about(content.slot, ANY, content.subject)
    if known and content.slot not in SERIES_SLOTS:
        # It may be what changes a fact on record, and a model lowers nothing older than this message.
        merged.refused.append(("reading_of_the_record", "left_out"))
        return
    lowered, check = _lowered(read, content, told, span, guards, verdicts)
    merged.refused.append((check, "lowered"))
    merged.replace(read, lowered)


def _is_of_nothing_said(read: Proposal, told: Sequence[Told], guards: Guards) -> bool:
    """Whether a reader does something to a fact that the words do not name, and a model that tells what they do tells
    nothing of it.
    """
    content = read.content
    if read.operation in STATING or (content is not None and content.slot is SlotKind.ALLERGIES):
        return False
    touched = resolve(guards.ledger, read.target, content).facts
    references = References(guards.words, guards.seen, guards.ledger)
    if not touched or any(references.names(one) for one in touched) or is_told_of(touched, told, guards):
        return False
    facts = guards.seen.facts
    return any(one.do not in ("state", "not_stated") and one.target.strip().upper() in facts for one in told)


def _moved_wrongly(
    read: Proposal, content: Content, told: Told, guards: Guards, verdicts: Sequence[Verdict], merged: Merged
) -> str:
    """What becomes of a fact that a reader moves and a model says is not spoken of: "lowered", "asked" or ""."""
    words, concept = guards.words, content.concept
    named = words.names_of(concept)
    if named:
        # "25 -> 50, at night as before": what stays is not the dose.
        moved = _tells_both_ends(content, guards) or any(
            words.shows("change", concept, content.slot, place) for place in named
        )
        # Whose a relative's illness is may be put right while something else of them stays as it is.
        stays = content.slot is not SlotKind.FAMILY_HISTORY
        if stays and not moved and any(words.shows("same", concept, content.slot, place) for place in named):
            return "lowered"
        planned = told.because == "plan" and words.shows("plan", concept, content.slot, named[0])
        return "asked" if planned else ""
    several = bool(cues("both", words.text, 0, len(words.text)))
    return "lowered" if not several and _is_told_of_another(read, guards, verdicts, merged) else ""


def _tells_both_ends(content: Content, guards: Guards) -> bool:
    """Whether the words hold the dose on record beside the new one."""
    told, new = numbers_of(guards.words.text), numbers_of(content.dose or "")
    known = guards.ledger.about(content.slot, content.concept.concept_id, content.subject)
    old = [numbers_of(fact.content.dose or "") for fact in known]
    return bool(new) and new <= told and any(one and one <= told and one != new for one in old)


def _is_told_of_another(read: Proposal, guards: Guards, verdicts: Sequence[Verdict], merged: Merged) -> bool:
    """Whether a model tells the same words of another fact, which they mean, and that is what becomes of that fact."""
    words, place = guards.words, guards.words.place(read.quote)
    references = References(words, guards.seen, guards.ledger)
    for verdict in verdicts:
        fact, span = verdict.fact, words.place(verdict.told.quote)
        if fact is None or span is None or place is None or verdict.told.do == "state":
            continue
        if read.content is not None and fact.content.concept == read.content.concept:
            continue
        named = words.names_of(fact.content.concept)
        if named and not any(words.sentence(one) == words.sentence(place) for one in named):
            # What another sentence names is not what this one is told of, however long the quote.
            continue
        stays = any(_moves(one, fact) for one in merged.proposals if one is not read)
        covered = span[0] <= place[0] and place[1] <= span[1]
        left = numbers_of(read.quote) & numbers_of(fact.content.dose or "")
        if stays and (covered or left) and (references.means(fact) or references.means_by_dose(fact)):
            return True
    return False


def _moves(read: Proposal, fact: Fact) -> bool:
    """Whether it is done to this fact, without a question."""
    if read.doubt is not None or read.operation in STATING:
        return False
    concept = read.content.concept.concept_id if read.content is not None else read.target and read.target.concept_id
    return concept == fact.content.concept.concept_id


def _lowered(
    read: Proposal, content: Content, told: Told, span: Span, guards: Guards, verdicts: Sequence[Verdict]
) -> tuple[Proposal, str]:
    """A reading as what it really is, where the words show that, or else as uncertain."""
    words, because = guards.words, told.because
    uncertain = read.with_fields(content=content.with_fields(certainty=Certainty.UNCERTAIN))
    if (because == "goal" and _is_a_limit(read, words)) or (because == "question" and words.is_asked(span)):
        return read.with_fields(operation=Operation.MENTION), f"not_stated_{because}"
    if because == "plan" and content.slot in (SlotKind.MEDICATIONS, SlotKind.PROCEDURES):
        if words.shows("plan", content.concept, content.slot, span):
            planned = content.with_fields(temporality=Temporality.FUTURE, status=Status.PLANNED)
            return read.with_fields(content=planned), "not_stated_plan"
    relative = _told_of(content.concept, words) if because == "other_person" and _is_known(content, guards) else None
    if relative is not None:
        theirs = of_relative(content, relative)
        if theirs is not None:
            return read.with_fields(content=theirs), "not_stated_other_person"
    guessed = content.certainty is Certainty.UNCERTAIN and content.polarity is not Polarity.NEGATED
    if guessed and _is_told_as_something_else(read, verdicts, words):
        # What one reader guesses and the other tells as another fact is none; without that other it stays a guess.
        return read.with_fields(operation=Operation.MENTION), "not_stated_guess"
    return uncertain, "not_stated"


def _is_told_as_something_else(read: Proposal, verdicts: Sequence[Verdict], words: Words) -> bool:
    """Whether a model tells a fact of its own by these very words."""
    place = words.place(read.quote)
    told = [words.place(one.told.name) for one in verdicts if one.proposal is not None and one.told.name.strip()]
    return place is not None and any(one is not None and one[0] < place[1] and place[0] < one[1] for one in told)


def _is_known(content: Content, guards: Guards) -> bool:
    """Whether the lexicon knows what is told: of a piece of a sentence nobody knows whose it is."""
    return any(guards.lexicon.find(table, content.concept.concept_id) for table in KINDS.get(content.slot, ()))


def _moves_a_value_to_a_limit(read: Proposal, told: Told, guards: Guards) -> bool:
    """Whether a reading puts what is told as a goal or a limit in the place of one measured value on record."""
    content = read.content
    if content is None or content.slot not in SERIES_SLOTS or read.operation not in MOVING or told.because != "goal":
        return False
    return len(resolve(guards.ledger, read.target, content).facts) == 1 and _is_a_limit(read, guards.words)


def _is_a_limit(read: Proposal, words: Words) -> bool:
    """Whether the number of a reading is told as a goal or a limit, in the words around that very number."""
    place = words.place(read.quote)
    for figure in words.figures_in(place) if place is not None else ():
        before = words.text[max(0, figure.start - LIMIT_REACH) : figure.start]
        after = _CLAUSE_ENDS.split(words.text[figure.end : figure.end + LIMIT_REACH])[0]
        near = f"{_CLAUSE_ENDS.split(before)[-1]} {after}"
        if cues("goal", near, 0, len(near)):
            return True
    return False


def _told_of(concept: Concept, words: Words) -> str | None:
    """The relative of the speaker's ("my father's stroke") named right before a concept, with nobody else between.

    "Father" alone may be the patient, for whom somebody else speaks.
    """
    for start, _ in words.names_of(concept):
        for one in words.sheet.mentions:
            between = words.text[one.end : start]
            near = one.entry.kind == "relatives" and one.end <= start and len(between) <= LIMIT_REACH
            near = near and _OWN.search(words.text[max(0, one.start - 6) : one.start]) is not None
            if near and not _MYSELF.search(between) and not _CLAUSE_ENDS.search(between):
                return one.entry.concept_id
    return None
