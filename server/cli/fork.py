"""`fork`: what if a fact had been another, or the agent had worked under another profile?"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from textwrap import indent
from typing import TYPE_CHECKING, Annotated, Any

import typer

from clients.cli.words import Words
from domain.errors import AnamnesisError
from server.cli.options import DEFAULT_DATA, Data

if TYPE_CHECKING:
    from domain.events import AnswerGiven
    from domain.ledger import Fact
    from domain.records import PatientRecords
    from server.composition import Knowledge
    from server.data_directory import DataDirectory, Keeping
    from server.forking import Change, Fork
    from server.settings import Settings


class NotEmpty(AnamnesisError):
    """The directory of a fork holds something already."""

    status = "FAILED_PRECONDITION"
    reason = "DIRECTORY_NOT_EMPTY"
    advice = "Name a directory with --into that is new or empty."


class NoModelService(AnamnesisError):
    """The settings name no service of language models."""

    status = "FAILED_PRECONDITION"
    reason = "NO_MODEL_SERVICE"
    advice = "Set OPENAI_API_KEY, or ANAMNESIS_LLM_BASE_URL for a service of your own."


def fork(
    patient: Annotated[str, typer.Argument(metavar="PATIENT", help="The patient's UUID.")],
    at: Annotated[
        int, typer.Option("--at", metavar="TURN", min=0, help="Go on from the end of this turn; 0: from the first.")
    ],
    correct: Annotated[
        list[str] | None,
        typer.Option("--correct", metavar="FACT=VALUE", help="A fact by name or id, and its value; may be repeated."),
    ] = None,
    profile: Annotated[
        str | None, typer.Option("--profile", metavar="NAME", help="Run the later turns under this profile.")
    ] = None,
    model: Annotated[
        str | None,
        typer.Option("--model", metavar="NAME", help="Ask this model of the service that the settings name."),
    ] = None,
    into: Annotated[
        Path | None, typer.Option("--into", metavar="DIR", help="Keep the fork here; it is thrown away otherwise.")
    ] = None,
    data: Data = None,
    lexicon: Annotated[
        Path | None,
        typer.Option("--lexicon", envvar="ANAMNESIS_LEXICON", metavar="DIR", help="Lexicon tables of your own."),
    ] = None,
    medcat_pack: Annotated[
        Path | None,
        typer.Option("--medcat-pack", envvar="ANAMNESIS_MEDCAT_PACK", metavar="PATH", help="A MedCAT model pack."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Copy a patient's stream up to a turn, change it there, run the later turns again, and show what differs.

    The log itself is only read. Every turn keeps its own clock. The agent works by rule unless --model is given.
    """
    import asyncio

    from clients.cli.output import messages, print_json, results
    from domain.utterance import checked_uuid
    from server import forking
    from server.cli.log import open_log
    from server.composition import load_knowledge
    from server.data_directory import DataDirectory
    from server.settings import load_settings

    patient_id, words = checked_uuid("patient", patient), Words()
    change = forking.Change(tuple(map(_correction, correct or ())), profile)
    data = data or DEFAULT_DATA
    settings = _settings(model)
    with open_log(data) as original:
        # What cannot be is said before seconds of loading.
        forking.copied(patient_id, original.stream(patient_id), at, change)
        with (
            _scratch(into, DataDirectory(data)) as directory,
            messages().status(words("fork.loading")) as status,
        ):
            knowledge = load_knowledge(
                DataDirectory(data), load_settings({"lexicon": lexicon, "medcat_pack": medcat_pack})
            )
            status.update(words("fork.running"))
            with DataDirectory(directory).records(_keeping()) as scratch:
                found = asyncio.run(_run(original, scratch, knowledge, patient_id, at, change, settings))
    if json:
        print_json(as_data(found))
    else:
        for line in _lines(found, at, change, words):
            results().print(line, markup=False)
    if into is not None:
        messages().print(words("fork.kept", folder=into))


def _settings(model: str | None) -> Settings | None:
    """The settings under which every skill asks ``model``; None to ask none. Raises NoModelService."""
    from server.language_models import endpoint
    from server.settings import load_settings

    if model is None:
        return None
    settings = load_settings({"llm_model": model, "llm_models": {}})
    if endpoint(settings) is None:
        raise NoModelService
    return settings


