"""What calls took, as Prometheus and OpenTelemetry see it: methods, codes and roles, and nothing of anybody."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import grpc
import pytest
from structlog.contextvars import get_contextvars

from clients import AsyncAnamnesisClient, NotFound
from domain.errors import PatientNotFound
from server.app import serving, utc_now
from server.composition import Knowledge
from server.interceptors import NamedErrors
from server.settings import Settings
from server.telemetry import MetricsAddressUnavailable, Telemetry
from tests.llm_server import LlmServer
from tests.server.principals import SECRET, ward

PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


def _free() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{probe.getsockname()[1]}"


def test_prometheus_reads_what_calls_took_and_nothing_of_whom(tmp_path: Path, knowledge: Knowledge) -> None:
    pytest.importorskip("prometheus_client")
    address = _free()
    with ward(tmp_path, knowledge, metrics_address=address) as place:
        with place.client("clinician", "TREAT") as client:
            client.profile(place.own)
            with pytest.raises(NotFound):
                client.profile(place.foreign)
        with place.client("patient") as client:
            client.say(place.own, "I take aspirin.")
        with urlopen(f"http://{address}/metrics") as reply:
            told = reply.read().decode()

    calls = {line.rpartition(" ")[0]: line.rpartition(" ")[2] for line in told.splitlines()}
    counted = 'anamnesis_calls_total{code="%s",method="%s",role="%s"}'
    assert calls[counted % ("OK", "MemoryService/GetProfile", "clinician")] == "1.0"
    assert calls[counted % ("NOT_FOUND", "MemoryService/GetProfile", "clinician")] == "1.0"
    assert calls[counted % ("OK", "ConversationService/Converse", "patient")] == "1.0"
    assert calls['anamnesis_calls_open{method="MemoryService/GetProfile"}'] == "0.0"
    assert calls['anamnesis_turn_seconds_count{code="OK"}'] == "1.0"
    assert calls["anamnesis_log_faults"] == "0.0"
    assert not any(word in told for word in (place.own, place.foreign, SECRET, "aspirin", "127.0.0.1"))


async def test_an_address_for_metrics_that_is_taken_is_named(tmp_path: Path) -> None:
    pytest.importorskip("prometheus_client")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(MetricsAddressUnavailable):
            async with serving(Settings(address="127.0.0.1:0", data=tmp_path, metrics_address=address)):
                raise AssertionError("it serves")


@pytest.fixture
def spans() -> Iterator[tuple[Any, Any]]:
    pytest.importorskip("opentelemetry.sdk")
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

    exporter, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    yield provider.get_tracer("test"), exporter
    provider.shutdown()


async def test_a_call_is_a_span_of_the_clients_trace_that_the_log_names(spans: tuple[Any, Any]) -> None:
    tracer, exporter = spans
    bound: list[Any] = []

    async def work(request: bytes, context: Any) -> bytes:
        bound.append(get_contextvars().get("trace_id"))
        if request == b"fail":
            raise PatientNotFound(patient_id="홍길동")
        return request

    handler = grpc.unary_unary_rpc_method_handler(work)
    server = grpc.aio.server(interceptors=(Telemetry("", tracer), NamedErrors()))
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler("anamnesis.v1.TestService", {"Do": handler}),)
    )
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    try:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            call = channel.unary_unary("/anamnesis.v1.TestService/Do", None, None)
            metadata = (("traceparent", PARENT), ("tracestate", "who=hong"), ("baggage", "name=hong"))
            await call(b"do", metadata=metadata)
            with pytest.raises(grpc.aio.AioRpcError):
                await call(b"fail", metadata=metadata)
    finally:
        await server.stop(None)

    done, failed = exporter.get_finished_spans()
    assert (done.name, f"{done.context.trace_id:032x}") == ("TestService/Do", PARENT.split("-")[1])
    assert f"{done.parent.span_id:016x}" == PARENT.split("-")[2]
    assert [span.attributes["rpc.response.status_code"] for span in (done, failed)] == ["OK", "NOT_FOUND"]
    assert bound == [PARENT.split("-")[1]] * 2
    told = done.to_json() + failed.to_json()
    assert not any(word in told for word in ("hong", "홍길동", "Traceback"))


class _Collector:
    """What a collector of OpenTelemetry gets over OTLP."""

    def __init__(self) -> None:
        self.spans: list[Any] = []
        self.came = threading.Condition()

    def Export(self, request: Any, context: Any) -> Any:
        from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceResponse

        with self.came:
            for part in request.resource_spans:
                self.spans += [span for scope in part.scope_spans for span in scope.spans]
            self.came.notify_all()
        return ExportTraceServiceResponse()

    def of_call(self, name: str) -> list[Any]:
        """The spans of the trace in which the call of this name is, once that has ended."""

        def root() -> Any:
            return next((span for span in self.spans if span.name == name), None)

        with self.came:
            assert self.came.wait_for(lambda: root() is not None, timeout=60)
            return [span for span in self.spans if span.trace_id == root().trace_id]


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[_Collector]:
    pytest.importorskip("opentelemetry.exporter.otlp.proto.grpc.trace_exporter")
    from opentelemetry.proto.collector.trace.v1 import trace_service_pb2_grpc

    collector, server = _Collector(), grpc.server(ThreadPoolExecutor(1))
    trace_service_pb2_grpc.add_TraceServiceServicer_to_server(collector, server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{port}")
    monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "50")
    yield collector
    server.stop(None)


NODES = ("classify_intent", "extract_slots", "store_memory", "generate_answer", "store_response")


@pytest.mark.parametrize("model", [False, True])
async def test_a_turn_is_told_node_by_node_with_its_saves_and_calls_of_a_model(
    tmp_path: Path, knowledge: Knowledge, collector: _Collector, model: bool
) -> None:
    async with AsyncExitStack() as life:
        chosen: dict[str, Any] = {"traces": "otlp"}
        if model:
            llm = await life.enter_async_context(LlmServer.running())
            chosen |= {"llm_base_url": llm.base_url, "llm_key": "sk-never-shown", "llm_model": "played"}
        settings = Settings(address="127.0.0.1:0", data=tmp_path, **chosen)
        service = await life.enter_async_context(serving(settings, utc_now, lambda _: knowledge))
        async with AsyncAnamnesisClient(service.address) as client:
            patient = await client.register_patient(locale="en", time_zone="UTC")
            await client.say(patient, f"I have gout, and my name is {SECRET}. What should I eat?")
        told = await asyncio.to_thread(collector.of_call, "ConversationService/Converse")

    spans = {span.span_id: span for span in told}
    names = [span.name for span in told]
    assert {f"node {name}" for name in NODES} <= set(names)
    assert {"save ReceiveUtterance", "save RecordExtraction", "save CompleteTurn"} <= set(names)
    assert ("model answer" in names) is model

    def above(span: Any) -> list[str]:
        parent = spans.get(span.parent_span_id)
        return [parent.name, *above(parent)] if parent is not None else []

    for span in told:
        if span.name != "ConversationService/Converse":
            assert above(span)[-1] == "ConversationService/Converse"
    for save, node in (("RecordExtraction", "store_memory"), ("CompleteTurn", "store_response")):
        assert above(next(span for span in told if span.name == f"save {save}"))[0] == f"node {node}"
    written = b"".join(span.SerializeToString() for span in told)
    assert not any(word in written for word in (SECRET.encode(), b"gout", patient.encode(), b"sk-never"))
