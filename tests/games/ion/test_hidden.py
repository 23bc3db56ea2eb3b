"""ION: what a seat knows, what it cannot know, and that a redeal keeps the one and exchanges the other."""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import Any

import pytest
from ion_kit import ION, A, B, C, D, deal, play

import parlour
from parlour.games.ion import piles
from parlour.games.ion.cards import BY_ID, DECK
from parlour.games.ion.position import Pending, cards_in
from parlour.testing import kit, rule

SEALED = {"race_mode": "sealed"}
HARD = int(os.environ.get("PARLOUR_HARD", "1"))


def known(match: parlour.Match, seat: int) -> dict[str, tuple[str, int | None]]:
    view: Any = match.view(seat)
    return {each.card: (each.place, each.seat if each.place != "pile" else each.layer) for each in view.known}


class Memory:
    """What a perfect player would be sure of, worked out from the events that a seat is shown and from nothing else."""

    def __init__(self, seat: int, players: int) -> None:
        self.seat, self.players = seat, players
        self.begin()

    def begin(self) -> None:
        self.sure: dict[int, tuple[str, int]] = {}  # card -> (place, seat), layers of the pile by a number of their own
        self.sizes = [0] * self.players
        self.layers: list[list[int]] = []  # [number, size] from the top
        self.number = 0
        self.aside: set[int] = set()

    def at(self, place: str, seat: int) -> set[int]:
        return {card for card, where in self.sure.items() if where == (place, seat)}

    def forget(self, place: str, seat: int) -> None:
        for card in self.at(place, seat):
            del self.sure[card]

    def hear(self, event: dict[str, Any]) -> None:
        getattr(self, f"on_{event['kind']}", lambda **_: None)(**{k: v for k, v in event.items() if k != "kind"})

    def on_hand(self, **_: Any) -> None:
        self.begin()

    def on_dealt(self, seat: int, card: int | None) -> None:
        self.sizes[seat] += 1
        if card is not None:
            self.sure[card] = ("hand", seat)

    def on_turned_up(self, card: int, **_: Any) -> None:
        self.sure.pop(card, None)

    def on_played(self, seat: int, card: int, **_: Any) -> None:
        self.sizes[seat] -= 1
        self.sure.pop(card, None)

    on_blocked = on_shifted = on_played

    def on_reshuffled(self, pile: int) -> None:
        self.number += 1
        self.layers = [[self.number, pile]]

    def on_drew(self, seat: int, card: int | None, **_: Any) -> None:
        self.sizes[seat] += 1
        if self.layers:
            number, size = self.layers[0]
            inside = self.at("pile", number)
            if size == 1:
                for each in inside:
                    self.sure[each] = ("hand", seat)
                self.layers.pop(0)
            else:
                if seat != self.seat:
                    self.forget("pile", number)
                self.layers[0][1] -= 1
        if card is not None:
            self.sure[card] = ("hand", seat)

    def on_gave(self, seat: int, card: int | None) -> None:
        if card is not None:
            self.sure[card] = ("gift", 0)
        elif self.sizes[seat] == 1:
            for each in self.at("hand", seat):
                self.sure[each] = ("gift", 0)
        else:
            self.forget("hand", seat)
        self.sizes[seat] -= 1

    def on_received(self, seat: int, card: int | None, giver: int) -> None:
        for each in self.at("gift", 0):
            self.sure[each] = ("hand", seat)
        if card is not None:
            self.sure[card] = ("hand", seat)
        self.sizes[seat] += 1

    def on_set_aside(self, seat: int, old: int) -> None:
        for each in self.at("hand", seat):
            self.sure[each] = ("aside", seat)
        self.sizes[seat] = 0

    def on_put_under(self, seat: int, old: int) -> None:
        self.number += 1
        self.layers.append([self.number, old])
        for each in self.at("aside", seat):
            self.sure[each] = ("pile", self.number)

    def on_exploded(self, seat: int, bomber: int, **_: Any) -> None:
        for each in self.at("hand", seat):
            self.sure[each] = ("spoils", bomber)
        self.sizes[seat] = 0

    def on_slapped(self, seat: int, card: int, fits: int) -> None:
        if not fits:
            self.sure[card] = ("hand", seat)

    def told(self, own_spoils: bool) -> dict[str, tuple[str, int | None]]:
        """As the view tells it: without the own hand, gift on its way and spoils, which are shown elsewhere."""
        order = [number for number, _ in self.layers]
        said: dict[str, tuple[str, int | None]] = {}
        for card, (place, where) in self.sure.items():
            if (place, where) == ("hand", self.seat) or (own_spoils and (place, where) == ("spoils", self.seat)):
                continue
            said[DECK[card].id] = (place, order.index(where) if place == "pile" else None if place == "gift" else where)
        return said


