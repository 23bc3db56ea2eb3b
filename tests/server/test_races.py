"""Races over the network: a common start, times corrected by bounded lag, one winner, no penalty for coming second."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import snap
import uvicorn
from server_kit import CALM, GENEROUS, QUICK, Party, Served, fails, free_port, run

import parlour
from parlour.client import Link
from parlour.core.registry import _added
from parlour.server import messages as m
from parlour.server.app import make_app
from parlour.server.config import Config
from parlour.tables.race import FASTEST, Lag, Slapped, fair_time, grace, ordered

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
            peek = asyncio.create_task(party.clients[2].show(party.table))
            await bea.until(lambda: bea.moves == 1)
            assert time.monotonic() - began >= READY * 0.9
            assert (await peek).table.moves == 1
            await cem.until(lambda: cem.moves == 1)

    run(test())


def test_the_earlier_slap_wins_though_it_arrives_later(here):
    async def test():
        async with Party(here.address) as party:
            ada, bea, cem = await race(party)
            await ada.play("turn")
            await bea.until(lambda: bea.moves == 1)
            await cem.until(lambda: cem.moves == 1)
            await asyncio.sleep(0.3)
            late = asyncio.create_task(cem.play("slap", shown=900.0, again=30))
            await asyncio.sleep(0)
            ack = await bea.play("slap", shown=150.0, again=30)
            assert isinstance(ack, m.Ack)
            second = await fails(late)
            assert isinstance(second, parlour.Refused)
            assert second.sentence == "Too late: Bea was first."
            await ada.until(lambda: isinstance(ada.races[-1], m.Raced))
            order = ada.races[-1].order
            assert [slap.seat for slap in order] == [1, 2]
            assert order[0].ms < order[1].ms
            await ada.until(lambda: ada.views[0]["score"] == [0, 1, 0, 0])

    run(test())


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


def test_a_race_is_run_between_two_workers_by_the_one_that_opened_it(game, redis, tmp_path):
    shared = {"database": str(tmp_path / "tables.db"), "bus": redis.address}

    async def test(one: Served, other: Served):
        async with Party(one.address) as party:
            host = await party.device()
            party.table = await host.create("snap", [m.SeatWish("mine", name="Ada"), "open", "open"], settings=CALM)
            ada = await party.link(host)
            party.address = other.address
            links = []
            for name in ("Bea", "Cem"):
                client = await party.device()
                await client.join(party.table, name)
                links.append(await party.link(client))
            bea, cem = links
            await ada.send(m.Start())
            await bea.until(lambda: bea.table.phase == "running")
            await ada.play("turn")
            await bea.until(lambda: bool(bea.races))
            assert bea.moves == 0
            await bea.until(lambda: bea.moves == 1)
            await cem.until(lambda: cem.moves == 1)
            await asyncio.sleep(0.4)
            late = asyncio.create_task(cem.play("slap", shown=900.0, again=30))
            await asyncio.sleep(0)
            assert await bea.play("slap", shown=150.0, again=30)
            assert "Bea was first" in str(await fails(late))
            for link in (ada, bea, cem):
                await link.until(lambda link=link: link.moves == 2 and isinstance(link.races[-1], m.Raced))
                assert [slap.seat for slap in link.races[-1].order] == [1, 2]
            assert ada.views[0]["score"] == [0, 1, 0, 0]

    with serving(**shared) as one, serving(**shared) as other:
        run(test(one, other))


def test_a_clients_own_time_counts_only_within_the_bounds_of_what_the_server_saw():
    assert fair_time(300, 340, trip=80, doubt=40) == 300
    assert fair_time(10, 340, trip=80, doubt=40) == 260
    assert fair_time(None, 340, trip=80, doubt=40) == 300
    assert fair_time(1, 130, trip=0, doubt=150) == FASTEST


def test_the_wait_for_slower_lines_is_bounded_and_ties_are_drawn():
    slow, fast = Lag(), Lag()
    for ms in (900, 1000, 950, 1000):
        slow.add(ms)
    for _ in range(8):
        fast.add(20)
    assert grace([fast]) == 10 + 40
    assert grace([fast, slow]) == 400
    assert [slap.seat for slap in ordered([Slapped(200, 0.9, 0, 1), Slapped(200, 0.1, 1, 1), Slapped(150, 0.5, 2, 1)])] == [
        2,
        1,
        0,
    ]
