"""The one way of everything that happens at a table: in the order of asking, kept before it is told, answered once."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager

import pytest

from parlour.server.act import Act
from parlour.server.config import Config
from parlour.server.hub import Hub
from parlour.server.room import TRIES
from parlour.server.storage import Append, StorageDown
from parlour.server.telling import now
from parlour.tables import acts
from parlour.tables import entries as e
from parlour.tables.errors import Unfit
from parlour.tables.shown import Settings

SEATS = [("mine", None, "easy", None, None), ("open", None, "easy", None, None)]


@asynccontextmanager
async def opened(path):
    """A worker of this process with one table, at its first version."""
    hub = Hub(Config(str(path / "tables.db"), logs=False, compile=False))
    await hub.open()
    try:
        room = await hub.room("t" * 22)
        await room.found(acts.create(hub.find, now(), game="doce", seats=SEATS, device="dev0", options={}, settings=Settings()))
        yield hub, room
    finally:
        await hub.close()


def says(text):
    return lambda table: acts.say(table, now(), text, 0, None)


def words(room) -> list[str]:
    return [fact.text for fact in room.table.facts if fact.kind == "chat"]


def run(tmp_path, test) -> None:
    async def whole():
        async with opened(tmp_path) as (hub, room):
            await asyncio.wait_for(test(hub, room), 60)

    asyncio.run(whole())


class Noted(Act):
    """An act that keeps its answers."""

    def __init__(self, make) -> None:
        self.make, self.answers = make, []

    def make(self, table): ...

    def ended(self, answer) -> None:
        self.answers.append(answer)


async def idle(room) -> None:
    async with room.turn:
        pass


def test_what_is_asked_for_at_the_same_moment_happens_in_the_order_of_asking(tmp_path):
    async def test(_, room):
        asked = [asyncio.ensure_future(room.act(says(f"word {number}"))) for number in range(40)]
        assert await asyncio.gather(*asked) == list(range(2, 42))
        assert words(room) == [f"word {number}" for number in range(40)]
        assert not room.turn.taken

    run(tmp_path, test)


def test_an_act_needs_no_task_where_the_table_is_ready_and_is_told_when_it_is_kept(tmp_path):
    async def test(_, room):
        act = Noted(says("at once"))
        room.do(act)
        assert (room.table.version, act.answers) == (2, [])
        await idle(room)
        assert act.answers == [2]

    run(tmp_path, test)


def test_what_nobody_waits_for_any_more_does_not_happen_and_holds_up_nobody(tmp_path):
    async def test(_, room):
        first = asyncio.ensure_future(room.act(says("first")))
        given_up = asyncio.ensure_future(room.act(says("given up")))
        last = asyncio.ensure_future(room.act(says("last")))
        await asyncio.sleep(0)
        given_up.cancel()
        assert await asyncio.gather(first, last) == [2, 3]
        assert words(room) == ["first", "last"]

    run(tmp_path, test)


def test_a_mistake_in_the_making_throws_the_table_away_and_the_next_act_finds_what_was_kept(tmp_path):
    async def test(_, room):
        def mistaken(table):
            table.take([e.Said(now(), "never kept", 0)])
            raise RuntimeError("a mistake of ours")

        await room.act(says("kept"))
        with pytest.raises(RuntimeError):
            await room.act(mistaken)
        assert room.table is None
        assert await room.act(says("next")) == 3
        assert words(room) == ["kept", "next"]

    run(tmp_path, test)


def test_one_who_fails_when_told_the_answer_is_noted_and_the_turn_goes_on(tmp_path):
    async def test(hub, room):
        act = Noted(says("kept"))
        act.ended = lambda answer: 1 // 0
        room.do(act)
        assert await room.act(says("next")) == 3
        assert "parlour_faults_total 1" in hub.text()

    run(tmp_path, test)


def test_another_worker_was_first_and_the_act_is_made_again_after_it(tmp_path):
    async def test(hub, room):
        kept = asyncio.get_running_loop().create_future()
        elsewhere = e.encoded([e.Said(now(), "elsewhere", 0)])
        hub.store.append(Append(room.id, 2, now(), elsewhere, None, kept.set_result))
        assert await kept
        seen = []

        def late(table):
            seen.append(table.version)
            return acts.say(table, now(), "here", 0, None)

        assert await room.act(late) == 3
        assert seen == [1, 2], "it was tried, refused by the log, and tried again at the table as it was"
        assert words(room) == ["elsewhere", "here"]

    run(tmp_path, test)


@pytest.mark.parametrize(("answer", "wrong"), [(False, Unfit), (StorageDown("full"), StorageDown)])
def test_an_act_that_cannot_be_kept_is_answered_in_the_end_and_forgotten(tmp_path, answer, wrong):
    async def test(hub, room):
        true, tried = hub.store.append, []

        def append(append):
            tried.append(append.version)
            asyncio.get_running_loop().call_soon(append.answer, answer)

        hub.store.append = append
        with pytest.raises(wrong):
            await room.act(says("lost"))
        assert tried == [2] * (TRIES + 1 if answer is False else 1)
        hub.store.append = true
        assert await room.act(says("kept")) == 2
        assert words(room) == ["kept"]

    run(tmp_path, test)


def test_a_worker_that_stops_begins_nothing_and_answers_everybody(tmp_path):
    async def test(hub, room):
        first = asyncio.ensure_future(room.act(says("kept")))
        late = [asyncio.ensure_future(room.act(says("late"))) for _ in range(3)]
        await asyncio.sleep(0)
        hub.closing = True
        assert await first == 2
        assert [type(wrong) for wrong in await asyncio.gather(*late, return_exceptions=True)] == [StorageDown] * 3
        assert words(room) == ["kept"]

    run(tmp_path, test)


def test_a_bot_thinks_once_about_a_move_however_often_it_is_looked_what_is_due(tmp_path):
    async def test(hub, room):
        bots = await hub.room("b" * 22)
        seats = [("bot", None, "easy", None, None)] * 2
        batch = acts.create(
            hub.find, now(), game="doce", seats=seats, device="dev0", options={"first": 0}, settings=Settings(), start=True
        )
        thoughts: list[float] = []

        async def thinks(*given, **more) -> int:
            thoughts.append(1)
            await asyncio.sleep(0.05)
            return bots.table.legal(0)[0]

        hub.thinkers.run = thinks
        await bots.found(batch)
        async with bots.turn:  # The table is busy when the bot's time has come, and again when it is looked once more.
            for _ in range(3):
                bots.timer.schedule()
                await asyncio.sleep(0.01)
        while not thoughts:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.02)
        assert len(thoughts) == 1

    run(tmp_path, test)
