"""Races over the network: a common start, times corrected by bounded lag, one winner, no penalty for coming second."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import pytest
import snap
import uvicorn
from server_kit import CALM, GENEROUS, QUICK, Party, Served, fails, free_port, run
from table_kit import Kept

import parlour
from parlour.client import Client, Link
from parlour.core.registry import _added
from parlour.server import messages as m
from parlour.server.app import make_app
from parlour.server.config import Config
from parlour.server.journal import Journal
from parlour.server.racing import Racing
from parlour.server.storage import Append, StorageDown
from parlour.server.storage.sqlite import SqliteStore
from parlour.tables import playing
from parlour.tables.errors import Unfit
from parlour.tables.race import FASTEST, MOST_LAG, OVERDUE, SLACK, Lag, fair_time

READY = 1.5


@pytest.fixture(scope="module")
def game() -> Iterator[None]:
    """The tests' own game, known while they run."""
    parlour.register(snap.GAME)
    yield
    _added.pop("snap")


@contextmanager
def serving(**settings: Any) -> Iterator[Served]:
    """A server in this process, so that it knows the tests' own game."""
    served = Served(Config(pace=QUICK, limits=GENEROUS, logs=False, **settings), free_port())
    config = uvicorn.Config(
        make_app(served.config), port=served.port, ws="websockets-sansio", log_level="warning", lifespan="on", loop="asyncio"
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield served
    server.should_exit = True
    thread.join(10)


@pytest.fixture(scope="module")
def here(game: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(database=str(tmp_path_factory.mktemp("races") / "tables.db")) as served:
        yield served


async def race(party: Party, people: int = 3) -> list[Link]:
    links = await party.sit_down("snap", people=people, settings=CALM)
    for link in links:
        await asyncio.sleep(0.05)
        assert link.mine
    return links


def test_a_race_opens_for_all_at_once_and_only_its_cause_knows_before(here):
    async def test():
        async with Party(here.address) as party:
            ada, bea, cem = await race(party)
            began = time.monotonic()
            await ada.play("turn")
            await bea.until(lambda: bool(bea.races))
            await ada.until(lambda: ada.moves == 1)
            assert time.monotonic() - began < READY / 2
            assert bea.moves == 0
            assert bea.races[0].seats == [1, 2]
            early = await fails(bea.play("slap"))
            assert early.code == "not_now"
            peek = await party.clients[2].show(party.table)
            assert (peek.table.moves, peek.race) == (0, bea.races[0])
            await bea.until(lambda: bea.moves == 1)
            assert time.monotonic() - began >= READY * 0.9
            assert (await party.clients[2].show(party.table)).table.moves == 1
            await cem.until(lambda: cem.moves == 1)

    run(test())


def test_the_card_is_told_though_the_loop_wakes_before_the_opening(here, monkeypatch):
    """A clock of whole milliseconds is behind the loop's: then nobody saw the card, and the race passed unseen."""
    begin = Racing.__init__

    def early(self: Racing, *args: Any) -> None:
        begin(self, *args)
        self._opens -= 0.04

    monkeypatch.setattr(Racing, "__init__", early)

    async def test():
        async with Party(here.address) as party:
            ada, bea, _ = await race(party)
            await ada.play("turn")
            await bea.until(lambda: bea.moves == 1, 3 * READY)

    run(test())


@asynccontextmanager
async def far_away(served: Served, way: float) -> AsyncIterator[str]:
    """The address of a server that is so many seconds away: what is said arrives later, in order."""

    lines: list[asyncio.StreamWriter] = []

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        loop = asyncio.get_running_loop()
        while data := await reader.read(65536):
            loop.call_later(way, writer.write, data)
        await asyncio.sleep(way)
        writer.close()

    async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, here = await asyncio.open_connection("127.0.0.1", served.port)
        lines.extend((writer, here))
        await asyncio.gather(pass_on(reader, here), pass_on(there, writer), return_exceptions=True)

    server = await asyncio.start_server(relay, "127.0.0.1", 0)
    yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    server.close()
    for line in lines:
        line.close()
    await asyncio.sleep(2 * way)


def test_the_earlier_slap_wins_though_it_arrives_later(game):
    async def test(served: Served):
        async with far_away(served, 0.07) as far, Party(served.address) as party:
            host = await party.device()
            party.table = await host.create("snap", [m.SeatWish("mine", name="Ada"), "open", "open"], settings=CALM)
            ada = await party.link(host)
            links: list[Link] = []
            probes: list[bytes] = []
            for name, address in (("Bea", served.address), ("Cem", far)):
                party.address = address
                client = await party.device()
                await client.join(party.table, name)
                links.append(client.sit(party.table))
                links[-1].heard = lambda body: probes.append(body) if b'"lag"' in body else None
                await party.stack.enter_async_context(links[-1])
            bea, cem = links
            await ada.send(m.Start())
            await ada.until(lambda: ada.table.phase == "running")
            await cem.until(lambda: len(probes) >= 14)
            await ada.play("turn")
            await bea.until(lambda: bea.moves == 1)
            await cem.until(lambda: cem.moves == 1)
            await asyncio.sleep(0.3)
            earlier = asyncio.create_task(cem.play("slap", again=30))
            await asyncio.sleep(0.035)
            late = asyncio.create_task(bea.play("slap", again=30))
            assert isinstance(await earlier, m.Ack)
            second = await fails(late)
            assert isinstance(second, parlour.Refused)
            assert second.sentence == "Too late: Cem was first."
            await ada.until(lambda: isinstance(ada.races[-1], m.Raced))
            order = ada.races[-1].order
            assert [slap.seat for slap in order] == [2, 1]
            assert order[0].ms < order[1].ms
            await ada.until(lambda: ada.views[0]["score"] == [0, 0, 1, 0])

    with serving(behind_proxy=("127.0.0.1",)) as served:
        run(test(served))


def test_a_race_that_nobody_wants_lapses_when_its_window_closes_and_the_next_opens(here):
    async def test():
        async with Party(here.address) as party:
            ada, bea = await race(party, 2)
            await ada.play("turn")
            await bea.until(lambda: bea.moves == 1)
            await bea.until(lambda: bea.moves == 2)
            assert bea.lines[1][-1].sentence == "Nobody slaps."
            await bea.until(lambda: isinstance(bea.races[-1], m.Raced))
            assert bea.races[-1].order == []
            await bea.play("turn")
            await ada.until(lambda: ada.moves == 3)
            stayed = await ada.play("stay")
            assert stayed
            await ada.until(lambda: ada.moves == 4)

    run(test())


def test_bots_take_part_in_a_race(here):
    async def test():
        async with Party(here.address) as party:
            (ada,) = await party.sit_down("snap", people=1, bots=1, settings=CALM)
            while not ada.over:
                await ada.until(lambda: ada.over or bool(ada.legal()))
                if ada.over:
                    break
                moves = ada.moves
                if ada.legal() == [snap.TURN]:
                    await ada.play(snap.TURN)
                await ada.until(lambda moves=moves: ada.moves > moves or ada.over)
            assert ada.table.outcome is not None

    run(test())


def test_a_race_that_lapses_before_its_bots_have_begun_to_think_ends_like_any_other(here, monkeypatch):
    """On a busy machine: a seat that has stayed out already has no move to think about."""
    monkeypatch.setattr(Racing, "_ends", lambda racing: 0.0)
    faults: list[BaseException] = []
    monkeypatch.setattr(Journal, "fault", lambda journal, wrong, where="": faults.append(wrong))

    async def test():
        async with Party(here.address) as party:
            (ada,) = await party.sit_down("snap", people=1, bots=2, settings=CALM)
            await ada.play("turn")
            await ada.until(lambda: ada.moves == 3)
            assert ada.lines[0][-1].sentence == "Nobody slaps."
            assert faults == []

    run(test())


def test_a_race_that_follows_at_once_on_one_that_nobody_wanted_knows_nothing_of_its_answers(game):
    kept = Kept("snap", ("mine", "other", "other", "other"))
    kept.do(playing.play, 0, snap.TURN)
    first = kept.table.gate
    for seat in (1, 2, 3):
        kept.take(playing.play(kept.table, first.opens, seat, snap.STAY))
    for _ in range(3):
        assert kept.table.gate is first
        kept.do(playing.decide)
    second = kept.table.gate
    assert second.id > first.id
    assert (second.seats, second.answers, second.mover) == ((0, 2, 3), {}, None)
    assert kept.rebuilt().gate == second
    assert kept.table.seen_by((3,), kept.at).acting == (3,), "nobody sees it before it opens"
    kept.take(playing.play(kept.table, second.opens, 3, snap.SLAP))
    kept.do(playing.decide)
    assert kept.table.match.view().score[3] == 1


def test_a_race_is_run_between_two_workers(game, redis, tmp_path):
    async def test(one: Served, other: Served):
        async with Party(one.address) as party:
            ada, bea, cem = await party.sit_down("snap", 3, elsewhere=other.address)
            await ada.play("turn")
            await bea.until(lambda: bool(bea.races))
            assert bea.moves == 0
            await bea.until(lambda: bea.moves == 1)
            await cem.until(lambda: cem.moves == 1)
            await asyncio.sleep(0.3)
            ack = asyncio.create_task(bea.play("slap", again=30))
            await asyncio.sleep(0.02)
            assert "Bea was first" in str(await fails(cem.play("slap", again=30)))
            assert await ack
            for link in (ada, bea, cem):
                await link.until(lambda link=link: link.moves == 2 and isinstance(link.races[-1], m.Raced))
                assert link.races[-1].order[0].seat == 1
            assert ada.views[0]["score"] == [0, 1, 0, 0]

    shared = {"database": str(tmp_path / "tables.db"), "bus": redis.address}
    with serving(**shared) as one, serving(**shared) as other:
        run(test(one, other))


def test_nothing_gets_out_or_in_before_the_opening_at_any_worker(game, redis, tmp_path):
    """Pictures, snapshots, lists, hellos and slaps, by players and strangers, at the worker of the race and at the others."""

    async def test(*workers: Served):
        async with Party(workers[0].address) as party:
            ada, bea, cem = await party.sit_down("snap", 3, elsewhere=workers[1].address)
            await ada.play("turn")
            await bea.until(lambda: bool(bea.races))
            opens = bea.races[0].opens
            tried: list[str] = []
            seen: list[str] = []

            def early(what: str, shown: bool) -> None:
                """What a way out showed, if it was tried before the opening."""
                if time.time() * 1000 < opens:
                    tried.append(what)
                    if shown:
                        seen.append(what)

            async def try_all(worker: Served, token: str | None) -> None:
                there = Client(worker.address, token)
                picture = await there.call("GET", f"/api/tables/{party.table}/picture?seat=1", kind=str)
                early("picture", "phase 1" in picture)
                shot = await there.show(party.table)
                early("snapshot", shot.table.moves > 0 or len(shot.table.acting) > 1 or shot.sides[0].view["phase"] > 0)
                early("lines", any(line.kind == "game" and line.move for line in shot.sides[0].lines))
                if token:
                    lists = await there.call("GET", "/api/mine")
                    early("list", any(len(table["acting"]) > 1 for table in lists))
                link = await party.link(there)
                early("hello", link.moves > 0 or any(view["phase"] for view in link.views.values()))
                if link.mine:
                    early("slap", not isinstance(await fails(link.play("slap")), Unfit))
                await link.close()

            tokens = [client.token for client in party.clients[1:]]
            await asyncio.gather(*(try_all(worker, token) for worker in workers for token in (*tokens, None)))
            assert seen == []
            assert {"picture", "snapshot", "lines", "list", "hello", "slap"} <= set(tried), tried
            # The one who turned the card sees it, at any worker.
            assert (await Client(workers[1].address, party.clients[0].token).show(party.table)).table.moves == 1
            for link in (bea, cem):
                await link.until(lambda link=link: link.moves == 1)
                assert time.time() * 1000 >= opens - 50

    shared = {"database": str(tmp_path / "tables.db"), "bus": redis.address}
    with serving(**shared) as one, serving(**shared) as other, serving(**shared) as third:
        run(test(one, other, third))


def test_another_worker_decides_when_the_one_of_the_race_is_gone(game, redis, tmp_path, monkeypatch):
    runs = Racing._run

    async def dead(racing: Racing) -> None:
        if racing._late:
            await runs(racing)

    monkeypatch.setattr(Racing, "_run", dead)

    async def test(one: Served, other: Served):
        async with Party(one.address) as party:
            ada, bea, cem = await party.sit_down("snap", 3, elsewhere=other.address)
            await ada.play("turn")
            await bea.until(lambda: bea.moves == 1)
            assert await bea.play("slap", again=30)
            for link in (ada, bea, cem):
                await link.until(lambda link=link: link.moves == 2)
            assert ada.views[0]["score"] == [0, 1, 0, 0]

    shared = {"database": str(tmp_path / "tables.db"), "bus": redis.address}
    with serving(**shared) as one, serving(**shared) as other:
        run(test(one, other))


def test_a_race_that_could_not_be_kept_is_run_again_and_everybody_is_told(game, monkeypatch, tmp_path):
    down = threading.Event()
    appends = SqliteStore.append

    def append(store: SqliteStore, asked: Append) -> None:
        if down.is_set():
            asyncio.get_running_loop().call_soon(asked.answer, StorageDown("for a while"))
        else:
            appends(store, asked)

    monkeypatch.setattr(SqliteStore, "append", append)

    async def test(served: Served):
        async with Party(served.address) as party:
            ada, bea = await race(party, 2)
            await ada.play("turn")
            await bea.until(lambda: bea.moves == 1)
            down.set()
            lost = await fails(bea.play("slap"))
            assert lost.code == "storage"
            await asyncio.sleep((snap.WINDOW + SLACK + OVERDUE) / 1000 + 0.3)
            down.clear()
            await bea.until(lambda: sum(isinstance(told, m.Race) for told in bea.races) == 2)
            await ada.until(lambda: any("run again" in line.sentence for line in ada.lines[0]))
            early = await fails(bea.play("slap"))
            assert early.sentence == "Not yet: the race has not opened."
            await asyncio.sleep(max(0.0, bea.races[-1].opens / 1000 - time.time()) + 0.1)
            assert await bea.play("slap", again=30)
            await ada.until(lambda: ada.views[0]["score"] == [0, 1, 0, 0])

    with serving(database=str(tmp_path / "tables.db")) as served:
        run(test(served))


def test_who_holds_probes_back_or_answers_none_gains_nothing(here):
    """Echoing late won 120 ms, answering none 150 ms; a time of one's own counts for nothing."""

    async def test():
        async with Party(here.address) as party:
            ada, bea, cem, dee = await race(party, 4)
            probes: list[int] = []

            async def hold_back(link: Link, message: m.LagEcho) -> None:
                await asyncio.sleep(0.24)
                await Link.send(link, message)

            async def guess(link: Link, message: m.LagEcho) -> None:
                for step in range(3):
                    await Link.send(link, m.LagEcho(message.probe + 1 + step))

            def cheat(link: Link, how: Any) -> None:
                async def send(message: Any) -> None:
                    if isinstance(message, m.LagEcho):
                        probes.append(message.probe)
                        tasks.append(asyncio.ensure_future(how(link, message)))
                    else:
                        await Link.send(link, message)

                link.send = send  # type: ignore[method-assign]

            tasks: list[Any] = []
            cheat(cem, hold_back)
            cheat(dee, guess)
            await cem.until(lambda: len(probes) > 11)
            assert len(set(probes)) == len(probes)
            assert max(probes) > 2**40
            await ada.play("turn")
            for link in (bea, cem, dee):
                await link.until(lambda link=link: link.moves == 1)
            cheats = ((bea, None), (cem, 1.0), (dee, 1.0))
            slaps = [asyncio.create_task(link.play("slap", shown=shown, again=30)) for link, shown in cheats]
            await asyncio.gather(*slaps, return_exceptions=True)
            await ada.until(lambda: isinstance(ada.races[-1], m.Raced))
            times = {slap.seat: slap.ms for slap in ada.races[-1].order}
            assert times[2] > times[1] - 80
            assert times[3] > times[1] - 80

    run(test())


def test_lag_counts_only_as_far_as_several_probes_and_the_system_agree():
    def due(trips: list[float | None], kernel: float | None = None) -> float:
        lag = Lag()
        for trip in trips:
            lag.add(trip)
        return lag.due(kernel)

    assert due([80] * 8) == 80
    assert due([80, 95, 81, 300, 84, 90, 120, 85]) == 80
    assert due([20, 300, 300, 300, 300, 300, 300, 300]) == 0  # one probe alone agrees with nobody
    assert due([300] * 8) == MOST_LAG
    assert due([300] * 8, kernel=12.0) == 22
    assert due([None] * 8) == due([]) == due([None, 80] * 4) == due([80] * 4) == 0
    assert due([1001.0] * 8) == 0
    # A page that begins to hold its answers back gains nothing until it has done so for all.
    assert due([20, *[170.0] * 7]) == 0
    assert fair_time(300, 80) == 220
    assert fair_time(130, 80) == FASTEST
