"""Around every call: who makes it, may they, and the line that says so in the access log."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import structlog

from domain.errors import AnamnesisError
from server.access_log.entries import SUCCEEDED, access
from server.access_log.recorder import AccessRecorder
from server.authentication.authenticator import Authenticator
from server.authentication.principal import NotAuthenticated, Principal, Role, act_as
from server.authorize import PURPOSES, RULES, USUAL_PURPOSE, Admission, Authoriser, MethodWithoutRule, Tenants
from server.callers import caller_of
from server.gate import ServerStarting
from server.interceptors import OURS, Around, behaviour_of
from server.quotas import QuotaExceeded, Quotas, Shares
from server.rpc import Behaviour, Context, Handler
from server.work import WorkPool

log = structlog.get_logger(__name__)

PURPOSE_HEADER = "x-purpose-of-use"
TURNS = frozenset({f"{OURS}ConversationService/{name}" for name in ("Converse", "Observe", "Ask")})
REGISTRATION = f"{OURS}MemoryService/RegisterPatient"
STRANGERS_A_MINUTE = 60
"""Refusals of one host without a credential that are recorded each minute: a flood must not fill the disk."""


@dataclass(frozen=True, slots=True)
class _Caller:
    principal: Principal
    peer: str
    purpose: str


class AccessControl(Around):
    """Recognises the caller, holds the call against the rules and the shares, and records it.

    A unary call is recorded with its outcome before its answer is handed over; a stream, and each message that a
    client sends on it, before it is acted upon. What cannot be recorded is not given.
    """

    def __init__(self, authenticator: Authenticator, quotas: Quotas, clock: Callable[[], datetime]) -> None:
        self._authenticator = authenticator
        self._quotas = quotas
        self._clock = clock
        self._strangers = Quotas(Shares(calls_a_minute=STRANGERS_A_MINUTE))
        self._work: WorkPool | None = None
        self._tenants: Tenants | None = None
        self._authoriser: Authoriser | None = None
        self._recorder: AccessRecorder | None = None

    def begin(self, tenants: Tenants, work: WorkPool, recorder: AccessRecorder | None) -> None:
        """From now on calls can be decided upon; with ``recorder`` None they leave no trace."""
        self._tenants, self._work, self._recorder = tenants, work, recorder
        self._authoriser = Authoriser(tenants)

    def _surround(self, method: str, handler: Handler) -> Behaviour:
        inner = behaviour_of(handler)

        async def respond(request: Any, context: Context) -> Any:
            caller = await self._caller(method, context)
            act_as(caller.principal)
            admission = await self._admitted(caller, method, request)
            try:
                response = await inner(request, context)
            except Exception as error:
                # Swallows nothing: whatever it was goes on, and that it happened belongs to the trace of the access.
                reason = error.reason if isinstance(error, AnamnesisError) else AnamnesisError.reason
                await self._record(caller, method, admission, request, reason)
                raise
            await self._record(caller, method, admission, request, SUCCEEDED)
            return response

        async def stream(request: Any, context: Context) -> AsyncIterator[Any]:
            caller = await self._caller(method, context)
            act_as(caller.principal)
            local = caller.principal.role is Role.LOCAL
            with nullcontext() if local else self._quotas.stream(caller.principal.key):
                if handler.request_streaming:
                    request = self._each_admitted(caller, method, request)
                else:
                    admission = await self._admitted(caller, method, request)
                    await self._record(caller, method, admission, request, SUCCEEDED)
                async for response in self._while_valid(caller.principal, inner(request, context)):
                    yield response

        return stream if handler.response_streaming else respond

    async def _caller(self, method: str, context: Context) -> _Caller:
        """Raises NotAuthenticated, and ServerStarting as long as nothing can be decided."""
        if self._authoriser is None:
            raise ServerStarting
        peer = caller_of(context.peer())
        purpose = ""
        if self._authenticator.required:
            purpose = next((str(v) for k, v in context.invocation_metadata() or () if k == PURPOSE_HEADER), "")
        try:
            return _Caller(await self._authenticator.principal(context), peer, purpose)
        except NotAuthenticated as error:
            await self._record_stranger(method, peer, error)
            raise

    async def _admitted(self, caller: _Caller, method: str, request: Any) -> Admission:
        """What the caller may do with this message; a refusal is recorded. Raises as :meth:`Authoriser.admit`."""
        try:
            admission = await self._decided(caller, method, request)
            if caller.principal.role is not Role.LOCAL:
                self._quotas.call(caller.principal.key, request.ByteSize())
                if method == REGISTRATION:
                    self._quotas.registration(caller.principal.key)
                if method in TURNS:
                    self._quotas.turn(admission.patient_id)
        except AnamnesisError as error:
            usual = "" if caller.purpose else USUAL_PURPOSE[caller.principal.role]
            stated = caller.purpose if caller.purpose in PURPOSES else usual
            asked = Admission(str(getattr(request, "patient_id", "")), stated)
            # Whoever is over the share is not given a line for each call, or the lines would be the flood.
            if not isinstance(error, QuotaExceeded):
                await self._record(caller, method, asked, request, error.reason)
            raise
        return admission

    async def _decided(self, caller: _Caller, method: str, request: Any) -> Admission:
        assert self._authoriser is not None and self._work is not None and self._tenants is not None
        authoriser, principal = self._authoriser, caller.principal
        asked = str(getattr(request, "patient_id", ""))
        if principal.role is Role.LOCAL or not asked or self._tenants.known(asked, principal):
            return authoriser.admit(principal, method, request, caller.purpose)
        return await self._work(lambda: authoriser.admit(principal, method, request, caller.purpose))

    async def _each_admitted(self, caller: _Caller, method: str, requests: AsyncIterator[Any]) -> AsyncIterator[Any]:
        async for request in requests:
            self._authenticator.check(caller.principal)
            admission = await self._admitted(caller, method, request)
            await self._record(caller, method, admission, request, SUCCEEDED)
            yield request

    async def _while_valid(self, principal: Principal, responses: AsyncIterator[Any]) -> AsyncIterator[Any]:
        """The responses, until the caller's credential ends; then NotAuthenticated."""
        if self._authenticator.seconds_left(principal) is None:
            async for response in responses:
                self._authenticator.check(principal)
                yield response
            return
        iterator = aiter(responses)
        while True:
            try:
                async with asyncio.timeout(self._authenticator.seconds_left(principal)):
                    response = await anext(iterator)
            except StopAsyncIteration:
                return
            except TimeoutError:
                raise NotAuthenticated("The credential has expired.") from None
            self._authenticator.check(principal)
            yield response

    async def _record(self, caller: _Caller, method: str, admission: Admission, request: Any, outcome: str) -> None:
        if self._recorder is None:
            return
        rule = RULES.get(method)
        if rule is None:
            raise MethodWithoutRule
        await self._recorder.record(
            access(
                self._clock(),
                caller.principal,
                caller.peer,
                method.removeprefix(OURS),
                rule.action,
                patient_id=admission.patient_id,
                purpose=admission.purpose,
                outcome=outcome,
                break_glass=admission.break_glass,
                request_id=str(getattr(request, "request_id", "")),
            )
        )

    async def _record_stranger(self, method: str, peer: str, error: AnamnesisError) -> None:
        try:
            self._strangers.call(peer, 0)
        except QuotaExceeded:
            return
        rule = RULES.get(method)
        if self._recorder is not None and rule is not None:
            entry = access(self._clock(), None, peer, method.removeprefix(OURS), rule.action, outcome=error.reason)
            await self._recorder.record(entry)
