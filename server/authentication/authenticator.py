"""From what a call carries to whom it is made by: a static token, a JSON Web Token, or a client certificate."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from server.authentication.json_web_tokens import TokenVerifier
from server.authentication.principal import LOCAL, NotAuthenticated, Principal
from server.authentication.principals_file import TOKEN_MARK, PrincipalsFile
from server.rpc import Context

HEADER = "authorization"
MAX_TOKEN = 8 * 1024
"""Characters of a token, as gRPC's own limit of all metadata (8 KiB) has it."""
CERTIFICATE_NAMES = ("x509_subject_alternative_name", "x509_common_name")


class Authenticator:
    """Recognises callers. Without any means to, everybody is the local principal."""

    def __init__(
        self, principals: PrincipalsFile | None, tokens: TokenVerifier | None, clock: Callable[[], datetime]
    ) -> None:
        self._principals = principals
        self._tokens = tokens
        self._clock = clock

    @property
    def required(self) -> bool:
        """Whether callers are asked who they are."""
        return self._principals is not None or self._tokens is not None

    async def principal(self, context: Context) -> Principal:
        """By whom the call is made. Raises NotAuthenticated, and the failures of the files and keys."""
        if not self.required:
            return LOCAL
        token = _bearer(context.invocation_metadata() or ())
        if token is None:
            return self._by_certificate(context)
        if token.startswith(TOKEN_MARK):
            if self._principals is None:
                raise NotAuthenticated
            return self._principals.of_token(token, self._clock())
        verifier = self._tokens
        if verifier is None:
            raise NotAuthenticated
        # In a thread, for it may ask the provider for its keys.
        principal = await asyncio.to_thread(verifier.principal, token)
        self.check(principal)
        return principal

    def check(self, principal: Principal) -> None:
        """Refuse somebody whose credential has expired or was withdrawn since. Raises NotAuthenticated."""
        if principal.expired(self._clock()):
            raise NotAuthenticated("The credential has expired.")
        if principal.credential and self._principals is not None:
            self._principals.check(principal)

    def seconds_left(self, principal: Principal) -> float | None:
        """For how long what was shown stays valid; None without end."""
        if principal.expires_at is None:
            return None
        return max(0.0, (principal.expires_at - self._clock()).total_seconds())

    def _by_certificate(self, context: Context) -> Principal:
        """Only a certificate that TLS has verified stands in the context."""
        shown: Any = context.auth_context() or {}
        names = [name.decode("utf-8", "replace") for kind in CERTIFICATE_NAMES for name in shown.get(kind, ())]
        if not names or self._principals is None:
            raise NotAuthenticated
        return self._principals.of_certificate(names, self._clock())


def _bearer(metadata: Iterable[Any]) -> str | None:
    """The bearer token of a call, or None. Raises NotAuthenticated for anything else under that name."""
    found = [value for key, value in metadata if key == HEADER]
    if not found:
        return None
    scheme, _, token = str(found[0]).partition(" ")
    token = token.strip()
    if len(found) > 1 or scheme.lower() != "bearer" or not 0 < len(token) <= MAX_TOKEN or not token.isascii():
        raise NotAuthenticated
    return token
