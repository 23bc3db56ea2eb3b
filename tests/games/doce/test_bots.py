"""DOCE's search: exact endgames against brute force, forced wins, and no won endgame lost."""

import random
from functools import partial

import numpy as np
import pytest

import parlour
from parlour.bots import bot
from parlour.bots.compiled import BotLinker
from parlour.core.bits import size
from parlour.core.link import machine_code
from parlour.games.doce.bots.book import symmetries
from parlour.games.doce.bots.moves import POINTS, RESULT
from parlour.games.doce.bots.player import Room, opening, openings
from parlour.lab import brute

GAME = parlour.game("doce")
RULES = GAME.rules


@pytest.fixture(scope="module")
def room():
    return Room(exact=True)


@pytest.fixture(scope="module")
def by_force():
    (force,) = machine_code([brute.brute], partial(BotLinker, RULES, None))
    rows, moves = np.zeros(40, RULES.State), np.zeros((40, 180), np.int32)

    def answer(state, result):
        rows[0] = state.records[0]
        return int(force(rows, moves, 0, int(state.round_no), -2000, 2000, int(result)))

    return answer


def endgame(chance, empty, **options):
    """A position of the first round with so many empty squares, reached by random play."""
    while True:
        match = GAME.new(seed=chance.randrange(10**9), **options)
        blocks = chance.choice((0.0, 0.02, 0.1))
        for _ in range(30):
            state = match.state
            if state.round_no != 1 or match.over:
                break
            if size(RULES.empty_squares(state)) <= empty and (not state.mid_turn or chance.random() < 0.3):
                return match
            legal = GAME.legal(state, state.to_move)
            dice = [move for move in legal if move < RULES.BLOCK]
            match.play(state.to_move, chance.choice(dice if chance.random() >= blocks else legal))


def test_endgames_are_exact(room, by_force):
    chance = random.Random(8)
    seen = set()
    for number in range(150):
        options = {"diagonals": chance.choice(("all", "all", "long", "none")), "locked": chance.choice(("pass", "free"))}
        match = endgame(chance, chance.choice((3, 4, 4, 5)), **options)
        state = match.state
        sign = 1 if state.to_move == 0 else -1
        assert room.solve(state, RESULT) * sign == by_force(state, True), (number, match.position())
        assert room.solve(state, POINTS) * sign == 100 * by_force(state, False), (number, match.position())
        seen.add(by_force(state, True))
    assert seen == {-1, 0, 1}


def test_the_move_found_keeps_what_was_promised(room, by_force):
    chance = random.Random(5)
    for _ in range(40):
        match = endgame(chance, 4)
        seat = match.state.to_move
        sign = 1 if seat == 0 else -1
        promised = room.solve(match.state, POINTS) // 100
        match.play(seat, room.best)
        state = match.state
        if state.round_no == 1:
            assert by_force(state, False) * sign == promised
        else:
            assert (state.earned[0, 0] - state.earned[0, 1]) * sign == promised


def test_twelve_empty_squares_are_solved_and_a_win_is_kept_to_the_end(room):
    """The position is solved before every move of the winner; whatever the other does, it stays won."""
    chance = random.Random(3)
    won = 0
    while won < 4:
        match = endgame(chance, 12)
        winner = match.state.to_move
        if match.state.mid_turn or room.solve(match.state, RESULT) != 1:
            continue
        won += 1
        master = bot("doce", "master", seed=1, simulations=20_000, seconds=None)
        while match.state.round_no == 1:
            seat = match.state.to_move
            if seat == winner:
                match.play(seat, master.choose(GAME, match.state, seat))
            else:
                match.play(seat, chance.choice(GAME.legal(match.state, seat)))
        assert match.state.earned[0, winner] > match.state.earned[0, 1 - winner] == 0


def position(board, to_move=0, **more):
    return GAME.position({"board": board, "to_move": to_move, **more})


@pytest.mark.parametrize("level", ["casual", "club", "master", "champion"])
def test_a_line_that_can_be_made_is_made(level):
    match = position({"b1": "W5", "a5": "B6", "d1": "W2", "c5": "B6", "a1": "W1", "e5": "B1"}, marks=["a1", "e5"])
    player = bot("doce", level, seed=1, seconds=None, simulations=20_000, **({"noise": 10.0} if level == "casual" else {}))
    assert GAME.text(GAME.move(player.choose(GAME, match.state, 0)), 0) == "W4@c1"
    assert player.why() == "The 4 on C1 makes twelve."


