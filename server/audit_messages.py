"""What verifying and rebuilding say as they go on, as messages: of the service, and of commands, which load no more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from protos.anamnesis.v1 import audit_pb2 as pb

if TYPE_CHECKING:
    from domain.store.verification import Step
    from projections.rebuild import Progress


def progress_message(progress: Progress) -> pb.RebuildProjectionsResponse:
    """The progress of one view."""
    return pb.RebuildProjectionsResponse(
        name=progress.name,
        events=progress.events,
        rate=progress.rate,
        differences=[
            pb.ProjectionDifference(
                key=difference.patient_id,
                kept_fingerprint=difference.kept_fingerprint,
                rebuilt_fingerprint=difference.rebuilt_fingerprint,
                fields=[one.path for one in difference.fields],
            )
            for difference in progress.differences
        ],
        fingerprint=progress.fingerprint,
        done=progress.done,
        kept_fingerprint=progress.kept_fingerprint,
        identical=progress.identical,
        version=progress.version,
        position=progress.position,
        total_events=progress.total,
        served=progress.served,
    )


def verification_messages(step: Step) -> Iterator[pb.VerifyLogResponse]:
    """What a step of the verification found, and how far it has come."""
    for one in step.findings:
        finding = pb.Finding(
            kind=one.kind, patient_id=one.patient_id, position=one.position, version=one.version, detail=one.detail
        )
        yield pb.VerifyLogResponse(finding=finding, events=step.events)
    yield pb.VerifyLogResponse(events=step.events, done=step.done)
