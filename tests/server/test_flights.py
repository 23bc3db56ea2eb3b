"""ICECOOL2 on the wire: flights for everybody, aims, the plan, practice, and whose time is up."""

from __future__ import annotations

import asyncio
import base64
from typing import Any

import msgspec
import pytest
from server_kit import CALM, Party, fails, play_together, run

import parlour
from parlour.client import Client, Link
from parlour.games.icecool import trajectory
from parlour.server import messages as m
from parlour.tables.shown import Clock, Flight

FLICK = "flick 45 power 40"
SHORT = {"first_catcher": 0, "turns_per_round_cap": 1}


async def to_the_first_flick(party: Party, **more: Any) -> list[Link]:
    """Ada is the Catcher and waits in the Kitchen; Bea is on the red circle."""
    ada, bea = await party.sit_down("icecool", options={"first_catcher": 0}, **more)
    await ada.play("catcher 46 53")
    await bea.until(lambda: bea.views[1]["may_flick"])
    return [ada, bea]


def test_a_flick_flies_before_everybodys_eyes_and_ends_where_the_view_says(served):
    async def test():
        async with Party(served.address) as party:
            ada, bea = await to_the_first_flick(party)
            watcher = await party.link(party.clients[0], spectate=True)
            told: list[dict[str, Any]] = []
            ada.heard = lambda body: told.append(msgspec.json.decode(body))
            await bea.play(FLICK)
            for link in (ada, bea, watcher):
                await link.until(lambda link=link: bool(link.flights))
                (flight,) = link.flights
                assert (flight.seat, flight.match, flight.version) == (1, 1, link.version)
                assert flight.move == link.moves
            flown = trajectory.from_base64(flight.path)
            assert flown.colours == ("P", "O")
            assert flight.seconds == pytest.approx(flown.seconds, abs=1e-3)
            penguin = watcher.views[None]["penguins"][1]
            assert flown.positions()[-1, 1, :2] == pytest.approx((penguin["x"], penguin["y"]), abs=0.01)
            said = next(message for message in told if message["type"] == "happened")
            assert {line["move"] for line in said["sides"][0]["lines"]} == {flight.move}
            assert said["world"][0]["actor"] == "O"
            assert len(flight.path) < 30_000

    run(test())


def test_who_comes_back_gets_the_flight_of_the_gap_and_who_comes_new_what_is_in_the_air(served):
    async def test():
        async with Party(served.address) as party:
            ada, bea = await to_the_first_flick(party)
            before = bea.version
            ack = await bea.play(FLICK)
            late = await party.link(party.clients[0], spectate=True)
            assert [flight.version for flight in late.flights] == [ack.version]
            assert late.flights[0].at + 1000 * late.flights[0].seconds > (await party.clients[0].show(party.table)).now
            ada.version, ada.flights = before, []
            await ada.drop()
            await ada.until(lambda: ada.version == ack.version)
            assert [flight.version for flight in ada.flights] == [ack.version]

    run(test())


def test_every_flight_of_a_match_can_be_fetched_later_by_its_move_even_after_a_restart(serve):
    server = serve()

    async def test():
        async with Party(server.address) as party:
            ada, bea = await party.sit_down("icecool", options=SHORT)
            seen: list[Flight] = []
            while not ada.over:
                await play_together([ada, bea], 1)
                seen += [flight for flight in ada.flights if flight not in seen]
            assert len(seen) >= 4
            server.kill()
            await asyncio.to_thread(server.start)
            client = party.clients[0]
            where = f"/api/tables/{party.table}/matches/1"
            kept = [await client.call("GET", f"{where}/flights/{flight.move}", kind=Flight) for flight in seen]
            assert kept == seen
            replay = await client.call("GET", f"{where}/replay", kind=m.Replay)
            flicked = [number for number, step in enumerate(replay.steps) if step.world]
            assert flicked == [flight.move for flight in seen]
            nothing = await fails(client.call("GET", f"{where}/flights/1"))
            assert nothing.status == 404

    run(test())


def test_a_flick_stands(served):
    async def test():
        async with Party(served.address) as party:
            ada, bea = await to_the_first_flick(party)
            await bea.play(FLICK)
            await ada.until(lambda: bool(ada.flights))
            await bea.send(m.Undo(1))
            await bea.until(lambda: bool(bea.problems))
            assert "flicked" in bea.problems[-1].sentence

    run(test())


