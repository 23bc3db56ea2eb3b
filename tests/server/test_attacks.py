"""One address that wants everything: it gets its share, and the others wait for nobody. Counts and turns, not times."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import threading

import msgspec
import pytest
from attacks import Stranger, chatter, finished, masters, replays
from server_kit import GENEROUS, Party, play_together, run
from websockets.exceptions import InvalidStatus

from parlour.client import Client
from parlour.server import messages as m
from parlour.server.config import Limits
from parlour.server.fair import Fair
from parlour.tables.errors import Unfit

FEW = msgspec.structs.replace(
    GENEROUS, tables=0.001, table_burst=5, replays=0.001, replay_burst=4, chat=0.001, chat_burst=6, crowd=0.001, crowd_burst=8,
    devices=0.001, device_burst=9, sockets_each=40, rate=1e6, burst=10**6, bad=10**6,
)  # fmt: skip


@pytest.fixture(scope="module")
def strict(tmp_path_factory):
    """A server that counts."""
    from server_kit import QUICK, Served

    from parlour.server.config import Config

    path = tmp_path_factory.mktemp("strict") / "tables.db"
    server = Served(Config(str(path), pace=QUICK, limits=FEW, away_grace=0.2, logs=False)).start()
    yield server
    server.stop()


def test_one_address_opens_so_many_tables_and_the_others_theirs(strict):
    async def test():
        stranger = await Stranger(strict.port, "127.0.0.3").device()
        answers = await masters(stranger, 12)
        assert answers == [201] * 5 + [429] * 7
        async with Client(strict.address) as honest:
            assert await honest.create("doce", ["mine", "bot"], start=True)

    run(test())


def test_one_address_gets_so_many_devices(strict):
    async def test():
        stranger = Stranger(strict.port, "127.0.0.4")
        answers = [(await stranger.call("POST", "/api/devices"))[0] for _ in range(12)]
        assert answers == [201] * 9 + [429] * 3

    run(test())


def test_one_address_gets_so_many_replays_and_the_others_theirs(strict):
    async def test():
        path = await finished(strict.address)
        stranger = await Stranger(strict.port, "127.0.0.5").device()
        answers = await replays(stranger, path, 12)
        assert (answers.count(200), answers.count(429)) == (4, 8)
        friend = await Stranger(strict.port, "127.0.0.6").device()
        assert await replays(friend, path, 2) == [200, 200]

    run(test())


def test_spectators_who_never_stop_talking_are_heard_a_little_and_the_match_goes_on(strict):
    async def test():
        async with Party(strict.address) as party:
            ada, bea = await party.sit_down("doce")
            stranger = await Stranger(strict.port, "127.0.0.7").device()
            async with chatter(stranger, party.table, 30, pause=0.02):
                await ada.until(lambda: said(ada) >= 6)
                await play_together([ada, bea], 10)
            assert said(ada) == 6, "one address has a measure, whoever many it sends"
            friend = await Stranger(strict.port, "127.0.0.8").device()
            async with chatter(friend, party.table, 5, pause=0.02):
                await ada.until(lambda: said(ada) >= 8)
                await play_together([ada, bea], 4)
            assert said(ada) == 8, "all who watch a table have one together"
            await bea.send(m.Say("We still talk.", 1))
            await ada.until(lambda: said(ada) == 9)
            # Everybody who watches has heard the same in the end, in slices or not.
            watcher = await party.link(await party.device())
            assert watcher.moves == ada.moves
            assert "parlour_faults_total" not in strict.metrics()

    run(test())


def said(link) -> int:
    return sum(line.kind == "chat" for line in link.lines[link.seat])


def test_one_address_has_so_many_sockets(strict):
    async def test():
        async with Party(strict.address) as party:
            await party.sit_down("doce", people=1, bots=1)
            stranger = await Stranger(strict.port, "127.0.0.9").device()
            lines = [await stranger.socket(party.table) for _ in range(40)]
            with pytest.raises(InvalidStatus):
                await stranger.socket(party.table)
            friend = await Stranger(strict.port, "127.0.0.10").device()
            await (await friend.socket(party.table)).close()
            for line in lines:
                await line.close()
            for _ in range(100):  # As soon as they are gone there is room again.
                try:
                    await (await stranger.socket(party.table)).close()
                    return
                except InvalidStatus:
                    await asyncio.sleep(0.05)
            raise AssertionError("there is no room any more")

    run(test())


def test_a_crowd_is_told_everything_and_the_players_first(served):
    """Sixty who watch hear every move, each version once, and who sits at the table hears it before the last of them."""

    async def test():
        async with Party(served.address) as party:
            ada, bea = await party.sit_down("doce")
            stranger = await Stranger(served.port, "127.0.0.11").device()
            lines = [await stranger.socket(party.table) for _ in range(60)]
            await ada.until(lambda: ada.spectators == 60)
            await play_together([ada, bea], 6)

            async def hear(line) -> None:
                version = None
                while True:
                    told = json.loads(await asyncio.wait_for(line.recv(), 60))
                    if told["type"] == "happened":
                        assert told["since"] == version, "nothing is left out and nothing told twice"
                    if told["type"] in ("snapshot", "happened"):
                        version = told["version"]
                        if version == ada.version:
                            return

            await asyncio.gather(*(hear(line) for line in lines))
            for line in lines:
                await line.close()
            await ada.until(lambda: ada.spectators == 0)

    run(test())


# The queue itself.


def test_every_address_gets_its_turn_and_people_who_wait_come_first():
    async def test():
        fair, gate, done = Fair(1, "test"), threading.Event(), []
        first = asyncio.create_task(fair.run("somebody", gate.wait))
        await asyncio.sleep(0)
        wishes = [("bad", f"bad{n}", True) for n in range(50)] + [("bots", f"bots{n}", False) for n in range(3)]
        wishes += [("ada", "ada0", True), ("ada", "ada1", True), ("bea", "bea0", True)]
        tasks = [asyncio.create_task(fair.run(whose, done.append, what, waits=waits)) for whose, what, waits in wishes]
        await asyncio.sleep(0)
        tasks[1].cancel()  # Nobody waits for it any more: it costs nobody anything.
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(first, *tasks, return_exceptions=True)
        assert done[:6] == ["bad0", "ada0", "bea0", "bad2", "ada1", "bad3"]
        assert "bad1" not in done
        assert done[-3:] == ["bots0", "bots1", "bots2"], "where nobody waits the bots think last"
        fair.shutdown()

    asyncio.run(test())


def test_a_person_finds_a_thread_however_many_bots_think_where_nobody_waits():
    async def test():
        fair, gate = Fair(2, "test"), threading.Event()
        idle = [asyncio.create_task(fair.run("bots", gate.wait, waits=False)) for _ in range(5)]
        await asyncio.sleep(0)
        assert await asyncio.wait_for(fair.run("ada", lambda: "at once"), 30) == "at once"
        assert not any(task.done() for task in idle)
        gate.set()
        assert await asyncio.gather(*idle) == [True] * 5, "they come to their end all the same"
        fair.shutdown()

    asyncio.run(test())


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux knows priorities of threads")
def test_thoughts_give_way_to_moves_and_the_worker_itself_does_not():
    async def test():
        fair, mine = Fair(1, "test", nice=5), os.getpriority(os.PRIO_PROCESS, 0)
        theirs = await fair.run("a", lambda: os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))
        assert (theirs, os.getpriority(os.PRIO_PROCESS, 0)) == (max(5, mine), mine)
        fair.shutdown()

    asyncio.run(test())


def test_what_goes_wrong_in_a_thread_is_told_and_the_next_is_served():
    async def test():
        fair = Fair(1, "test", most=2)
        with pytest.raises(ZeroDivisionError):
            await fair.run("a", lambda: 1 // 0)
        assert await fair.run("a", lambda: 7) == 7
        gate = threading.Event()
        waiting = [asyncio.create_task(fair.run("a", gate.wait)) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(Unfit, match="at once"):
            await fair.run("a", gate.wait)
        gate.set()
        assert await asyncio.gather(*waiting) == [True, True, True]
        fair.shutdown()

    asyncio.run(test())


def test_the_everyday_limits_are_no_burden_for_a_party():
    """Twelve phones of one house: all sit down, talk and look at a replay in the first minute."""
    limits = Limits()
    assert limits.device_burst >= 12
    assert limits.arrival_burst >= 12
    assert limits.sockets_each >= 4 * 12
    assert limits.replay_burst >= 12
    assert limits.chat_burst >= 5
