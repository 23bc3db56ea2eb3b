"""Sitting down by link and playing whole matches, over real HTTP and websockets."""

from __future__ import annotations

import asyncio

import msgspec
import pytest
from server_kit import CALM, Party, fails, play_on, play_together, run

import parlour
from parlour.client import CallFailed, Client
from parlour.core.proof import proof
from parlour.core.record import Record
from parlour.server import messages as m
from parlour.tables.shown import Settings


@pytest.mark.parametrize("game", ["doce", "dokitto"])
def test_two_people_sit_down_by_link_and_play_a_whole_match(served, game):
    async def test():
        async with Party(served.address) as party:
            ada, bea = await party.sit_down(game)
            assert (ada.mine, bea.mine) == ([0], [1])
            await asyncio.gather(play_on(ada), play_on(bea))
            assert ada.table.outcome == bea.table.outcome is not None
            assert ada.lines[0][-1].sentence
            record = Record.parse(await party.clients[0].record(party.table))
            assert list(record.verify(parlour.game)) == []
            assert record.header.names == ["Ada", "Bea"]
            assert record.header.commitment == ada.table.fairness.commitment

    run(test())


@pytest.mark.parametrize("game", [game.key for game in parlour.games()])
def test_every_game_is_played_over_the_wire(served, game):
    async def test():
        async with Party(served.address) as party:
            people = max(2, parlour.game(game).seats[0])
            options = {"race_mode": "sealed"} if game == "ion" else {}
            links = await party.sit_down(game, people=people, options=options)
            await play_together(links, 20)
            for seat, link in enumerate(links):
                shown = await party.clients[seat].show(party.table)
                assert {**shown.sides[0].view, "seat": seat} == link.views[seat]
                assert shown.sides[0].legal == link.legal()
                assert [line.sentence for line in shown.sides[0].lines] == [line.sentence for line in link.lines[seat]]

    run(test())


def test_a_person_plays_three_bots_at_once_after_one_call(served):
    async def test():
        async with Client(served.address) as client:
            table = await client.create("dokitto", ["mine", "bot", "bot", "bot"], start=True)
            async with client.sit(table) as link:
                assert [seat.kind for seat in link.table.seats] == ["person", "bot", "bot", "bot"]
                while await link.my_turn():
                    try:
                        await link.play(link.legal()[0], at=link.moves)
                    except parlour.ParlourError:
                        await asyncio.sleep(0.01)  # its only move was made for it meanwhile
                assert link.table.outcome is not None

    run(test())


def test_pass_and_play_gives_one_device_two_seats_and_a_side_for_each(served):
    async def test():
        async with Client(served.address) as client:
            wishes = [m.SeatWish("mine", name="Ada"), m.SeatWish("mine", name="Bea")]
            table = await client.create("dokitto", wishes, start=True, settings=CALM)
            async with client.sit(table) as link:
                assert link.mine == [0, 1]
                assert link.views[0]["hand"] != link.views[1]["hand"]
                await play_on(link)
                assert link.over

    run(test())


def test_a_rematch_rotates_the_seats_and_is_dealt_from_a_new_sealed_seed(served):
    async def test():
        async with Party(served.address) as party:
            ada, bea = await party.sit_down("doce")
            await asyncio.gather(play_on(ada), play_on(bea))
            await asyncio.gather(*(link.until(lambda link=link: link.over) for link in (ada, bea)))
            sealed = ada.table.next_commitment
            assert sealed is not None
            await ada.rematch()
            await ada.until(lambda: ada.table.seats[0].rematch)
            await bea.rematch()
            await ada.until(lambda: ada.table.match == 2)
            await bea.until(lambda: bea.table.match == 2)
            assert (ada.mine, bea.mine) == ([1], [0])
            assert ada.table.fairness.commitment == sealed
            assert ada.table.fairness.seed is None
            await asyncio.gather(play_on(ada), play_on(bea))
            record = Record.parse(await party.clients[0].record(party.table, 2))
            assert [link.doubts for link in (ada, bea)] == [[], []]
            assert record.ending.salts == [list(link.deals.salts.values())[-1] for link in (bea, ada)]
            assert list(record.verify(parlour.game)) == []
            key = (await party.clients[0].call("GET", "/api/key"))["key"]
            assert proof(str(record), parlour.game, key=key, commitment=sealed).genuine
            assert record.header.settings["undo"] is True
            assert list(Record.parse(await party.clients[0].record(party.table, 1)).verify(parlour.game)) == []

    run(test())


