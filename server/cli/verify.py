"""`verify`: is the log what was written, every event of it?"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from clients.cli.words import Words
from server.cli.failures import VERIFICATION_FAILED
from server.cli.options import DEFAULT_DATA, Data

if TYPE_CHECKING:
    from protos.anamnesis.v1 import audit_pb2


def verify(
    patient: Annotated[
        str | None, typer.Option("--patient", metavar="UUID", help="Only what concerns this patient.")
    ] = None,
    accept_head: Annotated[
        bool, typer.Option("--accept-head", help="Afterwards take the log as it ends now for whole.")
    ] = False,
    workers: Annotated[
        int, typer.Option("--workers", min=1, max=64, help="Processes that look at ranges of the log; --data only.")
    ] = 1,
    ray: Annotated[
        bool, typer.Option("--ray", help="Have --workers of Ray look: here, or on the cluster that RAY_ADDRESS names.")
    ] = False,
    data: Data = None,
    address: Annotated[
        str | None, typer.Option("--address", metavar="HOST:PORT", help="Ask this server instead of reading --data.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Check every event against the hash chain, the head anchor and the checkpoints; exit code 3 for any fault.

    A log whose end was lost is refused by the service. After a look at what is missing, `--accept-head` lets it go on.
    """
    from clients.cli.output import as_data, messages, print_json, results

    words = Words()
    if accept_head and address:
        raise typer.BadParameter(words("usage.accept_head"))
    if address and (workers > 1 or ray):
        raise typer.BadParameter(words("usage.rebuild_workers"))
    findings: list[audit_pb2.Finding] = []
    events = 0
    steps = (
        _over_the_wire(address, patient)
        if address
        else _in_place(data or DEFAULT_DATA, patient, workers=workers, ray=ray)
    )
    with messages().status(words("log.reading")) as status:
        for step in steps:
            events = step.events
            status.update(words("verify.progress", events=f"{events:,}", faults=len(findings)))
            if step.HasField("finding"):
                findings.append(step.finding)
    if json:
        print_json({"events": events, "findings": [as_data(finding) for finding in findings]})
    else:
        for finding in findings:
            results().print(_line(finding, words))
        verdict = "verify.faults" if findings else "verify.whole"
        results().print(words(verdict, events=f"{events:,}", faults=len(findings)))
    if accept_head:
        _accept(data or DEFAULT_DATA)
    elif findings:
        raise typer.Exit(VERIFICATION_FAILED)


def _line(finding: audit_pb2.Finding, words: Words) -> str:
    where = words("verify.position", position=finding.position) if finding.position else words("verify.no_position")
    whose = words("verify.patient", patient=finding.patient_id) if finding.patient_id else ""
    version = words("verify.version", version=finding.version) if finding.version else ""
    # What was found is said of the log as it is, in the words of the service.
    return f"{words(f'finding.{finding.kind}', finding.kind):<18} {where}{whose}{version}: {finding.detail}"


def _over_the_wire(address: str, patient: str | None) -> Iterator[audit_pb2.VerifyLogResponse]:
    from clients import AnamnesisClient

    with AnamnesisClient(address) as client:
        yield from client.verify_log(patient)


def _in_place(data: Path, patient: str | None, *, workers: int, ray: bool) -> Iterator[audit_pb2.VerifyLogResponse]:
    from domain.store.verification import verify as verification
    from domain.store.verifying import verifies
    from domain.utterance import checked_uuid
    from server.audit_messages import verification_messages
    from server.cli.log import open_to_verify
    from server.cli.spreading import spread_over

    # A process or an actor runs elsewhere: it must not look for the directory from where it stands.
    verifying = spread_over(partial(verifies, partial(open_to_verify, data.absolute())), workers, ray=ray)
    patient_id = checked_uuid("patient", patient) if patient else None
    with open_to_verify(data) as (log, seal):
        for step in verification(log, seal, patient_id, verifying=verifying):
            yield from verification_messages(step)


def _accept(data: Path) -> None:
    from clients.cli.output import messages
    from domain.store.acceptance import accept_head
    from server.cli.log import open_to_verify
    from server.data_directory import DataDirectory

    with DataDirectory(data).locked(), open_to_verify(data) as (log, seal):
        head, used = accept_head(log, seal), log.last_used_position()
    words = Words()
    messages().print(words("verify.accepted", position=head.position))
    if used > head.position:
        messages().print(words("verify.still_known", count=used))
