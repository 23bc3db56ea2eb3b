"""Backups of either database into either, exports, and what a check finds."""

from __future__ import annotations

import asyncio
import gzip
import lzma
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from server_kit import CALM, GENEROUS, QUICK, Party, Served, play_on, run
from services import Postgres

import parlour
from parlour.cli.club import command
from parlour.core.record import Record
from parlour.server.config import Config
from parlour.server.storage import store_at
from parlour.server.storage.backup import back_up, restore, side

FIRST = Path(__file__).parent / "data" / "1"


def club(address: str | Path, *words: str) -> Result:
    return CliRunner().invoke(command, ["--database", str(address), *words])


@pytest.fixture(scope="module")
def played(tmp_path_factory) -> Path:
    """A database with a finished match, a running one and a table that waits; nobody holds it."""
    path = tmp_path_factory.mktemp("played") / "tables.db"
    server = Served(Config(str(path), pace=QUICK, limits=GENEROUS, logs=False)).start()

    async def play():
        async with Party(server.address) as party:
            (link,) = await party.sit_down("doce", people=1, bots=1, settings=CALM)
            await play_on(link)
        async with Party(server.address) as party:
            (link,) = await party.sit_down("dokitto", people=1, bots=1)
            await play_on(link, 2)
        async with Party(server.address) as party:
            await party.sit_down("ion", start=False)

    try:
        run(play())
    finally:
        server.stop()
    return path


@pytest.fixture
def copy(played, tmp_path) -> Path:
    path = tmp_path / "copy.db"
    with sqlite3.connect(played) as source, sqlite3.connect(path) as goal:
        source.backup(goal)
    source.close()
    goal.close()
    return path


@pytest.fixture
def first_release(tmp_path) -> Path:
    path = tmp_path / "first.db"
    with sqlite3.connect(path) as connection:
        connection.executescript(lzma.decompress((FIRST / "tables.sql.xz").read_bytes()).decode())
    connection.close()
    return path


def rows(address: str | Path) -> dict[str, list[tuple]]:
    """Everything in a database, in an order of its own, said the same way by both kinds."""

    async def read():
        found: dict[str, list[tuple]] = {}
        async with side(str(address), writes=False) as known:
            async for part in known.rows():
                order = sorted(range(len(part.columns)), key=part.columns.__getitem__)
                plain = [tuple(row[place] for place in order) for row in part.values]
                found.setdefault(part.table, []).extend(plain)
        return {table: sorted(kept, key=repr) for table, kept in found.items()}

    return asyncio.run(read())


@pytest.fixture
def empty(postgres: Postgres):
    """A database of its own in the cluster."""
    import asyncpg

    async def do(sql: str):
        connection = await asyncpg.connect(postgres.address)
        await connection.execute(sql)
        await connection.close()

    asyncio.run(do("CREATE DATABASE other"))
    yield postgres.address.rpartition("/")[0] + "/other"
    asyncio.run(do("DROP DATABASE other WITH (FORCE)"))


def test_a_backup_goes_from_either_database_into_either_and_the_club_plays_on(played, empty, tmp_path):
    before = rows(played)
    assert {"entries", "tables", "holders", "secrets"} <= set(before)
    assert club(played, "backup", str(tmp_path / "one")).exit_code == 0
    assert (tmp_path / "one").stat().st_mode & 0o077 == 0
    assert club(empty, "restore", str(tmp_path / "one")).exit_code == 0
    assert rows(empty) == before
    assert club(empty, "backup", str(tmp_path / "two")).exit_code == 0
    there = tmp_path / "there.db"
    assert club(there, "restore", str(tmp_path / "two")).exit_code == 0
    assert rows(there) == before
    assert club(there, "check").exit_code == 0
    server = Served(Config(empty, pace=QUICK, limits=GENEROUS, logs=False)).start()
    server.stop()
    assert club(empty, "check").output == "All of it is sound.\n"


