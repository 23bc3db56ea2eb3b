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
    """The member with exactly n smaller ones."""
    for _ in range(n):
        bits &= bits - 1
    return lowest(bits)
