"""Whether a fever has to be seen: by age, by how the patient is, and for how long it has lasted.

NICE NG143 (fever in under 5s): 38 degrees or more under three months is seen at once, 39 or more from three to six
months the same day; a higher number says little at any other age, how the child is says more. A fever of five days is
seen. At home fluids, light clothes and a look in the night; medicine for distress, not for the number. Adults: NHS,
high temperature in adults.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import Final, Literal

from agent.answers.complaints.weight_and_age import age_fact, age_of, is_child, said_lines
from agent.answers.consultation import Consultation
from agent.answers.part import Part
from agent.answers.record.known import numeric
from agent.answers.values.criteria import FEVER_FROM
from agent.safety.alarms import raised
from agent.safety.record import Record
from agent.safety.upholding import sounded_lately
from agent.safety.whereabouts import emergency_for
from agent.words.figures import number
from agent.words.sentences import sentence
from domain.events import SlotRecorded
from domain.ledger import Fact
from domain.values import Polarity, SlotKind
from extraction.text.lazy_regex import lazy_regex

Level = Literal["now", "today", "home"]

YOUNG_MONTHS, INFANT_MONTHS = 3.0, 6.0
HIGH_IN_INFANT: Final = 39.0
"""Degrees Celsius from which a baby of three to six months is seen the same day (NICE NG143)."""
LONG_DAYS: Final = 5
"""Days of fever from which a child is examined whatever the number (NICE NG143)."""
LONG_DAYS_GROWN: Final = 3
"""Days of fever after which an adult is seen."""
_FEVER_IDS: Final = frozenset({"fever", "high_fever", "low_grade_fever"})
GRAVE: Final = frozenset(
    {"lethargic_child", "unresponsive", "unresponsiveness", "stiff_neck", "non_blanching_rash", "petechiae", "seizure",
     "prolonged_seizure", "tonic_clonic_seizures", "shortness_of_breath", "stridor", "cyanosis", "lip_cyanosis",
     "confusion"}
)  # fmt: skip
"""Complaints on record beside which a fever cannot wait."""
DOUBTFUL: Final = frozenset({"drowsiness", "dehydration_signs", "low_urine_output", "rapid_breathing", "rash"})
"""Complaints beside which it is seen the same day."""
_MILD: Final = frozenset(
    {"runny_nose", "nasal_congestion", "cough", "sneezing", "sore_throat", "ear_pain", "common_cold",
     "body_temperature", "body_weight"}
)  # fmt: skip
BESIDE: Final = frozenset({"relatives", "social", "procedures"})
"""Kinds of what stands in words on a fever without being what is asked about: a son, "drinking", the emergency room."""
WELL: Final = lazy_regex(
    r"\b(?:drink(?:s|ing)|plays?|playing|smil(?:es|ing)|jumping|running (?:about|around)|eat(?:s|ing)|himself|herself"
    r"|perky|cheerful)\b"
    r"|(?:잘|계속|여전히)\s?(?:놀|마시|먹)|놀긴|놀고|마시고|웃|뛰어",
    re.IGNORECASE,
)
"""Words by which a child is well in spite of a fever."""
UNWELL: Final = lazy_regex(
    r"\b(?:not|n'?t|no longer|barely|hardly|refus\w+(?: to)?|won'?t|stopped) (?:been |really )?(?:drink\w*|eat\w*"
    r"|play\w*"
    r"|feed\w*|wak\w*|respond\w*|smil\w*)|\b(?:not|n'?t|no) (?:had (?:a )?)?(?:wet |a )?(?:pee\w*|wee\w*|urine"
    r"|wet napp\w+"
    r"|wet diaper\w*|napp\w+)|floppy|\blimp\b|listless|letharg\w*|hard to wake|very sleepy|drows\w*|struggling"
    r"|축\s?(?:처|쳐|늘)|늘어져|(?:안|못)\s?(?:마시|마셔|먹(?![이여임였인일])|놀|깨|일어나)|소변[을도이]?\s?(?:안|못|거의)"
    r"|기저귀[가도]?\s?(?:안|마른)"
    r"|숨[을이]?\s?(?:가쁘|헐떡|힘들|차)|처지고|처져|보채기만",
    re.IGNORECASE,
)
"""Words by which a child is not."""
_LINES: Final = 3
"""Lines back in which words on how the patient is still hold."""
_DAYS_TOLD: Final = lazy_regex(
    r"\b(?P<n>\d{1,2}|two|three|four|five|six|seven|eight|ten) days?\b(?! old)|(?P<ko>\d{1,2})\s?일\s?(?:째|동안|이나"
    r"|간|됐)"
    r"|(?P<word>이틀|사흘|나흘|닷새|엿새|일주일)\s?(?:째|동안|이나)"
    r"|\b(?P<week>a week|all week)\b",
    re.IGNORECASE,
)
_COUNTS: Final = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "ten": 10, "이틀": 2, "사흘": 3,
    "나흘": 4, "닷새": 5, "엿새": 6, "일주일": 7,
}  # fmt: skip
_RECENT_DAYS: Final = 10
"""Days within which values of a temperature are of one fever."""
TEMPERATURE: Final = lazy_regex(
    r"(?<![\d.,/:])(?P<n>3[5-9](?:\.\d)?|4[0-2](?:\.\d)?|9[6-9]\.\d|10[0-7](?:\.\d)?)(?![\d.:]|\s?(?:kg|kilo|lb|ml|mg"
    r"|%|/))"
)
_FAHRENHEIT_FROM: Final = 90.0
_LONGEST: Final = 200
"""Characters from which words tell more than a fever."""


@dataclass(frozen=True, slots=True)
class Fever:
    """A fever as told: degrees Celsius, the fact that holds them, days, and how the patient is."""

    degrees: float | None
    fact: Fact | None
    days: int
    well: bool
    unwell: bool
    grave: tuple[Fact, ...]
    doubtful: tuple[Fact, ...]

    @property
    def facts(self) -> tuple[str, ...]:
        """What is said of it rests on these."""
        own = (self.fact,) if self.fact is not None else ()
        return tuple(dict.fromkeys(fact.fact_id for fact in (*own, *self.grave, *self.doubtful)))


def fever_care(consultation: Consultation) -> Part:
    """Home care or being seen, and what exactly would change it."""
    fever, years = fever_of(consultation), age_of(consultation)
    if sounded := [one for one in sounded_lately(consultation) if one.level in ("now", "today")]:
        # Whoever was sent to be seen a moment ago is not told to stay at home.
        names = ", ".join(dict.fromkeys(consultation.pick(one.name_ko, one.name_en) for one in sounded))
        said = _say(consultation, "fever.as_said", names=names, emergency=_emergency(consultation))
        return Part(said, tuple(each for one in sounded for each in one.facts))
    weak = _fever_alarms(consultation)
    facts = (*fever.facts, *age_fact(consultation), *(one for _, ids in weak for one in ids))
    if weak:
        names = ", ".join(name for name, _ in weak)
        return Part(_say(consultation, "fever.weak", names=names, emergency=_emergency(consultation)), facts)
    if not _is_of_child(consultation):
        return Part(_grown(consultation, fever), facts)
    if years is None:
        where = _emergency(consultation)
        parts = ("fever.ask_age", "fever.watch", "fever.at_once")
        return Part(" ".join(_say(consultation, one, emergency=where) for one in parts), facts)
    level = level_of(fever, years)
    key = {"now": "fever.now", "today": "fever.today", "home": "fever.home"}[level]
    if level == "home" and fever.degrees is not None and fever.degrees < FEVER_FROM:
        key = "fever.below"
    said = _say(
        consultation, key, degrees=_degrees(fever), well=_say(consultation, "fever.well") if fever.well else "",
        why=_why(consultation, fever, years), emergency=_emergency(consultation),
    )  # fmt: skip
    where = _emergency(consultation)
    watched = {"home": ("fever.watch", "fever.at_once"), "today": ("fever.at_once",), "now": ()}[level]
    return Part(" ".join((said, *(_say(consultation, one, emergency=where) for one in watched))), facts)


def level_of(fever: Fever, years: float) -> Level:
    """How soon a child of this age is to be seen."""
    months, degrees = years * 12, fever.degrees
    feverish = degrees is None or degrees >= FEVER_FROM
    if fever.grave or (months <= YOUNG_MONTHS and feverish):
        return "now"
    if months < INFANT_MONTHS and degrees is not None and degrees >= HIGH_IN_INFANT:
        return "today"
    return "today" if fever.unwell or fever.doubtful or (fever.days >= LONG_DAYS and feverish) else "home"


def is_reassured(consultation: Consultation) -> bool:
    """Whether these words tell of a child with a fever and nothing worse, who drinks or plays: that is no emergency."""
    request, years = consultation.request, age_of(consultation)
    named = {one.entry.concept_id for one in request.mentions if one.entry.kind not in BESIDE}
    if years is None or years * 12 < INFANT_MONTHS or not _is_of_child(consultation) or len(request.text) > _LONGEST:
        return False
    if not named <= _MILD | _FEVER_IDS or not (WELL.search(request.text) or _tells_mild_things(consultation)):
        return False
    fever = fever_of(consultation)
    told = fever.degrees is not None and (
        TEMPERATURE.search(request.text) or _FEVER_IDS & named or consultation.situation.intent.name == "fever"
    )
    return bool(told) and level_of(fever, years) == "home" and not _fever_alarms(consultation)


def _tells_mild_things(consultation: Consultation) -> bool:
    """Whether all complaints that this turn records are of a cold, in no words of the parent's own."""
    told = [
        consultation.ledger.facts[event.payload.fact_id].content
        for event in consultation.situation.turn_events
        if isinstance(event.payload, SlotRecorded)
    ]
    complaints = [one for one in told if one.slot in (SlotKind.SYMPTOMS, SlotKind.CONDITIONS)]
    return bool(told) and all(one.concept.concept_id in _MILD | _FEVER_IDS for one in complaints)


