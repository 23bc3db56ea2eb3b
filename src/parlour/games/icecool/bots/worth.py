# mypy: allow-untyped-defs, allow-incomplete-defs, no-check-untyped-defs
"""What a flick is worth: the rules carry it out, then cards are counted and expected, and from them the chance to win.

A round is a race: each Runner needs so many fish and is caught or not. `prospects`
tells what an average school brings from there; the turns that come next are judged by where the penguins stand, with
the tables of sight.py. Cards that nobody can know count as much as the mean of all unseen ones, so a worth depends on
nothing hidden. Plain functions over the record: machine code is made of these.
"""

from __future__ import annotations

from typing import Any

from parlour.core.arrays import zeros
from parlour.core.maths import exp
from parlour.core.state import table
from parlour.games.icecool.bots.sight import cell_of
from parlour.games.icecool.ground import CIRCLE_X, CIRCLE_Y, DOOR_ROOMS, ORANGE, room_at, stuck_door, to_grid
from parlour.games.icecool.hidden import card_count, rounds
from parlour.games.icecool.parts import DOORS, EVENT_SIZE, EVENTS, FINISHED, FISH, OUT, POST, STATION, TOUCH
from parlour.games.icecool.rules import ids_held, resolve
from parlour.games.icecool.school import DOOR_IDS, SCHOOL
from parlour.games.icecool.spots import on_board

# Who may expect what from average turns: [fish left, caught or not, RUNNER or CATCHER to move, FISH_AHEAD or FREE]
RUNNER_MOVES, CATCHER_MOVES = range(2)
FISH_AHEAD, FREE = range(2)

# The numbers that a judge is given besides the tables, and the weights of data/icecool.json.
MEAN, PLAIN = range(2)
WEIGHTS = (
    "fish", "catch_two", "catch_more", "end_three", "end_four", "cover", "stay", "spread", "spread_round", "hope", "danger",
    "surprise", "near",
)  # fmt: skip
(
    FISH_RATE, CATCH_TWO, CATCH_MORE, END_THREE, END_FOUR, COVER, STAY, SPREAD, SPREAD_ROUND, HOPE, DANGER, SURPRISE,
    NEAR,
) = range(len(WEIGHTS))  # fmt: skip

BEYOND = 8.0  # cm behind a door, where Runners come to rest


def _beside(door: int, side: int) -> int:
    """The cell a little beyond a door, on one of its sides."""
    x, y = SCHOOL.doors[door].centre
    step = BEYOND if side else -BEYOND
    x, y = (x + step, y) if SCHOOL.doors[door].axis == "x" else (x, y + step)
    return cell_of(to_grid(x), to_grid(y))


BESIDE = table([[_beside(door, side) for side in range(2)] for door in range(len(DOOR_IDS))], "i8")


def prospects(players: int, weights: Any) -> Any:
    """Fish to come and the chance to keep the ID, in a round of average turns."""
    fish = weights[FISH_RATE]
    catch = weights[CATCH_TWO] if players == 2 else weights[CATCH_MORE]
    end = 0.0 if players == 2 else weights[END_THREE] if players == 3 else weights[END_FOUR]
    stop = catch if players == 2 else end
    ahead = zeros((FISH + 1, 2, 2, 2), "f8")
    ahead[0, 0, RUNNER_MOVES, FREE] = ahead[0, 0, CATCHER_MOVES, FREE] = 1.0
    for left in range(1, FISH + 1):
        ahead[left, 1, RUNNER_MOVES, FISH_AHEAD] = (
            fish * (1 + ahead[left - 1, 1, CATCHER_MOVES, FISH_AHEAD]) / (1 - (1 - fish) * (1 - stop))
        )
        ahead[left, 1, CATCHER_MOVES, FISH_AHEAD] = (1 - stop) * ahead[left, 1, RUNNER_MOVES, FISH_AHEAD]
        for kind in (FISH_AHEAD, FREE):
            lost = catch * ahead[left, 1, RUNNER_MOVES, kind] * (1.0 if players == 2 else 1 - end)
            gone = (1 - catch) * end if kind == FREE else 0.0
            gain = fish * ((1 if kind == FISH_AHEAD else 0) + ahead[left - 1, 0, CATCHER_MOVES, kind])
            runner = (gain + (1 - fish) * (lost + gone)) / (1 - (1 - fish) * (1 - catch) * (1 - end))
            ahead[left, 0, RUNNER_MOVES, kind] = runner
            ahead[left, 0, CATCHER_MOVES, kind] = lost + gone + (1 - catch) * (1 - end) * runner
    return ahead


