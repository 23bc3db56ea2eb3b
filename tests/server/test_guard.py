"""Malformed, oversized, out of order, too fast, forged and fuzzed: a sentence back, and nothing changes."""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import string
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import msgspec
import pytest
from server_kit import CALM, GENEROUS, SOAK, Party, Served, fails, play_together, run
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from parlour.client import Client
from parlour.server import messages as m
from parlour.server.config import Config, Limits

FUZZED = 100_000 if SOAK else 4_000

BAD = [
    "", "{", "null", "[]", "17", '"hello"', "{}", '{"type":"nothing"}', '{"type":"play"}', '{"type":"play","id":"a","seat":0}',
    '{"type":"play","id":"a","seat":-1,"move":1}', '{"type":"play","id":"a","seat":0.5,"move":1}',
    '{"type":"play","id":"a","seat":99999999999999999999,"move":1}', '{"type":"play","id":"","seat":0,"move":1}',
    '{"type":"play","id":"a","seat":0,"move":[1]}', '{"type":"play","id":"a","seat":0,"move":1,"extra":1}',
    '{"type":"say","text":""}', '{"type":"say","text":"' + "x" * 281 + '"}', '{"type":"show","emote":"rude"}',
    '{"type":"set_seat","seat":0,"kind":"person"}', '{"type":"set_seat","seat":0,"kind":"bot","level":"god"}',
    '{"type":"sit","name":""}', '{"type":"sit","name":"A","salt":"xyz"}', '{"type":"start","fill":"yes"}',
    '{"type":"ping"}', '{"type":"aim","seat":0,"aim":{"x":"y"}}', '{"type":"hello","table":"short"}',
    '{"type":"hello","table":"../../../../etc/passwd"}', '{"type":"play","id":"a","seat":0,"move":' + "[" * 5000 + "}",
    "\x00\x01\x02", '{"type":"snapshot","version":1}',
]  # fmt: skip


async def raw(served, hello: m.Hello | None = None):
    socket = await connect(served.address.replace("http", "ws") + "/api/socket", compression=None, max_size=None)
    if hello is not None:
        await socket.send(msgspec.json.encode(hello).decode())
    return socket


async def answer(socket, *kinds: str) -> dict:
    """The next message of one of these kinds."""
    while True:
        said = json.loads(await asyncio.wait_for(socket.recv(), 10))
        if said["type"] in kinds:
            return said


async def _all(socket):
    """Every message until the server closes."""
    while True:
        try:
            yield await asyncio.wait_for(socket.recv(), 10)
        except ConnectionClosed:
            return


def test_every_malformed_message_gets_a_sentence_and_the_socket_lives_on(served):
    async def test():
        async with Party(served.address) as party:
            (ada,) = await party.sit_down("doce", people=1, bots=1, options={"first": 0})
            version = ada.version
            token = party.clients[0].token
            for start in range(0, len(BAD), 20):
                socket = await raw(served, m.Hello(party.table, token=token))
                await answer(socket, "snapshot")
                for bad in BAD[start : start + 20]:
                    await socket.send(bad)
                    said = await answer(socket, "problem")
                    assert said["code"] == "bad_message", bad
                    assert said["sentence"]
                await socket.send(b"\xff\xfe\x00")
                assert (await answer(socket, "problem"))["code"] == "bad_message"
                await socket.send('{"type":"ping","sent":1}')
                assert (await answer(socket, "pong"))["sent"] == 1
                await socket.close()
            assert (await party.clients[0].show(party.table)).version == version

    run(test())


@pytest.mark.parametrize(
    "move", [-1, 10**18, 175 + 1, "c99", "🎲", {"type": "place"}, {"type": "nothing"}, {"square": "c3"}, ""]
)
def test_a_move_that_is_none_is_answered_with_its_id(served, move):
    async def test():
        async with Party(served.address) as party:
            (ada,) = await party.sit_down("doce", people=1, bots=1, options={"first": 0})
            wrong = await fails(ada.play(move))
            assert wrong.code == "bad_message"
            assert str(wrong)
            assert ada.moves == 0

    run(test())


