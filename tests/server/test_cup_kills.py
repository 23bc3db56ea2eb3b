"""A tournament at two workers that are killed in turn: every match is counted once, every rating changes once."""

from __future__ import annotations

import asyncio
from collections import Counter

from cup_kit import guests
from server_kit import GENEROUS, QUICK, SOAK, Served, run

from parlour.server.config import Config
from parlour.server.cup import shown as s
from parlour.server.storage import store_at

KILLS = 200 if SOAK else 3


def test_killed_workers_lose_no_result_and_count_none_twice(postgres, redis):
    config = Config(postgres.address, redis.address, QUICK, GENEROUS, away_grace=0.2, recheck=0.5, sweep=0.3, logs=False)
    workers = [Served(config).start(), Served(config).start()]
    kills = 0

    async def tournament() -> None:
        players = await guests(4, *(worker.address for worker in workers))
        cup = await players[0].found("doce", "everybody", rated=True)
        for player in players:
            await player.join(cup)
        await players[0].act(cup, s.CupBegin())
        ends = await asyncio.gather(*(player.play(cup) for player in players))
        boards = [board for played in ends[0].rounds for board in played.boards]
        assert len(boards) == 6
        assert all(board.places for board in boards)
        played = Counter(player for board in boards if board.table for player in board.players)
        mine = await players[0].call("GET", "/api/ratings", kind=list[s.Rating])
        assert [one.matches for one in mine] == [played[ends[0].mine]]

    async def killing() -> None:
        nonlocal kills
        while True:
            await asyncio.sleep(0.4)
            worker = workers[kills % 2]
            await asyncio.to_thread(worker.kill)
            await asyncio.to_thread(worker.start)
            kills += 1
            if kills >= KILLS and not SOAK:
                return

    async def test() -> None:
        killer = asyncio.create_task(killing())
        try:
            while True:
                await tournament()
                if kills >= KILLS or killer.done():
                    break
        finally:
            killer.cancel()
            await asyncio.gather(killer, return_exceptions=True)
        store = store_at(postgres.address)
        await store.open()
        try:
            counted = (await store.ask("SELECT count(*) FROM results WHERE rated"))[0][0]
            finished = await store.ask("SELECT count(*) FROM cup_tables JOIN tables ON tables.id = table_id WHERE finished > 0")
            changes = await store.ask("SELECT sum(matches) FROM ratings")
            assert counted == finished[0][0]
            assert changes[0][0] == 2 * counted
        finally:
            await store.close()
        assert kills >= KILLS

    try:
        run(test())
    finally:
        for worker in workers:
            worker.stop()
