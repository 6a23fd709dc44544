"""What is asked of complaints that were told: since when, for how many days, how often they came and when."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.answers.recollected.meant import in_mind
from agent.answers.record.summary import spoke_of
from agent.answers.remembered.occasions import occasions
from agent.answers.remembered.tellings import date_told, told_lines
from agent.words.figures import times_text
from agent.words.sentences import sentence
from domain.clinical_dates import days_apart
from domain.ledger import CHANGED, Fact
from domain.values import PATIENT, Polarity, SlotKind, Status

_ILLS: Final = (SlotKind.SYMPTOMS, SlotKind.CONDITIONS)
_DAY: Final = len("2026-01-31")


def _meant(consultation: Consultation) -> tuple[tuple[Fact, ...], ...]:
    """The facts of each complaint asked about, the latest last: those named, else those last told or spoken of."""
    named: Sequence[str] = consultation.request.concepts("symptoms", "conditions")
    if not named and any(one.entry.kind != "relatives" for one in consultation.request.mentions):
        # "How many puffer days" asks of what it names, which is no complaint.
        return ()
    if not named:
        own = consultation.known.own(SlotKind.SYMPTOMS)
        named = tuple(dict.fromkeys(fact.content.concept.concept_id for fact in in_mind(consultation, own)))
    return tuple(facts for one in named if (facts := told_lines(consultation, (one,), _ILLS)))


def _told(
    consultation: Consultation, key: str, facts: Sequence[Fact], rests_on: Sequence[str], **slots: object
) -> Part:
    last = facts[-1]
    name = _plain(consultation.words.name(last.content))
    said = sentence(f"complaint.{key}", consultation.words.language, name=name, **slots)
    ids = tuple(dict.fromkeys(rests_on or (last.fact_id,)))
    return Part(said, ids, (), spoke_of(last.content.slot, (last,)))


def _plain(name: str) -> str:
    return name.casefold() if name.isascii() and name[1:].islower() else name


def _begun(consultation: Consultation, facts: Sequence[Fact]) -> tuple[str, Fact] | None:
    """Since when it is there: as the latest version on record that tells it, else as the words name one date."""
    now, today = consultation.situation.question.turn_number, consultation.known.today
    over = _over_at(consultation, facts[-1])
    lately = [fact for fact in facts if fact.version > over]
    for fact in reversed(lately):
        since = fact.content.valid_from
        # The day of a question is no beginning that anybody told.
        asked_now = since == today and fact.evidence[0].turn_number == now
        if since is not None and not asked_now:
            return since, fact
    day = date_told(consultation, lately)
    return (day, lately[-1]) if day is not None else None


def _over_at(consultation: Consultation, fact: Fact) -> int:
    """The version at which it was last said to be gone, 0 where it never was: it began anew after that."""
    gone = (
        one.version
        for one in consultation.ledger.facts.values()
        if one.content.concept.concept_id == fact.content.concept.concept_id
        and one.content.subject == PATIENT
        and one.ended in (None, CHANGED)
        and one.version < fact.version
        and (one.content.polarity is Polarity.NEGATED or one.content.status in (Status.RESOLVED, Status.REMISSION))
    )
    return max(gone, default=0)


def _since(consultation: Consultation) -> Part:
    """The day from which on it is there; that no day was told, where it is on record without one."""
    return joined((_since_of(consultation, facts) for facts in _meant(consultation)), " ")


def _since_of(consultation: Consultation, facts: Sequence[Fact]) -> Part:
    words, begun = consultation.words, _begun(consultation, facts)
    if begun is None:
        return _told(consultation, "since_unknown", facts, (), told=words.date(facts[-1].day))
    day, fact = begun
    return _told(consultation, "since", facts, (fact.fact_id,), day=words.date(day))


def _days(consultation: Consultation) -> Part:
    """How many days it is since it began, counted to today; of a month or a year alone, since when."""
    return joined((_days_of(consultation, facts) for facts in _meant(consultation)), " ")


def _days_of(consultation: Consultation, facts: Sequence[Fact]) -> Part:
    day, fact = _begun(consultation, facts) or ("", facts[-1])
    count = days_apart(day, consultation.known.today) if len(day) == _DAY else 0
    if count <= 0:
        return _since_of(consultation, facts)
    key = "one_day" if count == 1 else "days"
    return _told(consultation, key, facts, (fact.fact_id,), count=count, day=consultation.words.date(day))


def _count(consultation: Consultation) -> Part:
    """How often it came, with the days."""
    words = consultation.words
    parts = []
    for facts in _meant(consultation):
        if found := occasions(consultation, facts):
            days = ", ".join(words.date(day) for day in found)
            times = times_text(len(found), words.language)
            parts.append(_told(consultation, "count", facts, (*found.values(),), times=times, days=days))
    return joined(parts, " ")


def _last(consultation: Consultation) -> Part:
    """The day on which it came last."""
    parts = []
    for facts in _meant(consultation):
        if found := occasions(consultation, facts):
            day = [*found][-1]
            parts.append(_told(consultation, "last", facts, (found[day],), day=consultation.words.date(day)))
    return joined(parts, " ")


def _gap(consultation: Consultation) -> Part:
    """The days between the first and the last time; that it came once, where no other was told."""
    words = consultation.words
    parts = []
    for facts in _meant(consultation):
        found = occasions(consultation, facts)
        if not found:
            continue
        first, *others = found
        if not others:
            parts.append(_told(consultation, "once", facts, (found[first],), day=words.date(first)))
            continue
        slots = {"count": days_apart(first, others[-1]), "first": words.date(first), "last": words.date(others[-1])}
        parts.append(_told(consultation, "gap", facts, (found[first], found[others[-1]]), **slots))
    return joined(parts, " ")


COMPOSERS: Final[Mapping[str, Callable[[Consultation], Part]]] = MappingProxyType(
    {
        "sym_since": _since,
        "sym_days": _days,
        "attack_count": _count,
        "attack_last": _last,
        "attack_gap": _gap,
    }
)
"""The composers of the kinds of complaints."""
