"""Ratings: once for every rated match, in the transaction that counts it; and the leaderboard of those who are known."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from server_kit import Party, play_on, run
from services import Postgres

from parlour.core.registry import games
from parlour.server import messages as m
from parlour.server.club import Club
from parlour.server.club.rated import LADDER, anchors, places
from parlour.server.config import Config
from parlour.server.cup.shown import Leaders, Rating
from parlour.server.devices import hashed
from parlour.server.hub import Hub
from parlour.server.rating import BEGIN, Strength, after
from parlour.server.storage.club_results import Player, Result
from parlour.tables.shown import Settings

RATED = Settings(rated=True)


@pytest.fixture(scope="module")
def address(postgres: Postgres) -> str:
    return postgres.address


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "t.db") if request.param == "sqlite" else str(request.getfixturevalue("address"))


def with_clubs(database: str, work: Any) -> None:
    """Several workers at one database, without their own tasks."""

    async def test() -> None:
        hubs = [Hub(Config(database, logs=False)) for _ in range(3)]
        for hub in hubs:
            await hub.store.open()
        try:
            await work([hub.club for hub in hubs])
        finally:
            for hub in hubs:
                await hub.close()

    asyncio.run(test())


def result(
    table: str, match: int = 1, devices: tuple[str, ...] = ("ada", "bea"), gone: tuple[int, ...] = (), rated: bool = True
) -> Result:
    players = [
        Player(seat, hashed(device), None, device, seat, seat, 10 - seat, seat + 1, float(not seat), seat in gone)
        for seat, device in enumerate(devices)
    ]
    return Result(table, match, "doce", 1, 0, 1000 + match, "{}", rated, 30, players)


async def known(club: Club, device: str) -> Strength:
    person = (await club.persons.of_devices([hashed(device)]))[hashed(device)]
    return (await club.rated.ratings.of("doce", [person])).get(person, Strength())


def test_many_matches_at_once_at_several_workers_change_each_rating_once_a_match(database):
    async def work(clubs: list[Club]) -> None:
        table = f"many{database[-6:]}"
        numbers = range(1, 13)
        await asyncio.gather(*(clubs[n % 3].counting.count(result(table, one)) for one in numbers for n in (one, one + 1)))
        ada, bea = await known(clubs[0], "ada"), await known(clubs[0], "bea")
        assert ada.matches == bea.matches == 12
        # In whatever order they were counted, the outcome of equal matches is the same.
        expected = [Strength(), Strength()]
        for _ in numbers:
            expected = after(expected, [1, 2])  # type: ignore[assignment]
        assert [ada.mean, bea.mean] == pytest.approx([one.mean for one in expected])
        rows = await clubs[0].hub.store.ask("SELECT match, person FROM rated WHERE table_id = $1", table)
        assert len(rows) == len(set(map(tuple, rows))) == 24
        past = await clubs[0].rated.ratings.past(rows[0][1], "doce", 5)
        assert len(past) == 5
        assert [one.at for one in past] == sorted(one.at for one in past)

    with_clubs(database, work)


def test_only_rated_matches_count_and_nobody_against_oneself(tmp_path):
    async def work(clubs: list[Club]) -> None:
        await clubs[0].counting.count(result("unrated", rated=False))
        assert (await known(clubs[0], "ada")).matches == 0
        await clubs[0].counting.count(result("alone", devices=("ada", "ada")))
        assert (await known(clubs[0], "ada")).matches == 0
        assert not await clubs[0].hub.store.ask("SELECT 1 FROM rated")

    with_clubs(str(tmp_path / "t.db"), work)


def test_whoever_goes_has_lost_even_if_the_bot_wins(tmp_path):
    assert places(result("one", devices=("a", "b", "c"), gone=(0,))) == [3, 1, 2]

    async def work(clubs: list[Club]) -> None:
        await clubs[0].counting.count(result("gone", gone=(0,)))
        assert (await known(clubs[0], "ada")).mean < BEGIN < (await known(clubs[0], "bea")).mean

    with_clubs(str(tmp_path / "t.db"), work)


def test_every_game_has_bots_in_the_right_order_and_where_newcomers_begin():
    for game in games():
        levels = anchors(game.key)
        assert list(levels) == list(LADDER)
        assert list(levels.values()) == sorted(levels.values())
        assert levels["casual"] == BEGIN
        assert all(own - other < 900 for own, other in zip(list(levels.values())[1:], levels.values(), strict=False))


def test_a_rated_table_says_so_counts_against_bots_and_lets_nobody_be_removed(served):
    async def test():
        async with Party(served.address) as party:
            links = await party.sit_down("dokitto", people=2, bots=1, settings=RATED)
            assert links[1].table.settings.rated
            await links[0].send(m.Remove(1))
            await links[0].until(lambda: links[0].problems)
            assert "counts" in links[0].problems[-1].sentence
            await asyncio.gather(*(play_on(link) for link in links))
            await links[0].until(lambda: links[0].over)
            ada = party.clients[0]
            while not (mine := await ada.call("GET", "/api/ratings", kind=list[Rating])):
                await asyncio.sleep(0.05)
            assert [(one.game, one.matches, one.settled, len(one.past)) for one in mine] == [("dokitto", 1, False, 1)]
            board = await ada.call("GET", "/api/games/dokitto/leaders", kind=Leaders)
            assert board.mine.rating == mine[0].rating
            assert board.mine.rank is None
            assert all(not leader.me for leader in board.leaders)  # One match is not enough.
            assert board.bots["casual"] == 1500

    run(test())


def test_the_leaderboard_hides_the_uncertain_and_knows_a_club(served, tmp_path):
    async def work(clubs: list[Club]) -> None:
        club, store = clubs[0], clubs[0].hub.store
        for number in range(30):
            person = await club.persons.ensured(f"device {number}", 1, f"P{number}")
            strength = Strength(1400 + 10 * number, 50 if number % 2 else 200, 20)
            await store.together([club.rated.ratings.changed(person.id, "doce", None, strength)])
        best = await club.rated.ratings.best("doce", 10)
        assert [one.name for one in best] == [f"P{number}" for number in range(29, 9, -2)]
        assert await club.rated.ratings.rank("doce", best[3].strength.mean) == 4
        assert await club.rated.ratings.best("doce", 10, "no club") == []

    with_clubs(str(tmp_path / "t.db"), work)