def test_messages_out_of_order_are_refused(served):
    async def test():
        async with Party(served.address) as party:
            ada, _ = await party.sit_down("doce", start=False)
            socket = await raw(served)
            await socket.send('{"type":"start"}')
            assert (await answer(socket, "problem"))["sentence"] == "Say hello first."
            with pytest.raises(ConnectionClosed) as closed:
                await socket.recv()
            assert closed.value.rcvd.code == 4001
            for early in (
                m.Undo(0),
                m.AnswerUndo(0, True),
                m.Pause(0),
                m.Resume(0),
                m.Rematch(0),
                m.TakeBack(0),
                m.AnswerPause(0, True),
            ):
                before = len(ada.problems)
                await ada.send(early)
                await ada.until(lambda before=before: len(ada.problems) > before)
                assert ada.problems[-1].code == "not_now"
            early = await fails(ada.play(0))
            assert early.code == "not_now"
            await ada.send(m.Start())
            await ada.until(lambda: ada.table.phase == "running")
            await ada.send(m.Start())
            await ada.until(lambda: "begun already" in ada.problems[-1].sentence)

    run(test())


def test_an_oversized_message_is_refused_and_a_huge_one_closes_the_socket(served):
    async def test():
        async with Party(served.address) as party:
            await party.sit_down("doce", people=1, bots=1)
            socket = await raw(served, m.Hello(party.table))
            await answer(socket, "snapshot")
            await socket.send('{"type":"say","text":"' + "x" * 20_000 + '"}')
            assert (await answer(socket, "problem"))["code"] == "too_large"
            await socket.send("x" * 200_000)
            await socket.wait_closed()
            assert socket.close_code == 1009
            large = await fails(party.clients[0].call("POST", "/api/tables", {"game": "x" * 50_000}))
            assert large.status == 413

    run(test())


def test_too_many_messages_are_slowed_down_and_then_cut(serve):
    server = serve(limits=Limits(rate=5, burst=10, bad=15, calls=5, call_burst=8))

    async def test():
        async with Client(server.address) as client:
            table = await client.create("doce", ["mine", "bot"])
            socket = await raw(server, m.Hello(table, token=client.token))
            for _ in range(40):
                await socket.send('{"type":"ping","sent":1}')
            codes = [json.loads(text).get("code") async for text in _all(socket)]
            assert "too_fast" in codes
            assert socket.close_code == 4008
            slowed = []
            for _ in range(20):
                try:
                    await client.call("GET", "/api/mine")
                except Exception as wrong:
                    slowed.append(wrong)
            assert {wrong.status for wrong in slowed} == {429}

    run(test())


def test_pages_of_another_origin_may_not_talk_to_the_server(served):
    async def test():
        address = served.address.replace("http", "ws") + "/api/socket"
        with pytest.raises(InvalidStatus):
            await connect(address, origin="http://evil.example")
        own = await connect(address, origin=served.address)
        await own.close()

    run(test())
    connection = http.client.HTTPConnection("127.0.0.1", served.port)
    connection.request("POST", "/api/devices", headers={"origin": "http://evil.example"})
    assert connection.getresponse().status == 403
    connection.close()


def test_another_protocol_is_told_to_reload(served):
    async def test():
        async with Party(served.address) as party:
            await party.sit_down("doce", people=1, bots=1)
            socket = await raw(served, m.Hello(party.table, protocol=99))
            assert (await answer(socket, "problem"))["code"] == "old_client"
            with pytest.raises(ConnectionClosed) as closed:
                await socket.recv()
            assert closed.value.rcvd.code == 4009

    run(test())


