"""`access`: who has read or written what of whom."""

from __future__ import annotations

import json as jsonlib
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import typer
from rich.cells import set_cell_size

from domain.errors import InvalidCommand
from server.cli.failures import VERIFICATION_FAILED, Command
from server.cli.options import DEFAULT_DATA, Data
from server.cli.token import duration

if TYPE_CHECKING:
    from clients.cli.words import Words
    from server.access_log.journal import AccessJournal
    from server.access_log.review import Review

app = typer.Typer(help="Say who has read or written what of whom.", no_args_is_help=True)

LEAST_KEPT = timedelta(days=730)
"""Two years: what Korea's notice on safety measures, article 8, asks for where health data are handled."""

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
Since = Annotated[str, typer.Option("--since", metavar="TIME", help="How far back: 12h, 30d, 52w.")]


class KeptTooShort(InvalidCommand):
    """Access records have to be kept for longer."""

    reason = "KEPT_TOO_SHORT"
    advice = f"Keep at least {LEAST_KEPT.days}d; HIPAA's six years are 2191d."


@app.command(cls=Command)
def report(
    patient: Annotated[str, typer.Argument(metavar="PATIENT", help="The patient's UUID.")],
    since: Since = "520w",
    data: Data = None,
    json: AsJson = False,
) -> None:
    """Tell a patient who has seen the record: who, when, what for, from where, and whether it was given."""
    from clients.cli.output import messages, print_json, results
    from clients.cli.words import Words
    from domain.utterance import checked_uuid
    from server.cli.tabular import table_of

    patient_id = checked_uuid("patient", patient)
    with _journal(data) as journal:
        found = [one.access for one in journal.entries(since=_moment(since), patient_id=patient_id)]
    if json:
        print_json([one.plain() for one in found])
        return
    words = Words()
    if not found:
        messages().print(words("access.none"))
        return
    columns = ("at", "who", "role", "what", "why", "from", "outcome")
    rows = (
        (
            f"{one.at.astimezone():%Y-%m-%d %H:%M:%S}",
            one.principal or words("access.unknown"),
            words(f"role.{one.role or 'nobody'}") + (f" ({words('access.emergency')})" if one.break_glass else ""),
            method_text(one.method, words) + (f" ({words('access.everybody')})" if one.patient_id == "*" else ""),
            words(f"purpose.{one.purpose}", one.purpose),
            one.peer,
            outcome_text(one.outcome, words),
        )
        for one in found
    )
    zone = f"{datetime.now(UTC).astimezone():%Z}"
    headings = [words(f"access.{name}") for name in columns]
    results().print(table_of([f"{headings[0]} ({zone})", *headings[1:]], rows))


@app.command(cls=Command)
def review(
    since: Since = "30d",
    zone: Annotated[str, typer.Option("--zone", help="Time zone of the hours of the day.")] = "Asia/Seoul",
    data: Data = None,
    json: AsJson = False,
) -> None:
    """Take the monthly look: figures, and what somebody should ask about. That it was taken is recorded, too."""
    from clients.cli.output import print_json, results
    from clients.cli.words import Words
    from server.access_log.review import review as look

    words = Words()
    try:
        local = ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise typer.BadParameter(words("usage.zone")) from None
    begin = _moment(since)
    with _journal(data) as journal:
        told = look(journal.entries(since=begin), begin, datetime.now(UTC), local)
        whole = journal.verify()
    if json:
        print_json(told.plain() | {"faults": list(whole.faults)})
    else:
        for line in _review_lines(told, whole.faults, words):
            results().print(line, markup=False)
    if whole.faults:
        raise typer.Exit(VERIFICATION_FAILED)


