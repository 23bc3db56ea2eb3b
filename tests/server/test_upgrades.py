"""Old data under new rules: what was played stays readable, what can go on goes on; one broken table costs nobody anything."""

from __future__ import annotations

import asyncio
import lzma
import re
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from server_kit import PATIENCE, Party, Served, fails, play_on, run

import parlour
from parlour.client import Client
from parlour.core.record import Record
from parlour.core.registry import built_in
from parlour.server.hub import PROBED
from parlour.tables import entries as e
from parlour.tables import playing
from parlour.tables.errors import OtherRules
from parlour.tables.shown import RUNNING
from parlour.tables.table import Table

RELEASES = sorted((Path(__file__).parent / "data").iterdir())


def unpacked(folder: Path, name: str) -> str:
    return lzma.decompress((folder / name).read_bytes()).decode()


def change(server: Served, *statements: str) -> None:
    """Change the database of a server that does not run."""
    with sqlite3.connect(server.config.database) as connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


def edit(server: Served, new: Callable[[str], str]) -> None:
    """Change all logs."""
    with sqlite3.connect(server.config.database) as connection:
        for table, version, body in connection.execute("SELECT table_id, version, body FROM entries").fetchall():
            changed = new(body.decode()).encode()
            connection.execute("UPDATE entries SET body = ? WHERE table_id = ? AND version = ?", (changed, table, version))
    connection.close()


@pytest.mark.parametrize("release", RELEASES, ids=lambda folder: folder.name)
def test_the_data_of_every_release_is_read_and_what_runs_under_the_same_rules_plays_on(serve, tmp_path, release):
    with sqlite3.connect(tmp_path / "tables.db") as connection:
        connection.executescript(unpacked(release, "tables.sql.xz"))
        logs: dict[str, list[e.Batch]] = {}
        for table, body in connection.execute("SELECT table_id, body FROM entries ORDER BY table_id, version"):
            if table != PROBED:
                logs.setdefault(table, []).append(e.decoded(body))
    connection.close()
    played, games, others = 0, set(), set()
    for id, batches in logs.items():
        try:
            table = Table.rebuilt(id, batches, parlour.game)
        except OtherRules:
            others.add(id)
            continue
        if table.phase is RUNNING:
            seat = table.acting[0]
            table.take(playing.play(table, 5, seat, table.legal(seat)[0], bot=True))
            played += 1
            games.add(table.game.key)
    assert played >= len(games) > 0
    server = serve()

    async def test():
        finished = 0
        async with Client(server.address) as client:
            for id, batches in logs.items():
                if id in others:
                    assert "opened under version" in str(await fails(client.show(id)))
                else:
                    assert (await client.show(id)).table.id == id
                matches = sum(isinstance(entry, e.Sealed) for batch in batches for entry in batch)
                for match in range(1, matches + 1):
                    finished += 1
                    record = Record.parse(await client.record(id, match))
                    assert len([line for line in record.entries if line.seat is not None]) > 5
                    verdict = await client.call("GET", f"/api/tables/{id}/matches/{match}/verify")
                    assert verdict["fair"], verdict
                    steps = client.call("GET", f"/api/tables/{id}/matches/{match}/replay")
                    if id in others and release.name == "1":  # of a time when matches were not told
                        assert "record can be read" in str(await fails(steps))
                    else:
                        assert len((await steps)["steps"]) > 5
        assert finished == 5

    run(test())


@pytest.mark.parametrize("release", RELEASES, ids=lambda folder: folder.name)
def test_the_records_of_every_release_verify_or_say_that_the_rules_have_changed(release):
    texts = re.split(r'\n(?=\{"parlour")', unpacked(release, "records.jsonl.xz"))
    assert {Record.parse(text).header.game for text in texts} == set(built_in())
    for text in texts:
        for problem in Record.parse(text).verify(parlour.game):
            assert "which have changed since" in problem


