"""West Van Soft: who knows which card, and that a redeal keeps just that."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.games.westvan import memory, position, rules
from parlour.games.westvan.bags import total
from parlour.games.westvan.cards import BURN, CARDS, CONES_OF_BAG, INGREDIENTS, NUMBER
from parlour.testing import kit, rule

WESTVAN = parlour.game("westvan")
HARD = int(os.environ.get("PARLOUR_HARD", "1"))
Scene = Callable[..., parlour.Match]


def redeals(match: parlour.Match, seat: int, count: int) -> Any:
    """What the seat could believe: so many redeals of everything that it cannot know."""
    state = match.state
    for seed in range(count):
        guess = kit.redealt(WESTVAN, state, seat, seed)
        assert kit.known_to(WESTVAN, guess, seat) == kit.known_to(WESTVAN, state, seat)
        assert list(WESTVAN.problems(guess)) == []
        yield guess


def in_freezer(state: Any, seat: int) -> Counter[str]:
    return Counter(position.freezer_words(state, seat))


@rule("WVS-32")
def test_giver_and_receiver_know_a_delivered_card_until_another_leaves_unseen(scene: Scene) -> None:
    match = scene(["cup mint lemon tiger", None, None, None], flights={1: ["waffle mango"]}, scooper=3)
    match.play(0, "pass")
    match.play(0, "give cup")
    assert match.view(0).freezers[1].cards == ["cup"]
    assert all("cup" in in_freezer(guess, 1) for guess in redeals(match, 0, 40))
    assert not all("cup" in in_freezer(guess, 1) for guess in redeals(match, 2, 40))
    match.play(1, "pass")
    match.play(1, next(move for move in match.legal(1) if move.card != "cup"))
    # Something went on to seat 2: for seat 0 it may have been the cup.
    assert match.view(0).freezers[1].cards == []
    assert len(match.view(1).freezers[2].cards) == 1


@rule("WVS-33")
def test_a_blind_take_is_known_to_both_and_a_closing_discard_leaves_it_known(scene: Scene) -> None:
    match = scene(["cup cup cup cup", None, None], mode="self-serve", current=0, turn="middle", scooper=1)
    match.play(0, "pass")
    assert match.view(0).freezers[1].cards == ["cup"]
    assert match.view(2).freezers[1].cards == []
    match.play(1, "pass")
    other = next(move for move in match.legal(1) if move.card != "cup")
    match.play(1, other)
    assert other.card in match.view().discards
    assert match.view(0).freezers[1].cards == ["cup"]


@rule("WVS-26", "WVS-10")
def test_a_known_card_that_is_played_is_known_no_more(scene: Scene) -> None:
    match = scene(["mint mint lemon tiger", None, None], flights={2: ["waffle mango"]}, scooper=1)
    match.play(0, "pass")
    match.play(0, "give mint")
    match.play(1, "scoop mint on seat 2's 1st melt")
    assert match.view(0).freezers[1].cards == []


@rule("WVS-39", "WVS-R21")
def test_a_swap_shows_both_characters_to_both_and_knowledge_travels_on(scene: Scene) -> None:
    match = scene(
        [None, None, None, None], current=0, turn="opening", phase="swap", tray="tastes tastes", resolving=0, deck="mint lemon"
    )
    match.play(0, "swap 1 2")
    assert [character is not None for character in match.view(1).characters] == [False, True, True, False]
    assert [character is not None for character in match.view(0).characters] == [True, False, False, False]
    assert match.view().characters == [None] * 4
    match.play(0, "swap 2 3")
    # Seat 1 saw the card that seat 2 had: it lies at seat 3 now. What seat 2 holds now only 2 and 3 know.
    assert [character is not None for character in match.view(1).characters] == [False, True, False, True]
    assert [character is not None for character in match.view(2).characters] == [False, True, True, True]
    assert match.view().known_to == [[0], [1, 2], [2, 3], [1, 2, 3]]
    for guess in redeals(match, 1, 30):
        assert (guess.taste[1], guess.taste[3]) == (match.state.taste[1], match.state.taste[3])
    assert len({guess.taste[2] for guess in redeals(match, 1, 30)}) > 5


@rule("WVS-06")
def test_guessed_characters_are_new_this_match_and_equally_likely() -> None:
    match = next(m for m, _ in kit.play_through(WESTVAN, 3, 4) if m.view().day == 2)
    seen: Counter[int] = Counter()
    for guess in redeals(match, 0, 600):
        assert not any((guess.used >> guess.taste[seat]) & 1 for seat in range(3))
        assert guess.taste[0] == match.state.taste[0]
        seen[guess.taste[1]] += 1
    assert len(seen) == 18 - 3 - 1
    assert all(20 < count < 70 for count in seen.values())


@rule("WVS-05", "WVS-07")
def test_unseen_cards_are_redealt_evenly_over_freezer_tray_and_deck() -> None:
    match = next(
        m
        for m in (WESTVAN.new(2, seed, first_scooper=0) for seed in range(99))
        if m.view().phase == "keep" and not m.view().discards
    )
    count = 1500
    freezer: Counter[str] = Counter()
    top: Counter[str] = Counter()
    for guess in redeals(match, 0, count):
        freezer += in_freezer(guess, 1)
        top[CARDS[rules.draw(guess)].word] += 1
    mine = Counter(match.view(0).freezers[0].cards) + Counter(match.view(0).tray)
    assert freezer["burn"] == 0
    unseen = sum(card.copies for card in CARDS[:INGREDIENTS]) - sum(mine.values())
    for card in CARDS[:INGREDIENTS]:
        expected = count * 9 * (card.copies - mine[card.word]) / unseen
        assert abs(freezer[card.word] - expected) < 5 * (expected + 1) ** 0.5
    actions = sum(top[card.word] for card in CARDS[21:])
    assert abs(actions - count * 15 / match.view().deck) < 5 * (count * 15 / match.view().deck) ** 0.5


@rule("WVS-43")
def test_after_mouldy_cones_nobody_is_thought_to_hold_more_cones_than_were_drawn(scene: Scene) -> None:
    match = scene(
        [
            "sugar cup mint mint mint chocolate chocolate chocolate mango mango",
            "vanilla vanilla strawberry strawberry lemon lemon tiger tiger tiger",
            "waffle wafer bubblegum bubblegum bubblegum maple maple maple maple",
        ],
        current=0,
        turn="closing",
        phase="lose",
        deck="mouldy lemon mint mango vanilla vanilla",
    )
    match.play(0, "discard sugar")
    cones: Counter[int] = Counter()
    for guess in redeals(match, 1, 200):
        held = [total(guess.freezer[seat] & CONES_OF_BAG) for seat in range(3)]
        assert held[0] <= 1
        assert held[2] <= 2
        cones[held[2]] += 1
    assert set(cones) == {0, 1, 2}
    # A scoop that seat 1 hands over adds no cone for seat 1, but may be one for seat 0.
    match.play(1, "keep lemon")
    match.play(1, "pass")
    match.play(1, "give tiger")
    most = match.position()["memory"]["most_cones"]
    assert (most[1][2], most[0][2]) == (2, 3)


@rule("WVS-R23", "WVS-47")
def test_freezer_burn_is_guessed_as_often_as_it_is_there() -> None:
    """After the first keep, over many deals: the first two cards of the deck that are no actions are the tray, so the
    scooper holds Freezer burn in 2 of 76 cases, and is thought to."""
    games = 20_000 * HARD
    batch = WESTVAN.batch(games, players=2, seed=1, threads=1, first_scooper=0)
    batch.play_out(limit=1)
    states = batch.states
    states = states[(states["phase"] == rules.PLAY) & (states["day"] == 1)]
    there = (states["burn"] == 0).mean()
    guesses = states.copy()
    guesses["key"][:, 0] ^= 12345
    guesses["spot"] = 16
    batch.engine.resample(guesses, 1)
    thought = (guesses["burn"] == 0).mean()
    spread = 4 * (2 / 76 / len(states)) ** 0.5
    assert abs(there - 2 / 76) < spread
    assert abs(thought - 2 / 76) < spread
    assert np.array_equal(guesses["freezer"][:, 1], states["freezer"][:, 1])


@rule("WVS-R23", "WVS-45")
def test_only_the_holder_knows_of_freezer_burn_until_a_question_shows_it(scene: Scene) -> None:
    everybody = (0, 1, 2, 3, memory.PUBLIC)
    match = scene([None, "burn lemon lemon", None, None], current=0, scooper=3, options={"sommelier": True})
    assert [memory.burn_certain(match.state, viewer) for viewer in everybody] == [-1, 1, -1, -1, -1]
    assert {g.burn == 1 for g in redeals(match, 0, 500)} == {False, True}
    match.play(3, "ask")
    assert [memory.burn_certain(match.state, viewer) for viewer in everybody] == [3] * 5
    assert {g.burn for g in redeals(match, 0, 10)} == {3}


@rule("WVS-33")
def test_a_blind_take_blurs_freezer_burn_for_the_others(scene: Scene) -> None:
    seen = set()
    for seed in range(30):
        match = scene(
            [None, "burn lemon lemon", None, None],
            current=0,
            scooper=3,
            options={"sommelier": True},
            mode="self-serve",
            seed=seed,
        )
        holder = 2
        match.play(holder, "ask")
        assert [memory.burn_certain(match.state, viewer) for viewer in (0, 1, 2, 3, memory.PUBLIC)] == [holder] * 5
        while match.view().current != holder:
            match.play(match.view().current, "pass")
        match.play(holder, "pass")
        taker = (holder + 1) % 4
        moved = match.state.burn == taker
        seen.add(moved)
        others = [viewer for viewer in (0, 1, 2, 3, memory.PUBLIC) if viewer not in (holder, taker)]
        assert all(memory.burn_certain(match.state, viewer) == -1 for viewer in others)
        assert memory.burn_certain(match.state, holder) == (taker if moved else holder)
        places = {g.burn for g in redeals(match, others[0], 40)}
        assert places == {holder, taker}
    assert seen == {False, True}


@rule("WVS-46")
def test_a_reshuffle_that_holds_freezer_burn_puts_it_into_the_deck_for_all(scene: Scene) -> None:
    match = scene(
        ["sugar waffle mint mint", None, None], current=0, turn="opening", phase="dog", tray="dog lemon", resolving=0,
        deck="cherry", discards="burn",
    )  # fmt: skip
    position = match.position()
    position["discards"] = position["deck"][1:] + position["discards"]
    position |= {"deck": ["cherry"], "loose": 0}
    match = WESTVAN.position(position, seed=2)
    assert not any(match.position()["memory"]["deck"])
    match.play(0, "dog discard")
    assert "reshuffled" in [event["kind"] for event in match.events()]
    assert list(WESTVAN.problems(match.state)) == []
    assert match.position()["memory"]["deck"][1]


@pytest.mark.parametrize("players", range(2, 7))
def test_no_seat_learns_more_than_it_may_with_any_options(players: int) -> None:
    dice = random.Random(players)
    for seed in range(2 * HARD):
        options = kit.some_options(WESTVAN, players, dice) | {"sommelier": bool(seed % 2)}
        assert kit.never_leaks(WESTVAN, players, 100 + seed, every=4, **options) > 0


@pytest.mark.parametrize("players", range(2, 7))
def test_events_never_name_a_card_that_the_viewer_cannot_know(players: int) -> None:
    """Every event of every viewer either hides the card or its viewer took part."""
    owners = {
        "trayed": ["seat"],
        "refilled": ["seat"],
        "kept": ["seat"],
        "gave": ["giver", "taker"],
        "took": ["giver", "taker"],
    }
    match = [match for match, _ in kit.play_through(WESTVAN, players, 31)][-1]
    named: Counter[bool] = Counter()
    for viewer in (None, *range(players)):
        for event in match.events(viewer):
            if event["kind"] in owners:
                may = viewer in [event[field] for field in owners[event["kind"]]]
                assert (event["card"] is not None) == may
                named[may] += 1
            elif event["kind"] == "character":
                assert (event["taste"] is not None) == (event["seat"] == viewer)
    assert named[True] > 20
    assert named[False] > 20


@pytest.mark.parametrize("players", range(2, 7))
def test_plain_python_and_machine_code_agree_on_random_options_and_redeals(players: int) -> None:
    dice = random.Random(players)
    for seed in range(2 * HARD):
        options = kit.some_options(WESTVAN, players, dice)
        kit.same_at_all_speeds(WESTVAN, players, games=25 * HARD, seed=seed, **options)
        slow = WESTVAN.batch(15, players=players, seed=seed, speed="plain", **options)
        slow.play_out(limit=20 + 10 * seed)
        fast = slow.states.copy()
        for seat in range(players):
            WESTVAN.compiled("plain").resample(slow.states, seat)
            WESTVAN.compiled("cpu").resample(fast, seat)
            assert slow.states.tobytes() == fast.tobytes()
            seats = np.full(15, seat, np.int32)
            assert np.array_equal(WESTVAN.compiled("plain").observe(fast, seats), WESTVAN.compiled("cpu").observe(fast, seats))


def test_numbers_for_learning_are_within_bounds() -> None:
    for players in (2, 4, 6):
        for match, _ in kit.play_through(WESTVAN, players, 8, sommelier=True):
            out = np.full(rules.OBSERVED, np.nan, np.float32)
            rules.observe(match.state, players - 1, out)
            assert np.isfinite(out).all()
            assert np.abs(out).max() <= 10
    assert NUMBER["burn"] == BURN


def played_on(match: parlour.Match, rng: random.Random, until: Callable[[Any], bool]) -> Any:
    """Random moves of whoever plays, until a view of seat 0 fits."""
    while not match.over and not until(match.view(0)):
        seat = match.view(0).current
        match.play(seat, rng.choice(match.legal(seat)))
    return match.view(0)


@rule("WVS-06", "WVS-R21")
def test_who_somebody_could_be_is_what_a_redeal_may_make_of_them() -> None:
    match = WESTVAN.new(players=3, seed=6)
    view = played_on(match, random.Random(6), lambda view: view.day == 2)
    people = [who["name"] for who in WESTVAN.facts()["characters"]]
    assert len(view.used) == 3
    assert view.could[0] == [view.characters[0].name]
    assert not {*view.used, view.could[0][0]} & set(view.could[1])
    met = {people[guess.taste[1]] for guess in redeals(match, 0, 200)}
    assert met == set(view.could[1])
    assert people[match.state.taste[1]] in view.could[1]


@rule("WVS-R21")
def test_after_a_swap_the_two_know_each_other_and_nobody_else_learns_a_thing(scene: Scene) -> None:
    match = scene(["cup mint", None, None], phase="swap", turn="opening", tray="tastes cup", resolving=0)
    before = match.view(2).could
    match.play(0, "swap 0 1")
    one, two = match.view(0), match.view(1)
    assert [len(could) for could in one.could] == [1, 1, len(one.could[2])]
    assert one.could[:2] == two.could[:2]
    assert match.view(2).could == before


@rule("WVS-55", "WVS-56", "WVS-R10", "WVS-R11")
@pytest.mark.parametrize("options", [{}, {"liked": "kinds", "open_melts_score": False}])
def test_the_price_of_a_card_is_what_the_melt_is_worth_afterwards(options: dict[str, Any]) -> None:
    rng, tried = random.Random(9), 0
    for seed in range(4):
        match = WESTVAN.new(players=3, seed=seed, **options)
        while not match.over and tried < 60 * (seed + 1):
            seat = match.view(0).current
            view = match.view(seat)
            moves = [move for move in match.legal(seat) if type(move).__name__ in ("Scoop", "Top", "Start")]
            assert all(not match.view(other).prices for other in (0, 1, 2, None) if other != seat)
            if not moves:
                match.play(seat, rng.choice(match.legal(seat)))
                continue
            move = rng.choice(moves)
            card = getattr(move, "topping", None) or move.scoop
            at = (seat, len(view.flights[seat])) if hasattr(move, "cone") else (move.seat, move.melt)
            told = [p for p in view.prices if (p.card, p.seat, p.melt, p.cone) == (card, *at, getattr(move, "cone", None))]
            if view.characters[at[0]] is None:
                assert told == []
            day = view.day
            match.play(seat, move)
            after = match.view(seat)
            if told and after.day == day and not match.over:
                melt = after.flights[at[0]][at[1]]
                assert (told[0].worth, told[0].liked) == (melt.worth, melt.liked)
                tried += 1
    assert tried > 100


def test_with_the_deck_empty_freezer_burn_is_in_a_freezer_and_every_redeal_fits():
    """The last cards of the day lie on the tray: what nobody has seen is in the freezers alone."""
    match, chance = WESTVAN.new(6, seed=5), random.Random(5)
    while match.state.deck > 0:
        seat = chance.choice(match.acting)
        match.play(seat, chance.choice(match.numbers(seat)))
    owner, scooper = match.state.burn, match.state.scooper
    assert 0 <= owner != scooper
    for viewer in range(6):
        places = Counter(guess.burn for guess in redeals(match, viewer, 30))
        if viewer == owner:
            assert places == {owner: 30}
        if viewer == scooper:
            assert len(places) > 2
            assert all(0 <= place != scooper for place in places)
