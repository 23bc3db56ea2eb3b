"""Clocks, absence and return, taking back and pauses."""

from __future__ import annotations

import asyncio
import time

import msgspec
from server_kit import CALM, Party, fails, run

from parlour.client import Client
from parlour.server import messages as m
from parlour.tables.shown import Clock


def clocked(**clock) -> object:
    return msgspec.structs.replace(CALM, clock=Clock(**clock))


def test_a_move_clock_counts_down_and_then_a_bot_plays_on(served):
    async def test():
        async with Party(served.address) as party:
            ada, bea = await party.sit_down("doce", settings=clocked(kind="move", seconds=1), options={"first": 0})
            assert ada.clocks is not None
            assert ada.clocks.running == [0]
            assert 0 < ada.clocks.left[0] <= 1000
            await ada.play("4 c3")
            await ada.until(lambda: ada.clocks.running == [1])
            await bea.until(lambda: bea.table.seats[1].stand_in)
            await bea.until(lambda: bea.moves >= 2)
            assert any("out of time" in line.sentence for line in bea.lines[1])
            while bea.table.seats[1].stand_in:  # not while the bot has a move to make for her
                await bea.send(m.TakeBack(1))
                await asyncio.sleep(0.05)

    run(test())


def test_a_game_clock_adds_its_increment_and_cannot_be_taken_back_when_spent(served):
    async def test():
        async with Party(served.address) as party:
            settings = clocked(kind="game", seconds=3, increment=1)
            opened = time.monotonic()
            ada, bea = await party.sit_down("doce", settings=settings, options={"first": 0})
            await asyncio.sleep(0.3)
            await ada.play("4 c3")
            spent = 1000 * (time.monotonic() - opened)
            await ada.until(lambda: ada.moves == 1)
            assert 4000 - spent - 1 <= ada.clocks.left[0] <= 4000 - 300 + 1
            await bea.until(lambda: bea.table.seats[1].stand_in)
            await bea.until(lambda: bea.moves >= 2)
            await bea.send(m.TakeBack(1))
            await bea.until(lambda: bool(bea.problems))
            assert "used up" in bea.problems[-1].sentence

    run(test())


def test_a_bot_takes_the_seat_of_the_absent_after_a_visible_countdown_and_hands_it_back(served):
    async def test():
        async with Party(served.address) as party:
            settings = msgspec.structs.replace(CALM, absent=5)
            ada, bea = await party.sit_down("doce", settings=settings, options={"first": 1})
            await bea.close()
            await ada.until(lambda: ada.table.seats[1].away is not None)
            await ada.until(lambda: ada.clocks is not None and 1 in ada.clocks.takeover)
            gone = ada.table.seats[1].away
            assert 4500 <= ada.clocks.takeover[1] - gone <= 5500
            await ada.until(lambda: ada.table.seats[1].stand_in)
            await ada.until(lambda: ada.moves >= 1 and ada.acting == [0])
            assert any("a bot plays on" in line.sentence for line in ada.lines[0])
            back = await party.link(party.clients[1])
            await back.until(lambda: not back.table.seats[1].stand_in and back.table.seats[1].away is None)
            await ada.until(lambda: ada.clocks.takeover == {})
            await ada.play(ada.legal()[0])
            await back.my_turn()
            await asyncio.sleep(0.1)
            assert back.acting == [1]
            await back.play(back.legal()[0])

    run(test())


def test_nobody_takes_over_while_no_other_person_waits(served):
    async def test():
        async with Client(served.address) as client:
            settings = msgspec.structs.replace(CALM, absent=5)
            table = await client.create("doce", ["mine", "bot"], options={"first": 0}, settings=settings, start=True)
            async with client.sit(table):
                pass
            await asyncio.sleep(0.6)
            shown = await client.show(table)
            assert shown.table.seats[0].away is not None
            assert shown.clocks is None

    run(test())


def test_a_die_is_taken_back_by_consent(served):
    async def test():
        async with Party(served.address) as party:
            ada, bea = await party.sit_down("doce", options={"first": 0})
            await ada.play("5 c3")
            await bea.my_turn()
            await bea.play("2 a1")
            await ada.until(lambda: ada.moves == 2)
            await ada.send(m.Undo(0))
            await bea.until(lambda: bea.table.undo is not None)
            assert bea.table.undo.waiting == [1]
            await bea.send(m.AnswerUndo(1, False))
            await ada.until(lambda: ada.table.undo is None)
            assert ada.moves == 2
            await ada.send(m.Undo(0))
            await bea.until(lambda: bea.table.undo is not None)
            await bea.send(m.AnswerUndo(1, True))
            await ada.until(lambda: ada.moves == 0)
            await bea.until(lambda: bea.views[1]["dice"] == {})
            assert ada.legal()

    run(test())


def test_a_card_that_was_shown_is_taken_back_only_by_consent(served):
    async def test():
        async with Party(served.address) as party:
            ada, bea = await party.sit_down("dokitto", options={"first_lead": 0})
            hand = ada.views[0]["hand"]
            await ada.play(hand[0])
            await ada.send(m.Undo(0))
            await bea.until(lambda: bea.table.undo is not None)
            await bea.send(m.AnswerUndo(1, True))
            await ada.until(lambda: ada.moves == 0 and ada.table.undo is None)
            assert ada.views[0]["hand"] == hand

    run(test())


def test_a_paused_match_stops_its_clocks_and_goes_on_later_even_after_a_restart(serve):
    server = serve()

    async def test():
        async with Party(server.address) as party:
            settings = clocked(kind="move", seconds=2)
            ada, bea = await party.sit_down("doce", settings=settings, options={"first": 0})
            await bea.send(m.Pause(1))
            await ada.until(lambda: ada.table.pause is not None)
            assert ada.table.phase == "running"
            await ada.send(m.AnswerPause(0, True))
            await ada.until(lambda: ada.table.phase == "paused")
            wait = await fails(ada.play("4 c3"))
            assert "paused" in str(wait)
            server.kill()
            await asyncio.to_thread(server.start)
            await asyncio.sleep(1.5)
            await ada.until(lambda: ada._socket is not None)
            await ada.send(m.Resume(0))
            await ada.until(lambda: ada.table.phase == "running")
            assert not ada.table.seats[0].stand_in
            await ada.play("4 c3")

    run(test())


def test_a_seat_that_is_left_in_a_running_match_is_a_bots_for_good(served):
    async def test():
        async with Party(served.address) as party:
            ada, bea = await party.sit_down("doce", options={"first": 1})
            await bea.send(m.Stand(1))
            await ada.until(lambda: ada.table.seats[1].kind == "bot" and ada.moves >= 1)
            await bea.until(lambda: bea.mine == [])
            assert bea.views.get(None) is not None

    run(test())
