"""What is asked of illnesses that were told: the patient's own, whether there is one, and those in the family."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.answers.recollected.meant import entries_named, entry_name, facts_meant, in_mind, is_of, withdrawn
from agent.answers.recollected.of_medicines import list_of
from agent.answers.record.changes import turn_changes
from agent.answers.record.summary import spoke_of
from agent.words.sentences import sentence
from domain.ledger import Fact
from domain.values import ANY, PATIENT, Polarity, SlotKind, Status
from extraction.naming.mentions import Entry, Kind
from extraction.text.lazy_regex import lazy_regex

_ILLNESSES: Final[tuple[Kind, ...]] = ("conditions", "symptoms")
_FELT: Final = (SlotKind.CONDITIONS, SlotKind.SYMPTOMS)
_NOBODY: Final = frozenset({"family", PATIENT})
"""Whose an illness in the family is that was told of nobody in particular."""
_SPEAKER: Final = lazy_regex(
    r"\bi\b|\bi'?(?:ve|m)\b|\bmyself\b|(?<![가-힣])(?:제가|내가|저[는도한]?|나[는도한]?|저에게|본인)", re.IGNORECASE
)
"""Whoever speaks asks of himself, though a relative is named: "my wife is asking if I have it"."""
_OF_RECORD: Final = frozenset({"lookup", "summary", "knowledge", "acknowledge"})
"""Intents of words that no other composer judges an illness by."""
_OVER: Final = frozenset({Status.RESOLVED, Status.REMISSION, Status.STOPPED})


def _have(consultation: Consultation) -> Part:
    """Yes or no to each illness named; without a name to the one just spoken of."""
    named = entries_named(consultation, *_ILLNESSES)
    if not named:
        meant = facts_meant(consultation, SlotKind.CONDITIONS)
        return joined(_whether(consultation, fact) for fact in meant)
    relatives = {one.concept_id for one in entries_named(consultation, "relatives")}
    theirs = _relatives_with(consultation, {one.concept_id for one in named}) if relatives else ()
    if of_them := [fact for fact in theirs if fact.content.subject in relatives]:
        return joined(Part(_relative_has(consultation, fact), (fact.fact_id,)) for fact in of_them)
    if relatives and _SPEAKER.search(consultation.request.text) is None:
        return Part()
    return joined(_whether_entry(consultation, one) for one in named)


def _whether_entry(consultation: Consultation, entry: Entry) -> Part:
    known = consultation.known
    own = [fact for slot in _FELT for fact in known.own(slot) if is_of(fact, {entry.concept_id})]
    if own:
        held = [one for one in own if known.is_in_force(one)] or own[-1:]
        return joined(_whether(consultation, fact) for fact in held)
    if any(fact.content.concept.concept_id in entry.broader for slot in _FELT for fact in known.own(slot)):
        # "Type 2?" of a diabetes without its type is neither yes nor no.
        return Part()
    kin = [fact for slot in _FELT for fact in known.own(slot) if _is_called_by(fact, entry)]
    if kin:
        return joined(_whether(consultation, fact) for fact in kin)
    language, name = consultation.words.language, entry_name(consultation, entry)
    gone = next((one for slot in _FELT if (one := withdrawn(consultation, slot, {entry.concept_id}))), None)
    relatives = _relatives_with(consultation, {entry.concept_id})
    if relatives:
        listed = ", ".join(consultation.words.brief(fact) for fact in relatives)
        said = sentence("own.relatives_only", language, listed=listed)
        return Part(said, tuple(fact.fact_id for fact in relatives))
    if gone is not None:
        return Part(sentence("own.taken_off", language, name=name))
    if _tells(consultation) or consultation.situation.intent.name not in _OF_RECORD:
        # "I have had a cough for a week, do I have pneumonia?", "Does that mean I have diabetes?" ask for no record.
        return Part()
    return Part(sentence("own.no_illness", language, name=name))


def _still_having(consultation: Consultation) -> Part:
    """Whether a complaint goes on by what was told of it, and since when; without a name the one told last."""
    words, language, known = consultation.words, consultation.words.language, consultation.known
    said = []
    for fact in facts_meant(consultation, SlotKind.SYMPTOMS, "symptoms", "conditions"):
        since, name = fact.content.valid_from, words.name(fact.content)
        if known.is_in_force(fact):
            key = "goes_on.since" if since else "goes_on.so"
            text = sentence(key, language, name=name, day=words.date(since) if since else "")
        elif fact.content.status in _OVER or fact.content.polarity is Polarity.NEGATED:
            text = sentence("goes_on.over", language, name=name)
        else:
            continue
        said.append(Part(text, (fact.fact_id,), (), spoke_of(fact.content.slot, (fact,))))
    return joined(said)


def _tells(consultation: Consultation) -> bool:
    changes = turn_changes(consultation)
    return bool(changes.recorded or changes.reaffirmed or changes.corrective or changes.open)


def _is_called_by(fact: Fact, entry: Entry) -> bool:
    """Whether the name on record holds the name asked for: "glaucoma suspect" of a glaucoma."""
    return entry.name.casefold() in fact.content.concept.name.casefold()


def _whether(consultation: Consultation, fact: Fact) -> Part:
    words, language, content = consultation.words, consultation.words.language, fact.content
    known, name, since = consultation.known, words.name(content), content.valid_from
    day = words.date(since) if since else ""
    if known.is_in_force(fact):
        said = sentence("own.has_it_since" if since else "own.has_it", language, name=name, day=day)
    elif content.polarity is Polarity.NEGATED:
        said = sentence("own.denied", language, name=name)
    elif fact in known.suspected(content.slot):
        said = sentence("own.suspected", language, name=name)
    elif content.status in _OVER:
        said = sentence("own.had_it", language, brief=words.brief(fact))
    else:
        said = sentence("own.unsure", language, brief=words.brief(fact))
    return Part(said, (fact.fact_id,), (), spoke_of(content.slot, (fact,)))


def _family(consultation: Consultation) -> Part:
    """All illnesses of relatives, or that none was told."""
    words, told = consultation.words, _relatives_with(consultation)
    if not told:
        return Part(sentence("own.no_family", words.language))
    lines = "\n".join(f"- {words.brief(fact)}" for fact in told)
    return Part(f"{words.slot(SlotKind.FAMILY_HISTORY)}:\n{lines}", tuple(fact.fact_id for fact in told))


def _who_has(consultation: Consultation) -> Part:
    """The relatives who have the illness named; without a name those who were just told of."""
    language = consultation.words.language
    named = entries_named(consultation, *_ILLNESSES)
    told = _relatives_with(consultation)
    found = _relatives_with(consultation, {one.concept_id for one in named}) if named else in_mind(consultation, told)
    if found:
        return joined(Part(_relative_has(consultation, fact), (fact.fact_id,)) for fact in found)
    names = [entry_name(consultation, one) for one in named]
    return joined(Part(sentence("own.nobody_has", language, illness=one)) for one in names)


def _relative_has(consultation: Consultation, fact: Fact) -> str:
    return sentence("own.relative_has", consultation.words.language, told=consultation.words.brief(fact))


def _relatives_with(consultation: Consultation, concept_ids: set[str] | None = None) -> tuple[Fact, ...]:
    """What is on record of relatives: of these concepts, else all of it; each with the one who has it, where told."""
    found = tuple(
        fact
        for slot in (SlotKind.FAMILY_HISTORY, *_FELT)
        for fact in consultation.ledger.current(slot)
        if (fact.content.subject != PATIENT or slot is SlotKind.FAMILY_HISTORY)
        and fact.content.concept.concept_id != ANY
        and fact.content.polarity is Polarity.AFFIRMED
        and (concept_ids is None or is_of(fact, concept_ids))
    )
    known_by = {fact.content.concept.concept_id for fact in found if fact.content.subject not in _NOBODY}
    return tuple(
        fact for fact in found if fact.content.subject not in _NOBODY or fact.content.concept.concept_id not in known_by
    )


COMPOSERS: Final[Mapping[str, Callable[[Consultation], Part]]] = MappingProxyType(
    {
        "conditions": lambda consultation: list_of(consultation, SlotKind.CONDITIONS),
        "have": _have,
        "still_having": _still_having,
        "family": _family,
        "who_has": _who_has,
    }
)
"""The composers of the kinds of illnesses."""
