"""Random play, from which the kit looks at a game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from parlour.core.errors import ParlourError
from parlour.core.game import Game
from parlour.core.match import Match

LONGEST = 20_000


def some_options(game: Game, players: int, dice: random.Random) -> dict[str, Any]:
    """A random set of options; now and then one that this game refuses to combine is tried again."""
    for _ in range(100):
        chosen = {option.name: dice.choice(option.examples(players)) for option in game.options if dice.random() < 0.7}
        try:
            game.new(players, 0, **chosen)
        except ParlourError:
            continue
        return chosen
    return {}


def play_through(game: Game, players: int, seed: int = 0, **options: Any) -> Iterator[tuple[Match, random.Random]]:
    """A match at every decision of a random play-through, the last time when it is over."""
    dice = random.Random(f"{game.key} {players} {seed}")
    match = game.new(players, seed, **options)
    for _ in range(LONGEST):
        yield match, dice
        if match.over:
            return
        seat = dice.choice(match.acting)
        match.play(seat, dice.choice(match.legal(seat)))
    raise AssertionError(f"{game.name} does not end after {LONGEST} moves with players={players}, seed={seed}, {options}")


def played(game: Game, players: int, seed: int = 0, **options: Any) -> Match:
    """A random match, finished."""
    *_, (match, _) = play_through(game, players, seed, **options)
    return match
