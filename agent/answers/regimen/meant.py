"""Of whose medicines a question is, and of which: what it names, else their form, use or kind, else all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.medicines.ended import is_over
from agent.answers.recollected.meant import in_mind
from agent.answers.record.patient_named import WithoutPatient
from agent.answers.regimen import frames
from agent.answers.regimen.asked import Asked
from agent.safety.doubtful import certain_medicines, doubt_of
from domain.ledger import Fact
from domain.values import ANY, PATIENT, Certainty, Polarity, SlotKind, Status, Temporality
from extraction.naming.mentions import Entry
from extraction.reading.people.speaking_for import may_be


@dataclass(frozen=True, slots=True)
class Medicines:
    """The medicines of one person: taken, at rest, to come, over; and who it is, empty of the patient."""

    taken: tuple[Fact, ...]
    paused: tuple[Fact, ...]
    ahead: tuple[Fact, ...]
    over: tuple[Fact, ...]
    kin: str = ""
    is_whole: bool = True
    """Whether these are all of that person's, not only those that are meant."""

    @property
    def all(self) -> tuple[Fact, ...]:
        """Every one of them, those that are taken first."""
        return (*self.taken, *self.paused, *self.ahead, *self.over)

    def only(self, meant: Iterable[Fact]) -> Medicines:
        """Those of them that are ``meant``."""
        kept = {one.fact_id for one in meant}
        each = (
            tuple(one for one in part if one.fact_id in kept)
            for part in (self.taken, self.paused, self.ahead, self.over)
        )
        taken, paused, ahead, over = each
        return Medicines(taken, paused, ahead, over, self.kin, is_whole=False)


def medicines_of(consultation: Consultation, kin: str) -> Medicines:
    """The medicines of a relative, or of the patient where that is who is named, or nobody is."""
    patient = consultation.finder.patient if isinstance(consultation.finder, WithoutPatient) else ""
    if not kin or (patient and may_be(kin, patient)):
        return _own(consultation)
    facts = [one for one in _of_others(consultation) if _is_of(one.content.subject, kin)]
    over = tuple(one for one in facts if is_over(consultation, one))
    ahead = tuple(one for one in facts if one not in over and _is_ahead(one))
    paused = tuple(one for one in facts if one.content.status is Status.ON_HOLD)
    rest = (one for one in facts if one not in (*over, *ahead, *paused))
    taken = tuple(one for one in rest if one.content.certainty is Certainty.CONFIRMED)
    return Medicines(taken, paused, ahead, over, kin)


def _of_others(consultation: Consultation) -> list[Fact]:
    return [
        one
        for one in consultation.ledger.current(SlotKind.MEDICATIONS)
        if one.content.subject != PATIENT
        and one.content.polarity is Polarity.AFFIRMED
        and one.content.concept.concept_id != ANY
    ]


def _is_of(subject: str, kin: str) -> bool:
    return subject == kin or may_be(subject, kin) or (kin in _CHILD and subject in _CHILD)


_CHILD: Final = frozenset({"child", "son", "daughter"})
_MEN: Final = frozenset(
    {"father", "husband", "son", "brother", "grandfather", "father_in_law", "boyfriend", "uncle", "grandson", "nephew"}
)
_WOMEN: Final = frozenset(
    {
        "mother",
        "wife",
        "daughter",
        "sister",
        "grandmother",
        "mother_in_law",
        "girlfriend",
        "aunt",
        "granddaughter",
        "niece",
    }
)


def _own(consultation: Consultation) -> Medicines:
    known = consultation.known
    certain = certain_medicines(known, consultation.situation.view)
    paused = tuple(one for one in certain if one.content.status is Status.ON_HOLD)
    taken = tuple(one for one in certain if one not in paused)
    own = [one for one in known.own(SlotKind.MEDICATIONS) if one.content.polarity is Polarity.AFFIRMED]
    over = tuple(one for one in own if one not in certain and is_over(consultation, one))
    rest = [one for one in own if one not in (*certain, *over)]
    ahead = tuple(one for one in rest if doubt_of(one, consultation.situation.view) is None)
    return Medicines(taken, paused, ahead, over)


