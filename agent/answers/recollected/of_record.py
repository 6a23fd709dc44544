"""What is asked of the record as a whole, and of what it holds but once: a habit, the day of an operation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.answers.record.handover import hand_over, past_history
from agent.answers.record.lookup import asks_whether
from agent.answers.record.summary import spoke_of, summarise
from agent.answers.remembered.tellings import date_told, told_lines
from agent.answers.remembered.to_tell import matters_first
from agent.words.figures import number
from agent.words.sentences import sentence
from agent.words.wording import COUNTED
from domain.ledger import Fact
from domain.values import PATIENT, Polarity, SlotKind, Status, Temporality

_SMOKING: Final = "smoking"
_DAY: Final = len("2026-01-31")


def _about_me(consultation: Consultation) -> Part:
    """Everything on record, whatever the words name beside it."""
    if not any(True for _ in consultation.ledger.current()):
        return Part()
    request = replace(consultation.request, slots=(), subjects=(), mentions=(), items=None, values=None)
    return joined((summarise(replace(consultation, request=request)), _past(consultation)))


def _past(consultation: Consultation) -> Part:
    """What is over and was done, which a list of what is so now leaves out."""
    words = consultation.words
    facts = tuple(fact for fact in past_history(consultation) if not consultation.known.is_in_force(fact))
    if not facts:
        return Part()
    listed = "; ".join(words.brief(fact) for fact in facts)
    return Part(sentence("whole.past", words.language, listed=listed), tuple(fact.fact_id for fact in facts))


def _for_doctor(consultation: Consultation) -> Part:
    """The record as it is handed over, behind what matters most to whom it is told."""
    if not any(True for _ in consultation.ledger.current()):
        return Part()
    return joined((matters_first(consultation), hand_over(consultation)))


def _operated(consultation: Consultation) -> Part:
    """When each operation named, else the only one on record, was; that its day was not told, where it was not."""
    named = consultation.request.concepts("procedures")
    done = [fact for fact in consultation.known.own(SlotKind.PROCEDURES) if _is_done(fact)]
    if named:
        meant = [facts[-1] for one in named if (facts := told_lines(consultation, (one,), (SlotKind.PROCEDURES,)))]
        meant = [fact for fact in meant if _is_done(fact)]
    else:
        meant = done if len({fact.content.concept.concept_id for fact in done}) == 1 else []
    return joined((_when(consultation, fact) for fact in dict.fromkeys(meant)), " ")


def _is_done(fact: Fact) -> bool:
    content = fact.content
    ahead = content.temporality is Temporality.FUTURE or content.status is Status.PLANNED
    return content.polarity is Polarity.AFFIRMED and not ahead


def _when(consultation: Consultation, fact: Fact) -> Part:
    words, language = consultation.words, consultation.words.language
    name = words.name(fact.content)
    slots = {"name": name.casefold() if name[1:].islower() and name.isascii() else name}
    day = fact.content.valid_from or date_told(consultation, (fact,))
    spoke = spoke_of(SlotKind.PROCEDURES, (fact,))
    if day is None:
        return Part(sentence("operated.unknown", language, **slots), (fact.fact_id,), (), spoke)
    when = sentence("period.day" if len(day) == _DAY else "period.on", language, first=words.date(day))
    return Part(sentence("operated.when", language, when=when, **slots), (fact.fact_id,), (), spoke)


def _smokes(consultation: Consultation) -> Part:
    """How much is smoked, as told; of another habit that is named nothing."""
    others = set(consultation.request.concepts("social")) - {_SMOKING}
    habits = (fact for fact in consultation.ledger.current(SlotKind.SOCIAL_HISTORY) if fact.content.subject == PATIENT)
    fact = next((one for one in habits if one.content.concept.concept_id == _SMOKING), None)
    if others or fact is None:
        return Part()
    words = consultation.words
    slots = {"day": words.date(fact.day)}
    content, key = fact.content, "smokes.so"
    if content.polarity is Polarity.NEGATED or content.value == "never":
        key = "smokes.never"
    elif content.value == "former" or content.temporality is Temporality.PAST:
        key = "smokes.until" if content.valid_to else "smokes.formerly"
        if content.valid_to:
            slots["until"] = words.date(content.valid_to)
    elif isinstance(content.value, int | float) and content.unit in COUNTED:
        korean, english = COUNTED[content.unit]
        counted = words.pick(korean, f" {english.removesuffix('s') if content.value == 1 else english}")
        slots["amount"] = f"{number(content.value)}{counted}"
        key = "smokes.a_day" if content.frequency in (None, "QD") else "smokes.often"
        if key == "smokes.often":
            slots["often"] = words.frequency(content.frequency or "")
    said = sentence(key, words.language, **slots)
    if asks_whether(consultation.request):
        so = "so" if key in ("smokes.so", "smokes.a_day", "smokes.often") else "not"
        said = sentence(f"whether.{so}", words.language, said=said[:1].lower() + said[1:])
    return Part(said, (fact.fact_id,), (), spoke_of(content.slot, (fact,)))


COMPOSERS: Final[Mapping[str, Callable[[Consultation], Part]]] = MappingProxyType(
    {"about_me": _about_me, "for_doctor": _for_doctor, "op_when": _operated, "smoke": _smokes}
)
"""The composers of the kinds of the whole record, and of operations and habits."""
