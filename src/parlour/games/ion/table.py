"""ION in words: moves, views, sentences and reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from parlour.core.bits import size
from parlour.core.errors import BadSetup
from parlour.core.game import Event, Game, Move, Outcome, Race, Told, View
from parlour.core.options import Choice, Number, Subset, Switch, Time
from parlour.core.state import State
from parlour.core.story import Tale
from parlour.core.words import both, say
from parlour.games.ion import choices, moves, picture, piles, position, reasons, record, rules, turns
from parlour.games.ion.cards import ACTION_WORDS, DECK, NEW_GAME, TYPE_NAMES
from parlour.games.ion.moves import (
    PLAIN,
    Block,
    Call,
    Challenge,
    Give,
    PickOne,
    PickTwo,
    Play,
    Shift,
    Slap,
    label,
)
from parlour.games.ion.position import DECISIONS, STAY, Position, cards_in, names_of, numbers
from parlour.games.ion.story import story
from parlour.games.ion.timeout import default_move


class Aimed(msgspec.Struct, frozen=True):
    """An action that waits for its target's answer."""

    action: str
    source: int
    target: int
    can_block: bool
    can_shift: bool
    cards: int | None
    """How many cards whom it hits will hold, where the rules say it (ION-53)."""


class Fight(msgspec.Struct, frozen=True):
    """A duel: challenger, challenged, and the challenger's numbers once picked."""

    source: int
    target: int
    pair: list[int]


class Running(msgspec.Struct, frozen=True):
    """A race: whose Tick-Tack, who still has to answer, and the viewer's own answer."""

    by: int
    waiting: list[int]
    answer: str | None


class Known(msgspec.Struct, frozen=True):
    """A hidden card whose place the viewer knows: `hand` or `spoils` of a seat, `pile` (then `layer` counts from the top),
    or the `gift`."""

    card: str
    place: str
    seat: int | None = None
    layer: int | None = None


class Recycled(msgspec.Struct, frozen=True):
    """Common knowledge after a reshuffle: the cards that went back and were not seen since, and how many are where."""

    cards: list[str]
    in_hands: list[int]
    in_pile: int


class IonView(View):
    """One seat's table: its own cards, what it knows of others, and everything that lies open."""

    mode: str
    target: int
    hand_no: int
    turn: int
    turn_cap: int
    """A hand stalls when more turns than this have begun; 0 where none does."""
    decision: str
    hand: list[str]
    fitting: list[str]
    """The cards of the own hand that match the table card."""
    hand_sizes: list[int]
    alive: list[bool]
    next: list[int]
    previous: list[int]
    """By seat: the nearest players to the right and to the left who have not exploded (ION-38)."""
    score: list[int]
    dealer: int
    table: str
    match: list[int]
    sum: int | None
    """The sum to match, where the sum rule is on."""
    pile: int
    layers: list[int]
    """The sizes of the pile's layers from the top; all but the first are old hands from New Game +5."""
    played: list[str]
    spoils_sizes: list[int]
    spoils: list[str]
    pending: Aimed | None
    duel: Fight | None
    race: Running | None
    gift: str | None
    """The gift on its way, for its giver."""
    drawn: str | None
    """The card just drawn, for who drew it."""
    drawn_only: bool
    leaving: int | None
    known: list[Known]
    recycled: Recycled | None
    hand_winner: int | None
    winners: list[int]


def cards_counted(count: int) -> str:
    return say("1 card") if count == 1 else say("{count} cards", count=count)


class Points(Number):
    """A tournament's target; as examples only those that do not take hours to reach at random."""

    def examples(self, players: int) -> list[int]:
        return [self.least, 500]


