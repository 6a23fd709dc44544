"""Red flags: what this turn says or measures that calls for care, over what is on record; found by rule, first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final

from agent.answers.record.known import numeric
from agent.safety.alarms import LEVELS, Level, Raised, alarms, is_said, raised, signs_in
from agent.safety.anothers_alarm import anothers_signs, wishes_to_die
from agent.safety.asked_back import is_only_asked_about, raised_before, without_asked_back
from agent.safety.child_alarms import child_alarms, childs_fever
from agent.safety.crises import crisis_of, waits_for_a_clinic
from agent.safety.drinking import tells_heavy_drinking
from agent.safety.heard import (
    facts_of_turn,
    heard,
    is_calm,
    is_heard_as_urgent,
    is_present,
    is_sure,
    of_what_it_resembles,
)
from agent.safety.hearing import tells_complaints_alone
from agent.safety.iron_stools import iron_behind
from agent.safety.look_alikes import look_alike
from agent.safety.low_sugars import is_treated
from agent.safety.measured_words import FLUID_KG, LOW_SYSTOLIC, lowest_pressure, weight_gained
from agent.safety.mishaps.alarming import mishap_alarms
from agent.safety.placing import Told
from agent.safety.record import Record
from agent.safety.red_flag import RedFlag
from agent.safety.self_harm import by_accident, denies_self_harm, speaks_of_self_harm
from agent.safety.young_fevers import young_fever
from agent.skills.ports import Situation
from agent.words.wording import Dictionary, lookup
from domain.ledger import Fact, local_day
from domain.values import SlotKind
from extraction.naming.mentions import Entry, Mention
from extraction.reading.people.foretold import without_foretold
from extraction.text.normalise import normalise
from projections.patient_view import PatientView
from projections.tiers import TurnLine

SELF_HARM_CONCEPTS: Final = frozenset({"suicidal_ideation", "self_harm"})
"""Symptoms that are a wish to die or to harm oneself."""
_SEEN_TODAY: Final = frozenset(
    {"breast_lump", "jaundice", "hematuria", "petechiae", "double_vision", "urinary_retention", "presyncope"}
)
"""Warning signs that a clinician should see soon, without an ambulance."""
_SLOW: Final = frozenset({"rectal_bleeding"})
"""Warning signs that, told as going on for weeks, are looked into within days (NICE NG12), not by ambulance."""
_NOT_ALONE: Final = frozenset({"poisoning_symptom"})
"""Concepts whose names are also what every patient says ("I took all my pills"): only the alarms decide on them."""
_CLOUDED: Final = frozenset({"confusion", "brain_fog"})
"""Symptoms that are also what a person says whom too many instructions confuse."""
_NEEDS_EFFORT: Final = frozenset({"shortness_of_breath"})
"""Symptoms that are no emergency when they come with effort and pass at once with rest."""
_ANGINA: Final = "chest_on_effort"
_HEAD_INJURY: Final = "head_injury"
_AFTER_A_BLOW: Final = frozenset({"drowsy", "vomits_on", "confused_new", "headache", "unsteady", "slowed"})
_BLOW_TURNS: Final = 6
_BLOW_DAYS: Final = timedelta(days=7)
"""Turns and days back in which a blow to the head is still what a headache may come of (NICE NG232)."""
_STEROID_MISSING: Final = "adrenal_without"
_WITHDRAWAL: Final = "alcohol_withdrawal"
_ALLERGIC: Final = "anaphylaxis"
_SELF_INJURY: Final = "self_injury"
_CARRIED: Final[dict[str, str]] = {
    "use_pen": "carries_adrenaline",
    "use_reliever": "carries_reliever",
    "use_nitrate": "carries_nitrate",
    "use_glucagon": "carries_glucagon",
    "use_hydrocortisone": "carries_hydrocortisone",
    "use_naloxone": "carries_naloxone",
}
"""What to use first, only of those who carry it, by their record."""
_OF_ALARM: Final[dict[str, str]] = {
    "chest_pain": "use_nitrate",
    "chest_pressure": "use_nitrate",
    "slow_breath": "use_naloxone",
    "overdose": "use_naloxone",
    "cannot_wake": "use_naloxone",
    "asthma_reliever": "use_reliever",
}
"""Rescue medicines that an alarm calls for when they are carried, beside the ones that the table names."""
_BARS_NITRATE: Final = "bars_nitrate"
"""What no nitrate follows for a day or two, by every label of sildenafil, tadalafil and the like."""


def sounds(situation: Situation) -> bool:
    """Whether words over the record call for care: known before anything is stored or any model is asked."""
    told = Told(normalise(situation.question.text).text)
    record = _record(situation)
    found = _told_now(_agreed(_of_words(situation, told, record), situation), situation, told.text, record)
    return bool(found or (is_heard_as_urgent(situation, told) and without_asked_back(told.text)))


def sounded(view: PatientView, since: int, before: int, today: str) -> tuple[Raised, ...]:
    """The alarms for care at once that words of earlier turns raised, from ``since`` to the one before ``before``.

    Told over the record as it is now: what has been withdrawn since alarms nobody.
    """
    record = Record(view.ledger, today, suspected=True)
    lines = (line for turn, line in view.tiers.lines.items() if since <= turn < before)
    found = (one for line in lines for one in raised_in(line, record) if one.alarm.level == "now")
    return tuple({one.alarm.alarm_id: one for one in found}.values())


def raised_in(line: TurnLine, record: Record) -> tuple[Raised, ...]:
    """The alarms that the words of an earlier turn raise, if its answer told of any of them."""
    found = raised(normalise(line.question).text, record)
    names = {name for one in found for name in (one.alarm.name_ko, one.alarm.name_en)}
    told = line.answer is None or any(name in line.answer for name in names)
    return found if told else ()


def red_flags(situation: Situation, mentions: Sequence[Mention], dictionary: Dictionary) -> tuple[RedFlag, ...]:
    """The red flags of this turn, the most urgent first: words over the record, symptoms recorded as present, readings
    of today, and what the reader hears as urgent.

    What is told as denied, past, imagined or another's story is none. Words alone are none where the reader is sure
    that nothing is urgent: both must be able to hear it. A wish to die, what was measured, what only the record makes
    urgent, and a warning sign that is all that is told ("I have chest pain") need no second ear.
    """
    facts = facts_of_turn(situation)
    # What a bystander foretells has not happened.
    told = Told(without_foretold(normalise(situation.question.text).text))
    record = _record(situation)
    told_now = [fact for fact in facts if not is_only_asked_about(fact, situation)]
    found = [flag for fact in told_now if (flag := _of_fact(fact, told, record, dictionary)) is not None]
    found = _agreed(
        [*found, *_told_now(_of_words(situation, told, record, mentions), situation, told.text, record)],
        situation,
        plain=tells_complaints_alone(facts, record.today),
    )
    if not any(one.level == LEVELS[0] for one in found):
        # A milder sign by the words themselves takes nothing from what another has now.
        signs = anothers_signs(told, mentions)
        found += [_of_another(entry) for entry in signs if entry.concept_id not in _NOT_ALONE]
    if iron_behind(told, record):
        found = [flag for flag in found if not _is_of_dark_stools(flag, record)]
        if not found:
            return ()
    alike = look_alike(situation, told, record)
    if alike is not None:
        found = [flag for flag in found if not alike.explains(flag)]
    found = of_what_it_resembles(found, situation)
    hears = alike is None and not any(one.at_once for one in found) and (not found or is_sure(situation))
    if hears and without_asked_back(told.text):
        found += heard(situation, told, record, mentions, dictionary)
    return tuple(sorted(_each_once(found), key=lambda flag: LEVELS.index(flag.level)))


def _told_now(flags: list[RedFlag], situation: Situation, text: str, record: Record) -> list[RedFlag]:
    """``flags`` without those of which an earlier turn told, and of which this one only asks back."""
    left = without_asked_back(text)
    if not flags or left == text:
        return flags
    now = {one.key for one in _of_words(situation, Told(left), record)}
    before = raised_before(situation, record)
    return [one for one in flags if one.self_harm or one.firm or one.key in now or one.key not in before]


def _is_of_dark_stools(flag: RedFlag, record: Record) -> bool:
    facts = record.ledger.facts
    return flag.key.startswith("black_stool") or any(
        facts[each].content.concept.concept_id == "melena" for each in flag.fact_ids if each in facts
    )


def _agreed(flags: list[RedFlag], situation: Situation, *, plain: bool = False) -> list[RedFlag]:
    """``flags`` without what words alone raise against a reader that is sure of its calm.

    Of complaints told ``plain``, and nothing else, the symptoms that are recorded stand: the reader has learnt from
    histories that "X이 있어요" and "I have X" are calm, and they are the plainest words for what has just begun.
    """
    if not is_calm(situation):
        return flags
    return [one for one in flags if one.self_harm or one.firm or (plain and one.symptom)]


def _record(situation: Situation) -> Record:
    question = situation.question
    return Record(situation.view.ledger, local_day(question.said_at, question.time_zone), suspected=True)


def _of_words(situation: Situation, told: Told, record: Record, mentions: Sequence[Mention] = ()) -> list[RedFlag]:
    """What the words say over the record, whatever was stored of them."""
    found = [_of_alarm(one, record) for one in raised(told.text, record) if not _is_unmeant(one, told)]
    if childs_fever(situation):
        # The fever is the child's, the pregnancy the mother's.
        found = [one for one in found if one.key != "pregnancy_fever"]
    found += of_measured_words(told.text, record)
    if not told.is_elsewhere:
        found += [replace(_of_alarm(one, record), firm=True) for one in young_fever(situation, record)]
    mishaps = [replace(_of_alarm(one, record), firm=True) for one in mishap_alarms(situation, record, mentions)]
    if any(one.key == _STEROID_MISSING for one in mishaps) and "hives" not in signs_in(told.text):
        # A face that a steroid rounds, and the crisis without it, are no allergy.
        found = [one for one in found if not one.key.startswith(_ALLERGIC)]
    found += mishaps
    found += [replace(_of_alarm(one, record), firm=True) for one in child_alarms(situation)]
    if not any(one.key == _HEAD_INJURY for one in found):
        found += _since_a_blow(situation, told, record)
    if not any(one.key.startswith(_WITHDRAWAL) for one in found):
        found += _of_drink_stopped(situation, told, record)
    if (speaks_of_self_harm(told.text) or wishes_to_die(told.text)) and not told.is_elsewhere:
        found.insert(0, RedFlag("자해 생각", "thoughts of harming yourself", self_harm=True, source="who_suicide"))
    return found


def _of_drink_stopped(situation: Situation, told: Told, record: Record) -> list[RedFlag]:
    """The danger of stopping at once, of whose heavy drinking the words of this talk tell and no fact holds."""
    if not is_said("quits_drinking", told.text) or is_said("quits_other", told.text):
        return []
    question, lines = situation.question, situation.view.tiers.lines
    before = (normalise(one.question).text for turn, one in lines.items() if turn < question.turn_number)
    if not any(tells_heavy_drinking(text) for text in (told.text, *before)):
        return []
    alarm = next(one for one in alarms() if one.alarm_id == _WITHDRAWAL)
    return [replace(_of_alarm(Raised(alarm, ()), record), firm=True)]


def _since_a_blow(situation: Situation, told: Told, record: Record) -> list[RedFlag]:
    """What is felt now after a blow to the head that an answer of these days warned of: the two are one story."""
    question, lines = situation.question, situation.view.tiers.lines
    if signs_in(told.text).isdisjoint(_AFTER_A_BLOW) or told.is_elsewhere:
        return []
    earlier = (
        lines[turn] for turn in range(max(1, question.turn_number - _BLOW_TURNS), question.turn_number) if turn in lines
    )
    blows = (
        one
        for line in earlier
        if question.said_at - line.said_at <= _BLOW_DAYS
        for one in raised_in(line, record)
        if one.alarm.alarm_id.startswith(_HEAD_INJURY)
    )
    blow = next(blows, None)
    if blow is None:
        return []
    alarm = next(one for one in alarms() if one.alarm_id == _HEAD_INJURY)
    return [_of_alarm(Raised(alarm, blow.facts), record)]


def of_measured_words(text: str, record: Record) -> list[RedFlag]:
    """What numbers told in passing say over the record: a weight that rose within days, a pressure that is too low."""
    found: list[RedFlag] = []
    heart = record.holding(("heart_failure", "cardiomyopathy"))
    gained = weight_gained(text)
    if heart and gained is not None and gained >= FLUID_KG:
        ids = tuple(fact.fact_id for fact in heart)
        found.append(
            RedFlag("심부전이 나빠진 증상(며칠 새 늘어난 체중)",
                    "heart failure getting worse, by a weight that rose within days",
                    ids, level="today", source="esc_hf", key="weight_gain", firm=True)
        )  # fmt: skip
    lowest = lowest_pressure(text)
    lowering = record.holding(("antihypertensive", "parkinson_drug", "diuretic", "nitrate", "alpha_blocker"))
    if lowest is not None and lowest[0] < LOW_SYSTOLIC and not Told(text).is_elsewhere:
        ids = tuple(fact.fact_id for fact in lowering)
        found.append(
            RedFlag("낮은 혈압", "low blood pressure", ids, level="today", first="lie_down", source="esc_syncope",
                    key="low_pressure", firm=True)
        )  # fmt: skip
    return found


def _each_once(flags: Sequence[RedFlag]) -> Iterator[RedFlag]:
    """The flags, those of one name joined."""
    by_name: dict[str, RedFlag] = {}
    for flag in flags:
        before = by_name.get(flag.name_en)
        if before is None or LEVELS.index(flag.level) < LEVELS.index(before.level):
            by_name[flag.name_en] = flag
    return iter(by_name.values())


def _is_unmeant(one: Raised, told: Told) -> bool:
    """Whether what alarms comes with effort and passes, or was an accident at the stove."""
    if one.alarm.self_harm:
        return one.alarm.alarm_id == _SELF_INJURY and by_accident(told.text)
    # A chest that tightens with effort is angina until it is looked at, above all where rest eases it.
    return told.settles_with_rest and one.alarm.alarm_id != _ANGINA


def _of_alarm(one: Raised, record: Record) -> RedFlag:
    alarm = one.alarm
    first, facts = alarm.first, one.facts
    rescue = first if first in _CARRIED else _OF_ALARM.get(alarm.alarm_id, "")
    carried = record.holding((_CARRIED[rescue],)) if rescue else ()
    barring = record.holding((_BARS_NITRATE,)) if carried and rescue == "use_nitrate" else ()
    if barring:
        first, facts = "no_nitrate", (*facts, *(fact.fact_id for fact in (*carried, *barring)))
    elif carried:
        first, facts = rescue, (*facts, *(fact.fact_id for fact in carried))
    elif first in _CARRIED:
        first = ""
    return RedFlag(
        alarm.name_ko,
        alarm.name_en,
        tuple(dict.fromkeys(facts)),
        self_harm=alarm.self_harm,
        level=alarm.level,
        first=first,
        source=alarm.source,
        key=alarm.alarm_id,
        firm=alarm.firm,
    )


def _of_fact(fact: Fact, told: Told, record: Record, dictionary: Dictionary) -> RedFlag | None:
    if not is_present(fact):
        return None
    if fact.content.slot is SlotKind.SYMPTOMS:
        return of_symptom(fact, told, dictionary)
    crisis = crisis_of(fact, record.today, lambda token: bool(record.holding((token,))))
    if crisis is None or _is_placed_elsewhere(fact, told) or _is_overtaken(fact, record):
        return None
    over = _came_up_again(fact, record) or (crisis.level == "this_week" and is_treated(told.text))
    beside = tuple(each.fact_id for each in record.holding((crisis.known,))) if crisis.known else ()
    felt = crisis.test == "glucose" and crisis.level == "this_week" and "low_sugar_signs" in signs_in(told.text)
    complaints = bool(record.known.in_force(SlotKind.SYMPTOMS))
    soon = felt or waits_for_a_clinic(crisis, fact, told.text.casefold(), felt=complaints)
    return RedFlag(
        crisis.name_ko,
        crisis.name_en,
        (fact.fact_id, *beside),
        # What is felt of a low sugar is heard of today by who prescribes.
        level="this_week" if over else "today" if soon else crisis.level,
        first="" if over else crisis.first,
        source=crisis.source,
        key=crisis.test,
        firm=True,
    )


def _is_overtaken(fact: Fact, record: Record) -> bool:
    """Whether a later day's value of the same test is on record: what was found then has been followed up."""
    series = record.known.series(fact.content.concept.concept_id)
    return bool(series) and series[-1].clinical_day > fact.clinical_day


