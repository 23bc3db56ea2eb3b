"""Lines that break: the gap or a snapshot, moves that arrive exactly once, two devices, two sockets."""

from __future__ import annotations

import asyncio

import msgspec
from server_kit import Party, fails, play_on, play_together, run
from websockets.asyncio.client import connect

import parlour
from parlour.client.link import read
from parlour.server import messages as m


def test_who_comes_back_with_a_version_gets_exactly_what_was_missed(served):
    async def test():
        async with Party(served.address) as party:
            ada, bea = await party.sit_down("doce")
            await play_together([ada, bea], 4)
            missed = await party.link(party.clients[1], moves="full")
            version, lines, snapshots = missed.version, len(missed.lines[1]), missed.snapshots
            await missed.drop()
            missed._socket = None
            await play_together([ada, bea], 5)
            await missed.until(lambda: missed.moves == 9)
            assert missed.snapshots == snapshots
            assert missed.version == ada.version > version
            assert len(missed.lines[1]) > lines
            assert [line.sentence for line in missed.lines[1]] == [line.sentence for line in bea.lines[1]]
            assert missed.views[1] == bea.views[1]
            assert missed.legal() == bea.legal()

    run(test())


def test_a_version_of_another_match_or_of_the_future_gets_a_snapshot(served):
    async def test():
        async with Party(served.address) as party:
            ada, bea = await party.sit_down("doce")
            await play_together([ada, bea], 2)
            for version, match in ((99999, 1), (3, 7), (-5, 1), (0, 1)):
                link = party.clients[0].sit(party.table)
                link.version, link.match = version, match
                seen = link.snapshots
                link._reader = asyncio.create_task(link._run())
                await link.until(lambda link=link, seen=seen: link.snapshots > seen)
                assert link.version == ada.version
                await link.close()

    run(test())


def test_a_move_sent_again_is_answered_again_and_made_once(served):
    async def test():
        async with Party(served.address) as party:
            ada, bea = await party.sit_down("doce", options={"first": 0})
            first = await ada.play("4 c3", id="one")
            again = await ada.play("4 c3", id="one")
            other = await ada.play("5 a1", id="one")
            assert (first.again, again.again, other.again) == (False, True, True)
            assert first.version == again.version == other.version
            await bea.until(lambda: bea.moves == 1)
            assert bea.views[1]["dice"] == {"c3": {"seat": 0, "face": 4}}

    run(test())


def test_a_move_whose_line_breaks_before_the_ack_is_neither_lost_nor_doubled(served):
    async def test():
        async with Party(served.address) as party:
            ada, bea = await party.sit_down("doce")

            async def unsteady(link):
                while await link.my_turn():
                    seat = next(seat for seat in link.mine if link.legal(seat))
                    sent = asyncio.create_task(link.play(link.legal(seat)[0], seat, again=0.2))
                    await asyncio.sleep(0.003)
                    await link.drop()
                    ack = await sent
                    await link.until(lambda ack=ack: link.version >= ack.version)

            await asyncio.gather(unsteady(ada), play_on(bea))
            await ada.until(lambda: ada.over)
            assert ada.moves == bea.moves
            record = parlour.Record.parse(await party.clients[0].record(party.table))
            assert len(record.entries) == ada.moves
            assert list(record.verify(parlour.game)) == []

    run(test())


def test_a_move_raced_from_two_sockets_of_one_seat_is_made_once(served):
    async def test():
        async with Party(served.address) as party:
            ada, bea = await party.sit_down("doce", options={"first": 0})
            twin = await party.link(party.clients[0])
            answers = await asyncio.gather(
                *(link.play(f"{face} c3", at=0) for face, link in enumerate([ada, twin] * 3, 1)), return_exceptions=True
            )
            made = [answer for answer in answers if isinstance(answer, m.Ack)]
            assert len(made) == 1
            assert all(isinstance(answer, m.Ack | parlour.ParlourError) for answer in answers)
            await bea.until(lambda: bea.moves == 1)
            await twin.until(lambda: twin.moves == 1)
            assert twin.views[0] == ada.views[0]

    run(test())