@pytest.mark.parametrize("level", ["club", "master", "champion"])
def test_a_rivals_line_is_stopped(level):
    match = position({"b1": "W5", "a5": "B6", "d1": "W2", "c5": "B6", "a1": "W1"}, to_move=1, marks=["a1", "c5"])
    player = bot("doce", level, seed=1, seconds=None, simulations=20_000)
    move = GAME.move(player.choose(GAME, match.state, 1))
    assert move.square == "c1"
    assert "C1" in player.why()


def test_a_win_in_three_is_found(room):
    """A die that makes two lines possible at once cannot be answered by somebody without a blocker."""
    chance = random.Random(17)
    found = 0
    while found < 5:
        match = endgame(chance, 14)
        state = match.state
        if room.solve(state, RESULT, 200_000) != 1 or room.deepen(state, 1, 5000) > 650:
            continue
        found += 1
        room.deepen(state, 9, 3_000_000)
        kept = room.rated(state, [room.best], 90, RESULT)
        assert kept == [1]


def test_a_search_that_was_stopped_leaves_nothing_behind_for_the_next(room):
    chance = random.Random(4)
    for _ in range(12):
        state = endgame(chance, 18).state
        room.forget()
        fresh = room.deepen(state, 2, 10_000_000), room.best
        room.solve(endgame(chance, 20).state, RESULT, 3000)
        room.forget()
        assert (room.deepen(state, 2, 10_000_000), room.best) == fresh


def test_what_was_learned_reads_nothing_that_turning_the_board_changes():
    room, chance = Room(exact=True, judges=True), random.Random(9)
    for _ in range(12):
        state = endgame(chance, 17).state
        worths = set()
        for places in symmetries():
            turned = state.copy()
            turned.held[0] = turned.held[1] = turned.blocked = 0
            for square, place in enumerate(places):
                turned.value[place] = state.value[square]
                turned.blocked |= (state.blocked >> square & 1) << place
                for seat in range(2):
                    turned.held[seat] |= (state.held[seat] >> square & 1) << place
            for seat in range(2):
                turned.mark[seat] = places[state.mark[seat]] if state.mark[seat] >= 0 else -1
            turned.live = sum(1 << window for window in range(28) if RULES.is_live(turned, window))
            room.forget()
            worths.add(room.deepen(turned, 1, 10_000_000))
        assert len(worths) == 1


def test_the_champion_takes_more_points_than_the_master_from_the_same_openings():
    """Each opening twice, with the seats exchanged; both look at as many positions a move."""
    chance, ahead = random.Random(2), 0
    for _ in range(10):
        match = endgame(chance, 23)
        for champion in range(2):
            names = ["champion", "master"] if champion == 0 else ["master", "champion"]
            players = [bot("doce", name, seed=1, simulations=20_000, seconds=None) for name in names]
            state = match.state.copy()
            while state.round_no == 1:
                seat = state.to_move
                RULES.apply(state, seat, players[seat].choose(GAME, state, seat))
            ahead += state.earned[0, champion] - state.earned[0, 1 - champion]
    assert ahead > 40


def test_the_champion_opens_by_its_book_and_only_where_both_hold_their_blockers():
    match = GAME.new(seed=1, first=0)
    assert opening(match.state) == openings()["first"] in GAME.legal(match.state, 0)
    match.play(0, 72)
    answer = openings()["answers"]["72"]
    assert opening(match.state) == answer in GAME.legal(match.state, 1)
    assert bot("doce", "champion", seed=1, seconds=None, simulations=2000).choose(GAME, match.state, 1) == answer
    patient = bot("doce", "champion", seed=1, seconds=None, simulations=500_000)
    assert patient.choose(GAME, match.state, 1) != answer
    match.play(1, answer)
    assert opening(match.state) is None
    without = GAME.new(seed=1, first=0).state
    without.blocker[0] = without.blocker[1] = 0
    assert opening(without) is None
    assert opening(GAME.new(seed=1, first=0, diagonals="none").state) is None
