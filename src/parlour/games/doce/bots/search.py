# mypy: allow-untyped-defs, allow-incomplete-defs, no-check-untyped-defs
"""Alpha-beta for a round of DOCE, in plain functions: who wins, by how much, and what to play. Three questions (modes):

    RESULT  win, draw or loss of the round, exact:           1, 0, -1
    POINTS  the difference in points, exact, in hundredths
    PLAY    the same to a depth, then a threat search and an estimate: by weights, or by what was learned (judge.py)

A blocker is a move of the same player, who then owes a die. A rival's die that would complete his line next turn is a
danger: only answers to it are looked at. Equal positions are met again by a key of what still matters (`key_of`).
"""

import random

from parlour.core.bits import lowest, size
from parlour.core.state import row, table
from parlour.games.doce.bots.board import block_squares, empty_squares, free_squares, lines_if, load, make, penalty, zone
from parlour.games.doce.bots.judge import MOST_JUDGED, judged
from parlour.games.doce.bots.moves import (
    LISTED,
    NO_MOVE,
    PLAY,
    POINTS,
    RESULT,
    dangers,
    list_answers,
    list_blocks,
    list_dice,
    list_threats,
    take_best,
)
from parlour.games.doce.rules import FACES, KEPT_POINTS, PURE_POINTS, ROUNDS, WIN_POINTS, WINDOW

PLIES = 40
UNBOUNDED = 1_000_000
POINT = 100
MOST_ESTIMATE = 650
MOST_JUDGED_LAST = MOST_JUDGED + 3000
SURE = 1000  # what a proven win counts more where positions are judged: whatever is judged stays below it
USUAL_WIN, CLOSE = 18, 6  # points of a usual win; a lead of so many is as good as won
LEAD = 40  # in the last round: what a point of lead adds to an estimate
VICTORY = 3000  # in the last round: what the match itself is worth, in hundredths of a point
EXACT, AT_LEAST, AT_MOST = 1, 2, 3
ENDLESS = 90
FORCED_PLIES = 6
FEW_FORCED_PLIES = 1  # the same where positions are judged
LATE, VERY_LATE = 6, 20

# Estimates, by place in `weights`: a live window with an own die and one, two, three empty squares; the same with one
# when its square may be played; a blocker in hand; the move.
ONE, TWO, THREE, OPEN, BLOCKER, TEMPO = range(6)
WEIGHTS = ("one", "two", "three", "open", "blocker", "tempo")

Frame = row(
    ("key", "i8"),
    ("depth", "i4"),
    ("alpha", "i4"),
    ("beta", "i4"),
    ("floor", "i4"),  # alpha as it was given
    ("hope", "i4"),  # nothing better than this can come of it
    ("best", "i4"),
    ("best_move", "i4"),
    ("move", "i4"),
    ("next", "i4"),
    ("count", "i4"),
    ("less", "i4"),
    ("forced", "i1"),
    ("same", "i1"),  # the row below is the same player's turn
    ("narrow", "i1"),
    ("asked", "i1"),  # the move went down and waits for its worth
)
Entry = row(("key", "i8"), ("worth", "i4"), ("move", "i2"), ("depth", "i1"), ("kind", "i1"))
Work = row(
    ("moves", "i2", (PLIES, LISTED)),
    ("rank", "i4", (PLIES, LISTED)),
    ("history", "i4", (LISTED,)),
    ("weights", "i4", (8,)),
    ("nodes", "i8"),
    ("limit", "i8"),
    ("salt", "i8"),
    ("stop", "i1"),
    ("locked", "i1"),
    ("last", "i1"),  # the last round of the match
    ("judges", "i1"),  # positions are judged by what was learned (judge.py), not by the weights
    ("lead", "i4"),  # seat 0's lead before the round
    ("best", "i4"),
    ("reached", "i4"),
)

_chance = random.Random(12)
KEY_BITS = (1 << 62) - 1
WINDOW_KEY = table([[[_chance.randint(1, KEY_BITS) for _ in range(25)] for _ in range(16)] for _ in range(28)], "i8")
FACE_KEY = table([[[_chance.randint(1, KEY_BITS) for _ in range(12)] for _ in range(8)] for _ in range(2)], "i8")
MIX = table([_chance.randint(1, KEY_BITS) | 1 for _ in range(5)], "i8")


