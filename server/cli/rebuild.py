"""`rebuild`: compute the views from the log again, compare, and put them in place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.cells import set_cell_size

from clients.cli.words import Words
from server.cli.failures import INTERRUPTED, VERIFICATION_FAILED
from server.cli.options import DEFAULT_DATA, Data

if TYPE_CHECKING:
    from projections.differences import FieldDifference
    from projections.shares import Folding
    from protos.anamnesis.v1 import audit_pb2

Values = dict[tuple[str, str], tuple["FieldDifference", ...]]
"""Both sides of the fields that differ, by view and patient: read from the files, never sent over the wire."""

FIELDS_SHOWN = 5
"""Fields of a patient's view that are listed; --json has up to fifty."""


def rebuild(
    names: Annotated[list[str] | None, typer.Argument(metavar="[NAME]...", help="Views; all if none is named.")] = None,
    verify: Annotated[bool, typer.Option("--verify", help="Only compare; leave the kept views as they are.")] = False,
    patient: Annotated[
        str | None, typer.Option("--patient", metavar="UUID", help="Compare this patient alone; replace with --accept.")
    ] = None,
    accept: Annotated[
        bool, typer.Option("--accept", help="Put rebuilt views in place also where they differ from the kept ones.")
    ] = False,
    afresh: Annotated[
        bool, typer.Option("--afresh", help="Begin anew instead of going on with an interrupted rebuild.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be done; change nothing.")] = False,
    with_text: Annotated[
        bool,
        typer.Option("--with-text", help="Show the differing values too, patients' words among them; --data only."),
    ] = False,
    workers: Annotated[
        int, typer.Option("--workers", min=1, max=64, help="Processes that fold the patients; --data only.")
    ] = 1,
    ray: Annotated[
        bool, typer.Option("--ray", help="Have --workers of Ray fold: here, or on the cluster that RAY_ADDRESS names.")
    ] = False,
    data: Data = None,
    address: Annotated[
        str | None,
        typer.Option("--address", metavar="HOST:PORT", help="Ask this server instead of reading --data."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Rebuild the views from the log beside the kept ones; exit code 3 when they differ and are not accepted.

    The kept views go on serving meanwhile. Stop it whenever you like: the next run goes on where this one stood.
    """
    from clients.cli.output import as_data, messages, print_json, results

    words = Words()
    if address and (workers > 1 or ray):
        raise typer.BadParameter(words("usage.rebuild_workers"))
    if address and (dry_run or with_text):
        raise typer.BadParameter(words("usage.rebuild_files"))
    if verify and (accept or afresh):
        raise typer.BadParameter(words("usage.rebuild_verify"))
    if dry_run:
        _tell_plan(data or DEFAULT_DATA, names or [], patient, json=json)
        return
    values: Values = {}
    only_compare = verify or (patient is not None and not accept)
    steps = (
        _over_the_wire(address, names or [], only_compare, patient, accept, afresh)
        if address
        else _in_place(
            data or DEFAULT_DATA, names or [], only_compare, patient, accept, afresh, values, workers=workers, ray=ray
        )
    )
    outcomes = []
    try:
        with messages().status(words("log.reading")) as status:
            for step in steps:
                status.update(_told(step, words))
                if step.done:
                    outcomes.append(step)
    except KeyboardInterrupt:
        ahead = words("rebuild.unchanged" if only_compare else "rebuild.again")
        messages().print(words("rebuild.stopped", ahead=ahead))
        raise typer.Exit(INTERRUPTED) from None
    if json:
        print_json([as_data(outcome) for outcome in outcomes])
    else:
        for line in _report(outcomes, only_compare, values if with_text else {}, words):
            results().print(line, markup=False)
    if not all(outcome.identical or outcome.served for outcome in outcomes):
        raise typer.Exit(VERIFICATION_FAILED)


def _over_the_wire(
    address: str, names: list[str], verify: bool, patient: str | None, accept: bool, afresh: bool
) -> Iterator[audit_pb2.RebuildProjectionsResponse]:
    from clients import AnamnesisClient

    with AnamnesisClient(address) as client:
        yield from client.rebuild(names, verify_only=verify, patient_id=patient, accept=accept, afresh=afresh)


def _in_place(
    data: Path,
    names: list[str],
    verify: bool,
    patient: str | None,
    accept: bool,
    afresh: bool,
    values: Values,
    *,
    workers: int,
    ray: bool,
) -> Iterator[audit_pb2.RebuildProjectionsResponse]:
    from domain.utterance import checked_uuid
    from projections.rebuild import rebuilding
    from server.audit_messages import progress_message
    from server.cli.log import open_log
    from server.data_directory import DataDirectory

    patient_id = checked_uuid("patient", patient) if patient else None
    with open_log(data) as records:
        views = DataDirectory(data).views
        for progress in rebuilding(
            records,
            views,
            tuple(names),
            verify_only=verify,
            patient_id=patient_id,
            accept=accept,
            afresh=afresh,
            folding=_folding(data, workers, ray=ray),
        ):
            values.update({(progress.name, one.patient_id): one.fields for one in progress.differences})
            yield progress_message(progress)


def _folding(data: Path, workers: int, *, ray: bool) -> Folding | None:
    """Who folds the patients; None for this process."""
    from functools import partial

    from projections.shares import folds
    from server.cli.log import open_to_fold
    from server.cli.spreading import spread_over

    # A process or an actor runs elsewhere: it must not look for the directory from where it stands.
    return spread_over(partial(folds, partial(open_to_fold, data.absolute())), workers, ray=ray)


def _tell_plan(data: Path, names: list[str], patient: str | None, *, json: bool) -> None:
    from dataclasses import asdict

    from clients.cli.output import print_json, results
    from domain.utterance import checked_uuid
    from projections.rebuild import plan
    from server.cli.log import open_log
    from server.data_directory import DataDirectory

    patient_id = checked_uuid("patient", patient) if patient else None
    with open_log(data) as records:
        plans = plan(records, DataDirectory(data).views, tuple(names), patient_id)
    if json:
        print_json([asdict(one) for one in plans])
        return
    words = Words()
    for one in plans:
        begin = words("rebuild.resumes", patient=one.resumes_after) if one.resumes_after else words("rebuild.anew")
        begin = words("rebuild.waits") if one.waits else begin
        begin = words("rebuild.alone", patient=patient_id) if patient_id else begin
        counted = {"events": f"{one.events:,}", "position": f"{one.position:,}"}
        shown = words(f"view.name.{one.name}", one.name)
        name = set_cell_size(one.name, 12) if shown == one.name else set_cell_size(f"{shown} ({one.name})", 26)
        results().print(words("rebuild.plan", name=name, version=one.version, begin=begin, **counted))


def _told(step: audit_pb2.RebuildProjectionsResponse, words: Words) -> str:
    left = max(0, step.total_events - step.events) / step.rate if step.rate else 0.0
    figures = {"events": step.events, "total": step.total_events, "rate": round(step.rate), "left": round(left)}
    return words("rebuild.progress", name=step.name, **{name: f"{value:,}" for name, value in figures.items()})


def _report(outcomes: list[Any], verify: bool, values: Values, words: Words) -> Iterator[str]:
    for outcome in outcomes:
        verdict = words("rebuild.identical")
        if not outcome.identical:
            verdict = words("rebuild.differences", count=len(outcome.differences))
        rate = words("rebuild.rate", events=f"{outcome.events:,}", rate=f"{outcome.rate:,.0f}")
        name = set_cell_size(words(f"view.name.{outcome.name}", outcome.name), 12)
        yield f"{name} {set_cell_size(verdict, 14)} {outcome.fingerprint[:12]}  {rate}"
        for difference in outcome.differences:
            none = words("rebuild.none")
            kept, rebuilt = difference.kept_fingerprint[:12] or none, difference.rebuilt_fingerprint[:12] or none
            yield f"    {difference.key}: {words('rebuild.sides', kept=kept, rebuilt=rebuilt)}"
            yield from _fields(difference.fields, values.get((outcome.name, difference.key), ()), words)
    yield _summary(outcomes, verify, words)


def _fields(paths: Iterable[str], values: tuple[FieldDifference, ...], words: Words) -> Iterator[str]:
    sides = {one.path: f": {words('rebuild.sides', kept=one.kept, rebuilt=one.rebuilt)}" for one in values}
    shown = list(paths)
    for path in shown[:FIELDS_SHOWN]:
        yield f"        {path}{sides.get(path, '')}"
    if len(shown) > FIELDS_SHOWN:
        yield f"        {words('rebuild.more', count=len(shown) - FIELDS_SHOWN)}"


def _summary(outcomes: list[Any], verify: bool, words: Words) -> str:
    same = sum(outcome.identical for outcome in outcomes)
    if same == len(outcomes):
        return words("rebuild.all_same" if verify else "rebuild.rebuilt_same", count=same)
    differ = words("rebuild.differ", count=len(outcomes), differing=len(outcomes) - same)
    if verify:
        return differ
    if all(outcome.served for outcome in outcomes):
        return words("rebuild.serve_now", differ=differ)
    return words("rebuild.go_on", differ=differ)
