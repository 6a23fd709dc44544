"""The medicines, foods and habits that a turn names, weighed against the record before anything else is answered.

Whatever kind of question a turn asks, what is asked about, offered, bought or told now is held against the medicines,
allergies, illnesses and values on record, and against what else the words name; a clear no comes first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.medicines.concerns import allergies_asked, conditions_asked
from agent.answers.part import Part, joined
from agent.safety.allergies import conflicting_allergies, meets, shared_parts
from agent.safety.beside_limits import limit_sentence, limit_verdict, limited
from agent.safety.cautions import Met, cautions, may_hold
from agent.safety.doubtful import doubted_medicines
from agent.safety.medicine_warnings import reason
from agent.safety.newly_told import newly_against
from agent.safety.standing_pairs import AGAINST_CLOTS, is_beside_prescribed, is_meant_together, is_new_danger
from agent.safety.states_told import named_states, states_told
from agent.safety.substances import Named, substances_in
from agent.safety.tables import table
from agent.safety.taking import ENDS, GETS, is_begun, is_long_taken, means_own, taken_before, takes_now
from agent.safety.whose import is_dropped, is_of_another, tells_reaction
from agent.words.sentences import sentence
from agent.words.wording import lookup
from domain.events import SlotChanged, SlotCorrected, SlotReaffirmed, SlotRecorded, SlotRetracted
from domain.ledger import Fact
from domain.values import PATIENT, SlotKind, Status
from extraction.naming.mentions import Entry
from extraction.text.lazy_regex import lazy_regex

_MEDICINES: Final = ("medications", "drug_classes")
_GENERAL: Final = frozenset(
    {"antibiotic", "analgesic", "antihypertensive", "antidiabetic", "supplement", "vitamin", "anticoagulant",
     "anticancer_drug", "herbal_medicine", "antidepressant", "steroid", "cold_medicine", "health_juice"}
)  # fmt: skip
"""Classes too wide for a no of their own when nothing narrower is named."""
FREELY_STOPPED: Final = frozenset(
    {"nsaid", "decongestant", "antihistamine", "cold_medicine", "supplement", "herbal_medicine", "antitussive",
     "cough_medicine", "antacid", "laxative", "prochlorperazine", "metoclopramide", "domperidone", "social",
     "erectile_dysfunction_drug", "dapoxetine", "weight_loss_drug", "antidiarrheal", "antispasmodic", "triptan",
     "acetaminophen_caffeine_combination"}
)  # fmt: skip
"""What is taken as needed: to leave it out until somebody has confirmed it is no danger of its own."""
_ASKS: Final = ("question", "permission", "request", "judge", "obligation", "advice")
_LEAVE: Final = lazy_regex(
    r"\b(?:all right|alright|ok|okay|allowed|safe) (?:to|taking|having|with|together)\b"
    r"|\bgo together\b|any (?:harm|bother"
    r"|good) ",
    re.IGNORECASE,
)
_TOGETHER: Final = lazy_regex(r"\b(?:together|both|mix(?:ed|ing)?|combine[ds]?|with each other)\b|같이|함께|섞|둘\s?다")
"""Words that ask of medicines that are all told in the same breath whether they go together."""
_OF_RECORD: Final = frozenset(
    {"lookup", "summary", "values", "audit", "since", "recall", "again", "form", "handover", "why", "others", "total"}
)
"""Intents that ask what is on record: naming a medicine there asks no leave to take it."""
WARNINGS: Final = ("주의:", "Caution:")
"""How the sentence of a warning begins."""
_LATELY: Final = 3
"""Turns for which a warning is not said again unless it is asked about."""
_YES_OR_NO: Final = lazy_regex(
    r"도\s?(?:되|돼|괜찮)|되(?:나|죠|지|겠)|될까|까요?\s?\??$|(?:\b(?:can|may|could|should|shall|is it"
    r"|any bother|any use"
    r"|allowed|all right|alright|ok(?:ay)?|safe)\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Weighed:
    """What stands against one thing that was named: allergies, cautions, and whether the patient takes it already."""

    entry: Entry
    allergies: tuple[Fact, ...]
    met: tuple[Met, ...]
    taken: bool
    newly: bool = False
    """Whether it was no danger until this turn told of an illness or an allergy."""

    @property
    def is_grave(self) -> bool:
        """Whether it is to be left out until it is confirmed, not only asked about or taken at another hour."""
        return bool(self.allergies) or any(one.caution.is_grave for one in self.met)

    @property
    def is_optional(self) -> bool:
        """Whether to leave it out is no danger of its own."""
        return is_optional(self.entry)


def weighed(consultation: Consultation) -> Part:
    """The warnings that come first; empty where nothing that the turn names meets anything."""
    said: dict[tuple[str, ...], list[Weighed]] = {}
    for one in weighings(consultation):
        # Foods and habits that do the same are told of in one breath.
        key = _harms(one) if one.entry.kind == "social" else (one.entry.concept_id,)
        said.setdefault(key, []).append(one)
    return joined(_told(consultation, group[0], group) for group in said.values())


def _harms(one: Weighed) -> tuple[str, ...]:
    return ("", str(one.taken), *sorted({met.caution.harm for met in one.met}))


def weighings(consultation: Consultation) -> tuple[Weighed, ...]:
    """What the turn names that meets something, the gravest first."""
    request = consultation.request
    named = named_things(consultation)
    taken, fresh = taken_before(consultation), _told_now(consultation)
    leave = asks_leave(consultation)
    if consultation.situation.intent.name == "handover" and not request.has("permission"):
        return ()
    of_record = consultation.situation.intent.name in _OF_RECORD and not leave
    asks = (leave or request.has(*_ASKS)) and not of_record
    together = leave and _TOGETHER.search(request.text) is not None and all(one.concept_id in fresh for one in named)
    if consultation.situation.intent.name == "why_changed":
        # What speaks against the old dose is the likely reason for the new one, which is told with it.
        named = tuple(one for one in named if one.concept_id not in taken)
    got = not of_record and GETS.search(request.text) is not None
    asked_or_told = [one for one in named if asks or got or one.concept_id in fresh or one.kind == "social"]
    # Of a pair the newer one is told: what is taken already is not what to leave out.
    things = sorted(
        asked_or_told, key=lambda one: (one.concept_id in taken, one.kind != "social", not is_optional(one))
    )
    against = newly_against(consultation, facts_now(consultation))
    if not things and not against:
        return ()
    conditions = (
        *conditions_asked(request, consultation.words.dictionary),
        *named_states(request.text),
        *states_told(consultation.situation.view, consultation.words.dictionary),
    )
    found: list[Weighed] = []
    doubted = {fact.fact_id for fact, _ in doubted_medicines(consultation.known, consultation.situation.view)}
    all_met = [one for one in cautions(consultation.known, things, conditions) if not _is_doubted(one, doubted)]
    all_met = [one for one in all_met if not is_meant_together(one, taken | fresh)]
    for entry in things:
        met = tuple(_each_reason(consultation, (one for one in all_met if _is_of(one, entry))))
        takes = entry.concept_id in taken or takes_now(request, entry, fresh, leave=leave)
        if entry.concept_id in taken and not request.has("permission", "judge", "obligation"):
            met = tuple(one for one in met if _is_new(one, taken, fresh))
        elif takes and entry.concept_id in fresh and not is_optional(entry) and not together:
            begun = is_begun(consultation, entry)
            met = tuple(one for one in met if is_beside_prescribed(one) or (begun and is_new_danger(one, taken, fresh)))
        if takes and AGAINST_CLOTS in entry.broader:
            met = tuple(one for one in met if one.caution.harm not in _OF_PAINKILLERS and not _is_of_age(one))
        allergies = _allergies(consultation, entry)
        if met or allergies:
            found.append(Weighed(entry, allergies, met, takes))
    weighed_already = {one.entry.concept_id for one in found}
    for entry, allergies, met in against:
        if entry.concept_id not in weighed_already | fresh:
            found.append(Weighed(entry, allergies, met, taken=True, newly=True))
    return tuple(sorted(found, key=lambda one: not one.is_grave))


def asks_leave(consultation: Consultation) -> bool:
    """Whether it is asked if something may be taken or done: by the words' form, or as the reader hears it."""
    request, heard = consultation.request, consultation.situation.question.asking
    by_form = request.has("permission", "obligation", "advice") or _LEAVE.search(request.text) is not None
    return by_form or (heard is not None and heard.op == "permission" and heard.asks > 0)


