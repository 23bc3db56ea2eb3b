"""What a net says of a position (net.py), in plain functions over arrays: compiled together with the search, for every machine.

`weights` are all weights of the net in one row: the bias, three layers (inputs x outputs), then a row for each move and seat.
Sums run over inputs, output by output side by side, so that all speeds find the same numbers; inputs that are 0 cost nothing.
`room` holds what the layers say, one after the other.
"""

from parlour.core.maths import exp


def think(weights, seen, first, second, room):
    """Work out the layers for what is seen; the third one is left at the beginning of `room`."""
    inputs = len(seen)
    one, two, three = second, second + first, second + first + second
    for j in range(first):
        room[one + j] = weights[j]
    at = first
    for i in range(inputs):
        x = seen[i]
        if x != 0.0:
            row = weights[at + i * first : at + (i + 1) * first]
            out = room[one : one + first]
            for j in range(first):
                out[j] += x * row[j]
    at += inputs * first
    layer(weights[at:], room, one, first, two, second)
    at += first * second
    layer(weights[at:], room, two, second, three, second)
    for j in range(second):
        more = room[three + j]
        room[j] = room[two + j] + more if more > 0.0 else room[two + j]


def layer(weights, room, source, inputs, target, outputs):
    """One layer: what is positive in the source counts. The target's negative numbers count as 0."""
    out = room[target : target + outputs]
    for j in range(outputs):
        out[j] = 0.0
    for i in range(inputs):
        x = room[source + i]
        if x > 0.0:
            row = weights[i * outputs : (i + 1) * outputs]
            for j in range(outputs):
                out[j] += x * row[j]
    for j in range(outputs):
        if out[j] < 0.0:
            out[j] = 0.0


def head(weights, seen, first, second, room, number):
    """One of the net's answers: a move by its number, then the seats."""
    at = first + len(seen) * first + first * second + second * second + number * second
    row = weights[at : at + second]
    a = b = c = d = 0.0
    for j in range(0, second, 4):
        a += room[j] * row[j]
        b += room[j + 1] * row[j + 1]
        c += room[j + 2] * row[j + 2]
        d += room[j + 3] * row[j + 3]
    return (a + b) + (c + d)


def chances(weights, seen, first, second, room, moves, count, out):
    """How likely the net would make each of the listed moves."""
    most = -1.0e9
    for k in range(count):
        out[k] = head(weights, seen, first, second, room, moves[k])
        most = max(most, out[k])
    total = 0.0
    for k in range(count):
        out[k] = exp(out[k] - most)
        total += out[k]
    for k in range(count):
        out[k] /= total


def hopes(weights, seen, first, second, actions, room, seat, players, out):
    """Which part of the victory each seat may expect, in the eyes of the one that sees. The answers for moves come first."""
    most = -1.0e9
    for step in range(players):
        who = (seat + step) % players
        out[who] = head(weights, seen, first, second, room, actions + step)
        most = max(most, out[who])
    total = 0.0
    for who in range(players):
        out[who] = exp(out[who] - most)
        total += out[who]
    for who in range(players):
        out[who] /= total
