"""Why a move of ION is not allowed: the rule and the sentence."""

from __future__ import annotations

from typing import Any

from parlour.core.game import Move
from parlour.core.state import State
from parlour.core.words import both, either, say, who
from parlour.games.ion import choices, piles, record
from parlour.games.ion.cards import BLOCK, BY_ID, GIFT, SHIFT, TYPE_NAMES
from parlour.games.ion.moves import (
    Accept,
    Block,
    Call,
    Challenge,
    Draw,
    Give,
    Keep,
    Next,
    Pass,
    PickOne,
    PickTwo,
    Play,
    Previous,
    Shift,
    Slap,
    Stay,
    label,
)
from parlour.games.ion.position import numbers

# For each decision: the rule and the sentence that says what to do, and the kinds of moves that it knows.
WANTED: dict[int, tuple[str, str]] = {
    record.AT_PLAY: ("ION-17", say("Play a card that fits, or draw.")),
    record.AT_DRAWN: ("ION-18", say("Play the drawn card if it fits, or keep it.")),
    record.AT_AGAIN: ("ION-57", say("Play another card that fits, or draw one and end your turn.")),
    record.AT_RESPOND: ("ION-25", say("Block, Shift or Accept what is aimed at you.")),
    record.AT_CALL: ("ION-68", say("You played a Double Joker: call a number from 1 to 6.")),
    record.AT_WHO: ("ION-40", say("Punish Who? Say next or previous.")),
    record.AT_TARGET: ("ION-43", say("Choose whom you challenge.")),
    record.AT_PAIR: ("ION-44", say("You challenge: pick two different numbers.")),
    record.AT_ONE: ("ION-44", say("You are challenged: pick one of the four numbers left.")),
    record.AT_GIFT: ("ION-48", say("Choose the card that you give.")),
    record.AT_RACE: ("ION-71", say("A race: slap a card or stay out.")),
}
OFFERED: dict[int, tuple[type[Move], ...]] = {
    record.AT_PLAY: (Play,),
    record.AT_DRAWN: (Play,),
    record.AT_AGAIN: (Play,),
    record.AT_RESPOND: (Block, Shift),
    record.AT_CALL: (),
    record.AT_WHO: (),
    record.AT_TARGET: (Challenge,),
    record.AT_PAIR: (),
    record.AT_ONE: (PickOne,),
    record.AT_GIFT: (Give,),
    record.AT_RACE: (Slap,),
}
# What a kind of move needs that is not there: the rule, the sentence, and the decisions where it says nothing new.
IN_DUEL = (record.AT_PAIR, record.AT_ONE)
NEEDS: dict[type[Move], tuple[str, str, tuple[int, ...]]] = {
    Keep: ("ION-18", say("You have not drawn a card that you could keep."), (record.AT_DRAWN,)),
    Call: ("ION-68", say("Only a Double Joker lets you call a number."), (record.AT_CALL,)),
    Next: ("ION-40", say("Only Punish Who? lets you choose between next and previous."), (record.AT_WHO,)),
    Previous: ("ION-40", say("Only Punish Who? lets you choose between next and previous."), (record.AT_WHO,)),
    Challenge: ("ION-43", say("Only a Challenge lets you choose somebody."), (record.AT_TARGET,)),
    PickTwo: ("ION-44", say("Numbers are picked in a duel only."), IN_DUEL),
    PickOne: ("ION-44", say("Numbers are picked in a duel only."), IN_DUEL),
    Give: ("ION-48", say("Only a Gift lets you give a card away."), (record.AT_GIFT,)),
    Slap: ("ION-70", say("There is no race now."), (record.AT_RACE,)),
    Stay: ("ION-70", say("There is no race now."), (record.AT_RACE,)),
    Accept: ("ION-32", say("No action is waiting for your answer."), (record.AT_RESPOND,)),
    Pass: ("ION-21", say("You may pass only when you can neither play nor draw."), ()),
    Draw: ("ION-17", say("You draw only instead of playing."), ()),
}
# Which rule a card must obey that is not in the hand.
HELD: dict[type[Move], str] = {Play: "ION-17", Slap: "ION-71", Give: "ION-48", Block: "ION-31", Shift: "ION-31"}