def _is_ahead(fact: Fact) -> bool:
    return fact.content.status is Status.PLANNED or fact.content.temporality is Temporality.FUTURE


def kin_meant(consultation: Consultation, asked: Asked) -> str:
    """Whose medicines are meant: the relative named, the one of whom "he" or "she" can be, or of whom alone the
    medicine named is on record.
    """
    if asked.kin or asked.own:
        return asked.kin
    if not isinstance(consultation.finder, WithoutPatient):
        whose = {one.content.subject for one in _of_others(consultation)}
        for said, sex, other in ((frames.HE, _MEN, _WOMEN), (frames.SHE, _WOMEN, _MEN)):
            found = (whose & sex) or (whose - other)
            if asked.says(said) and len(found) == 1:
                return found.pop()
    if not asked.named:
        return ""
    ids = {one.concept_id for one in asked.named}
    facts = [one for one in consultation.ledger.current(SlotKind.MEDICATIONS) if ids & _ids(one)]
    whose = {one.content.subject for one in facts}
    return whose.pop() if len(whose) == 1 and PATIENT not in whose else ""


def _ids(fact: Fact) -> set[str]:
    return {fact.content.concept.concept_id, *fact.content.concept.broader}


def of_those(consultation: Consultation, asked: Asked, person: Medicines) -> Medicines | None:
    """The medicines that the question is of; None where what it names is on nobody's record.

    What is named by its substance is a combination that holds it as well.
    """
    if asked.named:
        found = [one for one in person.all if any(_is_named(one, entry) for entry in asked.named)]
        found = found or [one for one in person.all if asked.plain & _ids(one)]
        found = found or [one for one in person.all if any(_holds(one, entry) for entry in asked.named)]
        return person.only(found) if found else None
    if asked.uses and (found := [one for one in person.all if _is_for(consultation, one, asked.uses)]):
        return person.only(found)
    if asked.forms and (found := [one for one in person.all if _has_form(consultation, one, asked)]):
        return person.only(found)
    return person


def pointed_at(consultation: Consultation, person: Medicines) -> Medicines:
    """What words that name nothing point at: what was last told or spoken of, else the only one."""
    found = in_mind(consultation, person.taken or person.all)
    return person.only(found)


def _is_named(fact: Fact, entry: Entry) -> bool:
    return entry.concept_id in _ids(fact)


def _holds(fact: Fact, entry: Entry) -> bool:
    parts = fact.content.concept.name.casefold().split("/")
    return len(parts) > 1 and entry.name.casefold() in parts


def part_held(fact: Fact, named: Sequence[Entry]) -> int | None:
    """The place of the one substance named in a combination; None where the combination itself is meant."""
    parts = fact.content.concept.name.casefold().split("/")
    if len(parts) < 2 or any(_is_named(fact, one) for one in named):
        return None
    return next((at for at, part in enumerate(parts) if any(one.name.casefold() == part for one in named)), None)


def _has_form(consultation: Consultation, fact: Fact, asked: Asked) -> bool:
    entry = consultation.words.entry(fact.content)
    route = fact.content.route or (entry.extra.get("route", "") if entry is not None else "")
    name = fact.content.concept.name.casefold()
    return any(
        route in routes
        or (not route and "oral" in routes)
        or not classes.isdisjoint(fact.content.concept.broader)
        or any(one in name for one in classes)
        for routes, classes in asked.forms
    )


def _is_for(consultation: Consultation, fact: Fact, uses: Sequence[str]) -> bool:
    entry = consultation.words.entry(fact.content)
    extra = entry.extra if entry is not None else {}
    purpose = " ".join((*(extra.get(key, "") for key in ("purpose_ko", "purpose_en")), *fact.content.concept.broader))
    return any(one.casefold() in purpose.casefold() for one in uses)
