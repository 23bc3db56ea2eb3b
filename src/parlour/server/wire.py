"""Between a socket and the network: uvicorn's websocket with a fast lane for what nearly all traffic is.

The library that uvicorn uses does the handshake, control frames, fragments, closing and everything that is not as it
should be. A whole masked text frame, and every message out, go past it: no queue of events, no stop and go of reading, no
task for writing. A message is told to the listener the moment it is here. Under another ASGI server `Asgi` does the same by
the book.
"""

from __future__ import annotations

import asyncio
import socket
import struct
import sys
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import Any, Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

NAME = "parlour.wire"
FIN, CONTROL, MASKED = 0x80, 0x08, 0x80
WHOLE_TEXT = FIN | 1
HEADS = [bytes((WHOLE_TEXT, size)) for size in range(126)]
longer_head, longest_head = struct.Struct(">BBH").pack, struct.Struct(">BBQ").pack
TCP_RTT = 68
"""Where `tcp_info` has the smoothed round trip, four bytes of microseconds."""
SEND_BUFFER = 64 * 1024
"""What the system holds for somebody who does not read, in bytes; it would let it grow to megabytes."""


class Listener(Protocol):
    """Who is told what comes in."""

    def took(self, message: bytes) -> None: ...
    def gone(self) -> None:
        """The line is closed; nothing comes any more."""


class Line(Protocol):
    """What a socket needs of the network."""

    def listen(self, listener: Listener) -> None:
        """Tell this one everything from now on, and what came before."""

    def hold(self, on: bool) -> None:
        """Read no more for now, or go on."""

    def write(self, message: bytes) -> int:
        """Send a message, as soon as the other side takes it. Returns how many it has not taken."""

    def trip(self) -> float | None:
        """The way there and back in ms as the system measures it, where it does: no program over there can stretch it."""

    async def close(self, code: int) -> None:
        """Say goodbye; what was written before goes out first, if the other side takes it."""