def medicines_weighed(consultation: Consultation) -> frozenset[str]:
    """The ids of what was warned of and of what it meets, the former with their classes."""
    found = weighings(consultation)
    ids = {each for one in found for each in (one.entry.concept_id, *one.entry.broader)}
    against = [met.against for one in found for met in one.met]
    return frozenset(
        ids | {each.concept_id if isinstance(each, Entry) else each.content.concept.concept_id for each in against}
    )


def named_things(consultation: Consultation) -> tuple[Entry, ...]:
    """The medicines and substances that are the patient's to take, as far as the words tell; narrow ones first."""
    request, view = consultation.request, consultation.situation.view
    causes = {each.concept_id for each in allergies_asked(request)} | _allergens_told(consultation)
    ended = _ended(consultation) | _of_relatives(consultation)
    text = request.plain or request.text
    spans = [Named(one.entry, one.start, one.end) for one in request.mentions if one.entry.kind in _MEDICINES]
    spans += [one for one in substances_in(text, consultation.words.dictionary) if not _is_held(one, spans)]
    kept: dict[str, Entry] = {}
    for one in spans:
        if one.entry.concept_id in causes | ended or is_of_another(text, one.start, one.end, view):
            continue
        if tells_reaction(text, one.end) and not request.has("permission"):
            continue
        if not is_dropped(text, one.start, one.end):
            kept[one.entry.concept_id] = one.entry
    kept = {each: entry for each, entry in kept.items() if not means_own(consultation, entry)}
    narrow = [entry for entry in kept.values() if entry.concept_id not in _GENERAL]
    covered = {each for entry in narrow for each in entry.broader}
    wide = [entry for entry in kept.values() if entry.concept_id in _GENERAL and entry.concept_id not in covered]
    return tuple(narrow or wide)


