"""Exponentials, logarithms and sines in plain arithmetic: the same to the last bit in Python, as machine code, in WebAssembly
and on a GPU, where each system's own library would round in its own way."""

import math

from parlour.core.state import table

LN2_HIGH, LN2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10
LN2 = 0.6931471805599453
TENTH = math.pi / 1800.0
LEAST, MOST = -700.0, 700.0
POWERS = table([2.0**k for k in range(-1020, 1021)], "f8")
"""Powers of two, from the smallest that is needed on."""
FIRST = 1020


def exp(x):
    """e to the power of x; beyond 700 either way it grows or shrinks no further."""
    x = min(max(x, LEAST), MOST)
    k = int(x / LN2 + 0.5) if x >= 0.0 else -int(0.5 - x / LN2)
    r = x - k * LN2_HIGH - k * LN2_LOW
    total = 1.0
    for n in range(14, 0, -1):  # Taylor's series for at most half of ln 2, to the last bit but one
        total = 1.0 + total * r / n
    return total * POWERS[k + FIRST]


def ln(x):
    """The natural logarithm of a number from 1 on."""
    k = 0
    while x >= 32.0:
        x *= 0.03125
        k += 5
    while x > 1.5:
        x *= 0.5
        k += 1
    s = (x - 1.0) / (x + 1.0)
    z = s * s
    total = 0.0
    for n in range(21, -1, -2):
        total = total * z + 1.0 / n
    return 2.0 * s * total + k * LN2


def sine(tenths):
    """The sine of a whole number of tenths of a degree, from 0 on."""
    angle = tenths % 3600
    sign = 1.0
    if angle >= 1800:
        angle -= 1800
        sign = -1.0
    if angle > 900:
        angle = 1800 - angle
    x = angle * TENTH
    total = 1.0
    for n in range(22, 1, -2):
        total = 1.0 - total * x * x / (n * (n + 1))
    return sign * x * total


def cosine(tenths):
    return sine(tenths + 900)
