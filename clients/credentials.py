"""What a client shows of itself, and how it knows the server: a token, certificates, and the purpose of use.

Given to the clients, or read from the environment when a client is made: ``ANAMNESIS_TOKEN`` or
``ANAMNESIS_TOKEN_FILE``, ``ANAMNESIS_TLS_CA_FILE`` (or ``ANAMNESIS_TLS=true`` for the system's authorities),
``ANAMNESIS_CLIENT_CERTIFICATE_FILE`` with ``ANAMNESIS_CLIENT_KEY_FILE``, and ``ANAMNESIS_PURPOSE``.
"""

from __future__ import annotations

import ipaddress
import os
from collections.abc import AsyncIterable, Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

import grpc

from clients.errors import ServiceError

Options = list[tuple[str, str | int]]
Metadata = tuple[tuple[str, str], ...]


class CredentialsRefused(ServiceError):
    """What is to be shown to the server cannot be read, or must not be sent as things are."""


@dataclass(frozen=True, slots=True)
class Credentials:
    """What a client shows, and whom it trusts.

    ``token`` is a bearer token: a static one, or a JWT. With ``tls``, or any certificate, the connection is encrypted;
    ``ca`` is a PEM file of the authority of the server's certificate, the system's unless it is named. ``certificate``
    and ``key`` are the client's own (mutual TLS). ``purpose`` is a code of HL7's PurposeOfUse, such as ``TREAT``.
    """

    token: str = field(default="", repr=False)
    ca: Path | None = None
    certificate: Path | None = None
    key: Path | None = None
    purpose: str = ""
    tls: bool = False

    @classmethod
    def of_environment(cls) -> Credentials:
        """What the environment says. Raises CredentialsRefused for a token file that cannot be read."""
        said = os.environ.get
        token = said("ANAMNESIS_TOKEN", "")
        if not token and (file := said("ANAMNESIS_TOKEN_FILE")):
            token = _read(Path(file)).decode("ascii", "replace").strip()
        return cls(
            token=token,
            ca=_path(said("ANAMNESIS_TLS_CA_FILE")),
            certificate=_path(said("ANAMNESIS_CLIENT_CERTIFICATE_FILE")),
            key=_path(said("ANAMNESIS_CLIENT_KEY_FILE")),
            purpose=said("ANAMNESIS_PURPOSE", ""),
            tls=said("ANAMNESIS_TLS", "").lower() in ("1", "true", "yes", "on"),
        )

    def without_token(self) -> Credentials:
        """How the server is reached, without anything that is shown in a call: for who passes on what others show."""
        return replace(self, token="", purpose="")

    @property
    def encrypted(self) -> bool:
        """Whether the connection is encrypted."""
        return bool(self.tls or self.ca or self.certificate)

    @property
    def metadata(self) -> Metadata:
        """What goes with every call."""
        shown = (("authorization", f"Bearer {self.token}"),) if self.token else ()
        return (*shown, ("x-purpose-of-use", self.purpose)) if self.purpose else shown

    def channel(self, address: str, options: Options) -> grpc.Channel:
        """A blocking channel. Raises CredentialsRefused."""
        self.check(address, self.metadata)
        if self.encrypted:
            channel = grpc.secure_channel(address, self._tls(), options=options)
        else:
            channel = grpc.insecure_channel(address, options=options)
        return grpc.intercept_channel(channel, _Shown(self.metadata)) if self.metadata else channel

    def aio_channel(self, address: str, options: Options) -> grpc.aio.Channel:
        """A channel for the event loop. Raises CredentialsRefused."""
        self.check(address, self.metadata)
        shown: Any = _shown_aio(self.metadata) if self.metadata else None
        if self.encrypted:
            return grpc.aio.secure_channel(address, self._tls(), options=options, interceptors=shown)
        return grpc.aio.insecure_channel(address, options=options, interceptors=shown)

    def _tls(self) -> grpc.ChannelCredentials:
        if bool(self.certificate) != bool(self.key):
            raise CredentialsRefused(
                "A client's certificate and its key come together.", "CREDENTIALS_REFUSED", "Name both files."
            )
        return grpc.ssl_channel_credentials(
            _read(self.ca) if self.ca else None,
            _read(self.key) if self.key else None,
            _read(self.certificate) if self.certificate else None,
        )

    def check(self, address: str, shown: Metadata) -> None:
        """A token that crosses a network in the clear is everybody's. Raises CredentialsRefused."""
        has_token = any(name == "authorization" for name, _ in shown)
        if has_token and not self.encrypted and not _is_loopback(address):
            raise CredentialsRefused(
                "A token is not sent without TLS to another machine.",
                "CREDENTIALS_REFUSED",
                "Name the authority of the server's certificate (ANAMNESIS_TLS_CA_FILE), or connect with tls=True.",
            )