# Where the penguins stand.


def clamp(value, low, high):
    return low if value < low else high if value > high else value


def on_line(room, x, y):
    """The cell of the orange line's nearest point; a spot inside the line stays."""
    return cell_of(clamp(x, ORANGE[room, 0], ORANGE[room, 2]), clamp(y, ORANGE[room, 1], ORANGE[room, 3]))


def starts(state, seat, out):
    """The cells from which a seat's next flick can start: where it stands, and the orange lines; how many."""
    if not on_board(state, seat):
        out[0] = cell_of(CIRCLE_X, CIRCLE_Y)
        return 1
    x = state.x[seat]
    y = state.y[seat]
    door = stuck_door(x, y)
    if door >= 0:
        out[0] = on_line(DOOR_ROOMS[door, 0], x, y)
        out[1] = on_line(DOOR_ROOMS[door, 1], x, y)
        return 2
    out[0] = cell_of(x, y)
    room = room_at(x, y)
    if room < 0:
        return 1
    out[1] = on_line(room, x, y)
    return 2


def fish_in_reach(state, seat, reach, cells):
    """How many own fish a good hand takes with the next flick."""
    doors = 0
    for door in range(DOORS):
        if state.fish[seat, door] > 0:
            doors |= 1 << door
    best = 0.0
    for k in range(starts(state, seat, cells)):
        best = max(best, reach[cells[k], doors])
    return best


def danger(state, seat, catch, cells):
    """How likely the Catcher touches a Runner with one flick, as everybody stands now."""
    if not on_board(state, seat) or not on_board(state, state.catcher):
        return 0.0
    here = cell_of(state.x[seat], state.y[seat])
    best = 0.0
    for k in range(starts(state, state.catcher, cells)):
        best = max(best, catch[cells[k], here])
    return best


def cover(state, seat, catch, cells):
    """How likely the Catcher touches a Runner who has just been through one of its doors."""
    if not on_board(state, state.catcher):
        return 0.0
    total = 0.0
    count = 0
    for door in range(DOORS):
        if state.fish[seat, door] > 0:
            for side in range(2):
                best = 0.0
                for k in range(starts(state, state.catcher, cells)):
                    best = max(best, catch[cells[k], BESIDE[door, side]])
                total += best
                count += 1
    return total / count if count > 0 else 0.0


# What a Runner may expect.


def caught_or_not(state, left, was, chance, ahead, kind):
    """The Catcher's turn, with this chance to catch the Runner; average turns follow."""
    if left == 0:
        return 1.0 if kind == FREE and not was else 0.0
    after = ahead[left, 1, RUNNER_MOVES, kind]
    if was:
        return after * (1.0 - chance) if state.players == 2 else ahead[left, 1, CATCHER_MOVES, kind]
    free = ahead[left, 0, RUNNER_MOVES, kind]
    return chance * after + (1.0 - chance) * free


def flicks_next(state, left, was, fish, chance, ahead, kind):
    """The Runner's turn, with so many fish in reach, then the Catcher's."""
    one = 1.0 if kind == FISH_AHEAD else 0.0
    result = caught_or_not(state, max(left - 3, 0), was, chance, ahead, kind)
    for k in range(2, -1, -1):
        share = clamp(fish - k, 0.0, 1.0)
        if k >= left:
            share = 0.0
        result = share * (one + result) + (1.0 - share) * caught_or_not(state, max(left - k, 0), was, chance, ahead, kind)
    return result


def expected(state, seat, first, weights, ahead, reach, catch, cells, kind):
    """Fish to come, or the chance to keep the ID, of a Runner whose turn comes before the Catcher's or not."""
    left = FISH - state.collected[seat]
    was = (state.caught >> seat) & 1 == 1
    usual = weights[CATCH_TWO] if state.players == 2 else weights[CATCH_MORE]
    fish = fish_in_reach(state, seat, reach, cells) * weights[HOPE] + weights[FISH_RATE] * (1.0 - weights[HOPE])
    now = weights[SURPRISE] + weights[DANGER] * danger(state, seat, catch, cells)
    if first:
        later = weights[COVER] * (weights[SURPRISE] + weights[DANGER] * cover(state, seat, catch, cells)) + weights[STAY] * now
        later += (1.0 - weights[COVER] - weights[STAY]) * usual
        return flicks_next(state, left, was, fish, later, ahead, kind)
    if not on_board(state, seat):
        now = 0.0
    kept = flicks_next(state, left, was, fish, usual, ahead, kind)
    if was:
        return kept * (1.0 - now) if state.players == 2 else kept
    return now * ahead[left, 1, RUNNER_MOVES, kind] + (1.0 - now) * kept


