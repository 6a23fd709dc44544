"""What is asked of the medicines that were told: which, how much, how often, since when, and whether one is taken."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from agent.answers.consultation import LISTED, Consultation
from agent.answers.following.references import medicines_spoken
from agent.answers.medicines.ended import is_over
from agent.answers.part import Part, joined
from agent.answers.recollected.meant import (
    MEDICINES,
    entries_named,
    entry_name,
    medicines_meant,
    put_in_its_place,
    withdrawn,
)
from agent.answers.record.beginnings import beginning_of, course_of
from agent.answers.record.summary import listing, summarise
from agent.answers.remembered.dose_history import before_last_change, dose_steps, dosing, history_of
from agent.answers.remembered.tellings import tellings
from agent.recall.sayings import sentences_of
from agent.safety.doubtful import doubt_of
from agent.words.doses import dose_text, dosing_words
from agent.words.sentences import sentence
from domain.ledger import Fact
from domain.values import Content, SlotKind
from extraction.text.lazy_regex import lazy_regex

_ENDED: Final = "ended"
"""The intent of words that ask what was taken once, and until when."""
_LATELY: Final = "ill_lately"
"""The intent of words that ask what was had of late."""
_AT_BEDTIME: Final = "QHS"
_STRENGTH: Final = lazy_regex(r"(?<![\d.])(\d+(?:\.\d+)?)\s?(?:mg|mcg|g|밀리|미리|마이크로|milligrams?|micrograms?)")


def list_of(consultation: Consultation, slot: SlotKind) -> Part:
    """All that is on record of a slot, as it is listed; empty where nothing was ever told of it."""
    others = set(consultation.request.slots) & set(LISTED) - {slot}
    if others or consultation.situation.intent.name == _LATELY:
        # "All his medicines and allergies": one list is heard, and two are asked for.
        return Part()
    found = listing(consultation, slot)
    if not found.facts and not consultation.known.own(slot):
        return Part()
    asked = replace(consultation.request, slots=(slot,), subjects=(), mentions=(), items=None)
    return summarise(replace(consultation, request=asked))


def _list_now(consultation: Consultation) -> Part:
    return list_of(consultation, SlotKind.MEDICATIONS)


def _dose(consultation: Consultation) -> Part:
    return _each(consultation, _dose_of)


def _dose_of(consultation: Consultation, fact: Fact) -> str:
    words, language = consultation.words, consultation.words.language
    untold = "" if fact.content.dose else sentence("own.untold_dose", language, name=words.name(fact.content))
    if not consultation.known.is_in_force(fact):
        return f"{not_taken(consultation, fact)} {untold}".strip()
    if untold:
        return untold
    return sentence("history.now", language, medicine=words.medicine(fact.content))


def _times(consultation: Consultation) -> Part:
    return _each(consultation, _times_of)


def _times_of(consultation: Consultation, fact: Fact) -> str:
    words, language = consultation.words, consultation.words.language
    name, often = words.name(fact.content), often_of(consultation, fact.content)
    if not consultation.known.is_in_force(fact):
        return not_taken(consultation, fact)
    if not often:
        return sentence("own.untold_times", language, name=name)
    strength = f"{name} {dose_text(fact.content.dose or '', language)}".strip()
    return sentence("own.often", language, name=strength, often=often)


def often_of(consultation: Consultation, content: Content) -> str:
    """How often, and when in the day, a medicine is taken; empty where neither was told."""
    words = consultation.words
    code = content.frequency or ""
    often = words.frequency(code) if code else ""
    if code.upper() == _AT_BEDTIME and words.language == "en":
        often = f"{words.frequency('QD')}, {often}"
    return dosing_words(content, words.language, often)[1] or often


def not_taken(consultation: Consultation, fact: Fact) -> str:
    """That a medicine is not taken, or not certainly, and how it was taken last."""
    words, language, content = consultation.words, consultation.words.language, fact.content
    if not is_over(consultation, fact):
        return sentence("own.unsure", language, brief=words.brief(fact))
    name, until = words.name(content), content.valid_to
    key = "own.no_longer" if until else "own.no_longer_undated"
    said = sentence(key, language, name=name, day=words.date(until or fact.day))
    if (course := course_of(consultation, fact)).text and dose_steps(consultation, fact):
        return f"{said} {course.text}"
    if content.dose or content.frequency:
        said = f"{said} {sentence('own.last_taken', language, dosing=dosing(consultation, fact))}"
    return said


def _each(consultation: Consultation, say: Callable[[Consultation, Fact], str]) -> Part:
    facts = medicines_meant(consultation)
    told = joined(Part(say(consultation, fact), (fact.fact_id,)) for fact in facts)
    return replace(told, spoke_of=medicines_spoken(facts)) if told.text else told


def _since(consultation: Consultation) -> Part:
    if consultation.situation.intent.name == _ENDED:
        # "When did I stop it?" sounds as "since when do I take it?" does.
        return Part()
    return joined(beginning_of(consultation, fact) for fact in medicines_meant(consultation))


def _taking(consultation: Consultation) -> Part:
    if (told := _each(consultation, _whether_taken)).text:
        return told
    language = consultation.words.language
    named = entries_named(consultation, *MEDICINES)
    gone = withdrawn(consultation, SlotKind.MEDICATIONS, {one.concept_id for one in named})
    if gone is not None:
        return _taken_off(consultation, gone)
    return joined(Part(sentence("own.no_medicine", language, name=entry_name(consultation, one))) for one in named)


def _taken_off(consultation: Consultation, gone: Fact) -> Part:
    words, language = consultation.words, consultation.words.language
    instead = put_in_its_place(consultation, gone)
    if instead is None:
        return Part(sentence("own.taken_off", language, name=words.name(gone.content)))
    return Part(sentence("own.put_right", language, brief=words.brief(instead)), (instead.fact_id,))


def _whether_taken(consultation: Consultation, fact: Fact) -> str:
    words, language, content = consultation.words, consultation.words.language, fact.content
    name, known = words.name(content), consultation.known
    if known.is_in_force(fact):
        if doubt_of(fact, consultation.situation.view) is not None:
            return sentence("own.unsure", language, brief=words.brief(fact))
        since = content.valid_from
        key = "own.taking_since" if since else "own.taking"
        return sentence(key, language, medicine=words.medicine(content), day=words.date(since) if since else "")
    if is_over(consultation, fact):
        until = content.valid_to
        key = "own.stopped" if until else "own.stopped_undated"
        return sentence(key, language, name=name, day=words.date(until or fact.day))
    if fact in known.planned():
        return sentence("own.not_begun", language, brief=words.brief(fact))
    return sentence("own.unsure", language, brief=words.brief(fact))


def _how_many(consultation: Consultation) -> Part:
    words, language = consultation.words, consultation.words.language
    found = listing(consultation, SlotKind.MEDICATIONS)
    if not found.certain:
        return _list_now(consultation)
    listed = ", ".join(words.medicine(fact.content) for fact in found.certain)
    key = "own.how_many" if len(found.certain) > 1 else "own.one_medicine"
    said = sentence(key, language, count=len(found.certain), listed=listed)
    if found.marked:
        marked = ", ".join(words.brief(fact) for fact in found.marked)
        said = f"{said} {sentence('own.besides_unsure', language, listed=marked)}"
    return Part(said, tuple(fact.fact_id for fact in found.facts), (), medicines_spoken(found.certain))


def _dose_before(consultation: Consultation) -> Part:
    facts = medicines_meant(consultation)
    return joined(_before_of(consultation, fact) for fact in facts)


def _before_of(consultation: Consultation, fact: Fact) -> Part:
    """The dose before the last change of it; where no change is on record, the words that tell two doses."""
    words, language = consultation.words, consultation.words.language
    steps = [pair for pair in dose_steps(consultation, fact) if pair[0].content.dose != pair[1].content.dose]
    if steps:
        (before, after), said = steps[-1], before_last_change(consultation, steps)
        return Part(said, (before.fact_id, after.fact_id), (), medicines_spoken((fact,)))
    for telling in reversed(tellings(consultation, (fact,))):
        told = [one for one in sentences_of(telling.words) if _STRENGTH.search(one) is not None]
        if len({each for one in told for each in _STRENGTH.findall(one)}) > 1:
            text = sentence("details.quoted", language, day=words.date(telling.day), quote=" ".join(told))
            return Part(text, (fact.fact_id,), (), medicines_spoken((fact,)))
    if not consultation.known.is_in_force(fact) and not is_over(consultation, fact):
        return Part(sentence("own.unsure", language, brief=words.brief(fact)), (fact.fact_id,))
    if consultation.situation.intent.name == _ENDED:
        # "What was I on before losartan?" asks for another medicine.
        return Part()
    return history_of(consultation, fact)


COMPOSERS: Final[Mapping[str, Callable[[Consultation], Part]]] = MappingProxyType(
    {
        "list_now": _list_now,
        "dose": _dose,
        "times": _times,
        "since": _since,
        "taking": _taking,
        "how_many": _how_many,
        "dose_before": _dose_before,
        "dose_changed_when": _dose_before,
    }
)
"""The composers of the kinds of medicines as they are taken."""
