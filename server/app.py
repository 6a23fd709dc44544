"""The life of the service: from the first health answer, over the gate's opening, to the last turn."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import grpc
import structlog
from grpc_health.v1 import health, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from agent.asking import Asking
from agent.observing import Observing
from agent.turns import TurnRunner
from domain.collecting import uncollected
from domain.errors import StoreUnavailable
from domain.records import PatientRecords
from domain.trust import trust_order
from projections.live import LiveViews
from projections.runner import ProjectionRunner
from protos.anamnesis.v1 import (
    audit_pb2,
    audit_pb2_grpc,
    conversation_pb2,
    conversation_pb2_grpc,
    memory_pb2,
    memory_pb2_grpc,
)
from server.access import AccessControl
from server.access_log.journal import AccessJournal
from server.access_log.recorder import AccessRecorder
from server.audit import Audit
from server.authorize import Tenants, check_rules
from server.composition import Knowledge, agent_ports, load_knowledge
from server.conversation import Conversation
from server.corpus import IndexWatch
from server.data_directory import DataDirectory
from server.erasing import Erasing
from server.faults import killing_at
from server.gate import Gate
from server.health import Health
from server.imports import Imports
from server.in_flight import InFlight
from server.interceptors import interceptors
from server.language_models import LanguageModels, language_models
from server.late import running
from server.listening import authenticator, check_exposure, listen
from server.memory import Memory
from server.quotas import Quotas
from server.scrub import Scrub, Scrubbed
from server.settings import Settings
from server.statuses import ServerStopping
from server.stopping import until_told
from server.telemetry import Telemetry, telemetry
from server.views_place import choose
from server.work import WorkPool

log = structlog.get_logger(__name__)

Clock = Callable[[], datetime]
Load = Callable[[DataDirectory], Knowledge]

SERVICES: tuple[str, ...] = tuple(
    service.full_name
    for file in (conversation_pb2, memory_pb2, audit_pb2)
    for service in file.DESCRIPTOR.services_by_name.values()
)
"""Full names of what is served."""
METHODS: tuple[str, ...] = tuple(
    f"/{service.full_name}/{method.name}"
    for file in (conversation_pb2, memory_pb2, audit_pb2)
    for service in file.DESCRIPTOR.services_by_name.values()
    for method in service.methods
)
"""Their methods, as a call names them."""

CLOSING_SECONDS = 2.0
"""What is left of the grace, once calls have ended, for closing the files and signing the log's head."""
LAST_CALLS_SECONDS = 0.2
"""For how long new calls are still turned away by name once turns have ended."""
GOODBYE_SECONDS = 0.5
"""How long connections may take to carry what was answered; those that only watch are cut then."""


@dataclass(frozen=True, slots=True)
class Service:
    """A service that is ready: the address it listens on."""

    address: str


def utc_now() -> datetime:
    """The server's clock; all below the composition root is given it."""
    return datetime.now(UTC)


@asynccontextmanager
async def serving(settings: Settings, clock: Clock = utc_now, load: Load | None = None) -> AsyncIterator[Service]:
    """Serve until the end of the block, then stop gracefully: as soon as turns and calls in progress have completed.

    They are given the grace, less :data:`CLOSING_SECONDS`.

    Health answers at once with NOT_SERVING; the block begins when the service is ready. Raises StoreLocked when
    another server runs on the data directory, AddressUnavailable, and the named failures of the log and the corpus.
    ``load`` gives what the service knows, for programs that start several.
    """
    directory = DataDirectory(settings.data)
    # A mistaken order is refused now, not when the first contradiction is shown.
    trust_order(settings.trust_order)
    check_rules(METHODS)
    callers = authenticator(settings, clock)
    check_exposure(settings, callers)
    control = AccessControl(callers, Quotas(settings.shares), clock)
    models = language_models(settings)
    async with AsyncExitStack() as life:
        life.enter_context(directory.locked())
        choose(directory.path, memory=settings.views == "memory", sealed=settings.views == "sealed")
        work = WorkPool(settings.threads)
        life.callback(work.close)
        imports = Imports(settings.import_threads, settings.max_record_entries)
        life.callback(imports.close)
        gate, in_flight, checks = Gate(), InFlight(), Health(SERVICES)
        measured = telemetry(settings)
        life.callback(measured.close)
        server = _grpc_server(settings, gate, in_flight, control, measured)
        health_pb2_grpc.add_HealthServicer_to_server(checks.servicer, server)
        # What there is to call is nobody's to know who has not said who he is, unless it is asked for.
        if settings.reflection or (settings.reflection is None and not callers.required):
            reflection.enable_server_reflection((*SERVICES, reflection.SERVICE_NAME, health.SERVICE_NAME), server)
        address = listen(server, settings)
        await checks.set(False)
        await server.start()
        life.push_async_callback(server.stop, None)

        records = await work(
            lambda: directory.records(
                settings.keeping, lock_timeout=settings.lock_seconds, probe=killing_at(settings.kill_at)
            )
        )
        life.callback(records.close)
        recorder = journal = None
        if settings.access_log == "on":
            journal = await work(lambda: directory.accesses(records))
            recorder = AccessRecorder(journal)
            life.push_async_callback(recorder.close)
            await work(journal.check_end)
        control.begin(Tenants(records), work, recorder)
        if await work(records.finish_erasures):
            log.info("finished_erasures")
        projections = await work(lambda: ProjectionRunner(records, directory.views))
        projections.start()
        life.callback(projections.stop)
        if models is not None:
            life.push_async_callback(models.close)
            log.info("language_models", models={skill: tuning.model for skill, tuning in models.tunings.items()})
        knowledge = await work(lambda: load(directory) if load else _knowledge(settings, directory))
        conversation, audit = await _add_services(
            running(server),
            settings,
            directory,
            records,
            projections,
            knowledge,
            work,
            imports,
            clock,
            models,
            journal,
            measured,
        )
        probing = WorkPool(1)
        life.callback(probing.close)
        watch = asyncio.create_task(checks.watch(records, projections, probing, settings.probe_seconds))
        life.callback(watch.cancel)
        if settings.scrub_events_per_hour:
            scrubbing = WorkPool(1, "scrub")
            life.callback(scrubbing.close)
            scrub = Scrub(
                records, directory.path, scrubbing, settings.scrub_events_per_hour, _scrub_heard(checks, measured)
            )
            life.callback(asyncio.create_task(scrub.run()).cancel)
        exchange = asyncio.create_task(IndexWatch(knowledge.retriever, settings, directory, work).run())
        life.callback(exchange.cancel)

        async def drain() -> None:
            log.info("stopping")
            until = asyncio.get_running_loop().time() + max(0.0, settings.grace_seconds - CLOSING_SECONDS)

            def left() -> float:
                return max(0.0, until - asyncio.get_running_loop().time())

            gate.shut(ServerStopping())
            await checks.stop()
            await audit.drain()
            await conversation.drain(left())
            # Those that have come and were not looked at yet are refused by name; gRPC would only cut them off.
            await asyncio.sleep(min(left(), LAST_CALLS_SECONDS))
            if not await in_flight.wait(left()):
                log.warning("calls_cut_short")
            await server.stop(min(left(), GOODBYE_SECONDS))

        life.push_async_callback(drain)
        gate.admit()
        await checks.set(True)
        log.info("serving", address=address)
        yield Service(address)