def fever_of(consultation: Consultation) -> Fever:
    """The fever as these words and the record tell it."""
    lines = said_lines(consultation)[-_LINES:]
    now = lines[-1]
    told = degrees_in(now)
    series = _recent(consultation, consultation.known.series("body_temperature"))
    latest = series[-1] if series else None
    degrees = told if told is not None else numeric(latest)
    felt = [
        fact
        for fact in _recent(consultation, consultation.known.own(SlotKind.SYMPTOMS))
        if fact.content.polarity is Polarity.AFFIRMED and consultation.known.is_in_force(fact)
    ]
    unwell = any(UNWELL.search(line) for line in lines)
    return Fever(
        degrees=degrees,
        fact=latest,
        days=max(_days_told(lines), _days_on_record(consultation, series, felt)),
        well=not unwell and any(WELL.search(line) for line in lines),
        unwell=unwell,
        grave=tuple(fact for fact in felt if fact.content.concept.concept_id in GRAVE),
        doubtful=tuple(fact for fact in felt if fact.content.concept.concept_id in DOUBTFUL),
    )


def degrees_in(text: str) -> float | None:
    """The last temperature that words tell, in Celsius; None where they tell none."""
    found = [float(match["n"]) for match in TEMPERATURE.finditer(text)]
    if not found:
        return None
    return round((found[-1] - 32) / 1.8, 1) if found[-1] >= _FAHRENHEIT_FROM else found[-1]


