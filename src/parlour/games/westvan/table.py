"""West Van Soft in words: moves, views, sentences and reasons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from parlour.core.game import Event, Game, Outcome, Told, View
from parlour.core.options import Choice, Seat, Switch
from parlour.core.state import State
from parlour.core.story import Tale
from parlour.core.words import say
from parlour.games.westvan import memory, moves, picture, position, problems, reasons, record, rules, scoring, terminal
from parlour.games.westvan.cards import (
    BURN,
    CARDS,
    CHARACTERS,
    DAYS,
    DEAL,
    FIRST_SCOOP,
    FIRST_TOPPING,
    INGREDIENTS,
    MELTS,
    NOTHING,
    OVER,
    PASSED_CYCLES,
    PLAY,
    TRAY,
)
from parlour.games.westvan.moves import ordinal
from parlour.games.westvan.position import MODES, PHASES, TURNS
from parlour.games.westvan.story import story


class Freezer(msgspec.Struct, frozen=True):
    """A hand: how many cards, and those that the viewer is certain of; all of them in the own one."""

    size: int
    cards: list[str]


class Tastes(msgspec.Struct, frozen=True):
    """A character with the words of the cards that it likes and dislikes."""

    name: str
    likes: list[str]
    dislikes: list[str]


class MeltView(msgspec.Struct, frozen=True):
    """An ice cream from the bottom. `worth` only where the viewer knows the owner's character."""

    cone: str
    scoops: list[str]
    topping: str | None
    worth: int | None
    liked: int | None


class Price(msgspec.Struct, frozen=True):
    """What a melt becomes with a card more on it; with a cone, a new melt of that cone and the card."""

    card: str
    seat: int
    melt: int
    cards: int
    liked: int
    worth: int
    cone: str | None = None


class WestVanView(View):
    """One seat's table: its freezer, character and tray, what it is certain of elsewhere, and everything open."""

    day: int
    phase: str
    current: int
    scooper: int
    turn: str
    next: int
    clockwise: bool
    mode: str
    passes: int
    closing_time: int
    """So many passes in a row end the day; 0 where none do."""
    deck: int
    discards: list[str]
    """From the oldest."""
    tray: list[str | None]
    action: str | None
    """The action that the scooper is deciding about."""
    queue: list[str]
    """Actions that are played next, the earliest first (WVS-R6)."""
    freezers: list[Freezer]
    characters: list[Tastes | None]
    known_to: list[list[int]]
    """By seat: who knows its character."""
    flights: list[list[MeltView]]
    total: list[int]
    earned: list[list[int]]
    used: list[str]
    could: list[list[str]]
    """By seat: the characters that it may be, by all that the viewer knows for certain (WVS-06, R21)."""
    prices: list[Price]
    """What each of the viewer's cards would make of the melts of those whose character the viewer knows."""
    may_ask: list[int]


CHOICES = {
    "turn": (say("opens as scooper"), say("is next"), say("closes the round as scooper")),
    "mode": (say("delivery"), say("self-serve")),
    "why": (
        say("the last card is played"),
        say("the last card is gone"),
        say("closing time, nobody plays any more"),
        say("the question took the last card"),
    ),
    "how": (say("every card in flight and freezer costs a point"), say("the melts count against their owner")),
}


