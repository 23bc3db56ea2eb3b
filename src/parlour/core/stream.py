"""The random stream inside every record: ChaCha8 from a 256-bit key, equal at all speeds.

Nobody can tell the next card from the last ones, and anybody who has the key can deal them again. `lane` separates the
games of a batch that share a key. Plain functions; machine code is made of exactly these.
"""

WORD = 0xFFFFFFFF
DOUBLE_ROUNDS = 4


def rotate(x, n):
    return ((x << n) | (x >> (32 - n))) & WORD


def quarter(a, b, c, d):
    """ChaCha's quarter round on four 32-bit words."""
    a = (a + b) & WORD
    d = rotate(d ^ a, 16)
    c = (c + d) & WORD
    b = rotate(b ^ c, 12)
    a = (a + b) & WORD
    d = rotate(d ^ a, 8)
    c = (c + d) & WORD
    b = rotate(b ^ c, 7)
    return a, b, c, d


def refill(state):
    """Put the next block of sixteen words into the pool."""
    k0 = state.key[0] & WORD
    k1 = state.key[1] & WORD
    k2 = state.key[2] & WORD
    k3 = state.key[3] & WORD
    k4 = state.key[4] & WORD
    k5 = state.key[5] & WORD
    k6 = state.key[6] & WORD
    k7 = state.key[7] & WORD
    count = state.counter & WORD
    lane = state.lane & WORD
    a0, a1, a2, a3 = 0x61707865, 0x3320646E, 0x79622D32, 0x6B206574
    b0, b1, b2, b3 = k0, k1, k2, k3
    c0, c1, c2, c3 = k4, k5, k6, k7
    d0, d1, d2, d3 = count, 0, lane, 0
    for _ in range(DOUBLE_ROUNDS):
        a0, b0, c0, d0 = quarter(a0, b0, c0, d0)
        a1, b1, c1, d1 = quarter(a1, b1, c1, d1)
        a2, b2, c2, d2 = quarter(a2, b2, c2, d2)
        a3, b3, c3, d3 = quarter(a3, b3, c3, d3)
        a0, b1, c2, d3 = quarter(a0, b1, c2, d3)
        a1, b2, c3, d0 = quarter(a1, b2, c3, d0)
        a2, b3, c0, d1 = quarter(a2, b3, c0, d1)
        a3, b0, c1, d2 = quarter(a3, b0, c1, d2)
    state.pool[0] = (a0 + 0x61707865) & WORD
    state.pool[1] = (a1 + 0x3320646E) & WORD
    state.pool[2] = (a2 + 0x79622D32) & WORD
    state.pool[3] = (a3 + 0x6B206574) & WORD
    state.pool[4] = (b0 + k0) & WORD
    state.pool[5] = (b1 + k1) & WORD
    state.pool[6] = (b2 + k2) & WORD
    state.pool[7] = (b3 + k3) & WORD
    state.pool[8] = (c0 + k4) & WORD
    state.pool[9] = (c1 + k5) & WORD
    state.pool[10] = (c2 + k6) & WORD
    state.pool[11] = (c3 + k7) & WORD
    state.pool[12] = (d0 + count) & WORD
    state.pool[13] = d1
    state.pool[14] = (d2 + lane) & WORD
    state.pool[15] = d3
    state.counter = (count + 1) & WORD
    state.spot = 0


def rewind(state):
    """Start the stream of the record's key and lane from its first word."""
    state.counter = 0
    for i in range(16):
        state.pool[i] = 0
    state.spot = 16


def rekey(state, quick):
    """Exchange the stream for one that the four words of a quick stream choose: what follows becomes anybody's guess."""
    for i in range(8):
        state.key[i] = quick_word(quick)
    rewind(state)


def random_word(state):
    """The next 32 random bits."""
    if state.spot >= 16:
        refill(state)
    word = state.pool[state.spot] & WORD
    state.spot += 1
    return word


def random_below(state, n):
    """A uniform whole number from 0 to n - 1, without bias (Lemire's method)."""
    while True:
        product = random_word(state) * n
        if product & WORD >= n or product & WORD >= (WORD + 1 - n) % n:
            return product >> 32


def shuffle(state, cards, count):
    """Put the first `count` entries of `cards` into a uniformly random order."""
    for i in range(count - 1, 0, -1):
        j = random_below(state, i + 1)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card


def quick_seed(quick, seed, lane):
    """Set the four words of a quick stream from a seed and the number of a game in its batch."""
    quick[0] = seed & WORD
    quick[1] = lane & WORD
    quick[2] = (seed >> 32) & WORD
    quick[3] = 1
    for _ in range(12):
        quick_word(quick)


def quick_word(quick):
    """The next 32 bits of a quick stream (sfc32): for choosing among moves in play-outs and searches, never for dealing."""
    word = (quick[0] + quick[1] + quick[3]) & WORD
    quick[3] = (quick[3] + 1) & WORD
    quick[0] = quick[1] ^ (quick[1] >> 9)
    quick[1] = (quick[2] + (quick[2] << 3)) & WORD
    quick[2] = (((quick[2] << 21) | (quick[2] >> 11)) + word) & WORD
    return word


def quick_below(quick, n):
    """A whole number from 0 to n - 1 from a quick stream."""
    return (quick_word(quick) * n) >> 32
