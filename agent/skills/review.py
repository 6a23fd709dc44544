"""The checks of the rule judge: does the answer answer this question, from this memory, with these values?

Each check tells in words what it looked at. None of them knows how the answer was made.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from agent.answers.asking.request import Finder
from agent.answers.record.known import Known, numeric
from agent.safety.allergies import conflicting_allergies, meets
from agent.safety.cautions import cautions
from agent.skills.asked import Asked, asked_in
from agent.words.wording import Dictionary
from domain.ledger import Fact
from domain.values import SlotKind
from extraction.naming.mentions import Entry, Mention
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise

_NUMBER: Final = lazy_regex(r"(?<![\d.A-Za-z])\d+(?:\.\d+)?(?![\d.]*\d)")
_DATE: Final = lazy_regex(
    r"\d{4}-\d{2}-\d{2}|\d{4}년(?:\s?\d{1,2}월)?(?:\s?\d{1,2}일)?|\d{1,2}월\s?\d{1,2}일"
    r"|\b\d{1,2} [A-Z][a-z]+ \d{4}\b|\b[A-Z][a-z]+ \d{1,2}, \d{4}\b"
)
_QUOTED: Final = lazy_regex(r"“[^”]*”")
_NONE: Final = lazy_regex(r"\b(?:no|not|none|never|nothing|isn't|stopped)\b|없|아니|중단|않", re.IGNORECASE)
_STOPPED: Final = lazy_regex(
    r"stopped|no longer|not (?:take|taking|on)|\bno,|중단|끊|아니|이전에|더\s?이상", re.IGNORECASE
)
_CAREFUL: Final = lazy_regex(
    r"avoid|caution|do not|don't|ask your|check with|unless|before you|not safe"
    r"|피해|피하|주의|상의|확인|마세요|안\s?됩니다",
    re.IGNORECASE,
)
_ROSE: Final = lazy_regex(r"\brose\b|risen|\bup\b|increas|higher|올라|올랐|상승|증가|늘었|높아졌", re.IGNORECASE)
_FELL: Final = lazy_regex(
    r"\bfell\b|fallen|\bdown\b|decreas|lower(?!s)|dropp|내려|내렸|하락|감소|줄었|떨어|낮아졌", re.IGNORECASE
)
_DOSE: Final = lazy_regex(r"(\d+(?:\.\d+)?)\s?(mg|mcg|µg|μg|g|units?|IU|밀리그램|마이크로그램)(?![a-z])", re.IGNORECASE)
_TIMES: Final = (
    (1, lazy_regex(r"once (?:a|per|each) day|once daily|하루(?:에)?\s?(?:한|1)\s?번", re.IGNORECASE)),
    (2, lazy_regex(r"twice (?:a|per) day|twice daily|two times a day|하루(?:에)?\s?(?:두|2)\s?번", re.IGNORECASE)),
    (3, lazy_regex(r"three times (?:a|per) day|하루(?:에)?\s?(?:세|3)\s?번", re.IGNORECASE)),
    (4, lazy_regex(r"four times (?:a|per) day|하루(?:에)?\s?(?:네|4)\s?번", re.IGNORECASE)),
)
_CODES: Final = {"QD": 1, "QHS": 1, "BID": 2, "TID": 3, "QID": 4}
_RELATIVES: Final = {
    "mother": r"\bmother|\bmum\b|\bmom\b|어머니|엄마",
    "father": r"\bfather|\bdad\b|아버지|아빠",
    "sibling": r"\bbrother|\bsister|형제|자매|누나|언니|오빠|동생",
    "grandparent": r"\bgrand|할머니|할아버지",
}
_ITEM: Final = lazy_regex(r"^\s*(?:\d{1,2}[.)]|[-•])\s", re.MULTILINE)
_SENTENCE: Final = lazy_regex(r"[.!?](?=\s|$)")
_STEPS: Final = "step_count"
"""What "three steps for this week" is not about."""
_TOLERANCE: Final = 0.051
"""How far a rounded average may lie from the exact one."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One check: its name, whether the answer holds it, and what was looked at, in words."""

    name: str
    held: bool
    told: str

    @property
    def in_words(self) -> str:
        """The finding as it is recorded."""
        return f"{'holds' if self.held else 'fails'}: {self.name} ({self.told})"