# What a position is worth.


def settled(work, worth, seat, mode, over):
    """The end of a round as the seat sees it."""
    if mode == RESULT:
        if over == 2:
            return 0
        return 1 if (worth > 0) == (seat == 0) else -1
    value = POINT * worth
    if work.judges and mode == PLAY and over == 1:
        value += SURE if worth > 0 else -SURE
    if work.last:
        total = work.lead + worth
        value += VICTORY if total > 0 else -VICTORY if total < 0 else 0
    return value if seat == 0 else -value


def highest_hope(work, row, seat, empty, mode, later):
    """No outcome is better for the seat than this; `later` is how many squares fill up before it can win."""
    if mode == RESULT:
        return 1 if row.live[seat] else 0
    points = KEPT_POINTS * row.blocker[seat]
    if row.live[seat]:
        points += WIN_POINTS + PURE_POINTS + size(empty) - later - penalty(row, seat)
    return settled(work, points if seat == 0 else -points, seat, mode, 1 if row.live[seat] else 2)


def estimate(work, row, empty, judge):
    """What a position seems worth, in hundredths of a point for the seat to move."""
    # Towards the last round's end it also carries the lead.
    lead = work.lead if row.turn == 0 else -work.lead
    if work.judges:
        chance = judged(row, empty, judge)
        return judged_last(chance, lead) if work.last else chance
    total = rough(work, row, empty)
    if work.last:
        total += LEAD * lead
    return total


def judged_last(chance, lead):
    """The same in the last round, where the match is won or lost: a win, a draw and a defeat, each by how likely it is."""
    draw = (MOST_JUDGED - abs(chance)) // 3
    win = (MOST_JUDGED + chance - draw) // 2
    defeat = (MOST_JUDGED - chance - draw) // 2
    total = win * match_worth(lead + USUAL_WIN) + draw * match_worth(lead) + defeat * match_worth(lead - USUAL_WIN)
    return total // MOST_JUDGED + chance


def match_worth(lead):
    """What a match that ends so is worth."""
    close = CLOSE if lead > CLOSE else -CLOSE if lead < -CLOSE else lead
    return VICTORY * close // CLOSE


def rough(work, row, empty):
    """Live windows, blockers and the move, by the weights."""
    total = 0
    for seat in range(2):
        sum_of = work.weights[BLOCKER] * row.blocker[seat]
        near = row.live[seat] & ~row.gap4
        own_zone = zone(row, seat)
        while near:
            window = lowest(near)
            near &= near - 1
            if row.held[seat] & WINDOW[window]:
                bit = 1 << window
                if row.gap1 & bit:
                    sum_of += work.weights[ONE]
                    if WINDOW[window] & empty & ~own_zone:
                        sum_of += work.weights[OPEN]
                elif row.gap2 & bit:
                    sum_of += work.weights[TWO]
                else:
                    sum_of += work.weights[THREE]
        total += sum_of if seat == row.turn else -sum_of
    total += work.weights[TEMPO]
    if total > MOST_ESTIMATE:
        total = MOST_ESTIMATE
    if total < -MOST_ESTIMATE:
        total = -MOST_ESTIMATE
    return total


def key_of(work, row, empty, mode):
    """A number for all that can still matter: live windows with what they miss, empty squares, zones, dice, blockers."""
    key = work.salt + mode
    near = row.live[0] | row.live[1]
    while near:
        window = lowest(near)
        near &= near - 1
        kind = ((row.live[0] >> window) & 1) + 2 * ((row.live[1] >> window) & 1)
        # A rival's die in it: one more would close it, and the line will not be pure.
        if kind & 1 and row.held[1] & WINDOW[window]:
            kind += 4
        if kind & 2 and row.held[0] & WINDOW[window]:
            kind += 8
        key ^= WINDOW_KEY[window, kind, row.missing[window]]
    if mode == POINTS:
        for seat in range(2):
            for face in range(1, FACES + 1):
                key ^= FACE_KEY[seat, face, row.faces[seat, face]]
    small = row.turn + 2 * row.owes + 4 * row.passes + 8 * row.blocker[0] + 16 * row.blocker[1]
    small += 32 * row.dice[0] + 512 * row.dice[1]
    key ^= empty * MIX[0]
    key ^= (zone(row, 0) & empty) * MIX[1]
    key ^= (zone(row, 1) & empty) * MIX[2]
    key ^= small * MIX[3]
    key = (key ^ (key >> 31)) * MIX[4]
    return (key ^ (key >> 29)) & KEY_BITS


