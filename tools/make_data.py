"""Play some tables of every game on a real server and keep its database and records as the data of a release.

    python tools/make_data.py tests/server/data/2

Run it once for each release whose data looks different from before (schema, log, records, rules). The tests open all of them
for ever: what was played under older rules stays readable, and what can go on goes on.
"""

from __future__ import annotations

import asyncio
import lzma
import os
import random
import sqlite3
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("PARLOUR_BOTS", "random")
sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "server"))

from server_kit import CALM, GENEROUS, QUICK, Party, Served, play_on, play_together

import parlour
from parlour.client import Link
from parlour.server import messages as m
from parlour.server.config import Config

SHORT = {"icecool": {"turns_per_round_cap": 4}}
"""Options that keep the data small."""
FEW = 6
"""Moves of the matches that still run."""


async def to_the_end(links: list[Link]) -> None:
    await asyncio.gather(*(play_on(link, pick=random.Random(7).choice) for link in links))
    for link in links:
        await link.until(lambda link=link: link.over)


async def tables_of(address: str, game: str) -> list[str]:
    """A finished match with a rematch that runs, a match that runs with a bot, a table that waits. Returns the records."""
    async with Party(address) as party:
        links = await party.sit_down(game, settings=CALM, options=SHORT.get(game, {}))
        await links[0].send(m.Say("Good luck! Viel Glück!", links[0].mine[0]))
        await to_the_end(links)
        record = await party.clients[0].record(party.table)
        for link in links:
            await link.send(m.Rematch(link.mine[0]))
        for link in links:
            await link.until(lambda link=link: link.match == 2)
        await play_together(links, FEW)
    async with Party(address) as party:
        (link,) = await party.sit_down(game, people=1, bots=1)
        await play_on(link, FEW)
    async with Party(address) as party:
        host = await party.device()
        await host.create(game, ["mine", "open"])
    return [record]


async def play(address: str) -> list[str]:
    return [record for game in parlour.games() for record in await tables_of(address, game.key)]


def main(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "tables.db"
        server = Served(Config(str(path), pace=QUICK, limits=GENEROUS, logs=False)).start()
        try:
            records = asyncio.run(play(server.address))
        finally:
            server.stop()
        with sqlite3.connect(path) as connection:
            dump = "\n".join(connection.iterdump())
        connection.close()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "tables.sql.xz").write_bytes(lzma.compress(dump.encode(), preset=9))
    (folder / "records.jsonl.xz").write_bytes(lzma.compress("\n".join(records).encode(), preset=9))
    for file in sorted(folder.iterdir()):
        print(file, file.stat().st_size)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
