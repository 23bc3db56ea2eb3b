"""The fast lane of a socket: whatever way the bytes come, the messages are the same, and what is wrong closes the line."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import os
import socket
import struct
import tomllib
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import uvicorn
from packaging.requirements import Requirement
from server_kit import Party, run
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from parlour.server import messages as m
from parlour.server.wire import apply_mask

FIN, MASK = 0x80, 0x80
TEXT, BINARY, CONT, CLOSE, PING, PONG = 1, 2, 0, 8, 9, 10


def frame(body: bytes, opcode: int = TEXT, fin: bool = True, masked: bool = True) -> bytes:
    head = bytes(((FIN if fin else 0) | opcode,))
    flag = MASK if masked else 0
    if len(body) < 126:
        head += bytes((flag | len(body),))
    elif len(body) < 65536:
        head += bytes((flag | 126,)) + struct.pack(">H", len(body))
    else:
        head += bytes((flag | 127,)) + struct.pack(">Q", len(body))
    if not masked:
        return head + body
    key = os.urandom(4)
    return head + key + bytes(byte ^ key[k % 4] for k, byte in enumerate(body))


class Raw:
    """A websocket by hand."""

    @classmethod
    async def open(cls, address: str) -> Raw:
        self, parts = cls(), urlsplit(address)
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)  # who does not read is soon full
        line.setblocking(False)
        await asyncio.get_running_loop().sock_connect(line, (parts.hostname, parts.port))
        self.reader, self.writer = await asyncio.open_connection(sock=line)
        key = base64.b64encode(os.urandom(16)).decode()
        self.writer.write(
            f"GET /api/socket HTTP/1.1\r\nHost: {parts.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        assert (await self.reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
        return self

    def write(self, data: bytes) -> None:
        self.writer.write(data)

    async def read(self) -> tuple[int, bytes]:
        """The next frame: its kind and its body."""
        first, second = await asyncio.wait_for(self.reader.readexactly(2), 10)
        size = second & 127
        if size == 126:
            size = struct.unpack(">H", await self.reader.readexactly(2))[0]
        elif size == 127:
            size = struct.unpack(">Q", await self.reader.readexactly(8))[0]
        return first & 15, await self.reader.readexactly(size)

    async def until(self, kind: int, holds: bytes = b"") -> bytes:
        while True:
            found, body = await self.read()
            if found == kind and holds in body:
                return body

    def close(self) -> None:
        self.writer.close()


async def greeted(party: Party) -> Raw:
    """A socket at a fresh table that has said hello as a spectator."""
    await party.sit_down("doce", start=False)
    raw = await Raw.open(party.address)
    raw.write(frame(f'{{"type":"hello","table":"{party.table}"}}'.encode()))
    await raw.until(TEXT, b'"snapshot"')
    return raw


def ping(number: int, padding: int = 0) -> bytes:
    return f'{{"type":"ping","sent":{number}{" " * padding}}}'.encode()


def test_uvicorn_is_of_the_range_we_ask_for_and_has_all_that_we_stand_on():
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (wanted,) = [wish for wish in map(Requirement, project["dependencies"]) if wish.name == "uvicorn"]
    assert any(part.operator == "<" for part in wanted.specifier), "the porch stands on an inner class of it"
    assert uvicorn.__version__ in wanted.specifier
    # Of the porch: what it overrides or looks at.
    for name in ("connection_made", "data_received", "connection_lost", "handle_websocket_upgrade"):
        assert callable(getattr(HttpToolsProtocol, name))
    assert {"connections", "cycle", "loop", "transport"} <= set(HttpToolsProtocol.__init__.__code__.co_names)
    assert {"response_complete", "more_body"} <= set(RequestResponseCycle.__init__.__code__.co_names)

    # Of the wire: what any protocol for websockets is given.
    async def app(scope, receive, send) -> None: ...

    config = uvicorn.Config(app)
    config.load()
    for name in ("loaded_app", "asgi_version", "root_path", "ws_max_size", "ws_ping_interval"):
        assert hasattr(config, name)
    state = uvicorn.Server(config).server_state
    assert (state.connections, state.tasks, state.default_headers) == (set(), set(), [])


@pytest.mark.parametrize("size", [0, 1, 3, 4, 5, 126, 4099])
def test_a_mask_is_taken_off(size):
    """By what websockets has compiled for itself, which it promises to nobody."""
    body, key = os.urandom(size), os.urandom(4)
    assert apply_mask(bytes(byte ^ key[k % 4] for k, byte in enumerate(body)), key) == body


def test_who_answers_no_ping_is_let_go_and_who_does_stays():
    """The wire alone, under a clock of the test's."""
    from parlour.server.wire import Wire

    class Transport(asyncio.Transport):
        def __init__(self) -> None:
            super().__init__({"peername": ("127.0.0.1", 9), "sockname": ("127.0.0.1", 8)})
            self.said, self.closed, self.reading = b"", False, True

        def write(self, data) -> None:
            self.said += data

        def close(self) -> None:
            self.closed = True

        is_closing = lambda self: self.closed  # noqa: E731
        is_reading = lambda self: self.reading  # noqa: E731

        def pause_reading(self) -> None:
            self.reading = False

        def resume_reading(self) -> None:
            self.reading = True

    async def test():
        heard: list[bytes] = []
        ended = asyncio.Event()

        class Listener:
            took = heard.append

            def gone(self) -> None:
                ended.set()

        async def app(scope, receive, send) -> None:
            await receive()
            await send({"type": "websocket.accept"})
            scope["extensions"]["parlour.wire"].listen(Listener())
            await ended.wait()

        config = uvicorn.Config(app, ws_ping_interval=1000)
        config.load()
        state = uvicorn.Server(config).server_state
        wire, line = Wire(config, state, {}), Transport()
        wire.connection_made(line)
        wire.data_received(
            b"GET / HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: MTIzNDU2Nzg5MDEyMzQ1Ng==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        assert not line.reading, "what comes before our answer waits"
        while b"\r\n\r\n" not in line.said:
            await asyncio.sleep(0)
        assert line.said.startswith(b"HTTP/1.1 101")
        assert line.reading
        for _ in range(3):
            line.said = b""
            wire._knock()
            assert line.said[:2] == bytes((FIN | PING, 4))
            wire.data_received(frame(line.said[2:], PONG))
        assert not line.closed
        wire._knock()
        wire.data_received(frame(b"else", PONG))  # Not what was asked.
        line.said = b""
        wire._knock()
        assert line.closed
        assert line.said[0] == FIN | CLOSE
        await asyncio.wait_for(ended.wait(), 10)
        wire.connection_lost(None)
        await asyncio.gather(*state.tasks)
        assert not state.connections

    asyncio.run(test())


def test_messages_arrive_however_the_bytes_are_cut(served):
    async def test():
        async with Party(served.address) as party:
            raw = await greeted(party)
            stream = b"".join(
                [
                    frame(ping(1)),
                    frame(b"tick", PING),
                    frame(ping(2, 300)),
                    frame(ping(3)[:9], TEXT, fin=False),
                    frame(b"tock", PING),
                    frame(ping(3)[9:], CONT),
                    frame(ping(4), BINARY),
                    frame(ping(5)),
                ]
            )
            for cut in (1, 3, 7, len(stream)):
                for at in range(0, len(stream), cut):
                    raw.write(stream[at : at + cut])
                    await asyncio.sleep(0)
                got = []
                while len(got) < 7:
                    kind, body = await raw.read()
                    if kind == PONG or b'"pong"' in body:
                        got.append(body if kind == PONG else round(float(body.split(b'"sent":')[1].split(b",")[0])))
                assert sorted(map(str, got)) == sorted(map(str, [1, b"tick", 2, b"tock", 3, 4, 5]))
                assert [body for body in got if isinstance(body, int)] == [1, 2, 3, 4, 5]
            raw.close()

    run(test())


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (frame(ping(1), masked=False), 1002),
        (frame(b"x" * 70_000)[:20], 1009),
        (frame(b'"\xff\xfe"'), 1007),
        (bytes((FIN | 0x40 | TEXT, MASK | 2)) + b"abcdef", 1002),
        (frame(b"x", 3), 1002),
        (frame(ping(1), CONT), 1002),
        (frame(struct.pack(">H", 1000), CLOSE), 1000),
    ],
    ids=["not masked", "too large", "not text", "a reserved bit", "an unknown kind", "goes on with nothing", "a farewell"],
)
def test_what_breaks_the_protocol_closes_the_line_with_its_code(served, data, code):
    async def test():
        async with Party(served.address) as party:
            raw = await greeted(party)
            raw.write(data)
            assert struct.unpack(">H", (await raw.until(CLOSE))[:2])[0] == code
            raw.close()

    run(test())


def test_who_does_not_read_is_let_go_and_the_others_play_on(serve):
    import msgspec
    from server_kit import GENEROUS

    server = serve(limits=msgspec.structs.replace(GENEROUS, outbox=20))

    async def test():
        async with Party(server.address) as party:
            raw = await greeted(party)
            raw.writer.transport.pause_reading()
            (ada, bea) = party.links
            text = "word " * 50
            for number in range(30_000):
                await ada.send(m.Say(f"{number} {text}", 0))
                if number % 100 == 99:
                    await ada.until(lambda number=number: len(ada.lines[0]) >= number)
                    if server.metrics()["parlour_sockets"] == 2:
                        break
            else:
                raise AssertionError("the server keeps everything for somebody who does not listen")
            await bea.send(m.Say("still here", 1))
            await ada.until(lambda: any(line.sentence == "still here" for line in ada.lines[0]))
            with contextlib.suppress(OSError):
                raw.close()

    run(test())
