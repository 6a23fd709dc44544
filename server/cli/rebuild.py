"""`rebuild`: compute the views from the log again, and compare."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from server.cli.failures import VERIFICATION_FAILED
from server.cli.options import DEFAULT_DATA, Data

if TYPE_CHECKING:
    from protos.anamnesis.v1 import audit_pb2


def rebuild(
    names: Annotated[list[str] | None, typer.Argument(metavar="[NAME]...", help="Views; all if none is named.")] = None,
    verify: Annotated[bool, typer.Option("--verify", help="Only compare; leave the kept views as they are.")] = False,
    patient: Annotated[str | None, typer.Option("--patient", metavar="UUID", help="Verify this patient alone.")] = None,
    data: Data = None,
    address: Annotated[
        str | None,
        typer.Option("--address", metavar="HOST:PORT", help="Ask this server instead of reading --data."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Rebuild the views from the log beside the kept ones; exit code 3 when a verification finds a difference.

    The kept views go on serving meanwhile; Ctrl-C leaves them as they were.
    """
    from clients.cli.output import as_data, messages, print_json, results

    verify = verify or patient is not None
    steps = (
        _over_the_wire(address, names or [], verify, patient)
        if address
        else _in_place(data or DEFAULT_DATA, names or [], verify, patient)
    )
    outcomes = []
    notes = messages()
    with notes.status("reading the log") as status:
        for step in steps:
            status.update(f"{step.name}: {step.events} events, {step.rate:,.0f} events/s")
            if step.done:
                outcomes.append(step)
    if json:
        print_json([as_data(outcome) for outcome in outcomes])
    else:
        for line in _report(outcomes, verify):
            results().print(line)
    if verify and not all(outcome.identical for outcome in outcomes):
        raise typer.Exit(VERIFICATION_FAILED)


def _over_the_wire(
    address: str, names: list[str], verify: bool, patient: str | None
) -> Iterator[audit_pb2.RebuildProjectionsResponse]:
    from clients import AnamnesisClient

    with AnamnesisClient(address) as client:
        yield from client.rebuild(names, verify_only=verify, patient_id=patient)


def _in_place(
    data: Path, names: list[str], verify: bool, patient: str | None
) -> Iterator[audit_pb2.RebuildProjectionsResponse]:
    from domain.utterance import checked_uuid
    from projections.rebuild import rebuilding
    from server.audit import progress_message
    from server.cli.log import open_log
    from server.data_directory import DataDirectory

    patient_id = checked_uuid("patient", patient) if patient else None
    with open_log(data) as records:
        views = DataDirectory(data).views
        for progress in rebuilding(records, views, tuple(names), verify_only=verify, patient_id=patient_id):
            yield progress_message(progress)


def _report(outcomes: list[Any], verify: bool) -> Iterator[str]:
    for outcome in outcomes:
        verdict = "identical" if outcome.identical else f"{len(outcome.differences)} differences"
        rate = f"{outcome.events:,} events, {outcome.rate:,.0f} events/s"
        yield f"{outcome.name:<12} {verdict:<14} {outcome.fingerprint[:12]}  {rate}"
        for difference in outcome.differences:
            kept, rebuilt = difference.kept_fingerprint[:12] or "none", difference.rebuilt_fingerprint[:12] or "none"
            yield f"    {difference.key}: kept {kept}, rebuilt {rebuilt}"
    same = sum(outcome.identical for outcome in outcomes)
    if same == len(outcomes):
        yield f"{same} views identical" if verify else f"{same} views rebuilt, identical to what was kept"
    else:
        then = "" if verify else "; the rebuilt ones serve now"
        yield f"{len(outcomes) - same} of {len(outcomes)} views differ{then}"
