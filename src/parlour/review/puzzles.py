"""The puzzles that a game comes with, `bots/puzzles.json` in its folder, and how they are told."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

import msgspec

from parlour.bots.levels import reasons
from parlour.bots.puzzle import Puzzle, Puzzler, Turn, solution
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.core.words import ENGLISH, Words, say


class Stock(msgspec.Struct, frozen=True):
    """The puzzles of a game, with the version of its rules and the seed that they were made from."""

    rules: int
    seed: int
    puzzles: list[Puzzle]


class AnswerSaid(msgspec.Struct, frozen=True):
    """What another seat does, by the number of its move."""

    seat: int
    number: int


class TurnSaid(msgspec.Struct, frozen=True, omit_defaults=True):
    """A right move: its number, a label for people, how the others answer, and the right moves then."""

    number: int
    label: str
    answers: list[AnswerSaid] = []
    then: list[TurnSaid] = []


class Worth(msgspec.Struct, frozen=True):
    """What a move is worth, in % of the victory."""

    number: int
    label: str
    percent: int


class PuzzleSaid(msgspec.Struct, frozen=True, omit_defaults=True):
    """A puzzle for one reader: the position to begin from, what is to be done from which seat, and the way there."""

    number: int
    seat: int
    players: int
    position: dict[str, Any]
    task: str
    hint: str
    turns: list[TurnSaid]
    """The right moves, that of the solution first."""
    why: str = ""
    """What speaks for it."""
    until: list[dict[str, Any]] = []
    """Events that must all have happened: then it is solved, whatever led there."""
    worth: list[Worth] = []
    """What every move is worth by what the seat knows; empty where the way is proven."""


@cache
def stock(game: Game) -> list[Puzzle]:
    """The puzzles that a game comes with; none for older rules."""
    file = game.folder / "bots" / "puzzles.json"
    if not file.is_file():
        return []
    kept = msgspec.json.decode(file.read_bytes(), type=Stock)
    return kept.puzzles if kept.rules == game.version else []


def puzzler(game: Game) -> Puzzler | None:
    """What a game's folder knows of puzzles."""
    return game.part("bots.puzzles")


@lru_cache(maxsize=64)
def told(game: Game, words: Words = ENGLISH) -> list[PuzzleSaid]:
    """The puzzles of a game for one reader."""
    return [_told(game, number, puzzle, words) for number, puzzle in enumerate(stock(game), 1)]


def _told(game: Game, number: int, puzzle: Puzzle, words: Words) -> PuzzleSaid:
    match, known = game.position(puzzle.position), puzzler(game)
    first = game.read_move(next(solution(puzzle.turns)).move, puzzle.seat)
    says = None if puzzle.until else reasons(game.key)
    return PuzzleSaid(
        number,
        puzzle.seat,
        match.players,
        puzzle.position,
        words.of(known.task(puzzle) if known else say("Your move. One is clearly better than all others: which?")),
        words.of(known.hint(puzzle) if known else not_this(game, match, puzzle)),
        [_turn(game, puzzle.seat, turn, words) for turn in puzzle.turns],
        words.of(says.why(game.view(match.state, puzzle.seat), game.move(first)) or "") if says else "",
        puzzle.until,
        [_worth(game, puzzle.seat, text, percent, words) for text, percent in puzzle.worth.items()],
    )


def not_this(game: Game, match: Match, puzzle: Puzzle) -> str:
    """A hint for any game: the move that comes to mind first is not the one."""
    move = game.move(game.read_move(puzzle.first, puzzle.seat))
    return say("It is not what comes to mind first: {move}.", move=game.label(move, puzzle.seat))


def _worth(game: Game, seat: int, text: str, percent: int, words: Words) -> Worth:
    number = game.read_move(text, seat)
    return Worth(number, words.of(game.label(game.move(number), seat)), percent)


def _turn(game: Game, seat: int, turn: Turn, words: Words) -> TurnSaid:
    number = game.read_move(turn.move, seat)
    return TurnSaid(
        number,
        words.of(game.label(game.move(number), seat)),
        [AnswerSaid(answer.seat, game.read_move(answer.move, answer.seat)) for answer in turn.answers],
        [_turn(game, seat, then, words) for then in turn.then],
    )
