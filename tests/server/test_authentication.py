"""Who is recognised: static tokens, JSON Web Tokens and client certificates, forged and swapped ones among them."""

from __future__ import annotations

import base64
import hmac
import json
import os
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import grpc
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clients import AnamnesisClient, Credentials, CredentialsRefused, NotAuthenticated
from protos.anamnesis.v1.memory_pb2 import GetProfileRequest
from protos.anamnesis.v1.memory_pb2_grpc import MemoryServiceStub
from server.app import serving
from server.authentication.principals_file import PrincipalsUnreadable, create_token, revoke_token
from server.composition import Knowledge
from server.listening import CertificateUnusable, InsecureAddress
from server.settings import InvalidSettings, Settings, load_settings
from tests.server.certificates import Authority
from tests.server.principals import SECRET, Ward, refusal, ward
from tests.server.running import running_server

ISSUER, AUDIENCE = "https://idp.example", "anamnesis"
SIGNER = ec.generate_private_key(ec.SECP256R1())
OTHER = ec.generate_private_key(ec.SECP256R1())
RSA = rsa.generate_private_key(public_exponent=65537, key_size=2048)


def _jwk(key: Any, kid: str, algorithm: str) -> dict[str, Any]:
    kind: Any = jwt.algorithms.RSAAlgorithm if algorithm.startswith("RS") else jwt.algorithms.ECAlgorithm
    described: dict[str, Any] = json.loads(kind.to_jwk(key.public_key()))
    return described | {"kid": kid, "alg": algorithm, "use": "sig"}


LASTING = 6 * 3600
"""Seconds that a token is good for: they are made when the tests are collected, and a slow run takes a while."""


def _claims(**changed: Any) -> dict[str, Any]:
    now = int(time.time())
    claims = {"iss": ISSUER, "aud": AUDIENCE, "sub": "dr-kim", "exp": now + LASTING, "iat": now}
    claims |= {"role": "clinician", "tenant": "a"}
    return {name: value for name, value in (claims | changed).items() if value is not None}


def _signed(key: Any = SIGNER, algorithm: str = "ES256", kid: str | None = "ec", **changed: Any) -> str:
    return jwt.encode(_claims(**changed), key, algorithm, headers={"kid": kid} if kid else None)


def _unsigned(header: dict[str, Any], claims: dict[str, Any], signature: bytes = b"") -> str:
    parts = (json.dumps(header).encode(), json.dumps(claims).encode(), signature)
    return ".".join(base64.urlsafe_b64encode(part).rstrip(b"=").decode() for part in parts)


def _hashed(secret: bytes) -> str:
    """What a verifier would take that held the public key for a shared secret."""
    unsigned = _unsigned({"alg": "HS256", "kid": "rsa"}, _claims())[:-1]
    return _unsigned({"alg": "HS256", "kid": "rsa"}, _claims(), hmac.digest(secret, unsigned.encode(), "sha256"))


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, knowledge: Knowledge) -> Iterator[Ward]:
    keys = tmp_path_factory.mktemp("idp") / "jwks.json"
    keys.write_text(json.dumps({"keys": [_jwk(SIGNER, "ec", "ES256"), _jwk(RSA, "rsa", "RS256")]}))
    named = {"jwks": str(keys), "jwt_issuer": ISSUER, "jwt_audience": AUDIENCE, "jwt_skew_seconds": 1}
    with ward(tmp_path_factory.mktemp("ward"), knowledge, **named) as place:
        yield place


def _profile(place: Ward, *metadata: tuple[str, str | bytes]) -> str:
    """The reason why a profile is refused; "" where it is given."""
    with grpc.insecure_channel(place.address) as channel:
        try:
            found = MemoryServiceStub(channel).GetProfile(
                GetProfileRequest(patient_id=place.own), metadata=metadata, timeout=20
            )
        except grpc.RpcError as error:
            told = refusal(error)
            assert SECRET not in told.words and "jwt" not in told.words.lower().replace("jwt_", "")
            return told.reason
    assert any(fact.name == SECRET or fact.evidence for fact in found.facts)
    return ""


