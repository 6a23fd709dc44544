"""`erase`: forget a patient for good."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from uuid import uuid4

import typer

from server.cli.failures import USAGE, VERIFICATION_FAILED
from server.cli.options import DEFAULT_DATA, Data

if TYPE_CHECKING:
    from protos.anamnesis.v1 import memory_pb2
    from server.data_directory import DataDirectory


def erase(
    patient: Annotated[str, typer.Argument(metavar="PATIENT", help="The patient's UUID.")],
    confirm: Annotated[
        str | None,
        typer.Option("--confirm", metavar="PATIENT", help="The same UUID again, or nothing is done."),
    ] = None,
    search: Annotated[
        list[str] | None, typer.Option("--search", metavar="TEXT", help="Also look for this text in every file.")
    ] = None,
    data: Data = None,
    address: Annotated[
        str | None, typer.Option("--address", metavar="HOST:PORT", help="Ask this server; needed while one runs.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Destroy a patient's key, clear every view, and print a certificate. There is no way back.

    What the patient said is looked for in every file afterwards; exit code 3 if any of it is found. Backups are not
    reached: erase the patient there too.
    """
    from clients.cli.output import as_data, messages, print_json, results

    if confirm != patient:
        messages().print(f"Nothing was done. Repeat the patient to erase: --confirm {patient}")
        raise typer.Exit(USAGE)
    if address and search:
        raise typer.BadParameter("--search looks into the data directory, so it needs --data and no server.")
    response = _over_the_wire(address, patient) if address else _in_place(data or DEFAULT_DATA, patient, search or [])
    if json:
        print_json(as_data(response))
    else:
        for line in _lines(response):
            results().print(line)
    if response.certificate.found_in:
        raise typer.Exit(VERIFICATION_FAILED)


def _over_the_wire(address: str, patient: str) -> memory_pb2.ErasePatientResponse:
    from clients import AnamnesisClient

    with AnamnesisClient(address) as client:
        return client.erase(patient)


def _in_place(data: Path, patient: str, values: list[str]) -> memory_pb2.ErasePatientResponse:
    from domain.utterance import checked_uuid
    from projections.runner import ProjectionRunner
    from server.cli.log import open_log
    from server.data_directory import DataDirectory
    from server.erasing import Erasing
    from server.translate import erasure_message

    directory = DataDirectory(data)
    with open_log(data) as records, _alone(directory):
        erasing = Erasing(records, ProjectionRunner(records, directory.views), directory)
        now = datetime.now(UTC)
        return erasure_message(
            erasing.erase(str(uuid4()), checked_uuid("patient", patient), now, actor="operator", values=values)
        )


@contextmanager
def _alone(directory: DataDirectory) -> Iterator[None]:
    from domain.errors import StoreLocked

    try:
        held = ExitStack()
        held.enter_context(directory.locked())
    except StoreLocked:
        raise StoreLocked("A server runs on this data directory: ask it with --address HOST:PORT.") from None
    with held:
        yield


def _lines(response: memory_pb2.ErasePatientResponse) -> list[str]:
    certificate = response.certificate
    lines = [
        f"Erased patient {certificate.patient_id}",
        f"  recorded at      {certificate.erased_at.ToJsonString()}, position {response.position}",
        f"  key destroyed    {certificate.key_fingerprint or 'none: it was gone already'}",
        f"  payloads         {certificate.events} can no longer be read",
        f"  certificate      {certificate.certificate_hash}",
    ]
    if not certificate.values_searched:
        return [*lines, "  searched         nothing: no word of the patient could be read any more"]
    searched = f"{certificate.values_searched} sentences in {certificate.files_searched} files"
    lines.append(f"  searched for     {searched}, {certificate.bytes_searched:,} bytes")
    return [*lines, *(f"  found in         {path}" for path in certificate.found_in or ["no file"])]
