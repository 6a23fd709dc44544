"""A worker's side: where it stands behind its front, and who calls as the front tells it.

What a front says of a caller is believed, so nobody else may reach a worker: its socket is in a folder that only this
user can enter. The front lets no caller say such a thing of himself.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from server.interceptors import Around, behaviour_of
from server.rpc import Behaviour, Context, Handler

if TYPE_CHECKING:
    from server.settings import Settings

RESERVED = "x-anamnesis-"
"""Beginning of the metadata between front and worker; from a caller it is dropped."""
PEER = f"{RESERVED}peer"
CERTIFICATE = {
    "x509_common_name": f"{RESERVED}common-name-bin",
    "x509_subject_alternative_name": f"{RESERVED}alternative-name-bin",
}
"""The names of a certificate that TLS has verified at the front, by gRPC's name for them."""


@dataclass(frozen=True, slots=True)
class Behind:
    """A worker's place: its number from 1, how many there are, and the folder that all of them share for a run."""

    folder: Path
    number: int
    workers: int

    @property
    def shares(self) -> Path:
        """Where all workers count what callers have asked for."""
        return self.folder / "shares.db"

    @property
    def held(self) -> Path:
        """Where all workers count what running turns may yet cost."""
        return self.folder / "held.db"

    def settings(self, settings: Settings, socket: Path) -> Settings:
        """Those of one worker, of the whole service's: what there is once is at the front, or the first worker's."""
        host, _, port = settings.metrics_address.rpartition(":")
        metrics = f"{host}:{int(port) + self.number - 1}" if port.isdigit() and int(port) else settings.metrics_address
        return settings.model_copy(
            update={
                "address": f"unix:{socket}",
                "tls_certificate_file": None,
                "tls_key_file": None,
                "tls_client_ca_file": None,
                "workers": 1,
                "max_turns": ceil(settings.max_turns / self.workers),
                "llm_parallel": ceil(settings.llm_parallel / self.workers),
                "metrics_address": metrics,
                "scrub_events_per_hour": settings.scrub_events_per_hour if self.number == 1 else 0,
            }
        )


class ForwardedContext:
    """The context of a call that a front forwarded: it tells of the caller, not of the front."""

    def __init__(self, context: Context) -> None:
        self._context = context
        metadata = [(str(key), value) for key, value in context.invocation_metadata() or ()]
        self._told = [(key, value) for key, value in metadata if key.startswith(RESERVED)]
        self._own = tuple((key, value) for key, value in metadata if not key.startswith(RESERVED))

    def peer(self) -> str:
        """Where the caller calls from."""
        return next((str(value) for key, value in self._told if key == PEER), "")

    def auth_context(self) -> dict[str, list[Any]]:
        """The names of the caller's certificate."""
        shown = {kind: [value for key, value in self._told if key == name] for kind, name in CERTIFICATE.items()}
        return {kind: names for kind, names in shown.items() if names}

    def invocation_metadata(self) -> tuple[tuple[str, Any], ...]:
        """What the caller sent."""
        return self._own

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)


class ForwardedCallers(Around):
    """Lets all that stands within see the caller of a call, who called at the front."""

    def _surround(self, method: str, handler: Handler) -> Behaviour:
        inner = behaviour_of(handler)

        async def respond(request: Any, context: Context) -> Any:
            return await inner(request, cast(Context, ForwardedContext(context)))

        async def stream(request: Any, context: Context) -> AsyncIterator[Any]:
            async for response in inner(request, cast(Context, ForwardedContext(context))):
                yield response

        return stream if handler.response_streaming else respond