def test_a_table_without_spectators_shows_its_flights_to_its_players_only(served):
    async def test():
        async with Party(served.address) as party:
            ada, bea = await to_the_first_flick(party, settings=msgspec.structs.replace(CALM, spectators=False))
            watcher = await party.link(await party.device())
            await bea.play(FLICK)
            await ada.until(lambda: bool(ada.flights))
            where = f"/api/tables/{party.table}/matches/1/flights/{ada.flights[0].move}"
            assert (await party.clients[0].call("GET", where, kind=Flight)) == ada.flights[0]
            assert (await fails(party.clients[2].call("GET", where))).status == 403
            await watcher.until(lambda: watcher.version == ada.version)
            assert watcher.flights == []

    run(test())


def test_the_others_watch_the_aim_until_it_is_given_up(served):
    async def test():
        async with Party(served.address) as party:
            ada, bea = await to_the_first_flick(party)
            aim = {"aim": 41.5, "power": 62.0, "side": -0.4, "height": 1.0}
            await bea.send(m.Aim(1, aim))
            await ada.until(lambda: bool(ada.aimed))
            assert ada.aimed == [m.Aimed(1, aim)]
            await bea.send(m.Aim(1, None))
            await ada.until(lambda: len(ada.aimed) == 2)
            assert ada.aimed[1] == m.Aimed(1, None)
            await bea.send(m.Aim(1, aim))
            await ada.until(lambda: len(ada.aimed) == 3)
            await bea.drop()
            await ada.until(lambda: len(ada.aimed) == 4)
            assert ada.aimed[3].aim is None
            assert ada.version == (await party.clients[0].show(party.table)).version

    run(test())


def test_only_who_may_flick_now_can_aim_and_an_aim_is_small(served):
    async def test():
        async with Party(served.address) as party:
            ada, bea = await to_the_first_flick(party)
            await ada.send(m.Aim(0, {"aim": 1.0}))
            await ada.until(lambda: bool(ada.problems))
            assert ada.problems[0].code == "not_now"
            await bea.send(m.Aim(1, dict.fromkeys("abcdefghi", 1.0)))
            await bea.until(lambda: bool(bea.problems))
            assert bea.problems[0].code == "bad_message"
            await bea.send(m.Aim(0, {"aim": 1.0}))
            await bea.until(lambda: len(bea.problems) == 2)
            assert bea.problems[1].code == "not_yours"
            assert (ada.aimed, bea.aimed) == ([], [])

    run(test())


def test_aims_beyond_what_the_eye_needs_are_dropped_without_a_word(serve):
    server = serve(limits=m_limits(rate=5, burst=30))

    async def test():
        async with Party(server.address) as party:
            ada, bea = await to_the_first_flick(party)
            for degrees in range(150):
                await bea.send(m.Aim(1, {"aim": float(degrees)}))
            await bea.send(m.Aim(1, None))
            await ada.until(lambda: bool(ada.aimed) and ada.aimed[-1].aim is None)
            assert 30 <= len(ada.aimed) < 100
            assert bea.problems == []

    run(test())


def m_limits(**more: Any) -> Any:
    from parlour.server.config import Limits

    return Limits(calls=1e6, call_burst=10**6, **more)


def test_the_plan_is_everything_that_a_scene_needs(served):
    async def test():
        async with Client(served.address) as client:
            plan = await client.call("GET", "/api/games/icecool/plan")
            assert plan["school"]["red_circle"] == {"room": "CLS", "x": 10.0, "y": 10.0, "radius": 2.0}
            doors = {door["id"] for door in plan["school"]["doors"]}
            assert {wall.get("lintel_of") for wall in plan["walls"]} - {None} == doors == set(plan["fish"])
            assert [colour["name"] for colour in plan["colours"]] == ["purple", "orange", "teal", "pink"]
            assert plan["shape"]["balls"][0] == {"radius": 1.75, "height": 1.75}
            assert plan["path"]["rate"] == trajectory.RATE
            schema = await client.call("GET", "/api/games/icecool/schema")
            assert {"Plan", "Model", "PracticeAsk", "PracticeAnswer", "Report"} <= set(schema)
            model = await client.call("GET", "/api/games/icecool/model")
            assert [file.count("<joint") for file in model["files"]] == [1, 2, 3, 4]
            assert len(model["speeds"]) == 100
            assert [len(sides) for sides in model["kicks"]] == [21, 21]
            for what in ("plan", "model"):
                none = await fails(client.call("GET", f"/api/games/doce/{what}"))
                assert none.status == 404

    run(test())


