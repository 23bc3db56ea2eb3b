"""DOCE without blockers: the master wins every round that it starts, and the book it starts from is proven."""

import random

import pytest

import parlour
from parlour.bots import bot
from parlour.games.doce.bots.book import CENTRE, after, prove, symmetries, without_blockers
from parlour.games.doce.bots.player import CENTRE_FOUR, Room, answers, by_the_book
from parlour.games.doce.rules import FACES, SQUARES

GAME = parlour.game("doce")


def round_against(rival, seed):
    """The points of a round without blockers that the master starts."""
    master, state = bot("doce", "master", seed=seed), without_blockers()
    while state.round_no == 1:
        seat = state.to_move
        player = master if seat == 0 else rival
        GAME.rules.apply(state, seat, player.choose(GAME, state, seat))
    return state.earned[0, 0], state.earned[0, 1]


@pytest.mark.parametrize("rival", ["random", "casual", "plain", "master"])
def test_the_master_wins_every_round_that_it_starts(rival):
    budget = {} if rival == "random" else {"simulations": 1000, "seconds": None}
    for seed in range(12 if rival == "random" else 2):
        mine, theirs = round_against(bot("doce", rival, seed=seed, **budget), seed)
        assert mine > 0 == theirs


def test_there_is_an_answer_to_every_first_die():
    assert set(answers()) == {FACES * s + f for s in range(SQUARES) for f in range(FACES) if s != CENTRE}
    state = without_blockers()
    assert by_the_book(state) == CENTRE_FOUR
    opened = after(state, CENTRE_FOUR)
    assert by_the_book(opened) is None
    for reply, answer in answers().items():
        replied = after(opened, reply)
        assert by_the_book(replied) == answer
        assert answer in GAME.legal(replied, 0)


def test_the_book_is_proven():
    """Some of its answers, each by a search for the forced win; `python -m parlour.games.doce.bots.book` proves all of them."""
    room, opened = Room(exact=True), after(without_blockers(), CENTRE_FOUR)
    some = dict(random.Random(6).sample(sorted(answers().items()), 4))
    assert all(won for _, won in prove(room, opened, some))


def test_the_book_looks_the_same_from_all_sides():
    opened = after(without_blockers(), CENTRE_FOUR)
    replied = {reply: after(opened, reply) for reply in answers()}
    for places in symmetries():
        assert sorted(places) == list(range(SQUARES))
        assert places[CENTRE] == CENTRE
    assert len(replied) == 144


def test_the_book_is_for_the_usual_board_without_blockers_only():
    assert by_the_book(GAME.new(seed=1).state) is None
    for options in ({"diagonals": "none"}, {"locked": "free"}):
        state = GAME.new(seed=1, **options).state
        state.records["blocker"] = 0
        assert by_the_book(state) is None
