"""`reextract`: read recorded utterances again with the present extractor, and decide upon what differs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from server.cli.options import DEFAULT_DATA, Data
from server.cli.resuming import Resuming

if TYPE_CHECKING:
    from agent.reextraction import Decision, Reextraction, Report
    from domain.records import PatientRecords
    from domain.values import Content
    from extraction.naming.mentions import ConceptRecogniser
    from extraction.port import UtteranceReader

MARK = "reextraction.json"
"""How far a run has come, in the data directory."""
SIGNS = {"added": "+", "changed": "~", "no longer read": "-", "kept": "="}
"""How a line of the difference begins."""


@dataclass(frozen=True, slots=True)
class _Ports:
    records: PatientRecords
    extractor: UtteranceReader
    recogniser: ConceptRecogniser
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
    cache: Annotated[
        Path | None,
        typer.Option("--cache", envvar="ANAMNESIS_CACHE", metavar="DIR", help="Where tables of the lexicon are kept."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Also what the present versions have read already.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the difference; write nothing.")] = False,
    accept: Annotated[bool, typer.Option("--accept", help="Make facts of all that is proposed.")] = False,
    reject: Annotated[bool, typer.Option("--reject", help="Turn down all that is proposed.")] = False,
    only: Annotated[
        list[str] | None,
        typer.Option("--only", metavar="EVENT", help="Decide upon this proposal alone (its event id)."),
    ] = None,
    workers: Annotated[int, typer.Option("--workers", min=1, max=64, help="Processes that read the patients.")] = 1,
    ray: Annotated[
        bool, typer.Option("--ray", help="Have --workers of Ray read: here, or on the cluster that RAY_ADDRESS names.")
    ] = False,
    afresh: Annotated[
        bool, typer.Option("--afresh", help="Begin anew instead of going on with an interrupted run.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Propose what a newer extractor reads differently in what patients said; what people corrected stays.

    Nothing becomes a fact before it is accepted. Give the lexicon and the pack that `anamnesis serve` is given.
    Stop it whenever you like: the next run that is to do the same goes on with the patient where this one stood.
    """
    from agent.reextraction import Reextraction
    from clients.cli.output import print_json, results

    if dry_run + accept + reject > 1:
        raise typer.BadParameter("--dry-run, --accept and --reject exclude each other")
    if only and not (accept or reject):
        raise typer.BadParameter("--only names what to --accept or --reject")
    if patient and (workers > 1 or ray):
        raise typer.BadParameter("one PATIENT is read by one process: leave --workers and --ray out")
    told: list[dict[str, Any]] = []
    reads = _Reads((data or DEFAULT_DATA).absolute(), lexicon, medcat_pack, cache)
    run = _Run(patient, force, dry_run, workers, ray, afresh, decides=[accept, reject, sorted(only or ())])
    with _opened(reads) as ports:
        reextraction = Reextraction(ports)
        for report in _shown(run.reports(reextraction, reads, ports.extractor.extractors)):
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


@dataclass(frozen=True, slots=True)
class _Reads:
    """What reads, as it can be opened in whichever process."""

    data: Path
    lexicon: Path | None
    medcat_pack: Path | None
    cache: Path | None

    @contextmanager
    def __call__(self) -> Iterator[_Ports]:
        """For a worker of a command that has opened the log itself."""
        from server.cli.log import open_to_fold

        with open_to_fold(self.data) as records:
            yield self.ports(records)

    def ports(self, records: PatientRecords) -> _Ports:
        """The log with what reads its words."""
        from extraction.naming.vocabulary import load_vocabulary
        from extraction.reading.extractor import LearnedExtractor
        from extraction.text.warm_store import keep_in

        if self.cache is not None:
            keep_in(self.cache)
        vocabulary = load_vocabulary(self.lexicon, self.medcat_pack)
        extractor = LearnedExtractor(vocabulary.lexicon, vocabulary.recogniser)
        return _Ports(records, extractor, vocabulary.recogniser, lambda: datetime.now(UTC))


@contextmanager
def _opened(reads: _Reads) -> Iterator[_Ports]:
    from clients.cli.output import messages
    from server.cli.log import open_log

    with open_log(reads.data) as records:
        with messages().status("loading what reads the words"):
            ports = reads.ports(records)
        yield ports


@dataclass(frozen=True, slots=True)
class _Run:
    """Whom to read again, who reads, and what is decided upon what differs."""

    patient: str | None
    force: bool
    dry_run: bool
    workers: int
    ray: bool
    afresh: bool
    decides: list[Any]

    def reports(self, reextraction: Reextraction, reads: _Reads, extractors: Mapping[str, str]) -> Iterator[Report]:
        """The reports of those patients; a run that writes and is stopped is gone on with by the next."""
        from agent.reextraction import rereads
        from domain.utterance import checked_uuid
        from server.cli.spreading import spread_over

        if self.patient is not None:
            patient_id = checked_uuid("patient", self.patient)
            yield reextraction.propose(patient_id, force=self.force, dry_run=self.dry_run)
            return
        rereading = spread_over(partial(rereads, reads), self.workers, ray=self.ray)
        if self.dry_run:
            yield from reextraction.run_all(force=self.force, dry_run=True, rereading=rereading)
            return
        asked = {"extractors": dict(extractors), "force": self.force, "decides": self.decides}
        resuming = Resuming(reads.data / MARK, asked)
        after = 0 if self.afresh else resuming.after
        if after:
            _tell_resumed()
        yield from reextraction.run_all(force=self.force, rereading=rereading, after=after, through=resuming.note)
        resuming.forget()


def _tell_resumed() -> None:
    from clients.cli.output import messages

    messages().print("goes on where the last run stopped; --afresh begins with the first patient")


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
    said += [content.frequency, content.timing, content.valid_from]
    said += [mark for mark in (content.polarity, content.certainty, content.status) if mark not in _PLAIN]
    said += [content.subject] if content.subject != "patient" else []
    return " ".join(str(word) for word in said if word is not None and word != "")


_PLAIN = ("affirmed", "confirmed", "active", None)
