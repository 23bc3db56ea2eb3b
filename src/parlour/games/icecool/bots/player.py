"""How a bot plays ICECOOL2: every decision by what it is worth (worth.py), every flick with the level's own hand."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterator
from statistics import fmean as mean

from parlour.bots.compiled import Try
from parlour.bots.levels import Character, Level, knowledge
from parlour.bots.opponents import Thinker, new_stream
from parlour.core.game import Game
from parlour.core.state import State
from parlour.games.icecool import choices, rules
from parlour.games.icecool.aim import random_flicks
from parlour.games.icecool.bots import words
from parlour.games.icecool.bots.flicks import Mind, School, Tried, best_of, number_of, promising, verified
from parlour.games.icecool.flick import AIMS
from parlour.games.icecool.hand import unsteady
from parlour.games.icecool.parts import (
    ANNOUNCE,
    BOUNCE,
    COLUMNS,
    FIRST_X,
    FIRST_Y,
    JUMP,
    PAIR_COUNT,
    PAIRS,
    POST,
    PREFLICK,
    ROOMS,
    ROWS,
    SPOT_STEP,
    STATION,
    TASKS,
    TWO_DOORS,
)

A_FLIGHT = 100
"""A flick in the true physics takes as long as so many quick ones; who tries few of those gets none of these."""
KEPT = 2
"""Flicks that go into the true physics are at most a half of the flights."""
SPOT_GRID = 5
LIKELY = 0.75
"""How much a Catcher's spot is judged by the Runner's likely flicks; the rest by the doors it covers."""
SPENT_FIRST = {TWO_DOORS: 0, JUMP: 1, BOUNCE: 2}
"""Of the 1s the tasks that are hardest to do go into ice skates first."""
SLICE = 512


SOFTEST, HARDEST = 8, 90
"""The powers of flicks that somebody might make by mistake."""


def straight(x: float, y: float, power: int) -> int:
    """The number of a flick in that direction, at the middle of the body."""
    return number_of((round(math.degrees(math.atan2(y, x)) * 10) % AIMS, power, 0, 0))


class Flicker(Thinker):
    """Thinks by worth. `simulations` counts flicks in the quick model, `flights` those in the true physics."""

    def choose(self, game: Game, state: State, seat: int) -> int:
        number = super().choose(game, state, seat)
        return number if number < choices.FLICK else self._by_hand(state, number)

    def _by_hand(self, state: State, number: int) -> int:
        """What the level's own hand makes of the flick that was meant."""
        twin = state.copy()
        twin.steady = self.how.hand
        new_stream(twin, random.Random(f"{self._seed} {self._made} hand"))
        return choices.FLICK + int(unsteady(twin, number - choices.FLICK))

    def think(self, game: Game, state: State, seat: int, seed: int) -> dict[int, Try]:
        mind = Mind(state, seat, self.how.greedy)
        if state.phase == STATION:
            return self._station(mind, state, seat, seed)
        if state.phase == ANNOUNCE:
            return self._announce(mind, state, seat, seed)
        if (moved := self._fish_move(mind, state, seat)) is not None:
            return {moved: Try(1, 1.0)}
        if state.phase == PREFLICK:
            return self._flick(mind, state, seed)
        return self._afterwards(mind, state, seat, seed)

    # The flick.

    def _flick(self, mind: Mind, state: State, seed: int) -> dict[int, Try]:
        """The best start, from the spot itself or an orange line, and from there the best flick."""
        ways = list(starts(state))
        flights = min(self.how.flights, self.how.simulations // A_FLIGHT)
        keep = max(1, min(12, flights // KEPT))
        each = self.how.simulations // len(ways)
        found = [(promising(mind, twin, self.how.hand, each, seed, keep), move) for move, twin in ways]
        tried, move = max(found, key=lambda one: one[0][0].worth)
        if move is not None:
            return {move: Try(1, tried[0].worth)}
        if flights:
            tried = verified(mind, state, tried, self.how.hand, flights, seed)
        return as_tries(tried)

    def first_thought(self, game: Game, state: State, seat: int, seed: int) -> int:
        """Straight at the nearest door with a fish, or at the nearest Runner; in other matters anything that costs no card."""
        chance = random.Random(seed)
        if state.phase == POST:
            return choices.END
        if state.phase != PREFLICK or not choices.may_flick(state):
            moves = game.legal(state, seat)
            free = [move for move in moves if not choices.MOVE_FISH <= move < choices.STATIONING]
            return chance.choice(free or moves)
        x, y = min(School(state).ways(), key=lambda way: math.hypot(*way))
        return straight(x, y, chance.randint(20, 50))

    def plausible(self, state: State, seat: int, legal: list[int]) -> list[int]:
        """A flick goes straight at something that matters, perhaps much too softly or much too hard."""
        if state.phase != PREFLICK or not choices.may_flick(state):
            return legal
        return [straight(x, y, power) for x, y in School(state).ways() for power in range(SOFTEST, HARDEST + 1)]

    # Everything else.

    def _station(self, mind: Mind, state: State, seat: int, seed: int) -> dict[int, Try]:
        """The spot from which the first Runner's likely first flicks are best answered."""
        spots = [(row, column) for row in range(2, ROWS, SPOT_GRID) for column in range(1, COLUMNS, SPOT_GRID)]
        twin = state.copy()
        rules.station(twin, seat, ROWS // 2 * COLUMNS + COLUMNS // 2)
        runner, school = twin.turn, School(twin)
        theirs = Mind(twin, runner)
        flicks = school.some_flicks(random.Random(seed), max(24, self.how.simulations // 4))
        out = school.roll(flicks)
        part = out.some(best_of(theirs.judge(twin, school.who, out), max(6, len(flicks) // 12)))
        me = school.who.index(seat)
        worths: dict[int, Try] = {}
        for row, column in spots:
            x, y = FIRST_X + column * SPOT_STEP, FIRST_Y + row * SPOT_STEP
            twin.x[seat], twin.y[seat] = x, y
            for k in range(len(part.counts)):
                part.rests[k, me, 0], part.rests[k, me, 1], part.rests[k, me, 2] = x / 1000, y / 1000, 0.0
            answered = mean(mind.judge(twin, school.who, part))
            worth = LIKELY * answered + (1 - LIKELY) * mind.still([twin])[0]
            worths[choices.STATIONING + row * COLUMNS + column] = Try(1, worth)
        return dict(sorted(worths.items(), key=lambda one: -one[1].worth))

    def _announce(self, mind: Mind, state: State, seat: int, seed: int) -> dict[int, Try]:
        """The task, if any, whose card makes the coming flick worth most; a failure costs nothing."""
        tasks = [task for task in range(TASKS) if choices.can_announce(state, seat, task) and state.down[seat, task]]
        found: dict[int, Try] = {}
        for announced in (0, *(task + 1 for task in tasks)):
            twin = state.copy()
            twin.announced = announced
            rules.begin_preflick(twin)
            count = max(24, self.how.simulations // (2 * (1 + len(tasks))))
            best = max(promising(mind, way, self.how.hand, count, seed)[0].worth for _, way in starts(twin))
            found[choices.ANNOUNCING + announced] = Try(1, best)
        return dict(sorted(found.items(), key=lambda one: -one[1].worth))

    def _fish_move(self, mind: Mind, state: State, seat: int) -> int | None:
        """A fish worth moving for two 2s: the 2s have no other use, but may be worth more later."""
        if self.how.greedy or not choices.may_move_fish(state, seat):
            return None
        moves = [0] * rules.LISTED
        options = moves[: choices.list_fish_moves(state, moves, 0)]
        twins = [state]
        for move in options:
            twin = state.copy()
            rules.apply(twin, seat, move)
            twins.append(twin)
        worths = mind.still(twins)
        best = worths.index(max(worths[1:]), 1) - 1 if options else 0
        least = knowledge("icecool").weights["fish_move"]
        return options[best] if options and worths[1 + best] - worths[0] > least else None

    def _afterwards(self, mind: Mind, state: State, seat: int, seed: int) -> dict[int, Try]:
        """Another turn on skates, if it is worth more than the cards may be later."""
        ended = mind.still([state])[0]
        pairs = [pair for pair in range(PAIR_COUNT) if choices.can_skate(state, seat, pair)]
        found = {choices.END: Try(1, ended)}
        if pairs and not self.how.greedy:
            pair = min(pairs, key=lambda one: SPENT_FIRST[PAIRS[one, 0]] + SPENT_FIRST[PAIRS[one, 1]])
            twin = state.copy()
            rules.skate(twin, seat, pair)
            rules.begin_preflick(twin)
            count = max(24, self.how.simulations // 3)
            again = max(promising(mind, way, self.how.hand, count, seed)[0].worth for _, way in starts(twin))
            found[choices.SKATE + pair] = Try(1, again - knowledge("icecool").weights["skates"])
        return dict(sorted(found.items(), key=lambda one: -one[1].worth))

    def _explain(self, game: Game, state: State, seat: int, number: int, tried: dict[int, Try]) -> str:
        return words.why(state, seat, number, len(tried))


def starts(state: State) -> Iterator[tuple[int | None, State]]:
    """The ways to begin a flick: from where the penguin stands, or from an orange line."""
    if choices.may_flick(state):
        yield None, state
    for room in range(ROOMS):
        if state.offer_x[room] >= 0:
            twin = state.copy()
            rules.place(twin, state.turn, room)
            yield choices.PLACE + room, twin


def as_tries(tried: list[Tried]) -> dict[int, Try]:
    return {number_of(one.flick): Try(max(1, len(tried) - k), one.worth) for k, one in enumerate(tried)}


class PlainFlicker(Flicker):
    """The yardstick: flicks at random, each rolled once in the quick model, and the points that they bring at once."""

    def think(self, game: Game, state: State, seat: int, seed: int) -> dict[int, Try]:
        legal = game.legal(state, seat)
        chance = random.Random(seed)
        if state.phase != PREFLICK or not choices.may_flick(state):
            return {chance.choice(legal): Try(1, 1.0)}
        others = [move for move in legal if move < choices.FLICK]
        if others and chance.random() < 0.5:
            return {chance.choice(others): Try(1, 1.0)}
        mind, school = Mind(state, seat, greedy=True), School(state)
        best, worth, done = None, -1.0, 0
        ends = None if self.how.seconds is None else time.thread_time() + self.how.seconds
        while done < self.how.simulations and (ends is None or done == 0 or time.thread_time() < ends):
            flicks = random_flicks(chance, min(SLICE, self.how.simulations - done))
            found = mind.judge(state, school.who, school.roll(flicks))
            done += len(flicks)
            if max(found) > worth:
                worth = max(found)
                best = flicks[found.index(worth)]
        assert best is not None
        return {number_of(best): Try(done, worth)}


def player(character: Character, level: str, how: Level, seed: int | None, threads: int = 1) -> Flicker:
    return Flicker(character, level, how, seed, threads)


def plain(character: Character, level: str, how: Level, seed: int | None) -> PlainFlicker:
    return PlainFlicker(character, level, how, seed)
