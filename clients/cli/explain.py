"""Why an answer was given, in lines of text."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import indent
from typing import TYPE_CHECKING

import typer
from rich.cells import cell_len

from clients.cli.words import Words

if TYPE_CHECKING:
    from protos.anamnesis.v1 import audit_pb2

NOT_PROVED = 3
"""Exit code when the log does not give what was recorded (conventions: command line)."""

HASH_CHARACTERS = 12
SCORES = ("grounding", "completeness", "accuracy", "overall")


def shown(found: audit_pb2.ExplainAnswerResponse, words: Words, *, json: bool) -> None:
    """Print an explanation in words; ends with exit code 3 when the answer cannot be proved."""
    from rich.text import Text

    from clients.cli.output import as_data, print_json, results

    if json:
        print_json(as_data(found))
    else:
        console = results()
        for line in (*_basis(found, words), *_passages(found, words), *_making(found, words), *_verdict(found, words)):
            console.print(Text(line))
    if not found.verified:
        raise typer.Exit(NOT_PROVED)


def _basis(found: audit_pb2.ExplainAnswerResponse, words: Words) -> Iterator[str]:
    from clients.cli.wording import fact_text, reason_text, slot_text

    yield words("explain.asked", text=found.question)
    when = found.answered_at.ToDatetime().isoformat(sep=" ", timespec="seconds")
    yield words("explain.answered", at=when, model=model_text(found.model, words), position=found.position)
    yield indent(found.answer.text, "  | ")
    if found.answer.from_cache:
        yield words("explain.repeated", turn=found.source_turn)
    if found.HasField("invalidated"):
        yield words("explain.stale", reason=reason_text(found.invalidated.reason, words))
    for one in found.facts:
        mark = words("explain.used" if one.used else "explain.seen")
        since = "" if one.still_current else f"  ({words('explain.not_current')})"
        fact = f"{slot_text(one.fact.slot, words)}: {fact_text(one.fact, words)}"
        yield f"  {words('explain.fact')}  {mark}  {fact}{since}"


def _passages(found: audit_pb2.ExplainAnswerResponse, words: Words) -> Iterator[str]:
    current = {one.document_id: one.current_hash for one in found.document_standings}
    for document in found.documents:
        now = current.get(document.document_id, "")
        standing = "unchanged" if now == document.content_hash else "changed" if now else "gone"
        yield "  " + words(
            "explain.document",
            id=document.document_id,
            hash=document.content_hash[:HASH_CHARACTERS],
            standing=words(f"explain.{standing}"),
            rank=document.rank,
            score=f"{document.score:.3f}",
            title=document.title,
        )
    if found.HasField("consistency"):
        yield "  " + words("explain.consistency", value=f"{found.consistency:.2f}")
    if found.answer.turns_used:
        yield "  " + words("explain.turns_used", turns=", ".join(map(str, found.answer.turns_used)))
    if found.context_turns:
        yield "  " + words("explain.turns", turns=", ".join(map(str, found.context_turns)))
    for summary in found.summaries:
        since = f"  ({words('explain.summary_stale')})" if summary.invalidated else ""
        yield f"  {words('explain.summary', first=summary.first_turn, last=summary.last_turn)}{since}"


def _making(found: audit_pb2.ExplainAnswerResponse, words: Words) -> Iterator[str]:
    for quality in found.assessments:
        scores = {name: f"{getattr(quality, name):.2f}" for name in SCORES}
        verdict = words(f"verdict.{quality.verdict}", quality.verdict)
        yield "  " + words(
            "explain.draft", at=quality.iteration, threshold=f"{found.threshold:.2f}", verdict=verdict, **scores
        )
    if found.answer.HasField("uncertainty"):
        yield "  " + words("explain.uncertainty", value=f"{found.answer.uncertainty:.2f}")
    if found.stop_reason:
        yield "  " + words("explain.stopped", why=words(f"stop.{found.stop_reason}", found.stop_reason))
    for model in found.models:
        parameters = ", ".join(f"{name}={value}" for name, value in sorted(model.parameters.items()))
        named = f"{model_text(model.model, words)}{f' ({parameters})' if parameters else ''}"
        yield "  " + words("explain.model", skill=words(f"skill.{model.skill}", model.skill), model=named)
    if found.prompt_hash:
        tokens = found.tokens_by_part["total"]
        yield "  " + words("explain.prompt", hash=found.prompt_hash[:HASH_CHARACTERS], tokens=tokens)


def _verdict(found: audit_pb2.ExplainAnswerResponse, words: Words) -> Iterator[str]:
    differing = [check for check in found.checks if not check.agrees]
    if found.verified:
        yield words("explain.proved", count=len(found.checks))
        return
    yield words("explain.unproved", count=len(found.checks), differing=len(differing))
    sides = max(cell_len(words("explain.recorded")), cell_len(words("explain.derived")))
    for check in differing:
        yield f"  {words(f'check.{check.name}', check.name)}"
        for side, value in (("explain.recorded", check.recorded), ("explain.derived", check.derived)):
            gap = " " * (sides - cell_len(words(side)))
            yield f"    {words(side)}:{gap} {value or words('explain.nothing')}"


def model_text(model: str, words: Words) -> str:
    """What worked, as it is recorded; parts of this program in words, with their version."""
    name, at, version = model.partition("@")
    return f"{words(f'model.{name}', name)}{at}{version}"
