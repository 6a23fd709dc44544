"""`reextract`: read recorded utterances again with the present extractor, and decide upon what differs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from server.cli.options import DEFAULT_DATA, Data

if TYPE_CHECKING:
    from agent.reextraction import Decision, Reextraction, Report
    from domain.records import PatientRecords
    from domain.values import Content
    from extraction.port import UtteranceReader

SIGNS = {"added": "+", "changed": "~", "no longer read": "-", "kept": "="}
"""How a line of the difference begins."""


@dataclass(frozen=True, slots=True)
class _Ports:
    records: PatientRecords
    extractor: UtteranceReader
    clock: Callable[[], datetime]


def reextract(
    patient: Annotated[str | None, typer.Argument(metavar="[PATIENT]", help="One patient; all if none.")] = None,
    data: Data = None,
    lexicon: Annotated[
        Path | None,
        typer.Option("--lexicon", envvar="ANAMNESIS_LEXICON", metavar="DIR", help="Lexicon tables of your own."),
    ] = None,
    medcat_pack: Annotated[
        Path | None,
        typer.Option("--medcat-pack", envvar="ANAMNESIS_MEDCAT_PACK", metavar="PATH", help="A MedCAT model pack."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Also what the present versions have read already.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the difference; write nothing.")] = False,
    accept: Annotated[bool, typer.Option("--accept", help="Make facts of all that is proposed.")] = False,
    reject: Annotated[bool, typer.Option("--reject", help="Turn down all that is proposed.")] = False,
    only: Annotated[
        list[str] | None,
        typer.Option("--only", metavar="EVENT", help="Decide upon this proposal alone (its event id)."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Propose what a newer extractor reads differently in what patients said; what people corrected stays.

    Nothing becomes a fact before it is accepted. Give the lexicon and the pack that `anamnesis serve` is given.
    """
    from clients.cli.output import print_json, results

    if dry_run + accept + reject > 1:
        raise typer.BadParameter("--dry-run, --accept and --reject exclude each other")
    if only and not (accept or reject):
        raise typer.BadParameter("--only names what to --accept or --reject")
    told: list[dict[str, Any]] = []
    with _opened(data or DEFAULT_DATA, lexicon, medcat_pack) as reextraction:
        for report in _shown(_reports(reextraction, patient, force, dry_run)):
            waiting = {event_id for event_id, _ in reextraction.pending(report.patient_id)}
            chosen = waiting & set(only) if only else waiting
            decisions = _decide(reextraction, report.patient_id, chosen, accept) if accept or reject else []
            waiting -= {decision.proposed_event_id for decision in decisions}
            if json:
                told.append(_as_data(report, waiting, decisions))
                continue
            for line in _lines(report, sorted(waiting), decisions):
                results().print(line, markup=False)
    if json:
        print_json(told)


@contextmanager
def _opened(data: Path, lexicon: Path | None, medcat_pack: Path | None) -> Iterator[Reextraction]:
    from agent.reextraction import Reextraction
    from clients.cli.output import messages
    from extraction.naming.vocabulary import load_vocabulary
    from extraction.reading.extractor import LearnedExtractor
    from server.cli.log import open_log

    with open_log(data) as records:
        with messages().status("loading what reads the words"):
            vocabulary = load_vocabulary(lexicon, medcat_pack)
            extractor = LearnedExtractor(vocabulary.lexicon, vocabulary.recogniser)
        yield Reextraction(_Ports(records, extractor, lambda: datetime.now(UTC)))


def _reports(reextraction: Reextraction, patient: str | None, force: bool, dry_run: bool) -> Iterator[Report]:
    from domain.utterance import checked_uuid

    if patient is None:
        yield from reextraction.run_all(force=force, dry_run=dry_run)
    else:
        yield reextraction.propose(checked_uuid("patient", patient), force=force, dry_run=dry_run)


def _shown(reports: Iterator[Report]) -> Iterator[Report]:
    """The reports, with how far the reading is on standard error where a terminal reads along."""
    from clients.cli.output import messages

    utterances = 0
    for patients in count(1):
        # Left before a report is given: what is printed of it would break the line.
        with messages().status(f"reading patient {patients}, {utterances} utterances so far"):
            report = next(reports, None)
        if report is None:
            return
        utterances += report.utterances
        yield report


def _decide(reextraction: Reextraction, patient_id: str, chosen: set[str], accept: bool) -> list[Decision]:
    """Decide in the order in which the words were said: a later claim may rest on an earlier one."""
    return [
        reextraction.decide(patient_id, event_id, accept=accept)
        for event_id, _ in reextraction.pending(patient_id)
        if event_id in chosen
    ]


def _lines(report: Report, waiting: list[str], decisions: list[Decision]) -> Iterator[str]:
    yield f"{report.patient_id}  {report.utterances} utterances read again, {report.proposed} of them differ"
    for line in report.differences:
        sides = [_words(side) for side in (line.before, line.after) if side is not None]
        because = f"  ({line.why})" if line.why else ""
        yield f'  {SIGNS[line.kind]} turn {line.turn_number}  {" -> ".join(sides)}{because}  "{line.quote}"'
    for decision in decisions:
        became = ", ".join(f"{count} {kind}" for kind, count in decision.counts.items() if kind != "proposals")
        verdict = "accepted" if decision.accepted else "rejected"
        yield f"  {verdict} {decision.proposed_event_id}: {became or 'no change'}"
    for event_id in waiting:
        yield f"  waits for a decision: {event_id}"


def _as_data(report: Report, waiting: set[str], decisions: list[Decision]) -> dict[str, Any]:
    return {
        "patient_id": report.patient_id,
        "utterances": report.utterances,
        "differences": [
            {
                "kind": line.kind,
                "turn_number": line.turn_number,
                "quote": line.quote,
                "before": line.before.plain() if line.before else None,
                "after": line.after.plain() if line.after else None,
                "why": line.why,
            }
            for line in report.differences
        ],
        "decisions": [
            {"event_id": one.proposed_event_id, "accepted": one.accepted, "counts": one.counts} for one in decisions
        ],
        "waiting": sorted(waiting),
    }


def _words(content: Content) -> str:
    """A fact in a few words: its slot and name, and what it says of them where that is not the plain case."""
    value = content.value_stated or content.value
    said = [content.slot, content.concept.display or content.concept.name, value, content.unit, content.dose]
    said += [content.frequency, content.valid_from]
    said += [mark for mark in (content.polarity, content.certainty, content.status) if mark not in _PLAIN]
    said += [content.subject] if content.subject != "patient" else []
    return " ".join(str(word) for word in said if word is not None and word != "")


_PLAIN = ("affirmed", "confirmed", "active", None)