def _recent(consultation: Consultation, facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    return tuple(fact for fact in facts if _days_ago(consultation, fact) <= _RECENT_DAYS)


def _days_ago(consultation: Consultation, fact: Fact) -> int:
    day = fact.content.valid_from or fact.day
    whole = day if len(day) == len("2026-01-31") else fact.day
    return (date.fromisoformat(consultation.known.today) - date.fromisoformat(whole)).days


def _days_told(lines: list[str]) -> int:
    found = [0]
    for line in lines:
        if match := _DAYS_TOLD.search(line):
            said = match["n"] or match["ko"] or match["word"] or ""
            found.append(7 if match["week"] else _COUNTS.get(said.casefold()) or int(said))
    return max(found)


def _days_on_record(consultation: Consultation, series: tuple[Fact, ...], felt: list[Fact]) -> int:
    hot = [fact for fact in series if (numeric(fact) or 0.0) >= FEVER_FROM]
    hot += [fact for fact in felt if fact.content.concept.concept_id in _FEVER_IDS]
    return max((_days_ago(consultation, fact) for fact in hot), default=0)


def _fever_alarms(consultation: Consultation) -> list[tuple[str, tuple[str, ...]]]:
    """What on record makes any fever an emergency: chemotherapy, a transplant, no spleen; a young age is told apart."""
    record = Record(consultation.ledger, consultation.known.today)
    found = [one for one in raised(_FEVER_ALONE, record) if one.facts]
    return [
        (consultation.pick(one.alarm.name_ko, one.alarm.name_en), one.facts)
        for one in found
        if not one.alarm.alarm_id.startswith("young_")
    ]


_FEVER_ALONE: Final = "I have a fever of 38.5"


def _is_of_child(consultation: Consultation) -> bool:
    child = is_child(consultation)
    return consultation.is_kept_for_another if child is None else child


def _grown(consultation: Consultation, fever: Fever) -> str:
    where, degrees = _emergency(consultation), _degrees(fever)
    if consultation.known.pregnancies():
        return _say(consultation, "fever.pregnant", degrees=degrees, emergency=where)
    key = "fever.grown_today" if fever.grave or fever.doubtful or fever.days >= LONG_DAYS_GROWN else "fever.grown"
    if fever.degrees is not None and fever.degrees < FEVER_FROM:
        key = "fever.grown_below"
    return _say(consultation, key, degrees=degrees, emergency=where)


def _why(consultation: Consultation, fever: Fever, years: float) -> str:
    """Why a child is to be seen, in a clause."""
    listed = ", ".join(consultation.words.name(fact.content) for fact in (*fever.grave, *fever.doubtful))
    if listed:
        return _say(consultation, "fever.why_with", listed=listed)
    if years * 12 <= YOUNG_MONTHS:
        return _say(consultation, "fever.why_young")
    if years * 12 < INFANT_MONTHS and fever.degrees is not None and fever.degrees >= HIGH_IN_INFANT:
        return _say(consultation, "fever.why_infant")
    return _say(consultation, "fever.why_unwell" if fever.unwell else "fever.why_long", days=fever.days)


def _degrees(fever: Fever) -> str:
    return f"{number(round(fever.degrees, 1))}°C" if fever.degrees is not None else "38°C"


def _emergency(consultation: Consultation) -> str:
    return emergency_for(consultation.situation)


def _say(consultation: Consultation, key: str, **slots: object) -> str:
    return sentence(key, consultation.words.language, **slots)
