"""Bags of cards do what lists of cards do."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from parlour.games.westvan import bags
from parlour.games.westvan.cards import CARDS, CONES, CONES_OF_BAG, EVERY_INGREDIENT, EVERY_OTHER, INGREDIENTS

hands = st.lists(st.integers(0, 7), min_size=INGREDIENTS, max_size=INGREDIENTS)


def bag_of(counts: list[int]) -> int:
    return sum(number * bags.one(kind) for kind, number in enumerate(counts))


@given(hands)
def test_a_bag_counts_and_orders_its_cards(counts: list[int]) -> None:
    bag, cards = bag_of(counts), [kind for kind, number in enumerate(counts) for _ in range(number)]
    assert [bags.count(bag, kind) for kind in range(INGREDIENTS)] == counts
    assert bags.total(bag) == len(cards)
    assert [bags.nth(bag, n) for n in range(len(cards))] == cards
    assert bags.kinds(bag) == bag_of([min(1, number) for number in counts])
    assert not cards or bags.first(bag) == cards[0]
    different = sorted(set(cards))
    for n in range(len(different)):
        assert bags.first(bags.without(bags.kinds(bag), n)) == different[n]


@given(hands, hands)
def test_what_two_bags_have_in_common(one: list[int], other: list[int]) -> None:
    both = Counter(dict(enumerate(one))) & Counter(dict(enumerate(other)))
    assert bags.common(bag_of(one), bag_of(other)) == bag_of([both[kind] for kind in range(INGREDIENTS)])


def test_all_cards_as_bags() -> None:
    copies = [card.copies for card in CARDS]
    assert [bags.count(EVERY_INGREDIENT, kind) for kind in range(INGREDIENTS)] == copies[:INGREDIENTS]
    assert [bags.count(EVERY_OTHER, digit) for digit in range(6)] == copies[INGREDIENTS:]
    assert bags.total(EVERY_INGREDIENT & CONES_OF_BAG) == sum(copies[:CONES])
