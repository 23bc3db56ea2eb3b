"""The turn at a table: one at a time, in the order of asking, with and without waiting."""

from __future__ import annotations

import asyncio

import pytest

from parlour.server.turn import Turn


def test_the_turn_goes_round_in_the_order_of_asking_and_nobody_who_waits_is_overtaken():
    async def test():
        turn, order = Turn(), []
        assert turn.take()
        assert not turn.take()

        async def ask(name: str) -> None:
            async with turn:
                order.append(name)
                await asyncio.sleep(0)
                assert not turn.take()

        waiting = [asyncio.create_task(ask(name)) for name in "abc"]
        await asyncio.sleep(0)
        assert order == []
        turn.give()
        assert not turn.take()
        await asyncio.gather(*waiting)
        assert order == ["a", "b", "c"]
        assert turn.take()

    asyncio.run(test())


@pytest.mark.parametrize("granted", [False, True])
def test_who_gives_up_waiting_keeps_the_turn_from_nobody(granted):
    async def test():
        turn = Turn()
        assert turn.take()

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
        assert turn.take()

    asyncio.run(test())
