"""Puzzles of DOCE: twelve by force in two or three dice, whatever the rival answers. All is proven by the rules themselves.

The solver needs no blocker, and few dice win in time; the rival may use one.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import islice

import msgspec

from parlour.bots.puzzle import Answer, Puzzle, Turn, solution
from parlour.core.bits import lowest
from parlour.core.registry import game
from parlour.core.state import State
from parlour.core.words import say
from parlour.games.doce import rules
from parlour.games.doce.bots.moves import RESULT
from parlour.games.doce.bots.player import Room

GOAL = "twelve"
MOST = 3
FEW = 3
"""So many first dice may win; more would be no puzzle."""
GLANCE, LOOKED_AT = 3, 100_000
NUMBERS = {2: say("two"), 3: say("three")}


@cache
def room() -> Room:
    return Room(exact=True)


def find(state: State, seat: int, chance: random.Random) -> Puzzle | None:
    if state.mid_turn or any_last(state, seat) or not room().wins(state, LOOKED_AT, GLANCE):
        return None
    for dice in range(2, MOST + 1 if not state.blocker[1 - seat] else MOST):
        if winners := list(islice(winning(state, seat, dice), FEW + 1)):
            if len(winners) > FEW:
                return None
            where = dict(msgspec.to_builtins(game("doce").position_of(state)))
            return Puzzle(where, seat, GOAL, tree(state, seat, dice, winners), [{"kind": "won", "seat": seat}])
    return None


def proven(puzzle: Puzzle, state: State) -> bool:
    dice = len(list(solution(puzzle.turns)))
    if any(list(winning(state, puzzle.seat, fewer)) for fewer in range(1, dice)):
        return False
    return rightly(puzzle.turns, state, puzzle.seat, dice)


def rightly(turns: list[Turn], state: State, seat: int, dice: int) -> bool:
    """Whether these dice and no others win in time, and the rival cannot hold out longer than by those answers."""
    winners = [text(die, seat) for die in winning(state, seat, dice)]
    if dice == 1:
        return all(turn.move in winners for turn in turns)
    if sorted(turn.move for turn in turns) != sorted(winners):
        return False
    for turn in turns:
        now = after(state, seat, game("doce").read_move(turn.move, seat))
        for answer in turn.answers:
            now = after(now, answer.seat, game("doce").read_move(answer.move, answer.seat))
        if not rightly(turn.then, now, seat, dice - 1):
            return False
    return True


def task(puzzle: Puzzle) -> str:
    who = game("doce").seat_names(2)[puzzle.seat]
    return say(
        "{who} to play: make twelve by force in {number} dice, without the blocker.",
        who=who,
        number=NUMBERS[len(list(solution(puzzle.turns)))],
    )


def hint(puzzle: Puzzle) -> str:
    square = puzzle.turns[0].move.partition("@")[2].upper()
    return say("The first die belongs on {square}.", square=square)


def after(state: State, seat: int, move: int) -> State:
    twin = state.copy()
    rules.apply(twin, seat, move)
    return twin


def won(before: State, now: State, seat: int) -> bool:
    """Whether the round that was played before is won by the seat now."""
    earned = now.earned[before.round_no - 1, seat], now.earned[before.round_no - 1, 1 - seat]
    return bool(earned[0] > 0 and earned[1] == 0)


def ended(before: State, now: State) -> bool:
    return bool(now.over) or now.round_no != before.round_no


def last_dice(state: State, seat: int) -> Iterator[int]:
    """The dice that win the round at once."""
    empty = rules.empty_squares(state)
    free = rules.die_squares(state, seat, empty)
    found = set()
    for window in range(len(rules.WINDOWS)):
        gap = rules.WINDOW[window] & empty
        if gap and gap & (gap - 1) == 0 and gap & free:
            face = rules.TARGET - sum(state.value[rules.WINDOWS[window, k]] for k in range(rules.LINE))
            die = rules.FACES * lowest(gap) + face - 1
            if 1 <= face <= rules.FACES and die not in found and won(state, after(state, seat, die), seat):
                found.add(die)
                yield die


def any_last(state: State, seat: int) -> bool:
    return next(last_dice(state, seat), None) is not None


def squares(free: int) -> Iterator[int]:
    while free:
        yield lowest(free)
        free &= free - 1


def dice_of(state: State, seat: int) -> Iterator[int]:
    for square in squares(rules.die_squares(state, seat, rules.empty_squares(state))):
        yield from range(rules.FACES * square, rules.FACES * (square + 1))


def answers(state: State, seat: int, soon: int = 0) -> Iterator[tuple[list[int], State]]:
    """All that a seat can do in its turn, the blocker too, with what it leads to; what lies on the squares `soon` first."""
    blocks = rules.block_squares(state, seat)
    for part in (soon, ~soon):
        for die in dice_of(state, seat):
            if (part >> die // rules.FACES) & 1:
                yield [die], after(state, seat, die)
        for square in squares(blocks & part):
            blocked = after(state, seat, rules.BLOCK + square)
            for die in dice_of(blocked, seat):
                yield [rules.BLOCK + square, die], after(blocked, seat, die)


def winning(state: State, seat: int, dice: int) -> Iterator[int]:
    """The dice with which the seat, who is to move, wins by force with so many dice at most."""
    if dice == 1:
        yield from last_dice(state, seat)
        return
    hopeful = list(dice_of(state, seat))
    if dice > 2:  # The search knows soon of most that they do not, and a puzzle is to have few that do.
        worths = room().rated(state, hopeful, dice, RESULT)
        hopeful = [die for die, worth in zip(hopeful, worths, strict=True) if worth == 1]
        if len(hopeful) > FEW or not all(any_last(passed(after(state, seat, die), seat), seat) for die in hopeful):
            return
    yield from (die for die in hopeful if holds(state, after(state, seat, die), seat, dice - 1))


def holds(before: State, now: State, seat: int, dice: int) -> bool:
    """Whether a die wins: at once, or with so many more whatever the rival answers."""
    if ended(before, now) or now.to_move == seat:
        return won(before, now, seat)
    rival = 1 - seat
    threats = sum(1 << square for square in {die // rules.FACES for die in last_dice(passed(now, seat), seat)})
    if dice == 1 and not threats:
        return False
    return all(
        not ended(now, then) and then.to_move == seat and next(winning(then, seat, dice), None) is not None
        for _, then in answers(now, rival, threats)
    )


def passed(state: State, seat: int) -> State:
    """As if it were the seat's turn."""
    twin = state.copy()
    twin.to_move = seat
    return twin


def tree(state: State, seat: int, dice: int, winners: list[int]) -> list[Turn]:
    """The dice that win, each with the answer that holds out longest and leaves the fewest ways."""
    if dice == 1:
        return [Turn(text(winners[0], seat))]
    turns = []
    for die in winners:
        best: tuple[list[int], State, list[int]] | None = None
        for moves, then in sorted(answers(after(state, seat, die), 1 - seat), key=lambda one: (len(one[0]), one[0])):
            if dice > 2 and any_last(then, seat):
                continue
            found = list(winning(then, seat, dice - 1))
            if best is None or len(found) < len(best[2]):
                best = moves, then, found
        assert best is not None
        moves, then, found = best
        said = [Answer(1 - seat, text(move, 1 - seat)) for move in moves]
        turns.append(Turn(text(die, seat), said, tree(then, seat, dice - 1, found)))
    return turns


def text(move: int, seat: int) -> str:
    doce = game("doce")
    return doce.text(doce.move(move), seat)
