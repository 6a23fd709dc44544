"""Records in and out: patient cards and FHIR R4 bundles read into facts, profiles written as FHIR or as an IPS."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import datetime

import orjson

from domain.commands import ImportRecord
from domain.errors import InvalidCommand, NotServed
from domain.events import ContradictionFound, SlotChanged, SlotCorrected, SlotReaffirmed, SlotRecorded
from domain.records import Committed, PatientRecords
from extraction.naming.lexicon import Lexicon
from extraction.records.card import read_card
from extraction.records.fhir.bundle import read_bundle
from extraction.values.plausibility import doubted
from projections.fhir_export import export_bundle
from projections.ips_document import export_ips
from projections.live import LiveViews
from projections.patient_view import PatientView
from protos.anamnesis.v1 import memory_pb2 as pb
from server.requests import Moment

SKIPPED = "skipped"
"""Under this name a reading counts what it passed over."""


class Exchange:
    """Reads and writes records; runs in the work pool."""

    def __init__(
        self, records: PatientRecords, views: LiveViews, lexicon: Lexicon, clock: Callable[[], datetime], limit: int
    ) -> None:
        """``limit`` is the number of entries of a record that are read at once."""
        self._records = records
        self._views = views
        self._lexicon = lexicon
        self._clock = clock
        self._limit = limit

    def read(
        self, request_id: str, patient_id: str, request: pb.ImportRecordRequest, actor: str
    ) -> pb.ImportRecordResponse:
        """Read a record's claims into the patient's facts. Raises InvalidRecord; then nothing of it was stored."""
        language = self._views.view(patient_id).profile.locale or "ko"
        if request.WhichOneof("record") == "card_json":
            source, reading = "card", read_card(request.card_json, self._lexicon, language, limit=self._limit)
        else:
            source, reading = "fhir", read_bundle(request.fhir_bundle_json, self._lexicon, language, limit=self._limit)
        committed = self._records.execute(
            ImportRecord(
                request_id=request_id,
                patient_id=patient_id,
                now=self._clock(),
                actor=actor,
                source=source,
                source_hash=reading.source_hash,
                proposals=tuple(doubted(proposal, self._lexicon) for proposal in reading.proposals),
                as_of=reading.as_of,
            )
        )
        return _imported(committed, reading.counts.get(SKIPPED, 0))

    def write(self, view: PatientView, moment: Moment, wanted: pb.ExportFormat) -> pb.ExportRecordResponse:
        """The profile in the wanted format; FHIR where none is named."""
        at, language = moment.valid_at or self._clock(), view.profile.locale or "ko"
        match wanted:
            case pb.EXPORT_FORMAT_UNSPECIFIED | pb.EXPORT_FORMAT_FHIR_BUNDLE_JSON:
                record = export_bundle(view, at=at, language=language, known_at=moment.known_at)
            case pb.EXPORT_FORMAT_IPS_JSON:
                record = export_ips(view, at=at, language=language, known_at=moment.known_at)
            case pb.EXPORT_FORMAT_CARD_JSON:
                raise NotServed("Patient cards are read, not written, by this version.", field="format")
            case _:
                raise InvalidCommand("format is not an export format.", field="format")
        return pb.ExportRecordResponse(
            record_json=orjson.dumps(record).decode(), version=view.version, position=view.position
        )


def _imported(committed: Committed, skipped: int) -> pb.ImportRecordResponse:
    kinds = Counter(type(event.payload) for event in committed.events)
    return pb.ImportRecordResponse(
        version=committed.version,
        position=committed.position,
        record_event_id=committed.events[0].event_id,
        event_ids=[event.event_id for event in committed.events],
        recorded=kinds[SlotRecorded],
        reaffirmed=kinds[SlotReaffirmed],
        changed=kinds[SlotChanged] + kinds[SlotCorrected],
        contradictions=kinds[ContradictionFound],
        skipped=skipped,
    )