def _bearer(token: str) -> tuple[str, str]:
    return "authorization", f"Bearer {token}"


@pytest.mark.parametrize(
    "token",
    [_signed(), _signed(RSA, "RS256", "rsa"), _signed(role=["clinician"]), _signed(aud=["else", AUDIENCE])],
    ids=["ec", "rsa", "one role in a list", "one audience of several"],
)
def test_a_token_of_the_provider_is_taken(place: Ward, token: str) -> None:
    assert _profile(place, _bearer(token)) == ""


BAD: dict[str, str] = {
    "another key": _signed(OTHER),
    "another key under no name": _signed(OTHER, kid=None),
    "unknown kid": _signed(kid="none"),
    "path as kid": _signed(OTHER, kid="../../../../dev/null"),
    "kid of another algorithm's key": _signed(kid="rsa"),
    "alg none": _unsigned({"alg": "none", "kid": "ec"}, _claims()),
    "alg none, capitals": _unsigned({"alg": "NoNe", "kid": "ec"}, _claims()),
    "shared secret made of the public key": _hashed(json.dumps(_jwk(RSA, "rsa", "RS256")).encode()),
    "expired": _signed(exp=int(time.time()) - 10),
    "not yet valid": _signed(nbf=int(time.time()) + LASTING // 2),
    "without exp": _signed(exp=None),
    "without sub": _signed(sub=None),
    "without aud": _signed(aud=None),
    "for somebody else": _signed(aud="billing"),
    "of another issuer": _signed(iss="https://evil.example"),
    "unknown role": _signed(role="god"),
    "the local role": _signed(role="local"),
    "no role": _signed(role=None),
    "two roles": _signed(role=["clinician", "operator"]),
    "clinician above the tenants": _signed(tenant="*"),
    "patient of nobody": _signed(role="patient"),
    "patient of two": _signed(role="patient", patients=["0b9d1a2c-3d4e-4f50-8a61-728394a5b6c7"] * 1 + ["x"]),
    "patients that are no list": _signed(patients="*"),
    "tenant that is no text": _signed(tenant=["a"]),
    "name with a line break": _signed(sub="dr\nkim"),
    "endless name": _signed(sub="x" * 500),
    "exp beyond all time": _signed(exp=10**18),
    "exp that is no number": _unsigned({"alg": "ES256", "kid": "ec"}, _claims(exp="soon"), b"x" * 64),
    "empty signature": _signed().rpartition(".")[0] + ".",
    "truncated": _signed()[:-10],
    "swapped payload": ".".join(
        (_signed().split(".")[0], _signed(role="operator").split(".")[1], _signed().split(".")[2])
    ),
    "embedded key": _unsigned({"alg": "ES256", "jwk": _jwk(OTHER, "ec", "ES256")}, _claims(), b"x" * 64),
    "deep header": "e" * 5000 + ".e.e",
    "no token": "-",
}


@pytest.mark.parametrize("name", BAD)
def test_a_token_that_is_not_right_is_refused_without_saying_why(place: Ward, name: str) -> None:
    assert _profile(place, _bearer(BAD[name])) == "NOT_AUTHENTICATED"


def test_what_is_no_bearer_token_is_refused(place: Ward) -> None:
    good = place.tokens["clinician"]
    assert _profile(place, _bearer(good)) == ""
    assert _profile(place, ("authorization", f"bearer  {good}")) == ""
    for wrong in (good, f"Basic {good}", "Bearer", "Bearer ", f"Bearer {good} {good}"):
        assert _profile(place, ("authorization", wrong)) == "NOT_AUTHENTICATED", wrong
    assert _profile(place, _bearer(good), _bearer(good)) == "NOT_AUTHENTICATED"
    assert _profile(place, _bearer(good), _bearer(place.tokens["operator"])) == "NOT_AUTHENTICATED"


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(data=st.data())
def test_an_altered_static_token_opens_nothing(place: Ward, data: Any) -> None:
    good = place.tokens["clinician"]
    at = data.draw(st.integers(0, len(good) - 1))
    letters = st.text("abcXYZ019_-", max_size=3).filter(lambda letters: letters != good[at])
    altered = good[:at] + data.draw(letters) + good[at + 1 :]

    assert _profile(place, _bearer(altered)) == "NOT_AUTHENTICATED"


def test_halves_of_two_tokens_are_no_token(place: Ward) -> None:
    one, two = (place.tokens[name].split("_", 2) for name in ("clinician", "chief operator"))

    assert _profile(place, _bearer(f"ana_{one[1]}_{two[2]}")) == "NOT_AUTHENTICATED"
    assert _profile(place, _bearer(f"ana_{two[1]}_{one[2]}")) == "NOT_AUTHENTICATED"


def test_a_revoked_token_is_refused_at_once_also_on_a_stream_that_is_open(place: Ward) -> None:
    file = place.data / "principals.json"
    entry, token = create_token(file, "watcher", "auditor", tenant="a")
    credentials = Credentials(token=token)
    with AnamnesisClient(place.address, credentials=credentials) as client, place.client("clinician") as clinician:
        watched = client.watch(place.own)
        assert next(watched).patient_id == place.own
        revoke_token(file, entry.id)
        clinician.import_card(place.own, {"as_of": "2025-04-10", "diagnosis": ["Gout"]})
        with pytest.raises(NotAuthenticated):
            for _ in watched:
                pass
        with pytest.raises(NotAuthenticated):
            list(client.events(place.own))


def test_a_stream_ends_when_its_token_does(place: Ward) -> None:
    token = _signed(role="auditor", exp=int(time.time()) + 2)
    begun = time.monotonic()
    with AnamnesisClient(place.address, credentials=Credentials(token=token)) as client:
        with pytest.raises(NotAuthenticated):
            for _ in client.watch(place.own):
                pass

    # Two seconds of life, one of skew; a deadline would have come after sixty.
    assert time.monotonic() - begun < 10


def test_an_expired_static_token_is_refused(place: Ward) -> None:
    past = datetime.now(UTC) - timedelta(seconds=1)
    _, token = create_token(place.data / "principals.json", "late", "clinician", tenant="a", expires_at=past)

    assert _profile(place, _bearer(token)) == "NOT_AUTHENTICATED"


def test_the_file_holds_no_token(place: Ward) -> None:
    content = (place.data / "principals.json").read_text()

    assert not any(token in content or token.split("_", 2)[2] in content for token in place.tokens.values())
    assert (place.data / "principals.json").stat().st_mode & 0o077 == 0


def test_tools_learn_of_the_calls_only_where_nobody_is_asked_for_a_name(place: Ward, server: Any) -> None:
    from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase

    with grpc.insecure_channel(server.address) as open_one, grpc.insecure_channel(place.address) as shut:
        assert "anamnesis.v1.MemoryService" in ProtoReflectionDescriptorDatabase(open_one).get_services()
        with pytest.raises(grpc.RpcError) as raised:
            ProtoReflectionDescriptorDatabase(shut).get_services()
    assert raised.value.code() is grpc.StatusCode.UNIMPLEMENTED


@pytest.mark.parametrize("address", ["0.0.0.0:0", "[::]:0", "10.0.0.7:50051", "anamnesis.example:443", ":50051"])
async def test_another_address_than_loopback_needs_tls_and_authentication(tmp_path: Path, address: str) -> None:
    with pytest.raises(InsecureAddress, match="TLS and authentication"):
        async with serving(Settings(address=address, data=tmp_path / "d")):
            raise AssertionError("it serves")
    create_token(tmp_path / "d" / "principals.json", "a", "agent")
    with pytest.raises(InsecureAddress, match="TLS is not"):
        async with serving(Settings(address=address, data=tmp_path / "d")):
            raise AssertionError("it serves")


def test_insecure_is_served_when_it_is_said_aloud(tmp_path: Path, knowledge: Knowledge) -> None:
    with running_server(tmp_path, knowledge, "0.0.0.0:0", insecure=True) as address:
        with AnamnesisClient(address.replace("0.0.0.0", "127.0.0.1")) as client:
            client.register_patient(locale="en")


def test_mutual_tls_recognises_certificates_and_nothing_without(tmp_path: Path, knowledge: Knowledge) -> None:
    ours, evil = Authority(tmp_path / "ours"), Authority(tmp_path / "evil")
    served = ours.issue("server", "localhost")
    create_token(tmp_path / "data" / "principals.json", "ward 3", "agent", tenant="a", certificate="agent.ward3")
    given = {"tls_certificate_file": served.certificate, "tls_key_file": served.key, "tls_client_ca_file": ours.file}
    with running_server(tmp_path / "data", knowledge, "localhost:0", **given) as address:

        def register(ca: Path | None, shown: Any | None) -> str:
            credentials = Credentials(ca=ca, certificate=shown and shown.certificate, key=shown and shown.key, tls=True)
            with AnamnesisClient(address, credentials=credentials) as client:
                return client.register_patient(locale="en")

        assert register(ours.file, ours.issue("agent", "agent.ward3"))
        with pytest.raises(NotAuthenticated):
            register(ours.file, ours.issue("unknown", "agent.ward4"))
        for ca, shown in (
            (ours.file, None),
            (ours.file, evil.issue("forged", "agent.ward3")),
            (evil.file, ours.issue("again", "agent.ward3")),
            (None, ours.issue("system", "agent.ward3")),
        ):
            with pytest.raises(Exception) as raised:
                register(ca, shown)
            assert type(raised.value).__name__ in ("Unavailable", "ServiceError")
        with pytest.raises(Exception) as plain, AnamnesisClient(address, credentials=Credentials()) as client:
            client.register_patient(locale="en")
        assert type(plain.value).__name__ in ("Unavailable", "ServiceError")


def test_a_token_never_leaves_the_machine_in_the_clear() -> None:
    with pytest.raises(CredentialsRefused, match="without TLS"):
        AnamnesisClient("anamnesis.example:443", credentials=Credentials(token="ana_x_y"))


def test_credentials_come_from_the_environment(place: Ward, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "token").write_text(place.tokens["clinician"] + "\n")
    monkeypatch.setenv("ANAMNESIS_TOKEN_FILE", str(tmp_path / "token"))
    monkeypatch.setenv("ANAMNESIS_PURPOSE", "TREAT")

    with AnamnesisClient(place.address) as client:
        assert client.export(place.own)
    assert load_settings({"data": tmp_path}).data == tmp_path


@pytest.mark.parametrize(
    ("changed", "failure"),
    [
        ({"principals_file": "missing.json"}, PrincipalsUnreadable),
        ({"jwks": "missing.json", "jwt_issuer": ISSUER, "jwt_audience": AUDIENCE}, Exception),
        ({"tls_certificate_file": "no.pem", "tls_key_file": "no.pem"}, CertificateUnusable),
        ({"tls_certificate_file": "no.pem"}, CertificateUnusable),
    ],
)
async def test_a_means_that_was_named_must_be_there(tmp_path: Path, changed: dict[str, Any], failure: Any) -> None:
    chosen: dict[str, Any] = {
        name: str(tmp_path / value) if "." in value and "://" not in value else value for name, value in changed.items()
    }
    with pytest.raises(failure):
        async with serving(Settings(address="127.0.0.1:0", data=tmp_path, **chosen)):
            raise AssertionError("it serves")


@pytest.mark.parametrize(
    "flags",
    [
        {"jwks": "keys.json"},
        {"jwks": "http://idp.example/keys", "jwt_issuer": "i", "jwt_audience": "a"},
        {"tls_key_file": "key.pem"},
        {"tls_client_ca_file": "ca.pem"},
    ],
)
def test_settings_that_would_leave_a_door_open_are_refused(flags: dict[str, str]) -> None:
    with pytest.raises(InvalidSettings):
        load_settings(flags)


def test_a_file_that_others_can_write_to_recognises_nobody(tmp_path: Path) -> None:
    file = tmp_path / "principals.json"
    create_token(file, "a", "agent")
    os.chmod(file, 0o620)
    with pytest.raises(PrincipalsUnreadable, match="write"):
        from server.authentication.principals_file import PrincipalsFile

        PrincipalsFile(file)