def winning_dice(rows, work, ply, seat, empty, free, mode):
    """What the best of the dice that win at once is worth, and the die; -UNBOUNDED and NO_MOVE if there is none."""
    row = rows[ply]
    best = -UNBOUNDED
    die = NO_MOVE
    near = row.live[seat] & row.gap1
    while near:
        window = lowest(near)
        near &= near - 1
        gap = WINDOW[window] & empty
        face = row.missing[window]
        if gap & free and lines_if(row, seat, lowest(gap), face) == 1 << seat:
            move = FACES * lowest(gap) + face - 1
            make(rows, ply, move, work.locked)
            worth = settled(work, rows[ply + 1].worth, seat, mode, 1)
            if worth > best:
                best = worth
                die = move
    return best, die


# The search. A node's place in it is a frame; frames stand for calls, so that machine code can be kept on disk.


def enter(rows, frames, work, memory, judge, ply, mode):
    """Look at a node for the first time: (1, its worth) if that is known at once, else (0, 0) and its moves are listed."""
    work.nodes += 1
    if work.nodes > work.limit:
        work.stop = 1
        return 1, 0
    row = rows[ply]
    frame = frames[ply]
    depth = frame.depth
    seat = row.turn
    empty = empty_squares(row)
    free = free_squares(row, seat, empty, work.locked)
    frame.best = -UNBOUNDED
    frame.best_move = NO_MOVE
    frame.next = 0
    frame.asked = 0
    frame.floor = frame.alpha

    win, die = winning_dice(rows, work, ply, seat, empty, free, mode)
    if die >= 0:
        if mode != POINTS or win >= frame.beta or win >= highest_hope(work, row, seat, empty, mode, 2):
            if ply == 0:
                work.best = die
            return 1, win
        raise_to(frame, win, die)
        if ply == 0:
            work.best = die

    frame.hope = highest_hope(work, row, seat, empty, mode, 1)
    if ply > 0:
        if frame.hope <= frame.alpha:
            return 1, frame.hope
        fear = -highest_hope(work, row, 1 - seat, empty, mode, 1)
        if fear >= frame.beta:
            return 1, fear

    frame.key = key_of(work, row, empty, mode)
    entry = memory[frame.key & (len(memory) - 1)]
    hint = NO_MOVE
    if entry.key == frame.key:
        hint = entry.move
        enough = entry.depth >= depth and ply > 0
        if enough and (
            entry.kind == EXACT
            or (entry.kind == AT_LEAST and entry.worth >= frame.beta)
            or (entry.kind == AT_MOST and entry.worth <= frame.alpha)
        ):
            return 1, entry.worth

    danger = dangers(row, seat, empty)
    blocks = block_squares(row, seat, empty, free, work.locked)
    frame.forced = 1 if danger != 0 and mode != POINTS else 0
    if frame.forced:
        frame.count = list_answers(work, ply, row, seat, free, blocks, danger, mode)
        if frame.count == 0:
            if mode == RESULT and ply > 0:
                return 1, -1
            frame.count = list_dice(work, ply, row, seat, free, mode, 0)
    elif depth <= 0 and mode == RESULT:
        return 1, 0
    elif depth <= 0 and mode == PLAY and (row.owes == 0 or work.judges):
        quiet = estimate(work, row, empty, judge)
        if quiet >= frame.beta or depth <= -(FEW_FORCED_PLIES if work.judges else FORCED_PLIES):
            return 1, quiet
        raise_to(frame, quiet, NO_MOVE)
        frame.count = list_threats(work, ply, row, seat, free)
    else:
        count = list_dice(work, ply, row, seat, free, mode, 0)
        frame.count = list_blocks(work, ply, row, seat, blocks, mode != PLAY, count)
    for k in range(frame.count):
        if work.moves[ply, k] == hint:
            work.rank[ply, k] = UNBOUNDED
    return 0, 0