async def serve(settings: Settings, announce: Callable[[str], None]) -> None:
    """Serve until SIGTERM or SIGINT; ``announce`` is told the address once the service is ready."""

    def ready(service: Service) -> None:
        # What is loaded stays to the end: the collector need not look through its million objects again and again.
        gc.freeze()
        announce(service.address)

    await until_told(serving(settings), ready, settings.grace_seconds)


def _scrub_heard(checks: Health, measured: Telemetry) -> Callable[[Scrubbed], Awaitable[None]]:
    async def heard(done: Scrubbed) -> None:
        measured.scrubbed(done.events, sum(done.faults.values()))
        await checks.set_log(", ".join(sorted(done.faults)))

    return heard


async def _add_services(
    server: grpc.aio.Server,
    settings: Settings,
    directory: DataDirectory,
    records: PatientRecords,
    projections: ProjectionRunner,
    knowledge: Knowledge,
    work: WorkPool,
    imports: Imports,
    clock: Clock,
    models: LanguageModels | None,
    journal: AccessJournal | None,
    measured: Telemetry,
) -> tuple[Conversation, Audit]:
    views = LiveViews(records)
    ports = agent_ports(knowledge, records, views, work, clock, models)
    ports = replace(ports, uncertainty=settings.uncertainty, through=work.through)
    runner = TurnRunner(ports)
    finished = await runner.extract_unfinished()
    if finished:
        log.info("extracted_unfinished_turns", count=finished)
    observing, asking = Observing(runner, ports), Asking(ports)
    conversation = Conversation(runner, observing, asking, records, views, work, settings, clock, measured.turned)
    erasing = Erasing(records, projections, directory, (views.forget, lambda _: knowledge.recogniser.forget()))
    try:
        if cleared := await work(erasing.finish):
            log.info("cleared_interrupted_erasures", count=cleared)
    except StoreUnavailable as error:
        # Somebody holds the views: the next start tries again.
        log.warning("interrupted_erasures_not_cleared", reason=error.reason)
    memory = Memory(records, views, runner, knowledge, work, clock, erasing, imports, trust_order(settings.trust_order))
    conversation_pb2_grpc.add_ConversationServiceServicer_to_server(conversation, server)
    memory_pb2_grpc.add_MemoryServiceServicer_to_server(memory, server)
    audit = Audit(records, projections, directory, work, knowledge.retriever.passage, journal)
    audit_pb2_grpc.add_AuditServiceServicer_to_server(audit, server)
    return conversation, audit


def _knowledge(settings: Settings, directory: DataDirectory) -> Knowledge:
    with uncollected():
        return load_knowledge(directory, settings)


def _grpc_server(
    settings: Settings, gate: Gate, in_flight: InFlight, control: AccessControl, measured: Telemetry
) -> grpc.aio.Server:
    keepalive = int(settings.keepalive_seconds * 1000)
    outer = (measured,) if measured.active else ()
    return grpc.aio.server(
        interceptors=(gate, in_flight, *outer, *interceptors(settings.call_limits, settings.call_seconds, control)),
        options=(
            ("grpc.max_receive_message_length", settings.max_request_bytes),
            ("grpc.max_send_message_length", settings.max_response_bytes),
            ("grpc.keepalive_time_ms", keepalive),
            ("grpc.keepalive_timeout_ms", keepalive // 2),
            ("grpc.keepalive_permit_without_calls", 1),
            ("grpc.http2.min_recv_ping_interval_without_data_ms", keepalive // 2),
            # Two servers on one port would share its callers without a word.
            ("grpc.so_reuseport", 0),
            ("grpc.max_concurrent_streams", settings.max_connection_streams),
            ("grpc.max_connection_idle_ms", _milliseconds(settings.connection_idle_seconds)),
            ("grpc.max_connection_age_ms", _milliseconds(settings.connection_age_seconds)),
            ("grpc.max_connection_age_grace_ms", _milliseconds(settings.turn_seconds)),
        ),
    )


def _milliseconds(seconds: float) -> int:
    """0 seconds, in the settings, is no limit; gRPC's word for that is the largest number."""
    return int(seconds * 1000) if seconds else 2**31 - 1
