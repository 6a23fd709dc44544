"""`erase`: forget a patient for good."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn
from uuid import uuid4

import typer
from rich.cells import set_cell_size

from clients.cli.words import Words
from domain.errors import InvalidCommand
from server.access_log.running import begin
from server.cli.failures import USAGE, VERIFICATION_FAILED
from server.cli.options import DEFAULT_DATA, Data

if TYPE_CHECKING:
    from protos.anamnesis.v1 import memory_pb2
    from server.data_directory import DataDirectory


class NothingToLookFor(InvalidCommand):
    """The values to look for cannot be read."""

    reason = "NOTHING_TO_LOOK_FOR"
    advice = "Name a text file in UTF-8 with one value a line, or - for standard input."


def erase(
    patient: Annotated[str, typer.Argument(metavar="PATIENT", help="The patient's UUID.")],
    confirm: Annotated[
        str | None,
        typer.Option("--confirm", metavar="PATIENT", help="The same UUID again, or nobody is erased."),
    ] = None,
    search: Annotated[
        Path | None,
        typer.Option(
            "--search",
            metavar="FILE",
            allow_dash=True,
            help="Also look for the values in this file, one a line, which nobody else says; - for standard input.",
        ),
    ] = None,
    backup: Annotated[
        list[Path] | None,
        typer.Option("--backup", metavar="DIR", help="Destroy the key in this backup too; may be repeated."),
    ] = None,
    data: Data = None,
    address: Annotated[
        str | None, typer.Option("--address", metavar="HOST:PORT", help="Ask this server; needed while one runs.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Destroy a patient's key, clear every view, and print a certificate. There is no way back.

    What the patient said is looked for in every file afterwards, and so is the key; exit code 3 if any of it is found.
    For an erased patient it clears and searches again, beside a server too: then --search gives the words, which nobody
    has any more, and --backup reaches copies that were made before.
    """
    from clients.cli.output import as_data, messages, print_json, results

    words = Words()
    if confirm is None:
        # The access log must not tell of an erasure that nobody asked for.
        begin("erase unconfirmed", patient)
    values, backups = _values(search) if search else (), tuple(backup or ())
    if address and backups:
        raise typer.BadParameter(Words()("usage.backups"))
    if confirm != patient and (address or confirm is not None):
        _nothing_done(patient)
    if address:
        response = _over_the_wire(address, patient, values)
    else:
        response = _in_place(data or DEFAULT_DATA, patient, values, backups, confirmed=confirm is not None)
    if json:
        print_json(as_data(response))
    else:
        for line in _lines(response, words):
            results().print(line, markup=False)
    for place in response.certificate.backups_not_reached:
        messages().print(words("erase.not_reached", place=place), markup=False)
        messages().print(words("erase.forget", place=place), markup=False)
    if not backups:
        messages().print(words("erase.copies"))
    if response.certificate.found_in:
        raise typer.Exit(VERIFICATION_FAILED)


def _nothing_done(patient: str) -> NoReturn:
    from clients.cli.output import messages

    messages().print(Words()("erase.nothing", patient=patient))
    raise typer.Exit(USAGE)


def _values(source: Path) -> tuple[str, ...]:
    """The values in a file, one a line. Raises NothingToLookFor."""
    try:
        content = sys.stdin.buffer.read() if str(source) == "-" else source.read_bytes()
        values = tuple(filter(None, map(str.strip, content.decode("utf-8-sig").splitlines())))
    except OSError:
        raise NothingToLookFor(f"{source} cannot be read.") from None
    except UnicodeDecodeError:
        raise NothingToLookFor(f"{source} is not text in UTF-8.") from None
    if not values:
        raise NothingToLookFor(f"{source} holds no value.")
    return values


def _over_the_wire(address: str, patient: str, values: Sequence[str]) -> memory_pb2.ErasePatientResponse:
    from clients import AnamnesisClient

    with AnamnesisClient(address) as client:
        return client.erase(patient, search_values=values)


def _in_place(
    data: Path, patient: str, values: Sequence[str], backups: Sequence[Path], *, confirmed: bool
) -> memory_pb2.ErasePatientResponse:
    from domain.utterance import checked_uuid
    from projections.runner import ProjectionRunner
    from server.cli.log import open_log
    from server.data_directory import DataDirectory
    from server.erasing import Erasing
    from server.translate import erasure_message

    directory = DataDirectory(data)
    with open_log(data) as records:
        patient_id = checked_uuid("patient", patient)
        erased = records.is_erased(patient_id)
        if not erased and not confirmed:
            _nothing_done(patient)
        # A server has the patient in memory; of one who is erased it has nothing.
        with nullcontext() if erased else _alone(directory):
            erasing = Erasing(records, ProjectionRunner(records, directory.views), directory)
            done = erasing.erase(
                str(uuid4()), patient_id, datetime.now(UTC), actor="operator", values=values, backups=backups
            )
    return erasure_message(done)


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


def _lines(response: memory_pb2.ErasePatientResponse, words: Words) -> Iterator[str]:
    certificate = response.certificate
    yield words("erase.done", patient=certificate.patient_id)
    recorded = words("erase.recorded_at", at=certificate.erased_at.ToJsonString(), position=response.position)
    rows = [
        ("erase.recorded", recorded),
        ("erase.key", certificate.key_fingerprint or certificate.key_note),
        ("erase.payloads", words("erase.unreadable", count=certificate.events)),
        ("erase.certificate", certificate.certificate_hash),
        *(("", words("erase.key_in", path=path)) for path in certificate.backups),
    ]
    if not certificate.values_searched and not certificate.files_searched:
        rows.append(("erase.searched", words("erase.searched_nothing")))
    else:
        searched = {"values": certificate.values_searched, "files": certificate.files_searched}
        size = f"{certificate.bytes_searched:,}"
        rows.append(("erase.searched", words("erase.searched_what", bytes=size, **searched)))
        rows += [("erase.found", path) for path in certificate.found_in or [words("erase.no_file")]]
    for name, told in rows:
        yield f"  {set_cell_size(words(name), 16)} {told}" if name else f"  {told}"