def raise_to(frame, worth, move):
    frame.best = worth
    frame.best_move = move
    if worth > frame.alpha:
        frame.alpha = worth


def take_in(frame, work, ply, worth):
    """A move's worth is known; returns whether the node needs no more moves."""
    if worth > frame.best:
        raise_to(frame, worth, frame.move)
        if ply == 0:
            work.best = frame.move
    if frame.alpha >= frame.beta or frame.best >= frame.hope:
        if frame.depth > 0 and work.history[frame.move] < 3000:
            work.history[frame.move] += 1 + (frame.depth if frame.depth < ENDLESS else 0)
        return True
    return False


def leave(frame, memory):
    """Remember a node whose moves are done; returns its worth."""
    entry = memory[frame.key & (len(memory) - 1)]
    entry.key = frame.key
    entry.worth = frame.best
    entry.move = frame.best_move
    entry.depth = frame.depth
    entry.kind = AT_LEAST if frame.best >= frame.beta else EXACT if frame.best > frame.floor else AT_MOST
    return frame.best


def ask(frames, ply, depth, alpha, beta):
    frames[ply].depth = depth
    frames[ply].alpha = alpha
    frames[ply].beta = beta


def depth_below(frame, mode):
    """Forced answers cost no depth; without end there is nothing to count."""
    return frame.depth if frame.forced or frame.depth >= ENDLESS or mode == POINTS else frame.depth - 1


def ask_below(rows, frames, ply, mode):
    """Send the move just made down: with a narrow window first in play, and less deep for moves far down the list."""
    frame = frames[ply]
    depth = depth_below(frame, mode)
    frame.same = 1 if rows[ply + 1].turn == rows[ply].turn else 0
    frame.narrow = 0
    frame.less = 0
    if frame.same:
        ask(frames, ply + 1, depth, frame.alpha, frame.beta)
    elif mode != PLAY or frame.best_move < 0:
        ask(frames, ply + 1, depth, -frame.beta, -frame.alpha)
    else:
        frame.narrow = 1
        if not frame.forced:
            frame.less += 1 if frame.next > LATE and frame.depth >= 2 else 0
            frame.less += 1 if frame.next > VERY_LATE and frame.depth >= 4 else 0
        ask(frames, ply + 1, depth - frame.less, -frame.alpha - 1, -frame.alpha)


def seek(rows, frames, work, memory, judge, top, depth, alpha, beta, mode):
    """What the row at `top` is worth to its seat to move: alpha-beta, going down and up the frames."""
    ply = top
    ask(frames, ply, depth, alpha, beta)
    down = True
    worth = 0
    while True:
        if down:
            down = False
            known, worth = enter(rows, frames, work, memory, judge, ply, mode)
            if work.stop:
                return 0
            if not known:
                finished = False
                while not finished and frames[ply].next < frames[ply].count:
                    finished = try_next(rows, frames, work, ply, mode)
                    if frames[ply].asked:
                        break
                if not finished and frames[ply].asked:
                    ply += 1
                    down = True
                    continue
                worth = leave(frames[ply], memory)
        if ply == top:
            return worth
        # The worth goes up to the move that led here.
        ply -= 1
        frame = frames[ply]
        if frame.same == 0:
            worth = -worth
        if frame.narrow and worth > frame.alpha and (frame.less or worth < frame.beta):
            frame.narrow = 0
            ask(frames, ply + 1, depth_below(frame, mode), -frame.beta, -frame.alpha)
            ply += 1
            down = True
            continue
        frame.asked = 0
        finished = take_in(frame, work, ply, worth)
        while not finished and frame.next < frame.count:
            finished = try_next(rows, frames, work, ply, mode)
            if frame.asked:
                break
        if not finished and frame.asked:
            ply += 1
            down = True
            continue
        worth = leave(frame, memory)


def try_next(rows, frames, work, ply, mode):
    """Make the next move. If it ends the round take that in, else ask below; returns whether the node is done."""
    frame = frames[ply]
    frame.asked = 0
    frame.move = take_best(work, ply, frame.next, frame.count)
    frame.next += 1
    make(rows, ply, frame.move, work.locked)
    if rows[ply + 1].over:
        return take_in(frame, work, ply, settled(work, rows[ply + 1].worth, rows[ply].turn, mode, rows[ply + 1].over))
    ask_below(rows, frames, ply, mode)
    frame.asked = 1
    return False