@dataclass(frozen=True)
class _Answer:
    text: str
    numbers: frozenset[float]
    finder: Finder

    @cached_property
    def mentions(self) -> tuple[Mention, ...]:
        """What it names; looked for where a check asks."""
        return self.finder.find(self.text)

    def names(self, fact: Fact) -> bool:
        """Whether the answer names what the fact is of, by a narrower or a broader name."""
        return any(_same(mention.entry, fact) for mention in self.mentions)

    def of(self, *kinds: str) -> tuple[Mention, ...]:
        return tuple(mention for mention in self.mentions if mention.entry.kind in kinds)


def review(question: str, answer: str, known: Known, finder: Finder, dictionary: Dictionary) -> tuple[Finding, ...]:
    """The findings of every check that applies to ``question``; pure and deterministic."""
    asked, plain = asked_in(question, finder), normalise(answer).text
    numbers = frozenset(float(found) for found in _NUMBER.findall(_DATE.sub(" ", _ITEM.sub(" ", plain))))
    said = _Answer(plain, numbers, finder)
    # What a document says of anybody ("if you have asthma, do not ...") is no claim about the patient.
    unquoted = normalise(_QUOTED.sub(" ", answer)).text
    own = _Answer(unquoted, numbers, finder)
    found = [
        *_values(asked, said, known),
        *_lists(asked, said, known, dictionary),
        *_medicines(asked, own, known),
        *_conditions(asked, own, known),
        *_permission(asked, said, known, dictionary),
        *_form(asked, answer),
        *_doses(own, known),
    ]
    return tuple(found)


def _values(asked: Asked, said: _Answer, known: Known) -> Iterator[Finding]:
    """The value asked for, by concept and time."""
    if asked.permission or asked.why:
        return
    for test in asked.tests:
        if asked.items and test.concept_id == _STEPS:
            continue
        named = known.tests_named(test.concept_id) or (test.concept_id,)
        series = {one: facts for one in named if (facts := known.series(one))}
        name = f"value of {test.name}"
        if not series and asked.medicines:
            # "Is metformin for my sugar?" asks about the medicine.
            continue
        if not series:
            clean = _NONE.search(said.text) is not None or not said.numbers
            yield Finding(name, clean, "nothing is on record, so the answer must say so")
            continue
        for one, facts in series.items():
            yield _value(f"{name} ({one})" if len(series) > 1 else name, asked, said, facts)
        if asked.fold != "count" and _NONE.search(said.text) and not said.numbers:
            yield Finding(f"record of {test.name}", False, "values are on record, and the answer denies it")


def _value(name: str, asked: Asked, said: _Answer, facts: Sequence[Fact]) -> Finding:
    if asked.fold == "change" and len(facts) > 1:
        return _change(name, said, _numbers(facts[-2:]))
    wanted = _wanted(asked, facts)
    if wanted is None:
        return Finding(name, True, "nothing to hold the answer against")
    slack = _TOLERANCE if asked.fold == "mean" else 1e-6
    held = any(abs(number - wanted) <= slack for number in said.numbers)
    return Finding(name, held, f"{asked.fold} is {wanted:g}; the answer says {_listed(said.numbers)}")


def _wanted(asked: Asked, facts: Sequence[Fact]) -> float | None:
    """The number that answers, of facts that all have one."""
    match asked.fold:
        case "month":
            of_month = [fact for fact in facts if fact.clinical_day[5:7] == f"{asked.month:02d}"]
            return numeric(of_month[-1]) if of_month else None
        case "previous":
            return numeric(facts[-2]) if len(facts) > 1 else None
        case "highest":
            return max(_numbers(facts))
        case "lowest":
            return min(_numbers(facts))
        case "mean":
            return sum(_numbers(facts)) / len(facts)
        case "count":
            return float(len(facts))
        case "first":
            return numeric(facts[0])
        case _:
            return numeric(facts[-1])


def _numbers(facts: Sequence[Fact]) -> list[float]:
    return [value for fact in facts if (value := numeric(fact)) is not None]