def _is_held(one: Named, products: Sequence[Named]) -> bool:
    """Whether a substance is read from the very words of a product that the lexicon knows to hold it."""
    return any(each.start < one.end and one.start < each.end and may_hold(each.entry, one.entry) for each in products)


def _allergens_told(consultation: Consultation) -> set[str]:
    """What this turn told an allergy to: it is the cause of a reaction, not a medicine to be taken."""
    return {
        fact.content.concept.concept_id for fact in facts_now(consultation) if fact.content.slot is SlotKind.ALLERGIES
    }


def _ended(consultation: Consultation) -> set[str]:
    """Medicines on record as stopped, and those that an allergy told now is to: neither is weighed as
    something new.
    """
    own = consultation.known.own(SlotKind.MEDICATIONS)
    # "They gave me diazepam" may be read as over; what was got just now is not, unless the words end it.
    got = GETS.search(consultation.request.text) and not ENDS.search(consultation.request.text)
    now = {fact.fact_id for fact in facts_now(consultation)} if got else set()
    stopped = {
        fact.content.concept.concept_id
        for fact in own
        if fact.content.status is Status.STOPPED and fact.fact_id not in now
    }
    stopped |= _withdrawn(consultation)
    if consultation.request.has("permission"):
        return stopped
    dictionary = consultation.words.dictionary
    told = _allergens_told(consultation)
    reacted = {
        one.entry.concept_id
        for one in consultation.request.mentions
        if one.entry.kind in _MEDICINES and any(meets(dictionary, one.entry, each) for each in told)
    }
    return stopped | reacted


def _withdrawn(consultation: Consultation) -> set[str]:
    """Medicines that this turn says were never taken: another was meant, or the record is wrong."""
    facts = consultation.ledger.facts
    over: set[str] = set()
    for event in consultation.situation.turn_events:
        if isinstance(event.payload, SlotRetracted):
            over.add(event.payload.fact_id)
        elif isinstance(event.payload, SlotCorrected):
            over |= {*event.payload.supersedes}
    withdrawn = {facts[one].content.concept.concept_id for one in over if one in facts}
    return withdrawn - _told_now(consultation)


def facts_now(consultation: Consultation) -> Iterator[Fact]:
    """What this turn told of the patient, new or again."""
    kinds = (SlotRecorded, SlotReaffirmed, SlotChanged, SlotCorrected)
    facts = consultation.ledger.facts
    for event in consultation.situation.turn_events:
        if isinstance(event.payload, kinds) and event.payload.fact_id in facts:
            yield facts[event.payload.fact_id]


def _told_now(consultation: Consultation) -> frozenset[str]:
    return frozenset(
        fact.content.concept.concept_id for fact in facts_now(consultation)
        if fact.content.slot is SlotKind.MEDICATIONS and fact.content.subject in (PATIENT, *_CHILDREN)
    )  # fmt: skip


def _of_relatives(consultation: Consultation) -> set[str]:
    """Medicines that this turn tells of relatives alone: what they take is not the patient's to take."""
    told = [one.content for one in facts_now(consultation) if one.content.slot is SlotKind.MEDICATIONS]
    theirs = {one.concept.concept_id for one in told if one.subject not in (PATIENT, *_CHILDREN)}
    return theirs - {one.concept.concept_id for one in told if one.subject == PATIENT}


