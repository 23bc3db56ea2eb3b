"""Between a socket and the network: a websocket of our own under uvicorn, with a fast lane for what nearly all traffic is.

Uvicorn takes any protocol for its websockets (`ws` of its configuration) and hands it a connection with the request; the
library `websockets` does the handshake, control frames, fragments, closing and everything that is not as it should be (its
sans-I/O layer). A whole masked text frame, and every message out, go past it: no queue of events, no stop and go of reading,
no task for writing. A message is told to the listener the moment it is here. Under another ASGI server `Asgi` does the same
by the book.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import struct
import sys
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from secrets import token_bytes
from typing import Any, cast
from urllib.parse import unquote

import uvicorn
from websockets.exceptions import InvalidState
from websockets.frames import (  # type: ignore[attr-defined]
    Frame,
    Opcode,
    apply_mask,
)
from websockets.http11 import Request
from websockets.protocol import OPEN, SEND_EOF
from websockets.server import ServerProtocol

from parlour.server.line import Line, Listener

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
GOODBYE = 10.0
"""Seconds that the other side has to answer a goodbye."""
RESTARTS, LOST, NOT_TEXT = 1012, 1011, 1007

log = logging.getLogger("uvicorn.error")


class Wire(asyncio.Protocol):
    """One websocket under uvicorn."""

    transport: asyncio.Transport
    _scope: Scope

    def __init__(self, config: uvicorn.Config, server_state: Any, app_state: dict[str, Any]) -> None:
        self.loop = asyncio.get_running_loop()
        self._config, self._server, self._state = config, server_state, app_state
        self._conn = ServerProtocol(max_size=config.ws_max_size, logger=log)
        self._answer: Any = None
        """The library's answer to the request, until it is sent."""
        self._fast = False
        """Whole frames may go past the library."""
        self._in_pieces = self._text = False
        self._pieces: list[bytes] = []
        self._rest = b""
        self._waiting: list[bytes] = []
        self._clogged = False
        self._early: asyncio.Queue[MutableMapping[str, Any]] = asyncio.Queue()
        self._listener: Listener | None = None
        self._held = self._gone = False
        self._ping: bytes | None = None
        self._pinging: asyncio.TimerHandle | None = None
        self._leaving: asyncio.TimerHandle | None = None

    # Uvicorn's side.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)
        self._server.connections.add(self)
        if (line := transport.get_extra_info("socket")) is not None:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)

    def connection_lost(self, exc: Exception | None) -> None:
        self._server.connections.discard(self)
        for timer in (self._pinging, self._leaving):
            if timer is not None:
                timer.cancel()
        self._clogged = False
        self._tell_gone()

    def shutdown(self) -> None:
        """The server stops: come back to another one."""
        if self._answer is not None:
            self._reject(500)
        else:
            with suppress(InvalidState):
                self.flush()
                self._conn.send_close(RESTARTS)
            self._send_out()
        self._tell_gone()
        self.transport.close()

    # The beginning.

    def _asked(self, request: Request) -> None:
        answer = self._conn.accept(request)
        if answer.status_code != 101:
            self._conn.send_response(answer)
            return
        self._answer = answer
        raw_path, _, query = request.path.partition("?")
        root = self._config.root_path
        offers = ",".join(request.headers.get_all("Sec-WebSocket-Protocol"))
        secure = self.transport.get_extra_info("sslcontext") is not None
        self._scope = {
            "type": "websocket",
            "asgi": {"version": self._config.asgi_version, "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "wss" if secure else "ws",
            "server": _address(self.transport.get_extra_info("sockname")),
            "client": _address(self.transport.get_extra_info("peername")),
            "root_path": root,
            "path": root + unquote(raw_path),
            "raw_path": (root + raw_path).encode("ascii"),
            "query_string": query.encode("ascii"),
            "headers": [(k.encode("ascii"), v.encode("latin-1", "surrogateescape")) for k, v in request.headers.raw_items()],
            "subprotocols": [offer.strip() for offer in offers.split(",") if offer.strip()],
            "state": self._state.copy(),
            "extensions": {NAME: self},
        }
        self.transport.pause_reading()  # What comes before our answer waits.
        self._early.put_nowait({"type": "websocket.connect"})
        task = self.loop.create_task(self._serve())
        self._server.tasks.add(task)
        task.add_done_callback(self._server.tasks.discard)

    async def _serve(self) -> None:
        try:
            await self._config.loaded_app(self._scope, self._early.get, self._said)
        except Exception:
            log.exception("A websocket ended with a fault.")
        finally:
            if self._answer is not None:
                self._reject(500)
            if self._leaving is None:
                self.transport.close()

    async def _said(self, event: MutableMapping[str, Any]) -> None:
        """What the application says by the book: yes or no, and whatever it does not write to the line itself."""
        kind = event["type"]
        if kind == "websocket.accept":
            self._accept(event)
        elif kind == "websocket.send":
            text = event.get("text")
            self.write(text.encode() if text is not None else event["bytes"])
        elif self._answer is not None:
            self._reject(403)
        else:
            await self.close(event.get("code", 1000))

    def _accept(self, event: MutableMapping[str, Any]) -> None:
        answer, self._answer = self._answer, None
        if self._gone or answer is None:
            return
        for name, value in (*self._server.default_headers, *event.get("headers", ())):
            answer.headers[name.decode("latin-1")] = value.decode("latin-1")
        self._conn.send_response(answer)
        self._send_out()
        self._fast = True
        self._pause()
        if self._config.ws_ping_interval:
            self._pinging = self.loop.call_later(self._config.ws_ping_interval, self._knock)

    def _reject(self, status: int) -> None:
        self._answer = None
        if not self._gone:
            self._conn.send_response(self._conn.reject(status, ""))
            self._send_out()

    def _knock(self) -> None:
        """Whoever does not answer from one ping to the next is gone."""
        if self._ping is not None:
            self._fail(LOST, "keepalive ping timeout")
            return
        self._ping = token_bytes(4)
        with suppress(InvalidState):
            self._conn.send_ping(self._ping)
            self._send_out()
            self._pinging = self.loop.call_later(self._config.ws_ping_interval or GOODBYE, self._knock)

    # In.

    def data_received(self, data: bytes) -> None:
        if self._fast:
            self._rest = self._frames(self._rest + data if self._rest else data)
        else:
            self._by_the_book(data)

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
                self._by_the_book(data[at:])
                return b""
            stop = body + size
            if end < stop:
                break
            if first == WHOLE_TEXT and not self._in_pieces:
                self._took(apply_mask(data[body:stop], data[body - 4 : body]))
            else:
                if not first & CONTROL:
                    self._in_pieces = not first & FIN
                self._by_the_book(data[at:stop])
            at = stop
        return data[at:]

    def _by_the_book(self, data: bytes) -> None:
        self._conn.receive_data(data)
        for event in self._conn.events_received():
            if isinstance(event, Request):
                self._asked(event)
            elif isinstance(event, Frame):
                self._framed(event)
        self._send_out()

    def _framed(self, frame: Frame) -> None:
        if frame.opcode is Opcode.PONG:
            if bytes(frame.data) == self._ping:
                self._ping = None
        elif frame.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            if frame.opcode is not Opcode.CONT:
                self._text = frame.opcode is Opcode.TEXT
            if frame.data:  # Of empty pieces there may be any number.
                self._pieces.append(bytes(frame.data))
            if frame.fin:
                message, self._pieces = b"".join(self._pieces), []
                self._took(message, self._text)

    def _took(self, message: bytes, text: bool = True) -> None:
        if self._gone or self._leaving is not None:
            return
        if text and not message.isascii():
            try:
                message.decode()
            except UnicodeDecodeError:
                self._fail(NOT_TEXT, "not UTF-8")
                return
        if self._listener is not None:
            self._listener.took(message)
        else:
            self._early.put_nowait({"type": "websocket.receive", "bytes": message})

    def _tell_gone(self) -> None:
        if not self._gone:
            self._gone = True
            self._waiting.clear()
            if self._listener is not None:
                self._listener.gone()
            else:
                self._early.put_nowait({"type": "websocket.disconnect", "code": 1006})

    def listen(self, listener: Listener) -> None:
        self._listener = listener
        while not self._early.empty():
            body = _body(self._early.get_nowait())
            if body is None:
                listener.gone()
            else:
                listener.took(body)

    def hold(self, on: bool) -> None:
        self._held = on
        self._pause()

    def _pause(self) -> None:
        if not self.transport.is_closing() and self.transport.is_reading() == self._held:
            (self.transport.pause_reading if self._held else self.transport.resume_reading)()

    # Out.

    def _send_out(self) -> None:
        """What the library has to say. After its last word the line is closed."""
        said = self._conn.data_to_send()
        if not self.transport.is_closing():
            self.transport.write(b"".join(said))
        if SEND_EOF in said:
            self._tell_gone()
            self.transport.close()

    def _fail(self, code: int, why: str) -> None:
        self._conn.fail(code, why)
        self._send_out()

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
        if self._leaving is not None or self._gone or self.transport.is_closing():
            self._waiting.clear()
        elif self._waiting and not self._clogged:
            frames = b"".join(self._waiting)
            self._waiting.clear()
            try:
                self.transport.write(frames)
            except (OSError, RuntimeError):
                return  # Gone this very moment: the reading side hears of it.

    def pause_writing(self) -> None:
        self._clogged = True

    def resume_writing(self) -> None:
        self._clogged = False
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
        if self._clogged:
            # It does not take even a goodbye.
            self._waiting.clear()
            self.transport.abort()
        elif self._conn.state is OPEN:
            self._conn.send_close(code)
            self._send_out()
            self._leaving = self.loop.call_later(GOODBYE, self.transport.close)
            self.hold(False)  # Its own goodbye is to be read.


_full: list[Wire] = []


def _flush() -> None:
    wires = _full[:]
    _full.clear()
    for wire in wires:
        wire.flush()


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


def _address(name: Any) -> tuple[str, int] | None:
    return (str(name[0]), int(name[1])) if isinstance(name, tuple) and len(name) > 1 else None


def line_of(scope: Scope, receive: Receive, send: Send) -> Line:
    """The best line there is."""
    wire: Line | None = scope.get("extensions", {}).get(NAME)
    return wire if wire is not None else Asgi(receive, send)
