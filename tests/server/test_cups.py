"""Tournaments over a real server: they run by themselves, by what their host and players do, and by nothing else."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from cup_kit import QUICK_CUP, Guest, guests
from server_kit import Party, fails, run

from parlour.server import messages as m
from parlour.server.config import Limits
from parlour.server.cup import shown as s
from parlour.server.cup.entries import CupPlan
from parlour.tables.shown import Clock, Settings


@pytest.mark.parametrize(("kind", "game", "people"), [("swiss", "doce", 3), ("knockout", "doce", 4), ("tables", "dokitto", 5)])
def test_a_tournament_runs_by_itself_to_its_end(served, kind, game, people):
    async def test():
        players = await guests(people, served.address)
        more = {"seats": 3, "rounds": 2} if kind == "tables" else {}
        cup = await players[0].found(game, kind, rated=True, **more)
        for player in players:
            await player.join(cup)
        await players[0].act(cup, s.CupBegin())
        ends = await asyncio.gather(*(player.play(cup) for player in players))
        for end in ends:
            assert end.phase == "over"
            assert len(end.rounds) == end.rounds_planned
            assert all(board.places and board.why == "played" for played in end.rounds for board in played.boards)
            assert [row.player for row in end.standings] == [row.player for row in ends[0].standings]
        assert [line.sentence for line in ends[0].log][-1] == "The tournament is over."
        table = next(board.table for board in ends[0].rounds[0].boards)
        snapshot = await players[0].clients[0].show(table)
        assert snapshot.table.settings.cup == cup
        assert snapshot.table.settings.rated
        assert not snapshot.table.settings.undo
        mine = await players[0].call("GET", "/api/ratings", kind=list[s.Rating])
        played = sum(board.again + 1 for each in ends[0].rounds for board in each.boards if 0 in board.players)
        assert [one.matches for one in mine if one.game == game] == [played]
        assert cup in {one.id for one in await players[1].call("GET", "/api/cups", kind=list[s.CupSummary])}

    run(test())


def test_nobody_can_act_for_another_and_only_the_host_decides(served):
    async def test():
        host, guest, stranger = await guests(3, served.address)
        cup = await host.found()
        await host.join(cup)
        await guest.join(cup)
        acts: list[s.CupAct] = [
            s.CupBegin(), s.CupHalt(), s.CupGoOn(), s.CupEnd(), s.CupRemove(0), s.CupCorrect(0, 0, [1, 2], "because"),
        ]  # fmt: skip
        for act in acts:
            for other in (guest, stranger):
                wrong = await fails(other.act(cup, act))
                assert "Only the host" in str(wrong), act
        for act in (s.CupLeave(), s.CupArrive()):
            assert "no part" in str(await fails(stranger.act(cup, act)))
        assert "no table" in str(await fails(guest.act(cup, s.CupArrive())))
        await host.act(cup, s.CupBegin())
        assert "begun already" in str(await fails(host.act(cup, s.CupBegin())))
        assert "no table" in str(await fails(stranger.call("POST", f"/api/cups/{cup}/table", kind=m.Seated)))
        for player in (host, guest):
            await player.act(cup, s.CupArrive())
        table = (await host.show(cup)).rounds[0].boards[0].table
        assert table
        assert "Every seat" in str(await fails(stranger.clients[0].join(table, "Eve")))
        seated = await guest.call("POST", f"/api/cups/{cup}/table", kind=m.Seated)
        assert (await guest.clients[0].show(table)).mine == [seated.seat]
        assert (await stranger.clients[0].show(table)).mine == []
        # Nobody gets a table into a tournament, or people out of it.
        other = await stranger.clients[0].create("doce", ["mine", "bot"], settings=Settings(cup=cup))
        assert (await stranger.clients[0].show(other)).table.settings.cup == ""
        async with Party(served.address) as party:
            party.table = table
            for player in (host, guest):
                link = await party.link(player.clients[0])
                await link.until(lambda link=link: link.table.phase == "running")
                await link.send(m.Remove(1 - link.mine[0]))
                await link.until(lambda link=link: link.problems)
                assert link.problems[-1].code in ("not_now", "not_yours")
        assert not (await guest.act(cup, s.CupJoin("Somebody else"))).host

    run(test())


def test_bad_plans_and_forged_calls_are_refused_in_clear_sentences(served):
    async def test():
        (host,) = await guests(1, served.address)
        wrong: list[tuple[dict[str, Any], str]] = [
            ({"game": "chess"}, "chess"),
            ({"clock": Clock()}, "needs a clock"),
            ({"kind": "tables", "game": "dokitto", "seats": 9}, "2 to 5"),
            ({"options": {"flavour": 3}, "game": "dokitto"}, "flavour"),
            ({"name": " \u202e "}, "a name"),
            ({"begins": 5}, "in the past"),
            ({"steady": True}, "how long a round lasts"),
        ]
        for change, sentence in wrong:
            plan = {"name": "Cup", "game": "doce", "kind": "swiss", "clock": Clock("move", 30)} | change
            assert sentence in str(await fails(host.call("POST", "/api/cups", plan))), change
        for body in (
            {"type": "win"},
            {"type": "correct", "round": -1},
            {"type": "join", "name": "A", "person": "x"},
            [],
            "begin",
        ):
            assert await fails(host.call("POST", "/api/cups/0123456789abcdef/acts", body))
        assert "no tournament" in str(await fails(host.show("0123456789abcdef")))
        cup = await host.found()
        assert "at least two" in str(await fails(host.act(cup, s.CupBegin())))
        for body in (s.CupCorrect(3, 0, [1, 2], "x"), s.CupRemove(7)):
            assert "no such" in str(await fails(host.act(cup, body)))

    run(test())


def test_the_host_pauses_corrects_and_removes_and_all_of_it_is_written_down(served):
    async def test():
        players = await guests(4, served.address)
        host = players[0]
        cup = await host.found(kind="everybody", patience=600)
        for player in players:
            await player.join(cup)
        await host.act(cup, s.CupBegin())
        assert (await host.act(cup, s.CupHalt())).halted
        for player in players:
            await player.act(cup, s.CupArrive())
        shown = await host.show(cup)
        assert all(board.table for board in shown.rounds[0].boards)
        assert "Say why" in str(await fails(host.act(cup, s.CupCorrect(0, 0, [1, 2], " "))))
        assert "a place to everybody" in str(await fails(host.act(cup, s.CupCorrect(0, 0, [2, 2], "odd"))))
        for board in range(2):
            await host.act(cup, s.CupCorrect(0, board, [1, 1], "A power cut"))
        shown = await host.show(cup)
        assert len(shown.rounds) == 1  # It is paused: nothing follows.
        assert {row.points for row in shown.standings} == {0.5}
        shown = await host.act(cup, s.CupGoOn())
        assert len(shown.rounds) == 2
        shown = await host.act(cup, s.CupRemove(3, "Two hands"))
        assert shown.players[3].left
        shown = await players[1].act(cup, s.CupLeave())
        assert shown.players[1].left
        shown = await host.act(cup, s.CupEnd())
        assert shown.phase == "over"
        lines = [line.sentence for line in shown.log]
        first = " and ".join(f"1. P{player}" for player in shown.rounds[0].boards[0].players)
        assert f"The host sets the result of round 1: {first} (A power cut)" in lines
        assert "The host takes P3 out of the tournament: Two hands" in lines
        assert {"The host pauses the tournament.", "The tournament goes on.", "P1 plays no further round."} <= set(lines)
        assert lines[-1] == "The host ends the tournament."
        assert "is over" in str(await fails(players[2].join(cup)))

    run(test())


def test_late_comers_find_their_place_and_a_knock_out_takes_none(served):
    async def test():
        players = await guests(4, served.address)
        cup, closed = await players[0].found(rest=60), await players[0].found(kind="knockout")
        for player in players[:3]:
            await player.join(cup)
            await player.join(closed)
        await players[0].act(cup, s.CupBegin())
        await players[0].act(closed, s.CupBegin())
        shown = await players[3].join(cup)
        assert shown.mine == 3
        assert shown.board is None
        assert "has begun" in str(await fails(players[3].join(closed)))

    run(test())


def test_a_seat_follows_its_person_to_the_device_that_comes(served):
    async def test():
        players = await guests(2, served.address)
        cup = await players[0].found(clock=Clock("correspondence", 86_400), lasts=7 * 86_400)
        for player in players:
            await player.join(cup)
        shown = await players[0].act(cup, s.CupBegin())
        table = shown.rounds[0].boards[0].table
        assert table  # By letter nobody has to be there.
        phone = await Guest("P0", served.address).arrive()
        assert "no table" in str(await fails(phone.call("POST", f"/api/cups/{cup}/table", kind=m.Seated)))

    run(test())


def test_a_plan_is_shown_as_it_was_made_and_reads_in_german(served):
    async def test():
        (host,) = await guests(1, served.address)
        plan = CupPlan("  Herbst\u202epokal ", "doce", "swiss", **QUICK_CUP)
        cup = (await host.call("POST", "/api/cups", plan, s.CupFounded)).id
        assert (await host.show(cup)).plan.name == "Herbstpokal"
        host.clients[0].language = "de"
        shown = await host.show(cup)
        assert shown.log[0].sentence == "Herbstpokal ist eröffnet."
        assert any("Punkt" in line for line in shown.explained)

    run(test())


def test_whoever_is_deleted_plays_no_further_round_and_has_no_name_there(served):
    async def test():
        players = await guests(3, served.address)
        weekly = {"clock": Clock("correspondence", 86_400), "lasts": 7 * 86_400, "steady": True, "zone": "Europe/Berlin"}
        league, coming = await players[0].found(kind="everybody", **weekly), await players[1].found(**weekly)
        paused = await players[1].found(**weekly)
        for player in players:
            await player.join(league)
            await player.join(coming)
            await player.join(paused)
        began = await players[0].act(league, s.CupBegin())
        await players[1].act(paused, s.CupBegin())
        assert (await players[1].act(paused, s.CupHalt())).halted
        client = players[1].clients[0]
        client.token = (await client.call("POST", "/api/me/delete"))["token"]
        for cup in (league, coming):
            shown = await players[0].show(cup)
            assert [player.left for player in shown.players] == [False, True, False]
            assert [player.name for player in shown.players] == ["P0", "somebody", "P2"]
            assert "somebody plays no further round." in [line.sentence for line in shown.log]
            assert "P1" not in str([line.sentence for line in shown.log])
        # Nobody else may begin what she kept: it is over. What she had paused goes on by itself.
        assert (await players[0].show(coming)).phase == "over"
        shown = await players[0].show(paused)
        assert (shown.phase, shown.halted) == ("running", False)
        assert "Only the host" in str(await fails(players[0].act(paused, s.CupHalt())))
        # Her match goes on by its clock; whoever is to meet her next has the point already.
        host = players[0]
        for number, board in enumerate(began.rounds[0].boards):
            if not board.places:
                await host.act(league, s.CupCorrect(0, number, [1, 2], "To see the next round"))
        assert (await host.show(league)).next

    run(test())


def test_nobody_fills_the_log_of_a_tournament_by_coming_again_and_again(serve):
    server = serve(limits=Limits.wide(invitations=0.0001, invitation_burst=3))

    async def test():
        players = await guests(2, server.address)
        cup = await players[0].found(patience=600)
        for player in players:
            await player.join(cup)
        await players[0].act(cup, s.CupBegin())
        for letter in "abc":
            await players[0].act(cup, s.CupArrive(64 * letter))
        failed = await fails(players[0].act(cup, s.CupArrive(64 * "d")))
        assert failed.status == 429
        # The other one comes all the same.
        assert (await players[1].act(cup, s.CupArrive(64 * "e"))).rounds[0].boards[0].table

    run(test())
