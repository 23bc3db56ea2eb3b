"""Puzzles from matches of bots: `parlour puzzles GAME` looks for decisions that have one right answer, and proves it.

A game's own puzzles are found and proven by what its folder knows (`bots/puzzles.py`). Any game has those with one move that
is clearly better than all others, by play-outs over the worlds that the seat has to reckon with and by the bots' search.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from itertools import starmap
from typing import Any

import msgspec

from parlour.bots import bot
from parlour.bots.levels import expertise, knowledge
from parlour.bots.opponents import search_for, seen_by
from parlour.bots.outlook import Playouts
from parlour.bots.puzzle import BEST, Puzzle, Turn, solution
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.core.registry import game as game_of
from parlour.core.state import State
from parlour.review.puzzles import Stock, puzzler

LEVELS = ("casual", "club", "club")
MOST_PLAYERS = 4
FEWEST, MOST = 3, 12
"""Moves to choose from."""
GLANCE, SURE = 150, 3000
"""Play-outs for each move: to see whether it may be a puzzle, and to know it."""
THOUGHT = 12_000
"""Simulations of the search that has to agree."""
MARGIN = 0.08
"""By how much of the victory the best move is better than any other."""
DECIDED = 0.93
"""Nobody has to look for a move who wins with most of them."""


def compose(
    key: str, count: int, seed: int, told: Callable[[int], None] | None = None, each: Callable[..., Iterator[Any]] = starmap
) -> Stock:
    """So many puzzles of a game; the same seed makes the same ones. `each` looks through the matches, like `starmap` and in the
    same order, with as many hands as it has."""
    found: list[Puzzle] = []
    for puzzle in each(found_at, ((key, seed, number) for number in itertools.count())):
        if puzzle is not None:
            found.append(puzzle)
            if told is not None:
                told(len(found))
            if len(found) >= count:
                break
    return Stock(game_of(key).version, seed, found)


def found_at(key: str, seed: int, number: int) -> Puzzle | None:
    """What comes of one match of all those that a seed deals."""
    return found_in(key, random.Random(f"{key} {seed} {number}"), 1_000_000 * seed + number)


def found_in(key: str, chance: random.Random, seed: int) -> Puzzle | None:
    """The first puzzle of a match."""
    game = game_of(key)
    players = chance.choice([seats for seats in game.seats if seats <= MOST_PLAYERS])
    match = game.new(players, seed=seed)
    bots = [bot(key, chance.choice(LEVELS), seed=chance.getrandbits(40)) for _ in range(players)]
    while not match.over:
        seat = chance.choice(match.acting)
        if len(match.acting) == 1 and (puzzle := puzzle_at(match, seat, chance)) is not None:
            return puzzle
        match.play(seat, bots[seat].move(match, seat))
    return None


def puzzle_at(match: Match, seat: int, chance: random.Random) -> Puzzle | None:
    """The puzzle that a decision is, if the very same can be set up again."""
    known, state = puzzler(match.game), match.state
    found = known.find(state, seat, chance) if known else find(match.game, state, seat)
    if found is None:
        return None
    again = match.game.position(found.position)
    same = again.acting == (seat,) and again.view(seat) == match.view(seat)
    return found if same and proven(match.game, found) else None


def find(game: Game, state: State, seat: int) -> Puzzle | None:
    """Whether one move is clearly the best, and not the one that comes to mind."""
    legal = game.legal(state, seat)
    if not FEWEST <= len(legal) <= MOST:
        return None
    best, second = _ahead(worths(game, state, seat, legal, GLANCE))
    if best[1] - second[1] < MARGIN or second[1] > DECIDED:
        return None
    data = knowledge(game.key)
    first = search_for(game, expertise(game.key)).habit(seen_by(game, state, seat, 1), seat, seed=1, weights=data.numbers())
    if first == best[0] or not sure(game, state, seat, best[0], MARGIN):
        return None
    exact = worths(game, state, seat, legal, SURE)
    number, _ = _ahead(exact)[0]
    if number != best[0] or _ahead(exact)[1][1] > best[1] - MARGIN:
        return None

    def text(move: int) -> str:
        return game.text(game.move(move), seat)

    position = dict(msgspec.to_builtins(game.position_of(state)))
    return Puzzle(
        position,
        seat,
        BEST,
        [Turn(text(number))],
        worth={text(move): round(100 * exact[move]) for move in legal},
        first=text(first),
    )


def worths(game: Game, state: State, seat: int, moves: list[int], count: int) -> dict[int, float]:
    """What each move is worth to the seat, by what it knows."""
    look = Playouts(game, count, sharp=1.0)
    return {move: look.chances(state, (seat, move), seat)[seat] for move in moves}


def _ahead(worth: dict[int, float]) -> list[tuple[int, float]]:
    """The best two."""
    return sorted(worth.items(), key=lambda one: (-one[1], one[0]))[:2]


def sure(game: Game, state: State, seat: int, number: int, margin: float) -> bool:
    """Whether the bots' search finds the same move, as clearly."""
    data = knowledge(game.key)
    tried = search_for(game, expertise(game.key)).think(
        state,
        seat,
        simulations=THOUGHT,
        seed=1,
        weights=data.numbers(),
        horizon=data.horizon,
        slack=data.slack,
        explore=data.explore,
    )
    others = [one.worth for move, one in tried.items() if move != number and one.visits > THOUGHT // 100]
    return next(iter(tried)) == number and all(tried[number].worth - worth > margin / 4 for worth in others)


def proven(game: Game, puzzle: Puzzle, count: int = SURE, margin: float = MARGIN) -> bool:
    """Whether a puzzle is what it says, found out anew from its position alone."""
    match = game.position(puzzle.position)
    known = puzzler(game)
    if known is not None:
        return known.proven(puzzle, match.state)
    (turn,) = solution(puzzle.turns)
    worth = worths(game, match.state, puzzle.seat, game.legal(match.state, puzzle.seat), count)
    best, second = _ahead(worth)
    return best[0] == game.read_move(turn.move, puzzle.seat) and best[1] - second[1] > margin


def problems(game: Game, puzzles: list[Puzzle], count: int, margin: float) -> Iterator[int]:
    """The numbers of those that are not what they say."""
    yield from (number for number, puzzle in enumerate(puzzles, 1) if not proven(game, puzzle, count, margin))