def _change(name: str, said: _Answer, values: Sequence[float]) -> Finding:
    rising, falling = values[-1] > values[-2], values[-1] < values[-2]
    rose, fell = _ROSE.search(said.text), _FELL.search(said.text)
    wrong_way = (rising and fell and not rose) or (falling and rose and not fell)
    both = {values[-1], values[-2]} <= said.numbers
    stated = both or round(abs(values[-1] - values[-2]), 6) in said.numbers
    told = f"from {values[-2]:g} to {values[-1]:g}; the answer says {_listed(said.numbers)}"
    return Finding(name, stated and not wrong_way, told)


def _lists(asked: Asked, said: _Answer, known: Known, dictionary: Dictionary) -> Iterator[Finding]:
    """A list asked for: all of it, and nothing that is not in force."""
    if "medications" in asked.lists and not asked.permission and not asked.medicines:
        yield from _whole_list("medicines", said, known.in_force(SlotKind.MEDICATIONS), said.of("medications"))
    if "conditions" in asked.lists and "family" not in asked.lists:
        yield from _whole_list("conditions", said, known.in_force(SlotKind.CONDITIONS), said.of("conditions"))
    if "allergies" in asked.lists and not asked.permission:
        facts = known.in_force(SlotKind.ALLERGIES)
        named = [mention.entry for mention in said.of("medications", "drug_classes", "allergens")]
        missing = [
            fact
            for fact in facts
            if not said.names(fact)
            and not any(meets(dictionary, entry, fact.content.concept.concept_id) for entry in named)
        ]
        told = f"{len(facts)} on record, {len(missing)} of them not named"
        denied = bool(facts) and _NONE.search(said.text) is not None
        yield Finding("allergies", not missing and not denied, told)
    if "family" in asked.lists:
        yield from _relatives(said, known)


def _whole_list(name: str, said: _Answer, facts: Sequence[Fact], named: Iterable[Mention]) -> Iterator[Finding]:
    missing = [fact for fact in facts if not said.names(fact)]
    yield Finding(f"all {name}", not missing, f"{len(facts)} in force, {len(missing)} of them not named")
    beyond = [one for one in named if not any(_same(one.entry, fact) for fact in facts)]
    beyond = [one for one in beyond if not _STOPPED.search(_clause(said.text, one))]
    yield Finding(f"only {name} in force", not beyond, f"{len(beyond)} named that are not in force")


def _relatives(said: _Answer, known: Known) -> Iterator[Finding]:
    facts = [fact for fact in known.of_each_kind() if fact.content.subject in _RELATIVES]
    for fact in facts:
        words = re.compile(_RELATIVES[fact.content.subject], re.IGNORECASE)
        held = said.names(fact) and words.search(said.text) is not None
        yield Finding("whose it is", held, f"on record of the {fact.content.subject}")
    if facts:
        whose = {fact.content.subject for fact in facts}
        strange = [
            one for one, words in _RELATIVES.items() if one not in whose and re.search(words, said.text, re.IGNORECASE)
        ]
        yield Finding("only these relatives", not strange, f"{len(strange)} relatives named that the record has not")


def _medicines(asked: Asked, said: _Answer, known: Known) -> Iterator[Finding]:
    """The medicine asked about: named, taken or stopped as the record says."""
    for entry in asked.medicines:
        ids = {entry.concept_id}
        if not any(mention.entry.concept_id in {entry.concept_id, *entry.broader[:1]} for mention in said.mentions):
            denied = _NONE.search(said.text) is not None
            yield Finding("concept asked about", denied, f"{entry.name} is not named in the answer")
        if asked.permission:
            continue
        facts = [fact for fact in known.own(SlotKind.MEDICATIONS) if ids & set(_family(fact))]
        taken = [fact for fact in facts if known.is_in_force(fact)]
        denied = _STOPPED.search(said.text) is not None or _NONE.search(said.text) is not None
        if facts and not taken:
            yield Finding("stopped", denied, f"{entry.name} is not taken any more")
        if taken and denied and (asked.still or asked.dosing):
            yield Finding("taken", False, f"{entry.name} is taken now")
        if asked.why:
            held = tuple(known.of_each_kind())
            reasons = [one for one in said.of("symptoms") if not any(_same(one.entry, fact) for fact in held)]
            yield Finding("reason on record", not reasons, f"{len(reasons)} reasons that the record does not hold")


