"""The words for one patient's facts in one language: names, values, medicines, and a fact in a few words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from agent.answers.record.known import numeric
from agent.skills.ports import Language
from agent.words.doses import dosing_words
from agent.words.figures import birth_text, date_text, frequency_text, number, quantity, unit_text
from agent.words.josa import with_particle
from agent.words.limits import goal_text
from agent.words.timings import timing_text
from domain.ages import AGE, BIRTH_DATE, BIRTH_YEAR, DAYS, LAST_PERIOD, MONTHS, WEEKS, YEARS
from domain.bounds import bounds_text
from domain.ledger import Fact
from domain.speaking_for import RESIDENCE
from domain.values import (
    ANY,
    BOTH,
    PATIENT,
    SIDED_SLOTS,
    SIDES,
    Certainty,
    Content,
    Polarity,
    SlotKind,
    Status,
    Temporality,
)
from extraction.naming.mentions import Entry, Kind
from extraction.reading.findings.goals import GOAL
from extraction.reading.people.korean_jobs import job_in_korean
from extraction.reading.people.occupations import OCCUPATION
from extraction.reading.people.person_details import COUNTRY_OF_ORIGIN, country_in_korean
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_schedules import schedule_of

_EACH: Final = {"QD": ("하루", "a day"), "weekly": ("일주일에", "a week"), "monthly": ("한 달에", "a month")}
"""In how long a time so much of a habit is had, by the frequency that says so."""
_KINDS: Final[dict[SlotKind, tuple[Kind, ...]]] = {
    SlotKind.CONDITIONS: ("conditions", "symptoms"),
    SlotKind.FAMILY_HISTORY: ("conditions", "symptoms"),
    SlotKind.SYMPTOMS: ("symptoms", "conditions"),
    SlotKind.MEDICATIONS: ("medications", "drug_classes"),
    SlotKind.ALLERGIES: ("allergens", "medications", "drug_classes"),
    SlotKind.LABS: ("labs", "vitals"),
    SlotKind.VITALS: ("vitals", "labs"),
    SlotKind.PROCEDURES: ("procedures",),
    SlotKind.SOCIAL_HISTORY: ("social",),
}
"""Where a slot's concepts stand in the lexicon."""
_NAMED_FOR_DOCTORS: Final = frozenset({SlotKind.CONDITIONS, SlotKind.MEDICATIONS, SlotKind.ALLERGIES})
"""Slots whose Korean names carry the English one, so that the list serves at any clinic."""
_REMARK: Final = lazy_regex(r"\s*[(\[][^()\[\]]*[)\]]$")
"""What a record adds to a name: "Obesity (BMI 30+)"."""
_ROUNDING: Final = 0.01
"""Share of a value by which it may differ from what was told, converted and rounded."""
_ENDED: Final = frozenset({Status.RESOLVED, Status.REMISSION})
_SLOTS: Final = {
    SlotKind.DEMOGRAPHICS: ("기본 정보", "About you"),
    SlotKind.CONDITIONS: ("진단", "Diagnoses"),
    SlotKind.SYMPTOMS: ("증상", "Symptoms"),
    SlotKind.MEDICATIONS: ("복용약", "Medicines"),
    SlotKind.VITALS: ("활력징후", "Vital signs"),
    SlotKind.LABS: ("검사", "Tests"),
    SlotKind.ALLERGIES: ("알레르기", "Allergies"),
    SlotKind.FAMILY_HISTORY: ("가족력", "Family history"),
    SlotKind.SOCIAL_HISTORY: ("생활 습관", "Social history"),
    SlotKind.PROCEDURES: ("수술·시술", "Procedures"),
}
_AGES: Final = {
    YEARS: ("세", "", "{0}세", "aged {0}"), MONTHS: ("개월", " months", "생후 {0}개월", "{0} months old"),
    WEEKS: ("주", " weeks", "생후 {0}주", "{0} weeks old"), DAYS: ("일", " days", "생후 {0}일", "{0} days old"),
}  # fmt: skip
"""How an age is said by its unit: behind "나이" and "age", and alone."""
_RELATIVES: Final = {
    "mother": "어머니",
    "father": "아버지",
    "grandmother": "할머니",
    "grandfather": "할아버지",
    "brother": "남자 형제",
    "sister": "여자 형제",
}
"""How a clinician speaks of the closest relatives; the lexicon lists the words that children use first."""
_SEXES: Final = {"male": ("남성", "male"), "female": ("여성", "female")}
QUALIFIERS: Final = {
    "fasting": ("공복", "fasting"),
    "postprandial": ("식후", "after a meal"),
    "1h": ("1시간", "at one hour"), "2h": ("2시간", "at two hours"), "3h": ("3시간", "at three hours"),
    "home": ("가정 측정", "at home"),
    "usual": ("평소", "usual"), "best": ("최고 기록", "best"),
    "lying": ("누워서 잰", "lying"), "sitting": ("앉아서 잰", "sitting"), "standing": ("서서 잰", "standing"),
    "at rest": ("안정 시", "resting"), "on exertion": ("움직일 때", "exertional"),
    "left": ("왼쪽", "left"), "right": ("오른쪽", "right"), "both": ("양쪽", "both sides"),
    "spine": ("요추", "spine"), "hip": ("고관절", "hip"),
    "morning": ("아침", "morning"), "noon": ("낮", "midday"), "evening": ("저녁", "evening"), "night": ("밤", "night"),
    "before": ("앞서 잰", "earlier"), "after": ("나중에 잰", "later"),
}  # fmt: skip
"""In which circumstances something was measured."""

