"""DOCE's opening book for rounds without blockers, where the first player wins: `python -m parlour.lab.book FILE`.

A four on the centre wins. For every answer to it the search finds a die that keeps the win; answers that the board's
symmetries carry into each other share theirs. After that die the bot's own search sees the rest of the way.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import parlour
from parlour.core.arrays import zeros
from parlour.core.state import State
from parlour.games.doce.bots import search
from parlour.games.doce.bots.moves import RESULT
from parlour.games.doce.bots.player import CENTRE_FOUR, LONG, Room
from parlour.games.doce.rules import FACES, SIDE, SQUARES

GAME = parlour.game("doce")
CENTRE = CENTRE_FOUR // FACES
DEPTHS = range(2, 16)
ENTRIES = 1 << 21


def without_blockers() -> State:
    """An empty board, no blockers, seat 0 to move."""
    state = GAME.new(seed=1, first=0).state
    state.blocker[0] = state.blocker[1] = 0
    return state


def after(state: State, *moves: int) -> State:
    state = state.copy()
    for move in moves:
        GAME.rules.apply(state, state.to_move, move)
    return state


def symmetries() -> Iterator[list[int]]:
    """The eight ways to lay the board onto itself, each as the new place of every square."""
    for flip in (False, True):
        for turns in range(4):
            places = []
            for square in range(SQUARES):
                row, column = divmod(square, SIDE)
                column = SIDE - 1 - column if flip else column
                for _ in range(turns):
                    row, column = column, SIDE - 1 - row
                places.append(SIDE * row + column)
            yield places


def winning_answer(room: Room, state: State) -> int:
    """A die that forces the win, looked for deeper and deeper."""
    for depth in DEPTHS:
        if room.wins(state, LONG, depth):
            return room.best
    raise AssertionError("no win was found")


def book() -> dict[int, int]:
    """For every first die of the second player the answer that keeps the win."""
    room = Room(exact=True)
    room.memory = zeros(ENTRIES, search.Entry)
    opened = after(without_blockers(), CENTRE_FOUR)
    answers: dict[int, int] = {}
    for reply in range(FACES * SQUARES):
        square, face = divmod(reply, FACES)
        if square == CENTRE or reply in answers:
            continue
        found, its_face = divmod(winning_answer(room, after(opened, reply)), FACES)
        for places in symmetries():
            answers[FACES * places[square] + face] = FACES * places[found] + its_face
    return answers


def prove(room: Room, opened: State, answers: dict[int, int]) -> Iterator[tuple[int, bool]]:
    """Every reply with whether the book's answer to it forces the win."""
    for reply, answer in answers.items():
        state = after(opened, reply)
        won = any(room.rated(state, [answer], depth, RESULT, LONG) == [1] for depth in DEPTHS)
        yield reply, won


def main(path: str) -> None:
    text = json.dumps({"first": CENTRE_FOUR, "answers": {str(k): v for k, v in sorted(book().items())}}, indent=1)
    Path(path).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2 or not Path(sys.argv[1]).parent.is_dir():
        raise SystemExit("Say where the book goes, in a folder that is there: python -m parlour.games.doce.bots.book book.json")
    main(sys.argv[1])
