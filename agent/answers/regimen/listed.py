"""Which medicines are taken: all of them, those of a part of the day or an hour, those of a day of the week."""

from __future__ import annotations

from collections.abc import Sequence

from agent.answers.consultation import Consultation
from agent.answers.following.references import medicines_spoken
from agent.answers.medicines.day_placing import part_of
from agent.answers.part import Part
from agent.answers.recollected.of_medicines import list_of
from agent.answers.regimen import frames
from agent.answers.regimen.amounts import (
    Taking,
    amount_at,
    amount_on,
    days_a_week,
    has_own_days,
    is_as_needed,
    is_on,
    taking_of,
)
from agent.answers.regimen.asked import Asked
from agent.answers.regimen.meant import Medicines
from agent.answers.regimen.moments import NEAR, PLACES_OF
from agent.answers.regimen.whose import called
from agent.words.doses import dose_text
from agent.words.sentences import sentence
from agent.words.timings import timing_text
from domain.ledger import Fact
from domain.timing import DAYS
from domain.values import SlotKind
from extraction.values.measure_words import with_unit


def all_taken(consultation: Consultation, asked: Asked, person: Medicines) -> Part:
    """All that is taken, or what of it is of the kind named; those of every day alone where that is asked."""
    language = consultation.words.language
    if not person.kin and person.is_whole and not asked.says(frames.EVERY_DAY):
        return list_of(consultation, SlotKind.MEDICATIONS)
    taken, aside = list(person.taken), []
    if asked.says(frames.EVERY_DAY):
        taken = [one for one in person.taken if days_a_week(one.content) == len(DAYS) or not one.content.frequency]
        aside = [one for one in person.taken if one not in taken]
    if not person.all:
        return Part(sentence("regimen.nothing", language, whose=called(consultation, person)))
    head = sentence("regimen.head" if taken else "regimen.none", language, whose=called(consultation, person))
    lines = [head, *_numbered(consultation, [_said(consultation, one) for one in taken])]
    lines += _beside(consultation, (("regimen.not_daily", aside), ("regimen.paused", person.paused)))
    lines += _beside(consultation, (("regimen.ahead", person.ahead),))
    if not taken:
        lines += _beside(consultation, (("regimen.over", person.over),))
    return _part(lines, (*taken, *aside, *person.paused, *person.ahead), taken)


def taken_then(consultation: Consultation, asked: Asked, person: Medicines) -> Part:
    """What is taken in the part of the day, or at the hour, that the words name, on their day where they name one."""
    language, moments = consultation.words.language, asked.moments
    takings = [taking_of(one) for one in person.taken if not is_as_needed(one.content)]
    if moments.days:
        takings = [one for one in takings if any(is_on(one.fact, day) for day in moments.days)]
    hours = [one for one in takings if one.is_at(moments.hours)]
    if moments.hours:
        then, near = hours, [one for one in takings if one not in hours and one.is_in(_around(moments.hours))]
        if not moments.parts and not then:
            then, near = (
                [one for one in near if one.sure and not _by_clock(one)],
                [one for one in near if _by_clock(one)],
            )
    else:
        then = [one for one in takings if one.is_in(moments.places)]
        beside = frozenset().union(*(NEAR.get(one, frozenset()) for one in moments.parts)) - moments.places
        near = [one for one in takings if one not in then and one.sure and one.is_in(beside)]
    untold = [one for one in takings if not one.places and days_a_week(one.fact.content) in (None, len(DAYS))]
    if not takings and not person.taken:
        return all_taken(consultation, asked, person)
    said = _when(asked, language)
    key = "regimen.then" if then else "regimen.then_none"
    lines = [sentence(key, language, whose=called(consultation, person), when=said)]
    lines += _numbered(consultation, [_at(consultation, one, asked) for one in then])
    if any(not one.sure for one in then):
        lines.append(sentence("part.usual", language))
    lines += _beside(
        consultation,
        (
            ("regimen.near", [one.fact for one in near]),
            ("regimen.untold", [one.fact for one in untold]),
            ("regimen.paused", [one for one in person.paused if taking_of(one).is_in(moments.places)]),
        ),
    )
    facts = [one.fact for one in (*then, *near, *untold)]
    return _part(lines, facts, [one.fact for one in then])