def test_practice_flicks_a_lone_penguin_from_where_the_last_flick_left_it(served):
    async def test():
        async with Client(served.address) as client:
            where = "/api/games/icecool/practice"
            first = await client.call("POST", where, {"flick": "flick 45 power 60"})
            assert first["rooms"] == ["CLS", "GYM"]
            assert not first.get("done")
            assert "Orange passes D1 into the Gym." in first["lines"]
            flown = trajectory.from_bytes(base64.b64decode(first["path"]))
            assert flown.positions()[-1, 0, :2] == pytest.approx((first["spot"]["x"], first["spot"]["y"]), abs=0.01)
            typed = {"type": "flick", "aim": 180, "power": 5}
            second = await client.call("POST", where, {"flick": typed, "spot": first["spot"], "rooms": first["rooms"]})
            assert second["report"]["start"]["O"] == first["spot"]
            home = {"flick": "0 power 1", "spot": {"x": 20, "y": 13}, "rooms": second["rooms"]}
            assert (await client.call("POST", where, home))["done"]
            wall = await client.call("POST", where, {"flick": "0 power 1", "spot": {"x": 20, "y": 3}})
            placed = await client.call("POST", where, {"place": True, "spot": wall["spot"]})
            assert placed["spot"] == wall["place"]

    run(test())


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"flick": "end"}, "only flicks"),
        ({"flick": "5.7"}, "power"),
        ({}, "how to flick"),
        ({"flick": "0 power 9", "spot": {"x": 40, "y": 3}}, "inside a wall"),
        ({"flick": "0 power 9", "spot": {"x": 1e300, "y": 3}}, "inside a wall"),
        ({"flick": "0 power 9", "rooms": ["BAR"]}, "no room BAR"),
        ({"flick": "0 power 9", "colour": "green"}, "no colour"),
        ({"place": True}, "ICE-52"),
        ({"flick": {"type": "flick", "aim": 0.05, "power": 9}}, "steps of 0.1"),
        ({"fly": 1}, "fly"),
    ],
)
def test_practice_says_what_is_wrong(served, asked, said):
    async def test():
        async with Client(served.address) as client:
            wrong = await fails(client.call("POST", "/api/games/icecool/practice", asked))
            assert wrong.status == 400
            assert said in str(wrong)

    run(test())


def test_practice_has_a_measure_of_its_own(serve):
    server = serve(limits=m_limits(practice=0.001, practice_burst=2))

    async def test():
        async with Client(server.address) as client:
            for _ in range(2):
                await client.call("POST", "/api/games/icecool/practice", {"flick": "0 power 1"})
            too_fast = await fails(client.call("POST", "/api/games/icecool/practice", {"flick": "0 power 1"}))
            assert too_fast.status == 429
            await client.call("GET", "/api/games/icecool/plan")

    run(test())


def test_when_the_time_for_a_move_is_up_the_rules_make_it_and_the_seat_stays(served):
    async def test():
        async with Party(served.address) as party:
            settings = msgspec.structs.replace(CALM, clock=Clock("move", 1))
            ada, bea = await party.sit_down("icecool", options={"first_catcher": 0}, settings=settings)
            assert set(ada.clocks.deadline) == {0}
            assert ada.clocks.deadline[0] == ada.clocks.now + ada.clocks.left[0]
            await ada.until(lambda: ada.moves >= 1)
            catcher = ada.views[0]["penguins"][0]
            assert (catcher["x"], catcher["y"]) == (46, 53)
            await bea.until(lambda: bool(bea.flights))
            assert bea.flights[0].seat == 1
            for name in ("Ada", "Bea"):
                told = f"{name} is out of time: the rules make the move (ICE-R42)."
                await ada.until(lambda told=told: any(line.sentence == told for line in ada.lines[0]))
            assert not any(seat.stand_in for seat in ada.table.seats)

    run(test())


@pytest.mark.parametrize("kind", ["move", "game"])
def test_ions_default_is_made_when_time_is_up_and_a_spent_clock_goes_to_a_bot(served, kind):
    async def test():
        async with Party(served.address) as party:
            settings = msgspec.structs.replace(CALM, clock=Clock(kind, 1))
            ada, bea = await party.sit_down("ion", settings=settings)
            first = next(link for link in (ada, bea) if set(link.mine) & set(link.acting))
            seat = first.mine[0]
            await first.until(lambda: first.moves >= 1)
            said = [line.sentence for line in first.lines[seat] if line.kind == "table"]
            name = first.table.seats[seat].name
            assert f"{name} is out of time: the rules make the move (ION-R32)." in said
            assert parlour.game("ion").ledger.rule("ION-R32")
            if kind == "game":
                await first.until(lambda: first.table.seats[seat].stand_in)
            else:
                assert not first.table.seats[seat].stand_in

    run(test())
