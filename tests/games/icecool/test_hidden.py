"""ICECOOL2: what a seat may know, and what a redeal does with the rest."""

from __future__ import annotations

from collections import Counter
from typing import Any

from parlour.core.state import plain
from parlour.games.icecool import GAME
from parlour.testing import kit, rule

P, O, T, K = range(4)  # noqa: E741
STAND = {"purple": (46, 53), "orange": (53, 20), "teal": (58, 8), "pink": (48, 8)}
REHEARSAL = GAME.rehearsal()


def state(players: int = 4, **more: Any) -> Any:
    poses = {name: {"x": at[0], "y": at[1]} for name, at in list(STAND.items())[:players]}
    position = {"players": players, "turn": "orange", "phase": "preflick", "penguins": poses} | more
    return GAME.position(position, seed=2).state


def hand(record: Any, seat: int) -> Counter[int]:
    return Counter({kind: record.down[seat, kind] for kind in range(5) if record.down[seat, kind]})


@rule("ICE-28")
def test_a_redeal_keeps_the_own_cards_the_counts_and_everything_open() -> None:
    record = state(cards={"orange": {"down": ["1J", "2", "3"], "up": ["2", "2"]}, "teal": {"down": ["1T", "3"]}})
    for seed in range(20):
        guess = kit.redealt(GAME, record, O, seed)
        assert hand(guess, O) == {0: 1, 3: 1, 4: 1}
        assert sum(hand(guess, T).values()) == 2
        assert guess.deck_left == record.deck_left
        assert list(GAME.problems(guess)) == []
        assert kit.known_to(GAME, guess, O) == kit.known_to(GAME, record, O)


@rule("ICE-4", "ICE-28")
def test_hidden_cards_and_the_deck_are_redealt_evenly() -> None:
    record = state(cards={"orange": {"down": ["1J", "1J", "1J"]}, "teal": {"down": ["3"]}, "purple": {"up": ["2", "2"]}})
    seen: Counter[int] = Counter()
    top: Counter[int] = Counter()
    tries = 3000
    for seed in range(tries):
        guess = kit.redealt(GAME, record, O, seed)
        seen += hand(guess, T)
        top[guess.deck[guess.deck_left - 1]] += 1
    # 49 cards are unknown to Orange: 3 of 1J, 6 of 1T, 6 of 1B, 16 of 2, 18 of 3
    for kind, left in enumerate((3, 6, 6, 16, 18)):
        for counted in (seen, top):
            share = left / 49
            assert abs(counted[kind] / tries - share) < 4 * (share / tries) ** 0.5


@rule("ICE-41")
def test_an_announced_task_is_known_to_be_there_until_it_is_turned_up() -> None:
    cards = {"teal": {"down": ["1J", "3", "3"]}, "pink": {"down": ["1T", "1T"]}}
    record = state(cards=cards, known={"teal": ["jump"], "pink": ["two-doors"]})
    others: Counter[int] = Counter()
    for seed in range(500):
        guess = kit.redealt(GAME, record, O, seed)
        assert guess.down[T, 0] >= 1
        assert guess.down[K, 1] >= 1
        others += hand(guess, T)
    assert set(others) == {0, 1, 2, 3, 4}
    match = GAME.position(
        {"players": 4, "turn": "orange", "phase": "announce", "cards": {"orange": {"down": ["1J", "1J", "1B"]}}}
        | {"penguins": {name: {"x": at[0], "y": at[1]} for name, at in STAND.items()}}
    )
    match.play(O, "announce jump")
    assert match.view(T).cards[O].announced == ["jump"]
    record = match.state
    record.phase = 4
    record.announced = 0
    GAME.rules.apply(record, O, GAME.read_move("skate jump bounce", O))
    assert GAME.view(record, T).cards[O].announced == [], "one was turned up: whether another is there nobody knows"


@rule("ICE-76")
def test_in_a_tournament_nobody_knows_even_the_own_cards() -> None:
    record = state(cards={"orange": {"down": ["1J", "1J"]}}, options={"scoring": "tournament"})
    hands = {tuple(sorted(hand(kit.redealt(GAME, record, O, seed), O).elements())) for seed in range(60)}
    assert len(hands) > 5
    assert kit.known_to(GAME, kit.redealt(GAME, record, O, 1), O) == kit.known_to(GAME, record, O)


def test_when_the_match_is_over_everything_but_the_rest_of_the_deck_is_known() -> None:
    cards = {"orange": {"down": ["1J", "2", "3"]}, "purple": {"down": ["1B", "1T", "3"]}}
    record = state(2, phase="finished", round=4, cards=cards, caught=["orange"], catches=2)
    for seed in range(10):
        guess = kit.redealt(GAME, record, O, seed)
        assert hand(guess, P) == hand(record, P)
        assert kit.known_to(GAME, guess, O) == kit.known_to(GAME, record, O)


def test_being_asked_depends_on_open_counts_only() -> None:
    record = state(phase="announce", cards={"orange": {"down": ["3", "3"]}})
    assert GAME.view(record, T).phase == "announce", "no 1 is held, yet the player is asked"
    for seed in range(30):
        guess = kit.redealt(GAME, record, T, seed)
        assert kit.known_to(GAME, guess, T) == kit.known_to(GAME, record, T)


def test_no_seat_learns_hidden_things_under_every_kind_of_scoring_and_bluff() -> None:
    for players, options in ((2, {"bluff_announce": True}), (3, {"scoring": "tournament"}), (4, {"fish_deck": "36,36,36"})):
        assert kit.never_leaks(REHEARSAL, players, seed=1, every=11, turns_per_round_cap=12, **options) > 0


def test_a_spectator_sees_no_face_before_the_end() -> None:
    for match, _ in kit.play_through(REHEARSAL, 3, seed=3, turns_per_round_cap=8):
        faces = [hand.faces for hand in match.view(None).cards]
        assert all((face is not None) == match.over for face in faces)
        if match.over:
            break
        assert all(event["card"] is None for event in match.events(None) if event["kind"] == "drew")


def test_an_observation_fits_its_size_and_is_within_bounds() -> None:
    import numpy as np

    for match, _ in kit.play_through(REHEARSAL, 4, seed=3, turns_per_round_cap=8):
        for seat in range(4):
            out = np.full(GAME.rules.OBSERVED, 99.0, np.float32)
            GAME.rules.observe(plain(match.state.records), seat, out)
            assert out.min() >= 0
            assert out.max() <= 4