class Ion(Game):
    key = "ion"
    name = "ION"
    pitch = "Match the dots, dodge fourteen actions, slap first, and be the first without cards."
    minutes = 25
    seats = range(2, 11)
    version = 3
    prefix = "ION"
    round_field = "hand_no"
    decisive = frozenset({"duel_won", "skipped", "exploded", "slapped", "hand_ended"})
    turn_rule = "ION-16"
    over_rule = "ION-98"
    time_rule = "ION-R32"
    options = (
        Choice(
            "mode",
            "quick",
            "ION-4",
            "How long the game goes.",
            {"quick": say("one hand"), "tournament": say("a tournament up to the target")},
        ),
        Points("target", 1500, "ION-6", "The points that win a tournament.", 200, 20000, 50),
        Switch("sum_rule", False, "ION-15", "A card also fits when its dots add up to the table card's sum."),
        Subset(
            "removed_actions",
            [],
            "ION-101",
            "Actions that are taken out of the deck.",
            dict(zip(ACTION_WORDS, TYPE_NAMES[1:], strict=True)),
        ),
        Choice(
            "bomb",
            "auto",
            "ION-R24",
            "When the Bomb is in the deck.",
            {"auto": say("in tournaments of three or more"), "always": say("always"), "never": say("never")},
        ),
        Choice(
            "bomb_face_up",
            "literal",
            "ION-R21",
            "What happens to a Bomb that is turned up at the start.",
            {"literal": say("it explodes"), "redraw": say("it is shuffled back")},
        ),
        Switch("drawn_only", True, "ION-R9", "After a draw only the drawn card may be played, not any other."),
        Choice(
            "challenge_hit",
            "owner",
            "ION-R14",
            "Who wins a duel.",
            {"owner": say("whoever owns the number that appears"), "own_roll": say("the first to roll an own number")},
        ),
        Choice(
            "challenge_reach",
            "next_only",
            "ION-R13",
            "Who may Block a challenge.",
            {"next_only": say("only the next player"), "any_target": say("every challenged player")},
        ),
        Switch("no_play_shiftable", False, "ION-R12", "A No Play may be shifted to the next player."),
        Choice(
            "race_mode",
            "realtime",
            "ION-R19",
            "How a Tick-Tack is decided.",
            {"realtime": say("the fastest slap counts"), "sealed": say("all answer sealed, and chance decides the order")},
        ),
        Switch("assist_slap", False, "ION-R19", "Only cards that fit can be slapped."),
        Time("race_ms", 5000, "ION-77", "How long a real-time race stays open.", 1500, 15000),
        Choice(
            "dealer_rotation",
            "right",
            "ION-R28",
            "Who deals the next hand.",
            {"right": say("the seat to the right"), "winner": say("the winner"), "random": say("chance decides")},
        ),
        Switch("stalls", True, "ION-R26", "A hand that takes too many turns is ended and counted.", printed=False),
        Number("turn_cap_base", 300, "ION-R26", "A hand stalls after this many turns and 20 more for each player.", 20, 3000),
    )
    rules = rules
    moves = (Play, Slap, Give, Block, Shift, *PLAIN, Call, Challenge, PickTwo, PickOne)
    phases = DECISIONS[:-1]
    Position = Position
    told = {
        record.HAND_BEGAN: Told("hand", "hand seat cards", "Hand {hand}: {seat} deals {cards} each."),
        record.DEALT: Told("dealt", "seat card", secret={"card": ("seat",)}),
        record.TURNED_UP: Told("turned_up", "seat card", "{card} is turned up, as if {seat} had played it."),
        record.PLAYED: Told("played", "seat card left", "{seat} plays {card}{left}."),
        record.DREW: Told("drew", "seat card pile", "{seat} draws {card}.", "{seat} draws a card.", {"card": ("seat",)}),
        record.KEPT: Told("kept", "seat", "{seat} keeps it."),
        record.PASSED: Told("passed", "seat", "{seat} has nothing to play and nothing to draw, and passes."),
        record.RESHUFFLED: Told("reshuffled", "pile", "The played cards are shuffled: a new pile of {pile}."),
        record.AIMED: Told("aimed", "source target action", "{source} aims {action} at {target}."),
        record.BLOCKED: Told("blocked", "seat card action left", "{seat} blocks the {action} with {card}{left}."),
        record.SHIFTED: Told(
            "shifted", "seat card action target left", "{seat} shifts the {action} on to {target} with {card}{left}."
        ),
        record.ACCEPTED: Told("accepted", "seat action", "{seat} accepts the {action}."),
        record.ROLLED: Told("rolled", "seat number victim", "The black die shows {number} for {victim}."),
        record.CHALLENGED: Told("challenged", "source target", "{source} challenges {target}."),
        record.PICKED_TWO: Told("picked_two", "seat low high", "{seat} picks {low} and {high}."),
        record.PICKED_ONE: Told("picked_one", "seat number", "{seat} picks {number}."),
        record.THREW: Told("threw", "seat number", "{seat} rolls a {number}.", fleeting=True),
        record.DUEL_WON: Told("duel_won", "winner loser", "{winner} wins the duel against {loser}."),
        record.GAVE: Told(
            "gave", "seat card", "{seat} puts {card} down as a gift.", "{seat} puts a gift face down.", {"card": ("seat",)}
        ),
        record.RECEIVED: Told(
            "received",
            "seat card giver",
            "{seat} gets {card} from {giver}. Only those two know.",
            "{seat} gets the gift of {giver}.",
            {"card": ("seat", "giver")},
        ),
        record.SET_ASIDE: Told("set_aside", "seat old", "{seat} puts {old} aside for a new game."),
        record.PUT_UNDER: Told("put_under", "seat old", "{old} of {seat} go under the pile."),
        record.EXCHANGED: Told("exchanged", "seat old new", "{seat} has exchanged {old} for {new}."),
        record.SKIPPED: Told("skipped", "seat", "{seat} does not play this time."),
        record.AGAIN: Told("again", "seat", "{seat} plays again."),
        record.EXPLODED: Told("exploded", "seat bomber cards", "{seat} explodes! {bomber} sets {cards} aside."),
        record.CALLED: Told("called", "seat number", "{seat} calls {number}."),
        record.RACE_OPENED: Told("race", "seat", "Tick-Tack! Everyone but {seat} may slap."),
        record.ANSWERED: Told("answered", "seat answer", "{seat} {answer}.", "{seat} has answered.", {"answer": ("seat",)}),
        record.SLAPPED: Told("slapped", "seat card fits", "{seat} is first with {card}: {fits}."),
        record.LAPSED: Told("lapsed", "seat", "Nobody slaps. Play goes on after {seat}."),
        record.HAND_ENDED: Told("hand_ended", "winner how hand", "{winner} {how}. Hand {hand} is over."),
        record.LEFT_WITH: Told("left_with", "seat cards points", "{seat} is left with {cards}, {points} points."),
        record.SCORED: Told("scored", "seat points spoils total", "{seat} scores {points}{spoils} and has {total}."),
        record.FINISHED: Told("finished", "won", "The match is over: {won} won."),
    }

    def word(self, field: str, value: int, names: Sequence[str]) -> str:
        if field in ("seat", "source", "target", "victim", "winner", "loser", "giver", "bomber"):
            return names[value] if value >= 0 else say("Nobody")
        if field == "won":
            return both([names[seat] for seat in range(len(names)) if (value >> seat) & 1])
        words: dict[str, Callable[[int], str]] = {
            "card": label,
            "action": lambda v: TYPE_NAMES[v],
            "cards": cards_counted,
            "old": cards_counted,
            "left": lambda v: {0: say(", the last card"), 1: say(". One card left")}.get(v, ""),
            "answer": lambda v: say("stays out") if v < 0 else say("slaps {card}", card=label(v)),
            "fits": lambda v: say("it fits") if v else say("it does not fit and costs two cards"),
            "how": lambda v: ENDINGS[v],
            "spoils": lambda v: say(" ({spoils} of them spoils)", spoils=v) if v else "",
        }
        return words[field](value) if field in words else str(value)

    def check_setup(self, state: State) -> None:
        """The deck must be large enough for hands of four (ION-102)."""
        rules.put_together_deck(state)
        if rules.cards_each(state) < record.LEAST_HAND:
            cards = piles.count(state.deck, 0)
            most = max(n for n in range(1, 11) if (cards - 1 - n) // n >= record.LEAST_HAND)
            small = say(
                "A deck of {cards} cards is too small for {players} players: everybody needs at least {least} cards.",
                cards=cards,
                players=state.players,
                least=record.LEAST_HAND,
            )
            enough = say("It is enough for {most} players.", most=most) if most > 1 else say("Leave more actions in.")
            raise BadSetup(say("{first} {second} (ION-102)", first=small, second=enough))

    # Moves.

    def phase(self, state: State) -> str:
        return DECISIONS[state.node]

    def number(self, move: Any) -> int:
        return moves.number(move)

    def move(self, number: int) -> Move:
        return moves.move(number)

    def text(self, move: Any, seat: int) -> str:
        return moves.text(move)

    def parse(self, text: str, seat: int) -> Move:
        return moves.parse(text)

    def label(self, move: Any, seat: int) -> str:
        return moves.button(move)

    # Why not.

    def why_not(self, state: State, seat: int, move: Any) -> tuple[str, str]:
        return reasons.why_not(state, seat, move)

    def why_wait(self, state: State, seat: int, move: Any) -> tuple[str, str]:
        return reasons.why_wait(state, seat) or super().why_wait(state, seat, move)

    # What is seen.

    def view(self, state: State, seat: int | None) -> IonView:
        players = range(state.players)
        tournament = state.mode == record.TOURNAMENT
        hand = [] if seat is None else cards_in(state.hand, seat)
        own_spoils = cards_in(state.spoils, seat) if seat is not None and tournament else []
        who = choices.acting(state)
        return IonView(
            players=state.players,
            seat=seat,
            acting=[s for s in players if (who >> s) & 1],
            mode="tournament" if tournament else "quick",
            target=state.target,
            hand_no=state.hand_no,
            turn=state.turn_count,
            turn_cap=choices.turn_cap(state) if state.stalls else 0,
            decision=DECISIONS[state.node],
            hand=names_of(hand),
            fitting=names_of(card for card in hand if piles.fits(state, card)),
            hand_sizes=[piles.count(state.hand, s) for s in players],
            alive=[bool((state.alive >> s) & 1) for s in players],
            next=[turns.next_seat(state, s) for s in players],
            previous=[turns.previous_seat(state, s) for s in players],
            score=[state.score[s] for s in players],
            dealer=state.dealer,
            table=DECK[state.top].id,
            match=numbers(state.match),
            sum=state.total or None if state.sum_rule else None,
            pile=state.pile_size,
            layers=self._layers(state),
            played=names_of(cards_in(state.played)),
            spoils_sizes=[piles.count(state.spoils, s) for s in players],
            spoils=names_of(own_spoils),
            pending=self._pending(state),
            duel=self._duel(state),
            race=self._race(state, seat),
            gift=DECK[state.gift].id if state.gift >= 0 and seat is not None and state.source == seat else None,
            drawn=DECK[state.drawn].id if state.drawn >= 0 and state.actor == seat else None,
            drawn_only=bool(state.drawn_only),
            leaving=state.leaving if state.leaving >= 0 else None,
            known=[] if seat is None else [self._known(state, card) for card in cards_in(state.known, seat)],
            recycled=self._recycled(state),
            hand_winner=state.hand_winner if state.hand_winner >= 0 else None,
            winners=[s for s in players if (state.won >> s) & 1],
        )

    def _layers(self, state: State) -> list[int]:
        return [len(layer) for layer in position.pile_layers(state) if layer]

    def _pending(self, state: State) -> Aimed | None:
        if not state.pending:
            return None
        ways = bool(choices.can_block(state)), bool(choices.can_shift(state))
        cards = piles.count(state.hand, state.victim) + record.NEW_GAME_EXTRA if state.pending == NEW_GAME else None
        return Aimed(str(TYPE_NAMES[state.pending]), state.source, state.victim, *ways, cards)

    def _duel(self, state: State) -> Fight | None:
        if state.node not in (record.AT_PAIR, record.AT_ONE):
            return None
        return Fight(state.source, state.victim, numbers(state.pair))

    def _race(self, state: State, seat: int | None) -> Running | None:
        if state.node != record.AT_RACE:
            return None
        answer = None if seat is None else state.slap[seat]
        own = None if answer in (None, record.NOT_YET) else STAY if answer == record.STAYED else DECK[answer].id
        return Running(state.race_by, [s for s in range(state.players) if (state.waiting >> s) & 1], own)

    def _known(self, state: State, card: int) -> Known:
        name = DECK[card].id
        for other in range(state.players):
            if piles.contains(state.hand, other, card):
                return Known(name, "hand", seat=other)
            if piles.contains(state.spoils, other, card):
                return Known(name, "spoils", seat=other)
        if card == state.gift:
            return Known(name, "gift")
        layers = position.pile_layers(state)
        return Known(name, "pile", layer=next(number for number, layer in enumerate(layers) if card in layer))

    def _recycled(self, state: State) -> Recycled | None:
        cards = set(cards_in(state.recycled))
        if not cards:
            return None
        in_hands = [len(cards.intersection(cards_in(state.hand, seat))) for seat in range(state.players)]
        in_pile = sum(card in cards for layer in position.pile_layers(state) for card in layer)
        return Recycled(names_of(sorted(cards)), in_hands, in_pile)

    def without_clock(self, options: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Sealed: all answer at the same time (ION-77, R19)."""
        return {"race_mode": "sealed", **(options or {})}

    def race(self, state: State) -> Race | None:
        """A Tick-Tack in real time (ION-70, 77, R18); whoever does not slap stays out."""
        open_now = state.node == record.AT_RACE and state.race_mode == record.REALTIME
        return Race(state.race_ms, record.STAY) if open_now else None

    def time_out(self, state: State, seat: int) -> Move:
        return self.move(default_move(state, seat))

    def facts(self) -> dict[str, Any]:
        """The cards by number with their action and zones; the actions by number, as options write them and as printed."""
        return {"cards": [list(card) for card in DECK], "actions": ["", *ACTION_WORDS], "names": [str(n) for n in TYPE_NAMES]}

    def reason(self, state: State) -> str:
        if state.mode == record.TOURNAMENT:
            return say("somebody has {target} points or more", target=state.target)
        if state.ended in (record.STALLED_BY_PASSES, record.STALLED_BY_CAP):
            if size(state.won) == 1:
                return say("the hand is stalled and the lowest hand wins")
            return say("the hand is stalled with equal hands")
        return say("somebody has no cards left") if state.ended == record.WENT_OUT else say("only one player is left")

    def story(self, events: Sequence[Event], outcome: Outcome, names: Sequence[str]) -> list[Tale]:
        return story(events, outcome, names, label)

    def svg(self, view: Any, names: Sequence[str]) -> str:
        return picture.svg(view, names)

    def draw(self, view: Any, names: Sequence[str]) -> str:
        return picture.draw(view, names)

    # Positions.

    def place(self, given: Any, state: State) -> None:
        position.place(given, state)

    def position_of(self, state: State) -> Any:
        return position.position_of(state, self.chosen(state))

    def problems(self, state: State) -> Iterator[str]:
        return position.problems(state)


ENDINGS = {
    record.WENT_OUT: say("has no cards left"),
    record.SURVIVED: say("is the only one left"),
    record.STALLED_BY_PASSES: say("alone has the lowest hand when nobody can move"),
    record.STALLED_BY_CAP: say("alone has the lowest hand when the turns run out"),
}
