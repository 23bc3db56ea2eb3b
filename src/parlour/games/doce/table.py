"""DOCE in words: moves, views, sentences, reasons and positions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import field

from parlour.core.bits import size
from parlour.core.errors import BadMove, BadPosition
from parlour.core.game import Event, Game, Move, Outcome, Told, View
from parlour.core.options import Choice, Seat
from parlour.core.state import State
from parlour.core.story import Tale
from parlour.core.words import say
from parlour.games.doce import picture, rules
from parlour.games.doce.rules import SUMMED
from parlour.games.doce.story import story

COLOURS = (say("White"), say("Black"))
DIE = re.compile(r"([wb])?\s*([0-9]+)\s*(?:@|on|at|\s)\s*([a-z][0-9]+)", re.IGNORECASE)
BLOCKER = re.compile(r"(?:block|blocker|x)\s*(?:@|on|at|\s)\s*([a-z][0-9]+)", re.IGNORECASE)
SQUARE_NAMES = tuple("abcde"[square % rules.SIDE] + str(square // rules.SIDE + 1) for square in range(rules.SQUARES))
MARKS = (*SQUARE_NAMES, None)
"""With -1, there is none."""
LABELS = tuple(name.upper() for name in SQUARE_NAMES)
WHY_DRAWN = {
    rules.DEAD_BOARD: say("no line can be made any more"),
    rules.NO_MOVES: say("neither player can place a die"),
    rules.BOTH_LINES: say("one die made a line for each player"),
}


class Place(Move, frozen=True):
    """A die on a square, any face up."""

    square: str
    face: int


class Block(Move, frozen=True):
    """The blocker on a square; a die must follow."""

    square: str


class Pass(Move, frozen=True):
    """Never a choice: who cannot place a die passes by force."""


class Die(msgspec.Struct, frozen=True, gc=False):
    """A numbered die on the board."""

    seat: int
    face: int


LYING = [(name, Die(seat, face)) for seat in (0, 1) for face in range(1, rules.FACES + 1) for name in SQUARE_NAMES]
"""As `look` numbers them."""


class DoceView(View):
    """Everything: nothing in DOCE is hidden."""

    round: int
    starter: int
    mid_turn: bool
    dice: dict[str, Die]
    blocked: list[str]
    marks: list[str | None]
    zones: list[list[str]]
    dice_left: list[int]
    blocker_left: list[bool]
    score: list[int]
    earned: list[list[int]]
    threats: list[dict[str, int]]
    """For each seat the squares where one die would complete its line now, with the face that is needed."""
    open: list[int]
    """For each seat the windows that can still become its line: bit n is the window with that number."""


class DocePosition(msgspec.Struct, forbid_unknown_fields=True):
    """A position at the start of a turn or after its blocker. `board` has `W5`, `B2` or `block` by square."""

    to_move: int
    board: dict[str, str] = {}
    marks: list[str | None] = field(default_factory=lambda: [None, None])
    blocker_left: list[bool] = field(default_factory=lambda: [True, True])
    mid_turn: bool = False
    passes: int = 0
    round: int = 1
    starter: int = 0
    score: list[int] = field(default_factory=lambda: [0, 0])
    earned: list[list[int]] = field(default_factory=lambda: [[0, 0]] * 4)
    over: bool = False
    players: int = 2
    options: dict[str, Any] = {}


def square_name(square: int) -> str:
    """Columns a to e from the left, rows 1 to 5 from the top."""
    return SQUARE_NAMES[square]


def square_number(name: str) -> int:
    if re.fullmatch(r"[a-e][1-5]", name.lower()):
        return rules.SIDE * (int(name[1]) - 1) + "abcde".index(name[0].lower())
    raise BadMove(say("There is no square {name!r}: columns are a to e, rows 1 to 5, such as c3.", name=name))


def squares(bits: int) -> list[str]:
    return list(_named(bits)) if bits else []


@lru_cache(maxsize=5000)
def _named(bits: int) -> tuple[str, ...]:
    return tuple(name for square, name in enumerate(SQUARE_NAMES) if (bits >> square) & 1)


def _threats(looked: Iterable[int]) -> list[dict[str, int]]:
    found: list[dict[str, int]] = [{}, {}]
    seen = iter(looked)
    for seat, square, face in zip(seen, seen, seen, strict=True):
        found[seat][SQUARE_NAMES[square]] = face
    return found


class Doce(Game):
    key = "doce"
    name = "DOCE"
    pitch = "Choose a face, place a die, and line up exactly twelve before your rival does."
    minutes = 20
    seats = range(2, 3)
    open = True
    version = 1
    prefix = "DOC"
    round_field = "round_no"
    decisive = frozenset({"lined", "won", "drew", "passed"})
    turn_rule = "DOC-07"
    stays_rule = "DOC-13"
    over_rule = "DOC-40"
    options = (
        Choice(
            "diagonals",
            "all",
            "DOC-R1",
            "Which diagonals count as lines.",
            {"all": say("all of them"), "long": say("only the two long ones"), "none": say("none")},
        ),
        Choice(
            "locked",
            "pass",
            "DOC-R4",
            "What happens to a player whose zone covers every empty square.",
            {"pass": say("they pass"), "free": say("they may place anywhere")},
        ),
        Seat("first", "random", "DOC-R11", "Who starts the first round."),
    )
    rules = rules
    moves = (Place, Block, Pass)
    Position = DocePosition
    told = {
        rules.ROUND: Told("round", "round seat", "Round {round}: {seat} starts."),
        rules.PLACED: Told("placed", "seat square face", "{seat} places {face} on {square}."),
        rules.BLOCKED: Told("blocked", "seat square", "{seat} blocks {square}. No line crosses it now."),
        rules.PASSED: Told("passed", "seat", "{seat} has no square for a die and must pass."),
        rules.LINED: Told("lined", "seat window", "{window} add up to 12: a line for {seat}."),
        rules.WON: Told("won", "seat points pure kept penalty", "{seat} wins the round: {points} points."),
        rules.DREW: Told("drew", "why white black", "The round is drawn: {why}. White gets {white}, Black {black}."),
        rules.FINISHED: Told("finished", "white black", "The match is over, {white} to {black}."),
    }

    def seat_names(self, players: int) -> list[str]:
        return list(COLOURS)

    def word(self, field: str, value: int, names: Sequence[str]) -> str:
        if field == "seat":
            return names[value]
        if field == "square":
            return LABELS[value]
        if field == "window":
            return ", ".join(LABELS[rules.WINDOWS[value, k]] for k in range(rules.LINE))
        return WHY_DRAWN[value] if field == "why" else str(value)

    # Moves.

    def number(self, move: Place | Block | Pass) -> int:
        if isinstance(move, Pass):
            return rules.PASS
        square = square_number(move.square)
        if isinstance(move, Block):
            return rules.BLOCK + square
        if not 1 <= move.face <= rules.FACES:
            raise BadMove(say("A die has the faces 1 to 6, not {face}.", face=move.face))
        return rules.FACES * square + move.face - 1

    def move(self, number: int) -> Move:
        if number == rules.PASS:
            return Pass()
        if number >= rules.BLOCK:
            return Block(square_name(number - rules.BLOCK))
        return Place(square_name(number // rules.FACES), number % rules.FACES + 1)

    def text(self, move: Place | Block | Pass, seat: int) -> str:
        if isinstance(move, Place):
            return f"{COLOURS[seat][0]}{move.face}@{move.square}"
        return f"block {move.square}" if isinstance(move, Block) else "pass"

    def label(self, move: Place | Block | Pass, seat: int) -> str:
        if isinstance(move, Place):
            return say("{face} on {square}", face=move.face, square=move.square.upper())
        return say("Block {square}", square=move.square.upper()) if isinstance(move, Block) else say("Pass")

    def parse(self, text: str, seat: int) -> Move:
        if text.lower() == "pass":
            return Pass()
        if blocker := BLOCKER.fullmatch(text):
            return self.move(self.number(Block(blocker[1].lower())))
        if die := DIE.fullmatch(text):
            if die[1] and die[1].upper() != COLOURS[seat][0]:
                example = f"{COLOURS[seat][0]}{die[2]}@{die[3]}"
                raise BadMove(say("The other colour's dice are not yours: write {example}.", example=example))
            return self.move(self.number(Place(die[3].lower(), int(die[2]))))
        raise BadMove(
            say(
                "{text!r} is no move. Write a die as {letter}4@c3 or 4 c3, the blocker as block b2.",
                text=text,
                letter=COLOURS[seat][0],
            )
        )

    def why_not(self, state: State, seat: int, move: Any) -> tuple[str, str]:
        if isinstance(move, Pass):
            return "DOC-15", say("There is no pass: you have a square for a die, so you must place one.")
        square = square_number(move.square)
        bit, name = 1 << square, square_name(square).upper()
        if isinstance(move, Block):
            if state.mid_turn:
                return "DOC-17", say("Your blocker is down. Now place a numbered die.")
            if not state.blocker[seat]:
                return "DOC-16", say("Your blocker is used up for this round.")
        if state.blocked & bit:
            return "DOC-19", say("{square} is blocked for the rest of the round.", square=name)
        if not rules.empty_squares(state) & bit:
            taken = say("A die lies on {square}; dice stay where they are.", square=name)
            return ("DOC-18" if isinstance(move, Block) else "DOC-08"), taken
        if isinstance(move, Block):
            return "DOC-22", say("{square} is your last square for a die, and a die must follow the blocker.", square=name)
        return "DOC-09", say("Not next to {mark}: that is your no-play zone.", mark=square_name(state.mark[seat]).upper())

    # What is seen.

    def view(self, state: State, seat: int | None) -> DoceView:
        looked = self.looked(state)
        acting, starter, mid_turn, blocked, zone, zone2, mark, mark2, blocker, blocker2, dice, white, black = looked[:SUMMED]
        end = SUMMED + dice
        return DoceView(
            players=2,
            seat=seat,
            acting=[] if acting < 0 else [acting],
            round=state.round_no,
            starter=starter,
            mid_turn=mid_turn > 0,
            dice=dict(map(LYING.__getitem__, looked[SUMMED:end])),
            blocked=squares(blocked),
            marks=[MARKS[mark], MARKS[mark2]],
            zones=[squares(zone), squares(zone2)],
            dice_left=state.dice.tolist(),
            blocker_left=[blocker > 0, blocker2 > 0],
            score=state.score.tolist(),
            earned=state.earned.tolist(),
            threats=_threats(looked[end:]),
            open=[white, black],
        )

    def reason(self, state: State) -> str:
        if state.score[0] == state.score[1]:
            return say("four rounds are played and the totals are equal")
        return say("four rounds are played")

    def story(self, events: Sequence[Event], outcome: Outcome, names: Sequence[str]) -> list[Tale]:
        return story(events, outcome, names)

    def facts(self) -> dict[str, Any]:
        """The windows of four squares by number, what a line adds up to, and what it wins (DOC-23, 33)."""
        windows = [[square_name(rules.WINDOWS[window, at]) for at in range(4)] for window in range(len(rules.WINDOWS))]
        return {"windows": windows, "target": rules.TARGET, "win": rules.WIN_POINTS}

    def svg(self, view: Any, names: Sequence[str]) -> str:
        return picture.svg(view, names)

    def draw(self, view: Any, names: Sequence[str]) -> str:
        return picture.draw(view, names)

    # Positions.

    def place(self, position: DocePosition, state: State) -> None:
        pairs: tuple[list[Any], ...] = (position.marks, position.blocker_left, position.score, *position.earned)
        if any(len(pair) != 2 for pair in pairs) or len(position.earned) != rules.ROUNDS:
            raise BadPosition("marks, blocker_left and score have one entry a player, earned one pair for each of 4 rounds.")
        if not 1 <= position.round <= rules.ROUNDS or {position.to_move, position.starter} - {0, 1}:
            raise BadPosition("round is 1 to 4; to_move and starter are 0 (White) or 1 (Black).")
        state.starter = position.starter
        rules.begin_round(state, position.round)
        for name, piece in position.board.items():
            self._put(state, square_number(name), piece)
        for seat in (0, 1):
            mark = position.marks[seat]
            state.mark[seat] = rules.NOBODY if mark is None else square_number(mark)
            state.blocker[seat] = position.blocker_left[seat]
            state.dice[seat] = rules.DICE - size(state.held[seat])
            state.score[seat] = position.score[seat]
            for number, earned in enumerate(position.earned):
                state.earned[number, seat] = earned[seat]
        for window in range(len(rules.WINDOWS)):
            if not rules.is_live(state, window):
                state.live &= ~(1 << window)
        state.passes, state.mid_turn, state.to_move = position.passes, position.mid_turn, position.to_move
        state.over = position.over
        state.notes.clear()
        if next(self.problems(state), None) is None and not state.mid_turn and not state.over:
            rules.begin_turn(state, position.to_move)

    def _put(self, state: State, square: int, piece: str) -> None:
        if piece == "block":
            state.blocked |= 1 << square
        elif re.fullmatch("[WB][1-6]", piece):
            state.held["WB".index(piece[0])] |= 1 << square
            state.value[square] = int(piece[1])
        else:
            raise BadPosition(f"board.{square_name(square)} is {piece!r}: write W1 to W6, B1 to B6 or block.")

    def position_of(self, state: State) -> DocePosition:
        view = self.view(state, None)
        board = {name: f"{'WB'[die.seat]}{die.face}" for name, die in view.dice.items()}
        return DocePosition(
            to_move=state.to_move,
            board=board | dict.fromkeys(view.blocked, "block"),
            marks=view.marks,
            blocker_left=view.blocker_left,
            mid_turn=view.mid_turn,
            passes=state.passes,
            round=view.round,
            starter=state.starter,
            score=view.score,
            earned=view.earned,
            over=bool(state.over),
            options=self.chosen(state),
        )

    def problems(self, state: State) -> Iterator[str]:
        white, black, blocked = state.held[0], state.held[1], state.blocked
        if white & black or (white | black) & blocked:
            yield "two pieces lie on one square (DOC-08)."
        if size(blocked) != 2 - state.blocker[0] - state.blocker[1]:
            yield f"{size(blocked)} blocked squares do not fit blocker_left (DOC-16)."
        for seat in (0, 1):
            if state.dice[seat] + size(state.held[seat]) != rules.DICE or state.dice[seat] < 0:
                yield f"{COLOURS[seat]} has more than 11 dice (DOC-01)."
            if (state.mark[seat] < 0) != (state.held[seat] == 0):
                yield f"{COLOURS[seat]}'s marker must lie on one of the {COLOURS[seat].lower()} dice (DOC-12)."
            elif state.mark[seat] >= 0 and not (state.held[seat] >> state.mark[seat]) & 1:
                yield f"{COLOURS[seat]}'s marker lies on no {COLOURS[seat].lower()} die (DOC-12)."
        if not state.over:
            for window in range(len(rules.WINDOWS)):
                counts = (rules.IN_PLAY[state.diagonals] >> window) & 1
                if counts and any(rules.is_line(state, window, seat) for seat in (0, 1)):
                    yield f"{self.word('window', window, COLOURS)} are a line already: the round is over (DOC-27)."
            if state.mid_turn and not rules.die_squares(state, state.to_move, rules.empty_squares(state)):
                yield "the blocker is placed but no square is left for the die (DOC-22)."
            if state.mid_turn and state.blocker[state.to_move]:
                yield f"mid_turn says that {COLOURS[state.to_move]} has placed the blocker, blocker_left says not (DOC-17)."
        live = sum(1 << w for w in range(len(rules.WINDOWS)) if rules.is_live(state, w)) & rules.IN_PLAY[state.diagonals]
        if live != state.live and not state.over:
            yield "the live windows are not those of the board (DOC-32)."
        if not 0 <= state.passes <= 1 + state.over:
            yield "passes counts forced passes in a row: 0 or 1, the second ends the round (DOC-31)."
        for seat in (0, 1):
            if state.score[seat] != sum(state.earned[r, seat] for r in range(rules.ROUNDS)):
                yield f"{COLOURS[seat]}'s score is not the sum of what was earned in the rounds (DOC-33)."
        for r in range(rules.ROUNDS):
            pair = (state.earned[r, 0], state.earned[r, 1])
            played = r + 1 < state.round_no or state.over
            drawn = set(pair) <= {2, 7}
            won = 0 in pair and 7 <= sum(pair) <= 37
            if (not played and pair != (0, 0)) or (played and not drawn and not won):
                yield f"round {r + 1} cannot have earned {pair[0]} and {pair[1]} (DOC-38, DOC-39)."
