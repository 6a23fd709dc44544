"""The gateway as an ASGI application, put together from its table of routes."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Mount
from starlette.routing import Route as HttpRoute
from starlette.staticfiles import StaticFiles

from clients.credentials import Metadata
from clients.errors import ServiceError
from clients.gateway.event_streams import collected, event_stream, quiet_event_stream
from clients.gateway.guard import LOOPBACK, Guard
from clients.gateway.openapi import document
from clients.gateway.problems import BadRequest, bad_request, service_problem
from clients.gateway.routes import METHODS, ROUTES, Route
from clients.gateway.studies import Studies
from clients.gateway.transcoding import MAX_BODY, as_json, request_message
from clients.gateway.upstream import Upstream
from clients.gateway.what_if import WhatIf

PAGE = Path(str(files("clients.ui").joinpath("static")))
"""The web page, as files."""

Handler = Callable[[Request], Awaitable[Response]]


def application(
    upstream: Upstream,
    *,
    what_if: WhatIf | None = None,
    studies: Studies | None = None,
    names: Collection[str] = LOOPBACK,
    page: bool = True,
) -> Starlette:
    """The REST interface of the service behind ``upstream``, with the web page unless ``page`` is False.

    ``names`` are the host names under which it answers; ``what_if`` is there when the data lies beside the gateway,
    ``studies`` when a folder of studies does: of virtual patients, whoever reaches the gateway may read them.
    """
    described = document()

    async def openapi(_: Request) -> Response:
        return JSONResponse(described)

    async def health(_: Request) -> Response:
        serving = await upstream.serving()
        told = {"serving": serving, "what_if": what_if is not None, "studies": studies is not None}
        return JSONResponse(told, 200 if serving else 503, {"Cache-Control": "no-store"})

    routes: list[BaseRoute] = [HttpRoute(one.path, _handler(one, upstream), methods=[one.verb]) for one in ROUTES]
    routes.append(HttpRoute("/v1/health", health))
    routes.append(HttpRoute("/openapi.json", openapi))
    if what_if is not None:
        routes.append(HttpRoute("/v1/patients/{patient_id}/what-if", _fork(upstream, what_if), methods=["POST"]))
    if studies is not None:
        routes += studies.routes()
    if page:
        routes.append(Mount("/", StaticFiles(directory=PAGE, html=True)))

    @asynccontextmanager
    async def life(_: Starlette) -> Any:
        yield
        await upstream.close()

    return Starlette(
        routes=routes,
        lifespan=life,
        middleware=[Middleware(Guard, names=names)],
        exception_handlers={BadRequest: _on_bad_request, ServiceError: _on_service_error, ClientDisconnect: _on_left},
    )


def _handler(route: Route, upstream: Upstream) -> Handler:
    async def handle(request: Request) -> Response:
        body = b"" if route.verb == "GET" else await _body(request)
        message = request_message(
            route,
            request.path_params,
            _query(route, request),
            body,
            request.headers.get("idempotency-key", ""),
        )
        if not route.streams:
            answer = as_json(await upstream.unary(route.method, message, _credentials(request)))
            headers = {"Cache-Control": "no-store"}
            if route.rpc == "RegisterPatient":
                # The id may have been made here: without it nobody could name the patient.
                answer["patient_id"] = as_json(message)["patient_id"]
                headers["Location"] = f"/v1/patients/{answer['patient_id']}"
            return JSONResponse(answer, 201 if "Location" in headers else 200, headers)
        steps = upstream.stream(route.method, message, _credentials(request))
        if route.rpc == "WatchEvents":
            return await quiet_event_stream(steps)
        wants_list = "application/json" in request.headers.get("accept", "")
        return await (collected(steps) if wants_list else event_stream(steps))

    return handle


def _fork(upstream: Upstream, what_if: WhatIf) -> Handler:
    async def handle(request: Request) -> Response:
        patient_id = request.path_params["patient_id"]
        try:
            body = json.loads(await _body(request))
        except ValueError:
            body = None
        if not isinstance(body, dict):
            raise BadRequest("The body is not a JSON object.", "Send at_turn and corrections.")
        # Who may not read the patient may not imagine them otherwise.
        reading = Route("GET", "/v1/patients/{patient_id}/profile", "GetProfile", "")
        profile = request_message(reading, {"patient_id": patient_id}, (), b"", "")
        await upstream.unary(METHODS["GetProfile"], profile, _credentials(request))
        return JSONResponse(await what_if.run(patient_id, body), headers={"Cache-Control": "no-store"})

    return handle


def _query(route: Route, request: Request) -> list[tuple[str, str]]:
    """The query's parameters; a watch that was cut goes on after the last event that its reader has."""
    query = list(request.query_params.multi_items())
    last = request.headers.get("last-event-id", "")
    if route.rpc == "WatchEvents" and last:
        query = [pair for pair in query if pair[0] != "after_position"] + [("after_position", last)]
    return query


def _credentials(request: Request) -> Metadata:
    """What the caller shows, as it came."""
    shown = ((name, request.headers.get(name)) for name in ("authorization", "x-purpose-of-use"))
    return tuple((name, value) for name, value in shown if value)


async def _body(request: Request) -> bytes:
    parts = bytearray()
    async for part in request.stream():
        parts += part
        if len(parts) > MAX_BODY:
            raise BadRequest(f"The body is larger than {MAX_BODY} bytes.", "Send it in parts.", 413, "BODY_TOO_LARGE")
    return bytes(parts)


async def _on_bad_request(_: Request, error: Exception) -> Response:
    assert isinstance(error, BadRequest)
    return bad_request(error)


async def _on_service_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, ServiceError)
    return service_problem(error)


async def _on_left(_: Request, __: Exception) -> Response:
    # Nobody reads it.
    return Response(status_code=499)