_WEEKS: Final = "wk"
"""UCUM's unit of how far a pregnancy was when it was told."""


def _is_in_weeks(content: Content) -> bool:
    """Whether it is a condition of which the weeks are told."""
    return content.slot is SlotKind.CONDITIONS and content.unit == _WEEKS and isinstance(content.value, float)


_NTH: Final = lazy_regex(r"(\d+) of (\d+)")


def is_numbered(qualifier: str) -> bool:
    """Whether a reading is only numbered among several of its day: "1 of 3"."""
    return _NTH.fullmatch(qualifier) is not None


def qualifier_text(qualifier: str, language: str) -> str:
    """The circumstances of a reading in words; as they are kept where no catalogue has them."""
    if match := _NTH.fullmatch(qualifier):
        return f"{match[2]}회 중 {match[1]}번째" if language == "ko" else f"{match[1]} of {match[2]}"
    # Which of several of a day it was is told by its hour; the circumstance stands first.
    known = qualifier if qualifier in QUALIFIERS else qualifier.partition(" ")[0]
    korean, english = QUALIFIERS.get(known, (qualifier, qualifier))
    return korean if language == "ko" else english


RESULTS: Final = {
    "negative": ("음성", "negative"), "positive": ("양성", "positive"), "normal": ("정상", "normal"),
    "indeterminate": ("판정 보류", "indeterminate"), "borderline": ("경계", "borderline"),
    "not detected": ("검출되지 않음", "not detected"), "trace": ("미량", "trace"),
    "low risk": ("저위험", "low risk"), "high risk": ("고위험", "high risk"),
}  # fmt: skip
"""Results of tests that were told in words."""

COUNTED: Final = {
    "{drink}": ("잔", "drinks"), "{pack}": ("갑", "packs"), "{cigarette}": ("개비", "cigarettes"),
    "{step}": ("보", "steps"), "{tab}": ("알", "tablets"), "{times}": ("번", "times"), "{piece}": ("개", "pieces"),
}  # fmt: skip
"""What is counted of a habit, a finding or an operation."""

HABITS: Final = {
    "current": ("하고 있음", "at present"),
    "former": ("과거에 함", "formerly"),
    "never": ("한 적 없음", "never"),
    "alone": ("혼자", "alone"),
    "with spouse": ("배우자와 함께", "with spouse"),
    "with children": ("자녀와 함께", "with children"),
    "with parents": ("부모와 함께", "with parents"),
    "with family": ("가족과 함께", "with family"),
    "care facility": ("시설에서", "in a care facility"),
    "shared housing": ("여럿이 함께 사는 집", "shared housing"),
}


