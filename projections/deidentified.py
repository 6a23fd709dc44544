"""What a researcher may see: tables of facts, turns and answers that name nobody, made from the log when asked for.

Allowed is what is listed here, and everything else is left out, so that a new field of an event reaches nobody by
itself. Patients, facts and turns are named by keyed hashes of one study: two studies cannot be joined, and without the
log's key no hash is traced back. The dates of a patient are all moved by the same number of days, so that what lies
between them is kept. Ages over 89 are one group (HIPAA 164.514(b)(2)(i)(C)), and so is what began longer ago. Words are
kept where they come from a closed list or a code system; others only where :data:`LEAST_PATIENTS` patients share them,
which no sentence of anybody's does.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import date, datetime, timedelta
from types import MappingProxyType
from typing import Any

import pyarrow as pa

from domain.ages import years_of
from domain.events import (
    AnswerGiven,
    ContradictionFound,
    PatientErased,
    PatientRegistered,
    QualityAssessed,
    Recorded,
    SlotChanged,
    SlotCorrected,
    SlotRecorded,
    TurnFailed,
    UtteranceReceived,
)
from domain.records import PatientRecords
from domain.values import PATIENT, Coding, Concept, Content, SlotKind

LEAST_PATIENTS = 11
"""Patients who share a word that no code stands for, or it is left out (CMS cell size suppression: no cell of 1-10)."""
OLDEST_AGE = 90
"""Stands for every age over 89."""
MOST_DAYS = 364
"""Dates of a patient are moved by 1 to so many days, back or forth."""
HASH_DIGITS = 24
"""96 bits of a hash: no two of a million million are the same by chance."""
SEXES = frozenset({"female", "male", "other", "unknown"})
"""Words for a sex that are kept (FHIR's AdministrativeGender)."""
CODE_SYSTEMS: Mapping[str, str] = MappingProxyType(
    {
        "http://snomed.info/sct": "SNOMED",
        "http://loinc.org": "LOINC",
        "http://www.nlm.nih.gov/research/umls/rxnorm": "RXNORM",
        "http://www.whocc.no/atc": "ATC",
        "http://hl7.org/fhir/sid/icd-10": "ICD10",
        "http://hl7.org/fhir/sid/icd-10-cm": "ICD10CM",
        "http://hl7.org/fhir/sid/cvx": "CVX",
        "http://www.hl7korea.or.kr/CodeSystem/kostat-kcd-8": "KCD",
    }
)
"""Code systems that are public, by their URI in FHIR R4: a local one may hold numbers of people."""

_TEXT, _WHOLE, _REAL, _TIME = pa.string(), pa.int64(), pa.float64(), pa.timestamp("us", "UTC")
_PLACE = {"person": _TEXT, "seq": _WHOLE, "at": _TIME}

TABLES: Mapping[str, pa.Schema] = MappingProxyType(
    {
        "people": pa.schema({"person": _TEXT, "age": _WHOLE, "sex": _TEXT}),
        "facts": pa.schema(
            _PLACE
            | {
                "event": _TEXT,
                "fact": _TEXT,
                "supersedes": pa.list_(_TEXT),
                "turn": _WHOLE,
                "slot": _TEXT,
                "name": _TEXT,
                "codes": pa.list_(_TEXT),
                "value": _REAL,
                "unit": _TEXT,
                "dose": _TEXT,
                "frequency": _TEXT,
                "timing": _TEXT,
                "status": _TEXT,
                "polarity": _TEXT,
                "certainty": _TEXT,
                "temporality": _TEXT,
                "of_relative": pa.bool_(),
                "valid_from": _TEXT,
                "source": _TEXT,
            }
        ),
        "turns": pa.schema(_PLACE | {"turn": _WHOLE, "language": _TEXT, "characters": _WHOLE}),
        "answers": pa.schema(
            _PLACE
            | {
                "turn": _WHOLE,
                "failed": pa.bool_(),
                "intent": _TEXT,
                "quality": _REAL,
                "uncertainty": _REAL,
                "iterations": _WHOLE,
                "tokens": _WHOLE,
                "facts": _WHOLE,
                "documents": _WHOLE,
                "from_cache": pa.bool_(),
                "milliseconds": _REAL,
            }
        ),
        "quality": pa.schema(
            _PLACE
            | {
                "turn": _WHOLE,
                "iteration": _WHOLE,
                "grounding": _REAL,
                "completeness": _REAL,
                "accuracy": _REAL,
                "overall": _REAL,
                "verdict": _TEXT,
            }
        ),
    }
)
"""The tables and their columns. ``person`` and ``fact`` are hashes, ``seq`` counts the events of one person, ``turn``
those turns, and ``at`` and ``valid_from`` are moved."""

_OPEN_WORDS = ("name", "unit", "dose", "frequency")
"""Columns of ``facts`` that a person or a record may have filled with words of their own."""

Row = dict[str, Any]


class Pseudonyms:
    """Names and moved dates of one study, which follow from its key alone."""

    def __init__(self, key: bytes) -> None:
        """``key`` is that of the study: :meth:`domain.store.keyring.Keyring.study_key`."""
        self._key = key
        self._days: dict[str, timedelta] = {}

    def of(self, kind: str, *ids: str) -> str:
        """The hash that stands for an id of a kind."""
        return self._digest(kind, *ids).hex()[:HASH_DIGITS]

    def moved(self, patient_id: str, moment: datetime) -> datetime:
        """A moment, moved as all of this patient are."""
        return moment + self._move(patient_id)

    def moved_date(self, patient_id: str, partial: str | None) -> str | None:
        """A partial date ("2024", "2024-12", "2025-03-09"), moved and as precise as it was; None for what is none."""
        with suppress(ValueError, OverflowError):
            if partial is not None:
                middle = {4: "-07-01", 7: "-15", 10: ""}[len(partial)] if len(partial) in (4, 7, 10) else "?"
                return (date.fromisoformat(partial + middle) + self._move(patient_id)).isoformat()[: len(partial)]
        return None

    def _move(self, patient_id: str) -> timedelta:
        if patient_id not in self._days:
            number = int.from_bytes(self._digest("days", patient_id)[:8])
            days = 1 + number // 2 % MOST_DAYS
            self._days[patient_id] = timedelta(days=days if number % 2 else -days)
        return self._days[patient_id]

    def _digest(self, kind: str, *ids: str) -> bytes:
        return hmac.digest(self._key, "\0".join((kind, *ids)).encode(), hashlib.sha256)


def deidentified(records: PatientRecords, key: bytes, tenant: str | None = None) -> dict[str, pa.Table]:
    """The tables of one study, of everybody who is not erased; what cannot be read is left out.

    ``tenant`` leaves only its own patients; words that are rare among these are left out, whoever else has them. All
    tables are held in memory: some 300 bytes a fact. Raises StoreUnavailable.
    """
    names, people = Pseudonyms(key), defaultdict[str, Row](dict)
    found: dict[str, list[Row]] = {name: [] for name in TABLES}
    numbers, erased = defaultdict[str, int](int), _erased(records)
    of_tenant = None if tenant is None else _patients_of(records, tenant)
    for _, event in records.replay():
        if event is None or event.patient_id in erased:
            continue
        if of_tenant is not None and event.patient_id not in of_tenant:
            continue
        patient_id = event.patient_id
        numbers[patient_id] += 1
        people[patient_id].setdefault("person", names.of("person", patient_id))
        place = {
            "person": people[patient_id]["person"],
            "seq": numbers[patient_id],
            "at": names.moved(patient_id, event.recorded_at),
        }
        for table, row in _rows(event, names):
            found[table].append(place | row)
        people[patient_id] |= _person(event)
    found["people"] = list(people.values())
    _drop_rare_words(found["facts"])
    # By hash and not as registered: the order of the log would tell who came when.
    order = {"people": ("person",)}
    for name, rows in found.items():
        rows.sort(key=lambda row: [row[column] for column in order.get(name, ("person", "seq"))])
    return {name: pa.Table.from_pylist(rows, schema=TABLES[name]) for name, rows in found.items()}


def _erased(records: PatientRecords) -> set[str]:
    return {event.patient_id for _, event in records.replay(topics=(PatientErased.topic(),)) if event is not None}


def _patients_of(records: PatientRecords, tenant: str) -> set[str]:
    """The tenant's patients; one whose registration cannot be read is nobody's."""
    rows = records.replay(topics=(PatientRegistered.topic(),))
    return {event.patient_id for _, event in rows if event is not None and _is_of(event.payload, tenant)}


def _is_of(payload: object, tenant: str) -> bool:
    return isinstance(payload, PatientRegistered) and payload.tenant == tenant


def _rows(event: Recorded, names: Pseudonyms) -> Iterator[tuple[str, Row]]:
    payload = event.payload
    match payload:
        case SlotRecorded() | SlotChanged() | SlotCorrected() | ContradictionFound():
            if payload.content.slot is not SlotKind.DEMOGRAPHICS:
                yield "facts", _fact(event, payload, names)
        case UtteranceReceived():
            language = payload.language if payload.language in ("ko", "en") else None
            yield "turns", {"turn": payload.turn_number, "language": language, "characters": len(payload.text)}
        case AnswerGiven():
            yield (
                "answers",
                {
                    "turn": payload.turn_number,
                    "failed": False,
                    "intent": payload.intent,
                    "quality": payload.quality,
                    "uncertainty": payload.uncertainty,
                    "iterations": payload.iterations,
                    "tokens": sum(payload.tokens.values()),
                    "facts": len(payload.facts_used),
                    "documents": len(payload.document_ids),
                    "from_cache": payload.cached_from is not None,
                    "milliseconds": sum(payload.milliseconds.values()),
                },
            )
        case TurnFailed():
            yield "answers", {"turn": payload.turn_number, "failed": True}
        case QualityAssessed():
            scores = ("iteration", "grounding", "completeness", "accuracy", "overall", "verdict")
            yield "quality", {"turn": payload.turn_number} | {name: getattr(payload, name) for name in scores}
        case _:
            return


def _fact(
    event: Recorded, payload: SlotRecorded | SlotChanged | SlotCorrected | ContradictionFound, names: Pseudonyms
) -> Row:
    content, who = payload.content, event.patient_id
    match payload:
        case SlotCorrected():
            old: tuple[str, ...] = payload.supersedes
        case SlotChanged():
            old = (payload.supersedes,)
        case _:
            old = ()
    return {
        "event": type(payload).__name__,
        "fact": names.of("fact", who, payload.fact_id),
        "supersedes": [names.of("fact", who, one) for one in old],
        "turn": payload.turn_number,
        "slot": content.slot,
        "name": content.concept.name,
        "codes": [f"{CODE_SYSTEMS[one.system]}:{one.code}" for one in _public(content.concept)],
        "value": _number(content.value),
        "unit": content.unit,
        "dose": content.dose,
        "frequency": content.frequency,
        "timing": content.timing,
        "status": content.status,
        "polarity": content.polarity,
        "certainty": content.certainty,
        "temporality": content.temporality,
        "of_relative": content.subject != PATIENT,
        "valid_from": names.moved_date(who, _not_long_ago(content.valid_from, event.recorded_at)),
        "source": payload.evidence.source,
        _LISTED: _listed(content.concept),
    }


def _person(event: Recorded) -> Row:
    """Age and sex, as they were last told."""
    payload = event.payload
    if not isinstance(payload, SlotRecorded | SlotChanged | SlotCorrected):
        return {}
    content: Content = payload.content
    if content.slot is not SlotKind.DEMOGRAPHICS or content.subject != PATIENT:
        return {}
    if (years := years_of(content)) is not None and years >= 0:
        return {"age": min(int(years), OLDEST_AGE)}
    if isinstance(content.value, str) and content.value.casefold() in SEXES:
        return {"sex": content.value.casefold()}
    return {}


_LISTED = "listed"
"""Marks a row whose name comes from the lexicon; it is no column."""


def _listed(concept: Concept) -> bool:
    """Whether the name is the lexicon's. A record's own code brings a name of its own, in whatever words."""
    return ":" not in concept.concept_id and bool(_public(concept))


def _public(concept: Concept) -> list[Coding]:
    return [one for one in concept.codings if one.system in CODE_SYSTEMS]


def _drop_rare_words(facts: list[Row]) -> None:
    sharing = defaultdict[tuple[str, str], set[str]](set)
    for row in facts:
        for column in _OPEN_WORDS:
            if row[column] is not None:
                sharing[column, row[column]].add(row["person"])
    for row in facts:
        listed = row.pop(_LISTED)
        for column in _OPEN_WORDS:
            common = len(sharing.get((column, row[column]), ())) >= LEAST_PATIENTS
            if not common and not (column == "name" and listed):
                row[column] = None


def _not_long_ago(partial: str | None, now: datetime) -> str | None:
    """A clinical date, unless it tells that somebody is over 89."""
    return partial if partial is None or partial[:4] > str(now.year - OLDEST_AGE) else None


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
