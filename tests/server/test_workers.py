"""Several workers behind one front: whatever one server does, they do, and what there is once there is once."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import UUID, uuid4

import grpc
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clients import AnamnesisClient, Credentials, NotAuthenticated, ServiceError
from domain.commands import ErasePatient
from domain.store.erasures import noted_in
from projections.live import LiveViews
from protos.anamnesis.v1.conversation_pb2 import ConverseRequest
from protos.anamnesis.v1.conversation_pb2_grpc import ConversationServiceStub
from protos.anamnesis.v1.memory_pb2 import GetProfileRequest, ListPatientsRequest, RegisterPatientRequest
from protos.anamnesis.v1.memory_pb2_grpc import MemoryServiceStub
from server.authentication.principals_file import create_token
from server.composition import Knowledge
from server.data_directory import DataDirectory
from server.erasures_elsewhere import ErasuresElsewhere
from server.quotas import OwnBuckets
from server.shared_buckets import SharedBuckets
from server.work import WorkPool
from server.workers.behind import CERTIFICATE, PEER
from server.workers.messages import patient_of, shapes
from server.workers.owners import Owners, owner_of
from tests.builders import NOW, PATIENT_ID, an_id, register, utterance
from tests.server.certificates import Authority
from tests.server.principals import refusal
from tests.server.running import CARD, CORRECTION, fronted_server

MOST_STREAMS = 3
TAKEN = st.tuples(st.integers(0, 1), st.sampled_from("ab"), st.integers(1, 9), st.floats(0, 20))
"""Which worker, whose share, how much, and how long after the last."""
BOTH = (1, 2)


def _patient_of_worker(number: int) -> str:
    return next(one for one in iter(lambda: str(uuid4()), "") if owner_of(one, BOTH) == number)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("workers")


@pytest.fixture(scope="module")
def address(data: Path, knowledge: Knowledge) -> Iterator[str]:
    with fronted_server(data, knowledge, max_streams_per_caller=MOST_STREAMS) as address:
        yield address


@pytest.fixture
def client(address: str) -> Iterator[AnamnesisClient]:
    with AnamnesisClient(address) as client:
        yield client


@pytest.fixture
async def stub(address: str) -> AsyncIterator[Any]:
    async with grpc.aio.insecure_channel(address) as channel:
        yield _stub(channel)


@pytest.fixture(params=BOTH)
def patient(client: AnamnesisClient, request: pytest.FixtureRequest) -> str:
    """A patient of each of the workers."""
    return client.register_patient(_patient_of_worker(request.param), locale="en", time_zone="Europe/London")


class TestTheService:
    def test_is_the_same_for_the_patients_of_every_worker(self, client: AnamnesisClient, patient: str) -> None:
        client.import_card(patient, CARD)
        client.say(patient, CORRECTION)
        answer = client.say(patient, "How has my latest HbA1c changed compared with the one before?")
        assert "6.9" in answer.text and "7.2" not in answer.text
        assert {fact.number for fact in client.profile(patient).facts if fact.name == "HbA1c"} == {6.9, 7.8}
        assert list(client.timeline(patient))
        assert list(client.events(patient))
        assert client.explain(patient, 2).answer_event_id

    def test_has_one_log_with_the_patients_of_all(self, client: AnamnesisClient) -> None:
        ours = {client.register_patient(_patient_of_worker(number), locale="en") for number in BOTH}
        for _ in range(4):  # by each worker in turn
            assert ours <= {one.patient_id for one in client.patients()}
        checked = [step for step in client.rebuild(verify_only=True) if step.done]
        assert checked and not any(step.differences for step in checked)

    def test_fails_by_the_same_names(self, client: AnamnesisClient, address: str) -> None:
        with pytest.raises(ServiceError) as unknown:
            client.profile(str(uuid4()))
        assert unknown.value.reason == "PATIENT_NOT_FOUND" and unknown.value.advice
        with pytest.raises(ServiceError) as invalid:
            client.profile("nobody")
        assert invalid.value.reason == "INVALID_IDENTIFIER"
        with grpc.insecure_channel(address) as channel:
            calls: Any = channel
            garbage = calls.unary_unary("/anamnesis.v1.MemoryService/GetProfile")
            with pytest.raises(grpc.RpcError) as malformed:
                garbage(b"\x0a\xff\xff\xff", timeout=20)
            assert refusal(malformed.value).reason == "MALFORMED_MESSAGE"
            with pytest.raises(grpc.RpcError) as unserved:
                calls.unary_unary("/anamnesis.v1.MemoryService/ForgetEverything")(b"", timeout=20)
            assert unserved.value.code() is grpc.StatusCode.UNIMPLEMENTED

    def test_keeps_a_callers_deadline(self, client: AnamnesisClient, address: str, patient: str) -> None:
        with grpc.insecure_channel(address) as channel:
            stub = MemoryServiceStub(channel)
            with pytest.raises(grpc.RpcError) as late:
                stub.GetProfile(GetProfileRequest(patient_id=patient), timeout=0.0001)
            assert late.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED


class TestAStream:
    async def test_that_speaks_of_patients_of_both_workers_is_answered_by_both(
        self, client: AnamnesisClient, stub: Any
    ) -> None:
        patients = [client.register_patient(_patient_of_worker(number), locale="en") for number in (*BOTH, *BOTH)]
        call = stub.Converse()
        for patient in (*patients, patients[0]):
            await call.write(_turn(patient))
            assert await _end_of_turn(call) == "turn_completed"
        await call.done_writing()
        assert not await call.read()
        assert [len(_answers(client, one)) for one in patients] == [2, 1, 1, 1]

    async def test_completes_its_turn_when_its_client_has_said_all(self, client: AnamnesisClient, stub: Any) -> None:
        patient = client.register_patient(_patient_of_worker(1), locale="en")
        kinds = [step.WhichOneof("payload") async for step in stub.Converse(iter([_turn(patient)]))]
        assert kinds[0] == "turn_accepted" and kinds[-1] == "turn_completed"

    async def test_whose_client_leaves_has_its_turn_completed_all_the_same(
        self, client: AnamnesisClient, stub: Any
    ) -> None:
        patient, other = (client.register_patient(_patient_of_worker(2), locale="en") for _ in range(2))
        call = stub.Converse()
        request = _turn(patient)
        await call.write(request)
        await call.read()
        call.cancel()
        # The same request again is told what became of it, and is no second turn.
        kinds = [step.WhichOneof("payload") async for step in stub.Converse(iter([request]))]
        assert kinds[-1] == "turn_completed" and len(_answers(client, patient)) == 1
        assert not _answers(client, other)

    async def test_that_is_one_too_many_for_the_service_is_refused(self, stub: Any) -> None:
        held = [stub.Converse() for _ in range(MOST_STREAMS)]
        for call, number in zip(held, (1, 2, 1), strict=True):
            await call.write(_turn(_patient_of_worker(number)))
            await call.read()
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await stub.Converse().read()
        assert refusal(refused.value).reason == "TOO_MANY_REQUESTS"
        for call in held:
            call.cancel()

    async def test_without_a_word_ends_by_name(self, tmp_path: Path, knowledge: Knowledge) -> None:
        with fronted_server(tmp_path / "data", knowledge, idle_seconds=0.2) as address:
            async with grpc.aio.insecure_channel(address) as channel:
                with pytest.raises(grpc.aio.AioRpcError) as ended:
                    await _stub(channel).Converse().read()
        assert refusal(ended.value).reason == "STREAM_IDLE"


class TestACaller:
    def test_is_known_by_the_certificate_that_was_shown_at_the_front(
        self, tmp_path: Path, knowledge: Knowledge
    ) -> None:
        ours = Authority(tmp_path / "ours")
        served = ours.issue("server", "localhost")
        create_token(tmp_path / "data" / "principals.json", "ward 3", "agent", tenant="a", certificate="agent.ward3")
        given: dict[str, Any] = {
            "tls_certificate_file": served.certificate,
            "tls_key_file": served.key,
            "tls_client_ca_file": ours.file,
        }
        with fronted_server(tmp_path / "data", knowledge, "localhost:0", **given) as address:

            def register(name: str, worker: int) -> str:
                shown = ours.issue(f"{name}{worker}", name)
                credentials = Credentials(ca=ours.file, certificate=shown.certificate, key=shown.key, tls=True)
                with AnamnesisClient(address, credentials=credentials) as client:
                    return client.register_patient(_patient_of_worker(worker), locale="en")

            for worker in BOTH:
                assert register("agent.ward3", worker)
                with pytest.raises(NotAuthenticated):
                    register("agent.ward4", worker)

    def test_cannot_say_at_the_front_what_only_a_front_may_say(self, tmp_path: Path, knowledge: Knowledge) -> None:
        create_token(tmp_path / "principals.json", "ward 3", "agent", tenant="a", certificate="agent.ward3")
        with fronted_server(tmp_path, knowledge) as address, grpc.insecure_channel(address) as channel:
            stub = MemoryServiceStub(channel)
            for name in CERTIFICATE.values():
                with pytest.raises(grpc.RpcError) as refused:
                    stub.ListPatients(ListPatientsRequest(), timeout=20, metadata=((name, b"agent.ward3"),))
                assert refusal(refused.value).reason == "NOT_AUTHENTICATED"

    def test_is_in_the_access_log_as_who_called_the_front(self, address: str, data: Path, patient: str) -> None:
        with grpc.insecure_channel(address) as channel:
            asked = GetProfileRequest(patient_id=patient)
            MemoryServiceStub(channel).GetProfile(asked, timeout=20, metadata=((PEER, "ipv4:10.9.8.7:1"),))
        directory = DataDirectory(data)
        with directory.records() as records, closing(directory.accesses(records)) as journal:
            assert {one.access.peer for one in journal.entries(patient_id=patient)} == {"127.0.0.1"}
            assert not journal.verify().faults

    def test_has_one_share_of_all_workers_together(self, tmp_path: Path, knowledge: Knowledge) -> None:
        _, token = create_token(tmp_path / "principals.json", "ward 3", "agent", tenant="a")
        with fronted_server(tmp_path, knowledge, max_calls_per_minute=4) as address:
            with grpc.insecure_channel(address) as channel:
                stub = MemoryServiceStub(channel)

                def register_of(worker: int) -> None:
                    asked = RegisterPatientRequest(
                        request_id=str(uuid4()),
                        patient_id=_patient_of_worker(worker),
                        tenant="a",
                        locale="en",
                        time_zone="UTC",
                    )
                    stub.RegisterPatient(asked, timeout=20, metadata=(("authorization", f"Bearer {token}"),))

                for number in (*BOTH, *BOTH):
                    register_of(number)
                for number in BOTH:
                    with pytest.raises(grpc.RpcError) as refused:
                        register_of(number)
                    assert refusal(refused.value).reason == "QUOTA_EXCEEDED"


class TestAnErasure:
    def test_is_found_by_the_worker_that_did_not_do_it(self, tmp_path: Path) -> None:
        directory = DataDirectory(tmp_path)
        with directory.records() as one, directory.records() as other:
            one.execute(register())
            one.execute(utterance(1, "My knees hurt."))
            views = LiveViews(other)
            views.view(PATIENT_ID)
            dropped: list[str] = []
            register_of_the_other = tmp_path / "other" / "erasures.jsonl"
            register_of_the_other.parent.mkdir()
            elsewhere = ErasuresElsewhere(other, WorkPool(1), (views.forget, dropped.append), register_of_the_other)
            elsewhere.look()
            one.execute(utterance(2, "And my back."))
            assert elsewhere.look() == 0 and not dropped
            one.execute(
                ErasePatient(
                    request_id=an_id("e"), patient_id=PATIENT_ID, now=NOW, actor="operator", key_fingerprint=""
                )
            )
            one.destroy_key(PATIENT_ID)
            assert elsewhere.look() == 1 and dropped == [PATIENT_ID]
            assert noted_in(register_of_the_other) == {PATIENT_ID}
            assert other.seal is not None and not other.seal.keyring.holds(PATIENT_ID)
            assert elsewhere.look() == 0


class TestOwners:
    @given(st.lists(st.uuids(), min_size=1, max_size=50), st.sets(st.integers(1, 9), min_size=2), st.data())
    def test_of_a_worker_that_is_gone_alone_are_others(self, ids: list[Any], workers: set[int], data: Any) -> None:
        gone = data.draw(st.sampled_from(sorted(workers)))
        for one in map(str, ids):
            before, after = owner_of(one, workers), owner_of(one, workers - {gone})
            assert before == gone or after == before

    def test_share_the_patients_evenly(self) -> None:
        found = Counter(owner_of(an_id(f"p{number}"), range(1, 5)) for number in range(4_000))
        assert all(900 < found[number] < 1_100 for number in range(1, 5))

    def test_keep_a_patient_until_the_last_call_is_over(self) -> None:
        owners: Owners[str] = Owners()
        patient = _patient_of_worker(1)
        owners.serves(2, "second")
        with owners.of(patient) as one:
            owners.serves(1, "first")
            with owners.of(patient) as two, owners.of(_patient_of_worker(1)) as another:
                assert (one, two, another) == ("second", "second", "first")
        with owners.of(patient) as three:
            assert three == "first"
            owners.gone(1, "first")
            with owners.of(patient) as four:
                assert four == "second"
        owners.gone(2, "second")
        with owners.of(patient) as nobody:
            assert nobody is None


class TestTheNameOfAPatient:
    @given(st.binary(max_size=200), st.integers(0, 40))
    def test_is_looked_for_in_any_bytes(self, message: bytes, field: int) -> None:
        found = patient_of(message, field)
        assert found == "" or str(UUID(found)) == found

    @given(st.uuids(), st.text(max_size=300), st.sampled_from([str, lambda one: str(one).upper(), lambda one: one.hex]))
    def test_is_found_wherever_it_stands_and_however_it_is_spelt(self, patient: UUID, text: str, spelt: Any) -> None:
        field = shapes()["/anamnesis.v1.ConversationService/Converse"].patient_field
        request = ConverseRequest(request_id=str(uuid4()), text=text, patient_id=spelt(patient), conversation_id=text)
        request.said_at.seconds = 1_700_000_000
        encoded = request.SerializeToString()
        assert patient_of(encoded, field) == str(patient)
        other = ConverseRequest(patient_id=str(uuid4())).SerializeToString()
        assert patient_of(other + encoded, field) == str(patient)

    def test_is_known_of_every_call_that_is_about_one(self) -> None:
        without = {name.rpartition("/")[2] for name, shape in shapes().items() if not shape.patient_field}
        assert without == {"ListPatients", "ListProjections", "ExportStudy"}


class TestSharedCounts:
    @settings(deadline=None, max_examples=30)
    @given(st.lists(TAKEN, max_size=40))
    def test_are_those_of_one_process(self, taken: list[tuple[int, str, int, float]]) -> None:
        now = 0.0
        with TemporaryDirectory() as folder:
            file = Path(folder) / "shares.db"
            alone = OwnBuckets(lambda: now)
            workers = [SharedBuckets(file, number, lambda: now) for number in BOTH]
            for worker, whose, amount, passed in taken:
                now += passed
                expected = alone.take("calls", whose, amount, 10, 60)
                assert workers[worker].take("calls", whose, amount, 10, 60) == pytest.approx(expected)
            for one in workers:
                one.close()

    def test_of_streams_end_with_the_worker_that_held_them(self, tmp_path: Path) -> None:
        one, two = (SharedBuckets(tmp_path / "shares.db", number) for number in BOTH)
        assert one.opened("a", 1, 2) and two.opened("a", 1, 2) and not two.opened("a", 1, 2)
        one.opened("a", -1, 0)
        assert two.opened("a", 1, 2) and not one.opened("a", 1, 2)
        replaced = SharedBuckets(tmp_path / "shares.db", 2)
        assert replaced.opened("a", 1, 2) and replaced.opened("a", 1, 2)
        for each in (one, two, replaced):
            each.close()


def _stub(channel: grpc.aio.Channel) -> Any:
    """Its types do not know a stream that is written to by and by."""
    return ConversationServiceStub(channel)


def _turn(patient: str) -> ConverseRequest:
    return ConverseRequest(request_id=str(uuid4()), patient_id=patient, text="I take metformin 500 mg twice a day.")


async def _end_of_turn(call: Any) -> str:
    while (kind := str((await call.read()).WhichOneof("payload"))) not in ("turn_completed", "turn_failed"):
        pass
    return kind


def _answers(client: AnamnesisClient, patient: str) -> list[Any]:
    return [event for event in client.events(patient) if ".AnswerGiven." in event.topic]
