"""A patient's record, written as a model is shown it and folded into a ledger, and what is refused beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import Final
from uuid import NAMESPACE_OID, uuid5

from msgspec.structs import replace

from agent.llm_failures import OutputUnusable
from agent.safety.record import Record
from agent.skills.answer_checks import Material, affirmed_names, naming, require_sound
from agent.skills.claims import claims_by
from agent.skills.held_record import HeldRecord
from domain.ages import AGE, YEARS
from domain.ledger import Fact, Ledger
from domain.mentions import Mentions
from domain.values import PATIENT, Concept, Content, Evidence, Polarity, SlotKind, Status
from extraction.naming.mentions import Entry, Kind
from extraction.values.frequencies import find_frequencies
from tests.shipped import reader, vocabulary

SLOTS: Final = {
    "condition": SlotKind.CONDITIONS, "질환": SlotKind.CONDITIONS,
    "medicine": SlotKind.MEDICATIONS, "복용약": SlotKind.MEDICATIONS,
    "allergy": SlotKind.ALLERGIES, "알레르기": SlotKind.ALLERGIES,
    "no allergy": SlotKind.ALLERGIES, "알레르기 없음": SlotKind.ALLERGIES,
    "symptom": SlotKind.SYMPTOMS, "증상": SlotKind.SYMPTOMS,
    "test": SlotKind.LABS, "검사": SlotKind.LABS,
    "procedure": SlotKind.PROCEDURES, "수술": SlotKind.PROCEDURES,
    "vital sign": SlotKind.VITALS, "활력징후": SlotKind.VITALS,
    "about": SlotKind.DEMOGRAPHICS, "기본 정보": SlotKind.DEMOGRAPHICS,
    "habit": SlotKind.SOCIAL_HISTORY, "생활 습관": SlotKind.SOCIAL_HISTORY,
    "수술·시술": SlotKind.PROCEDURES,
}  # fmt: skip
TODAY: Final = "2026-08-31"
_LINE: Final = re.compile(
    r"(?P<label>[^:(\[]+?)\s?(?:\((?:(?:stopped|중단)\s?(?P<ended>[\d-]+)?|(?P<held>on hold|보류|planned|예정)[^)]*"
    r"|(?P<whose>[^)]+))\))?:\s*(?P<told>.+)"
)
_HELD_BACK: Final = {
    "on hold": Status.ON_HOLD, "보류": Status.ON_HOLD, "planned": Status.PLANNED, "예정": Status.PLANNED
}  # fmt: skip
_WHOSE: Final = {
    "mother": "mother", "father": "father", "wife": "wife", "husband": "husband", "sister": "sister",
    "brother": "brother", "son": "son", "daughter": "daughter", "어머니": "mother", "아버지": "father", "아내": "wife",
    "남편": "husband", "누나": "sister", "언니": "sister", "오빠": "brother", "형": "brother", "동생": "sibling",
    "아들": "son", "딸": "daughter", "여동생": "sister", "남동생": "brother",
}  # fmt: skip
"""Of whom a line is told; anybody else is "other"."""
_ABSENT: Final = re.compile(r"\((?:not present|없음)\)|^(?:does not|담배를 피우지 않)")
_OVER: Final = re.compile(r"\((?:resolved|나음)\s?(?P<day>[\d-]+)?\)")
_DAY: Final = re.compile(r"\d{4}-\d{2}(?:-\d{2})?|(?<=[( ])(?:19|20)\d{2}(?=[),부]|$)")
_DOSE: Final = re.compile(r"\d+(?:\.\d+)?\s?(?:mg|mcg|µg|g|mL|units?|IU|단위)(?![A-Za-z/])", re.IGNORECASE)
_VALUE: Final = re.compile(r"(?:(?P<upper>\d+)/(?P<lower>\d+)|(?P<n>-?\d+(?:\.\d+)?))\s*(?P<unit>[^\s\d(][^\s(]*)?")
_KINDS: Final[dict[SlotKind, tuple[Kind, ...]]] = {
    SlotKind.CONDITIONS: ("conditions", "symptoms", "procedures"),
    SlotKind.MEDICATIONS: ("medications", "drug_classes"),
    SlotKind.ALLERGIES: ("medications", "drug_classes", "allergens"),
    SlotKind.SYMPTOMS: ("symptoms", "conditions"),
    SlotKind.LABS: ("labs", "vitals"),
    SlotKind.VITALS: ("vitals", "labs"),
    SlotKind.PROCEDURES: ("procedures",),
    SlotKind.DEMOGRAPHICS: ("conditions", "social", "procedures"),
    SlotKind.SOCIAL_HISTORY: ("social",),
}
_CIRCUMSTANCES: Final = {"공복": "fasting", "fasting": "fasting", "식후": "postprandial", "after": "postprandial"}
_SEXES: Final = {r"여성|\bwoman\b|\bgirl\b|딸|임신|pregnan": "female", r"남성|\bman\b|\bboy\b|아들": "male"}
_AGE: Final = re.compile(r"\bage (?P<en>\d+)|나이 (?P<ko>\d+)")
_KEPT: Final = {"social": SlotKind.SOCIAL_HISTORY, "procedures": SlotKind.PROCEDURES}
"""Where the names in what is told about somebody belong, but for illnesses."""
_LIVED: Final = {
    "never": re.compile(r"적\s없음|한\s번도|\bnever\b"),
    "over": re.compile(r"\b(?:stopped|quit|gave up)\b|끊"),
}
"""How they stand, where a line says that it never was so, or is over."""
_NO_ALLERGY: Final = ("no allergy", "알레르기 없음")


@dataclass(frozen=True)
class Told:
    """One record and its passages, as written."""

    language: str
    text: str
    now: str = TODAY
    """The day on which it is asked, YYYY-MM-DD."""

    @cached_property
    def ledger(self) -> Ledger:
        """The record as the service would hold it."""
        at = self._at
        facts = {}
        for version, content in enumerate(self._contents(), 1):
            fact_id = str(uuid5(NAMESPACE_OID, f"{version}"))
            evidence = Evidence(event_id=fact_id)
            facts[fact_id] = Fact(
                fact_id, content, Mentions(evidence), fact_id, at, at, at, content.valid_from or self.now, version
            )
        return Ledger.of("UTC", facts, {})

    @property
    def _at(self) -> datetime:
        return datetime.fromisoformat(self.now).replace(tzinfo=UTC)

    def _contents(self) -> Iterator[Content]:
        for line in self.text.splitlines():
            found = _LINE.fullmatch(line.strip())
            if found is not None and found["label"] in SLOTS:
                whose = _WHOSE.get(found["whose"], "other") if found["whose"] else PATIENT
                for content in self._of_line(found["label"], found["ended"], found["told"]):
                    if found["held"]:
                        content = content.with_fields(status=_HELD_BACK[found["held"]])
                    if _ABSENT.search(found["told"]):
                        content = content.with_fields(polarity=Polarity.NEGATED, status=None)
                    if (over := _OVER.search(found["told"])) is not None:
                        content = content.with_fields(status=Status.RESOLVED, valid_from=None, valid_to=over["day"])
                    yield content.with_fields(subject=whose)

    def _of_line(self, label: str, ended: str | None, told: str) -> Iterator[Content]:
        slot = SLOTS[label]
        kinds = _KINDS[slot]
        mentions = [one for one in vocabulary().recogniser.find(told) if one.entry.kind in kinds]
        bare = re.split(r"\s?[(\d]", told, maxsplit=1)[0].strip()
        day = _DAY.search(told)
        since = day[0] if day else None
        if slot is SlotKind.DEMOGRAPHICS:
            sex = next((sex for word, sex in _SEXES.items() if re.search(word, told)), None)
            if sex is not None:
                yield Content(slot=slot, concept=Concept(concept_id="gender", name="gender"), value=sex)
            if (age := _AGE.search(told)) is not None:
                years = Concept(concept_id=AGE, name=AGE)
                yield Content(slot=slot, concept=years, value=float(age["en"] or age["ko"]), unit=YEARS)
            for one in mentions:
                kept = _KEPT.get(one.entry.kind)
                if kept is None:
                    yield Content(
                        slot=SlotKind.CONDITIONS, concept=one.entry.concept(self.language), status=Status.ACTIVE
                    )
                elif (
                    how := next((word for word, told_so in _LIVED.items() if told_so.search(told)), None)
                ) is not None:
                    yield Content(
                        slot=kept, concept=one.entry.concept(self.language),
                        status=Status.RESOLVED if how == "over" else None, valid_to=since if how == "over" else None,
                        polarity=Polarity.NEGATED if how == "never" else Polarity.AFFIRMED,
                    )  # fmt: skip
            return
        concept = Concept(concept_id=bare.casefold(), name=bare, display=bare)
        # A nutrient is found as a medicine, and told as a test.
        known = mentions[0].entry if mentions else vocabulary().lexicon.by_name(bare, kinds)
        if known is not None:
            found = known.concept(self.language)
            concept = replace(found, **({"display": bare} if self.language == "ko" else {"name": bare}))
        if slot in (SlotKind.LABS, SlotKind.VITALS):
            name_end = mentions[0].end if mentions else len(bare)
            value = _VALUE.search(_DAY.sub("", told), name_end)
            if value is None:
                yield Content(slot=slot, concept=concept, valid_from=since)
            elif value["upper"]:
                for name, number in (("systolic_blood_pressure", "upper"), ("diastolic_blood_pressure", "lower")):
                    entry: Entry = vocabulary().lexicon.entry("vitals", name)
                    yield Content(
                        slot=slot, concept=entry.concept(self.language), value=float(value[number]), unit="mm[Hg]",
                        valid_from=since,
                    )  # fmt: skip
            else:
                how = next((one for word, one in _CIRCUMSTANCES.items() if word in told.casefold()), None)
                yield Content(
                    slot=slot, concept=concept, value=float(value["n"]), unit=value["unit"], valid_from=since,
                    qualifier=how if concept.concept_id == "glucose" else None,
                )  # fmt: skip
            return
        fields: dict[str, object] = {"slot": slot, "concept": concept, "valid_from": since}
        if slot is SlotKind.MEDICATIONS:
            dose, often = _DOSE.search(told), [one for one in find_frequencies(told) if not one.weak]
            fields |= {"dose": dose[0] if dose else None, "frequency": often[0].code if often else None}
            fields |= {"status": Status.STOPPED if label and ended else Status.ACTIVE, "valid_to": ended}
        elif slot is SlotKind.CONDITIONS:
            fields["status"] = Status.ACTIVE
        elif label in _NO_ALLERGY:
            fields["polarity"] = Polarity.NEGATED
        yield Content.of(fields)

    def refusal(self, sentence: str, ruled: str = "", *, recalls: bool = False) -> str | None:
        """The check by which an answer of this one sentence is sent back; None where it passes.

        ``ruled`` is the rules' draft, which warns of the allergies where there is one.
        """
        find = vocabulary().recogniser.find
        korean = self.language == "ko"
        ledger = self.ledger
        substances = [
            fact.content.concept
            for fact in ledger.current(SlotKind.ALLERGIES)
            if fact.content.polarity is Polarity.AFFIRMED
        ]
        material = Material(
            "ko" if korean else "en",
            "",
            (self.text, ruled),
            {},
            tuple((one.display if korean else one.name) for one in substances) if ruled else (),
            asks=False,
            ruled=ruled,
            recalls=recalls,
            names_medicine=lambda text: any(one.entry.kind in ("medications", "drug_classes") for one in find(text)),
            names=find,
            names_allergen=naming(substances, find),
            affirmed=tuple(affirmed_names(ledger, "ko" if korean else "en")),
            safety=Record(ledger, self.now),
            record=HeldRecord.of(ledger),
            claims=claims_by(reader().reader, self._at, "UTC", self.language),
        )
        try:
            require_sound(sentence, [], material)
        except OutputUnusable as error:
            return error.reason
        return None
