"""ICECOOL2 in words. Moves, options, positions, reasons, what is seen and what is said of it have files of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from parlour.core.game import Event, Game, Move, Outcome, Told, Way
from parlour.core.state import State
from parlour.core.story import Tale
from parlour.core.words import say
from parlour.games.icecool import choices, happening, layout, moves, position, reasons, rules, scene, sight, sketch, wording
from parlour.games.icecool.layout import Model, Plan
from parlour.games.icecool.moves import (
    COLOURS,
)
from parlour.games.icecool.options import OPTIONS
from parlour.games.icecool.parts import (
    PREFLICK,
)
from parlour.games.icecool.position import PHASES
from parlour.games.icecool.practice import Practice, PracticeAnswer, PracticeAsk, practise
from parlour.games.icecool.report import COLOUR_NAMES, FlickReport
from parlour.games.icecool.sight import IcecoolView
from parlour.games.icecool.story import story
from parlour.games.icecool.trajectory import to_base64

if TYPE_CHECKING:
    from parlour.games.icecool.physics import FlickRun


class Icecool(Game):
    key = "icecool"
    name = "ICECOOL2"
    pitch = "Flick your penguin through the school: fish the doors, or catch everybody who does."
    minutes = 30
    seats = range(2, 5)
    version = 2
    prefix = "ICE"
    round_field = "round_no"
    decisive = frozenset({"fished", "caught", "did_task", "left", "gave_up", "round_over"})
    turn_rule = "ICE-12"
    over_rule = "ICE-66"
    time_rule = "ICE-R42"
    options = OPTIONS
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
        rules.FLICKED: Told("flicked", "seat meant flick", "{seat} flicks {flick}.", fleeting=True),
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
        return wording.word(field, value, names)

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
        return reasons.why_not(state, seat, move)

    def time_out(self, state: State, seat: int) -> Move:
        return reasons.mildest(state, seat)

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
        soon = sight.announced(state)
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
        return sight.view(state, seat, self.chosen(state)["scoring"])

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
