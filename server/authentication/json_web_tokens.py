"""JSON Web Tokens of an identity provider (RFC 7519, best practice of RFC 8725): signed, for us, and valid now."""

from __future__ import annotations

import json
import threading
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import structlog

from domain.errors import AnamnesisError, InvalidCommand
from server.authentication.principal import NotAuthenticated, Principal, checked_principal

log = structlog.get_logger(__name__)

ALGORITHMS = ("RS256", "PS256", "ES256", "ES384", "EdDSA")
"""Signatures that are taken: none by a shared secret, so that a public key is never taken for one (RFC 8725, 3.1)."""
REQUIRED = ("exp", "iss", "aud", "sub")
REFRESH_SECONDS = 30.0
"""Shortest time between two looks at the provider's keys: names of keys that there are not make nobody fetch more."""
LIFETIME_SECONDS = 600.0
"""How long fetched keys are used before the provider is asked again, as one that it withdrew has to end."""
FETCH_SECONDS = 5.0
MAX_KEYS_BYTES = 1 << 20


class KeysUnavailable(AnamnesisError):
    """The keys that tokens are checked with cannot be had."""

    status = "UNAVAILABLE"
    reason = "TOKEN_KEYS_UNAVAILABLE"
    advice = "Check ANAMNESIS_JWKS; it is a file with a JSON Web Key Set, or an https address that serves one."
    retry_seconds = 5.0


class KeySet:
    """The public keys of a provider, from a file or an https address. To be used from any thread."""

    def __init__(self, place: str) -> None:
        """Read the keys at once. Raises KeysUnavailable."""
        self._place = place
        self._lock = threading.Lock()
        self._keys: dict[str, Any] = {}
        self._read_at = 0.0
        self._read()

    def key(self, kid: str | None) -> Any:
        """The key of this name, or the only one where none is named. Raises NotAuthenticated."""
        with self._lock:
            age = time.monotonic() - self._read_at
            if age > LIFETIME_SECONDS or (kid not in self._keys and age > REFRESH_SECONDS):
                self._again()
            if kid is None and len(self._keys) == 1:
                return next(iter(self._keys.values()))
            found = self._keys.get(kid or "")
        if found is None:
            raise NotAuthenticated
        return found

    def _again(self) -> None:
        try:
            self._read()
        except KeysUnavailable:
            # What is known goes on being used: a provider that is away for a minute must not end every call.
            self._read_at = time.monotonic()
            log.warning("token_keys_unavailable")

    def _read(self) -> None:
        import jwt

        try:
            # The address is the operator's own, and is checked by the settings to be https.
            if self._place.startswith(("https://", "http://")):
                with urlopen(self._place, timeout=FETCH_SECONDS) as reply:  # noqa: S310
                    content = reply.read(MAX_KEYS_BYTES)
            else:
                content = Path(self._place).read_bytes()
            found = jwt.PyJWKSet.from_dict(json.loads(content))
        except (OSError, ValueError, TypeError, AttributeError, jwt.PyJWTError) as error:
            raise KeysUnavailable(f"No key set can be read from {self._place}.") from error
        self._keys = {one.key_id or "": one for one in found.keys if one.public_key_use in (None, "sig")}
        self._read_at = time.monotonic()


class TokenVerifier:
    """Checks bearer tokens: signature, issuer, audience, times; and reads from the claims whom they name."""

    def __init__(
        self, keys: KeySet, issuer: str, audience: str, skew_seconds: float, claims: dict[str, str] | None = None
    ) -> None:
        """``claims`` says under which names role, tenant, patients and break_glass stand, where not under their own."""
        self._keys = keys
        self._issuer = issuer
        self._audience = audience
        self._skew = skew_seconds
        self._claims = {name: name for name in ("role", "tenant", "patients", "break_glass")} | (claims or {})

    def principal(self, token: str) -> Principal:
        """Whom the token names. Raises NotAuthenticated, which does not tell what is wrong with it."""
        import jwt

        try:
            header = jwt.get_unverified_header(token)
            algorithm, kid = header.get("alg"), header.get("kid")
            if algorithm not in ALGORITHMS or not (kid is None or isinstance(kid, str)):
                raise NotAuthenticated
            key = self._keys.key(kid)
            if key.algorithm_name != algorithm:
                raise NotAuthenticated
            claims = jwt.decode(
                token,
                key.key,
                algorithms=[algorithm],
                audience=self._audience,
                issuer=self._issuer,
                leeway=self._skew,
                options={"require": list(REQUIRED), "strict_aud": False},
            )
            return self._named(claims)
        except (jwt.PyJWTError, InvalidCommand, ValueError, TypeError, RecursionError, OverflowError, OSError):
            raise NotAuthenticated from None

    def _named(self, claims: dict[str, Any]) -> Principal:
        role, tenant = claims.get(self._claims["role"]), claims.get(self._claims["tenant"])
        if isinstance(role, list) and len(role) == 1:
            role = role[0]
        patients = claims.get(self._claims["patients"])
        if not isinstance(role, str) or not isinstance(tenant, str | None):
            raise NotAuthenticated
        if patients is not None and not (isinstance(patients, list) and all(isinstance(one, str) for one in patients)):
            raise NotAuthenticated
        return checked_principal(
            claims["sub"],
            role,
            tenant,
            patients,
            expires_at=datetime.fromtimestamp(claims["exp"] + self._skew, UTC),
            break_glass=claims.get(self._claims["break_glass"]) is True,
        )
