"""A finished match is reviewed when somebody asks, once, in a process of its own; what is asked for outlives a restart."""

from __future__ import annotations

import asyncio
import time
from types import SimpleNamespace

import pytest
from server_kit import PATIENCE, Party, fails, play_on, run

from parlour.client import Client
from parlour.server import messages as m
from parlour.server import reviews
from parlour.server.storage import StorageDown, store_at


async def until_reviewed(client: Client, path: str) -> m.Reviewed:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        answer = await client.call("GET", path, kind=m.Reviewed)
        if answer.review is not None:
            return answer
        assert answer.ahead is not None
        await asyncio.sleep(0.2)
    raise AssertionError("no review came")


async def finished(party: Party) -> str:
    """Where the review of a short match is."""
    await party.sit_down("doce", 2)
    path = f"/api/tables/{party.table}/matches/1/review"
    assert "running" in str(await fails(party.clients[0].call("GET", path))), "nothing is told of a match that runs"
    await asyncio.gather(*(play_on(link) for link in party.links))
    return path


def test_a_finished_match_is_reviewed_for_whoever_asks_and_only_then(served):
    async def story() -> None:
        async with Party(served.address) as party:
            path = await finished(party)
            stranger = await party.device()
            found = await until_reviewed(stranger, path)
            assert found.review is not None
            assert found.words is not None
            assert sum(share.result for share in found.review.shares) == pytest.approx(1)
            assert len(found.words.steps) == len(found.review.steps)
            again = await party.clients[0].call("GET", path.replace("matches/1", "matches/0"), kind=m.Reviewed)
            assert again == found, "it is made once"
            assert "no match 2" in str(await fails(stranger.call("GET", path.replace("matches/1", "matches/2"))))

    run(story())


def test_what_was_asked_for_is_made_after_a_restart(serve):
    async def story() -> None:
        server = serve()
        async with Party(server.address) as party:
            path = await finished(party)
            assert (await party.clients[0].call("GET", path, kind=m.Reviewed)).ahead == 0
            server.kill()
        server.start()
        async with Party(server.address) as party:
            assert (await until_reviewed(await party.device(), path)).review

    run(story())


def test_whoever_asks_for_fifty_at_once_keeps_nobody_waiting(tmp_path):
    async def story() -> None:
        store = store_at(str(tmp_path / "tables.db"))
        await store.open()
        made = reviews.Reviews(SimpleNamespace(store=store))
        ahead = [await made.ask(f"many {k}", 1, "greedy") for k in range(50)]
        assert ahead == list(range(50))
        assert await made.ask("one", 1, "somebody else") <= 1
        assert await made.ask("many 7", 1, "somebody else") == 8, "asked for already; the one of somebody else came in before"
        turns = []
        while (found := await store.next_review(reviews.now() + 10**9, reviews.now() + 10**9 + 1)) is not None:
            turns.append(found[0])
            await store.keep_review(*found, b"{}")
        assert turns.index("one") <= 1
        assert [one for one in turns if one != "one"] == [f"many {k}" for k in range(50)]
        made.close()
        await store.close()

    run(story())


def test_what_could_not_be_reviewed_is_tried_again_by_another_version_alone(monkeypatch):
    def broken(*_: object) -> bytes:
        raise RuntimeError("wrong")

    async def story() -> None:
        kept: dict[str, bytes | None] = {}

        class Store:
            async def review(self, id: str, match: int) -> tuple[bytes | None, int] | None:
                return (kept[id], 0) if id in kept else None

            async def want_review(self, id: str, match: int, at: int) -> None:
                kept[id] = None

            async def keep_review(self, id: str, match: int, body: bytes) -> None:
                kept[id] = body

            async def drop_review(self, id: str, match: int) -> None:
                del kept[id]

            async def load(self, id: str) -> list[bytes]:
                return []

        faults: list[Exception] = []
        made = reviews.Reviews(SimpleNamespace(store=Store(), fault=faults.append))
        monkeypatch.setattr(made, "_work", broken)
        assert await made.ask("one", 1, "here") == 0
        await made._make("one", 1)
        assert [str(fault) for fault in faults] == ["wrong"]
        assert "cannot be reviewed" in str(await fails(made.known("one", 1)))
        monkeypatch.setattr(reviews, "VERSION", reviews.VERSION + 1)
        assert await made.known("one", 1) == (None, None), "whoever asks now has it made"
        kept["old"] = b""
        assert await made.known("old", 1) == (None, None), "as it was written before"
        made.close()

    run(story())


def test_a_database_that_is_away_does_not_end_the_making_of_reviews(monkeypatch):
    class Away:
        freed = 0

        async def free_reviews(self) -> None:
            self.freed += 1
            if self.freed == 1:
                raise StorageDown("away")

        async def next_review(self, now: int, until: int) -> None:
            looked.set()

    async def story() -> None:
        made = reviews.Reviews(SimpleNamespace(store=store))
        making = asyncio.ensure_future(made.run())
        await asyncio.wait_for(looked.wait(), PATIENCE)
        making.cancel()
        made.close()

    monkeypatch.setattr(reviews, "EVERY", 0.01)
    store, looked = Away(), asyncio.Event()
    run(story())
    assert store.freed == 2


def test_reviews_are_taken_in_turn_and_by_one_worker_at_a_time(tmp_path):
    async def story() -> None:
        store = store_at(str(tmp_path / "tables.db"))
        await store.open()
        assert await store.review("one", 1) is None
        await store.want_review("one", 1, 100)
        await store.want_review("two", 3, 200)
        await store.want_review("one", 1, 300)
        assert await store.review("one", 1) == (None, 0)
        assert await store.review("two", 3) == (None, 1)
        assert await store.next_review(1000, 2000) == ("one", 1)
        assert await store.next_review(1000, 2000) == ("two", 3)
        assert await store.next_review(1500, 2500) is None, "others have begun them"
        assert await store.next_review(2000, 3000) == ("one", 1), "whoever began it is gone"
        await store.keep_review("one", 1, b"{}")
        assert await store.review("one", 1) == (b"{}", 0)
        assert await store.review("two", 3) == (None, 0)
        await store.drop_review("two", 3)
        assert await store.next_review(9000, 9999) is None
        await store.close()

    run(story())
