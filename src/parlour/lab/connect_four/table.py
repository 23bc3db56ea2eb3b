"""Connect Four in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from parlour.core.errors import BadMove
from parlour.core.game import Game, Move, Told, View
from parlour.core.picture import box, picture, shape
from parlour.core.state import State
from parlour.core.words import say
from parlour.lab.connect_four import rules


class Drop(Move, frozen=True):
    column: int


class ConnectFourView(View):
    rows: list[str]
    """From the top, `x` for seat 0, `o` for seat 1, `.` for an empty cell."""


class ConnectFour(Game):
    key, name, prefix, version = "connect_four", "Connect Four", "CON", 1
    pitch, minutes, seats = "Line up four.", 5, range(2, 3)
    turn_rule, over_rule, rules, moves, open = "CON-2", "CON-4", rules, (Drop,), True
    told = {
        rules.DROPPED: Told("dropped", "seat column", "{seat} drops a stone into column {column}."),
        rules.LINED_UP: Told("lined_up", "seat", "{seat} has four in a line."),
        rules.FILLED: Told("filled", "", "The board is full."),
    }

    def number(self, move: Drop) -> int:
        if not 1 <= move.column <= rules.COLUMNS:
            raise BadMove(say("There is no column {column}: they are 1 to 7.", column=move.column))
        return move.column - 1

    def move(self, number: int) -> Drop:
        return Drop(number + 1)

    def text(self, move: Drop, seat: int) -> str:
        return str(move.column)

    def label(self, move: Drop, seat: int) -> str:
        return say("Column {column}", column=move.column)

    def parse(self, text: str, seat: int) -> Drop:
        if not text.isascii() or not text.isdigit():
            raise BadMove(say("{text!r} is no move: write a column, 1 to 7.", text=text))
        return self.move(self.number(Drop(int(text))))

    def why_not(self, state: State, seat: int, move: Any) -> tuple[str, str]:
        return "CON-3", say("Column {column} is full.", column=move.column)

    def reason(self, state: State) -> str:
        return say("the board is full") if state.won == 3 else say("four in a line")

    def word(self, field: str, value: int, names: Sequence[str]) -> str:
        return names[value] if field == "seat" else str(value + 1)

    def view(self, state: State, seat: int | None) -> ConnectFourView:
        def cell(row: int, column: int) -> str:
            bit = 7 * column + row
            return "x" if (state.stones[0] >> bit) & 1 else "o" if (state.stones[1] >> bit) & 1 else "."

        rows = ["".join(cell(row, column) for column in range(rules.COLUMNS)) for row in range(rules.ROWS - 1, -1, -1)]
        return ConnectFourView(2, seat, [] if state.over else [state.turn], rows)

    def problems(self, state: State) -> Iterator[str]:
        if state.stones[0] & state.stones[1] or sum(state.height) != state.count:
            yield "stones and heights do not fit (CON-3)."

    def svg(self, view: Any, names: Sequence[str]) -> str:
        colours = {"x": "#BC1F3B", "o": "#F0B23E", ".": "#FFFAF0"}
        cells = [(x, y, mark) for y, row in enumerate(view.rows) for x, mark in enumerate(row)]
        holes = [shape("circle", cx=50 + 60 * x, cy=50 + 60 * y, r=24, fill=colours[mark]) for x, y, mark in cells]
        return picture(460, 400, "Connect Four", box(5, 5, 450, 390, "#2B5C8A", r=20), *holes)

    def draw(self, view: Any, names: Sequence[str]) -> str:
        board = "\n".join([*view.rows, "1234567"])
        return say("{board}\n{x} has x, {o} has o.", board=board, x=names[0], o=names[1])
