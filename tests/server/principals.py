"""Servers that ask for names, and principals of every role to call them as."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import grpc
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from clients import AnamnesisClient, Credentials
from server.authentication.principals_file import create_token
from server.composition import Knowledge
from tests.server.running import running_server

SECRET = "Zyprexacanary"
"""Stands in every patient's record; no refusal may hold it."""


@dataclass(frozen=True)
class Ward:
    """A server with patients of two tenants, and the token of each principal by name."""

    address: str
    data: Path
    own: str
    other: str
    foreign: str
    tokens: dict[str, str]

    def client(self, principal: str, purpose: str = "") -> AnamnesisClient:
        return AnamnesisClient(self.address, credentials=Credentials(token=self.tokens[principal], purpose=purpose))


@contextmanager
def ward(data: Path, knowledge: Knowledge, **settings: Any) -> Iterator[Ward]:
    file = data / "principals.json"
    own, other, foreign = (str(uuid4()) for _ in range(3))

    def token(name: str, role: str, tenant: str = "a", *patients: str, **more: Any) -> tuple[str, str]:
        return name, create_token(file, name, role, tenant=tenant, patients=patients or None, **more)[1]

    tokens = dict(
        (
            token("patient", "patient", "a", own),
            token("caregiver", "caregiver", "a", own),
            token("clinician", "clinician"),
            token("granted clinician", "clinician", "a", own),
            token("emergency clinician", "clinician", "a", own, break_glass=True),
            token("agent", "agent"),
            token("granted agent", "agent", "a", own),
            token("auditor", "auditor"),
            token("operator", "operator"),
            token("researcher", "researcher"),
            token("chief auditor", "auditor", "*"),
            token("chief operator", "operator", "*"),
            token("foreign clinician", "clinician", "b"),
        )
    )
    unlimited = {"max_calls_per_minute": 0, "max_megabytes_per_minute": 0, "max_patient_turns_per_minute": 0}
    with running_server(data, knowledge, **(unlimited | settings)) as address:
        place = Ward(address, data, own, other, foreign, tokens)
        for principal, patients in (("clinician", (own, other)), ("foreign clinician", (foreign,))):
            with place.client(principal) as client:
                for patient in patients:
                    client.register_patient(patient, locale="en")
                    client.import_card(patient, {"as_of": "2025-03-10", "diagnosis": [SECRET]})
        yield place


@dataclass(frozen=True)
class Refusal:
    code: str
    reason: str
    words: str


def refusal(error: grpc.RpcError) -> Refusal:
    """What a client learns of a refusal, all of it."""
    call: Any = error
    status = rpc_status.from_call(call)
    info = error_details_pb2.ErrorInfo()
    assert status is not None and status.details[0].Unpack(info)
    return Refusal(call.code().name, info.reason, f"{status}{call.trailing_metadata()}")