_REACTIONS: Final[tuple[Kind, ...]] = ("symptoms", "conditions")
"""Where the names of reactions stand: itching is a complaint, hives are an illness."""


class Dictionary(Protocol):
    """The lexicon as the answer needs it: an entry by table and concept id."""

    def entry(self, kind: Kind, concept_id: str) -> Entry | None:
        """The entry; KeyError or None when the table has none of this id."""
        ...

    def by_name(self, text: str, kinds: Sequence[Kind] = ...) -> Entry | None:
        """The entry that has ``text`` as its name or a synonym, first of ``kinds``."""
        ...


def lookup(dictionary: Dictionary, kind: Kind, concept_id: str) -> Entry | None:
    """The entry of a table, None when there is none."""
    try:
        return dictionary.entry(kind, concept_id)
    except KeyError:
        return None


@dataclass(frozen=True, slots=True)
class Wording:
    """Says facts in ``language``; names come from the lexicon, else from the fact itself."""

    language: Language
    dictionary: Dictionary

    def pick(self, ko: str, en: str) -> str:
        """The one of two renderings that is in the answer's language."""
        return ko if self.language == "ko" else en

    def entry(self, content: Content) -> Entry | None:
        """The lexicon entry of a fact's concept."""
        found = (lookup(self.dictionary, kind, content.concept.concept_id) for kind in _KINDS.get(content.slot, ()))
        return next((entry for entry in found if entry is not None), None)

    def name(self, content: Content) -> str:
        """The concept's name with its side of the body; Korean medicines and conditions carry the English one."""
        named = self._named(content)
        if content.qualifier not in SIDES or content.slot not in SIDED_SLOTS:
            return named
        if self.language == "ko":
            return f"{qualifier_text(content.qualifier, self.language)} {named}"
        return f"{named} {'on both sides' if content.qualifier == BOTH else f'on the {content.qualifier}'}"

    def _named(self, content: Content) -> str:
        entry = self.entry(content)
        english = self._english(content, entry)
        if self.language == "en":
            return f"{english}, {content.value:g} weeks" if _is_in_weeks(content) else english
        korean = (entry.name_ko if entry is not None else "") or content.concept.display or english
        if _is_in_weeks(content):
            return f"{korean} {content.value:g}주"
        if content.slot not in _NAMED_FOR_DOCTORS or korean.casefold() == english.casefold():
            return korean
        return f"{korean}({english})"

    def _english(self, content: Content, entry: Entry | None) -> str:
        """The English name: of a condition as its record calls it, so that the list can be held against the chart."""
        recorded = next((coding.display for coding in content.concept.codings if coding.display), None)
        if content.slot is SlotKind.CONDITIONS and recorded:
            return _REMARK.sub("", recorded)
        return entry.name if entry is not None else content.concept.name or content.concept.display

    def slot(self, slot: SlotKind) -> str:
        """The heading of a slot."""
        return self.pick(*_SLOTS[slot])

    def date(self, day: str) -> str:
        """A clinical date."""
        return date_text(day, self.language)

    def day_of(self, fact: Fact) -> str:
        """The fact's clinical date; for an undated value, the day it was said, marked as such."""
        if fact.content.valid_from:
            return self.date(fact.content.valid_from)
        said = self.date(fact.day)
        return self.pick(f"{said}에 말씀", f"said on {said}")

    def value(self, content: Content) -> str:
        """A measured value with its unit, and as it was said when that was in another unit."""
        if _is_in_weeks(content):
            # The name says them.
            return ""
        if content.value_low is not None and content.value_high is not None:
            return f"{number(content.value_low, content.unit)}~{quantity(content.value_high, content.unit)}"
        if content.value is None and (content.value_low is not None or content.value_high is not None):
            return bounds_text(content, lambda end: quantity(end, content.unit))
        if isinstance(content.value, bool) or not isinstance(content.value, (int, float)):
            told = str(content.value or "")
            return self.pick(*RESULTS[told]) if told in RESULTS else told
        if content.unit in COUNTED:
            each = _EACH.get(content.frequency or "")
            often = f", {self.frequency(content.frequency)}" if content.frequency and each is None else ""
            korean, english = COUNTED[content.unit]
            counted = self.pick(korean, f" {english.removesuffix('s') if content.value == 1 else english}")
            days = timing_text(content.timing, self.language)
            told = f"{number(content.value)}{counted}"
            if each is not None:
                # "Eight cigarettes, once a day" would be all eight at once.
                return self.pick(f"{each[0]} {told}", f"{told} {each[1]}")
            return f"{told}{often}{f' ({days})' if days else ''}"
        sign = content.comparator or ""
        # Of ten is how pain is told; the points of a questionnaire are of as many as it has questions for.
        bare = content.slot is SlotKind.LABS and content.unit == "{score}"
        written = f"{sign}{quantity(content.value, None if bare else content.unit)}"
        stated = self._stated_otherwise(content)
        return f"{written}({stated})" if stated else written

    def _stated_otherwise(self, content: Content) -> str:
        digits, stated_unit = self.stated(content)
        return f"{digits} {stated_unit}" if "/" in stated_unit or stated_unit == "lb" else ""

    def stated(self, content: Content) -> tuple[str, str]:
        """The number and the unit in which a value was told, where they are not those in which it is kept."""
        digits = "".join(ch for ch in content.value_stated or "" if ch.isdigit() or ch == ".").strip(".")
        if not digits or not isinstance(content.value, (int, float)) or abs(float(digits) - content.value) < 1e-6:
            return "", ""
        return digits, unit_text(content.unit_stated or self._unit_meant(content, digits))

    def _unit_meant(self, content: Content, digits: str) -> str:
        """The unit that a bare number was told in, where it was converted: the one whose factor leads to the value."""
        value = content.value
        if not digits.replace(".", "", 1).isdigit() or not isinstance(value, int | float):
            return ""
        entry = self.entry(content)
        pairs = (pair.partition(":") for pair in re.split(r"[|;]", entry.extra.get("alt_units", ""))) if entry else ()
        for unit, _, factor in pairs:
            if factor.replace(".", "", 1).isdigit() and abs(float(digits) * float(factor) - value) <= _ROUNDING * value:
                return unit.strip()
        return ""

    def measurement(self, fact: Fact) -> str:
        """Value and date: "6.3%(2020년 12월 13일)"."""
        joint = self.pick("", " ")
        return f"{self.value(fact.content)}{joint}({self.day_of(fact)})"

    def test(self, content: Content) -> str:
        """The name of a test with what qualifies it ("공복 혈당")."""
        qualifier = qualifier_text(content.qualifier, self.language) if content.qualifier else ""
        name = self.name(content)
        if self.language == "en" and name[1:].islower():
            name = name.casefold()
        return f"{qualifier} {name}" if qualifier else name

    def medicine(self, content: Content) -> str:
        """A medicine with dose and frequency, as far as they are known."""
        parts = [self.name(content)]
        often = frequency_text(content.frequency, self.language) if content.frequency else ""
        parts.extend(word for word in dosing_words(content, self.language, often) if word)
        if content.status is Status.ON_HOLD:
            parts.append(self.pick("(잠시 쉬는 중)", "(on hold)"))
        return " ".join(parts)

    def frequency(self, code: str) -> str:
        """A frequency code in words."""
        return frequency_text(code, self.language)

    def dosing(self, content: Content) -> str:
        """A sentence on dose and frequency; says what of the two is not recorded."""
        often = self.frequency(content.frequency) if content.frequency else ""
        dose, taken = dosing_words(content, self.language, often)
        known = self.pick(f"{dose} {taken}".strip(), ", ".join(each for each in (dose, taken) if each))
        said = self.pick(f"{known} 복용하는 것으로 기록되어 있습니다.", f"On record: {known}.") if known else ""
        missing = [
            self.pick(ko, en)
            for value, ko, en in ((dose, "용량", "the dose"), (taken, "복용 횟수", "how often"))
            if not value and not schedule_of(content.dose)
        ]
        if missing:
            listed = self.pick("과 ", " and ").join(missing)
            said += self.pick(f" {with_particle(listed, '은')} 기록에 없습니다.", f" Not on record: {listed}.")
        return said.strip()

    def purpose(self, entry: Entry | None, name: str) -> str:
        """A sentence on what a medicine is for, by the lexicon; empty when it is not known.

        The lexicon's Korean purposes are nouns ("혈당 조절") or end in "위해", a parenthesis aside; its English
        ones are predicates ("controls blood sugar").
        """
        said = entry.extra.get(self.pick("purpose_ko", "purpose_en"), "") if entry is not None else ""
        if not said:
            return ""
        joint = "" if said.partition("(")[0].rstrip().endswith("위해") else "에"
        return self.pick(f"{with_particle(name, '은')} {said}{joint} 쓰는 약입니다.", f"{name} {said}.")

    def relative(self, subject: str) -> str:
        """A relative in the answer's language, as the lexicon names them."""
        if self.language == "ko" and subject in _RELATIVES:
            return _RELATIVES[subject]
        entry = lookup(self.dictionary, "relatives", subject)
        if entry is None:
            return subject
        return self.pick(entry.name_ko or next(iter(entry.synonyms_ko), subject), entry.name)

    def _relative_as_told(self, fact: Fact) -> str:
        """A relative by the word that told of them: a man's elder brother is 형, a woman's 오빠."""
        subject, quote = fact.content.subject, fact.evidence[0].quote
        entry = lookup(self.dictionary, "relatives", subject)
        if self.language == "ko" and entry is not None:
            names = sorted((entry.name_ko, *entry.synonyms_ko), key=len, reverse=True)
            told = next((name for name in names if name and len(name) > 1 and name in quote), None)
            if told is None and subject == "brother" and quote.startswith(("형이", "형은", "형도", "제 형", "저희 형")):
                told = "형"
            if told is not None:
                return told.removeprefix("우리 ").removeprefix("저희 ").removeprefix("제 ")
        return self.relative(subject)

    def sex(self, value: object) -> str:
        """The patient's sex in words."""
        known = _SEXES.get(str(value).strip().casefold())
        return self.pick(*known) if known else str(value)

    def brief(self, fact: Fact) -> str:
        """A fact in a few words, with everything that makes it less than a plain, present fact of the patient."""
        content = fact.content
        if content.concept.concept_id == ANY:
            return self._whole_slot(content)
        denied = content.polarity is Polarity.NEGATED and content.slot is SlotKind.SYMPTOMS
        # How strong it was is of the day on which it was: "no pain 4/10" is neither.
        said = self.name(content) if denied else self._plain(fact)
        if content.subject != PATIENT:
            said = f"{self._relative_as_told(fact)}: {said}"
        if content.polarity is Polarity.NEGATED:
            return self.pick(f"{said} 없음", f"no {said}")
        return said + self._reservation(content)

    def _plain(self, fact: Fact) -> str:
        content = fact.content
        match content.slot:
            case SlotKind.LABS | SlotKind.VITALS:
                return f"{self.test(content)} {self.measurement(fact)}"
            case SlotKind.MEDICATIONS:
                return self.medicine(content)
            case SlotKind.ALLERGIES:
                return self.allergy(content)
            case SlotKind.DEMOGRAPHICS:
                return self._demographic(content)
            case _:
                if content.concept.concept_id.startswith(GOAL):
                    return f"{self.aimed(content)}{self.pick(' 목표', ' target')}: {goal_text(content, self.language)}"
                value = self.value(content) if content.value is not None and content.value is not True else ""
                if content.concept.concept_id == LAST_PERIOD:
                    value = self.date(content.valid_from) if content.valid_from else ""
                if content.slot is SlotKind.SOCIAL_HISTORY and value in HABITS:
                    value = self.pick(*HABITS[value])
                elif content.concept.concept_id == OCCUPATION:
                    value = self.pick(job_in_korean(value) or value, value)
                return f"{self.name(content)} {value}".strip()

    def aimed(self, content: Content) -> str:
        """The name of the test that a goal is for."""
        test = content.concept.concept_id.removeprefix(GOAL)
        entry = lookup(self.dictionary, "labs", test) or lookup(self.dictionary, "vitals", test)
        return self.pick(entry.name_ko or entry.name, entry.name) if entry is not None else test

    def allergy(self, content: Content) -> str:
        """An allergy with its reaction."""
        named = self.pick(f"{self.name(content)} 알레르기", f"{self.name(content)} allergy")
        return f"{named} ({self.reaction(content)})" if content.reaction else named

    def reaction(self, content: Content) -> str:
        """An allergic reaction in the answer's language, as far as the lexicon names it."""
        said = content.reaction or ""
        entry = self.dictionary.by_name(said, _REACTIONS) if said else None
        return self.pick(entry.name_ko or said, entry.name) if entry is not None else said

    def _demographic(self, content: Content) -> str:
        if content.concept.concept_id == AGE and isinstance(content.value, (int, float)):
            told, units = number(float(content.value)), _AGES.get(content.unit or YEARS, _AGES[YEARS])
            return self.pick(f"나이 {told}{units[0]}", f"age {told}{units[1]}")
        if content.concept.concept_id in ("gender", "sex"):
            return self.pick(f"성별 {self.sex(content.value)}", self.sex(content.value))
        if content.concept.concept_id == COUNTRY_OF_ORIGIN:
            return self.pick(f"출신 국가 {country_in_korean(self.value(content))}", f"from {self.value(content)}")
        if content.concept.concept_id == BIRTH_YEAR:
            return self.pick(f"출생 연도 {self.value(content)}", f"year of birth {self.value(content)}")
        if content.concept.concept_id == BIRTH_DATE:
            return self.pick(f"{self.detail(content)} 출생", f"born {self.detail(content)}")
        if content.concept.concept_id == RESIDENCE:
            return self.pick(f"사는 곳 {self.value(content)}", f"lives in {self.value(content)}")
        return f"{self.name(content)} {self.value(content)}".strip()

    def detail(self, content: Content) -> str:
        """A detail of the person by itself: a name as told, a home, a day of birth in words."""
        if content.concept.concept_id == COUNTRY_OF_ORIGIN:
            return self.pick(country_in_korean(self.value(content)), self.value(content))
        if content.concept.concept_id == BIRTH_YEAR:
            return self.pick(f"{self.value(content)}년", self.value(content))
        if content.concept.concept_id == BIRTH_DATE:
            return birth_text(str(content.value), self.language)
        return str(content.value)

    def _whole_slot(self, content: Content) -> str:
        heading = self.slot(content.slot)
        if content.polarity is Polarity.NEGATED:
            return self.pick(f"{heading} 없음", f"{heading.lower()}: none")
        return self.pick(f"{heading} 확인되지 않음(모름)", f"{heading.lower()}: not known")

    def _reservation(self, content: Content) -> str:
        if content.certainty is not Certainty.CONFIRMED:
            if self.entry(content) is None and not content.concept.codings:
                return self.pick(" (말씀하신 그대로)", " (in your own words)")
            return self.pick(" 의심(확진 아님)", " (suspected, not confirmed)")
        if content.status is Status.STOPPED:
            return self.pick(" 복용 중단", " (stopped)")
        if content.status is Status.PLANNED or content.temporality is Temporality.FUTURE:
            ahead = " 계획 중(아직 아님)" if content.slot is SlotKind.CONDITIONS else " 시작 예정"
            return self.pick(ahead, " (planned)")
        if content.status in _ENDED or (content.temporality is Temporality.PAST and content.status is None):
            habit = content.slot is SlotKind.SOCIAL_HISTORY
            return self.pick(" (과거)" if habit else " 과거 병력", " (past)")
        return ""


def age_text(fact: Fact, wording: Wording) -> str:
    """The age alone: "73세", "aged 73", "14 months old", or the year of birth: "1958년생"."""
    if fact.content.concept.concept_id == BIRTH_DATE:
        return wording.pick("{} 출생", "born {}").format(wording.detail(fact.content))
    if fact.content.concept.concept_id == BIRTH_YEAR:
        return wording.pick("{}년생", "born in {}").format(number(numeric(fact) or 0.0))
    _, _, korean, english = _AGES.get(fact.content.unit or YEARS, _AGES[YEARS])
    return wording.pick(korean, english).format(number(numeric(fact) or 0.0))