def why_not(state: State, seat: int, move: Any) -> tuple[str, str]:
    """The rule and the sentence for a move that an acting seat may not make now."""
    kind, node = type(move), state.node
    wanted = WANTED[node]
    if kind is Play and node == record.AT_RESPOND:
        return "ION-33", say("First answer the {action}: {ways}.", **_answers(state))
    if kind is Draw and node == record.AT_RESPOND:
        return "ION-31", say("You cannot draw before you have answered the {action}: {ways}.", **_answers(state))
    if kind in (Block, Shift) and node != record.AT_RESPOND:
        return "ION-32", say(
            "No action is waiting for your answer. {card} can only be played as a plain card. {todo}",
            card=label(BY_ID[move.card]),
            todo=wanted[1],
        )
    if kind is Pass and node in (record.AT_PLAY, record.AT_AGAIN):
        if piles.can_draw(state):
            return "ION-21", say("You can draw, so you may not pass.")
        return "ION-21", say("You have a card that fits, so you may not pass.")
    if kind is Draw and node in (record.AT_PLAY, record.AT_AGAIN):
        return "ION-21", say("There is nothing left to draw. Play a card that fits, or pass if none does.")
    if kind is Draw and node == record.AT_DRAWN:
        return "ION-17", say("One draw a turn. {todo}", todo=wanted[1])
    if kind in NEEDS and node not in NEEDS[kind][2]:
        rule, missing, _ = NEEDS[kind]
        return rule, say("{first} {second}", first=missing, second=wanted[1])
    if kind not in OFFERED[node]:
        return wanted
    if kind in (Play, Slap, Give, Block, Shift):
        return _why_not_card(state, seat, kind, BY_ID[move.card])
    if kind is Challenge:
        if move.seat == seat:
            return "ION-43", say("You cannot challenge yourself.")
        if move.seat < state.players:
            return "ION-43", say("{name} has exploded and is out of this hand.", name=who(move.seat))
        return "ION-43", say("There is no {name} at this table.", name=who(move.seat))
    picked = both(numbers(state.pair))
    return "ION-44", say("The challenger has picked {picked}: pick one of the other four.", picked=picked)


def why_wait(state: State, seat: int) -> tuple[str, str] | None:
    """Why a seat has nothing to do, where it is not simply somebody else's turn."""
    if not (state.alive >> seat) & 1:
        return "ION-61", say("You have exploded and are out of this hand.")
    if state.node == record.AT_RACE:
        if state.race_by == seat:
            return "ION-70", say("You played the Tick-Tack: everybody but you may slap.")
        return "ION-71", say("You have answered already: one card in a race, or none.")
    return None


def _answers(state: State) -> dict[str, str]:
    blocks = [TYPE_NAMES[BLOCK]] * bool(choices.can_block(state))
    shifts = [TYPE_NAMES[SHIFT]] * bool(choices.can_shift(state))
    return {"action": TYPE_NAMES[state.pending], "ways": either([*blocks, *shifts, say("Accept")])}


def _why_not_card(state: State, seat: int, kind: type, card: int) -> tuple[str, str]:
    name = label(card)
    if not piles.contains(state.deck, 0, card):
        return "ION-101", say("{card} is not in this match's deck.", card=name)
    if kind is Block and not choices.can_block(state):
        if state.pending == GIFT:
            return "ION-25", say("A Gift cannot be blocked: it is rude to decline a gift. Shift or Accept.")
        return "ION-56", say("A No Play cannot be blocked. Shift or Accept.")
    if kind is Shift and not choices.can_shift(state):
        return "ION-R13", say("Out of turn a challenge can only be blocked. Block or Accept.")
    if not piles.contains(state.hand, seat, card):
        return HELD[kind], say("{card} is not in your hand.", card=name)
    if kind is Play and state.node == record.AT_DRAWN and state.drawn_only and card != state.drawn:
        drawn = label(state.drawn)
        return "ION-18", say("After drawing you may play only the drawn card, {card}, or keep it.", card=drawn)
    rule, wanted = ("ION-28" if kind in (Block, Shift) else "ION-12"), either(numbers(state.match))
    if not (state.sum_rule and state.total):
        return rule, say("{card} does not fit: the table card asks for {numbers}.", card=name, numbers=wanted)
    return rule, say(
        "{card} does not fit: the table card asks for {numbers} or a sum of {sum}.",
        card=name,
        numbers=wanted,
        sum=state.total,
    )