def test_a_refused_move_names_the_rule_and_changes_nothing(served):
    async def test():
        async with Party(served.address) as party:
            ada, bea = await party.sit_down("doce", options={"first": 0})
            before = ada.version
            refused = await fails(bea.play("b4@c3"))
            assert isinstance(refused, parlour.Refused)
            assert refused.rule == "DOC-07"
            assert "Ada must act" in refused.sentence
            await ada.play({"type": "place", "square": "c3", "face": 4})
            await bea.play("5 a1")
            refused = await fails(ada.play("w1@c4"))
            assert refused.rule == "DOC-09"
            await ada.until(lambda: ada.version == before + 2)
            assert ada.moves == 2

    run(test())


def test_a_click_meant_for_an_earlier_position_is_not_misread(served):
    async def test():
        async with Party(served.address) as party:
            ada, _ = await party.sit_down("doce", options={"first": 0})
            stale = await fails(ada.play("4 c3", at=7))
            assert stale.code == "stale"
            assert ada.moves == 0

    run(test())


def test_the_seat_moves_to_another_device_by_a_short_code_once(served):
    async def test():
        async with Party(served.address) as party:
            await party.sit_down("doce", start=False)
            phone = await party.device()
            code = await party.clients[1].call("POST", f"/api/tables/{party.table}/seats/1/code", kind=m.MoveCode)
            stolen = await fails(phone.call("POST", f"/api/tables/{party.table}/seats/1/code"))
            assert isinstance(stolen, CallFailed)
            assert stolen.status == 403
            moved = await phone.call("POST", "/api/claim", m.ClaimSeat(code.code.lower()), m.Seated)
            assert (moved.table, moved.seat) == (party.table, 1)
            assert (await phone.show(party.table)).mine == [1]
            assert (await party.clients[1].show(party.table)).mine == []
            again = await fails(party.clients[0].call("POST", "/api/claim", m.ClaimSeat(code.code)))
            assert again.status == 404

    run(test())


def test_a_code_from_an_earlier_sitting_opens_no_hand(served):
    async def test():
        async with Party(served.address) as party:
            _, mallory = await party.sit_down("dokitto", start=False)
            old = await party.clients[1].call("POST", f"/api/tables/{party.table}/seats/1/code", kind=m.MoveCode)
            await mallory.send(m.Stand(1))
            await mallory.until(lambda: mallory.mine == [])
            cem = await party.device()
            await cem.join(party.table, "Cem", 1)
            void = await fails(party.clients[1].call("POST", "/api/claim", m.ClaimSeat(old.code)))
            assert void.status == 404
            assert (await cem.show(party.table)).mine == [1]
            assert (await party.clients[1].show(party.table)).mine == []

    run(test())


def test_the_host_removes_renames_and_mutes_over_the_wire_and_hands_on_by_standing_up(served):
    async def test():
        async with Party(served.address) as party:
            ada, bea, cem = await party.sit_down("dokitto", people=3, start=False)
            await bea.send(m.Remove(2))
            await bea.until(lambda: bool(bea.problems))
            assert bea.problems[-1].code == "not_yours"
            await bea.send(m.Rename(1, "Beatrix"))
            await ada.until(lambda: ada.table.seats[1].name == "Beatrix")
            await ada.send(m.Remove(2))
            await cem.until(lambda: cem.mine == [])
            await cem.send(m.Say("well, well"))
            await ada.until(lambda: ada.lines[0][-1].sentence == "well, well")
            await ada.send(m.Mute(line=ada.lines[0][-1].version))
            await ada.send(m.Stand(0))
            await bea.until(lambda: bea.table.seats[1].host)
            await cem.send(m.Say("and again"))
            await cem.until(lambda: bool(cem.problems))
            assert "muted" in cem.problems[-1].sentence
            await bea.send(m.Start(fill=True))
            await bea.until(lambda: bea.table.phase == "running")

    run(test())


def test_the_host_fills_open_seats_with_bots_and_others_cannot(served):
    async def test():
        async with Party(served.address) as party:
            ada, bea = await party.sit_down("dokitto", people=2, start=False)
            await bea.send(m.Start(fill=True))
            await bea.until(lambda: bool(bea.problems))
            assert bea.problems[-1].code == "not_yours"
            await bea.send(m.SetSeat(0, "bot"))
            await bea.until(lambda: len(bea.problems) == 2)
            await ada.send(m.Start(fill=True))
            await bea.until(lambda: bea.table.phase == "running")

    run(test())


