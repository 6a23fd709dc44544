"""Hostile messages by the thousand: forged, expired, swapped and cut tokens, and damaged requests under good ones."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import grpc
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from server.composition import Knowledge
from server.methods import METHODS
from tests.server.principals import SECRET, Ward, ward
from tests.server.test_authentication import AUDIENCE, ISSUER, SIGNER, _claims, _jwk, _unsigned
from tests.server.test_authorize import _request

EVIL = ec.generate_private_key(ec.SECP256R1())
STREAMED = ("WatchEvents", "VerifyLog", "RebuildProjections", "ExportStudy")
WORDS = (SECRET.encode(), b"Traceback", b"Exception", b"sqlite", b'File "', b"line ")
"""What nothing that is sent back may hold."""
STRANGERS = ("foreign clinician", "researcher")
"""Good tokens of those who reach nothing of the victim."""
AT_ONCE = 32
CUT = b"Internal error from Core"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, knowledge: Knowledge) -> Iterator[Ward]:
    keys = tmp_path_factory.mktemp("idp") / "jwks.json"
    keys.write_text(json.dumps({"keys": [_jwk(SIGNER, "ec", "ES256")]}))
    named = {"jwks": str(keys), "jwt_issuer": ISSUER, "jwt_audience": AUDIENCE, "max_streams_per_principal": 0}
    with ward(tmp_path_factory.mktemp("ward"), knowledge, **named) as place:
        yield place


def _forgers(place: Ward, dice: random.Random) -> list[Callable[[], str]]:
    good = list(place.tokens.values())
    jwts = [
        jwt.encode(_claims(role=role), SIGNER, "ES256", headers={"kid": "ec"}) for role in ("clinician", "operator")
    ]
    past = jwt.encode(_claims(exp=int(time.time()) - 300), SIGNER, "ES256", headers={"kid": "ec"})
    forged = jwt.encode(_claims(role="operator", tenant="*"), EVIL, "ES256", headers={"kid": "ec"})

    def flipped(token: str) -> str:
        # Not the last letter: some of its bits are no part of the signature.
        at = dice.randrange(len(token) - 2)
        return token[:at] + dice.choice([letter for letter in "abcXYZ019-_." if letter != token[at]]) + token[at + 1 :]

    def swapped() -> str:
        one, two = (token.split("_", 2) for token in dice.sample(good, 2))
        return f"ana_{one[1]}_{two[2]}"

    def spliced() -> str:
        one, two = (token.split(".") for token in dice.sample(jwts, 2))
        return f"{one[0]}.{two[1]}.{one[2]}"

    return [
        lambda: flipped(dice.choice(good)),
        lambda: flipped(dice.choice(jwts)),
        lambda: dice.choice(good + jwts)[: -dice.randrange(1, 30)],
        swapped,
        spliced,
        lambda: past,
        lambda: forged,
        lambda: _unsigned({"alg": dice.choice(("none", "None", "HS256", "ES256")), "kid": "ec"}, _claims(), b"x" * 64),
        lambda: "".join(chr(dice.randrange(33, 127)) for _ in range(dice.randrange(1, 200))),
    ]


def _damaged(content: bytes, dice: random.Random) -> bytes:
    damaged = bytearray(content)
    for _ in range(dice.randrange(1, 6)):
        at = dice.randrange(len(damaged) + 1)
        match dice.randrange(3):
            case 0:
                damaged[at:at] = dice.randbytes(dice.randrange(1, 9))
            case 1:
                del damaged[at : at + dice.randrange(1, 9)]
            case _ if at < len(damaged):
                damaged[at] ^= 1 << dice.randrange(8)
    return bytes(damaged)


async def _sent(channel: grpc.aio.Channel, path: str, content: bytes, token: str) -> tuple[str, str, bytes]:
    """Code, reason, and everything that came back."""
    metadata = (("authorization", f"Bearer {token}"), ("x-purpose-of-use", "TREAT"))
    method = path.rpartition("/")[2]
    try:
        if method == "Converse":
            stream = channel.stream_stream(path, None, None)(iter([content]), metadata=metadata, timeout=30)
            return "OK", "", b"".join([message async for message in stream])
        if method in STREAMED:
            call = channel.unary_stream(path, None, None)(content, metadata=metadata, timeout=30)
            first = await call.read()
            call.cancel()
            return "OK", "", first if isinstance(first, bytes) else b""
        return "OK", "", await channel.unary_unary(path, None, None)(content, metadata=metadata, timeout=30)
    except grpc.aio.AioRpcError as error:
        told: Any = rpc_status.from_call(error)  # type: ignore[arg-type]
        info = error_details_pb2.ErrorInfo()
        reason = info.reason if told is not None and told.details and told.details[0].Unpack(info) else ""
        shown = f"{error.details()} {error.initial_metadata()}".encode()
        return error.code().name, reason, shown + (told.SerializeToString() if told is not None else b"")


async def _campaign(place: Ward, seed: int, count: int) -> Counter[str]:
    dice = random.Random(seed)
    forgers = _forgers(place, dice)
    outcomes: Counter[str] = Counter()
    room = asyncio.Semaphore(AT_ONCE)

    async def one(path: str, content: bytes, token: str, recognised: bool) -> None:
        async with room:
            code, reason, shown = await _sent(channel, path, content, token)
        if not reason and CUT in shown:
            # gRPC's own word in the client for a call that the server ended while it was still being sent.
            outcomes["cut"] += 1
            return
        outcomes[f"{code} {reason}"] += 1
        assert not any(word in shown for word in WORDS), (path, code, reason)
        assert code not in ("INTERNAL", "UNKNOWN"), (path, reason)
        if not recognised:
            # Bytes that are no message are refused before anybody is asked for a name.
            assert reason in ("NOT_AUTHENTICATED", "MALFORMED_MESSAGE"), (path, code, reason)

    async with grpc.aio.insecure_channel(place.address) as channel, asyncio.TaskGroup() as group:
        for number in range(count):
            path = dice.choice(METHODS)
            victim = dice.choice((place.own, place.other))
            content = _request(path.rpartition("/")[2], victim, dice.choice(("", "a"))).SerializeToString()
            recognised = number % 3 == 0
            if recognised or dice.random() < 0.2:
                content = _damaged(content, dice)
            token = place.tokens[dice.choice(STRANGERS)] if recognised else dice.choice(forgers)()
            group.create_task(one(path, content, token, recognised))
            if number % 1000 == 999:
                async with room:
                    pass
    return outcomes


def _untouched(place: Ward) -> tuple[int, ...]:
    with place.client("clinician", "TREAT") as client:
        return tuple(client.profile(patient).version for patient in (place.own, place.other))


async def _held(place: Ward, seed: int, count: int) -> Counter[str]:
    before = await asyncio.to_thread(_untouched, place)
    outcomes = await _campaign(place, seed, count)
    assert await asyncio.to_thread(_untouched, place) == before
    assert outcomes.total() == count
    assert outcomes["cut"] <= count / 100
    assert outcomes["UNAUTHENTICATED NOT_AUTHENTICATED"] > count / 3
    return outcomes


async def test_hostile_messages_get_nothing_and_leave_nothing(place: Ward) -> None:
    await _held(place, 1, 900)


@pytest.mark.torture
@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", range(2, 9))
async def test_seventy_thousand_hostile_messages_get_nothing(place: Ward, seed: int) -> None:
    print(await _held(place, seed, 10_000))
