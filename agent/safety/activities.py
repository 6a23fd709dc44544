"""What people ask leave to do with an illness or a medicine: giving blood, a sauna, driving, flying, fasting.

A table (activities.yaml) holds a row an activity: the first case that the record or the words fit speaks, and begins
with a yes or a no.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.answers.record.known import numeric
from agent.safety.cautions import ids_of
from agent.safety.record import Record
from agent.safety.states_told import states_told
from agent.safety.substances import substances_in
from agent.safety.tables import table
from agent.safety.taking import means_own
from agent.safety.weighing import asks_leave, weighings
from agent.words.sentences import worded
from domain.ledger import Fact
from domain.values import SlotKind
from extraction.naming.mentions import Entry
from extraction.text.lazy_regex import lazy_regex

HIGH_SYSTOLIC: Final = 160.0
"""mmHg from which heat is left until the pressure is under control."""
_TOO_HIGH: Final = "pressure_far_too_high"
_MOST_LISTED: Final = 5
_LEAVE: Final = lazy_regex(
    r"도\s?(?:되|돼|됨|될|괜찮|무방|상관)|괜찮|되나|될까|가능|안\s?(?:되|돼|될)|(?:할|탈|맞을|갈)\s?수\s?있|맞아야|해야"
    r"|\b(?:can|could|may|should|shall|ok|okay|safe|fine|alright|all ?right|allowed|am i|is it|do i|will i)\b",
    re.IGNORECASE,
)
_ENDS_ASKING: Final = lazy_regex(r"(?:나요|가요|까요?|려나|됨|돼요?|되나)\s?[?.]?$")
"""A Korean ending that asks without a mark."""
_STORY: Final = lazy_regex(
    r"\bi (?:drove|gave blood|donated|flew|fasted)\b|(?:했|탔|다녀왔|갔)(?:어요|습니다|는데|더니|다가)", re.IGNORECASE
)
"""Words of what was done, after which something else is asked."""


@dataclass(frozen=True, slots=True)
class _Row:
    asked: re.Pattern[str]
    unless: re.Pattern[str] | None
    named: bool
    written: dict[str, Any]


@cache
def _rows() -> tuple[_Row, ...]:
    return tuple(
        _Row(
            lazy_regex(f"{row['asked_ko']}|{row['asked_en']}", re.IGNORECASE),
            lazy_regex(row["unless"], re.IGNORECASE) if "unless" in row else None,
            bool(row.get("named", False)),
            row,
        )
        for row in table("activities").values()
    )


def activity(consultation: Consultation) -> Part:
    """The yes or no to an activity that leave is asked for; empty where no case of the table fits."""
    request = consultation.request
    asks = request.asks or _ENDS_ASKING.search(request.text) is not None
    if not (asks_leave(consultation) or (asks and _LEAVE.search(request.text))):
        return Part()
    if _STORY.search(request.text) or any(one.entry.kind == "relatives" for one in request.mentions):
        return Part()
    return joined(_answered(consultation, row) for row in _rows() if _is_asked(row, request.text))


def _is_asked(row: _Row, text: str) -> bool:
    return bool(row.asked.search(text)) and not (row.unless is not None and row.unless.search(text))


def _answered(consultation: Consultation, row: _Row) -> Part:
    if row.written.get("warned_of") in {one.entry.concept_id for one in weighings(consultation)}:
        return Part()
    record = Record(consultation.ledger, consultation.known.today)
    named = tuple(_named(consultation))
    for case in row.written["cases"]:
        if (found := _met(consultation, row, case, record, named)) is not None:
            name, facts = found
            return Part(worded(consultation.pick(case["ko"], case["en"]), name=name), facts)
    return _otherwise(consultation, row.written) if "fine" in row.written else Part()


def _met(
    consultation: Consultation, row: _Row, case: dict[str, Any], record: Record, named: tuple[Entry, ...]
) -> tuple[str, tuple[str, ...]] | None:
    """What of the record or the words a case fits, and its facts; None where it fits nothing."""
    wanted, text = tuple(ids_of(case.get("with", ""))), consultation.request.text
    if "said_ko" in case and not re.search(f"{case['said_ko']}|{case['said_en']}", text, re.IGNORECASE):
        return None
    if record.holding(ids_of(case.get("without", ""))):
        return None
    if not wanted:
        return "", ()
    said = next((one for one in named if not {one.concept_id, *one.broader}.isdisjoint(wanted)), None)
    if said is not None:
        return consultation.pick(said.name_ko or said.name, said.name), ()
    if row.named and any(one.kind in ("medications", "drug_classes") for one in named):
        # "Can I drive on cetirizine?" is asked of that one.
        return None
    facts = _high_pressure(record) if _TOO_HIGH in wanted else record.holding(wanted)
    if not facts:
        return None
    words = consultation.words
    first = facts[0]
    measured = first.content.slot in (SlotKind.VITALS, SlotKind.LABS, SlotKind.DEMOGRAPHICS)
    return words.brief(first) if measured else words.name(first.content), (first.fact_id,)


def _high_pressure(record: Record) -> tuple[Fact, ...]:
    last = record.known.series("systolic_blood_pressure")[-1:]
    return tuple(one for one in last if (numeric(one) or 0.0) >= HIGH_SYSTOLIC)


def _named(consultation: Consultation) -> Iterator[Entry]:
    """The medicines and illnesses that the words name, and a pregnancy told of earlier."""
    # "On my allergy tablet" is asked of the one that is on record.
    yield from (one.entry for one in consultation.request.mentions if not means_own(consultation, one.entry))
    yield from (one.entry for one in substances_in(consultation.request.text, consultation.words.dictionary))
    yield from states_told(consultation.situation.view, consultation.words.dictionary)


def _otherwise(consultation: Consultation, row: dict[str, Any]) -> Part:
    """A yes where all on record is among what it may stand beside; else whom to ask, with what is to be named."""
    known, fine = consultation.known, frozenset(ids_of(row["fine"]))
    facts = (*known.in_force(SlotKind.CONDITIONS), *known.in_force(SlotKind.MEDICATIONS))
    facts = (*facts, *known.suspected(SlotKind.MEDICATIONS), *known.suspected(SlotKind.CONDITIONS))
    if not facts:
        return Part(str(consultation.pick(row["none_ko"], row["none_en"])))
    other = [one for one in facts if fine.isdisjoint((one.content.concept.concept_id, *one.content.concept.broader))]
    shown = tuple(other or facts)[:_MOST_LISTED]
    listed = ", ".join(dict.fromkeys(consultation.words.name(one.content) for one in shown))
    text = consultation.pick(row["ask_ko"], row["ask_en"]) if other else consultation.pick(row["yes_ko"], row["yes_en"])
    return Part(worded(text, listed=listed), tuple(one.fact_id for one in shown))