def test_no_table_is_reached_by_a_guessed_id_and_guessing_leaves_nothing_behind(served):
    async def test():
        for guess in ("A" * 22, "_" * 22):
            socket = await raw(served, m.Hello(guess))
            assert (await answer(socket, "problem"))["code"] == "no_table"
            with pytest.raises(ConnectionClosed) as closed:
                await socket.recv()
            assert closed.value.rcvd.code == 4004

    run(test())


def test_no_call_walks_out_of_the_folder_of_pages(served, serve, tmp_path):
    pages = tmp_path / "pages"
    (pages / "assets").mkdir(parents=True)
    (pages / "index.html").write_text("<h1>Parlour</h1>")
    (pages / "assets" / "app-12345678.js").write_text("1")
    (pages / "assets" / "app-12345678.js.gz").write_bytes(b"zipped")
    (tmp_path / "secret.txt").write_text("secret")
    server = serve(pages=str(pages))

    def get(path: str, port: int, **headers: str) -> tuple[int, bytes, dict[str, str]]:
        connection = http.client.HTTPConnection("127.0.0.1", port)
        connection.request("GET", path, headers=headers)
        got = connection.getresponse()
        body = got.read()
        connection.close()
        return got.status, body, dict(got.getheaders())

    for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt", "//secret.txt", "/assets/%00.js"):
        status, body, _ = get(path, server.port)
        assert b"secret" not in body or status == 404, path
    assert get("/", server.port)[1] == b"<h1>Parlour</h1>"
    assert get("/t/abcdef", server.port)[1] == b"<h1>Parlour</h1>"
    status, body, headers = get("/assets/app-12345678.js", server.port, **{"accept-encoding": "gzip"})
    assert (status, body, headers["content-encoding"]) == (200, b"zipped", "gzip")
    assert "immutable" in headers["cache-control"]
    assert headers["x-content-type-options"] == "nosniff"
    assert get("/assets/none.js", server.port)[0] == 404
    assert get("/api/none", server.port)[0] == 404
    status, body, _ = get("/", served.port)
    assert b"Parlour" in body