class _Details(NamedTuple):
    method: str
    timeout: float | None
    metadata: Any
    credentials: Any
    wait_for_ready: bool | None
    compression: Any


class _Shown(
    grpc.UnaryUnaryClientInterceptor,  # type: ignore[type-arg]
    grpc.UnaryStreamClientInterceptor,  # type: ignore[type-arg]
    grpc.StreamUnaryClientInterceptor,  # type: ignore[type-arg]
    grpc.StreamStreamClientInterceptor,  # type: ignore[type-arg]
):
    """Adds the metadata to every call."""

    def __init__(self, metadata: Metadata) -> None:
        self._metadata = metadata

    def _go_on(self, continuation: Callable[[Any, Any], Any], details: Any, request: Any) -> Any:
        shown = _Details(
            details.method,
            details.timeout,
            [*(details.metadata or ()), *self._metadata],
            details.credentials,
            details.wait_for_ready,
            details.compression,
        )
        return continuation(shown, request)

    def intercept_unary_unary(self, continuation: Any, client_call_details: Any, request: Any) -> Any:
        return self._go_on(continuation, client_call_details, request)

    def intercept_unary_stream(self, continuation: Any, client_call_details: Any, request: Any) -> Any:
        return self._go_on(continuation, client_call_details, request)

    def intercept_stream_unary(
        self, continuation: Any, client_call_details: Any, request_iterator: Iterable[Any]
    ) -> Any:
        return self._go_on(continuation, client_call_details, request_iterator)

    def intercept_stream_stream(
        self, continuation: Any, client_call_details: Any, request_iterator: Iterable[Any]
    ) -> Any:
        return self._go_on(continuation, client_call_details, request_iterator)


class _ShownOnce:
    """The same on the event loop, where one interceptor serves one shape of call."""

    def __init__(self, metadata: Metadata) -> None:
        self._metadata = metadata

    async def _go_on(self, continuation: Callable[[Any, Any], Any], details: Any, request: Any) -> Any:
        metadata = grpc.aio.Metadata(*(details.metadata or ()), *self._metadata)
        return await continuation(details._replace(metadata=metadata), request)


class _UnaryUnary(_ShownOnce, grpc.aio.UnaryUnaryClientInterceptor):  # type: ignore[type-arg]
    async def intercept_unary_unary(self, continuation: Any, client_call_details: Any, request: Any) -> Any:
        return await self._go_on(continuation, client_call_details, request)


class _UnaryStream(_ShownOnce, grpc.aio.UnaryStreamClientInterceptor):  # type: ignore[type-arg]
    async def intercept_unary_stream(self, continuation: Any, client_call_details: Any, request: Any) -> Any:
        return await self._go_on(continuation, client_call_details, request)


class _StreamStream(_ShownOnce, grpc.aio.StreamStreamClientInterceptor):  # type: ignore[type-arg]
    async def intercept_stream_stream(
        self, continuation: Any, client_call_details: Any, request_iterator: AsyncIterable[Any] | Iterable[Any]
    ) -> Any:
        return await self._go_on(continuation, client_call_details, request_iterator)


def _shown_aio(metadata: Metadata) -> list[Any]:
    return [_UnaryUnary(metadata), _UnaryStream(metadata), _StreamStream(metadata)]


def _is_loopback(address: str) -> bool:
    host = address.rpartition(":")[0].strip("[]")
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or address.startswith("unix:")


def _path(name: str | None) -> Path | None:
    return Path(name) if name else None


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        raise CredentialsRefused(
            f"{path} cannot be read.", "CREDENTIALS_REFUSED", "Name a file that this user can read."
        ) from None
