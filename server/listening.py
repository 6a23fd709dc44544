"""Where the service listens, and how it is protected there: nobody but this machine is served in the clear, unasked.

On loopback the service needs no settings. Any other address needs TLS and a means to recognise callers, or the word
`--insecure`, which whoever has a proxy of his own in front says aloud.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, cast

import grpc
import structlog

from domain.errors import AnamnesisError
from server.authentication.authenticator import Authenticator
from server.authentication.json_web_tokens import KeySet, TokenVerifier
from server.authentication.principals_file import FILE, PrincipalsFile

if TYPE_CHECKING:
    from server.settings import Settings

log = structlog.get_logger(__name__)


class AddressUnavailable(AnamnesisError):
    """The address cannot be listened on."""

    status = "UNAVAILABLE"
    reason = "ADDRESS_UNAVAILABLE"
    advice = "Choose a free one with --address HOST:PORT, or stop the program that uses it."


class InsecureAddress(AnamnesisError):
    """Others than this machine would be served without TLS or without being asked who they are."""

    status = "FAILED_PRECONDITION"
    reason = "INSECURE_ADDRESS"
    advice = (
        "Name ANAMNESIS_TLS_CERTIFICATE_FILE and ANAMNESIS_TLS_KEY_FILE, and make principals with `anamnesis token "
        "create` (or set ANAMNESIS_JWKS); listen on 127.0.0.1; or say --insecure where a proxy does both."
    )


class CertificateUnusable(AnamnesisError):
    """The certificate, its key or the clients' authority cannot be used."""

    status = "FAILED_PRECONDITION"
    reason = "CERTIFICATE_UNUSABLE"
    advice = (
        "Name PEM files that the service can read; certificate and key belong together, and stand alone in no case."
    )


def is_loopback(address: str) -> bool:
    """Whether only this machine reaches an address (host:port, or a socket in the file system)."""
    if address.startswith(("unix:", "unix-abstract:")):
        return True
    host = address.rpartition(":")[0].strip("[]")
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        # By other names, what a resolver says today it need not say tomorrow.
        return host == "localhost"


def authenticator(settings: Settings, clock: Callable[[], datetime]) -> Authenticator:
    """Who is recognised, and by what.

    Raises PrincipalsUnreadable and KeysUnavailable: a means that was named must be there.
    """
    file = settings.principals_file or settings.data / FILE
    principals = PrincipalsFile(file) if settings.principals_file or file.exists() else None
    tokens = None
    if settings.jwks:
        tokens = TokenVerifier(
            KeySet(settings.jwks),
            settings.jwt_issuer,
            settings.jwt_audience,
            settings.jwt_skew_seconds,
            {name: claim for name, claim in settings.jwt_claims.items()},
        )
    return Authenticator(principals, tokens, clock)


def check_exposure(settings: Settings, callers: Authenticator) -> None:
    """Raises InsecureAddress."""
    if is_loopback(settings.address):
        return
    missing = [
        name
        for name, there in (("TLS", settings.tls_certificate_file is not None), ("authentication", callers.required))
        if not there
    ]
    if not missing:
        return
    if not settings.insecure:
        raise InsecureAddress(
            f"{settings.address} is not loopback, and {' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} "
            "not set up.",
            address=settings.address,
        )
    log.warning("insecure", address=settings.address, missing=missing)


def listen(server: grpc.aio.Server, settings: Settings) -> str:
    """Listen on the address, with TLS where a certificate is named; the address with its port.

    Raises AddressUnavailable and CertificateUnusable.
    """
    address = settings.address
    try:
        if settings.tls_certificate_file is None:
            port = server.add_insecure_port(address)
        else:
            port = server.add_secure_port(address, _credentials(settings))
    except RuntimeError:
        port = 0
    if not port:
        raise AddressUnavailable("The address cannot be listened on.", address=address)
    if address.startswith("unix"):
        return address
    return f"{address.rpartition(':')[0]}:{port}"


def server_options(settings: Settings) -> Sequence[tuple[str, int]]:
    """How gRPC treats callers' connections."""
    keepalive = int(settings.keepalive_seconds * 1000)
    return (
        *inner_options(settings),
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
    )


def inner_options(settings: Settings) -> Sequence[tuple[str, int]]:
    """How large messages may be, wherever they pass."""
    return (
        ("grpc.max_receive_message_length", settings.max_request_bytes),
        ("grpc.max_send_message_length", settings.max_response_bytes),
    )


def _milliseconds(seconds: float) -> int:
    """0 seconds, in the settings, is no limit; gRPC's word for that is the largest number."""
    return int(seconds * 1000) if seconds else 2**31 - 1


def _credentials(settings: Settings) -> grpc.ServerCredentials:
    """TLS with these files, read again whenever they change: a renewed certificate needs no restart."""
    files = (settings.tls_certificate_file, settings.tls_key_file, settings.tls_client_ca_file)
    certificate, key, authority = files
    assert certificate is not None
    if key is None:
        raise CertificateUnusable("ANAMNESIS_TLS_KEY_FILE is missing.")
    _check_pair(certificate, key)
    seen = _dates(files)

    def configuration() -> grpc.ServerCertificateConfiguration:
        return grpc.ssl_server_certificate_configuration(
            [(_read(key), _read(certificate))], root_certificates=_read(authority) if authority else None
        )

    def renewed() -> grpc.ServerCertificateConfiguration | None:
        nonlocal seen
        try:
            now = _dates(files)
            if now == seen:
                return None
            _check_pair(certificate, key)
            fresh = configuration()
        except CertificateUnusable:
            log.warning("certificate_unusable")
            return None
        seen = now
        return fresh

    # None is what gRPC takes for "as before"; its types do not say so.
    fetch = cast(Callable[[], grpc.ServerCertificateConfiguration], renewed)
    return grpc.dynamic_ssl_server_credentials(configuration(), fetch, authority is not None)


def _check_pair(certificate: Path, key: Path) -> None:
    """GRPC takes any bytes, and then refuses every caller without a word."""
    from cryptography import x509
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        shown = x509.load_pem_x509_certificates(_read(certificate))[0].public_key()
        held = load_pem_private_key(_read(key), None).public_key()
    except (ValueError, TypeError, IndexError):
        raise CertificateUnusable("Certificate or key is no PEM file without a password.") from None
    if shown != held:
        raise CertificateUnusable("The certificate is not that of the key.")


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        raise CertificateUnusable(f"{path.name} cannot be read.") from None


def _dates(files: tuple[Path | None, ...]) -> tuple[int, ...]:
    try:
        return tuple(path.stat().st_mtime_ns for path in files if path is not None)
    except OSError:
        raise CertificateUnusable("A certificate's file is gone.") from None