def test_a_match_of_older_rules_is_read_from_its_telling_and_without_one_from_the_log(serve):
    server = serve()
    known = {}

    async def play():
        async with Party(server.address) as party:
            links = await party.sit_down("dokitto")
            await asyncio.gather(*(play_on(link) for link in links))
            await links[0].until(lambda: links[0].over)
            known["table"], known["client"] = party.table, party.clients[0]
            known["record"] = await party.clients[0].record(party.table)
            known["replay"] = await party.clients[0].call("GET", f"/api/tables/{party.table}/matches/1/replay")

    run(play())
    table, path = known["table"], f"/api/tables/{known['table']}/matches/1"
    server.stop()  # tells what is not told yet
    # Rules that no longer lead where they led: the checks of the log do not fit any more, nor does a saved copy.
    edit(server, lambda body: body.replace('"check":"', '"check":"0').replace('"rules":1', '"rules":0'))
    change(server, "DELETE FROM saved")
    server.start()

    async def read(told: bool):
        async with Client(server.address) as client:
            aside = await fails(client.show(table))
            assert (aside.status, aside.code) == (410, "unreadable")
            assert "What was played is kept" in str(aside)
            link = client.sit(table, patience=5)
            assert "What was played is kept" in str(await fails(link.open()))  # and it does not try again for ever
            record, verdict = await client.record(table), await client.call("GET", path + "/verify")
            assert verdict["fair"]
            if told:
                assert record == known["record"]
                assert await client.call("GET", path + "/replay") == known["replay"]
                assert "every move was checked" in verdict["checked"][0]
            else:
                lines = [(line.seat, line.move) for line in Record.parse(record).entries]
                assert lines == [(line.seat, line.move) for line in Record.parse(known["record"]).entries]
                assert "not checked any more" in verdict["checked"][0]
                assert (await fails(client.call("GET", path + "/replay"))).status == 410

    run(read(True))
    server.stop()
    change(server, "DELETE FROM tellings")
    server.start()
    run(read(False))


def test_a_running_table_of_older_rules_says_so_and_gives_its_record_to_who_sits_there(serve):
    server = serve()

    async def begin():
        async with Party(server.address) as party:
            links = await party.sit_down("doce")
            await play_on(links[links[0].acting[0]], 1)
            waiting = await party.clients[0].create("doce", ["mine", "open"])
            return party.table, waiting, party.clients[0].token

    table, waiting, token = asyncio.run(begin())
    server.stop()
    edit(server, lambda body: body.replace('"rules":1', '"rules":0'))
    server.start()

    async def test():
        async with Client(server.address, token=token) as ada, Client(server.address) as stranger:
            assert "under version 0 of the rules of DOCE; here they have version 1" in str(await fails(ada.show(table)))
            record = Record.parse(await ada.record(table, 0))
            assert (len(record.entries), record.ending.seed, record.header.rules) == (1, None, 0)
            assert (await fails(stranger.record(table))).code == "not_yours"
            # Where nothing was dealt yet the rules of today are played.
            assert (await ada.show(waiting)).mine == [0]
            assert [shown["id"] for shown in await ada.call("GET", "/api/mine")] == [waiting]

    run(test())


def test_tables_that_cannot_be_read_are_looked_at_once_and_delay_no_bot(serve):
    server = serve(sweep=0.2)

    async def begin() -> str:
        async with Client(server.address) as client:
            return await client.create("doce", ["mine", "bot"], options={"first": 1}, start=True)

    broken = asyncio.run(begin())
    server.kill()
    kinds = (  # an entry that is missing, a game and an entry that are not known, what is no log at all
        "SELECT {id}, version + 1, at, body",
        "SELECT {id}, version, at, replace(CAST(body AS TEXT), 'doce', 'chess')",
        "SELECT {id}, version, at, replace(CAST(body AS TEXT), 'created', 'carved')",
        "SELECT {id}, version, at, x'00ff'",
    )
    old, due = round(time.time() * 1000) - 10_000, []
    for number in range(210):
        id = f"'broken-table-{number:09}'"
        due.append(f"INSERT INTO entries {kinds[number % 4].format(id=id)} FROM entries WHERE table_id = '{broken}'")
        due.append(f"INSERT INTO tables (id, game, phase, public, due, updated) VALUES ({id}, 'doce', 'running', 1, {old}, 5)")
    change(server, *due, "UPDATE entries SET body = CAST(body AS BLOB)", f"DELETE FROM entries WHERE table_id = '{broken}'")
    server.start()

    def looked_at() -> float:
        return server.metrics().get("parlour_unreadable_tables_total", 0)

    async def test():
        async with Party(server.address) as party:
            (ada,) = await party.sit_down("doce", people=1, bots=1)
            end = time.monotonic() + PATIENCE
            while looked_at() < 157 and time.monotonic() < end:  # one in four has no first entry: it is no table
                await play_on(ada, 1)
                await asyncio.sleep(0.05)
            await play_on(ada, 3)
            assert looked_at() == 157
            assert server.metrics()["parlour_tables"] == 1
        # A server of the same kind does not look at them again.
        server.stop()
        await asyncio.to_thread(server.start)
        await asyncio.sleep(1)
        assert looked_at() == 0
        async with Client(server.address) as client:
            assert "newer Parlour" in str(await fails(client.show("broken-table-000000002")))
            assert "chess" in str(await fails(client.show("broken-table-000000001")))
            assert (await fails(client.show("broken-table-000000000"))).code == "no_table"

    run(test())