class Wire(WebSocketsSansIOProtocol):
    """One websocket under uvicorn."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._fast = True
        self._in_pieces = False
        self._rest = b""
        self._waiting: list[bytes] = []
        self._listener: Listener | None = None
        self._held = False

    def handle_connect(self, event: Any) -> None:
        line = self.transport.get_extra_info("socket")
        if line is not None:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        super().handle_connect(event)
        if "scope" in self.__dict__:
            self.scope["extensions"][NAME] = self  # type: ignore[assignment]

    # In.

    def data_received(self, data: bytes) -> None:
        if not self.handshake_complete:
            # What comes before our answer is the library's, and so is all that follows if it is more than the request.
            self._fast = self._fast and not self.handshake_initiated
            super().data_received(data)
            self._fast = self._fast and not self.conn.reader.buffer
        elif not self._fast:
            super().data_received(data)
        else:
            self._rest = self._frames(self._rest + data if self._rest else data)

    def _frames(self, data: bytes) -> bytes:
        """Take all whole frames; returns the beginning of the next."""
        at, end = 0, len(data)
        while end - at >= 2:
            first, second = data[at], data[at + 1]
            size, body = second & 127, at + 6
            if size == 126:
                size, body = int.from_bytes(data[at + 2 : at + 4], "big"), at + 8
            if size == 127 or not second & MASKED:
                # Longer than anything we read, or not allowed: the library knows what to say.
                self._fast = False
                super().data_received(data[at:])
                return b""
            stop = body + size
            if end < stop:
                break
            if first == WHOLE_TEXT and not self._in_pieces:
                self._took(apply_mask(data[body:stop], data[body - 4 : body]))
            else:
                if not first & CONTROL:
                    self._in_pieces = not first & FIN
                super().data_received(data[at:stop])
            at = stop
        return data[at:]

    def _took(self, message: bytes) -> None:
        if self.close_sent:
            return
        if not message.isascii():
            try:
                message.decode()
            except UnicodeDecodeError:
                self.conn.fail(1007, "not UTF-8")
                self.handle_parser_exception()
                return
        if self._listener is not None:
            self._listener.took(message)
        else:
            self.queue.put_nowait({"type": "websocket.receive", "text": message.decode()})

    def listen(self, listener: Listener) -> None:
        self._listener = listener
        early, self.queue = self.queue, Told(listener)  # type: ignore[assignment]
        while not early.empty():
            self.queue.put_nowait(early.get_nowait())
        self._pause()

    def hold(self, on: bool) -> None:
        self._held = on
        self._pause()

    def send_receive_event_to_app(self) -> None:
        # The library stops reading until its queue is asked; nobody asks it.
        super().send_receive_event_to_app()
        self._pause()

    def _pause(self) -> None:
        if self._listener is not None and self.read_paused != self._held and not self.transport.is_closing():
            self.read_paused = self._held
            (self.transport.pause_reading if self._held else self.transport.resume_reading)()

    # Out.

    def write(self, message: bytes) -> int:
        size, waiting = len(message), self._waiting
        if size < 126:
            waiting.append(HEADS[size] + message)
        elif size < 65536:
            waiting.append(longer_head(WHOLE_TEXT, 126, size) + message)
        else:
            waiting.append(longest_head(WHOLE_TEXT, 127, size) + message)
        unsent = len(waiting)
        if unsent == 1:
            # All that is said in one turn of the loop goes out at its end, in one piece.
            if not _full:
                self.loop.call_soon(_flush)
            _full.append(self)
        return unsent

    def flush(self) -> None:
        if self.close_sent or self.disconnected or self.transport.is_closing():
            self._waiting.clear()
        elif self._waiting and self.writable.is_set():
            frames = b"".join(self._waiting)
            self._waiting.clear()
            try:
                self.transport.write(frames)
            except (OSError, RuntimeError):
                return  # Gone this very moment: the reading side hears of it.

    def resume_writing(self) -> None:
        super().resume_writing()
        self.flush()

    def trip(self) -> float | None:
        line, info = self.transport.get_extra_info("socket"), getattr(socket, "TCP_INFO", None)
        if line is None or info is None or sys.platform != "linux":
            return None
        try:
            known = line.getsockopt(socket.IPPROTO_TCP, info, TCP_RTT + 4)
        except OSError:
            return None
        return int.from_bytes(known[TCP_RTT:], sys.byteorder) / 1000 if len(known) == TCP_RTT + 4 else None

    async def close(self, code: int) -> None:
        self.flush()
        if self.writable.is_set():
            with suppress(Exception):
                await self.send({"type": "websocket.close", "code": code})
        else:
            # It does not take even a goodbye.
            self._waiting.clear()
            self.transport.abort()


_full: list[Wire] = []


def _flush() -> None:
    wires = _full[:]
    _full.clear()
    for wire in wires:
        wire.flush()


class Told:
    """In the place of uvicorn's queue: its events are told to the listener instead of waiting to be asked for."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener

    def put_nowait(self, event: Any) -> None:
        body = _body(event)
        if body is None:
            self._listener.gone()
        else:
            self._listener.took(body)


class Asgi:
    """One websocket under any ASGI server."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive, self._send = receive, send
        self._waiting: deque[bytes] = deque()
        self._filled, self._free = asyncio.Event(), asyncio.Event()
        self._free.set()
        self._tasks = [asyncio.ensure_future(self._write())]

    def listen(self, listener: Listener) -> None:
        self._tasks.append(asyncio.ensure_future(self._read(listener)))

    def hold(self, on: bool) -> None:
        (self._free.clear if on else self._free.set)()

    async def _read(self, listener: Listener) -> None:
        while (body := _body(await self._receive())) is not None:
            listener.took(body)
            await self._free.wait()
        listener.gone()

    def write(self, message: bytes) -> int:
        self._waiting.append(message)
        self._filled.set()
        return len(self._waiting)

    async def _write(self) -> None:
        while True:
            await self._filled.wait()
            self._filled.clear()
            await self._flush()

    async def _flush(self) -> None:
        while self._waiting:
            await self._send({"type": "websocket.send", "text": self._waiting.popleft().decode()})

    def trip(self) -> float | None:
        return None

    async def close(self, code: int) -> None:
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await task
        with suppress(Exception):
            await self._flush()
            await self._send({"type": "websocket.close", "code": code})


def _body(event: Any) -> bytes | None:
    if event["type"] == "websocket.disconnect":
        return None
    text = event.get("text")
    return text.encode() if text is not None else event.get("bytes") or b""


def line_of(scope: Scope, receive: Receive, send: Send) -> Line:
    """The best line there is."""
    wire: Line | None = scope.get("extensions", {}).get(NAME)
    return wire if wire is not None else Asgi(receive, send)