_RECOVERED: Final = 70.0
"""A blood sugar in mg/dL from which a low one is over: hypoglycaemia lies below (ADA Standards of Care 2024)."""


def _came_up_again(fact: Fact, record: Record) -> bool:
    """Whether a low blood sugar is told as over in the same breath: "it was 51, I had juice, it came up to 112"."""
    value = numeric(fact)
    if fact.content.concept.concept_id != "glucose" or value is None or value >= _RECOVERED:
        return False
    later = (
        one
        for one in record.ledger.current(SlotKind.LABS)
        if one.content.concept.concept_id == "glucose"
        and one.version > fact.version
        and one.evidence[-1].turn_number == fact.evidence[-1].turn_number
    )
    return any((numeric(one) or 0.0) >= _RECOVERED for one in later)


def of_symptom(fact: Fact, told: Told, dictionary: Dictionary) -> RedFlag | None:
    """What a symptom that is there calls for by itself, told in these words; None where it calls for nothing."""
    concept_id = fact.content.concept.concept_id
    if concept_id in SELF_HARM_CONCEPTS:
        if denies_self_harm(told.text) or by_accident(told.text) or _is_placed_elsewhere(fact, told):
            return None
        return RedFlag(
            "자해 생각", "thoughts of harming yourself", (fact.fact_id,), self_harm=True, source="who_suicide"
        )
    entry = lookup(dictionary, "symptoms", concept_id)
    if entry is None or concept_id in _NOT_ALONE or entry.extra.get("red_flag", "0") in ("", "0", "false"):
        return None
    if concept_id in _CLOUDED and told.is_lost_in_words:
        return None
    if _is_placed_elsewhere(fact, told) or (concept_id in _NEEDS_EFFORT and told.settles_with_rest):
        return None
    level: Level = "today" if concept_id in _SEEN_TODAY else "now"
    if concept_id in _SLOW and "for_weeks" in signs_in(told.text):
        level = "this_week"
    return RedFlag(entry.name_ko or entry.name, entry.name, (fact.fact_id,), level=level, symptom=concept_id)


def _of_another(entry: Entry) -> RedFlag:
    """The flag of a warning sign that somebody else has now."""
    level: Level = "today" if entry.concept_id in _SEEN_TODAY else "now"
    return RedFlag(entry.name_ko or entry.name, entry.name, level=level, symptom=entry.concept_id, firm=True)


def _is_placed_elsewhere(fact: Fact, told: Told) -> bool:
    """Whether the words that a symptom was read from tell of another time, a story or a habit of speech."""
    quote = normalise(fact.evidence[-1].quote).text
    start = told.text.find(quote) if quote else -1
    if start < 0:
        return fact.content.slot is SlotKind.SYMPTOMS and told.is_elsewhere
    return not told.stands(start, start + len(quote))