def _conditions(asked: Asked, said: _Answer, known: Known) -> Iterator[Finding]:
    """Whether the patient has an illness that the question names; and no other one is put on the record."""
    if asked.has and not asked.permission:
        for entry in asked.conditions:
            has = bool({entry.concept_id} & known.condition_ids())
            denied = _NONE.search(said.text) is not None
            told = f"{entry.name} is {'' if has else 'not '}in force on record"
            yield Finding("has it or not", denied is not has, told)
    held = {each for fact in known.of_each_kind() for each in _family(fact)}
    spoken = {each for entry in asked.conditions for each in (entry.concept_id, *entry.broader)}
    own = known.condition_ids()
    for mention in said.of("conditions"):
        ids = {mention.entry.concept_id, *mention.entry.broader}
        clause = _clause(said.text, mention)
        claimed = re.search(r"\byou have\b|on your record|진단이\s?있|기록되어|있으십", clause, re.IGNORECASE)
        if not claimed or _NONE.search(clause) or ids & spoken:
            continue
        family = any(re.search(words, said.text, re.IGNORECASE) for words in _RELATIVES.values())
        right = bool(ids & own) or (family and bool(ids & held))
        yield Finding("nothing beyond memory", right, f"{mention.entry.name} is claimed for the patient")


def _permission(asked: Asked, said: _Answer, known: Known, dictionary: Dictionary) -> Iterator[Finding]:
    """Leave is not given where the record stands against it."""
    if not asked.permission or not asked.medicines:
        return
    against = [fact for entry in asked.medicines for fact in conflicting_allergies(known, dictionary, entry)]
    met = cautions(known, asked.medicines, asked.conditions)
    if against or met:
        told = f"{len(against)} allergies and {len(met)} cautions on record stand against it"
        yield Finding("heeds the record", _CAREFUL.search(said.text) is not None, told)


def _form(asked: Asked, answer: str) -> Iterator[Finding]:
    """As many sentences, steps or things as were asked for."""
    if asked.one_sentence:
        count = len(_SENTENCE.findall(_DATE.sub(" ", answer).strip()))
        yield Finding("one sentence", count <= 1, f"{count} sentences")
    if asked.items:
        count = len(_ITEM.findall(answer))
        yield Finding(f"{asked.items} parts", count in (0, asked.items) and count > 0, f"{count} parts")


_FROM_TO: Final = lazy_regex(r"→|->|에서\s|이전|\bfrom\b|\bwas\b|\bbefore\b")


def _doses(said: _Answer, known: Known) -> Iterator[Finding]:
    """Each dose and habit stands beside its own medicine."""
    facts = {fact.content.concept.concept_id: fact for fact in known.own(SlotKind.MEDICATIONS)}
    medicines = said.of("medications")
    for place, mention in enumerate(medicines):
        fact = facts.get(mention.entry.concept_id)
        if fact is None:
            continue
        end = medicines[place + 1].start if place + 1 < len(medicines) else len(said.text)
        own = said.text[mention.end : end]
        if fact.content.dose and (doses := [*_DOSE.finditer(own)]):
            on_record = re.findall(r"\d+(?:\.\d+)?", fact.content.dose)
            # What is told of a change names the dose before it first.
            told = doses if _FROM_TO.search(own) else doses[:1]
            held = any(dose[1] in on_record for dose in told)
            yield Finding(f"dose of {mention.entry.name}", held, f"{fact.content.dose} on record, {told[-1][0]} said")
        times = next((count for count, words in _TIMES if words.search(own)), 0)
        wanted = _CODES.get(fact.content.frequency or "", 0)
        if times and wanted:
            yield Finding(f"habit of {mention.entry.name}", times == wanted, f"{wanted} a day on record, {times} said")


def _same(entry: Entry, fact: Fact) -> bool:
    """Whether a name is that of a fact's concept, or of one above or below it; siblings under one class are not."""
    return entry.concept_id in _family(fact) or fact.content.concept.concept_id in entry.broader


def _family(fact: Fact) -> set[str]:
    return {fact.content.concept.concept_id, *fact.content.concept.broader}


def _clause(text: str, mention: Mention) -> str:
    start = max((text.rfind(mark, 0, mention.start) for mark in ".;\n"), default=-1) + 1
    ends = [place for mark in ".;\n" if (place := text.find(mark, mention.end)) >= 0]
    return text[start : min(ends, default=len(text))]


def _listed(numbers: Iterable[float]) -> str:
    return ", ".join(f"{number:g}" for number in sorted(numbers)) or "no number"
