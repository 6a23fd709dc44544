"""What keeps other web pages out of a gateway on one's own machine, and what the gateway tells browsers.

A page of any site may send requests to 127.0.0.1. It is refused by the name that it has to use (DNS rebinding), by its
origin, and, as it may not send JSON without asking first and is never allowed to, by the type of its body.
"""

from __future__ import annotations

from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from clients.gateway.problems import problem

LOOPBACK = frozenset({"127.0.0.1", "localhost", "[::1]"})
"""The names of this machine."""

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class Guard:
    """Refuses requests under other names, from other origins, and bodies that are not JSON."""

    def __init__(self, app: ASGIApp, names: Collection[str] = LOOPBACK) -> None:
        """``names``: host names, without port, under which the gateway may be asked."""
        self._app, self._names = app, frozenset(names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what may pass."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(Headers(scope=scope), scope["method"])
        if refusal is not None:
            await problem(*refusal)(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                told = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    # A study's report is stricter about scripts, and has its style inside.
                    told.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, with_headers)

    def _refusal(self, headers: Headers, verb: str) -> tuple[int, str, str, str] | None:
        host = headers.get("host", "")
        if _name(host) not in self._names:
            advice = "Use the address that the gateway was started with, or start it with --name NAME."
            return 421, "UNKNOWN_HOST", "The gateway does not answer under this name.", advice
        if verb in ("GET", "HEAD"):
            return None
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc != host:
            return 403, "FOREIGN_ORIGIN", "Another web page may not use the gateway.", "Open the gateway's own page."
        if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            return 415, "NOT_JSON", "The body is not declared as JSON.", "Send Content-Type: application/json."
        return None


def _name(host: str) -> str:
    """The host without its port."""
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0]