class Counting:
    """What a spectator with a good memory knows of reshuffled cards: which they are, and how many each hand holds."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.on_hand()

    def on_hand(self, **_: Any) -> None:
        self.cards: set[int] = set()
        self.played: list[int] = []
        self.sizes, self.counts = [0] * self.players, [0] * self.players
        self.layers: list[list[int]] = []  # [size, recycled] from the top; none as long as the first pile lasts
        self.gift = self.aside = (0, 0)

    def blur(self) -> None:
        self.cards = set()
        self.counts = [0] * self.players
        self.layers = [[size, 0] for size, _ in self.layers]

    def hear(self, event: dict[str, Any]) -> None:
        getattr(self, f"on_{event['kind']}", lambda **_: None)(**{k: v for k, v in event.items() if k != "kind"})

    def on_dealt(self, seat: int, **_: Any) -> None:
        self.sizes[seat] += 1

    def on_turned_up(self, card: int, **_: Any) -> None:
        self.played.append(card)

    def on_played(self, seat: int, card: int, **_: Any) -> None:
        self.played.append(card)
        self.sizes[seat] -= 1
        self.counts[seat] -= card in self.cards
        self.cards.discard(card)

    on_blocked = on_shifted = on_played

    def on_reshuffled(self, pile: int) -> None:
        self.cards, self.played = set(self.played[:-1]), self.played[-1:]
        assert len(self.cards) == pile
        self.counts = [0] * self.players
        self.gift, self.aside = (self.gift[0], 0), (self.aside[0], 0)
        self.layers = [[pile, pile]]

    def on_drew(self, seat: int, pile: int, **_: Any) -> None:
        self.sizes[seat] += 1
        if self.layers and pile >= sum(size for size, _ in self.layers):
            return  # still from the first pile
        if self.layers:
            size, recycled = self.layers[0]
            if 0 < recycled < size:
                self.blur()
            elif recycled:
                self.counts[seat] += 1
                self.layers[0][1] -= 1
            self.layers[0][0] -= 1
            if self.layers[0][0] == 0:
                self.layers.pop(0)

    def on_gave(self, seat: int, **_: Any) -> None:
        if 0 < self.counts[seat] < self.sizes[seat]:
            self.blur()
        self.gift = (1, int(self.counts[seat] > 0))
        self.sizes[seat] -= 1
        self.counts[seat] -= self.gift[1]

    def on_received(self, seat: int, **_: Any) -> None:
        self.sizes[seat] += 1
        self.counts[seat] += self.gift[1] if self.cards else 0

    def on_set_aside(self, seat: int, **_: Any) -> None:
        self.aside = (self.sizes[seat], self.counts[seat])
        self.sizes[seat] = self.counts[seat] = 0

    def on_put_under(self, **_: Any) -> None:
        self.layers.append([self.aside[0], self.aside[1] if self.cards else 0])

    def on_exploded(self, seat: int, **_: Any) -> None:
        self.sizes[seat] = self.counts[seat] = 0


@rule("ION-79", "ION-83")
@pytest.mark.parametrize("players", [3, 6, 9, 10])
def test_the_count_of_reshuffled_cards_is_what_any_spectator_can_count(players: int) -> None:
    counted = 0
    for seed in range(3 * HARD):
        dice = random.Random(f"{players} {seed}")
        match = ION.new(players, seed, bomb="always", removed_actions=["tick_tack"])
        counting = Counting(players)
        heard = 0
        while not match.over:
            for event in match.events(None, since=heard):
                counting.hear(event)
            heard = match.told
            recycled: Any = match.view(None).recycled
            if counting.cards:
                assert {BY_ID[card] for card in recycled.cards} == counting.cards
                assert recycled.in_hands == counting.counts
                counted += any(counting.counts)
            else:
                assert recycled is None
            seat = match.acting[0]
            moves = match.legal(seat)
            drawing = [m for m in moves if ION.text(m, seat) in ("draw", "keep", "accept")]
            match.play(seat, dice.choice(drawing if drawing and dice.random() < 0.6 else moves))
    assert counted > 50


def run_with_memories(players: int, seed: int, options: dict[str, Any], most: int = 700) -> Counter[str]:
    """Play at random; after every move each view must tell exactly what that seat's events make sure, nothing more."""
    seen: Counter[str] = Counter()
    dice = random.Random(f"{players} {seed}")
    match = ION.new(players, seed, **options)
    memories = [Memory(seat, players) for seat in range(players)]
    heard = 0
    for _ in range(most):
        for memory in memories:
            for event in match.events(memory.seat, since=heard):
                # The first layer of the pile is the rest of the deck: its size is the one thing that the deal does not tell.
                if event["kind"] == "turned_up" and not memory.layers:
                    memory.layers = [[0, 10_000]]
                memory.hear(event)
            view: Any = match.view(memory.seat)
            if memory.layers and memory.layers[0][0] == 0:
                memory.layers[0][1] = view.layers[0] if view.layers and len(view.layers) == len(memory.layers) else 0
                if memory.layers[0][1] == 0:
                    memory.layers.pop(0)
            told = memory.told(options.get("mode") == "tournament")
            gift = {view.gift} if view.gift else set()
            told = {card: where for card, where in told.items() if card not in gift}
            spoils = set(view.spoils)
            assert {c: w for c, w in known(match, memory.seat).items() if c not in spoils} == told, (
                seed,
                memory.seat,
                match.log(),
            )
            seen.update(place for place, _ in told.values())
        heard = match.told
        if match.over:
            break
        seat = dice.choice(match.acting)
        moves = match.legal(seat)
        # Look for what is rare: gifts, new games, wrong slaps and bombs.
        rare = [m for m in moves if ION.text(m, seat)[:3] in ("GFT", "NGF", "BOM", "TIC", "giv", "acc")]
        match.play(seat, dice.choice(rare or moves))
    return seen