_CHILDREN: Final = ("child", "son", "daughter")
"""Whose medicines are weighed with those of whoever speaks for them."""


def _family(entry: Entry) -> frozenset[str]:
    return frozenset((entry.concept_id, *entry.broader, entry.kind))


def is_optional(entry: Entry) -> bool:
    """Whether to leave it out until somebody has confirmed it is no danger of its own; low-dose aspirin is
    never so.
    """
    family = _family(entry)
    return bool(family & FREELY_STOPPED) and family.isdisjoint({"antiplatelet", "anticoagulant", "steroid"})


def _is_doubted(met: Met, doubted: set[str]) -> bool:
    return isinstance(met.against, Fact) and met.against.fact_id in doubted


_OF_PAINKILLERS: Final = frozenset(
    {"heart_attack", "pressure_rises", "kidneys", "kidneys_potassium", "heart_failure", "unborn_kidneys"}
)
"""Harms of anti-inflammatory painkillers, which the low dose of aspirin that guards the heart does not do."""


def _is_of_age(met: Met) -> bool:
    """Whether nothing but years make it bleed more easily: whoever prescribed it knew them."""
    of_age = isinstance(met.against, Fact) and met.against.content.slot is SlotKind.DEMOGRAPHICS
    return of_age and met.caution.harm == "bleeds"


def _is_of(met: Met, entry: Entry) -> bool:
    # A pair of two that were both named is told once, with the first of them.
    return met.medicine.concept_id == entry.concept_id


def _is_new(met: Met, taken: frozenset[str], fresh: frozenset[str]) -> bool:
    other = met.against.concept_id if isinstance(met.against, Entry) else met.against.content.concept.concept_id
    return other not in taken or other in fresh


def _each_reason(consultation: Consultation, found: Iterable[Met]) -> Iterator[Met]:
    """One of several that say the same of the same thing, and none of what was said a moment ago and is not asked."""
    seen: set[tuple[str, str]] = set()
    recent = recent_answers(consultation)
    asks = consultation.request.has("permission", "why_said", "evidence", "judge", "obligation")
    for one in found:
        against = one.against.concept_id if isinstance(one.against, Entry) else one.against.fact_id
        key = (one.caution.harm_en, against)
        if key in seen or (not asks and any(reason(consultation, one) in text for text in recent)):
            continue
        seen.add(key)
        yield one


def recent_answers(consultation: Consultation) -> tuple[str, ...]:
    """The texts of the last answers, the oldest first."""
    turn, given = consultation.situation.question.turn_number, consultation.situation.view.answers.given
    return tuple(given[each].text for each in range(turn - _LATELY, turn) if each in given)


def _allergies(consultation: Consultation, entry: Entry) -> tuple[Fact, ...]:
    if entry.kind not in _MEDICINES:
        return ()
    known, dictionary = consultation.known, consultation.words.dictionary
    doubted = doubted_medicines(known, consultation.situation.view)
    # What was told to have caused a reaction counts as an allergy, however it was filed.
    reacted = [fact for fact, doubt in doubted if doubt == "reacted"]
    told = [fact for fact in reacted if meets(dictionary, entry, fact.content.concept.concept_id)]
    return (*conflicting_allergies(known, dictionary, entry), *told)


def _told(consultation: Consultation, one: Weighed, group: Sequence[Weighed]) -> Part:
    """The verdict, its reasons, the signs to watch for, and what is used instead; each in its sentence."""
    language = consultation.words.language
    name = ", ".join(consultation.pick(each.entry.name_ko or each.entry.name, each.entry.name) for each in group)
    apart = tuple(met for met in one.met if met.caution.is_apart)
    if one.met and len(apart) == len(one.met) and not one.allergies:
        return _apart(consultation, name, apart)
    reasons = [allergy_reason(consultation, one.entry, fact) for fact in one.allergies]
    met = tuple(each for each in one.met if not each.caution.is_apart)
    reasons += dict.fromkeys(reason(consultation, each) for each in met)
    limits = [each for each in (limited(consultation, pair) for pair in met) if each is not None]
    # Where a label says how much may stand beside it, the number is the answer.
    only = bool(limits) and len(limits) == len(met) and not one.allergies and not one.is_grave
    first = limit_verdict(consultation, limits) if only else _verdict(consultation, one, name)
    lines = [first, *(limit_sentence(consultation, each, grave=one.is_grave) for each in limits)]
    if not only:
        lines.insert(1, sentence("weigh.because", language, reasons="; ".join(reasons[:4])))
    watched = dict.fromkeys(each.caution.watch_ko if language == "ko" else each.caution.watch_en for each in met)
    signs = "; ".join([each for each in watched if each][:2])
    if signs and one.is_grave:
        lines.append(sentence("weigh.watch" if not one.taken else "weigh.watch_taken", language, signs=signs))
    # Who guards the heart with it does not take it for a pain.
    instead = "" if one.taken and AGAINST_CLOTS in one.entry.broader else instead_of(consultation, one)
    if instead:
        lines.append(instead)
    facts = [each.against.fact_id for each in one.met if isinstance(each.against, Fact)]
    facts += [fact.fact_id for fact in one.allergies]
    # What the words name and the record holds rests on the record, too.
    named = {one.entry.concept_id, *(each.against.concept_id for each in one.met if isinstance(each.against, Entry))}
    taken = consultation.known.in_force(SlotKind.MEDICATIONS)
    facts += [fact.fact_id for fact in taken if fact.content.concept.concept_id in named]
    return Part(" ".join(lines), tuple(dict.fromkeys(facts)))