def test_two_devices_cannot_hold_one_seat_but_one_device_may_open_two_windows(served):
    async def test():
        async with Party(served.address) as party:
            ada, bea = await party.sit_down("doce", start=False)
            third = await party.device()
            taken = await fails(third.join(party.table, "Eve", seat=1))
            assert taken.status == 409
            window = await party.link(party.clients[1])
            assert window.mine == [1]
            await ada.send(m.Start())
            await window.until(lambda: window.table.phase == "running")
            await play_together([ada, window], 2)
            await bea.until(lambda: bea.moves == 2)

    run(test())


def test_the_news_of_a_move_is_its_answer_for_the_window_that_made_it_and_for_no_other(served):
    async def test():
        async with Party(served.address) as party:
            ada, bea = await party.sit_down("doce", options={"first": 0})
            window = await party.link(party.clients[0])
            heard = {link: [] for link in (ada, window, bea)}
            for link, messages in heard.items():
                link.heard = messages.append
            await ada.play("4 c3", id="first")
            await fails(bea.play("4 c3", id="taken"))
            await bea.play("5 a1", id="second")
            for link in heard:
                await link.until(lambda link=link: link.moves == 2)
            news = {link: [(said.moves, said.made) for said in map(told, messages) if said] for link, messages in heard.items()}
            assert news == {ada: [(1, "first"), (2, None)], window: [(1, None), (2, None)], bea: [(1, None), (2, "second")]}
            assert not any(b'"ack"' in body for messages in heard.values() for body in messages)
            assert (await ada.play("6 e5", id="first")).again
            assert any(b'"ack"' in body for body in heard[ada])

    def told(body: bytes) -> m.Happened | None:
        said = read(body)
        return said if isinstance(said, m.Happened) else None

    run(test())


def test_whoever_turns_to_another_table_hears_first_what_became_of_a_move(served):
    async def test():
        async with Party(served.address) as party:
            ada, bea = await party.sit_down("doce", options={"first": 0})
            other = await party.clients[0].create("doce", ["mine", "bot"], start=True)
            socket = await connect(served.address.replace("http", "ws") + "/api/socket")
            for message in (m.Hello(party.table, token=ada.token), m.Play("here", 0, "4 c3"), m.Hello(other, token=ada.token)):
                await socket.send(msgspec.json.encode(message).decode())
            heard = []
            while not (heard and isinstance(heard[-1], m.Snapshot) and heard[-1].table.id == other):
                heard.append(read((await asyncio.wait_for(socket.recv(), 20)).encode()))
            answers = [said for said in heard if isinstance(said, m.Ack) or (isinstance(said, m.Happened) and said.made)]
            assert [getattr(said, "made", None) or said.id for said in answers] == ["here"]
            await socket.close()
            await bea.until(lambda: bea.moves == 1)

    run(test())


def test_presence_is_told_when_people_come_and_go(served):
    async def test():
        async with Party(served.address) as party:
            ada, bea = await party.sit_down("doce")
            await ada.until(lambda: ada.present == [0, 1])
            await bea.close()
            await ada.until(lambda: ada.present == [0])
            await ada.until(lambda: ada.table.seats[1].away is not None)
            await party.link(party.clients[1])
            await ada.until(lambda: ada.present == [0, 1] and ada.table.seats[1].away is None)

    run(test())


def test_who_sits_down_no_longer_watches(served):
    async def test():
        async with Party(served.address) as party:
            ada, bea = await party.sit_down("doce", start=False)
            await ada.until(lambda: ada.present == [0, 1] and ada.spectators == 0)
            await bea.send(m.Stand(1))
            await ada.until(lambda: ada.present == [0] and ada.spectators == 1)

    run(test())