def test_a_full_table_an_unknown_game_and_a_dead_link_get_a_sentence(served):
    async def test():
        async with Party(served.address) as party:
            await party.sit_down("doce")
            late = await party.device()
            full = await fails(late.join(party.table, "Late"))
            assert (full.status, full.code) == (409, "not_now")
            assert "watch" in str(full)
            unknown = await fails(late.create("doec", ["mine", "bot"]))
            assert unknown.status == 404
            assert "doce" in str(unknown)
            bad = await fails(late.create("doce", ["mine", "bot"], options={"diagonal": "all"}))
            assert bad.status == 400
            assert "diagonals" in str(bad)
            dead = await fails(late.show("A" * 22))
            assert dead.status == 404

    run(test())


def test_my_tables_and_the_lobby_list_what_they_should(served):
    async def test():
        async with Client(served.address) as ada, Client(served.address) as bea:
            hidden = await ada.create("doce", ["mine", "open"])
            shown = await ada.create("doce", ["mine", "open"], settings=Settings(public=True))
            mine = {table["id"] for table in await ada.call("GET", "/api/mine")}
            assert {hidden, shown} <= mine
            assert await bea.call("GET", "/api/mine") == []
            lobby = {table["id"] for table in await bea.call("GET", "/api/tables")}
            assert shown in lobby
            assert hidden not in lobby

    run(test())


def test_a_finished_match_replays_step_by_step_with_nothing_hidden(served):
    async def test():
        async with Party(served.address) as party:
            ada, bea = await party.sit_down("dokitto")
            sealed = await fails(party.clients[0].record(party.table))
            assert sealed.status == 409
            await asyncio.gather(play_on(ada), play_on(bea))
            replay = await party.clients[0].call("GET", f"/api/tables/{party.table}/matches/1/replay", kind=m.Replay)
            assert len(replay.steps) == ada.moves + 1
            assert all(len(step.views) == 2 and step.views[0]["seat"] == 0 for step in replay.steps)
            assert replay.fairness.seed is not None
            told = [line.sentence for step in replay.steps for line in step.lines]
            assert told == [line.sentence for line in ada.lines[0] if line.kind == "game"]
            verdict = await party.clients[0].call("GET", f"/api/tables/{party.table}/matches/1/verify", kind=m.Verdict)
            assert verdict.fair

    run(test())


def test_games_rules_and_schemas_are_told_by_the_api(served):
    async def test():
        async with Client(served.address) as client:
            games = {game["key"]: game for game in await client.call("GET", "/api/games")}
            assert set(games) == {game.key for game in parlour.games()}
            assert {option["name"] for option in games["doce"]["options"]} == {"diagonals", "locked", "first"}
            schema = await client.call("GET", "/api/games/dokitto/schema")
            assert {"View", "GameMove", "Position", "$defs"} <= set(schema)
            openapi = await client.call("GET", "/schema/openapi.json")
            assert "/api/tables/{table}/join" in openapi["paths"]
            assert openapi["openapi"].startswith("3.1")

    run(test())


def test_chat_and_emotes_reach_everybody_cleaned_and_spectators_may_be_muted(served):
    async def test():
        async with Party(served.address) as party:
            ada, bea = await party.sit_down("doce", settings=msgspec.structs.replace(CALM, spectator_chat=False))
            await ada.send(m.Say("  hi \u202e there\n<b>you</b> "))
            await bea.until(lambda: bea.lines[1][-1].kind == "chat")
            line = bea.lines[1][-1]
            assert (line.sentence, line.name, line.seat) == ("hi there <b>you</b>", "Ada", 0)
            await bea.send(m.Show("wow"))
            await ada.until(lambda: ada.lines[0][-1].kind == "emote")
            watcher = await party.link(await party.device())
            assert watcher.mine == []
            await watcher.send(m.Say("boo"))
            await watcher.until(lambda: bool(watcher.problems))
            assert watcher.problems[-1].code == "not_now"
            await bea.send(m.Say("as Ada", 0))
            await bea.until(lambda: bool(bea.problems))
            assert bea.problems[-1].code == "not_yours"

    run(test())