@app.command(cls=Command)
def verify(
    accept: Annotated[
        bool, typer.Option("--accept", help="Take note of a loss at the end, and go on from the end as it is.")
    ] = False,
    data: Data = None,
    json: AsJson = False,
) -> None:
    """Prove that no entry was changed, moved or cut off."""
    from clients.cli.output import print_json, results
    from clients.cli.words import Words

    with _journal(data) as journal:
        told = journal.verify()
        if accept:
            journal.accept_end()
    if json:
        print_json({"entries": told.entries, "head": told.head, "removed": told.removed_up_to, "faults": told.faults})
    else:
        results().print(Words()("access.entries", entries=told.entries, removed=told.removed_up_to))
        for fault in told.faults:
            results().print(f"  {fault}")
    if told.faults and not accept:
        raise typer.Exit(VERIFICATION_FAILED)


@app.command(cls=Command)
def export(
    patient: Annotated[str | None, typer.Option("--patient", metavar="UUID", help="Of this patient alone.")] = None,
    since: Since = "30d",
    data: Data = None,
) -> None:
    """Print the entries as FHIR AuditEvents (IHE BALP), one JSON document a line."""
    from domain.utterance import checked_uuid
    from server.access_log.audit_event import audit_event

    patient_id = checked_uuid("patient", patient) if patient else None
    with _journal(data) as journal:
        for one in journal.entries(since=_moment(since), patient_id=patient_id):
            print(jsonlib.dumps(audit_event(one), ensure_ascii=False))


@app.command(cls=Command)
def prune(
    keep: Annotated[str, typer.Option("--keep", metavar="TIME", help="What is older is removed: 2191d is six years.")],
    data: Data = None,
) -> None:
    """Remove what need no longer be kept; that it was, and up to where, stays written."""
    from clients.cli.output import messages
    from clients.cli.words import Words

    kept = duration(keep)
    if kept < LEAST_KEPT:
        raise KeptTooShort
    with _journal(data) as journal:
        gone = journal.remove_before(datetime.now(UTC) - kept)
    messages().print(Words()("access.removed", count=gone))


def method_text(method: str, words: Words) -> str:
    """What was called, in words: a method of the wire, or a command on this machine."""
    if method.startswith("command"):
        return words("method.command", name=method.removeprefix("command").strip())
    return words(f"method.{method.rpartition('/')[2]}", method)


def outcome_text(outcome: str, words: Words) -> str:
    """Whether it was given, and if not why: in words, in English by the code of the reason."""
    return words("access.given") if outcome == "OK" else words(f"problem.{outcome}", outcome)


def _review_lines(told: Review, faults: Sequence[str], words: Words) -> Iterator[str]:
    yield words("review.sums", entries=told.entries, principals=told.principals, patients=told.patients)
    counted = {
        "what": {words(f"review.action.{name}"): count for name, count in told.by_action.most_common()},
        "who": {words(f"role.{name}"): count for name, count in told.by_role.most_common()},
        "outcome": {outcome_text(name, words): count for name, count in told.by_outcome.most_common()},
    }
    for name, counts in counted.items():
        heading = set_cell_size(words(f"review.{name}"), 8)
        yield f"  {heading} " + ", ".join(f"{key} {count}" for key, count in counts.items())
    for one in told.findings:
        entries = ", ".join(map(str, one.entries))
        yield "  " + words(
            "review.ask", kind=_kind_text(one.kind, words), who=one.who, count=one.count, entries=entries
        )
    yield "  " + (words("review.broken", faults="; ".join(faults)) if faults else words("review.holds"))


def _kind_text(kind: str, words: Words) -> str:
    """What stands out, in words: "many refusals on 2026-03-09" is a kind with what it is about behind it."""
    for name, said in words.beginning("review.kind."):
        if kind.startswith(name):
            return said.replace("{what}", method_text(kind.removeprefix(name).strip(), words))
    return kind


@contextmanager
def _journal(data: Path | None) -> Iterator[AccessJournal]:
    from server.cli.log import open_log
    from server.data_directory import DataDirectory

    directory = DataDirectory(data or DEFAULT_DATA)
    with open_log(directory.path) as records, closing(directory.accesses(records)) as journal:
        yield journal


def _moment(since: str) -> datetime:
    return datetime.now(UTC) - duration(since)
