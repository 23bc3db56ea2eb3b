"""ICECOOL2 in words: views, sentences and reasons. Its moves are in moves.py, its positions in position.py."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from parlour.core.game import Event, Game, Move, Outcome, Told, View, Way
from parlour.core.options import Choice, Number, Option, Seat, Subset, Switch
from parlour.core.state import State
from parlour.core.story import Tale
from parlour.core.words import both, either, say
from parlour.games.icecool import choices, happening, layout, moves, plan, position, rules, scene, sketch
from parlour.games.icecool.flick import UNSTEADY
from parlour.games.icecool.glance import Glance, glance
from parlour.games.icecool.ground import STEPS
from parlour.games.icecool.hidden import face_down, rounds
from parlour.games.icecool.layout import Model, Plan
from parlour.games.icecool.moves import (
    CARDS,
    COLOUR_WORDS,
    COLOURS,
    TASK_NAMES,
    TASKS,
    Announce,
    Catcher,
    End,
    Flick,
    MoveFish,
    Place,
    Skate,
)
from parlour.games.icecool.parts import (
    ANNOUNCE,
    FINISHED,
    FISH,
    JAMBS,
    MOST_OF_A_VALUE,
    POST,
    PREFLICK,
    ROOMS,
    STATION,
    TOURNAMENT,
    TWO,
)
from parlour.games.icecool.position import PHASES
from parlour.games.icecool.practice import Practice, PracticeAnswer, PracticeAsk, practise
from parlour.games.icecool.report import COLOUR_NAMES, FlickReport, Spot
from parlour.games.icecool.school import DOOR_IDS, ROOM, ROOM_IDS
from parlour.games.icecool.spots import is_stuck, rooms_of
from parlour.games.icecool.story import story
from parlour.games.icecool.trajectory import to_base64

if TYPE_CHECKING:
    from parlour.games.icecool.physics import FlickRun

SIDES = (say("north wall"), say("east wall"), say("south wall"), say("west wall"))
HANDS = {
    "perfect": say("perfectly steady"),
    "sure": say("very steady"),
    "good": say("steady"),
    "fair": say("fairly steady"),
    "shaky": say("shaky"),
    "child": say("like a child's"),
}
TASK_WORDS = {
    "jump": say("Jump: over a wall into the next room"),
    "two-doors": say("Two doors: through two doors in one flick"),
    "bounce": say("Bounce: off a wall and then through a door"),
}
WHY_ROUND_OVER = {
    rules.THREE_FISH: say("a Runner has all three fish"),
    rules.ALL_IDS: say("the Catcher holds every ID"),
    rules.SECOND_CATCH: say("the Runner is caught for the second time"),
    rules.TOO_LONG: say("everybody has had so many turns that it is called off"),
}
# A room as each sentence needs it, so that a language with cases can say it well.
INTO = {
    "CLS": say("into the Classroom"),
    "KIT": say("into the Kitchen"),
    "GYM": say("into the Gym"),
    "LAB": say("into the Lab"),
    "HAL": say("into the Hall"),
}
OUT_OF = {
    "CLS": say("from the Classroom"),
    "KIT": say("from the Kitchen"),
    "GYM": say("from the Gym"),
    "LAB": say("from the Lab"),
    "HAL": say("from the Hall"),
}
WITHIN = {
    "CLS": say("in the Classroom"),
    "KIT": say("in the Kitchen"),
    "GYM": say("in the Gym"),
    "LAB": say("in the Lab"),
    "HAL": say("in the Hall"),
}
OF = {
    "CLS": say("the Classroom's"),
    "KIT": say("the Kitchen's"),
    "GYM": say("the Gym's"),
    "LAB": say("the Lab's"),
    "HAL": say("the Hall's"),
}
assert len(HANDS) == len(UNSTEADY)


@dataclass(frozen=True)
class FishDoors(Subset):
    """Exactly three doors."""

    def encode(self, value: Any, players: int) -> int:
        bits = super().encode(value, players)
        if bits.bit_count() != FISH:
            raise self.refuse(value, say("A Runner has three fish, so it takes three different doors."))
        return bits

    def examples(self, players: int) -> list[Any]:
        return [self.default, ["D5", "D6", "D7"], ["D1", "D2", "D4"]]

    def choices(self) -> str:
        return say("any three of {words}", words=", ".join(self.words))


@dataclass(frozen=True)
class FishDeck(Option):
    """How many cards of the values 1, 2 and 3: {"1": 18, "2": 18, "3": 18}, or the text 18,18,18."""

    def encode(self, value: Any, players: int) -> int:
        if isinstance(value, str):
            value = (
                dict(zip("123", (part.strip() for part in value.split(",")), strict=False)) if value.count(",") == 2 else None
            )
        if not isinstance(value, Mapping) or {str(key) for key in value} != {"1", "2", "3"}:
            raise self.refuse(value)
        number = 0
        for key, count in value.items():
            try:
                cards = int(count)
            except (TypeError, ValueError, OverflowError):
                raise self.refuse(value) from None
            if isinstance(count, bool | float) or not 0 <= cards <= MOST_OF_A_VALUE:
                raise self.refuse(value)
            if str(key) == "1" and cards % len(TASKS):
                raise self.refuse(value, say("The 1s are shared out among three tasks."))
            number |= cards << 6 * (int(key) - 1)
        return number

    def decode(self, number: int) -> dict[str, int]:
        return {str(value): (number >> 6 * (value - 1)) & 63 for value in (1, 2, 3)}

    def examples(self, players: int) -> list[Any]:
        most = dict.fromkeys("123", MOST_OF_A_VALUE)
        return [self.default, {"1": 36, "2": 9, "3": 0}, {"1": 3, "2": 2, "3": 1}, {"1": 0, "2": 36, "3": 0}, most]

    def choices(self) -> str:
        return say("counts such as 18,18,18, each up to {most}, the 1s divisible by 3", most=MOST_OF_A_VALUE)


class Penguin(msgspec.Struct, frozen=True):
    """One player's penguin: where it stands (None: not on the board), its ID, its fish."""

    colour: str
    x: float | None
    y: float | None
    room: str | None
    """The room it stands in; None when it is stuck in a door or not on the board."""
    door: str | None
    """The door it is stuck in."""
    sees: list[str]
    """Stuck: the rooms in which it can be seen."""
    close: bool
    """Close to a wall: outside the orange line."""
    caught: bool
    collected: int


