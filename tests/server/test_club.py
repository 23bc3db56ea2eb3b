"""Two workers, a real PostgreSQL and a real Redis: no worker holds the truth."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Iterator

import pytest
from server_kit import GENEROUS, PATIENCE, QUICK, Party, Served, fails, play_on, play_together, run
from services import Postgres, Redis

import parlour
from parlour.client import Client, Link
from parlour.core.record import Record
from parlour.server import messages as m
from parlour.server.config import Config
from parlour.server.storage import Append, Missing, Row, Store, store_at
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


@pytest.mark.parametrize("game", ["doce", "dokitto"])
def test_two_people_at_two_workers_play_a_whole_match(club, game):
    async def test():
        async with Party(club(0).address) as party:
            ada, bea = await party.sit_down(game, elsewhere=club(1).address)
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
            ada, bea = await party.sit_down("doce", elsewhere=club(1).address, options={"first": 0})
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
            ada, bea = await party.sit_down("doce", elsewhere=club(1).address, options={"first": 0})
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
            ada, bea = await party.sit_down("doce", elsewhere=club(1).address, options={"first": 1}, settings=settings)
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
            ada, bea = await party.sit_down("doce", elsewhere=club(1).address, options={"first": 0})
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
            ada, bea = await party.sit_down("doce", elsewhere=club(1).address, options={"first": 0})
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
            ada, bea = await party.sit_down("icecool", elsewhere=club(1).address, options={"first_catcher": 0})
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
            ada, bea = await party.sit_down("dokitto", elsewhere=club(1).address, bots=1)
            playing = [asyncio.ensure_future(play_on(link)) for link in (ada, bea)]
            await ada.until(lambda: bot_moves(ada) >= 5)
            for task in playing:
                task.cancel()
            await asyncio.sleep(0.5)  # Until a person is awaited: a bot that won a trick leads the next one.
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


@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_old_tables_go_a_little_at_a_time_with_all_that_is_theirs_in_either_database(database, postgres, tmp_path):
    """Every statement of retention, with rows that say another time than the log."""
    old, lately, elder = (secrets.token_urlsafe(8) for _ in range(3))

    async def test():
        store = store_at(postgres.address if database == "postgres" else str(tmp_path / "tables.db"))
        await store.open()
        try:
            for table, batches, at in ((old, 7, 1000), (lately, 3, 5000), (elder, 1, 500)):
                for version in range(1, batches + 1):
                    kept = asyncio.get_running_loop().create_future()
                    # Only the first batch changes the row: later ones have nothing to say.
                    row = Row("doce", "over", False, None, (f"device of {table}",), 1) if version == 1 else None
                    store.append(Append(table, version, at + version, b"[]", row, kept.set_result))
                    assert await kept is True
                await store.save(table, 1, b"saved")
                await store.put_code(f"code of {table}", table, 0, 10**15)
                assert await store.claim(table, 1, "worker", 0, 10**15)
                await store.keep_telling(table, 1, b"told")
            await store._do("UPDATE tables SET updated = 1 WHERE id = $1", lately)
            assert await mine(store, "over", 900) == [elder]
            assert await mine(store, "over", 1007) == [elder], "its last batch was no earlier"
            assert await mine(store, "over", 1008) == [elder, old], "the log says when something happened, not the row"
            assert await mine(store, "waiting", 9000) == []
            assert await store.delete(old, 3) is False
            with pytest.raises(Missing):
                await store.load(old)
            assert (await mine(store, "waiting", 0)) == [old], "a half deleted one is finished first, whatever is asked for"
            assert [await store.delete(old, 3) for _ in range(2)] == [False, True]
            assert await mine(store, "over", 1008) == [elder]
            assert (await store.saved(old), await store.telling(old, 1), await store.of_device(f"device of {old}", 9)) == (
                None,
                None,
                [],
            )
            assert await store.take_code(f"code of {old}", 0) is None
            for name in ("entries", "tables", "saved", "holders", "claims", "tellings", "codes"):
                column = "id" if name == "tables" else "table_id"
                assert await store._ask(f"SELECT * FROM {name} WHERE {column} = $1", old) == [], name
            # The others have lost nothing.
            assert len(await store.load(lately)) == 3
            assert (await store.saved(lately), await store.telling(lately, 1)) == (b"saved", b"told")
            assert await store.take_code(f"code of {lately}", 0) == (lately, 0)
            assert await store.of_device(f"device of {lately}", 9) == [lately]
        finally:
            for table in (old, lately, elder):
                while not await store.delete(table, 100):
                    pass
            await store.close()

    async def mine(store: Store, phase: str, before: int) -> list[str]:
        return [id for id in await store.old((phase,), before, 1000) if id in (old, lately, elder)]

    asyncio.run(test())


def test_a_club_forgets_as_it_was_told_to(postgres, redis):
    """The whole of it: workers with --keep over PostgreSQL delete what is too old, once, and nobody else's."""
    config = Config(postgres.address, redis.address, QUICK, GENEROUS, logs=False, keep=30, retain=0.3, idle=0.2, sweep=0.2)
    workers = [Served(config).start(), Served(config).start()]

    async def test():
        store = PostgresStore(postgres.address)
        await store.open()
        async with Client(workers[0].address) as client:
            gone, stays = [await client.create("doce", ["mine", "bot"], start=True) for _ in range(2)]
            for table in (gone, stays):
                assert (await client.show(table)).table.phase == "running"
            end = time.monotonic() + PATIENCE
            days = 31 * 86_400_000
            while True:
                # As if it had been opened a month ago; while a worker holds it, it is not touched.
                await store._do("UPDATE entries SET at = at - $2 WHERE table_id = $1 AND at > $2", gone, days)
                await store._do(
                    "UPDATE tables SET updated = updated - $2, due = NULL WHERE id = $1 AND updated > $2", gone, days
                )
                if not await store._ask("SELECT id FROM tables WHERE id = $1", gone):
                    break
                assert time.monotonic() < end
                await asyncio.sleep(0.2)
            await asyncio.sleep(1)  # Until no worker holds it any more.
            assert (await fails(client.show(gone))).code == "no_table"
            assert (await client.show(stays)).table.id == stays
        await store.close()

    try:
        run(test())
    finally:
        for worker in workers:
            worker.stop()
