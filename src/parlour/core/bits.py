"""Small sets of small numbers as the bits of one whole number."""


def size(bits):
    """How many members the set has."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


def lowest(bits):
    """The smallest member of a set that is not empty."""
    return size((bits & -bits) - 1)


def nth(bits, n):
    """The member with exactly n smaller ones, of a set of numbers below 64."""
    at = 0
    width = 32
    while width:
        below = size((bits >> at) & ((1 << width) - 1))
        if n >= below:
            n -= below
            at += width
        width >>= 1
    return at
