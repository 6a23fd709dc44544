"""Why an answer was given, in lines of text."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import indent
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from protos.anamnesis.v1 import audit_pb2

NOT_PROVED = 3
"""Exit code when the log does not give what was recorded (conventions: command line)."""

HASH_CHARACTERS = 12


def shown(found: audit_pb2.ExplainAnswerResponse, *, json: bool) -> None:
    """Print an explanation; ends with exit code 3 when the answer cannot be proved."""
    from rich.text import Text

    from clients.cli.output import as_data, print_json, results

    if json:
        print_json(as_data(found))
    else:
        console = results()
        for line in (*_basis(found), *_verdict(found)):
            console.print(Text(line))
    if not found.verified:
        raise typer.Exit(NOT_PROVED)


def _basis(found: audit_pb2.ExplainAnswerResponse) -> Iterator[str]:
    from clients.cli.wording import fact_text, slot_name

    yield f'Asked "{found.question}"'
    when = found.answered_at.ToDatetime().isoformat(sep=" ", timespec="seconds")
    yield f"Answered {when} by {found.model}, from what was known at position {found.position}"
    yield indent(found.answer.text, "  | ")
    if found.answer.from_cache:
        yield f"Repeated from the answer of turn {found.source_turn}, which rests on:"
    if found.HasField("invalidated"):
        yield f"No longer valid: {found.invalidated.reason}"
    for one in found.facts:
        mark = "used" if one.used else "seen"
        since = "" if one.still_current else "  (no longer current)"
        yield f"  fact  {mark}  {slot_name(one.fact.slot)}: {fact_text(one.fact)}{since}"
    current = {one.document_id: one.current_hash for one in found.document_standings}
    for document in found.documents:
        now = current.get(document.document_id, "")
        standing = "unchanged" if now == document.content_hash else "changed" if now else "gone"
        content = document.content_hash[:HASH_CHARACTERS]
        place = f"rank {document.rank}, score {document.score:.3f}"
        yield f"  document  {document.document_id}  {content} {standing}  {place}  {document.title}"
    if found.HasField("consistency"):
        yield f"  documents agree by {found.consistency:.2f}"
    if found.context_turns:
        yield f"  turns  {', '.join(map(str, found.context_turns))}"
    for summary in found.summaries:
        since = "  (invalidated since)" if summary.invalidated else ""
        yield f"  summary  of turns {summary.first_turn} to {summary.last_turn}  {summary.summary_id}{since}"
    for quality in found.assessments:
        parts = f"grounding {quality.grounding:.2f}, completeness {quality.completeness:.2f}"
        whole = f"accuracy {quality.accuracy:.2f}, overall {quality.overall:.2f} of {found.threshold:.2f}"
        yield f"  draft {quality.iteration}: {parts}, {whole}: {quality.verdict}"
    if found.answer.HasField("uncertainty"):
        yield f"  uncertainty {found.answer.uncertainty:.2f}"
    if found.stop_reason:
        yield f"  stopped: {found.stop_reason}"
    for model in found.models:
        parameters = ", ".join(f"{name}={value}" for name, value in sorted(model.parameters.items()))
        yield f"  {model.skill}: {model.model}{f' ({parameters})' if parameters else ''}"
    if found.prompt_hash:
        yield f"  prompt {found.prompt_hash[:HASH_CHARACTERS]}, {found.tokens_by_part['total']} tokens"


def _verdict(found: audit_pb2.ExplainAnswerResponse) -> Iterator[str]:
    differing = [check for check in found.checks if not check.agrees]
    if found.verified:
        yield f"proved: all {len(found.checks)} checks agree"
        return
    yield f"not proved: {len(differing)} of {len(found.checks)} checks differ"
    for check in differing:
        yield f"  {check.name}"
        yield f"    recorded: {check.recorded or '(nothing)'}"
        yield f"    derived:  {check.derived or '(nothing)'}"