_PRESSES: Final = "emergency_contraceptive"
"""What works only within days: to wait with it until somebody has confirmed it does the harm."""


def _verdict(consultation: Consultation, one: Weighed, name: str) -> str:
    language = consultation.words.language
    asked = consultation.request.has("permission", "question") and bool(_YES_OR_NO.search(consultation.request.text))
    if not one.is_grave:
        key = "weigh.ask_taken" if one.taken and not is_optional(one.entry) else "weigh.ask"
        return sentence(key, language, name=name)
    if _PRESSES in (one.entry.concept_id, *one.entry.broader) and not one.allergies:
        return sentence("weigh.presses", language, name=name)
    if one.allergies and one.taken and not is_optional(one.entry) and not is_long_taken(consultation, one.entry):
        return sentence("weigh.no_more", language, name=name)
    if one.taken:
        asks = consultation.request.has("permission", "judge", "obligation") or one.newly
        key = "weigh.leave_out" if is_optional(one.entry) else "weigh.call" if asks else "weigh.check"
        return sentence(key, language, name=name)
    if one.entry.kind == "social":
        return sentence("weigh.avoid", language, name=name)
    return sentence("weigh.no" if asked else "weigh.not_yet", language, name=name)


def _apart(consultation: Consultation, name: str, met: tuple[Met, ...]) -> Part:
    language = consultation.words.language
    others = dict.fromkeys(
        consultation.words.name(one.against.content)
        if isinstance(one.against, Fact)
        else consultation.pick(one.against.name_ko or one.against.name, one.against.name)
        for one in met
    )
    reasons = "; ".join(dict.fromkeys(reason(consultation, one) for one in met))
    facts = tuple(one.against.fact_id for one in met if isinstance(one.against, Fact))
    return Part(sentence("weigh.apart", language, name=name, others=", ".join(others), reasons=reasons), facts)


def allergy_reason(consultation: Consultation, entry: Entry, allergy: Fact) -> str:
    """Why an allergy on record speaks against a medicine, in a clause."""
    words = consultation.words
    told = allergy.content.slot is not SlotKind.ALLERGIES
    listed = (
        sentence("weigh.reacted", words.language, name=words.name(allergy.content))
        if told
        else words.allergy(allergy.content)
    )
    dictionary = words.dictionary
    shared = shared_parts(dictionary, entry.concept_id, allergy.content.concept.concept_id)
    part = next((found for each in shared if (found := lookup(dictionary, "medications", each)) is not None), None)
    if part is not None and part.concept_id != entry.concept_id:
        return sentence(
            "weigh.contains",
            words.language,
            part=consultation.pick(part.name_ko or part.name, part.name),
            allergy=listed,
        )
    return sentence("weigh.allergy", words.language, allergy=listed)


def instead_of(consultation: Consultation, one: Weighed) -> str:
    """What is usually used in its place, unless that is what the record speaks against."""
    if not one.is_grave:
        return ""
    family = (one.entry.concept_id, *one.entry.broader)
    for name, row in table("cautions")["instead"].items():
        if name in family and row.get("harm") in (None, *(met.caution.harm for met in one.met)):
            unless = row.get("unless")
            entry = lookup(consultation.words.dictionary, "medications", unless) if unless else None
            if entry is not None and conflicting_allergies(consultation.known, consultation.words.dictionary, entry):
                return ""
            return str(row[consultation.words.language])
    return ""
