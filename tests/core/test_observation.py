"""What observations are said to hold is what the views of the same moments show, in every game."""

from __future__ import annotations

import random

import numpy as np
import pytest

import parlour
from parlour.core.observation import Layout
from parlour.games.ion.cards import BY_ID
from parlour.games.westvan.cards import NUMBER
from parlour.lab import connect_four

GAMES = [*parlour.games(), connect_four.GAME]


def seen(match, seat):
    """An observation by its parts; every number is written."""
    out = np.full(match.game.rules.OBSERVED, np.nan, np.float32)
    match.game.rules.observe(match.state, seat, out)
    assert not np.isnan(out).any()
    return match.game.observation_layout.read(out)


def moments(key, players, seed, moves=160, **options):
    """A match at random, looked at from every seat after each move: the seats' view, observation and the order of seats."""
    match, dice = parlour.game(key).new(players=players, seed=seed, **options), random.Random(seed)
    for _ in range(moves):
        for seat in range(players):
            yield match.view(seat), seen(match, seat), [(seat + step) % players for step in range(players)]
        if match.over:
            break
        seat = dice.choice(match.acting)
        match.play(seat, dice.choice(match.legal(seat)))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_number_has_a_meaning(game):
    layout = game.observation_layout
    assert layout.size == game.rules.OBSERVED == sum(part.size for part in layout)
    assert [part.first for part in layout] == [0, *np.cumsum([part.size for part in layout])[:-1]]
    assert all(len(part.about) > 8 for part in layout)


def test_a_game_that_says_nothing_has_one_part_and_names_are_given_once():
    class Bare(type(connect_four.GAME)):
        rules = type("Rules", (), {"OBSERVED": 3})

    assert [(part.name, part.shape) for part in Bare().observation_layout] == [("seen", (3,))]
    with pytest.raises(ValueError, match="two parts of an observation are called 'a'"):
        Layout(("a", 1, "one"), ("a", 2, "two"))


def test_dokitto():
    letters = "SCMGV"
    mixed = 0
    for view, numbers, order in moments("dokitto", 4, 3):
        cards = {f"{letters[card // 13]}{card % 13 + 1}" for card in np.flatnonzero(numbers["hand"])}
        assert cards == set(view.hand)
        assert numbers["here"].tolist() == [1, 1, 1, 1, 0]
        assert numbers["scoops"].argmax(1)[:4].tolist() == [len(view.cones[seat]) for seat in order]
        assert np.rint(10 * numbers["score"])[:4].tolist() == [view.score[seat] for seat in order]
        assert [bool(out) for out in numbers["void"].sum(1)[:4]] == [bool(view.out_of[seat]) for seat in order]
        assert np.flatnonzero(numbers["turn"]).tolist() == [order.index(seat) for seat in view.acting]
        held = {letters[row.argmax()] + str(numbers["number"][place].argmax() + 1) for place, row in flavoured(numbers)}
        assert held == set(view.trick.cards.values() if view.trick else ())
        assert (np.count_nonzero(numbers["trick"]), numbers["best"].sum()) == (len(held), bool(held))
        mixed += int(numbers["mixed"][0])
        assert {letter: tub.left for letter, tub in view.tubs.items()} == {
            letters[flavour]: row.argmax() for flavour, row in enumerate(numbers["stack"]) if numbers["in_play"][flavour]
        }
    assert mixed


def flavoured(numbers):
    return [(place, row) for place, row in enumerate(numbers["flavour"]) if row.any()]


def test_ion():
    decisions = set()
    for view, numbers, order in moments("ion", 3, 5, drawn_only=False):
        names = list(BY_ID)
        assert {names[card] for card in np.flatnonzero(numbers["hand"])} == set(view.hand)
        assert {names[card] for card in np.flatnonzero(numbers["fits"])} == set(view.fitting)
        assert set(view.played) == {names[card] for card in np.flatnonzero(numbers["played"])}
        assert (np.flatnonzero(numbers["match"]) + 1).tolist() == view.match
        assert np.rint(10 * numbers["cards"])[:3].tolist() == [view.hand_sizes[seat] for seat in order]
        few = [row.argmax() + 1 if row.any() else 0 for row in numbers["few"][:3]]
        assert few == [view.hand_sizes[seat] if view.hand_sizes[seat] <= 3 else 0 for seat in order]
        assert np.flatnonzero(numbers["acting"]).tolist() == sorted(order.index(seat) for seat in view.acting)
        assert np.flatnonzero(numbers["dealer"]).tolist() == [order.index(view.dealer)]
        assert numbers["options"].tolist() == [0, 0, 0, 0, 0, 0, 0]
        assert numbers["players"].argmax() == 1
        decisions.add(int(numbers["decision"].argmax()))
    assert len(decisions) > 2


def test_west_van_soft():
    worth = spoiled = 0
    words = list(NUMBER)
    for view, numbers, order in moments("westvan", 3, 6, moves=220):
        freezer = view.freezers[order[0]]
        assert np.rint(5 * numbers["freezer"]).sum() == freezer.size
        assert numbers["direction"][0] == (1 if view.clockwise else -1)
        assert np.rint(100 * numbers["total"])[:3].tolist() == [view.total[seat] for seat in order]
        for step, seat in enumerate(order):
            for number, melt in enumerate(view.flights[seat]):
                contents = numbers["contents"][step, number].astype(int)
                assert contents[words.index(melt.cone)] == 1
                assert (
                    sum(contents[6:15])
                    == len(melt.scoops)
                    == np.rint(5 * numbers["size"][step, number]) - 1 - bool(melt.topping)
                )
                assert bool(numbers["open"][step, number]) == (melt.topping is None)
                assert round(20 * float(numbers["worth"][step, number])) == (melt.worth or 0)
                worth += melt.worth or 0
                spoiled += int(numbers["spoiled"][step, number])
            assert numbers["melt"][step].sum() == len(view.flights[seat])
            assert numbers["likes"][step].sum() == (4 if view.characters[seat] else 0)
    assert worth
    assert spoiled


def test_doce_and_connect_four():
    for view, numbers, order in moments("doce", 2, 4, moves=20, locked="free"):
        assert numbers["locked"][0] == 1
        assert numbers["zones"].sum(1).tolist() == [len(view.zones[seat]) for seat in order]
        assert np.rint(11 * numbers["dice"]).tolist() == [view.dice_left[seat] for seat in order]
        assert np.count_nonzero(numbers["faces"]) == len(view.dice)
        assert numbers["blocked"].sum() == len(view.blocked)
    match = connect_four.GAME.new(seed=1)
    match.play(0, "4")
    match.play(1, "1")
    own, other = seen(match, 0)["own"], seen(match, 0)["other"]
    assert (own[3, 0], own.sum(), other[0, 0], other.sum()) == (1, 1, 1, 1)


def test_icecool():
    game = parlour.game("icecool")
    numbers = seen(game.new(players=3, seed=2), 1)
    assert numbers["seats"][:, 0].tolist() == [1, 1, 1, 0]
    assert numbers["seats"][:, 1].sum() == 1
    assert numbers["phase"].sum() == 1
