"""Two workers, a real PostgreSQL and a real Redis: no worker holds the truth."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator

import pytest
from server_kit import GENEROUS, QUICK, Party, Served, fails, play_on, play_together, run
from services import Postgres, Redis

import parlour
from parlour.client import Client, Link
from parlour.core.record import Record
from parlour.server import messages as m
from parlour.server.config import Config
from parlour.server.storage.postgres import PostgresStore
from parlour.tables.shown import Settings


@pytest.fixture(scope="module")
def club(postgres: Postgres, redis: Redis) -> Iterator[Callable[[int], Served]]:
    """Two workers at addresses of their own, so that a test chooses who sits where."""
    config = Config(postgres.address, redis.address, QUICK, GENEROUS, away_grace=0.2, recheck=0.5, sweep=0.3, logs=False)
    workers = [Served(config).start(), Served(config).start()]
    yield lambda number: workers[number]
    for worker in workers:
        worker.stop()


async def two_apart(party: Party, club: Callable[[int], Served], game: str, **more) -> list:
    """Ada sits at the first worker, Bea at the second, at one table."""
    host = await party.device()
    seats = [m.SeatWish("mine", name="Ada"), "open", *["bot"] * more.pop("bots", 0)]
    party.table = await host.create(game, seats, **more)
    party.links.append(await party.link(host))
    party.address = club(1).address
    guest = await party.device()
    await guest.join(party.table, "Bea")
    party.links.append(await party.link(guest))
    await party.links[0].send(m.Start())
    for link in party.links:
        await link.until(lambda link=link: link.table.phase == "running")
    return party.links


@pytest.mark.parametrize("game", ["doce", "dokitto"])
def test_two_people_at_two_workers_play_a_whole_match(club, game):
    async def test():
        async with Party(club(0).address) as party:
            ada, bea = await two_apart(party, club, game)
            await asyncio.gather(play_on(ada), play_on(bea))
            await asyncio.gather(ada.until(lambda: ada.over), bea.until(lambda: bea.over))
            assert ada.table.outcome == bea.table.outcome
            assert [line.sentence for line in ada.lines[0]] == [line.sentence for line in bea.lines[1]]
            record = Record.parse(await party.clients[1].record(party.table))
            assert list(record.verify(parlour.game)) == []

    run(test())


def test_a_refused_move_is_not_taken_for_made_when_the_other_worker_tells_of_another(club):
    async def test():
        async with Party(club(0).address) as party:
            ada, bea = await two_apart(party, club, "doce", options={"first": 0})
            await ada.play("4 c3")
            heard: list[bytes] = []
            ada.heard = heard.append
            await fails(ada.play("4 c3", id="refused"))
            await bea.until(lambda: bea.moves == 1)
            await bea.play("5 a1")
            await ada.until(lambda: ada.moves == 2)
            assert "refused" not in ada.acks
            assert not any(b'"made"' in body for body in heard)

    run(test())


def test_a_move_raced_at_two_workers_is_made_once(club):
    async def test():
        async with Party(club(0).address) as party:
            ada, bea = await two_apart(party, club, "doce", options={"first": 0})
            host = party.clients[0]
            host.host, host.port = "127.0.0.1", club(1).port
            twin = await party.link(host)
            assert twin.mine == [0]
            for turn in range(6):
                seat = ada.acting[0]
                racers = [ada, twin] if seat == 0 else [bea, bea]
                await asyncio.gather(*(link.until(lambda link=link, seat=seat: bool(link.legal(seat))) for link in racers))
                moves = ada.moves
                answers = await asyncio.gather(
                    *(link.play(racers[0].legal(seat)[n], seat, at=moves) for n, link in enumerate(racers)),
                    return_exceptions=True,
                )
                made = [answer for answer in answers if isinstance(answer, m.Ack)]
                assert len(made) == 1, (turn, answers)
                for link in (ada, bea, twin):
                    await link.until(lambda link=link, moves=moves: link.moves == moves + 1)
            assert ada.views[0] == twin.views[0]

    run(test())


def test_presence_is_heard_between_workers_and_a_bot_stands_in_across_them(club):
    async def test():
        async with Party(club(0).address) as party:
            settings = Settings(absent=5)
            ada, bea = await two_apart(party, club, "doce", options={"first": 1}, settings=settings)
            await ada.until(lambda: ada.present == [0, 1])
            await bea.until(lambda: bea.present == [0, 1])
            await bea.close()
            await ada.until(lambda: ada.present == [0])
            await ada.until(lambda: ada.table.seats[1].stand_in)
            await ada.until(lambda: ada.moves >= 1)

    run(test())


def test_bots_play_at_a_table_that_two_workers_hold_without_doubled_moves(club):
    async def test():
        async with Party(club(0).address) as party:
            host = await party.device()
            party.table = await host.create("dokitto", ["mine", "bot", "bot"], start=True)
            link = await party.link(host)
            watcher = Client(club(1).address)
            watched = await party.link(watcher, spectate=True)
            while await link.my_turn():
                try:
                    await link.play(link.legal()[0], at=link.moves)
                except parlour.ParlourError:
                    await asyncio.sleep(0.01)
            await watched.until(lambda: watched.over)
            record = Record.parse(await host.record(party.table))
            assert list(record.verify(parlour.game)) == []

    run(test())


def test_one_port_with_two_workers_needs_no_sticky_sessions(postgres, redis):
    server = Served(Config(postgres.address, redis.address, QUICK, GENEROUS, recheck=0.5, logs=False), workers=2).start()
    try:

        async def test():
            for _ in range(3):
                async with Party(server.address) as party:
                    links = await party.sit_down("doce")
                    await play_together(links, 10)

        run(test())
    finally:
        server.stop()


def test_a_database_that_is_gone_is_told_and_play_goes_on_when_it_is_back(club, postgres):
    async def test():
        async with Party(club(0).address) as party:
            ada, bea = await two_apart(party, club, "doce", options={"first": 0})
            await ada.play("4 c3", id="first")
            postgres.stop()
            await bea.until(lambda: bea.moves == 1)
            gone = await fails(bea.play("2 a1", id="gone"))
            assert gone.code == "storage"
            assert (await fails(party.clients[0].call("GET", "/health"))).status == 503
            # A table that no worker holds cannot be looked up now; the client keeps trying by itself.
            unknown = asyncio.create_task(party.clients[0].sit("A" * 22).open())
            await asyncio.sleep(0.3)
            waited = not unknown.done()
            postgres.start()
            assert waited
            assert "no table at this link" in str(await fails(unknown))
            for _ in range(50):
                try:
                    ack = await bea.play("2 a1", id="gone")
                    break
                except parlour.ParlourError:
                    await asyncio.sleep(0.1)
            assert not ack.again
            await ada.until(lambda: ada.moves == 2)

    run(test())


def test_news_that_is_lost_with_the_bus_is_found_in_the_log(club, redis):
    async def test():
        async with Party(club(0).address) as party:
            ada, bea = await two_apart(party, club, "doce", options={"first": 0})
            redis.stop()
            await ada.play("4 c3")
            await bea.until(lambda: bea.moves == 1)
            redis.start()
            await bea.play("2 a1")
            await ada.until(lambda: ada.moves == 2)

    run(test())


def test_flights_and_aims_reach_the_other_worker(club):
    async def test():
        async with Party(club(0).address) as party:
            ada, bea = await two_apart(party, club, "icecool", options={"first_catcher": 0})
            await ada.play("catcher 46 53")
            await bea.until(lambda: bea.views[1]["may_flick"])
            while not ada.aimed:  # as a page does while it draws: an aim that comes in a busy moment is dropped
                await bea.send(m.Aim(1, {"aim": 45.0, "power": 40.0}))
                await asyncio.sleep(0.05)
            assert ada.aimed[0] == m.Aimed(1, {"aim": 45.0, "power": 40.0})
            await bea.play("flick 45 power 40")
            await ada.until(lambda: bool(ada.flights))
            await bea.until(lambda: bool(bea.flights))
            assert ada.flights == bea.flights

    run(test())


def test_one_worker_thinks_for_a_bot_though_both_hold_the_table(club):
    async def test():
        async with Party(club(0).address) as party:
            before = thoughts(club)
            ada, bea = await two_apart(party, club, "dokitto", bots=1)
            playing = [asyncio.ensure_future(play_on(link)) for link in (ada, bea)]
            await ada.until(lambda: bot_moves(ada) >= 5)
            for task in playing:
                task.cancel()
            made = bot_moves(ada)
            # One more may be in the making.
            assert made <= thoughts(club) - before <= made + 1

    run(test())


def thoughts(club) -> float:
    """How many moves the workers have thought about, or had no need to."""
    counts = ("parlour_bot_thoughts_total", "parlour_bot_only_moves_total")
    return sum(club(number).metrics().get(name, 0) for number in (0, 1) for name in counts)


def bot_moves(link: Link) -> int:
    """How many moves the bot on the third seat has made."""
    return len({line.move for line in link.lines[0] if line.kind == "game" and line.move and line.seat == 2})


def test_a_bot_whose_thinker_died_moves_when_the_claim_has_run_out(postgres, redis):
    config = Config(
        postgres.address, redis.address, QUICK, GENEROUS, away_grace=0.2, recheck=0.5, sweep=0.3, logs=False, claim=1500
    )
    server = Served(config).start()

    async def test():
        store = PostgresStore(postgres.address)
        await store.open()
        async with Party(server.address) as party:
            (ada,) = await party.sit_down("doce", people=1, bots=1, options={"first": 0})
            far = 10**15
            # Somebody claims the bot's next turn and is never heard of again.
            assert await store.claim(party.table, (1 << 20) + 1, "dead", 0, 1)
            assert not await store.claim(party.table, (1 << 20) + 1, "late", 0, far)
            assert await store.claim(party.table, (1 << 20) + 1, "dead", 0, round(time.time() * 1000) + 1000)
            began = time.time()
            await ada.play("4 c3")
            await ada.until(lambda: ada.moves >= 2)
            assert time.time() - began > 0.9
        await store.close()

    try:
        run(test())
    finally:
        server.stop()
