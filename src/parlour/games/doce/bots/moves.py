# mypy: allow-untyped-defs, allow-incomplete-defs, no-check-untyped-defs
"""Which moves to look at in a round of DOCE, the most promising first; and when only answers to a danger matter."""

from parlour.core.bits import lowest, size
from parlour.games.doce.bots.board import empty_squares, gaps_of, lines_if, stays_open, zone
from parlour.games.doce.rules import BLOCK, FACES, NEIGHBOURS, THROUGH, WINDOW

RESULT, POINTS, PLAY = range(3)
LISTED = 176
NO_MOVE = -1
DRAWING = -50_000  # the rank of answers that only draw


def rate(row, seat, square, face):
    """How much a die changes: own windows nearer to a line, rival's windows closed.

    0 if no window through the square is alive after it and it completes no line: all such faces are alike.
    """
    rival = 1 - seat
    rank = 1
    alive = lines_if(row, seat, square, face)
    near = THROUGH[square] & (row.live[0] | row.live[1])
    own_zone = NEIGHBOURS[square]
    while near:
        window = lowest(near)
        near &= near - 1
        bit = 1 << window
        gaps = gaps_of(row, bit) - 1
        missing = row.missing[window] - face
        possible = gaps > 0 and gaps <= missing <= FACES * gaps
        if row.live[rival] & bit:
            if possible and stays_open(row, window, seat, square):
                alive = 1
                rank -= 400 if gaps == 1 else 8
            else:
                rank += 300 if gaps == 0 else 60 if gaps == 1 else 14 if gaps == 2 else 3
        if row.live[seat] & bit:
            if possible:
                alive = 1
                if gaps == 1:
                    rest = WINDOW[window] & ~(row.held[0] | row.held[1] | 1 << square)
                    rank += 80 if rest & own_zone else 500 if rest & zone(row, rival) else 350
                else:
                    rank += 24 if gaps == 2 else 6
            else:
                rank -= 40 if gaps <= 1 else 10
    if alive == 0:
        return 0
    return rank if rank != 0 else 1


def list_dice(work, ply, row, seat, free, mode, count):
    """Every square and face; of the faces that leave no window alive one is enough."""
    while free:
        square = lowest(free)
        free &= free - 1
        dead = NO_MOVE
        rarest = 99
        for face in range(1, FACES + 1):
            rank = rate(row, seat, square, face)
            move = FACES * square + face - 1
            if rank == 0 and mode != POINTS:
                if row.faces[seat, face] < rarest:
                    rarest = row.faces[seat, face]
                    dead = move
            else:
                work.moves[ply, count] = move
                work.rank[ply, count] = 64 * rank + work.history[move]
                count += 1
        if dead >= 0:
            closed = 0
            near = THROUGH[square] & row.live[1 - seat]
            while near:
                window = lowest(near)
                near &= near - 1
                gaps = gaps_of(row, 1 << window)
                closed += 300 if gaps == 1 else 60 if gaps == 2 else 14
            near = THROUGH[square] & row.live[seat]
            while near:
                window = lowest(near)
                near &= near - 1
                closed -= 40 if gaps_of(row, 1 << window) <= 2 else 10
            work.moves[ply, count] = dead
            work.rank[ply, count] = 64 * closed + work.history[dead]
            count += 1
    return count


def list_blocks(work, ply, row, seat, blocks, all_of_them, count):
    """The blocker's squares, after all dice; unless all are wanted, only where the rival is two dice from a line."""
    close = row.gap1 | row.gap2
    while blocks:
        square = lowest(blocks)
        blocks &= blocks - 1
        hurt = size(THROUGH[square] & row.live[1 - seat] & close)
        if all_of_them or hurt:
            move = BLOCK + square
            work.moves[ply, count] = move
            lost = size(THROUGH[square] & row.live[seat] & close)
            work.rank[ply, count] = 640 * (hurt - lost) - 100_000 + work.history[move]
            count += 1
    return count


def dangers(row, seat, empty):
    """The squares where the rival would win with his next die, as bits."""
    rival = 1 - seat
    found = 0
    if row.dice[rival] == 0:
        return 0
    near = row.live[rival] & row.gap1
    can = empty & ~zone(row, rival)
    while near:
        window = lowest(near)
        near &= near - 1
        gap = WINDOW[window] & empty
        if gap & can and lines_if(row, rival, lowest(gap), row.missing[window]) == 1 << rival:
            found |= gap
    return found


def list_answers(work, ply, row, seat, free, blocks, danger, mode):
    """What does not lose at once: dice and the blocker on the squares in danger, dice that make a double line now, and
    dice that make the rival's line a double one. A blocker elsewhere only where the die of the same turn can answer."""
    count = list_dice(work, ply, row, seat, free & danger, mode, 0)
    empty = empty_squares(row)
    near = row.live[seat] & row.gap1
    while near:
        window = lowest(near)
        near &= near - 1
        gap = WINDOW[window] & empty
        if gap & free & ~danger and lines_if(row, seat, lowest(gap), row.missing[window]) == 3:
            count = list_one(work, ply, count, FACES * lowest(gap) + row.missing[window] - 1, DRAWING)
    doubled = 0
    near = row.live[seat] & row.gap2
    while near:
        window = lowest(near)
        near &= near - 1
        gaps = WINDOW[window] & empty
        if gaps & danger and gaps & free & ~danger:
            threats = row.live[1 - seat] & row.gap1 & THROUGH[lowest(gaps & danger)]
            while threats:
                face = row.missing[window] - row.missing[lowest(threats)]
                threats &= threats - 1
                if 1 <= face <= FACES:
                    doubled += 1
                    count = list_one(work, ply, count, FACES * lowest(gaps & ~danger) + face - 1, DRAWING)
    if mode == RESULT and (doubled or danger & (danger - 1) == 0):
        return list_blocks(work, ply, row, seat, blocks, True, count)
    return list_blocks(work, ply, row, seat, blocks & danger, True, count)


def list_one(work, ply, count, move, rank):
    work.moves[ply, count] = move
    work.rank[ply, count] = rank
    return count + 1


def list_threats(work, ply, row, seat, free):
    """Dice that make a line possible with the next one, on a square that stays open to the seat."""
    count = 0
    empty = empty_squares(row)
    near = row.live[seat] & row.gap2
    while near:
        window = lowest(near)
        near &= near - 1
        gaps = WINDOW[window] & empty
        rest = gaps
        while rest:
            square = lowest(rest)
            rest &= rest - 1
            other = gaps & ~(1 << square)
            if (free >> square) & 1 and other & NEIGHBOURS[square] == 0:
                for face in range(1, FACES + 1):
                    if 1 <= row.missing[window] - face <= FACES and count < LISTED:
                        work.moves[ply, count] = FACES * square + face - 1
                        work.rank[ply, count] = 64 * rate(row, seat, square, face)
                        count += 1
    return count


def take_best(work, ply, first, count):
    """Bring the highest ranked of the moves from `first` on to its place."""
    best = first
    for k in range(first + 1, count):
        if work.rank[ply, k] > work.rank[ply, best]:
            best = k
    move = work.moves[ply, best]
    rank = work.rank[ply, best]
    work.moves[ply, best] = work.moves[ply, first]
    work.rank[ply, best] = work.rank[ply, first]
    work.moves[ply, first] = move
    work.rank[ply, first] = rank
    return move
