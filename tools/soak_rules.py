"""Random games with random options, played by the rules as machine code, and after every move everything that the ledger says
must always hold.

    python tools/soak_rules.py [GAME ...] --games 10000

plays so many games of each (all that have no world of their own, if not said) for each number of players and prints a
line for each. The seed of a game that breaks an invariant is printed with its options, so that it can be played again.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import repeat

import parlour
from parlour.core.contract import WORLD
from parlour.core.swift import Swift
from parlour.testing.kit import some_options

AT_ONCE = 50
LONGEST = 20_000


@cache
def table(key: str) -> tuple[parlour.Game, Swift]:
    """A game and its rules as machine code."""
    game = parlour.game(key)
    return game, Swift(game.rules)


def play(key: str, players: int, seed: int) -> tuple[int, str]:
    """One game: how many moves it had, and what was wrong with it."""
    game, swift = table(key)
    dice = random.Random(f"{key} {players} {seed}")
    options = some_options(game, players, dice)
    state = game.new(players, seed, **options).state
    rules, state.notes = game.rules, None
    for move in range(LONGEST):
        wrong = list(game.problems(state))
        acting = rules.acting(state)
        if acting & WORLD:
            raise SystemExit(f"{game.name} waits for the world: its invariants are checked by its tests.")
        if not wrong and not acting:
            return move, "" if rules.winners(state) else f"seed {seed}, {options}: nobody won"
        seats = [seat for seat in range(players) if acting >> seat & 1]
        seat = dice.choice(seats) if seats else 0
        legal = swift.legal(state, seat)
        if wrong or not legal:
            return move, f"seed {seed}, {options}, move {move}: {wrong or 'no legal move'}"
        action = dice.choice(legal)
        if not swift.apply(state, seat, action):
            rules.apply(state, seat, action)
    return LONGEST, f"seed {seed}, {options}: does not end"


def play_some(key: str, players: int, first: int, games: int) -> tuple[int, list[str]]:
    results = [play(key, players, seed) for seed in range(first, first + games)]
    return sum(moves for moves, _ in results), [wrong for _, wrong in results if wrong]


def without_world() -> list[str]:
    return [game.key for game in parlour.games() if type(game).world is parlour.Game.world]


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("games_to_play", nargs="*", metavar="GAME", default=without_world())
    asked.add_argument("--games", type=int, default=10_000, help="games for each number of players")
    asked.add_argument("--processes", type=int, default=os.cpu_count())
    given = asked.parse_args()
    broken = False
    with ProcessPoolExecutor(given.processes) as pool:
        for key in given.games_to_play:
            game = parlour.game(key)
            for players in game.seats:
                began = time.monotonic()
                firsts = range(0, given.games, AT_ONCE)
                sizes = [min(AT_ONCE, given.games - first) for first in firsts]
                done = list(pool.map(play_some, repeat(key), repeat(players), firsts, sizes))
                wrong = [line for _, lines in done for line in lines]
                moves, seconds = sum(moves for moves, _ in done), time.monotonic() - began
                told = f"{given.games} games, {moves} moves, {len(wrong)} broken, {seconds:.0f} s"
                print(f"{key} {players} players: {told}", *wrong[:5], sep="\n", flush=True)
                broken = broken or bool(wrong)
    raise SystemExit(broken)


if __name__ == "__main__":
    main()
