"""Which composer answers which kind of request: one total table, and the acts that ask nothing.

Every composer is a pure function of what is known, what was read and the passages found. A turn's intent is named by
:mod:`agent.answers.asking.naming`; which intent answers each kind of the readings is in
:mod:`agent.answers.asking.asked_kinds`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from agent.answers.appointments import no_appointments
from agent.answers.asides import agree_to_wish, apologise, beyond_record, introduce, keep_to_this_patient, nod
from agent.answers.complaints.causes import cause_of
from agent.answers.complaints.fever_care import fever_care
from agent.answers.complaints.fever_doses import fever_dose
from agent.answers.complaints.ill_lately import ill_lately
from agent.answers.consultation import Consultation
from agent.answers.following.avoided import for_another, what_to_avoid
from agent.answers.following.forms import reshape, say_again
from agent.answers.following.just_told import tell_back
from agent.answers.following.others import the_others
from agent.answers.following.pointed import moves_the_value, on_the_skin
from agent.answers.following.recall import explain_medicine, restate_measurement, which_meant
from agent.answers.following.still import still_holds
from agent.answers.knowledge.chosen import told_instead
from agent.answers.knowledge.fitting import FAQ
from agent.answers.knowledge.knowledge import explain
from agent.answers.medicines.allergy_beside import beside_allergy
from agent.answers.medicines.changed_why import why_changed
from agent.answers.medicines.course_end import course_end
from agent.answers.medicines.day_of_medicines import day_of_medicines
from agent.answers.medicines.ended import what_ended
from agent.answers.medicines.given_for import given_for
from agent.answers.medicines.given_when import given_when
from agent.answers.medicines.its_use import its_use
from agent.answers.medicines.off_it import off_it
from agent.answers.medicines.part_of_day import part_of_day
from agent.answers.medicines.purposes import medicine_for
from agent.answers.medicines.side_by_side import side_by_side
from agent.answers.medicines.stopping import keep_or_stop
from agent.answers.medicines.taken_together import taken_together
from agent.answers.part import Part
from agent.answers.plans.plan import recommend
from agent.answers.plans.weekly_plan import weekly_steps
from agent.answers.record.acknowledgement import acknowledge, greet, thank
from agent.answers.record.audit import account_of_record, basis_of_answer
from agent.answers.record.beginnings import since_when
from agent.answers.record.handover import hand_over
from agent.answers.record.lookup import look_up
from agent.answers.record.own_details import list_record
from agent.answers.record.reassessment import reassess
from agent.answers.record.who import who_is_it
from agent.answers.regimen.regimen import on_a_weekday
from agent.answers.values.comparison import judged_value
from agent.answers.values.diagnosis import against_diagnosis
from agent.answers.values.outside import outside_target
from agent.answers.values.readings import compared, values_asked
from agent.answers.values.told_against import judge_and_compare_told
from agent.answers.values.weeks_now import weeks_now
from agent.safety.day_rhythms import total_and_limit

Composer = Callable[[Consultation], Part]

COMPOSERS: Final[Mapping[str, Composer]] = MappingProxyType(
    {
        "summary": list_record,
        "compare": compared,
        "judge": judged_value,
        "told": judge_and_compare_told,
        "values": values_asked,
        "since": since_when,
        "ended": what_ended,
        "recall": restate_measurement,
        "again": say_again,
        "form": reshape,
        "others": the_others,
        "just_told": tell_back,
        "appointments": no_appointments,
        "medicine": explain_medicine,
        "total": total_and_limit,
        "day": day_of_medicines,
        "dose": fever_dose,
        "fever": fever_care,
        "purpose": medicine_for,
        "its_use": its_use,
        "which": which_meant,
        "avoid": what_to_avoid,
        "for_another": for_another,
        "given_for": given_for,
        "stopping": keep_or_stop,
        "cause": cause_of,
        "still": still_holds,
        "outside": outside_target,
        "handover": hand_over,
        "plan": recommend,
        "steps": weekly_steps,
        "off_it": off_it,
        "ill_lately": ill_lately,
        "who": who_is_it,
        "on_the_skin": on_the_skin,
        "moves_value": moves_the_value,
        "audit": account_of_record,
        "why": basis_of_answer,
        "why_changed": why_changed,
        "side_by_side": side_by_side,
        "together": taken_together,
        "allergy_beside": beside_allergy,
        "diagnosis": against_diagnosis,
        "weeks": weeks_now,
        "course": course_end,
        "given": given_when,
        "part_of_day": part_of_day,
        "weekday": on_a_weekday,
        "lookup": look_up,
        "knowledge": explain,
        FAQ: told_instead,
        "correction": reassess,
        "acknowledge": acknowledge,
        "greeting": greet,
        "thanks": thank,
        "nod": nod,
        "complaint": apologise,
        "small_talk": introduce,
        "preference": agree_to_wish,
        "scope": keep_to_this_patient,
        "beyond": beyond_record,
    }
)
"""The composer of each intent."""

ASIDES: Final = ("greeting", "thanks", "nod", "complaint", "small_talk", "preference", "scope", "beyond")
"""Intents that ask nothing of the record."""
FROM_RECORD: Final = frozenset(
    {
        "summary",
        "compare",
        "recall",
        "medicine",
        "lookup",
        "values",
        "since",
        "ended",
        "form",
        "others",
        "just_told",
        "again",
        "total",
        "side_by_side",
        "weeks",
        "handover",
        "course",
        "given",
        "part_of_day",
        "weekday",
        "ill_lately",
        "who",
    }
)
"""Intents answered from the record in a few words: all that may stand beside an alarm."""

OWN_ADVICE: Final = frozenset({"day", "dose", "fever"})
"""Intents whose composers weigh the record themselves: what they say stands beside a warning and a correction."""

QUOTE_CARDS: Final = frozenset({"knowledge", "stopping", "cause", "given_for", "its_use"})
"""Intents whose composers quote the card that answers a general question; of other intents it is quoted instead."""


def composer_of(name: str) -> Composer:
    """The composer of an intent; a name that only a model gives is answered as a question for knowledge."""
    return COMPOSERS.get(name, explain)
