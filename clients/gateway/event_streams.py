"""What streams, as server-sent events (HTML standard, 9.2), or collected where a list was asked for."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

from google.protobuf.message import Message
from starlette.responses import JSONResponse, Response, StreamingResponse

from clients.errors import ServiceError
from clients.gateway.problems import status_of
from clients.gateway.transcoding import as_json, as_text

MEDIA_TYPE = "text/event-stream"
ALIVE_SECONDS = 15.0
"""After how long without an event a comment is sent, so that proxies keep the connection (HTML standard, 9.2.7)."""


async def event_stream(steps: AsyncIterator[Message]) -> Response:
    """The steps as they come. A failure before the first is raised; a later one is the last event, "problem"."""
    try:
        first = await anext(steps)
    except StopAsyncIteration:
        first = None
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(_events(first, steps), headers=headers, media_type=MEDIA_TYPE)


async def quiet_event_stream(steps: AsyncIterator[Message]) -> Response:
    """Like :func:`event_stream` for steps whose first may be long in coming: the response begins at once."""
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(_events(None, steps), headers=headers, media_type=MEDIA_TYPE)


async def collected(steps: AsyncIterator[Message]) -> Response:
    """All steps in one list, when the last has come."""
    return JSONResponse({"steps": [as_json(step) async for step in steps]}, headers={"Cache-Control": "no-store"})


async def _events(first: Message | None, steps: AsyncIterator[Message]) -> AsyncIterator[str]:
    # The head goes out now, and with it the news that the stream stands.
    yield ": open\n\n"
    if first is not None:
        yield _event(first)
    following = asyncio.ensure_future(_next(steps))
    try:
        while True:
            done, _ = await asyncio.wait({following}, timeout=ALIVE_SECONDS)
            if not done:
                yield ": alive\n\n"
                continue
            step = following.result()
            if step is None:
                return
            yield _event(step)
            following = asyncio.ensure_future(_next(steps))
    except ServiceError as error:
        told = {"status": status_of(error), "title": str(error), "reason": error.reason, "advice": error.advice}
        yield f"event: problem\ndata: {json.dumps(told, ensure_ascii=False)}\n\n"
    finally:
        # The reader has gone: so must the call.
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)
        await steps.aclose()  # type: ignore[attr-defined]


async def _next(steps: AsyncIterator[Message]) -> Message | None:
    return await anext(steps, None)


def _event(step: Message) -> str:
    """One event: its name is that of the payload, its id the log position that a reader can go on from."""
    fields = step.DESCRIPTOR.fields_by_name
    name = step.WhichOneof("payload") if "payload" in step.DESCRIPTOR.oneofs_by_name else None
    place = f"id: {step.event.position}\n" if "event" in fields else ""  # type: ignore[attr-defined]
    return f"{place}event: {name or ('event' if 'event' in fields else 'step')}\ndata: {as_text(step)}\n\n"
