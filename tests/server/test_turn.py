"""The turn at a table: one at a time, in the order of asking, with and without waiting."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from parlour.server.turn import Turn


def test_the_turn_goes_round_in_the_order_of_asking_and_nobody_who_waits_is_overtaken():
    async def test():
        turn, order = Turn(), []
        turn.ask(lambda: order.append("at once"))
        assert order == ["at once"]

        async def ask(name: str) -> None:
            async with turn:
                order.append(name)
                await asyncio.sleep(0)
                assert turn.taken

        def called() -> None:
            order.append("called")
            turn.give()

        waiting = [asyncio.create_task(ask(name)) for name in "ab"]
        await asyncio.sleep(0)
        turn.ask(called)
        waiting.append(asyncio.create_task(ask("c")))
        await asyncio.sleep(0)
        assert order == ["at once"]
        turn.give()
        assert turn.taken
        await asyncio.gather(*waiting)
        assert order == ["at once", "a", "b", "called", "c"]
        assert not turn.taken

    asyncio.run(test())


@pytest.mark.parametrize("granted", [False, True])
def test_who_gives_up_waiting_keeps_the_turn_from_nobody(granted):
    async def test():
        turn = Turn()
        await turn.__aenter__()

        async def ask() -> None:
            async with turn:
                raise AssertionError("it had given up")

        gives_up = asyncio.create_task(ask())
        stays = asyncio.create_task(turn.__aenter__())
        await asyncio.sleep(0)
        if granted:
            turn.give()  # to the one who gives up in this very moment
        gives_up.cancel()
        with pytest.raises(asyncio.CancelledError):
            await gives_up
        if not granted:
            turn.give()
        await asyncio.wait_for(stays, 10)
        turn.give()
        assert not turn.taken

    asyncio.run(test())


def test_however_many_are_called_one_after_the_other_none_is_called_within_another():
    async def test():
        turn, called = Turn(), []
        await turn.__aenter__()

        def act(number: int) -> None:
            called.append(number)
            turn.give()

        for number in range(5000):
            turn.ask(partial(act, number))
        turn.give()
        async with turn:
            assert called == list(range(5000))

    asyncio.run(test())
