"""Commands of every shape that protobuf and JSON allow, drawn field by field, from values that hurt.

Most fields are drawn from pools in which plain values and the edges of the plain stand together, so that a good part of
the commands is accepted: what is refused hurts nobody.
"""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any, cast
from uuid import UUID

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp

from protos.anamnesis.v1 import conversation_pb2, fact_pb2
from protos.anamnesis.v1 import memory_pb2 as pb
from tests.server.running import CARD

Command = pb.RecordSlotsRequest | pb.CorrectSlotRequest | pb.ImportRecordRequest | conversation_pb2.ConverseRequest

TENTH = 0.1
DATES = (
    "2025-03-09", "2025-03", "2025", "2024-02-29", "1880", "1880-01-01", "2200", "2200-12-31", "2199-12",
    "0001-01-01", "0000", "9999-12-31", "9999", "2025-02-30", "2025-13", "2025-3-9", "-2025", "1879-12-31", "2201",
    "2025-03-09T10:00:00Z", "٢٠٢٥", "２０２５-03-09",
)  # fmt: skip
NUMBERS = (
    0.0, -0.0, 1.0, 7.2, 6.9, 120.0, -7.2, -5.0, 0.1 + 0.2, 1e-300, 5e-324, 1e308, -1e308, 1.7976931348623157e308,
    float("nan"), float("inf"), -float("inf"), 2.0**53, 1e15, 130.0, 36.5,
)  # fmt: skip
WORDS = (
    "", " ", "7.2", "%", "mg", "500 mg", "500mg", "5000000 mg", "1e400 mg", "-1 mg", "NaN mg", "QD", "BID",
    "PRN", "0", "oral", "fasting", "severe", "2", "III", "발진", "무섭다", "한\u200b글", "\u202eabc", "a" * 256,
    "b" * 257, "\u0000", "\ud7ff", "\U0001f468\u200d\U0001f469", "*", "<", ">=", "[", "{}", "%s", "{0}", "\\1",
    "'; DROP TABLE profile;--", "ㅎㅏㄴ", "ｆｕｌｌ", "e\u0301", "½", "٣", "mm[Hg]", "1/2", "0/0", "~", "-",
    "\u00a0",
)  # fmt: skip
NAMES = (
    "HbA1c", "Glucose", "Systolic blood pressure", "Blood pressure", "Heart rate", "Body temperature",
    "Body weight", "Metformin", "Warfarin", "혈압약", "Penicillin", "Hypertension", "고혈압", "Type 2 diabetes",
    "두통", "Headache", "*", "age", "gender", "Smoking", "Alcohol", "Appendectomy", "mother", "가나다라", "x",
    "HbA1c HbA1c", "당화혈색소",
)  # fmt: skip
CHOICES = {
    "status": ("", "active", "stopped", "planned", "on_hold", "resolved", "remission", "recurrence", "dead"),
    "polarity": ("", "affirmed", "negated", "both"),
    "certainty": ("", "confirmed", "uncertain", "unknown", "sure"),
    "temporality": ("", "past", "current", "future", "never"),
    "subject": ("", "patient", "mother", "father", "sibling", "그", "PATIENT", "*"),
    "comparator": ("", "<", "<=", ">", ">=", "=", "≈"),
    "precision": ("", "day", "year", "aeon"),
    "locale": ("ko", "en", "", "fr"),
    "profile": ("", "", "baseline", "self_refine_full_safety", "llm", "basic_rag", "nonsense"),
    "system": ("http://loinc.org", "LOINC", "http://snomed.info/sct", "", "urn:x"),
    "code": ("4548-4", "38341003", "", "0", "DROP"),
    "reason": ("", "typing error", "\n", "x" * 200),
}
SAID = tuple(
    """
당화혈색소가 {n}%였어요
My HbA1c was {n}%
혈압은 {n}에 {n}이었어요
My blood pressure was {n}/{n}
메트포르민 {n}mg 먹어요
I take metformin {n} mg twice a day
{d}에 고혈압 진단을 받았어요
I was diagnosed with asthma on {d}
아니요, {n}이 아니라 {n}이에요
No, it was {n}, not {n}
I am {n} years old
저는 {n}살이에요
페니실린 알레르기가 있어요
I have no allergies
약은 없어요
요약해 주세요
Compare my last two values
그거 취소해 주세요
Undo that
네, 그게 맞아요
{n} is right
What is my HbA1c?
두통이 {n}일 전부터 있어요
since {d} I have a headache
내 약이 뭐예요?
체온 {n}도
{n} {n} {n}
어머니가 당뇨예요
{d}
{n}
평소 혈당은 {n}에서 {n} 사이예요
Forget what I said about {d}
stopped metformin on {d}
이번 주에 할 일을 알려 주세요
""".strip().splitlines()
)
NUMBERS_SAID = (
    "7.2", "-7.2", "0", "-0", "1e308", "9" * 40, "8.0.0", "NaN", "일곱 점 이", "천만", "seven", "1/2", "١٢",
    "１２０", "120,000", "½", "-5", "500", "5000000", "0.0000001", "∞", "7,2", "²", "十", "무한", "수억",
)  # fmt: skip
DATES_SAID = (
    "2025-03-09", "3월 2일", "2월 30일", "9999년 12월 31일", "1월 1일 9999년", "0001-01-01", "1 January 9999",
    "어제", "8000년 전", "999999999일 전", "in 9999 years", "31 February", "1880년", "서기 1년", "next year",
    "March", "last summer", "12/31/2099",
)  # fmt: skip