def asked(port: int, method: str, path: str, body: bytes | None = None, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """One call as it is written, by nobody's library."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.putrequest(method, path, skip_host="host" in headers, skip_accept_encoding=True)
    for name, value in headers.items():
        connection.putheader(name, value)
    connection.putheader("content-length", str(len(body or b"")))
    connection.endheaders(body)
    got = connection.getresponse()
    answer = got.status, {name.lower(): value for name, value in got.getheaders()}, got.read()
    connection.close()
    return answer


@pytest.mark.parametrize(
    ("status", "method", "path", "body", "headers"),
    [
        (403, "POST", "/api/devices", b"", {"origin": "http://["}),
        (403, "POST", "/api/devices", b"", {"origin": "null"}),
        (403, "POST", "/api/devices", b"", {"origin": "//"}),
        (200, "GET", "/%00", None, {}),
        (200, "GET", "/" + "a" * 3000, None, {}),
        (404, "GET", "/" + "a" * 3000 + ".js", None, {}),
        (404, "GET", "/" + "b/" * 3000 + "c.js", None, {}),
        (400, "POST", "/api/tables", b'{"game":"doce","seats":[],"options":{"x":' + b"[" * 8000, {}),
        (400, "POST", "/api/tables", b'{"a":' * 2600, {}),
        (400, "POST", "/api/games/icecool/practice", b'{"flick":' + b"[" * 4000 + b"]" * 4000 + b"}", {}),
        (403, "GET", "/api/games", None, {"host": "evil.example"}),
        (403, "GET", "/", None, {"host": "evil.example:8765"}),
        (403, "GET", "/api/mine", None, {"host": "127.0.0.1.evil.example"}),
        (200, "GET", "/api/games", None, {"host": "192.168.1.7:8765"}),
        (200, "GET", "/api/games", None, {"host": "[fe80::1]:8765"}),
        (200, "GET", "/api/games", None, {"host": "kitchen.local:8765"}),
        (200, "GET", "/api/games", None, {"host": "kitchen"}),
        (200, "GET", "/api/games", None, {"host": "games.example"}),
        (200, "GET", "/health", None, {"host": "watch.example"}),
    ],
)  # fmt: skip
def test_strange_requests_get_a_sentence_and_never_a_fault(strange, status, method, path, body, headers):
    token = {"authorization": "Bearer " + "x" * 43} if path.startswith("/api") else {}
    answer, said, content = asked(strange.port, method, path, body, **(token | headers))
    assert answer == status, content
    assert said["content-security-policy"].startswith("default-src 'self'")
    if status >= 400 and path.startswith("/api"):
        assert json.loads(content)["sentence"]
    assert "parlour_faults_total" not in strange.metrics()


@pytest.fixture(scope="module")
def strange(tmp_path_factory):
    """A server with pages and a name."""
    folder = tmp_path_factory.mktemp("strange")
    (folder / "index.html").write_text("<h1>Parlour</h1>")
    server = Served(Config(pages=str(folder), origins=("https://games.example",), limits=GENEROUS, logs=False)).start()
    yield server
    server.stop()


def test_a_page_of_a_name_that_was_made_to_lead_here_gets_no_socket(strange):
    async def test():
        address = strange.address.replace("http", "ws") + "/api/socket"
        for headers in ({"Host": "evil.example", "Origin": "http://evil.example"}, {"Origin": "http://["}):
            with pytest.raises(InvalidStatus):
                await connect(address, additional_headers=headers)

    run(test())


def test_nothing_is_loaded_from_foreign_hosts(strange):
    assert asked(strange.port, "GET", "/schema/openapi.json")[0] == 200
    for path in (
        "/schema",
        "/schema/",
        "/schema/swagger",
        "/schema/redoc",
        "/schema/scalar",
        "/schema/elements",
        "/schema/rapidoc",
    ):
        _, headers, content = asked(strange.port, "GET", path)
        assert b"http" not in content
        assert "script-src 'self'" in headers["content-security-policy"]


def fuzzed(rng: random.Random, table: str) -> str | bytes:
    """Something between noise and a well-formed message."""
    kind = rng.choice(["play", "say", "show", "sit", "stand", "set_seat", "start", "rematch", "undo", "answer_undo", "pause",
                       "resume", "take_back", "answer_pause", "rename", "mute", "aim", "ping", "lag", "nothing"])  # fmt: skip
    junk = [
        None,
        True,
        -1,
        0,
        1,
        7,
        2**70,
        1e308,
        "",
        "c3",
        "x" * 50,
        [],
        {},
        [[]],
        {"type": "place", "square": "c3", "face": 4},
    ]
    names = ["id", "seat", "move", "text", "emote", "name", "salt", "kind", "level", "fill", "yes", "aim", "sent", "at"]
    fields = {name: rng.choice(junk) for name in rng.sample(names, rng.randrange(6))}
    if rng.random() < 0.5:
        fields |= {"id": str(rng.random()), "seat": rng.randrange(3), "move": rng.randrange(-2, 200)}
    text = json.dumps({"type": kind} | fields)
    way = rng.randrange(8)
    if way == 0:
        return bytes(rng.randrange(256) for _ in range(rng.randrange(60)))
    if way == 1:
        return text[: rng.randrange(len(text))]
    if way == 2:
        spot = rng.randrange(len(text))
        return text[:spot] + rng.choice(string.printable) + text[spot + 1 :]
    return text


def test_fuzzed_messages_raise_nothing_and_change_nothing(serve):
    server = serve(limits=Limits(rate=1e9, burst=10**9, bad=10**9, calls=1e6, call_burst=10**6))

    async def test():
        async with Party(server.address) as party:
            ada, bea = await party.sit_down("doce", settings=msgspec.structs.replace(CALM, spectator_chat=False))
            before = (await party.clients[0].show(party.table)).version
            stranger = await party.device()
            rng = random.Random(11)
            socket = await raw(server, m.Hello(party.table, token=stranger.token))
            count = 0
            while count < FUZZED:
                for _ in range(200):
                    await socket.send(fuzzed(rng, party.table))
                count += 200
                await socket.send(f'{{"type":"ping","sent":{count}}}')
                while (await answer(socket, "pong"))["sent"] != count:
                    pass
            await socket.close()
            assert (await party.clients[0].show(party.table)).version == before
            assert (ada.moves, bea.moves) == (0, 0)
            counts = server.metrics()
            assert "parlour_faults_total" not in counts
            assert counts["parlour_messages_total"] >= FUZZED

    run(test())


def test_logs_are_json_lines_without_tokens_seeds_hands_or_words(serve, capfd):
    server = serve(logs=True)

    async def test():
        async with Party(server.address) as party:
            ada, bea = await party.sit_down("dokitto")
            await ada.send(m.Say("the secret word"))
            await bea.until(lambda: bea.lines[1][-1].kind == "chat")
            await fails(ada.play("nonsense"))
            return [client.token for client in party.clients]

    tokens = asyncio.run(test())
    server.stop()
    lines = capfd.readouterr().err.splitlines()
    said = [json.loads(line) for line in lines if line.startswith("{")]
    assert {entry["what"] for entry in said} >= {"open", "closed"}
    for secret in (*tokens, "secret word", "seed", "hand"):
        assert not any(secret in line for line in lines)


def test_a_table_closed_to_spectators_shows_them_seats_but_no_match(served):
    async def test():
        async with Party(served.address) as party:
            ada, bea = await party.sit_down("doce", settings=msgspec.structs.replace(CALM, spectators=False))
            watcher = await party.link(await party.device())
            await play_together([ada, bea], 2)
            await watcher.until(lambda: watcher.moves == 2)
            assert watcher.views == {}
            assert watcher.lines.get(None, []) == []
            assert [seat.name for seat in watcher.table.seats] == ["Ada", "Bea"]

    run(test())


def test_only_who_is_to_act_can_aim_and_the_others_watch(served):
    async def test():
        async with Party(served.address) as party:
            ada, bea = await party.sit_down("doce", options={"first": 0})
            heard: list[dict] = []
            bea.heard = lambda body: heard.append(json.loads(body))
            await ada.send(m.Aim(0, {"angle": 1.5, "power": 40}))
            await bea.send(m.Aim(1, {"angle": 1.5}))
            await bea.until(lambda: bool(bea.problems) and any(said["type"] == "aimed" for said in heard))
            assert next(said for said in heard if said["type"] == "aimed")["aim"] == {"angle": 1.5, "power": 40.0}
            assert bea.problems[-1].code == "not_now"

    run(test())


def calls(address: str, forwarded: str, count: int) -> list[int]:
    """The answers to so many calls that seem to come from an address."""
    found = []
    for _ in range(count):
        request = Request(address + "/api/games/doce", headers={"x-forwarded-for": forwarded})
        try:
            with urlopen(request, timeout=5) as answer:
                found.append(answer.status)
        except HTTPError as wrong:
            found.append(wrong.code)
    return found


def test_behind_a_proxy_every_address_has_its_own_measure(serve):
    server = serve(limits=Limits(calls=0.001, call_burst=3), behind_proxy=("127.0.0.1",))
    assert calls(server.address, "203.0.113.7", 4) == [200, 200, 200, 429]
    assert calls(server.address, "203.0.113.8", 1) == [200]
    # What the proxy itself saw counts, not what a client wrote before it.
    assert calls(server.address, "203.0.113.8, 203.0.113.7", 1) == [429]


def test_without_a_proxy_nobody_is_believed_to_be_somebody_else(serve):
    server = serve(limits=Limits(calls=0.001, call_burst=3))
    assert calls(server.address, "203.0.113.7", 3) == [200, 200, 200]
    assert calls(server.address, "203.0.113.8", 1) == [429]