async def _run(
    original: PatientRecords,
    scratch: PatientRecords,
    knowledge: Knowledge,
    patient_id: str,
    at: int,
    change: Change,
    settings: Settings | None,
) -> Fork:
    from server.forking import fork as forked
    from server.language_models import language_models

    models = language_models(settings) if settings is not None else None
    try:
        return await forked(original, scratch, knowledge, patient_id, at, change, models)
    finally:
        if models is not None:
            await models.close()


def _correction(text: str) -> tuple[str, str]:
    fact, equals, value = text.rpartition("=")
    if not (equals and fact.strip() and value.strip()):
        raise typer.BadParameter(Words()("usage.fact_value", value=text), param_hint="--correct")
    return fact.strip(), value.strip()


def _keeping() -> Keeping:
    """The master key of the settings, with which the fork can be served; never the anchor of the original."""
    from server.data_directory import Keeping
    from server.settings import load_settings

    return Keeping(master_key=load_settings().master_key)


@contextmanager
def _scratch(into: Path | None, original: DataDirectory) -> Iterator[Path]:
    """The directory of the fork: one that is kept, or a passing one. Raises NotEmpty and StoreReadOnly."""
    if into is None:
        with original.scratch() as folder:
            yield folder
        return
    from server.data_directory import DataDirectory

    if into.exists() and (not into.is_dir() or any(into.iterdir())):
        raise NotEmpty(f"{into} is not an empty directory.")
    DataDirectory(into).prepare()
    yield into


def _lines(found: Fork, at: int, change: Change, words: Words) -> Iterator[str]:
    from server.cli.replay import told_fact

    yield words("fork.head", patient=found.patient_id, turn=at, version=found.version)
    for before, after in found.corrected:
        yield "  " + words("fork.corrected", before=told_fact(before, words), after=told_fact(after, words))
    if change.profile is not None:
        yield "  " + words("fork.profile", name=change.profile)
    different = len(found.memory.facts)
    yield words("fork.memory", differing=different, all=different + found.memory.same)
    for one in found.memory.facts:
        sides = [told_fact(fact, words) for fact in (one.before, one.after) if fact]
        sign = "~" if one.before and one.after else "-" if one.before else "+"
        yield f"  {sign} {' -> '.join(sides)}"
    differing = sum(not turn.same for turn in found.turns)
    yield words("fork.answers", differing=differing, all=len(found.turns))
    for turn in found.turns:
        same = words("fork.same" if turn.same else "fork.differs")
        yield "  " + words("fork.turn", turn=turn.turn_number, same=same, text=turn.text)
        if not turn.same:
            for caption, answer in (("fork.was", turn.before), ("fork.if", turn.after)):
                yield f"    {words(caption)}:"
                yield indent(answer.text if answer else words("fork.none"), " " * 6)
    for line in found.left_out:
        yield "  " + words("fork.left_out", what=line)


def as_data(found: Fork) -> dict[str, Any]:
    """The whole difference as JSON values."""
    return {
        "patient_id": found.patient_id,
        "version": found.version,
        "corrected": [{"before": _fact(before), "after": _fact(after)} for before, after in found.corrected],
        "facts": [{"before": _fact(one.before), "after": _fact(one.after)} for one in found.memory.facts],
        "facts_same": found.memory.same,
        "turns": [
            {
                "turn_number": turn.turn_number,
                "text": turn.text,
                "same": turn.same,
                "before": _answer(turn.before),
                "after": _answer(turn.after),
            }
            for turn in found.turns
        ],
        "left_out": list(found.left_out),
    }


def _fact(fact: Fact | None) -> dict[str, Any] | None:
    if fact is None:
        return None
    return {"fact_id": fact.fact_id, "content": fact.content.plain()}


def _answer(answer: AnswerGiven | None) -> dict[str, Any] | None:
    if answer is None:
        return None
    return {
        "text": answer.text,
        "facts_used": list(answer.facts_used),
        "documents": list(answer.document_ids),
        "quality": answer.quality,
        "profile": answer.profile,
        "author": answer.author,
    }
