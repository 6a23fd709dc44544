"""The matrix of methods, principals and patients, cell by cell over the wire."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid4

import grpc
import pytest

from clients import AnamnesisClient, NotFound, NotPermitted
from domain.commands import RegisterPatient
from domain.records import PatientRecords
from protos.anamnesis import v1
from protos.anamnesis.v1 import audit_pb2, conversation_pb2, memory_pb2
from protos.anamnesis.v1.audit_pb2_grpc import AuditServiceStub
from protos.anamnesis.v1.conversation_pb2_grpc import ConversationServiceStub
from protos.anamnesis.v1.memory_pb2_grpc import MemoryServiceStub
from server.authentication.principal import Principal, Role
from server.authorize import RULES, MethodWithoutRule, Tenants, check_rules
from server.composition import Knowledge
from server.methods import METHODS
from tests.server.principals import SECRET, Ward, refusal, ward

CARE = "patient caregiver clinician agent"
ALLOWED = {
    "Converse": "patient caregiver agent",
    "Observe": "agent",
    "RecordAnswer": "agent",
    "Ask": CARE,
    "ListPatients": "clinician agent auditor operator",
    "RegisterPatient": "clinician agent operator",
    "GetProfile": CARE,
    "GetTimeline": CARE,
    "GetMemory": CARE,
    "GetContext": CARE,
    "SearchMemory": CARE,
    "RecordSlots": CARE,
    "CorrectSlot": CARE,
    "RetractSlot": CARE,
    "ImportRecord": "clinician agent",
    "ExportRecord": "patient clinician",
    "ErasePatient": "operator",
    "ListEvents": "patient auditor",
    "WatchEvents": "patient auditor",
    "ExplainAnswer": "patient caregiver clinician auditor",
    "VerifyLog": "auditor operator",
    "RebuildProjections": "operator",
    "ListProjections": "auditor operator",
    "ListAccesses": "patient caregiver auditor",
    "ExportStudy": "researcher",
}
"""Which roles may call what: written down here a second time, as the decision that the table must carry out."""
REACHES = {
    "patient": "own",
    "caregiver": "own",
    "clinician": "own other",
    "granted clinician": "own",
    "agent": "own other",
    "granted agent": "own",
    "auditor": "own other",
    "operator": "own other",
    "researcher": "own other",
    "chief auditor": "own other foreign",
    "chief operator": "own other foreign",
}
"""Whom each principal reaches at all."""
OVER_ALL = ("ListEvents", "WatchEvents", "VerifyLog", "RebuildProjections")
"""Methods that name no patient when they ask about every one."""
OF_A_TENANT = ("ListPatients", "RegisterPatient", "ExportStudy")
"""Methods that concern a tenant and no patient."""
TARGETS = ("own", "other", "foreign", "unknown")
REFUSALS = ("NOT_AUTHENTICATED", "NOT_PERMITTED", "PURPOSE_MISSING", "PATIENT_NOT_FOUND")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, knowledge: Knowledge) -> Iterator[Ward]:
    with ward(tmp_path_factory.mktemp("ward"), knowledge) as place:
        yield place


def _request(method: str, patient_id: str, tenant: str = "") -> Any:
    """A request that authorisation lets pass or not, and that changes nothing: what it wants is invalid or a read."""
    fresh = str(uuid4())
    module: Any = next(one for one in (conversation_pb2, memory_pb2, audit_pb2) if hasattr(one, f"{method}Request"))
    fields: dict[str, Any] = {"patient_id": patient_id, "tenant": tenant, "request_id": fresh, "turn_number": 1}
    fields |= {"conversation_id": "c", "query": "sugar", "verify_only": True, "fact_id": fresh, "reason": "r"}
    fields |= {"confirm_patient_id": fresh}
    kind = getattr(module, f"{method}Request")
    return kind(**{name: value for name, value in fields.items() if name in kind.DESCRIPTOR.fields_by_name})


@cache
def _stubs(address: str) -> tuple[Any, ...]:
    channel = grpc.insecure_channel(address)
    return ConversationServiceStub(channel), MemoryServiceStub(channel), AuditServiceStub(channel)


def _outcome(place: Ward, method: str, request: Any, token: str | None) -> tuple[str, str]:
    """The reason of a refusal with all its words, or "" where the call was let in."""
    metadata = [("x-purpose-of-use", "TREAT")]
    if token is not None:
        metadata.append(("authorization", f"Bearer {token}"))
    call: Any = next(getattr(stub, method) for stub in _stubs(place.address) if hasattr(stub, method))
    try:
        if method == "Converse":
            next(call(iter([request]), metadata=metadata, timeout=20))
        elif method in ("WatchEvents", "VerifyLog", "RebuildProjections", "ExportStudy"):
            next(call(request, metadata=metadata, timeout=20))
        else:
            call(request, metadata=metadata, timeout=20)
    except grpc.RpcError as error:
        told = refusal(error)
        return (told.reason if told.reason in REFUSALS else ""), told.words
    return "", ""


def _expected(method: str, principal: str, target: str) -> set[str]:
    role = principal.split()[-1]
    if role not in ALLOWED[method].split():
        return {"NOT_PERMITTED"}
    if method == "ListProjections":
        return {""} if principal.startswith("chief") else {"NOT_PERMITTED"}
    if target in REACHES[principal].split():
        return {""}
    if target == "unknown" and principal.startswith("chief"):
        # Nothing is hidden from them; the handler says whom there is not, where it looks for one.
        return {"PATIENT_NOT_FOUND", ""}
    return {"PATIENT_NOT_FOUND"}


def test_every_rpc_of_every_proto_is_in_the_matrix() -> None:
    """A service of a further proto file would be in none of the tables otherwise, and nobody would notice."""
    stubs = [importlib.import_module(f"{v1.__name__}.{one.name}") for one in pkgutil.iter_modules(v1.__path__)]
    services = {
        service.full_name: service
        for stub in stubs
        if hasattr(stub, "DESCRIPTOR")
        for service in stub.DESCRIPTOR.services_by_name.values()
    }
    assert len(services) >= 3
    rpcs = {f"/{name}/{method.name}" for name, service in services.items() for method in service.methods}
    assert rpcs == set(METHODS) == set(RULES)


def test_every_method_has_a_rule_and_one_without_is_not_served() -> None:
    assert set(METHODS) == set(RULES)
    assert {name.rpartition("/")[2] for name in METHODS} == set(ALLOWED)
    with pytest.raises(MethodWithoutRule, match="ForgetEverything"):
        check_rules([*METHODS, "/anamnesis.v1.MemoryService/ForgetEverything"])


@pytest.mark.parametrize("principal", REACHES)
def test_every_cell_of_the_matrix(place: Ward, principal: str) -> None:
    token = place.tokens[principal]
    patients = {"own": place.own, "other": place.other, "foreign": place.foreign, "unknown": str(uuid4())}
    wrong, hidden = [], {}
    for method in ALLOWED:
        if method in OF_A_TENANT:
            continue
        for target in TARGETS:
            reason, words = _outcome(place, method, _request(method, patients[target]), token)
            if reason not in _expected(method, principal, target):
                wrong.append((method, target, reason))
            if reason:
                assert SECRET not in words
                hidden[method, target] = words.replace(patients[target], "PATIENT")

    assert wrong == []
    for method in ALLOWED:
        # Somebody else's patient, one of another tenant and one that there is not are refused in the same words.
        assert len({words for (one, target), words in hidden.items() if one == method and target != "own"}) <= 1


@pytest.mark.parametrize("method", ALLOWED)
def test_without_a_credential_nothing_is_let_in(place: Ward, method: str) -> None:
    for patient in (place.own, str(uuid4())):
        assert _outcome(place, method, _request(method, patient), None)[0] == "NOT_AUTHENTICATED"


@pytest.mark.parametrize("method", OVER_ALL)
@pytest.mark.parametrize("principal", REACHES)
def test_only_who_stands_above_the_tenants_asks_about_every_patient(place: Ward, principal: str, method: str) -> None:
    reason, words = _outcome(place, method, _request(method, ""), place.tokens[principal])

    allowed = principal.startswith("chief") and principal.split()[-1] in ALLOWED[method].split()
    assert reason == ("" if allowed else "NOT_PERMITTED")
    assert SECRET not in words or allowed


@pytest.mark.parametrize("principal", REACHES)
def test_tenants_are_walls_for_lists_and_registrations(place: Ward, principal: str) -> None:
    role, token = principal.split()[-1], place.tokens[principal]
    for method in OF_A_TENANT:
        for tenant, reached in (("a", True), ("", True), ("b", principal.startswith("chief")), ("nobody's", False)):
            allowed = role in ALLOWED[method].split() and (reached or principal.startswith("chief"))
            allowed = allowed and not (method == "RegisterPatient" and principal.startswith("granted"))
            reason, words = _outcome(place, method, _request(method, str(uuid4()), tenant), token)
            assert reason == ("" if allowed else "NOT_PERMITTED"), (method, tenant)
            assert tenant == "" or f'"{tenant}"' not in words


def test_a_list_names_only_who_is_reached(place: Ward) -> None:
    def listed(principal: str, tenant: str = "") -> set[str]:
        with place.client(principal) as client:
            return {one.patient_id for one in client.patients(tenant=tenant)}

    assert listed("clinician") == {place.own, place.other}
    assert listed("granted clinician") == {place.own}
    assert listed("foreign clinician") == {place.foreign}
    assert listed("chief operator") == {place.own, place.other, place.foreign}
    assert listed("chief operator", "b") == {place.foreign}


def test_a_patient_of_another_tenant_is_not_taken_over_by_registering_it_again(place: Ward) -> None:
    with place.client("clinician") as client:
        with pytest.raises(Exception, match="registered already"):
            client.register_patient(place.foreign, locale="en")
        with pytest.raises(NotFound):
            client.profile(place.foreign)


def test_an_export_and_an_erasure_need_a_purpose(place: Ward) -> None:
    with place.client("clinician") as client, pytest.raises(NotPermitted) as raised:
        client.export(place.own)
    assert raised.value.reason == "PURPOSE_MISSING"
    with place.client("clinician", "TREAT") as client:
        assert SECRET in str(client.export(place.own))
    with place.client("clinician", "홍길동 asked") as client, pytest.raises(Exception):  # noqa: B017
        client.profile(place.own)
    with place.client("clinician", "BECAUSE") as client, pytest.raises(NotPermitted):
        client.profile(place.own)
    with place.client("operator") as client, pytest.raises(NotPermitted):
        client.erase(place.own)


def test_an_emergency_opens_reads_within_the_tenant_to_who_may_and_says_so(place: Ward) -> None:
    def profile(principal: str, patient: str, purpose: str) -> int:
        with place.client(principal, purpose) as client:
            return len(client.profile(patient).facts)

    assert profile("emergency clinician", place.other, "ETREAT") > 0
    for principal, patient, purpose in (
        ("emergency clinician", place.other, "TREAT"),
        ("emergency clinician", place.foreign, "ETREAT"),
        ("granted clinician", place.other, "ETREAT"),
    ):
        with pytest.raises(NotFound):
            profile(principal, patient, purpose)
    with place.client("emergency clinician", "ETREAT") as client, pytest.raises(NotFound):
        client.record(place.other, [])


@pytest.mark.parametrize(
    ("principal", "source"),
    [("patient", "patient"), ("caregiver", "patient"), ("agent", "patient"), ("clinician", "clinician")],
)
def test_the_source_of_a_fact_is_the_principals(place: Ward, principal: str, source: str) -> None:
    from protos.anamnesis.v1 import fact_pb2

    claimed = fact_pb2.Fact(
        slot=fact_pb2.SLOT_KIND_VITALS,
        name="Body weight",
        number=60 + len(principal),
        unit="kg",
        evidence=fact_pb2.Evidence(source="clinician"),
    )
    with place.client(principal) as client:
        recorded = client.record(place.own, [claimed])
        told = recorded.slot_events[0].fact
    with AnamnesisClient(place.address, credentials=_credentials(place, "chief auditor")) as auditor:
        last = list(auditor.events(place.own))[-1]

    assert told.evidence.source == source
    assert f'"actor":"{principal}:{principal}"' in last.payload_json.replace(" ", "")


def _credentials(place: Ward, principal: str) -> Any:
    from clients import Credentials

    return Credentials(token=place.tokens[principal])


def test_only_who_reaches_a_patient_is_spared_the_look_into_the_log(tmp_path: Path) -> None:
    with PatientRecords(tmp_path / "log.db") as records:
        patient = str(uuid4())
        records.execute(
            RegisterPatient(
                request_id="1", patient_id=patient, now=datetime(2026, 3, 1, tzinfo=UTC), tenant="north", locale="en",
                time_zone="Europe/London",
            )
        )  # fmt: skip
        tenants = Tenants(records)
        north, south = (Principal("dr-kim", Role.CLINICIAN, tenant) for tenant in ("north", "south"))
        granted = Principal("dr-lee", Role.CLINICIAN, "north", frozenset({patient}))
        not_granted = Principal("dr-oh", Role.CLINICIAN, "north", frozenset({str(uuid4())}))

        for other in (south, not_granted):
            assert tenants.of(patient, other) == "north"
            assert not tenants.known(patient, other)
        assert tenants.of(patient, north) == "north"
        for own in (north, granted, None):
            assert tenants.known(patient, own)
        for other in (south, not_granted):
            assert not tenants.known(patient, other)
        assert tenants.of(str(uuid4()), south) is None
