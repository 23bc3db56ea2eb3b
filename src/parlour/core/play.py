"""Play over any game, written against the contract: one decision, a whole play-out, and the same for rows of games."""

from parlour.core.bits import lowest, nth, size
from parlour.core.contract import (
    WORLD,
    act,
    acting,
    allowed,
    apply,
    how_many,
    legal,
    nth_move,
    observe,
    resample,
    scores,
    setup,
    winners,
)
from parlour.core.stream import quick_below, quick_seed, rewind

REFUSED = -1
LANES = 1 << 32  # more games than a batch can have


def play_at_random(state, who, moves, quick):
    """One random legal move by one of the acting seats `who`. The seat is chosen in line: by a call of `one_of` the short moves
    of Connect Four take 2.6 times as long."""
    seat = nth(who, quick_below(quick, size(who))) if who & (who - 1) else lowest(who)
    apply(state, seat, any_move(state, seat, moves, quick))


def act_at_random(state, who, moves, quick):
    """The first step of such a move."""
    seat = one_of(who, quick)
    act(state, seat, any_move(state, seat, moves, quick))


def one_of(who, quick):
    """One of the seats `who` by chance."""
    return nth(who, quick_below(quick, size(who))) if who & (who - 1) else lowest(who)


def any_move(state, seat, moves, quick):
    """One of an acting seat's legal moves by chance."""
    count = how_many(state, seat, moves)
    return nth_move(state, seat, moves, quick_below(quick, count))


def play_out(state, moves, quick, limit):
    """Play at random until the game is over or `limit` moves are made; return how many were made."""
    made = 0
    while made < limit:
        who = acting(state)
        if who == 0:
            break
        play_at_random(state, who, moves, quick)
        made += 1
    return made


def play_on(state, moves, quick, count):
    """Make exactly `count` random moves; a finished game begins anew."""
    for _ in range(count):
        who = acting(state)
        while who == 0:  # chance alone can end a game in its set-up
            setup(state)
            who = acting(state)
        play_at_random(state, who, moves, quick)


# Rows of games. Every function here takes the records, the first row and the row after the last, and two scratch arrays
# (`moves` to list moves in, `quick` for a quick stream), so that one thread of a processor or of a GPU can have its own.


def setup_rows(states, first, last, moves, quick):
    for i in range(first, last):
        rewind(states[i])
        setup(states[i])


def acting_rows(states, first, last, moves, quick, out):
    for i in range(first, last):
        out[i] = acting(states[i])


def legal_rows(states, first, last, moves, quick, seats, mask):
    """Mark each game's legal moves of the given seat (none if it does not act) in a mask of games x moves."""
    for i in range(first, last):
        for action in range(mask.shape[1]):
            mask[i, action] = False
        if seats[i] >= 0 and (acting(states[i]) >> seats[i]) & 1:
            for k in range(legal(states[i], seats[i], moves)):
                mask[i, moves[k]] = True


def listed_rows(states, first, last, moves, quick, seats, out):
    """List each game's moves of the given seat (none if it does not act), filled up with -1."""
    for i in range(first, last):
        count = 0
        if seats[i] >= 0 and (acting(states[i]) >> seats[i]) & 1:
            count = legal(states[i], seats[i], moves)
        for k in range(out.shape[1]):
            out[i, k] = moves[k] if k < count else -1


def refused_rows(states, first, last, moves, quick, seats, actions, refused):
    """Mark the games whose given move (a negative seat: none) is not legal now."""
    for i in range(first, last):
        refused[i] = False
        if seats[i] >= 0:
            refused[i] = True
            if (acting(states[i]) >> seats[i]) & 1 and allowed(states[i], seats[i], actions[i], moves):
                refused[i] = False


def apply_rows(states, first, last, moves, quick, seats, actions):
    """Carry out one legal move per game (a negative seat: none)."""
    for i in range(first, last):
        if seats[i] >= 0:
            apply(states[i], seats[i], actions[i])


def play_out_rows(states, first, last, moves, quick, seed, limit, made):
    for i in range(first, last):
        quick_seed(quick, seed, i)
        made[i] = play_out(states[i], moves, quick, limit)


def play_on_rows(states, first, last, moves, quick, seed, count):
    for i in range(first, last):
        quick_seed(quick, seed, i)
        play_on(states[i], moves, quick, count)


def turn_rows(states, first, last, moves, quick, chance, actions, seats, mask, seen, rewards, ended):
    """One turn of every game, for agents that learn: the move of the seat that was asked (none is asked at first), at the end
    of a game the shares of the victory and a new beginning, then who is asked now, which moves it has and what it knows.

    Where several may act one of them is asked, by `chance`, another number for every game and turn. Where the world is to act
    it does. A move that is not legal is not made, and `ended` says REFUSED.
    """
    for i in range(first, last):
        state = states[i]
        ended[i] = 0
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = 0.0
        if seats[i] >= 0:
            if 0 <= actions[i] < mask.shape[1] and mask[i, actions[i]]:
                apply(state, seats[i], actions[i])
            else:
                ended[i] = REFUSED
        who = at_decision(state)
        while who == 0:
            ended[i] = 1
            won = winners(state)
            for seat in range(rewards.shape[1]):
                rewards[i, seat] = 1.0 / size(won) if (won >> seat) & 1 else 0.0
            setup(state)
            who = at_decision(state)
        if who & (who - 1):
            quick_seed(quick, chance[i], 0)
        chance[i] += LANES
        seat = one_of(who, quick)
        for action in range(mask.shape[1]):
            mask[i, action] = False
        for k in range(legal(state, seat, moves)):
            mask[i, moves[k]] = True
        observe(state, seat, seen[i])
        seats[i] = seat


def at_decision(state):
    """Let the world act where it is to; returns who acts then."""
    who = acting(state)
    while who & WORLD:
        apply(state, lowest(WORLD), 0)
        who = acting(state)
    return who


def scores_rows(states, first, last, moves, quick, out, won):
    """Every seat's score, and the winners of the games that are over."""
    for i in range(first, last):
        scores(states[i], out[i])
        won[i] = winners(states[i]) if acting(states[i]) == 0 else 0


def resample_rows(states, first, last, moves, quick, seat):
    for i in range(first, last):
        resample(states[i], seat)


def observe_rows(states, first, last, moves, quick, seats, out):
    for i in range(first, last):
        observe(states[i], seats[i], out[i])
