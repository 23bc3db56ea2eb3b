"""The cards of West Van Soft as data: 108 cards of 27 kinds and 18 characters (WVS-03, R1, R2).

Kinds are numbered so; a freezer can hold kinds 0 to 21 only:

    0- 5  cones     sugar waffle wafer pretzel dipped cup                                          5 of each
    6-14  scoops    vanilla chocolate strawberry mint mango maple tiger bubblegum lemon            5 of each
   15-20  toppings  sprinkles fudge whip cherry peanuts gummies                                    3 of each
   21     freezer burn                                                                             1
   22-26  actions   budge in line, change of tastes, no I insist, dog ate my ice cream, mouldy     3 3 4 2 2
"""

from __future__ import annotations

from typing import NamedTuple

from parlour.core.state import table
from parlour.core.words import say


class Card(NamedTuple):
    """A kind of card: the word that players type, the printed name, how many there are."""

    word: str
    name: str
    copies: int


class Character(NamedTuple):
    """A character and its tastes: one cone, two scoops and a topping that it likes, and as many that it dislikes."""

    name: str
    likes: str
    dislikes: str


CARDS = (
    Card("sugar", say("Sugar cone"), 5),
    Card("waffle", say("Waffle cone"), 5),
    Card("wafer", say("Wafer cone"), 5),
    Card("pretzel", say("Pretzel cone"), 5),
    Card("dipped", say("Dipped cone"), 5),
    Card("cup", say("Paper cup"), 5),
    Card("vanilla", say("Vanilla"), 5),
    Card("chocolate", say("Chocolate"), 5),
    Card("strawberry", say("Strawberry"), 5),
    Card("mint", say("Mint chip"), 5),
    Card("mango", say("Mango"), 5),
    Card("maple", say("Maple walnut"), 5),
    Card("tiger", say("Tiger tail"), 5),
    Card("bubblegum", say("Bubblegum"), 5),
    Card("lemon", say("Lemon sorbet"), 5),
    Card("sprinkles", say("Sprinkles"), 3),
    Card("fudge", say("Hot fudge"), 3),
    Card("whip", say("Whipped cream"), 3),
    Card("cherry", say("Cherry"), 3),
    Card("peanuts", say("Crushed peanuts"), 3),
    Card("gummies", say("Gummy bears"), 3),
    Card("burn", say("Freezer burn"), 1),
    Card("budge", say("Budge in line"), 3),
    Card("tastes", say("Change of tastes"), 3),
    Card("insist", say("No, I insist!!"), 4),
    Card("dog", say("Dog ate my ice cream"), 2),
    Card("mouldy", say("Mouldy cones"), 2),
)

CHARACTERS = (
    Character(say("The Toddler"), "wafer bubblegum vanilla sprinkles", "pretzel lemon maple peanuts"),
    Character(say("The Dentist"), "cup mint lemon cherry", "dipped bubblegum tiger gummies"),
    Character(say("The Lifeguard"), "cup mango lemon cherry", "dipped chocolate maple fudge"),
    Character(say("The Grandmother"), "sugar maple vanilla whip", "cup bubblegum mango gummies"),
    Character(say("The Hiker"), "pretzel maple chocolate peanuts", "cup strawberry bubblegum whip"),
    Character(say("The Tourist"), "waffle tiger maple sprinkles", "cup vanilla chocolate peanuts"),
    Character(say("The Food Critic"), "sugar lemon vanilla fudge", "wafer bubblegum maple sprinkles"),
    Character(say("The Busker"), "wafer tiger strawberry gummies", "waffle vanilla mango whip"),
    Character(say("The Ferry Captain"), "sugar mint tiger cherry", "wafer mango strawberry sprinkles"),
    Character(say("The Teenager"), "dipped bubblegum chocolate gummies", "sugar vanilla maple cherry"),
    Character(say("The Yoga Teacher"), "cup mango strawberry peanuts", "pretzel chocolate tiger fudge"),
    Character(say("The Goalie"), "pretzel chocolate tiger fudge", "sugar mango lemon cherry"),
    Character(say("The Night Nurse"), "waffle mint chocolate whip", "pretzel lemon tiger gummies"),
    Character(say("The Dog Walker"), "pretzel vanilla mango peanuts", "dipped mint chocolate whip"),
    Character(say("The Barista"), "dipped maple mint fudge", "waffle lemon strawberry cherry"),
    Character(say("The House Agent"), "waffle lemon strawberry whip", "wafer mint tiger peanuts"),
    Character(say("The Science Teacher"), "wafer bubblegum mango gummies", "waffle strawberry mint sprinkles"),
    Character(say("The Wedding Planner"), "dipped strawberry bubblegum sprinkles", "sugar vanilla mint fudge"),
)

SEATS = 6
CONES, SCOOPS, TOPPINGS = 6, 9, 6
INGREDIENTS = CONES + SCOOPS + TOPPINGS
FIRST_SCOOP, FIRST_TOPPING = CONES, CONES + SCOOPS
BURN = INGREDIENTS
KINDS = INGREDIENTS + 1  # that a freezer can hold
BUDGE, TASTES, INSIST, DOG, MOULDY = range(KINDS, KINDS + 5)
DECK, DEALT_FROM = 108, 93  # all cards; the ingredients among them
DAYS, DEAL, TRAY = 3, 9, 2
MELTS, PLACES, MOST_SCOOPS = 5, 30, 45  # in a flight, on the table, on all melts together
PASSED_CYCLES = 3  # closing time (WVS-52)
NOBODY = NOTHING = -1

# The phases that wait for a decision, or for nothing any more; the tray holds cards in the first three.
KEEP, SWAP, DOG_FB, PLAY, LOSE, OVER = range(6)

NUMBER = {card.word: kind for kind, card in enumerate(CARDS)}
# All cards as bags (bags.py): the ingredients, then Freezer burn and the actions, whose first digit is BURN's.
EVERY_INGREDIENT = sum(CARDS[kind].copies << 3 * kind for kind in range(INGREDIENTS))
EVERY_OTHER = sum(CARDS[kind].copies << 3 * (kind - BURN) for kind in range(BURN, len(CARDS)))
CONES_OF_BAG = (1 << 3 * CONES) - 1  # all digits of cones
SCOOPS_OF_BAG = (1 << 3 * SCOOPS) - 1  # as many as there are scoops
EVERY_TASTE = (1 << len(CHARACTERS)) - 1


def _bits(words: str) -> int:
    return sum(1 << NUMBER[word] for word in words.split())


LIKES = table([_bits(character.likes) for character in CHARACTERS], "i4")
DISLIKES = table([_bits(character.dislikes) for character in CHARACTERS], "i4")
