"""What an answer about children is made from, and how doses, hours and children are named in it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from agent.answers.children.asked import Wish
from agent.answers.children.given_doses import OfADay
from agent.answers.children.illnesses import Illness
from agent.answers.complaints.fever_doses import Rule
from agent.answers.complaints.fever_medicine_asked import IBUPROFEN, PARACETAMOL
from agent.answers.complaints.weight_and_age import GROWN_YEARS
from agent.answers.consultation import Consultation
from agent.words.figures import number
from agent.words.sentences import sentence
from extraction.reading.children.child import Child, Given, Household
from extraction.reading.children.products import DEXIBUPROFEN, Product, products_in
from extraction.text.lazy_regex import lazy_regex

_NAMES: Final = {
    PARACETAMOL: ("아세트아미노펜", "paracetamol (acetaminophen)"),
    IBUPROFEN: ("이부프로펜", "ibuprofen"),
    DEXIBUPROFEN: ("덱시부프로펜", "dexibuprofen"),
}


@dataclass(frozen=True, slots=True)
class Talk:
    """What the parts of the answer are made from."""

    consultation: Consultation
    told: Household
    text: str
    lines: str
    wishes: tuple[Wish, ...]
    ill: frozenset[Illness]
    now: datetime

    @property
    def language(self) -> str:
        """The language of the answer."""
        return self.consultation.words.language

    def say(self, key: str, **slots: object) -> str:
        """A sentence of the catalogue."""
        return sentence(key, self.language, **slots)

    def name(self, substance: str) -> str:
        """What a substance is called."""
        return self.consultation.pick(*_NAMES[substance])


def is_a_childs(consultation: Consultation) -> bool:
    """Whether the record is a child's."""
    years = consultation.known.age_years()
    return years is not None and years < GROWN_YEARS


def products_told(talk: Talk) -> tuple[Product, ...]:
    """The medicines for fever that the talk names."""
    return products_in(talk.lines)


def told_apart(talk: Talk, child: Child) -> str:
    """What tells one child from another: the name, else which of them it is."""
    if child.name:
        return child.name
    if child.role in ("first", "second"):
        return talk.say(f"child.{child.role}")
    return in_kilograms(child.weight) if child.weight is not None else who_it_is(talk, child)


def poison_line(talk: Talk) -> str:
    """Whom to ring about a poisoning where they live."""
    if talk.language == "ko":
        return "119"
    zone = talk.consultation.situation.question.time_zone
    american = zone.startswith("America/") or re.search(
        r"\b(?:tylenol|motrin|pediatrician|lbs?|poison control)\b", talk.lines, re.IGNORECASE
    )
    return "Poison Control (1-800-222-1222)" if american else "111"


def doses_listed(talk: Talk, one: OfADay) -> str:
    """The doses of a day, in order."""
    return ", ".join(_dose(talk, each) for each in one.doses)


def _dose(talk: Talk, one: Given) -> str:
    parts = []
    if one.millilitres is not None:
        parts.append(f"{number(one.millilitres)} mL")
    if one.milligrams is not None:
        held = f"{number(round(one.milligrams))} mg"
        parts.append(f"({held})" if parts else held)
    slots = {"medicine": talk.name(one.substance), "amount": " ".join(parts)}
    if one.at is None:
        return talk.say("child.dose_no_hour", **slots).strip()
    return talk.say("child.dose_at", clock=hour_of(talk, one.at), **slots).replace("  ", " ")


_NOON: Final = 12


def hour_of(talk: Talk, at: datetime | None) -> str:
    """The hour, with its day where that is not today."""
    assert at is not None
    hour, minute, late = at.hour % _NOON or _NOON, at.minute, at.hour >= _NOON
    if talk.language == "ko":
        day = "내일 " if at.date() > talk.now.date() else "어제 " if at.date() < talk.now.date() else ""
        return f"{day}{'오후' if late else '오전'} {hour}시" + (f" {minute}분" if minute else "")
    day = " tomorrow" if at.date() > talk.now.date() else " yesterday" if at.date() < talk.now.date() else ""
    return f"{hour}:{minute:02d} {'pm' if late else 'am'}{day}"


def rule_slots(talk: Talk, rule: Rule) -> dict[str, object]:
    """The slots that hold the hours and the number of doses of a medicine."""
    return {"least": rule.hours[0], "most": rule.hours[1], "times": rule.times[talk.language]}


def who_it_is(talk: Talk, child: Child | None) -> str:
    """The child's name, else that it is a child."""
    if child is not None and child.name:
        return child.name
    return talk.consultation.pick("아이", "the child")


AMERICAN: Final = lazy_regex(
    r"\b(?:tylenol|motrin|advil|pediatrician|lbs?|pounds?|mom|diapers?|911)\b|°\s?f\b", re.IGNORECASE
)


def capitalised(name: str) -> str:
    """A name at the head of a sentence."""
    return name[:1].upper() + name[1:]


def in_kilograms(value: float) -> str:
    """A weight as it is said."""
    return f"{number(round(value, 1))} kg"