def _by_clock(taking: Taking) -> bool:
    return any(":" in one for one in taking.places)


def _around(hours: Sequence[str]) -> frozenset[str]:
    """The places in the day in which hours of the clock lie."""
    places = {part_of(one) for one in hours}
    if "breakfast" in places:
        places |= {"before_breakfast"}
    return frozenset(places | ({"before_dinner"} if "dinner" in places else set()))


def on_days(consultation: Consultation, asked: Asked, person: Medicines) -> Part:
    """What is taken on the days of the week that the words name; of a medicine named whether, and how much."""
    language, days = consultation.words.language, asked.moments.days
    facts = [one for one in person.taken if not is_as_needed(one.content)]
    then = [one for one in facts if any(is_on(one, day) for day in days)]
    if asked.says(frames.OWN_DAYS) or asked.forms:
        own = [one for one in then if has_own_days(one)]
        then = own or (then if asked.forms else [])
    others = [one for one in facts if one not in then and has_own_days(one)]
    untold = [one for one in person.taken if one not in then and one not in others and one not in facts]
    untold += [one for one in facts if one not in then and one not in others and is_on(one, days[0]) is None]
    called_days = timing_text(" ".join(days), language)
    key = "weekday.head" if then else "weekday.none"
    lines = [sentence(key, language, day=called_days)]
    lines += _numbered(consultation, [_on(consultation, one, days) for one in then])
    lines += _beside(consultation, (("weekday.not_then", others), ("weekday.untold", untold)), slot="listed")
    return _part(lines, (*then, *others, *untold), then)


def _when(asked: Asked, language: str) -> str:
    moments = asked.moments
    joint = sentence("part.joint", language)
    parts = joint.join(sentence(f"part.{one}", language) for one in moments.parts)
    hours = joint.join(timing_text(one, language) for one in moments.hours[:2])
    days = timing_text(" ".join(moments.days), language)
    return " ".join(one for one in (days, hours or parts) if one)


def _numbered(consultation: Consultation, items: Sequence[str]) -> list[str]:
    return [f"{at}. {item}" for at, item in enumerate(items, 1)]


def _beside(consultation: Consultation, rows: Sequence[tuple[str, Sequence[Fact]]], slot: str = "listed") -> list[str]:
    language = consultation.words.language
    return [
        sentence(key, language, **{slot: "; ".join(_said(consultation, one) for one in facts)})
        for key, facts in rows
        if facts
    ]


def _said(consultation: Consultation, fact: Fact) -> str:
    return consultation.words.medicine(fact.content)


def _at(consultation: Consultation, taking: Taking, asked: Asked) -> str:
    """A medicine with what is taken of it at that time, where amounts differ by time."""
    places = asked.moments.places or _around(asked.moments.hours)
    part = amount_at(taking.fact, places)
    said = _said(consultation, taking.fact)
    if part is None:
        return said
    words = consultation.words
    name = words.name(taking.fact.content)
    amount = dose_text(with_unit(f"{part.amount:g}", part.unit), words.language)
    return sentence(
        "regimen.of_schedule", words.language, name=name, amount=amount, all=said.removeprefix(name).strip()
    )


def _on(consultation: Consultation, fact: Fact, days: Sequence[str]) -> str:
    words, said = consultation.words, _said(consultation, fact)
    part = amount_on(fact, days[0])
    if part is None:
        return said
    name = words.name(fact.content)
    amount = dose_text(with_unit(f"{part.amount:g}", part.unit), words.language)
    return sentence(
        "regimen.of_schedule", words.language, name=name, amount=amount, all=said.removeprefix(name).strip()
    )


def _part(lines: Sequence[str], facts: Sequence[Fact], spoken: Sequence[Fact]) -> Part:
    ids = tuple(dict.fromkeys(one.fact_id for one in facts))
    return Part("\n".join(lines), ids, (), medicines_spoken(tuple(spoken)) if spoken else ())


def places_named(asked: Asked) -> frozenset[str]:
    """The places in the day of the parts and hours that the words name."""
    return frozenset().union(*(PLACES_OF[one] for one in asked.moments.parts)) | _around(asked.moments.hours)
