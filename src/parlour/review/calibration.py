"""Are chances what they say? `python -m parlour.review.calibration GAME [MATCHES [SEED]]` plays matches of bots of mixed
levels, asks for the chances at some moments and prints how often those came true."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from typing import NamedTuple

from parlour.bots import bot
from parlour.bots.outlook import outlook
from parlour.bots.victory import shares
from parlour.core.registry import game as game_of

LEVELS = ("beginner", "casual", "club", "club")
OFTEN = 0.08
"""The part of all moments that is asked about."""
PLAYOUTS = 400
TENTHS = 10


class Asked(NamedTuple):
    """One moment of a match: what was said of every seat, and what came of it."""

    said: list[float]
    came: list[float]


def asked(key: str, players: int, matches: int, seed: int) -> Iterator[Asked]:
    """Moments of matches between bots of mixed levels."""
    game, chance = game_of(key), random.Random(f"{key} {players} {seed}")
    look = outlook(game, PLAYOUTS)
    for number in range(matches):
        match = game.new(players, seed=1_000_000 * seed + number)
        bots = [bot(key, chance.choice(LEVELS), seed=chance.getrandbits(40)) for _ in range(players)]
        said = []
        while not match.over:
            if chance.random() < OFTEN:
                said.append(look.chances(match.state))
            seat = chance.choice(match.acting)
            match.play(seat, bots[seat].move(match, seat))
        came = shares(game.rules, match.state)
        yield from (Asked(moment, came) for moment in said)


def table(moments: list[Asked]) -> Iterator[str]:
    """By tenths what was said and what came true, and the Brier score beside that of the fair share."""
    sums = [[0.0, 0.0, 0.0] for _ in range(TENTHS)]
    score = fair = 0.0
    for said, came in moments:
        for chance, share in zip(said, came, strict=True):
            tenth = sums[min(TENTHS - 1, int(chance * TENTHS))]
            for place, value in enumerate((1.0, chance, share)):
                tenth[place] += value
            score += (chance - share) ** 2
            fair += (1 / len(said) - share) ** 2
    yield "| said | won | moments |"
    yield "|---|---|---|"
    for many, said_sum, came_sum in sums:
        if many:
            yield f"| {100 * said_sum / many:.0f} % | {100 * came_sum / many:.0f} % | {many:.0f} |"
    count = sum(len(said) for said, _ in moments)
    yield ""
    yield f"Brier score {score / count:.3f}, the fair share alone {fair / count:.3f}."


def main(words: list[str]) -> None:
    key = words[0]
    matches, seed = (int(word) for word in (*words[1:], *("200", "1")[len(words) - 1 :]))
    players = min(4, game_of(key).seats[-1])
    moments = list(asked(key, players, matches, seed))
    print(f"{game_of(key).name}, {players} players, {matches} matches, seed {seed}\n")
    print("\n".join(table(moments)))


if __name__ == "__main__":
    main(sys.argv[1:])