class WestVan(Game):
    key = "westvan"
    name = "West Van Soft"
    pitch = "Build ice creams for your secret craving, and find out what the others cannot stand."
    minutes = 30
    seats = range(2, 7)
    version = 4
    prefix = "WVS"
    round_field = "day"
    decisive = frozenset({"fed", "swapped", "burned", "day_over"})
    turn_rule = "WVS-15"
    over_rule = "WVS-60"
    options = (
        Switch("open_melts_score", True, "WVS-R10", "Melts without a topping score too."),
        Choice(
            "liked",
            "cards",
            "WVS-R11",
            "What multiplies the points of a melt.",
            {"cards": say("every liked card"), "kinds": say("every liked kind, once")},
        ),
        Choice(
            "freezer_burn",
            "flat",
            "WVS-R12",
            "What Freezer burn costs.",
            {
                "flat": say("a point for every card in flight and freezer"),
                "reversed": say("the melts count against their owner"),
            },
        ),
        Switch("sommelier", False, "WVS-R24", "Who asks whose turn it is gets Freezer burn."),
        Choice(
            "questions",
            "day",
            "WVS-R26",
            "How often everybody may ask.",
            {"day": say("once a day"), "turn": say("once in every turn")},
            printed="turn",
        ),
        Choice(
            "refills",
            "discarded",
            "WVS-R6",
            "Actions among the cards that the scooper draws for the dog or the mould.",
            {"discarded": say("are discarded"), "played": say("are played next")},
            printed="played",
        ),
        Switch("closing_time", True, "WVS-R14", "A day ends when everybody has only passed three times round.", printed=False),
        Choice(
            "day_start",
            "spread",
            "WVS-R17",
            "Who scoops first on days 2 and 3.",
            {
                "spread": say("seats evenly spread around the table"),
                "clockwise": say("the next one clockwise"),
                "random": say("chance decides"),
            },
            printed="random",
        ),
        Seat(
            "first_scooper",
            "random",
            "WVS-R27",
            "Who scoops first on day 1.",
        ),
    )
    rules = rules
    moves = moves.MOVES
    phases = PHASES[:-1]
    Position = position.WestVanPosition
    told = {
        record.DAY: Told("day", "day seat", "Day {day}: {seat} scoops first."),
        record.CHARACTER: Told("character", "seat taste", "{seat} is {taste} today.", "", {"taste": ("seat",)}),
        record.TURN: Told("turn", "seat turn", "{seat} {turn}."),
        record.TRAYED: Told("trayed", "seat card", "{seat} draws {card}.", "{seat} draws a card.", {"card": ("seat",)}),
        record.ACTED: Told("acted", "seat card", "{seat} plays {card}!", fleeting=True),
        record.BUDGED: Told("budged", "direction", "Play runs {direction} now."),
        record.SWITCHED: Told("switched", "mode", "Cards are shared by {mode} now."),
        record.SWAPPED: Told(
            "swapped",
            "seat one two taste_one taste_two",
            "{one} and {two} swap characters: {one} is {taste_one} now, {two} is {taste_two}. Only these two know.",
            "{one} and {two} swap characters.",
            {"taste_one": ("one", "two"), "taste_two": ("one", "two")},
        ),
        record.FED: Told("fed", "seat cards", "The dog has had {cards} {cards:one=card|other=cards} of {seat}'s."),
        record.SPARED: Told("spared", "seat", "{seat} keeps Freezer burn."),
        record.PURGED: Told("purged", "seat cards", "{seat} loses {cards} {cards:one=mouldy cone|other=mouldy cones}."),
        record.REFILLED: Told("refilled", "seat card", "{seat} draws {card}.", "{seat} draws a card.", {"card": ("seat",)}),
        record.WASTED: Told("wasted", "seat card", "{seat} draws {card}: no effect here, it is discarded.", fleeting=True),
        record.QUEUED: Told("queued", "seat card", "{seat} draws {card}: it is played next.", fleeting=True),
        record.BINNED: Told("binned", "seat card", "{seat} discards {card}.", fleeting=True),
        record.KEPT: Told(
            "kept",
            "seat card other",
            "{seat} keeps {card} and discards {other}.",
            "{seat} keeps one card and discards {other}.",
            {"card": ("seat",)},
        ),
        record.STARTED: Told("started", "seat cone scoop melt", "{seat} starts a melt: {cone}, {scoop}."),
        record.SCOOPED: Told("scooped", "seat scoop owner melt", "{seat} scoops {scoop} onto {owner}'s {melt} melt."),
        record.TOPPED: Told(
            "topped", "seat topping owner melt", "{seat} tops {owner}'s {melt} melt with {topping}: it is done."
        ),
        record.PASSED: Told("passed", "seat", "{seat} passes."),
        record.GAVE: Told(
            "gave",
            "giver taker card",
            "{giver} hands {taker} {card}. Only these two know.",
            "{giver} hands {taker} a card.",
            {"card": ("giver", "taker")},
        ),
        record.TOOK: Told(
            "took",
            "taker giver card",
            "{taker} takes {card} from {giver}. Only these two know.",
            "{taker} takes a card from {giver}.",
            {"card": ("giver", "taker")},
        ),
        record.DISCARDED: Told("discarded", "seat card", "{seat} discards {card}."),
        record.RESHUFFLED: Told("reshuffled", "cards", "The discards are shuffled: a new deck of {cards} cards."),
        record.ASKED: Told("asked", "seat holder", "{seat} asks whose turn it is. Freezer burn {holder}."),
        record.DAY_OVER: Told("day_over", "day why who", "Day {day} is over: {why} ({who})."),
        record.LEFT: Told("left", "seat card count", "{seat} still holds {count} × {card}.", fleeting=True),
        record.MELTED: Told(
            "melted", "seat melt cards liked worth", "{seat}'s {melt} melt: {cards} cards, {liked} liked, worth {worth}."
        ),
        record.BURNED: Told("burned", "seat how cost", "{seat} has Freezer burn: {how}."),
        record.SCORED: Told(
            "scored",
            "seat taste cards points total",
            "{seat} was {taste}: {cards} {cards:one=card|other=cards} left, {points} {points:one=point|other=points}, "
            "{total} in all.",
        ),
        record.FINISHED: Told("finished", "", "Three days are over."),
    }

    def word(self, field: str, value: int, names: Sequence[str]) -> str:
        if field in ("seat", "one", "two", "giver", "taker", "owner", "who"):
            return names[value]
        if field in ("card", "other", "cone", "scoop", "topping"):
            return CARDS[value].name
        if field in ("taste", "taste_one", "taste_two"):
            return CHARACTERS[value].name
        if field == "melt":
            return ordinal(value)
        if field == "holder":
            return say("stays where it is") if value < 0 else say("comes over from {name}", name=names[value])
        if field == "direction":
            return say("clockwise") if value > 0 else say("counter-clockwise")
        return CHOICES[field][value] if field in CHOICES else str(value)

    # Moves.

    def phase(self, state: State) -> str:
        return PHASES[state.phase]

    def number(self, move: Any) -> int:
        return moves.number(move)

    def move(self, number: int) -> Any:
        return moves.move(number)

    def text(self, move: Any, seat: int) -> str:
        return moves.text(move, seat)

    def parse(self, text: str, seat: int) -> Any:
        return moves.parse(text, seat)

    def label(self, move: Any, seat: int) -> str:
        return moves.label(move, seat)

    def why_not(self, state: State, seat: int, move: Any) -> tuple[str, str]:
        return reasons.why_not(state, seat, move)

    def why_wait(self, state: State, seat: int, move: Any) -> tuple[str, str]:
        return reasons.why_not_ask(state) if isinstance(move, moves.Ask) else super().why_wait(state, seat, move)

    def awaited(self, state: State, acting: int) -> int:
        """The current player alone: with the sommelier rule the others may ask, but nobody waits for a question."""
        return 0 if state.phase == OVER else 1 << state.current

    # What is seen.

    def view(self, state: State, seat: int | None) -> WestVanView:
        players = range(state.players)
        over = state.phase == OVER
        viewer = memory.PUBLIC if seat is None else seat
        who = rules.acting(state)
        seen = [over or bool((state.tastes_seen[s] >> viewer) & 1) for s in players]
        return WestVanView(
            players=state.players,
            seat=seat,
            acting=[s for s in players if (who >> s) & 1],
            day=state.day,
            phase=PHASES[state.phase],
            current=state.current,
            scooper=state.scooper,
            turn=TURNS[state.turn],
            next=rules.next_seat(state, state.current),
            clockwise=state.direction == record.CLOCKWISE,
            mode=MODES[state.mode],
            passes=state.passes,
            closing_time=PASSED_CYCLES * (state.players + 1) if state.closing_time else 0,
            deck=state.deck,
            discards=position.discard_words(state),
            tray=self._tray(state, seat),
            action=None if state.resolving == NOTHING else CARDS[state.tray[state.resolving]].word,
            queue=[CARDS[card].word for card in state.queue[: state.queued]],
            freezers=[self._freezer(state, viewer, s) for s in players],
            characters=[_tastes(state.taste[s]) if seen[s] else None for s in players],
            known_to=[[v for v in players if (state.tastes_seen[s] >> v) & 1] for s in players],
            flights=[self._flight(state, s, seen[s]) for s in players],
            total=[state.total[s] for s in players],
            earned=[[state.earned[day, s] for s in players] for day in range(position.finished_days(state))],
            used=[str(CHARACTERS[taste].name) for taste in range(len(CHARACTERS)) if (state.used >> taste) & 1],
            could=self._could(state, seen),
            prices=self._prices(state, seat, seen),
            may_ask=[s for s in players if (state.chances >> s) & 1],
        )

    def _tray(self, state: State, seat: int | None) -> list[str | None]:
        """The scooper sees both cards; the others that they are there, and the action being resolved."""
        slots = [slot for slot in range(TRAY) if state.tray[slot] != NOTHING]
        open_to_all = [slot == state.resolving or seat == state.scooper or state.phase == OVER for slot in slots]
        return [CARDS[state.tray[slot]].word if seen else None for slot, seen in zip(slots, open_to_all, strict=True)]

    def _freezer(self, state: State, viewer: int, seat: int) -> Freezer:
        if viewer == seat or state.phase == OVER:
            return Freezer(state.size[seat], position.freezer_words(state, seat))
        known = [] if viewer == memory.PUBLIC else position.known_words(state, viewer, seat)
        if memory.burn_certain(state, viewer) == seat:
            known.append(CARDS[BURN].word)
        return Freezer(state.size[seat], known)

    def _flight(self, state: State, seat: int, seen: bool) -> list[MeltView]:
        melts = []
        for number, melt in enumerate(position.melts_of(state, seat)):
            _, liked, worth = scoring.melt_value(state, MELTS * seat + number, state.taste[seat])
            melts.append(MeltView(melt.cone, melt.scoops, melt.topping, worth if seen else None, liked if seen else None))
        return melts

    def _could(self, state: State, seen: Sequence[bool]) -> list[list[str]]:
        """Nobody is dealt a character of an earlier day (WVS-06), and no two of today are the same."""
        known = [state.taste[s] for s in range(state.players) if seen[s]]
        free = [taste for taste in range(len(CHARACTERS)) if not (state.used >> taste) & 1 and taste not in known]
        names = [str(CHARACTERS[taste].name) for taste in free]
        return [[str(CHARACTERS[state.taste[s]].name)] if seen[s] else names for s in range(state.players)]

    def _prices(self, state: State, seat: int | None, seen: Sequence[bool]) -> list[Price]:
        """Told to whoever plays now, and to nobody else: what others hold is theirs."""
        if seat is None or state.phase != PLAY or state.current != seat:
            return []
        held = sorted(set(position.cards_of(state.freezer[seat])))
        found = []
        for owner in (s for s in range(state.players) if seen[s]):
            for melt in range(state.melts[owner]):
                place = MELTS * owner + melt
                if (state.open >> place) & 1:
                    for kind in held:
                        if kind >= FIRST_SCOOP:
                            value = scoring.melt_with(state, place, kind, state.taste[owner])
                            found.append(Price(CARDS[kind].word, owner, melt, *value))
        if state.melts[seat] < MELTS:
            for cone in (kind for kind in held if kind < FIRST_SCOOP):
                for scoop in (kind for kind in held if FIRST_SCOOP <= kind < FIRST_TOPPING):
                    cards, liked, worth = scoring.new_melt_value(state, cone, scoop, state.taste[seat])
                    new = Price(CARDS[scoop].word, seat, state.melts[seat], cards, liked, worth, CARDS[cone].word)
                    found.append(new)
        return found

    def facts(self) -> dict[str, Any]:
        """The words of all kinds of cards by number with what sort each is, how many cards a freezer has at the start of a day,
        and the characters, whose list is public (ledger 1.2)."""
        tastes = [msgspec.to_builtins(_tastes(number)) for number in range(len(CHARACTERS))]
        sorts = [
            "cone" if kind < FIRST_SCOOP else "scoop" if kind < FIRST_TOPPING else "top" if kind < INGREDIENTS else "special"
            for kind in range(len(CARDS))
        ]
        return {"cards": [card.word for card in CARDS], "sorts": sorts, "freezer": DEAL, "characters": tastes}

    def reason(self, state: State) -> str:
        return say("{days} days are over", days=DAYS)

    def story(self, events: Sequence[Event], outcome: Outcome, names: Sequence[str]) -> list[Tale]:
        return story(events, outcome, names, lambda taste: self.word("taste", taste, names))

    def svg(self, view: Any, names: Sequence[str]) -> str:
        return picture.svg(view, names)

    def draw(self, view: Any, names: Sequence[str]) -> str:
        return terminal.draw(view, names)

    # Positions.

    def place(self, given: position.WestVanPosition, state: State) -> None:
        position.place(given, state)

    def position_of(self, state: State) -> position.WestVanPosition:
        return position.position_of(state, self.chosen(state))

    def problems(self, state: State) -> Iterator[str]:
        return problems.problems(state)


def _tastes(taste: int) -> Tastes:
    character = CHARACTERS[taste]
    return Tastes(str(character.name), character.likes.split(), character.dislikes.split())