# What it comes to.


def standing(state, base, cards, numbers, weights, ahead, reach, catch, cells, points):
    """The points that every seat may expect at the end of the round."""
    for seat in range(state.players):
        points[seat] = base[seat] + (card_count(state, seat) - cards[seat]) * numbers[MEAN]
    if state.phase == FINISHED or state.phase == STATION:
        return
    turn = state.turn
    if state.phase == POST:
        turn = (turn + 1) % state.players
    to_catcher = (state.catcher - turn) % state.players
    for seat in range(state.players):
        if numbers[PLAIN] > 0.0:
            points[seat] += ids_held(state, seat) * numbers[MEAN]
        elif seat == state.catcher:
            points[seat] += numbers[MEAN]
        else:
            first = (seat - turn) % state.players < to_catcher
            free = expected(state, seat, first, weights, ahead, reach, catch, cells, FREE)
            fish = expected(state, seat, first, weights, ahead, reach, catch, cells, FISH_AHEAD)
            points[seat] += (fish + free) * numbers[MEAN]
            points[state.catcher] += (1.0 - free) * numbers[MEAN]


def open_yet(state, weights):
    """How much of a round is still open: all of it at first, less when a Runner has fish already."""
    if state.phase == STATION:
        return 1.0
    most = 0
    for seat in range(state.players):
        if seat != state.catcher:
            most = max(most, state.collected[seat])
    return 1.0 - weights[NEAR] * most / FISH


def chance_to_win(state, seat, points, numbers, weights):
    """From points to victory: the more rounds are to come, the less a lead is worth, and the more in this one is settled."""
    later = rounds(state) - state.round_no
    if state.phase == STATION:
        later += 1
    spread = weights[SPREAD] * open_yet(state, weights) + weights[SPREAD_ROUND] * later
    if state.phase == FINISHED:
        spread = weights[SPREAD] * 0.25
    spread *= numbers[MEAN] / 2.0
    total = 0.0
    for other in range(state.players):
        total += exp(clamp((points[other] - points[seat]) / spread, -30.0, 30.0))
    return 1.0 / total


def worth(state, seat, base, cards, numbers, weights, ahead, reach, catch, cells, points):
    standing(state, base, cards, numbers, weights, ahead, reach, catch, cells, points)
    return chance_to_win(state, seat, points, numbers, weights)


def happen(state, rows, count, rests, who, n):
    """Write what a model of the school says into the record, and let the rules carry it out."""
    last = min(count, EVENTS)
    for i in range(last):
        kind = rows[i, 1]
        for j in range(EVENT_SIZE):
            state.event[i, j] = rows[i, 1 + j]
        state.event[i, 1] = who[rows[i, 2]]
        if kind == TOUCH:
            state.event[i, 2] = who[rows[i, 3]]
    state.event_count = last
    for k in range(n):
        seat = who[k]
        if rests[k, 2] > 0.0:
            state.rest_x[seat] = OUT
            state.rest_y[seat] = OUT
            continue
        x = int(rests[k, 0] * 1000.0 + 0.5)
        y = int(rests[k, 1] * 1000.0 + 0.5)
        if stuck_door(x, y) < 0 and room_at(x, y) < 0:
            x = state.x[seat]
            y = state.y[seat]
        state.rest_x[seat] = x
        state.rest_y[seat] = y
    resolve(state)


def judge(states, seat, who, events, counts, rests, base, cards, numbers, weights, ahead, reach, catch, cells, points, out):
    """What each of many flicks that are on their way from `states[0]` is worth to a seat."""
    n = who.shape[0]
    for i in range(counts.shape[0]):
        states[1] = states[0]
        happen(states[1], events[i], counts[i, 0], rests[i], who, n)
        out[i] = worth(states[1], seat, base, cards, numbers, weights, ahead, reach, catch, cells, points)


def judge_still(states, seat, base, cards, numbers, weights, ahead, reach, catch, cells, points, out):
    """What positions are worth as they are."""
    for i in range(states.shape[0]):
        out[i] = worth(states[i], seat, base, cards, numbers, weights, ahead, reach, catch, cells, points)