class Hand(msgspec.Struct, frozen=True):
    """A player's fish cards. `faces` are those of the face-down cards, for their owner only."""

    down: int
    up: list[str]
    faces: list[str] | None
    points: int | None
    """Of all cards, for those who may know them."""
    announced: list[str]
    """Tasks of which everybody knows that a face-down card is there."""


class IcecoolView(View):
    """The school and what one seat may know of the cards."""

    phase: str
    round: int
    rounds: int
    scoring: str
    catcher: int
    turn: int
    announced: str | None
    first_flick: bool
    """The player on turn flicks from the red circle and tries again until it is away."""
    tries: int
    penguins: list[Penguin]
    fish: dict[str, list[str]]
    fish_doors: list[str]
    ids: list[int]
    """How many ID cards each seat holds."""
    cards: list[Hand]
    deck: int
    places: dict[str, Spot]
    """Where the player on turn may put the penguin on an orange line."""
    may_flick: bool
    """The player on turn may flick, if there is a task to announce right after saying which or none."""
    may_move_fish: bool
    """The seat that looks may move a fish before the flick or now."""
    glance: Glance | None
    """Where the player on turn would look first."""
    flicks: int


class Icecool(Game):
    key = "icecool"
    name = "ICECOOL2"
    pitch = "Flick your penguin through the school: fish the doors, or catch everybody who does."
    minutes = 30
    seats = range(2, 5)
    version = 2
    prefix = "ICE"
    round_field = "round_no"
    turn_rule = "ICE-12"
    over_rule = "ICE-66"
    time_rule = "ICE-R42"
    options = (
        Choice(
            "scoring",
            "standard",
            "ICE-76",
            "What the fish cards count.",
            {"standard": say("their values, and abilities"), "tournament": say("one point a card")},
        ),
        FishDeck("fish_deck", {"1": 18, "2": 18, "3": 18}, "ICE-R1", "How many fish cards of the values 1, 2 and 3 there are."),
        FishDoors(
            "fish_doors", ["D1", "D3", "D7"], "ICE-R5", "The doors on which the fish hang.", {door: door for door in DOOR_IDS}
        ),
        Choice(
            "round_end_timing",
            "flick",
            "ICE-R14",
            "When a round ends.",
            {"flick": say("after the flick"), "event": say("at once, in the middle of the flick")},
        ),
        Choice(
            "stuck_placement",
            "may",
            "ICE-R26",
            "Who is stuck in a door goes to an orange line.",
            {"may": say("by choice"), "must": say("always")},
        ),
        Switch("bluff_announce", False, "ICE-R16", "Tasks may be announced without the card."),
        Choice(
            "contact_rule",
            "any",
            "ICE-R13",
            "Which contacts catch.",
            {"any": say("every contact"), "literal": say("only what the rulebook names")},
            printed="literal",
        ),
        Choice(
            "two_player_self_catch",
            "restart-turn",
            "ICE-R31",
            "Two players: when a Runner starts again who ran into the Catcher.",
            {"restart-turn": say("at once"), "restart-next": say("after the Catcher's turn")},
        ),
        Choice(
            "first_flick_scope",
            "round",
            "ICE-R9",
            "When the first flick may be repeated.",
            {"round": say("in every round"), "game": say("only once a game")},
            printed="game",
        ),
        Number("turns_per_round_cap", 60, "ICE-R34", "Turns a player after which a round is called off.", least=1, most=500),
        Seat("first_catcher", "random", "ICE-R8", "Who is the Catcher in the first round."),
        Choice("steady", "sure", "ICE-R38", "How steady the hands are that flick.", HANDS),
    )
    rules = rules
    moves = moves.KINDS
    phases = tuple(phase for phase in PHASES if phase not in ("flying", "finished"))
    Position: ClassVar[type[msgspec.Struct]] = position.Position
    Report: ClassVar[type[msgspec.Struct] | None] = FlickReport
    Ask: ClassVar[type[msgspec.Struct] | None] = PracticeAsk
    told = {
        rules.ROUND: Told("round", "round seat", "Round {round}: {seat} is the Catcher."),
        rules.STATIONED: Told("stationed", "seat x y", "{seat} waits in the Kitchen at {x}, {y}."),
        rules.ENTERED: Told("entered", "seat x y", "{seat} enters on the red circle."),
        rules.ANNOUNCED: Told("announced", "seat task", "{seat} announces a task. {task}."),
        rules.PLACED: Told("placed", "seat room x y", "{seat} starts from {room} orange line."),
        rules.MOVED: Told("moved", "seat colour door to", "{seat} turns up two 2s: {colour}'s fish moves from {door} to {to}."),
        rules.FLICKED: Told("flicked", "seat meant flick", "{seat} flicks {flick}."),
        rules.TOUCHED: Told("touched", "seat other", "{seat} runs into {other}."),
        rules.PASSED: Told("passed", "seat door source target", "{seat} passes {door} {target}."),
        rules.FLEW: Told("flew", "seat source target over", "{seat} flies over {over} {target}."),
        rules.LEFT: Told("left", "seat source", "{seat} flies out of the school {source}."),
        rules.BUMPED: Told("bumped", "seat surface", "{seat} bounces off {surface}."),
        rules.RESTED: Told("rested", "seat x y where", "{seat} comes to rest {where}."),
        rules.RETURNED: Told("returned", "seat x y where", "{seat} is out and goes back to where the flick began."),
        rules.FISHED: Told("fished", "seat door collected", "{seat} takes the fish off {door}: {collected} of 3."),
        rules.DREW: Told("drew", "seat card", "{seat} draws a {card}.", "{seat} draws a fish card.", {"card": ("seat",)}),
        rules.DREW_UNSEEN: Told("drew_unseen", "seat", "{seat} takes a card, unseen."),
        rules.DECK_EMPTY: Told("deck_empty", "seat", "The deck is empty: no card for {seat}."),
        rules.CAUGHT: Told("caught", "seat catcher time", "{catcher} catches {seat}{time}."),
        rules.DID_TASK: Told("did_task", "seat task", "{seat} has done it and turns the card up. {task}."),
        rules.EMPTY_TASK: Told("empty_task", "seat task", "{seat} has done it without such a card: no reward. {task}."),
        rules.FAILED_TASK: Told("failed_task", "seat task", "{seat} has not done the task. {task}."),
        rules.AGAIN: Told("again", "seat tries x y", "{seat} is still on the red circle and flicks again ({tries} of 10)."),
        rules.GAVE_UP: Told("gave_up", "seat x y", "{seat} has tried ten times and is put on the orange line."),
        rules.RESTARTED: Told("restarted", "seat", "{seat} starts again from the red circle."),
        rules.SKATED: Told("skated", "seat first second", "{seat} turns up two 1s ({first}, {second}) and takes another turn."),
        rules.ENDED: Told("ended", "seat"),
        rules.ROUND_OVER: Told("round_over", "round why", "Round {round} is over: {why}."),
        rules.COLLECTED_IDS: Told("collected_ids", "seat ids", "{seat} holds {ids}."),
        rules.MATCH_OVER: Told("match_over", "won", "The match is over. {won}."),
    }

    def seat_names(self, players: int) -> list[str]:
        return list(COLOUR_NAMES.values())[:players]

    def word(self, field: str, value: int, names: Sequence[str]) -> str:
        match field:
            case "seat" | "other" | "colour" | "catcher":
                return names[value]
            case "x" | "y":
                return f"{value / STEPS:g}"
            case "room":
                return OF[ROOM_IDS[value]]
            case "source":
                return OUT_OF[ROOM_IDS[value]] if value >= 0 else say("from the school")
            case "target":
                return INTO[ROOM_IDS[value]] if value >= 0 else say("into the school")
            case "door" | "to":
                return DOOR_IDS[value]
            case "over":
                return DOOR_IDS[value] if value >= 0 else say("the wall")
            case "task":
                return TASK_WORDS[TASKS[value]]
            case "first" | "second":
                return TASK_NAMES[TASKS[value]]
            case "meant" | "flick":
                return moves.describe(value)
            case "surface":
                return surface(value)
            case "where":
                return WITHIN[ROOM_IDS[value]] if value < ROOMS else say("stuck in {door}", door=DOOR_IDS[value - ROOMS])
            case "card":
                return card_words(value)
            case "time":
                return say(": the ID changes hands") if value == 1 else say(" for the second time")
            case "ids":
                return say("1 ID") if value == 1 else say("{ids} IDs", ids=value)
            case "why":
                return WHY_ROUND_OVER[value]
            case "won":
                won = [name for seat, name in enumerate(names) if (value >> seat) & 1]
                if len(won) == 1:
                    return say("{name} wins", name=won[0])
                return say("{names} share the victory", names=both(won))
        return str(value)

    # Moves.

    def phase(self, state: State) -> str:
        return PHASES[state.phase]

    def number(self, move: Any) -> int:
        return moves.number(move)

    def move(self, number: int) -> Move:
        return moves.move(number)

    def text(self, move: Any, seat: int) -> str:
        return moves.text(move)

    def parse(self, text: str, seat: int) -> Move:
        return moves.parse(text)

    def label(self, move: Any, seat: int) -> str:
        return moves.label(move)

    def allows(self, state: State, seat: int, number: int) -> bool:
        return bool(rules.allowed(state, seat, number, ()))

    def why_not(self, state: State, seat: int, move: Any) -> tuple[str, str]:
        if state.phase == STATION:
            return "ICE-10", say("First choose your spot inside the Kitchen's orange line, such as catcher 46 53.")
        match move:
            case Catcher():
                return "ICE-10", say("The Catcher's spot is chosen once, at the start of the round.")
            case Announce():
                return self._why_not_announce(state, seat, move)
            case Place():
                return self._why_not_place(state, seat, move)
            case MoveFish():
                return self._why_not_move(state, seat, move)
            case Skate():
                return self._why_not_skate(state, seat, move)
            case End():
                if state.phase == ANNOUNCE:
                    return "ICE-13", say("Your turn begins: announce a task or nothing, then flick.")
                return "ICE-13", say("A turn is one flick: flick first.")
        if state.phase == ANNOUNCE:
            return "ICE-41", say("Before the flick say whether you try a task: announce nothing, or name one.")
        if state.phase == PREFLICK:
            return "ICE-R26", say("Stuck in the door: here you must start from an orange line.")
        return "ICE-13", say("Your flick is made: one a turn. Skate on two 1s for another turn, or end.")

    def _why_not_announce(self, state: State, seat: int, move: Announce) -> tuple[str, str]:
        if state.scoring == TOURNAMENT:
            return "ICE-78", say("In a tournament there are no abilities, so no tasks.")
        if move.task in TASKS and not choices.can_announce(state, seat, TASKS.index(move.task)):
            return "ICE-41", say("You hold no face-down 1 with the task {task}.", task=TASK_NAMES[move.task])
        return "ICE-41", say("A task is announced before anything else in the turn.")

    def _why_not_place(self, state: State, seat: int, move: Place) -> tuple[str, str]:
        if state.phase != PREFLICK:
            return "ICE-52", say("Onto an orange line you go before the flick, not now.")
        if (state.first >> seat) & 1:
            return "ICE-R37", say("The first flick of a round starts on the red circle.")
        if state.placed:
            return "ICE-52", say("You have placed your penguin on an orange line in this turn already.")
        room = ROOM_IDS[moves.room_number(move.room)]
        near = [OF[ROOM_IDS[r]] for r in range(ROOMS) if state.offer_x[r] >= 0]
        if room in self._seen_in(state, seat) and (is_stuck(state, seat) or self._close(state, seat)):
            return "ICE-53", say("No point of {room} orange line is free.", room=OF[room])
        if not near:
            return "ICE-51", say("You are neither close to a wall nor stuck in a door, so you flick from where you stand.")
        rule = "ICE-56" if is_stuck(state, seat) else "ICE-52"
        return rule, say("Your penguin is not seen {where}: {lines} line is yours.", where=WITHIN[room], lines=either(near))

    @staticmethod
    def _seen_in(state: State, seat: int) -> list[str]:
        rooms = rooms_of(state, seat)
        return [id for room, id in enumerate(ROOM_IDS) if (rooms >> room) & 1]

    @staticmethod
    def _close(state: State, seat: int) -> bool:
        return plan.close_to_wall(state.x[seat] / STEPS, state.y[seat] / STEPS)

    def _why_not_move(self, state: State, seat: int, move: MoveFish) -> tuple[str, str]:
        colour, door, to = moves.colour_number(move.colour), moves.door_number(move.door), moves.door_number(move.to)
        if state.scoring == TOURNAMENT:
            return "ICE-78", say("In a tournament there are no abilities: no fish is moved.")
        if state.phase == ANNOUNCE:
            return "ICE-41", say("First announce a task or nothing; then fish may move.")
        if state.was_out:
            return "ICE-59", say("Your turn ended out of the school: only ice skates may follow.")
        if state.down[seat, TWO] < 2:
            return "ICE-48", say("Moving a fish takes two face-down 2s; you have {cards}.", cards=state.down[seat, TWO])
        if colour >= state.players or not state.fish[colour, door]:
            return "ICE-48", say("No fish of {colour} hangs on {door}.", colour=COLOUR_WORDS[colour], door=DOOR_IDS[door])
        if door == to:
            return "ICE-48", say("The fish must go to a different door.")
        blocked = next(room for room in self._seen_in(state, colour) if room in plan.DOOR[DOOR_IDS[to]].rooms)
        return "ICE-49", say(
            "{door} is a door of the room where the penguin of {colour} is: {room}.",
            door=DOOR_IDS[to],
            colour=COLOUR_WORDS[colour],
            room=moves.ROOM_NAMES[ROOM[blocked].name.lower()],
        )

    def _why_not_skate(self, state: State, seat: int, move: Skate) -> tuple[str, str]:
        if state.scoring == TOURNAMENT:
            return "ICE-78", say("In a tournament there are no abilities, so no ice skates.")
        if state.phase != POST:
            return "ICE-39", say("Ice skates come at the end of the turn, after the flick.")
        return "ICE-39", say(
            "It takes two face-down 1s, {first} and {second}, and you do not hold both.",
            first=TASK_NAMES[move.first],
            second=TASK_NAMES[move.second],
        )

    def time_out(self, state: State, seat: int) -> Move:
        """The move for a seat that lets its time run out (ledger 4.3, ICE-R42): the mildest there is."""
        if state.phase == STATION:
            return Catcher(46.0, 53.0)
        if state.phase == ANNOUNCE:
            return Announce(moves.NOTHING)
        if state.phase == POST:
            return End()
        if is_stuck(state, seat) and (offers := [room for room in range(ROOMS) if state.offer_x[room] >= 0]):
            return Place(moves.ROOMS[offers[0]])
        x, y = state.x[seat] / STEPS, state.y[seat] / STEPS
        x0, y0, x1, y1 = next((room.inner for room in plan.SCHOOL.rooms if room.id == plan.room_at(x, y)), plan.SCHOOL.outline)
        gaps = {0.0: x - x0, 90.0: y - y0, 180.0: x1 - x, 270.0: y1 - y}
        return Flick(min(gaps, key=gaps.__getitem__), 30)

    # The world.

    def world(self, state: State) -> Any:
        return happening.world(state)

    def happen(self, state: State, report: Any) -> None:
        happening.write(state, report)
        rules.resolve(state)

    def doubts(self, state: State, report: Any) -> Iterator[str]:
        return happening.doubts(state, report)

    def rehearsal(self) -> Icecool:
        return Rehearsal()

    def film(self, state: State) -> FlickRun:
        """The flick that is on its way, with the path of every penguin: for pictures that move."""
        return happening.fly(state)

    def way(self, state: State) -> Way | None:
        path = happening.fly(state).trajectory
        assert path is not None
        return Way(round(path.seconds, 4), to_base64(path))

    def takes_world(self, number: int) -> bool:
        return number >= choices.FLICK

    def is_ready(self) -> bool:
        return happening.is_ready()

    def prepare(self) -> None:
        happening.prepare()

    def aims(self, state: State, seat: int) -> bool:
        soon = self._announced(state)
        return soon.phase == PREFLICK and state.turn == seat and bool(choices.may_flick(soon))

    def plan(self) -> Plan:
        return layout.plan()

    def model(self) -> Model:
        from parlour.games.icecool.physics import preview

        return preview.model()

    def practise(self, asked: Any) -> PracticeAnswer:
        return practise(asked)

    def practice(self, colour: str = "orange") -> Practice:
        """ICE-7: one penguin alone in the school, from the red circle; nothing counts."""
        return Practice(moves.colour_number(colour))

    # What is seen.

    def view(self, state: State, seat: int | None) -> IcecoolView:
        who = rules.acting(state)
        seats = range(state.players)
        soon = self._announced(state)
        mine = seat is not None and bool((who >> seat) & 1)
        may_flick = soon.phase == PREFLICK and bool(choices.may_flick(soon))
        return IcecoolView(
            players=state.players,
            seat=seat,
            acting=[s for s in seats if (who >> s) & 1],
            phase=PHASES[state.phase],
            round=state.round_no,
            rounds=rounds(state),
            scoring=self.chosen(state)["scoring"],
            catcher=state.catcher,
            turn=state.turn,
            announced=TASKS[state.announced - 1] if state.announced else None,
            first_flick=bool((state.first >> state.turn) & 1) and state.phase != STATION,
            tries=state.tries,
            penguins=[self._penguin(state, s) for s in seats],
            fish=position.fish_on_doors(state),
            fish_doors=[id for door, id in enumerate(DOOR_IDS) if (state.fish_doors >> door) & 1],
            ids=[rules.ids_held(state, s) for s in seats],
            cards=[self._hand(state, s, seat) for s in seats],
            deck=state.deck_left,
            places={
                ROOM_IDS[room]: Spot(soon.offer_x[room] / STEPS, soon.offer_y[room] / STEPS)
                for room in range(ROOMS)
                if soon.offer_x[room] >= 0
            },
            may_flick=may_flick,
            may_move_fish=mine and state.phase != STATION and bool(choices.may_move_fish(state, state.turn)),
            glance=glance(soon) if may_flick else None,
            flicks=state.flicks,
        )

    @staticmethod
    def _announced(state: State) -> State:
        """The turn as it will be when it is said whether a task is tried: what may be done then is seen before."""
        if state.phase != ANNOUNCE:
            return state
        twin = state.copy()
        rules.begin_preflick(twin)
        return twin

    @staticmethod
    def _penguin(state: State, seat: int) -> Penguin:
        at = happening.spot(state, seat)
        place = None if at is None else plan.classify(at.x, at.y)
        return Penguin(
            colour=COLOURS[seat],
            x=None if at is None else at.x,
            y=None if at is None else at.y,
            room=None if place is None else place.room,
            door=None if place is None else place.door,
            sees=[] if place is None else list(place.sees),
            close=at is not None and plan.close_to_wall(at.x, at.y),
            caught=bool((state.caught >> seat) & 1),
            collected=state.collected[seat],
        )

    @staticmethod
    def _hand(state: State, seat: int, viewer: int | None) -> Hand:
        """Faces are for the owner, for all when the match is over, in a tournament for nobody (ICE-28, 76)."""
        tournament = state.scoring == TOURNAMENT
        open = (viewer == seat or state.phase == FINISHED) and not tournament
        return Hand(
            down=face_down(state, seat),
            up=position.pile(state.up, seat),
            faces=position.pile(state.down, seat) if open else None,
            points=rules.score(state, seat) if open or tournament else None,
            announced=[TASKS[task] for task in range(len(TASKS)) if (state.known[seat] >> task) & 1],
        )

    def reason(self, state: State) -> str:
        won = [COLOURS[seat] for seat in range(state.players) if (rules.winners(state) >> seat) & 1]
        if len(won) > 1:
            return say("all rounds are played, and points and cards are equal")
        best = [seat for seat in range(state.players) if rules.score(state, seat) == rules.score(state, COLOURS.index(won[0]))]
        if len(best) > 1:
            return say("all rounds are played, and with equal points more cards win")
        return say("all rounds are played")

    def story(self, events: Sequence[Event], outcome: Outcome, names: Sequence[str]) -> list[Tale]:
        return story(events, outcome, names)

    def svg(self, view: Any, names: Sequence[str]) -> str:
        return scene.svg(view, names)

    def draw(self, view: Any, names: Sequence[str]) -> str:
        return sketch.draw(view, names)

    # Positions.

    def place(self, position_: Any, state: State) -> None:
        position.place(position_, state)

    def position_of(self, state: State) -> Any:
        return position.position_of(state, self.chosen(state))

    def problems(self, state: State) -> Iterator[str]:
        return position.problems(state)


class Rehearsal(Icecool):
    """The game with the toy's school (toy.py) in place of the physics: flicks cost nothing and mean little."""

    def world(self, state: State) -> Any:
        return happening.toy_world(state)

    def way(self, state: State) -> Way | None:
        return None

    def is_ready(self) -> bool:
        return True

    def prepare(self) -> None:
        """A toy is always ready."""

    def doubts(self, state: State, report: Any) -> Iterator[str]:
        if report != self.world(state):
            yield "the toy would have done something else."


def surface(number: int) -> str:
    """A wall or a door frame, in words."""
    if number >= JAMBS:
        return say("the frame of {door}", door=DOOR_IDS[number - JAMBS])
    return say("{room} {side}", room=OF[ROOM_IDS[number // 4]], side=SIDES[number % 4])


def card_words(kind: int) -> str:
    return say("{value} ({task})", value=CARDS[kind][0], task=TASK_NAMES[TASKS[kind]]) if kind < len(TASKS) else CARDS[kind]
