"""What a net says of a position (net.py), in plain functions over arrays: compiled together with the search, for every machine.

`weights` are all weights of the net in one row: the bias, three layers (inputs x outputs), then a row for each move and seat.
Sums run over inputs in one order, output by output side by side, so that all speeds find the same numbers; inputs that are 0
cost next to nothing. `room` holds what the layers say, one after the other; `spots` is scratch for which inputs count.
"""

from parlour.core.maths import exp


def think(weights, seen, first, second, room, spots):
    """Work out the layers for what is seen; the third one is left at the beginning of `room`."""
    inputs = len(seen)
    one, two, three = second, second + first, second + first + second
    for j in range(first):
        room[one + j] = weights[j]
    count = 0
    for i in range(inputs):
        spots[count] = i  # without asking, for a processor guesses badly which are 0
        count += seen[i] != 0.0
    at = first
    add_rows(weights[at:], seen, spots, count, room[one : one + first])
    at += inputs * first
    layer(weights[at:], room[one : one + first], room[two : two + second], spots)
    at += first * second
    layer(weights[at:], room[two : two + second], room[three : three + second], spots)
    for j in range(second):
        more = room[three + j]
        room[j] = room[two + j] + more if more > 0.0 else room[two + j]


def layer(weights, source, target, spots):
    """One layer: what is positive in the source counts. The target's negative numbers count as 0."""
    outputs = len(target)
    for j in range(outputs):
        target[j] = 0.0
    count = 0
    for i in range(len(source)):
        spots[count] = i
        count += source[i] > 0.0
    add_rows(weights, source, spots, count, target)
    for j in range(outputs):
        if target[j] < 0.0:
            target[j] = 0.0


def add_rows(weights, source, spots, count, out):
    """Add the rows of weights at the first `count` spots, each as often as the source says: four at once, so that the sums are
    fetched and put back seldom."""
    wide = len(out)
    done = 0
    while done + 4 <= count:
        i, j, k, m = spots[done], spots[done + 1], spots[done + 2], spots[done + 3]
        w, x, y, z = source[i], source[j], source[k], source[m]
        a, b = weights[i * wide : (i + 1) * wide], weights[j * wide : (j + 1) * wide]
        c, d = weights[k * wide : (k + 1) * wide], weights[m * wide : (m + 1) * wide]
        for t in range(wide):
            out[t] += (w * a[t] + x * b[t]) + (y * c[t] + z * d[t])
        done += 4
    while done < count:
        i = spots[done]
        x = source[i]
        a = weights[i * wide : (i + 1) * wide]
        for t in range(wide):
            out[t] += x * a[t]
        done += 1


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
