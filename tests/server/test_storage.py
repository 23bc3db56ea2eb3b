"""The log in SQLite: batches that wait together are committed together, each is answered for itself, and none is lost."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

from server_kit import Party, fails, run

from parlour.client import Client
from parlour.server.devices import hashed
from parlour.server.storage import Append, Row, StorageDown
from parlour.server.storage import sqlite as storage
from parlour.server.storage.sqlite import SqliteStore


def opened(path: Path, work: Callable[[SqliteStore], Awaitable[None]]) -> None:
    async def test() -> None:
        store = SqliteStore(str(path))
        await store.open()
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(test())


class Answers(dict[tuple[str, int], object]):
    """What became of each append, and all of them at once."""

    def __init__(self, store: SqliteStore) -> None:
        self.store, self.wanted, self.all = store, 0, asyncio.Event()

    def append(self, table: str, version: int, row: Row | None = None) -> None:
        def answer(kept: object) -> None:
            self[table, version] = kept
            if len(self) == self.wanted:
                self.all.set()

        self.wanted += 1
        self.all.clear()
        self.store.append(Append(table, version, 1000 + version, f'["{table} é {version}"]'.encode(), row, answer))


def test_what_waits_together_is_kept_by_one_commit_and_read_back_as_it_was(tmp_path, monkeypatch):
    commits = []
    whole = storage.Commit.__call__
    monkeypatch.setattr(storage.Commit, "__call__", lambda self, c: (commits.append(len(self.appends)), whole(self, c))[1])

    async def work(store: SqliteStore) -> None:
        answers = Answers(store)
        for number in range(300):
            answers.append(f"table-{number}", 1, Row("doce", "running", True, None, ("device",)) if number % 3 == 0 else None)
        await answers.all.wait()
        assert set(answers.values()) == {True}
        assert await store.load("table-7") == ['["table-7 é 1"]'.encode()]
        assert len(await store.of_device("device", 500)) == 100

    opened(tmp_path / "t.db", work)
    assert [size for size in commits if size] == [300]


def test_a_version_that_is_taken_is_refused_alone(tmp_path):
    async def work(store: SqliteStore) -> None:
        first = Answers(store)
        first.append("one", 1)
        await first.all.wait()
        answers = Answers(store)
        row = Row("doce", "waiting", True, None, ("a",))
        for table, version in (("one", 1), ("one", 2), ("two", 1)):
            answers.append(table, version, row)
        await answers.all.wait()
        assert answers == {("one", 1): False, ("one", 2): True, ("two", 1): True}
        assert len(await store.load("one")) == 2
        assert sorted(await store.public(9)) == ["one", "two"]

    opened(tmp_path / "t.db", work)


def test_whoever_fails_over_an_answer_does_not_rob_the_others_of_theirs(tmp_path):
    async def work(store: SqliteStore) -> None:
        noted = []
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: noted.append(context["exception"]))

        def fail(kept: object) -> None:
            raise ValueError("a mistake")

        answers = Answers(store)
        answers.append("one", 1)
        store.append(Append("two", 1, 5, b"[]", None, fail))
        answers.append("three", 1)
        await answers.all.wait()
        assert [str(wrong) for wrong in noted] == ["a mistake"]

    opened(tmp_path / "t.db", work)


def test_what_still_waits_when_the_store_closes_is_kept(tmp_path):
    path = tmp_path / "t.db"

    async def work(store: SqliteStore) -> None:
        answers = Answers(store)
        for number in range(5):
            answers.append("one", number + 1)

    opened(path, work)
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT count(*) FROM entries").fetchone() == (5,)
    connection.close()


def test_a_database_that_cannot_be_written_is_told_and_used_again_when_it_can(tmp_path):
    path = tmp_path / "t.db"

    async def work(store: SqliteStore) -> None:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("ALTER TABLE entries RENAME TO hidden")
        answers = Answers(store)
        answers.append("one", 1)
        await answers.all.wait()
        assert isinstance(answers["one", 1], StorageDown)
        other.execute("ALTER TABLE hidden RENAME TO entries")
        other.close()
        again = Answers(store)
        again.append("one", 1)
        await again.all.wait()
        assert again["one", 1] is True

    opened(path, work)


def test_the_write_ahead_log_stays_small(tmp_path):
    path = tmp_path / "t.db"

    async def work(store: SqliteStore) -> None:
        for version in range(1, 6 * storage.TIDY):
            answers = Answers(store)
            for table in range(60):
                answers.append(f"table-{table}", version)
            await answers.all.wait()
        assert store._tidying is not None
        assert os.path.getsize(f"{path}-wal") < 20_000_000

    opened(path, work)


def test_a_device_of_an_older_server_keeps_its_seats(serve):
    """Tokens had no mark of ours once; one that holds a seat is still good, and any other is not."""
    server = serve()
    old = "o" * 43

    async def test():
        async with Party(server.address) as party:
            await party.sit_down("doce")
            server.stop()
            with closing(sqlite3.connect(server.config.database)) as database, database:
                database.execute("INSERT INTO holders (device, table_id) VALUES (?, ?)", (hashed(old), party.table))
            server.start()
            assert (await Client(server.address, token=old).show(party.table)).mine == []
            assert (await fails(Client(server.address, token="n" * 43).show(party.table))).status == 401
            # The tokens of this server outlive its restart.
            assert (await party.clients[0].show(party.table)).mine == [0]

    run(test())
