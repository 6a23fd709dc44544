"""What every call took and how it ended: metrics for Prometheus, and traces for OpenTelemetry; never a patient's words.

Labels and attributes are methods, status codes and roles: all from closed lists. No id of a patient, a principal or a
request is among them, for metrics and traces go to where records may not.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

import grpc
from structlog.contextvars import bound_contextvars

from domain.errors import AnamnesisError
from domain.tracing import Note, tracing
from server.authentication.principal import acting
from server.interceptors import OURS, Around, Call

if TYPE_CHECKING:
    from server.settings import Settings

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Upper ends in seconds; turns with a model take some, reads milliseconds."""


class ExtraMissing(AnamnesisError):
    """What was asked for needs packages that are not installed."""

    status = "FAILED_PRECONDITION"
    reason = "EXTRA_MISSING"
    advice = "Install them with `pip install 'anamnesis[otel]'`, or leave the setting out."


class MetricsAddressUnavailable(AnamnesisError):
    """The address for metrics cannot be listened on."""

    status = "UNAVAILABLE"
    reason = "METRICS_ADDRESS_UNAVAILABLE"
    advice = "Name a free one, such as ANAMNESIS_METRICS_ADDRESS=127.0.0.1:9464."


class Telemetry(Around):
    """Counts and traces calls. Without its settings it does nothing, and needs no package."""

    def __init__(self, metrics_address: str, tracer: Any = None) -> None:
        """``metrics_address`` is host:port, or empty; ``tracer`` is OpenTelemetry's, or None.

        Raises ExtraMissing and MetricsAddressUnavailable.
        """
        self._tracer = tracer
        self._served: Any = None
        self.metrics_address = ""
        self._calls: Any = None
        self._seconds: Any = None
        self._open: Any = None
        self._turns: Any = None
        self._scrubbed: Any = None
        self._faults: Any = None
        if metrics_address:
            self._serve(metrics_address)

    @property
    def active(self) -> bool:
        """Whether anything is counted or traced."""
        return self._calls is not None or self._tracer is not None

    def turned(self, seconds: float, code: str) -> None:
        """Note what a turn took, of which a stream carries many, and the code that it ended with."""
        if self._turns is not None:
            self._turns.labels(code).observe(seconds)

    def scrubbed(self, events: int, faults: int) -> None:
        """Note how many events the scrub has verified, and how many faults it found among them."""
        if self._scrubbed is not None:
            self._scrubbed.set(events)
            self._faults.set(faults)

    def close(self) -> None:
        """End the metrics' address."""
        if self._served is not None:
            self._served.shutdown()
            self._served.server_close()

    @asynccontextmanager
    async def around(self, call: Call) -> AsyncIterator[None]:
        """Time the call, and see its status."""
        method, began = call.method.removeprefix(OURS), time.perf_counter()
        if self._open is not None:
            self._open.labels(method).inc()
        with self._span(call, method) as span, self._named(span), tracing(None if span is None else self._step):
            try:
                yield
            finally:
                code, role = _code(call), _role()
                if span is not None:
                    span.set_attribute("rpc.response.status_code", code)
                    span.set_attribute("anamnesis.role", role)
                if self._calls is not None:
                    self._calls.labels(method, code, role).inc()
                    self._seconds.labels(method).observe(time.perf_counter() - began)
                    self._open.labels(method).dec()

    def _span(self, call: Call, method: str) -> Any:
        """A span of the call, child of the client's where it sent a `traceparent`."""
        if self._tracer is None:
            return nullcontext()
        from opentelemetry.trace import SpanKind
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

        # Not `tracestate`, and no baggage: these hold whatever a caller writes into them.
        sent = {key: str(value) for key, value in call.context.invocation_metadata() or () if key == "traceparent"}
        parent = TraceContextTextMapPropagator().extract(sent)
        return self._tracer.start_as_current_span(
            method,
            context=parent,
            kind=SpanKind.SERVER,
            attributes={"rpc.system.name": "grpc", "rpc.method": call.method.removeprefix("/")},
            # What an exception says may quote the patient.
            record_exception=False,
            set_status_on_exception=False,
        )

    @contextmanager
    def _step(self, name: str) -> Iterator[Note]:
        """A span of what is done for the call: a node of the workflow, a save, a call of a model."""
        with self._tracer.start_as_current_span(name, record_exception=False, set_status_on_exception=False) as span:
            try:
                yield span.set_attribute
            except BaseException as error:
                # Its name alone: what it says may quote the patient.
                named = error.reason if isinstance(error, AnamnesisError) else type(error).__name__
                span.set_attribute("error.type", named)
                raise

    def _named(self, span: Any) -> Any:
        """The service log's lines of this call carry the trace's id."""
        return nullcontext() if span is None else bound_contextvars(trace_id=f"{span.get_span_context().trace_id:032x}")

    def _serve(self, address: str) -> None:
        try:
            from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server
        except ImportError:
            raise ExtraMissing("Metrics need prometheus-client.") from None
        registry = CollectorRegistry()
        self._calls = Counter(
            "anamnesis_calls", "Calls that have ended.", ["method", "code", "role"], registry=registry
        )
        self._seconds = Histogram(
            "anamnesis_call_seconds", "What calls took.", ["method"], buckets=BUCKETS, registry=registry
        )
        self._open = Gauge("anamnesis_calls_open", "Calls that are open.", ["method"], registry=registry)
        self._turns = Histogram(
            "anamnesis_turn_seconds", "What turns took.", ["code"], buckets=BUCKETS, registry=registry
        )
        self._scrubbed = Gauge(
            "anamnesis_log_scrubbed_events", "Events that the last look at the log verified.", registry=registry
        )
        self._faults = Gauge("anamnesis_log_faults", "Faults that it found in the log.", registry=registry)
        host, _, port = address.rpartition(":")
        try:
            self._served, _ = start_http_server(int(port), host.strip("[]"), registry)
        except (OSError, ValueError, OverflowError):
            raise MetricsAddressUnavailable(address=address) from None
        self.metrics_address = f"{host}:{self._served.server_port}"


def telemetry(settings: Settings) -> Telemetry:
    """What the settings ask for. Raises ExtraMissing and MetricsAddressUnavailable."""
    return Telemetry(settings.metrics_address, _tracer() if settings.traces == "otlp" else None)


def _tracer() -> Any:
    """Sends spans to the collector that OpenTelemetry's own variables name (OTEL_EXPORTER_OTLP_ENDPOINT)."""
    try:
        from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError:
        raise ExtraMissing("Traces need opentelemetry's SDK and its OTLP exporter.") from None
    provider = TracerProvider(resource=Resource.create({"service.name": "anamnesis"}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return provider.get_tracer("anamnesis")


def _code(call: Call) -> str:
    code = call.context.code()
    if isinstance(code, grpc.StatusCode):
        return code.name
    return grpc.StatusCode.OK.name if not code else str(code)


def _role() -> str:
    try:
        return acting().role
    except LookupError:
        return "none"