class Commands:
    """Draws commands; equal seeds draw equal ones."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def next(self, patient_id: str, fact_ids: list[str]) -> Command:
        """A command for a patient with these current facts, as it would arrive from the wire."""
        kinds = (self._recorded, self._corrected, self._imported, self._said)
        made = self._random.choices(kinds, weights=(5, 4, 2, 2))[0](fact_ids)
        made.patient_id, made.request_id = patient_id, str(UUID(int=self._random.getrandbits(128), version=4))
        return type(made).FromString(made.SerializeToString())

    def _recorded(self, _: list[str]) -> pb.RecordSlotsRequest:
        return pb.RecordSlotsRequest(facts=[self._fact() for _ in range(self._random.choice((1, 1, 1, 2, 3)))])

    def _corrected(self, fact_ids: list[str]) -> pb.CorrectSlotRequest:
        fact_id = self._random.choice(fact_ids) if fact_ids else str(UUID(int=1))
        return pb.CorrectSlotRequest(fact_id=fact_id, replacement=self._fact(), reason=self._word("reason"))

    def _said(self, _: list[str]) -> conversation_pb2.ConverseRequest:
        pick = self._random.choice
        sentences = [pick(SAID) for _ in range(pick((1, 1, 2, 3)))]
        text = pick((". ", " ", ", ", "\n", "")).join(sentences)
        while "{n}" in text or "{d}" in text:
            text = text.replace("{n}", pick(NUMBERS_SAID), 1).replace("{d}", pick(DATES_SAID), 1)
        message = conversation_pb2.ConverseRequest(text=text + pick(("", "", "", *WORDS)))
        if self._random.random() < TENTH:
            message.said_at.CopyFrom(self._moment())
        if self._random.random() < 5 * TENTH:
            message.locale = self._word("locale")
        if self._random.random() < TENTH:
            message.profile = self._word("profile")
        return message

    def _fact(self) -> fact_pb2.Fact:
        fact = fact_pb2.Fact()
        self._fill(fact, share=self._random.choice((0.0, 0.1, 0.3)))
        if self._random.random() < 9 * TENTH:
            fact.slot = cast(fact_pb2.SlotKind, self._random.choice(fact_pb2.SlotKind.values()))
            fact.name = self._random.choice(NAMES)
        kind = self._random.choice(("number", "number", "text", "flag", "low", "high", "range", ""))
        match kind:
            case "number":
                fact.number = self._random.choice(NUMBERS)
            case "text":
                fact.text = self._random.choice(WORDS)
            case "flag":
                fact.flag = True
        if kind in ("low", "range"):
            fact.value_low = self._random.choice(NUMBERS)
        if kind in ("high", "range"):
            fact.value_high = self._random.choice(NUMBERS)
        for field in ("valid_from", "valid_to"):
            if self._random.random() < 3 * TENTH:
                setattr(fact, field, self._random.choice(DATES))
        return fact

    def _fill(self, message: Message, share: float) -> None:
        for field in message.DESCRIPTOR.fields:
            if self._random.random() >= share:
                continue
            if field.is_repeated:
                for _ in range(self._random.choice((1, 2))):
                    self._fill(getattr(message, field.name).add(), 5 * TENTH)
            elif field.message_type is not None and field.message_type.name == "Timestamp":
                getattr(message, field.name).CopyFrom(self._moment())
            elif field.message_type is not None:
                self._fill(getattr(message, field.name), share)
            else:
                setattr(message, field.name, self._scalar(field))

    def _scalar(self, field: Any) -> Any:
        match field.type:
            case FieldDescriptor.TYPE_DOUBLE:
                return self._random.choice(NUMBERS)
            case FieldDescriptor.TYPE_BOOL:
                return True
            case FieldDescriptor.TYPE_ENUM:
                return self._random.choice((*(one.number for one in field.enum_type.values), 99))
            case FieldDescriptor.TYPE_STRING:
                return self._word(field.name)
        return self._random.choice((0, 1, -1, 2**31 - 1))

    def _word(self, name: str) -> str:
        pool = CHOICES.get(name, WORDS)
        return self._random.choice(pool if self._random.random() < 9 * TENTH else WORDS)

    def _moment(self) -> Timestamp:
        edges = (-62_135_596_800, 253_402_300_799, -2_840_140_800, 7_289_654_399, 7_289_654_400, 0, 1_741_482_000)
        return Timestamp(seconds=self._random.choice(edges), nanos=self._random.choice((0, 999_999_999, 1)))

    def _imported(self, _: list[str]) -> pb.ImportRecordRequest:
        if self._random.random() < 5 * TENTH:
            card: Any = copy.deepcopy(CARD)
            self._spoil(card)
            return pb.ImportRecordRequest(card_json=json.dumps(card))
        bundle: Any = copy.deepcopy(BUNDLE)
        self._spoil(bundle)
        return pb.ImportRecordRequest(fhir_bundle_json=json.dumps(bundle))

    def _spoil(self, record: Any) -> None:
        """Put something else in a few places of a record."""
        for _ in range(self._random.choice((1, 2, 3))):
            place = record
            while isinstance(place, dict | list) and place:
                key = self._random.choice(list(place) if isinstance(place, dict) else range(len(place)))
                if not isinstance(place[key], dict | list) or self._random.random() < TENTH / 3:
                    place[key] = self._instead(str(key))
                    break
                place = place[key]

    def _instead(self, key: str) -> Any:
        pools: dict[str, tuple[Any, ...]] = {"value": NUMBERS + WORDS, "age": NUMBERS, "code": CHOICES["code"]}
        dates = DATES if "date" in key.casefold() or key.endswith("of") else ()
        return self._random.choice(pools.get(key, (*WORDS, *NAMES, *dates, *dates, None, True, [], {})))


BUNDLE: dict[str, Any] = {
    "resourceType": "Bundle",
    "type": "collection",
    "entry": [
        {"resource": {"resourceType": "Patient", "id": "p1", "gender": "female", "birthDate": "1960-05-01"}},
        {
            "resource": {
                "resourceType": "Observation",
                "status": "final",
                "code": {"coding": [{"system": "http://loinc.org", "code": "4548-4", "display": "HbA1c"}]},
                "subject": {"reference": "Patient/p1"},
                "effectiveDateTime": "2025-03-03",
                "valueQuantity": {"value": 7.2, "unit": "%", "code": "%"},
            }
        },
        {
            "resource": {
                "resourceType": "Observation",
                "status": "final",
                "code": {"coding": [{"system": "http://loinc.org", "code": "8867-4", "display": "Heart rate"}]},
                "subject": {"reference": "Patient/p1"},
                "effectiveDateTime": "2025-03-03T10:00:00+09:00",
                "valueRange": {"low": {"value": 60, "unit": "/min"}, "high": {"value": 80, "unit": "/min"}},
            }
        },
        {
            "resource": {
                "resourceType": "MedicationRequest",
                "status": "active",
                "intent": "order",
                "subject": {"reference": "Patient/p1"},
                "medicationCodeableConcept": {"text": "Metformin 500 MG Oral Tablet"},
                "authoredOn": "2024-01-01",
                "dosageInstruction": [
                    {
                        "timing": {"repeat": {"frequency": 2, "period": 1, "periodUnit": "d"}},
                        "doseAndRate": [{"doseQuantity": {"value": 500, "unit": "mg"}}],
                    }
                ],
            }
        },
        {
            "resource": {
                "resourceType": "Condition",
                "code": {"coding": [{"system": "http://snomed.info/sct", "code": "38341003"}], "text": "Hypertension"},
                "subject": {"reference": "Patient/p1"},
                "onsetDateTime": "2019",
                "clinicalStatus": {"coding": [{"code": "active"}]},
            }
        },
        {
            "resource": {
                "resourceType": "AllergyIntolerance",
                "code": {"text": "Penicillin"},
                "patient": {"reference": "Patient/p1"},
                "recordedDate": "2020-02-02",
            }
        },
    ],
}
