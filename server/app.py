"""The life of the service: from the first health answer, over the gate's opening, to the last turn."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import grpc
import structlog
from grpc_health.v1 import health, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from agent.asking import Asking
from agent.llm_purse import Held
from agent.observing import Observing
from agent.turns import TurnRunner
from domain.collecting import uncollected
from domain.errors import StoreUnavailable
from domain.records import PatientRecords
from domain.trust import trust_order
from projections.live import LiveViews
from projections.runner import ProjectionRunner
from protos.anamnesis.v1 import audit_pb2_grpc, conversation_pb2_grpc, memory_pb2_grpc
from server.access import AccessControl
from server.access_log.journal import AccessJournal
from server.access_log.recorder import AccessRecorder
from server.audit import Audit
from server.authorize import Tenants, check_rules
from server.composition import Knowledge, agent_ports
from server.conversation import Conversation
from server.corpus import IndexWatch
from server.data_directory import DataDirectory
from server.erased_again import erase_again
from server.erasing import Erasing
from server.erasures_elsewhere import ErasuresElsewhere
from server.faults import killing_at
from server.first_start import load_as_later
from server.freed import keep_returning
from server.gate import Gate
from server.health import Health
from server.imports import Imports
from server.in_flight import InFlight
from server.interceptors import interceptors
from server.language_models import LanguageModels, language_models
from server.late import running
from server.listening import authenticator, check_exposure, inner_options, listen, server_options
from server.memory import Memory
from server.methods import METHODS, SERVICES
from server.quotas import Quotas
from server.scrub import Scrub, Scrubbed
from server.settings import Settings
from server.shared_buckets import SharedBuckets
from server.shared_held import SharedHeld
from server.statuses import ServerStopping
from server.stopping import until_told
from server.telemetry import Telemetry, telemetry
from server.views_place import choose
from server.work import WorkPool
from server.workers.behind import Behind, ForwardedCallers

log = structlog.get_logger(__name__)

Clock = Callable[[], datetime]
Load = Callable[[DataDirectory], Knowledge]

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
async def serving(
    settings: Settings, clock: Clock = utc_now, load: Load | None = None, behind: Behind | None = None
) -> AsyncIterator[Service]:
    """Serve until the end of the block, then stop gracefully: as soon as turns and calls in progress have completed.

    They are given the grace, less :data:`CLOSING_SECONDS`.

    Health answers at once with NOT_SERVING; the block begins when the service is ready. Raises StoreLocked when
    another server runs on the data directory, AddressUnavailable, and the named failures of the log and the corpus.
    ``load`` gives what the service knows, for programs that start several. ``behind`` a front it is one of several
    that serve the directory, which is held for all of them.
    """
    directory = DataDirectory(settings.data)
    # A mistaken order is refused now, not when the first contradiction is shown.
    trust_order(settings.trust_order)
    check_rules(METHODS)
    callers = authenticator(settings, clock)
    check_exposure(settings, callers)
    counted = SharedBuckets(behind.shares, behind.number) if behind else None
    control = AccessControl(callers, Quotas(settings.shares, buckets=counted), clock)
    models = language_models(settings)
    async with AsyncExitStack() as life:
        life.enter_context(nullcontext() if behind else directory.locked())
        if counted is not None:
            life.callback(counted.close)
        held = SharedHeld(behind.held, behind.number) if behind else None
        if held is not None:
            life.callback(held.close)
        choose(directory.path, memory=settings.views == "memory", sealed=settings.views == "sealed")
        work = WorkPool(settings.threads)
        life.callback(work.close)
        imports = Imports(settings.import_threads, settings.max_record_entries)
        life.callback(imports.close)
        gate, in_flight, checks = Gate(), InFlight(), Health(SERVICES)
        measured = telemetry(settings)
        life.callback(measured.close)
        server = _grpc_server(settings, gate, in_flight, control, measured, forwarded=behind is not None)
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
        # Before anybody is served, and before views are made of the log.
        await work(lambda: erase_again(directory, records))
        if await work(records.finish_erasures):
            log.info("finished_erasures")
        projections = await work(lambda: ProjectionRunner(records, directory.views))
        projections.start()
        life.callback(projections.stop)
        if models is not None:
            life.push_async_callback(models.close)
            log.info("language_models", models={skill: tuning.model for skill, tuning in models.tunings.items()})
        knowledge = await work(lambda: load(directory) if load else _knowledge(settings, directory))
        views = LiveViews(records)
        forget = (views.forget, lambda _: knowledge.recogniser.forget())
        conversation, audit = await _add_services(
            running(server),
            settings,
            directory,
            records,
            views,
            projections,
            knowledge,
            work,
            imports,
            clock,
            models,
            journal,
            measured,
            forget,
            held,
        )
        probing = WorkPool(1)
        life.callback(probing.close)
        watch = asyncio.create_task(checks.watch(records, projections, probing, settings.probe_seconds))
        life.callback(watch.cancel)
        life.callback(asyncio.create_task(keep_returning(probing)).cancel)
        if settings.scrub_events_per_hour:
            scrubbing = WorkPool(1, "scrub")
            life.callback(scrubbing.close)
            scrub = Scrub(
                records, directory.path, scrubbing, settings.scrub_events_per_hour, _scrub_heard(checks, measured)
            )
            life.callback(asyncio.create_task(scrub.run()).cancel)
        if behind or settings.keeping.store:
            elsewhere = ErasuresElsewhere(records, work, forget, directory.erasures)
            life.callback(asyncio.create_task(elsewhere.run()).cancel)
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
    views: LiveViews,
    projections: ProjectionRunner,
    knowledge: Knowledge,
    work: WorkPool,
    imports: Imports,
    clock: Clock,
    models: LanguageModels | None,
    journal: AccessJournal | None,
    measured: Telemetry,
    forget: Sequence[Callable[[str], object]],
    held: Held | None,
) -> tuple[Conversation, Audit]:
    ports = agent_ports(knowledge, records, views, work, clock, models)
    ports = replace(ports, uncertainty=settings.uncertainty, through=work.through)
    runner = TurnRunner(ports, held)
    finished = await runner.extract_unfinished()
    if finished:
        log.info("extracted_unfinished_turns", count=finished)
    observing, asking = Observing(runner, ports), Asking(ports)
    conversation = Conversation(runner, observing, asking, records, views, work, settings, clock, measured.turned)
    erasing = Erasing(records, projections, directory, forget)
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
        return load_as_later(directory, settings)


def _grpc_server(
    settings: Settings,
    gate: Gate,
    in_flight: InFlight,
    control: AccessControl,
    measured: Telemetry,
    *,
    forwarded: bool,
) -> grpc.aio.Server:
    callers = (ForwardedCallers(),) if forwarded else ()
    outer = (measured,) if measured.active else ()
    limits = interceptors(settings.call_limits, settings.call_seconds, control)
    # What a front forwards comes on one connection, whose limits are the front's.
    options = inner_options(settings) if forwarded else server_options(settings)
    return grpc.aio.server(interceptors=(*callers, gate, in_flight, *outer, *limits), options=options)