def test_a_backup_is_taken_while_a_server_plays(tmp_path):
    server = Served(Config(str(tmp_path / "tables.db"), pace=QUICK, limits=GENEROUS, logs=False)).start()

    async def test():
        async with Party(server.address) as party:
            (link,) = await party.sit_down("doce", people=1, bots=1)
            await play_on(link, 2)
            counts = await back_up(server.config.database, tmp_path / "backup")
            await play_on(link, 1)
            await restore(tmp_path / "backup", str(tmp_path / "restored.db"))
            store = store_at(str(tmp_path / "restored.db"))
            await store.open()
            kept = await store.load(party.table)
            await store.close()
            assert 3 <= len(kept) < (link.version or 0)
            assert counts["entries"] >= len(kept)

    try:
        run(test())
    finally:
        server.stop()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_the_data_of_the_first_release_comes_up_to_date_in_both_databases(kind, first_release, empty, tmp_path):
    before = rows(first_release)
    assert "tellings" not in before
    assert club(first_release, "check").exit_code == 1  # of an older schema, which is said
    assert "start `parlour serve` once" in club(first_release, "check").output
    goal = str(tmp_path / "goal.db") if kind == "sqlite" else empty
    assert club(first_release, "backup", str(tmp_path / "backup")).exit_code == 0
    assert club(goal, "restore", str(tmp_path / "backup")).exit_code == 0
    after = rows(goal)
    for table in ("entries", "codes", "saved"):
        assert after.get(table) == before.get(table), table
    for table in ("tables", "holders"):  # which have more columns now
        assert len(after[table]) == len(before[table]), table
    assert club(goal, "check").exit_code == 0, club(goal, "check").output
    written = club(goal, "export", str(tmp_path / "records"))
    assert written.output.startswith("5 matches")
    assert len(list((tmp_path / "records").glob("*/*.jsonl"))) == 5


def test_a_restore_keeps_all_or_nothing_and_touches_no_database_that_has_something(played, copy, tmp_path):
    backup = tmp_path / "backup"
    club(played, "backup", str(backup))
    before = rows(copy)
    refused = club(copy, "restore", str(backup))
    assert refused.exit_code == 1
    assert "not empty" in refused.output
    assert rows(copy) == before
    whole = gzip.decompress(backup.read_bytes())
    (tmp_path / "cut").write_bytes(gzip.compress(whole[: len(whole) // 2]))
    (tmp_path / "torn").write_bytes(backup.read_bytes()[:-500])
    place = whole.index(b"doce")
    (tmp_path / "changed").write_bytes(gzip.compress(whole[:place] + b"dace" + whole[place + 4 :]))
    (tmp_path / "other").write_bytes(b"Nothing of the kind")
    for name in ("cut", "torn", "changed", "other"):
        goal = tmp_path / f"{name}.db"
        refused = club(goal, "restore", str(tmp_path / name))
        assert refused.exit_code == 1, name
        assert f"{tmp_path / name} " in refused.output, refused.output
        assert not goal.exists() or rows(goal) == {}, name
        assert club(goal, "check").exit_code == 1


def test_an_export_gives_every_finished_match_as_a_record_that_verifies(played, tmp_path):
    assert club(played, "export", str(tmp_path / "records")).output == f"1 matches in {tmp_path / 'records'}.\n"
    (file,) = (tmp_path / "records").glob("doce/*-1.jsonl")
    record = Record.parse(file.read_text())
    assert list(record.verify(parlour.game)) == []
    assert record.ending.signature
    assert club(played, "export", str(tmp_path / "none"), "--game", "ion").output.startswith("0 matches")


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        ("DELETE FROM entries WHERE version = 3", "entry 3 of its log is missing"),
        ("UPDATE entries SET body = CAST('{' AS BLOB) WHERE version = 2", "its log cannot be read"),
        ("UPDATE tables SET phase = 'waiting'", "it is listed as doce, waiting; its log says doce, over"),
        ("UPDATE tables SET finished = 7", "it is listed with 7 finished matches; its log has 1"),
        ("DELETE FROM tables", "no row among the tables"),
        ("UPDATE tellings SET body = CAST('x' AS BLOB)", "what was told of match 1 cannot be read"),
        ("DELETE FROM persons", "A device (person_devices.person) belongs to nothing among the persons: 1 times"),
        (
            "INSERT INTO holders (device, table_id) VALUES ('one', 'a-table-that-is-gone')",
            "1 rows of holders belong to a table",
        ),
    ],
)
def test_a_check_names_what_is_wrong(copy, harm, said):
    assert club(copy, "check").output == "All of it is sound.\n"
    with sqlite3.connect(copy) as connection:
        assert connection.execute(harm).rowcount > 0
    connection.close()
    found = club(copy, "check")
    assert found.exit_code == 1
    assert said in found.output


def test_what_is_not_there_is_said(tmp_path):
    for words in (["backup", str(tmp_path / "backup")], ["check"], ["export", str(tmp_path / "records")]):
        found = club(tmp_path / "none.db", *words)
        assert found.exit_code == 1
        assert f"There is no database at {tmp_path / 'none.db'}." in found.output
    assert not list(tmp_path.iterdir())
