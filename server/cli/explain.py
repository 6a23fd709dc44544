"""`explain`: why an answer was given, derived from the log again and compared with what was recorded."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from clients.cli.options import DEFAULT_ADDRESS, AsJson, Patient
from clients.cli.words import Words

if TYPE_CHECKING:
    from protos.anamnesis.v1 import audit_pb2


def explain(
    patient: Patient,
    turn: Annotated[int, typer.Argument(metavar="TURN", min=1, help="The number of the turn, from 1.")],
    address: Annotated[
        str,
        typer.Option("--address", envvar="ANAMNESIS_ADDRESS", metavar="HOST:PORT", help="The server to ask."),
    ] = DEFAULT_ADDRESS,
    data: Annotated[
        Path | None, typer.Option("--data", metavar="DIR", help="Read this data directory instead; no server needed.")
    ] = None,
    page: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write one page to hand over; a browser prints it.")
    ] = None,
    language: Annotated[
        str, typer.Option("--language", help="Of the page: ko or en; that of the terminal unless given.")
    ] = "",
    json: AsJson = False,
) -> None:
    """Derive from the log again what an answer rests on, and compare; exit code 3 when it cannot be proved.

    No model, index or network takes part: the log and the passages are enough.
    """
    from clients.cli.explain import shown

    words = Words()
    if language not in ("", "ko", "en"):
        raise typer.BadParameter(words("usage.language", value=language), param_hint="--language")
    found = _in_place(data, patient, turn) if data else _over_the_wire(address, patient, turn)
    if page is not None:
        _write(page, found, patient, turn, Words(language))
    shown(found, words, json=json)


def _write(page: Path, found: audit_pb2.ExplainAnswerResponse, patient: str, turn: int, words: Words) -> None:
    from clients.cli.explanation_page import explanation_page
    from clients.cli.output import messages

    try:
        page.write_text(explanation_page(found, patient, turn, words), encoding="utf-8")
    except OSError:
        raise typer.BadParameter(words("usage.not_written", file=page), param_hint="--html") from None
    messages().print(words("explain.written", file=page), markup=False)


def _over_the_wire(address: str, patient: str, turn: int) -> audit_pb2.ExplainAnswerResponse:
    from clients import AnamnesisClient

    with AnamnesisClient(address) as client:
        return client.explain(patient, turn)


def _in_place(data: Path, patient: str, turn: int) -> audit_pb2.ExplainAnswerResponse:
    from agent import explanation
    from agent.tokens import token_counter
    from domain.utterance import checked_uuid
    from server.cli.log import open_log
    from server.corpus import passages_in
    from server.data_directory import DataDirectory
    from server.explaining import explanation_message
    from server.settings import load_settings

    patient_id = checked_uuid("patient", patient)
    counters = explanation.counters_by_name(token_counter())
    with open_log(data) as records:
        events = records.stream(patient_id)
        passages = {one.document_id: one for one in passages_in(load_settings(), DataDirectory(data))}
        unproved = partial(records.unproved_versions, patient_id)
        return explanation_message(explanation.explain(patient_id, events, turn, passages.get, counters, unproved))
