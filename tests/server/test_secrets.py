"""Nothing leaves that a seat may not know: two servers whose hidden cards differ send one seat the same bytes."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import get_type_hints

import msgspec
import pytest
from server_kit import CALM, Party, fails, play_on, run

import parlour
from parlour.bots import seen_by
from parlour.client import Client
from parlour.core.seeds import Key, commitment, salt_commitment
from parlour.server import messages as m

# What differs between any two servers: times, ids, hashes.
OWN = re.compile(rb'"(now|at|created|id|commitment|away|updated|until|commits)":("[^"]*"|\d+|\[[^\]]*\])')


def position_twins(seat: int) -> list[dict]:
    """Two positions of Dokitto that look the same to one seat: the second is redealt behind its back."""
    game = parlour.game("dokitto")
    match = game.new(3, seed=5, first_lead=seat)
    one = match.position()
    for _ in range(50):
        state = seen_by(game, match.state, seat)
        other = msgspec.to_builtins(game.position_of(state))
        if other["hands"] != one["hands"]:
            return [one, other]
    raise AssertionError("the redeal changes nothing")


@pytest.mark.parametrize("moves", ["full", "numbers"])
def test_two_servers_with_different_hidden_cards_send_one_seat_the_same_bytes(served, serve, moves):
    async def seen(address: str, position: dict) -> list[bytes]:
        heard: list[bytes] = []
        async with Party(address) as party:
            ada = await party.device()
            wishes = [m.SeatWish("mine", name="Ada"), "open", "open"]
            party.table = await ada.create("dokitto", wishes, settings=CALM, position=position)
            link = ada.sit(party.table, moves=moves)
            link.heard = heard.append
            await party.stack.enter_async_context(link)
            for name in ("Bea", "Cem"):
                client = await party.device()
                await client.join(party.table, name, salt="")
                await client.call("GET", f"/api/tables/{party.table}")
            await link.send(m.Start())
            await link.until(lambda: link.table.phase == "running")
            # A wrong move, a right one, words, a snapshot by REST: everything that a seat can be answered.
            await fails(link.play("S14"))
            hand = link.views[0]["hand"]
            missing = next(card for card in ("S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9") if card not in hand)
            await fails(link.play(missing))
            await link.play(hand[0])
            await link.send(m.Say("hm"))
            await link.until(lambda: link.lines[0][-1].kind == "chat")
            await link.send(m.Undo(0))
            await link.until(lambda: link.table.undo is not None)
            heard.append(msgspec.json.encode(await ada.call("GET", f"/api/tables/{party.table}")))
            heard.append(str(await fails(ada.record(party.table))).encode())
        return [OWN.sub(rb'"\1":0', body) for body in heard if b'"type":"ack"' not in body and b'"presence"' not in body]

    async def test():
        addresses = served.address, serve().address
        one, other = [await seen(*pair) for pair in zip(addresses, position_twins(0), strict=True)]
        assert [re.sub(rb'"(id|made)":"[0-9a-f]{32}"', b"", body) for body in one] == [
            re.sub(rb'"(id|made)":"[0-9a-f]{32}"', b"", body) for body in other
        ]
        assert any(b'"hand"' in body for body in one)

    run(test())


def test_the_test_above_can_fail_since_the_other_seats_do_see_the_difference():
    game = parlour.game("dokitto")
    one, other = position_twins(0)
    assert game.position(one).view(0) == game.position(other).view(0)
    assert game.position(one).view(1) != game.position(other).view(1)


def test_a_spectator_and_a_stranger_with_the_link_see_no_hand_and_no_seed(served):
    async def test():
        async with Party(served.address) as party:
            ada, bea = await party.sit_down("dokitto")
            heard: list[bytes] = []
            watcher = (await party.device()).sit(party.table, moves="full", spectate=True)
            watcher.heard = heard.append
            await party.stack.enter_async_context(watcher)
            hands = {*ada.views[0]["hand"], *bea.views[1]["hand"]}
            await play_on(ada, 1) if ada.legal() else await play_on(bea, 1)
            await watcher.until(lambda: watcher.moves == 1)
            played = set(watcher.views[None]["trick"]["cards"].values())
            heard.append(json.dumps(await (await party.device()).call("GET", f"/api/tables/{party.table}")).encode())
            said = b"".join(heard).decode()
            for card in hands - played:
                assert f'"{card}"' not in said
            assert '"seed"' not in said
            assert '"salts"' not in said
            assert watcher.legal() == []

    run(test())


def test_a_stolen_table_id_gives_no_seat_and_no_move(served):
    async def test():
        async with Party(served.address) as party:
            ada, bea = await party.sit_down("doce", options={"first": 0})
            thief = await party.link(await party.device())
            assert thief.mine == []
            for seat in (0, 1):
                stolen = await fails(thief.play("4 c3", seat))
                assert stolen.code == "not_yours"
            for asked in (m.Undo(0), m.Pause(0), m.Stand(1), m.TakeBack(0), m.AnswerPause(0, True), m.Rematch(0)):
                before = len(thief.problems)
                await thief.send(asked)
                await thief.until(lambda before=before: len(thief.problems) > before)
                assert thief.problems[-1].code == "not_yours"
            real = str(party.clients[0].token)
            first, last = ("B" if real[place] == "A" else "A" for place in (0, -1))
            for token in ("A" * 43, "A" * 48, real[:-1] + last, first + real[1:]):
                forged = Client(served.address, token=token)
                for call in (forged.show(party.table), forged.create("doce", ["mine", "bot"])):
                    assert (await fails(call)).status == 401
                assert "does not know your device" in str(await fails(party.link(forged)))
            assert ada.moves == 0
            assert bea.version == ada.version

    run(test())


def test_tokens_are_kept_only_as_hashes(served):
    async def test():
        async with Party(served.address) as party:
            await party.sit_down("doce")
            path = served.config.database
            kept = b"".join(Path(path + end).read_bytes() for end in ("", "-wal"))
            assert party.table.encode() in kept
            for client in party.clients:
                assert client.token is not None
                assert client.token.encode() not in kept

    run(test())


def test_the_commitment_is_shown_before_anybody_sits_and_the_salts_of_all_devices_count(served):
    async def test():
        async with Client(served.address) as ada, Client(served.address) as bea:
            table = await ada.create("dokitto", ["mine", "open"], salt="aa11", settings=CALM)
            shown = (await bea.show(table)).table.fairness
            assert len(shown.commitment) == 64
            assert (shown.seed, shown.salts) == (None, None)
            await bea.join(table, "Bea", salt="bb22")
            async with ada.sit(table) as one, bea.sit(table) as two:
                await one.send(m.Start())
                await asyncio.gather(play_on(one), play_on(two))
                await one.until(lambda: one.over)
                fair = one.table.fairness
            assert fair.commitment == shown.commitment
            assert fair.salts == ["aa11", "bb22"]
            assert fair.commits == [salt_commitment(salt) for salt in fair.salts]
            assert (one.doubts, two.doubts) == ([], [])
            seed = bytes.fromhex(fair.seed or "")
            assert commitment(seed) == shown.commitment
            dealt = parlour.game("dokitto").new(2, seed=seed, salts=fair.salts)
            assert Key.of(seed, fair.salts) == Key(bytes(dealt.state.records["key"]))

    run(test())


@pytest.mark.parametrize("key", [game.key for game in parlour.games() if not game.open])
def test_a_picture_of_a_table_shows_what_the_viewers_own_view_shows_and_nothing_else(served, key):
    game = parlour.game(key)
    kind = get_type_hints(type(game).view)["return"]

    async def test():
        async with Party(served.address) as party:
            ada, _ = await party.sit_down(key)
            pictures, seen = [], set()
            for client in (party.clients[0], party.clients[1], await party.device()):
                shown = await client.show(party.table)
                names = [seat.name for seat in shown.table.seats]
                (side,) = shown.sides
                where = f"/api/tables/{party.table}/picture"
                picture = await client.call("GET", where, kind=str)
                assert picture == game.svg(msgspec.convert(side.view, kind), names)
                # Another's eyes are not to be had.
                assert await client.call("GET", f"{where}?seat={1 - (side.seat or 0)}", kind=str) == picture
                pictures.append(picture)
                seen.add(json.dumps({**side.view, "seat": None}))
            # Whose views differ by more than the seat, their pictures do too.
            assert len(set(pictures)) >= len(seen)
            assert ada.table.fairness.seed is None

    run(test())


def test_a_picture_needs_a_match_and_the_right_to_watch(served):
    async def test():
        async with Party(served.address) as party:
            await party.sit_down("dokitto", start=False, settings=msgspec.structs.replace(CALM, spectators=False))
            where = f"/api/tables/{party.table}/picture"
            assert (await fails(party.clients[0].call("GET", where, kind=str))).status == 409
            await party.links[0].send(m.Start())
            await party.links[0].until(lambda: party.links[0].table.phase == "running")
            assert (await party.clients[0].call("GET", where, kind=str)).startswith("<svg")
            stranger = await party.device()
            assert (await fails(stranger.call("GET", where, kind=str))).status == 409

    run(test())
