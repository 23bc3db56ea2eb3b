"""Stand-ins for newcomers: they play every game, see what their seat sees, and find in Beginner somebody whom they can beat."""

import random

import pytest
from hands import positions

import parlour
from parlour.bots import seen_by
from parlour.core.errors import BadSetup
from parlour.core.registry import keys
from parlour.lab.arena import challenge, made, play
from parlour.lab.newcomers import Newcomer, habit

# A world takes its time: its newcomers are measured, not tested.
TABLES = [(game.key, min(max(game.seats), 4)) for game in parlour.games() if type(game).world is parlour.Game.world]
TABLES = [(key, players) for key, players in TABLES if habit(key)]
every_table = pytest.mark.parametrize(("key", "players"), TABLES)


def share(key, host, players, deals):
    """What the newcomer takes at a table of hosts; the same every time."""
    tables = [(table, seed) for seed in range(deals) for table in challenge("newcomer", host, players, seed)]
    return sum(play(key, table, seed, {}).shares[table.index("newcomer")] for table, seed in tables) / len(tables)


@pytest.mark.parametrize("key", [key for key in keys() if habit(key)])
def test_every_game_has_somebody_who_stands_in_for_newcomers(key):
    game = parlour.game(key)
    match = game.rehearsal().new(game.seats[-1], seed=2)
    players, chance = [Newcomer(game.key, seat) for seat in range(game.seats[-1])], random.Random(1)
    while match.acting and len(match.entries) < 400:
        seat = chance.choice(match.awaited)
        # `play` refuses what is not legal.
        match.play(seat, players[seat].choose(match.game, seen_by(match.game, match.state, seat, 7), seat))
    assert match.over == (len(match.entries) < 400)


@pytest.mark.parametrize("key", [key for key, _ in TABLES if not parlour.game(key).open])
def test_a_newcomer_does_not_see_what_its_seat_cannot_know(key):
    match, chance = parlour.game(key).new(max(parlour.game(key).seats), seed=5), random.Random(2)
    for _ in range(30):
        seat = chance.choice(match.awaited)
        worlds = [seen_by(match.game, match.state, seat, n) for n in (1, 2, 3)]
        assert len({Newcomer(key, 9).choose(match.game, world, seat) for world in worlds}) == 1
        match.play(seat, chance.choice(match.legal(seat)))


def test_an_arena_seats_newcomers_where_somebody_stands_in_for_them(monkeypatch):
    assert made("ion", "newcomer", 1).level == "newcomer"
    monkeypatch.setattr(type(parlour.game("ion")), "part", lambda game, name: None)
    with pytest.raises(BadSetup, match="Nobody stands in for newcomers to ION"):
        made("ion", "newcomer", 1)


@every_table
def test_a_newcomer_beats_random_play(key, players):
    players, deals, least = getattr(positions(key), "BEATS_RANDOM", (players, 8, 1.2 / players))
    assert share(key, "random", players, deals) >= least


@every_table
def test_a_newcomer_has_a_fair_chance_against_beginners(key, players):
    """Nobody's first match is hopeless, or a walk-over; docs/opponents.md has the measured shares."""
    assert 0.75 / players <= share(key, "beginner", players, 8) <= 0.85
