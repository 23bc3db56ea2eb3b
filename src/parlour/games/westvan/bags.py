# mypy: allow-untyped-defs, allow-incomplete-defs, no-check-untyped-defs
"""Small bags of cards as one whole number: its octal digit k says how many cards of kind k are in the bag.

Cards of one kind are alike, so a bag is all there is to know about a hand, or about a pile that has no order. Putting bags
together is adding, taking out is subtracting; 21 kinds of up to seven cards fit 64 bits.
"""

from parlour.core.bits import lowest

ONES = 0o111111111111111111111  # one card of each kind
TWOS = 0o707070707070707070707  # every other digit, and so on with twice as many
FOURS = 0o700770077007700770077
EIGHTS = 0o77770000777700007777


def one(kind):
    """A bag with one card of a kind."""
    return 1 << 3 * kind


def count(bag, kind):
    """How many cards of a kind are in the bag."""
    return (bag >> 3 * kind) & 7


def kinds(bag):
    """A bag with one card of each kind that is in this one."""
    return (bag | bag >> 1 | bag >> 2) & ONES


def first(bag):
    """The lowest kind in a bag that is not empty."""
    return lowest(bag) // 3


def without(bag, n):
    """What is left of a bag of different kinds when the n lowest are taken out."""
    for _ in range(n):
        bag &= bag - 1
    return bag


def common(bag, other):
    """The cards that two bags have in common."""
    both = 0
    while bag:
        kind = first(bag)
        both += min(count(bag, kind), count(other, kind)) << 3 * kind
        bag &= ~(7 << 3 * kind)
    return both


def total(bag):
    """How many cards are in the bag."""
    twos = (bag & TWOS) + ((bag >> 3) & TWOS)
    fours = (twos & FOURS) + ((twos >> 6) & FOURS)
    return fours % 4095  # the sum of its digits to the base 4096


def nth(bag, n):
    """The kind of the card with n others before it, when the cards lie in order of kinds."""
    twos = (bag & TWOS) + ((bag >> 3) & TWOS)
    fours = (twos & FOURS) + ((twos >> 6) & FOURS)
    eights = (fours & EIGHTS) + ((fours >> 12) & EIGHTS)
    kind = 0
    below = (eights & 63) + ((eights >> 24) & 63)
    if n >= below:
        n -= below
        kind = 16
    below = (eights >> 3 * kind) & 63
    if n >= below:
        n -= below
        kind += 8
    below = (fours >> 3 * kind) & 63
    if n >= below:
        n -= below
        kind += 4
    below = (twos >> 3 * kind) & 63
    if n >= below:
        n -= below
        kind += 2
    below = (bag >> 3 * kind) & 7
    if n >= below:
        kind += 1
    return kind
