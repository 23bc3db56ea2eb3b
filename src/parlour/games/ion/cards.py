"""The 98 cards of ION as data (ledger 1.2), and what rules want to know of them as tables.

Cards are numbered so; a set of cards is two words of 49 bits, card c is bit c % 49 of word c // 49:

     0-29  dot cards d12a d12b d13a … d56b       57-63  Punish PUN             82-86  Tick-Tack TIC
    30-34  Block BLK      45-46  New Game +5 NGF  64-70  Punish Previous PPP       87  Bomb BOM66
    35-39  Challenge CHL  47-51  No Play NOP      71-76  Punish Who? PWH       88-92  Joker JOK1-JOK5
    40-44  Gift GFT       52-56  Play Again PLA   77-81  Shift SHF             93-97  Double Joker DJK1-DJK5
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from parlour.core.state import table
from parlour.core.words import say

NUMBERS = 6
WORD = 49
"""How many cards one word of a set of cards holds."""

(
    DOT,
    BLOCK,
    CHALLENGE,
    GIFT,
    NEW_GAME,
    NO_PLAY,
    PLAY_AGAIN,
    PUNISH,
    PUNISH_PREVIOUS,
    PUNISH_WHO,
    SHIFT,
    TICK_TACK,
    BOMB,
    JOKER,
    DOUBLE_JOKER,
) = range(15)

ACTION_WORDS = (
    "block",
    "challenge",
    "gift",
    "new_game_5",
    "no_play",
    "play_again",
    "punish",
    "punish_previous",
    "punish_who",
    "shift",
    "tick_tack",
    "bomb",
    "joker",
    "double_joker",
)
"""The fourteen actions as the options name them; action t has the bit t - 1."""

TYPE_NAMES = (
    say("Dots"),
    say("Block"),
    say("Challenge"),
    say("Gift"),
    say("New Game +5"),
    say("No Play"),
    say("Play Again"),
    say("Punish"),
    say("Punish Previous"),
    say("Punish Who?"),
    say("Shift"),
    say("Tick-Tack"),
    say("Bomb"),
    say("Joker"),
    say("Double Joker"),
)

CODES = ("d", "BLK", "CHL", "GFT", "NGF", "NOP", "PLA", "PUN", "PPP", "PWH", "SHF", "TIC", "BOM", "JOK", "DJK")
POINTS_OF_TYPE = (0, 25, 75, 25, 100, 25, 25, 50, 50, 50, 25, 25, 150, 50, 75)

TWO_ZONE_ACTIONS = {
    BLOCK: "12 15 34 45 66",
    CHALLENGE: "13 15 25 36 44",
    GIFT: "13 14 23 25 66",
    NEW_GAME: "12 45",
    NO_PLAY: "13 22 35 46 56",
    PLAY_AGAIN: "14 16 23 26 55",
    PUNISH: "11 16 23 24 34 55 56",
    PUNISH_PREVIOUS: "15 16 24 26 33 35 44",
    PUNISH_WHO: "11 24 25 35 36 46",
    SHIFT: "12 26 33 45 46",
    TICK_TACK: "14 22 34 36 56",
    BOMB: "66",
}


class Card(NamedTuple):
    """One card. `a` and `b` are its zones, low and high; 0 is a wild half."""

    id: str
    type: int
    a: int
    b: int

    @property
    def points(self) -> int:
        """A dot card counts its dots, an action card what its type says."""
        return self.a + self.b if self.type == DOT else POINTS_OF_TYPE[self.type]

    @property
    def numbers(self) -> set[int]:
        """The numbers that it shows."""
        return {self.a, self.b} - {0}

    @property
    def sum(self) -> int:
        """The sum of a two-zone card; jokers have none (0)."""
        return self.a + self.b if self.a and self.b else 0


def _deck() -> list[Card]:
    pairs = combinations(range(1, NUMBERS + 1), 2)
    cards = [Card(f"d{a}{b}{copy}", DOT, a, b) for a, b in pairs for copy in "ab"]
    for type, zones in TWO_ZONE_ACTIONS.items():
        cards += [Card(f"{CODES[type]}{ab}", type, int(ab[0]), int(ab[1])) for ab in zones.split()]
    cards += [Card(f"JOK{n}", JOKER, 0, n) for n in range(1, 6)]
    cards += [Card(f"DJK{n}", DOUBLE_JOKER, 0, 0) for n in range(1, 6)]
    return cards


DECK = _deck()
CARDS = len(DECK)
BY_ID = {card.id: number for number, card in enumerate(DECK)}


def words(cards: list[int]) -> list[int]:
    """A set of cards as its two words."""
    return [sum(1 << c % WORD for c in cards if c // WORD == w) for w in range(2)]


def _where(wanted: str) -> list[int]:
    return [number for number, card in enumerate(DECK) if card.id.startswith(wanted)]


FIRST_BLOCK, FIRST_SHIFT = BY_ID["BLK12"], BY_ID["SHF12"]
BLOCKS, SHIFTS = len(_where("BLK")), len(_where("SHF"))

TYPE = table([card.type for card in DECK])
POINTS = table([card.points for card in DECK], "i2")
SHOWS = table([sum(1 << n - 1 for n in card.numbers) for card in DECK])
"""The numbers on a card as bits (number - 1): what must be matched after it; 0 for the Double Joker, which needs a call."""
SUM = table([card.sum for card in DECK])

WHOLE_DECK = table(words(list(range(CARDS))), "i8")
OF_TYPE = table([words([n for n, card in enumerate(DECK) if card.type == t]) for t in range(len(CODES))], "i8")
FITTING = table(
    [
        words([n for n, c in enumerate(DECK) if c.type in (JOKER, DOUBLE_JOKER) or any(match >> k - 1 & 1 for k in c.numbers)])
        for match in range(1 << NUMBERS)
    ],
    "i8",
)
"""The cards that are legal on a set of numbers (ION-12)."""
OF_SUM = table([words([n for n, card in enumerate(DECK) if s and card.sum == s]) for s in range(2 * NUMBERS + 1)], "i8")
"""The cards that are legal on a sum (ION-15); none on 0."""
