"""A minimal stream: an ASGI application that sends one line to every stream."""

import asyncio
from typing import Any

Message = dict[str, Any]
open_streams: list[Any] = []
under_way: set[asyncio.Future[None]] = set()
TEXT = [(b"content-type", b"text/event-stream")]


async def application(scope: Message, receive: Any, send: Any) -> None:
    if scope["type"] == "lifespan":
        for answer in ("startup", "shutdown"):
            await receive()
            await send({"type": f"lifespan.{answer}.complete"})
        return
    await send({"type": "http.response.start", "status": 200, "headers": TEXT})
    if scope["path"] == "/publish":
        piece = {"type": "http.response.body", "body": b"event: changed\n\n", "more_body": True}
        for stream in open_streams:
            task = asyncio.ensure_future(stream(piece))
            under_way.add(task)
            task.add_done_callback(under_way.discard)
        await send({"type": "http.response.body", "body": b"ok"})
        return
    await send({"type": "http.response.body", "body": b"event: changed\n\n", "more_body": True})
    open_streams.append(send)
    while (await receive())["type"] != "http.disconnect":
        continue
    open_streams.remove(send)
