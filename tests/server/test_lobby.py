"""The lobby: public tables come and go before the eyes of those who look; and a table is left by a call."""

from __future__ import annotations

import asyncio

import msgspec
from server_kit import Party, play_on, run
from websockets.asyncio.client import connect

from parlour.server import messages as m
from parlour.tables.shown import Settings

read = msgspec.json.Decoder(m.ServerMessage).decode
OPEN = [m.SeatWish("mine", name="Ada"), m.SeatWish("open")]


async def look(address: str):
    socket = await connect(address.replace("http", "ws") + "/api/socket")
    await socket.send('{"type":"lobby"}')
    return socket


async def told(socket, ready):
    """The list, as soon as it is so."""
    while True:
        message = read(await asyncio.wait_for(socket.recv(), 20))
        assert isinstance(message, m.Tables)
        if ready({table.id: table for table in message.tables}):
            return


async def watched(socket, ready):
    """The same for those that run."""
    while True:
        message = read(await asyncio.wait_for(socket.recv(), 20))
        if isinstance(message, m.Tables) and ready({table.id: table for table in message.running}):
            return


async def create(client, **settings) -> str:
    return await client.create("doce", OPEN, settings=Settings(**settings))


def test_public_tables_come_change_and_go_before_the_eyes_of_those_who_look(served):
    async def test():
        async with Party(served.address) as party:
            ada, bea = await party.device(), await party.device()
            eyes = await look(served.address)
            hidden = await create(ada)
            table = await create(ada, public=True)
            await told(eyes, lambda seen: table in seen and hidden not in seen)
            link = await party.stack.enter_async_context(bea.sit(table))
            await link.send(m.Sit("Bea"))
            await told(eyes, lambda seen: [seat.name for seat in seen[table].seats] == ["Ada", "Bea"])
            host = await party.stack.enter_async_context(ada.sit(table))
            await host.send(m.Start())
            await told(eyes, lambda seen: table not in seen)
            late = await look(served.address)
            await told(late, lambda seen: table not in seen)
            for socket in (eyes, late):
                await socket.close()

    run(test())


def test_running_tables_are_listed_while_they_run_unless_nobody_may_watch(served):
    async def test():
        async with Party(served.address) as party, Party(served.address) as others:
            eyes = await look(served.address)
            (secret,) = await others.sit_down("doce", 1, 1, settings=Settings(public=True, spectators=False))
            (link,) = await party.sit_down("doce", 1, 1, settings=Settings(public=True))
            await watched(eyes, lambda seen: link.table.id in seen and secret.table.id not in seen)
            await play_on(link)
            await watched(eyes, lambda seen: link.table.id not in seen)
            await eyes.close()

    run(test())


def test_whoever_looks_hears_at_once_that_a_chair_is_kept_and_nobody_else_does(served):
    async def test():
        async with Party(served.address) as party:
            links = await party.sit_down("doce")
            await asyncio.gather(*(play_on(link) for link in links))
            ada, bea = party.clients
            while not (people := await ada.call("GET", "/api/me/people")):
                await asyncio.sleep(0.05)
            stranger = await party.device()
            await stranger.call("GET", "/api/me")
            sockets = []
            for client in (bea, stranger):
                sockets.append(socket := await connect(served.address.replace("http", "ws") + "/api/socket"))
                await socket.send(msgspec.json.encode(m.Lobby(client.token)).decode())
                while not isinstance(message := read(await asyncio.wait_for(socket.recv(), 20)), m.Calls):
                    pass
                assert message.calls == []
            table = await create(ada)
            await ada.call("POST", "/api/me/people/call", {"table": table, "people": [people[0]["person"]["id"]]})
            while not isinstance(message := read(await asyncio.wait_for(sockets[0].recv(), 20)), m.Calls):
                pass
            assert [(call.table, call.caller.name) for call in message.calls] == [(table, "Ada")]
            await sockets[1].send('{"type":"ping","sent":1}')
            while not isinstance(message := read(await asyncio.wait_for(sockets[1].recv(), 20)), m.Pong):
                assert not isinstance(message, m.Calls)
            for socket in sockets:
                await socket.close()

    run(test())


def test_who_looks_at_the_lobby_is_answered_to_a_ping_and_may_go_to_a_table_from_there(served):
    async def test():
        async with Party(served.address) as party:
            table = await create(await party.device(), public=True)
            eyes = await look(served.address)
            await told(eyes, lambda seen: table in seen)
            await eyes.send('{"type":"ping","sent":1}')
            assert isinstance(read(await eyes.recv()), m.Pong)
            await eyes.send(msgspec.json.encode(m.Hello(table)).decode())
            assert isinstance(read(await eyes.recv()), m.Snapshot)
            await eyes.close()

    run(test())


def test_a_table_is_left_with_every_seat_by_one_call(served):
    async def test():
        async with Party(served.address) as party:
            ada = await party.device()
            two = [m.SeatWish("mine", name="Ada"), m.SeatWish("mine", name="Bea")]
            table = await ada.create("doce", two, start=True)
            assert [one["id"] for one in await ada.call("GET", "/api/mine")] == [table]
            left = await ada.call("POST", f"/api/tables/{table}/leave")
            assert [seat["kind"] for seat in left["seats"]] == ["bot", "bot"]
            assert await ada.call("GET", "/api/mine") == []
            assert (await ada.call("POST", f"/api/tables/{table}/leave"))["id"] == table

    run(test())