@rule("ION-83", "ION-71", "ION-48")
@pytest.mark.parametrize("players", range(2, 11))
def test_a_view_tells_exactly_what_the_seats_own_events_make_sure(players: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(2 * HARD):
        for mode in ("quick", "tournament"):
            seen += run_with_memories(players, seed, {"mode": mode, "bomb": "always", "target": 200}, most=300)
    assert seen["hand"]
    assert seen["pile"]


@pytest.mark.parametrize("players", range(2, 11))
def test_no_seat_learns_more_whatever_the_options(players: int) -> None:
    dice = random.Random(players)
    for seed in range(2):
        options = kit.some_options(ION, players, dice) | {"mode": "quick"} | (SEALED if seed else {})
        assert kit.never_leaks(ION, players, seed, every=11, **options) > 0


# What is remembered, and when it is lost.


@rule("ION-48", "ION-49")
def test_the_giver_knows_where_the_gift_went_until_it_is_played() -> None:
    match = deal(["GFT25 d34a d34b", "SHF26 d13a", "d26a d14a"], "d25a")
    play(match, "A GFT25", "A give d34b", "B shift with SHF26", "C accept")
    assert known(match, A) == {"d34b": ("hand", C)}
    assert known(match, B) == {}
    play(match, "C d26a", "A draw", "A keep", "B draw", "B keep")
    match = deal(["d13b d16a", "d13a", "d34b d14a"], "d35a", known=[["d34b"], [], []], actor=C)
    play(match, "C d34b")
    assert known(match, A) == {}


@rule("ION-73")
def test_a_wrong_slap_is_known_to_all_until_its_owner_gives_a_card_away() -> None:
    match = deal(["TIC34 d12a", "d15a d12b GFT23", "d13a d13b"], "d35a", "d56a d56b")
    play(match, "A TIC34", "B slap d15a")
    assert known(match, A) == known(match, C) == {"d15a": ("hand", B)}
    assert known(match, B) == {}
    play(match, "B GFT23", "B give d12b")
    assert known(match, A) == known(match, C) == {}


def test_a_gift_from_a_single_known_card_stays_known() -> None:
    match = deal(["d13a d16a", "GFT23 d15a", "d13b d14a"], "d35a", known=[["d15a"], [], ["d15a"]], actor=B,
                 options={"mode": "tournament"})  # fmt: skip
    play(match, "B GFT23", "B give d15a")
    assert match.view(A).hand_no == 2
    match = deal(["d13a d16a", "d12a", "d13b d14a"], "GFT23", known=[["d15a"], [], []], decision="respond", actor=C,
                 pending=Pending("gift", B, C, gift="d15a"))  # fmt: skip
    assert known(match, A) == {"d15a": ("gift", None)}
    play(match, "C accept")
    assert known(match, A) == {"d15a": ("hand", C)}
    assert known(match, C) == {}


@rule("ION-53")
def test_an_old_hand_is_known_under_the_pile_until_somebody_else_draws_from_it() -> None:
    match = deal(["NGF12 d34a", "d13a d13b d14a", "d35a"], "d25a", options={"mode": "tournament"})
    play(match, "A NGF12", "B accept")
    assert known(match, B) == dict.fromkeys(("d13a", "d13b", "d14a"), ("pile", 1))
    assert known(match, A) == known(match, C) == {}
    old = ["d13a", "d13b", "d14a", "d14b"]
    match = deal(["d34a", "d35a", ""], "d12a", " ".join(old), old_on_top=True, known=[old, [], []], rest="hand 2")
    mine = play(match.copy(), "A draw", "A keep")
    assert len(known(mine, A)) == 3
    assert known(play(mine, "B draw"), A) == {}
    last = deal(["d34a", "d35a", ""], "d12a", "d13a", old_on_top=True, known=[["d13a"], [], []], rest="hand 2", actor=B)
    assert known(play(last, "B draw"), A) == {"d13a": ("hand", B)}


@rule("ION-61", "ION-62")
def test_an_exploded_player_knows_the_own_cards_in_the_spoils() -> None:
    match = deal(["BOM66 d13a", "PUN11 d12a", "d34a d35a"], "d36a", options={"mode": "tournament"})
    play(match, "A BOM66")
    assert known(match, B) == {"PUN11": ("spoils", A), "d12a": ("spoils", A)}
    assert set(match.view(A).spoils) == {"PUN11", "d12a"}
    assert known(match, C) == {}


@rule("ION-79")
def test_after_a_reshuffle_all_know_which_cards_came_back_and_how_many_are_where() -> None:
    match = deal(["d34a", "d34b", ""], "d12a", played=["PUN11", "PUN55", "d45a"], rest="hand 2")
    play(match, "A draw", "A keep")
    recycled: Any = match.view(B).recycled
    assert recycled == match.view(None).recycled
    assert set(recycled.cards) == {"PUN11", "PUN55", "d45a"}
    assert (recycled.in_hands, recycled.in_pile) == ([1, 0, 0], 2)
    state = match.state
    for seed in range(50):
        guess = kit.redealt(ION, state, B, seed)
        assert len(set(cards_in(guess.hand, A)) & {BY_ID[name] for name in recycled.cards}) == 1
    blurred = deal(["GFT13 PUN11 d34a", "d34b", "d35a"], "d12a", recycled=["PUN11"])
    assert blurred.view(B).recycled.in_hands == [1, 0, 0]
    play(blurred, "A GFT13", "A give d34a")
    assert blurred.view(B).recycled is None


# What a redeal does.


def spread(match: parlour.Match, seat: int, rounds: int) -> list[Any]:
    state = match.state
    return [kit.redealt(ION, state, seat, seed) for seed in range(rounds)]


@rule("ION-83")
def test_a_redeal_spreads_hidden_cards_evenly_over_all_hidden_places() -> None:
    match = deal(["d12a d13a d14a d15a", "d16a d23a", "d24a d25a d26a"], "d34a", options={"mode": "tournament"})
    rounds = 900
    in_b, drawn = Counter[int](), Counter[int]()
    for guess in spread(match, A, rounds):
        in_b.update(cards_in(guess.hand, B))
        drawn[piles.take_top(guess)] += 1
        assert cards_in(guess.hand, A) == [BY_ID[name] for name in ("d12a", "d13a", "d14a", "d15a")]
        assert guess.top == BY_ID["d34a"]
    hidden = 98 - 4 - 1
    assert len(in_b) == hidden
    for card in range(98):
        assert abs(in_b[card] - (rounds * 2 / hidden if card in in_b else 0)) < 24
    assert len(drawn) > hidden * 0.95
    assert max(drawn.values()) < 32
    # Independence: both of B's cards come from the pool without preference.
    kinds = Counter(DECK[card].type == 0 for card in in_b.elements())
    assert abs(kinds[True] / sum(kinds.values()) - 25 / hidden) < 0.04


def test_a_redeal_keeps_what_is_known_and_stirs_each_layer() -> None:
    old = ["d12a", "d12b", "d13a"]
    match = deal(["d34a", "d35a d15a", "d36a"], "d14a", known=[[*old, "d15a"], [], []], layers=[3])
    position = match.position()
    pile = [card for card in position["pile"] if card not in old] + old
    match = ION.position({**position, "pile": pile})
    orders = Counter()
    for guess in spread(match, A, 300):
        assert BY_ID["d15a"] in cards_in(guess.hand, B)
        assert {DECK[card].id for card in cards_in(guess.pile, 1)} == set(old)
        while guess.layers:
            piles.take_top(guess)
        orders[tuple(piles.take_top(guess) for _ in old)] += 1
    assert len(orders) == 6
    others = {frozenset(cards_in(guess.pile, 1)) for guess in spread(match, C, 300)}
    assert len(others) > 250


def test_a_redeal_changes_the_drawn_card_of_somebody_else_but_not_the_own_one() -> None:
    match = play(deal(["d34a d35a", "d35b", "d36a"], "d14a"), "A draw")
    drawn = Counter(guess.drawn for guess in spread(match, B, 400))
    assert len(drawn) > 60
    assert {guess.drawn for guess in spread(match, A, 50)} == {match.state.drawn}
    sure = deal(["d34a d35a d12b", "d35b", "d36a"], "d14a", decision="drawn", drawn="d12b", known=[[], ["d34a"], []])
    for guess in spread(sure, B, 100):
        assert BY_ID["d34a"] in cards_in(guess.hand, A)
        assert guess.drawn != BY_ID["d34a"]


def test_a_redeal_changes_a_gift_for_all_but_its_giver() -> None:
    match = play(deal(["GFT25 d34a d34b", "d13a", "d14a"], "d25a"), "A GFT25", "A give d34b")
    assert {guess.gift for guess in spread(match, A, 50)} == {BY_ID["d34b"]}
    assert len({guess.gift for guess in spread(match, B, 300)}) > 60
    assert len({guess.gift for guess in spread(match, C, 300)}) > 60


@rule("ION-71")
def test_a_redeal_imagines_the_sealed_slaps_of_others() -> None:
    hands = ["TIC34 d12a", "d15a d12b", "d13a d13b", "PPP33 d16a"]
    match = play(deal(hands, "d35a", options=SEALED), "A TIC34", "B slap d15a", "C stay")
    answers = Counter(guess.slap[B] for guess in spread(match, D, 400))
    assert answers[-2] > 20
    assert len(answers) > 50
    assert {guess.slap[B] for guess in spread(match, B, 50)} == {BY_ID["d15a"]}
    assert all(guess.slap[D] == -1 for guess in spread(match, B, 50))
