"""ION's race while the worker that runs it is killed, and while the database is locked: decided or run again, never frozen."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from pathlib import Path

import pytest
from server_kit import GENEROUS, QUICK, SOAK, Party, Served, fails, run

from parlour.client import Link
from parlour.core.errors import ParlourError
from parlour.games.ion.cards import DECK
from parlour.server.config import Config

ROUNDS = 20
LOCKED = 15
"""Seconds that another program holds the database."""
pytestmark = pytest.mark.skipif(
    not SOAK, reason="kills and long locks are tried by make soak; test_races.py has the short form"
)


def position() -> dict[str, object]:
    """Ada holds a Tick-Tack that fits; the others hold cards that may be slapped."""
    dots = [card.id for card in DECK if card.id.startswith("d") and card.id != "d24a"]
    hands = [["TIC14", *dots[:2]], dots[2:5], dots[5:8]]
    used = {card for hand in hands for card in hand} | {"d24a"}
    rest = [card.id for card in DECK if card.id not in used and card.id != "BOM66"]
    return {"players": 3, "hands": hands, "table": "d24a", "pile": rest}


async def until_slapped(link: Link, card: str, seconds: float) -> str:
    """Slap as a page does, again after every trouble, until the race is decided; what the last answer was."""
    end, said = time.monotonic() + seconds, ""
    while time.monotonic() < end and link.moves < 2:
        try:
            await link.play(f"slap {card}", again=2)
            return "first"
        except ParlourError as wrong:
            said = str(wrong)
            assert said != "This race is not yours."
        await asyncio.sleep(0.1)
    return said


def test_a_race_is_decided_though_its_worker_is_killed(postgres, redis):
    config = Config(postgres.address, redis.address, QUICK, GENEROUS, away_grace=0.2, recheck=0.5, sweep=0.3, logs=False)
    one, other = Served(config).start(), Served(config).start()

    async def test():
        for _ in range(ROUNDS):
            async with Party(one.address) as party:
                ada, bea, cem = await party.sit_down("ion", 3, elsewhere=other.address, position=position())
                await ada.play("TIC14")
                one.kill()
                began = time.monotonic()
                await bea.until(lambda bea=bea: bea.moves == 1)
                await until_slapped(bea, "d13a", 20)
                for link in (bea, cem):
                    await link.until(lambda link=link: link.moves >= 2)
                print(f"decided {time.monotonic() - began:.1f} s after the kill")
                assert time.monotonic() - began < 15
                await asyncio.to_thread(one.start)

    try:
        run(test())
    finally:
        one.stop()
        other.stop()


def test_a_race_is_decided_or_run_again_when_the_database_was_locked(serve, tmp_path: Path):
    server = serve()

    async def test():
        async with Party(server.address) as party:
            ada, bea, cem = await party.sit_down("ion", 3, position=position())
            await ada.play("TIC14")
            await bea.until(lambda: bea.moves == 1)
            lock = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
            lock.execute("BEGIN IMMEDIATE")
            slap = asyncio.create_task(until_slapped(bea, "d13a", 60))
            await asyncio.sleep(LOCKED)
            lock.execute("ROLLBACK")
            lock.close()
            unlocked = time.monotonic()
            for link in (ada, bea, cem):
                await link.until(lambda link=link: link.moves >= 2)
            print(f"decided {time.monotonic() - unlocked:.1f} s after the lock: {await slap}")
            assert (await fails(cem.play("slap d14b"))).args

    run(test())