def begin(states, rows, work, judge, weights, limit):
    """Put a record into the first row, and begin to count."""
    state = states[0]
    load(rows[0], state)
    work.locked = state.locked
    work.last = 1 if state.round_no == ROUNDS else 0
    work.lead = state.score[0] - state.score[1]
    # What makes the same position worth something else.
    work.salt = 8 * (state.locked + (2 * (1000 + work.lead) if work.last else 0))
    for i in range(len(weights)):
        work.weights[i] = weights[i]
    work.judges = 1 if len(judge) else 0
    work.nodes = 0
    work.limit = limit
    work.stop = 0
    work.best = NO_MOVE
    work.reached = 0
    for move in range(LISTED):
        work.history[move] = 0


def result_of(rows, frames, work, memory, judge):
    """1, 0 or -1: can the seat to move win, or at least not lose? Stopped if the limit was too small."""
    best = seek(rows, frames, work, memory, judge, 0, ENDLESS, 0, 1, RESULT)
    if work.stop or best > 0:
        return best
    return seek(rows, frames, work, memory, judge, 0, ENDLESS, -1, 0, RESULT)


def deepen(rows, frames, work, memory, judge, depth):
    """Search deeper and deeper until the limit; returns what the last finished depth says.

    `best` is its move, or a better one that a deeper look found before the limit: what was best is looked at first.
    """
    worth = 0
    decided = MOST_ESTIMATE + (LEAD * abs(work.lead) if work.last else 0)
    if work.judges:
        decided = MOST_JUDGED_LAST if work.last else MOST_JUDGED
    for now in range(1, depth + 1):
        found = seek(rows, frames, work, memory, judge, 0, now, -UNBOUNDED, UNBOUNDED, PLAY)
        if work.stop:
            break
        worth = found
        work.reached = now
        if found > decided or found < -decided:
            break
    if work.best == NO_MOVE:
        work.best = work.moves[0, 0]
    return worth


def win_within(rows, frames, work, memory, judge, depth):
    """1 if the seat to move can force a win: looked for deeper and deeper, what lies beyond counts as no win."""
    for now in range(1, depth + 1):
        found = seek(rows, frames, work, memory, judge, 0, now, 0, 1, RESULT)
        work.reached = now
        if work.stop or found > 0:
            return found
    return 0


def rate_moves(rows, frames, work, memory, judge, moves, depth, mode, out):
    """What each of the given moves is worth; returns how many were rated before the limit.

    RESULT to a depth asks only which of them force a win (1) as far as that can be seen.
    """
    seat = rows[0].turn
    wins_only = mode == RESULT and depth < ENDLESS
    below = depth - 1 if depth < ENDLESS else depth
    for k in range(len(moves)):
        make(rows, 0, moves[k], work.locked)
        if rows[1].over:
            out[k] = settled(work, rows[1].worth, seat, mode, rows[1].over)
        else:
            same = rows[1].turn == seat
            low = -UNBOUNDED if not wins_only else 0 if same else -1
            high = UNBOUNDED if not wins_only else low + 1
            worth = seek(rows, frames, work, memory, judge, 1, below, low, high, mode)
            out[k] = worth if same else -worth
        if work.stop:
            return k
    return len(moves)


def answer(states, rows, frames, works, memory, judge, weights, mode, depth, limit, moves, out):
    """The one way in, so that all is compiled once. With `moves` each is rated by `mode` in `out`.

    Without, the position is judged: exactly (RESULT without end, POINTS), for a forced win (RESULT to a depth), or by
    deepening (PLAY); `best` is the move. If `stop` is set the limit was too small.
    """
    work = works[0]
    begin(states, rows, work, judge, weights, limit)
    if len(moves) > 0:
        return rate_moves(rows, frames, work, memory, judge, moves, depth, mode, out)
    if mode == RESULT:
        if depth < ENDLESS:
            return win_within(rows, frames, work, memory, judge, depth)
        return result_of(rows, frames, work, memory, judge)
    if mode == POINTS:
        return seek(rows, frames, work, memory, judge, 0, ENDLESS, -UNBOUNDED, UNBOUNDED, POINTS)
    return deepen(rows, frames, work, memory, judge, depth)
